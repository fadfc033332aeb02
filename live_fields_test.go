package psy

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/vm/object"
)

// fieldDeep is embedded by value, fieldFar by a pointer.
type fieldDeep struct {
	Deep int16
	Both int // hidden by that of fieldAll
}

type fieldFar struct{ Far int }

type fieldLevel int8

// fieldAll has a field of each kind that machine code knows, and some that it does not.
type fieldAll struct {
	fieldDeep
	*fieldFar
	I    int
	I8   int8
	I16  int16
	I32  int32
	I64  int64
	U    uint
	U8   uint8
	U16  uint16
	U32  uint32
	U64  uint64
	Ptr  uintptr
	F32  float32
	F64  float64
	B    bool
	S    string
	Both int
	Lev  fieldLevel
	C    complex128
	Any  any
	P    *int
	own  int
	Tag  int32 `py:"named"`
	Not  int   `py:"-"`
}

var fieldNames = strings.Fields("Deep Far I I8 I16 I32 I64 U U8 U16 U32 U64 Ptr F32 F64 B S Both Lev C Any P own named Not Tag absent")

// fieldEngines are the engines that a program about fields runs in. "reflected": fields are read and written by reflection alone, the oracle.
var fieldEngines = map[string]Config{"tier 1": {Engine: Tier1}, "tier 2": {Engine: Tier2, Threshold: 1}, "machine code": {Threshold: 1}, "later": {Threshold: 40}}

// everyEngine runs a program in each engine, with new Go values, and compares what its function run gives with what reflection gives.
func everyEngine(t *testing.T, bind func() map[string]any, source string) {
	t.Helper()
	defer func() { liveEngine = Config{} }()
	result := func(c Config) string {
		t.Helper()
		liveEngine = c
		m := liveWorld(t, bind(), catcher+source)
		v, err := m.Call(nil, "run", nil)
		if err != nil {
			t.Fatal(err)
		}
		return v.String()
	}
	owner := object.Fields.Owner
	object.Fields.Owner = 0
	want := func() string {
		defer func() { object.Fields.Owner = owner }()
		return result(Config{Engine: Tier1})
	}()
	if len(want) < 20 || strings.Contains(want, "0x") {
		t.Fatalf("the program gives %q", want)
	}
	for name, c := range fieldEngines {
		if got := result(c); got != want {
			t.Errorf("%s: %s", name, firstDifference(got, want))
		}
	}
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d is\n%s\nand not\n%s", i, a[i], b[i])
		}
	}
	return fmt.Sprint(len(a), " lines and not ", len(b))
}

// TestLiveFieldKinds writes values that fit and values that do not to fields of all kinds, and reads them.
func TestLiveFieldKinds(t *testing.T) {
	var b strings.Builder
	for _, name := range fieldNames {
		fmt.Fprintf(&b, "def get_%[1]s(p): return p.%[1]s\ndef put_%[1]s(p, v):\n    p.%[1]s = v\n    return p.%[1]s\n", name)
	}
	fmt.Fprintf(&b, "names = %q.split()\n", strings.Join(fieldNames, " "))
	everyEngine(t, func() map[string]any {
		x := &fieldAll{I: 1, I8: -1, I16: -2, I32: -3, I64: math.MinInt64, U: math.MaxUint, U8: 255, U16: 65535, U32: math.MaxUint32, U64: 1 << 63, Ptr: 7,
			F32: float32(math.NaN()), F64: math.Float64frombits(0x7ff0000000000123), B: true, S: "é", own: 5, Not: 6}
		return map[string]any{"host.x": x, "host.y": &fieldAll{fieldFar: &fieldFar{9}, S: "\xff", I64: 1 << 48, F64: math.Inf(-1)}}
	}, b.String()+`
import math
from host import x, y
class I(int): pass
class F(float): pass
class S(str): pass
values = [0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536, 2**31 - 1, 2**31, -2**31, -2**31 - 1, 2**32 - 1, 2**32,
    2**48 - 1, 2**48, -2**48, -2**48 - 1, 2**63 - 1, 2**63, -2**63, -2**63 - 1, 2**64 - 1, 2**64, 10**30, 0.0, -0.0, 1.5, 0.1, 1e300, 5e-324, math.inf, -math.inf, math.nan,
    True, False, None, "text", "\ud800", b"b", I(5), F(2.5), S("s"), [], 1j]
def run():
    log = []
    for turn in range(3):
        for name in names:
            get, put = globals()["get_" + name], globals()["put_" + name]
            for p in x, y:
                log.append(f"{name} {caught(get, p)}")
                for v in values:
                    log.append(f"{name} {v!r}: {caught(put, p, v)} {caught(get, p)} {caught(type, caught(get, p))}")
        log.append(f"{x.U64 + 1} {x.I64 - 1} {x.I8 & 0xff} {x.F32 * 2} {x.F64 / 3} {not x.B} {x.U64 >> 3} {x.I64 * x.I64} {hash(x.F64) == hash(x.F64)}")
    return "\n".join(log)
`)
}

