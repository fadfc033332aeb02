// Allocation: bumping through holes, and the slow path that finds them.

package heap

import "unsafe"

// Allocator is where one thread allocates. Its first two words are read and written by machine code, which
// bumps Ptr while Limit is not passed; the memory between them is zero.
type Allocator struct {
	Ptr, Limit uintptr

	h      *Heap
	lo     uintptr // where the hole begins
	end    uintptr // of the hole that Limit lies in
	block  uint32  // that the hole lies in; 0: none
	next   uintptr // offset in the region from where to look for the block's next hole
	dirty  bool    // the memory between Limit and end is not known to be zero
	over   hole    // rest of a free block for objects that found their hole too small
	hidden hole    // Ptr and Limit while each allocation is noticed (stress, a tracer)
}

// pieceSize is how much of a hole is zeroed at a time, so that the memory is in the cache when it is used.
const pieceSize = 4 << 10

// Init makes a an allocator of h.
func (a *Allocator) Init(h *Heap) {
	*a = Allocator{h: h}
	h.allocators = append(h.allocators, a)
}

// Done gives up what a holds. a can be initialized again.
func (a *Allocator) Done() {
	h := a.h
	if h == nil {
		return
	}
	a.retire()
	for i, b := range h.allocators {
		if b == a {
			h.allocators = append(h.allocators[:i], h.allocators[i+1:]...)
			break
		}
	}
	a.h = nil
}

// Alloc returns a zeroed object of size bytes, rounded up, with its header written. It returns nil if the
// object does not fit under the cap. It may collect.
func (a *Allocator) Alloc(shape uint32, size uintptr, flags uint8) unsafe.Pointer {
	p := a.Ptr
	if size-1 >= a.Limit-p {
		return a.slow(shape, size, flags, false)
	}
	size = (size + Granule - 1) &^ (Granule - 1)
	a.Ptr = p + size
	*(*uint64)(at(p)) = HeaderWord(shape, size, flags)
	return at(p)
}

// AllocRaw is Alloc for an object whose contents the caller is about to write: if it is large, only its first bytes are zero. Its layout has no
// references.
func (a *Allocator) AllocRaw(shape uint32, size uintptr, flags uint8) unsafe.Pointer {
	if size > largeSize {
		return a.slow(shape, size, flags, true)
	}
	return a.Alloc(shape, size, flags)
}

// HeaderWord is the header of an object, no large one, of size bytes, which is a multiple of 16; for machine code too.
func HeaderWord(shape uint32, size uintptr, flags uint8) uint64 {
	return uint64(shape) | uint64(size<<4|uintptr(flags))<<32
}

//go:noinline
func (a *Allocator) slow(shape uint32, size uintptr, flags uint8, raw bool) unsafe.Pointer {
	h := a.h
	if h.collecting {
		panic("heap: allocation during a collection")
	}
	if size > RegionSize {
		return nil
	}
	if h.tracer != nil {
		h.tracer.Before()
	}
	if size > largeSize && h.Asked != nil && h.Asked() && h.Halt() { // before a collection
		return nil
	}
	h.enter()
	leaf := size > largeSize && h.isLeaf(shape)
	size = (max(size, 8) + Granule - 1) &^ (Granule - 1)
	if h.stress > 0 {
		h.allocations++
		if h.allocations%uint64(h.stress) == 0 {
			h.collectDue(true)
		}
	}
	for tried := false; ; tried = true {
		if size > largeSize {
			p := h.allocLarge(size, leaf, raw, h.Asked)
			if h.halted {
				h.halted = false
				if h.Halt() {
					return nil
				}
				p = h.allocLarge(size, leaf, raw, nil)
			}
			if p != 0 {
				*(*Header)(at(p)) = Header{Shape: shape, Meta: uint32(flags)}
				if h.tracer != nil {
					h.tracer.Made(p, size)
				}
				return at(p)
			}
		} else if p := a.small(size); p != 0 {
			*(*Header)(at(p)) = Header{Shape: shape, Meta: uint32(size<<4) | uint32(flags)}
			if h.tracer != nil {
				h.tracer.Made(p, size)
			}
			return at(p)
		}
		if tried || !h.collectForced(uint64(size)) {
			return nil
		}
	}
}

