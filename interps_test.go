// Tests of sub-interpreters: without a grant there are none; granted ones are bounded like their creator; closing takes them along.

package psy_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy"
)

// inner makes a function run(code) that runs code in a new interpreter and tells what has ended it.
const inner = `
import _interpreters
def run(code, end=True):
    i = _interpreters.create()
    try:
        e = _interpreters.exec(i, code)
    finally:
        if end:
            _interpreters.destroy(i)
    return e and e.formatted
`

// nested is a world with sub-interpreters in which a program has run.
func nested(t *testing.T, c psy.Config, program string) (*psy.Runtime, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	rt, err := psy.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close() })
	if err := runText(t.Context(), rt, program); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return rt, &out
}

func runText(ctx context.Context, rt *psy.Runtime, text string) error {
	prog, err := psy.Compile([]byte(text), "nested.py")
	if err == nil {
		_, err = rt.Exec(ctx, prog)
	}
	return err
}

func TestNoInterpreters(t *testing.T) {
	_, out := nested(t, psy.Config{}, `
import _interpreters
print(_interpreters.list_all(), _interpreters.is_running(0))
try:
    _interpreters.create()
except _interpreters.InterpreterError as e:
    print(e, repr(e.__context__))
`)
	const want = "[(0, 1)] True\ninterpreter creation failed RuntimeError('sub-interpreters are not allowed in this world')\n"
	if out.String() != want {
		t.Errorf("got %q", out.String())
	}
}

func TestInterpreters(t *testing.T) {
	_, out := nested(t, psy.Config{Interpreters: 2, Heap: 256 << 20}, inner+`
print(run("print('inside', 6 * 7)"), run("raise SystemExit(3)"), run("import sys; sys.exit()"), run("1/0"))
a, b = _interpreters.create(), _interpreters.create()
try:
    _interpreters.create()
except _interpreters.InterpreterError as e:
    print(repr(e.__context__))
print(run.__name__, _interpreters.exec(a, "import _thread\n_thread.start_new_thread(print, ())").formatted)
print(_interpreters.exec(a, "import os; os.open('/etc/passwd', 0)").formatted)
print(_interpreters.exec(a, "import _interpreters; _interpreters.destroy(%d)" % b), len(_interpreters.list_all()))
`)
	const want = `inside 42
None SystemExit: 3 SystemExit:  ZeroDivisionError: division by zero
RuntimeError('too many sub-interpreters')
run RuntimeError: thread is not supported for isolated subinterpreters
FileNotFoundError: [Errno 2] No such file or directory: '/etc/passwd'
None 2
`
	if out.String() != want {
		t.Errorf("got %s", out.String())
	}
}

