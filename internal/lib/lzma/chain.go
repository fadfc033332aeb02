// Decoding a chain of filters: what LZMA1 or LZMA2 gives passes through the other filters.

package lzma

// source is a part of a chain. Read appends to dst[:0] as much as there is room for, and as the input gives. more: it wants more input. ended: that was all.
type source interface {
	read(dst, in []byte) (n, used int, more, ended bool, err error)
}

// newSource makes a chain for decoding; the filters are those of the encoder, in its order. size: how long the data are that LZMA1 gives, below 0: it ends by
// a mark.
func newSource(filters []Filter, size int64) (source, *window) {
	f := &filters[len(filters)-1]
	d := &lzmaSource{two: f.ID == LZMA2, size: size, known: size >= 0}
	d.symbols.setSizes(&f.Options)
	d.window.size = int(max(f.DictSize, minDict)+15) &^ 15
	d.literal = -1
	if d.two {
		d.wantsDict, d.wantsSizes = true, true
	} else {
		d.resetState()
		d.phase, d.mayEnd = codeHead, true
	}
	var s source = d
	for i := len(filters) - 2; i >= 0; i-- {
		if f := &filters[i]; f.ID == Delta {
			s = &deltaSource{next: s, delta: delta{dist: f.Dist}}
		} else {
			s = &branchSource{next: s, branches: newBranches(f)}
		}
	}
	return s, &d.window
}

// lzmaSource decodes LZMA1 or LZMA2.
type lzmaSource struct {
	symbols
	two        bool
	phase      sourcePhase
	control    byte
	part       [5]byte
	n          int
	size       int64 // bytes that LZMA1 or the part still gives, if that is known
	known      bool
	packed     int // bytes of the part that are still to come
	wantsDict  bool
	wantsSizes bool
}

type sourcePhase uint8

const (
	control  sourcePhase = iota
	partHead             // sizes of a part, and perhaps a byte of options
	codeHead             // the first bytes of what is coded
	coded
	stored
	over
)

func (d *lzmaSource) read(dst, in []byte) (n, used int, more, ended bool, err error) {
	w := &d.window
	for {
		if w.out < w.at {
			k := copy(dst[n:], w.buf[w.out:w.at])
			n += k
			w.out += k
			if w.out < w.at {
				return n, used, false, false, nil
			}
		}
		if more || d.phase == over {
			return n, used, more, d.phase == over, nil
		}
		if w.at == len(w.buf) {
			if len(w.buf) < w.size {
				if !w.grow() {
					return n, used, false, false, ErrRoom
				}
			} else {
				w.at, w.out = 0, 0
			}
		}
		before, limit := w.at, min(len(w.buf), w.at+len(dst)-n)
		var k int
		k, more, err = d.step(in[used:], limit)
		used += k
		if err != nil || w.at == before && !more && d.phase != over {
			return n, used, false, false, err
		}
	}
}

// collect takes n bytes in.
func (d *lzmaSource) collect(in []byte, n int) (used int, ok bool) {
	used = copy(d.part[d.n:n], in)
	if d.n += used; d.n < n {
		return used, false
	}
	d.n = 0
	return used, true
}

// step decodes until the window is full up to limit, or the input is used up.
func (d *lzmaSource) step(in []byte, limit int) (used int, more bool, err error) {
	for {
		var k int
		ok := true
		switch d.phase {
		case control:
			if used == len(in) {
				return used, true, nil
			}
			d.control = in[used]
			used++
			switch c := d.control; {
			case c == 0:
				d.phase = over
				return used, false, nil
			case c >= 0xe0 || c == 1:
				d.wantsSizes, d.wantsDict = true, false
				d.full, d.produced = 0, 0
			case d.wantsDict || c < 0x80 && c > 2:
				return used, false, ErrData
			}
			if c := d.control; c >= 0xc0 {
				d.wantsSizes = false
			} else if c >= 0x80 && d.wantsSizes {
				return used, false, ErrData
			} else if c >= 0xa0 {
				d.resetState()
			}
			d.phase = partHead
		case partHead:
			size := 2
			if d.control >= 0xc0 {
				size = 5
			} else if d.control >= 0x80 {
				size = 4
			}
			if k, ok = d.collect(in[used:], size); !ok {
				break
			}
			d.size = int64(d.part[0])<<8 + int64(d.part[1]) + 1
			if d.phase = stored; d.control >= 0x80 {
				d.size += int64(d.control&31) << 16
				d.packed, d.phase = int(d.part[2])<<8+int(d.part[3])+1, codeHead
			}
			if d.control >= 0xc0 {
				var o Options
				if !o.decodeSizes(d.part[4]) {
					return used, false, ErrData
				}
				d.setSizes(&o)
				d.resetState()
			}
		case codeHead:
			if d.two && d.packed < 5 {
				return used, false, ErrData
			}
			if k, ok = d.collect(in[used:], 5); !ok {
				break
			}
			if d.phase = coded; !d.begin(d.part[:]) {
				return used, false, ErrData
			}
			d.packed -= 5
		case stored:
			n := min(int(min(d.size, int64(limit-d.at))), len(in)-used)
			copy(d.buf[d.at:], in[used:used+n])
			d.advance(n)
			used += n
			if d.size -= int64(n); d.size == 0 {
				d.phase = control
			} else {
				return used, used == len(in) && d.at < limit, nil
			}
			continue
		case coded:
			if d.two {
				k, more, err = d.part2(in[used:], limit)
			} else {
				k, more, err = d.part1(in[used:], limit)
			}
			if used += k; more || err != nil || d.phase == coded || d.phase == over {
				return used, more, err
			}
			continue
		case over:
			return used, false, nil
		}
		if used += k; !ok {
			return used, true, nil
		}
	}
}

