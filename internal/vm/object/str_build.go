// Strings: allocating them by width, copying between widths, substrings, concatenation, repetition, joining.

package object

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/units"
)

// maxStrLen bounds the lengths that are tried at all.
const maxStrLen = 1 << 42

const strWidthMask = StrKindMask | StrASCII

// flags returns the width and whether all is ASCII.
func (s *Str) flags() uint8 { return uint8(s.Meta) & strWidthMask }

// widerFlags returns the flags of a string that holds what both hold.
func widerFlags(a, b uint8) uint8 {
	switch {
	case a == b, a != StrASCII && b == StrASCII:
		return a
	case a == StrASCII:
		return b
	}
	return max(a, b)
}

// allocStrKind makes a string of n code points, all 0, of the width in flags; nil without memory.
func allocStrKind(t *Thread, n int, flags uint8) *Str {
	if uint64(n) > maxStrLen {
		t.NoMemory()
		return nil
	}
	return newStr(t, n, t.Alloc(TStr.Shape(), StrData+uintptr(n)<<(flags&StrKindMask), flags))
}

// allocStrRaw is allocStrKind with code points that are to be written, all of them.
func allocStrRaw(t *Thread, n int, flags uint8) *Str {
	if uint64(n) > maxStrLen {
		t.NoMemory()
		return nil
	}
	return newStr(t, n, t.AllocRaw(TStr.Shape(), StrData+uintptr(n)<<(flags&StrKindMask), flags))
}

func newStr(t *Thread, n int, p unsafe.Pointer) *Str {
	if p == nil {
		t.NoMemory()
		return nil
	}
	s := (*Str)(p)
	s.Len = int64(n)
	return s
}

func (s *Str) units1() []uint8  { return unsafe.Slice((*uint8)(s.Data()), s.Len) }
func (s *Str) units2() []uint16 { return unsafe.Slice((*uint16)(s.Data()), s.Len) }
func (s *Str) units4() []rune   { return unsafe.Slice((*rune)(s.Data()), s.Len) }

// raw returns the bytes of code points lo to hi.
func (s *Str) raw(lo, hi int) []byte {
	k := s.Kind()
	return unsafe.Slice((*byte)(unsafe.Add(s.Data(), lo<<k)), (hi-lo)<<k)
}

type unit interface{ uint8 | uint16 | rune }

// convertUnits copies units into wider ones, or into narrower ones that have them.
func convertUnits[D, S unit](dst []D, src []S) {
	dst = dst[:len(src)]
	i := units.Convert(dst, src)
	switch to, from := unitSize[D](), unitSize[S](); {
	case to == from:
		copy(unsafe.Slice((*S)(unsafe.Pointer(unsafe.SliceData(dst))), len(dst)), src)
		return
	case from == 1:
		for ; i+8 <= len(src); i += 8 {
			widenWord((*[8]D)(unsafe.Pointer(&dst[i])), *(*uint64)(unsafe.Pointer(&src[i])))
		}
	case from == 2:
		for ; i+4 <= len(src); i += 4 {
			putLanes((*[4]D)(unsafe.Pointer(&dst[i])), *(*uint64)(unsafe.Pointer(&src[i])))
		}
	}
	for ; i < len(src); i++ {
		dst[i] = D(src[i])
	}
}

// copyStr copies n code points of src from si to dst at di; they fit.
func copyStr(dst *Str, di int, src *Str, si, n int) {
	if n <= 0 {
		return
	}
	dk, sk := dst.Kind(), src.Kind()
	if dk == sk {
		blit(dst.raw(di, di+n), src.raw(si, si+n))
		return
	}
	switch dk<<2 | sk {
	case 0<<2 | 1:
		convertUnits(dst.units1()[di:], src.units2()[si:si+n])
	case 0<<2 | 2:
		convertUnits(dst.units1()[di:], src.units4()[si:si+n])
	case 1<<2 | 0:
		convertUnits(dst.units2()[di:], src.units1()[si:si+n])
	case 1<<2 | 2:
		convertUnits(dst.units2()[di:], src.units4()[si:si+n])
	case 2<<2 | 0:
		convertUnits(dst.units4()[di:], src.units1()[si:si+n])
	case 2<<2 | 1:
		convertUnits(dst.units4()[di:], src.units2()[si:si+n])
	}
}

