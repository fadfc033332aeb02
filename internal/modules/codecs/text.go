// The codecs of module _codecs.

package codecs

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var textCodecs = codecFuncs()

func codecFuncs() []FuncDef {
	list := []FuncDef{
		{Name: "utf_16_encode", Sig: "(str, errors=None, byteorder=0, /)", MinArgs: 1, MaxArgs: 3, FN: wideEncoder("utf-16")},
		{Name: "utf_32_encode", Sig: "(str, errors=None, byteorder=0, /)", MinArgs: 1, MaxArgs: 3, FN: wideEncoder("utf-32")},
		{Name: "utf_16_ex_decode", Sig: "(data, errors=None, byteorder=0, final=False, /)", MinArgs: 1, MaxArgs: 4, FN: wideDecoder("utf-16")},
		{Name: "utf_32_ex_decode", Sig: "(data, errors=None, byteorder=0, final=False, /)", MinArgs: 1, MaxArgs: 4, FN: wideDecoder("utf-32")},
		{Name: "charmap_build", Sig: "(map, /)", F1: charmapBuild},
		{Name: "charmap_encode", Sig: "(str, errors=None, mapping=None, /)", MinArgs: 1, MaxArgs: 3, FN: charmapEncode},
		{Name: "charmap_decode", Sig: "(data, errors=None, mapping=None, /)", MinArgs: 1, MaxArgs: 3, FN: charmapDecode},
		{Name: "readbuffer_encode", Sig: "(data, errors=None, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
			b, ok := dataArg(t, a[0])
			if !ok {
				return null
			}
			return withLength(t, object.NewBytes(t, b), len(b))
		}},
	}
	for _, c := range [...]struct{ fn, name string }{{"utf_8", "utf-8"}, {"ascii", "ascii"}, {"latin_1", "latin-1"}, {"utf_16_le", "utf-16-le"},
		{"utf_16_be", "utf-16-be"}, {"utf_32_le", "utf-32-le"}, {"utf_32_be", "utf-32-be"}} {
		c2, _ := Find(c.name)
		wide := c.fn != "ascii" && c.fn != "latin_1"
		sig, most := "(data, errors=None, /)", 2
		if wide {
			sig, most = "(data, errors=None, final=False, /)", 3
		}
		list = append(list,
			FuncDef{Name: c.fn + "_encode", Sig: "(str, errors=None, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
				return encodeBy(t, c2, a)
			}},
			FuncDef{Name: c.fn + "_decode", Sig: sig, MinArgs: 1, MaxArgs: most, FN: func(t *Thread, _ Value, a []Value) Value {
				final, ok := native.BoolAt(t, a, 2, !wide)
				if !ok {
					return null
				}
				return decodeBy(t, c2, a, final, 0)
			}})
	}
	for _, name := range [...]string{"utf-16", "utf-32"} {
		list = append(list, FuncDef{Name: name[:3] + "_" + name[4:] + "_decode", Sig: "(data, errors=None, final=False, /)", MinArgs: 1, MaxArgs: 3,
			FN: func(t *Thread, self Value, a []Value) Value {
				final, ok := native.BoolAt(t, a, 2, false)
				if !ok {
					return null
				}
				b, ok := dataArg(t, a[0])
				if !ok {
					return null
				}
				c, skip := markedCodec(name, b)
				return decodeBy(t, c, a, final, skip)
			}})
	}
	list = append(append(list, escapeCodecs...), utf7Codecs...)
	for i := range list {
		checkCodecArgs(&list[i])
	}
	return list
}

// checkCodecArgs has a codec's function refuse, in its own name, what are no data and no name of an error handler.
func checkCodecArgs(d *FuncDef) {
	f, name := d.FN, d.Name
	if f == nil {
		return
	}
	ofText := strings.HasSuffix(name, "_encode") && name != "escape_encode" && name != "readbuffer_encode"
	noText := strings.HasSuffix(name, "_decode") && !strings.Contains(name, "escape_")
	//psy:bounded what is wrapped is the declared function
	d.FN = func(t *Thread, self Value, a []Value) Value {
		switch {
		case ofText && !strArg(t, name, a[0]):
			return null
		case name == "escape_encode" && !object.IsBytes(a[0]):
			return object.BadArgument(t, name, "argument 1", "bytes", a[0])
		case noText && object.IsStr(a[0]):
			return object.Raise(t, object.TTypeError, "a bytes-like object is required, not '%s'", object.TypeName(t, a[0]))
		case len(a) > 1 && a[1] != none && a[1] != null && !object.IsStr(a[1]):
			return object.Raise(t, object.TTypeError, "%s() argument 2 must be str or None, not %s", name, object.TypeName(t, a[1]))
		}
		return f(t, self, a)
	}
}

