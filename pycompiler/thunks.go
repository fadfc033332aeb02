// Thunks: short pieces of machine code that all buffers share, and the Go functions that they call.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/x86"
)

type thunks struct {
	enter  uintptr             // from x86.Enter: makes the native frame, jumps to Native.Target
	resume uintptr             // likewise, where the code at Native.Target makes the native frame
	stub   uintptr             // called by a stub, which its return address tells
	poll   uintptr             // called: yields to other goroutines, and takes a profiler's sample
	build  uintptr             // called: makes the object described at the top of the stack
	exit   uintptr             // jumped to: the frame is complete in memory, and tier 1 continues it
	host   uintptr             // like enter, for calls from a host
	pull   uintptr             // from x86.Enter: takes items of a generator, see pull.go
	calls  uintptr             // from x86.Enter: calls a function with many items, see calls.go
	check  uintptr             // called with a belief's number pushed: compares it with live values
	fronts map[uintptr]uintptr // called in front of some quick helpers: see lookup.go
}

// engineOf is the engine of a context: emitted code has only the context, in R15, which is a part of the thread.
func engineOf(ctx *staging.Native) *Engine {
	t := (*object.Thread)(unsafe.Add(unsafe.Pointer(ctx), object.OffThread))
	return t.RT.Machine.(*Engine)
}

// polled is the helper for a poll that has work to do. A profiler takes its sample here: machine code is not left for a sample, so that profiling
// changes neither what runs nor what is compiled.
func polled(ctx *staging.Native) {
	x86.Yield(&ctx.Context)
	if t := engineOf(ctx).t; t.Breaker.Load()&object.BreakSample != 0 {
		t.Sample()
	}
}

// savedRegs is the layout in which saveAll leaves the registers on the native stack.
//
//	| pushed by the caller |
//	| xmm 0..15            |
//	| general 0..15        | <- RSP
type savedRegs struct {
	general [16]uint64
	xmm     [16]float64
}

const savedBytes = int32(unsafe.Sizeof(savedRegs{}))

func saveAll(a *x86.Asm) {
	a.Lea(x86.W64, x86.RSP, x86.Ptr(x86.RSP, -savedBytes))
	for r := x86.RAX; r <= x86.R13; r++ {
		if r != x86.RSP && r != x86.RBP {
			a.Store(x86.Ptr(x86.RSP, 8*int32(r)), r)
		}
	}
	for x := x86.XReg(0); x < 15; x++ {
		a.MovsdMR(x86.Ptr(x86.RSP, 128+8*int32(x)), x)
	}
}

func restoreAll(a *x86.Asm) {
	for r := x86.RAX; r <= x86.R13; r++ {
		if r != x86.RSP && r != x86.RBP {
			a.Load(r, x86.Ptr(x86.RSP, 8*int32(r)))
		}
	}
	for x := x86.XReg(0); x < 15; x++ {
		a.MovsdRM(x, x86.Ptr(x86.RSP, 128+8*int32(x)))
	}
	a.Lea(x86.W64, x86.RSP, x86.Ptr(x86.RSP, savedBytes))
}

// frameSaved is the word in which an activation keeps the address of its frame: the one above the spill words.
var frameSaved = x86.Ptr(x86.RSP, 8*staging.NSpills)

