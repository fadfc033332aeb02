// Thread and Runtime: the contexts that every function gets.

package object

import (
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/vm/heap"
)

// Breaker bits: why code should leave its fast path at the next poll.
const (
	BreakSignal uint32 = 1 << iota
	BreakCancel
	BreakGC     // finalizers or weakref callbacks wait
	BreakMemory // machine code was refused memory
	BreakRing   // with BreakCancel: there is something new for OnCancel to see
	BreakNative // machine code is to be left, and not to be entered: events are reported
	BreakLocals // likewise: a variable was changed in a frame, not by its code
	BreakSwitch // another thread waits for the lock

	BreakSample uint32 = 1 << 8 // a profiler wants to see the frames: polls serve it where they are

	BreakLeave = BreakSample - 1                                           // what machine code and superblocks are left for: the lowest byte
	BreakAll   = (BreakLeave | BreakSample) &^ (BreakNative | BreakLocals) // what a poll of the interpreter looks at
)

// ExcState is one entry of the stack of exceptions being handled; generators have their own.
type ExcState struct {
	Exc  Value
	Prev *ExcState
}

// Thread is what runs a runtime's Python code. It is made by NewRuntime and stays where it is: machine code has its address. There is one, however many
// threads the program has: Current belongs to the thread that has the lock, and changes with it (lock.go). What machine code uses most stands right
// before and behind Native (see native.go).
type Thread struct {
	RT      *Runtime
	Owner   atomic.Uintptr // the goroutine of a host's function that the running thread has called, and that may use the runtime; else 0
	Traces  int            // executors of tier 2 at work, one in the other
	Place   atomic.Uint32  // where machine code says that it is, for profilers; 0: nowhere
	Breaker atomic.Uint32  // bits: Break...
	heap.Allocator
	Current
}

// Current is the part of a Thread that belongs to one thread of the program.
type Current struct {
	Native   Native    // the context of machine code begins here, where R15 points
	Frame    *Frame    // the innermost frame
	StackTop uintptr   // end of the innermost frame on the VM stack
	StackEnd uintptr   // of the VM stack; the last frame may go beyond by StackSlack
	Depth    int32     // nested Python calls left before RecursionError
	Nested   int32     // nested Go calls left
	Exc      Value     //psy:root visited by visitRoots: the exception being raised, or Null
	ExcInfo  *ExcState // the innermost exception being handled

	Strand                 *Strand // whose this is
	stackBase, stackMax    uintptr // the VM stack's mapping; StackEnd may rise up to stackMax
	goStack                uint64  // bytes that count against the cap for the goroutine's stack
	baseExc                *ExcState
	TraceFunc, ProfileFunc Value   //psy:root visited by Current.roots
	Event                  int     // of tracing: what is being reported, or -1
	EventFrame             uintptr // the address of the frame in which it happened
	Quiet                  int     // above zero while a callback of tracing runs: nothing is reported then
	Aside                  bool    // with Quiet: what is called runs as if nothing were ever reported, in machine code too
	ContextVars            Value   //psy:root visited by Current.roots
	EventLoop              Value   //psy:root visited by Current.roots: asyncio's, while it runs, or Null
	Refused                Value   //psy:root visited by Current.roots: a MemoryError to be raised at the next poll, or Null
	Locks                  int     // how many of the program's locks the thread is known to hold, until GaveBack
	Doomed                 bool    // exceptions find no handler: a host ends the call
	short                  bool    // the cap has refused room for a stack, about which RecursionError has not been asked yet
	Anew                   bool    // tier 1's loop is left to be entered again: see interp's unwindFrom
	reprStack              *List   //psy:root visited by Current.roots: containers being shown
}

// Native is the place of staging.Native.
type Native [11]uint64

