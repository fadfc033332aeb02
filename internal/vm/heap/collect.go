// One collection from start to end.

package heap

import (
	"cmp"
	"errors"
	"slices"
	"time"
	"unsafe"
)

var errFull = errors.New("the address range is used up")

// Collect marks all that the roots reach and makes the rest available again.
//
//go:noinline
func (h *Heap) Collect() {
	h.enter()
	h.collect(true)
}

// TryCollect is Collect that is given up when Hurry says so; then it reports false, and nothing was freed.
//
//go:noinline
func (h *Heap) TryCollect() bool {
	h.enter()
	return h.collect(false)
}

// enter notes how deep the stack of the heap's user is. What the heap's own frames hold beyond that, stale
// words above all, is no root.
func (h *Heap) enter() { h.depth = stackDepth() }

// collect reports whether it did; unless it is forced, it is given up when the program is about to be stopped.
func (h *Heap) collect(forced bool) bool {
	if !haveStack {
		return true // the roots on goroutine stacks cannot be found here: nothing is ever freed
	}
	if h.collecting {
		panic("heap: collection during a collection")
	}
	begin := time.Now()
	h.collecting, h.patient, h.hurried = true, forced || h.Hurry == nil, false
	for _, a := range h.allocators {
		a.retire()
	}
	before, worked := h.stats.LiveBytes, begin.Sub(h.collected)
	young := h.youngDue(forced) && h.prepareYoung()
	if !young {
		h.prepare()
	}
	if h.markRoots(young); young {
		h.visitOld()
	}
	if h.hurried {
		h.giveUp()
		h.stats.LiveBytes, h.collecting = before, false
		return false
	}
	h.patient = true // what follows takes marked for live
	if young && h.stress > 0 {
		h.checkYoung()
		young = false
	}
	if h.immortalDue() {
		h.findImmortal()
	} else if h.stress > 0 {
		h.checkImmortal()
	}
	if h.counts != nil {
		h.findCyclic()
	}
	for _, f := range h.marked {
		f(h.isMarked, h.keep)
	}
	for _, f := range h.reclaiming {
		f(h.isMarked, h.keep)
	}
	if h.tracer != nil {
		h.tracer.Collected(h.isMarked)
	}
	dead := h.handles.unseen(young)
	h.reclaim()
	h.holes = h.holes[:0]
	took := time.Since(begin)
	h.endYoung(young, took.Seconds(), took.Seconds()/(worked+took).Seconds())
	h.setTrigger(worked, took)
	h.since, h.leafSince, h.leafDue, h.leafWaste = 0, 0, LeafWindow, 0
	h.age()
	h.endRelief()
	if h.stress > 0 {
		h.poison()
	} else {
		h.discardFree()
	}
	if cap(h.stack) > 1<<20 {
		h.stack = nil
	}
	h.collecting = false
	h.collected = time.Now()
	pause := h.collected.Sub(begin)
	h.stats.Collections++
	if young {
		h.stats.Young++
	}
	h.stats.PauseTotal += pause
	h.stats.PauseMax = max(h.stats.PauseMax, pause)
	closeAll(dead)
	return true
}

// hurry reports whether the collection is to be given up; once it has, it always does.
func (h *Heap) hurry() bool {
	if !h.hurried && !h.patient {
		h.hurried = h.Hurry()
	}
	return h.hurried
}

// giveUp leaves the heap as if all that may have been live at the start of the collection were: the start bits become the mark bits again. Which lines are
// dead is not known any more, so no holes are found until the next collection, which is a full one.
func (h *Heap) giveUp() {
	h.starts, h.marks = h.marks, h.starts
	h.sweep, h.young.watching = h.top, false
	h.remarked = true // start bits were made of new objects
	h.stack, h.arrays = h.stack[:0], h.arrays[:0]
	h.handles.forget()
}

func (h *Heap) keep(w uint64) {
	h.visit(w)
	h.drain()
}

// prepare makes the start bits of what the last collection marked. Those of what has been allocated since are made
// when a word points to where they would be: most of it is dead, and nothing points there.
func (h *Heap) prepare() {
	h.ownMarks()
	h.makeAll()
	h.starts, h.marks = h.marks, h.starts
	h.sortHoles()
	for i := uint32(firstBlock); i < h.top; i++ {
		b := h.block(i)
		b.round, b.lines = 0, lines{}
	}
	h.markImmortal()
}

func (h *Heap) sortHoles() {
	slices.SortFunc(h.holes, func(x, y hole) int { return cmp.Compare(x.lo, y.lo) })
}

// markRoots marks what can be reached; a young collection looks into what is old by visitOld.
func (h *Heap) markRoots(young bool) {
	h.scanned = h.copyStack(h.scanned[:0], h.depth)
	for _, w := range h.scanned {
		h.visit(w)
	}
	for _, words := range h.parked {
		for _, w := range words {
			h.visit(w)
		}
	}
	h.visitRange(h.base+StaticOffset, h.base+StaticOffset+StaticSize)
	for _, off := range h.immortal.refs {
		h.visit(uint64(h.base + off))
	}
	h.drain()
	h.handles.visitUnowned(young)
	for _, s := range h.stacks {
		if h.exact && s.inUse != nil {
			s.inUse(h.visitRange)
		} else {
			s.whole(h.visitRange)
		}
		h.drain()
	}
	for _, f := range h.roots {
		f(h.visit)
		h.drain()
	}
}

