// Filling in a dump: buffers with their code taken apart, and what was told while compiling.

package pycompiler

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
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

// because says what the buffers made next are for.
func (e *Engine) because(why string) {
	if e.told != nil {
		e.told.why = why
	}
}

// placedFor tells of a new buffer.
func (e *Engine) placedFor(b *codebuf.Buffer, rec *record) {
	if e.told == nil {
		return
	}
	u := rec.origin.Unit.(*Unit)
	e.happened(u, rec.origin.PC, b.Kind().String(), "", b, "")
	for _, d := range rec.deps {
		if e.told.depAt[d] == nil {
			a := &assumed{dep: d, what: d.Text(e.t)}
			e.told.depAt[d] = a
			e.told.deps = append(e.told.deps, a)
		}
	}
}

// depText names an assumption, as it was when it was made.
func (e *Engine) depText(dep assumption.Dep) string {
	if e.told != nil && e.told.depAt[dep] != nil {
		return e.told.depAt[dep].what
	}
	return dep.Text(e.t)
}

// reached is before what follows a stub is compiled, followed behind.
func (e *Engine) reached(st *stub) {
	if e.told == nil {
		return
	}
	switch st.kind {
	case pauseStub:
		e.told.why = "a branch was reached that had been left uncompiled"
	case callStub:
		e.told.why = "it was called from machine code"
	case respawnStub:
		e.told.why = "a condition held for the first time: " + st.reason.String()
	case switchStub:
		e.told.why = "a class came by"
	case siteStub:
		e.told.why = "a value came by"
	}
}

func (e *Engine) followed(st *stub, b target) {
	if e.told == nil || st.where == 0 {
		return
	}
	u, index := e.told.origins[st.where-1].unit, e.told.origins[st.where-1].index
	switch st.kind {
	case pauseStub:
		e.happened(u, index, dump.Resumed, "", b.buffer, "")
	case respawnStub:
		e.happened(u, index, dump.Respawn, st.reason.String(), b.buffer, "")
	}
}

// promotedBy gives what a promotion has made known its origin.
func (e *Engine) promotedBy(st *stub, i *Info) {
	if e.told == nil {
		return
	}
	by := e.by(dump.ByPromotion, st.sn.Unit.(*Unit), st.sn.PC)
	if i.Time == vinfo.CompileTime {
		i.By = by
	}
	if class := i.Item(staging.ItemClass); class != nil && class.By == 0 {
		class.By = by
	}
}

// promotedValue is what came to a promotion, in words.
func (e *Engine) promotedValue(i *Info, class bool, key uint64) string {
	switch {
	case class:
		return e.className(key)
	case i.Kind == vinfo.Boxed:
		return object.Outline(e.t, Value(key))
	}
	if v := Value(key); v.IsPtr() && i.Kind == vinfo.Raw { // the code of a function
		return object.Outline(e.t, Value(key))
	}
	return fmt.Sprint(int64(key))
}

// patched tells of a store into code.
func (e *Engine) patched(b *codebuf.Buffer, field uint32, to *codebuf.Buffer, what string) {
	rec, ok := b.Data.(*record)
	if !ok || e.told == nil {
		return
	}
	p := dump.Patch{Event: len(e.told.events) + e.told.leftOut, At: int(field), What: what}
	if to != nil {
		p.To = to.String()
	}
	if len(rec.patches) < maxPatches {
		rec.patches = append(rec.patches, p)
	}
}

// maxPatches is how many patches of a buffer are remembered.
const maxPatches = 1000

// fell tells of an assumption that broke under buffers.
func (e *Engine) fell(dep assumption.Dep, victims []*codebuf.Buffer) (why string) {
	if e.told == nil {
		return ""
	}
	a := e.told.depAt[dep]
	if a == nil {
		return ""
	}
	a.broken++
	for _, b := range victims {
		a.victims = append(a.victims, b.String())
		b.Data.(*record).broken = a.what
	}
	return dump.Invalidated
}

