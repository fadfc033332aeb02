// The module _tracemalloc: how much memory the heap takes since tracing began. psy keeps no record of where objects were made, so there are no traces.

package tracing

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// tracing is what tracemalloc.start began; frames 0: nothing.
type tracing struct {
	frames     int64
	base, peak uint64 // bytes
	seen       uint64 // the heap's own peak, as far as it is counted in
}

var tracingKey = object.NewHostKey(func(*object.Runtime) *tracing { return new(tracing) })

// maxTraceFrames is as many frames as CPython keeps of an allocation.
const maxTraceFrames = 65535

// StartTracing is tracemalloc.start; false: the number of frames is out of range.
func StartTracing(rt *object.Runtime, frames int64) bool {
	if frames < 1 || frames > maxTraceFrames {
		return false
	}
	if x := tracingKey.Of(rt); x.frames == 0 {
		h := rt.Heap.Stats()
		*x = tracing{frames: frames, base: h.HeapBytes, seen: h.Peak}
	}
	return true
}

// now is how much there is more than when tracing began. A peak between two questions counts if the heap was never larger before.
func (x *tracing) now(rt *object.Runtime) uint64 {
	if x.frames == 0 {
		return 0
	}
	h := rt.Heap.Stats()
	n := h.HeapBytes - min(h.HeapBytes, x.base)
	x.peak = max(x.peak, n)
	if h.Peak > x.seen {
		x.seen, x.peak = h.Peak, max(x.peak, h.Peak-x.base)
	}
	return n
}

var _ = native.Register(native.ModuleDef{
	Name: "_tracemalloc",
	Funcs: []FuncDef{
		{Name: "start", Sig: "(nframe=1, /)", Fn: func(t *Thread, _ Value, a []Value) Value {
			frames := int64(1)
			if a[0] != null {
				var ok bool
				if frames, ok = object.AsSize(t, a[0], object.TOverflowError); !ok {
					return null
				}
			}
			if !StartTracing(t.RT, frames) {
				return object.Raise(t, object.TValueError, "the number of frames must be in range [1; %d]", maxTraceFrames)
			}
			return none
		}},
		{Name: "stop", Sig: "()", F0: func(t *Thread, _ Value) Value {
			*tracingKey.Of(t.RT) = tracing{}
			return none
		}},
		{Name: "is_tracing", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.Bool(tracingKey.Of(t.RT).frames != 0) }},
		{Name: "get_traceback_limit", Sig: "()", F0: func(t *Thread, _ Value) Value { return object.SmallInt(max(tracingKey.Of(t.RT).frames, 1)) }},
		{Name: "get_traced_memory", Sig: "()", F0: func(t *Thread, _ Value) Value {
			x := tracingKey.Of(t.RT)
			n := x.now(t.RT)
			return object.Pair(t, object.NewInt(t, int64(n)), object.NewInt(t, int64(x.peak)))
		}},
		{Name: "reset_peak", Sig: "()", F0: func(t *Thread, _ Value) Value {
			x := tracingKey.Of(t.RT)
			x.peak, x.seen = 0, t.RT.Heap.Stats().Peak
			return none
		}},
		{Name: "clear_traces", Sig: "()", F0: func(t *Thread, _ Value) Value {
			if x := tracingKey.Of(t.RT); x.frames != 0 {
				h := t.RT.Heap.Stats()
				x.base, x.peak, x.seen = h.HeapBytes, 0, h.Peak
			}
			return none
		}},
		{Name: "get_tracemalloc_memory", Sig: "()", F0: func(*Thread, Value) Value { return object.SmallInt(0) }},
		{Name: "_get_traces", Sig: "()", F0: func(t *Thread, _ Value) Value {
			l := object.NewList(t, 0)
			if l == nil {
				return null
			}
			return object.Of(l)
		}},
		{Name: "_get_object_traceback", Sig: "(obj, /)", F1: func(*Thread, Value, Value) Value { return none }},
	},
})

var _ = object.Plain[tracing]()
