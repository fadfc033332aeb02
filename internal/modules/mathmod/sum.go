// The module math: sums, products and distances, exact or nearly so.

package mathmod

import (
	"math"

	"github.com/psyco-go/psy/internal/lib/libm"
	"github.com/psyco-go/psy/internal/vm/object"
)

// mathFsum adds without losing anything: partials are floats that do not overlap, in increasing order (Shewchuk 1997).
func mathFsum(t *Thread, self, seq Value) Value {
	it := object.Iter(t, seq)
	if it == null {
		return null
	}
	var space [32]float64
	partials := space[:0]
	special, infinities := 0.0, 0.0
	for {
		v := object.Next(t, it)
		if v == null {
			break
		}
		x, ok := object.AsFloat64(t, v)
		if !ok {
			return null
		}
		start := x
		n := 0
		for _, y := range partials {
			hi, lo := libm.TwoSum(x, y)
			if lo != 0 {
				partials[n] = lo
				n++
			}
			x = hi
		}
		partials = partials[:n]
		switch {
		case x == 0:
		case finite(x):
			partials = append(partials, x)
		case finite(start):
			return object.Raise(t, object.TOverflowError, "intermediate overflow in fsum")
		default:
			if math.IsInf(start, 0) {
				infinities += start
			}
			special += start
			partials = partials[:0]
		}
	}
	if t.Exc != null {
		return null
	}
	if special != 0 {
		if math.IsNaN(infinities) {
			return object.Raise(t, object.TValueError, "-inf + inf in fsum")
		}
		return object.Float(special)
	}
	n := len(partials)
	if n == 0 {
		return object.Float(0)
	}
	n--
	hi, lo := partials[n], 0.0
	for n > 0 {
		n--
		x, y := hi, partials[n]
		hi = x + y
		lo = y - (hi - x)
		if lo != 0 {
			break
		}
	}
	// Round half to even across the partials.
	if n > 0 && (lo < 0 && partials[n-1] < 0 || lo > 0 && partials[n-1] > 0) {
		y := lo * 2
		if x := hi + y; y == x-hi {
			hi = x
		}
	}
	return object.Float(hi)
}

func mathProd(t *Thread, self Value, args []Value) Value {
	it := object.Iter(t, args[0])
	if it == null {
		return null
	}
	r := args[1]
	if r == null {
		r = object.SmallInt(1)
	}
	for {
		v := object.Next(t, it)
		if v == null {
			if t.Exc != null {
				return null
			}
			return r
		}
		if r.IsFloat() && v.IsFloat() {
			r = object.Float(r.Float() * v.Float())
			continue
		}
		if r = object.BinaryOp(t, object.NbMultiply, r, v); r == null {
			return null
		}
	}
}

// productFactors are two factors as floats, one of which is a float and the other a float, an int or a bool.
func productFactors(t *Thread, x, y Value) (a, b float64, ok bool) {
	if !x.IsFloat() && !y.IsFloat() {
		return 0, 0, false
	}
	if a, ok = productFactor(t, x); ok {
		b, ok = productFactor(t, y)
	}
	return a, b, ok
}

// productFactor is a float, an int or a bool as a float, false for other objects and for ints that are too large.
func productFactor(t *Thread, v Value) (float64, bool) {
	if !v.IsFloat() && !v.IsBool() && !exactInt(v) {
		return 0, false
	}
	x, ok := object.AsFloat64(t, v)
	if !ok {
		t.ClearIf(object.TOverflowError)
	}
	return x, ok
}

// addIntProduct is total + x*y, false unless x and y are ints and all fits a word.
func addIntProduct(total int64, x, y Value) (int64, bool) {
	if x == null || !exactInt(x) || !exactInt(y) {
		return 0, false
	}
	a, ok := object.Int64(x)
	if !ok {
		return 0, false
	}
	b, ok := object.Int64(y)
	if !ok {
		return 0, false
	}
	p := a * b
	if a != 0 && (p/a != b || a == -1 && b == math.MinInt64) {
		return 0, false
	}
	sum := total + p
	return sum, (sum > total) == (p > 0)
}

func exactInt(v Value) bool { return v.IsInt() || v.IsExact(object.TInt) }

func mathSumprod(t *Thread, self Value, args []Value) Value {
	p := object.Iter(t, args[0])
	if p == null {
		return null
	}
	q := object.Iter(t, args[1])
	if q == null {
		return null
	}
	total := object.SmallInt(0)
	var part libm.Triple // of the products of floats, until there is another pair or a result that is not finite
	floats, used := true, false
	ints, intTotal := true, int64(0) // a sum of ints comes first, if it fits a word
	for {
		x := object.Next(t, p)
		if x == null && t.Exc != null {
			return null
		}
		y := object.Next(t, q)
		if y == null && t.Exc != null {
			return null
		}
		if (x == null) != (y == null) {
			return object.Raise(t, object.TValueError, "Inputs are not the same length")
		}
		if ints {
			intTotal, ints = addIntProduct(intTotal, x, y)
		}
		if floats && !ints {
			if x != null {
				if a, b, ok := productFactors(t, x, y); ok {
					if next := part.AddProduct(a, b); finite(next.Hi) {
						part, used = next, true
						continue
					}
				}
			}
			floats = false
			if used {
				if total = object.Add(t, total, object.Float(part.Sum())); total == null {
					return null
				}
			}
		}
		if x == null {
			return total
		}
		z := object.BinaryOp(t, object.NbMultiply, x, y)
		if z == null {
			return null
		}
		if total = object.Add(t, total, z); total == null {
			return null
		}
	}
}

// norm collects the coordinates of a point.
type norm struct {
	values  []float64
	largest float64
	nan     bool
}

func (n *norm) add(x float64) {
	x = math.Abs(x)
	if x != x {
		n.nan = true
	}
	if x > n.largest {
		n.largest = x
	}
	n.values = append(n.values, x)
}

func (n *norm) value() float64 {
	switch {
	case math.IsInf(n.largest, 0):
		return n.largest
	case n.nan:
		return math.NaN()
	case n.largest == 0 || len(n.values) <= 1:
		return n.largest
	}
	return libm.Norm(n.values, n.largest)
}

func mathHypot(t *Thread, self Value, args []Value) Value {
	var space [8]float64
	n := norm{values: space[:0]}
	for _, v := range args {
		x, ok := object.AsFloat64(t, v)
		if !ok {
			return null
		}
		n.add(x)
	}
	return object.Float(n.value())
}

func mathDist(t *Thread, self Value, args []Value) Value {
	p := tupleArg(t, args[0])
	if p == null {
		return null
	}
	q := tupleArg(t, args[1])
	if q == null {
		return null
	}
	x, y := object.As[object.Tuple](p), object.As[object.Tuple](q)
	if x.Len() != y.Len() {
		return object.Raise(t, object.TValueError, "both points must have the same number of dimensions")
	}
	var space [8]float64
	n := norm{values: space[:0]}
	for i := 0; i < x.Len(); i++ {
		a, ok := object.AsFloat64(t, *x.At(i))
		if !ok {
			return null
		}
		b, ok := object.AsFloat64(t, *y.At(i))
		if !ok {
			return null
		}
		n.add(a - b)
	}
	return object.Float(n.value())
}

func tupleArg(t *Thread, v Value) Value {
	x := object.TupleFromIterable(t, v)
	if x == nil {
		return null
	}
	return object.Of(x)
}
