// bytes and bytearray: layout, making them, viewing their contents. Their common methods are in bytes_methods.go.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// ByteArray is a bytearray: Size bytes in Data, which has room for Cap. Where bytes were deleted at the front, Data is no object but a place in
// one: Gone bytes of it lie before that. So what reads from the front of a long buffer does not move the rest each time.
//
// A bytearray may borrow the contents of a bytes object: Cap is borrowed then, and Data lies in that object. What writes to the contents asks for
// memory of its own first (own). So what arrives in pieces, is put into a buffer and taken out again in the same pieces is not copied.
type ByteArray struct {
	heap.Header
	Size    int64
	Data    *Raw
	Cap     int64
	Gone    int64
	Exports Exports
}

const (
	borrowed    = -1      // a Cap
	borrowLeast = 4 << 10 // bytes that are worth it
)

// Bytes views the contents; the view is valid until the bytearray changes.
func (b *ByteArray) Bytes() []byte {
	if b.Size == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(b.Data.Data()), b.Size)
}

// room is how many bytes the memory has that b keeps alive.
func (b *ByteArray) room() int64 {
	if b.Cap == borrowed {
		return b.lender().Len
	}
	return b.Gone + b.Cap
}

// lender is the bytes object whose contents b borrows.
func (b *ByteArray) lender() *Bytes {
	return (*Bytes)(unsafe.Add(unsafe.Pointer(b.Data), -b.Gone-int64(BytesData-RawData)))
}

// borrow has b, which is empty and has no memory, borrow the contents of v, if that is worth it.
func (b *ByteArray) borrow(v Value) bool {
	if b.Data != nil || !v.IsExact(TBytes) || As[Bytes](v).Len < borrowLeast {
		return false
	}
	x := As[Bytes](v)
	b.Data, b.Size, b.Cap = (*Raw)(unsafe.Add(unsafe.Pointer(x), BytesData-RawData)), x.Len, borrowed
	return true
}

// own has b's contents in memory of its own, to which may be written. False without memory.
func (b *ByteArray) own(t *Thread) bool { return b.Cap != borrowed || b.move(t, int(b.Size)) }

// move has b's contents in other memory, with room for c bytes or more. False without memory.
func (b *ByteArray) move(t *Thread, c int) bool {
	r, c := t.RT.spareRoom(c)
	if r == nil {
		r = newRoom(t, c)
	}
	if r == nil || !blitNew(t, unsafe.Slice((*byte)(r.Data()), c), b.Bytes()) {
		return false
	}
	b.drop(t)
	b.Data, b.Cap = r, int64(c)
	return true
}

// ownBytes is own for v if it is a bytearray.
func ownBytes(t *Thread, v Value) bool { return !IsByteArray(v) || As[ByteArray](v).own(t) }

// lent is the bytes object whose contents are those that v shows, if v is a bytearray that borrows them, or a view of one; else Null.
func lent(v Value) Value {
	off, n := int64(0), int64(-1)
	if v.IsExact(TMemoryView) {
		m := As[MemoryView](v)
		if m.Released || !m.contiguous('C') {
			return Null
		}
		v, off, n = m.Obj, m.Off, m.count()*m.ItemSize
	}
	if !IsByteArray(v) || As[ByteArray](v).Cap != borrowed {
		return Null
	}
	b := As[ByteArray](v)
	if n < 0 {
		n = b.Size
	}
	if x := b.lender(); b.Gone+off == 0 && n == x.Len && n == b.Size {
		return Of(x)
	}
	return Null
}

// IsByteArray reports whether v is a bytearray or of a subclass.
func IsByteArray(v Value) bool {
	if !v.IsPtr() {
		return false
	}
	typ := ShapeOf(v).Type
	for typ.Flags&TypeHeap != 0 {
		typ = typ.Base
	}
	return typ.ID == TByteArray
}

// NewBytes makes a bytes object with a copy of b.
func NewBytes(t *Thread, b []byte) Value {
	if len(b) == 0 {
		return t.RT.EmptyBytes
	}
	o := allocBytesRaw(t, len(b))
	if o == nil {
		return Null
	}
	if !blitNew(t, bytesOf(Of(o)), b) {
		return Null
	}
	return Of(o)
}

// ByteOf is the bytes object of one byte, which all share. Null without memory.
func ByteOf(t *Thread, b byte) Value {
	p := t.RT.byBytes.At(int(b))
	if *p == Null {
		*p = NewBytes(t, []byte{b})
	}
	return *p
}

// MakeBytes makes a bytes object of n zeros, whose contents the caller may write before it gives the object to anybody. Null without memory.
func MakeBytes(t *Thread, n int) (Value, []byte) {
	if n == 0 {
		return t.RT.EmptyBytes, nil
	}
	o := allocByteString(t, n)
	if o == nil {
		return Null, nil
	}
	return Of(o), bytesOf(Of(o))
}

