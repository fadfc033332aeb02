// What programs and hosts may ask of the engine; module psyco is made of it.

package pycompiler

import (
	"time"
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Full has all code compiled when it is first met, Profile when it is hot, which is how programs begin.
func (e *Engine) Full() { e.setThreshold(0) }

// Profile takes how hot, compared with the beginning.
func (e *Engine) Profile(weight float64) {
	e.setThreshold(int32(min(float64(e.cfg.Threshold)*weight, backOff)))
}

// Stop has nothing compiled any more but what is bound later. Machine code that there is stays, and grows where it comes to a new case.
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

// Limit has no more code compiled that is found hot once there is so much machine code, or at that time.
func (e *Engine) Limit(code int64, at time.Time) { e.asked.code, e.asked.at = code, at }

// SetFilter has f asked before code is compiled that is found hot, and not bound. What the last one refused may become hot again.
func (e *Engine) SetFilter(f func(t *object.Thread, co *object.Code) bool) {
	for co := range e.asked.refused {
		delete(e.banned, co)
		co.Hot = e.rt.HotThreshold
		e.eachUnit(co, func(u *Unit) { u.cannot = u.ins == nil })
	}
	e.asked.filter, e.asked.refused = f, map[*object.Code]bool{}
}

// asked is what a program has asked for that is looked at before code is compiled.
type asked struct {
	code      int64
	at        time.Time
	filter    func(t *object.Thread, co *object.Code) bool
	filtering bool
	refused   map[*object.Code]bool //psy:root banned has them, too
}

func (a *asked) on() bool { return a.code > 0 || a.filter != nil || !a.at.IsZero() }

// wanted tells whether the program's limits and its filter let code be compiled that is found hot.
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

// setThreshold is for the code that is there, too: a program's functions are made, as constants, before it runs.
func (e *Engine) setThreshold(n int32) {
	e.rt.HotThreshold, e.thrifty = n, false
	e.rt.Heap.Each(object.TCode.Shape(), func(p unsafe.Pointer) {
		co := (*object.Code)(p)
		co.Hot = min(co.Hot, n)
	})
}

// Bind has co compiled when it is next met.
func (e *Engine) Bind(co *object.Code) { co.Hot, co.Evicted, co.Bound = 0, 0, true }

// Unbind drops what was compiled of co, which may become hot again.
func (e *Engine) Unbind(co *object.Code) {
	co.Hot, co.Evicted, co.Bound = e.rt.HotThreshold, 0, false
	e.eachUnit(co, func(u *Unit) { e.forget(u) })
}

// CannotCompile has co never compiled.
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
		if rec, ok := b.Data.(*record); ok && rec.unit == u && !b.Dead() {
			all = append(all, b)
		}
	})
	for _, b := range all {
		e.retire(b, "the program said so")
	}
}

// SetLog logs events from now on; nil: no more.
func (e *Engine) SetLog(l *stats.Log) { e.log = l }

// Stats are the counters, with the sizes as they are now.
func (e *Engine) Stats() *stats.Stats {
	e.counts.Totals[stats.CodeBytes] = uint64(e.mem.Stats().Code)
	e.counts.Totals[stats.MetadataBytes] = uint64(e.mem.Stats().Meta)
	return e.counts
}
