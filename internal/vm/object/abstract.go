// The operators on any values: they try the slots in CPython's order and give its error texts.

package object

import (
	"cmp"
	"math"
	"strings"

	"github.com/psyco-go/psy/internal/vm/heap"
)

var nbSymbols = [NbCount]string{"+", "&", "//", "<<", "@", "*", "%", "|", "** or pow()", ">>", "-", "/", "^",
	"+=", "&=", "//=", "<<=", "@=", "*=", "%=", "|=", "**=", ">>=", "-=", "/=", "^=", "divmod()"}

// BinaryOp applies a binary operator or its in-place form.
func BinaryOp(t *Thread, op Nb, a, b Value) Value {
	switch {
	case BothInt(a, b):
		if r := binaryInts(t, op, a.Int(), b.Int()); r != Null || t.Exc != Null {
			return r
		}
	case a.IsFloat() && b.IsFloat():
		if r := binaryFloats(op, a.Float(), b.Float()); r != Null {
			return r
		}
	case a.IsInt() && b.IsBool():
		if r := binaryInts(t, op, a.Int(), int64(b&1)); r != Null || t.Exc != Null {
			return r
		}
	case a.IsPtr() && a.IsExact(TInt) || b.IsPtr() && b.IsExact(TInt):
		if xh, x, ok := twoWords(a); ok {
			if yh, y, ok := twoWords(b); ok {
				if r := binaryWords(t, op, xh, x, yh, y); r != Null || t.Exc != Null {
					return r
				}
			}
		}
	}
	return binaryOp(t, op, a, b)
}

// IntOp is BinaryOp for two ints. It runs no Python code.
func IntOp(t *Thread, op Nb, a, b Value) Value { return BinaryOp(t, op, a, b) }

func binaryOp(t *Thread, op Nb, a, b Value) Value {
	if op >= NbInplace && op != NbDivmod {
		return inplaceOp(t, op, a, b)
	}
	if !t.Enter("") { // proxies of proxies
		return Null
	}
	r := binaryOp1(t, op, a, b)
	if r == NotImplemented {
		r = binarySequences(t, op, a, b)
	}
	t.Leave()
	return r
}

// binarySequences is what a binary operator does when no number slot knows the operands.
func binarySequences(t *Thread, op Nb, a, b Value) Value {
	switch op {
	case NbAdd:
		if f := TypeOf(t, a).Slots.Concat; f != nil {
			return f(t, a, b)
		}
	case NbMultiply:
		if r, ok := repeat(t, a, b, false); ok {
			return r
		}
	}
	return BinaryOpError(t, op, a, b)
}

// binaryOp1 tries both operands' number slots; NotImplemented when neither knows the other.
func binaryOp1(t *Thread, op Nb, a, b Value) Value {
	ta, tb := TypeOf(t, a), TypeOf(t, b)
	fa := ta.Slots.Binary[op]
	if ta != tb {
		fb := tb.Slots.Binary[op]
		if fb != nil && wordOf(fa) != wordOf(fb) {
			if fa != nil && tb.IsSubtype(ta) {
				if r := fb(t, a, b); r != NotImplemented {
					return r
				}
				return fa(t, a, b)
			}
			if fa != nil {
				if r := fa(t, a, b); r != NotImplemented {
					return r
				}
			}
			return fb(t, a, b)
		}
	}
	if fa != nil {
		return fa(t, a, b)
	}
	return NotImplemented
}

func inplaceOp(t *Thread, op Nb, a, b Value) Value {
	if !t.Enter("") {
		return Null
	}
	r := inplaceOp1(t, op, a, b)
	t.Leave()
	return r
}

func inplaceOp1(t *Thread, op Nb, a, b Value) Value {
	if f := TypeOf(t, a).Slots.Binary[op]; f != nil {
		if r := f(t, a, b); r != NotImplemented {
			return r
		}
	}
	if s := &TypeOf(t, a).Slots; op == NbInplace+NbAdd && s.InplaceConcat != nil && TypeOf(t, a).Flags&TypeHeap != 0 {
		return s.InplaceConcat(t, a, b) // a subclass of list has its __iadd__ as a number's, before b's __radd__
	}
	r := binaryOp1(t, op-NbInplace, a, b)
	if r != NotImplemented {
		return r
	}
	return inplaceSequences(t, op, a, b)
}

