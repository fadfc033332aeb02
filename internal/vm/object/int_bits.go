// Ints: shifts and bitwise operators, which see ints as endless two's complement.

package object

import (
	"math"
	"math/bits"
	"runtime"
)

// IntLshift is a << b of ints of any kind.
func IntLshift(t *Thread, a, b Value) Value {
	n, ok := Int64(b)
	if IntSign(b) < 0 {
		return Raise(t, TValueError, "negative shift count")
	}
	if IntSign(a) == 0 {
		return SmallInt(0)
	}
	if !ok {
		if tooManyDigits(a, b) {
			return Raise(t, TOverflowError, "too many digits in integer")
		}
		return t.NoMemory()
	}
	if i, ok := Short(a); ok && n < 48 {
		if r := i << n; r>>n == i && FitsSmall(r) {
			return SmallInt(r)
		}
	}
	var buf [1]uint64
	x, sign := intWords(a, &buf)
	if n/64 > maxIntWords {
		return t.NoMemory()
	}
	if len(x) == 1 && n < 64 && sign > 0 {
		return newInt128(t, x[0]>>(64-n), x[0]<<n)
	}
	k, s := int(n/64), uint(n%64)
	r := allocBig(t, len(x)+k+1, sign)
	if r == nil {
		return Null
	}
	z := r.mag()[k:]
	var carry uint64
	for i, w := range x {
		z[i] = w<<s | carry
		carry = w >> (64 - s) // 0 for s 0
	}
	z[len(x)] = carry
	runtime.KeepAlive(a)
	return r.normal()
}

// tooManyDigits reports whether CPython could not count the digits of a << b, each of 30 bits. It lacks memory for fewer.
func tooManyDigits(a, b Value) bool {
	const digit, most = 30, (math.MaxInt64 - 24) / 4
	var buf [1]uint64
	x, _ := intWords(b, &buf)
	defer runtime.KeepAlive(b)
	switch {
	case len(x) < 2:
		return false
	case len(x) > 2 || x[1] >= digit:
		return true
	}
	shift, rest := bits.Div64(x[1], x[0], digit)
	digits := uint64(IntBitLen(a)+digit-1) / digit
	if rest != 0 {
		digits++
	}
	return shift > most || shift+digits > most
}

// IntRshift is a >> b of ints of any kind.
func IntRshift(t *Thread, a, b Value) Value {
	n, ok := Int64(b)
	if IntSign(b) < 0 {
		return Raise(t, TValueError, "negative shift count")
	}
	if i, small := Short(a); small {
		if !ok || n > 63 {
			n = 63
		}
		return SmallInt(i >> n)
	}
	var buf [1]uint64
	x, sign := intWords(a, &buf)
	if !ok || n/64 >= int64(len(x)) {
		if sign < 0 {
			return SmallInt(-1)
		}
		return SmallInt(0)
	}
	if len(x) == 1 && sign > 0 {
		return NewUint(t, x[0]>>n)
	}
	k, s := int(n/64), uint(n%64)
	lost := x[k]&(1<<s-1) != 0
	for _, w := range x[:k] {
		lost = lost || w != 0
	}
	x = x[k:]
	r := allocBig(t, len(x)+1, sign)
	if r == nil {
		return Null
	}
	z := r.mag()
	for i, w := range x {
		z[i] = w >> s
		if i+1 < len(x) {
			z[i] |= x[i+1] << (64 - s)
		}
		if t.haltedAt(i) {
			return Null
		}
	}
	if lost && sign < 0 {
		increment(z)
	}
	runtime.KeepAlive(a)
	return r.normal()
}

func increment(z []uint64) {
	for i := range z {
		if z[i]++; z[i] != 0 {
			return
		}
	}
}

// twos reads a magnitude as two's complement, word after word.
type twos struct {
	mag   []uint64
	neg   bool
	carry uint64
}

func (x *twos) word(i int) (w uint64) {
	if i < len(x.mag) {
		w = x.mag[i]
	}
	if x.neg {
		w, x.carry = bits.Add64(^w, x.carry, 0)
	}
	return w
}

type bitOp uint8

const (
	bitAnd bitOp = iota
	bitOr
	bitXor
)

func intBitwise(t *Thread, a, b Value, op bitOp) Value {
	i, ok := Short(a)
	j, ok2 := Short(b)
	if ok && ok2 {
		return SmallInt(int64(bitwiseWord(uint64(i), uint64(j), op)))
	}
	var bufA, bufB [1]uint64
	x, sx := intWords(a, &bufA)
	y, sy := intWords(b, &bufB)
	n := max(len(x), len(y)) + 1
	if op == bitAnd { // a nonnegative operand bounds the result
		switch {
		case sx >= 0 && sy >= 0:
			n = min(len(x), len(y))
		case sx >= 0:
			n = len(x)
		case sy >= 0:
			n = len(y)
		}
	}
	if sx > 0 && sy > 0 && (n == 1 || n == 2 && op != bitAnd) { // the result has one word
		return NewUint(t, bitwiseWord(x[0], y[0], op))
	}
	neg := bitwiseWord(uint64(int64(sx)>>1), uint64(int64(sy)>>1), op) != 0
	r := allocBig(t, n, 1)
	if r == nil {
		return Null
	}
	z := r.mag()
	tx, ty := twos{x, sx < 0, 1}, twos{y, sy < 0, 1}
	for i := range z {
		z[i] = bitwiseWord(tx.word(i), ty.word(i), op)
		if t.haltedAt(i) {
			return Null
		}
	}
	if neg {
		for i := range z {
			z[i] = ^z[i]
		}
		increment(z)
		r.Sign = -1
	}
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	return r.normal()
}

func bitwiseWord(x, y uint64, op bitOp) uint64 {
	switch op {
	case bitAnd:
		return x & y
	case bitOr:
		return x | y
	}
	return x ^ y
}

// IntAnd, IntOr and IntXor are the bitwise operators of ints of any kind.
func IntAnd(t *Thread, a, b Value) Value { return intBitwise(t, a, b, bitAnd) }
func IntOr(t *Thread, a, b Value) Value  { return intBitwise(t, a, b, bitOr) }
func IntXor(t *Thread, a, b Value) Value { return intBitwise(t, a, b, bitXor) }

// IntInvert is ~v of an int of any kind.
func IntInvert(t *Thread, v Value) Value {
	if i, ok := Short(v); ok {
		return SmallInt(^i)
	}
	return IntSub(t, SmallInt(-1), v)
}

// IntBitLen is v.bit_length() of an int of any kind.
func IntBitLen(v Value) int64 {
	var buf [1]uint64
	m, _ := intWords(v, &buf)
	if len(m) == 0 {
		return 0
	}
	return int64(len(m)-1)*64 + int64(bits.Len64(m[len(m)-1]))
}
