//go:build !linux

package system

import (
	"syscall"
	"time"
)

// DefaultAction gives a signal back its default action, as far as Go can.
func DefaultAction(syscall.Signal) {}

func vital(syscall.Signal) bool { return false }

func (*Process) SetTimer(which int, first, every time.Duration) (left, interval time.Duration, err error) {
	return 0, 0, errNoTimer
}

func (*Process) Timer(which int) (left, interval time.Duration, err error) { return 0, 0, errNoTimer }

func (*Process) Blocked() (mask uint64, own bool) { return 0, false }

// TakeAll has nothing to do where masks are not known.
func TakeAll() {}

const errNoTimer = syscall.Errno(38) // ENOSYS of Linux, which is what programs are told everywhere

func rearmBus(syscall.Signal) {}
