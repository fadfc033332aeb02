// sys.settrace and sys.setprofile: two tools whose callbacks get a frame, the event's name and an argument.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// The events that each asks for.
const (
	traceEvents = 1<<EventPyStart | 1<<EventPyResume | 1<<EventPyReturn | 1<<EventPyYield | 1<<EventRaise | 1<<EventLine | 1<<EventJump |
		1<<EventPyUnwind | 1<<EventPyThrow | 1<<EventStopIteration
	profileEvents = 1<<EventPyStart | 1<<EventPyResume | 1<<EventPyReturn | 1<<EventPyYield | 1<<EventCall | 1<<EventPyUnwind | 1<<EventPyThrow
)

// SetTrace is sys.settrace; SetProfile is sys.setprofile. None removes the function.
func SetTrace(t *Thread, f Value) bool {
	return setLegacy(t, f, func(c *object.Current) *Value { return &c.TraceFunc }, toolTrace, traceEvents)
}

func SetProfile(t *Thread, f Value) bool {
	return setLegacy(t, f, func(c *object.Current) *Value { return &c.ProfileFunc }, toolProfile, profileEvents)
}

// SetAllTrace and SetAllProfile set the functions of all threads.
func SetAllTrace(t *Thread, f Value) bool {
	t.RT.EachAway(func(c *object.Current) { c.TraceFunc = orNull(f) })
	return SetTrace(t, f)
}

func SetAllProfile(t *Thread, f Value) bool {
	t.RT.EachAway(func(c *object.Current) { c.ProfileFunc = orNull(f) })
	return SetProfile(t, f)
}

func orNull(v Value) Value {
	if v == none {
		return null
	}
	return v
}

// Trace and Profile give the functions, or None.
func Trace(t *Thread) Value   { return orNone(t.TraceFunc) }
func Profile(t *Thread) Value { return orNone(t.ProfileFunc) }

func orNone(v Value) Value {
	if v == null {
		return none
	}
	return v
}

// setLegacy sets the function of the running thread. Events are reported in all code as soon as one thread asks for them.
func setLegacy(t *Thread, f Value, of func(*object.Current) *Value, tool int, events uint32) bool {
	if f == none && !watched(t) {
		return true
	}
	if monitorRefs(t) == nil {
		return false
	}
	f = orNull(f)
	*of(&t.Current) = f
	asked := f != null
	t.RT.EachAway(func(c *object.Current) { asked = asked || *of(c) != null })
	m := monitorOf(t.RT)
	if !asked {
		events = 0
	}
	if m.events[tool] == events {
		return true
	}
	m.events[tool] = events
	return instrumentationChanges(t)
}

// CallTracing calls f with events reported although a callback is running: sys.call_tracing.
func CallTracing(t *Thread, f Value, args *Tuple) Value {
	quiet, aside := t.Quiet, t.Aside
	t.Quiet, t.Aside = 0, false
	if aside {
		breakNative(t, monitorOf(t.RT))
	}
	r := object.CallTuple(t, f, args, nil)
	if t.Quiet, t.Aside = quiet, aside; aside {
		breakNative(t, monitorOf(t.RT))
	}
	return r
}

// What the functions are told, and the names for it.
const (
	sayCall = iota
	sayReturn
	sayException
	sayLine
	sayOpcode
	sayCCall
	sayCReturn
	sayCException
)

var legacyNames = [...]string{"call", "return", "exception", "line", "opcode", "c_call", "c_return", "c_exception"}

// callLegacy calls f(frame, what, arg); arg Null stands for None.
func callLegacy(t *Thread, f Value, fo *object.FrameObject, what int, arg Value) Value {
	refs := monitorRefs(t)
	if refs == nil {
		return null
	}
	if arg == null {
		arg = none
	}
	return object.Call3(t, f, object.Of(fo), *refs.At(refLegacy + what), arg)
}

