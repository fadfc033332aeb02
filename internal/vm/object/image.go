// Images: a runtime as it was at one moment, and the way back to it.
//
// Objects are the heap's business. What Go keeps beside them is either a field of Runtime or Thread (stateOf and its kind below; a test goes through
// all fields), or stands at a HostKey, or behind a handle: each type of these is declared by Keeps, Fixed or Refuses where it is defined (a test goes
// through the keys). What was not declared cannot be part of an image.

package object

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/vm/heap"
)

// Image is what a runtime was. It belongs to that runtime.
type Image struct {
	heap   *heap.Image
	state  runtimeState
	thread Current
	weak   weakState
	host   []any
	back   []Back
	before []func() // before objects are what they were
	after  []func()

	seed   HashSeed
	shift  uint64             // idShift
	copies []copying          // of host
	system copying            // of System
	values map[uint32]copying // of handles
}

// Back is what a part of a runtime does on the way back: Before is called while objects are still as the program left them, After when they are what they
// were. Either may be nil. Copy makes the part of a new runtime that is a copy of the image: from what it was, not from what it is now. Without it
// there are no copies of an image with such a part. Several goroutines may call it at a time.
type Back struct {
	Before, After func()
	Copy          func(c *Copy, into any) (any, error)
}

type keeper func(rt *Runtime, x any) (Back, error)

// keepers are by type.
var keepers = map[reflect.Type]keeper{}

// Keeps declares how Go state of type T takes part in images; to be called while Go's package variables are initialized. keep says what brings
// x back into the state that it has now; the error says why it cannot be kept.
func Keeps[T any](keep func(rt *Runtime, x T) (Back, error)) struct{} {
	keepers[reflect.TypeFor[T]()] = func(rt *Runtime, x any) (Back, error) { return keep(rt, x.(T)) }
	return struct{}{}
}

// Fixed declares that values of type T never change.
func Fixed[T any]() struct{} {
	return Keeps(func(_ *Runtime, x T) (Back, error) { return Back{Copy: fixedCopy(x)}, nil })
}

// Plain declares that what a *T points to is brought back by an assignment: what it refers to never changes.
func Plain[T any]() struct{} {
	return Keeps(func(_ *Runtime, x *T) (Back, error) {
		was := *x
		return Back{After: func() { *x = was }, Copy: plainCopy(x)}, nil
	})
}

// Refuses declares that there is no image of a world with a T, unless fine says that this one may be part of it as it is.
func Refuses[T any](what string, fine func(x T) bool) struct{} {
	return Keeps(func(_ *Runtime, x T) (Back, error) {
		if fine != nil && fine(x) {
			return Back{Copy: fixedCopy(x)}, nil
		}
		return Back{}, errors.New(what)
	})
}

// Undeclared are the types of host keys for which nobody has said how they take part in images; for tests.
func Undeclared() (list []string) {
	for _, typ := range hostTypes {
		if keepers[typ] == nil && typ.Kind() != reflect.Interface {
			list = append(list, typ.String())
		}
	}
	return list
}

// hostTypes are the types of all host keys.
var hostTypes []reflect.Type

// runtimeState are the fields of Runtime that change while programs run; fixedFields in the test are the others.
type runtimeState struct {
	Types                                                 [MaxTypes]*Type             //psy:root those of Runtime, and the image has them
	Interned, Modules, Builtins, SysDict                  *Dict                       //psy:root the image has them
	EmptyTuple, latin1, byBytes                           *Tuple                      //psy:root the image has them
	EmptyStr, EmptyBytes, LazyDoc, EmptyFrozenSet, memErr Value                       //psy:root the image has them
	classAttr                                             Value                       //psy:root the image has it
	Names                                                 [nameCount]Value            //psy:root the image has them
	Extra                                                 [len(Runtime{}.Extra)]Value //psy:root the image has them
	versions, dictVersions                                uint32
	ABCToken                                              int64
	RecursionLimit                                        int32
	IntMaxStrDigits                                       int
	ScriptDir                                             string
	Finalizing                                            bool
	OnFinish                                              func()
	InstrVersion                                          uint32
	StrandLimit                                           int
	HotThreshold                                          int32
	OnSignal, OnCancel                                    func(t *Thread) bool
	OnSignals                                             []func(t *Thread) bool
	waker                                                 *Waker
	breaker                                               uint32
	OnSample                                              func(t *Thread)
	OriginDepth                                           int32
	BytesWarning, NoColumns                               bool
	OnAudit                                               func(t *Thread, event string, args Value) bool
	begin                                                 Value //psy:root the image has it: of the main thread
	local                                                 *List //psy:root the image has it: likewise
	interval                                              time.Duration
	last                                                  int64
}

