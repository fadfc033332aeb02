// Slot wrappers (wrapper_descriptor: int.__add__) and their bound form (method-wrapper: (1).__add__), and the built-in __new__.

package object

import (
	"fmt"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/helptext"
	"github.com/psyco-go/psy/internal/vm/heap"
)

// MethodWrapper is a slot wrapper bound to an object.
type MethodWrapper struct {
	heap.Header
	Descr *WrapperDescr
	Self  Value
}

func checkWrapArgs(t *Thread, kind wrapKind, n, min, max int) bool {
	if n >= min && n <= max {
		return true
	}
	if max > 1 || kind == wrapRepeat { // CPython unpacks these with a function name that is empty
		return CheckPositional(t, "", n, min, max)
	}
	Raise(t, TTypeError, "expected %d argument%s, got %d", max, Plural(max), n)
	return false
}

func noneIf(ok bool) Value {
	if ok {
		return None
	}
	return Null
}

// refusesKeywords reports whether f, called with n positional arguments, wraps a slot that takes no keyword arguments, or lacks its object: that is
// said before anything is said of the keywords.
func refusesKeywords(f Value, n int) bool {
	bound := f.IsExact(TMethodWrapper)
	if bound {
		f = Of(As[MethodWrapper](f).Descr)
	}
	if !f.IsExact(TWrapperDescr) {
		return false
	}
	if n == 0 && !bound {
		return true
	}
	k := As[WrapperDescr](f).def().kind
	return k != wrapCall && k != wrapInit
}

// callWrapper calls the slot function of w with self.
func callWrapper(t *Thread, w *WrapperDescr, self Value, args []Value, kw Value) Value {
	if !t.Enter(" while calling a Python object") { // method wrappers of method wrappers
		return Null
	}
	defer t.Leave()
	d := w.def()
	switch d.kind {
	case wrapCall:
		return funcOf[CallFunc](w.Fn)(t, self, args, kw)
	case wrapInit:
		return noneIf(funcOf[InitFunc](w.Fn)(t, self, args, kw))
	}
	if kw != Null && As[Tuple](kw).Size > 0 {
		return Raise(t, TTypeError, "wrapper %s() takes no keyword arguments", w.nameString())
	}
	n := len(args)
	switch d.kind {
	case wrapUnary, wrapHash, wrapNext, wrapBool, wrapLen, wrapDel:
		if !checkWrapArgs(t, d.kind, n, 0, 0) {
			return Null
		}
	case wrapSet, wrapSetAttr:
		if !checkWrapArgs(t, d.kind, n, 2, 2) {
			return Null
		}
	case wrapPowL, wrapPowR, wrapGet:
		if !checkWrapArgs(t, d.kind, n, 1, 2) {
			return Null
		}
	case wrapIPow:
		if !checkWrapArgs(t, d.kind, n, 1, 2) {
			return Null
		}
	default:
		if !checkWrapArgs(t, d.kind, n, 1, 1) {
			return Null
		}
	}
	switch d.kind {
	case wrapUnary:
		return funcOf[UnaryFunc](w.Fn)(t, self)
	case wrapHash:
		h, ok := funcOf[HashFunc](w.Fn)(t, self)
		if !ok {
			return Null
		}
		return NewInt(t, h)
	case wrapNext:
		r := funcOf[UnaryFunc](w.Fn)(t, self)
		if r == Null && t.Exc == Null {
			return RaiseType(t, TStopIteration)
		}
		return r
	case wrapBool:
		b := funcOf[InquiryFunc](w.Fn)(t, self)
		if b < 0 {
			return Null
		}
		return Bool(b > 0)
	case wrapLen:
		l := funcOf[LenFunc](w.Fn)(t, self)
		if l < 0 {
			return Null
		}
		return NewInt(t, l)
	case wrapDel:
		return funcOf[UnaryFunc](w.Fn)(t, self)
	case wrapBinary, wrapBinaryL, wrapIPow:
		return funcOf[BinaryFunc](w.Fn)(t, self, args[0])
	case wrapBinaryR:
		return funcOf[BinaryFunc](w.Fn)(t, args[0], self)
	case wrapPowL, wrapPowR:
		a, b := self, args[0]
		if d.kind == wrapPowR {
			a, b = b, a
		}
		if n == 2 && args[1] != None {
			pow := w.Owner.Slots.PowMod
			if pow == nil {
				return NotImplemented
			}
			return pow(t, a, b, args[1])
		}
		return funcOf[BinaryFunc](w.Fn)(t, a, b)
	case wrapRepeat:
		i, ok := AsSize(t, args[0], TOverflowError)
		if !ok {
			return Null
		}
		return funcOf[RepeatFunc](w.Fn)(t, self, i)
	case wrapSet:
		return noneIf(funcOf[SetFunc](w.Fn)(t, self, args[0], args[1]))
	case wrapDelete:
		return noneIf(funcOf[SetFunc](w.Fn)(t, self, args[0], Null))
	case wrapSetAttr, wrapDelAttr:
		val := Null
		if d.kind == wrapSetAttr {
			val = args[1]
		}
		if !allowedSetAttr(t, w, self) {
			return Null
		}
		return noneIf(funcOf[SetFunc](w.Fn)(t, self, args[0], val))
	case wrapGet:
		obj, typ := args[0], Null
		if n == 2 && args[1] != None {
			typ = args[1]
		}
		if obj == None {
			obj = Null
		}
		if obj == Null && typ == Null {
			return Raise(t, TTypeError, "__get__(None, None) is invalid")
		}
		return funcOf[TernaryFunc](w.Fn)(t, self, obj, typ)
	case wrapContains:
		r := funcOf[ContainsFunc](w.Fn)(t, self, args[0])
		if r < 0 {
			return Null
		}
		return Bool(r > 0)
	}
	return funcOf[CompareFunc](w.Fn)(t, self, args[0], CompareOp(d.kind-wrapCompare))
}

