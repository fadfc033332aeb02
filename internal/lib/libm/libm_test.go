package libm

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"flag"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

var update = flag.Bool("update", false, "write testdata/facts.gz again, with CPython")

// function is one of one, two or (as complex functions have) of two to two floats.
type function struct {
	name    string // as Python says it
	one     func(float64) float64
	two     func(x, y float64) float64
	complex func(complex128) (complex128, Fault)
}

var functions = []function{
	{name: "exp", one: Exp}, {name: "exp2", one: Exp2}, {name: "expm1", one: Expm1},
	{name: "log", one: Log}, {name: "log2", one: Log2}, {name: "log10", one: Log10}, {name: "log1p", one: Log1p},
	{name: "sin", one: Sin}, {name: "cos", one: Cos}, {name: "tan", one: Tan},
	{name: "asin", one: Asin}, {name: "acos", one: Acos}, {name: "atan", one: Atan}, {name: "atan2", two: Atan2},
	{name: "sinh", one: Sinh}, {name: "cosh", one: Cosh}, {name: "tanh", one: Tanh},
	{name: "asinh", one: Asinh}, {name: "acosh", one: Acosh}, {name: "atanh", one: Atanh},
	{name: "erf", one: Erf}, {name: "erfc", one: Erfc}, {name: "cbrt", one: Cbrt},
	{name: "pow", two: Pow}, {name: "abs(complex)", two: Hypot}, {name: "fmod", two: Fmod},
	{name: "cmath.sqrt", complex: CSqrt}, {name: "cmath.exp", complex: CExp}, {name: "cmath.log", complex: CLog}, {name: "cmath.log10", complex: CLog10},
	{name: "cmath.sin", complex: CSin}, {name: "cmath.cos", complex: CCos}, {name: "cmath.tan", complex: CTan},
	{name: "cmath.sinh", complex: CSinh}, {name: "cmath.cosh", complex: CCosh}, {name: "cmath.tanh", complex: CTanh},
	{name: "cmath.asin", complex: CAsin}, {name: "cmath.acos", complex: CAcos}, {name: "cmath.atan", complex: CAtan},
	{name: "cmath.asinh", complex: CAsinh}, {name: "cmath.acosh", complex: CAcosh}, {name: "cmath.atanh", complex: CAtanh},
}

// script reads names with numbers of arguments, and the arguments, and writes the results. A result of NaN with the payload 1 is an exception.
const script = `
import cmath, math, struct, sys
read = sys.stdin.buffer.read
nothing = struct.pack("<Q", 0x7ff8000000000001)
out = []
while line := sys.stdin.buffer.readline().split():
    name, arity, n = line[0].decode(), int(line[1]), int(line[2])
    args = struct.unpack(f"<{arity*n}d", read(8*arity*n))
    z = name.startswith("cmath.")
    f = (lambda x, y: abs(complex(x, y))) if name == "abs(complex)" else getattr(cmath if z else math, name.split(".")[-1])
    for i in range(0, len(args), arity):
        try:
            r = f(complex(*args[i:i+2])) if z else f(*args[i:i+arity])
        except (ValueError, OverflowError):
            out.append(nothing * 2 if z else nothing)
        else:
            out.append(struct.pack("<dd", r.real, r.imag) if z else struct.pack("<d", r))
sys.stdout.buffer.write(b"".join(out))
`

// source makes arguments: of all magnitudes, of usual ones, around the places where functions change their ways.
type source uint64

func (s *source) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (s *source) unit() float64 { return float64(s.next()>>11) * 0x1p-53 }

func (s *source) power(lo, hi int) float64 {
	x := math.Ldexp(1+s.unit(), lo+int(s.next()%uint64(hi-lo+1)))
	if s.next()&1 != 0 {
		return -x
	}
	return x
}

