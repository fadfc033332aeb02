// Programs whose finalizers do what they should not end in time all the same.

package psy

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestCancelFinalizers stops programs whose finalizers do what finalizers should not.
func TestCancelFinalizers(t *testing.T) {
	const common = `
import gc, _weakref as weakref
a = []
def fill():
    try:
        while 1: a.append('x' * 1000)
    except MemoryError:
        pass
def churn(make):
    while 1:
        make()
`
	for name, source := range map[string]string{
		"appends at the cap": `
class C:
    def __del__(s): a.append(C())
def f():
    while 1: C()`,
		"appends at a full heap": `
class C:
    def __del__(s): a.append(['y'] * 100)
def f():
    l = [C() for i in range(5000)]
    fill()
    del l
    while 1: C()`,
		"resurrects": `
class C:
    def __del__(s): a.append(s)
def f():
    while 1:
        for i in range(20000): C()
        a.clear()`,
		"loops": `
class C:
    def __del__(s):
        while 1: pass
def f():
    while 1: C()`,
		"loops and catches": `
class C:
    def __del__(s):
        while 1:
            try:
                while 1: pass
            except BaseException: pass
def f():
    while 1: C()`,
		"raises": `
class C:
    def __del__(s): raise ValueError
def f():
    while 1: C()`,
		"makes more": `
class C:
    def __del__(s):
        for i in range(3): C()
def f():
    while 1: C()`,
		"collects": `
class C:
    def __del__(s):
        C(); gc.collect()
def f():
    while 1: C(); gc.collect()`,
		"callbacks": `
class C: pass
def back(r):
    c = C(); a.append(weakref.ref(c, back))
def f():
    while 1:
        c = C(); a.append(weakref.ref(c, back))`,
		"callbacks that loop": `
class C: pass
def back(r):
    while 1: pass
def f():
    while 1:
        c = C(); a.append(weakref.ref(c, back))`,
		"generators": `
def g():
    try: yield
    finally:
        while 1: pass
def f():
    while 1: next(g())`,
		"generators that yield": `
def g():
    try: yield
    finally:
        while 1:
            try: yield
            except GeneratorExit: pass
def f():
    while 1: next(g())`,
		"deep recursion": `
class C:
    def __del__(s): deep(0)
def deep(n): return deep(n + 1) + 1
def f():
    while 1: C()`,
		"in deep recursion": `
class C:
    def __del__(s): a.append(C())
def deep(n):
    if n < 900: return deep(n + 1)
    while 1: C()
def f(): deep(0)`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := Compile([]byte(common+source), "finalizers.py")
			if err != nil {
				t.Fatal(err)
			}
			const tries = 6
			most := 250 * time.Millisecond
			if testing.Short() { // as the race detector runs it, which makes everything ten times slower
				most = time.Second
			}
			late, closing := time.Hour, time.Hour
			for range tries { // the machine may have other work
				l, c := stopLate(t, p)
				if late, closing = min(late, l), min(closing, c); late <= most && closing <= 2*most {
					break
				}
			}
			t.Logf("%v late; closing the runtime took %v", late.Round(time.Millisecond), closing.Round(time.Millisecond))
			if late > most {
				t.Errorf("ended %v after its deadline, %d times", late, tries)
			}
			if closing > 2*most { // finalizers may have most of that time, see atEnd
				t.Errorf("closing the runtime took %v, %d times", closing, tries)
			}
		})
	}
}

// stopLate calls f of a program until a deadline. It returns how much later that ended, and how long closing the runtime took.
func stopLate(t *testing.T, p *Program) (late, closing time.Duration) {
	r, err := New(Config{Heap: 24 << 20})
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Exec(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	const after = 200 * time.Millisecond
	ctx, cancel := context.WithTimeout(context.Background(), after)
	defer cancel()
	begin := time.Now()
	_, err = m.Call(ctx, "f", nil)
	late = time.Since(begin) - after
	full := (*Exception)(nil) // a fast machine fills the heap before the deadline
	if i := (*Interrupted)(nil); !errors.As(err, &i) && !(errors.As(err, &full) && full.Type == "MemoryError") {
		t.Errorf("%v", err)
	}
	begin = time.Now()
	r.Close()
	return late, time.Since(begin)
}
