// Rounding: round(x), round(x, n) for floats and ints.

package numfmt

import (
	"math"
	"math/big"
	"strconv"
)

// RoundFloat is round(f, n): to n decimal places, correctly, ties to even.
func RoundFloat(f float64, n int) (float64, error) {
	switch {
	case f == 0 || math.IsNaN(f) || math.IsInf(f, 0) || n > 323:
		return f, nil
	case n < -308:
		return math.Copysign(0, f), nil
	}
	if q, ok := scaled(math.Abs(f), n); ok && q <= 1<<53 {
		// Both operands are exact, so the quotient is the double nearest to the rounded decimal.
		return math.Copysign(float64(q)/float64(pow10[n]), f), nil
	}
	var r float64
	if n >= 0 {
		r, _ = strconv.ParseFloat(strconv.FormatFloat(f, 'f', n, 64), 64)
	} else {
		r, _ = strconv.ParseFloat(roundWhole(math.Abs(f), -n).String(), 64)
	}
	if math.IsInf(r, 0) {
		return 0, overflowError("rounded value too large to represent")
	}
	return math.Copysign(r, f), nil
}

// roundWhole rounds f > 0 to a multiple of 10**n, n > 0, ties to even.
func roundWhole(f float64, n int) *big.Int {
	whole, frac := math.Modf(f)
	v, _ := big.NewFloat(whole).Int(nil)
	// A fraction decides only ties of the whole part: one more digit shows it.
	v.Mul(v, big.NewInt(10))
	if frac != 0 {
		v.Add(v, big.NewInt(1))
	}
	v = RoundBig(v, -n-1)
	return v.Quo(v, big.NewInt(10))
}

// RoundBig is round(v, n) of an int: for n < 0 to a multiple of 10**-n, ties to even.
func RoundBig(v *big.Int, n int) *big.Int {
	if n >= 0 {
		return v
	}
	// Far above the number's length the result is 0, whatever the digits.
	if -float64(n) > float64(v.BitLen())*math.Log10(2)+1 {
		return new(big.Int)
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-n)), nil)
	q, r := new(big.Int).QuoRem(new(big.Int).Abs(v), unit, new(big.Int))
	if c := r.Lsh(r, 1).Cmp(unit); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	q.Mul(q, unit)
	if v.Sign() < 0 {
		q.Neg(q)
	}
	return q
}

// RoundToInt is round(f).
func RoundToInt(f float64) (Number, error) { return TruncFloat(math.RoundToEven(f)) }
