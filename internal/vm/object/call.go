// Calling: the vectorcall-like protocol, and how built-in functions are declared.

package object

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// FuncKind says which of a FuncDef's functions is set, and how it is exposed.
type FuncKind uint8

const (
	KindF0  FuncKind = iota // no argument (METH_NOARGS)
	KindF1                  // exactly one positional argument (METH_O)
	KindFN                  // positional arguments only (METH_FASTCALL)
	KindSig                 // arguments bound by a signature
	KindFK                  // raw positional and keyword arguments (METH_FASTCALL | METH_KEYWORDS)
)

// FuncDef declares a built-in function or method. Exactly one of F0, F1, FN, FK, Fn is set.
type FuncDef struct {
	Name string
	// Sig is the signature in CPython's __text_signature__ notation without "$self": "(x, /, y=0, *, key=None)".
	// For Fn it drives argument binding: Fn then receives one value per parameter, Null for one left out (the callee applies its
	// default), a tuple for *args and a dict for **kwargs. For the others it is documentation; MinArgs and MaxArgs bound FN (MaxArgs -1: any).
	Sig              string
	MinArgs, MaxArgs int
	Static, Class    bool // as a method: no self; self is the class

	F0 func(t *Thread, self Value) Value
	F1 func(t *Thread, self, arg Value) Value
	FN func(t *Thread, self Value, args []Value) Value
	Fn func(t *Thread, self Value, bound []Value) Value
	FK func(t *Thread, self Value, args []Value, kw Value) Value

	// Float, for compilers, is what F1 does with a float if the result is finite. It must be no closure.
	Float func(x float64) float64

	Plain bool // F1 runs no code of a program for an argument that isSimple

	index  uint32
	owner  string         // name of the class whose method this is
	of     string         // see FullName
	params unsafe.Pointer // see signature
}

// Kind tells which function is set.
func (d *FuncDef) Kind() FuncKind {
	switch {
	case d.F0 != nil:
		return KindF0
	case d.F1 != nil:
		return KindF1
	case d.FN != nil:
		return KindFN
	case d.Fn != nil:
		return KindSig
	}
	return KindFK
}

// funcDefs lists the declared built-in functions, by Builtin.Def; it holds no values and is shared by all runtimes. Those of a module come when the module
// is first asked for: another runtime may read the list at the time, so it never moves.
var (
	funcDefs   [1 << 13]*FuncDef
	funcDefsN  uint32
	funcDefsMu sync.Mutex
)

// RegisterFuncs gives the definitions their numbers, before a runtime knows of them.
func RegisterFuncs(defs []FuncDef) []FuncDef {
	funcDefsMu.Lock()
	defer funcDefsMu.Unlock()
	for i := range defs {
		d := &defs[i]
		d.index = funcDefsN
		funcDefs[funcDefsN] = d
		funcDefsN++
	}
	return defs
}

// registered are the functions that have numbers so far.
func registered() []*FuncDef {
	funcDefsMu.Lock()
	defer funcDefsMu.Unlock()
	return funcDefs[:funcDefsN]
}

// NameFuncs tells registered definitions the module or class that they belong to.
func NameFuncs(of string, defs []FuncDef) {
	for i := range defs {
		defs[i].of = of
	}
}

// FullName is the name with the module or class in which the function was declared, whatever programs say; "" if that has none.
func (d *FuncDef) FullName() string {
	if d.of == "" {
		return ""
	}
	return d.of + "." + d.Name
}

// signature is what Sig says. It is parsed when the function is first called: most are never.
func (d *FuncDef) signature() *Signature {
	if s := (*Signature)(atomic.LoadPointer(&d.params)); s != nil {
		return s
	}
	s := ParseSignature(d.Name, d.Sig) // other threads may do the same
	atomic.StorePointer(&d.params, unsafe.Pointer(s))
	return s
}

// DefOf returns the declaration behind a built-in function.
func (b *Builtin) DefOf() *FuncDef { return funcDefs[b.Def] }

// DefAt is the declaration with the number that Builtin.Def has.
func DefAt(n uint32) *FuncDef { return funcDefs[n] }

// NewBuiltin makes a built-in function of a registered definition; self Null for module functions without module.
func NewBuiltin(t *Thread, d *FuncDef, self, module Value) Value {
	b := New[Builtin](t, TBuiltin)
	if b == nil {
		return Null
	}
	b.Self, b.Module, b.Def, b.Kind = self, module, d.index, d.Kind()
	return Of(b)
}

// BoundWord is the word with Def and Kind of what NewBuiltin makes of a method descriptor's definition.
func (b *Builtin) BoundWord() uint64 { return uint64(b.Def) | uint64(b.Kind)<<32 }

