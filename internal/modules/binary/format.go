// Formats of module struct: reading them, packing and unpacking by them.

package binary

import (
	"encoding/binary"
	"maps"
	"math"
	"math/big"
	"math/bits"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// structField is a run of equal fields; for s and p, count is the length of the one field.
type structField struct {
	code         byte
	size, offset int
	count        int
	native       bool
}

// structLayout is a parsed format.
type structLayout struct {
	text   string
	big    bool // the highest byte comes first
	fields []structField
	size   int
	values int
}

// Sizes of the codes, in the machine's own layout and in the standard one; 0: not there.
var nativeSizes = [128]byte{'x': 1, 'b': 1, 'B': 1, 'c': 1, 's': 1, 'p': 1, '?': 1, 'h': 2, 'H': 2, 'e': 2, 'i': 4, 'I': 4, 'f': 4,
	'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'n': 8, 'N': 8, 'P': 8, 'd': 8}

var standardSizes = [128]byte{'x': 1, 'b': 1, 'B': 1, 'c': 1, 's': 1, 'p': 1, '?': 1, 'h': 2, 'H': 2, 'e': 2, 'i': 4, 'I': 4, 'f': 4,
	'l': 4, 'L': 4, 'q': 8, 'Q': 8, 'd': 8}

// layouts are the parsed formats that a runtime keeps.
type layouts struct {
	byText map[string]*structLayout
	bytes  int // what they take
}

var layoutsKey = object.NewHostKey(func(*object.Runtime) *layouts { return &layouts{} })

// maxLayouts is how many parsed formats a runtime keeps.
const maxLayouts = 100

// layoutsMost is how many bytes they take at most.
const layoutsMost = 1 << 20

// structFormat parses a format, a str or bytes; nil: an exception is set.
func structFormat(t *Thread, v Value) *structLayout {
	h := layoutsKey.Of(t.RT)
	if v.IsExact(object.TStr) && object.As[object.Str](v).IsASCII() {
		if l := h.byText[string(object.As[object.Str](v).Bytes())]; l != nil {
			return l
		}
	}
	var text string
	switch {
	case v.IsExact(tStruct):
		object.Raise(t, object.TTypeError, "Struct() argument 1 must be a str or bytes object, not %s", object.TypeName(t, v))
		return nil
	case object.IsStr(v):
		if !object.As[object.Str](v).IsASCII() {
			object.Raise(t, object.TUnicodeEncodeError, "'ascii' codec can't encode characters: ordinal not in range(128)")
			t.ClearExc()
			if object.EncodeStr(t, v, "ascii", "strict") == null {
				return nil
			}
		}
		text = object.GoString(v)
	case object.IsBytes(v):
		text = string(object.BytesOf(v))
	default:
		object.Raise(t, object.TTypeError, "Struct() argument 1 must be a str or bytes object, not %s", object.TypeName(t, v))
		return nil
	}
	if l := h.byText[text]; l != nil {
		return l
	}
	m := object.NewMeter(t)
	defer m.End()
	if !m.Add(len(text)) {
		return nil
	}
	l, problem := parseStruct(text, m)
	if problem != "" {
		structError(t, problem)
	}
	if l == nil {
		return nil
	}
	h.keepLayout(t, l)
	return l
}

// keepLayout puts a parsed format in the cache, which counts against the heap's cap, if it is not too large for that.
func (h *layouts) keepLayout(t *Thread, l *structLayout) {
	size := len(l.text) + (len(l.fields)+4)*int(unsafe.Sizeof(structField{}))
	if size > layoutsMost/4 {
		return
	}
	if h.byText == nil || len(h.byText) >= maxLayouts || h.bytes+size > layoutsMost {
		t.RT.Heap.Release(uint64(h.bytes))
		h.byText, h.bytes = map[string]*structLayout{}, 0
	}
	if t.RT.Heap.Charge(uint64(size)) {
		h.byText[l.text] = l
		h.bytes += size
	}
}

// parseStruct parses a format; nil: the problem is said, or an exception is set.
func parseStruct(text string, m *object.Meter) (*structLayout, string) {
	const most = math.MaxInt64
	l := &structLayout{text: text}
	native, sizes := true, &nativeSizes
	body := text
	if body != "" {
		switch body[0] {
		case '<', '=':
			native, body = false, body[1:]
		case '>', '!':
			native, body, l.big = false, body[1:], true
		case '@':
			body = body[1:]
		}
	}
	if !native {
		sizes = &standardSizes
	}
	for i := 0; i < len(body); i++ {
		c := body[i]
		if len(l.fields) == cap(l.fields) && !m.Add(3*(len(l.fields)+1)*int(unsafe.Sizeof(structField{}))) {
			return nil, ""
		}
		if c == ' ' || c-'\t' < 5 {
			continue
		}
		n := 1
		if c-'0' < 10 {
			for n = 0; i < len(body) && body[i]-'0' < 10; i++ {
				d := int(body[i] - '0')
				if n > (most-d)/10 {
					return nil, "total struct size too long"
				}
				n = n*10 + d
			}
			if i == len(body) {
				return nil, "repeat count given without format specifier"
			}
			c = body[i]
		}
		if c == 0 && i < len(body) {
			return nil, "embedded null character"
		}
		if c >= 128 || sizes[c] == 0 {
			return nil, "bad char in struct format"
		}
		size := int(sizes[c])
		if native && l.size%size != 0 {
			l.size += size - l.size%size
		}
		if n > (most-l.size)/size {
			return nil, "total struct size too long"
		}
		switch c {
		case 'x':
		case 's', 'p':
			l.values++
			l.fields = append(l.fields, structField{code: c, size: n, offset: l.size, count: 1, native: native})
		default:
			l.values += n
			if n > 0 {
				l.fields = append(l.fields, structField{code: c, size: size, offset: l.size, count: n, native: native})
			}
		}
		l.size += n * size
	}
	return l, ""
}

func (l *structLayout) unpack(t *Thread, b []byte) Value {
	r := object.NewTuple(t, l.values)
	if r == nil {
		return null
	}
	to := r.Items()
	for i := range l.fields {
		f := &l.fields[i]
		if !l.get(t, f, b[f.offset:f.offset+f.count*f.size], to[:f.count]) {
			return null
		}
		to = to[f.count:]
	}
	return object.Of(r)
}

// uint reads a number of the given size from the beginning of b.
func (l *structLayout) uint(b []byte, size int) uint64 {
	switch size {
	case 1:
		return uint64(b[0])
	case 2:
		x := binary.LittleEndian.Uint16(b)
		if l.big {
			x = bits.ReverseBytes16(x)
		}
		return uint64(x)
	case 4:
		x := binary.LittleEndian.Uint32(b)
		if l.big {
			x = bits.ReverseBytes32(x)
		}
		return uint64(x)
	}
	x := binary.LittleEndian.Uint64(b)
	if l.big {
		x = bits.ReverseBytes64(x)
	}
	return x
}

// get unpacks the values of f, which b consists of. False: an exception is set.
func (l *structLayout) get(t *Thread, f *structField, b []byte, to []Value) bool {
	size := f.size
	switch f.code {
	case 's':
		if len(b) == 1 {
			to[0] = object.ByteOf(t, b[0])
		} else {
			to[0] = object.NewBytes(t, b)
		}
		return to[0] != null
	case 'p':
		n := 0
		if len(b) > 0 {
			n = min(int(b[0]), len(b)-1)
			b = b[1:]
		}
		to[0] = object.NewBytes(t, b[:n])
		return to[0] != null
	case 'c':
		for i := range to {
			if to[i] = object.ByteOf(t, b[i]); to[i] == null {
				return false
			}
		}
	case '?':
		for i := range to {
			to[i] = object.Bool(b[i] != 0)
		}
	case 'e':
		for i := range to {
			to[i] = object.Float(object.HalfToFloat(uint16(l.uint(b[2*i:], 2))))
		}
	case 'f':
		for i := range to {
			to[i] = object.Float(float64(math.Float32frombits(uint32(l.uint(b[4*i:], 4)))))
		}
	case 'd':
		for i := range to {
			to[i] = object.Float(math.Float64frombits(l.uint(b[8*i:], 8)))
		}
	case 'b', 'h', 'i', 'l', 'q', 'n':
		shift := 64 - 8*size
		for i := range to {
			if to[i] = object.NewInt(t, int64(l.uint(b[size*i:], size)<<shift)>>shift); to[i] == null {
				return false
			}
		}
	default:
		for i := range to {
			if to[i] = object.NewUint(t, l.uint(b[size*i:], size)); to[i] == null {
				return false
			}
		}
	}
	return true
}

func (l *structLayout) pack(t *Thread, out []byte, args []Value) bool {
	k := 0
	for i := range l.fields {
		f := &l.fields[i]
		at := f.offset
		for range f.count {
			if !l.put(t, f, out[at:at+f.size], args[k]) {
				return false
			}
			k++
			at += f.size
		}
	}
	return true
}

// fits reports whether x surely fits into that many bits.
func (f *structField) fits(x int64, bits uint) bool {
	if f.signed() {
		return x>>(bits-1) == x>>63
	}
	return x >= 0 && x>>(bits-1)>>1 == 0
}

// put packs one value.
func (l *structLayout) put(t *Thread, f *structField, b []byte, v Value) bool {
	switch f.code {
	case 's', 'p':
		if !object.IsBytes(v) && !object.IsByteArray(v) {
			structError(t, "argument for '"+string(f.code)+"' must be a bytes object")
			return false
		}
		data, _ := object.BufferOf(t, v)
		if f.code == 'p' {
			if len(b) == 0 {
				return true
			}
			n := min(len(data), len(b)-1)
			b[0] = byte(min(n, 255))
			clear(b[1+copy(b[1:], data[:n]):])
			return true
		}
		clear(b[copy(b, data):])
		return true
	case 'c':
		if !object.IsBytes(v) || len(object.BytesOf(v)) != 1 {
			structError(t, "char format requires a bytes object of length 1")
			return false
		}
		b[0] = object.BytesOf(v)[0]
		return true
	case '?':
		x := object.Truth(t, v)
		b[0] = byte(max(x, 0))
		return x >= 0
	case 'e', 'f', 'd':
		return l.putFloat(t, f, b, v)
	}
	isInt := object.IsIntLike(v)
	if !isInt {
		if !object.IsIndex(t, v) {
			structError(t, "required argument is not an integer")
			return false
		}
		if v = object.Index(t, v); v == null {
			return false
		}
	}
	bits := uint(8 * len(b))
	if x, ok := object.Int64(v); ok && f.fits(x, bits) {
		l.putUint(b, uint64(x))
		return true
	}
	if x, ok := object.Uint64(v); ok && bits == 64 && !f.signed() {
		l.putUint(b, x)
		return true
	}
	n := object.BigOf(v)
	lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), bits)
	switch {
	case f.signed():
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	case f.code == 'P': // an address may be written as a negative number
		lo.Rsh(hi, 1).Neg(lo)
	}
	if n.Cmp(lo) < 0 || n.Cmp(hi) >= 0 {
		switch {
		case f.code == 'P' && isInt:
			structError(t, "int too large to convert")
			return false
		case f.code == 'P':
			kind := "unsigned long"
			if n.Sign() < 0 {
				kind = "long"
			}
			object.Raise(t, object.TOverflowError, "Python int too large to convert to C %s", kind)
			return false
		}
		structError(t, "'"+string(f.code)+"' format requires "+lo.String()+" <= number <= "+hi.Sub(hi, big.NewInt(1)).String())
		return false
	}
	var u uint64
	if n.Sign() < 0 {
		u = uint64(n.Int64())
	} else {
		u = n.Uint64()
	}
	l.putUint(b, u)
	return true
}

