//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// The page cache is compared with a table of pages, while any calls are made in any order.

package sqlite

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"modernc.org/libc"
)

// pageModel is what a cache should have.
type pageModel struct {
	pages  map[uint32]pageAt
	idle   []uint32 // the oldest first
	max    int
	little bool // whether memory may be missing
}

func (m *pageModel) drop(number uint32) {
	delete(m.pages, number)
	m.idle = slices.DeleteFunc(m.idle, func(n uint32) bool { return n == number })
}

func (m *pageModel) limit(n int) {
	for len(m.pages) > n && len(m.idle) > 0 {
		m.drop(m.idle[0])
	}
}

func TestPageCache(t *testing.T) {
	for _, size := range []int32{512, 4096, 65536} {
		for _, purgeable := range []int32{0, 1} {
			testPageCache(t, size, purgeable, 1<<30)
			testPageCache(t, size, purgeable, 40*int64(size)) // there is not enough memory
		}
	}
}

func testPageCache(t *testing.T, size, purgeable int32, memory int64) {
	w := &World{}
	w.Limit(memory)
	tls := newThread(w)
	defer endThread(tls)
	pick := rand.New(rand.NewPCG(uint64(size), uint64(purgeable)))
	p := cacheCreate(tls, size, 214, purgeable)
	m := pageModel{pages: map[uint32]pageAt{}, little: memory < 1<<30}
	resize := func(n int) {
		cacheSetMax(tls, p, int32(n))
		if purgeable != 0 {
			m.max = n
			m.limit(n)
		}
	}
	resize(40)
	for step := range 20000 {
		number := uint32(1 + pick.IntN(300))
		x, known := m.pages[number]
		idle := slices.Contains(m.idle, number)
		switch op := pick.IntN(100); {
		case op < 50:
			testFetch(t, &m, tls, p, number, int32(pick.IntN(3)))
		case op < 90:
			if discard := int32(pick.IntN(4) / 3); known && !idle && (purgeable != 0 || discard != 0) {
				cacheUnpin(tls, p, x, discard)
				if discard != 0 || len(m.pages) > m.max {
					m.drop(number)
				} else {
					m.idle = append(m.idle, number)
				}
			}
		case op < 95:
			if to := uint32(1 + pick.IntN(300)); known && !idle && m.pages[to] == 0 {
				cacheRekey(tls, p, x, number, to)
				delete(m.pages, number)
				m.pages[to] = x
				binary.LittleEndian.PutUint32(view(x.get().content, 4), to)
			}
		case op < 98:
			from := uint32(1 + pick.IntN(600))
			cacheTruncate(tls, p, from)
			for n := range m.pages {
				if n >= from {
					m.drop(n)
				}
			}
		case op == 98:
			resize(pick.IntN(150))
		case purgeable != 0:
			cacheShrink(tls, p)
			m.limit(0)
		}
		if c := (*cache)(at(p)); cacheCount(tls, p) != int32(len(m.pages)) || c.idle != uint32(len(m.idle)) {
			t.Fatalf("step %d: %d pages, %d idle, want %d, %d", step, c.count, c.idle, len(m.pages), len(m.idle))
		}
	}
	for n, x := range m.pages {
		if got := cacheFetch(tls, p, n, 0); got != x {
			t.Fatalf("page %d is at %x, want %x", n, got, x)
		}
	}
	cacheDestroy(tls, p)
	if w.Used() != 0 {
		t.Errorf("pages of %d bytes: %d bytes are left", size, w.Used())
	}
	w.Close()
}

// testFetch fetches a page, which knows its number at both ends.
func testFetch(t *testing.T, m *pageModel, tls *libc.TLS, p uintptr, number uint32, create int32) {
	t.Helper()
	c := (*cache)(at(p))
	x := m.pages[number]
	got := cacheFetch(tls, p, number, create)
	switch {
	case x != 0 && got != x:
		t.Fatalf("page %d is at %x, want %x", number, got, x)
	case x == 0 && create == 0 && got != 0:
		t.Fatalf("page %d is there", number)
	case m.little && got == 0 && len(m.idle) == 0:
	case x == 0 && create == 2 && got == 0:
		t.Fatalf("no page %d", number)
	case x == 0 && create == 1 && (got != 0) != (len(m.pages)-len(m.idle) < m.max*9/10):
		t.Fatalf("a page: %v, with %d pages of %d, %d idle", got != 0, len(m.pages), m.max, len(m.idle))
	}
	if got == 0 {
		return
	}
	content, extra := view(got.get().content, int(c.size)), view(got.get().extra, 214)
	if x == 0 {
		if len(m.idle) > 0 && (len(m.pages)+1 >= m.max || m.little && int(c.count) == len(m.pages)) {
			m.drop(m.idle[0])
		}
		m.pages[number] = got
		if binary.LittleEndian.Uint64(extra) != 0 {
			t.Fatal("a new page looks used")
		}
		for i := range content {
			content[i] = 0
		}
		for i := range extra {
			extra[i] = byte(number)
		}
		binary.LittleEndian.PutUint32(content, number)
	}
	if binary.LittleEndian.Uint32(content) != number || content[c.size-1] != 0 {
		t.Fatalf("page %d has changed", number)
	}
	m.idle = slices.DeleteFunc(m.idle, func(n uint32) bool { return n == number })
}
