// Source text that Go runs.

package psy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestEval(t *testing.T) {
	r := runtimeFor(t, Config{})
	for _, c := range []struct {
		expr string
		vars map[string]any
		want string
	}{
		{"1 + 1", nil, "2"},
		{"a + 1", map[string]any{"a": 2}, "3"},
		{" \ta + b", map[string]any{"a": 2, "b": 0.5}, "2.5"},
		{"a + b", map[string]any{"a": "x", "b": "y"}, "xy"},
		{"a + b", map[string]any{"a": 1, "b": 2, "c": 3}, "3"},
		{"list(map(lambda x: x * a, [x + a for x in range(2)]))", map[string]any{"a": 3}, "[9, 12]"},
		{"sum(x * a for x in l)", map[string]any{"a": 3, "l": []int{1, 2}}, "9"},
		{"(y := a) + y", map[string]any{"a": 3}, "6"},
		{"'y' in globals()", nil, "False"},
		{"sorted(locals())", map[string]any{"b": 1, "a": 2}, "['a', 'b']"},
		{"größe", map[string]any{"größe": "ü"}, "ü"},
		{"(1,\n 2)", nil, "(1, 2)"},
		{"'yield' + a", map[string]any{"a": "await"}, "yieldawait"},
		{"(lambda: (yield))().send(None)", nil, "None"},
		{"__name__", nil, "__main__"},
		{"f(2)(3)", map[string]any{"f": func(x int) any { return func(y int) int { return x * y } }}, "6"},
	} {
		for range 3 {
			v, err := r.Eval(nil, c.expr, c.vars)
			if err != nil || v.String() != c.want {
				t.Errorf("%s: %v %v", c.expr, v, err)
			}
		}
	}
	if _, err := r.Run(nil, "n = 5\ndef f(): return n", nil); err != nil {
		t.Fatal(err)
	}
	m, err := r.Run(nil, "n = 6\ndef f(): return n + k", map[string]any{"k": 10})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := r.Eval(nil, "f() * n", nil); err != nil || v.String() != "96" {
		t.Error(v, err)
	}
	if err := m.Run(nil, "n += x\nfresh = 1", map[string]any{"x": 100}); err != nil {
		t.Error(err)
	}
	if v, err := m.Eval(nil, "n + a", map[string]any{"a": 1}); err != nil || v.String() != "107" {
		t.Error(v, err)
	}
	names, err := m.Names()
	if i := slices.Index(names, "k"); err != nil || i < 0 || !slices.Equal(names[i:], []string{"k", "n", "f", "x", "fresh"}) {
		t.Error(names, err)
	}
	if err := m.Delete("n"); err != nil {
		t.Error(err)
	}
	if err := m.Delete("n"); !errors.Is(err, AttributeError) {
		t.Error(err)
	}
	if _, err := r.Eval(nil, "n", nil); !errors.Is(err, NameError) {
		t.Error(err)
	}
	if _, err := r.Eval(nil, "1", map[string]any{"x": struct{ hidden int }{}, "y": 2}); err == nil {
		t.Error("a struct without fields")
	}
}

