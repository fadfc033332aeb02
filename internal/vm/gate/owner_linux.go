// Owners where processors keep the order of stores, and a thread may have others pass a barrier. The race detector does not see what plain stores order.

//go:build linux && amd64 && !race

package gate

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// canOwn tells whether there are owners: the system must let the process register for barriers.
var canOwn = membarrier(1<<4) && membarrier(1<<3)

// membarrier calls the system: 1<<3 is the barrier, which all threads of the process have passed when the call returns, 1<<4 registers for it.
func membarrier(command uintptr) bool {
	_, _, e := unix.Syscall(unix.SYS_MEMBARRIER, command, 0, 0)
	return e == 0
}

// barrier has all threads that run goroutines pass a memory barrier.
func barrier() {
	if !membarrier(1 << 3) { // refused from now on: Go stops all goroutines for this
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
	}
}

// pass lets the owner in: it says that it is within, and then looks again whether it is the owner. The processor may have loaded that before it stored
// the other: see the package's comment. False: the goroutine is not the owner, or within already.
//
//go:noescape
func pass(o *owning) bool
