// Comparisons of the bits that functions of floats give.

package tests

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// TestLiveFloats compares every function of math and cmath, the operators of floats and complex numbers, and what statistics and random make
// of them, on 10,000 random arguments each (PSY_TEST_FLOATS says how many), with the CPython whose C library is followed.
func TestLiveFloats(t *testing.T) {
	python, exe := cpython(t), psy(t)
	if other := oracle.OtherFloats(python); other != "" {
		t.Skipf("psy has the floats of another C library or processor: %s", other)
	}
	count := number(t, "PSY_TEST_FLOATS", 10000)
	if testing.Short() {
		count = min(count, 500)
	}
	script, err := filepath.Abs(filepath.Join("live", "floats.py"))
	if err != nil {
		t.Fatal(err)
	}
	home, err := oracle.Home(python)
	if err != nil {
		t.Fatal(err)
	}
	run := func(command []string, args ...string) []string {
		c := exec.Command(command[0], append(append(command[1:], script, strconv.Itoa(count)), args...)...)
		c.Env = append(oracle.Env(), "PYTHONHOME="+home)
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v: %v", c, err)
		}
		return strings.Split(strings.TrimSpace(string(out)), "\n")
	}
	runners := [2][]string{{python}, psyRun(exe)}
	want, got := run(runners[0]), run(runners[1])
	if len(want) != len(got) || len(want) < 100 {
		t.Fatalf("%d functions, CPython has %d", len(got), len(want))
	}
	for i := range want {
		if want[i] == got[i] {
			continue
		}
		_, name, _ := strings.Cut(want[i], " ")
		bad := 0
		calls := run(runners[1], name)
		for j, line := range run(runners[0], name) {
			if line == calls[j] {
				continue
			}
			if bad++; bad <= 3 {
				t.Errorf("%s of %s, CPython has %s", name, calls[j], line)
			}
		}
		t.Errorf("%s: %d of %d results differ", name, bad, len(calls))
	}
}
