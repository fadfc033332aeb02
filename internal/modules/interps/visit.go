// Running code in another interpreter, and what bounds it: it ends when its caller is to end, and takes no more steps than the caller has left.

package interps

import (
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// lookEach is how often a thread that waits for another interpreter looks whether it is to end.
const lookEach = 5 * time.Millisecond

// enter has an interpreter that does not run be the caller's to visit. False: an exception is set.
func (in *interpreter) enter(t *Thread) bool {
	in.g.mu.Lock()
	defer in.g.unlock()
	if in.running {
		raise(t, interpreterError, "interpreter already running")
		return false
	}
	in.running = true
	return true
}

// leave ends what enter began. False: the interpreter has been given up meanwhile, and its world is gone.
func (in *interpreter) leave() bool {
	in.g.mu.Lock()
	dying := in.dying
	in.running = dying
	in.g.unlock()
	if dying {
		in.closeWorld()
	}
	return !dying
}

// run is enter, visit and leave.
func (in *interpreter) run(t *Thread, f func(ct *Thread)) bool {
	return in.enter(t) && in.visitAnd(t, f, func() { in.leave() })
}

// visit calls f in the interpreter's main thread and waits for it; see enter. f sets no exception of the caller's. False: an exception is set,
// that which ends the caller.
func (in *interpreter) visit(t *Thread, f func(ct *Thread)) bool { return in.visitAnd(t, f, func() {}) }

func (in *interpreter) visitAnd(t *Thread, f func(ct *Thread), after func()) bool {
	nest, steps := native.NestOf(t.RT), int64(-1)
	if nest.Bound != nil {
		var err error
		if steps, err = nest.Bound(); err != nil {
			after()
			raise(t, interpreterError, "%s", err.Error())
			return false
		}
	}
	v := visitor{in: in, f: f, after: after, steps: steps, done: make(chan struct{})}
	go v.run()
	stopped := false
	for over := false; !over; {
		outside(t, func() {
			timer := time.NewTimer(lookEach)
			defer timer.Stop()
			select {
			case <-v.done:
				over = true
			case <-timer.C:
			}
		})
		if !over && !stopped && ends(t, steps >= 0) {
			stopped = true
			in.stop()
		}
	}
	if nest.Spent != nil {
		nest.Spent(v.used)
	}
	self(t).take()
	if v.panic != "" {
		panic(v.panic)
	}
	return t.Exc == null
}

// ends reports whether the running thread is to end, with an exception set. In a world with a limit of steps it asks only where there is something new: asking
// is a step.
func ends(t *Thread, limited bool) bool {
	if t.Stopped() {
		return true
	}
	bits := t.Breaker.Load()
	ask := bits&object.BreakSignal != 0 && t.IsMain() || bits&object.BreakRing != 0 || bits&object.BreakCancel != 0 && (!limited || !t.Alone())
	return ask && !t.Poll()
}

// visitor is one visit.
type visitor struct {
	in    *interpreter
	f     func(ct *Thread)
	after func()
	steps int64
	used  int64
	panic string
	done  chan struct{}
}

func (v *visitor) run() {
	defer close(v.done)
	defer v.after()
	defer func() {
		if p := recover(); p != nil {
			v.panic = fmt.Sprintf("%v\n\n%s", p, debug.Stack())
			v.in.g.mu.Lock()
			v.in.drop()
			v.in.g.unlock()
		}
	}()
	t := v.in.rt.Main
	t.Visit(func() {
		l := &v.in.leash
		l.begin(t, v.steps)
		v.f(t)
		v.used = l.end(t)
	})
}

// leash bounds what runs in an interpreter. It belongs to who has that interpreter's lock.
type leash struct {
	stopping atomic.Bool // it is to end; for anybody
	active   bool        // a visit is under way
	told     bool        // KeyboardInterrupt was raised
	steps    int64       // how many there may be in this visit; negative: any number
	used     int64
	grace    int64
	until    time.Time
}

// What handlers may do once a visit is to end.
const graceSteps, graceTime = 10000, 50 * time.Millisecond

// stop has what runs in the interpreter end. Any goroutine may call it.
func (in *interpreter) stop() {
	in.leash.stopping.Store(true)
	in.g.mu.Lock()
	rt := in.rt
	in.g.unlock()
	if rt != nil {
		rt.Main.Interrupt(object.BreakCancel | object.BreakRing)
	}
}

func (l *leash) begin(t *Thread, steps int64) {
	l.active, l.told, l.steps, l.used = true, false, steps, 0
	t.RT.Stopping = false
	if steps >= 0 || l.stopping.Load() {
		t.Breaker.Or(object.BreakCancel)
	}
}

// end says how many steps the visit took.
func (l *leash) end(t *Thread) int64 {
	l.active, l.told = false, false
	l.stopping.Store(false)
	t.Doomed, t.RT.Stopping, t.RT.Heap.Hold = false, false, false
	t.Breaker.And(^(object.BreakCancel | object.BreakRing))
	return l.used
}

// bound and spent are those of native.Nest, for an interpreter within this one.
func (l *leash) bound() (int64, error) {
	if l.steps < 0 {
		return -1, nil
	}
	return max(0, l.steps-l.used), nil
}

func (l *leash) spent(n int64) {
	if l.steps >= 0 {
		l.used += n
	}
}

// poll is Runtime.OnCancel. False: an exception is set.
func (in *interpreter) poll(t *Thread) bool {
	l := &in.leash
	if !l.active {
		t.Breaker.And(^(object.BreakCancel | object.BreakRing))
		return true
	}
	if l.steps >= 0 {
		l.used++
	}
	if !l.told {
		t.Breaker.And(^object.BreakRing)
		if !l.stopping.Load() && (l.steps < 0 || l.used <= l.steps) {
			if l.steps < 0 {
				t.Breaker.And(^object.BreakCancel)
				if t.Breaker.Load()&object.BreakRing != 0 {
					t.Breaker.Or(object.BreakCancel)
				}
			}
			return true
		}
		l.told, l.grace, l.until = true, graceSteps, time.Now().Add(graceTime)
		t.RT.Stopping, t.RT.Heap.Hold = true, true
		object.RaiseType(t, object.TKeyboardInterrupt)
		return false
	}
	if l.grace--; !t.Doomed && l.grace >= 0 && (l.grace&63 != 0 || time.Now().Before(l.until)) {
		return true
	}
	t.Doomed = true
	object.RaiseType(t, object.TKeyboardInterrupt)
	return false
}
