// Runs that stop when their steps are used up, and go on later: the goroutine of such a run waits at its poll.

package psy

import (
	"context"
	"errors"
	"runtime/debug"

	"github.com/psyco-go/psy/internal/vm/gate"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// RunSteps calls f, which uses the runtime, on a goroutine of its own, and returns its error. What f has Python do takes Config.Steps steps at most; then it
// stops where it is, and RunSteps returns an *Interrupted that unwraps to ErrSteps and says in its Exception's Frames where that was. Resume lets the run go on
// for as many steps again; Abandon, and Close, end it. Until then other calls give ErrParked. While RunSteps or Resume is under way only f may use the
// runtime. Go functions that Python calls are not stopped.
func (r *Runtime) RunSteps(ctx context.Context, f func(ctx context.Context) error) error {
	switch {
	case r == nil || r.gate.Is(gate.Closed):
		return ErrClosed
	case r.cancel.limit == 0:
		return errors.New("psy: RunSteps needs Config.Steps")
	case r.gate.Is(gate.Parked):
		return ErrParked
	}
	p := &parking{out: make(chan parkedOrDone), goOn: make(chan bool)}
	if !r.parking.CompareAndSwap(nil, p) {
		return ErrBusy
	}
	if !r.gate.Enter() { // nobody is within a call
		r.parking.Store(nil)
		return ErrBusy
	}
	r.cancel.park, r.cancel.left = func() bool { return r.parkHere(p) }, r.cancel.limit
	r.gate.Leave()
	go func() {
		done := parkedOrDone{err: &BrokenError{What: "runtime.Goexit"}}
		defer func() {
			if x := recover(); x != nil {
				done.err = &PanicError{x, string(debug.Stack())}
			}
			r.cancel.park = nil
			r.parking.Store(nil)
			p.out <- done
		}()
		done.err = f(ctx)
	}()
	return p.await()
}

func (p *parking) await() error {
	o := <-p.out
	if o.parked {
		return &Interrupted{&Exception{Type: "KeyboardInterrupt", Frames: o.at}, ErrSteps}
	}
	return o.err
}

// parkHere waits at a poll whose steps are used up. False: the run is abandoned.
func (r *Runtime) parkHere(p *parking) bool {
	var at []Frame
	for fr := r.t.Frame; fr != nil; fr = fr.Prev {
		at = append([]Frame{{object.GoString(fr.Code.Filename), object.GoString(fr.Code.QualName), interp.LineAt(fr)}}, at...)
	}
	r.gate.Put(gate.Parked)
	p.out <- parkedOrDone{parked: true, at: at}
	if goes := <-p.goOn; !goes {
		r.cancel.park = nil
		return false
	}
	return true
}

// wake ends the wait of a run that is parked.
func (r *Runtime) wake(goes bool) error {
	if r == nil || r.gate.Is(gate.Closed) {
		return ErrClosed
	}
	p := r.parking.Load()
	if p == nil || !r.gate.Change(gate.Parked, gate.Busy) {
		return ErrNotParked
	}
	p.goOn <- goes
	return p.await()
}

// Resume lets a run that is parked go on for Config.Steps steps more, and returns as RunSteps does. If ctx ends meanwhile, the run is interrupted as calls are.
func (r *Runtime) Resume(ctx context.Context) error {
	if r == nil || !r.gate.Is(gate.Parked) {
		return r.wake(true)
	}
	done := doneOf(ctx)
	if done != nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		w := watched{ctx, done, context.AfterFunc(ctx, r.cancel.ring)}
		r.cancel.resumed = w
		defer w.stop()
	}
	return r.wake(true)
}

// Abandon ends a run that is parked: it is interrupted where it is, with Config.Grace for finally blocks and handlers. It returns the error of the run.
func (r *Runtime) Abandon() error { return r.wake(false) }
