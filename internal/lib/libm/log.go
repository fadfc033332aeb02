// Logarithms: by tables of log(c) and short polynomials (Arm, "Optimized routines"); that of base 10 from the natural one (Sun, fdlibm).

package libm

import "math"

const (
	ln2Hi43 = 0x1.62e42fefa38p-1 // ln(2) to 43 bits
	ln2Lo43 = 0x1.ef35793c7673p-45
)

// logArgument is the bits of x, scaled by 2**52 and with 52 taken off its exponent if it is subnormal; or a result, where there is nothing to compute.
func logArgument(x float64) (bits uint64, result float64, done bool) {
	switch {
	case x == 0:
		return 0, math.Inf(-1), true
	case x < 0 || x != x:
		return 0, math.NaN(), true
	case x > math.MaxFloat64:
		return 0, x, true
	}
	return math.Float64bits(float64(x*0x1p52)) - 52<<52, 0, false
}

// Log is the natural logarithm.
func Log(x float64) float64 {
	ix := math.Float64bits(x)
	if ix-0x3fee000000000000 < 0x3090000000000 {
		return logNearOne(x)
	}
	if ix>>52-1 >= 0x7fe {
		var r float64
		var done bool
		if ix, r, done = logArgument(x); done {
			return r
		}
	}
	t := ix - 0x3fe6000000000000
	entry := &logTable[t>>45%128]
	k := float64(int64(t) >> 52)
	z := math.Float64frombits(ix - t&(0xfff<<52))
	r := fma(z, entry.inverse, -1)
	w := fma(k, ln2Hi43, entry.log)
	hi := w + r
	lo := fma(k, ln2Lo43, w-hi+r)
	r2 := float64(r * r)
	a := fma(r, -0x1.fffffffeb459p-3, 0x1.555555551305bp-2)
	b := fma(r, -0x1.55575e506c89fp-3, 0x1.999b324f10111p-3)
	return fma(float64(r*r2), fma(b, r2, a), fma(r2, -0x1.0000000000001p-1, lo)) + hi
}

// logNearOne is the natural logarithm of a float from 1-2**-4 to 1+0x1.09p-4.
func logNearOne(x float64) float64 {
	r := x - 1
	if r == 0 {
		return 0
	}
	r2 := float64(r * r)
	r3 := float64(r * r2)
	a := fma(r2, 0x1.999999995dd0cp-3, fma(r, -0x1.ffffffffffdcbp-3, 0x1.5555555555577p-2))
	b := fma(r2, -0x1.fffffa4423d65p-4, fma(r, 0x1.24924a344de3p-3, -0x1.55555556745a7p-3))
	c := fma(r2, 0x1.78182f7afd085p-4, fma(r, -0x1.999eb43b068ffp-4, 0x1.c7184282ad6cap-4))
	p := fma(fma(fma(r3, -0x1.5521375d145cdp-4, c), r3, b), r3, a)
	rHi := fma(-0x1p27, r, fma(r, 0x1p27, r))
	square := float64(rHi * rHi)
	hi := fma(square, -0.5, r)
	lo := fma(square, -0.5, r-hi)
	lo = fma(float64(-0.5*(r-rHi)), r+rHi, lo)
	return hi + fma(p, r3, lo)
}

const (
	log2eHi = 0x1.71547652p+0
	log2eLo = 0x1.705fc2eefa2p-33
)

// Log2 is the logarithm of base 2.
func Log2(x float64) float64 {
	ix := math.Float64bits(x)
	if ix-0x3feea4af00000000 < 0x210aa00000000 {
		return log2NearOne(x)
	}
	if ix>>52-1 >= 0x7fe {
		var r float64
		var done bool
		if ix, r, done = logArgument(x); done {
			return r
		}
	}
	t := ix - 0x3fe6000000000000
	entry := &log2Table[t>>46%64]
	k := float64(int64(t) >> 52)
	z := math.Float64frombits(ix - t&(0xfff<<52))
	r := fma(z, entry.inverse, -1)
	sum := k + entry.log
	p := float64(log2eHi * r)
	rest := fma(r, log2eLo, fma(log2eHi, r, -p))
	hi := p + sum
	lo := sum - hi + p + rest
	r2 := float64(r * r)
	a := fma(r, 0x1.ec709dc3a04bep-2, -0x1.71547652b8339p-1)
	b := fma(r, 0x1.2776c50034c48p-2, -0x1.7154764702ffbp-2)
	c := fma(r, 0x1.a6225e117f92ep-3, -0x1.ec7b328ea92bcp-3)
	return fma(r2, fma(c, float64(r2*r2), fma(b, r2, a)), lo) + hi
}

func log2NearOne(x float64) float64 {
	r := x - 1
	if r == 0 {
		return 0
	}
	hi := float64(r * log2eHi)
	lo := fma(r, log2eLo, fma(log2eHi, r, -hi))
	r2 := float64(r * r)
	r4 := float64(r2 * r2)
	p := fma(r, 0x1.ec709dc3a03f7p-2, -0x1.71547652b82fep-1)
	y := fma(p, r2, hi)
	lo = fma(p, r2, hi-y) + lo
	a := fma(r, 0x1.2776c50f05be4p-2, -0x1.71547652b7c3fp-2)
	b := fma(r, 0x1.a61761ec4e736p-3, -0x1.ec709dd768fe5p-3)
	c := fma(r, 0x1.484d154f01b4ap-3, -0x1.7153fbc64a79bp-3)
	d := fma(r, 0x1.0b32f285aee66p-3, -0x1.289e4a72c383cp-3)
	return y + fma(fma(fma(d, r2, c), r4, fma(b, r2, a)), r4, lo)
}

// Log10 is the logarithm of base 10.
func Log10(x float64) float64 {
	ix := math.Float64bits(x)
	if ix>>52-1 >= 0x7fe {
		var r float64
		var done bool
		if ix, r, done = logArgument(x); done {
			return r
		}
	}
	k := int64(ix)>>52 - 0x3ff
	less := k >> 63 & 1 // the mantissa is in [1, 2) for a positive exponent, else in [0.5, 1)
	y := float64(k + less)
	m := math.Float64frombits(ix&(1<<52-1) | uint64(0x3ff-less)<<52)
	return float64(y*0x1.9fef311f12b36p-42) + float64(0x1.bcb7b1526e50ep-2*Log(m)) + float64(y*0x1.34413509f6p-2)
}
