package psy

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/psyco-go/psy/internal/vm/object"
)

const warmSetup = `
import json, re, dataclasses, datetime, collections, random, warnings, weakref, functools, io, enum, sys
sys.modules["frozen"] = sys.modules["__main__"]
@dataclasses.dataclass
class Point:
    x: int
    y: int = 0
cache = {}
counter = 0
seen = []
import threading, atexit, contextvars
class Node:
    pass
local = threading.local(); local.a = 1
var = contextvars.ContextVar("var", default=0); var.set(1)
node = Node()
buf = io.StringIO(); buf.write("frozen")
raw = io.BytesIO(b"abc"); raw.read(1)
random.seed(5)
gen = (i for i in range(10)); next(gen)
@functools.lru_cache(None)
def slow(n): return [n]
def state():
    import sys, gc, builtins
    return repr((counter, sorted(cache), seen, sorted(vars(node)), buf.getvalue(), raw.tell(), sorted(sys.modules) , len(warnings.filters),
        sys.getrecursionlimit(), gc.get_threshold(), gc.isenabled(), hasattr(builtins, "leak"), sorted(vars(Point)), Point(1, 2), slow.cache_info(),
        list(re._cache)[:3], len(re._cache), sys.gettrace(), str(sys.stdout), len(sys.path), id(node) , sorted(vars(json)), random.getstate()[1][:3],
        [repr(x) for x in {object().__class__, int, str, "a", "b", "c"}], sys.flags, len(weakref.WeakSet()), sys.getswitchinterval(), sorted(vars(local)), var.get(), atexit._ncallbacks(), threading.active_count(), threading.get_ident(), sys.get_int_max_str_digits()))
def peek(): return next(gen), random.random(), hash("x"), str(datetime.datetime.now())
def add(a, b): return a + b
def work(n):
    t = 0
    for i in range(n):
        t += json.loads("[%d]" % i)[0]
    return t
`

const warmMess = `
import sys, gc, builtins, frozen as m, json, re, random, warnings, decimal, collections, threading, abc, os, weakref, io, time
m.counter += 5
m.local.b = 2
other = threading.local(); other.x = [1, 2]
m.var.set(7)
import atexit; atexit.register(print)
m.cache["k"] = object()
m.seen.append(m)
m.node.leak = 1
m.buf.write("more")
m.raw.read()
m.raw.close()
builtins.leak = 1
builtins.len, old = (lambda x: 42), len
builtins.len = old
sys.setrecursionlimit(500)
gc.set_threshold(7); gc.disable()
warnings.simplefilter("error")
m.Point.extra = 3
m.Point.__repr__ = lambda self: "changed"
json.loads.__defaults__
json.loads = None
json.added = 1
m.slow(3)
re.compile("q+w[a-z]%d" % random.randrange(10**6)); re.purge()
sys.path.append("leak")
sys.stdout = None
sys.stderr = io.StringIO()
def trace(*a): return trace
sys.settrace(trace)
sys.setswitchinterval(0.5)
sys.set_int_max_str_digits(1000)
decimal.getcontext().prec = 5
list(m.gen)
time.sleep(3)
x = [weakref.ref(type("T%d" % i, (), {})()) for i in range(200)]
sys.intern("leaked string")
m.keep = [bytearray(1000) for _ in range(3000)]
for name in list(sys.modules):
    if name not in ("sys", "__main__"): sys.modules.pop(name)
m.add = m.work = None
t = threading.Thread(target=lambda: time.sleep(0), daemon=True); t.start(); t.join()
class Evil(int):
    def __del__(self): pass
m.evil = Evil(3)
sys.addaudithook(lambda *a: None)
del m.Node
gc.collect()
`

func warmEngines(t *testing.T, f func(t *testing.T, c Config)) {
	for _, e := range []Engine{Tier1, Tier2, Psyco, Auto} {
		t.Run(fmt.Sprint(e), func(t *testing.T) {
			c := Config{Heap: 64 << 20, Engine: e}
			if e == Psyco {
				c.Threshold = 1
			}
			f(t, c)
		})
	}
}

func mustExec(t *testing.T, r *Runtime, src, name string) *Module {
	t.Helper()
	p, err := Compile([]byte(src), name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Exec(context.Background(), p)
	if err != nil {
		t.Fatalf("%v\n%s", err, formatted(err))
	}
	return m
}

func formatted(err error) string {
	var e *Exception
	if errors.As(err, &e) {
		return e.Format()
	}
	return ""
}

func text(t *testing.T, m *Module, name string) string {
	t.Helper()
	v, err := m.Call(context.Background(), name, nil)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, formatted(err))
	}
	return v.String()
}

func TestResetRestoresAll(t *testing.T) {
	warmEngines(t, func(t *testing.T, c Config) {
		r, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		m := mustExec(t, r, warmSetup, "setup.py")
		work, err := Func1[int64, int64](m, "work")
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if n, err := work(context.Background(), 300); n != 44850 || err != nil {
				t.Fatal(n, err)
			}
		}
		if _, err := r.Freeze(); err != nil {
			t.Fatal(err)
		}
		before, peek := text(t, m, "state"), text(t, m, "peek")
		for i := range 6 {
			if err := r.Reset(); err != nil {
				t.Fatal(err)
			}
			if got := text(t, m, "state"); got != before {
				t.Fatalf("round %d: state is\n%s\nwas\n%s", i, got, before)
			}
			if got := text(t, m, "peek"); got != peek {
				t.Fatalf("round %d: %s, was %s", i, got, peek)
			}
			if n, err := work(context.Background(), 300); n != 44850 || err != nil {
				t.Fatal(n, err)
			}
			if i%2 == 1 {
				mess := mustExec(t, r, warmMess, "mess.py")
				v, err := mess.Get("x")
				if err != nil {
					t.Fatal(err)
				}
				if err := r.Reset(); err != nil {
					t.Fatal(err)
				}
				if _, err := v.Call(context.Background(), nil); !errors.Is(err, ErrReset) {
					t.Errorf("a Value of before the reset: %v", err)
				}
			}
		}
	})
}

