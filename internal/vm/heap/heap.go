// Package heap is the memory of one psy runtime: an address range of its own outside Go's heap, bump
// allocation, and a mark-region collector that does not move objects. It must not know what a Python object
// is: it sees headers, layouts and words.
//
// The collector is exact for objects and conservative for goroutine stacks, registered ranges and the
// static area. It runs on the goroutine that allocates; the user of a Heap holds the runtime's lock.
package heap

import (
	"fmt"
	"time"
	"unsafe"
)

const (
	// RegionSize is the alignment of a heap's address range, and what a heap can become at most. What is reserved is what the cap needs, or
	// less if the system refuses that.
	RegionSize = 16 << 30
	// BlockSize is the unit in which memory is taken from the region.
	BlockSize = 32 << 10
	// Granule is the alignment of objects and the unit of their sizes.
	Granule    = 1 << GranuleLog
	GranuleLog = 4
	// LineSize is the smallest run of free memory that is allocated into again.
	LineSize = 256
	// StaticOffset is where the static area lies in the region.
	StaticOffset = BlockSize
	// StaticSize is the size of the static area: zeroed, never freed, every word of it a root.
	StaticSize = 64 << 10

	firstBlock = (StaticOffset + StaticSize) / BlockSize
	// largeSize is the size above which an object gets blocks of its own.
	largeSize     = BlockSize / 2
	blockGranules = BlockSize / Granule
)

// Header begins every object. Shape is the distance of its shape record from the region's base in
// granules, 0 for a filler. Meta holds 8 bits of flags of the client, and above them the size in granules
// (0: a large object, whose size stands in the block table).
type Header struct {
	Shape uint32
	Meta  uint32
}

// Tail says what lies in an object after the words that RefMap covers.
const (
	TailNone         = 0 // nothing to mark
	TailRefs         = 1 // reference words
	TailConservative = 2 // words treated like those of a stack
)

// HasHandle in Layout.Flags says that the low half of word 1 of the object is the id of a handle.
const HasHandle = 1

// HasBound in Layout.Flags says that the tail ends where Heap.Bound says.
const HasBound = 2

// Exact in Layout.Flags says that each reference word, those of the tail too, holds the address of an object's header,
// or nothing that could be taken for an address in the heap.
const Exact = 4

// Layout lies at byte offset 8 of each shape record, directly after the record's own header.
type Layout struct {
	RefMap uint64 // bit i: word i of the object (word 0 is the header) holds a reference word
	Fixed  uint32 // words covered by RefMap; after them comes the tail
	Tail   uint8
	Flags  uint8
	// Objects that have flag MoreFlag in their header hold a reference in word MoreWord too; 0: there is no such flag. They are
	// small, and others of their shape may be leaves.
	MoreFlag uint8
	MoreWord uint8
}

// Options configures a heap.
type Options struct {
	Cap     int64 // bytes taken from the region at most; 0: half of the physical memory
	Trigger int64 // bytes allocated between collections at least; 0: see setTrigger
	Stress  int   // collect at every Stress-th allocation and poison what is freed; 0: do not
}

const (
	// FirstTrigger is how many bytes are allocated before the first collection, and before any other at least.
	FirstTrigger = 4 << 20
	// SmallTrigger is how many bytes are allocated between two collections at most, while next to nothing is live.
	SmallTrigger = 8 << 20
	// DefaultTrigger is how many bytes are allocated between two collections at most, while some MB are live.
	DefaultTrigger = 24 << 20
	// LeafTrigger is how many bytes of large objects without references are allocated between two collections at most while less is live.
	LeafTrigger = 128 << 20
)

// Stats are counters since the heap was made, and sizes as of the last collection or now.
type Stats struct {
	Collections, Young   int // young ones are those that left alone what had been live before
	PauseMax, PauseTotal time.Duration
	LiveBytes            uint64 // bytes in objects that survived the last collection
	HeapBytes            uint64 // bytes in blocks now taken
	Allocated            uint64 // bytes given to allocators since the start
	Peak                 uint64 // largest HeapBytes
}

