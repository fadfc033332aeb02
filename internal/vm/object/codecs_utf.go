// The codecs: UTF-8, UTF-16, UTF-32, ASCII, Latin-1.

package object

import (
	"encoding/binary"
	"runtime"
	"unsafe"
)

func keepAlive(v Value) { runtime.KeepAlive(v) }

func unit16(b []byte, big bool) uint16 {
	if big {
		return binary.BigEndian.Uint16(b)
	}
	return binary.LittleEndian.Uint16(b)
}

func unit32(b []byte, big bool) uint32 {
	if big {
		return binary.BigEndian.Uint32(b)
	}
	return binary.LittleEndian.Uint32(b)
}

// appendEncoded appends one code point that the encoding has, surrogates taken as any other.
func appendEncoded(out []byte, c rune, k codecKind) []byte {
	switch k {
	case codecUTF8, codecUTF8Sig:
		return AppendWTF8(out, c)
	case codecUTF16, codecUTF16LE, codecUTF16BE:
		big := k == codecUTF16BE
		if c > 0xFFFF {
			c -= 0x10000
			return append16(append16(out, uint16(0xD800+c>>10), big), uint16(0xDC00+c&0x3FF), big)
		}
		return append16(out, uint16(c), big)
	case codecUTF32, codecUTF32LE:
		return binary.LittleEndian.AppendUint32(out, uint32(c))
	case codecUTF32BE:
		return binary.BigEndian.AppendUint32(out, uint32(c))
	}
	return append(out, byte(c))
}

func append16(out []byte, u uint16, big bool) []byte {
	if big {
		return binary.BigEndian.AppendUint16(out, u)
	}
	return binary.LittleEndian.AppendUint16(out, u)
}

// encodeText appends s, which v holds, in an encoding.
func encodeText(t *Thread, out []byte, s *Str, v Value, k codecKind, errors string) ([]byte, bool) {
	n := int(s.Len)
	reason := "surrogates not allowed"
	bad := func(c rune) bool { return c >= 0xD800 && c <= 0xDFFF }
	single := false // errors are reported one code point at a time
	switch k {
	case codecASCII:
		reason = "ordinal not in range(128)"
		bad = func(c rune) bool { return c >= 0x80 }
	case codecLatin1:
		reason = "ordinal not in range(256)"
		bad = func(c rune) bool { return c >= 0x100 }
	case codecUTF8Sig:
		out = append(out, 0xEF, 0xBB, 0xBF)
	case codecUTF16:
		out = append(out, 0xFF, 0xFE)
		single = true
	case codecUTF32:
		out = append(out, 0xFF, 0xFE, 0, 0)
		single = true
	case codecUTF16LE, codecUTF16BE, codecUTF32LE, codecUTF32BE:
		single = true
	}
	if room := s.encodedRoom(k); cap(out)-len(out) < room {
		var ok bool
		if out, ok = Grow(t, out, room); !ok {
			return nil, false
		}
	}
	i := 0
	for k == codecUTF8 && i < n {
		hi := min(i+blitPiece, n)
		if out, i = s.AppendValid(out, i, hi); i < hi {
			break
		}
		if t.Halted() {
			return nil, false
		}
	}
	for i < n {
		if limit := rune(k.ofBytes()); limit > 0 {
			var ok bool
			if out, ok = Grow(t, out, n-i); !ok {
				return nil, false
			}
			if out, i = s.appendBelow(out, i, limit, errors); i == n {
				break
			}
		}
		c := s.At(i)
		if !bad(c) {
			out = appendEncoded(out, c, k)
			i++
			continue
		}
		j := i + 1
		for most := errorRun(errors, n); !single && j < n && j-i < most && bad(s.At(j)); {
			j++
		}
		repl, raw, ok := encodeError(t, k, v, i, j, reason, errors)
		if !ok {
			return nil, false
		}
		if out, ok = Grow(t, out, len(raw)+4*len(repl)+4*min(n-j, 1<<10)+16); !ok {
			return nil, false
		}
		out = append(out, raw...)
		if k.ofBytes() > 0 { // which has ASCII as it is
			out = append(out, repl...)
			repl = ""
		}
		for _, c := range repl {
			out = appendEncoded(out, c, k)
		}
		if i = j; t.haltedAt(i) {
			return nil, false
		}
	}
	return out, true
}

