// Decimals from other objects, and other objects from them.

package decimalmod

import (
	"math"
	"math/big"
	"runtime"

	"github.com/psyco-go/psy/internal/lib/decnum"
	"github.com/psyco-go/psy/internal/lib/unidata"
	"github.com/psyco-go/psy/internal/vm/object"
)

// setInt reads an int exactly; false: there is no memory, and the exception is set.
func setInt(t *Thread, x *decnum.Num, v Value) bool {
	if i, ok := object.Int64(v); ok {
		*x = decnum.FromInt(i)
		return true
	}
	c := decnum.Max(t)
	c.SetBig(x, object.BigOf(v))
	runtime.KeepAlive(v)
	return settled(t, &c)
}

// settled reports whether an operation without a context of the program's has come to an end.
func settled(t *Thread, c *decnum.Context) bool {
	if c.Status&decnum.OutOfMemory == 0 {
		return true
	}
	if t.Exc == null {
		t.NoMemory()
	}
	return false
}

// setFloat reads a float exactly.
func setFloat(t *Thread, x *decnum.Num, f float64) bool {
	switch {
	case math.IsNaN(f):
		x.SetNaN()
		x.Neg = math.Signbit(object.Outward(f))
		return true
	case math.IsInf(f, 0):
		x.SetInf(f < 0)
		return true
	case f == 0:
		*x = decnum.FromInt(0)
		x.Neg = math.Signbit(f)
		return true
	}
	m, e := math.Frexp(math.Abs(f))
	n := int64(m * (1 << 53))
	e -= 53
	for n&1 == 0 {
		n >>= 1
		e++
	}
	c := decnum.Max(t)
	b := big.NewInt(n)
	if e >= 0 {
		b.Lsh(b, uint(e))
		c.SetBig(x, b)
	} else { // n / 2**k = n * 5**k / 10**k
		p := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-e)), nil)
		c.SetBig(x, p.Mul(p, b))
		x.Exp = int64(e)
	}
	x.Neg = f < 0
	return settled(t, &c)
}

// floatOf is the value of a float or of an instance of a subclass.
func floatOf(v Value) float64 {
	if v.IsFloat() {
		return v.Float()
	}
	return object.As[object.FloatObject](v).F
}

// numeral is a str as ASCII: digits of all scripts become ASCII ones. With loose, white space around it and underscores go. What cannot be part of a
// number becomes something that is none.
func numeral(t *Thread, v Value, loose bool) (string, bool) {
	s := object.As[object.Str](v)
	if s.IsASCII() {
		text := s.View()
		if !loose {
			return text, true
		}
		clean := len(text) > 0 && text[0] > ' ' && text[len(text)-1] > ' '
		for i := 0; clean && i < len(text); i++ {
			clean = text[i] != '_' && text[i] != 0x1c
		}
		if clean {
			return text, true
		}
	}
	if !t.Room(uint64(s.Len)) {
		return "", false
	}
	out := make([]byte, 0, s.Len)
	n := int(s.Len)
	lo, hi := 0, n
	if loose {
		for lo < hi && unidata.IsSpace(s.At(lo)) {
			lo++
		}
		for lo < hi && unidata.IsSpace(s.At(hi-1)) {
			hi--
		}
	}
	for i := lo; i < hi; i++ {
		switch r := s.At(i); {
		case r == '_' && loose:
		case r < 128:
			out = append(out, byte(r))
		case unidata.IsSpace(r):
			out = append(out, ' ')
		default:
			d := unidata.Decimal(r)
			if d < 0 {
				return "", true
			}
			out = append(out, byte('0'+d))
		}
	}
	return string(out), true
}

// parse reads a text; what is none is a NaN and ConversionSyntax.
func parse(c *decnum.Context, x *decnum.Num, text string) {
	if !c.Parse(x, text) {
		x.SetNaN()
		c.Status |= decnum.ConversionSyntax
	}
}