// Runtime is one isolated Python world: heap, types, modules.
type Runtime struct {
	Heap  *heap.Heap
	Main  *Thread
	lock  lock
	Types [MaxTypes]*Type //psy:root the static shapes hold them

	Interned             *Dict            //psy:root forgetNames keeps it, with the names that something else refers to
	Modules              *Dict            //psy:root visited by roots: sys.modules
	Builtins             *Dict            //psy:root visited by roots: the builtins module's dict
	SysDict              *Dict            //psy:root visited by roots
	EmptyTuple           *Tuple           //psy:root visited by roots
	EmptyStr, EmptyBytes Value            //psy:root visited by roots
	LazyDoc              Value            //psy:root visited by roots: in a built-in type's dict, for a docstring; see staticDoc
	EmptyFrozenSet       Value            //psy:root visited by roots
	latin1               *Tuple           //psy:root visited by roots: one-character strs
	byBytes              *Tuple           //psy:root visited by roots: bytes objects of one byte, or Null until one is asked for
	Names                [nameCount]Value //psy:root visited by roots: see names.go
	Extra                [32]Value        //psy:root visited by roots: for packages above
	memErr               Value            //psy:root visited by roots: the MemoryError of last resort
	classAttr            Value            //psy:root object's dict holds it: object.__class__
	weak                 weakState
	asked                []Value          //psy:root visited by visitRoots: what a question to the heap is about, see askHeap
	restAfter            time.Duration    // see UntilRest; 0: the least
	running              map[uintptr]bool // frames of generators that run, in a collection that the program asked for

	methodCache     *[methodCacheSize]methodCacheEntry
	tupleHashes     *[tupleHashes]keptHash
	abcAnswers      *[abcAnswers]abcAnswer // nil: none was asked for
	epoch           uint64                 // see epoch.go
	depths          map[uintptr][]int32    // by the address of a code object: see depthsOf
	versions        uint32
	dictVersions    uint32
	ABCToken        int64 // changes when a class is registered with an abstract base class
	RecursionLimit  int32
	RecursionMost   int32 // what programs may set it to; 0: anything
	HashSeed        HashSeed
	idShift         uint64 // in a copy of an image: what is added to addresses to get those of the image
	IntMaxStrDigits int
	// ScriptDir is the program's folder, if sys.path began with it.
	ScriptDir string

	// Finalizing is set when a program has ended: sys.is_finalizing.
	Finalizing bool
	// Stopping says that the program is being stopped, and has some polls left to clean up: who waits polls often.
	Stopping bool

	// Who executes the runtime's code, who watches its objects, and who hosts it; each may be nil.
	Interpreter Interpreter
	Watcher     Watcher
	Host        Host

	// OnFinish is called when a program has ended, before its objects are finalized; may be nil.
	OnFinish func()
	// InstrVersion changes when the instrumentation of code has to (sys.settrace and the like).
	InstrVersion uint32

	// Counts are the interpreter's statistics; nil when none are kept.
	Counts *ExecCounts

	// StrandLimit is how many threads there may be beside the main one; 0: as many as the heap has room for, negative: none.
	StrandLimit int

	// OnStrand makes the context of machine code for another thread, with a stack that free gives back, or keeps for one more thread.
	OnStrand func(native *Native) (free func(keep bool), err error)
	// OnWipe is told to clear what is not in use of the stack of machine code.
	OnWipe func()
	// OnResume is asked to run a generator's frame, just woken, whose Generator.Resume was slot; done false: it did not, or gave the frame back.
	OnResume func(t *Thread, fr *Frame, slot uint64) (v Value, done bool)
	// OnPull takes items of a generator into a block, as its words say, and returns the index behind the last one. The generator has yielded them
	// all, has ended, has raised t.Exc behind them, or waits for its next step.
	OnPull func(t *Thread, block []Value) int
	// OnCalls calls a function as the words of a block of Calls say, until there are no items, a call has raised t.Exc, or the next one has to be made by
	// tier 1. False: so has the first one.
	OnCalls func(t *Thread, block []Value) bool
	// OnHot is asked to run a frame whose code has been called and has jumped back more than HotThreshold times, from pc on. fr is the
	// innermost frame, with PC = pc, its next instruction, and SP. It resets Code.Hot, or is asked again at every turn.
	OnHot func(t *Thread, fr *Frame, pc unsafe.Pointer) (Value, Went)
	// Machine is the engine of machine code, which helpers find by the thread; nil: there is none.
	Machine any
	// Tier2 is what makes superblocks of code that is hot and runs them, in place of OnHot: an interp.Tier2, or nil.
	Tier2 any
	// Entries are the executors that ENTER_EXECUTOR stands for in a code object, by Code.Executors - 1 and its argument: interp.Executors.
	Entries [][]unsafe.Pointer
	// ColdExits is how often exits of superblocks led to tier 1.
	ColdExits uint64
	// HotThreshold is where Code.Hot begins to count down; new code objects get it. math.MaxInt32: never.
	HotThreshold int32
	// OnSignal and OnCancel are parts of Interpreter.Break that a host fills in; they must not run Python code. OnSignals are for modules, and
	// may. False: an exception is set.
	OnSignal, OnCancel func(t *Thread) bool
	OnSignals          []func(t *Thread) bool
	Waker              atomic.Pointer[Waker] // of a program that waits for descriptors; nil: none
	// OnCode is told of each code object that is made, and OnUncaught of an exception that nobody has caught; both are for debuggers, and may be nil.
	// OnCode must not allocate.
	OnCode     func(co *Code)
	OnUncaught func(t *Thread, exc Value)
	// OnBreakpoint is breakpoint(), for debuggers; nil: what sys.breakpointhook is. False: an exception is set.
	OnBreakpoint func(t *Thread) bool
	// Held, while it is not nil, is asked at polls in place of signals, and no thread gives the lock up there: a debugger has stopped the program, and
	// computes something for its user. False: an exception is set.
	Held func(t *Thread) bool
	// OnSample looks at the frames; it must not run Python code.
	OnSample func(t *Thread)
	// OriginDepth is how many callers a coroutine remembers as its cr_origin.
	OriginDepth int32
	// BytesWarning says that bytes taken for text are warned of.
	DevMode      bool // names of encodings and error handlers are looked up even where they make no difference
	BytesWarning bool
	NoColumns    bool // code objects get no columns
	// OnAudit tells the program's audit hooks of an event; nil while there are none.
	OnAudit func(t *Thread, event string, args Value) bool
	// NativeSlots calls f with the frames that machine code runs, and a bit for each slot in use; the last stands for all further ones.
	NativeSlots func(f func(fr uintptr, slots uint32))
	// System is what the program may reach of the world outside.
	System system.System
	host   []any // by the keys of packages above
}

