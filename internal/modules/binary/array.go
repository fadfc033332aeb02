// The module array: arrays of numbers or characters of one type. The methods are in array_methods.go.

package binary

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tArray     = object.AllocTypeID()
	tArrayIter = object.AllocTypeID()
)

const arrayCodes = "bBuwhHiIlLqQfd"

var _ = native.Register("array", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tArray},
		Funcs: []FuncDef{{Name: "_array_reconstructor", Sig: "(arraytype, typecode, mformat_code, items, /)", MinArgs: 4, MaxArgs: 4, FN: arrayReconstruct}},
		Init: func(t *Thread, m Value, d *object.Dict) bool {
			return beSequence(t) && d.SetStr(t, "typecodes", object.NewStr(t, arrayCodes)) && d.SetStr(t, "ArrayType", t.Type(tArray).Value())
		},
	}
})

// array is an array.array: Size items in Data, which has room for more. Word 1 belongs to subclasses with a __dict__.
type array struct {
	header
	Data *object.Raw // or nil
	Size int64       // items
	Cap  int64       // bytes
	Code byte
	Item uint8 // bytes of an item

	exports object.Exports
}

func init() {
	p := &object.PackedArray
	p.Type, p.Data, p.Size, p.Code = tArray, int32(unsafe.Offsetof(array{}.Data)), int32(unsafe.Offsetof(array{}.Size)), int32(unsafe.Offsetof(array{}.Code))
}

var arraySizes = [128]uint8{'b': 1, 'B': 1, 'u': 4, 'w': 4, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'f': 4, 'd': 8}

// bytes are the items; they are valid until the array grows.
func (a *array) bytes() []byte {
	if a.Data == nil {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(a.Data), object.RawData)), a.Size*int64(a.Item))
}

// beSequence makes the type a MutableSequence, where the library is at hand.
func beSequence(t *Thread) bool {
	abc := native.ImportModule(t, "collections.abc")
	if abc == null {
		return t.ClearIf(object.TImportError)
	}
	class := object.GetAttr(t, abc, object.Intern(t, "MutableSequence"))
	return class != null && object.CallMethod1(t, class, object.Intern(t, "register"), t.Type(tArray).Value()) != null
}

func (a *array) mayResize(t *Thread) bool {
	return a.exports.FreeOr(t, object.Of(a), "cannot resize an array that is exporting buffers")
}

// resize changes the number of items; new ones are not cleared. False: no memory.
func (a *array) resize(t *Thread, n int64) bool {
	if n != a.Size && !a.mayResize(t) {
		return false
	}
	need := n * int64(a.Item)
	if need > a.Cap || need < a.Cap/4 {
		room := need
		if need > a.Cap && a.Cap > 0 {
			room += need >> 3
		}
		room = (room + 15) &^ 15
		if !t.RT.Heap.CanAlloc(uint64(room)) {
			t.NoMemory()
			return false
		}
		d := object.NewRaw(t, int(room))
		if d == nil {
			return false
		}
		copy(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(d), object.RawData)), room), a.bytes()[:min(need, a.Size*int64(a.Item))])
		a.Data, a.Cap = d, room
	}
	a.Size = n
	return true
}

func newArray(t *Thread, typ *object.Type, code byte, n int64) *array {
	a := native.Alloc[array](t, typ)
	if a == nil {
		return nil
	}
	a.Code, a.Item = code, arraySizes[code]
	if n > 0 && !a.resize(t, n) {
		return nil
	}
	return a
}

func (a *array) slot(i int64) []byte {
	k := int64(a.Item)
	return a.bytes()[i*k : i*k+k]
}

func (a *array) get(t *Thread, i int64) Value { return arrayGet(t, a.Code, a.slot(i)) }

func arrayGet(t *Thread, code byte, b []byte) Value {
	if code != 'u' && code != 'w' {
		return object.UnpackItem(t, b, code)
	}
	r := binary.LittleEndian.Uint32(b)
	if r > 0x10FFFF {
		return object.Raise(t, object.TValueError, "chr() arg not in range(0x110000)")
	}
	return object.NewStrRune(t, rune(r))
}

