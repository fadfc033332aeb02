// The module _codecs: the registry of codecs and of error handlers. The codecs themselves are in codecs_text.go and codecs_escape.go.

package codecs

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/unidata"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = native.Register("_codecs", func() native.ModuleDef {
	return native.ModuleDef{
		Funcs: append([]FuncDef{
			{Name: "register", Sig: "(search_function, /)", F1: codecRegister},
			{Name: "unregister", Sig: "(search_function, /)", F1: codecUnregister},
			{Name: "lookup", Sig: "(encoding, /)", F1: func(t *Thread, _, v Value) Value {
				if !object.IsStr(v) {
					return object.BadArgument(t, "lookup", "argument", "str", v)
				}
				return codecLookup(t, object.GoString(v))
			}},
			{Name: "encode", Sig: "(obj, encoding='utf-8', errors='strict')", Fn: func(t *Thread, _ Value, b []Value) Value {
				return codecRun(t, b[0], codecName(b[1], "utf-8"), b[2], Encoder)
			}},
			{Name: "decode", Sig: "(obj, encoding='utf-8', errors='strict')", Fn: func(t *Thread, _ Value, b []Value) Value {
				return codecRun(t, b[0], codecName(b[1], "utf-8"), b[2], Decoder)
			}},
			{Name: "register_error", Sig: "(errors, handler, /)", MinArgs: 2, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				if !object.IsStr(a[0]) {
					return object.BadArgument(t, "register_error", "argument 1", "str", a[0])
				}
				if object.TypeOf(t, a[1]).Slots.Call == nil {
					return object.Raise(t, object.TTypeError, "handler must be callable")
				}
				r := codecRegistry(t)
				if r == nil || !r.handlers().Set(t, a[0], a[1]) {
					return null
				}
				return none
			}},
			{Name: "lookup_error", Sig: "(name, /)", F1: func(t *Thread, _, v Value) Value {
				if !object.IsStr(v) {
					return object.BadArgument(t, "lookup_error", "argument", "str", v)
				}
				return lookupHandler(t, object.GoString(v))
			}},
		}, textCodecs...),
	}
})

// registry is what a runtime knows of codecs: a tuple of the search functions, the codecs found and the error handlers.
type registry object.Tuple

func (r *registry) part(i int) Value       { return *(*object.Tuple)(r).At(i) }
func (r *registry) path() *object.List     { return object.As[object.List](r.part(0)) }
func (r *registry) found() *object.Dict    { return object.As[object.Dict](r.part(1)) }
func (r *registry) handlers() *object.Dict { return object.As[object.Dict](r.part(2)) }

// codecRegistry makes the registry when it is first asked for.
func codecRegistry(t *Thread) *registry {
	if v := t.RT.Extra[native.ExtraCodecs]; v != null {
		return object.As[registry](v)
	}
	path, found, handlers, x := object.NewList(t, 0), object.NewDict(t), object.NewDict(t), object.NewTuple(t, 3)
	if path == nil || found == nil || handlers == nil || x == nil {
		return nil
	}
	for i := range errorHandlers {
		d := &errorHandlers[i]
		f := object.NewBuiltin(t, d, null, object.Intern(t, "_codecs"))
		if f == null || !handlers.SetStr(t, handlerName(d.Name), f) {
			return nil
		}
	}
	*x.At(0), *x.At(1), *x.At(2) = object.Of(path), object.Of(found), object.Of(handlers)
	t.RT.Extra[native.ExtraCodecs] = object.Of(x)
	return object.As[registry](object.Of(x))
}

func handlerName(function string) string {
	return strings.TrimSuffix(function, "_errors")
}

func codecRegister(t *Thread, _, f Value) Value {
	if object.TypeOf(t, f).Slots.Call == nil {
		return object.Raise(t, object.TTypeError, "argument must be callable")
	}
	r := codecRegistry(t)
	if r == nil || !r.begin(t) || !r.path().Append(t, f) {
		return null
	}
	return none
}

