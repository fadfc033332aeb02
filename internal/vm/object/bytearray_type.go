// The type bytearray: slots, construction, and what changes one.

package object

import (
	"bytes"
	"math"
	"unsafe"
)

var _ = DefineType(TByteArray, TypeDef{
	Name: "bytearray", Flags: TypeBase | TypeMatchSelf, Size: unsafe.Sizeof(ByteArray{}), Refs: 1 << 2, NoWeak: true,
	Slots: Slots{
		Repr: byteArrayRepr, Str: byteArrayStr,
		Compare: byteArrayCompare, Init: byteArrayInit,
		New:       func(t *Thread, typ *Type, args []Value, kw Value) Value { return AllocInstance(t, typ) },
		Iter:      func(t *Thread, v Value) Value { return NewSeqIterator(t, TByteArrayIterator, v) },
		Len:       func(t *Thread, v Value) int64 { return As[ByteArray](v).Size },
		Subscript: bytesSubscript, SetSubscript: byteArraySet, Contains: bytesContains,
		Concat: bytesConcat, InplaceConcat: byteArrayIConcat, Repeat: bytesRepeat, InplaceRepeat: byteArrayIRepeat,
		Binary:      [NbCount]BinaryFunc{NbRemainder: bytesMod},
		Buffer:      func(t *Thread, v Value) ([]byte, bool) { return As[ByteArray](v).Bytes(), true },
		Exports:     func(v Value) *Exports { return &As[ByteArray](v).Exports },
		BufferItems: func(v Value) BufferItems { return BufferItems{Format: 'B', Size: 1, Writable: true} },
	},
	Methods: append(byteMethods(), []FuncDef{
		bufferMethod, releaseBufferMethod,
		{Name: "append", Sig: "(item, /)", F1: byteArrayAppend},
		{Name: "extend", Sig: "(iterable_of_ints, /)", F1: byteArrayExtend},
		{Name: "insert", Sig: "(index, item, /)", MinArgs: 2, MaxArgs: 2, FN: byteArrayInsert},
		{Name: "pop", Sig: "(index=-1, /)", MaxArgs: 1, FN: byteArrayPop},
		{Name: "remove", Sig: "(value, /)", F1: byteArrayRemove},
		{Name: "reverse", Sig: "()", F0: func(t *Thread, v Value) Value {
			if !ownBytes(t, v) {
				return Null
			}
			reverseBytes(selfBytes(v))
			return None
		}},
		{Name: "clear", Sig: "()", F0: func(t *Thread, v Value) Value {
			if !As[ByteArray](v).resize(t, 0) {
				return Null
			}
			return None
		}},
		{Name: "copy", Sig: "()", F0: func(t *Thread, v Value) Value { return NewByteArray(t, selfBytes(v)) }},
		{Name: "__alloc__", F0: func(t *Thread, v Value) Value {
			b := As[ByteArray](v)
			if b.Cap == 0 {
				return SmallInt(0)
			}
			return SmallInt(b.room() + 1)
		}},
		{Name: "__sizeof__", Sig: "()", F0: func(t *Thread, v Value) Value {
			b := As[ByteArray](v)
			n := int64(56)
			if b.Cap != 0 {
				n += b.room() + 1
			}
			return SmallInt(n)
		}},
		{Name: "__reduce__", Sig: "()", F0: func(t *Thread, v Value) Value { return byteArrayReduce(t, v, 2) }},
		{Name: "__reduce_ex__", Sig: "(proto=0, /)", MaxArgs: 1, FN: func(t *Thread, v Value, args []Value) Value {
			proto := int64(0)
			if len(args) > 0 {
				var ok bool
				if proto, ok = ArgSize(t, args[0]); !ok {
					return Null
				}
			}
			return byteArrayReduce(t, v, proto)
		}},
	}...),
})

func byteArrayReduce(t *Thread, v Value, proto int64) Value {
	args := Null
	switch b := selfBytes(v); {
	case proto < 3:
		s := newStrUnits(t, b)
		enc := NewStr(t, "latin-1")
		if s == Null || enc == Null {
			return Null
		}
		args = Pair(t, s, enc)
	case len(b) == 0:
		args = Of(t.RT.EmptyTuple)
	default:
		x := NewBytes(t, b)
		if x == Null {
			return Null
		}
		args = Tuple1(t, x)
	}
	state := getState(t, v, false)
	r := NewTuple(t, 3)
	if args == Null || state == Null || r == nil {
		return Null
	}
	*r.At(0), *r.At(1), *r.At(2) = Of(TypeOf(t, v)), args, state
	return Of(r)
}

var byteArraySignature = ParseSignature("bytearray", "(source=b'', encoding='utf-8', errors='strict')")

