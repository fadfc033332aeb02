// The object protocol: what Python's operators and built-in functions do with an object, as methods of Value.

package psy

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
)

// ended is the error of a call that went well, or not: an exception; or that it was interrupted, even if Python code caught that.
func (r *Runtime) ended(ok bool) error {
	switch {
	case !ok:
		return r.failure()
	case r.cancel.told:
		return &Interrupted{nil, r.cancel.cause()}
	}
	return nil
}

// Attr is v.name.
func (v Value) Attr(ctx context.Context, name string) (x Value, err error) {
	h := v.h
	if h == nil || v.bits != 0 || doneOf(ctx) != nil {
		return v.attr(ctx, name)
	}
	r := h.r
	if r.slow() || !r.gate.Pass() && !r.gate.Enter() {
		return v.attr(ctx, name)
	}
	o := object.Null // what lies where an object of the same shape had the attribute
	if e := r.knownAs(name); e.is(name) && !h.released.Load() && (h.batch == nil || h.batch.epoch == r.epoch.Load()) {
		if o = e.at.At(r.roots[h.slot]); o.IsPtr() {
			x = r.hold(o)
		}
	}
	r.gate.Leave()
	keep(v)
	switch {
	case o == object.Null:
		return v.attr(ctx, name)
	case x.h == nil:
		x = Value{&r.plain, uint64(o)}
	}
	return x, nil
}

// attr is Attr for what is not known.
func (v Value) attr(ctx context.Context, name string) (Value, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) (Value, error) {
		n, err := r.name(name)
		if err != nil {
			return Value{}, err
		}
		x, err := r.result(object.GetAttr(r.t, o, n))
		if e := r.knownAs(name); err == nil && e.is(name) {
			e.at = object.PlaceOf(r.t, o, n)
		}
		return x, err
	})
}

// HasAttr reports whether v has an attribute, as hasattr does: exceptions other than AttributeError are errors.
func (v Value) HasAttr(ctx context.Context, name string) (bool, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) (bool, error) {
		n, err := r.name(name)
		if err != nil {
			return false, err
		}
		has := object.LookupAttr(r.t, o, n) != object.Null
		return has, r.ended(has || r.t.Exc == object.Null)
	})
}

// SetAttr is v.name = x.
func (v Value) SetAttr(ctx context.Context, name string, x any) error {
	return do(v, ctx, func(r *Runtime, o object.Value) error { return r.setAttr(o, name, x) })
}

// DelAttr is del v.name.
func (v Value) DelAttr(ctx context.Context, name string) error {
	return do(v, ctx, func(r *Runtime, o object.Value) error { return r.delAttr(o, name) })
}

// Item is v[key].
func (v Value) Item(ctx context.Context, key any) (Value, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) (Value, error) {
		k, err := r.toPython(key, "key")
		if err != nil {
			return Value{}, err
		}
		return r.result(object.GetItem(r.t, o, k))
	})
}

// SetItem is v[key] = x.
func (v Value) SetItem(ctx context.Context, key, x any) error {
	return do(v, ctx, func(r *Runtime, o object.Value) error {
		k, err := r.toPython(key, "key")
		if err != nil {
			return err
		}
		to, err := r.toPython(x, "item")
		if err != nil {
			return err
		}
		return r.ended(object.SetItem(r.t, o, k, to))
	})
}

// DelItem is del v[key].
func (v Value) DelItem(ctx context.Context, key any) error {
	return do(v, ctx, func(r *Runtime, o object.Value) error {
		k, err := r.toPython(key, "key")
		if err != nil {
			return err
		}
		return r.ended(object.SetItem(r.t, o, k, object.Null))
	})
}

// Len is len(v).
func (v Value) Len(ctx context.Context) (int, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) (int, error) {
		n := int(object.Len(r.t, o))
		return max(n, 0), r.ended(n >= 0)
	})
}

// Contains is x in v.
func (v Value) Contains(ctx context.Context, x any) (bool, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) (bool, error) {
		e, err := r.toPython(x, "element")
		if err != nil {
			return false, err
		}
		return r.answer(object.Contains(r.t, o, e))
	})
}

