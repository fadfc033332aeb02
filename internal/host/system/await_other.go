// Waiting for a process where it cannot be done without taking its status.

//go:build unix && !linux

package system

import "time"

// awaitChange returns when it is time to ask again.
func awaitChange(pid, options int) { time.Sleep(2 * time.Millisecond) }
