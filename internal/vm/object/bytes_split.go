// Cutting bytes and bytearrays; translate, hex and back.

package object

import (
	"bytes"
	"math"

	"github.com/psyco-go/psy/internal/lib/numfmt"
)

func appendPart(t *Thread, l *List, v Value, lo, hi int) bool {
	x := partOf(t, v, lo, hi)
	return x != Null && l.Append(t, x)
}

func bytesSplit(t *Thread, v Value, bound []Value, right bool) Value {
	most := int64(-1)
	if bound[1] != Null {
		var ok bool
		if most, ok = ArgSize(t, bound[1]); !ok {
			return Null
		}
	}
	if most < 0 {
		most = math.MaxInt64
	}
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	ok := false
	switch sep := bound[0]; {
	case (sep == Null || sep == None) && right:
		ok = bytesRSplitSpace(t, l, v, most)
	case sep == Null || sep == None:
		ok = bytesSplitSpace(t, l, v, most)
	default:
		p, isBytes := bytesLike(t, sep)
		if !isBytes {
			return Null
		}
		if len(p) == 0 {
			return Raise(t, TValueError, "empty separator")
		}
		ok = bytesSplitSep(t, l, v, p, most, right)
	}
	if !ok {
		return Null
	}
	if right {
		reverseValues(l.Slice())
	}
	return Of(l)
}

func bytesSplitSep(t *Thread, l *List, v Value, sep []byte, most int64, right bool) bool {
	b := selfBytes(v)
	lo, hi := 0, len(b)
	for ; most > 0; most-- {
		if right {
			i := lastBytes(b[:hi], sep)
			if i < 0 {
				break
			}
			if !appendPart(t, l, v, i+len(sep), hi) {
				return false
			}
			hi = i
			continue
		}
		i := bytes.Index(b[lo:], sep)
		if i < 0 {
			break
		}
		if !appendPart(t, l, v, lo, lo+i) {
			return false
		}
		lo += i + len(sep)
	}
	return appendPart(t, l, v, lo, hi)
}

func bytesSplitSpace(t *Thread, l *List, v Value, most int64) bool {
	b := selfBytes(v)
	for i := 0; ; {
		for i < len(b) && isByteSpace(b[i]) {
			i++
		}
		if i == len(b) {
			return true
		}
		j := i
		if most--; most < 0 {
			return appendPart(t, l, v, i, len(b))
		}
		for j < len(b) && !isByteSpace(b[j]) {
			j++
		}
		if !appendPart(t, l, v, i, j) {
			return false
		}
		i = j
	}
}

func bytesRSplitSpace(t *Thread, l *List, v Value, most int64) bool {
	b := selfBytes(v)
	for end := len(b); ; {
		for end > 0 && isByteSpace(b[end-1]) {
			end--
		}
		if end == 0 {
			return true
		}
		i := end
		if most--; most < 0 {
			return appendPart(t, l, v, 0, end)
		}
		for i > 0 && !isByteSpace(b[i-1]) {
			i--
		}
		if !appendPart(t, l, v, i, end) {
			return false
		}
		end = i
	}
}

func bytesSplitLines(t *Thread, v Value, bound []Value) Value {
	keep := 0
	if bound[0] != Null {
		if keep = Truth(t, bound[0]); keep < 0 {
			return Null
		}
	}
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	b := selfBytes(v)
	for i := 0; i < len(b); {
		j := i
		for j < len(b) && b[j] != '\n' && b[j] != '\r' {
			j++
		}
		end := j
		if j < len(b) {
			if b[j] == '\r' && j+1 < len(b) && b[j+1] == '\n' {
				j++
			}
			j++
			if keep > 0 {
				end = j
			}
		}
		if !appendPart(t, l, v, i, end) {
			return Null
		}
		i = j
	}
	return Of(l)
}

