// Ranges: their iterators, one for small ints and one for ints of any size.

package object

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// LongRangeIterator runs over a range whose numbers may be large: item Index of Length.
type LongRangeIterator struct {
	heap.Header
	Start, Step, Length Value
	Index               Value
}

var _ = DefineType(TRangeIterator, TypeDef{
	Name:  "range_iterator",
	Flags: TypeNoInstances | TypeLeaf,
	Size:  unsafe.Sizeof(RangeIterator{}),
	Slots: Slots{Iter: ReturnSelf, Next: rangeIterNext, Fill: fillRange},
	Methods: []FuncDef{
		{Name: "__length_hint__", F0: func(t *Thread, v Value) Value { return NewInt(t, As[RangeIterator](v).Left) }},
		{Name: "__reduce__", F0: rangeIterReduce},
		{Name: "__setstate__", F1: rangeIterSetState},
	},
})

var _ = DefineType(TLongRangeIterator, TypeDef{
	Name:  "longrange_iterator",
	Flags: TypeNoInstances,
	Size:  unsafe.Sizeof(LongRangeIterator{}),
	Refs:  1<<1 | 1<<2 | 1<<3 | 1<<4,
	Slots: Slots{Iter: ReturnSelf, Next: longRangeNext},
	Methods: []FuncDef{
		{Name: "__length_hint__", F0: func(t *Thread, v Value) Value {
			it := As[LongRangeIterator](v)
			return IntSub(t, it.Length, it.Index)
		}},
		{Name: "__reduce__", F0: longRangeReduce},
		{Name: "__setstate__", F1: longRangeSetState},
	},
})

func newRangeIterator(t *Thread, start, step, n int64) Value {
	it := New[RangeIterator](t, TRangeIterator)
	if it == nil {
		return Null
	}
	it.Next, it.Step, it.Left = start, step, n
	return Of(it)
}

func newLongRangeIterator(t *Thread, start, step, n Value) Value {
	it := New[LongRangeIterator](t, TLongRangeIterator)
	if it == nil {
		return Null
	}
	it.Start, it.Step, it.Length, it.Index = start, step, n, SmallInt(0)
	return Of(it)
}

func rangeIter(t *Thread, v Value) Value {
	r := As[Range](v)
	if start, step, n, ok := r.small(); ok {
		return newRangeIterator(t, start, step, n)
	}
	return newLongRangeIterator(t, r.Start, r.Step, r.Length)
}

func rangeReversed(t *Thread, v Value) Value {
	r := As[Range](v)
	if start, step, n, ok := r.small(); ok && step != math.MinInt64 {
		return newRangeIterator(t, start+(n-1)*step, -step, n)
	}
	last := IntSub(t, r.Length, SmallInt(1))
	if last == Null {
		return Null
	}
	if last = rangeItem(t, r.Start, r.Step, last); last == Null {
		return Null
	}
	step := IntNeg(t, r.Step)
	if step == Null {
		return Null
	}
	return newLongRangeIterator(t, last, step, r.Length)
}

func rangeIterNext(t *Thread, v Value) Value {
	it := As[RangeIterator](v)
	if it.Left <= 0 {
		return Null
	}
	x := it.Next
	it.Next += it.Step
	it.Left--
	return SmallInt(x)
}

func longRangeNext(t *Thread, v Value) Value {
	it := As[LongRangeIterator](v)
	if CompareIntValues(it.Index, it.Length) >= 0 {
		return Null
	}
	i := IntAdd(t, it.Index, SmallInt(1))
	if i == Null {
		return Null
	}
	x := rangeItem(t, it.Start, it.Step, it.Index)
	if x != Null {
		it.Index = i
	}
	return x
}

// reduceToIter is (iter, (range,), state).
func reduceToIter(t *Thread, r, state Value) Value {
	if r == Null {
		return Null
	}
	args := Tuple1(t, r)
	if args == Null {
		return Null
	}
	iter := builtinByName(t, "iter")
	if iter == Null {
		return Null
	}
	x := NewTuple(t, 3)
	if x == nil {
		return Null
	}
	*x.At(0), *x.At(1), *x.At(2) = iter, args, state
	return Of(x)
}

func rangeIterReduce(t *Thread, v Value) Value {
	it := As[RangeIterator](v)
	start, step := NewInt(t, it.Next), NewInt(t, it.Step)
	stop := NewInt(t, it.Next+it.Step*it.Left)
	if start == Null || step == Null || stop == Null {
		return Null
	}
	return reduceToIter(t, NewRange(t, start, stop, step), None)
}

func rangeIterSetState(t *Thread, v, state Value) Value {
	n, ok := AsInt64(t, state)
	if !ok {
		return Null
	}
	it := As[RangeIterator](v)
	n = max(0, min(n, it.Left))
	it.Next += n * it.Step
	it.Left -= n
	return None
}

func longRangeReduce(t *Thread, v Value) Value {
	it := As[LongRangeIterator](v)
	stop := rangeItem(t, it.Start, it.Step, it.Length)
	if stop == Null {
		return Null
	}
	return reduceToIter(t, NewRange(t, it.Start, stop, it.Step), longRangeState(it))
}

// longRangeState is the index as the third part of the reduced form.
func longRangeState(it *LongRangeIterator) Value {
	if it.Index == SmallInt(0) {
		return None
	}
	return it.Index
}

func longRangeSetState(t *Thread, v, state Value) Value {
	if !IsIntLike(state) {
		return Raise(t, TTypeError, "state must be an int, not %s", TypeName(t, state))
	}
	it := As[LongRangeIterator](v)
	if IntSign(state) < 0 {
		state = SmallInt(0)
	} else if CompareIntValues(state, it.Length) > 0 {
		state = it.Length
	}
	if state = ExactInt(t, state); state == Null {
		return Null
	}
	it.Index = state
	return None
}
