// The module math: the gamma function, by Lanczos' approximation.

package mathmod

import (
	"math"

	"github.com/psyco-go/psy/internal/lib/libm"
	"github.com/psyco-go/psy/internal/vm/object"
)

type mathError uint8

const (
	mathOK mathError = iota
	mathDomain
	mathRange
)

// mathErrFunc makes a function of one float that says itself what is wrong.
func mathErrFunc(f func(float64) (float64, mathError)) func(t *Thread, self, arg Value) Value {
	return func(t *Thread, self, arg Value) Value {
		x, ok := object.AsFloat64(t, arg)
		if !ok {
			return null
		}
		r, e := f(x)
		switch e {
		case mathDomain:
			return domainError(t)
		case mathRange:
			return rangeError(t)
		}
		return object.Float(r)
	}
}

const (
	lanczosG      = 6.024680040776729583740234375
	lanczosGHalf  = 5.524680040776729583740234375 // lanczosG - 0.5
	logPi         = 1.144729885849400174143427351353058711647
	maxGammaArg   = 200
	gammaIntegral = 23 // up to here the gamma function of integers is exact
)

var lanczosNum = [...]float64{
	23531376880.410759688572007674451636754734846804940,
	42919803642.649098768957899047001988850926355848959,
	35711959237.355668049440185451547166705960488635843,
	17921034426.037209699919755754458931112671403265390,
	6039542586.3520280050642916443072979210699388420708,
	1439720407.3117216736632230727949123939715485786372,
	248874557.86205415651146038641322942321632125127801,
	31426415.585400194380614231628318205362874684987640,
	2876370.6289353724412254090516208496135991145378768,
	186056.26539522349504029498971604569928220784236328,
	8071.6720023658162106380029022722506138218516325024,
	210.82427775157934587250973392071336271166969580291,
	2.5066282746310002701649081771338373386264310793408,
}

var lanczosDen = [...]float64{0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1}

// lanczosSum evaluates the rational function in the direction that does not overflow.
func lanczosSum(x float64) float64 {
	num, den := 0.0, 0.0
	if x < 5 {
		for i := len(lanczosNum) - 1; i >= 0; i-- {
			num = float64(num*x) + lanczosNum[i]
			den = float64(den*x) + lanczosDen[i]
		}
	} else {
		for i := range lanczosNum {
			num = num/x + lanczosNum[i]
			den = den/x + lanczosDen[i]
		}
	}
	return num / den
}

// sinPi is sin(pi*x).
func sinPi(x float64) float64 {
	y := math.Mod(math.Abs(x), 2)
	var r float64
	switch math.Round(2 * y) {
	case 0:
		r = libm.Sin(math.Pi * y)
	case 1:
		r = libm.Cos(math.Pi * (y - 0.5))
	case 2:
		r = libm.Sin(math.Pi * (1 - y))
	case 3:
		r = -libm.Cos(math.Pi * (y - 1.5))
	default:
		r = libm.Sin(math.Pi * (y - 2))
	}
	return math.Copysign(1, x) * r
}

func gamma(x float64) (float64, mathError) {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x, mathOK
	case math.IsInf(x, -1) || x == 0 || x < 0 && x == math.Floor(x):
		return 0, mathDomain
	case x == math.Floor(x) && x <= gammaIntegral:
		r := 1.0
		for i := 2.0; i < x; i++ {
			r *= i
		}
		return r, mathOK
	}
	abs := math.Abs(x)
	if abs < 1e-20 {
		r := 1 / x
		if math.IsInf(r, 0) {
			return 0, mathRange
		}
		return r, mathOK
	}
	if abs > maxGammaArg {
		if x < 0 {
			return 0 / sinPi(x), mathOK
		}
		return 0, mathRange
	}
	y := abs + lanczosGHalf
	var z float64 // what rounding took from y
	if abs > lanczosGHalf {
		z = (y - abs) - lanczosGHalf
	} else {
		z = (y - lanczosGHalf) - abs
	}
	z = z * lanczosG / y
	var r float64
	if x < 0 {
		r = -math.Pi / sinPi(abs) / abs * libm.Exp(y) / lanczosSum(abs)
		r -= float64(z * r)
		if abs < 140 {
			r /= libm.Pow(y, abs-0.5)
		} else {
			half := libm.Pow(y, abs/2-0.25)
			r /= half
			r /= half
		}
	} else {
		r = lanczosSum(abs) / libm.Exp(y)
		r += float64(z * r)
		if abs < 140 {
			r *= libm.Pow(y, abs-0.5)
		} else {
			half := libm.Pow(y, abs/2-0.25)
			r *= half
			r *= half
		}
	}
	if math.IsInf(r, 0) {
		return 0, mathRange
	}
	return r, mathOK
}

func lgamma(x float64) (float64, mathError) {
	switch {
	case math.IsNaN(x):
		return x, mathOK
	case math.IsInf(x, 0):
		return math.Inf(1), mathOK
	case x == math.Floor(x) && x <= 2:
		if x <= 0 {
			return 0, mathDomain
		}
		return 0, mathOK
	}
	abs := math.Abs(x)
	if abs < 1e-20 {
		return -libm.Log(abs), mathOK
	}
	r := libm.Log(lanczosSum(abs)) - lanczosG
	r += float64((abs - 0.5) * (libm.Log(abs+lanczosG-0.5) - 1))
	if x < 0 {
		r = logPi - libm.Log(math.Abs(sinPi(abs))) - libm.Log(abs) - r
	}
	if math.IsInf(r, 0) {
		return 0, mathRange
	}
	return r, mathOK
}
