// The making of strs (f-strings) and dicts by quick helpers.

package pycompiler

import (
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// formatSimple is (value -- str).
func (c *compiler) formatSimple() outcome { return c.text(object.TextFormat) }

// convertValue is (value -- str), with !s, !r or !a.
func (c *compiler) convertValue() outcome {
	if c.in.arg > object.TextRepr {
		return c.helper()
	}
	return c.text(uint64(c.in.arg))
}

// text replaces the topmost item by its text.
func (c *compiler) text(kind uint64) outcome {
	s := c.s
	v := s.Top(0)
	class, known := staging.Class(v)
	switch {
	case known && class == classStr && kind != object.TextRepr:
		return next
	case known && class < staging.ClassInt && class != classStr:
		return c.helper()
	case c.quick(x86.FuncPC(object.TextPeek), v, vinfo.NewKnown(vinfo.Raw, kind)):
		return c.helper()
	}
	return c.replaced(1, classStr)
}

// replaced puts the result of a quick helper, an object of a built-in class, in the place of n items.
func (c *compiler) replaced(n int, class uint64) outcome {
	r := c.result()
	r.SetItem(staging.ItemClass, staging.NewClass(class))
	c.s.Pop(n)
	c.s.Push(r)
	return next
}

// itemsBelow brings count items that lie below others to their homes, and gives the address of the first.
func (c *compiler) itemsBelow(others, count int) *Info {
	s := c.s
	first := s.Live() - others - count
	c.settle()
	for k := range count {
		s.Sync(first + k)
	}
	at := s.NewReg(vinfo.Raw)
	c.a.Lea(x86.W64, x86.Reg(at.Place.N()), staging.SlotMem(first))
	return at
}

// buildString is (pieces[oparg] -- str).
func (c *compiler) buildString() outcome {
	n := int(c.in.arg)
	if c.u.outer != nil || c.quick(x86.FuncPC(object.JoinPeek), c.itemsBelow(0, n), vinfo.NewKnown(vinfo.Raw, uint64(n))) {
		return c.helper()
	}
	return c.replaced(n, classStr)
}

// newDict is BUILD_MAP of n pairs.
func (c *compiler) newDict(n int) outcome {
	s := c.s
	if n == 0 {
		d := s.Force(s.Keep(virtual(ruleDict, classDict)))
		c.a.CmpI(s.InReg(d), int32(object.None))
		if c.when(stats.OutOfMemory, c.onlyIf(x86.E)) {
			return c.helper()
		}
		s.Push(d)
		return next
	}
	if c.u.outer != nil || c.quick(x86.FuncPC(object.MapPeek), c.itemsBelow(0, 2*n), vinfo.NewKnown(vinfo.Raw, uint64(n))) {
		return c.helper()
	}
	return c.replaced(2*n, classDict)
}

// buildConstKeyMap is (values[oparg], keys -- dict).
func (c *compiler) buildConstKeyMap() outcome {
	n := int(c.in.arg)
	if c.u.outer != nil || !hasClass(c.s.Top(0), classTuple) {
		return c.helper()
	}
	if c.quick(x86.FuncPC(object.ConstMapPeek), c.s.Top(0), c.itemsBelow(1, n), vinfo.NewKnown(vinfo.Raw, uint64(n))) {
		return c.helper()
	}
	return c.replaced(n+1, classDict)
}

// mapAdd is (dict, unused[oparg-1], key, value -- dict, unused[oparg-1]).
func (c *compiler) mapAdd() outcome {
	s := c.s
	if c.quick(x86.FuncPC(object.DictPut), s.Top(int(c.in.arg)+1), s.Top(1), s.Top(0)) {
		return c.helper()
	}
	s.Pop(2)
	return next
}

// setAdd is (set, unused[oparg-1], value -- set, unused[oparg-1]).
func (c *compiler) setAdd() outcome {
	s := c.s
	if c.quick(x86.FuncPC(object.SetPut), s.Top(int(c.in.arg)), s.Top(0)) {
		return c.helper()
	}
	s.Pop(1)
	return next
}

// deleteSubscr is (container, index --).
func (c *compiler) deleteSubscr() outcome {
	s := c.s
	v := s.Top(1)
	class, o := c.container(v)
	if o == ended {
		return o
	}
	if class != classDict || c.quick(x86.FuncPC(object.DictDrop), v, s.Top(0)) {
		return c.helper()
	}
	s.Pop(2)
	return next
}
