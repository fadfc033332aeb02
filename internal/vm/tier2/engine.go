// Package tier2 turns hot code into superblocks, and superblocks into executors, which the interpreter of tier 2 in package interp runs.
// It must not know machine code, files or the command line.
package tier2

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// Engine makes the executors of one runtime, under its lock.
type Engine struct {
	cfg     config.Config
	rt      *object.Runtime
	codes   []*codeState  // by Code.Executors - 1
	free    []int         // of these
	dropped []*superblock // that may still be at work
	made    map[site]*executor
	all     []*executor
	places  interp.Places
	bytes   int64 // of executors
	watch   *assumption.Set[*executor]
	late    [256]struct { // that were called, by their versions
		fn      *object.Function //psy:root dropDead forgets the dead
		version uint32
	}
	making bool               // an executor
	counts interp.Tier2Counts // but for what the executors count
	log    *stats.Log

	events  []happening // for dumps
	leftOut int

	plain bool // for tests: superblocks are executed as they were projected
}

// site is where an executor begins: the stack is always as deep at one place.
type site struct {
	code *object.Code //psy:root dropDead drops those of dead code
	at   int
}

// executor is what the engine knows of an interp.Executor.
type executor struct {
	*interp.Executor
	block     *superblock
	bytes     int64
	heat      uint64   // how often it had been entered when room was made last
	units     []int    // where it is entered
	form      int      // how many others were there for the same place
	projected []string // with Config.Listing
	tries     int      // how often one for other expectations had the same
}

// codeState is what the engine knows of a code object.
type codeState struct {
	code    *object.Code //psy:root dropDead drops those of dead code
	entries []*executor  // by the argument of ENTER_EXECUTOR
	cold    map[int]int  // places where none is to be made, for how many questions yet
	wide    map[int]bool // arithmetic that has left the small ints
	evicted map[int]int  // places that lost theirs when room was made, and how often
}

// defaultThreshold is how hot a place becomes before a superblock is made; docs/DESIGN.md has the measurements.
const defaultThreshold = 1000

// New makes an engine for rt and connects it.
func New(rt *object.Runtime, cfg config.Config) *Engine {
	cfg = cfg.WithThreshold(defaultThreshold)
	e := &Engine{cfg: cfg, rt: rt, made: map[site]*executor{}}
	e.watch = assumption.New(rt, e.broke)
	rt.Heap.AddRoots(e.visitRoots)
	rt.Heap.OnMarked(e.dropDead)
	rt.Heap.AddMention(e.visitMentions)
	rt.Tier2 = interp.Tier2(e)
	rt.HotThreshold = int32(min(cfg.Threshold, 1<<30))
	return e
}

// visitRoots visits what is at work although it has been dropped, and the functions called of late while an executor is made.
func (e *Engine) visitRoots(visit func(uint64)) {
	for i := range e.late {
		if fn := e.late[i].fn; fn != nil && e.making {
			visit(uint64(valueOf(fn)))
		}
	}
	if e.rt.Main.Traces == 0 {
		clear(e.dropped)
		e.dropped = e.dropped[:0]
	}
	for _, block := range e.dropped {
		block.visit(visit)
	}
	for i := range e.events {
		visit(uint64(uintptr(unsafe.Pointer(e.events[i].code))))
	}
}

// visitMentions visits what dropDead keeps while its code is alive.
func (e *Engine) visitMentions(visit func(uint64)) {
	for _, ex := range e.all {
		ex.block.visit(visit)
	}
}

