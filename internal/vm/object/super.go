// super: attribute lookup that starts after a class in another class's order.

package object

import (
	"fmt"
	"unsafe"

	"github.com/psyco-go/psy/internal/front/pyc"
)

// superCheck returns the class whose order super(typ, self) follows; nil with TypeError when self does not fit.
func superCheck(t *Thread, typ *Type, self Value) *Type {
	if IsType(self) && As[Type](self).IsSubtype(typ) {
		return As[Type](self)
	}
	st := TypeOf(t, self)
	if st.IsSubtype(typ) {
		return st
	}
	if !t.Enter(" while getting an attribute") {
		return nil
	}
	c := LookupAttr(t, self, t.N(N_class_))
	t.Leave()
	if c == Null && t.Exc != Null {
		return nil
	}
	if c != Null && IsType(c) && c != Of(st) && As[Type](c).IsSubtype(typ) {
		return As[Type](c)
	}
	what, name := "instance of", st.NameString()
	if IsType(self) {
		what, name = "type", As[Type](self).NameString()
	}
	Raise(t, TTypeError, "super(type, obj): obj (%s %s) is not an instance or subtype of type (%s).", what, name, typ.NameString())
	return nil
}

// SuperLookup finds an attribute behind typ in the order of start (nil: derived from self, checking it) and binds it to self.
// Null without exception: not found. The name is interned.
func SuperLookup(t *Thread, typ *Type, self Value, start *Type, name Value) Value {
	if start == nil {
		if start = superCheck(t, typ, self); start == nil {
			return Null
		}
	}
	v := superFind(t, start, typ, name)
	if v == Null {
		return Null
	}
	vt := TypeOf(t, v)
	if get := vt.Slots.DescrGet; get != nil {
		if self == Of(start) {
			self = Null
		}
		return get(t, v, self, Of(start))
	}
	return v
}

// SuperFind is superFind for compilers.
func SuperFind(t *Thread, start, typ *Type, name Value) Value { return superFind(t, start, typ, name) }

// superFind returns what stands under the name in the classes after typ in start's order, unbound.
func superFind(t *Thread, start, typ *Type, name Value) Value {
	mro := start.MRO
	if mro == nil { // its mro() is running
		return Null
	}
	i, n := 0, mro.Len()
	for i < n && *mro.At(i) != Of(typ) {
		i++
	}
	for i++; i < n; i++ {
		if v := As[Type](*mro.At(i)).Dict.GetStr(name); v != Null {
			if v == t.RT.LazyDoc {
				return eagerDoc(t, mro, i)
			}
			return v
		}
	}
	return Null
}

// SuperAttr is getattr(super(typ, self), name) for LOAD_SUPER_ATTR. With method, a function that still needs self is
// returned as it is and isMethod is true.
func SuperAttr(t *Thread, typ Value, self, name Value, method bool) (v Value, isMethod bool) {
	if !IsType(typ) {
		return Raise(t, TTypeError, "super() argument 1 must be a type, not %s", TypeName(t, typ)), false
	}
	tt := As[Type](typ)
	start := superCheck(t, tt, self)
	if start == nil {
		return Null, false
	}
	if name != t.N(N_class_) {
		if method && Of(start) != self {
			if v = superFind(t, start, tt, name); v != Null && TypeOf(t, v).Flags&TypeMethodDescr != 0 {
				return v, true
			}
		}
		if v = SuperLookup(t, tt, self, start, name); v != Null {
			return v, false
		}
		if t.Exc != Null {
			return Null, false
		}
	}
	s := newSuper(t, tt, self, start)
	if s == Null {
		return Null, false
	}
	return GenericGetAttr(t, s, name), false
}

func newSuper(t *Thread, typ *Type, self Value, start *Type) Value {
	s := New[Super](t, TSuper)
	if s == nil {
		return Null
	}
	s.Type, s.Self = Of(typ), self
	if start != nil {
		s.SelfType = Of(start)
	}
	return Of(s)
}

func superGetAttr(t *Thread, v, name Value) Value {
	s := As[Super](v)
	if name = internName(t, name); name == Null {
		return Null
	}
	if s.SelfType != Null && name != t.N(N_class_) {
		r := SuperLookup(t, As[Type](s.Type), s.Self, As[Type](s.SelfType), name)
		if r != Null || t.Exc != Null {
			return r
		}
	}
	return GenericGetAttr(t, v, name)
}

