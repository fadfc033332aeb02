// Descriptors of built-in types: computed attributes (getset), fields (member), and methods, unbound and class methods.

package object

import (
	"fmt"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// GetSetDescr is a getset descriptor: attribute number Index of a built-in type's definition, or one of the special ones
// that every class has (__dict__, __weakref__).
type GetSetDescr struct {
	heap.Header
	Owner *Type
	Name  Value
	Get   uintptr // code words of the functions
	Set   uintptr
	Audit Audited
	Bits  Bits
}

// Bits says for compilers where in an object an attribute stands that is computed: an int in some bits of a word, or with all 64 of them a Value
// that is not Null. Width 0: it does not stand anywhere.
type Bits struct {
	Word, Shift, Width uint8
	Signed             bool
}

// MemberDescr is a member descriptor: the content of one word of the object, or something computed.
type MemberDescr struct {
	heap.Header
	Owner    *Type
	Name     Value
	Get      uintptr // code words of the functions of one that is computed, or 0
	Set      uintptr
	Word     int32
	ReadOnly bool
	OrNone   bool // Null reads as None
	Slot     bool // made by __slots__
	Audit    bool
	Bits     Bits
}

func newGetSetDescr(t *Thread, typ *Type, g *GetSetDef) Value {
	d := New[GetSetDescr](t, TGetSetDescr)
	if d == nil {
		return Null
	}
	d.Owner, d.Name, d.Get, d.Set, d.Bits = typ, Intern(t, g.Name), wordOf(g.Get), wordOf(g.Set), g.Bits
	d.Audit = g.Audit
	return Of(d)
}

func newMemberDescr(t *Thread, typ *Type, name Value, word int, readOnly, orNone bool) Value {
	d := New[MemberDescr](t, TMemberDescr)
	if d == nil {
		return Null
	}
	d.Owner, d.Name, d.Word, d.ReadOnly, d.OrNone = typ, name, int32(word), readOnly, orNone
	return Of(d)
}

// DictGetSet is what every class with a __dict__ of its own has.
var DictGetSet = GetSetDef{Name: "__dict__", Get: getDict, Set: setDict}

// weakrefGetSet is what every class with weak references of its own has.
var weakrefGetSet = GetSetDef{Name: "__weakref__", Get: getWeakrefAttr}

// newComputed makes the descriptor of a computed attribute.
func newComputed(t *Thread, typ *Type, g *GetSetDef) Value {
	if !g.Member {
		return newGetSetDescr(t, typ, g)
	}
	v := newMemberDescr(t, typ, Intern(t, g.Name), 0, g.Set == nil, false)
	if v != Null {
		m := As[MemberDescr](v)
		m.Get, m.Set, m.Bits = wordOf(g.Get), wordOf(g.Set), g.Bits
	}
	return v
}

func getsetGet(t *Thread, d, obj, typ Value) Value {
	if obj == Null {
		return d
	}
	g := As[GetSetDescr](d)
	if !TypeOf(t, obj).IsSubtype(g.Owner) {
		descrCheck(t, g.Owner, GoString(g.Name), obj)
		return Null
	}
	if g.Get == 0 {
		return Raise(t, TAttributeError, "attribute '%s' of '%s' objects is not readable", GoString(g.Name), g.Owner.messageName(t))
	}
	if g.Audit&AuditGet != 0 && !auditGet(t, obj, g.Name) {
		return Null
	}
	if !t.Enter(" while getting an attribute") { // what is asked may ask the same of another object
		return Null
	}
	r := funcOf[UnaryFunc](g.Get)(t, obj)
	t.Leave()
	return r
}

func getsetSet(t *Thread, d, obj, val Value) bool {
	g := As[GetSetDescr](d)
	if !descrCheck(t, g.Owner, GoString(g.Name), obj) {
		return false
	}
	if g.Set == 0 {
		Raise(t, TAttributeError, "attribute '%s' of '%s' objects is not writable", GoString(g.Name), g.Owner.messageName(t))
		return false
	}
	return (g.Audit == 0 || g.Audit.auditSet(t, obj, g.Name, val)) && funcOf[BinarySet](g.Set)(t, obj, val)
}

func memberGet(t *Thread, d, obj, typ Value) Value {
	if obj == Null {
		return d
	}
	m := As[MemberDescr](d)
	if !TypeOf(t, obj).IsSubtype(m.Owner) {
		descrCheck(t, m.Owner, GoString(m.Name), obj)
		return Null
	}
	if m.Audit && !auditGet(t, obj, m.Name) {
		return Null
	}
	if m.Get != 0 {
		if !t.Enter(" while getting an attribute") {
			return Null
		}
		v := funcOf[UnaryFunc](m.Get)(t, obj)
		t.Leave()
		return v
	}
	v := Null
	if m.Word != 0 {
		v = *Slot(obj, int(m.Word))
	} else if d := InstanceDict(t, obj, false); d != nil {
		v = d.GetStr(m.Name)
	}
	if v != Null {
		return v
	}
	if m.OrNone {
		return None
	}
	raiseMissing(t, qualifiedName(t, TypeOf(t, obj)), m.Name)
	setAttributeErrorContext(t, obj, m.Name)
	return Null
}

// qualifiedName is the class's qualified name, with its module unless that is builtins or __main__.
func qualifiedName(t *Thread, typ *Type) string {
	name := GoString(typ.QualName)
	if m := typeModule(t, typ); m != Null && IsStr(m) {
		if s := GoString(m); s != "builtins" && s != "__main__" {
			return s + "." + name
		}
	}
	return name
}

func memberSet(t *Thread, d, obj, val Value) bool {
	m := As[MemberDescr](d)
	if !TypeOf(t, obj).IsSubtype(m.Owner) {
		return descrCheck(t, m.Owner, GoString(m.Name), obj)
	}
	if m.ReadOnly {
		Raise(t, TAttributeError, "readonly attribute")
		return false
	}
	if m.Set != 0 {
		return funcOf[BinarySet](m.Set)(t, obj, val)
	}
	if m.Word == 0 {
		d := InstanceDict(t, obj, true)
		if d == nil || val != Null {
			return d != nil && d.Set(t, m.Name, val)
		}
		if d.GetStr(m.Name) == Null {
			RaiseValue(t, TAttributeError, m.Name)
			return false
		}
		return d.Delete(t, m.Name) >= 0
	}
	p := Slot(obj, int(m.Word))
	if val == Null && *p == Null && !m.OrNone {
		RaiseValue(t, TAttributeError, m.Name)
		return false
	}
	*p = val
	return true
}

func methodDescrGet(t *Thread, d, obj, typ Value) Value {
	if obj == Null {
		return d
	}
	b := As[Builtin](d)
	if !descrCheck(t, b.Owner, b.DefOf().Name, obj) {
		return Null
	}
	return NewBuiltin(t, b.DefOf(), obj, Null)
}

func methodDescrCall(t *Thread, v Value, args []Value, kw Value) Value {
	b := As[Builtin](v)
	npos := len(args)
	if kw != Null {
		npos -= As[Tuple](kw).Len()
	}
	def := b.DefOf()
	if npos < 1 {
		return Raise(t, TTypeError, "unbound method %s.%s() needs an argument", b.Owner.NameString(), def.Name)
	}
	if !TypeOf(t, args[0]).IsSubtype(b.Owner) {
		descrCheck(t, b.Owner, def.Name, args[0])
		return Null
	}
	return CallDef(t, def, args[0], args[1:], kw)
}

func classMethodDescrGet(t *Thread, d, obj, typ Value) Value {
	b := As[Builtin](d)
	name := b.DefOf().Name
	if typ == Null {
		if obj == Null {
			return Raise(t, TTypeError, "descriptor '%s' for type '%s' needs either an object or a type", name, b.Owner.messageName(t))
		}
		typ = Of(TypeOf(t, obj))
	}
	if !IsType(typ) {
		return Raise(t, TTypeError, "descriptor '%s' for type '%s' needs a type, not a '%s' as arg 2", name, b.Owner.messageName(t), TypeName(t, typ))
	}
	if !As[Type](typ).IsSubtype(b.Owner) {
		return Raise(t, TTypeError, "descriptor '%s' requires a subtype of '%s' but received '%s'", name, b.Owner.messageName(t), As[Type](typ).NameString())
	}
	return NewBuiltin(t, b.DefOf(), typ, Null)
}

func classMethodDescrCall(t *Thread, v Value, args []Value, kw Value) Value {
	b := As[Builtin](v)
	if len(args) < 1 {
		return Raise(t, TTypeError, "descriptor '%s' of '%s' object needs an argument", b.DefOf().Name, b.Owner.messageName(t))
	}
	f := classMethodDescrGet(t, v, Null, args[0])
	if f == Null {
		return Null
	}
	return Call(t, f, args[1:], kw)
}

func descrReduce(t *Thread, self Value) Value {
	var owner *Type
	var name Value
	switch {
	case self.IsExact(TMemberDescr):
		m := As[MemberDescr](self)
		owner, name = m.Owner, m.Name
	case self.IsExact(TGetSetDescr):
		g := As[GetSetDescr](self)
		owner, name = g.Owner, g.Name
	case self.IsExact(TWrapperDescr):
		w := As[WrapperDescr](self)
		owner, name = w.Owner, t.N(w.def().name)
	default:
		b := As[Builtin](self)
		owner, name = b.Owner, Intern(t, b.DefOf().Name)
	}
	getattr := builtinByName(t, "getattr")
	args := Pair(t, Of(owner), name)
	if getattr == Null || args == Null {
		return Null
	}
	return Pair(t, getattr, args)
}

func init() {
	member := func(f func(m *MemberDescr) Value) UnaryFunc {
		return func(t *Thread, v Value) Value { return f(As[MemberDescr](v)) }
	}
	getset := func(f func(g *GetSetDescr) Value) UnaryFunc {
		return func(t *Thread, v Value) Value { return f(As[GetSetDescr](v)) }
	}
	DefineType(TGetSetDescr, TypeDef{
		Name: "getset_descriptor", Size: unsafe.Sizeof(GetSetDescr{}), Refs: 1<<1 | 1<<2, NoWeak: true,
		Slots: Slots{DescrGet: getsetGet, DescrSet: getsetSet, Repr: func(t *Thread, v Value) Value {
			g := As[GetSetDescr](v)
			return NewStr(t, fmt.Sprintf("<attribute '%s' of '%s' objects>", GoString(g.Name), g.Owner.messageName(t)))
		}},
		GetSets: []GetSetDef{
			{Name: "__name__", Member: true, Get: getset(func(g *GetSetDescr) Value { return g.Name })},
			{Name: "__objclass__", Member: true, Get: getset(func(g *GetSetDescr) Value { return Of(g.Owner) })},
			{Name: "__qualname__", Get: func(t *Thread, v Value) Value {
				g := As[GetSetDescr](v)
				return descrQualName(t, g.Owner, GoString(g.Name))
			}},
			{Name: "__doc__", Get: func(t *Thread, v Value) Value {
				g := As[GetSetDescr](v)
				return attrDoc(t, g.Owner, GoString(g.Name))
			}},
		},
		Methods: []FuncDef{{Name: "__reduce__", F0: descrReduce}},
	})
	DefineType(TMemberDescr, TypeDef{
		Name: "member_descriptor", Size: unsafe.Sizeof(MemberDescr{}), Refs: 1<<1 | 1<<2, NoWeak: true,
		Slots: Slots{DescrGet: memberGet, DescrSet: memberSet, Repr: func(t *Thread, v Value) Value {
			m := As[MemberDescr](v)
			return NewStr(t, fmt.Sprintf("<member '%s' of '%s' objects>", GoString(m.Name), m.Owner.messageName(t)))
		}},
		GetSets: []GetSetDef{
			{Name: "__name__", Member: true, Get: member(func(m *MemberDescr) Value { return m.Name })},
			{Name: "__objclass__", Member: true, Get: member(func(m *MemberDescr) Value { return Of(m.Owner) })},
			{Name: "__qualname__", Get: func(t *Thread, v Value) Value {
				m := As[MemberDescr](v)
				return descrQualName(t, m.Owner, GoString(m.Name))
			}},
			{Name: "__doc__", Get: func(t *Thread, v Value) Value {
				m := As[MemberDescr](v)
				if m.Slot {
					return None
				}
				return attrDoc(t, m.Owner, GoString(m.Name))
			}},
		},
		Methods: []FuncDef{{Name: "__reduce__", F0: descrReduce}},
	})
	builtinGetSets := []GetSetDef{
		{Name: "__name__", Member: true, Get: func(t *Thread, v Value) Value { return Intern(t, As[Builtin](v).DefOf().Name) }},
		{Name: "__objclass__", Member: true, Get: func(t *Thread, v Value) Value { return Of(As[Builtin](v).Owner) }},
		{Name: "__qualname__", Get: func(t *Thread, v Value) Value {
			return descrQualName(t, As[Builtin](v).Owner, As[Builtin](v).DefOf().Name)
		}},
		{Name: "__doc__", Get: func(t *Thread, v Value) Value { return As[Builtin](v).DefOf().docValue(t) }},
		{Name: "__text_signature__", Get: func(t *Thread, v Value) Value { return As[Builtin](v).DefOf().signatureValue(t) }},
	}
	repr := func(t *Thread, v Value) Value {
		b := As[Builtin](v)
		return NewStr(t, fmt.Sprintf("<method '%s' of '%s' objects>", b.DefOf().Name, b.Owner.messageName(t)))
	}
	const refs = 1<<1 | 1<<2 | 1<<3 | 1<<4
	DefineType(TMethodDescr, TypeDef{
		Name: "method_descriptor", Flags: TypeMethodDescr, Size: unsafe.Sizeof(Builtin{}), Refs: refs, NoWeak: true,
		Slots:   Slots{Call: methodDescrCall, DescrGet: methodDescrGet, Repr: repr},
		GetSets: builtinGetSets,
		Methods: []FuncDef{{Name: "__reduce__", F0: descrReduce}},
	})
	DefineType(TClassMethodDescr, TypeDef{
		Name: "classmethod_descriptor", Size: unsafe.Sizeof(Builtin{}), Refs: refs, NoWeak: true,
		Slots:   Slots{Call: classMethodDescrCall, DescrGet: classMethodDescrGet, Repr: repr},
		GetSets: builtinGetSets,
	})
}
