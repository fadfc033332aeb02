//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// The Go side of connections: who uses one, the memory that SQLite takes, what is closed late.

package sqlitemod

import (
	"errors"
	"time"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/sqlite"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// conn is the Go side of a connection: the handle of a connection object.
type conn struct {
	*sqlite.Conn
	w       *world
	t       *Thread
	self    *connection    //psy:root who has entered the connection has it
	strand  *object.Strand // who that is
	depth   int            // how often
	outside bool           // SQLite runs without the runtime's lock
	halted  bool           // the program is to stop: the exception is set
	writers int            // statements that have rows for a cursor and may have written
	asked   int            // how many times it mattered whether their cursors are alive
	patient bool           // a lock is worth waiting for
	every   int32          // the program's handler of progress is called after so many steps; 0: there is none
	wait    time.Duration  // for locks of other connections
	stmts   map[*stmt]bool
	blobs   map[*blobState]bool
	idle    []*stmt      // whose cursors are no more
	dead    []*stmt      // whose objects are no more
	lost    []*blobState // likewise
}

// shortText is how many characters a text may have that is put into UTF-8 without a new bytes object.
const shortText = sqlite.TextRoom / utf8.UTFMax

// world is what a runtime has of databases.
type world struct {
	sqlite.World
	rt      *object.Runtime
	charged uint64
	most    uint64 // that charged has been since memory was given back to the system
	open    map[*conn]bool
	dead    []*conn // whose objects are no more
	active  int     // statements that have rows for a cursor
}

var worldKey = object.NewHostKey(func(rt *object.Runtime) *world { return &world{rt: rt, open: map[*conn]bool{}} })

func worldOf(t *Thread) *world {
	w := worldKey.Of(t.RT)
	w.Files, w.Now = iomod.HasCalls(t), native.SystemOf(t).Now
	return w
}

// RuntimeCloses is called when the runtime is closed.
func (w *world) RuntimeCloses() {
	for c := range w.open {
		c.shut()
	}
	w.World.Close()
}

// Close is called by the collector: what it means is done later, since SQLite may be at work.
func (c *conn) Close() error {
	c.w.dead = append(c.w.dead, c)
	return nil
}

// shut closes a connection with all that belongs to it.
func (c *conn) shut() {
	if !c.w.open[c] {
		return
	}
	delete(c.w.open, c)
	for b := range c.blobs {
		b.close()
	}
	for s := range c.stmts {
		c.finalize(s)
	}
	c.idle, c.dead, c.lost = nil, nil, nil
	c.Conn.Close()
	if c.w.most > trimStep {
		c.w.Trim()
		c.w.most = 0
	}
}

func (c *conn) finalize(s *stmt) {
	if s.h != 0 {
		c.Finalize(s.h)
		s.h = 0
		delete(c.stmts, s)
	}
}

// trimStep is how much memory SQLite must have had for what it does not use to be given back to the system.
const trimStep = 4 << 20

// memoryStep is how much SQLite may take or give back before that is counted.
const memoryStep = 64 << 10

// least is the memory that a statement should be able to take: the heap collects for it.
const least = 1 << 20

// limit says how much memory SQLite may take from now on.
func (w *world) limit(t *Thread) {
	left := t.RT.Heap.Left()
	if left < least && t.RT.Heap.Room(least) {
		left = max(least, t.RT.Heap.Left())
	}
	w.Limit(int64(left))
}

// settle counts the memory that SQLite has taken.
func (w *world) settle(t *Thread) {
	used := uint64(max(w.Used(), 0))
	switch h := t.RT.Heap; {
	case used > w.charged+memoryStep:
		h.Recount(0, used-w.charged)
	case used+memoryStep < w.charged:
		h.Return(w.charged - used)
	default:
		return
	}
	w.charged, w.most = used, max(w.most, used)
}

// enter begins to use a connection, which one thread does at a time. False: an exception is set.
func (c *conn) enter(t *Thread, self *connection) bool {
	for c.depth > 0 && c.strand != t.Strand {
		t.Outside(func() { time.Sleep(200 * time.Microsecond) })
		if !t.Poll() {
			return false
		}
	}
	if c.depth++; c.depth > 1 {
		return true
	}
	c.t, c.self, c.strand = t, self, t.Strand
	if len(c.idle)+len(c.dead)+len(c.lost)+len(c.w.dead) > 0 {
		c.w.sweep()
	}
	c.w.limit(t)
	return true
}

func (c *conn) leave(t *Thread) {
	if c.depth--; c.depth == 0 {
		c.self, c.patient = nil, false
		c.w.settle(t)
	}
}

// sweep does what dead objects have left to do, where nobody is at work.
func (w *world) sweep() {
	for i := 0; i < len(w.dead); i++ {
		w.dead[i].shut()
	}
	w.dead = nil
	for c := range w.open {
		if c.depth > 1 || c.depth == 1 && c.outside {
			continue
		}
		for _, s := range c.idle {
			if s.h != 0 {
				c.Reset(s.h)
			}
		}
		for _, s := range c.dead {
			c.finalize(s)
		}
		for _, b := range c.lost {
			b.close()
		}
		c.idle, c.dead, c.lost = nil, nil, nil
	}
}

// do runs f, which calls SQLite and touches no objects, so that other threads run meanwhile.
func (c *conn) do(t *Thread, f func()) {
	if t.Alone() || c.outside {
		f()
		return
	}
	c.outside = true
	t.Outside(f)
	c.outside = false
}

// step steps a statement of a connection that was entered.
func (c *conn) step(t *Thread, s sqlite.Stmt) int32 {
	if t.Alone() {
		return c.Conn.Step(s)
	}
	return c.stepOutside(t, s)
}

func (c *conn) stepOutside(t *Thread, s sqlite.Stmt) (rc int32) {
	c.do(t, func() { rc = c.Conn.Step(s) })
	return
}

// exec runs a statement without results. False: an exception is set.
func (c *conn) exec(t *Thread, sql string) bool {
	rc := int32(0)
	for {
		c.do(t, func() { rc = c.Exec(sql) })
		if rc == sqlite.OK {
			return true
		}
		if !c.again(t, rc) {
			c.fail(t)
			return false
		}
	}
}

// again reports whether what has failed is worth another try: cursors that no variable refers to any more, and that a program without a collector would no
// longer have, may have held a lock.
func (c *conn) again(t *Thread, rc int32) bool {
	if rc &= 0xff; c.patient || c.w.active == 0 || c.depth > 1 || t.Exc != null || rc != sqlite.Busy && rc != sqlite.Locked && rc != sqlite.Error {
		return false
	}
	if rc == sqlite.Error && !c.inProgress() {
		return false
	}
	c.patient = true
	if _, ok := object.Collect(t); !ok {
		return false
	}
	c.w.sweep()
	return true
}

// inProgress reports whether the last error was that statements are not done.
func (c *conn) inProgress() bool {
	const text = "SQL statements in progress"
	m := c.Message()
	return len(m) > len(text) && string(m[len(m)-len(text):]) == text
}

var _ = object.Keeps(func(_ *object.Runtime, w *world) (object.Back, error) {
	if len(w.open) > 0 {
		return object.Back{}, errors.New("a database is open")
	}
	charged := w.charged
	return object.Back{
		Before: func() {
			for c := range w.open {
				c.shut()
			}
			w.dead = nil
		},
		After: func() {
			clear(w.open)
			w.dead, w.active, w.charged = nil, 0, charged
		},
		Copy: func(c *object.Copy, into any) (any, error) {
			x := object.Fill(c, w, into)
			x.charged = charged
			return x, nil
		},
	}, nil
})
