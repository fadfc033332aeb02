// Binary operators on two ints of at most 64 bits or two floats, without asking their types.
package object

import "math"

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

// word64 is the value of an int that fits in 64 bits.
func word64(v Value) (int64, bool) {
	switch {
	case v.IsInt():
		return v.Int(), true
	case !v.IsPtr() || !v.IsExact(TInt):
		return 0, false
	}
	b := As[BigInt](v)
	if len(b.mag()) != 1 || b.mag()[0] > math.MaxInt64 {
		return 0, false
	}
	return int64(b.mag()[0]) * int64(b.Sign), true
}

// binaryWords applies a binary operator to two such ints, of which one is not small; Null when that needs the full operator.
func binaryWords(t *Thread, op Nb, x, y int64) Value {
	if op >= NbInplace {
		op -= NbInplace
	}
	switch op {
	case NbAdd:
		if sum := x + y; (x^sum)&(y^sum) >= 0 {
			return NewInt(t, sum)
		}
	case NbSubtract:
		if diff := x - y; (x^y)&(x^diff) >= 0 {
			return NewInt(t, diff)
		}
	case NbMultiply:
		if hi, lo := mulSmall(x, y); hi == uint64(int64(lo)>>63) {
			return NewInt(t, int64(lo))
		}
	case NbAnd:
		return NewInt(t, x&y)
	case NbOr:
		return NewInt(t, x|y)
	case NbXor:
		return NewInt(t, x^y)
	case NbRemainder:
		if y > 0 {
			_, m := floorDivSmall(x, y)
			return NewInt(t, m)
		}
	case NbFloorDivide:
		if y > 0 {
			q, _ := floorDivSmall(x, y)
			return NewInt(t, q)
		}
	case NbRshift:
		if y >= 0 {
			return NewInt(t, x>>min(uint64(y), 63))
		}
	case NbLshift:
		if uint64(y) < 63 && x<<y>>y == x {
			return NewInt(t, x<<y)
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
