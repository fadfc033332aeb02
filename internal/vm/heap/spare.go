// Spare regions: what closed copies of an image leave to the next ones. The pages that a copy has touched are made what they were, which takes a tenth of the
// time of having them made anew, one fault each. So nothing of a copy is left when it is closed, and the next one finds what a new copy has.

package heap

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// spare is the region of a copy that is closed.
type spare struct {
	base, size uintptr
	committed  uint32 // blocks
	lazy       *Lazy
	release    func()    // of lazy
	maps       []mapping // zeros
}

// sparesOfOne is how many spare regions an image keeps, and sparesMost how many there are in a process. Each has keptPages at most.
const sparesOfOne, sparesMost = 4, 8

// spareBlocks is how far a region has been used at most that is kept: the system is asked for the state of each page.
const spareBlocks = 2 * chunkBlocks

// sparesN is how many there are.
var sparesN atomic.Int32

// keepRegion leaves the region to further copies of the image. False: it is to be given to the system.
func (h *Heap) keepRegion() bool {
	if h.lazy == nil || h.mixed || h.huge || h.top > spareBlocks || len(h.parked) > 0 { // threads that are still alive may be in a system call
		return false
	}
	im, s, page := h.from, h.from.source, uintptr(pageSize)
	if !s.reserveSpare() {
		return false
	}
	list := rangeLists.Get().(*[]mapping)
	defer rangeLists.Put(list)
	made, ok := pagesOf((*list)[:0], h.base, uintptr(max(h.top, im.top))*BlockSize, pagesMade)
	*list = made
	if !ok || countPages(made) > keptPages {
		s.dropSpare()
		return false
	}
	blocks := s.blocks
	for _, r := range made {
		for lo, end := r.addr, r.addr+r.size; lo < end; {
			for len(blocks) > 0 && blocks[0].addr+blocks[0].size+h.lazy.delta <= lo {
				blocks = blocks[1:]
			}
			next := end // zeros
			if len(blocks) > 0 {
				next = min(end, max(lo, blocks[0].addr+h.lazy.delta))
			}
			zero(lo, next)
			if lo = next; lo < end {
				next = min(end, blocks[0].addr+blocks[0].size+h.lazy.delta)
			}
			for ; lo < next; lo += page {
				h.lazy.fill(im, unsafe.Slice((*uint64)(at(lo)), page/8), uint32((lo-h.base)/page))
			}
		}
	}
	for _, off := range s.parts.cross {
		*(*uint64)(at(h.base + uintptr(off))) += uint64(h.lazy.delta)
	}
	x := spare{h.base, h.size, h.committed, h.lazy, h.release, nil}
	for _, m := range h.maps {
		if h.clearMapping(m, list) {
			x.maps = append(x.maps, m)
		} else {
			release(m.addr, m.size)
		}
	}
	x.maps = append(x.maps, h.ready...) // they have not been used
	s.lock.Lock()
	s.spares = append(s.spares, x)
	s.lock.Unlock()
	h.size, h.lazy, h.release, h.from, h.maps, h.ready = 0, nil, nil, nil, nil, nil
	return true
}

// Untouched says that a mapping of MapStack has not been used from lo on.
func (h *Heap) Untouched(lo uintptr) { h.untouched = lo }

// clearMapping makes a mapping zero. Where little has been used of it, its pages stay; else it is given back to the system.
func (h *Heap) clearMapping(m mapping, list *[]mapping) bool {
	const small = 4 << 20
	used := m.size
	if n := h.untouched - m.addr; n < used {
		used = n
	}
	if used > small {
		return discard(m.addr, m.size) == nil
	}
	made, ok := pagesOf((*list)[:0], m.addr, used, pagesMade)
	*list = made
	for _, r := range made {
		zero(r.addr, r.addr+r.size)
	}
	return ok
}

func countPages(list []mapping) (n uintptr) {
	for _, r := range list {
		n += r.size / uintptr(pageSize)
	}
	return n
}

// rangeLists are slices for ranges of pages.
var rangeLists = sync.Pool{New: func() any { return new([]mapping) }}

func (s *source) reserveSpare() bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.sparesN == sparesOfOne {
		return false
	}
	if sparesN.Add(1) > sparesMost {
		sparesN.Add(-1)
		return false
	}
	s.sparesN++
	return true
}

func (s *source) dropSpare() {
	s.lock.Lock()
	s.sparesN--
	s.lock.Unlock()
	sparesN.Add(-1)
}

// takeSpare takes a region of so many bytes; nil: there is none.
func (s *source) takeSpare(size uintptr) *spare {
	if s == nil {
		return nil
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	for i := len(s.spares) - 1; i >= 0; i-- { // what was used last is most likely in the processor's cache
		if x := s.spares[i]; x.size == size {
			s.spares = append(s.spares[:i], s.spares[i+1:]...)
			s.sparesN--
			sparesN.Add(-1)
			return &x
		}
	}
	return nil
}

// dropSpares gives all of them to the system.
func (s *source) dropSpares() {
	for _, x := range s.spares {
		x.release()
		releaseRegion(x.base, x.size)
		for _, m := range x.maps {
			release(m.addr, m.size)
		}
		sparesN.Add(-1)
	}
	s.spares = nil
}
