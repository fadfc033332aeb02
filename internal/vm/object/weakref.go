// Weak references and finalizers: what happens when the collector finds an object dead.

package object

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// WeakRef is a weakref.ref or a proxy. Target is the referent's address complemented, so that it is no reference; 0 when it is dead.
type WeakRef struct {
	heap.Header
	Callback Value
	Target   uint64
	Hash     uint64 // as hidden() gives it; 0: not known
}

// weakState is a runtime's knowledge of who watches whom. The addresses in refs, finalizable, spare and room keep nothing alive.
type weakState struct {
	refs        weakTable
	finalizable []uint64 // objects with a __del__ that has not run
	dead        []uint64 //psy:root visited by visitPending: objects whose __del__ is to run
	callbacks   []uint64 //psy:root visited by visitPending: WeakRefs whose callback is to run
	changed     bool     // refs are others than they were when somebody cleared this
	running     bool
	postponed   bool    // they have waited for locks to be given back: see RunQueued
	ending      bool    // FinalizeAll is at work
	ran         uint64  // how many finalizers and callbacks have been called
	counted     uint64  // bytes that count against the heap's cap for all this
	hooked      int     // async generators that a hook was told of since the last collection
	spare       spares  // ended generators, until the next collection
	room        uintptr // memory that a bytearray has dropped, of roomSize bytes, until the next collection; 0: none
	roomSize    int64
	given       given
}

// count counts what is there now.
func (w *weakState) count(h *heap.Heap) {
	now := uint64(cap(w.finalizable)+cap(w.dead)+cap(w.callbacks))*8 + w.refs.bytes()
	h.Recount(w.counted, now)
	w.counted = now
}

func (w *weakState) visitPending(visit func(uint64)) {
	for _, v := range w.dead {
		visit(v)
	}
	for _, v := range w.callbacks {
		visit(v)
	}
}

func (w *WeakRef) get() Value {
	if w.Target == 0 {
		return Null
	}
	return Value(^w.Target)
}

// TrackFinalizer has v's Del slot called when v is found dead, or at the end of the program.
func TrackFinalizer(t *Thread, v Value) { t.RT.trackFinalizer(t, v) }

func (rt *Runtime) trackFinalizer(t *Thread, v Value) {
	w := &rt.weak
	if w.finalizable = append(w.finalizable, uint64(v)); len(w.finalizable)&1023 == 0 {
		w.count(rt.Heap)
	}
}

// forget takes the references to what is gone out of the table, clears them, and queues the callbacks of those that live: by the addresses of what
// they refer to, the newest of each first.
func (w *weakState) forget(gone func(target uintptr) bool, live func(uintptr) bool, keep func(uint64)) {
	var calling []weakEntry
	w.refs.all = slices.DeleteFunc(w.refs.all, func(e weakEntry) bool {
		if !gone(uintptr(e.target)) {
			return false
		}
		ref := As[WeakRef](Value(e.ref))
		ref.Target = 0
		if ref.Callback != Null && live(uintptr(e.ref)) {
			calling = append(calling, e)
		}
		return true
	})
	slices.Reverse(calling)
	slices.SortStableFunc(calling, func(a, b weakEntry) int { return cmp.Compare(a.target, b.target) })
	for _, e := range calling {
		w.callbacks = append(w.callbacks, e.ref)
		keep(e.ref)
	}
}

// sweepWeak runs after marking: the dead with finalizers are kept and queued, references to the other dead are cleared. As in CPython, a finalizer
// finds no weak reference to what only cycles kept, as far as the collection knows.
func (rt *Runtime) sweepWeak(live func(uintptr) bool, keep func(uint64)) {
	w := &rt.weak
	w.changed, w.hooked, w.spare, w.room = true, 0, spares{}, 0
	w.given.hold(rt.Heap.IsDue(), live, keep)
	rest := w.finalizable[:0]
	first := len(w.dead)
	for _, v := range w.finalizable {
		if live(uintptr(v)) {
			rest = append(rest, v)
		} else if !rt.finished(Value(v)) {
			w.dead = append(w.dead, uint64(Reveal(Value(v))))
		}
	}
	w.finalizable = rest
	rt.outerFirst(w.dead[first:], live)
	rt.orderDying(w.dead[first:])
	if len(w.dead) > first {
		w.forget(func(target uintptr) bool { return !live(target) && rt.Heap.OnCycle(target) }, live, keep)
	}
	for _, v := range w.dead[first:] {
		keep(v)
	}
	w.forget(func(target uintptr) bool { return !live(target) }, live, keep)
	w.refs.all = slices.DeleteFunc(w.refs.all, func(e weakEntry) bool { return !live(uintptr(e.ref)) })
	w.refs.build()
	w.count(rt.Heap)
	if len(w.dead)+len(w.callbacks) > 0 {
		rt.Main.Breaker.Or(BreakGC)
	}
}

