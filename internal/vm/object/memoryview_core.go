// memoryview: a window of up to 64 dimensions on the items of an object's buffer. The type is declared in memoryview_type.go.

package object

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
)

// BufferItems says what the bytes of an object's buffer are.
type BufferItems struct {
	Format   byte
	Size     int64 // bytes of an item
	Writable bool
}

// maxDims is how many dimensions a view may have.
const maxDims = 64

// MemoryView shows items of an object's bytes. It looks at the object each time, so the object may change its size.
type MemoryView struct {
	heap.Header
	Obj      Value // an object with a buffer, no memoryview
	Giver    Value // the object that gave the buffer of Obj by its __buffer__; Null: Obj itself
	Lent     Value // the view that Giver's __buffer__ returned, which its __release_buffer__ gets back; Null: one made for that
	Dims     *Raw  // with more than one dimension: the sizes of all, then the strides
	Hash     int64
	Off      int64 // byte of the first item
	Size     int64 // of the first dimension; 1 without one
	Stride   int64 // bytes from one item of the first dimension to the next
	ItemSize int64
	Format   byte
	At       bool // the format was given with an @
	ReadOnly bool
	Released bool
	First    bool // __release_buffer__ of Giver is called when this view is released
	Held     bool // a with statement will release the view
	Last     bool // the view exists for the call of __release_buffer__; no other view can be made of it
	NDim     uint8
}

