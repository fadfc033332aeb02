// Entering and leaving a runtime: one goroutine at a time, and no panic gets out.

package psy

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// States of a runtime.
const (
	closed int32 = iota // also one that New has not made
	idle
	busy
)

// call is what one call from Go has to put back.
type call struct {
	frame   *object.Frame
	top     uintptr
	depth   int32
	nested  int32
	info    *object.ExcState
	done    bool
	inner   bool // within a Go function that Python has called
	watched bool // cancel.end is to be called
}

// enter begins a call from Go. On success leave must follow, deferred.
func (r *Runtime) enter(ctx context.Context, c *call) error {
	done := doneOf(ctx) // before anything is locked: it is the caller's code
	if r == nil || !r.state.CompareAndSwap(idle, busy) {
		if r == nil || r.state.Load() == closed {
			return ErrClosed
		}
		// A Go function that Python called may call Python again, on its goroutine.
		if g := heap.Goroutine(); g == 0 || r.owner.Load() != g {
			return ErrBusy
		}
		c.inner = true
	}
	if r.broken != nil {
		r.unlock(c)
		return r.broken
	}
	t := r.t
	c.frame, c.top, c.depth, c.nested, c.info = t.Frame, t.StackTop, t.Depth, t.Nested, t.ExcInfo
	if done != nil || r.cancel.limit > 0 && !r.cancel.active {
		if err := r.cancel.begin(ctx, done); err != nil {
			r.unlock(c)
			return err
		}
		c.watched = true
	}
	if r.hooked.Load() {
		r.release()
	}
	return nil
}

// leave ends what enter began; to be deferred. If the call was left by a panic, the error says so, and the runtime is not used again.
func (r *Runtime) leave(c *call, err *error) {
	if !c.done {
		r.breakDown(c, recover(), err)
	}
	if c.watched {
		r.cancel.end()
	}
	if !c.inner {
		if t := r.t; t.Breaker.Load()&(object.BreakMemory|object.BreakSample) != 0 { // what waits for a poll belongs to this call
			t.Refused = object.Null
			t.Breaker.And(^object.BreakMemory)
			t.Sample()
		}
		for _, s := range r.stream {
			s.Flush()
		}
	}
	r.unlock(c)
}

func (r *Runtime) unlock(c *call) {
	if !c.inner {
		r.state.Store(idle)
	}
}

// breakDown puts the thread in order after a panic, or runtime.Goexit (p is nil), has gone through it.
func (r *Runtime) breakDown(c *call, p any, err *error) {
	what := "runtime.Goexit"
	if p != nil {
		what = fmt.Sprint("panic: ", p)
	}
	r.broken = &BrokenError{what, string(debug.Stack())}
	*err = r.broken
	defer func() { recover() }()
	t := r.t
	interp.Abandon(t, c.frame)
	t.Frame, t.StackTop, t.Depth, t.Nested, t.ExcInfo, t.Exc = c.frame, c.top, c.depth, c.nested, c.info, object.Null
}
