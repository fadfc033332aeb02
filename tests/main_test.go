// Package tests runs whole programs through the psy command and compares with what CPython 3.13 printed for them.

package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var psyDir string

func TestMain(m *testing.M) {
	os.Setenv("PSY_LOUD", "1") // a mistake of the compiler's ends the program
	code := m.Run()
	if psyDir != "" {
		os.RemoveAll(psyDir)
	}
	if randomDir != "" {
		os.RemoveAll(randomDir)
	}
	os.Exit(code)
}

// buildPsy builds cmd/psy once for all tests of the package.
var buildPsy = sync.OnceValues(func() (string, error) {
	if _, err := os.Stat("../cmd/psy"); err != nil {
		return "", nil
	}
	dir, err := os.MkdirTemp("", "psy-tests-")
	if err != nil {
		return "", err
	}
	psyDir = dir
	exe := filepath.Join(dir, "psy.exe")
	args, env := []string{"build", "-o", exe}, "CGO_ENABLED=0" // as it is released
	if os.Getenv("PSY_TEST_RACE") != "" {
		args, env = append(args, "-race"), "CGO_ENABLED=1"
	}
	cmd := exec.Command("go", append(args, "./cmd/psy")...)
	cmd.Dir = ".."
	cmd.Env = append(cmd.Environ(), env)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", &buildError{err, string(out)}
	}
	return exe, nil
})

type buildError struct {
	err error
	out string
}

func (e *buildError) Error() string { return "go build ./cmd/psy: " + e.err.Error() + "\n" + e.out }

// psy returns the command to test: PSY_TEST_PSY if set, else one built from this tree.
func psy(t *testing.T) string {
	t.Helper()
	if exe := os.Getenv("PSY_TEST_PSY"); exe != "" {
		return exe
	}
	exe, err := buildPsy()
	if err != nil {
		t.Fatal(err)
	}
	if exe == "" {
		t.Skip("this tree has no cmd/psy")
	}
	return exe
}

// xflags are the -X options of a stress row: PSY_TEST_XFLAGS="psy.gc=37 psy.check".
func xflags() []string {
	var args []string
	for _, f := range strings.Fields(os.Getenv("PSY_TEST_XFLAGS")) {
		args = append(args, "-X", f)
	}
	return args
}
