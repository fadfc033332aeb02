// Trees of CPython's library as objects, and the code of trees.

package modules_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// TestLibraryTrees compares the objects that psy and CPython make of every 80th source of the library; with PSY_TEST_SYNTAX set, of all.
func TestLibraryTrees(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13")
	}
	step := "80"
	if os.Getenv("PSY_TEST_SYNTAX") != "" {
		step = "1"
	}
	script := filepath.Join("testdata", "astlib.py")
	src, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	lib := library(t, python)
	for _, folder := range []string{".", "test", "collections", "asyncio"} {
		dir := filepath.Join(lib, folder)
		want, err := exec.Command(python, "-I", "-W", "ignore", script, dir, step).Output()
		if err != nil {
			t.Errorf("%s: CPython: %v", folder, err)
			continue
		}
		got := runText(t, dir, string(src), func(o *modules.Options) {
			o.Args = []string{script, dir, step}
			o.WarnOptions = []string{"ignore"}
		})
		if got != string(want) {
			g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
			for i := range min(len(g), len(w)) {
				if g[i] != w[i] {
					t.Errorf("%s: %s, want %s", folder, g[i], w[i])
				}
			}
			if len(g) != len(w) {
				t.Errorf("%s: %s", folder, got)
			}
		}
	}
}

func library(t *testing.T, python string) string {
	out, err := exec.Command(python, "-I", "-c", "import os; print(os.path.dirname(os.__file__))").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestDamagedTrees compares what psy and CPython say of trees that are damaged at random. psy's verifier refuses some that CPython compiles.
func TestDamagedTrees(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13")
	}
	script := filepath.Join("testdata", "asttrouble.py")
	src, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{library(t, python), "1", "100"}, {filepath.Join(library(t, python), "test"), "2", "100"}} {
		want, err := exec.Command(python, append([]string{"-I", "-W", "ignore", script}, args...)...).Output() // CPython may crash
		got := runText(t, args[0], string(src), func(o *modules.Options) {
			o.Args = append([]string{script}, args...)
			o.WarnOptions = []string{"ignore"}
		})
		g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		if err == nil && len(g) != len(w) {
			t.Errorf("%d lines, want %d: %s", len(g), len(w), g[len(g)-1])
		}
		for i := range min(len(g), len(w)) {
			if g[i] != w[i] && !strings.HasSuffix(g[i], "SystemError") && !strings.HasSuffix(g[i], "RecursionError") {
				t.Errorf("%s, want %s", g[i], w[i])
			}
		}
	}
}
