// Value: Python objects held by Go.

package psy

import (
	"runtime"
	"sync/atomic"

	"github.com/psyco-go/psy/internal/vm/object"
)

// Value is a Python object of any kind. The zero Value is None. It keeps the object alive until Go's collector finds that nobody has it or a copy of it any
// more, or until Release. It gives errors after its runtime's Close.
type Value struct{ h *handle }

// handle is a slot of a runtime's roots. The slot is given back when Go has dropped the handle.
type handle struct {
	r        *Runtime
	slot     uint32
	released atomic.Bool
	cleanup  runtime.Cleanup
}

// hold makes a Value. The runtime is entered.
func (r *Runtime) hold(v object.Value) Value {
	if v == object.None || v == object.Null {
		return Value{}
	}
	h := &handle{r: r, slot: r.root(v)}
	h.cleanup = runtime.AddCleanup(h, r.drop, h.slot)
	return Value{h}
}

// Release lets go of the object at once. v and its copies give ErrReleased from then on; a second Release does nothing. It is for those who make many
// Values, or hold large objects, and do not want to wait for Go's collector, which does not know how much Python memory a Value keeps. It may be called on
// any goroutine, but not while another uses v. A Go function made of a Python function holds that itself; Module.Value is what its Module holds.
func (v Value) Release() {
	if h := v.h; h != nil && !h.released.Swap(true) {
		h.cleanup.Stop()
		h.r.drop(h.slot)
	}
}

// object is the object of a handle; its runtime is entered.
func (h *handle) object() (object.Value, error) {
	if h.released.Load() {
		return object.Null, ErrReleased
	}
	return h.r.roots[h.slot], nil
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
	return v.h.object()
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
	o, err := v.h.object()
	if err == nil {
		s, err = r.str(o)
	}
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
