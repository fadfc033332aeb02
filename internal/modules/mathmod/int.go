// The module math: functions of ints.

package mathmod

import (
	"math"
	"math/big"
	"math/bits"
	"runtime"

	"github.com/psyco-go/psy/internal/lib/bignum"
	"github.com/psyco-go/psy/internal/vm/object"
)

// bigArg copies operator.index(v) as a big.Int; nil on error.
func bigArg(t *Thread, v Value) *big.Int {
	if v = object.Index(t, v); v == null {
		return nil
	}
	z := new(big.Int).Set(object.BigOf(v))
	runtime.KeepAlive(v)
	return z
}

// frexpInt is a positive int as a float in [0.5, 1) and an exponent.
func frexpInt(v Value) (float64, int) {
	f := new(big.Float).SetInt(object.BigOf(v))
	runtime.KeepAlive(v)
	m := new(big.Float)
	e := f.MantExp(m)
	x, _ := m.Float64()
	if x == 1 { // rounded up
		return 0.5, e + 1
	}
	return x, e
}

func mathComb(t *Thread, self Value, args []Value) Value {
	if args[0].IsInt() && args[1].IsInt() {
		if n, k := args[0].Int(), args[1].Int(); 0 <= k && k <= n {
			if r, ok := combSmall(n, min(k, n-k)); ok {
				return object.NewUint(t, r)
			}
		}
	}
	n, k := bigArg(t, args[0]), (*big.Int)(nil)
	if n != nil {
		k = bigArg(t, args[1])
	}
	switch {
	case k == nil:
		return null
	case n.Sign() < 0:
		return object.Raise(t, object.TValueError, "n must be a non-negative integer")
	case k.Sign() < 0:
		return object.Raise(t, object.TValueError, "k must be a non-negative integer")
	case n.Cmp(k) < 0:
		return object.SmallInt(0)
	}
	if rest := new(big.Int).Sub(n, k); rest.Cmp(k) < 0 {
		k = rest
	}
	if !k.IsInt64() {
		return object.Raise(t, object.TOverflowError, "min(n - k, k) must not exceed %d", int64(math.MaxInt64))
	}
	if n.IsInt64() {
		if r, ok := combSmall(n.Int64(), k.Int64()); ok {
			return object.NewUint(t, r)
		}
		return combBig(t, n.Int64(), k.Int64())
	}
	r, x := big.NewInt(1), new(big.Int)
	for i := int64(0); i < k.Int64(); i++ {
		r.Mul(r, x.Sub(n, big.NewInt(i)))
		r.Quo(r, x.SetInt64(i+1))
		if i&63 == 63 && !t.Poll() {
			return null
		}
	}
	return object.NewBigInt(t, r)
}

// combBig is the binomial coefficient by its factors; 1 <= k <= n/2.
func combBig(t *Thread, n, k int64) Value {
	if k > 1<<30 {
		return t.NoMemory()
	}
	r, ok := productBig(t, n-k+1, n)
	if !ok {
		return null
	}
	d, ok := productBig(t, 1, k)
	if !ok {
		return null
	}
	return object.NewBigInt(t, r.Quo(r, d))
}

// combSmall is the binomial coefficient, if it and the steps to it fit.
func combSmall(n, k int64) (uint64, bool) {
	r := uint64(1)
	for i := int64(1); i <= k; i++ {
		hi, lo := bits.Mul64(r, uint64(n-k+i))
		if hi >= uint64(i) {
			return 0, false
		}
		if hi == 0 {
			r = lo / uint64(i)
		} else {
			r, _ = bits.Div64(hi, lo, uint64(i))
		}
	}
	return r, true
}

func mathPerm(t *Thread, self Value, args []Value) Value {
	if len(args) == 1 || args[1] == none {
		return mathFactorial(t, self, args[0])
	}
	n, k := bigArg(t, args[0]), (*big.Int)(nil)
	if n != nil {
		k = bigArg(t, args[1])
	}
	switch {
	case k == nil:
		return null
	case n.Sign() < 0:
		return object.Raise(t, object.TValueError, "n must be a non-negative integer")
	case k.Sign() < 0:
		return object.Raise(t, object.TValueError, "k must be a non-negative integer")
	case n.Cmp(k) < 0:
		return object.SmallInt(0)
	case !k.IsInt64():
		return object.Raise(t, object.TOverflowError, "k must not exceed %d", int64(math.MaxInt64))
	}
	if n.IsInt64() {
		return productRange(t, n.Int64()-k.Int64()+1, n.Int64())
	}
	r, x := big.NewInt(1), new(big.Int)
	for i := int64(0); i < k.Int64(); i++ {
		r.Mul(r, x.Sub(n, big.NewInt(i)))
		if i&63 == 63 && !t.Poll() {
			return null
		}
	}
	return object.NewBigInt(t, r)
}

func mathFactorial(t *Thread, self, v Value) Value {
	i := object.Index(t, v)
	if i == null {
		return null
	}
	if object.IntSign(i) < 0 {
		return object.Raise(t, object.TValueError, "factorial() not defined for negative values")
	}
	n, ok := object.Int64(i)
	if !ok {
		return object.Raise(t, object.TOverflowError, "factorial() argument should not exceed %d", int64(math.MaxInt64))
	}
	return productRange(t, 1, n)
}

