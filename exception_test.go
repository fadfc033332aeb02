// Exceptions between Go and Python: classes, chains, what Go raises.

package psy

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"testing"
)

var errGo = errors.New("a Go error")

type codeError struct{ code int }

func (e *codeError) Error() string { return fmt.Sprint("code ", e.code) }

// raises gives the error of statements.
func raises(t *testing.T, r *Runtime, source string) error {
	t.Helper()
	_, err := r.Run(nil, source, nil)
	if err == nil {
		t.Fatal("no error: ", source)
	}
	return err
}

func TestExceptionChains(t *testing.T) {
	r := runtimeFor(t, Config{})
	for name, f := range map[string]any{"host.plain": func() error { return errGo }, "host.code": func() error { return fmt.Errorf("wrapped: %w", &codeError{7}) }} {
		if err := r.Bind(name, f); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		source      string
		plain, code bool
	}{
		{"import host\nhost.plain()", true, false},
		{"import host\ntry: host.plain()\nexcept Exception as e: raise ValueError('x') from e", true, false},
		{"import host\ntry: host.plain()\nexcept Exception: raise ValueError('x')", true, false},
		{"import host\ntry: host.plain()\nexcept Exception: raise ValueError('x') from None", false, false},
		{"import host\ntry: host.plain()\nexcept Exception: raise ValueError('x') from KeyError()", false, false},
		{"import host\ntry:\n  try: host.code()\n  finally: host.plain()\nexcept Exception as e: raise ValueError('x') from e", true, true},
		{"import host\nl = []\nfor f in host.plain, host.code:\n  try: f()\n  except Exception as e: l.append(e)\nraise ExceptionGroup('g', l)", true, true},
		{"import host\ntry: host.code()\nexcept Exception as e: x = e\nraise ExceptionGroup('g', [ExceptionGroup('h', [x]), ValueError()])", false, true},
	} {
		err := raises(t, r, c.source)
		var code *codeError
		if errors.Is(err, errGo) != c.plain || errors.As(err, &code) != c.code || c.code && code.code != 7 {
			t.Errorf("%s\n%v", c.source, err)
		}
	}
	err := raises(t, r, "try: 1/0\nexcept ZeroDivisionError as e: raise KeyError(3) from e")
	var e *Exception
	if !errors.As(err, &e) || e.Type != "KeyError" || e.Cause == nil || e.Cause.Type != "ZeroDivisionError" || e.Cause.Cause != nil {
		t.Error(e)
	}
	if want := "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nZeroDivisionError: division by zero\n"; e.Cause.Format() != want {
		t.Error(e.Cause.Format())
	}
	for target, want := range map[error]bool{KeyError: true, LookupError: true, AnyException: true, BaseException: true, ZeroDivisionError: true, ValueError: false,
		OSError: false, Class("KeyError"): true, fs.ErrNotExist: false} {
		if errors.Is(err, target) != want {
			t.Error(target)
		}
	}
	if !IsException(err, "LookupError") || IsException(err, "ZeroDivisionError") || IsException(errGo, "Exception") {
		t.Error("IsException")
	}
	for class, target := range map[string]error{"FileNotFoundError": fs.ErrNotExist, "FileExistsError": fs.ErrExist, "PermissionError": fs.ErrPermission} {
		if err := raises(t, r, "raise "+class+"(2, 'x')"); !errors.Is(err, target) || !errors.Is(err, OSError) {
			t.Error(class)
		}
	}
}

// TestEndlessChains: chains that are long, or go round, are cut.
func TestEndlessChains(t *testing.T) {
	r := runtimeFor(t, Config{})
	for _, source := range []string{
		"e = ValueError(0)\nfor i in range(1000):\n  n = ValueError(i)\n  n.__cause__ = e\n  e = n\nraise e",
		"a, b = ValueError(1), ValueError(2)\na.__cause__ = b\nb.__cause__ = a\nraise a",
		"e = ValueError()\nfor i in range(8): e = ExceptionGroup('g', [e, e])\nraise e",
		"raise ExceptionGroup('g', [ValueError(i) for i in range(500)])",
	} {
		err := raises(t, r, source)
		n := 0
		err.(*Exception).search(func(*Exception) bool { n++; return false })
		if n > maxChain || errors.Is(err, errGo) {
			t.Error(n)
		}
	}
}

