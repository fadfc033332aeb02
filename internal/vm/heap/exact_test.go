// Tests of collections that a program asks for.

package heap

import (
	"testing"
)

// Counted are the dead on a cycle and what only they reach; garbage without a cycle is not.
func TestCollectExactCounts(t *testing.T) {
	x := newTester(t, Options{})
	exactGarbage(x)
	wipe(512)
	if n, ok := x.h.CollectExact(false, func(p uintptr) bool { return (*Header)(at(p)).Shape == shapePair }); n != 3 || !ok {
		t.Errorf("counted %d, %v; want 3", n, ok)
	}
	if n, _ := x.h.CollectExact(false, func(uintptr) bool { return true }); n != 0 {
		t.Errorf("counted %d when nothing is left", n)
	}
}

// exactGarbage makes a cycle of two pairs, of which one refers to a third, and a chain of ten pairs that refers to the cycle.
//
//go:noinline
func exactGarbage(x *tester) {
	pair := func(a, b uint64) uint64 {
		p := x.alloc(shapePair, 32)
		*(*uint64)(at(uintptr(p) + 8)), *(*uint64)(at(uintptr(p) + 16)) = a, b
		return uint64(uintptr(p))
	}
	third := pair(0, 0)
	a := pair(third, 0)
	b := pair(a, 0)
	*(*uint64)(at(uintptr(a) + 16)) = b
	for chain := a; x.root < 10; x.root++ {
		chain = pair(chain, 0)
	}
	x.root = 0
}

//go:noinline
func wipe(depth int) (n int) {
	var words [64]uint64
	if depth > 0 {
		n = wipe(depth - 1)
	}
	for i := range words {
		n += int(words[i])
	}
	return n
}

// Of a stack only what is in use is a root then, and frames of transparent functions are none.
func TestCollectExactRoots(t *testing.T) {
	x := newTester(t, Options{})
	var words [2]uint64
	lo := uintptr(x.alloc(shapeLeaf, 64)) + 16 // memory that is no root by itself
	x.root = uint64(lo)
	x.h.AddStack(func(visit func(lo, hi uintptr)) { visit(lo, lo+16) }, func(visit func(lo, hi uintptr)) { visit(lo, lo+8) })
	elsewhere(func() bool {
		for i := range words {
			fillSlot(x, lo+uintptr(i)*8, &words[i])
		}
		return true
	})
	marked := func(i int) bool { return elsewhere(func() bool { return x.h.isMarked(^uintptr(words[i])) }) }
	x.h.Collect()
	if !marked(0) || !marked(1) {
		t.Fatal("a root was lost")
	}
	x.h.CollectExact(false, nil)
	if first, second := marked(0), marked(1); !first || second {
		t.Errorf("in use: %v, not in use: %v", first, second)
	}
	if !haveStack {
		t.Skip("the goroutine's stack is not scanned here")
	}
	if held := holds(x, true); !held {
		t.Error("what a Go function holds was lost")
	}
	Transparent("heap.holds")
	x = newTester(t, Options{}) // which has not asked about it yet
	if held := holds(x, true); held {
		t.Error("a transparent function kept something alive") // it cannot tell whether it looks at it later
	}
}

// elsewhere calls f on another goroutine, whose stack no collection here looks at.
func elsewhere(f func() bool) bool {
	result := make(chan bool)
	go func() { result <- f() }()
	return <-result
}

//go:noinline
func fillSlot(x *tester, slot uintptr, hidden *uint64) {
	p := uint64(uintptr(x.alloc(shapeLeaf, 32)))
	*(*uint64)(at(slot)), *hidden = p, ^p
}

// holds has an object's address in its frame during a collection, and reports whether the object survived.
//
//go:noinline
func holds(x *tester, goStack bool) bool {
	words := [4]uint64{uint64(uintptr(x.alloc(shapeLeaf, 32)))}
	hidden := ^words[0]
	keepWords(&words)
	x.h.CollectExact(goStack, nil)
	marked := x.h.isMarked(^uintptr(hidden))
	keepWords(&words)
	return marked
}

//go:noinline
func keepWords(*[4]uint64) {}
