// Complex numbers.

package object

import (
	"math"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/libm"
	"github.com/psyco-go/psy/internal/lib/numfmt"
)

var _ = DefineType(TComplex, TypeDef{
	Name:  "complex",
	Flags: TypeBase,
	Size:  unsafe.Sizeof(Complex{}),
	Slots: Slots{
		Repr: func(t *Thread, v Value) Value {
			z := complexOf(v)
			return NewStr(t, numfmt.ComplexRepr(real(z), imag(z)))
		},
		Hash:    complexHash,
		Compare: complexCompare,
		New:     complexNew,
		Binary: [NbCount]BinaryFunc{
			NbAdd:        complexAdd,
			NbSubtract:   complexSub,
			NbMultiply:   complexMultiply,
			NbTrueDivide: complexTrueDiv,
			NbPower:      complexPower,
		},
		PowMod: func(t *Thread, a, b, c Value) Value {
			if _, _, r, ok := complexOperands(t, a, b); !ok {
				return r
			}
			if c != None {
				return Raise(t, TValueError, "complex modulo")
			}
			return complexPower(t, a, b)
		},
		Neg: func(t *Thread, v Value) Value { return NewComplex(t, -complexOf(v)) },
		Pos: func(t *Thread, v Value) Value {
			if v.IsExact(TComplex) {
				return v
			}
			return NewComplex(t, complexOf(v))
		},
		Abs: complexAbs,
		Bool: func(t *Thread, v Value) int {
			if complexOf(v) != 0 {
				return 1
			}
			return 0
		},
	},
	Methods: []FuncDef{
		{Name: "conjugate", F0: func(t *Thread, v Value) Value {
			z := complexOf(v)
			return NewComplex(t, complex(real(z), -imag(z)))
		}},
		{Name: "__complex__", F0: func(t *Thread, v Value) Value {
			if v.IsExact(TComplex) {
				return v
			}
			return NewComplex(t, complexOf(v))
		}},
		{Name: "__getnewargs__", F0: func(t *Thread, v Value) Value {
			z := complexOf(v)
			return Pair(t, Float(real(z)), Float(imag(z)))
		}},
		{Name: "__format__", Sig: "(format_spec, /)", F1: complexFormat},
	},
	GetSets: []GetSetDef{
		{Name: "real", Member: true, Get: func(t *Thread, v Value) Value { return Float(real(complexOf(v))) }},
		{Name: "imag", Member: true, Get: func(t *Thread, v Value) Value { return Float(imag(complexOf(v))) }},
	},
})

// complexOf returns the number in a complex object or an instance of a subclass.
func complexOf(v Value) complex128 {
	c := As[Complex](v)
	return complex(c.Re, c.Im)
}

// IsComplexLike reports whether v is a complex number or of a subclass.
func IsComplexLike(t *Thread, v Value) bool {
	return v.IsPtr() && (v.IsExact(TComplex) || ShapeOf(v).Type.IsSubtype(t.Type(TComplex)))
}

func complexOperand(t *Thread, v Value) (complex128, operand) {
	if IsComplexLike(t, v) {
		return complexOf(v), isNumber
	}
	f, k := floatOperand(t, v)
	return complex(f, 0), k
}

func complexOperands(t *Thread, a, b Value) (x, y complex128, r Value, ok bool) {
	x, k := complexOperand(t, a)
	if k == isNumber {
		y, k = complexOperand(t, b)
	}
	switch k {
	case isNumber:
		return x, y, Null, true
	case isOther:
		return 0, 0, NotImplemented, false
	}
	return 0, 0, Null, false
}

func complexAdd(t *Thread, a, b Value) Value {
	x, y, r, ok := complexOperands(t, a, b)
	if !ok {
		return r
	}
	return NewComplex(t, x+y)
}

func complexSub(t *Thread, a, b Value) Value {
	x, y, r, ok := complexOperands(t, a, b)
	if !ok {
		return r
	}
	return NewComplex(t, x-y)
}

