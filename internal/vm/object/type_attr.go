// The type object: calling classes, class attributes, and the attributes and methods that classes themselves have.

package object

import "unsafe"

// typeCall makes an instance: __new__, then __init__ if it is one. type(x) gives the type of x.
func typeCall(t *Thread, callable Value, args []Value, kw Value) Value {
	typ := As[Type](callable)
	if typ.ID == TType {
		n := len(args)
		if n == 1 && (kw == Null || As[Tuple](kw).Len() == 0) {
			return Of(TypeOf(t, args[0]))
		}
		if kw != Null {
			n -= As[Tuple](kw).Len()
		}
		if n == 1 && !NoKeywords(t, "type", kw) {
			return Null
		}
		if n != 3 {
			return Raise(t, TTypeError, "type() takes 1 or 3 arguments")
		}
	}
	if typ.Slots.From != nil && len(args) == 1 && kw == Null {
		return typ.Slots.From(t, args[0])
	}
	if typ.Slots.New == nil || typ.Flags&TypeNoInstances != 0 {
		return Raise(t, TTypeError, "cannot create '%s' instances", fullName(t, typ))
	}
	v := typ.Slots.New(t, typ, args, kw)
	if v == Null {
		return Null
	}
	vt := TypeOf(t, v)
	if vt != typ && !vt.IsSubtype(typ) {
		return v
	}
	if init := vt.Slots.Init; init != nil && !init(t, v, args, kw) {
		return Null
	}
	return v
}

// typeInit is type.__init__: it only checks its arguments.
func typeInit(t *Thread, v Value, args []Value, kw Value) bool {
	n := len(args)
	if kw != Null {
		n -= As[Tuple](kw).Len()
	}
	if kw != Null && n == 1 && As[Tuple](kw).Len() > 0 {
		Raise(t, TTypeError, "type.__init__() takes no keyword arguments")
		return false
	}
	if n != 1 && n != 3 {
		Raise(t, TTypeError, "type.__init__() takes 1 or 3 arguments")
		return false
	}
	return true
}

// typeGetAttr is type.__getattribute__.
func typeGetAttr(t *Thread, v, name Value) Value {
	if name = internName(t, name); name == Null {
		return Null
	}
	r := TypeAttr(t, As[Type](v), name)
	if r == Null && t.Exc == Null {
		return NoAttribute(t, v, name)
	}
	return r
}

// TypeAttr returns an attribute of a class by the algorithm of type.__getattribute__; Null without exception when there is none.
func TypeAttr(t *Thread, typ *Type, name Value) Value {
	meta := TypeOf(t, Of(typ))
	md := meta.Lookup(t, name)
	var get TernaryFunc
	if md != Null {
		mt := TypeOf(t, md)
		get = mt.Slots.DescrGet
		if get != nil && mt.Slots.DescrSet != nil {
			return get(t, md, Of(typ), Of(meta))
		}
	}
	if d := typ.Lookup(t, name); d != Null {
		if f := TypeOf(t, d).Slots.DescrGet; f != nil {
			return f(t, d, Null, Of(typ))
		}
		return d
	}
	if get != nil {
		return get(t, md, Of(typ), Of(meta))
	}
	return md
}

// typeSetAttr is type.__setattr__ and __delattr__.
func typeSetAttr(t *Thread, v, name, val Value) bool {
	typ := As[Type](v)
	if typ.Flags&TypeImmutable != 0 {
		if !IsStr(name) {
			Raise(t, TTypeError, "attribute name must be string, not '%s'", TypeName(t, name))
			return false
		}
		if r, ok := ReprString(t, name); ok {
			Raise(t, TTypeError, "cannot set %s attribute of immutable type '%s'", r, fullName(t, typ))
		}
		return false
	}
	if name = internName(t, name); name == Null {
		return false
	}
	if md := TypeOf(t, v).Lookup(t, name); md != Null {
		if set := TypeOf(t, md).Slots.DescrSet; set != nil {
			return set(t, md, v, val)
		}
	}
	return SetTypeAttr(t, typ, name, val)
}

