// What arrays can do.

package binary

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

func arraySelf(v Value) *array { return object.As[array](v) }

func arrayRepr(t *Thread, v Value) Value {
	a := arraySelf(v)
	name := object.TypeOf(t, v).NameString()
	if a.Size == 0 {
		return object.NewStr(t, name+"('"+string(a.Code)+"')")
	}
	x := null
	if a.Code == 'u' || a.Code == 'w' {
		x = arrayToText(t, v)
	} else {
		x = arrayToList(t, v)
	}
	if x == null {
		return null
	}
	out, ok := object.AppendRepr(t, []byte(name+"('"+string(a.Code)+"', "), x)
	if !ok {
		return null
	}
	return object.StrOfBytes(t, append(out, ')'))
}

func arrayToList(t *Thread, v Value) Value {
	a := arraySelf(v)
	l := object.NewList(t, int(a.Size))
	if l == nil {
		return null
	}
	out := l.Slice()
	for i := 0; i < len(out); {
		n := object.UnpackPlain(out[i:min(len(out), i+object.FillPiece)], a.bytes()[i*int(a.Item):], a.Code)
		if i += n; n == 0 {
			if out[i] = a.get(t, int64(i)); out[i] == null {
				return null
			}
			i++
		}
		if t.Halted() {
			return null
		}
	}
	return object.Of(l)
}

func arrayToText(t *Thread, v Value) Value {
	a := arraySelf(v)
	if a.Code != 'u' && a.Code != 'w' {
		return object.Raise(t, object.TValueError, "tounicode() may only be called on unicode type arrays ('u' or 'w')")
	}
	var out []byte
	for i := int64(0); i < a.Size; i++ {
		r := binary.LittleEndian.Uint32(a.slot(i))
		if r > 0x10FFFF {
			return object.Raise(t, object.TValueError, "character U+%x is not in range [U+0000; U+10ffff]", r)
		}
		out = object.AppendWTF8(out, rune(r))
	}
	return object.StrOfBytes(t, out)
}

func arrayCompare(t *Thread, x, y Value, op object.CompareOp) Value {
	if !isArray(t, x) || !isArray(t, y) {
		return object.NotImplemented
	}
	a, b := arraySelf(x), arraySelf(y)
	if a.Size != b.Size && (op == object.EQ || op == object.NE) {
		return object.Bool(op == object.NE)
	}
	for i := a.sameItems(b); i < a.Size && i < b.Size; i++ {
		v := a.get(t, i)
		if v == null {
			return null
		}
		w := b.get(t, i)
		if w == null {
			return null
		}
		switch object.EqualBool(t, v, w) {
		case -1:
			return null
		case 0:
			if op == object.EQ || op == object.NE {
				return object.Bool(op == object.NE)
			}
			return object.Compare(t, v, w, op)
		}
	}
	return object.Bool(object.CompareInts(a.Size, b.Size, op))
}

// sameItems is how many items at the beginning of two arrays are surely equal, without a look at each.
func (a *array) sameItems(b *array) (n int64) {
	x, y := a.bytes(), b.bytes()
	size := min(len(x), len(y))
	switch {
	case a.Code != b.Code:
		return 0
	case a.Code == 'd':
		for ; n < int64(size/8) && f64(x[8*n:]) == f64(y[8*n:]); n++ {
		}
		return n
	case a.Code == 'f':
		for ; n < int64(size/4) && f32(x[4*n:]) == f32(y[4*n:]); n++ {
		}
		return n
	}
	at := 0
	for piece := 256; at < size; at += piece {
		if end := min(at+piece, size); !bytes.Equal(x[at:end], y[at:end]) {
			break
		}
	}
	for at = min(at, size); at < size && x[at] == y[at]; at++ {
	}
	return int64(at) / int64(a.Item)
}

