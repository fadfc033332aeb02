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

// returnSelf is __iter__ of iterators.
func returnSelf(t *Thread, v Value) Value { return v }

// classGetItemDef declares __class_getitem__.
func classGetItemDef() FuncDef {
	return FuncDef{Name: "__class_getitem__", Sig: "(item, /)", Class: true, F1: classGetItem}
}
