package main

import (
	"syscall"
	"unsafe"
)

// defaultAction gives a signal back its default action. signal.Reset leaves one ignored that was so when psy was started, as shells do with
// what they run in the background.
func defaultAction(sig syscall.Signal) {
	var none [32 + 4*unsafe.Sizeof(uintptr(0))]byte // SIG_DFL is 0, and so are no flags; larger than the kernel's struct
	syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(&none)), 0, 8, 0, 0)
}