// exact makes sure that a number is within the limits of all contexts.
func exact(c *decnum.Context, x *decnum.Num) {
	var z decnum.Num
	c.Finalize(&z, x)
	if c.Status&(decnum.Inexact|decnum.Rounded|decnum.Clamped) != 0 {
		z.SetNaN()
		c.Status |= decnum.InvalidOperation
	}
	*x = z
	c.Status &= decnum.Failed
}

// convert reads v for the constructor or create_decimal. Null in ctx's place of an exact conversion: the number is not rounded. False: an exception is set.
func convert(t *Thread, ctx *context, x *decnum.Num, v Value, rounded bool) bool {
	c := decnum.Max(t)
	if rounded {
		ctx.numbers(t, &c)
	}
	switch {
	case isDecimal(t, v):
		load(x, v)
		if rounded && x.IsNaN() && tooLong(ctx, x) {
			x.SetNaN()
			return ctx.raise(t, decnum.ConversionSyntax)
		}
	case object.IsStr(v):
		text, ok := numeral(t, v, !rounded)
		if !ok {
			return false
		}
		parse(&c, x, text)
		if rounded && x.IsNaN() && tooLong(ctx, x) {
			x.SetNaN()
			c.Status |= decnum.ConversionSyntax
		}
	case object.IsIntLike(v):
		if !setInt(t, x, v) {
			return false
		}
	case object.IsFloatLike(v):
		if !ctx.raise(t, decnum.FloatOperation) || !setFloat(t, x, floatOf(v)) {
			return false
		}
	case object.IsTuple(v) || object.IsList(v):
		if !fromTuple(t, &c, x, v) {
			return false
		}
	default:
		object.Raise(t, object.TTypeError, "conversion from %s to Decimal is not supported", object.TypeName(t, v))
		return false
	}
	if rounded {
		var z decnum.Num
		c.Finalize(&z, x)
		*x = z
	} else if c.Status&decnum.Failed == 0 && !isDecimal(t, v) {
		exact(&c, x)
	}
	return c.Status == 0 || ctx.raise(t, c.Status)
}

// tooLong reports whether a NaN's payload has more digits than the context allows.
func tooLong(ctx *context, x *decnum.Num) bool {
	n := ctx.Prec
	if ctx.Clamp {
		n--
	}
	return x.Digits() > n
}

// fromTuple reads (sign, digits, exponent).
func fromTuple(t *Thread, c *decnum.Context, x *decnum.Num, v Value) bool {
	fail := func(text string) bool {
		object.Raise(t, object.TValueError, "%s", text)
		return false
	}
	items := object.FastItems(v)
	if len(items) != 3 {
		return fail("argument must be a sequence of length 3")
	}
	vsign, vdigits, vexp := items[0], items[1], items[2]
	sign, ok := int64(-1), false
	if object.IsIntLike(vsign) {
		sign, ok = object.Int64(vsign)
	}
	if !ok || sign != 0 && sign != 1 {
		return fail("sign must be an integer with the value 0 or 1")
	}
	text := make([]byte, 0, 64)
	if sign == 1 {
		text = append(text, '-')
	}
	exp, special := int64(0), ""
	if object.IsStr(vexp) {
		switch special = object.GoString(vexp); special {
		case "F":
			text = append(text, "Inf"...)
		case "n":
			text = append(text, "NaN"...)
		case "N":
			text = append(text, "sNaN"...)
		default:
			return fail("string argument in the third position must be 'F', 'n' or 'N'")
		}
	} else {
		if !object.IsIntLike(vexp) {
			return fail("exponent must be an integer")
		}
		if exp, ok = object.Int64(vexp); !ok {
			object.Raise(t, object.TOverflowError, "Python int too large to convert to C ssize_t")
			return false
		}
	}
	if !object.IsTuple(vdigits) && !object.IsList(vdigits) {
		return fail("coefficient must be a tuple of digits")
	}
	digits := object.FastItems(vdigits)
	if !t.Room(uint64(len(digits))) {
		return false
	}
	for _, d := range digits {
		n, ok := int64(-1), false
		if object.IsIntLike(d) {
			n, ok = object.Int64(d)
		}
		if !ok || n < 0 || n > 9 {
			return fail("coefficient must be a tuple of digits")
		}
		if special != "F" {
			text = append(text, byte('0'+n))
		}
	}
	if special == "" {
		if len(digits) == 0 {
			text = append(text, '0')
		}
		text = appendInt(append(text, 'E'), exp)
	}
	parse(c, x, string(text))
	return true
}

