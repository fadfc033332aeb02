// A connection: its bytes, its handshake in steps, reading and writing.

package tlsconn

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// Event is why Step has returned: Done, WantInput, AskName or AskIssuer.
type Event any

type (
	// Done ends the handshake.
	Done struct{ Err error }
	// WantInput asks for more bytes: the next Step comes after Feed or End.
	WantInput struct{}
	// AskName asks which settings hold for the name that a client asked for, which may be empty: the next Step has *Settings, or an Alert that refuses.
	AskName struct{ Name string }
	// AskIssuer asks for certificates of a subject that may be found by its hash: the next Step has []*x509.Certificate.
	AskIssuer struct{ Subject []byte }
)

// Alert is an alert that refuses a handshake.
type Alert uint8

// ErrWant says that bytes are missing: Read is to be called again after Feed or End.
var ErrWant error = wantError{}

// errStopped ends a handshake that nobody goes on with.
var errStopped = errors.New("stopped")

type wantError struct{}

func (wantError) Error() string   { return "no bytes have arrived" }
func (wantError) Timeout() bool   { return false }
func (wantError) Temporary() bool { return true } // so crypto/tls goes on later

const (
	headLen = 5 // of a record
	// MaxPlain is how much text a record holds.
	MaxPlain = 16 << 10
)

// Conn is a connection. Its methods may be called by several goroutines.
type Conn struct {
	mu       sync.Mutex
	tls      *tls.Conn
	pipe     pipe
	settings *Settings
	server   bool
	host     string

	begun, done bool
	failed      error // of the handshake
	events      chan Event
	answers     chan any

	plain     []byte          // text that was decrypted and not read yet
	buf       *[MaxPlain]byte // its memory
	end       error           // what reading ended with
	sentClose bool

	sessions sessions
	verified []*x509.Certificate
	shared   []*Cipher
	keys     []byte // lines for a log of keys
}

// New makes a connection to host, or a server's. Session is one to go on with, or nil.
func New(s *Settings, server bool, host string, session *Session) *Conn {
	c := &Conn{settings: s, server: server, host: host, events: make(chan Event), answers: make(chan any)}
	c.pipe.c = c
	c.sessions.give = session
	if server {
		c.tls = tls.Server(&c.pipe, c.serverConfig())
	} else {
		c.tls = tls.Client(&c.pipe, c.config(s))
	}
	return c
}

// Server reports whether the connection is a server's.
func (c *Conn) Server() bool { return c.server }

// Step goes on with the handshake. Answer is what the last event asked for.
func (c *Conn) Step(answer any) Event {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.step(answer)
}

func (c *Conn) step(answer any) Event {
	switch {
	case c.done:
		return Done{c.failed}
	case c.begun:
		c.answers <- answer
	default:
		c.begun = true
		go func() { c.events <- Done{c.tls.Handshake()} }()
	}
	e := <-c.events
	if d, ok := e.(Done); ok {
		c.done, c.failed = true, d.Err
	}
	return e
}

// ask waits for the next step; on the handshake's goroutine.
func (c *Conn) ask(e Event) any {
	c.events <- e
	return <-c.answers
}

// Close ends the handshake's goroutine, if it waits. Nothing is sent.
func (c *Conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pipe.stopped = true
	if c.begun && !c.done {
		for !c.done {
			c.step(nil)
		}
	}
	return nil
}

// Established reports whether the handshake has succeeded.
func (c *Conn) Established() bool { return c.done && c.failed == nil }

// Begun reports whether the handshake has begun.
func (c *Conn) Begun() bool { return c.begun }

// State describes an established connection.
func (c *Conn) State() tls.ConnectionState { return c.tls.ConnectionState() }

// Need is how many bytes the connection can take: the rest of a record's head, or of the record.
func (c *Conn) Need() int { return c.pipe.need() - len(c.pipe.in) }

// Feed gives bytes that have arrived, not more than Need.
func (c *Conn) Feed(b []byte) { c.pipe.in = append(c.pipe.in, b...) }

// End says that no more bytes will arrive.
func (c *Conn) End() { c.pipe.eof = true }

// Ended reports whether the connection found that there are no more bytes where it wanted some.
func (c *Conn) Ended() bool { return c.pipe.sawEOF }

// Out is what is to be sent; Sent says how much of it was.
func (c *Conn) Out() []byte { return c.pipe.out }

// Sent forgets n bytes that were sent.
func (c *Conn) Sent(n int) {
	rest := copy(c.pipe.out, c.pipe.out[n:])
	if c.pipe.out = c.pipe.out[:rest]; rest == 0 && cap(c.pipe.out) > 4*MaxPlain {
		c.pipe.out = nil
	}
}

// Pending is how much text can be read without new bytes.
func (c *Conn) Pending() int { return len(c.plain) }

// buffers are for texts of records: a connection has one only while there is text to be read.
var buffers = sync.Pool{New: func() any { return new([MaxPlain]byte) }}

// Read reads text; ErrWant: there is none yet, io.EOF: the other side has ended the connection by an alert or, with Ended, without one.
func (c *Conn) Read(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.plain) == 0 && c.end == nil && len(b) >= MaxPlain {
		n, err := c.tls.Read(b)
		return n, c.ended(err)
	}
	if err := c.fill(); err != nil {
		return 0, err
	}
	n := copy(b, c.plain)
	c.skip(n)
	return n, nil
}

