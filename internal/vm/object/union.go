// types.UnionType: int | str.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// Union is X | Y.
type Union struct {
	heap.Header
	Args   *Tuple
	Params *Tuple // nil: not computed yet
}

// unionable reports whether v can stand in a union.
func unionable(t *Thread, v Value) bool {
	if v == None || IsType(v) {
		return true
	}
	if !v.IsPtr() {
		return false
	}
	return v.IsExact(TUnion) || v.IsExact(TTypeAlias) || IsInstance(t, v, TGenericAlias)
}

// unionOr is a | b for types.
func unionOr(t *Thread, a, b Value) Value {
	if !unionable(t, a) || !unionable(t, b) || a == None && b == None {
		return NotImplemented
	}
	l := NewList(t, 0)
	if l == nil || !unionAdd(t, l, a) || !unionAdd(t, l, b) {
		return Null
	}
	return unionOf(t, l)
}

func unionOf(t *Thread, l *List) Value {
	if l.Len() == 1 {
		return *l.At(0)
	}
	u := New[Union](t, TUnion)
	if u == nil {
		return Null
	}
	v := TupleOf(t, l.Slice())
	if v == Null {
		return Null
	}
	u.Args = As[Tuple](v)
	return Of(u)
}

// unionAdd appends v, or the members of the union v, leaving out what is there already.
//
//psy:bounded unions are flat
func unionAdd(t *Thread, l *List, v Value) bool {
	if v.IsExact(TUnion) {
		u := As[Union](v)
		for i := 0; i < u.Args.Len(); i++ {
			if !unionAdd(t, l, *u.Args.At(i)) {
				return false
			}
		}
		return true
	}
	if v == None {
		v = Of(t.Type(TNoneType))
	}
	for i := 0; i < l.Len(); i++ {
		w := *l.At(i)
		if w == v {
			return true
		}
		if IsInstance(t, w, TGenericAlias) && IsInstance(t, v, TGenericAlias) {
			if eq := EqualBool(t, w, v); eq != 0 {
				return eq > 0
			}
		}
	}
	return l.Append(t, v)
}

func unionRepr(t *Thread, v Value) Value {
	u := As[Union](v)
	s := ""
	for i := 0; i < u.Args.Len(); i++ {
		if i > 0 {
			s += " | "
		}
		p, ok := aliasItemRepr(t, *u.Args.At(i))
		if !ok {
			return Null
		}
		s += p
	}
	return NewStr(t, s)
}

// unionHash is the hash of the frozenset of the members, which typing's unions have too.
func unionHash(t *Thread, v Value) (int64, bool) {
	s := SetFromIterable(t, TFrozenSet, Of(As[Union](v).Args))
	if s == nil {
		return 0, false
	}
	return s.frozenHash(), true
}

func unionCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE || !a.IsExact(TUnion) || !b.IsExact(TUnion) {
		return NotImplemented
	}
	x, y := As[Union](a).Args, As[Union](b).Args
	eq := x.Len() == y.Len()
	for i := 0; eq && i < x.Len(); i++ {
		found := 0
		for j := 0; j < y.Len() && found == 0; j++ {
			found = EqualBool(t, *x.At(i), *y.At(j))
		}
		if found < 0 {
			return Null
		}
		eq = found > 0
	}
	return Bool(eq == (op == EQ))
}

func unionParams(t *Thread, v Value) Value {
	u := As[Union](v)
	if u.Params == nil {
		if u.Params = typeParameters(t, u.Args); u.Params == nil {
			return Null
		}
	}
	return Of(u.Params)
}

func unionSubscript(t *Thread, v, item Value) Value {
	u := As[Union](v)
	if unionParams(t, v) == Null {
		return Null
	}
	args := substitute(t, v, u.Args, u.Params, item)
	if args == nil {
		return Null
	}
	r := *args.At(0)
	for i := 1; i < args.Len(); i++ {
		if r = BinaryOp(t, NbOr, r, *args.At(i)); r == Null {
			return Null
		}
	}
	return r
}

func init() {
	DefineType(TUnion, TypeDef{
		Name: "types.UnionType", Size: unsafe.Sizeof(Union{}), Refs: 1<<1 | 1<<2,
		Slots: Slots{
			Repr: unionRepr, Hash: unionHash, Compare: unionCompare, Subscript: unionSubscript,
			Binary: [NbCount]BinaryFunc{NbOr: unionOr},
		},
		Members: []MemberDef{{Name: "__args__", Word: 1}},
		GetSets: []GetSetDef{{Name: "__parameters__", Get: unionParams}},
		Methods: []FuncDef{
			{Name: "__instancecheck__", F1: func(t *Thread, self, v Value) Value { return truthValue(IsInstanceCheck(t, v, self)) }},
			{Name: "__subclasscheck__", F1: func(t *Thread, self, v Value) Value { return truthValue(IsSubclassCheck(t, v, self)) }},
		},
	})
}
