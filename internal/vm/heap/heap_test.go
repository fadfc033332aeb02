// Tests of allocation and collection against a model kept in Go.

package heap

import (
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/fault"
)

// TestLeafSweep frees large objects without marking: those of random graphs that are still referred to stay.
func TestLeafSweep(t *testing.T) {
	for seed := range uint64(4) {
		x := newTester(t, Options{Cap: 1 << 30})
		g := &graph{tester: x, r: rand.New(rand.NewPCG(seed, 7))}
		sweep := func(young bool) (kept uint64) {
			x.h.enter()
			s := leafSweep{h: x.h, young: young}
			s.survey()
			kept, _, ok := s.run()
			if !ok {
				t.Fatal("given up")
			}
			return kept
		}
		most := uint64(0)
		onGoroutine(func() {
			g.init()
			for i := range 6000 {
				g.step()
				if i%100 == 99 {
					most = max(most, sweep(i%400 != 399))
					g.verify()
					x.check()
				}
				if i%1000 == 999 {
					x.h.Collect()
				}
			}
			set(obj(g.root), 2, 0)
			g.root, g.array = 0, nil
		})
		scrub()
		onGoroutine(func() { x.h.Collect() }) // small objects keep large ones until then
		onGoroutine(func() {
			if kept := sweep(false); kept > 8<<20 || most < 4<<20 {
				t.Errorf("%d bytes of large objects are left of %d", kept, most)
			}
		})
		x.check()
	}
}

// TestLeavesAgain makes large objects and drops them: the memory of the dead is used again, and no collection is needed.
func TestLeavesAgain(t *testing.T) {
	x := newTester(t, Options{})
	mentioned := uint64(0)
	x.h.AddMention(func(visit func(uint64)) { visit(mentioned) })
	x.h.OnMarked(func(_ func(uintptr) bool, keep func(uint64)) { keep(mentioned) })
	onGoroutine(func() {
		p := x.a.AllocRaw(shapeLeaf, 1<<20, 0)
		set(p, 9, 42)
		mentioned = ref(p)
	})
	seen := map[uintptr]bool{}
	onGoroutine(func() {
		for range 4000 {
			p := x.a.AllocRaw(shapeLeaf, 1<<20, 0)
			set(p, 100, 7)
			seen[uintptr(p)] = true
		}
	})
	x.check()
	if n := x.h.Stats().Collections; n > 2 || len(seen) > 2*LeafWindow>>20 {
		t.Errorf("%d collections, %d addresses", n, len(seen))
	}
	if get(obj(mentioned), 9) != 42 || seen[uintptr(mentioned)] {
		t.Error("what is mentioned was freed")
	}
}

// TestAge: a heap that is its process's only one may be mapped in huge pages from a collection on when it is old, from the beginning where page faults are
// dear, and another one never.
func TestAge(t *testing.T) {
	defer func(dear bool) { fault.Dear = dear }(fault.Dear)
	for _, fault.Dear = range []bool{false, true} {
		for _, limit := range []int64{0, 64 << 20} {
			x := newTester(t, Options{Cap: limit})
			if x.h.old != (limit == 0 && fault.Dear) {
				t.Errorf("faults dear: %t, cap %d: a new heap's age: %t", fault.Dear, limit, x.h.old)
			}
			x.h.made = x.h.made.Add(-oldFrom)
			x.h.Collect()
			if x.h.old != (limit == 0) {
				t.Errorf("faults dear: %t, cap %d: old: %t", fault.Dear, limit, x.h.old)
			}
			x.check()
		}
	}
}

// TestForked: the collection that is due next waits in a copy of the process as long as after another one.
func TestForked(t *testing.T) {
	if !haveStack {
		t.Skip("nothing is ever freed")
	}
	for _, forked := range []bool{false, true} {
		x := newTester(t, Options{})
		most := x.h.trigger / 4 * 3
		for h := x.h; h.since < most; {
			x.alloc(shapePair, 1<<10)
		}
		if forked {
			x.h.Forked()
		}
		for before := x.h.stats.Allocated; x.h.stats.Allocated < before+most; {
			x.alloc(shapePair, 1<<10)
		}
		if got := x.h.Stats().Collections > 0; got == forked {
			t.Errorf("forked %v: collected %v", forked, got)
		}
		x.check()
	}
}

// TestForking: what is allocated after a copy of the process lies in blocks where nothing was live, until the next collection, and not for ever where few holes
// are ever filled.
func TestForking(t *testing.T) {
	if !haveStack {
		t.Skip("nothing is ever freed")
	}
	x := newTester(t, Options{})
	h := x.h
	allocate := func(n int) { // one in thirty stays, so that no block is ever free
		for i := range n {
			if p := x.alloc(shapePair, 1<<10); i%30 == 0 {
				set(p, 1, x.root)
				x.root = ref(p)
			}
		}
	}
	allocate(2000)
	x.collect()
	if !h.findPartial() {
		t.Fatal("no holes")
	}
	h.Forking()
	for range 500 {
		p := uintptr(x.alloc(shapePair, 1<<10))
		if b := h.block(uint32((p - h.base) / BlockSize)); !b.fresh {
			t.Fatalf("%#x lies between what was live", p)
		}
	}
	x.collect()
	if !h.findPartial() {
		t.Error("a collection gives no holes back")
	}
	x.check()

	for range 200 {
		allocate(1000)
		h.Forking()
	}
	x.collect()
	if most := h.stats.LiveBytes + 2*max(h.trigger, 2*h.stats.LiveBytes) + spareHoles; uint64(h.top)*BlockSize > most { // a trigger's bytes again after the last sweep
		t.Errorf("%d KB live, and %d blocks of %d KB in use", h.stats.LiveBytes>>10, h.top, BlockSize>>10)
	}
	x.check()
}

