// Telling somebody of each allocation.

package heap

// A Tracer is told of each object that is made, and of collections.
type Tracer interface {
	// Before is called before an allocation. It may charge memory.
	Before()
	// Made is called when an object of size bytes has been made at p. It must not touch the heap.
	Made(p, size uintptr)
	// Collected is called by each collection when it is known what is live.
	Collected(live func(p uintptr) bool)
}

// SetTracer has a tracer told of allocations from now on; nil: nobody. While there is one, allocators show no room, so that machine code and
// Alloc call for every object; otherwise a tracer costs nothing.
func (h *Heap) SetTracer(x Tracer) {
	for _, a := range h.allocators {
		a.show()
	}
	h.tracer = x
	for _, a := range h.allocators {
		a.hide()
	}
}

// Traced reports whether there is a tracer.
func (h *Heap) Traced() bool { return h.tracer != nil }

// closed reports whether every allocation has to take the slow path.
func (h *Heap) closed() bool { return h.stress > 0 || h.tracer != nil }