func f64(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

func f32(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// arrayIndex is an index of an item; -1: an exception is set.
func (a *array) index(t *Thread, k Value, what string) int64 {
	i, ok := object.AsSize(t, k, object.TIndexError)
	if !ok {
		return -1
	}
	return a.at(t, i, what)
}

func (a *array) at(t *Thread, i int64, what string) int64 {
	if i < 0 {
		i += a.Size
	}
	if i < 0 || i >= a.Size {
		object.Raise(t, object.TIndexError, "%s", what)
		return -1
	}
	return i
}

func arraySubscript(t *Thread, v, k Value) Value {
	a := arraySelf(v)
	switch {
	case object.IsIndex(t, k):
		i := a.index(t, k, "array index out of range")
		if i < 0 {
			return null
		}
		return a.get(t, i)
	case k.IsExact(object.TSlice):
		start, _, step, n, ok := object.SliceIndices(t, k, a.Size)
		if !ok {
			return null
		}
		r := newArray(t, t.Type(tArray), a.Code, n)
		if r == nil {
			return null
		}
		if to, from := r.bytes(), a.bytes(); step == 1 {
			copy(to, from[start*int64(a.Item):])
		} else if n > 0 {
			copyEvery(to, from, start, step, int(a.Item))
		}
		return object.Of(r)
	}
	return object.Raise(t, object.TTypeError, "array indices must be integers")
}

// copyEvery fills to with items of that size: number start, and each that is step behind the one before.
func copyEvery(to, from []byte, start, step int64, size int) {
	at, by := int(start)*size, int(step)*size
	switch size {
	case 1:
		for i := range to {
			to[i] = from[at]
			at += by
		}
	case 2:
		for ; len(to) >= 2; to = to[2:] {
			*(*[2]byte)(to) = *(*[2]byte)(from[at:])
			at += by
		}
	case 4:
		for ; len(to) >= 4; to = to[4:] {
			*(*[4]byte)(to) = *(*[4]byte)(from[at:])
			at += by
		}
	default:
		for ; len(to) >= 8; to = to[8:] {
			*(*[8]byte)(to) = *(*[8]byte)(from[at:])
			at += by
		}
	}
}

// remove takes n items off, from lo on.
func (a *array) remove(t *Thread, lo, n int64) bool {
	if n > 0 && !a.mayResize(t) {
		return false
	}
	k, b := int64(a.Item), a.bytes()
	copy(b[lo*k:], b[(lo+n)*k:])
	return a.resize(t, a.Size-n)
}

func arraySet(t *Thread, v, k, x Value) bool {
	a := arraySelf(v)
	if object.IsIndex(t, k) {
		i := a.index(t, k, "array assignment index out of range")
		if i < 0 {
			return false
		}
		if x == null {
			return a.remove(t, i, 1)
		}
		return a.set(t, i, x)
	}
	if !k.IsExact(object.TSlice) {
		object.Raise(t, object.TTypeError, "array indices must be integers")
		return false
	}
	start, stop, step, n, ok := object.SliceIndices(t, k, a.Size)
	if !ok {
		return false
	}
	var data []byte
	if x != null {
		if !isArray(t, x) {
			object.Raise(t, object.TTypeError, "can only assign array (not \"%s\") to array slice", object.TypeName(t, x))
			return false
		}
		b := arraySelf(x)
		if b.Code != a.Code {
			object.Raise(t, object.TTypeError, "bad argument type for built-in operation")
			return false
		}
		if data = b.bytes(); a == b {
			data = slices.Clone(data)
		}
	}
	size := int64(a.Item)
	m := int64(len(data)) / size
	if step != 1 && x != null {
		if m != n {
			object.Raise(t, object.TValueError, "attempt to assign array of size %d to extended slice of size %d", m, n)
			return false
		}
		for i := range n {
			copy(a.slot(start+i*step), data[i*size:(i+1)*size])
		}
		return true
	}
	if step != 1 { // delete, the last first
		for i := range n {
			at := start + i*step
			if step > 0 {
				at = start + (n-1-i)*step
			}
			if !a.remove(t, at, 1) {
				return false
			}
		}
		return true
	}
	if stop < start {
		stop = start
	}
	tail := a.Size - stop
	if m != stop-start && !a.mayResize(t) {
		return false
	}
	if m < stop-start {
		copy(a.bytes()[(start+m)*size:], a.bytes()[stop*size:])
	}
	if !a.resize(t, start+m+tail) {
		return false
	}
	b := a.bytes()
	if m > stop-start {
		copy(b[(start+m)*size:], b[stop*size:(stop+tail)*size])
	}
	copy(b[start*size:], data)
	return true
}

// find is the place of an item, -1 if there is none, -2 with an exception.
func (a *array) find(t *Thread, x Value, lo, hi int64) int64 {
	if n, ok := a.findNumber(x, lo, min(hi, a.Size)); ok {
		return n
	}
	for i := lo; i < hi && i < a.Size; i++ {
		v := a.get(t, i)
		if v == null {
			return -2
		}
		switch object.EqualBool(t, v, x) {
		case -1:
			return -2
		case 1:
			return i
		}
	}
	return -1
}

// findNumber is find for a small int in an array of ints, or a float in an array of floats; ok is false for others.
func (a *array) findNumber(x Value, lo, hi int64) (n int64, ok bool) {
	if lo >= hi || !x.IsInt() && !x.IsFloat() {
		return -1, lo >= hi
	}
	k := int64(a.Item)
	b := a.bytes()[lo*k : hi*k]
	at := -1
	switch {
	case a.Code == 'd' && x.IsFloat():
		at = indexIn(b, x.Float())
	case a.Code == 'f' && x.IsFloat():
		if f := float32(x.Float()); float64(f) == x.Float() {
			at = indexIn(b, f)
		}
	case a.Code == 'd', a.Code == 'f', a.Code == 'u', a.Code == 'w', !x.IsInt():
		return 0, false
	case !fitsCode(a.Code, x.Int()):
	case k == 1:
		at = bytes.IndexByte(b, byte(x.Int()))
	case k == 2:
		at = indexIn(b, int16(x.Int()))
	case k == 4:
		at = indexIn(b, int32(x.Int()))
	default:
		at = indexIn(b, x.Int())
	}
	if at < 0 {
		return -1, true
	}
	return lo + int64(at), true
}

func indexIn[T int16 | int32 | int64 | float32 | float64](b []byte, x T) int {
	return slices.Index(itemsOf[T](b), x)
}

// itemsOf are bytes as items of a type.
func itemsOf[T any](b []byte) []T {
	var x T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(x)))
}

