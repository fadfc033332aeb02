// The engine of one runtime: code memory, native stack, thunks, units, and the entry from tier 1.

package pycompiler

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/insight/observe"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/x86"
)

type (
	Info  = staging.Info
	Place = staging.Place
	State = staging.State
	Value = object.Value
)

// nativeStack is the size of the native stack of a thread, unless the heap is small.
const nativeStack, leastStack = 64 << 20, 1 << 20

// Engine compiles and runs the code of one runtime, under its lock.
type Engine struct {
	cfg    config.Config
	counts *stats.Stats
	log    *stats.Log
	rt     *object.Runtime
	t      *object.Thread
	mem    *codebuf.Memory
	stack  *codebuf.Stack   // nil: start was not called yet
	stacks []*codebuf.Stack // of threads that have ended, for new ones
	ctx    *staging.Native
	thunks thunks
	shared staging.Shared
	disp   *dispatcher.Dispatcher
	units  map[unitKey]*Unit
	recent *[recentEntries]entered // made by start
	knows  bool                    // recent has an entry
	banned map[*object.Code]bool   //psy:root visited by visitRoots: not to be compiled
	watch  *assumption.Set[*codebuf.Buffer]

	standIns standIns

	pool   map[Value]int //psy:root visited by visitRoots: how many buffers mention an object
	kept   []Value       //psy:root the pool has them: kept while compiling a buffer
	packed []byte        // for pack to use
	loose  []Value       //psy:root the pool has them: to be looked at by settle
	idle   []*Unit       // for settle to examine

	asked     asked
	limits    limits
	thrifty   bool   // see postpone
	matured   bool   // see mature
	began     clocks // read by start
	made      int    // how many buffers were made
	retired   map[*codebuf.Buffer]*record
	looked    int                   // how many retired buffers the last reclaim left
	round     int                   // how many times makeRoom has evicted
	homeless  []*codebuf.Buffer     // buffers that belong to no version
	outs      []*codebuf.Buffer     // buffers that lead to tier 1 while their function rests: see evict.go
	unplaced  []*dispatcher.Version // versions made by this attempt
	compiling *Unit
	spare     []*compiler // released ones

	observer *observe.Observer
	watcher  watcher // see watch.go
	perf     *stats.PerfMap

	beliefs  map[uint32]belief // with Config.Check
	believed uint32            // the number of the last one
}

// defaultThreshold is the number of calls and back-edges after which a function is compiled; docs/DESIGN.md has the measurements.
const defaultThreshold = 3000

// granted is set once the system has let an engine of this process have what it needs.
var granted atomic.Bool

// New makes an engine for rt and connects the two. The error says why there can be no machine code. What machine code needs is made at once in the first
// engine of a process, which so learns whether the system allows it, and in others when the first code is hot: many worlds never get there. st is where is
// counted; nil: in counters of its own, which are made then too.
func New(rt *object.Runtime, cfg config.Config, st *stats.Stats) (*Engine, error) {
	thrifty := cfg.Threshold < 0
	cfg = cfg.WithThreshold(defaultThreshold)
	mem, err := codebuf.Later(int(cfg.CodeCap))
	if err != nil {
		return nil, err
	}
	e := &Engine{cfg: cfg, thrifty: thrifty, counts: st, rt: rt, t: rt.Main, mem: mem,
		units: map[unitKey]*Unit{}, banned: map[*object.Code]bool{}, pool: map[Value]int{},
		retired: map[*codebuf.Buffer]*record{}, limits: limitsOf(int(cfg.CodeCap))}
	if cfg.Check {
		e.beliefs = map[uint32]belief{}
	}
	if cfg.PerfMap {
		e.perf, err = stats.OpenPerfMap()
	}
	if err != nil {
		return nil, err
	}
	e.ctx = (*staging.Native)(unsafe.Pointer(&rt.Main.Native))
	e.ctx.FloatOffset = 1 << 49
	rt.Machine = e
	e.shared.Build, e.shared.Stats = e.build, st
	var log *observe.Log
	if cfg.Listing {
		log, e.shared.Tells = observe.NewLog(), true
		e.watcher = log
	}
	e.observer = observe.New(reads{e}, e.t, mem, &e.shared, &language, log)
	if cfg.Seed != 0 {
		e.shared.Regs = staging.ShuffledRegs(cfg.Seed)
	}
	e.disp = dispatcher.New(int(cfg.MaxVersions), st)
	e.watch = assumption.New(rt, e.broke)
	rt.Heap.AddStack(e.eachStack, e.stackInUse)
	rt.NativeSlots = e.nativeSlots
	rt.Heap.AddRoots(e.visitRoots)
	rt.Heap.OnMarked(e.dropDead)
	rt.OnHot, rt.OnResume, rt.OnPull, rt.OnCalls, rt.OnWipe, rt.OnStrand = e.onHot, e.onResume, e.onPull, e.onCalls, e.ctx.Wipe, e.onStrand
	rt.HotThreshold = int32(min(cfg.Threshold, 1<<30))
	if !granted.Load() {
		if err := e.start(); err != nil {
			rt.OnHot, rt.OnResume, rt.OnPull, rt.OnCalls, rt.OnWipe, rt.OnStrand, rt.NativeSlots = nil, nil, nil, nil, nil, nil, nil
			rt.HotThreshold = math.MaxInt32
			return nil, errors.Join(err, e.Close())
		}
		granted.Store(true)
	}
	return e, nil
}

