// The instrumented instructions: what they report, to whom.
package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/object"
	"github.com/psyco-go/psy/opcode"
)

// instrumentationChanged reports whether fr's code does not have the instrumentation that tracing now asks for.
func instrumentationChanged(t *Thread, fr *Frame) bool {
	return fr.Code.InstrVersion != t.RT.InstrVersion
}

// instrumentCode brings fr's code up to date.
func instrumentCode(t *Thread, fr *Frame) bool {
	fr.Code.InstrVersion = t.RT.InstrVersion
	return true
}

func monitorResume(t *Thread, fr *Frame, oparg uint32) bool { return true }

func monitorEndFor(t *Thread, fr *Frame, receiver, value Value) bool { return true }

func monitorReturn(t *Thread, fr *Frame, v Value) bool { return true }

func monitorYield(t *Thread, fr *Frame, v Value) bool { return true }

func monitorCall(t *Thread, fr *Frame, sp unsafe.Pointer, n int, op uint8) bool { return true }

// monitorForIter is one step of a for loop over the iterator on top of the stack.
func monitorForIter(t *Thread, fr *Frame, sp unsafe.Pointer) (item Value, end, ok bool) {
	item = object.Next(t, *slot(sp, -1))
	if item == null {
		return null, t.Exc == null, t.Exc == null
	}
	return item, false, true
}

func monitorJump(t *Thread, fr *Frame, target unsafe.Pointer) unsafe.Pointer { return target }

// monitorBranch returns where a conditional jump goes.
func monitorBranch(t *Thread, fr *Frame, pc unsafe.Pointer, taken bool, oparg uint32) unsafe.Pointer {
	if taken {
		pc = unsafe.Add(pc, 2*int(oparg))
	}
	return pc
}

// original is the instruction that stood at fr.PC before it was instrumented.
func original(fr *Frame) uint8 {
	i := unitIndex(fr)
	b := object.As[object.Bytes](fr.Code.OrigUnits)
	return opcode.Deopt[*(*uint8)(unsafe.Add(unsafe.Pointer(b), int(object.BytesData)+2*i))]
}

func monitorInstruction(t *Thread, fr *Frame) uint8 { return original(fr) }

func monitorLine(t *Thread, fr *Frame) (op, _ uint8) { return original(fr), 0 }

// executorOriginal is what ENTER_EXECUTOR stands for.
func executorOriginal(fr *Frame, cache unsafe.Pointer, oparg uint32) (uint8, uint32) {
	fr.PC = cache
	return original(fr), oparg
}
