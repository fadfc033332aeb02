// Calls and returns.
package pycompiler

import (
	"github.com/psyco-go/psy/interp"
	"github.com/psyco-go/psy/object"
	bc "github.com/psyco-go/psy/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/stats"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

func init() {
	metas[bc.RETURN_VALUE] = func(c *compiler) outcome { return c.returns(c.s.Top(0)) }
	metas[bc.RETURN_CONST] = func(c *compiler) outcome {
		return c.returns(constant(*c.u.code.Consts.At(int(c.in.arg))))
	}
	metas[bc.CALL] = (*compiler).call
}

const generatorFlags = object.CoGenerator | object.CoCoroutine | object.CoAsyncGenerator

// returns pops the frame and returns v.
//
//	frame.Object or Flags set: LeaveFrame, in Go
//	else: t.Frame = frame.Prev; t.StackTop = frame; t.Depth++
func (c *compiler) returns(v *Info) outcome {
	s, a := c.s, c.a
	if c.u.code.Flags&generatorFlags != 0 {
		return c.helper()
	}
	r := s.Boxed(v)
	if r != x86.RAX {
		a.Mov(x86.RAX, r)
	}
	a.Load(x86.RCX, frameMem(object.FrState))
	a.ShrI(x86.RCX, 16)
	a.AluRM(x86.OR, x86.W64, x86.RCX, frameMem(object.FrObject))
	if c.when(stats.Unsupported, c.onlyIf(x86.NE)) {
		a.Mov(x86.RCX, x86.RAX)
		c.savePC()
		c.threadArg(x86.RAX)
		c.frameArg(x86.RBX)
		a.CallHelper(x86.FuncPC(interp.LeaveFrame))
		return c.ret()
	}
	a.Load(x86.RCX, frameMem(object.FrPrev))
	a.Store(threadMem(object.OffFrame), x86.RCX)
	a.Store(threadMem(object.OffStackTop), staging.FrameReg)
	a.UnaryM(x86.INC, x86.W32, threadMem(object.OffDepth))
	return c.ret()
}

// call compiles CALL.
func (c *compiler) call() outcome {
	s := c.s
	n := int(c.in.arg)
	f, self := s.Top(n+1), s.Top(n)
	if !f.IsKnown() || !self.IsKnown() || self.Known.Value != 0 {
		return c.helper()
	}
	if Value(f.Known.Value) == c.e.rt.Types[object.TRange].Value() {
		return c.callRange(n)
	}
	return c.helper()
}

// callRange makes a virtual range of ints.
func (c *compiler) callRange(n int) outcome {
	s := c.s
	if n < 1 || n > 3 {
		return c.helper()
	}
	args := [3]*Info{intConst(0), nil, intConst(1)}
	for k := 0; k < n; k++ {
		v := s.Top(n - 1 - k)
		class, stop := classIn(v, numbers)
		if stop {
			return c.promoteSwitch(v, numbers)
		}
		if class != staging.ClassInt {
			return c.helper()
		}
		x := s.Int(v)
		if !x.IsKnown() && x.Flags&vinfo.Small == 0 || x.IsKnown() && k == 2 && x.Known.Value == 0 {
			return c.helper()
		}
		switch {
		case n == 1:
			args[1] = x
		default:
			args[k] = x
		}
	}
	s.Pop(n + 2)
	s.Push(virtual(ruleRange, classRange, args[0], args[1], args[2]))
	return next
}
