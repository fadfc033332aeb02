// Marking: from words to objects to the words in them.

package heap

import (
	"cmp"
	"math/bits"
	"slices"
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
		if g := h.startOf(off, first); g != 0 || !b.fresh && !b.holes {
			return g
		}
		h.walk(i)
		return h.startOf(off, first)
	}
	return 0
}

// startOf returns the granule of the object that the offset points into, by the start bits from granule first on, or 0.
func (h *Heap) startOf(off, first uintptr) uintptr {
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

// walk makes the start bits of what has been allocated in block i since the last collection.
func (h *Heap) walk(i uint32) {
	b := h.block(i)
	lo := h.base + uintptr(i)*BlockSize
	if b.fresh {
		b.fresh = false
		h.findStarts(lo, lo+BlockSize)
	}
	if b.holes {
		b.holes = false
		k, _ := slices.BinarySearchFunc(h.holes, lo, func(x hole, lo uintptr) int { return cmp.Compare(x.lo, lo) })
		for ; k < len(h.holes) && h.holes[k].lo < lo+BlockSize; k++ {
			h.findStarts(h.holes[k].lo, h.holes[k].hi)
		}
	}
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
	prefetched   = 128 // bytes of each object
)

// mark sets the mark bit of a granule and reports whether it was not set before.
func mark(marks unsafe.Pointer, g uintptr) bool {
	p, m := bitWord(marks, g), uint64(1)<<(g&63)
	if *p&m != 0 {
		return false
	}
	*p |= m
	return true
}

// drain marks everything that the objects on the mark stack reach, unless the collection is to be given up. An object
// from the stack is prefetched and looked at objectsAhead objects later. What an exact layout's words refer to needs no
// start bit.
//
//go:nocheckptr
func (h *Heap) drain() {
	var coming [objectsAhead]uintptr
	idle := 0 // so many zeros came in succession
	marks, base, low, used, stack := h.marks, h.base, h.low, h.used, h.stack
	for n := uint(0); ; n++ {
		if n%256 == 0 && h.hurry() {
			break
		}
		p := uintptr(0)
		if last := len(stack) - 1; last >= 0 {
			p = stack[last]
			stack = stack[:last]
			prefetch(p, p+prefetched)
		}
		p, coming[n%objectsAhead] = coming[n%objectsAhead], p
		if p == 0 && len(stack) != 0 {
			continue
		}
		if p == 0 {
			if idle++; idle <= objectsAhead {
				continue
			}
			last := len(h.arrays) - 1
			if last < 0 {
				break
			}
			x := h.arrays[last]
			if x.hi-x.lo > arrayPiece {
				h.arrays[last].lo += arrayPiece
				x.hi = x.lo + arrayPiece
			} else {
				h.arrays = h.arrays[:last]
			}
			idle = 0
			if !x.exact {
				h.stack = stack
				h.visitRange(x.lo, x.hi)
				stack = h.stack
				continue
			}
			for lo := x.lo; lo+8 <= x.hi; lo += 8 {
				if off := uintptr(word(lo)) - base; off-low < used && mark(marks, off/Granule) {
					stack = append(stack, base+off)
				}
			}
			continue
		}
		idle = 0
		hd := *(*Header)(at(p))
		record := uintptr(hd.Shape) * Granule
		if record-low < used && mark(marks, uintptr(hd.Shape)) {
			stack = append(stack, base+record)
		}
		size := uintptr(hd.Meta>>8) * Granule
		if b := h.block(uint32((p - base) / BlockSize)); size == 0 {
			size = uintptr(b.size)
		} else {
			const line = lineGranules * Granule
			if first, last := (p-base)%BlockSize/line, ((p-base)%BlockSize+size-1)/line; first/64 == last/64 { // lines.set would not be inlined
				b.lines[first/64] |= lineRun(first, last)
			} else {
				b.lines.setFar(first, last)
			}
		}
		h.stats.LiveBytes += uint64(size)

		l := (*Layout)(at(base + record + 8))
		lo, hi := uintptr(0), uintptr(0) // of the tail
		if l.Tail != TailNone {
			lo, hi = p+uintptr(l.Fixed)*8, h.tailEnd(p, l, size)
			if size > arrayPiece {
				h.arrays = append(h.arrays, array{lo, hi, l.Flags&Exact != 0 && h.stress == 0})
				lo = hi
			}
		}
		if l.Flags&Exact == 0 || h.stress > 0 {
			h.stack = stack
			h.visitWords(p, l, hd, lo, hi)
			stack = h.stack
		} else {
			for m := l.RefMap; m != 0; m &= m - 1 {
				if off := uintptr(word(p+uintptr(bits.TrailingZeros64(m))*8)) - base; off-low < used && mark(marks, off/Granule) {
					stack = append(stack, base+off)
				}
			}
			if uint8(hd.Meta)&l.MoreFlag != 0 {
				if off := uintptr(word(p+uintptr(l.MoreWord)*8)) - base; off-low < used && mark(marks, off/Granule) {
					stack = append(stack, base+off)
				}
			}
			for ; lo+8 <= hi; lo += 8 {
				if off := uintptr(word(lo)) - base; off-low < used && mark(marks, off/Granule) {
					stack = append(stack, base+off)
				}
			}
		}
		if l.Flags&HasHandle != 0 {
			h.stack = stack
			h.handles.see(*(*uint32)(at(p + 8)))
			stack = h.stack
		}
	}
	h.stack = stack
}

// visitWords visits the words of an object whose layout is not exact, the tail's from lo to hi. Where collections are a test, all layouts are
// looked at so, and those that say that they are exact have to be.
func (h *Heap) visitWords(p uintptr, l *Layout, hd Header, lo, hi uintptr) {
	if l.Flags&Exact != 0 {
		h.mustBeExact(p, l, hd, lo, hi)
	}
	for m := l.RefMap; m != 0; m &= m - 1 {
		h.visit(word(p + uintptr(bits.TrailingZeros64(m))*8))
	}
	if uint8(hd.Meta)&l.MoreFlag != 0 {
		h.visit(word(p + uintptr(l.MoreWord)*8))
	}
	h.visitRange(lo, hi)
}

// mustBeExact panics if a reference word of the object at p points into the heap, but not to where an object begins.
func (h *Heap) mustBeExact(p uintptr, l *Layout, hd Header, lo, hi uintptr) {
	check := func(at uintptr) {
		if off := uintptr(word(at)) - h.base; off-h.low < h.used && (off%Granule != 0 || h.resolve(off) != off/Granule) {
			panic("heap: a layout is not as exact as it says")
		}
	}
	for m := l.RefMap; m != 0; m &= m - 1 {
		check(p + uintptr(bits.TrailingZeros64(m))*8)
	}
	if uint8(hd.Meta)&l.MoreFlag != 0 {
		check(p + uintptr(l.MoreWord)*8)
	}
	for ; lo+8 <= hi; lo += 8 {
		check(lo)
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
