// Strings: layout, making them from Go text and back, hashing, interning. The methods are in str_*.go.

package object

import (
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// Data returns the address of the first code point.
func (s *Str) Data() unsafe.Pointer {
	p := unsafe.Add(unsafe.Pointer(s), StrData)
	if uint8(s.Meta)&StrShared != 0 {
		return unsafe.Add(*(*unsafe.Pointer)(p), roomData)
	}
	return p
}

// Kind returns log2 of the bytes per code point.
func (s *Str) Kind() uint8 { return uint8(s.Meta) & StrKindMask }

// IsASCII reports whether all code points are below 128.
func (s *Str) IsASCII() bool { return uint8(s.Meta)&StrASCII != 0 }

// Bytes returns the raw data.
func (s *Str) Bytes() []byte { return unsafe.Slice((*byte)(s.Data()), int(s.Len)<<s.Kind()) }

// At returns code point i.
func (s *Str) At(i int) rune {
	switch s.Kind() {
	case 0:
		return rune(*(*uint8)(unsafe.Add(s.Data(), i)))
	case 1:
		return rune(*(*uint16)(unsafe.Add(s.Data(), i*2)))
	}
	return *(*rune)(unsafe.Add(s.Data(), i*4))
}

func (s *Str) put(i int, r rune) {
	switch s.Kind() {
	case 0:
		*(*uint8)(unsafe.Add(s.Data(), i)) = uint8(r)
	case 1:
		*(*uint16)(unsafe.Add(s.Data(), i*2)) = uint16(r)
	default:
		*(*rune)(unsafe.Add(s.Data(), i*4)) = r
	}
}

// KindFor returns the flags (width, ASCII) of a string whose largest code point is max.
func KindFor(max rune) uint8 {
	switch {
	case max < 0x80:
		return StrASCII
	case max < 0x100:
		return 0
	case max < 0x10000:
		return 1
	}
	return 2
}

// AllocStr makes a string of n code points, all 0, wide enough for max; nil without memory.
func AllocStr(t *Thread, n int, max rune) *Str {
	k := KindFor(max)
	if uint64(n) > 1<<42 {
		t.NoMemory()
		return nil
	}
	p := t.Alloc(TStr.Shape(), StrData+uintptr(n)<<(k&StrKindMask), k)
	if p == nil {
		t.NoMemory()
		return nil
	}
	s := (*Str)(p)
	s.Len = int64(n)
	return s
}

// Is reports whether an ASCII str is a text of Go's.
func (s *Str) Is(text string) bool { return int(s.Len) == len(text) && s.IsASCII() && s.View() == text }

// decodeWTF8 is utf8.DecodeRuneInString that also accepts surrogates, which Python strings may hold.
func decodeWTF8(s string) (rune, int) {
	if len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return utf8.DecodeRuneInString(s)
}

// AppendWTF8 appends r in UTF-8, surrogates included.
func AppendWTF8(b []byte, r rune) []byte {
	if r >= 0xD800 && r <= 0xDFFF {
		return append(b, 0xED, 0x80|byte(r>>6&0x3F), 0x80|byte(r&0x3F))
	}
	return utf8.AppendRune(b, r)
}

func isASCII(s string) bool { return asciiBytes(unsafe.Slice(unsafe.StringData(s), len(s))) }

// NewStr makes a string of Go text in UTF-8 (surrogates allowed, as in WTF-8); Null without memory.
func NewStr(t *Thread, s string) Value {
	if isASCII(s) {
		if len(s) <= 1 && t.RT.latin1 != nil {
			if len(s) == 0 {
				return t.RT.EmptyStr
			}
			return *t.RT.latin1.At(int(s[0]))
		}
		o := AllocStr(t, len(s), 0)
		if o == nil {
			return Null
		}
		if !blitNew(t, o.Bytes(), unsafe.Slice(unsafe.StringData(s), len(s))) {
			return Null
		}
		return Of(o)
	}
	if v, valid := StrIfUTF8(t, unsafe.Slice(unsafe.StringData(s), len(s)), true); valid {
		return v
	}
	return newStrLenient(t, s)
}

// newStrLenient is NewStr of text in which bytes are no UTF-8: they become U+FFFD.
func newStrLenient(t *Thread, s string) Value {
	n, top := 0, rune(0)
	for i := 0; i < len(s); {
		r, w := decodeWTF8(s[i:])
		i += w
		n++
		top = max(top, r)
		if t.haltedAt(n) {
			return Null
		}
	}
	if n == 1 && top < 256 {
		return *t.RT.latin1.At(int(top))
	}
	o := AllocStr(t, n, top)
	if o == nil {
		return Null
	}
	for i, j := 0, 0; i < len(s); j++ {
		r, w := decodeWTF8(s[i:])
		i += w
		o.put(j, r)
		if t.haltedAt(j) {
			return Null
		}
	}
	return Of(o)
}

// NewStrRune makes a string of one code point.
func NewStrRune(t *Thread, r rune) Value {
	if r < 256 {
		return *t.RT.latin1.At(int(r))
	}
	o := AllocStr(t, 1, r)
	if o == nil {
		return Null
	}
	o.put(0, r)
	return Of(o)
}

// GoString returns the text of a str as a Go string of its own (WTF-8).
func GoString(v Value) string {
	s := As[Str](v)
	if s.IsASCII() {
		return string(s.Bytes())
	}
	b := s.AppendUTF8(make([]byte, 0, s.SizeUTF8()), 0, int(s.Len))
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// View returns an ASCII string's text without copying; it is valid while the object is reachable from a local variable.
func (s *Str) View() string { return unsafe.String((*byte)(s.Data()), int(s.Len)) }

// StrEqual compares two strs by content.
func StrEqual(a, b *Str) bool {
	if a == b {
		return true
	}
	if a.Len != b.Len || a.Kind() != b.Kind() { // the narrowest width is canonical
		return false
	}
	return unsafe.String((*byte)(a.Data()), int(a.Len)<<a.Kind()) == unsafe.String((*byte)(b.Data()), int(b.Len)<<b.Kind())
}

// hashOf is HashStr without a thread at hand.
func hashOf(s *Str) int64 {
	if s.Hash == 0 && s.Len > 0 {
		s.Hash = hashSeedOf(Of(s)).hash(s.Bytes())
	}
	return s.Hash
}

// HashStr returns a string's hash, computing it once (SipHash-1-3 over the raw data, as CPython does).
func HashStr(t *Thread, s *Str) int64 {
	if s.Hash == 0 {
		s.Hash = t.RT.HashSeed.hash(s.Bytes())
	}
	return s.Hash
}

// HashSeed is the key of the hashes of str and bytes. A copy lies at the start of the heap's static area, found from any object.
type HashSeed [2]uint64

func hashSeedOf(v Value) *HashSeed {
	return (*HashSeed)(unsafe.Add(unsafe.Pointer(nil), regionBase(v.Ptr())+heap.StaticOffset))
}

func (k *HashSeed) hash(b []byte) int64 {
	if len(b) == 0 {
		return 0
	}
	h := int64(siphash13(k[0], k[1], b))
	if h == -1 {
		h = -2
	}
	return h
}

// HashBytes is the hash of a bytes object with this content.
func HashBytes(t *Thread, b []byte) int64 { return t.RT.HashSeed.hash(b) }

func rotl(x uint64, n uint) uint64 { return x<<n | x>>(64-n) }

// KeyedHash is the hash that compiled files have of their sources.
func KeyedHash(key uint64, b []byte) uint64 { return siphash13(key, 0, b) }

// siphash13 is SipHash with one compression and three finalization rounds (Aumasson and Bernstein 2012; PEP 456).
func siphash13(k0, k1 uint64, b []byte) uint64 {
	v0 := k0 ^ 0x736f6d6570736575
	v1 := k1 ^ 0x646f72616e646f6d
	v2 := k0 ^ 0x6c7967656e657261
	v3 := k1 ^ 0x7465646279746573
	tail := uint64(len(b)) << 56
	for len(b) >= 8 {
		m := *(*uint64)(unsafe.Pointer(unsafe.SliceData(b)))
		v3 ^= m
		v0 += v1
		v2 += v3
		v1 = rotl(v1, 13) ^ v0
		v3 = rotl(v3, 16) ^ v2
		v0 = rotl(v0, 32)
		v2 += v1
		v0 += v3
		v1 = rotl(v1, 17) ^ v2
		v3 = rotl(v3, 21) ^ v0
		v2 = rotl(v2, 32)
		v0 ^= m
		b = b[8:]
	}
	for i, c := range b {
		tail |= uint64(c) << (8 * i)
	}
	v3 ^= tail
	for i := 0; i < 4; i++ {
		if i == 1 {
			v0 ^= tail
			v2 ^= 0xff
		}
		v0 += v1
		v2 += v3
		v1 = rotl(v1, 13) ^ v0
		v3 = rotl(v3, 16) ^ v2
		v0 = rotl(v0, 32)
		v2 += v1
		v0 += v3
		v1 = rotl(v1, 17) ^ v2
		v3 = rotl(v3, 21) ^ v0
		v2 = rotl(v2, 32)
	}
	return v0 ^ v1 ^ v2 ^ v3
}

// Intern returns the one str object with this text; Null without memory.
func Intern(t *Thread, s string) Value {
	if v := t.RT.Interned.GetGoString(t, s); v != Null {
		return v
	}
	return InternValue(t, NewStr(t, s))
}

// forgetNames drops the interned strs that nothing refers to but the table, which it keeps. The table's storage has no references for the
// collector, which may meet the table on the goroutine's stack.
func (rt *Runtime) forgetNames(live func(uintptr) bool, keep func(uint64)) {
	d := rt.Interned
	if d == nil {
		return
	}
	for i := range int(d.N) {
		if key := d.Entries.At(i).Key; key != Null && !live(uintptr(key)) {
			d.deleteAt(nil, i)
		}
	}
	keep(uint64(Of(d)))
}

// InternValue returns the interned str equal to the exact str v.
func InternValue(t *Thread, v Value) Value {
	if v == Null {
		return Null
	}
	s := As[Str](v)
	if uint8(s.Meta)&StrInterned != 0 {
		return v
	}
	d := t.RT.Interned
	if w := d.GetStr(v); w != Null {
		return w
	}
	if !d.Set(t, v, v) {
		return Null
	}
	s.Meta |= uint32(StrInterned)
	return v
}
