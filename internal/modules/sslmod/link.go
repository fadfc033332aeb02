// Moving bytes between a connection and a socket or MemoryBIO objects, and the handshake.

package sslmod

import (
	"errors"
	"sync"
	"syscall"

	"github.com/psyco-go/psy/internal/lib/tlsconn"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/sockets"
	"github.com/psyco-go/psy/internal/vm/object"
)

// link is the Go side of a _SSLSocket.
type link struct {
	*tlsconn.Conn
	host    *links
	gate    sync.Mutex // held during a step of the handshake
	busy    bool
	cut     bool            // a program was told that the connection ended without a word
	counted bool            // the handshake's end, in the context's statistics
	written int             // text of which not all bytes were sent
	server  tlsconn.Session // what a server's connection shows as its session
}

// links are a runtime's connections in the midst of their handshakes.
type links struct{ waiting map[*link]bool }

var linksKey = object.NewHostKey(func(*object.Runtime) *links { return &links{map[*link]bool{}} })

// RuntimeCloses is called when the runtime is closed: it ends the goroutines.
func (h *links) RuntimeCloses() {
	for l := range h.waiting {
		l.Conn.Close()
	}
	clear(h.waiting)
}

// Close is called when the object is gone.
func (l *link) Close() error {
	delete(l.host.waiting, l)
	return l.Conn.Close()
}

// linkSize is what a connection counts for.
const linkSize = 64 << 10

// linkOf is the Go side of v, when no thread computes for its handshake.
func linkOf(t *Thread, v Value) *link {
	l, _ := t.RT.Heap.Handles().Get(uint32(object.As[sslObject](v).Handle)).(*link)
	for l.busy {
		t.Outside(func() {
			l.gate.Lock()
			l.gate.Unlock() //nolint:staticcheck // waiting is all
		})
	}
	return l
}

// call is a method that is running: what its waiting and errors go by.
type call struct {
	v    Value
	l    *link
	line int
	what string // for the text of TimeoutError
	end  int64
}

// begin begins a method.
func begin(t *Thread, v Value, line int, what string) call {
	return call{v: v, l: linkOf(t, v), line: line, what: what}
}

// sock is the socket; null: there are MemoryBIO objects.
func (c *call) sock() Value { return object.As[sslObject](c.v).Sock }

// wait waits until the socket can be used. False: an exception is set.
func (c *call) wait(t *Thread, send bool) bool {
	s := c.sock()
	if sockets.Timeout(s) == 0 {
		if send {
			return raiseWantWrite(t, c.line)
		}
		return raiseWantRead(t, c.line)
	}
	if sockets.Wait(t, s, send, &c.end) {
		return true
	}
	if t.ClearIf(object.TTimeoutError) {
		object.Raise(t, object.TTimeoutError, "%s operation timed out", c.what)
	}
	return false
}

// open reports whether the socket is open; else an exception is set.
func (c *call) open(t *Thread) bool {
	if s := c.sock(); s == null || sockets.IsOpen(s) {
		return true
	}
	return raise(t, "SSLError", -1, "", "Underlying socket has been closed.")
}

// flush sends what is to be sent. False: an exception is set.
func (c *call) flush(t *Thread) bool {
	for len(c.l.Out()) > 0 {
		s := c.sock()
		if s == null {
			if !bioWrite(t, object.As[sslObject](c.v).Out, c.l.Out()) {
				return false
			}
			c.l.Sent(len(c.l.Out()))
			return true
		}
		if !c.open(t) {
			return false
		}
		n, err := sockets.Send(t, s, c.l.Out())
		switch {
		case err == nil:
			c.l.Sent(n)
		case err == syscall.EAGAIN:
			if !c.wait(t, true) {
				return false
			}
		case err == syscall.EINTR:
			if !t.Poll() {
				return false
			}
		default:
			native.RaiseIO(t, err, null)
			return false
		}
	}
	return true
}

// flushSome sends what can be sent at once. It raises nothing.
func (c *call) flushSome(t *Thread) {
	for len(c.l.Out()) > 0 {
		s := c.sock()
		if s == null {
			exc := t.Exc
			if c.flush(t); t.Exc != exc {
				t.ClearExc()
				t.Exc = exc
			}
			return
		}
		if !sockets.IsOpen(s) {
			return
		}
		n, err := sockets.Send(t, s, c.l.Out())
		if err != nil {
			return
		}
		c.l.Sent(n)
	}
}

