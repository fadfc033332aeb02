// The slot functions of classes whose special methods are written in Python: each looks its method up on the type and calls it.
// They are shared by all classes, so that two classes' slots can be compared.

package object

import "fmt"

// dunder finds a special method on v's type. bound tells that the result needs no self; Null with t.Exc clear means there is none.
func dunder(t *Thread, v Value, n Name) (f Value, bound bool) {
	typ := TypeOf(t, v)
	d := typ.Lookup(t, t.N(n))
	if d == Null {
		return Null, false
	}
	dt := TypeOf(t, d)
	if dt.Flags&TypeMethodDescr != 0 {
		return d, false
	}
	if dt.Slots.DescrGet != nil {
		return dt.Slots.DescrGet(t, d, v, Of(typ)), true
	}
	return d, true
}

// softDunder is dunder where CPython takes a method that cannot be bound, whatever the error, for one that is not there.
func softDunder(t *Thread, v Value, n Name) (f Value, bound bool) {
	if f, bound = dunder(t, v, n); f == Null {
		t.ClearExc()
	}
	return f, bound
}

// callFound0 calls a method that dunder has found on v.
func callFound0(t *Thread, f, v Value, bound bool) Value {
	if bound {
		return Call0(t, f)
	}
	return Call1(t, f, v)
}

// callDunder0 calls v's special method without arguments; found is false when there is none.
func callDunder0(t *Thread, v Value, n Name) (r Value, found bool) {
	f, bound := dunder(t, v, n)
	switch {
	case f == Null:
		return Null, t.Exc != Null
	case bound:
		return Call0(t, f), true
	}
	return Call1(t, f, v), true
}

func callDunder1(t *Thread, v Value, n Name, a Value) (r Value, found bool) {
	f, bound := dunder(t, v, n)
	switch {
	case f == Null:
		return Null, t.Exc != Null
	case bound:
		return Call1(t, f, a), true
	}
	return Call2(t, f, v, a), true
}

func callDunder2(t *Thread, v Value, n Name, a, b Value) (r Value, found bool) {
	f, bound := dunder(t, v, n)
	switch {
	case f == Null:
		return Null, t.Exc != Null
	case bound:
		return Call2(t, f, a, b), true
	}
	return Call3(t, f, v, a, b), true
}

// missingDunder raises what CPython raises when a special method vanished after the slot was filled.
func missingDunder(t *Thread, n Name) Value {
	return RaiseValue(t, TAttributeError, t.N(n))
}

func must0(t *Thread, v Value, n Name) Value {
	r, found := callDunder0(t, v, n)
	if !found {
		return missingDunder(t, n)
	}
	return r
}

func must1(t *Thread, v Value, n Name, a Value) Value {
	r, found := callDunder1(t, v, n, a)
	if !found {
		return missingDunder(t, n)
	}
	return r
}

func must2(t *Thread, v Value, n Name, a, b Value) Value {
	r, found := callDunder2(t, v, n, a, b)
	if !found {
		return missingDunder(t, n)
	}
	return r
}

func slotRepr(t *Thread, v Value) Value {
	f, bound := softDunder(t, v, N_repr_)
	if f == Null {
		return NewStr(t, fmt.Sprintf("<%s object at 0x%x>", TypeName(t, v), t.RT.ID(v)))
	}
	return callFound0(t, f, v, bound)
}

func slotStr(t *Thread, v Value) Value    { return must0(t, v, N_str_) }
func slotNeg(t *Thread, v Value) Value    { return must0(t, v, N_neg_) }
func slotPos(t *Thread, v Value) Value    { return must0(t, v, N_pos_) }
func slotAbs(t *Thread, v Value) Value    { return must0(t, v, N_abs_) }
func slotInvert(t *Thread, v Value) Value { return must0(t, v, N_invert_) }
func slotInt(t *Thread, v Value) Value    { return must0(t, v, N_int_) }
func slotFloat(t *Thread, v Value) Value  { return must0(t, v, N_float_) }
func slotIndex(t *Thread, v Value) Value  { return must0(t, v, N_index_) }
func slotNext(t *Thread, v Value) Value   { return must0(t, v, N_next_) }