// copyStrNew is copyStr into a str that nobody knows yet; false: the thread is halted.
func copyStrNew(t *Thread, dst *Str, di int, src *Str, si, n int) bool {
	for ; n > blitPiece; di, si, n = di+blitPiece, si+blitPiece, n-blitPiece {
		if copyStr(dst, di, src, si, blitPiece); t.Halted() {
			return false
		}
	}
	copyStr(dst, di, src, si, n)
	return true
}

// asciiLen is how many bytes at the start of b are below 128.
func asciiLen(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		if w := binary.LittleEndian.Uint64(b[i:]) & wordASCII; w != 0 {
			return i + bits.TrailingZeros64(w)>>3
		}
	}
	for i < len(b) && b[i] < 0x80 {
		i++
	}
	return i
}

// asciiBytes reports whether all bytes are below 128.
func asciiBytes(b []byte) bool {
	for ; len(b) >= 32; b = b[32:] {
		p := (*[4]uint64)(unsafe.Pointer(unsafe.SliceData(b)))
		if (p[0]|p[1]|p[2]|p[3])&wordASCII != 0 {
			return false
		}
	}
	n := len(b)
	switch { // the last words overlap the ones before
	case n >= 8:
		w := binary.LittleEndian.Uint64(b[n-8:])
		for ; len(b) > 8; b = b[8:] {
			w |= binary.LittleEndian.Uint64(b)
		}
		return w&wordASCII == 0
	case n >= 4:
		return (binary.LittleEndian.Uint32(b)|binary.LittleEndian.Uint32(b[n-4:]))&(wordASCII&(1<<32-1)) == 0
	case n > 0:
		return (b[0]|b[n/2]|b[n-1])&0x80 == 0
	}
	return true
}

// flagsOfPart returns the narrowest flags that code points lo to hi need.
func (s *Str) flagsOfPart(lo, hi int) uint8 {
	if s.IsASCII() {
		return StrASCII
	}
	all := rune(0)
	switch s.Kind() {
	case 0:
		if asciiBytes(s.raw(lo, hi)) {
			return StrASCII
		}
		return 0
	case 1: // as soon as the width is seen to be needed, the rest does not matter
		n := flagsFirst
		for u := s.units2()[lo:hi]; len(u) > 0 && all < 0x100; n = flagsPiece {
			n = min(len(u), n)
			for _, c := range u[:n] {
				all |= rune(c)
			}
			u = u[n:]
		}
	default:
		n := flagsFirst
		for u := s.units4()[lo:hi]; len(u) > 0 && all < 0x10000; n = flagsPiece {
			n = min(len(u), n)
			for _, c := range u[:n] {
				all |= c
			}
			u = u[n:]
		}
	}
	return KindFor(all)
}

// How many code points flagsOfPart looks at before it decides, at first and later.
const (
	flagsFirst = 2
	flagsPiece = 32
)

// sub returns the str of code points lo to hi.
func (s *Str) sub(t *Thread, lo, hi int) Value {
	n := hi - lo
	if n <= 0 {
		return t.RT.EmptyStr
	}
	if n == 1 {
		return NewStrRune(t, s.At(lo))
	}
	r := allocStrRaw(t, n, s.flagsOfPart(lo, hi))
	if r == nil {
		return Null
	}
	if !copyStrNew(t, r, 0, s, lo, n) {
		return Null
	}
	return Of(r)
}

// part is sub that returns v, whose contents s is, when all of it is meant and it is exactly a str.
func (s *Str) part(t *Thread, v Value, lo, hi int) Value {
	if hi-lo == int(s.Len) && v.IsExact(TStr) {
		return v
	}
	return s.sub(t, lo, hi)
}

// exactStr returns v, a str or of a subclass, as exactly a str.
func exactStr(t *Thread, v Value) Value {
	if v.IsExact(TStr) {
		return v
	}
	s := As[Str](v)
	return s.sub(t, 0, int(s.Len))
}

// narrowed returns r, or a copy in the narrowest width. r is not known to anybody else.
func narrowed(t *Thread, r *Str) Value {
	if r == nil {
		return Null
	}
	if r.Len == 0 {
		return t.RT.EmptyStr
	}
	if r.IsASCII() && r.Len > 1 {
		return Of(r)
	}
	f := r.flagsOfPart(0, int(r.Len))
	switch {
	case r.Len == 1 && f&StrKindMask == 0:
		return NewStrRune(t, r.At(0))
	case f&StrKindMask == r.Kind():
		r.Meta = r.Meta&^uint32(strWidthMask) | uint32(f)
		return Of(r)
	}
	x := allocStrKind(t, int(r.Len), f)
	if x == nil {
		return Null
	}
	copyStr(x, 0, r, 0, int(r.Len))
	return Of(x)
}

