// Runtime: making and closing one, entering and leaving it, and the objects that it holds for Go. One goroutine at a time, and no panic gets out.

package psy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/dap"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/gate"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	worlds "github.com/psyco-go/psy/internal/world"
	"github.com/psyco-go/psy/pycompiler"
)

// Runtime is one isolated Python world. One goroutine at a time may use it; another gets ErrBusy. A Go function that Python calls may use the
// runtime that calls it, on the goroutine it was called on.
type Runtime struct {
	gate    gate.Gate   // who uses it
	hooked  atomic.Bool // dropped is not empty
	world   *worlds.World
	rt      *object.Runtime // the world's,
	t       *object.Thread
	native  *pycompiler.Engine
	stream  []iomod.Stream // standard streams
	samples io.Writer      // where a profile goes
	broken  error          // a panic went through: what it was

	config      Config // as New was given it
	dumpOptions []dump.Option
	heapCap     int64
	fs          fs.FS
	system      *worldSystem

	plain  handle  // of all Values that are no references
	names  *naming // what fields and methods of Go are called in Python
	cancel cancelState

	saved *object.Image // what Reset goes back to; nil: it was not frozen
	room  int           // bytes of Go's memory that the conversion under way may still take
	known [32]knownName // names by where their text lies
	since []bool        // by slots of roots: given out since it was frozen or reset

	keys  []object.Value //psy:root visited by visitRoots: short keys of maps, by a hash of theirs; nil: there were none yet
	roots []object.Value //psy:root visited by visitRoots: what Go holds, by slot
	free  []uint32       // slots of roots not in use
	batch atomic.Pointer[batch]
	epoch atomic.Uint32 // counts Go's collections, roughly
	aging atomic.Bool   // an ager is waiting for the next one

	journal  *journal                // nil: nothing is recorded or replayed
	parking  atomic.Pointer[parking] // nil: there is no RunSteps
	debugger *dap.Debugger           // nil without Config.Debug

	types   map[reflect.Type]any // what NewType has made: a *goClass each
	growths map[uintptr]*growth  // what Python has added to Go's slices and maps, by address

	mu      sync.Mutex
	dropped []uint32  // slots whose Value is gone
	emptied []uintptr // keys of growths whose value is gone
}

// New makes a runtime. It takes about two milliseconds at first, and 0.2 once a process has made two: see Config.Random. Close gives its memory back.
func New(c Config) (*Runtime, error) {
	if c.Heap < 0 || c.Code < 0 || c.Threshold < 0 || c.Steps < 0 || c.Grace < 0 || c.Output < 0 || c.Recursion < 0 {
		return nil, fmt.Errorf("psy: Config with a negative limit")
	}
	if c.Engine < Auto || c.Engine > Tier1 {
		return nil, fmt.Errorf("psy: no such engine: %d", c.Engine)
	}
	w, err := c.world()
	if err != nil {
		return nil, fmt.Errorf("psy: %w", err)
	}
	return newRuntime(&c, w)
}

func newRuntime(c *Config, w worlds.Config) (r *Runtime, err error) {
	r = &Runtime{config: *c, names: &usualNames}
	r.plain.r, r.plain.slot = r, noSlot
	if c.Names != nil {
		r.names = &naming{rename: c.Names}
	}
	r.gate.Put(gate.Idle)
	w.Busy = func() bool { return r.gate.Is(gate.Busy) }
	if r.world, err = worlds.New(w); err != nil {
		return nil, fmt.Errorf("psy: %w", err)
	}
	r.rt, r.t, r.native = r.world.Runtime, r.world.Main, r.world.Compiler
	r.stream = iomod.Streams(r.rt)
	r.rt.Heap.AddRoots(r.visitRoots)
	runtimeKey.Set(r.rt, r)
	r.cancel.init(r.t, c.Steps, or(c.Grace, defaultGrace))
	r.rt.StrandLimit = c.Threads
	nest := native.NestOf(r.rt)
	nest.Bound, nest.Spent = r.cancel.bound, r.cancel.spent
	if c.Recursion > 0 {
		r.t.Depth += int32(min(c.Recursion, 1<<30)) - r.rt.RecursionLimit
		r.rt.RecursionLimit = int32(min(c.Recursion, 1<<30))
		r.rt.RecursionMost = r.rt.RecursionLimit
	}
	switch s := w.Options.System.(type) {
	case *worldSystem:
		r.system = s
	case *journaled:
		r.system, _ = s.System.(*worldSystem)
		r.journal, r.rt.StrandLimit = s.j, -1
		s.j.fail = func() { r.cancel.broken = s.j.err; r.cancel.ring() }
	}
	r.fs, r.heapCap, r.dumpOptions = c.FS, or(c.Heap, defaultHeap), c.told()
	if c.Debug {
		r.debugger = dap.New(r.rt, r.atRest)
	}
	if r.samples = io.Discard; c.Profile != nil {
		r.samples = guardWriter(c.Profile)
	}
	r.rt.Heap.Made()
	return r, nil
}

