// Signals that Go treats otherwise than programs expect.

//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/psyco-go/psy/internal/host/system"
)

// setActions makes writing to a broken pipe, and beyond a file's greatest size, an error, which the program sees, instead of the process's end, and has
// signals end the process that Go would ignore, or answer with the stacks of all goroutines (SIGQUIT; with PSY_LOUD Go does).
func setActions() {
	system.Discard(syscall.SIGPIPE, syscall.SIGXFSZ)
	for _, n := range []syscall.Signal{syscall.SIGALRM, syscall.SIGUSR1, syscall.SIGVTALRM, syscall.SIGIO, syscall.SIGQUIT} {
		if !signal.Ignored(n) && (n != syscall.SIGQUIT || os.Getenv("PSY_LOUD") == "") {
			new(system.Process).Default(n)
		}
	}
}
