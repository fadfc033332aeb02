// The module _multibytecodec, and the modules that have its codecs: _codecs_jp and its like.

package codecs

import (
	"encoding/binary"
	"math/big"
	"slices"
	"unicode/utf8"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/cjk"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tMultibyteCodec   = object.AllocTypeID()
	tMultibyteEncoder = object.AllocTypeID()
	tMultibyteDecoder = object.AllocTypeID()
	tMultibyteReader  = object.AllocTypeID()
	tMultibyteWriter  = object.AllocTypeID()
)

// multibyteCodec is a MultibyteCodec: the codec is known by its number.
type multibyteCodec struct {
	heap.Header
	Number int64
}

func (c *multibyteCodec) codec() *cjk.Codec { return cjk.Codecs[c.Number] }

// multibyte is an incremental encoder or decoder, or a stream.
type multibyte struct {
	heap.Header
	Codec   Value
	Errors  Value // a str
	Stream  Value // of a stream
	Text    Value // of what encodes: the str that is not encoded yet, or Null
	State   cjk.State
	Bytes   [mostBytes]byte // of what decodes: those that are no whole character yet
	Waiting int64           // how many
}

const (
	mostBytes = 8 // that may wait
	mostText  = 2
)

const multibyteRefs = 1<<1 | 1<<2 | 1<<3 | 1<<4

func (x *multibyte) use() multi {
	return multi{codec: object.As[multibyteCodec](x.Codec).codec(), state: &x.State, errors: object.GoString(x.Errors)}
}

var _ = object.DefineType(tMultibyteCodec, object.TypeDef{
	Name: "_multibytecodec.MultibyteCodec", Size: unsafe.Sizeof(multibyteCodec{}), Flags: object.TypeNoInstances,
	Methods: []FuncDef{
		{Name: "encode", Sig: "(input, errors=None)", Fn: func(t *Thread, self Value, a []Value) Value {
			errors, given, ok := native.OptString(t, a[1], "encode", "errors")
			if !ok {
				return null
			}
			text := strOf(t, a[0])
			if text == null {
				return null
			}
			m, state := multi{codec: object.As[multibyteCodec](self).codec(), errors: handlerOf(errors, given)}, new(cjk.State)
			m.state = state
			m.codec.Begin(state, false)
			out, _, ok := m.encode(t, nil, text, true)
			if !ok {
				return null
			}
			if out, ok = object.Grow(t, out, cjk.Most); !ok {
				return null
			}
			return withLength(t, object.NewBytes(t, m.codec.Finish(state, out)), int(object.As[object.Str](text).Len))
		}},
		{Name: "decode", Sig: "(input, errors=None)", Fn: func(t *Thread, self Value, a []Value) Value {
			data, ok := native.BytesArg(t, a[0])
			errors, given, ok2 := "", false, false
			if ok {
				errors, given, ok2 = native.OptString(t, a[1], "decode", "errors")
			}
			if !ok || !ok2 {
				return null
			}
			n := len(data)
			m, state := multi{codec: object.As[multibyteCodec](self).codec(), errors: handlerOf(errors, given)}, new(cjk.State)
			m.state = state
			m.codec.Begin(state, true)
			out, _, ok := m.decode(t, nil, data, true)
			if !ok {
				return null
			}
			return withLength(t, m.str(t, out), n)
		}},
	},
})

func handlerOf(errors string, given bool) string {
	if !given {
		return "strict"
	}
	return errors
}

// strOf is a str, or the str of something else.
func strOf(t *Thread, v Value) Value {
	if object.IsStr(v) {
		return v
	}
	return object.ToStr(t, v)
}

// newMultibyte makes the New of a type. The class has the codec in its attribute codec.
func newMultibyte(name, sig string, stream, decoding bool) func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
	s := object.ParseSignature(name, sig)
	return func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
		n := len(s.Params)
		a := t.PushArgs(n)
		if a == nil {
			return null
		}
		v := null
		if s.Bind(t, args, kw, a) {
			v = makeMultibyte(t, name, typ, a, stream, decoding)
		}
		t.PopArgs(n)
		return v
	}
}

