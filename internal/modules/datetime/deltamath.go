// timedelta: arithmetic.

package datetime

import (
	"math/big"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

func deltaAdd(t *Thread, a, b Value) Value {
	if !is(t, a, tDelta) || !is(t, b, tDelta) {
		return object.NotImplemented
	}
	x, y := deltaOf(a), deltaOf(b)
	return makeDelta(t, int(x.Days)+int(y.Days), int(x.Seconds)+int(y.Seconds), int(x.Micros)+int(y.Micros))
}

func deltaSubtract(t *Thread, a, b Value) Value {
	if !is(t, a, tDelta) || !is(t, b, tDelta) {
		return object.NotImplemented
	}
	return difference(t, deltaOf(a), deltaOf(b))
}

func difference(t *Thread, x, y *delta) Value {
	return makeDelta(t, int(x.Days)-int(y.Days), int(x.Seconds)-int(y.Seconds), int(x.Micros)-int(y.Micros))
}

func deltaNeg(t *Thread, v Value) Value {
	d := deltaOf(v)
	return makeDelta(t, -int(d.Days), -int(d.Seconds), -int(d.Micros))
}

func deltaPos(t *Thread, v Value) Value {
	d := deltaOf(v)
	return makeDelta(t, int(d.Days), int(d.Seconds), int(d.Micros))
}

func deltaMultiply(t *Thread, a, b Value) Value {
	if !is(t, a, tDelta) {
		a, b = b, a
	}
	switch {
	case object.IsIntLike(b):
		m := micros(t, deltaOf(a))
		if m == null {
			return null
		}
		return fromMicros(t, t.Type(tDelta), object.BinaryOp(t, object.NbMultiply, b, m))
	case object.IsFloatLike(b):
		return scale(t, deltaOf(a), b, false)
	}
	return object.NotImplemented
}

// scale multiplies by a float, or divides by it, rounding half to even.
func scale(t *Thread, d *delta, f Value, divide bool) Value {
	m := micros(t, d)
	if m == null {
		return null
	}
	ratio := native.Call0(t, f, "as_integer_ratio")
	if ratio == null {
		return null
	}
	if !object.IsTuple(ratio) {
		return object.Raise(t, object.TTypeError, "unexpected return type from as_integer_ratio(): expected tuple, got '%s'", object.TypeName(t, ratio))
	}
	pair := object.As[object.Tuple](ratio)
	if pair.Len() != 2 {
		return object.Raise(t, object.TValueError, "as_integer_ratio() must return a 2-tuple")
	}
	over, under := *pair.At(0), *pair.At(1)
	if divide {
		over, under = under, over
	}
	m = object.BinaryOp(t, object.NbMultiply, m, over)
	if m == null {
		return null
	}
	return fromMicros(t, t.Type(tDelta), nearest(t, m, under))
}

// nearest is m/n rounded half to even.
func nearest(t *Thread, m, n Value) Value {
	if !object.IsIntLike(m) || !object.IsIntLike(n) {
		return object.Raise(t, object.TTypeError, "non-integer arguments in division")
	}
	if object.IntSign(n) == 0 {
		return object.Raise(t, object.TZeroDivisionError, "integer division or modulo by zero")
	}
	x, xok := object.Int64(m)
	y, yok := object.Int64(n)
	if xok && yok && y > 0 && y < 1<<62 {
		q, r := divmod(int(x), int(y))
		if 2*r > int(y) || 2*r == int(y) && q&1 == 1 {
			q++
		}
		return object.NewInt(t, int64(q))
	}
	if !t.Room(uint64(object.IntBitLen(m)+object.IntBitLen(n)) / 2) {
		return null
	}
	a, b := object.BigOf(m), object.BigOf(n)
	q, r := new(big.Int), new(big.Int)
	q.DivMod(a, new(big.Int).Abs(b), r) // floors, since the divisor is positive
	if c := r.Lsh(r, 1).CmpAbs(b); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	if b.Sign() < 0 {
		q.Neg(q)
	}
	return object.NewBigInt(t, q)
}

func deltaFloorDivide(t *Thread, a, b Value) Value {
	if !is(t, a, tDelta) {
		return object.NotImplemented
	}
	byDelta := is(t, b, tDelta)
	if !byDelta && !object.IsIntLike(b) {
		return object.NotImplemented
	}
	m := micros(t, deltaOf(a))
	if m == null {
		return null
	}
	if byDelta {
		n := micros(t, deltaOf(b))
		if n == null {
			return null
		}
		return object.IntFloorDiv(t, m, n)
	}
	return fromMicros(t, t.Type(tDelta), object.BinaryOp(t, object.NbFloorDivide, m, b))
}

func deltaTrueDivide(t *Thread, a, b Value) Value {
	if !is(t, a, tDelta) {
		return object.NotImplemented
	}
	d := deltaOf(a)
	switch {
	case is(t, b, tDelta):
		m := micros(t, d)
		n := micros(t, deltaOf(b))
		if m == null || n == null {
			return null
		}
		return object.IntTrueDiv(t, m, n)
	case object.IsFloatLike(b):
		return scale(t, d, b, true)
	case object.IsIntLike(b):
		m := micros(t, d)
		if m == null {
			return null
		}
		return fromMicros(t, t.Type(tDelta), nearest(t, m, b))
	}
	return object.NotImplemented
}

func deltaRemainder(t *Thread, a, b Value) Value {
	if !is(t, a, tDelta) || !is(t, b, tDelta) {
		return object.NotImplemented
	}
	m, n := micros(t, deltaOf(a)), micros(t, deltaOf(b))
	if m == null || n == null {
		return null
	}
	return fromMicros(t, t.Type(tDelta), object.IntMod(t, m, n))
}

func deltaDivmod(t *Thread, a, b Value) Value {
	if !is(t, a, tDelta) || !is(t, b, tDelta) {
		return object.NotImplemented
	}
	m, n := micros(t, deltaOf(a)), micros(t, deltaOf(b))
	if m == null || n == null {
		return null
	}
	r := object.IntDivmod(t, m, n)
	if r == null {
		return null
	}
	pair := object.As[object.Tuple](r)
	rest := fromMicros(t, t.Type(tDelta), *pair.At(1))
	if rest == null {
		return null
	}
	return object.Pair(t, *pair.At(0), rest)
}
