// Generators, coroutines and async generators: frames that outlive a call.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

type Generator = object.Generator

// generatorOf finds the generator that holds a frame.
func generatorOf(fr *Frame) *Generator {
	return (*Generator)(unsafe.Add(unsafe.Pointer(fr), -int(object.GenFrame)))
}

// MakeGenerator moves the innermost frame into a new generator object; the frame on the VM stack is dropped.
// sp is the frame's stack pointer. Null without memory.
func MakeGenerator(t *Thread, fr *Frame, sp unsafe.Pointer) Value {
	code := fr.Code
	id := object.TGenerator
	switch {
	case code.Flags&object.CoCoroutine != 0:
		id = object.TCoroutine
	case code.Flags&object.CoAsyncGenerator != 0:
		id = object.TAsyncGenerator
	}
	size := object.GenFrame + uintptr(code.FrameSize)
	g := t.RT.SpareGenerator(size)
	if g != nil {
		g.Shape = id.Shape()
		g.Resume, g.Origin = 0, null
	} else {
		p := t.Alloc(id.Shape(), size, 0)
		if p == nil {
			return t.NoMemory()
		}
		g = (*Generator)(p)
	}
	fn := object.As[Function](fr.Func)
	g.Name, g.QualName, g.Code = fn.Name, fn.QualName, code
	g.State = object.GenCreated
	gf := g.Frame()
	n := int(uintptr(sp) - uintptr(unsafe.Pointer(fr)))
	copy(unsafe.Slice((*byte)(unsafe.Pointer(gf)), n), unsafe.Slice((*byte)(unsafe.Pointer(fr)), n))
	gf.Owner = object.FrameGenerator
	gf.Entry = false
	gf.Prev = nil
	gf.SP = unsafe.Add(unsafe.Pointer(gf), n)
	if gf.Object != null {
		object.As[object.FrameObject](gf.Object).Frame = unsafe.Pointer(gf)
	}
	t.Frame = fr.Prev
	dropFrame(t, fr)
	if id == object.TCoroutine && t.RT.OriginDepth > 0 {
		if g.Origin = origin(t, int(t.RT.OriginDepth)); g.Origin == null {
			return null
		}
	}
	if (code.HasTry || id == object.TCoroutine) && !g.Tracked {
		g.Tracked = true
		object.TrackFinalizer(t, object.Of(g)) // a finally block is to run even if nobody finishes it, and who awaits nothing is told so
	}
	return object.Of(g)
}

// makesGenerator reports whether a call of fn with n positional arguments does nothing but make a generator of some kind.
func makesGenerator(fn *Function, n int) bool {
	code := fn.Code
	return code.First != nil && *(*uint8)(code.First) == bc.RETURN_GENERATOR && code.Takes(n)
}

// newGenerator is what a call of fn gives, of which makesGenerator holds: no loop is entered for it. Null with an exception set.
func newGenerator(t *Thread, fn *Function, args []Value) Value {
	fr := pushExact(t, fn, unsafe.Pointer(unsafe.SliceData(args)), len(args))
	if fr == nil {
		return null
	}
	t.Frame = fr
	raw(fr).pc += 2
	g := MakeGenerator(t, fr, fr.SP)
	if g == null && t.Frame == fr {
		leave(t, fr)
	}
	return g
}

// iterOf is iter(v) for the instruction GET_ITER or GET_YIELD_FROM_ITER; after is the instruction behind it.
func iterOf(t *Thread, v Value, after unsafe.Pointer) Value {
	typ := object.TypeOf(t, v)
	if !typ.DefinesIter() {
		return object.Iter(t, v)
	}
	def := typ.Lookup(t, t.N(object.N_iter_))
	if !def.IsExact(object.TFunction) {
		return object.Iter(t, v)
	}
	fn := object.As[Function](def)
	if fn.Code.Flags&object.CoGenerator == 0 || !makesGenerator(fn, 1) {
		return object.Iter(t, v)
	}
	g := newGenerator(t, fn, []Value{v})
	if g != null && (isForIter(after) || *(*uint8)(after) == bc.LOAD_CONST) { // LOAD_CONST: what the yield from sends first
		object.As[Generator](g).Owned = true
	}
	return g
}

// own marks the generator or coroutine v, which a call in fr has made, if fr goes on by making it the iterator of a loop, a yield from or an await.
func own(fr *Frame, v Value) {
	after := unsafe.Add(fr.PC, 2*uintptr(fr.ReturnOffset))
	switch *(*uint8)(after) {
	case bc.GET_YIELD_FROM_ITER, bc.GET_AWAITABLE:
	case bc.GET_ITER:
		if !isForIter(unsafe.Add(after, 2)) {
			return
		}
	default:
		return
	}
	if v.IsExact(object.TGenerator) || v.IsExact(object.TCoroutine) {
		object.As[Generator](v).Owned = true
	}
}

// isForIter reports whether there is a FOR_ITER at p that has not found a form, or one for generators.
func isForIter(p unsafe.Pointer) bool {
	op := *(*uint8)(p)
	return op == bc.FOR_ITER || op == bc.FOR_ITER_GEN
}

// origin is a coroutine's cr_origin: file, line and function of so many callers, the innermost first. Null without memory.
func origin(t *Thread, depth int) Value {
	n := 0
	for fr := t.Frame; fr != nil && n < depth; fr = fr.Prev {
		n++
	}
	all := object.NewTuple(t, n)
	if all == nil {
		return null
	}
	i := 0
	for fr := t.Frame; fr != nil && i < n; fr = fr.Prev {
		place := object.TupleOf(t, []Value{fr.Code.Filename, object.SmallInt(int64(fr.Code.Line(2 * unitIndex(fr)))), fr.Code.Name})
		if place == null {
			return null
		}
		*all.At(i) = place
		i++
	}
	return object.Of(all)
}