func slotAwait(t *Thread, v Value) Value { return slotAsync(t, v, N_await_) }
func slotAIter(t *Thread, v Value) Value { return slotAsync(t, v, N_aiter_) }
func slotANext(t *Thread, v Value) Value { return slotAsync(t, v, N_anext_) }

func slotAsync(t *Thread, v Value, n Name) Value {
	f, bound := softDunder(t, v, n)
	if f == Null {
		return Raise(t, TAttributeError, "object %s does not have %s method", TypeName(t, v), GoString(t.N(n)))
	}
	return callFound0(t, f, v, bound)
}

func slotHash(t *Thread, v Value) (int64, bool) {
	f, bound := softDunder(t, v, N_hash_)
	if f == Null || f == None {
		Raise(t, TTypeError, "unhashable type: '%s'", TypeName(t, v))
		return 0, false
	}
	return hashResult(t, callFound0(t, f, v, bound))
}

// hashResult turns what __hash__ returned into a hash.
func hashResult(t *Thread, r Value) (int64, bool) {
	switch {
	case r == Null:
		return 0, false
	case r.IsInt():
		return hashSmall(r.Int()), true
	case r.IsBool():
		return int64(r & 1), true
	case !hasFlag(r, TypeIntSub):
		Raise(t, TTypeError, "__hash__ method should return an integer")
		return 0, false
	}
	n, fits := Int64(r)
	if !fits {
		return t.RT.Types[TInt].Slots.Hash(t, r)
	}
	return hashSmall(n), true
}

func slotCall(t *Thread, v Value, args []Value, kw Value) Value {
	f, bound := dunder(t, v, N_call_)
	if f == Null {
		if t.Exc != Null {
			return Null
		}
		return missingDunder(t, N_call_)
	}
	if bound {
		return Call(t, f, args, kw)
	}
	return CallPrepend(t, f, v, args, kw)
}

// slotGetAttr serves classes that define __getattribute__ only.
func slotGetAttr(t *Thread, v, name Value) Value { return must1(t, v, N_getattribute_, name) }

// slotGetAttrHook serves classes with __getattr__, which is asked when the ordinary way raises AttributeError.
func slotGetAttrHook(t *Thread, v, name Value) Value {
	typ := TypeOf(t, v)
	hook := typ.Lookup(t, t.N(N_getattr_))
	if hook == Null {
		return slotGetAttr(t, v, name)
	}
	first := typ.Lookup(t, t.N(N_getattribute_))
	var r Value
	if first == Null || isWrapperOf(first, wordOf[BinaryFunc](GenericGetAttr)) {
		r = genericGetAttr(t, v, name, true)
		if r != Null || t.Exc != Null {
			return r
		}
	} else {
		r = must1(t, v, N_getattribute_, name)
		if r != Null || !t.ClearIf(TAttributeError) {
			return r
		}
	}
	return must1(t, v, N_getattr_, name)
}

func slotSetAttr(t *Thread, v, name, val Value) bool {
	if val == Null {
		return must1(t, v, N_delattr_, name) != Null
	}
	return must2(t, v, N_setattr_, name, val) != Null
}

var compareNames = [...]Name{N_lt_, N_le_, N_eq_, N_ne_, N_gt_, N_ge_}

func slotCompare(t *Thread, a, b Value, op CompareOp) Value {
	f, bound := softDunder(t, a, compareNames[op])
	switch {
	case f == Null:
		return NotImplemented
	case bound:
		return Call1(t, f, b)
	}
	return Call2(t, f, a, b)
}

