package heap

import (
	"testing"
	"unsafe"
)

// rootedHeap makes a heap whose roots are those listed.
func rootedHeap(t *testing.T, roots *[]uint64) (*Heap, *Allocator) {
	t.Helper()
	h, err := New(Options{Cap: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	a := &Allocator{}
	a.Init(h)
	h.AddRoots(func(visit func(uint64)) {
		for _, w := range *roots {
			visit(w)
		}
	})
	return h, a
}

// TestImageBytes: whatever was done since, a heap is what it was, and what is allocated then is zero.
func TestImageBytes(t *testing.T) {
	for _, keep := range []bool{true, false} {
		var roots []uint64
		h, a := rootedHeap(t, &roots)
		shape := rawShape(h)
		alloc := func(size uintptr, fill byte) unsafe.Pointer {
			p := a.Alloc(shape, size, 0)
			if p == nil {
				t.Fatal("no memory")
			}
			b := unsafe.Slice((*byte)(p), size)[8:]
			for i := range b {
				if b[i] != 0 {
					t.Fatalf("memory of %d bytes is not zero at %d", size, i)
				}
				b[i] = fill
			}
			return p
		}
		check := func(n int) {
			for i, w := range roots[:n] {
				b := unsafe.Slice((*byte)(at(uintptr(w))), sizes[i%len(sizes)])[8:]
				for k := range b {
					if b[k] != byte(i+1) {
						t.Fatalf("object %d has changed at %d: %d", i, k, b[k])
					}
				}
			}
		}
		for i := range 120 {
			roots = append(roots, uint64(uintptr(alloc(sizes[i%len(sizes)], byte(i+1)))))
			alloc(40000, 77) // becomes garbage
		}
		for frozen := range 3 {
			n := len(roots)
			im, err := h.Freeze(func() error { return nil }, func(uint32, any) (func(), error) { return nil, nil }, func(unsafe.Pointer, *Words) {})
			if err != nil {
				t.Fatal(err)
			}
			if !keep {
				im.shadow = mapping{} // as where the system does not tell which pages were written to
			}
			for round := range 4 {
				for i := range n {
					b := unsafe.Slice((*byte)(at(uintptr(roots[i]))), 64)[8:]
					b[round] = 99
				}
				was := append([]uint64{}, roots...)
				roots = roots[:n/2] // the others die
				for i := range 40 << round {
					alloc(sizes[i%len(sizes)], 55)
					if i%13 == 0 {
						alloc(1<<20, 66)
					}
				}
				h.Collect()
				h.giveToSystem(1 << 20)
				for i := range 40 << round {
					alloc(sizes[i%len(sizes)], 44)
				}
				if round == 2 {
					h.Collect()
				}
				roots = was
				if err := h.Reset(im); err != nil {
					t.Fatal(err)
				}
				check(n)
				h.Collect()
				check(n)
				if round%2 == 0 {
					if err := h.Reset(im); err != nil {
						t.Fatal(err)
					}
				}
			}
			if frozen == 0 { // the next image has less, the one after it more
				roots = roots[:n/3]
			} else {
				for i := range 300 {
					i += n
					roots = append(roots, uint64(uintptr(alloc(sizes[i%len(sizes)], byte(i+1)))))
				}
			}
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
}

var sizes = []uintptr{64, 256, 5000, 20000, 96, 100000}

// rawShape makes a shape record of objects without references in the static area.
func rawShape(h *Heap) uint32 {
	const at0 = StaticOffset + 64
	p := at(h.base + at0)
	*(*Header)(p) = Header{Meta: 4 << 8}
	*(*Layout)(unsafe.Add(p, 8)) = Layout{Fixed: 1}
	return at0 / Granule
}
