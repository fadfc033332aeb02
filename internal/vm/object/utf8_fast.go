// UTF-8, straight from and into the units of strings. Runs of ASCII go by words.

package object

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/units"
)

// wordASCII are the bits of 8 bytes that ASCII does not have.
const wordASCII = 0x8080808080808080

// StrOfUTF8 makes a str of valid UTF-8 that lies off the Go heap or is kept alive by the caller. Surrogates may stand in it.
func StrOfUTF8(t *Thread, data []byte) Value {
	v, valid := StrIfUTF8(t, data, true)
	if !valid {
		return newStrLenient(t, string(data))
	}
	return v
}

// manyUTF8 is from how many bytes on vectors pay.
const manyUTF8 = 16

// pieceOfUTF8 is the beginning of data that is looked at between two questions; it ends with a character.
func pieceOfUTF8(data []byte) []byte {
	if len(data) <= blitPiece {
		return data
	}
	n := blitPiece
	for range utf8.UTFMax - 1 {
		if data[n]&0xC0 == 0x80 {
			n--
		}
	}
	return data[:n]
}

// scanUTF8 is countUTF8 of what may not be valid; if it is known not to be, valid is false.
func scanUTF8(data []byte, surrogates bool) (n int, top byte, valid bool) {
	if len(data) >= manyUTF8 {
		if n, top, valid, done := units.Scan(data, surrogates); done {
			return n, top, valid
		}
	}
	n, top = countUTF8(data)
	return n, top, true
}

// ValidUTF8 reports whether data is UTF-8.
func ValidUTF8(data []byte) bool {
	if len(data) >= manyUTF8 {
		if _, _, valid, done := units.Scan(data, false); done {
			return valid
		}
	}
	return utf8.Valid(data)
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
	for len(data) >= manyUTF8 {
		piece, n := pieceOfUTF8(data), len(out)
		if len(piece) < len(data) {
			n, _, valid = scanUTF8(piece, surrogates)
			if n > len(out) || !valid {
				return false, true
			}
		}
		if !units.Decode(out[:n], piece) {
			break
		}
		if out, data = out[n:], data[len(piece):]; len(data) == 0 {
			return len(out) == 0, true
		}
		if t.Halted() {
			return true, false
		}
	}
	for n := 0; len(out) > 0; out = out[n:] {
		if n, data, valid = decodePiece(out[:min(len(out), blitPiece)], data, surrogates); !valid || n < min(len(out), blitPiece) {
			return false, true
		}
		if n < len(out) && t.Halted() {
			return true, false
		}
	}
	return len(data) == 0, true
}

// RunesOfUTF8 decodes len(out) code points of valid UTF-8. False: the thread is halted.
func RunesOfUTF8(t *Thread, out []rune, data []byte) bool {
	_, ok := unitsOfUTF8(t, out, data, true)
	return ok
}

// decodePiece decodes code points until out is full, data is at its end, or what follows is no UTF-8. It returns how many there are, and what follows them.
func decodePiece[U unit](out []U, data []byte, surrogates bool) (n int, rest []byte, valid bool) {
	const (
		twoBytes = 0xC0E0C0E0C0E0C0E0 // the bits by which characters of two bytes are known
		areTwo   = 0x80C080C080C080C0
		longTwo  = 0x001E001E001E001E // bits of which those have some that need two bytes
	)
	i, o := 0, unsafe.Pointer(unsafe.SliceData(out))
	for d := unsafe.Pointer(unsafe.SliceData(data)); n+16 <= len(out) && i+16 <= len(data); {
		at := (*[8]U)(unsafe.Add(o, uintptr(n)*unitSize[U]()))
		w := *(*uint64)(unsafe.Add(d, i))
		if k := bits.TrailingZeros64(w&wordASCII) >> 3; k > 0 {
			widenWord(at, w) // what is no ASCII is written over
			n, i = n+k, i+k
			if k == 8 {
				continue
			}
			at, w = (*[8]U)(unsafe.Add(o, uintptr(n)*unitSize[U]())), *(*uint64)(unsafe.Add(d, i))
		}
		c := uint32(w)
		switch {
		case c&0xE0 == 0xC0: // up to four characters of two bytes
			other := filledLanes(w&twoBytes^areTwo) | ^filledLanes(w&longTwo)&laneTops
			k := bits.TrailingZeros64(other) >> 4
			if k == 0 {
				return n, data[i:], false
			}
			putLanes((*[4]U)(at[:]), w&0x001F001F001F001F<<6|w>>8&0x003F003F003F003F)
			n, i = n+k, i+2*k
		case c&0xC0C0F0 == 0x8080E0:
			r := c&0x0F<<12 | c>>2&0xFC0 | c>>16&0x3F
			if r < 0x800 || r>>11 == 0xD800>>11 && !surrogates {
				return n, data[i:], false
			}
			at[0] = U(r)
			n, i = n+1, i+3
			if c = uint32(w >> 24); c&0xC0C0F0 == 0x8080E0 { // often there are two
				r := c&0x0F<<12 | c>>2&0xFC0 | c>>16&0x3F
				if r >= 0x800 && r>>11 != 0xD800>>11 {
					at[1] = U(r)
					n, i = n+1, i+3
				}
			}
		case c&0xC0C0C0F8 == 0x808080F0:
			r := c&0x07<<18 | c<<4&0x3F000 | c>>10&0xFC0 | c>>24&0x3F
			if r-0x10000 >= 0x100000 {
				return n, data[i:], false
			}
			at[0] = U(r)
			n, i = n+1, i+4
		default:
			return n, data[i:], false
		}
	}
	for data = data[i:]; n < len(out) && len(data) > 0; n++ {
		c := uint32(data[0])
		switch {
		case c < 0x80:
			out[n], data = U(c), data[1:]
			continue
		case c-0xC2 < 0xE0-0xC2 && len(data) >= 2 && data[1]&0xC0 == 0x80:
			out[n], data = U(c&0x1F<<6|uint32(data[1])&0x3F), data[2:]
			continue
		}
		r, size := utf8.DecodeRune(data)
		if size == 1 {
			if r, size = surrogateAt(data, codecUTF8); size == 0 || !surrogates {
				return n, data, false
			}
		}
		out[n], data = U(r), data[size:]
	}
	return n, data, true
}

