// memoryview: a window of one dimension on a bytes-like object. The type is declared in memoryview_type.go.
package object

import (
	"encoding/binary"
	"math"

	"github.com/psyco-go/psy/heap"
)

// MemoryView shows Size items of an object's bytes. It looks at the object anew each time, so the object may change its size.
type MemoryView struct {
	heap.Header
	Obj      Value // bytes-like object
	Hash     int64
	Off      int64 // byte of the first item
	Size     int64
	Stride   int64 // bytes from one item to the next
	ItemSize int64
	Format   byte
	ReadOnly bool
	Released bool
	Scalar   bool // no dimension at all
}

// formatSizes are the native formats.
var formatSizes = map[byte]int64{'B': 1, 'b': 1, 'c': 1, '?': 1, 'h': 2, 'H': 2, 'e': 2, 'i': 4, 'I': 4, 'f': 4,
	'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'n': 8, 'N': 8, 'P': 8, 'd': 8}

// NewMemoryView is memoryview(v).
func NewMemoryView(t *Thread, v Value) Value {
	if v.IsExact(TMemoryView) {
		m := As[MemoryView](v)
		if !m.check(t) {
			return Null
		}
		return m.window(t, m.Off, m.Size, m.Stride)
	}
	data, ok := bufferView(t, v)
	if !ok {
		if t.Exc != Null {
			return Null
		}
		return Raise(t, TTypeError, "memoryview: a bytes-like object is required, not '%s'", TypeName(t, v))
	}
	m := New[MemoryView](t, TMemoryView)
	if m == nil {
		return Null
	}
	m.Obj, m.Size, m.Stride, m.ItemSize, m.Format = v, int64(len(data)), 1, 1, 'B'
	m.ReadOnly = IsBytes(v)
	m.export(1)
	return Of(m)
}

// window makes a view of some of the items.
func (m *MemoryView) window(t *Thread, off, size, stride int64) Value {
	w := New[MemoryView](t, TMemoryView)
	if w == nil {
		return Null
	}
	w.Obj, w.Off, w.Size, w.Stride = m.Obj, off, size, stride
	w.ItemSize, w.Format, w.ReadOnly, w.Scalar = m.ItemSize, m.Format, m.ReadOnly, m.Scalar
	w.export(1)
	return Of(w)
}

// export tells a bytearray that it has one view more or less.
func (m *MemoryView) export(n int64) {
	if IsByteArray(m.Obj) {
		b := As[ByteArray](m.Obj)
		b.Exports = max(b.Exports+n, 0)
	}
}

func (m *MemoryView) check(t *Thread) bool {
	if m.Released {
		Raise(t, TValueError, "operation forbidden on released memoryview object")
		return false
	}
	return true
}

// item returns the bytes of item i; false, with an exception, when the object has become too short.
func (m *MemoryView) item(t *Thread, i int64) ([]byte, bool) {
	data, ok := bufferView(t, m.Obj)
	at := m.Off + i*m.Stride
	if !ok || at < 0 || at+m.ItemSize > int64(len(data)) {
		if t.Exc == Null {
			Raise(t, TBufferError, "memoryview: underlying buffer has been resized")
		}
		return nil, false
	}
	return data[at : at+m.ItemSize], true
}

func (m *MemoryView) contiguous() bool { return m.Stride == m.ItemSize || m.Size < 2 }

// bytes returns all items one after the other: a view if they lie so, else a copy.
//
//psy:bounded a view of a view shows the object behind that one
func (m *MemoryView) bytes(t *Thread) ([]byte, bool) {
	if m.Size == 0 {
		return nil, true
	}
	if m.contiguous() {
		first, ok := m.item(t, 0)
		if !ok {
			return nil, false
		}
		if m.Size > 1 {
			if _, ok = m.item(t, m.Size-1); !ok {
				return nil, false
			}
			data, _ := bufferView(t, m.Obj)
			first = data[m.Off : m.Off+m.Size*m.ItemSize]
		}
		return first, true
	}
	out := make([]byte, 0, m.Size*m.ItemSize)
	for i := int64(0); i < m.Size; i++ {
		b, ok := m.item(t, i)
		if !ok {
			return nil, false
		}
		out = append(out, b...)
	}
	return out, true
}

// unpackItem makes the value of an item.
func unpackItem(t *Thread, b []byte, format byte) Value {
	le := binary.LittleEndian
	switch format {
	case 'B':
		return SmallInt(int64(b[0]))
	case 'b':
		return SmallInt(int64(int8(b[0])))
	case 'c':
		return NewBytes(t, b)
	case '?':
		return Bool(b[0] != 0)
	case 'h':
		return SmallInt(int64(int16(le.Uint16(b))))
	case 'H':
		return SmallInt(int64(le.Uint16(b)))
	case 'i':
		return SmallInt(int64(int32(le.Uint32(b))))
	case 'I':
		return SmallInt(int64(le.Uint32(b)))
	case 'e':
		return Float(halfFloat(le.Uint16(b)))
	case 'f':
		return Float(float64(math.Float32frombits(le.Uint32(b))))
	case 'd':
		return Float(math.Float64frombits(le.Uint64(b)))
	case 'l', 'q', 'n':
		return NewInt(t, int64(le.Uint64(b)))
	}
	u := le.Uint64(b)
	if u <= math.MaxInt64 {
		return NewInt(t, int64(u))
	}
	return NewUint(t, u)
}

// halfFloat converts a float of 16 bits.
func halfFloat(h uint16) float64 {
	exp, frac := int(h>>10&31), float64(h&0x3FF)
	f := 0.0
	switch exp {
	case 0:
		f = math.Ldexp(frac, -24)
	case 31:
		if f = math.Inf(1); frac != 0 {
			f = math.NaN()
		}
	default:
		f = math.Ldexp(1024+frac, exp-25)
	}
	if h>>15 != 0 {
		f = -f
	}
	return f
}

// packItem stores a value in an item's bytes.
func packItem(t *Thread, b []byte, format byte, v Value) bool {
	invalidType := func() bool {
		t.ClearExc()
		Raise(t, TTypeError, "memoryview: invalid type for format '%c'", format)
		return false
	}
	invalidValue := func() bool {
		t.ClearExc()
		Raise(t, TValueError, "memoryview: invalid value for format '%c'", format)
		return false
	}
	switch format {
	case 'c':
		if !IsBytes(v) {
			return invalidType()
		}
		if len(bytesOf(v)) != 1 {
			return invalidValue()
		}
		b[0] = bytesOf(v)[0]
		return true
	case '?':
		n := Truth(t, v)
		if n >= 0 {
			b[0] = byte(n)
		}
		return n >= 0
	case 'd', 'f', 'e':
		f, ok := AsFloat64(t, v)
		if !ok {
			if t.Matches(TTypeError) {
				return invalidType()
			}
			return false
		}
		f = Outward(f)
		if format == 'd' {
			binary.LittleEndian.PutUint64(b, math.Float64bits(f))
			return true
		}
		if g := float32(f); format == 'f' && (!math.IsInf(float64(g), 0) || math.IsInf(f, 0)) {
			binary.LittleEndian.PutUint32(b, math.Float32bits(g))
			return true
		}
		return invalidValue()
	}
	if !IsIndex(t, v) {
		return invalidType()
	}
	i := Index(t, v)
	if i == Null {
		if t.Matches(TTypeError) {
			return invalidType()
		}
		return false
	}
	bits := uint(len(b) * 8)
	n, ok := Int64(i)
	u := uint64(n)
	switch format {
	case 'B', 'H', 'I', 'L', 'Q', 'N', 'P':
		if !ok {
			if u, ok = Uint64(i); !ok {
				return invalidValue()
			}
		} else if n < 0 {
			return invalidValue()
		}
		if bits < 64 && u>>bits != 0 {
			return invalidValue()
		}
	default:
		if !ok || n<<(64-bits)>>(64-bits) != n {
			return invalidValue()
		}
	}
	for k := range b {
		b[k] = byte(u >> (8 * k))
	}
	return true
}

// bufferMethod is __buffer__ of the types that have a buffer.
var bufferMethod = FuncDef{Name: "__buffer__", Sig: "(flags, /)", F1: func(t *Thread, v, flags Value) Value { return NewMemoryView(t, v) },
	Doc: "Return a buffer object that exposes the underlying memory of the object."}
