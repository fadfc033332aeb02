// Package libm holds the elementary functions, with the very bits that glibc 2.36 gives on x86-64 processors with fused multiply-add:
// these are what programs see in CPython. Its functions are not rounded correctly, so the order of the operations counts, and which of them
// are fused. What is to be rounded by itself stands in float64(...), since Go may fuse anything else on some platforms.
// It knows nothing but floats.
package libm

import "math"

// Double is a number in doubled precision: the sum of Hi and a much smaller Lo.
type Double struct{ Hi, Lo float64 }

// TwoSum is x + y exactly.
func TwoSum(x, y float64) (hi, lo float64) {
	hi = x + y
	z := hi - x
	return hi, (x - (hi - z)) + (y - z)
}

// fastTwoSum is TwoSum for |x| >= |y|.
func fastTwoSum(x, y float64) Double {
	hi := x + y
	return Double{hi, y - (hi - x)}
}

// TwoProd is x * y exactly.
func TwoProd(x, y float64) Double {
	hi := float64(x * y) // rounded here: elsewhere a processor may fuse it with what it is added to
	return Double{hi, math.FMA(x, y, -hi)}
}

// Value is the nearest float.
func (a Double) Value() float64 { return a.Hi + a.Lo }

// Add is a + b.
func (a Double) Add(b Double) Double {
	s, e := TwoSum(a.Hi, b.Hi)
	u, f := TwoSum(a.Lo, b.Lo)
	d := fastTwoSum(s, e+u)
	return fastTwoSum(d.Hi, d.Lo+f)
}

// Neg is -a.
func (a Double) Neg() Double { return Double{-a.Hi, -a.Lo} }

// Mul is a * b.
func (a Double) Mul(b Double) Double {
	p := TwoProd(a.Hi, b.Hi)
	return fastTwoSum(p.Hi, p.Lo+(a.Hi*b.Lo+a.Lo*b.Hi))
}

// Div is a / b.
func (a Double) Div(b Double) Double {
	q := a.Hi / b.Hi
	p := TwoProd(q, b.Hi)
	r := (a.Hi - p.Hi) - p.Lo + a.Lo - q*b.Lo
	return fastTwoSum(q, r/b.Hi)
}

// Sqrt is the square root of a.
func (a Double) Sqrt() Double {
	if a.Hi == 0 {
		return Double{}
	}
	s := math.Sqrt(a.Hi)
	p := TwoProd(s, s)
	return fastTwoSum(s, (a.Hi-p.Hi-p.Lo+a.Lo)/(2*s))
}

// Triple is a sum in tripled precision.
type Triple struct{ Hi, Lo, Tiny float64 }

// AddProduct is s + x*y.
func (s Triple) AddProduct(x, y float64) Triple {
	p := TwoProd(x, y)
	hi, e := TwoSum(s.Hi, p.Hi)
	lo, f := TwoSum(s.Lo, p.Lo)
	lo, g := TwoSum(lo, e)
	return Triple{hi, lo, s.Tiny + f + g}
}

// Sum is the nearest float.
func (s Triple) Sum() float64 {
	hi, lo := TwoSum(s.Lo, s.Hi)
	return s.Tiny + lo + hi
}
