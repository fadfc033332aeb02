package psy

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/fstest"
)

// What a world can tell of how it was made.
const bareTells = `
import sys, gc, builtins, _io as io
print(sys.argv, sys.orig_argv, sys.path, sys.prefix, sys.exec_prefix, sys.base_prefix, sys._stdlib_dir, sys.flags, sys.stdin is None, sys.stderr is None)
print(sys.stdout, sys.stdout is sys.__stdout__, sys.stdin and sys.stdin.read(), sorted(vars(sys)), sorted(sys.modules), sys.getrecursionlimit())
print(len(builtins.__dict__), hash("a"), hash(b"a"), {"a", "b", "c", 1.5})
print([c.__name__ for c in object.__subclasses__()], [c.__name__ for c in Exception.__subclasses__()])
print(io.UnsupportedOperation.__mro__, sys.intern("len") is len.__name__, sys.get_int_max_str_digits(), gc.get_threshold(), sys.warnoptions)
def f(n): return sum(i * i for i in range(n))
print(f(5000), sys.version, repr(object.__init__), [type(x).__name__ for x in (len, str.join, int.real, type.__mro__)])
try: import re
except ImportError as e: print(e)
`

// A world that is a copy of a bare one is what it would be if it had been made anew.
func TestBareWorlds(t *testing.T) {
	files := fstest.MapFS{"a.txt": {Data: []byte("a")}, "m.py": {Data: []byte("x = 1")}}
	make := func(k int, out *bytes.Buffer) Config {
		return []Config{
			{Stdout: out},
			{Stdout: out, Heap: 16 << 20, Args: []string{"prog", "x"}, Stdin: strings.NewReader("input"), Library: NoLibrary},
			{Stdout: out, Heap: 400 << 20, FS: files, Path: []string{"/lib", "/"}, Env: []string{"A=b"}, Stderr: out, Engine: Tier2, Threshold: 1},
			{Stdout: out, Engine: Tier1, Recursion: 200, Modules: []string{"sys", "_io", "gc"}},
			{Stdout: out, Random: strings.NewReader("0123456789abcdef0123456789abcdef"), Threshold: 10},
		}[k]
	}
	for range 3 {
		for k := range 5 {
			var texts [2]string
			for i := range texts {
				var out bytes.Buffer
				c := make(k, &out)
				w, err := c.world()
				if err != nil {
					t.Fatal(err)
				}
				w.Bare = i > 0
				r, err := newRuntime(&c, w)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := r.Run(context.Background(), bareTells, nil); err != nil {
					t.Fatalf("%d: %v\n%s", k, err, formatted(err))
				}
				if err := r.Close(); err != nil {
					t.Error(err)
				}
				texts[i] = out.String()
			}
			if texts[0] != texts[1] {
				t.Errorf("%d: a new world says\n%s\na copy\n%s", k, texts[0], texts[1])
			}
		}
	}
	r, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if n := r.rt.Heap.Stats().Allocated; n > 300<<10 {
		t.Errorf("making a world allocates %d bytes: it is no copy", n)
	}
	if r, err := New(Config{Heap: 1}); err == nil {
		r.Close()
		t.Error("a heap of one byte")
	}
}