func makeMultibyte(t *Thread, name string, typ *object.Type, a []Value, stream, decoding bool) Value {
	errors := a[len(a)-1]
	if errors == null {
		errors = object.NewStr(t, "strict")
	}
	if errors == null {
		return null
	}
	if !object.IsStr(errors) {
		what := "None"
		if errors != none {
			what = object.TypeName(t, errors)
		}
		return object.Raise(t, object.TTypeError, "%s() argument %d must be str, not %s", name, len(a), what)
	}
	codec := object.GetAttr(t, typ.Value(), object.Intern(t, "codec"))
	if codec == null {
		return null
	}
	if !codec.IsExact(tMultibyteCodec) {
		return object.Raise(t, object.TTypeError, "codec is unexpected type")
	}
	v := object.AllocInstance(t, typ)
	if v == null {
		return null
	}
	x := object.As[multibyte](v)
	x.Codec, x.Errors = codec, errors
	if stream {
		x.Stream = a[0]
	}
	object.As[multibyteCodec](codec).codec().Begin(&x.State, decoding)
	return v
}

var errorsAttr = object.GetSetDef{
	Name: "errors",
	Get:  func(t *Thread, v Value) Value { return object.As[multibyte](v).Errors },
	Set: func(t *Thread, v, x Value) bool {
		switch {
		case x == null:
			object.Raise(t, object.TAttributeError, "cannot delete attribute")
			return false
		case !object.IsStr(x):
			object.Raise(t, object.TTypeError, "errors must be a string")
			return false
		}
		object.As[multibyte](v).Errors = x
		return true
	},
}

// encodeMore encodes a text behind what waits, and keeps what could be part of a pair.
func (x *multibyte) encodeMore(t *Thread, v Value, final bool) Value {
	if v = strOf(t, v); v == null {
		return null
	}
	before := x.Text
	if before != null {
		if v = object.Add(t, before, v); v == null {
			return null
		}
		x.Text = null
	}
	m := x.use()
	out, used, ok := m.encode(t, nil, v, final)
	if !ok {
		x.Text = before
		return null
	}
	if n := int(object.As[object.Str](v).Len); used < n {
		if n-used > mostText {
			return object.RaiseUnicodeError(t, object.TUnicodeEncodeError, m.codec.Name, v, used, n, "pending buffer overflow")
		}
		if x.Text = object.StrPart(t, v, used, n); x.Text == null {
			return null
		}
	}
	if final {
		if out, ok = object.Grow(t, out, cjk.Most); !ok {
			return null
		}
		out = m.codec.Finish(&x.State, out)
	}
	return object.NewBytes(t, out)
}

// decodeMore decodes bytes behind those that wait, and keeps what is no whole character.
func (x *multibyte) decodeMore(t *Thread, out, data []byte, final bool) ([]byte, bool) {
	before, waiting := x.Bytes, x.Waiting
	if waiting > 0 {
		all, ok := object.Grow(t, []byte(nil), int(waiting)+len(data))
		if !ok {
			return nil, false
		}
		data = append(append(all, before[:waiting]...), data...)
		x.Waiting = 0
	}
	m := x.use()
	out, used, ok := m.decode(t, out, data, final)
	if !ok {
		if m.cut {
			x.Bytes, x.Waiting = before, waiting
		}
		return nil, false
	}
	rest := data[used:]
	if len(rest) > mostBytes {
		if b := object.NewBytes(t, rest); b != null {
			object.RaiseUnicodeError(t, object.TUnicodeDecodeError, m.codec.Name, b, 0, len(rest), "pending buffer overflow")
		}
		return nil, false
	}
	x.Waiting = int64(copy(x.Bytes[:], rest))
	return out, true
}

