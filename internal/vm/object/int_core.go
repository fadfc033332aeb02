// Ints: how they are represented, made and read. Ints of 49 bits lie in the value's word, others are BigInt objects.

package object

import (
	"math"
	"math/big"
	"math/bits"
	"runtime"
	"strconv"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/numfmt"
)

// maxIntWords bounds an int's size, so that a huge result is refused before it is computed.
const maxIntWords = 1 << 29

// IsIntLike reports whether v is an int, a bool included, or of a subclass of int.
func IsIntLike(v Value) bool { return v.IsInt() || v.IsBool() || hasFlag(v, TypeIntSub) }

// mag returns the words of the magnitude.
func (b *BigInt) mag() []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Add(unsafe.Pointer(b), BigData)), b.Words)
}

// Short returns the value of an int or bool that lies in the word.
func Short(v Value) (n int64, ok bool) {
	if v.IsInt() {
		return v.Int(), true
	}
	return int64(v & 1), v.IsBool()
}

// Int64 returns the value of an int of any kind, if it fits; false too for what is no int.
func Int64(v Value) (int64, bool) {
	if i, ok := Short(v); ok {
		return i, true
	}
	if !hasFlag(v, TypeIntSub) {
		return 0, false
	}
	b := As[BigInt](v)
	switch b.Words {
	case 0:
		return 0, true
	case 1:
		m := b.mag()[0]
		if b.Sign > 0 {
			return int64(m), m <= math.MaxInt64
		}
		return -int64(m), m <= 1<<63
	}
	return 0, false
}

// Uint64 returns the value of an int of any kind, if it is in the range of uint64.
func Uint64(v Value) (uint64, bool) {
	if i, ok := Int64(v); ok {
		return uint64(i), i >= 0
	}
	if hasFlag(v, TypeIntSub) {
		if b := As[BigInt](v); b.Words == 1 && b.Sign > 0 {
			return b.mag()[0], true
		}
	}
	return 0, false
}

// IntSign returns -1, 0 or 1 for an int of any kind.
func IntSign(v Value) int {
	if i, ok := Short(v); ok {
		switch {
		case i < 0:
			return -1
		case i > 0:
			return 1
		}
		return 0
	}
	return int(As[BigInt](v).Sign)
}

// intWords returns an int's sign and magnitude. Those of small ints are put into buf.
func intWords(v Value, buf *[1]uint64) ([]uint64, int) {
	if i, ok := Short(v); ok {
		switch {
		case i < 0:
			buf[0] = uint64(-i)
			return buf[:], -1
		case i > 0:
			buf[0] = uint64(i)
			return buf[:], 1
		}
		return nil, 0
	}
	b := As[BigInt](v)
	return b.mag(), int(b.Sign)
}

func asBigWords(w []uint64) []big.Word {
	return unsafe.Slice((*big.Word)(unsafe.Pointer(unsafe.SliceData(w))), len(w))
}

func fromBigWords(w []big.Word) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(w))), len(w))
}

// BigOf returns an int of any kind as a big.Int that must not be changed. It may share the object's words: it is valid while v is
// in a local variable (runtime.KeepAlive).
func BigOf(v Value) *big.Int {
	if i, ok := Short(v); ok {
		return big.NewInt(i)
	}
	b := As[BigInt](v)
	z := new(big.Int).SetBits(asBigWords(b.mag()))
	if b.Sign < 0 {
		z.Neg(z)
	}
	return z
}

// allocBig makes an int object of n words, all 0; nil without memory.
func allocBig(t *Thread, n, sign int) *BigInt {
	if n > maxIntWords {
		t.NoMemory()
		return nil
	}
	p := t.Alloc(TInt.Shape(), BigData+uintptr(n)*8, 0)
	if p == nil {
		t.NoMemory()
		return nil
	}
	b := (*BigInt)(p)
	b.Words, b.Sign = int32(n), int32(sign)
	return b
}

// normal drops leading zero words of a new int and gives it its small form where it has one.
func (b *BigInt) normal() Value {
	m := b.mag()
	n := len(m)
	for n > 0 && m[n-1] == 0 {
		n--
	}
	if n == 0 {
		return SmallInt(0)
	}
	if n == 1 {
		switch w := m[0]; {
		case b.Sign > 0 && w <= MaxSmall:
			return SmallInt(int64(w))
		case b.Sign < 0 && w <= -MinSmall:
			return SmallInt(-int64(w))
		}
	}
	b.Words = int32(n)
	return Of(b)
}

// NewInt makes an int.
func NewInt(t *Thread, i int64) Value {
	if FitsSmall(i) {
		return SmallInt(i)
	}
	if i < 0 {
		return newWord(t, uint64(-i), -1)
	}
	return newWord(t, uint64(i), 1)
}

// NewUint makes an int of an unsigned number.
func NewUint(t *Thread, u uint64) Value {
	if u <= MaxSmall {
		return SmallInt(int64(u))
	}
	return newWord(t, u, 1)
}

func newWord(t *Thread, w uint64, sign int) Value {
	b := allocBig(t, 1, sign)
	if b == nil {
		return Null
	}
	b.mag()[0] = w
	return Of(b)
}

