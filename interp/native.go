// Between tier 1 and machine code: how a frame goes from one to the other.
package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/object"
)

// runHot offers the innermost frame, which is hot, to the compiler. It returns the frame with which the loop goes on, where, and with what stack
// pointer; nil: out of the loop, with v.
//
// Entry says "returning leaves the Go loop". Machine code that runs a frame returns to runHot, not to a loop, so for its time the frame is an
// ordinary one: Entry is kept here and set again if the frame comes back. Generators keep their Entry. Their YIELD_VALUE looks at it: it
// either leaves the loop (StatusReturn, WentOut), or gives the value to the caller (StatusFrame, WentElsewhere).
//
//go:noinline
func runHot(t *Thread, fr *Frame) (next *Frame, pc, sp unsafe.Pointer, v Value) {
	if t.RT.OnHot == nil {
		fr.Code.Hot = t.RT.HotThreshold
		return fr, fr.PC, fr.SP, null
	}
	entry := fr.Entry
	if fr.Owner == object.FrameThread {
		fr.Entry = false
	}
	v, went := t.RT.OnHot(t, fr, fr.PC)
	switch went {
	case object.WentNowhere, object.WentResume:
		fr.Entry = entry
		return fr, fr.PC, fr.SP, null
	case object.WentReturned:
		if entry {
			return nil, nil, nil, v
		}
		deliver(t.Frame, v)
	case object.WentRaised:
		if entry {
			return nil, nil, nil, null
		}
		next, pc, sp = unwindFrom(t, t.Frame, true, false)
		return next, pc, sp, null
	case object.WentOut:
		return nil, nil, nil, fr.Result
	}
	next = t.Frame
	return next, unsafe.Add(next.PC, 2*int(next.ReturnOffset)), next.SP, null
}

// LeaveFrame ends the innermost frame, which returns v, and gives what its call gives: for an __init__ the new instance. Null: t.Exc is set,
// and the caller has raised it.
func LeaveFrame(t *Thread, fr *Frame, v Value) Value {
	if fr.Flags != 0 {
		v = initResult(t, fr.Result, v)
	}
	leave(t, fr)
	return v
}
