// Calls from a host: compiled code for a function whose arguments' classes the host knows; the arguments arrive unboxed.

package pycompiler

import (
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// ArgKind is the form in which the host stores an argument in the parameter's slot of the frame.
type ArgKind uint8

const (
	ArgBoxed ArgKind = iota // a Value
	ArgInt                  // an int64
	ArgFloat                // the bits of a float64
)

// MaxHostArgs is the greatest number of arguments of a host call: the thunk loads so many registers.
const MaxHostArgs = 4

// HostCall calls one function with arguments of given kinds.
//
//	host                        thunk                               code
//	frame on the VM stack   ->  slot k to register k of both kinds  ->  argument k is in the register of its kind
type HostCall struct {
	e     *Engine
	fn    *object.Function //psy:root the host keeps the function
	kinds []ArgKind
	b     target
	tries int // calls left until compilation is tried again
}

// HostCall prepares calls of fn in which the arguments fill the parameters exactly; nil: such calls cannot be compiled.
func (e *Engine) HostCall(fn *object.Function, kinds []ArgKind) *HostCall {
	if len(kinds) > MaxHostArgs || fn.Code.Flags&object.CoGenerators != 0 {
		return nil
	}
	return &HostCall{e: e, fn: fn, kinds: kinds}
}

// Ready reports whether the function is hot and may run in machine code now. If so, the host stores the arguments by their kinds and calls Run; if
// not, it stores Values, and the interpreter runs the frame.
func (h *HostCall) Ready() bool {
	e := h.e
	if h.fn.Code.Hot >= 0 || h.fn.Code.First == nil || e.t.Breaker.Load()&object.BreakLeave != 0 || e.rt.InstrVersion != 0 || e.rt.Counts != nil || e.start() != nil || !e.stackRoom() {
		return false
	}
	return h.b.buffer != nil && !h.b.buffer.Dead() || h.compile()
}

// compile makes the code. False: there is no room, or the function cannot be compiled.
func (h *HostCall) compile() bool {
	if h.tries > 0 {
		h.tries--
		return false
	}
	h.tries = retryLater
	e, fn := h.e, h.fn
	u := e.unitOf(fn.Code, fn.Globals, fn.Builtins)
	if u.cannot {
		return false
	}
	e.wake(fn.Code)
	e.compiling = u
	ok := e.makeRoom(nil) && e.attempt(func() { h.b = e.compile(h.state(u).Freeze(), false) })
	e.settle()
	if ok {
		h.tries = 0
	}
	return ok
}

// state is the compiler's state at the function's start.
func (h *HostCall) state(u *Unit) *State {
	s := staging.NewState(&h.e.shared, u, int(u.code.NLocalsPlus), u.nslots())
	for k := range s.Vars[:s.NLocals] {
		s.Vars[k] = constant(object.Null)
	}
	for k, kind := range h.kinds {
		switch kind {
		case ArgInt:
			s.Vars[k] = staging.NewInt(vinfo.NewRun(vinfo.Int, vinfo.Reg(int(argRegs[k]))))
		case ArgFloat:
			s.Vars[k] = staging.NewFloat(vinfo.NewRun(vinfo.Float, vinfo.XReg(int(argXRegs[k]))))
		default:
			s.Vars[k] = inSlot(k)
			s.Vars[k].Flags |= vinfo.NotNull
			s.Home[k] = s.Vars[k]
		}
	}
	h.e.because("Go calls it by a proxy")
	h.e.begun(s, dump.ByArgument, true)
	return s
}

// Run runs the function's frame, the innermost one, with the arguments in its slots, and returns the result; Null: t.Exc is set.
func (h *HostCall) Run(t *object.Thread, fr *object.Frame) Value {
	e := h.e
	if !t.Enter(" while calling a Python object") {
		interp.DropCall(t, fr)
		return object.Null
	}
	t.Frame = fr
	v := e.run(h.b.addr(), e.thunks.host)
	if v == tokenResume {
		v = uint64(interp.RunNested(t, fr))
	}
	t.Leave()
	return Value(v)
}

// hostThunk is thunks.enter with loads of the arguments.
func hostThunk(a *x86.Asm) {
	a.SubI(x86.RSP, staging.FrameBytes)
	a.Load(staging.FrameReg, x86.Ptr(x86.CtxReg, object.OffFrame))
	a.Store(frameSaved, staging.FrameReg)
	for k := range MaxHostArgs {
		a.Load(argRegs[k], staging.SlotMem(k))
		a.MovsdRM(argXRegs[k], staging.SlotMem(k))
	}
	a.JmpM(x86.Ptr(x86.CtxReg, staging.CtxTarget))
}
