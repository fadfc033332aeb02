// Waiting for descriptors, without the runtime's lock and so that signals, and whoever cancels the program, are heard.

package sockets

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/parking"
	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/iomod"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

// watches reports whether threads can wait for descriptors together.
func watches(t *Thread) bool {
	if t.Alone() || t.RT.Watches() {
		return !t.Alone()
	}
	h := socketsKey.Of(t.RT)
	system.FindOwn()
	if h.set = parking.NewSet(iomod.OwnNumbers{}); h.set == nil {
		return false
	}
	t.RT.SetWatch(h.set)
	return true
}

// How pollFDs waits.
const (
	keepFile        = 1 << iota // see Thread.ParkFor; the number of a single descriptor may change
	untilFinalizers             // or until a finalizer has been called: it may have changed what the event loop is to do next
)

// pollFDs waits until one of fds is ready, or until end by the monotonic clock (-1: for ever), and gives how many are. False: an exception is set.
func pollFDs(t *Thread, fds []unix.PollFd, end int64, how int) (n int, ok bool) {
	s, ran := native.SystemOf(t), t.RT.FinalizersRun()
	for together := len(fds) == 1 && watches(t); ; {
		if !t.Poll() {
			return 0, false
		}
		if how&untilFinalizers != 0 && t.RT.FinalizersRun() != ran {
			return 0, true
		}
		left := time.Duration(-1)
		if end >= 0 {
			left = max(time.Duration(end-s.Monotonic()), 0)
		}
		wait, rests := t.UntilRest(left)
		if together && left != 0 {
			fd := int(fds[0].Fd)
			var at int
			var came int16
			at, came, together = t.ParkFor(fd, fds[0].Events, how&keepFile != 0, wait)
			fds[0].Fd = int32(at)
			if came != 0 && (came != unix.POLLNVAL || at == fd) {
				fds[0].Revents = came
				return 1, true
			}
			if together {
				if rests {
					t.Rest()
				}
				continue
			}
		}
		n, errno := pollOnce(t, fds, wait)
		switch {
		case errno != 0 && errno != syscall.EINTR:
			native.RaiseIO(t, errno, null)
			return 0, false
		case errno == 0 && n > 0:
			return n, true
		case left == 0:
			return 0, t.Poll()
		}
		if rests {
			t.Rest()
		}
	}
}

// pollOnce waits for fds, and for what is asked of the running thread, for at most d (negative: for ever), or less.
func pollOnce(t *Thread, fds []unix.PollFd, d time.Duration) (n int, errno syscall.Errno) {
	if d == 0 {
		return ppoll(fds, 0)
	}
	w := iomod.WakerOf(t)
	if w < 0 && (d < 0 || d > lookPoll) {
		d = lookPoll
	}
	all := fds
	if w >= 0 {
		all = append(fds, unix.PollFd{Fd: int32(w), Events: unix.POLLIN})
	}
	t.Wait(func() { n, errno = ppoll(all, d) })
	if w >= 0 && n > 0 && errno == 0 && all[len(fds)].Revents != 0 {
		if n--; t.IsMain() {
			w.Drain()
		}
	}
	copy(fds, all)
	return n, errno
}

// ppoll waits for at most d; negative: for ever.
func ppoll(fds []unix.PollFd, d time.Duration) (int, syscall.Errno) {
	ts := unix.NsecToTimespec(int64(d))
	p := uintptr(unsafe.Pointer(&ts))
	if d < 0 {
		p = 0
	}
	call := syscall.Syscall6
	if d == 0 {
		call = syscall.RawSyscall6
	}
	n, _, errno := call(unix.SYS_PPOLL, uintptr(unsafe.Pointer(unsafe.SliceData(fds))), uintptr(len(fds)), p, 0, 8, 0)
	return int(n), errno
}

// waits are those of one operation on a socket.
type waits struct {
	end  int64 // when they have to be over, by the monotonic clock: 0: none has begun; -1: never
	kept int   // stands for the file of a socket that another thread has closed during a wait, which does not end the wait; 0: none
}

// fd is the descriptor for the operation: a blocking one goes on with the file that it has begun with.
func (w *waits) fd(v Value) int {
	if s := sockOf(v); w.kept == 0 || s.Wait >= 0 {
		return int(s.FD)
	}
	return w.kept
}

// over ends the operation.
func (w *waits) over() {
	if w.kept != 0 {
		iomod.OwnNumbers{}.Drop(w.kept)
		w.kept = 0
	}
}

// await waits until the descriptor of a socket's operation can be used as events say, at most as long as the socket's timeout. False: an exception is set.
func await(t *Thread, v Value, events int16, w *waits) bool {
	s, fd := sockOf(v), w.fd(v)
	if fd < 0 { // which ppoll would pass over
		native.RaiseIO(t, syscall.EBADF, null)
		return false
	}
	if w.end == 0 {
		if w.end = -1; s.Wait >= 0 {
			w.end = timemod.Deadline(native.SystemOf(t), time.Duration(s.Wait))
		}
	}
	p := [2]unix.PollFd{{Fd: int32(fd), Events: events}}
	n, ok := pollFDs(t, p[:1], w.end, keepFile)
	if at := int(p[0].Fd); at != fd {
		w.over()
		w.kept = at
	}
	switch {
	case ok && n == 0 && w.fd(v) < 0:
		native.RaiseIO(t, syscall.EBADF, null)
	case ok && n == 0:
		object.Raise(t, object.TTimeoutError, "timed out")
	}
	return ok && n > 0
}

// ready waits for at most d (negative: for ever) until one of the descriptors can be used, and tells which can. False: an exception is set.
func ready(t *Thread, fds []system.Waiting, d time.Duration) bool {
	end := int64(-1)
	if d >= 0 {
		end = timemod.Deadline(native.SystemOf(t), d)
	}
	p := make([]unix.PollFd, len(fds), len(fds)+1)
	for i, f := range fds {
		p[i].Fd = int32(f.FD)
		if f.Read {
			p[i].Events |= unix.POLLIN
		}
		if f.Write {
			p[i].Events |= unix.POLLOUT
		}
		if f.Except {
			p[i].Events |= unix.POLLPRI
		}
	}
	if _, ok := pollFDs(t, p, end, 0); !ok {
		return false
	}
	for i := range fds {
		f, r := &fds[i], p[i].Revents
		f.Failed = r&unix.POLLNVAL != 0
		f.Except = f.Except && r&unix.POLLPRI != 0
		f.Read = f.Read && r&(unix.POLLIN|unix.POLLHUP|unix.POLLERR) != 0
		f.Write = f.Write && r&(unix.POLLOUT|unix.POLLERR) != 0
	}
	return true
}
