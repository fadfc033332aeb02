package psy

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/vm/object"
)

type shade int

// TestBulk: slices and maps of plain values, those with one item that is not, and types that only look plain, go there and back.
func TestBulk(t *testing.T) {
	rt := runtimeFor(t, Config{})
	for _, x := range []any{
		[]int{}, []int{1}, []int{0, -5, 1 << 40}, []int{1, math.MaxInt64, math.MinInt64}, []int{math.MaxInt64, 1}, []int64{1, 2, math.MinInt64},
		[]shade{1, 2, 3}, []int32{1, 2}, []uint64{1, math.MaxUint64}, []float64{0, -1.5, math.Inf(1)}, []bool{true, false}, []string{"a", "", "ä€😀"},
		[]time.Duration{time.Second, time.Microsecond}, []*big.Int{big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 100)}, [][]int{{1, 2}, {}, {3}},
		map[string]any{"b": int64(1), "a": nil, "c": "x"}, map[string]string{"x": "y", "longer than eight": "z", "longer tha": ""}, map[string]int{"a": 1, "b": math.MaxInt64},
		map[string]int64{"k": 1}, map[string]float64{"pi": 3.5}, map[string]bool{"t": true}, map[shade]string{2: "two", 1: "one"},
	} {
		v, err := To(rt, x)
		if err != nil {
			t.Fatalf("%T: %v", x, err)
		}
		back := reflect.New(reflect.TypeOf(x))
		f := reflect.ValueOf(&x).Elem().Elem()
		err = convertBack(v, back)
		if err != nil || !reflect.DeepEqual(back.Elem().Interface(), f.Interface()) {
			t.Errorf("%T %v came back as %v, %v", x, x, back.Elem(), err)
		}
	}
	for expr, want := range map[string]string{
		"[1, 2, True]":   "cannot make int of bool",
		"[1, 'a']":       "cannot make int of str",
		"[1, 2.0]":       "cannot make int of float",
		"(1, 10**30)":    "does not fit int",
		"[10**30, 1]":    "does not fit int",
		"[True, 1, 2.5]": "cannot make int of bool",
	} {
		v, err := rt.Eval(nil, expr, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := As[[]int](v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %s", expr, got, err, want)
		}
	}
	if got, err := Into[[]float64](rt.Eval(nil, "[1.5, 2, 3.0]", nil)); err != nil || !slices.Equal(got, []float64{1.5, 2, 3}) {
		t.Errorf("floats with an int: %v, %v", got, err)
	}
	m := map[string]int{}
	for i := range 100 {
		m[fmt.Sprint("key of some length ", i*7919%100)] = i
	}
	keys, err := Into[[]string](rt.Eval(nil, "list(m)", map[string]any{"m": m}))
	if err != nil || !slices.Equal(keys, slices.Sorted(maps.Keys(m))) {
		t.Errorf("keys are not in order: %v, %v", keys, err)
	}
}

// convertBack is As for a type that is known at run time only.
func convertBack(v Value, to reflect.Value) error {
	return do(v, nil, func(r *Runtime, o object.Value) error { return toGo(r, o, to.Elem(), "", 0) })
}

// TestConversionIsBounded: a few objects that refer to each other often, and iterators without end, do not fill Go's memory.
func TestConversionIsBounded(t *testing.T) {
	rt := runtimeFor(t, Config{Heap: 16 << 20})
	for expr, convert := range map[string]func(Value) error{
		"(lambda f: f(f, 30))(lambda f, n: [f(f, n - 1)] * 2 if n else 1)": as[any],
		"[[['x' * 1000] * 1000] * 1000] * 1000":                            as[[][][]string],
		"[b'x' * 100000] * 100000":                                         as[[][]byte],
		"[1 << 100000] * 100000":                                           as[[]*big.Int],
		"[{'k': 'v' * 1000}] * 1000000":                                    as[[]map[string]string],
		"iter(int, 1)":                                                     as[[]int],
		"[(1,) * 1000] * 100000":                                           as[[]any],
		"__import__('itertools').repeat('text')":                           as[[]string],
		"(lambda f: f(f, 25))(lambda f, n: (lambda x: {1: x, 2: x})(f(f, n - 1)) if n else 1)": as[any],
	} {
		v, err := rt.Eval(nil, expr, nil)
		if err != nil {
			t.Fatalf("%s: %v", expr, err)
		}
		var ce *ConversionError
		if err := convert(v); !errors.As(err, &ce) || !strings.Contains(err.Error(), "more memory in Go") {
			t.Errorf("%s: %v", expr, err)
		}
	}
	if n, err := Into[[]int](rt.Eval(nil, "list(range(200000))", nil)); err != nil || len(n) != 200000 {
		t.Errorf("a list that fits: %d items, %v", len(n), err)
	}
}

