// Calls that built-in functions make of one function with many items: machine code makes them one after the other, and returns when the block of results is
// full, or Go has to come first (object.Calls).

package pycompiler

import (
	"runtime"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/x86"
)

// onCalls is Runtime.OnCalls. The frame's code must be that which tier 1 entered last: a call from Go finds it, or has it compiled.
func (e *Engine) onCalls(t *object.Thread, block []Value) bool {
	head := (*object.Frame)(unsafe.Pointer(&block[object.CallFrame]))
	recent := e.recentEntry(head.PC)
	if !recent.isAt(t.StackTop, head, head.PC) || t != e.t || t.RT.InstrVersion != 0 || !e.stackRoom() {
		return false
	}
	if !t.Enter(" while calling a Python object") {
		return true
	}
	b := recent.buffer
	block[object.CallEntry], block[object.CallLive] = Value(recent.addr()), Value(uintptr(unsafe.Pointer(b.State())))
	e.run(uintptr(unsafe.Pointer(&block[0])), e.thunks.calls)
	runtime.KeepAlive(b)
	t.Leave()
	return true
}

// nextItem gives the next item of the iterator in a block; Null: it has ended, as the block says then, or t.Exc is set.
func nextItem(ctx *staging.Native, block *[object.CallEnded + 1]Value) Value {
	t := engineOf(ctx).t
	v := object.Next(t, block[object.CallSource])
	if v == object.Null && t.Exc == object.Null {
		block[object.CallEnded] = object.True
	}
	return v
}

