// Inverse trigonometric functions: by tables of points and polynomials fitted around them (IBM, "Accurate Mathematical Library", without
// its slow ways, as in glibc since version 2.34).

package libm

import "math"

// asinSmall is asin(x)/x**3 - 1/x**2 for the square of x, below 1/64.
func asinSmall(xx float64) float64 {
	return fma(xx, fma(xx, fma(xx, fma(xx, fma(xx, 0x1.292d80f453c72p-6, 0x1.6e442c822d419p-6), 0x1.f1c7e04f4ad99p-6), 0x1.6db6dae42c0e4p-5),
		0x1.333333336127dp-4), 0x1.55555555554f9p-3)
}

// asinFrom is the arc sine of a float near the point of a row, in two parts. The row holds the point, coefficients and the arc sine in two parts.
func asinFrom(a float64, row []float64) (value, rest float64) {
	n := len(row) - 3
	h := a - row[0]
	p := row[n]
	for i := n - 1; i > 1; i-- {
		p = fma(h, p, row[i])
	}
	return row[n+2], fma(h, row[1], fma(float64(h*h), p, row[n+1]))
}

// asinTabled is the arc sine of a, from 1/8 to 31/32, in two parts; h is the upper word of a.
func asinTabled(a float64, h uint32) (value, rest float64) {
	switch {
	case h < 0x3fd00000:
		return asinFrom(a, asinTable6[h>>15%32][:])
	case h < 0x3fe00000:
		return asinFrom(a, asinTable6[32+h>>14%64][:])
	case h < 0x3fe80000:
		return asinFrom(a, asinTable7[h>>13%128][:])
	case h < 0x3fed8000:
		return asinFrom(a, asinTable8[h>>13%128-64][:])
	case h < 0x3fee8000:
		return asinFrom(a, asinTable9[h>>13%128-108][:])
	}
	return asinFrom(a, asinTable10[h>>13%128-116][:])
}

// rootEstimate is 1/sqrt(z) for z below 1/64, to some 30 bits.
func rootEstimate(z float64) float64 {
	bits := math.Float64bits(z)
	t := float64(inverseRoots[bits>>46%128] * math.Float64frombits((0x3ff+511-bits>>53)<<52))
	r := fma(-float64(t*t), z, 1)
	return float64(fma(r, fma(r, fma(r, 0x1.4006318d1dab9p-2, 0x1.800496769c91ap-2), 0x1.fffffff757304p-2), 0x1.fffffffecc1ddp-1) * t)
}

// Asin is the arc sine.
func Asin(x float64) float64 {
	a := math.Abs(x)
	h := highWord(x)
	switch {
	case h < 0x3e500000:
		return x
	case h < 0x3fc00000:
		xx := float64(x * x)
		return fma(asinSmall(xx), float64(x*xx), x)
	case h < 0x3fef0000:
		value, rest := asinTabled(a, h)
		return math.Copysign(rest+value, x)
	case a == 1:
		return math.Copysign(piBy2, x)
	case !(a < 1):
		return math.NaN()
	}
	// pi/2 - 2*asin(sqrt(z))
	z := float64((1 - a) * 0.5)
	t := rootEstimate(z)
	c := float64(z * t)
	y := c + 0x1p24 - 0x1p24
	root := fma(fma(-c, float64(0.5*t), 1.5), c, y)
	rest := fma(-y, y, z) / root
	p := float64(asinSmall(z) * z)
	r := fma(-2, y, piBy2) + fma(-float64(2*(y+rest)), p, fma(-2, rest, piBy2Rest))
	return math.Copysign(r, x)
}

// Acos is the arc cosine.
func Acos(x float64) float64 {
	a := math.Abs(x)
	h := highWord(x)
	switch {
	case h < 0x3c880000:
		return piBy2
	case h < 0x3fc00000:
		xx := float64(x * x)
		r := piBy2 - x
		return r + fma(-asinSmall(xx), float64(x*xx), piBy2-r-x+piBy2Rest)
	case h < 0x3fef0000:
		value, rest := asinTabled(a, h)
		if x > 0 {
			return piBy2 - value + (piBy2Rest - rest)
		}
		return piBy2 + value + (piBy2Rest + rest)
	case x == 1:
		return 0
	case x == -1:
		return math.Pi
	case !(a < 1):
		return math.NaN()
	}
	z := float64((1 - a) * 0.5)
	t := rootEstimate(z)
	c := float64(z * t)
	y := fma(-0x1p27, c, fma(c, 0x1p27, c))
	root := fma(fma(-c, float64(0.5*t), 1.5), c, y)
	rest := fma(-y, y, z) / root
	p := float64(float64(asinSmall(z)*z) * (y + rest))
	var r float64
	if x < 0 {
		r = piBy2 - y + (piBy2Rest - rest - p)
	} else {
		r = y + (rest + p)
	}
	return r + r
}

// atanSmall is atan(x)/x**3 - 1/x**2 for the square of x, below 1/256.
func atanSmall(xx float64) float64 {
	return fma(xx, fma(xx, fma(xx, fma(xx, fma(xx, 0x1.375f08b31cbcep-4, -0x1.7458022b13c25p-4), 0x1.c71c6e5129a3bp-4), -0x1.24924923f7603p-3),
		0x1.99999999997fdp-3), -0x1.5555555555555p-2)
}

