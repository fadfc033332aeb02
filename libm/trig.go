// Trigonometric functions and their inverses.

package libm

import (
	"math"
	"math/big"
	"sync"
)

// reduce is x modulo pi/2 as a number of at most pi/4 in magnitude, and the quadrant.
func reduce(x float64) (Double, int) {
	if math.Abs(x) <= math.Pi/4 {
		return Double{x, 0}, 0
	}
	if math.Abs(x) > 1<<20 {
		return reduceBig(x)
	}
	k := math.RoundToEven(x * (2 / math.Pi))
	p := TwoProd(k, piBy2_1)
	h, e := TwoSum(x-p.Hi, -p.Lo) // the difference is exact
	q := TwoProd(k, piBy2_2)
	h, f := TwoSum(h, -q.Hi)
	return fastTwoSum(h, e+f-q.Lo-k*piBy2_3), int(k)
}

// bigPrec is enough to reduce the largest floats.
const bigPrec = 1300

var piBy2Big = sync.OnceValue(func() *big.Float {
	// Machin: pi/4 = 4 atan(1/5) - atan(1/239)
	atanInverse := func(n int64) *big.Float {
		term := new(big.Float).SetPrec(bigPrec).Quo(big.NewFloat(1).SetPrec(bigPrec), new(big.Float).SetInt64(n))
		sq := new(big.Float).SetPrec(bigPrec).SetInt64(-n * n)
		sum := new(big.Float).SetPrec(bigPrec).Set(term)
		t := new(big.Float).SetPrec(bigPrec)
		for i := int64(3); term.MantExp(nil) > -bigPrec; i += 2 {
			term.Quo(term, sq)
			sum.Add(sum, t.Quo(term, new(big.Float).SetInt64(i)))
		}
		return sum
	}
	a := atanInverse(5)
	a.Mul(a, new(big.Float).SetInt64(4)).Sub(a, atanInverse(239))
	return a.Mul(a, new(big.Float).SetInt64(2))
})

func reduceBig(x float64) (Double, int) {
	half := piBy2Big()
	b := new(big.Float).SetPrec(bigPrec).SetFloat64(x)
	q := new(big.Float).SetPrec(bigPrec).Quo(b, half)
	if x > 0 {
		q.Add(q, big.NewFloat(0.5))
	} else {
		q.Sub(q, big.NewFloat(0.5))
	}
	k, _ := q.Int(nil)
	b.Sub(b, q.Mul(half, new(big.Float).SetPrec(bigPrec).SetInt(k)))
	hi, _ := b.Float64()
	lo, _ := b.Sub(b, big.NewFloat(hi)).Float64()
	return Double{hi, lo}, int(k.And(k, big.NewInt(3)).Int64())
}

// sinCosDouble is the sine and cosine of r, of at most pi/4 in magnitude.
func sinCosDouble(r Double) (sin, cos Double) {
	neg := r.Hi < 0
	if neg {
		r = r.Neg()
	}
	j := math.RoundToEven(r.Hi * 64)
	d := fastTwoSum(r.Hi-j/64, r.Lo)
	i := int(j)
	s, c := sinTable[i], cosTable[i]
	h := d.Hi
	sq := h * h
	sinTail := h * sq * (-1./6 + sq*(1./120-sq*(1./5040))) // sin(d) - d
	cosTail := sq*(-0.5+sq*(1./24+sq*(-1./720+sq*(1./40320)))) - h*d.Lo
	if i == 0 {
		sin = fastTwoSum(h, d.Lo+sinTail)
	} else {
		p := TwoProd(c.Hi, h)
		u := fastTwoSum(s.Hi, p.Hi)
		sin = fastTwoSum(u.Hi, u.Lo+(p.Lo+(c.Lo*h+c.Hi*(d.Lo+sinTail)+s.Hi*cosTail+s.Lo)))
	}
	p := TwoProd(-s.Hi, h)
	u := fastTwoSum(c.Hi, p.Hi)
	cos = fastTwoSum(u.Hi, u.Lo+(p.Lo+(c.Hi*cosTail-s.Lo*h-s.Hi*(d.Lo+sinTail)+c.Lo)))
	if neg {
		sin = sin.Neg()
	}
	return sin, cos
}

