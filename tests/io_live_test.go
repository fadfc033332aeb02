// Live comparisons of files, imports, marshal and the ways to end a program.

package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// compileLive compiles tests/live/NAME.py into a folder of the test's own.
func compileLive(t *testing.T, python, name string) (dir, pyc string) {
	t.Helper()
	dir = t.TempDir()
	source, err := os.ReadFile(filepath.Join("live", name+".py"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".py"), source, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := oracle.Compile(python, filepath.Join(dir, name+".py"), filepath.Join(dir, name+".pyc")); err != nil {
		t.Fatal(err)
	}
	return dir, name + ".pyc"
}

func psyRun(exe string, args ...string) []string {
	return append(append([]string{exe, "run"}, xflags()...), args...)
}

func TestLivePrograms(t *testing.T) {
	python, exe := cpython(t), psy(t)
	for _, c := range []struct{ name, stdin string }{
		{"files", "l1\nl2\r\nl3\nrest\nmore"},
		{"marshaling", ""},
		{"system", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, pyc := compileLive(t, python, c.name)
			want := oracle.Run(dir, time.Minute, c.stdin, python, pyc)
			got := oracle.Run(dir, time.Minute, c.stdin, psyRun(exe, pyc)...)
			if d := oracle.Diff(want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestLiveExits(t *testing.T) {
	python, exe := cpython(t), psy(t)
	dir, pyc := compileLive(t, python, "exits")
	for _, how := range strings.Fields("plain error exit message big negative none close unended stderr atexit file nostdout delstdout interrupt hook") {
		for _, n := range []string{"0", "1", "20000"} {
			want := oracle.Run(dir, time.Minute, "", python, pyc, n, how)
			got := oracle.Run(dir, time.Minute, "", psyRun(exe, pyc, n, how)...)
			if d := oracle.Diff(want, got); d != "" {
				t.Errorf("%s %s: %s", n, how, d)
			}
		}
	}
	// A full disk and a broken pipe.
	for _, how := range strings.Fields("plain error exit message close") {
		for _, n := range []string{"0", "1", "20000"} {
			for _, out := range []string{"full", "pipe"} {
				want, got := runBroken(t, out, dir, python, pyc, n, how), runBroken(t, out, dir, psyRun(exe, pyc, n, how)...)
				if want != got {
					t.Errorf("%s, %s %s:\nwant %q\ngot  %q", out, n, how, want, got)
				}
			}
		}
	}
}

// runBroken runs a command whose standard output cannot be written; it returns its status and messages.
func runBroken(t *testing.T, out, dir string, command ...string) string {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	var messages strings.Builder
	cmd.Dir, cmd.Env, cmd.Stderr = dir, oracle.Env(), &messages
	if out == "full" {
		f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip("no /dev/full")
		}
		defer f.Close()
		cmd.Stdout = f
	} else {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		defer w.Close()
		cmd.Stdout = w
	}
	err := cmd.Run()
	status := "exit status 0"
	if err != nil {
		status = err.Error()
	}
	return status + "\n" + messages.String()
}

func TestLiveImports(t *testing.T) {
	python, exe := cpython(t), psy(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("live/packages")); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(python, "-m", "compileall", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := oracle.Compile(python, filepath.Join(dir, "main.py"), filepath.Join(dir, "main.pyc")); err != nil {
		t.Fatal(err)
	}
	want := oracle.Run(dir, time.Minute, "", python, "main.pyc")
	got := oracle.Run(dir, time.Minute, "", psyRun(exe, "main.pyc")...)
	if d := oracle.Diff(want, got); d != "" {
		t.Error(d)
	}
}