// encode writes the item that v stands for to b, which may be moved meanwhile: so to memory of its own first.
func (a *array) encode(t *Thread, v Value) (b [8]byte, ok bool) {
	le := binary.LittleEndian
	switch a.Code {
	case 'u', 'w':
		if !object.IsStr(v) || object.As[object.Str](v).Len != 1 {
			object.Raise(t, object.TTypeError, "array item must be unicode character")
			return b, false
		}
		le.PutUint32(b[:], uint32(object.As[object.Str](v).At(0)))
		return b, true
	case 'f', 'd':
		x, ok := floatArg(t, v)
		if !ok {
			return b, false
		}
		x = object.Outward(x)
		if a.Code == 'd' {
			le.PutUint64(b[:], math.Float64bits(x))
		} else {
			le.PutUint32(b[:], math.Float32bits(float32(x)))
		}
		return b, true
	}
	if !object.IsIntLike(v) {
		if v = object.Index(t, v); v == null {
			return b, false
		}
	}
	bits := uint(8 * a.Item)
	if a.Code == 'Q' || a.Code == 'L' || a.Code == 'I' {
		n, fits := object.Uint64(v)
		if !fits || n>>(bits-1)>>1 != 0 {
			text := map[byte]string{'Q': "int too big to convert", 'L': "Python int too large to convert to C unsigned long", 'I': "unsigned int is greater than maximum"}[a.Code]
			if object.IntSign(v) < 0 {
				text = map[byte]string{'Q': "can't convert negative int to unsigned", 'L': "can't convert negative value to unsigned int", 'I': "can't convert negative value to unsigned int"}[a.Code]
			} else if !fits && a.Code == 'I' {
				text = "Python int too large to convert to C unsigned long"
			}
			object.Raise(t, object.TOverflowError, "%s", text)
			return b, false
		}
		le.PutUint64(b[:], n)
		return b, true
	}
	n, fits := object.Int64(v)
	switch {
	case !fits && a.Code == 'q':
		object.Raise(t, object.TOverflowError, "int too big to convert")
		return b, false
	case !fits:
		object.Raise(t, object.TOverflowError, "Python int too large to convert to C long")
		return b, false
	}
	within := func(lo, hi int64, name string) bool {
		switch {
		case n < lo:
			object.Raise(t, object.TOverflowError, "%s is less than minimum", name)
		case n > hi:
			object.Raise(t, object.TOverflowError, "%s is greater than maximum", name)
		default:
			return true
		}
		return false
	}
	switch a.Code { // first as the type that CPython reads them as
	case 'b':
		ok = within(math.MinInt16, math.MaxInt16, "signed short integer") && within(math.MinInt8, math.MaxInt8, "signed char")
	case 'B':
		ok = within(0, math.MaxUint8, "unsigned byte integer")
	case 'h':
		ok = within(math.MinInt16, math.MaxInt16, "signed short integer")
	case 'H':
		ok = within(math.MinInt32, math.MaxInt32, "signed integer") && within(0, math.MaxUint16, "unsigned short")
	case 'i':
		ok = within(math.MinInt32, math.MaxInt32, "signed integer")
	default:
		ok = true
	}
	if !ok {
		return b, false
	}
	le.PutUint64(b[:], uint64(n))
	return b, true
}

// floatArg is a real number as a float64.
func floatArg(t *Thread, v Value) (float64, bool) {
	if v.IsFloat() {
		return v.Float(), true
	}
	r := null
	switch s := &object.TypeOf(t, v).Slots; {
	case s.Float != nil:
		r = s.Float(t, v)
	case s.Index != nil:
		if r = object.Index(t, v); r != null {
			r = object.TypeOf(t, r).Slots.Float(t, r)
		}
	default:
		object.Raise(t, object.TTypeError, "must be real number, not %s", object.TypeName(t, v))
	}
	if r == null {
		return 0, false
	}
	if !r.IsFloat() {
		return object.As[object.FloatObject](r).F, true
	}
	return r.Float(), true
}

func (a *array) set(t *Thread, i int64, v Value) bool {
	b, ok := a.encode(t, v)
	if !ok {
		return false
	}
	if i >= a.Size {
		object.Raise(t, object.TIndexError, "array assignment index out of range")
		return false
	}
	copy(a.slot(i), b[:a.Item])
	return true
}

func (a *array) append(t *Thread, v Value) bool { return a.insert(t, a.Size, v) }

func (a *array) insert(t *Thread, at int64, v Value) bool {
	b, ok := a.encode(t, v)
	if !ok || !a.resize(t, a.Size+1) {
		return false
	}
	at = min(at, a.Size-1)
	k, data := int64(a.Item), a.bytes()
	copy(data[(at+1)*k:], data[at*k:])
	copy(data[at*k:], b[:k])
	return true
}

// isArray reports whether v is an array.
func isArray(t *Thread, v Value) bool { return object.IsInstance(t, v, tArray) }

