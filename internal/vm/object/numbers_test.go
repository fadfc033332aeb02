// Numbers that are converted many at once come out as one by one.

package object

import (
	"math"
	"slices"
	"testing"
)

func TestManyNumbers(t *testing.T) {
	for _, x := range []int64{0, 1, -1, MaxSmall, MinSmall, MaxSmall + 1, MinSmall - 1, math.MaxInt64, math.MinInt64, 1 << 49, -1 << 49} {
		for at := range 3 {
			from := []int64{5, -7, MaxSmall}
			from[at] = x
			to := make([]Value, 3)
			if got := BoxInts(to, from); got != FitsSmall(x) {
				t.Errorf("%d among ints: %v", x, got)
			} else if got && to[at] != SmallInt(x) {
				t.Errorf("%d became %x", x, to[at])
			}
			back := make([]int64, 3)
			if FitsSmall(x) && (!UnboxInts(back, to) || !slices.Equal(back, from)) {
				t.Errorf("%v came back as %v", from, back)
			}
		}
	}
	for _, v := range []Value{None, True, Float(1), Float(math.Inf(-1)), Float(math.NaN()), 1 << 40} {
		if UnboxInts(make([]int64, 2), []Value{SmallInt(-1), v}) {
			t.Errorf("%x was taken for an int", v)
		}
	}
	floats := []float64{0, math.Copysign(0, -1), 1.5, math.Inf(1), math.SmallestNonzeroFloat64}
	to, back := make([]Value, len(floats)), make([]float64, len(floats))
	if !BoxFloats(to, floats) || !UnboxFloats(back, to) || !slices.Equal(back, floats) {
		t.Errorf("%v came back as %v", floats, back)
	}
	if to[1] = SmallInt(2); UnboxFloats(back, to) {
		t.Error("an int was taken for a float")
	}
}