// allowedSetAttr refuses object.__setattr__ on objects whose class is built in and sets attributes in another way (Carlo Verre's hack).
func allowedSetAttr(t *Thread, w *WrapperDescr, self Value) bool {
	typ := TypeOf(t, self)
	for typ.Flags&TypeHeap != 0 {
		typ = typ.Base
	}
	if fn := wordOf(typ.Slots.SetAttr); typ != w.Owner && fn != w.Fn && (fn != 0 || w.Fn != wordOf[SetFunc](GenericSetAttr)) && typ.IsSubtype(w.Owner) {
		Raise(t, TTypeError, "can't apply this %s to %s object", w.nameString(), typ.NameString())
		return false
	}
	return true
}

func wrapperDescrCall(t *Thread, v Value, args []Value, kw Value) Value {
	w := As[WrapperDescr](v)
	npos := len(args)
	if kw != Null {
		npos -= As[Tuple](kw).Len()
	}
	if npos < 1 {
		return Raise(t, TTypeError, "descriptor '%s' of '%s' object needs an argument", w.nameString(), w.Owner.messageName(t))
	}
	if !TypeOf(t, args[0]).IsSubtype(w.Owner) {
		return Raise(t, TTypeError, "descriptor '%s' requires a '%s' object but received a '%s'", w.nameString(), w.Owner.messageName(t), TypeName(t, args[0]))
	}
	return callWrapper(t, w, args[0], args[1:], kw)
}

func wrapperDescrGet(t *Thread, d, obj, typ Value) Value {
	if obj == Null {
		return d
	}
	w := As[WrapperDescr](d)
	if !descrCheck(t, w.Owner, w.nameString(), obj) {
		return Null
	}
	m := New[MethodWrapper](t, TMethodWrapper)
	if m == nil {
		return Null
	}
	m.Descr, m.Self = w, obj
	return Of(m)
}

