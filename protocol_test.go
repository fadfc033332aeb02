// The object protocol from Go.

package psy

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
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

// made is what Python makes of an expression.
func made(t testing.TB, r *Runtime, expr string) Value {
	t.Helper()
	v, err := r.Eval(nil, expr, nil)
	if err != nil {
		t.Fatal(expr, ": ", err)
	}
	return v
}

const thing = `
class Thing:
    kind = "thing"
    def __init__(self, n=0, **more):
        self.n = n
        self.items = {}
        self.__dict__.update(more)
    def __getitem__(self, k): return self.items[k]
    def __setitem__(self, k, v): self.items[k] = v
    def __delitem__(self, k): del self.items[k]
    def __len__(self): return self.n
    def __contains__(self, x): return x == self.n
    def __iter__(self): yield from range(self.n)
    def __eq__(self, other): return isinstance(other, Thing) and self.n == other.n
    def __lt__(self, other): return self.n < other.n
    def __gt__(self, other): return self.n > other.n
    def __hash__(self): return self.n + 100
    def __repr__(self): return f"Thing({self.n})"
    def __str__(self): return f"thing {self.n}"
    def twice(self, a, *, k=1): return self.n * a * k
class Sub(Thing): pass
class Bad:
    def fail(self, *a): raise ValueError("bad")
    __len__ = __bool__ = __iter__ = __contains__ = __eq__ = __lt__ = __hash__ = __repr__ = __str__ = __getitem__ = __setitem__ = __delitem__ = __dir__ = fail
    def __getattr__(self, name): raise ValueError("bad")
    def __setattr__(self, name, x): raise ValueError("bad")
    def __delattr__(self, name): raise ValueError("bad")
class BadNext:
    def __iter__(self): return self
    def __next__(self): raise ValueError("bad")
class BadClass(type):
    def __instancecheck__(self, x): raise ValueError("bad")
class Strict(metaclass=BadClass): pass
`

// operation is one of the protocol, on a value.
type operation struct {
	name string
	do   func(ctx context.Context, v Value) (any, error)
}

var operations = []operation{
	{"Attr", func(ctx context.Context, v Value) (any, error) { return v.Attr(ctx, "n") }},
	{"HasAttr", func(ctx context.Context, v Value) (any, error) { return v.HasAttr(ctx, "absent") }},
	{"SetAttr", func(ctx context.Context, v Value) (any, error) { return nil, v.SetAttr(ctx, "new", 1) }},
	{"DelAttr", func(ctx context.Context, v Value) (any, error) { return nil, v.DelAttr(ctx, "new") }},
	{"SetItem", func(ctx context.Context, v Value) (any, error) { return nil, v.SetItem(ctx, "k", []int{1}) }},
	{"Item", func(ctx context.Context, v Value) (any, error) { return v.Item(ctx, "k") }},
	{"DelItem", func(ctx context.Context, v Value) (any, error) { return nil, v.DelItem(ctx, "k") }},
	{"Len", func(ctx context.Context, v Value) (any, error) { return v.Len(ctx) }},
	{"Contains", func(ctx context.Context, v Value) (any, error) { return v.Contains(ctx, 3) }},
	{"Truth", func(ctx context.Context, v Value) (any, error) { return v.Truth(ctx) }},
	{"Hash", func(ctx context.Context, v Value) (any, error) { return v.Hash(ctx) }},
	{"Equal", func(ctx context.Context, v Value) (any, error) { return v.Equal(ctx, v) }},
	{"Compare", func(ctx context.Context, v Value) (any, error) { return v.Compare(ctx, v) }},
	{"Repr", func(ctx context.Context, v Value) (any, error) { return v.Repr(ctx) }},
	{"Str", func(ctx context.Context, v Value) (any, error) { return v.Str(ctx) }},
	{"Dir", func(ctx context.Context, v Value) (any, error) { n, err := v.Dir(ctx); return len(n) > 20, err }},
	{"CallMethod", func(ctx context.Context, v Value) (any, error) {
		return v.CallMethod(ctx, "twice", Args(5), Kw{"k": 2})
	}},
	{"Iter", func(ctx context.Context, v Value) (any, error) {
		var list []string
		for x, err := range v.Iter(ctx) {
			if err != nil {
				return nil, err
			}
			list = append(list, x.String())
		}
		return strings.Join(list, " "), nil
	}},
	{"Type", func(ctx context.Context, v Value) (any, error) { return v.Type(ctx) }},
	{"IsInstance", func(ctx context.Context, v Value) (any, error) {
		typ, err := v.Type(ctx)
		if err != nil {
			return nil, err
		}
		return v.IsInstance(ctx, typ)
	}},
	{"Is", func(ctx context.Context, v Value) (any, error) { return v.Is(ctx, v) }},
}

