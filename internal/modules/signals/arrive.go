// Signals that the system sends: how they arrive, wait while they are blocked, and reach their handlers.

package signals

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

// set is a set of signals, bit n-1 for signal n.
type set uint64

func (s set) has(n int) bool { return s>>(n-1)&1 != 0 }
func one(n int) set          { return 1 << (n - 1) }

// state is what a runtime has of signals. What other goroutines use of it is atomic, or has a lock.
type state struct {
	arrived atomic.Uint64 // a set: they came, and nobody has taken them
	waiting struct {      // the threads but the main one that wait for signals
		sync.Mutex
		strands []*object.Strand
	}
	stops     [numSignals]func()
	observers [numSignals]Observer
	wakeup    int  // descriptor that is told of signals; -1: none
	warn      bool // if it is full
	served    int  // how many handlers were called
	awaited   set  // somebody waits for them
	ignored   set  // those were so until they were listened to
	apart     set  // the system does something else with them than Python's handler says: see SetAction
	hooked    bool // deliver is called
	ended     bool // the program has: there are no handlers but those that its last finalizers set
	prof      profTimer
}

var stateKey = object.NewHostKey(func(*object.Runtime) *state { return &state{wakeup: -1} })

// realOf is the system's signals; nil: it has none.
func realOf(t *Thread) system.Signals {
	return system.SignalsOf(iomod.BareSystem(t))
}

// Takes reports whether this package listens to a signal, so that nobody else has to.
func Takes(t *Thread, n int) bool { return stateKey.Of(t.RT).stops[n] != nil }

// Reserved reports whether nobody can listen to a signal: Go's runtime leaves it to C libraries.
func Reserved(n int) bool { return 32 <= n && n <= 34 }

// listen has a signal arrive here. Those of faults, and those that nobody may handle, do not.
func (s *state) listen(t *Thread, n int) {
	real := realOf(t)
	if real == nil || s.stops[n] != nil || Reserved(n) {
		return
	}
	s.hook(t)
	if real.Ignored(syscall.Signal(n)) {
		s.ignored |= one(n)
	}
	var mu sync.Mutex
	over := false
	stop := real.Listen(syscall.Signal(n), func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			s.arrive(t, n)
			t.Interrupt(object.BreakSignal)
		}
	})
	s.stops[n] = func() {
		mu.Lock()
		over = true
		mu.Unlock()
		stop()
	}
}

// arrive notes that a signal has come.
func (s *state) arrive(t *Thread, n int) {
	s.arrived.Or(uint64(one(n)))
	s.waiting.Lock()
	defer s.waiting.Unlock()
	for _, w := range s.waiting.strands {
		t.Tell(w)
	}
}

// hook has signals that have arrived be delivered.
func (s *state) hook(t *Thread) {
	if !s.hooked {
		s.hooked = true
		t.RT.OnSignals = append(t.RT.OnSignals, s.deliver)
	}
}

// Inherit has the main thread block what the process began with blocked.
func Inherit(t *Thread) {
	real := realOf(t)
	if real == nil {
		return
	}
	mask, own := real.Blocked()
	if !own || mask == 0 {
		return
	}
	s := stateKey.Of(t.RT)
	t.Strand.Masked = mask
	for n := 1; n < numSignals; n++ {
		if set(mask).has(n) {
			s.listen(t, n)
		}
	}
	system.TakeAll()
}

// Forked says that this process is a copy: the signals that have arrived are the parent's.
func Forked(t *Thread) { stateKey.Of(t.RT).arrived.Store(0) }

// End forgets all handlers, before the last finalizers run.
func End(t *Thread) {
	s := stateKey.Of(t.RT)
	if s.ended = true; t.RT.Modules.GetStr(object.Intern(t, "_signal")) == null {
		return
	}
	h := signalDict(t, true)
	for n := 1; h != nil && n < numSignals; n++ {
		key := object.SmallInt(int64(n))
		if v := h.Get(t, key); v != null {
			h.Delete(t, key)
			if !object.IsIntLike(v) {
				s.act(t, n, object.SmallInt(sigDefault))
			}
		}
	}
	t.ClearExc()
}

// Hand gives a process that t starts the mask of t, as a fork does, unless c says otherwise.
func Hand(t *Thread, c *system.Child) {
	real := realOf(t)
	if real == nil || c.Mask {
		return
	}
	if mask, own := real.Blocked(); own && mask != t.Strand.Masked {
		c.Mask, c.Masked = true, t.Strand.Masked
	}
}

