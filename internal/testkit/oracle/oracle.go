// Package oracle finds CPython 3.13 interpreters and runs programs under them, in the way that tests expect.
package oracle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"
)

// Find returns the first CPython 3.13, or "" when there is none.
var Find = sync.OnceValue(func() string {
	if all := FindAll(); len(all) > 0 {
		return all[0]
	}
	return ""
})

// FindAll returns every CPython 3.13 of this machine: PSY_CPYTHON first, then PATH, then pyenv's versions folder.
func FindAll() []string {
	var candidates []string
	if p := os.Getenv("PSY_CPYTHON"); p != "" {
		candidates = append(candidates, p)
	}
	roots := []string{os.Getenv("PYENV_ROOT")}
	if out, err := exec.Command("pyenv", "root").Output(); err == nil {
		roots = append(roots, strings.TrimSpace(string(out)))
	}
	for _, root := range roots {
		if root == "" {
			continue
		}
		found, _ := filepath.Glob(filepath.Join(root, "versions", "3.13*", "bin", "python3.13"))
		sort.Strings(found)
		candidates = append(candidates, found...)
	}
	if p, err := exec.LookPath("python3.13"); err == nil {
		// Before pyenv's folder in rank; a shim that does not run is dropped below.
		at := 0
		if os.Getenv("PSY_CPYTHON") != "" {
			at = 1
		}
		candidates = append(candidates[:at:at], append([]string{p}, candidates[at:]...)...)
	}
	var all []string
	seen := map[string]bool{}
	for _, c := range candidates {
		exe, ok := probe(c)
		if ok && !seen[exe] {
			seen[exe] = true
			all = append(all, exe)
		}
	}
	return all
}

// probe returns the interpreter's own name of itself if it is a CPython 3.13.
func probe(python string) (string, bool) {
	const ask = "import sys; print(sys.implementation.name, sys.version_info[:2] == (3, 13), sys.executable)"
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, python, "-I", "-c", ask).Output()
	if err != nil {
		return "", false
	}
	exe, ok := strings.CutPrefix(strings.TrimSpace(string(out)), "cpython True ")
	return exe, ok
}

// Env is the environment in which programs run, with either interpreter: nothing of the caller's Python settings.
func Env() []string {
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if strings.HasPrefix(name, "PYTHON") || name == "FORCE_COLOR" || strings.HasPrefix(name, "LC_") || name == "LANG" {
			continue
		}
		env = append(env, kv)
	}
	return append(env, "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1", "PYTHONUTF8=1", "NO_COLOR=1", "LC_ALL=C.UTF-8")
}

// Compile makes the .pyc of a source file: no times and no folder names in it, so the same source gives the same bytes.
func Compile(python, src, pyc string) error { return CompileAll(python, [][2]string{{src, pyc}}) }

// CompileAll makes the .pyc files of many sources, given in pairs, in one process.
func CompileAll(python string, files [][2]string) error {
	const prog = "import os, py_compile, sys\n" +
		"for line in sys.stdin.read().split('\\0')[:-1]:\n" +
		" src, pyc = line.split('\\1')\n" +
		" py_compile.compile(src, cfile=pyc, dfile=os.path.basename(src), doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)"
	var list strings.Builder
	for _, f := range files {
		list.WriteString(f[0] + "\x01" + f[1] + "\x00")
	}
	cmd := exec.Command(python, "-I", "-c", prog)
	cmd.Env, cmd.Stdin = Env(), strings.NewReader(list.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%v\n%s", err, out)
	}
	return nil
}

// Result is what a program did.
type Result struct {
	Stdout, Stderr string
	Status         int
	TimedOut       bool
	Signal         string // what killed it
}

// ending tells how the process ended, if not as wanted.
func (r Result) ending(want Result) string {
	switch {
	case r.Signal != "":
		return "\nkilled: " + r.Signal
	case r.Status != want.Status:
		return fmt.Sprintf("\nexit status %d, want %d", r.Status, want.Status)
	}
	return ""
}

// Run runs a command in dir under a time limit.
func Run(dir string, limit time.Duration, stdin string, command ...string) Result {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = Env()
	cmd.Stdin = strings.NewReader(stdin)
	cmd.WaitDelay = 20 * time.Second // for children that end a little later
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	res := Result{Stdout: out.String(), Stderr: errs.String(), TimedOut: ctx.Err() != nil}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		res.Status = exit.ExitCode()
		if res.Status < 0 {
			res.Signal = exit.String() // "signal: terminated"
		}
	case err != nil:
		res.Status = -1
		res.Stderr += err.Error()
	}
	return res
}

// Diff describes the first difference between what was wanted and what was got, or returns "".
func Diff(want, got Result) string {
	switch {
	case got.TimedOut:
		return "timed out; stderr: " + Ends(got.Stderr, 2000)
	case want.Stdout != got.Stdout:
		return "stdout: " + lineDiff(want.Stdout, got.Stdout) + got.ending(want) + "\nstderr: " + Ends(got.Stderr, 2000)
	case want.Stderr != got.Stderr:
		return "stderr: " + lineDiff(want.Stderr, got.Stderr)
	case want.Status != got.Status:
		return strings.TrimSpace(got.ending(want)) + "\nstderr: " + Ends(got.Stderr, 2000)
	}
	return ""
}

// Tail returns the last n bytes of s.
func Tail(s string, n int) string {
	if len(s) > n {
		return "..." + s[len(s)-n:]
	}
	return s
}

// Ends returns s, without its middle where s is longer than 2n bytes: a panic of Go names its cause first, a traceback of Python last.
func Ends(s string, n int) string {
	if len(s) > 2*n {
		return s[:n] + "\n...\n" + s[len(s)-n:]
	}
	return s
}

func lineDiff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; ; i++ {
		switch {
		case i >= len(w):
			return fmt.Sprintf("line %d: surplus %q", i+1, clip(g[i]))
		case i >= len(g):
			return fmt.Sprintf("line %d: missing %q", i+1, clip(w[i]))
		case w[i] != g[i]:
			return fmt.Sprintf("line %d:\n  want %q\n  got  %q", i+1, clip(w[i]), clip(g[i]))
		}
	}
}

func clip(s string) string {
	if len(s) > 400 {
		return s[:400] + "..."
	}
	return s
}
