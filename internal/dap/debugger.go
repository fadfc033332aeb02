// The debugger of a runtime: what it is asked to do, and stopping and going on.

package dap

import (
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/google/go-dap"

	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	thread = object.Thread
	value  = object.Value
)

const (
	null = object.Null
	none = object.None
)

// Debugger is the debugger of one runtime.
type Debugger struct {
	rt   *object.Runtime
	idle func(f func()) bool

	mu     sync.Mutex
	jobs   []*job
	bell   chan struct{} // rings where the program is stopped
	ended  chan struct{} // the program has ended, or the runtime was closed
	once   sync.Once
	ready  chan struct{} // a client has sent configurationDone
	client atomic.Pointer[session]

	pausing  atomic.Bool // it is to stop at the next poll
	quitting atomic.Bool // it is to end
	breaking atomic.Bool // the expression that is computed is to be given up
	attached atomic.Bool // to the runtime

	// What follows belongs to who has the runtime's lock.
	breaks    breaks
	step      *step
	program   string // where to stop on entry; "": nowhere
	mine      bool   // code of the library is not stepped into, and what it raises and catches does not matter
	keen      bool
	stopped   bool
	going     bool // the client has said so
	computing int  // expressions
	strand    *object.Strand
	reason    string
	frames    []frame
	exc       value   //psy:root visited by visitRoots: that it has stopped for, or Null
	caught    bool    // it is not the end of the thread
	refs      []value //psy:root visited by visitRoots: what variables' numbers stand for,
	shown     []shown // and what is known of each
	sources   []string
}

type job struct {
	f    func(t *thread)
	done chan struct{}
}

// New makes the debugger of a runtime. idle calls a function and returns true if the runtime is at rest; nil: it never is. The runtime must not run meanwhile.
func New(rt *object.Runtime, idle func(f func()) bool) *Debugger {
	d := &Debugger{rt: rt, idle: idle, bell: make(chan struct{}, 1), ended: make(chan struct{}), ready: make(chan struct{})}
	d.exc = null
	rt.Heap.AddRoots(d.visitRoots)
	rt.OnSignals = append(rt.OnSignals, d.poll)
	return d
}

func (d *Debugger) visitRoots(visit func(uint64)) {
	visit(uint64(d.exc))
	for _, v := range d.refs {
		visit(uint64(v))
	}
}

// Ready is closed when a client has said all that it wants before the program runs.
func (d *Debugger) Ready() <-chan struct{} { return d.ready }

// Work does what clients ask for, on the goroutine that will run the program, until they are ready. False: the client is gone before.
func (d *Debugger) Work(gone <-chan struct{}) bool {
	for {
		select {
		case <-d.ready:
			d.run(d.rt.Main)
			return true
		case <-gone:
			return false
		case <-d.bell:
			d.run(d.rt.Main)
		}
	}
}

// attach begins to hear of events.
func (d *Debugger) attach(t *thread) {
	if d.attached.Swap(true) {
		return
	}
	if !interp.SetDebugger(t, d, "psy") {
		t.ClearExc()
	}
	d.rt.OnCode, d.rt.OnUncaught, d.rt.OnBreakpoint = d.made, d.uncaught, d.breakpoint
}

// detach forgets all that the client has set; the program runs on as if there had been no debugger.
func (d *Debugger) detach(t *thread) {
	d.breaks, d.step, d.program, d.keen, d.going = breaks{}, nil, "", false, true
	d.pausing.Store(false)
	if !d.attached.Swap(false) {
		return
	}
	d.rt.OnCode, d.rt.OnUncaught, d.rt.OnBreakpoint = nil, nil, nil
	if !interp.SetDebugger(t, nil, "") {
		t.ClearExc()
	}
}

// End is for a program that has ended, or a runtime that is to be closed: nothing is done any more.
func (d *Debugger) End() {
	d.once.Do(func() { close(d.ended) })
}

// Exited tells the client that the program has ended with a status.
func (d *Debugger) Exited(status int) {
	d.End()
	if c := d.client.Load(); c != nil {
		c.send(&dap.ExitedEvent{Event: event("exited"), Body: dap.ExitedEventBody{ExitCode: status}})
		c.send(&dap.TerminatedEvent{Event: event("terminated")})
	}
}

// Output tells the client what the program has written.
func (d *Debugger) Output(category, text string) {
	if c := d.client.Load(); c != nil {
		c.send(&dap.OutputEvent{Event: event("output"), Body: dap.OutputEventBody{Category: category, Output: text}})
	}
}

// do has f called where objects may be used, and waits for it. False: the program has ended.
func (d *Debugger) do(f func(t *thread)) bool {
	j := &job{f, make(chan struct{})}
	d.mu.Lock()
	d.jobs = append(d.jobs, j)
	d.mu.Unlock()
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		d.ring()
		select {
		case <-j.done:
			return true
		case <-d.ended:
			return false
		case <-time.After(wait):
		}
	}
}

