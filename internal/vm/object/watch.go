// Waiting for descriptors: one thread waits for those of all, the leader, and only while none runs. Who gives the lock up looks what is ready, so that the
// next thread goes on where the last one stopped, on the same thread of the system.

package object

import (
	"time"

	"github.com/psyco-go/psy/internal/host/parking"
)

// watch is what a lock has for this. All of it is used under lock.mu, but for what set has taken: that is the leader's, if there is one.
type watch struct {
	set    *parking.Set
	wanted map[int]*Strand // who waits for a descriptor: the last one, and those before by want.next
	mark   int32           // see want
	leader *Strand         // it waits in the system, or is about to
	due    bool            // nobody has looked for an interval
	looked time.Time       // when somebody looked, if a thread waited for the lock meanwhile
}

// want is a descriptor that a thread waits for. All is used under lock.mu, or by the thread itself when it does not wait.
type want struct {
	next   *Strand // who waits for the same one
	waits  bool
	fd     int
	events int16
	came   int16 // with what events it was ready
	mark   int32 // tells this descriptor from others that had its number
	keep   bool  // if the number is closed, it wants the file all the same, until it has the lock again
}

// These are the events that poll and epoll tell unasked.
const (
	eventError   = 0x8
	eventHangUp  = 0x10
	eventInvalid = 0x20
)

// lookEvery is how long nobody looks what descriptors are ready, where threads wait for the lock all the time.
const lookEvery = 50 * time.Microsecond

// SetWatch gives the runtime a set for descriptors, or takes it away.
func (rt *Runtime) SetWatch(set *parking.Set) {
	l := &rt.lock
	l.mu.Lock()
	l.watch.set, l.watch.wanted = set, map[int]*Strand{}
	l.mu.Unlock()
}

// Watches reports whether there is a set.
func (rt *Runtime) Watches() bool { return rt.lock.watch.set != nil }

// ParkFor is Park until descriptor fd is ready for events, too. It gives those that have come. keep: where another thread closes fd, the file is kept open
// under another number, which is given, and which the caller has to close. False: that cannot be waited for.
//
//go:noinline
func (t *Thread) ParkFor(fd int, events int16, keep bool, d time.Duration) (at int, came int16, ok bool) {
	l, s := &t.RT.lock, t.Strand
	l.mu.Lock()
	ok = l.watch.set != nil && l.want(s, want{waits: true, fd: fd, events: events, keep: keep})
	l.mu.Unlock()
	if !ok {
		return fd, 0, false
	}
	t.park(d)
	s.want.keep = false
	return s.want.fd, s.want.came, true
}

// want has s wait for a descriptor. False: it cannot.
func (l *lock) want(s *Strand, x want) bool {
	w := &l.watch
	x.next = w.wanted[x.fd]
	s.want, w.wanted[x.fd] = x, s
	if w.add(x.fd) {
		return true
	}
	l.unwatch(s)
	l.closes(x.fd)
	return false
}

// add has the set wait for what threads want of a descriptor.
func (w *watch) add(fd int) bool {
	events := int16(0)
	w.mark++
	for s := w.wanted[fd]; s != nil; s = s.want.next {
		events |= s.want.events
		s.want.mark = w.mark
	}
	return w.set.Add(fd, events, w.mark)
}

// unwatch has s wait for no descriptor any more.
func (l *lock) unwatch(s *Strand) {
	x, w := &s.want, &l.watch
	if !x.waits {
		return
	}
	x.waits = false
	switch first := w.wanted[x.fd]; {
	case first != s: // the set may tell what only s wanted
		for first.want.next != s {
			first = first.want.next
		}
		first.want.next = x.next
	case x.next != nil:
		w.wanted[x.fd] = x.next
	default:
		if delete(w.wanted, x.fd); x.came == 0 {
			w.set.Remove(x.fd)
		}
	}
	x.next = nil
}