// ExecCounts counts what the interpreter does.
type ExecCounts struct {
	Retired uint64      // instructions begun; EXTENDED_ARG and what it extends are one
	Ops     [256]uint64 // executions of each instruction, those after a failed guard included
	Miss    [256]uint64 // failed guards of each specialized instruction
	Tried   [256]uint64 // attempts to specialize, by the generic instruction
	Deopt   [256]uint64 // returns to the generic instruction
	Special [256]uint64 // attempts that found a form, by the generic instruction
	Failed  map[Unfit]uint64
}

// Unfit is why an attempt to specialize found no form: what the operands were. Classes of programs count as one.
type Unfit struct {
	Op, Arg uint8 // the generic instruction; its argument, if that is an operation
	Types   [2]TypeID
	Count   uint8 // of types
}

// Unfit counts an attempt that found no form for operands.
func (c *ExecCounts) Unfit(t *Thread, op, arg uint8, operands ...Value) {
	u := Unfit{Op: op, Arg: arg, Count: uint8(len(operands))}
	for i, v := range operands {
		if typ := TypeOf(t, v); typ.Flags&TypeHeap == 0 {
			u.Types[i] = typ.ID
		}
	}
	c.Failed[u]++
}

func (rt *Runtime) newVersion() uint32 {
	rt.versions++
	if rt.versions == 0 {
		rt.versions = 1
	}
	return rt.versions
}

// Poll is to be called now and then by functions that run long: it handles Ctrl-C, cancelling and the like.
// False: an exception is set.
func (t *Thread) Poll() bool {
	return t.Breaker.Load()&BreakAll == 0 || t.RT.Interpreter == nil || t.RT.Interpreter.Break(t)
}

// Halted reports whether the thread is to stop, with an exception set: it is cancelled, or was interrupted. It is for functions that run long where no Python
// code may run, which Poll does.
func (t *Thread) Halted() bool {
	return t.Breaker.Load()&(breakHalt|BreakSample) != 0 && t.halt()
}

// Sample shows the frames to the profiler that asked for them.
func (t *Thread) Sample() {
	t.Breaker.And(^BreakSample)
	if t.RT.OnSample != nil {
		t.RT.OnSample(t)
	}
}