// productRange is lo * (lo+1) * ... * hi.
func productRange(t *Thread, lo, hi int64) Value {
	if lo <= 0 && hi >= 0 && lo <= hi {
		return object.SmallInt(0)
	}
	if hi-lo > 1<<30 {
		return t.NoMemory()
	}
	if r, ok := productWord(lo, hi); ok {
		return object.NewUint(t, r)
	}
	z, ok := productBig(t, lo, hi)
	if !ok {
		return null
	}
	return object.NewBigInt(t, z)
}

// productWord is productRange of positive numbers, if the product fits a word.
func productWord(lo, hi int64) (uint64, bool) {
	if lo <= 0 || hi-lo > 63 {
		return 0, false
	}
	r := uint64(1)
	for n := lo; n <= hi; n++ {
		over, low := bits.Mul64(r, uint64(n))
		if over != 0 {
			return 0, false
		}
		r = low
	}
	return r, true
}

//psy:bounded each call halves the numbers
func productBig(t *Thread, lo, hi int64) (*big.Int, bool) {
	if hi-lo < 500 {
		return productSmall(lo, hi), t.Poll()
	}
	mid := lo + (hi-lo)/2
	a, ok := productBig(t, lo, mid)
	if !ok {
		return nil, false
	}
	b, ok := productBig(t, mid+1, hi)
	if !ok {
		return nil, false
	}
	z := bignum.Mul(a, b, t.Halted)
	return z, z != nil
}

// productSmall multiplies few numbers of the same sign: factors are gathered while their product fits a word, and the result, of so few words, is
// multiplied in place.
func productSmall(lo, hi int64) *big.Int {
	if lo > hi {
		return big.NewInt(1)
	}
	negative := hi < 0 && (hi-lo)&1 == 0
	if hi < 0 {
		lo, hi = -hi, -lo
	}
	words := make([]big.Word, 1, 8)
	words[0] = 1
	times := func(f uint64) {
		carry := uint64(0)
		for i, w := range words {
			high, low := bits.Mul64(uint64(w), f)
			low, c := bits.Add64(low, carry, 0)
			words[i], carry = big.Word(low), high+c
		}
		if carry != 0 {
			words = append(words, big.Word(carry))
		}
	}
	factor := uint64(1)
	for n := uint64(lo); ; n++ {
		if high, low := bits.Mul64(factor, n); high == 0 {
			factor = low
		} else {
			times(factor)
			factor = n
		}
		if n == uint64(hi) {
			break
		}
	}
	times(factor)
	z := new(big.Int).SetBits(words)
	if negative {
		z.Neg(z)
	}
	return z
}

// gcdWords is the greatest common divisor of magnitudes.
func gcdWords(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func absInt64(i int64) uint64 {
	if i < 0 {
		return uint64(-i)
	}
	return uint64(i)
}

// gcd is the greatest common divisor of two ints; Null on error.
func gcd(t *Thread, a, b Value) Value {
	x, ok := object.Int64(a)
	y, ok2 := object.Int64(b)
	if ok && ok2 {
		return object.NewUint(t, gcdWords(absInt64(x), absInt64(y)))
	}
	z := bignum.GCD(object.BigOf(a), object.BigOf(b), t.Halted)
	for _, v := range [...]Value{a, b} { // a large divisor of the other is the result itself
		if z != nil && v.IsExact(object.TInt) && object.BigOf(v).Cmp(z) == 0 {
			return v
		}
	}
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	if z == nil {
		return null
	}
	return object.NewBigInt(t, z)
}

func mathGCD(t *Thread, self Value, args []Value) Value {
	r := object.SmallInt(0)
	for _, v := range args {
		i := object.Index(t, v)
		if i == null {
			return null
		}
		if r = gcd(t, r, i); r == null {
			return null
		}
	}
	return r
}

func mathLCM(t *Thread, self Value, args []Value) Value {
	r := object.SmallInt(1)
	if len(args) == 1 {
		return mathGCD(t, self, args)
	}
	for _, v := range args {
		i := object.Index(t, v)
		if i == null {
			return null
		}
		if r == object.SmallInt(0) {
			continue
		}
		g := gcd(t, r, i)
		switch g {
		case null:
			return null
		case object.SmallInt(0):
			return object.SmallInt(0)
		}
		q := object.IntFloorDiv(t, r, g)
		if q == null {
			return null
		}
		if q = object.IntMul(t, q, i); q == null {
			return null
		}
		if r = object.IntAbs(t, q); r == null {
			return null
		}
	}
	return r
}

func mathIsqrt(t *Thread, self, v Value) Value {
	i := object.Index(t, v)
	if i == null {
		return null
	}
	if object.IntSign(i) < 0 {
		return object.Raise(t, object.TValueError, "isqrt() argument must be nonnegative")
	}
	if n, ok := object.Int64(i); ok && n < 1<<52 {
		return object.SmallInt(int64(math.Sqrt(float64(n))))
	}
	if !t.Room(uint64(object.BigOf(i).BitLen())) { // eight times its bytes
		return null
	}
	z := bignum.Sqrt(object.BigOf(i), t.Halted)
	runtime.KeepAlive(i)
	if z == nil {
		return null
	}
	return object.NewBigInt(t, z)
}