// descrCheck reports whether a descriptor of owner applies to obj; else TypeError.
func descrCheck(t *Thread, owner *Type, name string, obj Value) bool {
	if TypeOf(t, obj).IsSubtype(owner) {
		return true
	}
	Raise(t, TTypeError, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", name, owner.messageName(t), TypeName(t, obj))
	return false
}

func methodWrapperCall(t *Thread, v Value, args []Value, kw Value) Value {
	m := As[MethodWrapper](v)
	return callWrapper(t, m.Descr, m.Self, args, kw)
}

func methodWrapperCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE || !a.IsExact(TMethodWrapper) || !b.IsExact(TMethodWrapper) {
		return NotImplemented
	}
	x, y := As[MethodWrapper](a), As[MethodWrapper](b)
	return Bool((x.Descr == y.Descr && x.Self == y.Self) == (op == EQ))
}

func methodWrapperHash(t *Thread, v Value) (int64, bool) {
	m := As[MethodWrapper](v)
	return hashSmall((HashPointer(m.Self) ^ HashPointer(Of(m.Descr))) << 8 >> 8), true
}

func methodWrapperRepr(t *Thread, v Value) Value {
	m := As[MethodWrapper](v)
	return NewStr(t, fmt.Sprintf("<method-wrapper '%s' of %s object at 0x%x>", m.Descr.nameString(), TypeName(t, m.Self), t.RT.ID(m.Self)))
}

// ID returns id(v): the address of a heap object, in a copy of an image where it lay there; a number of its own for other values.
func (rt *Runtime) ID(v Value) uint64 {
	if v.IsPtr() {
		return uint64(v) + rt.idShift
	}
	return uint64(v)
}

func wrapperReduce(t *Thread, self Value) Value {
	m := As[MethodWrapper](self)
	getattr := builtinByName(t, "getattr")
	args := Pair(t, m.Self, t.N(m.Descr.def().name))
	if getattr == Null || args == Null {
		return Null
	}
	return Pair(t, getattr, args)
}

// builtinByName returns an attribute of the builtins module.
func builtinByName(t *Thread, name string) Value {
	if t.RT.Builtins != nil {
		if v := t.RT.Builtins.GetGoString(t, name); v != Null {
			return v
		}
	}
	return Raise(t, TAttributeError, "%s", name)
}

// wrapperDoc and wrapperTextSignature are what all slot wrappers of a name have in common.
func wrapperDoc(t *Thread, w *WrapperDescr) Value {
	_, doc, _ := helptext.Find("*." + w.nameString())
	return docOrNone(t, doc)
}

func wrapperTextSignature(t *Thread, w *WrapperDescr) Value {
	signature, _, _ := helptext.Find("*." + w.nameString())
	return docOrNone(t, signature)
}

// qualName gives "Owner.name" as __qualname__ of a descriptor.
func descrQualName(t *Thread, owner *Type, name string) Value {
	q := GetAttr(t, Of(owner), t.N(N_qualname_))
	if q == Null {
		return Null
	}
	if !IsStr(q) {
		return Raise(t, TTypeError, "<descriptor>.__objclass__.__qualname__ is not a unicode object")
	}
	return NewStr(t, GoString(q)+"."+name)
}

