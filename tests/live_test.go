// Comparisons with a CPython 3.13 found on this machine: the programs, and generated ones.

package tests

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
	"github.com/psyco-go/psy/internal/testkit/randprog"
)

func cpython(t *testing.T) string {
	t.Helper()
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found (PSY_CPYTHON, python3.13 on PATH, pyenv)")
	}
	return python
}

// TestLiveRecorded checks the recorded outputs and .pyc files against this machine's CPython.
func TestLiveRecorded(t *testing.T) {
	python := cpython(t)
	all, dir := programs(t), t.TempDir()
	var files [][2]string
	for _, p := range all {
		files = append(files, [2]string{filepath.Join(p.Dir, p.Name+".py"), filepath.Join(dir, p.Name+".pyc")})
	}
	if err := oracle.CompileAll(python, files); err != nil {
		t.Fatal(err)
	}
	inParallel(t, all, func(t *testing.T, p oracle.Program) {
		got := oracle.Run(p.Dir, time.Minute, p.Stdin, append([]string{python, p.Name + ".pyc"}, p.Args...)...)
		if d := oracle.Diff(p.Want, got); d != "" {
			t.Errorf("CPython differs from the record: %s", d)
		}
		now, err := os.ReadFile(filepath.Join(dir, p.Name+".pyc"))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(filepath.Join(p.Dir, p.Name+".pyc"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(now, kept) {
			t.Errorf("%s.pyc is not what CPython makes of the source (go run ./tests/gen %s)", p.Name, p.Name)
		}
	})
}

// TestLiveRandom compares psy with CPython on generated programs. PSY_TEST_SEED and PSY_TEST_COUNT choose them,
// PSY_TEST_MINIMISE=1 shrinks a program that differs.
func TestLiveRandom(t *testing.T) {
	cpython(t)
	exe := psy(t)
	seed, count := number(t, "PSY_TEST_SEED", 1), number(t, "PSY_TEST_COUNT", 20)
	if testing.Short() {
		count = min(count, 10)
	}
	t.Logf("seeds %d to %d", seed, seed+count-1)
	small := t.TempDir()
	inParallel(t, seeds(seed, count), func(t *testing.T, p oracle.Program) {
		c := generate(t, p.Name)
		if c.want.Status < 0 {
			t.Skipf("seed %d: CPython itself crashes", c.seed) // 3.13.0 does with some frames that are kept
		}
		d := oracle.Diff(c.want, psyRuns(exe, c.pyc))
		if d == "" {
			return
		}
		t.Errorf("seed %d: %s\nreproduce: PSY_TEST_XFLAGS='%s' PSY_TEST_SEED=%d PSY_TEST_COUNT=1 go test ./tests -run TestLiveRandom", c.seed, d, os.Getenv("PSY_TEST_XFLAGS"), c.seed)
		if os.Getenv("PSY_TEST_MINIMISE") == "" {
			return
		}
		differs := func(prog *randprog.Program) string {
			want, err := cpythonRuns(small, p.Name, prog.Source())
			if err != nil {
				return ""
			}
			return oracle.Diff(want, psyRuns(exe, filepath.Join(small, p.Name+".pyc")))
		}
		least := c.prog.Minimise(func(prog *randprog.Program) bool { return differs(prog) != "" })
		t.Logf("minimised:\n%s\n%s", least.Source(), differs(least))
	})
}

// cpythonRuns compiles a source with CPython and runs it there.
func cpythonRuns(dir, name, source string) (want oracle.Result, err error) {
	python := oracle.Find()
	src, pyc := filepath.Join(dir, name+".py"), filepath.Join(dir, name+".pyc")
	if err = os.WriteFile(src, []byte(source), 0o644); err != nil {
		return
	}
	if err = oracle.Compile(python, src, pyc); err != nil {
		return
	}
	want = oracle.Run(dir, 30*time.Second, "", python, name+".pyc")
	if want.TimedOut {
		err = fmt.Errorf("CPython does not end")
	}
	return
}

func psyRuns(exe, pyc string) oracle.Result {
	args := append([]string{exe, "run"}, xflags()...)
	return oracle.Run(filepath.Dir(pyc), 60*time.Second, "", append(args, filepath.Base(pyc))...)
}

func number(t *testing.T, env string, otherwise int) int {
	s := os.Getenv(env)
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%s: %v", env, err)
	}
	return n
}
