// The module math: functions of one or two floats, and its table.

package mathmod

import (
	"math"

	"github.com/psyco-go/psy/internal/lib/libm"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

func domainError(t *Thread) Value {
	return object.Raise(t, object.TValueError, "math domain error")
}

func rangeError(t *Thread) Value {
	return object.Raise(t, object.TOverflowError, "math range error")
}

func finite(x float64) bool { return x-x == 0 }

// mathFunc declares a function of one float. overflow says that an infinite result of a finite argument is a range error.
func mathFunc(name string, overflow bool, f func(float64) float64) FuncDef {
	return FuncDef{Name: name, Sig: "(x, /)", Float: f, F1: func(t *Thread, self, arg Value) Value {
		x, ok := object.AsFloat64(t, arg)
		if !ok {
			return null
		}
		r := f(x)
		if r-r == 0 {
			return object.Float(r)
		}
		return mathResult(t, x, r, overflow)
	}}
}

// mathResult judges a result that is not finite.
func mathResult(t *Thread, x, r float64, overflow bool) Value {
	switch {
	case math.IsNaN(r) && !math.IsNaN(x):
		return domainError(t)
	case math.IsInf(r, 0) && finite(x):
		if overflow {
			return rangeError(t)
		}
		return domainError(t)
	}
	return object.Float(r)
}

// mathScale declares a product, which may leave the range.
func mathScale(name string, f func(float64) float64) FuncDef {
	return FuncDef{Name: name, Sig: "(x, /)", Float: f, F1: func(t *Thread, self, arg Value) Value {
		x, ok := object.AsFloat64(t, arg)
		if !ok {
			return null
		}
		return object.Float(f(x))
	}}
}

func degrees(x float64) float64 { return x * (180 / math.Pi) }
func radians(x float64) float64 { return x * (math.Pi / 180) }

// mathTest declares a predicate of one float.
func mathTest(name string, f func(float64) bool) FuncDef {
	return FuncDef{Name: name, Sig: "(x, /)", F1: func(t *Thread, self, arg Value) Value {
		x, ok := object.AsFloat64(t, arg)
		if !ok {
			return null
		}
		return object.Bool(f(x))
	}}
}

// mathFunc2 declares a function of two floats.
func mathFunc2(name, sig string, f func(t *Thread, x, y float64) Value) FuncDef {
	return FuncDef{Name: name, Sig: sig, MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, self Value, args []Value) Value {
		x, ok := object.AsFloat64(t, args[0])
		if !ok {
			return null
		}
		y, ok := object.AsFloat64(t, args[1])
		if !ok {
			return null
		}
		return f(t, x, y)
	}}
}