// newStrBytes makes a str of code points below 256.
func newStrBytes(t *Thread, b []byte) Value {
	flags := uint8(0)
	switch {
	case len(b) < 2:
		return newStrUnits(t, b)
	case asciiBytes(b):
		flags = StrASCII
	}
	s := allocStrRaw(t, len(b), flags)
	if s == nil || !blitNew(t, s.units1(), b) {
		return Null
	}
	return Of(s)
}

// newStrUnits makes a str of code points.
func newStrUnits[U unit](t *Thread, u []U) Value {
	if len(u) == 0 {
		return t.RT.EmptyStr
	}
	all := rune(bitsOf(u))
	if len(u) == 1 {
		return NewStrRune(t, all)
	}
	s := allocStrKind(t, len(u), KindFor(all))
	if s == nil {
		return Null
	}
	switch s.Kind() {
	case 0:
		convertUnits(s.units1(), u)
	case 1:
		convertUnits(s.units2(), u)
	default:
		convertUnits(s.units4(), u)
	}
	return Of(s)
}

// NewStrBMP makes a str of code points below 65536.
func NewStrBMP(t *Thread, units []uint16) Value { return newStrUnits(t, units) }

// NewStrRunes makes a str of code points, lone surrogates among them.
func NewStrRunes(t *Thread, runes []rune) Value { return newStrUnits(t, runes) }

// Runes returns the code points in memory of their own.
func (s *Str) Runes() []rune {
	out := make([]rune, s.Len)
	s.CopyRunes(out, 0)
	return out
}

// RunesIn is Runes in counted memory, see Scratch; nil: there is none.
func (s *Str) RunesIn(t *Thread) []rune {
	out := Scratch[rune](t, int(s.Len))
	if out != nil {
		out = out[:s.Len]
		s.CopyRunes(out, 0)
	}
	return out
}

// CopyRunes copies len(out) code points from lo on.
func (s *Str) CopyRunes(out []rune, lo int) {
	switch hi := lo + len(out); s.Kind() {
	case 0:
		convertUnits(out, s.units1()[lo:hi])
	case 1:
		convertUnits(out, s.units2()[lo:hi])
	default:
		copy(out, s.units4()[lo:hi])
	}
}

// StrItem is s[i] of an exact str; i is in range, from the start or the end.
func StrItem(t *Thread, s Value, i int) Value {
	x := As[Str](s)
	if i < 0 {
		i += int(x.Len)
	}
	return NewStrRune(t, x.At(i))
}

// StrJoin is sep.join(items) of strs; items lie off the Go heap.
func StrJoin(t *Thread, sep Value, items []Value) Value {
	switch len(items) {
	case 0:
		return t.RT.EmptyStr
	case 1:
		return exactStr(t, items[0])
	}
	p := As[Str](sep)
	flags := StrASCII
	if p.Len > 0 {
		flags = p.flags()
	}
	n := int64(len(items) - 1)
	if p.Len > maxStrLen/n {
		return Raise(t, TOverflowError, "join() result is too long for a Python string")
	}
	n *= p.Len
	for _, v := range items {
		s := As[Str](v)
		n += s.Len
		if f := s.flags(); f != flags {
			flags = widerFlags(flags, f)
		}
	}
	if n == 0 {
		return t.RT.EmptyStr
	}
	r := allocStrRaw(t, int(n), flags)
	if r == nil {
		return Null
	}
	at := 0
	if flags&StrKindMask == 0 {
		out, ps := r.units1(), p.units1()
		for i, v := range items {
			if i > 0 && len(ps) > 0 {
				if len(ps) == 1 {
					out[at] = ps[0]
					at++
				} else {
					at += copy(out[at:], ps)
				}
			}
			s := As[Str](v)
			if !putShort(out[at:], s.Data(), int(s.Len)) && !blitNew(t, out[at:], s.units1()) || t.haltedAt(i) {
				return Null
			}
			at += int(s.Len)
		}
		return Of(r)
	}
	ok := false
	if r.Kind() == 1 {
		ok = joinUnits(t, r.units2(), p, items)
	} else {
		ok = joinUnits(t, r.units4(), p, items)
	}
	if !ok {
		return Null
	}
	return Of(r)
}

