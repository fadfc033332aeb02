// Remainders, and Python's quotients, which are rounded down.

package libm

import "math"

// Fmod is C's fmod(x, y): exact, with the sign of x.
func Fmod(x, y float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	if ax < ay {
		return x
	}
	// The remainder of a quotient below 2**52 is one fused operation away, and exact.
	if q := ax / ay; q < 1<<52 && ay > 1e-290 {
		r := math.FMA(-math.Trunc(q), ay, ax)
		if r < 0 {
			r += ay
		}
		return math.Copysign(r, x)
	}
	return math.Mod(x, y)
}

// FloorMod is x % y; y is not 0.
func FloorMod(x, y float64) float64 {
	m := Fmod(x, y)
	if m == 0 {
		return math.Copysign(0, y)
	}
	if (y < 0) != (m < 0) {
		m += y
	}
	return m
}

// FloorDivmod is divmod(x, y); y is not 0.
func FloorDivmod(x, y float64) (q, m float64) {
	m = Fmod(x, y)
	q = (x - m) / y
	if m == 0 {
		m = math.Copysign(0, y)
	} else if (y < 0) != (m < 0) {
		m += y
		q--
	}
	if q == 0 {
		return math.Copysign(0, x/y), m
	}
	whole := math.Floor(q)
	if q-whole > 0.5 {
		whole++
	}
	return whole, m
}
