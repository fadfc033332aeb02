//go:build unix

// CPython's own tests, one by one: what passes there passes here, or stands in cpython/failing.txt with a reason.

package tests

import (
	"cmp"
	"fmt"
	"maps"
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
		"# Made by: PSY_TEST_CPYTHON='1 2' PSY_TEST_UPDATE=1 PSY_TEST_LIMIT=10m go test ./tests -v -run 'TestCPython$' -timeout 9h\n"
)

// ownLimit is the time that a process which runs tests may take.
func ownLimit(t *testing.T) time.Duration { return max(2*time.Minute, programLimit(t)) }

// TestCPython runs files of CPython 3.13.0's tests with both interpreters. PSY_TEST_CPYTHON says which: rings (of cpython/rings.txt), or
// files ("set ordered_dict"). It fails when a test is lost, and when one that failing.txt lists passes. PSY_TEST_UPDATE=1 writes failing.txt
// anew after each file, also lines for which reasons.txt has no reason yet: TestCPythonReasons fills these in.
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
	known, reasons, update := listed(t), readReasons(t), os.Getenv("PSY_TEST_UPDATE") != ""
	var (
		wait        sync.WaitGroup
		done        sync.Mutex // holds what follows
		passed, all int
		now         = slices.Clone(known)
	)
	slots := make(chan struct{}, 2)
	for _, file := range files {
		wait.Add(1)
		slots <- struct{}{}
		go func() {
			defer func() { <-slots; wait.Done() }()
			o := compareTests(t, python, mine, file, known)
			done.Lock()
			defer done.Unlock()
			passed, all = passed+o.passed, all+o.passed+len(o.bad)
			now = slices.DeleteFunc(now, func(l failing) bool { return l.file == file && !l.sometimes() })
			for id, why := range o.bad {
				l := failing{file, id, reasonFor(reasons, id)}
				if slices.ContainsFunc(now, l.same) {
					continue
				}
				now = append(now, l)
				if !slices.ContainsFunc(known, l.same) && !update {
					t.Errorf("%s: %s is lost, which failing.txt does not list: %s", l.file, id, why)
				} else if l.reason == "" {
					t.Errorf("%s: %s is lost, and has no reason: %s", l.file, id, why)
				}
			}
			for _, l := range known {
				if l.file == file && !slices.ContainsFunc(now, l.same) && !update {
					t.Errorf("%s: %s passes, and failing.txt lists it", l.file, l.id)
				}
			}
			t.Logf("%s: %d of %d pass", file, o.passed, o.passed+len(o.bad))
			if update {
				writeFailing(t, now)
			}
		}()
	}
	wait.Wait()
	t.Logf("%d of %d tests that CPython passes pass (%.2f %%), in %d files", passed, all, 100*float64(passed)/float64(max(1, all)), len(files))
}

func writeFailing(t *testing.T, list []failing) {
	if err := os.WriteFile(failingFile, []byte(failingText(list)), 0o644); err != nil {
		t.Error(err)
	}
}

// TestCPythonReasons: each line of failing.txt has the reason of the table, and each reason is needed. PSY_TEST_UPDATE=1 writes the reasons.
func TestCPythonReasons(t *testing.T) {
	reasons, known := readReasons(t), listed(t)
	if os.Getenv("PSY_TEST_UPDATE") != "" {
		for i := range known {
			known[i].reason = reasonFor(reasons, known[i].id)
		}
		writeFailing(t, known)
	}
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

// compareTests runs a file with both interpreters; what psy loses that is not known to fail it runs once more.
func compareTests(t *testing.T, python string, mine []string, file string, known []failing) outcome {
	want := runTests(t, python, []string{python}, file, nil)
	if len(want) == 0 {
		t.Logf("%s: CPython passes none of its tests here", file)
	}
	var passing map[string]string
	for try := 0; ; try++ {
		got, o := runTests(t, python, mine, file, passing), outcome{bad: map[string]string{}}
		passing = map[string]string{}
		lost := false
		for id, why := range want {
			if why != passes {
				continue
			}
			if why = cmp.Or(got[id], "not run"); why == passes {
				o.passed++
				passing[id] = passes
				continue
			}
			o.bad[id] = why
			lost = lost || !slices.ContainsFunc(known, failing{file: file, id: id}.same)
		}
		if !lost || try == 1 {
			return o
		}
	}
}

const passes = "ok"

// runTests runs the tests of a file but those that are done; of each it says whether it passes, or why not. A process that dies in a test is
// started again for those behind it.
func runTests(t *testing.T, python string, command []string, file string, done map[string]string) map[string]string {
	child, err := filepath.Abs("cpython/child.py")
	if err != nil {
		t.Error(err)
		return nil
	}
	results := map[string]string{}
	maps.Copy(results, done)
	begun := time.Now()
	for range 15 {
		events, ended := runTestsOnce(t, python, append(slices.Clone(command), child, "test_"+file), results)
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
		if ended || last == "" || time.Since(begun) > 3*ownLimit(t) {
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
	timer := time.AfterFunc(ownLimit(t), end)
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
