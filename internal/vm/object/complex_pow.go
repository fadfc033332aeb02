// Complex numbers: powers.

package object

import (
	"math"

	"github.com/psyco-go/psy/internal/lib/libm"
)

// complexPow is x ** y.
func complexPow(t *Thread, x, y complex128) Value {
	r, ok := libm.CPow(x, y)
	if !ok {
		return Raise(t, TZeroDivisionError, "0.0 to a negative or complex power")
	}
	if isInfComplex(r) {
		return Raise(t, TOverflowError, "complex exponentiation")
	}
	return NewComplex(t, r)
}

func isInfComplex(z complex128) bool { return math.IsInf(real(z), 0) || math.IsInf(imag(z), 0) }

// NewComplex makes a complex number.
func NewComplex(t *Thread, z complex128) Value {
	c := New[Complex](t, TComplex)
	if c == nil {
		return Null
	}
	c.Re, c.Im = real(z), imag(z)
	return Of(c)
}