// inplaceSequences is binarySequences for in-place operators.
func inplaceSequences(t *Thread, op Nb, a, b Value) Value {
	switch op - NbInplace {
	case NbAdd:
		s := &TypeOf(t, a).Slots
		if s.InplaceConcat != nil {
			return s.InplaceConcat(t, a, b)
		}
		if s.Concat != nil {
			return s.Concat(t, a, b)
		}
	case NbMultiply:
		if r, ok := repeat(t, a, b, true); ok {
			return r
		}
	}
	return BinaryOpError(t, op, a, b)
}

// repeat is sequence * int, on either side.
func repeat(t *Thread, a, b Value, inplace bool) (Value, bool) {
	seq, n := a, b
	s := &TypeOf(t, a).Slots
	if s.Repeat == nil {
		if inplace && TypeOf(t, a).likeSequence() {
			return Null, false
		}
		seq, n = b, a
		s = &TypeOf(t, b).Slots
		inplace = false
	}
	if s.Repeat == nil {
		return Null, false
	}
	if TypeOf(t, n).Slots.Index == nil {
		return Raise(t, TTypeError, "can't multiply sequence by non-int of type '%s'", TypeName(t, n)), true
	}
	i, ok := AsSize(t, n, TOverflowError)
	if !ok {
		return Null, true
	}
	if inplace && s.InplaceRepeat != nil {
		return s.InplaceRepeat(t, seq, i), true
	}
	return s.Repeat(t, seq, i), true
}

// likeSequence reports whether CPython's type has room for what sequences can do, whatever of it is there: *= then does not try the other side.
func (typ *Type) likeSequence() bool {
	return typ.Flags&TypeHeap != 0 || typ.Slots.Len != nil || typ.Slots.Contains != nil || typ.Slots.Concat != nil
}

// BinaryOpError raises the TypeError of an unsupported operator.
func BinaryOpError(t *Thread, op Nb, a, b Value) Value {
	if op == NbRshift && a.IsPtr() && a.ShapeID() == TBuiltin.Shape() && As[Builtin](a).DefOf().Name == "print" {
		return Raise(t, TTypeError, "unsupported operand type(s) for >>: '%s' and '%s'. Did you mean \"print(<message>, file=<output_stream>)\"?",
			TypeName(t, a), TypeName(t, b))
	}
	return Raise(t, TTypeError, "unsupported operand type(s) for %s: '%s' and '%s'", nbSymbols[op], TypeName(t, a), TypeName(t, b))
}

// Add is a + b.
func Add(t *Thread, a, b Value) Value { return BinaryOp(t, NbAdd, a, b) }

// Power is pow(a, b, c); c None: two arguments.
func Power(t *Thread, a, b, c Value) Value {
	if c == None {
		return BinaryOp(t, NbPower, a, b)
	}
	for _, v := range [...]Value{a, b, c} {
		if f := TypeOf(t, v).Slots.PowMod; f != nil {
			if r := f(t, a, b, c); r != NotImplemented {
				return r
			}
		}
	}
	return Raise(t, TTypeError, "unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'", TypeName(t, a), TypeName(t, b), TypeName(t, c))
}

func unary(t *Thread, v Value, f UnaryFunc, symbol string) Value {
	if f == nil {
		return Raise(t, TTypeError, "bad operand type for %s: '%s'", symbol, TypeName(t, v))
	}
	if !t.Enter("") {
		return Null
	}
	r := f(t, v)
	t.Leave()
	return r
}

// Negative is -v; Positive, Invert and Absolute alike.
func Negative(t *Thread, v Value) Value { return unary(t, v, TypeOf(t, v).Slots.Neg, "unary -") }
func Positive(t *Thread, v Value) Value { return unary(t, v, TypeOf(t, v).Slots.Pos, "unary +") }
func Invert(t *Thread, v Value) Value   { return unary(t, v, TypeOf(t, v).Slots.Invert, "unary ~") }
func Absolute(t *Thread, v Value) Value { return unary(t, v, TypeOf(t, v).Slots.Abs, "abs()") }

// Truth is bool(v): 1, 0, or -1 on error.
func Truth(t *Thread, v Value) int {
	switch {
	case v.IsBool():
		return int(v & 1)
	case v == None:
		return 0
	case v.IsInt():
		if v == SmallInt(0) {
			return 0
		}
		return 1
	}
	s := &TypeOf(t, v).Slots
	if s.Bool == nil && s.Len == nil {
		return 1
	}
	if !t.Enter("") {
		return -1
	}
	r := 0
	if s.Bool != nil {
		r = s.Bool(t, v)
	} else if n := s.Len(t, v); n != 0 {
		r = cmp.Compare(n, 0)
	}
	t.Leave()
	return r
}