var _ = native.Register("math", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			mathFunc("acos", false, libm.Acos),
			mathFunc("acosh", false, libm.Acosh),
			mathFunc("asin", false, libm.Asin),
			mathFunc("asinh", false, libm.Asinh),
			mathFunc("atan", false, libm.Atan),
			mathFunc("atanh", false, libm.Atanh),
			mathFunc("cbrt", false, libm.Cbrt),
			mathFunc("cos", false, libm.Cos),
			mathFunc("cosh", true, libm.Cosh),
			mathScale("degrees", degrees),
			mathFunc("erf", false, libm.Erf),
			mathFunc("erfc", false, libm.Erfc),
			mathFunc("exp", true, libm.Exp),
			mathFunc("exp2", true, libm.Exp2),
			mathFunc("expm1", true, libm.Expm1),
			mathFunc("fabs", false, math.Abs),
			mathFunc("log1p", false, libm.Log1p),
			mathScale("radians", radians),
			mathFunc("sin", false, libm.Sin),
			mathFunc("sinh", true, libm.Sinh),
			mathFunc("sqrt", false, math.Sqrt),
			mathFunc("tan", false, libm.Tan),
			mathFunc("tanh", false, libm.Tanh),
			mathTest("isnan", math.IsNaN),
			mathTest("isinf",
				func(x float64) bool { return math.IsInf(x, 0) }),
			mathTest("isfinite", finite),
			mathFunc2("atan2", "(y, x, /)",
				func(t *Thread, y, x float64) Value { return object.Float(libm.Atan2(y, x)) }),
			mathFunc2("copysign", "(x, y, /)",
				func(t *Thread, x, y float64) Value { return object.Float(math.Copysign(x, y)) }),
			mathFunc2("fmod", "(x, y, /)", mathFmod),
			mathFunc2("pow", "(x, y, /)", mathPow),
			mathFunc2("remainder", "(x, y, /)", mathRemainder),
			{Name: "gamma", Sig: "(x, /)", F1: mathErrFunc(gamma)},
			{Name: "lgamma", Sig: "(x, /)", F1: mathErrFunc(lgamma)},
			{Name: "log", MinArgs: 1, MaxArgs: 2, FN: mathLog},
			{Name: "log2", Sig: "(x, /)", F1: func(t *Thread, self, x Value) Value { return logOf(t, x, libm.Log2) }},
			{Name: "log10", Sig: "(x, /)", F1: func(t *Thread, self, x Value) Value { return logOf(t, x, libm.Log10) }},
			{Name: "ceil", Sig: "(x, /)", F1: func(t *Thread, self, x Value) Value { return mathToInt(t, x, object.N_ceil_, math.Ceil) }},
			{Name: "floor", Sig: "(x, /)", F1: func(t *Thread, self, x Value) Value { return mathToInt(t, x, object.N_floor_, math.Floor) }},
			{Name: "trunc", Sig: "(x, /)", F1: mathTrunc},
			{Name: "frexp", Sig: "(x, /)", F1: mathFrexp},
			{Name: "modf", Sig: "(x, /)", F1: mathModf},
			{Name: "ldexp", Sig: "(x, i, /)", MinArgs: 2, MaxArgs: 2, FN: mathLdexp},
			{Name: "fma", Sig: "(x, y, z, /)", MinArgs: 3, MaxArgs: 3, FN: mathFMA},
			{Name: "ulp", Sig: "(x, /)", F1: mathUlp},
			{Name: "nextafter", Sig: "(x, y, /, *, steps=None)", Fn: mathNextafter},
			{Name: "isclose", Sig: "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", Fn: mathIsclose},
			{Name: "comb", Sig: "(n, k, /)", MinArgs: 2, MaxArgs: 2, FN: mathComb},
			{Name: "perm", Sig: "(n, k=None, /)", MinArgs: 1, MaxArgs: 2, FN: mathPerm},
			{Name: "factorial", Sig: "(n, /)", F1: mathFactorial},
			{Name: "gcd", Sig: "(*integers)", MaxArgs: -1, FN: mathGCD},
			{Name: "lcm", Sig: "(*integers)", MaxArgs: -1, FN: mathLCM},
			{Name: "isqrt", Sig: "(n, /)", F1: mathIsqrt},
			{Name: "fsum", Sig: "(seq, /)", F1: mathFsum},
			{Name: "prod", Sig: "(iterable, /, *, start=1)", Fn: mathProd},
			{Name: "sumprod", Sig: "(p, q, /)", MinArgs: 2, MaxArgs: 2, FN: mathSumprod},
			{Name: "hypot", Sig: "(*coordinates)", MaxArgs: -1, FN: mathHypot},
			{Name: "dist", Sig: "(p, q, /)", MinArgs: 2, MaxArgs: 2, FN: mathDist},
		},
		Init: func(t *Thread, m Value, dict *object.Dict) bool {
			return dict.SetStr(t, "pi", object.Float(math.Pi)) && dict.SetStr(t, "e", object.Float(math.E)) &&
				dict.SetStr(t, "tau", object.Float(2*math.Pi)) && dict.SetStr(t, "inf", object.Float(math.Inf(1))) &&
				dict.SetStr(t, "nan", object.Float(math.NaN()))
		},
	}
})