func arrayConcat(t *Thread, v, w Value) Value {
	if !isArray(t, w) {
		return object.Raise(t, object.TTypeError, "can only append array (not \"%s\") to array", object.TypeName(t, w))
	}
	a, b := arraySelf(v), arraySelf(w)
	if a.Code != b.Code {
		return object.Raise(t, object.TTypeError, "bad argument type for built-in operation")
	}
	r := newArray(t, t.Type(tArray), a.Code, a.Size+b.Size)
	if r == nil {
		return null
	}
	copy(r.bytes()[copy(r.bytes(), a.bytes()):], b.bytes())
	return object.Of(r)
}

func (a *array) repeatInto(t *Thread, r *array, n int64) bool {
	size := int64(len(a.bytes()))
	n = max(n, 0)
	if size > 0 && n > 1<<42/size {
		t.NoMemory()
		return false
	}
	if !r.resize(t, a.Size*n) {
		return false
	}
	dst := r.bytes()
	if size == 0 || len(dst) == 0 {
		return true
	}
	copy(dst, a.bytes())
	for done := int(size); done < len(dst); {
		if done += copy(dst[done:], dst[:min(done, max(1<<20/int(size), 1)*int(size))]); t.Halted() {
			return false
		}
	}
	return true
}

var _ = object.DefineType(tArray, object.TypeDef{
	Name: "array.array", Size: unsafe.Sizeof(array{}), Refs: 1 << 1, Flags: object.TypeBase | object.TypeSequence,
	Slots: object.Slots{
		New: arrayNew, Repr: arrayRepr, Compare: arrayCompare,
		Iter: func(t *Thread, v Value) Value {
			x := object.New[arrayIter](t, tArrayIter)
			if x != nil {
				x.Array = v
			}
			return object.Of(x)
		},
		IterPlain: true,
		Len:       func(t *Thread, v Value) int64 { return arraySelf(v).Size },
		Subscript: arraySubscript, SetSubscript: arraySet,
		Contains: func(t *Thread, v, x Value) int {
			i := arraySelf(v).find(t, x, 0, arraySelf(v).Size)
			return int(min(i, 0)) + 1
		},
		Concat: arrayConcat,
		Repeat: func(t *Thread, v Value, n int64) Value {
			r := newArray(t, t.Type(tArray), arraySelf(v).Code, 0)
			if r == nil || !arraySelf(v).repeatInto(t, r, n) {
				return null
			}
			return object.Of(r)
		},
		InplaceConcat: func(t *Thread, v, w Value) Value {
			if !isArray(t, w) {
				return object.Raise(t, object.TTypeError, "can only extend with array (not \"%s\")", object.TypeName(t, w))
			}
			if !arraySelf(v).extend(t, w) {
				return null
			}
			return v
		},
		InplaceRepeat: func(t *Thread, v Value, n int64) Value {
			if !arraySelf(v).repeatInto(t, arraySelf(v), n) {
				return null
			}
			return v
		},
		Buffer:  func(t *Thread, v Value) ([]byte, bool) { return arraySelf(v).bytes(), true },
		Exports: func(v Value) *object.Exports { return &arraySelf(v).exports },
		BufferItems: func(v Value) object.BufferItems {
			a := arraySelf(v)
			format := a.Code
			if format == 'u' {
				format = 'w'
			}
			return object.BufferItems{Format: format, Size: int64(a.Item), Writable: true}
		},
	},
	Methods: []FuncDef{
		object.BufferMethods[0], object.BufferMethods[1],
		{Name: "append", Sig: "(v, /)", F1: func(t *Thread, v, x Value) Value { return native.DoneIf(arraySelf(v).append(t, x)) }},
		{Name: "extend", Sig: "(bb, /)", F1: func(t *Thread, v, x Value) Value { return native.DoneIf(arraySelf(v).extend(t, x)) }},
		{Name: "insert", Sig: "(i, v, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, v Value, a []Value) Value {
			i, ok := object.ArgSize(t, a[0])
			if !ok {
				return null
			}
			x := arraySelf(v)
			if i < 0 {
				i = max(i+x.Size, 0)
			}
			return native.DoneIf(x.insert(t, min(i, x.Size), a[1]))
		}},
		{Name: "pop", Sig: "(i=-1, /)", MaxArgs: 1, FN: func(t *Thread, v Value, a []Value) Value {
			x := arraySelf(v)
			if x.Size == 0 {
				return object.Raise(t, object.TIndexError, "pop from empty array")
			}
			i, ok := object.ArgSize(t, object.Optional(a, 0, object.SmallInt(-1)))
			if !ok {
				return null
			}
			if i = x.at(t, i, "pop index out of range"); i < 0 {
				return null
			}
			r := x.get(t, i)
			if r == null || !x.remove(t, i, 1) {
				return null
			}
			return r
		}},
		{Name: "remove", Sig: "(v, /)", F1: func(t *Thread, v, item Value) Value {
			x := arraySelf(v)
			i := x.find(t, item, 0, x.Size)
			if i == -1 {
				return object.Raise(t, object.TValueError, "array.remove(x): x not in array")
			}
			return native.DoneIf(i >= 0 && x.remove(t, i, 1))
		}},
		{Name: "index", Sig: "(v, start=0, stop=sys.maxsize, /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, v Value, a []Value) Value {
			x := arraySelf(v)
			lo, hi, ok := object.IndexBounds(t, a, x.Size)
			if !ok {
				return null
			}
			i := x.find(t, a[0], lo, hi)
			if i == -1 {
				return object.Raise(t, object.TValueError, "array.index(x): x not in array")
			}
			if i < 0 {
				return null
			}
			return object.SmallInt(i)
		}},
		{Name: "count", Sig: "(v, /)", F1: func(t *Thread, v, item Value) Value {
			x, n := arraySelf(v), int64(0)
			for i := int64(0); ; i++ {
				if i = x.find(t, item, i, x.Size); i < 0 {
					if i == -2 {
						return null
					}
					return object.SmallInt(n)
				}
				n++
			}
		}},
		{Name: "reverse", Sig: "()", F0: func(t *Thread, v Value) Value {
			x := arraySelf(v)
			switch b := x.bytes(); x.Item {
			case 1:
				slices.Reverse(b)
			case 2:
				slices.Reverse(itemsOf[uint16](b))
			case 4:
				slices.Reverse(itemsOf[uint32](b))
			default:
				slices.Reverse(itemsOf[uint64](b))
			}
			return none
		}},
		{Name: "byteswap", Sig: "()", F0: func(t *Thread, v Value) Value {
			x := arraySelf(v)
			switch b := x.bytes(); x.Item {
			case 1:
			case 2:
				for i, n := range itemsOf[uint16](b) {
					itemsOf[uint16](b)[i] = bits.ReverseBytes16(n)
				}
			case 4:
				for i, n := range itemsOf[uint32](b) {
					itemsOf[uint32](b)[i] = bits.ReverseBytes32(n)
				}
			default:
				for i, n := range itemsOf[uint64](b) {
					itemsOf[uint64](b)[i] = bits.ReverseBytes64(n)
				}
			}
			return none
		}},
		{Name: "buffer_info", Sig: "()", F0: func(t *Thread, v Value) Value {
			x := arraySelf(v)
			return object.Pair(t, object.NewInt(t, int64(uintptr(unsafe.Pointer(x.Data)))), object.SmallInt(x.Size))
		}},
		{Name: "tolist", Sig: "()", F0: arrayToList},
		{Name: "fromlist", Sig: "(list, /)", F1: func(t *Thread, v, l Value) Value {
			if !object.IsList(l) {
				return object.Raise(t, object.TTypeError, "arg must be list")
			}
			x, n := arraySelf(v), object.As[object.List](l).Len()
			old := x.Size
			for i := range n {
				if object.As[object.List](l).Len() != n {
					object.Raise(t, object.TRuntimeError, "list changed size during iteration")
				}
				if t.Exc != null || !x.append(t, *object.As[object.List](l).At(i)) {
					x.Size = min(x.Size, old)
					return null
				}
			}
			return none
		}},
		{Name: "tobytes", Sig: "()", F0: func(t *Thread, v Value) Value { return object.NewBytes(t, arraySelf(v).bytes()) }},
		{Name: "frombytes", Sig: "(buffer, /)", F1: func(t *Thread, v, data Value) Value {
			b, ok := native.BytesArg(t, data)
			return native.DoneIf(ok && arraySelf(v).fromBytes(t, b))
		}},
		{Name: "tounicode", Sig: "()", F0: arrayToText},
		{Name: "fromunicode", Sig: "(ustr, /)", F1: func(t *Thread, v, s Value) Value {
			if !object.IsStr(s) {
				return object.BadArgument(t, "fromunicode", "argument", "str", s)
			}
			if c := arraySelf(v).Code; c != 'u' && c != 'w' {
				return object.Raise(t, object.TValueError, "fromunicode() may only be called on unicode type arrays ('u' or 'w')")
			}
			return native.DoneIf(arraySelf(v).fromText(t, s))
		}},
		{Name: "tofile", Sig: "(f, /)", F1: func(t *Thread, v, f Value) Value {
			b := object.NewBytes(t, arraySelf(v).bytes())
			if b == null || native.Call1(t, f, "write", b) == null {
				return null
			}
			return none
		}},
		{Name: "fromfile", Sig: "(f, n, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, v Value, a []Value) Value {
			n, ok := object.ArgSize(t, a[1])
			if !ok {
				return null
			}
			if n < 0 {
				return object.Raise(t, object.TValueError, "negative count")
			}
			x := arraySelf(v)
			if n > 1<<42 {
				return t.NoMemory()
			}
			b := native.Call1(t, a[0], "read", object.NewInt(t, n*int64(x.Item)))
			if b == null {
				return null
			}
			if !object.IsBytes(b) {
				return object.Raise(t, object.TTypeError, "read() didn't return bytes")
			}
			data := bytes.Clone(object.BytesOf(b))
			if !x.fromBytes(t, data) {
				return null
			}
			if int64(len(data)) != n*int64(x.Item) {
				return object.Raise(t, object.TEOFError, "read() didn't return enough bytes")
			}
			return none
		}},
		{Name: "clear", Sig: "()", F0: func(t *Thread, v Value) Value { return native.DoneIf(arraySelf(v).resize(t, 0)) }},
		{Name: "__copy__", F0: arrayCopy},
		{Name: "__deepcopy__", Sig: "(unused, /)", F1: func(t *Thread, v, memo Value) Value { return arrayCopy(t, v) }},
		{Name: "__reduce_ex__", Sig: "(value, /)", F1: arrayReduce},
		object.ClassGetItemDef(),
	},
	GetSets: []object.GetSetDef{
		{Name: "typecode", Get: func(t *Thread, v Value) Value { return object.NewStrRune(t, rune(arraySelf(v).Code)) }},
		{Name: "itemsize", Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(arraySelf(v).Item)) }},
	},
})

