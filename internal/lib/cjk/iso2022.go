// ISO 2022: sets of characters are designated by escape sequences. Which are, is in the first bytes of the state.

package cjk

import (
	"slices"
	"unicode/utf8"
)

// Sets of characters, by the last byte of their escape sequences; the upper bit says that they take two bytes.
const (
	setASCII         = 'B'
	setLatin1        = 'A'
	setGreek         = 'F'
	setJISRoman      = 'J'
	setJISKatakana   = 'I'
	wide             = 0x80
	setJISX0208      = 'B' | wide
	setJISX0208Old   = '@' | wide
	setJISX0212      = 'D' | wide
	setJISX0213a2000 = 'O' | wide
	setJISX0213a2004 = 'Q' | wide
	setJISX0213b     = 'P' | wide
	setGB2312        = 'A' | wide
	setKSX1001       = 'C' | wide
)

const noTable = -1

// set is a set of characters that an encoding may designate.
type set struct {
	mark      byte
	table     int // its place among the codec's tables
	g         int // where it is designated
	pairsOnly bool
	decodes   int // the table for decoding, if that is another
}

const wideTilde = 0xFF5E

// latin reports whether the set has ~ where Shift JIS and EUC have the wide one.
func (d *set) latin() bool { return d.mark == setJISX0213a2000 || d.mark == setJISX0213a2004 }

type iso2022 struct {
	sets   []set
	shifts bool // SO and SI change between G0 and G1
	g2     bool // ESC N takes a character of G2
}

// The state: what G0 to G2 are, and flags.
const (
	stateFlags  = 4
	flagShifted = 1
	flagEscape  = 2 // within an escape sequence that is passed on

	esc      = 0x1B
	shiftOut = 0x0E
	shiftIn  = 0x0F

	mostEscape = 16
)

func (iso2022) begin(st *State, decoding bool) {
	if *st = (State{setASCII, setASCII}); decoding {
		st[2] = setASCII
	}
}

func (iso2022) reset(st *State) {
	st[0] = setASCII
	st[stateFlags] &^= flagShifted
}

func (iso2022) finish(st *State, dst []byte) []byte {
	if st[stateFlags]&flagShifted != 0 {
		dst = append(dst, shiftIn)
		st[stateFlags] &^= flagShifted
	}
	return toASCII(st, dst)
}

// in reports whether the set is the current one.
func (st *State) in(d *set) bool { return st[d.g] == d.mark && int(st[stateFlags]&flagShifted) == d.g }

func toASCII(st *State, dst []byte) []byte {
	if st[0] != setASCII {
		dst = append(dst, esc, '(', 'B')
		st[0] = setASCII
	}
	return dst
}

func endsEscape(c byte) bool { return c >= '@' && c <= 'Z' }

func (s iso2022) decode(ts []*table, st *State, dst, src []byte) ([]byte, int, int) {
	i := 0
	for i < len(src) {
		c := src[i]
		rest := src[i:]
		if st[stateFlags]&flagEscape != 0 {
			if dst = utf8.AppendRune(dst, rune(c)); endsEscape(c) {
				st[stateFlags] &^= flagEscape
			}
			i++
			continue
		}
		switch {
		case c == esc:
			if len(rest) < 2 {
				return dst, i, TooFew
			}
			switch d := rest[1]; {
			case d == '(' || d == ')' || d == '$' || d == '.' || d == '&':
				n, stop := s.designate(st, rest)
				if stop != Done {
					return dst, i, stop
				}
				i += n
			case s.g2 && d == 'N':
				if len(rest) < 3 {
					return dst, i, TooFew
				}
				r, stop := s.ofG2(st, rest[2])
				if stop != Done {
					return dst, i, stop
				}
				dst = utf8.AppendRune(dst, r)
				i += 3
			default:
				dst = append(dst, esc)
				st[stateFlags] |= flagEscape
				i++
			}
			continue
		case s.shifts && c == shiftIn:
			st[stateFlags] &^= flagShifted
			i++
			continue
		case s.shifts && c == shiftOut:
			st[stateFlags] |= flagShifted
			i++
			continue
		case c == '\n':
			st[stateFlags] &^= flagShifted
			dst = append(dst, c)
			i++
			continue
		case c >= 0x80:
			return dst, i, 1
		}
		mark := st[0]
		if st[stateFlags]&flagShifted != 0 {
			mark = st[1]
		}
		if c < ' ' || mark == setASCII {
			n := 1
			for n < len(rest) && rest[n] >= ' ' && rest[n] < 0x80 && mark == setASCII {
				n++
			}
			dst = append(dst, rest[:n]...)
			i += n
			continue
		}
		var n, stop int
		dst, n, stop = s.decodeChars(ts, mark, dst, rest)
		if i += n; stop != Done {
			return dst, i, stop
		}
	}
	return dst, i, Done
}