func complexMultiply(t *Thread, a, b Value) Value {
	x, y, r, ok := complexOperands(t, a, b)
	if !ok {
		return r
	}
	return NewComplex(t, libm.CMul(x, y))
}

func complexTrueDiv(t *Thread, a, b Value) Value {
	x, y, r, ok := complexOperands(t, a, b)
	if !ok {
		return r
	}
	z, ok := libm.CQuo(x, y)
	if !ok {
		return Raise(t, TZeroDivisionError, "complex division by zero")
	}
	return NewComplex(t, z)
}

func complexPower(t *Thread, a, b Value) Value {
	x, y, r, ok := complexOperands(t, a, b)
	if !ok {
		return r
	}
	return complexPow(t, x, y)
}

func complexAbs(t *Thread, v Value) Value {
	z := complexOf(v)
	r := libm.Hypot(real(z), imag(z))
	if math.IsInf(r, 0) && !isInfComplex(z) {
		return Raise(t, TOverflowError, "absolute value too large")
	}
	return Float(r)
}

func complexHash(t *Thread, v Value) (int64, bool) {
	z := complexOf(v)
	h := HashFloat(real(z)) + 1000003*HashFloat(imag(z))
	if h == -1 {
		h = -2
	}
	return h, true
}

func complexCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE {
		return NotImplemented
	}
	z := complexOf(a)
	same := false
	switch {
	case IsComplexLike(t, b):
		same = z == complexOf(b)
	case IsFloatLike(b):
		same = real(z) == floatOf(b) && imag(z) == 0
	case IsIntLike(b):
		same = imag(z) == 0 && !math.IsNaN(real(z)) && compareIntFloat(b, real(z)) == 0
	default:
		return NotImplemented
	}
	return Bool(same == (op == EQ))
}

var complexSignature = ParseSignature("complex", "(real=0, imag=0)")

func complexNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	bound := t.PushArgs(2)
	if bound == nil {
		return Null
	}
	r := Null
	if complexSignature.Bind(t, args, kw, bound) {
		r = complexFromBound(t, typ, bound[0], bound[1])
	}
	t.PopArgs(2)
	return r
}

func complexFromBound(t *Thread, typ *Type, re, im Value) Value {
	switch {
	case re == Null:
		re = Float(0)
	case im == Null && typ.Is(TComplex) && re.IsExact(TComplex):
		return re
	case IsStr(re):
		if im != Null {
			return Raise(t, TTypeError, "complex() can't take second arg if first is a string")
		}
		z, ok := parseComplex(GoString(re))
		if !ok {
			if strings.Contains(GoString(re), "_") {
				s := Repr(t, re)
				if s == Null {
					return Null
				}
				return Raise(t, TValueError, "could not convert string to complex: %s", GoString(s))
			}
			return Raise(t, TValueError, "complex() arg is a malformed string")
		}
		return newComplexOf(t, typ, z)
	}
	if im != Null && IsStr(im) {
		return Raise(t, TTypeError, "complex() second arg can't be a string")
	}
	z, isComplex, ok := complexPart(t, re, true)
	if !ok {
		return Null
	}
	if im == Null {
		return newComplexOf(t, typ, z)
	}
	w, imComplex, ok := complexPart(t, im, false)
	if !ok {
		return Null
	}
	x, y := real(z), real(w)
	if imComplex {
		x -= imag(w)
	}
	if isComplex {
		y += imag(z)
	}
	return newComplexOf(t, typ, complex(x, y))
}

// complexPart converts an argument of complex(); isComplex tells whether it was a complex number.
func complexPart(t *Thread, v Value, first bool) (z complex128, isComplex, ok bool) {
	if first {
		var failed bool
		if v, failed = callComplex(t, v); failed {
			return 0, false, false
		}
	}
	if IsComplexLike(t, v) {
		return complexOf(v), true, true
	}
	if s := &TypeOf(t, v).Slots; s.Float == nil && s.Index == nil {
		if first {
			Raise(t, TTypeError, "complex() first argument must be a string or a number, not '%s'", TypeName(t, v))
		} else {
			Raise(t, TTypeError, "complex() second argument must be a number, not '%s'", TypeName(t, v))
		}
		return 0, false, false
	}
	f := ToFloat(t, v) // a float's own __float__ counts
	if f == Null {
		return 0, false, false
	}
	return complex(floatOf(f), 0), false, true
}

