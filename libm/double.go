// Package libm holds the elementary functions, rounded correctly in all but very rare cases, as good C libraries do.
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

// scale is a * 2**e, rounded once.
func scale(a Double, e int) float64 {
	r := a.Hi + a.Lo
	_, re := math.Frexp(r)
	if re+e >= -1021 {
		return math.Ldexp(r, e)
	}
	if re+e < -1080 {
		return math.Ldexp(r, e) // zero with its sign
	}
	// A subnormal result: align its last bit by adding a number that has just this precision.
	c := math.Copysign(math.Ldexp(1, -1022-e), r)
	s := fastTwoSum(c, a.Hi)
	return math.Ldexp(s.Hi+(s.Lo+a.Lo)-c, e)
}
