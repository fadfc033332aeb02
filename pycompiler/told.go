// What is kept for dumps while compiling, with Config.Listing: what happened where, in which order, and who made each vinfo what it is.

package pycompiler

import (
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
	maxEvents = 200_000
	maxGone   = 2_000
)

// told is what the engine remembers.
type told struct {
	codes   map[*object.Code]bool //psy:root visited by Engine.visitRoots: what is told of
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
	gone    []gone
	more    int    // how many more there were
	why     string // the buffer being made is for this
}

// siteKey is what a dump.Site counts.
type siteKey struct {
	unit         *Unit
	index        int
	what, reason string
}

// happening is a dump.Event.
type happening struct {
	unit                        *Unit
	index                       int
	what, reason, buffer, value string
	used                        int
}

// origin is a dump.Origin.
type origin struct {
	by    string
	unit  *Unit
	index int
}

// promo is a dump.Promotion.
type promo struct {
	unit   *Unit
	index  int
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

func newTold() *told {
	return &told{codes: map[*object.Code]bool{}, sites: map[siteKey]*uint64{}, numbers: map[origin]uint32{}, promoAt: map[any]*promo{},
		depAt: map[assumption.Dep]*assumed{}, relied: map[assumption.Dep][]origin{}, traced: map[tracedAt]uint64{}}
}

// tells reports whether the code at u is told of, and sees to it that it lives on.
func (e *Engine) tells(u *Unit) bool {
	if e.told == nil || u == nil {
		return false
	}
	e.told.codes[u.code] = true
	return true
}

// site is the counter for what happens at an instruction; nil: nobody wants to know.
func (e *Engine) site(u *Unit, index int, what, reason string) *uint64 {
	if !e.tells(u) {
		return nil
	}
	key := siteKey{u, index, what, reason}
	n := e.told.sites[key]
	if n == nil {
		n = new(uint64)
		e.told.sites[key] = n
	}
	return n
}

// note counts one that happens now.
func (e *Engine) note(u *Unit, index int, what, reason string) {
	if n := e.site(u, index, what, reason); n != nil {
		*n++
	}
}

// happened adds to the events; at an instruction of u, it is counted there too.
func (e *Engine) happened(u *Unit, index int, what, reason string, b *codebuf.Buffer, value string) {
	if !e.tells(u) {
		return
	}
	e.note(u, index, what, reason)
	t := e.told
	if len(t.events) == maxEvents {
		t.leftOut++
		return
	}
	h := happening{unit: u, index: index, what: what, reason: reason, value: value, used: e.mem.Used()}
	if b != nil {
		h.buffer = b.String()
	}
	t.events = append(t.events, h)
}

// tellRelied tells which instruction takes ds for constant.
func (e *Engine) tellRelied(u *Unit, index int, ds []assumption.Dep) {
	if !e.tells(u) {
		return
	}
	at := origin{dump.ByAssumption, u, index}
	for _, d := range ds {
		if !slices.Contains(e.told.relied[d], at) {
			e.told.relied[d] = append(e.told.relied[d], at)
		}
	}
}

// tracedAt is where machine code would be entered if events were not reported.
type tracedAt struct {
	code  *object.Code //psy:root told.codes has it
	index int
}

// tellTraced tells that code is hot, and interpreted because events are reported.
func (e *Engine) tellTraced(co *object.Code, index int) {
	if e.told != nil {
		e.told.codes[co] = true
		e.told.traced[tracedAt{co, index}]++
	}
}

// by is a number for Info.By: what is made at index of u.
func (e *Engine) by(what string, u *Unit, index int) uint32 {
	if !e.tells(u) {
		return 0
	}
	t, o := e.told, origin{what, u, index}
	n := t.numbers[o]
	if n == 0 {
		t.origins = append(t.origins, o)
		n = uint32(len(t.origins))
		t.numbers[o] = n
	}
	return n
}

// madeBy makes everything in a state that has no origin yet have this one.
func (e *Engine) madeBy(s *State, what string, index int) {
	if e.told == nil {
		return
	}
	n := e.by(what, s.Unit.(*Unit), index)
	s.Walk(func(i *Info) {
		if i.By == 0 {
			i.By = n
		}
	})
}

// passedTo is madeBy for the arguments of a call: what they were before is the caller's business.
func (e *Engine) passedTo(s *State) {
	if e.told == nil {
		return
	}
	n := e.by(dump.ByArgument, s.Unit.(*Unit), s.PC)
	s.Walk(func(i *Info) { i.By = n })
}

// originate gives all that the instruction at index has made its origin. A class that was learned of an older value was proved by a check.
func (c *compiler) originate(u *Unit, in instr, index int) {
	e, s := c.e, c.s
	if e.told == nil {
		return
	}
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
			i.By = e.by(dump.ByGuard, u, index)
		default:
			i.By = e.by(makes(i, in.op), u, index)
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

// entering has the code count that it runs.
func (c *compiler) entering() {
	if c.e.told == nil || c.entered != nil {
		return
	}
	c.entered = new(uint64)
	c.mark(prologueCode)
	c.keeping(func() { c.counting(c.entered) })
}

// tellAny tells of the code for all that comes to a promotion that was given up.
func (e *Engine) tellAny(key any, b *codebuf.Buffer) {
	if e.told != nil && e.told.promoAt[key] != nil {
		e.told.promoAt[key].any = b.String()
	}
}

// countQuick counts the call of a quick helper as that of the instruction's helper.
func (c *compiler) countQuick() {
	if n := c.e.site(c.u, c.start, dump.Helper, bc.Name(c.in.op)); n != nil {
		c.keeping(func() { c.counting(n) })
	}
}

// countTaken has the code count that the other side of a condition runs. The place may need what is in the scratch register.
func (c *compiler) countTaken(reason stats.Reason) {
	if reason == stats.HelperStatus { // which one it was is asked next
		return
	}
	if n := c.e.site(c.u, c.start, dump.Taken, reason.String()); n != nil {
		c.keeping(func() { c.counting(n) })
	}
}

// keeping emits code that leaves the scratch register as it is, and does not count as code.
func (c *compiler) keeping(emit func()) {
	begin, extra := c.a.Size(), c.extra
	c.a.Push(staging.Scratch)
	emit()
	c.a.Pop(staging.Scratch)
	c.extra = extra + c.a.Size() - begin
}

// countAt has the code count something that happens at the instruction being compiled.
func (c *compiler) countAt(what, reason string) {
	if n := c.e.site(c.u, c.start, what, reason); n != nil {
		c.counting(n)
	}
}

// switchAt names a fixed switch: for promoAt.
type switchAt struct {
	unit *Unit
	promotion.Operand
}

// promoted2 tells of a value that came to a promotion, and of the code for it.
func (e *Engine) tellPromotion(key any, u *Unit, index int, what, value string, b *codebuf.Buffer, given bool) {
	if !e.tells(u) {
		return
	}
	p := e.told.promoAt[key]
	if p == nil {
		p = &promo{unit: u, index: index, what: what}
		e.told.promoAt[key] = p
		e.told.promos = append(e.told.promos, p)
	}
	p.given = p.given || given
	n := 0
	for n < len(p.values) && p.values[n].Value != value {
		n++
	}
	if n == len(p.values) {
		p.values = append(p.values, dump.Value{Value: value, Event: len(e.told.events)})
	}
	p.values[n].Count++
	if b != nil {
		p.values[n].Buffer = b.String()
	}
	switch {
	case given:
		e.happened(u, index, dump.Megamorphic, what, b, value)
	case b != nil:
		e.happened(u, index, dump.Promoted, what, b, value)
	}
}
