//go:build !linux

package system

import (
	"os"
	"syscall"
	"time"
)

// SetTimes sets when a file was last read and changed.
func (*Process) SetTimes(name string, read, changed time.Time, follow bool) error {
	if !follow {
		return syscall.ENOSYS
	}
	return os.Chtimes(name, read, changed)
}