// operand reads the other operand of an operator: 1; 0: not a number that fits; -1: an exception is set.
func operand(t *Thread, x *decnum.Num, v Value) int {
	switch {
	case v.IsExact(tDecimal):
		load(x, v)
	case object.IsIntLike(v):
		if !setInt(t, x, v) {
			return -1
		}
	case isDecimal(t, v):
		load(x, v)
	default:
		return 0
	}
	return 1
}

// argument reads an argument of a method; false: TypeError, or another exception, is set.
func argument(t *Thread, x *decnum.Num, v Value) bool {
	switch operand(t, x, v) {
	case 1:
		return true
	case 0:
		object.Raise(t, object.TTypeError, "conversion from %s to Decimal is not supported", object.TypeName(t, v))
	}
	return false
}

// newArgs are the arguments of Decimal(): a value and a context.
var newDecimalSlot = object.BindNew("Decimal", `(value="0", context=None)`, func(t *Thread, typ *object.Type, a []Value) Value {
	ctx := contextArg(t, a[1])
	if ctx == nil {
		return null
	}
	if a[0] == null {
		x := decnum.FromInt(0)
		return store(t, typ, &x)
	}
	return decimalFrom(t, typ, ctx, a[0])
})

// decimalFrom is typ(v).
func decimalFrom(t *Thread, typ *object.Type, ctx *context, v Value) Value {
	if v.IsExact(tDecimal) && typ.Is(tDecimal) {
		return v
	}
	var x decnum.Num
	if !convert(t, ctx, &x, v, false) {
		return null
	}
	return store(t, typ, &x)
}

// contextArg is an optional argument that is a context.
func contextArg(t *Thread, v Value) *context {
	if v == null || v == none {
		return current(t)
	}
	if !isContext(t, v) {
		object.Raise(t, object.TTypeError, "optional argument must be a context")
		return nil
	}
	return ctxOf(v)
}

// fromFloat is Decimal.from_float and Context.create_decimal_from_float before rounding.
func fromFloat(t *Thread, x *decnum.Num, v Value) bool {
	switch {
	case object.IsFloatLike(v):
		return setFloat(t, x, floatOf(v))
	case object.IsIntLike(v):
		return setInt(t, x, v)
	}
	object.Raise(t, object.TTypeError, "argument must be int or float")
	return false
}

// toInt is the integer part, by a rounding mode.
func toInt(t *Thread, v Value, mode decnum.Rounding) Value {
	var x, z decnum.Num
	load(&x, v)
	switch {
	case x.IsNaN():
		return object.Raise(t, object.TValueError, "cannot convert NaN to integer")
	case x.IsSpecial():
		return object.Raise(t, object.TOverflowError, "cannot convert Infinity to integer")
	}
	c := decnum.Max(t)
	c.Round = mode
	c.ToIntegral(&z, &x, false)
	if z.Exp == 0 && len(z.Words()) <= 1 {
		n := int64(0)
		if w := z.Words(); len(w) == 1 {
			if w[0] > math.MaxInt64 {
				return bigInt(t, &c, &z)
			}
			n = int64(w[0])
		}
		if z.Neg {
			n = -n
		}
		return object.NewInt(t, n)
	}
	return bigInt(t, &c, &z)
}

func bigInt(t *Thread, c *decnum.Context, z *decnum.Num) Value {
	b := c.BigInteger(z)
	if !settled(t, c) || b == nil {
		settled(t, &decnum.Context{Status: decnum.OutOfMemory})
		return null
	}
	return object.NewBigInt(t, b)
}

// toFloat is float(v).
func toFloat(t *Thread, v Value) Value {
	var x decnum.Num
	load(&x, v)
	f, ok := x.Float64()
	if !ok {
		return object.Raise(t, object.TValueError, "cannot convert signaling NaN to float")
	}
	if x.IsNaN() && x.Neg {
		return object.Float(math.Copysign(math.NaN(), -1))
	}
	return object.Float(f)
}

