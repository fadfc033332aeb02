// Images: a heap as it was at one moment, and the way back to it.
//
// The pages of the image become a file without a name, which is mapped privately at the same addresses. What is written from then on is the process's
// own copy of a page. The system tells which pages are such copies. Few are made what they were, which is quicker than page faults for those who use
// the heap next; many are dropped, in one call. Where there are no such files, the contents are kept and copied back.

package heap

import (
	"errors"
	"io"
	"os"
	"slices"
	"unsafe"
)

// Image is what a heap was. It belongs to that heap.
type Image struct {
	backup []span  // contents, where the system has no files for them
	shadow mapping // the file, to read from
	pages  []mapping
	// collections is how many there had been when the mark bits were last those of the image.
	collections int

	marks  []uint64
	blocks []block
	free   []uint64

	top, taken, capBlocks, freeN uint32
	used                         uintptr
	relief, noForce              bool
	freeHint                     int
	sweep                        uint32
	minTrigger, trigger, since   uint64
	leafTrigger                  uint64
	leafSince, leafDue           uint64
	leafBase, leafWaste          uint64
	leafRound                    uint32
	leafOld                      bool
	turnover, kept               uint64
	live                         uint64
	held                         uint64
	immortal                     immortal
	handles                      []handle
	unused                       []uint32 // ids of handles
	hooks                        [5]int   // how many functions of each kind there were
	restore                      []func() // of values of handles

	limit  int64 // Options.Cap, which copies get
	source *source
	words  *Words
}

type span struct {
	addr uintptr
	data []byte
}

// mergedBlocks is how many free blocks may lie between two that are mapped by one call.
const mergedBlocks = 16

// Freeze collects, calls parts, which may change objects and make none, and makes an image. save is asked for each handle in use: what puts its value back
// into the state that it has now (nil: it never changes), or why that cannot be done. more is told of each object, and says where in it there are addresses
// that its layout does not tell of.
//
//go:noinline
func (h *Heap) Freeze(parts func() error, save func(id uint32, v any) (func(), error), more func(p unsafe.Pointer, w *Words)) (*Image, error) {
	h.enter()
	h.freezing = true
	h.collect(true)
	h.freezing = false
	if len(h.parked) > 0 {
		return nil, errors.New("threads are alive")
	}
	if err := parts(); err != nil {
		return nil, err
	}
	im := &Image{limit: h.asked}
	for i, x := range h.handles.items {
		if !x.used {
			continue
		}
		f, err := save(uint32(i+1), x.v)
		if err != nil {
			return nil, err
		}
		if f != nil {
			im.restore = append(im.restore, f)
		}
	}
	for _, a := range h.allocators {
		a.retire()
	}
	im.handles, im.unused = slices.Clone(h.handles.items), slices.Clone(h.handles.free)
	for i := range im.handles {
		if k := im.handles[i].keeps; k != nil {
			c := *k
			im.handles[i].keeps = &c
		}
	}
	n := uintptr(h.top)
	im.marks = slices.Clone(unsafe.Slice((*uint64)(h.marks), n*blockGranules/64))
	im.blocks = slices.Clone(unsafe.Slice((*block)(h.blocks), n))
	for i := range im.blocks {
		if b := &im.blocks[i]; b.kind == kindFree {
			b.dirty = false // memory that goes back to the system comes back as zeros
		}
	}
	im.free = slices.Clone(h.free)
	im.top, im.taken, im.capBlocks, im.freeN, im.used = h.top, h.taken, h.capBlocks, h.freeN, h.used
	im.relief, im.noForce, im.freeHint, im.sweep = h.relief, h.noForce, h.freeHint, h.top
	im.minTrigger, im.trigger, im.since, im.leafTrigger = h.minTrigger, h.trigger, h.since, h.leafTrigger
	im.leafSince, im.leafDue, im.leafBase, im.leafWaste, im.leafRound, im.leafOld = h.leafSince, h.leafDue, h.leafBase, h.leafWaste, h.leafRound, h.leafOld
	im.turnover, im.kept, im.live, im.held = h.turnover, h.kept, h.stats.LiveBytes, h.account.held
	im.hooks, im.collections, im.immortal = h.hooks(), h.stats.Collections, h.immortal
	im.words = h.findWords(more)
	if err := h.keepPages(im); err != nil {
		return nil, err
	}
	return im, nil
}

