// Comparisons of what operations on decimals give.

package tests

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// TestLiveDecimals compares 20,000 operations on random decimals in random contexts (PSY_TEST_DECIMALS says how many, PSY_TEST_SEED which),
// with all flags, with those of CPython's _decimal.
func TestLiveDecimals(t *testing.T) {
	python, exe := cpython(t), psy(t)
	count, seed := number(t, "PSY_TEST_DECIMALS", 20000), number(t, "PSY_TEST_SEED", 1)
	if testing.Short() {
		count = min(count, 2000)
	}
	script, err := filepath.Abs(filepath.Join("live", "decimals.py"))
	if err != nil {
		t.Fatal(err)
	}
	home, err := oracle.Home(python)
	if err != nil {
		t.Fatal(err)
	}
	run := func(command ...string) []string {
		c := exec.Command(command[0], append(command[1:], script, strconv.Itoa(seed), strconv.Itoa(count))...)
		c.Env = append(oracle.Env(), "PYTHONHOME="+home)
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v: %v", c, err)
		}
		return strings.Split(strings.TrimSpace(string(out)), "\n")
	}
	want, got := run(python), run(psyRun(exe)...)
	if len(want) != count || len(got) != count {
		t.Fatalf("seed %d: %d lines, CPython has %d", seed, len(got), len(want))
	}
	bad := 0
	for i := range want {
		if want[i] != got[i] {
			if bad++; bad <= 5 {
				t.Errorf("seed %d:\n%s\nCPython has\n%s", seed, got[i], want[i])
			}
		}
	}
	if bad > 0 {
		t.Errorf("seed %d: %d of %d results differ", seed, bad, count)
	}
}