// ofBytes is how many characters an encoding has whose bytes are code points; 0: it is another one.
func (k codecKind) ofBytes() int {
	switch k {
	case codecASCII:
		return 0x80
	case codecLatin1:
		return 0x100
	}
	return 0
}

// appendBelow appends code points from i on as bytes, up to the first one that is not below the limit, and returns where that is. Where errors are
// replaced or ignored, that is done, too.
func (s *Str) appendBelow(out []byte, i int, limit rune, errors string) ([]byte, int) {
	other, skip := byte(0), errors == "ignore"
	if errors == "replace" {
		other = '?'
	}
	n := 0
	switch s.Kind() {
	case 0:
		out, n = appendBytesBelow(out, s.units1()[i:], limit, other, skip)
	case 1:
		out, n = appendBytesBelow(out, s.units2()[i:], limit, other, skip)
	default:
		out, n = appendBytesBelow(out, s.units4()[i:], limit, other, skip)
	}
	return out, i + n
}

func appendBytesBelow[U unit](out []byte, units []U, limit rune, other byte, skip bool) ([]byte, int) {
	for i, u := range units {
		c := byte(u)
		if rune(u) >= limit {
			switch c = other; {
			case skip:
				continue
			case c == 0:
				return out, i
			}
		}
		out = append(out, c)
	}
	return out, len(units)
}

// UTF16LE is v.encode("utf-16-le") of a str without surrogates, as encodeWhole is.
func UTF16LE(t *Thread, v Value) (b Value, done bool) { return As[Str](v).encodeWhole(t, codecUTF16LE) }

// encodeWhole makes the bytes of s in UTF-8, or in UTF-16 and UTF-32 as the machine has them, where s has no surrogates. Done without bytes: an
// exception is set.
func (s *Str) encodeWhole(t *Thread, k codecKind) (v Value, done bool) {
	n, mark := 0, ""
	switch k {
	case codecUTF8:
		n = s.SizeUTF8()
	case codecUTF16, codecUTF16LE:
		n = 2 * int(s.Len)
		if s.Kind() == 1 && hasSurrogate(s.units2()) {
			return Null, false
		}
		if s.Kind() == 2 {
			for _, c := range s.units4() {
				if c > 0xFFFF {
					n += 2
				} else if c>>11 == 0xD800>>11 {
					return Null, false
				}
			}
		}
		if k == codecUTF16 {
			mark = "\xFF\xFE"
		}
	default:
		return Null, false
	}
	v, b := RawBytes(t, n+len(mark))
	if v == Null {
		return Null, true
	}
	b = b[copy(b, mark):]
	for lo, hi := 0, 0; lo < int(s.Len); lo = hi {
		hi = min(lo+blitPiece, int(s.Len))
		switch {
		case k == codecUTF8:
			out, at := s.AppendValid(b[:0], lo, hi)
			if at < hi {
				return Null, false
			}
			b = b[len(out):]
		case s.Kind() == 0:
			widenLE(b[2*lo:], s.units1()[lo:hi])
		case s.Kind() == 1:
			copy(b[2*lo:], s.raw(lo, hi))
		default:
			for _, c := range s.units4()[lo:hi] {
				if c > 0xFFFF {
					c -= 0x10000
					binary.LittleEndian.PutUint32(b, uint32(0xD800+c>>10|(0xDC00+c&0x3FF)<<16))
					b = b[4:]
				} else {
					binary.LittleEndian.PutUint16(b, uint16(c))
					b = b[2:]
				}
			}
		}
		if hi < int(s.Len) && t.Halted() {
			return Null, true
		}
	}
	return v, true
}

