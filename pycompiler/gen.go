// Generators, which machine code suspends and resumes where both sides are compiled.
//
// A generator's frame lies in the generator object. Resuming is a call of the code for the instruction after the yield, with all variables in the
// frame. Yielding is a native return with the value; finishing is a return of 0 without an exception:
//
//	RAX   value: yielded      0, t.Exc set: raised      0, t.Exc not set: returned Native.Result
//
// Generator.Resume points to a word (the resume slot) that holds the address of that code, or is 0 if another engine suspended the generator. The
// word is 0 while the code is evicted.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

const (
	genFrame        = int32(object.GenFrame)
	genResume       = int32(unsafe.Offsetof(object.Generator{}.Resume))
	genState        = int32(unsafe.Offsetof(object.Generator{}.State))
	genExc          = int32(unsafe.Offsetof(object.Generator{}.Exc))
	genExcPrev      = genExc + int32(unsafe.Offsetof(object.ExcState{}.Prev))
	genAsyncRunning = int32(unsafe.Offsetof(object.Generator{}.AsyncRunning))
	genOwned        = int32(unsafe.Offsetof(object.Generator{}.Owned))
	frEntry         = int32(unsafe.Offsetof(object.Frame{}.Entry))
)

// returnGenerator is the first instruction of a generator function: the frame moves into a new generator, which the call returns.
func (c *compiler) returnGenerator() outcome {
	c.s.Flush()
	c.savePC()
	c.threadArg(x86.RAX)
	c.frameArg(x86.RBX)
	c.spArg(x86.RCX, c.s.Depth)
	c.a.CallHelper(x86.FuncPC(interp.MakeGenerator))
	c.afterCall()
	c.a.Test(x86.RAX, x86.RAX)
	if c.when(stats.OutOfMemory, c.onlyIf(x86.E)) {
		return c.raised(false)
	}
	c.a.MovRI(staging.Scratch, c.resumeSlot(int(c.in.next), c.s.Depth+1))
	c.a.Store(x86.Ptr(x86.RAX, genResume), staging.Scratch)
	return c.ret()
}

// yield suspends the generator, like interp's suspend.
func (c *compiler) yield() outcome {
	s, a := c.s, c.a
	v := s.Boxed(s.Top(0))
	s.Pin(v)
	s.Pop(1)
	s.Flush()
	at := int(c.in.next)
	state := object.GenSuspended
	if c.in.arg != 0 {
		state = object.GenSuspendedYieldFrom
	}
	g := func(field int32) x86.Mem { return x86.Ptr(staging.FrameReg, field-genFrame) }
	t := staging.Scratch
	a.MovRI(t, uint64(uintptr(c.u.code.First)+2*uintptr(at)))
	a.Store(frameMem(object.FrPC), t)
	a.Lea(x86.W64, t, staging.SlotMem(s.Live()))
	a.Store(frameMem(object.FrSP), t)
	a.MovMI(x86.W8, g(genState), int32(state))
	a.Load(t, g(genExcPrev))
	a.Store(threadMem(object.OffExcInfo), t)
	a.MovMI(x86.W64, g(genExcPrev), 0)
	a.Load(t, frameMem(object.FrPrev))
	a.Store(threadMem(object.OffFrame), t)
	a.MovMI(x86.W64, frameMem(object.FrPrev), 0)
	a.UnaryM(x86.INC, x86.W32, threadMem(object.OffDepth))
	a.MovRI(t, c.resumeSlot(at, s.Depth+1))
	a.Store(g(genResume), t)
	if v != x86.RAX {
		a.Mov(x86.RAX, v)
	}
	return c.ret()
}

