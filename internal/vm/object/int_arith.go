// Ints: addition, subtraction, multiplication, division.

package object

import (
	"math"
	"math/big"
	"math/bits"
	"runtime"
	"sync"

	"github.com/psyco-go/psy/internal/lib/bignum"
)

func bothIntLike(a, b Value) bool {
	return (a.IsInt() || IsIntLike(a)) && (b.IsInt() || IsIntLike(b))
}

// IntAdd is a + b of ints of any kind.
func IntAdd(t *Thread, a, b Value) Value {
	x, ok := Short(a)
	y, ok2 := Short(b)
	if ok && ok2 {
		return NewInt(t, x+y)
	}
	return addSigned(t, a, b, false)
}

// IntSub is a - b of ints of any kind.
func IntSub(t *Thread, a, b Value) Value {
	x, ok := Short(a)
	y, ok2 := Short(b)
	if ok && ok2 {
		return NewInt(t, x-y)
	}
	return addSigned(t, a, b, true)
}

func addSigned(t *Thread, a, b Value, negate bool) Value {
	var bufA, bufB [1]uint64
	x, sx := intWords(a, &bufA)
	y, sy := intWords(b, &bufB)
	if negate {
		sy = -sy
	}
	switch {
	case sx == 0 || sy == 0:
		if sx == 0 {
			x, sx = y, sy
		}
		r := allocBig(t, len(x), sx)
		if r == nil {
			return Null
		}
		copy(r.mag(), x)
		return r.normal()
	case sx == sy:
		if len(x) < len(y) {
			x, y = y, x
		}
		r := allocBig(t, len(x)+1, sx)
		if r == nil {
			return Null
		}
		addMag(r.mag(), x, y)
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		return r.normal()
	}
	switch c := cmpMag(x, y); {
	case c == 0:
		return SmallInt(0)
	case c < 0:
		x, y, sx = y, x, sy
	}
	r := allocBig(t, len(x), sx)
	if r == nil {
		return Null
	}
	subMag(r.mag(), x, y)
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	return r.normal()
}

// addMag sets z to x + y; len(z) = len(x)+1, len(x) >= len(y).
func addMag(z, x, y []uint64) {
	var c uint64
	z[len(x)] = 0
	low, xlow := z[:len(y)], x[:len(y)]
	for i, w := range y {
		low[i], c = bits.Add64(xlow[i], w, c)
	}
	high := z[len(y):]
	for i, w := range x[len(y):] {
		high[i], c = bits.Add64(w, 0, c)
	}
	z[len(x)] = c
}

// subMag sets z to x - y; len(z) = len(x), x >= y.
func subMag(z, x, y []uint64) {
	var c uint64
	for i, w := range y {
		z[i], c = bits.Sub64(x[i], w, c)
	}
	for i := len(y); i < len(x); i++ {
		z[i], c = bits.Sub64(x[i], 0, c)
	}
}

