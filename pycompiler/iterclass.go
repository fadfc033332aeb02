// Iteration by classes defined in Python: __iter__ and __next__ are called, or inlined, as any function is. A StopIteration that an inlined __next__
// raises only ends the loop.

package pycompiler

import (
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/promotion"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// instanceType is the type of v if it is known to be a class defined in Python; nil: the instruction ends with o, or (next) its helper is needed.
func (c *compiler) instanceType(v *Info) (typ *object.Type, o outcome) {
	if _, known := staging.Class(v); !known && (v.Time != vinfo.RunTime || v.Hint == 0) {
		return nil, next
	}
	class, known, o := c.findClass(v)
	if !known || class >= staging.ClassInt {
		return nil, o
	}
	if typ, _ = c.e.typeOf(class); !isHeap(typ) {
		return nil, next
	}
	return typ, next
}

// iterOfInstance is GET_ITER of v: (v -- iterator).
func (c *compiler) iterOfInstance(v *Info) outcome {
	typ, o := c.instanceType(v)
	switch {
	case o == ended:
		return o
	case typ == nil:
		return c.helper()
	}
	to, args, o, state := c.specialCallee(v, typ, object.N_iter_, (*object.Type).DefinesIter)
	if state == called {
		if c.inline(to, args, 1, nil, false) {
			return jumped
		}
		o, state = c.pushFrame(to, args, 1, nil)
	}
	return c.orHelper(o, state, func() outcome { return c.gotIterator(to.code) })
}

// gotIterator ends GET_ITER after a call of __iter__, which is code, and whose result is in RAX.
func (c *compiler) gotIterator(code *object.Code) outcome {
	if code.Flags&object.CoGenerators != object.CoGenerator {
		c.checkIterator()
		if c.when(stats.NullResult, c.onlyIf(x86.E)) {
			return c.raised(false)
		}
	}
	if loop := int(c.in.next); c.u.in(loop).op == bc.FOR_ITER && c.u.iterates[loop] == 0 {
		c.u.runsOver(loop, someClass)
	}
	return c.ranFor()
}

// runsOver notes the class that the loop at index at runs over; someClass: one that is worth a promotion.
func (u *Unit) runsOver(at int, class uint64) {
	if u.iterates == nil {
		u.iterates = map[int]uint64{}
	}
	u.iterates[at] = class
}

const someClass = staging.ClassOther

// checkIterator checks that the value in RAX is an iterator. The flags tell whether it is Null, with an exception set, afterwards.
func (c *compiler) checkIterator() {
	c.a.Mov(x86.RBX, x86.RAX)
	c.threadArg(x86.RAX)
	c.a.CallHelper(x86.FuncPC(iterResult))
	c.afterCall()
	c.a.Test(x86.RAX, x86.RAX)
}

// returnsIterator prepares the return of v from an inlined __iter__ to GET_ITER. If v is not known to be an iterator, the call is made late, and the
// instruction ends with o.
func (c *compiler) returnsIterator(v *Info) (o outcome, ok bool) {
	late := func() outcome { return c.callLate(c.start) }
	class, known := staging.Class(v)
	if !known {
		return late(), false
	}
	typ, _ := c.e.typeOf(class)
	if typ == nil || c.run.Read(func() uint64 { return b2u(typ.Slots.Next != nil) }) == 0 {
		return late(), false
	}
	if !isHeap(typ) {
		return next, true
	}
	return c.assumeAll(assumption.Type(typ), late)
}

// specialCallee prepares a call of the special method of v, whose type is typ. The state is "called" if the call can be made.
func (c *compiler) specialCallee(v *Info, typ *object.Type, name object.Name, defines func(typ *object.Type) bool) (to callee, args []*Info, o outcome, state callState) {
	m, o, ok := c.readSpecial(func() special {
		if !defines(typ) {
			return special{}
		}
		return special{fn: c.e.lookup(typ, name)}
	}, typ)
	if !ok {
		return to, nil, o, handled
	}
	return c.knownCallee(object.As[object.Function](m.fn), []*Info{v}, keywords{})
}

// nextOfInstance is FOR_ITER over it: (iterator -- iterator, item).
func (c *compiler) nextOfInstance(it *Info) outcome {
	u := c.u
	if class, known := staging.Class(it); !known && it.Time == vinfo.RunTime && it.Hint == 0 {
		switch class := c.run.Read(func() uint64 { return u.iterates[c.start] }); {
		case class != someClass:
			it.Hint = uint32(class)
		case it.Not&promotion.NotPromoted == 0:
			return c.promoteClass(it)
		}
	} else if known && c.e.changeable(class) {
		u.runsOver(c.start, class)
	}
	typ, o := c.instanceType(it)
	switch {
	case o == ended:
		return o
	case typ == nil:
		return c.helper()
	}
	to, args, o, state := c.specialCallee(it, typ, object.N_next_, (*object.Type).DefinesNext)
	if state == called {
		if c.inline(to, args, 0, nil, false) {
			return jumped
		}
		o, state = c.pushFrame(to, args, 0, nil)
	}
	return c.orHelper(o, state, c.ranFor)
}

// calleeRaised is raised after a native call of a function that has raised. For FOR_ITER a StopIteration ends the loop.
func (c *compiler) calleeRaised() outcome {
	if c.in.op == bc.FOR_ITER {
		c.clearStop()
		if !c.when(stats.NullResult, c.onlyIf(x86.E)) {
			c.s.Pop(1)
			return c.ranTo(c.afterLoop())
		}
	}
	return c.raised(false)
}

// clearStop clears the exception being raised if it is a StopIteration. The flags are those of zero if it is another one.
func (c *compiler) clearStop() {
	c.threadArg(x86.RAX)
	c.a.CallHelper(x86.FuncPC(clearStop))
	c.afterCall()
	c.a.Test(x86.RAX, x86.RAX)
}

// clearStop clears the exception being raised if it is a StopIteration: True, or Null.
func clearStop(t *object.Thread) Value {
	if t.ClearIf(object.TStopIteration) {
		return object.True
	}
	return object.Null
}
