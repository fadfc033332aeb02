// Small helpers that many types' declarations share.

package object

// KwLen returns the number of keyword arguments.
func KwLen(kw Value) int {
	if kw == Null {
		return 0
	}
	return As[Tuple](kw).Len()
}

// inheritsObjectInit reports whether typ's __init__ is object's: then surplus constructor arguments are an error.
func inheritsObjectInit(t *Thread, typ *Type) bool {
	return typ.Lookup(t, t.N(N_init_)) == t.Type(TObject).Lookup(t, t.N(N_init_))
}

// classGetItem is __class_getitem__ of the generic built-in classes.
func classGetItem(t *Thread, cls, arg Value) Value { return newGenericAlias(t, cls, arg) }

// ReturnSelf is __iter__ of iterators.
func ReturnSelf(t *Thread, v Value) Value { return v }

// ClassGetItemDef declares __class_getitem__.
func ClassGetItemDef() FuncDef {
	return FuncDef{Name: "__class_getitem__", Sig: "(item, /)", Class: true, F1: classGetItem}
}

// BindNew makes a constructor that binds its arguments by a signature.
func BindNew(name, sig string, f func(t *Thread, typ *Type, bound []Value) Value) NewFunc {
	s := ParseSignature(name, sig)
	return func(t *Thread, typ *Type, args []Value, kw Value) Value {
		n := len(s.Params)
		bound := t.PushArgs(n)
		if bound == nil && n > 0 {
			return Null
		}
		r := Null
		if kw != Null && s.noKeywords() && typ.Flags&TypeHeap != 0 && !inheritsObjectInit(t, typ) { // they are for the subclass's __init__
			args, kw = args[:len(args)-KwLen(kw)], Null
		}
		if s.Bind(t, args, kw, bound) {
			r = f(t, typ, bound)
		}
		t.PopArgs(n)
		return r
	}
}