// widenLE writes units of one byte as such of two.
func widenLE(b []byte, units []uint8) {
	for ; len(units) >= 8; b, units = b[16:], units[8:] {
		w := binary.LittleEndian.Uint64(units)
		binary.LittleEndian.PutUint64(b, widenHalf(w&0xFFFFFFFF))
		binary.LittleEndian.PutUint64(b[8:], widenHalf(w>>32))
	}
	for i, c := range units {
		b[2*i], b[2*i+1] = c, 0
	}
}

func hasSurrogate(units []uint16) bool {
	for _, c := range units {
		if c>>11 == 0xD800>>11 {
			return true
		}
	}
	return false
}

// decodeText decodes everything that is not plain ASCII or Latin-1.
func decodeText(t *Thread, data []byte, k codecKind, errors string) Value {
	at := 0
	switch k {
	case codecUTF8Sig:
		if len(data) >= 3 && data[0] == 0xEF && data[1] == 0xBB && data[2] == 0xBF {
			data = data[3:]
		}
		k = codecUTF8
	case codecUTF16:
		k = codecUTF16LE
		if len(data) >= 2 {
			switch unit16(data, false) {
			case 0xFEFF:
				at = 2
			case 0xFFFE:
				at = 2
				k = codecUTF16BE
			}
		}
	case codecUTF32:
		k = codecUTF32LE
		if len(data) >= 4 {
			switch unit32(data, false) {
			case 0xFEFF:
				at = 4
			case 0xFFFE0000:
				at = 4
				k = codecUTF32BE
			}
		}
	}
	if k == codecUTF8 {
		if v, valid := StrIfUTF8(t, data, false); valid {
			return v
		}
	}
	if k == codecUTF16LE || k == codecUTF16BE {
		if v, done := strOfUTF16(t, data[at:], k == codecUTF16BE); done {
			return v
		}
	}
	out := Scratch[rune](t, len(data))
	if out == nil {
		return Null
	}
	for at < len(data) {
		var c rune
		n, bad, reason := 0, 0, ""
		if t.haltedAt(len(out)) {
			return Null
		}
		switch k {
		case codecUTF8:
			if data[at] < 0x80 {
				out = append(out, rune(data[at]))
				at++
				continue
			}
			c, n, bad, reason = decodeUTF8(data[at:])
		case codecASCII:
			if c, n = rune(data[at]), 1; c >= 0x80 {
				bad, reason = 1, "ordinal not in range(128)"
			}
		case codecUTF16LE, codecUTF16BE:
			c, n, bad, reason = decodeUTF16(data[at:], k == codecUTF16BE)
		default:
			c, n, bad, reason = decodeUTF32(data[at:], k == codecUTF32BE)
		}
		if reason == "" {
			out = append(out, c)
			at += n
			continue
		}
		var ok bool
		if out, ok = Grow(t, out, 64+len(data)-at); !ok {
			return Null
		}
		if out, at = decodeError(t, out, k, data, at, at+bad, reason, errors); at < 0 {
			return Null
		}
	}
	return newStrUnits(t, out)
}

// strOfUTF16 makes a str of UTF-16 without surrogates. Done without a str: an exception is set.
func strOfUTF16(t *Thread, data []byte, big bool) (v Value, done bool) {
	n := len(data) / 2
	if n < 2 || len(data)%2 != 0 {
		return Null, false
	}
	all := uint16(0)
	for i := 0; i < n; i++ {
		u := unit16(data[2*i:], big)
		if u>>11 == 0xD800>>11 {
			return Null, false
		}
		all |= u
		if t.haltedAt(i) {
			return Null, true
		}
	}
	s := allocStrRaw(t, n, KindFor(rune(all)))
	if s == nil {
		return Null, true
	}
	if s.Kind() == 0 {
		out, low := s.units1(), 0
		if big {
			low = 1
		}
		for i := range out {
			out[i] = data[2*i+low]
		}
		return Of(s), true
	}
	out := s.units2()
	if !big {
		if !blitNew(t, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(out))), 2*n), data) {
			return Null, true
		}
		return Of(s), true
	}
	for i := range out {
		out[i] = unit16(data[2*i:], true)
	}
	return Of(s), true
}

