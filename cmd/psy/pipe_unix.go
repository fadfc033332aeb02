// Broken pipes.

//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// keepAlive makes writing to a broken pipe an error, which the program sees, instead of the process's end.
func keepAlive() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