func superRepr(t *Thread, v Value) Value {
	s := As[Super](v)
	name := "NULL"
	if s.Type != Null {
		name = As[Type](s.Type).NameString()
	}
	if s.SelfType != Null {
		return NewStr(t, fmt.Sprintf("<super: <class '%s'>, <%s object>>", name, As[Type](s.SelfType).NameString()))
	}
	return NewStr(t, fmt.Sprintf("<super: <class '%s'>, NULL>", name))
}

func superInit(t *Thread, v Value, args []Value, kw Value) bool {
	if kw != Null && As[Tuple](kw).Len() > 0 {
		Raise(t, TTypeError, "super() takes no keyword arguments")
		return false
	}
	if len(args) > 2 {
		Raise(t, TTypeError, "super() expected at most 2 arguments, got %d", len(args))
		return false
	}
	s := As[Super](v)
	typ, self := Null, Null
	if len(args) == 0 {
		if typ, self = superArgs(t); typ == Null {
			return false
		}
	} else {
		typ = args[0]
		if !IsType(typ) {
			Raise(t, TTypeError, "super() argument 1 must be a type, not %s", TypeName(t, typ))
			return false
		}
		if len(args) == 2 && args[1] != None {
			self = args[1]
		}
	}
	s.Type, s.Self, s.SelfType = typ, self, Null
	if self != Null {
		start := superCheck(t, As[Type](typ), self)
		if start == nil {
			return false
		}
		s.SelfType = Of(start)
	}
	return true
}

// argumentIsCell reports whether a function's first parameter is kept in a cell, since inner functions use it.
func (co *Code) argumentIsCell() bool { return bytesOf(co.Kinds)[0]&pyc.KindCell != 0 }

// superArgs finds the class and the first argument of the running method.
func superArgs(t *Thread) (typ, self Value) {
	f := t.Frame
	if f == nil || f.Code == nil {
		return Raise(t, TRuntimeError, "super(): no current frame"), Null
	}
	co := f.Code
	if co.ArgCount == 0 {
		return Raise(t, TRuntimeError, "super(): no arguments"), Null
	}
	self = *f.Local(0)
	if self != Null && self.IsExact(TCell) && co.argumentIsCell() {
		self = As[Cell](self).Ref
	}
	if self == Null {
		return Raise(t, TRuntimeError, "super(): arg[0] deleted"), Null
	}
	for i := int(co.NLocalsPlus - co.NFree); i < int(co.NLocalsPlus); i++ {
		if *co.LocalsNames.At(i) != t.N(N_class_) {
			continue
		}
		cell := *f.Local(i)
		if cell == Null || !cell.IsExact(TCell) {
			return Raise(t, TRuntimeError, "super(): bad __class__ cell"), Null
		}
		typ = As[Cell](cell).Ref
		if typ == Null {
			return Raise(t, TRuntimeError, "super(): empty __class__ cell"), Null
		}
		if !IsType(typ) {
			return Raise(t, TRuntimeError, "super(): __class__ is not a type (%s)", TypeName(t, typ)), Null
		}
		return typ, self
	}
	return Raise(t, TRuntimeError, "super(): __class__ cell not found"), Null
}

func superGet(t *Thread, d, obj, typ Value) Value {
	s := As[Super](d)
	if obj == Null || obj == None || s.Self != Null {
		return d
	}
	switch {
	case s.Type == Null && d.IsExact(TSuper):
		return Raise(t, TRuntimeError, "super object is not initialized")
	case s.Type == Null: // as the type is called without arguments in CPython
		return Call0(t, Of(TypeOf(t, d)))
	case !d.IsExact(TSuper):
		return Call2(t, Of(TypeOf(t, d)), s.Type, obj)
	}
	start := superCheck(t, As[Type](s.Type), obj)
	if start == nil {
		return Null
	}
	return newSuper(t, As[Type](s.Type), obj, start)
}

func init() {
	DefineType(TSuper, TypeDef{
		Name: "super", Flags: TypeBase, Size: unsafe.Sizeof(Super{}), Refs: 1<<1 | 1<<2 | 1<<3, NoWeak: true,
		Slots: Slots{
			New:  func(t *Thread, typ *Type, args []Value, kw Value) Value { return AllocInstance(t, typ) },
			Init: superInit, GetAttr: superGetAttr, DescrGet: superGet, Repr: superRepr,
		},
		Members: []MemberDef{
			{Name: "__thisclass__", Word: 1, OrNone: true}, {Name: "__self__", Word: 2, OrNone: true}, {Name: "__self_class__", Word: 3, OrNone: true},
		},
	})
}