// Close runs what Python left to do at its end (atexit functions, under Config.Grace; flushing), and gives all memory back. While a call is under way it
// returns ErrBusy and does nothing. A second Close does nothing. Values, modules and functions of the runtime then give ErrClosed.
func (r *Runtime) Close() error {
	if r != nil && r.gate.Is(gate.Parked) {
		r.Abandon()
	}
	if r == nil || !r.gate.Enter() && !r.waits() {
		if r == nil || r.gate.Is(gate.Closed) {
			return nil
		}
		return ErrBusy
	}
	if r.broken == nil {
		r.finish()
	}
	if r.debugger != nil {
		r.debugger.Exited(0)
	}
	r.cancel.forget()
	r.batch.Store(nil)
	var err error
	if s := r.world.Sampler; s != nil {
		err = s.Stop(r.samples)
	}
	r.gate.Put(gate.Closed)
	r.system.end()
	return errors.Join(err, r.world.Close())
}

// finish is the end of the Python world. Whatever goes wrong in it is nobody's business any more.
func (r *Runtime) finish() {
	defer func() { recover() }()
	r.cancel.begin(nil, nil)
	r.cancel.atEnd()
	modules.Finish(r.t)
	r.cancel.end()
}

var runtimeKey = object.NewHostKey[*Runtime](nil)

func runtimeOf(t *object.Thread) *Runtime { return runtimeKey.Of(t.RT) }

// knownName is an interned str and the Go string that it was made of, which is known again by its place: most are constants of the program.
type knownName struct {
	text *byte
	n    int
	name object.Value //psy:root visited by visitRoots
	at   object.Place // where an object had an attribute of this name
}

// maxKnown bounds the length of names that are kept.
const maxKnown = 100

// atRest calls f if nobody uses the runtime.
func (r *Runtime) atRest(f func()) bool {
	if !r.gate.Take(gate.Resting) {
		return false
	}
	defer r.gate.Put(gate.Idle)
	if r.broken == nil {
		f()
	}
	return true
}

// waits waits for a debugger, and reports whether that was what kept the runtime from being entered; it is now.
func (r *Runtime) waits() bool {
	for r.gate.Is(gate.Resting) || r.gate.Is(gate.Idle) { // Idle: the debugger has left since
		if r.gate.Enter() {
			return true
		}
		runtime.Gosched()
	}
	return false
}

// call is what one call from Go has to put back.
type call struct {
	frame   *object.Frame
	top     uintptr
	depth   int32
	nested  int32
	info    *object.ExcState
	done    bool
	inner   bool // within a Go function that Python has called
	watched bool // cancel.end is to be called
}

// enter begins a call from Go. On success leave must follow, deferred.
func (r *Runtime) enter(ctx context.Context, c *call) error {
	done := doneOf(ctx) // before anything is locked: it is the caller's code
	if r == nil || !r.gate.Enter() && !r.waits() {
		if r == nil || r.gate.Is(gate.Closed) {
			return ErrClosed
		}
		if r.gate.Is(gate.Parked) {
			return ErrParked
		}
		// A Go function that Python called may call Python again, on its goroutine.
		if g := heap.Goroutine(); g == 0 || r.t.Owner.Load() != g {
			return ErrBusy
		}
		c.inner = true
		if r.journal != nil {
			r.journal.broken("a Go function that Python has called used the runtime, which cannot be recorded")
			return r.journal.err
		}
	}
	if r.broken != nil {
		r.unlock(c)
		return r.broken
	}
	t := r.t
	c.frame, c.top, c.depth, c.nested, c.info = t.Frame, t.StackTop, t.Depth, t.Nested, t.ExcInfo
	if done != nil || (r.cancel.limit > 0 || r.journal != nil) && !r.cancel.active {
		if err := r.cancel.begin(ctx, done); err != nil {
			r.unlock(c)
			return err
		}
		c.watched = true
	}
	if r.hooked.Load() {
		r.release()
	}
	return nil
}

// slow reports whether entering has more to do than to pass the gate. What runs no code, does not fail and takes no time may do that alone.
func (r *Runtime) slow() bool {
	return r.broken != nil || r.journal != nil || r.hooked.Load() || r.cancel.broken != nil
}

// leave ends what enter began; to be deferred. If the call was left by a panic, the error says so, and the runtime is not used again.
func (r *Runtime) leave(c *call, err *error) {
	if !c.done {
		r.breakDown(c, recover(), err)
	}
	if c.watched {
		r.cancel.end()
	}
	if b := r.cancel.broken; b != nil && *err == nil { // Python has caught what came of it
		*err = &Interrupted{nil, b}
	}
	if !c.inner {
		if t := r.t; t.Breaker.Load()&(object.BreakMemory|object.BreakSample) != 0 { // what waits for a poll belongs to this call
			t.Refused = object.Null
			t.Breaker.And(^object.BreakMemory)
			t.Sample()
		}
		for _, s := range r.stream {
			s.Flush()
		}
	}
	r.unlock(c)
}

func (r *Runtime) unlock(c *call) {
	if !c.inner {
		r.gate.Leave()
	}
}

