package modules_test

import (
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// counted is a System that counts how often a program goes to sleep, for no time.
type counted struct {
	*system.None
	sleeps int
}

func (c *counted) Sleep(d time.Duration) {
	c.sleeps++
	c.None.Sleep(d)
}

// TestWaitsAreLong: who waits does not look around all the time: 50 ms may go by before each collection.
func TestWaitsAreLong(t *testing.T) {
	s := &counted{None: &system.None{}}
	rt, err := modules.NewWorld(modules.Options{System: s, Stdin: strings.NewReader(""), Stdout: &strings.Builder{}, Stderr: &strings.Builder{}})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	attr := func(v object.Value, name string) object.Value { return object.GetAttr(th, v, object.Intern(th, name)) }
	module := func(name string) object.Value { return native.ImportModule(th, name) }
	call := func(f object.Value, args ...object.Value) object.Value {
		v := object.Call(th, f, args, object.Null)
		if v == object.Null {
			t.Fatal(object.TypeName(th, th.Exc))
		}
		return v
	}
	acquire := attr(call(attr(module("_thread"), "allocate_lock")), "acquire")
	call(acquire)
	waits := map[string]func(){
		"acquire": func() { call(acquire, object.True, object.Float(10)) },
		"sleep":   func() { call(attr(module("time"), "sleep"), object.SmallInt(10)) },
	}
	for name, wait := range waits {
		s.sleeps = 0
		begin := s.Monotonic()
		wait()
		if took := time.Duration(s.Monotonic() - begin); took < 10*time.Second || took > 12*time.Second || s.sleeps > 300 {
			t.Errorf("%s: %d sleeps in %v of its time", name, s.sleeps, took)
		}
	}
}
