// timedelta: making, showing and comparing.

package datetime

import (
	"math"
	"strconv"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

const (
	maxDays      = 999999999
	microsSecond = 1000000
	secondsDay   = 86400
	microsDay    = secondsDay * microsSecond
)

var _ = object.DefineType(tDelta, object.TypeDef{
	Name: "datetime.timedelta", Size: unsafe.Sizeof(delta{}), NoWeak: true, Flags: object.TypeBase, Slots: deltaSlots(),
	Methods: []FuncDef{
		{Name: "total_seconds", Sig: "()", F0: func(t *Thread, v Value) Value {
			m := micros(t, deltaOf(v))
			if m == null {
				return null
			}
			return object.IntTrueDiv(t, m, object.SmallInt(microsSecond))
		}},
		{Name: "__reduce__", Sig: "()", F0: func(t *Thread, v Value) Value {
			d := deltaOf(v)
			fields := object.Triple(t, object.SmallInt(int64(d.Days)), object.SmallInt(int64(d.Seconds)), object.SmallInt(int64(d.Micros)))
			if fields == null {
				return null
			}
			return object.Pair(t, object.TypeOf(t, v).Value(), fields)
		}},
	},
	GetSets: []object.GetSetDef{
		{Name: "days", Member: true, Bits: object.Bits{Word: 1, Width: 32, Signed: true}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(deltaOf(v).Days)) }},
		{Name: "seconds", Member: true, Bits: object.Bits{Word: 1, Shift: 32, Width: 32}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(deltaOf(v).Seconds)) }},
		{Name: "microseconds", Member: true, Bits: object.Bits{Word: 2, Width: 32}, Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(deltaOf(v).Micros)) }},
	},
})

func deltaSlots() object.Slots {
	s := object.Slots{
		New: deltaNew, Repr: deltaRepr, Str: deltaStr, Compare: deltaCompare,
		Hash: func(t *Thread, v Value) (int64, bool) { return deltaOf(v).hash(), true },
		Neg:  deltaNeg,
		Pos:  deltaPos,
		Abs: func(t *Thread, v Value) Value {
			if deltaOf(v).Days < 0 {
				return deltaNeg(t, v)
			}
			return deltaPos(t, v)
		},
		Bool: func(t *Thread, v Value) int {
			if deltaOf(v).zero() {
				return 0
			}
			return 1
		},
	}
	s.Binary[object.NbAdd] = deltaAdd
	s.Binary[object.NbSubtract] = deltaSubtract
	s.Binary[object.NbMultiply] = deltaMultiply
	s.Binary[object.NbFloorDivide] = deltaFloorDivide
	s.Binary[object.NbTrueDivide] = deltaTrueDivide
	s.Binary[object.NbRemainder] = deltaRemainder
	s.Binary[object.NbDivmod] = deltaDivmod
	return s
}

func (d *delta) zero() bool { return d.Days|d.Seconds|d.Micros == 0 }

func (d *delta) hash() int64 {
	if d.Hash == 0 {
		d.Hash = object.HashInts(int64(d.Days), int64(d.Seconds), int64(d.Micros))
	}
	return d.Hash
}

// allocDelta makes a timedelta of parts that are in range.
func allocDelta(t *Thread, typ *object.Type, days, seconds, micros int) Value {
	v := object.AllocInstance(t, typ)
	if v != null {
		d := deltaOf(v)
		d.Days, d.Seconds, d.Micros = int32(days), int32(seconds), int32(micros)
	}
	return v
}

// deltaFor makes a timedelta of a class: seconds and microseconds are in range, days may not be. There is one timedelta of nothing.
func deltaFor(t *Thread, typ *object.Type, days, seconds, micros int) Value {
	if uint(days+maxDays) > 2*maxDays {
		return object.Raise(t, object.TOverflowError, "days=%d; must have magnitude <= %d", days, maxDays)
	}
	if days|seconds|micros == 0 && typ.Is(tDelta) {
		if s := stateOf(t); s != nil {
			return s.Zero
		}
		return null
	}
	return allocDelta(t, typ, days, seconds, micros)
}

// makeDelta makes a timedelta of parts that need not be in range.
func makeDelta(t *Thread, days, seconds, micros int) Value {
	if uint(micros) >= microsSecond {
		n, rest := divmod(micros, microsSecond)
		seconds, micros = seconds+n, rest
	}
	if uint(seconds) >= secondsDay {
		n, rest := divmod(seconds, secondsDay)
		days, seconds = days+n, rest
	}
	return deltaFor(t, t.Type(tDelta), days, seconds, micros)
}

