// Package interp runs bytecode: frames on the VM stack, the generated tier-1 loop, calls, exceptions, generators, specialization.
// It must not know the command line, files or modules.
package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	Value    = object.Value
	Thread   = object.Thread
	Frame    = object.Frame
	Code     = object.Code
	Function = object.Function
	Type     = object.Type
	Tuple    = object.Tuple
	Dict     = object.Dict
)

const (
	null = object.Null
	none = object.None
)

// A frame on the VM stack, low addresses first:
//
//	| Frame header | localsplus: arguments, locals, cells, free | value stack -> ... | next frame
//	^ fr           ^ fr.Local(0)                                ^ fr.Stack()    ^ sp  ^ t.StackTop
//
// Frame.PC is the address just behind the unit of the instruction being executed, which is where its caches start;
// f_lasti is PC - First - 2 bytes. A frame that has not begun has PC at its first unit. While a frame waits for a call it made, PC stands at the call and ReturnOffset says how many
// units behind PC it goes on. Frame.SP is valid while the frame is not the running one.

// yieldOffset is where a caller goes on after a generator has yielded: behind the one cache unit of SEND or FOR_ITER.
const yieldOffset = 1

// slot returns the address of value i from p on.
func slot(p unsafe.Pointer, i int) *Value { return (*Value)(unsafe.Add(p, i*8)) }

// window views n values from p on.
func window(p unsafe.Pointer, n int) []Value { return unsafe.Slice((*Value)(p), n) }

// rawFrame is Frame with numbers for pointers: frames are off the Go heap, and stores of pointers would ask for the write barrier.
type rawFrame struct {
	code, fn, globals, builtins, locals, object, prev, pc, sp uintptr
	state                                                     uint64 // ReturnOffset, Owner, Entry, Flags
}

// raw views a frame as numbers.
func raw(fr *Frame) *rawFrame { return (*rawFrame)(unsafe.Pointer(fr)) }

// Both lay their fields alike.
var (
	_ = [1]byte{}[unsafe.Offsetof(Frame{}.SP)-unsafe.Offsetof(rawFrame{}.sp)]
	_ = [1]byte{}[unsafe.Offsetof(Frame{}.Object)-unsafe.Offsetof(rawFrame{}.object)]
	_ = [1]byte{}[unsafe.Offsetof(Frame{}.ReturnOffset)-unsafe.Offsetof(rawFrame{}.state)]
	_ = [1]byte{}[unsafe.Offsetof(Frame{}.Entry)-unsafe.Offsetof(rawFrame{}.state)-3]
)

// Ordinary reports whether fr is a frame on the VM stack that was called from the loop, is no __init__'s and was never asked for.
func Ordinary(fr *Frame) bool { return uint32(raw(fr).state>>16) == 0 }

// Plain reports whether nothing but its value is waited for when fr, a frame on the VM stack that was never asked for, returns.
func Plain(fr *Frame) bool { return uint32(raw(fr).state>>16)&^0xFF00 == 0 }

// newFrame lays a frame for fn on the VM stack, localsplus not yet set; nil when the stack or the recursion limit is exhausted.
func newFrame(t *Thread, fn *Function) *Frame {
	code := fn.Code
	if code.First == nil && !code.Ready(t) {
		return nil
	}
	lo := t.StackTop
	hi := lo + uintptr(code.FrameSize)
	if t.Depth <= 0 || hi > t.StackEnd && !t.StackRoom(hi) {
		t.RecursionError("")
		return nil
	}
	t.Depth--
	t.StackTop = hi
	fr := (*Frame)(unsafe.Add(unsafe.Pointer(nil), lo))
	w := raw(fr)
	w.code = uintptr(unsafe.Pointer(code))
	w.fn = uintptr(unsafe.Pointer(fn))
	w.globals = uintptr(unsafe.Pointer(fn.Globals))
	w.builtins = uintptr(unsafe.Pointer(fn.Builtins))
	w.locals, w.object = 0, 0
	w.prev = uintptr(unsafe.Pointer(t.Frame))
	w.pc = uintptr(code.First)
	w.sp = lo + object.FrameHeader + uintptr(code.NLocalsPlus)*8
	w.state = 0
	return fr
}

// clearFrom sets localsplus[n:] to Null.
func clearFrom(fr *Frame, n int) {
	for m := int(fr.Code.NLocalsPlus); n < m; n++ {
		*fr.Local(n) = null
	}
}

// pushExact makes the frame for a call whose arguments fill the parameters exactly.
func pushExact(t *Thread, fn *Function, args unsafe.Pointer, n int) *Frame {
	fr := newFrame(t, fn)
	if fr == nil {
		return nil
	}
	at := unsafe.Add(unsafe.Pointer(fr), object.FrameHeader)
	for i := 0; i < n; i++ {
		*slot(at, i) = *slot(args, i)
	}
	for m := int(fn.Code.NLocalsPlus); n < m; n++ {
		*slot(at, n) = null
	}
	return fr
}

