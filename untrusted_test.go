// Requests of scripts that nobody trusts, in worlds of a pool, many at once: nothing that one leaves may be found by the next.

package psy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// hostile are scripts that leave SECRET, a str of the request's own, wherever they can, and that do not end by themselves or fail.
var hostile = []string{
	warmMess + `
m.seen.append(SECRET); sys.intern(SECRET)
`,
	`
import sys, builtins, json, re, gc, frozen as m
builtins.SECRET = sys.intern(SECRET); builtins.open = SECRET
json.JSONDecoder.decode = lambda self, s, w=None: SECRET
json.decoder.scanstring = json.loads.__globals__["SECRET"] = SECRET
re._cache[SECRET] = re.compile(SECRET)
m.cache[SECRET] = m; m.node.__dict__[SECRET] = 1; m.Point.__init__.__defaults__ = (SECRET,)
m.state.__code__ = (lambda: SECRET).__code__
type(m.node).__getattr__ = lambda self, name: SECRET
sys.modules[SECRET] = m; sys.path_importer_cache[SECRET] = None; sys.meta_path.insert(0, SECRET)
gc.callbacks.append(lambda *a: SECRET); gc.garbage.append(SECRET)
`,
	`
import threading, time, atexit, frozen as m
def stay(secret=SECRET):
    while True: time.sleep(0.0005); m.seen.append(secret)
for i in range(3): threading.Thread(target=stay, daemon=True, name=SECRET).start()
m.lock = threading.RLock(); m.lock.acquire()
atexit.register(stay)
time.sleep(0.002)
`,
	`
import io, os, sys, tempfile, frozen as m
files = [open("/data.txt") for i in range(5)]; files[0].read(); os.chdir("/sub")
m.kept = files; sys.stdin = files[1]; os.environ["SECRET"] = SECRET; os.umask(0o77)
for name in "SECRET", "other":
    try: open("/" + name, "w").write(SECRET)
    except OSError: pass
print(SECRET, end="")
sys.stdout.write("x" * 100); sys.stdout.reconfigure(line_buffering=False) if sys.stdout else None
`,
	`
def f(n): return f(n + 1) + len(SECRET)
def g():
    try: yield SECRET
    finally: keep.append(SECRET)
keep = []; it = g(); next(it)
class D:
    def __del__(self): keep.append(self)
d = [D() for i in range(100)]; d[0].d = d
f(0)
`,
	`
a = []
while True: a.append(SECRET * 1000); a.append(bytearray(100000))
`,
	`
import frozen as m
def hot(p, n):
    t = 0
    for i in range(n): t += p.x + m.add(i, p.y) + len(SECRET)
    return t
class P(m.Point):
    __slots__ = ("z",)
hot(P(1, 2), 4000); m.add = lambda a, b: 1; hot(P(1, 2), 200); P.x = 5; hot(P(1, 2), 200)
m.Point.x = property(lambda self: 1); m.Point.y = 2; hot(P(1, 2), 100)
m.work(3000); int.__add__; m.json.loads = lambda s: [1]; m.work(100)
`,
	`
import asyncio, contextvars, decimal, random, frozen as m
v = contextvars.ContextVar(SECRET, default=SECRET); v.set([SECRET]); decimal.setcontext(decimal.Context(prec=3)); random.seed(SECRET)
async def main():
    asyncio.ensure_future(asyncio.sleep(10, SECRET)); m.loop = asyncio.get_running_loop(); await asyncio.sleep(0)
asyncio.run(main())
while True: pass
`,
	`
import sys
sys.exit(SECRET)
`,
	`
exec("\n".join("def f%d(x): return x + %d" % (i, i) for i in range(400)))
for i in range(400): globals()["f%d" % i](i)
for i in range(300): type(SECRET + str(i), (), {SECRET + "a": i})
"".join([SECRET] * 1000).encode().decode("latin-1"); {SECRET + str(i): i for i in range(1000)}
`,
}

