// Values: how long they hold their objects.

package psy

import (
	"runtime"
	"testing"
	"time"
)

// until collects in Go until done, which it is in a few rounds.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for range 500 {
		if done() {
			return
		}
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	t.Error(what)
}

// elsewhere runs f on a goroutine of its own, so that nothing of it is left on the stack.
func elsewhere(f func()) {
	done := make(chan bool)
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// TestDroppedValues: objects whose Values Go has dropped go, those of others stay; also in a runtime that makes no more Values, and beside a Value that
// is kept, when their batch is not its.
func TestDroppedValues(t *testing.T) {
	r := runtimeFor(t, Config{})
	m, err := r.Run(nil, `
import gc, weakref
class Object: pass
alive = weakref.WeakSet()
def make():
    o = Object()
    alive.add(o)
    return o
def count():
    gc.collect()
    return len(alive)
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	count, err := Func0[int](m, "count")
	if err != nil {
		t.Fatal(err)
	}
	var kept Value
	object := func() {
		var err error
		if kept, err = m.Call(nil, "make", nil); err != nil {
			t.Error(err)
		}
	}
	alive := func() (n int) {
		elsewhere(func() {
			var err error
			if n, err = count(nil); err != nil {
				t.Error(err)
			}
		})
		return n
	}
	elsewhere(func() {
		for range 100 {
			object()
		}
	})
	neighbours := len(batch{}.slots)
	until(t, "dropped Values hold their objects", func() bool { n := alive(); return n >= 1 && n <= neighbours })
	elsewhere(func() {
		if kept.TypeName() != "Object" {
			t.Error("a Value that is kept does not hold its object")
		}
	})
	until(t, "a Value that is used holds others", func() bool { return alive() == 1 })
	kept.Release()
	until(t, "released Values hold their objects", func() bool { return alive() == 0 })
	elsewhere(object)
	kept = Value{}
	until(t, "the last batch is kept", func() bool { return alive() == 0 })
	if n := len(r.roots); n > 200 {
		t.Error(n, "slots")
	}
}
