// What the system does with a signal, apart from what Python's handler is: PyOS_getsig and PyOS_setsig, for ctypes.

package signals

import (
	"syscall"

	"github.com/psyco-go/psy/internal/vm/object"
)

// What the system may do with a signal. The first two are C's SIG_DFL and SIG_IGN.
const (
	ActDefault = sigDefault
	ActIgnore  = sigIgnore
	ActHandle  = 2 // the signal arrives, and Python's handler is called
)

// Action is what the system does with signal n; ok false: an exception is set.
func Action(t *Thread, n int) (is int, ok bool) {
	h := signalHandler(t, n)
	switch real := realOf(t); {
	case h == null:
		return 0, false
	case stateKey.Of(t.RT).apart.has(n) && real != nil:
		if real.Ignored(syscall.Signal(n)) {
			return ActIgnore, true
		}
		return ActDefault, true
	case object.IsIntLike(h):
		i, _ := object.Int64(h)
		return int(i), true
	case h == none:
		return ActDefault, true
	}
	return ActHandle, true
}

// SetAction has the system do something else with signal n, while Python's handler stays as it is; was: what the system did before. Only where
// handlers may be set is that possible; ok false: it is not, or an exception is set.
func SetAction(t *Thread, n, to int) (was int, ok bool) {
	if was, ok = Action(t, n); !ok || was == to {
		return was, ok
	}
	if !mayHandle(t) || n == int(syscall.SIGKILL) || n == int(signalNumbers["SIGSTOP"]) {
		return 0, false
	}
	s := stateKey.Of(t.RT)
	if to == ActHandle {
		s.apart &^= one(n)
		s.listen(t, n)
	} else {
		s.apart |= one(n)
		s.act(t, n, object.SmallInt(int64(to)))
	}
	return was, true
}
