// The operators of Decimal.

package decimalmod

import (
	"cmp"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/decnum"
	"github.com/psyco-go/psy/internal/vm/object"
)

// operator numbers the operations on two numbers that are called directly, so that their numbers stay off the heap.
type operator uint8

const (
	opAdd operator = iota
	opSub
	opMul
	opDiv
	opDivInt
	opRem
	opPower
)

func binary(t *Thread, a, b Value, op operator) Value {
	var x, y, z decnum.Num
	ctx := (*context)(nil)
	if a.IsExact(tDecimal) && b.IsExact(tDecimal) {
		if ctx = current(t); ctx == nil {
			return null
		}
		load(&x, a)
		load(&y, b)
	} else {
		switch operand(t, &x, a) {
		case 0:
			return object.NotImplemented
		case -1:
			return null
		}
		switch operand(t, &y, b) {
		case 0:
			return object.NotImplemented
		case -1:
			return null
		}
		if ctx = current(t); ctx == nil {
			return null
		}
	}
	var c decnum.Context
	ctx.numbers(t, &c)
	switch op {
	case opAdd:
		c.Add(&z, &x, &y)
	case opSub:
		c.Sub(&z, &x, &y)
	case opMul:
		c.Mul(&z, &x, &y)
	case opDiv:
		c.Div(&z, &x, &y)
	case opDivInt:
		c.DivInt(&z, &x, &y)
	case opRem:
		c.Rem(&z, &x, &y)
	default:
		c.Power(&z, &x, &y)
	}
	return done(t, ctx, &c, &z)
}

func decimalAdd(t *Thread, a, b Value) Value      { return binary(t, a, b, opAdd) }
func decimalSub(t *Thread, a, b Value) Value      { return binary(t, a, b, opSub) }
func decimalMul(t *Thread, a, b Value) Value      { return binary(t, a, b, opMul) }
func decimalDiv(t *Thread, a, b Value) Value      { return binary(t, a, b, opDiv) }
func decimalFloorDiv(t *Thread, a, b Value) Value { return binary(t, a, b, opDivInt) }
func decimalMod(t *Thread, a, b Value) Value      { return binary(t, a, b, opRem) }
func decimalPow(t *Thread, a, b Value) Value      { return binary(t, a, b, opPower) }

func decimalDivmod(t *Thread, a, b Value) Value {
	var x, y decnum.Num
	for i, v := range [...]Value{a, b} {
		switch operand(t, [...]*decnum.Num{&x, &y}[i], v) {
		case 0:
			return object.NotImplemented
		case -1:
			return null
		}
	}
	ctx := current(t)
	if ctx == nil {
		return null
	}
	return divmod(t, ctx, &x, &y)
}

func divmod(t *Thread, ctx *context, x, y *decnum.Num) Value {
	var q, r decnum.Num
	var c decnum.Context
	ctx.numbers(t, &c)
	c.DivMod(&q, &r, x, y)
	if !ctx.raise(t, c.Status) {
		return null
	}
	a := newDecimal(t, &q)
	if a == null {
		return null
	}
	b := newDecimal(t, &r)
	if b == null {
		return null
	}
	return object.Pair(t, a, b)
}

// decimalPowMod is pow with three arguments.
func decimalPowMod(t *Thread, a, b, m Value) Value {
	if m == none {
		return decimalPow(t, a, b)
	}
	var x, y, n, z decnum.Num
	for i, v := range [...]Value{a, b, m} {
		switch operand(t, [...]*decnum.Num{&x, &y, &n}[i], v) {
		case 0:
			return object.NotImplemented
		case -1:
			return null
		}
	}
	ctx := current(t)
	if ctx == nil {
		return null
	}
	var c decnum.Context
	ctx.numbers(t, &c)
	c.PowerMod(&z, &x, &y, &n)
	return done(t, ctx, &c, &z)
}