// TestLeavesGrowOld: leaves that have survived a look are freed too, without a collection, where the new ones stay.
func TestLeavesGrowOld(t *testing.T) {
	x := newTester(t, Options{})
	const size, n = 1 << 20, 40
	var words [n]uint64
	x.h.AddMention(func(visit func(uint64)) {
		for _, w := range words {
			visit(w)
		}
	})
	x.h.OnMarked(func(_ func(uintptr) bool, keep func(uint64)) {
		for _, w := range words {
			keep(w)
		}
	})
	seen := map[uint64]bool{}
	onGoroutine(func() {
		for i := range 4000 {
			p := x.a.AllocRaw(shapeLeaf, size, 0)
			set(p, 9, uint64(i))
			words[i%n] = ref(p) // it lives for a while
			seen[ref(p)] = true
			if i >= n && get(obj(words[(i+1)%n]), 9) != uint64(i+1-n) {
				t.Fatal("what is mentioned was freed")
			}
		}
	})
	x.check()
	if c := x.h.Stats().Collections; c > 8 || len(seen) > 8*n {
		t.Errorf("%d collections, %d addresses", c, len(seen))
	}
}

// TestSearchRange compares with a search word by word.
func TestSearchRange(t *testing.T) {
	if !quickSearch {
		t.Skip("not on this processor")
	}
	r := rand.New(rand.NewPCG(1, 2))
	words := make([]uint64, 16*9+1)
	edges := []uint64{0, 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, 1<<64 - 1}
	for range 20000 {
		base, span := uint64(r.IntN(1<<20)), uint64(r.IntN(1<<12))
		if r.IntN(4) == 0 {
			base, span = edges[r.IntN(len(edges))], edges[r.IntN(4)]
		}
		for i := range words {
			switch words[i] = base + span + uint64(r.IntN(1<<20)); r.IntN(100) {
			case 0:
				words[i] = base + uint64(r.IntN(3)) - 1
			case 1:
				words[i] = base + span + uint64(r.IntN(3)) - 1
			case 2:
				words[i] = edges[r.IntN(len(edges))]
			}
		}
		first := r.IntN(2)
		want := 0
		for want < 9 && !slices.ContainsFunc(words[first+want*16:][:16], func(w uint64) bool { return w-base < span }) {
			want++
		}
		if got := searchRange(uintptr(unsafe.Pointer(&words[first])), 9, uintptr(base), uintptr(span)); int(got) != want {
			t.Fatalf("%d, not %d: from %#x, %#x, in %#x", got, want, base, span, words[first:])
		}
	}
}

// Shapes of the tests, as offsets of records in the static area.
const (
	recordSize = 48

	shapeLeaf   = (StaticOffset + 0*recordSize) / Granule // no references
	shapePair   = (StaticOffset + 1*recordSize) / Granule // words 1 and 2 refer, word 3 is data
	shapeArray  = (StaticOffset + 2*recordSize) / Granule // word 1 is data, the rest refers
	shapeFrame  = (StaticOffset + 3*recordSize) / Granule // a conservative tail after word 1
	shapeHandle = (StaticOffset + 4*recordSize) / Granule
	shapeShape  = (StaticOffset + 5*recordSize) / Granule // of shape records in the heap
)

var layouts = map[uint32]Layout{
	shapeLeaf:   {},
	shapePair:   {RefMap: 0b0110, Fixed: 4}, // which may point into objects
	shapeArray:  {Fixed: 2, Tail: TailRefs, Flags: Exact},
	shapeFrame:  {Fixed: 2, Tail: TailConservative},
	shapeHandle: {Fixed: 2, Flags: HasHandle},
	shapeShape:  {},
}

type tester struct {
	testing.TB
	h    *Heap
	a    Allocator
	root uint64 // an exact root
}

