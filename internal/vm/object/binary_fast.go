// Binary operators on two ints of less than 127 bits or two floats, without asking their types.

package object

import "math/bits"

// binaryInts applies a binary operator to two small ints; Null when that needs the full operator.
func binaryInts(t *Thread, op Nb, x, y int64) Value {
	if op >= NbInplace {
		op -= NbInplace
	}
	switch op {
	case NbAdd:
		return NewInt(t, x+y)
	case NbSubtract:
		return NewInt(t, x-y)
	case NbMultiply:
		if hi, lo := mulSmall(x, y); hi == uint64(int64(lo)>>63) {
			return NewInt(t, int64(lo))
		}
	case NbAnd:
		return SmallInt(x & y)
	case NbOr:
		return SmallInt(x | y)
	case NbXor:
		return SmallInt(x ^ y)
	case NbRemainder:
		switch {
		case y > 0 && (x|y)>>32 == 0: // half as wide divisions take half the time
			return SmallInt(int64(uint32(x) % uint32(y)))
		case y != 0:
			_, m := floorDivSmall(x, y)
			return SmallInt(m)
		}
	case NbFloorDivide:
		switch {
		case y > 0 && (x|y)>>32 == 0:
			return SmallInt(int64(uint32(x) / uint32(y)))
		case y != 0:
			q, _ := floorDivSmall(x, y)
			return NewInt(t, q)
		}
	case NbRshift:
		if y >= 0 {
			return SmallInt(x >> min(uint64(y), 63))
		}
	case NbLshift:
		if uint64(y) < 63 && x<<y>>y == x {
			return NewInt(t, x<<y)
		}
	}
	return Null
}

// twoWords is the value of an int of less than 127 bits, in two's complement.
func twoWords(v Value) (hi, lo uint64, ok bool) {
	switch {
	case v.IsInt():
		return uint64(v.Int() >> 63), uint64(v.Int()), true
	case !v.IsPtr() || !v.IsExact(TInt):
		return 0, 0, false
	}
	b := As[BigInt](v)
	switch m := b.mag(); len(m) {
	case 1:
		lo = m[0]
	case 2:
		hi, lo = m[1], m[0]
	default:
		return 0, 0, false
	}
	if b.Sign < 0 {
		var c uint64
		lo, c = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, c)
	}
	return hi, lo, b.Words == 1 || b.mag()[1]>>62 == 0
}

// ofTwoWords is the int with such a value.
func ofTwoWords(t *Thread, hi, lo uint64) Value {
	if hi == uint64(int64(lo)>>63) {
		return NewInt(t, int64(lo))
	}
	return newInt128(t, hi, lo)
}

// binaryWords applies a binary operator to two such ints; Null when that needs the full operator.
func binaryWords(t *Thread, op Nb, xh, x, yh, y uint64) Value {
	if op >= NbInplace {
		op -= NbInplace
	}
	word := xh == uint64(int64(x)>>63) && yh == uint64(int64(y)>>63)
	switch op {
	case NbAdd: // of 127 bits at most: 128 hold the sum
		lo, c := bits.Add64(x, y, 0)
		return ofTwoWords(t, xh+yh+c, lo)
	case NbSubtract:
		lo, c := bits.Sub64(x, y, 0)
		return ofTwoWords(t, xh-yh-c, lo)
	case NbMultiply:
		if word {
			hi, lo := mulSmall(int64(x), int64(y))
			return ofTwoWords(t, hi, lo)
		}
	case NbAnd:
		return ofTwoWords(t, xh&yh, x&y)
	case NbOr:
		return ofTwoWords(t, xh|yh, x|y)
	case NbXor:
		return ofTwoWords(t, xh^yh, x^y)
	case NbRemainder:
		if word && int64(y) > 0 {
			_, m := floorDivSmall(int64(x), int64(y))
			return NewInt(t, m)
		}
	case NbFloorDivide:
		if word && int64(y) > 0 {
			q, _ := floorDivSmall(int64(x), int64(y))
			return NewInt(t, q)
		}
	case NbRshift:
		switch {
		case yh != 0 || y > 127:
		case y >= 64:
			return ofTwoWords(t, uint64(int64(xh)>>63), uint64(int64(xh)>>(y-64)))
		default:
			return ofTwoWords(t, uint64(int64(xh)>>y), x>>y|xh<<(64-y))
		}
	case NbLshift:
		if yh == 0 && y < 63 && int64(xh)<<(y+1)>>(y+1) == int64(xh) {
			return ofTwoWords(t, xh<<y|x>>(64-y), x<<y)
		}
	}
	return Null
}

// binaryFloats applies a binary operator to two floats; Null when that needs the full operator.
func binaryFloats(op Nb, x, y float64) Value {
	if op >= NbInplace {
		op -= NbInplace
	}
	switch op {
	case NbAdd:
		return Float(x + y)
	case NbSubtract:
		return Float(x - y)
	case NbMultiply:
		return Float(x * y)
	case NbTrueDivide:
		if y != 0 {
			return Float(x / y)
		}
	}
	return Null
}