var _ = object.DefineType(tMultibyteEncoder, object.TypeDef{
	Name: "_multibytecodec.MultibyteIncrementalEncoder", Size: unsafe.Sizeof(multibyte{}), Refs: multibyteRefs, Flags: object.TypeBase,
	Slots: object.Slots{New: newMultibyte("IncrementalEncoder", "(errors='strict')", false, false), Init: anyArguments},
	Methods: object.RegisterFuncs([]FuncDef{
		{Name: "encode", Sig: "(input, final=False)", Fn: func(t *Thread, self Value, a []Value) Value {
			final, ok := native.OptBool(t, a[1], false)
			if !ok {
				return null
			}
			return object.As[multibyte](self).encodeMore(t, a[0], final)
		}},
		{Name: "getstate", Sig: "()", F0: encoderState},
		{Name: "setstate", Sig: "(state, /)", F1: setEncoderState},
		{Name: "reset", Sig: "()", F0: func(t *Thread, self Value) Value {
			x := object.As[multibyte](self)
			x.use().codec.Finish(&x.State, nil)
			x.Text = null
			return none
		}},
	}),
	GetSets: []object.GetSetDef{errorsAttr},
})

// anyArguments is the __init__ of types whose __new__ takes the arguments.
func anyArguments(*Thread, Value, []Value, Value) bool { return true }

// encoderState is an int of the bytes, from the lowest on: the length of the UTF-8 of the text that waits, that, the state.
func encoderState(t *Thread, self Value) Value {
	x := object.As[multibyte](self)
	b := []byte{0}
	if x.Text != null {
		s := object.As[object.Str](x.Text)
		for i := range int(s.Len) {
			if r := s.At(i); r >= 0xD800 && r < 0xE000 {
				return object.RaiseUnicodeError(t, object.TUnicodeEncodeError, "utf-8", x.Text, i, i+1, "surrogates not allowed")
			} else {
				b = utf8.AppendRune(b, r)
			}
		}
		b[0] = byte(len(b) - 1)
	}
	b = append(b, x.State[:]...)
	slices.Reverse(b)
	return object.NewBigInt(t, new(big.Int).SetBytes(b))
}

const stateBytes = 1 + 4*mostText + 8

// unsigned writes an int to b, from the lowest byte on.
func unsigned(t *Thread, v Value, b []byte) bool {
	n := object.BigOf(v)
	switch {
	case n.Sign() < 0:
		object.Raise(t, object.TOverflowError, "can't convert negative int to unsigned")
		return false
	case n.BitLen() > 8*len(b):
		object.Raise(t, object.TOverflowError, "int too big to convert")
		return false
	}
	n.FillBytes(b)
	slices.Reverse(b)
	return true
}

func setEncoderState(t *Thread, self, v Value) Value {
	if !object.IsIntLike(v) {
		return object.BadArgument(t, "setstate", "argument", "int", v)
	}
	var b [stateBytes]byte
	if !unsigned(t, v, b[:]) {
		return null
	}
	n := int(b[0])
	if n > 4*mostText {
		return object.Raise(t, object.TUnicodeError, "pending buffer too large")
	}
	data := object.NewBytes(t, b[1:1+n])
	if data == null {
		return null
	}
	text := Recode(t, data, "utf-8", "strict", Decoder)
	if text == null {
		return null
	}
	x := object.As[multibyte](self)
	if x.Text = text; n == 0 {
		x.Text = null
	}
	copy(x.State[:], b[1+n:])
	return none
}