// sign is the operator -, or +; it is called directly, so that its numbers stay off the heap.
func sign(t *Thread, v Value, minus bool) Value {
	ctx := current(t)
	if ctx == nil {
		return null
	}
	var x, z decnum.Num
	load(&x, v)
	var c decnum.Context
	ctx.numbers(t, &c)
	if minus {
		c.Minus(&z, &x)
	} else {
		c.Plus(&z, &x)
	}
	return done(t, ctx, &c, &z)
}

func decimalNeg(t *Thread, v Value) Value { return sign(t, v, true) }
func decimalPos(t *Thread, v Value) Value { return sign(t, v, false) }
func decimalAbs(t *Thread, v Value) Value { return sign(t, v, object.As[decimal](v).Neg) }

type (
	unaryOp   = func(c *decnum.Context, z, x *decnum.Num)
	binaryOp  = func(c *decnum.Context, z, x, y *decnum.Num)
	predicate = func(c *decnum.Context, x *decnum.Num) bool
)

// unary applies an operation in a context; nil: an exception is set.
func unary(t *Thread, ctx *context, v Value, f unaryOp) Value {
	if ctx == nil {
		return null
	}
	var x, z decnum.Num
	if !argument(t, &x, v) {
		return null
	}
	var c decnum.Context
	ctx.numbers(t, &c)
	f(&c, &z, &x)
	return done(t, ctx, &c, &z)
}

// apply is an operation on two numbers in a context.
func apply(t *Thread, ctx *context, a, b Value, f binaryOp) Value {
	if ctx == nil {
		return null
	}
	var x, y, z decnum.Num
	if !argument(t, &x, a) || !argument(t, &y, b) {
		return null
	}
	var c decnum.Context
	ctx.numbers(t, &c)
	f(&c, &z, &x, &y)
	return done(t, ctx, &c, &z)
}

// compare is the comparison with numbers of all types.
func compare(t *Thread, a, b Value, op object.CompareOp) Value {
	if r, ok := compareShort(a, b); ok {
		return object.Bool(object.CompareInts(r, 0, op))
	}
	var x, y decnum.Num
	load(&x, a)
	c := decnum.Max(t)
	equality := op == object.EQ || op == object.NE
	if b.IsExact(tDecimal) {
		load(&y, b)
	} else if r := comparand(t, &c, &x, &y, b, equality); r != object.True {
		return r
	}
	r, ok := c.Cmp(&x, &y)
	if !settled(t, &c) {
		return null
	}
	if !ok {
		if c.Status != 0 || !equality {
			if ctx := current(t); ctx == nil || !ctx.raise(t, decnum.InvalidOperation) {
				return null
			}
		}
		return object.Bool(op == object.NE)
	}
	return object.Bool(object.CompareInts(int64(r), 0, op))
}

// comparand reads what x is compared with into y. True: it could. Otherwise the result is that of the comparison.
func comparand(t *Thread, c *decnum.Context, x, y *decnum.Num, b Value, equality bool) Value {
	switch operand(t, y, b) {
	case -1:
		return null
	case 0:
		ctx := current(t)
		if ctx == nil {
			return null
		}
		switch {
		case b.IsPtr() && object.IsInstance(t, b, object.TComplex):
			z := object.As[object.Complex](b)
			if !equality || z.Im != 0 {
				return object.NotImplemented
			}
			ctx.Status |= decnum.FloatOperation
			if !setFloat(t, y, z.Re) {
				return null
			}
		case object.IsFloatLike(b):
			if equality {
				ctx.Status |= decnum.FloatOperation
			} else if !ctx.raise(t, decnum.FloatOperation) {
				return null
			}
			if !setFloat(t, y, floatOf(b)) {
				return null
			}
		default:
			s := stateOf(t)
			if s == nil {
				return null
			}
			switch object.IsInstanceCheck(t, b, s.Rational) {
			case 0:
				return object.NotImplemented
			case -1:
				return null
			}
			if !rational(t, c, x, y, b) {
				return null
			}
		}
	}
	return object.True
}

