// The types of None, NotImplemented and Ellipsis.

package object

// defineSingleton declares the type of a constant.
func defineSingleton(id TypeID, typeName, name string, truth InquiryFunc, methods []FuncDef) TypeID {
	return DefineType(id, TypeDef{
		Name:    typeName,
		NoWeak:  true,
		Methods: methods,
		Slots: Slots{
			Repr: func(t *Thread, _ Value) Value { return Intern(t, name) },
			Bool: truth,
			New:  singletonNew,
			Hash: singletonHash,
		},
	})
}

func singletonNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	v, name := None, "NoneType"
	switch typ.ID {
	case TNotImplementedType:
		v, name = NotImplemented, "NotImplementedType"
	case TEllipsisType:
		v, name = Ellipsis, "EllipsisType"
	}
	if len(args) > 0 {
		return Raise(t, TTypeError, "%s takes no arguments", name)
	}
	return v
}

func singletonHash(t *Thread, v Value) (int64, bool) {
	if v == None {
		return 0xfca86420, true
	}
	return HashPointer(v), true
}

func reduceToName(name string) []FuncDef {
	return []FuncDef{{Name: "__reduce__", F0: func(t *Thread, _ Value) Value { return Intern(t, name) }}}
}

var (
	_ = defineSingleton(TNoneType, "NoneType", "None", func(*Thread, Value) int { return 0 }, nil)
	_ = defineSingleton(TNotImplementedType, "NotImplementedType", "NotImplemented", notImplementedTruth, reduceToName("NotImplemented"))
	_ = defineSingleton(TEllipsisType, "ellipsis", "Ellipsis", nil, reduceToName("Ellipsis"))
)

// notImplementedTruth warns: testing NotImplemented is most often a mistake.
func notImplementedTruth(t *Thread, _ Value) int {
	if !Warn(t, TDeprecationWarning, "NotImplemented should not be used in a boolean context") {
		return -1
	}
	return 1
}