func newTester(t testing.TB, o Options) *tester {
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	x := &tester{TB: t, h: h}
	for id, l := range layouts {
		*(*Layout)(at(h.Base() + uintptr(id)*Granule + 8)) = l
	}
	x.a.Init(h)
	h.AddRoots(func(visit func(uint64)) { visit(x.root) })
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

func (x *tester) alloc(shape uint32, size uintptr) unsafe.Pointer {
	p := x.a.Alloc(shape, size, 0)
	if p == nil {
		x.Fatalf("no memory for %d bytes", size)
	}
	for i := uintptr(8); i+8 <= size; i += 8 {
		if w := *(*uint64)(unsafe.Add(p, i)); w != 0 {
			x.Fatalf("word at %d of a new object is %#x", i, w)
		}
	}
	return p
}

func get(p unsafe.Pointer, i int) uint64    { return *(*uint64)(unsafe.Add(p, i*8)) }
func set(p unsafe.Pointer, i int, w uint64) { *(*uint64)(unsafe.Add(p, i*8)) = w }
func ref(p unsafe.Pointer) uint64           { return uint64(uintptr(p)) }
func obj(w uint64) unsafe.Pointer           { return at(uintptr(w)) }

// check walks every block object by object and verifies the tables.
func (x *tester) check() {
	x.Helper()
	h := x.h
	for _, a := range h.allocators {
		// The rest of a hole is zero or dead; walk over it as a collection would.
		a.show()
		lo, hi := a.Ptr, a.end
		if lo < hi {
			old := *(*Header)(at(lo))
			fill(lo, hi)
			defer func() { *(*Header)(at(lo)) = old }()
		}
		a.hide()
		if lo, hi := a.over.lo, a.over.hi; lo < hi {
			fill(lo, hi)
			defer func() { *(*Header)(at(lo)) = Header{} }()
		}
	}
	taken, free, dirty := uint32(0), uint32(0), uint32(0)
	for i := uint32(firstBlock); i < h.top; i++ {
		b := h.block(i)
		lo := h.base + uintptr(i)*BlockSize
		if h.isFree(i) != (b.kind == kindFree) {
			x.Fatalf("block %d: kind %d, free bit %v", i, b.kind, h.isFree(i))
		}
		if b.kind == kindFree {
			free++
			if b.dirty {
				dirty++
			} else {
				for k := uintptr(0); k < BlockSize; k += 8 {
					if word(lo+k) != 0 {
						x.Fatalf("block %d is thought to be zero and is not", i)
					}
				}
			}
			continue
		}
		taken++
		switch b.kind {
		case kindLarge:
			n := uint32((b.size + BlockSize - 1) / BlockSize)
			for k := uint32(1); k < n; k++ {
				if c := h.block(i + k); c.kind != kindCont || c.size != uint64(i) {
					x.Fatalf("block %d is not a continuation of %d", i+k, i)
				}
			}
			taken += n - 1
			i += n - 1
		case kindSmall:
			seen := map[uintptr]bool{}
			for p := lo; p < lo+BlockSize; {
				hd := *(*Header)(at(p))
				n := uintptr(hd.Meta>>8) * Granule
				if n == 0 || p+n > lo+BlockSize {
					x.Fatalf("block %d cannot be walked at %#x: %#v", i, p-h.base, hd)
				}
				if hd.Shape != 0 {
					seen[(p-h.base)/Granule] = true
				}
				p += n
			}
			live := 0
			var dead [blockGranules]bool
			for g := range dead {
				dead[g] = true
			}
			for g := uintptr(i) * blockGranules; g < uintptr(i+1)*blockGranules; g += 64 {
				for m := *bitWord(h.marks, g); m != 0; m &= m - 1 {
					live++
					g := g + uintptr(bits.TrailingZeros64(m))
					if !seen[g] {
						x.Fatalf("block %d: a mark where no object is", i)
					}
					clear(dead[g%blockGranules:][:(*Header)(at(h.base+g*Granule)).Meta>>8])
				}
			}
			if h.hurried {
				break
			}
			if (b.lines == lines{}) != (live == 0) {
				x.Fatalf("block %d: lines %x, %d marks", i, b.lines, live)
			}
			x.checkHoles(i, dead[:])
		default:
			x.Fatalf("block %d: kind %d", i, b.kind)
		}
	}
	if taken != h.taken || free != h.freeN {
		x.Fatalf("counted %d taken and %d free blocks, believed %d and %d", taken, free, h.taken, h.freeN)
	}
}

// checkHoles finds all holes of block i, whose dead granules are given, and looks whether those are all that are large enough, from end to end.
func (x *tester) checkHoles(i uint32, dead []bool) {
	x.Helper()
	from := uintptr(i) * BlockSize
	for g := 0; g < len(dead); {
		n := 0
		for g+n < len(dead) && dead[g+n] {
			n++
		}
		if n*Granule >= LineSize {
			want := uintptr(i)*BlockSize + uintptr(g)*Granule
			if lo, hi, ok := x.h.findHole(i, from, LineSize/Granule); !ok || lo != want || hi != want+uintptr(n)*Granule {
				x.Fatalf("block %d, from %#x: hole %#x to %#x (%v), want %d granules from %#x", i, from, lo, hi, ok, n, want)
			} else {
				from = hi
			}
		}
		g += max(n, 1)
	}
	if lo, hi, ok := x.h.findHole(i, from, LineSize/Granule); ok {
		x.Fatalf("block %d, from %#x: there is no hole from %#x to %#x", i, from, lo, hi)
	}
}

// scrub overwrites what calls have left on the stack.
//
//go:noinline
func scrub() byte {
	var junk [4096]byte
	for i := range junk {
		junk[i] = byte(i)
	}
	return junk[rand.IntN(len(junk))]
}

// node is the model of an object.
type node struct {
	shape uint32
	size  uintptr
	addr  uintptr
	refs  map[int]*node  // by word
	data  map[int]uint64 // by word
}

// graph does random things to objects and to their model. The objects are found through an array at x.root.
type graph struct {
	*tester
	r     *rand.Rand
	roots []*node
	array *node

	last       *node // what was made last, if that is an array
	lengthened int   // objects in all
	few        int   // those that were no large ones
}

const graphRoots = 64

//go:noinline
func (g *graph) init() {
	p := g.alloc(shapeArray, 16+graphRoots*8)
	g.root = ref(p)
	g.array = &node{shape: shapeArray, size: 16 + graphRoots*8, addr: uintptr(p), refs: map[int]*node{}}
}

//go:noinline
func (g *graph) step() {
	to := g.pick()
	if last := g.last; last != nil && g.r.IntN(2) == 0 {
		to = last
	}
	if to != nil && to.shape == shapeArray {
		old := (to.size + Granule - 1) &^ (Granule - 1)
		if size := to.size + uintptr(g.r.IntN(5000)>>(g.r.IntN(3)*4))*8; g.a.Lengthen(to.addr, size) {
			for i := old; i+8 <= size; i += 8 {
				if *(*uint64)(at(to.addr + i)) != 0 {
					g.Fatalf("word at %d of %d is not zero", i, size)
				}
			}
			if g.lengthened++; to.size <= largeSize {
				g.few++
			}
			to.size = max(size, to.size)
		}
	}
	g.last = nil
	var n node
	n.refs, n.data = map[int]*node{}, map[int]uint64{}
	switch k := g.r.IntN(100); {
	case k < 30:
		n.shape, n.size = shapeLeaf, 8+uintptr(g.r.IntN(12))*8
	case k < 70:
		n.shape, n.size = shapePair, 32
	case k < 90:
		n.shape, n.size = shapeArray, 16+uintptr(g.r.IntN(40))*8
	case k < 95:
		n.shape, n.size = shapeFrame, 16+uintptr(g.r.IntN(1000))*8
	case k < 99:
		n.shape, n.size = shapeArray, 16+uintptr(g.r.IntN(5000))*8
	default:
		n.shape, n.size = shapeLeaf, 16+uintptr(g.r.IntN(500000))*8
	}
	p := g.alloc(n.shape, n.size)
	if n.addr = uintptr(p); n.shape == shapeArray {
		g.last = &n
	}
	words := int(n.size / 8)
	for range 4 {
		if words < 2 {
			break
		}
		i := 1 + g.r.IntN(words-1)
		switch {
		case n.shape == shapePair && i < 3 || n.shape == shapeArray && i > 1 || n.shape == shapeFrame && i > 1:
			if to := g.pick(); to != nil {
				inside := uintptr(0)
				if layouts[n.shape].Flags&Exact == 0 && g.r.IntN(4) == 0 {
					inside = uintptr(g.r.IntN(int(to.size)))
				}
				n.refs[i] = to
				set(p, i, uint64(to.addr+inside))
			}
		default:
			// Data may look like an address: exact fields do not count it.
			w := g.r.Uint64()
			if g.r.IntN(2) == 0 {
				w = uint64(g.h.Base()) + uint64(g.r.Uint32())
			}
			n.data[i] = w
			set(p, i, w)
		}
	}
	if to := g.pick(); to != nil && to.shape == shapePair && g.r.IntN(2) == 0 { // an old object refers to a new one
		i := 1 + g.r.IntN(2)
		to.refs[i] = &n
		delete(to.data, i)
		set(at(to.addr), i, uint64(n.addr))
	} else if to != nil && to.shape == shapeArray && to.size >= 24 && g.r.IntN(2) == 0 {
		i := 2 + g.r.IntN(int(to.size/8)-2)
		to.refs[i] = &n
		delete(to.data, i)
		set(at(to.addr), i, uint64(n.addr))
	}
	at := g.r.IntN(graphRoots)
	g.array.refs[at+2] = &n
	set(obj(g.root), at+2, uint64(n.addr))
	if g.r.IntN(50) == 0 {
		for range graphRoots / 2 {
			at := g.r.IntN(graphRoots) + 2
			delete(g.array.refs, at)
			set(obj(g.root), at, 0)
		}
	}
}

func (g *graph) pick() *node {
	n := g.array.refs[g.r.IntN(graphRoots)+2]
	for n != nil && g.r.IntN(3) == 0 && len(n.refs) > 0 {
		for _, m := range n.refs {
			n = m
			break
		}
	}
	return n
}

// verify compares all reachable objects with the model and returns the bytes they take.
//
//go:noinline
func (g *graph) verify() uint64 {
	g.Helper()
	seen := map[*node]bool{}
	todo := []*node{g.array}
	total := uint64(0)
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		p := at(n.addr)
		if hd := (*Header)(p); hd.Shape != n.shape {
			g.Fatalf("object at %#x: shape %d, want %d", n.addr, hd.Shape, n.shape)
		}
		size := (n.size + 15) &^ 15
		if got := g.h.ObjectSize(p); got != size {
			g.Fatalf("object at %#x: size %d, want %d", n.addr, got, size)
		}
		total += uint64(size)
		for i := 1; i < int(n.size/8); i++ {
			w := get(p, i)
			switch m, isRef := n.refs[i]; {
			case isRef:
				if w < uint64(m.addr) || w >= uint64(m.addr+m.size) {
					g.Fatalf("object at %#x: word %d is %#x", n.addr, i, w)
				}
				todo = append(todo, m)
			case w != n.data[i]:
				g.Fatalf("object at %#x: word %d is %#x, want %#x", n.addr, i, w, n.data[i])
			}
		}
	}
	return total
}

