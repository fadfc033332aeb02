// Marking: from words to objects to the words in them.

package heap

import (
	"math/bits"
	"unsafe"
)

// visit marks the object that the word points at or into, if it does.
func (h *Heap) visit(w uint64) {
	off := uintptr(w) - h.base
	if off-h.low >= h.used {
		return
	}
	g := off / Granule
	m := uint64(1) << (g & 63)
	if *bitWord(h.starts, g)&m == 0 {
		if g = h.resolve(off); g == 0 {
			return
		}
		m = uint64(1) << (g & 63)
	}
	if p := bitWord(h.marks, g); *p&m == 0 {
		*p |= m
		h.stack = append(h.stack, h.base+g*Granule)
	}
}

// resolve returns the granule where the object begins that the offset points into, or 0.
func (h *Heap) resolve(off uintptr) uintptr {
	i := uint32(off / BlockSize)
	b := h.block(i)
	first := uintptr(i) * blockGranules
	switch b.kind {
	case kindLarge, kindCont:
		if b.kind == kindCont {
			first = uintptr(b.size) * blockGranules
			b = h.block(uint32(b.size))
		}
		if off-first*Granule >= uintptr(b.size) {
			return 0
		}
		*bitWord(h.starts, first) |= 1
		return first
	case kindSmall:
		if b.fresh {
			b.fresh = false
			lo := h.base + uintptr(i)*BlockSize
			h.findStarts(lo, lo+BlockSize)
		}
	default:
		return 0
	}
	g := off / Granule
	m := *bitWord(h.starts, g) << (63 - g&63)
	for m == 0 {
		if g = g&^63 - 1; g < first {
			return 0
		}
		m = *bitWord(h.starts, g)
	}
	g -= uintptr(bits.LeadingZeros64(m))
	if g < first || off >= (g+uintptr((*Header)(at(h.base+g*Granule)).Meta>>8))*Granule {
		return 0
	}
	return g
}

// findStarts walks the objects from lo to hi and sets their start bits.
func (h *Heap) findStarts(lo, hi uintptr) {
	for asked := lo; lo < hi; {
		if lo >= asked {
			prefetch(lo+headersAhead, lo+2*headersAhead)
			asked = lo + headersAhead
		}
		hd := *(*Header)(at(lo))
		if hd.Shape != 0 {
			g := (lo - h.base) / Granule
			*bitWord(h.starts, g) |= 1 << (g & 63)
		}
		n := uintptr(hd.Meta >> 8)
		if n == 0 {
			panic("heap: a block cannot be walked")
		}
		lo += n * Granule
	}
}

// arrayPiece is how many bytes of an array are marked before what they refer to: the mark stack stays small.
const arrayPiece = 8 << 10

// objectsAhead is how many objects from the mark stack are waited for at a time while they come from memory. headersAhead
// is how many bytes ahead a walk over objects asks for.
const (
	objectsAhead = 8
	headersAhead = 512
)

// drain marks everything that the objects on the mark stack reach, unless the collection is to be given up. An object
// from the stack is prefetched and looked at objectsAhead objects later.
func (h *Heap) drain() {
	var coming [objectsAhead]uintptr
	idle := 0 // so many zeros came in succession
	for n := uint(0); ; n++ {
		if n%256 == 0 && h.hurry() {
			return
		}
		p := uintptr(0)
		if last := len(h.stack) - 1; last >= 0 {
			p = h.stack[last]
			h.stack = h.stack[:last]
			prefetch(p, p)
		}
		p, coming[n%objectsAhead] = coming[n%objectsAhead], p
		if p == 0 && len(h.stack) != 0 {
			continue
		}
		if p == 0 {
			if idle++; idle <= objectsAhead {
				continue
			}
			last := len(h.arrays) - 1
			if last < 0 {
				return
			}
			x := h.arrays[last]
			if x.hi-x.lo > arrayPiece {
				h.arrays[last].lo += arrayPiece
				x.hi = x.lo + arrayPiece
			} else {
				h.arrays = h.arrays[:last]
			}
			h.visitRange(x.lo, x.hi)
			idle = 0
			continue
		}
		idle = 0
		hd := *(*Header)(at(p))
		record := uintptr(hd.Shape) * Granule
		if record-h.low < h.used {
			h.visit(uint64(h.base + record))
		}
		size := uintptr(hd.Meta>>8) * Granule
		b := h.block(uint32((p - h.base) / BlockSize))
		if size == 0 {
			size = uintptr(b.size)
		} else {
			b.live += hd.Meta >> 8
		}
		h.stats.LiveBytes += uint64(size)

		l := (*Layout)(at(h.base + record + 8))
		for m := l.RefMap; m != 0; m &= m - 1 {
			if w := word(p + uintptr(bits.TrailingZeros64(m))*8); uintptr(w)-h.base-h.low < h.used {
				h.visit(w)
			}
		}
		if uint8(hd.Meta)&l.MoreFlag != 0 {
			h.visit(word(p + uintptr(l.MoreWord)*8))
		}
		if l.Tail != TailNone {
			if lo, hi := p+uintptr(l.Fixed)*8, h.tailEnd(p, l, size); size <= arrayPiece {
				h.visitRange(lo, hi)
			} else {
				h.arrays = append(h.arrays, hole{lo, hi})
			}
		}
		if l.Flags&HasHandle != 0 {
			h.handles.see(*(*uint32)(at(p + 8)))
		}
	}
}

//go:nocheckptr
func (h *Heap) visitRange(lo, hi uintptr) {
	for ; lo+8 <= hi; lo += 8 {
		if w := *(*uint64)(unsafe.Add(unsafe.Pointer(nil), lo)); uintptr(w)-h.base-h.low < h.used {
			h.visit(w)
		}
	}
}

// isMarked reports whether the collection found the object at p live. What is not in a block for objects is
// always live.
func (h *Heap) isMarked(p uintptr) bool {
	off := p - h.base
	if off-h.low >= h.used {
		return true
	}
	g := off / Granule
	return *bitWord(h.marks, g)>>(g&63)&1 != 0
}
