// Floats: reading numbers as floats, hashing, comparing, text.

package object

import (
	"math"
	"runtime"

	"github.com/psyco-go/psy/internal/lib/numfmt"
)

// IsFloatLike reports whether v is a float or of a subclass of float.
func IsFloatLike(v Value) bool { return v.IsFloat() || hasFlag(v, TypeFloatSub) }

// floatOf returns the number in a float or an instance of a subclass.
func floatOf(v Value) float64 {
	if v.IsFloat() {
		return v.Float()
	}
	return As[FloatObject](v).F
}

// AsFloat64 converts a real number, any object with __float__ or __index__.
func AsFloat64(t *Thread, v Value) (float64, bool) {
	switch {
	case v.IsFloat():
		return v.Float(), true
	case v.IsInt():
		return float64(v.Int()), true
	}
	return asFloatSlow(t, v)
}

func asFloatSlow(t *Thread, v Value) (float64, bool) {
	if hasFlag(v, TypeFloatSub) {
		return As[FloatObject](v).F, true
	}
	return floatBySlot(t, v)
}

// floatBySlot converts by __float__ or __index__; a subclass of float may have its own.
func floatBySlot(t *Thread, v Value) (float64, bool) {
	typ := TypeOf(t, v)
	switch {
	case typ.Slots.Float != nil:
		r := typ.Slots.Float(t, v)
		if r == Null {
			return 0, false
		}
		if !IsFloatLike(r) {
			Raise(t, TTypeError, "%s.__float__ returned non-float (type %s)", typ.NameString(), TypeName(t, r))
			return 0, false
		}
		if !r.IsFloat() && !r.IsExact(TFloat) && !warnStrict(t, typ.NameString()+".__float__", r, "float") {
			return 0, false
		}
		return floatOf(r), true
	case typ.Slots.Index != nil:
		r := Index(t, v)
		if r == Null {
			return 0, false
		}
		return intToFloat(t, r)
	}
	Raise(t, TTypeError, "must be real number, not %s", typ.NameString())
	return 0, false
}

// operand is what an operator on floats makes of an argument.
type operand uint8

const (
	isNumber operand = iota
	isOther          // the operator is not for it
	isError          // t.Exc is set
)

// floatOperand reads an operand of a float operator: a float or an int.
func floatOperand(t *Thread, v Value) (float64, operand) {
	switch {
	case v.IsFloat():
		return v.Float(), isNumber
	case v.IsInt():
		return float64(v.Int()), isNumber
	case hasFlag(v, TypeFloatSub):
		return As[FloatObject](v).F, isNumber
	case IsIntLike(v):
		f, ok := intToFloat(t, v)
		if !ok {
			return 0, isError
		}
		return f, isNumber
	}
	return 0, isOther
}

// floatOperands reads both; when they are not numbers, r is what the operator returns.
func floatOperands(t *Thread, a, b Value) (x, y float64, r Value, ok bool) {
	x, k := floatOperand(t, a)
	if k == isNumber {
		y, k = floatOperand(t, b)
	}
	switch k {
	case isNumber:
		return x, y, Null, true
	case isOther:
		return 0, 0, NotImplemented, false
	}
	return 0, 0, Null, false
}

func floatCompare(t *Thread, a, b Value, op CompareOp) Value {
	x := floatOf(a)
	switch {
	case b.IsFloat():
		return Bool(CompareFloats(x, b.Float(), op))
	case IsFloatLike(b):
		return Bool(CompareFloats(x, floatOf(b), op))
	case !IsIntLike(b):
		return NotImplemented
	case math.IsNaN(x):
		return Bool(op == NE)
	}
	return Bool(CompareInts(0, int64(compareIntFloat(b, x)), op))
}

// HashFloat is the hash of a float, equal to that of an equal int.
func HashFloat(f float64) int64 {
	if f == math.Trunc(f) && math.Abs(f) < 1<<60 {
		return hashSmall(int64(f))
	}
	switch {
	case math.IsInf(f, 1):
		return 314159
	case math.IsInf(f, -1):
		return -314159
	case math.IsNaN(f):
		return HashPointer(Value(math.Float64bits(f) + floatOffset)) // by identity, not making another NaN
	}
	m, e := math.Frexp(math.Abs(f))
	x := uint64(0)
	for m != 0 {
		x = x<<28&hashModulus | x>>(61-28)
		m *= 1 << 28
		e -= 28
		w := uint64(m)
		m -= float64(w)
		if x += w; x >= hashModulus {
			x -= hashModulus
		}
	}
	if e >= 0 {
		e %= 61
	} else {
		e = 60 - (-1-e)%61
	}
	h := int64(x<<e&hashModulus | x>>(61-e))
	if f < 0 {
		h = -h
	}
	if h == -1 {
		return -2
	}
	return h
}

