// Reading and writing pipes and sockets without waiting, or without waiting longer than for a while.

package system

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// pipe makes a pipe that programs started do not get.
func pipe(p *[2]int) error { return syscall.Pipe2(p[:], syscall.O_CLOEXEC) }

// ReadAtOnce reads what is there; EAGAIN: nothing is, or the system's call would wait for some other reason. Other errors may also mean that the kind of file,
// or the system, does not know such reading.
func ReadAtOnce(fd int, p []byte) (int, error) { return vectorAtOnce(unix.SYS_PREADV2, fd, p) }

// WriteAtOnce writes as much as there is room for, as ReadAtOnce reads.
func WriteAtOnce(fd int, p []byte) (int, error) { return vectorAtOnce(unix.SYS_PWRITEV2, fd, p) }

// vectorAtOnce makes a call that never waits, whatever the flags of the open file are: so nobody has to be told that a thread of the system waits.
func vectorAtOnce(call uintptr, fd int, p []byte) (int, error) {
	v := unix.Iovec{Base: unsafe.SliceData(p)}
	v.SetLen(len(p))
	const here = ^uintptr(0) // the file's position
	n, _, errno := syscall.RawSyscall6(call, uintptr(fd), uintptr(unsafe.Pointer(&v)), 1, here, here, unix.RWF_NOWAIT)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// AwaitInput waits until there is something to read, or nothing will be, at most for so long, and no longer than until the descriptor wake (negative: none)
// can be read: then it is woken.
func AwaitInput(fd, wake int, wait time.Duration) (woken bool) {
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}, {Fd: int32(wake), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, int(wait/time.Millisecond))
	return err == nil && n > 0 && fds[1].Revents != 0
}

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
