// Objects that grow where they lie.
//
// The storage of a list grows by an eighth each time. Copied each time, it would take nine times its size in memory that
// is in no cache, and most collections would be due for what it has left behind.

package heap

// Lengthen makes the object at p so many bytes long without moving it; the new bytes are zero. A small object is lengthened if it is the
// last one made in the hole and the hole has room, a large one as by Heap.Lengthen. It reports false otherwise: then the caller copies. No
// collection takes place.
func (a *Allocator) Lengthen(p, size uintptr) bool {
	hd := (*Header)(at(p))
	end := p + uintptr(hd.Meta>>8)*Granule
	size = (size + Granule - 1) &^ (Granule - 1)
	switch {
	case end == p:
		return a.h.Lengthen(p, size)
	case size > largeSize || p+size < end || a.h.closed():
		return false
	case end == a.Ptr && p >= a.lo && p+size <= a.end:
		if p+size > a.Limit {
			a.extend(size - (end - p))
		}
		a.Ptr = p + size
	case end == a.over.lo && end%BlockSize != 0 && p+size <= a.over.hi:
		a.over.lo = p + size
	default:
		return false
	}
	hd.Meta = uint32(size<<4) | hd.Meta&0xff
	return true
}

// Lengthen makes the large object at p so many bytes long without moving it; the new bytes are zero. It reports false if the
// blocks behind the object are not free, or something is due that an allocation does: then the caller copies. The object was
// not made by AllocRaw. No collection takes place.
func (h *Heap) Lengthen(p, size uintptr) bool {
	off := p - h.base
	if off-h.low >= h.used || off%BlockSize != 0 || h.tracer != nil || h.collecting || size > RegionSize {
		return false
	}
	i := uint32(off / BlockSize)
	b := h.block(i)
	size = (size + Granule - 1) &^ (Granule - 1)
	if b.kind != kindLarge || i < h.imaged || size < uintptr(b.size) {
		return false
	}
	end := i + uint32((b.size+BlockSize-1)/BlockSize)
	until := i + uint32((size+BlockSize-1)/BlockSize)
	more := uint64(until-end) * BlockSize
	if h.since+h.weight(more, false) > h.trigger || !h.takeBehind(end, until) {
		return false
	}
	for k := end; k < until; k++ {
		if (k-end)%clearedBlocks == clearedBlocks-1 && h.Asked != nil && h.Asked() {
			h.giveBack(end, until-end, true)
			return false
		}
		c := h.block(k)
		if c.dirty {
			zero(h.base+uintptr(k)*BlockSize, h.base+uintptr(k+1)*BlockSize)
		}
		*c = block{kind: kindCont, dirty: true, size: uint64(i)}
	}
	if *bitWord(h.marks, uintptr(i)*blockGranules)&1 != 0 { // it has survived a collection
		h.stats.LiveBytes += uint64(size) - b.size
	}
	b.size = uint64(size)
	h.count(more)
	return true
}

// takeBehind takes the blocks from end to until if all of them are free.
func (h *Heap) takeBehind(end, until uint32) bool {
	if n := until - end; n == 0 {
		return true
	} else if until > h.limit || n > h.available() {
		return false
	}
	for k := end; k < min(until, h.top); k++ {
		if !h.isFree(k) {
			return false
		}
	}
	for h.committed < until {
		if h.commitChunk() != nil {
			return false
		}
	}
	for k := end; k < min(until, h.top); k++ {
		h.unfree(k)
	}
	if until > h.top {
		h.top = until
		h.used = uintptr(h.top)*BlockSize - h.low
	}
	h.took(until - end)
	return true
}