// SkipUTF8 is where code point n of valid UTF-8 begins, or the length, and how many code points stand before that.
func SkipUTF8(text []byte, n int) (end, count int) {
	for ; n-count >= 8 && end+8 <= len(text); end += 8 {
		w := binary.LittleEndian.Uint64(text[end:])
		count += 8 - bits.OnesCount64(w&^(w<<1)&wordASCII)
	}
	for ; end < len(text); end++ {
		if text[end]&0xC0 != 0x80 {
			if count == n {
				break
			}
			count++
		}
	}
	return end, count
}

// Latin1AsUTF8 appends bytes that are code points in UTF-8.
func Latin1AsUTF8(out, data []byte) []byte {
	out, _ = appendUnits(out, data)
	return out
}

// UTF16AsUTF8 appends UTF-16 in UTF-8 up to the first surrogate, or half unit, and returns where that is.
func UTF16AsUTF8(out, data []byte, big bool) ([]byte, int) {
	var units [1 << 9]uint16
	i := 0
	for len(data)-i >= 2 {
		part := units[:min(len(units), (len(data)-i)/2)]
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&units)), 2*len(part)), data[i:])
		if big {
			swapUnits(part)
		}
		n := 0
		out, n = appendUnits(out, part)
		if i += 2 * n; n < len(part) {
			break
		}
	}
	return out, i
}

// UTF32AsUTF8 appends UTF-32 in UTF-8 up to what is no code point, or a surrogate, and returns where that is.
func UTF32AsUTF8(out, data []byte, big bool) ([]byte, int) {
	var units [1 << 8]rune
	i := 0
	for len(data)-i >= 4 {
		part := units[:min(len(units), (len(data)-i)/4)]
		for j := range part {
			u := unit32(data[i+4*j:], big)
			if u > 0x10FFFF {
				u = 0xD800
			}
			part[j] = rune(u)
		}
		n := 0
		out, n = appendUnits(out, part)
		if i += 4 * n; n < len(part) {
			break
		}
	}
	return out, i
}

// putLanes writes the 4 units of two bytes in w.
func putLanes[U unit](o *[4]U, w uint64) {
	switch p := unsafe.Pointer(o); unitSize[U]() {
	case 1:
		*(*uint32)(p) = packLanes(w)
	case 2:
		*(*uint64)(p) = w
	default:
		q := (*[2]uint64)(p)
		q[0], q[1] = w&0xFFFF|w&0xFFFF0000<<16, w>>32&0xFFFF|w>>48<<32
	}
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
		piece := pieceOfUTF8(rest)
		k, c, valid := scanUTF8(piece, surrogates)
		if !valid {
			return Null, false
		}
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
		n += beyondUTF8(s.units1())
	case s.Kind() == 1:
		n += beyondUTF8(s.units2())
	default:
		n += beyondUTF8(s.units4())
	}
	return n
}

// beyondUTF8 is how many bytes a text takes in UTF-8 beyond one each.
func beyondUTF8[U unit](text []U) int {
	n, done := units.Beyond(text)
	text = text[done:]
	switch unitSize[U]() {
	case 1:
		for ; len(text) >= 8; text = text[8:] {
			n += bits.OnesCount64(*(*uint64)(unsafe.Pointer(unsafe.SliceData(text))) & wordASCII)
		}
	case 2:
		for ; len(text) >= 4; text = text[4:] {
			w := *(*uint64)(unsafe.Pointer(unsafe.SliceData(text)))
			if w&0xFF80FF80FF80FF80 != 0 {
				n += bits.OnesCount64(filledLanes(w&0xFF80FF80FF80FF80)) + bits.OnesCount64(filledLanes(w&0xF800F800F800F800))
			}
		}
	}
	for ; len(text) >= 4; text = text[4:] {
		if a, b, c, d := uint32(text[0]), uint32(text[1]), uint32(text[2]), uint32(text[3]); a|b|c|d >= 0x80 {
			n += wideUTF8(a) + wideUTF8(b) + wideUTF8(c) + wideUTF8(d)
		}
	}
	for _, u := range text {
		n += wideUTF8(uint32(u))
	}
	return n
}

