// Exceptions that are raised and caught in one function. They stay virtual, with their tracebacks, as long as nothing can see them; and as long as
// the exception being handled is virtual, the thread is not told of it either.
//
//	raise ValueError(x)    the virtual exception becomes a raised one, and compilation goes on at the handler
//	PUSH_EXC_INFO          a virtual value takes the place of the exception that was handled before. Forcing it tells the thread
//	CHECK_EXC_MATCH        is known
//	POP_EXCEPT             nothing to do
//
// What may run other code tells the thread first (settle). The context of a raised exception is what the thread handles when the exception is
// forced. So such exceptions are forced before machine code changes what the thread handles.

package pycompiler

import (
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// Items of virtual exceptions. Those of ruleException are the class of the object, its type, and the arguments; those of ruleRaised have these in
// between.
const (
	excType    = 1
	excWhere   = 2 // index of the instruction that has raised it, an Int
	excContext = 3 // an exception; Null: the one that the thread handles
	excCause   = 4 // an exception; Null: there is none; None: the context is not shown
	excFrame   = 5 // the frame of the inlined call that has raised it, or Null
	excArgs    = 6
)

// handledExc is the item of a ruleHandled value that is the exception being handled.
const handledExc = 1

const excStateExc = int32(unsafe.Offsetof(object.ExcState{}.Exc))

func hasRule(i *Info, rule vinfo.Rule) bool {
	return i != nil && i.Time == vinfo.Virtual && i.Rule == rule
}

// isVirtualException reports whether i is a virtual exception, raised or not.
func isVirtualException(i *Info) bool { return hasRule(i, ruleException) || hasRule(i, ruleRaised) }

// newException makes a virtual exception of a class that is known. ok false: calling the class may do more than that, or the instruction has ended
// with o, which is not next.
func (c *compiler) newException(class Value, args []*Info) (exc *Info, o outcome, ok bool) {
	if len(args) > maxItems || c.run.Read(func() uint64 { return b2u(object.IsPlainException(class, len(args))) }) == 0 {
		return nil, next, false
	}
	typ := object.As[object.Type](class)
	if isHeap(typ) {
		if o, ok := c.assumeAll(assumption.Type(typ), c.helper); !ok {
			return nil, o, false
		}
	}
	shape := c.run.Read(func() uint64 { return uint64(typ.RootShape.ID()) })
	c.e.keepShape(shape)
	items := []*Info{vinfo.NewFixed(vinfo.Boxed, uint64(class))}
	for _, i := range args {
		if i.Time == vinfo.Virtual && i.Rule >= staging.FirstRule { // a loop could add layers without end
			c.s.Force(i)
		}
		items = append(items, i)
	}
	return virtual(ruleException, shape, items...), next, true
}

// callException is a call of an exception class. ok false: it gets no special treatment.
func (c *compiler) callException(class Value, args []*Info, n int) (o outcome, ok bool) {
	exc, o, ok := c.newException(class, args)
	switch {
	case ok:
		return c.done(n, exc)
	case o != next:
		return o, true
	}
	return next, false
}

// raise is RAISE_VARARGS. An exception that is caught in the same function stays virtual.
func (c *compiler) raise() outcome {
	s := c.s
	if _, ok := c.handler(); !ok && !c.inNext() {
		return c.helper()
	}
	if c.in.arg == 0 {
		if h := c.handled(); h != nil && c.u.outer == nil {
			return c.caught(h.Items[handledExc], c.raisedHere())
		}
		return c.helper()
	}
	exc, cause := s.Top(0), constant(object.Null)
	if c.in.arg == 2 {
		exc, cause = s.Top(1), s.Top(0)
		known := cause.IsKnown() && Value(cause.Known.Value) == object.None
		if !known && !isVirtualException(cause) || exc == cause {
			return c.helper()
		}
	}
	switch {
	case exc.IsKnown() && exc.Kind == vinfo.Boxed:
		made, o, ok := c.newException(Value(exc.Known.Value), nil)
		if !ok && o != next {
			return o
		}
		if !ok {
			return c.helper()
		}
		exc = s.Keep(made)
	case !hasRule(exc, ruleException):
		return c.helper()
	}
	if slices.ContainsFunc(cause.Items, isVirtualException) { // a loop could add layers without end
		s.Force(cause)
	}
	return c.throwVirtual(exc, exc.Items[excType], cause, exc.Items[excType+1:])
}

// throw raises an exception of a built-in class, with the given argument or none, at the current instruction, whose operands may be popped. There
// must be a handler.
func (c *compiler) throw(id object.TypeID, args ...*Info) outcome {
	typ := c.e.rt.Types[id]
	exc := virtual(ruleException, uint64(typ.RootShape.ID()), vinfo.NewFixed(vinfo.Boxed, uint64(typ.Value())))
	return c.throwVirtual(c.s.Keep(exc), exc.Items[excType], constant(object.Null), args)
}

// throwVirtual raises exc, a virtual exception, at the current instruction. If nothing can catch it there, it ends a loop over what raises it.
func (c *compiler) throwVirtual(exc, typ, cause *Info, args []*Info) outcome {
	s := c.s
	class := exc.Items[staging.ItemClass].Known.Value
	stops := c.inNext() && c.run.Read(func() uint64 { return b2u(c.e.isStop(class)) }) != 0
	if _, ok := c.handler(); !ok && !stops || c.u.outer != nil && slices.ContainsFunc(s.Vars[c.u.base:s.NLocals], func(i *Info) bool { return leadsTo(i, exc) }) {
		return c.helper()
	}
	frame := constant(object.Null)
	if c.u.outer != nil {
		if !stops {
			frame = c.endedFrame()
		}
		s.Keep(frame)
		c.outside()
	}
	if stops {
		s.Pop(1)
		s.PC = c.afterLoop()
		return jumped
	}
	items := append([]*Info{typ, intConst(int64(c.in.at)), c.context(), cause, frame}, args...)
	s.Become(exc, virtual(ruleRaised, class, items...))
	return c.caught(exc, c.raisedHere())
}

// leadsTo reports whether i is to, or a virtual object that has it.
func leadsTo(i, to *Info) bool {
	return i == to || i.Time == vinfo.Virtual && slices.ContainsFunc(i.Items, func(x *Info) bool { return x != nil && leadsTo(x, to) })
}

// inNext reports whether the function being compiled is an inlined __next__ called by FOR_ITER.
func (c *compiler) inNext() bool { return c.u.outer != nil && c.u.outer.in(c.u.at).op == bc.FOR_ITER }

// isStop reports whether instances of the class are StopIterations.
func (e *Engine) isStop(class uint64) bool {
	typ, _ := e.typeOf(class)
	return typ != nil && typ.IsSubtype(e.rt.Types[object.TStopIteration])
}

// endedFrame is the virtual frame of the inlined function, which ends with an exception at the current instruction.
func (c *compiler) endedFrame() *Info {
	s, u := c.s, c.u
	items := []*Info{nil, constant(c.e.keep(object.Of(u.code))), s.Vars[u.base-1], intConst(int64(c.in.at))}
	for _, i := range s.Vars[u.base:s.NLocals] {
		if i.Time == vinfo.Virtual && i.Rule >= staging.FirstRule { // a loop could add layers without end
			s.Force(i)
		}
		items = append(items, i)
	}
	return vinfo.NewVirtual(ruleFrame, items...)
}

// context is the context of an exception that is raised now, as its item.
func (c *compiler) context() *Info {
	if h := c.handled(); h != nil {
		return h.Items[handledExc]
	}
	return constant(object.Null)
}

// raisedHere is the position of the current instruction, as handlers find it on the stack.
func (c *compiler) raisedHere() *Info { return constant(object.SmallInt(int64(c.in.at))) }

// reraise is RERAISE: an exception is raised again, and its traceback knows where it was raised first.
func (c *compiler) reraise() outcome {
	exc := c.s.Top(0)
	if _, ok := c.handler(); !ok || c.u.outer != nil || !hasRule(exc, ruleRaised) {
		return c.helper()
	}
	first := c.raisedHere()
	if n := int(c.in.arg); n > 0 {
		first = c.s.Top(n)
	}
	return c.caught(exc, first)
}

// handlerEntry says where an exception is handled: at what index, with how many values on the stack below the exception.
type handlerEntry struct {
	target, depth int
	lasti         bool
}

// handler is the handler of the current instruction, if an exception that it raises may stay virtual; in an inlined function, that of the call.
// Jumps backwards would have to poll.
func (c *compiler) handler() (h handlerEntry, ok bool) {
	u, at, depth := c.u, c.start, c.s.Depth
	if u.outer != nil && u.outer.outer != nil {
		return h, false // its traceback has frames of calls that were not made
	}
	if u.outer != nil {
		at, depth = u.at, u.base-1-int(u.outer.code.NLocalsPlus)
		u = u.outer
	}
	h.target, h.depth, h.lasti, ok = interp.Handler(u.code, int(u.in(at).at))
	return h, ok && h.target > at && h.depth <= depth
}

// caught goes on at the current instruction's handler with the virtual exception exc; first is the position that the handler gets.
func (c *compiler) caught(exc, first *Info) outcome {
	s := c.s
	h, _ := c.handler()
	s.Keep(exc)
	s.Keep(first)
	for n := range s.Depth - h.depth {
		if hasRule(s.Top(n), ruleHandled) { // its handler is left without POP_EXCEPT
			c.tellHandled()
			break
		}
	}
	s.Pop(s.Depth - h.depth)
	if h.lasti {
		s.Push(first)
	}
	s.Push(exc)
	s.PC = h.target
	return jumped
}

// handled is the value on the stack that stands for what was handled before the innermost exception that the thread was not told of, or nil.
func (c *compiler) handled() *Info {
	s := c.s
	for n := s.Live() - 1; n >= 0; n-- {
		if hasRule(s.Vars[n], ruleHandled) {
			return s.Vars[n]
		}
	}
	return nil
}

// tellHandled tells the thread of the exceptions that are being handled. It asks no run-time conditions.
func (c *compiler) tellHandled() {
	for _, i := range c.s.Vars[:c.s.Live()] {
		if hasRule(i, ruleHandled) {
			c.s.Force(i)
		}
	}
}

// beforeHandled forces what must be forced before i, a ruleHandled value: the values of the outer handlers, and raised exceptions.
func beforeHandled(s *State, i *Info) {
	for _, v := range s.Vars[:s.Live()] {
		if v == i {
			break
		}
		if hasRule(v, ruleHandled) {
			s.Force(v)
		}
	}
	forceRaised(s)
}

// forceRaised forces the exceptions whose context is what the thread handles.
func forceRaised(s *State) {
	var raised []*Info
	s.Walk(func(i *Info) {
		if hasRule(i, ruleRaised) {
			raised = append(raised, i)
		}
	})
	for _, i := range raised {
		s.Force(i)
	}
}

// pushExcInfo is PUSH_EXC_INFO: (exc -- handled before, exc).
func (c *compiler) pushExcInfo() outcome {
	s, a := c.s, c.a
	exc := s.Top(0)
	if hasRule(exc, ruleRaised) {
		s.Pop(1)
		s.Push(vinfo.NewVirtual(ruleHandled, nil, exc))
		s.Push(exc)
		return next
	}
	c.tellHandled()
	forceRaised(s)
	r := s.Boxed(exc)
	s.Pin(r)
	was := s.NewReg(vinfo.Boxed)
	s.Unpin(r)
	w := x86.Reg(was.Place.N())
	a.Load(staging.Scratch, threadMem(object.OffExcInfo))
	a.Load(w, x86.Ptr(staging.Scratch, excStateExc))
	a.Store(x86.Ptr(staging.Scratch, excStateExc), r)
	a.MovRI(staging.Scratch, uint64(object.None))
	a.Test(w, w)
	a.Cmov(x86.E, x86.W64, w, staging.Scratch)
	was.Flags |= vinfo.NotNull
	s.Pop(1)
	s.Push(was)
	s.Push(exc)
	return next
}

// popExcept is POP_EXCEPT.
func (c *compiler) popExcept() outcome {
	s, a := c.s, c.a
	was := s.Top(0)
	if was == c.handled() {
		s.Pop(1)
		c.handledNow(was)
		return next
	}
	c.tellHandled()
	forceRaised(s)
	r := s.Boxed(was)
	a.Load(staging.Scratch, threadMem(object.OffExcInfo))
	a.Store(x86.Ptr(staging.Scratch, excStateExc), r)
	s.Pop(1)
	// The slots above the stack, where the exception was, and the free words of the native frame are cleared. Compiled code may not overwrite them for
	// a long time, and the exception's traceback would keep frames with all their variables alive.
	for k := s.Live(); k < min(s.Live()+3, len(s.Home)); k++ {
		s.KeepOff(k)
		a.MovMI(x86.W64, staging.SlotMem(k), 0)
	}
	s.WipeSpills()
	return next
}

// handledNow replaces other variables' ruleHandled value, whose handler has ended, by what it stands for: the exception that the thread handles.
func (c *compiler) handledNow(was *Info) {
	s, a := c.s, c.a
	if c.references(was) == 0 {
		return
	}
	now := s.NewReg(vinfo.Boxed)
	r := x86.Reg(now.Place.N())
	a.Load(r, threadMem(object.OffExcInfo))
	a.Load(r, x86.Ptr(r, excStateExc))
	a.MovRI(staging.Scratch, uint64(object.None))
	a.Test(r, r)
	a.Cmov(x86.E, x86.W64, r, staging.Scratch)
	now.Flags |= vinfo.NotNull
	s.Become(was, now)
}

// excMatch is CHECK_EXC_MATCH: (exc, classes -- exc, bool).
func (c *compiler) excMatch() outcome {
	e := c.e
	exc, cls := c.s.Top(1), c.s.Top(0)
	classes := knownClasses(cls)
	if len(classes) == 0 || c.run.Read(func() uint64 { return b2u(areExceptionClasses(classes)) }) == 0 {
		return c.helper()
	}
	class, known := staging.Class(exc)
	if !known && len(classes) == 1 && exc.Time == vinfo.RunTime { // most often it is of that very class
		class = c.run.Read(func() uint64 { return uint64(object.As[object.Type](classes[0]).RootShape.ID()) })
		if c.hasOtherShape(c.s.InReg(exc), class) {
			return c.helper()
		}
		exc.SetItem(staging.ItemClass, staging.NewClass(class))
		return c.conclude(isTrue(true), 1)
	}
	if !known {
		return c.helper()
	}
	typ, _ := e.typeOf(class)
	if typ == nil {
		return c.helper()
	}
	is := c.run.Read(func() uint64 { return b2u(isSubtypeOfAny(typ, classes)) })
	deps := assumption.Type(typ)
	for _, v := range classes {
		deps = append(deps, assumption.Type(object.As[object.Type](v))...)
	}
	if o, ok := c.assumeAll(deps, c.helper); !ok {
		return o
	}
	return c.conclude(isTrue(is != 0), 1)
}

func areExceptionClasses(classes []Value) bool {
	for _, v := range classes {
		if !v.IsExact(object.TType) || !object.IsExceptionType(v) {
			return false
		}
	}
	return true
}

func isSubtypeOfAny(typ *object.Type, classes []Value) bool {
	for _, v := range classes {
		if typ.IsSubtype(object.As[object.Type](v)) {
			return true
		}
	}
	return false
}

// takesHandled reports whether the current instruction takes a ruleHandled value from the stack that is not made for it. Compilers emit no such
// code.
func (c *compiler) takesHandled() bool {
	s, in := c.s, c.in
	switch in.op {
	case bc.POP_EXCEPT, bc.COPY, bc.WITH_EXCEPT_START:
		return false
	case bc.SWAP:
		return hasRule(s.Top(0), ruleHandled) && hasRule(s.Top(int(in.arg)-1), ruleHandled)
	case bc.RETURN_VALUE, bc.RETURN_CONST:
		return c.u.outer == nil && c.handled() != nil
	}
	for n := range min(bc.Popped(in.op, in.arg), s.Depth) {
		if hasRule(s.Top(n), ruleHandled) {
			return true
		}
	}
	return false
}