// Closes is called before a descriptor is closed, or gets another file: who waits for it goes on, as the set would forget it.
func (t *Thread) Closes(fd int) {
	l := &t.RT.lock
	if l.watch.set == nil {
		return
	}
	l.mu.Lock()
	l.closes(fd)
	l.arm(t)
	l.watch.set.Forget(fd)
	l.mu.Unlock()
}

// closes has all who wait for fd go on.
func (l *lock) closes(fd int) {
	w := &l.watch
	if w.wanted[fd] != nil {
		w.set.Remove(fd)
	}
	for s := w.wanted[fd]; s != nil; s = w.wanted[fd] {
		s.want.came = eventInvalid
		l.ready(s)
	}
	for _, s := range l.queue { // those, and others who have not used the descriptor yet
		if s.want.keep && s.want.fd == fd {
			if at := w.set.Keep(fd); at >= 0 {
				s.want.fd = at
			}
		}
	}
}

// blind reports whether threads want descriptors, and nobody waits for them.
func (l *lock) blind() bool { return len(l.watch.wanted) > 0 && l.watch.leader == nil }

// look has threads whose descriptors are ready wait for the lock.
func (l *lock) look() {
	if l.watch.due = false; l.blind() {
		l.wake(l.watch.set.Now())
	}
}

// glance is look where threads wait for the lock, and only now and then.
func (l *lock) glance() {
	if !l.blind() {
		return
	}
	if now := time.Now(); l.watch.due || now.Sub(l.watch.looked) > lookEvery {
		l.watch.looked = now
		l.look()
	}
}

// wake has the threads whose descriptors the set has taken wait for the lock.
func (l *lock) wake(n int) {
	w := &l.watch
	for i := range n {
		fd, mark, events := w.set.Ready(i)
		s := w.wanted[fd]
		if s == nil || s.want.mark != mark {
			continue
		}
		for s != nil {
			next := s.want.next
			if came := events & (s.want.events | eventError | eventHangUp); came != 0 {
				s.want.came = came
				l.ready(s)
			}
			s = next
		}
		if w.wanted[fd] != nil && !w.add(fd) {
			l.closes(fd)
		}
	}
}

// leads is the thread that is to wait for descriptors when nobody has the lock: s, if it wants one; nil: nobody is needed.
func (l *lock) leads(s *Strand) *Strand {
	if !l.blind() || l.coming > 0 {
		return nil
	}
	if s == nil || !s.want.waits {
		for _, s = range l.watch.wanted {
			break
		}
	}
	l.watch.leader = s
	return s
}

// lead waits for descriptors until s or another thread has the lock, or something is asked of s.
func (l *lock) lead(t *Thread, s *Strand, end time.Time) {
	for again := true; again; {
		d := time.Duration(-1)
		if !end.IsZero() {
			d = max(time.Until(end), 0)
		}
		n := l.watch.set.Wait(d)
		l.mu.Lock()
		l.watch.leader = nil
		l.live(s)
		l.wake(n)
		if s.parked && d >= 0 && !time.Now().Before(end) {
			l.ready(s)
		}
		next := l.begins(t)
		if again = next == nil && !l.taken && s.parked; again {
			l.watch.leader = s
		}
		l.mu.Unlock()
		begin(next, nil, s)
	}
}

// recall has nobody lead, as long as the lock is taken. It is for who holds mu.
func (l *lock) recall() {
	for l.watch.leader != nil {
		l.watch.set.Wake()
		l.mu.Unlock()
		time.Sleep(20 * time.Microsecond)
		l.mu.Lock()
	}
}

// forgetWaits has no thread wait for descriptors: in a child these threads are gone, and the set is its own.
func (l *lock) forgetWaits() {
	for fd := range l.watch.wanted {
		l.watch.set.Remove(fd)
	}
	for _, s := range l.strands {
		s.want.waits, s.want.keep, s.want.next = false, false, nil
	}
	clear(l.watch.wanted)
}
