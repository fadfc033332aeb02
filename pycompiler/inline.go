// Inlining: a call of a short function is compiled as part of its caller, without a frame.
//
// While the callee is compiled, its variables follow the caller's in the state, and the state's unit is an inlined unit:
//
//	| caller's localsplus | caller's stack | the function | callee's localsplus | callee's stack |
//	                                                      ^ Unit.base
//
// The callee may itself have calls that were inlined when its own code was compiled; their functions' variables follow in the same way. Variables
// from the function on have no homes, and no other code may see them: on its usual paths an inlined function raises, calls and polls nothing. Where
// an instruction needs a frame after all, because it calls its helper or room for code is short, the call is made late: the frame is pushed and
// filled in, and code for that instruction is called, as if the function had been called in the first place (callLate).

package pycompiler

import (
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// Limits of an inlined function: its instructions, and its variables with its stack.
const (
	shortCode  = 40
	shortFrame = 12
)

// maxLevel is how many inlined calls may lie in one another.
const maxLevel = 3

// late is how many times the compiler may find that an inlined call must be made late; after that, the function is no longer inlined.
const late = 2

// inlineKey identifies an inlined call: the calling instruction, the callee, whether the call is that of an __init__, how much of the callee it is,
// and what follows.
type inlineKey struct {
	at     int
	callee *Unit
	init   bool
	peeled bool
	sequel sequel
}

// How much of a callee is part of its caller.
const (
	notInlined = iota
	whole
	begun // only its beginning: see peel.go
)

// inlining holds the additional fields of an inlined unit.
type inlining struct {
	outer  *Unit  // the caller's unit; nil: this unit is not inlined
	callee *Unit  // the function's own unit
	at     int    // index of the calling instruction
	base   int    // index of its first variable
	init   bool   // the function is an __init__, whose result is checked and dropped
	sequel sequel // what follows the call
	leaves bool   // the call is made late at once
	peeled bool   // the function has instructions that need a frame: see peel.go
}

// root is the unit that has the frame.
func (u *Unit) root() *Unit {
	for u.outer != nil {
		u = u.outer
	}
	return u
}

// alone is the unit of u's function by itself.
func (u *Unit) alone() *Unit {
	if u.outer != nil {
		return u.callee
	}
	return u
}

// level is how many inlined calls lead to u.
func (u *Unit) level() (n int) {
	for ; u.outer != nil; u = u.outer {
		n++
	}
	return n
}

// frames is the size of the frames that u and the units around it need if the calls are made late.
func (u *Unit) frames() (size int32) {
	for ; u.outer != nil; u = u.outer {
		size += u.code.FrameSize
	}
	return size
}

// inline is the inlined unit for a call in u.
func (u *Unit) inline(key inlineKey, base int) *Unit {
	i := u.inlined[key]
	if i == nil {
		of := key.callee
		i = &Unit{code: of.code, globals: of.globals, builtins: of.builtins, bytecode: of.bytecode,
			inlining: inlining{outer: u, callee: of, at: key.at, base: base, init: key.init, peeled: key.peeled, sequel: key.sequel}}
		if u.inlined == nil {
			u.inlined = map[inlineKey]*Unit{}
		}
		u.inlined[key] = i
	}
	return i
}

// leaving is a copy of u in which the call is made late at once.
func (u *Unit) leaving() *Unit {
	v := *u
	v.leaves = true
	return &v
}

// inlinable are the instructions that usually need no frame.
var inlinable = [256]bool{
	bc.RESUME: true, bc.NOP: true, bc.POP_TOP: true, bc.COPY: true, bc.SWAP: true, bc.RETURN_VALUE: true, bc.RETURN_CONST: true,
	bc.LOAD_CONST: true, bc.LOAD_GLOBAL: true, bc.LOAD_FAST: true, bc.LOAD_FAST_CHECK: true, bc.LOAD_FAST_LOAD_FAST: true,
	bc.STORE_FAST: true, bc.STORE_FAST_LOAD_FAST: true, bc.STORE_FAST_STORE_FAST: true,
	bc.COPY_FREE_VARS: true, bc.LOAD_DEREF: true, bc.STORE_DEREF: true, bc.LOAD_ATTR: true, bc.STORE_ATTR: true,
	bc.BINARY_OP: true, bc.BINARY_SUBSCR: true, bc.STORE_SUBSCR: true, bc.CONTAINS_OP: true, bc.COMPARE_OP: true, bc.IS_OP: true,
	bc.UNARY_NEGATIVE: true, bc.UNARY_INVERT: true, bc.UNARY_NOT: true, bc.TO_BOOL: true, bc.BUILD_TUPLE: true, bc.UNPACK_SEQUENCE: true,
	bc.POP_JUMP_IF_TRUE: true, bc.POP_JUMP_IF_FALSE: true, bc.POP_JUMP_IF_NONE: true, bc.POP_JUMP_IF_NOT_NONE: true, bc.JUMP_FORWARD: true,
}

// inRaise are further instructions that an inlined function may have, for raise statements. If they need a frame, the call is made late.
var inRaise = [256]bool{
	bc.RAISE_VARARGS: true, bc.PUSH_NULL: true, bc.CALL: true, bc.CALL_KW: true, bc.BUILD_STRING: true, bc.FORMAT_SIMPLE: true, bc.FORMAT_WITH_SPEC: true, bc.CONVERT_VALUE: true,
}

// nesting are the instructions whose calls are inlined in inlined functions.
var nesting = [256]bool{
	bc.CALL: true, bc.BINARY_SUBSCR: true, bc.STORE_SUBSCR: true, bc.LOAD_ATTR: true, bc.STORE_ATTR: true,
	bc.BINARY_OP: true, bc.COMPARE_OP: true, bc.CONTAINS_OP: true, bc.TO_BOOL: true, bc.UNARY_NEGATIVE: true, bc.UNARY_INVERT: true,
}

// drops reports whether an instruction drops the result of the function that it calls.
func drops(op uint8) bool { return op == bc.STORE_SUBSCR || op == bc.STORE_ATTR }

// raises reports whether the instruction at index i is one of those that lead to a raise statement only.
func (u *bytecode) raises(i int) bool {
	for {
		in := u.in(i)
		switch {
		case in.op == bc.RAISE_VARARGS:
			return true
		case !inlinable[in.op] && !inRaise[in.op] || bc.HasJump(in.op) || in.op == bc.RETURN_VALUE || in.op == bc.RETURN_CONST:
			return false
		}
		if i = int(in.next); u.is(joins, i) {
			return false
		}
	}
}

// short reports whether u may be inlined where levels more calls may be.
func (u *Unit) short(levels int) bool {
	if levels <= 0 || u.cannot || u.late > late || u.code.Flags&object.CoGenerators != 0 || u.count > shortCode || u.nslots() > shortFrame || len(u.code.Handlers()) > 0 {
		return false
	}
	for i, in := range u.all() {
		if inlinable[in.op] || in.op == bc.PUSH_NULL {
			continue
		}
		if to := u.calls[i]; !u.light[i] && (to == nil || !to.short(levels-1)) && !(inRaise[in.op] && u.raises(i)) {
			return false
		}
	}
	return true
}

// inline begins to compile a call of a function, with the values of its parameters, as part of the caller. False: the call must be made. The
// operands are the n topmost stack items; keep, if not nil, is pushed in their place. init: the function is the __init__ of keep.
func (c *compiler) inline(fn callee, args []*Info, n int, keep *Info, init bool) bool {
	return c.inlineFor(fn, args, n, keep, init, noSequel)
}

// inlineFor is inline for a call with a sequel.
func (c *compiler) inlineFor(fn callee, args []*Info, n int, keep *Info, init bool, q sequel) bool {
	e, s, a := c.e, c.s, c.a
	u := e.unitOf(fn.code, fn.globals, fn.builtins)
	level := c.u.level()
	nests := nesting[c.in.op] && (keep == nil || init) && fn.value.IsKnown()
	if level > 0 && !nests {
		return false
	}
	how := c.run.Read(func() uint64 {
		switch {
		case u.short(maxLevel - level):
			return whole
		case c.peels(u):
			return begun
		}
		return notInlined
	})
	if how == notInlined {
		return false
	}
	peeled := how == begun
	if peeled && !c.nativeRoom() {
		return false
	}
	// The conditions of pushFrame: the frame may have to be pushed later.
	size := c.u.frames() + fn.code.FrameSize
	if max(size, object.StackSlack) > c.roomy {
		a.Load(staging.Scratch, threadMem(object.OffStackTop))
	}
	if c.noRoom(staging.Scratch, size) {
		return false
	}
	a.AluMI(x86.CMP, x86.W32, threadMem(object.OffDepth), int32(level))
	if c.when(stats.Recursion, c.onlyIf(x86.LE)) {
		return false
	}
	for _, v := range args {
		switch {
		case v.Time == vinfo.Virtual && isVirtualIter(v): // an iterator's vinfo is replaced when the iterator advances
			s.Force(v)
		case v.Time == vinfo.RunTime:
			v.Flags |= vinfo.NotNull
		}
	}
	s.Pop(n)
	if keep != nil {
		s.Push(keep)
	}
	if s.Live() == len(s.Vars) { // the operands stay
		s.Vars, s.Home = append(s.Vars, nil), append(s.Home, nil)
	}
	s.Push(fn.value)
	base := s.Live()
	if !slices.Contains(c.inlined, u) {
		c.inlined = append(c.inlined, u)
	}
	if !c.run.Replaying() {
		e.note(c.u, c.start, dump.Inlined, u.String())
		if own := c.u.alone(); nests && c.in.op == bc.CALL && !peeled {
			if own.calls == nil {
				own.calls = map[int]*Unit{}
			}
			own.calls[c.start] = u
		}
	}
	i := c.u.inline(inlineKey{c.start, u, init, peeled, q}, base)
	s.NLocals, s.Depth, s.PC = base+int(fn.code.NLocalsPlus), 0, 0
	c.within(i)
	for k := base; k < s.NLocals; k++ {
		s.Vars[k] = constant(object.Null)
	}
	copy(s.Vars[base:], args)
	return true
}

// within makes the compiler continue in u. The caller's variables may lie anywhere in its frame.
func (c *compiler) within(u *Unit) {
	s := c.s
	c.u, s.Unit, s.NHomes = u, u, u.homes()
	size := max(u.base+u.nslots(), u.root().nslots())
	for len(s.Vars) < size {
		s.Vars, s.Home = append(s.Vars, nil), append(s.Home, nil)
	}
	clear(s.Vars[size:])
	s.Vars, s.Home = s.Vars[:size], s.Home[:size]
}

// homes is the number of variables that have homes.
func (u *Unit) homes() int {
	n := u.nslots()
	for ; u.outer != nil; u = u.outer {
		n = u.base - 1
	}
	return n
}

// nested reports whether the current instruction, a call in an inlined function, was inlined before, or needed no call.
func (c *compiler) nested() bool {
	return c.in.op == bc.CALL && c.run.Read(func() uint64 { return b2u(c.u.callee.calls[c.start] != nil || c.u.callee.light[c.start]) }) != 0
}

// wasLight notes that the current instruction needed no call, so that its function may be inlined.
func (c *compiler) wasLight() {
	if c.u.outer == nil && c.in.op == bc.CALL && !c.run.Replaying() {
		if c.u.light == nil {
			c.u.light = map[int]bool{}
		}
		c.u.light[c.start] = true
	}
}

// local is the index in the state of local n of the function being compiled.
func (c *compiler) local(n uint32) int { return c.u.base + int(n) }

// outside makes the compiler continue in the caller, after the inlined call. The current instruction is that call again, with its operands popped.
func (c *compiler) outside() {
	s, u := c.s, c.u
	clear(s.Vars[u.base-1 : s.Live()])
	s.NLocals = u.outer.base + int(u.outer.code.NLocalsPlus)
	s.Depth = u.base - 1 - s.NLocals
	c.within(u.outer)
	c.start, c.in = u.at, u.outer.in(u.at)
}

// returnsInline compiles the return of an inlined function.
func (c *compiler) returnsInline(v *Info) outcome {
	init := c.u.init
	if init && !(v.IsKnown() && Value(v.Known.Value) == object.None) {
		return c.callLate(c.start)
	}
	if c.u.outer.in(c.u.at).op == bc.GET_ITER {
		if o, ok := c.returnsIterator(v); !ok {
			return o
		}
	}
	if q := c.u.sequel; q != noSequel {
		return c.returnsTo(q, v)
	}
	c.outside()
	if !init && !drops(c.in.op) {
		c.s.Push(v)
	}
	return next
}

// callLate makes the inlined call after all, from the instruction at index pc on, and continues after it. Of calls in one another, it makes all.
func (c *compiler) callLate(pc int) outcome {
	a, u := c.a, c.u
	if !c.run.Replaying() && !u.raises(pc) && !u.peeled {
		u.callee.late++
		c.e.note(u.outer, u.at, dump.Late, u.String())
	}
	if u.peeled {
		if c.pushPeeled(pc) {
			return c.ranRaw()
		}
	} else {
		u = c.pushLate(pc, false)
	}
	a.Test(x86.RAX, x86.RAX)
	if c.when(stats.NullResult, c.onlyIf(x86.E)) {
		return c.calleeRaised()
	}
	switch {
	case u.sequel != noSequel:
		return c.follow(u.sequel)
	case c.in.op == bc.GET_ITER:
		return c.gotIterator(u.code)
	case drops(c.in.op):
		return c.ranPython()
	case !u.init:
		return c.ranFor()
	}
	a.CmpI(x86.RAX, int32(object.None))
	if c.when(stats.TypeMiss, c.onlyIf(x86.NE)) {
		return c.badInit()
	}
	return c.ranPython()
}

// badInit raises TypeError for an __init__ whose result, in RAX, is not None.
func (c *compiler) badInit() outcome {
	c.raiseBadInit()
	return c.raised(false)
}

func (c *compiler) raiseBadInit() {
	c.a.Mov(x86.RBX, x86.RAX)
	c.threadArg(x86.RAX)
	c.a.CallHelper(x86.FuncPC(initReturned))
	c.afterCall()
}

// leaveInline is exit for an inlined function: the call is made, and its caller goes to tier 1 when the call returns. No run-time condition is
// asked.
func (c *compiler) leaveInline(reason stats.Reason, pc int) outcome {
	s, a := c.s, c.a
	raised := a.NewLabel()
	u := c.pushLate(pc, true)
	pushed := 0
	c.lateResult(u, c.in, s.Live(), raised)
	if !u.init && !drops(c.in.op) {
		switch {
		case c.in.op == bc.GET_ITER:
			c.checkIterator()
			a.Jcc(x86.E, raised)
		case u.sequel != noSequel:
			s.Pop(bc.Popped(c.in.op, c.in.arg))
		}
		pushed = c.storeResult(u, s.Live())
		c.pushSlots(pushed)
	}
	c.exit(reason, int(c.in.next))
	s.Pop(pushed)
	a.Bind(raised)
	s.Flush()
	if c.in.op == bc.FOR_ITER {
		other := a.NewLabel()
		c.clearStop()
		a.Jcc(x86.E, other)
		s.Pop(1)
		c.exit(reason, c.afterLoop())
		c.pushSlots(1)
		a.Bind(other)
	}
	if c.unwind(false) == jumped {
		c.exit(reason, s.PC)
	}
	return ended
}

// lateResult makes RAX, the result of the late call of from, what its instruction in makes of it: an __init__'s is checked, and a sequel follows, whose
// operands end at slot top. Code at raised follows where there is none. The frame is the running one.
func (c *compiler) lateResult(from *Unit, in instr, top int, raised x86.Label) {
	a := c.a
	a.Test(x86.RAX, x86.RAX)
	a.Jcc(x86.E, raised)
	switch {
	case from.init:
		fine := a.NewLabel()
		a.CmpI(x86.RAX, int32(object.None))
		a.Jcc(x86.E, fine)
		c.raiseBadInit()
		a.Load(staging.FrameReg, threadMem(object.OffFrame))
		a.Jmp(raised)
		a.Bind(fine)
	case from.sequel != noSequel && from.sequel != ofCallable:
		a.Mov(x86.RBX, x86.RAX)
		c.callSequel(from.sequel, in, top)
		a.Load(staging.FrameReg, threadMem(object.OffFrame))
		a.Test(x86.RAX, x86.RAX)
		a.Jcc(x86.E, raised)
		if from.sequel == ofContains && in.arg != 0 {
			a.AluRI(x86.XOR, x86.W64, x86.RAX, 1)
		}
	}
}

// storeResult stores RAX, the result of an instruction that has made the late call of from, in a stack slot. It returns how many items those are.
func (c *compiler) storeResult(from *Unit, slot int) int {
	c.a.Store(staging.SlotMem(slot), x86.RAX)
	if from.sequel != ofCallable {
		return 1
	}
	c.a.MovMI(x86.W64, staging.SlotMem(slot+1), int32(object.Null))
	return 2
}

// pushLate pushes the frame of the inlined function, and calls code for its instruction at index pc. Afterwards the state is the caller's, and the
// result is in RAX. With flush, all of the caller's variables go to their homes, else only its locals. The caller is the unit that has a frame: if
// calls of inlined functions lie in one another, all their frames are pushed, and each function goes on when the one that it called has returned.
// outermost is the unit of the call that the caller makes.
func (c *compiler) pushLate(pc int, flush bool) (outermost *Unit) {
	e, s, a := c.e, c.s, c.a
	s.Drop()
	c.tellHandled()
	var units []*Unit // the innermost first
	for u := c.u; u.outer != nil; u = u.outer {
		units = append(units, u)
	}
	outermost = units[len(units)-1]
	root := outermost.outer
	nlocals := int(root.code.NLocalsPlus)
	for _, i := range s.Vars[:nlocals] {
		if staging.MayBeObject(i) { // see settle; no run-time condition may be asked here
			s.Force(i)
		}
	}
	s.SyncFirst(nlocals, outermost.base-1)
	if flush {
		for n := range outermost.base - 1 {
			s.Sync(n)
		}
	}
	first := s.Vars[outermost.base-1]
	for _, v := range s.Vars[outermost.base:s.Live()] {
		s.Force(v)
	}
	value := x86.NoReg
	if !first.IsKnown() {
		value = s.InReg(first)
		s.Pin(value)
	}
	frame := s.Temp()
	s.Pin(frame)
	a.Load(frame, threadMem(object.OffStackTop))
	lates := make([]lateFrame, len(units))
	end, size := s.Live(), outermost.code.FrameSize
	for n, u := range units {
		lates[n] = lateFrame{u: u, in: u.in(pc), pc: pc, depth: end - u.base - int(u.code.NLocalsPlus), fn: s.Vars[u.base-1]}
		at := int32(object.FrameHeader) + u.outer.frames()
		for k, v := range s.Vars[u.base:end] {
			s.StoreBoxed(v, x86.Ptr(frame, at+8*int32(k)))
		}
		end, pc = u.base-1, u.at
	}
	for c.u.outer != nil {
		c.outside()
	}
	c.savePC()
	s.Drop()
	if flush {
		s.Flush()
	}
	s.ForgetFields()
	s.SaveRegs()
	for n := len(lates) - 1; n >= 0; n-- {
		l := lates[n]
		a.UnaryM(x86.DEC, x86.W32, threadMem(object.OffDepth))
		if n < len(lates)-1 {
			a.Lea(x86.W64, frame, x86.Ptr(frame, size))
			value = x86.NoReg
		}
		c.enterFrame(frame, callee{l.u.code, l.u.globals, l.u.builtins, l.fn}, value, nil)
		size = l.u.code.FrameSize
		if n > 0 {
			l.store(c, int(l.in.at)+1, l.depth)
		}
	}
	to := e.inFrame(lates[0].u.callee, lates[0].pc, lates[0].depth)
	c.callCode(to)
	to.Release()
	for n, l := range lates[1:] {
		c.returnLate(l, lates[n].u)
	}
	return outermost
}

// lateFrame is the frame of an inlined call that is made late.
type lateFrame struct {
	u     *Unit
	in    instr // its instruction that runs: the call of the next one, or where code begins
	pc    int   // the index of that
	depth int   // the number of items on its stack
	fn    *Info // the function
}

// store stores, for an interpreter, the position in the frame that is the running one.
func (l lateFrame) store(c *compiler, unit, depth int) {
	a := c.a
	a.MovRI(staging.Scratch, uint64(uintptr(l.u.code.First)+2*uintptr(unit)))
	a.Store(frameMem(object.FrPC), staging.Scratch)
	a.Lea(x86.W64, staging.Scratch, staging.SlotMem(int(l.u.code.NLocalsPlus)+depth))
	a.Store(frameMem(object.FrSP), staging.Scratch)
}

// returnLate goes on in l, the innermost frame, with the result of its call, that of from, in RAX. Then the result of l's own call is in RAX. No
// register is in use.
func (c *compiler) returnLate(l lateFrame, from *Unit) {
	a := c.a
	raised, leaves, end := a.NewLabel(), a.NewLabel(), a.NewLabel()
	a.Load(staging.FrameReg, threadMem(object.OffFrame))
	c.lateResult(from, l.in, int(l.u.code.NLocalsPlus)+l.depth, raised)
	if from.sequel != noSequel {
		l.depth -= bc.Popped(l.in.op, l.in.arg)
	}
	if !from.init && !drops(l.in.op) {
		l.depth += c.storeResult(from, int(l.u.code.NLocalsPlus)+l.depth)
	}
	a.AluMI(x86.CMP, x86.W8, breaker, 0)
	a.Jcc(x86.NE, leaves)
	to := c.e.inFrame(l.u.callee, int(l.in.next), l.depth)
	c.callCode(to)
	to.Release()
	a.Jmp(end)

	a.Bind(leaves)
	l.store(c, int(l.in.next), l.depth)
	a.MovMI(x86.W16, frameMem(object.FrState), 0)
	a.Mov(x86.RAX, x86.CtxReg)
	c.frameArg(x86.RBX)
	a.CallHelper(x86.FuncPC(giveUp))
	c.afterCall()
	a.Jmp(end)

	a.Bind(raised)
	c.threadArg(x86.RAX)
	c.frameArg(x86.RBX)
	a.MovRI(x86.RCX, 1)
	a.CallHelper(x86.FuncPC(catch))
	c.afterCall()
	a.Zero(x86.RAX)
	a.Bind(end)
}

// enterFrame makes the frame at t.StackTop, to which the register frame points, the running one; the recursion depth counts it already. The
// register value holds the function if that is not known. Registers that the moves read are left alone.
func (c *compiler) enterFrame(frame x86.Reg, fn callee, value x86.Reg, moves []staging.Move) {
	a := c.a
	a.Lea(x86.W64, staging.Scratch, x86.Ptr(frame, fn.code.FrameSize))
	a.Store(threadMem(object.OffStackTop), staging.Scratch)
	a.Store(threadMem(object.OffFrame), frame)
	function := uint64(object.Null)
	if value == x86.NoReg {
		function = fn.value.Known.Value
	}
	x := staging.ZeroX - 1
	for slices.ContainsFunc(moves, func(m staging.Move) bool { return m.From.Place == vinfo.XReg(int(x)) }) {
		x--
	}
	two := func(field int32, m x86.Mem) { // two adjacent words of the frame
		a.MovupsRM(x, m)
		a.MovupsMR(x86.Ptr(frame, field), x)
	}
	two(object.FrCode, c.s.Literal(uint64(uintptr(unsafe.Pointer(fn.code))), function))
	two(object.FrGlobals, c.s.Literal(uint64(uintptr(unsafe.Pointer(fn.globals))), uint64(uintptr(unsafe.Pointer(fn.builtins)))))
	if value != x86.NoReg {
		a.Store(x86.Ptr(frame, object.FrFunc), value)
	}
	a.MovupsMR(x86.Ptr(frame, object.FrLocals), staging.ZeroX) // and FrObject
	a.MovMI(x86.W64, x86.Ptr(frame, object.FrState), 0)
	a.Store(x86.Ptr(frame, object.FrPrev), staging.FrameReg)
	a.Mov(staging.FrameReg, frame)
}