// StrSpliced is v, a str, with another one in place of each of the parts that cuts has the beginnings and ends of, one after the other.
func StrSpliced(t *Thread, v, by Value, cuts []int) Value {
	s, r := As[Str](v), As[Str](by)
	n, last := int(s.Len), 0
	if len(cuts) == 2 && cuts[0] == 0 && cuts[1] == n {
		return exactStr(t, by)
	}
	if r.Len > 0 && int64(len(cuts)) > maxStrLen/r.Len {
		return t.NoMemory()
	}
	flags := StrASCII
	if r.Len > 0 && len(cuts) > 0 {
		flags = r.flags()
	}
	widest := widerFlags(flags, s.flags())
	for i := 0; i < len(cuts); i += 2 {
		lo, hi := cuts[i], cuts[i+1]
		if n -= hi - lo; flags != widest && last < lo {
			flags = widerFlags(flags, s.flagsOfPart(last, lo))
		}
		if last = hi; t.haltedAt(i | 1) {
			return Null
		}
	}
	if flags != widest && last < int(s.Len) {
		flags = widerFlags(flags, s.flagsOfPart(last, int(s.Len)))
	}
	if n += len(cuts) / 2 * int(r.Len); n == 0 {
		return t.RT.EmptyStr
	}
	out := allocStrRaw(t, n, flags)
	if out == nil {
		return Null
	}
	ok := false
	switch out.Kind() {
	case 0:
		ok = spliceUnits(t, out, out.units1(), s, r, cuts)
	case 1:
		ok = spliceUnits(t, out, out.units2(), s, r, cuts)
	default:
		ok = spliceUnits(t, out, out.units4(), s, r, cuts)
	}
	if !ok {
		return Null
	}
	return Of(out)
}

// spliceUnits writes what StrSpliced gives; units are those of out. False: the thread is halted.
func spliceUnits[U unit](t *Thread, out *Str, units []U, s, by *Str, cuts []int) bool {
	var same []U // the units of s, if they have the size of those of out
	if out.Kind() == s.Kind() {
		same = unsafe.Slice((*U)(s.Data()), s.Len)
	}
	at, last, n := 0, 0, int(by.Len)
	for i := 0; ; i += 2 {
		lo := int(s.Len)
		if i < len(cuts) {
			lo = cuts[i]
		}
		switch size := lo - last; {
		case size < 16 && same != nil:
			for j, c := range same[last:lo] {
				units[at+j] = c
			}
			at += size
		case size > 0:
			if !copyStrNew(t, out, at, s, last, size) {
				return false
			}
			at += size
		}
		if i >= len(cuts) {
			return true
		}
		if n == 1 {
			units[at] = U(by.At(0))
		} else if n > 0 && !copyStrNew(t, out, at, by, 0, n) {
			return false
		}
		at += n
		if last = cuts[i+1]; t.haltedAt(i | 1) {
			return false
		}
	}
}

// bytesOfUnits is the memory of out.
func bytesOfUnits[U unit](out []U) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(out))), len(out)*int(unitSize[U]()))
}

// putShort copies n bytes of a str's or bytes object's data to out, in one or two words that may cover each other or what is written to out later. False: nothing was done, since
// the data are long or out is nearly full.
func putShort(out []byte, data unsafe.Pointer, n int) bool {
	if n > 16 || len(out) < 16 {
		return false
	}
	to, last := unsafe.Pointer(unsafe.SliceData(out)), max(n-8, 0)
	first := *(*uint64)(data) // objects are made of pieces of 16 bytes: 8 can be read
	*(*uint64)(unsafe.Add(to, last)) = *(*uint64)(unsafe.Add(data, last))
	*(*uint64)(to) = first
	return true
}

// joinUnits writes strs to out, with sep between them. False: the thread is halted.
func joinUnits[U unit](t *Thread, out []U, sep *Str, items []Value) bool {
	for i, v := range items {
		switch {
		case i == 0 || sep.Len == 0:
		case sep.Len == 1:
			out[0], out = U(sep.At(0)), out[1:]
		default:
			n, ok := putUnits(t, out, sep)
			if !ok {
				return false
			}
			out = out[n:]
		}
		s := As[Str](v)
		if size := int(unitSize[U]()); 1<<s.Kind() != size || !putShort(bytesOfUnits(out), s.Data(), int(s.Len)*size) {
			if _, ok := putUnits(t, out, s); !ok {
				return false
			}
		}
		if out = out[s.Len:]; t.haltedAt(i) {
			return false
		}
	}
	return true
}

