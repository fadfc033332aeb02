// Generated programs, each run by the compiler under several settings, and made small where they differ from CPython.

package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
	"github.com/psyco-go/psy/internal/testkit/randprog"
)

// fuzzSettings are -X options.
var fuzzSettings = []string{
	"psy.threshold=0",
	"",
	"psy.threshold=0 psy.maxversions=0",
	"psy.threshold=0 psy.maxversions=1",
	"psy.threshold=0 psy.maxversions=3",
	"psy.threshold=7 psy.codecap=28K psy.check",
}

// TestFuzz runs PSY_TEST_FUZZ programs, from PSY_TEST_SEED on, with the CPython that PSY_CPYTHON names.
func TestFuzz(t *testing.T) {
	if os.Getenv("PSY_CPYTHON") == "" {
		t.Skip("PSY_CPYTHON names no interpreter")
	}
	exe := psy(t)
	seed, count := number(t, "PSY_TEST_SEED", 1), number(t, "PSY_TEST_FUZZ", 3)
	small := t.TempDir()
	inParallel(t, seeds(seed, count), func(t *testing.T, p oracle.Program) {
		c := generate(t, p.Name)
		for _, x := range fuzzSettings {
			args := []string{exe, "run", "-X", "psy.engine=psyco"}
			for f := range strings.FieldsSeq(x) {
				args = append(args, "-X", f)
			}
			run := func(pyc string) oracle.Result {
				return oracle.Run(filepath.Dir(pyc), programLimit(t), "", append(args, filepath.Base(pyc))...)
			}
			d := oracle.Diff(c.want, run(c.pyc))
			if d == "" {
				continue
			}
			differs := func(prog *randprog.Program) string {
				want, err := cpythonRuns(small, p.Name, prog.Source())
				if err != nil {
					return ""
				}
				return oracle.Diff(want, run(filepath.Join(small, p.Name+".pyc")))
			}
			least := c.prog.Minimise(func(prog *randprog.Program) bool { return differs(prog) != "" })
			t.Fatalf("seed %d, %q: %s\nminimised:\n%s\n%s", c.seed, x, d, least.Source(), differs(least))
		}
	})
}
