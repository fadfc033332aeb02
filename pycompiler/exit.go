// Exceptions in compiled code, and side exits to tier 1.

package pycompiler

import (
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/observe"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// inSlot is a value that slot n holds and of which nothing else is known.
func inSlot(n int) *Info { return vinfo.NewRun(vinfo.Boxed, vinfo.Slot(n)) }

func isInSlot(i *Info, n int) bool {
	return i.Time == vinfo.RunTime && i.Kind == vinfo.Boxed && i.Place == vinfo.Slot(n) && i.Flags == 0 && i.Not == 0 && len(i.Items) == 0
}

// frameMem is a field of the running frame.
func frameMem(field int32) x86.Mem { return x86.Ptr(staging.FrameReg, field) }

// threadMem is a field of the thread.
func threadMem(off int32) x86.Mem { return x86.Ptr(x86.CtxReg, off) }

// savePC stores the position of the current instruction in the frame, before anything that may raise.
func (c *compiler) savePC() {
	if c.u.outer != nil {
		panic("BUG: pycompiler: an inlined function has no frame")
	}
	c.a.MovRI(staging.Scratch, uint64(c.u.pc(c.in)))
	c.a.Store(frameMem(object.FrPC), staging.Scratch)
}

// exit is a side exit to tier 1, which continues at the instruction at index pc.
func (c *compiler) exit(reason stats.Reason, pc int) outcome {
	if c.u.outer != nil {
		return c.leaveInline(reason, pc)
	}
	c.e.event(c.u, pc, "exit", reason.String(), 0, nil)
	s, a := c.s, c.a
	s.Flush()
	c.mark(observe.ExitCode)
	c.counting(&c.e.counts.Exits[reason])
	c.countAt(dump.Exits, reason.String())
	a.MovRI(x86.RAX, uint64(uintptr(c.u.code.First)+2*uintptr(pc)))
	a.Store(frameMem(object.FrPC), x86.RAX)
	a.Lea(x86.W64, x86.RAX, staging.SlotMem(s.Live()))
	a.Store(frameMem(object.FrSP), x86.RAX)
	a.MovMI(x86.W16, frameMem(object.FrState), 0)
	a.JmpTo(c.e.thunks.exit)
	return ended
}

// ret returns RAX to the native caller.
func (c *compiler) ret() outcome {
	c.a.AddI(x86.RSP, staging.FrameBytes)
	c.a.Ret()
	return ended
}

// afterCall restores the frame register after a call, and notes for the collector which words of the frame are in use during the call.
func (c *compiler) afterCall() { c.afterCallWith(0) }

// afterCallWith is afterCall for a call whose n operands, already popped, are in use too.
func (c *compiler) afterCallWith(n int) {
	size := c.a.Size()
	c.a.Note(c.s.InUse(n))
	c.extra += c.a.Size() - size // sizes are counted as without notes
	c.a.Load(staging.FrameReg, frameSaved)
}

// threadArg, frameArg and spArg set arguments of helpers; sp has n items below it.
func (c *compiler) threadArg(r x86.Reg)    { c.a.Lea(x86.W64, r, threadMem(object.OffThread)) }
func (c *compiler) frameArg(r x86.Reg)     { c.a.Mov(r, staging.FrameReg) }
func (c *compiler) spArg(r x86.Reg, n int) { c.a.Lea(x86.W64, r, staging.SlotMem(c.s.NLocals+n)) }

// raised continues with the exception in t.Exc, which the current instruction raised: at the handler in this function, or by leaving the function.
// fr.PC must be stored, and no register may be in use. traced: the traceback contains this frame already. The instruction may have made a call, so
// the breaker word is polled.
func (c *compiler) raised(traced bool) outcome {
	o := c.unwind(traced)
	if o == jumped {
		return c.ranTo(c.s.PC)
	}
	return o
}

// unwind is raised without run-time conditions.
func (c *compiler) unwind(traced bool) outcome {
	s, a := c.s, c.a
	target, depth, lasti, ok := interp.Handler(c.u.code, int(c.in.at))
	if ok {
		if s.Depth < depth { // the helper's inputs, which are still in their slots
			c.pushSlots(depth - s.Depth)
		}
		s.Pop(s.Depth - depth)
		s.Flush()
	}
	c.threadArg(x86.RAX)
	c.frameArg(x86.RBX)
	a.MovRI(x86.RCX, b2u(!traced))
	a.CallHelper(x86.FuncPC(catch))
	c.afterCall()
	if !ok {
		a.Zero(x86.RAX)
		return c.ret()
	}
	caught := a.NewLabel()
	a.Test(x86.RAX, x86.RAX)
	a.Jcc(x86.NE, caught)
	c.ret() // the thread is doomed: the frame is left, and RAX is Null
	a.Bind(caught)
	for n := 0; n < 1+int(b2u(lasti)); n++ {
		at := s.Live()
		s.Push(inSlot(at))
		s.Home[at] = s.Vars[at]
	}
	s.PC = target
	return jumped
}

// catch unwinds one frame: it pushes the exception for the handler, or leaves the frame (0).
func catch(t *object.Thread, fr *object.Frame, trace uint64) (handler uintptr) {
	pc, _ := interp.Catch(t, fr, trace != 0, true)
	return uintptr(pc)
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