func TestRandomGraphs(t *testing.T) {
	for _, c := range []struct {
		name  string
		o     Options
		steps int
		calm  int // how many times out of a hundred the program is not about to be stopped, when asked; 0: always
		young func() watcher
	}{
		{"plain", Options{}, 24000, 0, nil},
		{"small trigger", Options{Trigger: 64 << 10}, 8000, 0, nil},
		{"stress", Options{Stress: 7}, 2000, 0, nil},
		{"stress at every allocation", Options{Stress: 1}, 400, 0, nil},
		{"given up", Options{Trigger: 64 << 10}, 8000, 80, nil},
		{"given up, as a rule", Options{Trigger: 64 << 10}, 8000, 20, nil},
		{"young", Options{Trigger: 64 << 10}, 8000, 0, newWatcher},
		{"young, with compared pages", Options{Trigger: 64 << 10}, 4000, 0, comparePages},
		{"young, in stress", Options{Stress: 7}, 1000, 0, comparePages},
		{"young, given up", Options{Trigger: 64 << 10}, 4000, 80, comparePages},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := &graph{tester: newTester(t, c.o), r: rand.New(rand.NewPCG(1, 2))}
			g.init()
			if c.young != nil {
				g.h.young.pages, g.h.young.always = c.young(), true
				if !g.h.young.pages.ready(g.h.base+firstBlock*BlockSize, BlockSize) {
					t.Skip("the system does not tell who writes where")
				}
			}
			if c.calm > 0 {
				g.h.Hurry = func() bool { return g.r.IntN(100) >= c.calm }
			}
			for i := range c.steps {
				g.step()
				if c.calm > 0 && i%100 == 0 {
					if !g.h.TryCollect() {
						g.check()
					}
					g.verify()
				}
				if (i+1)%(c.steps/8) == 0 {
					g.verify()
					scrub()
					g.h.Collect()
					g.check()
					want := g.verify()
					got := g.h.Stats().LiveBytes
					// Words that were left on the stack may hold a little more.
					if got < want || got > want+want/4+(4<<20) {
						t.Errorf("after %d steps: %d bytes live, want %d", i+1, got, want)
					}
				}
			}
			if c.steps > 1000 && ((g.few == 0) != (c.o.Stress > 0) || g.few == g.lengthened) {
				t.Errorf("%d objects were lengthened, %d of them not large", g.lengthened, g.few)
			}
			if s := g.h.Stats(); c.young != nil && c.calm+c.o.Stress == 0 && (s.Young < 10 || s.Young == s.Collections) {
				t.Errorf("%d of %d collections were young", s.Young, s.Collections)
			}
			if s := g.h.Stats(); s.Collections < 8 || s.Allocated == 0 || s.Peak < s.HeapBytes {
				t.Errorf("statistics: %+v", s)
			}
		})
	}
}

// onGoroutine runs f where no words of earlier work lie on the stack.
func onGoroutine(f func()) {
	done := make(chan bool)
	go func() { defer close(done); f() }()
	<-done
}

// collect collects where nothing on the stack refers to objects.
func (x *tester) collect() {
	onGoroutine(func() {
		scrub()
		x.h.Collect()
	})
}

