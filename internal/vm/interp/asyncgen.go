// Async generators: asend, athrow, aclose and the awaitables they return (PEP 525).

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// asyncStep is the awaitable of one step: __anext__ or asend (Throw Null), athrow or aclose.
type asyncStep struct {
	object.Cell        // Ref: the async generator
	Send        Value  // value to send; for athrow the tuple of its arguments, Null for aclose
	State       uint64 // stepInit ...
}

const (
	stepInit = iota
	stepIter
	stepClosed
)

// Where machine code finds what it needs to begin a step, and the states that it sees: StepInit is a step that has not begun.
const (
	StepGenerator = int32(unsafe.Offsetof(asyncStep{}.Ref))
	StepSend      = int32(unsafe.Offsetof(asyncStep{}.Send))
	StepState     = int32(unsafe.Offsetof(asyncStep{}.State))
	StepInit      = stepInit
	StepIter      = stepIter
)

const stepRefs = 1<<1 | 1<<2

// asyncWrapped marks a value yielded by the async generator itself, not by something it awaits.
type asyncWrapped struct{ object.Cell }

var _ = func() object.TypeID {
	d := genDef("async_generator", object.Slots{Repr: genRepr, AIter: self, ANext: agenNext, Del: agenDel}, []object.FuncDef{
		{Name: "asend", F1: agenSend},
		{Name: "athrow", FN: agenThrow, MinArgs: 1, MaxArgs: 3},
		{Name: "aclose", F0: agenClose},
		{Name: "__class_getitem__", F1: object.ClassGetItem, Class: true},
	}, "ag")
	d.GetSets[2].Name = "ag_await"
	return object.DefineType(object.TAsyncGenerator, d)
}()

var _ = object.DefineType(object.TAsyncGenWrappedValue, object.TypeDef{
	Name: "async_generator_wrapped_value", Size: unsafe.Sizeof(asyncWrapped{}), Refs: 1 << 1, Flags: object.TypeNoInstances,
})

var _ = object.DefineType(object.TAsyncGenASend, object.TypeDef{
	Name: "async_generator_asend", Size: unsafe.Sizeof(asyncStep{}), Refs: stepRefs, Flags: object.TypeNoInstances,
	Slots: object.Slots{Iter: self, Await: self, Send: asendStep, Next: func(t *Thread, v Value) Value { return asendSend(t, v, none) }},
	Methods: []object.FuncDef{
		{Name: "send", F1: asendSend},
		{Name: "throw", FN: asendThrow, MinArgs: 1, MaxArgs: 3},
		{Name: "close", F0: asendClose},
	},
})

var _ = object.DefineType(object.TAsyncGenAThrow, object.TypeDef{
	Name: "async_generator_athrow", Size: unsafe.Sizeof(asyncStep{}), Refs: stepRefs, Flags: object.TypeNoInstances,
	Slots: object.Slots{Iter: self, Await: self, Next: func(t *Thread, v Value) Value { return athrowSend(t, v, none) }},
	Methods: []object.FuncDef{
		{Name: "send", F1: athrowSend},
		{Name: "throw", FN: athrowThrow, MinArgs: 1, MaxArgs: 3},
		{Name: "close", F0: athrowClose},
	},
})

func newStep(t *Thread, id object.TypeID, g, send Value) Value {
	if !initHooks(t, g) {
		return null
	}
	s := object.New[asyncStep](t, id)
	if s == nil {
		return null
	}
	s.Ref, s.Send = g, send
	return object.Of(s)
}

// ownStep is __anext__ of the async generator g for an async for, which owns the awaitable.
func ownStep(t *Thread, g Value) Value {
	if !initHooks(t, g) {
		return null
	}
	s := (*asyncStep)(unsafe.Pointer(t.RT.SpareCell(object.SpareStep)))
	if s == nil {
		if s = object.New[asyncStep](t, object.TAsyncGenASend); s == nil {
			return null
		}
	}
	s.Ref, s.Send, s.State = g, none, stepInit
	object.OwnCell(&s.Cell)
	return object.Of(s)
}

// ANextPeek is GET_ANEXT of an async generator for an async for; Null: there is a hook to be called, or no memory.
func ANextPeek(t *Thread, g Value) Value {
	if !gen(g).HooksInited && t.RT.Extra[object.ExtraAsyncGenHooks] != null {
		return null
	}
	return object.OrNothing(t, ownStep(t, g))
}

// WrapPeek wraps a value yielded by an async generator; Null: there is no memory.
func WrapPeek(t *Thread, v Value) Value { return object.OrNothing(t, wrapAsync(t, v)) }

// initHooks calls the first-iteration hook (sys.set_asyncgen_hooks) once.
func initHooks(t *Thread, v Value) bool {
	g := gen(v)
	if g.HooksInited {
		return true
	}
	g.HooksInited = true
	hooks := t.RT.Extra[object.ExtraAsyncGenHooks]
	if hooks == null {
		return true
	}
	h := object.As[Tuple](hooks)
	g.Origin = *h.At(1)
	if first := *h.At(0); first != none && first != null {
		t.RT.AsyncGenHooked()
		return object.Call1(t, first, v) != null
	}
	return true
}