// dropDead keeps alive what superblocks of living code mention, and drops those of dead code. While none is at work, those that mention what is dead are
// dropped too, unless that is something that they keep.
func (e *Engine) dropDead(live func(p uintptr) bool, keep func(word uint64)) {
	working := e.rt.Main.Traces > 0
	alive := func(ex *executor) bool {
		return live(uintptr(unsafe.Pointer(ex.block.code))) && (working || !slices.ContainsFunc(ex.block.keep, func(v object.Value) bool {
			return v.IsPtr() && !live(uintptr(v.Ptr())) && !object.Outlived(e.rt.Main, v)
		}))
	}
	dead := slices.Clone(e.all)
	for n := len(dead) + 1; len(dead) < n; { // what one mentions may be the code of another
		n = len(dead)
		dead = slices.DeleteFunc(dead, func(ex *executor) bool {
			if !alive(ex) {
				return false
			}
			ex.block.visit(keep)
			return true
		})
	}
	running := len(e.dropped)
	for _, ex := range dead { // none of them is at work: the frame would have kept the code
		e.drop(ex, "dead")
	}
	e.dropped = e.dropped[:running]
	for i := range e.late {
		if fn := e.late[i].fn; fn != nil && !live(uintptr(unsafe.Pointer(fn))) {
			clear(e.late[i : i+1])
		}
	}
	for i, s := range e.codes {
		if s != nil && !live(uintptr(unsafe.Pointer(s.code))) {
			e.codes[i], e.rt.Entries[i] = nil, nil
			e.free = append(e.free, i)
		}
	}
}

// state is what is known of code.
func (e *Engine) state(code *object.Code) *codeState {
	if code.Executors == 0 {
		s := &codeState{code: code, cold: map[int]int{}, evicted: map[int]int{}, wide: map[int]bool{}}
		if n := len(e.free); n > 0 {
			code.Executors = uint32(e.free[n-1]) + 1
			e.free = e.free[:n-1]
		} else {
			e.codes, e.rt.Entries = append(e.codes, nil), append(e.rt.Entries, nil)
			code.Executors = uint32(len(e.codes))
		}
		e.codes[code.Executors-1] = s
	}
	return e.codes[code.Executors-1]
}

// exitThreshold is how often an exit is taken before it gets an executor of its own.
const exitThreshold = 16

// maxForms is how many executors may begin at one place, each with other expectations of its first instruction; one that expects nothing follows.
const maxForms = 4

// Hot is part of interp.Tier2.
func (e *Engine) Hot(t *object.Thread, fr *object.Frame, exit *interp.Exit) *interp.Executor {
	if exit == nil {
		fr.Code.Hot = e.rt.HotThreshold
	} else if n := uint32(min(exitThreshold, e.cfg.Threshold)); exit.Taken < n {
		exit.Ask = n
		return nil
	}
	at := int(uintptr(fr.PC)-uintptr(fr.Code.First)) / 2
	ex := e.find(fr, exit, at)
	switch {
	case ex != nil && exit != nil:
		exit.Link(ex.Executor)
		e.counts.HotExits++
	case ex != nil:
		e.install(e.state(fr.Code), at, ex)
	case exit != nil && exit.Ask <= exit.Taken:
		exit.Ask = exit.Taken + min(exit.Taken, 1<<maxWait)
	}
	if ex == nil {
		return nil
	}
	return ex.Executor
}

// find gives the executor for a place, which it makes if it must.
func (e *Engine) find(fr *object.Frame, exit *interp.Exit, at int) *executor {
	code := fr.Code
	if !fits(code) {
		return nil
	}
	if exit != nil && exit.Deopt && !e.state(code).wide[at] && overflowed(fr, decode(code, at)) {
		e.state(code).wide[at] = true
		e.drop(exit.Of.Data.(*executor), stats.Overflow.String())
		code.Hot = exitThreshold
		return nil
	}
	if exit != nil && exit.Deopt && !exit.Asked { // the inline cache is of no use here: let it tell what else comes by
		exit.Asked, exit.Ask = true, exit.Taken+1
		if b := decode(code, at); !interp.Respecialize(e.rt.Main, fr, b.last, b.arg) {
			return nil
		}
	}
	if exit != nil && exit.First {
		return e.another(fr, exit, at)
	}
	if ex := e.made[site{code, at}]; ex != nil {
		return ex
	}
	return e.make(fr, e.state(code), at, false)
}

// overflowed reports whether arithmetic that a superblock leaves at has small ints to do with: the result was not small.
func overflowed(fr *object.Frame, b *bytecode) bool {
	return bc.Deopt[b.op] == bc.BINARY_OP && object.BothInt(top(fr, 1), top(fr, 2))
}

