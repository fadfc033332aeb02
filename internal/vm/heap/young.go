// Young collections: what earlier ones found live stays marked, and is looked into only where it may have changed since.
//
// Mark bits that stay are Immix's sticky ones. The write barrier is the system's: it notes which pages are written to, by whatever writes there, Go's code,
// machine code or a system call. Pages of blocks with enough that is live are watched, and nothing is allocated into these. What lies in other blocks counts
// as changed. See docs/DESIGN.md.

package heap

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/fault"
)

// young is what the last collection has left for the next one.
type young struct {
	watching bool      // the next one may be young: all that was written to in watched blocks since is known
	watched  []uint64  // bitmap by block
	written  []mapping // what was written to in watched blocks, in ascending order
	full     struct {  // what the last full collection found live, how many blocks it left, and how long it took, in seconds
		live  uint64
		taken uint32
		took  float64
	}
	stable bool    // and that was about as much as the one before had found
	rest   int     // so many full collections pass before the next young one is tried
	wait   int     // how many passed the last time: twice as many after each one that does not gain enough
	pages  watcher // nil: none has been asked for
	always bool    // a test wants young collections, whatever they gain
}

// watcher notes which pages are written to.
type watcher interface {
	// ready prepares a range in which pages are to be watched. It reports false if that cannot be.
	ready(lo, size uintptr) bool
	// written appends the ranges of pages that were written to since it was asked last, in ascending order; all, if it never was.
	written(list []mapping, lo, size uintptr) ([]mapping, bool)
}

// youngLive is how much has to be live for young collections: to watch takes time, and so does the first write to each page afterwards.
var youngLive uint64 = 32 << 20

// writeFault is how many seconds the first write to a watched page takes.
var writeFault = 1.2e-6

// Where page faults are dear, these writes are, too; and the huge pages in which the heap lies there are broken into small ones by watching.
func init() {
	if fault.Dear {
		youngLive *= 8
		writeFault *= 10
	}
}

const (
	// youngShare is the share of the time that a full collection has to take for the next one to be young: one part in so many.
	youngShare = 20
	// youngStable is how stable what is live has to be, from one full collection to the next: by one part in so many. Of what grows, most has to be marked.
	youngStable = 16
	// youngFloating bounds what is dead and stays marked, as far as it can be known, and holes that are left alone: after a young collection there may be so
	// much more than after the last full one, as one part to so many.
	youngFloating = 8
	// youngGain is which part of a full collection's time a young one may take at most, with the faults that it causes; else full ones follow, up to
	// youngRest of them.
	youngGain = 2. / 3
	youngRest = 16
	// watchedLines is how many lines of a block have to be live at least for it to be watched, and left alone by allocation.
	watchedLines = blockLines / 3
	// youngHoles bounds the holes that are left alone so: to one byte for so many that are live.
	youngHoles = 4
)

// youngDue reports whether the collection that begins can be a young one.
func (h *Heap) youngDue(forced bool) bool {
	y := &h.young
	if !y.watching || h.tracer != nil || h.counts != nil || h.exact || h.freezing || h.immortalDue() {
		return false
	}
	return h.stress > 0 || h.due && !forced
}

// isWatched reports whether block i is.
func (h *Heap) isWatched(i uint32) bool {
	w := h.young.watched
	return int(i/64) < len(w) && w[i/64]>>(i%64)&1 != 0
}

// prepareYoung is prepare for a young collection. It reports false, and has done nothing, if that cannot be one.
func (h *Heap) prepareYoung() bool {
	y := &h.young
	y.watching, y.written = false, y.written[:0]
	ok := true
	h.watchedRuns(y.watched, func(lo, size uintptr) {
		if ok {
			y.written, ok = y.pages.written(y.written, lo, size)
		}
	})
	if !ok {
		return false
	}
	h.ownMarks()
	n := uintptr(h.top) * blockGranules / 64
	copy(unsafe.Slice((*uint64)(h.starts), n), unsafe.Slice((*uint64)(h.marks), n))
	h.sortHoles()
	return true
}

