// The lock of a runtime, and the threads of its program: one of them runs at a time.
//
// All code refers to the runtime's one Thread. Who gives the lock up takes along what of it is its own (Current), and the words of its goroutine's stack
// that may be references; who gets the lock puts its own Current there. So only what waits knows of other threads.

package object

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"
	"unsafe"
)

// A Strand is one thread of the program, and the goroutine that it runs on.
type Strand struct {
	Ident  int64   // what the program knows it by
	Daemon bool    // the program's end does not wait for it
	Masked uint64  // signals that it does not take, bit n-1 for signal n: those of the thread that started it, unless it says otherwise
	Begin  Value   //psy:root visited by visitRoots: what the program gave it to start with
	Local  *List   //psy:root visited by visitRoots: for package threads
	away   Current //psy:root visited by visitRoots: its own while another has the lock, else zero

	owner    uintptr         // Thread.Owner when it gave the lock up
	refused  uint32          // BreakMemory, if it was set when it gave the lock up
	buf      []uint64        // for the words
	words    int             // their number as heap.AddParkedStack gives it
	turn     chan struct{}   // it is to look whether it has the lock, is to wait for it, or is to lead (see watch.go)
	has      bool            // it was given the lock, and has not noted that yet; under lock.mu
	timer    *time.Timer     // of its waits that are limited; nil: there was none
	parked   bool            // it waits, for Unpark or a descriptor, and does not wait for the lock yet; under lock.mu
	coming   bool            // see lock.comes; under lock.mu
	told     bool            // it is not to park the next time; under lock.mu
	want     want            // the descriptor that it waits for
	stopping bool            // it is to end as soon as may be
	runs     bool            // its goroutine is under way
	gone     bool            // it was the parent's, when this process was copied: it never gets the lock again
	last     func()          // what its end is the end of; may be nil
	native   func(keep bool) // gives the stack of machine code back, or keeps it for another thread; may be nil
}

// AskMain has the main thread call f at its next poll. False: f has set an exception.
func (t *Thread) AskMain(f func(t *Thread) bool) {
	t.RT.lock.asked = append(t.RT.lock.asked, f)
	t.Interrupt(BreakSignal)
}

// Interrupt sets bits of the breaker word, and wakes the main thread if it waits. Any goroutine may call it.
func (t *Thread) Interrupt(bits uint32) {
	t.Breaker.Or(bits)
	select {
	case t.RT.lock.woken <- struct{}{}:
	default:
	}
	t.RT.lock.tell(t, t.RT.lock.main)
	if w := t.RT.Waker.Load(); w != nil {
		(*w).Wake()
	}
}

// Told is for waits of the running thread that look at their condition again: it tells the main thread that Interrupt was called, perhaps long ago, and
// others that they are to end.
func (rt *Runtime) Told() <-chan struct{} {
	if rt.Main.IsMain() {
		return rt.lock.woken
	}
	return rt.lock.ending
}

// A Waker wakes threads from calls that wait for descriptors: the main one; or the others, which do not wait any more until Ending is taken back.
type Waker interface {
	Wake()
	Ending(is bool)
}

// Signalled does what signals, and other threads, want of the main thread, which runs. False: an exception is set.
func (t *Thread) Signalled() bool {
	t.Breaker.And(^BreakSignal)
	for l := &t.RT.lock; len(l.asked) > 0; {
		f := l.asked[0]
		if l.asked = l.asked[1:]; !f(t) {
			if len(l.asked) > 0 {
				t.Breaker.Or(BreakSignal)
			}
			return false
		}
	}
	if t.RT.OnSignal != nil && !t.RT.OnSignal(t) {
		if len(t.RT.OnSignals) > 0 {
			t.Breaker.Or(BreakSignal)
		}
		return false
	}
	for _, f := range t.RT.OnSignals {
		if !f(t) {
			return false
		}
	}
	return true
}

// SwitchInterval is how long a thread may keep the lock while others wait, unless sys.setswitchinterval says otherwise.
const SwitchInterval = 5 * time.Millisecond

