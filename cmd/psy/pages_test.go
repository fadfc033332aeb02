package main

import (
	"fmt"
	"testing"

	"github.com/psyco-go/psy/internal/host/fault"
)

// TestPages: what programs do not use of psy's file is out of the process, and where faults are cheap more as the heap grows.
func TestPages(t *testing.T) {
	const resident = `
import os
program = os.path.realpath("/proc/self/exe")
def resident():
    functions = size = watched = 0
    with open("/proc/self/smaps") as f:
        for line in f:
            words = line.split()
            if "-" in words[0]:
                text = words[1] == "r-xp" and words[-1] == program
            elif words[0] == "Rss:":
                size = int(words[1])
                functions += text and size
            elif words[0] == "VmFlags:" and "uw" in words:
                watched += size
    return functions, watched
try:
    before = resident()
except OSError:
    before = ()
x = [[i] for i in range(200_000)]
print(*before, *(before and resident()[1:]))`
	r := psy(t, "", "-S", "-X", "psy.stdlib=embedded", "-c", resident)
	var functions, few, fewer int
	n, _ := fmt.Sscan(r.out, &functions, &few, &fewer)
	if fault.Dear {
		const most = 8 << 10 // of 13 MB, 11 of which make psy ready
		if n != 3 || functions == 0 || functions > most {
			t.Errorf("%d KB of psy's functions in the process %s", functions, r.errOut)
		}
		return
	}
	if n == 3 && few == 0 {
		t.Skip("the system refuses a userfaultfd that tracks writes asynchronously (Linux before 6.7)")
	}
	const most = 6 << 10                      // 7 MB make psy ready, besides the constants
	if n != 3 || few > most || fewer >= few { // else a third more
		t.Errorf("%d KB of psy's file before a heap of 16 MB, and %d with it %s", few, fewer, r.errOut)
	}
}