// setState sets what decides when to collect, and where to allocate.
func (h *Heap) setState(im *Image) {
	h.young = young{pages: h.young.pages, always: h.young.always}
	h.relief, h.noForce, h.freeHint, h.sweep = im.relief, im.noForce, im.freeHint, im.sweep
	h.minTrigger, h.trigger, h.since, h.leafTrigger = im.minTrigger, im.trigger, im.since, im.leafTrigger
	h.leafSince, h.leafDue, h.leafBase, h.leafWaste, h.leafRound, h.leafOld = im.leafSince, im.leafDue, im.leafBase, im.leafWaste, im.leafRound, im.leafOld
	h.turnover, h.kept, h.stats.LiveBytes, h.immortal = im.turnover, im.kept, im.live, im.immortal
}

func (h *Heap) hooks() [5]int {
	return [...]int{len(h.roots), len(h.stacks), len(h.marked), len(h.reclaiming), len(h.mentions)}
}

// keepPages keeps what the blocks in use hold.
func (h *Heap) keepPages(im *Image) error {
	var used, mapped []mapping            // free blocks between those in use are mapped too, and hold zeros
	for i := uint32(1); i < im.top; i++ { // nothing lies in the first block
		if i >= firstBlock && h.isFree(i) {
			continue
		}
		lo := i
		for i < im.top && (i < firstBlock || !h.isFree(i)) {
			i++
		}
		m := mapping{h.base + uintptr(lo)*BlockSize, uintptr(i-lo) * BlockSize}
		used = append(used, m)
		if n := len(mapped); n > 0 && m.addr-(mapped[n-1].addr+mapped[n-1].size) <= mergedBlocks*BlockSize {
			mapped[n-1].size = m.addr + m.size - mapped[n-1].addr
		} else {
			mapped = append(mapped, m)
		}
	}
	if h.imaged > 0 { // what was mapped for an older image holds that one's contents where it is dropped: all of it is mapped anew
		lo := h.base + BlockSize
		mapped = []mapping{{lo, uintptr(max(h.imaged, im.top))*BlockSize - BlockSize}}
	}
	h.makeAll()
	h.mixed = true
	shadow, view, file, err := mapImage(h.base, used, mapped)
	if err == nil {
		if h.shadow.size != 0 {
			h.UnmapStack(h.shadow.addr, h.shadow.size)
		}
		im.shadow, h.shadow, h.imaged = shadow, shadow, max(h.imaged, im.top)
		h.maps = append(h.maps, shadow)
		h.endLazy()
		im.source = newSource(h.base, view, file, used, im.words)
		im.source.parts = im.words.parts(func(p uintptr) uintptr { return h.ObjectSize(at(p)) })
	}
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	for _, s := range used {
		im.backup = append(im.backup, span{s.addr, slices.Clone(unsafe.Slice((*byte)(at(s.addr)), s.size))})
	}
	im.source = &source{base: h.base, file: -1, used: im.backup}
	return nil
}

// Reset makes the heap what it was. Values of handles that were made since are closed.
//
//go:noinline
func (h *Heap) Reset(im *Image) error {
	if h.collecting {
		panic("heap: reset during a collection")
	}
	h.closeNew(im)
	for _, a := range h.allocators {
		*a = Allocator{h: h}
	}
	copied := h.copyPages(im)
	if !copied {
		if err := discard(h.base+BlockSize, (uintptr(max(h.top, im.top))-1)*BlockSize); err != nil {
			return err
		}
		for _, s := range im.backup {
			copy(unsafe.Slice((*byte)(at(s.addr)), len(s.data)), s.data)
		}
	}
	const perBlock = blockGranules / 64
	now, was := uintptr(h.top), uintptr(im.top)
	if im.collections != h.stats.Collections || h.leafRound != im.leafRound || h.remarked { // marks are others
		im.collections, h.remarked = h.stats.Collections, false
		copy(unsafe.Slice((*uint64)(h.marks), was*perBlock), im.marks)
		if now > was {
			clear(unsafe.Slice((*uint64)(h.marks), now*perBlock)[was*perBlock:])
			clear(unsafe.Slice((*uint64)(h.starts), now*perBlock)[was*perBlock:])
		}
	}
	copy(unsafe.Slice((*block)(h.blocks), was), im.blocks)
	if now > was {
		clear(unsafe.Slice((*block)(h.blocks), now)[was:])
	}
	clear(h.free[copy(h.free, im.free):])
	h.dirtyN = 0
	if copied {
		h.noteDirty(im)
	}
	h.top, h.taken, h.capBlocks, h.freeN, h.used = im.top, im.taken, im.capBlocks, im.freeN, im.used
	h.setState(im)
	h.forcedAt, h.lowYield = h.stats.Allocated, 0
	h.holes, h.scanned = h.holes[:0], h.scanned[:0]
	h.Sparing, h.Hold, h.halted = false, false, false
	if a := &h.account; a.held > im.held {
		h.Release(a.held - im.held)
	} else {
		a.held = im.held
		a.update()
	}
	clear(h.parked)
	t := &h.handles
	clear(t.items[min(len(im.handles), len(t.items)):])
	t.items = append(t.items[:0], im.handles...)
	for i := range t.items {
		if k := t.items[i].keeps; k != nil {
			c := *k
			t.items[i].keeps = &c
		}
	}
	t.free = append(t.free[:0], im.unused...)
	h.roots = cut(h.roots, im.hooks[0])
	h.stacks = cut(h.stacks, im.hooks[1])
	h.marked = cut(h.marked, im.hooks[2])
	h.reclaiming = cut(h.reclaiming, im.hooks[3])
	h.mentions = cut(h.mentions, im.hooks[4])
	for _, f := range im.restore {
		f()
	}
	return nil
}