type lock struct {
	strands []*Strand // that live; the first is the main one
	main    *Strand
	last    int64                  // Ident
	gone    []*Strand              // that were the parent's, when this process was copied
	asked   []func(t *Thread) bool // of the main thread
	panic   any                    // what ended a strand: the host is to see it
	woken   chan struct{}          // of the main thread: see Told
	ending  chan struct{}          // of the others; closed when they are to end
	stacks  []uintptr              // of threads that have ended, for new ones

	mu       sync.Mutex
	taken    bool
	closed   bool      // nobody gets it any more
	queue    []*Strand // who waits for it
	coming   int       // how many will do so at once
	watch    watch
	interval time.Duration
	armed    bool
}

// FirstIdent is the main thread's Ident.
const FirstIdent = 140000000000000

func (rt *Runtime) initLock(t *Thread) {
	l := &rt.lock
	l.last, l.interval, l.taken = FirstIdent, SwitchInterval, true
	l.woken, l.ending = make(chan struct{}, 1), make(chan struct{})
	t.Event = -1
	t.Strand = &Strand{Ident: FirstIdent, turn: newTurn(), runs: true}
	l.main = t.Strand
	l.strands = append(l.strands, t.Strand)
}

// IsMain reports whether the main thread runs.
func (t *Thread) IsMain() bool { return t.Strand == t.RT.lock.strands[0] }

// Alone reports whether there is no thread but the main one.
func (t *Thread) Alone() bool { return len(t.RT.lock.strands) == 1 }

// Strands are all threads of the program that have not ended, the main one first.
func (rt *Runtime) Strands() []*Strand { return rt.lock.strands }

// StrandOf is the thread that the program knows by ident, or nil. The running one is found at once.
func (rt *Runtime) StrandOf(ident int64) *Strand {
	if s := rt.Main.Strand; s.Ident == ident {
		return s
	}
	for _, s := range rt.lock.strands {
		if s.Ident == ident {
			return s
		}
	}
	return nil
}

// Now is what is s's own, whether it runs or not.
func (s *Strand) Now(t *Thread) *Current {
	if s == t.Strand {
		return &t.Current
	}
	return &s.away
}

// EachAway calls f with what belongs to the threads that do not have the lock.
func (rt *Runtime) EachAway(f func(c *Current)) {
	for _, s := range rt.lock.strands {
		if s != rt.Main.Strand {
			f(&s.away)
		}
	}
}

// Interval and SetInterval are SwitchInterval for this runtime.
func (rt *Runtime) Interval() time.Duration { return rt.lock.interval }

func (rt *Runtime) SetInterval(d time.Duration) {
	rt.lock.mu.Lock()
	rt.lock.interval = d
	rt.lock.mu.Unlock()
}

// Unwanted reports whether no other thread waits for the lock.
func (t *Thread) Unwanted() bool {
	l := &t.RT.lock
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.queue) == 0
}

// Outside calls f, which waits for something, without the lock, so that other threads run meanwhile. f must not touch objects; memory of theirs may be
// read or written if the caller keeps them alive, and nobody can resize them.
//
//go:noinline
func (t *Thread) Outside(f func()) { t.outside(f, false) }

// Wait is Outside for an f that keeps a thread of the system waiting. Who gets the lock goes on at once on this one, and f goes to another: there it
// would have to wait until another was awake.
//
//go:noinline
func (t *Thread) Wait(f func()) { t.outside(f, true) }

//go:noinline
func (t *Thread) outside(f func(), waits bool) {
	if t.Alone() {
		f()
		return
	}
	s := t.leave()
	if t.RT.lock.give(t) && waits {
		runtime.Gosched()
	}
	defer t.enter(s)
	f()
}

// Park waits without the lock until Unpark is called for the running thread, or something is asked of it, at most for d (negative: for ever). It may
// return early.
//
//go:noinline
func (t *Thread) Park(d time.Duration) { t.park(d) }

//go:noinline
func (t *Thread) park(d time.Duration) {
	s, l := t.leave(), &t.RT.lock
	l.mu.Lock()
	if s.told {
		s.told = false
		l.unwatch(s)
		l.mu.Unlock()
		t.arrive(s)
		return
	}
	s.parked = true
	over, end := s.limit(d) // now: once another thread may go on, this one should not keep a processor
	next, leader := l.pass(t, s)
	l.mu.Unlock()
	if next != s {
		begin(next, leader, s)
		l.await(t, s, over, end)
	}
	if d >= 0 {
		s.timer.Stop()
	}
	t.arrive(s)
}