// newInt128 makes an int of a signed 128-bit number.
func newInt128(t *Thread, hi, lo uint64) Value {
	sign := 1
	if int64(hi) < 0 {
		sign = -1
		var c uint64
		lo, c = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, c)
	}
	n := 2
	if hi == 0 {
		n = 1
		if lo <= MaxSmall {
			return SmallInt(int64(lo) * int64(sign))
		}
	}
	b := allocBig(t, n, sign)
	if b == nil {
		return Null
	}
	m := b.mag()
	m[0] = lo
	if n == 2 {
		m[1] = hi
	}
	return b.normal()
}

// NewBigInt makes an int of a big.Int, whose words are copied.
func NewBigInt(t *Thread, z *big.Int) Value {
	w := fromBigWords(z.Bits())
	if len(w) == 0 {
		return SmallInt(0)
	}
	b := allocBig(t, len(w), z.Sign())
	if b == nil {
		return Null
	}
	copy(b.mag(), w)
	return b.normal()
}

// NewNumber makes an int of numfmt's form.
func NewNumber(t *Thread, n numfmt.Number) Value {
	if n.Big != nil {
		return NewBigInt(t, n.Big)
	}
	return NewInt(t, n.Small)
}

// ExactInt returns an int of any kind as one of exactly type int.
func ExactInt(t *Thread, v Value) Value {
	if v.IsInt() || v.IsExact(TInt) {
		return v
	}
	if v.IsBool() {
		return SmallInt(int64(v & 1))
	}
	b := As[BigInt](v)
	r := allocBig(t, int(b.Words), int(b.Sign))
	if r == nil {
		return Null
	}
	copy(r.mag(), b.mag())
	return r.normal()
}

// newIntOf makes an int of class typ, int itself or a subclass, with the value of the exact int v.
func newIntOf(t *Thread, typ *Type, v Value) Value {
	if v == Null || typ.Is(TInt) {
		return v
	}
	var buf [1]uint64
	m, sign := intWords(v, &buf)
	r := AllocVar(t, typ, uintptr(len(m))*8)
	if r == Null {
		return Null
	}
	b := As[BigInt](r)
	b.Words, b.Sign = int32(len(m)), int32(sign)
	copy(b.mag(), m)
	return r
}

// raiseNum raises an error of package numfmt.
func raiseNum(t *Thread, err error) Value {
	e, ok := err.(*numfmt.Error)
	if err == numfmt.ErrStopped { // the exception is set
		return Null
	}
	if !ok {
		return Raise(t, TSystemError, "%s", err.Error())
	}
	switch e.Kind {
	case numfmt.OverflowError:
		return Raise(t, TOverflowError, "%s", e.Text)
	case numfmt.MemoryError:
		return t.NoMemory()
	}
	return Raise(t, TValueError, "%s", e.Text)
}

// AsInt64 converts an int-like value (with __index__) to int64, with CPython's OverflowError for C longs.
func AsInt64(t *Thread, v Value) (int64, bool) {
	if v.IsInt() {
		return v.Int(), true
	}
	if v = Index(t, v); v == Null {
		return 0, false
	}
	i, ok := Int64(v)
	if !ok {
		Raise(t, TOverflowError, "Python int too large to convert to C long")
	}
	return i, ok
}

// AsInt converts an int-like value to a C int, with CPython's errors.
func AsInt(t *Thread, v Value) (int, bool) {
	if v = Index(t, v); v == Null {
		return 0, false
	}
	i, ok := Int64(v)
	if !ok || i != int64(int32(i)) {
		Raise(t, TOverflowError, "Python int too large to convert to C int")
		return 0, false
	}
	return int(i), true
}

// intToFloat converts an int of any kind; OverflowError when it is too large.
func intToFloat(t *Thread, v Value) (float64, bool) {
	if i, ok := Int64(v); ok {
		return float64(i), true
	}
	f, err := numfmt.BigToFloat(BigOf(v))
	runtime.KeepAlive(v)
	if err != nil {
		raiseNum(t, err)
		return 0, false
	}
	return f, true
}

// IntRepr returns the decimal text of an int of any kind as a str.
func IntRepr(t *Thread, v Value) Value {
	if i, ok := Int64(v); ok {
		if uint64(i) < 10 {
			return *t.RT.latin1.At('0' + int(i))
		}
		var buf [24]byte
		text := strconv.AppendInt(buf[:0], i, 10)
		s := AllocStr(t, len(text), 0)
		if s == nil {
			return Null
		}
		copy(s.Bytes(), text)
		return Of(s)
	}
	text, err := numfmt.BigTextUntil(BigOf(v), 10, t.RT.IntMaxStrDigits, t.Halted)
	runtime.KeepAlive(v)
	if err != nil {
		return raiseNum(t, err)
	}
	return NewStr(t, text)
}

// hashModulus is the prime 2**61 - 1: hash(x) is x modulo it, for numbers of all kinds.
const hashModulus = 1<<61 - 1

// HashInt is the hash of an int of any kind.
func HashInt(v Value) int64 {
	if i, ok := Short(v); ok {
		return hashSmall(i)
	}
	b := As[BigInt](v)
	m := b.mag()
	h := uint64(0)
	for i := len(m) - 1; i >= 0; i-- {
		h = (h<<3&hashModulus | h>>58) + m[i]&hashModulus + m[i]>>61
		for h >= hashModulus {
			h -= hashModulus
		}
	}
	r := int64(h)
	if b.Sign < 0 {
		r = -r
	}
	if r == -1 {
		return -2
	}
	return r
}
