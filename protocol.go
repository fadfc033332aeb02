// The object protocol: what Python's operators and built-in functions do with an object, as methods of Value.

package psy

import (
	"context"
	"iter"

	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
)

// begin enters the runtime of v, and gives its object. Without error leave must follow, deferred.
func (v Value) begin(ctx context.Context, c *call) (*Runtime, object.Value, error) {
	if v.h == nil {
		return nil, object.Null, errNone
	}
	r := v.h.r
	if err := r.enter(ctx, c); err != nil {
		return nil, object.Null, err
	}
	o, err := v.of(r)
	if err != nil {
		c.done = true
		r.leave(c, &err)
	}
	return r, o, err
}

// end is what a call ends with, before leave: whether it went well, and that v was in use until now.
func (v Value) end(c *call, ok bool) error {
	r := v.h.r
	var err error
	if !ok || r.cancel.told {
		err = r.ended(ok)
	}
	keep(v)
	c.done = true
	return err
}

// done is end for a call that has its error already.
func (v Value) done(c *call, err error) error {
	keep(v)
	c.done = true
	return err
}

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
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return x, err
	}
	defer r.leave(&c, &err)
	n, err := r.name(name)
	if err == nil {
		x, err = r.result(object.GetAttr(r.t, o, n))
	}
	return x, v.done(&c, err)
}

// HasAttr reports whether v has an attribute, as hasattr does: exceptions other than AttributeError are errors.
func (v Value) HasAttr(ctx context.Context, name string) (has bool, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return false, err
	}
	defer r.leave(&c, &err)
	n, err := r.name(name)
	if err == nil {
		has = object.LookupAttr(r.t, o, n) != object.Null
		err = r.ended(has || r.t.Exc == object.Null)
	}
	return has, v.done(&c, err)
}

// SetAttr is v.name = x.
func (v Value) SetAttr(ctx context.Context, name string, x any) (err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return err
	}
	defer r.leave(&c, &err)
	n, err := r.name(name)
	if err == nil {
		var to object.Value
		if to, err = r.toPython(x, name); err == nil {
			err = r.ended(object.SetAttr(r.t, o, n, to))
		}
	}
	return v.done(&c, err)
}

// DelAttr is del v.name.
func (v Value) DelAttr(ctx context.Context, name string) (err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return err
	}
	defer r.leave(&c, &err)
	n, err := r.name(name)
	if err == nil {
		err = r.ended(object.SetAttr(r.t, o, n, object.Null))
	}
	return v.done(&c, err)
}

// Item is v[key].
func (v Value) Item(ctx context.Context, key any) (x Value, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return x, err
	}
	defer r.leave(&c, &err)
	k, err := r.toPython(key, "key")
	if err == nil {
		x, err = r.result(object.GetItem(r.t, o, k))
	}
	return x, v.done(&c, err)
}

// SetItem is v[key] = x.
func (v Value) SetItem(ctx context.Context, key, x any) (err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return err
	}
	defer r.leave(&c, &err)
	k, err := r.toPython(key, "key")
	if err == nil {
		var to object.Value
		if to, err = r.toPython(x, "item"); err == nil {
			err = r.ended(object.SetItem(r.t, o, k, to))
		}
	}
	return v.done(&c, err)
}

// DelItem is del v[key].
func (v Value) DelItem(ctx context.Context, key any) (err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return err
	}
	defer r.leave(&c, &err)
	k, err := r.toPython(key, "key")
	if err == nil {
		err = r.ended(object.SetItem(r.t, o, k, object.Null))
	}
	return v.done(&c, err)
}

// Len is len(v).
func (v Value) Len(ctx context.Context) (n int, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return 0, err
	}
	defer r.leave(&c, &err)
	n = int(object.Len(r.t, o))
	err = v.end(&c, n >= 0)
	return max(n, 0), err
}

// Contains is x in v.
func (v Value) Contains(ctx context.Context, x any) (has bool, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return false, err
	}
	defer r.leave(&c, &err)
	e, err := r.toPython(x, "element")
	if err == nil {
		n := object.Contains(r.t, o, e)
		has, err = n > 0, r.ended(n >= 0)
	}
	return has, v.done(&c, err)
}

// Truth is bool(v).
func (v Value) Truth(ctx context.Context) (truth bool, err error) {
	if v.h == nil {
		return false, nil
	}
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return false, err
	}
	defer r.leave(&c, &err)
	n := object.Truth(r.t, o)
	return n > 0, v.end(&c, n >= 0)
}

// Hash is hash(v).
func (v Value) Hash(ctx context.Context) (hash int64, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return 0, err
	}
	defer r.leave(&c, &err)
	hash, ok := object.Hash(r.t, o)
	return hash, v.end(&c, ok)
}

// Type is type(v).
func (v Value) Type(ctx context.Context) (typ Value, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return typ, err
	}
	defer r.leave(&c, &err)
	typ = r.hold(object.TypeOf(r.t, o).Value())
	return typ, v.end(&c, true)
}

