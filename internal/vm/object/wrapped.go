// staticmethod and classmethod.

package object

import "unsafe"

// newWrapped makes a staticmethod or classmethod of a function without copying its attributes.
func newWrapped(t *Thread, id TypeID, f Value) Value {
	w := New[Wrapped](t, id)
	if w == nil {
		return Null
	}
	w.Func = f
	return Of(w)
}

var copiedAttrs = [...]Name{N_module_, N_name_, N_qualname_, N_doc_, N_annotations_}

func wrappedInit(t *Thread, self Value, args []Value, kw Value) bool {
	typ := TypeOf(t, self)
	name := "staticmethod"
	if typ.IsSubtype(t.Type(TClassMethod)) {
		name = "classmethod"
	}
	if kw != Null && As[Tuple](kw).Len() > 0 {
		Raise(t, TTypeError, "%s() takes no keyword arguments", name)
		return false
	}
	if len(args) != 1 {
		Raise(t, TTypeError, "%s expected 1 argument, got %d", name, len(args))
		return false
	}
	w := As[Wrapped](self)
	w.Func = args[0]
	for _, n := range copiedAttrs {
		v := LookupAttr(t, w.Func, t.N(n))
		if v == Null {
			if t.Exc != Null {
				return false
			}
			continue
		}
		if !SetAttr(t, self, t.N(n), v) {
			return false
		}
	}
	return true
}

func staticMethodGet(t *Thread, d, obj, typ Value) Value {
	f := As[Wrapped](d).Func
	if f == Null {
		return Raise(t, TRuntimeError, "uninitialized staticmethod object")
	}
	return f
}

func classMethodGet(t *Thread, d, obj, typ Value) Value {
	f := As[Wrapped](d).Func
	if f == Null {
		return Raise(t, TRuntimeError, "uninitialized classmethod object")
	}
	if typ == Null {
		typ = Of(TypeOf(t, obj))
	}
	return NewMethod(t, f, typ)
}

func wrappedRepr(name string) UnaryFunc {
	return func(t *Thread, v Value) Value {
		s, ok := ReprString(t, As[Wrapped](v).Func)
		if !ok {
			return Null
		}
		return NewStr(t, "<"+name+"("+s+")>")
	}
}

func init() {
	def := func(id TypeID, name string, s Slots) {
		s.New = func(t *Thread, typ *Type, args []Value, kw Value) Value { return AllocInstance(t, typ) }
		s.Init = wrappedInit
		s.Repr = wrappedRepr(name)
		DefineType(id, TypeDef{
			Name: name, Flags: TypeBase, Size: unsafe.Sizeof(Wrapped{}), Refs: 1<<1 | 1<<2, DictWord: 1, Slots: s,
			GetSets: []GetSetDef{
				{Name: "__isabstractmethod__", Get: func(t *Thread, v Value) Value { return truthValue(IsAbstract(t, As[Wrapped](v).Func)) }},
				{Name: "__dict__", Get: getDict, Set: setDict},
			},
			Members: []MemberDef{{Name: "__func__", Word: 2, OrNone: true}, {Name: "__wrapped__", Word: 2, OrNone: true}},
		})
	}
	def(TStaticMethod, "staticmethod", Slots{DescrGet: staticMethodGet, Call: func(t *Thread, v Value, args []Value, kw Value) Value {
		f := As[Wrapped](v).Func
		if f == Null {
			return Raise(t, TRuntimeError, "uninitialized staticmethod object")
		}
		return Call(t, f, args, kw)
	}})
	def(TClassMethod, "classmethod", Slots{DescrGet: classMethodGet})
}
