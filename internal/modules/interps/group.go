// The interpreters of a program: which there are, and what they take of each other's memory.

package interps

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	Thread  = object.Thread
	Value   = object.Value
	FuncDef = object.FuncDef
)

const (
	null = object.Null
	none = object.None
)

// Where an interpreter comes from, as the module's constants say.
const (
	whenceUnknown = iota
	whenceRuntime
	whenceLegacyCAPI
	whenceCAPI
	whenceXI
	whenceStdlib
)

// group is what the interpreters of a program have in common. No interpreter runs Python code while it has the lock.
type group struct {
	mu       sync.Mutex
	next     int64
	list     []*interpreter // by id; the first is the main one
	queues   boxes[*queue]
	channels boxes[*channel]
	unneeded []*queue // nobody needs them: unlock forgets them
}

// unlock gives the lock up. Queues that nobody needs go first: what is in them may be queues that nobody needs then.
func (g *group) unlock() {
	for n := len(g.unneeded) - 1; n >= 0; n = len(g.unneeded) - 1 {
		q := g.unneeded[n]
		g.unneeded = g.unneeded[:n]
		if _, there := g.queues.find(q.id); there {
			g.queues.remove(q)
		}
	}
	g.mu.Unlock()
}

// interpreter is one of them. What is not said to be its own belongs to the group's lock.
type interpreter struct {
	g      *group
	id     int64
	whence int
	config config
	rt     *object.Runtime
	close  func() error // gives the world's memory back; nil: the main one, or it is being made

	refs     int64
	needed   bool // it ends when refs becomes 0
	running  bool // its main thread has a goroutine, or is about to
	dying    bool // it is no longer on the list, and its world goes when it runs no more
	creator  *interpreter
	kids     int           // whose memory counts against this one's cap
	charge   uint64        // what it counts there
	gone     bool          // its world is
	returned atomic.Uint64 // bytes of worlds,
	released atomic.Uint64 // and of what has crossed, that count no more: take tells the heap
	unwanted []int64       // numbers of views that nobody will receive

	leash leash // of its own thread
	keep  *keep // likewise
}

// selfKey is a world's own interpreter; the main one is made when it is first asked for.
var selfKey = object.NewHostKey(func(rt *object.Runtime) *interpreter {
	g := &group{next: 1}
	in := &interpreter{g: g, whence: whenceRuntime, config: configs["legacy"], rt: rt, running: true}
	in.config.gil = "own"
	in.begin()
	g.list = []*interpreter{in}
	return in
})

func self(t *Thread) *interpreter { return selfKey.Of(t.RT) }

// begin makes what an interpreter has in its world.
func (in *interpreter) begin() {
	in.keep = keepKey.Of(in.rt)
	in.rt.Heap.OnReclaim(func(func(uintptr) bool, func(uint64)) { in.take() })
}

// take tells the heap, which is this thread's, what counts no more.
func (in *interpreter) take() {
	if n := in.returned.Swap(0); n > 0 {
		in.rt.Heap.Return(n)
	}
	if n := in.released.Swap(0); n > 0 {
		in.rt.Heap.Release(n)
	}
}

// find is the interpreter of an id, or nil. The lock is held.
func (g *group) find(id int64) *interpreter {
	if i, ok := slices.BinarySearchFunc(g.list, id, func(in *interpreter, id int64) int { return int(min(max(in.id-id, -1), 1)) }); ok {
		return g.list[i]
	}
	return nil
}

// drop takes an interpreter off the list: nobody finds it any more. What it has sent goes. The lock is held.
func (in *interpreter) drop() {
	g := in.g
	in.dying = true
	g.list = slices.DeleteFunc(g.list, func(x *interpreter) bool { return x == in })
	g.queues.forget(in.id)
	g.channels.forget(in.id)
}

// leastHeap is the smallest heap that an interpreter gets, and heapPart says which part of what its creator has left it gets.
const leastHeap, heapPart = 6 << 20, 3

// create makes an interpreter, whose world is one within the caller's. nil: an exception is set.
func create(t *Thread, c config) *interpreter {
	me, nest := self(t), native.NestOf(t.RT)
	me.take()
	if me.id == 0 {
		nest.End = endAll
	}
	in := &interpreter{g: me.g, whence: whenceStdlib, config: c, creator: me, running: true}
	me.g.mu.Lock()
	if nest.Spawn == nil || nest.Most >= 0 && len(me.g.list) > nest.Most {
		me.g.unlock()
		if nest.Spawn == nil {
			object.Raise(t, object.TRuntimeError, "sub-interpreters are not allowed in this world")
		} else {
			object.Raise(t, object.TRuntimeError, "too many sub-interpreters")
		}
		return nil
	}
	in.id = me.g.next // it is taken even if nothing comes of it
	me.g.next++
	me.kids++
	me.g.list = append(me.g.list, in)
	me.g.unlock()
	size := t.RT.Heap.Cap()
	if nest.Capped {
		part := func() uint64 { return t.RT.Heap.Left() / heapPart &^ (1<<20 - 1) }
		if size = part(); size < leastHeap && t.RT.Heap.Charge(heapPart*leastHeap) { // which collects
			t.RT.Heap.Return(heapPart * leastHeap)
			size = part()
		}
		if size < leastHeap || !t.RT.Heap.Charge(size) {
			in.discard()
			t.NoMemory()
			return nil
		}
		in.charge = size
	}
	var w *native.Spawned
	var err error
	outside(t, func() { w, err = nest.Spawn(int64(size)) })
	if err != nil {
		in.discard()
		object.Raise(t, object.TRuntimeError, "%s", err.Error())
		return nil
	}
	me.g.mu.Lock()
	in.rt, in.close = w.Runtime, w.Close
	me.g.unlock()
	selfKey.Set(in.rt, in)
	in.enlist(nest)
	ok := in.visit(t, func(ct *Thread) {
		if !w.Begin(ct) && err == nil {
			f := failureOf(ct, ct.Exc)
			ct.ClearExc()
			err = errors.New(f.formatted)
		}
	})
	switch {
	case ok && err == nil && in.leave():
		return in
	case ok && err == nil:
		object.Raise(t, object.TRuntimeError, "the program ends")
		return nil
	}
	in.end()
	if ok {
		object.Raise(t, object.TRuntimeError, "%s", err.Error())
	}
	return nil
}