// reclaim frees whole blocks. Holes in the others are found when the allocators want them.
func (h *Heap) reclaim() {
	h.leafBase = 0
	for i := uint32(firstBlock); i < h.top; {
		b := h.block(i)
		n := uint32(1)
		switch b.kind {
		case kindSmall:
			if b.fresh, b.holes = false, false; b.lines == (lines{}) {
				h.giveBack(i, 1, true)
			} else {
				h.leafBase += BlockSize
			}
		case kindLarge:
			n = uint32((b.size + BlockSize - 1) / BlockSize)
			if b.fresh = false; *bitWord(h.marks, uintptr(i)*blockGranules)&1 == 0 {
				h.giveBack(i, n, true)
			} else if !h.isLeafBlock(i) {
				h.leafBase += uint64(n) * BlockSize
			}
		}
		i += n
	}
	h.sweep = firstBlock
}

// setTrigger decides how much is allocated before the next collection, after the program had worked so long since the last one, and this one had paused it.
// A heap with little in it begins with FirstTrigger, because memory that was never touched costs more than a collection. Beyond that and half as much again
// as is live, more garbage is waited for only if collections would otherwise take more than their share of the time, at most twice what is live or
// SmallTrigger, and no more than collections so far have paid for: what a process that ends soon would save by it does not make up for the memory. Where much
// is live, three quarters of that have to do.
func (h *Heap) setTrigger(worked, paused time.Duration) {
	live := h.stats.LiveBytes
	if h.minTrigger != 0 {
		h.trigger = max(h.minTrigger, live/4*3)
		h.leafTrigger = h.trigger
		return
	}
	least := max(FirstTrigger, min(DefaultTrigger/2, live/2*3), live/4*3)
	most := max(min(DefaultTrigger, max(SmallTrigger, 2*live)), least)
	most = min(most, least+uint64(h.stats.PauseTotal/price))
	if h.young.watching { // which costs less
		most, least = least, max(SmallTrigger, live/4)
	}
	due := float64(h.since) * float64(paused) / float64(max(worked, 1)) * (1/share - 1)
	h.trigger = uint64(min(max(due, float64(least)), float64(most)))
	if more := live - min(live, h.young.full.live); more > 0 && h.young.full.live > 0 { // some of it is dead, after a young collection
		h.trigger = max(h.trigger-min(h.trigger, more), FirstTrigger)
	}
	h.leafTrigger = max(h.trigger, min(SmallTrigger+8*live, LeafTrigger, h.Cap()/8))
}

// share is how much of the time collections may take before more memory is taken so that there are fewer.
const share = 0.08

// price is how much time collections must have taken before a byte more is taken so that there are fewer: 4 ms for a MB. To touch it for the first time takes
// half of one; the rest is what memory is worth to others.
const price = 4 * time.Nanosecond

// discardFree gives back what the allocation until the next collection is not going to need. What it will need stays: zeroing
// memory is several times cheaper than a page fault.
func (h *Heap) discardFree() {
	const run, most = 16, 512 // blocks: shorter runs are not worth a system call, longer ones take milliseconds
	h.kept = max(min(h.turnover, LeafTrigger), h.kept*3/4)
	h.turnover = 0
	spare := uint32(max(h.trigger, h.kept) * 3 / 2 / BlockSize) // large objects leave gaps between them
	for i := uint32(max(firstBlock, h.imaged)); i < h.top; i++ {
		lo := i
		for i < h.top && h.isFree(i) && h.block(i).dirty {
			i++
		}
		kept := min(i-lo, spare)
		spare -= kept
		for lo += kept; i-lo >= run; {
			n := min(i-lo, most)
			if h.Hurry != nil && h.Hurry() || discard(h.base+uintptr(lo)*BlockSize, uintptr(n)*BlockSize) != nil {
				return
			}
			for range n {
				h.block(lo).dirty = false
				h.dirtyN--
				lo++
			}
		}
	}
}

// poison overwrites all that is dead, so that a use of it shows.
func (h *Heap) poison() {
	for i := uint32(firstBlock); i < h.top; i++ {
		b := h.block(i)
		lo := h.base + uintptr(i)*BlockSize
		switch {
		case b.kind == kindFree && b.dirty:
			poisonRange(lo, lo+BlockSize)
		case b.kind == kindSmall:
			end := uintptr(i+1) * blockGranules
			for g := uintptr(i) * blockGranules; g < end; {
				next := nextBit(h.marks, g, end)
				if next > g {
					poisonRange(h.base+g*Granule, h.base+next*Granule)
				}
				if g = next; g < end {
					g += uintptr((*Header)(at(h.base+g*Granule)).Meta >> 8)
				}
			}
		}
	}
}

func poisonRange(lo, hi uintptr) {
	fill(lo, hi)
	p := unsafe.Slice((*uint64)(at(lo+8)), (hi-lo)/8-1)
	for i := range p {
		p[i] = 0xdbdbdbdbdbdbdbdb
	}
}
