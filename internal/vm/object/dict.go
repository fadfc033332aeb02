// The dict type: operators and construction. The table is in dictcore.go, methods in dict_methods.go, merging in dict_merge.go.

package object

import "unsafe"

var _ = DefineType(TDict, TypeDef{
	Name: "dict", Flags: TypeBase | TypeMapping | TypeMatchSelf, Size: unsafe.Sizeof(Dict{}), Refs: dictRefs, NoWeak: true,
	Slots: Slots{
		Repr: DictRepr, Compare: DictCompare, Iter: dictIter, New: dictNew, Init: dictInit,
		Len:       func(t *Thread, v Value) int64 { return As[Dict](v).Used },
		Subscript: DictSubscript, SetSubscript: DictSetSubscript, Contains: dictContains,
		Binary: [NbCount]BinaryFunc{NbOr: dictOr, NbInplace + NbOr: dictInplaceOr},
	},
	Methods: RegisterFuncs(dictMethods()),
})

func dictNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if typ.Is(TDict) {
		return Of(NewDict(t))
	}
	v := AllocInstance(t, typ)
	if v != Null {
		As[Dict](v).Kind = DictStrKeys
	}
	return v
}

func dictInit(t *Thread, self Value, args []Value, kw Value) bool {
	return DictUpdateArgs(t, self, "dict", args, kw)
}

func DictRepr(t *Thread, v Value) Value {
	d := As[Dict](v)
	if d.Used == 0 {
		return NewStr(t, "{}")
	}
	switch ReprEnter(t, v) {
	case 1:
		return NewStr(t, "{...}")
	case -1:
		return Null
	}
	b, ok := []byte{'{'}, true
	e, i := d.Next(0)
	for first := true; e != nil; first = false {
		k, x := e.Key, e.Val
		if !first {
			b = append(b, ", "...)
		}
		if b, ok = AppendRepr(t, b, k); ok {
			b = append(b, ": "...)
			b, ok = AppendRepr(t, b, x)
		}
		if !ok {
			ReprLeave(t, v)
			return Null
		}
		e, i = d.Next(i)
	}
	ReprLeave(t, v)
	return StrOfBytes(t, append(b, '}'))
}

func DictCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE || !IsDict(a) || !IsDict(b) {
		return NotImplemented
	}
	r := DictEqual(t, As[Dict](a), As[Dict](b))
	if r < 0 {
		return Null
	}
	return Bool(r > 0 == (op == EQ))
}

func DictEqual(t *Thread, a, b *Dict) int {
	if a.Used != b.Used {
		return 0
	}
	for e, i := a.Next(0); e != nil; e, i = a.Next(i) {
		val := e.Val
		n := b.find(t, e.Key, int64(e.Hash))
		if n < 0 {
			return n + 1 // absent: 0; error: -1
		}
		if c := EqualBool(t, val, b.Entries.At(n).Val); c <= 0 {
			return c
		}
	}
	return 1
}

func dictContains(t *Thread, v, k Value) int {
	return min(As[Dict](v).FindKey(t, k), 0) + 1
}

func DictSubscript(t *Thread, v, k Value) Value {
	d := As[Dict](v)
	if x := d.Get(t, k); x != Null || t.Exc != Null {
		return x
	}
	if !v.IsExact(TDict) {
		if r, found := CallSpecial1(t, v, N_missing_, k); found {
			return r
		}
	}
	return RaiseValue(t, TKeyError, k)
}

func DictSetSubscript(t *Thread, v, k, x Value) bool {
	d := As[Dict](v)
	if x != Null {
		return d.Set(t, k, x)
	}
	n := d.Delete(t, k)
	if n == 0 {
		RaiseValue(t, TKeyError, k)
	}
	return n > 0
}

func dictOr(t *Thread, a, b Value) Value {
	if !IsDict(a) || !IsDict(b) {
		return NotImplemented
	}
	d := As[Dict](a).Copy(t)
	if d == nil || !DictUpdate(t, Of(d), b) {
		return Null
	}
	return Of(d)
}

func dictInplaceOr(t *Thread, a, b Value) Value {
	if !DictUpdate(t, a, b) {
		return Null
	}
	return a
}