func (s *source) float() float64 {
	switch s.next() % 10 {
	case 0:
		if x := math.Float64frombits(s.next()); x == x {
			return x
		}
		return 0
	case 1:
		return s.power(-6, 6)
	case 2:
		return float64(60*s.unit()) - 30 // rounded, so that every processor makes the same arguments
	case 3:
		return float64(1520*s.unit()) - 760
	case 4:
		return s.power(-1074, -990)
	case 5:
		return s.power(990, 1023)
	case 6:
		return 1 + s.power(-53, -1)
	case 7:
		return float64(s.next()%200000) * (math.Pi / 2) * (1 + s.power(-52, -10))
	case 8:
		return float64(int(s.next()%4000)-2000) / 8
	}
	return 2*s.unit() - 1
}

func (f *function) arity() int {
	if f.one != nil {
		return 1
	}
	return 2
}

// arguments are n sets for a function; pairs are often near each other.
func (f *function) arguments(s *source, n int) []float64 {
	var args []float64
	for range n {
		x := s.float()
		args = append(args, x)
		if f.one != nil {
			continue
		}
		y := s.float()
		switch s.next() % 4 {
		case 0:
			y = x * (1 + s.power(-30, 3))
		case 1:
			y = float64(int(s.next()%40)-20) / 2
		}
		args = append(args, y)
	}
	return args
}

// ask is CPython's results.
func ask(t *testing.T, seed source, n int) []byte {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found")
	}
	if other := oracle.OtherFloats(python); other != "" {
		t.Skipf("this package follows another C library or processor: %s", other)
	}
	var in, errors bytes.Buffer
	for _, f := range functions {
		in.WriteString(strings.Join([]string{f.name, strconv.Itoa(f.arity()), strconv.Itoa(n)}, " ") + "\n")
		binary.Write(&in, binary.LittleEndian, f.arguments(&seed, n))
	}
	c := exec.Command(python, "-I", "-c", script)
	c.Stdin, c.Stderr = &in, &errors
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errors.Bytes())
	}
	return out
}

// check compares every result, bit by bit.
func check(t *testing.T, seed source, n int, results []byte) {
	next := func() uint64 {
		if len(results) < 8 {
			t.Fatal("too few results")
		}
		r := binary.LittleEndian.Uint64(results)
		results = results[8:]
		return r
	}
	for _, f := range functions {
		args := f.arguments(&seed, n)
		bad := 0
		for i := range n {
			var got []float64
			x, y := args[i*f.arity()], args[i*f.arity()+f.arity()-1]
			fault := NoFault
			switch {
			case f.one != nil:
				got = []float64{f.one(x)}
			case f.two != nil:
				got = []float64{f.two(x, y)}
			default:
				var z complex128
				z, fault = f.complex(complex(x, y))
				got = []float64{real(z), imag(z)}
			}
			same := true
			var want []float64
			for _, g := range got {
				w := next()
				want = append(want, math.Float64frombits(w))
				switch {
				case w == 0x7ff8000000000001:
					same = same && (f.complex == nil || fault != NoFault)
				case g != g:
					same = same && math.IsNaN(math.Float64frombits(w))
				default:
					same = same && math.Float64bits(g) == w
				}
			}
			if !same {
				if bad++; bad <= 3 {
					t.Errorf("%s of %x, %x: %x, CPython has %x", f.name, x, y, got, want)
				}
			}
		}
		if bad > 0 {
			t.Errorf("%s: %d of %d results differ", f.name, bad, n)
		}
	}
	if len(results) > 0 {
		t.Fatal("too many results")
	}
}

const (
	factsSeed  = 1
	factsCount = 300
)

// TestFacts compares with results of CPython that are kept in a file.
func TestFacts(t *testing.T) {
	const file = "testdata/facts.gz"
	if *update {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(ask(t, factsSeed, factsCount))
		z.Close()
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	results, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	check(t, factsSeed, factsCount, results)
}

// TestAgainstCPython compares with the C library behind CPython's math module, where it is the one that is followed.
func TestAgainstCPython(t *testing.T) {
	n := 10000
	if testing.Short() {
		n = 1000
	}
	check(t, 2, n, ask(t, 2, n))
}