// small returns zeroed memory of at most largeSize bytes, or 0.
func (a *Allocator) small(size uintptr) uintptr {
	a.show()
	defer a.hide()
	for {
		if size <= a.Limit-a.Ptr {
			p := a.Ptr
			a.Ptr += size
			return p
		}
		if size <= a.end-a.Ptr {
			a.extend(size)
			continue
		}
		if size > LineSize && a.end-a.Ptr >= LineSize || size > pieceSize {
			return a.medium(size)
		}
		if !a.nextHole(size) {
			return 0
		}
	}
}

// extend moves Limit so that size bytes fit before it, and some more.
func (a *Allocator) extend(size uintptr) {
	limit := a.end
	if a.dirty {
		limit = min(limit, max(a.Limit+pieceSize, a.Ptr+size))
		zero(a.Limit, limit)
	}
	a.Limit = limit
}

// nextHole replaces the current hole by one of at least size bytes.
func (a *Allocator) nextHole(size uintptr) bool {
	h := a.h
	h.collectIfDue(0)
	a.retireHole()
	need := max(size, LineSize) / Granule
	for {
		if a.block != 0 {
			if lo, hi, ok := h.findHole(a.block, a.next, need); ok {
				a.next = hi
				a.takeHole(h.base+lo, h.base+hi, true)
				h.holes = append(h.holes, hole{h.base + lo, h.base + hi})
				h.block(a.block).holes = true
				return true
			}
		}
		a.block = h.nextPartial()
		if a.block == 0 {
			break
		}
		a.next = uintptr(a.block) * BlockSize
	}
	i := h.takeBlocks(1)
	if i == 0 {
		return false
	}
	b := h.block(i)
	b.kind, b.fresh = kindSmall, true
	lo := h.base + uintptr(i)*BlockSize
	a.takeHole(lo, lo+BlockSize, b.dirty)
	b.dirty = true
	return true
}

func (a *Allocator) takeHole(lo, hi uintptr, dirty bool) {
	a.lo, a.Ptr, a.Limit, a.end, a.dirty = lo, lo, lo, hi, dirty
	a.h.count(uint64(hi - lo))
}

// medium serves what does not fit in the current hole without giving the hole up.
func (a *Allocator) medium(size uintptr) uintptr {
	h := a.h
	if size > a.over.hi-a.over.lo {
		h.collectIfDue(0)
		fill(a.over.lo, a.over.hi)
		a.over = hole{}
		i := h.takeBlocks(1)
		if i == 0 {
			if !a.nextHole(size) {
				return 0
			}
			a.extend(size)
			p := a.Ptr
			a.Ptr += size
			return p
		}
		b := h.block(i)
		b.kind, b.fresh = kindSmall, true
		lo := h.base + uintptr(i)*BlockSize
		if b.dirty {
			zero(lo, lo+BlockSize)
		}
		b.dirty = true
		a.over = hole{lo, lo + BlockSize}
		h.count(BlockSize)
	}
	p := a.over.lo
	a.over.lo += size
	return p
}

// retireHole makes the unused rest of the current hole a filler.
func (a *Allocator) retireHole() {
	fill(a.Ptr, a.end)
	a.lo, a.Ptr, a.Limit, a.end = 0, 0, 0, 0
}

// retire leaves all memory of the allocator walkable and starts afresh.
func (a *Allocator) retire() {
	a.show()
	a.retireHole()
	fill(a.over.lo, a.over.hi)
	*a = Allocator{h: a.h}
}

// Where every allocation has to take the slow path, Ptr and Limit are equal between calls.
func (a *Allocator) show() {
	if a.h.closed() && a.hidden.hi != 0 {
		a.Ptr, a.Limit = a.hidden.lo, a.hidden.hi
		a.hidden = hole{}
	}
}

func (a *Allocator) hide() {
	if a.h.closed() {
		a.hidden = hole{a.Ptr, a.Limit}
		a.Ptr, a.Limit = 0, 0
	}
}

// clearedBlocks is how many blocks are cleared between two questions whether the program is to stop.
const clearedBlocks = 1 << 20 / BlockSize

// isLeaf reports whether objects of a shape refer to nothing.
func (h *Heap) isLeaf(shape uint32) bool {
	l := h.layout(shape)
	return l.RefMap == 0 && l.Tail == TailNone
}

// layout is the layout of a shape's objects.
func (h *Heap) layout(shape uint32) *Layout {
	return (*Layout)(at(h.base + uintptr(shape)*Granule + 8))
}

// layoutOf is the layout of the object at p.
func (h *Heap) layoutOf(p uintptr) *Layout { return h.layout((*Header)(at(p)).Shape) }