// gone is a buffer that was thrown away.
type gone struct {
	dump.Buffer
	unit *Unit
}

// bury tells of a buffer that is about to be thrown away.
func (e *Engine) bury(b *codebuf.Buffer, rec *record, why string) {
	t := e.told
	if t == nil || b.Dead() {
		return
	}
	u := rec.origin.Unit.(*Unit)
	what, reason := why, ""
	switch why {
	case dump.Invalidated:
		reason = stats.AssumptionBroken.String()
	case dump.Evicted:
		reason = stats.EvictedCode.String()
	default:
		what, reason = dump.Discarded, why
	}
	e.happened(u, rec.origin.PC, what, reason, b, rec.broken)
	if len(t.gone) == maxGone {
		t.more++
		return
	}
	g := gone{Buffer: e.bufferOf(b, rec), unit: rec.unit}
	g.Dead = why
	t.gone = append(t.gone, g)
}

// Dump fills in what the engine knows. function is the number of a code object in d.
func (e *Engine) Dump(d *dump.Dump, function func(co *object.Code) int) {
	type numbered struct {
		id uint32
		dump.Buffer
	}
	number := func(u *Unit) int {
		if u == nil {
			return -1
		}
		return function(u.code)
	}
	owners := map[int]*dump.Owner{}
	owner := func(n int) *dump.Owner {
		if owners[n] == nil {
			owners[n] = &dump.Owner{Function: n}
		}
		return owners[n]
	}
	var list []numbered
	ids := map[string]uint32{}
	e.mem.Buffers(func(b *codebuf.Buffer) {
		rec, ok := b.Data.(*record)
		if !ok {
			return
		}
		ids[b.String()] = b.ID
		o := owner(number(rec.unit))
		o.Buffers++
		o.Code += b.Room()
		o.Metadata += rec.meta
		if b.Dead() {
			return
		}
		x := e.bufferOf(b, rec)
		x.Function = number(rec.unit)
		list = append(list, numbered{b.ID, x})
	})
	d.Memory = dump.Memory{CodeCap: e.mem.Cap(), Code: e.mem.Stats().Code, Metadata: e.mem.Stats().Meta, Peak: e.mem.Stats().Peak}
	for _, u := range e.units {
		owner(number(u)).Metadata += u.bytes()
	}
	rest := owner(-1)
	rest.Code, rest.Metadata = d.Memory.Code, d.Memory.Metadata
	for n, o := range owners {
		if n >= 0 {
			rest.Code -= o.Code
			rest.Metadata -= o.Metadata
		}
	}
	for _, o := range owners {
		d.Memory.Owners = append(d.Memory.Owners, *o)
	}
	d.Memory.SortOwners()
	e.statuses(d, function)
	if t := e.told; t != nil {
		d.Detailed = true
		for _, g := range t.gone {
			x := g.Buffer
			x.Function = number(g.unit)
			list = append(list, numbered{idOf(x.Name), x})
		}
		d.Forgotten = t.more
		e.dumpTold(d, number)
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

// idOf is the number in a buffer's name.
func idOf(name string) (id uint32) {
	fmt.Sscan(strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz"), &id)
	return id
}

// ranks are what may become of code, worst first: it may be there several times, with other globals.
var ranks = []string{"interpreted", "dropped", "resting", "refused", "inlined", "compiled"}

// statuses says of each function what became of it.
func (e *Engine) statuses(d *dump.Dump, function func(co *object.Code) int) {
	set := func(co *object.Code, status, why string, reason ...stats.Reason) {
		if n := function(co); n >= 0 && slices.Index(ranks, status) >= slices.Index(ranks, d.Functions[n].Status) {
			f := &d.Functions[n]
			f.Status, f.Why, f.Reason = status, why, ""
			for _, r := range reason {
				f.Reason = r.String()
			}
		}
	}
	if e.told != nil {
		for at, count := range e.told.traced {
			set(at.code, "interpreted", "a trace or profile function, or monitoring, was on when it was hot", stats.Tracing)
			if n := function(at.code); n >= 0 {
				d.Functions[n].Count(2*at.index, dump.Refused, stats.Tracing.String(), count)
			}
		}
	}
	for co := range e.banned {
		set(co, "refused", "the program said that it cannot be compiled", stats.Forbidden)
	}
	alive := map[*Unit]bool{}
	e.mem.Buffers(func(b *codebuf.Buffer) {
		if rec, ok := b.Data.(*record); ok && !b.Dead() {
			alive[rec.unit] = true
		}
	})
	for _, u := range e.units {
		switch {
		case e.banned[u.code]:
			set(u.code, "refused", "the program said that it cannot be compiled", stats.Forbidden)
		case u.cannot && u.ins == nil:
			set(u.code, "refused", "it is too large: its frame has too many variables, or the code would not fit", stats.TooBig)
		case u.cannot:
			set(u.code, "refused", "a mistake of the compiler's was found while compiling it", stats.Mistake)
		case alive[u]:
			set(u.code, "compiled", "")
		case resting(u.code):
			set(u.code, "resting", "its code was evicted often: it has to become hot again", stats.Resting)
		case u.waited > 0 && len(u.entries) == 0:
			set(u.code, "interpreted", "compiling has taken much of the time: it has to become hotter", stats.Postponed)
		case u.uses > 0:
			set(u.code, "inlined", "it is compiled as part of its callers only")
		default:
			set(u.code, "dropped", "its code was thrown away, and it was not met again", stats.EvictedCode)
		}
	}
}

// dumpTold fills in what was told while compiling.
func (e *Engine) dumpTold(d *dump.Dump, number func(u *Unit) int) {
	t := e.told
	keys := slices.SortedFunc(maps.Keys(t.sites), func(a, b siteKey) int {
		return cmp.Or(cmp.Compare(number(a.unit), number(b.unit)), cmp.Compare(a.index, b.index), cmp.Compare(a.what, b.what), cmp.Compare(a.reason, b.reason))
	})
	for _, k := range keys {
		n := number(k.unit)
		if n < 0 || *t.sites[k] == 0 {
			continue
		}
		f := &d.Functions[n]
		s := dump.Site{Offset: 2 * k.index, What: k.what, Reason: k.reason, Count: *t.sites[k]}
		if last := len(f.Sites) - 1; last >= 0 && f.Sites[last].Offset == s.Offset && f.Sites[last].What == s.What && f.Sites[last].Reason == s.Reason {
			f.Sites[last].Count += s.Count // two units of one code
			continue
		}
		f.Sites = append(f.Sites, s)
	}
	for _, h := range t.events {
		d.Events = append(d.Events, dump.Event{What: h.what, Function: number(h.unit), Offset: 2 * h.index, Reason: h.reason, Buffer: h.buffer, Value: h.value, Used: h.used})
	}
	d.LeftOut = t.leftOut
	for _, p := range t.promos {
		x := dump.Promotion{Function: number(p.unit), Offset: 2 * p.index, What: p.what, Values: p.values, GivenUp: p.given, Any: p.any}
		if p.unit.outer != nil {
			x.Inlined = p.unit.String()
		}
		d.Promotes = append(d.Promotes, x)
	}
	for _, a := range t.deps {
		x := dump.Assumption{What: a.what, Broken: a.broken, Victims: a.victims, GivenUp: !e.watch.Trusted(a.dep)}
		for _, o := range t.relied[a.dep] {
			p := dump.Place{Function: number(o.unit), Offset: 2 * o.index}
			in := &p
			for u := o.unit; u.outer != nil; u = u.outer {
				in.Call = &dump.Place{Function: number(u.outer), Offset: 2 * u.at}
				in = in.Call
			}
			x.Places = append(x.Places, p)
		}
		d.Assumed = append(d.Assumed, x)
	}
}

// bufferOf describes a buffer; its Function is left to be set.
func (e *Engine) bufferOf(b *codebuf.Buffer, rec *record) dump.Buffer {
	u := rec.origin.Unit.(*Unit)
	s := rec.origin.Thaw(&e.shared)
	defer s.Release()
	x := dump.Buffer{Name: b.String(), Kind: b.Kind().String(), Offset: 2 * s.PC, Why: rec.why, Size: b.Size(), Metadata: rec.meta,
		Snapshot: e.slots(u, s), Patches: rec.patches, Broken: rec.broken}
	if u.outer != nil {
		x.Inlined = u.String()
	}
	if rec.entered != nil {
		x.Entered = *rec.entered
	}
	if v := rec.version; v != nil {
		x.Merge, x.General = true, v.General
		if p := v.Data.(*placed); p.buffer == b {
			x.Body = int(p.body)
		}
	}
	b.Incoming(func(j *codebuf.Jump) {
		x.From = append(x.From, dump.Ref{Buffer: j.From().String(), At: int(j.Field().Off)})
	})
	slices.SortFunc(x.From, func(a, b dump.Ref) int {
		return cmp.Or(cmp.Compare(idOf(a.Buffer), idOf(b.Buffer)), cmp.Compare(a.At, b.At))
	})
	stubs := map[*codebuf.Jump]*stub{}
	for _, st := range rec.stubs {
		if st.jump != nil {
			stubs[st.jump] = st
		}
	}
	b.Outgoing(func(j *codebuf.Jump) { x.Jumps = append(x.Jumps, e.jumpOf(j, stubs[j])) })
	slices.SortFunc(x.Jumps, func(a, b dump.Jump) int { return cmp.Compare(a.At, b.At) })
	for _, dep := range rec.deps {
		if what := e.depText(dep); !slices.Contains(x.Assumes, what) {
			x.Assumes = append(x.Assumes, what)
		}
	}
	for _, v := range rec.objects {
		x.Mentions = append(x.Mentions, object.Outline(e.t, v))
	}
	slices.Sort(x.Mentions)
	e.takeApart(&x, b, rec)
	return x
}

func (e *Engine) jumpOf(j *codebuf.Jump, st *stub) dump.Jump {
	x := dump.Jump{At: int(j.Field().Off), Stub: j.Fallback()}
	if to := j.To(); to != nil {
		x.To, x.Entry = to.String(), j.Entry()
	}
	if st == nil {
		return x
	}
	x.What = stubNames[st.kind]
	switch st.kind {
	case respawnStub:
		x.Reason = st.reason.String()
	case switchStub:
		x.Case = "none of them"
		if st.which >= 0 {
			x.Case = e.className(st.sw.Values[st.which])
		}
	}
	return x
}

var stubNames = [...]string{pauseStub: "pause", callStub: "call", respawnStub: "respawn", switchStub: "switch", siteStub: "promote"}

// takeApart gives a buffer its code: the bytes without addresses, and the instructions by what they are for.
func (e *Engine) takeApart(x *dump.Buffer, b *codebuf.Buffer, rec *record) {
	code := slices.Clone(b.Code())
	data := b.Size()
	for _, m := range rec.marks {
		if m.index == dataCode {
			data = m.off
		}
	}
	lines := e.lines(b, code, data, &x.Symbols)
	x.Code = hex.EncodeToString(code)
	guards := map[int]bool{} // where the fields of jumps of conditions are
	for _, j := range x.Jumps {
		if j.What == "respawn" || j.What == "switch" || j.What == "promote" {
			guards[j.At] = true
		}
	}
	shown := x.Snapshot
	marks := rec.marks
	if len(marks) == 0 || marks[0].off > 0 {
		marks = append([]mark{{index: rec.origin.PC}}, marks...)
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
