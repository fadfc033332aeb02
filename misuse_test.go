// Misuse of the Go API: errors, and a runtime that works afterwards.

package psy

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
)

type doneless struct{ context.Context }

func (doneless) Done() <-chan struct{} { panic("Done") }

// TestNothing calls what New, Exec and Load have not made.
func TestNothing(t *testing.T) {
	p := load(t, "basics")
	for _, r := range []*Runtime{nil, new(Runtime)} {
		_, exec := r.Exec(nil, p)
		_, imported := r.Import(nil, "sys")
		for n, err := range []error{exec, imported, r.Bind("a.b", func() {}), r.WriteDump(nil)} {
			if err != ErrClosed {
				t.Errorf("%d: %v", n, err)
			}
		}
		if err := r.Close(); err != nil || r.Stats() != nil {
			t.Error(err)
		}
	}
	for _, m := range []*Module{nil, new(Module)} {
		_, call := m.Call(nil, "x", nil)
		_, get := m.Get("x")
		_, fn := Func1[int, int](m, "x")
		_, reflected := Func[func(int8) error](m, "x")
		for n, err := range []error{call, get, m.Set("x", 1), fn, reflected} {
			if err != ErrClosed {
				t.Errorf("%d: %v", n, err)
			}
		}
		if m.Value() != (Value{}) {
			t.Error("a value of no module")
		}
	}
	r, _ := world(t, "basics", Config{})
	for _, p := range []*Program{nil, new(Program)} {
		if _, err := r.Exec(nil, p); err == nil || p.File() != "" {
			t.Error("no program was run")
		}
	}
}

// TestForeignPanics: Go code that psy calls panics where nobody expects it to. It is over then, and the runtime is as before.
func TestForeignPanics(t *testing.T) {
	r, m := world(t, "basics", Config{})
	works := func() {
		t.Helper()
		if v, err := m.Call(nil, "same", Args(1)); err != nil {
			t.Fatal(err)
		} else if n, err := As[int](v); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the context's panic is lost")
			}
		}()
		m.Call(doneless{context.Background()}, "same", Args(1))
	}()
	works()
	if err := r.WriteDump(nil); err == nil {
		t.Error("a dump was written to nowhere")
	}
	works()
	if err := r.Bind("host.fails", func() error { return (*ConversionError)(nil) }); err != nil { // whose Error panics
		t.Fatal(err)
	}
	host, err := r.Import(nil, "host")
	if err != nil {
		t.Fatal(err)
	}
	var p *PanicError
	if _, err := host.Call(nil, "fails", nil); !errors.As(err, &p) {
		t.Error(err)
	}
	works()
}

// TestOddMaps: maps whose entries cannot be looked up.
func TestOddMaps(t *testing.T) {
	_, m := world(t, "basics", Config{})
	v, err := m.Call(nil, "show", Args(map[float64]int{math.NaN(): 1, 2: 3}))
	if s, _ := As[string](v); s != "{nan: 1, 2.0: 3}" || err != nil {
		t.Error(s, err)
	}
	v, err = m.Call(nil, "show", Args(map[any]int{math.NaN(): 1}))
	if s, _ := As[string](v); s != "{nan: 1}" || err != nil {
		t.Error(s, err)
	}
}

// TestCyclic: the error for something cyclic does not tell all of the way.
func TestCyclic(t *testing.T) {
	_, m := world(t, "basics", Config{})
	x := []any{nil}
	x[0] = x
	_, err := m.Call(nil, "same", Args(x))
	if err == nil || len(err.Error()) > 250 || !strings.HasSuffix(err.Error(), "it is nested too deep") {
		t.Error(err)
	}
}

// TestIntrinsicArguments: intrinsic functions get what no compiler passes, which the verifier cannot know either. CPython trusts its own compiler.
func TestIntrinsicArguments(t *testing.T) {
	p, err := Compile([]byte(`
def alias():
    type X = int
    return X.__parameters__
def change(c):
    return c.replace(co_consts=tuple(5 if k is None else k for k in c.co_consts))
alias.__code__ = change(alias.__code__)
try:
    alias()
except SystemError as e:
    answer = str(e)
`), "intrinsics.py")
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	m, err := r.Exec(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := m.Get("answer"); err != nil || v.String() != "bad argument to an intrinsic function" {
		t.Error(v, err)
	}
}
