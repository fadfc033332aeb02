// Tests of the stacks of threads.

package object

import (
	"testing"
	"time"
)

// Threads that follow each other use the same stacks; one that was used far is given back. What is kept is charged, and images have none.
func TestStacksKept(t *testing.T) {
	rt, err := NewRuntime(RuntimeOptions{HeapCap: 256 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th, held := rt.Main, rt.Heap.OutsideBytes()
	run := func(n int, body func(t *Thread)) (bases map[uintptr]bool) {
		t.Helper()
		bases = map[uintptr]bool{}
		for range n {
			if err := th.Start(&Strand{}, func(t *Thread) {
				*t.baseExc = ExcState{Prev: t.baseExc}
				body(t)
			}); err != nil {
				t.Fatal(err)
			}
			s := rt.lock.strands[len(rt.lock.strands)-1]
			if bases[s.away.stackBase] = true; *s.away.baseExc != (ExcState{}) {
				t.Error("a stack is not like a new one")
			}
		}
		for !th.Alone() {
			th.Outside(func() { time.Sleep(time.Millisecond) })
		}
		return bases
	}
	nothing := func(*Thread) {}
	first := run(stacksKept+2, nothing)
	if kept := len(rt.lock.stacks); kept != stacksKept || len(first) != stacksKept+2 {
		t.Errorf("%d stacks of %d are kept", kept, len(first))
	}
	if now := rt.Heap.OutsideBytes(); now != held+stacksKept*stackStep {
		t.Errorf("%d bytes are held besides the %d before", now-held, held)
	}
	for base := range run(stacksKept, nothing) {
		if !first[base] {
			t.Error("a new stack was mapped")
		}
	}
	run(1, func(t *Thread) {
		if !t.StackRoom(t.StackEnd + 1) {
			panic("no room")
		}
	})
	if kept := len(rt.lock.stacks); kept != stacksKept-1 {
		t.Errorf("%d stacks are kept after one was used far", kept)
	}
	rt.dropStacks()
	if now := rt.Heap.OutsideBytes(); now != held {
		t.Errorf("%d bytes are held at the end, %d at the begin", now, held)
	}
}