func (rt *Runtime) state() runtimeState {
	return runtimeState{
		Types: rt.Types, Interned: rt.Interned, Modules: rt.Modules, Builtins: rt.Builtins, SysDict: rt.SysDict, EmptyTuple: rt.EmptyTuple, latin1: rt.latin1, byBytes: rt.byBytes,
		EmptyStr: rt.EmptyStr, EmptyBytes: rt.EmptyBytes, LazyDoc: rt.LazyDoc, EmptyFrozenSet: rt.EmptyFrozenSet, memErr: rt.memErr, classAttr: rt.classAttr,
		Names: rt.Names, Extra: rt.Extra, versions: rt.versions, dictVersions: rt.dictVersions, ABCToken: rt.ABCToken, RecursionLimit: rt.RecursionLimit,
		IntMaxStrDigits: rt.IntMaxStrDigits, ScriptDir: rt.ScriptDir, Finalizing: rt.Finalizing, OnFinish: rt.OnFinish, InstrVersion: rt.InstrVersion,
		StrandLimit: rt.StrandLimit, HotThreshold: rt.HotThreshold, OnSignal: rt.OnSignal, OnCancel: rt.OnCancel, OnSignals: slices.Clone(rt.OnSignals),
		waker: rt.Waker.Load(), OnSample: rt.OnSample, OriginDepth: rt.OriginDepth, BytesWarning: rt.BytesWarning, NoColumns: rt.NoColumns, OnAudit: rt.OnAudit,
		begin: rt.lock.strands[0].Begin, local: rt.lock.strands[0].Local, interval: rt.Interval(), last: rt.lock.last, breaker: rt.Main.Breaker.Load() & (BreakNative | BreakLocals),
	}
}

func (rt *Runtime) setState(s *runtimeState) {
	rt.Types, rt.Interned, rt.Modules, rt.Builtins, rt.SysDict, rt.EmptyTuple, rt.latin1, rt.byBytes = s.Types, s.Interned, s.Modules, s.Builtins, s.SysDict, s.EmptyTuple, s.latin1, s.byBytes
	rt.EmptyStr, rt.EmptyBytes, rt.LazyDoc, rt.EmptyFrozenSet, rt.memErr, rt.classAttr = s.EmptyStr, s.EmptyBytes, s.LazyDoc, s.EmptyFrozenSet, s.memErr, s.classAttr
	rt.Names, rt.Extra, rt.versions, rt.dictVersions, rt.ABCToken, rt.RecursionLimit = s.Names, s.Extra, s.versions, s.dictVersions, s.ABCToken, s.RecursionLimit
	rt.IntMaxStrDigits, rt.ScriptDir, rt.Finalizing, rt.OnFinish, rt.InstrVersion = s.IntMaxStrDigits, s.ScriptDir, s.Finalizing, s.OnFinish, s.InstrVersion
	rt.StrandLimit, rt.HotThreshold, rt.OnSignal, rt.OnCancel, rt.OnSignals = s.StrandLimit, s.HotThreshold, s.OnSignal, s.OnCancel, slices.Clone(s.OnSignals)
	rt.OnSample, rt.OriginDepth, rt.BytesWarning, rt.NoColumns, rt.OnAudit = s.OnSample, s.OriginDepth, s.BytesWarning, s.NoColumns, s.OnAudit
	rt.Waker.Store(s.waker)
	if rt.Interval() != s.interval {
		rt.SetInterval(s.interval)
	}
	main := rt.lock.strands[0]
	main.Begin, main.Local, main.refused, main.stopping = s.begin, s.local, 0, false
	rt.lock.last, rt.lock.asked, rt.lock.panic = s.last, nil, nil
	rt.asked, rt.running = nil, nil
}

// Freeze makes an image of a runtime that is at rest. The error says what cannot be part of one.
func (rt *Runtime) Freeze() (*Image, error) {
	t := rt.Main
	switch {
	case !t.Alone():
		return nil, fmt.Errorf("%d threads besides the main one are alive", len(rt.lock.strands)-1)
	case t.Frame != nil || t.Exc != Null:
		return nil, errors.New("the program is at work")
	case t.TraceFunc != Null || t.ProfileFunc != Null:
		return nil, errors.New("a trace function is set")
	case t.EventLoop != Null:
		return nil, errors.New("an event loop runs")
	case rt.Finalizing:
		return nil, errors.New("the program has ended")
	}
	rt.dropStacks()
	for range 10 { // finalizers make garbage
		rt.Heap.Collect()
		if len(rt.weak.dead)+len(rt.weak.callbacks) == 0 {
			break
		}
		RunPending(t)
		t.ClearExc()
	}
	if len(rt.weak.dead)+len(rt.weak.callbacks) > 0 {
		return nil, errors.New("finalizers go on making objects with finalizers")
	}
	im := &Image{seed: rt.HashSeed, shift: rt.idShift, values: map[uint32]copying{}}
	var err error
	im.heap, err = rt.Heap.Freeze(func() error {
		rt.cool()
		return rt.keepHost(im)
	}, func(id uint32, v any) (func(), error) {
		if isForeign(v) {
			return nil, nil
		}
		b, err := rt.KeepState(v)
		if err != nil {
			if p := rt.Heap.OwnerOf(id); p != nil {
				err = fmt.Errorf("%w: %s", err, TypeName(t, FromPtr(p)))
			}
		}
		if err == nil && b.Before != nil {
			im.before = append(im.before, b.Before)
		}
		im.values[id] = b.Copy
		return b.After, err
	}, rt.addresses)
	if err != nil {
		return nil, err
	}
	im.state, im.thread = rt.state(), t.Current
	rt.weak.changed = false
	im.weak = rt.weak
	im.weak.spare, im.weak.room, im.weak.given = spares{}, 0, given{}
	im.weak.refs, im.weak.finalizable = rt.weak.refs.clone(), slices.Clone(rt.weak.finalizable)
	return im, nil
}

