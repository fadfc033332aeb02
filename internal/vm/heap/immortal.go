// Objects that live as long as the heap and never change: they are marked once for all, and collections do not look into them.

package heap

import (
	"slices"
	"unsafe"
)

// immortal is what a collection has found out about such objects. An image has it too, and so do the image's copies: nothing in it depends on where the
// region lies, and it does not change any more.
type immortal struct {
	known bool
	marks []uint64     // their mark bits, from the region's first granule on
	in    []immortalIn // the blocks where they lie
	bytes uint64       // what they take
	refs  []uintptr    // offsets in the region of what they refer to and is not immortal: roots
}

type immortalIn struct {
	block uint32
	lines lines
}

// immortalAfter is how many collections there are before immortal objects are looked for, which takes as long as what they save in two. Before an image
// is made they are looked for: what is immortal has to be in it.
const immortalAfter = 2

// OnImmortal registers a function that is asked once, by one of the first collections, which objects are immortal: small ones without handles that refer to
// the same objects from then on. f calls is with the address of each.
func (h *Heap) OnImmortal(f func(is func(p uintptr))) { h.askImmortal = f }

// immortalDue reports whether this collection is to ask.
func (h *Heap) immortalDue() bool {
	return h.askImmortal != nil && !h.immortal.known && (h.freezing || h.stats.Collections >= immortalAfter)
}

// findImmortal runs when a collection has marked what is live. What is not live then is not immortal either.
//
//psy:bounded what is told of references here allocates nothing
func (h *Heap) findImmortal() {
	n := uintptr(h.top) * blockGranules / 64
	marks, others := make([]uint64, n), make([]uint64, n)
	x, in := &h.immortal, make([]immortalIn, h.top)
	h.askImmortal(func(p uintptr) {
		off := p - h.base
		if off-h.low >= h.used || !h.isMarked(p) {
			return
		}
		if size := (*Header)(at(p)).Meta >> 8; size != 0 && mark(unsafe.Pointer(&marks[0]), off/Granule) {
			in[off/BlockSize].lines.set(off/Granule%blockGranules, uintptr(size))
			x.bytes += uint64(size) * Granule
		}
	})
	x.known = true
	refer := func(w uint64) {
		if p := h.Target(w); p != 0 {
			if g := (p - h.base) / Granule; marks[g/64]>>(g&63)&1 == 0 && mark(unsafe.Pointer(&others[0]), g) {
				x.refs = append(x.refs, p-h.base)
			}
		}
	}
	h.eachMark(marks, func(p uintptr) {
		refer(uint64(h.base) + uint64((*Header)(at(p)).Shape)*Granule)
		h.Refs(p, refer)
	})
	for i := range in {
		if in[i].block = uint32(i); in[i].lines != (lines{}) {
			x.in = append(x.in, in[i])
		}
	}
	if n := len(x.in); n > 0 {
		x.marks = slices.Clone(marks[:(x.in[n-1].block+1)*blockGranules/64])
	}
}

// markImmortal begins the marks of a collection.
func (h *Heap) markImmortal() {
	x, marks := &h.immortal, unsafe.Slice((*uint64)(h.marks), uintptr(h.top)*blockGranules/64)
	clear(marks[copy(marks, x.marks):])
	for _, in := range x.in {
		h.block(in.block).lines = in.lines
	}
	h.stats.LiveBytes = x.bytes
}

// checkImmortal panics if an immortal object refers to what is not marked. It is for collections that are a test.
//
//psy:bounded what is told of references here allocates nothing
func (h *Heap) checkImmortal() {
	h.eachMark(h.immortal.marks, func(p uintptr) {
		h.Refs(p, func(w uint64) {
			if q := h.Target(w); q != 0 && !h.isMarked(q) {
				panic("heap: an immortal object has changed")
			}
		})
	})
}

func (h *Heap) eachMark(marks []uint64, f func(p uintptr)) {
	for i, w := range marks {
		h.eachBit(uintptr(i)*64, w, f)
	}
}
