// Cancelling: by context, or when the steps are used up.

package psy

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/psyco-go/psy/internal/vm/object"
)

// graceTime bounds what handlers may do once a call is interrupted, beside Config.Grace: steps of built-in functions may be long.
const graceTime = 100 * time.Millisecond

// cancelState stops the thread: BreakCancel in the breaker word makes every poll come to poll, below. The first poll after the end of a context raises
// KeyboardInterrupt. From then on polls are counted, so that finally blocks and handlers may run, but not for ever: at the end of the grace the
// thread is doomed, and exceptions find no handler any more.
type cancelState struct {
	t     *object.Thread
	limit int64 // Config.Steps
	grace int64

	active  bool // end is to be called
	told    bool // KeyboardInterrupt was raised
	left    int64
	until   time.Time
	why     error
	park    func() bool // of a run that may wait when its steps are used up: false: it is abandoned; nil: it may not
	outer   bool        // the outermost call has a context, last
	inner   []watched   // of calls within it
	broken  error       // ends each call: of the journal
	resumed watched     // of Resume
	last    watched     // of the last outermost call, still watched: most programs use one context again and again
}

// watched is a context that rings at its end.
type watched struct {
	ctx  context.Context
	done <-chan struct{}
	stop func() bool
}

func (s *cancelState) init(t *object.Thread, limit, grace int64) {
	s.t, s.limit, s.grace = t, limit, grace
	t.RT.OnCancel = s.poll
}

// parking is a run that may wait.
type parking struct {
	out  chan parkedOrDone
	goOn chan bool // false: it is abandoned
}

type parkedOrDone struct {
	parked bool
	at     []Frame
	err    error
}

// doneOf is the channel of a context that can be cancelled.
func doneOf(ctx context.Context) <-chan struct{} {
	if ctx == nil {
		return nil
	}
	return ctx.Done()
}

// begin watches over a call with a context that can be cancelled, whose channel is done (nil: none), or with a limit; the error says that it is
// cancelled already. On success end must follow.
func (s *cancelState) begin(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return &Interrupted{nil, ctx.Err()}
	default:
	}
	if s.broken != nil {
		return &Interrupted{nil, s.broken}
	}
	if s.active {
		w := watched{ctx: ctx, done: done}
		if done != nil {
			w.stop = context.AfterFunc(ctx, s.ring)
		}
		s.inner = append(s.inner, w)
		return nil
	}
	s.active, s.told, s.why, s.outer = true, false, nil, done != nil
	s.t.RT.Stopping = false
	if s.park == nil {
		s.left = s.limit
	}
	if s.limit > 0 {
		s.t.Breaker.Or(object.BreakCancel)
	}
	if done != nil && done != s.last.done {
		s.forget()
		s.last = watched{ctx, done, context.AfterFunc(ctx, s.ring)}
	}
	return nil
}

// ring has the thread look at its contexts at the next poll. It runs on any goroutine.
func (s *cancelState) ring() {
	s.t.Interrupt(object.BreakCancel | object.BreakRing)
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
	if n := len(s.inner) - 1; n >= 0 {
		if w := s.inner[n]; w.stop != nil {
			w.stop()
		}
		s.inner[n] = watched{}
		s.inner = s.inner[:n]
		if s.told && s.why != ErrSteps && s.ended() == nil { // that call alone was
			s.told, s.why, s.t.Doomed, s.t.RT.Stopping, s.t.RT.Heap.Hold = false, nil, false, false, false
			if s.limit == 0 {
				s.calm()
			}
		}
		return
	}
	s.active, s.outer = false, false
	if s.told || s.limit > 0 {
		s.told, s.t.Doomed, s.t.RT.Stopping, s.t.RT.Heap.Hold = false, false, false, false
		s.calm()
	}
}

// calm takes the breaker bit back, unless somebody has rung again.
func (s *cancelState) calm() {
	s.t.Breaker.And(^object.BreakCancel)
	if s.t.Breaker.Load()&object.BreakRing != 0 {
		s.t.Breaker.Or(object.BreakCancel)
	}
}

// ended is the error of a context that has ended.
func (s *cancelState) ended() error {
	if s.broken != nil {
		return s.broken
	}
	if s.outer && s.last.ctx.Err() != nil {
		return s.last.ctx.Err()
	}
	if s.park != nil && s.resumed.done != nil && s.resumed.ctx.Err() != nil {
		return s.resumed.ctx.Err()
	}
	for _, w := range s.inner {
		if w.done != nil && w.ctx.Err() != nil {
			return w.ctx.Err()
		}
	}
	return nil
}

// poll is Runtime.OnCancel. False: an exception is set.
func (s *cancelState) poll(t *object.Thread) bool {
	if !s.active {
		t.Breaker.And(^(object.BreakCancel | object.BreakRing))
		return true
	}
	s.left--
	if !s.told {
		if t.Breaker.And(^object.BreakRing)&object.BreakRing != 0 {
			s.why = s.ended()
		}
		switch {
		case s.why != nil:
		case s.limit > 0 && s.left < 0:
			if s.park != nil && s.park() {
				s.left = s.limit
				return true
			}
			s.why = ErrSteps
		default:
			if s.limit == 0 {
				s.calm()
			}
			return true
		}
		s.told, s.t.RT.Stopping, s.t.RT.Heap.Hold = true, true, true
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

// bound is how many steps a sub-interpreter may take now; negative: any number.
func (s *cancelState) bound() (int64, error) {
	switch {
	case s.park != nil:
		return 0, errors.New("a run that may be parked enters no sub-interpreters")
	case s.limit == 0 && !s.told:
		return -1, nil
	}
	return max(0, s.left), nil
}

// spent takes away the steps that a sub-interpreter has taken.
func (s *cancelState) spent(n int64) {
	if s.limit > 0 || s.told {
		s.left -= n
	}
}

// quiet gives handlers their grace; again: after the call, for the function that shows its exception.
func (s *cancelState) quiet(again bool) {
	s.left, s.until = s.grace, time.Now().Add(graceTime)
	if again {
		s.t.Doomed = false
	}
}

// atEnd bounds what follows as after a cancel; giving the memory back takes its time, too.
func (s *cancelState) atEnd() {
	s.told, s.why, s.t.RT.Stopping = true, ErrClosed, true
	s.quiet(false)
	s.until = s.until.Add(-graceTime / 4)
	s.t.Breaker.Or(object.BreakCancel)
}

func (s *cancelState) cause() error { return s.why }

// context is the context of the innermost call under way that has one.
func (s *cancelState) context() context.Context {
	for _, w := range slices.Backward(s.inner) {
		if w.done != nil {
			return w.ctx
		}
	}
	if s.outer {
		return s.last.ctx
	}
	return context.Background()
}
