package psy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
)

// TestFormat compares exceptions' texts with what CPython printed for the same programs: compiled ones, with their sources in FS, and sources that
// Compile makes programs of, which bring their lines along.
func TestFormat(t *testing.T) {
	compiled := func(src, pyc []byte, file string) (*Program, error) { return Load(pyc) }
	compareFormats(t, compiled, Config{FS: os.DirFS("tests/programs")})
	sources := func(src, pyc []byte, file string) (*Program, error) { return Compile(src, file) }
	compareFormats(t, sources, Config{})
}

func compareFormats(t *testing.T, program func(src, pyc []byte, file string) (*Program, error), c Config) {
	files, err := filepath.Glob("tests/programs/err_*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	compared := 0
	for _, file := range files {
		base := strings.TrimSuffix(file, ".py")
		src, err := os.ReadFile(file)
		pyc, err2 := os.ReadFile(base + ".pyc")
		want, err3 := os.ReadFile(base + ".err")
		if err := errors.Join(err, err2, err3); err != nil {
			t.Fatal(err)
		}
		p, err := program(src, pyc, filepath.Base(file))
		if err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		c.Stderr, c.Stdout, c.Args = &stderr, io.Discard, []string{filepath.Base(file)}
		r, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Exec(nil, p)
		var e *Exception
		if errors.As(err, &e) && e.Type != "SystemExit" && stderr.Len() == 0 { // what sys.stderr has is part of the other text
			compared++
			if got := e.Format(); got != string(want) {
				t.Errorf("%s:\n%s\nwant:\n%s", base, got, want)
			}
		}
		r.Close()
	}
	if compared < 10 {
		t.Errorf("only %d texts compared", compared)
	}
}

func TestException(t *testing.T) {
	_, m := world(t, "errors", Config{})
	for _, c := range []struct{ name, typ, message string }{
		{"plain", "ValueError", "('bad', 7)"}, {"chained", "Odd", "odd one"}, {"noted", "TypeError", "t"}, {"grouped", "ExceptionGroup", "g (2 sub-exceptions)"},
		{"nested", "ValueError", "('bad', 7)"}, {"attribute", "AttributeError", "'str' object has no attribute 'lowre'"}, {"recursion", "RecursionError", "maximum recursion depth exceeded"},
	} {
		_, err := m.Call(nil, c.name, nil)
		var e *Exception
		if !errors.As(err, &e) || e.Type != c.typ || e.Message != c.message || err.Error() != c.typ+": "+c.message {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(e.Frames) == 0 || e.Frames[0].Line == 0 || e.Frames[0].Func != c.name || !strings.HasSuffix(e.Frames[0].File, "errors.py") {
			t.Errorf("%s: %v", c.name, e.Frames)
		}
	}
	_, err := m.Call(nil, "plain", nil)
	if e := err.(*Exception); !reflect.DeepEqual(e.Args, []any{"bad", int64(7)}) {
		t.Errorf("%#v", e.Args)
	}
}

func TestExitCode(t *testing.T) {
	_, m := world(t, "errors", Config{})
	for _, c := range []struct {
		arg  any
		code int
	}{{nil, 0}, {3, 3}, {0, 0}, {263, 7}, {-1, 255}, {true, 1}, {"text", 1}, {2.5, 1}} {
		_, err := m.Call(nil, "leave", Args(c.arg))
		if got := ExitCode(err); got != c.code {
			t.Errorf("sys.exit(%v): %d, %v; want %d", c.arg, got, err, c.code)
		}
	}
	_, err := m.Call(nil, "plain", nil)
	if ExitCode(err) != 1 || ExitCode(nil) != 0 || ExitCode(context.Canceled) != 130 || ExitCode(errBoom) != 1 {
		t.Error(err)
	}
}

func TestVerifyError(t *testing.T) {
	good, err := os.ReadFile("testdata/basics.pyc")
	if err != nil {
		t.Fatal(err)
	}
	var v *VerifyError
	for _, data := range [][]byte{nil, []byte("hello"), good[:len(good)/2], append(append([]byte{}, good[:16]...), 'N')} {
		if _, err := Load(data); !errors.As(err, &v) || v.Rule == "" {
			t.Errorf("%v", err)
		}
	}
	for i := 16; i < len(good); i += 7 { // damaged somewhere: refused, or run without harm
		bad := bytes.Clone(good)
		bad[i] ^= 0x55
		p, err := Load(bad)
		if err != nil {
			continue
		}
		r, err := New(Config{Steps: 10000})
		if err != nil {
			t.Fatal(err)
		}
		r.Exec(nil, p)
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestBusy: many goroutines want one runtime. One has it, the others are told.
func TestBusy(t *testing.T) {
	r, m := world(t, "basics", Config{Threshold: 1})
	add := MustFunc[func(int64, int64) (int64, error)](m, "add")
	var served, refused atomic.Int64
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 2000 {
				switch n, err := add(20, 3); {
				case err == nil && n == 23:
					served.Add(1)
				case errors.Is(err, ErrBusy):
					refused.Add(1)
					runtime.Gosched()
				default:
					t.Error(n, err)
				}
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	wg.Wait()
	started := make(chan bool)
	wg.Go(func() {
		close(started)
		for {
			if _, err := m.Call(ctx, "spin", nil); !errors.Is(err, ErrBusy) {
				return
			}
		}
	})
	<-started
	time.Sleep(20 * time.Millisecond)
	if err := r.Close(); !errors.Is(err, ErrBusy) {
		t.Error("Close while running:", err)
	}
	if _, err := m.Get("counter"); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
	cancel()
	wg.Wait()
	if served.Load() == 0 {
		t.Error("nobody was served")
	}
	t.Logf("%d served, %d refused", served.Load(), refused.Load())
}

// TestClosed: everything of a closed runtime says so, and values of another one are refused.
func TestClosed(t *testing.T) {
	r, m := world(t, "basics", Config{})
	_, other := world(t, "basics", Config{})
	v, err := m.Call(nil, "same", Args([]int{1}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Call(nil, "same", Args(v)); !errors.Is(err, ErrForeign) {
		t.Error(err)
	}
	if _, err := other.Call(nil, "same", Args([]any{m})); !errors.Is(err, ErrForeign) {
		t.Error(err)
	}
	add := MustFunc[func(int64, int64) (int64, error)](m, "add")
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	check := func(err error) {
		t.Helper()
		if !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	}
	_, err = add(1, 2)
	check(err)
	_, err = m.Call(nil, "add", Args(1, 2))
	check(err)
	_, err = As[int](v)
	check(err)
	_, err = r.Exec(nil, load(t, "basics"))
	check(err)
	check(r.Bind("a.b", func() {}))
	_, err = Func0[int](m, "add")
	check(err)
	_, err = v.Call(nil, nil)
	check(err)
	check(m.Set("x", 1))
	if s := v.String(); !strings.Contains(s, "closed") {
		t.Error(s)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestCaps: the heap's cap holds, and the runtime lives on.
func TestCaps(t *testing.T) {
	r, m := world(t, "errors", Config{Heap: 16 << 20})
	for range 3 {
		_, err := m.Call(nil, "memory", nil)
		var e *Exception
		if !errors.As(err, &e) || e.Type != "MemoryError" {
			t.Fatal(err)
		}
	}
	if peak := r.rt.Heap.Stats().Peak; peak > 20<<20 {
		t.Errorf("%d bytes", peak)
	}
	// A host's own values count too.
	if _, err := m.Call(nil, "leave", Args(strings.Repeat("x", 64<<20))); ExitCode(err) != 1 || !strings.Contains(fmt.Sprint(err), "MemoryError") {
		t.Error(err)
	}
	if _, err := m.Call(nil, "plain", nil); err == nil {
		t.Error("no error")
	}
	// Code: a tiny cap means that the interpreter runs.
	_, b := world(t, "basics", Config{Code: 8 << 10, Threshold: 1})
	fact := MustFunc[func(int) (int, error)](b, "fact")
	for range 1000 {
		if n, err := fact(12); n != 479001600 || err != nil {
			t.Fatal(n, err)
		}
	}
}

// TestParallel runs 64 runtimes at once.
func TestParallel(t *testing.T) {
	p := load(t, "basics")
	var wg sync.WaitGroup
	for k := range 64 {
		wg.Go(func() {
			r, err := New(Config{Threshold: 1})
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Close()
			m, err := r.Exec(nil, p)
			if err != nil {
				t.Error(err)
				return
			}
			add := MustFunc[func(int64, int64) (int64, error)](m, "add")
			for i := range int64(500) {
				if n, err := add(i, int64(k)); n != i+int64(k) || err != nil {
					t.Error(n, err)
				}
			}
		})
	}
	wg.Wait()
}

func residentKB(t *testing.T) int {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	n := 0
	_, rest, _ := strings.Cut(string(data), "VmRSS:")
	fmt.Sscan(rest, &n)
	return n
}

// TestFlat: runtimes that are made and closed leave no memory behind.
func TestFlat(t *testing.T) {
	p := load(t, "basics")
	cycle := func(n int) {
		for range n {
			r, err := New(Config{Threshold: 1})
			if err != nil {
				t.Fatal(err)
			}
			m, err := r.Exec(nil, p)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Call(nil, "fact", Args(20)); err != nil {
				t.Fatal(err)
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
	}
	cycle(100)
	before := residentKB(t)
	start := time.Now()
	cycle(1000)
	took := time.Since(start) / 1000
	if after := residentKB(t); after > before+before/4+4096 {
		t.Errorf("resident memory grew from %d to %d KB", before, after)
	} else {
		t.Logf("%v for New, Exec, Call and Close; %d KB before, %d KB after", took, before, after)
	}
}

// TestDenied: without Config Python sees nothing; with it, what it gives.
func TestDenied(t *testing.T) {
	t.Setenv("PSY_SECRET", "secret")
	run := func(c Config) map[string]string {
		t.Helper()
		_, m := world(t, "denied", c)
		v, err := m.Call(nil, "probe", nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := As[map[string]string](v)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	expect := func(got map[string]string, want map[string]string) {
		t.Helper()
		for k, w := range want {
			if got[k] != w {
				t.Errorf("%s: %s; want %s", k, got[k], w)
			}
		}
	}
	expect(run(Config{}), map[string]string{
		"open": "FileNotFoundError", "write": "OSError", "passwd": "FileNotFoundError", "listdir": "FileNotFoundError", "stat": "FileNotFoundError", "environ": "0", "argv": "[]", "path": "['/<psy>/lib/python3.13']",
		"time": "0.0", "urandom": "NotImplementedError", "stdout": "None", "stdin": "None", "fd": "OSError", "getcwd": "/", "chdir": "FileNotFoundError",
		"exit": "PermissionError", "mkdir": "OSError", "remove": "OSError", "import": "ModuleNotFoundError", "pid": "1", "log": "OSError", "slept": "2.0", "hostname": "", "fd_read": "OSError",
	})
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	data, err := os.ReadFile("testdata/basics.pyc")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	expect(run(Config{
		FS: fstest.MapFS{"hello.txt": {Data: []byte("hello")}, "basics.pyc": {Data: data}}, Write: DirFS(root), Env: []string{"A=1"}, Args: []string{"x", "y"},
		Clock: func() time.Time { return time.Unix(1000, 0) }, Random: strings.NewReader(strings.Repeat("r", 1000)), Stdout: &out, Stdin: strings.NewReader("line\n"),
	}), map[string]string{
		"open": "hello", "write": "written", "passwd": "FileNotFoundError", "listdir": "basics.pyc,hello.txt,made.txt", "stat": "5", "environ": "1", "argv": "['x', 'y']", "path": "['/', '/<psy>/lib/python3.13']",
		"time": "1000.0", "urandom": "4", "getcwd": "/", "escape": "FileNotFoundError", "import": "basics", "stdin": "line", "fd": "OSError",
	})
	if out.String() != "printed\nno newline" {
		t.Errorf("%q", out.String())
	}
	if b, err := os.ReadFile(dir + "/made.txt"); string(b) != "made" {
		t.Error(string(b), err)
	}
}

type badStream struct{}

func (badStream) Write(p []byte) (int, error) { panic("in a Writer") }
func (badStream) Read(p []byte) (int, error)  { panic("in a Reader") }

// TestHostile: streams that panic, __str__ that never ends, recursion without limit: errors, and nothing else.
func TestHostile(t *testing.T) {
	_, m := world(t, "denied", Config{Stdout: badStream{}, Stdin: badStream{}})
	for range 3 {
		if _, err := m.Call(nil, "say", nil); err == nil {
			t.Error("no error")
		}
	}
	_, m = world(t, "errors", Config{})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := m.Call(ctx, "loops_in_str", nil); err == nil || time.Since(start) > time.Minute {
		t.Error(err, time.Since(start))
	}
	_, m = world(t, "denied", Config{})
	var e *Exception
	for _, name := range []string{"deep_calls", "deep_keys", "deep_repr"} {
		if _, err := m.Call(nil, name, nil); !errors.As(err, &e) || e.Type != "RecursionError" && e.Type != "MemoryError" {
			t.Error(name, err)
			var b *BrokenError
			if errors.As(err, &b) {
				t.Log(b.Stack)
			}
		}
	}
	if _, err := New(Config{Heap: 1}); err == nil {
		t.Error("a heap of one byte")
	}
	if _, err := New(Config{Heap: -1}); err == nil {
		t.Error("a negative heap")
	}
}

func TestStats(t *testing.T) {
	r, m := world(t, "basics", Config{Threshold: 1})
	if _, err := m.Call(nil, "fact", Args(20)); err != nil {
		t.Fatal(err)
	}
	s := r.Stats()
	if s["engine"] != "psyco" && s["engine"] != "tier1" || s["gc"] == nil {
		t.Error(s)
	}
	if _, err := json.Marshal(s); err != nil {
		t.Error(err)
	}
}

// TestNoAllocation: calls of the quick forms allocate nothing.
func TestNoAllocation(t *testing.T) {
	_, m := world(t, "basics", Config{Threshold: 1})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	two, err := Func2[int64, int64, int64](m, "add")
	if err != nil {
		t.Fatal(err)
	}
	table := MustFunc[func(context.Context, float64, float64) (float64, error)](m, "add")
	truth := MustFunc[func(bool) (bool, error)](m, "same")
	for name, f := range map[string]func(){
		"Func2": func() { two(ctx, 1, 2) }, "Func": func() { table(ctx, 1, 2) }, "bool": func() { truth(true) }, "no context": func() { two(nil, 1, 2) },
	} {
		for range 100 {
			f()
		}
		if n := testing.AllocsPerRun(1000, f); n != 0 {
			t.Errorf("%s: %v allocations a call", name, n)
		}
	}
}