// part2 decodes a part of LZMA2.
func (d *lzmaSource) part2(in []byte, limit int) (used int, more bool, err error) {
	in = in[:min(len(in), d.packed)]
	before := d.at
	limit = int(min(int64(limit), int64(d.at)+d.size))
	used, more, err = d.decode(in, limit, false, len(in) == d.packed)
	d.packed -= used
	d.size -= int64(d.at - before)
	if err == nil && d.size == 0 {
		if d.packed+d.waits > 0 || d.code != 0 || d.left > 0 || d.literal >= 0 {
			return used, false, ErrData
		}
		d.phase, more = control, false
	}
	return used, more, err
}

// part1 decodes LZMA1.
func (d *lzmaSource) part1(in []byte, limit int) (used int, more bool, err error) {
	before := d.at
	if d.known {
		limit = int(min(int64(limit), int64(d.at)+d.size))
	}
	used, more, err = d.decode(in, limit, !d.known, false)
	if err != nil {
		return used, false, err
	}
	if d.known {
		if d.size -= int64(d.at - before); d.size == 0 && !d.ended && d.code != 0 { // a mark may follow
			if d.left > 0 {
				return used, false, ErrData
			}
			var k int
			k, more, err = d.decode(in[used:], d.at, true, false)
			used += k
			if err != nil || more {
				return used, more, err
			}
			if !d.ended {
				return used, false, ErrData
			}
		}
		if d.ended && d.size > 0 || d.size == 0 && (d.left > 0 || d.code != 0) {
			return used, false, ErrData
		}
	}
	if d.ended || d.known && d.size == 0 {
		if d.code != 0 {
			return used, false, ErrData
		}
		used -= min(d.waits, used)
		d.waits, d.phase, more = 0, over, false
	}
	return used, more, nil
}

// decodeSizes reads lc, lp and pb.
func (o *Options) decodeSizes(b byte) bool {
	if b > (4*5+4)*9+8 {
		return false
	}
	o.PB, o.LP, o.LC = int(b)/45, int(b)/9%5, int(b)%9
	return o.sizes()
}

// grow makes a window larger, if it may be.
func (w *window) grow() bool {
	n := min(w.size, max(2*len(w.buf), 1<<16))
	if w.want = n; w.allowed < n {
		return false
	}
	buf := make([]byte, n)
	copy(buf, w.buf)
	w.buf = buf
	return true
}

// deltaSource undoes a delta filter.
type deltaSource struct {
	next source
	delta
}

//psy:bounded a chain has four filters at most
func (d *deltaSource) read(dst, in []byte) (n, used int, more, ended bool, err error) {
	n, used, more, ended, err = d.next.read(dst, in)
	d.code(dst[:n], false)
	return
}

// branchSource undoes a filter of machine code. It holds back what may be the beginning of an instruction.
type branchSource struct {
	next source
	*branches
	buf         [4096]byte
	at, done, n int // what was read, what of it is decoded, and what of that was given
	ended       bool
}

//psy:bounded a chain has four filters at most
func (d *branchSource) read(dst, in []byte) (n, used int, more, ended bool, err error) {
	for {
		k := copy(dst[n:], d.buf[d.n:d.done])
		n += k
		if d.n += k; d.n < d.done || more || err != nil || d.ended {
			return n, used, more, d.ended && d.n == d.at, err
		}
		copy(d.buf[:], d.buf[d.done:d.at])
		d.at -= d.done
		d.n, d.done = 0, 0
		room := d.buf[d.at:]
		if n == len(dst) { // then no more is asked for than tells whether that was all
			room = room[:0]
		}
		var got int
		got, k, more, d.ended, err = d.next.read(room, in[used:])
		used += k
		d.at += got
		if d.done = d.code(d.buf[:d.at], false); d.ended {
			d.done = d.at
		} else if got == 0 && !more {
			return n, used, false, false, err
		}
	}
}
