// Collections that programs ask for, and questions to the heap: who refers to whom.

package object

import (
	"math/bits"
	"slices"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// FrameRefs are the words of a Frame that are references, bit i for word i. PC and SP point into what Code and the frame's
// owner keep.
const FrameRefs = 1<<(unsafe.Offsetof(Frame{}.Code)/8) | 1<<(unsafe.Offsetof(Frame{}.Func)/8) | 1<<(unsafe.Offsetof(Frame{}.Globals)/8) |
	1<<(unsafe.Offsetof(Frame{}.Builtins)/8) | 1<<(unsafe.Offsetof(Frame{}.Locals)/8) | 1<<(unsafe.Offsetof(Frame{}.Object)/8) |
	1<<(unsafe.Offsetof(Frame{}.Prev)/8) | 1<<(unsafe.Offsetof(Frame{}.Result)/8)

// copiedFrameRefs are those of a frame that DetachFrame copied: the frame object has the copy, and not the other way round.
const copiedFrameRefs = FrameRefs &^ (1 << (unsafe.Offsetof(Frame{}.Object) / 8))

// inUse visits what of a waiting frame is in use; inner is the frame that it called, or nil.
func (rt *Runtime) inUse(fr, inner *Frame, native map[uintptr]uint32, visit func(lo, hi uintptr)) {
	lo, locals := uintptr(unsafe.Pointer(fr)), uintptr(fr.Stack())
	end := lo + uintptr(fr.Code.FrameSize)
	result := lo + unsafe.Offsetof(fr.Result)
	visit(lo, result)
	if fr.Entry || fr.Flags&FrameInit != 0 { // else it was never set
		visit(result, lo+FrameHeader)
	}
	visit(lo+FrameHeader, locals)
	if slots, ok := native[lo]; ok {
		for ; slots&^(1<<31) != 0; slots &= slots - 1 {
			at := locals + uintptr(bits.TrailingZeros32(slots))*8
			visit(at, min(at+8, end))
		}
		if slots != 0 {
			visit(locals+31*8, end)
		}
		return
	}
	if rt.Interpreter != nil {
		end = min(end, locals+uintptr(rt.Interpreter.SlotsInUse(fr, inner, rt.depthsOf))*8)
	}
	visit(locals, end)
}

// depthsMost is of how many code objects Runtime.depths knows at most.
const depthsMost = 64

// depthsOf is Interpreter.Depths, kept for the next collection that a program asks for.
func (rt *Runtime) depthsOf(code *Code) []int32 {
	at := uintptr(unsafe.Pointer(code))
	d, ok := rt.depths[at]
	if !ok {
		if d = rt.Interpreter.Depths(code); rt.depths == nil || len(rt.depths) == depthsMost {
			rt.depths = map[uintptr][]int32{}
		}
		rt.depths[at] = d
	}
	return d
}

// forgetDepths forgets what is known of code objects that have died.
func (rt *Runtime) forgetDepths(live func(uintptr) bool) {
	for code := range rt.depths {
		if !live(code) {
			delete(rt.depths, code)
		}
	}
}

// stacksInUse visits what is in use of the VM stacks: frames up to the end of their value stacks, and arguments between frames.
func (rt *Runtime) stacksInUse(visit func(lo, hi uintptr)) {
	native := map[uintptr]uint32{}
	if rt.NativeSlots != nil {
		rt.NativeSlots(func(fr uintptr, slots uint32) { native[fr] = slots })
	}
	rt.stackInUse(&rt.Main.Current, native, visit)
	rt.EachAway(func(c *Current) { rt.stackInUse(c, native, visit) })
}

func (rt *Runtime) stackInUse(c *Current, native map[uintptr]uint32, visit func(lo, hi uintptr)) {
	top := c.StackTop
	var inner *Frame
	for fr := c.Frame; fr != nil; inner, fr = fr, fr.Prev {
		rt.inUse(fr, inner, native, visit)
		if fr.Owner != FrameThread {
			continue
		}
		lo := uintptr(unsafe.Pointer(fr))
		if end := lo + uintptr(fr.Code.FrameSize); end < top {
			visit(end, top)
		}
		top = lo
	}
	visit(c.stackBase, top)
}

// bound is where what counts of a generator's frame ends. While the frame runs, that is all of it, or nothing if exact: then
// stackInUse visits what is in use.
func (rt *Runtime) bound(g *Generator, exact bool) uintptr {
	if g.State == GenRunning {
		if exact && rt.running[uintptr(unsafe.Pointer(g.Frame()))] {
			return 0
		}
		return ^uintptr(0)
	}
	return uintptr(g.Frame().SP)
}

// The functions between an instruction that calls and a built-in function.
func init() {
	heap.Transparent("object.Call", "object.CallDef", "object.methodDescrCall", "object.Collect", "object.(*Thread).collectExact", "object.(*Thread).askHeap",
		"object.(*Thread).Rest", "object.(*Thread).Waited", "object.(*Thread).leave", "object.(*Thread).Outside", "object.(*Thread).outside", "object.(*Thread).Wait",
		"object.(*Thread).Park", "object.(*Thread).ParkResting", "object.(*Thread).park", "object.(*Thread).ParkFor",
		"object.RefCount", "object.Referrers", "object.Referents", "object.Objects")
}

// Collect is a collection that the program asks for: only what frames hold is alive, finalizers and callbacks of what died have
// run when it returns, and so have those of what the finalizers dropped. It returns how many objects were found that only
// cycles of references kept, as CPython counts them. ok is false if an exception is set.
//
//go:noinline
func Collect(t *Thread) (dead int, ok bool) {
	h := t.RT.Heap
	for range finalRounds {
		n, done := t.collectExact(t.RT.counted)
		if !done {
			if !t.Poll() {
				return dead, false
			}
			h.Collect()
		}
		dead += n
		w := &t.RT.weak
		if len(w.dead) == 0 || w.running {
			break
		}
		RunPending(t)
		if t.Exc != Null {
			return dead, false
		}
	}
	RunPending(t)
	return dead, t.Exc == Null
}

// collectExact collects, see heap.CollectExact. A function that asks for a collection, and nothing else, is called with what frames hold.
//
//go:noinline
func (t *Thread) collectExact(count heap.Count) (dead int, ok bool) {
	t.RT.findRunning()
	dead, ok = t.RT.Heap.CollectExact(t.atCall(), count)
	t.RT.running = nil
	return dead, ok
}

// restAfter is how long a thread waits before it uses the time for a collection: what it waits for may be that an object goes.
const restAfter = 50 * time.Millisecond

// restMost is how long it waits before that if such collections bring nothing, or cannot be made since others want to run.
const restMost = 16 * restAfter

// stopLook is how long a thread waits at a time while the program is being stopped.
const stopLook = 10 * time.Millisecond

// UntilRest is how long a wait of at most d (negative: it has no limit) goes on before it asks again, after Rest if rests says so.
func (t *Thread) UntilRest(d time.Duration) (until time.Duration, rests bool) {
	h := t.RT.Heap
	after := time.Duration(restMost)
	switch rests = h.MayRest(); {
	case t.RT.Stopping: // who stops the program asks for the time at some of its polls
		after = stopLook
	case rests:
		after = max(restAfter, t.RT.restAfter, h.RestAfter())
	case t.Alone() || !t.IsMain(): // what a thread drops that ends then, the main one looks for
		return d, false
	}
	if d >= 0 && d <= after {
		return d, false
	}
	return after, rests
}

// ParkResting is Park for at most d (negative: it has no limit), or for less: if nobody wakes the thread, the time may be used for a collection.
//
//go:noinline
func (t *Thread) ParkResting(d time.Duration) {
	until, rests := t.UntilRest(d)
	began := time.Now()
	if t.Park(until); rests && time.Since(began) >= until {
		t.Rest()
	}
}

// Waited is told by a wait that goes on in steps that one more has brought nothing: it may use the time for a collection. waited is how long the wait has
// gone on, or since the last collection.
func (t *Thread) Waited(waited *time.Duration, step time.Duration) {
	*waited += step
	if until, rests := t.UntilRest(-1); rests && *waited >= until {
		t.Rest()
		*waited = 0
	}
}

// Rest is for a thread that waits while no other wants to run: it may use the time for a collection. What that found is to be done at the next poll.
//
//go:noinline
func (t *Thread) Rest() {
	rt, h := t.RT, t.RT.Heap
	if t.Unwanted() {
		rt.findRunning()
		collected := h.Rest(t.atCall())
		rt.running = nil
		if !collected {
			return
		}
		if len(rt.weak.dead)+len(rt.weak.callbacks) > 0 {
			rt.restAfter = 0
			return
		}
		h.Rested()
	}
	rt.restAfter = min(2*max(rt.restAfter, restAfter), restMost)
}

// atCall reports whether the innermost frame waits for a call, so that it has all that the loop which runs it has.
func (t *Thread) atCall() bool {
	return t.Frame != nil && t.RT.Interpreter != nil && t.RT.Interpreter.AtCall(t.Frame)
}

// findRunning notes the frames of generators that run, in any thread.
func (rt *Runtime) findRunning() {
	rt.running = map[uintptr]bool{}
	note := func(c *Current) {
		for fr := c.Frame; fr != nil; fr = fr.Prev {
			if fr.Owner == FrameGenerator {
				rt.running[uintptr(unsafe.Pointer(fr))] = true
			}
		}
	}
	note(&rt.Main.Current)
	rt.EachAway(note)
}

// askHeap marks what is alive, and about, before a question about these objects.
//
//go:noinline
func (t *Thread) askHeap(about ...Value) {
	t.RT.asked = about
	t.collectExact(nil)
	t.RT.asked = nil
}

// internal reports whether the object at p is one that Python never sees: storage of others.
func (rt *Runtime) internal(p uintptr) bool {
	id := shapeAt(p).Type.ID
	return id != 0 && id <= TFrameSpace
}

func shapeAt(p uintptr) *Shape { return ShapeOf(Value(p)) }

// counted reports whether CPython's collector would have counted the object at p: containers, but no dicts and tuples of what
// are none.
func (rt *Runtime) counted(p uintptr) bool { return !rt.internal(p) && Tracked(Value(p)) }

// Tracked reports whether CPython's collector would know v (gc.is_tracked).
func Tracked(v Value) bool { return tracked(v, 100) }

// tracked is Tracked; tuples in that many tuples are known, whatever is in them.
//
//psy:bounded depth counts down
func tracked(v Value, depth int) bool {
	if !container(v) {
		return false
	}
	if depth == 0 {
		return true
	}
	switch ShapeOf(v).Type.ID {
	case TTuple:
		x := As[Tuple](v)
		for i := range x.Len() {
			if mayTrack(*x.At(i), depth) {
				return true
			}
		}
		return false
	case TDict:
		known := false
		for e, i := As[Dict](v).Next(0); e != nil && !known; e, i = As[Dict](v).Next(i) {
			known = mayTrack(e.Key, depth) || mayTrack(e.Val, depth)
		}
		return known
	}
	return true
}

// mayTrack reports whether a tuple or dict with v in it is known to CPython's collector.
func mayTrack(v Value, depth int) bool {
	return container(v) && (!v.IsExact(TTuple) || tracked(v, depth-1))
}

// container reports whether v is of a type whose objects CPython's collector knows.
func container(v Value) bool {
	if !v.IsPtr() {
		return false
	}
	switch ShapeOf(v).Type.ID {
	case TObject, TInt, TFloat, TComplex, TStr, TBytes, TByteArray, TRange, TRangeIterator, TLongRangeIterator, TCode, TNoneType:
		return false
	case TFrame:
		return As[FrameObject](v).Space != Null // CPython's collector learns of a frame when it is left
	}
	return true
}

// refers reports whether the object at p, or storage that belongs to it alone, refers to one of the objects that is says yes to.
func refers(h *heap.Heap, p uintptr, is func(w uint64) bool) bool {
	found := false
	h.Refs(p, func(w uint64) { found = found || is(w) })
	return found
}

// Referrers returns a list of the objects that refer to one of vs directly.
//
//go:noinline
func Referrers(t *Thread, vs []Value) Value {
	rt, h := t.RT, t.RT.Heap
	t.askHeap(vs...)
	targets := map[uint64]bool{}
	for _, v := range vs {
		if v.IsPtr() {
			targets[uint64(v)] = true
		}
	}
	is := func(w uint64) bool { return targets[w] }
	for more := true; more; { // storage stands for its owner
		more = false
		h.EachLive(func(p uintptr) {
			if !targets[uint64(p)] && rt.internal(p) && shapeAt(p).Type.ID != TShape && refers(h, p, is) {
				targets[uint64(p)], more = true, true
			}
		})
	}
	return liveList(t, func(p uintptr) bool {
		return !rt.internal(p) && container(Value(p)) && (refers(h, p, is) || knowsType(Value(p)) && is(uint64(Of(shapeAt(p).Type))))
	})
}

// knowsType reports whether CPython's object v would refer to its type: those of classes that a program made do.
func knowsType(v Value) bool { return ShapeOf(v).Type.ID == 0 }

// Objects returns a list of all objects that CPython's collector would know.
//
//go:noinline
func Objects(t *Thread) Value {
	t.askHeap()
	return liveList(t, t.RT.counted)
}

// liveList makes a list of the live objects that want says yes to. It is called right after a collection.
func liveList(t *Thread, want func(p uintptr) bool) Value {
	h := t.RT.Heap
	n := 0
	shown := func(p uintptr) bool { return want(p) && complete(t, Value(p)) }
	h.EachLive(func(p uintptr) {
		if shown(p) {
			n++
		}
	})
	l := NewList(t, n)
	if l == nil {
		return Null
	}
	i := 0
	h.EachLive(func(p uintptr) {
		if i < n && p != uintptr(unsafe.Pointer(l)) && shown(p) {
			*l.At(i) = Reveal(Value(p))
			i++
		}
	})
	l.Size = int64(i)
	return Of(l)
}

// complete reports whether v may be shown: a tuple whose items are not all there yet, or a function whose closure is not, belongs to
// the code that makes it; a shape's dict of transitions, and types of storage, which have no names, to the runtime.
func complete(t *Thread, v Value) bool {
	switch {
	case v.IsExact(TDict):
		e, _ := As[Dict](v).Next(0)
		return e == nil || !e.Val.IsExact(TShape)
	case v.IsExact(TType):
		return As[Type](v).Name != Null
	case IsInstance(t, v, TTuple):
		return !slices.Contains(As[Tuple](v).Items(), Null)
	case v.IsExact(TFunction):
		f := As[Function](v)
		return f.Closure != Null || f.Code.NFree == 0
	}
	return true
}

// Referents returns a list of what vs refer to directly.
//
//go:noinline
func Referents(t *Thread, vs []Value) Value {
	if slices.ContainsFunc(vs, func(v Value) bool { return v.IsPtr() && !tellsItems(v) && t.RT.hasNew(uintptr(v), 50) }) {
		t.askHeap(vs...)
	}
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	for _, v := range vs {
		if !addItems(t, l, v) && (t.Exc != Null || v.IsPtr() && !addRefs(t, l, uintptr(v))) {
			return Null
		}
		if container(v) && knowsType(v) && !l.Append(t, Of(ShapeOf(v).Type)) {
			return Null
		}
	}
	return Of(l)
}

// hasNew reports whether the object at p, or storage that belongs to it, refers to what may be an object, or may not: the last collection has not seen it.
// Then another one tells. So it does of a generator, whose space has words that nothing uses any more.
//
//psy:bounded depth counts down
func (rt *Runtime) hasNew(p uintptr, depth int) bool {
	h := rt.Heap
	is := depth == 0 || shapeAt(p).Layout.Flags&heap.HasBound != 0
	h.Refs(p, func(w uint64) {
		if is {
			return
		}
		marked, may := h.MarkedOrNew(w)
		is = may || marked && rt.internal(uintptr(w)) && shapeAt(uintptr(w)).Type.ID != TShape && rt.hasNew(uintptr(w), depth-1)
	})
	return is
}

// addRefs appends what the object at p, and storage that belongs to it, refers to, to l. False: an exception is set.
func addRefs(t *Thread, l *List, p uintptr) bool {
	if !t.Enter("") { // internal objects may be chained
		return false
	}
	defer t.Leave()
	h, ok := t.RT.Heap, true
	h.Refs(p, func(w uint64) {
		switch {
		case !ok || !h.Marked(w):
		case !t.RT.internal(uintptr(w)):
			ok = !complete(t, Value(w)) || l.Append(t, Reveal(Value(w)))
		case shapeAt(uintptr(w)).Type.ID != TShape:
			ok = addRefs(t, l, uintptr(w))
		}
	})
	return ok
}

// tellsItems reports whether addItems tells all that v refers to.
func tellsItems(v Value) bool { return v.IsExact(TTuple) || v.IsExact(TList) || v.IsExact(TDict) }

// addItems appends the items of a tuple or list and the values of a dict, with its keys unless all are strs, to l. False: v is
// nothing of that kind, or an exception is set.
func addItems(t *Thread, l *List, v Value) bool {
	switch {
	case v.IsExact(TTuple):
		return l.AppendAll(t, As[Tuple](v).Items())
	case v.IsExact(TList):
		return l.AppendAll(t, As[List](v).Slice())
	case v.IsExact(TDict):
		d, keys := As[Dict](v), false
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			keys = keys || !IsStr(e.Key)
		}
		for e, i := d.Next(0); e != nil; e, i = d.Next(i) {
			if key := e.Key; !l.Append(t, e.Val) || keys && !l.Append(t, key) {
				return false
			}
		}
		return true
	}
	return false
}

