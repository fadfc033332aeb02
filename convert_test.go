package psy

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

type point struct {
	X    int     `py:"x"`
	Y    float64 `py:"y"`
	Note string  `py:"note,optional"`
	Skip int     `py:"-"`
}

func bigInt(s string) *big.Int {
	z, _ := new(big.Int).SetString(s, 10)
	return z
}

// TestThereAndBack takes a value of every row of the table to Python and back.
func TestThereAndBack(t *testing.T) {
	_, m := world(t, "basics", Config{})
	huge := bigInt("123456789012345678901234567890")
	for _, c := range []struct {
		x    any
		repr string // in Python; "": not looked at
	}{
		{true, "True"}, {false, "False"},
		{int(-5), "-5"}, {int8(-128), "-128"}, {int16(32767), "32767"}, {int32(-1 << 31), "-2147483648"},
		{int64(math.MinInt64), "-9223372036854775808"}, {int64(math.MaxInt64), "9223372036854775807"}, {int64(1) << 48, "281474976710656"},
		{uint(7), "7"}, {uint8(255), "255"}, {uint16(65535), "65535"}, {uint32(math.MaxUint32), "4294967295"}, {uint64(math.MaxUint64), "18446744073709551615"}, {uintptr(9), "9"},
		{float64(0.1), "0.1"}, {math.Inf(-1), "-inf"}, {math.Copysign(0, -1), "-0.0"}, {float32(0.5), "0.5"}, {math.MaxFloat64, "1.7976931348623157e+308"},
		{complex(1, -2), "(1-2j)"}, {complex64(complex(0.5, 2)), "(0.5+2j)"},
		{"", "''"}, {"a\x00é世🐍", `'a\x00é世🐍'`}, {[]byte{0, 255}, `b'\x00\xff'`}, {[]byte{}, "b''"},
		{huge, "123456789012345678901234567890"}, {*new(big.Int).Neg(huge), "-123456789012345678901234567890"}, {big.NewInt(3), "3"},
		{[]int{1, 2, 3}, "[1, 2, 3]"}, {[]string{}, "[]"}, {[][]float64{{1}, {2, 3}}, "[[1.0], [2.0, 3.0]]"}, {[2]int{4, 5}, "(4, 5)"},
		{map[string]int{"b": 2, "a": 1}, "{'a': 1, 'b': 2}"}, {map[int64]string{-1: "x"}, "{-1: 'x'}"}, {map[float64]bool{0.5: true}, "{0.5: True}"}, {map[uint]int{3: 4}, "{3: 4}"},
		{point{X: 1, Y: 2.5, Note: "n"}, "namespace(x=1, y=2.5, note='n')"}, {&point{X: 3}, "point(x=3, y=0.0, note='')"}, {[]point{{}}, "[namespace(x=0, y=0.0, note='')]"},
		{(*point)(nil), "None"}, {(*int)(nil), "None"},
	} {
		v, err := m.Call(nil, "show", Args(c.x))
		if got, _ := As[string](v); err != nil || got != c.repr {
			t.Errorf("%T %v: %q, %v; want %q", c.x, c.x, got, err, c.repr)
			continue
		}
		if v, err = m.Call(nil, "same", Args(c.x)); err != nil {
			t.Error(err)
			continue
		}
		dst := reflect.New(reflect.TypeOf(c.x))
		r := m.v.h.r
		var k call
		if err := r.enter(nil, &k); err != nil {
			t.Fatal(err)
		}
		o, err := v.of(r)
		if err == nil {
			err = toGo(r, o, dst.Elem(), "", 0)
		}
		k.done = true
		r.leave(&k, &err)
		if err != nil || !reflect.DeepEqual(dst.Elem().Interface(), c.x) && fmt.Sprint(dst.Elem()) != fmt.Sprint(c.x) {
			t.Errorf("%T: %v came back as %v, %v", c.x, c.x, dst.Elem(), err)
		}
	}
}

// TestAny takes values to Python and back as any.
func TestAny(t *testing.T) {
	_, m := world(t, "basics", Config{})
	for _, c := range []struct{ in, out any }{
		{nil, nil}, {true, true}, {1, int64(1)}, {int64(1) << 60, int64(1) << 60}, {bigInt("99999999999999999999"), bigInt("99999999999999999999")}, {2.5, 2.5},
		{"s", "s"}, {[]byte("b"), []byte("b")}, {[]any{1, "x", nil}, []any{int64(1), "x", nil}}, {[1]int{2}, []any{int64(2)}},
		{map[string]any{"k": []int{1}}, map[string]any{"k": []any{int64(1)}}}, {map[int]int{1: 2}, map[any]any{int64(1): int64(2)}}, {map[string]int{}, map[string]any{}},
		{complex(1, 2), complex(1, 2)},
	} {
		v, err := m.Call(nil, "same", Args(c.in))
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := As[any](v); err != nil || !reflect.DeepEqual(got, c.out) {
			t.Errorf("%v: %#v, %v; want %#v", c.in, got, err, c.out)
		}
	}
	// What has no Go form is a Value.
	v, err := m.Call(nil, "same", Args(m))
	if err != nil {
		t.Fatal(err)
	}
	x, err := As[any](v)
	if _, ok := x.(Value); !ok || err != nil {
		t.Error(x, err)
	}
	if mod, err := As[*Module](v); err != nil || mod == nil {
		t.Error(err)
	}
}