// formatSizes are the native formats.
var formatSizes = map[byte]int64{'B': 1, 'b': 1, 'c': 1, '?': 1, 'h': 2, 'H': 2, 'e': 2, 'i': 4, 'I': 4, 'f': 4,
	'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'n': 8, 'N': 8, 'P': 8, 'd': 8}

// WritableBufferOf views the bytes of an object to write to them; false, without an exception unless the object is broken, if
// they are not to be written, or do not lie one after the other. Everything that writes to another object's bytes asks here.
func WritableBufferOf(t *Thread, v Value) ([]byte, bool) {
	if v.IsExact(TMemoryView) {
		m := As[MemoryView](v)
		if !m.check(t) || m.ReadOnly || !m.contiguous('C') || !ownBytes(t, m.Obj) {
			return nil, false
		}
		return m.bytes(t)
	}
	s := &TypeOf(t, v).Slots
	if givesBuffer(s) {
		return givenBuffer(t, v, bufWritable)
	}
	if s.Buffer == nil || s.BufferItems == nil || !s.BufferItems(v).Writable || !ownBytes(t, v) {
		return nil, false
	}
	return s.Buffer(t, v)
}

// NewMemoryView is memoryview(v).
func NewMemoryView(t *Thread, v Value) Value {
	if v.IsExact(TMemoryView) {
		m := As[MemoryView](v)
		if !m.check(t) {
			return Null
		}
		return m.window(t, m.Off, m.Size, m.Stride)
	}
	if givesBuffer(&TypeOf(t, v).Slots) {
		return viewOfGiven(t, v, bufFullRO)
	}
	return viewOf(t, v)
}

// viewOf is a view of an object that has a buffer of its own.
func viewOf(t *Thread, v Value) Value {
	data, ok := ownBuffer(t, v)
	if !ok {
		if t.Exc != Null {
			return Null
		}
		return Raise(t, TTypeError, "memoryview: a bytes-like object is required, not '%s'", TypeName(t, v))
	}
	items := BufferItems{Format: 'B', Size: 1}
	if f := builtinType(t, v).Slots.BufferItems; f != nil {
		items = f(v)
	}
	m := New[MemoryView](t, TMemoryView)
	if m == nil {
		return Null
	}
	m.Obj, m.Size, m.Stride, m.NDim = v, int64(len(data))/items.Size, items.Size, 1
	m.ItemSize, m.Format, m.ReadOnly = items.Size, items.Format, !items.Writable
	m.export(1)
	if TypeOf(t, v).Flags&TypeHeap != 0 && releaser(t, v) != Null {
		m.Giver, m.First = v, true
	}
	return Of(m)
}

// window makes a view of some of the items: size and stride are of the first dimension.
func (m *MemoryView) window(t *Thread, off, size, stride int64) Value {
	if m.Last {
		return Raise(t, TValueError, "cannot create new view on restricted memoryview")
	}
	w := New[MemoryView](t, TMemoryView)
	if w == nil {
		return Null
	}
	w.Giver = m.Giver
	w.Obj, w.Off, w.Size, w.Stride, w.NDim = m.Obj, off, size, stride, m.NDim
	w.ItemSize, w.Format, w.At, w.ReadOnly = m.ItemSize, m.Format, m.At, m.ReadOnly
	w.export(1)
	if m.NDim > 1 {
		if !w.setDims(t, int(m.NDim)) {
			return Null
		}
		copy(w.dims(), m.dims())
		w.dims()[0], w.dims()[m.NDim] = size, stride
	}
	return Of(w)
}

// setDims gives the view n dimensions, more than one, whose sizes and strides are to be set.
func (m *MemoryView) setDims(t *Thread, n int) bool {
	r := NewRaw(t, 16*n)
	if r == nil {
		return false
	}
	m.Dims, m.NDim = r, uint8(n)
	return true
}

// dims are the sizes and then the strides of a view of several dimensions.
func (m *MemoryView) dims() []int64 {
	return unsafe.Slice((*int64)(m.Dims.Data()), 2*int(m.NDim))
}

// dim is the size and the stride of dimension i.
func (m *MemoryView) dim(i int) (size, stride int64) {
	if m.NDim > 1 {
		d := m.dims()
		return d[i], d[int(m.NDim)+i]
	}
	return m.Size, m.Stride
}

// count is how many items there are.
func (m *MemoryView) count() int64 {
	n := int64(1)
	for i := range int(m.NDim) {
		size, _ := m.dim(i)
		n *= size
	}
	return n
}

// exports are the exports of the object behind the view; nil if that does not mind.
func (m *MemoryView) exports() *Exports {
	typ := ShapeOf(m.Obj).Type
	for typ.Flags&TypeHeap != 0 {
		typ = typ.Base
	}
	if f := typ.Slots.Exports; f != nil {
		return f(m.Obj)
	}
	return nil
}

// export tells the object that it has one view more or less.
func (m *MemoryView) export(n int64) {
	if e := m.exports(); e != nil {
		e.Views = max(e.Views+n, 0)
	}
}

// hold is export for a view that a with statement will release.
func (m *MemoryView) hold(n int64) {
	if e := m.exports(); e != nil && m.Held != (n > 0) {
		e.Busy += n
		m.Held = n > 0
	}
}

func (m *MemoryView) check(t *Thread) bool {
	if m.Released {
		Raise(t, TValueError, "operation forbidden on released memoryview object")
		return false
	}
	return true
}

// at returns the bytes of the item that begins at a byte; false, with an exception, when the object has become too short.
func (m *MemoryView) at(t *Thread, at int64) ([]byte, bool) {
	data, ok := ownBuffer(t, m.Obj)
	if !ok || at < 0 || at+m.ItemSize > int64(len(data)) {
		if t.Exc == Null {
			Raise(t, TBufferError, "memoryview: underlying buffer has been resized")
		}
		return nil, false
	}
	return data[at : at+m.ItemSize], true
}

// unpackPlain is UnpackPlain for items of one dimension, the first of which begins at a byte.
func (m *MemoryView) unpackPlain(t *Thread, out []Value, at, stride int64) (n int) {
	data, ok := ownBuffer(t, m.Obj)
	last := at + int64(len(out)-1)*stride
	if !ok {
		t.dropExc()
	}
	if len(out) == 0 || min(at, last) < 0 || max(at, last)+m.ItemSize > int64(len(data)) {
		return 0
	}
	if stride == m.ItemSize {
		return UnpackPlain(out, data[at:], m.Format)
	}
	for n < len(out) && UnpackPlain(out[n:n+1], data[at:], m.Format) == 1 {
		n++
		at += stride
	}
	return n
}

// item is at for item i of the first dimension.
func (m *MemoryView) item(t *Thread, i int64) ([]byte, bool) { return m.at(t, m.Off+i*m.Stride) }

// Contiguous reports whether the bytes that an object gives lie one after the other in it, unlike those of a memoryview with strides.
func Contiguous(v Value) bool { return !v.IsExact(TMemoryView) || As[MemoryView](v).contiguous('C') }

// contiguous reports whether the items lie one after the other, the last index changing fastest ('C') or the first ('F').
func (m *MemoryView) contiguous(order byte) bool {
	switch n := int(m.NDim); n {
	case 0:
		return true
	case 1:
		return m.Size == 1 || m.Stride == m.ItemSize
	default:
		if m.count() == 0 {
			return true
		}
		want := m.ItemSize
		for i := range n {
			if order == 'C' {
				i = n - 1 - i
			}
			size, stride := m.dim(i)
			if size > 1 && stride != want {
				return false
			}
			want *= size
		}
		return true
	}
}

// each calls f with the place of each item, the last index changing fastest.
func (m *MemoryView) each(f func(at int64) bool) bool {
	if m.count() == 0 {
		return true
	}
	if m.NDim < 2 {
		for i := range m.Size {
			if !f(m.Off + i*m.Stride) {
				return false
			}
		}
		return true
	}
	var index [maxDims]int64
	at, n := m.Off, int(m.NDim)
	for {
		if !f(at) {
			return false
		}
		i := n - 1
		for ; i >= 0; i-- {
			size, stride := m.dim(i)
			at += stride
			if index[i]++; index[i] < size {
				break
			}
			at -= size * stride
			index[i] = 0
		}
		if i < 0 {
			return true
		}
	}
}

// bytes returns all items one after the other: a view if they lie so, else a copy.
//
//psy:bounded a view of a view shows the object behind that one
func (m *MemoryView) bytes(t *Thread) ([]byte, bool) {
	n := m.count()
	if n == 0 {
		return nil, true
	}
	if m.contiguous('C') {
		data, ok := ownBuffer(t, m.Obj)
		end := m.Off + n*m.ItemSize
		if !ok || m.Off < 0 || end > int64(len(data)) {
			_, ok = m.at(t, max(end, m.ItemSize)-m.ItemSize)
			return nil, ok && false
		}
		return data[m.Off:end], true
	}
	if !t.Room(uint64(n * m.ItemSize)) {
		return nil, false
	}
	out := make([]byte, 0, n*m.ItemSize)
	ok := m.each(func(at int64) bool {
		b, ok := m.at(t, at)
		out = append(out, b...)
		return ok
	})
	return out, ok
}

// UnpackItem makes the value of an item.
func UnpackItem(t *Thread, b []byte, format byte) Value {
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
		return Float(HalfToFloat(le.Uint16(b)))
	case 'f':
		return Float(float64(math.Float32frombits(le.Uint32(b))))
	case 'd':
		return Float(math.Float64frombits(le.Uint64(b)))
	case 'l', 'q', 'n':
		return NewInt(t, int64(le.Uint64(b)))
	case 'L', 'Q', 'N', 'P':
		return NewUint(t, le.Uint64(b))
	}
	return Raise(t, TNotImplementedError, "memoryview: format %c not supported", format)
}

