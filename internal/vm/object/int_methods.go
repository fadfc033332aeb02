// Ints: their methods and attributes.

package object

import (
	"math/bits"
	"runtime"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/numfmt"
)

var intMethods = []FuncDef{
	{Name: "conjugate", F0: ExactInt},
	{Name: "bit_length", F0: func(t *Thread, v Value) Value { return SmallInt(IntBitLen(v)) }},
	{Name: "bit_count", F0: intBitCount},
	{Name: "to_bytes", Sig: "(length=1, byteorder='big', *, signed=False)", Fn: intToBytes},
	{Name: "from_bytes", Sig: "(bytes, byteorder='big', *, signed=False)", Class: true, Fn: intFromBytes},
	{Name: "as_integer_ratio", F0: func(t *Thread, v Value) Value {
		n := ExactInt(t, v)
		if n == Null {
			return Null
		}
		return Pair(t, n, SmallInt(1))
	}},
	{Name: "is_integer", F0: func(t *Thread, v Value) Value { return True }},
	{Name: "__trunc__", F0: ExactInt},
	{Name: "__floor__", F0: ExactInt},
	{Name: "__ceil__", F0: ExactInt},
	{Name: "__round__", Sig: "(ndigits=<unrepresentable>, /)", FN: func(t *Thread, v Value, args []Value) Value {
		if len(args) == 0 {
			return ExactInt(t, v)
		}
		return intRound(t, v, args[0])
	}, MaxArgs: 1},
	{Name: "__getnewargs__", F0: func(t *Thread, v Value) Value {
		n := ExactInt(t, v)
		if n == Null {
			return Null
		}
		return Tuple1(t, n)
	}},
	{Name: "__format__", Sig: "(format_spec, /)", F1: intFormat},
	{Name: "__sizeof__", F0: func(t *Thread, v Value) Value {
		return SmallInt(24 + 4*max(1, (IntBitLen(v)+29)/30))
	}},
}

var intGetSets = []GetSetDef{
	{Name: "real", Get: ExactInt},
	{Name: "imag", Get: func(t *Thread, v Value) Value { return SmallInt(0) }},
	{Name: "numerator", Get: ExactInt},
	{Name: "denominator", Get: func(t *Thread, v Value) Value { return SmallInt(1) }},
}

func intBitCount(t *Thread, v Value) Value {
	var buf [1]uint64
	m, _ := intWords(v, &buf)
	n := 0
	for _, w := range m {
		n += bits.OnesCount64(w)
	}
	return SmallInt(int64(n))
}

// intRound is round(v, ndigits).
func intRound(t *Thread, v, ndigits Value) Value {
	n, ok := Index(t, ndigits), true
	if n == Null {
		return Null
	}
	digits, ok := Int64(n)
	if IntSign(n) >= 0 {
		return ExactInt(t, v)
	}
	if !ok || -digits > IntBitLen(v)/3+2 { // more than there are decimal digits
		return SmallInt(0)
	}
	z := numfmt.RoundBig(BigOf(v), int(digits))
	runtime.KeepAlive(v)
	return NewBigInt(t, z)
}

// byteOrder reads the argument byteorder: true for 'little'.
func byteOrder(t *Thread, fn string, v Value) (little, ok bool) {
	if v == Null {
		return false, true
	}
	if !IsStr(v) {
		BadArgument(t, fn, "argument 'byteorder'", "str", v)
		return false, false
	}
	switch GoString(v) {
	case "little":
		return true, true
	case "big":
		return false, true
	}
	Raise(t, TValueError, "byteorder must be either 'little' or 'big'")
	return false, false
}

func reverseBytes(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

// reverseNew is reverseBytes for what nobody knows yet; false: the thread is halted.
func reverseNew(t *Thread, b []byte) bool {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
		if t.haltedAt(i) {
			return false
		}
	}
	return true
}

// byteView shows words as little-endian bytes.
func byteView(w []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(w))), len(w)*8)
}

func intToBytes(t *Thread, v Value, args []Value) Value {
	length := int64(1)
	if args[0] != Null {
		var ok bool
		if length, ok = AsSize(t, args[0], TOverflowError); !ok {
			return Null
		}
	}
	little, ok := byteOrder(t, "to_bytes", args[1])
	if !ok {
		return Null
	}
	signed := 0
	if args[2] != Null {
		if signed = Truth(t, args[2]); signed < 0 {
			return Null
		}
	}
	if length < 0 {
		return Raise(t, TValueError, "length argument must be non-negative")
	}
	var buf [1]uint64
	m, sign := intWords(v, &buf)
	if sign < 0 && signed == 0 {
		return Raise(t, TOverflowError, "can't convert negative int to unsigned")
	}
	need := IntBitLen(v)
	if signed == 1 {
		if sign < 0 && isPowerOfTwo(m) {
			need--
		}
		if sign != 0 {
			need++
		}
	}
	if need > 0 && (need+7)/8 > length {
		return Raise(t, TOverflowError, "int too big to convert")
	}
	r := allocByteString(t, int(length))
	if r == nil {
		return Null
	}
	out := bytesOf(Of(r))
	if !blitNew(t, out, byteView(m)) {
		return Null
	}
	runtime.KeepAlive(v)
	if sign < 0 {
		carry := byte(1)
		for i := range out {
			out[i] = ^out[i] + carry
			if out[i] != 0 {
				carry = 0
			}
		}
	}
	if !little && !reverseNew(t, out) {
		return Null
	}
	return Of(r)
}