// act has the system do with a signal what handler says.
func (s *state) act(t *Thread, n int, handler Value) {
	real := realOf(t)
	if real == nil {
		return
	}
	i, isInt := int64(-1), object.IsIntLike(handler)
	if isInt {
		i, _ = object.Int64(handler)
	}
	if !isInt || s.blocked(t).has(n) || s.observers[n] != nil {
		s.listen(t, n)
		return
	}
	if stop := s.stops[n]; stop != nil {
		stop()
		s.stops[n] = nil
	}
	if i == sigIgnore {
		real.Ignore(syscall.Signal(n))
	} else {
		real.Default(syscall.Signal(n))
	}
}

// blocked are the signals that no thread takes.
func (*state) blocked(t *Thread) set {
	all := ^set(0)
	for _, x := range t.RT.Strands() {
		all &= set(x.Masked)
	}
	return all
}

// take gives the lowest signal of a set that has arrived, which then has not; 0: none.
func (s *state) take(of set) int {
	for n := 1; n < numSignals; n++ {
		if of.has(n) && s.arrived.And(^uint64(one(n)))&uint64(one(n)) != 0 {
			return n
		}
	}
	return 0
}

// deliver calls the handlers of the signals that have arrived. The main thread runs it at a poll. False: an exception is set.
func (s *state) deliver(t *Thread) bool {
	free := ^(s.blocked(t) | s.awaited)
	for set(s.arrived.Load())&free != 0 {
		n := s.take(free)
		if n == 0 {
			break
		}
		if Raise(t, null, object.SmallInt(int64(n))) == null {
			if s.arrived.Load() != 0 {
				t.Breaker.Or(object.BreakSignal)
			}
			return false
		}
	}
	return true
}

// tell writes a signal's number to the wakeup descriptor.
func (s *state) tell(t *Thread, n int) bool {
	b := object.NewBytes(t, []byte{byte(n)})
	if b == null {
		return false
	}
	posix := native.ImportModule(t, "posix")
	if posix == null {
		return false
	}
	write := object.GetAttr(t, posix, object.Intern(t, "write"))
	if write != null && object.Call2(t, write, object.SmallInt(int64(s.wakeup)), b) != null {
		return true
	}
	if s.warn || object.TypeOf(t, t.Exc) != t.Type(object.TBlockingIOError) {
		t.RT.Host.Unraisable(t, "Exception ignored when trying to write to the signal wakeup fd", null)
	}
	t.ClearExc()
	return true
}

// wait waits until done says so, or for at most d (negative: for ever). ok false: an exception is set.
func (s *state) wait(t *Thread, d time.Duration, done func() bool) (is, ok bool) {
	sys, me := native.SystemOf(t), t.Strand
	pause := func(left time.Duration) { timemod.Pause(t, left) } // the main thread is told of every signal
	if w := &s.waiting; !t.IsMain() {
		w.Lock()
		w.strands = append(w.strands, me)
		w.Unlock()
		defer func() {
			w.Lock()
			defer w.Unlock()
			w.strands = slices.DeleteFunc(w.strands, func(x *object.Strand) bool { return x == me })
		}()
		pause = t.ParkResting
	}
	end := sys.Monotonic() + int64(d)
	for {
		if done() {
			return true, true
		}
		if !t.Poll() {
			return false, false
		}
		if done() {
			return true, true
		}
		left := time.Duration(-1)
		if d >= 0 {
			if left = time.Duration(end - sys.Monotonic()); left <= 0 {
				return false, true
			}
		}
		pause(left)
	}
}

var _ = object.Keeps(func(rt *object.Runtime, s *state) (object.Back, error) {
	for _, stop := range s.stops {
		if stop != nil {
			return object.Back{}, errors.New("a signal is handled")
		}
	}
	masked, wakeup, warn, served, hooked := rt.Strands()[0].Masked, s.wakeup, s.warn, s.served, s.hooked
	return object.Back{Before: func() {
		s.deaf()
		s.prof.mu.Lock()
		s.prof.due, s.prof.every = 0, 0
		s.prof.mu.Unlock()
		s.arrived.Store(0)
		rt.Strands()[0].Masked = masked
		s.wakeup, s.warn, s.served, s.awaited, s.hooked, s.ended = wakeup, warn, served, 0, hooked, false
	}, Copy: func(c *object.Copy, into any) (any, error) {
		x := object.Fill(c, s, into)
		c.RT.Strands()[0].Masked = masked
		x.wakeup, x.warn, x.served = wakeup, warn, served
		if hooked {
			x.hook(c.RT.Main)
		}
		return x, nil
	}}, nil
})

// deaf has no signal arrive here any more.
//
//psy:bounded what ends listening calls nothing of this package
func (s *state) deaf() {
	s.observers = [numSignals]Observer{}
	for n, stop := range s.stops {
		if s.stops[n] = nil; stop != nil {
			stop()
		}
	}
}