// keptPages is how many pages that were written to Reset makes what they were; more are dropped.
const keptPages = 512

// copyPages makes the pages that were written to what they were; im.written then tells which they are. False: nothing was done.
func (h *Heap) copyPages(im *Image) bool {
	page := uintptr(pageSize)
	if im.shadow.size == 0 {
		return false
	}
	var ok bool
	im.pages, ok = pagesOf(im.pages[:0], h.base+BlockSize, (uintptr(max(h.top, im.top))-1)*BlockSize, pagesOwn)
	if !ok || countPages(im.pages) > keptPages {
		return false
	}
	for _, r := range im.pages {
		for addr := r.addr; addr < r.addr+r.size; addr += page {
			if i := uint32((addr - h.base) / BlockSize); i < im.top && im.blocks[i].kind != kindFree {
				copy(unsafe.Slice((*uint64)(at(addr)), page/8), unsafe.Slice((*uint64)(at(im.shadow.addr+addr-h.base)), page/8))
			}
		}
	}
	return true
}

// noteDirty notes which free blocks have pages that were written to.
func (h *Heap) noteDirty(im *Image) {
	for _, r := range im.pages {
		for i, end := uint32((r.addr-h.base)/BlockSize), uint32((r.addr+r.size-1-h.base)/BlockSize); i <= end; i++ {
			if b := h.block(i); !b.dirty && (i >= im.top || b.kind == kindFree) {
				b.dirty = true
				if i < im.top {
					h.dirtyN++
				}
			}
		}
	}
}

var pageSize = os.Getpagesize()

func cut[T any](s []T, n int) []T {
	clear(s[n:])
	return s[:n]
}

// closeNew closes the values of handles that the image does not have.
func (h *Heap) closeNew(im *Image) {
	old := map[any]bool{}
	for _, x := range im.handles {
		if c, ok := x.v.(io.Closer); ok {
			old[c] = true
		}
	}
	var dead []any
	for _, x := range h.handles.items {
		if c, ok := x.v.(io.Closer); ok && !old[c] {
			dead = append(dead, c)
		}
	}
	closeAll(dead)
}

// InImage reports whether the object at p is one of the image: after Reset, what was marked is what the image has.
func (h *Heap) InImage(p uintptr) bool { return h.isMarked(p) }

// OwnerOf is an object that holds a handle, or nil: for messages.
func (h *Heap) OwnerOf(id uint32) (owner unsafe.Pointer) {
	h.Objects(func(p unsafe.Pointer) {
		l := h.layout((*Header)(p).Shape)
		if l.Flags&HasHandle != 0 && *(*uint32)(unsafe.Add(p, 8)) == id {
			owner = p
		}
	})
	return owner
}

// Objects calls f for each object that the last collection found live. f must not allocate.
func (h *Heap) Objects(f func(p unsafe.Pointer)) {
	for g, end := h.low/Granule, uintptr(h.top)*blockGranules; ; g++ {
		if g = nextBit(h.marks, g, end); g == end {
			return
		}
		f(at(h.base + g*Granule))
	}
}
