// Context, and the thunks: the few instructions of machine code between the code and the trampoline (enter_amd64.s).

package x86

import (
	"errors"
	"runtime"
	"unsafe"
)

// Context is what machine code finds in R15: one for each thread that runs machine code. It must be on Go's heap or in
// mapped memory, not on a goroutine's stack, because machine code writes to it while that stack may move. A thread's own
// fields may follow it in a larger struct.
//
// enter_amd64.s uses the names of the fields through go_asm.h.
type Context struct {
	back    uintptr // where machine code enters the trampoline
	SP      uintptr // the end of machine code's live stack, while Go runs
	enter   uintptr // thunks
	Callout uintptr
	Leave   uintptr
	StackLo uintptr // the lowest word that machine code may use; below it is a margin, and below that a guard page
	StackHi uintptr
	Fuel    int32 // polls left before one is taken in any case, where the goroutine cannot be asked (see Poll)
	_       uint32
}

// Offsets in Context that emitted code uses.
const (
	CtxSP      = int32(unsafe.Offsetof(Context{}.SP))
	CtxCallout = int32(unsafe.Offsetof(Context{}.Callout))
	CtxLeave   = int32(unsafe.Offsetof(Context{}.Leave))
	CtxStackLo = int32(unsafe.Offsetof(Context{}.StackLo))
	CtxFuel    = int32(unsafe.Offsetof(Context{}.Fuel))
	CtxSize    = int32(unsafe.Sizeof(Context{}))

	ctxBack  = int32(unsafe.Offsetof(Context{}.back))
	ctxEnter = int32(unsafe.Offsetof(Context{}.enter))
)

// StackMargin is how much stack the code between two checks of StackLo may use.
const StackMargin = 16 << 10

// The trampoline's frame; must match enter_amd64.s.
const (
	frameSize = spillSize + 16
	spillSize = 8 * MaxHelperArgs
	savedSP   = 16 // below RBP
)

// resumeRoom is what Enter leaves below ctx.SP: the word where machine code that waits for a helper goes on, and one that keeps the
// stack aligned.
const resumeRoom = 16

// MaxHelperArgs is how many register arguments a helper may have.
const MaxHelperArgs = 12

// Thunks are the places of the thunks in linked code, from its start.
type Thunks struct {
	enter, callout, leave, done Label
	a                           *Asm
}

// EmitThunks writes the thunks. Here and in callout the stack pointer changes between the two stacks, so that at no
// instruction of a Go function it points anywhere but to the goroutine's stack.
func EmitThunks(a *Asm) Thunks {
	t := Thunks{a: a}
	ctx := func(off int32) Mem { return Ptr(CtxReg, off) }

	// Called by the trampoline with the entry in R12.
	a.AlignTo(16)
	done := a.NewLabel()
	t.enter = a.Here()
	a.PopM(ctx(ctxBack))
	a.Load(RSP, ctx(CtxSP))
	a.Lea(W64, RSP, Ptr(RSP, -resumeRoom))
	a.Store(Ptr(RBP, -savedSP), RSP)
	a.CallR(R12)
	a.Bind(done)
	t.done = done
	a.Lea(W64, RSP, Ptr(RSP, resumeRoom))
	a.Store(ctx(CtxSP), RSP)
	a.Zero(R12)
	a.Lea(W64, RSP, Ptr(RBP, -frameSize))
	a.PushM(ctx(ctxBack))
	a.Ret() // to where the trampoline's call came from

	// Jumped to by machine code at any depth: as if the entry returned, with RAX.
	a.AlignTo(16)
	t.leave = a.Here()
	a.Load(RSP, Ptr(RBP, -savedSP))
	a.Jmp(done)

	// Called by machine code with the helper in R12: CallHelperCold.
	a.AlignTo(16)
	t.callout = a.Here()
	a.Lea(W64, RSP, Ptr(RSP, 8))
	a.callout()

	return t
}

// Done is the address, of thunks that were linked at base, to which an entry returns. On the native stack a word of padding comes
// after it, and then the resume address of the Enter around.
func (t Thunks) Done(base uintptr) uintptr { return base + uintptr(t.a.Offset(t.done)) }

// Init prepares c: thunks that were linked at base, and a stack between lo and hi, with a guard page below lo.
func (c *Context) Init(t Thunks, base, lo, hi uintptr) {
	at := func(l Label) uintptr { return base + uintptr(t.a.Offset(l)) }
	c.enter, c.Callout, c.Leave = at(t.enter), at(t.callout), at(t.leave)
	c.StackLo, c.StackHi = lo+StackMargin, hi&^15
	c.SP = c.StackHi
	c.Fuel = fuel
}

