// dict_keys, dict_values, dict_items, and the set operations of the first and the last.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

type heap8 = heap.Header

// DictView is a view of a dict (which one, by its type).
type DictView struct {
	heap8
	Dict Value
}

// CopyObject makes a shallow copy of a fixed-size object of Go type T and the same Python type.
func CopyObject[T any](t *Thread, v Value) Value {
	c := AllocInstance(t, TypeOf(t, v))
	if c == Null {
		return Null
	}
	h := *headerOf(c)
	*As[T](c) = *As[T](v)
	*headerOf(c) = h
	return c
}

func dictViewDef(name string, iter, reverse TypeID, slots Slots, methods ...FuncDef) TypeDef {
	slots.Repr = dictViewRepr
	slots.Len = func(t *Thread, v Value) int64 { return viewDict(v).Used }
	slots.Iter = func(t *Thread, v Value) Value { return NewDictIterator(t, iter, As[DictView](v).Dict) }
	methods = append(methods, FuncDef{Name: "__reversed__", Sig: "()", F0: func(t *Thread, v Value) Value {
		return NewDictIterator(t, reverse, As[DictView](v).Dict)
	}})
	return TypeDef{
		Name: name, Flags: TypeNoInstances, Size: unsafe.Sizeof(DictView{}), Refs: 1 << 1, NoWeak: true, Slots: slots,
		Methods: RegisterFuncs(methods),
		GetSets: []GetSetDef{{Name: "mapping", Get: func(t *Thread, v Value) Value {
			return NewMappingProxy(t, As[DictView](v).Dict)
		}}},
	}
}

var setViewSlots = Slots{
	Compare: dictViewCompare,
	Binary: [NbCount]BinaryFunc{
		NbSubtract: func(t *Thread, a, b Value) Value {
			return viewSetOp(t, a, b, func(t *Thread, s *Set, b Value) bool { return s.differenceUpdate(t, b) })
		},
		NbAnd: dictViewAnd,
		NbOr: func(t *Thread, a, b Value) Value {
			return viewSetOp(t, a, b, func(t *Thread, s *Set, b Value) bool { return s.Update(t, b) })
		},
		NbXor: dictViewXor,
	},
}

func keysViewSlots() Slots {
	s := setViewSlots
	s.Contains = func(t *Thread, v, k Value) int { return dictContains(t, As[DictView](v).Dict, k) }
	return s
}

func itemsViewSlots() Slots {
	s := setViewSlots
	s.Contains = dictItemsContains
	return s
}

var (
	_ = DefineType(TDictKeys, dictViewDef("dict_keys", TDictKeyIterator, TDictReverseKeyIterator, keysViewSlots(),
		FuncDef{Name: "isdisjoint", F1: dictViewIsDisjoint}))
	_ = DefineType(TDictItems, dictViewDef("dict_items", TDictItemIterator, TDictReverseItemIterator, itemsViewSlots(),
		FuncDef{Name: "isdisjoint", F1: dictViewIsDisjoint}))
	_ = DefineType(TDictValues, dictViewDef("dict_values", TDictValueIterator, TDictReverseValueIterator, Slots{}))
)

func NewDictView(t *Thread, id TypeID, dict Value) Value {
	v := New[DictView](t, id)
	if v == nil {
		return Null
	}
	v.Dict = dict
	return Of(v)
}

func viewDict(v Value) *Dict { return As[Dict](As[DictView](v).Dict) }

// isSetView reports whether v is dict_keys or dict_items.
func isSetView(v Value) bool {
	return v.IsPtr() && (isView(ShapeOf(v).Type, TDictKeys) || isView(ShapeOf(v).Type, TDictItems))
}

// isView reports whether typ is the view type id or OrderedDict's form of it.
func isView(typ *Type, id TypeID) bool { return typ.ID == id || typ.Base != nil && typ.Base.ID == id }

func dictViewRepr(t *Thread, v Value) Value {
	switch ReprEnter(t, v) {
	case 1:
		return NewStr(t, "...")
	case -1:
		return Null
	}
	r := Null
	if l := ListFromIterable(t, v); l != nil {
		if s := Repr(t, Of(l)); s != Null {
			r = StrOfBytes(t, append(AppendStr(append([]byte(TypeOf(t, v).NameString()), '('), s), ')'))
		}
	}
	ReprLeave(t, v)
	return r
}

func dictItemsContains(t *Thread, v, x Value) int {
	if !IsTuple(x) || As[Tuple](x).Size != 2 {
		return 0
	}
	val := viewDict(v).Get(t, *As[Tuple](x).At(0))
	if val == Null {
		if t.Exc != Null {
			return -1
		}
		return 0
	}
	return EqualBool(t, val, *As[Tuple](x).At(1))
}

// namesIn is the dict behind a dict_keys all of whose keys are strs, so that no code of a program runs while they are looked up; nil for others.
func namesIn(v Value) *Dict {
	if !v.IsExact(TDictKeys) || !As[DictView](v).Dict.IsExact(TDict) {
		return nil
	}
	if d := viewDict(v); d.Kind&DictStrKeys != 0 {
		return d
	}
	return nil
}

