// Numbers between values and Go's slices, many at once. The loops have no branches on what the numbers are: those that do not fit are found by what all
// of a run have in common.

package object

// BoxInts makes values of ints; false: not all of them are small ints, and to is not to be used. It is as long as from.
func BoxInts(to []Value, from []int64) bool {
	to = to[:len(from)]
	wide := uint64(0) // has a bit above the lower 49 if some int does not fit
	for i, x := range from {
		wide |= uint64(x - MinSmall)
		to[i] = Value(uint64(x)&intMask | intTag)
	}
	return wide <= intMask
}

// UnboxInts takes the ints out of values; false: not all of them are small ints, and to is not to be used. It is as long as from.
func UnboxInts(to []int64, from []Value) bool {
	to = to[:len(from)]
	common := ^Value(0)
	for len(from) >= 4 && len(to) >= 4 {
		a, b, c, d := from[0], from[1], from[2], from[3]
		common &= a & b & c & d
		to[0], to[1], to[2], to[3] = int64(a<<15)>>15, int64(b<<15)>>15, int64(c<<15)>>15, int64(d<<15)>>15
		from, to = from[4:], to[4:]
	}
	for i, v := range from {
		common &= v
		to[i] = int64(v<<15) >> 15
	}
	return common.IsInt()
}

// AllInts reports whether all values are small ints.
func AllInts(from []Value) bool {
	common := ^Value(0)
	for _, v := range from {
		common &= v
	}
	return common.IsInt()
}

// BoxFloats makes values of floats, and gives true. To is as long as from.
func BoxFloats(to []Value, from []float64) bool {
	to = to[:len(from)]
	for i, x := range from {
		to[i] = Float(x)
	}
	return true
}

// UnboxFloats takes the floats out of values; false: not all of them are floats, and to is not to be used. It is as long as from.
func UnboxFloats(to []float64, from []Value) bool {
	to = to[:len(from)]
	for i, v := range from {
		if !v.IsFloat() {
			return false
		}
		to[i] = v.Float()
	}
	return true
}