// breakDown puts the thread in order after a panic, or runtime.Goexit (p is nil), has gone through it.
func (r *Runtime) breakDown(c *call, p any, err *error) {
	what := "runtime.Goexit"
	if p != nil {
		what = fmt.Sprint("panic: ", p)
	}
	r.broken = &BrokenError{what, string(debug.Stack())}
	*err = r.broken
	defer func() { recover() }()
	t := r.t
	interp.Abandon(t, c.frame)
	t.Frame, t.StackTop, t.Depth, t.Nested, t.ExcInfo, t.Exc = c.frame, c.top, c.depth, c.nested, c.info, object.Null
}

// handle is a slot of a runtime's roots. Values that are no references share one without a slot.
type handle struct {
	r        *Runtime
	slot     uint32
	released atomic.Bool
	batch    *batch // nil: it is in none
	bit      uint32 // in the batch
	used     uint32 // of an iterator: how many items a loop has used since it took some ahead
}

// noSlot is the slot of Runtime.plain.
const noSlot = ^uint32(0)

// batch is some handles that Go's collector finds dead together: asking it to tell of each costs ten times as much as the rest of making a Value. So that
// one which lives long does not keep the objects of the others for ever, a handle leaves its batch when it is used after Go has collected.
type batch struct {
	r     *Runtime
	slots [8]uint32
	used  int
	epoch uint32        // Runtime.epoch when it was made
	left  atomic.Uint32 // bits of handles that are released, or have left
}

// newHandle makes a handle for v.
func (r *Runtime) newHandle(v object.Value) *handle {
	b := r.batch.Load()
	if b == nil || b.used == len(b.slots) {
		b = &batch{r: r, epoch: r.epoch.Load()}
		runtime.SetFinalizer(b, (*batch).drop)
		r.batch.Store(b)
		if !r.aging.Swap(true) {
			runtime.SetFinalizer(&ager{r}, (*ager).age)
		}
	}
	h := &handle{r: r, slot: r.root(v), batch: b, bit: 1 << b.used}
	b.slots[b.used] = h.slot
	b.used++
	return h
}

// drop is told by Go's collector that nobody has a handle of the batch any more.
func (b *batch) drop() {
	left := b.left.Load()
	for i, slot := range b.slots[:b.used] {
		if left&(1<<i) == 0 {
			b.r.drop(slot)
		}
	}
}

// settle takes a handle that is expected to live out of its batch.
func (h *handle) settle() {
	if h.batch != nil {
		h.batch.left.Or(h.bit)
		h.batch = nil
		runtime.SetFinalizer(h, (*handle).release)
	}
}

// release gives the slot back, once.
func (h *handle) release() {
	if !h.released.Swap(true) {
		if h.batch != nil {
			h.batch.left.Or(h.bit)
		}
		h.r.drop(h.slot)
	}
}

// ager is garbage from the beginning. When Go's collector says so, handles that are used leave their batches, and the runtime lets go of the newest one, so
// that this is found dead the next time.
type ager struct{ r *Runtime }

func (a *ager) age() {
	a.r.epoch.Add(1)
	a.r.aging.Store(false)
	a.r.batch.Store(nil)
}

// root finds a slot for v.
func (r *Runtime) root(v object.Value) uint32 {
	if n := len(r.free); n > 0 {
		slot := r.free[n-1]
		r.free = r.free[:n-1]
		r.roots[slot] = v
		return r.given(slot)
	}
	r.roots = append(r.roots, v) //psy:root visited by visitRoots
	return r.given(uint32(len(r.roots) - 1))
}

// given notes a slot for Reset.
func (r *Runtime) given(slot uint32) uint32 {
	if r.saved != nil {
		for int(slot) >= len(r.since) {
			r.since = append(r.since, false)
		}
		r.since[slot] = true
	}
	return slot
}

// drop is told, on any goroutine, that a slot is not used any more.
func (r *Runtime) drop(slot uint32) {
	r.mu.Lock()
	r.dropped = append(r.dropped, slot)
	r.mu.Unlock()
	r.hooked.Store(true)
}

// growth is how many bytes Python has added to a Go value. They count against the heap's cap until the value is empty, or Go has freed it.
type growth struct {
	bytes uint64
	gone  runtime.Cleanup
}

// freed is told, on a goroutine of Go's, that a value is gone which Python has added to.
func (r *Runtime) freed(key uintptr) {
	r.mu.Lock()
	r.emptied = append(r.emptied, key)
	r.mu.Unlock()
	r.hooked.Store(true)
}

// release takes dropped slots back. The runtime is entered.
func (r *Runtime) release() {
	r.hooked.Store(false)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, slot := range r.dropped {
		r.roots[slot] = object.Null
		r.free = append(r.free, slot)
	}
	r.dropped = r.dropped[:0]
	for _, key := range r.emptied {
		if g := r.growths[key]; g != nil {
			r.rt.Heap.Release(g.bytes)
			delete(r.growths, key)
		}
	}
	r.emptied = r.emptied[:0]
}

func (r *Runtime) visitRoots(visit func(uint64)) {
	for _, v := range r.roots {
		visit(uint64(v))
	}
	for _, v := range r.keys {
		visit(uint64(v))
	}
	for i := range r.known {
		visit(uint64(r.known[i].name))
	}
}
