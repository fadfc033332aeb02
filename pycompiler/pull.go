// Items of a generator that Go code takes: machine code resumes the generator again and again, and returns when the block is full or the rule for
// items says so (object.Pull).

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/x86"
)

// onPull is Runtime.OnPull.
func (e *Engine) onPull(t *object.Thread, block []Value) int {
	const n = object.PullItems
	if !e.stackRoom() || !t.Enter("") {
		return n
	}
	first := uintptr(unsafe.Pointer(&block[n]))
	block[object.PullEnd] = Value(first)
	e.run(uintptr(unsafe.Pointer(&block[0])), e.thunks.pull)
	t.Leave()
	return n + int(uintptr(block[object.PullEnd])-first)/8
}

// blockSaved is the spill word in which a thunk that shares a block with Go keeps the block's address, and beginBlock its beginning. The thunk is entered
// with that address in Native.Target. Its native frame is like that of other code:
//
//	| the frame's address | of the Python frame that waits for Go
//	| spill word 0        | the block
//	| return address      |
var blockSaved = x86.Ptr(x86.RSP, 0)

func beginBlock(a *x86.Asm) {
	a.SubI(x86.RSP, staging.FrameBytes)
	a.Load(staging.FrameReg, x86.Ptr(x86.CtxReg, object.OffFrame))
	a.Store(frameSaved, staging.FrameReg)
	a.Load(staging.Scratch, x86.Ptr(x86.CtxReg, staging.CtxTarget))
	a.Store(blockSaved, staging.Scratch)
}

func pullThunk(a *x86.Asm) {
	block, g, v := x86.RDX, x86.RBX, x86.RAX
	word := func(k int32) x86.Mem { return x86.Ptr(block, 8*k) }
	done, next := a.NewLabel(), a.NewLabel()

	beginBlock(a)
	a.Load(block, blockSaved)
	a.Bind(next)
	a.AluMI(x86.CMP, x86.W32, threadMem(object.OffDepth), 0)
	a.Jcc(x86.LE, done)
	a.CheckStack(done)
	a.AluMI(x86.CMP, x86.W32, threadMem(object.OffBreaker), 0)
	a.Jcc(x86.NE, done)
	a.Load(g, word(object.PullGenerator))
	resumeGenerator(a, g, done)
	a.Test(v, v)
	a.Jcc(x86.E, done)
	storeItem(a, object.PullRoom, next, done)
	a.Bind(done)
	a.AddI(x86.RSP, staging.FrameBytes)
	a.Ret()
}

// resumeGenerator emits a call of the machine code that suspended the generator in g; its item, or 0, is in RAX then. If there is no such code, it jumps
// to none.
func resumeGenerator(a *x86.Asm, g x86.Reg, none x86.Label) {
	code := x86.RSI
	a.Load(code, x86.Ptr(g, genResume))
	a.Test(code, code)
	a.Jcc(x86.E, none) // not suspended, or not by machine code
	a.Load(code, x86.Ptr(code, 0))
	a.Test(code, code)
	a.Jcc(x86.E, none)
	a.Load(staging.FrameReg, frameSaved)
	wakeGenerator(a, g, func(top x86.Mem) { a.MovMI(x86.W64, top, int32(object.None)) })
	a.CallR(code)
	a.Note(0, interpreted)
}