// answer is what a question gives that Python has answered: above 0 yes, 0 no, below 0 an exception.
func (r *Runtime) answer(n int) (bool, error) { return n > 0, r.ended(n >= 0) }

// Truth is bool(v).
func (v Value) Truth(ctx context.Context) (bool, error) {
	if v.h == nil {
		return false, nil
	}
	return with(v, ctx, func(r *Runtime, o object.Value) (bool, error) { return r.answer(object.Truth(r.t, o)) })
}

// Hash is hash(v).
func (v Value) Hash(ctx context.Context) (int64, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) (int64, error) {
		hash, ok := object.Hash(r.t, o)
		return hash, r.ended(ok)
	})
}

// Type is type(v).
func (v Value) Type(ctx context.Context) (Value, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) (Value, error) { return r.result(object.TypeOf(r.t, o).Value()) })
}

// TypeName is the name of v's class, as in Python's error messages; "" if v cannot be asked (its runtime is in use or closed, v was released).
func (v Value) TypeName() string {
	if v.IsNone() {
		return "NoneType"
	}
	name, _ := with(v, nil, func(r *Runtime, o object.Value) (string, error) { return object.TypeName(r.t, o), nil })
	return name
}

// IsInstance is isinstance(v, class); class may also be a tuple of classes ([2]psy.Value{a, b}), as there.
func (v Value) IsInstance(ctx context.Context, class any) (bool, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) (bool, error) {
		cls, err := r.toPython(class, "class")
		if err != nil {
			return false, err
		}
		return r.answer(object.IsInstanceCheck(r.t, o, cls))
	})
}

// Is is v is x: both are the same object.
func (v Value) Is(ctx context.Context, x Value) (bool, error) {
	if v.h == nil || x.h == nil {
		return v.IsNone() && x.IsNone(), nil
	}
	return with(v, ctx, func(r *Runtime, o object.Value) (bool, error) {
		other, err := x.of(r)
		keep(x)
		return err == nil && o == other, err
	})
}

// Equal is bool(v == x).
func (v Value) Equal(ctx context.Context, x any) (bool, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) (bool, error) {
		other, err := r.toPython(x, "operand")
		if err != nil {
			return false, err
		}
		return r.answer(object.CompareBool(r.t, o, other, object.EQ))
	})
}

// Compare orders v and x as package cmp does: 0 if v == x, -1 if v < x, +1 if v > x, asked in this order. If nothing of that is true, as for nan and
// for sets of which none is part of the other, the error is a *ConversionError.
func (v Value) Compare(ctx context.Context, x any) (int, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) (int, error) {
		other, err := r.toPython(x, "operand")
		if err != nil {
			return 0, err
		}
		return r.compare(o, other)
	})
}

func (r *Runtime) compare(a, b object.Value) (int, error) {
	for _, q := range [...]struct {
		op    object.CompareOp
		order int
	}{{object.EQ, 0}, {object.LT, -1}, {object.GT, +1}} {
		n := object.CompareBool(r.t, a, b, q.op)
		if err := r.ended(n >= 0); err != nil {
			return 0, err
		}
		if n > 0 {
			return q.order, nil
		}
	}
	return 0, &ConversionError{object.TypeName(r.t, a), "an order", "", "neither is greater, and they are not equal"}
}

// Repr is repr(v).
func (v Value) Repr(ctx context.Context) (string, error) { return v.shown(ctx, object.Repr) }

// Str is str(v). String is for those who cannot take an error.
func (v Value) Str(ctx context.Context) (string, error) { return v.shown(ctx, object.ToStr) }

func (v Value) shown(ctx context.Context, show func(*object.Thread, object.Value) object.Value) (string, error) {
	if v.h == nil {
		return "None", nil
	}
	return with(v, ctx, func(r *Runtime, o object.Value) (string, error) {
		s := show(r.t, o)
		if err := r.outcome(s); err != nil {
			return "", err
		}
		return object.GoString(s), nil
	})
}

