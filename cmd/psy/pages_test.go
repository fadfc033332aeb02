package main

import (
	"fmt"
	"testing"

	"github.com/psyco-go/psy/internal/host/fault"
)

// TestPages: what programs do not use of psy's file is out of the process, and more as the heap grows.
func TestPages(t *testing.T) {
	const resident = `
def resident():
    with open("/proc/self/smaps") as f:
        size, sum = 0, 0
        for line in f:
            if line.startswith("Rss:"):
                size = int(line.split()[1])
            elif line.startswith("VmFlags:") and " uw" in line:
                sum += size
    return sum
try:
    before = resident()
except OSError:
    before = 0
x = [[i] for i in range(200_000)]
print(before, before and resident())`
	r := psy(t, "", "-S", "-X", "psy.stdlib=embedded", "-c", resident)
	var few, fewer int
	n, _ := fmt.Sscan(r.out, &few, &fewer)
	if n == 2 && few == 0 {
		t.Skip("the system refuses a userfaultfd that tracks writes asynchronously (Linux before 6.7)")
	}
	const most = 6 << 10                                     // 7 MB make psy ready, besides the constants
	if n != 2 || few > most || !fault.Dear && fewer >= few { // else a third more
		t.Errorf("%d KB of psy's file before a heap of 16 MB, and %d with it %s", few, fewer, r.errOut)
	}
}