// errorsAt is the name of an error handler among arguments.
func errorsAt(t *Thread, a []Value, i int) (string, bool) {
	if i >= len(a) || a[i] == none || a[i] == null {
		return "strict", true
	}
	if !object.IsStr(a[i]) {
		object.Raise(t, object.TTypeError, "argument %d must be str or None, not %s", i+1, object.TypeName(t, a[i]))
		return "", false
	}
	return object.GoString(a[i]), true
}

// withLength is the result of a codec: what it made, and of how much.
func withLength(t *Thread, v Value, n int) Value {
	if v == null {
		return null
	}
	return object.Pair(t, v, object.SmallInt(int64(n)))
}

// dataArg is the bytes to be decoded; a str counts as its UTF-8.
func dataArg(t *Thread, v Value) ([]byte, bool) {
	if object.IsStr(v) {
		return []byte(object.GoString(v)), true
	}
	return native.BytesArg(t, v)
}

func strArg(t *Thread, name string, v Value) bool {
	if object.IsStr(v) {
		return true
	}
	object.BadArgument(t, name, "argument 1", "str", v)
	return false
}

func encodeBy(t *Thread, c Codec, a []Value) Value {
	if !strArg(t, "encode", a[0]) {
		return null
	}
	errors, ok := errorsAt(t, a, 1)
	if !ok {
		return null
	}
	out, ok := encodeAll(t, a[0], errors, c.utf(), func(dst []byte, v Value) ([]byte, bool) { return c.Encode(t, dst, v, "strict") })
	if !ok {
		return null
	}
	return withLength(t, object.NewBytes(t, out), int(object.As[object.Str](a[0]).Len))
}

// roomFor is how many bytes most codecs make of a text at most.
func roomFor(s *object.Str) int {
	if s.IsASCII() {
		return int(s.Len) + 16
	}
	return int(s.Len)*int(s.Kind()+2) + 16
}

// codingWindow is how many code points, or bytes, are encoded or decoded at once after an error, and twice as many after each piece without one: an
// error costs time by the length of the piece.
const codingWindow = 256

// encodeAll encodes v strictly and asks the error handler where that fails. unit is how many bytes a unit of a UTF has, which takes only ASCII and
// whole units from handlers; 0 for other encodings.
func encodeAll(t *Thread, v Value, errors string, unit int, strict func(dst []byte, v Value) ([]byte, bool)) ([]byte, bool) {
	var out []byte
	first := null
	n := int(object.As[object.Str](v).Len)
	for pos, window := 0, n; ; {
		upto := min(pos+window, n)
		part := object.StrPart(t, v, pos, upto)
		if part == null {
			return nil, false
		}
		var ok bool
		if out, ok = object.Grow(t, out, roomFor(object.As[object.Str](part))); !ok {
			return nil, false
		}
		b, ok := strict(out, part)
		if ok {
			if out, pos, window = b, upto, 2*window; upto < n {
				continue
			}
			return b, true
		}
		if unicodeObjectOf(t, object.TUnicodeEncodeError) != part {
			return nil, false
		}
		exc, start, end, _ := takeUnicodeError(t, object.TUnicodeEncodeError)
		if pos+end == upto && upto < n { // the error may go on
			window *= 2
			continue
		}
		window = codingWindow
		first = oneError(first, exc, start+pos, end+pos)
		exc = first
		good := object.StrPart(t, v, pos, pos+start)
		if good == null {
			return nil, false
		}
		if out, ok = strict(out, good); !ok {
			return nil, false
		}
		repl, next, ok := handleError(t, errors, exc, n, true)
		if !ok {
			return nil, false
		}
		if unit > 0 && (object.IsBytes(repl) && len(object.BytesOf(repl))%unit != 0 || object.IsStr(repl) && !object.As[object.Str](repl).IsASCII()) {
			object.SetExc(t, exc)
			return nil, false
		}
		if object.IsBytes(repl) {
			if out, ok = object.Grow(t, out, len(object.BytesOf(repl))); !ok {
				return nil, false
			}
			out = append(out, object.BytesOf(repl)...)
		} else if out, ok = strict(out, repl); !ok {
			if t.ClearIf(object.TUnicodeEncodeError) { // not what a mapping has raised
				object.SetExc(t, exc)
			}
			return nil, false
		}
		if pos = next; t.Halted() || !t.RT.Heap.CanAlloc(uint64(len(out))) {
			if t.Exc == null {
				t.NoMemory()
			}
			return nil, false
		}
	}
}

