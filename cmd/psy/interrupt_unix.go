//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/psyco-go/psy/internal/host/system"
)

// dumpSignal asks for a dump.
var dumpSignal os.Signal = syscall.SIGUSR2

// dieByInterrupt ends the process by SIGINT, so that a shell sees what happened.
func dieByInterrupt() {
	signal.Reset(syscall.SIGINT)
	system.DefaultAction(syscall.SIGINT)
	syscall.Kill(syscall.Getpid(), syscall.SIGINT)
	time.Sleep(time.Second)
	os.Exit(130) // the signal is blocked
}
