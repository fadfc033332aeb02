// UTF-8, straight from and into the units of strings. Runs of ASCII go by words.

package object

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
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
	return strOfUTF8(t, data, n, top)
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

// strOfUTF8 is StrOfUTF8 of n code points; top is the highest first byte that is no ASCII.
func strOfUTF8(t *Thread, data []byte, n int, top byte) Value {
	switch n {
	case 0:
		return t.RT.EmptyStr
	case 1:
		r, _ := decodeWTF8(string(data))
		return NewStrRune(t, r)
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
	s := allocStrKind(t, n, flags)
	if s == nil {
		return Null
	}
	ok := true
	switch s.Kind() {
	case 0:
		ok = unitsOfUTF8(t, s.units1(), data)
	case 1:
		ok = unitsOfUTF8(t, s.units2(), data)
	default:
		ok = unitsOfUTF8(t, s.units4(), data)
	}
	if !ok {
		return Null
	}
	return Of(s)
}

// unitsOfUTF8 decodes len(out) code points of valid UTF-8. False: the thread is halted.
func unitsOfUTF8[U unit](t *Thread, out []U, data []byte) bool {
	for len(out) > blitPiece {
		data = decodePiece(out[:blitPiece], data)
		out = out[blitPiece:]
		if t.Halted() {
			return false
		}
	}
	decodePiece(out, data)
	return true
}

// RunesOfUTF8 decodes len(out) code points of valid UTF-8. False: the thread is halted.
func RunesOfUTF8(t *Thread, out []rune, data []byte) bool { return unitsOfUTF8(t, out, data) }

// decodePiece decodes len(out) code points, and returns what follows them.
func decodePiece[U unit](out []U, data []byte) []byte {
	for len(out) > 0 {
		c := data[0]
		switch {
		case c < 0x80:
			if len(out) >= 8 && len(data) >= 8 {
				w := binary.LittleEndian.Uint64(data)
				n := bits.TrailingZeros64(w&wordASCII) >> 3
				// What is no ASCII is written over below.
				o := out[:8]
				o[0], o[1], o[2], o[3] = U(w&0xFF), U(w>>8&0xFF), U(w>>16&0xFF), U(w>>24&0xFF)
				o[4], o[5], o[6], o[7] = U(w>>32&0xFF), U(w>>40&0xFF), U(w>>48&0xFF), U(w>>56)
				out, data = out[n:], data[n:]
				continue
			}
			out[0] = U(c)
			data = data[1:]
		case c < 0xE0:
			out[0] = U(uint32(c&0x1F)<<6 | uint32(data[1]&0x3F))
			data = data[2:]
		case c < 0xF0:
			out[0] = U(uint32(c&0x0F)<<12 | uint32(data[1]&0x3F)<<6 | uint32(data[2]&0x3F))
			data = data[3:]
		default:
			out[0] = U(uint32(c&0x07)<<18 | uint32(data[1]&0x3F)<<12 | uint32(data[2]&0x3F)<<6 | uint32(data[3]&0x3F))
			data = data[4:]
		}
		out = out[1:]
	}
	return data
}

// StrIfUTF8 makes a str of text, if it is UTF-8; surrogates may stand in it if they are allowed. The text lies off the Go heap or is kept alive by
// the caller. A Null with valid is an error that is set.
func StrIfUTF8(t *Thread, data []byte, surrogates bool) (v Value, valid bool) {
	if len(data) <= blitPiece && asciiBytes(data) {
		return strOfASCII(t, data), true
	}
	n, top, rest := 0, byte(0), data
	for {
		cut := len(rest)
		if cut > blitPiece {
			cut = cutUTF8(rest)
		}
		k, c, odd := scanWTF8(rest[:cut])
		if odd == notUTF8 || odd == hasSurrogates && !surrogates {
			return Null, false
		}
		n, top = n+k, max(top, c)
		if rest = rest[cut:]; len(rest) == 0 {
			return strOfUTF8(t, data, n, top), true
		}
		if t.Halted() {
			return Null, true
		}
	}
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

// What is odd about a text.
const (
	hasSurrogates = 1 + iota
	notUTF8
)

// scanWTF8 looks at a text: how many code points it has, the highest first byte of those that are no ASCII, and what is odd about it.
func scanWTF8(s []byte) (n int, top byte, odd int) {
	for len(s) > 0 {
		c := s[0]
		if c < 0x80 {
			k := 1
			if len(s) >= 8 {
				k = bits.TrailingZeros64(binary.LittleEndian.Uint64(s)&wordASCII) >> 3
			}
			n += k
			s = s[k:]
			continue
		}
		switch {
		case c < 0xC2:
			return 0, 0, notUTF8
		case c < 0xE0:
			if len(s) < 2 || s[1]&0xC0 != 0x80 {
				return 0, 0, notUTF8
			}
			s = s[2:]
		case c < 0xF0:
			if len(s) < 3 || s[1]&0xC0 != 0x80 || s[2]&0xC0 != 0x80 || c == 0xE0 && s[1] < 0xA0 {
				return 0, 0, notUTF8
			}
			if c == 0xED && s[1] >= 0xA0 {
				odd = hasSurrogates
			}
			s = s[3:]
		default:
			if c > 0xF4 || len(s) < 4 || s[1]&0xC0 != 0x80 || s[2]&0xC0 != 0x80 || s[3]&0xC0 != 0x80 || c == 0xF0 && s[1] < 0x90 || c == 0xF4 && s[1] > 0x8F {
				return 0, 0, notUTF8
			}
			s = s[4:]
		}
		n++
		top = max(top, c)
	}
	return n, top, odd
}

// cutUTF8 is where the first piece of data, which is longer than one, may end.
func cutUTF8(data []byte) int {
	cut := blitPiece
	for cut > blitPiece-utf8.UTFMax && !utf8.RuneStart(data[cut]) {
		cut--
	}
	return cut
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
	for done < len(units) && len(b) >= utf8.UTFMax { // nearer to the end of the room, the loop below goes on
		if rest := units[done:]; len(rest) >= 4 {
			if c, d, e, f := uint32(rest[0]), uint32(rest[1]), uint32(rest[2]), uint32(rest[3]); c|d|e|f < 0x80 {
				binary.LittleEndian.PutUint32(b, c|d<<8|e<<16|f<<24)
				b = b[4:]
				done += 4
				continue
			}
		}
		switch c := uint32(units[done]); {
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