// putUnits writes a str to out, and returns its length. False: the thread is halted.
func putUnits[U unit](t *Thread, out []U, s *Str) (n int, ok bool) {
	n = int(s.Len)
	for lo := 0; lo < n; lo += blitPiece {
		if lo > 0 && t.Halted() {
			return 0, false
		}
		hi := min(lo+blitPiece, n)
		switch s.Kind() {
		case 0:
			convertUnits(out[lo:], s.units1()[lo:hi])
		case 1:
			convertUnits(out[lo:], s.units2()[lo:hi])
		default:
			convertUnits(out[lo:], s.units4()[lo:hi])
		}
	}
	return n, true
}

// strJoin is sep.join(iterable).
func strJoin(t *Thread, sep, iterable Value) Value {
	seq := SequenceFast(t, iterable, "can only join an iterable", Null)
	if seq == Null {
		return Null
	}
	items := FastItems(seq)
	for i, v := range items {
		if !IsStr(v) {
			return Raise(t, TTypeError, "sequence item %d: expected str instance, %s found", i, TypeName(t, v))
		}
	}
	return StrJoin(t, sep, items)
}

// RepeatRune makes a str of n times r.
func RepeatRune(t *Thread, r rune, n int) Value {
	v := NewStrRune(t, r)
	if v == Null {
		return Null
	}
	return strRepeat(t, v, int64(n))
}

// repeatBytes fills dst with copies of its first n bytes; false: the thread is halted.
func repeatBytes(t *Thread, dst []byte, n int) bool {
	if n == 1 {
		c := dst[0]
		if c == 0 {
			return true
		}
		if len(dst) < 16 {
			for i := range dst {
				dst[i] = c
			}
			return true
		}
	}
	return blitAgain(t, dst, n)
}

func strRepeat(t *Thread, v Value, n int64) Value {
	s := As[Str](v)
	switch {
	case n <= 0 || s.Len == 0:
		return t.RT.EmptyStr
	case n == 1:
		return exactStr(t, v)
	case s.Len > math.MaxInt64/n:
		return Raise(t, TOverflowError, "repeated string is too long")
	}
	alloc := allocStrRaw
	if s.Len == 1 && s.At(0) == 0 { // which repeatBytes takes for done
		alloc = allocStrKind
	}
	r := alloc(t, int(min(s.Len*n, math.MaxInt64)), s.flags())
	if r == nil {
		return Null
	}
	if !blitNew(t, r.Bytes(), s.Bytes()) || !repeatBytes(t, r.Bytes(), len(s.Bytes())) {
		return Null
	}
	return Of(r)
}

// fillStr puts n times r into s from code point i on.
func fillStr(t *Thread, s *Str, i, n int, r rune) bool {
	if n <= 0 {
		return true
	}
	s.put(i, r)
	return repeatBytes(t, s.raw(i, i+n), 1<<s.Kind())
}

// compareStr orders two strs by code points.
func compareStr(a, b *Str) int {
	if a.Kind() == 0 && b.Kind() == 0 {
		return bytes.Compare(a.units1(), b.units1())
	}
	switch a.Kind() {
	case 0:
		return compareWith(a.units1(), b)
	case 1:
		return compareWith(a.units2(), b)
	}
	return compareWith(a.units4(), b)
}

func compareWith[A unit](a []A, b *Str) int {
	switch b.Kind() {
	case 0:
		return compareUnits(a, b.units1())
	case 1:
		return compareUnits(a, b.units2())
	}
	return compareUnits(a, b.units4())
}

func compareUnits[A, B unit](a []A, b []B) int {
	n := min(len(a), len(b))
	for i, x := range a[:n] {
		if y := b[i]; rune(x) != rune(y) {
			return cmp.Compare(rune(x), rune(y))
		}
	}
	return cmp.Compare(len(a), len(b))
}

// StrPart is v[lo:hi] of a str.
func StrPart(t *Thread, v Value, lo, hi int) Value { return As[Str](v).part(t, v, lo, hi) }