func isPowerOfTwo(m []uint64) bool {
	n := 0
	for _, w := range m {
		n += bits.OnesCount64(w)
	}
	return n == 1
}

// allocByteString makes a bytes object of n zeros; nil without memory.
func allocByteString(t *Thread, n int) *Bytes { return newByteString(t, n, t.Alloc) }

// allocBytesRaw is allocByteString with contents that are to be written, all of them.
func allocBytesRaw(t *Thread, n int) *Bytes { return newByteString(t, n, t.AllocRaw) }

func newByteString(t *Thread, n int, alloc func(shape uint32, size uintptr, flags uint8) unsafe.Pointer) *Bytes {
	var p unsafe.Pointer
	if uint64(n) <= 1<<42 {
		p = alloc(TBytes.Shape(), BytesData+uintptr(n), 0)
	}
	if p == nil {
		t.NoMemory()
		return nil
	}
	b := (*Bytes)(p)
	b.Len = int64(n)
	return b
}

func intFromBytes(t *Thread, cls Value, args []Value) Value {
	little, ok := byteOrder(t, "from_bytes", args[1])
	if !ok {
		return Null
	}
	signed := 0
	if args[2] != Null {
		if signed = Truth(t, args[2]); signed < 0 {
			return Null
		}
	}
	data, ok := toBytes(t, args[0])
	if !ok {
		return Null
	}
	r := allocBig(t, (len(data)+7)/8, 1)
	if r == nil {
		return Null
	}
	m := r.mag()
	out := byteView(m)
	if !blitNew(t, out, data) || !little && !reverseNew(t, out[:len(data)]) {
		return Null
	}
	if signed == 1 && len(data) > 0 && out[len(data)-1] >= 0x80 {
		for i := len(data); i < len(out); i++ {
			out[i] = 0xFF
		}
		for i := range m {
			m[i] = ^m[i]
		}
		increment(m)
		r.Sign = -1
	}
	v := r.normal()
	if cls == Of(t.Type(TInt)) {
		return v
	}
	return Call1(t, cls, v)
}

// toBytes is bytes(v) for an object with bytes, or an iterable of ints.
func toBytes(t *Thread, v Value) ([]byte, bool) {
	if !v.IsExact(TBytes) {
		if r, found := CallSpecial0(t, v, N_bytes_); found {
			if r == Null {
				return nil, false
			}
			if !IsBytes(r) {
				Raise(t, TTypeError, "__bytes__ returned non-bytes (type %s)", TypeName(t, r))
				return nil, false
			}
			return append([]byte(nil), bytesOf(r)...), true
		}
	}
	if data, ok := bufferView(t, v); ok || t.Exc != Null {
		return data, ok
	}
	if IsStr(v) {
		Raise(t, TTypeError, "cannot convert '%s' object to bytes", TypeName(t, v))
		return nil, false
	}
	return intoBytes.gather(t, v)
}

// formatSpec reads the argument of __format__, as long as that is reachable; ok is false on error.
func formatSpec(t *Thread, spec Value) (string, bool) {
	if !IsStr(spec) {
		BadArgument(t, "__format__", "argument", "str", spec)
		return "", false
	}
	if s := As[Str](spec); s.IsASCII() {
		return s.View(), true
	}
	return GoString(spec), true
}

// intFormat is int.__format__.
func intFormat(t *Thread, v, spec Value) Value {
	text, ok := formatSpec(t, spec)
	if !ok {
		return Null
	}
	if text == "" {
		if v.IsInt() || v.IsExact(TInt) {
			return IntRepr(t, v)
		}
		return ToStr(t, v)
	}
	s, err := numfmt.ParseSpec(text, numfmt.Int, TypeName(t, v))
	if err != nil {
		return raiseNum(t, err)
	}
	s.Stop = t.halting()
	localize(t, &s)
	if !specRoom(t, &s) {
		return Null
	}
	if s.IsFloatType() {
		f, ok := intToFloat(t, v)
		if !ok {
			return Null
		}
		return formatFloat(t, &s, f)
	}
	if i, ok := Int64(v); ok {
		var buf [64]byte
		out, err := numfmt.AppendInt(buf[:0], &s, i)
		return textOrError(t, out, err)
	}
	out, err := numfmt.AppendBig(nil, &s, BigOf(v), t.RT.IntMaxStrDigits)
	runtime.KeepAlive(v)
	return textOrError(t, out, err)
}

// textOrError makes a str of a text, or raises the error.
func textOrError(t *Thread, text []byte, err error) Value {
	if err != nil {
		return raiseNum(t, err)
	}
	return NewStr(t, unsafe.String(unsafe.SliceData(text), len(text)))
}
