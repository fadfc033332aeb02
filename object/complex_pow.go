// Complex numbers: powers.
package object

import (
	"math"

	"github.com/psyco-go/psy/libm"
)

// complexPow is x ** y.
func complexPow(t *Thread, x, y complex128) Value {
	var r complex128
	switch {
	case y == 0:
		r = 1
	case x == 0:
		if imag(y) != 0 || real(y) < 0 {
			return Raise(t, TZeroDivisionError, "0.0 to a negative or complex power")
		}
	case imag(y) == 0 && real(y) == math.Floor(real(y)) && math.Abs(real(y)) <= 100:
		r = complexPowInt(x, int(real(y)))
	default:
		abs := libm.Hypot(real(x), imag(x))
		length := libm.Pow(abs, real(y))
		angle := libm.Atan2(imag(x), real(x))
		phase := angle * real(y)
		if imag(y) != 0 {
			length *= libm.Exp(-angle * imag(y))
			phase += float64(imag(y) * libm.Log(abs))
		}
		sin, cos := libm.Sin(phase), libm.Cos(phase)
		r = complex(length*cos, length*sin)
	}
	if isInfComplex(r) {
		return Raise(t, TOverflowError, "complex exponentiation")
	}
	return NewComplex(t, r)
}

func isInfComplex(z complex128) bool { return math.IsInf(real(z), 0) || math.IsInf(imag(z), 0) }

func complexPowInt(x complex128, n int) complex128 {
	if n < 0 {
		q, _ := complexQuo(1, complexPowUint(x, uint(-n)))
		return q
	}
	return complexPowUint(x, uint(n))
}

func complexPowUint(x complex128, n uint) complex128 {
	r := complex128(1)
	for p := x; n > 0; n >>= 1 {
		if n&1 != 0 {
			r = complexMul(r, p)
		}
		p = complexMul(p, p)
	}
	return r
}

// complexMul multiplies by the plain formula, without rounding in between.
func complexMul(a, b complex128) complex128 {
	ar, ai, br, bi := real(a), imag(a), real(b), imag(b)
	return complex(float64(ar*br)-float64(ai*bi), float64(ar*bi)+float64(ai*br))
}

// complexQuo divides by Smith's method, false for a zero divisor.
func complexQuo(a, b complex128) (complex128, bool) {
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

// NewComplex makes a complex number.
func NewComplex(t *Thread, z complex128) Value {
	c := New[Complex](t, TComplex)
	if c == nil {
		return Null
	}
	c.Re, c.Im = real(z), imag(z)
	return Of(c)
}
