package psy_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"slices"

	"github.com/psyco-go/psy"
)

// newRuntime is a world that sees nothing of the process.
func newRuntime() *psy.Runtime {
	rt, err := psy.New(psy.Config{Heap: 64 << 20})
	if err != nil {
		log.Fatal(err)
	}
	return rt
}

// Expressions are compiled once for each text: a rule that is asked of a million orders is a call of a function each time.
func ExampleRuntime_Eval() {
	rt := newRuntime()
	defer rt.Close()
	rule := "total > 100 and country in ('de', 'fr')"
	for _, order := range []map[string]any{{"total": 120.5, "country": "de"}, {"total": 80, "country": "fr"}} {
		fits, err := psy.Into[bool](rt.Eval(context.Background(), rule, order))
		fmt.Println(fits, err)
	}
	_, err := rt.Eval(context.Background(), "total >", nil)
	var bad *psy.SyntaxError
	fmt.Println(errors.As(err, &bad), err)
	// Output:
	// true <nil>
	// false <nil>
	// true <eval>:1:8: SyntaxError: invalid syntax
}

// Run defines what Eval, and functions made by Func, then use.
func ExampleRuntime_Run() {
	rt := newRuntime()
	defer rt.Close()
	ctx := context.Background()
	mod, err := rt.Run(ctx, `
import math
def area(r):
    return round(math.pi * r ** 2, digits)
`, map[string]any{"digits": 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rt.Eval(ctx, "area(2)", nil))
	mod.Set("digits", 1)
	fmt.Println(rt.Eval(ctx, "[area(r) for r in radii]", map[string]any{"radii": []float64{1, 2}}))
	// Output:
	// 12.566 <nil>
	// [3.1, 12.6] <nil>
}

// A module keeps names together: several of them can be used side by side.
func ExampleModule_Run() {
	rt := newRuntime()
	defer rt.Close()
	ctx := context.Background()
	mod, err := rt.Run(ctx, "seen = []", nil)
	if err != nil {
		log.Fatal(err)
	}
	for i := range 3 {
		if err := mod.Run(ctx, "seen.append(n * n)", map[string]any{"n": i}); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(mod.Eval(ctx, "seen", nil))
	names, err := mod.Names()
	fmt.Println(names[len(names)-2:], err)
	fmt.Println(mod.Delete("seen"), mod.Delete("seen"))
	// Output:
	// [0, 1, 4] <nil>
	// [seen n] <nil>
	// <nil> AttributeError: 'module' object has no attribute 'seen'
}

// Attributes of an object are read and written one by one; nothing is copied.
func ExampleValue_Attr() {
	rt := newRuntime()
	defer rt.Close()
	ctx := context.Background()
	if _, err := rt.Run(ctx, "class Point:\n    x = y = 0\np = Point()", nil); err != nil {
		log.Fatal(err)
	}
	p, err := rt.Eval(ctx, "p", nil)
	if err != nil {
		log.Fatal(err)
	}
	if err := p.SetAttr(ctx, "x", 3); err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.TypeName())
	fmt.Println(p.Attr(ctx, "x"))
	fmt.Println(p.HasAttr(ctx, "z"))
	_, err = p.Attr(ctx, "z")
	fmt.Println(errors.Is(err, psy.AttributeError), err)
	// Output:
	// Point
	// 3 <nil>
	// false <nil>
	// true AttributeError: 'Point' object has no attribute 'z'
}

// Items of lists, dicts and of everything else that has some.
func ExampleValue_Item() {
	rt := newRuntime()
	defer rt.Close()
	ctx := context.Background()
	table, err := rt.Eval(ctx, "{'a': [1, 2, 3]}", nil)
	if err != nil {
		log.Fatal(err)
	}
	list, err := table.Item(ctx, "a")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(list.Item(ctx, -1))
	fmt.Println(list.SetItem(ctx, 0, "new"), table)
	fmt.Println(list.Len(ctx))
	fmt.Println(table.Contains(ctx, "b"))
	_, err = table.Item(ctx, "b")
	fmt.Println(errors.Is(err, psy.KeyError), err)
	// Output:
	// 3 <nil>
	// <nil> {'a': ['new', 2, 3]}
	// 3 <nil>
	// false <nil>
	// true KeyError: 'b'
}

// A for statement over a Python object. The loop's body may use the runtime; a loop that is left closes its generator.
func ExampleValue_Iter() {
	rt := newRuntime()
	defer rt.Close()
	ctx := context.Background()
	if err := rt.Bind("host.print", func(s string) { fmt.Println(s) }); err != nil {
		log.Fatal(err)
	}
	if _, err := rt.Run(ctx, `
from host import print
class Lines:
    def __iter__(self):
        print("opened")
        try:
            n = 0
            while True:
                yield f"line {(n := n + 1)}"
        finally:
            print("closed")
`, nil); err != nil {
		log.Fatal(err)
	}
	lines, err := rt.Eval(ctx, "Lines()", nil)
	if err != nil {
		log.Fatal(err)
	}
	for line, err := range lines.Iter(ctx) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(rt.Eval(ctx, "line.upper()", map[string]any{"line": line}))
		if line.String() == "line 2" {
			break
		}
	}
	// Output:
	// opened
	// LINE 1 <nil>
	// LINE 2 <nil>
	// closed
}

