// What the interpreter of tier 2 executes. Package tier2 makes it.

package interp

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// TraceOp is one thing that the interpreter of tier 2 can do: an op, or several fused.
type TraceOp uint16

// JumpToTop goes to the instruction at X bytes from the first. Arg: how many bytecodes a turn is. It polls.
const JumpToTop = NumTraceOps

// Inst is an instruction of tier 2: what to do, where in the frame its inputs and outputs are (in bytes from its header), the bytecode's argument, and
// what was taken from the bytecode's cache, or is constant.
type Inst struct {
	Op            TraceOp
	A, B, C, D, E uint16
	Arg           uint32
	X, Y          uint64
}

// Site is what has to be known of an Inst when it does not simply go on. It lies as far from it as there are bytes of Insts.
type Site struct {
	PC          uintptr // of the bytecode's cache
	SP          uint16  // what is on the stack when a frame is pushed, in bytes from the frame's header
	Size        uint16  // code units of the bytecode
	Deopt, Side int16   // indices of exits
	Begun       uint32  // bytecodes that have been executed before this one since the executor was entered, or a turn of its loop,
	Done        uint32  // and that have been when control goes elsewhere after it
	_           uint64
}

const instSize = unsafe.Sizeof(Inst{})

// Both are of one size.
var (
	_ = [1]byte{}[instSize-unsafe.Sizeof(Site{})]
	_ = [1]byte{}[unsafe.Sizeof(Site{})-instSize]
)

func siteOf(in *Inst, delta uintptr) *Site { return (*Site)(unsafe.Add(unsafe.Pointer(in), delta)) }

// next is the address of the bytecode that follows.
func (s *Site) next() unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(nil), s.PC+2*uintptr(s.Size-1))
}

// Move stores, at an exit, what the trace knows of a stack item: it is the local variable, or other word of the frame, at From, or a constant (From 0).
type Move struct {
	From, To uint16
	Const    object.Value //psy:root the code object that the executor keeps has it
}

// Exit is a way out of an executor: to the bytecode at PC with the stack pointer at SP bytes from the frame's header.
type Exit struct {
	PC    unsafe.Pointer
	SP    uint16
	Moves []Move
	Of    *Executor
	Poll  bool   // tier 1 has something to do there, other than the program's work
	Deopt bool   // the instruction there could not be done as it was expected,
	First bool   // and it is the executor's first
	Asked bool   // the instruction has been told to specialize itself again
	Taken uint32 // how often, while it leads to tier 1,
	Ask   uint32 // and how often it must be before an executor is asked for again
	to    *Executor
}

// Executor is a superblock in a form that can be executed.
type Executor struct {
	first   *Inst
	delta   uintptr
	block   []Inst // and as many Sites
	Exits   []Exit
	Dead    bool // an assumption was broken, or there was no room: it must not be entered or gone on with
	Entered uint64
	Retired uint64 // bytecodes
	places  *Places
	Data    any // its maker's
}

// NewExecutor makes an executor of n instructions, which the caller fills in.
func NewExecutor(n int, places *Places) *Executor {
	ex := &Executor{block: make([]Inst, 2*n), delta: uintptr(n) * instSize, places: places}
	ex.first = &ex.block[0]
	return ex
}

// At gives instruction i and its site.
func (ex *Executor) At(i int) (*Inst, *Site) {
	in := &ex.block[i]
	return in, siteOf(in, ex.delta)
}

// Len is the number of instructions.
func (ex *Executor) Len() int { return len(ex.block) / 2 }

// TopOf is what JumpToTop's X is for instruction i.
func TopOf(i int) uint64 { return uint64(i) * uint64(instSize) }

// after is the instruction behind one.
func after(in *Inst) *Inst { return (*Inst)(unsafe.Add(unsafe.Pointer(in), instSize)) }

// Link makes an exit lead to an executor, or with nil to tier 1.
func (x *Exit) Link(to *Executor) { x.to = to }

// Unlink makes an exit lead to tier 1 if its executor is dead.
func (x *Exit) Unlink() {
	if x.to != nil && x.to.Dead {
		x.to, x.Taken, x.Ask = nil, 0, 0
	}
}

// Linked reports whether an exit leads to an executor.
func (x *Exit) Linked() bool { return x.to != nil }

// Tier2 is what makes executors. It is Runtime.Tier2.
type Tier2 interface {
	// Hot is asked at a place in the innermost frame, fr, where tier 1 has counted its code down: PC and SP are those of the next instruction, and exit is
	// nil; or where an exit that leads to tier 1 has been taken as often as it is to ask. nil: tier 1 goes on there.
	Hot(t *Thread, fr *Frame, exit *Exit) *Executor
	// Forget drops all executors: something has changed that they do not look at.
	Forget()
	// Calls is told of a function for whose version the inline cache of a call has been specialized.
	Calls(fn *object.Function)
	// Counts are its statistics.
	Counts() Tier2Counts
}

// Tier2Counts are the statistics of tier 2.
type Tier2Counts struct {
	Made, Entered uint64 // executors
	HotExits      uint64 // exits that got executors
	Retired       uint64 // bytecodes
	Invalidations uint64 // assumptions that have broken
}

// Tier2Stats are the statistics of tier 2, if it runs the code.
func Tier2Stats(rt *object.Runtime) (c Tier2Counts, ok bool) {
	tier2, ok := rt.Tier2.(Tier2)
	if ok {
		c = tier2.Counts()
	}
	return c, ok
}

