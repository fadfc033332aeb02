// Filling in a dump: executors, and with Config.Listing what happened to them.

package tier2

import (
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// maxEvents is how much is remembered of a run that goes on and on.
const maxEvents = 100_000

// happening is a dump.Event.
type happening struct {
	code         *object.Code //psy:root visited by Engine.visitRoots
	at           int
	what, reason string
	used         int
}

// happened remembers what became of an executor.
func (e *Engine) happened(ex *executor, what, reason string) {
	switch {
	case !e.cfg.Listing:
	case len(e.events) == maxEvents:
		e.leftOut++
	default:
		e.events = append(e.events, happening{ex.block.code, ex.block.start, what, reason, int(e.bytes)})
	}
}

// countExits counts how often the exits were taken that lead to tier 1.
func countExits(d *dump.Dump, b *superblock, ex *interp.Executor, function func(co *object.Code) int) {
	for i := range ex.Exits {
		x := &ex.Exits[i]
		reason := stats.SideExit
		switch {
		case x.Taken == 0:
			continue
		case x.Poll:
			reason = stats.Breaker
		case x.Deopt:
			reason = stats.Deopt
		case i == len(ex.Exits)-1 && !b.loops:
			reason = stats.TraceEnd
		}
		for _, code := range b.codes {
			if at := uintptr(x.PC) - uintptr(code.First); at < 2*uintptr(code.NUnits) {
				if n := function(code); n >= 0 {
					d.Functions[n].Count(int(at), dump.Exits, reason.String(), uint64(x.Taken))
				}
				break
			}
		}
	}
}

// Dump fills in what the engine knows. function is the number of a code object in d.
func (e *Engine) Dump(d *dump.Dump, function func(co *object.Code) int) {
	d.Detailed, d.LeftOut = e.cfg.Listing, e.leftOut
	owners := make([]dump.Owner, len(d.Functions))
	for _, ex := range e.all {
		b := ex.block
		n := function(b.code)
		x := dump.Executor{Function: n, Offset: 2 * b.start, Entered: ex.Entered, Size: int(ex.bytes), Projected: ex.projected, Optimized: e.text(b),
			Executed: e.instructions(b, ex.Executor), Exits: e.exits(b, ex.Executor)}
		if x.Projected == nil {
			x.Projected = []string{}
		}
		for _, dep := range b.deps {
			x.Assumes = append(x.Assumes, dep.Text(e.rt.Main))
		}
		d.Executors = append(d.Executors, x)
		d.Memory.Code += int(ex.bytes)
		if n < 0 {
			continue
		}
		owners[n].Buffers++
		owners[n].Code += int(ex.bytes)
		d.Functions[n].Status = "traced"
		countExits(d, b, ex.Executor, function)
	}
	d.Memory.CodeCap = int(e.cfg.CodeCap)
	for n, o := range owners {
		if o.Function = n; o.Buffers > 0 {
			d.Memory.Owners = append(d.Memory.Owners, o)
		}
	}
	d.Memory.SortOwners()
	for _, s := range e.codes {
		if s == nil {
			continue
		}
		for at := range s.cold {
			if n := function(s.code); n >= 0 && s.evicted[at] == 0 {
				d.Functions[n].Count(2*at, dump.Refused, stats.NoSuperblock.String(), 1)
			}
		}
	}
	for _, h := range e.events {
		n := function(h.code)
		d.Events = append(d.Events, dump.Event{What: h.what, Function: n, Offset: 2 * h.at, Reason: h.reason, Used: h.used})
		if n < 0 {
			continue
		}
		f := &d.Functions[n]
		f.Count(2*h.at, h.what, h.reason, 1)
		if f.Status == "" && h.what == dump.Dropped {
			f.Status, f.Why = "dropped", "its executors were dropped: "+h.reason
		}
	}
}
