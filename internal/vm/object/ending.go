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

// FinalizeAll calls every __del__ that has not run, at the end of the program, but for those of what the values of a dict refer to (nil: there is no dict)
// and of what keeps itself alive where CPython's collector does not see it. These it gives back, for FinalizeHeld when there are no standard streams any
// more: CPython drops the context of a thread with the thread (pystate.c: PyThreadState_Clear). Nil: there are none.
func FinalizeAll(t *Thread, values *Dict) (held *List) {
	t.RT.weak.ending = true
	defer func() { t.RT.weak.ending = false }()
	RunPending(t)
	held = heldBy(t, values)
	if !finalizeRest(t) {
		return nil
	}
	return held
}

// FinalizeHeld calls the finalizers of what FinalizeAll gave back, and of what has come since.
func FinalizeHeld(t *Thread, held *List) {
	t.RT.weak.ending = true
	defer func() { t.RT.weak.ending = false }()
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
	if f := unseen[ShapeOf(Value(v)).Type.GoType().ID]; f != nil {
		return f(Value(v))
	}
	return nil
}

// heldBy takes those objects out of the finalizable ones that the values refer to, by whatever way, and those that keep themselves alive by what they
// hide, with what they keep. Nil: none, or there is no room to find out.
func heldBy(t *Thread, values *Dict) *List {
	w, h := &t.RT.weak, t.RT.Heap
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
	hiding := slices.ContainsFunc(w.finalizable, func(v uint64) bool { return hides(v) != nil })
	if !leads && !hiding {
		return nil
	}
	granules := uint64(h.Span() / heap.Granule)
	room := 3*granules/8 + 16*min(granules, mostHeld) // two sets, and what is on the way
	if !h.Charge(room) {
		return nil
	}
	defer h.Release(room)
	t.askHeap() // so that it is known where objects begin
	held := t.RT.reached(from)
	if hiding {
		for _, v := range w.finalizable {
			if hides(v) == nil || held.has(v) {
				continue
			}
			own := t.RT.reached(func(see func(word uint64)) {
				for _, x := range hides(v).Slice() {
					see(uint64(x))
				}
			})
			if own.has(v) {
				held.join(own)
			}
		}
	}
	t.RT.addLayers(held)
	n := 0
	for _, v := range w.finalizable {
		if t.RT.layerIn(held, v) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	l := NewList(t, n)
	if l == nil {
		t.ClearExc()
		return nil
	}
	t.RT.orderDying(w.finalizable)
	n = 0
	w.finalizable = slices.DeleteFunc(w.finalizable, func(v uint64) bool {
		if n == l.Len() || !t.RT.layerIn(held, v) {
			return false
		}
		*l.At(n) = Reveal(Value(v))
		n++
		return true
	})
	l.Size = int64(n)
	return l
}

// objectSet is a set of objects of the heap, a bit for each granule.
type objectSet struct {
	base uintptr
	bits []uint64
}

func (s objectSet) at(v uint64) (word *uint64, bit uint64) {
	g := (uintptr(v) - s.base) / heap.Granule
	return &s.bits[g/64], 1 << (g % 64)
}

func (s objectSet) has(v uint64) bool {
	word, bit := s.at(v)
	return *word&bit != 0
}

// add reports whether v is new in s.
func (s objectSet) add(v uint64) bool {
	word, bit := s.at(v)
	is := *word&bit != 0
	*word |= bit
	return !is
}

func (s objectSet) join(o objectSet) {
	for i, word := range o.bits {
		s.bits[i] |= word
	}
}

// reached are the objects that what from tells leads to, the nearest ones if there are too many. Modules lead nowhere: they are cleared at the end,
// whoever has them.
func (rt *Runtime) reached(from func(see func(word uint64))) objectSet {
	h := rt.Heap
	set := objectSet{h.Base(), make([]uint64, h.Span()/heap.Granule/64+1)}
	var way []uint64
	see := func(word uint64) {
		if len(way) < mostHeld && h.Marked(word) && shapeAt(uintptr(word)).Type.ID != TShape && set.add(word) {
			way = append(way, word)
		}
	}
	from(see)
	for i := 0; i < len(way); i++ {
		v := Value(way[i])
		if typ := ShapeOf(v).Type; typ.ID == 0 {
			see(uint64(Of(typ)))
		}
		if !v.IsExact(TModule) {
			h.Refs(uintptr(v), see)
		}
	}
	return set
}

// addLayers adds the files below the buffers and texts in set, which refer to them where only Go sees it.
func (rt *Runtime) addLayers(set objectSet) {
	for _, v := range rt.weak.finalizable {
		if below := rt.layerBelow(v); below != 0 && set.has(v) {
			set.add(below)
		}
	}
}

// layerIn reports whether v, or the file that it is a layer of, is in set.
func (rt *Runtime) layerIn(set objectSet, v uint64) bool {
	if set.has(v) {
		return true
	}
	below := rt.layerBelow(v)
	return below != 0 && set.has(below)
}

// layerBelow is the lowest layer of the file that v is a layer of, or 0.
func (rt *Runtime) layerBelow(v uint64) uint64 {
	if rt.Host != nil {
		if below, rank := rt.Host.Dying(Value(v)); rank > 0 {
			return uint64(below)
		}
	}
	return 0
}

// leadsOn reports whether v has a finalizer, or may lead to what has one: what modules of the library keep in contexts does not, decimal's for one.
func (rt *Runtime) leadsOn(v Value) (leads bool) {
	if !v.IsPtr() {
		return false
	}
	typ := ShapeOf(v).Type
	if leads = typ.Slots.Del != nil; typ.ID < FirstModuleType {
		rt.Heap.Refs(uintptr(v), func(uint64) { leads = true })
	}
	return leads
}
