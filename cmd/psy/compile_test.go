package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// TestCompile compiles library modules with psy and with py_compile: the same files, which run in both.
func TestCompile(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found")
	}
	lib, err := exec.Command(python, "-I", "-c", "import os; print(os.path.dirname(os.__file__), end='')").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, level := range []string{"", "-O", "-OO"} {
		args := []string{"compile", level}
		if level == "" {
			args = args[:1]
		}
		names := []string{"abc.py", "bisect.py", "dataclasses.py", "enum.py", "heapq.py", "string.py", "textwrap.py", "zipfile/__init__.py"}
		for _, name := range names {
			name = filepath.Join(string(lib), name)
			ours, theirs := filepath.Join(dir, "ours.pyc"), filepath.Join(dir, "theirs.pyc")
			if r := psy(t, "", append(args[:len(args):len(args)], "-o", ours, name)...); r != (result{}) {
				t.Fatalf("%s: %+v", name, r)
			}
			script := "import sys, py_compile; py_compile.compile(sys.argv[1], sys.argv[2], optimize=int(sys.argv[3]))"
			if out, err := exec.Command(python, "-I", "-c", script, name, theirs, string(rune('0'+max(len(level)-1, 0)))).CombinedOutput(); err != nil {
				t.Fatalf("%s: %s", name, out)
			}
			if !bytes.Equal([]byte(read(t, ours)), []byte(read(t, theirs))) {
				t.Errorf("%s %s differs", name, level)
			}
		}
	}
	source := filepath.Join(dir, "prog.py")
	os.WriteFile(source, []byte("import sys\nprint(sys.argv[1:], [x * x for x in range(5)], __debug__)\n1 / 0\n"), 0o666)
	if r := psy(t, "", "compile", source); r != (result{}) {
		t.Fatalf("%+v", r)
	}
	compiled := filepath.Join(dir, "__pycache__", "prog.cpython-313.pyc")
	want := finish(t, exec.Command(python, "-I", compiled, "a"), "")
	if got := psy(t, "", "run", compiled, "a"); got != want || got.status != 1 {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// TestCompileErrors: what is wrong is printed as CPython prints it, and told as JSON.
func TestCompileErrors(t *testing.T) {
	name := write(t, "bad.py", []byte("x = 1\nprint('\\d')\ndef f(:\n"))
	r := psy(t, "", "compile", "--json", name)
	want := "  File \"" + name + "\", line 3\n    def f(:\n          ^\nSyntaxError: invalid syntax\n"
	var f compiledFile
	if err := json.Unmarshal([]byte(r.out), &f); err != nil || r.status != 1 || !strings.HasSuffix(r.errOut, want) {
		t.Errorf("%v %+v", err, r)
	}
	if (f != compiledFile{File: name, Error: "SyntaxError", Message: "invalid syntax", Line: 3, Offset: 7, EndLine: 3, EndOffset: 8}) {
		t.Errorf("%+v", f)
	}
	if _, err := os.Stat(cacheName(name, 0)); err == nil {
		t.Error("a file was written")
	}
}
