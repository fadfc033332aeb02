// Iterators over dicts, forwards and backwards.

package object

import "unsafe"

// DictIterator iterates over a dict's keys, values or items (by its type).
type DictIterator struct {
	heap8
	Dict Value // Null when exhausted
	Used int64 // size of the dict at the start; -1 once it was found changed
	Pos  int64
	Left int64
}

func dictIterDef(name string, next UnaryFunc, fill FillFunc) TypeDef {
	return TypeDef{
		Name: name, Flags: TypeNoInstances | TypeAlarm | TypeLeaf, Size: unsafe.Sizeof(DictIterator{}), Refs: 1 << 1, NoWeak: true,
		Slots: Slots{Iter: ReturnSelf, Next: next, Fill: fill},
		Methods: RegisterFuncs([]FuncDef{
			{Name: "__length_hint__", Sig: "()", F0: dictIterHint},
			{Name: "__reduce__", Sig: "()", F0: dictIterReduce},
		}),
	}
}

var (
	_ = DefineType(TDictKeyIterator, dictIterDef("dict_keyiterator", dictIterKey, fillEntries))
	_ = DefineType(TDictValueIterator, dictIterDef("dict_valueiterator", dictIterValue, fillEntries))
	_ = DefineType(TDictItemIterator, dictIterDef("dict_itemiterator", dictIterItem, nil))
	_ = DefineType(TDictReverseKeyIterator, dictIterDef("dict_reversekeyiterator", func(t *Thread, v Value) Value {
		if e := dictRevNext(t, v); e != nil {
			return e.Key
		}
		return Null
	}, nil))
	_ = DefineType(TDictReverseValueIterator, dictIterDef("dict_reversevalueiterator", func(t *Thread, v Value) Value {
		if e := dictRevNext(t, v); e != nil {
			return e.Val
		}
		return Null
	}, nil))
	_ = DefineType(TDictReverseItemIterator, dictIterDef("dict_reverseitemiterator", func(t *Thread, v Value) Value {
		if e := dictRevNext(t, v); e != nil {
			return Pair(t, e.Key, e.Val)
		}
		return Null
	}, nil))
)

func NewDictIterator(t *Thread, id TypeID, dict Value) Value {
	it := New[DictIterator](t, id)
	if it == nil {
		return Null
	}
	d := As[Dict](dict)
	it.Dict, it.Used, it.Left = dict, d.Used, d.Used
	if id >= TDictReverseKeyIterator && id <= TDictReverseItemIterator {
		it.Pos = int64(d.N) - 1
	}
	return Of(it)
}

func dictIter(t *Thread, v Value) Value { return NewDictIterator(t, TDictKeyIterator, v) }

// dictIterNext steps forwards; nil at the end or with t.Exc set.
func dictIterNext(t *Thread, v Value) *Entry {
	it := As[DictIterator](v)
	if it.Dict == Null {
		return nil
	}
	d := As[Dict](it.Dict)
	if it.Used != d.Used {
		it.Used = -1
		Raise(t, TRuntimeError, "dictionary changed size during iteration")
		return nil
	}
	e, i := d.Next(int(it.Pos))
	if e == nil {
		it.Dict = Null
		return nil
	}
	if it.Left == 0 {
		it.Dict = Null
		Raise(t, TRuntimeError, "dictionary keys changed during iteration")
		return nil
	}
	it.Pos = int64(i)
	it.Left--
	return e
}

func dictRevNext(t *Thread, v Value) *Entry {
	it := As[DictIterator](v)
	if it.Dict == Null {
		return nil
	}
	d := As[Dict](it.Dict)
	if it.Used != d.Used {
		it.Used = -1
		Raise(t, TRuntimeError, "dictionary changed size during iteration")
		return nil
	}
	for i := min(it.Pos, int64(d.N)-1); i >= 0; i-- {
		if e := d.Entries.At(int(i)); e.Key != Null {
			it.Pos = i - 1
			it.Left--
			return e
		}
	}
	it.Dict = Null
	return nil
}

func dictIterKey(t *Thread, v Value) Value {
	if e := dictIterNext(t, v); e != nil {
		return e.Key
	}
	return Null
}

func dictIterValue(t *Thread, v Value) Value {
	if e := dictIterNext(t, v); e != nil {
		return e.Val
	}
	return Null
}

func dictIterItem(t *Thread, v Value) Value {
	if e := dictIterNext(t, v); e != nil {
		return Pair(t, e.Key, e.Val)
	}
	return Null
}

func dictIterHint(t *Thread, v Value) Value {
	it := As[DictIterator](v)
	if it.Dict == Null || it.Used != As[Dict](it.Dict).Used {
		return SmallInt(0)
	}
	return SmallInt(it.Left)
}

// dictIterReduce gives (iter, ([what is left],)).
func dictIterReduce(t *Thread, v Value) Value {
	f := BuiltinNamed(t, "iter")
	c := CopyObject[DictIterator](t, v)
	if f == Null || c == Null {
		return Null
	}
	return reduceTo(t, f, Of(ListFromIterable(t, c)))
}