// SetTypeAttr stores into a class's dict (Null: deletes) and lets everything that depends on it follow. The name is interned.
func SetTypeAttr(t *Thread, typ *Type, name, val Value) bool {
	if shadows(t, val) || typ.prevails(t, name) || name == t.N(N_getattribute_) || name == t.N(N_getattr_) || name == t.N(N_setattr_) ||
		name == t.N(N_delattr_) {
		typ.shadow(t)
	}
	if val != Null {
		if !typ.Dict.Set(t, name, val) {
			return false
		}
	} else {
		n := typ.Dict.Delete(t, name)
		if n == 0 {
			NoAttribute(t, Of(typ), name)
		}
		if n <= 0 {
			return false
		}
	}
	if isDunder(name) {
		typ.Modified(t)
		was := typ.descriptor()
		updateSlots(t, typ, name)
		if t.RT.Interpreter != nil && typ.descriptor() != was {
			t.RT.Interpreter.Shadow(t, nil)
		}
	} else {
		typ.changed(t, name)
	}
	if val == Null && typ.prevails(t, name) { // what a base has
		typ.shadow(t)
	}
	return true
}

// prevails reports whether the class, or a subclass, has or inherits an attribute that takes precedence over the instances' own.
//
//psy:bounded a chain of n classes takes n*n/2 words of the heap for their orders of bases
func (typ *Type) prevails(t *Thread, name Value) bool {
	if shadows(t, typ.Lookup(t, name)) {
		return true
	}
	for i := 0; typ.Subclasses != nil && i < typ.Subclasses.Len(); i++ {
		if As[Type](*typ.Subclasses.At(i)).prevails(t, name) {
			return true
		}
	}
	return false
}

func typeRepr(t *Thread, v Value) Value {
	typ := As[Type](v)
	mod := typeModule(t, typ)
	if mod != Null && IsStr(mod) {
		if m := GoString(mod); m != "builtins" {
			return NewStr(t, "<class '"+m+"."+GoString(typ.QualName)+"'>")
		}
	}
	t.ClearExc()
	return NewStr(t, "<class '"+typ.NameString()+"'>")
}

// typeModule returns __module__, or Null without exception.
func typeModule(t *Thread, typ *Type) Value {
	if typ.Flags&TypeHeap != 0 {
		return typ.Dict.GetStr(t.N(N_module_))
	}
	return typ.Module
}

// checkSettable refuses to change special attributes of built-in types, and to delete them.
func checkSettable(t *Thread, typ *Type, name string, val Value) bool {
	if typ.Flags&TypeImmutable != 0 {
		Raise(t, TTypeError, "cannot set '%s' attribute of immutable type '%s'", name, fullName(t, typ))
		return false
	}
	if val == Null {
		Raise(t, TTypeError, "cannot delete '%s' attribute of immutable type '%s'", name, typ.NameString())
		return false
	}
	return true
}

// checkTypeName refuses names that C programs could not read.
func checkTypeName(t *Thread, name Value) bool {
	if !noSurrogates(t, name) {
		return false
	}
	if As[Str](name).hasRune(0) {
		Raise(t, TValueError, "type name must not contain null characters")
		return false
	}
	return true
}

func setTypeName(t *Thread, o, v Value) bool {
	typ := As[Type](o)
	if !checkSettable(t, typ, "__name__", v) {
		return false
	}
	if !IsStr(v) {
		Raise(t, TTypeError, "can only assign string to %s.__name__, not '%s'", typ.NameString(), TypeName(t, v))
		return false
	}
	if !checkTypeName(t, v) {
		return false
	}
	typ.Name = v
	return true
}

func setTypeQualName(t *Thread, o, v Value) bool {
	typ := As[Type](o)
	if !checkSettable(t, typ, "__qualname__", v) {
		return false
	}
	if !IsStr(v) {
		Raise(t, TTypeError, "can only assign string to %s.__qualname__, not '%s'", typ.NameString(), TypeName(t, v))
		return false
	}
	typ.QualName = v
	return true
}