// decodeChars decodes characters of the set with that mark, the first of which begins src: one at least, and those that follow if nothing has to be
// looked at for them.
func (s iso2022) decodeChars(ts []*table, mark byte, dst, src []byte) ([]byte, int, int) {
	at := slices.IndexFunc(s.sets, func(d set) bool { return d.mark == mark && !d.pairsOnly })
	if at < 0 {
		return dst, 0, Internal
	}
	if mark&wide == 0 {
		r := singleChar(mark, src[0])
		if r < 0 {
			return dst, 0, 1
		}
		return utf8.AppendRune(dst, r), 1, Done
	}
	if len(src) < 2 {
		return dst, 0, TooFew
	}
	d, n := &s.sets[at], 0
	t := ts[max(d.table, d.decodes)]
	for n+1 < len(src) && src[n] >= ' ' && src[n] < 0x80 {
		r := rune(noChar)
		if src[n+1] < 0x80 {
			r = t.at(src[n], src[n+1])
		}
		if d.latin() && r == wideTilde {
			r = '~'
		}
		if r < 0 {
			return dst, n, 2
		}
		dst = t.putChar(dst, r)
		n += 2
	}
	return dst, n, Done
}

// singleChar is a character of a set of one byte a character.
func singleChar(mark, c byte) rune {
	switch mark {
	case setJISRoman:
		switch c {
		case 0x5C:
			return 0xA5
		case 0x7E:
			return 0x203E
		}
		if c < 0x80 {
			return rune(c)
		}
	case setJISKatakana:
		if c >= 0x21 && c <= 0x5F {
			return firstKatakana + rune(c) - 0x21
		}
	}
	return noChar
}

// ofG2 is a character of the upper half of what G2 is.
func (s iso2022) ofG2(st *State, c byte) (rune, int) {
	switch st[2] {
	case setLatin1:
		if c < 0x80 {
			return rune(c) + 0x80, Done
		}
	case setGreek:
		if r := greek(c); r >= 0 {
			return r, Done
		}
	default: // none is designated
		if c < 0x80 {
			return rune(c), Done
		}
	}
	return 0, 3
}

// greek is a character of the upper half of ISO 8859-7, as it was in 1987.
func greek(c byte) rune {
	switch {
	case c < 0x20 || c >= 0x80: // C1, or what CPython makes of the upper bit
		return rune(c ^ 0x80)
	case c == 0x21:
		return 0x2018
	case c == 0x22:
		return 0x2019
	case c == 0x2F:
		return 0x2015
	case c == 0x20 || c == 0x23 || c >= 0x26 && c <= 0x29 || c >= 0x2B && c <= 0x2D || c >= 0x30 && c <= 0x33 || c == 0x37 || c == 0x3B || c == 0x3D:
		return rune(c) + 0x80
	case c >= 0x34 && c != 0x52 && c != 0x7F:
		return rune(c) + 0x350
	}
	return noChar
}

