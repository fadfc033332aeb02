// The module math: sums, products and distances, exact or nearly so.
package modules

import (
	"math"

	"github.com/psyco-go/psy/libm"
	"github.com/psyco-go/psy/object"
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

// sumTotal adds the float part of a sum of products to the rest.
func sumTotal(t *Thread, total Value, part libm.Triple) Value {
	return object.Add(t, total, object.Float(part.Sum()))
}

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
	var part libm.Triple
	inFloats := false
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
		if x != null && (x.IsFloat() && (y.IsFloat() || y.IsInt()) || x.IsInt() && y.IsFloat()) {
			a, _ := object.AsFloat64(t, x)
			b, _ := object.AsFloat64(t, y)
			if next := part.AddProduct(a, b); finite(next.Sum()) {
				part, inFloats = next, true
				continue
			}
		}
		if inFloats {
			if total = sumTotal(t, total, part); total == null {
				return null
			}
			part, inFloats = libm.Triple{}, false
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

// norm is the Euclidean norm: squares are summed in doubled precision, scaled so that none overflows.
type norm struct {
	values   []float64
	largest  float64
	infinite bool
	nan      bool
}

func (n *norm) add(x float64) {
	x = math.Abs(x)
	switch {
	case math.IsNaN(x):
		n.nan = true
	case math.IsInf(x, 0):
		n.infinite = true
	}
	if x > n.largest {
		n.largest = x
	}
	n.values = append(n.values, x)
}

func (n *norm) value() float64 {
	switch {
	case n.infinite:
		return math.Inf(1)
	case n.nan:
		return math.NaN()
	case n.largest == 0 || len(n.values) <= 1:
		return n.largest
	}
	_, e := math.Frexp(n.largest)
	var sum libm.Double
	for _, x := range n.values {
		x = math.Ldexp(x, -e)
		sum = sum.Add(libm.TwoProd(x, x))
	}
	return math.Ldexp(sum.Sqrt().Value(), e)
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
