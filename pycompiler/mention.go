// Keeping alive what code mentions: objects, and the units that the code belongs to.

package pycompiler

import (
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

// keep keeps v alive as long as code mentions it. It is called before the compiler treats v as known.
func (e *Engine) keep(v Value) Value {
	if v.IsPtr() {
		if _, ok := e.pool[v]; !ok {
			e.pool[v] = 0
			e.loose = append(e.loose, v)
		}
		e.kept = append(e.kept, v)
	}
	return v
}

// addMentions finds the objects and units that a new buffer's code, snapshots and replays need, packs the record and charges for it. A known word is taken for
// an object's address if that object was kept.
func (e *Engine) addMentions(rec *record, c *compiler) {
	need := &needs{units: slices.Clone(c.inlined), deps: c.deps}
	snapshot := func(sn *staging.Snapshot) {
		u := sn.Unit.(*Unit)
		if u != rec.at && !slices.Contains(need.inner, u) {
			need.inner = append(need.inner, u)
		}
		for ; u != nil; u = u.outer {
			if own := u.alone(); !slices.Contains(need.units, own) {
				need.units = append(need.units, own)
			}
		}
		eachKnown(sn, func(f *staging.Frozen, isClass bool) {
			switch {
			case f.Kind == vinfo.Boxed:
				e.keep(Value(f.Value))
			case isClass:
				e.keepShape(f.Value)
			default:
				e.keepWord(f.Value)
			}
		})
	}
	origin := c.origin
	last := origin
	snapshot(last)
	for k := range c.pending {
		if sn := c.pending[k].sn; sn != last && sn != origin {
			snapshot(sn)
			last = sn
		}
	}
	for _, w := range c.run.Reads() {
		e.keepWord(w)
	}
	kept := e.kept[c.kept:]
	slices.Sort(kept)
	kept = slices.Compact(kept)
	e.kept = e.kept[:c.kept]
	for _, v := range kept {
		e.pool[v]++
	}
	isNew := false
	rec.needs, isNew = rec.unit().needing(need)
	for _, u := range rec.units {
		u.uses++
	}
	if rec.of == nil {
		rec.seldom().whole = origin
	}
	e.pack(rec, origin, kept, c.run.Done(), c.pending)
	rec.unit().own++
	e.made++
	meta := recordBytes + len(rec.packed) + watchBytes*len(rec.deps)
	if isNew {
		meta += int(unsafe.Sizeof(*need)) + 8*(len(need.units)+len(need.inner)) + depBytes*len(need.deps)
	}
	if rec.site != nil {
		meta += siteBytes * (1 + len(rec.sites))
	}
	if rec.begins || rec.of == nil {
		meta += rec.base().Bytes()
	}
	if rec.begins {
		meta += versionBytes
	}
	if rec.rare != &nothingRare {
		meta += int(unsafe.Sizeof(*rec.rare))
	}
	rec.meta = int32(meta)
}

// keepWord keeps w if it is a kept object.
func (e *Engine) keepWord(w uint64) {
	if _, ok := e.pool[Value(w)]; ok {
		e.keep(Value(w))
	}
}

// What records cost, with the entries in tables that belong to them. codebuf charges for jumps. pendingBytes is what a stub counts for where long buffers are
// ended: more than the 50 bytes that are kept about it, since code will follow it. With 48, programs take the same time or a little more.
const (
	recordBytes  = int(unsafe.Sizeof(record{})) + 2*8
	versionBytes = dispatcher.VersionBytes + int(unsafe.Sizeof(placed{}))
	siteBytes    = int(unsafe.Sizeof(promotion.Site{})) + 2*8 // with a sight
	depBytes     = int(unsafe.Sizeof(assumption.Dep{}))
	watchBytes   = 2 * 8
	pendingBytes = 176
)

// eachKnown calls f for every compile-time value in a snapshot; isClass: the value is the class of another one.
func eachKnown(sn *staging.Snapshot, f func(x *staging.Frozen, isClass bool)) {
	r := sn.Read()
	var x staging.Frozen
	var visit func(isClass bool)
	visit = func(isClass bool) {
		if x.N < 0 || x.Seen {
			return
		}
		n := x.NItems
		if x.Time == vinfo.CompileTime {
			f(&x, isClass)
		}
		for k := range n {
			r.Item(&x)
			visit(k == staging.ItemClass)
		}
	}
	for range sn.Live() {
		r.Var(&x)
		visit(false)
	}
}

// dropMentions is called for a buffer that is freed.
func (e *Engine) dropMentions(rec *record) {
	for v := range rec.objects() {
		if e.pool[v]--; e.pool[v] == 0 {
			e.loose = append(e.loose, v)
		}
	}
	rec.unit().own--
	for _, u := range rec.units {
		if u.uses--; u.uses == 0 {
			e.idle = append(e.idle, u)
		}
	}
}

// settle releases objects and units that no code mentions, after compilation has ended.
func (e *Engine) settle() {
	for _, v := range e.loose {
		if n, ok := e.pool[v]; ok && n == 0 {
			delete(e.pool, v)
		}
	}
	clear(e.loose)
	e.loose, e.kept, e.compiling = e.loose[:0], e.kept[:0], nil
	e.dropIdle()
}

// dropIdle drops units that no code mentions, except the one that is about to be compiled.
func (e *Engine) dropIdle() {
	kept := e.idle[:0]
	for _, u := range e.idle {
		switch {
		case u.uses != 0 || len(u.resume) != 0: // suspended generators know the resume slots
		case u == e.compiling:
			kept = append(kept, u)
		default:
			e.dropUnit(u)
		}
	}
	clear(e.idle[len(kept):])
	e.idle = kept
}

func (e *Engine) dropUnit(u *Unit) {
	u.cannot = true // callers that inline it may remember it
	if key := u.key(); e.units[key] == u {
		delete(e.units, key)
		e.mem.Charge(-u.bytes())
	}
}

// visitRoots shows the collector what code mentions: for what may die without it, only what code at work mentions, or all while code is made. A unit that
// only its own code mentions dies with its code object or its globals.
func (e *Engine) visitRoots(visit func(uint64)) {
	for _, u := range e.units {
		if u.uses > u.own || e.compiling != nil {
			visit(uint64(uintptr(unsafe.Pointer(u.code))))
			visit(uint64(uintptr(unsafe.Pointer(u.globals))))
			visit(uint64(uintptr(unsafe.Pointer(u.builtins))))
		}
	}
	for co := range e.banned {
		visit(uint64(uintptr(unsafe.Pointer(co))))
	}
	e.observer.Roots(func(co *object.Code) { visit(uint64(uintptr(unsafe.Pointer(co)))) })
	for v := range e.pool {
		if e.compiling != nil || object.Outlived(e.t, v) || v.IsExact(object.TTuple) { // it makes tuples
			visit(uint64(v))
		}
	}
	for b := range e.mem.Held(e.holds(nil)...) {
		if rec, ok := b.Data.(*record); ok {
			for v := range rec.objects() {
				visit(uint64(v))
			}
		}
	}
	for _, v := range e.standIns.rules {
		visit(uint64(v))
	}
	for _, v := range e.standIns.iters {
		visit(uint64(v))
	}
}

// dropDead frees the code of units whose code object or globals have died, and the code that mentions what has died, and forgets dead classes. No activation
// runs that code: its frame would have kept the first alive, and visitRoots the second.
func (e *Engine) dropDead(live func(p uintptr) bool, keep func(uint64)) {
	dead := map[*Unit]bool{}
	for key, u := range e.units {
		if !live(key.code) || !live(key.globals) || !live(key.builtins) {
			dead[u] = true
		}
		for at, class := range u.iterates {
			if class != someClass && !live(uintptr(unsafe.Pointer(e.shape(class)))) {
				delete(u.iterates, at)
			}
		}
	}
	gone := map[Value]bool{}
	for v := range e.pool {
		if !live(uintptr(v.Ptr())) {
			gone[v] = true
		}
	}
	if len(dead)+len(gone) == 0 {
		return
	}
	mentions := func(rec *record) bool {
		for v := range rec.objects() {
			if gone[v] {
				return true
			}
		}
		return false
	}
	e.mem.Buffers(func(b *codebuf.Buffer) {
		rec, ok := b.Data.(*record)
		switch {
		case !ok || b.Dead():
		case dead[rec.unit()]:
			e.retire(b, "its globals are dead")
		case len(gone) > 0 && mentions(rec):
			e.retire(b, "what it mentions is dead")
		}
	})
	e.reclaim(nil)
	for u := range dead {
		e.dropUnit(u)
	}
	for v := range gone {
		if e.pool[v] > 0 { // an activation is in the code after all
			keep(uint64(v))
		} else {
			delete(e.pool, v)
		}
	}
}