// watchedRuns calls f for the ranges of blocks in a row whose bits are set.
func (h *Heap) watchedRuns(set []uint64, f func(lo, size uintptr)) {
	lo, n := uintptr(0), uintptr(0)
	for k, w := range set {
		for ; w != 0; w &= w - 1 {
			i := uintptr(k)*64 + uintptr(bits.TrailingZeros64(w))
			if i != lo+n {
				if n > 0 {
					f(h.base+lo*BlockSize, n*BlockSize)
				}
				lo, n = i, 0
			}
			n++
		}
	}
	if n > 0 {
		f(h.base+lo*BlockSize, n*BlockSize)
	}
}

// visitOld looks into what was live before a young collection and may have changed.
func (h *Heap) visitOld() {
	written := h.young.written
	for i := uint32(firstBlock); i < h.top && !h.hurried; {
		b, n := h.block(i), uint32(1)
		if b.kind == kindLarge {
			n = uint32((b.size + BlockSize - 1) / BlockSize)
		}
		lo := h.base + uintptr(i)*BlockSize
		large := b.kind == kindLarge && !b.fresh && h.isMarked(lo) && !h.isLeafBlock(i)
		if large {
			h.visitHandle(lo)
		}
		for k := i; k < i+n && (large || b.kind == kindSmall && !b.fresh); k++ {
			lo := h.base + uintptr(k)*BlockSize
			end := lo + BlockSize
			if large {
				end = min(end, h.base+uintptr(i)*BlockSize+uintptr(b.size))
			}
			for len(written) > 0 && written[0].addr+written[0].size <= lo {
				written = written[1:]
			}
			changed := written
			if !h.isWatched(k) {
				changed = []mapping{{lo, BlockSize}}
			}
			for _, w := range changed {
				from, to := max(w.addr, lo), min(w.addr+w.size, end)
				switch {
				case from >= to:
				case large:
					h.visitRange(from, to)
				default:
					h.visitChanged(lo, from, to)
				}
				if w.addr >= end {
					break
				}
			}
			h.drain()
		}
		i += n
	}
}

// visitChanged looks again into the marked objects that lie, or of which a part lies, from one address to another in the block at lo.
func (h *Heap) visitChanged(lo, from, to uintptr) {
	first, g := (lo-h.base)/Granule, (from-h.base)/Granule
	if before, ok := h.markBefore(g, first); ok && before+uintptr((*Header)(at(h.base+before*Granule)).Meta>>8) > g {
		h.lookAgain(before)
	}
	for end := (to - h.base) / Granule; ; g++ {
		if g = nextBit(h.marks, g, end); g == end {
			return
		}
		h.lookAgain(g)
	}
}

// lookAgain puts a marked object on the mark stack once more, unless it refers to nothing.
func (h *Heap) lookAgain(g uintptr) {
	if im := h.immortal.marks; g/64 < uintptr(len(im)) && im[g/64]>>(g%64)&1 != 0 {
		return
	}
	hd := *(*Header)(at(h.base + g*Granule))
	if l := h.layout(hd.Shape); l.RefMap|uint64(l.MoreFlag) == 0 && l.Tail == TailNone && l.Flags&HasHandle == 0 {
		return
	}
	h.stats.LiveBytes -= uint64(hd.Meta>>8) * Granule // which is counted once more
	h.stack = append(h.stack, h.base+g*Granule)
}

// visitHandle sees the handle of the object at p, if it has one.
func (h *Heap) visitHandle(p uintptr) {
	if l := h.layoutOf(p); l.Flags&HasHandle != 0 {
		h.handles.see(*(*uint32)(at(p + 8)))
	}
}

