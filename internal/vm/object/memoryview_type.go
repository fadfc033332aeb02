// The type memoryview.

package object

import (
	"bytes"
	"math"
	"unsafe"
)

var _ = DefineType(TMemoryView, TypeDef{
	Name: "memoryview", Flags: TypeSequence, Size: unsafe.Sizeof(MemoryView{}), Refs: 1<<1 | 1<<2 | 1<<3 | 1<<4,
	Slots: Slots{
		Repr: memoryRepr, Hash: memoryHash, Compare: memoryCompare,
		New:  BindNew("memoryview", "(object)", func(t *Thread, typ *Type, bound []Value) Value { return NewMemoryView(t, bound[0]) }),
		Iter: memoryIter, IterPlain: true, Len: memoryLen, Subscript: memorySubscript, SetSubscript: memorySet,
		Buffer: func(t *Thread, v Value) ([]byte, bool) {
			m := As[MemoryView](v)
			if !m.check(t) {
				return nil, false
			}
			return m.bytes(t)
		},
	},
	Methods: []FuncDef{
		bufferMethod, releaseBufferMethod,
		{Name: "tobytes", Sig: "(order='C')", Fn: memoryToBytes},
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
		{Name: "_from_flags", Class: true, Sig: "(object, flags)", Fn: func(t *Thread, _ Value, bound []Value) Value {
			n, ok := AsSize(t, bound[1], TOverflowError)
			if !ok {
				return Null
			}
			return viewFor(t, bound[0], n)
		}},
		{Name: "__enter__", F0: func(t *Thread, v Value) Value {
			m := As[MemoryView](v)
			if !m.check(t) {
				return Null
			}
			m.hold(1)
			return v
		}},
		{Name: "__exit__", MaxArgs: -1, FN: func(t *Thread, v Value, args []Value) Value { return memoryRelease(t, v) }},
	},
	GetSets: []GetSetDef{
		memoryGet("obj", func(t *Thread, m *MemoryView) Value {
			if m.Giver != Null {
				return m.Giver
			}
			return m.Obj
		}),
		memoryGet("nbytes", func(t *Thread, m *MemoryView) Value { return SmallInt(m.count() * m.ItemSize) }),
		memoryGet("itemsize", func(t *Thread, m *MemoryView) Value { return SmallInt(m.ItemSize) }),
		memoryGet("format", func(t *Thread, m *MemoryView) Value {
			if m.At {
				return NewStr(t, string([]byte{'@', m.Format}))
			}
			return NewStr(t, string([]byte{m.Format}))
		}),
		memoryGet("readonly", func(t *Thread, m *MemoryView) Value { return Bool(m.ReadOnly) }),
		memoryGet("ndim", func(t *Thread, m *MemoryView) Value { return SmallInt(int64(m.NDim)) }),
		memoryGet("shape", func(t *Thread, m *MemoryView) Value { return m.dimTuple(t, false) }),
		memoryGet("strides", func(t *Thread, m *MemoryView) Value { return m.dimTuple(t, true) }),
		memoryGet("suboffsets", func(t *Thread, m *MemoryView) Value { return Of(t.RT.EmptyTuple) }),
		memoryGet("c_contiguous", func(t *Thread, m *MemoryView) Value { return Bool(m.contiguous('C')) }),
		memoryGet("f_contiguous", func(t *Thread, m *MemoryView) Value { return Bool(m.contiguous('F')) }),
		memoryGet("contiguous", func(t *Thread, m *MemoryView) Value { return Bool(m.contiguous('C') || m.contiguous('F')) }),
	},
})

var _ = DefineType(TMemoryIterator, StepsBy(func(t *Thread, v Value, _ int) (item Value, why Stepped) {
	n, more := memoryIterPlain(t, v, unsafe.Slice(&item, 1))
	if n == 0 && !more {
		why = StepEnd
	}
	return item, why
}, seqIterDef("memory_iterator", TypeLeaf, memoryIterNext, memoryIterFill, nil)))

// live returns the contents of a view that is not released.
func (m *MemoryView) live(t *Thread) ([]byte, bool) {
	if !m.check(t) {
		return nil, false
	}
	return m.bytes(t)
}