// begin imports the library's encodings, whose function is the first to be registered.
func (r *registry) begin(t *Thread) bool {
	if r.path().Len() > 0 || native.ImportModule(t, "encodings") != null {
		return true
	}
	return t.ClearIf(object.TModuleNotFoundError) // without a library only the encodings are known that package object has
}

func codecUnregister(t *Thread, _, f Value) Value {
	r := codecRegistry(t)
	if r == nil {
		return null
	}
	for i, g := range r.path().Slice() {
		if g == f {
			r.found().Clear(t)
			if !object.SetItem(t, object.Of(r.path()), object.SmallInt(int64(i)), null) {
				return null
			}
			break
		}
	}
	return none
}

// codecName is the text of an optional argument.
func codecName(v Value, def string) string {
	if v == null || !object.IsStr(v) {
		return def
	}
	return object.GoString(v)
}

// codecLookup finds the CodecInfo of an encoding.
//
//psy:bounded to encode as UTF-8 looks nothing up
func codecLookup(t *Thread, encoding string) Value {
	if strings.IndexByte(encoding, 0) >= 0 {
		return object.Raise(t, object.TValueError, "embedded null character")
	}
	if !utf8.ValidString(encoding) { // it has lone surrogates
		if v := object.NewStr(t, encoding); v == null || object.EncodeStr(t, v, "utf-8", "strict") == null {
			return null
		}
	}
	r := codecRegistry(t)
	if r == nil {
		return null
	}
	if !r.begin(t) {
		return null
	}
	name := object.NewStr(t, normalCodecName(encoding))
	if name == null {
		return null
	}
	if v := r.found().Get(t, name); v != null || t.Exc != null {
		return v
	}
	for i := 0; i < r.path().Len(); i++ {
		v := object.Call1(t, *r.path().At(i), name)
		if v == null {
			return null
		}
		if v == none {
			continue
		}
		if !object.IsTuple(v) || object.As[object.Tuple](v).Len() != 4 {
			return object.Raise(t, object.TTypeError, "codec search functions must return 4-tuples")
		}
		if !r.found().Set(t, name, v) {
			return null
		}
		return v
	}
	return object.Raise(t, object.TLookupError, "unknown encoding: %s", encoding)
}

// normalCodecName is what search functions are asked for: in small letters, what is neither letter nor digit nor dot as single underscores.
func normalCodecName(name string) string {
	var b []byte
	gap := false
	for _, c := range []byte(strings.ToLower(name)) {
		if c == '.' || c-'0' < 10 || c-'a' < 26 {
			if gap && len(b) > 0 {
				b = append(b, '_')
			}
			gap = false
			b = append(b, c)
		} else {
			gap = true
		}
	}
	return string(b)
}

// The items of a CodecInfo.
const (
	Encoder = 0
	Decoder = 1
)

var codecVerbs = [...]struct{ verb, noun, agent string }{{"encode", "encoding", "encoder"}, {"decode", "decoding", "decoder"}}

// codecRun encodes or decodes by the codec of a name.
func codecRun(t *Thread, v Value, encoding string, errors Value, way int) Value {
	info := codecLookup(t, encoding)
	if info == null {
		return null
	}
	return codecCall(t, info, v, encoding, errors, way)
}

func codecCall(t *Thread, info, v Value, encoding string, errors Value, way int) Value {
	f := *object.As[object.Tuple](info).At(way)
	r := null
	if errors == null {
		r = object.Call1(t, f, v)
	} else {
		r = object.Call2(t, f, v, errors)
	}
	if r == null {
		exc := t.Exc
		t.ClearExc()
		if object.NormalEncoding(encoding) != "" { // CPython does not go through the registry for these
			t.Exc = exc
		} else if note := object.NewStr(t, codecVerbs[way].noun+" with '"+encoding+"' codec failed"); note != null {
			native.Call1(t, exc, "add_note", note)
		}
		t.Exc = exc
		return null
	}
	if !object.IsTuple(r) || object.As[object.Tuple](r).Len() != 2 {
		return object.Raise(t, object.TTypeError, "%s must return a tuple (object, integer)", codecVerbs[way].agent)
	}
	return *object.As[object.Tuple](r).At(0)
}