// top is the n-th item of the stack from its top.
func top(fr *object.Frame, n int) object.Value { return *(*object.Value)(unsafe.Add(fr.SP, -8*n)) }

// make makes an executor; expects nothing of the first instruction if it is to be general. nil: it cannot be made.
func (e *Engine) make(fr *object.Frame, s *codeState, at int, general bool) *executor {
	if s.cold[at] > 0 {
		s.cold[at]--
		return nil
	}
	e.making = true
	defer func() { e.making = false }()
	block := e.project(fr, at, int(uintptr(fr.SP)-uintptr(fr.Stack()))/8, general)
	if block == nil {
		s.cold[at] = retry
		return nil
	}
	for i := range block.uops {
		if u := &block.uops[i]; u.op == bc.U_GUARD_SHAPE {
			typ := object.ShapeAt(e.rt.Main, uint32(u.x)).Type
			block.deps = append(block.deps, assumption.Shapes(typ)...)
			block.keep = append(block.keep, valueOf(typ)) // no other shape is to get the number
		}
	}
	ex := &executor{block: block}
	if e.cfg.Listing {
		ex.projected = e.text(block)
	}
	if !e.plain {
		optimize(block, fr, e.rt.Main, e.watch)
	}
	ex.Executor = place(block, &e.places)
	ex.Data = ex
	ex.bytes = int64(unsafe.Sizeof(interp.Inst{}))*2*int64(ex.Len()) + int64(unsafe.Sizeof(interp.Exit{}))*int64(len(ex.Exits))
	e.makeRoom(ex.bytes)
	e.bytes += ex.bytes
	e.counts.Made++
	e.all = append(e.all, ex)
	e.watch.Add(ex, block.deps)
	if e.made[site{fr.Code, at}] == nil {
		e.made[site{fr.Code, at}] = ex
	}
	e.event(ex, "executor", "")
	e.happened(ex, dump.Executed, "")
	return ex
}

// SetLog makes the engine log its events; nil: no more.
func (e *Engine) SetLog(l *stats.Log) { e.log = l }

func (e *Engine) event(ex *executor, event, reason string) {
	if e.log == nil {
		return
	}
	b := ex.block
	e.log.Event(fmt.Sprintf("%s:%d", object.GoString(b.code.QualName), b.code.Line(2*b.start)), event, reason, int(ex.bytes), fmt.Sprintf("%d ops", len(b.uops)))
}

// retry is after how many questions a place is looked at again where no superblock could begin.
const retry = 10

// another makes an executor for what makes the first instruction of one fail.
func (e *Engine) another(fr *object.Frame, exit *interp.Exit, at int) *executor {
	of := exit.Of.Data.(*executor)
	if of.form < maxForms {
		ex := e.make(fr, e.state(fr.Code), at, false)
		if ex == nil || !sameStart(ex.block, of.block) {
			if ex != nil {
				ex.form = of.form + 1
			}
			return ex
		}
		e.drop(ex, "the same as another")
		if of.tries++; of.tries < maxForms { // the cache has turned back meanwhile
			exit.Ask, exit.Asked = exit.Taken+exitThreshold, false
			return nil
		}
	}
	return e.make(fr, e.state(fr.Code), at, true)
}

// sameStart reports whether both expect the same of their first instructions.
func sameStart(a, b *superblock) bool {
	for i := range a.uops {
		x, y := a.uops[i], b.uops[min(i, len(b.uops)-1)]
		if x.of.seq > 0 {
			break
		}
		if x.op != y.op || x.x != y.x {
			return false
		}
	}
	return true
}

// maxWait is the logarithm of how many questions a place that has lost its executor often waits for another.
const maxWait = 14