// AsyncGenHooked is told of an async generator that the hook for first iterations is about to be called with.
func (rt *Runtime) AsyncGenHooked() { rt.weak.hooked++ }

// What an event loop does for an async generator at its end takes so much time as marking so many bytes.
const (
	hookedBytes = 2 << 10
	hookedFew   = 256
)

// AsyncGensLeft is called when other hooks for async generators are set: as a rule an event loop has stopped, and will close those that it knows by weak
// references. Where most of them are likely to be dead, which the loop cannot know before a collection, one pays.
func AsyncGensLeft(t *Thread) {
	h := t.RT.Heap
	if n := t.RT.weak.hooked; n > hookedFew && uint64(n)*hookedBytes > h.Stats().LiveBytes {
		h.TryCollect()
	}
}

// RunQueued is RunPending at a poll. A thread that holds locks of the program gives them back first, unless the next collection comes before that: a finalizer
// may want such a lock too, and where reference counts free objects it hardly ever runs in the midst of what the lock is for.
func RunQueued(t *Thread) {
	if w := &t.RT.weak; t.Locks > 0 && !w.postponed {
		w.postponed = true
		t.Breaker.And(^BreakGC)
		return
	}
	RunPending(t)
}

// GaveBack says that a lock of the program which s took has been given back. Locks of an image that were held in it are not among s's.
func (t *Thread) GaveBack(s *Strand) {
	c := s.Now(t)
	if c.Locks = max(c.Locks-1, 0); c.Locks == 0 && t.RT.weak.postponed {
		t.Breaker.Or(BreakGC)
	}
}

// RunPending calls the finalizers and weak reference callbacks that collections have queued. What is queued meanwhile waits for the next poll, and all of it
// for the next collection when the thread is being stopped: then KeyboardInterrupt is set.
//
//psy:bounded not while it runs
func RunPending(t *Thread) {
	t.Breaker.And(^BreakGC)
	w := &t.RT.weak
	h := t.RT.Heap
	if w.running || h.Hold || t.Doomed {
		return
	}
	w.running, w.postponed, h.Sparing = true, false, true
	exc := t.Exc
	for left := len(w.dead) + len(w.callbacks); left > 0 && len(w.dead)+len(w.callbacks) > 0; left-- {
		if h.Hold || t.Doomed || t.Breaker.Load()&BreakRing != 0 || w.ending && t.cancelled() {
			break
		}
		t.Exc = Null
		w.ran++
		if n := len(w.callbacks); n > 0 {
			v := Value(w.callbacks[0])
			w.callbacks = w.callbacks[1:]
			cb := As[WeakRef](v).Callback
			if cb != Null && Call1(t, cb, v) == Null {
				WriteUnraisable(t, cb)
			}
			continue
		}
		v := Value(w.dead[0])
		w.dead = w.dead[1:]
		finalize(t, v)
	}
	t.Exc = exc
	w.running, h.Sparing = false, false
	if h.Hold && exc == Null { // a finalizer got the exception that is to end what called it
		RaiseType(t, TKeyboardInterrupt)
	}
}

// FinalizersRun is how many finalizers and weak reference callbacks have been called.
func (rt *Runtime) FinalizersRun() uint64 { return rt.weak.ran }

// Finalized reports whether v has a finalizer that has run.
func Finalized(t *Thread, v Value) bool {
	return v.IsPtr() && TypeOf(t, v).Slots.Del != nil && !slices.Contains(t.RT.weak.finalizable, uint64(v)) && !t.RT.finished(v)
}

// GoType returns the nearest type of Go code that typ is or inherits from; one without a base, which is not ready, is its own.
func (typ *Type) GoType() *Type {
	for typ.ID == 0 && typ.Base != nil {
		typ = typ.Base
	}
	return typ
}

// FinalizedAs returns the nearest type of Go code that typ is or inherits from, if its finalizer is typ's too; else 0.
func (typ *Type) FinalizedAs() TypeID {
	own := typ.GoType()
	if wordOf(typ.Slots.Del) != wordOf(own.Slots.Del) {
		return 0
	}
	return own.ID
}

// finished reports whether nothing is left for v's finalizer to do: a generator, of any kind, that has come to its end, a closed file.
func (rt *Runtime) finished(v Value) bool {
	if v.IsExact(TGenerator) || v.IsExact(TCoroutine) || v.IsExact(TAsyncGenerator) {
		return As[Generator](v).State == GenClosed
	}
	return rt.rankOf(v) < 0
}

