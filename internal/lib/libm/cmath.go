// Elementary functions of complex numbers: by Kahan, "Branch cuts for complex elementary functions", with C99's special values (annex G).

package libm

import "math"

// Fault says where a function of a complex number has no value.
type Fault int

// The faults: none, a point at which the function is not defined, a result that is too large.
const (
	NoFault Fault = iota
	DomainFault
	RangeFault
)

const (
	large     = math.MaxFloat64 / 4    // sums and products by 2 stay finite below
	logLarge  = 708.3964185322641      // log(large)
	sqrtLarge = 6.703903964971298e+153 // sqrt(large)
	sqrtSmall = 0x1p-511               // sqrt(smallest)
)

var (
	inf = math.Inf(1)
	nan = math.NaN()
)

func isInf(x float64) bool    { return math.IsInf(x, 0) }
func isFinite(x float64) bool { return x-x == 0 }

// timesI and overI are z*i and z/i, exactly.
func timesI(z complex128) complex128 { return complex(-imag(z), real(z)) }
func overI(z complex128) complex128  { return complex(imag(z), -real(z)) }

func isLarge(x, y float64) bool { return math.Abs(x) > large || math.Abs(y) > large }

// CSqrt is the square root.
func CSqrt(z complex128) (complex128, Fault) { return csqrt(z), NoFault }

func csqrt(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case isInf(y):
		return complex(inf, y)
	case isInf(x) && math.IsNaN(y):
		if x < 0 {
			return complex(nan, inf)
		}
		return complex(inf, nan)
	case isInf(x) && x > 0:
		return complex(inf, math.Copysign(0, y))
	case isInf(x):
		return complex(0, math.Copysign(inf, y))
	case math.IsNaN(x) || math.IsNaN(y):
		return complex(nan, nan)
	case x == 0 && y == 0:
		return complex(0, y)
	}
	ax, ay := math.Abs(x), math.Abs(y)
	var s float64
	if ax < smallest && ay < smallest {
		ax = math.Ldexp(ax, 53) // an odd power: the root of 2 becomes that of 1/2 which the result needs
		s = math.Ldexp(math.Sqrt(ax+Hypot(ax, math.Ldexp(ay, 53))), -27)
	} else {
		ax /= 8
		s = float64(2 * math.Sqrt(ax+Hypot(ax, ay/8)))
	}
	d := ay / (2 * s)
	if x >= 0 {
		return complex(s, math.Copysign(d, y))
	}
	return complex(d, math.Copysign(s, y))
}

// CLog is the natural logarithm.
func CLog(z complex128) (complex128, Fault) {
	x, y := real(z), imag(z)
	angle := Atan2(y, x)
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case !isFinite(x) || !isFinite(y):
		return complex(Log(Hypot(x, y)), angle), NoFault
	case ax == 0 && ay == 0:
		return complex(-inf, angle), DomainFault
	case isLarge(x, y):
		return complex(Log(Hypot(ax/2, ay/2))+math.Ln2, angle), NoFault
	case ax < smallest && ay < smallest:
		return complex(Log(Hypot(math.Ldexp(ax, 53), math.Ldexp(ay, 53)))-53*math.Ln2, angle), NoFault
	}
	h := Hypot(ax, ay)
	if 0.71 <= h && h <= 1.73 { // near the unit circle
		a, b := max(ax, ay), min(ax, ay)
		return complex(Log1p(float64((a-1)*(a+1))+float64(b*b))/2, angle), NoFault
	}
	return complex(Log(h), angle), NoFault
}

// CLog10 is the logarithm of base 10.
func CLog10(z complex128) (complex128, Fault) {
	l, fault := CLog(z)
	return complex(real(l)/math.Ln10, imag(l)/math.Ln10), fault
}

// onCircle is the point at an infinite distance in the direction of an angle, which is finite and not 0.
func onCircle(angle float64) (x, y float64) {
	return math.Copysign(inf, Cos(angle)), math.Copysign(inf, Sin(angle))
}

func tooLarge(z complex128) (complex128, Fault) {
	if isInf(real(z)) || isInf(imag(z)) {
		return z, RangeFault
	}
	return z, NoFault
}

// CExp is e**z.
func CExp(z complex128) (complex128, Fault) {
	x, y := real(z), imag(z)
	switch {
	case isFinite(x) && isFinite(y):
		if x > logLarge {
			l := Exp(x - 1)
			return tooLarge(complex(float64(l*Cos(y)*math.E), float64(l*Sin(y)*math.E)))
		}
		l := Exp(x)
		return tooLarge(complex(float64(l*Cos(y)), float64(l*Sin(y))))
	case isInf(x) && isFinite(y) && y != 0:
		c, s := onCircle(y)
		if x < 0 {
			c, s = math.Copysign(0, c), math.Copysign(0, s)
		}
		return complex(c, s), NoFault
	case isInf(x) && x < 0:
		if y != 0 { // infinite or not a number
			return complex(0, 0), NoFault
		}
		return complex(0, y), NoFault
	case y == 0:
		return complex(x, y), NoFault
	case isInf(x):
		return complex(inf, nan), fault(isInf(y))
	}
	return complex(nan, nan), fault(isInf(y) && !math.IsNaN(x))
}

