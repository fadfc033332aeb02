package bignum

import (
	"math/big"
	"math/bits"
)

// GCD is the greatest common divisor of |x| and |y|; nil if it was stopped. It is Lehmer's algorithm: Euclid's steps are tried on the leading words, and
// many of them done at once to the numbers.
func GCD(x, y *big.Int, stop Stop) *big.Int {
	a, b := new(big.Int).Abs(x), new(big.Int).Abs(y)
	if a.Cmp(b) < 0 {
		a, b = b, a
	}
	t, s := new(big.Int), new(big.Int)
	for words(b) > 1 {
		if stop != nil && stop() {
			return nil
		}
		u0, u1, v0, v1, even := leading(a, b)
		if v0 == 0 { // their lengths differ, or the quotient is large
			if words(a) > words(b)+1 {
				_, r := QuoRem(a, b, stop)
				if r == nil {
					return nil
				}
				a, b = b, r
			} else {
				t.Rem(a, b)
				a, b, t = b, t, a
			}
			continue
		}
		// even: a, b = u0*a - v0*b, v1*b - u1*a; else with the other signs
		combine(t, s, a, b, u0, v0, even)
		combine(s, new(big.Int), a, b, u1, v1, !even)
		a, b, t, s = t, s, a, b
	}
	return new(big.Int).GCD(nil, nil, a, b)
}

// combine sets z to u*a - v*b if first, else to v*b - u*a.
func combine(z, tmp, a, b *big.Int, u, v uint, first bool) {
	z.Mul(a, z.SetUint64(uint64(u)))
	tmp.Mul(b, tmp.SetUint64(uint64(v)))
	if first {
		z.Sub(z, tmp)
	} else {
		z.Sub(tmp, z)
	}
}

// leading does Euclid's steps to the leading words of a and b, as long as the quotients are certain to be those of a and b.
func leading(a, b *big.Int) (u0, u1, v0, v1 uint, even bool) {
	x, y := a.Bits(), b.Bits()
	n, m := len(x), len(y)
	h := bits.LeadingZeros(uint(x[n-1]))
	a1 := uint(x[n-1])<<h | uint(x[n-2])>>(wordBits-h)
	var a2 uint
	switch n {
	case m:
		a2 = uint(y[n-1])<<h | uint(y[n-2])>>(wordBits-h)
	case m + 1:
		a2 = uint(y[n-2]) >> (wordBits - h)
	}
	u0, u1, u2 := uint(0), uint(1), uint(0)
	v0, v1, v2 := uint(0), uint(0), uint(1)
	for a2 >= v2 && a1-a2 >= v1+v2 {
		q, r := a1/a2, a1%a2
		a1, a2 = a2, r
		u0, u1, u2 = u1, u2, u1+q*u2
		v0, v1, v2 = v1, v2, v1+q*v2
		even = !even
	}
	return u0, u1, v0, v1, even
}
