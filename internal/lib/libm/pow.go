// Powers: the logarithm with some 68 bits, and then the exponential (Arm, "Optimized routines").

package libm

import "math"

const one = 0x3ff << 52

// parity says of a float what integer it is: 0 none, 1 an odd one, 2 an even one.
func parity(bits uint64) int {
	e := bits >> 52 & 0x7ff
	switch {
	case e < 0x3ff:
		return 0
	case e > 0x3ff+52:
		return 2
	case bits&(1<<(0x3ff+52-e)-1) != 0:
		return 0
	case bits&(1<<(0x3ff+52-e)) != 0:
		return 1
	}
	return 2
}

// margin is less than half a unit of a float's last place, by more than Pow errs: 0.44 units.
const margin = 0.44 * 0x1p-52

// isPow reports whether the power r + rest is so near to the float r that Pow's result is r.
func isPow(r, rest float64) bool {
	bits := math.Float64bits(r) &^ signBit
	unit := math.Float64frombits(bits & (0x7ff << 52))
	return bits-100<<52 < 1900<<52 && bits&(1<<52-1) != 0 && math.Abs(rest) < unit*margin
}

// powSimple is x**y for the commonest exponents, if it is certain to be Pow's result, which is nearly always the nearest float.
func powSimple(x, y float64) (r float64, ok bool) {
	switch y {
	case 2:
		r = float64(x * x)
		return r, isPow(r, fma(x, x, -r))
	case 3:
		p := float64(x * x)
		r = float64(p * x)
		return r, isPow(r, fma(p, x, -r)+float64(fma(x, x, -p)*x))
	case 0.5:
		r = math.Sqrt(x)
		return r, x > 0x1p-900 && isPow(r, fma(-r, r, x)/float64(2*r)) // below, the difference would not be exact
	}
	return 0, false
}

// Pow is x**y with C's special cases.
func Pow(x, y float64) float64 {
	if y == 2 || y == 0.5 || y == 3 {
		if r, ok := powSimple(x, y); ok {
			return r
		}
	}
	ix, iy := math.Float64bits(x), math.Float64bits(y)
	ey := iy >> 52 & 0x7ff
	sign := uint64(0)
	if ix>>52-1 >= 0x7fe || ey-0x3be >= 0x80 {
		var r float64
		var done bool
		if ix, sign, r, done = powSpecial(x, y); done {
			return r
		}
	}
	hi, lo := powLog(ix)
	top := float64(y * hi)
	rest := fma(y, lo, fma(hi, y, -top))
	e, kind := expMagnitude(top)
	large := false
	if kind != 0 {
		switch {
		case kind < 0:
			return math.Float64frombits(math.Float64bits(top+1) | sign)
		case e >= 0x409 && top < 0:
			return math.Float64frombits(sign)
		case e >= 0x409:
			return math.Float64frombits(0x7ff<<52 | sign)
		}
		large = true
	}
	return expOf(top, rest, sign, large)
}

// powSpecial deals with a base that is not positive and normal, and an exponent that is very small or large: it gives the result,
// or the bits of a positive base, with which the power can be computed, and the sign of the result.
func powSpecial(x, y float64) (ix, sign uint64, result float64, done bool) {
	ix, iy := math.Float64bits(x), math.Float64bits(y)
	ey := iy >> 52 & 0x7ff
	switch {
	case y == 0 || ix == one:
		return 0, 0, 1, true
	case x != x || y != y:
		return 0, 0, x + y, true
	case ey == 0x7ff:
		switch a := math.Abs(x); {
		case a == 1:
			return 0, 0, 1, true
		case (a < 1) == (y > 0):
			return 0, 0, 0, true
		}
		return 0, 0, math.Inf(1), true
	case x == 0 || ix>>52&0x7ff == 0x7ff:
		r := float64(x * x)
		if x < 0 || ix == signBit {
			if parity(iy) == 1 {
				r = -r
			}
		}
		if y < 0 {
			r = 1 / r
		}
		return 0, 0, r, true
	}
	if x < 0 {
		switch parity(iy) {
		case 0:
			return 0, 0, math.NaN(), true
		case 1:
			sign = signBit
		}
		ix &^= signBit
	}
	switch {
	case ey-0x3be < 0x80:
	case ix == one:
		return 0, 0, math.Float64frombits(one | sign), true
	case ey < 0x3be && ix > one:
		return 0, 0, 1 + y, true
	case ey < 0x3be:
		return 0, 0, 1 - y, true
	case (ix > one) == (y > 0):
		return 0, 0, math.Inf(1), true
	default:
		return 0, 0, 0, true
	}
	if ix>>52 == 0 {
		ix = math.Float64bits(float64(math.Abs(x)*0x1p52)) - 52<<52
	}
	return ix, sign, 0, false
}

// powLog is the logarithm of a positive float in two parts.
func powLog(ix uint64) (hi, lo float64) {
	t := ix - 0x3fe6955500000000
	entry := &powTable[t>>45%128]
	k := float64(int64(t) >> 52)
	z := math.Float64frombits(ix - t&(0xfff<<52))
	r := fma(z, entry.inverse, -1)
	t1 := fma(k, ln2Hi43, entry.log)
	t2 := t1 + r
	lo1 := fma(k, ln2Lo43, entry.rest)
	lo2 := t1 - t2 + r
	half := float64(r * -0.5)
	square := float64(r * half)
	cube := float64(r * square)
	sum := t2 + square
	lo3 := fma(half, r, -square)
	lo4 := t2 - sum + square
	a := fma(r, 0x1.0000000000006p-1, -0x1.555555555556p-1)
	b := fma(r, -0x1.555555529a47ap-1, 0x1.999999959554ep-1)
	c := fma(r, 0x1.0002b8b263fc3p+0, -0x1.2495b9b4845e9p+0)
	p := fma(square, fma(c, square, b), a)
	low := fma(cube, p, lo1+lo2+lo3+lo4)
	hi = sum + low
	return hi, sum - hi + low
}