func TestLiveBytesExact(t *testing.T) {
	x := newTester(t, Options{})
	onGoroutine(func() {
		p := x.alloc(shapeArray, 16+1000*8)
		x.root = ref(p)
		for i := range 1000 {
			set(p, 2+i, ref(x.alloc(shapeLeaf, uintptr(8+i))))
			x.alloc(shapePair, 32)
		}
	})
	want := uint64(16 + 1000*8)
	for i := range 1000 {
		want += uint64(8+i+15) &^ 15
	}
	// A stale word on a stack can keep an object for one collection, hardly for five on new stacks.
	collect := func(want uint64) uint64 {
		for range 5 {
			x.collect()
			x.check()
			if x.h.Stats().LiveBytes == want {
				break
			}
		}
		return x.h.Stats().LiveBytes
	}
	if got := collect(want); got != want {
		t.Errorf("live: %d, want %d", got, want)
	}
	if got := collect(want); got != want {
		t.Errorf("live after another collection: %d, want %d", got, want)
	}
	x.root = 0
	if got := collect(0); got != 0 {
		t.Errorf("live without roots: %d", got)
	}
	if s := x.h.Stats(); s.HeapBytes != 0 {
		t.Errorf("%d bytes of blocks without objects", s.HeapBytes)
	}
}

//go:noinline
func deep(x *tester, n int) int {
	p := x.alloc(shapePair, 32)
	set(p, 3, uint64(n))
	q := x.alloc(shapeLeaf, 48)
	set(q, 5, uint64(n)*3)
	inner := unsafe.Add(q, 40) // only an interior pointer is kept
	switch {
	case n == 0:
		x.h.Collect()
		runtime.GC()
		x.h.Collect()
	case n%100 == 0:
		x.h.Collect()
	}
	below := 0
	if n > 0 {
		below = deep(x, n-1)
	}
	if get(p, 3) != uint64(n) || get(inner, 0) != uint64(n)*3 {
		x.Errorf("object of level %d was overwritten", n)
	}
	return below + 1
}

func TestStackRoots(t *testing.T) {
	for _, o := range []Options{{Trigger: 1 << 20}, {Stress: 50}} {
		x := newTester(t, o)
		onGoroutine(func() {
			if deep(x, 3000) != 3001 {
				t.Error("wrong depth")
			}
		})
		stop := make(chan bool)
		go func() {
			for {
				select {
				case <-stop:
					return
				default:
					runtime.GC()
				}
			}
		}()
		onGoroutine(func() { deep(x, 500) })
		close(stop)
		x.collect()
		x.check()
		// A stale word of this goroutine's own stack may keep an object or two.
		if n := x.h.Stats().LiveBytes; n > 256 {
			t.Errorf("%d bytes live at the end", n)
		}
	}
}

func TestParkedStack(t *testing.T) {
	x := newTester(t, Options{Stress: 1})
	parked, resume, done := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		p := x.alloc(shapeLeaf, 32)
		set(p, 2, 77)
		id := x.h.AddParkedStack(x.h.CopyStack(nil))
		parked <- true
		<-resume
		x.h.RemoveParkedStack(id)
		if get(p, 2) != 77 {
			t.Error("object of a parked goroutine was overwritten")
		}
	}()
	<-parked
	for range 10 {
		x.alloc(shapeLeaf, 32)
	}
	resume <- true
	<-done
	x.collect()
	if n := x.h.Stats().LiveBytes; n != 0 {
		t.Errorf("%d bytes live at the end", n)
	}
}

func TestRange(t *testing.T) {
	x := newTester(t, Options{Stress: 1})
	stack := make([]uint64, 100)
	used := 10
	x.h.AddRange(func() (lo, hi uintptr) {
		lo = uintptr(unsafe.Pointer(&stack[0]))
		return lo, lo + uintptr(used)*8
	})
	onGoroutine(func() {
		stack[5] = ref(x.alloc(shapeLeaf, 32)) + 9
		stack[10] = ref(x.alloc(shapeLeaf, 32))
	})
	x.collect()
	if n := x.h.Stats().LiveBytes; n != 32 {
		t.Errorf("live: %d, want 32", n)
	}
	runtime.KeepAlive(stack)
}

func TestShapeRecordsInTheHeap(t *testing.T) {
	x := newTester(t, Options{Stress: 1})
	onGoroutine(func() {
		rec := x.alloc(shapeShape, recordSize)
		*(*Layout)(unsafe.Add(rec, 8)) = Layout{RefMap: 2, Fixed: 2}
		id := uint32((uintptr(rec) - x.h.Base()) / Granule)
		x.root = ref(rec) // rec is dead below, so the stack need not hold it
		p := x.alloc(id, 16)
		x.root = ref(p)
		set(p, 1, ref(x.alloc(shapeLeaf, 64)))
	})
	for range 3 {
		x.collect()
		x.check()
		if n := x.h.Stats().LiveBytes; n != recordSize+16+64 {
			t.Errorf("live: %d", n)
		}
	}
}

func TestLarge(t *testing.T) {
	x := newTester(t, Options{})
	sizes := []uintptr{largeSize, largeSize + 8, BlockSize, BlockSize + 16, 3 * BlockSize, 5<<20 + 24, 300 << 20}
	for _, inner := range []bool{false, true} {
		for _, size := range sizes {
			onGoroutine(func() {
				p := x.alloc(shapeArray, size)
				q := x.alloc(shapeLeaf, 32)
				set(q, 1, 5)
				set(p, int(size/8)-1, ref(q))
				x.root = ref(p)
				if inner {
					x.root += uint64(size) - 1
				}
			})
			want := uint64(size+15)&^15 + 32
			for range 5 { // a stack that Go hands on may hold addresses of what was before
				x.collect()
				if x.h.Stats().LiveBytes == want {
					break
				}
			}
			x.check()
			if n := x.h.Stats().LiveBytes; n != want {
				t.Errorf("size %d: live %d, want %d", size, n, want)
			}
			x.root = 0
		}
	}
	x.collect()
	x.check()
	if s := x.h.Stats(); s.LiveBytes != 0 || s.HeapBytes != 0 {
		t.Errorf("at the end: %+v", s)
	}
}

