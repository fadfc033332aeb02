// with and async with statements: __enter__ and __exit__, and their like, of classes defined in Python are called like any function.

package pycompiler

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// beforeWith is BEFORE_WITH and BEFORE_ASYNC_WITH: (manager -- __exit__, result of __enter__). The bound __exit__ is virtual.
func (c *compiler) beforeWith(enterName, exitName object.Name) outcome {
	s := c.s
	manager := s.Top(0)
	typ, o := c.exactType(manager)
	switch {
	case typ == nil:
		return o
	case !isHeap(typ):
		return c.helper()
	}
	find := func(name object.Name) (m special, o outcome, ok bool) {
		return c.readSpecial(func() special { return special{fn: c.e.lookup(typ, name)} }, typ)
	}
	exit, o, ok := find(exitName)
	if !ok {
		return o
	}
	enter, o, ok := find(enterName)
	if !ok {
		return o
	}
	to, args, o, state := c.knownCallee(object.As[object.Function](enter.fn), []*Info{manager}, keywords{})
	if state == called {
		method := s.Keep(virtual(ruleMethod, classMethod, constant(exit.fn), manager))
		if c.inline(to, args, 1, method, false) {
			return jumped
		}
		o, state = c.pushFrame(to, args, 1, method)
	}
	return c.orHelper(o, state, c.ranFor)
}

const excTraceback = int32(unsafe.Offsetof(object.Exception{}.Traceback))

// withExceptStart is WITH_EXCEPT_START: (__exit__, lasti, handled before, exc -- __exit__, lasti, handled before, exc, result).
func (c *compiler) withExceptStart() outcome {
	s, a := c.s, c.a
	exit, exc := s.Top(3), s.Top(0)
	if !hasRule(exit, ruleMethod) || !exit.Items[1].IsKnown() || !Value(exit.Items[1].Known.Value).IsExact(object.TFunction) {
		return c.helper()
	}
	fn, self := c.parts(exit)
	var typ *Info
	if isVirtualException(exc) {
		typ = exc.Items[excType]
	} else {
		c.callQuick(x86.FuncPC(object.TypeValue), exc)
		typ = s.Keep(c.result())
	}
	r := s.Boxed(exc)
	s.Pin(r)
	tb := s.NewReg(vinfo.Boxed)
	s.Unpin(r)
	t := x86.Reg(tb.Place.N())
	a.Load(t, x86.Ptr(r, excTraceback))
	a.MovRI(staging.Scratch, uint64(object.None))
	a.Test(t, t)
	a.Cmov(x86.E, x86.W64, t, staging.Scratch)
	tb.Flags |= vinfo.NotNull
	o, state := c.callFunction(object.As[object.Function](Value(fn.Known.Value)), []*Info{self, typ, exc, s.Keep(tb)}, keywords{}, 0)
	return c.orHelper(o, state, c.ranFor)
}
