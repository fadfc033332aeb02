package codegen

import (
	"encoding/json"
	"testing"

	"github.com/psyco-go/psy/internal/front/syntax"
)

// TestWarnings compares the compiler's warnings with CPython's.
func TestWarnings(t *testing.T) {
	py := start(t)
	values := []string{"1", "True", "None", "...", "1.5", "2j", "'s'", "b'b'", "(1, 2)", "()", "(x, 2)", "[1]", "[x]", "{1}", "{x: 1}", "{}", "{x for x in y}",
		"[x for x in y]", "{x: x for x in y}", "(x for x in y)", "(lambda: 1)", "f'{x}'", "f'a'", "x", "x.y", "-1", "-x", "1 + 2", "'a' 'b'", "'ab' * 3", "(1, 2)[0]", "10**30",
		"(x := 1)", "x if y else z", "(x and 1)"}
	sources := []string{
		"assert (x, 'y')", "assert (1, 2)", "assert ()", "assert (x)", "assert x, 'y'", "try: x\nfinally:\n assert (x, 1)", "with y:\n assert (x, 1)",
		"x is 1 is 2", "x is not 1 is 2", "1 is not x", "x < 1 is y", "if x is 1: y", "if x is 1 is 2: y", "while not (x is 'a'): y", "x is -1", "x in y is ()", "x is y is ()",
		"'\\d' is x", "x = [\n(1, 2)\n(3, 4)\n]", "1[2] = 3", "del 1[2]", "1[2] += 3", "a[1.5]", "[x][y, z]", "'a'[1:2]", "'a'['b'::]", "[x][1.5] = 2", "(1)(2)(3)", "[1, 2][lambda: x]",
		"def f():\n x = 1()\n def g():\n  return 2[0]", "class A:\n x = None[0]", "try: x\nfinally: 1()", "try: x\nexcept A: y\nfinally: z is 1", "match x:\n case 1: y is 2",
		"@1()\ndef f(): 2()", "def f(x=1()): 2()", "for x in 1(): 2()", "if 0: 1()", "if 1: 2()\nelse: 3()", "while 0: 1()", "return_ = x if 1() else 2()", "f'{1()}'", "f'{1[2]!r:{3()}}'",
		"lambda: 1()", "[1() for x in 2() if 3()]", "x: 1()", "x: 1() = 2()", "import x\nx.y(1())", "super()(1())", "assert 1(), 2()", "with 1() as x[2()]: pass", "type X = 1()",
	}
	for _, v := range values {
		sources = append(sources, v+"(x)", v+"[x]", v+"[0]", v+"[1.5]", v+"['s']", v+"[x:y]", v+"[None]", "x["+v+"]", "'s'["+v+"]", "[x]["+v+"]", "(1, 2)["+v+"]", v+" is x", "x is not "+v)
	}
	for _, src := range sources {
		got := [][]any{}
		opt := Options{Warn: func(w syntax.Warning) error { got = append(got, []any{w.Msg, w.Line}); return nil }}
		if _, err := Source(src, syntax.Options{}, opt); err != nil {
			t.Errorf("%q: %v", src, err)
			continue
		}
		var want any
		if err := json.Unmarshal([]byte(py.answer(t, "warnings", src)), &want); err != nil {
			t.Fatal(err)
		}
		g, _ := json.Marshal(got)
		if w, _ := json.Marshal(want); string(g) != string(w) {
			t.Errorf("%q: %s, want %s", src, g, w)
		}
	}
}