// decodeUTF8 decodes the code point at the start of b, of n bytes; or it gives the number of bytes that are wrong, and why.
func decodeUTF8(b []byte) (c rune, n, bad int, reason string) {
	c0 := b[0]
	if c0 < 0x80 {
		return rune(c0), 1, 0, ""
	}
	lo, hi := byte(0x80), byte(0xBF)
	need := 0
	switch {
	case c0 >= 0xC2 && c0 <= 0xDF:
		need, c = 1, rune(c0&0x1F)
	case c0&0xF0 == 0xE0:
		need, c = 2, rune(c0&0x0F)
		if c0 == 0xE0 {
			lo = 0xA0
		} else if c0 == 0xED {
			hi = 0x9F
		}
	case c0 >= 0xF0 && c0 <= 0xF4:
		need, c = 3, rune(c0&0x07)
		if c0 == 0xF0 {
			lo = 0x90
		} else if c0 == 0xF4 {
			hi = 0x8F
		}
	default:
		return 0, 0, 1, "invalid start byte"
	}
	for i := 1; i <= need; i++ {
		if i == len(b) {
			return 0, 0, i, "unexpected end of data"
		}
		if b[i] < lo || b[i] > hi {
			return 0, 0, i, "invalid continuation byte"
		}
		c = c<<6 | rune(b[i]&0x3F)
		lo, hi = 0x80, 0xBF
	}
	return c, need + 1, 0, ""
}

func decodeUTF16(b []byte, big bool) (c rune, n, bad int, reason string) {
	if len(b) < 2 {
		return 0, 0, 1, "truncated data"
	}
	u := rune(unit16(b, big))
	switch {
	case u < 0xD800 || u > 0xDFFF:
		return u, 2, 0, ""
	case u >= 0xDC00:
		return 0, 0, 2, "illegal encoding"
	case len(b) < 4:
		return 0, 0, len(b), "unexpected end of data"
	}
	v := rune(unit16(b[2:], big))
	if v < 0xDC00 || v > 0xDFFF {
		return 0, 0, 2, "illegal UTF-16 surrogate"
	}
	return 0x10000 + (u-0xD800)<<10 + v - 0xDC00, 4, 0, ""
}

func decodeUTF32(b []byte, big bool) (c rune, n, bad int, reason string) {
	if len(b) < 4 {
		return 0, 0, len(b), "truncated data"
	}
	u := unit32(b, big)
	switch {
	case u > 0x10FFFF:
		return 0, 0, 4, "code point not in range(0x110000)"
	case u >= 0xD800 && u <= 0xDFFF:
		return 0, 0, 4, "code point in surrogate code point range(0xd800, 0xe000)"
	}
	return rune(u), 4, 0, ""
}

// errorRun is how many characters an error handler is given at once, of n: those that do not care get pieces.
func errorRun(errors string, n int) int {
	switch errors {
	case "replace", "ignore", "backslashreplace", "xmlcharrefreplace":
		return 4096
	}
	return n
}

// encodedRoom is how many bytes s has in an encoding, if all of it can be encoded.
func (s *Str) encodedRoom(k codecKind) int {
	n := int(s.Len)
	switch k {
	case codecUTF8, codecUTF8Sig:
		return s.SizeUTF8() + 3
	case codecUTF16, codecUTF16LE, codecUTF16BE:
		if s.Kind() == 2 {
			return 4*n + 2
		}
		return 2*n + 2
	case codecUTF32, codecUTF32LE, codecUTF32BE:
		return 4*n + 4
	}
	return n
}