var _ = object.DefineType(tMultibyteDecoder, object.TypeDef{
	Name: "_multibytecodec.MultibyteIncrementalDecoder", Size: unsafe.Sizeof(multibyte{}), Refs: multibyteRefs, Flags: object.TypeBase,
	Slots: object.Slots{New: newMultibyte("IncrementalDecoder", "(errors='strict')", false, true), Init: anyArguments},
	Methods: object.RegisterFuncs([]FuncDef{
		{Name: "decode", Sig: "(input, final=False)", Fn: func(t *Thread, self Value, a []Value) Value {
			data, ok := native.BytesArg(t, a[0])
			if !ok {
				return null
			}
			final, ok := native.OptBool(t, a[1], false)
			if !ok {
				return null
			}
			x := object.As[multibyte](self)
			out, ok := x.decodeMore(t, nil, data, final)
			if !ok {
				return null
			}
			m := x.use()
			return m.str(t, out)
		}},
		{Name: "getstate", Sig: "()", F0: func(t *Thread, self Value) Value {
			x := object.As[multibyte](self)
			rest := object.NewBytes(t, x.Bytes[:x.Waiting])
			state := object.NewBigInt(t, new(big.Int).SetUint64(binary.LittleEndian.Uint64(x.State[:])))
			if rest == null || state == null {
				return null
			}
			return object.Pair(t, rest, state)
		}},
		{Name: "setstate", Sig: "(state, /)", F1: setDecoderState},
		{Name: "reset", Sig: "()", F0: resetDecoder},
	}),
	GetSets: []object.GetSetDef{errorsAttr},
})

func setDecoderState(t *Thread, self, v Value) Value {
	if !object.IsTuple(v) {
		return object.BadArgument(t, "setstate", "argument", "tuple", v)
	}
	p := object.As[object.Tuple](v)
	if p.Len() != 2 || !object.IsBytes(*p.At(0)) || !object.IsIntLike(*p.At(1)) {
		return object.Raise(t, object.TTypeError, "setstate(): illegal state argument")
	}
	var b [8]byte
	if !unsigned(t, *p.At(1), b[:]) {
		return null
	}
	x := object.As[multibyte](self)
	rest := object.BytesOf(*p.At(0))
	if len(rest) > mostBytes {
		return object.RaiseUnicodeError(t, object.TUnicodeDecodeError, x.use().codec.Name, *p.At(0), 0, len(rest), "pending buffer too large")
	}
	x.Waiting = int64(copy(x.Bytes[:], rest))
	x.State = b
	return none
}

func resetDecoder(t *Thread, self Value) Value {
	x := object.As[multibyte](self)
	x.use().codec.Reset(&x.State)
	x.Waiting = 0
	return none
}

var streamMember = object.MemberDef{Name: "stream", Word: 3}

var _ = object.DefineType(tMultibyteReader, object.TypeDef{
	Name: "_multibytecodec.MultibyteStreamReader", Size: unsafe.Sizeof(multibyte{}), Refs: multibyteRefs, Flags: object.TypeBase,
	Slots: object.Slots{New: newMultibyte("StreamReader", "(stream, errors='strict')", true, true), Init: anyArguments},
	Methods: object.RegisterFuncs([]FuncDef{
		{Name: "read", Sig: "(sizeobj=None, /)", MaxArgs: 1, FN: streamRead("read")},
		{Name: "readline", Sig: "(sizeobj=None, /)", MaxArgs: 1, FN: streamRead("readline")},
		{Name: "readlines", Sig: "(sizehintobj=None, /)", MaxArgs: 1, FN: func(t *Thread, self Value, a []Value) Value {
			text := streamRead("read")(t, self, a)
			if text == null {
				return null
			}
			return native.Call1(t, text, "splitlines", object.True)
		}},
		{Name: "reset", Sig: "()", F0: resetDecoder},
	}),
	GetSets: []object.GetSetDef{errorsAttr},
	Members: []object.MemberDef{streamMember},
})

// streamRead reads by the stream's method of that name: if no character comes of what it gave, a byte more.
func streamRead(method string) func(t *Thread, self Value, a []Value) Value {
	return func(t *Thread, self Value, a []Value) Value {
		size := int64(-1)
		if len(a) > 0 && a[0] != none {
			if !object.IsIntLike(a[0]) {
				return object.Raise(t, object.TTypeError, "arg 1 must be an integer")
			}
			var ok bool
			if size, ok = object.ArgSize(t, a[0]); !ok {
				return null
			}
		}
		x := object.As[multibyte](self)
		if size == 0 {
			return t.RT.EmptyStr
		}
		for {
			r := null
			if size < 0 {
				r = native.Call0(t, x.Stream, method)
			} else {
				r = native.Call1(t, x.Stream, method, object.NewInt(t, size))
			}
			if r == null {
				return null
			}
			if !object.IsBytes(r) {
				return object.Raise(t, object.TTypeError, "stream function returned a non-bytes object (%s)", object.TypeName(t, r))
			}
			data := object.BytesOf(r)
			out, ok := x.decodeMore(t, nil, data, len(data) == 0 || size < 0)
			if !ok {
				return null
			}
			if size < 0 || len(out) > 0 || len(data) == 0 {
				m := x.use()
				return m.str(t, out)
			}
			size = 1
		}
	}
}

