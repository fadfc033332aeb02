// Waiting for a signal of the system.

package faults

import (
	"os"
	"os/signal"
	"syscall"
)

// listen calls f for each signal that comes, until stop is called.
func listen(n syscall.Signal, f func()) (stop func()) {
	arrived, done := make(chan os.Signal, 1), make(chan bool)
	signal.Notify(arrived, n)
	go func() {
		for {
			select {
			case <-arrived:
				f()
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(arrived)
		close(done)
	}
}