// cool has what is nearly hot begin anew: else it would be compiled after each Reset, for the rest of the way.
func (rt *Runtime) cool() {
	rt.Heap.Objects(func(p unsafe.Pointer) {
		if (*heap.Header)(p).Shape == TCode.Shape() {
			if co := (*Code)(p); co.Hot >= 0 && co.Hot < rt.HotThreshold && !co.Bound {
				co.Hot = rt.HotThreshold
			}
		}
	})
}

// isForeign reports whether what a handle holds is no part of psy's: a value that a Go program has given the world. It stays as it is.
func isForeign(x any) bool {
	typ := reflect.TypeOf(x)
	if keepers[typ] != nil {
		return false
	}
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	return !strings.HasPrefix(typ.PkgPath(), internalPath)
}

// internalPath begins the paths of psy's own packages.
var internalPath = strings.TrimSuffix(reflect.TypeFor[Image]().PkgPath(), "vm/object")

// KeepState asks x how it takes part.
//
//psy:bounded what a part asks for lies within it
func (rt *Runtime) KeepState(x any) (Back, error) {
	f := keepers[reflect.TypeOf(x)]
	if f == nil {
		return Back{}, fmt.Errorf("what a %T holds cannot be kept", x)
	}
	return f(rt, x)
}

// keepHost asks what packages above keep of the runtime.
func (rt *Runtime) keepHost(im *Image) error {
	im.host = slices.Clone(rt.host)
	ask := func(x any) (copying, error) {
		if x == nil {
			return nil, nil
		}
		b, err := rt.KeepState(x)
		if err != nil {
			return nil, err
		}
		if b.Before != nil {
			im.before = append(im.before, b.Before)
		}
		if b.After != nil {
			im.after = append(im.after, b.After)
		}
		return b.Copy, nil
	}
	im.copies = make([]copying, len(rt.host))
	for i, x := range rt.host {
		var err error
		if im.copies[i], err = ask(x); err != nil {
			return err
		}
	}
	if _, err := ask(rt.Tier2); err != nil { // copies get an engine of their own
		return err
	}
	var err error
	im.system, err = ask(rt.System)
	return err
}

// Reset makes a runtime, at rest, what it was when it was frozen. Its threads but the main one are stopped first.
func (rt *Runtime) Reset(im *Image) error {
	t := rt.Main
	if !t.Alone() {
		return errors.New("threads besides the main one are alive")
	}
	rt.dropStacks()
	for _, f := range im.before {
		f()
	}
	for i, x := range rt.host {
		if c, ok := x.(closing); ok && im.host[i] == nil {
			c.RuntimeCloses()
		}
	}
	if t.StackEnd > im.thread.StackEnd {
		if err := rt.Heap.Discard(im.thread.StackEnd+StackSlack, t.StackEnd-im.thread.StackEnd); err != nil {
			return err
		}
	}
	if err := rt.Heap.Reset(im.heap); err != nil {
		return err
	}
	copy(rt.host, im.host)
	native := t.Native
	t.Current = im.thread
	t.Native = native
	*t.baseExc = ExcState{}
	t.Traces = 0
	t.Breaker.Store(im.state.breaker)
	rt.setState(&im.state)
	refs := rt.weak.refs
	if rt.weak.changed {
		refs = im.weak.refs.clone()
	}
	rt.weak = im.weak
	rt.weak.refs, rt.weak.finalizable = refs, slices.Clone(im.weak.finalizable)
	clear(rt.methodCache[:])
	rt.beginEpoch()
	rt.depths = nil
	for _, f := range im.after {
		f()
	}
	return nil
}

// KeepSlice says what brings a slice back: one of memory of the heap is what it was once the heap is.
func KeepSlice[T any](rt *Runtime, s []T) func() []T {
	if cap(s) == 0 || rt.Heap.Contains(uint64(uintptr(unsafe.Pointer(unsafe.SliceData(s))))) {
		return func() []T { return s }
	}
	was := slices.Clone(s)
	return func() []T { return slices.Clone(was) }
}

var _ = Plain[system.None]() // how long the program has slept

// StopOthers has all threads but the main one, which calls it, end, and waits for them. False: they do not.
func (rt *Runtime) StopOthers(most time.Duration) bool {
	t := rt.Main
	rt.tellOthers()
	for end := time.Now().Add(most); !t.Alone() && time.Now().Before(end); {
		t.Outside(func() { time.Sleep(time.Millisecond) })
	}
	if w := rt.Waker.Load(); w != nil {
		(*w).Ending(false)
	}
	return t.Alone()
}
