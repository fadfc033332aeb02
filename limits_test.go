package psy_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/psyco-go/psy"
)

var allEngines = map[string]psy.Engine{"auto": psy.Auto, "tier2": psy.Tier2, "tier1": psy.Tier1}

// limited runs a program in every engine, with functions compiled at once, and gives what it has written.
func limited(t *testing.T, c psy.Config, source string) (out string) {
	t.Helper()
	prog, err := psy.Compile([]byte(source), "prog.py")
	if err != nil {
		t.Fatal(err)
	}
	first := true
	for name, engine := range allEngines {
		var b bytes.Buffer
		c := c
		c.Engine, c.Threshold, c.Stdout = engine, 1, &b
		rt, err := psy.New(c)
		if err != nil {
			t.Fatal(err)
		}
		_, err = rt.Exec(context.Background(), prog)
		var e *psy.Exception
		if errors.As(err, &e) {
			b.WriteString(e.Error())
		} else if err != nil {
			b.WriteString(err.Error())
		}
		if err := rt.Close(); err != nil {
			t.Error(err)
		}
		if got := b.String(); first {
			out, first = got, false
		} else if got != out {
			t.Errorf("%s: %s\nnot\n%s", name, got, out)
		}
	}
	return out
}

func TestOutputLimit(t *testing.T) {
	out := limited(t, psy.Config{Output: 1000}, `
import sys
def spam():
    while True:
        print("x" * 99)
try:
    spam()
except OSError as e:
    kept = repr(e)
try:
    spam()
except OSError as e:
    pass
`)
	if len(out) != 1000 || strings.Trim(out, "x\n") != "" {
		t.Errorf("%d bytes: %q", len(out), out[max(0, len(out)-100):])
	}
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	out = limited(t, psy.Config{Output: 5000, Write: psy.DirFS(root)}, `
got = []
for size in (2000, 2000):
    with open("/f", "wb", buffering=0) as f:
        f.write(b"x" * size)
try:
    with open("/g", "wb", buffering=0) as f:
        got.append(f.write(b"x" * 2000))
        f.write(b"y")
except OSError as e:
    got.append(e.errno)
try:
    with open("/f", "r+b", buffering=0) as f:
        f.truncate(10**12)
except OSError as e:
    got.append(e.errno)
assert got in ([1000, 27, 27], [27, 27]), got
`)
	if out != "" {
		t.Error(out)
	}
	if st, err := os.Stat(dir + "/f"); err != nil || st.Size() != 2000 {
		t.Error(st.Size(), err)
	}
}

func TestFileLimit(t *testing.T) {
	out := limited(t, psy.Config{Files: 20, FS: fstest.MapFS{"a": {Data: []byte("text")}}}, `
files = []
try:
    while True:
        files.append(open("/a"))
except OSError as e:
    print(len(files), e)
for f in files[2:]:
    f.close()
print(open("/a").read())
for i in range(1000):
    open("/a").read()   # forgotten files are closed when a file is wanted
print("end")
`)
	if out != "20 [Errno 24] Too many open files: '/a'\ntext\nend\n" {
		t.Error(out)
	}
}

func TestRecursionLimit(t *testing.T) {
	out := limited(t, psy.Config{Recursion: 200}, `
import sys
deepest = 0
def f(n):
    global deepest
    deepest = n
    f(n + 1)
def g(n):
    return 1 + g(n + 1)
class C:
    def __eq__(self, other):
        return self == other
for bad in (lambda: f(1), lambda: g(1), lambda: C() == C(), lambda: sorted([1, 2], key=lambda v: f(1))):
    try:
        bad()
    except RecursionError:
        print("deep", deepest < 200)
try:
    sys.setrecursionlimit(100000)
except ValueError as e:
    print(e)
sys.setrecursionlimit(150)
print(sys.getrecursionlimit())
`)
	if out != "deep True\ndeep True\ndeep True\ndeep True\nrecursion limit must not be greater than 200 here\n150\n" {
		t.Error(out)
	}
}

func TestModules(t *testing.T) {
	out := limited(t, psy.Config{Modules: []string{"json", "dataclasses", "mine"}, FS: fstest.MapFS{"mine.py": {Data: []byte("import string\nx = 1\n")}}}, `
import json, dataclasses, json.decoder, mine
@dataclasses.dataclass
class P:
    x: int
print(json.dumps(dataclasses.asdict(P(mine.x))))
def tries(f):
    try:
        f()
        print("yes")
    except ImportError as e:
        print(e.name)
tries(lambda: __import__("subprocess"))
tries(lambda: __import__("xml.dom"))
tries(lambda: exec("import socket"))
tries(lambda: exec("from concurrent import futures"))
tries(lambda: eval("__import__('ctypes')"))
tries(lambda: exec("import importlib; importlib.import_module('asyncio')"))
tries(lambda: exec("import importlib.util as u; u.module_from_spec(u.spec_from_loader('_ctypes', None))"))
import importlib._bootstrap as b
tries(lambda: b.BuiltinImporter.create_module(b.ModuleSpec("_socket", None)))
print("%.1f" % 2.55, "{:n}".format(3), "x".encode("cp1252"))
`)
	if out != "{\"x\": 1}\nsubprocess\nxml\nsocket\nconcurrent\nctypes\nasyncio.base_events\nimportlib.util\n_socket\n2.5 3 b'x'\n" {
		t.Error(out)
	}
}

// TestStepsLimit: as many steps end a call in each engine that can be asked for.
func TestStepsLimit(t *testing.T) {
	out := limited(t, psy.Config{Steps: 5000}, `
n = 0
def turn():
    global n
    n += 1
try:
    while True:
        turn()
finally:
    print(n)
`)
	if !strings.HasSuffix(out, "psy: interrupted: psy: out of steps") || len(out) < 5 {
		t.Error(out)
	}
}
