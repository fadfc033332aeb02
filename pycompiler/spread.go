// Calls with a tuple and a dict of arguments: f(*args, **kwargs).

package pycompiler

import (
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

var (
	tuples = promotion.NewSwitch(classTuple)
	dicts  = promotion.NewSwitch(classDict)
)

// itemSize is the item in a tuple's vinfo for the number of its items, a Raw.
const itemSize = 1

// itemFunc and itemObject are the items in a bound method's vinfo for its function and its self.
const (
	itemFunc   = 1
	itemObject = 2
)

func isVirtualDict(i *Info) bool { return hasRule(i, ruleKeywords) }

// buildMap is BUILD_MAP. A dict that only collects the keywords of a call is virtual, since it usually stays empty.
func (c *compiler) buildMap() outcome {
	u := c.u
	load := int(c.in.next)
	n := int(c.in.arg)
	if n != 0 || u.outer != nil || u.is(merges, load) {
		return c.newDict(n)
	}
	switch u.in(load).op {
	case bc.LOAD_FAST, bc.LOAD_FAST_CHECK, bc.LOAD_DEREF, bc.LOAD_GLOBAL:
	default:
		return c.newDict(n)
	}
	if merge := int(u.in(load).next); u.is(merges, merge) || u.in(merge).op != bc.DICT_MERGE {
		return c.newDict(n)
	}
	c.s.Push(virtual(ruleKeywords, classDict))
	return next
}

// dictMerge is DICT_MERGE, which adds the topmost item to a dict. Merging an empty dict has no effect. Where the call follows at once, a dict that would be
// copied into a virtual one takes its place: the call reads it before anything else can run, and nothing keeps it.
func (c *compiler) dictMerge() outcome {
	s := c.s
	if c.in.arg != 1 || !isVirtualDict(s.Top(1)) {
		return c.helper()
	}
	v := s.Top(0)
	if isVirtualDict(v) {
		s.Pop(1)
		return next
	}
	class, stop := classIn(v, dicts)
	switch {
	case stop:
		return c.promoteSwitch(v, dicts)
	case class != classDict:
		return c.helper()
	}
	c.a.AluMI(x86.CMP, x86.W64, x86.Ptr(s.InReg(v), sizeWord(classDict)), 0)
	if c.when(stats.Bounds, c.onlyIf(x86.NE)) {
		if follow := int(c.in.next); c.u.is(merges, follow) || c.u.in(follow).op != bc.CALL_FUNCTION_EX {
			return c.helper()
		}
		s.Pop(2)
		s.Push(v)
		return next
	}
	s.Pop(1)
	return next
}

// callEx is CALL_FUNCTION_EX: (callable, Null, args, kwargs if oparg & 1 -- result), for a tuple of few items.
func (c *compiler) callEx() outcome {
	s := c.s
	above := int(c.in.arg & 1)
	if above == 1 && !isVirtualDict(s.Top(0)) {
		return c.helper()
	}
	n := 3 + above
	f := s.Top(n - 1)
	args, o, ok := c.spread(s.Top(above))
	if !ok {
		return o
	}
	switch {
	case f.Time == vinfo.Virtual && f.Rule == ruleMethod:
		fn, self := c.parts(f)
		args = append([]*Info{self}, args...)
		f = fn
	case hasClass(f, classMethod):
		if f.IsKnown() {
			return c.helper()
		}
		part := func(item int, at int32) *Info {
			x := f.Item(item)
			if x == nil {
				r := s.InReg(f)
				s.Pin(r)
				x = s.NewReg(vinfo.Boxed)
				s.Unpin(r)
				x.Flags |= vinfo.NotNull
				c.a.Load(x86.Reg(x.Place.N()), x86.Ptr(r, at))
				f.SetItem(item, x)
			}
			return x
		}
		fn, self := part(itemFunc, methodFunc), part(itemObject, methodSelf)
		args = append([]*Info{self}, args...)
		f = fn
	}
	return c.callWith(f, args, keywords{}, n)
}

// farthest is how many instructions gathersArgs looks ahead.
const farthest = 12

// listToTuple is the number of the intrinsic function that makes a tuple of a list.
const listToTuple = 6

// gathersArgs reports whether the list that the instruction makes only gathers the arguments of a call, as in f(x, *args): the straight code that
// follows makes a tuple of it.
func (c *compiler) gathersArgs() bool {
	u := c.u
	at := int(c.in.next)
	for depth := 1; depth > 0; { // the list is the lowest of so many items
		in := u.in(at)
		if u.is(merges, at) || u.is(joins, at) || at > c.start+2*farthest {
			return false
		}
		switch {
		case in.op == bc.CALL_INTRINSIC_1 && depth == 1:
			return in.arg == listToTuple
		case in.op == bc.LIST_EXTEND || in.op == bc.LIST_APPEND:
			depth--
		case bc.HasJump(in.op) || bc.Popped(in.op, in.arg) >= depth:
			return false
		default:
			depth += bc.Pushed(in.op, in.arg) - bc.Popped(in.op, in.arg)
		}
		if at = int(in.next); at == 0 || at >= u.units() {
			return false
		}
	}
	return false
}

func isVirtualArgs(i *Info) bool { return i.Time == vinfo.Virtual && i.Rule == ruleArgs }

// pushArgs pops n items and pushes the virtual list of arguments.
func (c *compiler) pushArgs(n int, items []*Info) outcome {
	for _, i := range items {
		if isTupleOfTuples(i) {
			c.s.Force(i)
		}
	}
	c.s.Pop(n)
	c.s.Push(virtual(ruleArgs, classList, items...))
	return next
}

// intrinsic is CALL_INTRINSIC_1. A virtual list of arguments becomes a virtual tuple.
func (c *compiler) intrinsic() outcome {
	s := c.s
	v := s.Top(0)
	if c.in.arg == asyncGenWrap {
		return c.asyncGenWrap(v)
	}
	if c.in.arg != listToTuple || !isVirtualArgs(v) {
		return c.helper()
	}
	s.Pop(1)
	if len(v.Items) == 1 {
		s.Push(constant(object.Of(c.e.rt.EmptyTuple)))
	} else {
		s.Push(virtual(ruleTuple, classTuple, v.Items[1:]...))
	}
	return next
}

// spread gives the items of a tuple; ok false: the instruction ends with o.
func (c *compiler) spread(v *Info) (items []*Info, o outcome, ok bool) {
	s := c.s
	switch {
	case isVirtualTuple(v):
		for _, x := range v.Items[1:] {
			s.Keep(x) // a variable may have the tuple, and be forced
		}
		return v.Items[1:], next, true
	case v.IsKnown() && Value(v.Known.Value) == object.Of(c.e.rt.EmptyTuple):
		return nil, next, true
	case v.IsKnown():
		return nil, c.helper(), false
	}
	class, stop := classIn(v, tuples)
	switch {
	case stop:
		return nil, c.promoteSwitch(v, tuples), false
	case class != classTuple:
		return nil, c.helper(), false
	}
	size := v.Item(itemSize)
	if size == nil {
		r := s.InReg(v)
		s.Pin(r)
		size = s.NewReg(vinfo.Raw)
		s.Unpin(r)
		c.a.Load(x86.Reg(size.Place.N()), x86.Ptr(r, tupleSize))
		v.SetItem(itemSize, size)
	}
	switch {
	case size.IsKnown():
	case size.Not&promotion.NotPromoted != 0:
		return nil, c.helper(), false
	default:
		return nil, c.promoteAny(size, &promotion.Site{}), false
	}
	n := int(size.Known.Value)
	if n > min(maxItems, maxField+1-staging.FieldItems) {
		return nil, c.helper(), false
	}
	if items := c.unpacked(v, classTuple, n); items != nil {
		return items, next, true
	}
	seq := s.InReg(v)
	s.Pin(seq)
	for k := range n {
		x := s.NewReg(vinfo.Boxed)
		x.Flags |= vinfo.NotNull
		c.a.Load(x86.Reg(x.Place.N()), x86.Ptr(seq, tupleItems+8*int32(k)))
		items = append(items, s.Keep(x))
	}
	s.Unpin(seq)
	c.setUnpacked(v, classTuple, items) // so that they can be promoted: a state where code stops has them
	return items, next, true
}
