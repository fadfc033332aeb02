// Freeing large objects that refer to nothing without marking: strings above all, of which many a program makes
// one after the other and drops them at once.
//
// Such an object is dear because memory is written that is in no cache. So the memory of dead ones should be used
// again soon. To mark all that is live for each few MB would cost more than that brings. But whether anybody refers
// to an object can be found out without following references: all memory that may hold some is read from end
// to end, and what stands there counts, whether it is alive or not. Reading memory in its order takes a small part
// of the time of marking. What only the dead refer to stays until the next collection.
//
// Most leaves die young. So most looks are only for those that no look and no collection has seen: they lie together,
// where few other objects are, and whether a word points there is found out for many words at once.

package heap

import (
	"slices"
	"unsafe"
)

// LeafWindow is how many bytes of large objects without references are allocated before the dead among them are
// looked for. It fits in most caches.
const LeafWindow = 16 << 20

// wasteful is how many times what has to be read may have been read for nothing, it being dead, until marking is better.
const wasteful = 4

// oldEach is how many looks there are for each that looks for old leaves too.
const oldEach = 8

// AddMention registers a function that visits words which no object and no root holds, but which are used while
// something else is alive: those of a cache that each collection clears, of a table that a function of OnMarked
// looks through. It must not allocate.
func (h *Heap) AddMention(f func(visit func(word uint64))) { h.mentions = append(h.mentions, f) }

// A leafSweep looks for references to large objects that have none themselves: leaves.
type leafSweep struct {
	h          *Heap
	base, span uintptr // where they lie
	blocks     []uint8 // 1 for each block of theirs from base on; the last, for all other addresses, is 0
	young      bool    // only those that are new are looked for, and of them only those that lie together
	hurried    bool    // given up
}

// sweepIfDue frees dead leaves, if that is worth its time.
func (h *Heap) sweepIfDue() {
	if h.Hold || !haveStack || h.tracer != nil { // a tracer learns of what is dead by collections
		return
	}
	s := leafSweep{h: h}
	if s.young = h.leafRound%oldEach != 0 && !h.leafOld; h.stress > 0 {
		s.survey()
		s.run()
		return
	}
	if h.leafSince < h.leafDue || h.minTrigger != 0 {
		return
	}
	scan := s.survey()
	due := uint64(4) // what is read is a quarter of what is written
	if quickSearch {
		due = 3
	}
	due = max(LeafWindow, min(due*scan, LeafTrigger))
	if h.leafSince < due {
		h.leafDue = due
		return
	}
	if h.leafWaste += scan - min(scan, h.leafBase); h.leafWaste > wasteful*max(h.leafBase, 1<<20) {
		h.collectDue(false) // there is less to be read then
		return
	}
	if kept, freed, ok := s.run(); ok {
		h.leafOld = s.young && freed < h.leafSince/4*3
		h.leafSince, h.leafDue = 0, max(due, kept)
	}
}

// run frees what nothing refers to, and returns how many bytes of leaves are left, and were freed; false: it was given up.
func (s *leafSweep) run() (kept, freed uint64, ok bool) {
	h := s.h
	if h.leafRound++; h.leafRound == 0 { // which new objects have
		h.leafRound = 1
	}
	s.table()
	if s.look(); s.hurried {
		return 0, 0, false
	}
	kept, freed = s.free()
	return kept, freed, true
}

// table makes the table of blocks.
func (s *leafSweep) table() {
	n := int(s.span / BlockSize)
	s.blocks = slices.Grow(s.h.leafBlocks[:0], n+1)[:n+1]
	s.h.leafBlocks = s.blocks
	clear(s.blocks)
	first := uint32((s.base - s.h.base) / BlockSize)
	s.h.eachBlock(func(i, n uint32, leaf bool) {
		for k := i; leaf && s.wanted(i) && k < i+n; k++ {
			s.blocks[k-first] = 1
		}
	})
}

// wanted reports whether the leaf in block i is looked for.
func (s *leafSweep) wanted(i uint32) bool {
	return !s.young || s.isNew(i) && s.h.base+uintptr(i)*BlockSize-s.base < s.span
}

// isNew reports whether no collection and no look has seen the large object in block i.
func (s *leafSweep) isNew(i uint32) bool {
	b := s.h.block(i)
	return b.fresh && b.round == 0
}

// isLeafBlock reports whether a large object begins in block i that refers to nothing and owns nothing.
func (h *Heap) isLeafBlock(i uint32) bool {
	l := h.layoutOf(h.base + uintptr(i)*BlockSize)
	return l.RefMap == 0 && l.Tail == TailNone && l.Flags&HasHandle == 0
}

// eachBlock calls f for the first blocks of what is allocated: n blocks in use of the same kind.
func (h *Heap) eachBlock(f func(i, n uint32, leaf bool)) {
	for i := uint32(firstBlock); i < h.top; {
		b := h.block(i)
		n := uint32(1)
		switch b.kind {
		case kindSmall:
			f(i, 1, false)
		case kindLarge:
			n = uint32((b.size + BlockSize - 1) / BlockSize)
			f(i, n, h.isLeafBlock(i))
		}
		i += n
	}
}

// apart is how many blocks of other objects part new leaves that lie together from others.
const apart = 16