func TestRaise(t *testing.T) {
	r := runtimeFor(t, Config{})
	quota := NewException("app.QuotaError", ValueError, RuntimeError)
	small := NewException("app.SmallError", quota)
	var next error
	if err := r.Bind("host.f", func() error { return next }); err != nil {
		t.Fatal(err)
	}
	if err := r.DefineException(quota); err != nil {
		t.Fatal(err)
	}
	m, err := r.Run(nil, `
import host, app
class Mine(Exception):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.code = a + b
def call():
    try:
        host.f()
    except Exception as e:
        return type(e).__mro__[0].__module__, type(e).__qualname__, e.args, isinstance(e, app.QuotaError)
def through():
    host.f()
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	mine, err := m.Get("Mine")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := mine.Call(nil, Args(20, 30))
	if err != nil {
		t.Fatal(err)
	}
	other := runtimeFor(t, Config{})
	foreign, err := other.Eval(nil, "ValueError", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		err  error
		want []any
	}{
		{Raise("ValueError"), []any{"builtins", "ValueError", []any{}, false}},
		{Raise("KeyError", 1, "x"), []any{"builtins", "KeyError", []any{int64(1), "x"}, false}},
		{Raise("zlib.error", "x"), []any{"zlib", "error", []any{"x"}, false}},
		{Raise("Mine", 1, 2), []any{"__main__", "Mine", []any{int64(1), int64(2)}, false}},
		{Raise(mine, 1, 2), []any{"__main__", "Mine", []any{int64(1), int64(2)}, false}},
		{Raise(kept), []any{"__main__", "Mine", []any{int64(20), int64(30)}, false}},
		{Raise(kept, 1), []any{"builtins", "TypeError", []any{"exceptions must derive from BaseException"}, false}},
		{Raise(3), []any{"builtins", "TypeError", []any{"exceptions must derive from BaseException"}, false}},
		{Raise(foreign, 3), []any{"builtins", "RuntimeError", []any{ErrForeign.Error()}, false}},
		{Raise("Mine"), []any{"builtins", "TypeError", []any{"Mine.__init__() missing 2 required positional arguments: 'a' and 'b'"}, false}},
		{Raise("no_such"), []any{"builtins", "TypeError", []any{"no_such is no class of exceptions"}, false}},
		{Raise("len"), []any{"builtins", "TypeError", []any{"len is no class of exceptions"}, false}},
		{Raise("no_such.X"), []any{"builtins", "ModuleNotFoundError", []any{"No module named 'no_such'"}, false}},
		{Raise("ValueError", struct{ hidden int }{}), []any{"builtins", "TypeError", []any{"psy: argument 0: cannot make object of struct { hidden int }: it has no exported fields"}, false}},
		{quota.New("over", 3), []any{"app", "QuotaError", []any{"over", int64(3)}, true}},
		{small.New(), []any{"app", "SmallError", []any{}, true}},
		{fmt.Errorf("while: %w", small.New(1)), []any{"app", "SmallError", []any{int64(1)}, true}},
		{&Exception{Type: "ValueError", Message: "text"}, []any{"builtins", "ValueError", []any{"text"}, false}},
		{&Exception{Type: "KeyError", Args: []any{5}}, []any{"builtins", "KeyError", []any{int64(5)}, false}},
	} {
		next = c.err
		v, err := m.Call(nil, "call", nil)
		if err != nil {
			t.Error(c.err, err)
			continue
		}
		if got, err := As[[]any](v); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: got %v, want %v; %v", c.err, got, c.want, err)
		}
		if _, err := m.Call(nil, "through", nil); !errors.Is(err, c.err) && c.want[1] != "RuntimeError" && c.want[1] != "TypeError" && c.want[1] != "ModuleNotFoundError" {
			t.Errorf("%v is lost in %v", c.err, err)
		}
	}
	next = Raise("Mine", 1, 2)
	_, err = m.Call(nil, "through", nil)
	var e *Exception
	if !errors.As(err, &e) || !reflect.DeepEqual(e.Attrs, map[string]any{"code": int64(3)}) || !errors.Is(err, Class("Mine")) {
		t.Error(err, e.Attrs)
	}
	next = small.New("x")
	_, err = m.Call(nil, "through", nil)
	if !errors.Is(err, small) || !errors.Is(err, quota) || !errors.Is(err, ValueError) || !errors.Is(err, RuntimeError) || errors.Is(err, KeyError) {
		t.Error(err)
	}
	if e := small.New(); !errors.Is(e, small) || !errors.Is(e, ValueError) || !errors.Is(small, Class("app.SmallError")) || small.Name() != small.Error() {
		t.Error("before Python has seen it")
	}
	for _, bad := range []*ExceptionClass{nil, NewException("nodot"), NewException("app.Bad", Class("no_such")), NewException("app.Two", ValueError, ValueError),
		NewException("__main__.call"), Class("app.Unknown")} {
		if err := r.DefineException(bad); err == nil && bad.Name() != "__main__.call" {
			t.Error(bad.Name())
		}
	}
}

// TestRaisedAgain: the error of a call that a Go function makes is the same exception again.
func TestRaisedAgain(t *testing.T) {
	r := runtimeFor(t, Config{})
	if err := r.Bind("host.f", func(f Value) error {
		_, err := f.Call(nil, nil)
		return fmt.Errorf("again: %w", err)
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Run(nil, `
import host
mine = ValueError(1)
def f(): raise mine
try: host.f(f)
except ValueError as e: assert e is mine
else: assert False
`, nil); err != nil {
		t.Error(err.(*Exception).Format())
	}
}

// TestLargeArguments: what an exception holds is converted as far as it is small.
func TestLargeArguments(t *testing.T) {
	r := runtimeFor(t, Config{Heap: 32 << 20})
	for _, source := range []string{
		"a = [1] * 10\nfor i in range(30): a = [a] * 10\n",
		"a = (1, 2)\nfor i in range(60): a = (a, a)\n",
		"a = {1: 2}\nfor i in range(60): a = {1: a, 2: a}\n",
		"a = frozenset([1])\nfor i in range(60): a = frozenset([a, (a,)])\n",
		"a = []\na.append(a)\n",
		"a = ['x' * 1000000] * 1000\n",
		"a = [b'x' * 1000000] * 1000\n",
		"a = [bytearray(1000000)] * 1000\n",
		"a = [1 << 1000000] * 1000\n",
		"a = [None] * 1000000\n",
	} {
		err := raises(t, r, source+"class E(Exception):\n  def __str__(self): return ''\ne = E()\ne.args = (a, 'small')\ne.a, e.b = a, {1: (2, 'x')}\nraise e")
		var e *Exception
		if !errors.As(err, &e) || len(e.Args) != 2 || e.Args[0] != nil || e.Args[1] != "small" || !reflect.DeepEqual(e.Attrs["b"], map[any]any{int64(1): []any{int64(2), "x"}}) || e.Attrs["a"] != nil {
			t.Errorf("%s: %v", source, err)
		}
	}
	err := raises(t, r, "e = ValueError([1, (2, 'x')], {'a': {1}}, None)\ne.b, e.n = {1: 2}, None\nraise e")
	var e *Exception
	if !errors.As(err, &e) || !reflect.DeepEqual(e.Args, []any{[]any{int64(1), []any{int64(2), "x"}}, map[string]any{"a": []any{int64(1)}}, nil}) ||
		!reflect.DeepEqual(e.Attrs, map[string]any{"b": map[any]any{int64(1): int64(2)}, "n": nil}) {
		t.Error(e.Args, e.Attrs)
	}
}
