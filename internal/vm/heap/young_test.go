// A watcher for tests, and tests of young collections that random graphs do not make.

package heap

import (
	"bytes"
	"testing"
	"unsafe"
)

// compared notes writes by keeping what pages held: it needs nothing of the system, and misses only what was written and is the same.
type compared map[uintptr][]byte

func comparePages() watcher { return compared{} }

func (c compared) ready(lo, size uintptr) bool { return true }

func (c compared) written(list []mapping, lo, size uintptr) ([]mapping, bool) {
	for p := lo; p < lo+size; p += uintptr(pageSize) {
		if page := unsafe.Slice((*byte)(at(p)), pageSize); !bytes.Equal(page, c[p]) {
			c[p] = bytes.Clone(page)
			list = append(list, mapping{p, uintptr(pageSize)})
		}
	}
	return list, true
}

// TestWatchedHoles makes blocks of which one line in five to all lines live: the densest are watched, and their holes take a quarter of what is live.
func TestWatchedHoles(t *testing.T) {
	x := newTester(t, Options{Trigger: 64 << 20})
	x.h.young.pages, x.h.young.always = comparePages(), true
	onGoroutine(func() {
		const pair, blocks = 32, 100
		for i := range blocks * BlockSize / pair {
			p := x.alloc(shapePair, pair)
			block, line := i/(BlockSize/pair), i%(BlockSize/pair)/(lineGranules*Granule/pair)
			if (line*91+block)%blockLines < blockLines*(20+block*80/blocks)/100 {
				set(p, 1, x.root)
				x.root = ref(p)
			}
		}
	})
	x.collect()
	if !x.h.young.watching {
		t.Fatal("the next collection is no young one")
	}
	holes, watched, least, most := 0, 0, blockLines, 0
	for i := uint32(firstBlock); i < x.h.top; i++ {
		b := x.h.block(i)
		switch {
		case b.kind != kindSmall:
		case x.h.isWatched(i):
			watched++
			least = min(least, b.lines.live())
			holes += (blockLines - b.lines.live()) * lineGranules * Granule
		default:
			most = max(most, b.lines.live())
		}
	}
	live := int(x.h.Stats().LiveBytes)
	t.Logf("%d bytes live; %d blocks watched, with holes of %d bytes", live, watched, holes)
	if holes > live/youngHoles || holes < live/youngHoles/2 || most >= least {
		t.Errorf("watched blocks have %d live lines and more, others %d and less", least, most)
	}
}