// resumeSlot is the address of the word with the code that resumes at index at.
func (c *compiler) resumeSlot(at, depth int) uint64 {
	slot := c.u.resume[at]
	if slot == nil {
		slot = new(uint64)
		c.u.resume[at] = slot
	}
	if *slot == 0 && !c.run.Replaying() {
		r := c.e.newCompiler(c.e.frozenInFrame(c.u, at, depth), codebuf.Pause)
		r.prologue()
		r.pause(at, r.always)
		r.slot, r.of = slot, c.of
		b := c.e.place(r)
		r.release()
		*slot = uint64(b.buffer.Addr())
	}
	return uint64(uintptr(unsafe.Pointer(slot)))
}

// returnsFromGenerator ends the generator, which returns v.
func (c *compiler) returnsFromGenerator(v *Info) outcome {
	c.s.SyncLocals() // a traceback or another object may keep the frame
	c.s.BoxedIn(v, x86.RCX)
	c.savePC()
	c.a.Mov(x86.RAX, x86.CtxReg)
	c.frameArg(x86.RBX)
	c.a.CallHelper(x86.FuncPC(generatorReturned))
	return c.ret()
}

// generatorReturned leaves the frame of a generator that returns v, and stores v in Native.Result; the result is Null.
func generatorReturned(ctx *staging.Native, fr *object.Frame, v Value) Value {
	t := engineOf(ctx).t
	seen := fr.Object != object.Null
	ctx.Result = uint64(interp.LeaveFrame(t, fr, v))
	if !seen {
		t.RT.GeneratorEnded(generatorOf(fr))
	}
	return object.Null
}

// ownsResult reports whether the call of code, which the current instruction makes, gives a generator or coroutine that only the loop, yield from or
// await that follows refers to.
func (c *compiler) ownsResult(code *object.Code) bool {
	if kind := code.Flags & object.CoGenerators; kind != object.CoGenerator && kind != object.CoCoroutine {
		return false
	}
	after := c.u.in(int(c.in.next))
	switch c.in.op {
	case bc.GET_YIELD_FROM_ITER:
		return true
	case bc.GET_ANEXT:
		return after.op == bc.LOAD_CONST // which is sent next
	case bc.GET_ITER:
		return c.u.loopFollows(int(c.in.next))
	case bc.CALL, bc.CALL_KW, bc.CALL_FUNCTION_EX, bc.BEFORE_ASYNC_WITH:
		switch after.op {
		case bc.GET_YIELD_FROM_ITER, bc.GET_AWAITABLE:
			return true
		case bc.GET_ITER:
			return c.u.loopFollows(int(after.next))
		}
	}
	return false
}

// loopFollows reports whether nothing but preparations of a comprehension lies between the instruction at index at and a FOR_ITER: the iterator on top of the
// stack is the loop's.
func (u *Unit) loopFollows(at int) bool {
	for range 8 {
		switch in := u.in(at); in.op {
		case bc.FOR_ITER:
			return true
		case bc.LOAD_FAST_AND_CLEAR, bc.SWAP, bc.BUILD_LIST, bc.BUILD_SET, bc.BUILD_MAP:
			at = int(in.next)
		default:
			return false
		}
	}
	return false
}

// giveUp interprets an inner frame that machine code gives up, and returns what the frame's machine code would have returned.
func giveUp(ctx *staging.Native, fr *object.Frame) Value {
	e := engineOf(ctx)
	e.turn(fr.Code)
	v := interp.RunNested(e.t, fr)
	if fr.Owner == object.FrameGenerator && v != object.Null && generatorOf(fr).State == object.GenClosed {
		ctx.Result = uint64(v)
		return object.Null
	}
	return v
}

func generatorOf(fr *object.Frame) *object.Generator {
	return (*object.Generator)(unsafe.Add(unsafe.Pointer(fr), -int(object.GenFrame)))
}

