// Pairs of sockets within the program: event loops wake themselves with them in worlds that have no network.

package sockets

import (
	"syscall"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// firstEnd is the first number of an end; there are no such descriptors.
const firstEnd = 1 << 20

// end is an end of a pair, or without a peer a socket that cannot be connected: what was sent to it and not received yet.
type end struct {
	fd     int
	peer   *end
	in     []byte
	closed bool
	host   *sockets
}

// maxWaiting is how much may wait to be received.
const maxWaiting = 1 << 16

// Close ends an end once: a second time its number may be another's.
func (e *end) Close() error {
	if e.closed {
		return syscall.EBADF
	}
	e.closed = true
	if e.host.ends[e.fd] == e {
		delete(e.host.ends, e.fd)
	}
	return nil
}

// newEnd makes an end with the lowest free number.
func (h *sockets) newEnd() *end {
	e := &end{fd: firstEnd, host: h}
	for h.ends[e.fd] != nil {
		e.fd++
	}
	h.ends[e.fd] = e
	return e
}

func (e *end) readable() bool { return len(e.in) > 0 || e.peer == nil || e.peer.closed }
func (e *end) writable() bool { return e.peer == nil || e.peer.closed || len(e.peer.in) < maxWaiting }

func (e *end) send(t *Thread, data []byte) Value {
	n, err := e.put(data)
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return object.SmallInt(int64(n))
}

// put sends as much as there is room for.
func (e *end) put(data []byte) (int, error) {
	switch {
	case e.peer == nil:
		return 0, syscall.ENOTCONN
	case e.peer.closed:
		return 0, syscall.EPIPE
	}
	n := min(len(data), maxWaiting-len(e.peer.in))
	if n == 0 && len(data) > 0 {
		return 0, syscall.EAGAIN
	}
	e.peer.in = append(e.peer.in, data[:n]...)
	return n, nil
}

// recv fills b with what has come.
func (e *end) recv(b []byte) (int, error) {
	switch {
	case e.peer == nil:
		return 0, syscall.ENOTCONN
	case len(e.in) == 0 && !e.peer.closed && len(b) > 0:
		return 0, syscall.EAGAIN
	}
	n := copy(b, e.in)
	e.in = e.in[n:]
	return n, nil
}
