// The block table: free blocks, runs of them, and holes in blocks that are partly live.

package heap

import (
	"math/bits"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/fault"
)

// takeBlocks returns the index of the first of n free blocks in a row, or 0 if the cap, the region or the
// system does not allow it.
func (h *Heap) takeBlocks(n uint32) uint32 {
	if n > h.available() && (h.account.most == h.account.held || !h.settled(n)) {
		return 0
	}
	i := h.findFree(n)
	if i == 0 {
		// A free run at the end can be lengthened.
		i = h.top
		for i > firstBlock && h.isFree(i-1) {
			i--
		}
		if n > h.limit-i {
			return 0
		}
		for h.committed < i+n {
			if h.commitChunk() != nil {
				return 0
			}
		}
		for k := i; k < h.top; k++ {
			h.unfree(k)
		}
		if h.huge {
			h.populateTo(i+n, n)
		}
		h.top = i + n
		h.used = uintptr(h.top)*BlockSize - h.low
		h.grew()
	} else {
		for k := i; k < i+n; k++ {
			h.unfree(k)
		}
		if h.huge && n == 1 && !h.block(i).dirty { // it was given back
			populate(h.base+uintptr(i)*BlockSize, BlockSize)
		}
	}
	h.took(n)
	return i
}

// growthLeast and growthMost are between how many blocks a heap grows, as OnGrowth understands it: 3.5 and 16 MB.
const (
	growthLeast = 112
	growthMost  = 512
)

// OnGrowth has f called each time that the heap has become twice as large, while it is small. f must not use the heap.
func (h *Heap) OnGrowth(f func()) { h.grown, h.growth = f, max(growthLeast, h.top+1) }

func (h *Heap) grew() {
	if h.grown != nil && h.top >= h.growth && h.growth <= growthMost {
		h.growth = 2 * h.top
		h.grown()
	}
}

// populateBlocks is how many blocks the system is asked for at a time, which takes less time than page faults.
const populateBlocks = 8

// populateTo asks for the pages below block i that nobody has touched, before n blocks are taken there. Of a large object not all need ever be touched.
func (h *Heap) populateTo(i, n uint32) {
	if n > populateBlocks {
		h.populated = max(h.populated, i)
	}
	for ; h.populated < i; h.populated += populateBlocks {
		n := min(populateBlocks, h.committed-h.populated)
		populate(h.base+uintptr(h.populated)*BlockSize, uintptr(n)*BlockSize)
	}
}

// took counts n blocks that were taken.
func (h *Heap) took(n uint32) {
	h.taken += n
	h.trim()
	h.stats.Peak = max(h.stats.Peak, uint64(h.taken)*BlockSize)
}

func (h *Heap) findFree(n uint32) uint32 {
	if h.freeN < n {
		return 0
	}
	for h.freeHint < len(h.free) && h.free[h.freeHint] == 0 {
		h.freeHint++
	}
	if n == 1 {
		return uint32(h.freeHint*64 + bits.TrailingZeros64(h.free[h.freeHint]))
	}
	run := uint32(0)
	for w := h.freeHint; w < len(h.free); w++ {
		m := h.free[w]
		switch {
		case m == 0:
			run = 0
			continue
		case m == ^uint64(0):
			if run += 64; run >= n {
				return uint32(w*64) + 64 - run
			}
			continue
		}
		for k := range uint32(64) {
			if m>>k&1 == 0 {
				run = 0
			} else if run++; run >= n {
				return uint32(w*64) + k + 1 - run
			}
		}
	}
	return 0
}

func (h *Heap) isFree(i uint32) bool { return h.free[i/64]>>(i%64)&1 != 0 }

func (h *Heap) setFree(i uint32, free bool) {
	if free {
		h.free[i/64] |= 1 << (i % 64)
		h.freeN++
		h.freeHint = min(h.freeHint, int(i/64))
	} else {
		h.free[i/64] &^= 1 << (i % 64)
		h.freeN--
	}
}

