// Sockets of a world that was granted the network: what it asks for is what its host knows how to judge.

package sockets

import (
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
)

// wholeNetwork reports whether the network is the process's own.
func wholeNetwork(t *Thread) bool {
	_, whole := network(t).(*system.Process)
	return whole
}

// mayOpen refuses sockets of other kinds than streams and datagrams, whose addresses nobody could judge. False: an exception is set.
func mayOpen(t *Thread, n [3]int) bool {
	if wholeNetwork(t) {
		return true
	}
	kind := n[1] &^ (unix.SOCK_NONBLOCK | unix.SOCK_CLOEXEC)
	switch n[0] {
	case unix.AF_INET, unix.AF_INET6, unix.AF_UNIX:
		if kind == unix.SOCK_STREAM || kind == unix.SOCK_DGRAM {
			return true
		}
	}
	native.RaiseIO(t, syscall.EACCES, null)
	return false
}

// mayListen refuses sockets that are not bound: the system would choose an address. False: an exception is set.
func mayListen(t *Thread, v Value) bool {
	if wholeNetwork(t) {
		return true
	}
	to, err := unix.Getsockname(int(sockOf(v).FD))
	bound := err == nil
	switch a := to.(type) {
	case *unix.SockaddrInet4:
		bound = a.Port != 0
	case *unix.SockaddrInet6:
		bound = a.Port != 0
	case *unix.SockaddrUnix:
		bound = a.Name != ""
	}
	if !bound {
		native.RaiseIO(t, syscall.EACCES, null)
	}
	return bound
}
