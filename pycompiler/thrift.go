// Bounds on the cost of compilation. A large program that runs for a second has thousands of functions that become hot one after the other, and
// little time is left for each to pay for its compilation. So the first milliseconds of compilation are free. After that a function waits, and the
// wait grows with the part of the run time that has gone into compilation.
//
// A function with hundreds of branches gets hundreds of buffers for each version of its loop, most of which run a few times. So the more buffers a
// function has, the fewer versions its merge points may have.

package pycompiler

import (
	"time"

	"github.com/psyco-go/psy/internal/insight/stats"
)

// freeCompiling is the compilation time that is free: small programs with loops need less [measured].
const freeCompiling = 15 * time.Millisecond

// postpone reports whether the entry must wait for another threshold of calls and turns before it is compiled. It waits once for each hundredth of
// the time since the engine began that went into compilation, beyond the free part. A threshold set by the user is kept exactly, and bound
// functions do not wait.
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

// crowded says how many versions a merge point may have once its function has so many buffers [measured].
var crowded = [...]struct{ buffers, versions int }{{600, 1}, {200, 2}, {60, 4}}

// mayHave is how many versions a merge point of u may have, of at most most.
func (u *Unit) mayHave(most int64) int {
	n := u.root().own
	for _, c := range crowded {
		if n >= c.buffers {
			return min(c.versions, int(most))
		}
	}
	return int(most)
}