func decodeBy(t *Thread, c Codec, a []Value, final bool, skip int) Value {
	data, ok := dataArg(t, a[0])
	errors, ok2 := errorsAt(t, a, 1)
	if !ok || !ok2 {
		return null
	}
	c.Bom = false
	out, used, ok := decodeBits(t, data, skip, errors, decodesWindows, func(dst, data []byte) ([]byte, int, bool) {
		dst, ok := object.Grow(t, dst, c.DecodedRoom(data, "strict"))
		if !ok {
			return nil, 0, false
		}
		return c.Decode(t, dst, data, "strict", final)
	})
	if !ok {
		return null
	}
	if final {
		used = len(data)
	}
	return withLength(t, object.StrOfBytes(t, out), used)
}

// oneError gives all errors of a call to the handler as one exception, the first, which tells of the whole text: its place and reason change.
func oneError(first, exc Value, start, end int) Value {
	if first == null {
		first = exc
	}
	e := object.As[object.UnicodeErrorObject](first)
	e.Start, e.End, e.Reason = object.SmallInt(int64(start)), object.SmallInt(int64(end)), object.As[object.UnicodeErrorObject](exc).Reason
	return first
}

// unicodeObjectOf is what the exception that is set tells of, if it is of exactly this type. Exceptions that a program's mapping raised tell of other objects
// than the codec's own.
func unicodeObjectOf(t *Thread, id object.TypeID) Value {
	if t.Exc == null || !t.Exc.IsExact(id) {
		return null
	}
	return object.As[object.UnicodeErrorObject](t.Exc).Object
}

// decodeAll decodes data strictly to UTF-8 and asks the error handler where that fails. The handler may give the exception other data to go on with.
func decodeAll(t *Thread, data []byte, errors string, strict func(dst, data []byte) ([]byte, int, bool)) (out []byte, used int, ok bool) {
	return decodeBits(t, data, 0, errors, decodesWindows, strict)
}

// What strict does in decodeBits.
const (
	decodesWhole   = iota // it is given all that is left
	decodesWindows        // what is cut is an error, or left for later
	decodesKeeping        // it is given all that is left, and gives what it has decoded even where it fails
)

// decodeBits is decodeAll from a place on, by a strict decoder that does as how says.
func decodeBits(t *Thread, data []byte, at int, errors string, how int, strict func(dst, data []byte) ([]byte, int, bool)) (out []byte, used int, ok bool) {
	own, ok := object.Grow(t, []byte(nil), len(data)) // handlers run Python code
	if !ok {
		return nil, 0, false
	}
	data = append(own, data...)
	first, source := null, null // the exception, and the object with the data that it was last seen to have
	for pos, window := at, len(data); ; {
		upto := min(pos+window, len(data))
		if how != decodesWindows {
			upto = len(data)
		}
		if out, ok = object.Grow(t, out, len(data)-pos+16); !ok {
			return nil, 0, false
		}
		b, n, ok := strict(out, data[pos:upto])
		if ok {
			if out, pos, window = b, pos+n, 2*window; upto < len(data) {
				continue
			}
			return b, pos, true
		}
		if obj := unicodeObjectOf(t, object.TUnicodeDecodeError); obj == null || !object.IsBytes(obj) || !bytes.Equal(object.BytesOf(obj), data[pos:upto]) {
			return nil, 0, false
		}
		exc, start, end, _ := takeUnicodeError(t, object.TUnicodeDecodeError)
		if pos+end == upto && upto < len(data) { // only cut, perhaps
			window *= 2
			continue
		}
		window = codingWindow
		if first == null && pos > 0 { // the exception tells of all of the data
			whole := object.NewBytes(t, data)
			if whole == null {
				return nil, 0, false
			}
			object.As[object.UnicodeErrorObject](exc).Object = whole
		}
		first = oneError(first, exc, start+pos, end+pos)
		exc = first
		if how == decodesKeeping {
			out = b
		} else if out, _, ok = strict(out, data[pos:pos+start]); !ok {
			return nil, 0, false
		}
		repl, next, ok := handleError(t, errors, exc, len(data), false)
		if !ok {
			return nil, 0, false
		}
		if out, ok = object.GrowStr(t, out, repl); !ok {
			return nil, 0, false
		}
		last := source
		source = object.As[object.UnicodeErrorObject](exc).Object
		if now := object.BytesOf(source); source != last && !bytes.Equal(now, data) {
			if own, ok = object.Grow(t, []byte(nil), len(now)); !ok {
				return nil, 0, false
			}
			data = append(own, now...)
		}
		if pos = next; t.Halted() || !t.RT.Heap.CanAlloc(uint64(len(out))) {
			if t.Exc == null {
				t.NoMemory()
			}
			return nil, 0, false
		}
	}
}