func TestEvalErrors(t *testing.T) {
	r := runtimeFor(t, Config{})
	for _, c := range []struct {
		expr, want string
		vars       map[string]any
	}{
		{"1 +", "<eval>:1:4: SyntaxError: invalid syntax", nil},
		{"", "<eval>:0:0: SyntaxError: invalid syntax", nil},
		{"x = 1", "<eval>:1:3: SyntaxError: invalid syntax", nil},
		{"(yield 1)", "<eval>:1:2: SyntaxError: 'yield' outside function", nil},
		{"await x", "<eval>:1:1: SyntaxError: 'await' outside function", nil},
		{"1\x002", "<eval>: SyntaxError: source code string cannot contain null bytes", nil},
		{"'\xff'", "<eval>: SyntaxError: the text is not UTF-8", nil},
	} {
		_, err := r.Eval(nil, c.expr, c.vars)
		var s *SyntaxError
		if err == nil || errors.As(err, &s) != strings.Contains(c.want, "SyntaxError") || s == nil && err.Error() != c.want ||
			s != nil && !strings.HasSuffix(err.Error(), c.want[strings.Index(c.want, "SyntaxError"):]) {
			t.Errorf("%q: %v", c.expr, err)
		}
	}
	junk := map[string]any{"a b": 1, "class": 1, "(a)": 1, "a\x00b": 1, "__debug__": 1, "None": 1, "": 1, "1": 1, "ﬁ": 1, "\xff": 1, "a#": 1, "a\n": 1, "ok": 5, "ü": 6, "match": 7}
	for _, expr := range []string{"sorted(locals())", "[ok, ü, match]", "__debug__"} {
		for range 2 {
			v, err := r.Eval(nil, expr, junk)
			if err != nil || v.String() != map[string]string{"s": "['match', 'ok', 'ü']", "[": "[5, 6, 7]", "_": "True"}[expr[:1]] {
				t.Error(v, err)
			}
			if v, err := r.Eval(nil, expr, map[string]any{"ok": 5, "ü": 6, "match": 7, "x y": 8}); err != nil || expr == "__debug__" && v.String() != "True" {
				t.Error(v, err)
			}
		}
	}
	_, err := r.Run(nil, "x = 1\ny = (", nil)
	var s *SyntaxError
	if !errors.As(err, &s) || s.Line != 2 {
		t.Error(err)
	}
	_, err = r.Run(nil, "def f():\n    return 1 / 0\nf()", nil)
	var e *Exception
	if !errors.As(err, &e) || !strings.Contains(e.Format(), "    return 1 / 0\n           ~~^~~\n") {
		t.Error(err)
	}
	_, err = r.Eval(nil, "1 / a", map[string]any{"a": 0})
	if !errors.As(err, &e) || e.Format() != "Traceback (most recent call last):\n  File \"<eval>\", line 1, in <module>\nZeroDivisionError: division by zero\n" {
		t.Error(e.Format())
	}
	for _, m := range []*Module{nil, {}} {
		_, names := m.Names()
		_, eval := m.Eval(nil, "1", nil)
		for _, err := range []error{names, eval, m.Run(nil, "1", nil), m.Delete("x")} {
			if err != ErrClosed {
				t.Error(err)
			}
		}
	}
}

// TestEvalMany: texts that are never seen again do not fill memory, and one text with many sets of names is one expression.
func TestEvalMany(t *testing.T) {
	r := runtimeFor(t, Config{Heap: 32 << 20})
	for i := range 3 * maxExpressions {
		v, err := r.Eval(nil, fmt.Sprint(i, " + a"), map[string]any{"a": 1, fmt.Sprint("b", i%7): 2})
		if n, _ := As[int](v); err != nil || n != i+1 {
			t.Fatal(v, err)
		}
	}
	for i := range 100 {
		v, err := r.Eval(nil, "a", map[string]any{"a": i, fmt.Sprint("b", i%7): 2})
		if n, _ := As[int](v); err != nil || n != i {
			t.Fatal(v, err)
		}
	}
}

func TestInto(t *testing.T) {
	r := runtimeFor(t, Config{})
	if s, err := Into[[]string](r.Eval(nil, "'a b'.split()", nil)); err != nil || !slices.Equal(s, []string{"a", "b"}) {
		t.Error(s, err)
	}
	if _, err := Into[int](r.Eval(nil, "1 / 0", nil)); !errors.Is(err, ZeroDivisionError) {
		t.Error(err)
	}
	if v, err := Into[Value](r.Eval(nil, "[]", nil)); err != nil || v.String() != "[]" {
		t.Error(v, err)
	}
}

// TestEvalParallel: many runtimes on many goroutines compile and evaluate the same texts.
func TestEvalParallel(t *testing.T) {
	var group sync.WaitGroup
	for n := range 8 {
		group.Go(func() {
			r, err := New(Config{Heap: 16 << 20})
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Close()
			for i := range 200 {
				got, err := Into[int](r.Eval(nil, fmt.Sprint("a + ", i), map[string]any{"a": n}))
				if err != nil || got != n+i {
					t.Error(got, err)
				}
				if _, err := r.Run(nil, fmt.Sprint("x = ", i%20), nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// TestCompilationsBounded: texts that are compiled once do not stay for ever.
func TestCompilationsBounded(t *testing.T) {
	r := runtimeFor(t, Config{Heap: 32 << 20})
	filler := strings.Repeat("#", 100_000)
	for i := range 30 {
		if _, err := r.Run(nil, fmt.Sprint("x = ", i, filler), nil); err != nil {
			t.Fatal(err)
		}
	}
	compilations.mu.Lock()
	defer compilations.mu.Unlock()
	sum := 0
	for _, key := range compilations.lru.Keys() {
		sum += len(key)
	}
	if sum != compilations.text || sum > maxCompiledText {
		t.Error(sum, compilations.text)
	}
}
