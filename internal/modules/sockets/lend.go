// What package sslmod uses of sockets.

package sockets

import (
	"github.com/psyco-go/psy/internal/vm/object"
)

// IsSocket reports whether v is a socket.
func IsSocket(t *Thread, v Value) bool { return object.IsInstance(t, v, tSocket) }

// IsOpen reports whether a socket is not closed.
func IsOpen(v Value) bool { return isOpen(v) }

// Timeout is a socket's timeout in nanoseconds; -1: none, 0: it does not wait.
func Timeout(v Value) int64 { return sockOf(v).Wait }

// Receive takes what has arrived, without waiting: EAGAIN says that nothing has, 0 bytes that nothing will.
func Receive(t *Thread, v Value, b []byte) (int, error) {
	if e := endOf(t, v); e != nil {
		return e.recv(b)
	}
	return receiveNow(v, b)
}

// Send sends as much as there is room for, without waiting: EAGAIN says that there is none.
func Send(t *Thread, v Value, b []byte) (int, error) {
	if e := endOf(t, v); e != nil {
		return e.put(b)
	}
	return sendNow(v, b)
}

// Wait waits until bytes have arrived, or until some can be sent, at most as long as the socket's timeout, counted from when *end was 0. False: an exception
// is set.
func Wait(t *Thread, v Value, send bool, end *int64) bool { return waitFor(t, v, send, end) }
