// Memory beside the region: VM stacks, caches.

package heap

import (
	"fmt"
	"math/bits"
	"slices"
	"unsafe"
)

// MapStack maps n bytes of zeroed memory outside the region, which live as long as the heap. They are scanned only if AddRange says so,
// and take real memory only where they are touched.
func (h *Heap) MapStack(n uintptr) (uintptr, error) {
	if n <= h.behind.size {
		addr := h.behind.addr
		h.behind = mapping{addr + n, h.behind.size - n}
		return addr, nil
	}
	if addr, ok := h.takeReady(n); ok {
		return addr, nil
	}
	addr, err := reserve(0, n)
	if err == nil {
		h.maps = append(h.maps, mapping{addr, n})
		err = commit(addr, n)
	}
	if err != nil {
		return 0, fmt.Errorf("heap: cannot map %d bytes: %w", n, err)
	}
	return addr, nil
}

// takeReady takes a mapping of n bytes that came with a spare region.
func (h *Heap) takeReady(n uintptr) (addr uintptr, ok bool) {
	i := slices.IndexFunc(h.ready, func(m mapping) bool { return m.size == n })
	if i < 0 {
		return 0, false
	}
	addr = h.ready[i].addr
	h.maps, h.ready = append(h.maps, h.ready[i]), slices.Delete(h.ready, i, i+1)
	return addr, true
}

// UnmapStack gives back what MapStack has mapped.
func (h *Heap) UnmapStack(addr, n uintptr) {
	h.maps = slices.DeleteFunc(h.maps, func(m mapping) bool { return m == mapping{addr, n} })
	release(addr, n)
}

// SetStress makes every n-th allocation collect and poison what it frees; 0 ends that.
func (h *Heap) SetStress(n int) {
	for _, a := range h.allocators {
		a.show()
	}
	h.stress = n
	for _, a := range h.allocators {
		a.hide()
	}
}

// Each collects, and then calls f for every live object of the given shape. f must not allocate.
func (h *Heap) Each(shape uint32, f func(p unsafe.Pointer)) {
	h.Collect()
	lo, hi := h.low/Granule, uintptr(h.top)*blockGranules
	for g := lo; g < hi; g += 64 {
		w := *bitWord(h.marks, g)
		for w != 0 {
			p := at(h.base + (g+uintptr(bits.TrailingZeros64(w)))*Granule)
			if (*Header)(p).Shape == shape {
				f(p)
			}
			w &= w - 1
		}
	}
}

// reliefBlocks is what Relief adds to the cap.
const reliefBlocks = 64

// Relief lets the heap take a little more than its cap, so that a program that was refused memory can say so and clean up. The next
// collection that finds enough free takes it back. It reports false if that has been granted already and is being used.
func (h *Heap) Relief() bool {
	if h.relief {
		return h.available() >= reliefBlocks
	}
	h.relief = true
	h.capBlocks += reliefBlocks
	return true
}

// Force says whether an allocation that does not fit may force a collection (true at first) or fails at once: for
// what is good to have, but not worth that.
func (h *Heap) Force(on bool) { h.noForce = !on }

// endRelief is called at the end of a collection.
func (h *Heap) endRelief() {
	if h.relief && h.available() >= 2*reliefBlocks {
		h.relief = false
		h.capBlocks -= reliefBlocks
	}
}
