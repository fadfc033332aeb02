// UTF-8, straight from and into the units of strings. Runs of ASCII go by words.

package object

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// wordASCII are the bits of 8 bytes that ASCII does not have.
const wordASCII = 0x8080808080808080

// StrOfUTF8 makes a str of valid UTF-8 that lies off the Go heap or is kept alive by the caller. Surrogates may stand in it.
func StrOfUTF8(t *Thread, data []byte) Value {
	n, top := 0, byte(0)
	for rest := data; len(rest) > 0; {
		piece := rest[:min(len(rest), blitPiece)]
		k, c := countUTF8(piece)
		n, top = n+k, max(top, c)
		if rest = rest[len(piece):]; len(rest) > 0 && t.Halted() {
			return Null
		}
	}
	if top < 0x80 && n <= blitPiece {
		return strOfASCII(t, data)
	}
	v, valid := strOfUTF8(t, data, n, top, true)
	if !valid {
		return newStrLenient(t, string(data))
	}
	return v
}

// countUTF8 is how many code points begin in data, which is valid, and the highest first byte, or another one that leads to strings of the same kind.
func countUTF8(data []byte) (n int, top byte) {
	n = len(data)
	var any, wide, astral uint64 // bytes that are no ASCII, those that begin what is beyond U+00FF, and beyond U+FFFF
	for len(data) >= 8 {
		w := binary.LittleEndian.Uint64(data)
		data = data[8:]
		if w&wordASCII == 0 {
			continue
		}
		n -= bits.OnesCount64(w &^ (w << 1) & wordASCII) // bytes that go on
		first := w & (w << 1)
		any |= w
		wide |= first & (w<<2 | w<<3 | w<<4 | w<<5)
		astral |= first & (w << 2) & (w << 3)
	}
	for _, c := range data {
		if c&0xC0 == 0x80 {
			n--
		}
		top = max(top, c)
	}
	switch {
	case astral&wordASCII != 0:
		top = max(top, 0xF0)
	case wide&wordASCII != 0:
		top = max(top, 0xC4)
	case any&wordASCII != 0:
		top = max(top, 0xC2)
	}
	return n, top
}

// strOfUTF8 is StrIfUTF8 of text that countUTF8 was asked for.
func strOfUTF8(t *Thread, data []byte, n int, top byte, surrogates bool) (v Value, valid bool) {
	if n == 0 {
		return t.RT.EmptyStr, len(data) == 0
	}
	flags := uint8(2)
	switch {
	case top < 0x80:
		flags = StrASCII
	case top <= 0xC3: // up to U+00FF
		flags = 0
	case top < 0xF0:
		flags = 1
	}
	if n == 1 {
		var one [1]rune
		if valid, _ = unitsOfUTF8(t, one[:], data, surrogates); !valid {
			return Null, false
		}
		return NewStrRune(t, one[0]), true
	}
	s := allocStrRaw(t, n, flags)
	if s == nil {
		return Null, true
	}
	ok := true
	switch s.Kind() {
	case 0:
		valid, ok = unitsOfUTF8(t, s.units1(), data, surrogates)
	case 1:
		valid, ok = unitsOfUTF8(t, s.units2(), data, surrogates)
	default:
		valid, ok = unitsOfUTF8(t, s.units4(), data, surrogates)
	}
	if !valid || !ok {
		return Null, valid
	}
	return Of(s), true
}

// unitsOfUTF8 decodes text, which countUTF8 has found to be of len(out) code points if it is UTF-8. It reports whether it is that, as StrIfUTF8 does;
// ok is false where the thread is halted.
func unitsOfUTF8[U unit](t *Thread, out []U, data []byte, surrogates bool) (valid, ok bool) {
	for len(out) > blitPiece {
		if data, valid = decodePiece(out[:blitPiece], data, surrogates); !valid {
			return false, true
		}
		if out = out[blitPiece:]; t.Halted() {
			return true, false
		}
	}
	data, valid = decodePiece(out, data, surrogates)
	return valid && len(data) == 0, true
}

// RunesOfUTF8 decodes len(out) code points of valid UTF-8. False: the thread is halted.
func RunesOfUTF8(t *Thread, out []rune, data []byte) bool {
	_, ok := unitsOfUTF8(t, out, data, true)
	return ok
}