func arrayCopy(t *Thread, v Value) Value {
	a := arraySelf(v)
	r := newArray(t, t.Type(tArray), a.Code, a.Size) // as CPython has it
	if r == nil {
		return null
	}
	copy(r.bytes(), a.bytes())
	return object.Of(r)
}

// arrayFormats are the machine formats that pickles of arrays name, by typecode.
var arrayFormats = map[byte]int64{'b': 1, 'B': 0, 'u': 20, 'w': 20, 'h': 4, 'H': 2, 'i': 8, 'I': 6, 'l': 12, 'L': 10, 'q': 12, 'Q': 10, 'f': 14, 'd': 16}

func arrayReduce(t *Thread, v, protocol Value) Value {
	a := arraySelf(v)
	proto, ok := object.ArgSize(t, protocol)
	if !ok {
		return null
	}
	dict := object.LookupAttr(t, v, t.N(object.N_dict_))
	if dict == null {
		if t.Exc != null {
			return null
		}
		dict = none
	}
	typ, code := object.TypeOf(t, v).Value(), object.NewStrRune(t, rune(a.Code))
	if proto < 3 {
		list := arrayToList(t, v)
		if list == null {
			return null
		}
		args := object.Pair(t, code, list)
		if args == null {
			return null
		}
		return object.Triple(t, typ, args, dict)
	}
	f := object.GetAttr(t, native.ImportModule(t, "array"), object.Intern(t, "_array_reconstructor"))
	args, data := object.NewTuple(t, 4), object.NewBytes(t, a.bytes())
	if f == null || args == nil || data == null {
		return null
	}
	*args.At(0), *args.At(1), *args.At(2), *args.At(3) = typ, code, object.SmallInt(arrayFormats[a.Code]), data
	return object.Triple(t, f, object.Of(args), dict)
}