// dimTuple is the attribute shape, or strides.
func (m *MemoryView) dimTuple(t *Thread, strides bool) Value {
	r := NewTuple(t, int(m.NDim))
	if r == nil {
		return Null
	}
	for i := range int(m.NDim) {
		n, stride := m.dim(i)
		if strides {
			n = stride
		}
		*r.At(i) = SmallInt(n)
	}
	return Of(r)
}

func memoryToBytes(t *Thread, v Value, bound []Value) Value {
	m, order := As[MemoryView](v), "C"
	if !m.check(t) {
		return Null
	}
	if o := bound[0]; o != Null && o != None {
		if !IsStr(o) {
			return BadArgument(t, "tobytes", "argument 'order'", "str or None", o)
		}
		if order = GoString(o); order != "C" && order != "F" && order != "A" {
			return Raise(t, TValueError, "order must be 'C', 'F' or 'A'")
		}
	}
	if order == "C" || m.NDim < 2 || order == "A" && !m.contiguous('F') {
		if r := lent(v); r != Null {
			return r
		}
		b, ok := m.bytes(t)
		if !ok {
			return Null
		}
		return NewBytes(t, b)
	}
	r := m.turned(t)
	if r == Null {
		return Null
	}
	b, ok := As[MemoryView](r).bytes(t)
	if !ok {
		return Null
	}
	return NewBytes(t, b)
}

