// Bounds on the cost of compilation. A large program that runs for a second has thousands of functions that become hot one after the other, and
// little time is left for each to pay for its compilation. So the first buffers are free. After that a function waits until it has become hot once
// more, while more than a hundredth of the run time has gone into compilation; and no function gets code while that is a twentieth.
//
// What a program that has run for some time calls now and then it will call for as long again. So once compiling takes less than a hundredth of that
// time, functions need not be called as often before they are compiled.
//
// Most buffers are made at stubs, when a function that has code goes a new way. So there, too, it may have to wait: it dozes, which is a rest
// (evict.go) until it has become hot again as often as is asked of it. Its stubs lead to tier 1 until then. After that it may have a number of
// buffers before it has to wait again.
//
// A function with hundreds of branches gets hundreds of buffers for each version of its loop, most of which run a few times. So the more buffers a
// function has, the fewer versions its merge points may have.
//
// Code that a program evaluates in a new namespace each time would be compiled each time, to run once. So code that was compiled in several waits
// for twice as many calls and turns before each further one, also where the user has set the threshold; with 0 everything is compiled.

package pycompiler

import (
	"time"
	"unsafe"

	"github.com/psyco-go/psy/internal/insight/profile"
	"github.com/psyco-go/psy/internal/vm/object"
)

// The costs of compilation are counted in buffers, since the clock of a busy machine says little [all measured].
const (
	freeBuffers = 700 // small programs with loops need fewer
	ownBuffers  = 30  // a function may have so many before it dozes, and so many more after each wait
	bufferTime  = 25 * time.Microsecond
	careful     = 100 // from this part of the run time on, functions wait once
	budget      = 20  // this part of it is not exceeded
	longRun     = 2 * time.Second
	longHot     = 600 // calls and turns before a function is compiled in a program that has run so long
)

// cost is what the buffers beyond the free ones have taken.
func (e *Engine) cost() time.Duration { return time.Duration(max(e.made-freeBuffers, 0)) * bufferTime }

// clocks are readings of two clocks: of the time, and of the processor time of the process.
type clocks struct {
	time      time.Time
	processor int64
}

func readClocks() clocks { return clocks{time.Now(), profile.CPUTime()} }

// since is how long the program can have run, at most, since c was read. Time in which the program waits, for input or for its turn on a busy machine,
// pays for no compilation; nor does the processor time of other threads that run beside it.
func (c clocks) since() time.Duration {
	now := readClocks()
	return max(min(now.time.Sub(c.time), time.Duration(now.processor-c.processor)), 1)
}

// owes reports whether more buffers were made than are free. With a threshold set by the user none owes anything, nor do bound functions.
func (e *Engine) owes(u *Unit) bool { return e.thrifty && e.made > freeBuffers && !u.code.Bound }

// waits reports whether u must wait for another threshold of calls and turns: once, if more than a hundredth of the run time since the engine began went
// into compilation, beyond the free part, and as long as that is a twentieth. A function that becomes hot twice has run long enough to pay for its code.
func (e *Engine) waits(u *Unit) bool {
	if !e.owes(u) {
		return false
	}
	cost := e.cost()
	if run := e.began.since(); budget*cost >= run || !u.waited && careful*cost >= run {
		u.waited = true
		return true
	}
	u.waited, u.allowed = false, u.own+ownBuffers
	u.code.Evicted &^= dozing
	return false
}

// postpone reports whether an entry from tier 1 must wait for another threshold: the entry has no code yet, or the function dozes.
func (e *Engine) postpone(u *Unit, key entryKey) bool {
	if u.entries[key].buffer != nil && u.code.Evicted&dozing == 0 {
		return false
	}
	e.mature()
	if e.waits(u) {
		return true
	}
	u.code.Evicted &^= dozing
	return false
}

// mature lowers the threshold, once, when the program has run for long and compiling has taken little of that. It is called where there may be a collection.
func (e *Engine) mature() {
	was := e.rt.HotThreshold
	if e.matured || !e.thrifty || int64(was) != e.cfg.Threshold { // another one: the program has ended compilation
		return
	}
	if run := e.began.since(); run < longRun || careful*e.cost() >= run {
		return
	}
	e.rt.HotThreshold, e.matured = longHot, true
	e.rt.Heap.Each(object.TCode.Shape(), func(p unsafe.Pointer) {
		if co := (*object.Code)(p); co.Hot <= was { // else it is not to be compiled, or rests
			co.Hot = min(co.Hot, longHot)
		}
	})
}

// tires reports whether u, more code of which is due at a stub, must wait; then it dozes.
func (e *Engine) tires(u *Unit) bool {
	if !e.owes(u) || u.own < max(ownBuffers, u.allowed) || !e.waits(u) {
		return false
	}
	u.code.Evicted |= dozing
	u.code.Hot = e.rt.HotThreshold
	return true
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

// Code.Worlds counts the namespaces in which code was compiled, and says whether it waits for another.
const (
	freeWorlds = 4
	mostWorlds = freeWorlds + 20
	waiting    = 0x80
)

// wanders reports whether u, which is hot, must wait because its code was compiled in so many other namespaces.
func (e *Engine) wanders(u *Unit) bool {
	co := u.code
	n := co.Worlds &^ waiting
	switch {
	case len(u.entries) != 0 || e.rt.HotThreshold == 0 || co.Bound:
		return false
	case n >= freeWorlds && co.Worlds&waiting == 0:
		co.Worlds |= waiting
		co.Hot = int32(min(int64(e.rt.HotThreshold)<<(n-freeWorlds), backOff))
		return true
	}
	co.Worlds = min(n+1, mostWorlds)
	return false
}