func TestAbsurdSizes(t *testing.T) {
	x := newTester(t, Options{Cap: 64 << 20})
	for _, size := range []uintptr{64 << 20, 1 << 30, RegionSize, RegionSize + 1, 1 << 40, 1 << 62, 1 << 63, ^uintptr(0), ^uintptr(0) - 15} {
		if size == 64<<20 {
			if p := x.a.Alloc(shapeLeaf, size, 0); p == nil {
				t.Errorf("the whole cap cannot be allocated")
			}
			x.collect()
			continue
		}
		if p := x.a.Alloc(shapeLeaf, size, 0); p != nil {
			t.Errorf("%#x bytes: %p", size, p)
		}
		if x.h.CanAlloc(uint64(size)) {
			t.Errorf("%#x bytes can be allocated", size)
		}
	}
	if n := x.h.Stats().Collections; n > 12 {
		t.Errorf("%d collections", n)
	}
	if p := x.a.Alloc(shapeLeaf, 0, 0); p == nil || x.h.ObjectSize(p) != 16 {
		t.Error("size 0")
	}
}

// fillList conses pairs until memory is out and returns how many there were.
//
//go:noinline
func fillList(x *tester) (n int) {
	for {
		p := x.a.Alloc(shapePair, 32, 0)
		if p == nil {
			return n
		}
		set(p, 1, x.root)
		set(p, 3, uint64(n))
		x.root = ref(p)
		n++
	}
}

func TestCap(t *testing.T) {
	const most = 8 << 20
	x := newTester(t, Options{Cap: most})
	for round := range 4 {
		n := fillList(x)
		if n*32 < most*9/10 || n*32 > most {
			t.Errorf("round %d: %d pairs in %d bytes", round, n, most)
		}
		if p := x.a.Alloc(shapeLeaf, 100000, 0); p != nil {
			t.Error("large object in a full heap")
		}
		if x.h.CanAlloc(100000) {
			t.Error("CanAlloc in a full heap")
		}
		i := n
		for w := x.root; w != 0; w = get(obj(w), 1) {
			if i--; get(obj(w), 3) != uint64(i) {
				t.Fatalf("pair %d holds %d", i, get(obj(w), 3))
			}
		}
		x.root = 0
		scrub()
		if !x.h.CanAlloc(most / 2) {
			t.Error("CanAlloc in an empty heap")
		}
		if s := x.h.Stats(); s.Peak > most {
			t.Errorf("peak %d", s.Peak)
		}
	}
	if n := x.h.Stats().Collections; n > 100 {
		t.Errorf("%d collections", n)
	}
}

func TestNoCollectionStorm(t *testing.T) {
	x := newTester(t, Options{Cap: 4 << 20})
	fillList(x)
	before := x.h.Stats().Collections
	// Free a little at a time: progress is possible, but each collection yields next to nothing.
	failed := 0
	const tries = 200
	for range tries {
		x.root = get(obj(x.root), 1)
		if x.a.Alloc(shapeLeaf, 32, 0) == nil {
			failed++
		}
	}
	if n := x.h.Stats().Collections - before; n > tries*forcedRun/(forcedRun+1)+1 || failed == 0 {
		t.Errorf("%d collections, %d failures", n, failed)
	}
	x.root = 0
	scrub()
	for range 3 {
		if x.a.Alloc(shapeLeaf, 32, 0) != nil {
			return
		}
	}
	t.Error("allocation keeps failing after all was freed")
}

func TestPoison(t *testing.T) {
	x := newTester(t, Options{Stress: 1})
	var addr uintptr
	onGoroutine(func() {
		p := x.alloc(shapeLeaf, 64)
		q := x.alloc(shapeLeaf, 64)
		x.root = ref(q)
		addr = uintptr(p)
	})
	x.collect()
	if w := word(addr + 16); w != 0xdbdbdbdbdbdbdbdb {
		t.Errorf("freed word is %#x", w)
	}
	if a := x.a; a.Ptr != 0 || a.Limit != 0 {
		t.Error("allocation could take the fast path under stress")
	}
}

// A collection that is given up frees nothing, and the next one all that it would have freed.
func TestGiveUp(t *testing.T) {
	x := newTester(t, Options{Trigger: 1 << 20})
	closed, put, asked := 0, 0, 0
	fill := func() {
		onGoroutine(func() {
			list := ref(x.alloc(shapeArray, 16+40000*8))
			x.root = list
			for i := range 20000 {
				p := x.alloc(shapePair, 32)
				set(obj(list), 2+2*i, ref(p))
				x.alloc(shapeLeaf, 48)
			}
			for range 10 {
				p := x.alloc(shapeHandle, 16)
				*(*uint32)(unsafe.Add(p, 8)) = x.h.Handles().Put(closer{&closed})
				put++
			}
		})
	}
	for give := 1; ; give++ {
		fill()
		before := x.h.Stats()
		asked = 0
		x.h.Hurry = func() bool { asked++; return asked == give }
		done := false
		onGoroutine(func() { done = x.h.TryCollect() })
		x.h.Hurry = nil
		after := x.h.Stats()
		if done {
			if give < 50 {
				t.Errorf("asked %d times only", asked)
			}
			break
		}
		if asked != give || after.Collections != before.Collections || after.LiveBytes != before.LiveBytes || after.HeapBytes != before.HeapBytes {
			t.Fatalf("question %d of %d: %+v, before %+v", give, asked, after, before)
		}
		x.check()
		if give%8 == 0 {
			x.root = 0
			x.collect()
			x.check()
			if n := x.h.Stats().LiveBytes; n != 0 {
				t.Fatalf("question %d: %d bytes live at the end", give, n)
			}
		}
	}
	x.root = 0
	x.collect()
	x.collect()
	if n := x.h.Stats().LiveBytes; n != 0 || closed != put {
		t.Errorf("%d bytes live, %d of %d handles closed", n, closed, put)
	}
}

