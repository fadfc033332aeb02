// Timings of allocation and marking.

package heap

import "testing"

func BenchmarkAlloc(b *testing.B) {
	for _, c := range []struct {
		name string
		size uintptr
	}{{"16", 16}, {"32", 32}, {"64", 64}, {"1024", 1024}, {"100000", 100000}} {
		b.Run(c.name, func(b *testing.B) {
			x := newTester(b, Options{})
			b.ReportAllocs()
			for range b.N {
				x.a.Alloc(shapeLeaf, c.size, 0)
			}
			s := x.h.Stats()
			b.ReportMetric(float64(s.PauseTotal.Microseconds())/float64(max(s.Collections, 1)), "us/gc")
		})
	}
}

// Allocation into a heap in which every other object lives.
func BenchmarkAllocFragmented(b *testing.B) {
	x := newTester(b, Options{})
	const n = 1 << 20
	p := x.alloc(shapeArray, 16+n*8)
	x.root = ref(p)
	for i := range n {
		set(p, i+2, ref(x.a.Alloc(shapePair, 32, 0)))
		x.a.Alloc(shapeLeaf, uintptr(i%9)*64+16, 0)
	}
	b.ResetTimer()
	for range b.N {
		x.a.Alloc(shapeLeaf, 32, 0)
	}
}

func BenchmarkMark(b *testing.B) {
	x := newTester(b, Options{})
	const n = 1 << 20
	p := x.alloc(shapeArray, 16+n*8)
	x.root = ref(p)
	for i := range n {
		q := x.a.Alloc(shapePair, 32, 0)
		set(obj(x.root), i+2, ref(q))
		set(q, 1, get(obj(x.root), 2+i*7919%(i+1)))
	}
	b.ResetTimer()
	for range b.N {
		x.h.Collect()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/object")
}
