// What follows the call of a special method, when the method's result is not yet the instruction's: NotImplemented leads to other methods, and a
// length, a truth or a comparison becomes a bool, and above an attribute that is to be called Null is pushed. Until then the instruction's operands
// stay on the stack.

package pycompiler

import (
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// sequel says what follows a call. The zero sequel: the result is the instruction's, or the instruction itself knows what follows.
type sequel uint8

const (
	noSequel     sequel = iota
	ofInplace           // BINARY_OP, by the left operand's in-place method,
	ofPlain             // by its plain method,
	ofReflected         // by the right operand's method
	ofComparison        // COMPARE_OP
	ofContains          // CONTAINS_OP
	ofBool              // TO_BOOL, by __bool__,
	ofLenTruth          // by __len__
	ofLen               // a call of len
	ofInstance          // a call of isinstance, by the metaclass's __instancecheck__
	ofCallable          // LOAD_ATTR for a call
)

// sequelAfter is the sequel of BINARY_OP at a stage.
func sequelAfter(stage object.Stage) sequel { return ofInplace + sequel(stage) }

// isTruth reports whether the result becomes a bool.
func (q sequel) isTruth(in instr) bool {
	return q == ofContains || q == ofBool || q == ofInstance || q == ofLenTruth || q == ofComparison && in.arg&bc.CompareToBool != 0
}

// callFor calls a special method that has a sequel.
func (c *compiler) callFor(fn *object.Function, args []*Info, q sequel) outcome {
	to, args, o, state := c.knownCallee(fn, args, keywords{})
	if state == called {
		if c.inlineFor(to, args, 0, nil, false, q) {
			return jumped
		}
		o, state = c.pushFrame(to, args, 0, nil)
	}
	return c.orHelper(o, state, func() outcome { return c.follow(q) })
}

// follow ends the instruction after a call whose result is in RAX.
func (c *compiler) follow(q sequel) outcome {
	s, a := c.s, c.a
	if q == ofCallable {
		s.Pop(1)
		c.pushRAX()
		s.Push(constant(object.Null))
		return c.ranPython()
	}
	truth := q.isTruth(c.in)
	unusual := x86.E
	switch {
	case truth:
		c.compareBool(x86.RAX)
		unusual = x86.NE
	default:
		a.CmpI(x86.RAX, int32(object.NotImplemented))
	}
	if q == ofLen || c.when(stats.TypeMiss, c.onlyIf(unusual)) {
		c.goOn(q)
		a.Test(x86.RAX, x86.RAX)
		if c.when(stats.NullResult, c.onlyIf(x86.E)) {
			return c.raised(false)
		}
	}
	if q == ofContains && c.in.arg != 0 {
		a.AluRI(x86.XOR, x86.W64, x86.RAX, 1)
	}
	s.Pop(bc.Popped(c.in.op, c.in.arg))
	c.pushRAX()
	if truth {
		s.Top(0).SetItem(staging.ItemClass, staging.NewClass(staging.ClassBool))
	}
	return c.ranPython()
}

// compareBool compares: equal if the object in r is a bool.
func (c *compiler) compareBool(r x86.Reg) {
	c.a.Mov(staging.Scratch, r)
	c.a.AluRI(x86.OR, x86.W64, staging.Scratch, 1)
	c.a.CmpI(staging.Scratch, int32(object.True))
}

// goOn has Go make the instruction's result of the method's, which is in RAX. Null: an exception is set. A result of "in" is not negated.
func (c *compiler) goOn(q sequel) {
	s := c.s
	v := s.NewIn(vinfo.Boxed, vinfo.Reg(int(x86.RAX)))
	for at := s.Live() - bc.Popped(c.in.op, c.in.arg); at < s.Live(); at++ {
		s.Sync(at)
	}
	s.SaveRegs()
	c.loadArg(x86.RBX, v)
	c.callSequel(q, c.in, s.Live())
}

// callSequel is goOn with the result in RBX, and the operands in the slots below top.
func (c *compiler) callSequel(q sequel, in instr, top int) {
	a := c.a
	a.MovRI(x86.RCX, uint64(q)|uint64(in.arg)<<8)
	if q <= ofComparison { // of others no operand is needed
		a.Load(x86.RDI, staging.SlotMem(top-2))
		a.Load(x86.RSI, staging.SlotMem(top-1))
	}
	c.threadArg(x86.RAX)
	c.countQuick()
	a.CallHelper(x86.FuncPC(sequelOf))
	c.afterCall()
}

// sequelOf makes the result of an operator on l and r of v, which a method has returned. what is the sequel, and 256 times the instruction's argument.
func sequelOf(t *object.Thread, v Value, what uint64, l, r Value) Value {
	arg := what >> 8
	switch q := sequel(what); q {
	case ofInplace, ofPlain, ofReflected:
		if v != object.NotImplemented {
			return v
		}
		return object.BinaryAfter(t, object.Stage(q-ofInplace), object.Nb(arg), l, r)
	case ofComparison:
		if v == object.NotImplemented {
			v = object.CompareAfter(t, l, r, object.CompareOp(arg>>5))
		}
		if v == object.Null || arg&bc.CompareToBool == 0 || v.IsBool() {
			return v
		}
	case ofBool:
		return object.TruthResult(object.BoolResult(t, v))
	case ofLenTruth, ofLen:
		n := object.LenResult(t, v)
		switch {
		case n < 0:
			return object.Null
		case q == ofLen:
			return object.NewInt(t, n)
		}
		return object.Bool(n > 0)
	}
	return object.TruthResult(object.Truth(t, v))
}

// returnsTo compiles the return of v from an inlined special method to its sequel. Where the sequel may need Go, the call is made late.
func (c *compiler) returnsTo(q sequel, v *Info) outcome {
	late := func() outcome { return c.callLate(c.start) }
	class, known := staging.Class(v)
	call := c.u.outer.in(c.u.at)
	pops := bc.Popped(call.op, call.arg)
	switch {
	case isNotImplemented(v) && q <= ofComparison && c.u.outer.outer == nil:
		return c.returnsNotImplemented(q, pops)
	case q == ofCallable:
		c.outside()
		c.s.Pop(pops)
		c.pushNamed(v, true)
		return next
	case q == ofLen || q == ofLenTruth:
		class, stop := classIn(v, numbers)
		if stop {
			return c.promoteSwitch(v, numbers)
		}
		if class != staging.ClassInt {
			return late()
		}
		x := c.s.Int(v)
		if x.IsKnown() && int64(x.Known.Value) < 0 || !x.IsKnown() && (c.isBig(x) || c.whenZero(stats.Bounds, x, x86.S)) {
			return late()
		}
		c.outside()
		if q == ofLen {
			c.s.Pop(pops)
			c.s.Push(v)
			return next
		}
		if x.IsKnown() {
			return c.conclude(isTrue(x.Known.Value != 0), pops)
		}
		r := c.s.InReg(x)
		c.a.Test(r, r)
		return c.conclude(flags(x86.NE), pops)
	case q.isTruth(call):
		switch {
		case !known && v.Time != vinfo.Virtual:
			c.compareBool(c.s.InReg(v))
			if c.when(stats.TypeMiss, c.onlyIf(x86.NE)) {
				return late()
			}
			v.SetItem(staging.ItemClass, staging.NewClass(staging.ClassBool))
		case class != staging.ClassBool:
			return late()
		}
		c.outside()
		k := c.boolCond(v)
		if q == ofContains && call.arg != 0 {
			k = k.negated()
		}
		return c.conclude(k, pops)
	case isNotImplemented(v):
		return late()
	case !known && v.Time != vinfo.Virtual:
		c.a.CmpI(c.s.InReg(v), int32(object.NotImplemented))
		if c.when(stats.TypeMiss, c.onlyIf(x86.E)) {
			return late()
		}
	}
	c.outside()
	c.s.Pop(pops)
	c.s.Push(v)
	return next
}

func isNotImplemented(v *Info) bool {
	return v.IsKnown() && Value(v.Known.Value) == object.NotImplemented
}

// returnsNotImplemented is returnsTo for NotImplemented.
func (c *compiler) returnsNotImplemented(q sequel, pops int) outcome {
	s := c.s
	c.outside()
	what := vinfo.NewKnown(vinfo.Raw, uint64(q)|uint64(c.in.arg)<<8)
	c.goCall(x86.FuncPC(sequelOf), pops, constant(object.NotImplemented), what, s.Top(1), s.Top(0))
	s.Pop(pops)
	c.a.Test(x86.RAX, x86.RAX)
	if c.when(stats.NullResult, c.onlyIf(x86.E)) {
		return c.raised(false)
	}
	c.pushRAX()
	if q.isTruth(c.in) {
		s.Top(0).SetItem(staging.ItemClass, staging.NewClass(staging.ClassBool))
	}
	return c.ranPython()
}
