// What a child has of the thread that starts it.

package system

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// prepare gives the thread the mask and the scheduling that the child is to have.
func (c *Child) prepare() error {
	if c.Schedule {
		number, policy := uintptr(unix.SYS_SCHED_SETSCHEDULER), c.Policy
		priority := int32(c.Priority)
		var errno syscall.Errno
		if policy < 0 {
			_, _, errno = syscall.Syscall(unix.SYS_SCHED_SETPARAM, 0, uintptr(unsafe.Pointer(&priority)), 0)
		} else {
			_, _, errno = syscall.Syscall(number, 0, uintptr(policy), uintptr(unsafe.Pointer(&priority)))
		}
		if errno != 0 {
			return errno
		}
	}
	if c.Mask {
		return setMask(c.Masked)
	}
	return nil
}
