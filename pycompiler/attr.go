// Attributes: the place of an attribute follows from the owner's shape, which is promoted, and from the attributes of the owner's class, which are
// assumed not to change.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

var classMethod = uint64(object.TMethod.Shape())

const (
	headShape   = int32(unsafe.Offsetof(object.Wrapped{}.Shape))
	headMeta    = int32(unsafe.Offsetof(object.Wrapped{}.Meta))
	wrappedFunc = int32(unsafe.Offsetof(object.Wrapped{}.Func))
	propertyGet = int32(unsafe.Offsetof(object.Property{}.Get))
	propertySet = int32(unsafe.Offsetof(object.Property{}.Set))
)

// How an attribute is read or written.
type how uint8

const (
	inHelper     how = iota
	inSlotWord       // a word of the instance, known to be set
	inMemberWord     // a word of the instance that may be Null
	inTupleWord      // a word of a tuple, if the tuple is long enough
	inBits           // an int in some bits of a word; of the attribute's word, see packBits
	inField          // outside of the heap, where value, a descriptor, says
	inNewWord        // for a store: the word after the existing attributes; value is the next shape
	inEntry          // for a store: the owner's dict
	asValue          // value, found on the class
	asMethod         // value, a function found on the class, bound to the owner
	asBound          // value.Func, a classmethod's function, bound to the class
	asUnwrapped      // value.Func, a staticmethod's function
	asProperty       // by calling value.Get or value.Set, a property's function
	asComputed       // by calling the function of value, a built-in descriptor
	asDescriptor     // by calling __get__ or __set__ of value's class, a function
	asMissing        // by calling value, the class's __getattr__, a function
)

// attribute is the result of a lookup: how the attribute is read or written.
type attribute struct {
	how   how
	word  int32
	dict  dictUse
	ext   int32 // the word of the __dict__, if that matters
	entry int32 // where the attribute may be in the dict
	value Value //psy:root what the class has, or what else how says; kept by the engine
}

// readAttribute calls f and logs its answer, so that a respawn gets the same one.
func (c *compiler) readAttribute(f func() attribute) attribute {
	var at attribute
	bits := c.run.Read(func() uint64 {
		at = f()
		return uint64(at.how) | uint64(at.dict)<<8 | uint64(uint16(at.word))<<16 | uint64(uint16(at.ext))<<32 | uint64(uint16(at.entry))<<48
	})
	value := Value(c.run.Read(func() uint64 { return uint64(c.e.keep(at.value)) }))
	return attribute{how(bits), int32(uint16(bits >> 16)), dictUse(bits >> 8), int32(uint16(bits >> 32)), int32(uint16(bits >> 48)), value}
}

// exactClass gives the class number of i. If arbitrary code may have changed the class since it was known, a guard is emitted. If known is false,
// the instruction ends with o.
func (c *compiler) exactClass(i *Info) (class uint64, o outcome, known bool) {
	class, known, o = c.findClass(i)
	if !known && o != ended {
		o = c.helper()
	}
	return class, o, known
}

// findClass is exactClass without the fallback to the helper: known is false if too many classes occurred for the value.
func (c *compiler) findClass(i *Info) (class uint64, known bool, o outcome) {
	if i.Time == vinfo.CompileTime {
		class, known = c.constClass(i)
		return class, known, next
	}
	if class, ok := staging.Class(i); ok {
		return class, true, next
	}
	if i.Time == vinfo.RunTime && i.Hint != 0 {
		class := uint64(i.Hint)
		if !c.hasOtherShape(c.s.InReg(i), class) {
			i.SetItem(staging.ItemClass, staging.NewClass(class))
			return class, true, next
		}
		i.Hint = 0
	}
	if i.Time == vinfo.RunTime && i.Not&promotion.NotPromoted == 0 {
		return 0, false, c.promoteClass(i)
	}
	return 0, false, next
}

// constClass is findClass for a known object, whose class may have changed by the time the code runs.
func (c *compiler) constClass(i *Info) (class uint64, known bool) {
	v := Value(i.Known.Value)
	for range promotion.Megamorphic {
		class := c.run.Read(func() uint64 { return staging.ClassOf(v) })
		if !c.e.changeable(class) || !c.hasOtherShape(c.s.InReg(i), class) {
			return class, true
		}
	}
	return 0, false
}

