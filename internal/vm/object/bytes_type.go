// The type bytes: slots, construction, iterators.

package object

import (
	"bytes"
	"math"
	"unsafe"
)

var _ = DefineType(TBytes, TypeDef{
	Name: "bytes", Flags: TypeBase | TypeMatchSelf, Size: unsafe.Sizeof(Bytes{}), NoWeak: true,
	Slots: Slots{
		Repr: bytesRepr, Str: bytesStr, Hash: bytesHash, Compare: bytesCompare, New: bytesNew,
		Iter:      func(t *Thread, v Value) Value { return NewSeqIterator(t, TBytesIterator, v) },
		Len:       func(t *Thread, v Value) int64 { return As[Bytes](v).Len },
		Subscript: bytesSubscript, Contains: bytesContains, Concat: bytesConcat, Repeat: bytesRepeat,
		Binary: [NbCount]BinaryFunc{NbRemainder: bytesMod},
		Buffer: func(t *Thread, v Value) ([]byte, bool) { return bytesOf(v), true },
	},
	Methods: append(byteMethods(), []FuncDef{
		bufferMethod,
		{Name: "__getnewargs__", F0: func(t *Thread, v Value) Value { return Tuple1(t, NewBytes(t, bytesOf(v))) }},
		{Name: "__bytes__", Sig: "()", F0: likeSelf},
		{Name: "__sizeof__", F0: func(t *Thread, v Value) Value { return SmallInt(33 + As[Bytes](v).Len) }},
	}...),
})

func bytesRepr(t *Thread, v Value) Value {
	b := bytesOf(v)
	room := len(b) + 3
	for _, c := range b {
		if c < ' ' || c >= 0x7F {
			room += 3
		} else if c == '\\' || c == '\'' {
			room++
		}
	}
	out := Scratch[byte](t, room)
	if out == nil {
		return Null
	}
	return StrOfBytes(t, appendBytesRepr(out, b, false))
}

func bytesHash(t *Thread, v Value) (int64, bool) {
	b := As[Bytes](v)
	if b.Hash == 0 {
		b.Hash = t.RT.HashSeed.hash(bytesOf(v))
	}
	return b.Hash, true
}

func bytesCompare(t *Thread, a, b Value, op CompareOp) Value {
	if !IsBytes(a) || !IsBytes(b) {
		if t.RT.BytesWarning && !warnCompared(t, "bytes", a, b, op, true) {
			return Null
		}
		return NotImplemented
	}
	return compareBytes(bytesOf(a), bytesOf(b), op)
}

// warnCompared warns of bytes that are compared with text (or ints); false if the warning became an exception.
func warnCompared(t *Thread, name string, a, b Value, op CompareOp, ints bool) bool {
	is := func(f func(Value) bool) bool { return f(a) || f(b) }
	switch {
	case op != EQ && op != NE:
	case is(IsStr):
		return Warn(t, TBytesWarning, "Comparison between "+name+" and string")
	case ints && is(IsIntLike):
		return Warn(t, TBytesWarning, "Comparison between "+name+" and int")
	}
	return true
}

func bytesStr(t *Thread, v Value) Value {
	if t.RT.BytesWarning && !Warn(t, TBytesWarning, "str() on a bytes instance") {
		return Null
	}
	return bytesRepr(t, v)
}

func byteArrayStr(t *Thread, v Value) Value {
	if t.RT.BytesWarning && !Warn(t, TBytesWarning, "str() on a bytearray instance") {
		return Null
	}
	return byteArrayRepr(t, v)
}

func byteArrayRepr(t *Thread, v Value) Value {
	b := append([]byte(TypeOf(t, v).NameString()), '(')
	return StrOfBytes(t, append(appendBytesRepr(b, selfBytes(v), true), ')'))
}

func compareBytes(x, y []byte, op CompareOp) Value {
	if op == EQ || op == NE {
		return Bool(bytes.Equal(x, y) == (op == EQ))
	}
	return Bool(CompareInts(int64(bytes.Compare(x, y)), 0, op))
}

func bytesSubscript(t *Thread, v, k Value) Value {
	b := selfBytes(v)
	if k.IsExact(TSlice) {
		return bytesSlice(t, v, k)
	}
	name, where := "byte", ""
	if !IsBytes(v) {
		name, where = "bytearray", "bytearray "
	}
	if !IsIndex(t, k) {
		return Raise(t, TTypeError, "%s indices must be integers or slices, not %s", name, TypeName(t, k))
	}
	i, ok := AsSize(t, k, TIndexError)
	if !ok {
		return Null
	}
	b = selfBytes(v)
	if i < 0 {
		i += int64(len(b))
	}
	if uint64(i) >= uint64(len(b)) {
		return Raise(t, TIndexError, "%sindex out of range", where)
	}
	return SmallInt(int64(b[i]))
}

