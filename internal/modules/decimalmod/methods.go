// The methods of Decimal and Context.

package decimalmod

import (
	"github.com/psyco-go/psy/internal/lib/decnum"
	"github.com/psyco-go/psy/internal/vm/object"
)

type numbers = decnum.Context

func toIntegralExact(c *numbers, z, x *decnum.Num) { c.ToIntegral(z, x, true) }
func toIntegralValue(c *numbers, z, x *decnum.Num) { c.ToIntegral(z, x, false) }

// unaryMethods take a context in Decimal, and are methods of Context under their second name.
var unaryMethods = []struct {
	name, inContext string
	f               unaryOp
}{
	{"exp", "exp", (*numbers).Exp}, {"ln", "ln", (*numbers).Ln}, {"log10", "log10", (*numbers).Log10},
	{"next_minus", "next_minus", (*numbers).NextMinus}, {"next_plus", "next_plus", (*numbers).NextPlus},
	{"normalize", "normalize", (*numbers).Normalize}, {"sqrt", "sqrt", (*numbers).Sqrt},
	{"logb", "logb", (*numbers).LogB}, {"logical_invert", "logical_invert", (*numbers).Invert},
	{"", "abs", (*numbers).Abs}, {"", "minus", (*numbers).Minus}, {"", "plus", (*numbers).Plus}, {"", "_apply", (*numbers).Finalize},
	{"", "to_integral_exact", toIntegralExact}, {"", "to_integral_value", toIntegralValue}, {"", "to_integral", toIntegralValue},
}

// binaryMethods take another number and a context, and are methods of Context, with two numbers.
var binaryMethods = []struct {
	name, inContext string
	f               binaryOp
}{
	{"compare", "compare", (*numbers).Compare}, {"compare_signal", "compare_signal", (*numbers).CompareSignal},
	{"max", "max", (*numbers).Max}, {"max_mag", "max_mag", (*numbers).MaxMag}, {"min", "min", (*numbers).Min}, {"min_mag", "min_mag", (*numbers).MinMag},
	{"next_toward", "next_toward", (*numbers).NextToward}, {"remainder_near", "remainder_near", (*numbers).RemNear},
	{"compare_total", "compare_total", (*numbers).CompareTotal}, {"compare_total_mag", "compare_total_mag", (*numbers).CompareTotalMag},
	{"logical_and", "logical_and", (*numbers).And}, {"logical_or", "logical_or", (*numbers).Or}, {"logical_xor", "logical_xor", (*numbers).Xor},
	{"rotate", "rotate", (*numbers).Rotate}, {"scaleb", "scaleb", (*numbers).ScaleB}, {"shift", "shift", (*numbers).Shift},
	{"copy_sign", "copy_sign", copySign},
	{"", "add", (*numbers).Add}, {"", "subtract", (*numbers).Sub}, {"", "multiply", (*numbers).Mul}, {"", "divide", (*numbers).Div},
	{"", "divide_int", (*numbers).DivInt}, {"", "remainder", (*numbers).Rem},
}

func copySign(_ *numbers, z, x, y *decnum.Num) {
	z.Set(x)
	z.Neg = y.Neg
}

// predicates are methods of Decimal and of Context; those with ctx take a context.
var predicates = []struct {
	name string
	ctx  bool
	f    predicate
}{
	{"is_canonical", false, func(*numbers, *decnum.Num) bool { return true }},
	{"is_finite", false, func(_ *numbers, x *decnum.Num) bool { return !x.IsSpecial() }},
	{"is_infinite", false, func(_ *numbers, x *decnum.Num) bool { return x.Kind == decnum.Infinite }},
	{"is_nan", false, func(_ *numbers, x *decnum.Num) bool { return x.IsNaN() }},
	{"is_qnan", false, func(_ *numbers, x *decnum.Num) bool { return x.Kind == decnum.QuietNaN }},
	{"is_snan", false, func(_ *numbers, x *decnum.Num) bool { return x.Kind == decnum.SignalingNaN }},
	{"is_signed", false, func(_ *numbers, x *decnum.Num) bool { return x.Neg }},
	{"is_zero", false, func(_ *numbers, x *decnum.Num) bool { return x.IsZero() }},
	{"is_normal", true, (*numbers).IsNormal},
	{"is_subnormal", true, (*numbers).IsSubnormal},
}