func slotIter(t *Thread, v Value) Value {
	f, bound := softDunder(t, v, N_iter_)
	if f == Null {
		if item, _ := softDunder(t, v, N_getitem_); item != Null {
			return NewSeqIterator(t, TSeqIterator, v)
		}
	}
	if f == Null || f == None {
		return Raise(t, TTypeError, "'%s' object is not iterable", TypeName(t, v))
	}
	return callFound0(t, f, v, bound)
}

func slotInit(t *Thread, v Value, args []Value, kw Value) bool {
	f, bound := dunder(t, v, N_init_)
	if f == Null {
		if t.Exc == Null {
			missingDunder(t, N_init_)
		}
		return false
	}
	var r Value
	if bound {
		r = Call(t, f, args, kw)
	} else {
		r = CallPrepend(t, f, v, args, kw)
	}
	if r == Null {
		return false
	}
	if r != None {
		Raise(t, TTypeError, "__init__() should return None, not '%s'", TypeName(t, r))
		return false
	}
	return true
}

func slotNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	f := typ.Lookup(t, t.N(N_new_))
	if f.IsExact(TStaticMethod) {
		f = As[Wrapped](f).Func
	} else if f = GetAttr(t, Of(typ), t.N(N_new_)); f == Null {
		return Null
	}
	return CallPrepend(t, f, Of(typ), args, kw)
}

func slotDescrGet(t *Thread, d, obj, typ Value) Value {
	f := TypeOf(t, d).Lookup(t, t.N(N_get_))
	if f == Null {
		return d
	}
	if obj == Null {
		obj = None
	}
	if typ == Null {
		typ = None
	}
	return Call3(t, f, d, obj, typ)
}

func slotDescrSet(t *Thread, d, obj, val Value) bool {
	if val == Null {
		return must1(t, d, N_delete_, obj) != Null
	}
	return must2(t, d, N_set_, obj, val) != Null
}

func slotBool(t *Thread, v Value) int {
	r := must0(t, v, N_bool_)
	if r == Null {
		return -1
	}
	return BoolResult(t, r)
}

// BoolResult is the truth that a __bool__ has told by returning r; -1 with an exception set if it may not return that.
func BoolResult(t *Thread, r Value) int {
	if !r.IsBool() {
		Raise(t, TTypeError, "__bool__ should return bool, returned %s", TypeName(t, r))
		return -1
	}
	return int(r & 1)
}

func slotLen(t *Thread, v Value) int64 {
	r := must0(t, v, N_len_)
	if r == Null {
		return -1
	}
	return LenResult(t, r)
}

// LenResult is the length that a __len__ has told by returning r; -1 with an exception set if it may not return that.
func LenResult(t *Thread, r Value) int64 {
	if r = Index(t, r); r == Null {
		return -1
	}
	if r.IsInt() && r.Int() >= 0 {
		return r.Int()
	}
	if r.IsBool() {
		return int64(r & 1)
	}
	if IntSign(r) < 0 {
		Raise(t, TValueError, "__len__() should return >= 0")
		return -1
	}
	n, ok := AsSize(t, r, TOverflowError)
	if !ok {
		return -1
	}
	return n
}

func slotSubscript(t *Thread, v, k Value) Value { return must1(t, v, N_getitem_, k) }

func slotSetSubscript(t *Thread, v, k, x Value) bool {
	if x == Null {
		return must1(t, v, N_delitem_, k) != Null
	}
	return must2(t, v, N_setitem_, k, x) != Null
}

func slotContains(t *Thread, v, x Value) int {
	f, bound := dunder(t, v, N_contains_)
	if f == Null && t.Exc != Null {
		return -1
	}
	if f == Null || f == None {
		Raise(t, TTypeError, "'%s' object is not a container", TypeName(t, v))
		return -1
	}
	var r Value
	if bound {
		r = Call1(t, f, x)
	} else {
		r = Call2(t, f, v, x)
	}
	if r == Null {
		return -1
	}
	return Truth(t, r)
}

func slotDel(t *Thread, v Value) Value {
	f, bound := softDunder(t, v, N_del_)
	if f == Null {
		return Null
	}
	return callFound0(t, f, v, bound)
}