// survey finds out where the leaves that are looked for lie, and how many bytes are to be read. Of new ones it takes the largest group that lies together.
func (s *leafSweep) survey() (scan uint64) {
	type group struct{ lo, hi, size, between uint32 }
	var g, best group
	s.h.eachBlock(func(i, n uint32, leaf bool) {
		switch {
		case !leaf:
			scan += uint64(n) * BlockSize
			g.between += n
		case !s.young || s.isNew(i):
			if g.size == 0 || s.young && g.between > apart {
				g = group{lo: i}
			}
			g.hi, g.size, g.between = i+n, g.size+n, 0
			if g.size > best.size {
				best = g
			}
		}
	})
	s.base, s.span = s.h.base+uintptr(best.lo)*BlockSize, uintptr(best.hi-best.lo)*BlockSize
	return scan
}

// look notes for each leaf that something refers to that it was seen in this round.
func (s *leafSweep) look() {
	h := s.h
	h.scanned = h.copyStack(h.scanned[:0], h.depth)
	for _, w := range h.scanned {
		s.see(w)
	}
	for _, words := range h.parked {
		for _, w := range words {
			s.see(w)
		}
	}
	s.read(h.base+StaticOffset, h.base+StaticOffset+StaticSize)
	for _, x := range h.stacks {
		x.whole(s.read)
	}
	for _, f := range h.roots {
		f(s.see)
	}
	for _, f := range h.mentions {
		f(s.see)
	}
	for i := range h.handles.items {
		if x := &h.handles.items[i]; x.keeps != nil {
			for _, p := range x.keeps {
				s.see(uint64(p))
			}
		}
	}
	h.eachBlock(func(i, n uint32, leaf bool) {
		const most = 1 << 20 / BlockSize // blocks read between two questions
		for !leaf && n > 0 && !s.hurried {
			k := min(n, most)
			s.read(h.base+uintptr(i)*BlockSize, h.base+uintptr(i+k)*BlockSize)
			i, n = i+k, n-k
			s.hurried = h.Hurry != nil && h.Hurry()
		}
	})
}

// see notes the leaf that a word points at or into, if it does.
func (s *leafSweep) see(w uint64) {
	if uintptr(w)-s.base >= s.span {
		return
	}
	b := s.h.block(uint32((uintptr(w) - s.h.base) / BlockSize))
	if b.kind == kindCont {
		b = s.h.block(uint32(b.size))
	}
	if b.kind == kindLarge {
		b.round = s.h.leafRound
	}
}

// read sees all words from lo to hi.
func (s *leafSweep) read(lo, hi uintptr) {
	const piece = 128
	if n := (hi - lo) / piece; quickSearch && s.young {
		hits := uintptr(0)
		for end := lo + n*piece; lo < end; lo += piece {
			if lo += piece * searchRange(lo, (end-lo)/piece, s.base, s.span); lo == end {
				break
			}
			for p := lo; p < lo+piece; p += 8 {
				s.see(word(p))
			}
			if hits++; hits > 16+n/8 { // what lies among the leaves refers to its like
				lo += piece
				break
			}
		}
	}
	s.readEach(lo, hi)
}

// readEach sees all words from lo to hi. Other objects lie between the leaves, so words that point there are frequent: a table says which do point at
// leaves, and there is one branch for eight words, which is hardly ever taken.
//
//go:nocheckptr
func (s *leafSweep) readEach(lo, hi uintptr) {
	base, last := s.base, uintptr(len(s.blocks)-1)
	table := unsafe.Pointer(unsafe.SliceData(s.blocks))
	hit := func(w uint64) uint8 {
		i := (uintptr(w) - base) / BlockSize
		beyond := uintptr(int(last-i) >> 63) // all bits, or none
		return *(*uint8)(unsafe.Add(table, i&^beyond|last&beyond))
	}
	for ; lo+64 <= hi; lo += 64 {
		p := (*[8]uint64)(unsafe.Add(unsafe.Pointer(nil), lo))
		if hit(p[0])|hit(p[1])|hit(p[2])|hit(p[3])|hit(p[4])|hit(p[5])|hit(p[6])|hit(p[7]) != 0 {
			for _, w := range p {
				s.see(w)
			}
		}
	}
	for ; lo+8 <= hi; lo += 8 {
		s.see(word(lo))
	}
}

// free makes the blocks of what was not seen free, and returns how many bytes of leaves there still are, and were freed.
func (s *leafSweep) free() (kept, freed uint64) {
	h := s.h
	h.ownMarks()
	var dead []uint32
	h.eachBlock(func(i, n uint32, leaf bool) {
		switch {
		case !leaf:
		case h.block(i).round == h.leafRound || !s.wanted(i):
			kept += uint64(n) * BlockSize
		default:
			dead = append(dead, i)
		}
	})
	for _, i := range slices.Backward(dead) {
		b := h.block(i)
		n := uint32((b.size + BlockSize - 1) / BlockSize)
		freed += uint64(n) * BlockSize
		if mark := bitWord(h.marks, uintptr(i)*blockGranules); *mark&1 != 0 { // it has survived a collection
			*mark &^= 1
			h.stats.LiveBytes -= b.size
		}
		if h.stress > 0 {
			poisonRange(h.base+uintptr(i)*BlockSize, h.base+uintptr(i+n)*BlockSize)
		}
		h.giveBack(i, n, true)
	}
	h.since -= min(h.since, h.weight(freed, true))
	h.turnover -= min(h.turnover, freed)
	return kept, freed
}