// pull gives the connection bytes that have arrived, or says that none will. False: an exception is set.
func (c *call) pull(t *Thread) bool {
	s := c.sock()
	if s == null {
		b := bioOf(t, object.As[sslObject](c.v).In)
		switch k := min(c.l.Need(), b.pending()); {
		case k > 0:
			c.l.Feed(b.buf[b.start : b.start+k])
			b.take(k)
		case b.eof:
			c.l.End()
		default:
			return raiseWantRead(t, c.line)
		}
		return true
	}
	for c.l.Need() > 0 { // else another thread has given it what it needed
		if !c.open(t) {
			return false
		}
		room := c.l.Room()
		n, err := sockets.Receive(t, s, room)
		switch {
		case err == nil && n == 0:
			c.l.End()
			return true
		case err == nil:
			c.l.Filled(n)
			return true
		case err == syscall.EAGAIN:
			if !c.wait(t, false) {
				return false
			}
		case err == syscall.EINTR:
			if !t.Poll() {
				return false
			}
		default:
			native.RaiseIO(t, err, null)
			return false
		}
	}
	return true
}

// step goes on with the handshake, without the runtime's lock.
func (c *call) step(t *Thread, answer any) (e tlsconn.Event) {
	l := c.l
	l.busy = true
	t.Outside(func() {
		l.gate.Lock()
		defer l.gate.Unlock()
		e = l.Step(answer)
	})
	l.busy = false
	return e
}

// handshake does the handshake. False: an exception is set.
func (c *call) handshake(t *Thread) bool {
	ctx := contextOf(t, object.As[sslObject](c.v).Context)
	if !c.l.Begun() {
		ctx.stats.begun(c.l.Server())
		c.l.host.waiting[c.l] = true
	}
	var answer any
	for {
		e := c.step(t, answer)
		answer = nil
		if !c.logKeys(t) {
			return false
		}
		switch e := e.(type) {
		case tlsconn.Done:
			delete(c.l.host.waiting, c.l)
			return c.finish(t, ctx, e.Err)
		case tlsconn.WantInput:
			if !c.flush(t) || !c.pull(t) {
				return false
			}
		case tlsconn.AskName:
			answer = c.askName(t, e.Name)
		case tlsconn.AskIssuer:
			found := ctx.byHash(t, e.Subject)
			if !ctx.trust(t, object.As[sslObject](c.v).Context, found) {
				return false
			}
			answer = found
		}
	}
}

// finish ends the handshake.
func (c *call) finish(t *Thread, ctx *context, err error) bool {
	if err != nil {
		c.flushSome(t)
		return c.raise(t, err)
	}
	if !c.l.counted {
		c.l.counted = true
		ctx.stats.good(c.l.Server(), c.l.State().DidResume)
	}
	return c.flush(t)
}

func (s *stats) begun(server bool) {
	if server {
		s.accept.Add(1)
	} else {
		s.connect.Add(1)
	}
}

func (s *stats) good(server, resumed bool) {
	if server {
		s.acceptGood.Add(1)
	} else {
		s.connectGood.Add(1)
	}
	if resumed {
		s.hits.Add(1)
	}
}

// ready has the handshake done. False: an exception is set.
func (c *call) ready(t *Thread) bool { return c.l.Established() || c.handshake(t) }

// logKeys writes what is new for the log of keys. False: an exception is set.
func (c *call) logKeys(t *Thread) bool {
	lines := c.l.TakeKeys()
	if len(lines) == 0 {
		return true
	}
	ctx := contextOf(t, object.As[sslObject](c.v).Context)
	if ctx.keyLog == "" {
		return true
	}
	if err := appendTo(t, ctx.keyLog, lines); err != nil {
		native.RaiseIO(t, err, object.As[contextObject](object.As[sslObject](c.v).Context).KeyLog)
		return false
	}
	return true
}

// Alerts that refuse a name.
const (
	alertHandshake tlsconn.Alert = 40
	alertInternal  tlsconn.Alert = 80
)

// askName calls sni_callback, which may change the context, and gives what the handshake goes on with.
func (c *call) askName(t *Thread, name string) any {
	x := object.As[sslObject](c.v)
	f := object.As[contextObject](x.Context).SNI
	if f != null {
		who := x.Owner
		if who == null {
			if who = x.Sock; who == null {
				who = c.v
			}
		}
		text := none
		if name != "" {
			if text = object.NewStr(t, name); text == null {
				object.WriteUnraisable(t, f)
				return alertInternal
			}
		}
		r := object.Call3(t, f, who, text, x.Context)
		switch {
		case r == null:
			object.WriteUnraisable(t, f)
			return alertHandshake
		case r != none:
			n, ok := object.AsInt(t, r)
			if !ok {
				object.WriteUnraisable(t, r)
				return alertInternal
			}
			return tlsconn.Alert(n)
		}
	}
	now := object.As[sslObject](c.v).Context
	return contextOf(t, now).settings(t, now, false)
}

var _ = object.Keeps(func(_ *object.Runtime, h *links) (object.Back, error) {
	if len(h.waiting) > 0 {
		return object.Back{}, errors.New("a TLS handshake is under way")
	}
	return object.Back{Before: h.RuntimeCloses, Copy: object.Into}, nil
})
