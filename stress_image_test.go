package psy

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// stressEach is after how many allocations a collection comes, under stress. With -short, for the race detector, it is not each: a run of that kind would
// take minutes, and what it finds are no races.
func stressEach(n int) []int {
	if testing.Short() {
		return []int{n}
	}
	return []int{1, n}
}

// Worlds that collect all the time, and check what machine code believes, go back just the same.
func TestResetUnderStress(t *testing.T) {
	for _, gc := range stressEach(50) {
		for _, e := range []Engine{Tier1, Tier2, Psyco} {
			c := Config{Heap: 64 << 20, Engine: e, Threshold: 2}
			w, err := c.world()
			if err != nil {
				t.Fatal(err)
			}
			w.Settings.Check = gc > 1
			r, err := newRuntime(&c, w)
			if err != nil {
				t.Skip(err)
			}
			m := mustExec(t, r, stressSetup, "setup.py")
			step, err := Func1[int64, string](m, "step")
			if err != nil {
				t.Fatal(err)
			}
			for i := range int64(4) {
				if _, err := step(context.Background(), i); err != nil {
					t.Fatal(formatted(err))
				}
			}
			r.rt.Heap.SetStress(gc)
			if _, err := r.Freeze(); err != nil {
				t.Fatal(err)
			}
			var want []string
			for round := range 3 {
				for i := range 3 {
					got, err := step(context.Background(), int64(i))
					if err != nil {
						t.Fatal(err, formatted(err))
					}
					if round == 0 {
						want = append(want, got)
					} else if got != want[i] {
						t.Fatalf("gc %d, engine %v, round %d, step %d: %s, was %s", gc, e, round, i, got, want[i])
					}
				}
				if _, err := m.Call(context.Background(), "mess", Args(round)); err != nil {
					t.Fatal(formatted(err))
				}
				if err := r.Reset(); err != nil {
					t.Fatal(err)
				}
			}
			r.Close()
		}
	}
}

const stressSetup = `
import weakref, gc
class A:
    k = 1
    def __init__(self, x): self.x = x
    def get(self): return self.x + self.k
    @property
    def p(self): return self.x
class B(A):
    def get(self): return self.x * 2
limit = 10
objs = {i: (A if i % 2 else B)(i) for i in range(6)}
refs = weakref.WeakValueDictionary(objs)
def count():
    n = 0
    while True:
        n += 1
        yield n
g = count()
for _ in range(4): next(g)
def step(i):
    t = 0
    for o in objs.values():
        for j in range(limit):
            t += o.get() + o.p + j
    objs[100 + i] = A(i)
    s = {object.__new__(A): 1 for _ in range(3)}
    return repr((t, next(g), len(refs), len(objs), sorted(objs), len(s), [id(x) % 16 for x in s][:1], hash("abc")))
def mess(i):
    global limit, step, g
    A.k = 100; limit = 3
    A.extra = property(lambda self: 7)
    B.get = A.get
    for o in objs.values(): o.fresh = i; del o.x; o.x = 5; o.__dict__
    class C(A):
        def get(self): return -1
    for j in range(20): objs[j] = C(j)
    t = sum(o.get() + o.extra for o in objs.values())
    A.get = lambda self: 1000
    A.__getattr__ = lambda self, n: n
    t += sum(o.get() for o in objs.values())
    list(zip(range(5), g))
    del g
    step = None
    objs.clear()
    gc.collect()
    junk = [A(j) for j in range(300)]
    exec("def step(i): return i\nfor q in range(10): step(q)", globals())
    eval("[x for x in range(30)]")
    return t
`

// TestResetPrograms: a program does the same after a reset as before it.
func TestResetPrograms(t *testing.T) {
	names, err := filepath.Glob("tests/programs/*.py")
	if err != nil || len(names) == 0 {
		t.Skip("no programs: ", err)
	}
	for k, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := filepath.Base(name)
		if k%24 != 0 || strings.Contains(string(src), "# needs: process") || strings.HasPrefix(base, "gc_") || strings.HasPrefix(base, "threads_") {
			continue
		}
		p, err := Compile(src, base)
		if err != nil {
			continue
		}
		var out bytes.Buffer
		r, err := New(Config{Heap: 128 << 20, Stdout: &out, Threshold: 20})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Freeze(); err != nil {
			t.Fatal(err)
		}
		var first string
		for i := range 2 {
			out.Reset()
			_, err := r.Exec(context.Background(), p)
			if got := out.String() + fmt.Sprint(err); i == 0 {
				first = got
			} else if got != first {
				t.Errorf("%s: at first\n%.2000s\nthen\n%.2000s", name, first, got)
			}
			if err := r.Reset(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		r.Close()
	}
}