// CallHelper emits the call of a Go function whose code pointer is pc (FuncPC), in about 33 bytes. Arguments and results
// are in ArgRegs and in X0 to X14, at most MaxHelperArgs together; no register but RSP, RBP, R14 and R15 survives.
func (a *Asm) CallHelper(pc uintptr) {
	back := a.NewLabel()
	a.MovRI(HelperReg, uint64(pc))
	a.Lea(W64, R13, At(back))
	a.Store(Ptr(RSP, -8), R13)
	a.callout()
	a.Bind(back)
	a.Mov(RSP, R13)
}

// CallHelperCold is CallHelper in half the bytes. It misleads the processor about the next returns, which costs 10 ns or
// more.
func (a *Asm) CallHelperCold(pc uintptr) {
	a.MovRI(HelperReg, uint64(pc))
	a.CallM(Ptr(CtxReg, CtxCallout))
	a.Mov(RSP, R13)
}

// callout changes to the goroutine's stack and goes to the trampoline, with the helper in R12 and the resume address right below the
// native stack, where all resume addresses of nested Enters can be seen. The trampoline comes back with R13 = RSP as it was.
func (a *Asm) callout() {
	a.Store(Ptr(CtxReg, CtxSP), RSP)
	a.Lea(W64, RSP, Ptr(RBP, -frameSize))
	a.JmpM(Ptr(CtxReg, ctxBack))
}

// EmitLeave emits the way out of the innermost Enter, from any depth of the native stack; RAX is its result.
func (a *Asm) EmitLeave() { a.JmpM(Ptr(CtxReg, CtxLeave)) }

// CheckStack emits a jump to slow if the native stack is used up.
func (a *Asm) CheckStack(slow Label) {
	a.AluRM(CMP, W64, RSP, Ptr(CtxReg, CtxStackLo))
	a.Jcc(B, slow)
}

// Offset of stackguard0 in Go's g, where every Go function looks for it. It is below 2^47, but "negative" (-1314) when the
// goroutine is asked to yield.
const guardOffset = 16

// fuel is how many polls pass before a goroutine yields that cannot be asked.
const fuel = 1 << 20

// Poll emits a jump to slow if the goroutine should yield, which it does by calling the helper Yield, or if the 32-bit
// word at breaker is not zero (NoBreaker: there is none).
func (a *Asm) Poll(breaker Mem, slow Label) {
	if breaker != NoBreaker {
		a.AluMI(CMP, W32, breaker, 0)
		a.Jcc(NE, slow)
	}
	if guardKnown() {
		a.AluMI(CMP, W64, Ptr(GReg, guardOffset), 0)
		a.Jcc(L, slow)
	} else {
		a.AluMI(SUB, W32, Ptr(CtxReg, CtxFuel), 1)
		a.Jcc(S, slow)
	}
}

// NoBreaker says that there is no breaker word.
var NoBreaker = Mem{Base: NoReg, Index: NoReg}

// Yield is the helper for a taken poll: as in every Go function that calls another, its prologue yields if asked.
// Its code pointer is YieldPC.
//
//go:noinline
func Yield(c *Context) {
	if c.Fuel < 0 {
		c.Fuel = fuel
		runtime.Gosched()
	}
}

// YieldPC is the code pointer of Yield; its argument is the *Context, in RAX.
func YieldPC() uintptr { return FuncPC(Yield) }

// FuncPC is the code pointer of a top-level Go function: not a closure, a method value or an instance of a generic
// function, which expect a context.
func FuncPC[F any](f F) uintptr {
	return **(**uintptr)(unsafe.Pointer(&f))
}

// Unwind forgets the native frames below sp, which is c.SP as it was before an Enter that a panic or runtime.Goexit went
// through.
func (c *Context) Unwind(sp uintptr) { c.SP = sp }

// Live is the part of the native stack in use, while Go runs: what a conservative collector must scan. All addresses at which machine
// code will go on are in it.
func (c *Context) Live() (lo, hi uintptr) {
	if c.SP == c.StackHi {
		return c.SP, c.SP
	}
	return c.SP - 8, c.StackHi
}

// ErrUnsupported says that machine code cannot run here.
var ErrUnsupported = errors.New("machine code runs on linux/amd64 with SSE 4.1 only")

// JccOutermost compares the stack pointer plus n with what it was when the innermost Enter began, and jumps to l if c holds; E:
// n bytes are all that the innermost Enter has on the native stack. It uses RAX.
func (a *Asm) JccOutermost(n int32, c Cond, l Label) {
	a.Lea(W64, RAX, Ptr(RSP, n))
	a.AluRM(CMP, W64, RAX, Ptr(RBP, -savedSP))
	a.Jcc(c, l)
}

// wiped is how much unused stack Wipe clears, in bytes.
const wiped = 64 << 10

// Wipe clears the stack next to the part in use, which values of activations that are over were in.
func (c *Context) Wipe() {
	hi, _ := c.Live()
	lo := max(c.StackLo, hi-wiped)
	if lo < hi {
		clear(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), lo)), hi-lo))
	}
}
