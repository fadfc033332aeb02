// The types int and bool: their slots.

package object

import "unsafe"

var _ = DefineType(TInt, TypeDef{
	Name:  "int",
	Flags: TypeBase | TypeMatchSelf,
	Size:  unsafe.Sizeof(BigInt{}),

	Slots: Slots{
		Repr:    IntRepr,
		Hash:    func(t *Thread, v Value) (int64, bool) { return HashInt(v), true },
		Compare: intCompare,
		New:     intNew,
		From:    ToInt,
		Binary: [NbCount]BinaryFunc{
			NbAdd:         intAdd,
			NbSubtract:    intSub,
			NbMultiply:    intMul,
			NbFloorDivide: intFloorDiv,
			NbRemainder:   intMod,
			NbDivmod:      intOp(IntDivmod),
			NbTrueDivide:  intTrueDiv,
			NbPower:       intOp(IntPow),
			NbLshift:      intOp(IntLshift),
			NbRshift:      intOp(IntRshift),
			NbAnd:         intOp(IntAnd),
			NbOr:          intOp(IntOr),
			NbXor:         intOp(IntXor),
		},
		PowMod: intPowMod,
		Neg:    IntNeg,
		Pos:    ExactInt,
		Abs:    IntAbs,
		Invert: IntInvert,
		Bool:   intBool,
		Int:    ExactInt,
		Index:  ExactInt,
		Float:  intFloat,
	},
	Methods: intMethods,
	GetSets: intGetSets,
})

// intOp makes a slot function of an operator on ints.
func intOp(f BinaryFunc) BinaryFunc {
	return func(t *Thread, a, b Value) Value {
		if !bothIntLike(a, b) {
			return NotImplemented
		}
		return f(t, a, b)
	}
}

func intAdd(t *Thread, a, b Value) Value {
	if BothInt(a, b) {
		return NewInt(t, a.Int()+b.Int())
	}
	if !bothIntLike(a, b) {
		return NotImplemented
	}
	return IntAdd(t, a, b)
}

func intSub(t *Thread, a, b Value) Value {
	if BothInt(a, b) {
		return NewInt(t, a.Int()-b.Int())
	}
	if !bothIntLike(a, b) {
		return NotImplemented
	}
	return IntSub(t, a, b)
}

func intMul(t *Thread, a, b Value) Value {
	if !BothInt(a, b) && !bothIntLike(a, b) {
		return NotImplemented
	}
	return IntMul(t, a, b)
}

func intFloorDiv(t *Thread, a, b Value) Value {
	if !BothInt(a, b) && !bothIntLike(a, b) {
		return NotImplemented
	}
	return IntFloorDiv(t, a, b)
}

func intMod(t *Thread, a, b Value) Value {
	if !BothInt(a, b) && !bothIntLike(a, b) {
		return NotImplemented
	}
	return IntMod(t, a, b)
}

func intTrueDiv(t *Thread, a, b Value) Value {
	if !BothInt(a, b) && !bothIntLike(a, b) {
		return NotImplemented
	}
	return IntTrueDiv(t, a, b)
}

func intPowMod(t *Thread, a, b, c Value) Value {
	if !bothIntLike(a, b) {
		return NotImplemented
	}
	if c == None {
		return IntPow(t, a, b)
	}
	if !IsIntLike(c) {
		return NotImplemented
	}
	return IntPowMod(t, a, b, c)
}

func intBool(t *Thread, v Value) int {
	if IntSign(v) != 0 {
		return 1
	}
	return 0
}

func intFloat(t *Thread, v Value) Value {
	f, ok := intToFloat(t, v)
	if !ok {
		return Null
	}
	return Float(f)
}

var _ = DefineType(TBool, TypeDef{
	Name:  "bool",
	Base:  TInt,
	Flags: TypeMatchSelf,
	Slots: Slots{
		Repr: func(t *Thread, v Value) Value {
			if v == True {
				return t.N(N_True)
			}
			return t.N(N_False)
		},
		New: boolNew, From: boolOf,
		Binary: [NbCount]BinaryFunc{
			NbAnd: boolOp(bitAnd),
			NbOr:  boolOp(bitOr),
			NbXor: boolOp(bitXor),
		},
		Invert: boolInvert,
	},
})

// WarnBoolInvert warns of ~ of a bool, which is hardly ever meant; false if the warning became an exception.
func WarnBoolInvert(t *Thread) bool {
	return Warn(t, TDeprecationWarning, "Bitwise inversion '~' on bool is deprecated and will be removed in Python 3.16. This returns the bitwise inversion of the "+
		"underlying int object and is usually not what you expect from negating a bool. Use the 'not' operator for boolean negation or ~int(x) if you "+
		"really want the bitwise inversion of the underlying int.")
}

func boolInvert(t *Thread, v Value) Value {
	if !WarnBoolInvert(t) {
		return Null
	}
	return IntInvert(t, v)
}

// boolOp makes a bitwise operator that gives a bool for two bools.
func boolOp(op bitOp) BinaryFunc {
	return func(t *Thread, a, b Value) Value {
		if a.IsBool() && b.IsBool() {
			return Bool(bitwiseWord(uint64(a&1), uint64(b&1), op) != 0)
		}
		if !bothIntLike(a, b) {
			return NotImplemented
		}
		return intBitwise(t, a, b, op)
	}
}

func boolNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if kw != Null && As[Tuple](kw).Size > 0 {
		return Raise(t, TTypeError, "bool() takes no keyword arguments")
	}
	if len(args) > 1 {
		return Raise(t, TTypeError, "bool expected at most 1 argument, got %d", len(args))
	}
	if len(args) == 0 {
		return False
	}
	return boolOf(t, args[0])
}

func boolOf(t *Thread, v Value) Value {
	n := Truth(t, v)
	if n < 0 {
		return Null
	}
	return Bool(n != 0)
}