// While the program is about to be stopped nothing is collected, but what stops it again and again does not keep all garbage, and at the cap it is halted.
func TestHurry(t *testing.T) {
	x := newTester(t, Options{Trigger: 1 << 20, Cap: 8 << 20})
	x.h.Hurry = func() bool { return true }
	collections := func() int { return x.h.Stats().Collections }
	for collections() == 0 {
		x.alloc(shapeLeaf, 1<<10)
		if n := x.h.Stats().Allocated; n > 3<<20 {
			t.Fatalf("%d bytes allocated, and nothing collected", n)
		}
	}
	if n := x.h.Stats().Allocated; n < 2<<20 {
		t.Errorf("collected after %d bytes", n)
	}
	x.h.Hold = true
	halts, before := 0, collections()
	x.h.Halt = func() bool { halts++; return true }
	for x.a.Alloc(shapeLeaf, 1<<10, 0) != nil {
	}
	if halts != 1 || collections() != before {
		t.Errorf("at the cap: %d halts, %d collections", halts, collections()-before)
	}
	x.h.Halt = func() bool { halts++; return false } // it goes on after all
	x.alloc(shapeLeaf, 1<<10)
	if halts != 2 || collections() != before+1 {
		t.Errorf("at the cap: %d halts, %d collections", halts, collections()-before)
	}
}

type closer struct{ n *int }

func (c closer) Close() error { *c.n++; return nil }

func TestHandles(t *testing.T) {
	x := newTester(t, Options{})
	hs := x.h.Handles()
	closed := 0
	onGoroutine(func() {
		p := x.alloc(shapeHandle, 16)
		*(*uint32)(unsafe.Add(p, 8)) = hs.Put(closer{&closed})
		x.root = ref(p)
		for range 10 {
			*(*uint32)(unsafe.Add(x.alloc(shapeHandle, 16), 8)) = hs.Put(closer{&closed})
		}
	})
	young := hs.Put("young")
	x.collect()
	if closed != 0 || hs.Len() != 12 || hs.Get(young) != "young" {
		t.Errorf("after one collection: %d closed, %d left", closed, hs.Len())
	}
	x.collect()
	if closed != 10 || hs.Len() != 1 || hs.Get(young) != nil {
		t.Errorf("after two collections: %d closed, %d left", closed, hs.Len())
	}
	x.root = 0
	x.collect()
	if closed != 11 || hs.Len() != 0 {
		t.Errorf("at the end: %d closed, %d left", closed, hs.Len())
	}
	id := hs.Put(1)
	hs.Set(id, 2)
	if id == 0 || hs.Get(id) != 2 {
		t.Error("Set")
	}
	hs.Drop(id)
	hs.Drop(id)
	if hs.Get(id) != nil || hs.Get(0) != nil || hs.Get(1<<30) != nil || hs.Len() != 0 {
		t.Error("Drop")
	}
}

// TestHandleKeeps marks through a handle, in the midst of exact objects, what it keeps and what that refers to.
func TestHandleKeeps(t *testing.T) {
	x := newTester(t, Options{})
	hs := x.h.Handles()
	onGoroutine(func() {
		array := x.alloc(shapeArray, 16+64*8)
		x.root = ref(array)
		for i := range 64 {
			p := x.alloc(shapeHandle, 16)
			set(array, i+2, ref(p))
			id := hs.Put(i)
			*(*uint32)(unsafe.Add(p, 8)) = id
			kept := x.alloc(shapeArray, 32)
			hs.Keep(id, 0, uintptr(kept))
			leaf := x.alloc(shapeLeaf, 16)
			set(kept, 2, ref(leaf))
			set(leaf, 1, uint64(i))
		}
	})
	for range 3 {
		x.collect()
		onGoroutine(func() {
			for range 1000 {
				set(x.alloc(shapeLeaf, 48), 1, 1<<40)
			}
		})
	}
	if n := x.h.Stats().LiveBytes; n < 64*(16+32+16) {
		t.Errorf("%d bytes are live", n)
	}
	for i := range 64 {
		id := *(*uint32)(unsafe.Add(obj(get(obj(x.root), i+2)), 8))
		if kept := hs.items[id-1].keeps[0]; get(obj(get(at(kept), 2)), 1) != uint64(i) {
			t.Errorf("what handle %d keeps is gone", i)
		}
	}
}

func TestOnMarked(t *testing.T) {
	x := newTester(t, Options{Stress: 1})
	var weak, final uintptr
	revived := 0
	x.h.OnMarked(func(live func(uintptr) bool, keep func(uint64)) {
		if final != 0 && !live(final) {
			keep(uint64(final))
			revived++
			final = 0
		}
	})
	x.h.OnMarked(func(live func(uintptr) bool, keep func(uint64)) {
		if weak != 0 && !live(weak) {
			weak = 0
		}
	})
	onGoroutine(func() {
		p := x.alloc(shapePair, 32)
		x.root = ref(p)
		q := x.alloc(shapePair, 32)
		set(p, 1, ref(q))
		set(q, 1, ref(x.alloc(shapeLeaf, 48)))
		final, weak = uintptr(p), uintptr(q)
	})
	x.root = 0
	x.collect()
	if n := x.h.Stats().LiveBytes; revived != 1 || weak == 0 || n != 32+32+48 {
		t.Errorf("after the finalizer: revived %d, weak %#x, %d live", revived, weak, n)
	}
	x.collect()
	if n := x.h.Stats().LiveBytes; revived != 1 || weak != 0 || n != 0 {
		t.Errorf("at the end: revived %d, weak %#x, %d live", revived, weak, n)
	}
}

func TestTwoHeaps(t *testing.T) {
	done := make(chan bool)
	for i := range 2 {
		g := &graph{tester: newTester(t, Options{Trigger: 1 << 20}), r: rand.New(rand.NewPCG(uint64(i), 9))}
		go func() {
			defer func() { done <- true }()
			g.init()
			for range 5000 {
				g.step()
			}
			g.verify()
			g.check()
		}()
	}
	<-done
	<-done
}

func TestTwoAllocators(t *testing.T) {
	x := newTester(t, Options{Trigger: 1 << 20})
	var b Allocator
	b.Init(x.h)
	for i := range 200000 {
		a := &x.a
		if i%3 == 0 {
			a = &b
		}
		p := a.Alloc(shapePair, 32, 0)
		if i%50 == 0 {
			set(p, 1, x.root)
			x.root = ref(p)
		}
	}
	x.check()
	b.Done()
	x.check()
	n := 0
	for w := x.root; w != 0; w = get(obj(w), 1) {
		n++
	}
	if n != 4000 {
		t.Errorf("%d objects in the list", n)
	}
}