// generatorLeft tells tier 1 how to continue after the outermost activation, a generator's that tier 1 resumed, has returned v.
func (e *Engine) generatorLeft(t *object.Thread, fr *object.Frame, v Value) (Value, object.Went) {
	switch {
	case v != object.Null && fr.Entry:
		fr.Result = v
		return object.Null, object.WentOut
	case v != object.Null:
		caller := t.Frame
		caller.ReturnOffset = 1 // past the one cache unit of SEND or FOR_ITER
		*(*Value)(caller.SP) = v
		caller.SP = unsafe.Add(caller.SP, 8)
		return object.Null, object.WentElsewhere
	case t.Exc != object.Null:
		return object.Null, object.WentRaised
	}
	return Value(e.ctx.Result), object.WentReturned
}

// nextOfGenerator is FOR_ITER over a generator.
func (c *compiler) nextOfGenerator(it *Info) outcome {
	return c.resumeGenerator(it, constant(object.None), false, 0, nil, func() outcome {
		c.s.Pop(1)
		return c.ranTo(c.afterLoop())
	})
}

// classASend is the class of what __anext__ of an async generator returns.
var classASend = uint64(object.TAsyncGenASend.Shape())

var classCoroutine = uint64(object.TCoroutine.Shape())

var generators = promotion.NewSwitch(classGenerator, classCoroutine, classASend)

// send is SEND: (receiver, v -- receiver, result); it jumps when the receiver has returned.
func (c *compiler) send() outcome {
	s := c.s
	g, v := s.Top(1), s.Top(0)
	class, stop := classIn(g, generators)
	if stop {
		return c.promoteSwitch(g, generators)
	}
	if generators.Case(class) < 0 || g.Time != vinfo.RunTime {
		return c.helper()
	}
	if class, ok := staging.Class(v); ok && class == staging.ClassNone {
		v = constant(object.None) // after a merge, a value of which only the class is known
	}
	if class == classASend {
		if !v.IsKnown() || Value(v.Known.Value) != object.None {
			return c.helper()
		}
	} else if !v.IsKnown() || Value(v.Known.Value) != object.None {
		r := s.InReg(g)
		c.a.AluMI(x86.CMP, x86.W8, x86.Ptr(r, genState), int32(object.GenCreated))
		if c.when(stats.Unsupported, c.onlyIf(x86.E)) { // a generator just created accepts None only
			return c.helper()
		}
		s.Force(v)
	}
	return c.resumeGenerator(g, v, class == classASend, 1, nil, func() outcome {
		c.a.Load(x86.RAX, x86.Ptr(x86.CtxReg, staging.CtxResult))
		c.pushRAX()
		return c.ranTo(c.in.target())
	})
}

// metaNext is next() of a generator.
func metaNext(c *compiler, args []*Info, n int) (outcome, bool) {
	if len(args) < 1 || len(args) > 2 || c.u.outer != nil {
		return next, false
	}
	it := args[0]
	class, stop := classIn(it, iterators)
	if stop {
		return c.promoteSwitch(it, iterators), true
	}
	if class != classGenerator || it.Time != vinfo.RunTime {
		return next, false
	}
	var or *Info
	if len(args) == 2 {
		or = args[1]
	}
	return c.resumeGenerator(it, constant(object.None), false, n, or, func() outcome {
		if or != nil {
			c.s.Push(or)
			return c.ranPython()
		}
		if _, ok := c.handler(); ok {
			c.a.AluMI(x86.CMP, x86.W64, x86.Ptr(x86.CtxReg, staging.CtxResult), int32(object.None))
			if !c.when(stats.TypeMiss, c.onlyIf(x86.NE)) {
				c.throw(object.TStopIteration)
				return c.ranTo(c.s.PC)
			}
		}
		c.a.Mov(x86.RAX, x86.CtxReg)
		c.a.CallHelper(x86.FuncPC(generatorEnded))
		c.afterCall()
		return c.raised(false)
	}), true
}

// generatorEnded raises the StopIteration of a generator that has returned.
func generatorEnded(ctx *staging.Native) {
	if t, v := engineOf(ctx).t, Value(ctx.Result); v == object.None {
		object.RaiseType(t, object.TStopIteration)
	} else {
		object.RaiseStopIteration(t, v)
	}
}

