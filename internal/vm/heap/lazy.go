// Copies of images whose pages are made when they are first touched, where the system can tell: a page that is missing raises a signal, whose handler copies the
// page from the image and moves the addresses in it. So a copy takes time and memory for what is used of it.
//
// The system itself makes no pages: a system call that is given memory of a missing page fails. It is given nothing but the contents of objects without
// references, and who has such an object has looked at its header: so the pages that it lies in are made together. Buffers that are reached without a look at
// their headers are made at once.

package heap

import (
	"math/bits"
	"slices"
	"sync/atomic"
	"unsafe"
)

// Lazy tells the handler of the signal how pages are made. Package system's handler knows where each word is.
type Lazy struct {
	fd    uintptr // userfaultfd
	base  uintptr // of the copy's region
	delta uintptr // what is added to addresses
	view  uintptr // the image's contents, from the base
	plain uintptr // bits, by word: what is added to
	start uintptr // by page: where its part of odd begins
	odd   uintptr // places in pages that are added to, or, with bit 0, subtracted from: 16 bits each
	chain uintptr // by page, a byte: the next one belongs to it
}

// GuardLazy is set by a package above: it tells the handler of a range, until release is called. Nil, or a nil result: there is none.
var GuardLazy func(l *Lazy, low, size uintptr) (release func())

// lazyParts are what Lazy refers to.
type lazyParts struct {
	start   []uint32
	odd     []uint16
	chain   []byte                   // by page: an object without references goes on in the next
	now     []uint32                 // pages that are made at once, with those that belong to them
	learned atomic.Pointer[[]uint32] // the same, once a copy has been made: see Made
	cross   []uint32                 // addresses that lie in two pages
}

// Buffer says that the object at p, which refers to nothing, may be given to the system without a look at its header, unless NoBuffer is said of it.
func (w *Words) Buffer(p uintptr) { w.buffers = append(w.buffers, p) }

// NoBuffer says that no system call sees the object at p: its pages need not be made together.
func (w *Words) NoBuffer(p uintptr) { w.noBuffers = append(w.noBuffers, p) }

// Together says that the pages of an object belong together: system calls may see its contents.
func (w *Words) Together(p, size uintptr) {
	if (p^(p+size-1))/uintptr(pageSize) != 0 {
		w.together = append(w.together, mapping{p, size})
	}
}

func (w *Words) parts(sizeOf func(p uintptr) uintptr) *lazyParts {
	page := uintptr(pageSize)
	n := w.end / page
	x := &lazyParts{start: make([]uint32, n+1), chain: make([]byte, n+1)}
	var list []uint32 // by page and place
	for _, i := range w.not {
		list = append(list, i*8|1)
	}
	for _, off := range w.odd {
		if uintptr(off)%page > page-8 {
			x.cross = append(x.cross, off)
		} else {
			list = append(list, off)
		}
	}
	slices.Sort(list)
	for _, off := range list {
		x.start[uintptr(off)/page+1]++
		x.odd = append(x.odd, uint16(uintptr(off)%page))
	}
	for i := range n {
		x.start[i+1] += x.start[i]
	}
	x.odd = append(x.odd, 0)
	no := make(map[uintptr]bool, len(w.noBuffers))
	for _, p := range w.noBuffers {
		no[p] = true
	}
	for _, m := range w.together {
		if !no[m.addr] {
			for lo, hi := (m.addr-w.base)/page, (m.addr+m.size-1-w.base)/page; lo < hi; lo++ {
				x.chain[lo] = 1
			}
		}
	}
	for _, p := range w.buffers {
		if !no[p] {
			for lo, hi := (p-w.base)/page, (p+sizeOf(p)-1-w.base)/page; lo <= hi; lo++ {
				x.now = append(x.now, uint32(lo))
			}
		}
	}
	for i := 0; i < len(x.now); i++ {
		if x.chain[x.now[i]] != 0 {
			x.now = append(x.now, x.now[i]+1)
		}
	}
	slices.Sort(x.now)
	x.now = slices.Compact(x.now)
	w.together, w.buffers, w.noBuffers = nil, nil, nil
	return x
}

// touch has a page made.
func touch(addr uintptr) byte { return *(*byte)(at(addr)) }

// fill writes what a page holds in the copy, but for addresses that lie in two pages.
func (l *Lazy) fill(im *Image, words []uint64, page uint32) {
	size := uintptr(len(words)) * 8
	copy(words, unsafe.Slice((*uint64)(at(l.view+uintptr(page)*size)), len(words)))
	for i, m := range im.words.plain[uintptr(page)*size/512:][:len(words)/64] {
		for w := words[i*64:][:64]; m != 0; m &= m - 1 {
			w[bits.TrailingZeros64(m)] += uint64(l.delta)
		}
	}
	x := im.source.parts
	for _, off := range x.odd[x.start[page]:x.start[page+1]] {
		if p := (*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(words)), off&^1)); off&1 != 0 {
			*p -= uint64(l.delta)
		} else {
			*p += uint64(l.delta)
		}
	}
}

// makeAll has all pages made: the heap is about to be given to the system, or to be looked through.
func (h *Heap) makeAll() {
	if h.lazy == nil || h.whole {
		return
	}
	h.lazy.make(h.from, h.pages(false))
	h.makePages(1, h.imaged)
	h.whole = true
}

// makePages has the pages of blocks made.
func (h *Heap) makePages(lo, hi uint32) {
	for addr, end := h.base+uintptr(lo)*BlockSize, h.base+uintptr(hi)*BlockSize; addr < end; addr += uintptr(pageSize) {
		h.touched += touch(addr)
	}
}

// endLazy is called when the pages have gone, or are others.
func (h *Heap) endLazy() {
	if h.lazy != nil {
		h.release()
		h.lazy, h.release, h.from = nil, nil, nil
	}
}