func bytesStrip(t *Thread, v Value, args []Value, left, right bool) Value {
	var set [256]bool
	if len(args) == 0 || args[0] == None {
		for _, c := range "\t\n\v\f\r " {
			set[c] = true
		}
	} else {
		chars, ok := bytesLike(t, args[0])
		if !ok {
			return Null
		}
		for _, c := range chars {
			set[c] = true
		}
	}
	b := selfBytes(v)
	lo, hi := 0, len(b)
	for left && lo < hi && set[b[lo]] {
		lo++
	}
	for right && hi > lo && set[b[hi-1]] {
		hi--
	}
	return partOf(t, v, lo, hi)
}

func bytesTranslate(t *Thread, v Value, bound []Value) Value {
	var table []byte
	if bound[0] != None {
		var ok bool
		if table, ok = bytesLike(t, bound[0]); !ok {
			return Null
		}
		if len(table) != 256 {
			return Raise(t, TValueError, "translation table must be 256 characters long")
		}
	}
	var del []byte
	if bound[1] != Null {
		var ok bool
		if del, ok = bytesLike(t, bound[1]); !ok {
			return Null
		}
	}
	if table != nil && len(del) == 0 {
		return translateAll(t, v, (*[256]byte)(table))
	}
	var drop [256]uint8
	for _, c := range del {
		drop[c] = 1
	}
	b := selfBytes(v)
	out := Scratch[byte](t, len(b))
	if out == nil {
		return Null
	}
	for len(b) > 0 {
		n := min(len(b), countPiece)
		at := len(out)
		room := out[at : at+n]
		k := 0
		for _, c := range b[:n] {
			room[k] = c // written over by the next one if it is deleted
			k += 1 - int(drop[c])
		}
		if table != nil {
			for j, c := range room[:k] {
				room[j] = table[c]
			}
		}
		out, b = out[:at+k], b[n:]
		if n == countPiece && t.Halted() {
			return Null
		}
	}
	if bytes.Equal(out, selfBytes(v)) {
		return likeSelf(t, v)
	}
	return newLike(t, v, out)
}

// translateAll is translate where nothing is deleted.
func translateAll(t *Thread, v Value, to *[256]byte) Value {
	b := selfBytes(v)
	r, out := rawLike(t, v, len(b))
	if r == Null {
		return Null
	}
	for lo := 0; lo < len(b); lo += blitPiece {
		piece := b[lo:min(len(b), lo+blitPiece)]
		room := out[lo:][:len(piece)]
		for i, c := range piece {
			room[i] = to[c]
		}
		if len(piece) == blitPiece && t.Halted() {
			return Null
		}
	}
	if v.IsExact(TBytes) && bytes.Equal(out, b) {
		return v
	}
	return r
}

func bytesMakeTrans(t *Thread, self Value, args []Value) Value {
	from, ok := bytesLike(t, args[0])
	if !ok {
		return Null
	}
	to, ok := bytesLike(t, args[1])
	if !ok {
		return Null
	}
	if len(from) != len(to) {
		return Raise(t, TValueError, "maketrans arguments must have same length")
	}
	table := make([]byte, 256)
	for i := range table {
		table[i] = byte(i)
	}
	for i, c := range from {
		table[c] = to[i]
	}
	return NewBytes(t, table)
}

// HexStr is the digits of b as a str.
func HexStr(t *Thread, b []byte) Value {
	if len(b) == 0 {
		return t.RT.EmptyStr
	}
	s := allocStrKind(t, 2*len(b), StrASCII)
	if s == nil {
		return Null
	}
	out := s.units1()[:0]
	for ; len(b) > blitPiece; b = b[blitPiece:] {
		if out = numfmt.AppendHex(out, b[:blitPiece]); t.Halted() {
			return Null
		}
	}
	numfmt.AppendHex(out, b)
	return Of(s)
}