// callsThunk begins with beginBlock. enter is thunks.enter.
func callsThunk(a *x86.Asm, enter x86.Label) {
	block, x, from, v, at, frame, t := x86.RDX, x86.RBX, x86.RAX, x86.RAX, x86.RCX, x86.RSI, staging.Scratch
	word := func(k int) x86.Mem { return x86.Ptr(block, 8*int32(k)) }
	head := func(field int32) x86.Mem { return x86.Ptr(block, 8*int32(object.CallFrame)+field) }
	done, next, have, pending := a.NewLabel(), a.NewLabel(), a.NewLabel(), a.NewLabel()
	array, list, tuple, ranges, generator, other := a.NewLabel(), a.NewLabel(), a.NewLabel(), a.NewLabel(), a.NewLabel(), a.NewLabel()

	// unless jumps if something waits for the thread, or the function is no longer what it was.
	unless := func(l x86.Label) {
		a.AluMI(x86.CMP, x86.W32, threadMem(object.OffBreaker), 0)
		a.Jcc(x86.NE, l)
		a.Load(t, word(object.CallLive))
		a.AluMI(x86.CMP, x86.W8, x86.Ptr(t, 0), 0)
		a.Jcc(x86.NE, l)
		a.Load(t, head(object.FrFunc)) // whose code a program may replace
		a.Load(t, x86.Ptr(t, fnCode))
		a.AluRM(x86.CMP, x86.W64, t, head(object.FrCode))
		a.Jcc(x86.NE, l)
	}
	// sequence loads what is iterated over, which is of that class, into t, and the index into at. What has been used up has none.
	sequence := func(of object.TypeID) {
		a.Load(t, x86.Ptr(from, seqSeq))
		a.Test(t, t)
		a.Jcc(x86.E, other)
		a.AluMI(x86.CMP, x86.W32, x86.Ptr(t, 0), int32(of.Shape()))
		a.Jcc(x86.NE, other)
		a.Load(at, x86.Ptr(from, seqIndex))
	}

	beginBlock(a)
	a.Bind(next)
	a.Load(block, blockSaved)
	a.AluMI(x86.CMP, x86.W32, threadMem(object.OffDepth), 0)
	a.Jcc(x86.LE, done)
	a.CheckStack(done)
	unless(done)
	a.Load(from, word(object.CallSource))
	a.Test(from, from)
	a.Jcc(x86.E, array)
	for _, k := range []struct {
		iterator object.TypeID
		l        x86.Label
	}{{object.TListIterator, list}, {object.TRangeIterator, ranges}, {object.TTupleIterator, tuple}, {object.TGenerator, generator}} {
		a.AluMI(x86.CMP, x86.W32, x86.Ptr(from, 0), int32(k.iterator.Shape()))
		a.Jcc(x86.E, k.l)
	}

	// Items of other iterators, and the ends of all, are Go's.
	stepped := a.NewLabel()
	a.Bind(other)
	a.Mov(x86.RAX, x86.CtxReg)
	a.Load(x86.RBX, blockSaved)
	a.CallHelper(x86.FuncPC(nextItem))
	a.Note(0, interpreted)
	a.Bind(stepped)
	a.Test(v, v)
	a.Jcc(x86.E, done)
	a.Mov(x, v)
	a.Load(block, blockSaved)
	unless(pending)

	// The frame.
	a.Bind(have)
	a.Load(t, word(object.PullEnd))
	a.Store(x86.Ptr(t, 8*(object.CallItems-object.PullItems)), x)
	a.Load(frame, threadMem(object.OffStackTop))
	pair := x86.XReg(0)
	for field := int32(0); field <= object.FrState; field += 16 {
		a.MovupsRM(pair, head(field))
		a.MovupsMR(x86.Ptr(frame, field), pair)
	}
	a.Load(staging.FrameReg, frameSaved)
	a.Store(x86.Ptr(frame, object.FrPrev), staging.FrameReg)
	a.Load(t, word(object.CallFirst))
	a.Store(x86.Ptr(frame, int32(object.FrameHeader)), t)
	a.Load(t, word(object.CallParam))
	a.Store(x86.Idx(frame, t, 1, 0), x)
	a.Lea(x86.W64, t, x86.Idx(frame, t, 1, 8))
	filled, clear := a.NewLabel(), a.NewLabel()
	a.Bind(clear)
	a.AluRM(x86.CMP, x86.W64, t, head(object.FrSP))
	a.Jcc(x86.AE, filled)
	a.MovMI(x86.W64, x86.Ptr(t, 0), 0)
	a.AddI(t, 8)
	a.Jmp(clear)
	a.Bind(filled)
	a.Load(t, word(object.CallTop))
	a.Store(threadMem(object.OffStackTop), t)
	a.Store(threadMem(object.OffFrame), frame)
	a.UnaryM(x86.DEC, x86.W32, threadMem(object.OffDepth))
	a.Load(t, word(object.CallEntry))
	a.Store(x86.Ptr(x86.CtxReg, staging.CtxTarget), t)
	a.Call(enter)
	a.Note(0, interpreted)
	a.Test(v, v)
	a.Jcc(x86.E, done)
	storeItem(a, object.CallRoom, next, done)

	// Lists are looked at as they are now.
	a.Bind(list)
	sequence(object.TList)
	a.AluRM(x86.CMP, x86.W64, at, x86.Ptr(t, listSize))
	a.Jcc(x86.AE, other)
	a.Load(t, x86.Ptr(t, listItems))
	a.Load(x, x86.Idx(t, at, 8, valuesAt))
	a.UnaryM(x86.INC, x86.W64, x86.Ptr(from, seqIndex))
	a.Jmp(have)

	a.Bind(tuple)
	sequence(object.TTuple)
	a.AluRM(x86.CMP, x86.W64, at, x86.Ptr(t, tupleSize))
	a.Jcc(x86.AE, other)
	a.Load(x, x86.Idx(t, at, 8, tupleItems))
	a.UnaryM(x86.INC, x86.W64, x86.Ptr(from, seqIndex))
	a.Jmp(have)

	a.Bind(ranges)
	a.AluMI(x86.CMP, x86.W64, x86.Ptr(from, rangeLeft), 0)
	a.Jcc(x86.LE, other)
	a.Load(x, x86.Ptr(from, rangeNext))
	a.Load(t, x86.Ptr(from, rangeStep))
	a.Add(t, x)
	a.Store(x86.Ptr(from, rangeNext), t)
	a.UnaryM(x86.DEC, x86.W64, x86.Ptr(from, rangeLeft))
	a.ShlI(x, 15)
	a.ShrI(x, 15)
	a.MovRI(t, uint64(object.SmallInt(0)))
	a.Or(x, t)
	a.Jmp(have)

	a.Bind(generator)
	a.Mov(x, from)
	resumeGenerator(a, x, other)
	a.Jmp(stepped)

	a.Bind(array)
	a.Load(t, word(object.CallNext))
	a.AluRM(x86.CMP, x86.W64, t, word(object.CallEnd))
	a.Jcc(x86.AE, done)
	a.Load(x, x86.Ptr(t, 0))
	a.AddI(t, 8)
	a.Store(word(object.CallNext), t)
	a.Jmp(have)

	a.Bind(pending)
	a.Store(word(object.CallPending), x)
	a.Bind(done)
	a.AddI(x86.RSP, staging.FrameBytes)
	a.Ret()
}