// designate obeys an escape sequence: n is its length. One that designates nothing is illegal.
func (s iso2022) designate(st *State, src []byte) (n, stop int) {
	for i := 1; i < mostEscape && n == 0; i++ {
		if i >= len(src) {
			return 0, TooFew
		}
		if endsEscape(src[i]) {
			n = i + 1
		} else if !s.shifts && i+1 < len(src) && src[i] == '&' && src[i+1] == '@' {
			i += 2
		}
	}
	mark, g := byte(0), 0
	switch n {
	case 0:
		return 0, 1
	case 3:
		mark = src[2]
		switch {
		case src[1] == '$':
			mark |= wide
		case src[1] == '(':
		case src[1] == ')':
			g = 1
		case src[1] == '.' && s.g2:
			g = 2
		default:
			return 0, 3
		}
	case 4:
		if src[1] != '$' || src[2] != '(' && src[2] != ')' {
			return 0, 4
		}
		mark = src[3] | wide
		if src[2] == ')' {
			g = 1
		}
	case 6: // the revision of JIS X 0208 of 1990
		if src[3] != esc || src[4] != '$' || src[5] != 'B' {
			return 0, 6
		}
		mark = setJISX0208
	default:
		return 0, n
	}
	if mark != setASCII {
		found := false
		for i := range s.sets {
			found = found || s.sets[i].mark == mark
		}
		if !found {
			return 0, n
		}
	}
	st[g] = mark
	return n, Done
}

func (s iso2022) encode(ts []*table, st *State, dst []byte, src []rune, flush bool) ([]byte, int, int) {
	first := &s.sets[0]
	room, n := dst[:cap(dst)], len(dst)
	for i := 0; i < len(src); {
		r := src[i]
		if r < 0x80 {
			n = len(toASCII(st, room[:n]))
			if st[stateFlags]&flagShifted != 0 {
				room[n] = shiftIn
				n++
				st[stateFlags] &^= flagShifted
			}
			for ; i < len(src) && src[i] < 0x80; i++ {
				room[n] = byte(src[i])
				n++
			}
			continue
		}
		d, code, chars := first, 0, 1
		if !first.pairsOnly {
			code = ts[first.table].code(r)
		}
		if code == 0 || code == pairMark {
			d, code, chars = s.find(ts, src[i:], flush)
		}
		switch {
		case chars == 0:
			return room[:n], i, TooFew
		case d == nil:
			return room[:n], i, 1
		case !st.in(d):
			n = len(s.turnTo(st, room[:n], d))
		}
		if d.mark&wide != 0 {
			room[n] = byte(code >> 8)
			n++
		}
		room[n] = byte(code)
		n++
		i += chars
	}
	return room[:n], len(src), Done
}

// find is the first set that has the character that src begins with.
func (s iso2022) find(ts []*table, src []rune, flush bool) (d *set, code, n int) {
	for i := range s.sets {
		d = &s.sets[i]
		switch {
		case d.g == 2 || d.mark == setJISX0208Old:
			continue
		case d.table == noTable:
			code, n = singleCode(d.mark, src[0]), 1
		default:
			if code, n = ts[d.table].find(src, flush); n == 0 {
				return nil, 0, 0
			}
			if d.pairsOnly && n < 2 || d.latin() && src[0] == wideTilde {
				code = 0
			}
		}
		if code != 0 {
			return d, code, n
		}
	}
	return nil, 0, 1
}

func singleCode(mark byte, r rune) int {
	switch {
	case mark == setJISRoman && r == 0xA5:
		return 0x5C
	case mark == setJISRoman && r == 0x203E:
		return 0x7E
	case mark == setJISKatakana && r >= firstKatakana && r <= lastKatakana:
		return int(r) - firstKatakana + 0x21
	}
	return 0
}

// turnTo writes what makes a set the current one.
func (s iso2022) turnTo(st *State, dst []byte, d *set) []byte {
	shifted := st[stateFlags]&flagShifted != 0
	if d.g == 0 && shifted {
		dst = append(dst, shiftIn)
		st[stateFlags] &^= flagShifted
	}
	if st[d.g] != d.mark {
		dst = append(dst, esc)
		switch {
		case d.mark&wide == 0:
			dst = append(dst, '(')
		case d.g == 1:
			dst = append(dst, '$', ')')
		case d.mark == setJISX0208:
			dst = append(dst, '$')
		default:
			dst = append(dst, '$', '(')
		}
		dst = append(dst, d.mark&^wide)
		st[d.g] = d.mark
	}
	if d.g == 1 && !shifted {
		dst = append(dst, shiftOut)
		st[stateFlags] |= flagShifted
	}
	return dst
}
