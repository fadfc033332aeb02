// Quick helpers: Go functions that either do all of an instruction or have no effect. They neither raise nor run Python code, so they need only
// their arguments: no saved PC, no synchronized frame.

package pycompiler

import (
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// quick calls f with the thread and the boxed args. Its result is in RAX. True: the code being compiled is the side exit for a Null result, with
// which f has had no effect.
func (c *compiler) quick(f uintptr, args ...*Info) bool {
	c.callQuick(f, args...)
	c.a.Test(x86.RAX, x86.RAX)
	return c.when(stats.QuickMiss, c.onlyIf(x86.E))
}

// callQuick is quick without the test of the result.
func (c *compiler) callQuick(f uintptr, args ...*Info) {
	c.quickArgs(args...)
	c.enterQuick(f)
}

// quickArgs loads the arguments of a quick helper but for the thread, in RAX, after it has moved all that registers hold to memory.
func (c *compiler) quickArgs(args ...*Info) {
	s := c.s
	for _, i := range args {
		s.Keep(s.Force(i))
	}
	s.ForgetFields()
	s.SaveRegs()
	for n, i := range args {
		c.loadArg(x86.ArgRegs[n+1], i)
	}
}

// enterQuick calls a quick helper whose arguments quickArgs has loaded, unless the code in front of the helper has done its work.
func (c *compiler) enterQuick(f uintptr) {
	a := c.a
	done := a.NewLabel()
	if front, ok := c.e.thunks.fronts[f]; ok {
		a.CallTo(front)
		a.Test(x86.RAX, x86.RAX)
		a.JccShort(x86.NE, done)
	}
	c.threadArg(x86.RAX)
	c.countQuick()
	a.CallHelper(f)
	c.afterCall()
	a.Bind(done)
}

// result is the value that a call left in RAX.
func (c *compiler) result() *Info {
	i := c.s.NewIn(vinfo.Boxed, vinfo.Reg(int(x86.RAX)))
	i.Flags |= vinfo.NotNull
	return i
}

// loadArg loads an argument, a constant or in memory, into a register.
func (c *compiler) loadArg(r x86.Reg, i *Info) {
	if i.IsKnown() {
		c.a.MovRI(r, i.Known.Value)
		return
	}
	c.a.Load(r, staging.Mem(i.Place))
}
