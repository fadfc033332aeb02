// What programs and hosts may ask of the engine; module psyco is made of it.
package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/object"
	"github.com/psyco-go/psy/stats"
)

// Full has all code compiled when it is first met, Profile when it is hot, which is how programs begin.
func (e *Engine) Full() { e.setThreshold(0) }

func (e *Engine) Profile() { e.setThreshold(int32(min(e.cfg.Threshold, 1<<30))) }

// setThreshold is for the code that is there, too: a program's functions are made, as constants, before it runs.
func (e *Engine) setThreshold(n int32) {
	e.rt.HotThreshold = n
	e.rt.Heap.Each(object.TCode.Shape(), func(p unsafe.Pointer) {
		co := (*object.Code)(p)
		co.Hot = min(co.Hot, n)
	})
}

// Bind has co compiled when it is next met.
func (e *Engine) Bind(co *object.Code) { co.Hot, co.Evicted = 0, 0 }

// Unbind drops what was compiled of co, which may become hot again.
func (e *Engine) Unbind(co *object.Code) {
	co.Hot, co.Evicted = e.rt.HotThreshold, 0
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
