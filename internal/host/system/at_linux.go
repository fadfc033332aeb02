// Files named from an open folder.

package system

import (
	"strconv"
	"syscall"
)

// At is a name for a file that is named from the folder open as fd: the system's own name of the descriptor leads to the folder itself, wherever it
// has gone. "" is what is open.
func (*Process) At(fd int, name string) (string, error) {
	if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFD, 0); errno != 0 {
		return "", errno
	}
	at := "/proc/self/fd/" + strconv.Itoa(fd)
	if name != "" {
		at += "/" + name
	}
	return at, nil
}

// AccessAs is Access with the effective ids of the process, or of a link itself.
func (*Process) AccessAs(name string, mode uint32, effective, follow bool) bool {
	const here, asEffective, noFollow = -100, 0x200, 0x100
	flags := 0
	if effective {
		flags |= asEffective
	}
	if !follow {
		flags |= noFollow
	}
	return syscall.Faccessat(here, name, mode, flags) == nil
}
