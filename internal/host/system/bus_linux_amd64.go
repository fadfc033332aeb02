// The handler of SIGBUS. Go has none that a program could set without cgo, and turns the signal into a panic in Go code, into death elsewhere. This one looks
// whether the address lies in a Mapping: then the file has become shorter. It puts zeros in the place of the pages from there on, and what was interrupted goes
// on. Every other signal goes to Go's handler.

package system

import (
	"syscall"
	"unsafe"
)

// busNext is Go's handler; busHandlerPC is busHandler's address.
var busNext, busHandlerPC uintptr

// action is the kernel's struct sigaction.
type action struct {
	handler  uintptr
	flags    uint64
	restorer uintptr
	mask     uint64
}

// armBus sets the handler. False: it cannot be set.
func armBus() bool {
	var now action
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(syscall.SIGBUS), 0, uintptr(unsafe.Pointer(&now)), 8, 0, 0); errno != 0 {
		return false
	}
	switch now.handler {
	case busHandlerPC:
		return true
	case 0, 1: // the system's action, or none: a program wanted it so
		return false
	}
	busNext, now.handler = now.handler, busHandlerPC
	_, _, errno := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(syscall.SIGBUS), uintptr(unsafe.Pointer(&now)), 0, 8, 0, 0)
	return errno == 0
}
