// Floats: the operators.

package object

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/libm"
	"github.com/psyco-go/psy/internal/lib/numfmt"
)

var _ = DefineType(TFloat, TypeDef{
	Name:  "float",
	Flags: TypeBase | TypeMatchSelf,
	Size:  unsafe.Sizeof(FloatObject{}),
	Slots: Slots{
		Repr:    func(t *Thread, v Value) Value { return FloatRepr(t, floatOf(v)) },
		Hash:    floatHash,
		Compare: floatCompare,
		New:     floatNew,
		From:    ToFloat,
		Binary: [NbCount]BinaryFunc{
			NbAdd:         floatAdd,
			NbSubtract:    floatSub,
			NbMultiply:    floatMul,
			NbTrueDivide:  floatTrueDiv,
			NbFloorDivide: floatFloorDiv,
			NbRemainder:   floatMod,
			NbDivmod:      floatDivmodSlot,
			NbPower:       floatPow,
		},
		PowMod: floatPowMod,
		Neg:    func(t *Thread, v Value) Value { return Float(-floatOf(v)) },
		Pos:    exactFloatOf,
		Abs:    func(t *Thread, v Value) Value { return Float(math.Abs(floatOf(v))) },
		Bool: func(t *Thread, v Value) int {
			if floatOf(v) != 0 {
				return 1
			}
			return 0
		},
		Int:   floatTrunc,
		Float: exactFloatOf,
	},
	Methods: floatMethods,
	GetSets: []GetSetDef{
		{Name: "real", Get: exactFloatOf},
		{Name: "imag", Get: func(t *Thread, v Value) Value { return Float(0) }},
	},
})

// exactFloatOf gives an exact float as it is: a NaN stays the same object.
func exactFloatOf(t *Thread, v Value) Value {
	if v.IsFloat() {
		return v
	}
	return Float(floatOf(v))
}

func floatHash(t *Thread, v Value) (int64, bool) {
	f := floatOf(v)
	if f != f && v.IsPtr() {
		return HashPointer(v), true
	}
	return HashFloat(f), true
}

func floatAdd(t *Thread, a, b Value) Value {
	x, y, r, ok := floatOperands(t, a, b)
	if !ok {
		return r
	}
	return Float(x + y)
}

func floatSub(t *Thread, a, b Value) Value {
	x, y, r, ok := floatOperands(t, a, b)
	if !ok {
		return r
	}
	return Float(x - y)
}

func floatMul(t *Thread, a, b Value) Value {
	x, y, r, ok := floatOperands(t, a, b)
	if !ok {
		return r
	}
	return Float(x * y)
}

func floatTrueDiv(t *Thread, a, b Value) Value {
	x, y, r, ok := floatOperands(t, a, b)
	if !ok {
		return r
	}
	if y == 0 {
		return Raise(t, TZeroDivisionError, "float division by zero")
	}
	return Float(x / y)
}

func floatFloorDiv(t *Thread, a, b Value) Value {
	x, y, r, ok := floatOperands(t, a, b)
	if !ok {
		return r
	}
	if y == 0 {
		return Raise(t, TZeroDivisionError, "float floor division by zero")
	}
	q, _ := libm.FloorDivmod(x, y)
	return Float(q)
}

func floatMod(t *Thread, a, b Value) Value {
	x, y, r, ok := floatOperands(t, a, b)
	if !ok {
		return r
	}
	if y == 0 {
		return Raise(t, TZeroDivisionError, "float modulo by zero")
	}
	return Float(libm.FloorMod(x, y))
}

func floatDivmodSlot(t *Thread, a, b Value) Value {
	x, y, r, ok := floatOperands(t, a, b)
	if !ok {
		return r
	}
	if y == 0 {
		return Raise(t, TZeroDivisionError, "float divmod()")
	}
	q, m := libm.FloorDivmod(x, y)
	return Pair(t, Float(q), Float(m))
}

func floatPow(t *Thread, a, b Value) Value {
	x, y, r, ok := floatOperands(t, a, b)
	if !ok {
		return r
	}
	return FloatPow(t, x, y)
}

func floatPowMod(t *Thread, a, b, c Value) Value {
	if c != None {
		return Raise(t, TTypeError, "pow() 3rd argument not allowed unless all arguments are integers")
	}
	return floatPow(t, a, b)
}

func floatTrunc(t *Thread, v Value) Value { return FloatToInt(t, floatOf(v)) }

var floatMethods = []FuncDef{
	{Name: "conjugate", F0: exactFloatOf},
	{Name: "__trunc__", F0: floatTrunc},
	{Name: "__floor__", F0: func(t *Thread, v Value) Value { return FloatToInt(t, math.Floor(floatOf(v))) }},
	{Name: "__ceil__", F0: func(t *Thread, v Value) Value { return FloatToInt(t, math.Ceil(floatOf(v))) }},
	{Name: "__round__", Sig: "(ndigits=None, /)", MaxArgs: 1, FN: floatRound},
	{Name: "as_integer_ratio", F0: func(t *Thread, v Value) Value {
		num, den, err := numfmt.FloatRatio(floatOf(v))
		if err != nil {
			return raiseNum(t, err)
		}
		n := NewNumber(t, num)
		if n == Null {
			return Null
		}
		d := NewNumber(t, den)
		if d == Null {
			return Null
		}
		return Pair(t, n, d)
	}},
	{Name: "fromhex", Sig: "(string, /)", Class: true, F1: floatFromHex},
	{Name: "hex", F0: func(t *Thread, v Value) Value { return NewStr(t, numfmt.FloatHex(floatOf(v))) }},
	{Name: "is_integer", F0: func(t *Thread, v Value) Value {
		f := floatOf(v)
		return Bool(f == math.Trunc(f) && !math.IsInf(f, 0))
	}},
	{Name: "__getnewargs__", F0: func(t *Thread, v Value) Value { return Tuple1(t, exactFloatOf(t, v)) }},
	{Name: "__getformat__", Sig: "(typestr, /)", Class: true, F1: func(t *Thread, cls, kind Value) Value {
		if !IsStr(kind) {
			return Raise(t, TTypeError, "__getformat__() argument must be str, not %s", TypeName(t, kind))
		}
		if s := GoString(kind); s != "double" && s != "float" {
			return Raise(t, TValueError, "__getformat__() argument 1 must be 'double' or 'float'")
		}
		return NewStr(t, "IEEE, little-endian")
	}},
	{Name: "__format__", Sig: "(format_spec, /)", F1: floatFormat},
}

func floatFromHex(t *Thread, cls, text Value) Value {
	if !IsStr(text) {
		return Raise(t, TTypeError, "fromhex() argument must be str, not %s", TypeName(t, text))
	}
	f, err := numfmt.FloatFromHex(GoString(text))
	if err != nil {
		return raiseNum(t, err)
	}
	if cls == Of(t.Type(TFloat)) {
		return Float(f)
	}
	return Call1(t, cls, Float(f))
}

func floatRound(t *Thread, v Value, args []Value) Value {
	f := floatOf(v)
	if len(args) == 0 || args[0] == None {
		n, err := numfmt.RoundToInt(f)
		if err != nil {
			return raiseNum(t, err)
		}
		return NewNumber(t, n)
	}
	n, ok := AsSize(t, args[0], 0)
	if !ok {
		return Null
	}
	n = max(min(n, 400), -400)
	r, err := numfmt.RoundFloat(f, int(n))
	if err != nil {
		return raiseNum(t, err)
	}
	return Float(r)
}