// Recode is str.encode and bytes.decode for what package object does not do by itself: other encodings, and handlers that Python defines.
func Recode(t *Thread, v Value, encoding, errors string, way int) Value {
	e := null
	if errors != "strict" {
		if e = object.NewStr(t, errors); e == null {
			return null
		}
	}
	if c, ok := Find(object.NormalEncoding(encoding)); ok {
		c.Bom = c.Bom || strings.HasSuffix(strings.ToLower(encoding), "sig") // the normal name is that of error messages
		return ownCodec(t, c, v, errors, way)
	}
	info := codecLookup(t, encoding)
	if info == null {
		return null
	}
	if is := object.LookupAttr(t, info, object.Intern(t, "_is_text_encoding")); is != null {
		if truth := object.Truth(t, is); truth < 0 {
			return null
		} else if truth == 0 {
			return object.Raise(t, object.TLookupError, "'%s' is not a text encoding; use codecs.%s() to handle arbitrary codecs", encoding, codecVerbs[way].verb)
		}
	} else if t.Exc != null {
		return null
	}
	r := codecCall(t, info, v, encoding, e, way)
	switch {
	case r == null:
	case way == Encoder && !object.IsBytes(r):
		return object.Raise(t, object.TTypeError, "'%s' encoder returned '%s' instead of 'bytes'; use codecs.encode() to encode to arbitrary types",
			encoding, object.TypeName(t, r))
	case way == Decoder && !object.IsStr(r):
		return object.Raise(t, object.TTypeError, "'%s' decoder returned '%s' instead of 'str'; use codecs.decode() to decode to arbitrary types",
			encoding, object.TypeName(t, r))
	}
	return r
}

// ownCodec is Recode for an encoding that needs no library; a handler may.
func ownCodec(t *Thread, c Codec, v Value, errors string, way int) Value {
	marked := c.Bom
	c.Bom = false
	if way == Encoder {
		var mark []byte
		if marked {
			if c.Kind != KindUTF8 {
				name := c.name // which errors tell
				c, _ = Find(name + "-le")
				c.name = name
			}
			mark = c.Put(nil, 0xFEFF)
		}
		out, ok := encodeAll(t, v, errors, c.utf(), func(dst []byte, v Value) ([]byte, bool) { return c.Encode(t, dst, v, "strict") })
		if !ok {
			return null
		}
		return object.NewBytes(t, append(mark, out...))
	}
	data, ok := native.BytesArg(t, v)
	if !ok {
		return null
	}
	skip := 0
	switch {
	case !marked:
	case c.Kind != KindUTF8:
		c, skip = markedCodec(c.name, data)
	case bytes.HasPrefix(data, []byte("\ufeff")):
		skip = len("\ufeff")
	}
	out, _, ok := decodeBits(t, data, skip, errors, decodesWindows, func(dst, data []byte) ([]byte, int, bool) {
		dst, ok := object.Grow(t, dst, c.DecodedRoom(data, "strict"))
		if !ok {
			return nil, 0, false
		}
		return c.Decode(t, dst, data, "strict", true)
	})
	if !ok {
		return null
	}
	return object.StrOfBytes(t, out)
}

// HasHandler reports whether there is an error handler of a name; otherwise LookupError is set.
func HasHandler(t *Thread, name string) bool { return lookupHandler(t, name) != null }

func lookupHandler(t *Thread, name string) Value {
	r, k := codecRegistry(t), object.NewStr(t, name)
	if r == nil || k == null {
		return null
	}
	f := r.handlers().Get(t, k)
	if f == null && t.Exc == null {
		return object.Raise(t, object.TLookupError, "unknown error handler name '%s'", name)
	}
	return f
}