func as[T any](v Value) error {
	_, err := As[T](v)
	return err
}

// TestIterWhileChanging: a loop over a list sees what its body, or another goroutine, does to the list and to the runtime, as a for statement does.
func TestIterWhileChanging(t *testing.T) {
	rt := runtimeFor(t, Config{})
	mod, err := rt.Run(nil, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		list, change string // in the loop with x and i
		want         []int
	}{
		{"list(range(10))", "if x == 3: l.append(77)", []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 77}},
		{"list(range(10))", "if x == 5: del l[7:]", []int{0, 1, 2, 3, 4, 5, 6}},
		{"list(range(10))", "if x == 5: l[6] = 60", []int{0, 1, 2, 3, 4, 5, 60, 7, 8, 9}},
		{"list(range(10))", "if x == 4: l.clear()", []int{0, 1, 2, 3, 4}},
		{"list(range(10))", "if x % 2 == 0 and x < 8: l.remove(x)", []int{0, 2, 4, 6, 8, 9}},
		{"list(range(200))", "if x == 100: l[:] = l[:150]", sequence(150)},
		{"[0, 1, 2**60, 3, 4]", "if x == 1: l[3] = 5", []int{0, 1, 1 << 60, 5, 4}},
		{"tuple(range(200))", "pass", sequence(200)},
		{"[]", "pass", nil},
	} {
		for _, elsewhere := range []bool{false, true} {
			if err := mod.Set("l", made(t, rt, c.list)); err != nil {
				t.Fatal(err)
			}
			var got []int
			for v, err := range value(t)(mod.Get("l")).Iter(nil) {
				x, err := Into[int](v, err)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, x)
				if x > 1000 { // the change below is about small ones
					continue
				}
				run := func() error {
					if err := mod.Set("x", x); err != nil {
						return err
					}
					return mod.Run(nil, c.change, nil)
				}
				if elsewhere {
					done := make(chan error)
					go func() { done <- run() }()
					err = <-done
				} else {
					err = run()
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s, %s: %v, want %v", c.list, c.change, got, c.want)
			}
		}
	}

	// Several loops at once over one iterator each get what the others leave.
	it := made(t, rt, "iter([1, 2, 3, 4, 5, 6])")
	var got []int
	for v := range it.Iter(nil) {
		got = append(got, number(t, v))
		for w := range it.Iter(nil) {
			got = append(got, -number(t, w))
			break
		}
	}
	if !slices.Equal(got, []int{1, -2, 3, -4, 5, -6}) {
		t.Errorf("two loops over one iterator: %v", got)
	}

	// A context that ends in the loop ends it.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	for _, err := range made(t, rt, "list(range(1000))").Iter(ctx) {
		if n++; n == 100 {
			cancel()
		}
		if err != nil && (n != 101 || !errors.Is(err, context.Canceled)) || err == nil && n > 100 {
			t.Fatalf("item %d: %v", n, err)
		}
	}
}

func sequence(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// value is the result of a call that gives one.
func value(t *testing.T) func(Value, error) Value {
	return func(v Value, err error) Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func number(t *testing.T, v Value) int {
	t.Helper()
	n, err := As[int](v)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNewTypeOpaque: Python sees of an opaque type what the options say, and a function under the name that it is given.
func TestNewTypeOpaque(t *testing.T) {
	rt := runtimeFor(t, Config{})
	if _, err := NewType[vec](rt, "geo.Opaque", Opaque(), Constructor(func() *vec { return &vec{3, 4} }), Method("length", func(v *vec) float64 { return math.Hypot(v.X, v.Y) })); err != nil {
		t.Fatal(err)
	}
	if err := rt.Bind("geo.make", NewFunc(func(n int) int { return 2 * n }, Name("twice"))); err != nil {
		t.Fatal(err)
	}
	mod, err := rt.Run(nil, "from geo import Opaque, make", nil)
	if err != nil {
		t.Fatal(err)
	}
	for expr, want := range map[string]string{
		"Opaque().length()": "5.0", "hasattr(Opaque(), 'x')": "False", "hasattr(Opaque(), 'Scale')": "False", "make.__name__, make(4)": "('twice', 8)",
	} {
		if v, err := mod.Eval(nil, expr, nil); err != nil || v.String() != want {
			t.Errorf("%s: %v, %v; want %s", expr, v, err, want)
		}
	}
}