// hasOtherShape tests whether the object in r has a shape other than the one given by number.
func (c *compiler) hasOtherShape(r x86.Reg, shape uint64) bool {
	c.e.keepShape(shape)
	c.a.AluMI(x86.CMP, x86.W32, x86.Ptr(r, headShape), int32(shape))
	return c.when(stats.ShapeMiss, c.onlyIf(x86.NE))
}

// typeOf is the type of a class number, and its shape if the class is that of a heap object; nil: the class number does not determine a type.
func (e *Engine) typeOf(class uint64) (*object.Type, *object.Shape) {
	switch class {
	case staging.ClassInt, staging.ClassLong:
		return e.rt.Types[object.TInt], nil
	case staging.ClassFloat:
		return e.rt.Types[object.TFloat], nil
	case staging.ClassBool:
		return e.rt.Types[object.TBool], nil
	case staging.ClassNone:
		return e.rt.Types[object.TNoneType], nil
	case staging.ClassOther:
		return nil, nil
	}
	sh := e.shape(class)
	return sh.Type, sh
}

// loadAttr is LOAD_ATTR: (owner -- attr, self or Null if oparg & 1).
func (c *compiler) loadAttr() outcome {
	name := *c.u.code.NamesTuple.At(int(c.in.arg >> 1))
	method := c.in.arg&1 != 0
	peek := func() outcome { return c.peekAttr(name, method) }
	owner := c.s.Top(0)
	if owner.Time == vinfo.CompileTime && owner.Kind == vinfo.Boxed {
		switch v := Value(owner.Known.Value); {
		case c.run.Read(func() uint64 { return b2u(object.IsType(v)) }) != 0:
			return c.loadClassAttr(object.As[object.Type](v), name, method)
		case c.run.Read(func() uint64 { return b2u(v.IsExact(object.TModule)) }) != 0:
			return c.loadModuleAttr(v, name, method)
		}
	}
	class, known, o := c.findClass(owner)
	if o == ended {
		return o
	}
	if !known || class == staging.ClassOther {
		return peek()
	}
	typ, sh := c.e.typeOf(class)
	if typ.Flags&object.TypeTypeSub != 0 || typ.ID == object.TModule {
		if owner.Time == vinfo.RunTime && owner.Not&promotion.NotPromoted == 0 {
			return c.promoteValue(owner)
		}
		return peek()
	}
	at := c.readAttribute(func() attribute { return c.findAttribute(typ, sh, name, method) })
	if at.how == inHelper && at.dict == noDict {
		return peek()
	}
	if o, ok := c.assumeAttr(typ, name, at.value, peek); !ok {
		return o
	}
	if at.dict != noDict {
		if v := c.dictAttr(at, owner, name); v != nil {
			c.s.Pop(1)
			c.pushNamed(v, method)
			return next
		}
		if at.how == inHelper {
			return c.helper()
		}
	}
	if at.how == asMissing {
		if o, ok := c.assumeAttr(typ, c.e.t.N(object.N_getattr_), at.value, c.helper); !ok {
			return o
		}
		return c.callForAttr(at.value, method, owner, constant(name))
	}
	return c.load(at, owner, typ, method, 1)
}

// callForAttr calls the function f, whose result is the attribute, and is to be called if method is set.
func (c *compiler) callForAttr(f Value, method bool, args ...*Info) outcome {
	if method {
		return c.callFor(object.As[object.Function](f), args, ofCallable)
	}
	if o, ok := c.callPython(object.As[object.Function](f), args, keywords{}, 1); ok {
		return o
	}
	return c.helper()
}

// peekAttr calls a quick helper for the lookup, and the instruction's own helper where the quick one gives no answer.
func (c *compiler) peekAttr(name Value, method bool) outcome {
	s := c.s
	owner := s.Top(0)
	if !method {
		if c.quick(x86.FuncPC(object.AttrPeek), owner, constant(name)) {
			return c.helper()
		}
		s.Pop(1)
		s.Push(c.result())
		return next
	}
	if c.quick(x86.FuncPC(object.MethodPeek), owner, constant(name)) {
		return c.helper()
	}
	v := c.result()
	self := constant(object.Null)
	c.a.Test(x86.RBX, x86.RBX)
	if !c.when(stats.TypeMiss, c.onlyIf(x86.E)) {
		self = owner
	}
	s.Pop(1)
	s.Push(v)
	s.Push(self)
	return next
}

