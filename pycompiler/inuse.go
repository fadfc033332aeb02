// The words that activations of machine code use while they wait for a call. Collections that a program asks for need them exactly.

package pycompiler

import (
	"math/bits"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/x86"
)

// An activation waits for a call. The call's note tells which words of its native frame and which slots of its value stack are in use
// (staging.InUse):
//
//	| the frame's address | <- words + NSpills
//	| spill words         | <- words
//	| return address      |
type activation struct {
	words uintptr
	inUse uint32 // of words
	slots uint32
}

// interpreted in place of slots means that an interpreter runs the frame, and knows what is in use.
const interpreted = ^uint32(0)

// eachActivation calls waits for each activation on the native stacks, and other for each word between them.
func (e *Engine) eachActivation(waits func(activation), other func(word uintptr)) {
	e.eachActivationOf(e.ctx, waits, other)
	e.rt.EachAway(func(c *object.Current) { e.eachActivationOf(contextOf(&c.Native), waits, other) })
}

func (e *Engine) eachActivationOf(ctx *staging.Native, waits func(activation), other func(word uintptr)) {
	lo, hi := ctx.Live()
	if lo == hi {
		return
	}
	for done := e.mem.EnterDone(); lo < hi; lo += 8 {
		addr := *at(lo)
		if b := e.mem.Find(uintptr(addr)); b != nil && hi-lo > 8*(staging.NSpills+1) {
			off := uintptr(addr) - b.Addr()
			if inUse, slots, ok := x86.ReadNote(b.Code()[min(off, uintptr(b.Size())):]); ok {
				waits(activation{lo + 8, inUse, slots})
				lo += 8 * (staging.NSpills + 1)
				continue
			}
		}
		if uintptr(addr) == done {
			lo += 8 // padding
			continue
		}
		other(lo)
	}
}

func at(addr uintptr) *uint64 { return (*uint64)(unsafe.Add(unsafe.Pointer(nil), addr)) }

// stackInUse visits the words of the native stack that are in use.
func (e *Engine) stackInUse(visit func(lo, hi uintptr)) {
	e.eachActivation(func(a activation) {
		for m := a.inUse; m != 0; m &= m - 1 {
			w := a.words + uintptr(bits.TrailingZeros32(m))*8
			visit(w, w+8)
		}
	}, func(word uintptr) { visit(word, word+8) })
}

// nativeSlots is object.Runtime.NativeSlots.
func (e *Engine) nativeSlots(f func(fr uintptr, slots uint32)) {
	e.eachActivation(func(a activation) {
		if a.slots != interpreted {
			f(uintptr(*at(a.words + 8*staging.NSpills)), a.slots)
		}
	}, func(uintptr) {})
}

// These lie on the goroutine's stack only between an interpreter loop and a helper; the arguments of the last two lie on the VM stack.
func init() {
	heap.Transparent("x86.enter", "x86.Enter", "pycompiler.(*Engine).run", "pycompiler.(*Engine).onHot", "pycompiler.(*Engine).onResume",
		"pycompiler.giveUp", "pycompiler.callAny", "pycompiler.callBinding")
}
