// The type memoryview.
package object

import (
	"bytes"
	"unsafe"
)

var _ = DefineType(TMemoryView, TypeDef{
	Name: "memoryview", Flags: TypeSequence, Size: unsafe.Sizeof(MemoryView{}), Refs: 1 << 1,
	Doc: "Create a new memoryview object which references the given object.",
	Slots: Slots{
		Repr: memoryRepr, Hash: memoryHash, Compare: memoryCompare,
		New:  BindNew("memoryview", "(object)", func(t *Thread, typ *Type, bound []Value) Value { return NewMemoryView(t, bound[0]) }),
		Iter: memoryIter, Len: memoryLen, Subscript: memorySubscript, SetSubscript: memorySet,
		Buffer: func(t *Thread, v Value) ([]byte, bool) {
			m := As[MemoryView](v)
			if !m.check(t) {
				return nil, false
			}
			return m.bytes(t)
		},
	},
	Methods: []FuncDef{
		bufferMethod,
		{Name: "tobytes", Sig: "(order='C')", Fn: func(t *Thread, v Value, bound []Value) Value {
			b, ok := As[MemoryView](v).live(t)
			if !ok {
				return Null
			}
			return NewBytes(t, b)
		}},
		{Name: "tolist", Sig: "()", F0: memoryToList},
		{Name: "hex", Sig: "(sep=<unrepresentable>, bytes_per_sep=1)", Fn: func(t *Thread, v Value, bound []Value) Value {
			b, ok := As[MemoryView](v).live(t)
			if !ok {
				return Null
			}
			return bytesHex(t, b, bound[0], bound[1])
		}},
		{Name: "release", Sig: "()", F0: memoryRelease},
		{Name: "toreadonly", Sig: "()", F0: func(t *Thread, v Value) Value {
			r := NewMemoryView(t, v)
			if r != Null {
				As[MemoryView](r).ReadOnly = true
			}
			return r
		}},
		{Name: "cast", Sig: "(format, shape=<unrepresentable>)", Fn: memoryCast},
		{Name: "__enter__", F0: func(t *Thread, v Value) Value {
			if !As[MemoryView](v).check(t) {
				return Null
			}
			return v
		}},
		{Name: "__exit__", MaxArgs: -1, FN: func(t *Thread, v Value, args []Value) Value { return memoryRelease(t, v) }},
	},
	GetSets: []GetSetDef{
		memoryGet("obj", func(t *Thread, m *MemoryView) Value { return m.Obj }),
		memoryGet("nbytes", func(t *Thread, m *MemoryView) Value { return SmallInt(m.Size * m.ItemSize) }),
		memoryGet("itemsize", func(t *Thread, m *MemoryView) Value { return SmallInt(m.ItemSize) }),
		memoryGet("format", func(t *Thread, m *MemoryView) Value { return NewStr(t, string([]byte{m.Format})) }),
		memoryGet("readonly", func(t *Thread, m *MemoryView) Value { return Bool(m.ReadOnly) }),
		memoryGet("ndim", func(t *Thread, m *MemoryView) Value {
			if m.Scalar {
				return SmallInt(0)
			}
			return SmallInt(1)
		}),
		memoryGet("shape", func(t *Thread, m *MemoryView) Value { return m.dimension(t, m.Size) }),
		memoryGet("strides", func(t *Thread, m *MemoryView) Value { return m.dimension(t, m.Stride) }),
		memoryGet("suboffsets", func(t *Thread, m *MemoryView) Value { return Of(t.RT.EmptyTuple) }),
		memoryGet("c_contiguous", func(t *Thread, m *MemoryView) Value { return Bool(m.contiguous()) }),
		memoryGet("f_contiguous", func(t *Thread, m *MemoryView) Value { return Bool(m.contiguous()) }),
		memoryGet("contiguous", func(t *Thread, m *MemoryView) Value { return Bool(m.contiguous()) }),
	},
})

var _ = DefineType(TMemoryIterator, seqIterDef("memory_iterator", memoryIterNext, nil))

// live returns the contents of a view that is not released.
func (m *MemoryView) live(t *Thread) ([]byte, bool) {
	if !m.check(t) {
		return nil, false
	}
	return m.bytes(t)
}

// dimension makes a tuple of the one number, or of none.
func (m *MemoryView) dimension(t *Thread, n int64) Value {
	if m.Scalar {
		return Of(t.RT.EmptyTuple)
	}
	return Tuple1(t, SmallInt(n))
}

func memoryGet(name string, f func(t *Thread, m *MemoryView) Value) GetSetDef {
	return GetSetDef{Name: name, Get: func(t *Thread, v Value) Value {
		m := As[MemoryView](v)
		if !m.check(t) {
			return Null
		}
		return f(t, m)
	}}
}