// TestLiveFieldLoops has numbers of fields used in loops, where they stay unboxed.
func TestLiveFieldLoops(t *testing.T) {
	everyEngine(t, func() map[string]any {
		x := &fieldAll{I: 3, F64: 0.5, U64: 1<<63 + 5, U8: 200}
		return map[string]any{"host.x": x, "host.bump": func() { x.I, x.F64, x.B, x.I64 = x.I+1, x.F64+0.25, !x.B, math.MaxInt64 }}
	}, `
from host import x, bump
def loop(p, n):
    s, f, k, bits = 0, 0.0, 0, 0
    for i in range(n):
        s += p.I
        f += p.F64
        k += 1 if p.B else 10
        bits ^= p.U64 ^ (p.U64 << 1) & 0xffffffffffffffff
        p.U8 = (p.U8 + 7) & 0xff
        p.F32 = p.F64 * 2
        if i % 7 == 0:
            bump()
            p.B = p.I > 100
        p.I64 = -i
        s += p.I64 + p.I64
        p.I = p.I
    return s, f, k, bits, p.U8, p.F32
def grow(p):
    while True:
        p.I16 = p.I16 * 2 + 1
def same(p):
    nan = float("nan")
    p.F64 = nan
    a, b = p.F64, p.F64
    return a != b, [a] == [a], p.F64 - p.F64
def run():
    log = [f"{loop(x, n)}" for n in (10, 100, 3000)]
    for i in range(3):
        x.I16 = 0
        log.append(caught(grow, x) + str(x.I16))
        log.append(f"{same(x)}")
    return "\n".join(log)
`)
}

type fieldOne struct {
	Pad [3]int64
	N   int32
}

type fieldTwo struct {
	N float64
	M int
}

