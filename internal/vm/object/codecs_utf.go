// The codecs: UTF-8, UTF-16, UTF-32, ASCII, Latin-1.

package object

import (
	"encoding/binary"
	"math/bits"
	"runtime"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/units"
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

// appendBytesBelow is appendBelow of units; out has room for them.
func appendBytesBelow[U unit](out []byte, units []U, limit rune, other byte, skip bool) ([]byte, int) {
	b := out[len(out) : len(out)+len(units)]
	switch {
	case skip:
		n := 0
		for _, u := range units {
			b[n] = byte(u)
			n += int((uint32(u) - uint32(limit)) >> 31) // 1 below the limit
		}
		return out[:len(out)+n], len(units)
	case other == 0:
		for i, u := range units {
			if b[i] = byte(u); rune(u) >= limit {
				return out[:len(out)+i], i
			}
		}
	default:
		for i, u := range units {
			c := byte(u)
			if rune(u) >= limit {
				c = other
			}
			b[i] = c
		}
	}
	return out[:len(out)+len(units)], len(units)
}

// EncodeWide is v.encode in UTF-16 or UTF-32, of a str without surrogates, as encodeWhole is.
func EncodeWide(t *Thread, v Value, unit int, big bool) (b Value, done bool) {
	k := codecUTF16LE
	if unit == 4 {
		k = codecUTF32LE
	}
	if big {
		k++
	}
	return As[Str](v).encodeWhole(t, k)
}

// encodeWhole makes the bytes of s in one of the UTFs, where s has no surrogates. Done without bytes: an exception is set.
func (s *Str) encodeWhole(t *Thread, k codecKind) (v Value, done bool) {
	mark := ""
	switch k {
	case codecUTF8Sig:
		k, mark = codecUTF8, "\xEF\xBB\xBF"
	case codecUTF16:
		k, mark = codecUTF16LE, "\xFF\xFE"
	case codecUTF32:
		k, mark = codecUTF32LE, "\xFF\xFE\x00\x00"
	case codecASCII, codecLatin1:
		return Null, false
	}
	n := int(s.Len)
	switch k {
	case codecUTF8:
		n = s.SizeUTF8()
	case codecUTF16LE, codecUTF16BE:
		n *= 2
		if s.Kind() == 2 {
			for _, c := range s.units4() {
				n += 2 * int((0xFFFF-uint32(c))>>31)
			}
		}
	default:
		n *= 4
	}
	v, b := RawBytes(t, n+len(mark))
	if v == Null {
		return Null, true
	}
	b = b[copy(b, mark):]
	for lo, hi := 0, 0; lo < int(s.Len); lo = hi {
		hi = min(lo+blitPiece, int(s.Len))
		size, valid := 0, false
		switch {
		case k == codecUTF8:
			out, at := s.AppendValid(b[:0], lo, hi)
			size, valid = len(out), at == hi
		case s.Kind() == 0:
			size, valid = putWide(b, s.units1()[lo:hi], k)
		case s.Kind() == 1:
			size, valid = putWide(b, s.units2()[lo:hi], k)
		default:
			size, valid = putWide(b, s.units4()[lo:hi], k)
		}
		if !valid {
			return Null, false
		}
		if b = b[size:]; hi < int(s.Len) && t.Halted() {
			return Null, true
		}
	}
	return v, true
}

// putWide writes units in UTF-16 or UTF-32 to b, which has room, and returns how many bytes that is; false: there are surrogates.
func putWide[U unit](b []byte, units []U, k codecKind) (n int, valid bool) {
	join := unitSize[U]() == 4 && (k == codecUTF16LE || k == codecUTF16BE) // which looks at each of them
	if !join && hasSurrogate(units) {
		return 0, false
	}
	if k == codecUTF32LE || k == codecUTF32BE {
		out := unsafe.Slice((*rune)(unsafe.Pointer(unsafe.SliceData(b))), len(units))
		if convertUnits(out, units); k == codecUTF32BE {
			for i, c := range out {
				out[i] = rune(bits.ReverseBytes32(uint32(c)))
			}
		}
		return 4 * len(units), true
	}
	out := unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/2)
	if !join {
		out = out[:len(units)]
		convertUnits(out, units)
	} else {
		if n, valid = putPairs(out, units); !valid {
			return 0, false
		}
		out = out[:n]
	}
	if k == codecUTF16BE {
		swapUnits(out)
	}
	return 2 * len(out), true
}

