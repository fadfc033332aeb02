package heap

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/system"
)

// TestCopies: in copies addresses are moved wherever they stand, and nothing else is changed, whether the pages are made at once or when they are touched.
func TestCopies(t *testing.T) {
	var roots []uint64
	h, a := rootedHeap(t, &roots)
	defer h.Close()
	raw := rawShape(h)
	const refs0 = StaticOffset + 160
	p := at(h.base + refs0)
	*(*Header)(p) = Header{Meta: 4 << 8}
	*(*Layout)(unsafe.Add(p, 8)) = Layout{Fixed: 1, Tail: TailRefs}
	const words = 100
	var plain, leaves []unsafe.Pointer
	for i := range 600 {
		p := a.Alloc(refs0/Granule, 8*words, 0)
		q := a.Alloc(raw, sizes[i%len(sizes)], 0)
		w := unsafe.Slice((*uint64)(p), words)
		w[1], w[2] = uint64(uintptr(q)), uint64(i)
		w[3] = ^uint64(uintptr(p)) // complemented
		if i > 0 {
			w[words-1] = uint64(uintptr(plain[i-1]))
		}
		b := unsafe.Slice((*byte)(q), sizes[i%len(sizes)])[8:]
		for k := range b {
			b[k] = byte(i + k)
		}
		*(*uint64)(unsafe.Pointer(&b[10])) = uint64(uintptr(p)) // odd
		plain, leaves = append(plain, p), append(leaves, q)
		roots = append(roots, uint64(uintptr(p)))
	}
	im, err := h.Freeze(func() error { return nil }, func(uint32, any) (func(), error) { return nil, nil }, func(p unsafe.Pointer, w *Words) {
		if (*Header)(p).Shape == raw {
			w.Odd(unsafe.Add(p, 18))
		} else {
			w.Complemented(unsafe.Add(p, 24))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	was := GuardLazy
	defer func() { GuardLazy = was }()
	for _, lazily := range []bool{false, true} {
		GuardLazy = nil
		if lazily {
			GuardLazy = func(l *Lazy, low, size uintptr) func() { return system.GuardLazy(unsafe.Pointer(l), low, size) }
		}
		for range 3 {
			c, err := im.New(im.limit)
			if err != nil {
				t.Fatal(err)
			}
			if lazily != (c.lazy != nil) {
				t.Log("pages are made at once")
			}
			delta := uintptr(im.Distance(c))
			for i := len(plain) - 1; i >= 0; i -= 2 {
				if i == len(plain)/2+1 {
					c.Made() // further copies have so many pages from the start
				}
				p, q := unsafe.Add(plain[i], delta), unsafe.Add(leaves[i], delta)
				w := unsafe.Slice((*uint64)(p), words)
				if w[1] != uint64(uintptr(q)) || w[2] != uint64(i) || w[3] != ^uint64(uintptr(p)) || i > 0 && w[words-1] != uint64(uintptr(plain[i-1])+delta) {
					t.Fatalf("object %d: %#x", i, w[:4])
				}
				b := unsafe.Slice((*byte)(q), sizes[i%len(sizes)])[8:]
				if x := *(*uint64)(unsafe.Pointer(&b[10])); x != uint64(uintptr(p)) {
					t.Fatalf("leaf %d: %#x", i, x)
				}
				for k := range b {
					if (k < 10 || k >= 18) && b[k] != byte(i+k) {
						t.Fatalf("leaf %d has %d at %d", i, b[k], k)
					}
				}
			}
			c.makeAll()
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestSpareRegion: a copy in the region of a closed one finds the image's contents and zeros, whatever the closed one has written.
func TestSpareRegion(t *testing.T) {
	was := GuardLazy
	defer func() { GuardLazy = was }()
	GuardLazy = func(l *Lazy, low, size uintptr) func() { return system.GuardLazy(unsafe.Pointer(l), low, size) }
	var objects []uint64
	h, a := rootedHeap(t, &objects)
	defer h.Close()
	raw := rawShape(h)
	for i := range 300 {
		objects = append(objects, uint64(uintptr(a.Alloc(raw, 1000, 0))))
		w := unsafe.Slice((*uint64)(at(uintptr(objects[i]))), 125)
		for k := 1; k < len(w); k++ {
			w[k] = objects[max(i-1, 0)] + uint64(k)
		}
	}
	im, err := h.Freeze(func() error { return nil }, func(uint32, any) (func(), error) { return nil, nil }, func(p unsafe.Pointer, w *Words) {
		if (*Header)(p).Shape == raw {
			w.Plain(unsafe.Add(p, 8))
			w.Odd(unsafe.Add(p, 20))
			w.Complemented(unsafe.Add(p, 32))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	page := uintptr(pageSize)
	first, err := im.New(im.limit)
	if err != nil {
		t.Fatal(err)
	}
	if first.lazy == nil {
		t.Skip("pages are made at once")
	}
	first.makeAll()
	size := uintptr(first.top) * BlockSize
	want := append([]byte(nil), memory(first.base+BlockSize, size-BlockSize)...)
	base := first.base
	cache, err := first.MapStack(96 << 10)
	if err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		if round == 2 {
			first.Collect()
		}
		for p := base + BlockSize; p < base+size; p += page {
			if round != 1 || p/page%3 == 0 {
				clear(memory(p, page/2))
				memory(p, page)[page-1]++
			}
		}
		memory(cache, 96<<10)[5000] = 1
		var b Allocator
		b.Init(first)
		for range 100 { // beyond the image
			p := b.Alloc(raw, 10000, 0)
			memory(uintptr(p), 10000)[9000] = 1
		}
		top := first.top
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}
		c, err := im.New(im.limit)
		if err != nil {
			t.Fatal(err)
		}
		if c.base != base || c.lazy == nil {
			t.Fatal("the region is not used again")
		}
		if cache, err = c.MapStack(96 << 10); err != nil || memory(cache, 96<<10)[5000] != 0 {
			t.Fatal("mapped memory is not zero", err)
		}
		for i, x := range memory(c.base+BlockSize, size-BlockSize) {
			if x != want[i] {
				t.Fatalf("round %d: byte %#x is %d, not %d", round, i, x, want[i])
			}
		}
		for i, x := range memory(c.base+size, uintptr(top)*BlockSize-size) {
			if x != 0 {
				t.Fatalf("round %d: byte %#x beyond the image is %d", round, i, x)
			}
		}
		if c.top != im.top || c.stats.Collections != 0 {
			t.Fatal("the heap is not new")
		}
		first = c
	}
	first.mixed = true // it goes back to the system
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if im.source.sparesN != 0 || len(im.source.spares) != 0 {
		t.Error("spare regions are left")
	}
}

// TestPagesOf compares the two ways of asking the system for pages.
func TestPagesOf(t *testing.T) {
	page := uintptr(pageSize)
	lo, err := reserve(0, 64*page)
	if err != nil {
		t.Fatal(err)
	}
	defer release(lo, 64*page)
	if err := commit(lo, 64*page); err != nil {
		t.Fatal(err)
	}
	for _, i := range []uintptr{1, 2, 3, 7, 9, 63} {
		*(*byte)(at(lo + i*page)) = 1
	}
	want := []mapping{{lo + page, 3 * page}, {lo + 7*page, page}, {lo + 9*page, page}, {lo + 63*page, page}}
	was := scanless.Load()
	defer scanless.Store(was)
	for _, without := range []bool{was, true} {
		for _, kind := range []int{pagesMade, pagesOwn} {
			scanless.Store(without)
			got, ok := pagesOf(nil, lo, 64*page, kind)
			if !ok {
				t.Skip("the system does not tell")
			}
			if !slices.Equal(got, want) {
				t.Errorf("kind %d, without a scan %v: %x, want %x", kind, without, got, want)
			}
		}
	}
}
