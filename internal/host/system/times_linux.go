// Setting the times of files, also of links themselves.

package system

import (
	"syscall"
	"time"
	"unsafe"
)

// SetTimes sets when a file was last read and changed, or the link itself.
func (*Process) SetTimes(name string, read, changed time.Time, follow bool) error {
	p, err := syscall.BytePtrFromString(name)
	if err != nil {
		return err
	}
	const here, noFollow = -100, 0x100
	ts := [2]syscall.Timespec{{Sec: read.Unix(), Nsec: int64(read.Nanosecond())}, {Sec: changed.Unix(), Nsec: int64(changed.Nanosecond())}}
	flags := uintptr(noFollow)
	if follow {
		flags = 0
	}
	at := here
	_, _, errno := syscall.Syscall6(syscall.SYS_UTIMENSAT, uintptr(at), uintptr(unsafe.Pointer(p)), uintptr(unsafe.Pointer(&ts)), flags, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
