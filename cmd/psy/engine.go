// The world of a program: its engine, its log and its samples.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/world"
	"github.com/psyco-go/psy/x86"
)

// trampoline is the function that machine code is entered through, as profiles call it.
const trampoline = "github.com/psyco-go/psy/x86.enter"

// engines are the values of psy.engine.
var engines = map[string]world.Engine{
	"auto": world.Compiler, "psyco": world.Compiler, "tier2": world.Tier2, "tier1": world.Tier1, "helpers": world.Helpers,
}

// newWorld makes a world in which programs see o, with the engine that the options ask for. Where there can be no machine code, tier 2 does all; that
// is told if somebody expects it. stop is to be called when the program has ended.
func (r *runOptions) newWorld(o modules.Options) (w *world.World, stop func(), err error) {
	r.Profile = r.profile != "" || r.dump != "" || r.sampled || r.serve
	c := world.Config{Options: o, Engine: engines[r.engine], Settings: r.Config, Counts: r.stats != ""}
	if r.Log != "" && (c.Engine == world.Compiler || c.Engine == world.Tier2) {
		if c.Log, err = stats.OpenLog(r.Log, os.O_TRUNC); err != nil {
			return nil, nil, fmt.Errorf("-X psy.log: %w", err)
		}
	}
	var samples io.WriteCloser = nothingToWrite{io.Discard}
	if r.profile != "" {
		if samples, err = os.Create(r.profile); err != nil {
			return nil, nil, fmt.Errorf("-X psy.profile: %w", err)
		}
	}
	if w, err = world.New(c); err != nil {
		return nil, nil, noWorld{err}
	}
	if err := w.NoCompiler; err != nil && (r.engine != "auto" || !errors.Is(err, x86.ErrUnsupported)) {
		fmt.Fprintf(os.Stderr, "psy: no machine code: %v; tier 2 runs the program\n", err)
	}
	sampled := func() error { return nil }
	if w.Compiler != nil && r.stats != "" {
		if sampled, err = w.Compiler.Stats().Sample(trampoline); err != nil {
			return nil, nil, err
		}
	}
	return w, func() {
		if w.Sampler != nil {
			complain(errors.Join(w.Sampler.Stop(samples), samples.Close()))
		}
		complain(sampled())
		complain(c.Log.Close())
	}, nil
}

// noWorld is an error that is not one of the options.
type noWorld struct{ error }

type nothingToWrite struct{ io.Writer }

func (nothingToWrite) Close() error { return nil }

// complain tells of an error that changes nothing for the program.
func complain(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "psy:", err)
	}
}
