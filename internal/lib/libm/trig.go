// Sine, cosine and tangent: by tables and short polynomials around their points (IBM, "Accurate Mathematical Library", without its slow
// ways, as in glibc since version 2.28).

package libm

import "math"

// sinCosEntry is the sine and the cosine of i/128, each with what the float lacks.
type sinCosEntry struct{ sin, sinRest, cos, cosRest float64 }

// tanEntry is a point with its tangent and cotangent.
type tanEntry struct{ x, tan, cot float64 }

const (
	round45    = 0x1.8p45 // adding it rounds to a multiple of 1/128, which then stands in the lowest bits
	twoByPiHi  = 0x1.45f306dc9c883p-1
	piBy2      = 0x1.921fb54442d18p+0
	piBy2Rest  = 0x1.1a62633145c07p-54
	piBy2Part1 = 0x1.921fb58p+0 // pi/2 in parts whose products with small integers are exact, or nearly
	piBy2Part2 = -0x1.dde973cp-27
	piBy2Part3 = -0x1.cb3b398p-55
	piBy2Part4 = -0x1.d747f23e32ed7p-83
	piBy2Tail2 = -0x1.dde974p-27        // what part 1 lacks, to 27 bits
	piBy2Tail3 = -0x1.cb3b399d747f2p-55 // what parts 1 and 2 lack
	splitter   = 0x1.0000002p+27        // to cut a float in two halves
	scaleDown  = 0x1p-600
	round54    = 0x1.8p54
)

// cosTail and sinTail are (1 - cos x)/x**2 for the square of x, and (sin x - x)/x**3.
func cosTail(xx float64) float64 {
	return fma(xx, fma(xx, 0x1.6c16bedd9e239p-10, -0x1.5555555555535p-5), 0.5)
}

func sinTail(xx float64) float64 { return fma(xx, 0x1.11110e829872fp-7, -0x1.5555555555515p-3) }

// cosNear is the cosine of x + dx for |x| below 0.86.
func cosNear(x, dx float64) float64 {
	if x < 0 {
		x, dx = -x, -dx
	}
	u := round45 + x
	x = x - (u - round45) + dx
	xx := float64(x * x)
	s := fma(float64(x*xx), sinTail(xx), x)
	c := float64(xx * cosTail(xx))
	p := &sinCosTable[uint32(math.Float64bits(u))%128]
	return p.cos + fma(-s, p.sin, fma(-c, p.cos, fma(-s, p.sinRest, p.cosRest)))
}

// sinNear is the sine of x + dx for |x| below 0.86.
func sinNear(x, dx float64) float64 {
	a := math.Abs(x)
	if a < 0.126 {
		xx := float64(x * x)
		t := fma(xx, fma(xx, fma(xx, fma(xx, -0x1.addffc2fcdf59p-26, 0x1.71de27b9a7ed9p-19), -0x1.a01a019db08b8p-13), 0x1.1111111110ecep-7),
			-0x1.5555555555555p-3)
		return x + fma(xx, fma(t, x, -float64(0.5*dx)), dx)
	}
	if x <= 0 {
		dx = -dx
	}
	u := round45 + a
	r := a - (u - round45)
	rr := float64(r * r)
	s := r + fma(float64(r*rr), sinTail(rr), dx)
	c := fma(r, dx, float64(rr*cosTail(rr)))
	p := &sinCosTable[uint32(math.Float64bits(u))%128]
	return math.Copysign(p.sin+fma(s, p.cos, fma(-c, p.sin, fma(s, p.cosRest, p.sinRest))), x)
}

// reduce is x modulo pi/2 for |x| below 1e8, in two parts, and the quadrant.
func reduce(x float64) (a, da float64, quadrant uint64) {
	t := fma(x, twoByPiHi, round52)
	n := t - round52
	y := fma(-n, piBy2Part2, fma(-n, piBy2Part1, x))
	b := fma(-n, piBy2Part3, y)
	db := fma(-n, piBy2Part3, y-b)
	a = fma(-n, piBy2Part4, b)
	return a, db + fma(-n, piBy2Part4, b-a), math.Float64bits(t) & 3
}

// twoByPiTimes is the product of x, half a float scaled by 2**-600, and 2/pi, in two parts, and its integer part modulo 4.
// The digits of 2/pi that give multiples of 4 are left out.
func twoByPiTimes(x float64) (b, bb, whole float64) {
	k := max((int(math.Float64bits(x)>>52&0x7ff)-450)/24, 0)
	scale := math.Float64frombits(uint64(0x63f-24*k) << 52)
	var r [6]float64
	for i := range r {
		r[i] = float64(float64(x*twoByPi[k+i]) * scale)
		scale = float64(scale * 0x1p-24)
	}
	for i := range 3 {
		s := r[i] + round52 - round52
		whole += s
		r[i] -= s
	}
	t := 0.0
	for i := range r {
		t += r[5-i]
	}
	rest := r[0] - t + r[1] + r[2] + r[3] + r[4] + r[5]
	s := t + round52 - round52
	whole += s
	t -= s
	b = t + rest
	bb = t - b + rest
	s = whole + round54 - round54
	return b, bb, whole - s
}