// arrayReconstruct makes an array of the items that a pickle has in the format of some machine.
func arrayReconstruct(t *Thread, _ Value, a []Value) Value {
	if !object.IsType(a[0]) {
		return object.Raise(t, object.TTypeError, "first argument must be a type object, not %s", object.TypeName(t, a[0]))
	}
	if !object.As[object.Type](a[0]).IsSubtype(t.Type(tArray)) {
		return object.Raise(t, object.TTypeError, "%s is not a subtype of array.array", object.As[object.Type](a[0]).NameString())
	}
	if !object.IsStr(a[1]) || object.As[object.Str](a[1]).Len != 1 {
		return object.Raise(t, object.TTypeError, "_array_reconstructor() argument 2 must be a unicode character, not %s", object.TypeName(t, a[1]))
	}
	code := object.As[object.Str](a[1]).At(0)
	if code > 127 || arraySizes[code] == 0 {
		return object.Raise(t, object.TValueError, "second argument must be a valid type code")
	}
	format, ok := object.AsInt(t, a[2])
	if !ok {
		return null
	}
	if format < 0 || format > 21 {
		return object.Raise(t, object.TValueError, "third argument must be a valid machine format code.")
	}
	if !object.IsBytes(a[3]) {
		return object.Raise(t, object.TTypeError, "fourth argument should be bytes, not %s", object.TypeName(t, a[3]))
	}
	from := [...]byte{'B', 'b', 'H', 'H', 'h', 'h', 'I', 'I', 'i', 'i', 'Q', 'Q', 'q', 'q', 'f', 'f', 'd', 'd', 'H', 'H', 'w', 'w'}[format]
	big := format >= 2 && format%2 == 1
	size := int(arraySizes[from])
	data := bytes.Clone(object.BytesOf(a[3]))
	if len(data)%size != 0 {
		return object.Raise(t, object.TValueError, "string length not a multiple of item size")
	}
	if format == 18 || format == 19 { // UTF-16
		name := map[bool]string{true: "utf-16-be", false: "utf-16-le"}[big]
		s := object.DecodeBytes(t, data, name, "strict")
		if s == null {
			return null
		}
		return object.Call2(t, a[0], a[1], s)
	}
	r := newArray(t, object.As[object.Type](a[0]), byte(code), 0)
	if r == nil {
		return null
	}
	for i := 0; i < len(data); i += size {
		item := data[i : i+size]
		if big {
			slices.Reverse(item)
		}
		x := arrayGet(t, from, item)
		if x == null || !r.append(t, x) {
			return null
		}
	}
	return object.Of(r)
}