// enlist tells the new world what it is.
func (in *interpreter) enlist(outer *native.Nest) {
	n, c := native.NestOf(in.rt), &in.config
	n.Sub = &native.SubRights{Fork: c.fork, Exec: c.exec, Threads: c.threads && !outer.Serial, Daemons: c.daemons}
	if !n.Sub.Threads {
		in.rt.StrandLimit = -1
	}
	outer.Shared, n.Shared = true, true
	n.Capped, n.Serial, n.Most = outer.Capped, outer.Serial, outer.Most
	n.Bound, n.Spent = in.leash.bound, in.leash.spent
	in.rt.OnCancel = in.poll
	in.begin()
	in.rt.Main.Retire()
}

// discard undoes what create has begun, before there was a world.
func (in *interpreter) discard() {
	in.g.mu.Lock()
	in.drop()
	in.g.unlock()
	in.over()
}

// over says that the world is gone: its memory counts no more, once those within it are gone too.
func (in *interpreter) over() {
	in.g.mu.Lock()
	defer in.g.unlock()
	for in.gone = true; in.gone && in.kids == 0 && in.creator != nil; in = in.creator {
		in.creator.returned.Add(in.charge)
		in.creator.kids--
	}
}

// closeWorld gives the world back. Nothing runs in it.
func (in *interpreter) closeWorld() {
	in.close()
	in.over()
}

// outside calls f without the caller's lock, unless one interpreter runs at a time: then the caller's threads wait.
func outside(t *Thread, f func()) {
	if native.NestOf(t.RT).Serial {
		f()
		return
	}
	t.Outside(f)
}

// endAll ends the interpreters that the program has left, when the main one ends. Those that still run are stopped.
func endAll(t *Thread) {
	me := self(t)
	if me.id != 0 {
		return
	}
	for {
		me.g.mu.Lock()
		n := len(me.g.list)
		if n == 1 {
			me.g.unlock()
			return
		}
		in := me.g.list[n-1]
		runs := in.running
		if in.running {
			in.drop()
		}
		in.running = true
		me.g.unlock()
		if runs {
			in.stop()
			continue
		}
		in.finish(t)
		t.ClearExc()
	}
}

// finish ends an interpreter, which the caller has set running, as a program ends. False: an exception is set; the interpreter has ended all the same.
func (in *interpreter) finish(t *Thread) bool {
	ok := in.visit(t, func(ct *Thread) { native.NestOf(ct.RT).Finish(ct) })
	in.end()
	return ok
}

// end gives an interpreter, which the caller has set running but which does not run, back without a word.
func (in *interpreter) end() {
	in.g.mu.Lock()
	in.drop()
	in.g.unlock()
	in.closeWorld()
}

// RuntimeCloses ends what is left when the main interpreter's world is given back.
func (in *interpreter) RuntimeCloses() {
	if in.id != 0 {
		return
	}
	in.g.mu.Lock()
	rest := slices.Clone(in.g.list[1:])
	var idle []*interpreter
	for _, x := range rest {
		if !x.running {
			x.running = true
			idle = append(idle, x)
		}
		x.drop()
	}
	in.g.unlock()
	for _, x := range rest {
		if !slices.Contains(idle, x) {
			x.stop()
		}
	}
	for _, x := range idle {
		x.shut()
	}
}

// shutTime is how long threads of an interpreter that is given up have to end.
const shutTime = 100 * time.Millisecond

// shut ends an interpreter without running more of its program.
func (in *interpreter) shut() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { recover() }()
		in.rt.Main.Visit(func() {
			in.rt.Finalizing = true
			in.rt.Main.StopStrands(shutTime)
		})
		in.closeWorld()
	}()
	<-done
}

var _ = object.Keeps(func(_ *object.Runtime, in *interpreter) (object.Back, error) {
	g := in.g
	g.mu.Lock()
	defer g.unlock()
	switch {
	case len(g.list) > 1:
		return object.Back{}, errors.New("sub-interpreters are alive")
	case len(g.queues.all)+len(g.channels.all) > 0:
		return object.Back{}, errors.New("a queue or channel between interpreters is open")
	}
	next, queues, channels := g.next, g.queues.last, g.channels.last
	return object.Back{
		Before: func() {
			in.RuntimeCloses()
			g.queues.clear()
			g.channels.clear()
			in.take()
		},
		After: func() {
			g.next, g.queues.last, g.channels.last = next, queues, channels
			in.returned.Store(0)
			in.released.Store(0)
		},
		Copy: func(_ *object.Copy, into any) (any, error) {
			if x, ok := into.(*interpreter); ok {
				x.g.next, x.g.queues.last, x.g.channels.last = next, queues, channels
			}
			return into, nil
		},
	}, nil
})