func TestProtocol(t *testing.T) {
	r := runtimeFor(t, Config{})
	if _, err := r.Run(nil, thing, nil); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"Attr": "3", "HasAttr": "false", "Item": "[1]", "Len": "3", "Contains": "true", "Truth": "true", "Hash": "103", "Equal": "true", "Compare": "0",
		"Repr": "Thing(3)", "Str": "thing 3", "Dir": "true", "CallMethod": "30", "Iter": "0 1 2", "Type": "<class '__main__.Thing'>", "IsInstance": "true", "Is": "true"}
	v := made(t, r, "Thing(3)")
	for _, op := range operations {
		got, err := op.do(nil, v)
		if text := fmt.Sprint(got); err != nil || text != "<nil>" && text != want[op.name] {
			t.Errorf("%s: %v %v", op.name, got, err)
		}
	}
	if v.TypeName() != "Thing" || v.String() != "thing 3" {
		t.Error(v.TypeName(), v)
	}
	bad := made(t, r, "Bad()")
	for _, op := range operations {
		if op.name == "Type" || op.name == "IsInstance" || op.name == "Is" || op.name == "Equal" || op.name == "Compare" { // an object equals itself
			continue
		}
		if got, err := op.do(nil, bad); !errors.Is(err, ValueError) || err.Error() != "ValueError: bad" {
			t.Errorf("%s: %v %v", op.name, got, err)
		}
	}
	if _, err := bad.Equal(nil, 3); !errors.Is(err, ValueError) {
		t.Error(err)
	}
	if _, err := made(t, r, "[1, Bad()]").Contains(nil, 3); !errors.Is(err, ValueError) {
		t.Error(err)
	}
	if _, err := v.IsInstance(nil, made(t, r, "Strict")); !errors.Is(err, ValueError) {
		t.Error(err)
	}
	if _, err := v.IsInstance(nil, 3); !errors.Is(err, TypeError) {
		t.Error(err)
	}
	if is, err := v.IsInstance(nil, [2]Value{made(t, r, "int"), made(t, r, "Thing")}); !is || err != nil {
		t.Error(err)
	}
}

// TestProtocolNone: None of a runtime is an object like others, the zero Value has no runtime to ask.
func TestProtocolNone(t *testing.T) {
	r := runtimeFor(t, Config{})
	none := made(t, r, "None")
	if !none.IsNone() || none.TypeName() != "NoneType" || none.String() != "None" {
		t.Error(none)
	}
	for _, op := range operations {
		_, zero := op.do(nil, Value{})
		_, err := op.do(nil, none)
		switch op.name {
		case "Truth", "Repr", "Str", "Is":
			if zero != nil || err != nil {
				t.Error(op.name, zero, err)
			}
		case "HasAttr", "Hash", "Equal", "Compare", "Type", "IsInstance", "Dir":
			if zero == nil || err != nil {
				t.Error(op.name, zero, err)
			}
		default:
			if zero == nil || !errors.Is(err, TypeError) && !errors.Is(err, AttributeError) {
				t.Error(op.name, zero, err)
			}
		}
	}
	for _, v := range []Value{none, {}} {
		if is, err := v.Is(nil, Value{}); !is || err != nil {
			t.Error(err)
		}
		if got, err := made(t, r, "[None]").Contains(nil, v); !got || err != nil {
			t.Error(err)
		}
		if x, err := As[any](v); x != nil || err != nil {
			t.Error(x, err)
		}
	}
}

