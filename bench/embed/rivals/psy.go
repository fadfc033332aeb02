// psy.

package main

import (
	"context"

	"github.com/psyco-go/psy"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func newPsy() *engine {
	ctx := context.Background()
	prog := must(psy.Compile([]byte("from go import host\n"+pythonProgram+pythonClasses), "rivals.py"))
	world := func() (*psy.Runtime, *psy.Module, error) {
		rt, err := psy.New(psy.Config{Heap: 64 << 20})
		if err != nil {
			return nil, nil, err
		}
		if err := rt.Bind("go.host", func(n int) int { return n + 1 }); err != nil {
			return nil, nil, err
		}
		mod, err := rt.Exec(ctx, prog)
		return rt, mod, err
	}
	_, mod, err := world()
	if err != nil {
		panic(err)
	}
	add := must(psy.Func2[int, int, int](mod, "add"))
	one := func(name string) func(context.Context, int) (int, error) { return must(psy.Func1[int, int](mod, name)) }
	calls, fib, ints, dicts, text, methods := one("calls"), one("fib"), one("ints"), one("dicts"), one("text"), one("methods")
	floats := must(psy.Func1[int, float64](mod, "floats"))
	total := must(psy.Func1[[]int, int](mod, "total"))
	take := must(psy.Func0[[]int](mod, "take"))
	count := must(psy.Func1[map[string]int, int](mod, "count"))
	numbers, counter := must(mod.Get("numbers")), must(mod.Get("counter"))
	frozen, _, err := world()
	if err != nil {
		panic(err)
	}
	image := must(frozen.Freeze())
	e := &engine{name: "psy"}
	e.do[rowAdd] = func() error { return check("add", 5)(add(ctx, 2, 3)) }
	e.do[rowHost] = func() error { return check("calls", wantHost)(calls(ctx, batch)) }
	e.do[rowGive] = func() error { return check("total", wantSum)(total(ctx, goInts)) }
	e.do[rowTake] = func() error {
		items, err := take(ctx)
		taken = items
		return check("take", batch)(len(items), err)
	}
	e.do[rowMap] = func() error { return check("count", 100)(count(ctx, goMap)) }
	e.do[rowIterate] = func() error {
		t := 0
		items, err := psy.Generator[int](numbers)
		if err != nil {
			return err
		}
		for n, err := range items {
			if err != nil {
				return err
			}
			t += n
		}
		return expect("iterate", t, wantSum)
	}
	e.do[rowAttr] = func() error { return check("attribute", 0)(psy.Into[int](counter.Attr(ctx, "value"))) }
	e.do[rowBare] = func() error {
		rt, err := psy.New(psy.Config{Heap: 64 << 20})
		if err != nil {
			return err
		}
		return rt.Close()
	}
	e.do[rowWorld] = func() error {
		rt, err := image.New(ctx)
		if err != nil {
			return err
		}
		return rt.Close()
	}
	e.do[rowReset] = frozen.Reset
	e.do[rowFib] = func() error { return check("fib", wantFib)(fib(ctx, 22)) }
	e.do[rowInts] = func() error { return check("ints", int(wantInts))(ints(ctx, loopTurns)) }
	e.do[rowFloats] = func() error { return check("floats", wantFloats)(floats(ctx, loopTurns)) }
	e.do[rowDict] = func() error { return check("dicts", wantDict)(dicts(ctx, workTurns)) }
	e.do[rowText] = func() error { return check("text", wantText)(text(ctx, workTurns)) }
	e.do[rowMethods] = func() error { return check("methods", workTurns)(methods(ctx, workTurns)) }
	return e
}

// check is expect for what a call gives together with its error.
func check[T comparable](what string, want T) func(T, error) error {
	return func(got T, err error) error {
		if err != nil {
			return err
		}
		return expect(what, got, want)
	}
}