func init() {
	DefineType(TWrapperDescr, TypeDef{
		Name: "wrapper_descriptor", Flags: TypeMethodDescr, Size: unsafe.Sizeof(WrapperDescr{}), Refs: 1 << 1, NoWeak: true,
		Slots: Slots{
			Call: wrapperDescrCall, DescrGet: wrapperDescrGet,
			Repr: func(t *Thread, v Value) Value {
				w := As[WrapperDescr](v)
				return NewStr(t, fmt.Sprintf("<slot wrapper '%s' of '%s' objects>", w.nameString(), w.Owner.messageName(t)))
			},
		},
		GetSets: []GetSetDef{
			{Name: "__name__", Member: true, Get: func(t *Thread, v Value) Value { return t.N(As[WrapperDescr](v).def().name) }},
			{Name: "__qualname__", Get: func(t *Thread, v Value) Value {
				w := As[WrapperDescr](v)
				return descrQualName(t, w.Owner, w.nameString())
			}},
			{Name: "__objclass__", Member: true, Get: func(t *Thread, v Value) Value { return Of(As[WrapperDescr](v).Owner) }},
			{Name: "__doc__", Get: func(t *Thread, v Value) Value { return wrapperDoc(t, As[WrapperDescr](v)) }},
			{Name: "__text_signature__", Get: func(t *Thread, v Value) Value { return wrapperTextSignature(t, As[WrapperDescr](v)) }},
		},
		Methods: []FuncDef{{Name: "__reduce__", F0: descrReduce}},
	})
	DefineType(TMethodWrapper, TypeDef{
		Name: "method-wrapper", Size: unsafe.Sizeof(MethodWrapper{}), Refs: 1<<1 | 1<<2, NoWeak: true,
		Slots: Slots{Call: methodWrapperCall, Repr: methodWrapperRepr, Compare: methodWrapperCompare, Hash: methodWrapperHash},
		Methods: []FuncDef{
			{Name: "__reduce__", F0: wrapperReduce},
		},
		GetSets: []GetSetDef{
			{Name: "__self__", Member: true, Get: func(t *Thread, v Value) Value { return As[MethodWrapper](v).Self }},
			{Name: "__name__", Get: func(t *Thread, v Value) Value { return t.N(As[MethodWrapper](v).Descr.def().name) }},
			{Name: "__qualname__", Get: func(t *Thread, v Value) Value {
				w := As[MethodWrapper](v).Descr
				return descrQualName(t, w.Owner, w.nameString())
			}},
			{Name: "__objclass__", Get: func(t *Thread, v Value) Value { return Of(As[MethodWrapper](v).Descr.Owner) }},
			{Name: "__doc__", Get: func(t *Thread, v Value) Value { return wrapperDoc(t, As[MethodWrapper](v).Descr) }},
			{Name: "__text_signature__", Get: func(t *Thread, v Value) Value { return wrapperTextSignature(t, As[MethodWrapper](v).Descr) }},
		},
	})
}

// newMethodDef is __new__ of every built-in type: its self is the type.
var newMethodDef []FuncDef

func init() {
	newMethodDef = RegisterFuncs([]FuncDef{{Name: "__new__", FK: builtinNew}})
}

//psy:bounded a Slots.New makes an instance, it does not call __new__
func builtinNew(t *Thread, self Value, args []Value, kw Value) Value {
	typ := As[Type](self)
	npos := len(args)
	if kw != Null {
		npos -= As[Tuple](kw).Len()
	}
	if npos < 1 {
		return Raise(t, TTypeError, "%s.__new__(): not enough arguments", fullName(t, typ))
	}
	if !IsType(args[0]) {
		return Raise(t, TTypeError, "%s.__new__(X): X is not a type object (%s)", fullName(t, typ), TypeName(t, args[0]))
	}
	sub := As[Type](args[0])
	if !sub.IsSubtype(typ) {
		return Raise(t, TTypeError, "%s.__new__(%s): %s is not a subtype of %s", fullName(t, typ), fullName(t, sub), fullName(t, sub), fullName(t, typ))
	}
	if static := sub.staticBase(); wordOf(static.Slots.New) != wordOf(typ.Slots.New) {
		return Raise(t, TTypeError, "%s.__new__(%s) is not safe, use %s.__new__()", fullName(t, typ), fullName(t, sub), fullName(t, static))
	}
	return typ.Slots.New(t, sub, args[1:], kw)
}

// staticBase returns the type whose Go function makes the instances of typ: the first along the bases that does not leave
// that to a __new__ in Python. Only its function knows what an instance must hold, and it may be none.
func (typ *Type) staticBase() *Type {
	for wordOf(typ.Slots.New) == wordOf[NewFunc](slotNew) {
		typ = typ.Base
	}
	return typ
}

// NewIsObjects reports whether instances of typ are made by object.__new__, without any code of their own.
func (typ *Type) NewIsObjects() bool { return wordOf(typ.Slots.New) == wordOf[NewFunc](objectNew) }

// CallIsTypes reports whether typ, a metaclass, leaves the calling of its classes to type.
func (typ *Type) CallIsTypes() bool { return wordOf(typ.Slots.Call) == wordOf[CallFunc](typeCall) }
