// The type str: slots, construction, indexing, iterators.

package object

import (
	"math"
	"unsafe"
)

var _ = DefineType(TStr, TypeDef{
	Name: "str", Flags: TypeBase | TypeMatchSelf, Size: unsafe.Sizeof(Str{}), More: [2]uint8{StrShared, uint8(StrData / 8)}, NoWeak: true,
	Slots: Slots{
		Repr: strRepr, Str: exactStr, Compare: strCompare, Iter: strIter, New: strNew, From: ToStr,
		Hash:      func(t *Thread, v Value) (int64, bool) { return HashStr(t, As[Str](v)), true },
		Len:       func(t *Thread, v Value) int64 { return As[Str](v).Len },
		Subscript: strSubscript, Contains: strContains, Concat: strConcat, Repeat: strRepeat,
		Binary: [NbCount]BinaryFunc{NbRemainder: strMod},
	},
	Methods: strMethods(),
})

func strMethods() []FuncDef {
	defs := []FuncDef{
		{Name: "__getnewargs__", F0: func(t *Thread, v Value) Value { return Tuple1(t, As[Str](v).sub(t, 0, int(As[Str](v).Len))) }},
		{Name: "__sizeof__", Sig: "()", F0: func(t *Thread, v Value) Value { return SmallInt(strSize(As[Str](v))) }},
		{Name: "__format__", Sig: "(format_spec, /)", F1: strDunderFormat},
	}
	for _, more := range [][]FuncDef{strFindMethods, strSplitMethods, strCaseMethods, strPadMethods, strTextMethods} {
		defs = append(defs, more...)
	}
	return defs
}

// strSize is what sys.getsizeof tells.
func strSize(s *Str) int64 {
	if s.IsASCII() {
		return 40 + s.Len + 1
	}
	return 56 + (s.Len+1)<<s.Kind()
}

// TextSize is what sys.getsizeof tells of a str or bytes object; false: it is something else.
func TextSize(v Value) (int64, bool) {
	switch {
	case v.IsExact(TStr):
		return strSize(As[Str](v)), true
	case v.IsExact(TBytes):
		return 33 + As[Bytes](v).Len, true
	}
	return 0, false
}

func strCompare(t *Thread, a, b Value, op CompareOp) Value {
	if !IsStr(a) || !IsStr(b) {
		return NotImplemented
	}
	x, y := As[Str](a), As[Str](b)
	switch op {
	case EQ:
		return Bool(StrEqual(x, y))
	case NE:
		return Bool(!StrEqual(x, y))
	}
	return Bool(CompareInts(int64(compareStr(x, y)), 0, op))
}

func strConcat(t *Thread, a, b Value) Value {
	if !IsStr(b) {
		return Raise(t, TTypeError, `can only concatenate str (not "%s") to str`, TypeName(t, b))
	}
	return StrConcat(t, a, b)
}

//psy:bounded once, with the int that the index is
func strSubscript(t *Thread, v, k Value) Value {
	s := As[Str](v)
	if k.IsInt() {
		i := k.Int()
		if i < 0 {
			i += s.Len
		}
		if uint64(i) >= uint64(s.Len) {
			return Raise(t, TIndexError, "string index out of range")
		}
		return NewStrRune(t, s.At(int(i)))
	}
	if k.IsExact(TSlice) {
		lo, _, step, n, ok := SliceIndices(t, k, s.Len)
		if !ok {
			return Null
		}
		if step == 1 {
			return s.part(t, v, int(lo), int(lo+n))
		}
		return s.stepped(t, int(lo), int(step), int(n))
	}
	if !IsIndex(t, k) {
		return Raise(t, TTypeError, "string indices must be integers, not '%s'", TypeName(t, k))
	}
	i, ok := AsSize(t, k, TIndexError)
	if !ok {
		return Null
	}
	return strSubscript(t, v, SmallInt(max(min(i, MaxSmall), MinSmall)))
}

// stepped returns n code points from lo on, step apart.
func (s *Str) stepped(t *Thread, lo, step, n int) Value {
	if n <= 0 {
		return t.RT.EmptyStr
	}
	r := allocStrKind(t, n, s.flags())
	if r == nil {
		return Null
	}
	switch s.Kind() {
	case 0:
		stepUnits(r.units1(), s.units1(), lo, step)
	case 1:
		stepUnits(r.units2(), s.units2(), lo, step)
	default:
		stepUnits(r.units4(), s.units4(), lo, step)
	}
	return narrowed(t, r)
}

// stepUnits fills dst with units of src from lo on, step apart.
func stepUnits[U unit](dst, src []U, lo, step int) {
	for i := range dst {
		dst[i] = src[lo]
		lo += step
	}
}

var strSignature = ParseSignature("str", "(object='', encoding='utf-8', errors='strict')")

func strNew(t *Thread, typ *Type, args []Value, kw Value) Value {
	r := Null
	switch {
	case kw == Null && len(args) == 0:
		r = t.RT.EmptyStr
	case kw == Null && len(args) == 1:
		r = ToStr(t, args[0])
	case kw == Null && len(args) > 3 && typ.Is(TStr):
		CheckPositional(t, "str", len(args), 0, 3)
	case kw == Null && typ.Is(TStr) && (!IsStr(args[1]) || !IsStr(args[len(args)-1])): // without keywords None is told by its class
		for i, name := range []string{"encoding", "errors"}[:len(args)-1] {
			if v := args[i+1]; !IsStr(v) {
				return Raise(t, TTypeError, "str() argument '%s' must be str, not %s", name, TypeName(t, v))
			} else if !codecArg(t, "str", "argument '"+name+"'", v) {
				return Null
			}
		}
	case kw == Null && len(args) == 2:
		r = strFromBound(t, args[0], args[1], Null)
	case kw == Null && len(args) == 3:
		r = strFromBound(t, args[0], args[1], args[2])
	default:
		bound := t.PushArgs(3)
		if bound == nil {
			return Null
		}
		if strSignature.Bind(t, args, kw, bound) {
			r = strFromBound(t, bound[0], bound[1], bound[2])
		}
		t.PopArgs(3)
	}
	if r == Null || typ.Is(TStr) {
		return r
	}
	return newStrOf(t, typ, r)
}

