// The default for an instruction without a meta-implementation: a call of its helper.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

const (
	mayRaise = bc.FlagError | bc.FlagErrorNoPop | bc.FlagEscapes | bc.FlagEvalBreak
	mayRun   = bc.FlagEscapes | bc.FlagEvalBreak | bc.FlagError | bc.FlagErrorNoPop
)

// helper compiles the instruction as a call of its helper, and continues as the returned status says.
func (c *compiler) helper() outcome {
	if c.u.outer != nil {
		return c.callLate(c.start)
	}
	in := c.in
	pops, pushes := bc.Popped(in.op, in.arg), bc.Pushed(in.op, in.arg)
	flags := bc.Flags(in.op)
	if deep, ok := deepInputs[in.op]; ok && in.arg > 0 {
		// (container, unused[oparg-1], values -- container, unused[oparg-1]): the items in between stay where they are
		c.s.Sync(c.s.NLocals + c.s.Depth - deep - int(in.arg))
		pops, pushes = deep, 0
	}
	c.callHelper(pops, max(pops, pushes), flags&mayRun != 0)
	switch in.op {
	case bc.RAISE_VARARGS, bc.RERAISE:
		c.countTaken(stats.NullResult)
		if c.when(stats.HelperStatus, c.status(interp.StatusError)) {
			return c.raised(true)
		}
		return c.raised(false)
	}
	if flags&(mayRaise|bc.FlagJump|bc.FlagDeopt) != 0 {
		c.a.TestRR(x86.W8, x86.RBX, x86.RBX)
		if c.when(stats.HelperStatus, c.onlyIf(x86.NE)) {
			return c.statuses(pushes)
		}
	}
	c.pushSlots(pushes)
	if flags&bc.FlagEscapes != 0 || flags&bc.FlagEvalBreak != 0 {
		return c.ranPython()
	}
	return next
}

// deepInputs lists the instructions that change a container further down the stack, with the number of values that each pops.
var deepInputs = map[uint8]int{bc.LIST_APPEND: 1, bc.SET_ADD: 1, bc.LIST_EXTEND: 1, bc.SET_UPDATE: 1, bc.DICT_UPDATE: 1, bc.MAP_ADD: 2}

// callHelper moves the instruction's n inputs to their homes, pops them, and calls the helper, which leaves its status in RBX. The helper may write
// the first room slots, counted from the lowest input on. observed: the helper may raise or run arbitrary code, which sees the variables.
func (c *compiler) callHelper(n, room int, observed bool) {
	s, a := c.s, c.a
	s.Drop()
	depth := s.Depth
	if observed {
		c.settle()
	}
	for k := depth - n; k < depth; k++ {
		if i := s.Vars[s.NLocals+k]; staging.MayBeObject(i) && c.references(i) > 1 {
			c.settleOne(i)
		}
	}
	for k := depth - n; k < depth; k++ {
		s.Sync(s.NLocals + k)
	}
	if observed {
		s.SyncFirst(s.NLocals, s.Live()-n)
	}
	s.Pop(n)
	for k := 0; k < room; k++ {
		if at := s.NLocals + s.Depth + k; at < len(s.Home) {
			s.KeepOff(at)
		}
	}
	s.ForgetFields()
	s.SaveRegs()
	if c.e.cfg.Count {
		c.counting(&c.e.counts.Helpers[c.in.op])
	}
	c.countAt(dump.Helper, bc.Name(c.in.op))
	c.threadArg(x86.RAX)
	c.frameArg(x86.RBX)
	c.spArg(x86.RCX, depth)
	a.MovRI(x86.RDI, uint64(c.u.pc(c.in)))
	a.MovRI(x86.RSI, uint64(c.in.arg))
	a.CallHelper(x86.FuncPC(interp.Helpers[c.in.op]))
	c.afterCallWith(n)
}

// counting emits code that increments *n.
func (c *compiler) counting(n *uint64) {
	a, at := c.a, x86.Ptr(staging.Scratch, 0)
	c.extra -= a.Size()
	a.MovRI(staging.Scratch, uint64(uintptr(unsafe.Pointer(n))))
	a.Push(x86.RAX)
	a.Load(x86.RAX, at)
	a.Lea(x86.W64, x86.RAX, x86.Ptr(x86.RAX, 1)) // preserves the flags
	a.Store(at, x86.RAX)
	a.Pop(x86.RAX)
	c.extra += a.Size()
}

// countInstruction emits code that counts the instruction, if instructions are counted.
func (c *compiler) countInstruction() {
	if c.e.cfg.Count {
		c.counting(&c.e.counts.Totals[stats.NativeBytecodes])
	}
}

// pushSlots pushes n values that are in their homes.
func (c *compiler) pushSlots(n int) {
	for ; n > 0; n-- {
		at := c.s.Live()
		c.s.Push(inSlot(at))
		c.s.Home[at] = c.s.Vars[at]
	}
}