// Compare is a op b for any two values.
func Compare(t *Thread, a, b Value, op CompareOp) Value {
	if BothInt(a, b) {
		return Bool(CompareInts(a.Int(), b.Int(), op))
	}
	if a.IsExact(TTuple) && b.IsExact(TTuple) {
		if r := comparePlainTuples(As[Tuple](a), As[Tuple](b), op); r != Null {
			return r
		}
	}
	ta, tb := TypeOf(t, a), TypeOf(t, b)
	if t.Halted() || !t.Enter(" in comparison") {
		return Null
	}
	r := compare(t, ta, tb, a, b, op)
	t.Leave()
	return r
}

func compare(t *Thread, ta, tb *Type, a, b Value, op CompareOp) Value {
	fa, fb := ta.Slots.Compare, tb.Slots.Compare
	swapped := false
	if ta != tb && fb != nil && tb.IsSubtype(ta) {
		swapped = true
		if r := fb(t, b, a, op.Swapped()); r != NotImplemented {
			return r
		}
	}
	if fa != nil {
		if r := fa(t, a, b, op); r != NotImplemented {
			return r
		}
	}
	if !swapped && fb != nil {
		if r := fb(t, b, a, op.Swapped()); r != NotImplemented {
			return r
		}
	}
	return compareDefault(t, ta, tb, a, b, op)
}

// compareDefault is for values that do not know each other.
func compareDefault(t *Thread, ta, tb *Type, a, b Value, op CompareOp) Value {
	switch op {
	case EQ:
		return Bool(Identical(a, b))
	case NE:
		return Bool(!Identical(a, b))
	}
	return Raise(t, TTypeError, "'%s' not supported between instances of '%s' and '%s'", op, ta.messageName(t), tb.messageName(t))
}

// CompareInts compares machine integers.
func CompareInts(a, b int64, op CompareOp) bool {
	switch op {
	case LT:
		return a < b
	case LE:
		return a <= b
	case EQ:
		return a == b
	case NE:
		return a != b
	case GT:
		return a > b
	}
	return a >= b
}

// CompareFloats compares floats.
func CompareFloats(a, b float64, op CompareOp) bool {
	switch op {
	case LT:
		return a < b
	case LE:
		return a <= b
	case EQ:
		return a == b
	case NE:
		return a != b
	case GT:
		return a > b
	}
	return a >= b
}

// Identical is "a is b".
func Identical(a, b Value) bool { return a == b }

// CompareBool is Compare as 1, 0 or -1 (error); identical objects are equal without being asked.
func CompareBool(t *Thread, a, b Value, op CompareOp) int {
	if a == b {
		if op == EQ {
			return 1
		}
		if op == NE {
			return 0
		}
	}
	if BothInt(a, b) {
		if CompareInts(a.Int(), b.Int(), op) {
			return 1
		}
		return 0
	}
	if a.IsFloat() && b.IsFloat() {
		if CompareFloats(a.Float(), b.Float(), op) {
			return 1
		}
		return 0
	}
	if a.IsExact(TStr) && b.IsExact(TStr) {
		return int(strCompare(t, a, b, op) & 1)
	}
	if x, ok := shortFloat(a); ok {
		if y, ok := shortFloat(b); ok {
			return b2i(CompareFloats(x, y, op))
		}
	}
	r := Compare(t, a, b, op)
	if r == Null {
		return -1
	}
	return Truth(t, r)
}

// shortFloat is the number that a float, a small int or a bool stands for: a float holds all of them.
func shortFloat(v Value) (x float64, ok bool) {
	if v.IsFloat() {
		return v.Float(), true
	}
	n, ok := Short(v)
	return float64(n), ok
}

// EqualBool is a == b with identity first: 1, 0, -1.
func EqualBool(t *Thread, a, b Value) int {
	if a == b {
		return 1
	}
	if a.IsExact(TStr) && b.IsExact(TStr) {
		if StrEqual(As[Str](a), As[Str](b)) {
			return 1
		}
		return 0
	}
	if a.IsPtr() && b.IsPtr() {
		if typ := ShapeOf(a).Type; typ.Slots.Same != nil && typ == ShapeOf(b).Type {
			switch same, known := typ.Slots.Same(a, b); {
			case known && same:
				return 1
			case known:
				return 0
			}
		}
	}
	return CompareBool(t, a, b, EQ)
}