// ring has somebody look at jobs and wishes.
func (d *Debugger) ring() {
	select {
	case <-d.ended:
		return
	default:
	}
	select {
	case d.bell <- struct{}{}:
	default:
	}
	if d.idle == nil || !d.idle(func() { d.run(d.rt.Main) }) {
		d.rt.Main.Interrupt(object.BreakSignal)
	}
}

// run does the jobs that there are.
func (d *Debugger) run(t *thread) {
	for {
		d.mu.Lock()
		if len(d.jobs) == 0 {
			d.mu.Unlock()
			return
		}
		j := d.jobs[0]
		d.jobs = d.jobs[1:]
		d.mu.Unlock()
		exc := t.Exc
		t.Exc = null
		j.f(t)
		t.Exc = exc
		close(j.done)
	}
}

// poll is one of Runtime.OnSignals.
func (d *Debugger) poll(t *thread) bool {
	d.run(t)
	if d.quitting.Swap(false) {
		object.RaiseType(t, object.TSystemExit)
		return false
	}
	if t.Frame != nil && t.Quiet == 0 && d.attached.Load() && d.pausing.Swap(false) {
		d.stop(t, "pause", d.live(t.Frame), null)
	}
	return true
}

// held is Runtime.Held: it gives up what is computed if the client has asked for that.
func (d *Debugger) held(t *thread) bool {
	if d.computing > 0 && d.breaking.Swap(false) {
		object.RaiseType(t, object.TKeyboardInterrupt)
		return false
	}
	return true
}

// stop stops the program until the client has it go on.
func (d *Debugger) stop(t *thread, reason string, frames []frame, exc value) {
	c := d.client.Load()
	if c == nil || d.stopped {
		return
	}
	if d.step != nil {
		d.step = nil
		d.listen(t)
	}
	d.stopped, d.going, d.strand, d.reason, d.frames, d.exc = true, false, t.Strand, reason, frames, exc
	pending := t.Exc
	t.Exc = null
	t.Quiet++
	t.RT.Held = d.held
	body := dap.StoppedEventBody{Reason: reason, ThreadId: threadID(t.Strand), AllThreadsStopped: true}
	if exc != null {
		body.Description, body.Text = "Paused on exception", d.exceptionText(t, exc)
	}
	c.send(&dap.StoppedEvent{Event: event("stopped"), Body: body})
	for !d.going {
		select {
		case <-d.bell:
		case <-c.gone:
			d.detach(t)
		case <-time.After(100 * time.Millisecond): // a context of a host may have ended
			if t.Breaker.Load()&object.BreakCancel != 0 && t.Breaker.Load()&object.BreakRing != 0 {
				d.going = true
			}
		}
		d.run(t)
	}
	t.Quiet--
	t.RT.Held = nil
	if t.Breaker.Or(object.BreakSignal); !t.Alone() {
		t.Breaker.Or(object.BreakSwitch)
	}
	t.Exc = pending
	d.pausing.Store(false)
	d.stopped, d.frames, d.exc = false, nil, null
	d.refs, d.shown = nil, nil
}

// threadID is what the client knows a thread by.
func threadID(s *object.Strand) int { return int(s.Ident-object.FirstIdent) + 1 }

// frame is one of the calls that a client sees.
type frame struct {
	fr   *object.Frame //psy:root the stacks, or the traceback of exc, keep it while the program is stopped
	line int
}

// live are the frames from fr outwards.
func (d *Debugger) live(fr *object.Frame) (list []frame) {
	for ; fr != nil; fr = fr.Prev {
		list = append(list, frame{fr, interp.LineAt(fr)})
	}
	return list
}

// ofTraceback are the frames that an exception has left, the innermost first.
func ofTraceback(exc value) (list []frame) {
	for v := object.As[object.Exception](exc).Traceback; v != null && v != none; v = object.As[object.Traceback](v).Next {
		e := object.As[object.Traceback](v)
		if fr := object.As[object.FrameObject](e.Frame).Running(); fr != nil {
			list = append([]frame{{fr, e.LineNumber()}}, list...)
		}
	}
	return list
}

// uncaught is Runtime.OnUncaught.
func (d *Debugger) uncaught(t *thread, exc value) {
	if d.breaks.uncaught && !object.TypeOf(t, exc).IsSubtype(t.RT.Types[object.TSystemExit]) {
		d.caught = false
		d.stop(t, "exception", ofTraceback(exc), exc)
	}
}

// breakpoint is Runtime.OnBreakpoint.
func (d *Debugger) breakpoint(t *thread) bool {
	if t.Frame != nil && t.Quiet == 0 {
		d.stop(t, "breakpoint", d.live(t.Frame), null)
	}
	return !d.quit(t)
}

func addressOf(fr *object.Frame) uintptr { return uintptr(unsafe.Pointer(fr)) }