// Heap is one region with its objects.
type Heap struct {
	base uintptr
	size uintptr // that is reserved; 0: the heap is closed
	low  uintptr // offset of the first block for objects
	used uintptr // bytes from low that have been taken from the system: offsets in objects are low..low+used

	starts unsafe.Pointer // bitmap by granule: objects that existed when the collection began
	marks  unsafe.Pointer // bitmap by granule: objects found live by the last collection
	blocks unsafe.Pointer // table of block, by index

	top       uint32 // blocks below top have been committed and handed out at least once
	committed uint32 // blocks below it are accessible
	limit     uint32 // blocks that the reserved range holds
	taken     uint32 // blocks that are not free, without the first ones
	capBlocks uint32
	asked     int64 // Options.Cap
	small     bool  // all of the tables is accessible
	huge      bool  // blocks may lie in huge pages, once the heap is old
	old       bool  // see age
	made      time.Time
	collected time.Time // when the last collection ended; before that the zero time
	populated uint32    // see populateTo: how many blocks
	grown     func()    // see OnGrowth
	growth    uint32    // how many blocks the heap has when grown is called next
	relief    bool      // capBlocks is higher than asked for: see Relief
	noForce   bool      // see Force

	free     []uint64 // bitmap by block: free and below top
	freeN    uint32
	dirtyN   uint32 // of them those that have memory of the system's
	freeHint int    // no free bit in words below it
	sweep    uint32 // next block to look for holes in

	holes       []hole    // taken from partly live blocks since the last collection
	stack       []uintptr // marked objects, not yet looked into
	arrays      []array   // rests of marked arrays
	scanned     []uint64  // words of the goroutine's stack
	depth       uintptr   // of the goroutine's stack where the heap was entered
	allocators  []*Allocator
	roots       []func(visit func(word uint64))
	stacks      []stack
	marked      []func(live func(p uintptr) bool, keep func(word uint64))
	reclaiming  []func(live func(p uintptr) bool, keep func(word uint64))
	askImmortal func(is func(p uintptr)) // see OnImmortal
	immortal    immortal
	mentions    []func(visit func(word uint64))
	parked      map[int][]uint64
	parkedID    int
	handles     Handles
	account     account

	minTrigger, trigger, since uint64
	leafTrigger                uint64 // as trigger, for large objects that refer to nothing
	leafSince, leafDue         uint64 // bytes of large objects that refer to nothing since the last look at them, and when the next is due
	leafBase, leafWaste        uint64 // bytes that there were to read after the last collection, and how much more looks have read since
	young                      young
	leafRound                  uint32  // of such looks
	leafOld                    bool    // the next one is for old leaves too
	leafBlocks                 []uint8 // the table of the last of them
	turnover                   uint64  // bytes allocated since the last collection
	kept                       uint64  // what discardFree left of late
	forcedAt                   uint64
	rested                     time.Time     // when the last collection by Rest ended
	restTook                   time.Duration // how long it took
	rests                      int           // how many more there may be while nothing is allocated
	lowYield                   int
	stress                     int
	tracer                     Tracer
	allocations                uint64
	collecting                 bool
	freezing                   bool // the collection is Freeze's
	stats                      Stats

	// Asked reports whether the program is to stop; then Halt is called, which says whether it does, an exception being set. They are asked while the memory
	// of a large object is cleared. nil: nobody asks.
	Asked, Halt func() bool
	// Hurry reports whether the program is about to be stopped: a collection that is due is put off then, and one that is under way is given up while it
	// marks. nil: never.
	Hurry func() bool
	// Bound says where the tail of an object with HasBound ends, which may be beyond the object or before the tail; exact: in
	// CollectExact, where a stack's inUse may visit it.
	Bound    func(p uintptr, exact bool) uintptr
	Sparing  bool // one forced collection that brings little is enough: finalizers run, each of which would force its own
	Hold     bool // no collections but for want of memory: the program is being stopped
	patient  bool // the collection cannot be given up
	hurried  bool // the collection is given up
	remarked bool // one was given up since Reset: mark bits are not those of the image
	halted   bool // allocLarge gave up because Asked said so
	due      bool // the collection under way is one of collectDue

	seenThrough map[uintptr]bool // the return addresses that Transparent says something about
	exact       bool             // the collection is one of CollectExact
	counts      Count
	cyclic      []uintptr              // what it has counted, while it marked
	peeled      [][blockGranules]uint8 // memory for the counts of a peel, used again
	peel        *peel                  // of the collection at work, if it counts

	maps      []mapping
	ready     []mapping // of a spare region: zeros, not in use
	behind    mapping   // the rest of what lies behind the tables
	untouched uintptr   // see Untouched
	shadow    mapping   // of them that of the newest image
	lazy      *Lazy     // pages are made when they are touched; nil: all are there
	release   func()    // of lazy
	from      *Image    // which has what lazy refers to
	touched   byte
	whole     bool   // all pages of lazy have been made
	mixed     bool   // parts of it may be mapped from a newer image's file
	unmarked  *Image // the mark bits are still to be copied from it; see ownMarks
	imaged    uint32 // blocks below it may be of an image: where they are given back to the system, its contents come back, and no zeros
}

