package object

import (
	"testing"
	"unsafe"
)

// counter counts what it is asked for.
type counter struct {
	Interpreter
	asked int
}

func (c *counter) Depths(*Code) []int32 { c.asked++; return make([]int32, 1) }

// TestDepths: what a collection asks of a code object is known until that dies, and of few at a time.
func TestDepths(t *testing.T) {
	rt, err := NewRuntime(RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	c := &counter{}
	rt.Interpreter = c
	list := NewList(rt.Main, 3*depthsMost)
	list.Size = 0
	rt.Extra[0] = Of(list)
	for i := range 3 * depthsMost {
		code := New[Code](rt.Main, TCode)
		*list.At(i) = Of(code)
		list.Size++
		rt.depthsOf(code)
		if rt.depthsOf(code); c.asked != i+1 || len(rt.depths) > depthsMost {
			t.Fatalf("after %d code objects: asked %d times, %d are known", i+1, c.asked, len(rt.depths))
		}
	}
	rt.Heap.Collect()
	known := len(rt.depths)
	last := *list.At(3*depthsMost - 1)
	list.Size = 0
	clear(unsafe.Slice(list.At(0), 3*depthsMost))
	*list.At(0), list.Size = last, 1
	onOtherStack(rt.Heap.Collect)
	if _, ok := rt.depths[uintptr(last)]; !ok || len(rt.depths) > 3 || known != depthsMost {
		t.Errorf("%d are known of %d, with the last: %t", len(rt.depths), known, ok)
	}
}

// onOtherStack calls f where nothing of the caller's lies.
func onOtherStack(f func()) {
	done := make(chan bool)
	go func() {
		f()
		close(done)
	}()
	<-done
}