// breakHalt are the bits for which Halted may say yes.
const breakHalt = BreakCancel | BreakSignal | BreakMemory

func (t *Thread) halt() bool {
	if t.Breaker.Load()&BreakSample != 0 {
		t.Sample()
	}
	if t.Refused != Null && t.Refused.IsExact(TKeyboardInterrupt) { // an operation was halted, and is being done again: see dropExc
		t.Exc, t.Refused = t.Refused, Null
		t.Breaker.And(^BreakMemory)
		return true
	}
	if t.Breaker.Load()&BreakCancel != 0 && t.RT.OnCancel != nil && !t.RT.OnCancel(t) {
		return true
	}
	if t.Stopped() {
		return true
	}
	if t.Breaker.Load()&BreakSignal != 0 && t.IsMain() && len(t.RT.lock.asked) == 0 {
		t.Breaker.And(^BreakSignal)
		stop := t.RT.OnSignal != nil && !t.RT.OnSignal(t)
		if len(t.RT.OnSignals) > 0 {
			t.Breaker.Or(BreakSignal) // at the next poll
		}
		return stop
	}
	return false
}

// halting is Halted as a value, made once.
func (t *Thread) halting() func() bool { return t.RT.Heap.Halt }

// pollEach is how often loops over items that cost next to nothing ask whether they are halted: at every pollEach-th.
const pollEach = 1 << 12

// haltedAt is Halted at every pollEach-th item.
func (t *Thread) haltedAt(i int) bool { return i&(pollEach-1) == pollEach-1 && t.haltedNow() }

// haltedNow is Halted as a call, so that haltedAt is small enough to be inlined.
//
//go:noinline
func (t *Thread) haltedNow() bool { return t.Halted() }

// PushArgs copies values to the VM stack above the innermost frame, where a call's arguments may lie; PopArgs releases them.
// It returns nil, with RecursionError set, when the stack is full.
func (t *Thread) PushArgs(n int) []Value {
	lo := t.StackTop
	hi := lo + uintptr(n)*8
	if hi > t.StackEnd && !t.StackRoom(hi) {
		t.RecursionError("")
		return nil
	}
	t.StackTop = hi
	args := unsafe.Slice((*Value)(unsafe.Add(unsafe.Pointer(nil), lo)), n)
	clear(args)
	return args
}

// PopArgs releases the innermost PushArgs of n values.
func (t *Thread) PopArgs(n int) { t.StackTop -= uintptr(n) * 8 }

// visitRoots shows the collector every reference that Go structs hold.
func (rt *Runtime) visitRoots(visit func(uint64)) {
	v := func(x Value) { visit(uint64(x)) }
	p := func(x unsafe.Pointer) { visit(uint64(uintptr(x))) }
	p(unsafe.Pointer(rt.Modules))
	p(unsafe.Pointer(rt.Builtins))
	p(unsafe.Pointer(rt.SysDict))
	p(unsafe.Pointer(rt.EmptyTuple))
	v(rt.EmptyStr)
	v(rt.LazyDoc)
	v(rt.EmptyBytes)
	v(rt.EmptyFrozenSet)
	p(unsafe.Pointer(rt.latin1))
	p(unsafe.Pointer(rt.byBytes))
	v(rt.memErr)
	for _, n := range rt.Names {
		v(n)
	}
	for _, n := range rt.Extra {
		v(n)
	}
	for _, typ := range rt.Types {
		p(unsafe.Pointer(typ))
	}
	for _, n := range rt.asked {
		v(n)
	}
	rt.weak.visitPending(visit)
	rt.Main.Current.roots(visit)
	for _, s := range rt.lock.strands {
		s.roots(visit)
	}
}

func (c *Current) roots(visit func(uint64)) {
	for _, v := range [...]Value{c.Exc, c.Refused, c.TraceFunc, c.ProfileFunc, c.ContextVars, c.EventLoop} {
		visit(uint64(v))
	}
	for _, p := range [...]unsafe.Pointer{unsafe.Pointer(c.reprStack), unsafe.Pointer(c.ExcInfo), unsafe.Pointer(c.Frame)} {
		visit(uint64(uintptr(p)))
	}
}