// Unpark has a thread that is in Park return from it, when it gets the lock, for which it waits from when it is awake. It is for who has the lock.
func (t *Thread) Unpark(s *Strand) {
	l := &t.RT.lock
	l.mu.Lock()
	was := s.parked
	if was {
		s.parked = false
		l.comes(s)
	}
	l.mu.Unlock()
	if was {
		s.nudge()
	}
}

// Tell has s return from Park, now or the next time. Any goroutine may call it.
func (t *Thread) Tell(s *Strand) { t.RT.lock.tell(t, s) }

// tell is Tell.
func (l *lock) tell(t *Thread, s *Strand) {
	l.mu.Lock()
	s.told = !s.parked
	if s.parked {
		l.ready(s)
	}
	next := l.begins(t)
	l.mu.Unlock()
	begin(next, nil, nil)
}

// ready has a thread that is parked wait for the lock.
func (l *lock) ready(s *Strand) {
	s.parked = false
	l.unwatch(s)
	if l.join(s); l.watch.leader == s {
		l.watch.set.Wake()
	}
}

// comes says that s is awake, or about to be, and will wait for the lock.
func (l *lock) comes(s *Strand) {
	s.coming = true
	l.coming++
}

// join has s wait for the lock.
func (l *lock) join(s *Strand) {
	if l.queue = append(l.queue, s); s.coming {
		s.coming = false
		l.coming--
	}
}

// begins is the thread that gets the lock, which is taken then; nil: it is not free, or nobody waits.
func (l *lock) begins(t *Thread) *Strand {
	if l.taken {
		l.arm(t)
		return nil
	}
	return l.first(t)
}

// first takes the thread that has waited longest out of the queue, for it to have the lock.
func (l *lock) first(t *Thread) *Strand {
	if l.taken = len(l.queue) > 0; !l.taken {
		return nil
	}
	next := l.queue[0]
	next.has = true
	l.queue = slices.Delete(l.queue, 0, 1)
	t.Breaker.And(^BreakSwitch)
	l.arm(t)
	return next
}

// Inside calls f with the lock, in the midst of what Outside calls: C code may ask the program for something. s is the thread's Strand.
//
//go:noinline
func (t *Thread) Inside(s *Strand, f func()) {
	t.enter(s)
	defer func() {
		t.leave()
		t.RT.lock.give(t)
	}()
	f()
}

// Retire gives the lock of a runtime up for a main thread that has no goroutine from now on: nothing of it is on a stack. It is for interpreters within a
// program, which code of another enters. Visit gives it a goroutine for a while.
func (t *Thread) Retire() {
	s := t.Strand
	s.words = t.RT.Heap.AddParkedStack(nil)
	s.refused = t.Breaker.And(^BreakMemory) & BreakMemory
	s.owner = 0
	s.away = t.Current
	t.RT.lock.give(t)
}

// Visit calls f in the main thread of a runtime that Retire was called for, on this goroutine, which has no other runtime. One goroutine may do so at a time.
//
//go:noinline
func (t *Thread) Visit(f func()) {
	t.enter(t.RT.lock.strands[0])
	defer t.Retire()
	f()
}

// Switch lets the threads that wait for the lock have their turn.
func (t *Thread) Switch() {
	l := &t.RT.lock
	t.Breaker.And(^BreakSwitch)
	l.mu.Lock()
	l.look()
	waiting := len(l.queue) > 0
	l.arm(t)
	if main := l.strands[0]; t.Breaker.Load()&BreakSignal != 0 { // which the main thread handles
		if i := slices.Index(l.queue, main); i > 0 {
			copy(l.queue[1:i+1], l.queue[:i])
			l.queue[0] = main
		}
	}
	l.mu.Unlock()
	if !waiting {
		return
	}
	s := t.leave()
	l.mu.Lock()
	l.queue = append(l.queue, s)
	next := l.first(t)
	l.mu.Unlock()
	if next != s {
		next.nudge()
		l.await(t, s, nil, time.Time{})
	}
	t.arrive(s)
}

// leave puts the running thread's own away.
//
//go:noinline
func (t *Thread) leave() *Strand {
	s, h := t.Strand, t.RT.Heap
	if t.Aside { // which holds for this thread only
		t.Breaker.Or(BreakNative)
	}
	if t.atCall() {
		s.buf = h.CopyCallStack(s.buf[:0])
	} else {
		s.buf = h.CopyStack(s.buf[:0])
	}
	s.words = h.AddParkedStack(s.buf)
	s.refused = t.Breaker.And(^BreakMemory) & BreakMemory
	s.owner = t.Owner.Swap(0)
	s.away = t.Current
	return s
}