// search is how a request looks for what others have left: in all objects, and among the interned strings.
const search = `
import gc
def search(mark, before):
    found = set()
    for o in gc.get_objects():
        if type(o) in (dict, list, tuple, set, frozenset):
            for x in list(o) + (list(o.values()) if type(o) is dict else []):
                if type(x) is str and x.startswith(mark) and x != mark:
                    found.add(x)
    for i in range(before):
        s = mark + str(i)
        if sys.intern(s) is not s:
            found.add(s)
    return repr(sorted(found)[:5])
`

// TestUntrusted has requests answered in worlds of a pool, which are reset, and in copies of an image, which are closed and leave their memory to the next
// ones. PSY_TEST_REQUESTS=10000 is the row for a long run, 64 at once, which also measures that memory does not grow.
func TestUntrusted(t *testing.T) {
	requests, worlds := 100, 8
	if testing.Short() {
		requests = 20
	}
	if n, _ := strconv.Atoi(os.Getenv("PSY_TEST_REQUESTS")); n > 0 {
		requests, worlds = n, 64
	}
	for _, engine := range []Engine{Auto, Tier1} {
		for _, how := range []string{"reset", "new"} {
			t.Run(fmt.Sprint(engine, "/", how), func(t *testing.T) { untrusted(t, engine, how == "new", requests, worlds) })
		}
	}
}