// Peek is Read for who wants to know how much text there is, n bytes at most, before memory is found for it. The text holds until Skip, which must follow.
func (c *Conn) Peek(n int) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.fill(); err != nil {
		return nil, err
	}
	return c.plain[:min(n, len(c.plain))], nil
}

// Skip forgets n bytes of what Peek gave.
func (c *Conn) Skip(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.skip(n)
}

// fill sees to it that there is text.
func (c *Conn) fill() error {
	switch {
	case len(c.plain) > 0:
		return nil
	case c.end != nil:
		return c.end
	}
	c.buf = buffers.Get().(*[MaxPlain]byte)
	n, err := c.tls.Read(c.buf[:])
	c.plain = c.buf[:n]
	if n > 0 {
		return nil
	}
	c.skip(0)
	return c.ended(err)
}

// skip forgets text that was read.
func (c *Conn) skip(n int) {
	if c.plain = c.plain[n:]; len(c.plain) == 0 && c.buf != nil { // most connections wait
		buffers.Put(c.buf)
		c.plain, c.buf = nil, nil
	}
}

func (c *Conn) ended(err error) error {
	if err != nil && err != ErrWant {
		c.end = err
	}
	return err
}

// Write turns text into bytes to be sent.
func (c *Conn) Write(b []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.tls.Write(b)
	return err
}

// SendClose tells the other side that nothing more will be sent.
func (c *Conn) SendClose() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sentClose = true
	return c.tls.CloseWrite()
}

// SentClose reports whether SendClose was called.
func (c *Conn) SentClose() bool { return c.sentClose }

// GotClose reports whether the other side has said that it will send nothing more.
func (c *Conn) GotClose() bool { return c.end == io.EOF && !c.pipe.sawEOF }

// Verified is the chain that was verified, the other side's certificate first; nil: none was, or nothing was asked.
func (c *Conn) Verified() []*x509.Certificate { return c.verified }

// Shared are the ciphers of a client that its server has, too.
func (c *Conn) Shared() []*Cipher { return c.shared }

// TakeKeys gives the lines that are to be appended to a log of keys.
func (c *Conn) TakeKeys() []byte {
	b := c.keys
	c.keys = nil
	return b
}

type keyLog struct{ c *Conn }

func (k keyLog) Write(b []byte) (int, error) {
	k.c.keys = append(k.c.keys, b...)
	return len(b), nil
}

// pipe is the connection that crypto/tls has.
type pipe struct {
	c           *Conn
	in, out     []byte
	head        [headLen]byte
	got         int // bytes of the record that were read
	eof, sawEOF bool
	stopped     bool
	alert       Alert // in place of one that crypto/tls sends in clear text; 0: none
}

// need is how many bytes the part of a record that is being read still has. Reading beyond it would take what is not part of the connection.
func (p *pipe) need() int {
	if p.got < headLen {
		return headLen - p.got
	}
	return headLen + int(p.head[3])<<8 + int(p.head[4]) - p.got
}

func (p *pipe) Read(b []byte) (int, error) {
	for {
		switch n := min(len(b), len(p.in), p.need()); {
		case n > 0:
			copy(b, p.in[:n])
			if p.got < headLen {
				copy(p.head[p.got:], p.in[:n])
			}
			p.in = p.in[:copy(p.in, p.in[n:])]
			if p.got += n; p.got >= headLen && p.need() == 0 {
				p.got = 0
			}
			return n, nil
		case p.stopped:
			return 0, errStopped
		case p.eof:
			p.sawEOF = true
			return 0, io.EOF
		case p.c.done:
			return 0, ErrWant
		}
		p.c.ask(WantInput{})
	}
}

func (p *pipe) Write(b []byte) (int, error) {
	at := len(p.out)
	p.out = append(p.out, b...)
	const alertType, alertLen = 21, headLen + 2
	if p.alert != 0 && len(b) == alertLen && b[0] == alertType {
		p.out[at+alertLen-1] = byte(p.alert)
	}
	return len(b), nil
}

func (p *pipe) Close() error                     { return nil }
func (p *pipe) LocalAddr() net.Addr              { return noAddr{} }
func (p *pipe) RemoteAddr() net.Addr             { return noAddr{} }
func (p *pipe) SetDeadline(time.Time) error      { return nil }
func (p *pipe) SetReadDeadline(time.Time) error  { return nil }
func (p *pipe) SetWriteDeadline(time.Time) error { return nil }

// noAddr is an address that crypto/tls keeps sessions by.
type noAddr struct{}

func (noAddr) Network() string { return "none" }
func (noAddr) String() string  { return "none" }

// Room is memory for the bytes that the connection needs; Filled says how many were put there. Nothing else may be called in between.
func (c *Conn) Room() []byte {
	in, n := c.pipe.in, c.Need()
	if cap(in)-len(in) < n {
		in = append(make([]byte, 0, len(in)+n), in...)
		c.pipe.in = in
	}
	return in[len(in) : len(in)+n]
}

// Filled says that n bytes of Room have arrived.
func (c *Conn) Filled(n int) { c.pipe.in = c.pipe.in[:len(c.pipe.in)+n] }
