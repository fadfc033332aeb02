// Iterators by index: over lists, tuples, anything with __getitem__; and iter(callable, sentinel).

package object

import "unsafe"

// seqIterDef declares an iterator type with the layout of SeqIterator.
func seqIterDef(name string, flags uint32, next UnaryFunc, fill FillFunc, methods []FuncDef) TypeDef {
	return TypeDef{
		Name: name, Flags: TypeNoInstances | flags, Size: unsafe.Sizeof(SeqIterator{}), Refs: 1 << 1, NoWeak: true,
		Slots: Slots{Iter: ReturnSelf, Next: next, Fill: fill}, Methods: RegisterFuncs(methods),
	}
}

var _ = DefineType(TListIterator, seqIterDef("list_iterator", TypeLeaf, listIterNext, fillSeq, []FuncDef{
	{Name: "__length_hint__", F0: listIterHint},
	{Name: "__reduce__", Sig: "()", F0: func(t *Thread, self Value) Value { return reduceSeq(t, self, "iter", Of(NewList(t, 0))) }},
	{Name: "__setstate__", Sig: "(state, /)", F1: seqIterSetState},
}))

var _ = DefineType(TListReverseIterator, seqIterDef("list_reverseiterator", TypeLeaf, listRevNext, fillReversed, []FuncDef{
	{Name: "__length_hint__", Sig: "()", F0: listRevHint},
	{Name: "__reduce__", Sig: "()", F0: listRevReduce},
	{Name: "__setstate__", Sig: "(state, /)", F1: listRevSetState},
}))

var _ = DefineType(TTupleIterator, seqIterDef("tuple_iterator", TypeLeaf, tupleIterNext, fillSeq, []FuncDef{
	{Name: "__length_hint__", Sig: "()", F0: tupleIterHint},
	{Name: "__reduce__", Sig: "()", F0: func(t *Thread, self Value) Value { return reduceSeq(t, self, "iter", Of(t.RT.EmptyTuple)) }},
	{Name: "__setstate__", Sig: "(state, /)", F1: seqIterSetState},
}))

var _ = DefineType(TSeqIterator, seqIterDef("iterator", 0, seqIterNext, nil, []FuncDef{
	{Name: "__length_hint__", Sig: "()", F0: seqIterHint},
	{Name: "__reduce__", Sig: "()", F0: func(t *Thread, self Value) Value { return reduceSeq(t, self, "iter", Of(t.RT.EmptyTuple)) }},
	{Name: "__setstate__", Sig: "(state, /)", F1: seqIterSetState},
}))

func listIter(t *Thread, v Value) Value  { return NewSeqIterator(t, TListIterator, v) }
func tupleIter(t *Thread, v Value) Value { return NewSeqIterator(t, TTupleIterator, v) }

func listIterNext(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return Null
	}
	l := As[List](it.Seq)
	if it.Index < l.Size {
		x := *l.At(int(it.Index))
		it.Index++
		return x
	}
	it.Seq = Null
	return Null
}

func listIterHint(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return SmallInt(0)
	}
	return SmallInt(max(As[List](it.Seq).Size-it.Index, 0))
}

func listRevNext(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return Null
	}
	l := As[List](it.Seq)
	if i := it.Index; i >= 0 && i < l.Size {
		it.Index--
		return *l.At(int(i))
	}
	it.Index = -1
	it.Seq = Null
	return Null
}

func listRevHint(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	n := it.Index + 1
	if it.Seq == Null || As[List](it.Seq).Size < n {
		n = 0
	}
	return SmallInt(n)
}

func listRevReduce(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return reduceSeq(t, v, "iter", Of(NewList(t, 0)))
	}
	return reduceSeq(t, v, "reversed", Of(NewList(t, 0))) // empty: the lookup has used it up
}

func listRevSetState(t *Thread, v, state Value) Value {
	i, ok := AsSize(t, state, TOverflowError)
	if !ok {
		return Null
	}
	if it := As[SeqIterator](v); it.Seq != Null {
		it.Index = min(max(i, -1), As[List](it.Seq).Size-1)
	}
	return None
}

func tupleIterNext(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return Null
	}
	x := As[Tuple](it.Seq)
	if it.Index < x.Size {
		r := *x.At(int(it.Index))
		it.Index++
		return r
	}
	it.Seq = Null
	return Null
}

// Ahead is what an iterator over a list or tuple gives next if nothing changes; nil for others.
func Ahead(it Value) []Value {
	list := it.IsExact(TListIterator)
	if !list && !it.IsExact(TTupleIterator) {
		return nil
	}
	i := As[SeqIterator](it)
	var items []Value
	switch {
	case i.Seq == Null:
	case list:
		items = As[List](i.Seq).Slice()
	default:
		items = As[Tuple](i.Seq).Items()
	}
	return items[min(int(i.Index), len(items)):]
}

