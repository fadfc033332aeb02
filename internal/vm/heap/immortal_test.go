package heap

import (
	"testing"
	"unsafe"
)

// Immortal objects survive, and what they refer to, and what that refers to by then; they are counted as all others are.
func TestImmortal(t *testing.T) {
	x := newTester(t, Options{})
	h := x.h
	other := x.alloc(shapePair, 32)
	immortal := x.alloc(shapeArray, 48)
	set(immortal, 2, ref(other))
	var dead uint64
	onGoroutine(func() { dead = ^ref(x.alloc(shapePair, 32)) }) // so that the test's own stack does not keep it alive
	large := x.alloc(shapeArray, 100000)
	set(immortal, 3, ref(large))
	asked := 0
	h.OnImmortal(func(is func(p uintptr)) {
		asked++
		is(uintptr(ref(immortal)))
		is(uintptr(^dead))
		is(uintptr(ref(large)))
		is(uintptr(ref(immortal)))
		is(8)
	})
	x.root = ref(immortal)
	var live uint64
	for range immortalAfter + 1 {
		scrub()
		h.Collect()
		live = h.Stats().LiveBytes
		x.check()
	}
	if asked != 1 || h.immortal.bytes != 48 || len(h.immortal.refs) != 2 {
		t.Fatalf("asked %d times; %d bytes are immortal, and refer to %d objects", asked, h.immortal.bytes, len(h.immortal.refs))
	}
	x.root = 0
	onGoroutine(func() {
		set(other, 1, ref(x.alloc(shapeLeaf, 64)))
		set(large, 2, ref(x.alloc(shapeLeaf, 16)))
	})
	for range 3 {
		h.Collect()
		x.check()
		if n := h.Stats().LiveBytes; n != live+64+16 {
			t.Fatalf("%d bytes are live, not %d", n, live+64+16)
		}
		if !h.Marked(ref(immortal)) || !h.Marked(get(other, 1)) || !h.Marked(get(large, 2)) {
			t.Fatal("what an immortal object refers to is dead")
		}
	}
	h.SetStress(1000)
	h.Collect()
	onGoroutine(func() { set(immortal, 4, ref(x.alloc(shapeLeaf, 32))) })
	defer func() {
		if recover() == nil {
			t.Error("that an immortal object has changed is not found")
		}
	}()
	h.Collect()
}

// What is immortal has to be in an image: objects that were made later are gone after a reset, and copies do not have them. They are not asked for again.
func TestImmortalImage(t *testing.T) {
	x := newTester(t, Options{})
	h := x.h
	var said []uint64
	asked := 0
	onImmortal := func(h *Heap) {
		h.OnImmortal(func(is func(p uintptr)) {
			asked++
			for _, w := range said {
				is(uintptr(w))
			}
		})
	}
	onImmortal(h)
	other := x.alloc(shapeLeaf, 32)
	old := x.alloc(shapePair, 32)
	set(old, 1, ref(other))
	said, x.root = append(said, ref(old)), ref(old)
	im, err := h.Freeze(func() error { return nil }, func(uint32, any) (func(), error) { return nil, nil }, func(unsafe.Pointer, *Words) {})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		young := x.alloc(shapePair, 32)
		set(young, 1, ref(x.alloc(shapeLeaf, 100)))
		said, x.root = append(said, ref(young)), ref(young)
		for range immortalAfter + 1 {
			h.Collect()
		}
		x.root = 0
		if err := h.Reset(im); err != nil {
			t.Fatal(err)
		}
		h.Collect()
		if !h.Marked(ref(old)) || !h.Marked(ref(other)) {
			t.Fatal("an immortal object of the image is dead, or what it refers to")
		}
		x.check()
		for range 10000 {
			x.alloc(shapeLeaf, 48)
		}
	}
	copied, err := im.New(0)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	onImmortal(copied)
	y := &tester{TB: t, h: copied}
	y.a.Init(copied)
	delta := uint64(copied.base - h.base)
	for range immortalAfter + 1 {
		copied.Collect()
	}
	if !copied.Marked(ref(old)+delta) || !copied.Marked(ref(other)+delta) {
		t.Error("an immortal object is dead in a copy, or what it refers to")
	}
	y.check()
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}