func (rt *Runtime) rankOf(v Value) int {
	if rt.Host == nil {
		return 0
	}
	_, rank := rt.Host.Dying(v)
	return rank
}

// orderDying puts objects whose finalizers are to run into the order in which reference counts would have freed them: files after what may use
// them, and a file before those that it lies over.
func (rt *Runtime) orderDying(all []uint64) {
	if rt.Host == nil || len(all) < 2 {
		return
	}
	type place struct{ group, rank int }
	places, groups := make(map[uint64]place), make(map[uint64]int)
	for _, v := range all {
		below, rank := rt.Host.Dying(Value(v))
		if rank <= 0 {
			continue
		}
		g, ok := groups[uint64(below)]
		if !ok {
			g = len(groups) + 1
			groups[uint64(below)] = g
		}
		places[v] = place{g, rank}
	}
	if len(places) > 0 {
		slices.SortStableFunc(all, func(a, b uint64) int {
			return cmp.Or(cmp.Compare(places[a].group, places[b].group), cmp.Compare(places[a].rank, places[b].rank))
		})
	}
}

func finalize(t *Thread, v Value) {
	typ := TypeOf(t, v)
	if typ.Slots.Del == nil {
		return
	}
	if typ.Slots.Del(t, v) == Null && t.Exc != Null {
		where := typ.Lookup(t, t.N(N_del_))
		if where.IsExact(TWrapperDescr) { // Go's own finalizer: that of a generator
			where = v
		}
		WriteUnraisable(t, where)
	}
}

// cancelled is Halted, but not for signals.
func (t *Thread) cancelled() bool { return t.Breaker.Load()&BreakCancel != 0 && t.Halted() }

// WriteUnraisable reports the exception being raised, which nobody can catch, and drops it; where is the object to blame (Null: none).
func WriteUnraisable(t *Thread, where Value) { WriteUnraisableIn(t, "", where) }

// WriteUnraisableIn is WriteUnraisable that says what was done.
func WriteUnraisableIn(t *Thread, text string, where Value) {
	if t.Exc != Null && t.RT.Host != nil {
		t.RT.Host.Unraisable(t, text, where)
	}
	t.ClearExc()
}

// newWeak makes a weak reference of class typ.
func newWeak(t *Thread, typ *Type, target, callback Value) Value {
	if callback == None {
		callback = Null
	}
	if !target.IsPtr() || !TypeOf(t, target).WeakRefs {
		return Raise(t, TTypeError, "cannot create weak reference to '%s' object", fullName(t, TypeOf(t, target)))
	}
	w := &t.RT.weak
	if callback == Null && typ.ID != 0 {
		for i := w.refs.newest(uint64(target)); i != 0; i = w.refs.all[i-1].older {
			if v := Value(w.refs.all[i-1].ref); As[WeakRef](v).Callback == Null && ShapeOf(v).Type == typ {
				return v
			}
		}
	}
	v := AllocInstance(t, typ)
	if v == Null {
		return Null
	}
	r := As[WeakRef](v)
	r.Callback, r.Target = callback, ^uint64(target)
	w.changed = true
	w.refs.add(uint64(target), uint64(v))
	if len(w.refs.all)&1023 == 0 {
		w.count(t.RT.Heap)
	}
	return v
}

// WeakTarget returns what a weak reference refers to, or Null.
func WeakTarget(v Value) Value { return As[WeakRef](v).get() }

// NewWeakRef makes a weakref.ref without callback.
func NewWeakRef(t *Thread, v Value) Value { return newWeak(t, t.Type(TWeakRef), v, Null) }

func weakrefNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	n := len(args)
	if kw != Null {
		n -= As[Tuple](kw).Len()
		if typ.ID == TWeakRef && As[Tuple](kw).Len() > 0 {
			return Raise(t, TTypeError, "ref() takes no keyword arguments")
		}
	}
	if n < 1 {
		return Raise(t, TTypeError, "__new__ expected at least 1 argument, got %d", n)
	}
	if n > 2 {
		return Raise(t, TTypeError, "__new__ expected at most 2 arguments, got %d", n)
	}
	cb := Null
	if n == 2 {
		cb = args[1]
	}
	return newWeak(t, typ, args[0], cb)
}

func weakrefInit(t *Thread, v Value, args []Value, kw Value) bool {
	if kw != Null && As[Tuple](kw).Len() > 0 {
		Raise(t, TTypeError, "ref() takes no keyword arguments")
		return false
	}
	if len(args) > 2 {
		Raise(t, TTypeError, "__init__ expected at most 2 arguments, got %d", len(args))
		return false
	}
	return true
}