// handleError asks the handler of a name what stands for what the UnicodeError exc tells of, and where to go on. When decoding, a
// handler may give the exception another object: that is what is decoded from then on, so that the position is within it.
func handleError(t *Thread, name string, exc Value, length int, encoding bool) (repl Value, pos int, ok bool) {
	f := lookupHandler(t, name)
	if f == null {
		return null, 0, false
	}
	r := object.Call1(t, f, exc)
	if r == null {
		return null, 0, false
	}
	bad := "decoding error handler must return (str, int) tuple"
	if encoding {
		bad = "encoding error handler must return (str/bytes, int) tuple"
	}
	if !object.IsTuple(r) || object.As[object.Tuple](r).Len() != 2 {
		object.Raise(t, object.TTypeError, "%s", bad)
		return null, 0, false
	}
	x := object.As[object.Tuple](r)
	if repl = *x.At(0); !encoding && !object.IsStr(repl) {
		object.Raise(t, object.TTypeError, "%s", bad)
		return null, 0, false
	}
	n, ok := object.ArgSize(t, *x.At(1))
	if !ok {
		return null, 0, false
	}
	if !object.IsStr(repl) && !object.IsBytes(repl) {
		object.Raise(t, object.TTypeError, "%s", bad)
		return null, 0, false
	}
	if !encoding {
		obj := unicodeErrorObject(t, exc, whileDecoding)
		if obj == null {
			return null, 0, false
		}
		length = len(object.BytesOf(obj))
	}
	if n < 0 {
		n += int64(length)
	}
	if n < 0 || n > int64(length) {
		object.Raise(t, object.TIndexError, "position %d from error handler out of bounds", n)
		return null, 0, false
	}
	return repl, int(n), true
}

// takeUnicodeError takes the UnicodeError that is being raised, and which part of its object it tells of.
func takeUnicodeError(t *Thread, id object.TypeID) (exc Value, start, end int, ok bool) {
	if t.Exc == null || !t.Matches(id) {
		return null, 0, 0, false
	}
	exc = t.Exc
	t.ClearExc()
	start, end = errorRange(exc)
	return exc, start, max(start, end), true
}

// errorKind is a kind of UnicodeError.
type errorKind int

const (
	whileEncoding errorKind = 1 << iota
	whileDecoding
	whileTranslating
)

// unicodeErrorObject is the object that a UnicodeError tells of: Null, with TypeError raised, for what is no error of the kinds
// asked for, and for one without its object, or with one of another type.
func unicodeErrorObject(t *Thread, exc Value, kinds errorKind) Value {
	decoding := object.IsInstance(t, exc, object.TUnicodeDecodeError)
	kind := errorKind(0)
	switch {
	case decoding:
		kind = whileDecoding
	case object.IsInstance(t, exc, object.TUnicodeEncodeError):
		kind = whileEncoding
	case object.IsInstance(t, exc, object.TUnicodeTranslateError):
		kind = whileTranslating
	}
	if kind&kinds == 0 {
		return badHandler(t, exc)
	}
	obj := object.As[object.UnicodeErrorObject](exc).Object
	switch {
	case obj == null:
		return object.Raise(t, object.TTypeError, "object attribute not set")
	case decoding && !object.IsBytes(obj):
		return object.Raise(t, object.TTypeError, "object attribute must be bytes")
	case !decoding && !object.IsStr(obj):
		return object.Raise(t, object.TTypeError, "object attribute must be unicode")
	}
	return obj
}

// errorRange is the part of the object that an error of encoding, decoding or translating tells of, within the object's bounds.
func errorRange(exc Value) (start, end int) {
	e := object.As[object.UnicodeErrorObject](exc)
	lo, _ := object.Int64(e.Start)
	hi, _ := object.Int64(e.End)
	n := int64(0)
	switch {
	case e.Object != null && object.IsStr(e.Object):
		n = object.As[object.Str](e.Object).Len
	case e.Object != null && object.IsBytes(e.Object):
		n = int64(len(object.BytesOf(e.Object)))
	}
	lo = min(max(lo, 0), max(n-1, 0))
	return int(lo), int(min(max(hi, 1), n))
}