// putPairs writes code points in UTF-16, four at a time. Where a pair is among them, each is written as a pair, or as one unit and what the next one
// replaces: a branch for each would be missed. It returns how many units these are; false: there are surrogates.
func putPairs[U unit](out []uint16, text []U) (n int, valid bool) {
	for len(text) >= 4 && n+8 <= len(out) {
		p := (*[4]U)(text)
		a, b, c, d := uint32(p[0]), uint32(p[1]), uint32(p[2]), uint32(p[3])
		if w := uint64(a) | uint64(b)<<16 | uint64(c)<<32 | uint64(d)<<48; a|b|c|d <= 0xFFFF {
			if surrogateLanes(w) {
				return 0, false
			}
			*(*uint64)(unsafe.Pointer(&out[n])) = w
			n += 4
		} else {
			if isSurrogate(a)|isSurrogate(b)|isSurrogate(c)|isSurrogate(d) != 0 {
				return 0, false
			}
			o := (*[8]uint16)(out[n:])
			i := putPair(&o[0], a)
			i += putPair(&o[i&7], b)
			i += putPair(&o[i&7], c)
			n += i + putPair(&o[i&7], d)
		}
		text = text[4:]
	}
	for _, u := range text {
		c := uint32(u)
		switch {
		case isSurrogate(c) != 0:
			return 0, false
		case c > 0xFFFF:
			putPair(&out[:n+2][n], c)
			n += 2
		default:
			out[n] = uint16(c)
			n++
		}
	}
	return n, true
}

// isSurrogate is 1 for surrogates.
func isSurrogate(c uint32) uint32 { return ((c>>11 ^ 0xD800>>11) - 1) >> 31 }

// putPair writes a code point to two units, and returns how many it takes.
func putPair(to *uint16, c uint32) int {
	two := (0xFFFF - c) >> 31
	pair := (0xD7C0 + c>>10) | (0xDC00+c&0x3FF)<<16
	*(*uint32)(unsafe.Pointer(to)) = c&(two-1) | pair&-two
	return 1 + int(two)
}

// swapUnits changes the order of the bytes in each unit.
func swapUnits(text []uint16) {
	i := units.Swap(text, text)
	for ; i+4 <= len(text); i += 4 {
		w := (*uint64)(unsafe.Pointer(&text[i]))
		*w = swapLanes(*w)
	}
	for ; i < len(text); i++ {
		text[i] = bits.ReverseBytes16(text[i])
	}
}

// swapLanes changes the order of the bytes in each two bytes of w.
func swapLanes(w uint64) uint64 { return w&0x00FF00FF00FF00FF<<8 | w>>8&0x00FF00FF00FF00FF }

func hasSurrogate[U unit](text []U) bool {
	switch unitSize[U]() {
	case 1:
		return false
	case 2:
		wide := unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.SliceData(text))), len(text))
		return firstSurrogate(wide) < len(wide)
	}
	for _, c := range text {
		if uint32(c)>>11 == 0xD800>>11 {
			return true
		}
	}
	return false
}

// firstSurrogate is where the first surrogate stands, or the length.
func firstSurrogate(text []uint16) int {
	i := units.Surrogate(text)
	for ; i+4 <= len(text); i += 4 {
		if surrogateLanes(*(*uint64)(unsafe.Pointer(&text[i]))) {
			break
		}
	}
	for i < len(text) && text[i]>>11 != 0xD800>>11 {
		i++
	}
	return i
}

// surrogateLanes reports whether one of the units of two bytes in w is a surrogate.
func surrogateLanes(w uint64) bool {
	return filledLanes(w&0xF800F800F800F800^0xD800D800D800D800) != laneTops
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
	switch k {
	case codecUTF16LE, codecUTF16BE:
		if v, done := strOfUTF16(t, data[at:], k == codecUTF16BE); done {
			return v
		}
	case codecUTF32LE, codecUTF32BE:
		if v, done := strOfUTF32(t, data[at:], k == codecUTF32BE); done {
			return v
		}
	}
	room := len(data)
	fails := errors == "strict" && len(data)-at >= 8 // more than a character, which were decoded if they could be: only the place of the error is sought
	if fails {
		room = min(room, blitPiece)
	}
	out := Scratch[rune](t, room)
	if out == nil {
		return Null
	}
	for turn := 0; at < len(data); turn++ {
		var c rune
		n, bad, reason := 0, 0, ""
		if t.haltedAt(turn) {
			return Null
		}
		if fails {
			out = out[:0]
		}
		switch k {
		case codecUTF8:
			m, rest, valid := decodePiece(out[len(out):min(cap(out), len(out)+blitPiece)], data[at:], false)
			if at, out = len(data)-len(rest), out[:len(out)+m]; valid {
				if t.Halted() {
					return Null
				}
				continue
			}
			c, n, bad, reason = decodeUTF8(data[at:])
		case codecASCII:
			if c = rune(data[at]); c < 0x80 {
				piece := data[at:min(len(data), at+blitPiece)]
				n = asciiLen(piece)
				decodePiece(out[len(out):len(out)+n], piece[:n], false)
				if out, at = out[:len(out)+n], at+n; n > blitSource && t.Halted() {
					return Null
				}
				continue
			}
			bad, reason = 1, "ordinal not in range(128)"
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
		if !fails {
			var ok bool
			if out, ok = Grow(t, out, 64+len(data)-at); !ok {
				return Null
			}
		}
		if out, at = decodeError(t, out, k, data, at, at+bad, reason, errors); at < 0 {
			return Null
		}
	}
	return newStrUnits(t, out)
}

// strOfUTF16 makes a str of valid UTF-16. Done without a str: an exception is set.
func strOfUTF16(t *Thread, data []byte, big bool) (v Value, done bool) {
	n := len(data) / 2
	if n < 2 || len(data)%2 != 0 {
		return Null, false
	}
	var turned [turned16]uint16
	all, pairs := uint16(0), 0
	for in := data; len(in) > 0; {
		var text []uint16
		text, in = piece16(in, turned[:], big)
		for len(text) > 0 {
			k := firstSurrogate(text)
			if pairs == 0 {
				all |= bitsOf(text[:k])
			}
			if text = text[k:]; len(text) == 0 {
				break
			}
			run := pairsOf(text)
			if run == 0 {
				return Null, false
			}
			text = text[2*run:]
			pairs += run
		}
		if len(in) > 0 && t.Halted() {
			return Null, true
		}
	}
	flags := uint8(2)
	if pairs == 0 {
		flags = KindFor(rune(all))
	}
	s := allocStrRaw(t, n-pairs, flags)
	if s == nil {
		return Null, true
	}
	at := 0 // which code point is next
	for in := data; len(in) > 0; {
		var text []uint16
		text, in = piece16(in, turned[:], big)
		switch s.Kind() {
		case 0:
			convertUnits(s.units1()[at:], text)
			at += len(text)
		case 1:
			at += copy(s.units2()[at:], text)
		default:
			at += join16(s.units4()[at:], text)
		}
		if len(in) > 0 && t.Halted() {
			return Null, true
		}
	}
	return Of(s), true
}

// turned16 is how many units are turned around at once.
const turned16 = 1 << 9

// piece16 takes units from the beginning of UTF-16, and not half a pair unless nothing follows. Those of the other byte order are turned around in a buffer.
func piece16(data []byte, turned []uint16, big bool) (text []uint16, rest []byte) {
	most := blitPiece
	if big {
		most = len(turned)
	}
	n := min(len(data)/2, most)
	if 2*n < len(data) && unit16(data[2*n-2:], big)>>10 == 0xD800>>10 {
		n--
	}
	text = unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.SliceData(data))), n)
	if big {
		text = turned[:copy(turned, text)]
		swapUnits(text)
	}
	return text, data[2*n:]
}

