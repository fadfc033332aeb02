// Values: Python objects and modules held by Go.

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

// Module is a Python module of a runtime.
type Module struct{ v Value }

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