// UnpackPlain stores the values of items that lie one behind the other, up to the first that needs memory, or whose format it does not know. It returns how
// many they are; b has as many items as out has room for. It repeats what UnpackItem does, which by this function takes a tenth more time.
func UnpackPlain(out []Value, b []byte, format byte) int {
	le := binary.LittleEndian
	switch format {
	case 'B':
		for i, c := range b[:len(out)] {
			out[i] = SmallInt(int64(c))
		}
	case 'b':
		for i, c := range b[:len(out)] {
			out[i] = SmallInt(int64(int8(c)))
		}
	case 'h':
		for i := range out {
			out[i] = SmallInt(int64(int16(le.Uint16(b[2*i:]))))
		}
	case 'H':
		for i := range out {
			out[i] = SmallInt(int64(le.Uint16(b[2*i:])))
		}
	case 'i':
		for i := range out {
			out[i] = SmallInt(int64(int32(le.Uint32(b[4*i:]))))
		}
	case 'I':
		for i := range out {
			out[i] = SmallInt(int64(le.Uint32(b[4*i:])))
		}
	case 'f':
		for i := range out {
			out[i] = Float(float64(math.Float32frombits(le.Uint32(b[4*i:]))))
		}
	case 'd':
		for i := range out {
			out[i] = Float(math.Float64frombits(le.Uint64(b[8*i:])))
		}
	case 'l', 'q', 'n':
		for i := range out {
			x := int64(le.Uint64(b[8*i:]))
			if !FitsSmall(x) {
				return i
			}
			out[i] = SmallInt(x)
		}
	case 'L', 'Q', 'N', 'P':
		for i := range out {
			u := le.Uint64(b[8*i:])
			if u > MaxSmall {
				return i
			}
			out[i] = SmallInt(int64(u))
		}
	default:
		return 0
	}
	return len(out)
}

