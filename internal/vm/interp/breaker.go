// The breaker word: why the loop leaves its fast path at a poll.

package interp

import (
	"github.com/psyco-go/psy/internal/vm/object"
)

// handleBreaker does what the breaker word asks for at a poll in fr, whose PC is stored. False: an exception is set.
func handleBreaker(t *Thread, fr *Frame) bool {
	for ran := false; ; {
		bits := t.Breaker.Load() & object.BreakAll
		if held := t.RT.Held; held != nil {
			if bits&object.BreakSignal != 0 {
				t.Breaker.And(^object.BreakSignal)
				if !held(t) {
					return false
				}
			}
			bits &^= object.BreakSwitch | object.BreakSignal
		}
		if bits&object.BreakSwitch != 0 || bits&object.BreakSignal != 0 && !t.IsMain() {
			t.Switch()
			if bits &= t.Breaker.Load(); !t.IsMain() { // which may be waiting for the system
				bits &^= object.BreakSignal
			}
		}
		if ran { // what finalizers have queued waits for the next poll: the program is to come forward too
			bits &^= object.BreakGC
		}
		if bits == 0 {
			return true
		}
		// Signals before finalizers and callbacks of weak references: what a handler raises in one of those is lost.
		if bits&object.BreakGC != 0 && bits&object.BreakSignal == 0 {
			ran = true
			object.RunQueued(t)
			if t.Exc != null {
				return false
			}
			continue
		}
		if bits&object.BreakSample != 0 {
			t.Sample()
			continue
		}
		if bits&object.BreakMemory != 0 {
			t.Breaker.And(^object.BreakMemory)
			t.Exc, t.Refused = t.Refused, null
			if t.Exc == null {
				t.NoMemory()
			}
			return false
		}
		if bits&object.BreakCancel != 0 && t.Stopped() {
			return false
		}
		if bits&object.BreakCancel != 0 { // stays set: whatever the program does, it is cancelled at the next poll again
			if t.RT.OnCancel != nil && !t.RT.OnCancel(t) {
				return false
			}
		}
		if bits&object.BreakSignal != 0 {
			if !t.Signalled() {
				return false
			}
			continue
		}
		return true
	}
}
