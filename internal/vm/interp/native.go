// Between tier 1 and machine code: how a frame goes from one to the other.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
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
	if tier2, ok := t.RT.Tier2.(Tier2); ok {
		if !mayTrace(t) {
			fr.Code.Hot = 100
		} else if ex := tier2.Hot(t, fr, nil); ex != nil {
			return runTraces(t, fr, ex)
		}
		return fr, fr.PC, fr.SP, null
	}
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
		v, fr.Result = fr.Result, null // a generator is to keep nothing
		return nil, nil, nil, v
	}
	next = t.Frame
	return next, unsafe.Add(next.PC, 2*int(next.ReturnOffset)), next.SP, null
}

// LeaveFrame ends the innermost frame, which returns v, and gives what its call gives: for an __init__ the new instance. Null: t.Exc is set,
// and the caller has raised it.
func LeaveFrame(t *Thread, fr *Frame, v Value) Value {
	if fr.Flags&object.FrameInit != 0 {
		v = initResult(t, fr.Result, v)
	}
	leave(t, fr)
	return v
}

// nestedDepth bounds how much of the goroutine's stack loops within machine code within loops may use, where Thread.Nested, which bounds calls of
// Go code by Go code, does not count them: Python code may be as deep as the recursion limit says, whichever engine runs it. Go gives a
// goroutine 512 MiB.
const nestedDepth = 256 << 20

func tooDeep(t *Thread) bool { return heap.StackDepth() > nestedDepth || !t.GoStackRoom() }

// RunNested interprets the innermost frame, fr, which machine code gives up in the midst of its native stack: from fr.PC (the address of the next
// instruction) with fr.SP until it has returned or raised. It returns what its call gives, or Null with t.Exc set.
func RunNested(t *Thread, fr *Frame) Value {
	fr.Entry = true
	deep := tooDeep(t)
	if deep {
		t.RecursionError("")
	}
	return run(t, fr, deep)
}

// FinishCall interprets the frame that a helper has put above fr (StatusFrame) until it gives a value back, and returns the value instead of pushing it
// on fr's stack. yielded: it comes from a generator that can go on; without it SEND goes on at its jump target. Null: t.Exc is set. In any case fr is
// the innermost frame then.
//
//psy:bounded each call is of a frame that was pushed, which tooDeep counts
func FinishCall(t *Thread, fr *Frame) (v Value, yielded bool) {
	next := t.Frame
	next.Entry = true
	deep := tooDeep(t)
	if deep {
		t.RecursionError("")
	}
	if next.Owner == object.FrameGenerator {
		g := generatorOf(next)
		v = run(t, next, deep)
		return v, v != null && g.State != object.GenClosed
	}
	if deep { // it has not begun: the call itself raises
		leave(t, next)
		return null, false
	}
	if next.Code.Hot < 0 && t.RT.OnHot != nil && (t.Aside || !watched(t)) { // as enter does
		if after, _, _, v := runHot(t, next); after == nil {
			return v, false
		}
	}
	return run(t, next, false), false
}
