package psy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/psyco-go/psy/internal/gen/genfuncs/gen"
	"unsafe"
)

func TestGenerated(t *testing.T) {
	want, err := gen.Generate()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("func_generated.go"); err != nil || !bytes.Equal(got, want) {
		t.Error("func_generated.go is stale: go run ./internal/gen/genfuncs")
	}
	if want, err = gen.GenerateBound(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("bind_generated.go"); err != nil || !bytes.Equal(got, want) {
		t.Error("bind_generated.go is stale: go run ./internal/gen/genfuncs")
	}
}

// TestProxies calls functions by types of all kinds, cold and in machine code.
func TestProxies(t *testing.T) {
	for _, c := range []Config{{Engine: Tier1}, {Engine: Tier2, Threshold: 1}, {Threshold: 1}, {}} {
		_, m := world(t, "basics", c)
		ii := MustFunc[func(int64, int64) (int64, error)](m, "add")
		ff := MustFunc[func(float64, float64) (float64, error)](m, "add")
		fi := MustFunc[func(context.Context, float64, int) (float64, error)](m, "add")
		ss := MustFunc[func(string, string) (string, error)](m, "add")
		ll := MustFunc[func([]int, []int) ([]int, error)](m, "add")
		same := MustFunc[func(bool) (bool, error)](m, "same")
		any1 := MustFunc[func(any) (any, error)](m, "same")
		none := MustFunc[func(int64) error](m, "same")
		fact, err := Func1[int, int](m, "fact")
		if err != nil {
			t.Fatal(err)
		}
		for i := range 200 {
			x := int64(i) << 52 // also beyond small ints
			if i >= 100 {
				x = int64(i)
			}
			if n, err := ii(x, 1); n != x+1 || err != nil {
				t.Fatal(n, err)
			}
			if f, err := ff(0.5, float64(i)); f != float64(i)+0.5 || err != nil {
				t.Fatal(f, err)
			}
			if f, err := fi(nil, 0.25, i); f != float64(i)+0.25 || err != nil {
				t.Fatal(f, err)
			}
			if s, err := ss("é", "b"); s != "éb" || err != nil {
				t.Fatal(s, err)
			}
			if l, err := ll([]int{1}, []int{i}); len(l) != 2 || l[1] != i || err != nil {
				t.Fatal(l, err)
			}
			if b, err := same(i%2 == 0); b != (i%2 == 0) || err != nil {
				t.Fatal(b, err)
			}
			if x, err := any1(i); x != int64(i) || err != nil {
				t.Fatal(x, err)
			}
			if err := none(int64(i)); err != nil {
				t.Fatal(err)
			}
			if n, err := fact(nil, 10); n != 3628800 || err != nil {
				t.Fatal(n, err)
			}
			var over *OverflowError
			if n, err := ii(math.MaxInt64, 1); !errors.As(err, &over) || over.Value != "9223372036854775808" || over.Where != "result of add" {
				t.Fatal(n, err)
			}
			var e *Exception
			if n, err := fact(nil, 2000); !errors.As(err, &e) || e.Type != "RecursionError" {
				t.Fatal(n, err)
			}
			if f, err := ff(math.NaN(), 1); f == f || err != nil {
				t.Fatal(f, err)
			}
		}
	}
}

// sameBack calls same with values of a type, as Func1 and by reflection, until it is in machine code.
func sameBack[T comparable](t *testing.T, m *Module, values ...T) {
	t.Helper()
	direct, err := Func1[T, T](m, "same")
	if err != nil {
		t.Fatal(err)
	}
	reflected := MustFunc[func(T) (T, error)](m, "same")
	bits := func(x T) string { return fmt.Sprintf("%T %+v", x, x) } // tells -0 from 0, and NaN is itself
	for i := range 50 * len(values) {
		x := values[i%len(values)]
		if y, err := direct(nil, x); bits(y) != bits(x) || err != nil {
			t.Fatalf("Func1: %s came back as %s, %v", bits(x), bits(y), err)
		}
		if y, err := reflected(x); bits(y) != bits(x) || err != nil {
			t.Fatalf("Func: %s came back as %s, %v", bits(x), bits(y), err)
		}
	}
}

// TestForms takes the extreme values of all unboxed forms through proxies, cold and in machine code; named types are as their kinds.
func TestForms(t *testing.T) {
	type label string
	for _, c := range []Config{{Engine: Tier1}, {Threshold: 1}} {
		_, m := world(t, "basics", c)
		sameBack(t, m, int8(-128), 127)
		sameBack(t, m, int16(-1<<15), 1<<15-1)
		sameBack(t, m, int32(-1<<31), 1<<31-1)
		sameBack(t, m, int64(math.MinInt64), math.MaxInt64, 1<<48-1, 1<<48, -1<<48, -1<<48-1)
		sameBack(t, m, int(math.MinInt64), math.MaxInt64)
		sameBack(t, m, uint8(0), 255)
		sameBack(t, m, uint16(0), 1<<16-1)
		sameBack(t, m, uint32(0), 1<<32-1)
		sameBack(t, m, uint64(0), 1<<63, math.MaxUint64)
		sameBack(t, m, uint(math.MaxUint64), 0)
		sameBack(t, m, uintptr(math.MaxUint64), 0)
		sameBack(t, m, math.Copysign(0, -1), 0, math.Inf(1), math.NaN(), math.SmallestNonzeroFloat64, -math.MaxFloat64)
		sameBack(t, m, float32(math.Copysign(0, -1)), float32(math.Inf(-1)), float32(math.NaN()), math.SmallestNonzeroFloat32, math.MaxFloat32)
		sameBack(t, m, true, false)
		sameBack(t, m, "", "a\x00b", "\u00e9\U0010ffff", strings.Repeat("\u4e16", 1<<16))
		sameBack(t, m, time.Duration(-1000), math.MaxInt64/1000*1000)
		sameBack(t, m, label("named"), "")

		narrow := MustFunc[func(int8, int8) (int8, error)](m, "add")
		text := MustFunc[func(label) (label, error)](m, "same")
		for range 50 {
			var over *OverflowError
			if n, err := narrow(100, 100); !errors.As(err, &over) || over.Value != "200" || over.Type != "int8" {
				t.Fatal(n, err)
			}
			var conv *ConversionError
			if s, err := text("\xff"); !errors.As(err, &conv) || conv.Where != "x" {
				t.Fatal(s, err)
			}
		}
	}
}

func TestSignatures(t *testing.T) {
	_, m := world(t, "basics", Config{})
	check := func(err error, want string) {
		t.Helper()
		var s *SignatureError
		if err == nil || err.Error() != want || !errors.As(err, &s) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	_, err := Func[func(int64) (int64, error)](m, "add")
	check(err, "psy: add: parameter b: it has no default, and Go gives 1 arguments")
	_, err = Func3[int, int, int, int](m, "add")
	check(err, "psy: add: it takes 2 positional arguments, and Go gives 3")
	_, err = Func1[int, int](m, "needs")
	check(err, "psy: needs: parameter c: it is keyword-only and has no default: Go gives positional arguments")
	_, err = Func2[string, float64, string](m, "typed")
	check(err, "psy: typed: parameter a: it is annotated as int, and Go gives string")
	_, err = Func2[int, bool, string](m, "typed")
	check(err, "psy: typed: parameter b: it is annotated as float, and Go gives bool")
	_, err = Func2[int, float64, int](m, "typed")
	check(err, "psy: typed: parameter return: it is annotated as str, and Go wants int")
	_, err = Func1[unsafe.Pointer, int](m, "same")
	check(err, "psy: same: parameter x: unsafe.Pointer has no form in Python")
	_, err = Func[func(int) (struct{ F unsafe.Pointer }, error)](m, "same")
	check(err, "psy: same: parameter return: unsafe.Pointer has no form in Python")
	_, err = Func[func(int) int](m, "same")
	check(err, "psy: same: func(int) int does not give an error last, after one result at most")
	_, err = Func[func(...int) error](m, "same")
	check(err, "psy: same: func(...int) error is variadic")
	_, err = Func[int](m, "same")
	check(err, "psy: same: int is not a function type")
	_, err = Func0[int](m, "counter")
	check(err, "psy: counter: it is int, not a Python function")
	var e *Exception
	if _, err = Func0[int](m, "nothing"); !errors.As(err, &e) || e.Type != "AttributeError" {
		t.Error(err)
	}
	// What fits in more than one way.
	for _, f := range []func() ([]int, error){
		func() ([]int, error) { return MustFunc[func(int) ([]int, error)](m, "options")(1) },
		func() ([]int, error) { return MustFunc[func(int, int) ([]int, error)](m, "options")(1, 2) },
	} {
		if l, err := f(); !reflect.DeepEqual(l, []int{1, 2, 3}) || err != nil {
			t.Error(l, err)
		}
	}
	if l, err := MustFunc[func(int, int, string) ([]any, error)](m, "rest")(1, 2, "x"); err != nil || !reflect.DeepEqual(l, []any{int64(1), []any{int64(2), "x"}}) {
		t.Error(l, err)
	}
	if s, err := MustFunc[func(int, float64) (string, error)](m, "typed")(1, 2); s != "12.0" || err != nil {
		t.Error(s, err)
	}
	defer func() {
		if p := recover(); p == nil || !strings.Contains(p.(error).Error(), "parameter b") {
			t.Error(p)
		}
	}()
	MustFunc[func(int64) (int64, error)](m, "add")
}

// TestReplaced: a proxy notices that its function's code or defaults are others.
func TestReplaced(t *testing.T) {
	_, m := world(t, "changing", Config{Threshold: 1})
	f := MustFunc[func(int64) (int64, error)](m, "f")
	change := MustFunc[func() error](m, "change")
	for range 10 {
		if n, err := f(1); n != 2 || err != nil {
			t.Fatal(n, err)
		}
	}
	if err := change(); err != nil {
		t.Fatal(err)
	}
	var s *SignatureError
	if n, err := f(1); !errors.As(err, &s) {
		t.Fatal(n, err)
	}
}