func weakrefCall(t *Thread, v Value, args []Value, kw Value) Value {
	if len(args) > 0 {
		return Raise(t, TTypeError, "weakref expected 0 arguments, got %d", len(args))
	}
	if r := t.RT.weak.give(v); r != Null {
		return r
	}
	return None
}

func weakrefRepr(t *Thread, v Value) Value {
	r := WeakTarget(v)
	if r == Null {
		return NewStr(t, fmt.Sprintf("<weakref at 0x%x; dead>", t.RT.ID(v)))
	}
	name := LookupAttr(t, r, t.N(N_name_))
	t.ClearExc()
	head := fmt.Sprintf("<weakref at 0x%x; to '%s' at 0x%x", t.RT.ID(v), fullName(t, TypeOf(t, r)), t.RT.ID(r))
	if name != Null && IsStr(name) {
		return NewStr(t, head+" ("+GoString(name)+")>")
	}
	return NewStr(t, head+">")
}

func weakrefHash(t *Thread, v Value) (int64, bool) {
	w := As[WeakRef](v)
	if w.Hash != 0 {
		return int64(w.Hash<<1) >> 1, true
	}
	r := w.get()
	if r == Null {
		Raise(t, TTypeError, "weak object has gone away")
		return 0, false
	}
	h, ok := Hash(t, r)
	if !ok {
		return 0, false
	}
	w.Hash = hidden(h)
	return int64(w.Hash<<1) >> 1, true
}

func weakrefCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE || !IsInstance(t, a, TWeakRef) || !IsInstance(t, b, TWeakRef) {
		return NotImplemented
	}
	x, y := WeakTarget(a), WeakTarget(b)
	if x == Null || y == Null {
		return Bool((a == b) == (op == EQ))
	}
	return Compare(t, x, y, op)
}

// getWeakrefAttr is __weakref__: the first weak reference, or None.
func getWeakrefAttr(t *Thread, v Value) Value {
	if refs := t.RT.weak.shown(v); len(refs) > 0 {
		return Value(refs[0])
	}
	return None
}

// WeakRefs returns a list of the weak references and proxies of v.
func WeakRefs(t *Thread, v Value) Value {
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	for _, r := range t.RT.weak.shown(v) {
		if !l.Append(t, Value(r)) {
			return Null
		}
	}
	return Of(l)
}

// shown is the weak references of v as programs see them: the reference and the proxy that are used again, then the others from the newest on.
func (w *weakState) shown(v Value) []uint64 {
	list := w.refs.of(uint64(v))
	place := func(r uint64) int {
		switch x := Value(r); {
		case As[WeakRef](x).Callback != Null || ShapeOf(x).Type.ID == 0:
			return 2
		case x.IsExact(TWeakRef):
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b uint64) int { return cmp.Compare(place(a), place(b)) })
	return list
}

// WeakRefCount returns how many weak references and proxies v has.
func WeakRefCount(t *Thread, v Value) (n int) {
	w := &t.RT.weak.refs
	for i := w.newest(uint64(v)); i != 0; i = w.all[i-1].older {
		n++
	}
	return n
}

// NewWeakProxy makes a weakref.proxy.
func NewWeakProxy(t *Thread, target, callback Value) Value {
	id := TWeakProxy
	if TypeOf(t, target).Slots.Call != nil {
		id = TWeakCallableProxy
	}
	return newWeak(t, t.Type(id), target, callback)
}

func init() {
	DefineType(TWeakRef, TypeDef{
		Name: "weakref.ReferenceType", Flags: TypeBase, Size: unsafe.Sizeof(WeakRef{}), Refs: 1 << 1, NoWeak: true,
		Slots: Slots{
			New: weakrefNew, Init: weakrefInit, Call: weakrefCall, Repr: weakrefRepr, Hash: weakrefHash, Compare: weakrefCompare,
		},
		GetSets: []GetSetDef{{Name: "__callback__", Member: true, Get: func(t *Thread, v Value) Value {
			if cb := As[WeakRef](v).Callback; cb != Null && As[WeakRef](v).Target != 0 {
				return cb
			}
			return None
		}}},
		Methods: []FuncDef{
			{Name: "__class_getitem__", Class: true, F1: func(t *Thread, self, arg Value) Value { return newGenericAlias(t, self, arg) }},
		},
	})
}

// weakable reports which built-in types can be weakly referenced; types of other packages say so themselves.
func weakable(id TypeID) bool {
	switch id {
	case TType, TSet, TFrozenSet, TFunction, TMethod, TBuiltin, TCode, TGenerator, TCoroutine, TAsyncGenerator, TModule, TMemoryView,
		TGenericAlias, TTypeVar, TParamSpec, TTypeVarTuple:
		return true
	}
	return id >= FirstModuleType
}
