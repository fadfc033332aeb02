// Copies of images: new heaps, in regions of their own, whose objects are those of the image. Objects lie at the same distances from the region's base,
// so headers, hashes and sizes stand; each word that is an address in the image's region becomes one in the copy's.

package heap

import (
	"cmp"
	"errors"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"unsafe"
)

// Words is where the addresses in an image are. Freeze fills it in; where an address lies in an object that no layout tells of, the heap's user does.
type Words struct {
	base  uintptr  // of the region
	end   uintptr  // addresses in the region are below it, from the base
	plain []uint64 // bitmap by word of the region
	not   []uint32 // words that hold an address complemented, by their distance from the base in words
	odd   []uint32 // addresses of 8 bytes that may lie anywhere, by their distance from the base
	other []patch  // what is something else in copies

	together           []mapping // objects that lie in several pages
	buffers, noBuffers []uintptr
}

type patch struct {
	off  uint32
	size uint8 // 4 or 8
	v    uint64
}

// Plain says that the word at p holds an address, if it looks like one.
func (w *Words) Plain(p unsafe.Pointer) {
	if uintptr(*(*uint64)(p))-w.base < w.end {
		i := (uintptr(p) - w.base) / 8
		w.plain[i/64] |= 1 << (i % 64)
	}
}

// Complemented says the same of the complement of the word.
func (w *Words) Complemented(p unsafe.Pointer) {
	if uintptr(^*(*uint64)(p))-w.base < w.end {
		w.not = append(w.not, uint32((uintptr(p)-w.base)/8))
	}
}

// Odd is Plain for an address that need not lie in a word.
func (w *Words) Odd(p unsafe.Pointer) {
	if uintptr(*(*uint64)(p))-w.base < w.end {
		w.odd = append(w.odd, uint32(uintptr(p)-w.base))
	}
}

// Half says that the four bytes at p are v in copies.
func (w *Words) Half(p unsafe.Pointer, v uint32) {
	w.other = append(w.other, patch{uint32(uintptr(p) - w.base), 4, uint64(v)})
}

// Zero says that the word at p is zero in copies.
func (w *Words) Zero(p unsafe.Pointer) {
	w.other = append(w.other, patch{uint32(uintptr(p) - w.base), 8, 0})
}

// noted reports whether something was said of the word at p.
func (w *Words) noted(p uintptr) bool {
	i := (p - w.base) / 8
	return w.plain[i/64]>>(i%64)&1 != 0 || slices.Contains(w.not, uint32(i)) || slices.Contains(w.odd, uint32(p-w.base)) ||
		slices.ContainsFunc(w.other, func(x patch) bool { return x.off == uint32(p-w.base) })
}

// findWords finds all addresses in the image, which is what lives now. more is told of each object.
func (h *Heap) findWords(more func(p unsafe.Pointer, w *Words)) *Words {
	end := uintptr(h.top) * BlockSize
	w := &Words{base: h.base, end: end, plain: make([]uint64, end/8/64)}
	for at0 := h.base + StaticOffset + seedSize; at0 < h.base+StaticOffset+StaticSize; at0 += 8 {
		w.Plain(at(at0))
	}
	h.Objects(func(p unsafe.Pointer) {
		l := h.layout((*Header)(p).Shape)
		n := h.ObjectSize(p) / 8
		for m := l.RefMap; m != 0; m &= m - 1 {
			if i := uintptr(bits.TrailingZeros64(m)); i < n {
				w.Plain(unsafe.Add(p, i*8))
			}
		}
		if l.MoreFlag != 0 && uint8((*Header)(p).Meta)&l.MoreFlag != 0 {
			w.Plain(unsafe.Add(p, uintptr(l.MoreWord)*8))
		}
		if l.Tail != TailNone {
			for i := uintptr(l.Fixed); i < n; i++ {
				w.Plain(unsafe.Add(p, i*8))
			}
		}
		if l.RefMap == 0 && l.Tail == TailNone {
			w.Together(uintptr(p), n*8)
		}
		more(p, w)
	})
	return w
}

// seedSize is what lies at the start of the static area and is no reference.
const seedSize = 16

