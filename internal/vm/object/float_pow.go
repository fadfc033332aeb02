// Floats: powers.

package object

import (
	"math"

	"github.com/psyco-go/psy/internal/lib/libm"
)

// FloatPow is x ** y, a complex number for a negative x and a fractional y.
func FloatPow(t *Thread, x, y float64) Value {
	switch {
	case y == 0 || x == 1:
		return Float(1)
	case x == 0 && y < 0 && !math.IsInf(y, 0):
		return Raise(t, TZeroDivisionError, "0.0 cannot be raised to a negative power")
	case x < 0 && !math.IsInf(x, 0) && !math.IsInf(y, 0) && !math.IsNaN(y) && y != math.Floor(y):
		return complexPow(t, complex(x, 0), complex(y, 0))
	}
	r := libm.Pow(x, y)
	if math.IsInf(r, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
		return raiseRange(t)
	}
	return Float(r)
}

// raiseRange raises the OverflowError that C's ERANGE becomes.
func raiseRange(t *Thread) Value {
	msg := NewStr(t, "Numerical result out of range")
	if msg == Null {
		return Null
	}
	e := NewException(t, t.RT.Types[TOverflowError], SmallInt(34))
	if e == Null {
		return Null
	}
	args := Pair(t, SmallInt(34), msg)
	if args == Null {
		return Null
	}
	As[Exception](e).Args = args
	SetExc(t, e)
	return Null
}