func mathFmod(t *Thread, x, y float64) Value {
	switch {
	case math.IsInf(y, 0) && finite(x):
		return object.Float(x)
	case math.IsNaN(x) || math.IsNaN(y):
		return object.Float(x + y)
	case math.IsInf(x, 0) || y == 0:
		return domainError(t)
	}
	return object.Float(libm.Fmod(x, y))
}

func mathPow(t *Thread, x, y float64) Value {
	r := libm.Pow(x, y)
	if finite(r) || !finite(x) || !finite(y) {
		return object.Float(r)
	}
	if math.IsNaN(r) || x == 0 {
		return domainError(t)
	}
	return rangeError(t)
}

func mathRemainder(t *Thread, x, y float64) Value {
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return object.Float(x + y)
	case math.IsInf(x, 0) || y == 0:
		return domainError(t)
	case math.IsInf(y, 0):
		return object.Float(x)
	}
	return object.Float(math.Remainder(x, y))
}

// logOf is a logarithm of a number; ints may be larger than floats.
func logOf(t *Thread, v Value, f func(float64) float64) Value {
	if object.IsIntLike(v) {
		if object.IntSign(v) <= 0 {
			return domainError(t)
		}
		if i, ok := object.Int64(v); ok {
			return object.Float(f(float64(i)))
		}
		x, e := frexpInt(v)
		if y := math.Ldexp(x, e); finite(y) {
			return object.Float(f(y))
		}
		return object.Float(f(x) + float64(f(2)*float64(e)))
	}
	x, ok := object.AsFloat64(t, v)
	if !ok {
		return null
	}
	if x <= 0 {
		return domainError(t)
	}
	return object.Float(f(x))
}

func mathLog(t *Thread, self Value, args []Value) Value {
	num := logOf(t, args[0], libm.Log)
	if num == null || len(args) == 1 {
		return num
	}
	den := logOf(t, args[1], libm.Log)
	if den == null {
		return null
	}
	if den.Float() == 0 {
		return object.Raise(t, object.TZeroDivisionError, "float division by zero")
	}
	return object.Float(num.Float() / den.Float())
}

// mathToInt is floor or ceil.
func mathToInt(t *Thread, v Value, method object.Name, f func(float64) float64) Value {
	if !v.IsFloat() {
		if v.IsInt() {
			return v
		}
		if r, found := object.CallSpecial0(t, v, method); found {
			return r
		}
	}
	x, ok := object.AsFloat64(t, v)
	if !ok {
		return null
	}
	return object.FloatToInt(t, f(x))
}

func mathTrunc(t *Thread, self, v Value) Value {
	if v.IsFloat() {
		return object.FloatToInt(t, v.Float())
	}
	if r, found := object.CallSpecial0(t, v, object.N_trunc_); found {
		return r
	}
	return object.Raise(t, object.TTypeError, "type %s doesn't define __trunc__ method", object.TypeName(t, v))
}

func mathFrexp(t *Thread, self, v Value) Value {
	x, ok := object.AsFloat64(t, v)
	if !ok {
		return null
	}
	if !finite(x) {
		return object.Pair(t, object.Float(x), object.SmallInt(0))
	}
	m, e := math.Frexp(x)
	return object.Pair(t, object.Float(m), object.SmallInt(int64(e)))
}

func mathModf(t *Thread, self, v Value) Value {
	x, ok := object.AsFloat64(t, v)
	switch {
	case !ok:
		return null
	case math.IsInf(x, 0):
		return object.Pair(t, object.Float(math.Copysign(0, x)), object.Float(x))
	case math.IsNaN(x):
		return object.Pair(t, object.Float(x), object.Float(x))
	}
	whole := math.Trunc(x)
	return object.Pair(t, object.Float(math.Copysign(x-whole, x)), object.Float(whole))
}

