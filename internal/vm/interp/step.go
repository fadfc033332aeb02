// A slow stand-in for machine code, to test the helpers and the contract with it: it executes each instruction by its helper.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// StepByHelpers makes a runtime run the code that it loads from now on by helpers.
func StepByHelpers(rt *object.Runtime) {
	var s stepper
	rt.HotThreshold, rt.OnHot = 0, s.onHot
}

// stepper does what machine code does, with a stretch of instructions for each piece of code: calls are nested or handed to tier 1 in turn, and
// after some instructions a frame is given up.
type stepper struct{ calls, stretches uint }

// onHot is Runtime.OnHot.
func (s *stepper) onHot(t *Thread, fr *Frame, pc unsafe.Pointer) (Value, object.Went) {
	fr.Code.Hot = 0 // so that it is asked for at every turn
	if t.Breaker.Load()&object.BreakNative != 0 {
		return null, object.WentNowhere
	}
	return s.run(t, fr)
}

// native is a call of machine code by machine code: it gives the frame's result, or Null.
func (s *stepper) native(t *Thread, fr *Frame) Value {
	v, went := s.run(t, fr)
	switch went {
	case object.WentResume:
		return RunNested(t, fr)
	case object.WentElsewhere: // RETURN_GENERATOR
		t.Frame.SP = unsafe.Add(t.Frame.SP, -8)
		return *slot(t.Frame.SP, 0)
	}
	return v
}

// run executes the innermost frame from fr.PC on.
func (s *stepper) run(t *Thread, fr *Frame) (Value, object.Went) {
	pc, sp := fr.PC, fr.SP
	s.stretches++
	for left := 20 + s.stretches%50; ; left-- {
		begin := pc
		op, oparg := *(*uint8)(pc), uint32(*(*uint8)(unsafe.Add(pc, 1)))
		pc = unsafe.Add(pc, 2)
		for op == bc.EXTENDED_ARG {
			op, oparg = *(*uint8)(pc), oparg<<8|uint32(*(*uint8)(unsafe.Add(pc, 1)))
			pc = unsafe.Add(pc, 2)
		}
		if left == 0 || bc.IsInstrumented(op) {
			raw(fr).pc, raw(fr).sp = uintptr(begin), uintptr(sp)
			return null, object.WentResume
		}
		head := bc.Deopt[op]
		behind := unsafe.Add(pc, 2*int(bc.Caches[head]))
		if head == bc.RETURN_VALUE || head == bc.RETURN_CONST {
			v := constAt(constsOf(fr), oparg)
			if head == bc.RETURN_VALUE {
				v = *slot(sp, -1)
			}
			fr.PC = pc // as f_lineno of a frame that is kept
			if v = LeaveFrame(t, fr, v); v == null {
				return null, object.WentRaised
			}
			return v, object.WentReturned
		}
		var status Status
		sp, status = Helpers[head](t, fr, sp, pc, oparg)
		switch status {
		case StatusNext:
			pc = behind
			continue
		case StatusJump:
			pc = unsafe.Add(behind, 2*JumpDistance(head, oparg))
			continue
		case StatusDeopt:
			pc = begin
			continue
		case StatusReturn:
			return null, object.WentOut
		case StatusFrame:
			if head == bc.YIELD_VALUE || head == bc.RETURN_GENERATOR {
				return null, object.WentElsewhere
			}
			var v Value
			pc = behind
			s.calls++
			if callee := t.Frame; callee.Owner == object.FrameThread && s.calls%2 == 0 && t.Nested > 100 {
				v = s.nest(t, callee)
			} else {
				var yielded bool
				if v, yielded = FinishCall(t, fr); head == bc.SEND && !yielded {
					pc = unsafe.Add(behind, 2*JumpDistance(head, oparg))
				}
			}
			if v != null {
				sp = unsafe.Add(fr.SP, 8)
				*slot(sp, -1) = v
				continue
			}
		}
		called := status == StatusFrame
		if pc, sp = Catch(t, fr, status != StatusUnwind, !called); pc == nil {
			return null, object.WentRaised
		}
	}
}

// nest is native, counted: the stand-in uses Go's stack as machine code uses its own.
//
//psy:bounded Nested counts, and a call that is not nested is a frame of the loop
func (s *stepper) nest(t *Thread, callee *Frame) Value {
	t.Nested--
	v := s.native(t, callee)
	t.Nested++
	return v
}

// JumpDistance is how many code units behind its caches a jump instruction goes on.
func JumpDistance(op uint8, oparg uint32) int {
	switch op {
	case bc.JUMP_BACKWARD, bc.JUMP_BACKWARD_NO_INTERRUPT:
		return -int(oparg)
	case bc.FOR_ITER:
		return int(oparg) + 2 // over the END_FOR and POP_TOP, which it has done
	}
	return int(oparg)
}
