// Filling in a dump: buffers with their code taken apart, what became of functions, and the log.

package observe

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Dump fills in what the engine knows. function is the number of a code object in d.
func (o *Observer) Dump(d *dump.Dump, function func(co *object.Code) int) {
	type numbered struct {
		id uint32
		dump.Buffer
	}
	number := func(u Unit) int {
		if u == nil {
			return -1
		}
		return function(u.Code())
	}
	o.byBytecode = o.unitsByBytecode()
	defer func() { o.byBytecode = nil }()
	owners := map[int]*dump.Owner{}
	owner := func(n int) *dump.Owner {
		if owners[n] == nil {
			owners[n] = &dump.Owner{Function: n}
		}
		return owners[n]
	}
	var list []numbered
	o.mem.Buffers(func(b *codebuf.Buffer) {
		rec, ok := o.c.Record(b)
		if !ok {
			return
		}
		own := owner(number(rec.Unit))
		own.Buffers++
		own.Code += b.Room()
		own.Metadata += rec.Meta
		if b.Dead() {
			return
		}
		x := o.bufferOf(b, &rec)
		x.Function = number(rec.Unit)
		list = append(list, numbered{b.ID, x})
	})
	d.Memory = dump.Memory{CodeCap: o.mem.Cap(), Code: o.mem.Stats().Code, Metadata: o.mem.Stats().Meta, Peak: o.mem.Stats().Peak}
	o.c.EachUnit(func(u Unit, bytes int) { owner(number(u)).Metadata += bytes })
	rest := owner(-1)
	rest.Code, rest.Metadata = d.Memory.Code, d.Memory.Metadata
	for n, own := range owners {
		if n >= 0 {
			rest.Code -= own.Code
			rest.Metadata -= own.Metadata
		}
	}
	for _, own := range owners {
		d.Memory.Owners = append(d.Memory.Owners, *own)
	}
	d.Memory.SortOwners()
	o.statuses(d, function)
	if l := o.log; l != nil {
		d.Detailed = true
		for _, g := range l.gone {
			x := g.Buffer
			x.Function = number(g.unit)
			list = append(list, numbered{idOf(x.Name), x})
		}
		d.Forgotten = l.more
		o.dumpLog(d, number)
	}
	slices.SortFunc(list, func(a, b numbered) int { return cmp.Compare(a.id, b.id) })
	for _, x := range list {
		d.Buffers = append(d.Buffers, x.Buffer)
	}
	by := map[string][]string{}
	for _, x := range list {
		if x.Dead == "" {
			for _, what := range x.Assumes {
				by[what] = append(by[what], x.Name)
			}
		}
	}
	for i := range d.Assumed {
		d.Assumed[i].By = by[d.Assumed[i].What]
	}
}

// Listings are the buffers made for the functions with a qualified name, in the order in which they were made.
func (o *Observer) Listings(qualName string) []dump.Buffer {
	var list []*codebuf.Buffer
	o.mem.Buffers(func(b *codebuf.Buffer) {
		if rec, ok := o.c.Record(b); ok && rec.Unit.String() == qualName && !b.Dead() {
			list = append(list, b)
		}
	})
	slices.SortFunc(list, func(a, b *codebuf.Buffer) int { return int(a.ID) - int(b.ID) })
	var out []dump.Buffer
	for _, b := range list {
		rec, _ := o.c.Record(b)
		out = append(out, o.bufferOf(b, &rec))
	}
	return out
}

