// Calls of known classes, whose instances are made in machine code, and tests of classes: type() and isinstance().

package pycompiler

import (
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// callKnown compiles a call of callee, whose operands are the n topmost items of the stack. ok false: callee gets no special treatment.
func (c *compiler) callKnown(callee Value, args []*Info, kw keywords, n int) (o outcome, ok bool) {
	switch {
	case c.run.Read(func() uint64 { return b2u(c.e.isPlainClass(callee)) }) != 0:
		return c.callClass(object.As[object.Type](callee), args, kw, n)
	case !kw.none():
		return next, false
	case callee == c.e.rt.Types[object.TType].Value() && len(args) == 1:
		return c.callType(args[0], n), true
	case len(args) == 1 && callee == c.e.objectInit(): // super().__init__()
		c.s.Pop(n)
		c.s.Push(constant(object.None))
		return next, true
	case interp.IsIsinstance(c.e.t, callee) && len(args) == 2:
		return c.callIsinstance(args[0], args[1], n)
	}
	return next, false
}

// isPlainClass reports whether v was made by a class statement, and is called as classes without a metaclass are.
func (e *Engine) isPlainClass(v Value) bool {
	return object.IsType(v) && isHeap(object.As[object.Type](v)) && object.TypeOf(e.t, v).CallIsTypes()
}

// callType is type(v).
func (c *compiler) callType(v *Info, n int) outcome {
	class, o, known := c.exactClass(v)
	if !known {
		return o
	}
	typ, _ := c.e.typeOf(class)
	if typ == nil {
		return c.helper()
	}
	c.wasLight()
	c.s.Pop(n)
	c.s.Push(constant(c.e.keep(object.Of(typ))))
	return next
}

// callIsinstance is isinstance(v, cls), where cls is a known class or a tuple of known classes.
func (c *compiler) callIsinstance(v, cls *Info, n int) (o outcome, ok bool) {
	classes := knownClasses(cls)
	plain := func() uint64 {
		for _, v := range classes {
			if !v.IsExact(object.TType) {
				return 0
			}
		}
		return 1
	}
	switch {
	case len(classes) == 0:
		return next, false
	case c.run.Read(plain) != 0:
	case len(classes) == 1:
		return c.instanceByMethod(v, classes[0], n)
	default:
		return next, false
	}
	class, o, known := c.exactClass(v)
	if !known {
		return o, true
	}
	typ, _ := c.e.typeOf(class)
	if typ == nil {
		return next, false
	}
	e := c.e
	const unknown = 2 // the object's own __class__ decides
	is := c.run.Read(func() uint64 {
		for _, v := range classes {
			if typ.IsSubtype(object.As[object.Type](v)) {
				return 1
			}
		}
		if typ.Slots.GetAttr != nil || typ.Lookup(e.t, e.t.N(object.N_class_)) != object.ClassAttr(e.t) {
			return unknown
		}
		return 0
	})
	if is == unknown {
		return next, false
	}
	deps := assumption.Type(typ)
	for _, v := range classes {
		deps = append(deps, assumption.Type(object.As[object.Type](v))...)
	}
	if o, ok := c.assumeAll(deps, c.helper); !ok {
		return o, true
	}
	c.wasLight()
	c.s.Pop(n)
	c.s.Push(constant(object.Bool(is != 0)))
	return next, true
}

// instanceByMethod is isinstance(v, cls) for a class with another metaclass than type, such as abc.ABCMeta.
func (c *compiler) instanceByMethod(v *Info, cls Value, n int) (o outcome, ok bool) {
	e := c.e
	if !object.IsType(cls) {
		return next, false
	}
	meta := c.readType(cls)
	if !isHeap(meta) {
		return next, false
	}
	name := e.t.N(object.N_instancecheck_)
	f := Value(c.run.Read(func() uint64 { return uint64(e.keep(meta.Lookup(e.t, name))) }))
	if !f.IsExact(object.TFunction) {
		return next, false
	}
	class, o, known := c.exactClass(v)
	if !known {
		return o, true
	}
	if typ, _ := e.typeOf(class); typ != nil && object.Of(typ) == cls {
		c.wasLight()
		c.s.Pop(n)
		c.s.Push(constant(object.True))
		return next, true
	}
	if o, ok := c.assumeAll(append(assumption.Attr(meta, name), assumption.Class(cls)), c.helper); !ok {
		return o, true
	}
	return c.callFor(object.As[object.Function](f), []*Info{constant(cls), v}, ofInstance), true
}

// knownClasses are the values in cls, one or a tuple of them; nil: they are not known.
func knownClasses(cls *Info) (classes []Value) {
	switch {
	case cls.IsKnown() && Value(cls.Known.Value).IsExact(object.TTuple):
		return object.As[object.Tuple](Value(cls.Known.Value)).Items()
	case cls.IsKnown():
		return []Value{Value(cls.Known.Value)} //psy:root the info has it
	case hasRule(cls, ruleTuple):
		for _, i := range cls.Items[1:] {
			if !i.IsKnown() {
				return nil
			}
			classes = append(classes, Value(i.Known.Value)) //psy:root the infos have them
		}
	}
	return classes
}

// objectInit is object.__init__, which does nothing.
func (e *Engine) objectInit() Value {
	return e.rt.Types[object.TObject].Dict.GetStr(e.t.N(object.N_init_))
}

// How instances of a class are made.
const (
	byHelper = iota
	uninitialized
	byInit
)

// callClass makes an instance, and calls its __init__ if that is a Python function (CALL_ALLOC_AND_ENTER_INIT).
func (c *compiler) callClass(typ *object.Type, args []*Info, kw keywords, n int) (o outcome, ok bool) {
	e, s := c.e, c.s
	var init Value
	kind := c.run.Read(func() (kind uint64) {
		kind, init = e.construction(typ, len(args)+len(kw.values))
		return kind
	})
	init = Value(c.run.Read(func() uint64 { return uint64(e.keep(init)) }))
	size := uintptr(c.run.Read(func() uint64 { return uint64(typ.InstanceSize()) }))
	if kind == byHelper {
		return next, false
	}
	deps := append(assumption.Type(typ), assumption.Size(typ))
	if meta := c.readType(object.Of(typ)); isHeap(meta) {
		deps = append(deps, assumption.Type(meta)...)
	}
	if o, ok := c.assumeAll(deps, c.helper); !ok {
		return o, true
	}
	if kind == byInit && !c.binds(object.As[object.Function](init), args, kw) {
		return next, false
	}
	self := c.allocate(typ, size)
	if self == nil {
		return c.helper(), true
	}
	if kind == uninitialized {
		c.wasLight()
		s.Pop(n)
		s.Push(self)
		return next, true
	}
	o, state := c.inlineOrCall(object.As[object.Function](init), append([]*Info{self}, args...), kw, n, self)
	if state != called {
		return o, state != impossible
	}
	c.a.CmpI(x86.RAX, int32(object.None))
	if c.when(stats.TypeMiss, c.onlyIf(x86.NE)) {
		return c.badInit(), true
	}
	o = c.ranPython()
	self.Hint = uint32(c.run.Read(func() uint64 { return e.grown(typ) }))
	return o, true
}

// construction tells how a call of typ with n arguments makes an instance.
func (e *Engine) construction(typ *object.Type, n int) (kind uint64, init Value) {
	t, base := e.t, e.rt.Types[object.TObject]
	const not = object.TypeAbstract | object.TypeNoInstances | object.TypeHasDel
	if typ.Flags&not != 0 || typ.ExtWord < 0 || !typ.NewIsObjects() {
		return byHelper, object.Null
	}
	init = typ.Lookup(t, t.N(object.N_init_))
	switch {
	case init.IsExact(object.TFunction):
		return byInit, init
	case n == 0 && init == base.Lookup(t, t.N(object.N_init_)):
		return uninitialized, object.Null
	}
	return byHelper, object.Null
}

// grown is the id of the shape that the latest instances of typ grew to, or 0.
func (e *Engine) grown(typ *object.Type) uint64 {
	sh := typ.RootShape
	for sh.LastTo != nil {
		sh = sh.LastTo
	}
	if sh == typ.RootShape {
		return 0
	}
	return uint64(sh.ID())
}

// allocate makes an instance of typ, with its fields Null. Nil: the code being compiled is the side exit for lack of memory.
func (c *compiler) allocate(typ *object.Type, size uintptr) *Info {
	shape := uint64(typ.RootShape.ID())
	c.e.keepShape(shape)
	return c.bumped(shape, size, ruleInstance, constant(object.Of(typ)))
}

// bumped makes an object whose words after the header are zeros, or, where Go has to make the object, what rule makes of words. Nil: as allocate.
func (c *compiler) bumped(class uint64, size uintptr, rule vinfo.Rule, words ...*Info) *Info {
	e, s, a := c.e, c.s, c.a
	made := s.NewReg(vinfo.Boxed)
	r := x86.Reg(made.Place.N())
	slow, back := a.NewLabel(), a.NewLabel()
	full := c.whenCold(stats.OutOfMemory, func(jump func(func(x86.Label) x86.Site)) {
		bump(s, r, class, size, 0, slow)
		s.Cold(func() {
			a.Bind(slow)
			e.buildByGo(s, r, rule, words)
			a.CmpI(r, int32(object.None))
			jump(c.onlyIf(x86.E))
			a.Jmp(back)
		})
	})
	if full {
		return nil
	}
	a.Bind(back)
	made.Flags |= vinfo.NotNull
	made.SetItem(staging.ItemClass, staging.NewClass(class))
	return made
}

// initReturned raises TypeError for an __init__ that returned v.
func initReturned(t *object.Thread, v Value) { interp.InitReturned(t, v) }
