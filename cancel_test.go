package psy

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"
)

var latency = flag.Bool("latency", false, "print how long each kind of code takes to stop")

// stops runs a function, cancels it after a while, and says how long it then took to stop.
func stops(t *testing.T, m *Module, name string) time.Duration {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var at time.Time
	done := make(chan struct{})
	go func() {
		time.Sleep(time.Duration(10+rand.IntN(30)) * time.Millisecond)
		at = time.Now()
		cancel()
		close(done)
	}()
	_, err := m.Call(ctx, name, nil)
	end := time.Now()
	<-done
	var i *Interrupted
	if !errors.As(err, &i) || !errors.Is(err, context.Canceled) {
		t.Errorf("%s: %v", name, err)
	}
	return end.Sub(at)
}

// TestCancel stops code of every kind. The bound is generous, since the machine may have other work; bench measures.
func TestCancel(t *testing.T) {
	rounds := 1
	if *latency {
		rounds = 20
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	for _, c := range []Config{{Heap: 512 << 20, Threshold: 1, Clock: time.Now}} {
		r, m := world(t, "long", c)
		v, err := m.Get("ALL")
		if err != nil {
			t.Fatal(err)
		}
		names, err := As[[]string](v)
		if err != nil {
			t.Fatal(err)
		}
		var all []time.Duration
		for _, name := range names {
			var worst time.Duration
			for range rounds {
				d := stops(t, m, name)
				worst = max(worst, d)
				all = append(all, d)
			}
			if *latency {
				fmt.Printf("%-20s %v\n", name, worst)
			}
			if worst > 5*time.Second {
				t.Errorf("%s took %v to stop", name, worst)
			}
		}
		slices.Sort(all)
		if *latency {
			fmt.Printf("p50 %v, p99 %v, most %v of %d\n", all[len(all)/2], all[len(all)*99/100], all[len(all)-1], len(all))
		}
		// The runtime can be used again.
		if _, err := m.Call(nil, "fib", Args(10)); err != nil {
			t.Error(err)
		}
		_ = r
	}
}