// pushFrame makes the frame for any call of a Python function, binding arguments; nil with an exception set.
func pushFrame(t *Thread, fn *Function, args []Value, kw Value) *Frame {
	if kw == null && fn.Code.Takes(len(args)) {
		return pushExact(t, fn, unsafe.Pointer(unsafe.SliceData(args)), len(args))
	}
	fr := newFrame(t, fn)
	if fr == nil {
		return nil
	}
	clearFrom(fr, 0)
	if !bindArgs(t, fn, fr, args, kw) {
		dropFrame(t, fr)
		return nil
	}
	return fr
}

// dropFrame takes the innermost frame off the VM stack.
func dropFrame(t *Thread, fr *Frame) {
	t.Depth++
	t.StackTop = uintptr(unsafe.Pointer(fr))
}

// leave ends the running frame, which has returned or raised, and makes its caller the innermost frame.
// A frame object made for it keeps a copy of its variables.
func leave(t *Thread, fr *Frame) {
	if fr.Object != null {
		object.DetachFrame(t, fr)
	}
	t.Frame = fr.Prev
	if fr.Owner == object.FrameThread {
		t.Depth++
		t.StackTop = uintptr(unsafe.Pointer(fr))
		return
	}
	t.Depth++
	g := generatorOf(fr)
	g.State = object.GenClosed
	t.ExcInfo = g.Exc.Prev
	g.Exc.Prev = nil
	g.Exc.Exc = null
	if fr.Object != null {
		fr.Object = null // it has a copy of the variables
		g.Owned = false
	}
	clearGenFrame(fr)
}

// CallFunction runs a Python function from Go.
func (interpreter) CallFunction(t *Thread, fn *Function, args []Value, kw Value) Value {
	if kw == null && makesGenerator(fn, len(args)) {
		return newGenerator(t, fn, args)
	}
	if !t.Enter(" while calling a Python object") {
		return null
	}
	fr := pushFrame(t, fn, args, kw)
	r := null
	if fr != nil {
		r = enter(t, fr)
	}
	t.Leave()
	return r
}

// enter runs a new frame until it returns.
func enter(t *Thread, fr *Frame) Value {
	raw(fr).state |= 1<<24 | object.FrameFromGo<<32 // Entry
	t.Frame = fr
	if fr.Code.Hot < 0 && t.RT.OnHot != nil && (t.Aside || !watched(t)) {
		if next, _, _, v := runHot(t, fr); next == nil {
			return v
		}
	}
	return run(t, fr, false)
}

// run executes a frame in the loop that counts when statistics are kept, else in the fast one, which leaves instrumented code to the other.
func run(t *Thread, fr *Frame, throw bool) Value {
	if t.Place.Load() != 0 { // of the machine code that called
		t.Place.Store(0)
	}
	for {
		var v Value
		if t.RT.Counts != nil {
			v = runWatched(t, fr, throw, 0)
		} else {
			v = runFast(t, fr, throw, 0)
		}
		if !t.Anew {
			return v
		}
		t.Anew = false // see unwindFrom
		wipeStack()
		fr, throw = t.Frame, false
	}
}

// wipeStack clears the part of the goroutine's stack that the loop and what it calls first will use.
//
//go:noinline
func wipeStack() {
	var words [2048]uint64
	sink(&words)
}

//go:noinline
func sink(*[2048]uint64) {}

// RunCode runs a code object as a module or class body: globals, and a namespace for its names (a dict or other mapping).
func RunCode(t *Thread, code *Code, globals *Dict, locals Value) Value {
	fn := object.NewFunction(t, code, globals)
	if fn == nil {
		return null
	}
	return RunFunctionIn(t, fn, locals)
}

// RunFunctionIn calls fn without arguments, with a namespace for its names.
func RunFunctionIn(t *Thread, fn *Function, locals Value) Value {
	if !t.Enter(" while calling a Python object") {
		return null
	}
	r := null
	if fr := pushFrame(t, fn, nil, null); fr != nil { // code given to exec may be that of a function with parameters
		fr.Locals = locals
		r = enter(t, fr)
	}
	t.Leave()
	return r
}

// Attach connects the interpreter to a runtime.
func Attach(rt *object.Runtime) {
	rt.Interpreter = interpreter{attachCachers(rt)}
}

// interpreter is the interpreter as objects know it. CallFunction and ResumeGenerator, which are called often, are its methods directly.
type interpreter struct{ c *cachers }

func (interpreter) Break(t *Thread) bool { return t.Frame == nil || handleBreaker(t, t.Frame) }

func (interpreter) SetFrameLine(t *Thread, fo *object.FrameObject, line int64) bool {
	return setFrameLine(t, fo, line)
}

func (interpreter) TraceOpcodes(t *Thread, fo *object.FrameObject) bool { return traceOpcodes(t, fo) }
func (x interpreter) Shadow(t *Thread, typ *object.Type)                { x.c.made().shadow(t, typ) }
func (interpreter) Depths(code *Code) []int32                           { return codeDepths(code) }
func (interpreter) SlotsInUse(fr, inner *Frame, depths func(*Code) []int32) int {
	return slotsInUse(fr, inner, depths)
}

func (interpreter) AtCall(fr *Frame) bool { return atCall(fr) }
