// Ranges: making them, items, membership, comparison.

package object

import "unsafe"

var _ = DefineType(TRange, TypeDef{
	Name:  "range",
	Flags: TypeSequence,
	Size:  unsafe.Sizeof(Range{}),
	Refs:  1<<1 | 1<<2 | 1<<3 | 1<<4,
	Slots: Slots{
		Repr:      rangeRepr,
		Hash:      rangeHash,
		Compare:   rangeCompare,
		New:       rangeNew,
		Iter:      rangeIter,
		Bool:      func(t *Thread, v Value) int { return intBool(t, As[Range](v).Length) },
		Len:       rangeLen,
		Subscript: rangeSubscript,
		Contains:  rangeContains,
	},
	Methods: []FuncDef{
		{Name: "__reversed__", F0: rangeReversed},
		{Name: "__reduce__", F0: rangeReduce},
		{Name: "count", Sig: "(value, /)", F1: rangeCount},
		{Name: "index", Sig: "(value, /)", F1: rangeIndex},
	},
	Members: []MemberDef{{Name: "start", Word: 1}, {Name: "stop", Word: 2}, {Name: "step", Word: 3}},
})

// indexExact is operator.index(v) as an exact int.
func indexExact(t *Thread, v Value) Value {
	if v.IsInt() {
		return v
	}
	return exactOrNull(t, Index(t, v))
}

func rangeNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	if KwLen(kw) > 0 {
		return Raise(t, TTypeError, "range() takes no keyword arguments")
	}
	start, step := SmallInt(0), SmallInt(1)
	var stop Value
	switch len(args) {
	case 0:
		return Raise(t, TTypeError, "range expected at least 1 argument, got 0")
	case 1:
		if stop = indexExact(t, args[0]); stop == Null {
			return Null
		}
	case 2, 3:
		if start = indexExact(t, args[0]); start == Null {
			return Null
		}
		if stop = indexExact(t, args[1]); stop == Null {
			return Null
		}
		if len(args) == 3 {
			if step = indexExact(t, args[2]); step == Null {
				return Null
			}
			if step == SmallInt(0) {
				return Raise(t, TValueError, "range() arg 3 must not be zero")
			}
		}
	default:
		return Raise(t, TTypeError, "range expected at most 3 arguments, got %d", len(args))
	}
	return NewRange(t, start, stop, step)
}

// NewRange makes a range of three exact ints, step not 0.
func NewRange(t *Thread, start, stop, step Value) Value {
	n := rangeLength(t, start, stop, step)
	if n == Null {
		return Null
	}
	r := New[Range](t, TRange)
	if r == nil {
		return Null
	}
	r.Start, r.Stop, r.Step, r.Length = start, stop, step, n
	return Of(r)
}

// rangeLength is the number of items.
func rangeLength(t *Thread, start, stop, step Value) Value {
	if BothInt(start, stop) && step.IsInt() {
		lo, hi, s := start.Int(), stop.Int(), step.Int()
		if s < 0 {
			lo, hi, s = hi, lo, -s
		}
		if lo >= hi {
			return SmallInt(0)
		}
		return NewInt(t, (hi-lo-1)/s+1)
	}
	lo, hi := start, stop
	if IntSign(step) < 0 {
		lo, hi = hi, lo
		if step = IntNeg(t, step); step == Null {
			return Null
		}
	}
	if CompareIntValues(lo, hi) >= 0 {
		return SmallInt(0)
	}
	d := IntSub(t, hi, lo)
	if d == Null {
		return Null
	}
	if d = IntSub(t, d, SmallInt(1)); d == Null {
		return Null
	}
	if d = IntFloorDiv(t, d, step); d == Null {
		return Null
	}
	return IntAdd(t, d, SmallInt(1))
}

// small returns start, step and length as machine ints, if all of the range's numbers are small ints.
func (r *Range) small() (start, step, n int64, ok bool) {
	if !BothInt(r.Start, r.Step) || !r.Length.IsInt() {
		return 0, 0, 0, false
	}
	start, step, n = r.Start.Int(), r.Step.Int(), r.Length.Int()
	if n > 0 {
		hi, lo := mulSmall(step, n-1)
		if hi != uint64(int64(lo)>>63) || !FitsSmall(int64(lo)) || !FitsSmall(start+int64(lo)) {
			return 0, 0, 0, false
		}
	}
	return start, step, n, true
}

// rangeItem is start + i*step.
func rangeItem(t *Thread, start, step, i Value) Value {
	d := IntMul(t, i, step)
	if d == Null {
		return Null
	}
	return IntAdd(t, start, d)
}

func rangeRepr(t *Thread, v Value) Value {
	r := As[Range](v)
	start, ok := ReprString(t, r.Start)
	if !ok {
		return Null
	}
	stop, ok := ReprString(t, r.Stop)
	if !ok {
		return Null
	}
	if r.Step == SmallInt(1) {
		return NewStr(t, "range("+start+", "+stop+")")
	}
	step, ok := ReprString(t, r.Step)
	if !ok {
		return Null
	}
	return NewStr(t, "range("+start+", "+stop+", "+step+")")
}

func rangeHash(t *Thread, v Value) (int64, bool) {
	r := As[Range](v)
	key := NewTuple(t, 3)
	if key == nil {
		return 0, false
	}
	*key.At(0), *key.At(1), *key.At(2) = r.Length, None, None
	if r.Length != SmallInt(0) {
		*key.At(1) = r.Start
		if r.Length != SmallInt(1) {
			*key.At(2) = r.Step
		}
	}
	return Hash(t, Of(key))
}

func rangeCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE || !b.IsExact(TRange) {
		return NotImplemented
	}
	x, y := As[Range](a), As[Range](b)
	same := CompareIntValues(x.Length, y.Length) == 0
	if same && x.Length != SmallInt(0) {
		same = CompareIntValues(x.Start, y.Start) == 0 && (x.Length == SmallInt(1) || CompareIntValues(x.Step, y.Step) == 0)
	}
	return Bool(same == (op == EQ))
}

func rangeLen(t *Thread, v Value) int64 {
	n, ok := Int64(As[Range](v).Length)
	if !ok {
		Raise(t, TOverflowError, "Python int too large to convert to C ssize_t")
		return -1
	}
	return n
}

func rangeSubscript(t *Thread, v, k Value) Value {
	r := As[Range](v)
	if k.IsInt() {
		if start, step, n, ok := r.small(); ok {
			i := k.Int()
			if i < 0 {
				i += n
			}
			if i < 0 || i >= n {
				return Raise(t, TIndexError, "range object index out of range")
			}
			return SmallInt(start + i*step)
		}
	}
	if k.IsExact(TSlice) {
		return rangeSlice(t, r, k)
	}
	if !IsIndex(t, k) {
		return Raise(t, TTypeError, "range indices must be integers or slices, not %s", TypeName(t, k))
	}
	i := indexExact(t, k)
	if i == Null {
		return Null
	}
	if IntSign(i) < 0 {
		if i = IntAdd(t, i, r.Length); i == Null {
			return Null
		}
	}
	if IntSign(i) < 0 || CompareIntValues(i, r.Length) >= 0 {
		return Raise(t, TIndexError, "range object index out of range")
	}
	return rangeItem(t, r.Start, r.Step, i)
}

func rangeSlice(t *Thread, r *Range, k Value) Value {
	start, stop, step, ok := longIndices(t, As[Slice](k), r.Length)
	if !ok {
		return Null
	}
	lo := rangeItem(t, r.Start, r.Step, start)
	if lo == Null {
		return Null
	}
	hi := rangeItem(t, r.Start, r.Step, stop)
	if hi == Null {
		return Null
	}
	if step = IntMul(t, step, r.Step); step == Null {
		return Null
	}
	return NewRange(t, lo, hi, step)
}

// rangeFind returns the index of an exact int or bool, Null without exception if it is not in the range.
func rangeFind(t *Thread, r *Range, x Value) Value {
	x = ExactInt(t, x)
	if start, step, n, ok := r.small(); ok {
		if !x.IsInt() {
			return Null
		}
		d := x.Int() - start
		if d%step != 0 || d/step < 0 || d/step >= n {
			return Null
		}
		return SmallInt(d / step)
	}
	if r.Length == SmallInt(0) {
		return Null
	}
	d := IntSub(t, x, r.Start)
	if d == Null {
		return Null
	}
	q, m := intDivmod(t, d, r.Step, true, true, "")
	if q == Null || m != SmallInt(0) || IntSign(q) < 0 || CompareIntValues(q, r.Length) >= 0 {
		return Null
	}
	return q
}

// isPlainInt reports whether v is exactly an int or a bool, whose equality no Python code decides.
func isPlainInt(v Value) bool { return v.IsInt() || v.IsBool() || v.IsExact(TInt) }

func rangeContains(t *Thread, v, x Value) int {
	if isPlainInt(x) {
		switch {
		case rangeFind(t, As[Range](v), x) != Null:
			return 1
		case t.Exc != Null:
			return -1
		}
		return 0
	}
	i := rangeSearch(t, v, x)
	switch {
	case i != Null:
		return 1
	case t.Exc != Null:
		return -1
	}
	return 0
}

// rangeSearch finds x by comparing all items; Null without exception when there is none.
func rangeSearch(t *Thread, v, x Value) Value {
	it := rangeIter(t, v)
	if it == Null {
		return Null
	}
	for i := int64(0); ; i++ {
		y := Next(t, it)
		if y == Null {
			return Null
		}
		switch EqualBool(t, y, x) {
		case 1:
			return NewInt(t, i)
		case -1:
			return Null
		}
	}
}

func rangeCount(t *Thread, v, x Value) Value {
	if isPlainInt(x) {
		found := rangeContains(t, v, x)
		if found < 0 {
			return Null
		}
		return SmallInt(int64(found))
	}
	it := rangeIter(t, v)
	if it == Null {
		return Null
	}
	n := int64(0)
	for {
		y := Next(t, it)
		if y == Null {
			if t.Exc != Null {
				return Null
			}
			return SmallInt(n)
		}
		c := EqualBool(t, y, x)
		if c < 0 {
			return Null
		}
		n += int64(c)
	}
}

func rangeIndex(t *Thread, v, x Value) Value {
	if !isPlainInt(x) {
		i := rangeSearch(t, v, x)
		if i == Null && t.Exc == Null {
			return Raise(t, TValueError, "sequence.index(x): x not in sequence")
		}
		return i
	}
	i := rangeFind(t, As[Range](v), x)
	if i == Null && t.Exc == Null {
		shown, ok := ReprString(t, x)
		if !ok {
			return Null
		}
		return Raise(t, TValueError, "%s is not in range", shown)
	}
	return i
}

func rangeReduce(t *Thread, v Value) Value {
	r := As[Range](v)
	args := NewTuple(t, 3)
	if args == nil {
		return Null
	}
	*args.At(0), *args.At(1), *args.At(2) = r.Start, r.Stop, r.Step
	return Pair(t, Of(t.Type(TRange)), Of(args))
}