// Unnoted calls f with each word of the image's objects that looks like an address of the heap's, or of memory that MapStack has mapped, and of which nothing was
// said. Objects of shapes that skip reports are left out. It is for tests, and to be called right after Freeze.
func (im *Image) Unnoted(h *Heap, skip func(shape uint32) bool, f func(p unsafe.Pointer, word uintptr)) {
	suspect := func(x uint64) bool {
		if uintptr(x)-h.base < im.words.end {
			return true
		}
		for _, m := range h.maps {
			if x != 0 && uintptr(x)-m.addr < m.size {
				return true
			}
		}
		return false
	}
	h.Objects(func(p unsafe.Pointer) {
		if skip((*Header)(p).Shape) {
			return
		}
		for i := uintptr(1); i < h.ObjectSize(p)/8; i++ {
			x := *(*uint64)(unsafe.Add(p, i*8))
			if (suspect(x) || suspect(^x)) && !im.words.noted(uintptr(p)+i*8) {
				f(p, i)
			}
		}
	})
}

// source is what an image's blocks hold, for copies; it lives as long as the image.
type source struct {
	base   uintptr    // of the region
	view   mapping    // of the image's file
	file   int        // the file; -1: there is none
	used   []span     // what is copied, by addresses in the image's region; without a file all blocks in use
	same   []mapping  // what is mapped from the file: nothing in it is other in copies
	blocks []mapping  // blocks in use
	parts  *lazyParts // nil: copies are made at once

	lock    sync.Mutex
	spares  []spare
	sparesN int // with those that are being made
}

// sameMost is how many parts of an image copies map, and sameLeast how many pages each has at least: a process may have some 65,000 mappings.
const sameMost, sameLeast = 12, 16

// newSource makes the source of im, whose blocks in use are used.
func newSource(base uintptr, view mapping, file int, used []mapping, w *Words) *source {
	s := &source{base: base, view: view, file: file, blocks: used}
	w.apply(view.addr)
	page := uintptr(pageSize)
	other := w.pages(page)
	var same []mapping
	for _, m := range used {
		for lo, end := m.addr, m.addr+m.size; lo < end; {
			hi := lo
			for hi < end && !other[(hi-base)/page] {
				hi += page
			}
			if hi-lo >= sameLeast*page {
				same = append(same, mapping{lo, hi - lo})
			}
			lo = hi + page
		}
	}
	slices.SortFunc(same, func(x, y mapping) int { return cmp.Compare(y.size, x.size) })
	s.same = same[:min(len(same), sameMost)]
	slices.SortFunc(s.same, func(x, y mapping) int { return cmp.Compare(x.addr, y.addr) })
	for _, m := range used {
		lo, end := m.addr, m.addr+m.size
		for _, x := range s.same {
			if x.addr >= lo && x.addr < end {
				s.use(lo, x.addr)
				lo = x.addr + x.size
			}
		}
		s.use(lo, end)
	}
	runtime.SetFinalizer(s, func(s *source) {
		s.dropSpares()
		release(s.view.addr, s.view.size)
		closeFile(s.file)
	})
	return s
}

// apply makes what is something else in copies that, in contents that begin at addr.
func (w *Words) apply(addr uintptr) {
	for _, x := range w.other {
		if p := at(addr + uintptr(x.off)); x.size == 4 {
			*(*uint32)(p) = uint32(x.v)
		} else {
			*(*uint64)(p) = x.v
		}
	}
}

func (s *source) use(lo, hi uintptr) {
	if lo < hi {
		s.used = append(s.used, span{lo, memory(s.view.addr+lo-s.base, hi-lo)})
	}
}

// pages are the pages of the region in which something is other in copies.
func (w *Words) pages(page uintptr) []bool {
	list := make([]bool, w.end/page)
	for i, m := range w.plain {
		if m != 0 {
			list[uintptr(i)*512/page] = true
		}
	}
	for _, i := range w.not {
		list[uintptr(i)*8/page] = true
	}
	for _, off := range w.odd {
		list[uintptr(off)/page], list[uintptr(off+7)/page] = true, true
	}
	for _, x := range w.other {
		list[uintptr(x.off)/page] = true
	}
	return list
}

// errTooSmall says that the system has too few addresses left.
var errTooSmall = errors.New("heap: the system has no room for a copy of the image")

