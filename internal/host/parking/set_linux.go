package parking

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/forking"
)

// A Set has descriptors that are waited for. One goroutine at a time takes what has come.
type Set struct {
	fd      int // -1: closed
	waker   Counter
	known   map[int]bool // the descriptors that the system's set has
	events  [64]unix.EpollEvent
	numbers Numbers
}

// Numbers are for descriptors that the program does not know of.
type Numbers interface {
	Keep(fd int) int // another number for the file that fd stands for; -1: there is none
	Drop(fd int)     // closes one of those
}

// NewSet makes a set; nil: no descriptor is left for it.
func NewSet(numbers Numbers) *Set {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil
	}
	s := &Set{fd: numbers.Keep(fd), waker: NewCounter(numbers), known: map[int]bool{}, numbers: numbers}
	unix.Close(fd)
	forking.SetPoll(s.fd, true)
	if s.fd < 0 || s.waker < 0 || s.control(unix.EPOLL_CTL_ADD, int(s.waker), unix.EPOLLIN, unix.EpollEvent{Fd: -1, Pad: -1}) != 0 {
		s.Close()
		return nil
	}
	return s
}

// Close gives the descriptors of the set itself back. Nobody may be in Wait.
func (s *Set) Close() {
	if s.fd >= 0 {
		forking.SetPoll(s.fd, false)
		s.numbers.Drop(s.fd)
	}
	s.waker.Close(s.numbers)
	s.fd, s.waker = -1, -1
}

// Keep gives another number for the file that fd stands for, which may be closed then; -1: there is none.
func (s *Set) Keep(fd int) int { return s.numbers.Keep(fd) }

// control changes what the system's set has. says is what it tells of fd: the number and a mark, but for the waker, whose number it does not tell. That is
// how package forking knows what to copy.
func (s *Set) control(op, fd int, events uint32, says unix.EpollEvent) syscall.Errno {
	says.Events = events
	_, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_CTL, uintptr(s.fd), uintptr(op), uintptr(fd), uintptr(unsafe.Pointer(&says)), 0, 0)
	return errno
}

// Add has fd waited for, until it is ready once, which Ready tells by mark: the file that the number stood for before may be ready, too. False: it cannot
// be waited for.
func (s *Set) Add(fd int, events int16, mark int32) bool {
	want, says := uint32(uint16(events))|unix.EPOLLONESHOT, unix.EpollEvent{Fd: int32(fd), Pad: mark}
	errno := syscall.ENOENT
	if s.known[fd] {
		errno = s.control(unix.EPOLL_CTL_MOD, fd, want, says)
	}
	if errno == syscall.ENOENT { // new, or another than it was
		if errno = s.control(unix.EPOLL_CTL_ADD, fd, want, says); errno == syscall.EEXIST {
			errno = s.control(unix.EPOLL_CTL_MOD, fd, want, says)
		}
	}
	if errno != 0 {
		delete(s.known, fd)
		return false
	}
	s.known[fd] = true
	return true
}

// Remove has fd not waited for any more.
func (s *Set) Remove(fd int) {
	s.control(unix.EPOLL_CTL_DEL, fd, 0, unix.EpollEvent{})
	s.Forget(fd)
}

// Forget says that fd, which nobody waits for, will be closed.
func (s *Set) Forget(fd int) { delete(s.known, fd) }

// Wake has Wait return.
func (s *Set) Wake() { s.waker.Signal() }

// Now takes the descriptors that are ready.
func (s *Set) Now() int {
	n, _, errno := syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(s.fd), uintptr(unsafe.Pointer(&s.events)), uintptr(len(s.events)), 0, 0, 0)
	return s.count(n, errno)
}

// Wait waits until descriptors are ready, or Wake is called, or d is over (negative: never), and takes those.
func (s *Set) Wait(d time.Duration) int {
	ms := -1
	if d >= 0 {
		ms = int(min((d+time.Millisecond-1)/time.Millisecond, 1<<30))
	}
	n, _, errno := syscall.Syscall6(unix.SYS_EPOLL_PWAIT, uintptr(s.fd), uintptr(unsafe.Pointer(&s.events)), uintptr(len(s.events)), uintptr(ms), 0, 0)
	return s.count(n, errno)
}

func (s *Set) count(n uintptr, errno syscall.Errno) int {
	if errno != 0 {
		return 0
	}
	return int(n)
}

// Ready is the i-th of those that were taken; -1: Wake was called.
func (s *Set) Ready(i int) (fd int, mark int32, events int16) {
	e := s.events[i]
	if fd = int(e.Fd); fd < 0 {
		s.waker.Drain()
	}
	return fd, e.Pad, int16(e.Events)
}
