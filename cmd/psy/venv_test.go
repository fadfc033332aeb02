// Virtual environments: psy makes one, its pip installs wheels that the test has made, their console scripts and tests run.

package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/host/library"
)

// writeWheel makes a wheel of a project: its files, metadata and the list of them.
func writeWheel(t *testing.T, dir, name, tag, requires string, files map[string]string) string {
	t.Helper()
	info := name + "-1.0.dist-info/"
	metadata := "Metadata-Version: 2.1\nName: " + name + "\nVersion: 1.0\n"
	if requires != "" {
		metadata += "Requires-Dist: " + requires + "\n"
	}
	files = maps.Clone(files)
	files[info+"METADATA"] = metadata
	files[info+"WHEEL"] = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: " + tag + "\n"
	record := ""
	for _, f := range slices.Sorted(maps.Keys(files)) {
		record += f + ",,\n"
	}
	files[info+"RECORD"] = record + info + "RECORD,,\n"
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range slices.Sorted(maps.Keys(files)) {
		part, err := w.Create(f)
		if err == nil {
			_, err = part.Write([]byte(files[f]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name+"-1.0-"+tag+".whl")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestVenv(t *testing.T) {
	dir := unixFolder(t)
	run := func(want int, program string, args ...string) string {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + filepath.Join(dir, "home"), "PIP_DISABLE_PIP_VERSION_CHECK=1", "TMPDIR=" + dir}
		r := finish(t, cmd, "")
		if r.status != want {
			t.Fatalf("%s %v: status %d\n%s\n%s", filepath.Base(program), args, r.status, r.out, r.errOut)
		}
		return r.out + r.errOut
	}
	wheels := filepath.Join(dir, "wheels")
	if err := os.Mkdir(wheels, 0o755); err != nil {
		t.Fatal(err)
	}
	greet := writeWheel(t, wheels, "greet", "py3-none-any", "shout", map[string]string{
		"greet/__init__.py":                    "from shout import loud\ndef main():\n    import sys\n    print(loud('hello ' + sys.argv[1]), sys.prefix != sys.base_prefix)\n    return 3\n",
		"greet/test_greet.py":                  "import unittest, greet\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(greet.loud('a'), 'A!')\n",
		"greet-1.0.dist-info/entry_points.txt": "[console_scripts]\ngreet = greet:main\n",
	})
	writeWheel(t, wheels, "shout", "py3-none-any", "", map[string]string{
		"shout.py": "def loud(s): return s.upper() + '!'\n", "test_shout.py": "import unittest, shout\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(shout.loud(''), '!')\n",
		"shout-1.0.dist-info/entry_points.txt": "[console_scripts]\nshout-it = shout:loud_main\n",
	})
	only := writeWheel(t, wheels, "only313", "cp313-none-any", "", map[string]string{
		"only313/__init__.py": "", "only313/__main__.py": "import importlib.metadata as m\ndef main(): print('only', m.version('only313'))\nif __name__ == '__main__': main()\n", "only313/data.txt": "data\n",
		"only313/tests.py":                       "import unittest, importlib.resources as r\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(r.files('only313').joinpath('data.txt').read_text(), 'data\\n')\n",
		"only313-1.0.dist-info/entry_points.txt": "[console_scripts]\nonly = only313.__main__:main\n",
	})
	native := writeWheel(t, wheels, "native", "cp313-cp313-manylinux_2_17_x86_64", "", map[string]string{"native.py": ""})

	run(0, exe, "-m", "venv", "env")
	bin := filepath.Join(dir, "env", "bin")
	python := filepath.Join(bin, "python")
	if out, want := run(0, python, "-c", "import sys, os; print(sys.executable, sys.prefix, sys.prefix != sys.base_prefix, os.path.basename(sys._base_executable))"),
		fmt.Sprintf("%s %s True %s\n", python, filepath.Join(dir, "env"), filepath.Base(exe)); out != want {
		t.Errorf("in the environment: %s, want %s", out, want)
	}
	if st, err := os.Stat(filepath.Join(bin, "activate")); err != nil || st.Mode().Perm()&0o222 == 0 {
		t.Errorf("activate cannot be changed: %v %v", st.Mode(), err)
	}
	run(0, python, "-m", "pip", "install", "--no-index", "--find-links", wheels, greet, only)
	if out := run(1, python, "-m", "pip", "install", "--no-index", native); !strings.Contains(out, "is not a supported wheel on this platform") {
		t.Error(out)
	}
	if out := run(3, filepath.Join(bin, "greet"), "psy"); out != "HELLO PSY! True\n" {
		t.Errorf("greet: %q", out)
	}
	run(1, filepath.Join(bin, "shout-it")) // has no such function
	if out := run(0, filepath.Join(bin, "only")); out != "only 1.0\n" {
		t.Errorf("only: %q", out)
	}
	if out := run(0, python, "-m", "only313"); out != "only 1.0\n" {
		t.Errorf("only313: %q", out)
	}
	if out := run(0, python, "-m", "unittest", "greet.test_greet", "test_shout", "only313.tests"); !strings.Contains(out, "Ran 3 tests") || !strings.HasSuffix(out, "OK\n") {
		t.Error(out)
	}
	if out := run(0, filepath.Join(bin, "pip"), "list", "--format=freeze"); !strings.HasPrefix(out, "greet==1.0\nonly313==1.0\npip==") || !strings.HasSuffix(out, "\nshout==1.0\n") {
		t.Error(out)
	}
	if out := run(0, python, "-m", "pip", "check"); out != "No broken requirements found.\n" {
		t.Error(out)
	}
	run(0, python, "-m", "pip", "uninstall", "-y", "shout")
	if out := run(1, python, "-m", "pip", "check"); out != "greet 1.0 requires shout, which is not installed.\n" {
		t.Error(out)
	}
	if out := run(1, filepath.Join(bin, "greet"), "psy"); !strings.Contains(out, "ModuleNotFoundError: No module named 'shout'") {
		t.Error(out)
	}

	// An environment made in an environment is one of the same psy.
	run(0, python, "-m", "venv", "--without-pip", "inner")
	if link, err := os.Readlink(filepath.Join(dir, "inner", "bin", filepath.Base(exe))); err != nil || link != exe {
		t.Error(link, err)
	}

	// A copy, with the packages of what it was made with.
	run(0, exe, "-m", "venv", "--copies", "--without-pip", "--system-site-packages", "copy")
	copied := filepath.Join(dir, "copy", "bin", "python3")
	if st, err := os.Lstat(copied); err != nil || !st.Mode().IsRegular() {
		t.Error(st, err)
	}
	if out, want := run(0, copied, "-c", "import sys; print(sys.prefix)"), filepath.Join(dir, "copy")+"\n"; out != want {
		t.Errorf("in the copy: %s, want %s", out, want)
	}
}

// TestVenvLibrary: what was made with an installed library runs it, however psy would be told to find one.
func TestVenvLibrary(t *testing.T) {
	dir := unixFolder(t)
	installed := filepath.Join(dir, "installed/lib/python3.13")
	if err := os.CopyFS(installed, library.Embedded()); err != nil {
		t.Fatal(err)
	}
	make := func(args ...string) {
		t.Helper()
		cmd := psyCommand(append(args, "-m", "venv", "--without-pip", "--upgrade", filepath.Join(dir, "env"))...)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v: %s", err, out)
		}
	}
	want := func(text string) {
		t.Helper()
		cmd := psyCommand("-c", "import sys, os; print(os.path.dirname(os.__file__), sys.base_prefix)")
		cmd.Path = filepath.Join(dir, "env/bin/python")
		cmd.Args[0] = cmd.Path
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != text+"\n" {
			t.Errorf("%v: %q, want %q", err, out, text)
		}
	}
	const embedded = "/<psy>/lib/python3.13 /<psy>"
	make("-X", "psy.stdlib=embedded")
	want(embedded)
	make("-X", "psy.stdlib="+installed)
	want(installed + " " + filepath.Join(dir, "installed"))
	if err := os.RemoveAll(installed); err != nil {
		t.Fatal(err)
	}
	want(embedded)
}