// Places are the exits to where only running tells: the start of a function that was called, the place behind a call in the caller. A place
// is looked for by its address, and forgotten when another takes its entry.
type Places [1024]*Exit

func (p *Places) at(pc unsafe.Pointer) **Exit { return &p[uintptr(pc)/2%uintptr(len(p))] }

// coldPlace is taken where a place has no executor yet.
//
//go:noinline
func coldPlace(t *Thread, fr *Frame, places *Places, pc, sp unsafe.Pointer) *Executor {
	at := places.at(pc)
	if *at == nil || (*at).PC != pc {
		*at = &Exit{PC: pc}
	}
	(*at).SP = uint16(uintptr(sp) - uintptr(unsafe.Pointer(fr))) // other code may have lain there
	return coldExit(t, fr, *at)
}

// coldExit is taken where an exit leads to tier 1: it may be hot by now.
//
//go:noinline
func coldExit(t *Thread, fr *Frame, exit *Exit) *Executor {
	fr.PC, fr.SP = exit.PC, unsafe.Add(unsafe.Pointer(fr), exit.SP)
	if exit.Poll || t.Breaker.Load()&object.BreakLeave != 0 {
		return nil
	}
	t.RT.ColdExits++
	if exit.Taken++; exit.Taken < exit.Ask {
		return nil
	}
	return t.RT.Tier2.(Tier2).Hot(t, fr, exit)
}

// forgetExecutors is Tier2.Forget, if there is one.
func forgetExecutors(t *Thread) {
	if tier2, ok := t.RT.Tier2.(Tier2); ok {
		tier2.Forget()
	}
}

// noteCall is Tier2.Calls, if there is one.
func noteCall(t *Thread, fn *Function) {
	if tier2, ok := t.RT.Tier2.(Tier2); ok {
		tier2.Calls(fn)
	}
}

// mayTrace reports whether executors may be entered. Variables changed from outside are no matter where no trace knows anything of variables.
func mayTrace(t *Thread) bool {
	bits := t.Breaker.Load() & object.BreakLeave
	if bits == object.BreakLocals && t.Traces == 0 {
		t.Breaker.And(^object.BreakLocals)
		return true
	}
	return bits == 0
}

// runTraces runs an executor.
func runTraces(t *Thread, fr *Frame, ex *Executor) (next *Frame, pc, sp unsafe.Pointer, v Value) {
	t.Traces++
	next, pc, sp, v = runTrace(t, fr, ex)
	t.Traces--
	return next, pc, sp, v
}

// executorAt is the executor that ENTER_EXECUTOR with the argument n stands for, if it may be entered.
func executorAt(t *Thread, fr *Frame, n uint32) *Executor {
	if t.Breaker.Load()&object.BreakLeave != 0 && !mayTrace(t) {
		return nil
	}
	ex := (*Executor)(t.RT.Entries[fr.Code.Executors-1][n&0xFF])
	if ex == nil || ex.Dead {
		return nil
	}
	return ex
}

// PutExecutor makes the instruction at unit i of code an ENTER_EXECUTOR.
func PutExecutor(code *Code, i int, n uint8) {
	*unitAt(code, i), *opArgAt(code, i) = bc.ENTER_EXECUTOR, n
}

// RemoveExecutor makes it what it was.
func RemoveExecutor(code *Code, i int) {
	op, arg := originalAt(code, i)
	if *unitAt(code, i) == bc.ENTER_EXECUTOR {
		*unitAt(code, i), *opArgAt(code, i) = op, uint8(arg)
	}
}

// HasExecutor reports whether the instruction at unit i has become an ENTER_EXECUTOR.
func HasExecutor(code *Code, i int) bool {
	for n := 0; n <= i; { // caches may look like anything
		op := *unitAt(code, n)
		if n == i {
			return op == bc.ENTER_EXECUTOR
		}
		head, _ := originalAt(code, n)
		n += 1 + int(bc.Caches[head])
	}
	return false
}

func opArgAt(code *Code, i int) *uint8 { return (*uint8)(unsafe.Add(code.First, 2*i+1)) }

// Respecialize makes the instruction at unit i of the innermost frame's code, which is the next, look at its operands: when it is executed, or at
// once if classes that change often may make that too late; true: it has.
func Respecialize(t *Thread, fr *Frame, i int, arg uint32) bool {
	code := fr.Code
	op, head := unitAt(code, i), bc.Deopt[*unitAt(code, i)]
	if bc.Caches[head] == 0 || len(bc.Family(head)) == 0 || bc.IsInstrumented(*op) {
		return false
	}
	*op = head
	cache := unsafe.Add(unsafe.Pointer(op), 2)
	*counterAt(cache) = 1
	if head == bc.LOAD_ATTR {
		specializeLoadAttr(t, code, *slot(fr.SP, -1), nameAt(fr, arg>>1), cache, arg&1 != 0)
	}
	return *op != head
}

// UnitAt is the instruction at unit i, specialized; one that has become an ENTER_EXECUTOR as it was.
func UnitAt(code *Code, i int) (op uint8, arg uint32) {
	op, arg = *unitAt(code, i), uint32(*opArgAt(code, i))
	if op == bc.ENTER_EXECUTOR {
		if op, arg = originalAt(code, i); op == bc.RESUME {
			op = bc.RESUME_CHECK
		}
	}
	return op, arg
}