func bytesSlice(t *Thread, v, k Value) Value {
	start, stop, step, ok := SliceUnpack(t, As[Slice](k))
	if !ok {
		return Null
	}
	b := selfBytes(v)
	lo, _, n := SliceAdjust(start, stop, step, int64(len(b)))
	if step == 1 {
		return partOf(t, v, int(lo), int(lo+n))
	}
	r, out := rawLike(t, v, int(n))
	if r == Null {
		return Null
	}
	for i, j := 0, int(lo); i < len(out); i, j = i+1, j+int(step) {
		out[i] = b[j]
	}
	return r
}

func bytesContains(t *Thread, v, x Value) int {
	if b, ok := bufferView(t, x); ok {
		return truth(bytes.Contains(selfBytes(v), b))
	}
	if t.Exc != Null {
		return -1
	}
	if !IsIndex(t, x) {
		bytesLike(t, x)
		return -1
	}
	c, ok := asByte(t, x)
	if !ok {
		return -1
	}
	return truth(bytes.IndexByte(selfBytes(v), c) >= 0)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func bytesConcat(t *Thread, a, b Value) Value {
	y, ok := bufferView(t, b)
	if !ok {
		if t.Exc != Null {
			return Null
		}
		return Raise(t, TTypeError, "can't concat %s to %s", TypeName(t, b), TypeName(t, a))
	}
	x := selfBytes(a)
	if a.IsExact(TBytes) && len(y) == 0 {
		return a
	}
	if b.IsExact(TBytes) && IsBytes(a) && len(x) == 0 {
		return b
	}
	n := len(x) + len(y)
	if IsBytes(a) && n > 0 {
		r := allocBytesRaw(t, n)
		if r == nil || !blitNew(t, bytesOf(Of(r)), x) || !blitNew(t, bytesOf(Of(r))[len(x):], y) {
			return Null
		}
		return Of(r)
	}
	r, out := allocLike(t, a, n)
	if r == Null || !blitNew(t, out, x) || !blitNew(t, out[len(x):], y) {
		return Null
	}
	return r
}

func bytesRepeat(t *Thread, v Value, n int64) Value {
	b := selfBytes(v)
	if n <= 0 || len(b) == 0 {
		return newLike(t, v, nil)
	}
	if n == 1 {
		return likeSelf(t, v)
	}
	if int64(len(b)) > math.MaxInt64/n {
		if IsBytes(v) {
			return Raise(t, TOverflowError, "repeated bytes are too long")
		}
		return t.NoMemory()
	}
	if IsBytes(v) && (len(b) > 1 || b[0] != 0) { // repeatBytes takes zeros for done
		r := allocBytesRaw(t, len(b)*int(n))
		if r == nil || !blitNew(t, bytesOf(Of(r)), b) || !repeatBytes(t, bytesOf(Of(r)), len(b)) {
			return Null
		}
		return Of(r)
	}
	r, out := allocLike(t, v, len(b)*int(n))
	if r != Null && !(blitNew(t, out, b) && repeatBytes(t, out, len(b))) {
		return Null
	}
	return r
}

func bytesMod(t *Thread, a, b Value) Value {
	data, ok := byteString(t, a)
	if !ok {
		return NotImplemented
	}
	out, ok := percent(t, nil, string(data), b, true)
	if !ok {
		return Null
	}
	return newLike(t, a, out)
}

var bytesSignature = ParseSignature("bytes", "(source=b'', encoding='utf-8', errors='strict')")

func bytesNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	bound := t.PushArgs(3)
	if bound == nil {
		return Null
	}
	r := Null
	if bytesSignature.Bind(t, args, kw, bound) {
		r = bytesFromBound(t, bound[0], bound[1], bound[2])
	}
	t.PopArgs(3)
	if r == Null || typ.Is(TBytes) {
		return r
	}
	b := bytesOf(r)
	v := AllocVar(t, typ, uintptr(len(b)))
	if v != Null {
		As[Bytes](v).Len = int64(len(b))
		copy(bytesOf(v), b)
	}
	return v
}

func bytesFromBound(t *Thread, x, encoding, errors Value) Value {
	if x == Null {
		switch {
		case encoding != Null:
			return Raise(t, TTypeError, "encoding without a string argument")
		case errors != Null:
			return Raise(t, TTypeError, "errors without a string argument")
		}
		return t.RT.EmptyBytes
	}
	if encoding != Null || errors != Null {
		return encodeSource(t, "bytes", x, encoding, errors)
	}
	if x.IsExact(TBytes) {
		return x
	}
	if r, found := CallSpecial0(t, x, N_bytes_); found {
		if r != Null && !IsBytes(r) {
			return Raise(t, TTypeError, "__bytes__ returned non-bytes (type %s)", TypeName(t, r))
		}
		return r
	}
	if IsStr(x) {
		return Raise(t, TTypeError, "string argument without an encoding")
	}
	if n, ok := countArgument(t, x); ok {
		b := allocByteString(t, int(n))
		if b == nil {
			return Null
		}
		if n == 0 {
			return t.RT.EmptyBytes
		}
		return Of(b)
	} else if t.Exc != Null {
		return Null
	}
	if r := lent(x); r != Null {
		return r
	}
	if data, ok := bufferView(t, x); ok {
		return NewBytes(t, data)
	}
	if t.Exc != Null {
		return Null
	}
	data, ok := intoBytes.gather(t, x)
	if !ok {
		return Null
	}
	return NewBytes(t, data)
}

