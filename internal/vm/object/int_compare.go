// Ints: comparisons, also with floats.

package object

import (
	"math"
	"math/big"
	"runtime"
)

// CompareIntValues orders two ints of any kind: negative, 0, positive.
func CompareIntValues(a, b Value) int {
	x, ok := Short(a)
	y, ok2 := Short(b)
	if ok && ok2 {
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	var bufA, bufB [1]uint64
	m, sa := intWords(a, &bufA)
	n, sb := intWords(b, &bufB)
	if sa != sb {
		return sa - sb
	}
	return cmpMag(m, n) * sa
}

func intCompare(t *Thread, a, b Value, op CompareOp) Value {
	if BothInt(a, b) {
		return Bool(CompareInts(a.Int(), b.Int(), op))
	}
	if !bothIntLike(a, b) {
		return NotImplemented
	}
	return Bool(CompareInts(int64(CompareIntValues(a, b)), 0, op))
}

// compareIntFloat orders an int of any kind and a float that is not NaN, exactly.
func compareIntFloat(v Value, f float64) int {
	if i, ok := Int64(v); ok {
		if f >= -1<<63 && f < 1<<63 {
			whole := math.Floor(f)
			switch j := int64(whole); {
			case i < j:
				return -1
			case i > j:
				return 1
			case f > whole:
				return -1
			}
			return 0
		}
		if f > 0 {
			return -1
		}
		return 1
	}
	sign := IntSign(v)
	if math.IsInf(f, 0) || math.Abs(f) < 1<<63 || math.Signbit(f) != (sign < 0) {
		switch {
		case math.IsInf(f, 1):
			return -1
		case math.IsInf(f, -1):
			return 1
		}
		return sign // larger in magnitude than f, or of another sign
	}
	z, _ := big.NewFloat(f).Int(nil) // such large floats have no fraction
	c := BigOf(v).Cmp(z)
	runtime.KeepAlive(v)
	return c
}