// RawBytes is MakeBytes for a caller who writes all of the contents.
func RawBytes(t *Thread, n int) (Value, []byte) {
	if n == 0 {
		return t.RT.EmptyBytes, nil
	}
	o := allocBytesRaw(t, n)
	if o == nil {
		return Null, nil
	}
	return Of(o), bytesOf(Of(o))
}

// BytesOf views the contents of a bytes object; the view is valid while the object is reachable from a local variable.
func BytesOf(v Value) []byte { return bytesOf(v) }

// BufferOf views the contents of a bytes-like object; ok is false, without exception, for other objects.
func BufferOf(t *Thread, v Value) (data []byte, ok bool) { return bufferView(t, v) }

// NewByteArray makes a bytearray with a copy of b.
func NewByteArray(t *Thread, b []byte) Value {
	o := New[ByteArray](t, TByteArray)
	if o == nil || !o.resize(t, len(b)) {
		return Null
	}
	if !blitNew(t, o.Bytes(), b) {
		return Null
	}
	return Of(o)
}

// MakeByteArray makes a bytearray of n zeros.
func MakeByteArray(t *Thread, n int) Value {
	o := New[ByteArray](t, TByteArray)
	if o == nil || !o.resize(t, n) {
		return Null
	}
	clear(o.Bytes())
	return Of(o)
}

// resize makes the size n, keeping the contents; new bytes are of any value. False without memory.
func (b *ByteArray) resize(t *Thread, n int) bool {
	if int64(n) != b.Size && !b.Exports.Free(t, Of(b)) {
		return false
	}
	if int64(n) <= max(b.Cap, b.Size) {
		b.Size = int64(n)
		return b.trim(t)
	}
	c := n
	if b.Cap != 0 {
		c = n + n>>3 + 6
		if n < 9 {
			c = n + 3
		}
	}
	if !b.move(t, c) {
		return false
	}
	b.Size = int64(n)
	return true
}

// The sizes of memory that is kept for the next bytearray.
const (
	spareLeast = 64 << 10
	spareMost  = 1 << 20
)

// drop leaves b without memory. Some of it is kept for the next bytearray that wants much: what is read in pieces, as from a socket, goes through
// bytearrays that grow and are emptied again and again, and would fill the heap. Nothing keeps it alive, see spares.
func (b *ByteArray) drop(t *Thread) {
	if room := b.room(); room >= spareLeast && room <= spareMost && b.Cap != borrowed {
		w := &t.RT.weak
		w.room, w.roomSize = uintptr(unsafe.Pointer(b.Data))-uintptr(b.Gone), room
	}
	b.Data, b.Cap, b.Gone = nil, 0, 0
}

// spareRoom is memory that a bytearray has dropped, and its size, where it has room for n bytes and not much more; else nil and n.
func (rt *Runtime) spareRoom(n int) (*Raw, int) {
	w := &rt.weak
	if w.room == 0 || int64(n) > w.roomSize || int64(n) < w.roomSize/4 {
		return nil, n
	}
	r := As[Raw](Value(w.room))
	w.room = 0
	return r, int(w.roomSize)
}

// newRoom is NewRaw whose bytes have any value.
func newRoom(t *Thread, n int) *Raw {
	if uint64(n) > 1<<42 {
		t.NoMemory()
		return nil
	}
	p := t.AllocRaw(TRaw.Shape(), RawData+uintptr(n), 0)
	if p == nil {
		t.NoMemory()
	}
	return (*Raw)(p)
}

// trimmed is how many bytes are worth being given back.
const trimmed = 512

// trim gives back memory of which less than half is in use. Without memory for that everything stays where it is. False: another exception is set.
func (b *ByteArray) trim(t *Thread) bool {
	n, room := b.Size, b.room()
	switch {
	case n == 0:
		b.drop(t)
	case n < room/2 && room-n >= trimmed:
		r := newRoom(t, int(n))
		if r == nil {
			return t.ClearIf(TMemoryError)
		}
		blit(unsafe.Slice((*byte)(r.Data()), n), b.Bytes())
		b.drop(t)
		b.Data, b.Cap = r, n
	}
	return true
}

// zeros makes the contents n zeros; false without memory.
func (b *ByteArray) zeros(t *Thread, n int) bool {
	if int64(n) != b.Size && !b.Exports.Free(t, Of(b)) {
		return false
	}
	if n == 0 {
		return b.resize(t, 0)
	}
	r := NewRaw(t, n)
	if r == nil {
		return false
	}
	b.Size, b.Data, b.Cap, b.Gone = int64(n), r, int64(n), 0
	return true
}