// newMethodDescr makes the unbound form of a method, for a type's dict.
func newMethodDescr(t *Thread, d *FuncDef, owner *Type) Value {
	id := TMethodDescr
	switch {
	case d.Static:
		f := NewBuiltin(t, d, Of(owner), Null)
		if f == Null || owner == nil {
			return Null
		}
		w := New[Wrapped](t, TStaticMethod)
		if w == nil {
			return Null
		}
		w.Func = f
		return Of(w)
	case d.Class:
		id = TClassMethodDescr
	}
	b := New[Builtin](t, id)
	if b == nil {
		return Null
	}
	b.Owner, b.Def, b.Kind = owner, d.index, d.Kind()
	return Of(b)
}

// CallDef calls a built-in definition with a self and arguments: the one place that knows the kinds.
func CallDef(t *Thread, d *FuncDef, self Value, args []Value, kw Value) Value {
	switch d.Kind() {
	case KindF0:
		if len(args) != 0 || kw != Null && As[Tuple](kw).Size > 0 {
			return argCountError(t, d, self, args, kw)
		}
		return d.F0(t, self)
	case KindF1:
		if len(args) != 1 || kw != Null && As[Tuple](kw).Size > 0 {
			return argCountError(t, d, self, args, kw)
		}
		return d.F1(t, self, args[0])
	case KindFN:
		if len(args) < d.MinArgs || d.MaxArgs >= 0 && len(args) > d.MaxArgs || kw != Null && As[Tuple](kw).Size > 0 {
			return argCountError(t, d, self, args, kw)
		}
		return d.FN(t, self, args)
	case KindFK:
		return d.FK(t, self, args, kw)
	}
	sig := d.signature()
	if kw != Null && As[Tuple](kw).Size > 0 && sig.noKeywords() {
		return argCountError(t, d, self, args, kw)
	}
	n := len(sig.Params)
	bound := t.PushArgs(n)
	if bound == nil && n > 0 {
		return Null
	}
	r := Null
	if sig.Bind(t, args, kw, bound) {
		r = d.Fn(t, self, bound)
	}
	t.PopArgs(n)
	return r
}

// Call calls any callable. args must lie off the Go heap (see CallFunc); keyword values stand at its end, their names in kw.
func Call(t *Thread, callable Value, args []Value, kw Value) Value {
	if callable.IsPtr() {
		switch callable.ShapeID() {
		case TFunction.Shape():
			return t.RT.Interpreter.CallFunction(t, As[Function](callable), args, kw)
		case TBuiltin.Shape():
			if !t.Enter(" while calling a Python object") {
				return Null
			}
			b := As[Builtin](callable)
			r := CallDef(t, b.DefOf(), b.Self, args, kw)
			t.Leave()
			return r
		}
	}
	call := TypeOf(t, callable).Slots.Call
	if call == nil {
		return Raise(t, TTypeError, "'%s' object is not callable", TypeName(t, callable))
	}
	if !t.Enter(" while calling a Python object") {
		return Null
	}
	r := call(t, callable, args, kw)
	t.Leave()
	return r
}

// Call0, Call1, Call2, Call3 call with that many positional arguments.
func Call0(t *Thread, f Value) Value { return Call(t, f, nil, Null) }

func Call1(t *Thread, f, a Value) Value {
	if f.IsPtr() && f.ShapeID() != TFunction.Shape() {
		if self, f1, _ := unaryOf(t, f); f1 != nil {
			if !t.Enter(" while calling a Python object") {
				return Null
			}
			r := f1(t, self, a)
			t.Leave()
			return r
		}
	}
	return callWithOne(t, f, a)
}

// callWithOne is Call1 by a list of arguments.
func callWithOne(t *Thread, f, a Value) Value {
	args := t.PushArgs(1)
	if args == nil {
		return Null
	}
	args[0] = a
	r := Call(t, f, args, Null)
	t.PopArgs(1)
	return r
}

// unaryOf is what a built-in function or a built-in object calls with one argument; nil if there is none. plain is the function's Plain, or what stands
// for it of a class.
func unaryOf(t *Thread, f Value) (self Value, f1 BinaryFunc, plain bool) {
	if f.IsExact(TBuiltin) {
		b := As[Builtin](f)
		if d := b.DefOf(); d.Kind() == KindF1 {
			return b.Self, d.F1, d.Plain
		}
	}
	if f.IsExact(TMethodDescr) {
		if d := As[Builtin](f).DefOf(); d.Kind() == KindF0 || d.Kind() == KindFN && d.MinArgs == 0 {
			return f, callOwn, false
		}
	}
	typ := TypeOf(t, f)
	if typ.ID == TType {
		if of := As[Type](f); of.Slots.From != nil {
			return f, callFrom, of.ID == TStr || of.ID == TInt || of.ID == TFloat || of.ID == TBool
		}
	}
	return f, typ.Slots.Call1, false
}

// callOwn calls a method descriptor whose function takes nothing but the object.
func callOwn(t *Thread, f, v Value) Value {
	b := As[Builtin](f)
	switch d := b.DefOf(); {
	case TypeOf(t, v) != b.Owner:
		return callWithOne(t, f, v)
	case d.Kind() == KindF0:
		return d.F0(t, v)
	default:
		return d.FN(t, v, nil)
	}
}