func untrusted(t *testing.T, engine Engine, closes bool, requests, worlds int) {
	files := fstest.MapFS{"data.txt": {Data: []byte("data")}, "sub/x.txt": {Data: []byte("x")}}
	var out safeBuffer
	r, err := New(Config{Heap: 24 << 20, Code: 2 << 20, Threshold: 50, Engine: engine, FS: files, Stdout: &out, Threads: 8, Output: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	m := mustExec(t, r, warmSetup+search, "setup.py")
	for range 3 {
		text(t, m, "state")
		if _, err := m.Call(context.Background(), "work", Args(300)); err != nil {
			t.Fatal(err)
		}
	}
	img, err := r.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	state, peek := text(t, m, "state"), text(t, m, "peek")
	if err := r.Reset(); err != nil {
		t.Fatal(err)
	}
	p := NewPool(img, worlds)
	defer p.Close()
	one := func(i int) (err error) {
		ctx := context.Background()
		var w *Runtime
		if closes {
			if w, err = img.New(ctx); err != nil {
				return err
			}
		} else if w, err = p.Get(ctx); err != nil {
			return err
		} else {
			defer p.Put(w)
		}
		m, err := w.Import(ctx, "frozen")
		if err != nil {
			return err
		}
		if closes {
			defer func() {
				err = errors.Join(err, closed(w, m, img))
			}()
		}
		for _, x := range [...]struct{ name, want string }{{"state", state}, {"peek", peek}} {
			v, err := m.Call(ctx, x.name, nil)
			if err != nil {
				return fmt.Errorf("request %d: %w\n%s", i, err, formatted(err))
			}
			if got := v.String(); got != x.want {
				return fmt.Errorf("request %d: %s is\n%s\nwas\n%s", i, x.name, got, x.want)
			}
		}
		if i%7 == 0 {
			v, err := m.Call(ctx, "search", Args("secret-of-", min(i, 100)))
			if err != nil {
				return fmt.Errorf("request %d: %w\n%s", i, err, formatted(err))
			}
			if v.String() != "[]" {
				return fmt.Errorf("request %d finds %s", i, v)
			}
		}
		limited, stop := context.WithTimeout(ctx, 20*time.Millisecond)
		defer stop()
		_, err = w.Run(limited, hostile[i%len(hostile)], map[string]any{"SECRET": "secret-of-" + strconv.Itoa(i)})
		if broken := (*BrokenError)(nil); errors.As(err, &broken) {
			return fmt.Errorf("request %d: %w", i, err)
		}
		return nil
	}
	const rounds = 5
	var sizes []float64
	for round := range rounds {
		atOnce(t, worlds, requests*round/rounds, requests*(round+1)/rounds, one)
		out.reset()
		sizes = append(sizes, residentMB())
	}
	if requests < 1000 {
		return
	}
	left := runtime.NumGoroutine()
	t.Logf("MB in memory after each fifth of %d requests: %.0f; goroutines: %d", requests, sizes, left)
	if left > 16 {
		t.Errorf("%d goroutines are left: threads of worlds that are closed never end", left)
	}
	if last := sizes[rounds-1]; last > sizes[1]*1.2+32 {
		t.Errorf("memory grows: %.0f", sizes)
	}
}

// TestUntrustedBare is the same for worlds of New, which have set-ups of their own: each uses the memory of one that strangers have used before.
func TestUntrustedBare(t *testing.T) {
	const report = search + `
import sys, builtins
sys.set_int_max_str_digits(sys.get_int_max_str_digits())
said = repr((sys.argv, sys.getrecursionlimit(), sorted(sys.modules), sorted(vars(builtins)), list({"a", "b", "c", "d", object.__name__}), hash("x"),
    [id(x) for x in (int, object, sys, [], object())], gc.get_threshold(), gc.isenabled(), len(gc.get_objects()), sys.gettrace(), sys.getswitchinterval(),
    sys.path, sys.flags, sys.get_int_max_str_digits(), repr(sys.stdout), search("secret-of-", 40)))
`
	prog, err := Compile([]byte(report), "report.py")
	if err != nil {
		t.Fatal(err)
	}
	setUps := []Config{
		{Heap: 24 << 20},
		{Heap: 24 << 20, Args: []string{"a"}, Recursion: 300, Threads: 4, Output: 1000, FS: fstest.MapFS{"data.txt": {Data: []byte("data")}}},
		{Heap: 24 << 20, Engine: Tier1, Steps: 2_000_000, Path: []string{"/lib"}},
	}
	first := make([]string, len(setUps))
	for i := range 3 * len(hostile) {
		r, err := New(setUps[i%len(setUps)])
		if err != nil {
			t.Fatal(err)
		}
		m, err := r.Exec(context.Background(), prog)
		if err != nil {
			t.Fatal(i, err, formatted(err))
		}
		v, err := m.Get("said")
		if err != nil {
			t.Fatal(err)
		}
		if got := v.String(); i < 2*len(setUps) { // the second world makes the image of which the others are copies
			first[i%len(setUps)] = got
		} else if got != first[i%len(setUps)] {
			t.Errorf("world %d:\n%s\nwas\n%s", i, got, first[i%len(setUps)])
		}
		limited, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
		r.Run(limited, "import sys, types; sys.modules['frozen'] = m = types.ModuleType(SECRET); m.seen = []; m.cache = {}; m.node = m", map[string]any{"SECRET": "secret-of-" + strconv.Itoa(i)})
		r.Run(limited, hostile[i/3], map[string]any{"SECRET": "secret-of-" + strconv.Itoa(i)})
		stop()
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Get("said"); !errors.Is(err, ErrClosed) {
			t.Errorf("a module of a closed world: %v", err)
		}
	}
}

// closed closes a world, has its memory used by another one, and looks what handles of the first can reach.
func closed(w *Runtime, m *Module, img *Image) error {
	v, err := m.Get("node")
	if err != nil {
		v = Value{}
	}
	if err := w.Close(); err != nil {
		return err
	}
	next, err := img.New(context.Background())
	if err != nil {
		return err
	}
	defer next.Close()
	for _, f := range []func() error{
		func() error { _, err := m.Get("node"); return err },
		func() error { _, err := m.Call(context.Background(), "state", nil); return err },
		func() error { _, err := v.Attr(context.Background(), "leak"); return err },
		w.Reset,
	} {
		if err := f(); !errors.Is(err, ErrClosed) {
			return fmt.Errorf("a handle of a closed world: %v", err)
		}
	}
	return nil
}

// residentMB is how much memory the process has, after a collection of Go's; 0: the system does not tell.
func residentMB() float64 {
	debug.FreeOSMemory()
	b, _ := os.ReadFile("/proc/self/statm")
	var size, resident float64
	fmt.Sscan(string(b), &size, &resident)
	return resident * float64(os.Getpagesize()) / (1 << 20)
}

// safeBuffer is a writer that goroutines share.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.b.Reset()
}