func arrayNew(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	if typ.ID == tArray && kw != null {
		return object.Raise(t, object.TTypeError, "array.array() takes no keyword arguments")
	}
	pos, _ := object.SplitKw(args, kw)
	if !object.CheckPositional(t, "array", len(pos), 1, 2) {
		return null
	}
	if !object.IsStr(pos[0]) || object.As[object.Str](pos[0]).Len != 1 {
		if object.IsStr(pos[0]) {
			return object.Raise(t, object.TTypeError, "array() argument 1 must be a unicode character, not a string of length %d", object.As[object.Str](pos[0]).Len)
		}
		return object.Raise(t, object.TTypeError, "array() argument 1 must be a unicode character, not %s", object.TypeName(t, pos[0]))
	}
	r := object.As[object.Str](pos[0]).At(0)
	if r > 127 || arraySizes[r] == 0 {
		return object.Raise(t, object.TValueError, "bad typecode (must be b, B, u, w, h, H, i, I, l, L, q, Q, f or d)")
	}
	code := byte(r)
	if code == 'u' && !object.Warn(t, object.TDeprecationWarning, "The 'u' type code is deprecated and will be removed in Python 3.16") {
		return null
	}
	init := null
	if len(pos) > 1 {
		init = pos[1]
	}
	if !object.Audit(t, "array.__new__", pos[0], native.OrNone(init)) {
		return null
	}
	text := code == 'u' || code == 'w'
	if init != null && !text {
		if object.IsStr(init) {
			return object.Raise(t, object.TTypeError, "cannot use a str to initialize an array with typecode '%c'", code)
		}
		if isArray(t, init) && (object.As[array](init).Code == 'u' || object.As[array](init).Code == 'w') {
			return object.Raise(t, object.TTypeError, "cannot use a unicode array to initialize an array with typecode '%c'", code)
		}
	}
	a := newArray(t, typ, code, 0)
	if a == nil {
		return null
	}
	switch {
	case init == null:
	case object.IsStr(init):
		if !a.fromText(t, init) {
			return null
		}
	case object.IsBytes(init) || object.IsByteArray(init):
		b, _ := object.BufferOf(t, init)
		if !a.fromBytes(t, b) {
			return null
		}
	case isArray(t, init) && object.As[array](init).Code == code:
		if !a.fromBytes(t, object.As[array](init).bytes()) {
			return null
		}
	default:
		if n := knownLen(init); n > 0 {
			if !a.resize(t, n) {
				return null
			}
			a.Size = 0
		}
		if !a.extendEach(t, init) {
			return null
		}
	}
	return object.Of(a)
}

// knownLen is how many items a list or tuple has, else 0.
func knownLen(v Value) int64 {
	switch {
	case v.IsExact(object.TList):
		return object.As[object.List](v).Size
	case v.IsExact(object.TTuple):
		return object.As[object.Tuple](v).Size
	}
	return 0
}

// fromText appends the characters of a str.
func (a *array) fromText(t *Thread, v Value) bool {
	s := object.As[object.Str](v)
	at := a.Size
	if !a.resize(t, at+s.Len) {
		return false
	}
	to := a.bytes()[at*4:]
	for i := range s.Len {
		binary.LittleEndian.PutUint32(to[i*4:], uint32(s.At(int(i))))
	}
	return true
}

// fromBytes appends items as they lie in memory. b may be the array's own.
func (a *array) fromBytes(t *Thread, b []byte) bool {
	if len(b)%int(a.Item) != 0 {
		object.Raise(t, object.TValueError, "bytes length not a multiple of item size")
		return false
	}
	old := a.Data
	at := a.Size * int64(a.Item)
	if !a.resize(t, a.Size+int64(len(b)/int(a.Item))) {
		return false
	}
	copy(a.bytes()[at:], b)
	_ = old
	return true
}

func (a *array) extend(t *Thread, v Value) bool {
	if isArray(t, v) {
		b := object.As[array](v)
		if a.Code != b.Code {
			object.Raise(t, object.TTypeError, "can only extend with array of same kind")
			return false
		}
		return a.fromBytes(t, b.bytes())
	}
	return a.extendEach(t, v)
}

// extendEach appends each item of an iterable.
func (a *array) extendEach(t *Thread, v Value) bool {
	var p object.Pull
	if !p.Begin(t, v) {
		return false
	}
	for {
		x := p.Next(t, object.PullOne) // an item that does not fit is the last one that is asked for
		if x == null || !a.append(t, x) {
			break
		}
		p.Skip(a.appendPlain(t, p.Ahead()))
	}
	p.End(t)
	return t.Exc == null
}