func fault(domain bool) Fault {
	if domain {
		return DomainFault
	}
	return NoFault
}

// CCosh is the hyperbolic cosine.
func CCosh(z complex128) (complex128, Fault) {
	x, y := real(z), imag(z)
	switch {
	case isFinite(x) && isFinite(y):
		if math.Abs(x) > logLarge {
			x = x - math.Copysign(1, x)
			return tooLarge(complex(float64(Cos(y)*Cosh(x)*math.E), float64(Sin(y)*Sinh(x)*math.E)))
		}
		return tooLarge(complex(float64(Cos(y)*Cosh(x)), float64(Sin(y)*Sinh(x))))
	case isInf(x) && isFinite(y) && y != 0:
		c, s := onCircle(y)
		return complex(c, float64(math.Copysign(1, x)*s)), NoFault
	case isInf(x) && y == 0:
		return complex(inf, float64(y*math.Copysign(1, x))), NoFault
	case isInf(x):
		return complex(inf, nan), fault(isInf(y))
	case y == 0:
		return complex(nan, 0), NoFault
	case x == 0:
		return complex(nan, 0), fault(isInf(y))
	}
	return complex(nan, nan), fault(isInf(y) && !math.IsNaN(x))
}

// CSinh is the hyperbolic sine.
func CSinh(z complex128) (complex128, Fault) {
	x, y := real(z), imag(z)
	switch {
	case isFinite(x) && isFinite(y):
		if math.Abs(x) > logLarge {
			x = x - math.Copysign(1, x)
			return tooLarge(complex(float64(Cos(y)*Sinh(x)*math.E), float64(Sin(y)*Cosh(x)*math.E)))
		}
		return tooLarge(complex(float64(Cos(y)*Sinh(x)), float64(Sin(y)*Cosh(x))))
	case isInf(x) && isFinite(y) && y != 0:
		c, s := onCircle(y)
		return complex(float64(math.Copysign(1, x)*c), s), NoFault
	case isInf(x) && y == 0:
		return z, NoFault
	case isInf(x):
		return complex(inf, nan), fault(isInf(y))
	case y == 0:
		return complex(nan, y), NoFault
	case x == 0:
		return complex(0, nan), fault(isInf(y))
	}
	return complex(nan, nan), fault(isInf(y) && !math.IsNaN(x))
}

// CTanh is the hyperbolic tangent.
func CTanh(z complex128) (complex128, Fault) {
	x, y := real(z), imag(z)
	switch {
	case isFinite(x) && isFinite(y):
		if math.Abs(x) > logLarge {
			return complex(math.Copysign(1, x), float64(4*Sin(y)*Cos(y)*Exp(float64(-2*math.Abs(x))))), NoFault
		}
		tx, ty, cx := Tanh(x), Tan(y), 1/Cosh(x)
		product := float64(tx * ty)
		denom := 1 + float64(product*product)
		return complex(tx*(1+float64(ty*ty))/denom, float64(((ty/denom)*cx)*cx)), NoFault
	case isInf(x):
		im := 0.0
		if isFinite(y) {
			im = float64(2 * Sin(y) * Cos(y))
		}
		return complex(math.Copysign(1, x), math.Copysign(0, im)), NoFault
	case y == 0:
		return complex(nan, y), NoFault
	}
	return complex(nan, nan), fault(isInf(y) && isFinite(x))
}

// CAsinh is the inverse hyperbolic sine.
func CAsinh(z complex128) (complex128, Fault) { return casinh(z), NoFault }

func casinh(z complex128) complex128 {
	x, y := real(z), imag(z)
	switch {
	case math.IsNaN(x) && isInf(y):
		return complex(inf, nan)
	case isInf(x) || isInf(y):
		return complex(math.Copysign(inf, x), math.Copysign(Atan2(math.Abs(y), math.Abs(x)), y))
	case math.IsNaN(x) && y == 0:
		return complex(nan, y)
	case math.IsNaN(x) || math.IsNaN(y):
		return complex(nan, nan)
	case isLarge(x, y):
		return complex(math.Copysign(Log(Hypot(x/2, y/2))+2*math.Ln2, x), Atan2(y, math.Abs(x)))
	}
	a, b := csqrt(complex(1+y, -x)), csqrt(complex(1-y, x))
	return complex(Asinh(float64(real(a)*imag(b))-float64(real(b)*imag(a))), Atan2(y, float64(real(a)*real(b))-float64(imag(a)*imag(b))))
}