// findAttribute says how to read an attribute of an instance (object.GenericGetAttr). sh is nil for a value that is no heap object.
func (c *compiler) findAttribute(typ *object.Type, sh *object.Shape, name Value, method bool) attribute {
	e := c.e
	hook := typ.Slots.GetAttr != nil
	if hook && !typ.AsksForMissing(e.t) {
		return attribute{}
	}
	at := c.genericAttribute(typ, sh, name, method)
	if !hook {
		return at
	}
	switch at.how {
	case asProperty, asComputed, asDescriptor, inField: // an AttributeError of theirs leads to __getattr__
		return attribute{}
	case inHelper:
		if typ.ExtWord < 0 || typ.Lookup(e.t, name) != object.Null {
			break
		}
		if f := typ.Lookup(e.t, e.t.N(object.N_getattr_)); f.IsExact(object.TFunction) {
			at.how, at.value = asMissing, f
			if at.dict != noDict && at.entry == noEntry { // no object of the class is known to have the attribute
				at.dict = dictUnset
				if sh.Flags&object.ShapeDictMode != 0 {
					at.dict = dictLacks
				}
			}
		}
	}
	return at
}

// genericAttribute is findAttribute without __getattr__.
func (c *compiler) genericAttribute(typ *object.Type, sh *object.Shape, name Value, method bool) (at attribute) {
	e, t := c.e, c.e.t
	d := typ.Lookup(t, name)
	var dt *object.Type
	if d != object.Null {
		dt = object.TypeOf(t, d)
		switch b := object.BitsOf(d, typ); {
		case sh != nil && sh.Flags&object.ShapeInstance == 0 && typ.ExtWord > 0 && object.IsDictDescr(d, typ):
			return attribute{how: inMemberWord, word: typ.ExtWord}
		case b.Width == 64:
			return attribute{how: inMemberWord, word: int32(b.Word)}
		case b.Width > 0 && b.Word < 8:
			return attribute{how: inBits, word: packBits(b)}
		case d.IsExact(object.TMemberDescr):
			if w := object.MemberWord(d, typ); w > 0 && w < 1<<15 {
				return attribute{how: inMemberWord, word: int32(w)}
			}
			return e.computed(d, typ, method)
		case d == object.ClassAttr(e.t):
			return attribute{how: asValue, value: object.Of(typ)}
		case d.IsExact(object.TProperty) && object.As[object.Property](d).Get.IsExact(object.TFunction):
			return attribute{how: asProperty, value: d}
		case object.FieldOf(t, d, typ) != nil:
			return attribute{how: inField, value: d}
		case dt.Slots.DescrSet != nil:
			if n, ok := object.TupleField(d); ok && typ.Flags&object.TypeTupleSub != 0 && n >= 0 && n < maxItems {
				return attribute{how: inTupleWord, word: tupleItems/8 + int32(n)}
			}
			if !method && dt.Slots.DescrGet != nil && e.descriptorMethod(dt, object.N_get_) != object.Null {
				return attribute{how: asDescriptor, value: d}
			}
			return e.computed(d, typ, method)
		}
	}
	if sh != nil && typ.ExtWord != 0 {
		switch {
		case sh.Flags&object.ShapeInstance != 0:
			if i := sh.Lookup(name); i >= 0 {
				return attribute{how: inSlotWord, word: int32(sh.SlotWord(i)), value: d}
			}
		case typ.ExtWord < 0:
			return at
		default:
			at.dict, at.ext, at.entry = dictUnset, typ.ExtWord, c.usualEntry(sh, name)
			if d == object.Null || dt.Flags&object.TypeMethodDescr == 0 && at.entry != noEntry {
				at.dict = dictHas
			} else if sh.Flags&object.ShapeDictMode != 0 {
				at.dict = dictLacks
			}
		}
	}
	if d != object.Null {
		at.how, at.value = bound(typ, dt, d, method), d
		if at.how == inHelper && !method && e.descriptorMethod(dt, object.N_get_) != object.Null {
			at.how = asDescriptor
		}
	}
	return at
}

// descriptorMethod is the function that a program's class has for __get__ or __set__; Null: it has none.
func (e *Engine) descriptorMethod(dt *object.Type, name object.Name) Value {
	if isHeap(dt) {
		if f := dt.Lookup(e.t, e.t.N(name)); f != object.Null && f.IsExact(object.TFunction) {
			return f
		}
	}
	return object.Null
}