// Skip steps an iterator over a list or tuple n items further.
func Skip(it Value, n int) { As[SeqIterator](it).Index += int64(n) }

func tupleIterHint(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return SmallInt(0)
	}
	return SmallInt(As[Tuple](it.Seq).Size - it.Index)
}

func seqIterNext(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return Null
	}
	if it.Index >= MaxSmall {
		return Raise(t, TOverflowError, "iter index too large")
	}
	r := GetItem(t, it.Seq, SmallInt(it.Index))
	if r != Null {
		it.Index++
		return r
	}
	if t.ClearIf(TIndexError) || t.ClearIf(TStopIteration) {
		it.Seq = Null
	}
	return Null
}

func seqIterHint(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return SmallInt(0)
	}
	if TypeOf(t, it.Seq).Slots.Len == nil {
		return NotImplemented
	}
	n := Len(t, it.Seq)
	if n < 0 {
		return Null
	}
	return SmallInt(max(n-it.Index, 0))
}

// seqIterSetState sets the index, clipped to the sequence when its length is known.
func seqIterSetState(t *Thread, v, state Value) Value {
	i, ok := AsSize(t, state, TOverflowError)
	if !ok {
		return Null
	}
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return None
	}
	i = max(i, 0)
	switch {
	case v.IsExact(TListIterator):
		i = min(i, As[List](it.Seq).Size)
	case v.IsExact(TTupleIterator):
		i = min(i, As[Tuple](it.Seq).Size)
	}
	it.Index = i
	return None
}

// BuiltinNamed returns the object of this name among the builtins of who asks, whose keys may run Python code.
func BuiltinNamed(t *Thread, name string) Value {
	key := Intern(t, name)
	if key == Null {
		return Null
	}
	if d := CurrentBuiltins(t); d != nil {
		if v := MappingGet(t, SeenBuiltins(d), key); v != Null || t.Exc != Null {
			return v
		}
	}
	return Raise(t, TAttributeError, "%s", name)
}

// reduceSeq is __reduce__ of an index iterator: (fn, (seq,), index), or (iter, (empty,)) when exhausted.
func reduceSeq(t *Thread, v Value, fn string, empty Value) Value {
	f := BuiltinNamed(t, fn)
	if f == Null {
		return Null
	}
	it := As[SeqIterator](v)
	if it.Seq == Null || empty == Null {
		return reduceTo(t, f, empty)
	}
	args := Tuple1(t, it.Seq)
	r := NewTuple(t, 3)
	if args == Null || r == nil {
		return Null
	}
	*r.At(0), *r.At(1), *r.At(2) = f, args, SmallInt(it.Index)
	return Of(r)
}

// reduceTo makes (f, (arg,)).
func reduceTo(t *Thread, f, arg Value) Value {
	if arg == Null {
		return Null
	}
	args := Tuple1(t, arg)
	if args == Null {
		return Null
	}
	return Pair(t, f, args)
}

// CallableIterator is iter(callable, sentinel).
type CallableIterator struct {
	SeqIterator
	Sentinel Value
}

var _ = DefineType(TCallableIterator, TypeDef{
	Name: "callable_iterator", Flags: TypeNoInstances, Size: unsafe.Sizeof(CallableIterator{}), Refs: 1<<1 | 1<<3, NoWeak: true,
	Slots: Slots{Iter: ReturnSelf, Next: callableNext},
	Methods: RegisterFuncs([]FuncDef{{Name: "__reduce__", Sig: "()", F0: func(t *Thread, self Value) Value {
		it := As[CallableIterator](self)
		f := BuiltinNamed(t, "iter")
		if f == Null {
			return Null
		}
		if it.Seq == Null {
			return reduceTo(t, f, Of(t.RT.EmptyTuple))
		}
		args := Pair(t, it.Seq, it.Sentinel)
		if args == Null {
			return Null
		}
		return Pair(t, f, args)
	}}}),
})

// NewCallableIterator is iter(callable, sentinel); the caller has checked that callable is one.
func NewCallableIterator(t *Thread, callable, sentinel Value) Value {
	it := New[CallableIterator](t, TCallableIterator)
	if it == nil {
		return Null
	}
	it.Seq, it.Sentinel = callable, sentinel
	return Of(it)
}

func callableNext(t *Thread, v Value) Value {
	it := As[CallableIterator](v)
	if it.Seq == Null {
		return Null
	}
	r := Call0(t, it.Seq)
	if r == Null {
		if t.ClearIf(TStopIteration) {
			it.Seq, it.Sentinel = Null, Null
		}
		return Null
	}
	if it.Seq == Null { // the callable exhausted its own iterator
		return Null
	}
	switch EqualBool(t, it.Sentinel, r) {
	case 0:
		return r
	case 1:
		it.Seq, it.Sentinel = Null, Null
	}
	return Null
}