// idOf is the number in a buffer's name.
func idOf(name string) (id uint32) {
	fmt.Sscan(strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz"), &id)
	return id
}

// ranks are what may become of code, worst first: it may be there several times, with other globals.
var ranks = []string{"interpreted", "dropped", "resting", "refused", "inlined", "compiled"}

// statuses says of each function what became of it.
func (o *Observer) statuses(d *dump.Dump, function func(co *object.Code) int) {
	set := func(co *object.Code, status, why string, reason ...stats.Reason) {
		if n := function(co); n >= 0 && slices.Index(ranks, status) >= slices.Index(ranks, d.Functions[n].Status) {
			f := &d.Functions[n]
			f.Status, f.Why, f.Reason = status, why, ""
			for _, r := range reason {
				f.Reason = r.String()
			}
		}
	}
	if o.log != nil {
		for at, count := range o.log.traced {
			set(at.code, "interpreted", "a trace or profile function, or monitoring, was on when it was hot", stats.Tracing)
			if n := function(at.code); n >= 0 {
				d.Functions[n].Count(2*at.index, dump.Refused, stats.Tracing.String(), count)
			}
		}
	}
	forbidden := func(co *object.Code) {
		set(co, "refused", "the program said that it cannot be compiled", stats.Forbidden)
	}
	o.c.EachForbidden(forbidden)
	o.c.EachFate(func(u Unit, fate Fate) {
		switch co := u.Code(); fate {
		case Forbidden:
			forbidden(co)
		case TooBig:
			set(co, "refused", "it is too large: its frame has too many variables, or the code would not fit", stats.TooBig)
		case Mistaken:
			set(co, "refused", "a mistake of the compiler's was found while compiling it", stats.Mistake)
		case Compiled:
			set(co, "compiled", "")
		case Resting:
			set(co, "resting", "its code was evicted often: it has to become hot again", stats.Resting)
		case Postponed:
			set(co, "interpreted", "compiling has taken much of the time: it has to become hotter", stats.Postponed)
		case Inlined:
			set(co, "inlined", "it is compiled as part of its callers only")
		default:
			set(co, "dropped", "its code was thrown away, and it was not met again", stats.EvictedCode)
		}
	})
}

// dumpLog fills in what was told while compiling.
func (o *Observer) dumpLog(d *dump.Dump, number func(u Unit) int) {
	l := o.log
	keys := slices.SortedFunc(maps.Keys(l.sites), func(a, b siteKey) int {
		return cmp.Or(cmp.Compare(number(a.at.Unit), number(b.at.Unit)), cmp.Compare(a.at.Index, b.at.Index), cmp.Compare(a.what, b.what), cmp.Compare(a.reason, b.reason))
	})
	for _, k := range keys {
		n := number(k.at.Unit)
		if n < 0 || *l.sites[k] == 0 {
			continue
		}
		f := &d.Functions[n]
		s := dump.Site{Offset: 2 * k.at.Index, What: k.what, Reason: k.reason, Count: *l.sites[k]}
		if last := len(f.Sites) - 1; last >= 0 && f.Sites[last].Offset == s.Offset && f.Sites[last].What == s.What && f.Sites[last].Reason == s.Reason {
			f.Sites[last].Count += s.Count // two units of one code
			continue
		}
		f.Sites = append(f.Sites, s)
	}
	for _, h := range l.events {
		d.Events = append(d.Events, dump.Event{What: h.what, Function: number(h.at.Unit), Offset: 2 * h.at.Index, Reason: h.reason, Buffer: h.buffer, Value: h.value, Used: h.used})
	}
	d.LeftOut = l.leftOut
	for _, p := range l.promos {
		x := dump.Promotion{Function: number(p.at.Unit), Offset: 2 * p.at.Index, What: p.what, Values: p.values, GivenUp: p.given, Any: p.any}
		if p.at.Unit.Outer() != nil {
			x.Inlined = p.at.Unit.String()
		}
		d.Promotes = append(d.Promotes, x)
	}
	for _, a := range l.deps {
		x := dump.Assumption{What: a.what, Broken: a.broken, Victims: a.victims, GivenUp: !o.c.Trusted(a.dep)}
		for _, r := range l.relied[a.dep] {
			p := dump.Place{Function: number(r.at.Unit), Offset: 2 * r.at.Index}
			in := &p
			for u := r.at.Unit; u.Outer() != nil; u = u.Outer() {
				in.Call = &dump.Place{Function: number(u.Outer()), Offset: 2 * u.At()}
				in = in.Call
			}
			x.Places = append(x.Places, p)
		}
		d.Assumed = append(d.Assumed, x)
	}
}

// bufferOf describes a buffer; its Function is left to be set.
func (o *Observer) bufferOf(b *codebuf.Buffer, rec *Record) dump.Buffer {
	n := o.log.notesOf(b)
	u := rec.Origin.Unit.(Unit)
	s := rec.Origin.Thaw(o.shared)
	defer s.Release()
	x := dump.Buffer{Name: b.String(), Kind: b.Kind().String(), Offset: 2 * s.PC, Why: n.why, Size: b.Size(), Metadata: rec.Meta,
		Snapshot: o.slots(u, s), Patches: n.patches, Broken: n.broken}
	if u.Outer() != nil {
		x.Inlined = u.String()
	}
	if n.entered != nil {
		x.Entered = *n.entered
	}
	x.Merge, x.General, x.Body = rec.Merge, rec.General, rec.Body
	b.Incoming(func(j codebuf.Jump) {
		x.From = append(x.From, dump.Ref{Buffer: j.From.String(), At: int(j.Field().Off)})
	})
	slices.SortFunc(x.From, func(a, b dump.Ref) int {
		return cmp.Or(cmp.Compare(idOf(a.Buffer), idOf(b.Buffer)), cmp.Compare(a.At, b.At))
	})
	stubs := map[codebuf.Jump]*Stub{}
	for n := range rec.Stubs {
		stubs[rec.Stubs[n].Jump] = &rec.Stubs[n]
	}
	b.Outgoing(func(j codebuf.Jump) { x.Jumps = append(x.Jumps, o.jumpOf(j, stubs[j])) })
	slices.SortFunc(x.Jumps, func(a, b dump.Jump) int { return cmp.Compare(a.At, b.At) })
	for _, dep := range rec.Deps {
		if what := o.depText(dep); !slices.Contains(x.Assumes, what) {
			x.Assumes = append(x.Assumes, what)
		}
	}
	for _, v := range rec.Objects {
		x.Mentions = append(x.Mentions, object.Outline(o.t, v))
	}
	slices.Sort(x.Mentions)
	o.takeApart(&x, b, rec.Origin.PC, n.marks)
	return x
}

func (o *Observer) jumpOf(j codebuf.Jump, st *Stub) dump.Jump {
	x := dump.Jump{At: int(j.Field().Off), Stub: j.Fallback()}
	if to := j.To(); to != nil {
		x.To, x.Entry = to.String(), j.Entry()
	}
	if st == nil {
		return x
	}
	x.What = st.What
	switch st.What {
	case StubRespawn:
		x.Reason = st.Reason.String()
	case StubSwitch:
		x.Case = "none of them"
		if st.Case >= 0 {
			x.Case = o.className(st.Switch.Values[st.Case])
		}
	}
	return x
}

// What stubs are for, in the words of a dump.
const (
	StubPause   = "pause"
	StubCall    = "call"
	StubRespawn = "respawn"
	StubSwitch  = "switch"
	StubPromote = "promote"
)

// takeApart gives a buffer its code: the bytes without addresses, and the instructions by what they are for.
func (o *Observer) takeApart(x *dump.Buffer, b *codebuf.Buffer, pc int, marks Marks) {
	code := slices.Clone(b.Code())
	data := b.Size()
	for _, m := range marks {
		if m.index == DataCode {
			data = m.off
		}
	}
	lines := o.lines(b, code, data, &x.Symbols)
	x.Code = hex.EncodeToString(code)
	guards := map[int]bool{} // where the fields of jumps of conditions are
	for _, j := range x.Jumps {
		if j.What == StubRespawn || j.What == StubSwitch || j.What == StubPromote {
			guards[j.At] = true
		}
	}
	shown := x.Snapshot
	if len(marks) == 0 || marks[0].off > 0 {
		marks = append(Marks{{index: pc}}, marks...)
	}
	for n, m := range marks {
		end := b.Size()
		if n+1 < len(marks) {
			end = marks[n+1].off
		}
		p := dump.Part{Purpose: purposes[-min(m.index, 0)], At: m.off, Offset: -1}
		if m.index >= 0 {
			p.Purpose, p.Offset, p.Inlined = dump.FastPath, 2*m.index, m.in
			if m.slots != nil {
				p.Changed = changed(shown, m.slots)
				shown = m.slots
			}
		}
		for len(lines) > 0 && lines[0].At < end {
			p.Lines = append(p.Lines, lines[0])
			lines = lines[1:]
		}
		if p.Purpose == dump.FastPath {
			colour(p.Lines, end, guards)
		}
		if p.Purpose == dump.FastPath || end > m.off {
			x.Parts = append(x.Parts, p)
		}
	}
}

// colour finds the guards and calls among the instructions of a part.
func colour(lines []dump.Line, end int, guards map[int]bool) {
	for i := range lines {
		next := end
		if i+1 < len(lines) {
			next = lines[i+1].At
		}
		if strings.Contains(lines[i].Text, "{go ") {
			lines[i].Purpose = dump.Call
		}
		if guards[next-4] { // a jump's field is its end
			lines[i].Purpose = dump.GuardCode
			if i > 0 && compares(lines[i-1].Text) {
				lines[i-1].Purpose = dump.GuardCode
			}
		}
	}
}

// compares reports whether an instruction is there for the condition behind it.
func compares(text string) bool {
	op, _, _ := strings.Cut(text, " ")
	return op == "cmp" || op == "test" || op == "ucomisd"
}

// changed are the slots of now that was has not, and those of was that are gone.
func changed(was, now []dump.Slot) (out []dump.Slot) {
	had, has := map[string]string{}, map[string]bool{}
	for i := range was {
		had[was[i].Name] = was[i].Text() + was[i].Origins()
	}
	for i := range now {
		has[now[i].Name] = true
		if had[now[i].Name] != now[i].Text()+now[i].Origins() {
			out = append(out, now[i])
		}
	}
	for i := range was {
		if !has[was[i].Name] {
			out = append(out, dump.Slot{Name: was[i].Name})
		}
	}
	return out
}