// describe compiles the call of a descriptor's method.
func (c *compiler) describe(d Value, name object.Name, n int, args ...*Info) (o outcome, state callState) {
	dt := c.readType(d)
	f := Value(c.run.Read(func() uint64 { return uint64(c.e.keep(c.e.descriptorMethod(dt, name))) }))
	if f == object.Null {
		return next, impossible
	}
	return c.inlineOrCall(object.As[object.Function](f), append([]*Info{constant(d)}, args...), keywords{}, n, nil)
}

// computed is for an attribute with the built-in descriptor d; one that is called is left to the helper.
func (e *Engine) computed(d Value, typ *object.Type, method bool) (at attribute) {
	if !method && object.IsComputed(d, typ) {
		at.how, at.value = asComputed, d
	}
	return at
}

// packBits puts a place in 16 bits: its word, its shift, its width and whether it has a sign.
func packBits(b object.Bits) int32 {
	n := int32(b.Word)<<13 | int32(b.Shift)<<7 | int32(b.Width)<<1
	if b.Signed {
		n |= 1
	}
	return n
}

// bitsOf loads an int from the place that packBits has packed.
func (c *compiler) bitsOf(owner *Info, place int32) *Info {
	s, a := c.s, c.a
	r := s.InReg(owner)
	s.Pin(r)
	x := s.NewReg(vinfo.Int)
	s.Unpin(r)
	xr := x86.Reg(x.Place.N())
	shift, width := uint8(place>>7&0x3f), uint8(place>>1&0x3f)
	a.Load(xr, x86.Ptr(r, 8*(place>>13)))
	if left := 64 - shift - width; left > 0 {
		a.ShlI(xr, left)
	}
	if place&1 != 0 {
		a.SarI(xr, 64-width)
	} else {
		a.ShrI(xr, 64-width)
	}
	x.Flags |= vinfo.Small
	return staging.NewInt(x)
}

// bound says what an instance of typ makes of d, which is of type dt and was found on the class.
func bound(typ, dt *object.Type, d Value, method bool) how {
	switch {
	case dt.Flags&object.TypeMethodDescr != 0 && (method || d.IsExact(object.TFunction) || d.IsExact(object.TMethodDescr) && typ.IsSubtype(object.As[object.Builtin](d).Owner)):
		return asMethod
	case d.IsExact(object.TClassMethod):
		return asBound
	case d.IsExact(object.TStaticMethod):
		return asUnwrapped
	case dt.Slots.DescrGet == nil:
		return asValue
	}
	return inHelper
}

// assumeAttr makes the buffer depend on value, the result of looking up name in typ. If the attribute has changed too often, untrusted compiles the
// instruction. If ok is false, the instruction ends with o.
func (c *compiler) assumeAttr(typ *object.Type, name, value Value, untrusted func() outcome) (o outcome, ok bool) {
	deps := assumption.Attr(typ, name)
	if value.IsPtr() {
		if vt := c.readType(value); vt.Flags&object.TypeHeap != 0 { // a program's class, which must get no descriptor methods
			deps = append(append(deps, assumption.Type(vt)...), assumption.Class(value))
		}
	}
	return c.assumeAll(deps, untrusted)
}

// assumeAll makes the buffer depend on deps. If they have changed too often, untrusted compiles the instruction. If ok is false, the instruction
// ends with o.
func (c *compiler) assumeAll(deps []assumption.Dep, untrusted func() outcome) (o outcome, ok bool) {
	switch {
	case len(deps) == 0:
		return next, true
	case !c.trusted(deps...):
		return untrusted(), false
	case c.assume(deps...):
		return ended, false
	}
	return next, true
}

// readType is the type of v.
func (c *compiler) readType(v Value) *object.Type {
	return object.As[object.Type](Value(c.run.Read(func() uint64 { return uint64(c.e.keep(object.Of(object.TypeOf(c.e.t, v)))) })))
}