// changed is a copy of v with its sign changed.
func changed(t *Thread, v Value, f func(x *decnum.Num)) Value {
	var x decnum.Num
	if !argument(t, &x, v) {
		return null
	}
	f(&x)
	return newDecimal(t, &x)
}

func copyAbs(x *decnum.Num)    { x.Neg = false }
func copyNegate(x *decnum.Num) { x.Neg = !x.Neg }

func radix(t *Thread, _ Value) Value {
	x := decnum.FromInt(10)
	return newDecimal(t, &x)
}

// toIntegral is a method of Decimal that takes a rounding mode and a context.
func toIntegral(name string, f unaryOp) FuncDef {
	return FuncDef{Name: name, Sig: "(rounding=None, context=None)", Fn: func(t *Thread, v Value, a []Value) Value {
		ctx := contextArg(t, a[1])
		if ctx == nil {
			return null
		}
		var x, z decnum.Num
		var c decnum.Context
		ctx.numbers(t, &c)
		if a[0] != null && a[0] != none {
			var ok bool
			if c.Round, ok = roundingOf(t, a[0]); !ok {
				return null
			}
		}
		load(&x, v)
		f(&c, &z, &x)
		return done(t, ctx, &c, &z)
	}}
}

func decimalMethods() []FuncDef {
	methods := []FuncDef{
		toIntegral("to_integral", toIntegralValue), toIntegral("to_integral_value", toIntegralValue), toIntegral("to_integral_exact", toIntegralExact),
		{Name: "quantize", Sig: "(exp, rounding=None, context=None)", Fn: decimalQuantize},
		{Name: "fma", Sig: "(other, third, context=None)", Fn: func(t *Thread, v Value, a []Value) Value {
			return fma(t, contextArg(t, a[2]), v, a[0], a[1])
		}},
		{Name: "adjusted", Sig: "()", F0: func(t *Thread, v Value) Value {
			var x decnum.Num
			if load(&x, v); x.IsSpecial() {
				return object.SmallInt(0)
			}
			return object.NewInt(t, x.Adjusted())
		}},
		{Name: "canonical", Sig: "()", F0: object.ReturnSelf},
		{Name: "conjugate", Sig: "()", F0: object.ReturnSelf},
		{Name: "__copy__", Sig: "()", F0: object.ReturnSelf},
		{Name: "__deepcopy__", Sig: "(memo, /)", F1: func(t *Thread, v, _ Value) Value { return v }},
		{Name: "radix", Sig: "()", F0: radix},
		{Name: "copy_abs", Sig: "()", F0: func(t *Thread, v Value) Value { return changed(t, v, copyAbs) }},
		{Name: "copy_negate", Sig: "()", F0: func(t *Thread, v Value) Value { return changed(t, v, copyNegate) }},
		{Name: "number_class", Sig: "(context=None)", Fn: func(t *Thread, v Value, a []Value) Value {
			return class(t, contextArg(t, a[0]), v)
		}},
		{Name: "to_eng_string", Sig: "(context=None)", Fn: func(t *Thread, v Value, a []Value) Value {
			ctx := contextArg(t, a[0])
			if ctx == nil {
				return null
			}
			return text(t, v, true, ctx.Capitals)
		}},
		{Name: "same_quantum", Sig: "(other, context=None)", Fn: func(t *Thread, v Value, a []Value) Value {
			if contextArg(t, a[1]) == nil {
				return null
			}
			return sameQuantum(t, v, a[0])
		}},
		{Name: "from_float", Sig: "(f, /)", Class: true, F1: func(t *Thread, cls, v Value) Value {
			var x decnum.Num
			if !fromFloat(t, &x, v) {
				return null
			}
			r := newDecimal(t, &x)
			if r == null || cls == t.Type(tDecimal).Value() {
				return r
			}
			return object.Call1(t, cls, r)
		}},
		{Name: "as_tuple", Sig: "()", F0: asTuple},
		{Name: "as_integer_ratio", Sig: "()", F0: ratio},
		{Name: "__reduce__", Sig: "()", F0: func(t *Thread, v Value) Value {
			s := object.ToStr(t, v)
			if s == null {
				return null
			}
			a := object.Tuple1(t, s)
			if a == null {
				return null
			}
			return object.Pair(t, object.TypeOf(t, v).Value(), a)
		}},
		{Name: "__format__", MinArgs: 1, MaxArgs: 2, FN: decimalFormat},
		{Name: "__round__", MaxArgs: 1, FN: decimalRound},
		{Name: "__ceil__", Sig: "()", F0: func(t *Thread, v Value) Value { return toInt(t, v, decnum.RoundCeiling) }},
		{Name: "__floor__", Sig: "()", F0: func(t *Thread, v Value) Value { return toInt(t, v, decnum.RoundFloor) }},
		{Name: "__trunc__", Sig: "()", F0: func(t *Thread, v Value) Value { return toInt(t, v, decnum.RoundDown) }},
		{Name: "__complex__", Sig: "()", F0: func(t *Thread, v Value) Value {
			f := toFloat(t, v)
			if f == null {
				return null
			}
			return object.NewComplex(t, complex(f.Float(), 0))
		}},
		{Name: "__sizeof__", Sig: "()", F0: func(t *Thread, v Value) Value {
			size := int64(104)
			if n := object.As[decimal](v).Count; n > 4 {
				size += int64(n) * 8
			}
			return object.SmallInt(size)
		}},
	}
	for _, m := range unaryMethods {
		if m.name != "" {
			methods = append(methods, FuncDef{Name: m.name, Sig: "(context=None)", Fn: func(t *Thread, v Value, a []Value) Value {
				return unary(t, contextArg(t, a[0]), v, m.f)
			}})
		}
	}
	for _, m := range binaryMethods {
		if m.name != "" {
			methods = append(methods, FuncDef{Name: m.name, Sig: "(other, context=None)", Fn: func(t *Thread, v Value, a []Value) Value {
				return apply(t, contextArg(t, a[1]), v, a[0], m.f)
			}})
		}
	}
	for _, m := range predicates {
		test := func(t *Thread, ctx *context, v Value) Value {
			if ctx == nil {
				return null
			}
			var x decnum.Num
			load(&x, v)
			var c decnum.Context
			ctx.numbers(t, &c)
			return object.Bool(m.f(&c, &x))
		}
		if m.ctx {
			methods = append(methods, FuncDef{Name: m.name, Sig: "(context=None)", Fn: func(t *Thread, v Value, a []Value) Value {
				return test(t, contextArg(t, a[0]), v)
			}})
		} else {
			methods = append(methods, FuncDef{Name: m.name, Sig: "()", F0: func(t *Thread, v Value) Value {
				var x decnum.Num
				load(&x, v)
				return object.Bool(m.f(nil, &x))
			}})
		}
	}
	return methods
}

