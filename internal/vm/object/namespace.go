// types.SimpleNamespace.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// SimpleNamespace is an object that is all attributes.
type SimpleNamespace struct {
	heap.Header
	Ext Value
}

// NewSimpleNamespace makes an empty SimpleNamespace; attributes are set with SetAttr.
func NewSimpleNamespace(t *Thread) Value { return AllocInstance(t, t.Type(TSimpleNamespace)) }

func namespaceInit(t *Thread, v Value, args []Value, kw Value) bool {
	npos := len(args)
	if kw != Null {
		npos -= As[Tuple](kw).Len()
	}
	if npos > 1 {
		Raise(t, TTypeError, "%s expected at most 1 argument, got %d", TypeOf(t, v).NameString(), npos)
		return false
	}
	d := InstanceDict(t, v, true)
	if d == nil {
		return false
	}
	if npos == 1 {
		src := args[0]
		if !src.IsExact(TDict) {
			if src = Call1(t, Of(t.Type(TDict)), src); src == Null {
				return false
			}
		}
		s := As[Dict](src)
		for e, i := s.Next(0); e != nil; e, i = s.Next(i) {
			if !IsStr(e.Key) {
				Raise(t, TTypeError, "keywords must be strings")
				return false
			}
		}
		for e, i := s.Next(0); e != nil; e, i = s.Next(i) {
			if !d.Set(t, e.Key, e.Val) {
				return false
			}
		}
	}
	for i := npos; i < len(args); i++ {
		if !d.Set(t, *As[Tuple](kw).At(i - npos), args[i]) {
			return false
		}
	}
	return true
}

func namespaceRepr(t *Thread, v Value) Value {
	name := "namespace"
	if !v.IsExact(TSimpleNamespace) {
		name = TypeName(t, v)
	}
	switch ReprEnter(t, v) {
	case -1:
		return Null
	case 1:
		return NewStr(t, name+"(...)")
	}
	defer ReprLeave(t, v)
	d := InstanceDict(t, v, true)
	if d == nil {
		return Null
	}
	s, sep := name+"(", ""
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if !IsStr(e.Key) || As[Str](e.Key).Len == 0 {
			continue
		}
		k := GoString(e.Key)
		r, ok := ReprString(t, e.Val)
		if !ok {
			return Null
		}
		s += sep + k + "=" + r
		sep = ", "
	}
	return NewStr(t, s+")")
}

func namespaceCompare(t *Thread, a, b Value, op CompareOp) Value {
	if !IsInstance(t, a, TSimpleNamespace) || !IsInstance(t, b, TSimpleNamespace) {
		return NotImplemented
	}
	x, y := InstanceDict(t, a, true), InstanceDict(t, b, true)
	if x == nil || y == nil {
		return Null
	}
	return Compare(t, Of(x), Of(y), op)
}

func init() {
	DefineType(TSimpleNamespace, TypeDef{
		Name: "types.SimpleNamespace", Flags: TypeBase, Size: unsafe.Sizeof(SimpleNamespace{}), Refs: 1 << 1, DictWord: 1,
		Slots: Slots{
			New:  func(t *Thread, typ *Type, args []Value, kw Value) Value { return AllocInstance(t, typ) },
			Init: namespaceInit, Repr: namespaceRepr, Compare: namespaceCompare,
		},
		GetSets: []GetSetDef{{Name: "__dict__", Get: getDict}},
		Methods: []FuncDef{
			{Name: "__reduce__", F0: func(t *Thread, self Value) Value {
				d := InstanceDict(t, self, true)
				x := NewTuple(t, 3)
				if d == nil || x == nil {
					return Null
				}
				*x.At(0), *x.At(1), *x.At(2) = Of(TypeOf(t, self)), Of(t.RT.EmptyTuple), Of(d)
				return Of(x)
			}},
			{Name: "__replace__", FK: func(t *Thread, self Value, args []Value, kw Value) Value {
				if kw == Null && len(args) > 0 || kw != Null && len(args) > As[Tuple](kw).Len() {
					return Raise(t, TTypeError, "__replace__() takes no positional arguments")
				}
				r := Call0(t, Of(TypeOf(t, self)))
				if r == Null {
					return Null
				}
				from, to := InstanceDict(t, self, true), InstanceDict(t, r, true)
				if from == nil || to == nil {
					return Null
				}
				for e, i := from.Next(0); e != nil; e, i = from.Next(i) {
					if !to.Set(t, e.Key, e.Val) {
						return Null
					}
				}
				for i := range args {
					if !to.Set(t, *As[Tuple](kw).At(i), args[i]) {
						return Null
					}
				}
				return r
			}},
		},
	})
}
