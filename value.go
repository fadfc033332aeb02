// Value: Python objects held by Go.
package psy

import (
	"runtime"

	"github.com/psyco-go/psy/object"
)

// Value is a Python object of any kind. The zero Value is None. It keeps the object alive while Go can reach it, and gives errors after its runtime's Close.
type Value struct{ h *handle }

// handle is a slot of a runtime's roots. The slot is given back when Go has dropped the handle.
type handle struct {
	r    *Runtime
	slot uint32
}

// hold makes a Value. The runtime is entered.
func (r *Runtime) hold(v object.Value) Value {
	if v == object.None || v == object.Null {
		return Value{}
	}
	h := &handle{r, r.root(v)}
	runtime.AddCleanup(h, r.drop, h.slot)
	return Value{h}
}

// root finds a slot for v.
func (r *Runtime) root(v object.Value) uint32 {
	if n := len(r.free); n > 0 {
		slot := r.free[n-1]
		r.free = r.free[:n-1]
		r.roots[slot] = v
		return slot
	}
	r.roots = append(r.roots, v) //psy:root visited by visitRoots
	return uint32(len(r.roots) - 1)
}

// drop is told, on any goroutine, that a slot is not used any more.
func (r *Runtime) drop(slot uint32) {
	r.mu.Lock()
	r.dropped = append(r.dropped, slot)
	r.mu.Unlock()
	r.hooked.Store(true)
}

// release takes dropped slots back. The runtime is entered.
func (r *Runtime) release() {
	r.hooked.Store(false)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, slot := range r.dropped {
		r.roots[slot] = object.Null
		r.free = append(r.free, slot)
	}
	r.dropped = r.dropped[:0]
}

func (r *Runtime) visitRoots(visit func(uint64)) {
	for _, v := range r.roots {
		visit(uint64(v))
	}
}

// IsNone reports whether v is None.
func (v Value) IsNone() bool { return v.h == nil }

// of is the object, for its own runtime, which is entered.
func (v Value) of(r *Runtime) (object.Value, error) {
	if v.h == nil {
		return object.None, nil
	}
	if v.h.r != r {
		return object.Null, ErrForeign
	}
	return r.roots[v.h.slot], nil
}

// String is str() of the object, or what hinders it.
func (v Value) String() string {
	if v.h == nil {
		return "None"
	}
	s, err := v.text()
	if err != nil {
		return "<" + err.Error() + ">"
	}
	return s
}

func (v Value) text() (s string, err error) {
	r := v.h.r
	var c call
	if err := r.enter(nil, &c); err != nil {
		return "", err
	}
	defer r.leave(&c, &err)
	s, err = r.str(r.roots[v.h.slot])
	runtime.KeepAlive(v.h)
	c.done = true
	return s, err
}

func (r *Runtime) str(v object.Value) (string, error) {
	s := object.ToStr(r.t, v)
	if s == object.Null {
		return "", r.failure()
	}
	return object.GoString(s), nil
}
