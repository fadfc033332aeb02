// The error function: by rational approximations on five intervals (Sun, fdlibm).

package libm

import "math"

// paired is the polynomial with these coefficients, from the lowest, added up in pairs.
func paired(x float64, c []float64) float64 {
	x2 := float64(x * x)
	x4 := float64(x2 * x2)
	powers := [5]float64{1, x2, x4, float64(x4 * x2), float64(x4 * x4)}
	sum := c[0] + float64(x*c[1])
	for i := 2; i < len(c); i += 2 {
		term := c[i]
		if i+1 < len(c) {
			term += float64(x * c[i+1])
		}
		sum += float64(powers[i/2] * term)
	}
	return sum
}

// Numerators and denominators: below 0.84375, below 1.25, below 1/0.35, and beyond.
var (
	erfP0 = []float64{0x1.06eba8214db68p-3, -0x1.4cd7d691cb913p-2, -0x1.d2a51dbd7194fp-6, -0x1.7a291236668e4p-8, -0x1.8ead6120016acp-16}
	erfQ0 = []float64{1, 0x1.97779cddadc09p-2, 0x1.0a54c5536cebap-4, 0x1.4d022c4d36b0fp-8, 0x1.15dc9221c1a1p-13, -0x1.09c4342a2612p-18}
	erfP1 = []float64{-0x1.359b8bef77538p-9, 0x1.a8d00ad92b34dp-2, -0x1.7d240fbb8c3f1p-2, 0x1.45fca805120e4p-2, -0x1.c63983d3e28ecp-4,
		0x1.22a36599795ebp-5, -0x1.1bf380a96073fp-9}
	erfQ1 = []float64{1, 0x1.b3e6618eee323p-4, 0x1.14af092eb6f33p-1, 0x1.2635cd99fe9a7p-4, 0x1.02660e763351fp-3, 0x1.bedc26b51dd1cp-7,
		0x1.88b545735151dp-7}
	erfP2 = []float64{-0x1.43412600d6435p-7, -0x1.63416e4ba736p-1, -0x1.51e0441b0e726p+3, -0x1.f300ae4cba38dp+5, -0x1.44cb184282266p+7,
		-0x1.7135cebccabb2p+7, -0x1.4526557e4d2f2p+6, -0x1.3a0efc69ac25cp+3}
	erfQ2 = []float64{1, 0x1.3a6b9bd707687p+4, 0x1.1350c526ae721p+7, 0x1.b290dd58a1a71p+8, 0x1.42b1921ec2868p+9, 0x1.ad02157700314p+8,
		0x1.b28a3ee48ae2cp+6, 0x1.a47ef8e484a93p+2, -0x1.eeff2ee749a62p-5}
	erfP3 = []float64{-0x1.4341239e86f4ap-7, -0x1.993ba70c285dep-1, -0x1.1c209555f995ap+4, -0x1.4145d43c5ed98p+7, -0x1.3ec881375f228p+9,
		-0x1.004616a2e5992p+10, -0x1.e384e9bdc383fp+8}
	erfQ3 = []float64{1, 0x1.e568b261d519p+4, 0x1.45cae221b9f0ap+8, 0x1.802eb189d5118p+10, 0x1.8ffb7688c246ap+11, 0x1.3f219cedf3be6p+11,
		0x1.da874e79fe763p+8, -0x1.670e242712d62p+4}
)

const erfOf1 = 0x1.b0ac16p-1 // nearly

// erfRatio is what both functions need in the interval of a = |x|, of which hi is the upper half.
func erfRatio(x, a float64, hi uint64) float64 {
	switch {
	case hi < 0x3feb0000:
		z := float64(x * x)
		return paired(z, erfP0) / paired(z, erfQ0)
	case hi < 0x3ff40000:
		return paired(a-1, erfP1) / paired(a-1, erfQ1)
	}
	s := 1 / float64(x*x)
	var r float64
	if hi < 0x4006db6d || hi == 0x4006db6d && x > 0 {
		r = paired(s, erfP2) / paired(s, erfQ2)
	} else {
		r = paired(s, erfP3) / paired(s, erfQ3)
	}
	z := math.Float64frombits(math.Float64bits(a) &^ (1<<32 - 1))
	return float64(Exp(float64(-z*z)-0.5625)*Exp(float64((z-a)*(z+a))+r)) / a
}

// Erf is the error function.
func Erf(x float64) float64 {
	a := math.Abs(x)
	hi := math.Float64bits(a) >> 32
	switch {
	case hi >= 0x7ff00000:
		return math.Copysign(1, x) + 1/x
	case hi < 0x00800000:
		return float64(0.0625 * (float64(16*x) + float64(0x1.06eba8214db69p+1*x)))
	case hi < 0x3e300000:
		return x + float64(0x1.06eba8214db69p-3*x)
	case hi < 0x3feb0000:
		return x + float64(x*erfRatio(x, a, hi))
	case hi < 0x3ff40000:
		return math.Copysign(erfOf1+erfRatio(x, a, hi), x)
	case hi >= 0x40180000:
		return math.Copysign(1, x)
	}
	return math.Copysign(1-erfRatio(x, a, hi), x)
}

// Erfc is 1 - Erf(x).
func Erfc(x float64) float64 {
	a := math.Abs(x)
	hi := math.Float64bits(a) >> 32
	switch {
	case hi >= 0x7ff00000:
		return float64(2*(math.Float64bits(x)>>63)) + 1/x
	case hi < 0x3c700000:
		return 1 - x
	case hi < 0x3feb0000:
		y := float64(x * erfRatio(x, a, hi))
		if x < 0.25 {
			return 1 - (x + y)
		}
		return 0.5 - (x - 0.5 + y)
	case hi < 0x3ff40000 && x > 0:
		return 1 - erfOf1 - erfRatio(x, a, hi)
	case hi < 0x3ff40000:
		return 1 + (erfOf1 + erfRatio(x, a, hi))
	case x > 0 && hi < 0x403c0000:
		return erfRatio(x, a, hi)
	case x > 0:
		return 0
	case hi >= 0x40180000:
		return 2
	}
	return 2 - erfRatio(x, a, hi)
}
