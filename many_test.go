package psy

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// again runs one test of this file in a process of its own, with PSY_TEST_AGAIN set; in that process it reports true.
func again(t *testing.T, prefix ...string) bool {
	t.Helper()
	if os.Getenv("PSY_TEST_AGAIN") != "" {
		return true
	}
	args := append(prefix, os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "PSY_TEST_AGAIN=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return false
}

// TestFirstUse makes the first runtimes of a process at once, on many goroutines, and uses what is made when it is first asked for. It is for the race detector.
func TestFirstUse(t *testing.T) {
	if !again(t) {
		return
	}
	const source = `
import sys, re, math, io, struct, itertools, functools, collections, operator, time, ast, tokenize, zlib, binascii, random, codecs, marshal, unicodedata
import json, string, dataclasses, enum, typing, contextlib, array, hashlib, symtable, warnings, weakref, datetime, decimal
assert re.match(r'(\w+)\s(?i:B)[^x-z]*', 'ab bc')
assert unicodedata.name('x') and unicodedata.lookup('SNOWMAN') and unicodedata.normalize('NFKD', '\u1e9b')
ast.unparse(ast.parse('class A: x: int = f"{1!r:>{2}}"'))
symtable.symtable('def f(x): return lambda: x', 'f', 'exec')
list(tokenize.generate_tokens(io.StringIO('a = 1 # c\n').readline))
class P(typing.NamedTuple): x: int
@dataclasses.dataclass
class D: x: int = 1
class E(enum.Enum): A = 1
def gen(n):
    for i in range(n):
        yield [i, float(i), str(i)]
def f(n):
    t = 0
    for a, b, c in gen(n):
        t += a * 2 + int(b) + len(c)
        with contextlib.suppress(ValueError):
            int('x')
    return t
f(3000), P(1), D(2), E.A, hashlib.sha256(b'x').hexdigest(), '%5.2f' % 1.5, f'{1:,}', 10**50 // 7, str(1 << 9000), time.gmtime(0), 'ab'.encode('cp1252')
'xyz'.translate({120: 'a'}), b'x'.hex(), zlib.decompress(zlib.compress(b'x' * 1000)), struct.unpack('<hd', struct.pack('<hd', 1, 2.0))
try:
    [].nothing
except AttributeError as e:
    import traceback
    traceback.format_exc()
try:
    compile('a b', 'x', 'exec')
except SyntaxError:
    pass
`
	fsys := os.DirFS("/nowhere")
	if lib := os.Getenv("PSY_TEST_LIBRARY"); lib != "" {
		fsys = os.DirFS(lib)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r, err := New(Config{FS: fsys, Engine: []Engine{Auto, Tier2, Tier1}[i%3], Threshold: 50})
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Close()
			ctx := context.Background()
			for _, line := range strings.SplitAfter(source, "\n") { // what needs the library may fail, each module for itself
				if strings.HasPrefix(line, "import") {
					for _, name := range strings.Split(strings.TrimPrefix(strings.TrimSpace(line), "import "), ",") {
						r.Import(ctx, strings.TrimSpace(name))
					}
				}
			}
			p, err := Compile([]byte(source), "first.py")
			if err == nil {
				_, err = r.Exec(ctx, p)
			}
			if e := (*Exception)(nil); err != nil && !(errors.As(err, &e) && e.Type == "ModuleNotFoundError") {
				t.Error(err)
			}
			sumInside(t, r)
		}()
	}
	wg.Wait()
}

// TestAddresses makes runtimes with small caps where addresses are scarce: each reserves what its caps need.
func TestAddresses(t *testing.T) {
	if _, err := os.Stat("/proc/self/maps"); err != nil {
		t.Skip("needs /proc")
	}
	if !again(t, "sh", "-c", `ulimit -v 8000000 && exec "$@"`, "sh") {
		return
	}
	before := mappings(t)
	const n = 40
	for i := range n {
		r, err := New(Config{Heap: 16 << 20, Code: 1 << 20})
		if err != nil {
			t.Fatalf("runtime %d: %v", i, err)
		}
		defer r.Close()
		sumInside(t, r)
	}
	if each := (mappings(t) - before) / n; each > 12 {
		t.Errorf("a runtime takes %d mappings", each)
	}
	if size := virtual(t) >> 20; size > 5000 {
		t.Errorf("%d runtimes take %d MiB of addresses", n, size)
	}
	for i := range 4 {
		r, err := New(Config{})
		if err != nil {
			t.Fatalf("runtime %d with the default caps: %v", i, err)
		}
		defer r.Close()
	}
}

// sumInside runs a little in r.
func sumInside(t *testing.T, r *Runtime) {
	p, err := Compile([]byte("def f(n): return sum(x * 2 for x in range(n))"), "f.py")
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Exec(context.Background(), p)
	if err != nil {
		t.Error(err)
		return
	}
	v, err := m.Call(nil, "f", Args(1000))
	if n, err2 := As[int](v); n != 999000 {
		t.Error(n, err, err2)
	}
}

func mappings(t *testing.T) int {
	data, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(data), "\n")
}

// virtual is how many bytes of addresses the process has.
func virtual(t *testing.T) int {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.Fields(string(data))[0])
	if err != nil {
		t.Fatal(err)
	}
	return n * os.Getpagesize()
}