// divmod is Python's, for a positive divisor.
func divmod(x, y int) (quotient, rest int) {
	quotient, rest = x/y, x%y
	if rest < 0 {
		quotient--
		rest += y
	}
	return quotient, rest
}

// fits is the number of days whose microseconds are an int64.
const fits = math.MaxInt64/microsDay - 1

// small is the timedelta in microseconds, if an int64 holds them.
func (d *delta) small() (int64, bool) {
	if d.Days > fits || d.Days < -fits {
		return 0, false
	}
	return (int64(d.Days)*secondsDay+int64(d.Seconds))*microsSecond + int64(d.Micros), true
}

// micros is the timedelta in microseconds.
func micros(t *Thread, d *delta) Value {
	if n, ok := d.small(); ok {
		return object.NewInt(t, n)
	}
	seconds := object.NewInt(t, int64(d.Days)*secondsDay+int64(d.Seconds))
	m := object.IntMul(t, seconds, object.SmallInt(microsSecond))
	if m == null {
		return null
	}
	return object.IntAdd(t, m, object.SmallInt(int64(d.Micros)))
}

// smallDelta makes a timedelta of microseconds.
func smallDelta(t *Thread, typ *object.Type, n int64) Value {
	days, rest := divmod(int(n), microsDay)
	return deltaFor(t, typ, days, rest/microsSecond, rest%microsSecond)
}

// fromMicros makes a timedelta of microseconds, what an operator of a program's class has given may be anything.
func fromMicros(t *Thread, typ *object.Type, v Value) Value {
	if v == null {
		return null
	}
	if v.IsInt() {
		return smallDelta(t, typ, v.Int())
	}
	seconds, us, ok := checkedDivmod(t, v, microsSecond)
	if !ok {
		return null
	}
	days, s, ok := checkedDivmod(t, seconds, secondsDay)
	if !ok {
		return null
	}
	d, ok := object.AsInt(t, days)
	if !ok {
		return null
	}
	return deltaFor(t, typ, d, s, us)
}

// checkedDivmod is divmod, whose result may be a program's.
func checkedDivmod(t *Thread, v Value, by int) (quotient Value, rest int, ok bool) {
	r := object.BinaryOp(t, object.NbDivmod, v, object.SmallInt(int64(by)))
	if r == null {
		return null, 0, false
	}
	if !object.IsTuple(r) {
		object.Raise(t, object.TTypeError, "divmod() returned non-tuple (type %s)", object.TypeName(t, r))
		return null, 0, false
	}
	pair := object.As[object.Tuple](r)
	if pair.Len() != 2 {
		object.Raise(t, object.TTypeError, "divmod() returned a tuple of size %d", pair.Len())
		return null, 0, false
	}
	if rest, ok = object.AsInt(t, *pair.At(1)); !ok {
		return null, 0, false
	}
	if rest < 0 || rest >= by {
		object.Raise(t, object.TTypeError, "divmod() returned a value out of range")
		return null, 0, false
	}
	return *pair.At(0), rest, true
}

var deltaParams = &params{name: "__new__", kinds: "OOOOOOO", positional: 7,
	names: []string{"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"}}

// units are the parameters in the order in which they are added up, and how many microseconds each of them has.
var units = [...]struct {
	param  int
	micros int64
}{{2, 1}, {3, 1000}, {1, microsSecond}, {4, 60 * microsSecond}, {5, 3600 * microsSecond}, {0, microsDay}, {6, 7 * microsDay}}

func deltaNew(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	bound := t.PushArgs(len(deltaParams.names))
	if bound == nil {
		return null
	}
	r := null
	if deltaParams.bind(t, args, kw, bound) {
		r = sumDelta(t, typ, bound)
	}
	t.PopArgs(len(deltaParams.names))
	return r
}