// splice replaces bytes lo to hi by n bytes of any value; false without memory.
func (b *ByteArray) splice(t *Thread, lo, hi, n int) bool {
	old := int(b.Size)
	size := old - (hi - lo) + n
	if size > old {
		if !b.resize(t, size) {
			return false
		}
		d := b.Bytes()
		blit(d[lo+n:], d[hi:old])
		return true
	}
	if size != old && !b.Exports.Free(t, Of(b)) || (n > 0 || lo > 0 && hi < old) && !b.own(t) {
		return false
	}
	if size == old {
		return true
	}
	if k := hi - lo - n; lo == 0 && size > 0 {
		b.Data = (*Raw)(unsafe.Add(unsafe.Pointer(b.Data), k))
		if b.Gone += int64(k); b.Cap != borrowed {
			b.Cap -= int64(k)
		}
	} else {
		d := b.Bytes()
		blit(d[lo+n:], d[hi:])
	}
	b.Size = int64(size)
	return b.trim(t)
}

// byteString views a bytes or bytearray; false for other objects.
func byteString(t *Thread, v Value) ([]byte, bool) {
	switch {
	case IsBytes(v):
		return bytesOf(v), true
	case IsByteArray(v):
		return As[ByteArray](v).Bytes(), true
	}
	return nil, false
}

// selfBytes views the object that a method of bytes and bytearray is called on.
func selfBytes(v Value) []byte {
	if IsBytes(v) {
		return bytesOf(v)
	}
	return As[ByteArray](v).Bytes()
}

// newLike makes a bytes or a bytearray, as self is.
func newLike(t *Thread, self Value, b []byte) Value {
	switch {
	case !IsBytes(self):
		return NewByteArray(t, b)
	case len(b) == 1:
		return ByteOf(t, b[0])
	}
	return NewBytes(t, b)
}

// likeSelf is newLike for the whole contents: an exact bytes object is itself.
func likeSelf(t *Thread, self Value) Value {
	if self.IsExact(TBytes) {
		return self
	}
	return newLike(t, self, selfBytes(self))
}

// partOf makes a bytes or bytearray of self's bytes lo to hi.
func partOf(t *Thread, self Value, lo, hi int) Value {
	b := selfBytes(self)
	if lo == 0 && hi == len(b) {
		return likeSelf(t, self)
	}
	return newLike(t, self, b[lo:hi])
}

// rawLike is allocLike for a caller who writes all of the contents.
func rawLike(t *Thread, self Value, n int) (Value, []byte) {
	if IsBytes(self) {
		return RawBytes(t, n)
	}
	return allocLike(t, self, n)
}

// allocLike makes a bytes or bytearray of n zeros and views it.
func allocLike(t *Thread, self Value, n int) (Value, []byte) {
	if IsBytes(self) {
		if n == 0 {
			return t.RT.EmptyBytes, nil
		}
		o := allocByteString(t, n)
		if o == nil {
			return Null, nil
		}
		return Of(o), bytesOf(Of(o))
	}
	o := New[ByteArray](t, TByteArray)
	if o == nil || !o.zeros(t, n) {
		return Null, nil
	}
	return Of(o), o.Bytes()
}

// bytesLike views a bytes-like argument; nil, false and TypeError for others.
func bytesLike(t *Thread, v Value) ([]byte, bool) {
	if b, ok := bufferView(t, v); ok {
		return b, true
	}
	if t.Exc == Null {
		Raise(t, TTypeError, "a bytes-like object is required, not '%s'", TypeName(t, v))
	}
	return nil, false
}

// asByte converts an index-like value below 256.
func asByte(t *Thread, v Value) (byte, bool) {
	if v.IsInt() && uint64(v.Int()) < 256 {
		return byte(v.Int()), true
	}
	i := Index(t, v)
	if i == Null {
		return 0, false
	}
	n, ok := Int64(i)
	if !ok || n < 0 || n > 255 {
		Raise(t, TValueError, "byte must be in range(0, 256)")
		return 0, false
	}
	return byte(n), true
}

// bytesNeedle reads an argument that is a byte string or a byte.
func bytesNeedle(t *Thread, v Value) ([]byte, bool) {
	if b, ok := bufferView(t, v); ok {
		return b, true
	}
	if t.Exc != Null {
		return nil, false
	}
	if !IsIndex(t, v) {
		Raise(t, TTypeError, "argument should be integer or bytes-like object, not '%s'", TypeName(t, v))
		return nil, false
	}
	c, ok := asByte(t, v)
	return []byte{c}, ok
}

// appendBytesRepr appends a bytes literal; single quotes within double ones are escaped if escape is set.
func appendBytesRepr(out, b []byte, escape bool) []byte {
	quote := byte('\'')
	single, double := false, false
	for _, c := range b {
		single = single || c == '\''
		double = double || c == '"'
	}
	if single && !double {
		quote = '"'
	}
	out = append(out, 'b', quote)
	for _, c := range b {
		switch {
		case c == quote || c == '\\' || escape && c == '\'':
			out = append(out, '\\', c)
		case c < ' ' || c >= 0x7F:
			out = appendEscape(out, rune(c))
		default:
			out = append(out, c)
		}
	}
	return append(out, quote)
}