func decimalQuantize(t *Thread, v Value, a []Value) Value {
	ctx := contextArg(t, a[2])
	if ctx == nil {
		return null
	}
	var x, y, z decnum.Num
	var c decnum.Context
	ctx.numbers(t, &c)
	if a[1] != null && a[1] != none {
		var ok bool
		if c.Round, ok = roundingOf(t, a[1]); !ok {
			return null
		}
	}
	if load(&x, v); !argument(t, &y, a[0]) {
		return null
	}
	c.Quantize(&z, &x, &y)
	return done(t, ctx, &c, &z)
}

// contextQuantize is called directly, so that its numbers stay off the heap.
func contextQuantize(t *Thread, v Value, a []Value) Value {
	var x, y, z decnum.Num
	if !argument(t, &x, a[0]) || !argument(t, &y, a[1]) {
		return null
	}
	var c decnum.Context
	ctxOf(v).numbers(t, &c)
	c.Quantize(&z, &x, &y)
	return done(t, ctxOf(v), &c, &z)
}

func decimalRound(t *Thread, v Value, args []Value) Value {
	if len(args) == 0 {
		return toInt(t, v, decnum.RoundHalfEven)
	}
	if !object.IsIntLike(args[0]) {
		return object.Raise(t, object.TTypeError, "optional arg must be an integer")
	}
	n, ok := object.Int64(args[0])
	if !ok {
		return object.Raise(t, object.TOverflowError, "Python int too large to convert to C ssize_t")
	}
	ctx := current(t)
	if ctx == nil {
		return null
	}
	var x, z decnum.Num
	y := decnum.FromInt(1)
	if n = max(min(n, 3*decnum.MaxEmax), -3*decnum.MaxEmax); true {
		y.Exp = -n
	}
	load(&x, v)
	var c decnum.Context
	ctx.numbers(t, &c)
	c.Quantize(&z, &x, &y)
	return done(t, ctx, &c, &z)
}

