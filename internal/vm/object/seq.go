// Tuples, lists and raw arrays: making them and reaching their items.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// Len returns the number of items.
func (x *Tuple) Len() int { return int(x.Size) }

// At returns the address of item i, which must be in range.
func (x *Tuple) At(i int) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(x), TupleItems+uintptr(i)*8))
}

// Items returns the items as a slice over the object; it is valid while the tuple is reachable from a local variable.
func (x *Tuple) Items() []Value { return unsafe.Slice(x.At(0), x.Size) }

// NewTuple makes a tuple of n Nulls, to be filled before anybody sees it; nil without memory (t.Exc is set).
func NewTuple(t *Thread, n int) *Tuple {
	if n == 0 && t.RT.EmptyTuple != nil {
		return t.RT.EmptyTuple
	}
	p := t.Alloc(TTuple.Shape(), TupleItems+uintptr(n)*8, 0)
	if p == nil {
		t.NoMemory()
		return nil
	}
	x := (*Tuple)(p)
	x.Size = int64(n)
	return x
}

// TupleOf makes a tuple of the values of a slice that lies off the Go heap.
func TupleOf(t *Thread, items []Value) Value {
	x := NewTuple(t, len(items))
	if x == nil {
		return Null
	}
	if !blitNew(t, x.Items(), items) {
		return Null
	}
	return Of(x)
}

// Pair makes a tuple of two.
func Pair(t *Thread, a, b Value) Value {
	x := NewTuple(t, 2)
	if x == nil {
		return Null
	}
	*x.At(0), *x.At(1) = a, b
	return Of(x)
}

// Tuple1 makes a tuple of one.
func Tuple1(t *Thread, a Value) Value {
	x := NewTuple(t, 1)
	if x == nil {
		return Null
	}
	*x.At(0) = a
	return Of(x)
}

// At returns the address of value i.
func (x *Values) At(i int) *Value {
	return (*Value)(unsafe.Add(unsafe.Pointer(x), ValuesItems+uintptr(i)*8))
}

// NewValues makes an array of n Nulls; nil without memory.
func NewValues(t *Thread, n int) *Values {
	if uint64(n) > 1<<40 {
		t.NoMemory()
		return nil
	}
	p := t.Alloc(TValues.Shape(), ValuesItems+uintptr(n)*8, 0)
	if p == nil {
		t.NoMemory()
	}
	return (*Values)(p)
}

// NewRaw makes n zero bytes without references; nil without memory.
func NewRaw(t *Thread, n int) *Raw {
	if uint64(n) > 1<<42 {
		t.NoMemory()
		return nil
	}
	p := t.Alloc(TRaw.Shape(), RawData+uintptr(n), 0)
	if p == nil {
		t.NoMemory()
	}
	return (*Raw)(p)
}

// Data returns the address of the bytes.
func (r *Raw) Data() unsafe.Pointer { return unsafe.Add(unsafe.Pointer(r), RawData) }

// Len returns the number of items.
func (l *List) Len() int { return int(l.Size) }

// At returns the address of item i, which must be in range.
func (l *List) At(i int) *Value { return l.Items.At(i) }

// Slice returns the items as a slice; it is valid until the list changes.
func (l *List) Slice() []Value {
	if l.Size == 0 {
		return nil
	}
	return unsafe.Slice(l.Items.At(0), l.Size)
}

// NewList makes a list of n Nulls, to be filled before anybody sees it; nil without memory.
func NewList(t *Thread, n int) *List {
	p := t.Alloc(TList.Shape(), unsafe.Sizeof(List{}), 0)
	if p == nil {
		t.NoMemory()
		return nil
	}
	l := (*List)(p)
	if n > 0 {
		l.Items = NewValues(t, n)
		if l.Items == nil {
			return nil
		}
		l.Size, l.Cap = int64(n), int64(n)
	}
	return l
}

// ListOf makes a list of the values of a slice that lies off the Go heap.
func ListOf(t *Thread, items []Value) Value {
	l := NewList(t, len(items))
	if l == nil {
		return Null
	}
	if !blitNew(t, l.Slice(), items) {
		return Null
	}
	return Of(l)
}