// atanRow is the row for u, from 1/16 to 1: a point, its arc tangent, and coefficients.
func atanRow(u float64) *[7]float64 {
	return &atanTable[int(fma(u, 256, 0x1p52)-0x1p52)-16]
}

// atanSlope is the change of the arc tangent at h away from the row's point, by h.
func atanSlope(row *[7]float64, h float64) float64 {
	return fma(h, fma(h, fma(h, fma(h, row[6], row[5]), row[4]), row[3]), row[2])
}

// divisionRest is what the quotient q = x/y lacks, times y.
func divisionRest(x, y, q float64) float64 {
	p := float64(y * q)
	return x - p - fma(y, q, -p)
}

// Atan is the arc tangent.
func Atan(x float64) float64 {
	u := math.Abs(x)
	switch {
	case x != x:
		return x
	case u < 0x1.bb67ap-27:
		return x
	case u < 1.0/16:
		xx := float64(x * x)
		return fma(float64(x*xx), atanSmall(xx), x)
	case u < 1:
		row := atanRow(u)
		h := u - row[0]
		return math.Copysign(fma(atanSlope(row, h), h, row[1]), x)
	case u < 16:
		w := 1 / u
		row := atanRow(w)
		h := fma(divisionRest(1, u, w), w, w-row[0])
		return math.Copysign(piBy2-row[1]+fma(-atanSlope(row, h), h, piBy2Rest), x)
	case u < 0x1.49ff2p+52:
		w := 1 / u
		ww := float64(w * w)
		p := float64(float64(w*ww) * atanSmall(ww))
		rest := float64(divisionRest(1, u, w) * w)
		t := piBy2 - w
		return math.Copysign(piBy2-t-w+piBy2Rest-rest-p+t, x)
	}
	return math.Copysign(piBy2, x)
}

// atan2Special is the angle of a point on an axis or at infinity.
func atan2Special(y, x float64) float64 {
	angle := piBy2
	switch {
	case x != x || y != y:
		return math.NaN()
	case math.IsInf(x, 0) && math.IsInf(y, 0):
		angle = math.Pi / 4
		if x < 0 {
			angle = 3 * math.Pi / 4
		}
	case y == 0 || math.IsInf(x, 0):
		angle = 0
		if math.Signbit(x) {
			angle = math.Pi
		}
	}
	return math.Copysign(angle, y)
}

// Atan2 is the angle of the point (x, y).
func Atan2(y, x float64) float64 {
	if x == 0 || y == 0 || x-x != 0 || y-y != 0 {
		return atan2Special(y, x)
	}
	ax, ay := math.Abs(x), math.Abs(y)
	apart := int(math.Float64bits(ay)>>52) - int(math.Float64bits(ax)>>52)
	switch {
	case apart >= 57:
		return math.Copysign(piBy2, y)
	case apart <= -57 && x > 0:
		return y / x
	case apart <= -57:
		return math.Copysign(math.Pi, y)
	}
	if ax < 0x1p-500 || ay < 0x1p-500 {
		ax, ay = float64(ax*0x1p500), float64(ay*0x1p500)
	}
	if ax > 0x1p500 || ay > 0x1p500 {
		ax, ay = float64(ax*0x1p-500), float64(ay*0x1p-500)
	}
	steep := ay >= ax
	if steep {
		ax, ay = ay, ax
	}
	u := ay / ax
	du := divisionRest(ay, ax, u) / ax
	if x > 0 && !steep {
		return math.Copysign(atanForward(u, du), y)
	}
	// The angle is from an axis on: a quarter of the circle, or half of it.
	axis, axisRest := piBy2, piBy2Rest
	if x < 0 && (!steep || ax == ay) {
		axis, axisRest = math.Pi, 2*piBy2Rest
	}
	if x < 0 && axis == piBy2 {
		return math.Copysign(atanOnwards(u, du, axis, axisRest), y)
	}
	return math.Copysign(atanBack(u, du, axis, axisRest), y)
}

// atanForward is the arc tangent of u + du, for u of at most 1.
func atanForward(u, du float64) float64 {
	if u < 1.0/16 {
		uu := float64(u * u)
		return u + fma(float64(u*uu), atanSmall(uu), du)
	}
	row := atanRow(u)
	h, dh := orderedSum(u-row[0], du)
	p := float64(float64(h*h) * fma(h, fma(h, fma(h, row[6], row[5]), row[4]), row[3]))
	return fma(h, row[2], fma(dh, row[2], p)) + row[1]
}

// atanOnwards is axis + atan(u + du), atanBack is axis - atan(u + du).
func atanOnwards(u, du, axis, axisRest float64) float64 {
	if u < 1.0/16 {
		uu := float64(u * u)
		p := float64(float64(u*uu) * atanSmall(uu))
		t := axis + u
		return axis - t + u + axisRest + du + p + t
	}
	row := atanRow(u)
	h := u - row[0] + du
	return axis + row[1] + fma(h, atanSlope(row, h), axisRest)
}

func atanBack(u, du, axis, axisRest float64) float64 {
	if u < 1.0/16 {
		uu := float64(u * u)
		p := float64(float64(u*uu) * atanSmall(uu))
		t := axis - u
		return axis - t - u + axisRest - du - p + t
	}
	row := atanRow(u)
	h := u - row[0] + du
	return axis - row[1] + fma(-h, atanSlope(row, h), axisRest)
}