func agenNext(t *Thread, v Value) Value      { return newStep(t, object.TAsyncGenASend, v, none) }
func agenSend(t *Thread, v, arg Value) Value { return newStep(t, object.TAsyncGenASend, v, arg) }

func agenThrow(t *Thread, v Value, args []Value) Value {
	if !threeArguments(t, "athrow", args) {
		return null
	}
	tup := object.TupleOf(t, args)
	if tup == null {
		return null
	}
	return newStep(t, object.TAsyncGenAThrow, v, tup)
}

func agenClose(t *Thread, v Value) Value { return newStep(t, object.TAsyncGenAThrow, v, null) }

// agenDel runs the finalizer hook of an unreachable, unfinished async generator.
func agenDel(t *Thread, v Value) Value {
	g := gen(v)
	if g.State == object.GenClosed || g.State == object.GenCreated {
		return none
	}
	if f := g.Origin; f != null && f != none && !g.AsyncClosed {
		return object.Call1(t, f, v)
	}
	return genClose(t, v)
}

// unwrap turns what a step of the generator's frame gave into what the awaitable gives: a value that the generator yielded ends
// the awaiting with StopIteration(value), anything else is passed on to the event loop.
func unwrap(t *Thread, g *Generator, r Value) Value {
	if r == null {
		if t.Exc == null {
			object.RaiseType(t, object.TStopAsyncIteration)
		}
		if t.Matches(object.TStopAsyncIteration) || t.Matches(object.TGeneratorExit) {
			g.AsyncClosed = true
		}
		g.AsyncRunning = false
		return null
	}
	if r.IsExact(object.TAsyncGenWrappedValue) {
		g.AsyncRunning = false
		return object.RaiseStopIteration(t, object.As[asyncWrapped](r).Ref)
	}
	return r
}

func step(v Value) *asyncStep { return object.As[asyncStep](v) }

func asendSend(t *Thread, v, arg Value) Value {
	r, done := asendStep(t, v, arg)
	if done {
		return object.RaiseStopIteration(t, r)
	}
	return r
}

// asendStep is asendSend for an await: a value that the generator yielded is not raised but returned, with done set.
func asendStep(t *Thread, v, arg Value) (r Value, done bool) {
	s := step(v)
	g := gen(s.Ref)
	if s.State == stepClosed {
		return object.Raise(t, object.TRuntimeError, "cannot reuse already awaited __anext__()/asend()"), false
	}
	if s.State == stepInit {
		if g.AsyncRunning {
			s.State = stepClosed
			return object.Raise(t, object.TRuntimeError, "anext(): asynchronous generator is already running"), false
		}
		if arg == none {
			arg = s.Send
		}
		s.State = stepIter
	}
	g.AsyncRunning = true
	return AsendStepped(t, v, genSend(t, s.Ref, arg))
}

// AsendStepped ends a step of v, an awaitable of __anext__ or asend, after the generator's frame gave r. With done, r is what the awaiting gives.
func AsendStepped(t *Thread, v, r Value) (_ Value, done bool) {
	s := step(v)
	if r != null && !r.IsExact(object.TAsyncGenWrappedValue) {
		return r, false
	}
	s.State = stepClosed
	g := gen(s.Ref)
	t.RT.CellEnded(object.SpareStep, &s.Cell)
	if r == null {
		return unwrap(t, g, null), false
	}
	g.AsyncRunning = false
	w := object.As[asyncWrapped](r)
	r = w.Ref
	t.RT.CellEnded(object.SpareWrapped, &w.Cell)
	return r, true
}

func asendThrow(t *Thread, v Value, args []Value) Value {
	s := step(v)
	g := gen(s.Ref)
	if s.State == stepClosed {
		return object.Raise(t, object.TRuntimeError, "cannot reuse already awaited __anext__()/asend()")
	}
	if s.State == stepInit {
		if g.AsyncRunning {
			s.State = stepClosed
			return object.Raise(t, object.TRuntimeError, "anext(): asynchronous generator is already running")
		}
		s.State = stepIter
		g.AsyncRunning = true
	}
	r := unwrap(t, g, genThrow(t, s.Ref, args))
	if r == null {
		s.State = stepClosed
	}
	return r
}

func asendClose(t *Thread, v Value) Value {
	return closeStep(t, v, asendThrow, "coroutine ignored GeneratorExit")
}

func closeStep(t *Thread, v Value, throw func(*Thread, Value, []Value) Value, ignored string) Value {
	if step(v).State == stepClosed {
		return none
	}
	args := t.PushArgs(1)
	if args == nil {
		return null
	}
	args[0] = object.Of(t.Type(object.TGeneratorExit))
	r := throw(t, v, args)
	t.PopArgs(1)
	if r != null {
		return object.Raise(t, object.TRuntimeError, "%s", ignored)
	}
	if t.ClearIf(object.TStopIteration) || t.ClearIf(object.TStopAsyncIteration) || t.ClearIf(object.TGeneratorExit) {
		return none
	}
	return null
}

