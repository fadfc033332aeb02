// Cancelling: by context, or when the steps are used up.
package psy

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/psyco-go/psy/object"
)

// graceTime bounds what handlers may do once a call is interrupted, beside Config.Grace: steps of built-in functions may be long.
const graceTime = 100 * time.Millisecond

// cancelState stops the thread: BreakCancel in the breaker word makes every poll come to poll, below. The first poll after the end of a context raises
// KeyboardInterrupt. From then on polls are counted, so that finally blocks and handlers may run, but not for ever: at the end of the grace the
// thread is doomed, and exceptions find no handler any more.
type cancelState struct {
	r     *Runtime
	t     *object.Thread
	limit int64 // Config.Steps
	grace int64

	active bool // end is to be called
	told   bool // KeyboardInterrupt was raised
	left   int64
	until  time.Time
	why    error
	rung   atomic.Bool // some context has ended
	calls  []watched   // one for each call under way that can be cancelled
	last   watched     // of the last outermost call, still watched: most programs use one context again and again
}

// watched is a context that rings at its end.
type watched struct {
	ctx  context.Context
	done <-chan struct{}
	stop func() bool
}

func (s *cancelState) init(r *Runtime, limit, grace int64) {
	s.r, s.t, s.limit, s.grace = r, r.t, limit, grace
	r.rt.OnCancel = s.poll
}

// wanted reports whether begin is to be called for a call with this context.
func (s *cancelState) wanted(ctx context.Context) bool {
	return ctx != nil && ctx.Done() != nil || s.limit > 0 && !s.active
}

// begin watches over a call; the error says that it is cancelled already.
func (s *cancelState) begin(ctx context.Context) error {
	if ctx != nil {
		if err := ctx.Err(); err != nil {
			return &Interrupted{nil, err}
		}
	}
	if !s.active {
		s.active, s.told, s.why, s.left = true, false, nil, s.limit
		if s.limit > 0 {
			s.t.Breaker.Or(object.BreakCancel)
		}
	}
	w := watched{}
	if ctx != nil && ctx.Done() != nil {
		w = s.watch(ctx)
	}
	s.calls = append(s.calls, w)
	return nil
}

func (s *cancelState) watch(ctx context.Context) watched {
	if done := ctx.Done(); len(s.calls) > 0 || done != s.last.done {
		w := watched{ctx, done, nil}
		w.stop = context.AfterFunc(ctx, s.ring)
		if len(s.calls) > 0 {
			return w
		}
		s.forget()
		s.last = w
	}
	return s.last
}

// ring has the thread look at its contexts at the next poll. It runs on any goroutine.
func (s *cancelState) ring() {
	s.rung.Store(true)
	s.t.Breaker.Or(object.BreakCancel)
}

// forget stops watching the last context.
func (s *cancelState) forget() {
	if s.last.stop != nil {
		s.last.stop()
	}
	s.last = watched{}
}

// end is for a call that has ended for which begin was called.
func (s *cancelState) end() {
	n := len(s.calls) - 1
	if w := s.calls[n]; w.done != nil && w.done != s.last.done {
		w.stop()
	}
	s.calls[n] = watched{}
	s.calls = s.calls[:n]
	if n > 0 && (!s.told || s.ended() != nil || s.why == ErrSteps) {
		return
	}
	s.told, s.t.Doomed = false, false
	if n == 0 {
		s.active = false
	}
	if n == 0 || s.limit == 0 {
		s.calm()
	}
}

// calm takes the breaker bit back, unless somebody has rung again.
func (s *cancelState) calm() {
	s.t.Breaker.And(^object.BreakCancel)
	if s.rung.Load() {
		s.t.Breaker.Or(object.BreakCancel)
	}
}

// ended is the error of a context that has ended.
func (s *cancelState) ended() error {
	for _, w := range s.calls {
		if w.ctx != nil {
			if err := w.ctx.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// poll is Runtime.OnCancel. False: an exception is set.
func (s *cancelState) poll(t *object.Thread) bool {
	if !s.active {
		t.Breaker.And(^object.BreakCancel)
		return true
	}
	s.left--
	if !s.told {
		if s.rung.Swap(false) {
			s.why = s.ended()
		}
		switch {
		case s.why != nil:
		case s.limit > 0 && s.left < 0:
			s.why = ErrSteps
		default:
			if s.limit == 0 {
				s.calm()
			}
			return true
		}
		s.told = true
		s.quiet(false)
		object.RaiseType(t, object.TKeyboardInterrupt)
		return false
	}
	if !t.Doomed {
		if s.left >= 0 && (s.left&63 != 0 || time.Now().Before(s.until)) {
			return true
		}
		t.Doomed = true
	}
	object.RaiseType(t, object.TKeyboardInterrupt)
	return false
}

// quiet gives handlers their grace; again: after the call, for whoever shows its exception.
func (s *cancelState) quiet(again bool) {
	s.left, s.until = s.grace, time.Now().Add(graceTime)
	if again {
		s.t.Doomed = false
	}
}

// atEnd bounds what follows as after a cancel.
func (s *cancelState) atEnd() {
	s.told, s.why = true, ErrClosed
	s.quiet(false)
	s.t.Breaker.Or(object.BreakCancel)
}

func (s *cancelState) cause() error { return s.why }

// context is the context of the innermost call under way that has one.
func (s *cancelState) context() context.Context {
	for i := len(s.calls) - 1; i >= 0; i-- {
		if c := s.calls[i].ctx; c != nil {
			return c
		}
	}
	return context.Background()
}
