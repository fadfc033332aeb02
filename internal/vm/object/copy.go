// Copies of images: new runtimes in the state of an image. The heap copies the objects, and moves the addresses in them; what Go keeps beside them is
// copied by those who have declared how it takes part in images: see Back.Copy.

package object

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// Copy is a runtime that is being made as a copy of an image.
type Copy struct {
	RT   *Runtime
	im   *Image
	part map[any]any  // Go state of the copy, by that of the image
	done map[any]bool // of that what has been filled in, by that of the image
}

// copying makes what stands in a copy for Go state of the image. into is what stands there already, or nil.
type copying func(c *Copy, into any) (any, error)

// Move is what stands in the copy for a value of the image.
func (c *Copy) Move(v Value) Value { return Value(c.im.heap.Move(c.RT.Heap, uint64(v))) }

// Moved is Move for a pointer to an object.
func Moved[T any](c *Copy, p *T) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(nil), uintptr(c.Move(Value(uintptr(unsafe.Pointer(p)))))))
}

// Part is the Go state in the copy that stands for that of the image, which has a copying of its own.
func Part[T any](c *Copy, of *T) *T {
	if of == nil {
		return nil
	}
	if x := c.part[of]; x != nil {
		return x.(*T)
	}
	x := new(T)
	c.part[of] = x
	return x
}

// Fill is Part for what is filled in now: into is what stands there already, or nil.
func Fill[T any](c *Copy, of *T, into any) *T {
	if x, ok := into.(*T); ok && x != nil {
		c.part[of] = x
	}
	c.done[of] = true
	return Part(c, of)
}

// moving is Go state that has values, which Move.
type moving interface{ Move(c *Copy) }

// errNotCopied is for parts of an image that may be reset, but not copied.
func errNotCopied(x any) error { return fmt.Errorf("what a %T holds cannot be copied", x) }

// addresses says where in an object there are addresses that its layout does not tell of, and what is something else in copies.
func (rt *Runtime) addresses(p unsafe.Pointer, w *heap.Words) {
	switch sh := (*heap.Header)(p).Shape; {
	case sh == TCode.Shape():
		co := (*Code)(p)
		if co.Hot != rt.HotThreshold {
			w.Half(unsafe.Pointer(&co.Hot), uint32(max(rt.HotThreshold, 1)))
		}
		if rt.Interpreter != nil && co.First != nil {
			rt.Interpreter.CacheAddresses(co, w.Odd)
		}
		w.Plain(unsafe.Pointer(&co.First))
		w.NoBuffer(uintptr(co.Units))
	case sh == TRaw.Shape():
		w.Buffer(uintptr(p))
	case sh == TDict.Shape() && (*Dict)(p) != rt.Interned:
		w.NoBuffer(uintptr(unsafe.Pointer((*Dict)(p).Index)))
	case sh == TSet.Shape() || sh == TFrozenSet.Shape():
		w.NoBuffer(uintptr(unsafe.Pointer((*Set)(p).Hashes)))
	case ShapeAt(rt.Main, sh).Type != nil && ShapeAt(rt.Main, sh).Type.Flags&TypeTypeSub != 0:
		w.Plain(unsafe.Pointer(&(*Type)(p).Subclasses))
		w.Plain(unsafe.Pointer(&(*Type)(p).GetItemCache))
	case ShapeAt(rt.Main, sh).Layout.Flags&heap.HasBound != 0:
		w.Zero(unsafe.Pointer(&(*Generator)(p).Resume))
		frameAddresses((*Generator)(p).Frame(), w)
	case sh == TFrameSpace.Shape():
		frameAddresses((*Frame)(unsafe.Add(p, 8)), w)
	case (*Dict)(p) == rt.Interned:
		d := (*Dict)(p)
		w.NoBuffer(uintptr(unsafe.Pointer(d.Index)))
		w.NoBuffer(uintptr(unsafe.Pointer(d.Entries)))
		for i := range int(d.N) {
			e := d.Entries.At(i)
			w.Plain(unsafe.Pointer(&e.Key))
			w.Plain(unsafe.Pointer(&e.Val))
		}
	}
	if typ := ShapeAt(rt.Main, (*heap.Header)(p).Shape).Type; typ != nil && typ.Flags&TypeBytesSub != 0 {
		w.Together(uintptr(p), rt.Heap.ObjectSize(p))
	}
	refs := &rt.weak.refs
	for i := refs.newest(uint64(uintptr(p))); i != 0; i = refs.all[i-1].older {
		w.Complemented(unsafe.Pointer(&As[WeakRef](Value(refs.all[i-1].ref)).Target))
	}
}

func frameAddresses(fr *Frame, w *heap.Words) {
	w.Plain(unsafe.Pointer(&fr.Object))
	w.Plain(unsafe.Pointer(&fr.Prev))
	w.Plain(unsafe.Pointer(&fr.PC))
	w.Plain(unsafe.Pointer(&fr.SP))
	w.Zero(unsafe.Pointer(&fr.Result)) // what an earlier run has left
}

