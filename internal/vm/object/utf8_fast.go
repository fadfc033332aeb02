// UTF-8 without errors, straight from and into the units of strings.

package object

import "unicode/utf8"

// StrOfUTF8 makes a str of valid UTF-8 that lies off the Go heap or is kept alive by the caller.
func StrOfUTF8(t *Thread, data []byte) Value {
	n, top := 0, byte(0) // how many code points, and the highest first byte
	for i, c := range data {
		if t.haltedAt(i) {
			return Null
		}
		if c&0xC0 != 0x80 {
			n++
			top = max(top, c)
		}
	}
	switch {
	case n == 0:
		return t.RT.EmptyStr
	case n == 1:
		r, _ := utf8.DecodeRune(data)
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
	next := func(k int) U { return U(data[k] & 0x3F) }
	i := 0
	for j := range out {
		switch c := data[i]; {
		case c < 0x80:
			out[j] = U(c)
			i++
		case c < 0xE0:
			out[j] = U(rune(c&0x1F)<<6) | next(i+1)
			i += 2
		case c < 0xF0:
			out[j] = U(rune(c&0x0F)<<12) | next(i+1)<<6 | next(i+2)
			i += 3
		default:
			out[j] = U(rune(c&0x07)<<18|rune(data[i+1]&0x3F)<<12) | next(i+2)<<6 | next(i+3)
			i += 4
		}
		if t.haltedAt(j) {
			return false
		}
	}
	return true
}

// validUTF8 is utf8.Valid; ok is false when the thread is halted.
func validUTF8(t *Thread, data []byte) (valid, ok bool) {
	for len(data) > blitPiece {
		cut := blitPiece
		for cut > blitPiece-utf8.UTFMax && !utf8.RuneStart(data[cut]) {
			cut--
		}
		if !utf8.Valid(data[:cut]) {
			return false, true
		}
		if t.Halted() {
			return false, false
		}
		data = data[cut:]
	}
	return utf8.Valid(data), true
}

// appendUTF8 appends code points lo to hi of s in UTF-8 up to the first surrogate, and returns where that is, or hi.
func appendUTF8(out []byte, s *Str, lo, hi int) ([]byte, int) {
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
	for i, u := range units {
		switch c := rune(u); {
		case c < utf8.RuneSelf:
			out = append(out, byte(c))
		case c>>11 == 0xD800>>11:
			return out, i
		default:
			out = utf8.AppendRune(out, c)
		}
	}
	return out, len(units)
}
