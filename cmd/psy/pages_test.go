package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/host/fault"
)

// TestPages: programs learn which pages of psy's file they use, up to the eighth; from then on the rest is taken out of the process, and more as the heap grows.
func TestPages(t *testing.T) {
	cache := t.TempDir()
	run := func() []byte {
		r := psy(t, "", "-S", "-X", "psy.stdlib=embedded", "-X", "psy.cache="+cache, "-c",
			"try:\n with open('/proc/self/smaps') as f: print(sum(' uw' in l for l in f))\nexcept OSError: print(0)")
		switch {
		case r.status != 0 || r.errOut != "":
			t.Fatalf("%d %s", r.status, r.errOut)
		case r.out == "0\n":
			t.Skip("the system refuses a userfaultfd that tracks writes asynchronously (Linux before 6.7)")
		case r.out != "2\n":
			t.Fatalf("%q: parts of psy's file whose pages come one by one; two expected", r.out)
		}
		files, _ := filepath.Glob(filepath.Join(cache, "build-*", pages))
		known, err := os.ReadFile(strings.Join(files, " "))
		if err != nil {
			t.Fatal(err)
		}
		return known
	}
	before := run()
	for range 7 {
		now := run()
		if string(now) == string(before) {
			t.Fatal("nothing more was learned")
		}
		before = now
	}
	if now := run(); string(now) != string(before) {
		t.Error("it goes on learning")
	}
	if fault.Dear {
		return
	}
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
before = resident()
x = [[i] for i in range(200_000)]
print(before, resident())`
	r := psy(t, "", "-S", "-X", "psy.stdlib=embedded", "-X", "psy.cache="+cache, "-c", resident)
	var few, fewer int
	if n, _ := fmt.Sscan(r.out, &few, &fewer); n != 2 || fewer >= few { // else a third more
		t.Errorf("%d KB of psy's file before a heap of 16 MB, and %d with it %s", few, fewer, r.errOut)
	}
}
