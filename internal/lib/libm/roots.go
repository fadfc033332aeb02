// Cube roots and hypotenuses.

package libm

import "math"

// cbrtFactors are the cube roots of 1/4, 1/2, 1, 2 and 4.
var cbrtFactors = [...]float64{0x1.428a2f98d728ap-1, 0x1.965fea53d6e3cp-1, 1, 0x1.428a2f98d728bp+0, 0x1.965fea53d6e3dp+0}

// Cbrt is the cube root: a polynomial for the mantissa, then one step of Halley's iteration.
func Cbrt(x float64) float64 {
	if x == 0 || x-x != 0 {
		return x + x
	}
	m, e := math.Frexp(math.Abs(x))
	u := 0x1.91e2a6fe7e984p-1 - float64(0x1.29801e893366dp-3*m)
	u = float64(u*m) - 0x1.d5ae6cfa20f0cp+0
	u = float64(u*m) + 0x1.39350adad51ecp+1
	u = float64(u*m) - 0x1.0eb8277cd8d5dp+1
	u = float64(u*m) + 0x1.8218dde9028b4p+0
	u = float64(u*m) + 0x1.6b69cba168ff2p-2
	u3 := float64(float64(u*u) * u)
	r := float64(float64(u*(u3+float64(2*m))) / (float64(2*u3) + m) * cbrtFactors[2+e%3])
	return math.Ldexp(math.Copysign(r, x), e/3)
}

// Hypot is the square root of x*x + y*y (Borges, "An improved algorithm for hypot").
func Hypot(x, y float64) float64 {
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Inf(1)
	case x != x || y != y:
		return x + y
	}
	x, y = math.Abs(x), math.Abs(y)
	if x < y {
		x, y = y, x
	}
	switch {
	case x > 0x1p511:
		if y <= float64(x*0x1p-54) {
			return x + y
		}
		return float64(hypot(float64(x*0x1p-600), float64(y*0x1p-600)) * 0x1p600)
	case y < 0x1p-459:
		if x >= float64(y*0x1p54) {
			return x + y
		}
		return float64(hypot(float64(x*0x1p600), float64(y*0x1p600)) * 0x1p-600)
	case y <= float64(x*0x1p-54):
		return x + y
	}
	return hypot(x, y)
}

// hypot is for x >= y whose squares do not leave the range. It takes the error of the plain result off.
func hypot(x, y float64) float64 {
	h := math.Sqrt(float64(x*x) + float64(y*y))
	var t float64
	if h <= 2*y {
		d := h - y
		t = float64(x*(float64(2*d)-x)) + float64((d-float64(2*(x-y)))*d)
	} else {
		d := h - x
		t = float64(float64(2*d)*(x-float64(2*y))) + (float64((float64(4*d)-y)*y) + float64(d*d))
	}
	return h - t/float64(2*h)
}

// Norm is the square root of the sum of the squares of these, of which largest is the largest; all are finite and not negative. It changes them.
// Squares are exact, their sum nearly so (as in CPython's math.hypot).
//
//psy:bounded once more, with larger numbers
func Norm(values []float64, largest float64) float64 {
	_, e := math.Frexp(largest)
	if e < -1023 {
		for i := range values {
			values[i] = float64(values[i] * 0x1p1022)
		}
		return float64(smallest * Norm(values, float64(largest*0x1p1022)))
	}
	scale := math.Ldexp(1, -e)
	sum, rest1, rest2 := 1.0, 0.0, 0.0 // with the 1, every square is smaller than the sum
	add := func(x, y float64) {
		p := float64(x * y)
		rest1 += fma(x, y, -p)
		next := sum + p
		rest2 += sum - next + p
		sum = next
	}
	for _, x := range values {
		x = float64(x * scale)
		add(x, x)
	}
	h := math.Sqrt(sum - 1 + (rest1 + rest2))
	add(-h, h)
	h += (sum - 1 + (rest1 + rest2)) / float64(2*h)
	return h / scale
}
