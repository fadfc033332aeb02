// Virtual iterators over other iterators: those of enumerate, zip and map directly before a loop. Their parts are virtual iterators, too, or exist at run
// time: generators are resumed, and others advance by quick helpers.
//
// The parts advance in their order, as CPython's do. A virtual one advances by a change of its vinfo, when the step has ended, so until a part that
// exists at run time has advanced, or code of a program has run, the instruction can begin anew.

package pycompiler

import (
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// metaEnumerate, metaZip and metaMap make virtual iterators directly before a loop.
func metaEnumerate(c *compiler, args []*Info, n int) (outcome, bool) {
	if len(args) < 1 || len(args) > 2 || !c.beforeLoop(n) {
		return next, false
	}
	count := intConst(0)
	if len(args) == 2 {
		if !hasClass(args[1], staging.ClassInt) {
			return next, false
		}
		if count = c.s.Int(args[1]); !fits32(count) {
			return next, false
		}
	}
	its, o := c.partsOf(args[:1])
	if its == nil {
		return o, o == ended
	}
	return c.done(n, virtual(ruleEnumerate, classEnumerate, its[0], count))
}

func metaZip(c *compiler, args []*Info, n int) (outcome, bool) {
	if len(args) < 1 || len(args) > maxItems/4 || !c.beforeLoop(n) {
		return next, false
	}
	its, o := c.partsOf(args)
	if its == nil {
		return o, o == ended
	}
	return c.done(n, virtual(ruleZip, classZip, its...))
}

// maxMapped is the number of iterators that a virtual map may have.
const maxMapped = 3

func metaMap(c *compiler, args []*Info, n int) (outcome, bool) {
	if len(args) < 2 || len(args) > 1+maxMapped || !c.beforeLoop(n) {
		return next, false
	}
	its, o := c.partsOf(args[1:])
	if its == nil {
		return o, o == ended
	}
	return c.done(n, virtual(ruleMap, classMap, append([]*Info{args[0]}, its...)...))
}

// beforeLoop reports whether nothing but a loop can see the result of the current call, which pops n items: GET_ITER follows, or a call of enumerate, zip or
// map of which that is true, with the result as its last argument.
func (c *compiler) beforeLoop(n int) bool {
	for at, below := int(c.in.next), n; !c.u.is(merges, at); {
		switch in := c.u.in(at); in.op {
		case bc.GET_ITER:
			return true
		case bc.CALL:
			if below += int(in.arg) - 1 + 2; below > c.s.Depth {
				return false
			}
			f, self := c.s.Top(below-1), c.s.Top(below-2)
			if !f.IsKnown() || !self.IsKnown() || self.Known.Value != 0 {
				return false
			}
			switch Value(f.Known.Value) {
			case c.e.rt.Types[object.TEnumerate].Value(), c.e.rt.Types[object.TZip].Value(), c.e.rt.Types[object.TMap].Value():
				at = int(in.next)
				continue
			}
		}
		return false
	}
	return false
}

// partsOf makes the parts of a virtual iterator over args. Nil: there are none for one of them, or (ended) its class is being promoted.
func (c *compiler) partsOf(args []*Info) (its []*Info, o outcome) {
	for _, v := range args {
		it, o := c.partOf(v)
		if it == nil {
			return nil, o
		}
		its = append(its, c.s.Keep(it))
	}
	return its, next
}

func (c *compiler) partOf(v *Info) (*Info, outcome) {
	if isVirtualIter(v) {
		if len(iterParts(v)) > 0 { // nothing else has it: see beforeLoop
			return v, next
		}
		c.s.Force(v)
	}
	if it, o := c.iterOf(v); it != nil || o == ended {
		return it, o
	}
	class, known, o := c.findClass(v)
	switch {
	case o == ended || !known || c.unlikeIterators(class):
		return nil, o
	case class == classGenerator && v.Time == vinfo.RunTime:
		return v, next
	}
	return c.peekIter(v, class, false), next
}

// walk is a step of a virtual iterator.
type walk struct {
	held []*Info // the items that parts have given
	ran  bool    // code of a program may have run since the step began
}

// hold keeps an item until the step ends.
func (c *compiler) hold(w *walk, i *Info) *Info {
	w.held = append(w.held, i)
	return c.s.Keep(i)
}

// nextOf leaves the loop if a part of the virtual iterator is exhausted; else it pushes the next item.
func (c *compiler) nextOf(it *Info) outcome {
	if it.Rule == ruleRangeIter {
		return c.nextOfRange(it)
	}
	if o, done := c.promoteParts(it); done {
		return o
	}
	var w walk
	if it.Rule == ruleMap && isPassive(it) {
		args, o, ok := c.stepAll(it.Items[2:], &w)
		if !ok {
			return o
		}
		it = virtual(ruleMapping, classMap, slices.Concat(it.Items[1:], args)...)
		c.s.Pop(1)
		c.s.Push(it)
	}
	if it.Rule == ruleMapping {
		return c.nextOfMapping(it)
	}
	item, o, ok := c.step(it, &w)
	if !ok {
		return o
	}
	return c.stepEnds(c.advanced(it), item, &w)
}

// stepEnds pushes the iterator after the step, in place of that before, and the item.
func (c *compiler) stepEnds(after, item *Info, w *walk) outcome {
	c.s.Pop(1)
	c.s.Push(after)
	c.s.Push(item)
	if w.ran {
		return c.ranPython()
	}
	return next
}

// iterParts are the iterators that a virtual one runs over.
func iterParts(it *Info) []*Info {
	switch it.Rule {
	case ruleEnumerate:
		return it.Items[1:2]
	case ruleZip:
		return it.Items[1:]
	case ruleMap:
		return it.Items[2:]
	}
	return nil
}

// isPassive reports whether all parts of a virtual iterator are virtual, and call nothing.
func isPassive(it *Info) bool {
	for _, part := range iterParts(it) {
		if !isVirtualIter(part) || part.Rule == ruleMap || !isPassive(part) {
			return false
		}
	}
	return true
}

// promoteParts promotes the classes of the parts that exist at run time. done: the instruction ends with o.
func (c *compiler) promoteParts(it *Info) (o outcome, done bool) {
	for _, part := range iterParts(it) {
		if isVirtualIter(part) {
			if o, done = c.promoteParts(part); done {
				return o, true
			}
			continue
		}
		if _, stop := classIn(part, iterators); stop {
			return c.promoteSwitch(part, iterators), true
		}
		if _, _, o = c.findClass(part); o == ended {
			return o, true
		}
	}
	return next, false
}

// step gives the next item of an iterator. ok false: the instruction ends with o.
func (c *compiler) step(it *Info, w *walk) (item *Info, o outcome, ok bool) {
	if !isVirtualIter(it) {
		return c.stepObject(it, w)
	}
	switch it.Rule {
	case ruleEnumerate:
		x, o, ok := c.step(it.Items[1], w)
		if !ok {
			return nil, o, false
		}
		return c.hold(w, virtual(ruleTuple, classTuple, staging.NewInt(it.Items[2]), x)), next, true
	case ruleZip:
		xs, o, ok := c.stepAll(it.Items[1:], w)
		if !ok {
			return nil, o, false
		}
		return c.hold(w, virtual(ruleTuple, classTuple, xs...)), next, true
	case ruleMap:
		xs, o, ok := c.stepAll(it.Items[2:], w)
		if !ok {
			return nil, o, false
		}
		return c.callMapped(it.Items[1], xs, w)
	}
	if o, done := c.leaveAt(c.exhausted(it), w); done {
		return nil, o, false
	}
	return c.hold(w, c.upcoming(it)), next, true
}

func (c *compiler) stepAll(its []*Info, w *walk) (items []*Info, o outcome, ok bool) {
	for _, it := range its {
		x, o, ok := c.step(it, w)
		if !ok {
			return nil, o, false
		}
		items = append(items, x)
	}
	return items, next, true
}

// upcoming is the next item of a virtual iterator over a range or sequence.
func (c *compiler) upcoming(it *Info) *Info {
	if it.Rule == ruleRangeIter {
		return staging.NewInt(it.Items[1])
	}
	s := c.s
	sr := s.InReg(it.Items[1])
	s.Pin(sr)
	ir := s.InReg(it.Items[2])
	s.Pin(ir)
	item := c.loadItem(sr, seqOf(it), spot{reg: ir})
	s.Unpin(sr)
	s.Unpin(ir)
	return item
}

// advanced is the iterator after a step.
func (c *compiler) advanced(it *Info) *Info {
	if !isVirtualIter(it) {
		return it
	}
	items := slices.Clone(it.Items[1:])
	switch it.Rule {
	case ruleRangeIter:
		items[0], items[1] = c.plus(items[0], items[2], 1), c.oneLess(items[1])
	case ruleSeqIter:
		items[1] = c.plus(items[1], intConst(1), 1)
	case ruleEnumerate:
		items[0], items[1] = c.advanced(items[0]), c.plus(items[1], intConst(1), 1)
	case ruleZip:
		items = c.allAdvanced(items)
	case ruleMap:
		items = append(items[:1], c.allAdvanced(items[1:])...)
	}
	return c.s.Keep(virtual(it.Rule, it.Items[staging.ItemClass].Known.Value, items...))
}

func (c *compiler) allAdvanced(its []*Info) []*Info {
	after := make([]*Info, len(its))
	for k, it := range its {
		after[k] = c.advanced(it)
	}
	return after
}

// leaveAt leaves the loop if k holds.
func (c *compiler) leaveAt(k cond, w *walk) (outcome, bool) {
	switch {
	case !w.ran:
		return c.leaveIf(k)
	case k.known && !k.value:
		return next, false
	case k.known || c.when(stats.Bounds, c.jumpIf(k)):
		return c.leave(w), true
	}
	return next, false
}

// leave ends the loop.
func (c *compiler) leave(w *walk) outcome {
	c.s.Pop(1)
	if w.ran {
		return c.ranTo(c.afterLoop())
	}
	c.s.PC = c.afterLoop()
	return jumped
}

// stepObject is step for an iterator that exists at run time.
func (c *compiler) stepObject(it *Info, w *walk) (item *Info, o outcome, ok bool) {
	class, known := staging.Class(it)
	switch {
	case known && class == classGenerator:
		if !c.wake(it, constant(object.None), false, 0, w.held) {
			return c.stepSlowly(it, w)
		}
		w.ran = true
		return c.gotItem(stats.GeneratorYield, w)
	case known && c.unlikeIterators(class):
		return c.stepSlowly(it, w)
	}
	step := c.stepFunc(it, class, known)
	if !c.quick(step.f, step.args...) {
		return c.hold(w, c.stepped(step, class)), next, true
	}
	c.a.CmpI(step.why, int32(object.StepEnd))
	if c.when(stats.QuickMiss, c.onlyIf(x86.NE)) {
		return c.stepSlowly(it, w)
	}
	return nil, c.leave(w), false
}

// stepSlowly is stepObject by a Go function that may run any code.
func (c *compiler) stepSlowly(it *Info, w *walk) (item *Info, o outcome, ok bool) {
	c.s.Drop() // what a shorter way has needed
	for _, i := range w.held {
		c.s.Keep(i)
	}
	c.goCall(x86.FuncPC(stepAny), 0, it)
	w.ran = true
	return c.gotItem(stats.NullResult, w)
}

// stepAny gives the next item of an iterator; Null: there is none, or an exception is set.
func stepAny(t *object.Thread, it Value) Value {
	x := object.Step(t, it)
	if x == object.Null && t.Exc != object.Null {
		t.ClearIf(object.TStopIteration)
	}
	return x
}

// gotItem is the item in RAX that code of a program has given. Null: an exception is set, or the loop has ended.
func (c *compiler) gotItem(reason stats.Reason, w *walk) (item *Info, o outcome, ok bool) {
	if c.gaveNone(reason) {
		return nil, c.endOr(func() outcome { return c.leave(w) }), false
	}
	return c.hold(w, c.result()), next, true
}

// nextOfMapping is FOR_ITER over a map that has got the arguments for its call, all from virtual iterators.
func (c *compiler) nextOfMapping(it *Info) outcome {
	n := (len(it.Items) - 2) / 2
	f, its, args := it.Items[1], it.Items[2:2+n], it.Items[2+n:]
	after := func() *Info {
		return c.s.Keep(virtual(ruleMap, classMap, slices.Insert(c.allAdvanced(its), 0, f)...))
	}
	to, bound, o, state := c.mappedCallee(f, args)
	switch state {
	case handled:
		return o
	case called:
		after := after()
		if c.inline(to, bound, 1, after, false) {
			return jumped
		}
		o, state = c.pushFrame(to, bound, 1, after)
		return c.orHelper(o, state, c.ranFor)
	}
	var w walk
	if o, ok := c.mappedMeta(f, args); ok && o == next {
		item := c.hold(&w, c.s.Top(0))
		c.s.Pop(1)
		return c.stepEnds(after(), item, &w)
	} else if ok || o == ended {
		return o
	}
	item, o, ok := c.callMapped(f, args, &w)
	if !ok {
		return o
	}
	return c.stepEnds(after(), item, &w)
}

// mappedCallee prepares a call of f, if that is a function of the program.
func (c *compiler) mappedCallee(f *Info, args []*Info) (to callee, bound []*Info, o outcome, state callState) {
	if hasRule(f, ruleMethod) {
		fn, self := c.parts(f)
		f, args = fn, slices.Concat([]*Info{self}, args)
	}
	if f.IsKnown() {
		if fn := Value(f.Known.Value); fn.IsExact(object.TFunction) {
			return c.knownCallee(object.As[object.Function](fn), args, keywords{})
		}
		return to, nil, next, impossible
	}
	class, known, o := c.findClass(f)
	switch {
	case o == ended:
		return to, nil, o, handled
	case !known || class != classFunction || f.Not&promotion.NotPromoted != 0:
		return to, nil, next, impossible
	}
	return c.unknownCallee(f, args, keywords{})
}

// mappedMeta is a call of f by its meta-implementation. With ok set and the outcome next, the result is the topmost item.
func (c *compiler) mappedMeta(f *Info, args []*Info) (o outcome, ok bool) {
	if hasRule(f, ruleBuiltin) {
		fn, self := c.parts(f)
		f, args = fn, slices.Concat([]*Info{self}, args)
	}
	if !f.IsKnown() {
		return next, false
	}
	switch f := Value(f.Known.Value); {
	case f == c.e.rt.Types[object.TInt].Value(), f == c.e.rt.Types[object.TFloat].Value():
		return c.callClassMeta(f, args, 0)
	case f.IsExact(object.TMethodDescr):
		return c.callMeta(methodMetas, object.As[object.Builtin](f).DefOf(), args, 0)
	case f.IsExact(object.TBuiltin):
		if def := object.As[object.Builtin](f).DefOf(); def.FullName() != "builtins.next" { // which runs code of a program
			return c.callMeta(functionMetas, def, args, 0)
		}
	}
	return next, false
}

// callMapped calls f, which is anything.
func (c *compiler) callMapped(f *Info, args []*Info, w *walk) (item *Info, o outcome, ok bool) {
	if f.IsKnown() && Value(f.Known.Value).IsExact(object.TBuiltin) {
		b := object.As[object.Builtin](Value(f.Known.Value))
		if def := b.DefOf(); def.Kind() == object.KindF1 && len(args) == 1 {
			d := vinfo.NewKnown(vinfo.Raw, uint64(uintptr(unsafe.Pointer(def))))
			c.goCall(x86.FuncPC(callF1), 0, d, constant(c.e.keep(b.Self)), args[0])
			return c.calledMapped(w)
		}
	}
	call := [maxMapped]uintptr{x86.FuncPC(object.Call1), x86.FuncPC(object.Call2), x86.FuncPC(object.Call3)}[len(args)-1]
	c.goCall(call, 0, slices.Concat([]*Info{f}, args)...)
	return c.calledMapped(w)
}

func (c *compiler) calledMapped(w *walk) (item *Info, o outcome, ok bool) {
	w.ran = true
	c.a.Test(x86.RAX, x86.RAX)
	if c.when(stats.NullResult, c.onlyIf(x86.E)) {
		return nil, c.calleeRaised(), false
	}
	return c.hold(w, c.result()), next, true
}