// Methods take Go values.
func ExampleValue_CallMethod() {
	rt := newRuntime()
	defer rt.Close()
	ctx := context.Background()
	text, err := psy.To(rt, "name=psy;kind=python")
	if err != nil {
		log.Fatal(err)
	}
	parts, err := psy.Into[[]string](text.CallMethod(ctx, "split", psy.Args(";"), psy.Kw{"maxsplit": 1}))
	fmt.Printf("%q %v\n", parts, err)
	// Output: ["name=psy" "kind=python"] <nil>
}

// Go sorts by Python's order.
func ExampleValue_Compare() {
	rt := newRuntime()
	defer rt.Close()
	ctx := context.Background()
	versions, err := psy.Into[[]psy.Value](rt.Eval(ctx, "[(3, 13), (3, 9, 1), (2, 7)]", nil))
	if err != nil {
		log.Fatal(err)
	}
	slices.SortFunc(versions, func(a, b psy.Value) int {
		n, err := a.Compare(ctx, b)
		if err != nil {
			log.Fatal(err)
		}
		return n
	})
	fmt.Println(versions)
	// Output: [(2, 7) (3, 9, 1) (3, 13)]
}

// A Go error that goes through Python is found again, also when Python has raised another exception because of it.
func ExampleException() {
	rt := newRuntime()
	defer rt.Close()
	ctx := context.Background()
	if err := rt.Bind("host.load", func(name string) (string, error) {
		return "", &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}); err != nil {
		log.Fatal(err)
	}
	_, err := rt.Run(ctx, `
import host
try:
    host.load("settings")
except OSError as e:
    raise ValueError("no settings") from e
`, nil)
	fmt.Println(err)
	fmt.Println(errors.Is(err, psy.ValueError), psy.IsException(err, "Exception"))
	var path *fs.PathError
	fmt.Println(errors.Is(err, fs.ErrNotExist), errors.As(err, &path) && path.Path == "settings")
	var e *psy.Exception
	if errors.As(err, &e) {
		fmt.Println("cause:", e.Cause)
	}
	// Output:
	// ValueError: no settings
	// true true
	// true true
	// cause: FileNotFoundError: open settings: file does not exist
}

// A class of exceptions that Go defines; Python catches it by name.
func ExampleNewException() {
	quota := psy.NewException("app.QuotaError", psy.RuntimeError)
	rt := newRuntime()
	defer rt.Close()
	if err := rt.DefineException(quota); err != nil {
		log.Fatal(err)
	}
	if err := rt.Bind("app.spend", func(n int) error {
		if n > 10 {
			return quota.New("too much", n)
		}
		return nil
	}); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	if _, err := rt.Run(ctx, `
import app
def spend(n):
    try:
        app.spend(n)
    except app.QuotaError as e:
        return e.args
`, nil); err != nil {
		log.Fatal(err)
	}
	fmt.Println(rt.Eval(ctx, "spend(5)", nil))
	fmt.Println(rt.Eval(ctx, "spend(50)", nil))
	_, err := rt.Eval(ctx, "app.spend(11)", nil)
	fmt.Println(errors.Is(err, quota), err)
	// Output:
	// None <nil>
	// ('too much', 50) <nil>
	// true app.QuotaError: ('too much', 11)
}

// A Go function that raises a chosen exception.
func ExampleRaise() {
	rt := newRuntime()
	defer rt.Close()
	if err := rt.Bind("host.find", func(key string) (int, error) { return 0, psy.Raise("KeyError", key) }); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	_, err := rt.Run(ctx, `
import host
try:
    host.find("x")
except KeyError as e:
    answer = f"no {e}"
`, nil)
	fmt.Println(err)
	fmt.Println(rt.Eval(ctx, "answer", nil))
	// Output:
	// <nil>
	// no 'x' <nil>
}

// What a call gives as a Go value, with the call's error.
func ExampleInto() {
	rt := newRuntime()
	defer rt.Close()
	ctx := context.Background()
	fmt.Println(psy.Into[map[string]int](rt.Eval(ctx, "{c: ord(c) for c in 'ab'}", nil)))
	fmt.Println(psy.Into[int8](rt.Eval(ctx, "300", nil)))
	fmt.Println(psy.Into[int](rt.Eval(ctx, "1 // 0", nil)))
	// Output:
	// map[a:97 b:98] <nil>
	// 0 psy: 300 does not fit int8
	// 0 ZeroDivisionError: integer division or modulo by zero
}
