// Hyperbolic functions, their inverses, exp(x)-1 and log(1+x) (Sun, fdlibm; the last two with fused operations).

package libm

import "math"

const (
	ln2Hi32     = 0x1.62e42feep-1 // ln(2) to 32 bits
	ln2Lo32     = 0x1.a39ef35793c76p-33
	sinhLargest = 0x1.633ce8fb9f87dp+9 // the largest argument of sinh and cosh
)

// highWord is the upper half of |x|.
func highWord(x float64) uint32 { return uint32(math.Float64bits(x)>>32) &^ (1 << 31) }

// Expm1 is e**x - 1.
func Expm1(x float64) float64 {
	h := highWord(x)
	if h >= 0x4043687a {
		switch {
		case x != x || x > 0x1.62e42fefa39efp+9:
			return x + math.Inf(1)
		case x < 0:
			return -1
		}
	}
	k := 0
	var c float64
	switch {
	case h > 0x3fd62e42:
		var hi, lo float64
		switch {
		case h >= 0x3ff0a2b2:
			k = int(float64(x*0x1.71547652b82fep+0) + math.Copysign(0.5, x))
			t := float64(k)
			hi, lo = fma(-t, ln2Hi32, x), float64(t*ln2Lo32)
		case x > 0:
			k, hi, lo = 1, x-ln2Hi32, ln2Lo32
		default:
			k, hi, lo = -1, x+ln2Hi32, -ln2Lo32
		}
		x = hi - lo
		c = hi - x - lo
	case h < 0x3c900000:
		return x
	}
	half := float64(0.5 * x)
	s := float64(x * half)
	s2 := float64(s * s)
	r1 := fma(s, -0x1.11111111110f4p-5, 1)
	r2 := fma(s, -0x1.4ce199eaadbb7p-14, 0x1.a01a019fe5585p-10)
	r3 := fma(s, -0x1.afdb76e09c32dp-23, 0x1.0cfca86e65239p-18)
	r := fma(float64(s2*s2), r3, fma(s2, r2, r1))
	t := fma(-r, half, 3)
	e := float64(s * ((r - t) / fma(-x, t, 6)))
	if k == 0 {
		return x - fma(x, e, -s)
	}
	e = fma(e-c, x, -c) - s
	switch {
	case k == -1:
		return fma(0.5, x-e, -0.5)
	case k == 1 && x < -0.25:
		return float64(-2 * (e - (x + 0.5)))
	case k == 1:
		return fma(2, x-e, 1)
	case k < 0 || k > 56:
		return timesPower2(1-(e-x), k) - 1
	case k < 20:
		return timesPower2(1-power2(-k)-(e-x), k)
	}
	return timesPower2(x-(e+power2(-k))+1, k)
}

// power2 is 2**k, a normal float.
func power2(k int) float64 { return math.Float64frombits(uint64(0x3ff+k) << 52) }

// timesPower2 adds k to the exponent.
func timesPower2(x float64, k int) float64 {
	return math.Float64frombits(math.Float64bits(x) + uint64(k)<<52)
}

// Log1p is log(1 + x).
func Log1p(x float64) float64 {
	bits := math.Float64bits(x)
	top := int32(bits >> 32)
	k := -1
	f := x
	high := int32(1)
	if top < 0x3fda827a {
		a := highWord(x)
		switch {
		case a >= 0x3ff00000 && x == -1:
			return math.Inf(-1)
		case a >= 0x3ff00000:
			return math.NaN()
		case a < 0x3c900000:
			return x
		case a < 0x3e200000:
			return fma(-float64(x*x), 0.5, x)
		case top > 0 || top < -0x402d413c:
			k = 0
		}
	} else if top >= 0x7ff00000 {
		return x + x
	}
	c := 0.0
	if k != 0 {
		u := x
		if top < 0x43400000 {
			u = 1 + x
		}
		k = int(int32(math.Float64bits(u)>>32)>>20) - 0x3ff
		if top < 0x43400000 {
			if k > 0 {
				c = 1 - (u - x)
			} else {
				c = x - (u - 1)
			}
			c /= u
		}
		b := math.Float64bits(u)
		high = int32(b >> 32 & 0xfffff)
		b &= 1<<52 - 1
		if high < 0x6a09e {
			b |= 0x3ff << 52
		} else {
			k++
			b |= 0x3fe << 52
			high = (0x100000 - high) >> 2
		}
		f = math.Float64frombits(b) - 1
	}
	n := float64(k)
	half := float64(float64(0.5*f) * f)
	if high == 0 { // |f| < 2**-20
		if f == 0 {
			if k == 0 {
				return 0
			}
			return fma(n, ln2Hi32, fma(n, ln2Lo32, c))
		}
		r := float64(half * fma(-f, 0x1.5555555555555p-1, 1))
		if k == 0 {
			return f - r
		}
		return fma(n, ln2Hi32, -(r - fma(n, ln2Lo32, c) - f))
	}
	s := f / (2 + f)
	z := float64(s * s)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	r2 := fma(z, 0x1.2492494229359p-2, 0x1.999999997fa04p-2)
	r3 := fma(z, 0x1.7466496cb03dep-3, 0x1.c71c51d8e78afp-3)
	r4 := fma(z, 0x1.2f112df3e5244p-3, 0x1.39a09d078c69fp-3)
	r := fma(float64(z4*z2), r4, fma(z4, r3, fma(z, 0x1.5555555555593p-1, float64(z2*r2))))
	t := float64(s * (half + r))
	if k == 0 {
		return f - (half - t)
	}
	return fma(n, ln2Hi32, -(half - (fma(n, ln2Lo32, c) + t) - f))
}