// rawZero is how many bytes of an object are zero that is allocated raw.
const rawZero = 64

// allocLarge returns zeroed blocks (raw: but for the first bytes they hold anything) for one object, or 0. It gives up when asked says so; nil: never.
func (h *Heap) allocLarge(size uintptr, leaf, raw bool, asked func() bool) uintptr {
	n := (size + BlockSize - 1) / BlockSize
	if n > uintptr(h.capBlocks) {
		return 0
	}
	if leaf {
		h.sweepIfDue()
	}
	h.collectIfDue(h.weight(uint64(size), leaf))
	i := h.takeBlocks(uint32(n))
	if i == 0 {
		return 0
	}
	lo := h.base + uintptr(i)*BlockSize
	for k := range uint32(n) {
		if k%clearedBlocks == clearedBlocks-1 && asked != nil && asked() {
			h.giveBack(i, uint32(n), true)
			h.halted = true
			return 0
		}
		b := h.block(i + k)
		switch {
		case b.dirty && !raw:
			zero(lo+uintptr(k)*BlockSize, lo+uintptr(k+1)*BlockSize)
		case b.dirty && k == 0:
			zero(lo, lo+rawZero)
		}
		*b = block{kind: kindCont, dirty: true, size: uint64(i)}
	}
	b := h.block(i)
	b.kind, b.fresh, b.size = kindLarge, true, uint64(size)
	h.stats.Allocated += uint64(n) * BlockSize
	h.turnover += uint64(n) * BlockSize
	h.since += h.weight(uint64(n)*BlockSize, leaf)
	if leaf {
		h.leafSince += uint64(n) * BlockSize
	}
	return lo
}

// CanAlloc reports whether an object of that many bytes fits under the cap. It may collect.
//
//go:noinline
func (h *Heap) CanAlloc(bytes uint64) bool {
	h.enter()
	if bytes > h.Cap() {
		return false
	}
	n := (bytes + BlockSize - 1) / BlockSize
	fits := func() bool { return n <= uint64(h.available()) }
	return bytes <= LineSize || fits() || h.collectForced(bytes) && fits()
}

func (h *Heap) count(n uint64) {
	h.since += n
	h.turnover += n
	h.stats.Allocated += n
}

// weight is how much an allocation of n bytes counts towards the next collection. Objects that refer to nothing cost nothing to mark: while much else
// is live, more of them may wait to be found dead than of others.
func (h *Heap) weight(n uint64, leaf bool) uint64 {
	if !leaf || h.leafTrigger <= h.trigger {
		return n
	}
	return uint64(float64(n) * float64(h.trigger) / float64(h.leafTrigger))
}

// collectIfDue collects if it is time to, before size bytes are allocated.
func (h *Heap) collectIfDue(size uint64) {
	if h.since+size > h.trigger {
		h.collectSoon()
	}
}

func (h *Heap) collectSoon() {
	if h.since == 0 || h.Hold {
		return
	}
	late := h.since > 2*h.trigger // whatever stops programs again and again, garbage has to go
	if late || h.Hurry == nil || !h.Hurry() {
		h.collectDue(late)
	}
}

// collectDue is a collection that nobody asked for, and that memory does not need.
func (h *Heap) collectDue(forced bool) {
	h.due = true
	h.collect(forced)
	h.due = false
}

// IsDue reports during a collection whether it is one that nobody asked for: then what is dead may stay for another while.
func (h *Heap) IsDue() bool { return h.due }

// forcedRun is how many collections in a row may be forced by the cap without much having been allocated
// between them; then allocation fails, rather than collecting for every few objects.
const forcedRun = 8

// collectForced collects because the cap is reached. It reports false if that has become pointless, or the program is halted.
func (h *Heap) collectForced(size uint64) bool {
	if h.noForce {
		return false
	}
	if h.stats.Allocated-h.forcedAt+size > h.Cap()/64 {
		h.lowYield = 0
	} else if (h.Sparing || h.Hold) && h.lowYield > 0 {
		return false
	} else if h.lowYield++; h.lowYield > forcedRun {
		h.lowYield = 0
		return false
	}
	if !h.collect(false) {
		if h.Halt != nil && h.Halt() {
			return false
		}
		h.collect(true)
	}
	h.forcedAt = h.stats.Allocated
	return true
}

func zero(lo, hi uintptr) { clear(unsafe.Slice((*uint64)(at(lo)), (hi-lo)/8)) }