func fma(t *Thread, ctx *context, a, b, d Value) Value {
	if ctx == nil {
		return null
	}
	var x, y, w, z decnum.Num
	if !argument(t, &x, a) || !argument(t, &y, b) || !argument(t, &w, d) {
		return null
	}
	var c decnum.Context
	ctx.numbers(t, &c)
	c.FMA(&z, &x, &y, &w)
	return done(t, ctx, &c, &z)
}

func class(t *Thread, ctx *context, v Value) Value {
	if ctx == nil {
		return null
	}
	var x decnum.Num
	if !argument(t, &x, v) {
		return null
	}
	var c decnum.Context
	ctx.numbers(t, &c)
	return object.NewStr(t, c.Class(&x))
}

func sameQuantum(t *Thread, a, b Value) Value {
	var x, y decnum.Num
	if !argument(t, &x, a) || !argument(t, &y, b) {
		return null
	}
	return object.Bool(decnum.SameQuantum(&x, &y))
}

func contextMethods() []FuncDef {
	methods := []FuncDef{
		{Name: "divmod", Sig: "(x, y, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, v Value, a []Value) Value {
			var x, y decnum.Num
			if !argument(t, &x, a[0]) || !argument(t, &y, a[1]) {
				return null
			}
			return divmod(t, ctxOf(v), &x, &y)
		}},
		{Name: "power", Sig: "(a, b, modulo=None)", Fn: func(t *Thread, v Value, a []Value) Value {
			if a[2] == null || a[2] == none {
				return apply(t, ctxOf(v), a[0], a[1], (*numbers).Power)
			}
			var x, y, m, z decnum.Num
			if !argument(t, &x, a[0]) || !argument(t, &y, a[1]) || !argument(t, &m, a[2]) {
				return null
			}
			var c decnum.Context
			ctxOf(v).numbers(t, &c)
			c.PowerMod(&z, &x, &y, &m)
			return done(t, ctxOf(v), &c, &z)
		}},
		{Name: "fma", Sig: "(x, y, z, /)", MinArgs: 3, MaxArgs: 3, FN: func(t *Thread, v Value, a []Value) Value {
			return fma(t, ctxOf(v), a[0], a[1], a[2])
		}},
		{Name: "quantize", Sig: "(x, y, /)", MinArgs: 2, MaxArgs: 2, FN: contextQuantize},
		{Name: "Etiny", Sig: "()", F0: func(t *Thread, v Value) Value { return object.NewInt(t, ctxOf(v).Emin-(ctxOf(v).Prec-1)) }},
		{Name: "Etop", Sig: "()", F0: func(t *Thread, v Value) Value { return object.NewInt(t, ctxOf(v).Emax-(ctxOf(v).Prec-1)) }},
		{Name: "radix", Sig: "()", F0: radix},
		{Name: "canonical", Sig: "(x, /)", F1: func(t *Thread, _, v Value) Value {
			if !isDecimal(t, v) {
				return object.Raise(t, object.TTypeError, "argument must be a Decimal")
			}
			return v
		}},
		{Name: "copy_abs", Sig: "(x, /)", F1: func(t *Thread, _, v Value) Value { return changed(t, v, copyAbs) }},
		{Name: "copy_negate", Sig: "(x, /)", F1: func(t *Thread, _, v Value) Value { return changed(t, v, copyNegate) }},
		{Name: "copy_decimal", Sig: "(x, /)", F1: func(t *Thread, _, v Value) Value {
			if v.IsExact(tDecimal) {
				return v
			}
			return changed(t, v, func(*decnum.Num) {})
		}},
		{Name: "number_class", Sig: "(x, /)", F1: func(t *Thread, v, x Value) Value { return class(t, ctxOf(v), x) }},
		{Name: "to_sci_string", Sig: "(x, /)", F1: func(t *Thread, v, x Value) Value { return contextText(t, v, x, false) }},
		{Name: "to_eng_string", Sig: "(x, /)", F1: func(t *Thread, v, x Value) Value { return contextText(t, v, x, true) }},
		{Name: "same_quantum", Sig: "(x, y, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value { return sameQuantum(t, a[0], a[1]) }},
		{Name: "clear_flags", Sig: "()", F0: func(t *Thread, v Value) Value {
			ctxOf(v).Status = 0
			return none
		}},
		{Name: "clear_traps", Sig: "()", F0: func(t *Thread, v Value) Value {
			ctxOf(v).Trapped = 0
			return none
		}},
		{Name: "__copy__", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Of(ctxOf(v).copy(t)) }},
		{Name: "copy", Sig: "()", F0: func(t *Thread, v Value) Value { return object.Of(ctxOf(v).copy(t)) }},
		{Name: "__reduce__", Sig: "()", F0: contextReduce},
		{Name: "create_decimal", Sig: `(num="0", /)`, MaxArgs: 1, FN: func(t *Thread, v Value, a []Value) Value {
			x := decnum.FromInt(0)
			if len(a) > 0 && !convert(t, ctxOf(v), &x, a[0], true) {
				return null
			}
			return newDecimal(t, &x)
		}},
		{Name: "create_decimal_from_float", Sig: "(f, /)", F1: func(t *Thread, v, f Value) Value {
			var x, z decnum.Num
			if !fromFloat(t, &x, f) {
				return null
			}
			var c decnum.Context
			ctxOf(v).numbers(t, &c)
			c.Finalize(&z, &x)
			return done(t, ctxOf(v), &c, &z)
		}},
	}
	for _, m := range unaryMethods {
		methods = append(methods, FuncDef{Name: m.inContext, Sig: "(x, /)", F1: func(t *Thread, v, x Value) Value { return unary(t, ctxOf(v), x, m.f) }})
	}
	for _, m := range binaryMethods {
		methods = append(methods, FuncDef{Name: m.inContext, Sig: "(x, y, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, v Value, a []Value) Value {
			return apply(t, ctxOf(v), a[0], a[1], m.f)
		}})
	}
	for _, m := range predicates {
		methods = append(methods, FuncDef{Name: m.name, Sig: "(x, /)", F1: func(t *Thread, v, a Value) Value {
			if m.name == "is_canonical" && !isDecimal(t, a) {
				return object.Raise(t, object.TTypeError, "argument must be a Decimal")
			}
			var x decnum.Num
			if !argument(t, &x, a) {
				return null
			}
			var c decnum.Context
			ctxOf(v).numbers(t, &c)
			return object.Bool(m.f(&c, &x))
		}})
	}
	return methods
}

func contextText(t *Thread, ctx, v Value, eng bool) Value {
	var x decnum.Num
	if !argument(t, &x, v) {
		return null
	}
	d := newDecimal(t, &x)
	if d == null {
		return null
	}
	return text(t, d, eng, ctxOf(ctx).Capitals)
}
