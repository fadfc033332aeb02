// Exponentials, logarithms and powers.

package libm

import "math"

//go:generate go run ./gen

// expDouble is exp(x) as a number near 1 and a power of two; |x| is below 800.
func expDouble(x Double) (Double, int) {
	k := math.RoundToEven(x.Hi * (64 / math.Ln2))
	p := TwoProd(k, ln2By64_1)
	r, e := TwoSum(x.Hi, -p.Hi)
	e += x.Lo - p.Lo - k*ln2By64_2
	d := fastTwoSum(r, e)
	// exp(d) - 1 = d + poly
	h := d.Hi
	poly := h * h * (0.5 + h*(1./6+h*(1./24+h*(1./120+h*(1./720+h/5040)))))
	q := fastTwoSum(h, d.Lo+d.Lo*h+poly)
	n := int(k)
	t := exp2Table[n&63]
	a := TwoProd(t.Hi, q.Hi)
	s := fastTwoSum(t.Hi, a.Hi)
	return Double{s.Hi, s.Lo + (a.Lo + t.Hi*q.Lo + t.Lo + t.Lo*q.Hi)}, n >> 6
}

func expScaled(x Double) float64 {
	r, e := expDouble(x)
	if e > -1000 && e < 1000 {
		return (r.Hi + r.Lo) * math.Float64frombits(uint64(e+1023)<<52)
	}
	return scale(r, e)
}

// Exp is e**x.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	case math.Abs(x) < 1e-20:
		return 1 + x
	}
	return expScaled(Double{x, 0})
}

// Exp2 is 2**x.
func Exp2(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x >= 1024:
		return math.Inf(1)
	case x < -1076:
		return 0
	case x == math.Trunc(x):
		return math.Ldexp(1, int(x))
	}
	p := TwoProd(x, ln2_1)
	return expScaled(fastTwoSum(p.Hi, p.Lo+x*ln2_2))
}

// split is x as 2**e * m with m in [0.703125, 1.40625), the table's entry for m, and r = m*inverse - 1.
func split(x float64) (e, i int, inverse float64, r Double) {
	b := math.Float64bits(x)
	e = int(b>>52) - 1023
	if e == -1023 {
		b = math.Float64bits(x * (1 << 54))
		e = int(b>>52) - 1023 - 54
	}
	m := math.Float64frombits(b&(1<<52-1) | 1023<<52)
	if m >= 1.40625 {
		m *= 0.5
		e++
	}
	i = int((m - 0.703125) * 128)
	inverse = logInverse[i]
	p := TwoProd(m, inverse)
	return e, i, inverse, fastTwoSum(p.Hi-1, p.Lo) // the difference is exact
}

// log1pTail is log(1+h) - h + h*h/2, divided by h**3.
func log1pTail(h float64) float64 {
	return 1./3 + h*(-1./4+h*(1./5+h*(-1./6+h*(1./7+h*(-1./8+h*(1./9-h*(1./10)))))))
}

// logQuick is log(x) of a positive finite x, with an error below 2**-72 or, near 1, 2**-66 of the result.
func logQuick(x float64) Double {
	e, i, inverse, r := split(x)
	h := r.Hi
	sq := TwoProd(h, h)
	a := fastTwoSum(h, -0.5*sq.Hi)
	lo := a.Lo + (r.Lo - 0.5*sq.Lo - h*r.Lo + h*sq.Hi*log1pTail(h))
	if e == 0 && inverse == 1 {
		return fastTwoSum(a.Hi, lo)
	}
	k, t := float64(e), logTable[i]
	c := TwoProd(k, ln2_1)
	u, v := TwoSum(c.Hi, t.Hi)
	w, z := TwoSum(u, a.Hi)
	return fastTwoSum(w, z+(v+(c.Lo+k*ln2_2+t.Lo+lo)))
}

