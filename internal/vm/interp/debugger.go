// A debugger written in Go: it is tool 0 of sys.monitoring, and says of each code object which events it wants there when the code is next looked at.

package interp

import (
	"github.com/psyco-go/psy/internal/vm/object"
)

// DebugTool is the number by which sys.monitoring knows the debugger: DEBUGGER_ID.
const DebugTool = 0

// Debugger is told of events in the thread that has the runtime's lock, and may wait there: nobody else runs meanwhile.
type Debugger interface {
	// Wants says which events the debugger wants from a code object, and of which lines if EventLine is one of them; nil: of all. It must not allocate
	// objects.
	Wants(code *Code) (events uint32, lines func(line int) bool)
	// Keen reports whether it wants events from any code that there is. While it does, there is no machine code.
	Keen() bool
	// Event tells of an event at unit i of fr's code; v is what it is about, the line or the exception. False: an exception is set.
	Event(t *Thread, fr *Frame, event, i int, v Value) bool
}

// SetDebugger attaches a debugger to a runtime, or with nil takes it away; name is what the program sees of it. False: an exception is set.
func SetDebugger(t *Thread, d Debugger, name string) bool {
	refs := monitorRefs(t)
	if refs == nil {
		return false
	}
	who := none
	if d != nil {
		if who = object.NewStr(t, name); who == null {
			return false
		}
	}
	*refs.At(refNames + DebugTool) = who
	m := monitorOf(t.RT)
	m.debugger, m.events[DebugTool] = d, 0
	return !watched(t) || instrumentationChanges(t)
}

// Reconsider has all code ask the debugger again what it wants.
func Reconsider(t *Thread) bool { return instrumentationChanges(t) }

// LineAt is the line of the instruction that a frame is at.
func LineAt(fr *Frame) int { return fr.Code.Line(2 * unitIndex(fr)) }

// onlyLines takes the line events from the debugger that it does not want, and gives it those back that it does; want nil: all.
func onlyLines(code *Code, data *toolData, want func(line int) bool) {
	lines := code.Lines()
	walk(code, func(i, _ int, _ uint8, _ uint32) {
		u := data.unit(i)
		if !u.begins {
			return
		}
		if u.line |= 1 << DebugTool; want != nil && !want(lines[i]) {
			u.line &^= 1 << DebugTool
		}
		put(code, u, i)
	})
}
