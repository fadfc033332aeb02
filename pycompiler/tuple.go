// Tuples, which stay virtual until other code sees them, unpacking, and the building and growing of lists.

package pycompiler

import (
	"slices"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// maxItems is the greatest number of items in a virtual tuple, and the greatest number unpacked into registers.
const maxItems = 16

// operands are the n topmost items of the stack, the lowest first.
func (c *compiler) operands(n int) []*Info {
	items := make([]*Info, n)
	for k := range items {
		items[k] = c.s.Top(n - 1 - k)
	}
	return items
}

// buildTuple makes a virtual tuple. An item that is a tuple of tuples is forced first, since a loop could otherwise add layers without end.
func (c *compiler) buildTuple() outcome {
	s := c.s
	n := int(c.in.arg)
	if n == 0 || n > maxItems {
		return c.helper()
	}
	items := c.operands(n)
	for _, i := range items {
		if isTupleOfTuples(i) {
			s.Force(i)
		}
	}
	s.Pop(n)
	s.Push(virtual(ruleTuple, classTuple, items...))
	return next
}

func isVirtualTuple(i *Info) bool { return i.Time == vinfo.Virtual && i.Rule == ruleTuple }

func isTupleOfTuples(i *Info) bool {
	if isVirtualTuple(i) {
		for _, x := range i.Items[1:] {
			if isVirtualTuple(x) {
				return true
			}
		}
	}
	return false
}

// buildList builds a list at once, since other code may change it. If memory is short, the result is None instead.
func (c *compiler) buildList() outcome {
	s := c.s
	n := int(c.in.arg)
	if n > maxItems {
		return c.helper()
	}
	if c.gathersArgs() {
		return c.pushArgs(n, c.operands(n))
	}
	v := s.Force(s.Keep(virtual(ruleList, classList, c.operands(n)...)))
	c.a.CmpI(s.InReg(v), int32(object.None))
	if c.when(stats.OutOfMemory, c.onlyIf(x86.E)) {
		return c.helper()
	}
	s.Pop(n)
	s.Push(v)
	return next
}

func (c *compiler) unpack() outcome {
	s, a := c.s, c.a
	v := s.Top(0)
	n := int(c.in.arg)
	if isVirtualTuple(v) {
		if len(v.Items) != 1+n {
			return c.helper()
		}
		return c.pushItems(v.Items[1:])
	}
	class, stop := classIn(v, iterables)
	if stop {
		return c.promoteSwitch(v, iterables)
	}
	if !iterables.Has(class) {
		of, known, o := c.findClass(v)
		if o == ended {
			return o
		}
		if known {
			if class, o = c.like(of, object.ToIterate); o == ended {
				return o
			}
		}
	}
	if class != classTuple && class != classList || n > maxItems {
		return c.helper()
	}
	if items := c.unpacked(v, class, n); items != nil {
		return c.pushItems(items)
	}
	seq := s.InReg(v)
	s.Pin(seq)
	at := x86.Ptr(seq, tupleSize)
	if class == classList {
		at = x86.Ptr(seq, listSize)
	}
	a.AluMI(x86.CMP, x86.W64, at, int32(n))
	if c.when(stats.Bounds, c.onlyIf(x86.NE)) {
		s.Unpin(seq)
		return c.helper()
	}
	base, first := seq, tupleItems
	if class == classList {
		base, first = s.Temp(), valuesAt
		s.Pin(base)
		a.Load(base, x86.Ptr(seq, listItems))
	}
	items := make([]*Info, n)
	for k := range items {
		items[k] = s.NewReg(vinfo.Boxed)
		items[k].Flags |= vinfo.NotNull
		a.Load(x86.Reg(items[k].Place.N()), x86.Ptr(base, first+8*int32(k)))
	}
	c.setUnpacked(v, class, items)
	return c.pushItems(items)
}

// pushItems replaces the topmost item by the unpacked items, as UNPACK_SEQUENCE does.
func (c *compiler) pushItems(items []*Info) outcome {
	c.s.Pop(1)
	for k := len(items) - 1; k >= 0; k-- {
		c.s.Push(items[k])
	}
	return next
}

// listAppend is (list, unused[oparg-1], value -- list, unused[oparg-1]).
func (c *compiler) listAppend() outcome {
	list, v := c.s.Top(int(c.in.arg)), c.s.Top(0)
	if isVirtualArgs(list) && c.in.arg == 1 && len(list.Items) <= maxItems {
		return c.pushArgs(2, append(slices.Clone(list.Items[1:]), v))
	}
	if class, ok := staging.Class(list); !ok || class != classList {
		list.SetItem(staging.ItemClass, staging.NewClass(classList)) // the verifier guarantees that
	}
	if !c.appendTo(list, v) {
		return c.helper()
	}
	c.s.Pop(1)
	return next
}

// appendTo appends v to a list; false: the list has no room and cannot grow.
//
//	if Size >= Cap: object.ListAppend
//	else: Items[Size] = v; Size++
func (c *compiler) appendTo(list, v *Info) bool {
	s, a := c.s, c.a
	c.listChanged()
	l := s.InReg(list)
	s.Pin(l)
	x := s.Boxed(v)
	s.Pin(x)
	n := s.Temp()
	s.Pin(n)
	items := s.Temp()
	s.Unpin(n)
	s.Unpin(x)
	s.Unpin(l)
	a.Load(n, x86.Ptr(l, listSize))
	a.AluRM(x86.CMP, x86.W64, n, x86.Ptr(l, listCap))
	if c.when(stats.Bounds, c.onlyIf(x86.GE)) {
		return !c.quick(x86.FuncPC(object.ListAppend), list, v)
	}
	a.Load(items, x86.Ptr(l, listItems))
	a.Store(x86.Idx(items, n, 8, valuesAt), x)
	a.UnaryM(x86.INC, x86.W64, x86.Ptr(l, listSize))
	return true
}