// load replaces n operands by the attribute and, for a method call, self or Null. typ is the class that a classmethod is bound to.
func (c *compiler) load(at attribute, owner *Info, typ *object.Type, method bool, n int) outcome {
	s, a := c.s, c.a
	var v *Info
	self := constant(object.Null)
	switch at.how {
	case inSlotWord, inMemberWord, inTupleWord:
		if v = c.field(owner, at.word); v != nil {
			break
		}
		r := s.InReg(owner)
		if at.how == inTupleWord {
			a.AluMI(x86.CMP, x86.W64, x86.Ptr(r, tupleSize), at.word-tupleItems/8)
			if c.when(stats.Bounds, c.onlyIf(x86.LE)) {
				return c.helper()
			}
		}
		s.Pin(r)
		v = s.NewReg(vinfo.Boxed)
		s.Unpin(r)
		vr := x86.Reg(v.Place.N())
		a.Load(vr, x86.Ptr(r, 8*at.word))
		if at.how == inMemberWord {
			a.Test(vr, vr)
			if c.when(stats.Unbound, c.onlyIf(x86.E)) {
				return c.helper()
			}
		}
		v.Flags |= vinfo.NotNull
		c.setField(owner, at.word, v)
	case inBits:
		v = c.bitsOf(owner, at.word)
	case inField:
		if v = c.fieldOutside(owner, at.value); v == nil {
			return c.helper()
		}
	case asValue:
		v = constant(at.value)
	case asMethod:
		v, self = constant(at.value), owner
	case asProperty:
		if get := c.fieldOf(at.value, propertyGet); get != object.Null {
			return c.callForAttr(get, method, owner)
		}
		return c.helper()
	case asDescriptor:
		o, state := c.describe(at.value, object.N_get_, n, owner, constant(c.e.keep(object.Of(typ))))
		return c.orHelper(o, state, c.ranFor)
	case asComputed:
		if c.u.outer != nil {
			return c.helper()
		}
		return c.callGo(x86.FuncPC(object.ReadComputed), n, constant(at.value), owner)
	case asBound, asUnwrapped:
		f := c.fieldOf(at.value, wrappedFunc)
		if f == object.Null || at.how == asBound && c.readType(f).Flags&object.TypeMethodDescr == 0 {
			return c.helper()
		}
		v = constant(f)
		if at.how == asBound {
			self = constant(c.e.keep(object.Of(typ)))
		}
	}
	if !method && (at.how == asMethod || at.how == asBound) {
		if self.Time == vinfo.Virtual && self.Rule >= staging.FirstRule {
			s.Force(self) // an iterator's vinfo is replaced when the iterator advances
		}
		rule, class := ruleMethod, classMethod
		if at.how == asMethod && Value(v.Known.Value).IsExact(object.TMethodDescr) {
			rule, class = ruleBuiltin, classBuiltin
		}
		v = virtual(rule, class, v, self)
	}
	s.Pop(n)
	s.Push(v)
	if method {
		s.Push(self)
	}
	return next
}

// fieldOf gives a field of a descriptor as a constant, under a guard. Null: the code being compiled is the side exit for another value of the
// field, which a second call of the descriptor's __init__ can set.
func (c *compiler) fieldOf(descr Value, field int32) Value {
	a := c.a
	f := Value(c.run.Read(func() uint64 { return uint64(c.e.keep(*object.Slot(descr, int(field/8)))) }))
	at := c.s.Temp()
	a.MovRI(at, uint64(descr))
	a.MovRI(staging.Scratch, uint64(f))
	a.AluRM(x86.CMP, x86.W64, staging.Scratch, x86.Ptr(at, field))
	if c.when(stats.AssumptionBroken, c.onlyIf(x86.NE)) {
		return object.Null
	}
	return f
}

// loadClassAttr reads an attribute of a known class (object.TypeAttr).
func (c *compiler) loadClassAttr(typ *object.Type, name Value, method bool) outcome {
	peek := func() outcome { return c.peekAttr(name, method) }
	meta := c.readType(object.Of(typ))
	at := c.readAttribute(func() attribute { return c.e.findClassAttribute(typ, meta, name, method) })
	if at.how == inHelper {
		return peek()
	}
	if o, ok := c.assumeAttr(meta, name, object.Null, peek); !ok {
		return o
	}
	if o, ok := c.assumeAttr(typ, name, at.value, peek); !ok {
		return o
	}
	return c.load(at, c.s.Top(0), typ, method, 1)
}