// New makes a heap with the objects of the image; limit is its Options.Cap. The functions that its user registers are to be registered anew; handles are
// given by SetHandles.
func (im *Image) New(limit int64) (*Heap, error) {
	h, err := newHeap(Options{Cap: limit}, im.source)
	if err != nil {
		return nil, err
	}
	if h.limit < im.top || h.capBlocks < im.taken {
		h.Close()
		return nil, errTooSmall
	}
	for h.committed < im.top {
		if err := h.commitChunk(); err != nil {
			h.Close()
			return nil, err
		}
	}
	if h.lazy != nil { // a spare region: its pages are the image's
		h.from, h.imaged = im, im.top
	} else if err := im.copyTo(h); err != nil {
		h.Close()
		return nil, err
	}
	h.unmarked = im
	copy(unsafe.Slice((*block)(h.blocks), im.top), im.blocks)
	copy(h.free, im.free)
	h.top, h.taken, h.freeN, h.used = im.top, im.taken, im.freeN, im.used
	h.setState(im)
	if limit == im.limit {
		h.capBlocks = im.capBlocks
	} else {
		h.relief = false
		h.setTrigger(0, 0)
	}
	h.stats.Peak = uint64(h.taken) * BlockSize
	h.account.held = im.held
	h.account.update()
	return h, nil
}

// ownMarks gives a copy of an image its mark bits. Before the first collection, which many copies never have, only those of blocks in which there is looked
// for room are needed.
func (h *Heap) ownMarks() {
	if im := h.unmarked; im != nil {
		h.copyMarks(0, im.top)
		h.unmarked = nil
	}
}

// copyMarks copies the mark bits of blocks, as far as they are still those of an image.
func (h *Heap) copyMarks(lo, hi uint32) {
	if im := h.unmarked; im != nil && hi <= im.top {
		const perBlock = blockGranules / 64
		copy(unsafe.Slice((*uint64)(h.marks), uintptr(hi)*perBlock)[uintptr(lo)*perBlock:], im.marks[uintptr(lo)*perBlock:uintptr(hi)*perBlock])
	}
}

// copyTo copies the objects, and moves the addresses in them.
func (im *Image) copyTo(h *Heap) error {
	if im.makeLazy(h) {
		return nil
	}
	delta := uint64(h.base - im.source.base)
	for _, m := range im.source.same {
		if err := mapFile(im.source.file, m.addr-im.source.base, m.addr+uintptr(delta), m.size); err != nil {
			return err
		}
		h.imaged = im.top
	}
	for _, s := range im.source.used {
		populate(s.addr+uintptr(delta), uintptr(len(s.data)))
		copy(memory(s.addr+uintptr(delta), uintptr(len(s.data))), s.data)
	}
	for i, m := range im.words.plain {
		if m != 0 {
			for p := at(h.base + uintptr(i)*512); m != 0; m &= m - 1 {
				*(*uint64)(unsafe.Add(p, bits.TrailingZeros64(m)*8)) += delta
			}
		}
	}
	for _, i := range im.words.not {
		*(*uint64)(at(h.base + uintptr(i)*8)) -= delta
	}
	for _, off := range im.words.odd {
		*(*uint64)(at(h.base + uintptr(off))) += delta
	}
	if im.source.view.size == 0 {
		im.words.apply(h.base)
	}
	return nil
}

// Move is what word becomes in h, a copy of the image: an address is another one.
func (im *Image) Move(h *Heap, word uint64) uint64 {
	if uintptr(word)-im.source.base < im.words.end {
		word += uint64(h.base - im.source.base)
	}
	return word
}

// Distance is how much higher addresses are in h, a copy of the image.
func (im *Image) Distance(h *Heap) uint64 { return uint64(h.base - im.source.base) }

// SetHandles gives h, a copy of the image, its handles: value is asked for each value.
func (im *Image) SetHandles(h *Heap, value func(id uint32, v any) (any, error)) error {
	t := &h.handles
	t.items, t.free = slices.Clone(im.handles), slices.Clone(im.unused)
	for i := range t.items {
		x := &t.items[i]
		if !x.used {
			continue
		}
		if k := x.keeps; k != nil {
			c := *k
			for j, p := range c {
				c[j] = uintptr(im.Move(h, uint64(p)))
			}
			x.keeps = &c
		}
		v, err := value(uint32(i+1), x.v)
		if err != nil {
			return err
		}
		x.v = v
	}
	return nil
}

func memory(addr, size uintptr) []byte { return unsafe.Slice((*byte)(at(addr)), size) }
