// The installed library: which of its modules load.

package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// libraryModules are the modules that must load.
const libraryMissing = ``

const importProgram = `import sys
for name in sys.argv[1:]:
    try:
        __import__(name)
    except ImportError as e:
        print(name, e.name)
    except BaseException as e:
        print(name, type(e).__name__, e)
    else:
        print(name)
`

// TestLibrary imports modules of the library of an installed CPython.
func TestLibrary(t *testing.T) {
	python := cpython(t)
	exe := psy(t)
	dir := t.TempDir()
	src, pyc := filepath.Join(dir, "p.py"), filepath.Join(dir, "p.pyc")
	if err := os.WriteFile(src, []byte(importProgram), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := oracle.Compile(python, src, pyc); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	var names []string
	for _, name := range strings.Fields(libraryModules) {
		want[name] = name
		names = append(names, name)
	}
	for _, missing := range strings.Fields(libraryMissing) {
		name, native, _ := strings.Cut(missing, ":")
		want[name] = name + " " + native
		names = append(names, name)
	}
	got := oracle.Run(dir, 5*time.Minute, "", append(append([]string{exe, "run", "-B"}, pyc), names...)...)
	seen := 0
	for _, line := range strings.Split(strings.TrimSpace(got.Stdout), "\n") {
		name, _, fails := strings.Cut(line, " ")
		if seen++; line == want[name] {
			continue
		}
		if !fails {
			t.Errorf("%s loads now: put it among libraryModules", name)
		} else {
			t.Errorf("import: %s; want %q", line, want[name])
		}
	}
	if seen != len(names) {
		t.Errorf("%d of %d modules tried:\n%s", seen, len(names), got.Stderr)
	}
}