// give hands the lock on to who has waited longest. False: nobody has, and nobody has to wait for descriptors.
func (l *lock) give(t *Thread) bool {
	l.mu.Lock()
	next, leader := l.pass(t, nil)
	l.mu.Unlock()
	begin(next, leader, nil)
	return next != nil || leader != nil
}

// pass is give for who holds mu. When mu is free, one of the two threads is to begin: next has the lock, leader is to wait for the descriptors of all. s is
// the running thread if it may lead, or have the lock again.
func (l *lock) pass(t *Thread, s *Strand) (next, leader *Strand) {
	switch {
	case len(l.queue) > 0:
		l.glance()
	case s == nil || !s.want.waits: // otherwise it looks when it leads
		l.look()
	}
	if next = l.first(t); next == nil {
		leader = l.leads(s)
	}
	return next, leader
}

// begin has threads go on, but for s, which runs.
func begin(next, leader, s *Strand) {
	if next != nil {
		next.nudge()
	} else if leader != nil && leader != s {
		leader.nudge()
	}
}

// nudge has s see what has become of it, if it waits, or else the next time.
func (s *Strand) nudge() {
	select {
	case s.turn <- struct{}{}:
	default:
	}
}

func newTurn() chan struct{} { return make(chan struct{}, 1) }

// arm has the running thread asked for the lock after the interval, if one waits, or nobody waits for the descriptors that threads want.
func (l *lock) arm(t *Thread) {
	if l.armed || len(l.queue) == 0 && !l.blind() {
		return
	}
	l.armed = true
	time.AfterFunc(l.interval, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.armed = false
		l.watch.due = l.blind()
		if len(l.queue) > 0 || l.watch.due {
			t.Breaker.Or(BreakSwitch)
		}
	})
}

// limit starts a wait of at most d (negative: it has no limit): what tells that it is over, and when that is.
func (s *Strand) limit(d time.Duration) (over <-chan time.Time, end time.Time) {
	if d < 0 {
		return nil, end
	}
	if s.timer == nil {
		s.timer = time.NewTimer(d)
	} else {
		s.timer.Reset(d)
	}
	return s.timer.C, time.Now().Add(d)
}

// await waits until s has the lock, or for what limit gave; meanwhile s waits for descriptors if it is chosen for that.
func (l *lock) await(t *Thread, s *Strand, over <-chan time.Time, end time.Time) {
	for {
		var next *Strand
		l.mu.Lock()
		l.live(s)
		has, leads := s.has, l.watch.leader == s
		switch {
		case has && leads: // it was to lead, and before it came to that, something was asked of it, or its time was over
			l.watch.leader = nil
			l.arm(t)
		case s.coming && !has && !leads:
			l.join(s)
			next = l.begins(t)
			has = s.has
		}
		l.mu.Unlock()
		switch {
		case has:
			return
		case leads:
			l.lead(t, s, end)
			continue
		}
		begin(next, nil, nil)
		select {
		case <-s.turn:
		case <-over:
			over, next = nil, nil
			l.mu.Lock()
			l.live(s)
			if s.parked && l.watch.leader != s { // who leads looks at the time
				l.ready(s)
				next = l.begins(t)
			}
			l.mu.Unlock()
			begin(next, nil, s)
		}
	}
}

// live returns if s may have the lock once more: otherwise the runtime is gone, with all that the callers would go on with. It is for who holds mu.
func (l *lock) live(s *Strand) {
	if !s.gone && (!l.closed || s == l.main) {
		return
	}
	if l.watch.leader == s {
		l.watch.leader = nil
	}
	l.mu.Unlock()
	select {}
}

// enter waits for the lock.
func (t *Thread) enter(s *Strand) {
	l := &t.RT.lock
	l.mu.Lock()
	l.live(s)
	l.join(s)
	next := l.begins(t)
	l.mu.Unlock()
	if next != s {
		begin(next, nil, nil)
		l.await(t, s, nil, time.Time{})
	}
	t.arrive(s)
}

