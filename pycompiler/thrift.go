// What compiling may cost. A large program that runs for a second has thousands of functions that become hot one after the other, and little
// time is left for each to pay for its compilation. So the first milliseconds of compiling are free; after them a function waits the
// longer, the larger the part of the time is that has gone into compiling.

package pycompiler

import (
	"time"

	"github.com/psyco-go/psy/internal/insight/stats"
)

// freeCompiling is how much compiling is free: small programs with loops in them need less [measured].
const freeCompiling = 15 * time.Millisecond

// postpone reports whether the entry is to wait for as many calls and turns again before it is compiled: once for each hundredth of the time
// since the engine began that went into compiling beyond what is free. A threshold that was chosen is kept to, and what is bound does not wait.
func (e *Engine) postpone(u *Unit, key entryKey) bool {
	over := time.Duration(e.counts.Totals[stats.CompileNs]) - freeCompiling
	if !e.thrifty || over <= 0 || u.code.Bound {
		return false
	}
	if b := u.entries[key]; b.buffer != nil {
		return false
	}
	u.waited++
	return u.waited <= int(100*over/time.Since(e.began))
}
