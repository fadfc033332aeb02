// Waiting for descriptors, without the runtime's lock and so that signals, and whoever cancels the program, are heard.

package sockets

import (
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/system"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/modules/timemod"
	"github.com/psyco-go/psy/internal/vm/object"
)

// endPoll is how often threads other than the main one look whether they are to end.
const endPoll = 50 * time.Millisecond

// waker is a descriptor that the main thread waits for beside those of the program.
type waker struct {
	mu sync.Mutex
	fd int // -1: closed
}

// Wake has the main thread stop waiting.
func (w *waker) Wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fd >= 0 {
		one := uint64(1)
		unix.Write(w.fd, (*[8]byte)(unsafe.Pointer(&one))[:])
	}
}

func (w *waker) drain() {
	var b [8]byte
	rawRead(w.fd, b[:])
}

func (w *waker) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fd >= 0 {
		system.SetOwn(w.fd, false)
		unix.Close(w.fd)
		w.fd = -1
	}
}

// wakerFrom is where numbers of wakers begin: programs reckon with the lowest ones, and for one above 63 the system makes a new table, which takes 7 ms.
const wakerFrom = 60

// wakerOf is the runtime's; nil: no descriptor is left for it.
func wakerOf(t *Thread) *waker {
	h := socketsKey.Of(t.RT)
	if h.waker == nil {
		low, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
		if err != nil {
			return nil
		}
		fd, errno := rawFcntl(low, unix.F_DUPFD_CLOEXEC, wakerFrom)
		unix.Close(low)
		if errno != 0 {
			return nil
		}
		system.SetOwn(fd, true)
		h.waker = &waker{fd: fd}
		var w object.Waker = h.waker
		t.RT.Waker.Store(&w)
	}
	return h.waker
}

// pollFDs waits until one of fds is ready, or until end by the monotonic clock (-1: for ever), and gives how many are. False: an exception is set.
func pollFDs(t *Thread, fds []unix.PollFd, end int64) (n int, ok bool) {
	s := native.SystemOf(t)
	var w *waker
	all := fds
	if t.IsMain() {
		if w = wakerOf(t); w != nil {
			all = append(fds, unix.PollFd{Fd: int32(w.fd), Events: unix.POLLIN})
		}
	}
	for {
		if !t.Poll() {
			return 0, false
		}
		left := time.Duration(-1)
		if end >= 0 {
			left = max(time.Duration(end-s.Monotonic()), 0)
		}
		wait := left
		if w == nil && (wait < 0 || wait > endPoll) {
			wait = endPoll
		}
		var errno syscall.Errno
		if wait == 0 {
			n, errno = ppoll(all, 0)
		} else {
			t.Wait(func() { n, errno = ppoll(all, wait) })
		}
		switch {
		case errno == syscall.EINTR:
			n = 0
		case errno != 0:
			native.RaiseIO(t, errno, null)
			return 0, false
		}
		if w != nil && all[len(all)-1].Revents != 0 && n > 0 {
			w.drain()
			n--
		}
		if n > 0 {
			copy(fds, all)
			return n, true
		}
		if left == 0 {
			return 0, t.Poll()
		}
	}
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

// await waits until a socket's descriptor can be used as events say, at most as long as its timeout, counted from when *end was 0. False: an exception
// is set.
func await(t *Thread, v Value, events int16, end *int64) bool {
	s := sockOf(v)
	if s.FD < 0 { // which ppoll would pass over
		native.RaiseIO(t, syscall.EBADF, null)
		return false
	}
	if *end == 0 {
		if *end = -1; s.Wait >= 0 {
			*end = timemod.Deadline(native.SystemOf(t), time.Duration(s.Wait))
		}
	}
	p := [2]unix.PollFd{{Fd: int32(s.FD), Events: events}}
	n, ok := pollFDs(t, p[:1], *end)
	if ok && n == 0 {
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
	if _, ok := pollFDs(t, p, end); !ok {
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
