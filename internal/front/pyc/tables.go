package pyc

// The location table (code offset to source position) and the exception table.

import "math"

// Position is a range of source text; -1 stands for unknown.
type Position struct {
	Line, EndLine int // from 1
	Col, EndCol   int // bytes, from 0
}

var noPosition = Position{-1, -1, -1, -1}

// Location is an entry of the location table: the position of a range of code.
type Location struct {
	Start, End int // byte offsets
	Pos        Position
}

// LineRange is a range of code on one line; Line is -1 if it has none.
type LineRange struct {
	Start, End int // byte offsets
	Line       int
}

// locIter walks the location table.
type locIter struct {
	table string
	at    int
	end   int // byte offset behind the last entry
	line  int
	bad   string // why the table is unsound, or ""
}

func (c *Code) locations() locIter { return locIter{table: c.LineTable, line: c.FirstLine} }

func (it *locIter) byte() int {
	if it.at >= len(it.table) {
		it.bad = "an entry is cut off"
		return 0
	}
	b := it.table[it.at]
	it.at++
	if b&0x80 != 0 {
		it.bad = "an entry begins within another"
	}
	return int(b)
}

// varint reads a number in 6-bit groups, the least significant first.
func (it *locIter) varint() int {
	v := 0
	for shift := 0; ; shift += 6 {
		b := it.byte()
		if shift > 30 {
			it.bad = "a number is too large"
			return 0
		}
		v |= b & 63 << shift
		if b&64 == 0 || it.bad != "" {
			return v
		}
	}
}

func (it *locIter) signed() int {
	v := it.varint()
	if v&1 != 0 {
		return -(v >> 1)
	}
	return v >> 1
}

// next gives the next entry; ok is false at the end and at unsound data.
func (it *locIter) next() (loc Location, ok bool) {
	if it.at >= len(it.table) || it.bad != "" {
		return Location{}, false
	}
	head := it.table[it.at]
	it.at++
	if head&0x80 == 0 {
		it.bad = "no entry begins where one should"
		return Location{}, false
	}
	loc.Start = it.end
	it.end += 2 * (int(head&7) + 1)
	loc.End = it.end
	loc.Pos = noPosition
	switch form := int(head >> 3 & 15); form {
	case 15:
	case 14:
		it.line += it.signed()
		loc.Pos.Line = it.line
		loc.Pos.EndLine = it.line + it.varint()
		loc.Pos.Col = it.varint() - 1
		loc.Pos.EndCol = it.varint() - 1
	case 13:
		it.line += it.signed()
		loc.Pos.Line, loc.Pos.EndLine = it.line, it.line
	case 10, 11, 12:
		it.line += form - 10
		loc.Pos = Position{it.line, it.line, it.byte(), it.byte()}
	default:
		b := it.byte()
		col := form<<3 | b>>4
		loc.Pos = Position{it.line, it.line, col, col + b&15}
	}
	if loc.Pos.EndLine > math.MaxInt32 || it.line > math.MaxInt32 || it.line < -1 {
		it.bad = "a line number is out of range"
	}
	return loc, it.bad == ""
}

// Locations gives the whole location table.
func (c *Code) Locations() []Location {
	var list []Location
	it := c.locations()
	for {
		loc, ok := it.next()
		if !ok {
			return list
		}
		list = append(list, loc)
	}
}

// WithoutColumns is a location table with the code's lines and no columns.
func (c *Code) WithoutColumns() string {
	const lineOnly, nothing = 13, 15
	var out []byte
	it, line := c.locations(), c.FirstLine
	for {
		loc, ok := it.next()
		if !ok {
			return string(out)
		}
		head := byte(0x80 | (loc.End-loc.Start)/2 - 1)
		if loc.Pos.Line < 0 {
			out = append(out, head|nothing<<3)
			continue
		}
		out = append(out, head|lineOnly<<3)
		delta := uint(it.line-line) << 1
		if it.line < line {
			delta = uint(line-it.line)<<1 | 1
		}
		for ; delta > 63; delta >>= 6 {
			out = append(out, byte(delta&63|64))
		}
		out = append(out, byte(delta))
		line = it.line
	}
}

