// Context, and the thunks: the few instructions between machine code and the trampoline (enter_amd64.s).

package x86

import (
	"errors"
	"runtime"
	"unsafe"
)

// Context is what R15 points to in machine code. Each thread that runs machine code has one. It must lie on Go's heap or in mapped memory, not on a
// goroutine's stack, because machine code writes to it while that stack may move. A thread's own fields may follow it in a larger struct.
//
// enter_amd64.s uses the names of the fields through go_asm.h.
type Context struct {
	back    uintptr // the address at which machine code enters the trampoline
	SP      uintptr // the end of machine code's live stack, while Go runs
	enter   uintptr // thunks
	Callout uintptr
	Leave   uintptr
	StackLo uintptr // the lowest word that machine code may use; below it is a margin, and below that a guard page
	StackHi uintptr
	Fuel    int32 // polls left until one yields in any case, where g cannot tell whether to yield (see Poll)
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

// StackMargin is the amount of stack that code may use between two checks of StackLo.
const StackMargin = 16 << 10

// The trampoline's frame; must match enter_amd64.s.
const (
	frameSize = spillSize + 16
	spillSize = 8 * MaxHelperArgs
	savedSP   = 16 // below RBP
)

// resumeRoom is the space that Enter leaves below ctx.SP: the resume address of machine code that waits for a helper, and a word that keeps the
// stack aligned.
const resumeRoom = 16

// MaxHelperArgs is the greatest number of register arguments of a helper.
const MaxHelperArgs = 12

// Thunks are the offsets of the thunks in linked code.
type Thunks struct {
	enter, callout, leave, done Label
	a                           *Asm
}

// EmitThunks emits the thunks. The stack pointer changes between the two stacks here and in callout. So at every instruction of a Go function it
// points to the goroutine's stack.
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
	a.Ret() // to the instruction after the trampoline's call

	// Machine code jumps here from any depth: the effect is that of a return from the entry, with RAX.
	a.AlignTo(16)
	t.leave = a.Here()
	a.Load(RSP, Ptr(RBP, -savedSP))
	a.Jmp(done)

	// Machine code calls this with the helper in R12: see CallHelperCold.
	a.AlignTo(16)
	t.callout = a.Here()
	a.Lea(W64, RSP, Ptr(RSP, 8))
	a.callout()

	return t
}

// Done is the address to which an entry returns, in thunks that were linked at base. On the native stack, a word of padding follows it, and then
// the resume address of the surrounding Enter.
func (t Thunks) Done(base uintptr) uintptr { return base + uintptr(t.a.Offset(t.done)) }

// Init prepares c for thunks that were linked at base, and for a stack between lo and hi, with a guard page below lo.
func (c *Context) Init(t Thunks, base, lo, hi uintptr) {
	at := func(l Label) uintptr { return base + uintptr(t.a.Offset(l)) }
	c.enter, c.Callout, c.Leave = at(t.enter), at(t.callout), at(t.leave)
	c.StackLo, c.StackHi = lo+StackMargin, hi&^15
	c.SP = c.StackHi
	c.Fuel = fuel
}

// CallHelper emits a call of the Go function whose code pointer is pc (FuncPC), in about 33 bytes. Arguments and results are in ArgRegs and in X0
// to X14, at most MaxHelperArgs together. The call preserves no registers but RSP, RBP, R14 and R15.
func (a *Asm) CallHelper(pc uintptr) {
	back := a.NewLabel()
	a.MovRI(HelperReg, uint64(pc))
	a.Lea(W64, R13, At(back))
	a.Store(Ptr(RSP, -8), R13)
	a.callout()
	a.Bind(back)
	a.Mov(RSP, R13)
}

// CallHelperCold is CallHelper in half the bytes. It makes the processor mispredict the next returns, which costs 10 ns or more.
func (a *Asm) CallHelperCold(pc uintptr) {
	a.MovRI(HelperReg, uint64(pc))
	a.CallM(Ptr(CtxReg, CtxCallout))
	a.Mov(RSP, R13)
}

// callout switches to the goroutine's stack and jumps to the trampoline. The helper is in R12, and the resume address lies right below the native
// stack, where a scan finds all resume addresses of nested Enters. When the trampoline comes back, R13 holds the old RSP.
func (a *Asm) callout() {
	a.Store(Ptr(CtxReg, CtxSP), RSP)
	a.Lea(W64, RSP, Ptr(RBP, -frameSize))
	a.JmpM(Ptr(CtxReg, ctxBack))
}

// EmitLeave emits an exit from the innermost Enter, at any depth of the native stack; RAX is the result of that Enter.
func (a *Asm) EmitLeave() { a.JmpM(Ptr(CtxReg, CtxLeave)) }

// CheckStack emits a jump to slow if the native stack is used up.
func (a *Asm) CheckStack(slow Label) {
	a.AluRM(CMP, W64, RSP, Ptr(CtxReg, CtxStackLo))
	a.Jcc(B, slow)
}

// guardOffset is the offset of stackguard0 in Go's g, which the prologue of every Go function compares with RSP. The word is below 2^47, or
// "negative" (-1314) when the goroutine must yield.
const guardOffset = 16

// fuel is the number of polls between two yields, where g cannot tell whether to yield.
const fuel = 1 << 20

// Poll emits a jump to slow, taken if the goroutine should yield (slow does that by calling the helper Yield), or if the 32-bit word at breaker is
// not zero (NoBreaker: there is no such word).
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

// NoBreaker tells Poll that there is no breaker word.
var NoBreaker = Mem{Base: NoReg, Index: NoReg}

// Yield is the helper for a taken poll: its prologue yields if required, as that of every Go function that calls another. Its code pointer is
// YieldPC.
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

// Unwind discards the native frames below sp, the value of c.SP before an Enter that a panic or runtime.Goexit passed through.
func (c *Context) Unwind(sp uintptr) { c.SP = sp }

// Live is the part of the native stack in use, while Go runs. A conservative collector must scan it. It contains all addresses at which machine
// code will continue.
func (c *Context) Live() (lo, hi uintptr) {
	if c.SP == c.StackHi {
		return c.SP, c.SP
	}
	return c.SP - 8, c.StackHi
}

// ErrUnsupported means that machine code cannot run here.
var ErrUnsupported = errors.New("machine code runs on linux/amd64 with SSE 4.1 only")

// JccOutermost compares the stack pointer plus n with its value when the innermost Enter began, and jumps to l if c holds. With condition E, the
// innermost Enter uses exactly n bytes of the native stack. It changes RAX.
func (a *Asm) JccOutermost(n int32, c Cond, l Label) {
	a.Lea(W64, RAX, Ptr(RSP, n))
	a.AluRM(CMP, W64, RAX, Ptr(RBP, -savedSP))
	a.Jcc(c, l)
}

// wiped is the number of bytes of unused stack that Wipe clears.
const wiped = 64 << 10

// Wipe clears unused stack next to the part in use, where values of finished activations may still lie.
func (c *Context) Wipe() {
	hi, _ := c.Live()
	lo := max(c.StackLo, hi-wiped)
	if lo < hi {
		clear(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), lo)), hi-lo))
	}
}