func (e *Engine) findClassAttribute(typ, meta *object.Type, name Value, method bool) (at attribute) {
	t := e.t
	if meta.Flags&object.TypeHasGetAttr != 0 {
		return at
	}
	if d := meta.Lookup(t, name); d != object.Null {
		if b := object.BitsOf(d, meta); b.Width == 64 {
			return attribute{how: inMemberWord, word: int32(b.Word)}
		}
		if dt := object.TypeOf(t, d); dt.Slots.DescrSet != nil || isHeap(dt) { // else the class's own attribute comes first
			return at
		}
	}
	d := typ.Lookup(t, name)
	if d == object.Null {
		return at
	}
	at.value = d
	switch {
	case object.TypeOf(t, d).Slots.DescrGet == nil || object.ReadFromClass(d):
		at.how = asValue
	case d.IsExact(object.TClassMethod):
		at.how = asBound
	case d.IsExact(object.TStaticMethod):
		at.how = asUnwrapped
	case method && d.IsExact(object.TClassMethodDescr): // bound once, since only the call sees the bound method
		if at.how, at.value = asValue, object.TypeOf(t, d).Slots.DescrGet(t, d, object.Null, object.Of(typ)); at.value == object.Null {
			t.ClearExc()
			return attribute{}
		}
	}
	return at
}

// loadModuleAttr makes a value in a known module's dict a watched constant.
func (c *compiler) loadModuleAttr(m, name Value, method bool) outcome {
	e := c.e
	dict := object.InstanceDictOf(m) // a module has its dict from the beginning
	if e.rt.Types[object.TModule].Lookup(e.t, name) != object.Null {
		return c.helper()
	}
	d := assumption.Dict(dict, name)
	if !c.trusted(d) {
		return c.helper()
	}
	v := Value(c.run.Read(func() uint64 { return uint64(e.keep(dict.GetStr(name))) }))
	if v == object.Null {
		return c.helper()
	}
	if c.assume(d) {
		return ended
	}
	c.s.Pop(1)
	c.s.Push(constant(v))
	if method {
		c.s.Push(constant(object.Null))
	}
	return next
}

// loadSuperAttr is LOAD_SUPER_ATTR: (super, class, self -- attr, self or Null if oparg & 1).
func (c *compiler) loadSuperAttr() outcome {
	s, e := c.s, c.e
	name := *c.u.code.NamesTuple.At(int(c.in.arg >> 2))
	method := c.in.arg&1 != 0
	super, cls, self := s.Top(2), s.Top(1), s.Top(0)
	if !super.IsKnown() || Value(super.Known.Value) != e.rt.Types[object.TSuper].Value() || name == e.t.N(object.N_class_) {
		return c.helper()
	}
	if !cls.IsKnown() {
		if cls.Time == vinfo.RunTime && cls.Not&promotion.NotPromoted == 0 {
			return c.promoteValue(cls)
		}
		return c.helper()
	}
	class, o, known := c.exactClass(self)
	if !known {
		return o
	}
	typ, _ := e.typeOf(class)
	if typ == nil || typ.Flags&object.TypeTypeSub != 0 {
		return c.helper()
	}
	at := c.readAttribute(func() (at attribute) {
		from := Value(cls.Known.Value)
		if !object.IsType(from) || !typ.IsSubtype(object.As[object.Type](from)) {
			return at
		}
		if d := object.SuperFind(e.t, typ, object.As[object.Type](from), name); d != object.Null {
			at.how, at.value = bound(typ, object.TypeOf(e.t, d), d, method), d
		}
		return at
	})
	if at.how == inHelper {
		return c.helper()
	}
	if o, ok := c.assumeAttr(typ, name, at.value, c.helper); !ok {
		return o
	}
	return c.load(at, self, typ, method, 3)
}

// storeAttr is STORE_ATTR: (v, owner --).
func (c *compiler) storeAttr() outcome {
	s, a := c.s, c.a
	name := *c.u.code.NamesTuple.At(int(c.in.arg))
	v, owner := s.Top(1), s.Top(0)
	put := func() outcome { return c.putAttr(name) }
	class, known, o := c.findClass(owner)
	if o == ended {
		return o
	}
	if !known || class >= staging.ClassInt {
		return put()
	}
	typ, sh := c.e.typeOf(class)
	at := c.readAttribute(func() attribute { return c.findStore(typ, sh, name) })
	if at.how == inHelper {
		return put()
	}
	descriptor := object.Null
	if at.how == asDescriptor {
		descriptor = at.value
	}
	if o, ok := c.assumeAttr(typ, name, descriptor, put); !ok {
		return o
	}
	switch at.how {
	case asProperty:
		return c.callSetter(at.value, owner, v)
	case asDescriptor:
		o, state := c.describe(at.value, object.N_set_, 2, owner, v)
		return c.orHelper(o, state, c.ranPython)
	case inField:
		return c.storeField(at.value, owner, v)
	case inEntry:
		return c.storeInDict(at, owner, v, name)
	}
	c.storable(v)
	r := s.InReg(owner)
	if at.how == inNewWord {
		// Meta has the object's size, in units of two words, above the flags.
		units := (at.word + 2) / 2
		a.AluMI(x86.CMP, x86.W32, x86.Ptr(r, headMeta), units<<8)
		if c.when(stats.ShapeMiss, c.onlyIf(x86.B)) {
			return c.helper()
		}
	}
	s.Pin(r)
	s.StoreBoxed(v, x86.Ptr(r, 8*at.word))
	if at.how == inNewWord {
		to := uint64(object.As[object.Shape](at.value).ID())
		a.MovMI(x86.W32, x86.Ptr(r, headShape), int32(to))
		c.moved(owner, class, to)
	}
	s.Unpin(r)
	c.stored(owner, at.word, v)
	s.Pop(2)
	return next
}