// The bytes of garbage between live objects are found again.
func TestReuse(t *testing.T) {
	x := newTester(t, Options{Cap: 16 << 20, Trigger: 1 << 20})
	for range 400 {
		for k := range 2000 {
			p := x.alloc(shapeLeaf, 16+uintptr(k%100)*8)
			if k%500 == 0 {
				x.root = ref(p)
			}
		}
	}
	if s := x.h.Stats(); s.Peak > 4<<20 {
		t.Errorf("peak of %d bytes with next to nothing live", s.Peak)
	}
}

// TestManyHeaps has more heaps at once than there would be regions if each took as many addresses as a heap can become.
func TestManyHeaps(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators and limited processes have fewer addresses")
	}
	var all []*Heap
	defer func() {
		for _, h := range all {
			h.Close()
		}
	}()
	for i := range 4000 {
		h, err := New(Options{Cap: 16 << 20})
		if err != nil {
			t.Fatalf("heap %d: %v", i, err)
		}
		if h.Base()%RegionSize != 0 {
			t.Fatalf("heap %d is at %#x", i, h.Base())
		}
		all = append(all, h)
	}
	base := all[7].Base()
	if err := all[7].Close(); err != nil {
		t.Fatal(err)
	}
	h, err := New(Options{Cap: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	if all[7] = h; h.Base() != base {
		t.Errorf("the place of a heap that was closed is not used again: %#x, not %#x", h.Base(), base)
	}
}

// Large objects that refer to nothing cost nothing to mark: programs that make and drop many have much else that is live marked seldom.
func TestLargeLeaves(t *testing.T) {
	x := newTester(t, Options{Cap: 2 << 30})
	onGoroutine(func() {
		for range 400 << 10 { // 25 MB
			p := x.alloc(shapePair, 64)
			set(p, 1, x.root)
			x.root = ref(p)
		}
	})
	x.collect()
	before := x.h.Stats().Collections
	onGoroutine(func() {
		for i := range 512 << 20 / (64 << 10) {
			p := x.a.AllocRaw(shapeLeaf, 64<<10, 0)
			if p == nil || get(p, 1) != 0 || get(p, 2) != 0 {
				t.Fatal("raw object", i)
			}
			set(p, 100, ^uint64(0))
			if i%100 == 0 {
				x.alloc(shapeLeaf, 64<<10) // zero all the same
			}
		}
	})
	if n := x.h.Stats().Collections - before; n > 8 { // 16 if they counted as all others do
		t.Errorf("%d collections", n)
	}
	if n := x.h.Stats().Peak; n > 160<<20 {
		t.Errorf("%d bytes at the peak", n)
	}
	x.check()
}

// TestGrowth: who asked is told each time that the heap has become twice as large, while it is small, and only then.
func TestGrowth(t *testing.T) {
	x := newTester(t, Options{})
	var tops []uint32
	x.h.OnGrowth(func() { tops = append(tops, x.h.top) })
	for x.h.top < 3*growthMost {
		p := x.alloc(shapePair, 1<<10)
		set(p, 1, x.root)
		x.root = ref(p)
	}
	if want := []uint32{112, 224, 448}; !slices.Equal(tops, want) {
		t.Errorf("told at %d blocks, want %d", tops, want)
	}
}

// TestTrigger: more garbage is waited for where collections take more than their share of the time, between half as much again as is live and twice as much, as
// far as collections have paid for it.
func TestTrigger(t *testing.T) {
	const mb, ms = 1 << 20, time.Millisecond
	x := newTester(t, Options{})
	for _, c := range []struct {
		live, since  uint64
		worked, paid time.Duration
		least, most  uint64
	}{
		{1 * mb, 4 * mb, time.Second, time.Second, 4 * mb, 4 * mb}, // next to nothing is live, and collections are cheap
		{1 * mb, 4 * mb, 2 * ms, time.Second, 8 * mb, 8 * mb},      // they are not
		{1 * mb, 4 * mb, 2 * ms, 2 * mb * price, 6 * mb, 6 * mb},
		{1 * mb, 4 * mb, 2 * ms, 0, 4 * mb, 4 * mb},
		{4 * mb, 6 * mb, time.Second, time.Second, 6 * mb, 6 * mb},
		{8 * mb, 6 * mb, time.Second, time.Second, 12 * mb, 12 * mb},
		{4 * mb, 6 * mb, 10 * ms, time.Second, 13 * mb / 2, 7 * mb}, // a share of 0.08 at 6.9 MB
		{4 * mb, 6 * mb, 1, time.Second, 8 * mb, 8 * mb},
		{20 * mb, 15 * mb, time.Second, time.Second, 15 * mb, 15 * mb},
		{20 * mb, 15 * mb, 1, time.Second, 24 * mb, 24 * mb},
		{20 * mb, 15 * mb, 1, mb * price, 16 * mb, 16 * mb},
		{100 * mb, 75 * mb, time.Second, time.Second, 75 * mb, 75 * mb},
		{100 * mb, 75 * mb, 1, time.Second, 75 * mb, 75 * mb},
		{100 * mb, 1 << 40, 1, time.Second, 75 * mb, 75 * mb},
	} {
		x.h.stats.LiveBytes, x.h.stats.PauseTotal, x.h.since = c.live, c.paid, c.since
		if x.h.setTrigger(c.worked, ms); x.h.trigger < c.least || x.h.trigger > c.most {
			t.Errorf("%d MB live, %d allocated in %v, collected for %v: %d KB", c.live/mb, c.since/mb, c.worked, c.paid, x.h.trigger>>10)
		}
	}
	x.h.minTrigger, x.h.since, x.h.stats.LiveBytes = 1*mb, 1*mb, 0
	if x.h.setTrigger(1, time.Hour); x.h.trigger != 1*mb {
		t.Errorf("%d bytes, 1 MB was chosen", x.h.trigger)
	}
}