// makeRoom drops executors, those first that were entered least since room was made last, until there is room for one of size bytes. One that is at work
// goes on until it leaves; Go's collector frees it then. The more often a place loses its executor, the longer it waits for another.
func (e *Engine) makeRoom(size int64) {
	full := func() bool { return int64(len(e.all)) >= e.cfg.Executors || e.bytes+size > e.cfg.CodeCap }
	if !full() {
		return
	}
	list := slices.Clone(e.all)
	slices.SortStableFunc(list, func(a, b *executor) int { return cmp.Compare(a.Entered-a.heat, b.Entered-b.heat) })
	for i, ex := range list {
		ex.heat = ex.Entered
		if i < len(list)/4 || full() {
			s := e.state(ex.block.code)
			s.evicted[ex.block.start]++
			s.cold[ex.block.start] = 1 << min(s.evicted[ex.block.start], maxWait)
			e.drop(ex, stats.EvictedCode.String())
		}
	}
	for _, ex := range e.all {
		for i := range ex.Exits {
			ex.Exits[i].Unlink()
		}
	}
}

// drop makes an executor one that is not entered again; those that lead to it find out.
func (e *Engine) drop(ex *executor, reason string) {
	if ex.Dead {
		return
	}
	ex.Dead = true
	e.event(ex, "dropped", reason)
	e.happened(ex, dump.Dropped, reason)
	for _, i := range ex.units {
		interp.RemoveExecutor(ex.block.code, i)
	}
	ex.units = nil
	e.counts.Entered += ex.Entered
	e.counts.Retired += ex.Retired
	if at := (site{ex.block.code, ex.block.start}); e.made[at] == ex {
		delete(e.made, at)
	}
	e.bytes -= ex.bytes
	e.watch.Remove(ex, ex.block.deps)
	e.all = slices.DeleteFunc(e.all, func(x *executor) bool { return x == ex })
	if e.rt.Main.Traces > 0 {
		e.dropped = append(e.dropped, ex.block)
	}
}

// broke drops the executors that relied on something that has changed.
func (e *Engine) broke(_ assumption.Dep, dependents map[*executor]struct{}) {
	e.counts.Invalidations++
	for _, ex := range slices.Clone(e.all) { // in the same order in each run
		if _, relied := dependents[ex]; !relied {
			continue
		}
		e.drop(ex, stats.AssumptionBroken.String())
	}
}

// Forget is part of interp.Tier2.
func (e *Engine) Forget() {
	all := e.all
	e.all = nil
	for _, ex := range all {
		e.drop(ex, "all forgotten")
	}
}

// install makes the jumps back to a place, and the RESUME before it, enter the executor.
func (e *Engine) install(s *codeState, at int, ex *executor) {
	n := len(s.entries)
	for k, old := range s.entries {
		if old == ex || old.Dead {
			n = k
		}
	}
	if n > 255 {
		return
	}
	if n == len(s.entries) {
		s.entries = append(s.entries, nil)
	}
	s.entries[n] = ex
	entries := make([]unsafe.Pointer, len(s.entries))
	for k, ex := range s.entries {
		entries[k] = unsafe.Pointer(ex.Executor)
	}
	e.rt.Entries[s.code.Executors-1] = entries
	for i := 0; i < int(s.code.NUnits); {
		b := decode(s.code, i)
		switch bc.Deopt[b.op] {
		case bc.JUMP_BACKWARD:
			if b.target() == at {
				ex.put(b.last, n)
			}
		case bc.RESUME:
			if b.op == bc.RESUME_CHECK && b.next == at {
				ex.put(b.last, n)
			}
		}
		i = b.next
	}
}

// put makes unit i enter the executor, which is entry n.
func (ex *executor) put(i, n int) {
	interp.PutExecutor(ex.block.code, i, uint8(n))
	if !slices.Contains(ex.units, i) {
		ex.units = append(ex.units, i)
	}
}

// Calls is part of interp.Tier2.
func (e *Engine) Calls(fn *object.Function) {
	of := &e.late[fn.Version%uint32(len(e.late))]
	of.fn, of.version = fn, fn.Version
}

// called is the function of a version, if it is remembered.
func (e *Engine) called(version uint32) callee {
	of := &e.late[version%uint32(len(e.late))]
	if of.fn == nil || of.fn.Version != version {
		return callee{}
	}
	return calleeOf(of.fn)
}

// Counts is part of interp.Tier2.
func (e *Engine) Counts() interp.Tier2Counts {
	c := e.counts
	for _, ex := range e.all {
		c.Entered += ex.Entered
		c.Retired += ex.Retired
	}
	return c
}
