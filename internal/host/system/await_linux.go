// Waiting for a process without taking its status.

package system

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// awaitChange returns when Wait4 may have something to tell.
func awaitChange(pid, options int) {
	kind, id := unix.P_PID, pid
	switch {
	case pid == -1:
		kind, id = unix.P_ALL, 0
	case pid == 0:
		kind, id = unix.P_PGID, syscall.Getpgrp()
	case pid < 0:
		kind, id = unix.P_PGID, -pid
	}
	flags := unix.WEXITED | unix.WNOWAIT | options&^unix.WNOHANG
	for unix.Waitid(kind, id, nil, flags, nil) == unix.EINTR {
	}
}