// markedCodec chooses the byte order that a mark at the beginning of the data tells; skip is the mark's length.
func markedCodec(name string, b []byte) (c Codec, skip int) {
	little, _ := Find(name + "-le")
	big, _ := Find(name + "-be")
	n := little.Unit()
	if len(b) >= n {
		switch string(b[:n]) {
		case "\xff\xfe", "\xff\xfe\x00\x00":
			return little, n
		case "\xfe\xff", "\x00\x00\xfe\xff":
			return big, n
		}
	}
	return little, 0
}

func wideEncoder(name string) func(t *Thread, _ Value, a []Value) Value {
	return func(t *Thread, _ Value, a []Value) Value {
		order := 0
		if len(a) > 2 {
			var ok bool
			if order, ok = object.AsInt(t, a[2]); !ok {
				return null
			}
		}
		suffix := "-le"
		if order > 0 {
			suffix = "-be"
		}
		c, _ := Find(name + suffix)
		r := encodeBy(t, c, a)
		if r == null || order != 0 {
			return r
		}
		x := object.As[object.Tuple](r)
		*x.At(0) = object.NewBytes(t, append(c.Put(nil, 0xFEFF), object.BytesOf(*x.At(0))...))
		if *x.At(0) == null {
			return null
		}
		return r
	}
}

func wideDecoder(name string) func(t *Thread, _ Value, a []Value) Value {
	return func(t *Thread, _ Value, a []Value) Value {
		order, ok := 0, true
		if len(a) > 2 {
			if order, ok = object.AsInt(t, a[2]); !ok {
				return null
			}
		}
		final, ok := native.BoolAt(t, a, 3, false)
		if !ok {
			return null
		}
		b, ok := dataArg(t, a[0])
		if !ok {
			return null
		}
		var c Codec
		skip := 0
		switch {
		case order == 0:
			if c, skip = markedCodec(name, b); skip > 0 {
				order = -1
				if c.Big {
					order = 1
				}
			}
		case order > 0:
			c, _ = Find(name + "-be")
		default:
			c, _ = Find(name + "-le")
		}
		r := decodeBy(t, c, a[:min(len(a), 2)], final, skip)
		if r == null {
			return null
		}
		x := object.As[object.Tuple](r)
		return object.Triple(t, *x.At(0), *x.At(1), object.SmallInt(int64(order)))
	}
}

// charmapBuild makes a table for charmap_encode of one for charmap_decode.
func charmapBuild(t *Thread, _, m Value) Value {
	if !object.IsStr(m) {
		return object.BadArgument(t, "charmap_build", "argument", "str", m)
	}
	d := object.NewDict(t)
	s := object.As[object.Str](m)
	for i := range int(s.Len) {
		if d == nil || !d.Set(t, object.SmallInt(int64(s.At(i))), object.SmallInt(int64(i))) {
			return null
		}
	}
	return object.Of(d)
}

const undefinedChar = "character maps to <undefined>"

func mappingAt(a []Value) Value {
	if len(a) < 3 || a[2] == none {
		return null
	}
	return a[2]
}

