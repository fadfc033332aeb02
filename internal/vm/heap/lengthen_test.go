// Tests of objects that grow where they lie; TestRandomGraphs has such too.

package heap

import "testing"

func TestLengthenLast(t *testing.T) {
	x := newTester(t, Options{Cap: 8 << 20})
	onGoroutine(func() {
		p := x.alloc(shapeArray, 64)
		x.root = ref(p)
		lengthened := 0
		for size := uintptr(72); size < 2*largeSize; size += 40 {
			if !x.a.Lengthen(uintptr(p), size) {
				if size > largeSize {
					break
				}
				q := x.alloc(shapeArray, size)
				x.root, p = ref(q), q
				continue
			}
			lengthened++
			for i := 1; i < int(size/8); i++ {
				if get(p, i) != 0 {
					t.Fatalf("word %d of %d is not zero", i, size/8)
				}
			}
			set(p, int(size/8)-1, ref(p))
			set(p, int(size/8)-1, 0)
		}
		if lengthened < 100 {
			t.Error(lengthened)
		}
		p = x.alloc(shapeArray, 64)
		x.root = ref(p)
		if x.a.Lengthen(uintptr(p), 48) {
			t.Error("made shorter")
		}
		behind := x.alloc(shapeLeaf, 16)
		if x.a.Lengthen(uintptr(p), 80) {
			t.Error("into another object")
		}
		set(behind, 1, 1)
		x.check()
	})
	x.collect()
	onGoroutine(func() {
		if x.a.Lengthen(uintptr(obj(x.root)), 80) {
			t.Error("what has survived a collection lies in no hole")
		}
		x.alloc(shapeLeaf, 16) // in the hole behind
		if x.a.Lengthen(uintptr(obj(x.root)), 80) {
			t.Error("what lies before the hole")
		}
		x.check()
	})
}

func TestLengthen(t *testing.T) {
	x := newTester(t, Options{Cap: 8 << 20})
	onGoroutine(func() {
		p := x.alloc(shapeArray, 3*BlockSize)
		x.root = ref(p)
		for size := uintptr(3 * BlockSize); size < 1<<20; size += 5000 {
			if !x.h.Lengthen(uintptr(p), size) {
				t.Fatal(size)
			}
			for i := 1; i < int(size/8); i++ {
				if get(p, i) != 0 {
					t.Fatalf("word %d of %d is not zero", i, size/8)
				}
			}
		}
		x.check()
		if x.h.Lengthen(uintptr(p), BlockSize) {
			t.Error("made shorter")
		}
		if x.h.Lengthen(uintptr(p), 9<<20) {
			t.Error("beyond the cap")
		}
		if x.h.Lengthen(uintptr(p), 6<<20) {
			t.Error("a collection was due")
		}
		x.check()

		behind := x.alloc(shapeArray, 2*BlockSize)
		if x.h.Lengthen(uintptr(p), 2<<20) {
			t.Error("into another object")
		}
		for i := 2; i < 2*BlockSize/8; i++ {
			set(behind, i, 1)
		}
	})
	x.collect() // behind is dead, and its memory not zero
	onGoroutine(func() {
		p := obj(x.root)
		size := x.h.ObjectSize(p) + 2*BlockSize
		if !x.h.Lengthen(uintptr(p), size) {
			t.Error("into what a dead object has left")
		}
		for i := 1; i < int(size/8); i++ {
			if get(p, i) != 0 {
				t.Fatalf("word %d of %d is not zero", i, size/8)
			}
		}
		x.check()
		to := x.alloc(shapeLeaf, 16)
		set(p, int(size/8)-1, ref(to))
		set(to, 1, 42)
	})
	x.collect()
	p := obj(x.root)
	if got := get(obj(get(p, int(x.h.ObjectSize(p)/8)-1)), 1); got != 42 {
		t.Error("the last word is not marked:", got)
	}
	x.check()

	x.h.Asked = func() bool { return true }
	onGoroutine(func() {
		x.h.Halt = func() bool { return true }
		if x.h.Lengthen(uintptr(p), x.h.ObjectSize(p)+2<<20) {
			t.Error("the program was to stop")
		}
	})
	x.check()
}
