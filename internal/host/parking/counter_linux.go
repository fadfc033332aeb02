package parking

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/psyco-go/psy/internal/host/forking"
)

// A Counter is a descriptor (eventfd) by which who waits in the system is woken. A child of the process has one of its own by the same number. -1: none.
type Counter int

// NewCounter makes a counter; -1: no descriptor is left for it.
func NewCounter(numbers Numbers) Counter {
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return -1
	}
	defer unix.Close(fd)
	c := Counter(numbers.Keep(fd))
	if c >= 0 {
		forking.SetCounter(int(c), true)
	}
	return c
}

// Close gives the descriptor back.
func (c Counter) Close(numbers Numbers) {
	if c >= 0 {
		forking.SetCounter(int(c), false)
		numbers.Drop(int(c))
	}
}

// Signal makes the counter readable until Drain.
func (c Counter) Signal() {
	one := uint64(1)
	unix.Write(int(c), (*[8]byte)(unsafe.Pointer(&one))[:])
}

// Drain takes all signals.
func (c Counter) Drain() {
	var b [8]byte
	syscall.RawSyscall(unix.SYS_READ, uintptr(c), uintptr(unsafe.Pointer(&b)), uintptr(len(b)))
}