// newStrOf makes an instance of typ, a subclass of str, with the text of v.
func newStrOf(t *Thread, typ *Type, v Value) Value {
	s := As[Str](v)
	x := AllocVar(t, typ, uintptr(s.Len)<<s.Kind())
	if x != Null {
		r := As[Str](x)
		r.Len, r.Hash = s.Len, s.Hash
		setFlags(&r.Header, s.flags())
		copy(r.Bytes(), s.Bytes())
	}
	return x
}

func strFromBound(t *Thread, x, encoding, errors Value) Value {
	if !codecArgs(t, "str", encoding, errors) {
		return Null
	}
	if x == Null {
		return t.RT.EmptyStr
	}
	if encoding == Null && errors == Null {
		return ToStr(t, x)
	}
	if IsStr(x) {
		return Raise(t, TTypeError, "decoding str is not supported")
	}
	data, ok := bufferView(t, x)
	if !ok {
		if t.Exc != Null {
			return Null
		}
		return Raise(t, TTypeError, "decoding to str: need a bytes-like object, %s found", TypeName(t, x))
	}
	return decodeNamed(t, data, x, encoding, errors)
}

// BadArgument raises the TypeError of an argument of the wrong type, as argument parsing does.
func BadArgument(t *Thread, fn, arg, want string, v Value) Value {
	name := "None"
	if v != None {
		name = TypeName(t, v)
	}
	return Raise(t, TTypeError, "%s() %s must be %s, not %s", fn, arg, want, name)
}

// strArg checks that v is a str.
func strArg(t *Thread, fn, arg string, v Value) *Str {
	if !IsStr(v) {
		BadArgument(t, fn, arg, "str", v)
		return nil
	}
	return As[Str](v)
}

// Iterators: CPython has one type for ASCII strings and one for others, instances of subclasses among them.
var (
	_ = DefineType(TStrIterator, seqIterDef("str_iterator", TypeLeaf, strIterNext, fillChars, strIterMethods()))
	_ = DefineType(TStrASCIIIterator, seqIterDef("str_ascii_iterator", TypeLeaf, strIterNext, fillChars, strIterMethods()))
)

func strIterMethods() []FuncDef {
	return []FuncDef{
		{Name: "__length_hint__", Sig: "()", F0: strIterHint},
		{Name: "__reduce__", Sig: "()", F0: func(t *Thread, self Value) Value { return reduceSeq(t, self, "iter", t.RT.EmptyStr) }},
		{Name: "__setstate__", Sig: "(state, /)", F1: strIterSetState},
	}
}

func strIter(t *Thread, v Value) Value {
	if As[Str](v).IsASCII() && v.IsExact(TStr) {
		return NewSeqIterator(t, TStrASCIIIterator, v)
	}
	return NewSeqIterator(t, TStrIterator, v)
}

func strIterNext(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return Null
	}
	s := As[Str](it.Seq)
	if it.Index < s.Len {
		i := it.Index
		it.Index++
		return NewStrRune(t, s.At(int(i)))
	}
	it.Seq = Null
	return Null
}

// fillChars is FillRoom for iterators over strs.
func fillChars(t *Thread, v Value, out []Value, rule PullRule) (n int, more bool) {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return 0, false
	}
	s := As[Str](it.Seq)
	if rule == PullAll && s.Kind() == 0 && it.Index < s.Len {
		chars := unsafe.Slice(t.RT.latin1.At(0), 256)
		ahead := s.units1()[it.Index:]
		ahead = ahead[:min(len(ahead), len(out), FillPiece)]
		for i, c := range ahead {
			out[i] = chars[c]
		}
		it.Index += int64(len(ahead))
		return len(ahead), true
	}
	return fillByNext(t, v, TypeOf(t, v), out, rule)
}

func strIterHint(t *Thread, v Value) Value {
	it := As[SeqIterator](v)
	if it.Seq == Null {
		return SmallInt(0)
	}
	return SmallInt(max(As[Str](it.Seq).Len-it.Index, 0))
}

func strIterSetState(t *Thread, v, state Value) Value {
	i, ok := ArgSize(t, state)
	if !ok {
		return Null
	}
	if it := As[SeqIterator](v); it.Seq != Null {
		it.Index = min(max(i, 0), As[Str](it.Seq).Len)
	}
	return None
}

// searchRange reads the optional start and stop arguments of searching methods (args[i:]) and clips them to a length;
// lo may exceed hi.
func searchRange(t *Thread, args []Value, i int, length int64) (lo, hi int64, ok bool) {
	hi = math.MaxInt64
	if len(args) > i && args[i] != None {
		if lo, ok = sliceIndex(t, args[i]); !ok {
			return
		}
	}
	if len(args) > i+1 && args[i+1] != None {
		if hi, ok = sliceIndex(t, args[i+1]); !ok {
			return
		}
	}
	if hi > length {
		hi = length
	} else if hi < 0 {
		hi = max(hi+length, 0)
	}
	if lo < 0 {
		lo = max(lo+length, 0)
	}
	return lo, hi, true
}