// TestInterpretersAreStopped has hostile code in an interpreter within one, which the call's context and steps end.
func TestInterpretersAreStopped(t *testing.T) {
	for name, code := range map[string]string{
		"loop":    "while True: pass",
		"builtin": "sum(iter(int, 1))",
		"sleep":   "import time; time.sleep(1000)",
		"catches": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
		"within":  "import _interpreters; _interpreters.exec(_interpreters.create(), 'while True: pass')",
		"exits":   "import atexit\n@atexit.register\ndef f():\n    while True: pass",
	} {
		for _, steps := range []int64{0, 200000} {
			if steps > 0 && name == "sleep" {
				continue // waiting takes no steps
			}
			rt, _ := nested(t, psy.Config{Interpreters: 2, Heap: 256 << 20, Steps: 10 * steps, Clock: time.Now}, inner)
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			if steps > 0 {
				cancel()
				ctx, cancel = context.WithCancel(t.Context())
			}
			err := runText(ctx, rt, inner+"run("+quoted(code)+")")
			cancel()
			var stopped *psy.Interrupted
			if !errors.As(err, &stopped) || steps > 0 != errors.Is(err, psy.ErrSteps) {
				t.Errorf("%s, %d steps: %v", name, steps, err)
			}
			if err := runText(t.Context(), rt, "print('again')"); err != nil {
				t.Errorf("%s: afterwards: %v", name, err)
			}
			if err := rt.Close(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func quoted(s string) string { return "'''" + s + "'''" }

// TestInterpreterSteps holds that what runs in an interpreter counts, and always the same.
func TestInterpreterSteps(t *testing.T) {
	least := func(code string) int64 {
		low, high := int64(0), int64(1<<20)
		for low < high-1 {
			mid := (low + high) / 2
			rt, err := psy.New(psy.Config{Interpreters: 1, Heap: 256 << 20, Steps: mid})
			if err != nil {
				t.Fatal(err)
			}
			if err := runText(t.Context(), rt, inner+"run("+quoted(code)+")"); err == nil {
				high = mid
			} else {
				low = mid
			}
			rt.Close()
		}
		return high
	}
	none, some := least("pass"), least("for i in range(50000): pass")
	if d := some - none; d < 50000 || d > 50100 {
		t.Errorf("50000 turns took %d steps", d)
	}
}

// TestInterpreterMemory has programs in interpreters that take all memory which they get: that is a part of the creator's, who goes on.
func TestInterpreterMemory(t *testing.T) {
	_, out := nested(t, psy.Config{Interpreters: 8, Heap: 96 << 20}, inner+`
print(run("a = []\nwhile True: a.append(bytearray(10**5))").split(":")[0])
print(run("import _interpqueues as q\nn = q.create(0, 0, 3)\nwhile True: q.put(n, b'x' * 10**5, 0, 3)").split(":")[0])
print(run("import _interpchannels as c\nn = c.create(3)\nwhile True: c.send(n, b'x' * 10**5, 3, blocking=False)").split(":")[0])
made = []
try:
    while True:
        made.append(_interpreters.create())
except _interpreters.InterpreterError as e:
    print(1 < len(made) < 8, type(e.__context__).__name__)
for i in made:
    _interpreters.destroy(i)
print(len([_interpreters.create() for _ in made]) == len(made))
`)
	const want = "MemoryError\nMemoryError\nMemoryError\nTrue MemoryError\nTrue\n"
	if out.String() != want {
		t.Errorf("got %s", out.String())
	}
}

// TestCloseEndsInterpreters holds that nothing of interpreters is left when the runtime that has them is closed, or broken.
func TestCloseEndsInterpreters(t *testing.T) {
	count := func() (n int) {
		maps, _ := os.ReadFile("/proc/self/maps")
		return bytes.Count(maps, []byte("\n"))
	}
	round := func() {
		rt, out := nested(t, psy.Config{Interpreters: 3, Heap: 128 << 20}, inner+`
for n in range(3):
    _interpreters.exec(_interpreters.create(), "import atexit; atexit.register(print, 'end')")
`)
		rt.Close()
		if n := strings.Count(out.String(), "end\n"); n != 3 {
			t.Errorf("%d of 3 have ended as programs do", n)
		}
	}
	round()
	runtime.GC()
	goroutines, maps := runtime.NumGoroutine(), count()
	for range 5 {
		round()
	}
	for range 100 {
		if runtime.NumGoroutine() <= goroutines {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines more", n-goroutines)
	}
	if n := count(); n > maps+10 {
		t.Errorf("%d mappings more", n-maps)
	}
}

// TestFreezeInterpreters: there is no image of a world with sub-interpreters, and Reset ends those that were made since.
func TestFreezeInterpreters(t *testing.T) {
	rt, out := nested(t, psy.Config{Interpreters: 3, Heap: 128 << 20}, inner+"i = _interpreters.create()\n")
	var refused *psy.FreezeError
	if _, err := rt.Freeze(); !errors.As(err, &refused) || !strings.Contains(err.Error(), "sub-interpreters are alive") {
		t.Fatalf("Freeze: %v", err)
	}
	if err := runText(t.Context(), rt, inner+"_interpreters.destroy(1)\n"); err != nil {
		t.Fatal(err)
	}
	im, err := rt.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	const again = inner + `
import _interpqueues
print(_interpreters.create(), _interpreters.create(), _interpqueues.create(0, 0, 3))
print(run("print('in')"), _interpreters.list_all())
`
	out.Reset()
	for range 3 {
		if err := runText(t.Context(), rt, again); err != nil {
			t.Fatal(err)
		}
		if err := rt.Reset(); err != nil {
			t.Fatal(err)
		}
	}
	world, err := im.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer world.Close()
	if err := runText(t.Context(), world, again); err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat("2 3 1\nin\nNone [(0, 1), (2, 5), (3, 5)]\n", 4); out.String() != want {
		t.Errorf("got %s", out.String())
	}
}

func TestRecordedInterpreters(t *testing.T) {
	if _, err := psy.New(psy.Config{Interpreters: 1, Record: &bytes.Buffer{}}); err == nil {
		t.Error("a recorded program may have sub-interpreters")
	}
}
