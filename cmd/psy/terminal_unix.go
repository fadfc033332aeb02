//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"
)

// watchSize has Resized tell of SIGWINCH.
func (t *terminal) watchSize() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGWINCH)
	go func() {
		for range c {
			tell(t.resized)
		}
	}()
}

// Suspend stops the process, and those it was started with, out of raw mode. Without a shell that could continue them the system does not.
func (t *terminal) Suspend() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGCONT)
	defer signal.Stop(c)
	t.leave()
	if syscall.Kill(0, syscall.SIGTSTP) == nil {
		select {
		case <-c:
		case <-time.After(100 * time.Millisecond): // enough for the signal to come
		}
	}
	t.enter()
}

// drawingMode: output needs no mode of its own.
func drawingMode(*os.File) *term.State { return nil }
