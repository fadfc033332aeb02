// What a compiler has to know of operators that classes define in Python: which method is called, and what follows if it returns NotImplemented.

package object

// BinaryMethods are the names of the special methods of a binary operator that is not in-place.
func BinaryMethods(op Nb) (plain, reflected, inplace Name) {
	return nbNames[op][0], nbNames[op][1], nbNames[op][2]
}

// CompareMethod is the name of the special method of a comparison.
func CompareMethod(op CompareOp) Name { return compareNames[op] }

// DefinesBinary, DefinesCompare, DefinesSubscript and their like report whether the operator of typ is a method, to be
// looked up by its name.
func (typ *Type) DefinesBinary(op Nb) bool { return isSlot(typ.Slots.Binary[op], slotBinaries[op]) }
func (typ *Type) DefinesCompare() bool     { return isSlot(typ.Slots.Compare, slotCompare) }
func (typ *Type) DefinesSubscript() bool   { return isSlot(typ.Slots.Subscript, slotSubscript) }
func (typ *Type) DefinesSetSubscript() bool {
	return isSlot(typ.Slots.SetSubscript, slotSetSubscript)
}
func (typ *Type) DefinesBool() bool     { return isSlot(typ.Slots.Bool, slotBool) }
func (typ *Type) DefinesLen() bool      { return isSlot(typ.Slots.Len, slotLen) }
func (typ *Type) DefinesNeg() bool      { return isSlot(typ.Slots.Neg, slotNeg) }
func (typ *Type) DefinesInvert() bool   { return isSlot(typ.Slots.Invert, slotInvert) }
func (typ *Type) DefinesAbs() bool      { return isSlot(typ.Slots.Abs, slotAbs) }
func (typ *Type) DefinesContains() bool { return isSlot(typ.Slots.Contains, slotContains) }

// Falsy reports whether objects of typ may be false.
func (typ *Type) Falsy() bool { return typ.Slots.Bool != nil || typ.Slots.Len != nil }

func (typ *Type) DefinesIter() bool { return isSlot(typ.Slots.Iter, slotIter) }

func (typ *Type) DefinesNext() bool { return isSlot(typ.Slots.Next, slotNext) }

func (typ *Type) DefinesAIter() bool { return isSlot(typ.Slots.AIter, slotAIter) }

func (typ *Type) DefinesANext() bool { return isSlot(typ.Slots.ANext, slotANext) }

func (typ *Type) DefinesCall() bool { return isSlot(typ.Slots.Call, slotCall) }

func isSlot[F any](f, g F) bool { return wordOf(f) == wordOf(g) }

// Stage says how far a binary operator has come when the method that it calls has returned.
type Stage uint8

const (
	AfterInplace   Stage = iota // a's in-place method has been called
	AfterPlain                  // a's plain method
	AfterReflected              // b's reflected method, a knowing nothing of b
)

// BinaryAfter goes on with a op b when the method called last has returned NotImplemented.
func BinaryAfter(t *Thread, stage Stage, op Nb, a, b Value) Value {
	r, plain := NotImplemented, op
	if op >= NbInplace {
		plain -= NbInplace
	}
	switch stage {
	case AfterInplace:
		r = binaryOp1(t, plain, a, b)
	case AfterPlain:
		if TypeOf(t, a) == TypeOf(t, b) {
			break
		}
		if tb := TypeOf(t, b); tb.DefinesBinary(plain) {
			if v, found := callDunder1(t, b, nbNames[plain][1], a); found {
				r = v
			}
		} else if f := tb.Slots.Binary[plain]; f != nil {
			r = f(t, a, b)
		}
	}
	if r != NotImplemented {
		return r
	}
	if op >= NbInplace {
		return inplaceSequences(t, op, a, b)
	}
	return binarySequences(t, op, a, b)
}

// CompareAfter goes on with a op b when a's method has returned NotImplemented.
func CompareAfter(t *Thread, a, b Value, op CompareOp) Value {
	ta, tb := TypeOf(t, a), TypeOf(t, b)
	if f := tb.Slots.Compare; f != nil {
		if r := f(t, b, a, op.Swapped()); r != NotImplemented {
			return r
		}
	}
	return compareDefault(t, ta, tb, a, b, op)
}
