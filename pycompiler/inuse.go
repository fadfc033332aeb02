// What activations of machine code hold while they wait for a call: for collections that a program asks for.

package pycompiler

import (
	"math/bits"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/x86"
)

// An activation waits for a call. The call's note says what of its native frame and of its value stack is in use (staging.InUse):
//
//	| the frame's address | <- words + NSpills
//	| spill words         | <- words
//	| return address      |
type activation struct {
	words uintptr
	inUse uint32 // of words
	slots uint32
}

// interpreted in place of slots says that the frame is interpreted, and all of it lies where the interpreter has it.
const interpreted = ^uint32(0)

// eachActivation calls waits for the activations on the native stack, and other for words between them.
func (e *Engine) eachActivation(waits func(activation), other func(word uintptr)) {
	done := e.mem.EnterDone()
	for lo, hi := e.ctx.Live(); lo < hi; lo += 8 {
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

// stackInUse visits what is in use of the native stack.
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

// transparent names what lies on the goroutine's stack between a loop and a helper; see heap.Transparent.
func transparent(name string) bool {
	switch strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], "-fm") {
	case "x86.enter", "x86.Enter", "pycompiler.(*Engine).run", "pycompiler.(*Engine).onHot", "pycompiler.(*Engine).onResume",
		"pycompiler.giveUp":
		return true
	}
	return false
}
