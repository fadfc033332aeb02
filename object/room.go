// Memory for what functions put together before it becomes an object: counted like objects, against the same cap.

package object

import "unsafe"

// scratchLeast is the size from which on memory for temporaries is taken from the heap; smaller ones are Go's.
const scratchLeast = 16 << 10

// Scratch returns an empty slice with room for n items without references; nil, with MemoryError set, if there is no memory. A large one is an object of the
// heap's, which lives while the slice lies in a local variable or an argument: it must not be kept elsewhere. Its contents are zero.
func Scratch[E any](t *Thread, n int) []E {
	var e E
	size := uint64(n) * uint64(unsafe.Sizeof(e))
	if n < 0 || uint64(n) > maxStrLen {
		t.NoMemory()
		return nil
	}
	if size < scratchLeast {
		return make([]E, 0, max(n, 1))
	}
	r := NewRaw(t, int(size))
	if r == nil {
		return nil
	}
	return unsafe.Slice((*E)(r.Data()), n)[:0]
}

// Grow returns buf with room for n items more, which append then need not find; false, with MemoryError set, if there is no memory for that.
func Grow[E any](t *Thread, buf []E, n int) ([]E, bool) {
	if cap(buf)-len(buf) >= n {
		return buf, true
	}
	return regrow(t, buf, n)
}

func regrow[E any](t *Thread, buf []E, n int) ([]E, bool) {
	out := Scratch[E](t, max(len(buf)+n, 2*cap(buf)))
	if out == nil && len(buf)+n < 2*cap(buf) && t.Exc.IsExact(TMemoryError) {
		t.ClearExc()
		out = Scratch[E](t, len(buf)+n)
	}
	if out == nil {
		return buf, false
	}
	return append(out, buf...), true
}

// Room reports whether n bytes of Go's memory may be used for a moment, before anything else is run; else MemoryError is set.
func (t *Thread) Room(n uint64) bool {
	if t.RT.Heap.Room(n) {
		return true
	}
	t.NoMemory()
	return false
}

// Held is memory for the Go side of an object whose word 1 is a handle: buf with room for n items more. What lies in the heap is kept under the number until
// Held is called again for the same one. False: MemoryError is set.
func Held[E any](t *Thread, handle uint64, number int, buf []E, n int) ([]E, bool) {
	if cap(buf)-len(buf) >= n {
		return buf, true
	}
	buf, ok := regrow(t, buf, n)
	if !ok {
		return buf, false
	}
	p := uintptr(unsafe.Pointer(unsafe.SliceData(buf)))
	if !t.RT.Heap.Contains(uint64(p)) {
		p = 0
	}
	t.RT.Heap.Handles().Keep(uint32(handle), number, p)
	return buf, true
}