// Grow makes room for n items in all, growing as CPython's lists do; false without memory.
func (l *List) Grow(t *Thread, n int) bool {
	if int64(n) <= l.Cap {
		return true
	}
	c := (n + n>>3 + 6) &^ 3
	if n-int(l.Size) > c-n {
		c = (n + 3) &^ 3
	}
	return l.setCap(t, c)
}

// setCap makes the storage one for c items, or moves the items to such; false without memory, or halted.
func (l *List) setCap(t *Thread, c int) bool {
	if c > int(l.Cap) && l.Items != nil && uint64(c) < 1<<40 && t.Lengthen(uintptr(unsafe.Pointer(l.Items)), ValuesItems+uintptr(c)*8) {
		l.Cap = int64(c)
		return true
	}
	v := NewValues(t, c)
	if v == nil {
		return false
	}
	if l.Size > 0 && !blitNew(t, unsafe.Slice(v.At(0), l.Size), l.Slice()) {
		return false
	}
	l.Items, l.Cap = v, int64(c)
	return true
}

// reserve is Grow for a list about to be extended: empty storage is made to measure.
func (l *List) reserve(t *Thread, n int) bool {
	if l.Items == nil && n > 0 {
		return l.setCap(t, (n+1)&^1)
	}
	return l.Grow(t, n)
}

// smallCap is how many items an empty list may keep room for: stacks are emptied and filled again and again.
const smallCap = 8

// trim gives storage back when less than half of it is in use.
func (l *List) trim(t *Thread) {
	switch {
	case l.Size >= l.Cap>>1 || l.Size == 0 && l.Cap <= smallCap:
		return
	case l.Size == 0:
		l.clear()
		return
	}
	if n := int(l.Size); !l.setCap(t, (n+n>>3+6)&^3) {
		t.dropExc() // it stays as large as it is
	}
}

// Append adds one item; false without memory.
func (l *List) Append(t *Thread, v Value) bool {
	if l.Size >= l.Cap && !l.Grow(t, int(l.Size)+1) {
		return false
	}
	*l.Items.At(int(l.Size)) = v
	l.Size++
	return true
}

// NewCell makes a cell.
func NewCell(t *Thread, v Value) Value {
	p := t.Alloc(TCell.Shape(), unsafe.Sizeof(Cell{}), 0)
	if p == nil {
		return t.NoMemory()
	}
	(*Cell)(p).Ref = v
	return FromPtr(p)
}

// NewSlice makes a slice object.
func NewSlice(t *Thread, start, stop, step Value) Value {
	p := t.Alloc(TSlice.Shape(), unsafe.Sizeof(Slice{}), 0)
	if p == nil {
		return t.NoMemory()
	}
	s := (*Slice)(p)
	s.Start, s.Stop, s.Step = start, stop, step
	return FromPtr(p)
}

// NewMethod binds a function to an object.
func NewMethod(t *Thread, fn, self Value) Value {
	p := t.Alloc(TMethod.Shape(), unsafe.Sizeof(Method{}), 0)
	if p == nil {
		return t.NoMemory()
	}
	m := (*Method)(p)
	m.Func, m.Self = fn, self
	return FromPtr(p)
}

// NewSeqIterator makes an index iterator of type id over seq.
func NewSeqIterator(t *Thread, id TypeID, seq Value) Value {
	p := t.Alloc(id.Shape(), unsafe.Sizeof(SeqIterator{}), 0)
	if p == nil {
		return t.NoMemory()
	}
	(*SeqIterator)(p).Seq = seq
	return FromPtr(p)
}

// New makes an object of built-in type id with the size of T, zeroed; nil without memory.
func New[T any](t *Thread, id TypeID) *T {
	var z T
	p := t.Alloc(id.Shape(), unsafe.Sizeof(z), 0)
	if p == nil {
		t.NoMemory()
	}
	return (*T)(p)
}

func headerOf(v Value) *heap.Header { return (*heap.Header)(v.Ptr()) }