// Hash is hash(v); false on error.
func Hash(t *Thread, v Value) (int64, bool) {
	switch {
	case v.IsInt():
		return hashSmall(v.Int()), true
	case v.IsExact(TStr):
		return HashStr(t, As[Str](v)), true
	case v.IsBool():
		return int64(v - False), true
	case v.IsExact(TTuple):
		if h, ok := flatHash(t, As[Tuple](v)); ok {
			return h, true
		}
	}
	slots := &TypeOf(t, v).Slots
	f := slots.Hash
	switch {
	case f == nil:
		Raise(t, TTypeError, "unhashable type: '%s'", TypeName(t, v))
		return 0, false
	case slots.Same != nil: // a type of plain values
		return f(t, v)
	}
	if !t.Enter(" while hashing an object") {
		return 0, false
	}
	h, ok := f(t, v)
	t.Leave()
	return h, ok
}

// hashSmall is the hash of an int below 2**61 - 1 in magnitude, which all small ints are.
func hashSmall(i int64) int64 {
	if i == -1 {
		return -2
	}
	return i
}

// HashPointer is the default hash of objects: their address, rotated. Of the address it is the distance from the region's base, so that it is the same
// in copies of an image.
func HashPointer(v Value) int64 {
	if v.IsPtr() {
		v &= heap.RegionSize - 1
	}
	h := int64(v>>4 | v<<60)
	if h == -1 {
		return -2
	}
	return h
}

// Repr is repr(v): an exact str or Null. Null, a field that is not set, is shown as CPython shows it.
func Repr(t *Thread, v Value) Value {
	if v == Null {
		return NewStr(t, "<NULL>")
	}
	r := objectStr(t, v)
	if r != Null && !IsStr(r) {
		return Raise(t, TTypeError, "__repr__ returned non-string (type %s)", TypeName(t, r))
	}
	return r
}

// ToStr is str(v).
func ToStr(t *Thread, v Value) Value {
	if v.IsExact(TStr) {
		return v
	}
	f := TypeOf(t, v).Slots.Str
	if f == nil {
		return Repr(t, v)
	}
	if !t.Enter(" while getting the str of an object") {
		return Null
	}
	r := f(t, v)
	t.Leave()
	if r != Null && !IsStr(r) {
		return Raise(t, TTypeError, "__str__ returned non-string (type %s)", TypeName(t, r))
	}
	return r
}

// ReprString is Repr as a Go string; "" and false on error.
func ReprString(t *Thread, v Value) (string, bool) {
	r := Repr(t, v)
	if r == Null {
		return "", false
	}
	return GoString(r), true
}

// Len is len(v); -1 on error.
func Len(t *Thread, v Value) int64 {
	f := TypeOf(t, v).Slots.Len
	if f == nil {
		Raise(t, TTypeError, "object of type '%s' has no len()", TypeName(t, v))
		return -1
	}
	if !t.Enter("") {
		return -1
	}
	n := f(t, v)
	t.Leave()
	return n
}

// GetItem is v[k].
func GetItem(t *Thread, v, k Value) Value {
	if f := TypeOf(t, v).Slots.Subscript; f != nil {
		if !t.Enter("") {
			return Null
		}
		r := f(t, v, k)
		t.Leave()
		return r
	}
	if IsType(v) {
		if IsType(v) && v == Of(t.Type(TType)) {
			return newGenericAlias(t, v, k)
		}
		if f := LookupAttr(t, v, t.N(N_class_getitem_)); f != Null && f != None {
			return Call1(t, f, k)
		}
		if t.Exc != Null {
			return Null
		}
		return Raise(t, TTypeError, "type '%s' is not subscriptable", As[Type](v).NameString())
	}
	return Raise(t, TTypeError, "'%s' object is not subscriptable", TypeName(t, v))
}

// SetItem is v[k] = x; x Null deletes.
func SetItem(t *Thread, v, k, x Value) bool {
	if f := TypeOf(t, v).Slots.SetSubscript; f != nil {
		if !t.Enter("") {
			return false
		}
		ok := f(t, v, k, x)
		t.Leave()
		return ok
	}
	deletes := "does not"
	typ := TypeOf(t, v) // of a sequence, an index is first made a number
	if sequence := typ.Slots.Concat != nil || typ.Slots.Contains != nil || typ.Flags&TypeHeap != 0; sequence && IsIndex(t, k) {
		if _, ok := AsSize(t, k, TIndexError); !ok {
			return false
		}
		deletes = "doesn't"
	}
	if x == Null {
		Raise(t, TTypeError, "'%s' object %s support item deletion", TypeName(t, v), deletes)
	} else {
		Raise(t, TTypeError, "'%s' object does not support item assignment", TypeName(t, v))
	}
	return false
}

