// Instructions that move values between variables, constants, the stack and cells.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

func (c *compiler) loadFast(n uint32) outcome {
	c.s.Push(c.s.Vars[c.local(n)])
	return next
}

func (c *compiler) loadFastLoadFast() outcome {
	c.loadFast(c.in.arg >> 4)
	return c.loadFast(c.in.arg & 15)
}

// unbound tests whether local i is unbound. True: the code being compiled is the side exit for an unbound local.
func (c *compiler) unbound(i *Info) bool {
	switch {
	case i.Time == vinfo.CompileTime:
		return i.Known.Value == 0
	case i.Time == vinfo.Virtual || i.Flags&vinfo.NotNull != 0:
		return false
	}
	if c.whenZero(stats.Unbound, i, x86.E) {
		return true
	}
	i.Flags |= vinfo.NotNull
	return false
}

func (c *compiler) loadFastCheck() outcome {
	i := c.s.Vars[c.local(c.in.arg)]
	if c.unbound(i) {
		return c.helper()
	}
	c.s.Push(i)
	return next
}

func (c *compiler) loadFastAndClear() outcome {
	c.s.Push(c.s.Vars[c.in.arg])
	c.s.Vars[c.in.arg] = constant(object.Null)
	return next
}

// constant is a Python value known while compiling; objects must have been kept.
func constant(v Value) *Info { return staging.NewConst(v) }

func (c *compiler) storeFast(n uint32) outcome {
	i := c.s.Top(0)
	c.s.Pop(1)
	c.s.Vars[c.local(n)] = i
	return next
}

func (c *compiler) storeFastStoreFast() outcome {
	c.storeFast(c.in.arg >> 4)
	return c.storeFast(c.in.arg & 15)
}

func (c *compiler) storeFastLoadFast() outcome {
	c.storeFast(c.in.arg >> 4)
	return c.loadFast(c.in.arg & 15)
}

func (c *compiler) deleteFast() outcome {
	if c.unbound(c.s.Vars[c.in.arg]) {
		return c.helper()
	}
	c.s.Vars[c.in.arg] = constant(object.Null)
	return next
}

func (c *compiler) loadConst() outcome {
	c.s.Push(constant(*c.u.code.Consts.At(int(c.in.arg)))) // the code object keeps it alive
	return next
}

func (c *compiler) popTop() outcome {
	c.s.Pop(1)
	return next
}

func (c *compiler) endSend() outcome {
	v := c.s.Top(0)
	c.s.Pop(2)
	c.s.Push(v)
	return next
}

func (c *compiler) pushNull() outcome {
	c.s.Push(constant(object.Null))
	return next
}

func (c *compiler) copy() outcome {
	c.s.Push(c.s.Top(int(c.in.arg) - 1))
	return next
}

func (c *compiler) swap() outcome {
	top, other := c.s.Live()-1, c.s.Live()-int(c.in.arg)
	c.s.Vars[top], c.s.Vars[other] = c.s.Vars[other], c.s.Vars[top]
	return next
}

// makeCell puts a variable's value into a new cell, which takes the value's place. The cell's class is forgotten, since cells that come from
// closures have none, and one of them may be the same cell (stored).
func (c *compiler) makeCell() outcome {
	s := c.s
	k := c.local(c.in.arg)
	c.storable(s.Vars[k])
	cell := c.bumped(classCell, unsafe.Sizeof(object.Cell{}), ruleCell)
	if cell == nil {
		return c.helperInPlace(int(c.in.arg), 1)
	}
	cell.Items = nil
	v, r := s.Vars[k], x86.Reg(cell.Place.N())
	s.Pin(r)
	s.StoreBoxed(v, x86.Ptr(r, cellRef))
	s.Unpin(r)
	s.Vars[k] = cell
	return next
}

// manyCells is the number of cells that registers have room for.
const manyCells = 6

// copyFreeVars loads the cells of the function's closure, a tuple of n cells.
func (c *compiler) copyFreeVars() outcome {
	s, a := c.s, c.a
	n := int(c.in.arg)
	if n > manyCells {
		return c.helperInPlace(s.NLocals-n, n)
	}
	if c.u.outer != nil && !s.Vars[c.u.base-1].IsKnown() {
		c.freeVars(s.Vars[c.u.base-1], n)
		return next
	}
	closure := s.Temp()
	s.Pin(closure)
	if c.u.outer != nil {
		a.MovRI(closure, s.Vars[c.u.base-1].Known.Value)
	} else {
		a.Load(closure, frameMem(object.FrFunc))
	}
	a.Load(closure, x86.Ptr(closure, functionClosure))
	for k := range n {
		cell := s.NewReg(vinfo.Boxed)
		a.Load(x86.Reg(cell.Place.N()), x86.Ptr(closure, tupleItems+8*int32(k)))
		cell.Flags |= vinfo.NotNull
		s.Vars[s.NLocals-n+k] = cell
	}
	s.Unpin(closure)
	return next
}

// helperInPlace calls the instruction's helper, which reads and writes the homes of n locals, beginning with first.
func (c *compiler) helperInPlace(first, n int) outcome {
	s := c.s
	if c.u.outer != nil {
		return c.callLate(c.start)
	}
	for k := first; k < first+n; k++ {
		s.Sync(k)
		s.KeepOff(k) // the home may hold another variable's value, too
		s.Vars[k] = inSlot(k)
		s.Home[k] = s.Vars[k]
	}
	c.callHelper(0, 0, true)
	c.a.TestRR(x86.W8, x86.RBX, x86.RBX)
	if c.when(stats.OutOfMemory, c.onlyIf(x86.NE)) {
		return c.statuses(0)
	}
	for k := first; k < first+n; k++ {
		s.Vars[k].Flags |= vinfo.NotNull
	}
	return next
}

const functionClosure = int32(unsafe.Offsetof(object.Function{}.Closure))

const cellRef = int32(unsafe.Offsetof(object.Cell{}.Ref))

func (c *compiler) loadDeref() outcome {
	s := c.s
	of := s.Vars[c.local(c.in.arg)]
	if v := c.field(of, cellRef/8); v != nil {
		s.Push(v)
		return next
	}
	cell := s.InReg(of)
	s.Pin(cell)
	v := s.NewReg(vinfo.Boxed)
	s.Unpin(cell)
	c.a.Load(x86.Reg(v.Place.N()), x86.Ptr(cell, cellRef))
	if c.unbound(v) {
		return c.helper()
	}
	c.setField(of, cellRef/8, v)
	s.Push(v)
	return next
}

func (c *compiler) storeDeref() outcome {
	s := c.s
	v, of := s.Top(0), s.Vars[c.local(c.in.arg)]
	c.storable(v)
	cell := s.InReg(of)
	s.Pin(cell)
	s.StoreBoxed(v, x86.Ptr(cell, cellRef))
	s.Unpin(cell)
	c.stored(of, cellRef/8, v)
	s.Pop(1)
	return next
}
