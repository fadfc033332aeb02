// Slice objects.

package object

import "unsafe"

var _ = DefineType(TSlice, TypeDef{
	Name:  "slice",
	Size:  unsafe.Sizeof(Slice{}),
	Refs:  1<<1 | 1<<2 | 1<<3,
	Slots: Slots{Repr: sliceRepr, Hash: sliceHash, Compare: sliceCompare, New: sliceNew},
	Methods: []FuncDef{
		{Name: "indices", Sig: "(length, /)", F1: sliceIndicesMethod},
		{Name: "__reduce__", F0: func(t *Thread, v Value) Value {
			args := sliceTuple(t, v)
			if args == Null {
				return Null
			}
			return Pair(t, Of(t.Type(TSlice)), args)
		}},
	},
	Members: []MemberDef{{Name: "start", Word: 1}, {Name: "stop", Word: 2}, {Name: "step", Word: 3}},
})

func sliceNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if KwLen(kw) > 0 {
		return Raise(t, TTypeError, "slice() takes no keyword arguments")
	}
	switch len(args) {
	case 0:
		return Raise(t, TTypeError, "slice expected at least 1 argument, got 0")
	case 1:
		return NewSlice(t, None, args[0], None)
	case 2:
		return NewSlice(t, args[0], args[1], None)
	case 3:
		return NewSlice(t, args[0], args[1], args[2])
	}
	return Raise(t, TTypeError, "slice expected at most 3 arguments, got %d", len(args))
}

func sliceTuple(t *Thread, v Value) Value {
	s := As[Slice](v)
	x := NewTuple(t, 3)
	if x == nil {
		return Null
	}
	*x.At(0), *x.At(1), *x.At(2) = s.Start, s.Stop, s.Step
	return Of(x)
}

func sliceRepr(t *Thread, v Value) Value {
	s := As[Slice](v)
	start, ok := ReprString(t, s.Start)
	if !ok {
		return Null
	}
	stop, ok := ReprString(t, s.Stop)
	if !ok {
		return Null
	}
	step, ok := ReprString(t, s.Step)
	if !ok {
		return Null
	}
	return NewStr(t, "slice("+start+", "+stop+", "+step+")")
}

// sliceHash mixes the three hashes as xxHash does its lanes.
func sliceHash(t *Thread, v Value) (int64, bool) {
	const prime1, prime2, prime5 = 11400714785074694791, 14029467366897019727, 2870177450012600261
	acc := uint64(prime5)
	for i := 1; i <= 3; i++ {
		h, ok := Hash(t, *Slot(v, i))
		if !ok {
			return 0, false
		}
		acc = rotl(acc+uint64(h)*prime2, 31) * prime1
	}
	if acc == ^uint64(0) {
		return 1546275796, true
	}
	return int64(acc), true
}

func sliceCompare(t *Thread, a, b Value, op CompareOp) Value {
	if !a.IsExact(TSlice) || !b.IsExact(TSlice) {
		return NotImplemented
	}
	if a == b {
		return Bool(op == EQ || op == LE || op == GE)
	}
	x := sliceTuple(t, a)
	if x == Null {
		return Null
	}
	y := sliceTuple(t, b)
	if y == Null {
		return Null
	}
	return Compare(t, x, y, op)
}

// longIndices resolves a slice against a length of any size: exact ints.
func longIndices(t *Thread, s *Slice, length Value) (start, stop, step Value, ok bool) {
	step = SmallInt(1)
	if s.Step != None {
		if step = slicePart(t, s.Step); step == Null {
			return
		}
		if step == SmallInt(0) {
			Raise(t, TValueError, "slice step cannot be zero")
			return
		}
	}
	negative := IntSign(step) < 0
	lower, upper := SmallInt(0), length
	if negative {
		lower = SmallInt(-1)
		if upper = IntSub(t, length, SmallInt(1)); upper == Null {
			return
		}
	}
	first, last := lower, upper
	if negative {
		first, last = upper, lower
	}
	if start = clipLong(t, s.Start, first, lower, upper, length); start == Null {
		return
	}
	if stop = clipLong(t, s.Stop, last, lower, upper, length); stop == Null {
		return
	}
	return start, stop, step, true
}

// slicePart converts one part of a slice to an exact int.
func slicePart(t *Thread, v Value) Value {
	if !IsIndex(t, v) {
		return Raise(t, TTypeError, "slice indices must be integers or None or have an __index__ method")
	}
	return indexExact(t, v)
}

// clipLong is one bound of a slice, None giving its default, within lower and upper.
func clipLong(t *Thread, v, none, lower, upper, length Value) Value {
	if v == None {
		return none
	}
	i := slicePart(t, v)
	if i == Null {
		return Null
	}
	if IntSign(i) < 0 {
		if i = IntAdd(t, i, length); i == Null {
			return Null
		}
		if CompareIntValues(i, lower) < 0 {
			return lower
		}
		return i
	}
	if CompareIntValues(i, upper) > 0 {
		return upper
	}
	return i
}

func sliceIndicesMethod(t *Thread, v, length Value) Value {
	n := indexExact(t, length)
	if n == Null {
		return Null
	}
	if IntSign(n) < 0 {
		return Raise(t, TValueError, "length should not be negative")
	}
	start, stop, step, ok := longIndices(t, As[Slice](v), n)
	if !ok {
		return Null
	}
	x := NewTuple(t, 3)
	if x == nil {
		return Null
	}
	*x.At(0), *x.At(1), *x.At(2) = start, stop, step
	return Of(x)
}