// TestLossless: what does not fit is an error that says where.
func TestLossless(t *testing.T) {
	_, m := world(t, "basics", Config{})
	try := func(x any, to func(Value) error, want string) {
		t.Helper()
		v, err := m.Call(nil, "same", Args(x))
		if err == nil {
			err = to(v)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%T: %v, want %q", x, err, want)
		}
	}
	as := func(f any) func(Value) error {
		return func(v Value) error {
			out := reflect.ValueOf(f).Call([]reflect.Value{reflect.ValueOf(v)})
			err, _ := out[1].Interface().(error)
			return err
		}
	}
	var over *OverflowError
	try(300, as(As[int8]), "300 does not fit int8")
	try(-1, as(As[uint64]), "-1 does not fit uint64")
	try(uint64(math.MaxUint64), as(As[int64]), "18446744073709551615 does not fit int64")
	try(int64(1)<<53+1, as(As[float64]), "9007199254740993 does not fit float64")
	try(bigInt("1"+strings.Repeat("0", 400)), as(As[float64]), "does not fit float64")
	try(0.1, as(As[float32]), "0.1 does not fit float32")
	try([]int{1, 999}, as(As[[]int8]), "[1]: 999 does not fit int8")
	try(map[string]int{"k": 999}, as(As[map[string]int8]), "[k]: 999 does not fit int8")
	try([]point{{X: 1 << 40}}, as(As[[]struct {
		X int32 `py:"x"`
	}]), ".x: 1099511627776 does not fit int32")
	try(2.0, as(As[int]), "cannot make int of float")
	try(true, as(As[int]), "cannot make int of bool")
	try(1, as(As[bool]), "cannot make bool of int")
	try("x", as(As[[]string]), "cannot make []string of str")
	try("x", as(As[[]byte]), "cannot make []uint8 of str")
	try(nil, as(As[int]), "cannot make int of NoneType")
	try([]int{1}, as(As[[2]int]), "it has 1 items, not 2")
	try([]int{1, 2, 3}, as(As[[2]int]), "it has 3 items, not 2")
	try(map[string]int{}, as(As[point]), "it has no x")
	try(1, as(As[chan int]), "cannot make chan int of int")
	try("\xff", as(As[string]), "it is not UTF-8")
	try(make(chan int), as(As[string]), "cannot make string of host.channel")
	try(struct{ x int }{}, as(As[string]), "it has no exported fields")
	try(unsafe.Pointer(nil), as(As[string]), "cannot make object of unsafe.Pointer")
	v, _ := m.Call(nil, "same", Args(300))
	if _, err := As[uint8](v); !errors.As(err, &over) || over.Value != "300" || over.Type != "uint8" {
		t.Error(err)
	}
	var cyclic []any
	cyclic = append(cyclic, nil)
	cyclic[0] = cyclic
	try(cyclic, as(As[string]), "it is nested too deep")
}

func TestIterators(t *testing.T) {
	_, m := world(t, "basics", Config{})
	v, err := m.Call(nil, "squares", Args(4))
	if err != nil {
		t.Fatal(err)
	}
	seq, err := As[iter.Seq[int]](v)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for x := range seq {
		sum += x
	}
	if sum != 0+1+4+9 {
		t.Error(sum)
	}
	v, _ = m.Call(nil, "bad_squares", Args(3))
	pairs, err := Generator[int](v)
	if err != nil {
		t.Fatal(err)
	}
	var last error
	n := 0
	for x, err := range pairs {
		if last = err; err == nil {
			n += x
		}
	}
	var e *Exception
	if n != 5 || !errors.As(last, &e) || e.Type != "KeyError" || e.Message != "'end'" {
		t.Error(n, last)
	}
	// Go's sequences are iterators there.
	if v, err = m.Call(nil, "same", Args(maps.Keys(map[string]int{"k": 1}))); err != nil {
		t.Fatal(err)
	}
	if got, err := As[[]string](v); len(got) != 1 || got[0] != "k" || err != nil {
		t.Error(got, err)
	}
	failing := func(yield func(int, error) bool) { _ = yield(1, nil) && yield(0, errBoom) }
	v, _ = m.Call(nil, "same", Args(iter.Seq2[int, error](failing)))
	if _, err := As[[]int](v); !errors.Is(err, errBoom) {
		t.Error(err)
	}
}

var errBoom = errors.New("boom")