func memoryRepr(t *Thread, v Value) Value {
	if As[MemoryView](v).Released {
		return NewStr(t, "<released memory at "+address(v)+">")
	}
	return NewStr(t, "<memory at "+address(v)+">")
}

func memoryRelease(t *Thread, v Value) Value {
	m := As[MemoryView](v)
	if !m.Released {
		m.Released = true
		m.export(-1)
	}
	return None
}

func memoryHash(t *Thread, v Value) (int64, bool) {
	m := As[MemoryView](v)
	if m.Hash != 0 {
		return m.Hash, true
	}
	if !m.check(t) {
		return 0, false
	}
	if !m.ReadOnly {
		Raise(t, TValueError, "cannot hash writable memoryview object")
		return 0, false
	}
	if m.Format != 'B' && m.Format != 'b' && m.Format != 'c' {
		Raise(t, TValueError, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'")
		return 0, false
	}
	b, ok := m.bytes(t)
	if !ok {
		return 0, false
	}
	m.Hash = t.RT.HashSeed.hash(b)
	return m.Hash, true
}

func memoryCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE {
		return NotImplemented
	}
	x := As[MemoryView](a)
	if x.Released {
		return Bool((a == b) == (op == EQ))
	}
	format := byte('B')
	if b.IsExact(TMemoryView) {
		y := As[MemoryView](b)
		if y.Released {
			return Bool((a == b) == (op == EQ))
		}
		format = y.Format
		if y.Size != x.Size {
			return Bool(op == NE)
		}
	}
	q, ok := bufferView(t, b)
	if !ok {
		t.ClearExc()
		return NotImplemented
	}
	p, ok := x.bytes(t)
	if !ok {
		return Null
	}
	size := formatSizes[format]
	if int64(len(q))/size != x.Size {
		return Bool(op == NE)
	}
	if x.Format == format && format != 'f' && format != 'd' && format != 'e' {
		return Bool(bytes.Equal(p, q) == (op == EQ))
	}
	for i := int64(0); i < x.Size; i++ {
		u := unpackItem(t, p[i*x.ItemSize:], x.Format)
		if x.Format == 'c' {
			u = NewBytes(t, p[i:i+1])
		}
		w := unpackItem(t, q[i*size:], format)
		if format == 'c' {
			w = NewBytes(t, q[i:i+1])
		}
		if u == Null || w == Null {
			return Null
		}
		r := Compare(t, u, w, EQ)
		if r == Null {
			return Null
		}
		if Truth(t, r) <= 0 {
			return Bool(op == NE)
		}
	}
	return Bool(op == EQ)
}

func memoryIter(t *Thread, v Value) Value {
	m := As[MemoryView](v)
	if !m.check(t) {
		return Null
	}
	if m.Scalar {
		return Raise(t, TTypeError, "invalid indexing of 0-dim memory")
	}
	return NewSeqIterator(t, TMemoryIterator, v)
}

func memoryIterNext(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return Null
	}
	m := As[MemoryView](it.Seq)
	if !m.check(t) {
		return Null
	}
	if it.Index >= m.Size {
		it.Seq = Null
		return Null
	}
	b, ok := m.item(t, it.Index)
	if !ok {
		return Null
	}
	it.Index++
	return unpackItem(t, b, m.Format)
}

func memoryLen(t *Thread, v Value) int64 {
	m := As[MemoryView](v)
	if !m.check(t) {
		return -1
	}
	if m.Scalar {
		Raise(t, TTypeError, "0-dim memory has no length")
		return -1
	}
	return m.Size
}

func memoryToList(t *Thread, v Value) Value {
	m := As[MemoryView](v)
	if !m.check(t) {
		return Null
	}
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	for i := int64(0); i < m.Size; i++ {
		b, ok := m.item(t, i)
		if !ok {
			return Null
		}
		x := unpackItem(t, b, m.Format)
		if x == Null || !l.Append(t, x) || t.haltedAt(int(i)) {
			return Null
		}
	}
	if m.Scalar {
		return *l.At(0)
	}
	return Of(l)
}

// memoryIndex resolves an index; -1 with an exception when it is wrong.
func memoryIndex(t *Thread, m *MemoryView, k Value) int64 {
	i, ok := AsSize(t, k, TIndexError)
	if !ok {
		return -1
	}
	if i < 0 {
		i += m.Size
	}
	if uint64(i) >= uint64(m.Size) {
		Raise(t, TIndexError, "index out of bounds on dimension 1")
		return -1
	}
	return i
}