func athrowSend(t *Thread, v, arg Value) Value {
	s := step(v)
	g := gen(s.Ref)
	if s.State == stepClosed {
		return object.Raise(t, object.TRuntimeError, "cannot reuse already awaited aclose()/athrow()")
	}
	if g.State == object.GenClosed {
		s.State = stepClosed
		return object.RaiseType(t, object.TStopIteration)
	}
	var r Value
	if s.State == stepInit {
		if g.AsyncRunning {
			s.State = stepClosed
			if s.Send == null {
				return object.Raise(t, object.TRuntimeError, "aclose(): asynchronous generator is already running")
			}
			return object.Raise(t, object.TRuntimeError, "athrow(): asynchronous generator is already running")
		}
		if g.AsyncClosed {
			s.State = stepClosed
			return object.RaiseType(t, object.TStopAsyncIteration)
		}
		if arg != none {
			return object.Raise(t, object.TRuntimeError, "can't send non-None value to a just-started coroutine")
		}
		s.State = stepIter
		g.AsyncRunning = true
		if s.Send == null {
			g.AsyncClosed = true
			exc := object.NewException(t, t.Type(object.TGeneratorExit), null)
			if exc == null {
				return null
			}
			r = throwInto(t, s.Ref, exc, false)
			if r != null && r.IsExact(object.TAsyncGenWrappedValue) {
				g.AsyncRunning = false
				s.State = stepClosed
				return object.Raise(t, object.TRuntimeError, "async generator ignored GeneratorExit")
			}
			if r == null {
				return athrowFailed(t, s, g)
			}
			return r
		}
		exc := thrown(t, object.As[Tuple](s.Send).Items())
		if exc == null {
			g.AsyncRunning = false
			s.State = stepClosed
			return null
		}
		r = unwrap(t, g, throwInto(t, s.Ref, exc, false))
		if r == null {
			return athrowFailed(t, s, g)
		}
		return r
	}
	r = genSend(t, s.Ref, arg)
	if s.Send != null {
		if r = unwrap(t, g, r); r == null {
			s.State = stepClosed
		}
		return r
	}
	if r != null && r.IsExact(object.TAsyncGenWrappedValue) {
		g.AsyncRunning = false
		s.State = stepClosed
		return object.Raise(t, object.TRuntimeError, "async generator ignored GeneratorExit")
	}
	if r == null {
		return athrowFailed(t, s, g)
	}
	return r
}

// athrowFailed ends an athrow or aclose whose step raised: for aclose the expected exceptions become a plain end.
func athrowFailed(t *Thread, s *asyncStep, g *Generator) Value {
	g.AsyncRunning = false
	s.State = stepClosed
	if s.Send == null && (t.Matches(object.TStopAsyncIteration) || t.Matches(object.TGeneratorExit)) {
		t.ClearExc()
		return object.RaiseType(t, object.TStopIteration)
	}
	return null
}

func athrowThrow(t *Thread, v Value, args []Value) Value {
	s := step(v)
	g := gen(s.Ref)
	if s.State == stepClosed {
		return object.Raise(t, object.TRuntimeError, "cannot reuse already awaited aclose()/athrow()")
	}
	if s.State == stepInit {
		if g.AsyncRunning {
			s.State = stepClosed
			if s.Send == null {
				return object.Raise(t, object.TRuntimeError, "aclose(): asynchronous generator is already running")
			}
			return object.Raise(t, object.TRuntimeError, "athrow(): asynchronous generator is already running")
		}
		s.State = stepIter
		g.AsyncRunning = true
	}
	r := genThrow(t, s.Ref, args)
	if s.Send != null {
		if r = unwrap(t, g, r); r == null {
			s.State = stepClosed
		}
		return r
	}
	if r != null && r.IsExact(object.TAsyncGenWrappedValue) {
		g.AsyncRunning = false
		s.State = stepClosed
		return object.Raise(t, object.TRuntimeError, "async generator ignored GeneratorExit")
	}
	if r == null {
		return athrowFailed(t, s, g)
	}
	return r
}

func athrowClose(t *Thread, v Value) Value {
	return closeStep(t, v, athrowThrow, "coroutine ignored GeneratorExit")
}

// wrapAsync is the intrinsic that wraps a value yielded by an async generator. Nobody sees it, unless the yield is reported.
func wrapAsync(t *Thread, v Value) Value {
	w := (*asyncWrapped)(unsafe.Pointer(t.RT.SpareCell(object.SpareWrapped)))
	if w == nil {
		if w = object.New[asyncWrapped](t, object.TAsyncGenWrappedValue); w == nil {
			return null
		}
	}
	w.Ref = v
	object.OwnCell(&w.Cell)
	return object.Of(w)
}
