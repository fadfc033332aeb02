// The arithmetic of slices: from a slice object and a length to start, stop, step and the number of items.

package object

import "math"

// sliceIndex converts one part of a slice; false on error.
func sliceIndex(t *Thread, v Value) (int64, bool) {
	if v.IsInt() {
		return v.Int(), true
	}
	if !v.IsBool() && TypeOf(t, v).Slots.Index == nil && !hasFlag(v, TypeIntSub) {
		Raise(t, TTypeError, "slice indices must be integers or None or have an __index__ method")
		return 0, false
	}
	return AsSize(t, v, 0)
}

// SliceUnpack reads start, stop and step of a slice, with the defaults for None, clipped to int64.
func SliceUnpack(t *Thread, slice *Slice) (start, stop, step int64, ok bool) {
	step = 1
	if slice.Step != None {
		if step, ok = sliceIndex(t, slice.Step); !ok {
			return 0, 0, 0, false
		}
		if step == 0 {
			Raise(t, TValueError, "slice step cannot be zero")
			return 0, 0, 0, false
		}
		if step < -math.MaxInt64 {
			step = -math.MaxInt64
		}
	}
	if slice.Start == None {
		if step < 0 {
			start = math.MaxInt64
		}
	} else if start, ok = sliceIndex(t, slice.Start); !ok {
		return 0, 0, 0, false
	}
	if slice.Stop == None {
		if stop = math.MaxInt64; step < 0 {
			stop = math.MinInt64
		}
	} else if stop, ok = sliceIndex(t, slice.Stop); !ok {
		return 0, 0, 0, false
	}
	return start, stop, step, true
}

// SliceAdjust clips unpacked indices to a sequence of the given length; n is the number of items selected.
func SliceAdjust(start, stop, step, length int64) (lo, hi, n int64) {
	clip := func(i int64) int64 {
		if i < 0 {
			if i += length; i < 0 {
				if step < 0 {
					return -1
				}
				return 0
			}
		} else if i >= length {
			if step < 0 {
				return length - 1
			}
			return length
		}
		return i
	}
	lo, hi = clip(start), clip(stop)
	n = hi - lo
	if step < 0 {
		n, step = -n, -step
	}
	if n = max(n, 0); n > 0 && step != 1 { // dividing takes longer than all the rest
		n = (n-1)/step + 1
	}
	return lo, hi, n
}

// SliceIndices resolves a slice object against a length: the items are start, start+step, ... (n of them).
func SliceIndices(t *Thread, slice Value, length int64) (start, stop, step, n int64, ok bool) {
	start, stop, step, ok = SliceUnpack(t, As[Slice](slice))
	if !ok {
		return
	}
	start, stop, n = SliceAdjust(start, stop, step, length)
	return start, stop, step, n, true
}

// clippedIndex converts the start and stop arguments of index methods, counting negative ones from the end.
func clippedIndex(t *Thread, v Value, length int64) (int64, bool) {
	if !v.IsInt() && !v.IsBool() && TypeOf(t, v).Slots.Index == nil && !hasFlag(v, TypeIntSub) {
		Raise(t, TTypeError, "slice indices must be integers or have an __index__ method")
		return 0, false
	}
	i, ok := AsSize(t, v, 0)
	if ok && i < 0 {
		i = max(i+length, 0)
	}
	return i, ok
}

// IsIndex reports whether v can serve as an index.
func IsIndex(t *Thread, v Value) bool {
	return v.IsInt() || v.IsBool() || v.IsPtr() && (hasFlag(v, TypeIntSub) || TypeOf(t, v).Slots.Index != nil)
}