func cmpMag(x, y []uint64) int {
	if len(x) != len(y) {
		if len(x) < len(y) {
			return -1
		}
		return 1
	}
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] != y[i] {
			if x[i] < y[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// mulSmall is x * y as a 128-bit number.
func mulSmall(x, y int64) (hi, lo uint64) {
	hi, lo = bits.Mul64(uint64(x), uint64(y))
	hi -= uint64(x>>63&y) + uint64(y>>63&x)
	return hi, lo
}

// IntMul is a * b of ints of any kind.
func IntMul(t *Thread, a, b Value) Value {
	i, ok := Short(a)
	j, ok2 := Short(b)
	if ok && ok2 {
		hi, lo := mulSmall(i, j)
		if hi == uint64(int64(lo)>>63) {
			return NewInt(t, int64(lo))
		}
		return newInt128(t, hi, lo)
	}
	var bufA, bufB [1]uint64
	x, sx := intWords(a, &bufA)
	y, sy := intWords(b, &bufB)
	if sx == 0 || sy == 0 {
		return SmallInt(0)
	}
	if len(x) < len(y) {
		x, y = y, x
	}
	if len(y) >= 24 { // where math/big leaves the school method for Karatsuba's
		if len(x)+len(y) > maxIntWords {
			return t.NoMemory()
		}
		z := bignum.Mul(BigOf(a), BigOf(b), t.Halted)
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		if z == nil {
			return Null
		}
		return NewBigInt(t, z)
	}
	r := allocBig(t, len(x)+len(y), sx*sy)
	if r == nil {
		return Null
	}
	z := r.mag()
	for j, w := range y {
		z[j+len(x)] = mulAddWord(z[j:j+len(x)], x, w)
	}
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	return r.normal()
}

// mulAddWord adds x * w to z, which has the same length, and returns the carry.
func mulAddWord(z, x []uint64, w uint64) (carry uint64) {
	z = z[:len(x)]
	for i, v := range x {
		hi, lo := bits.Mul64(v, w)
		var c uint64
		lo, c = bits.Add64(lo, z[i], 0)
		hi += c
		lo, c = bits.Add64(lo, carry, 0)
		z[i], carry = lo, hi+c
	}
	return carry
}

// floorDivSmall is floor division of machine ints; y is not 0, and x/y does not overflow.
func floorDivSmall(x, y int64) (q, m int64) {
	q, m = x/y, x%y
	if m != 0 && m^y < 0 {
		q--
		m += y
	}
	return q, m
}

// IntFloorDiv is a // b of ints of any kind.
func IntFloorDiv(t *Thread, a, b Value) Value {
	x, ok := Short(a)
	y, ok2 := Short(b)
	if ok2 && y == 0 {
		return Raise(t, TZeroDivisionError, "integer division or modulo by zero")
	}
	if ok && ok2 {
		q, _ := floorDivSmall(x, y)
		return NewInt(t, q)
	}
	q, _ := intDivmod(t, a, b, true, false, "integer division or modulo by zero")
	return q
}

// IntMod is a % b of ints of any kind.
func IntMod(t *Thread, a, b Value) Value {
	x, ok := Short(a)
	y, ok2 := Short(b)
	if ok2 && y == 0 {
		return Raise(t, TZeroDivisionError, "integer modulo by zero")
	}
	if ok && ok2 {
		m := x % y
		if m != 0 && m^y < 0 {
			m += y
		}
		return SmallInt(m)
	}
	_, m := intDivmod(t, a, b, false, true, "integer modulo by zero")
	return m
}

// IntDivmod is divmod(a, b) of ints of any kind.
func IntDivmod(t *Thread, a, b Value) Value {
	q, m := intDivmod(t, a, b, true, true, "integer division or modulo by zero")
	if q == Null || m == Null {
		return Null
	}
	return Pair(t, q, m)
}

// intDivmod computes the wanted ones of a // b and a % b; a wanted one that is Null means an error.
func intDivmod(t *Thread, a, b Value, wantQ, wantM bool, zero string) (q, m Value) {
	if i, ok := Int64(a); ok {
		if j, ok := Int64(b); ok && j != 0 && j != -1 {
			qi, mi := floorDivSmall(i, j)
			if wantQ {
				if q = NewInt(t, qi); q == Null {
					return Null, Null
				}
			}
			if wantM {
				m = NewInt(t, mi)
			}
			return q, m
		}
	}
	if j, ok := Short(b); ok && j != 0 {
		if _, ok := Short(a); !ok { // as below, without a word's memory
			x := As[BigInt](a)
			if j < 0 {
				return divmodWord(t, a, x.mag(), int(x.Sign), uint64(-j), -1, wantQ, wantM)
			}
			return divmodWord(t, a, x.mag(), int(x.Sign), uint64(j), 1, wantQ, wantM)
		}
	}
	var bufA, bufB [1]uint64
	x, sx := intWords(a, &bufA)
	y, sy := intWords(b, &bufB)
	if sy == 0 {
		return Raise(t, TZeroDivisionError, "%s", zero), Null
	}
	if len(y) == 1 {
		return divmodWord(t, a, x, sx, y[0], sy, wantQ, wantM)
	}
	if n := len(x) - len(y); n == 0 || n == 1 {
		if q, m, done := divmodShort(t, a, b, wantQ, wantM); done {
			return q, m
		}
	}
	if !t.Room(8 * 4 * uint64(len(x))) { // quotient, rest, and what the pieces of a long division take
		return Null, Null
	}
	d := divisions.Get().(*division)
	quo, mod := &d.quo, &d.mod
	shareBig(&d.x, x, sx)
	shareBig(&d.y, y, sy)
	if len(x) < longDivision {
		quo.QuoRem(&d.x, &d.y, mod)
	} else if quo, mod = bignum.QuoRem(&d.x, &d.y, t.Halted); quo == nil {
		return Null, Null
	}
	if mod.Sign() != 0 && mod.Sign() != sy {
		mod.Add(mod, &d.y)
		quo.Sub(quo, bigOne)
	}
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	if wantQ {
		q = NewBigInt(t, quo)
	}
	if wantM && (q != Null || !wantQ) {
		m = NewBigInt(t, mod)
	}
	d.x.SetBits(nil)
	d.y.SetBits(nil)
	divisions.Put(d)
	return q, m
}

// divmodShort divides when the quotient is one word: by an estimate from the leading words, which is at most 2 too large (Knuth, 4.3.1).
// done is false when the quotient is longer.
func divmodShort(t *Thread, a, b Value, wantQ, wantM bool) (q, m Value, done bool) {
	var buf [1]uint64
	x, sx := intWords(a, &buf)
	y, sy := intWords(b, &buf) // both are longer than a word
	n := len(y)
	s := uint(bits.LeadingZeros64(y[n-1]))
	top := uint64(0)
	if len(x) > n {
		top = x[n]
	}
	high := top<<s | x[n-1]>>(64-s)
	low := x[n-1]<<s | x[n-2]>>(64-s)
	lead := y[n-1]<<s | y[n-2]>>(64-s)
	if s != 0 && top>>(64-s) != 0 || high >= lead {
		return Null, Null, false
	}
	quo, _ := bits.Div64(high, low, lead)
	r := allocBig(t, n+1, sy)
	if r == nil {
		return Null, Null, true
	}
	z := r.mag()
	copy(z, x)
	var carry, borrow uint64
	for i, w := range y {
		hi, lo := bits.Mul64(w, quo)
		lo, c := bits.Add64(lo, carry, 0)
		carry = hi + c
		z[i], borrow = bits.Sub64(z[i], lo, borrow)
	}
	z[n], _ = bits.Sub64(z[n], carry, borrow)
	for int64(z[n]) < 0 { // the estimate was too large
		quo--
		var c uint64
		for i, w := range y {
			z[i], c = bits.Add64(z[i], w, c)
		}
		z[n] += c
	}
	if sx != sy && !allZero(z) { // round down
		subMag(z[:n], y, z[:n])
		quo++
		if quo == 0 {
			return Null, Null, false
		}
	}
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	if wantQ {
		if q = NewUint(t, quo); q != Null && sx != sy {
			q = IntNeg(t, q)
		}
	}
	if wantM && (q != Null || !wantQ) {
		m = r.normal()
	}
	return q, m, true
}

func allZero(z []uint64) bool {
	for _, w := range z {
		if w != 0 {
			return false
		}
	}
	return true
}

// longDivision is the length, in words, from which on dividends are divided in pieces.
const longDivision = 4096

// division holds the numbers of a long division, whose memory is used again.
type division struct{ x, y, quo, mod big.Int }

var divisions = sync.Pool{New: func() any { return new(division) }}

// shareBig lets z have the given magnitude without copying it.
func shareBig(z *big.Int, mag []uint64, sign int) {
	z.SetBits(asBigWords(mag))
	if sign < 0 {
		z.Neg(z)
	}
}

var bigOne = big.NewInt(1)

// divmodWord divides the magnitude x (of a) by one word.
func divmodWord(t *Thread, a Value, x []uint64, sx int, y uint64, sy int, wantQ, wantM bool) (q, m Value) {
	var rem uint64
	var r *BigInt
	if wantQ {
		if r = allocBig(t, len(x)+1, sx*sy); r == nil {
			return Null, Null
		}
		z := r.mag()
		for i := len(x) - 1; i >= 0; i-- {
			z[i], rem = bits.Div64(rem, x[i], y)
		}
		if rem != 0 && sx != sy {
			for i := range z { // one further from zero
				if z[i]++; z[i] != 0 {
					break
				}
			}
		}
		q = r.normal()
	} else {
		for i := len(x) - 1; i >= 0; i-- {
			rem = bits.Rem64(rem, x[i], y)
		}
	}
	runtime.KeepAlive(a)
	if !wantM {
		return q, Null
	}
	if rem != 0 && sx != sy {
		rem = y - rem
	}
	if m = NewUint(t, rem); sy < 0 && m != Null {
		m = IntNeg(t, m)
	}
	return q, m
}

// IntNeg is -v of an int of any kind.
func IntNeg(t *Thread, v Value) Value {
	if i, ok := Short(v); ok {
		return NewInt(t, -i)
	}
	b := As[BigInt](v)
	r := allocBig(t, int(b.Words), -int(b.Sign))
	if r == nil {
		return Null
	}
	copy(r.mag(), b.mag())
	return r.normal()
}

// IntAbs is abs(v) of an int of any kind.
func IntAbs(t *Thread, v Value) Value {
	if IntSign(v) < 0 {
		return IntNeg(t, v)
	}
	return ExactInt(t, v)
}

const exactFloat = 1 << 53 // ints up to here are floats exactly

// IntTrueDiv is a / b of ints of any kind, correctly rounded.
func IntTrueDiv(t *Thread, a, b Value) Value {
	i, ok := Int64(a)
	j, ok2 := Int64(b)
	if ok2 && j == 0 {
		return Raise(t, TZeroDivisionError, "division by zero")
	}
	if ok && ok2 && i >= -exactFloat && i <= exactFloat && j >= -exactFloat && j <= exactFloat {
		return Float(float64(i) / float64(j))
	}
	f, ok := quotient(BigOf(a), BigOf(b))
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	if !ok {
		return Raise(t, TOverflowError, "integer division result too large for a float")
	}
	return Float(f)
}

// quotient is x / y rounded to the nearest float, ties to even; false when it is too large.
func quotient(x, y *big.Int) (float64, bool) {
	neg := (x.Sign() < 0) != (y.Sign() < 0)
	if x.Sign() == 0 {
		if neg {
			return math.Copysign(0, -1), true
		}
		return 0, true
	}
	d := x.BitLen() - y.BitLen()
	if d > 1024 {
		return 0, false
	}
	if d < -1080 {
		if neg {
			return math.Copysign(0, -1), true
		}
		return 0, true
	}
	// Scale so that the quotient has at least 64 bits; what is left over counts as one more bit.
	shift := 66 - d
	n, m := new(big.Int).Abs(x), new(big.Int).Abs(y)
	if shift > 0 {
		n.Lsh(n, uint(shift))
	} else {
		m.Lsh(m, uint(-shift))
	}
	rem := new(big.Int)
	n.QuoRem(n, m, rem)
	n.Lsh(n, 1)
	if rem.Sign() != 0 {
		n.SetBit(n, 0, 1)
	}
	q := new(big.Float).SetInt(n)
	q.SetMantExp(q, -shift-1)
	f, _ := q.Float64()
	if math.IsInf(f, 0) {
		return 0, false
	}
	if neg {
		f = -f
	}
	return f, true
}