type mapping struct{ addr, size uintptr }

type hole struct{ lo, hi uintptr }

type array struct {
	lo, hi uintptr
	exact  bool // see Exact
}

// A block's entry in the table. It holds no pointers: the table is mapped memory.
type block struct {
	kind  uint8
	fresh bool   // taken whole since the last collection: start bits are made when first needed
	dirty bool   // memory is not known to be zero
	holes bool   // holes were taken since the last collection: the same for what lies in them
	round uint32 // large: see leafRound
	size  uint64 // large: bytes of the object; cont: index of the large object's first block
	lines lines  // small: what the last collection found live
}

const (
	kindFree = iota
	kindStatic
	kindSmall
	kindLarge
	kindCont
)

// chunkBlocks is how many blocks are made accessible at once.
const chunkBlocks = 512

// New reserves a region and returns an empty heap.
func New(o Options) (*Heap, error) { return newHeap(o, nil) }

// newHeap is New, in a spare region of an image if there is one: then the heap has a lazy.
func newHeap(o Options, s *source) (*Heap, error) {
	if err := checkStackBounds(); err != nil {
		return nil, err
	}
	limit := uint64(o.Cap)
	if o.Cap <= 0 {
		limit = physicalMemory() / 2
	}
	h := &Heap{low: firstBlock * BlockSize, asked: o.Cap, stress: o.Stress}
	committed := uint32(0)
	if x := s.takeSpare(regionFor(limit)); x != nil {
		h.base, h.size, h.lazy, h.release, h.ready, committed = x.base, x.size, x.lazy, x.release, x.maps, x.committed
	} else {
		base, size, err := reserveRegion(regionFor(limit))
		if err != nil {
			return nil, fmt.Errorf("heap: cannot reserve address space: %w", err)
		}
		h.base, h.size = base, size
	}
	h.limit = uint32(h.size / BlockSize)
	h.handles.h = h
	made, err := h.reserveTables()
	if err != nil {
		h.Close()
		return nil, fmt.Errorf("heap: cannot reserve address space: %w", err)
	}
	h.huge, h.made = o.Cap <= 0, time.Now() // it is the only one of its process, and may grow
	if made && committed > 0 {
		h.noteCommitted(committed)
	} else if err := h.commitChunk(); err != nil {
		h.Close()
		return nil, fmt.Errorf("heap: %w", err)
	}
	h.age()
	h.top = firstBlock
	for i := range uint32(firstBlock) {
		h.block(i).kind = kindStatic
	}
	h.freeHint = firstBlock / 64
	h.sweep = firstBlock
	h.parked = map[int][]uint64{}
	h.seenThrough = map[uintptr]bool{}

	h.capBlocks = uint32(min(limit/BlockSize, uint64(h.limit-firstBlock)))
	h.minTrigger = uint64(max(o.Trigger, 0))
	h.setTrigger(0, 0)
	return h, nil
}