// immortalRefs is what CPython 3.13 gives as the reference count of objects that live for ever.
const immortalRefs = 4294967295

// RefCount counts the references to v in the heap and in frames.
//
//go:noinline
func RefCount(t *Thread, v Value) int64 {
	switch {
	case !v.IsPtr():
		if v.IsFloat() || v.IsInt() && (v.Int() < -5 || v.Int() > 256) {
			return 2
		}
		return immortalRefs
	case IsStr(v) && uint8(As[Str](v).Meta)&StrInterned != 0:
		return immortalRefs
	}
	h := t.RT.Heap
	t.askHeap(v)
	n, bits := int64(0), uint64(v)
	see := func(w uint64) {
		if w == bits {
			n++
		}
	}
	h.EachLive(func(p uintptr) {
		if id := shapeAt(p).Type.ID; id != TShape {
			h.Refs(p, see)
		}
	})
	h.StackWords(see)
	return n
}

// CountLive counts all live objects.
func CountLive(t *Thread) (n int) {
	t.askHeap()
	t.RT.Heap.EachLive(func(uintptr) { n++ })
	return n
}

// CountInterned counts the strs that are interned, and those of them that every runtime has from the beginning.
func CountInterned(t *Thread) (all, lasting int) { return int(t.RT.Interned.Used), int(nameCount) }

// ClearCaches drops what has been remembered of lookups in classes.
func ClearCaches(t *Thread) { clear(t.RT.methodCache[:]) }

// Outlived reports whether code that mentions v keeps it alive, rather than dying with it. A class that only code mentions, or what was found in one, may
// refer to all that the program has made by it. What refers to nothing else is kept: a compiler may have made it.
func Outlived(t *Thread, v Value) bool {
	switch TypeOf(t, v).ID {
	case TStr, TBytes, TInt, TFloat, TComplex, TCode:
		return true
	}
	return false
}
