// How far the stacks may grow: what they take counts against the heap's cap.

package object

import (
	"math/bits"

	"github.com/psyco-go/psy/internal/vm/heap"
)

const (
	stackMost = 256 << 20 // bytes of a VM stack
	stackStep = 256 << 10 // by which StackEnd rises
	goStep    = 256 << 10 // what the goroutine's stack may grow between two looks at it
	goFree    = 512 << 10 // bytes of it that are not counted
	goEach    = 64        // nested calls between two looks
)

// StackRoom reports whether the VM stack can be used up to hi. It raises StackEnd if that is beyond it; then it may collect.
func (t *Thread) StackRoom(hi uintptr) bool {
	if hi <= t.StackEnd {
		return true
	}
	if hi > t.stackMax {
		return false
	}
	n := min((hi-t.StackEnd+stackStep-1)&^(stackStep-1), t.stackMax-t.StackEnd)
	if t.short = !t.RT.Heap.Charge(uint64(n)); t.short {
		return false
	}
	t.StackEnd += n
	return true
}

// GoStackRoom reports whether the goroutine's stack may grow a little more. It may collect.
func (t *Thread) GoStackRoom() bool {
	need := goStackSize(heap.StackDepth() + goStep)
	if need <= t.goStack {
		return true
	}
	if t.short = !t.RT.Heap.Charge(need - t.goStack); t.short {
		return false
	}
	t.goStack = need
	return true
}

// goStackSize is what a stack of which so much is used takes: Go doubles stacks, and keeps the memory of the one before for a while.
func goStackSize(depth uintptr) uint64 {
	if depth <= goFree {
		return 0
	}
	return 2 << bits.Len64(uint64(depth-1))
}

// shrinkStacks gives back what a collection finds unused.
func (t *Thread) shrinkStacks() {
	if end := t.StackTop + 2*stackStep; t.StackEnd > end+2*stackStep {
		n := (t.StackEnd - end) &^ (stackStep - 1)
		if t.RT.Heap.Discard(t.StackEnd-n+StackSlack, n) == nil {
			t.StackEnd -= n
			t.RT.Heap.Return(uint64(n))
		}
	}
	if need := goStackSize(heap.StackDepth() + goStep); 4*need < t.goStack || need == 0 {
		t.RT.Heap.Return(t.goStack - need)
		t.goStack = need
	}
}
