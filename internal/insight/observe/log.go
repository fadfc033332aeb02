// What is kept for dumps while compiling, with Config.Listing: what happened where, in which order, and who made each vinfo what it is.

package observe

import (
	"fmt"
	"slices"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

// How much is remembered of a run that goes on and on.
const (
	maxEvents  = 200_000
	maxGone    = 2_000
	maxPatches = 1000 // of a buffer
)

// Log is what is remembered.
type Log struct {
	o       *Observer
	codes   map[*object.Code]bool //psy:root visited by Observer.Roots: what is told of
	sites   map[siteKey]*uint64
	events  []happening
	leftOut int
	origins []origin // by Info.By - 1
	numbers map[origin]uint32
	promos  []*promo
	promoAt map[any]*promo
	deps    []*assumed
	depAt   map[assumption.Dep]*assumed
	relied  map[assumption.Dep][]origin // where
	traced  map[tracedAt]uint64
	notes   map[*codebuf.Buffer]*notes // of those that are alive
	gone    []gone
	more    int    // how many more there were
	why     string // the buffer being made is for this
}

// Place is an instruction of a unit.
type Place struct {
	Unit  Unit
	Index int
}

// siteKey is what a dump.Site counts.
type siteKey struct {
	at           Place
	what, reason string
}

// happening is a dump.Event.
type happening struct {
	at                          Place
	what, reason, buffer, value string
	used                        int
}

// origin is a dump.Origin.
type origin struct {
	by string
	at Place
}

// promo is a dump.Promotion.
type promo struct {
	at     Place
	what   string
	values []dump.Value
	given  bool
	any    string // the buffer for what comes from then on
}

// assumed is a dump.Assumption; by is found out when a dump is made.
type assumed struct {
	dep     assumption.Dep
	what    string
	broken  int
	victims []string
}

// notes are what is remembered of a buffer.
type notes struct {
	marks   Marks
	entered *uint64 // how often it ran
	patches []dump.Patch
	broken  string // the assumption that threw it away
	why     string // it was made
}

// gone is a buffer that was thrown away.
type gone struct {
	dump.Buffer
	unit Unit
}

// tracedAt is where machine code would be entered if events were not reported.
type tracedAt struct {
	code  *object.Code //psy:root Log.codes has it
	index int
}

// NewLog makes a log that remembers nothing yet.
func NewLog() *Log {
	return &Log{codes: map[*object.Code]bool{}, sites: map[siteKey]*uint64{}, numbers: map[origin]uint32{}, promoAt: map[any]*promo{},
		depAt: map[assumption.Dep]*assumed{}, relied: map[assumption.Dep][]origin{}, traced: map[tracedAt]uint64{}, notes: map[*codebuf.Buffer]*notes{}}
}

// Roots visits the code that is told of: it lives on.
func (o *Observer) Roots(visit func(co *object.Code)) {
	if o.log == nil {
		return
	}
	for co := range o.log.codes {
		visit(co)
	}
}

// Counter is the counter for what happens at an instruction.
func (l *Log) Counter(at Place, what, reason string) *uint64 {
	l.codes[at.Unit.Code()] = true
	key := siteKey{at, what, reason}
	n := l.sites[key]
	if n == nil {
		n = new(uint64)
		l.sites[key] = n
	}
	return n
}

// Origin is a number for Info.By: what is made at an instruction.
func (l *Log) Origin(what string, at Place) uint32 {
	l.codes[at.Unit.Code()] = true
	o := origin{what, at}
	n := l.numbers[o]
	if n == 0 {
		l.origins = append(l.origins, o)
		n = uint32(len(l.origins))
		l.numbers[o] = n
	}
	return n
}

// Made gives all that an instruction has made its origin. A class that was learned of an older value was proved by a check.
func (l *Log) Made(s *State, at Place, op uint8) {
	mark := s.NewMark()
	var visit func(i *Info, parent uint32)
	visit = func(i *Info, parent uint32) {
		if i == nil || i.Mark == mark {
			return
		}
		i.Mark = mark
		old := i.By
		switch {
		case old != 0:
		case parent != 0:
			i.By = l.Origin(dump.ByGuard, at)
		default:
			i.By = l.Origin(makes(i, op), at)
		}
		for _, x := range i.Items {
			if i.Time == vinfo.RunTime {
				visit(x, old)
			} else {
				visit(x, 0)
			}
		}
	}
	for _, i := range s.Vars[:s.Live()] {
		visit(i, 0)
	}
}

// makes is the origin of what an instruction makes, as a rule.
func makes(i *Info, op uint8) string {
	switch {
	case i.Time == vinfo.Virtual && i.Rule >= staging.FirstRule:
		return dump.ByBuilding
	case i.Time != vinfo.CompileTime:
		return dump.ByResult
	}
	switch op {
	case bc.LOAD_CONST, bc.RETURN_CONST:
		return dump.ByConstant
	case bc.LOAD_GLOBAL, bc.LOAD_NAME, bc.LOAD_ATTR, bc.LOAD_SUPER_ATTR, bc.LOAD_DEREF:
		return dump.ByAssumption
	}
	return dump.ByFolding
}

// Tell adds something that has happened.
func (l *Log) Tell(e Event) { e.tell(l) }

// Event is something that has happened.
type Event interface{ tell(l *Log) }

// Because is what the buffers made next are for.
type Because string

func (e Because) tell(l *Log) { l.why = string(e) }

// Happened is a dump.Event at an instruction, and counted there. The buffer may be nil.
type Happened struct {
	Place
	What, Reason string
	Buffer       *codebuf.Buffer
	Value        string
}

func (e Happened) tell(l *Log) {
	*l.Counter(e.Place, e.What, e.Reason)++
	if len(l.events) == maxEvents {
		l.leftOut++
		return
	}
	h := happening{at: e.Place, what: e.What, reason: e.Reason, value: e.Value, used: l.o.mem.Used()}
	if e.Buffer != nil {
		h.buffer = e.Buffer.String()
	}
	l.events = append(l.events, h)
}

// Placed is a new buffer.
type Placed struct {
	Buffer  *codebuf.Buffer
	Marks   Marks
	Entered *uint64 // where it counts how often it runs
	Deps    []assumption.Dep
}

func (e Placed) tell(l *Log) {
	l.notes[e.Buffer] = &notes{marks: e.Marks, entered: e.Entered, why: l.why}
	for _, d := range e.Deps {
		if l.depAt[d] == nil {
			a := &assumed{dep: d, what: d.Text(l.o.t)}
			l.depAt[d] = a
			l.deps = append(l.deps, a)
		}
	}
}

// Reached is told before what follows a stub is compiled, Followed behind.
type Reached struct{ Stub Stub }

func (e Reached) tell(l *Log) {
	switch e.Stub.What {
	case StubPause:
		l.why = "a branch was reached that had been left uncompiled"
	case StubCall:
		l.why = "it was called from machine code"
	case StubRespawn:
		l.why = "a condition held for the first time: " + e.Stub.Reason.String()
	case StubSwitch:
		l.why = "a class came by"
	case StubPromote:
		l.why = "a value came by"
	}
}

// Followed is the sequel of a stub.
type Followed struct {
	Stub   Stub
	Buffer *codebuf.Buffer
}

func (e Followed) tell(l *Log) {
	if e.Stub.By == 0 {
		return
	}
	at := l.origins[e.Stub.By-1].at
	switch e.Stub.What {
	case StubPause:
		l.Tell(Happened{at, dump.Resumed, "", e.Buffer, ""})
	case StubRespawn:
		l.Tell(Happened{at, dump.Respawn, e.Stub.Reason.String(), e.Buffer, ""})
	}
}

// Begun gives everything in a state that has no origin yet this one. Passed: also what has one, as the arguments of a call: what they were
// before is the caller's business.
type Begun struct {
	State  *State
	By     string
	Passed bool
}

func (e Begun) tell(l *Log) {
	n := l.Origin(e.By, Place{e.State.Unit.(Unit), e.State.PC})
	e.State.Walk(func(i *Info) {
		if i.By == 0 || e.Passed {
			i.By = n
		}
	})
}

// Learned is what a promotion has made known of a value: it gets its origin.
type Learned struct {
	Place
	Info *Info
}

func (e Learned) tell(l *Log) {
	by := l.Origin(dump.ByPromotion, e.Place)
	if e.Info.Time == vinfo.CompileTime {
		e.Info.By = by
	}
	if class := e.Info.Item(staging.ItemClass); class != nil && class.By == 0 {
		class.By = by
	}
}

// Promoted is a value that came to a promotion, and the code for it.
type Promoted struct {
	Place
	Key    any // names the promotion
	Switch *promotion.Switch
	Case   int        // of the switch; -1: none. Without a switch:
	Class  bool       // Word is a class
	Kind   vinfo.Kind // of Word, if it is a value
	Word   uint64
	Buffer *codebuf.Buffer
	Given  bool // the promotion was given up
}

func (e Promoted) tell(l *Log) {
	what, value := e.text(l.o)
	p := l.promoAt[e.Key]
	if p == nil {
		l.codes[e.Unit.Code()] = true
		p = &promo{at: e.Place, what: what}
		l.promoAt[e.Key] = p
		l.promos = append(l.promos, p)
	}
	p.given = p.given || e.Given
	n := 0
	for n < len(p.values) && p.values[n].Value != value {
		n++
	}
	if n == len(p.values) {
		p.values = append(p.values, dump.Value{Value: value, Event: len(l.events)})
	}
	p.values[n].Count++
	if e.Buffer != nil {
		p.values[n].Buffer = e.Buffer.String()
	}
	switch {
	case e.Given:
		l.Tell(Happened{e.Place, dump.Megamorphic, what, e.Buffer, value})
	case e.Buffer != nil:
		l.Tell(Happened{e.Place, dump.Promoted, what, e.Buffer, value})
	}
}

// text is what was promoted, and the value that came.
func (e Promoted) text(o *Observer) (what, value string) {
	switch {
	case e.Switch != nil && e.Case < 0:
		return "switch", "none of them"
	case e.Switch != nil:
		return "switch", o.className(e.Switch.Values[e.Case])
	case e.Class:
		return "class", o.className(e.Word)
	case e.Kind == vinfo.Boxed:
		return "value", object.Outline(o.t, Value(e.Word))
	}
	if v := Value(e.Word); v.IsPtr() && e.Kind == vinfo.Raw { // the code of a function
		return "value", object.Outline(o.t, v)
	}
	return "value", fmt.Sprint(int64(e.Word))
}

// Any is the code for all that comes to a promotion that has no code for it.
type Any struct {
	Key    any
	Buffer *codebuf.Buffer
}

func (e Any) tell(l *Log) {
	if p := l.promoAt[e.Key]; p != nil {
		p.any = e.Buffer.String()
	}
}

// Relied is which instruction takes what for constant.
type Relied struct {
	Place
	Deps []assumption.Dep
}

func (e Relied) tell(l *Log) {
	l.codes[e.Unit.Code()] = true
	at := origin{dump.ByAssumption, e.Place}
	for _, d := range e.Deps {
		if !slices.Contains(l.relied[d], at) {
			l.relied[d] = append(l.relied[d], at)
		}
	}
}

// Fell is an assumption that broke under buffers.
type Fell struct {
	Dep     assumption.Dep
	Victims []*codebuf.Buffer
}

func (e Fell) tell(l *Log) {
	a := l.depAt[e.Dep]
	if a == nil {
		return
	}
	a.broken++
	for _, b := range e.Victims {
		a.victims = append(a.victims, b.String())
		if n := l.notes[b]; n != nil {
			n.broken = a.what
		}
	}
}

// Traced is code that is hot, and interpreted because events are reported.
type Traced struct {
	Code  *object.Code
	Index int
}

func (e Traced) tell(l *Log) {
	l.codes[e.Code] = true
	l.traced[tracedAt{e.Code, e.Index}]++
}

// Gone is a buffer that is about to be thrown away.
type Gone struct {
	Buffer *codebuf.Buffer
	Why    string
}

func (e Gone) tell(l *Log) {
	b := e.Buffer
	if b.Dead() {
		return
	}
	rec, _ := l.o.c.Record(b)
	what, reason := e.Why, ""
	switch e.Why {
	case dump.Invalidated:
		reason = stats.AssumptionBroken.String()
	case dump.Evicted:
		reason = stats.EvictedCode.String()
	default:
		what, reason = dump.Discarded, e.Why
	}
	l.Tell(Happened{Place{rec.Origin.Unit.(Unit), rec.Origin.PC}, what, reason, b, l.notesOf(b).broken})
	if len(l.gone) == maxGone {
		l.more++
	} else {
		g := gone{Buffer: l.o.bufferOf(b, &rec), unit: rec.Unit}
		g.Dead = e.Why
		l.gone = append(l.gone, g)
	}
	delete(l.notes, b)
}

// notesOf is what is remembered of a buffer.
func (l *Log) notesOf(b *codebuf.Buffer) notes {
	if l == nil || l.notes[b] == nil {
		return notes{}
	}
	return *l.notes[b]
}

// Patched is a store into a buffer's code.
type Patched struct {
	Buffer *codebuf.Buffer
	Field  uint32
	What   string
}

func (e Patched) tell(l *Log) { l.patched(e.Buffer, e.Field, nil, e.What) }

// patched tells of a store into code, that of a jump to a buffer perhaps.
func (l *Log) patched(b *codebuf.Buffer, field uint32, to *codebuf.Buffer, what string) {
	n := l.notes[b]
	if n == nil || len(n.patches) == maxPatches {
		return
	}
	p := dump.Patch{Event: len(l.events) + l.leftOut, At: int(field), What: what}
	if to != nil {
		p.To = to.String()
	}
	n.patches = append(n.patches, p)
}

// depText names an assumption, as it was when it was made.
func (o *Observer) depText(dep assumption.Dep) string {
	if o.log != nil && o.log.depAt[dep] != nil {
		return o.log.depAt[dep].what
	}
	return dep.Text(o.t)
}

// Marks are where in a buffer code for one purpose begins, in order, and what was known there.
type Marks []mark

type mark struct {
	off   int
	index int    // of the instruction, or what code that belongs to none is for
	in    string // the function that was inlined, if it is one of its
	slots []dump.Slot
}

// Code that belongs to no instruction.
const (
	ColdCode = -1 - iota
	StubCode
	DataCode
	UnifyCode
	PrologueCode
	ExitCode
)

var purposes = [...]string{-ColdCode: dump.ColdCode, -StubCode: dump.Stubs, -DataCode: dump.DataCode, -UnifyCode: dump.Moves, -PrologueCode: dump.Prologue, -ExitCode: dump.Leave}

// Mark adds that from an offset on code is for an instruction of a unit, or for what belongs to none.
func (l *Log) Mark(marks Marks, off, index int, u Unit, s *State) Marks {
	m := mark{off: off, index: index}
	if index >= 0 {
		m.slots = l.o.slots(u, s)
		if u.Outer() != nil {
			m.in = u.String()
		}
	}
	if n := len(marks); n > 0 && marks[n-1].off == m.off && marks[n-1].index < 0 { // nothing came of it
		marks = marks[:n-1]
	}
	return append(marks, m)
}