func mathLdexp(t *Thread, self Value, args []Value) Value {
	x, ok := object.AsFloat64(t, args[0])
	if !ok {
		return null
	}
	if !object.IsIntLike(args[1]) {
		return object.Raise(t, object.TTypeError, "Expected an int as second argument to ldexp.")
	}
	e, fits := object.Int64(args[1])
	if !fits {
		e = int64(object.IntSign(args[1])) << 20
	}
	if x == 0 || !finite(x) {
		return object.Float(x)
	}
	r := math.Ldexp(x, int(max(min(e, 1<<20), -1<<20)))
	if math.IsInf(r, 0) {
		return rangeError(t)
	}
	return object.Float(r)
}

func mathFMA(t *Thread, self Value, args []Value) Value {
	var x [3]float64
	for i := range x {
		var ok bool
		if x[i], ok = object.AsFloat64(t, args[i]); !ok {
			return null
		}
	}
	r := math.FMA(x[0], x[1], x[2])
	switch {
	case math.IsNaN(r) && !math.IsNaN(x[0]) && !math.IsNaN(x[1]) && !math.IsNaN(x[2]):
		return object.Raise(t, object.TValueError, "invalid operation in fma")
	case math.IsInf(r, 0) && finite(x[0]) && finite(x[1]) && finite(x[2]):
		return object.Raise(t, object.TOverflowError, "overflow in fma")
	}
	return object.Float(r)
}

func mathUlp(t *Thread, self, v Value) Value {
	x, ok := object.AsFloat64(t, v)
	if !ok {
		return null
	}
	x = math.Abs(x)
	switch {
	case !finite(x):
		return object.Float(x)
	case x == math.MaxFloat64:
		return object.Float(x - math.Nextafter(x, 0))
	}
	return object.Float(math.Nextafter(x, math.Inf(1)) - x)
}

func mathNextafter(t *Thread, self Value, args []Value) Value {
	x, ok := object.AsFloat64(t, args[0])
	if !ok {
		return null
	}
	y, ok := object.AsFloat64(t, args[1])
	if !ok {
		return null
	}
	if args[2] == null || args[2] == none {
		if x == y { // of zeros, the second
			return object.Float(y)
		}
		return object.Float(math.Nextafter(x, y))
	}
	steps := object.Index(t, args[2])
	if steps == null {
		return null
	}
	if object.IntSign(steps) < 0 {
		return object.Raise(t, object.TValueError, "steps must be a non-negative integer")
	}
	n, ok := object.Uint64(steps)
	if !ok {
		n = math.MaxUint64
	}
	switch {
	case n == 0:
		return object.Float(x)
	case math.IsNaN(x) || math.IsNaN(y):
		return object.Float(x + y)
	}
	return object.Float(stepFloat(x, y, n))
}

// stepFloat goes n floats from x towards y.
func stepFloat(x, y float64, n uint64) float64 {
	// As signed magnitudes the floats are numbered from -inf to inf.
	number := func(f float64) int64 {
		b := int64(math.Float64bits(f))
		if b < 0 {
			return math.MinInt64 - b
		}
		return b
	}
	i, j := number(x), number(y)
	switch {
	case i == j:
		return y
	case i < j:
		if uint64(j-i) <= n {
			return y
		}
		i += int64(n)
	default:
		if uint64(i-j) <= n {
			return y
		}
		i -= int64(n)
	}
	if i < 0 {
		return -math.Float64frombits(uint64(-i))
	}
	if i == 0 && x < 0 {
		return math.Copysign(0, -1)
	}
	return math.Float64frombits(uint64(i))
}

func mathIsclose(t *Thread, self Value, args []Value) Value {
	v := [4]float64{2: 1e-9}
	for i := range v {
		if args[i] != null {
			var ok bool
			if v[i], ok = object.AsFloat64(t, args[i]); !ok {
				return null
			}
		}
	}
	a, b, rel, abs := v[0], v[1], v[2], v[3]
	switch {
	case rel < 0 || abs < 0:
		return object.Raise(t, object.TValueError, "tolerances must be non-negative")
	case a == b:
		return object.True
	case math.IsInf(a, 0) || math.IsInf(b, 0):
		return object.False
	}
	d := math.Abs(b - a)
	return object.Bool(d <= math.Abs(rel*b) || d <= math.Abs(rel*a) || d <= abs)
}
