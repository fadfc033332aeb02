// The object protocol from Go, and source text that Go runs.

package psy

import (
	"testing"
)

func runtimeFor(t testing.TB, c Config) *Runtime {
	t.Helper()
	r, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestEvalThin(t *testing.T) {
	r := runtimeFor(t, Config{})
	m, err := r.Run(nil, `
class C:
    def __init__(self): self.x = 3
    def f(self, a, k=1): return a * k + n
    def __iter__(self):
        try:
            for i in range(5): yield i
        finally:
            log.append("closed")
log = []
c = C()
`, map[string]any{"n": 7})
	if err != nil {
		t.Fatal(err)
	}
	v, err := r.Eval(nil, "[a + c.x for _ in range(2)] + list(map(lambda q: q + a, [1]))", map[string]any{"a": 2})
	t.Log(v, err)
	v, err = r.Eval(nil, "a + 1", map[string]any{"a": 2})
	t.Log(v, err)
	v, err = r.Eval(nil, "a + 1 1", map[string]any{"a": 2})
	t.Log(v, err)
	v, err = r.Eval(nil, "a + zz", map[string]any{"a": 2})
	t.Log(v, err, err.(*Exception).Format())
	v, err = r.Eval(nil, "(yield 3)", nil)
	t.Log(v, err)
	c, err := m.Get("c")
	t.Log(c.Attr(nil, "x"))
	t.Log(c.Attr(nil, "y"))
	t.Log(c.CallMethod(nil, "f", Args(1), Kw{"k": 2}))
	for x, err := range c.Iter(nil) {
		t.Log(x, err)
		n, _ := As[int](x)
		y, err := r.Eval(nil, "x*x", map[string]any{"x": x})
		t.Log(y, err)
		if n == 2 {
			break
		}
	}
	t.Log(r.Eval(nil, "log", nil))
	t.Log(c.Dir(nil))
	t.Log(c.TypeName())
	d, _ := r.Eval(nil, "{1: 2}", nil)
	t.Log(d.Item(nil, 1))
	t.Log(d.Item(nil, 2))
	t.Log(d.SetItem(nil, 2, "x"), d)
	t.Log(d.Len(nil))
}