func byteArrayInit(t *Thread, self Value, args []Value, kw Value) bool {
	bound := t.PushArgs(3)
	if bound == nil {
		return false
	}
	ok := byteArraySignature.Bind(t, args, kw, bound) && byteArrayFill(t, self, bound[0], bound[1], bound[2])
	t.PopArgs(3)
	return ok
}

func (b *ByteArray) set(t *Thread, data []byte) bool {
	if !b.resize(t, len(data)) {
		return false
	}
	copy(b.Bytes(), data)
	return true
}

func byteArrayFill(t *Thread, self, x, encoding, errors Value) bool {
	b := As[ByteArray](self)
	if !b.resize(t, 0) {
		return false
	}
	switch {
	case x == Null:
		if encoding != Null || errors != Null {
			if encoding != Null {
				Raise(t, TTypeError, "encoding without a string argument")
			} else {
				Raise(t, TTypeError, "errors without a string argument")
			}
			return false
		}
		return true
	case IsStr(x) || encoding != Null || errors != Null:
		r := encodeSource(t, "bytearray", x, encoding, errors)
		return r != Null && b.set(t, bytesOf(r))
	}
	if n, ok := countArgument(t, x); ok {
		return b.zeros(t, int(n))
	} else if t.Exc != Null {
		return false
	}
	if data, ok := bufferView(t, x); ok {
		return b.set(t, data)
	}
	if t.Exc != Null {
		return false
	}
	data, ok := intoByteArray.gather(t, x)
	return ok && b.set(t, data)
}

func byteArrayCompare(t *Thread, a, b Value, op CompareOp) Value {
	x, ok := bufferView(t, a)
	if !ok {
		return NotImplemented
	}
	y, ok := bufferView(t, b)
	if !ok {
		if t.ClearExc(); t.RT.BytesWarning && !warnCompared(t, "bytearray", a, b, op, false) {
			return Null
		}
		return NotImplemented
	}
	return compareBytes(x, y, op)
}

func byteArraySet(t *Thread, v, k, x Value) bool {
	b := As[ByteArray](v)
	if k.IsExact(TSlice) {
		return byteArraySetSlice(t, v, k, x)
	}
	if !IsIndex(t, k) {
		Raise(t, TTypeError, "bytearray indices must be integers or slices, not %s", TypeName(t, k))
		return false
	}
	i, ok := AsSize(t, k, TIndexError)
	if !ok {
		return false
	}
	c := byte(0)
	if x != Null {
		if c, ok = asByte(t, x); !ok {
			return false
		}
	}
	if i < 0 {
		i += b.Size
	}
	if uint64(i) >= uint64(b.Size) {
		Raise(t, TIndexError, "bytearray index out of range")
		return false
	}
	if x == Null {
		return b.splice(t, int(i), int(i)+1, 0)
	}
	if !b.own(t) {
		return false
	}
	b.Bytes()[i] = c
	return true
}

// assigned gives the bytes that are assigned to a slice, in memory of their own.
func assigned(t *Thread, x Value) ([]byte, bool) {
	if x == Null {
		return nil, true
	}
	if data, ok := bufferView(t, x); ok {
		return append([]byte(nil), data...), true
	}
	if t.Exc != Null {
		return nil, false
	}
	if n := &TypeOf(t, x).Slots; IsIndex(t, x) || IsStr(x) || n.Int != nil || n.Float != nil || IsComplexLike(t, x) {
		Raise(t, TTypeError, "can assign only bytes, buffers, or iterables of ints in range(0, 256)")
		return nil, false
	}
	return intoByteArray.gather(t, x)
}

func byteArraySetSlice(t *Thread, v, k, x Value) bool {
	b := As[ByteArray](v)
	start, stop, step, ok := SliceUnpack(t, As[Slice](k))
	if !ok {
		return false
	}
	data, ok := assigned(t, x)
	if !ok {
		return false
	}
	lo, hi, n := SliceAdjust(start, stop, step, b.Size)
	if step == 1 {
		hi = max(lo, hi)
		if !b.splice(t, int(lo), int(hi), len(data)) {
			return false
		}
		copy(b.Bytes()[min(lo, b.Size):], data)
		return true
	}
	if len(data) == 0 { // deleting, for an empty value too
		if n == 0 {
			return true
		}
		if !b.Exports.Free(t, v) || !b.own(t) {
			return false
		}
		if step < 0 {
			lo, step = lo+(n-1)*step, -step
		}
		d := b.Bytes()
		w := lo
		for i, next := lo, lo; i < b.Size; i++ {
			if i == next && n > 0 {
				n--
				next += step
				continue
			}
			d[w] = d[i]
			w++
		}
		return b.resize(t, int(w))
	}
	if int64(len(data)) != n {
		Raise(t, TValueError, "attempt to assign bytes of size %d to extended slice of size %d", len(data), n)
		return false
	}
	if !b.own(t) {
		return false
	}
	d := b.Bytes()
	for i, j := 0, lo; i < len(data); i, j = i+1, j+step {
		d[j] = data[i]
	}
	return true
}

