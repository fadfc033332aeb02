// The end of a program: the finalizers that have not run.

package object

import (
	"slices"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// finalRounds is how often FinalizeAll looks for objects which the finalizers before have made: they could go on for ever.
const finalRounds = 100

// mostHeld bounds how many objects are looked at for those that contexts hold.
const mostHeld = 1 << 20

// FinalizeAll calls every __del__ that has not run, at the end of the program. What the values of a dict, if there is one, refer to comes last, after a call of last: CPython
// drops the context of a thread with the thread, when it has no standard streams any more (pystate.c: PyThreadState_Clear).
func FinalizeAll(t *Thread, values *Dict, last func()) {
	w := &t.RT.weak
	w.ending = true
	defer func() { w.ending = false }()
	RunPending(t)
	held := heldBy(t, values)
	if !finalizeRest(t) || held == nil {
		return
	}
	last()
	if finalizeList(t, held, held.Len()) {
		finalizeRest(t)
	}
}

// finalizeRest calls the finalizers of what has one, until nothing has. False: the program is to end at once.
func finalizeRest(t *Thread) bool {
	w := &t.RT.weak
	for range finalRounds {
		if RunPending(t); len(w.finalizable) == 0 { // a copy of an image that is closed at once has no room yet
			return true
		}
		l := NewList(t, len(w.finalizable))
		RunPending(t) // making the list may have collected
		if l == nil {
			t.ClearExc()
			return false
		}
		t.RT.orderDying(w.finalizable)
		n := min(len(w.finalizable), l.Len())
		if n == 0 {
			return true
		}
		for i, v := range w.finalizable[:n] {
			*l.At(i) = Reveal(Value(v))
		}
		w.finalizable = w.finalizable[n:]
		if !finalizeList(t, l, n) {
			return false
		}
	}
	return true
}

// finalizeList calls the finalizers of the first n of a list. False: the program is to end at once.
func finalizeList(t *Thread, l *List, n int) bool {
	for i := range n {
		if t.Doomed || t.cancelled() {
			t.ClearExc()
			return false
		}
		if v := *l.At(i); !t.RT.finished(v) {
			finalize(t, v)
		}
	}
	return true
}

// unseen are types of objects that refer to others where CPython's collector does not see it, and what they refer to so: a list, or nil.
var unseen = map[TypeID]func(v Value) *List{}

// Hides declares such a type; to be called while Go's package variables are initialized.
func Hides(typ TypeID, refs func(v Value) *List) bool {
	unseen[typ] = refs
	return true
}

// hides is what the object at v refers to without CPython's collector seeing it, or nil.
func hides(v uint64) *List {
	if f := unseen[ShapeOf(Value(v)).Type.FinalizedAs()]; f != nil {
		return f(Value(v))
	}
	return nil
}

// heldBy takes those objects out of the finalizable ones that the values refer to, and those that keep themselves alive by what CPython does not see,
// with what they keep, which CPython does not finalize at all. Nil: none.
func heldBy(t *Thread, values *Dict) *List {
	w := &t.RT.weak
	from := func(see func(word uint64)) {
		if values != nil {
			for e, i := values.Next(0); e != nil; e, i = values.Next(i) {
				if t.RT.leadsOn(e.Val) {
					see(uint64(e.Val))
				}
			}
		}
	}
	leads := false
	from(func(uint64) { leads = true })
	var hiding []uint64
	for _, v := range w.finalizable {
		if l := hides(v); l != nil && l.Len() > 0 {
			hiding = append(hiding, v)
		}
	}
	if !leads && len(hiding) == 0 {
		return nil
	}
	t.askHeap() // so that it is known where objects begin
	all := make(map[uint64]bool, len(w.finalizable))
	for _, v := range w.finalizable {
		all[v] = true
	}
	var held []uint64
	hold := func(found []uint64) {
		for _, v := range found {
			if all[v] {
				all[v] = false
				held = append(held, v)
			}
		}
	}
	hold(t.RT.reached(from, all))
	for _, v := range hiding {
		if !all[v] {
			continue
		}
		own := t.RT.reached(func(see func(word uint64)) {
			for _, x := range hides(v).Slice() {
				see(uint64(x))
			}
		}, all)
		if slices.Contains(own, v) {
			hold(own)
		}
	}
	if len(held) == 0 {
		return nil
	}
	held = t.RT.withParts(held, w.finalizable)
	l := NewList(t, len(held))
	if l == nil {
		t.ClearExc()
		return nil
	}
	for i, v := range held {
		*l.At(i) = Reveal(Value(v))
		all[v] = false
	}
	w.finalizable = slices.DeleteFunc(w.finalizable, func(v uint64) bool { return !all[v] })
	return l
}

// reached are those of all that what from tells leads to, the nearest first. Modules lead nowhere: they are cleared at the end, whoever has them.
func (rt *Runtime) reached(from func(see func(word uint64)), all map[uint64]bool) (found []uint64) {
	h := rt.Heap
	var way []uint64
	seen := make([]uint64, h.Span()/heap.Granule/64+1)
	see := func(word uint64) {
		if len(way) >= mostHeld || !h.Marked(word) || shapeAt(uintptr(word)).Type.ID == TShape {
			return
		}
		g := (uintptr(word) - h.Base()) / heap.Granule
		if seen[g/64]>>(g%64)&1 == 0 {
			seen[g/64] |= 1 << (g % 64)
			way = append(way, word)
		}
	}
	from(see)
	for i := 0; i < len(way); i++ {
		if all[way[i]] {
			found = append(found, way[i])
		}
		v := Value(way[i])
		if typ := ShapeOf(v).Type; typ.ID == 0 {
			see(uint64(Of(typ)))
		}
		if !v.IsExact(TModule) {
			h.Refs(uintptr(v), see)
		}
	}
	return found
}

// withParts are those of all that Go knows to belong together with one of held, the layers of a file for instance, and held.
func (rt *Runtime) withParts(held, all []uint64) []uint64 {
	if rt.Host == nil {
		return held
	}
	groups, has := map[uint64]bool{}, map[uint64]bool{}
	for _, v := range held {
		has[v] = true
		if below, rank := rt.Host.Dying(Value(v)); rank > 0 {
			groups[uint64(below)] = true
		}
	}
	for _, v := range all {
		if below, rank := rt.Host.Dying(Value(v)); rank > 0 && groups[uint64(below)] && !has[v] {
			held = append(held, v)
		}
	}
	rt.orderDying(held)
	return held
}

// leadsOn reports whether v may lead to other objects that count at the end: what modules of the library keep in contexts does not, decimal's for one.
func (rt *Runtime) leadsOn(v Value) (leads bool) {
	if v.IsPtr() && ShapeOf(v).Type.ID < FirstModuleType {
		rt.Heap.Refs(uintptr(v), func(uint64) { leads = true })
	}
	return leads
}