// bitsOf are the bits that any unit has.
func bitsOf[U unit](text []U) U {
	all, n := units.Union(text)
	for _, c := range text[n:] {
		all |= c
	}
	return all
}

// packLanes are the lower bytes of each two bytes of w; the others count not.
func packLanes(w uint64) uint32 {
	w &= 0x00FF00FF00FF00FF
	w = (w | w>>8) & 0x0000FFFF0000FFFF
	return uint32(w | w>>16)
}

// pairsOf is how many pairs of surrogates text begins with.
func pairsOf(text []uint16) (n int) {
	for ; len(text) >= 2 && text[0]>>10 == 0xD800>>10 && text[1]>>10 == 0xDC00>>10; n++ {
		text = text[2:]
	}
	return n
}

// join16 decodes valid UTF-16, and returns how many code points that is.
func join16(out []rune, text []uint16) int {
	n := 0
	for len(text) > 0 {
		k := firstSurrogate(text)
		convertUnits(out[n:], text[:k])
		n, text = n+k, text[k:]
		run := pairsOf(text)
		if run == 0 {
			break
		}
		for ; run > 0; run-- {
			out[n] = 0x10000 + (rune(text[0])-0xD800)<<10 + rune(text[1]) - 0xDC00
			n, text = n+1, text[2:]
		}
	}
	return n
}

// strOfUTF32 makes a str of valid UTF-32. Done without a str: an exception is set.
func strOfUTF32(t *Thread, data []byte, big bool) (v Value, done bool) {
	n := len(data) / 4
	if n < 2 || len(data)%4 != 0 {
		return Null, false
	}
	all := uint32(0)
	for i := range n {
		u := unit32(data[4*i:], big)
		if u > 0x10FFFF || u>>11 == 0xD800>>11 {
			return Null, false
		}
		if all |= u; t.haltedAt(i) {
			return Null, true
		}
	}
	s := allocStrRaw(t, n, KindFor(rune(all)))
	if s == nil {
		return Null, true
	}
	for lo := 0; lo < n; lo += blitPiece {
		if lo > 0 && t.Halted() {
			return Null, true
		}
		hi := min(lo+blitPiece, n)
		switch in := data[4*lo : 4*hi]; s.Kind() {
		case 0:
			units32(s.units1()[lo:hi], in, big)
		case 1:
			units32(s.units2()[lo:hi], in, big)
		default:
			units32(s.units4()[lo:hi], in, big)
		}
	}
	return Of(s), true
}

// units32 decodes valid UTF-32.
func units32[U unit](out []U, data []byte, big bool) {
	data = data[:4*len(out)]
	switch {
	case big:
		for i := range out {
			out[i] = U(binary.BigEndian.Uint32(data[4*i:]))
		}
	case unitSize[U]() == 4:
		copy(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(out))), len(data)), data)
	default:
		for i := range out {
			out[i] = U(binary.LittleEndian.Uint32(data[4*i:]))
		}
	}
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
