// Programs that change sides (package turncoat), by every engine under many settings, compared with a CPython found on this machine.

package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
	"github.com/psyco-go/psy/internal/testkit/turncoat"
)

// turncoatRows: the main ones run all programs, of the others each batch takes one.
var turncoatRows = []struct {
	xflags string
	main   bool
}{
	{"psy.engine=tier1", true},
	{"psy.engine=tier2 psy.threshold=0", true},
	{"psy.engine=tier2 psy.threshold=20", true},
	{"psy.engine=psyco psy.threshold=0", true},
	{"psy.engine=psyco psy.threshold=20", true},
	{"", false},
	{"psy.engine=psyco psy.threshold=0 psy.check", false},
	{"psy.engine=psyco psy.threshold=0 psy.maxversions=0", false},
	{"psy.engine=psyco psy.threshold=0 psy.maxversions=1 psy.seed=3", false},
	{"psy.engine=psyco psy.threshold=3 psy.codecap=28K", false},
	{"psy.engine=psyco psy.threshold=0 psy.seed=7", false},
	{"psy.engine=psyco psy.threshold=3 psy.gc=37", false},
	{"psy.engine=tier2 psy.threshold=3 psy.gc=37", false},
	{"psy.engine=tier2 psy.threshold=0 psy.executors=4", false},
	{"psy.engine=helpers", false},
}

// turncoatBatch is how many programs one process runs: at most, so that the batches of a small test have the most jobs.
const turncoatBatch = 40

// TestTurncoat runs PSY_TEST_TURNCOAT programs (else 40), from seed PSY_TEST_SEED on, PSY_TEST_TURNCOAT_JOBS batches at a time (else as many as there
// are processors). PSY_TEST_MINIMISE=1 shrinks those that differ, PSY_TEST_TURNCOAT_ROW runs one row only, PSY_TEST_TURNCOAT_LOG names a file for the
// progress of long runs.
func TestTurncoat(t *testing.T) {
	python := cpython(t)
	run := &turncoats{t: t, exe: psy(t), python: python, dir: t.TempDir(), begun: time.Now(), logged: time.Now()}
	run.driver = filepath.Join(run.dir, "driver.py")
	if err := os.WriteFile(run.driver, []byte(turncoat.Driver), 0o644); err != nil {
		t.Fatal(err)
	}
	first, count := number(t, "PSY_TEST_SEED", 1), number(t, "PSY_TEST_TURNCOAT", 40)
	if testing.Short() {
		count = min(count, 20)
	}
	jobs := number(t, "PSY_TEST_TURNCOAT_JOBS", runtime.GOMAXPROCS(0))
	size := max(1, min(turncoatBatch, (count+jobs-1)/jobs))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			for {
				turn := int(next.Add(1)) - 1
				n := turn * size
				if n >= count || t.Failed() && run.tooMany() {
					return
				}
				run.batch(uint64(first+n), min(size, count-n), turn)
				run.ran(min(size, count-n), count, first)
			}
		})
	}
	wg.Wait()
}

type turncoats struct {
	t                        *testing.T
	exe, python, dir, driver string
	begun                    time.Time

	mu          sync.Mutex
	done, found int
	logged      time.Time
}

// tooMany reports whether there is enough to look at.
func (r *turncoats) tooMany() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.found >= 100
}

// ran counts programs, and says now and then how many there were.
func (r *turncoats) ran(n, count, first int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done += n; time.Since(r.logged) > time.Minute || r.done == count {
		r.logged = time.Now()
		r.progress(fmt.Sprintf("%d of %d programs from seed %d on, %d differences, %.0f programs an hour", r.done, count, first, r.found, float64(r.done)/time.Since(r.begun).Hours()))
	}
}

func (r *turncoats) progress(text string) {
	r.t.Log(text)
	if name := os.Getenv("PSY_TEST_TURNCOAT_LOG"); name != "" {
		if f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err == nil {
			fmt.Fprintln(f, text)
			f.Close()
		}
	}
}

func (r *turncoats) command(xflags string) []string {
	args := []string{r.exe, "run"}
	for x := range strings.FieldsSeq(xflags) {
		args = append(args, "-X", x)
	}
	return append(args, r.driver)
}