// Sin is the sine.
func Sin(x float64) float64 {
	if x-x != 0 {
		return math.NaN()
	}
	if math.Abs(x) < 1e-9 {
		return smallOdd(x, -1./6)
	}
	r, k := reduce(x)
	s, c := sinCosDouble(r)
	if k&1 != 0 {
		s = c
	}
	if k&2 != 0 {
		return -s.Value()
	}
	return s.Value()
}

// smallOdd is x + c*x**3 for tiny x.
func smallOdd(x, c float64) float64 {
	if math.Abs(x) < 1e-100 {
		return x
	}
	return x + x*x*x*c
}

// Cos is the cosine.
func Cos(x float64) float64 {
	if x-x != 0 {
		return math.NaN()
	}
	r, k := reduce(x)
	s, c := sinCosDouble(r)
	if k&1 != 0 {
		c = s
	}
	if (k+1)&2 != 0 {
		return -c.Value()
	}
	return c.Value()
}

// Tan is the tangent.
func Tan(x float64) float64 {
	if x-x != 0 {
		return math.NaN()
	}
	if math.Abs(x) < 1e-9 {
		return smallOdd(x, 1./3)
	}
	r, k := reduce(x)
	s, c := sinCosDouble(r)
	if k&1 != 0 {
		return c.Neg().Div(s).Value()
	}
	return s.Div(c).Value()
}

// atanDouble is the arc tangent of y/x for positive x and y.
func atanDouble(y, x Double) Double {
	swapped := y.Hi > x.Hi
	if swapped {
		x, y = y, x
	}
	i := int(math.RoundToEven(y.Hi / x.Hi * 64))
	t := Double{}
	if i == 0 {
		t = y.Div(x)
	} else {
		c := Double{float64(i) / 64, 0}
		t = y.Add(x.Mul(c).Neg()).Div(x.Add(y.Mul(c)))
	}
	h := t.Hi
	sq := h * h
	tail := h * sq * (-1./3 + sq*(1./5+sq*(-1./7+sq*(1./9))))
	r := fastTwoSum(h, t.Lo+tail)
	if i != 0 {
		r = atanTable[i].Add(r)
	}
	if swapped {
		r = Double{piBy2_1, piBy2_2}.Add(r.Neg())
	}
	return r
}

// Atan is the arc tangent.
func Atan(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x) || a < 1e-9:
		return smallOdd(x, -1./3)
	case a > 1e300:
		return math.Copysign(math.Pi/2, x)
	}
	return math.Copysign(atanDouble(Double{a, 0}, Double{1, 0}).Value(), x)
}

// Atan2 is the angle of the point (x, y).
func Atan2(y, x float64) float64 {
	if x == 0 || y == 0 || x-x != 0 || y-y != 0 {
		return math.Atan2(y, x)
	}
	ym, ye := math.Frexp(math.Abs(y))
	xm, xe := math.Frexp(math.Abs(x))
	d := ye - xe
	switch {
	case d > 70:
		return math.Copysign(math.Pi/2, y)
	case d < -70 && x < 0:
		return math.Copysign(math.Pi, y)
	case d < -70:
		return y / x
	}
	r := atanDouble(Double{math.Ldexp(ym, d), 0}, Double{xm, 0})
	if x < 0 {
		r = Double{2 * piBy2_1, 2 * piBy2_2}.Add(r.Neg())
	}
	return math.Copysign(r.Value(), y)
}

// coSine is sqrt(1 - x*x).
func coSine(x float64) Double {
	p := TwoProd(x, x)
	h, l := TwoSum(1, -p.Hi)
	return fastTwoSum(h, l-p.Lo).Sqrt()
}

// Asin is the arc sine.
func Asin(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a <= 1):
		return math.NaN()
	case a < 1e-9:
		return smallOdd(x, 1./6)
	case a == 1:
		return math.Copysign(math.Pi/2, x)
	}
	return math.Copysign(atanDouble(Double{a, 0}, coSine(a)).Value(), x)
}

// Acos is the arc cosine.
func Acos(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !(a <= 1):
		return math.NaN()
	case x == 1:
		return 0
	case x == -1:
		return math.Pi
	case a < 1e-300:
		return math.Pi / 2
	}
	r := atanDouble(coSine(a), Double{a, 0})
	if x < 0 {
		r = Double{2 * piBy2_1, 2 * piBy2_2}.Add(r.Neg())
	}
	return r.Value()
}