func getTypeModule(t *Thread, v Value) Value {
	m := typeModule(t, As[Type](v))
	if m == Null {
		return RaiseValue(t, TAttributeError, t.N(N_module_))
	}
	return m
}

func setTypeModule(t *Thread, o, v Value) bool {
	typ := As[Type](o)
	return checkSettable(t, typ, "__module__", v) && typ.Dict.Set(t, t.N(N_module_), v) && typ.Dict.Delete(t, t.N(N_firstlineno_)) >= 0 && modified(t, typ)
}

func modified(t *Thread, typ *Type) bool {
	typ.Modified(t)
	return true
}

func getTypeDoc(t *Thread, v Value) Value {
	typ := As[Type](v)
	if typ.Flags&TypeHeap == 0 {
		if doc := staticDoc(t, typ); doc != None {
			return doc
		}
	}
	d := typ.Dict.GetStr(t.N(N_doc_))
	if d == Null {
		return None
	}
	if get := TypeOf(t, d).Slots.DescrGet; get != nil {
		return get(t, d, Null, v)
	}
	return d
}

func setTypeDoc(t *Thread, o, v Value) bool {
	typ := As[Type](o)
	return checkSettable(t, typ, "__doc__", v) && typ.Dict.Set(t, t.N(N_doc_), v) && modified(t, typ)
}

func getTypeAnnotations(t *Thread, v Value) Value {
	typ := As[Type](v)
	if typ.Flags&TypeHeap == 0 {
		return NoAttribute(t, v, t.N(N_annotations_))
	}
	a := typ.Dict.GetStr(t.N(N_annotations_))
	if a != Null {
		if get := TypeOf(t, a).Slots.DescrGet; get != nil {
			return get(t, a, Null, v)
		}
		return a
	}
	d := NewDict(t)
	if d == nil || !typ.Dict.Set(t, t.N(N_annotations_), Of(d)) {
		return Null
	}
	typ.Modified(t)
	return Of(d)
}

func setTypeAnnotations(t *Thread, o, v Value) bool {
	typ := As[Type](o)
	if typ.Flags&TypeImmutable != 0 {
		return checkSettable(t, typ, "__annotations__", v)
	}
	if v != Null {
		return typ.Dict.Set(t, t.N(N_annotations_), v) && modified(t, typ)
	}
	n := typ.Dict.Delete(t, t.N(N_annotations_))
	if n == 0 {
		RaiseValue(t, TAttributeError, t.N(N_annotations_))
	}
	return n > 0 && modified(t, typ)
}

func getTypeParams(t *Thread, v Value) Value {
	if As[Type](v).Flags&TypeHeap == 0 {
		return Of(t.RT.EmptyTuple)
	}
	if p := As[Type](v).Dict.GetStr(t.N(N_type_params_)); p != Null {
		return p
	}
	return Of(t.RT.EmptyTuple)
}

func setTypeParams(t *Thread, o, v Value) bool {
	typ := As[Type](o)
	return checkSettable(t, typ, "__type_params__", v) && typ.Dict.Set(t, t.N(N_type_params_), v) && modified(t, typ)
}

func getAbstractMethods(t *Thread, v Value) Value {
	typ := As[Type](v)
	if typ.ID != TType {
		if a := typ.Dict.GetStr(t.N(N_abstractmethods_)); a != Null {
			return a
		}
	}
	return RaiseValue(t, TAttributeError, t.N(N_abstractmethods_))
}

func setAbstractMethods(t *Thread, o, v Value) bool {
	typ := As[Type](o)
	abstract := false
	if v != Null {
		b := Truth(t, v)
		if b < 0 || !typ.Dict.Set(t, t.N(N_abstractmethods_), v) {
			return false
		}
		abstract = b > 0
	} else if n := typ.Dict.Delete(t, t.N(N_abstractmethods_)); n <= 0 {
		if n == 0 {
			RaiseValue(t, TAttributeError, t.N(N_abstractmethods_))
		}
		return false
	}
	typ.Flags &^= TypeAbstract
	if abstract {
		typ.Flags |= TypeAbstract
	}
	typ.Modified(t)
	return true
}

