package faults

import (
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/vm/object"
)

// TestClose: a timeout that was asked for ends with the runtime.
func TestClose(t *testing.T) {
	rt, err := object.NewRuntime(object.RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, fired := stateKey.Of(rt), make(chan bool, 1)
	s.later = time.AfterFunc(time.Hour, func() { fired <- true })
	later := s.later
	serial := s.serial.Load()
	if err := rt.Close(); err != nil {
		t.Fatal(err)
	}
	if s.later != nil || later.Stop() || s.serial.Load() == serial {
		t.Errorf("timer %v", s.later)
	}
}
