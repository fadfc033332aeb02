// What of a frame's value stack is in use while the frame waits: for collections that a program asks for.

package interp

import (
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// slotsInUse is Interpreter.SlotsInUse. A frame that called inner without Go code in between has its stack pointer saved. Else the
// operands of the instruction that waits are in use.
func slotsInUse(fr, inner *Frame, depths func(*Code) []int32) int {
	if inner != nil && inner.Flags&object.FrameFromGo == 0 && inner.Owner == object.FrameThread {
		return int(uintptr(fr.SP)-uintptr(fr.Stack())) / 8
	}
	if i := unitIndex(fr); i >= 0 && i < int(fr.Code.NUnits) {
		if n := depths(fr.Code)[i]; n >= 0 {
			return int(n)
		}
	}
	return (int(fr.Code.FrameSize)-int(object.FrameHeader))/8 - int(fr.Code.NLocalsPlus)
}

// codeDepths is Interpreter.Depths.
func codeDepths(code *Code) []int32 {
	stacks := codeMarks(code)
	depths := make([]int32, len(stacks))
	for i, at := range stacks {
		if depths[i] = -1; at.known {
			depths[i] = int32(len(at.kinds))
		}
	}
	return depths
}

// atCall is Interpreter.AtCall.
func atCall(fr *Frame) bool {
	i := unitIndex(fr)
	if i < 0 || i >= int(fr.Code.NUnits) {
		return false
	}
	op, _ := originalAt(fr.Code, i)
	switch op {
	case opcode.CALL, opcode.CALL_KW, opcode.CALL_FUNCTION_EX:
		return true
	}
	return false
}

// The loops keep everything in frames while they wait for a call. A call by Go code (enter) is not named: the instruction that it serves may hold values.
func init() {
	heap.Transparent("interp.runFast", "interp.runWatched", "interp.runTrace", "interp.runTraces", "interp.run", "interp.runHot", "interp.RunNested",
		"interp.FinishCall", "interp.(*stepper).run", "interp.(*stepper).onHot", "interp.(*stepper).native", "interp.(*stepper).nest",
		"interp.h_CALL", "interp.h_CALL_KW", "interp.h_CALL_FUNCTION_EX")
}