// Contains is x in v: 1, 0, -1.
func Contains(t *Thread, v, x Value) int {
	if f := TypeOf(t, v).Slots.Contains; f != nil {
		if !t.Enter("") {
			return -1
		}
		r := f(t, v, x)
		t.Leave()
		return r
	}
	it := IterElse(t, v, "argument of type '%s' is not iterable")
	if it == Null {
		return -1
	}
	for {
		y := Next(t, it)
		if y == Null {
			if t.Exc != Null {
				return -1
			}
			return 0
		}
		if c := EqualBool(t, y, x); c != 0 {
			return c
		}
	}
}

// SequenceContains is Contains for an exact list or tuple.
func SequenceContains(t *Thread, v, x Value) int {
	if v.IsExact(TTuple) {
		return tupleContains(t, v, x)
	}
	return listContains(t, v, x)
}

// plainContains looks among items for one that is equal to x, as long as no Python code has to be asked: x and they are strs, or small ints. Else
// at is where to go on.
func plainContains(t *Thread, items []Value, x Value) (found, at int) {
	switch {
	case x.IsExact(TStr):
		s := As[Str](x)
		for i, y := range items {
			if y == x {
				return 1, -1
			}
			if !y.IsExact(TStr) {
				return 0, i
			}
			if o := As[Str](y); o.Len == s.Len && StrEqual(o, s) {
				return 1, -1
			}
			if t.haltedAt(i) {
				return -1, -1
			}
		}
		return 0, -1
	case x.IsInt():
		for i, y := range items {
			if y == x {
				return 1, -1
			}
			if !y.IsInt() {
				return 0, i
			}
			if t.haltedAt(i) {
				return -1, -1
			}
		}
		return 0, -1
	}
	return 0, 0
}

// Iter is iter(v).
func Iter(t *Thread, v Value) Value {
	typ := TypeOf(t, v)
	f := typ.Slots.Iter
	if f == nil {
		if typ.Slots.Subscript != nil && typ.Flags&(TypeDictSub|TypeMapping) == 0 && isSequence(t, typ) {
			return NewSeqIterator(t, TSeqIterator, v)
		}
		return Raise(t, TTypeError, "'%s' object is not iterable", typ.messageName(t))
	}
	if !t.Enter("") {
		return Null
	}
	r := f(t, v)
	t.Leave()
	if r == Null {
		return Null
	}
	return IterResult(t, r)
}

// IterElse is Iter with another text for its TypeErrors, whoever raises them; text may name the type of v by %s.
func IterElse(t *Thread, v Value, text string) Value {
	it := Iter(t, v)
	if it == Null && t.ClearIf(TTypeError) {
		if strings.Contains(text, "%s") {
			return Raise(t, TTypeError, text, TypeName(t, v))
		}
		return Raise(t, TTypeError, "%s", text)
	}
	return it
}

// Send is one step of an await or a yield from: what v yields, or with done what it returns. Null: an exception is set.
func Send(t *Thread, v, sent Value) (r Value, done bool) {
	if f := TypeOf(t, v).Slots.Send; f != nil {
		return f(t, v, sent)
	}
	if r, done = SendByMethod(t, v, sent); r == Null && t.Matches(TStopIteration) {
		r, done = StopIterationValue(t.Exc), true
		t.ClearExc()
	}
	return r, done
}

// SendByMethod is Send for what it leaves to the iterator's methods; StopIteration may be set.
func SendByMethod(t *Thread, v, sent Value) (r Value, done bool) {
	if next := TypeOf(t, v).Slots.Next; sent == None && next != nil {
		r = next(t, v)
	} else {
		r = CallMethod1(t, v, t.N(N_send), sent)
	}
	if r == Null && t.Exc == Null {
		return None, true
	}
	return r, false
}

// IterResult checks what __iter__ has returned.
func IterResult(t *Thread, r Value) Value {
	if TypeOf(t, r).Slots.Next == nil {
		return Raise(t, TTypeError, "iter() returned non-iterator of type '%s'", TypeName(t, r))
	}
	return r
}

// isSequence reports whether a type has the old sequence protocol: __getitem__ without being a mapping by nature.
func isSequence(t *Thread, typ *Type) bool {
	return typ.Flags&(TypeHeap|TypeSequence|TypeItems) != 0 || typ.Slots.Concat != nil || typ.ID == TMemoryView
}

