// Slices, which stay virtual until other code sees them, and slicing of lists, tuples, strs and bytes.

package pycompiler

import (
	"slices"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

var classSlice = uint64(object.TSlice.Shape())

func (c *compiler) buildSlice() outcome {
	n := int(c.in.arg)
	parts := c.operands(n)
	if n == 2 {
		parts = append(parts, constant(object.None))
	}
	c.s.Pop(n)
	c.s.Push(virtual(ruleSlice, classSlice, parts...))
	return next
}

func isVirtualSlice(i *Info) bool { return i.Time == vinfo.Virtual && i.Rule == ruleSlice }

// binarySlice is (container, start, stop -- items).
func (c *compiler) binarySlice() outcome {
	s := c.s
	v := s.Top(2)
	class, o := c.container(v)
	if o == ended {
		return o
	}
	return c.slice(v, class, s.Top(1), s.Top(0), constant(object.None), 3)
}

// slice is v[start:stop:step] for an instruction that pops n items.
func (c *compiler) slice(v *Info, class uint64, start, stop, step *Info, n int) outcome {
	switch class {
	case classList, classTuple, classStr, classBytes:
	default:
		return c.helper()
	}
	if c.quick(x86.FuncPC(object.GetSlice), v, start, stop, step) {
		return c.helper()
	}
	r := c.result()
	r.SetItem(staging.ItemClass, staging.NewClass(class))
	c.s.Pop(n)
	c.s.Push(r)
	return next
}

// storeSlice is (value, list, start, stop --).
func (c *compiler) storeSlice() outcome {
	s := c.s
	x, v := s.Top(3), s.Top(2)
	class, o := c.container(v)
	if o == ended {
		return o
	}
	if class != classList || c.quick(x86.FuncPC(object.SetSlice), v, s.Top(1), s.Top(0), x) {
		return c.helper()
	}
	s.Pop(4)
	return next
}

// listExtend is (list, unused[oparg-1], iterable -- list, unused[oparg-1]).
func (c *compiler) listExtend() outcome {
	list, v := c.s.Top(int(c.in.arg)), c.s.Top(0)
	if isVirtualArgs(list) && c.in.arg == 1 {
		items, o, ok := c.spread(v)
		if !ok {
			return o
		}
		if len(list.Items)-1+len(items) <= maxItems {
			return c.pushArgs(2, append(slices.Clone(list.Items[1:]), items...))
		}
	}
	if !hasClass(v, classList) && !hasClass(v, classTuple) || c.quick(x86.FuncPC(object.ListExtend), list, v) {
		return c.helper()
	}
	c.s.Pop(1)
	return next
}
