// Pages of psy's own file that only the start of a program needed: given back to the system.

package main

import (
	"time"

	"github.com/psyco-go/psy/internal/host/ownfile"
)

// forgetStart takes the pages of psy's file out of the process some time after a program has begun, when it has imported most of what it needs, and
// again later. What is used comes back from the system's cache of files; what only the start used, more than half of it, does not.
func forgetStart() {
	for _, pause := range []time.Duration{20, 40, 100, 300, 1000} {
		time.Sleep(pause * time.Millisecond)
		ownfile.Forget()
	}
}
