// The location table and the exception table.

package codegen

// lineTable packs where each instruction comes from.
func lineTable(code []*node, line int) string {
	w := lineWriter{line: int32(line)}
	at, units := noLoc, 0
	flush := func() {
		for ; units > 8; units -= 8 {
			w.entry(at, 8)
		}
		if units > 0 {
			w.entry(at, units)
		}
		units = 0
	}
	for _, n := range code {
		if n.loc != at {
			flush()
			at = n.loc
		}
		units += size(uint8(n.op), n.arg)
	}
	flush()
	return string(w.out)
}

type lineWriter struct {
	out  []byte
	line int32
}

func (w *lineWriter) begin(form, units int) { w.out = append(w.out, byte(0x80|form<<3|(units-1))) }

func (w *lineWriter) varint(v int32) {
	for ; v >= 64; v >>= 6 {
		w.out = append(w.out, byte(v&63|64))
	}
	w.out = append(w.out, byte(v))
}

func (w *lineWriter) signed(v int32) {
	if v < 0 {
		w.varint(-v<<1 | 1)
	} else {
		w.varint(v << 1)
	}
}

// entry writes where a range of code comes from, in the shortest of five forms.
func (w *lineWriter) entry(at loc, units int) {
	if at.Line == noLoc.Line {
		w.begin(15, units)
		return
	}
	delta := at.Line - w.line
	w.line = at.Line
	if at.Col < 0 || at.EndCol < 0 {
		if at.EndLine == at.Line || at.EndLine == -1 {
			w.begin(13, units)
			w.signed(delta)
			return
		}
	} else if at.EndLine == at.Line {
		if delta == 0 && at.Col < 80 && at.EndCol-at.Col < 16 && at.EndCol >= at.Col {
			w.begin(int(at.Col>>3), units)
			w.out = append(w.out, byte(at.Col&7<<4|(at.EndCol-at.Col)))
			return
		}
		if delta >= 0 && delta < 3 && at.Col < 128 && at.EndCol < 128 {
			w.begin(10+int(delta), units)
			w.out = append(w.out, byte(at.Col), byte(at.EndCol))
			return
		}
	}
	w.begin(14, units)
	w.signed(delta)
	w.varint(at.EndLine - at.Line)
	w.varint(at.Col + 1)
	w.varint(at.EndCol + 1)
}

// exceptionTable packs which handler each range of code has.
func exceptionTable(code []*node, offsets []int) string {
	var out []byte
	item := func(v int, first byte) {
		for shift := 24; shift > 0; shift -= 6 {
			if v >= 1<<shift {
				out = append(out, byte(v>>shift&63)|64|first)
				first = 0
			}
		}
		out = append(out, byte(v&63)|first)
	}
	var handler *block
	start := 0
	flush := func(end int) {
		if handler == nil {
			return
		}
		depth, lasti := handler.startDepth-1, 0
		if handler.keepLasti {
			depth--
			lasti = 1
		}
		item(start, 0x80)
		item(end-start, 0)
		item(offsets[handler.offset], 0)
		item(depth<<1|lasti, 0)
	}
	for i, n := range code {
		if n.except != handler {
			flush(offsets[i])
			start, handler = offsets[i], n.except
		}
	}
	flush(offsets[len(code)])
	return string(out)
}
