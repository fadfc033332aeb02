package codegen

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/front/syntax"
)

// wrong are programs that only the compiler refuses.
var wrong = []string{
	"return", "class A: return 1", "break", "if x: continue", "def f():\n  for x in y:\n    def g(): break", "for x in y: pass\nelse: break",
	"f(a=1, a=2)", "__debug__ = 1", "del __debug__", "def f(__debug__): pass", "lambda *__debug__: 1", "f(__debug__=1)", "x.__debug__ = 1", "__debug__: int",
	"import __debug__", "class __debug__: pass", "async def f():\n  yield 1\n  return 2", "await x", "def f(): await x", "lambda: await x",
	"async def f(): yield from x", "yield x", "class A: yield", "yield from x", "def f():\n  async for x in y: pass", "def f():\n  async with x: pass",
	"def f(): [x async for x in y]", "[x async for x in y]", "*a", "x = *a", "*a = b", "*a, *b = c", "for *a, *b in c: pass", "a, *b, *c = d",
	"try: a\nexcept: b\nexcept C: d", "try: a\nexcept* B: return", "for x in y:\n try: a\n except* B: break",
	"match x:\n case a: pass\n case b: pass", "match x:\n case _: pass\n case b: pass", "match x:\n case [a, a]: pass", "match x:\n case a | b: pass",
	"match x:\n case [a] | [b]: pass", "match x:\n case [a] | b: pass\n case c: pass", "match x:\n case {1: a, 1: b}: pass", "match x:\n case {'é': a, 'é': b}: pass",
	"match x:\n case A(b=c, b=d): pass", "match x:\n case [*a, *b]: pass", "match x:\n case {1: a, **a}: pass", "match x:\n case [a] as a: pass",
	"def f[T=int, U](): pass", "import a\nfrom __future__ import division",
}

// TestErrors compares what the compiler says of wrong programs with what CPython says.
func TestErrors(t *testing.T) {
	py := start(t)
	deep := ""
	for i := range 22 {
		deep += strings.Repeat(" ", i) + "for x in y:\n"
	}
	for _, src := range append(wrong, deep+strings.Repeat(" ", 23)+"pass\n") {
		var got string
		if _, e := Source(src, syntax.Options{}, Options{Filename: "<test>"}); e != nil {
			err := e.(*syntax.Error)
			b, _ := json.Marshal([]any{err.Msg, err.Line, err.Offset, err.EndLine, err.EndOffset})
			got = string(b)
		}
		_, failure := py.ask(t, "text", src)
		var want []any
		if json.Unmarshal([]byte(failure), &want) != nil {
			t.Errorf("CPython takes %q (%s); got %s", src, failure, got)
			continue
		}
		for i := range want {
			if want[i] == nil {
				want[i] = syntax.NoLine
			}
		}
		if b, _ := json.Marshal(want); got != string(b) {
			t.Errorf("%q: %s, want %s", src, got, b)
		}
	}
}