func TestFreezeRefuses(t *testing.T) {
	for _, c := range []struct{ code, why string }{
		{"import threading\nl = threading.Lock(); l.acquire()\nthreading.Thread(target=l.acquire, daemon=True).start()", "thread"},
		{"import zlib\nz = zlib.compressobj()", "zlib"},
		{"import sqlite3\nc = sqlite3.connect(':memory:')", "database"},
		{"import socket\np = socket.socketpair()", "socket"},
		{"import xml.parsers.expat\np = xml.parsers.expat.ParserCreate()", "pyexpat"},
		{"f = open('/x')", "file"},
		{"import host\ni = host.seq(); next(i)", "sequence"},
	} {
		r, err := New(Config{Heap: 64 << 20, FS: fstest.MapFS{"x": {Data: []byte("text")}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Bind("host.seq", func() iter.Seq[int] { return slices.Values([]int{1, 2, 3}) }); err != nil {
			t.Fatal(err)
		}
		mustExec(t, r, c.code, "x.py")
		_, err = r.Freeze()
		var f *FreezeError
		if !errors.As(err, &f) || !strings.Contains(f.Why, c.why) {
			t.Errorf("%s: %v", c.code, err)
		}
		if err := r.Reset(); err != ErrNotFrozen {
			t.Error(err)
		}
		if _, err := r.Import(context.Background(), "json"); err != nil {
			t.Error("after a refused Freeze:", err)
		}
		r.Close()
	}
}

func TestImageDeclared(t *testing.T) {
	if list := object.Undeclared(); len(list) > 0 {
		t.Errorf("nobody says how these take part in images: %s", strings.Join(list, ", "))
	}
}

func TestResetTime(t *testing.T) {
	r, _ := New(Config{Heap: 64 << 20})
	defer r.Close()
	m := mustExec(t, r, warmSetup, "setup.py")
	t0 := time.Now()
	if _, err := r.Freeze(); err != nil {
		t.Fatal(err)
	}
	t.Log("freeze", time.Since(t0))
	for range 5 {
		text(t, m, "state")
		t0 := time.Now()
		r.Reset()
		t1 := time.Now()
		r.Reset()
		t.Log("reset", t1.Sub(t0), time.Since(t1))
	}
}

// What a program leaves open ends with the reset; what files hold back is written.
func TestResetEnds(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	r, err := New(Config{Heap: 64 << 20, Write: DirFS(root)})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	m := mustExec(t, r, "import sqlite3, socket, threading, zlib\ndef f(x): return x + 1", "x.py")
	if _, err := r.Freeze(); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		late := mustExec(t, r, fmt.Sprintf(`
import sqlite3, socket, threading, zlib, os
f = open("/out%d", "w"); f.write("held back")
c = sqlite3.connect(":memory:"); c.execute("create table t (x)"); c.execute("insert into t values (1)")
cur = c.execute("select * from t")
a, b = socket.socketpair()
z = zlib.compressobj(); z.compress(b"abc")
l = threading.Lock(); l.acquire()
th = threading.Thread(target=l.acquire, daemon=True); th.start()
def g(): return 1
`, i), "late.py")
		g, err := Func0[int64](late, "g")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Reset(); err != nil {
			t.Fatal(err)
		}
		if b, err := root.ReadFile(fmt.Sprintf("out%d", i)); string(b) != "held back" {
			t.Errorf("%q, %v", b, err)
		}
		if _, err := g(context.Background()); !errors.Is(err, ErrReset) {
			t.Error("a typed function of before the reset:", err)
		}
		if v, err := m.Call(context.Background(), "f", Args(i)); err != nil || v.String() != fmt.Sprint(i+1) {
			t.Error(v, err)
		}
		if n := r.rt.Heap.Handles().Len(); n > 20 {
			t.Errorf("%d handles are left", n)
		}
		if !r.t.Alone() {
			t.Error("a thread is left")
		}
	}
	// Another image, of less and of more.
	mustExec(t, r, "import sys\nfor n in list(sys.modules):\n    if n.startswith(('sqlite', 'socket')): del sys.modules[n]", "less.py")
	if _, err := r.Freeze(); err != nil {
		t.Fatal(err)
	}
	more := mustExec(t, r, "import decimal, json\ndata = [json.dumps({'x': i}) for i in range(30000)]\ndef h(): return len(data)", "more.py")
	if err := r.Reset(); err != nil {
		t.Fatal(err)
	}
	if _, err := more.Call(context.Background(), "h", nil); !errors.Is(err, ErrReset) {
		t.Error(err)
	}
	more = mustExec(t, r, "import decimal, json\ndata = [json.dumps({'x': i}) for i in range(30000)]\ndef h(): return len(data)", "more.py")
	if _, err := r.Freeze(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		mustExec(t, r, "import sys\nsys.modules['__main__'].x = [bytes(1000) for i in range(20000)]\nimport gc; gc.collect()", "big.py")
		if err := r.Reset(); err != nil {
			t.Fatal(err)
		}
		if v, err := more.Call(context.Background(), "h", nil); err != nil || v.String() != "30000" {
			t.Error(v, err)
		}
	}
}