// bytesHex is data.hex(sep, bytes_per_sep).
func bytesHex(t *Thread, b []byte, sep, group Value) Value {
	every := int64(1)
	if group != Null {
		var ok bool
		if every, ok = asCInt(t, group); !ok {
			return Null
		}
	}
	var mark byte
	if sep != Null {
		n, c := int64(-1), rune(0)
		if IsStr(sep) {
			if n = As[Str](sep).Len; n == 1 {
				c = As[Str](sep).At(0)
			}
		} else if IsBytes(sep) {
			if n = As[Bytes](sep).Len; n == 1 {
				c = rune(bytesOf(sep)[0])
			}
		}
		switch {
		case n < 0:
			if TypeOf(t, sep).Slots.Len == nil {
				return Raise(t, TTypeError, "object of type '%s' has no len()", TypeName(t, sep))
			}
			if k := Len(t, sep); k < 0 {
				return Null
			} else if k == 1 {
				return Raise(t, TTypeError, "sep must be str or bytes.")
			}
			return Raise(t, TValueError, "sep must be length 1.")
		case n != 1:
			return Raise(t, TValueError, "sep must be length 1.")
		case c >= 0x80:
			return Raise(t, TValueError, "sep must be ASCII.")
		}
		mark = byte(c)
	}
	if sep == Null || every == 0 || len(b) == 0 {
		return HexStr(t, b)
	}
	out := Scratch[byte](t, len(b)*2+hexMarks(len(b), every))
	if out == nil {
		return Null
	}
	size := int(min(max(every, -every), int64(len(b))))
	left := size // bytes before the next mark
	if n := len(b) % size; every > 0 && n > 0 {
		left = n
	}
	out = out[:cap(out)]
	n := 0
	for i, c := range b {
		if left == 0 {
			out[n], left = mark, size
			n++
		}
		left--
		digits := out[n : n+2]
		digits[0], digits[1] = hexDigits[c>>4], hexDigits[c&15]
		n += 2
		if t.haltedAt(i) {
			return Null
		}
	}
	return newStrASCII(t, out[:n])
}

func hexValue(c rune) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|32 >= 'a' && c|32 <= 'f':
		return int(c|32-'a') + 10
	}
	return -1
}

func bytesFromHex(t *Thread, cls, text Value) Value {
	if !IsStr(text) {
		return BadArgument(t, "fromhex", "argument", "str", text)
	}
	s := As[Str](text)
	n := int(s.Len)
	out := Scratch[byte](t, n/2)
	if out == nil {
		return Null
	}
	invalid := func(at int) Value {
		return Raise(t, TValueError, "non-hexadecimal number found in fromhex() arg at position %d", at)
	}
	for i := 0; i < n && !s.IsASCII(); i++ {
		if s.At(i) >= 0x80 {
			return invalid(i)
		}
	}
	for i := 0; i < n; {
		k := 0
		if out, k = numfmt.AppendUnhex(out, s.Bytes()[i:min(n, i+blitPiece)]); k > 0 {
			if i += k; k == blitPiece && t.Halted() {
				return Null
			}
			continue
		}
		c := s.At(i)
		if isByteSpace(byte(c)) {
			i++
			continue
		}
		hi, lo := hexValue(c), -1
		at := i
		if hi >= 0 {
			at = i + 1
			if at < n {
				lo = hexValue(s.At(at))
			}
		}
		if lo < 0 {
			return invalid(at)
		}
		out = append(out, byte(hi<<4|lo))
		i += 2
	}
	typ := As[Type](cls)
	if typ.Is(TByteArray) {
		return NewByteArray(t, out)
	}
	r := NewBytes(t, out)
	if r == Null || typ.Is(TBytes) {
		return r
	}
	return Call1(t, cls, r)
}

// hexMarks is how many marks stand between the digits of n bytes, one every so many.
func hexMarks(n int, every int64) int {
	if every == 0 || n == 0 {
		return 0
	}
	if every < 0 {
		every = -every
	}
	return int(int64(n-1) / max(every, 1))
}
