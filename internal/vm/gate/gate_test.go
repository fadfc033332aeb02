package gate

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// TestOneWithin: of many goroutines that enter, of which one after another becomes the owner, one is within at a time.
func TestOneWithin(t *testing.T) {
	var g Gate
	g.Put(Idle)
	var within, owners atomic.Int32
	plain, entered := 0, int64(0)
	var wg sync.WaitGroup
	var total atomic.Int64
	for range 4 {
		wg.Go(func() {
			for turn := range 300 {
				n := 0
				for n < leastPatience*2 {
					if !g.Enter() {
						runtime.Gosched()
						continue
					}
					if within.Add(1) != 1 {
						t.Error("two are within")
					}
					if g.Enter() {
						t.Error("entered twice")
					}
					plain++
					n++
					within.Add(-1)
					g.Leave()
					if g.owned.Load() {
						owners.Add(1)
					}
					if turn%2 == 1 && n%16 == 0 {
						runtime.Gosched()
					}
				}
				total.Add(int64(n))
				g.patience.Store(0)
			}
		})
	}
	wg.Wait()
	if entered = total.Load(); int64(plain) != entered {
		t.Errorf("counted %d of %d", plain, entered)
	}
	if canOwn && owners.Load() == 0 {
		t.Error("nobody was the owner")
	}
}

// TestStates: an owner gives way, within or not.
func TestStates(t *testing.T) {
	var g Gate
	if g.Enter() || !g.Is(Closed) {
		t.Error("the zero gate is not closed")
	}
	g.Put(Idle)
	own := func() {
		for range 3 * leastPatience {
			if !g.Enter() {
				t.Fatal("cannot enter")
			}
			g.Leave()
		}
		if g.owned.Load() != canOwn {
			t.Error("who enters again and again is not the owner")
		}
	}
	elsewhere := func(f func()) {
		done := make(chan bool)
		go func() { f(); close(done) }()
		<-done
	}
	own()
	was := g.Moment()
	g.Enter()
	if next := g.Next(); next == was {
		t.Error("to enter makes no other moment")
	} else if !g.Is(Busy) || g.Is(Idle) {
		t.Error("is not busy")
	} else if elsewhere(func() {
		if g.Take(Resting) || g.Enter() {
			t.Error("two are within")
		}
	}); !g.Is(Busy) {
		t.Error("is not busy any more")
	} else if g.Leave(); g.Moment() != next || !g.Is(Idle) {
		t.Error("is not what was to be")
	}
	elsewhere(func() {
		if !g.Enter() {
			t.Error("cannot enter after the owner has left")
		}
		g.Leave()
	})
	g.patience.Store(0)
	own()
	g.Enter()
	g.Put(Parked)
	if !g.Is(Parked) || g.Enter() || !g.Change(Parked, Busy) || g.Change(Parked, Idle) {
		t.Error("is not parked")
	}
	if g.Leave(); !g.Enter() {
		t.Error("cannot enter again")
	}
	g.Put(Closed)
	if g.Enter() || !g.Is(Closed) {
		t.Error("is not closed")
	}
}

func BenchmarkEnter(b *testing.B) {
	var g Gate
	g.Put(Idle)
	for range b.N {
		g.Enter()
		g.Leave()
	}
}