// compareShort compares Decimals of at most one word that have the same exponent: the common case.
func compareShort(a, b Value) (int64, bool) {
	if !b.IsExact(tDecimal) {
		return 0, false
	}
	x, y := object.As[decimal](a), object.As[decimal](b)
	if x.Exp != y.Exp || x.Count > 1 || y.Count > 1 || x.Kind|y.Kind != decnum.Finite {
		return 0, false
	}
	u, w := x.Words[0], y.Words[0] // 0 where there are none
	switch {
	case x.Neg != y.Neg && u|w == 0:
		return 0, true
	case x.Neg && !y.Neg:
		return -1, true
	case y.Neg && !x.Neg:
		return 1, true
	case x.Neg:
		return int64(cmp.Compare(w, u)), true
	}
	return int64(cmp.Compare(u, w)), true
}

// same reports whether two Decimals of at most one word are equal.
func same(a, b Value) (same, known bool) {
	r, known := compareShort(a, b)
	return r == 0, known
}

// rational multiplies x by the denominator of v, and reads its numerator: so v is compared without dividing.
func rational(t *Thread, c *decnum.Context, x, y *decnum.Num, v Value) bool {
	den := object.GetAttr(t, v, object.Intern(t, "denominator"))
	if den == null {
		return false
	}
	num := object.GetAttr(t, v, object.Intern(t, "numerator"))
	if num == null {
		return false
	}
	var d, z decnum.Num
	for i, part := range [...]Value{num, den} {
		if !object.IsIntLike(part) {
			object.Raise(t, object.TTypeError, "numerator and denominator must be integers")
			return false
		}
		if !setInt(t, [...]*decnum.Num{y, &d}[i], part) {
			return false
		}
	}
	if !x.IsSpecial() {
		c.Mul(&z, x, &d)
		if !settled(t, c) {
			return false
		}
		*x = z
	}
	c.Status = 0
	return true
}

var _ = object.DefineType(tDecimal, object.TypeDef{
	Name: "decimal.Decimal", Size: unsafe.Sizeof(decimal{}), Refs: 1 << 1, NoWeak: true, Flags: object.TypeBase,
	Slots: object.Slots{
		New: newDecimalSlot,
		Str: func(t *Thread, v Value) Value {
			ctx := current(t)
			if ctx == nil {
				return null
			}
			return text(t, v, false, ctx.Capitals)
		},
		Repr: func(t *Thread, v Value) Value {
			ctx := current(t)
			if ctx == nil {
				return null
			}
			s := text(t, v, false, ctx.Capitals)
			if s == null {
				return null
			}
			b := append([]byte("Decimal('"), object.As[object.Str](s).View()...)
			return object.StrOfBytes(t, append(b, "')"...))
		},
		Hash:    hash,
		Compare: compare,
		Same:    same,
		Binary: [object.NbCount]object.BinaryFunc{
			object.NbAdd: decimalAdd, object.NbSubtract: decimalSub, object.NbMultiply: decimalMul, object.NbTrueDivide: decimalDiv,
			object.NbFloorDivide: decimalFloorDiv, object.NbRemainder: decimalMod, object.NbPower: decimalPow, object.NbDivmod: decimalDivmod,
		},
		PowMod: decimalPowMod,
		Neg:    decimalNeg, Pos: decimalPos, Abs: decimalAbs,
		Bool: func(t *Thread, v Value) int {
			if d := object.As[decimal](v); d.Kind == decnum.Finite && d.Count == 0 {
				return 0
			}
			return 1
		},
		Int:   func(t *Thread, v Value) Value { return toInt(t, v, decnum.RoundDown) },
		Float: toFloat,
	},
	Methods: decimalMethods(),
	GetSets: []object.GetSetDef{
		{Name: "real", Get: object.ReturnSelf},
		{Name: "imag", Get: func(t *Thread, v Value) Value {
			x := decnum.FromInt(0)
			return newDecimal(t, &x)
		}},
	},
})
