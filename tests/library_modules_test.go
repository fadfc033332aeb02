// The library that is part of psy: what becomes of each of its modules when it is imported.

package tests

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/host/library"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// emptyEnv runs psy with nothing in its environment: no PATH, no HOME, so no Python and no cache.
func emptyEnv(t *testing.T, limit time.Duration, args ...string) (stdout, stderr string, ok bool) {
	t.Helper()
	cmd := exec.Command(psy(t), args...)
	cmd.Env, cmd.Dir = []string{"PYTHONHASHSEED=0"}, t.TempDir()
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	timer := time.AfterFunc(limit, func() { cmd.Process.Kill() })
	defer timer.Stop()
	err := cmd.Run()
	return out.String(), errs.String(), err == nil
}

// TestLibraryInEmptyEnvironment: what a program needs first is there without any Python, and where nothing can be written.
func TestLibraryInEmptyEnvironment(t *testing.T) {
	const names = "json, re, asyncio, dataclasses, typing, decimal, unittest, logging, argparse, email, http.client"
	out, errs, ok := emptyEnv(t, 2*time.Minute, "-c", "import "+names+"\nprint(json.dumps({'a': [1, 2]}), decimal.Decimal('0.1') + 1, json.__file__)")
	if want := "{\"a\": [1, 2]} 1.1 /<psy>/lib/python3.13/json/__init__.py\n"; out != want || errs != "" || !ok {
		t.Errorf("%q, %s; want %q", out, errs, want)
	}
	out, errs, ok = emptyEnv(t, time.Minute, "-m", "json.tool", "--help")
	if !strings.HasPrefix(out, "usage: ") || errs != "" || !ok {
		t.Errorf("-m json.tool: %q, %s", out, errs)
	}
	_, errs, ok = emptyEnv(t, time.Minute, "-c", "import json; json.loads('{')")
	if want := "  File \"/<psy>/lib/python3.13/json/__init__.py\", line 346, in loads\n    return _default_decoder.decode(s)\n"; !strings.Contains(errs, want) || ok {
		t.Errorf("a traceback without the library's lines:\n%s", errs)
	}
}

const modulesFile = "library_modules.txt"

const importEach = `import sys, os
names = sys.stdin.read().split()
sys.stdin, out = open(os.devnull), sys.stdout
sys.stdout = open(os.devnull, "w")
for name in names:
    try:
        __import__(name)
    except ModuleNotFoundError as e:
        print(name, "wants " + str(e.name), sep="\t", file=out)
    except BaseException as e:
        print(name, type(e).__name__ + ": " + str(e), sep="\t", file=out)
    else:
        print(name, "imports", sep="\t", file=out)
`

// modulesOf are the names of the modules of a library, but those that do something when they are imported.
func modulesOf(t *testing.T, lib fs.FS) []string {
	var names []string
	err := fs.WalkDir(lib, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".py") || strings.Contains(name, "-") {
			return err
		}
		name = strings.TrimSuffix(strings.ReplaceAll(strings.TrimSuffix(name, ".py"), "/", "."), ".__init__")
		if name != "antigravity" && !strings.HasPrefix(name, "_sysconfigdata") && !strings.HasSuffix(name, "__main__") && !strings.HasPrefix(name, "turtledemo.") {
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

// TestLibraryModules imports every module of the library that is part of psy. library_modules.txt says what comes of each; it may only get better, and
// PSY_TEST_UPDATE=1 writes what it is now.
func TestLibraryModules(t *testing.T) {
	lib := library.Embedded()
	if lib == nil {
		t.Skip("built without a library")
	}
	file := filepath.Join(t.TempDir(), "each.py")
	if err := os.WriteFile(file, []byte(importEach), 0o644); err != nil {
		t.Fatal(err)
	}
	names := modulesOf(t, lib)
	got := oracle.Run(t.TempDir(), 5*time.Minute, strings.Join(names, "\n"), psy(t), "-X", "psy.stdlib=embedded", "-X", "psy.heapcap=1G", "-W", "ignore", file)
	if got.Status != 0 {
		t.Fatal(got)
	}
	old, err := os.ReadFile(modulesFile)
	if err != nil && os.Getenv("PSY_TEST_UPDATE") == "" {
		t.Fatal(err)
	}
	was := map[string]string{}
	for line := range strings.Lines(string(old)) {
		name, what, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		was[name] = what
	}
	n, worse := 0, 0
	for line := range strings.Lines(got.Stdout) {
		name, what, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n++
		switch {
		case what == was[name]:
		case was[name] == "imports":
			worse++
			t.Errorf("%s: %s; it did import", name, what)
		default:
			t.Logf("%s: %s; the list says %q: PSY_TEST_UPDATE=1 go test ./tests -run TestLibraryModules", name, what, was[name])
		}
	}
	if n != len(names) {
		t.Errorf("%d of %d modules were imported or refused", n, len(names))
	}
	if os.Getenv("PSY_TEST_UPDATE") != "" && worse == 0 {
		if err := os.WriteFile(modulesFile, []byte(got.Stdout), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCacheOfLibrary: psy starts as well with a cache that is damaged, that other processes write at the same moment, or that cannot be there.
func TestCacheOfLibrary(t *testing.T) {
	exe, dir := psy(t), t.TempDir()
	run := func(cache string) string {
		got := oracle.Run(dir, time.Minute, "", exe, "-X", "psy.stdlib=embedded", "-X", "psy.cache="+cache, "-c", "import json; print(json.dumps(None))")
		return got.Stdout + got.Stderr
	}
	const want = "null\n"
	cache := filepath.Join(dir, "cache")
	results := make(chan string)
	for range 4 {
		go func() { results <- run(cache) }()
	}
	for range 4 {
		if got := <-results; got != want {
			t.Errorf("with others: %s", got)
		}
	}
	files, err := filepath.Glob(filepath.Join(cache, "build-*", "*"))
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for i, name := range files {
		data, err := os.ReadFile(name)
		if err != nil || strings.HasPrefix(filepath.Base(name), "new-") {
			t.Fatalf("%s is left: %v", name, err)
		}
		switch i % 3 {
		case 0:
			data = data[:len(data)/2]
		case 1:
			data[len(data)/2] ^= 0x20
		case 2:
			data = nil
		}
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, state := range []string{"damaged", "mended"} {
		if got := run(cache); got != want {
			t.Errorf("%s: %s", state, got)
		}
	}
	for _, cache := range []string{exe + "/below", "off"} {
		if got := run(cache); got != want {
			t.Errorf("%s: %s", cache, got)
		}
	}
	for i, name := range files { // every module is loaded again, so every file is whole again
		if data, err := os.ReadFile(name); err != nil || len(data) < 100 {
			t.Errorf("file %d, %s, was not written again: %d bytes, %v", i, filepath.Base(name), len(data), err)
		}
	}
}