// callComplex returns v.__complex__(), or v when it has no such method.
func callComplex(t *Thread, v Value) (r Value, failed bool) {
	if v.IsInt() || v.IsFloat() || v.IsExact(TComplex) {
		return v, false
	}
	r, found := CallSpecial0(t, v, N_complex_)
	if !found {
		return v, false
	}
	if r != Null && !IsComplexLike(t, r) {
		Raise(t, TTypeError, "__complex__ returned non-complex (type %s)", TypeName(t, r))
		return Null, true
	}
	if r != Null && !r.IsExact(TComplex) && !warnStrict(t, "__complex__", r, "complex") {
		return Null, true
	}
	return r, r == Null
}

// AsComplex converts any number to a complex one, for functions of complex numbers.
func AsComplex(t *Thread, v Value) (complex128, bool) {
	v, failed := callComplex(t, v)
	if failed {
		return 0, false
	}
	if IsComplexLike(t, v) {
		return complexOf(v), true
	}
	f, ok := AsFloat64(t, v)
	return complex(f, 0), ok
}

func newComplexOf(t *Thread, typ *Type, z complex128) Value {
	if typ.Is(TComplex) {
		return NewComplex(t, z)
	}
	o := AllocInstance(t, typ)
	if o != Null {
		c := As[Complex](o)
		c.Re, c.Im = real(z), imag(z)
	}
	return o
}

// parseComplex reads a complex literal, possibly in parentheses.
func parseComplex(text string) (complex128, bool) {
	s := numfmt.ASCIINumber(text)
	if strings.IndexByte(s, '_') >= 0 {
		for i := 0; i < len(s); i++ {
			if s[i] == '_' && (i == 0 || i+1 == len(s) || !isDecimal(s[i-1]) || !isDecimal(s[i+1])) {
				return 0, false
			}
		}
		s = strings.ReplaceAll(s, "_", "")
	}
	if strings.HasPrefix(s, "(") {
		if !strings.HasSuffix(s, ")") {
			return 0, false
		}
		s = strings.Trim(s[1:len(s)-1], " \t\n\v\f\r")
	}
	isJ := func(s string) bool { return s == "j" || s == "J" }
	part := func(s string) (float64, int) {
		f, n := numfmt.ParseFloatPrefix(s)
		if n == 0 { // j, +j, -j
			sign := 1.0
			rest := s
			if rest != "" && (rest[0] == '+' || rest[0] == '-') {
				if rest[0] == '-' {
					sign = -1
				}
				rest = rest[1:]
			}
			if isJ(rest) {
				return sign, len(s) - len(rest)
			}
			return 0, -1
		}
		return f, n
	}
	f, n := part(s)
	switch {
	case n < 0:
		return 0, false
	case isJ(s[n:]):
		return complex(0, f), true
	case n > 0 && s[n:] == "":
		return complex(f, 0), true
	case s[n] != '+' && s[n] != '-':
		return 0, false
	}
	g, m := part(s[n:])
	if m < 0 || !isJ(s[n+m:]) {
		return 0, false
	}
	return complex(f, g), true
}

func complexFormat(t *Thread, v, spec Value) Value {
	text, ok := formatSpec(t, spec)
	if !ok {
		return Null
	}
	if text == "" {
		return ToStr(t, v)
	}
	s, err := numfmt.ParseSpec(text, numfmt.Complex, TypeName(t, v))
	if err != nil {
		return raiseNum(t, err)
	}
	z := complexOf(v)
	localize(t, &s)
	if s.Stop = t.halting(); !specRoom(t, &s) {
		return Null
	}
	out, err := numfmt.FormatComplex(&s, real(z), imag(z))
	if err != nil {
		return raiseNum(t, err)
	}
	return NewStr(t, out)
}

func isDecimal(c byte) bool { return c >= '0' && c <= '9' }