func byteArrayIConcat(t *Thread, a, b Value) Value {
	if a == b && As[ByteArray](a).Size > 0 {
		return Raise(t, TBufferError, "Existing exports of data: object cannot be re-sized")
	}
	return byteArrayJoin(t, a, b)
}

func byteArrayJoin(t *Thread, a, b Value) Value {
	y, ok := bufferView(t, b)
	if !ok {
		if t.Exc != Null {
			return Null
		}
		return Raise(t, TTypeError, "can't concat %s to %s", TypeName(t, b), TypeName(t, a))
	}
	x := As[ByteArray](a)
	if x.borrow(b) {
		return a
	}
	n := int(x.Size)
	if !x.resize(t, n+len(y)) { // y may be a's own bytes: their storage stays as it was
		return Null
	}
	copy(x.Bytes()[n:], y)
	return a
}

func byteArrayIRepeat(t *Thread, v Value, n int64) Value {
	b := As[ByteArray](v)
	n = max(n, 0)
	if n > 0 && b.Size > math.MaxInt64/n {
		return t.NoMemory()
	}
	old := int(b.Size)
	if !b.resize(t, old*int(n)) {
		return Null
	}
	if n > 0 && old > 0 && !blitAgain(t, b.Bytes(), old) {
		return Null
	}
	return v
}

func byteArrayAppend(t *Thread, v, x Value) Value {
	c, ok := asByte(t, x)
	if !ok {
		return Null
	}
	b := As[ByteArray](v)
	if b.Size < b.Cap && b.Exports == (Exports{}) {
		b.Size++
	} else if !b.resize(t, int(b.Size)+1) {
		return Null
	}
	b.Bytes()[b.Size-1] = c
	return None
}

func byteArrayExtend(t *Thread, v, x Value) Value {
	if _, ok := bufferView(t, x); ok {
		if byteArrayJoin(t, v, x) == Null {
			return Null
		}
		return None
	}
	if t.Exc != Null {
		return Null
	}
	if IsStr(x) && As[Str](x).Len > 0 {
		return Raise(t, TTypeError, "expected iterable of integers; got: 'str'")
	}
	it := Iter(t, x)
	if it == Null {
		if t.Matches(TTypeError) {
			t.ClearExc()
			Raise(t, TTypeError, "can't extend bytearray with %s", TypeName(t, x))
		}
		return Null
	}
	if LengthHint(t, x, 32) < 0 {
		return Null
	}
	data, ok := intoByteArray.gather(t, it)
	if !ok {
		return Null
	}
	b := As[ByteArray](v)
	n := int(b.Size)
	if !b.resize(t, n+len(data)) {
		return Null
	}
	copy(b.Bytes()[n:], data)
	return None
}

func byteArrayInsert(t *Thread, v Value, args []Value) Value {
	i, ok := ArgSize(t, args[0])
	if !ok {
		return Null
	}
	c, ok := asByte(t, args[1])
	if !ok {
		return Null
	}
	b := As[ByteArray](v)
	if i < 0 {
		i = max(i+b.Size, 0)
	}
	i = min(i, b.Size)
	if !b.splice(t, int(i), int(i), 1) {
		return Null
	}
	b.Bytes()[i] = c
	return None
}

func byteArrayPop(t *Thread, v Value, args []Value) Value {
	i, ok := int64(-1), true
	if len(args) > 0 {
		if i, ok = ArgSize(t, args[0]); !ok {
			return Null
		}
	}
	b := As[ByteArray](v)
	if b.Size == 0 {
		return Raise(t, TIndexError, "pop from empty bytearray")
	}
	if i < 0 {
		i += b.Size
	}
	if uint64(i) >= uint64(b.Size) {
		return Raise(t, TIndexError, "pop index out of range")
	}
	c := b.Bytes()[i]
	if !b.splice(t, int(i), int(i)+1, 0) {
		return Null
	}
	return SmallInt(int64(c))
}

func byteArrayRemove(t *Thread, v, x Value) Value {
	c, ok := asByte(t, x)
	if !ok {
		return Null
	}
	b := As[ByteArray](v)
	i := bytes.IndexByte(b.Bytes(), c)
	if i < 0 {
		return Raise(t, TValueError, "value not found in bytearray")
	}
	if !b.splice(t, i, i+1, 0) {
		return Null
	}
	return None
}