// sumDelta adds the arguments up: whole microseconds in small as long as they fit, then in large; what is left of floats in rest.
func sumDelta(t *Thread, typ *object.Type, a []Value) Value {
	small, large, rest := int64(0), null, 0.0
	for _, u := range units {
		v := a[u.param]
		if v == null {
			continue
		}
		limit := int64(math.MaxInt64/10) / u.micros // so that all of them can be added
		if large == null && v.IsInt() && v.Int() <= limit && v.Int() >= -limit {
			small += v.Int() * u.micros
			continue
		}
		f, isFloat := 0.0, object.IsFloatLike(v)
		if isFloat {
			f, _ = object.AsFloat64(t, v)
			if large == null && math.Abs(f) <= float64(limit) {
				whole, part := math.Modf(f)
				small += int64(whole) * u.micros
				if part != 0 {
					whole, part = math.Modf(float64(u.micros) * part)
					small += int64(whole)
					rest += part
				}
				continue
			}
		}
		if large == null {
			large = object.NewInt(t, small)
		}
		switch {
		case isFloat:
			large, rest = addFloat(t, large, f, u.micros, rest)
		case object.IsIntLike(v):
			large = addProduct(t, large, v, u.micros)
		default:
			object.Raise(t, object.TTypeError, "unsupported type for timedelta %s component: %s", deltaParams.names[u.param], object.TypeName(t, v))
			return null
		}
		if large == null {
			return null
		}
	}
	if rest != 0 {
		if large != null {
			odd := object.BinaryOp(t, object.NbAnd, large, object.SmallInt(1))
			if odd == null {
				return null
			}
			parity := object.Truth(t, odd)
			if parity < 0 {
				return null
			}
			large = object.BinaryOp(t, object.NbAdd, large, object.SmallInt(roundRest(rest, float64(parity))))
		} else {
			small += roundRest(rest, float64(small&1))
		}
	}
	if large != null || t.Exc != null {
		return fromMicros(t, typ, large)
	}
	return smallDelta(t, typ, small)
}

// roundRest rounds to the nearest integer; of two, the one that makes the sum even.
func roundRest(rest, odd float64) int64 {
	whole := math.Round(rest)
	if math.Abs(whole-rest) == 0.5 {
		whole = 2*math.Round((rest+odd)*0.5) - odd
	}
	return int64(whole)
}

func addProduct(t *Thread, sum, v Value, factor int64) Value {
	product := object.BinaryOp(t, object.NbMultiply, v, object.NewInt(t, factor))
	if product == null {
		return null
	}
	return object.BinaryOp(t, object.NbAdd, sum, product)
}

// addFloat adds f*factor to a sum of whole microseconds, and what is less than one to rest.
func addFloat(t *Thread, sum Value, f float64, factor int64, rest float64) (Value, float64) {
	whole, part := math.Modf(f)
	if math.IsInf(f, 0) {
		whole, part = f, 0
	}
	n := object.FloatToInt(t, whole)
	if n == null {
		return null, 0
	}
	if sum = addProduct(t, sum, n, factor); sum == null || part == 0 {
		return sum, rest
	}
	whole, part = math.Modf(float64(factor) * part)
	if n = object.FloatToInt(t, whole); n == null {
		return null, 0
	}
	return object.BinaryOp(t, object.NbAdd, sum, n), rest + part
}

func deltaRepr(t *Thread, v Value) Value {
	d := deltaOf(v)
	b := append([]byte(object.TypeName(t, v)), '(')
	start := len(b)
	for _, f := range [...]struct {
		name  string
		value int32
	}{{"days=", d.Days}, {"seconds=", d.Seconds}, {"microseconds=", d.Micros}} {
		if f.value == 0 {
			continue
		}
		if len(b) > start {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(append(b, f.name...), int64(f.value), 10)
	}
	if len(b) == start {
		b = append(b, '0')
	}
	return object.StrOfBytes(t, append(b, ')'))
}

func deltaStr(t *Thread, v Value) Value {
	d := deltaOf(v)
	b := make([]byte, 0, 48)
	if d.Days != 0 {
		b = append(strconv.AppendInt(b, int64(d.Days), 10), " day"...)
		if d.Days != 1 && d.Days != -1 {
			b = append(b, 's')
		}
		b = append(b, ", "...)
	}
	s := int(d.Seconds)
	b = strconv.AppendInt(b, int64(s/3600), 10)
	b = appendTwo(append(b, ':'), s/60%60)
	b = appendTwo(append(b, ':'), s%60)
	if d.Micros != 0 {
		b = appendPadded(append(b, '.'), int(d.Micros), 6)
	}
	return object.StrOfBytes(t, b)
}

func compareDeltas(a, b *delta) int {
	switch {
	case a.Days != b.Days:
		return int(a.Days) - int(b.Days)
	case a.Seconds != b.Seconds:
		return int(a.Seconds) - int(b.Seconds)
	}
	return int(a.Micros) - int(b.Micros)
}

// ordered is the result of a comparison of what differs by diff.
func ordered(diff int, op object.CompareOp) Value {
	return object.Bool(object.CompareInts(int64(diff), 0, op))
}

func deltaCompare(t *Thread, a, b Value, op object.CompareOp) Value {
	if !is(t, a, tDelta) || !is(t, b, tDelta) {
		return object.NotImplemented
	}
	return ordered(compareDeltas(deltaOf(a), deltaOf(b)), op)
}