// arrive takes what is s's own out again.
func (t *Thread) arrive(s *Strand) {
	s.has = false
	t.Current = s.away
	s.away = Current{}
	t.Owner.Store(s.owner)
	t.RT.Heap.RemoveParkedStack(s.words)
	if s.refused != 0 {
		t.Breaker.Or(s.refused)
	}
	if s.stopping {
		t.stop()
	}
	if p := t.RT.lock.panic; p != nil && t.IsMain() {
		t.RT.lock.panic = nil
		panic(p)
	}
}

// stop has the running thread end: no handler is found any more.
func (t *Thread) stop() {
	t.Doomed = true
	t.Breaker.Or(BreakCancel)
}

// Stopped sets the exception that ends the running thread, if it is to end.
func (t *Thread) Stopped() bool {
	if !t.Strand.stopping {
		return false
	}
	t.stop()
	RaiseType(t, TSystemExit)
	return true
}

// Start starts a thread, which calls body when it has the lock; s.Begin is for body. The error says why it cannot.
func (t *Thread) Start(s *Strand, body func(t *Thread)) error {
	rt, h := t.RT, t.RT.Heap
	if rt.Finalizing {
		return fmt.Errorf("the program ends")
	}
	if most := rt.StrandLimit; most != 0 && len(rt.lock.strands) > max(most, 0) {
		return fmt.Errorf("too many threads")
	}
	if !h.Charge(strandCharge) {
		return fmt.Errorf("no memory")
	}
	c := &s.away
	if rt.OnStrand != nil {
		var err error
		if s.native, err = rt.OnStrand(&c.Native); err != nil {
			h.Return(strandCharge)
			return err
		}
	}
	base, err := rt.newStack()
	if err != nil {
		s.free(rt, true)
		return err
	}
	c.setStack(base, strandStack)
	c.Event = -1
	c.Depth, c.Nested, c.Strand = rt.RecursionLimit, nestedLimit, s
	l := &rt.lock
	l.mu.Lock()
	l.comes(s)
	l.mu.Unlock()
	l.last++
	s.Ident, s.Masked, s.turn, s.runs = l.last, t.Strand.Masked, newTurn(), true
	l.strands = append(l.strands, s)
	s.words = h.AddParkedStack(nil)
	go t.runStrand(s, body)
	return nil
}

// strandCharge counts against the cap for each thread: what of its other stacks is used from the start.
const strandCharge = 64 << 10

// strandStack is the size of the VM stack of a thread that is not the main one.
const strandStack = 16 << 20

// stacksKept is how many stacks of ended threads are kept at most: if one is unmapped, all processors that run the process have to be told.
const stacksKept = 8

// newStack gives a VM stack for a thread, of which stackStep bytes are charged.
func (rt *Runtime) newStack() (base uintptr, err error) {
	l, h := &rt.lock, rt.Heap
	if last := len(l.stacks) - 1; last >= 0 {
		base, l.stacks = l.stacks[last], l.stacks[:last]
		return base, nil
	}
	if !h.Charge(stackStep) {
		return 0, fmt.Errorf("no memory")
	}
	if base, err = h.MapStack(strandStack); err != nil {
		h.Return(stackStep)
	}
	return base, err
}

// dropStack keeps the VM stack of a thread that ends for another, or gives it back. What is kept is a small part of the cap, and is charged.
func (t *Thread) dropStack() (kept bool) {
	l, h := &t.RT.lock, t.RT.Heap
	used := uint64(t.StackEnd - t.stackBase)
	if used == stackStep && len(l.stacks) < min(stacksKept, int(h.Cap()/(64*stackStep))) {
		l.stacks = append(l.stacks, t.stackBase)
		return true
	}
	h.UnmapStack(t.stackBase, strandStack)
	h.Return(used)
	return false
}

// dropStacks gives the kept stacks back: images have none.
func (rt *Runtime) dropStacks() {
	for _, base := range rt.lock.stacks {
		rt.Heap.UnmapStack(base, strandStack)
		rt.Heap.Return(stackStep)
	}
	rt.lock.stacks = nil
}

// runStrand is a thread from its begin to its end.
func (t *Thread) runStrand(s *Strand, body func(t *Thread)) {
	t.enter(s)
	defer func() {
		if p := recover(); p != nil {
			t.RT.lock.panic = fmt.Sprintf("%v\n\n%s", p, debug.Stack())
		}
		t.end(s)
	}()
	body(t)
}