// ratio is as_integer_ratio.
func ratio(t *Thread, v Value) Value {
	var x decnum.Num
	load(&x, v)
	switch {
	case x.IsNaN():
		return object.Raise(t, object.TValueError, "cannot convert NaN to integer ratio")
	case x.IsSpecial():
		return object.Raise(t, object.TOverflowError, "cannot convert Infinity to integer ratio")
	}
	c := decnum.Max(t)
	if x.Exp >= 0 || len(x.Words()) == 0 {
		if len(x.Words()) == 0 {
			return object.Pair(t, object.SmallInt(0), object.SmallInt(1))
		}
		n := bigInt(t, &c, &x)
		if n == null {
			return null
		}
		return object.Pair(t, n, object.SmallInt(1))
	}
	exp := -x.Exp
	num, den := c.Big(&x), c.BigPower(exp)
	if num == nil || den == nil {
		settled(t, &decnum.Context{Status: decnum.OutOfMemory})
		return null
	}
	g := new(big.Int).GCD(nil, nil, num, den)
	num.Quo(num, g)
	den.Quo(den, g)
	if x.Neg {
		num.Neg(num)
	}
	a := object.NewBigInt(t, num)
	if a == null {
		return null
	}
	b := object.NewBigInt(t, den)
	if b == null {
		return null
	}
	return object.Pair(t, a, b)
}

// asTuple is as_tuple.
func asTuple(t *Thread, v Value) Value {
	s := stateOf(t)
	if s == nil {
		return null
	}
	var x decnum.Num
	load(&x, v)
	exp := null
	switch x.Kind {
	case decnum.Infinite:
		exp = object.Intern(t, "F")
	case decnum.QuietNaN:
		exp = object.Intern(t, "n")
	case decnum.SignalingNaN:
		exp = object.Intern(t, "N")
	default:
		exp = object.NewInt(t, x.Exp)
	}
	if exp == null || !t.Room(uint64(x.Digits())) {
		return null
	}
	text := x.AppendCoefficient(nil)
	if x.Kind == decnum.Infinite {
		text = []byte{'0'}
	}
	digits := object.NewTuple(t, len(text))
	if digits == nil {
		return null
	}
	for i, d := range text {
		*digits.At(i) = object.SmallInt(int64(d - '0'))
	}
	return object.Call3(t, s.DecimalTuple, intOf(x.Neg), object.Of(digits), exp)
}

// text is the str of a Decimal.
func text(t *Thread, v Value, eng, capitals bool) Value {
	var x decnum.Num
	load(&x, v)
	if x.Digits() > 10_000 && !t.Room(2*uint64(x.Digits())) {
		return null
	}
	e := byte('e')
	if capitals {
		e = 'E'
	}
	var buf [96]byte
	return object.StrOfBytes(t, x.Append(buf[:0], eng, e))
}

const hashModulus = 1<<61 - 1

// hash is the hash that numbers of all types have.
func hash(t *Thread, v Value) (int64, bool) {
	d := object.As[decimal](v)
	if d.Hash != 0 {
		return d.Hash, true
	}
	if d.Kind == decnum.Finite && d.Count <= 1 {
		d.Hash = signedHash(int64(decnum.WordMod61(d.Words[0], d.Exp)), d.Neg)
		return d.Hash, true
	}
	var x decnum.Num
	load(&x, v)
	switch x.Kind {
	case decnum.SignalingNaN:
		object.Raise(t, object.TTypeError, "Cannot hash a signaling NaN value")
		return 0, false
	case decnum.QuietNaN:
		return object.HashPointer(v), true
	case decnum.Infinite:
		if x.Neg {
			return -314159, true
		}
		return 314159, true
	}
	d.Hash = signedHash(int64(x.Mod61()), x.Neg)
	return d.Hash, true
}

func signedHash(h int64, neg bool) int64 {
	if neg {
		h = -h
	}
	if h == -1 {
		h = -2
	}
	return h
}
