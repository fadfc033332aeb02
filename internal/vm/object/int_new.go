// Ints: int(...), from texts, floats and other numbers.

package object

import (
	"math"

	"github.com/psyco-go/psy/internal/lib/numfmt"
)

var intSignature = ParseSignature("int", "(x=0, /, base=10)")

// intNew is int.__new__.
func intNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if len(args) == 1 && kw == Null {
		return newIntOf(t, typ, ToInt(t, args[0]))
	}
	if kw == Null && !CheckPositional(t, "int", len(args), 0, 2) {
		return Null
	}
	bound := t.PushArgs(2)
	if bound == nil {
		return Null
	}
	r := Null
	if intSignature.Bind(t, args, kw, bound) {
		r = intFromBound(t, bound[0], bound[1])
	}
	t.PopArgs(2)
	return newIntOf(t, typ, r)
}

func intFromBound(t *Thread, x, base Value) Value {
	switch {
	case x == Null && base != Null:
		return Raise(t, TTypeError, "int() missing string argument")
	case x == Null:
		return SmallInt(0)
	case base == Null:
		return ToInt(t, x)
	}
	b, ok := AsSize(t, base, 0)
	if !ok {
		return Null
	}
	if b != 0 && (b < 2 || b > 36) {
		return Raise(t, TValueError, "int() base must be >= 2 and <= 36, or 0")
	}
	if IsStr(x) {
		return IntFromStr(t, x, int(b))
	}
	if data, ok := bufferView(t, x); ok && (IsBytes(x) || TypeOf(t, x).IsSubtype(t.Type(TByteArray))) {
		return intFromText(t, string(data), int(b), x)
	}
	return Raise(t, TTypeError, "int() can't convert non-string with explicit base")
}

// bufferView returns the bytes of a bytes-like object, which stay valid while it is not changed.
func bufferView(t *Thread, v Value) ([]byte, bool) {
	if v.IsExact(TBytes) {
		return bytesOf(v), true
	}
	if f := TypeOf(t, v).Slots.Buffer; f != nil {
		return f(t, v)
	}
	return nil, false
}

// ToInt is int(v), an int of exactly this type.
func ToInt(t *Thread, v Value) Value {
	switch {
	case v.IsInt():
		return v
	case v.IsFloat():
		return FloatToInt(t, v.Float())
	case v.IsExact(TStr):
		return IntFromStr(t, v, 10)
	}
	s := &TypeOf(t, v).Slots
	switch {
	case s.Int != nil:
		r := s.Int(t, v)
		if r != Null && !IsIntLike(r) {
			return Raise(t, TTypeError, "__int__ returned non-int (type %s)", TypeName(t, r))
		}
		if r != Null && r != v && !r.IsInt() && !r.IsExact(TInt) && !warnStrict(t, "__int__", r, "int") {
			return Null
		}
		return exactOrNull(t, r)
	case s.Index != nil:
		return exactOrNull(t, Index(t, v))
	}
	if r, found := CallSpecial0(t, v, N_trunc_); found {
		if r != Null && !Warn(t, TDeprecationWarning, "The delegation of int() to __trunc__ is deprecated.") {
			return Null
		}
		if r == Null || IsIntLike(r) {
			return exactOrNull(t, r)
		}
		if TypeOf(t, r).Slots.Index == nil {
			return Raise(t, TTypeError, "__trunc__ returned non-Integral (type %s)", TypeName(t, r))
		}
		return exactOrNull(t, Index(t, r))
	}
	if IsStr(v) {
		return IntFromStr(t, v, 10)
	}
	if data, ok := bufferView(t, v); ok {
		return intFromText(t, string(data), 10, v)
	}
	if t.Exc != Null {
		return Null
	}
	return Raise(t, TTypeError, "int() argument must be a string, a bytes-like object or a real number, not '%s'", TypeName(t, v))
}

func exactOrNull(t *Thread, v Value) Value {
	if v == Null {
		return Null
	}
	return ExactInt(t, v)
}

// IntFromStr is int(text, base) of a str.
func IntFromStr(t *Thread, v Value, base int) Value {
	s := As[Str](v)
	if !s.IsASCII() {
		return intFromText(t, GoString(v), base, v)
	}
	text := s.View()
	if n, ok := shortInt(text, base); ok {
		return n
	}
	return intFromText(t, text, base, v)
}

// shortInt is the int of a text that is nothing but a few digits in a base from 2 to 36, perhaps behind a minus sign.
func shortInt(text string, base int) (v Value, ok bool) {
	digits := text
	if len(text) > 1 && text[0] == '-' {
		digits = text[1:]
	}
	if len(digits) == 0 || base < 2 || base > 36 {
		return Null, false
	}
	n := int64(0)
	for i := 0; i < len(digits); i++ {
		d := int64(digits[i] - '0')
		if d > 9 {
			if d = int64(digits[i]|0x20) - 'a' + 10; d < 10 {
				return Null, false
			}
		}
		if n = n*int64(base) + d; d >= int64(base) || n > MaxSmall/36-1 {
			return Null, false
		}
	}
	if len(digits) < len(text) {
		n = -n
	}
	return SmallInt(n), true
}

// intFromText reads the text of v, which error texts show.
func intFromText(t *Thread, text string, base int, v Value) Value {
	if !t.Room(3 * uint64(len(text))) {
		return Null
	}
	n, digits, status := numfmt.ParseIntUntil(numfmt.ASCIINumber(text), base, t.RT.IntMaxStrDigits, t.Halted)
	switch status {
	case numfmt.Parsed:
		return NewNumber(t, n)
	case numfmt.Stopped:
		return Null
	case numfmt.TooLong:
		return raiseNum(t, numfmt.TooManyDigitsIn(t.RT.IntMaxStrDigits, digits))
	case numfmt.BadParseBase:
		return Raise(t, TValueError, "int() base must be >= 2 and <= 36, or 0")
	}
	if !IsStr(v) {
		if v = NewBytes(t, []byte(text)); v == Null {
			return Null
		}
	}
	shown, ok := ReprString(t, v)
	if !ok {
		return Null
	}
	return Raise(t, TValueError, "invalid literal for int() with base %d: %s", base, cutRunes(shown, 200))
}

// cutRunes is the text's first n code points.
func cutRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// FloatToInt is int(f).
func FloatToInt(t *Thread, f float64) Value {
	if math.Abs(f) < MaxSmall {
		return SmallInt(int64(f))
	}
	n, err := numfmt.TruncFloat(f)
	if err != nil {
		return raiseNum(t, err)
	}
	return NewNumber(t, n)
}
