// Objects of native types: making them, lists and texts of them, iterating.

package native

import "github.com/psyco-go/psy/internal/vm/object"

// StrOrRepr is a str's text, or another object's repr.
func StrOrRepr(t *Thread, v Value) string {
	if object.IsStr(v) {
		return object.GoString(v)
	}
	return ReprOf(t, v)
}

// ReprOf is an object's repr, or its type's name if that fails.
func ReprOf(t *Thread, v Value) string {
	s, ok := object.ReprString(t, v)
	if !ok {
		t.ClearExc()
		return object.TypeName(t, v)
	}
	return s
}

// EmptyList makes a list.
func EmptyList(t *Thread) Value {
	l := object.NewList(t, 0)
	if l == nil {
		return null
	}
	return object.Of(l)
}

// Alloc makes an instance as a pointer to its Go form; nil without memory.
func Alloc[T any](t *Thread, typ *object.Type) *T { return object.As[T](object.AllocInstance(t, typ)) }

// Next advances an iterator; at its end Null, with or without StopIteration set.
func Next(t *Thread, it Value) Value {
	if t.Breaker.Load()&object.BreakAll != 0 && !t.Poll() {
		return null
	}
	return object.Step(t, it)
}

// ReprCall shows an object as a call of its type: name(a) or name(a, b).
func ReprCall(t *Thread, v, a, b Value) Value {
	text, ok := object.AppendRepr(t, append([]byte(object.TypeOf(t, v).NameString()), '('), a)
	if ok && b != null {
		text, ok = object.AppendRepr(t, append(text, ", "...), b)
	}
	if !ok {
		return null
	}
	return object.StrOfBytes(t, append(text, ')'))
}

// DoneIf is None, or Null when something has failed.
func DoneIf(ok bool) Value {
	if !ok {
		return null
	}
	return none
}

// GetAll applies get to each of n keys: a single result, or a tuple.
func GetAll(t *Thread, v Value, n int, get func(i int) Value) Value {
	if n == 1 {
		return get(0)
	}
	r := object.NewTuple(t, n)
	if r == nil {
		return null
	}
	for i := 0; i < n; i++ {
		x := get(i)
		if x == null {
			return null
		}
		*r.At(i) = x
	}
	return object.Of(r)
}

// OrNone is v, with None for Null.
func OrNone(v Value) Value {
	if v == null {
		return none
	}
	return v
}

// StrList makes a list of strs, which are the system's texts; nil on error.
func StrList(t *Thread, items []string) *object.List {
	l := object.NewList(t, 0)
	for _, s := range items {
		if l == nil {
			return nil
		}
		if v := FSStr(t, s); v == null || !l.Append(t, v) {
			return nil
		}
	}
	return l
}

// StrTuple makes a tuple of strs; Null on error.
func StrTuple(t *Thread, items []string) Value {
	l := StrList(t, items)
	if l == nil {
		return null
	}
	return object.TupleOf(t, l.Slice())
}

// FrameAt is the frame that many callers up; nil: there are not so many.
func FrameAt(t *Thread, depth int64) *object.Frame {
	f := t.Frame
	for ; f != nil && depth > 0; depth-- {
		f = f.Prev
	}
	return f
}
