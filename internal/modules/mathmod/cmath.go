// The module cmath: functions of complex numbers.

package mathmod

import (
	"math"

	"github.com/psyco-go/psy/internal/lib/libm"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// complexResult makes the result of a function, or its exception.
func complexResult(t *Thread, z complex128, fault libm.Fault) Value {
	switch fault {
	case libm.DomainFault:
		return domainError(t)
	case libm.RangeFault:
		return rangeError(t)
	}
	return object.NewComplex(t, z)
}

// complexArg declares a function of a complex number.
func complexArg(name string, f func(t *Thread, z complex128) Value) FuncDef {
	return FuncDef{Name: name, Sig: "(z, /)", F1: func(t *Thread, _, arg Value) Value {
		z, ok := object.AsComplex(t, arg)
		if !ok {
			return null
		}
		return f(t, z)
	}}
}

func complexFunc(name string, f func(complex128) (complex128, libm.Fault)) FuncDef {
	return complexArg(name, func(t *Thread, z complex128) Value {
		r, fault := f(z)
		return complexResult(t, r, fault)
	})
}

func complexTest(name string, f func(x, y float64) bool) FuncDef {
	return complexArg(name, func(t *Thread, z complex128) Value { return object.Bool(f(real(z), imag(z))) })
}

var _ = native.Register("cmath", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: []FuncDef{
			complexFunc("acos", libm.CAcos),
			complexFunc("acosh", libm.CAcosh),
			complexFunc("asin", libm.CAsin),
			complexFunc("asinh", libm.CAsinh),
			complexFunc("atan", libm.CAtan),
			complexFunc("atanh", libm.CAtanh),
			complexFunc("cos", libm.CCos),
			complexFunc("cosh", libm.CCosh),
			complexFunc("exp", libm.CExp),
			{Name: "isclose", Sig: "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", Fn: complexIsClose},
			complexTest("isfinite",
				func(x, y float64) bool { return finite(x) && finite(y) }),
			complexTest("isinf",
				func(x, y float64) bool { return math.IsInf(x, 0) || math.IsInf(y, 0) }),
			complexTest("isnan",
				func(x, y float64) bool { return x != x || y != y }),
			{Name: "log", Sig: "(z, base=<unrepresentable>, /)", MinArgs: 1, MaxArgs: 2, FN: complexLog},
			complexFunc("log10", libm.CLog10),
			complexArg("phase",
				func(t *Thread, z complex128) Value {
					angle := libm.Atan2(imag(z), real(z))
					if angle == 0 && imag(z) != 0 && finite(real(z)) { // C's function reports the underflow
						return rangeError(t)
					}
					return object.Float(angle)
				}),
			complexArg("polar", complexPolar),
			{Name: "rect", Sig: "(r, phi, /)", MinArgs: 2, MaxArgs: 2,
				FN: func(t *Thread, _ Value, args []Value) Value {
					r, ok := object.AsFloat64(t, args[0])
					if !ok {
						return null
					}
					angle, ok := object.AsFloat64(t, args[1])
					if !ok {
						return null
					}
					z, fault := libm.CRect(r, angle)
					return complexResult(t, z, fault)
				}},
			complexFunc("sin", libm.CSin),
			complexFunc("sinh", libm.CSinh),
			complexFunc("sqrt", libm.CSqrt),
			complexFunc("tan", libm.CTan),
			complexFunc("tanh", libm.CTanh),
		},
		Init: func(t *Thread, m Value, dict *object.Dict) bool {
			for name, x := range map[string]float64{"pi": math.Pi, "e": math.E, "tau": 2 * math.Pi, "inf": math.Inf(1), "nan": math.NaN()} {
				if !dict.SetStr(t, name, object.Float(x)) {
					return false
				}
			}
			infj, nanj := object.NewComplex(t, complex(0, math.Inf(1))), object.NewComplex(t, complex(0, math.NaN()))
			return infj != null && nanj != null && dict.SetStr(t, "infj", infj) && dict.SetStr(t, "nanj", nanj)
		},
	}
})

func complexLog(t *Thread, _ Value, args []Value) Value {
	z, ok := object.AsComplex(t, args[0])
	if !ok {
		return null
	}
	r, fault := libm.CLog(z)
	if len(args) > 1 {
		base, ok := object.AsComplex(t, args[1])
		if !ok {
			return null
		}
		var l complex128
		l, fault = libm.CLog(base) // a fault of z does not count here
		if r, ok = libm.CQuo(r, l); !ok {
			fault = libm.DomainFault
		}
	}
	return complexResult(t, r, fault)
}

func complexPolar(t *Thread, z complex128) Value {
	r := libm.Hypot(real(z), imag(z))
	if math.IsInf(r, 0) && finite(real(z)) && finite(imag(z)) {
		return rangeError(t)
	}
	pair := object.NewTuple(t, 2)
	if pair == nil {
		return null
	}
	*pair.At(0), *pair.At(1) = object.Float(r), object.Float(libm.Atan2(imag(z), real(z)))
	return object.Of(pair)
}

func complexIsClose(t *Thread, _ Value, b []Value) Value {
	x, ok := object.AsComplex(t, b[0])
	if !ok {
		return null
	}
	y, ok := object.AsComplex(t, b[1])
	if !ok {
		return null
	}
	relative, absolute := 1e-9, 0.0
	if b[2] != null {
		if relative, ok = object.AsFloat64(t, b[2]); !ok {
			return null
		}
	}
	if b[3] != null {
		if absolute, ok = object.AsFloat64(t, b[3]); !ok {
			return null
		}
	}
	if relative < 0 || absolute < 0 {
		return object.Raise(t, object.TValueError, "tolerances must be non-negative")
	}
	abs := func(z complex128) float64 { return libm.Hypot(real(z), imag(z)) }
	switch {
	case x == y:
		return object.True
	case math.IsInf(real(x), 0) || math.IsInf(imag(x), 0) || math.IsInf(real(y), 0) || math.IsInf(imag(y), 0):
		return object.False
	}
	d := abs(x - y)
	return object.Bool(d <= relative*abs(y) || d <= relative*abs(x) || d <= absolute)
}