// logDouble is log(x) of a positive finite x in full doubled precision.
func logDouble(x float64) Double {
	e, i, inverse, r := split(x)
	// log(1+r) = r + r*r*(-1/2 + r*(1/3 + r*(-1/4 + ...)))
	h := r.Hi
	tail := h * (1./5 + h*(-1./6+h*(1./7+h*(-1./8+h*(1./9-h*(1./10-h/11))))))
	q := fastTwoSum(-0.25, tail)
	q = q.Mul(r).Add(Double{0x1.5555555555555p-2, 0x1.5555555555555p-56})
	q = q.Mul(r).Add(Double{-0.5, 0})
	l := r.Mul(r).Mul(q).Add(r)
	if e == 0 {
		if inverse == 1 {
			return l
		}
		return logTable[i].Add(l)
	}
	k := float64(e)
	c := TwoProd(k, ln2_1)
	c = fastTwoSum(c.Hi, c.Lo+k*ln2_2)
	return c.Add(logTable[i].Add(l))
}

// logSpecial handles arguments that have no finite logarithm.
func logSpecial(x float64) (float64, bool) {
	switch {
	case x > 0 && x <= math.MaxFloat64:
		return 0, false
	case x == 0:
		return math.Inf(-1), true
	case x < 0:
		return math.NaN(), true
	}
	return x, true
}

// Log is the natural logarithm.
func Log(x float64) float64 {
	if r, ok := logSpecial(x); ok {
		return r
	}
	return logQuick(x).Value()
}

// Log2 is the logarithm to base 2.
func Log2(x float64) float64 {
	if r, ok := logSpecial(x); ok {
		return r
	}
	if m, e := math.Frexp(x); m == 0.5 {
		return float64(e - 1)
	}
	return logQuick(x).Mul(Double{log2e_1, log2e_2}).Value()
}

// Log10 is the logarithm to base 10, composed as in C libraries, where it is not always rounded correctly.
func Log10(x float64) float64 {
	if r, ok := logSpecial(x); ok {
		return r
	}
	m, e := math.Frexp(x) // m is in [0.5, 1)
	if e > 0 {
		m, e = 2*m, e-1
	}
	const log2Hi, log2Lo = 3.01029995663611771306e-01, 3.69423907715893078616e-13 // log10(2), the first with few bits
	k := float64(e)
	z := float64(k*log2Lo) + float64(log10e*Log(m))
	return z + float64(k*log2Hi)
}

const log10e = 4.34294481903251816668e-01

// Pow is x**y with C's special cases.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x == 0 || x-x != 0 || y-y != 0:
		return math.Pow(x, y)
	case y == 1:
		return x
	case y == 2:
		return x * x
	case y == 0.5:
		return math.Sqrt(x)
	}
	sign := 1.0
	if x < 0 {
		whole := math.Trunc(y)
		if y != whole {
			return math.NaN()
		}
		x = -x
		if math.Mod(whole, 2) != 0 {
			sign = -1
		}
	}
	if y2 := 2 * y; math.Abs(y2) <= 64 && y2 == math.Trunc(y2) {
		if r, ok := powHalves(x, int(y2)); ok {
			return sign * r
		}
	}
	var l Double
	if math.Abs(y) <= 256 {
		l = logQuick(x)
	} else {
		l = logDouble(x)
	}
	p := TwoProd(l.Hi, y)
	switch {
	case p.Hi > 710:
		return sign * math.Inf(1)
	case p.Hi < -746:
		return sign * 0
	}
	return sign * expScaled(fastTwoSum(p.Hi, p.Lo+l.Lo*y))
}

// powHalves is x**(n/2) by multiplication, unless it comes near the ends of the range.
func powHalves(x float64, n int) (float64, bool) {
	if _, e := math.Frexp(x); abs(e*n) > 1600 || abs(e) > 900 {
		return 0, false
	}
	r := Double{1, 0}
	m := abs(n)
	if m&1 != 0 {
		r = Double{x, 0}.Sqrt()
	}
	p := Double{x, 0}
	for m >>= 1; m > 0; m >>= 1 {
		if m&1 != 0 {
			r = r.Mul(p)
		}
		if m > 1 {
			p = p.Mul(p)
		}
	}
	if n < 0 {
		r = Double{1, 0}.Div(r)
	}
	return r.Value(), true
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