// trace calls the trace function: the global one at a call, else the frame's own.
func trace(t *Thread, fr *Frame, event, i int, v Value) bool {
	if t.TraceFunc == null { // another thread's is set
		return true
	}
	fo := object.FrameObjectOf(t, fr)
	if fo == nil {
		return false
	}
	f, what, arg := fo.Trace, 0, v
	var line int64 // 0: that of the instruction
	switch event {
	case EventPyStart, EventPyResume, EventPyThrow:
		f, what, arg = Trace(t), sayCall, null
	case EventPyReturn, EventPyYield:
		what = sayReturn
	case EventPyUnwind:
		what, arg = sayReturn, null
	case EventRaise, EventStopIteration:
		what = sayException
		tb := object.As[object.Exception](v).Traceback
		if tb == null {
			tb = none
		}
		args := object.NewTuple(t, 3)
		if args == nil {
			return false
		}
		*args.At(0), *args.At(1), *args.At(2) = object.Of(object.TypeOf(t, v)), v, tb
		arg = object.Of(args)
	case EventLine:
		if !fo.TraceLines {
			return true
		}
		what, arg = sayLine, null
		line = v.Int()
	case EventJump: // a jump back to its own line begins the line again; other lines are reported where they begin
		to := int(v.Int()) / 2
		if to >= i || !fo.TraceLines || fr.Code.Line(2*to) != fr.Code.Line(2*i) {
			return true
		}
		what, arg = sayLine, null
		line = int64(fr.Code.Line(2 * to))
	case EventInstruction:
		if !fo.TraceOps {
			return true
		}
		what = sayOpcode
	default:
		return true
	}
	if f == null || f == none {
		return true
	}
	fo.Line = line
	r := callLegacy(t, f, fo, what, arg)
	fo.Line = 0
	if r == null {
		exc := t.Exc
		t.Exc = null
		SetTrace(t, none)
		t.Exc = exc
		fo.Trace = null
		return false
	}
	if r != none {
		fo.Trace = r
	}
	return true
}

// profile calls the profile function.
func profile(t *Thread, fr *Frame, event int, v, w Value) bool {
	if t.ProfileFunc == null { // another thread's is set
		return true
	}
	what, arg := 0, v
	switch event {
	case EventPyStart, EventPyResume, EventPyThrow:
		what, arg = sayCall, null
	case EventPyReturn, EventPyYield:
		what = sayReturn
	case EventPyUnwind:
		what, arg = sayReturn, null
	case EventCall:
		what = sayCCall
	case EventCReturn:
		what = sayCReturn
	case EventCRaise:
		what = sayCException
	default:
		return true
	}
	if event >= EventCReturn || event == EventCall {
		switch {
		case v.IsExact(object.TBuiltin):
		case v.IsExact(object.TMethodDescr):
			if w == null || w == *monitorRefs(t).At(refMissing) {
				return true
			}
			get := object.TypeOf(t, v).Slots.DescrGet
			if arg = get(t, v, w, object.Of(object.TypeOf(t, w))); arg == null {
				return false
			}
		default:
			return true
		}
	}
	f := Profile(t)
	fo := object.FrameObjectOf(t, fr)
	if fo == nil {
		return false
	}
	if f == none {
		return true
	}
	if callLegacy(t, f, fo, what, arg) == null {
		exc := t.Exc
		t.Exc = null
		SetProfile(t, none)
		t.Exc = exc
		return false
	}
	return true
}

// traceOpcodes is told that f_trace_opcodes was set in a frame. That has no effect before the frame has a trace function, as in CPython.
func traceOpcodes(t *Thread, fo *object.FrameObject) bool {
	fr := (*Frame)(unsafe.Pointer(fo.Frame))
	if !fo.TraceOps || fo.Trace == null || fr == nil {
		return true
	}
	events := LocalEvents(fr.Code, toolTrace)
	return events&(1<<EventInstruction) != 0 || SetLocalEvents(t, fr.Code, toolTrace, events|1<<EventInstruction)
}