// adopt takes over what an image has of a runtime itself. Adopt follows.
func (rt *Runtime) adopt(im *Image) {
	c := &Copy{RT: rt, im: im}
	rt.idShift = im.shift - im.heap.Distance(rt.Heap)
	s := im.state
	for i := range unsafe.Offsetof(s.versions) / 8 { // the references come first
		p := (*Value)(unsafe.Add(unsafe.Pointer(&s), i*8))
		*p = c.Move(*p)
	}
	s.begin, s.local = c.Move(s.begin), Moved(c, s.local)
	s.OnFinish, s.OnSignal, s.OnCancel, s.OnSignals, s.OnSample, s.waker = nil, nil, nil, nil, nil, nil // those of the copy are set by who makes it
	rt.setState(&s)
	t := rt.Main
	t.Breaker.Store(s.breaker &^ BreakNative)
	t.Depth, t.Nested, t.Event = im.thread.Depth, im.thread.Nested, im.thread.Event
	t.ContextVars, t.reprStack = c.Move(im.thread.ContextVars), Moved(c, im.thread.reprStack)
	w := &im.weak
	rt.weak = weakState{refs: weakTable{all: slices.Clone(w.refs.all)}, counted: w.counted}
	move := func(list []uint64) []uint64 {
		list = slices.Clone(list)
		for i, v := range list {
			list[i] = uint64(c.Move(Value(v)))
		}
		return list
	}
	for i := range rt.weak.refs.all {
		e := &rt.weak.refs.all[i]
		e.target, e.ref = uint64(c.Move(Value(e.target))), uint64(c.Move(Value(e.ref)))
	}
	rt.weak.refs.build()
	rt.weak.finalizable = move(w.finalizable)
}

// Adopt takes over what packages above have kept of a runtime in an image. Those that make the copy have set up what is theirs.
func (rt *Runtime) Adopt(im *Image) error {
	c := &Copy{RT: rt, im: im, part: map[any]any{}, done: map[any]bool{}}
	for i, x := range im.host {
		if x == nil {
			continue
		}
		if im.copies[i] == nil {
			return errNotCopied(x)
		}
		if rt.host[i] == nil && hostMakers[i] != nil {
			rt.host[i] = hostMakers[i](rt)
		}
		y, err := im.copies[i](c, rt.host[i])
		if err != nil {
			return err
		}
		rt.host[i] = y
	}
	if im.system == nil {
		return errNotCopied(rt.System)
	}
	if _, err := im.system(c, rt.System); err != nil {
		return err
	}
	err := im.heap.SetHandles(rt.Heap, func(id uint32, v any) (any, error) {
		if isForeign(v) {
			return v, nil
		}
		f := im.values[id]
		if f == nil {
			return nil, errNotCopied(v)
		}
		return f(c, nil)
	})
	if err != nil {
		return err
	}
	for of := range c.part {
		if !c.done[of] {
			return errNotCopied(of)
		}
	}
	return nil
}

// MoveSlice is what stands in the copy for a slice that KeepSlice has kept.
func MoveSlice[T any](c *Copy, s []T) []T {
	if cap(s) == 0 {
		return s
	}
	return unsafe.Slice(Moved(c, unsafe.SliceData(s)), cap(s))[:len(s)]
}

// Into is the copying of what has nothing to copy: what the copy's own is like from the start will do.
func Into(_ *Copy, into any) (any, error) { return into, nil }

// fixedCopy shares what never changes.
func fixedCopy(x any) copying { return func(*Copy, any) (any, error) { return x, nil } }

// plainCopy copies by an assignment.
func plainCopy[T any](of *T) copying {
	was := *of
	return func(c *Copy, into any) (any, error) {
		p := Fill(c, of, into)
		*p = was
		if m, ok := any(p).(moving); ok {
			m.Move(c)
		}
		return p, nil
	}
}

// Bare reports whether the runtime, right after Freeze, has no code of Python, in which counters stand that engines have set.
func (im *Image) Bare(rt *Runtime) bool {
	bare := true
	rt.Heap.Objects(func(p unsafe.Pointer) { bare = bare && (*heap.Header)(p).Shape != TCode.Shape() })
	return bare
}

// Unnoted calls f with the type and the word of each place in an image that looks like an address and would not be moved in copies. It is for tests, and to
// be called right after Freeze.
func (im *Image) Unnoted(rt *Runtime, f func(typ string, word uintptr)) {
	skip := func(shape uint32) bool {
		return shape == TStr.Shape() || shape == TBytes.Shape() || shape == TInt.Shape()
	}
	im.heap.Unnoted(rt.Heap, skip, func(p unsafe.Pointer, word uintptr) {
		name := fmt.Sprint("shape ", (*heap.Header)(p).Shape)
		if typ := ShapeAt(rt.Main, (*heap.Header)(p).Shape).Type; typ != nil && typ.Name != Null {
			name = GoString(typ.Name)
		}
		f(name, word)
	})
}