// HalfToFloat reads an IEEE 754 binary16.
func HalfToFloat(h uint16) float64 {
	sign, exp, frac := float64(1), int(h>>10&31), float64(h&1023)
	if h>>15 != 0 {
		sign = -1
	}
	switch exp {
	case 31:
		if frac == 0 {
			return math.Inf(int(sign))
		}
		return math.Float64frombits(uint64(h>>15)<<63 | 0x7FF<<52 | uint64(h&1023)<<42)
	case 0:
		return sign * math.Ldexp(frac, -24)
	}
	return sign * math.Ldexp(frac+1024, exp-25)
}

// FloatToHalf rounds to the nearest binary16, ties to even; false: too large.
func FloatToHalf(x float64) (uint16, bool) {
	bits := math.Float64bits(x)
	sign := uint16(bits >> 48 & 0x8000)
	switch {
	case math.IsNaN(x):
		h := uint16(bits >> 42 & 1023)
		if h == 0 {
			h = 512
		}
		return sign | 0x7C00 | h, true
	case math.IsInf(x, 0):
		return sign | 0x7C00, true
	case x == 0:
		return sign, true
	}
	x = math.Abs(x)
	_, exp := math.Frexp(x) // x = f * 2**exp, f in [0.5, 1)
	unit := max(exp-11, -24)
	n := math.RoundToEven(math.Ldexp(x, -unit))
	if n >= 2048 {
		n /= 2
		unit++
	}
	if n < 1024 {
		return sign | uint16(n), true
	}
	if e := unit + 25; e < 31 {
		return sign | uint16(e)<<10 | (uint16(n) - 1024), true
	}
	return 0, false
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
	if formatSizes[format] == 0 {
		Raise(t, TNotImplementedError, "memoryview: format %c not supported", format)
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
		if format == 'f' {
			binary.LittleEndian.PutUint32(b, math.Float32bits(float32(f)))
			return true
		}
		h, ok := FloatToHalf(f)
		if !ok {
			return invalidValue()
		}
		binary.LittleEndian.PutUint16(b, h)
		return true
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
	case 'P': // a pointer may be given as a negative number
		if !ok {
			if u, ok = Uint64(i); !ok {
				return invalidValue()
			}
		}
	case 'B', 'H', 'I', 'L', 'Q', 'N':
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
