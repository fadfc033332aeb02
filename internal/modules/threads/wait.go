// Waiting for objects: for a lock to be released, for a thread to end.

package threads

import (
	"errors"
	"math"
	"slices"
	"time"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

// waiters are the threads that wait for objects, by the objects' addresses, who has waited longest first: who waits keeps its object alive. They are used
// under the runtime's lock.
type waiters map[uintptr][]*object.Strand

var waitersKey = object.NewHostKey(func(*object.Runtime) waiters { return waiters{} })

// What the functions between a call by the program and a wait have is an argument, which the frame has.
func init() {
	heap.Transparent("threads.waitFor", "threads.awaitReady", "threads.acquire", "threads.joinHandle", "threads.queueGet", "threads.init.", "threads.lockMethods.")
}

// wake tells who has waited longest for v, or all, to look again.
func wake(t *Thread, v Value, all bool) {
	w := waitersKey.Of(t.RT)
	for len(w[uintptr(v)]) > 0 {
		s := w[uintptr(v)][0]
		w.remove(v, s)
		if t.Unpark(s); !all {
			return
		}
	}
}

// remove has s wait for v no more, if it does.
func (w waiters) remove(v Value, s *object.Strand) {
	at := uintptr(v)
	if w[at] = slices.DeleteFunc(w[at], func(x *object.Strand) bool { return x == s }); len(w[at]) == 0 {
		delete(w, at)
	}
}

// waitFor waits until ready says so, which is asked again when v is woken; wait is at most for how long (negative: for ever). If ok is false, an
// exception is set.
func waitFor(t *Thread, v Value, wait time.Duration, ready func() bool) (is, ok bool) {
	if ready() {
		return true, true
	}
	kept := t.PushArgs(1) // a collection does not look into what waits
	if kept == nil {
		return false, false
	}
	kept[0] = v
	is, ok = awaitReady(t, v, wait, ready)
	t.PopArgs(1)
	return is, ok
}

func awaitReady(t *Thread, v Value, wait time.Duration, ready func() bool) (is, ok bool) {
	s := native.SystemOf(t)
	end := int64(math.MaxInt64)
	if wait >= 0 {
		end = timemod.Deadline(s, wait)
	}
	for {
		if ready() {
			return true, true
		}
		left := time.Duration(end - s.Monotonic())
		if left <= 0 {
			return false, true
		}
		if !t.Poll() {
			return false, false
		}
		if ready() { // by a signal handler, a finalizer or another thread
			return true, true
		}
		if t.Alone() {
			timemod.Pause(t, left)
			continue
		}
		w, me := waitersKey.Of(t.RT), t.Strand
		w[uintptr(v)] = append(w[uintptr(v)], me)
		t.ParkResting(left)
		w.remove(v, me)
	}
}

var _ = object.Keeps(func(_ *object.Runtime, w waiters) (object.Back, error) {
	if len(w) > 0 {
		return object.Back{}, errors.New("a thread waits")
	}
	return object.Back{After: func() { clear(w) }, Copy: object.Into}, nil
})