// TypeName is the name of v's class, as in Python's error messages; "" if v cannot be asked (its runtime is in use or closed, v was released).
func (v Value) TypeName() (name string) {
	if v.IsNone() {
		return "NoneType"
	}
	var c call
	r, o, err := v.begin(nil, &c)
	if err != nil {
		return ""
	}
	defer r.leave(&c, &err)
	name = object.TypeName(r.t, o)
	v.end(&c, true)
	return name
}

// IsInstance is isinstance(v, class); class may also be a tuple of classes ([2]psy.Value{a, b}), as there.
func (v Value) IsInstance(ctx context.Context, class any) (is bool, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return false, err
	}
	defer r.leave(&c, &err)
	cls, err := r.toPython(class, "class")
	if err == nil {
		n := object.IsInstanceCheck(r.t, o, cls)
		is, err = n > 0, r.ended(n >= 0)
	}
	return is, v.done(&c, err)
}

// Is is v is x: both are the same object.
func (v Value) Is(ctx context.Context, x Value) (is bool, err error) {
	if v.h == nil || x.h == nil {
		return v.IsNone() && x.IsNone(), nil
	}
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return false, err
	}
	defer r.leave(&c, &err)
	other, err := x.of(r)
	keep(x)
	return err == nil && o == other, v.done(&c, err)
}

// Equal is bool(v == x).
func (v Value) Equal(ctx context.Context, x any) (equal bool, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return false, err
	}
	defer r.leave(&c, &err)
	other, err := r.toPython(x, "operand")
	if err == nil {
		n := object.CompareBool(r.t, o, other, object.EQ)
		equal, err = n > 0, r.ended(n >= 0)
	}
	return equal, v.done(&c, err)
}

// Compare orders v and x as package cmp does: 0 if v == x, -1 if v < x, +1 if v > x, asked in this order. If nothing of that is true, as for nan and
// for sets of which none is part of the other, the error is a *ConversionError.
func (v Value) Compare(ctx context.Context, x any) (order int, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return 0, err
	}
	defer r.leave(&c, &err)
	other, err := r.toPython(x, "operand")
	if err == nil {
		order, err = r.compare(o, other)
	}
	return order, v.done(&c, err)
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

func (v Value) shown(ctx context.Context, show func(*object.Thread, object.Value) object.Value) (text string, err error) {
	if v.h == nil {
		return "None", nil
	}
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return "", err
	}
	defer r.leave(&c, &err)
	s := show(r.t, o)
	if err = r.outcome(s); err == nil {
		text = object.GoString(s)
	}
	return text, v.done(&c, err)
}

// Dir is dir(v): the names of its attributes, sorted.
func (v Value) Dir(ctx context.Context) (names []string, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return nil, err
	}
	defer r.leave(&c, &err)
	list := modules.Dir(r.t, o)
	if err = r.outcome(list); err == nil {
		names, err = r.strs(list)
	}
	return names, v.done(&c, err)
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
func (v Value) CallMethod(ctx context.Context, name string, args ArgList, kw ...Kw) (x Value, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return x, err
	}
	defer r.leave(&c, &err)
	n, err := r.name(name)
	if err == nil {
		x, err = r.callWith(o, n, args, kw)
	}
	return x, v.done(&c, err)
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
		if own {
			defer it.endIteration(ctx)
		}
		for {
			x, more, err := it.next(ctx)
			if err != nil {
				yield(Value{}, err)
				return
			}
			if !more || !yield(x, nil) {
				return
			}
		}
	}
}

// iterator is iter(v); own: it is another object than v.
func (v Value) iterator(ctx context.Context) (it Value, own bool, err error) {
	var c call
	r, o, err := v.begin(ctx, &c)
	if err != nil {
		return it, false, err
	}
	defer r.leave(&c, &err)
	i := object.Iter(r.t, o)
	if i == o {
		return v, false, v.end(&c, true)
	}
	it, err = r.result(i)
	return it, true, v.done(&c, err)
}

// next is next(it).
func (it Value) next(ctx context.Context) (x Value, more bool, err error) {
	var c call
	r, o, err := it.begin(ctx, &c)
	if err != nil {
		return x, false, err
	}
	defer r.leave(&c, &err)
	e := object.Next(r.t, o)
	if e == object.Null && r.t.Exc == object.Null {
		return x, false, it.end(&c, true)
	}
	x, err = r.result(e)
	return x, err == nil, it.done(&c, err)
}

// endIteration closes a generator that nobody else has, and lets go of it.
func (it Value) endIteration(ctx context.Context) {
	var c call
	r, o, err := it.begin(ctx, &c)
	if err != nil {
		it.Release()
		return
	}
	defer r.leave(&c, &err)
	if o.IsExact(object.TGenerator) && object.CallMethod0(r.t, o, object.Intern(r.t, "close")) == object.Null {
		r.rt.Host.Unraisable(r.t, "", o) // as where CPython drops a generator
	}
	it.Release()
	c.done = true
}