// nbNames are the special methods of each binary operator: plain, reflected, in-place.
var nbNames = [NbInplace][3]Name{
	NbAdd:            {N_add_, N_radd_, N_iadd_},
	NbAnd:            {N_and_, N_rand_, N_iand_},
	NbFloorDivide:    {N_floordiv_, N_rfloordiv_, N_ifloordiv_},
	NbLshift:         {N_lshift_, N_rlshift_, N_ilshift_},
	NbMatrixMultiply: {N_matmul_, N_rmatmul_, N_imatmul_},
	NbMultiply:       {N_mul_, N_rmul_, N_imul_},
	NbRemainder:      {N_mod_, N_rmod_, N_imod_},
	NbOr:             {N_or_, N_ror_, N_ior_},
	NbPower:          {N_pow_, N_rpow_, N_ipow_},
	NbRshift:         {N_rshift_, N_rrshift_, N_irshift_},
	NbSubtract:       {N_sub_, N_rsub_, N_isub_},
	NbTrueDivide:     {N_truediv_, N_rtruediv_, N_itruediv_},
	NbXor:            {N_xor_, N_rxor_, N_ixor_},
}

// slotBinary is a binary operator of a class that defines it in Python. self has it as slot when it is this very function:
// the slot is called for either operand.
func slotBinary(t *Thread, op Nb, a, b Value) Value {
	name, reflected := N_divmod_, N_rdivmod_
	if op < NbInplace {
		name, reflected = nbNames[op][0], nbNames[op][1]
	}
	me := wordOf(slotBinaries[op])
	ta, tb := TypeOf(t, a), TypeOf(t, b)
	other := ta != tb && wordOf(tb.Slots.Binary[op]) == me
	if wordOf(ta.Slots.Binary[op]) == me {
		if other && tb.IsSubtype(ta) {
			over := overloaded(t, ta, tb, reflected)
			if over < 0 {
				return Null
			}
			if over > 0 {
				if r, found := callDunder1(t, b, reflected, a); found && r != NotImplemented {
					return r
				}
				other = false
			}
		}
		if r, found := callDunder1(t, a, name, b); found && r != NotImplemented {
			return r
		}
		if ta == tb {
			return NotImplemented
		}
	}
	if other {
		if r, found := callDunder1(t, b, reflected, a); found {
			return r
		}
	}
	return NotImplemented
}

// overloaded reports whether right's class gives another method under the name than left's: 1, 0, -1.
func overloaded(t *Thread, left, right *Type, n Name) int {
	b := LookupAttr(t, Of(right), t.N(n))
	if b == Null {
		if t.Exc != Null {
			return -1
		}
		return 0
	}
	a := LookupAttr(t, Of(left), t.N(n))
	if a == Null {
		if t.Exc != Null {
			return -1
		}
		return 1
	}
	return CompareBool(t, a, b, NE)
}

func slotInplace(t *Thread, op Nb, a, b Value) Value {
	r, found := callDunder1(t, a, nbNames[op][2], b)
	if !found {
		return NotImplemented
	}
	return r
}

func slotPowMod(t *Thread, a, b, c Value) Value {
	if wordOf(TypeOf(t, a).Slots.PowMod) != wordOf[TernaryFunc](slotPowMod) {
		return NotImplemented
	}
	return must2(t, a, N_pow_, b, c)
}

