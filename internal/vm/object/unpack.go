// Unpacking, length hints, minimum and maximum: what the interpreter and builtins need of iterables.

package object

import "unsafe"

// LengthHint is operator.length_hint(v, def); -1 on error, where an exception is set: def may be -1 as well.
func LengthHint(t *Thread, v Value, def int64) int64 {
	typ := TypeOf(t, v)
	if typ.Slots.Len != nil {
		n := Len(t, v)
		if n >= 0 {
			return n
		}
		if !t.ClearIf(TTypeError) {
			return -1
		}
	}
	f, bound := dunder(t, v, N_length_hint_)
	if f == Null {
		if t.Exc != Null {
			return -1
		}
		return def
	}
	r := callFound0(t, f, v, bound)
	if r == Null {
		if t.ClearIf(TTypeError) {
			return def
		}
		return -1
	}
	if r == NotImplemented {
		return def
	}
	if !r.IsInt() && !r.IsBool() && !hasFlag(r, TypeIntSub) {
		Raise(t, TTypeError, "__length_hint__ must be an integer, not %s", TypeName(t, r))
		return -1
	}
	n, ok := AsSize(t, r, TOverflowError)
	if !ok {
		return -1
	}
	if n < 0 {
		Raise(t, TValueError, "__length_hint__() should return >= 0")
		return -1
	}
	return n
}

// Unpack splits iterable v into exactly n values (after < 0), or into n values, a list of the middle ones, and after more.
// They are stored in stack order: the first value goes last in dst, which has n or n+1+after places. dst lies on the VM stack.
func Unpack(t *Thread, v Value, n, after int, dst []Value) bool {
	top := len(dst) - 1
	switch items, ok := itemsOf(v); {
	case ok && after < 0 && len(items) == n:
		for i, x := range items {
			dst[top-i] = x
		}
		return true
	case ok && after >= 0 && len(items) >= n+after:
		last := len(items) - after
		for i, x := range items[:n] {
			dst[top-i] = x
		}
		for i, x := range items[last:] {
			dst[after-1-i] = x
		}
		l := ListOf(t, items[n:last])
		dst[after] = l
		return l != Null
	}
	it := Iter(t, v)
	if it == Null {
		if t.Matches(TTypeError) && TypeOf(t, v).Slots.Iter == nil {
			t.ClearExc()
			Raise(t, TTypeError, "cannot unpack non-iterable %s object", TypeName(t, v))
		}
		return false
	}
	for i := 0; i < n; i++ {
		x := Next(t, it)
		if x == Null {
			if t.Exc == Null {
				if after < 0 {
					Raise(t, TValueError, "not enough values to unpack (expected %d, got %d)", n, i)
				} else {
					Raise(t, TValueError, "not enough values to unpack (expected at least %d, got %d)", n+after, i)
				}
			}
			return false
		}
		dst[top-i] = x
	}
	if after < 0 {
		if Next(t, it) == Null {
			return t.Exc == Null
		}
		Raise(t, TValueError, "too many values to unpack (expected %d)", n)
		return false
	}
	l := ListFromIterable(t, it)
	if l == nil {
		return false
	}
	rest := l.Len()
	if rest < after {
		Raise(t, TValueError, "not enough values to unpack (expected at least %d, got %d)", n+after, n+rest)
		return false
	}
	for i := 0; i < after; i++ {
		dst[after-1-i] = *l.At(rest - after + i)
	}
	l.remove(t, rest-after, rest)
	dst[after] = Of(l)
	return true
}

// itemsOf are the items of a tuple or list.
func itemsOf(v Value) (items []Value, ok bool) {
	switch {
	case v.IsExact(TTuple):
		return As[Tuple](v).Items(), true
	case v.IsExact(TList):
		return As[List](v).Slice(), true
	}
	return nil, false
}

// extremeInt is MinMax of a list, tuple or set that consists of small ints, so that comparing them is all there is to do, and that is short enough to be
// looked at without a poll. Null: it is none of these.
func extremeInt(items Value, op CompareOp) Value {
	var all []Value
	switch {
	case items.IsExact(TList) && As[List](items).Size > 0:
		all = unsafe.Slice(As[List](items).Items.At(0), As[List](items).Size)
	case items.IsExact(TTuple):
		all = As[Tuple](items).Items()
	case (items.IsExact(TSet) || items.IsExact(TFrozenSet)) && As[Set](items).Keys != nil:
		all = unsafe.Slice(As[Set](items).Keys.At(0), As[Set](items).Mask+1)
	}
	if len(all) > pollEach {
		return Null
	}
	best, least := Null, op == LT
	for _, v := range all {
		switch {
		case !isKey(v): // a free place of a set
		case !v.IsInt():
			return Null
		case best == Null || v.Int() < best.Int() == least && v != best:
			best = v
		}
	}
	return best
}

// MinMax is min (op LT) and max (op GT) over an iterable, with key None for the items themselves. It returns Null without an exception
// when there are no items.
func MinMax(t *Thread, iterable, key Value, op CompareOp) Value {
	if key == None {
		if best := extremeInt(iterable, op); best != Null {
			return best
		}
	}
	var p Pull
	if !p.Begin(t, iterable) {
		return Null
	}
	var calls Calls
	defer func() {
		calls.End(t)
		p.End(t)
	}()
	many := (p.seq == Null || len(p.items()) > callsFew) && calls.Begin(t, key, 1)
	best := extreme{op: op}
	for {
		rule := PullOne
		if key == None {
			rule = Numbers(best.key)
		}
		v := Null
		if !calls.Ended() {
			v = p.Next(t, rule)
		}
		if v == Null {
			if t.Exc != Null {
				return Null
			}
			return best.item
		}
		k := v
		if key != None {
			if k = Call1(t, key, v); k == Null {
				return Null
			}
		}
		if !best.take(t, v, k) || many && !best.takeMany(t, &p, &calls) {
			return Null
		}
	}
}

// extreme is what min or max has found.
type extreme struct {
	item, key Value //psy:root it is a local variable
	op        CompareOp
}

// takeMany makes calls ahead while their results are numbers, which may be compared later. False: t.Exc is set.
func (e *extreme) takeMany(t *Thread, p *Pull, calls *Calls) bool {
	rule := Numbers(e.key)
	if rule == PullOne || !p.iterate(t) || !calls.Over(t, p.it, rule, CallRoom) {
		return t.Exc == Null
	}
	items := calls.Items()
	for i, k := range calls.Results() {
		if !e.take(t, items[i], k) {
			return false
		}
	}
	return t.Exc == Null
}

// take looks at the next item. False: t.Exc is set.
func (e *extreme) take(t *Thread, v, k Value) bool {
	switch {
	case e.item == Null:
	case BothInt(k, e.key):
		if k == e.key || (k.Int() < e.key.Int()) != (e.op == LT) {
			return true
		}
	default:
		switch CompareBool(t, k, e.key, e.op) {
		case -1:
			return false
		case 0:
			return true
		}
	}
	e.item, e.key = v, k
	return true
}
