package tests

// What a program can do to the types that it reaches, and chains of objects of any length: in processes of their own, which must go on to their last line.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// TestTypeSweep makes instances of all types, also half-made ones, and uses what they have. PSY_SWEEP=1 tries more of it.
func TestTypeSweep(t *testing.T) {
	exe := psy(t)
	script, err := filepath.Abs("sweep/types.py")
	if err != nil {
		t.Fatal(err)
	}
	const shares = 8
	deep := number(t, "PSY_SWEEP", 0)
	limit := 3 * time.Minute
	if deep > 0 {
		limit = 30 * time.Minute
	}
	for share := range shares {
		command := append([]string{exe, "run"}, xflags()...)
		command = append(command, "-X", "psy.heapcap=128M", script, fmt.Sprint(share), fmt.Sprint(shares), fmt.Sprint(deep))
		r := oracle.Run(t.TempDir(), limit, "", command...)
		if r.Status != 0 || r.TimedOut || !strings.Contains(r.Stdout, "\ndone ") {
			var at string // the type that it died of
			for line := range strings.Lines(r.Stdout) {
				if strings.HasPrefix(line, "T ") {
					at = strings.TrimSpace(line[2:])
				}
			}
			t.Errorf("at %s (see what it did: psy run tests/sweep/types.py 0 1 %d '%s'): status %d, timed out %v\n%s", at, deep, at, r.Status, r.TimedOut, oracle.Ends(r.Stderr, 3000))
		} else if n := strings.Count(r.Stdout, "\nT "); n < 30 {
			t.Errorf("only %d types", n)
		}
	}
}

// TestNewLikeCPython compares with CPython which types object.__new__ and their own __new__ make instances of.
func TestNewLikeCPython(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("needs CPython")
	}
	exe := psy(t)
	ask := func(command ...string) map[string]string {
		cmd := exec.Command(command[0], append(command[1:], "sweep/new.py")...)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		m := map[string]string{}
		for line := range strings.Lines(string(out)) {
			name, what, _ := strings.Cut(strings.TrimSpace(line), "\t")
			m[name] = what
		}
		return m
	}
	want := ask(python, "-W", "ignore")
	reasons := map[string]string{
		"_abc._abc_data": "no one makes one", "_contextvars.Token": "its __new__ raises RuntimeError", "_csv.Error": "a class that is made at run time",
		"interpreters.InterpreterError": "a class that is made at run time", "interpreters.InterpreterNotFoundError": "a class that is made at run time",
		"itertools._tee_dataobject": "only tee makes one",
	}
	both := 0
	for name, got := range ask(exe, "run", "-W", "ignore") {
		w, ok := want[name]
		if !ok || reasons[name] != "" || strings.HasPrefix(name, "_io.") && strings.HasPrefix(w, "made") { // CPython's has Python's object.__new__ there, psy's has its own
			continue
		}
		if both++; got != w {
			t.Errorf("%s: %s, CPython: %s", name, got, w)
		}
	}
	if both < 250 {
		t.Errorf("only %d types in common", both)
	}
}

// TestDeepChains uses chains of 30,000 objects of each kind that can be one.
func TestDeepChains(t *testing.T) {
	exe := psy(t)
	script, err := filepath.Abs("sweep/deep.py")
	if err != nil {
		t.Fatal(err)
	}
	command := append([]string{exe, "run"}, xflags()...)
	r := oracle.Run(t.TempDir(), 5*time.Minute, "", append(command, "-X", "psy.heapcap=1G", script, "30000")...)
	if r.Status != 0 || r.TimedOut || !strings.HasSuffix(r.Stdout, "\nend\n") {
		t.Fatalf("status %d, timed out %v\n%s\n%s", r.Status, r.TimedOut, oracle.Ends(r.Stdout, 300), oracle.Ends(r.Stderr, 3000))
	}
	for _, kind := range []string{"list", "tuple", "dict", "set", "map", "zip", "chain", "property", "staticmethod", "classmethod", "partial self", "method", "wrapper", "mappingproxy", "alias", "yield from"} {
		if !strings.Contains(r.Stdout, "\n"+kind+" RecursionError\n") && !strings.HasPrefix(r.Stdout, kind+" RecursionError\n") {
			t.Errorf("no %s is too deep", kind)
		}
	}
}