// Dir is dir(v): the names of its attributes, sorted.
func (v Value) Dir(ctx context.Context) ([]string, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) ([]string, error) {
		list := modules.Dir(r.t, o)
		if err := r.outcome(list); err != nil {
			return nil, err
		}
		return r.strs(list)
	})
}

// strs are the items of a list of strs.
func (r *Runtime) strs(list object.Value) ([]string, error) {
	l := object.As[object.List](list)
	names := make([]string, 0, l.Len())
	for i := range l.Len() {
		s := *l.At(i)
		if !object.IsStr(s) {
			return nil, &ConversionError{object.TypeName(r.t, s), "string", element("", i), ""}
		}
		names = append(names, object.GoString(s))
	}
	return names, nil
}

// CallMethod is v.name(*args, **kw).
func (v Value) CallMethod(ctx context.Context, name string, args ArgList, kw ...Kw) (Value, error) {
	return with(v, ctx, func(r *Runtime, o object.Value) (Value, error) {
		n, err := r.name(name)
		if err != nil {
			return Value{}, err
		}
		return r.callWith(o, n, args, kw)
	})
}

// Iter iterates over v, as a for statement does. Between items the runtime is free: the loop's body may use it. An exception is yielded as an error,
// with which the iteration ends. If the loop is left early, and __iter__ was a generator function, its generator is closed; if v is a generator itself,
// another loop goes on where this one was left.
func (v Value) Iter(ctx context.Context) iter.Seq2[Value, error] {
	return func(yield func(Value, error) bool) {
		it, own, err := v.iterator(ctx)
		if err != nil {
			yield(Value{}, err)
			return
		}
		s := iteration{r: it.h.r, it: it, done: doneOf(ctx)}
		if own {
			defer it.endIteration(ctx)
			s.most = leastAhead
		}
		var ahead [mostAhead]object.Value // no references
		for {
			x, more, err := s.next(ctx, func(next []object.Value) int { return copy(ahead[:], withoutReferences(next)) })
			if err != nil {
				yield(Value{}, err)
				return
			}
			for i, x := range ahead[:s.n] {
				it.h.used = uint32(i + 1)
				if !yield(Value{&s.r.plain, uint64(x)}, nil) {
					return
				}
				if s.r.gate.Moment() != s.state || s.done != nil && s.over() {
					break
				}
			}
			if s.n == 0 && (!more || !yield(x, nil)) {
				return
			}
		}
	}
}

// iterator is iter(v); own: it is another object than v.
func (v Value) iterator(ctx context.Context) (it Value, own bool, err error) {
	it, err = with(v, ctx, func(r *Runtime, o object.Value) (Value, error) {
		i := object.Iter(r.t, o)
		if own = i != o; !own {
			return v, r.ended(true)
		}
		return r.result(i)
	})
	return it, own, err
}

// iteration is a loop's. Of a list or tuple it takes several items at once, if they are no references: these hold as long as nobody uses the runtime,
// which its gate tells. The iterator is stepped over the first of them at once. Over the others that were used it is stepped when a loop over it goes on,
// this one or another within: so it is the iterator's handle that tells how many they are.
type iteration struct {
	r     *Runtime
	it    Value
	done  <-chan struct{} // the context's
	n     int             // how many are ahead
	most  int             // how many to take; 0: the iterator may be known elsewhere, and goes by single steps
	state uint64          // the gate's moment while those ahead are good
}

// A loop takes leastAhead items at first, and each time as many times more as it has used, up to mostAhead.
const leastAhead, mostAhead = 8, 256