// errorHandlers are the handlers that are always there, named as their functions are.
var errorHandlers = object.RegisterFuncs([]FuncDef{
	handler("strict_errors", 0, func(t *Thread, exc Value, start, end int) Value {
		object.SetExc(t, exc)
		return null
	}),
	handler("ignore_errors", whileEncoding|whileDecoding|whileTranslating, func(t *Thread, exc Value, start, end int) Value { return t.RT.EmptyStr }),
	handler("replace_errors", whileEncoding|whileDecoding|whileTranslating, func(t *Thread, exc Value, start, end int) Value {
		switch {
		case object.IsInstance(t, exc, object.TUnicodeEncodeError):
			return object.RepeatRune(t, '?', end-start)
		case object.IsInstance(t, exc, object.TUnicodeDecodeError):
			return object.NewStr(t, "\uFFFD")
		}
		return object.RepeatRune(t, '\uFFFD', end-start)
	}),
	handler("xmlcharrefreplace_errors", whileEncoding, onEncoding(func(b []byte, r rune) []byte {
		return append(strconv.AppendInt(append(b, "&#"...), int64(r), 10), ';')
	})),
	handler("namereplace_errors", whileEncoding, onEncoding(func(b []byte, r rune) []byte {
		if name := unidata.Name(r); name != "" {
			return append(append(append(b, `\N{`...), name...), '}')
		}
		return appendEscape(b, r)
	})),
	handler("backslashreplace_errors", whileEncoding|whileDecoding|whileTranslating, func(t *Thread, exc Value, start, end int) Value {
		if object.IsInstance(t, exc, object.TUnicodeDecodeError) {
			var b []byte
			for _, c := range object.BytesOf(object.As[object.UnicodeErrorObject](exc).Object)[start:end] {
				b = appendEscape(b, rune(c))
			}
			return object.StrOfBytes(t, b)
		}
		return onText(appendEscape)(t, exc, start, end)
	}),
	handler("surrogatepass", whileEncoding|whileDecoding, surrogatePass),
	handler("surrogateescape", whileEncoding|whileDecoding, func(t *Thread, exc Value, start, end int) Value {
		obj := object.As[object.UnicodeErrorObject](exc).Object
		var b []byte
		if object.IsInstance(t, exc, object.TUnicodeEncodeError) {
			s := object.As[object.Str](obj)
			for i := start; i < end; i++ {
				r := s.At(i)
				if r < 0xDC80 || r > 0xDCFF {
					object.SetExc(t, exc)
					return null
				}
				b = append(b, byte(r))
			}
			return object.NewBytes(t, b)
		}
		if !object.IsInstance(t, exc, object.TUnicodeDecodeError) {
			return badHandler(t, exc)
		}
		i := start
		for data := object.BytesOf(obj); i < end && i < start+4 && data[i] >= 0x80; i++ {
			b = object.AppendWTF8(b, 0xDC00+rune(data[i]))
		}
		if i == start {
			object.SetExc(t, exc)
			return null
		}
		return upTo(t, object.StrOfBytes(t, b), i)
	}),
})

func badHandler(t *Thread, exc Value) Value {
	return object.Raise(t, object.TTypeError, "don't know how to handle %s in error callback", object.TypeName(t, exc))
}

// upTo is the result of a handler that goes on elsewhere than at the end of the error.
func upTo(t *Thread, repl Value, pos int) Value {
	if repl == null {
		return null
	}
	return object.Pair(t, repl, object.SmallInt(int64(pos)))
}

// handler makes a handler: f gives the replacement, or a pair of it and where to go on.
func handler(name string, kinds errorKind, f func(t *Thread, exc Value, start, end int) Value) FuncDef {
	return FuncDef{Name: name, F1: func(t *Thread, _, exc Value) Value {
		if name == "strict_errors" {
			if !object.IsExceptionInstance(exc) {
				return object.Raise(t, object.TTypeError, "codec must pass exception instance")
			}
			return f(t, exc, 0, 0)
		}
		if unicodeErrorObject(t, exc, kinds) == null {
			return null
		}
		start, end := errorRange(exc)
		r := f(t, exc, start, max(start, end))
		if r == null || object.IsTuple(r) {
			return r
		}
		return upTo(t, r, end)
	}}
}