// decodePiece decodes len(out) code points, and returns what follows them; false: there are no such.
func decodePiece[U unit](out []U, data []byte, surrogates bool) ([]byte, bool) {
	for len(out) > 0 {
		if len(out) >= 8 && len(data) >= 8 {
			w := binary.LittleEndian.Uint64(data)
			if n := bits.TrailingZeros64(w&wordASCII) >> 3; n > 0 {
				widenWord((*[8]U)(out), w) // what is no ASCII is written over
				out, data = out[n:], data[n:]
				continue
			}
			// A character of no more than three bytes, and another one of two.
			c := uint32(w)
			switch {
			case c&0xC0E0 == 0x80C0 && c&0x1E != 0:
				out[0] = U(c&0x1F<<6 | c>>8&0x3F)
				if c >>= 16; c&0xC0E0 == 0x80C0 && c&0x1E != 0 {
					out[1] = U(c&0x1F<<6 | c>>8&0x3F)
					out, data = out[2:], data[4:]
					continue
				}
				out, data = out[1:], data[2:]
				continue
			case c&0xC0C0F0 == 0x8080E0:
				r := c&0x0F<<12 | c>>2&0xFC0 | c>>16&0x3F
				if r < 0x800 || r>>11 == 0xD800>>11 && !surrogates {
					return nil, false
				}
				out[0] = U(r)
				out, data = out[1:], data[3:]
				continue
			}
		}
		if len(data) == 0 {
			return nil, false
		}
		r, n := rune(data[0]), 1
		if r >= 0x80 {
			r, n = utf8.DecodeRune(data)
			if n == 1 {
				if r, n = surrogateAt(data, codecUTF8); n == 0 || !surrogates {
					return nil, false
				}
			}
		}
		out[0] = U(r)
		out, data = out[1:], data[n:]
	}
	return data, true
}

// widenWord takes 8 bytes apart.
func widenWord[U unit](o *[8]U, w uint64) {
	switch p := unsafe.Pointer(o); unitSize[U]() {
	case 1:
		*(*uint64)(p) = w
	case 2:
		q := (*[2]uint64)(p)
		q[0], q[1] = widenHalf(w&0xFFFFFFFF), widenHalf(w>>32)
	default:
		q := (*[4]uint64)(p)
		q[0], q[1] = w&0xFF|w&0xFF00<<24, w>>16&0xFF|w>>16&0xFF00<<24
		w >>= 32
		q[2], q[3] = w&0xFF|w&0xFF00<<24, w>>16&0xFF|w>>16&0xFF00<<24
	}
}

// widenHalf makes 4 units of two bytes of 4 bytes.
func widenHalf(w uint64) uint64 {
	w = (w | w<<16) & 0x0000FFFF0000FFFF
	return (w | w<<8) & 0x00FF00FF00FF00FF
}

// StrIfUTF8 makes a str of text, if it is UTF-8; surrogates may stand in it if they are allowed. The text lies off the Go heap or is kept alive by
// the caller. A Null with valid is an error that is set.
func StrIfUTF8(t *Thread, data []byte, surrogates bool) (v Value, valid bool) {
	if len(data) <= blitPiece && asciiBytes(data) {
		return strOfASCII(t, data), true
	}
	n, top := 0, byte(0)
	for rest := data; len(rest) > 0; {
		piece := rest[:min(len(rest), blitPiece)]
		k, c := countUTF8(piece)
		n, top = n+k, max(top, c)
		if rest = rest[len(piece):]; len(rest) > 0 && t.Halted() {
			return Null, true
		}
	}
	return strOfUTF8(t, data, n, top, surrogates)
}

// strOfASCII makes a str of ASCII, of no more than a piece.
func strOfASCII(t *Thread, data []byte) Value {
	switch len(data) {
	case 0:
		return t.RT.EmptyStr
	case 1:
		return NewStrRune(t, rune(data[0]))
	}
	s := allocStrKind(t, len(data), StrASCII)
	if s == nil {
		return Null
	}
	copy(s.units1(), data)
	return Of(s)
}

// SizeUTF8 is how many bytes s takes in UTF-8, surrogates included.
func (s *Str) SizeUTF8() int {
	n := int(s.Len)
	switch {
	case s.IsASCII():
	case s.Kind() == 0:
		b := s.units1()
		for ; len(b) >= 8; b = b[8:] {
			n += bits.OnesCount64(binary.LittleEndian.Uint64(b) & wordASCII)
		}
		for _, c := range b {
			n += int(c >> 7)
		}
	case s.Kind() == 1:
		n += beyondUTF8(s.units2())
	default:
		n += beyondUTF8(s.units4())
	}
	return n
}

// beyondUTF8 is how many bytes units take in UTF-8 beyond one each.
func beyondUTF8[U unit](units []U) int {
	n := 0
	if unitSize[U]() == 2 {
		for ; len(units) >= 4; units = units[4:] {
			w := *(*uint64)(unsafe.Pointer(unsafe.SliceData(units)))
			if w&0xFF80FF80FF80FF80 != 0 {
				n += bits.OnesCount64(filledLanes(w&0xFF80FF80FF80FF80)) + bits.OnesCount64(filledLanes(w&0xF800F800F800F800))
			}
		}
	}
	for ; len(units) >= 4; units = units[4:] {
		if a, b, c, d := uint32(units[0]), uint32(units[1]), uint32(units[2]), uint32(units[3]); a|b|c|d >= 0x80 {
			n += wideUTF8(a) + wideUTF8(b) + wideUTF8(c) + wideUTF8(d)
		}
	}
	for _, u := range units {
		n += wideUTF8(uint32(u))
	}
	return n
}