// FloatRepr returns repr(f) as a str.
func FloatRepr(t *Thread, f float64) Value {
	var buf [32]byte
	text := numfmt.AppendFloatRepr(buf[:0], f)
	s := AllocStr(t, len(text), 0)
	if s == nil {
		return Null
	}
	copy(s.Bytes(), text)
	return Of(s)
}

// floatNew is float.__new__.
func floatNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if KwLen(kw) > 0 && (typ.Is(TFloat) || inheritsObjectInit(t, typ)) {
		return Raise(t, TTypeError, "float() takes no keyword arguments")
	}
	n := len(args) - KwLen(kw)
	if n > 1 {
		return Raise(t, TTypeError, "float expected at most 1 argument, got %d", n)
	}
	r := Float(0)
	if n == 1 {
		r = ToFloat(t, args[0])
	}
	if r == Null || typ.Is(TFloat) {
		return r
	}
	o := AllocInstance(t, typ)
	if o != Null {
		As[FloatObject](o).F = r.Float()
	}
	return o
}

// ToFloat is float(v), a float of exactly this type.
func ToFloat(t *Thread, v Value) Value {
	switch {
	case v.IsFloat():
		return v
	case v.IsInt():
		return Float(float64(v.Int()))
	case v.IsExact(TStr):
		return floatFromStr(t, v)
	}
	if s := &TypeOf(t, v).Slots; s.Float != nil || s.Index != nil {
		f, ok := floatBySlot(t, v)
		if !ok {
			return Null
		}
		return Float(f)
	}
	if IsStr(v) {
		return floatFromStr(t, v)
	}
	if data, ok := bufferView(t, v); ok {
		return floatFromText(t, string(data), v)
	}
	if t.Exc != Null {
		return Null
	}
	return Raise(t, TTypeError, "float() argument must be a string or a real number, not '%s'", TypeName(t, v))
}

func floatFromStr(t *Thread, v Value) Value {
	s := As[Str](v)
	if !s.IsASCII() {
		return floatFromText(t, GoString(v), v)
	}
	if f, ok := numfmt.ShortFloat(s.View()); ok {
		return Float(f)
	}
	return floatFromText(t, s.View(), v)
}

func floatFromText(t *Thread, text string, v Value) Value {
	f, ok := numfmt.ParseFloat(numfmt.ASCIINumber(text))
	if ok {
		return Float(f)
	}
	shown, ok := ReprString(t, v)
	if !ok {
		return Null
	}
	return Raise(t, TValueError, "could not convert string to float: %s", shown)
}

// numberLocale is how the type n of format specifiers writes numbers; nil: as C does.
type numberLocale struct{ local *numfmt.Local }

var (
	numberLocaleKey = NewHostKey(func(*Runtime) *numberLocale { return new(numberLocale) })
	_               = Plain[numberLocale]()
)

// SetNumberLocale says how the type n of format specifiers writes numbers; nil: as C does.
func SetNumberLocale(rt *Runtime, l *numfmt.Local) { numberLocaleKey.Of(rt).local = l }

// localize has a number written as the locale does, if that was asked for.
func localize(t *Thread, s *numfmt.Spec) {
	if s.Type == 'n' {
		s.Local = numberLocaleKey.Of(t.RT).local
	}
}

// specRoom reports whether there is memory for a number formatted by s.
func specRoom(t *Thread, s *numfmt.Spec) bool {
	return s.Width <= 64 && s.Prec <= 64 || t.Room(4*uint64(max(s.Width, 0))+4*uint64(max(s.Prec, 0)))
}

// formatFloat formats by a parsed specifier.
func formatFloat(t *Thread, s *numfmt.Spec, f float64) Value {
	var buf [64]byte
	if !specRoom(t, s) {
		return Null
	}
	out, err := numfmt.AppendFloat(buf[:0], s, f)
	return textOrError(t, out, err)
}

// floatFormat is float.__format__.
func floatFormat(t *Thread, v, spec Value) Value {
	text, ok := formatSpec(t, spec)
	if !ok {
		return Null
	}
	if text == "" {
		return ToStr(t, v)
	}
	s, err := numfmt.ParseSpec(text, numfmt.Float, TypeName(t, v))
	if err != nil {
		return raiseNum(t, err)
	}
	s.Stop = t.halting()
	localize(t, &s)
	r := formatFloat(t, &s, floatOf(v))
	runtime.KeepAlive(v)
	return r
}