// end takes a thread that has run off the list, and gives the lock on.
func (t *Thread) end(s *Strand) {
	rt := t.RT
	rt.lock.strands = slices.DeleteFunc(rt.lock.strands, func(x *Strand) bool { return x == s })
	kept := t.dropStack()
	rt.Heap.Return(t.goStack)
	t.Breaker.And(^BreakMemory)
	s.free(rt, kept)
	s.Begin, s.Local, s.runs = Null, nil, false
	t.Current = Current{}
	if s.last != nil {
		s.last()
	}
	rt.lock.give(t)
}

func (s *Strand) free(rt *Runtime, keep bool) {
	if s.native != nil {
		s.native(keep)
	}
	rt.Heap.Return(strandCharge)
}

// Forking has no thread wait in the system for the descriptors of all, as long as the running one keeps the lock: in a child, which copies that one, too,
// what comes would be taken by a thread that is gone. The heap prepares for the copy.
func (t *Thread) Forking() {
	l := &t.RT.lock
	l.mu.Lock()
	l.recall()
	l.mu.Unlock()
	t.RT.Heap.Forking()
}

// Forked says that this process is a copy, in which the running thread is the only one, and so the main one. The process ends by last if that
// thread ends. The others' goroutines exist, but wait for ever as soon as they want the lock; what their stacks hold is kept, since they may be
// reading or writing it. Forked tells who they were.
func (t *Thread) Forked(last func()) (gone []*Strand) {
	l := &t.RT.lock
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forgetWaits()
	for _, s := range l.strands {
		if s != t.Strand {
			s.gone, s.runs, s.parked, s.coming = true, false, false, false
			gone = append(gone, s)
		}
	}
	if !t.IsMain() {
		t.Strand.last = last
	}
	l.strands, l.main, l.queue, l.coming, l.asked = []*Strand{t.Strand}, t.Strand, nil, 0, nil
	l.gone = append(l.gone, gone...)
	t.Breaker.And(^BreakSwitch)
	t.RT.Heap.Forked()
	return gone
}

// Gone reports whether a thread was the parent's, when this process was copied.
func (t *Thread) Gone(ident int64) bool {
	return slices.ContainsFunc(t.RT.lock.gone, func(s *Strand) bool { return s.Ident == ident })
}

// Ended reports whether s has run to its end.
func (s *Strand) Ended() bool { return !s.runs }

// StopStrands has all threads but the main one, which calls it, end, and waits for them, at most for as long as it is told, or for some turns where turns
// take longer because the processors are busy. Threads that wait for the system still never get the lock again, and their goroutines stay.
func (t *Thread) StopStrands(most time.Duration) {
	l := &t.RT.lock
	t.RT.tellOthers()
	if !l.closed {
		close(l.ending)
	}
	const turns = 20
	for n, end := 0, time.Now().Add(most); !t.Alone() && (n < turns || time.Now().Before(end)); n++ {
		t.Outside(func() { time.Sleep(time.Millisecond) })
	}
	l.mu.Lock()
	l.closed, l.queue, l.strands = true, nil, l.strands[:1]
	l.recall() // the set will be closed
	l.mu.Unlock()
}

// tellOthers has all threads but the main one end, and wakes them.
func (rt *Runtime) tellOthers() {
	for _, s := range rt.lock.strands[1:] {
		s.stopping = true
		rt.lock.tell(rt.Main, s)
	}
	if w := rt.Waker.Load(); w != nil {
		(*w).Ending(true)
	}
}

// setStack lays out a VM stack.
func (c *Current) setStack(base, size uintptr) {
	c.stackBase, c.StackTop, c.stackMax = base, base+64, base+size-StackSlack
	c.StackEnd = min(c.stackMax, base+stackStep)
	c.baseExc = (*ExcState)(unsafe.Add(unsafe.Pointer(nil), base))
	*c.baseExc, c.ExcInfo = ExcState{}, c.baseExc
}

// roots visits what s holds.
func (s *Strand) roots(visit func(uint64)) {
	visit(uint64(s.Begin))
	visit(uint64(uintptr(unsafe.Pointer(s.Local))))
	s.away.roots(visit)
}

// eachStack visits all VM stacks.
func (rt *Runtime) eachStack(visit func(lo, hi uintptr)) {
	visit(rt.Main.stackBase, rt.Main.StackTop)
	rt.EachAway(func(c *Current) { visit(c.stackBase, c.StackTop) })
}