// IsSequence is PySequence_Check: v can be asked for its items by their numbers, as far as its type tells.
func IsSequence(t *Thread, v Value) bool {
	typ := TypeOf(t, v)
	return typ.Slots.Subscript != nil && typ.Flags&TypeDictSub == 0 && isSequence(t, typ)
}

// PollFor polls between two items of an iterator. Where others could change what it iterates over, and it would raise, neither threads nor finalizers
// run: as in CPython, list(d.values()) is one step. False: an exception is set.
func (t *Thread) PollFor(it Value) bool {
	if t.Breaker.Load()&BreakAll == 0 {
		return true
	}
	if it.IsPtr() && TypeOf(t, it).Flags&TypeAlarm != 0 {
		return !t.Halted()
	}
	return t.Poll()
}

// Next advances an iterator; Null with t.Exc Null at its end (StopIteration is dropped). It polls: what loops over iterators can be interrupted.
func Next(t *Thread, it Value) Value {
	if t.Breaker.Load()&BreakAll != 0 && !t.PollFor(it) {
		return Null
	}
	r := Step(t, it)
	if r == Null && t.Exc != Null {
		t.ClearIf(TStopIteration)
	}
	return r
}

// Step calls the iterator's Slots.Next: Null at its end, with or without StopIteration set. What was an iterator when its object
// was asked for one may have lost its __next__, or its class, since then.
//
//psy:bounded what is called here runs no other code
func Step(t *Thread, it Value) Value {
	if it.IsPtr() {
		if typ := ShapeOf(it).Type; typ.Flags&TypeLeaf != 0 {
			return typ.Slots.Next(t, it)
		}
	}
	return stepOther(t, it)
}

func stepOther(t *Thread, it Value) Value {
	f := TypeOf(t, it).Slots.Next
	if f == nil {
		return Raise(t, TTypeError, "'%s' object is not iterable", TypeName(t, it))
	}
	if !t.Enter(" while iterating") { // iterators over iterators
		return Null
	}
	r := f(t, it)
	t.Leave()
	return r
}

// Index is operator.index(v): an int.
func Index(t *Thread, v Value) Value {
	if v.IsInt() || hasFlag(v, TypeIntSub) {
		return v
	}
	f := TypeOf(t, v).Slots.Index
	if f == nil {
		return Raise(t, TTypeError, "'%s' object cannot be interpreted as an integer", TypeName(t, v))
	}
	if !t.Enter("") {
		return Null
	}
	r := f(t, v)
	t.Leave()
	if r != Null && !r.IsInt() && !r.IsBool() && !hasFlag(r, TypeIntSub) {
		return Raise(t, TTypeError, "__index__ returned non-int (type %s)", TypeName(t, r))
	}
	if r != Null && !r.IsInt() && !r.IsExact(TInt) && !warnStrict(t, "__index__", r, "int") {
		return Null
	}
	return r
}

// warnStrict warns that a method gave an instance of a subclass of kind; false if that is an error.
func warnStrict(t *Thread, method string, r Value, kind string) bool {
	return Warn(t, TDeprecationWarning, method+" returned non-"+kind+" (type "+TypeName(t, r)+").  The ability to return an instance of a strict subclass of "+
		kind+" is deprecated, and may be removed in a future version of Python.")
}

// ArgSize converts an argument which is a size to int64, with the error text of arguments.
func ArgSize(t *Thread, v Value) (int64, bool) {
	if v.IsInt() {
		return v.Int(), true
	}
	i := Index(t, v)
	if i == Null {
		return 0, false
	}
	n, ok := Int64(i)
	if !ok {
		Raise(t, TOverflowError, "Python int too large to convert to C ssize_t")
	}
	return n, ok
}

// AsSize converts an index-like value to int64. Out of range: with errType 0 the value is clipped, else errType is raised.
func AsSize(t *Thread, v Value, errType TypeID) (int64, bool) {
	if v.IsInt() {
		return v.Int(), true
	}
	if v.IsBool() {
		return int64(v & 1), true
	}
	i := Index(t, v)
	if i == Null {
		return 0, false
	}
	n, fits := Int64(i)
	if fits {
		return n, true
	}
	if errType == 0 {
		if IntSign(i) < 0 {
			return math.MinInt64, true
		}
		return math.MaxInt64, true
	}
	Raise(t, errType, "cannot fit '%s' into an index-sized integer", TypeName(t, v))
	return 0, false
}
