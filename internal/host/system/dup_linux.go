// Descriptors that lead to what another leads to.

package system

import (
	"os"
	"syscall"
)

// Dup gives a new descriptor of what fd leads to.
func (*Process) Dup(fd int) (File, error) {
	to, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_DUPFD_CLOEXEC, 0)
	if errno != 0 {
		return nil, errno
	}
	return os.NewFile(to, ""), nil
}

// DupTo makes the descriptor to lead to what fd leads to.
func (*Process) DupTo(fd, to int, inherited bool) error {
	if fd == to {
		_, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFD, 0)
		if errno != 0 {
			return errno
		}
		return nil
	}
	if Own(to) {
		return syscall.EBADF
	}
	flags := syscall.O_CLOEXEC
	if inherited {
		flags = 0
	}
	return syscall.Dup3(fd, to, flags)
}

// Sync waits until what was written to fd is stored.
func (*Process) Sync(fd int, dataOnly bool) error {
	if dataOnly {
		return syscall.Fdatasync(fd)
	}
	return syscall.Fsync(fd)
}