// resumeGenerator resumes the generator it with v sent. The yielded value is pushed in place of the n topmost items; returned compiles the sequel
// for a generator that has returned, and may use what is to be kept (nil: nothing). With step set, it is the awaitable of a step of an async generator,
// and v is None.
func (c *compiler) resumeGenerator(it, v *Info, step bool, n int, keep *Info, returned func() outcome) outcome {
	var kept []*Info
	if keep != nil {
		kept = []*Info{keep}
	}
	if !c.wake(it, v, step, n, kept) {
		return c.helper()
	}
	if c.gaveNone(stats.GeneratorYield) {
		return c.endOr(returned)
	}
	return c.ranFor()
}

// gaveNone tests whether what code of a program has given, in RAX, is no item.
func (c *compiler) gaveNone(reason stats.Reason) bool {
	c.a.Test(x86.RAX, x86.RAX)
	return c.when(reason, c.onlyIf(x86.E))
}

// endOr goes on where there is no item: at an exception that is set, else with the code of end.
func (c *compiler) endOr(end func() outcome) outcome {
	c.a.AluMI(x86.CMP, x86.W64, threadMem(object.OffExc), 0)
	if c.when(stats.NullResult, c.onlyIf(x86.NE)) {
		return c.raised(false)
	}
	return end()
}

// wake is resumeGenerator without what follows: RAX is the value, or 0. False: the generator cannot be resumed here, and nothing has been done.
func (c *compiler) wake(it, v *Info, step bool, n int, kept []*Info) bool {
	s, a := c.s, c.a
	c.settle()
	s.SyncLocals()
	if step {
		s.Sync(s.Live() - 2) // its home, for asendStepped
	}
	g := s.InReg(it)
	s.Pin(g)
	st := g
	if step {
		g = s.Temp()
		s.Pin(g)
		a.Load(g, x86.Ptr(st, interp.StepGenerator))
		if c.stepHasBegun(st, g) {
			return false
		}
	}
	sent := x86.NoReg
	if !fits32(v) {
		sent = s.InReg(v)
		s.Pin(sent)
	}
	code := s.Temp()
	s.Pin(code)
	a.Load(code, x86.Ptr(g, genResume))
	a.Test(code, code)
	if c.when(stats.Unsupported, c.onlyIf(x86.E)) { // not suspended, or not by machine code
		return false
	}
	a.Load(code, x86.Ptr(code, 0))
	a.Test(code, code)
	if c.when(stats.EvictedCode, c.onlyIf(x86.E)) {
		return false
	}
	a.AluMI(x86.CMP, x86.W32, threadMem(object.OffDepth), 0)
	if c.when(stats.Recursion, c.onlyIf(x86.LE)) {
		return false
	}
	a.AluRM(x86.CMP, x86.W64, x86.RSP, x86.Ptr(x86.CtxReg, x86.CtxStackLo))
	if c.when(stats.NativeStack, c.onlyIf(x86.B)) {
		return false
	}
	c.savePC()
	if step {
		a.MovMI(x86.W64, x86.Ptr(st, interp.StepState), interp.StepIter)
		a.MovMI(x86.W8, x86.Ptr(g, genAsyncRunning), 1)
	}
	s.Pop(n)
	s.Drop()
	for _, i := range kept {
		s.Keep(i)
	}
	s.ForgetFields()
	s.SaveRegs()
	wakeGenerator(a, g, func(top x86.Mem) {
		if sent != x86.NoReg {
			a.Store(top, sent)
		} else {
			a.MovMI(x86.W64, top, int32(v.Known.Value))
		}
	})
	a.CallR(code)
	c.afterCall()
	if step {
		a.Mov(x86.RBX, x86.RAX)
		a.Load(x86.RCX, staging.SlotMem(s.Live()-1))
		a.Mov(x86.RAX, x86.CtxReg)
		a.CallHelper(x86.FuncPC(asendStepped))
		c.afterCall()
	}
	return true
}

