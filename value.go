// Values: Python objects and modules held by Go.

package psy

import (
	"context"
	"runtime"

	"github.com/psyco-go/psy/internal/vm/object"
)

// Value is a Python object of any kind. The zero Value is None. It keeps the object alive until Go's collector finds that nobody has it or a copy of it any
// more, or until Release. It gives errors after its runtime's Close. Values that were made one after another are found dead together, up to eight of them,
// unless they are used after a collection of Go's.
type Value struct {
	h    *handle
	bits uint64 // the object, if it is no reference: a number that is not large, a constant
}

// hold makes a Value. The runtime is entered.
func (r *Runtime) hold(v object.Value) Value {
	if !v.IsPtr() {
		if v == object.Null {
			return Value{}
		}
		return Value{&r.plain, uint64(v)}
	}
	return Value{h: r.newHandle(v)}
}

// Release lets go of the object at once. v and its copies give ErrReleased from then on; a second Release does nothing. It is for those who make many
// Values, or hold large objects, and do not want to wait for Go's collector, which does not know how much Python memory a Value keeps. It may be called on
// any goroutine, but not while another uses v. A Go function made of a Python function holds that itself; Module.Value is what its Module holds.
// None, bools, floats and most ints hold nothing: Release does nothing for them.
func (v Value) Release() {
	if h := v.h; h != nil && h.slot != noSlot {
		h.release()
	}
}

// IsNone reports whether v is None.
func (v Value) IsNone() bool { return v.h == nil || v.bits == uint64(object.None) }

// of is the object, for its own runtime, which is entered.
func (v Value) of(r *Runtime) (object.Value, error) {
	h := v.h
	switch {
	case v.IsNone():
		return object.None, nil
	case h.r != r:
		return object.Null, ErrForeign
	case h.slot == noSlot:
		return object.Value(v.bits), nil
	case h.released.Load():
		return object.Null, ErrReleased
	}
	if h.batch != nil && h.batch.epoch != r.epoch.Load() {
		h.settle()
	}
	o := r.roots[h.slot]
	if o == object.Null {
		return o, ErrReset
	}
	return o, nil
}

// Module is a Python module of a runtime.
type Module struct{ v Value }

// newModule makes a Module.
func (r *Runtime) newModule(mod object.Value) *Module {
	h := r.newHandle(mod)
	h.settle()
	return &Module{Value{h: h}}
}

// Value is the module as an object.
func (m *Module) Value() Value {
	if m == nil {
		return Value{}
	}
	return m.v
}

// runtime is the module's; nil: it is no module.
func (m *Module) runtime() *Runtime {
	if m == nil || m.v.h == nil {
		return nil
	}
	return m.v.h.r
}

// keep keeps a value's object alive to this point.
func keep(v Value) { runtime.KeepAlive(v.h) }

// entered calls f with the runtime entered.
func entered[R any](r *Runtime, ctx context.Context, f func() (R, error)) (res R, err error) {
	var c call
	if err := r.enter(ctx, &c); err != nil {
		return res, err
	}
	defer r.leave(&c, &err)
	res, err = f()
	c.done = true
	return res, err
}

// with calls f with v's runtime, which is entered, and v's object.
func with[R any](v Value, ctx context.Context, f func(r *Runtime, o object.Value) (R, error)) (res R, err error) {
	if v.h == nil {
		return res, errNone
	}
	r := v.h.r
	var c call
	if err := r.enter(ctx, &c); err != nil {
		return res, err
	}
	defer r.leave(&c, &err)
	o, err := v.of(r)
	if err == nil {
		res, err = f(r, o)
	}
	keep(v)
	c.done = true
	return res, err
}

// do is with for what gives an error alone.
func do(v Value, ctx context.Context, f func(r *Runtime, o object.Value) error) error {
	_, err := with(v, ctx, func(r *Runtime, o object.Value) (struct{}, error) { return struct{}{}, f(r, o) })
	return err
}
