// Complex numbers as Python has them: by the plain formulas, without rounding in between.

package libm

import "math"

// CPow is x ** y, false for zero to a negative or complex power, and for an infinite angle.
func CPow(x, y complex128) (z complex128, ok bool) {
	switch {
	case y == 0:
		return 1, true
	case x == 0:
		return 0, imag(y) == 0 && real(y) >= 0
	case imag(y) == 0 && real(y) == math.Floor(real(y)) && math.Abs(real(y)) <= 100:
		return cpowInt(x, int(real(y)))
	}
	abs := Hypot(real(x), imag(x))
	length := Pow(abs, real(y))
	angle := Atan2(imag(x), real(x))
	phase := float64(angle * real(y))
	if imag(y) != 0 {
		length /= Exp(float64(angle * imag(y)))
		phase += float64(imag(y) * Log(abs))
	}
	if isInf(phase) {
		return complex(nan, nan), false // as C's functions of the angle report, too
	}
	return complex(float64(length*Cos(phase)), float64(length*Sin(phase))), true
}

// cpowInt is x ** n, false where a divisor becomes zero.
func cpowInt(x complex128, n int) (complex128, bool) {
	if n < 0 {
		return CQuo(1, cpowUint(x, uint(-n)))
	}
	return cpowUint(x, uint(n)), true
}

func cpowUint(x complex128, n uint) complex128 {
	r := complex128(1)
	for p := x; n > 0; n >>= 1 {
		if n&1 != 0 {
			r = CMul(r, p)
		}
		p = CMul(p, p)
	}
	return r
}

// CMul multiplies by the plain formula, without rounding in between.
func CMul(a, b complex128) complex128 {
	ar, ai, br, bi := real(a), imag(a), real(b), imag(b)
	return complex(float64(ar*br)-float64(ai*bi), float64(ar*bi)+float64(ai*br))
}

// CQuo divides by Smith's method, false for a zero divisor.
func CQuo(a, b complex128) (complex128, bool) {
	ar, ai, br, bi := real(a), imag(a), real(b), imag(b)
	switch {
	case math.Abs(br) >= math.Abs(bi):
		if br == 0 {
			return 0, false
		}
		ratio := bi / br
		denom := br + float64(bi*ratio)
		return complex((ar+float64(ai*ratio))/denom, (ai-float64(ar*ratio))/denom), true
	case math.Abs(bi) >= math.Abs(br):
		ratio := br / bi
		denom := float64(br*ratio) + bi
		return complex((float64(ar*ratio)+ai)/denom, (float64(ai*ratio)-ar)/denom), true
	}
	return complex(math.NaN(), math.NaN()), true
}