// appendPlain appends numbers while there is room and no conversion runs other code, and returns how many.
func (a *array) appendPlain(t *Thread, items []Value) (n int) {
	k := int64(a.Item)
	room := a.Cap/k - a.Size
	if room == 0 || a.exports != (object.Exports{}) {
		return 0
	}
	items = items[:min(int64(len(items)), room)]
	size := a.Size
	a.Size += int64(len(items))
	data := a.bytes()[size*k:]
	le := binary.LittleEndian
	for ; n < len(items); n++ {
		v := items[n]
		x := uint64(0)
		switch {
		case v.IsFloat() && a.Code == 'd':
			x = math.Float64bits(object.Outward(v.Float()))
		case v.IsFloat() && a.Code == 'f':
			x = uint64(math.Float32bits(float32(object.Outward(v.Float()))))
		case v.IsInt() && fitsCode(a.Code, v.Int()):
			x = uint64(v.Int())
		default:
			a.Size = size + int64(n)
			return n
		}
		switch k {
		case 1:
			data[n] = byte(x)
		case 2:
			le.PutUint16(data[2*n:], uint16(x))
		case 4:
			le.PutUint32(data[4*n:], uint32(x))
		case 8:
			le.PutUint64(data[8*n:], x)
		}
	}
	return n
}

// fitsCode reports whether an array of ints with that typecode takes the small int x.
func fitsCode(code byte, x int64) bool {
	switch code {
	case 'b':
		return x == int64(int8(x))
	case 'B':
		return x == int64(uint8(x))
	case 'h':
		return x == int64(int16(x))
	case 'H':
		return x == int64(uint16(x))
	case 'i':
		return x == int64(int32(x))
	case 'I':
		return x == int64(uint32(x))
	case 'l', 'q':
		return true
	case 'L', 'Q':
		return x >= 0
	}
	return false
}

// arrayIter runs over an array.
type arrayIter struct {
	header
	Array Value // Null at the end
	At    int64
}

func arrayIterNext(t *Thread, v Value) Value {
	x := object.As[arrayIter](v)
	if x.Array == null {
		return null
	}
	a := object.As[array](x.Array)
	if x.At >= a.Size {
		x.Array = null
		return null
	}
	x.At++
	return a.get(t, x.At-1)
}

// arrayIterPlain stores the next items that need no memory, as many as there is room for; more is false at the end.
func arrayIterPlain(v Value, out []Value) (n int, more bool) {
	x := object.As[arrayIter](v)
	if x.Array == null {
		return 0, false
	}
	a := object.As[array](x.Array)
	left := a.Size - x.At
	if left <= 0 {
		x.Array = null
		return 0, false
	}
	n = object.UnpackPlain(out[:min(int64(len(out)), left)], a.bytes()[x.At*int64(a.Item):], a.Code)
	x.At += int64(n)
	return n, true
}

// arrayIterFill is Slots.Fill.
func arrayIterFill(t *Thread, v Value, out []Value, rule object.PullRule) (n int, more bool) {
	if rule == object.PullAll {
		if n, more = arrayIterPlain(v, out[:min(len(out), object.FillPiece)]); n > 0 || !more {
			return n, more
		}
	}
	for range object.FillPiece {
		if n == len(out) {
			break
		}
		x := arrayIterNext(t, v)
		if x == null {
			return n, false
		}
		if rule.Take(x, out, &n) {
			break
		}
	}
	return n, true
}

var _ = object.DefineType(tArrayIter, object.TypeDef{
	Name: "array.arrayiterator", Size: unsafe.Sizeof(arrayIter{}), Refs: 1 << 1, NoWeak: true, Flags: object.TypeNoInstances | object.TypeLeaf,
	Slots: object.Slots{Iter: object.ReturnSelf, Next: arrayIterNext, Fill: arrayIterFill, Step: func(t *Thread, v Value, _ int) (item Value, why object.Stepped) {
		if x := object.As[arrayIter](v); x.Array != null {
			if a := object.As[array](x.Array); a.Item < 4 && x.At < a.Size { // such items need no memory
				x.At++
				return a.get(t, x.At-1), why
			}
		}
		n, more := arrayIterPlain(v, unsafe.Slice(&item, 1))
		if n == 0 && !more {
			why = object.StepEnd
		}
		return item, why
	}},
	Methods: []FuncDef{
		{Name: "__reduce__", F0: func(t *Thread, v Value) Value {
			x, empty := object.As[arrayIter](v), object.NewTuple(t, 0)
			iter := object.BuiltinNamed(t, "iter")
			if empty == nil || iter == null {
				return null
			}
			if x.Array == null {
				args := object.Tuple1(t, object.Of(empty))
				if args == null {
					return null
				}
				return object.Pair(t, iter, args)
			}
			args := object.Tuple1(t, x.Array)
			if args == null {
				return null
			}
			return object.Triple(t, iter, args, object.SmallInt(x.At))
		}},
		{Name: "__setstate__", F1: func(t *Thread, v, n Value) Value {
			i, ok := object.ArgSize(t, n)
			if !ok {
				return null
			}
			if x := object.As[arrayIter](v); x.Array != null {
				x.At = min(max(i, 0), object.As[array](x.Array).Size)
			}
			return none
		}},
	},
})