func TestCompare(t *testing.T) {
	r := runtimeFor(t, Config{})
	for _, c := range []struct {
		a, b  string
		order int
		err   string
	}{
		{"1", "2", -1, ""}, {"2.5", "2", 1, ""}, {"1", "True", 0, ""}, {"'a'", "'b'", -1, ""}, {"[1, 2]", "[1]", 1, ""}, {"10**30", "10**29", 1, ""},
		{"float('nan')", "1.0", 0, "cannot make an order of float"}, {"{1}", "{2}", 0, "cannot make an order of set"}, {"1", "'a'", 0, "TypeError: '<' not supported"},
	} {
		order, err := made(t, r, c.a).Compare(nil, made(t, r, c.b))
		if order != c.order || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Error(c, order, err)
		}
	}
	if order, err := made(t, r, "3").Compare(nil, 4); order != -1 || err != nil {
		t.Error(order, err)
	}
}

// TestProtocolRefused: values that cannot be used, and runtimes.
func TestProtocolRefused(t *testing.T) {
	r, other := runtimeFor(t, Config{}), runtimeFor(t, Config{})
	for _, expr := range []string{"[1]", "3"} {
		v, foreign := made(t, r, expr), made(t, other, expr)
		for name, f := range map[string]func() error{
			"SetAttr":    func() error { return v.SetAttr(nil, "x", foreign) },
			"Item":       func() error { _, err := v.Item(nil, foreign); return err },
			"SetItem":    func() error { return v.SetItem(nil, 0, foreign) },
			"DelItem":    func() error { return v.DelItem(nil, foreign) },
			"Contains":   func() error { _, err := v.Contains(nil, foreign); return err },
			"Equal":      func() error { _, err := v.Equal(nil, foreign); return err },
			"Compare":    func() error { _, err := v.Compare(nil, foreign); return err },
			"IsInstance": func() error { _, err := v.IsInstance(nil, foreign); return err },
			"Is":         func() error { _, err := v.Is(nil, foreign); return err },
			"CallMethod": func() error { _, err := v.CallMethod(nil, "append", Args(foreign)); return err },
			"Eval":       func() error { _, err := r.Eval(nil, "x", map[string]any{"x": foreign}); return err },
			"Run":        func() error { _, err := r.Run(nil, "x", map[string]any{"x": foreign}); return err },
			"To":         func() error { _, err := To(r, foreign); return err },
		} {
			if err := f(); err != ErrForeign {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	list := made(t, r, "[1]")
	list.Release()
	closed, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	late := []Value{made(t, closed, "[1]"), made(t, closed, "1"), made(t, closed, "None")}
	closed.Close()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	number := made(t, r, "3")
	for _, op := range operations {
		if _, err := op.do(nil, list); err != ErrReleased {
			t.Error(op.name, err)
		}
		for _, v := range late {
			if _, err := op.do(nil, v); err != ErrClosed {
				t.Error(op.name, err)
			}
		}
		if _, err := op.do(cancelled, number); !errors.Is(err, context.Canceled) {
			t.Error(op.name, err)
		}
	}
	if _, err := r.Eval(cancelled, "1", nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := To(closed, 1); err != ErrClosed {
		t.Error(err)
	}
	if late[0].TypeName() != "" || list.TypeName() != "" {
		t.Error("TypeName")
	}
	if v, err := To(r, []any{1, "a", nil}); err != nil || v.String() != "[1, 'a', None]" {
		t.Error(v, err)
	}
	if _, err := list.Attr(nil, "\xff"); err == nil {
		t.Error("a name that is not UTF-8")
	}
}

// TestProtocolBusy: another goroutine gets ErrBusy, a Go function that Python has called may use everything.
func TestProtocolBusy(t *testing.T) {
	r := runtimeFor(t, Config{})
	v := made(t, r, "[1, 2]")
	if err := r.Bind("host.f", func(x Value) (int, error) {
		var group sync.WaitGroup
		for _, op := range operations {
			group.Go(func() {
				if _, err := op.do(nil, v); err != ErrBusy {
					t.Error(op.name, err)
				}
			})
		}
		group.Wait()
		sum := 0
		for e, err := range x.Iter(nil) {
			if err != nil {
				return 0, err
			}
			n, err := Into[int](r.Eval(nil, "e * len(x)", map[string]any{"e": e, "x": x}))
			if err != nil {
				return 0, err
			}
			sum += n
		}
		return sum, nil
	}); err != nil {
		t.Fatal(err)
	}
	if n, err := Into[int](r.Eval(nil, "__import__('host').f(x)", map[string]any{"x": v})); n != 6 || err != nil {
		t.Error(n, err)
	}
}

// TestProtocolCancel: a context that ends stops what Python code an operation runs.
func TestProtocolCancel(t *testing.T) {
	r := runtimeFor(t, Config{})
	if _, err := r.Run(nil, `
class Slow:
    def loop(self, *a):
        while True: pass
    __len__ = __bool__ = __iter__ = __contains__ = __eq__ = __hash__ = __repr__ = __str__ = __getitem__ = __setitem__ = __delitem__ = __dir__ = twice = loop
    __getattr__ = loop
    def __setattr__(self, name, x): self.loop()
    def __delattr__(self, name): self.loop()
class Swallows:
    def __len__(self):
        try:
            while True: pass
        except BaseException: return 3
`, nil); err != nil {
		t.Fatal(err)
	}
	v := made(t, r, "Slow()")
	for _, op := range operations {
		if op.name == "Type" || op.name == "IsInstance" || op.name == "Is" || op.name == "Equal" || op.name == "Compare" || op.name == "CallMethod" {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
		if _, err := op.do(ctx, v); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(op.name, err)
		}
		cancel()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
	defer cancel()
	if _, err := made(t, r, "Swallows()").Len(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestIter(t *testing.T) {
	r := runtimeFor(t, Config{})
	if _, err := r.Run(nil, thing+`
log = []
class Logged:
    def __iter__(self):
        try:
            yield from range(5)
        finally:
            log.append("closed")
class Stubborn:
    def __iter__(self):
        try:
            yield 1
        finally:
            raise ValueError("at its end")
def counter():
    yield from range(5)
`, nil); err != nil {
		t.Fatal(err)
	}
	take := func(v Value, n int) (list []int, failure error) {
		for x, err := range v.Iter(nil) {
			if err != nil {
				failure = err
				continue
			}
			i, err := As[int](x)
			if err != nil {
				t.Error(err)
			}
			if list = append(list, i); len(list) == n {
				break
			}
		}
		return list, failure
	}
	for _, c := range []struct {
		expr string
		n    int
		want []int
		err  error
	}{
		{"[1, 2, 3]", 10, []int{1, 2, 3}, nil}, {"(1, 2)", 1, []int{1}, nil}, {"[]", 1, nil, nil}, {"{1: 2}", 5, []int{1}, nil}, {"range(10**9)", 2, []int{0, 1}, nil},
		{"3", 1, nil, TypeError}, {"BadNext()", 1, nil, ValueError}, {"(1 // (2 - i) for i in range(5))", 5, []int{0, 1}, ZeroDivisionError}, {"Stubborn()", 1, []int{1}, nil},
	} {
		got, err := take(made(t, r, c.expr), c.n)
		if !slices.Equal(got, c.want) || (c.err == nil) != (err == nil) || err != nil && !errors.Is(err, c.err) {
			t.Error(c, got, err)
		}
	}
	if got, _ := take(made(t, r, "Logged()"), 2); len(got) != 2 || made(t, r, "log").String() != "['closed']" {
		t.Error("a generator that nobody has is not closed")
	}
	gen := made(t, r, "counter()")
	first, _ := take(gen, 2)
	rest, _ := take(gen, 9)
	if !reflect.DeepEqual([][]int{first, rest}, [][]int{{0, 1}, {2, 3, 4}}) {
		t.Error(first, rest)
	}
	func() {
		defer func() { recover() }()
		for range made(t, r, "Logged()").Iter(nil) {
			panic("in the body")
		}
	}()
	if made(t, r, "log").String() != "['closed', 'closed']" {
		t.Error("a generator is not closed after a panic")
	}
	for x, err := range made(t, r, "[1, 2, 3]").Iter(nil) { // closed within
		if err == nil {
			r.Close()
		} else if err != ErrClosed {
			t.Error(x, err)
		}
	}
}

// TestIterFrees: what an iteration has given is not kept for ever.
func TestIterFrees(t *testing.T) {
	r := runtimeFor(t, Config{Heap: 32 << 20})
	v := made(t, r, "(bytes(1 << 20) for i in range(200))")
	n := 0
	for x, err := range v.Iter(nil) {
		if err != nil {
			t.Fatal(err)
		}
		x.Release()
		n++
	}
	if n != 200 {
		t.Error(n)
	}
}

// TestGenerator: a typed loop sees what Python's would: lists that change meanwhile, items of other types, loops that go on where another was left.
func TestGenerator(t *testing.T) {
	rt := runtimeFor(t, Config{})
	mod, err := rt.Run(nil, "items = list(range(1000)) + [10**30]\nfew = [1, 2, 3, 2.5]\nnone = 3\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	items, _ := mod.Get("items")
	seq, err := Generator[int](items)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for n, err := range seq {
		if err != nil || n != at {
			t.Fatalf("%d, %v; want %d", n, err, at)
		}
		if at++; at == 700 {
			break
		}
	}
	for n, err := range seq {
		if n == 900 { // one of those that were looked at already
			if _, err := rt.Run(nil, "items[905] = -1", map[string]any{"items": items}); err != nil {
				t.Fatal(err)
			}
		}
		want := at
		if at == 905 {
			want = -1
		}
		if at == 1000 {
			if err == nil || !strings.Contains(err.Error(), "does not fit int") {
				t.Errorf("%d, %v at the end", n, err)
			}
		} else if err != nil || n != want {
			t.Fatalf("%d, %v; want %d", n, err, want)
		}
		at++
	}
	if at != 1001 {
		t.Errorf("ended after %d", at)
	}
	if seq, err = Generator[int](items); err != nil {
		t.Fatal(err)
	}
	outer, next := 0, 0
	for n, err := range seq {
		if err != nil || n != next {
			t.Fatalf("%d, %v in the outer loop; want %d", n, err, next)
		}
		next++
		if outer++; outer%7 == 0 {
			left := outer / 3
			for n, err := range seq {
				if err != nil || n != next {
					t.Fatalf("%d, %v in the inner loop; want %d", n, err, next)
				}
				if next++; left == 0 {
					break
				}
				left--
			}
		}
		if next > 800 {
			break
		}
	}
	few, _ := mod.Get("few")
	floats, err := Generator[float64](few)
	if err != nil {
		t.Fatal(err)
	}
	var got []float64
	for x, err := range floats {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, x)
	}
	if !slices.Equal(got, []float64{1, 2, 3, 2.5}) {
		t.Errorf("floats: %v", got)
	}
	none, _ := mod.Get("none")
	if _, err := Generator[int](none); err == nil {
		t.Error("an int was iterated over")
	}
}

// TestAttrAgain: an attribute that is read again and again is what Python sees, whatever becomes of the object and its class.
func TestAttrAgain(t *testing.T) {
	rt := runtimeFor(t, Config{})
	mod, err := rt.Run(nil, "class C:\n  def __init__(self): self.x = 1\nc = C()\nd = C()\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	c, _ := mod.Get("c")
	class, _ := mod.Get("C")
	for _, step := range []struct{ code, want string }{
		{"pass", "1"}, {"c.x = 'two'", "two"}, {"c.y = 3", "two"}, {"del c.x", "AttributeError"}, {"C.x = 5", "5"}, {"c.x = 6", "6"},
		{"C.x = property(lambda self: 7)", "7"}, {"del C.x", "6"}, {"C.__getattribute__ = lambda self, name: 8", "8"}, {"del C.__getattribute__", "6"},
		{"class E: pass\nE.x = 9\nc.__class__ = E", "6"}, {"c.__dict__.clear()", "9"}, {"c.__dict__ = {'x': 10}", "10"},
	} {
		if _, err := rt.Run(nil, step.code, map[string]any{"C": class, "c": c}); err != nil {
			t.Fatalf("%s: %v", step.code, err)
		}
		for range 3 {
			v, err := c.Attr(nil, "x")
			if got := v.String(); err == nil && got != step.want || err != nil && !strings.Contains(err.Error(), step.want) {
				t.Errorf("after %s: %s, %v; want %s", step.code, got, err, step.want)
			}
		}
	}
	c.Release()
	if _, err := c.Attr(nil, "x"); !errors.Is(err, ErrReleased) {
		t.Errorf("released: %v", err)
	}
}
