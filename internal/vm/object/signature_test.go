package object

import "testing"

// TestBind checks calls against the texts that CPython's built-ins give.
func TestBind(t *testing.T) {
	rt, err := NewRuntime(RuntimeOptions{GCStress: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close()
	th := rt.Main
	for _, c := range []struct {
		name, sig string
		pos       int
		kw        []string
		want      string
	}{
		{"split", "(sep=None, maxsplit=-1)", 3, nil, "split() takes at most 2 arguments (3 given)"},
		{"split", "(sep=None, maxsplit=-1)", 0, []string{"foo"}, "split() got an unexpected keyword argument 'foo'"},
		{"split", "(sep=None, maxsplit=-1)", 1, []string{"sep"}, "argument for split() given by name ('sep') and position (1)"},
		{"split", "(sep=None, maxsplit=-1)", 1, []string{"maxsplit"}, ""},
		{"replace", "(old, new, /, count=-1)", 1, nil, "replace() takes at least 2 positional arguments (1 given)"},
		{"replace", "(old, new, /, count=-1)", 4, nil, "replace() takes at most 3 arguments (4 given)"},
		{"sum", "(iterable, /, start=0)", 0, []string{"start"}, "sum() takes at least 1 positional argument (0 given)"},
		{"sum", "(iterable, /, start=0)", 1, []string{"start", "foo"}, "sum() takes at most 2 arguments (3 given)"},
		{"pow", "(base, exp, mod=None)", 0, nil, "pow() missing required argument 'base' (pos 1)"},
		{"pow", "(base, exp, mod=None)", 1, []string{"base"}, "pow() missing required argument 'exp' (pos 2)"},
		{"sort", "(*, key=None, reverse=False)", 1, nil, "sort() takes no positional arguments"},
		{"isclose", "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", 3, nil, "isclose() takes exactly 2 positional arguments (3 given)"},
		{"isclose", "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", 2, []string{"foo"}, "isclose() got an unexpected keyword argument 'foo'"},
		{"prod", "(iterable, /, *, start=1)", 0, nil, "prod() takes exactly 1 positional argument (0 given)"},
		{"print", "(*args, sep=' ', end='\\n', file=None, flush=False)", 9, []string{"foo"}, "print() got an unexpected keyword argument 'foo'"},
		{"print", "(*args, sep=' ', end='\\n', file=None, flush=False)", 9, []string{"end", "sep"}, ""},
		{"to_bytes", "(length=1, byteorder='big', *, signed=False)", 3, nil, "to_bytes() takes at most 2 positional arguments (3 given)"},
		{"get", "(key, default=None, /)", 3, nil, "get expected at most 2 arguments, got 3"},
		{"get", "(key, default=None, /)", 0, nil, "get expected at least 1 argument, got 0"},
		{"insert", "(index, object, /)", 1, nil, "insert expected 2 arguments, got 1"},
		{"update", "(*others)", 0, []string{"x"}, "update() takes no keyword arguments"},
		{"f", "(a, **kw)", 1, []string{"x", "y"}, ""},
	} {
		s := ParseSignature(c.name, c.sig)
		args := th.PushArgs(c.pos + len(c.kw))
		kw := Null
		if len(c.kw) > 0 {
			names := NewTuple(th, len(c.kw))
			for i, n := range c.kw {
				*names.At(i) = Intern(th, n)
			}
			kw = Of(names)
		}
		for i := range args {
			args[i] = SmallInt(int64(i))
		}
		bound := th.PushArgs(len(s.Params))
		ok := s.Bind(th, args, kw, bound)
		got := ""
		if !ok {
			got = GoString(*As[Tuple](As[Exception](th.Exc).Args).At(0))
		}
		th.ClearExc()
		th.PopArgs(len(s.Params))
		th.PopArgs(len(args))
		if ok != (c.want == "") || got != c.want {
			t.Errorf("%s%s: %q, want %q", c.name, c.sig, got, c.want)
		}
	}
}