func (h *Heap) unfree(i uint32) {
	h.setFree(i, false)
	if h.block(i).dirty {
		h.dirtyN--
	}
}

// trim keeps what is free but still has memory of the system's within the cap: what goes beyond it goes back. It is called when something is taken.
func (h *Heap) trim() {
	if h.taken+h.account.blocks+h.dirtyN > h.capBlocks && h.dirtyN > 0 {
		h.giveToSystem(h.taken + h.account.blocks + h.dirtyN - h.capBlocks)
	}
}

// giveToSystem gives n free blocks' memory back, and of the last run all, from the end on: where objects are made first is used again first.
func (h *Heap) giveToSystem(n uint32) {
	least := max(firstBlock, h.imaged)
	for hi := h.top; hi > least && n > 0 && h.dirtyN > 0; hi-- {
		lo := hi
		for lo > least && h.isFree(lo-1) && h.block(lo-1).dirty {
			lo--
		}
		if lo == hi {
			continue
		}
		if discard(h.base+uintptr(lo)*BlockSize, uintptr(hi-lo)*BlockSize) != nil {
			return
		}
		for k := lo; k < hi; k++ {
			h.block(k).dirty = false
		}
		h.dirtyN -= hi - lo
		n -= min(n, hi-lo)
		hi = lo + 1
	}
}

// giveBack makes n blocks free.
func (h *Heap) giveBack(i, n uint32, dirty bool) {
	if dirty {
		h.dirtyN += n
	}
	if h.lazy != nil && i < h.imaged { // they may be given to the system before anybody touches them
		h.makePages(i, i+n)
	}
	for k := i; k < i+n; k++ {
		*h.block(k) = block{kind: kindFree, dirty: dirty}
		h.setFree(k, true)
	}
	h.taken -= n
}

// commitChunk makes more of the region accessible, and the tables for it.
func (h *Heap) commitChunk() error {
	n := min(chunkBlocks, h.limit-h.committed)
	if n == 0 {
		return errFull
	}
	lo, size := uintptr(h.committed), uintptr(n)
	const perBlock = blockGranules / 8
	maps := []mapping{
		{h.base + lo*BlockSize, size * BlockSize},
		{uintptr(h.starts) + lo*perBlock, size * perBlock},
		{uintptr(h.marks) + lo*perBlock, size * perBlock},
		{uintptr(h.blocks) + lo*unsafe.Sizeof(block{}), size * unsafe.Sizeof(block{})},
	}
	if h.small {
		maps = maps[:1]
	}
	for _, m := range maps {
		if err := commit(m.addr, m.size); err != nil {
			return err
		}
	}
	if h.old {
		useHugePages(maps[0].addr, maps[0].size)
	}
	h.noteCommitted(n)
	return nil
}

// oldFrom is how old a heap is when the system may begin to map it in huge pages. They have fewer misses in the processor's table of pages, but a short
// program uses part of them only, and where the system itself runs in a virtual machine, a free one may have been given back to the host: a touch costs more.
// Where page faults are dear, the small pages in its place cost more still, and the heap counts as old from the beginning.
const oldFrom = time.Second

// age notes that the heap has become old.
func (h *Heap) age() {
	if h.huge && !h.old && (fault.Dear || time.Since(h.made) > oldFrom) {
		h.old = true
		useHugePages(h.base, uintptr(h.committed)*BlockSize)
	}
}

// noteCommitted notes that n blocks more are accessible.
func (h *Heap) noteCommitted(n uint32) {
	h.committed += n
	if words := int(h.committed+63) / 64; words > len(h.free) {
		h.free = append(h.free, make([]uint64, words-len(h.free))...)
	}
}

// nextPartial returns the next block that survived the last collection with room in it, or 0.
func (h *Heap) nextPartial() uint32 {
	if !h.findPartial() {
		return 0
	}
	h.copyMarks(h.sweep, h.sweep+1)
	h.sweep++
	return h.sweep - 1
}