func slotAdd(t *Thread, a, b Value) Value       { return slotBinary(t, NbAdd, a, b) }
func slotAnd(t *Thread, a, b Value) Value       { return slotBinary(t, NbAnd, a, b) }
func slotFloorDiv(t *Thread, a, b Value) Value  { return slotBinary(t, NbFloorDivide, a, b) }
func slotLshift(t *Thread, a, b Value) Value    { return slotBinary(t, NbLshift, a, b) }
func slotMatMul(t *Thread, a, b Value) Value    { return slotBinary(t, NbMatrixMultiply, a, b) }
func slotMul(t *Thread, a, b Value) Value       { return slotBinary(t, NbMultiply, a, b) }
func slotMod(t *Thread, a, b Value) Value       { return slotBinary(t, NbRemainder, a, b) }
func slotOr(t *Thread, a, b Value) Value        { return slotBinary(t, NbOr, a, b) }
func slotPow(t *Thread, a, b Value) Value       { return slotBinary(t, NbPower, a, b) }
func slotRshift(t *Thread, a, b Value) Value    { return slotBinary(t, NbRshift, a, b) }
func slotSub(t *Thread, a, b Value) Value       { return slotBinary(t, NbSubtract, a, b) }
func slotTrueDiv(t *Thread, a, b Value) Value   { return slotBinary(t, NbTrueDivide, a, b) }
func slotXor(t *Thread, a, b Value) Value       { return slotBinary(t, NbXor, a, b) }
func slotDivmod(t *Thread, a, b Value) Value    { return slotBinary(t, NbDivmod, a, b) }
func slotIAdd(t *Thread, a, b Value) Value      { return slotInplace(t, NbAdd, a, b) }
func slotIAnd(t *Thread, a, b Value) Value      { return slotInplace(t, NbAnd, a, b) }
func slotIFloorDiv(t *Thread, a, b Value) Value { return slotInplace(t, NbFloorDivide, a, b) }
func slotILshift(t *Thread, a, b Value) Value   { return slotInplace(t, NbLshift, a, b) }
func slotIMatMul(t *Thread, a, b Value) Value   { return slotInplace(t, NbMatrixMultiply, a, b) }
func slotIMul(t *Thread, a, b Value) Value      { return slotInplace(t, NbMultiply, a, b) }
func slotIMod(t *Thread, a, b Value) Value      { return slotInplace(t, NbRemainder, a, b) }
func slotIOr(t *Thread, a, b Value) Value       { return slotInplace(t, NbOr, a, b) }
func slotIPow(t *Thread, a, b Value) Value      { return slotInplace(t, NbPower, a, b) }
func slotIRshift(t *Thread, a, b Value) Value   { return slotInplace(t, NbRshift, a, b) }
func slotISub(t *Thread, a, b Value) Value      { return slotInplace(t, NbSubtract, a, b) }
func slotITrueDiv(t *Thread, a, b Value) Value  { return slotInplace(t, NbTrueDivide, a, b) }
func slotIXor(t *Thread, a, b Value) Value      { return slotInplace(t, NbXor, a, b) }

// slotBinaries are the functions above by operator; filled at start, because they refer to it.
var slotBinaries [NbCount]BinaryFunc

func init() {
	slotBinaries = [NbCount]BinaryFunc{
		NbAdd: slotAdd, NbAnd: slotAnd, NbFloorDivide: slotFloorDiv, NbLshift: slotLshift, NbMatrixMultiply: slotMatMul,
		NbMultiply: slotMul, NbRemainder: slotMod, NbOr: slotOr, NbPower: slotPow, NbRshift: slotRshift, NbSubtract: slotSub,
		NbTrueDivide: slotTrueDiv, NbXor: slotXor, NbDivmod: slotDivmod,
		NbInplace + NbAdd: slotIAdd, NbInplace + NbAnd: slotIAnd, NbInplace + NbFloorDivide: slotIFloorDiv, NbInplace + NbLshift: slotILshift,
		NbInplace + NbMatrixMultiply: slotIMatMul, NbInplace + NbMultiply: slotIMul, NbInplace + NbRemainder: slotIMod, NbInplace + NbOr: slotIOr,
		NbInplace + NbPower: slotIPow, NbInplace + NbRshift: slotIRshift, NbInplace + NbSubtract: slotISub, NbInplace + NbTrueDivide: slotITrueDiv,
		NbInplace + NbXor: slotIXor,
	}
}