// unitSize is the size of a unit in bytes.
func unitSize[U unit]() uintptr { var u U; return unsafe.Sizeof(u) }

// filledLanes sets the highest bit of each two bytes of w that are not 0, and no other.
func filledLanes(w uint64) uint64 {
	const most = 0x7FFF7FFF7FFF7FFF
	return (w&most + most | w) &^ most
}

// wideUTF8 is how many bytes a code point takes beyond one. The sign of a difference tells whether a bound is passed.
func wideUTF8(c uint32) int { return int((0x7F-c)>>31 + (0x7FF-c)>>31 + (0xFFFF-c)>>31) }

// AppendUTF8 appends the code points from lo to hi in UTF-8, surrogates included. Where b has room for them, it stays where it is.
func (s *Str) AppendUTF8(b []byte, lo, hi int) []byte {
	for {
		if b, lo = s.AppendValid(b, lo, hi); lo == hi {
			return b
		}
		b = AppendWTF8(b, s.At(lo))
		lo++
	}
}

// AppendValid appends code points lo to hi in UTF-8 up to the first surrogate, and returns where that is, or hi.
func (s *Str) AppendValid(out []byte, lo, hi int) ([]byte, int) {
	n := 0
	switch s.Kind() {
	case 0:
		out, n = appendUnits(out, s.units1()[lo:hi])
	case 1:
		out, n = appendUnits(out, s.units2()[lo:hi])
	default:
		out, n = appendUnits(out, s.units4()[lo:hi])
	}
	return out, lo + n
}

func appendUnits[U unit](out []byte, units []U) ([]byte, int) {
	done := 0
	b := out[len(out):cap(out)]
	for done < len(units) && len(b) >= 8 { // nearer to the end of the room, the loop below goes on
		rest := units[done:]
		switch unitSize[U]() {
		case 1:
			if len(rest) < 8 {
				break
			}
			w := *(*uint64)(unsafe.Pointer(unsafe.SliceData(rest)))
			if n := bits.TrailingZeros64(w&wordASCII) >> 3; n > 0 {
				binary.LittleEndian.PutUint64(b, w) // what is no ASCII is written over
				b, done = b[n:], done+n
				continue
			}
		case 2:
			if len(rest) < 4 {
				break
			}
			w := *(*uint64)(unsafe.Pointer(unsafe.SliceData(rest)))
			if n := bits.TrailingZeros64(w&0xFF80FF80FF80FF80) >> 4; n > 0 {
				w = (w | w>>8) & 0x0000FFFF0000FFFF
				binary.LittleEndian.PutUint32(b, uint32(w|w>>16))
				b, done = b[n:], done+n
				continue
			}
			if c, d := uint32(rest[0]), uint32(rest[1]); c < 0x800 && d-0x80 < 0x800-0x80 {
				binary.LittleEndian.PutUint32(b, 0x80C080C0|c>>6|c&0x3F<<8|d>>6<<16|d&0x3F<<24)
				b, done = b[4:], done+2
				continue
			}
		default:
			if len(rest) < 4 {
				break
			}
			if c, d, e, f := uint32(rest[0]), uint32(rest[1]), uint32(rest[2]), uint32(rest[3]); c|d|e|f < 0x80 {
				binary.LittleEndian.PutUint32(b, c|d<<8|e<<16|f<<24)
				b, done = b[4:], done+4
				continue
			}
		}
		switch c := uint32(rest[0]); {
		case c < 0x80:
			b[0] = byte(c)
			b = b[1:]
		case c < 0x800:
			b[0], b[1] = byte(0xC0|c>>6), byte(0x80|c&0x3F)
			b = b[2:]
		case c>>11 == 0xD800>>11:
			return out[:cap(out)-len(b)], done
		case c < 0x10000:
			b[0], b[1], b[2] = byte(0xE0|c>>12), byte(0x80|c>>6&0x3F), byte(0x80|c&0x3F)
			b = b[3:]
		default:
			b[0], b[1], b[2], b[3] = byte(0xF0|c>>18), byte(0x80|c>>12&0x3F), byte(0x80|c>>6&0x3F), byte(0x80|c&0x3F)
			b = b[4:]
		}
		done++
	}
	out = out[:cap(out)-len(b)]
	for i, u := range units[done:] {
		c := rune(u)
		if c>>11 == 0xD800>>11 {
			return out, done + i
		}
		out = utf8.AppendRune(out, c)
	}
	return out, len(units)
}
