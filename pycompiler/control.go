// The controls of the engine for programs and hosts; module psyco is built on them.

package pycompiler

import (
	"time"
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Full makes code be compiled when it is first run; Profile makes code be compiled when it is hot, which is the default.
func (e *Engine) Full() { e.setThreshold(0) }

// Profile sets the threshold to weight times the configured one.
func (e *Engine) Profile(weight float64) {
	e.setThreshold(int32(min(float64(e.cfg.Threshold)*weight, backOff)))
}

// Stop ends compilation of all code that is not bound later. Existing machine code stays in use, and still grows when it meets a new case.
func (e *Engine) Stop() {
	e.rt.HotThreshold = backOff
	e.rt.Heap.Each(object.TCode.Shape(), func(p unsafe.Pointer) {
		co := (*object.Code)(p)
		co.Hot = backOff
	})
	for _, u := range e.units {
		if len(u.entries) > 0 {
			u.code.Hot = 0
		}
	}
}

// Limit ends compilation of hot code once there are code bytes of machine code, or from time at on.
func (e *Engine) Limit(code int64, at time.Time) { e.asked.code, e.asked.at = code, at }

// SetFilter makes f decide whether code that is hot, and not bound, is compiled. Code that the previous filter refused may become hot again.
func (e *Engine) SetFilter(f func(t *object.Thread, co *object.Code) bool) {
	for co := range e.asked.refused {
		delete(e.banned, co)
		co.Hot = e.rt.HotThreshold
		e.eachUnit(co, func(u *Unit) { u.cannot = u.marks == nil })
	}
	e.asked.filter, e.asked.refused = f, map[*object.Code]bool{}
}

// asked holds the limits that a program has set on compilation.
type asked struct {
	code      int64
	at        time.Time
	filter    func(t *object.Thread, co *object.Code) bool
	filtering bool
	refused   map[*object.Code]bool //psy:root banned has them, too
}

func (a *asked) on() bool { return a.code > 0 || a.filter != nil || !a.at.IsZero() }

// wanted reports whether the program's limits and its filter allow hot code to be compiled.
func (e *Engine) wanted(t *object.Thread, u *Unit) bool {
	a := &e.asked
	if a.code > 0 && int64(e.mem.Stats().Code) >= a.code || !a.at.IsZero() && !time.Now().Before(a.at) || a.filtering {
		return false
	}
	if a.filter == nil || len(u.entries) > 0 || e.banned[u.code] {
		return true
	}
	a.filtering = true
	ok := a.filter(t, u.code)
	if a.filtering = false; !ok {
		e.CannotCompile(u.code)
		a.refused[u.code] = true
	}
	return ok
}

// setThreshold changes existing code objects too: a program's functions are created, as constants, before it runs.
func (e *Engine) setThreshold(n int32) {
	e.rt.HotThreshold, e.thrifty = n, false
	e.rt.Heap.Each(object.TCode.Shape(), func(p unsafe.Pointer) {
		co := (*object.Code)(p)
		co.Hot = min(co.Hot, n)
	})
}

// Bind makes co be compiled the next time it runs.
func (e *Engine) Bind(co *object.Code) { co.Hot, co.Evicted, co.Bound = 0, co.Evicted&leadsOut, true }

// Unbind drops the machine code of co, which may become hot again.
func (e *Engine) Unbind(co *object.Code) {
	co.Hot, co.Evicted, co.Bound = e.rt.HotThreshold, co.Evicted&leadsOut, false
	e.eachUnit(co, func(u *Unit) { e.forget(u) })
}

// CannotCompile bars co from compilation and drops its machine code.
func (e *Engine) CannotCompile(co *object.Code) {
	co.Hot = backOff
	e.banned[co] = true
	e.eachUnit(co, func(u *Unit) {
		u.cannot = true
		e.forget(u)
	})
}

func (e *Engine) eachUnit(co *object.Code, f func(u *Unit)) {
	for _, u := range e.units {
		if u.code == co {
			f(u)
		}
	}
}

// forget retires all code of u.
func (e *Engine) forget(u *Unit) {
	var all []*codebuf.Buffer
	e.mem.Buffers(func(b *codebuf.Buffer) {
		if rec, ok := b.Data.(*record); ok && rec.unit() == u && !b.Dead() {
			all = append(all, b)
		}
	})
	for _, b := range all {
		e.retire(b, "the program said so")
	}
}

// SetLog sends events to l from now on; nil ends the log.
func (e *Engine) SetLog(l *stats.Log) { e.log = l }

// Stats are the counters, with the sizes as they are now.
func (e *Engine) Stats() *stats.Stats {
	e.count()
	e.counts.Totals[stats.CodeBytes] = uint64(e.mem.Stats().Code)
	e.counts.Totals[stats.MetadataBytes] = uint64(e.mem.Stats().Meta)
	return e.counts
}
