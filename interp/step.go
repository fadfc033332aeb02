// A slow engine that executes each instruction by the helper that machine code calls, to test the helpers and their contract.
package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/object"
	bc "github.com/psyco-go/psy/opcode"
)

// StepByHelpers makes a runtime execute its code by helpers from now on.
func StepByHelpers(rt *object.Runtime) { rt.StepHelpers = true }

// runHelpers is run by helpers: the statuses are handled as compiled code has to handle them.
func runHelpers(t *Thread, fr *Frame, throw bool) Value {
	var pc, sp unsafe.Pointer
	if throw {
		if fr, pc, sp = unwind(t, fr, true); fr == nil {
			return null
		}
	} else {
		pc, sp = fr.PC, fr.SP
	}
	for {
		op, oparg := *(*uint8)(pc), uint32(*(*uint8)(unsafe.Add(pc, 1)))
		pc = unsafe.Add(pc, 2)
		for op == bc.EXTENDED_ARG {
			op, oparg = *(*uint8)(pc), oparg<<8|uint32(*(*uint8)(unsafe.Add(pc, 1)))
			pc = unsafe.Add(pc, 2)
		}
		if bc.IsInstrumented(op) {
			raw(fr).pc, raw(fr).sp = uintptr(pc)-2, uintptr(sp)
			return runWatched(t, fr, false, oparg>>8<<8)
		}
		head := bc.Deopt[op]
		var status Status
		sp, status = Helpers[head](t, fr, sp, pc, oparg)
		switch status {
		case StatusNext:
			pc = unsafe.Add(pc, 2*int(bc.Caches[head]))
		case StatusJump:
			pc = unsafe.Add(pc, 2*int(bc.Caches[head])+2*JumpDistance(head, oparg))
		case StatusDeopt:
			pc = unsafe.Add(pc, -2) // the instruction at its own unit; oparg's upper bits are not used by those that change
		case StatusError:
			if fr, pc, sp = unwind(t, t.Frame, true); fr == nil {
				return null
			}
		case StatusUnwind:
			if fr, pc, sp = unwind(t, t.Frame, false); fr == nil {
				return null
			}
		case StatusFrame:
			fr = t.Frame
			pc, sp = unsafe.Add(fr.PC, 2*int(fr.ReturnOffset)), fr.SP
		case StatusReturn:
			return fr.Result
		}
	}
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
