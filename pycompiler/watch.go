// The compiler's observers: package observe, for dumps, reasons and profiles. The compile loop reaches them through watcher alone.
//
// Machine code maintains the counters for dumps. These instructions do not count where the compiler decides by size (compiler.extra).

package pycompiler

import (
	"slices"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/observe"
	"github.com/psyco-go/psy/internal/insight/profile"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// watcher is notified of what the compiler does. It is nil without Config.Listing, and has no influence on what is compiled.
type watcher interface {
	Tell(e observe.Event)                                                         // records an event
	Counter(at observe.Place, what, reason string) *uint64                        // the counter to increment when such an event happens
	Origin(what string, at observe.Place) uint32                                  // gives a number for Info.By
	Made(s *State, at observe.Place, op uint8)                                    // sets Info.By of the values that an instruction made
	Mark(m observe.Marks, off, index int, u observe.Unit, s *State) observe.Marks // marks where code for an instruction, or other code, begins
}

// place identifies an instruction, for watchers.
func (u *Unit) place(index int) observe.Place { return observe.Place{Unit: u, Index: index} }

// because records why the next buffers are made.
func (e *Engine) because(why string) {
	if w := e.watcher; w != nil {
		w.Tell(observe.Because(why))
	}
}

// happened reports an event at an instruction; b, the buffer concerned, may be nil.
func (e *Engine) happened(u *Unit, index int, what, reason string, b *codebuf.Buffer) {
	if w := e.watcher; w != nil {
		w.Tell(observe.Happened{Place: u.place(index), What: what, Reason: reason, Buffer: b})
	}
}

// note counts an event that happens during compilation.
func (e *Engine) note(u *Unit, index int, what, reason string) {
	if e.watcher != nil {
		*e.watcher.Counter(u.place(index), what, reason)++
	}
}

// by is the number in Info.By for a value made at index of u.
func (e *Engine) by(what string, u *Unit, index int) uint32 {
	if e.watcher == nil {
		return 0
	}
	return e.watcher.Origin(what, u.place(index))
}

// begun reports the origin of the values in a state that is about to be compiled for.
func (e *Engine) begun(s *State, by string, passed bool) {
	if w := e.watcher; w != nil {
		w.Tell(observe.Begun{State: s, By: by, Passed: passed})
	}
}

// made reports that the instruction at index has been compiled.
func (c *compiler) made(u *Unit, in instr, index int) {
	if w := c.e.watcher; w != nil {
		w.Made(c.s, u.place(index), in.op)
	}
}

// mark reports that code begins for the instruction at index, or for other code that observe numbers.
func (c *compiler) mark(index int) {
	if w := c.e.watcher; w != nil {
		c.marks = w.Mark(c.marks, c.a.Size(), index, c.u, c.s)
	}
}

// entering emits code that counts how often the buffer runs.
func (c *compiler) entering() {
	if c.e.watcher == nil || c.entered != nil {
		return
	}
	c.entered = new(uint64)
	c.mark(observe.PrologueCode)
	c.keeping(func() { c.counting(c.entered) })
}

// countAt emits code that counts an event at the instruction being compiled.
func (c *compiler) countAt(what, reason string) {
	if w := c.e.watcher; w != nil {
		c.counting(w.Counter(c.u.place(c.start), what, reason))
	}
}

// countKeeping is countAt where the scratch register is in use.
func (c *compiler) countKeeping(what, reason string) {
	if c.e.watcher != nil {
		c.keeping(func() { c.countAt(what, reason) })
	}
}

// countQuick counts a call of a quick helper as a call of the instruction's own helper.
func (c *compiler) countQuick() { c.countKeeping(dump.Helper, bc.Name(c.in.op)) }

// countTaken emits code that counts how often the rare side of a condition runs. The code there may need the scratch register's value.
func (c *compiler) countTaken(reason stats.Reason) {
	if reason != stats.HelperStatus { // the next condition tells which status it was
		c.countKeeping(dump.Taken, reason.String())
	}
}

// keeping emits code that preserves the scratch register and does not count as code.
func (c *compiler) keeping(emit func()) {
	begin, extra := c.a.Size(), c.extra
	c.a.Push(staging.Scratch)
	emit()
	c.a.Pop(staging.Scratch)
	c.extra = extra + c.a.Size() - begin
}

// markPlace lets a profiler see the current line of machine code. With Config.Profile, code stores the number of its line in Thread.Place where an
// instruction begins another line than the one before, or follows a call. The sampler reads Place from another goroutine. Zero is no place: the
// interpreter runs, or ran a moment ago.
func (c *compiler) markPlace(index int) {
	if !c.e.cfg.Profile || c.in.op == bc.RESUME { // RESUME is on a line of its own
		return
	}
	n := c.e.observer.PlaceOf(c.u, index)
	if n == c.place {
		return
	}
	c.place = n
	c.extra -= c.a.Size()
	c.a.MovMI(x86.W32, threadMem(object.OffPlace), int32(n))
	c.extra += c.a.Size()
}

// named tells perf the function of a buffer.
func (e *Engine) named(addr uintptr, size int, u *Unit) {
	if e.perf != nil {
		e.perf.Add(addr, size, "py::"+u.String()+":"+object.GoString(u.code.Filename))
	}
}

// language names the compiler's own rules and classes, for observers that describe vinfos.
var language = observe.Language{
	Rules: map[vinfo.Rule]string{
		ruleRange: "range", ruleRangeIter: "range iterator", ruleSeqIter: "sequence iterator", ruleEnumerate: "enumerate", ruleZip: "zip", ruleMap: "map", ruleMapping: "map",
		ruleTuple: "tuple", ruleList: "list", ruleDict: "dict", ruleKeywords: "dict", ruleMethod: "method", ruleBuiltin: "built-in method", ruleSlice: "slice", ruleArgs: "list of arguments",
		ruleException: "exception", ruleRaised: "raised exception", ruleFrame: "frame", ruleHandled: "handled before",
		ruleLazy + bc.NB_ADD: "lazy +", ruleLazy + bc.NB_SUBTRACT: "lazy -", ruleLazy + bc.NB_MULTIPLY: "lazy *", ruleLazy + bc.NB_LSHIFT: "lazy <<",
		ruleLazy + bc.NB_AND: "lazy &", ruleLazy + bc.NB_OR: "lazy |", ruleLazy + bc.NB_XOR: "lazy ^",
	},
	RangeIter: ruleRangeIter, Big: classBig, BigInt: itemInt,
}

// The parts of units that observers read: see observe.Unit.

func (u *Unit) Code() *object.Code { return u.code }
func (u *Unit) At() int            { return u.at }
func (u *Unit) Base() int          { return u.base }

func (u *Unit) Outer() observe.Unit {
	if u.outer == nil {
		return nil
	}
	return u.outer
}

func (u *Unit) Line(index int) int {
	if u.lines == nil {
		u.lines = u.code.Lines()
	}
	return u.lines[index]
}

// reads is the view of the compiler that observers have: see observe.Compiler.
type reads struct{ e *Engine }

var stubNames = [...]string{pauseStub: observe.StubPause, callStub: observe.StubCall, respawnStub: observe.StubRespawn, switchStub: observe.StubSwitch,
	siteStub: observe.StubPromote}

func (st *stub) told() observe.Stub {
	return observe.Stub{What: stubNames[st.kind], Reason: st.reason, Switch: st.Switch, Case: int(st.Case), By: st.where, Jump: st.jump}
}

func (r reads) Record(b *codebuf.Buffer) (x observe.Record, ok bool) {
	rec, ok := b.Data.(*record)
	if !ok {
		return x, false
	}
	origin, _ := rec.origin()
	x = observe.Record{Unit: rec.unit(), Origin: origin, Meta: int(rec.meta), Deps: rec.deps, Objects: slices.Collect(rec.objects())}
	if v := rec.version(); v != nil {
		x.Merge, x.General = true, v.General
		if p := v.Data.(*placed); p.buffer == b {
			x.Body = int(p.body)
		}
	}
	for r := rec.stubs(); r.next(); {
		x.Stubs = append(x.Stubs, r.stub(b).told())
	}
	return x, true
}

func (r reads) EachUnit(f func(u observe.Unit, bytes int)) {
	for _, u := range r.e.units {
		f(u, u.bytes())
	}
}

func (r reads) EachFate(f func(u observe.Unit, fate observe.Fate)) {
	alive := map[*Unit]bool{}
	r.e.mem.Buffers(func(b *codebuf.Buffer) {
		if rec, ok := b.Data.(*record); ok && !b.Dead() {
			alive[rec.unit()] = true
		}
	})
	for _, u := range r.e.units {
		f(u, r.e.fate(u, alive[u]))
	}
}

// fate tells what has become of u; alive: u has code.
func (e *Engine) fate(u *Unit, alive bool) observe.Fate {
	switch {
	case e.banned[u.code]:
		return observe.Forbidden
	case u.cannot && u.marks == nil:
		return observe.TooBig
	case u.cannot:
		return observe.Mistaken
	case alive:
		return observe.Compiled
	case u.code.Evicted&dozing != 0:
		return observe.Postponed
	case resting(u.code):
		return observe.Resting
	case u.waited && len(u.entries) == 0:
		return observe.Postponed
	case u.uses > 0:
		return observe.Inlined
	}
	return observe.Dropped
}

func (r reads) EachForbidden(f func(co *object.Code)) {
	for co := range r.e.banned {
		f(co)
	}
}

func (r reads) Mentions(v Value) bool {
	_, ok := r.e.pool[v]
	return ok
}

func (r reads) Changeable(class uint64) bool  { return r.e.changeable(class) }
func (r reads) Trusted(d assumption.Dep) bool { return r.e.watch.Trusted(d) }

// The reports of observers to users.

// Dump fills in the engine's part of d. function gives the number of a code object in d.
func (e *Engine) Dump(d *dump.Dump, function func(co *object.Code) int) { e.observer.Dump(d, function) }

// Listings are the buffers of the functions with a qualified name, in the order of their creation.
func (e *Engine) Listings(qualName string) []dump.Buffer { return e.observer.Listings(qualName) }

// Places gives the frames of a place, the innermost first, for a Profiler.
func (e *Engine) Places(n uint32) []profile.Frame { return e.observer.Places(n) }
