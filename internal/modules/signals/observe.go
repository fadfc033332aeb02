// Who looks on when a signal comes: the module faulthandler.

package signals

// An Observer is told of a signal that has come, in the thread that handles it, before what handles it is looked for. False: nothing does.
type Observer func(t *Thread, n int) (handle bool)

// Observe has f called for signal n, in place of who was before (nil: nobody is any more), until the program sets another handler. ok false: the signal does
// not arrive here, or an exception is set.
func Observe(t *Thread, n int, f Observer) (ok bool) {
	s := stateKey.Of(t.RT)
	if realOf(t) == nil || Reserved(n) {
		return false
	}
	h := signalHandler(t, n)
	if h == null {
		return false
	}
	s.observers[n] = f
	s.act(t, n, h)
	return true
}

// Show tells who observes signal n that the process is about to end by it.
func Show(t *Thread, n int) {
	if f := stateKey.Of(t.RT).observers[n]; f != nil {
		f(t, n)
	}
}
