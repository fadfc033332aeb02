// What the collector starts from.

package heap

import (
	"errors"
	"unsafe"
)

// AddRoots registers a function that each collection calls; every word it visits is a root. It must not
// allocate.
func (h *Heap) AddRoots(f func(visit func(word uint64))) { h.roots = append(h.roots, f) }

// AddRange registers memory, every word of which is a root if it points into the heap.
func (h *Heap) AddRange(f func() (lo, hi uintptr)) {
	h.AddStack(func(visit func(lo, hi uintptr)) { visit(f()) }, nil)
}

// OnMarked registers a function that each collection calls between marking and reclaiming, in the order of
// registration: live tells whether the object at p survives, keep makes an object and all it reaches survive.
// Finalizers go before weak tables.
func (h *Heap) OnMarked(f func(live func(p uintptr) bool, keep func(word uint64))) {
	h.marked = append(h.marked, f)
}

// OnReclaim is OnMarked for functions that are called after all of OnMarked's: what is not live then is dead for good. They may keep only
// objects that refer to nothing but live ones.
func (h *Heap) OnReclaim(f func(live func(p uintptr) bool, keep func(word uint64))) {
	h.reclaiming = append(h.reclaiming, f)
}

// CopyStack appends to buf the words on the calling goroutine's stack that may point into the heap.
func (h *Heap) CopyStack(buf []uint64) []uint64 { return h.copyStack(buf, stackDepth()) }

func (h *Heap) copyStack(buf []uint64, depth uintptr) []uint64 {
	have := len(buf)
	for {
		room := buf[have:cap(buf)]
		n := scanStack(unsafe.SliceData(room), uintptr(len(room)), h.base+h.low, h.size-h.low, depth)
		if n <= uintptr(len(room)) {
			return buf[:have+int(n)]
		}
		grown := make([]uint64, have, have+int(n)*2+64)
		copy(grown, buf)
		buf = grown
	}
}

// AddParkedStack registers the words (of CopyStack) of a goroutine that is about to give up the lock, and
// returns a number for RemoveParkedStack.
func (h *Heap) AddParkedStack(words []uint64) int {
	h.parkedID++
	h.parked[h.parkedID] = words
	return h.parkedID
}

// RemoveParkedStack is for a goroutine that has got the lock back.
func (h *Heap) RemoveParkedStack(id int) { delete(h.parked, id) }

// checkStackBounds verifies what scanStack believes of the Go runtime.
func checkStackBounds() error {
	if !haveStack {
		return nil
	}
	sp, lo, hi := stackBounds()
	const most = 1 << 30
	if sp <= lo || sp >= hi || hi-lo > most || hi%8 != 0 {
		return errors.New("heap: this Go runtime keeps the bounds of stacks elsewhere")
	}
	return nil
}