func getTypeBases(t *Thread, v Value) Value { return Of(As[Type](v).Bases) }

func setTypeBases(t *Thread, o, v Value) bool {
	typ := As[Type](o)
	if !checkSettable(t, typ, "__bases__", v) {
		return false
	}
	if !IsTuple(v) {
		Raise(t, TTypeError, "can only assign tuple to %s.__bases__, not %s", typ.NameString(), TypeName(t, v))
		return false
	}
	bases := As[Tuple](v)
	if bases.Len() == 0 {
		Raise(t, TTypeError, "can only assign non-empty tuple to %s.__bases__, not ()", typ.NameString())
		return false
	}
	for i := 0; i < bases.Len(); i++ {
		b := *bases.At(i)
		if !IsType(b) {
			Raise(t, TTypeError, "%s.__bases__ must be tuple of classes, not '%s'", typ.NameString(), TypeName(t, b))
			return false
		}
		if As[Type](b).IsSubtype(typ) || reaches(As[Type](b), typ) {
			Raise(t, TTypeError, "a __bases__ item causes an inheritance cycle")
			return false
		}
	}
	base := bestBase(t, bases)
	if base == nil {
		return false
	}
	if !sameLayout(base, typ.Base) {
		Raise(t, TTypeError, "__bases__ assignment: '%s' object layout differs from '%s'", base.NameString(), typ.Base.NameString())
		return false
	}
	typ.shadow(t)
	oldBases, oldBase := typ.Bases, typ.Base
	typ.Bases, typ.Base = bases, base
	if !addToBases(t, typ) {
		typ.Bases, typ.Base = oldBases, oldBase
		return false
	}
	done := NewList(t, 0)
	if done == nil || !remakeMRO(t, typ, done) {
		if done != nil {
			undoMRO(t, done)
		}
		if typ.Bases == bases {
			dropFromBases(bases, bases.Len(), typ)
			typ.Bases, typ.Base = oldBases, oldBase
		} else { // an mro() assigned __bases__ in turn: that stays
			dropFromBases(oldBases, oldBases.Len(), typ)
		}
		return false
	}
	dropFromBases(oldBases, oldBases.Len(), typ)
	if typ.Bases != bases { // an mro() assigned __bases__ in turn
		return true
	}
	typ.Modified(t)
	refixSlots(t, typ)
	return true
}

// remakeMRO computes the orders of typ and its subclasses again. For each it adds the class, the new order and the old one to done. Where an
// mro() has changed the order of its class already, that one stays (CPython: mro_hierarchy).
//
//psy:bounded a chain of n classes takes n*n/2 words of the heap for their orders of bases
func remakeMRO(t *Thread, typ *Type, done *List) bool {
	old := typ.MRO
	m := computeMRO(t, typ)
	switch {
	case m == nil:
		return false
	case typ.MRO != old:
		return true
	case !done.Append(t, Of(typ)) || !done.Append(t, Of(m)) || !done.Append(t, Of(old)):
		done.Size -= done.Size % 3
		return false
	}
	typ.MRO = m
	typ.Modified(t)
	if typ.Subclasses != nil {
		for i := 0; i < typ.Subclasses.Len(); i++ {
			if !remakeMRO(t, As[Type](*typ.Subclasses.At(i)), done) {
				return false
			}
		}
	}
	return true
}

// undoMRO takes back what remakeMRO has done, but for orders that have changed since.
func undoMRO(t *Thread, done *List) {
	items := done.Slice()
	for i := len(items) - 3; i >= 0; i -= 3 {
		if typ := As[Type](items[i]); typ.MRO == As[Tuple](items[i+1]) {
			typ.MRO = As[Tuple](items[i+2])
			typ.Modified(t)
		}
	}
}

