// Writing to pipes without waiting longer than for a while.

package system

import (
	"time"

	"golang.org/x/sys/unix"
)

// pipeAtOnce is what a pipe takes in one piece once it takes anything (PIPE_BUF).
const pipeAtOnce = 4096

// WriteSoon writes some of p to a pipe whose other end may be slow, as soon as there is room; EAGAIN: there was none for so long.
func WriteSoon(fd int, p []byte, wait time.Duration) (int, error) {
	ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
	switch n, err := unix.Poll(ready, int(wait/time.Millisecond)); {
	case err != nil && err != unix.EINTR:
		return 0, err
	case n <= 0:
		return 0, unix.EAGAIN
	}
	room := pipeAtOnce
	if len(p) > room {
		if held, err := unix.IoctlGetInt(fd, unix.TIOCINQ); err == nil && held == 0 { // an empty pipe
			if size, err := unix.FcntlInt(uintptr(fd), unix.F_GETPIPE_SZ, 0); err == nil {
				room = max(room, size)
			}
		}
	}
	return WriteNow(fd, p[:min(len(p), room)])
}
