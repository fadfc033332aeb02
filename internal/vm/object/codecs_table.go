// Encodings of one byte a character, by tables.

package object

// BytesMapped makes a str of bytes by a table of characters of the BMP. It is done if the table has all of the bytes: 0xFFFE stands for none. Done without
// a str: an exception is set.
func BytesMapped(t *Thread, data []byte, chars *[256]uint16) (v Value, done bool) {
	all := uint16(0)
	for rest := data; len(rest) > 0; {
		piece := rest[:min(len(rest), blitPiece)]
		rest = rest[len(piece):]
		for _, b := range piece { // to compare each with 0xFFFE takes half as much time again
			all |= chars[b]
		}
		if all|1 == 0xFFFF && unmapped(piece, chars) >= 0 {
			return Null, false
		}
		if len(rest) > 0 && t.Halted() {
			return Null, true
		}
	}
	switch len(data) {
	case 0:
		return t.RT.EmptyStr, true
	case 1:
		return NewStrRune(t, rune(all)), true
	}
	s := allocStrRaw(t, len(data), KindFor(rune(all)))
	if s == nil {
		return Null, true
	}
	for lo := 0; lo < len(data); lo += blitPiece {
		if lo > 0 && t.Halted() {
			return Null, true
		}
		hi := min(lo+blitPiece, len(data))
		if s.Kind() == 0 {
			unitsMapped(s.units1()[lo:hi], data[lo:hi], chars)
		} else {
			unitsMapped(s.units2()[lo:hi], data[lo:hi], chars)
		}
	}
	return Of(s), true
}

// unmapped is where the first byte is that has no character, but 0xFFFE; -1 if there is none.
func unmapped(data []byte, chars *[256]uint16) int {
	for i, b := range data {
		if chars[b] == 0xFFFE {
			return i
		}
	}
	return -1
}

// AppendWTF8Mapped appends the characters of data by a table as BytesMapped's, if all of its bytes have one; else bad is where the first one is that has
// none. Without bad, and not ok: an exception is set.
func AppendWTF8Mapped(t *Thread, out, data []byte, chars *[256]uint16) (res []byte, bad int, ok bool) {
	for lo := 0; lo < len(data); lo += blitPiece {
		if i := unmapped(data[lo:min(lo+blitPiece, len(data))], chars); i >= 0 {
			return nil, lo + i, false
		}
		if t.Halted() {
			return nil, -1, false
		}
	}
	for len(data) > 0 {
		piece := data[:min(blitPiece, len(data))]
		data = data[len(piece):]
		if out, ok = Grow(t, out, 3*len(piece)+len(data)); !ok || t.Halted() {
			return nil, -1, false
		}
		for _, b := range piece {
			if c := chars[b]; c < 0x80 {
				out = append(out, byte(c))
			} else {
				out = AppendWTF8(out, rune(c))
			}
		}
	}
	return out, -1, true
}

func unitsMapped[U unit](out []U, data []byte, chars *[256]uint16) {
	data = data[:len(out)]
	for i := range out {
		out[i] = U(chars[data[i]])
	}
}

// AsTable gives 256 characters of the BMP as a table: those of the str itself if each takes two bytes, else a copy in room; nil: it has others.
func (s *Str) AsTable(room *[256]uint16) *[256]uint16 {
	switch {
	case s.Len != 256 || s.Kind() > 1:
		return nil
	case s.Kind() == 1:
		return (*[256]uint16)(s.units2())
	}
	for i, c := range s.units1() {
		room[i] = uint16(c)
	}
	return room
}

// AppendMapped appends what a table has for the code points from i on, and returns where that ends. In the table stands the byte + 1; anything else ends it.
// out has room.
func (s *Str) AppendMapped(out []byte, i int, bytes []uint16) ([]byte, int) {
	n := 0
	switch s.Kind() {
	case 0:
		out, n = appendMapped(out, s.units1()[i:], bytes)
	case 1:
		out, n = appendMapped(out, s.units2()[i:], bytes)
	default:
		out, n = appendMapped(out, s.units4()[i:], bytes)
	}
	return out, i + n
}

func appendMapped[U unit](out []byte, units []U, bytes []uint16) ([]byte, int) {
	b := out[len(out) : len(out)+len(units)]
	for i, u := range units {
		c := uint(u)
		if c >= uint(len(bytes)) {
			return out[:len(out)+i], i
		}
		k := bytes[c] - 1
		if k > 0xFF {
			return out[:len(out)+i], i
		}
		b[i] = byte(k)
	}
	return out[:len(out)+len(units)], len(units)
}