// reserveTables makes place for the tables, all of which take a hundredth of the region. Those of a small heap are made accessible at once: that is one
// mapping of the system's in place of six. made: they come with a spare region.
func (h *Heap) reserveTables() (made bool, err error) {
	page := uintptr(pageSize)
	bits := (h.size/Granule/8 + page - 1) &^ (page - 1)
	tables := (2*bits + uintptr(h.limit)*unsafe.Sizeof(block{}) + page - 1) &^ (page - 1)
	n := tables + behindTables
	addr, made := h.takeReady(n)
	if !made {
		if addr, err = reserve(0, n); err != nil {
			return false, err
		}
		h.maps = append(h.maps, mapping{addr, n})
	}
	h.starts, h.marks, h.blocks = at(addr), at(addr+bits), at(addr+2*bits)
	if h.small = n <= 4<<20; h.small {
		h.behind = mapping{addr + tables, behindTables}
		if !made {
			err = commit(addr, n)
		}
	}
	return made, err
}

// behindTables is how much memory for MapStack lies behind the tables of a small heap: a mapping less to be looked at when the heap is closed.
const behindTables = 96 << 10

// Close gives all memory back to the system. Nothing of the heap may be used afterwards.
func (h *Heap) Close() error {
	for _, a := range h.allocators {
		*a = Allocator{}
	}
	h.allocators = nil
	var first error
	if !h.keepRegion() {
		h.endLazy()
	}
	if h.size != 0 {
		first = releaseRegion(h.base, h.size)
		h.size = 0
	}
	for _, m := range append(h.maps, h.ready...) {
		if err := release(m.addr, m.size); err != nil && first == nil {
			first = err
		}
	}
	h.maps, h.ready = nil, nil
	return first
}

// Base returns the address of the region.
func (h *Heap) Base() uintptr { return h.base }

// Span returns how far from Base objects lie at most, in bytes.
func (h *Heap) Span() uintptr { return h.low + h.used }

// Cap returns how many bytes of blocks the heap may take.
func (h *Heap) Cap() uint64 { return uint64(h.capBlocks) * BlockSize }

// Contains reports whether the word is an address in the region.
func (h *Heap) Contains(word uint64) bool { return uintptr(word)-h.base < h.size }

// ObjectSize returns the size in bytes of the object at p, header and rounding included.
func (h *Heap) ObjectSize(p unsafe.Pointer) uintptr {
	if n := uintptr((*Header)(p).Meta >> 8); n != 0 {
		return n * Granule
	}
	return uintptr(h.block(uint32((uintptr(p) - h.base) / BlockSize)).size)
}

// Stats returns the heap's counters.
func (h *Heap) Stats() Stats {
	s := h.stats
	s.HeapBytes = uint64(h.taken) * BlockSize
	return s
}

// at turns an address outside Go's heap into a pointer.
func at(addr uintptr) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(nil), addr) }

func word(addr uintptr) uint64 { return *(*uint64)(at(addr)) }

func (h *Heap) block(i uint32) *block {
	return (*block)(unsafe.Add(h.blocks, uintptr(i)*unsafe.Sizeof(block{})))
}

// bitWord returns the word of a bitmap that holds the bit of granule g.
func bitWord(bitmap unsafe.Pointer, g uintptr) *uint64 {
	return (*uint64)(unsafe.Add(bitmap, g>>6<<3))
}

// fill makes a filler of the memory from lo to hi, at most a block of it.
func fill(lo, hi uintptr) {
	if lo < hi {
		*(*Header)(at(lo)) = Header{Meta: uint32((hi-lo)/Granule) << 8}
	}
}
