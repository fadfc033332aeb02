// Exponentials and powers: by tables of 2**(i/128) and short polynomials (Arm, "Optimized routines").

package libm

import "math"

//go:generate go run ./gen

// expEntry is for 2**(i/128): its relative error as a float, and its bits less i<<45, so that adding k<<45 gives 2**(k/128) for every k = i modulo 128.
type expEntry struct{ tail, bits uint64 }

// logEntry is for an interval around c.
type logEntry struct{ inverse, log float64 }

// powEntry is for an interval around c, with the rest of the logarithm.
type powEntry struct{ inverse, log, rest float64 }

const (
	round52  = 0x1.8p52 // adding it rounds to an integer, which then stands in the lowest bits
	smallest = 0x1p-1022

	invLn2By128 = 0x1.71547652b82fep+7
	ln2By128Hi  = 0x1.62e42fefap-8
	ln2By128Lo  = 0x1.cf79abc9e3b3ap-47
	signBit     = 1 << 63
)

func fma(x, y, z float64) float64 { return math.FMA(x, y, z) }

// expMagnitude is the exponent of x, and how it lies: 0 is usual, -1 too small to matter, 1 perhaps too large.
func expMagnitude(x float64) (e uint64, kind int) {
	e = math.Float64bits(x) >> 52 & 0x7ff
	switch {
	case e-0x3c9 < 0x3f:
		return e, 0
	case e < 0x3c9:
		return e, -1
	}
	return e, 1
}

// Exp is e**x.
func Exp(x float64) float64 {
	e, kind := expMagnitude(x)
	large := false
	if kind != 0 {
		switch {
		case kind < 0:
			return 1 + x
		case e == 0x7ff && math.Float64bits(x) == math.Float64bits(math.Inf(-1)):
			return 0
		case e == 0x7ff:
			return 1 + x
		case e >= 0x409 && x < 0:
			return 0
		case e >= 0x409:
			return math.Inf(1)
		}
		large = true
	}
	return expOf(x, 0, 0, large)
}

// expOf is e**(x + rest), with the sign bit of sign. large: the result may be out of the range of normal floats.
func expOf(x, rest float64, sign uint64, large bool) float64 {
	shifted := fma(x, invLn2By128, round52)
	k := math.Float64bits(shifted)
	whole := shifted - round52
	r := fma(whole, -ln2By128Lo, fma(whole, -ln2By128Hi, x)) + rest
	entry := &exp2Table[k%128]
	bits := entry.bits + k<<45 + sign
	r2 := float64(r * r)
	low := fma(r, 0x1.555555555543cp-3, 0x1.ffffffffffdbdp-2)
	high := fma(r, 0x1.1111167a4d017p-7, 0x1.55555cf172b91p-5)
	tail := fma(float64(r2*r2), high, fma(low, r2, r+math.Float64frombits(entry.tail)))
	if large {
		return expLarge(tail, bits, k, 1009, true)
	}
	scale := math.Float64frombits(bits)
	return fma(scale, tail, scale)
}

// expLarge is scale + scale*tail where it may leave the range of normal floats: bits are those of the scale, of whose exponent k has the sign.
// Upwards, the scale is made 2**-down of itself meanwhile.
func expLarge(tail float64, bits, k uint64, down int, fused bool) float64 {
	if k&0x80000000 == 0 {
		scale := math.Float64frombits(bits - uint64(down)<<52)
		if fused {
			return float64(fma(scale, tail, scale) * math.Float64frombits(uint64(0x3ff+down)<<52))
		}
		return float64((scale + float64(scale*tail)) * math.Float64frombits(uint64(0x3ff+down)<<52))
	}
	scale := math.Float64frombits(bits + 1022<<52)
	more := float64(scale * tail)
	y := scale + more
	if math.Abs(y) < 1 { // a subnormal result: round only once, at its place
		one := math.Copysign(1, y)
		lo := scale - y + more
		hi := one + y
		lo = one - hi + y + lo
		y = hi + lo - one
		if y == 0 {
			y = math.Copysign(0, scale)
		}
	}
	return float64(y * smallest)
}

// Exp2 is 2**x.
func Exp2(x float64) float64 {
	e, kind := expMagnitude(x)
	large := false
	if kind != 0 {
		switch bits := math.Float64bits(x); {
		case kind < 0:
			return 1 + x
		case bits == math.Float64bits(math.Inf(-1)):
			return 0
		case e == 0x7ff:
			return 1 + x
		case e >= 0x409 && x > 0:
			return math.Inf(1)
		case x <= -1075:
			return 0
		}
		large = math.Abs(x) > 928
	}
	shifted := x + round45
	k := math.Float64bits(shifted)
	r := x - (shifted - round45)
	entry := &exp2Table[k%128]
	bits := entry.bits + k<<45
	r2 := float64(r * r)
	low := 0x1.ebfbdff82c424p-3 + float64(r*0x1.c6b08d70cf4b5p-5)
	high := 0x1.3b2abd24650ccp-7 + float64(r*0x1.5d7e09b4e3a84p-10)
	tail := math.Float64frombits(entry.tail) + float64(r*0x1.62e42fefa39efp-1) + float64(low*r2) + float64(high*float64(r2*r2))
	if large {
		return expLarge(tail, bits, k, 1, false)
	}
	scale := math.Float64frombits(bits)
	return scale + float64(scale*tail)
}