// turned is a view with the dimensions in the opposite order.
func (m *MemoryView) turned(t *Thread) Value {
	r := m.window(t, m.Off, m.Size, m.Stride)
	if r == Null {
		return Null
	}
	w, n := As[MemoryView](r), int(m.NDim)
	for i := range n {
		w.dims()[i], w.dims()[n+i] = m.dim(n - 1 - i)
	}
	w.Size, w.Stride = w.dim(0)
	return r
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
		m.hold(-1)
		if m.First && m.Lent != Null {
			As[MemoryView](m.Lent).giveBack(t, m.Giver)
		} else if m.First {
			m.giveBack(t, m.Giver)
		}
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
	if !isByteFormat(m.Format) {
		Raise(t, TValueError, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'")
		return 0, false
	}
	if _, ok := Hash(t, m.Obj); !ok {
		return 0, false
	}
	b, ok := m.bytes(t)
	if !ok {
		return 0, false
	}
	m.Hash = t.RT.HashSeed.hash(b)
	return m.Hash, true
}

func isByteFormat(c byte) bool { return c == 'B' || c == 'b' || c == 'c' }

func memoryCompare(t *Thread, a, b Value, op CompareOp) Value {
	if op != EQ && op != NE {
		return NotImplemented
	}
	if As[MemoryView](a).Released || b.IsExact(TMemoryView) && As[MemoryView](b).Released {
		return Bool((a == b) == (op == EQ))
	}
	if !b.IsExact(TMemoryView) {
		if TypeOf(t, b).Slots.Buffer == nil {
			return NotImplemented
		}
		if b = NewMemoryView(t, b); b == Null {
			t.ClearExc()
			return NotImplemented
		}
		defer memoryRelease(t, b)
	}
	equal, ok := memoryEqual(t, As[MemoryView](a), As[MemoryView](b))
	if !ok {
		return Null
	}
	return Bool(equal == (op == EQ))
}

// sameShape reports whether two views have the same dimensions, as far as one of size 0.
func (m *MemoryView) sameShape(w *MemoryView) bool {
	if m.NDim != w.NDim {
		return false
	}
	for i := range int(m.NDim) {
		n, _ := m.dim(i)
		if k, _ := w.dim(i); k != n {
			return false
		}
		if n == 0 {
			break
		}
	}
	return true
}

// memoryEqual compares item by item; views whose format nobody can read are not equal, not even to themselves.
func memoryEqual(t *Thread, x, y *MemoryView) (equal, ok bool) {
	if !x.sameShape(y) || formatSizes[x.Format] == 0 || formatSizes[y.Format] == 0 {
		return false, true
	}
	p, ok := x.bytes(t)
	if !ok {
		return false, false
	}
	q, ok := y.bytes(t)
	if !ok {
		return false, false
	}
	isFloat := x.Format == 'f' || x.Format == 'd' || x.Format == 'e'
	if x.Format == y.Format && !isFloat {
		return bytes.Equal(p, q), true
	}
	for i := range int(x.count()) {
		u := UnpackItem(t, p[i*int(x.ItemSize):], x.Format)
		if u == Null {
			return false, false
		}
		w := UnpackItem(t, q[i*int(y.ItemSize):], y.Format)
		if w == Null {
			return false, false
		}
		r := Compare(t, u, w, EQ)
		if r == Null {
			return false, false
		}
		if n := Truth(t, r); n <= 0 {
			return false, n == 0
		}
		if t.haltedAt(i) {
			return false, false
		}
	}
	return true, true
}

func memoryIter(t *Thread, v Value) Value {
	m := As[MemoryView](v)
	if !m.check(t) {
		return Null
	}
	switch {
	case m.NDim == 0:
		return Raise(t, TTypeError, "invalid indexing of 0-dim memory")
	case m.NDim > 1:
		return Raise(t, TNotImplementedError, "multi-dimensional sub-views are not implemented")
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
	return UnpackItem(t, b, m.Format)
}

// memoryIterPlain stores the next items that need no memory, as many as there is room for; more is false at the end.
func memoryIterPlain(t *Thread, v Value, out []Value) (n int, more bool) {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return 0, false
	}
	m := As[MemoryView](it.Seq)
	if m.Released {
		return 0, true
	}
	left := m.Size - it.Index
	if left <= 0 {
		it.Seq = Null
		return 0, false
	}
	n = m.unpackPlain(t, out[:min(int64(len(out)), left)], m.Off+it.Index*m.Stride, m.Stride)
	it.Index += int64(n)
	return n, true
}

// memoryIterFill is Slots.Fill.
func memoryIterFill(t *Thread, v Value, out []Value, rule PullRule) (n int, more bool) {
	if rule == PullAll {
		if n, more = memoryIterPlain(t, v, out[:min(len(out), FillPiece)]); n > 0 || !more {
			return n, more
		}
	}
	return fillByNext(t, v, TypeOf(t, v), out, rule)
}

func memoryLen(t *Thread, v Value) int64 {
	m := As[MemoryView](v)
	if !m.check(t) {
		return -1
	}
	if m.NDim == 0 {
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
	return m.list(t, 0, m.Off)
}

// list makes lists of the items from dimension d on, the first of which begins at a byte.
//
//psy:bounded by the dimensions, of which there are at most 64
func (m *MemoryView) list(t *Thread, d int, at int64) Value {
	if d == int(m.NDim) {
		b, ok := m.at(t, at)
		if !ok {
			return Null
		}
		return UnpackItem(t, b, m.Format)
	}
	n, stride := m.dim(d)
	if d == int(m.NDim)-1 {
		l := NewList(t, int(n))
		if l == nil {
			return Null
		}
		out := l.Slice()
		for i := 0; i < len(out); {
			from := at + int64(i)*stride
			k := m.unpackPlain(t, out[i:min(len(out), i+FillPiece)], from, stride)
			if i += k; k == 0 {
				b, ok := m.at(t, from)
				if !ok {
					return Null
				}
				if out[i] = UnpackItem(t, b, m.Format); out[i] == Null {
					return Null
				}
				i++
			}
			if t.Halted() {
				return Null
			}
		}
		return Of(l)
	}
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	for i := range n {
		x := m.list(t, d+1, at+i*stride)
		if x == Null || !l.Append(t, x) || t.haltedAt(int(i)) {
			return Null
		}
	}
	return Of(l)
}

// step moves from a byte along dimension d to index k; -1 with an exception when that is outside.
func (m *MemoryView) step(t *Thread, at int64, d int, k Value) int64 {
	i, ok := AsSize(t, k, TIndexError)
	if !ok {
		return -1
	}
	size, stride := m.dim(d)
	if i < 0 {
		i += size
	}
	if uint64(i) >= uint64(size) {
		Raise(t, TIndexError, "index out of bounds on dimension %d", d+1)
		return -1
	}
	return at + i*stride
}

// isMulti reports whether k is a tuple of such keys only.
func isMulti(k Value, is func(Value) bool) bool {
	if !IsTuple(k) {
		return false
	}
	x := As[Tuple](k)
	for i := range x.Len() {
		if !is(*x.At(i)) {
			return false
		}
	}
	return true
}

// find returns where the item of a tuple of indexes begins; -1 with an exception.
func (m *MemoryView) find(t *Thread, k Value) int64 {
	x := As[Tuple](k)
	if x.Len() < int(m.NDim) {
		Raise(t, TNotImplementedError, "sub-views are not implemented")
		return -1
	}
	if x.Len() > int(m.NDim) {
		Raise(t, TTypeError, "cannot index %d-dimension view with %d-element tuple", int(m.NDim), x.Len())
		return -1
	}
	at := m.Off
	for i := range x.Len() {
		if at = m.step(t, at, i, *x.At(i)); at < 0 {
			return -1
		}
	}
	return at
}

// noDims reports whether k is a key of a view without dimensions, and raises TypeError if not.
func noDims(t *Thread, k Value) bool {
	if k == Ellipsis || IsTuple(k) && As[Tuple](k).Size == 0 {
		return true
	}
	Raise(t, TTypeError, "invalid indexing of 0-dim memory")
	return false
}

func memorySubscript(t *Thread, v, k Value) Value {
	m := As[MemoryView](v)
	if !m.check(t) {
		return Null
	}
	isIndex := func(v Value) bool { return IsIndex(t, v) }
	at := int64(-1)
	switch {
	case m.NDim == 0:
		if k == Ellipsis {
			return v
		}
		if noDims(t, k) {
			at = m.Off
		}
	case isIndex(k):
		if m.NDim > 1 {
			return Raise(t, TNotImplementedError, "multi-dimensional sub-views are not implemented")
		}
		at = m.step(t, m.Off, 0, k)
	case k.IsExact(TSlice):
		size, stride := m.dim(0)
		lo, _, step, n, ok := SliceIndices(t, k, size)
		if !ok {
			return Null
		}
		return m.window(t, m.Off+lo*stride, n, stride*step)
	case isMulti(k, isIndex):
		at = m.find(t, k)
	case isMulti(k, func(v Value) bool { return v.IsExact(TSlice) }):
		return Raise(t, TNotImplementedError, "multi-dimensional slicing is not implemented")
	default:
		return Raise(t, TTypeError, "memoryview: invalid slice key")
	}
	if at < 0 || !m.check(t) { // __index__ may have released it
		return Null
	}
	b, ok := m.at(t, at)
	if !ok {
		return Null
	}
	return UnpackItem(t, b, m.Format)
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
	isIndex := func(v Value) bool { return IsIndex(t, v) }
	at := int64(-1)
	switch {
	case m.NDim == 0:
		if noDims(t, k) {
			at = m.Off
		}
	case isIndex(k):
		if m.NDim > 1 {
			Raise(t, TNotImplementedError, "sub-views are not implemented")
			return false
		}
		at = m.step(t, m.Off, 0, k)
	case k.IsExact(TSlice) && m.NDim == 1:
		return memorySetSlice(t, m, k, x)
	case isMulti(k, isIndex):
		at = m.find(t, k)
	case k.IsExact(TSlice) || isMulti(k, func(v Value) bool { return v.IsExact(TSlice) }):
		Raise(t, TNotImplementedError, "memoryview slice assignments are currently restricted to ndim = 1")
	default:
		Raise(t, TTypeError, "memoryview: invalid slice key")
	}
	if at < 0 {
		return false
	}
	var buf [8]byte
	if !packItem(t, buf[:m.ItemSize], m.Format, x) || !m.check(t) || !ownBytes(t, m.Obj) {
		return false
	}
	b, ok := m.at(t, at)
	if ok {
		copy(b, buf[:])
	}
	return ok
}

func memorySetSlice(t *Thread, m *MemoryView, k, x Value) bool {
	if TypeOf(t, x).Slots.Buffer == nil {
		Raise(t, TTypeError, "a bytes-like object is required, not '%s'", TypeName(t, x))
		return false
	}
	if x = NewMemoryView(t, x); x == Null {
		return false
	}
	defer memoryRelease(t, x)
	src := As[MemoryView](x)
	lo, _, step, n, ok := SliceIndices(t, k, m.Size)
	if !ok || !m.check(t) {
		return false
	}
	if src.NDim != 1 || src.Format != m.Format || src.ItemSize != m.ItemSize || src.Size != n {
		Raise(t, TValueError, "memoryview assignment: lvalue and rvalue have different structures")
		return false
	}
	if !ownBytes(t, m.Obj) {
		return false
	}
	data, ok := src.bytes(t)
	if !ok {
		return false
	}
	if step == 1 && m.Stride == m.ItemSize && n > 0 {
		if _, ok = m.item(t, lo+n-1); ok {
			all, _ := bufferView(t, m.Obj)
			copy(all[m.Off+lo*m.Stride:][:n*m.ItemSize], data)
		}
		return ok
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

// memoryCast is cast: from one dimension to others, or to another format.
func memoryCast(t *Thread, v Value, bound []Value) Value {
	m := As[MemoryView](v)
	if !IsStr(bound[0]) {
		return BadArgument(t, "cast", "argument 'format'", "str", bound[0])
	}
	if !m.check(t) {
		return Null
	}
	if m.Last {
		return Raise(t, TValueError, "cannot create new view on restricted memoryview")
	}
	if !m.contiguous('C') {
		return Raise(t, TTypeError, "memoryview: casts are restricted to C-contiguous views")
	}
	shape := bound[1]
	if (shape != Null || m.NDim != 1) && m.count() == 0 {
		return Raise(t, TTypeError, "memoryview: cannot cast view with zeros in shape or strides")
	}
	if shape != Null {
		if !IsTuple(shape) && !IsList(shape) {
			return Raise(t, TTypeError, "shape must be a list or a tuple")
		}
		n := len(FastItems(shape))
		if n > maxDims {
			return Raise(t, TValueError, "memoryview: number of dimensions must not exceed 64")
		}
		if m.NDim != 1 && n != 1 {
			return Raise(t, TTypeError, "memoryview: cast must be 1D -> ND or ND -> 1D")
		}
	}
	text := GoString(bound[0])
	at := len(text) == 2 && text[0] == '@'
	if at {
		text = text[1:]
	}
	if len(text) != 1 || formatSizes[text[0]] == 0 {
		return Raise(t, TValueError, "memoryview: destination format must be a native single character format prefixed with an optional '@'")
	}
	format := text[0]
	if !isByteFormat(format) && !isByteFormat(m.Format) {
		return Raise(t, TTypeError, "memoryview: cannot cast between two non-byte formats")
	}
	size, bytes := formatSizes[format], m.count()*m.ItemSize
	if bytes%size != 0 {
		return Raise(t, TTypeError, "memoryview: length is not a multiple of itemsize")
	}
	w := New[MemoryView](t, TMemoryView)
	if w == nil {
		return Null
	}
	w.Obj, w.Off, w.ReadOnly, w.NDim = m.Obj, m.Off, m.ReadOnly, 1
	w.Format, w.At, w.ItemSize, w.Size, w.Stride = format, at, size, bytes/size, size
	w.export(1)
	if shape != Null && !w.reshape(t, shape, bytes) {
		return Null
	}
	return Of(w)
}

// reshape gives a contiguous view other dimensions.
func (m *MemoryView) reshape(t *Thread, shape Value, bytes int64) bool {
	n := len(FastItems(shape))
	if n > 1 && !m.setDims(t, n) {
		return false
	}
	product := m.ItemSize
	for i := range n {
		x := FastItems(shape)[i]
		if !IsIntLike(x) {
			Raise(t, TTypeError, "memoryview.cast(): elements of shape must be integers")
			return false
		}
		k, ok := ArgSize(t, x)
		if !ok {
			return false
		}
		if k <= 0 {
			Raise(t, TValueError, "memoryview.cast(): elements of shape must be integers > 0")
			return false
		}
		if k > math.MaxInt64/product {
			Raise(t, TValueError, "memoryview.cast(): product(shape) > SSIZE_MAX")
			return false
		}
		product *= k
		if n > 1 {
			m.dims()[i] = k
		} else {
			m.Size = k
		}
	}
	if product != bytes {
		Raise(t, TTypeError, "memoryview: product(shape) * itemsize != buffer size")
		return false
	}
	switch {
	case n == 0:
		m.NDim, m.Size = 0, 1
	case n > 1:
		d, stride := m.dims(), m.ItemSize
		for i := n - 1; i >= 0; i-- {
			d[n+i] = stride
			stride *= d[i]
		}
		m.Size, m.Stride = m.dim(0)
	}
	return true
}