// status is the condition that the helper's status is not st.
func (c *compiler) status(st interp.Status) func(l x86.Label) x86.Site {
	return func(l x86.Label) x86.Site {
		c.a.AluRI(x86.CMP, x86.W8, x86.RBX, int32(st))
		return c.a.JccSite(x86.NE, l)
	}
}

// statuses compiles the sequel of a helper whose status is not StatusNext.
func (c *compiler) statuses(pushes int) outcome {
	in := c.in
	if bc.HasJump(in.op) {
		if !c.when(stats.HelperStatus, c.status(interp.StatusJump)) {
			if in.op == bc.SEND {
				c.pushSlots(pushes)
			}
			return c.ranTo(int(in.next) + interp.JumpDistance(in.op, in.arg))
		}
	}
	if !c.when(stats.HelperStatus, c.status(interp.StatusError)) {
		c.countTaken(stats.NullResult)
		return c.raised(false)
	}
	if !c.when(stats.HelperStatus, c.status(interp.StatusFrame)) {
		return c.finishCall(pushes)
	}
	if !c.when(stats.HelperStatus, c.status(interp.StatusUnwind)) {
		c.countTaken(stats.NullResult)
		return c.raised(true)
	}
	panic("BUG: pycompiler: status of " + bc.Name(in.op))
}

// finishCall runs the frame that a helper pushed until the frame ends, and pushes the result.
func (c *compiler) finishCall(pushes int) outcome {
	a := c.a
	if c.in.op != bc.SEND && c.in.op != bc.FOR_ITER { // those push generators' frames
		c.threadArg(x86.RAX)
		a.CallHelper(x86.FuncPC(pushedEntry))
		c.afterCall()
		a.Test(x86.RAX, x86.RAX)
		if !c.when(stats.Unsupported, c.onlyIf(x86.E)) {
			a.CallTo(c.e.thunks.enter)
			c.afterCall()
			return c.finished(pushes)
		}
	}
	c.threadArg(x86.RAX)
	c.frameArg(x86.RBX)
	a.CallHelper(x86.FuncPC(interp.FinishCall))
	c.afterCall()
	return c.finished(pushes)
}

// pushedEntry prepares a native call of the frame that a helper has pushed: it says where that frame's code is, for thunks.enter. Null: there is
// none at hand, or the call needs more than such a call does, so FinishCall must make it.
func pushedEntry(t *object.Thread) uintptr {
	e := engineOf((*staging.Native)(unsafe.Pointer(&t.Native)))
	fr := t.Frame
	if fr.Code.Hot >= 0 || fr.Owner != object.FrameThread || fr.PC != unsafe.Pointer(fr.Code.First) || t.RT.InstrVersion != 0 ||
		t.Breaker.Load()&object.BreakLeave != 0 {
		return 0
	}
	recent := e.recentEntry(fr.PC)
	if !recent.is(fr, fr.PC) {
		return 0
	}
	addr := recent.addr()
	e.ctx.Target = addr
	return addr
}

// finished ends a call whose result, or Null, is in RAX.
func (c *compiler) finished(pushes int) outcome {
	a := c.a
	a.Test(x86.RAX, x86.RAX)
	if c.when(stats.NullResult, c.onlyIf(x86.E)) {
		return c.raised(false)
	}
	if c.in.op == bc.SEND { // RBX tells whether the generator has yielded
		c.pushSlots(1)
		c.pushRAX()
		a.TestRR(x86.W8, x86.RBX, x86.RBX)
		if c.when(stats.GeneratorYield, c.onlyIf(x86.E)) {
			return c.ranTo(int(c.in.next) + interp.JumpDistance(c.in.op, c.in.arg))
		}
		return c.ranPython()
	}
	c.pushSlots(pushes - 1)
	return c.ranFor()
}

// pushRAX pushes the value that a call left in RAX.
func (c *compiler) pushRAX() {
	i := c.s.NewIn(vinfo.Boxed, vinfo.Reg(int(x86.RAX)))
	i.Flags |= vinfo.NotNull
	c.s.Push(i)
}

// ranPython ends an instruction that may have run arbitrary code: everything that such code can change is forgotten, and the breaker word is
// polled.
func (c *compiler) ranPython() outcome { return c.ranTo(int(c.in.next)) }

// ranTo is ranPython for an instruction that jumps to index pc.
func (c *compiler) ranTo(pc int) outcome {
	c.stale, c.place = true, 0
	c.forgetShapes()
	c.a.AluMI(x86.CMP, x86.W8, breaker, 0) // object.BreakLeave
	if c.when(stats.Breaker, c.onlyIf(x86.NE)) {
		return c.exit(stats.Breaker, pc)
	}
	c.s.PC = pc
	return jumped
}

// ranFor is ranPython for an instruction that pushes the result in RAX.
func (c *compiler) ranFor() outcome {
	c.pushRAX()
	return c.ranPython()
}
