package object

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWeakTable compares the table with a map, through additions and what a collection does.
func TestWeakTable(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		var w weakTable
		model := map[uint64][]uint64{} // the newest last
		next := uint64(0)
		for range 2000 {
			switch n := r.IntN(200); {
			case n > 0:
				target := uint64(1+r.IntN(1+int(seed)*20)) << 4
				next++
				w.add(target, next)
				model[target] = append(model[target], next)
			default:
				dead := func(n uint64) bool { return n*0x9E3779B97F4A7C15>>61 <= seed%8 }
				w.all = slices.DeleteFunc(w.all, func(e weakEntry) bool { return dead(e.target) || dead(e.ref) })
				w.build()
				for target, refs := range model {
					if model[target] = slices.DeleteFunc(refs, dead); dead(target) {
						delete(model, target)
					}
				}
			}
			target := uint64(r.IntN(2+int(seed)*20)) << 4
			want := slices.Clone(model[target])
			slices.Reverse(want)
			if got := w.of(target); !slices.Equal(got, want) {
				t.Fatalf("seed %d: references of %d: %v, want %v", seed, target, got, want)
			}
		}
	}
}