// clearGenFrame drops what a finished generator's frame held. What lies above SP is dead for the collector, see Generator.bound, but would count as
// mentioned where large strings are looked for without marking: the last value returned above all.
func clearGenFrame(fr *Frame) {
	at, end := unsafe.Pointer(fr.Local(0)), unsafe.Add(unsafe.Pointer(fr), int(fr.Code.FrameSize))
	clear(unsafe.Slice((*Value)(at), (uintptr(end)-uintptr(at))/8))
	fr.SP = fr.Stack()
	fr.Func, fr.Locals = null, null
	fr.Prev = nil
}

// wake makes a suspended generator's frame the innermost one; its caller is the frame that runs now.
// send is pushed on its stack.
func wake(t *Thread, g *Generator, send Value) *Frame {
	fr := g.Frame()
	w := raw(fr)
	*slot(fr.SP, 0) = send
	w.sp += 8
	w.prev = uintptr(unsafe.Pointer(t.Frame))
	fr.Entry = false
	g.State, g.Resume = object.GenRunning, 0
	g.Exc.Prev = t.ExcInfo
	t.ExcInfo = &g.Exc
	t.Frame = fr
	t.Depth--
	return fr
}

// suspend takes a yielding generator's frame off the chain; sp is its stack pointer after the yielded value was popped.
func suspend(t *Thread, fr *Frame, sp unsafe.Pointer, fromYieldFrom bool) {
	g := generatorOf(fr)
	w := raw(fr)
	w.sp = uintptr(sp)
	g.State = object.GenSuspended
	if fromYieldFrom {
		g.State = object.GenSuspendedYieldFrom
	}
	t.ExcInfo = g.Exc.Prev
	g.Exc.Prev = nil
	t.Frame = fr.Prev
	w.prev = 0
	t.Depth++
}

// A chain of generators, each of which waits in a yield from or await for the next one, is walked in one go: an item takes the way up, and the
// wish for another one the way down, past generators that do nothing but pass them on. Each of them does what its instructions would have done,
// so nobody sees a difference: a generator whose instructions have been rewritten for events is not passed.

// The code units with which a generator passes things on. Behind the SEND that has given a value stands passUp; there the generator goes on at passDown,
// from where it is back at a SEND_GEN. Arguments are masked out where they do not matter.
const (
	passUp       = uint16(bc.YIELD_VALUE) | 1<<8
	passDown     = uint32(bc.RESUME_CHECK) | uint32(bc.JUMP_BACKWARD_NO_INTERRUPT)<<16
	passDownMask = 0xFF00FF
)

// yieldUp suspends the generator fr, and its callers as far as they yield what they get from it. PC of fr is stored, sp is its stack pointer.
// It returns the frame that gets the value, or nil when the loop was entered with a generator that has been suspended.
func yieldUp(t *Thread, fr *Frame, sp unsafe.Pointer, fromYieldFrom bool) *Frame {
	for {
		next := fr.Prev
		suspend(t, fr, sp, fromYieldFrom)
		if fr.Entry {
			return nil
		}
		fr = next
		if *(*uint16)(unsafe.Add(fr.PC, 2*yieldOffset)) != passUp {
			return fr
		}
		raw(fr).pc += 2*yieldOffset + 2
		sp, fromYieldFrom = fr.SP, true
	}
}

// passes reports whether the generator fr, which has been woken, will only pass on that it was.
func passes(fr *Frame) bool { return *(*uint32)(fr.PC)&passDownMask == passDown }

// wakeDown wakes the generators that fr waits for, as far as each only passes on what it is sent. It returns the one that goes on.
func wakeDown(t *Thread, fr *Frame) *Frame {
	for passes(fr) {
		back := unsafe.Add(fr.PC, 4-2*int(*(*uint8)(unsafe.Add(fr.PC, 3))))
		unit := *(*uint16)(back)
		if uint8(unit) != bc.SEND_GEN {
			break
		}
		g := runnable(t, *slot(fr.SP, -2))
		if g == nil {
			break
		}
		left := fr.Code.Hot - 1
		if t.Breaker.Load()&object.BreakAll|uint32(left)>>31 != 0 {
			break // RESUME_CHECK has something to do
		}
		fr.Code.Hot = left
		w := raw(fr)
		w.pc = uintptr(back) + 2
		w.sp -= 8
		fr.ReturnOffset = unit>>8 + 1
		fr = wake(t, g, *slot(fr.SP, 0))
	}
	return fr
}

// ResumeGenerator runs a suspended generator until it yields, returns or raises.
// Whether it yielded or returned, g.State tells; with throw set, t.Exc is raised at the point where it waits.
func (interpreter) ResumeGenerator(t *Thread, g *Generator, send Value, throw bool) Value {
	if t.Depth <= 0 {
		t.RecursionError("")
		return null
	}
	if !t.Enter("") {
		return null
	}
	slot := g.Resume
	fr := wake(t, g, send)
	fr.Entry = true
	if slot != 0 && !throw {
		if r, done := t.RT.OnResume(t, fr, slot); done {
			t.Leave()
			return r
		}
	}
	if throw && watched(t) { // it goes on in a handler, without a RESUME
		if instrument(t, fr.Code) {
			fireGlobal(t, fr, EventPyThrow, unitIndex(fr)+1)
		}
	}
	if throw && g.Exc.Exc != null && g.Exc.Exc != none {
		exc := t.Exc
		t.Exc = null
		object.SetExc(t, exc)
	}
	r := run(t, fr, throw)
	t.Leave()
	return r
}