// eachName calls f with the keys of a dict of strs and their hashes until it returns false; false then, or if the thread is halted.
func (d *Dict) eachName(t *Thread, f func(key Value, hash int64) bool) bool {
	for i := range int(d.N) {
		if k := d.Entries.At(i).Key; k != Null && !f(k, HashStr(t, As[Str](k))) || t.haltedAt(i) {
			return false
		}
	}
	return true
}

// allIn reports whether each item of a is in b: 1, 0, -1.
func allIn(t *Thread, a, b Value) int {
	if x, y := namesIn(a), namesIn(b); x != nil && y != nil {
		all := x.eachName(t, func(k Value, h int64) bool { return y.findStr(As[Str](k), h) >= 0 })
		return b2i(all) - b2i(t.Exc != Null)
	}
	it := Iter(t, a)
	if it == Null {
		return -1
	}
	for {
		x := Next(t, it)
		if x == Null {
			if t.Exc != Null {
				return -1
			}
			return 1
		}
		if c := Contains(t, b, x); c <= 0 {
			return c
		}
	}
}

func dictViewCompare(t *Thread, a, b Value, op CompareOp) Value {
	if !IsAnySet(b) && !isSetView(b) {
		return NotImplemented
	}
	n, m := Len(t, a), Len(t, b)
	if n < 0 || m < 0 {
		return Null
	}
	r := 0
	switch {
	case (op == EQ || op == NE) && n == m, op == LT && n < m, op == LE && n <= m:
		r = allIn(t, a, b)
	case op == GT && n > m, op == GE && n >= m:
		r = allIn(t, b, a)
	}
	if r < 0 {
		return Null
	}
	return Bool(r > 0 == (op != NE))
}

// viewSetOp makes a set of a and applies op with b to it.
func viewSetOp(t *Thread, a, b Value, op func(t *Thread, s *Set, b Value) bool) Value {
	s := NewSet(t, TSet)
	if s == nil || !s.Update(t, a) || !op(t, s, b) {
		return Null
	}
	return Of(s)
}

func dictViewAnd(t *Thread, a, b Value) Value {
	if !isSetView(a) {
		a, b = b, a
	}
	n := viewDict(a).Used
	if b.IsExact(TSet) && n <= As[Set](b).Used {
		return Of(As[Set](b).intersection(t, TSet, a))
	}
	if isSetView(b) && viewDict(b).Used > n {
		a, b = b, a
	}
	s := NewSet(t, TSet)
	if s == nil {
		return Null
	}
	if x, y := namesIn(a), namesIn(b); x != nil && y != nil {
		if !y.eachName(t, func(k Value, h int64) bool { return x.findStr(As[Str](k), h) < 0 || s.AddHash(t, k, h) }) {
			return Null
		}
		return Of(s)
	}
	it := Iter(t, b)
	if it == Null {
		return Null
	}
	for {
		x := Next(t, it)
		if x == Null {
			if t.Exc != Null {
				return Null
			}
			return Of(s)
		}
		c := Contains(t, a, x)
		if c < 0 || c > 0 && !s.Add(t, x) {
			return Null
		}
	}
}

func dictViewXor(t *Thread, a, b Value) Value {
	if isView(TypeOf(t, a), TDictItems) && isView(TypeOf(t, b), TDictItems) {
		return dictItemsXor(t, viewDict(a), viewDict(b))
	}
	return viewSetOp(t, a, b, func(t *Thread, s *Set, b Value) bool { return s.symmetricUpdate(t, b) })
}

// dictItemsXor makes the set of pairs that only one of two dicts has.
func dictItemsXor(t *Thread, a, b *Dict) Value {
	if b.Used > a.Used {
		a, b = b, a
	}
	left := a.Copy(t)
	s := NewSet(t, TSet)
	if left == nil || s == nil {
		return Null
	}
	for e, i := b.Next(0); e != nil; e, i = b.Next(i) {
		k, v := e.Key, e.Val
		n := left.find(t, k, int64(e.Hash))
		if n == -2 {
			return Null
		}
		if n >= 0 {
			c := EqualBool(t, left.Entries.At(n).Val, v)
			if c < 0 || c > 0 && left.Delete(t, k) < 0 {
				return Null
			}
			if c > 0 {
				continue
			}
		}
		if p := Pair(t, k, v); p == Null || !s.Add(t, p) {
			return Null
		}
	}
	rest := NewDictView(t, TDictItems, Of(left))
	if rest == Null || !s.Update(t, rest) {
		return Null
	}
	return Of(s)
}

func dictViewIsDisjoint(t *Thread, a, b Value) Value {
	if a == b {
		return Bool(viewDict(a).Used == 0)
	}
	if IsAnySet(b) || isSetView(b) {
		if Len(t, b) > viewDict(a).Used {
			a, b = b, a
		}
	}
	if x, y := namesIn(a), namesIn(b); x != nil && y != nil {
		none := y.eachName(t, func(k Value, h int64) bool { return x.findStr(As[Str](k), h) < 0 })
		if t.Exc != Null {
			return Null
		}
		return Bool(none)
	}
	it := Iter(t, b)
	if it == Null {
		return Null
	}
	for {
		x := Next(t, it)
		if x == Null {
			if t.Exc != Null {
				return Null
			}
			return True
		}
		switch Contains(t, a, x) {
		case -1:
			return Null
		case 1:
			return False
		}
	}
}
