// bytes and bytearray: layout, making them, viewing their contents. Their common methods are in bytes_methods.go.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// ByteArray is a bytearray: Size bytes in Data, which has room for Cap.
type ByteArray struct {
	heap.Header
	Size    int64
	Data    *Raw
	Cap     int64
	Exports Exports
}

// Bytes views the contents; the view is valid until the bytearray changes.
func (b *ByteArray) Bytes() []byte {
	if b.Size == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(b.Data.Data()), b.Size)
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

// resize makes the size n, keeping the contents; new bytes are of any value. False without memory.
func (b *ByteArray) resize(t *Thread, n int) bool {
	if int64(n) != b.Size && !b.Exports.Free(t, Of(b)) {
		return false
	}
	if int64(n) > b.Cap {
		c := n
		if b.Cap > 0 {
			c = n + n>>3 + 6
			if n < 9 {
				c = n + 3
			}
		}
		r := NewRaw(t, c)
		if r == nil {
			return false
		}
		if !blitNew(t, unsafe.Slice((*byte)(r.Data()), c), b.Bytes()) {
			return false
		}
		b.Data, b.Cap = r, int64(c)
	} else if n == 0 {
		b.Data, b.Cap = nil, 0
	}
	b.Size = int64(n)
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
	if size != old && !b.Exports.Free(t, Of(b)) {
		return false
	}
	d := b.Bytes()
	blit(d[lo+n:], d[hi:])
	return b.resize(t, size)
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
	if IsBytes(self) {
		return NewBytes(t, b)
	}
	return NewByteArray(t, b)
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
	if o == nil || !o.resize(t, n) {
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