func (r *turncoats) run(cases []turncoat.Case, command ...string) (map[uint64]string, oracle.Result) {
	res := oracle.Run(r.dir, 2*time.Minute+time.Duration(len(cases))*5*time.Second, turncoat.Batch(cases), command...)
	return turncoat.Outputs(res.Stdout), res
}

// batch runs n programs by every main row and one other. CPython and the first row compile them, the others are given CPython's code.
func (r *turncoats) batch(first uint64, n, turn int) {
	cases := turncoat.Cases(first, n)
	file := filepath.Join(r.dir, fmt.Sprintf("code%d", first))
	want, res := r.run(cases, r.python, r.driver, "code="+file)
	code, _ := os.ReadFile(file)
	os.Remove(file)
	compiled := turncoat.Compiled(string(code))
	if len(want) != n || len(compiled) != n {
		r.t.Errorf("seeds from %d: CPython compiles %d and runs %d of %d programs: %s", first, len(compiled), len(want), n, oracle.Ends(res.Stderr, 2000))
		return
	}
	others, chosen := 0, turn%10
	reported := map[uint64]bool{} // a difference that the interpreter makes is one of all engines
	only := os.Getenv("PSY_TEST_TURNCOAT_ROW")
	for k, row := range turncoatRows {
		if !row.main {
			others++
		}
		if only != "" && only != row.xflags || only == "" && !row.main && others-1 != chosen {
			continue
		}
		given := compiled
		if k == 0 || only != "" {
			given = cases
		}
		if strings.Contains(row.xflags, "psy.gc") { // slow
			given = given[:(n+7)/8]
		}
		got, res := r.run(given, r.command(row.xflags)...)
		for _, c := range cases[:len(given)] {
			if got[c.Seed] != want[c.Seed] && !reported[c.Seed] {
				reported[c.Seed] = true
				r.differs(c, row.xflags, want[c.Seed], got[c.Seed], res)
				if got[c.Seed] == "" {
					break // the process has ended there
				}
			}
		}
	}
}

// differs reports a program that does, alone if it still does so.
func (r *turncoats) differs(c turncoat.Case, xflags, want, got string, batch oracle.Result) {
	r.mu.Lock()
	r.found++
	r.mu.Unlock()
	reproduce := fmt.Sprintf("PSY_TEST_TURNCOAT=1 PSY_TEST_SEED=%d PSY_TEST_TURNCOAT_ROW='%s' PSY_TEST_MINIMISE=1 go test ./tests -run 'TestTurncoat$'", c.Seed, xflags)
	alone := func(source string) (string, bool) {
		one := []turncoat.Case{{Seed: c.Seed, Source: source}}
		want, _ := r.run(one, r.python, r.driver, "full")
		if want[c.Seed] == "" || strings.HasPrefix(want[c.Seed], "module SyntaxError") || strings.HasPrefix(want[c.Seed], "module IndentationError") {
			return "", false
		}
		got, res := r.run(one, append(r.command(xflags), "full")...)
		if got[c.Seed] == want[c.Seed] {
			return "", false
		}
		return oracle.Diff(oracle.Result{Stdout: want[c.Seed]}, oracle.Result{Stdout: got[c.Seed], Stderr: oracle.Ends(res.Stderr, 3000), TimedOut: res.TimedOut}), true
	}
	d, still := alone(c.Source)
	if !still {
		d = "only among the others of its batch: " + oracle.Diff(oracle.Result{Stdout: want}, oracle.Result{Stdout: got, Stderr: oracle.Ends(batch.Stderr, 3000), TimedOut: batch.TimedOut})
	}
	r.t.Errorf("seed %d under %q: %s\nreproduce: %s", c.Seed, xflags, d, reproduce)
	r.progress(fmt.Sprintf("seed %d under %q: %s", c.Seed, xflags, d))
	if still && os.Getenv("PSY_TEST_MINIMISE") != "" {
		small := turncoat.Shrink(c.Source, func(source string) bool {
			_, differs := alone(source)
			return differs && strings.HasPrefix(source, "import ") // or the driver takes it for compiled code
		})
		d, _ := alone(small)
		r.t.Logf("minimised:\n%s\n%s", small, d)
	}
}