// over reports whether the context has ended.
func (s *iteration) over() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// next is next(it), after those ahead. Unless n is 0 then, there are items ahead instead of x, which take has taken.
func (s *iteration) next(ctx context.Context, take func([]object.Value) int) (x Value, more bool, err error) {
	r := s.r
	var c call
	if err := r.enter(ctx, &c); err != nil {
		return x, false, err
	}
	defer r.leave(&c, &err)
	o, err := s.it.of(r)
	if err == nil {
		s.skip(o)
		if s.n = 0; s.most > 0 && !c.inner && r.t.Alone() {
			next := object.Ahead(o)
			s.n = take(next[:min(len(next), s.most)])
		}
		if s.n > 0 {
			object.Skip(o, 1)
			s.state = r.gate.Next()
		} else if e := object.Next(r.t, o); e == object.Null && r.t.Exc == object.Null {
			err = r.ended(true)
		} else {
			x, err = r.result(e)
			more = err == nil
		}
	}
	keep(s.it)
	c.done = true
	return x, more, err
}

// skip steps the iterator over those ahead that were used, and says how many to take the next time.
func (s *iteration) skip(it object.Value) {
	if h := s.it.h; h.used > 0 {
		object.Skip(it, int(h.used)-1)
		s.most, h.used = min(leastAhead*int(h.used), mostAhead), 0
	}
}

// withoutReferences are the first values, up to one that is a reference.
func withoutReferences(from []object.Value) []object.Value {
	if len(from) > 0 && from[0].IsInt() && object.AllInts(from) {
		return from
	}
	if n := slices.IndexFunc(from, func(e object.Value) bool { return e.IsPtr() || e == object.Null }); n >= 0 {
		return from[:n]
	}
	return from
}

// Generator iterates over a Python iterable, an item at a time, converting items to T. After an error it ends. The iterator is made now, and another loop
// goes on where this one was left.
func Generator[T any](v Value) (iter.Seq2[T, error], error) {
	switch any(new(T)).(type) {
	case *int, *int64, *float64:
	default:
		return As[iter.Seq2[T, error]](v)
	}
	it, own, err := v.iterator(nil)
	if err != nil {
		return nil, err
	}
	return func(yield func(T, error) bool) {
		s := iteration{r: it.h.r, it: it}
		if own {
			defer s.back()
			s.most = leastAhead
		}
		var ahead [mostAhead]T
		for {
			v, more, err := s.next(nil, func(next []object.Value) int { return plainNumbers(ahead[:len(next)], next) })
			var x T
			if more {
				x, err = Into[T](v, err)
			}
			if err != nil {
				yield(x, err)
				return
			}
			for i, x := range ahead[:s.n] {
				it.h.used = uint32(i + 1)
				if !yield(x, nil) {
					return
				}
				if s.r.gate.Moment() != s.state {
					break
				}
			}
			if s.n == 0 && (!more || !yield(x, nil)) {
				return
			}
		}
	}, nil
}

// plainNumbers converts values to numbers of their kind, and tells how many of them, up to the first of another kind.
func plainNumbers[T any](to []T, from []object.Value) int {
	switch to := any(to).(type) {
	case []int:
		if strconv.IntSize != 64 {
			return 0
		}
		return plainInts(unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(to))), len(to)), from)
	case []int64:
		return plainInts(to, from)
	case []float64:
		for i, v := range from {
			if !v.IsFloat() {
				return i
			}
			to[i] = v.Float()
		}
	default:
		return 0
	}
	return len(from)
}

func plainInts(to []int64, from []object.Value) int {
	if len(from) > 0 && from[0].IsInt() && object.UnboxInts(to, from) {
		return len(from)
	}
	for i, v := range from {
		if !v.IsInt() {
			return i
		}
		to[i] = v.Int()
	}
	return len(from)
}

// back steps the iterator over those ahead that were used.
func (s *iteration) back() {
	if s.it.h.used > 1 {
		do(s.it, nil, func(_ *Runtime, it object.Value) error { s.skip(it); return nil })
	}
}

// endIteration closes a generator that nobody else has, and lets go of it.
func (it Value) endIteration(ctx context.Context) {
	do(it, ctx, func(r *Runtime, o object.Value) error {
		if o.IsExact(object.TGenerator) && object.CallMethod0(r.t, o, object.Intern(r.t, "close")) == object.Null {
			r.rt.Host.Unraisable(r.t, "", o) // as where CPython drops a generator
		}
		return nil
	})
	it.Release()
}