var _ = object.DefineType(tMultibyteWriter, object.TypeDef{
	Name: "_multibytecodec.MultibyteStreamWriter", Size: unsafe.Sizeof(multibyte{}), Refs: multibyteRefs, Flags: object.TypeBase,
	Slots: object.Slots{New: newMultibyte("StreamWriter", "(stream, errors='strict')", true, false), Init: anyArguments},
	Methods: object.RegisterFuncs([]FuncDef{
		{Name: "write", Sig: "(strobj, /)", F1: streamWrite},
		{Name: "writelines", Sig: "(lines, /)", F1: func(t *Thread, self, lines Value) Value {
			if typ := object.TypeOf(t, lines); typ.Flags&(object.TypeHeap|object.TypeSequence|object.TypeItems) == 0 && typ.Slots.Concat == nil {
				return object.Raise(t, object.TTypeError, "arg must be a sequence object")
			}
			for i := int64(0); ; i++ {
				n := object.Len(t, lines)
				if n < 0 {
					return null
				}
				if i >= n {
					return none
				}
				line := object.GetItem(t, lines, object.NewInt(t, i))
				if line == null || streamWrite(t, self, line) == null {
					return null
				}
			}
		}},
		{Name: "reset", Sig: "()", F0: func(t *Thread, self Value) Value {
			x := object.As[multibyte](self)
			if x.Text == null {
				return none
			}
			b := x.encodeMore(t, t.RT.EmptyStr, true)
			x.Text = null
			if b == null || len(object.BytesOf(b)) > 0 && native.Call1(t, x.Stream, "write", b) == null {
				return null
			}
			return none
		}},
	}),
	GetSets: []object.GetSetDef{errorsAttr},
	Members: []object.MemberDef{streamMember},
})

func streamWrite(t *Thread, self, text Value) Value {
	x := object.As[multibyte](self)
	b := x.encodeMore(t, text, false)
	if b == null || native.Call1(t, x.Stream, "write", b) == null {
		return null
	}
	return none
}

var _ = native.Register("_multibytecodec", func() native.ModuleDef {
	return native.ModuleDef{
		Types: []object.TypeID{tMultibyteEncoder, tMultibyteDecoder, tMultibyteReader, tMultibyteWriter},
		Funcs: []FuncDef{{Name: "__create_codec", Sig: "(object, /)", F1: func(t *Thread, _, v Value) Value {
			return object.Raise(t, object.TValueError, "argument type invalid") // CPython takes what its own modules have
		}}},
	}
})

// getcodec makes the function getcodec of a module.
func getcodec(module string) FuncDef {
	return FuncDef{Name: "getcodec", Sig: "(object, /)", F1: func(t *Thread, _, name Value) Value {
		if !object.IsStr(name) {
			return object.Raise(t, object.TTypeError, "encoding name must be a string.")
		}
		n := object.GoString(name)
		i := slices.IndexFunc(cjk.Codecs, func(c *cjk.Codec) bool { return c.Name == n && c.Module == module })
		if i < 0 {
			return object.Raise(t, object.TLookupError, "no such codec is supported.")
		}
		v := object.AllocInstance(t, t.Type(tMultibyteCodec))
		if v != null {
			object.As[multibyteCodec](v).Number = int64(i)
		}
		return v
	}}
}

var _ = func() bool {
	for _, m := range []string{"_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw"} {
		native.Register(m, func() native.ModuleDef { return native.ModuleDef{Funcs: []FuncDef{getcodec(m)}} })
	}
	return true
}()