// unitSize is the size of a unit in bytes.
func unitSize[U unit]() uintptr { var u U; return unsafe.Sizeof(u) }

// laneTops are the highest bits of each two bytes.
const laneTops = 0x8000800080008000

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

func appendUnits[U unit](out []byte, text []U) ([]byte, int) {
	base, u := unsafe.Pointer(unsafe.SliceData(out)), unsafe.Pointer(unsafe.SliceData(text))
	room := cap(out) - len(out)
	size, done := units.Encode(out[len(out):cap(out)], text)
	for done+8 <= len(text) && size+16 <= room { // nearer to the end, the loop below goes on
		to, from := unsafe.Add(base, len(out)+size), unsafe.Add(u, uintptr(done)*unitSize[U]())
		switch unitSize[U]() {
		case 1:
			w := *(*uint64)(from)
			k := bits.TrailingZeros64(w&wordASCII) >> 3
			*(*uint64)(to) = w // what is no ASCII is written over
			if done, size = done+k, size+k; k < 8 {
				c := uint16(uint8(w >> (8 * k)))
				*(*uint16)(unsafe.Add(to, k)) = 0x80C0 | c>>6 | c&0x3F<<8
				done, size = done+1, size+2
			}
			continue
		case 2:
			w := *(*uint64)(from)
			long := filledLanes(w & 0xF800F800F800F800) // what takes three bytes
			switch {
			case w&0xFF80FF80FF80FF80 == 0:
				*(*uint32)(to) = packLanes(w)
				done, size = done+4, size+4
			case long == 0: // one or two bytes, which nobody can predict
				for range 4 {
					c := uint32(uint16(w))
					two := (0x7F - c) >> 31
					*(*uint16)(to) = uint16(c ^ (c^(0x80C0|c>>6|c&0x3F<<8))&-two)
					to = unsafe.Add(to, 1+two)
					size += 1 + int(two)
					w >>= 16
				}
				done += 4
			case long == laneTops && !surrogateLanes(w):
				for range 4 {
					c := uint32(uint16(w))
					*(*uint32)(to) = 0x8080E0 | c>>12 | c<<2&0x3F00 | c&0x3F<<16
					to = unsafe.Add(to, 3)
					w >>= 16
				}
				done, size = done+4, size+12
			default:
				switch c := uint32(uint16(w)); {
				case c < 0x80:
					*(*byte)(to) = byte(c)
					size++
				case c < 0x800:
					*(*uint16)(to) = uint16(0x80C0 | c>>6 | c&0x3F<<8)
					size += 2
				case c>>11 == 0xD800>>11:
					return out[:len(out)+size], done
				default:
					*(*uint32)(to) = 0x8080E0 | c>>12 | c<<2&0x3F00 | c&0x3F<<16
					size += 3
				}
				done++
			}
			continue
		default:
			w := *(*[4]uint32)(from)
			if w[0]|w[1]|w[2]|w[3] < 0x80 {
				*(*uint32)(to) = w[0] | w[1]<<8 | w[2]<<16 | w[3]<<24
				done, size = done+4, size+4
				continue
			}
			for _, c := range w { // of four bytes each at most
				to := unsafe.Add(base, len(out)+size)
				switch {
				case c < 0x80:
					*(*byte)(to) = byte(c)
					size++
				case c < 0x800:
					*(*uint16)(to) = uint16(0x80C0 | c>>6 | c&0x3F<<8)
					size += 2
				case c>>11 == 0xD800>>11:
					return out[:len(out)+size], done
				case c < 0x10000:
					*(*uint32)(to) = 0x8080E0 | c>>12 | c<<2&0x3F00 | c&0x3F<<16
					size += 3
				default:
					*(*uint32)(to) = 0x808080F0 | c>>18 | c>>4&0x3F00 | c<<10&0x3F0000 | c&0x3F<<24
					size += 4
				}
				done++
			}
		}
	}
	out = out[:len(out)+size]
	for i, u := range text[done:] {
		switch c := uint32(u); {
		case c < 0x80:
			out = append(out, byte(c))
		case c < 0x800:
			out = append(out, byte(0xC0|c>>6), byte(0x80|c&0x3F))
		case c>>11 == 0xD800>>11:
			return out, done + i
		default:
			out = utf8.AppendRune(out, rune(c))
		}
	}
	return out, len(text)
}
