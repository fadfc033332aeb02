// Package libm holds the elementary functions. Results are bit for bit those of glibc 2.36 on x86-64 processors with fused multiply-add:
// these are what programs see under CPython. glibc's functions are not correctly rounded, so results depend on the order of the operations,
// and on which of them are fused. A product that must be rounded by itself is written float64(...), since Go may fuse others on some platforms.
// The package must not know anything but floats.
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