//psy:bounded a chain of n classes takes n*n/2 words of the heap for their orders of bases
func refixSlots(t *Thread, typ *Type) {
	t.RT.beginEpoch()
	typ.Slots = Slots{New: typ.Slots.New} // which remembers that there was a __new__: see updateSlot
	inheritSlots(t, typ)
	fixSlots(t, typ)
	if typ.Subclasses != nil {
		for i := 0; i < typ.Subclasses.Len(); i++ {
			refixSlots(t, As[Type](*typ.Subclasses.At(i)))
		}
	}
}

func typeDict(t *Thread, v Value) Value {
	typ := As[Type](v)
	if typ.Flags&TypeHeap == 0 && staticDoc(t, typ) == Null {
		return Null
	}
	return NewMappingProxy(t, Of(typ.Dict))
}

func typeSubclasses(t *Thread, self Value) Value {
	typ := As[Type](self)
	if typ.Subclasses == nil {
		l := NewList(t, 0)
		if l == nil {
			return Null
		}
		return Of(l)
	}
	return ListOf(t, typ.Subclasses.Slice())
}

func typeMRO(t *Thread, self Value) Value {
	m := c3(t, As[Type](self))
	if m == nil {
		return Null
	}
	return ListOf(t, m.Items())
}

func typeDir(t *Thread, self Value) Value {
	d := NewDict(t)
	if d == nil || !mergeClassDict(t, d, As[Type](self)) {
		return Null
	}
	return dictKeysList(t, d)
}

// mergeClassDict adds the attribute names of a class and its bases.
func mergeClassDict(t *Thread, into *Dict, typ *Type) bool {
	if typ.MRO == nil { // its mro() is running
		return true
	}
	for i := typ.MRO.Len() - 1; i >= 0; i-- {
		d := As[Type](*typ.MRO.At(i)).Dict
		for e, j := d.Next(0); e != nil; e, j = d.Next(j) {
			if !into.Set(t, e.Key, e.Val) {
				return false
			}
		}
	}
	return true
}

func dictKeysList(t *Thread, d *Dict) Value {
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
		if !l.Append(t, e.Key) {
			return Null
		}
	}
	return Of(l)
}

func typeOr(t *Thread, a, b Value) Value { return unionOr(t, a, b) }

// CPython's numbers of type flags, as far as programs test them (__flags__).
func typeFlagsValue(t *Thread, v Value) Value {
	typ := As[Type](v)
	f := int64(1 << 12) // ready
	for _, p := range [...]struct {
		mine uint32
		bit  uint
	}{{TypeHeap, 9}, {TypeBase, 10}, {TypeAbstract, 20}, {TypeImmutable, 8}, {TypeNoInstances, 7}, {TypeSequence, 5}, {TypeMapping, 6},
		{TypeIntSub, 24}, {TypeListSub, 25}, {TypeTupleSub, 26}, {TypeBytesSub, 27}, {TypeStrSub, 28}, {TypeDictSub, 29}, {TypeExcSub, 30},
		{TypeTypeSub, 31}} {
		if typ.Flags&p.mine != 0 {
			f |= 1 << p.bit
		}
	}
	// CPython's modules make their types at run time. copyreg passes over such a type when it looks for the base whose __new__ makes the object.
	if typ.ID != TObject && wordOf(typ.Slots.New) == wordOf[NewFunc](objectNew) {
		f |= 1 << 9
	}
	return SmallInt(f)
}