func (e *Engine) makeThunks() error {
	var a x86.Asm
	enter := a.Here()
	a.SubI(x86.RSP, staging.FrameBytes)
	a.Load(staging.FrameReg, x86.Ptr(x86.CtxReg, object.OffFrame))
	a.Store(frameSaved, staging.FrameReg)
	a.JmpM(x86.Ptr(x86.CtxReg, staging.CtxTarget))

	a.AlignTo(16)
	host := a.Here()
	hostThunk(&a)

	a.AlignTo(16)
	pull := a.Here()
	pullThunk(&a)

	a.AlignTo(16)
	calls := a.Here()
	callsThunk(&a, enter)

	a.AlignTo(16)
	resume := a.Here()
	a.Load(staging.FrameReg, x86.Ptr(x86.CtxReg, object.OffFrame))
	a.JmpM(x86.Ptr(x86.CtxReg, staging.CtxTarget))

	a.AlignTo(16)
	stub := a.Here()
	saveAll(&a)
	a.Mov(x86.RAX, x86.CtxReg)
	a.Load(x86.RBX, x86.Ptr(x86.RSP, savedBytes))
	a.MovMI(x86.W64, x86.Ptr(x86.RSP, savedBytes), 0) // it is no activation's: see eachActivation
	a.Mov(x86.RCX, x86.RSP)
	a.CallHelper(x86.FuncPC(stubReached))
	a.Store(x86.Ptr(x86.CtxReg, staging.CtxTarget), x86.RAX)
	restoreAll(&a)
	a.Lea(x86.W64, x86.RSP, x86.Ptr(x86.RSP, 8))
	a.JmpM(x86.Ptr(x86.CtxReg, staging.CtxTarget))

	box := func(helper uintptr, quick func()) x86.Label {
		a.AlignTo(16)
		l := a.Here()
		quick()
		saveAll(&a)
		a.Mov(x86.RAX, x86.CtxReg)
		a.Load(x86.RBX, x86.Ptr(x86.RSP, savedBytes+8))
		a.CallHelper(helper)
		a.Store(x86.Ptr(x86.RSP, savedBytes+8), x86.RAX)
		restoreAll(&a)
		a.Ret()
		return l
	}
	boxBig := box(x86.FuncPC(boxBig), func() { quickBig(&a, true) })
	boxWord := box(x86.FuncPC(boxWord), func() { quickBig(&a, false) })
	boxNaN := box(x86.FuncPC(boxNaN), func() {})

	a.AlignTo(16)
	build := a.Here()
	saveAll(&a)
	a.Mov(x86.RAX, x86.CtxReg)
	a.Lea(x86.W64, x86.RBX, x86.Ptr(x86.RSP, savedBytes+8))
	a.CallHelper(x86.FuncPC(buildDescribed))
	a.Store(x86.Ptr(x86.RSP, savedBytes+8), x86.RAX)
	restoreAll(&a)
	a.Ret()

	a.AlignTo(16)
	poll := a.Here()
	saveAll(&a)
	a.Mov(x86.RAX, x86.CtxReg)
	a.CallHelper(x86.FuncPC(polled))
	restoreAll(&a)
	a.Ret()

	a.AlignTo(16)
	check := a.Here()
	a.Pushfq()
	saveAll(&a)
	a.Mov(x86.RAX, x86.CtxReg)
	a.Load(x86.RBX, x86.Ptr(x86.RSP, savedBytes+checkedAt-8))
	a.Mov(x86.RCX, x86.RSP)
	a.CallHelper(x86.FuncPC(checkEntry))
	restoreAll(&a)
	a.Popfq()
	a.Ret()

	// The outermost activation of this Enter hands its frame back to the interpreter loop; an inner one calls giveUp, which interprets the frame.
	a.AlignTo(16)
	exit := a.Here()
	inner := a.NewLabel()
	a.JccOutermost(staging.FrameBytes+8, x86.NE, inner)
	a.MovRI(x86.RAX, tokenResume)
	a.AddI(x86.RSP, staging.FrameBytes)
	a.Ret()
	a.Bind(inner)
	a.Mov(x86.RAX, x86.CtxReg)
	a.Mov(x86.RBX, staging.FrameReg)
	a.CallHelper(x86.FuncPC(giveUp))
	a.Note(0, interpreted)
	a.AddI(x86.RSP, staging.FrameBytes)
	a.Ret()

	fronts := lookups(&a)

	b, err := e.mem.Place(codebuf.Fixed, &a)
	if err != nil {
		return err
	}
	at := func(l x86.Label) uintptr { return b.Addr() + uintptr(a.Offset(l)) }
	e.thunks = thunks{at(enter), at(resume), at(stub), at(poll), at(build), at(exit), at(host), at(pull), at(calls), at(check), map[uintptr]uintptr{}}
	for f, l := range fronts {
		e.thunks.fronts[f] = at(l)
	}
	e.shared.BoxBig, e.shared.BoxWord, e.shared.BoxNaN = at(boxBig), at(boxWord), at(boxNaN)
	return nil
}

// boxBig makes an int object of n, which is not a small int. If memory is short, the program gets MemoryError at the next poll.
func boxBig(ctx *staging.Native, n int64) Value {
	t := engineOf(ctx).t
	return someInt(aside(t, func() Value { return object.NewInt(t, n) }))
}

// boxWord is boxBig for a uint64.
func boxWord(ctx *staging.Native, n uint64) Value {
	t := engineOf(ctx).t
	return someInt(aside(t, func() Value { return object.NewUint(t, n) }))
}

func someInt(v Value) Value {
	if v == object.Null {
		return object.SmallInt(0)
	}
	return v
}

// quickBig makes the object and returns from boxBig or boxWord, if the allocator has room at hand.
//
//	| number, then the object |
//	| return address          |
//	| rax                     |
//	| rcx                     | <- RSP
func quickBig(a *x86.Asm, signed bool) {
	const size = (object.BigData + 8 + heap.Granule - 1) &^ (heap.Granule - 1)
	number := x86.Ptr(x86.RSP, 3*8)
	full := a.NewLabel()
	a.Push(x86.RAX)
	a.Push(x86.RCX)
	a.Load(x86.RAX, threadMem(object.OffAllocPtr))
	a.Lea(x86.W64, x86.RCX, x86.Ptr(x86.RAX, int32(size)))
	a.AluRM(x86.CMP, x86.W64, x86.RCX, threadMem(object.OffAllocLimit))
	a.Jcc(x86.A, full)
	a.Store(threadMem(object.OffAllocPtr), x86.RCX)
	a.MovRI(x86.RCX, heap.HeaderWord(uint32(classBig), size, 0))
	a.Store(x86.Ptr(x86.RAX, 0), x86.RCX)
	a.MovMI(x86.W32, x86.Ptr(x86.RAX, bigSize), 1)
	a.MovMI(x86.W32, x86.Ptr(x86.RAX, bigSign), 1)
	a.Load(x86.RCX, number)
	if signed {
		positive := a.NewLabel()
		a.Test(x86.RCX, x86.RCX)
		a.Jcc(x86.NS, positive)
		a.Neg(x86.RCX)
		a.MovMI(x86.W32, x86.Ptr(x86.RAX, bigSign), -1)
		a.Bind(positive)
	}
	a.Store(x86.Ptr(x86.RAX, bigData), x86.RCX)
	a.Store(number, x86.RAX)
	a.Pop(x86.RCX)
	a.Pop(x86.RAX)
	a.Ret()
	a.Bind(full)
	a.Pop(x86.RCX)
	a.Pop(x86.RAX)
}

// boxNaN makes a float value from the bits of a NaN, which may be those of an existing object.
func boxNaN(_ *staging.Native, f uint64) Value { return object.SameFloat(nan(f)) }

func nan(bits uint64) float64 { return *(*float64)(unsafe.Pointer(&bits)) }
