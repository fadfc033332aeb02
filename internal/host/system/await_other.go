// Waiting for a process where it cannot be done without taking its status, and signals to the process itself.

//go:build unix && !linux

package system

import (
	"os"
	"syscall"
	"time"
)

// awaitChange returns when it is time to ask again.
func awaitChange(pid, options int) { time.Sleep(2 * time.Millisecond) }

// KillSelf sends a signal to the process.
func KillSelf(n syscall.Signal) error { return syscall.Kill(os.Getpid(), n) }