// onText makes a handler that writes each character that cannot be encoded in another way.
func onText(f func(b []byte, r rune) []byte) func(t *Thread, exc Value, start, end int) Value {
	return func(t *Thread, exc Value, start, end int) Value {
		if object.IsInstance(t, exc, object.TUnicodeDecodeError) {
			return badHandler(t, exc)
		}
		var b []byte
		s := object.As[object.Str](object.As[object.UnicodeErrorObject](exc).Object)
		for i := start; i < end; i++ {
			var ok bool
			if b, ok = object.Grow(t, b, 16+unidata.NameMost); !ok {
				return null
			}
			b = f(b, s.At(i))
		}
		return object.StrOfBytes(t, b)
	}
}

// onEncoding is onText for errors of encoding only.
func onEncoding(f func(b []byte, r rune) []byte) func(t *Thread, exc Value, start, end int) Value {
	return func(t *Thread, exc Value, start, end int) Value {
		if !object.IsInstance(t, exc, object.TUnicodeEncodeError) {
			return badHandler(t, exc)
		}
		return onText(f)(t, exc, start, end)
	}
}

// appendEscape appends \xhh, \uhhhh or \Uhhhhhhhh.
func appendEscape(b []byte, r rune) []byte {
	letter, digits := byte('x'), 2
	if r > 0xFFFF {
		letter, digits = 'U', 8
	} else if r > 0xFF {
		letter, digits = 'u', 4
	}
	b = append(b, '\\', letter)
	for i := digits - 1; i >= 0; i-- {
		b = append(b, "0123456789abcdef"[r>>(4*i)&15])
	}
	return b
}

func surrogatePass(t *Thread, exc Value, start, end int) Value {
	if object.IsInstance(t, exc, object.TUnicodeTranslateError) {
		return badHandler(t, exc)
	}
	e := object.As[object.UnicodeErrorObject](exc)
	switch {
	case e.Encoding == null:
		return object.Raise(t, object.TTypeError, "encoding attribute not set")
	case !object.IsStr(e.Encoding):
		return object.Raise(t, object.TTypeError, "encoding attribute must be unicode")
	}
	c, ok := Find(object.GoString(e.Encoding))
	if ok && c.Kind != codecASCII && c.Kind != codecLatin1 {
		c.Bom = false
		switch {
		case object.IsInstance(t, exc, object.TUnicodeEncodeError):
			var b []byte
			s := object.As[object.Str](e.Object)
			for i := start; ok && i < end; i++ {
				if r := s.At(i); r < 0xD800 || r > 0xDFFF {
					ok = false
				} else if c.Kind == KindUTF8 {
					b = object.AppendWTF8(b, r)
				} else {
					b = c.Put(b, r)
				}
			}
			if ok {
				return object.NewBytes(t, b)
			}
		case object.IsInstance(t, exc, object.TUnicodeDecodeError):
			data := object.BytesOf(e.Object)[start:]
			if c.Kind == KindUTF8 {
				if len(data) >= 3 && data[0] == 0xED && data[1]&0xE0 == 0xA0 && data[2]&0xC0 == 0x80 {
					return upTo(t, object.StrOfBytes(t, data[:3]), start+3)
				}
				break
			}
			if n := c.Unit(); len(data) >= n {
				r := rune(0)
				for i := range n {
					k := i
					if !c.Big {
						k = n - 1 - i
					}
					r = r<<8 | rune(data[k])
				}
				if r >= 0xD800 && r <= 0xDFFF {
					return upTo(t, object.StrOfBytes(t, object.AppendWTF8(nil, r)), start+n)
				}
			}
		default:
			return badHandler(t, exc)
		}
	}
	object.SetExc(t, exc)
	return null
}