// endYoung decides after a collection whether the next one may be young, and has blocks watched then. took is how long it took, in seconds, share its share of
// the time.
func (h *Heap) endYoung(was bool, took, share float64) {
	y := &h.young
	switch {
	case !was:
		y.stable = max(y.full.live, h.stats.LiveBytes)-min(y.full.live, h.stats.LiveBytes) <= y.full.live/youngStable
		y.full.live, y.full.taken, y.full.took = h.stats.LiveBytes, h.taken, took
		y.rest = max(0, y.rest-1)
	case took+float64(countPages(y.written))*writeFault <= y.full.took*youngGain:
		y.wait = 0
	default:
		y.wait = min(2*y.wait+1, youngRest)
		y.rest = y.wait
	}
	y.watching = h.tracer == nil && h.stats.LiveBytes <= h.Cap()/2 && h.youngPays(was, share) && h.watchOld(was)
	if !y.watching {
		y.watched = nil
	}
}

// youngTests is how many collections that are a test there are to one that is young, which marks twice.
const youngTests = 4

// youngPays reports whether the next collection is worth being prepared for as a young one.
func (h *Heap) youngPays(was bool, share float64) bool {
	y := &h.young
	switch {
	case y.always || h.stress > 0:
		return y.always || h.stats.Collections%youngTests == 0
	case h.stats.LiveBytes < youngLive || y.rest > 0:
		return false
	case !was:
		return y.stable && share*youngShare >= 1
	}
	return h.stats.LiveBytes <= y.full.live+y.full.live/youngFloating && h.taken <= y.full.taken+y.full.taken/youngFloating
}

// denseEnough tells how many lines of a block have to be live for it to be watched: the densest blocks are, as long as their holes are few.
func (h *Heap) denseEnough() int {
	var blocks [blockLines + 1]int // how many have so many live lines
	for i := uint32(firstBlock); i < h.top; i++ {
		if b := h.block(i); b.kind == kindSmall {
			blocks[b.lines.live()]++
		}
	}
	room := int(h.stats.LiveBytes / (lineGranules * Granule) / youngHoles)
	least := blockLines + 1
	for least > watchedLines && room >= blocks[least-1]*(blockLines-least+1) {
		least--
		room -= blocks[least] * (blockLines - least)
	}
	return least
}

// watchOld has the blocks watched that the next collection, a young one, looks into only where they were written to. It reports false if that cannot be.
func (h *Heap) watchOld(was bool) bool {
	y := &h.young
	if y.pages == nil {
		y.pages = newWatcher()
	}
	before, least := y.watched, h.denseEnough()
	y.watched = make([]uint64, (h.top+63)/64)
	for i := max(firstBlock, h.imaged); i < h.top; {
		b, n := h.block(i), uint32(1)
		old := b.kind == kindSmall && b.lines.live() >= least
		if b.kind == kindLarge {
			n = uint32((b.size + BlockSize - 1) / BlockSize)
			old = !h.isLeafBlock(i)
		}
		for k := i; old && k < i+n; k++ {
			y.watched[k/64] |= 1 << (k % 64)
		}
		i += n
	}
	more := slices.Clone(y.watched)
	for k := range min(len(more), len(before)) {
		if was { // then the others are watched again since the collection began
			more[k] &^= before[k]
		}
	}
	lo := max(firstBlock, h.imaged)
	ok := y.pages.ready(h.base+uintptr(lo)*BlockSize, uintptr(h.committed-lo)*BlockSize)
	var known []mapping
	h.watchedRuns(more, func(lo, size uintptr) {
		if ok {
			known, ok = y.pages.written(known[:0], lo, size)
		}
	})
	if !ok {
		y.rest, y.wait = youngRest, youngRest
	}
	return ok
}

// checkYoung marks once more, all that is live, and panics if the young collection has marked less. It is for collections that are a test.
func (h *Heap) checkYoung() {
	n := uintptr(h.top) * blockGranules / 64
	was, starts := slices.Clone(unsafe.Slice((*uint64)(h.marks), n)), slices.Clone(unsafe.Slice((*uint64)(h.starts), n))
	h.prepare()
	for k, w := range unsafe.Slice((*uint64)(h.starts), n) { // those of what is dead are still wanted, for what is kept all the same
		*bitWord(h.starts, uintptr(k)*64) = w | starts[k]
	}
	h.markRoots(false)
	for k, w := range unsafe.Slice((*uint64)(h.marks), n) {
		if w&^was[k] != 0 {
			panic("heap: a young collection has missed a live object")
		}
	}
}
