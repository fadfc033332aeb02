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
	return rawSlice[E](t, n)
}

// rawSlice is Scratch that takes memory of any size from the heap.
func rawSlice[E any](t *Thread, n int) []E {
	var e E
	r := NewRaw(t, n*int(unsafe.Sizeof(e)))
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
	return regrow(t, buf, n, Scratch[E])
}

// regrow copies buf to where it has room for n items more, twice as much as before if there is memory for that, else an eighth more: each copy is of
// what has grown since the last one.
func regrow[E any](t *Thread, buf []E, n int, alloc func(t *Thread, n int) []E) ([]E, bool) {
	if uint64(n) > maxStrLen {
		t.NoMemory()
		return buf, false
	}
	out := alloc(t, max(len(buf)+n, 2*cap(buf)))
	if less := max(len(buf)+n, len(buf)+len(buf)/8); out == nil && less < 2*cap(buf) && t.Exc.IsExact(TMemoryError) {
		t.ClearExc()
		out = alloc(t, less)
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

// Held is memory for the Go side of an object whose word 1 is a handle: buf with room for n items more. It lies in the heap and is kept under the number until
// Held is called again for the same one. False: MemoryError is set.
func Held[E any](t *Thread, handle uint64, number int, buf []E, n int) ([]E, bool) {
	if cap(buf)-len(buf) >= n {
		return buf, true
	}
	buf, ok := regrow(t, buf, n, rawSlice[E])
	if ok {
		t.RT.Heap.Handles().Keep(uint32(handle), number, uintptr(unsafe.Pointer(unsafe.SliceData(buf))))
	}
	return buf, ok
}

// A Meter counts Go's memory that a function makes as it goes, and lets go before it returns. A nil one counts nothing.
type Meter struct {
	t         *Thread
	due, held uint64
}

// meterStep is in what pieces a Meter asks the heap.
const meterStep = 64 << 10

// NewMeter begins to count. End must be called.
func NewMeter(t *Thread) *Meter { return &Meter{t: t} }

// Add counts n bytes more; false: MemoryError is set. It may collect.
func (m *Meter) Add(n int) bool {
	if m == nil {
		return true
	}
	if m.due += uint64(n); m.due < meterStep {
		return true
	}
	return m.ask()
}

func (m *Meter) ask() bool {
	if !m.t.RT.Heap.Charge(m.due) {
		m.t.NoMemory()
		return false
	}
	m.held += m.due
	m.due = 0
	return true
}

// End says that what was counted is let go.
func (m *Meter) End() {
	if m.held > 0 {
		m.t.RT.Heap.Release(m.held)
		m.held = 0
	}
}
