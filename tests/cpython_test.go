//go:build unix

// CPython's own tests, one by one: what passes there passes here, or stands in cpython/failing.txt with a reason.

package tests

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

const (
	failingFile = "cpython/failing.txt"
	failingHead = "# Tests of CPython's that pass there and not here: the file, the test, the reason by reasons.txt.\n" +
		"# Made by: PSY_TEST_CPYTHON=1 PSY_TEST_UPDATE=1 go test ./tests -run 'TestCPython$' -timeout 1h\n"
	ownLimit = 2 * time.Minute // of a process that runs tests
)

// TestCPython runs files of CPython 3.13.0's tests with both interpreters. PSY_TEST_CPYTHON says which: rings (of cpython/rings.txt), or
// files ("set ordered_dict"). It fails when a test is lost, and when one that failing.txt lists passes. PSY_TEST_UPDATE=1 writes failing.txt.
func TestCPython(t *testing.T) {
	which := strings.Fields(os.Getenv("PSY_TEST_CPYTHON"))
	if len(which) == 0 {
		t.Skip("PSY_TEST_CPYTHON is not set: it takes some minutes")
	}
	python := cpythonOf(t, "3.13.0")
	mine := append([]string{psy(t), "run"}, xflags()...)
	var files []string
	for _, w := range which {
		if ring, ok := rings(t)[w]; ok {
			files = append(files, ring...)
		} else {
			files = append(files, w)
		}
	}
	known := listed(t)
	reasons := readReasons(t)
	outcomes := make([]outcome, len(files))
	var wait sync.WaitGroup
	slots := make(chan struct{}, 2)
	for i, file := range files {
		wait.Add(1)
		go func() {
			defer wait.Done()
			slots <- struct{}{}
			defer func() { <-slots }()
			outcomes[i] = compareTests(t, python, mine, file, known)
		}()
	}
	wait.Wait()
	passed, all := 0, 0
	now := slices.DeleteFunc(slices.Clone(known), func(l failing) bool { return slices.Contains(files, l.file) && !l.sometimes() })
	for i, o := range outcomes {
		passed, all = passed+o.passed, all+o.passed+len(o.bad)
		for id, why := range o.bad {
			l := failing{files[i], id, reasonFor(reasons, id)}
			if slices.ContainsFunc(now, l.same) {
				continue
			}
			now = append(now, l)
			switch {
			case l.reason == "":
				t.Errorf("%s: %s is lost: %s", l.file, id, why)
			case !slices.ContainsFunc(known, l.same) && os.Getenv("PSY_TEST_UPDATE") == "":
				t.Errorf("%s: %s is lost, which failing.txt does not list: %s", l.file, id, why)
			}
		}
	}
	for _, l := range known {
		if !slices.ContainsFunc(now, l.same) && os.Getenv("PSY_TEST_UPDATE") == "" {
			t.Errorf("%s: %s passes, and failing.txt lists it", l.file, l.id)
		}
	}
	t.Logf("%d of %d tests that CPython passes pass (%.2f %%), in %d files", passed, all, 100*float64(passed)/float64(max(1, all)), len(files))
	if os.Getenv("PSY_TEST_UPDATE") != "" && !t.Failed() {
		if err := os.WriteFile(failingFile, []byte(failingText(now)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCPythonReasons: each line of failing.txt has the reason of the table, and each reason is needed.
func TestCPythonReasons(t *testing.T) {
	reasons, known := readReasons(t), listed(t)
	for _, l := range known {
		if want := reasonFor(reasons, l.id); l.reason != want || want == "" {
			t.Errorf("%s: %s has the reason %q; reasons.txt says %q", l.file, l.id, l.reason, want)
		}
	}
	for _, r := range reasons {
		if !slices.ContainsFunc(known, func(l failing) bool { return r.pattern.MatchString(l.id) }) {
			t.Errorf("reasons.txt: no test needs %s", r.pattern)
		}
	}
	if text, err := os.ReadFile(failingFile); err != nil || string(text) != failingText(known) {
		t.Errorf("%s is not as it would be written (%v)", failingFile, err)
	}
}

// cpythonOf is a CPython of just this version, with its tests.
func cpythonOf(t *testing.T, version string) string {
	t.Helper()
	for _, python := range oracle.FindAll() {
		out, err := exec.Command(python, "-I", "-c", "import platform, test.support; print(platform.python_version())").Output()
		if err == nil && strings.TrimSpace(string(out)) == version {
			return python
		}
	}
	t.Skipf("no CPython %s with its tests found (PSY_CPYTHON, python3.13 on PATH, pyenv)", version)
	return ""
}

// failing is a line of failing.txt.
type failing struct{ file, id, reason string }

func (l failing) same(m failing) bool { return l.file == m.file && l.id == m.id }

// sometimes reports whether the test passes at times, too.
func (l failing) sometimes() bool { return strings.HasPrefix(l.reason, "at times: ") }

func failingText(list []failing) string {
	slices.SortFunc(list, func(a, b failing) int { return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.id, b.id)) })
	var text strings.Builder
	text.WriteString(failingHead)
	for _, l := range list {
		fmt.Fprintf(&text, "%s\t%s\t%s\n", l.file, l.id, l.reason)
	}
	return text.String()
}

func listed(t *testing.T) []failing {
	var list []failing
	for _, line := range tableLines(t, failingFile) {
		f := strings.Split(line, "\t")
		if len(f) != 3 {
			t.Fatalf("%s: %q", failingFile, line)
		}
		list = append(list, failing{f[0], f[1], f[2]})
	}
	return list
}

// A reason applies to the tests that its pattern matches; of several reasons, the first one does.
type reason struct {
	pattern *regexp.Regexp
	text    string
}

func readReasons(t *testing.T) []reason {
	var list []reason
	for _, line := range tableLines(t, "cpython/reasons.txt") {
		pattern, text, ok := strings.Cut(line, "\t")
		if !ok || text == "" {
			t.Fatalf("reasons.txt: %q has no reason", line)
		}
		list = append(list, reason{regexp.MustCompile("^(?:test[.])?(?:" + strings.ReplaceAll(strings.ReplaceAll(pattern, ".", "[.]"), "*", ".*") + ")$"), text})
	}
	return list
}

func reasonFor(reasons []reason, id string) string {
	for _, r := range reasons {
		if r.pattern.MatchString(id) {
			return r.text
		}
	}
	return ""
}

func tableLines(t *testing.T, file string) (list []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	return list
}

// rings reads rings.txt.
func rings(t *testing.T) map[string][]string {
	all, ring := map[string][]string{}, ""
	for _, line := range tableLines(t, "cpython/rings.txt") {
		if name, ok := strings.CutSuffix(line, ":"); ok {
			ring = name
			continue
		}
		all[ring] = append(all[ring], strings.Fields(line)...)
	}
	return all
}

// outcome is what became of the tests of a file that CPython passes.
type outcome struct {
	passed int
	bad    map[string]string // why, by test
}

// compareTests runs a file with both interpreters; if a test is lost that is not known to fail, with psy once more.
func compareTests(t *testing.T, python string, mine []string, file string, known []failing) (best outcome) {
	want := runTests(t, python, []string{python}, file)
	if len(want) == 0 {
		t.Logf("%s: CPython passes none of its tests here", file)
	}
	for try := range 2 {
		got, o := runTests(t, python, mine, file), outcome{bad: map[string]string{}}
		lost := false
		for id, why := range want {
			if why != passes {
				continue
			}
			if why = cmp.Or(got[id], "not run"); why == passes {
				o.passed++
				continue
			}
			o.bad[id] = why
			lost = lost || !slices.ContainsFunc(known, failing{file: file, id: id}.same)
		}
		if try == 0 || o.passed > best.passed {
			best = o
		}
		if !lost {
			break
		}
	}
	return best
}

const passes = "ok"

// runTests runs the tests of a file; of each it says whether it passes, or why not. A process that dies in a test is started again for those behind it.
func runTests(t *testing.T, python string, command []string, file string) map[string]string {
	child, err := filepath.Abs("cpython/child.py")
	if err != nil {
		t.Error(err)
		return nil
	}
	results := map[string]string{}
	begun := time.Now()
	for range 15 {
		events, done := runTestsOnce(t, python, append(slices.Clone(command), child, "test_"+file), results)
		last := ""
		for _, e := range events {
			switch id := e[1]; e[0] {
			case "begin":
				last = id
			case "end", passes:
				last = ""
				if results[id] == "" {
					results[id] = passes
				}
			case "skip":
				last = ""
				if results[id] == "" {
					results[id] = "skipped"
				}
			case "bad":
				results[id] = e[2]
			}
		}
		if done || last == "" || time.Since(begun) > 3*ownLimit {
			break
		}
		results[last] = "the process died"
	}
	return results
}

// runTestsOnce runs one process, in a folder of its own, which ends with all that it started.
func runTestsOnce(t *testing.T, python string, command []string, seen map[string]string) (events [][]string, done bool) {
	dir, err := os.MkdirTemp("", "psy-cpython-") // not t.TempDir(): a test may leave a folder that cannot be removed
	if err != nil {
		t.Error(err)
		return nil, true
	}
	defer os.RemoveAll(dir)
	eventsFile, seenFile, home := filepath.Join(dir, "events"), filepath.Join(dir, "seen"), filepath.Join(dir, "home")
	var ids strings.Builder
	for id := range seen {
		ids.WriteString(id + "\n")
	}
	if err := cmp.Or(os.Mkdir(home, 0o777), os.WriteFile(seenFile, []byte(ids.String()), 0o666)); err != nil {
		t.Error(err)
		return nil, true
	}
	cmd := exec.Command(command[0], append(command[1:], eventsFile, seenFile)...)
	cmd.Dir = home
	cmd.Env = []string{"PATH=" + filepath.Dir(python) + ":/usr/local/bin:/usr/bin:/bin", "HOME=" + home, "TMPDIR=" + home, "LANG=C.UTF-8", "PYTHONWARNINGS=ignore", "PYTHONDONTWRITEBYTECODE=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Error(err)
		return nil, true
	}
	end := func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	timer := time.AfterFunc(ownLimit, end)
	cmd.Wait()
	timer.Stop()
	end()
	text, _ := os.ReadFile(eventsFile)
	for line := range strings.Lines(string(text)) {
		e := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "", "")
		events = append(events, e)
		done = e[0] == "done"
	}
	return events, done
}