// TestLiveFieldShapes has objects of several layouts at one site, of classes that Python derives, and objects that have no Go value or another one.
func TestLiveFieldShapes(t *testing.T) {
	defer func() { liveEngine = Config{} }()
	source := catcher + `
class Slots:
    __slots__ = "N"
    def __init__(self): self.N = 7
class Plain:
    N = "class"
class Changed:
    @property
    def N(self): return "property"
    @N.setter
    def N(self, v): raise ValueError(v)

def read(p): return p.N
def write(p, v): p.N = v
def run(one, two, fixed, One, Two, again):
    class Sub(One):
        def __init__(self, n):
            super().__init__(N=n)
    class Slotted(One): __slots__ = "extra", "more"
    class Shadow(One): N = 5
    class Empty(One):
        def __init__(self): pass
    class Both(One, Two): pass
    class Other(Two): pass
    class Alien:
        N = One.__dict__["N"]
    class Set(One):
        def __setattr__(self, name, v): super().__setattr__(name, v + 1)
    slotted = Slotted(N=11)
    slotted.extra = "e"
    swapped = Sub(12)
    log = [caught(setattr, swapped, "__class__", Other)]
    objects = [one, two, Sub(3), slotted, Shadow(N=4), Empty(), Both(N=8), Other(N=1.5), Alien(), Set(N=1), swapped, fixed, Slots(), Plain(), Changed(), None, 3]
    for turn in range(60):
        for i, p in enumerate(objects):
            log.append(f"{i} {caught(read, p)} {caught(write, p, turn)} {caught(read, p)} {caught(write, p, 'x')}")
    for turn in range(60): # one class after another, each hot
        for p in objects[:8]:
            for k in range(3):
                log.append(f"{caught(read, p)} {caught(write, p, turn + 0.5)}")
    again(one)
    sub = objects[2]
    sub.__init__(77)
    empty = objects[5]
    log.append(f"{read(sub)} {caught(read, one)}")
    One.__init__(empty, N=9)
    log.append(f"{read(empty)} {slotted.extra} {caught(lambda: slotted.more)}")
    del Shadow.N
    log.append(f"{[read(objects[4]) for i in range(50)]}")
    Sub.N = property(lambda self: "now")
    log.append(f"{[read(sub) for i in range(3)]}")
    del Sub.N
    log.append(f"{[read(sub) for i in range(3)]}")
    return "\n".join(log)
`
	result := func(c Config) string {
		t.Helper()
		r := runtimeFor(t, c)
		p, err := Compile([]byte(source), "shapes.py")
		if err != nil {
			t.Fatal(err)
		}
		m, err := r.Exec(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		One, err := NewType[fieldOne](r, "geo.One")
		if err != nil {
			t.Fatal(err)
		}
		Two, err := NewType[fieldTwo](r, "geo.Two")
		if err != nil {
			t.Fatal(err)
		}
		fixed, err := To(r, Live(map[string]fieldOne{"a": {N: 5}}))
		if err != nil {
			t.Fatal(err)
		}
		if fixed, err = fixed.Item(nil, "a"); err != nil {
			t.Fatal(err)
		}
		v, err := m.Call(nil, "run", Args(&fieldOne{N: 1}, &fieldTwo{N: 2}, fixed, One, Two, func(p *fieldOne) { p.N = 1000 }))
		if err != nil {
			t.Fatal(err)
		}
		return v.String()
	}
	owner := object.Fields.Owner
	object.Fields.Owner = 0
	want := func() string {
		defer func() { object.Fields.Owner = owner }()
		return result(Config{Engine: Tier1})
	}()
	for _, part := range []string{"has not been called", "doesn't apply", "cannot be set", "out of range", "[1000"} {
		if part != "[1000" && part != "out of range" && !strings.Contains(want, part) {
			t.Errorf("nothing says %q", part)
		}
	}
	for name, c := range fieldEngines {
		if got := result(c); got != want {
			t.Errorf("%s: %s", name, firstDifference(got, want))
		}
	}
}

// TestLiveFieldReleased: objects are dropped, and Go's values with them, while the code that reads their fields is hot.
func TestLiveFieldReleased(t *testing.T) {
	for name, c := range fieldEngines {
		t.Run(name, func(t *testing.T) {
			liveEngine = c
			defer func() { liveEngine = Config{} }()
			n := 0
			m := liveWorld(t, map[string]any{"host.make": func() *fieldTwo {
				if n++; n%100 == 0 {
					runtime.GC()
				}
				return &fieldTwo{float64(n), n}
			}}, `
import gc
from host import make
def many(n):
    f = k = 0
    last = make()
    for i in range(n):
        p = make()
        p.M += last.M
        f += p.N + last.N
        k += p.M
        last = p
        if i % 100 == 0: gc.collect()
    return f, k
`)
			v, err := m.Call(nil, "many", Args(1000))
			if err != nil || v.String() != "(1002000.0, 167668500)" {
				t.Error(v, err)
			}
		})
	}
}

// TestLiveFieldThreads: threads of the program read and write fields of one struct; so does a Go function that they call.
func TestLiveFieldThreads(t *testing.T) {
	x := &fieldAll{}
	m := liveWorld(t, map[string]any{"host.x": x, "host.bump": func() { x.U64++ }}, `
import sys, threading
from host import x, bump
sys.setswitchinterval(1e-6)
def work():
    for i in range(3000):
        x.I8 = i & 63
        x.F64 = x.I8 * 0.5
        assert 0 <= x.F64 < 32
        if i % 10 == 0: bump()
def run():
    threads = [threading.Thread(target=work) for i in range(4)]
    for t in threads: t.start()
    for t in threads: t.join()
    return x.U64
`)
	if v, err := m.Call(nil, "run", nil); err != nil || v.String() != "1200" || x.U64 != 1200 {
		t.Error(v, err, x.U64)
	}
}

// TestLiveFieldReset: code that is hot when a world goes back to its image, and the same code in a copy, find the fields of other structs.
func TestLiveFieldReset(t *testing.T) {
	r := runtimeFor(t, Config{Threshold: 1})
	if _, err := r.Run(nil, `
import builtins
def total(p, n):
    s = 0
    for i in range(n):
        s += p.N
        p.N = i
    return s
builtins.total = total
class Slots: __slots__ = "N"
p = Slots()
p.N = 1
total(p, 100)
`, nil); err != nil {
		t.Fatal(err)
	}
	use := func(r *Runtime) {
		t.Helper()
		for _, x := range []any{&fieldOne{N: 5}, &fieldTwo{N: 5}, &fieldOne{N: 5}} {
			v, err := r.Eval(nil, "total(p, 100)", map[string]any{"p": x})
			if err != nil || v.String() != "4856" && v.String() != "4856.0" {
				t.Error(v, err)
			}
		}
	}
	im, err := r.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		use(r)
		if err := r.Reset(); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		other, err := im.New(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		use(other)
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	}
	use(r)
}

// TestLiveFieldImage: an object of an image stands for what it stood for, though __init__ has given it something else since.
func TestLiveFieldImage(t *testing.T) {
	for name, c := range fieldEngines {
		r := runtimeFor(t, c)
		One, err := NewType[fieldOne](r, "geo.One")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Run(nil, `
import builtins
builtins.one = One(N=5)
def total(p, n):
    s = 0
    for i in range(n): s += p.N
    return s
builtins.total = total
total(one, 100)
`, map[string]any{"One": One}); err != nil {
			t.Fatal(err)
		}
		im, err := r.Freeze()
		if err != nil {
			t.Fatal(err)
		}
		use := func(r *Runtime) {
			t.Helper()
			if v, err := r.Eval(nil, "(total(one, 100), one.__init__(N=7), total(one, 100), [type(one)(N=i) for i in range(5000)] and None)", nil); err != nil || v.String() != "(500, None, 700, None)" {
				t.Error(name, v, err)
			}
			runtime.GC()
		}
		for range 3 {
			use(r)
			if err := r.Reset(); err != nil {
				t.Fatal(err)
			}
			other, err := im.New(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			use(other)
			other.Close()
		}
	}
}