// expHalved is scale * e**a for a that may be too large for e**a.
func expHalved(a, scale float64) float64 {
	w := Exp(float64(0.5 * a))
	return float64(float64(scale*w) * w)
}

// Sinh is the hyperbolic sine.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	h := highWord(x)
	half := math.Copysign(0.5, x)
	switch {
	case h >= 0x7ff00000:
		return x + x
	case h < 0x3e300000:
		return x
	case h < 0x3ff00000:
		t := Expm1(a)
		return float64(half * (float64(2*t) - float64(t*t)/(t+1)))
	case h < 0x40360000:
		t := Expm1(a)
		return float64(half * (t + t/(t+1)))
	case h < 0x40862e42:
		return float64(half * Exp(a))
	case a <= sinhLargest:
		return expHalved(a, half)
	}
	return math.Copysign(math.Inf(1), x)
}

// Cosh is the hyperbolic cosine.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch h := highWord(x); {
	case h < 0x3c800000:
		return 1
	case h < 0x3fd62e43:
		t := Expm1(a)
		w := 1 + t
		return 1 + float64(t*t)/(w+w)
	case h < 0x40360000:
		t := Exp(a)
		return float64(0.5*t) + 0.5/t
	case h < 0x40862e42:
		return float64(0.5 * Exp(a))
	case a <= sinhLargest:
		return expHalved(a, 0.5)
	}
	return float64(a * math.Inf(1))
}

// Tanh is the hyperbolic tangent.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	z := 1.0
	switch h := highWord(x); {
	case h >= 0x7ff00000:
		return 1/x + math.Copysign(1, x)
	case x == 0:
		return x
	case h < 0x3c800000:
		return float64(x * (1 + x))
	case h < 0x3ff00000:
		t := Expm1(float64(-2 * a))
		z = -t / (t + 2)
	case h < 0x40360000:
		z = 1 - 2/(Expm1(float64(2*a))+2)
	}
	return math.Copysign(z, x)
}

// Asinh is the inverse hyperbolic sine.
func Asinh(x float64) float64 {
	a := math.Abs(x)
	var w float64
	switch h := highWord(x); {
	case h < 0x3e300000:
		return x
	case h >= 0x7ff00000:
		return x + x
	case h > 0x41b00000:
		w = Log(a) + math.Ln2
	case h > 0x40000000:
		w = Log(float64(2*a) + 1/(math.Sqrt(float64(x*x)+1)+a))
	default:
		t := float64(x * x)
		w = Log1p(a + t/(1+math.Sqrt(1+t)))
	}
	return math.Copysign(w, x)
}

// Acosh is the inverse hyperbolic cosine.
func Acosh(x float64) float64 {
	switch {
	case !(x >= 1):
		return math.NaN()
	case x == 1:
		return 0
	case x <= 2:
		t := x - 1
		return Log1p(t + math.Sqrt(float64(2*t)+float64(t*t)))
	case x < 0x1p28:
		return Log(float64(2*x) - 1/(x+math.Sqrt(float64(x*x)-1)))
	case x > math.MaxFloat64:
		return x
	}
	return Log(x) + math.Ln2
}

// Atanh is the inverse hyperbolic tangent.
func Atanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-28:
		return x
	case a < 0.5:
		t := a + a
		return math.Copysign(float64(0.5*Log1p(t+float64(t*a)/(1-a))), x)
	case a < 1:
		return math.Copysign(float64(0.5*Log1p((a+a)/(1-a))), x)
	case a == 1:
		return math.Copysign(math.Inf(1), x)
	}
	return math.NaN()
}