// findPartial moves sweep to the block that nextPartial will return.
func (h *Heap) findPartial() bool {
	const full = blockLines - blockLines/16
	for ; h.sweep < h.top; h.sweep++ {
		if b := h.block(h.sweep); b.kind == kindSmall && !b.fresh && b.lines.live() <= full && !h.isWatched(h.sweep) {
			return true
		}
	}
	return false
}

// lines says which lines of a block hold parts of objects that the last collection found live, a bit for each: Immix's line marks. So holes are found
// without the sizes of objects, which stand in their headers all over the block.
type lines [blockLines / 64]uint64

// lineGranules is how many granules a line has: half of LineSize, so that there is a whole dead line in each hole. blockLines is how many lines a block has.
const (
	lineGranules = LineSize / Granule / 2
	blockLines   = blockGranules / lineGranules
)

// set notes an object of n granules at granule g of the block.
func (l *lines) set(g, n uintptr) {
	if first, last := g/lineGranules, (g+n-1)/lineGranules; first/64 == last/64 {
		l[first/64] |= lineRun(first, last)
	} else {
		l.setFar(first, last)
	}
}

// lineRun is the bits, in their word, of the lines from the first to the last.
func lineRun(first, last uintptr) uint64 { return (2<<(last-first) - 1) << (first % 64) }

// setFar sets two lines in different words, and all between them.
func (l *lines) setFar(first, last uintptr) {
	l[first/64] |= ^uint64(0) << (first % 64)
	for k := first/64 + 1; k < last/64; k++ {
		l[k] = ^uint64(0)
	}
	l[last/64] |= 2<<(last%64) - 1
}

// live is how many lines are live.
func (l *lines) live() (n int) {
	for _, w := range l {
		n += bits.OnesCount64(w)
	}
	return n
}

// next returns the first line, from line k on, that is live or is not, or the number of lines.
func (l *lines) next(k uintptr, live bool) uintptr {
	flip := ^uint64(0)
	if live {
		flip = 0
	}
	for ; k/64 < uintptr(len(l)); k = (k | 63) + 1 {
		if m := (l[k/64] ^ flip) >> (k % 64); m != 0 {
			return k + uintptr(bits.TrailingZeros64(m))
		}
	}
	return blockLines
}

// findHole looks in block i, from offset from on, for a run of at least need dead granules, which is no less than a hole has. The mark bits of the last
// collection say where the live objects are; everything between them is dead.
func (h *Heap) findHole(i uint32, from uintptr, need uintptr) (lo, hi uintptr, ok bool) {
	b, first := h.block(i), uintptr(i)*blockGranules
	for k := (from/Granule - first) / lineGranules; ; {
		dead := b.lines.next(k, false)
		if dead == blockLines {
			return 0, 0, false
		}
		k = b.lines.next(dead, true)
		lo, hi = h.endBefore(first+dead*lineGranules, first), nextBit(h.marks, first+k*lineGranules, first+blockGranules)
		if hi-lo >= need {
			return lo * Granule, hi * Granule, true
		}
	}
}

// endBefore returns where the last live object that begins before granule g ends, or first if there is none from there on.
func (h *Heap) endBefore(g, first uintptr) uintptr {
	if g, ok := h.markBefore(g, first); ok {
		return g + uintptr((*Header)(at(h.base+g*Granule)).Meta>>8)
	}
	return first
}

// markBefore returns the last granule before g with a mark, from first on.
func (h *Heap) markBefore(g, first uintptr) (uintptr, bool) {
	for g > first {
		if m := *bitWord(h.marks, g-1) << (63 - (g-1)%64); m != 0 {
			return g - 1 - uintptr(bits.LeadingZeros64(m)), true
		}
		g = (g - 1) &^ 63
	}
	return 0, false
}

// nextBit returns the first set bit at g or after it, or end.
func nextBit(bitmap unsafe.Pointer, g, end uintptr) uintptr {
	for g < end {
		m := *(*uint64)(unsafe.Add(bitmap, g>>6<<3)) >> (g & 63)
		if m != 0 {
			return min(g+uintptr(bits.TrailingZeros64(m)), end)
		}
		g = (g | 63) + 1
	}
	return end
}