// count makes the counters, if they have not been made: most worlds are gone before any of their code is hot.
func (e *Engine) count() {
	if e.counts == nil {
		e.counts = stats.New()
		e.shared.Stats = e.counts
		e.disp.Count(e.counts)
	}
}

// start makes what machine code needs, if it has not been made: memory for the code, a native stack, the thunks, the stand-ins.
func (e *Engine) start() error {
	if e.stack != nil {
		return nil
	}
	e.count()
	stack, err := codebuf.NewStack(min(nativeStack, max(int(e.rt.Heap.Cap()/16), leastStack)))
	if err != nil {
		return err
	}
	if err := e.mem.Map(); err != nil {
		return errors.Join(err, stack.Close())
	}
	e.mem.InitContext(&e.ctx.Context, stack)
	err = e.makeThunks()
	if err == nil && !e.makeStandIns() {
		err = errors.New("no memory for Python objects")
	}
	if err != nil {
		e.t.Exc, e.standIns = object.Null, standIns{}
		e.ctx.Context = x86.Context{}
		return errors.Join(err, e.mem.Close(), stack.Close())
	}
	e.stack, e.recent, e.began = stack, new([recentEntries]entered), readClocks()
	return nil
}

// unitOf is the unit for a code object in the given globals.
func (e *Engine) unitOf(code *object.Code, globals, builtins *object.Dict) *Unit {
	key := keyOf(code, globals, builtins)
	u := e.units[key]
	if u == nil {
		u = newUnit(code, globals, builtins, e.limits.unit)
		u.cannot = u.cannot || e.banned[code]
		e.units[key] = u
		e.idle = append(e.idle, u)
		e.mem.Charge(u.bytes())
	}
	return u
}

// recentEntries is how many entry points are found again without a look into maps. Large programs enter hundreds of functions in turn.
const recentEntries = 1 << 10

// recently is where Engine.recent has the entry at pc. Code lies at multiples of 16, so the low bits say nothing.
func recently(pc unsafe.Pointer) uintptr {
	return uintptr(uint32(uintptr(pc)>>1)*0x9E3779B1>>16) % recentEntries
}

// entered is an entry point that tier 1 used recently.
type entered struct {
	target
	pc       unsafe.Pointer
	sp       uintptr      // from the frame
	globals  *object.Dict //psy:root the unit has them; it is only compared
	builtins *object.Dict //psy:root the same
}

func (e *Engine) recentEntry(pc unsafe.Pointer) *entered { return &e.recent[recently(pc)] }

// forgetRecent makes entries be looked for again.
func (e *Engine) forgetRecent() {
	if e.knows {
		e.knows = false
		clear(e.recent[:])
	}
}

// is reports whether the entry is for fr at pc.
func (r *entered) is(fr *object.Frame, pc unsafe.Pointer) bool {
	return r.isAt(uintptr(unsafe.Pointer(fr)), fr, pc)
}

// isAt is is for a frame whose header will lie at an address, and lies elsewhere now.
func (r *entered) isAt(at uintptr, fr *object.Frame, pc unsafe.Pointer) bool {
	return r.pc == pc && r.sp == uintptr(fr.SP)-at && r.globals == fr.Globals && r.builtins == fr.Builtins && !r.buffer.Dead()
}

// tokenResume is returned by machine code instead of a value if tier 1 must continue; no Value is odd but True (5).
const tokenResume = 1

// backOff is the number of calls and jumps after which a unit that cannot be compiled is tried again.
const backOff = 1 << 30

// retryLater is that number for a unit for which there was no room.
const retryLater = 1000

