// Hyperbolic functions, roots and the error function.

package libm

import "math"

// Expm1 is exp(x) - 1.
func Expm1(x float64) float64 { return math.Expm1(x) }

// Log1p is log(1 + x).
func Log1p(x float64) float64 { return math.Log1p(x) }

// Sinh is the hyperbolic sine.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	h := math.Copysign(0.5, x)
	switch {
	case math.IsNaN(x) || a < 1./(1<<28):
		return x
	case a < 1:
		t := Expm1(a)
		return h * (float64(2*t) - t*t/(t+1))
	case a < 22:
		t := Expm1(a)
		return h * (t + t/(t+1))
	case a < 709:
		return h * Exp(a)
	}
	w := Exp(a / 2)
	return h * w * w
}

// Cosh is the hyperbolic cosine.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return x
	case a < 0.5*math.Ln2:
		t := Expm1(a)
		w := 1 + t
		if a < 1./(1<<55) {
			return w
		}
		return 1 + float64(t*t)/(w+w)
	case a < 22:
		t := Exp(a)
		return float64(0.5*t) + 0.5/t
	case a < 709:
		return 0.5 * Exp(a)
	}
	w := Exp(a / 2)
	return 0.5 * w * w
}

// Tanh is the hyperbolic tangent.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	r := 1.0
	switch {
	case math.IsNaN(x) || a < 1./(1<<55):
		return x
	case a < 1:
		t := Expm1(-2 * a)
		r = -t / (t + 2)
	case a < 22:
		t := Expm1(2 * a)
		r = 1 - 2/(t+2)
	}
	return math.Copysign(r, x)
}

// Asinh is the inverse hyperbolic sine.
func Asinh(x float64) float64 {
	a := math.Abs(x)
	var w float64
	switch {
	case x-x != 0 || a < 1./(1<<28):
		return x
	case a > 1<<28:
		w = Log(a) + math.Ln2
	case a > 2:
		w = Log(float64(2*a) + 1/(math.Sqrt(float64(a*a)+1)+a))
	default:
		t := a * a
		w = Log1p(a + t/(1+math.Sqrt(1+t)))
	}
	return math.Copysign(w, x)
}

// Acosh is the inverse hyperbolic cosine.
func Acosh(x float64) float64 {
	switch {
	case x < 1 || math.IsNaN(x):
		return math.NaN()
	case math.IsInf(x, 0):
		return x
	case x > 1<<28:
		return Log(x) + math.Ln2
	case x > 2:
		return Log(float64(2*x) - 1/(x+math.Sqrt(float64(x*x)-1)))
	}
	t := x - 1
	return Log1p(t + math.Sqrt(float64(2*t)+float64(t*t)))
}

// Atanh is the inverse hyperbolic tangent.
func Atanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a <= 1):
		return math.NaN()
	case a == 1:
		return math.Copysign(math.Inf(1), x)
	case a < 1./(1<<28):
		return x
	case a < 0.5:
		t := a + a
		return math.Copysign(0.5*Log1p(t+t*a/(1-a)), x)
	}
	return math.Copysign(0.5*Log1p((a+a)/(1-a)), x)
}

// Hypot is the distance of the point (x, y) from the origin.
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	if x < y {
		x, y = y, x
	}
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Inf(1)
	case y == 0 || math.IsNaN(x) || math.IsNaN(y) || y < x*0x1p-60:
		return x + y
	}
	_, e := math.Frexp(x) // squares stay far from the ends of the range
	x, y = math.Ldexp(x, -e), math.Ldexp(y, -e)
	return scale(TwoProd(x, x).Add(TwoProd(y, y)).Sqrt(), e)
}

// Cbrt is the cube root.
func Cbrt(x float64) float64 { return math.Cbrt(x) }

// Erf is the error function.
func Erf(x float64) float64 { return math.Erf(x) }

// Erfc is 1 - Erf(x).
func Erfc(x float64) float64 { return math.Erfc(x) }