// putAttr calls a quick helper for the store, and the instruction's own helper where the quick one declines. The store may change the owner's
// shape, or what is assumed of the attribute.
func (c *compiler) putAttr(name Value) outcome {
	s := c.s
	if c.quick(x86.FuncPC(object.AttrPut), s.Top(0), constant(name), s.Top(1)) {
		return c.helper()
	}
	s.Pop(2)
	c.stale = true
	c.forgetShapes()
	return next
}

// callSetter calls the function that sets a property.
func (c *compiler) callSetter(property Value, owner, v *Info) outcome {
	if set := c.fieldOf(property, propertySet); set != object.Null {
		o, state := c.inlineOrCall(object.As[object.Function](set), []*Info{owner, v}, keywords{}, 2, nil)
		return c.orHelper(o, state, c.ranPython)
	}
	return c.helper()
}

// findStore says how to write an attribute of an instance (object.GenericSetAttr).
func (c *compiler) findStore(typ *object.Type, sh *object.Shape, name Value) (at attribute) {
	e, t := c.e, c.e.t
	if typ.Slots.SetAttr != nil || typ.Flags&object.TypeTypeSub != 0 {
		return at
	}
	if d := typ.Lookup(t, name); d != object.Null {
		dt := object.TypeOf(t, d)
		switch {
		case d.IsExact(object.TMemberDescr) && object.MemberWritable(d):
			if w := object.MemberWord(d, typ); w > 0 && w < 1<<15 {
				return attribute{how: inMemberWord, word: int32(w)}
			}
			return at
		case d.IsExact(object.TProperty) && object.As[object.Property](d).Set.IsExact(object.TFunction):
			return attribute{how: asProperty, value: d}
		case object.FieldOf(t, d, typ) != nil:
			return attribute{how: inField, value: d}
		case dt.Slots.DescrSet != nil && e.descriptorMethod(dt, object.N_set_) != object.Null:
			return attribute{how: asDescriptor, value: d}
		case dt.Slots.DescrSet != nil || dt.Flags&object.TypeHeap != 0:
			return at
		}
	}
	if sh.Flags&object.ShapeInstance == 0 {
		if n := c.usualEntry(sh, name); typ.ExtWord > 0 && typ.HasDict() && n != noEntry {
			at.how, at.ext, at.entry = inEntry, typ.ExtWord, n
		}
		return at
	}
	if i := sh.Lookup(name); i >= 0 {
		return attribute{how: inSlotWord, word: int32(sh.SlotWord(i))}
	}
	to := sh.Add(t, name)
	if to == nil {
		t.ClearExc()
		return at
	}
	return attribute{how: inNewWord, word: int32(sh.SlotWord(int(sh.NSlots))), value: object.Of(to)}
}

// moved records that i went from one shape to another. Other vinfos with the old shape may be the same object, so for them that shape becomes a
// hint.
func (c *compiler) moved(i *Info, from, to uint64) {
	var fields []*Info
	if staging.HasFields(i) {
		fields = i.Items[staging.ItemField:]
	}
	c.s.Walk(func(x *Info) {
		if class, ok := staging.Class(x); ok && class == from && x.Time == vinfo.RunTime && x.Kind == vinfo.Boxed {
			x.Items, x.Hint = nil, uint32(from)
		}
	})
	if i.Time == vinfo.RunTime {
		i.SetItem(staging.ItemClass, staging.NewClass(to))
		for k, x := range fields {
			i.SetItem(staging.ItemField+k, x)
		}
	}
}
