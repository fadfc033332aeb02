// repr of complex numbers.

package numfmt

import "math"

func isPlusZero(f float64) bool { return f == 0 && !math.Signbit(f) }

// ComplexRepr is repr(complex(re, im)).
func ComplexRepr(re, im float64) string {
	var buf [64]byte
	dst := buf[:0]
	if isPlusZero(re) {
		return string(append(appendDouble(dst, im, 'r', 0, options{}), 'j'))
	}
	dst = append(dst, '(')
	dst = appendDouble(dst, re, 'r', 0, options{})
	if math.IsNaN(im) || !math.Signbit(im) {
		dst = append(dst, '+')
	}
	dst = appendDouble(dst, im, 'r', 0, options{})
	return string(append(dst, "j)"...))
}
