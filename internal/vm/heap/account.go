// Memory outside the region that programs make grow: counted against the same cap.

package heap

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// account counts Go's memory that is there for the program: what is held (by handles, by stacks), and what was let go, or will soon be, but may not
// yet have been collected by Go.
type account struct {
	held   uint64
	loose  uint64 // let go, and not known to be collected
	old    uint64 // of that what was let go before the last collection by Go that is known of ended
	cycle  uint32 // which one that was
	most   uint64 // of both since Go last gave its free memory back: so much it may still have of the system's
	blocks uint32 // that in blocks: what the cap has less for objects
}

// smallRoom is the size below which nothing is counted for a moment: Go's own collector comes often enough for small things.
const smallRoom = 16 << 10

func (a *account) update() {
	a.most = max(a.most, a.held+a.loose)
	a.blocks = uint32(min(a.most/BlockSize, 1<<31))
}

// loosen counts n bytes that have been let go. What was let go before the last collection by Go but one has been collected: Go will use that memory first.
func (a *account) loosen(n uint64) {
	if now := goCycles(); now != a.cycle {
		if now-a.cycle > 1 {
			a.loose, a.old = 0, 0
		}
		a.loose -= min(a.old, a.loose)
		a.old, a.cycle = a.loose, now
	}
	a.loose += n
}

// cycles counts the collections by Go that have ended, once somebody has asked.
var (
	cycles      atomic.Uint32
	countCycles = sync.OnceFunc(watchCycle)
)

func goCycles() uint32 {
	countCycles()
	return cycles.Load()
}

// watchCycle waits for the next collection by Go: it finds the mark dead.
//
//psy:bounded not in itself: the collector's goroutine calls what waits
func watchCycle() {
	type mark struct{ p *int }
	runtime.SetFinalizer(&mark{new(int)}, func(*mark) {
		cycles.Add(1)
		watchCycle()
	})
}

// Charge counts n bytes that are held from now on, until Release. It reports false, and counts nothing, if they do not fit under the cap. It may
// collect.
//
//go:noinline
func (h *Heap) Charge(n uint64) bool {
	h.enter()
	if !h.roomFor(n) {
		return false
	}
	h.account.held += n
	h.account.update()
	h.trim()
	h.count(n)
	return true
}

// Recount replaces what is counted for something that is there already, before bytes, by what it takes now.
func (h *Heap) Recount(before, now uint64) {
	if now < before {
		h.Release(before - now)
		return
	}
	h.account.held += now - before
	h.account.update()
	h.trim()
	h.count(now - before)
}

// Release ends what Charge began. What is released is no garbage that a collection would find.
func (h *Heap) Release(n uint64) {
	h.since -= min(n, h.since)
	a := &h.account
	a.held -= min(n, a.held)
	a.loosen(n)
	a.update()
}

// Return is Release for memory that has gone back to the system.
func (h *Heap) Return(n uint64) {
	a := &h.account
	a.held -= min(n, a.held)
	a.most -= min(n, a.most)
	a.update()
}

// Discard makes memory of MapStack zero and gives it back to the system until it is used again; only whole pages.
func (h *Heap) Discard(addr, size uintptr) error {
	page := uintptr(os.Getpagesize())
	lo, hi := (addr+page-1)&^(page-1), (addr+size)&^(page-1)
	if lo >= hi {
		return nil
	}
	return discard(lo, hi-lo)
}

// Room reports whether n bytes fit under the cap that are made now and are let go before anything else is run: a buffer that a result is copied from.
// It may collect.
func (h *Heap) Room(n uint64) bool { return n < smallRoom || h.room(n) }

//go:noinline
func (h *Heap) room(n uint64) bool {
	h.enter()
	if !h.roomFor(n) {
		return false
	}
	a := &h.account
	a.loosen(n)
	a.update()
	h.trim()
	return true
}

// roomFor makes room for n bytes outside the region, if that can be done.
func (h *Heap) roomFor(n uint64) bool {
	if n > h.Cap() {
		return false
	}
	need := uint32((n + BlockSize - 1) / BlockSize)
	if need <= h.available() {
		return true
	}
	if h.settle(); need <= h.available() {
		return true
	}
	if h.collecting || !h.collectForced(n) {
		return false
	}
	h.settle()
	return need <= h.available()
}

// available is how many blocks more may be taken.
func (h *Heap) available() uint32 {
	used := h.taken + h.account.blocks
	if used >= h.capBlocks {
		return 0
	}
	return h.capBlocks - used
}

// Left is how many bytes fit under the cap without a collection.
func (h *Heap) Left() uint64 { return uint64(h.available()) * BlockSize }

// settled reports whether n blocks can be taken once Go has collected what is loose.
func (h *Heap) settled(n uint32) bool {
	h.settle()
	return n <= h.available()
}

// settle has Go collect what is loose, and give all that it does not use back to the system: objects need it now. That is dear.
func (h *Heap) settle() {
	a := &h.account
	if a.most == a.held {
		return
	}
	debug.FreeOSMemory()
	a.loose, a.old, a.most = 0, 0, a.held
	a.update()
}

// OutsideBytes is how much memory outside the region counts against the cap now.
func (h *Heap) OutsideBytes() uint64 { return h.account.most }