// Positions gives the source position of the instruction at a byte offset.
func (c *Code) Positions(off int) Position {
	it := c.locations()
	for off >= 0 {
		loc, ok := it.next()
		if !ok {
			break
		}
		if off < loc.End {
			return loc.Pos
		}
	}
	return noPosition
}

// Line gives the line of the instruction at a byte offset, or -1. It is Positions(off).Line, but reads no columns of entries before that.
func (c *Code) Line(off int) int {
	it := c.locations()
	if it.line < -1 || it.line > math.MaxInt32 {
		return c.Positions(off).Line
	}
	for off >= 0 && it.at+1 < len(it.table) {
		head, b := it.table[it.at], it.table[it.at+1]
		end := it.end + 2*(int(head&7)+1)
		if off < end || head < 0x80 || head >= 0x80|10<<3 || b >= 0x80 { // not an entry of two bytes, or the one that is asked for
			loc, ok := it.next()
			if !ok {
				return -1
			}
			if off < loc.End {
				return loc.Pos.Line
			}
			continue
		}
		it.at, it.end = it.at+2, end
	}
	if off >= 0 {
		if loc, ok := it.next(); ok && off < loc.End {
			return loc.Pos.Line
		}
	}
	return -1
}

// Lines gives ranges of code on one line, as co_lines does.
func (c *Code) Lines() []LineRange {
	var list []LineRange
	it := c.locations()
	for {
		loc, ok := it.next()
		if !ok {
			return list
		}
		if n := len(list); n > 0 && list[n-1].Line == loc.Pos.Line {
			list[n-1].End = loc.End
			continue
		}
		list = append(list, LineRange{loc.Start, loc.End, loc.Pos.Line})
	}
}

// ExceptionEntry says which handler takes the exceptions of a range of code.
type ExceptionEntry struct {
	Start  int  `json:"start"` // byte offsets
	End    int  `json:"end"`
	Target int  `json:"target"` // byte offset of the handler
	Depth  int  `json:"depth"`  // values left on the stack
	LastI  bool `json:"lasti"`  // the offset of the raising instruction is pushed before the exception
}

// excIter walks the exception table.
type excIter struct {
	table string
	at    int
	bad   bool
}

// varint reads a number in 6-bit groups, the most significant first.
func (it *excIter) varint() int {
	v := 0
	for n := 0; ; n++ {
		if it.at >= len(it.table) || n > 5 {
			it.bad = true
			return 0
		}
		b := it.table[it.at]
		it.at++
		v = v<<6 | int(b&63)
		if b&64 == 0 {
			return v
		}
	}
}

func (it *excIter) next() (e ExceptionEntry, ok bool) {
	if it.at >= len(it.table) || it.bad {
		return e, false
	}
	e.Start = 2 * it.varint()
	e.End = e.Start + 2*it.varint()
	e.Target = 2 * it.varint()
	d := it.varint()
	e.Depth, e.LastI = d>>1, d&1 != 0
	return e, !it.bad
}

// ExceptionEntries gives the exception table.
func (c *Code) ExceptionEntries() []ExceptionEntry {
	var list []ExceptionEntry
	it := excIter{table: c.ExceptionTable}
	for {
		e, ok := it.next()
		if !ok {
			return list
		}
		list = append(list, e)
	}
}

// Handler gives the entry that takes an exception raised at a byte offset.
func (c *Code) Handler(off int) (e ExceptionEntry, ok bool) {
	it := excIter{table: c.ExceptionTable}
	for {
		e, ok := it.next()
		if !ok || e.Start > off {
			return ExceptionEntry{}, false
		}
		if off < e.End {
			return e, true
		}
	}
}
