package libm

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/tests/oracle"
)

var functions = []struct {
	name   string
	f      func(float64) float64
	lo, hi float64
	rate   float64 // share of results that may differ in the last place
}{
	{"exp", Exp, -700, 700, 0.005},
	{"exp", Exp, -1, 1, 0.005},
	{"exp2", Exp2, -1000, 1000, 0.01},
	{"log", Log, 0, 10, 0.005},
	{"log", Log, 0.9, 1.1, 0.005},
	{"log", Log, 0, 1e300, 0.005},
	{"log2", Log2, 0, 100, 0.03},
	{"log10", Log10, 0, 100, 0.03},
	{"sin", Sin, -10, 10, 0.005},
	{"sin", Sin, -1e6, 1e6, 0.005},
	{"sin", Sin, -1e22, 1e22, 0.005},
	{"cos", Cos, -10, 10, 0.005},
	{"cos", Cos, -1e9, 1e9, 0.005},
	{"tan", Tan, -10, 10, 0.005},
	{"asin", Asin, -1, 1, 0.005},
	{"acos", Acos, -1, 1, 0.005},
	{"atan", Atan, -5, 5, 0.005},
	{"sinh", Sinh, -30, 30, 0.03},
	{"cosh", Cosh, -30, 30, 0.03},
	{"tanh", Tanh, -3, 3, 0.03},
	{"asinh", Asinh, -10, 10, 0.03},
	{"acosh", Acosh, 1, 10, 0.03},
	{"atanh", Atanh, -1, 1, 0.03},
	{"expm1", Expm1, -2, 2, 0.03},
	{"expm1", Expm1, -30, 30, 0.03},
	{"log1p", Log1p, -0.9, 10, 0.03},
	{"cbrt", Cbrt, -100, 100, 0.6},
	{"erf", Erf, -5, 5, 0.05},
	{"erfc", Erfc, -5, 25, 0.2},
}

// TestAgainstCPython compares with the C library behind CPython's math module, which is not always rounded correctly itself.
func TestAgainstCPython(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found")
	}
	var script strings.Builder
	script.WriteString("import math, random\nrandom.seed(7)\n")
	const n = 3000
	for _, f := range functions {
		fmt.Fprintf(&script, "for i in range(%d):\n  x = random.uniform(%g, %g); print(x.hex(), getattr(math, %q)(x).hex())\n", n, f.lo, f.hi, f.name)
	}
	fmt.Fprintf(&script, "for i in range(%d):\n  x = random.uniform(0, 50); y = random.uniform(-50, 50); print(x.hex(), y.hex(), (x**y).hex(), math.atan2(x-25, y).hex(), (x**round(y)).hex(), (x**(round(y)+.5)).hex(), abs(complex(x-25, y)).hex())\n", n)
	out, err := exec.Command(python, "-c", script.String()).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	next := func() []float64 {
		lines.Scan()
		var v []float64
		for _, s := range strings.Fields(lines.Text()) {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatal(err)
			}
			v = append(v, x)
		}
		return v
	}
	report := func(name string, bad int, rate, worst float64) {
		t.Logf("%-8s %.3f%% differ, at most %g ulp", name, float64(bad)*100/n, worst)
		if float64(bad)/n > rate || worst > 2 {
			t.Errorf("%s: %d of %d differ, at most %g ulp", name, bad, n, worst)
		}
	}
	ulps := func(a, b float64) float64 {
		return math.Abs(float64(int64(math.Float64bits(a)) - int64(math.Float64bits(b))))
	}
	for _, f := range functions {
		bad, worst := 0, 0.0
		for i := 0; i < n; i++ {
			v := next()
			if got := f.f(v[0]); got != v[1] {
				bad++
				worst = max(worst, ulps(got, v[1]))
			}
		}
		report(fmt.Sprintf("%s %g", f.name, f.hi), bad, f.rate, worst)
	}
	names, rates := []string{"pow", "atan2", "pow int", "pow half", "hypot"}, []float64{0.005, 0.005, 0.005, 0.005, 0.01}
	bad, worst := [5]int{}, [5]float64{}
	for i := 0; i < n; i++ {
		v := next()
		x, y := v[0], v[1]
		got := []float64{Pow(x, y), Atan2(x-25, y), Pow(x, math.RoundToEven(y)), Pow(x, math.RoundToEven(y)+0.5), Hypot(x-25, y)}
		for j := range got {
			if got[j] != v[2+j] {
				bad[j]++
				worst[j] = max(worst[j], ulps(got[j], v[2+j]))
			}
		}
	}
	for j := range names {
		report(names[j], bad[j], rates[j], worst[j])
	}
}
