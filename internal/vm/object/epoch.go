// Epochs: what is remembered by the addresses of objects is forgotten all at once.

package object

// beginEpoch is called when an object may have died, or a class may have changed.
func (rt *Runtime) beginEpoch() { rt.epoch++ }

const abcAnswers = 256

// abcAnswer is whether an abstract base class takes a class for a subclass. It counts in its epoch, and a no only until the next class is registered
// with any such class.
type abcAnswer struct {
	base, class Value //psy:root both live in the epoch, and nothing reads them through this
	epoch       uint64
	token       int64
	yes         bool
}

func (rt *Runtime) abcAnswer(base, class Value) *abcAnswer {
	if rt.abcAnswers == nil {
		rt.abcAnswers = new([abcAnswers]abcAnswer)
	}
	return &rt.abcAnswers[(base>>4^base>>12^class>>4^class>>12)%abcAnswers]
}

// ABCAnswer is what RememberABC was told of a base and a class, and is still so: 1 or 0; else -1.
func (rt *Runtime) ABCAnswer(base, class Value) int {
	switch a := rt.abcAnswer(base, class); {
	case a.base != base || a.class != class || a.epoch != rt.epoch:
		return -1
	case a.yes:
		return 1
	case a.token == rt.ABCToken:
		return 0
	}
	return -1
}

// RememberABC notes whether an abstract base class takes a class for a subclass, which it will do until its caches are cleared.
func (rt *Runtime) RememberABC(base, class Value, yes bool) {
	*rt.abcAnswer(base, class) = abcAnswer{base, class, rt.epoch, rt.ABCToken, yes}
}

// ForgetABC is called when caches of an abstract base class are cleared.
func (rt *Runtime) ForgetABC() { rt.beginEpoch() }