// storeItem emits what is done with the item in RAX by the rule of the block, whose address is in blockSaved, and which has room for that many: it goes
// on at next, or, if Go has to come first, at done.
func storeItem(a *x86.Asm, room int32, next, done x86.Label) {
	v, block, end, t := x86.RAX, x86.RDX, x86.RCX, staging.Scratch
	word := func(k int32) x86.Mem { return x86.Ptr(block, 8*k) }
	isRule := func(r object.PullRule, l x86.Label) {
		a.CmpI(t, int32(r))
		a.Jcc(x86.E, l)
	}
	passFalse, passTrue, plain, numbers, appends, lasts := a.NewLabel(), a.NewLabel(), a.NewLabel(), a.NewLabel(), a.NewLabel(), a.NewLabel()
	stored := a.NewLabel()
	a.Load(block, blockSaved)
	a.Load(end, word(object.PullEnd))
	a.Load(t, word(object.PullRuleWord))
	isRule(object.PullAppend, appends)
	isRule(object.PullFalse, passFalse)
	isRule(object.PullTrue, passTrue)
	isRule(object.PullLast, lasts)
	a.Store(x86.Ptr(end, 0), v)
	a.AddI(end, 8)
	a.Store(word(object.PullEnd), end)
	isRule(object.PullPlain, plain)
	isRule(object.PullNumbers, numbers)
	a.Bind(stored)
	a.Lea(x86.W64, t, word(object.PullItems+room))
	a.Cmp(end, t)
	a.Jcc(x86.B, next)
	a.Jmp(done)

	a.Bind(lasts)
	a.Store(word(int32(object.CallFirst)), v)
	a.Jmp(next)

	// The list as it is now: the generator may have changed it.
	alone := a.NewLabel()
	list, size := x86.RBX, x86.RSI
	a.Bind(appends)
	a.Load(list, word(object.PullItems))
	a.Load(size, x86.Ptr(list, listSize))
	a.AluRM(x86.CMP, x86.W64, size, x86.Ptr(list, listCap))
	a.Jcc(x86.GE, alone)
	a.Load(t, x86.Ptr(list, listItems))
	a.Store(x86.Idx(t, size, 8, valuesAt), v)
	a.UnaryM(x86.INC, x86.W64, x86.Ptr(list, listSize))
	a.Jmp(next)

	a.Bind(plain)
	ptr := a.NewLabel()
	a.CmpI(v, object.LastConstant)
	a.Jcc(x86.BE, stored)
	a.Mov(t, v)
	a.ShrI(t, 48)
	a.Jcc(x86.E, ptr)
	a.Jmp(stored)
	a.Bind(ptr)
	a.AluMI(x86.CMP, x86.W32, x86.Ptr(v, 0), int32(object.TStr.Shape()))
	a.Jcc(x86.E, stored)
	a.Jmp(done)

	a.Bind(numbers)
	a.Lea(x86.W64, t, x86.Ptr(v, -int32(object.False)))
	a.CmpI(t, int32(object.True-object.False))
	a.Jcc(x86.BE, stored)
	a.ShrI(v, 49)
	a.Jcc(x86.NE, stored)
	a.Jmp(done)

	a.Bind(passFalse)
	a.MovRI(t, uint64(object.SmallInt(0)))
	a.Cmp(v, t)
	a.Jcc(x86.E, next)
	for _, c := range []Value{object.False, object.None} {
		a.CmpI(v, int32(c))
		a.Jcc(x86.E, next)
	}
	a.Bind(alone)
	a.Store(x86.Ptr(end, 0), v)
	a.AddI(end, 8)
	a.Store(word(object.PullEnd), end)
	a.Jmp(done)

	a.Bind(passTrue)
	a.CmpI(v, int32(object.True))
	a.Jcc(x86.E, next)
	a.MovRI(t, uint64(object.SmallInt(0)))
	a.Cmp(v, t) // small ints have the largest words, and -1 the largest of all
	a.Jcc(x86.A, next)
	a.Jmp(alone)
}

// wakeGenerator emits interp's wake for the suspended generator in g, whose caller is the running frame: the same steps. send stores the value sent.
func wakeGenerator(a *x86.Asm, g x86.Reg, send func(top x86.Mem)) {
	t := staging.Scratch
	a.Load(t, x86.Ptr(g, genFrame+object.FrSP))
	send(x86.Ptr(t, 0))
	a.Store(x86.Ptr(g, genFrame+object.FrPrev), staging.FrameReg)
	a.MovMI(x86.W8, x86.Ptr(g, genFrame+frEntry), 0)
	a.MovMI(x86.W8, x86.Ptr(g, genState), int32(object.GenRunning))
	a.MovMI(x86.W64, x86.Ptr(g, genResume), 0)
	a.Load(t, threadMem(object.OffExcInfo))
	a.Store(x86.Ptr(g, genExcPrev), t)
	a.Lea(x86.W64, t, x86.Ptr(g, genExc))
	a.Store(threadMem(object.OffExcInfo), t)
	a.Lea(x86.W64, staging.FrameReg, x86.Ptr(g, genFrame))
	a.Store(threadMem(object.OffFrame), staging.FrameReg)
	a.UnaryM(x86.DEC, x86.W32, threadMem(object.OffDepth))
}