// onHot is Runtime.OnHot: it runs the frame in machine code from the instruction at pc on.
func (e *Engine) onHot(t *object.Thread, fr *object.Frame, pc unsafe.Pointer) (Value, object.Went) {
	if t.Breaker.Load()&object.BreakLocals != 0 && e.nothingActive() {
		t.Breaker.And(^object.BreakLocals) // no activation holds an old value any more
	}
	if t.Breaker.Load()&object.BreakNative != 0 || t != e.t {
		fr.Code.Hot = 100
		if w := e.watcher; w != nil {
			w.Tell(observe.Traced{Code: fr.Code, Index: int(uintptr(pc)-uintptr(fr.Code.First)) / 2})
		}
		return object.Null, object.WentNowhere
	}
	if e.stack == nil && e.start() != nil {
		fr.Code.Hot = retryLater
		return object.Null, object.WentNowhere
	}
	recent := e.recentEntry(pc)
	if !recent.is(fr, pc) {
		u := e.unitOf(fr.Code, fr.Globals, fr.Builtins)
		index := int(uintptr(pc)-uintptr(fr.Code.First)) / 2
		if u.cannot || index >= u.units() || u.in(index).next == 0 {
			fr.Code.Hot = backOff
			return object.Null, object.WentNowhere
		}
		if e.asked.on() && !e.wanted(t, u) {
			fr.Code.Hot = max(fr.Code.Hot, retryLater)
			return object.Null, object.WentNowhere
		}
		depth := int(uintptr(fr.SP)-uintptr(fr.Stack())) / 8
		if e.postpone(u, entryKey{index, depth}) {
			fr.Code.Hot = e.rt.HotThreshold
			return object.Null, object.WentNowhere
		}
		if e.wanders(u) {
			return object.Null, object.WentNowhere
		}
		e.wake(fr.Code)
		b, ok := e.entry(u, index, depth)
		e.settle()
		if !ok {
			fr.Code.Hot = retryLater
			return object.Null, object.WentNowhere
		}
		e.knows = true
		*recent = entered{b, pc, uintptr(fr.SP) - uintptr(unsafe.Pointer(fr)), fr.Globals, fr.Builtins}
	} else if !e.stackRoom() {
		return object.Null, object.WentNowhere
	}
	v := e.run(recent.addr(), e.thunks.enter)
	switch {
	case v == tokenResume:
		return object.Null, object.WentResume
	case fr.Owner == object.FrameGenerator:
		return e.generatorLeft(t, fr, Value(v))
	case v == 0:
		return object.Null, object.WentRaised
	}
	return Value(v), object.WentReturned
}

// entry is the code for the instruction at index, for a state with all variables in the frame. If ok is false, there is no room, or the unit cannot
// be compiled.
func (e *Engine) entry(u *Unit, index, depth int) (b target, ok bool) {
	if !e.stackRoom() {
		return target{}, false
	}
	key := entryKey{index, depth}
	if b := u.entries[key]; b.buffer != nil && !b.buffer.Dead() {
		if of := b.buffer.Data.(*record).of; of != nil {
			e.disp.Touch(of)
		}
		return b, true
	}
	e.compiling = u // u may be idle, and must not be dropped
	if !e.makeRoom(nil) {
		return target{}, false
	}
	e.writes(u)
	e.because("the interpreter found it hot")
	if !e.attempt(func() { b = e.compile(e.frozenInFrame(u, index, depth), false) }) {
		return target{}, false
	}
	u.entries[key] = b
	return b, true
}

// stackRoom reports whether machine code may be entered: Enter uses native stack before compiled code checks how much is left.
func (e *Engine) stackRoom() bool { return e.ctx.SP > e.ctx.StackLo+x86.StackMargin }

// run enters machine code through a thunk that jumps to target.
func (e *Engine) run(target, thunk uintptr) uint64 {
	e.ctx.Target = target
	sp := e.ctx.SP
	done := false
	defer func() {
		if !done { // a panic passes through
			e.ctx.Unwind(sp)
		}
	}()
	v := x86.Enter(&e.ctx.Context, thunk)
	done = true
	if e.cfg.Profile {
		e.t.Place.Store(0)
	}
	return v
}

// inFrame is the state in which all variables are in the frame, and nothing more is known.
func (e *Engine) inFrame(u *Unit, index, depth int) *State {
	s := staging.NewState(&e.shared, u, int(u.code.NLocalsPlus), u.nslots())
	s.PC, s.Depth = index, depth
	for n := 0; n < s.Live(); n++ {
		s.Vars[n] = inSlot(n)
		s.Home[n] = s.Vars[n]
	}
	by := dump.ByFrame
	if index == 0 {
		by = dump.ByArgument
	}
	e.begun(s, by, false)
	return s
}

// frozenInFrame is a snapshot of inFrame.
func (e *Engine) frozenInFrame(u *Unit, index, depth int) *staging.Snapshot {
	s := e.inFrame(u, index, depth)
	defer s.Release()
	return s.Freeze()
}

// Close frees the memory. No code in that memory may run any more.
func (e *Engine) Close() error {
	e.rt.Machine = nil
	err := e.mem.Close()
	if e.stack != nil {
		err = errors.Join(err, e.stack.Close())
	}
	for _, s := range e.stacks {
		err = errors.Join(err, s.Close())
	}
	return errors.Join(err, e.perf.Close())
}

func (e *Engine) event(u *Unit, pc int, event, reason string, bytes int, sn *staging.Snapshot) {
	if e.log == nil {
		return
	}
	snapshot := ""
	if sn != nil {
		snapshot = strings.Join(e.observer.Describe(u, sn.Thaw(&e.shared)), "; ")
	}
	line := 0
	if pc < u.units() {
		line = u.code.Line(int(u.in(pc).at) * 2)
	}
	e.log.Event(fmt.Sprintf("%s:%d", u, line), event, reason, bytes, snapshot)
}
