// The programs of tests/programs: output, errors and exit status as recorded from CPython 3.13.

package tests

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// programLimit is the time a program may take; PSY_TEST_LIMIT=5m for slow stress rows.
func programLimit(t *testing.T) time.Duration {
	if s := os.Getenv("PSY_TEST_LIMIT"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	return 60 * time.Second
}

// skips reads skips.txt: NAME, a tab, the reason; and, of the system that psy runs on, the file that PSY_TEST_SKIPS names. The tables may only shrink.
func skips(t *testing.T) map[string]string {
	table := map[string]string{}
	readSkips(t, "skips.txt", table)
	if more := os.Getenv("PSY_TEST_SKIPS"); more != "" {
		readSkips(t, more, table)
	}
	return table
}

func readSkips(t *testing.T, file string, table map[string]string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, reason, ok := strings.Cut(line, "\t")
		if !ok || reason == "" {
			t.Fatalf("%s: %q has no reason", file, line)
		}
		table[name] = reason
	}
}

func programs(t *testing.T) []oracle.Program {
	all, err := oracle.Programs("programs")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// inParallel runs one subtest per program on two workers, whatever -parallel says: the programs are whole processes.
func inParallel(t *testing.T, all []oracle.Program, run func(t *testing.T, p oracle.Program)) {
	slots := make(chan struct{}, 2)
	for _, p := range all {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			run(t, p)
		})
	}
}

func command(exe string, p oracle.Program) []string {
	args := append([]string{exe, "run"}, xflags()...)
	return append(append(args, p.Name+".pyc"), p.Args...)
}

// asProcesses reports whether programs are to be processes of their own: PSY_TEST_PSY, PSY_TEST_XFLAGS or PSY_TEST_RACE says how.
func asProcesses() bool {
	return os.Getenv("PSY_TEST_PSY") != "" || os.Getenv("PSY_TEST_RACE") != "" || len(xflags()) > 0
}

// TestPrograms runs the programs, as processes one in PSY_TEST_PART of them (for slow ways to run them); by default in the process of the tests; when coverage is counted, each by every engine.
func TestPrograms(t *testing.T) {
	if asProcesses() {
		part := uint32(number(t, "PSY_TEST_PART", 1))
		row := strings.Join(xflags(), " ")
		runProcesses(t, slices.DeleteFunc(programs(t), func(p oracle.Program) bool { return !inPart(row, p.Name, part) }))
		return
	}
	names := []string{"auto"}
	if testing.CoverMode() != "" {
		names = slices.Sorted(maps.Keys(inProcessEngines))
	}
	skip := skips(t)
	all := slices.DeleteFunc(programs(t), func(p oracle.Program) bool { return p.NeedsProcess })
	t.Chdir("programs")
	inParallel(t, all, func(t *testing.T, p oracle.Program) {
		if reason, ok := skip[p.Name]; ok {
			t.Skip(reason)
		}
		for _, name := range names {
			if d := oracle.Diff(p.Want, inProcess(t, p, inProcessEngines[name])); d != "" {
				t.Errorf("%s\nby engine %s", d, name)
			}
		}
	})
}

// TestProgramsApart runs the programs that need a process of their own, where TestPrograms does not.
func TestProgramsApart(t *testing.T) {
	if asProcesses() {
		t.Skip("TestPrograms runs them")
	}
	runProcesses(t, slices.DeleteFunc(programs(t), func(p oracle.Program) bool { return !p.NeedsProcess }))
}

// TestWithoutVectors runs the programs about wide texts as on a processor without AVX2.
func TestWithoutVectors(t *testing.T) {
	t.Setenv("GODEBUG", "cpu.avx2=off")
	runProcesses(t, slices.DeleteFunc(programs(t), func(p oracle.Program) bool { return !strings.HasPrefix(p.Name, "wide_") }))
}

func runProcesses(t *testing.T, all []oracle.Program) {
	exe := psy(t)
	skip := skips(t)
	limit := programLimit(t)
	inParallel(t, all, func(t *testing.T, p oracle.Program) {
		if reason, ok := skip[p.Name]; ok {
			t.Skip(reason)
		}
		if p.NeedsFork && os.Getenv("PSY_TEST_RACE") != "" {
			t.Skip("a psy with the race detector cannot fork: its threads are the C library's")
		}
		got := oracle.Run(p.Dir, limit, p.Stdin, command(exe, p)...)
		if d := oracle.Diff(p.Want, got); d != "" {
			t.Error(d)
		}
	})
}

// TestProgramsComplete checks the folder itself: every source has its .pyc and output, every skip names a program.
func TestProgramsComplete(t *testing.T) {
	all := programs(t)
	if len(all) < 60 {
		t.Errorf("only %d programs", len(all))
	}
	for _, p := range all {
		for _, ext := range []string{".pyc", ".out"} {
			if _, err := os.Stat(filepath.Join(p.Dir, p.Name+ext)); err != nil {
				t.Errorf("%v (go run ./tests/gen %s)", err, p.Name)
			}
		}
	}
	table := skips(t)
	readSkips(t, "skips_arm64.txt", table)
	for name := range table {
		if !slices.ContainsFunc(all, func(p oracle.Program) bool { return p.Name == name }) {
			t.Errorf("%s is to be skipped, and is no program", name)
		}
	}
}
