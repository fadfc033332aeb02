// Package libm holds the elementary functions, with the very bits that glibc 2.36 gives on x86-64 processors with fused multiply-add:
// these are what programs see in CPython. Its functions are not rounded correctly, so the order of the operations counts, and which of them
// are fused. What is to be rounded by itself stands in float64(...), since Go may fuse anything else on some platforms.
// It knows nothing but floats.
package libm

// TwoSum is x + y exactly.
func TwoSum(x, y float64) (hi, lo float64) {
	hi = x + y
	z := hi - x
	return hi, (x - (hi - z)) + (y - z)
}

// Triple is a sum in tripled precision.
type Triple struct{ Hi, Lo, Tiny float64 }

// AddProduct is s + x*y.
func (s Triple) AddProduct(x, y float64) Triple {
	p := float64(x * y)
	hi, e := TwoSum(s.Hi, p)
	lo, f := TwoSum(s.Lo, fma(x, y, -p))
	lo, g := TwoSum(lo, e)
	return Triple{hi, lo, s.Tiny + f + g}
}

// Sum is the nearest float.
func (s Triple) Sum() float64 {
	hi, lo := TwoSum(s.Lo, s.Hi)
	return s.Tiny + lo + hi
}
