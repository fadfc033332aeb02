package psy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/psyco-go/psy/internal/vm/heap"
)

const copySetup = warmSetup + `
import decimal, struct, hashlib, array, asyncio, logging, collections, copy, abc, typing, contextlib
things = [type("T%d" % i, (), {"v": i}) for i in range(40)]
objects = [object() for _ in range(40)]
crowd = set(things) | set(objects)
ids = {id(x): i for i, x in enumerate(objects)}
refs = weakref.WeakValueDictionary({i: t for i, t in enumerate(things)})
keys = weakref.WeakKeyDictionary({t: i for i, t in enumerate(things)})
sha = hashlib.sha256(b"abc")
def deep(n):
    x = yield n
    try:
        while True:
            y = yield from (i for i in range(n))
            x = yield (x, y)
    finally:
        objects.append("finally")
gens = [deep(3), (x for x in things)]
next(gens[0]); next(gens[0]); next(gens[1])
async def co(): return 5
waiting = co()
view = memoryview(bytearray(b"0123456789"))[2:5]
ints = array.array("Q", [id(x) for x in objects])
raw2 = bytes(ints)
big = 1 << 300
class Slots:
    __slots__ = "a", "b"
slots = Slots(); slots.a = things
class Meta(type):
    def __call__(cls, *a): return super().__call__(*a)
class WithMeta(metaclass=Meta): pass
class Fin:
    def __del__(self): dead.append(1)
dead = []
fin = Fin()
tb = None
try:
    {}["missing"]
except KeyError as e:
    kept = e
reader = struct.Struct("<IH")
def more():
    import gc
    r = [len(crowd), [getattr(x, "v", -1) for x in crowd], [ids[id(x)] for x in objects[:40]], sorted(refs), len(keys), sha.hexdigest(),
        bytes(view), list(ints) == [id(x) for x in objects[:40]], raw2 == bytes(ints), big, slots.a is things, WithMeta().__class__.__name__,
        reader.unpack(b"abcdef"), repr(kept), kept.__traceback__.tb_frame.f_code.co_name, [refs[i] is t for i, t in enumerate(things)] == [True] * 40,
        [hash(t) for t in things], sorted(vars(things[3])), repr(objects[0]), str(decimal.Decimal(1) / 3), json.dumps({"a": [1, {"b": None}]}, indent=1)]
    gc.collect()
    r.append([len(refs), len(keys), len(dead)])
    return repr(r)
def run():
    global fin
    r = [next(gens[0]), next(gens[0]), gens[0].send(None), next(gens[1]).v, gens[1].gi_running, list(gens[1])[-1].v]
    try:
        waiting.send(None)
    except StopIteration as e:
        r.append(e.value)
    things.clear(); crowd.clear(); slots.a = None; fin = None
    import gc
    gc.collect(); gc.collect()
    return repr([r, len(refs), len(keys), dead])
`

func copyWorld(t *testing.T, c Config, src string) (*Runtime, *Module, *Image) {
	t.Helper()
	r, err := New(c)
	if err != nil {
		t.Skip(err)
	}
	m := mustExec(t, r, src, "warm.py")
	img, err := r.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	return r, m, img
}

