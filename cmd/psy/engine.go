// The choice of an engine, its log and its samples.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/psyco-go/psy/internal/engine"
	"github.com/psyco-go/psy/internal/insight/profile"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/pycompiler"
	"github.com/psyco-go/psy/x86"
)

// trampoline is the function that machine code is entered through, as profiles call it.
const trampoline = "github.com/psyco-go/psy/x86.enter"

// startEngine gives the runtime what the options ask for. Where there can be no machine code, tier 2 does all; that is told if somebody expects it.
// stop is to be called when the program has ended.
func (r *runOptions) startEngine(rt *object.Runtime) (stop func(), err error) {
	r.Profile = r.profile != "" || r.dump != "" || r.sampled
	stopEngine, err := r.chooseEngine(rt)
	if err != nil || !r.Profile {
		return stopEngine, err
	}
	var f io.WriteCloser = nothingToWrite{io.Discard}
	if r.profile != "" {
		if f, err = os.Create(r.profile); err != nil {
			return nil, fmt.Errorf("-X psy.profile: %w", err)
		}
	}
	p := profile.New(rt.Main)
	r.sampler = p
	if c, ok := modules.CompilerKey.Of(rt).(*pycompiler.Engine); ok {
		p.Places = c.Places
	}
	p.Start()
	return func() {
		complain(errors.Join(p.Stop(f), f.Close()))
		stopEngine()
	}, nil
}

type nothingToWrite struct{ io.Writer }

func (nothingToWrite) Close() error { return nil }

func (r *runOptions) chooseEngine(rt *object.Runtime) (stop func(), err error) {
	nothing := func() {}
	if r.stats != "" {
		interp.CountStats(rt)
	}
	switch r.engine {
	case "helpers":
		interp.StepByHelpers(rt)
		return nothing, nil
	case "tier1":
		return nothing, nil
	}
	var log *stats.Log
	if r.Log != "" {
		if log, err = stats.OpenLog(r.Log, os.O_TRUNC); err != nil {
			return nil, fmt.Errorf("-X psy.log: %w", err)
		}
	}
	stop = func() { complain(log.Close()) }
	kind := engine.Compiler
	if r.engine == "tier2" {
		kind = engine.Tier2
	}
	c, err := engine.Start(rt, kind, r.Config, stats.New(), log)
	if err != nil && (r.engine != "auto" || !errors.Is(err, x86.ErrUnsupported)) {
		fmt.Fprintf(os.Stderr, "psy: no machine code: %v; tier 2 runs the program\n", err)
	}
	if c == nil || r.stats == "" {
		return stop, nil
	}
	sampled, err := c.Stats().Sample(trampoline)
	if err != nil {
		return nil, err
	}
	return func() {
		complain(sampled())
		complain(log.Close())
	}, nil
}

// complain tells of an error that changes nothing for the program.
func complain(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "psy:", err)
	}
}
