// Package world is the one place where Python worlds are put together: a runtime in which programs can run, the engine that runs its code, and
// the profiler that samples its time. It must not know the command line, nor the Go API.
package world

import (
	"errors"
	"fmt"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/insight/profile"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/tier2"
	"github.com/psyco-go/psy/pycompiler"
)

// Engine is what runs the code.
type Engine uint8

const (
	Tier1    Engine = iota // the interpreter alone
	Tier2                  // with superblocks
	Compiler               // with machine code; where there can be none, as Tier2
	Helpers                // the interpreter by the helpers of machine code: for tests
)

// Config says what a world is made of.
type Config struct {
	modules.Options // what programs see
	Engine          Engine
	Strict          bool          // where there can be no machine code, New fails
	Settings        config.Config // of engines; with Profile, time is sampled
	Counts          bool          // instructions are counted, which takes time
	Log             *stats.Log    // where engines tell of events; nil: nowhere
	Busy            func() bool   // whether the world is at work, for samples; nil: always
}

// World is a runtime with what belongs to it.
type World struct {
	*object.Runtime
	Compiler   *pycompiler.Engine // nil: there is none,
	NoCompiler error              // for this reason, if one was asked for
	Sampler    *profile.Profiler  // nil: nothing is sampled
}

// New makes a world.
func New(c Config) (*World, error) {
	rt, err := modules.NewWorld(c.Options)
	if err != nil {
		return nil, err
	}
	w := &World{Runtime: rt}
	c.nest(rt)
	if c.Counts {
		interp.CountStats(rt)
	}
	switch c.Engine {
	case Helpers:
		interp.StepByHelpers(rt)
	case Compiler:
		w.startCompiler(&c)
		if w.NoCompiler != nil && c.Strict {
			return nil, errors.Join(fmt.Errorf("no machine code: %w", w.NoCompiler), w.Close())
		}
	}
	if c.Engine == Tier2 || w.NoCompiler != nil {
		tier2.New(rt, c.Settings).SetLog(c.Log)
	}
	if c.Settings.Profile {
		w.Sampler = profile.New(rt.Main)
		w.Sampler.Busy = c.Busy
		if w.Compiler != nil {
			w.Sampler.Places = w.Compiler.Places
		}
		w.Sampler.Start()
	}
	return w, nil
}

// nest tells the world how interpreters within its program are made: they are worlds like it, without samples, counts and logs.
func (c *Config) nest(rt *object.Runtime) {
	n := native.NestOf(rt)
	if n.Most, n.Serial, n.Capped = c.Interpreters, c.SerialInterpreters, c.HeapCap > 0; n.Most == 0 {
		return
	}
	sub := *c
	sub.From, sub.Log, sub.Counts, sub.Busy, sub.Strict, sub.Prompt, sub.Settings.Profile = nil, nil, false, nil, false, nil, false
	n.Spawn = func(heapCap int64) (*native.Spawned, error) {
		sub := sub
		sub.HeapCap = heapCap
		w, err := New(sub)
		if err != nil {
			return nil, err
		}
		return &native.Spawned{Runtime: w.Runtime, Close: w.Close, Begin: func(t *object.Thread) bool { return modules.Begin(t, sub.Beginning) }}, nil
	}
}

func (w *World) startCompiler(c *Config) {
	e, err := pycompiler.New(w.Runtime, c.Settings, nil)
	if err != nil {
		w.NoCompiler = err
		return
	}
	modules.CompilerKey.Set(w.Runtime, e)
	if c.Log != nil {
		e.SetLog(c.Log)
	}
	w.Compiler = e
}

// Dump makes a dump of the world, which must be at rest. The options need not have samples.
func (w *World) Dump(o modules.DumpOptions) *dump.Dump {
	if w.Sampler != nil {
		o.Samples = w.Sampler.Samples
	}
	return modules.Dump(w.Runtime, o)
}

// Close gives the memory back. Nothing may run any more, nor be sampled.
func (w *World) Close() error {
	var err error
	if w.Compiler != nil {
		err = w.Compiler.Close()
	}
	return errors.Join(err, w.Runtime.Close())
}