func charmapEncode(t *Thread, _ Value, a []Value) Value {
	m := mappingAt(a)
	if m == null {
		c, _ := Find("latin-1")
		return encodeBy(t, c, a)
	}
	if !strArg(t, "charmap_encode", a[0]) {
		return null
	}
	errors, ok := errorsAt(t, a, 1)
	if !ok {
		return null
	}
	x := charmapEncoder{m: m, errors: errors}
	if object.As[object.Str](a[0]).Len > shortText && m.IsExact(object.TDict) {
		x.known = make([]uint16, knownChars)
	}
	out, ok := encodeAll(t, a[0], errors, 0, func(dst []byte, v Value) ([]byte, bool) { return x.encode(t, dst, v) })
	if !ok {
		return null
	}
	return withLength(t, object.NewBytes(t, out), int(object.As[object.Str](a[0]).Len))
}

// charmapEncoder encodes by a mapping.
type charmapEncoder struct {
	m      Value //psy:root the caller of charmapEncode has it
	errors string
	known  []uint16 // what a dict says of the first characters: 0 not asked yet, else the byte + 1; noByte if there is none
}

// For a text that is not short, what a dict says of the characters below knownChars is remembered.
const (
	shortText  = 64
	knownChars = 0x500
)

const noByte = 0x101

// encode appends what the mapping has for v. What has no byte is an error for encodeAll to deal with, unless the handler is one of those that give text
// for it.
func (x *charmapEncoder) encode(t *Thread, dst []byte, v Value) ([]byte, bool) {
	s := object.As[object.Str](v)
	for i, n := 0, int(s.Len); i < n; i++ {
		var found, ok bool
		if x.known != nil {
			if dst, ok = object.Grow(t, dst, n-i); !ok {
				return nil, false
			}
			if dst, i = s.AppendMapped(dst, i, x.known); i == n {
				break
			}
		}
		if dst, found, ok = x.put(t, dst, s.At(i)); !ok {
			return nil, false
		}
		if found {
			continue
		}
		end := i + 1
		for ; end < n; end++ {
			if found, ok := x.has(t, s.At(end)); !ok {
				return nil, false
			} else if found {
				break
			}
		}
		if !x.replaced() {
			object.RaiseUnicodeError(t, object.TUnicodeEncodeError, "charmap", v, i, end, undefinedChar)
			return nil, false
		}
		for j := i; j < end; j++ {
			for _, c := range replacement(x.errors, s.At(j)) {
				if dst, found, ok = x.put(t, dst, c); ok && !found {
					object.RaiseUnicodeError(t, object.TUnicodeEncodeError, "charmap", v, i, end, undefinedChar)
				}
				if !ok || !found {
					return nil, false
				}
			}
		}
		i = end - 1
	}
	return dst, true
}

// replaced reports whether there is a text for what has no byte.
func (x *charmapEncoder) replaced() bool {
	return x.errors == "ignore" || x.errors == "replace" || x.errors == "xmlcharrefreplace"
}

// has reports whether the mapping has something for a character.
func (x *charmapEncoder) has(t *Thread, r rune) (found, ok bool) {
	if int(r) < len(x.known) && x.known[r] != 0 {
		return x.known[r] != noByte, true
	}
	_, found, ok = charmapByte(t, x.m, r)
	return found, ok
}

// put appends what the mapping has for a character.
func (x *charmapEncoder) put(t *Thread, dst []byte, r rune) (out []byte, found, ok bool) {
	if int(r) < len(x.known) {
		switch k := x.known[r]; {
		case k == noByte:
			return dst, false, true
		case k > 0 && k < noByte:
			if dst, ok = object.Grow(t, dst, 1); !ok {
				return nil, false, false
			}
			return append(dst, byte(k-1)), true, true
		}
	}
	b, found, ok := charmapByte(t, x.m, r)
	if ok && int(r) < len(x.known) {
		switch {
		case !found:
			x.known[r] = noByte
		case len(b) == 1:
			x.known[r] = uint16(b[0]) + 1
		}
	}
	if !ok || !found {
		return dst, found, ok
	}
	if dst, ok = object.Grow(t, dst, len(b)); !ok {
		return nil, false, false
	}
	return append(dst, b...), true, true
}

