// The compile loop: it compiles from a safe point to the instruction where compilation stops.

package pycompiler

import (
	"fmt"
	"time"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dispatcher"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/observe"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/respawn"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// straightRun is the number of instructions after which a merge point is forced. The limit keeps replays short.
const straightRun = 170

// outcome says how a meta-implementation ended.
type outcome uint8

const (
	next   outcome = iota // with the next instruction
	jumped                // s.PC is set
	ended                 // the buffer is complete
)

// compiler is one run of the compile loop, which makes one buffer.
type compiler struct {
	e         *Engine
	u         *Unit
	s         *State
	a         *x86.Asm
	run       respawn.Run
	origin    *staging.Snapshot
	version   *dispatcher.Version // the version that the buffer is registered as, or nil
	pending   []pending
	in        instr
	start     int // index of the instruction being compiled
	count     int
	more      *dispatcher.Version // a new version that the buffer's end leads to
	flag      x86.Label           // the word that is set when an assumption of the buffer breaks
	assumed   bool                // the buffer has that word
	stale     bool                // arbitrary code has run since the assumptions were last checked
	deps      []assumption.Dep
	kind      codebuf.Kind
	of        *dispatcher.Version // the version that the buffer is evicted with
	kept      int                 // where this run's part of Engine.kept begins
	leaving   bool                // the code only leads to tier 1,
	why       stats.Reason        // and why it does
	beliefs   []uint32            // where beliefs are checked
	expect    *staging.Snapshot   // the state in which the replay must end
	rehearsed bool
	body      uint32 // length of the prologue
	extra     int    // bytes of code that only maintains counters and notes
	jumpAt    int    // offset of the jump to a version that ends the buffer
	marks     observe.Marks
	stages    [stats.NumArrows]uint64 // the counters before a replay, which must not change them
	slot      *uint64                 // the resume slot that has the buffer's address
	turns     int                     // how often the loop that the buffer consists of was unrolled
	again     bool                    // the next turn is about to be compiled: see turnAgain
	anew      promotion.Restart       // says that the instruction must be compiled again
	early     int                     // the local whose value the result of this instruction replaces, or -1: see spent
	inlined   []*Unit                 // the functions' own units
	roomy     int32                   // frames of this size, or smaller ones, are known to have room on the VM stack
	native    bool                    // the native stack is known to have room
	gathered  *Info                   // the virtual dict that gathers the keywords of the call being compiled, or nil
	raw       bool                    // the result of the call being compiled may be an unboxed int
	place     uint32                  // the known value of Thread.Place, or 0
	entered   *uint64                 // the counter of the buffer's executions, for dumps
}

func (e *Engine) newCompiler(sn *staging.Snapshot, kind codebuf.Kind) *compiler {
	u := sn.Unit.(*Unit)
	e.compiling = u.root()
	s := sn.Thaw(&e.shared)
	s.NHomes = u.homes()
	var c *compiler
	if n := len(e.spare); n > 0 {
		c, e.spare = e.spare[n-1], e.spare[:n-1]
	} else {
		c = new(compiler)
	}
	*c = compiler{e: e, kept: len(e.kept), u: u, s: s, a: s.Asm, origin: sn, run: respawn.Start(respawn.Path{}), kind: kind, pending: c.pending}
	return c
}

// release lets c and its state be used again.
func (c *compiler) release() {
	e := c.e
	c.s.Release()
	clear(c.pending)
	*c = compiler{pending: c.pending[:0]}
	e.spare = append(e.spare, c)
}

// compile gives the code for the state in sn, existing or new. called: the code is entered by a call, not by a jump.
func (e *Engine) compile(sn *staging.Snapshot, called bool) target {
	c := e.newCompiler(sn, codebuf.Normal)
	if called {
		c.prologue()
	}
	c.s.Begin()
	c.entering()
	if c.u.leaves {
		return e.finish(c, false)
	}
	start := c.a.Size()
	c.mergeHere()
	if len(c.pending) == 1 && c.pending[0].to != nil && c.jumpAt == start { // nothing to unify
		d := c.pending[0].to.Data.(*placed)
		if c.more != nil {
			d.called = called
		}
		if !called || sn.PC == 0 || d.called { // the code for the state begins with a prologue too
			defer c.release()
			if c.more == nil {
				return d.target
			}
			return e.finish(e.sequelOf(c.more), false)
		}
	}
	return e.finish(c, true)
}

// prologue makes the native frame; the caller has set the frame register.
func (c *compiler) prologue() {
	c.mark(observe.PrologueCode)
	c.a.SubI(x86.RSP, staging.FrameBytes)
	c.a.Store(frameSaved, staging.FrameReg)
	c.body = uint32(c.a.Len())
}

// promoted gives a new buffer that goes on from the stub's state after f has changed that state.
func (e *Engine) promoted(st *stub, f func(c *compiler)) target {
	c := e.newCompiler(st.sn, codebuf.Normal)
	f(c)
	c.s.Begun = true
	sn := c.s.Freeze()
	c.release()
	g := e.newCompiler(sn, codebuf.Normal) // begin from a thawed state, as later respawns will
	g.of = st.of
	return e.finish(g, false)
}

// respawn gives the buffer for the rare side of a run-time condition.
func (e *Engine) respawn(st *stub) target {
	c := e.newCompiler(st.sn, codebuf.Respawned)
	c.run, c.stages, c.of, c.expect = respawn.Start(st.path), e.counts.Stages, st.of, st.expect
	return e.finish(c, false)
}

// finish runs c to its end, then the sequels that c leads to, and places all their buffers. It returns the first one.
func (e *Engine) finish(c *compiler, done bool) (first target) {
	began := time.Now()
	defer func() { e.counts.Totals[stats.CompileNs] += uint64(time.Since(began)) }()
	for {
		if !done {
			c.loop()
		}
		b := e.place(c)
		v := c.more
		c.release()
		if first.buffer == nil {
			first = b
		}
		if v == nil {
			return first
		}
		if e.mem.Used() > e.limits.high { // no room: the jump's stub compiles the sequel when it is reached
			e.disp.Remove(v)
			return first
		}
		c, done = e.sequelOf(v), false
	}
}

// sequelOf gives the compiler of the new version v, which another buffer leads to.
func (e *Engine) sequelOf(v *dispatcher.Version) *compiler {
	e.because("what another buffer leads to")
	next := e.newCompiler(v.Snapshot, codebuf.Normal)
	next.version, next.of = v, v
	if (v.PC == 0 || v.Data.(*placed).called) && next.u.outer == nil {
		next.prologue()
	}
	return next
}

// loop compiles instructions until the buffer ends.
func (c *compiler) loop() {
	if !c.run.Replaying() {
		c.entering()
	}
	c.check(true)
	if c.origin.PC == 0 && c.u.outer == nil && c.enter() == ended {
		return
	}
	for {
		c.s.Begin()
		c.checkOwners()
		again := c.again
		c.again = false
		if c.count > 0 && !again && !c.run.Replaying() {
			if c.leaving {
				c.exit(c.why, c.s.PC)
				return
			}
			long := c.count >= straightRun || c.size() > c.e.limits.buffer
			if (long || c.u.is(merges, c.s.PC)) && c.mergeHere() {
				return
			}
		}
		c.count++
		c.start, c.gathered = c.s.PC, nil
		c.in = c.u.in(c.start)
		c.mark(c.start)
		c.markPlace(c.start)
		c.raw = false
		if !c.s.Begun { // another buffer counted the instruction, and Relax would forget what that buffer promoted
			c.s.Relax()
			c.countInstruction()
		}
		c.s.Begun = false
		u, in, start := c.u, c.in, c.start
		o := c.instruction()
		for c.anew.Taken() {
			c.s.Begin()
			o = c.instruction()
		}
		c.made(u, in, start)
		switch o {
		case next:
			c.s.PC = int(c.in.next)
		case ended:
			if c.run.Replaying() {
				panic(fmt.Sprintf("BUG: pycompiler: replay of %s missed its condition", c.u))
			}
			return
		}
	}
}

// size is an estimate of the buffer's memory so far.
func (c *compiler) size() int { return c.codeBytes() + len(c.pending)*pendingBytes }

// codeBytes leaves out code that only maintains counters: counting must not change what is compiled.
func (c *compiler) codeBytes() int { return c.a.Size() - c.extra }

// mergeHere handles a merge point that the buffer leads to: it jumps to existing code for this state, or else to a new version. It reports whether
// the buffer has ended.
func (c *compiler) mergeHere() bool {
	e, s := c.e, c.s
	key := dispatcher.KeyOf(s)
	c.forgetDead(c.s.PC)
	c.settleLazy()
	if !c.u.is(heads, s.PC) {
		s.ForgetFields()
	}
	widened := false
	for {
		m := e.disp.Find(key, s, c.u.mayHave(e.cfg.MaxVersions))
		if m.How != dispatcher.Exact && (m.Crowd || e.disp.Versions(key) >= fieldVersions) && s.ForgetFields() {
			continue
		}
		if m.Crowd && m.How != dispatcher.Exact && !widened {
			widened = true
			c.widen()
			continue
		}
		switch m.How {
		case dispatcher.Exact, dispatcher.Lossy:
			before := c.a.Size()
			c.mark(observe.UnifyCode)
			e.disp.Unify(s, m.Version)
			if c.a.Size() > before {
				e.counts.Buffers[stats.Unify]++
			}
			c.jumpTo(m.Version)
			return true
		case dispatcher.Partial:
			for _, i := range m.Loosen {
				c.loosen(i)
				s.Relax()
			}
			continue
		}
		general := c.general()
		if m.Full && !general {
			e.note(c.u, s.PC, dump.Crowded, "")
		}
		if m.Full && !general && c.u.outer != nil {
			s.Unit = c.u.leaving()
			c.pause(s.PC, c.always)
			return true
		}
		if m.Full && !general {
			s.Flush()
			continue
		}
		c.more = e.disp.Add(s.Freeze().Or(c.origin), general, &placed{})
		e.unplaced = append(e.unplaced, c.more)
		c.jumpTo(c.more)
		return true
	}
}

// widen forgets known numbers, at a merge point with too many versions. The types remain known, since loops usually differ in the numbers and agree
// in the types.
func (c *compiler) widen() {
	s := c.s
	var known []*Info
	s.Walk(func(i *Info) {
		switch {
		case i.Time == vinfo.RunTime && i.Kind == vinfo.Int:
			i.Flags &^= vinfo.Small | vinfo.Positive
		case unfixedNumber(i):
			known = append(known, i)
		}
	})
	for _, i := range known {
		if i.Time == vinfo.CompileTime { // it may be shared with one that was loosened already
			c.loosen(i)
			s.Relax()
		}
	}
}

// unfixedNumber reports whether i is a number known while compiling that may become a run-time one.
func unfixedNumber(i *Info) bool {
	if !i.IsKnown() || i.Known.Fixed {
		return false
	}
	switch v := Value(i.Known.Value); i.Kind {
	case vinfo.Int, vinfo.Float:
		return true
	case vinfo.Boxed:
		return v.IsInt() || v.IsFloat()
	}
	return false
}

// placed is the Data of a version.
type placed struct {
	target                    // the buffer is nil while the version is being compiled
	called  bool              // its code was first called: the buffer begins with a prologue
	waiting []codebuf.Jump    // jumps to link when it is placed
	family  []*codebuf.Buffer // the buffers evicted with it: its own, and those that only it leads to
}

// target is a place in a buffer. The buffer of a function's entry, or of code that is called elsewhere, begins with a prologue; jumps enter behind
// the prologue.
type target struct {
	buffer *codebuf.Buffer
	body   uint32
}

func (t target) addr() uintptr { return t.buffer.Addr() + uintptr(t.body) }

// general reports whether the state is the one of the general version: all variables are in the frame and nothing is known of them.
func (c *compiler) general() bool {
	for n, i := range c.s.Vars[:c.s.Live()] {
		if i == nil || !isInSlot(i, n) {
			return false
		}
	}
	return true
}

// jumpTo ends the buffer with a jump to a version. If that version is evicted, the jump leads to a stub, which dispatches again.
func (c *compiler) jumpTo(v *dispatcher.Version) {
	l := c.a.NewLabel()
	c.jumpAt = c.a.Size()
	site := c.a.JmpSite(l)
	c.pending = append(c.pending, pending{stub{kind: pauseStub, sn: v.Snapshot}, site, l, v})
}

// pause ends a branch with a stub: the code from index pc on is compiled when the stub is reached (paper: psyco_coding_pause). emit writes the
// jump.
func (c *compiler) pause(pc int, emit func(l x86.Label) x86.Site) {
	if c.run.Replaying() {
		emit(c.a.NewLabel())
		return
	}
	was := c.s.PC
	c.s.PC = pc
	c.made(c.u, c.in, c.start)
	st := stub{kind: pauseStub, where: c.e.by("", c.u, c.start), sn: c.s.Freeze()}
	c.s.PC = was
	c.addStub(st, emit)
	c.e.note(c.u, c.start, dump.Pause, "")
	c.e.counts.Pauses[stats.PauseMade]++
}

// addStub adds a stub and the jump to it.
func (c *compiler) addStub(st stub, emit func(l x86.Label) x86.Site) {
	l := c.a.NewLabel()
	c.pending = append(c.pending, pending{st, emit(l), l, nil})
}

// when asks a run-time condition (paper: RUN_TIME_CONDITION): emit writes a conditional jump that is taken if the condition holds. The answer is
// false at first; the code for true is compiled when the jump is taken for the first time.
func (c *compiler) when(reason stats.Reason, emit func(l x86.Label) x86.Site) bool {
	switch c.run.Ask() {
	case respawn.True:
		return true
	case respawn.Arrive:
		c.arrive(reason)
		return true
	}
	if c.run.Replaying() {
		emit(c.a.NewLabel())
		return false
	}
	c.guarded(reason)
	c.addStub(c.condition(reason), emit)
	return false
}

func (c *compiler) guarded(reason stats.Reason) {
	c.e.counts.Guards[reason]++
	c.e.note(c.u, c.start, dump.Guard, reason.String())
}

// condition is the stub for the condition asked last.
func (c *compiler) condition(reason stats.Reason) stub {
	st := stub{kind: respawnStub, reason: reason, where: c.e.by("", c.u, c.start), sn: c.origin, cond: c.run.Here()}
	if c.e.cfg.Check {
		st.expect = c.s.Freeze()
	}
	return st
}

// whenCold is when for a jump that is written later, in cold code; emit gets the function that writes the jump.
func (c *compiler) whenCold(reason stats.Reason, emit func(jump func(emit func(l x86.Label) x86.Site))) bool {
	n := -1
	l := c.a.NewLabel()
	switch c.run.Ask() {
	case respawn.True:
		return true
	case respawn.Arrive:
		c.arrive(reason)
		return true
	}
	if !c.run.Replaying() {
		c.guarded(reason)
		n = len(c.pending)
		c.pending = append(c.pending, pending{stub: c.condition(reason), label: l})
	}
	emit(func(jump func(l x86.Label) x86.Site) {
		site := jump(l)
		if n >= 0 {
			c.pending[n].site = site
		}
	})
	return false
}

// arrive ends a replay: the code emitted by it is dropped, and the real code begins.
func (c *compiler) arrive(reason stats.Reason) {
	c.s.DropCode()
	clear(c.pending)
	c.pending, c.deps, c.marks, c.extra = c.pending[:0], nil, nil, 0
	c.assumed = false
	c.e.counts.Stages = c.stages
	c.entering()
	c.mark(c.start)
	c.countTaken(reason)
	if c.expect != nil {
		c.arrivedAt(c.expect)
	}
	if !leavesFrame[c.in.op] { // else the variables are gone
		c.check(false)
	}
}

// onlyIf is the emit function of when for a condition on the flags.
func (c *compiler) onlyIf(cond x86.Cond) func(l x86.Label) x86.Site {
	return func(l x86.Label) x86.Site { return c.a.JccSite(cond, l) }
}

// whenZero is when for a comparison of the word x with zero.
func (c *compiler) whenZero(reason stats.Reason, x *Info, cond x86.Cond) bool {
	r := c.s.InReg(x)
	c.a.Test(r, r)
	return c.when(reason, c.onlyIf(cond))
}

func (c *compiler) always(l x86.Label) x86.Site { return c.a.JmpSite(l) }

// place makes a buffer of the code that c has emitted, and registers its jumps.
func (e *Engine) place(c *compiler) target {
	a := c.a
	c.mark(observe.ColdCode)
	c.s.EmitCold()
	c.mark(observe.StubCode)
	rec := &record{at: c.origin.Unit.(*Unit), pc: int32(c.origin.PC), of: c.of, begins: c.version != nil, flag: -1, rare: &nothingRare}
	if c.slot != nil {
		rec.seldom().slot = c.slot
	}
	for k := range c.pending {
		p := &c.pending[k]
		if rec.of == nil {
			rec.of = p.to // the buffer is nothing but a jump
		}
		a.Bind(p.label)
		if p.kind == callStub {
			a.SubI(x86.RSP, staging.FrameBytes)
			a.Store(frameSaved, staging.FrameReg)
		}
		a.CallTo(e.thunks.stub)
	}
	if e.cfg.Check {
		rec.seldom().checked = c.checked()
	}
	c.mark(observe.DataCode)
	c.s.EmitLiterals()
	if c.assumed {
		a.AlignTo(4)
		a.Bind(c.flag)
		rec.flag = int32(a.Len())
		a.Bytes(0, 0, 0, 0)
	}
	b, err := e.mem.Place(c.kind, a)
	if err != nil {
		e.dropChecks(rec)
		panic(err)
	}
	b.Data = rec
	if w := e.watcher; w != nil {
		w.Tell(observe.Placed{Buffer: b, Marks: c.marks, Entered: c.entered, Deps: c.deps})
	}
	e.named(b.Addr(), b.Size(), rec.unit())
	b.AddJumps(len(c.pending), func(k int) (off, fallback uint32) {
		p := &c.pending[k]
		return p.site.Off, uint32(a.Offset(p.label))
	})
	e.addMentions(rec, c)
	e.mem.Charge(int(rec.meta))
	e.adopt(rec.of, b)
	if c.version != nil {
		d := c.version.Data.(*placed)
		d.target = target{b, c.body}
		for _, j := range d.waiting {
			if !j.From.Freed() {
				j.Link(b, d.body)
			}
		}
		d.waiting = nil
	}
	for n := range c.pending {
		p, j := &c.pending[n], codebuf.Jump{From: b, N: n}
		if p.to == nil {
			continue
		}
		if d := p.to.Data.(*placed); d.buffer != nil {
			j.Link(d.buffer, d.body)
		} else {
			d.waiting = append(d.waiting, j)
		}
	}
	e.watch.Add(b, rec.deps)
	e.countBuffer(c, rec)
	if e.cfg.Check {
		for r := rec.stubs(); r.next(); {
			st := r.stub(b)
			if was := &c.pending[r.n].stub; !st.like(was) {
				panic(fmt.Sprintf("BUG: pycompiler: stub %d of %s was %+v, and is %+v", r.n, b, was, st))
			}
			if st.kind == respawnStub {
				e.rehearse(st)
			}
		}
	}
	e.event(c.origin.Unit.(*Unit), c.origin.PC, c.kind.String(), "", b.Size(), c.origin)
	e.happened(c.origin.Unit.(*Unit), c.origin.PC, b.Kind().String(), "", b)
	return target{b, c.body}
}

// bufferKinds are the counters of buffers by kind.
var bufferKinds = [codebuf.Kinds]stats.BufferKind{
	codebuf.Normal: stats.Normal, codebuf.Respawned: stats.Respawned, codebuf.Pause: stats.PauseStub, codebuf.Fixed: stats.Fixed,
}

// countBuffer counts a buffer and the stubs in it.
func (e *Engine) countBuffer(c *compiler, rec *record) {
	n := &e.counts.Buffers
	n[bufferKinds[c.kind]]++
	if rec.flag >= 0 {
		n[stats.Assumption]++
	}
	for k := range c.pending {
		switch p := &c.pending[k]; {
		case p.kind == respawnStub:
			n[stats.Respawn]++
		case p.kind == pauseStub && p.to == nil:
			n[stats.PauseStub]++
		}
	}
}

// instruction compiles one instruction.
func (c *compiler) instruction() outcome {
	if c.u.leaves || c.needsFrame() {
		return c.callLate(c.start)
	}
	if c.takesHandled() {
		c.tellHandled()
	}
	if f := metas[c.in.op]; f != nil {
		return f(c)
	}
	return c.helper()
}

func (c *compiler) nop() outcome { return next }