// CAcosh is the inverse hyperbolic cosine.
func CAcosh(z complex128) (complex128, Fault) {
	x, y := real(z), imag(z)
	switch {
	case isInf(x) || isInf(y):
		return complex(inf, Atan2(y, x)), NoFault
	case math.IsNaN(x) || math.IsNaN(y):
		return complex(nan, nan), NoFault
	case isLarge(x, y):
		return complex(Log(Hypot(x/2, y/2))+2*math.Ln2, Atan2(y, x)), NoFault
	}
	a, b := csqrt(complex(x-1, y)), csqrt(complex(x+1, y))
	return complex(Asinh(float64(real(a)*real(b))+float64(imag(a)*imag(b))), float64(2*Atan2(imag(a), real(b)))), NoFault
}

// CAcos is the inverse cosine.
func CAcos(z complex128) (complex128, Fault) {
	x, y := real(z), imag(z)
	switch {
	case isInf(x) && math.IsNaN(y):
		return complex(nan, inf), NoFault
	case isInf(x) || isInf(y):
		return complex(Atan2(math.Abs(y), x), -math.Copysign(inf, y)), NoFault
	case x == 0 && math.IsNaN(y):
		return complex(math.Pi/2, nan), NoFault
	case math.IsNaN(x) || math.IsNaN(y):
		return complex(nan, nan), NoFault
	case isLarge(x, y):
		return complex(Atan2(math.Abs(y), x), -math.Copysign(Log(Hypot(x/2, y/2))+2*math.Ln2, y)), NoFault
	}
	a, b := csqrt(complex(1-x, -y)), csqrt(complex(1+x, y))
	return complex(float64(2*Atan2(real(a), real(b))), Asinh(float64(real(b)*imag(a))-float64(imag(b)*real(a)))), NoFault
}

// CAtanh is the inverse hyperbolic tangent.
//
//psy:bounded once, with the sign changed
func CAtanh(z complex128) (complex128, Fault) {
	x, y := real(z), imag(z)
	ay := math.Abs(y)
	switch {
	case math.Signbit(x) && !math.IsNaN(x):
		r, fault := CAtanh(-z)
		return -r, fault
	case isInf(y):
		return complex(0, math.Copysign(math.Pi/2, y)), NoFault
	case isInf(x):
		return complex(0, y-y+math.Copysign(math.Pi/2, y)), NoFault
	case x == 0 && math.IsNaN(y):
		return complex(0, nan), NoFault
	case math.IsNaN(x) || math.IsNaN(y):
		return complex(nan, nan), NoFault
	case x > sqrtLarge || ay > sqrtLarge:
		h := Hypot(x/2, y/2)
		return complex(x/4/h/h, math.Copysign(math.Pi/2, y)), NoFault
	case x == 1 && ay == 0:
		return complex(inf, y), DomainFault
	case x == 1 && ay < sqrtSmall:
		return complex(-Log(math.Sqrt(ay)/math.Sqrt(Hypot(ay, 2))), math.Copysign(Atan2(2, -ay)/2, y)), NoFault
	}
	return complex(Log1p(4*x/(float64((1-x)*(1-x))+float64(ay*ay)))/4, -Atan2(float64(-2*y), float64((1-x)*(1+x))-float64(ay*ay))/2), NoFault
}

// throughI makes the function of a circle from that of a hyperbola: f(z) = g(iz)/i.
func throughI(g func(complex128) (complex128, Fault)) func(complex128) (complex128, Fault) {
	return func(z complex128) (complex128, Fault) {
		r, fault := g(timesI(z))
		return overI(r), fault
	}
}

// The functions of the circle.
var (
	CSin  = throughI(CSinh)
	CTan  = throughI(CTanh)
	CAsin = throughI(CAsinh)
	CAtan = throughI(CAtanh)
)

// CCos is the cosine.
func CCos(z complex128) (complex128, Fault) { return CCosh(timesI(z)) }

// CRect is the point at a distance and an angle.
func CRect(r, angle float64) (complex128, Fault) {
	switch {
	case isFinite(r) && isFinite(angle):
		if angle == 0 {
			return complex(r, float64(r*angle)), NoFault
		}
		return complex(float64(r*Cos(angle)), float64(r*Sin(angle))), NoFault
	case isInf(r) && isFinite(angle) && angle != 0:
		c, s := onCircle(angle)
		return complex(float64(math.Copysign(1, r)*c), float64(math.Copysign(1, r)*s)), NoFault
	case isInf(r) && angle == 0:
		return complex(r, math.Copysign(angle, float64(angle*math.Copysign(1, r)))), NoFault
	case isInf(r):
		return complex(inf, nan), fault(isInf(angle))
	case r == 0:
		return complex(0, 0), NoFault
	case angle == 0:
		return complex(nan, 0), NoFault
	}
	return complex(nan, nan), fault(isInf(angle) && !math.IsNaN(r))
}
