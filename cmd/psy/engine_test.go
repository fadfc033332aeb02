package main

import (
	"testing"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/modules"
)

// By default machine code runs what is hot, and tier 2 where the platform has none.
func TestAutomatic(t *testing.T) {
	best := "psyco"
	if codebuf.Supported() != nil {
		best = "tier2"
	}
	for asked, want := range map[string]string{"auto": best, "psyco": best, "tier2": "tier2", "tier1": "tier1"} {
		r := &runOptions{settings: defaults()}
		r.engine = asked
		w, stop, err := r.newWorld(modules.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := modules.Stats(w.Runtime)["engine"]; got != want {
			t.Errorf("psy.engine=%s: %v, want %s", asked, got, want)
		}
		stop()
		w.Close()
	}
}
