// Slots: what a type's objects can do, as functions that the operators call without looking anything up.

package object

// The kinds of slot functions. All report failure as Null (false, -1) with t.Exc set.
// args always lies on the VM stack or in the caller's frame: a callee that keeps it must copy it into a psy object.
// kw is Null or a tuple of names; then the last len(kw) of args are the keyword arguments' values.
type (
	UnaryFunc    func(t *Thread, v Value) Value
	QuietFunc    func(t *Thread, v Value, alarms bool, depth int) bool
	FillFunc     func(t *Thread, v Value, out []Value, rule PullRule) (n int, more bool)
	BinaryFunc   func(t *Thread, a, b Value) Value
	TernaryFunc  func(t *Thread, a, b, c Value) Value
	InquiryFunc  func(t *Thread, v Value) int   // 1, 0, -1: error
	LenFunc      func(t *Thread, v Value) int64 // -1: error
	HashFunc     func(t *Thread, v Value) (int64, bool)
	SetFunc      func(t *Thread, o, k, v Value) bool // v Null: delete
	ContainsFunc func(t *Thread, o, x Value) int     // 1, 0, -1: error
	CompareFunc  func(t *Thread, a, b Value, op CompareOp) Value
	SameFunc     func(a, b Value) (same, known bool) // a == b for two objects of exactly this type, which like their hash asks no program
	CallFunc     func(t *Thread, callable Value, args []Value, kw Value) Value
	NewFunc      func(t *Thread, typ *Type, args []Value, kw Value) Value
	InitFunc     func(t *Thread, self Value, args []Value, kw Value) bool
	RepeatFunc   func(t *Thread, v Value, n int64) Value
	BufferFunc   func(t *Thread, v Value) ([]byte, bool) // false: no buffer (and no exception)
	ItemsFunc    func(v Value) BufferItems
)

// CompareOp is a rich comparison, numbered as in COMPARE_OP.
type CompareOp uint8

const (
	LT CompareOp = iota
	LE
	EQ
	NE
	GT
	GE
)

// Swapped returns the operation with its operands exchanged.
func (op CompareOp) Swapped() CompareOp { return [...]CompareOp{GT, GE, EQ, NE, LT, LE}[op] }

func (op CompareOp) String() string { return [...]string{"<", "<=", "==", "!=", ">", ">="}[op] }

// Nb numbers the binary operators as BINARY_OP's argument does; the in-place forms follow at NbInplace.
type Nb uint8

const (
	NbAdd Nb = iota
	NbAnd
	NbFloorDivide
	NbLshift
	NbMatrixMultiply
	NbMultiply
	NbRemainder
	NbOr
	NbPower
	NbRshift
	NbSubtract
	NbTrueDivide
	NbXor
	NbInplace // NbInplace+op is op's in-place form
	NbDivmod  = 2 * NbInplace
	NbCount   = NbDivmod + 1
)

// A SendFunc sends a value into an iterator: what it yields, or with done what it returns. Null: an exception is set.
type SendFunc func(t *Thread, v, sent Value) (r Value, done bool)

// Slots are a type's operations; nil: not supported. The names are CPython's without prefix.
type Slots struct {
	Repr, Str    UnaryFunc
	Hash         HashFunc
	Call         CallFunc
	Call1        BinaryFunc // Call with one positional argument, of a type that no class is derived from; nil: by Call
	GetAttr      BinaryFunc // __getattribute__ (and __getattr__)
	SetAttr      SetFunc    // __setattr__, __delattr__
	Compare      CompareFunc
	Same         SameFunc
	Iter, Next   UnaryFunc // Next: Null without exception at the end
	Fill         FillFunc  // several steps at once, of a type that no class overrides; nil: by Next. See FillRoom
	Quiet        QuietFunc // whether Fill gives its items without running code of a program between them; nil: TypeLeaf says so
	IterPlain    bool      // of a built-in type: Iter runs no Python code
	Step         StepFunc  // Next, where it neither raises nor runs Python code: a top-level function, see step.go
	StepPair     StepPairFunc
	New          NewFunc
	Init         InitFunc
	From         UnaryFunc   // the call of the type itself, of no class derived from it, with one argument
	DescrGet     TernaryFunc // (descriptor, object or Null, type or Null)
	DescrSet     SetFunc     // (descriptor, object, value or Null)
	Binary       [NbCount]BinaryFunc
	PowMod       TernaryFunc // pow with three arguments
	Neg, Pos     UnaryFunc
	Abs, Invert  UnaryFunc
	Bool         InquiryFunc
	Int, Float   UnaryFunc
	Index        UnaryFunc
	Len          LenFunc
	Subscript    BinaryFunc
	SetSubscript SetFunc
	Contains     ContainsFunc
	// The sequence protocol's own + and *, tried after the number protocol as CPython does.
	Concat, InplaceConcat BinaryFunc
	Repeat, InplaceRepeat RepeatFunc
	Await, AIter, ANext   UnaryFunc
	Send                  SendFunc // a step of an await or a yield from, for types that no class is derived from
	Del                   UnaryFunc
	Buffer                BufferFunc
	BufferItems           ItemsFunc              // nil: bytes that are only to be read
	Exports               func(v Value) *Exports // nil: the number of bytes may change while there are views
}
