// Tracing, profiling and sys.monitoring: who asked for which events, and reporting them.

package interp

import (
	"math/bits"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// Events, numbered as in sys.monitoring.events. The first localEvents ones are found by instrumenting code.
const (
	EventPyStart = iota
	EventPyResume
	EventPyReturn
	EventPyYield
	EventCall
	EventLine
	EventInstruction
	EventJump
	EventBranch
	EventStopIteration
	EventRaise
	EventHandled
	EventPyUnwind
	EventPyThrow
	EventReraise
	EventCReturn
	EventCRaise
	eventCount
)

const localEvents = EventRaise

// EventNames are the names in sys.monitoring.events, by number.
var EventNames = [eventCount]string{"PY_START", "PY_RESUME", "PY_RETURN", "PY_YIELD", "CALL", "LINE", "INSTRUCTION", "JUMP", "BRANCH",
	"STOP_ITERATION", "RAISE", "EXCEPTION_HANDLED", "PY_UNWIND", "PY_THROW", "RERAISE", "C_RETURN", "C_RAISE"}

// The tools: those of sys.monitoring, and two for sys.setprofile and sys.settrace.
const (
	UserTools   = 6
	toolProfile = 6
	toolTrace   = 7
	toolCount   = 8
	Tools       = toolCount
)

// Where the references stand in the tuple Runtime.Extra[object.ExtraMonitor].
const (
	refDisable = iota
	refMissing
	refNames
	refCallbacks = refNames + UserTools
	refLegacy    = refCallbacks + UserTools*eventCount
	refCount     = refLegacy + len(legacyNames)
)

// monitor is a runtime's state beside the references.
type monitor struct {
	events  [toolCount]uint32 // sets of events by tool
	restart uint32            // changes when disabled places are enabled again
	counts  object.ExecCounts // what the watched loop counts when nobody asked for it

	debugger Debugger // nil: there is none
}

var monitorKey = object.NewHostKey(func(*object.Runtime) *monitor { return &monitor{} })

func monitorOf(rt *object.Runtime) *monitor { return monitorKey.Of(rt) }

// monitorRefs is the tuple of references, made at the first use; nil without memory.
func monitorRefs(t *Thread) *Tuple {
	if v := t.RT.Extra[object.ExtraMonitor]; v != null {
		return object.As[Tuple](v)
	}
	refs := object.NewTuple(t, refCount)
	if refs == nil {
		return nil
	}
	for i := range refCount {
		*refs.At(i) = none
	}
	for _, i := range [...]int{refDisable, refMissing} {
		if *refs.At(i) = object.NewSentinel(t); *refs.At(i) == null {
			return nil
		}
	}
	for i, name := range legacyNames {
		if *refs.At(refLegacy + i) = object.Intern(t, name); *refs.At(refLegacy + i) == null {
			return nil
		}
	}
	t.RT.Extra[object.ExtraMonitor] = object.Of(refs)
	return refs
}

// tools is the set of tools that want an event everywhere.
func (m *monitor) tools(event int) (set uint8) {
	for tool, events := range m.events {
		if events&(1<<event) != 0 {
			set |= 1 << tool
		}
	}
	return
}

// any reports whether any tool wants events everywhere.
func (m *monitor) any() bool {
	for _, events := range m.events {
		if events != 0 {
			return true
		}
	}
	return false
}

// fire reports an event at unit i of fr's code to a set of tools. v and w are what it is about, Null if nothing. False: an exception is set.
func fire(t *Thread, fr *Frame, event, i int, tools uint8, v, w Value) bool {
	if t.Quiet > 0 {
		return true
	}
	m := monitorOf(t.RT)
	was, wasIn := t.Event, t.EventFrame
	for tools != 0 {
		tool := bits.Len8(tools) - 1
		tools &^= 1 << tool
		t.Event, t.EventFrame = event, uintptr(unsafe.Pointer(fr))
		t.Quiet++
		stepAside(t, m)
		var ok bool
		switch tool {
		case toolTrace:
			ok = trace(t, fr, event, i, v)
		case toolProfile:
			ok = profile(t, fr, event, v, w)
		case DebugTool:
			if m.debugger != nil {
				ok = m.debugger.Event(t, fr, event, i, v)
				break
			}
			fallthrough
		default:
			ok = callBack(t, m, fr, event, i, tool, v, w)
		}
		t.Quiet--
		stepBack(t, m)
		t.Event, t.EventFrame = was, wasIn
		if !ok {
			return false
		}
	}
	return true
}

// stepAside is called before a tool's function. Nothing that the function does is reported, so its code needs no instrumentation, and may be machine
// code. With other threads, or with a debugger, which may want to stop anywhere, it is as all code is. So it is with superblocks, which would be made of
// instrumented instructions.
func stepAside(t *Thread, m *monitor) {
	if m.debugger == nil && t.RT.Tier2 == nil && t.Alone() {
		t.Aside = true
		breakNative(t, m)
	}
}

// stepBack is called after it.
func stepBack(t *Thread, m *monitor) {
	if t.Aside {
		t.Aside = false
		breakNative(t, m)
	}
}

// callBack calls a tool's function.
func callBack(t *Thread, m *monitor, fr *Frame, event, i, tool int, v, w Value) bool {
	refs := monitorRefs(t)
	if refs == nil {
		return false
	}
	at := refCallbacks + tool*eventCount + event
	f := *refs.At(at)
	if f == none {
		return true
	}
	n := 2
	if v != null && event != EventLine {
		n++
	}
	if w != null {
		n++
	}
	args := t.PushArgs(n)
	if args == nil {
		return false
	}
	args[0], args[1] = object.Of(fr.Code), object.SmallInt(int64(2*i))
	if event == EventLine {
		args[1] = v
	} else if n > 2 {
		args[2] = v
	}
	if w != null {
		args[3] = w
	}
	r := object.Call(t, f, args, null)
	t.PopArgs(n)
	if r == null {
		return false
	}
	if r != *refs.At(refDisable) {
		return true
	}
	if event >= localEvents {
		*refs.At(at) = none
		object.Raise(t, object.TValueError, "Cannot disable %s events. Callback removed.", EventNames[event])
		return false
	}
	disable(fr.Code, event, i, tool)
	return true
}

// fireGlobal reports an event at unit i that is not tied to instrumented code, about the exception being raised, which the callbacks may replace.
func fireGlobal(t *Thread, fr *Frame, event, i int) {
	tools := monitorOf(t.RT).tools(event)
	if tools == 0 {
		return
	}
	exc := t.Exc
	t.Exc = null
	if fire(t, fr, event, i, tools, exc, null) {
		t.Exc = exc
	}
}

// watched reports whether anything has ever been instrumented: a cheap test before looking closer.
func watched(t *Thread) bool { return t.RT.InstrVersion != 0 }

// endIteration drops a StopIteration that has ended a loop in fr; false: another exception is set, or was raised meanwhile.
func endIteration(t *Thread, fr *Frame) bool {
	if !t.Matches(object.TStopIteration) {
		return false
	}
	if watched(t) {
		fireGlobal(t, fr, EventRaise, unitIndex(fr))
	}
	return t.ClearIf(object.TStopIteration)
}
