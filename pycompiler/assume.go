// Assumptions: the compiler treats globals, builtins and attributes of classes as constants and has them watched. When an assumption breaks, jumps
// into the dependent buffers are unlinked, and a flag word in each of them is set. Code that resumes in such a buffer after a call tests the flag
// before it relies on an assumption again.

package pycompiler

import (
	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/dump"
	"github.com/psyco-go/psy/internal/insight/observe"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/assumption"
	"github.com/psyco-go/psy/x86"
)

// trusted reports whether assumptions may be made about ds.
func (c *compiler) trusted(ds ...assumption.Dep) bool {
	return c.run.Read(func() uint64 {
		return b2u(c.e.watch.Trusted(ds...))
	}) != 0
}

// assume makes the buffer depend on ds. If code has run that may have broken the buffer's assumptions, the flag is tested. True: the code being
// compiled is the side exit for broken assumptions, and has ended.
func (c *compiler) assume(ds ...assumption.Dep) bool {
	c.deps = append(c.deps, ds...)
	if w := c.e.watcher; w != nil {
		w.Tell(observe.Relied{Place: c.u.place(c.start), Deps: ds})
	}
	if !c.assumed {
		c.assumed = true
		c.flag = c.a.NewLabel()
	}
	if !c.stale {
		return false
	}
	c.a.AluMI(x86.CMP, x86.W32, x86.At(c.flag), 0)
	if c.when(stats.AssumptionBroken, c.onlyIf(x86.NE)) {
		c.pause(c.start, c.always)
		return true
	}
	c.stale = false
	return false
}

// broke retires the buffers that depended on dep, which has changed.
func (e *Engine) broke(dep assumption.Dep, dependents map[*codebuf.Buffer]struct{}) {
	e.counts.Totals[stats.Invalidations]++
	order := inOrder(dependents)
	if w := e.watcher; w != nil {
		w.Tell(observe.Fell{Dep: dep, Victims: order})
	}
	for _, b := range order {
		e.retire(b, dump.Invalidated)
	}
}