func init() {
	number := func(f func(typ *Type) int64) UnaryFunc {
		return func(t *Thread, v Value) Value { return SmallInt(f(As[Type](v))) }
	}
	word := func(at uintptr) Bits { return Bits{Word: uint8(at / 8), Width: 64} }
	DefineType(TType, TypeDef{
		Name: "type", Flags: TypeBase, Size: unsafe.Sizeof(Type{}), Refs: typeRefs,
		Slots: Slots{
			New: typeNewSlot, Init: typeInit, Call: typeCall, GetAttr: typeGetAttr, SetAttr: typeSetAttr, Repr: typeRepr,
			Binary: [NbCount]BinaryFunc{NbOr: typeOr},
		},
		GetSets: []GetSetDef{
			{Name: "__name__", Bits: word(unsafe.Offsetof(Type{}.Name)), Get: func(t *Thread, v Value) Value { return As[Type](v).Name }, Set: setTypeName, Audit: AuditSet},
			{Name: "__qualname__", Bits: word(unsafe.Offsetof(Type{}.QualName)), Get: func(t *Thread, v Value) Value { return As[Type](v).QualName },
				Set: setTypeQualName, Audit: AuditSet},
			{Name: "__bases__", Get: getTypeBases, Set: setTypeBases, Audit: AuditSet},
			{Name: "__mro__", Get: func(t *Thread, v Value) Value {
				if mro := As[Type](v).MRO; mro != nil {
					return Of(mro)
				}
				return None
			}},
			{Name: "__module__", Get: getTypeModule, Set: setTypeModule, Audit: AuditSet},
			{Name: "__abstractmethods__", Get: getAbstractMethods, Set: setAbstractMethods},
			{Name: "__dict__", Get: typeDict},
			{Name: "__doc__", Get: getTypeDoc, Set: setTypeDoc, Audit: AuditSet},
			{Name: "__annotations__", Get: getTypeAnnotations, Set: setTypeAnnotations},
			{Name: "__type_params__", Get: getTypeParams, Set: setTypeParams, Audit: AuditSet},
			{Name: "__basicsize__", Member: true, Get: number(func(typ *Type) int64 { return int64(typ.BaseSize) + 8 })},
			{Name: "__itemsize__", Member: true, Get: number(func(typ *Type) int64 {
				switch {
				case typ.Flags&TypeIntSub != 0:
					return 4
				case typ.Flags&TypeBytesSub != 0:
					return 1
				case typ.Flags&TypeTupleSub != 0:
					return 8
				case typ.Flags&TypeTypeSub != 0:
					return 40
				}
				return 0
			})},
			{Name: "__flags__", Member: true, Get: typeFlagsValue},
			{Name: "__dictoffset__", Member: true, Get: number(func(typ *Type) int64 {
				if !typ.HasDict() {
					return 0
				}
				return -1
			})},
			{Name: "__weakrefoffset__", Member: true, Get: number(func(typ *Type) int64 {
				if !typ.WeakRefs {
					return 0
				}
				return -8
			})},
			{Name: "__text_signature__", Get: typeTextSignature},
		},
		Members: []MemberDef{
			{Name: "__base__", Word: int(unsafe.Offsetof(Type{}.Base) / 8), OrNone: true},
		},
		Methods: []FuncDef{
			{Name: "mro", Sig: "()", F0: typeMRO},
			{Name: "__subclasses__", Sig: "()", F0: typeSubclasses},
			{Name: "__prepare__", Class: true, FK: func(t *Thread, self Value, args []Value, kw Value) Value {
				d := NewDict(t)
				if d == nil {
					return Null
				}
				return Of(d)
			}},
			{Name: "__instancecheck__", Sig: "(instance, /)", F1: func(t *Thread, self, arg Value) Value {
				return truthValue(recursiveIsInstance(t, arg, self))
			}},
			{Name: "__subclasscheck__", Sig: "(subclass, /)", F1: func(t *Thread, self, arg Value) Value {
				return truthValue(recursiveIsSubclass(t, arg, self))
			}},
			{Name: "__dir__", Sig: "()", F0: typeDir},
			{Name: "__sizeof__", Sig: "()", F0: func(t *Thread, self Value) Value {
				return SmallInt(int64(unsafe.Sizeof(Type{})))
			}},
		},
	})
}

func truthValue(b int) Value {
	if b < 0 {
		return Null
	}
	return Bool(b > 0)
}

// reaches reports whether typ is among b and the bases that its layout comes from. While an mro() runs, the MROs do not say so yet.
func reaches(b, typ *Type) bool {
	for ; b != nil; b = b.Base {
		if b == typ {
			return true
		}
	}
	return false
}