// stepHasBegun tests whether a step st of the async generator g is not simply to be begun: it has begun, or another one runs, or it sends something.
func (c *compiler) stepHasBegun(st, g x86.Reg) bool {
	a := c.a
	a.AluMI(x86.CMP, x86.W64, x86.Ptr(st, interp.StepState), interp.StepInit)
	if c.when(stats.Unsupported, c.onlyIf(x86.NE)) {
		return true
	}
	a.AluMI(x86.CMP, x86.W64, x86.Ptr(st, interp.StepSend), int32(object.None))
	if c.when(stats.Unsupported, c.onlyIf(x86.NE)) {
		return true
	}
	a.AluMI(x86.CMP, x86.W8, x86.Ptr(g, genAsyncRunning), 0)
	return c.when(stats.Unsupported, c.onlyIf(x86.NE))
}

// asendStepped ends a step of an async generator whose frame gave r; v is the step's awaitable. What the awaiting gives is returned as a generator's
// return value is.
func asendStepped(ctx *staging.Native, r, v Value) Value {
	r, done := interp.AsendStepped(engineOf(ctx).t, v, r)
	if done {
		ctx.Result = uint64(r)
		return object.Null
	}
	return r
}

// getYieldFromIter is GET_YIELD_FROM_ITER: generators are their own iterators, and __iter__ of a class defined in Python is called.
func (c *compiler) getYieldFromIter() outcome {
	v := c.s.Top(0)
	class, o, ok := c.classOf(v)
	switch {
	case !ok && o == ended:
		return o
	case !ok:
		return c.helper()
	case class == classGenerator:
		return next
	}
	if typ, _ := c.e.typeOf(class); typ == nil || !isHeap(typ) {
		return c.helper()
	}
	typ, o := c.exactType(v)
	if typ == nil {
		return o
	}
	to, args, o, state := c.specialCallee(v, typ, object.N_iter_, (*object.Type).DefinesIter)
	if state == called {
		o, state = c.pushFrame(to, args, 0, nil)
	}
	return c.orHelper(o, state, func() outcome {
		if to.code.Flags&object.CoGenerators != object.CoGenerator {
			c.checkIterator()
			if c.when(stats.NullResult, c.onlyIf(x86.E)) {
				return c.raised(false)
			}
		}
		c.s.Pop(1)
		return c.ranFor()
	})
}

// getAwaitable is GET_AWAITABLE: a coroutine that nothing awaits is its own iterator.
func (c *compiler) getAwaitable() outcome {
	v := c.s.Top(0)
	class, stop := classIn(v, generators)
	if stop {
		return c.promoteSwitch(v, generators)
	}
	switch {
	case class == classASend:
		return next
	case class != classCoroutine || v.Time != vinfo.RunTime:
		return c.helper()
	}
	c.a.AluMI(x86.CMP, x86.W8, x86.Ptr(c.s.InReg(v), genState), int32(object.GenSuspendedYieldFrom))
	if c.when(stats.Unsupported, c.onlyIf(x86.E)) {
		return c.helper()
	}
	return next
}

func iterResult(t *object.Thread, v Value) Value { return object.IterResult(t, v) }

// onResume is Runtime.OnResume: machine code continues a generator that it suspended and that Go code now wakes. If done is false, tier 1 must
// continue it.
func (e *Engine) onResume(t *object.Thread, fr *object.Frame, slot uint64) (v Value, done bool) {
	code := **(**uintptr)(unsafe.Pointer(&slot)) // the unit keeps the slot alive
	if code == 0 || t.Breaker.Load()&object.BreakNative != 0 || !e.stackRoom() {
		return object.Null, false
	}
	r := e.run(code, e.thunks.resume)
	switch {
	case r == tokenResume:
		return object.Null, false
	case r == 0 && t.Exc == object.Null:
		return Value(e.ctx.Result), true
	}
	return Value(r), true
}