// charmapItem looks a key up: Null, without exception, if there is nothing.
func charmapItem(t *Thread, m Value, key int64) Value {
	v := object.GetItem(t, m, object.SmallInt(key))
	if v == null {
		t.ClearIf(object.TLookupError)
		return null
	}
	if v == none {
		return null
	}
	return v
}

func charmapByte(t *Thread, m Value, r rune) (b []byte, found, ok bool) {
	v := charmapItem(t, m, int64(r))
	switch {
	case v == null:
		return nil, false, t.Exc == null
	case object.IsIntLike(v):
		n, fits := object.Int64(v)
		if !fits || n < 0 || n > 255 {
			object.Raise(t, object.TTypeError, "character mapping must be in range(256)")
			return nil, false, false
		}
		return []byte{byte(n)}, true, true
	case object.IsBytes(v):
		return object.BytesOf(v), true, true
	}
	object.Raise(t, object.TTypeError, "character mapping must return integer, bytes or None, not %s", object.TypeName(t, v))
	return nil, false, false
}

// charmapWhole decodes data by a table of 256 characters of the BMP that has all of its bytes. Done without a str: an exception is set.
func charmapWhole(t *Thread, table *object.Str, data []byte) (v Value, done bool) {
	var room [256]uint16
	chars := table.AsTable(&room)
	if chars == nil {
		return null, false
	}
	return object.BytesMapped(t, data, chars)
}

func charmapDecode(t *Thread, _ Value, a []Value) Value {
	m := mappingAt(a)
	if m == null {
		c, _ := Find("latin-1")
		return decodeBy(t, c, a, true, 0)
	}
	data, ok := dataArg(t, a[0])
	errors, ok2 := errorsAt(t, a, 1)
	if !ok || !ok2 {
		return null
	}
	if m.IsExact(object.TStr) {
		if v, done := charmapWhole(t, object.As[object.Str](m), data); done {
			return withLength(t, v, len(data))
		}
	}
	bad := func(data []byte, i int) bool {
		if v := object.NewBytes(t, data); v != null {
			object.RaiseUnicodeError(t, object.TUnicodeDecodeError, "charmap", v, i, i+1, undefinedChar)
		}
		return false
	}
	var room [256]uint16
	var chars *[256]uint16
	if m.IsExact(object.TStr) {
		chars = object.As[object.Str](m).AsTable(&room)
	}
	out, _, ok := decodeAll(t, data, errors, func(dst, data []byte) ([]byte, int, bool) {
		if chars != nil {
			res, at, ok := object.AppendWTF8Mapped(t, dst, data, chars)
			if at >= 0 {
				ok = bad(data, at)
			}
			return res, len(data), ok
		}
		for i, c := range data {
			if dst, ok = object.Grow(t, dst, utf8.UTFMax); !ok {
				return nil, 0, false
			}
			if m.IsExact(object.TStr) {
				s := object.As[object.Str](m)
				if int64(c) >= s.Len || s.At(int(c)) == 0xFFFE {
					return nil, 0, bad(data, i)
				}
				dst = object.AppendWTF8(dst, s.At(int(c)))
				continue
			}
			v := charmapItem(t, m, int64(c))
			switch {
			case v == null && t.Exc != null:
				return nil, 0, false
			case v == null:
				return nil, 0, bad(data, i)
			case object.IsIntLike(v):
				n, fits := object.Int64(v)
				if !fits || n < 0 || n > 0x10FFFF {
					object.Raise(t, object.TTypeError, "character mapping must be in range(0x110000)")
					return nil, 0, false
				}
				if n == 0xFFFE {
					return nil, 0, bad(data, i)
				}
				dst = object.AppendWTF8(dst, rune(n))
			case object.IsStr(v):
				if s := object.As[object.Str](v); s.Len == 1 && s.At(0) == 0xFFFE {
					return nil, 0, bad(data, i)
				}
				if dst, ok = object.GrowStr(t, dst, v); !ok {
					return nil, 0, false
				}
			default:
				object.Raise(t, object.TTypeError, "character mapping must return integer, None or str")
				return nil, 0, false
			}
		}
		return dst, len(data), true
	})
	if !ok {
		return null
	}
	return withLength(t, object.StrOfBytes(t, out), len(data))
}
