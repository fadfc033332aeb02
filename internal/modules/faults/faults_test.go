package faults

import (
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/vm/object"
)

// TestClose: a timeout and a signal that were asked for end with the runtime.
func TestClose(t *testing.T) {
	rt, err := object.NewRuntime(object.RuntimeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, stopped, fired := stateKey.Of(rt), 0, make(chan bool, 1)
	s.later = time.AfterFunc(time.Hour, func() { fired <- true })
	later := s.later
	s.signals[64] = &request{stop: func() { stopped++ }}
	serial := s.serial.Load()
	if err := rt.Close(); err != nil {
		t.Fatal(err)
	}
	if stopped != 1 || s.later != nil || later.Stop() || s.serial.Load() == serial || s.signals[64] != nil {
		t.Errorf("stopped %d, timer %v, %+v", stopped, s.later, s.signals[64])
	}
}
