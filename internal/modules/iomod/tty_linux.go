// Whether a descriptor is a terminal.

package iomod

import (
	"syscall"
	"unsafe"
)

func isTerminal(fd int) bool {
	var termios [64]byte
	_, _, e := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), syscall.TCGETS, uintptr(unsafe.Pointer(&termios)))
	return e == 0
}