func copyOf(t *testing.T, img *Image) (*Runtime, *Module) {
	t.Helper()
	w, err := img.New(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	m, err := w.Import(context.Background(), "frozen")
	if err != nil {
		t.Fatal(err)
	}
	return w, m
}

// A new world has the state of the image; whatever is done in one is not to be seen in others.
func TestImageNew(t *testing.T) {
	t.Run("at once", func(t *testing.T) {
		if testing.Short() { // as the race detector runs it, for which once will do
			t.Skip("the same without the guard of lazy pages")
		}
		guard := heap.GuardLazy
		heap.GuardLazy = nil
		defer func() { heap.GuardLazy = guard }()
		testImageNew(t)
	})
	testImageNew(t)
}

func testImageNew(t *testing.T) {
	warmEngines(t, func(t *testing.T, c Config) {
		r, m, img := copyWorld(t, c, copySetup)
		var want [3]string
		for i, f := range [...]string{"state", "more", "run"} {
			want[i] = text(t, m, f)
		}
		check := func(m *Module) {
			for i, f := range [...]string{"state", "more", "run"} {
				if got := text(t, m, f); got != want[i] {
					t.Errorf("%s is\n%s\nnot\n%s", f, got, want[i])
				}
			}
		}
		w, x := copyOf(t, img)
		check(x)
		mustExec(t, w, warmMess, "mess.py")
		r.Close() // the others go on
		v, y := copyOf(t, img)
		again, err := v.Freeze() // an image of a copy
		if err != nil {
			t.Fatal(err)
		}
		check(y)
		mustExec(t, v, warmMess, "mess.py")
		if err := v.Reset(); err != nil {
			t.Fatal(err)
		}
		check(y)
		u, z := copyOf(t, again)
		v.Close()
		w.Close()
		check(z)
		u.Close()
	})
}

// Copies run at the same time, collect at each allocation, and compile at once.
func TestImageNewUnderStress(t *testing.T) {
	for _, gc := range stressEach(40) {
		for _, e := range []Engine{Tier1, Tier2, Psyco} {
			r, m, img := copyWorld(t, Config{Heap: 64 << 20, Engine: e, Threshold: 2}, stressSetup+"\nimport sys; sys.modules['frozen'] = sys.modules['__main__']\n")
			var want []string
			for i := range 3 {
				v, err := m.Call(context.Background(), "step", Args(i))
				if err != nil {
					t.Fatal(formatted(err))
				}
				want = append(want, v.String())
			}
			var group sync.WaitGroup
			errs := make([]error, 3)
			for g := range errs {
				w, x := copyOf(t, img)
				group.Go(func() {
					defer w.Close()
					w.rt.Heap.SetStress(gc)
					for i := range want {
						v, err := x.Call(context.Background(), "step", Args(i))
						if err != nil {
							errs[g] = fmt.Errorf("%w\n%s", err, formatted(err))
							var b *BrokenError
							if errors.As(err, &b) {
								errs[g] = fmt.Errorf("%w\n%s", err, b.Stack)
							}
							return
						}
						if v.String() != want[i] {
							errs[g] = fmt.Errorf("step %d: %s, not %s", i, v, want[i])
							return
						}
					}
					if _, err := x.Call(context.Background(), "mess", Args(g)); err != nil {
						errs[g] = err
					}
				})
			}
			group.Wait()
			if err := errors.Join(errs...); err != nil {
				t.Fatalf("gc %d, engine %v: %v", gc, e, err)
			}
			r.Close()
		}
	}
}

// Each word of an image that looks like an address was found by somebody; else copies would refer to the objects of the frozen world.
func TestImageAddresses(t *testing.T) {
	r, m, _ := copyWorld(t, Config{Heap: 128 << 20, Engine: Tier1}, strings.ReplaceAll(copySetup, "[id(x) for x in objects]", "[]"))
	defer r.Close()
	text(t, m, "more") // so that caches are filled
	for i := range 30 {
		m.Call(context.Background(), "work", Args(i))
	}
	img, err := r.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	img.saved.Unnoted(r.rt, func(typ string, word uintptr) {
		if s := fmt.Sprint(typ, " ", word); !seen[s] {
			seen[s] = true
			t.Error("an address in word", word, "of a", typ)
		}
	})
}

// Worlds that are made and closed leave nothing; many may live at once.
func TestImageNewMany(t *testing.T) {
	r, _, img := copyWorld(t, Config{Heap: 32 << 20, Code: 4 << 20}, "import json, sys\nsys.modules['frozen'] = sys.modules['__main__']\nn = 0\ndef f():\n    global n\n    n += 1\n    return json.dumps([n])")
	defer r.Close()
	count := func() (maps, files int) {
		runtime.GC()
		b, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Skip(err)
		}
		l, _ := os.ReadDir("/proc/self/fd")
		return bytes.Count(b, []byte("\n")), len(l)
	}
	round := func() {
		var worlds []*Runtime
		for range 40 {
			w, m := copyOf(t, img)
			if got := text(t, m, "f"); got != "[1]" {
				t.Fatal(got)
			}
			worlds = append(worlds, w)
		}
		for _, w := range worlds {
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	round()
	maps, files := count()
	for range 3 {
		round()
	}
	if m, f := count(); m > maps+20 || f > files+5 {
		t.Errorf("%d mappings and %d files, %d and %d before", m, f, maps, files)
	}
}

// A copy writes to what Config says, within limits of its own, and is told what cannot be copied.
func TestImageNewStreams(t *testing.T) {
	var out strings.Builder
	r, m, img := copyWorld(t, Config{Heap: 32 << 20, Stdout: &out, Output: 30}, "import sys\nsys.modules['frozen'] = sys.modules['__main__']\nprint('set up')\ndef f(x): print('hello', x)")
	defer r.Close()
	for i := range 3 {
		w, x := copyOf(t, img)
		if _, err := x.Call(context.Background(), "f", Args(i)); err != nil {
			t.Fatal(formatted(err))
		}
		w.Close()
	}
	if _, err := m.Call(context.Background(), "f", Args(9)); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "set up\nhello 0\nhello 1\nhello 2\nhello 9\n" {
		t.Errorf("%q", got)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := img.New(ctx); err != context.Canceled {
		t.Error(err)
	}
	d, _, img := copyWorld(t, Config{Heap: 32 << 20, Debug: true}, "import sys")
	defer d.Close()
	var f *FreezeError
	if _, err := img.New(context.Background()); !errors.As(err, &f) {
		t.Error(err)
	}
}

// A pool of an image makes the worlds that it needs, and resets them.
func TestPoolOfImage(t *testing.T) {
	r, err := poolWorld(Config{Heap: 32 << 20, Code: 4 << 20})()
	if err != nil {
		t.Fatal(err)
	}
	img, err := r.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	p := NewPool(img, 4)
	defer p.Close()
	var group sync.WaitGroup
	errs := make([]error, 4)
	for g := range errs {
		group.Go(func() {
			for i := range 20 {
				if errs[g] == nil {
					errs[g] = serve(p, i)
				}
			}
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// What the system is given lies in pages that are there, whatever a copy has touched before.
func TestImageNewBuffers(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	r, _, img := copyWorld(t, Config{Heap: 64 << 20, Write: DirFS(root)}, `
import sys, array, io, mmap, gc
sys.modules['frozen'] = sys.modules['__main__']
class B(bytes): pass
class BA(bytearray): pass
sizes = 10, 300, 4000, 5000, 9000, 15000, 17000, 70000, 300000
data = [(t(bytes(i % 251 for i in range(n))), [n]) for n in sizes for t in (bytes, B, bytearray, BA, lambda b: array.array("B", b), lambda b: memoryview(bytearray(b)))]
dead = [bytes(n) for n in sizes]
rooms = [(bytearray(n), [n], array.array("B", bytes(n))) for n in sizes]
def f():
    with open("/out", "wb", buffering=0) as f:
        for d, _ in data:
            if f.write(d) != len(d): return "short"
    dead.clear()
    gc.collect()
    fresh = [bytearray(n) for n in sizes]
    with open("/out", "rb", buffering=0) as f:
        for d, _ in data:
            if f.read(len(d)) != bytes(d): return "other"
    n = 0
    for rs in (rooms, [(x, 0, x) for x in fresh]):
        for a, _, b in rs:
            for x in a, b:
                with open("/out", "rb", buffering=0) as f:
                    n += f.readinto(x)
    return n
`)
	defer r.Close()
	want := ""
	for i := range 3 {
		w, m := copyOf(t, img)
		got := text(t, m, "f")
		if want = max(want, got); got != want || len(got) < 6 {
			t.Errorf("copy %d: %s, not %s", i, got, want)
		}
		w.Close()
	}
}