func memorySubscript(t *Thread, v, k Value) Value {
	m := As[MemoryView](v)
	if !m.check(t) {
		return Null
	}
	switch {
	case m.Scalar:
		if k == Ellipsis {
			return v
		}
		if !IsTuple(k) || As[Tuple](k).Size != 0 {
			return Raise(t, TTypeError, "invalid indexing of 0-dim memory")
		}
		b, ok := m.item(t, 0)
		if !ok {
			return Null
		}
		return unpackItem(t, b, m.Format)
	case k.IsExact(TSlice):
		lo, _, step, n, ok := SliceIndices(t, k, m.Size)
		if !ok {
			return Null
		}
		return m.window(t, m.Off+lo*m.Stride, n, m.Stride*step)
	case IsTuple(k) && As[Tuple](k).Size == 1:
		k = *As[Tuple](k).At(0)
	}
	if !IsIndex(t, k) {
		return Raise(t, TTypeError, "memoryview: invalid slice key")
	}
	i := memoryIndex(t, m, k)
	if i < 0 {
		return Null
	}
	b, ok := m.item(t, i)
	if !ok {
		return Null
	}
	return unpackItem(t, b, m.Format)
}

func memorySet(t *Thread, v, k, x Value) bool {
	m := As[MemoryView](v)
	if !m.check(t) {
		return false
	}
	if m.ReadOnly {
		Raise(t, TTypeError, "cannot modify read-only memory")
		return false
	}
	if x == Null {
		Raise(t, TTypeError, "cannot delete memory")
		return false
	}
	if m.Scalar {
		if k != Ellipsis && (!IsTuple(k) || As[Tuple](k).Size != 0) {
			Raise(t, TTypeError, "invalid indexing of 0-dim memory")
			return false
		}
		b, ok := m.item(t, 0)
		return ok && packItem(t, b, m.Format, x)
	}
	if k.IsExact(TSlice) {
		return memorySetSlice(t, m, k, x)
	}
	if !IsIndex(t, k) {
		Raise(t, TTypeError, "memoryview: invalid slice key")
		return false
	}
	i := memoryIndex(t, m, k)
	if i < 0 {
		return false
	}
	var buf [8]byte
	if !packItem(t, buf[:m.ItemSize], m.Format, x) {
		return false
	}
	b, ok := m.item(t, i)
	if ok {
		copy(b, buf[:])
	}
	return ok
}

func memorySetSlice(t *Thread, m *MemoryView, k, x Value) bool {
	data, ok := bytesLike(t, x)
	if !ok {
		return false
	}
	format := byte('B')
	if x.IsExact(TMemoryView) {
		format = As[MemoryView](x).Format
	}
	lo, _, step, n, ok := SliceIndices(t, k, m.Size)
	if !ok {
		return false
	}
	if format != m.Format || int64(len(data)) != n*m.ItemSize {
		Raise(t, TValueError, "memoryview assignment: lvalue and rvalue have different structures")
		return false
	}
	data = append([]byte(nil), data...)
	for i := int64(0); i < n; i++ {
		b, ok := m.item(t, lo+i*step)
		if !ok {
			return false
		}
		copy(b, data[i*m.ItemSize:])
	}
	return true
}

func memoryCast(t *Thread, v Value, bound []Value) Value {
	m := As[MemoryView](v)
	if !m.check(t) {
		return Null
	}
	if !IsStr(bound[0]) {
		return BadArgument(t, "cast", "argument 'format'", "str", bound[0])
	}
	text := GoString(bound[0])
	if len(text) == 2 && text[0] == '@' {
		text = text[1:]
	}
	if len(text) != 1 || formatSizes[text[0]] == 0 {
		return Raise(t, TValueError, "memoryview: destination format must be a native single character format prefixed with an optional '@'")
	}
	if !m.contiguous() {
		return Raise(t, TTypeError, "memoryview: casts are restricted to C-contiguous views")
	}
	format := text[0]
	isByte := func(c byte) bool { return c == 'B' || c == 'b' || c == 'c' }
	if !isByte(format) && !isByte(m.Format) {
		return Raise(t, TTypeError, "memoryview: cannot cast between two non-byte formats")
	}
	size := formatSizes[format]
	if m.Size*m.ItemSize%size != 0 {
		return Raise(t, TTypeError, "memoryview: length is not a multiple of itemsize")
	}
	r := m.window(t, m.Off, m.Size*m.ItemSize/size, size)
	if r == Null {
		return Null
	}
	w := As[MemoryView](r)
	w.Format, w.ItemSize, w.Scalar = format, size, false
	if shape := bound[1]; shape != Null {
		if !IsTuple(shape) && !IsList(shape) {
			return Raise(t, TTypeError, "shape must be a list or a tuple")
		}
		items := FastItems(shape)
		product := int64(1)
		for _, x := range items {
			if !IsIntLike(x) {
				return Raise(t, TTypeError, "memoryview.cast(): elements of shape must be integers")
			}
			n, ok := Int64(x)
			if !ok || n <= 0 {
				return Raise(t, TValueError, "memoryview.cast(): elements of shape must be integers > 0")
			}
			product *= n
		}
		if len(items) > 1 || product != w.Size {
			return Raise(t, TTypeError, "memoryview: product(shape) * itemsize != buffer size")
		}
		w.Scalar = len(items) == 0
	}
	return r
}
