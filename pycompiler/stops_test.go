// Test of how long Go's collector waits for compiled code to reach a safepoint: loops of testdata/stops.py run during a series of collections.

package pycompiler

import (
	"math"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/vm/object"
)

// stops is Go's own histogram of the times that it took to stop the world for collections.
func stops() *metrics.Float64Histogram {
	s := []metrics.Sample{{Name: "/sched/pauses/stopping/gc:seconds"}}
	metrics.Read(s)
	h := s[0].Value.Float64Histogram()
	return &metrics.Float64Histogram{Counts: append([]uint64(nil), h.Counts...), Buckets: h.Buckets}
}

// quantile is the upper end of the first bucket up to which at least the given part of the counts lies.
func quantile(h *metrics.Float64Histogram, part float64) time.Duration {
	var all, sum uint64
	for _, n := range h.Counts {
		all += n
	}
	for k, n := range h.Counts {
		if sum += n; float64(sum) >= part*float64(all) && n > 0 {
			return time.Duration(min(h.Buckets[k+1], math.MaxInt32) * float64(time.Second))
		}
	}
	return 0
}

func TestStops(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	m := newMachine(t, "stops")
	m.t.RT.OnSignal = func(th *object.Thread) bool {
		object.RaiseType(th, object.TKeyboardInterrupt)
		return false
	}
	for _, name := range []string{"int_loop", "float_loop", "calls", "generators", "list_loop", "list_sum", "list_search", "slices", "sorts", "texts",
		"containers", "big_ints"} {
		t.Run(name, func(t *testing.T) {
			var half time.Duration
			for range 5 { // other processes may use the processors too: the calmest run counts
				if half = waits(t, m, name); half <= 10*time.Millisecond {
					return
				}
			}
			t.Errorf("collections wait: half of them %v", half)
		})
	}
}

// waits runs a function for 0.3 s during collections by Go, and gives the time within which half of the collections could stop it.
func waits(t *testing.T, m *machine, name string) time.Duration {
	before := stops()
	done, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		for end := time.Now().Add(300 * time.Millisecond); time.Now().Before(end); {
			runtime.GC()
		}
		m.t.Breaker.Or(object.BreakSignal)
		<-done
	}()
	if v := object.Call(m.t, m.global(name), nil, object.Null); v != object.Null {
		t.Error("it ended")
	}
	if s := m.exception(); s != "KeyboardInterrupt()" {
		t.Error(s)
	}
	close(done)
	<-ended
	h := stops()
	n := uint64(0)
	for k := range h.Counts {
		h.Counts[k] -= before.Counts[k]
		n += h.Counts[k]
	}
	half := quantile(h, 0.5)
	t.Logf("%d stops: half within %v, nine of ten within %v, all within %v", n, half, quantile(h, 0.9), quantile(h, 1))
	return half
}
