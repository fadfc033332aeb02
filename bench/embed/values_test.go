//go:build unix

// The object protocol: what a Go program does with Python's objects, an operation at a time.

package embed

import (
	"context"
	"testing"

	"github.com/psyco-go/psy"
)

const valuesSource = `
class Order:
    def __init__(self, n):
        self.total = n * 1.5
        self.count = n
        self.customer = "customer of order"
        self.items = list(range(n))
    def __len__(self):
        return self.count
    def price(self, factor):
        return self.total * factor
order = Order(10)
numbers = list(range(1000))
orders = [Order(2) for i in range(1000)]
table = {str(i): i for i in range(1000)}
def generate():
    for i in range(1000):
        yield i
def fail():
    raise KeyError("absent")
`

// values is a runtime with the program, and a function that gives its globals.
func values(b *testing.B) (*psy.Runtime, func(name string) psy.Value) {
	b.Helper()
	rt, err := psy.New(psy.Config{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { rt.Close() })
	mod, err := rt.Run(context.Background(), valuesSource, nil)
	if err != nil {
		b.Fatal(err)
	}
	return rt, func(name string) psy.Value {
		v, err := mod.Get(name)
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
}

func BenchmarkValues(b *testing.B) {
	rt, get := values(b)
	order, numbers, orders, table, fail := get("order"), get("numbers"), get("orders"), get("table"), get("fail")
	generate, class := get("generate"), get("Order")
	vars := map[string]any{"a": 2, "b": 3.5}
	ctx := context.Background()
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"AttrFloat", func() error { _, err := order.Attr(ctx, "total"); return err }},
		{"AttrStr", func() error { _, err := order.Attr(ctx, "customer"); return err }},
		{"AttrStrAsString", func() error { _, err := psy.Into[string](order.Attr(ctx, "customer")); return err }},
		{"SetAttr", func() error { return order.SetAttr(ctx, "count", 10) }},
		{"ItemOfList", func() error { _, err := numbers.Item(ctx, 500); return err }},
		{"ItemOfDict", func() error { _, err := table.Item(ctx, "500"); return err }},
		{"ItemObject", func() error { _, err := orders.Item(ctx, 500); return err }},
		{"SetItem", func() error { return table.SetItem(ctx, "500", 500) }},
		{"LenOfList", func() error { _, err := numbers.Len(ctx); return err }},
		{"LenInPython", func() error { _, err := order.Len(ctx); return err }},
		{"Truth", func() error { _, err := numbers.Truth(ctx); return err }},
		{"Contains", func() error { _, err := table.Contains(ctx, "500"); return err }},
		{"IsInstance", func() error { _, err := order.IsInstance(ctx, class); return err }},
		{"CallMethod", func() error { _, err := order.CallMethod(ctx, "price", psy.Args(2.0)); return err }},
		{"CallMethodKw", func() error { _, err := order.CallMethod(ctx, "price", nil, psy.Kw{"factor": 2.0}); return err }},
		{"CallClass", func() error { _, err := class.Call(ctx, psy.Args(1)); return err }},
		{"To", func() error { _, err := psy.To(rt, "some text"); return err }},
		{"Exception", func() error { fail.Call(ctx, nil); return nil }},
		{"EvalConstant", func() error { _, err := rt.Eval(ctx, "1", nil); return err }},
		{"EvalVars", func() error { _, err := rt.Eval(ctx, "a * 2 + b", vars); return err }},
		{"EvalGlobals", func() error { _, err := rt.Eval(ctx, "order.price(a) + len(numbers)", vars); return err }},
		{"RunSmall", func() error { _, err := rt.Run(ctx, "x = a + b", vars); return err }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			defer processor(b)()
			for b.Loop() {
				if err := c.do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for name, make := range map[string]func() (psy.Value, error){
		"IterNumbers": func() (psy.Value, error) { return numbers, nil }, "IterObjects": func() (psy.Value, error) { return orders, nil },
		"IterGenerator": func() (psy.Value, error) { return generate.Call(ctx, nil) },
	} {
		b.Run(name, func(b *testing.B) { // the time of one item
			b.ReportAllocs()
			defer processor(b)()
			for n := 0; n < b.N; {
				v, err := make()
				if err != nil {
					b.Fatal(err)
				}
				for _, err := range v.Iter(ctx) {
					if n++; err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
