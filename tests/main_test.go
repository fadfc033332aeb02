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

// buildDir makes the folder of what is built.
var buildDir = sync.OnceValues(func() (dir string, err error) {
	psyDir, err = os.MkdirTemp("", "psy-tests-")
	return psyDir, err
})

// buildPsy builds cmd/psy once for all tests of the package.
var buildPsy = sync.OnceValues(func() (string, error) { return build("psy.exe") })

// buildLight is buildPsy for settings that collect at each allocation: the race detector does not look into package heap, where it makes a collection take 16
// times as long [measured].
var buildLight = sync.OnceValues(func() (string, error) {
	return build("psy-light.exe", "-gcflags=github.com/psyco-go/psy/internal/vm/heap=-race=false")
})

func build(name string, flags ...string) (string, error) {
	if _, err := os.Stat("../cmd/psy"); err != nil {
		return "", nil
	}
	dir, err := buildDir()
	if err != nil {
		return "", err
	}
	exe := filepath.Join(dir, name)
	args, env := []string{"build", "-o", exe}, "CGO_ENABLED=0" // as it is released
	if os.Getenv("PSY_TEST_RACE") != "" {
		args, env = append(args, "-race", "-pgo=off"), "CGO_ENABLED=1"
	}
	args = append(args, flags...)
	cmd := exec.Command("go", append(args, "./cmd/psy")...)
	cmd.Dir = ".."
	cmd.Env = append(cmd.Environ(), env)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", &buildError{err, string(out)}
	}
	return exe, nil
}

type buildError struct {
	err error
	out string
}

func (e *buildError) Error() string { return "go build ./cmd/psy: " + e.err.Error() + "\n" + e.out }

// psy returns the command to test: PSY_TEST_PSY if set, else one built from this tree.
func psy(t *testing.T) string {
	t.Helper()
	return psyBy(t, buildPsy)
}

func psyBy(t *testing.T, build func() (string, error)) string {
	t.Helper()
	if exe := os.Getenv("PSY_TEST_PSY"); exe != "" {
		return exe
	}
	exe, err := build()
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