func (l *structLayout) putUint(b []byte, u uint64) {
	if l.big {
		u = bits.ReverseBytes64(u) >> (64 - 8*len(b))
	}
	switch len(b) {
	case 1:
		b[0] = byte(u)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(u))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(u))
	default:
		binary.LittleEndian.PutUint64(b, u)
	}
}

func (f *structField) signed() bool {
	switch f.code {
	case 'b', 'h', 'i', 'l', 'q', 'n':
		return true
	}
	return false
}

func (l *structLayout) putFloat(t *Thread, f *structField, b []byte, v Value) bool {
	var x float64
	if v.IsFloat() {
		x = v.Float()
	} else {
		g := object.TypeOf(t, v).Slots.Float
		r := null
		switch {
		case g != nil:
			r = g(t, v)
		case object.IsIndex(t, v):
			if r = object.Index(t, v); r != null {
				r = object.TypeOf(t, r).Slots.Float(t, r)
			}
		}
		if r == null || !r.IsFloat() {
			if t.Exc == null || t.ClearIf(object.TTypeError) || t.ClearIf(object.TOverflowError) && object.IsIntLike(v) {
				structError(t, "required argument is not a float")
			}
			return false
		}
		x = r.Float()
	}
	x = object.Outward(x)
	tooLarge := func() bool {
		if object.IsIntLike(v) {
			structError(t, "int too large to convert")
		} else {
			object.Raise(t, object.TOverflowError, "float too large to pack with %c format", f.code)
		}
		return false
	}
	switch f.code {
	case 'd':
		l.putUint(b, math.Float64bits(x))
	case 'f':
		y := float32(x)
		if math.IsInf(float64(y), 0) && !math.IsInf(x, 0) && !f.native {
			return tooLarge()
		}
		l.putUint(b, uint64(math.Float32bits(y)))
	default:
		h, ok := object.FloatToHalf(x)
		if !ok {
			return tooLarge()
		}
		l.putUint(b, uint64(h))
	}
	return true
}

var _ = object.Keeps(func(_ *object.Runtime, h *layouts) (object.Back, error) {
	texts, bytes := maps.Clone(h.byText), h.bytes
	return object.Back{After: func() {
		if len(h.byText) != len(texts) || h.bytes != bytes {
			h.byText, h.bytes = maps.Clone(texts), bytes
		}
	}, Copy: func(c *object.Copy, into any) (any, error) {
		x := object.Fill(c, h, into)
		x.byText, x.bytes = maps.Clone(texts), bytes
		return x, nil
	}}, nil
})