func callFrom(t *Thread, typ, v Value) Value { return As[Type](typ).Slots.From(t, v) }

func Call2(t *Thread, f, a, b Value) Value {
	args := t.PushArgs(2)
	if args == nil {
		return Null
	}
	args[0], args[1] = a, b
	r := Call(t, f, args, Null)
	t.PopArgs(2)
	return r
}

func Call3(t *Thread, f, a, b, c Value) Value {
	args := t.PushArgs(3)
	if args == nil {
		return Null
	}
	args[0], args[1], args[2] = a, b, c
	r := Call(t, f, args, Null)
	t.PopArgs(3)
	return r
}

// CallPrepend calls f with one more positional argument before args.
func CallPrepend(t *Thread, f, first Value, args []Value, kw Value) Value {
	n := len(args) + 1
	a := t.PushArgs(n)
	if a == nil {
		return Null
	}
	a[0] = first
	copy(a[1:], args)
	r := Call(t, f, a, kw)
	t.PopArgs(n)
	return r
}

// ofObjectsNew reports whether f is a class whose instances object.__new__ makes. Then keyword arguments may have names that are no strs: that
// they are too many is said first, and an __init__ looks at the names itself.
func ofObjectsNew(t *Thread, f Value) bool {
	return IsType(f) && wordOf(TypeOf(t, f).Slots.Call) == wordOf[CallFunc](typeCall) && As[Type](f).NewIsObjects()
}

// CallTuple calls f with positional arguments from a tuple and keyword arguments from a dict (nil: none).
func CallTuple(t *Thread, f Value, pos *Tuple, kwargs *Dict) Value {
	nk := 0
	if kwargs != nil {
		nk = int(kwargs.Used)
	}
	n := pos.Len() + nk
	args := t.PushArgs(n)
	if args == nil && n > 0 {
		return Null
	}
	copy(args, pos.Items())
	kw := Null
	if nk > 0 {
		names := NewTuple(t, nk)
		if names == nil {
			t.PopArgs(n)
			return Null
		}
		j := pos.Len()
		for e, i := kwargs.Next(0); e != nil; e, i = kwargs.Next(i) {
			if !IsStr(e.Key) && !ofObjectsNew(t, f) && !refusesKeywords(f, pos.Len()) {
				t.PopArgs(n)
				if TypeOf(t, f).Slots.Call == nil {
					return Call(t, f, nil, Null) // that comes first
				}
				return Raise(t, TTypeError, "keywords must be strings")
			}
			*names.At(j - pos.Len()) = e.Key
			args[j] = e.Val
			j++
		}
		kw = Of(names)
	}
	r := Call(t, f, args, kw)
	t.PopArgs(n)
	return r
}

// CallMethod calls v's method of the given name with args (which must lie off the Go heap).
func CallMethod(t *Thread, v Value, name Value, args []Value) Value {
	typ := TypeOf(t, v)
	if d := typ.Lookup(t, name); d != Null && isGenericGetAttr(typ) && TypeOf(t, d).Flags&TypeMethodDescr != 0 &&
		(typ.ExtWord == 0 || !v.IsPtr() || GetInstanceAttr(v, name) == Null) {
		return CallPrepend(t, d, v, args, Null)
	}
	f := GetAttr(t, v, name)
	if f == Null {
		return Null
	}
	return Call(t, f, args, Null)
}

// CallMethod0 and CallMethod1 call a method with none or one argument.
func CallMethod0(t *Thread, v Value, name Value) Value { return CallMethod(t, v, name, nil) }

func CallMethod1(t *Thread, v Value, name Value, a Value) Value {
	args := t.PushArgs(1)
	if args == nil {
		return Null
	}
	args[0] = a
	r := CallMethod(t, v, name, args)
	t.PopArgs(1)
	return r
}

// callSpecial calls a special method found on the type with args after self: *found is false when there is none.
func callSpecial(t *Thread, v Value, name Value, args []Value) (r Value, found bool) {
	typ := TypeOf(t, v)
	d := typ.Lookup(t, name)
	if d == Null {
		return Null, false
	}
	if TypeOf(t, d).Flags&TypeMethodDescr != 0 {
		return CallPrepend(t, d, v, args, Null), true
	}
	if get := TypeOf(t, d).Slots.DescrGet; get != nil {
		if d = get(t, d, v, Of(typ)); d == Null {
			return Null, true
		}
	}
	return Call(t, d, args, Null), true
}

// CallSpecial0 calls a special method of the type without arguments; found is false when there is none.
func CallSpecial0(t *Thread, v Value, name Name) (r Value, found bool) {
	return callSpecial(t, v, t.N(name), nil)
}

// CallSpecial1 calls a special method of the type with one argument.
func CallSpecial1(t *Thread, v Value, name Name, a Value) (r Value, found bool) {
	args := t.PushArgs(1)
	if args == nil {
		return Null, true
	}
	args[0] = a
	r, found = callSpecial(t, v, t.N(name), args)
	t.PopArgs(1)
	return r, found
}
