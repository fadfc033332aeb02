// The identity of numbers. Ints of 49 bits and floats are values without identity, larger ints are objects, and a NaN has an identity too. As long
// as a number was only in registers, its identity does not matter. Before other code may see the number, it is settled: an int is known to be
// small, or it is made an object whose number is known. A NaN is settled when it is boxed, see object.SameFloat.

package pycompiler

import (
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// settle settles the locals, before code that may look at the frame, and tells the thread which exceptions are being handled. For a small int, isBig leaves a part of its boxed form in Scratch, which is
// used here.
func (c *compiler) settle() { c.settleFirst(c.s.NLocals) }

// settleFirst is settle for a frame that has the first locals variables as its localsplus.
func (c *compiler) settleFirst(locals int) {
	s := c.s
	c.tellHandled()
	for n, i := range s.Vars[:locals] {
		switch {
		case !staging.MayBeObject(i):
		case isWord(i) || number(i).IsKnown() || s.Home[n] == i:
			c.settleOne(i)
		case c.isBig(number(i)):
			c.object(i, itemInt)
		default:
			s.SyncShifted(n, staging.Scratch)
		}
	}
}

// settleOne settles an int.
func (c *compiler) settleOne(i *Info) {
	x := number(i)
	switch {
	case x.IsKnown():
		c.s.Force(i)
	case isWord(i):
		c.a.Mov(staging.Scratch, c.s.InReg(x))
		c.a.ShrI(staging.Scratch, 48)
		if c.when(stats.Overflow, c.onlyIf(x86.E)) {
			x.Flags |= vinfo.Small | vinfo.Positive
			i.Rule = staging.RuleInt
			i.SetItem(staging.ItemClass, staging.NewClass(staging.ClassInt))
			return
		}
		c.object(i, staging.ItemValue)
	case c.isBig(x):
		c.object(i, itemInt)
	}
}

// object makes i, an int that is not small, a boxed object. The object's number stays known as the given item.
func (c *compiler) object(i *Info, item int) {
	x := number(i)
	c.s.Force(i)
	i.Items = []*Info{staging.NewClass(classBig)}
	i.SetItem(item, c.s.Keep(x))
}

// settleShared settles an argument of a call, whose n operands are the topmost items, if a stack item below the operands shares it: the callee may
// return the argument.
func (c *compiler) settleShared(v *Info, n int) {
	c.settleWith(v, c.s.Vars[c.s.NLocals:c.s.Live()-n])
}

// settleWith is settleShared where the stack items are given.
func (c *compiler) settleWith(v *Info, stack []*Info) {
	s := c.s
	isFloat := v.Time == vinfo.Virtual && v.Rule == staging.RuleFloat
	if !isFloat && !staging.MayBeObject(v) {
		return
	}
	shared := false
	mark := s.NewMark()
	var look func(i *Info)
	look = func(i *Info) {
		if i == nil || i.Mark == mark {
			return
		}
		i.Mark = mark
		shared = shared || i == v
		for _, x := range i.Items {
			look(x)
		}
	}
	for _, i := range stack {
		look(i)
	}
	switch {
	case !shared:
	case isFloat:
		s.Force(v)
	default:
		c.settleOne(v)
	}
}
