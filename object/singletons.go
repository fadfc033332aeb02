// The types of None, NotImplemented and Ellipsis.
package object

// defineSingleton declares the type of a constant; only its own name makes it again.
func defineSingleton(id TypeID, typeName, name string, v Value, truth InquiryFunc, methods []FuncDef) TypeID {
	return DefineType(id, TypeDef{
		Name:    typeName,
		NoWeak:  true,
		Methods: methods,
		Slots: Slots{
			Repr: func(t *Thread, _ Value) Value { return Intern(t, name) },
			Bool: truth,
			New: func(t *Thread, typ *Type, args []Value, kw Value) Value {
				if len(args) > 0 {
					shown := typeName
					if v == Ellipsis {
						shown = "EllipsisType"
					}
					return Raise(t, TTypeError, "%s takes no arguments", shown)
				}
				return v
			},
			Hash: func(t *Thread, _ Value) (int64, bool) {
				if v == None {
					return 0xfca86420, true
				}
				return HashPointer(v), true
			},
		},
	})
}

func reduceToName(name string) []FuncDef {
	return []FuncDef{{Name: "__reduce__", F0: func(t *Thread, _ Value) Value { return Intern(t, name) }}}
}

var (
	_ = defineSingleton(TNoneType, "NoneType", "None", None, func(*Thread, Value) int { return 0 }, nil)
	_ = defineSingleton(TNotImplementedType, "NotImplementedType", "NotImplemented", NotImplemented, notImplementedTruth, reduceToName("NotImplemented"))
	_ = defineSingleton(TEllipsisType, "ellipsis", "Ellipsis", Ellipsis, nil, reduceToName("Ellipsis"))
)

func notImplementedTruth(t *Thread, _ Value) int {
	if !Warn(t, TDeprecationWarning, "NotImplemented should not be used in a boolean context") {
		return -1
	}
	return 1
}