// countArgument reads the number of zeros to make; false without exception when x is no int.
func countArgument(t *Thread, x Value) (int64, bool) {
	if !IsIndex(t, x) {
		return 0, false
	}
	n, ok := AsSize(t, x, TOverflowError)
	if !ok {
		t.ClearIf(TTypeError)
		return 0, false
	}
	if n < 0 {
		Raise(t, TValueError, "negative count")
		return 0, false
	}
	return n, true
}

// encodeSource is bytes(x, encoding, errors).
func encodeSource(t *Thread, fn string, x, encoding, errors Value) Value {
	if !codecArgs(t, fn, encoding, errors) {
		return Null
	}
	if !IsStr(x) {
		if encoding != Null {
			return Raise(t, TTypeError, "encoding without a string argument")
		}
		return Raise(t, TTypeError, "errors without a string argument")
	}
	if encoding == Null {
		return Raise(t, TTypeError, "string argument without an encoding")
	}
	return EncodeStr(t, x, codecNameOr(encoding, ""), codecNameOr(errors, "strict"))
}

// A byteGatherer makes bytes of an iterable of ints. Its words are for messages.
type byteGatherer struct {
	what, items string
	asksLength  bool // how many there will be: the answer is not used, but may be an error
}

var (
	intoBytes     = byteGatherer{"bytes", "bytes", true}
	intoByteArray = byteGatherer{"bytearray", "byte", false}
)

func (c byteGatherer) gather(t *Thread, x Value) ([]byte, bool) {
	var p Pull
	if x.IsExact(TList) || x.IsExact(TTuple) {
		p.Begin(t, x)
	} else {
		it := IterElse(t, x, "cannot convert '%s' object to "+c.what)
		if it == Null || c.asksLength && LengthHint(t, x, 0) < 0 || !p.over(t, it) {
			return nil, false
		}
	}
	defer p.End(t)
	var out []byte
	for {
		v := p.Next(t, PullOne) // an item that does not fit is the last one that is asked for
		if v == Null {
			return out, t.Exc == Null
		}
		ahead := p.Ahead()
		var ok bool
		if out, ok = Grow(t, out, 1+len(ahead)); !ok {
			return nil, false
		}
		if x, short := Short(v); short && uint64(x) < 256 { // else code may run that changes what comes next
			n := len(out)
			room := out[n : n+1+len(ahead)]
			room[0] = byte(x)
			k := 0
			for ; k < len(ahead); k++ {
				x, short := Short(ahead[k])
				if !short || uint64(x) >= 256 {
					break
				}
				room[1+k] = byte(x)
			}
			p.Skip(k)
			out = out[:n+1+k]
			continue
		}
		i := Index(t, v)
		if i == Null {
			return nil, false
		}
		n, ok := Int64(i)
		if !ok || n < 0 || n > 255 {
			Raise(t, TValueError, "%s must be in range(0, 256)", c.items)
			return nil, false
		}
		out = append(out, byte(n))
	}
}

var (
	_ = DefineType(TBytesIterator, seqIterDef("bytes_iterator", TypeLeaf, bytesIterNext, fillOctets, bytesIterMethods()))
	_ = DefineType(TByteArrayIterator, seqIterDef("bytearray_iterator", TypeLeaf, bytesIterNext, fillOctets, bytesIterMethods()))
)

func bytesIterMethods() []FuncDef {
	return []FuncDef{
		{Name: "__length_hint__", Sig: "()", F0: func(t *Thread, v Value) Value {
			it := As[SeqIterator](v)
			if it.Seq == Null {
				return SmallInt(0)
			}
			return SmallInt(max(int64(len(selfBytes(it.Seq)))-it.Index, 0))
		}},
		{Name: "__reduce__", Sig: "()", F0: func(t *Thread, self Value) Value { return reduceSeq(t, self, "iter", Of(t.RT.EmptyTuple)) }},
		{Name: "__setstate__", Sig: "(state, /)", F1: func(t *Thread, v, state Value) Value {
			i, ok := ArgSize(t, state)
			if !ok {
				return Null
			}
			if it := As[SeqIterator](v); it.Seq != Null {
				it.Index = min(max(i, 0), int64(len(selfBytes(it.Seq))))
			}
			return None
		}},
	}
}

func bytesIterNext(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return Null
	}
	if b := selfBytes(it.Seq); it.Index < int64(len(b)) {
		c := b[it.Index]
		it.Index++
		return SmallInt(int64(c))
	}
	it.Seq = Null
	return Null
}