// reduceLarge is x modulo pi/2 for large x.
func reduceLarge(x float64) (a, da float64, quadrant uint64) {
	x = float64(x * scaleDown)
	t := float64(x * splitter)
	x1 := t - (t - x)
	b1, bb1, sum1 := twoByPiTimes(x1)
	b2, bb2, sum2 := twoByPiTimes(x - x1)
	sum := sum1 + sum2
	b := b1 + b2
	var bb float64
	if math.Abs(b1) > math.Abs(b2) {
		bb = b1 - b + b2
	} else {
		bb = b2 - b + b1
	}
	if b > 0.5 {
		b, sum = b-1, sum+1
	} else if b < -0.5 {
		b, sum = b+1, sum-1
	}
	s := b + (bb + bb1 + bb2)
	t = b - s + bb + (bb1 + bb2)
	// Times pi/2.
	c := float64(s * splitter)
	s1 := c - (c - s)
	s2 := s - s1
	p := float64(s * piBy2)
	q := float64(s1*piBy2Part1) - p + float64(s1*piBy2Tail2) + float64(s2*piBy2Part1)
	q += float64(t*piBy2) + (float64(s2*piBy2Tail2) + float64(s*piBy2Rest))
	a = p + q
	return a, p - a + q, uint64(int64(sum)) & 3
}

// sinQuadrant is the sine of a + da and so many quadrants.
func sinQuadrant(a, da float64, quadrant uint64) float64 {
	var r float64
	if quadrant&1 != 0 {
		r = cosNear(a, da)
	} else {
		r = sinNear(a, da)
	}
	if quadrant&2 != 0 {
		return -r
	}
	return r
}

// Sin is the sine.
func Sin(x float64) float64 {
	h := highWord(x)
	switch {
	case h < 0x3e500000:
		return x
	case h < 0x3feb6000:
		return sinNear(x, 0)
	case h < 0x400368fd:
		return math.Copysign(cosNear(piBy2-math.Abs(x), piBy2Rest), x)
	case h < 0x419921fb:
		return sinQuadrant(reduce(x))
	case h < 0x7ff00000:
		return sinQuadrant(reduceLarge(x))
	}
	return math.NaN()
}

// Cos is the cosine.
func Cos(x float64) float64 {
	h := highWord(x)
	switch {
	case h < 0x3e400000:
		return 1
	case h < 0x3feb6000:
		return cosNear(x, 0)
	case h < 0x400368fd:
		y := piBy2 - math.Abs(x)
		a := y + piBy2Rest
		return sinNear(a, y-a+piBy2Rest)
	case h < 0x419921fb:
		a, da, quadrant := reduce(x)
		return sinQuadrant(a, da, quadrant+1)
	case h < 0x7ff00000:
		a, da, quadrant := reduceLarge(x)
		return sinQuadrant(a, da, quadrant+1)
	}
	return math.NaN()
}

// tanTail is tan(x)/x**3 - 1/x**2 for the square of a small x.
func tanTail(xx float64) float64 {
	return fma(xx, fma(xx, fma(xx, fma(xx, 0x1.2385a3cf2e4eap-7, 0x1.664ed49cfc666p-6), 0x1.ba1ba1cdb8745p-5), 0x1.11111111107c6p-3),
		0x1.5555555555555p-2)
}

const tanSmall = 0x1.f212dp-5

// tanPoint is the point of the table near x, from tanSmall to 0.787, and the tangent of what x is away from it.
func tanPoint(x, dx float64) (entry *tanEntry, tan float64) {
	entry = &tanTable[int(fma(x, 256, -15.5))]
	z := x - entry.x + dx
	zz := float64(z * z)
	return entry, fma(float64(z*zz), fma(zz, 0x1.11112e0a6b45fp-3, 0x1.5555555554dbdp-2), z)
}

// Tan is the tangent.
func Tan(x float64) float64 {
	w := math.Abs(x)
	switch {
	case x-x != 0:
		return math.NaN()
	case w <= 0x1.b096cp-27:
		return x
	case w <= tanSmall:
		xx := float64(x * x)
		return fma(float64(x*xx), tanTail(xx), x)
	case w <= 0x1.92f1ap-1:
		p, z := tanPoint(w, 0)
		return math.Copysign(p.tan+float64(z*(p.cot+p.tan))/(p.cot-z), x)
	}
	var a, da float64
	var quadrant uint64
	if w <= 25 {
		t := fma(x, twoByPiHi, round52)
		n := t - round52
		y := fma(-n, piBy2Part2, fma(-n, piBy2Part1, x))
		a = fma(-n, piBy2Tail3, y)
		da = fma(-n, piBy2Tail3, y-a)
		quadrant = math.Float64bits(t)
	} else {
		if w <= 1e8 {
			a, da, quadrant = reduce(x)
		} else {
			a, da, quadrant = reduceLarge(x)
		}
		a, da = orderedSum(a, da)
	}
	return tanReduced(a, da, quadrant&1 != 0)
}

// orderedSum is x + y, and what it lacks.
func orderedSum(x, y float64) (sum, rest float64) {
	sum = x + y
	if math.Abs(x) > math.Abs(y) {
		return sum, x - sum + y
	}
	return sum, y - sum + x
}

// tanReduced is the tangent of a + da, or for an odd quadrant minus its cotangent.
func tanReduced(a, da float64, odd bool) float64 {
	sign := 1.0
	ya, yda := a, da
	if a < 0 {
		ya, yda, sign = -a, -da, -1
	}
	if ya <= tanSmall {
		aa := float64(a * a)
		t := fma(float64(a*aa), tanTail(aa), da)
		if !odd {
			return a + t
		}
		b, db := orderedSum(a, t)
		c := 1 / b
		u := float64(c * b)
		cc := fma(-db, c, 1-u-fma(c, b, -u)) / b
		z := c + cc
		return -(z + (c - z + cc))
	}
	p, z := tanPoint(ya, yda)
	t := float64(z * (p.cot + p.tan))
	if odd {
		return float64(-sign * (p.cot - t/(z+p.tan)))
	}
	return float64(sign * (p.tan + t/(p.cot-z)))
}
