// Writing JSON: the encoder. What it writes lies in memory of the heap until it becomes a str.

package jsonmod

import (
	"math"
	"strconv"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	tEncoder = object.AllocTypeID()
	tOutput  = object.AllocTypeID()
)

// encoder is what make_encoder makes.
type encoder struct {
	header
	Markers, Default, Encoder, Indent, KeySep, ItemSep Value
	SortKeys, SkipKeys, AllowNaN                       bool
	Fast                                               uint8 // which of this module's functions Encoder is
}

// The kinds of Fast.
const (
	ownEncoder = iota // the program's
	fastText
	fastASCII
)

// output is what has been written: UTF-8, lone surrogates included.
type output struct {
	header
	Buf      *object.Raw
	Len, Cap int64
	Wide     bool // not all of it is ASCII
}

var (
	encodeSig = object.ParseSignature("_iterencode", "(obj, _current_indent_level)")

	_ = object.DefineType(tOutput, object.TypeDef{Name: "_json._output", Flags: object.TypeNoInstances, Size: unsafe.Sizeof(output{}), Refs: 1 << 1, NoWeak: true})
	_ = object.DefineType(tEncoder, object.TypeDef{
		Name: "_json.Encoder", Size: unsafe.Sizeof(encoder{}), Refs: 63 << 1, NoWeak: true,
		Slots: object.Slots{
			New:  object.BindNew("make_encoder", "(markers, default, encoder, indent, key_separator, item_separator, sort_keys, skipkeys, allow_nan)", newEncoder),
			Call: callEncoder,
		},
		GetSets: []object.GetSetDef{
			{Name: "sort_keys", Member: true, Get: func(t *Thread, v Value) Value { return object.Bool(object.As[encoder](v).SortKeys) }},
			{Name: "skipkeys", Member: true, Get: func(t *Thread, v Value) Value { return object.Bool(object.As[encoder](v).SkipKeys) }},
		},
		Members: []object.MemberDef{
			{Name: "markers", Word: 1}, {Name: "default", Word: 2}, {Name: "encoder", Word: 3}, {Name: "indent", Word: 4}, {Name: "key_separator", Word: 5},
			{Name: "item_separator", Word: 6},
		},
	})
)

func newEncoder(t *Thread, typ *object.Type, a []Value) Value {
	for i := 4; i < 6; i++ {
		if !object.IsStr(a[i]) {
			return object.Raise(t, object.TTypeError, "make_encoder() argument %d must be str, not %s", i+1, object.TypeName(t, a[i]))
		}
	}
	var flags [3]bool
	for i := range flags {
		x := object.Truth(t, a[6+i])
		if x < 0 {
			return null
		}
		flags[i] = x > 0
	}
	if a[0] != none && !object.IsDict(a[0]) {
		return object.Raise(t, object.TTypeError, "make_encoder() argument 1 must be dict or None, not %s", object.TypeName(t, a[0]))
	}
	e := native.Alloc[encoder](t, typ)
	if e == nil {
		return null
	}
	e.Markers, e.Default, e.Encoder, e.Indent, e.KeySep, e.ItemSep = a[0], a[1], a[2], a[3], a[4], a[5]
	e.SortKeys, e.SkipKeys, e.AllowNaN = flags[0], flags[1], flags[2]
	if a[2].IsExact(object.TBuiltin) {
		switch def := object.As[object.Builtin](a[2]).DefOf(); def.FullName() {
		case "_json.encode_basestring":
			e.Fast = fastText
		case "_json.encode_basestring_ascii":
			e.Fast = fastASCII
		}
	}
	return object.Of(e)
}

func callEncoder(t *Thread, v Value, args []Value, kw Value) Value {
	a := t.PushArgs(2)
	if a == nil {
		return null
	}
	r := null
	if encodeSig.Bind(t, args, kw, a) {
		r = object.As[encoder](v).call(t, a[0], a[1])
	}
	t.PopArgs(2)
	return r
}

func (e *encoder) call(t *Thread, v, level Value) Value {
	n, ok := object.ArgSize(t, level)
	if !ok {
		return null
	}
	o := newOutput(t)
	if o == nil || !e.value(t, o, v, int(max(n, 0))) {
		return null
	}
	text := o.text(t)
	if text == null {
		return null
	}
	return object.Tuple1(t, text)
}

func newOutput(t *Thread) *output {
	o := object.New[output](t, tOutput)
	if o == nil || !o.grow(t, 200) {
		return nil
	}
	return o
}

// grow makes room for n bytes more.
func (o *output) grow(t *Thread, n int) bool {
	room := max(2*o.Cap, o.Len+int64(n))
	r := object.NewRaw(t, int(room))
	if r == nil {
		return false
	}
	if o.Len > 0 {
		copy(unsafe.Slice((*byte)(r.Data()), o.Len), o.bytes())
	}
	o.Buf, o.Cap = r, room
	return true
}

// bytes is what has been written.
func (o *output) bytes() []byte { return unsafe.Slice((*byte)(o.Buf.Data()), o.Len) }

// room is where the next n bytes go, which take counts; nil without memory.
func (o *output) room(t *Thread, n int) []byte {
	if o.Cap-o.Len < int64(n) && !o.grow(t, n) {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Add(o.Buf.Data(), o.Len)), n)
}

// put writes text, which is ASCII.
func (o *output) put(t *Thread, s string) bool {
	b := o.room(t, len(s))
	if b == nil && len(s) > 0 {
		return false
	}
	copy(b, s)
	o.Len += int64(len(s))
	return true
}

func (o *output) putByte(t *Thread, c byte) bool {
	b := o.room(t, 1)
	if b == nil {
		return false
	}
	b[0] = c
	o.Len++
	return true
}

// putStr writes the text of a str as it is.
func (o *output) putStr(t *Thread, v Value) bool {
	s := object.As[object.Str](v)
	if s.IsASCII() {
		return o.put(t, s.View())
	}
	o.Wide = true
	b := o.room(t, 4*int(s.Len))
	if b == nil {
		return false
	}
	o.Len += int64(len(object.AppendStr(b[:0], v)))
	return true
}

// text makes a str of what has been written.
func (o *output) text(t *Thread) Value {
	if o.Wide {
		return object.StrOfBytes(t, o.bytes())
	}
	s := object.AllocStr(t, int(o.Len), 0)
	if s == nil {
		return null
	}
	copy(s.Bytes(), o.bytes())
	return object.Of(s)
}

// What a character becomes: 0: itself, 'u': \u and four digits, else a backslash and this letter.
var escapesASCII, escapesText = escapeTables()

func escapeTables() (ascii, text [256]byte) {
	for c := range 256 {
		switch {
		case c < ' ':
			ascii[c], text[c] = 'u', 'u'
		case c > '~':
			ascii[c] = 'u'
		}
	}
	for c, e := range map[byte]byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '"': '"', '\\': '\\'} {
		ascii[c], text[c] = e, e
	}
	return ascii, text
}

// quote writes a str as JSON has it.
func (o *output) quote(t *Thread, v Value, ascii bool) bool {
	s := object.As[object.Str](v)
	n := int(s.Len)
	switch {
	case s.Kind() == 0 && (ascii || s.IsASCII()):
		table := &escapesText
		if ascii {
			table = &escapesASCII
		}
		return o.quoteBytes(t, s.Bytes(), table)
	case ascii:
		for i := 0; ; {
			const piece = 1 << 12
			b := o.room(t, 12*min(n-i, piece)+2)
			if b == nil || t.Halted() {
				return false
			}
			b = b[:0]
			if i == 0 {
				b = append(b, '"')
			}
			for end := min(n, i+piece); i < end; i++ {
				b = appendEscaped(b, s.At(i))
			}
			if i == n {
				b = append(b, '"')
			}
			o.Len += int64(len(b))
			if i == n {
				return true
			}
		}
	}
	o.Wide = true
	for i := 0; ; {
		const piece = 1 << 12
		b := o.room(t, 6*min(n-i, piece)+2)
		if b == nil || t.Halted() {
			return false
		}
		b = b[:0]
		if i == 0 {
			b = append(b, '"')
		}
		for end := min(n, i+piece); i < end; i++ {
			from := i
			i = s.IndexQuoted(i, end)
			b = s.AppendUTF8(b, from, i)
			if i == end {
				break
			}
			b = appendEscaped(b, s.At(i))
		}
		if i == n {
			b = append(b, '"')
		}
		o.Len += int64(len(b))
		if i == n {
			return true
		}
	}
}

// quoteBytes is quote of a str of one byte a character.
func (o *output) quoteBytes(t *Thread, src []byte, table *[256]byte) bool {
	b := o.room(t, len(src)+2)
	if b == nil {
		return false
	}
	b[0] = '"'
	at := b[1:]
	for i, c := range src {
		if table[c] != 0 {
			return o.quoteRest(t, src, i, table)
		}
		at[i] = c
	}
	b[len(src)+1] = '"'
	o.Len += int64(len(b))
	return true
}

// quoteRest is quoteBytes from the first character on that is escaped, where the room holds what is before.
func (o *output) quoteRest(t *Thread, src []byte, i int, table *[256]byte) bool {
	o.Len += int64(i) + 1
	for {
		const piece = 1 << 12
		b := o.room(t, 6*min(len(src)-i, piece)+1)
		if b == nil || t.Halted() {
			return false
		}
		b = b[:0]
		for end := min(len(src), i+piece); i < end; i++ {
			if c := src[i]; table[c] == 0 {
				b = append(b, c)
			} else {
				b = appendEscaped(b, rune(c))
			}
		}
		if i < len(src) {
			o.Len += int64(len(b))
			continue
		}
		b = append(b, '"')
		o.Len += int64(len(b))
		return true
	}
}

// appendEscaped appends a character in ASCII.
func appendEscaped(b []byte, c rune) []byte {
	if c < 0x80 {
		switch e := escapesASCII[c]; e {
		case 0:
			return append(b, byte(c))
		case 'u':
		default:
			return append(b, '\\', e)
		}
	}
	if c >= 0x10000 {
		c -= 0x10000
		b = appendHex(b, 0xD800|c>>10)
		c = 0xDC00 | c&0x3FF
	}
	return appendHex(b, c)
}

func appendHex(b []byte, c rune) []byte {
	const digits = "0123456789abcdef"
	return append(b, '\\', 'u', digits[c>>12&15], digits[c>>8&15], digits[c>>4&15], digits[c&15])
}

// encodeText is the function encode_basestring or encode_basestring_ascii.
func encodeText(t *Thread, v Value, ascii bool) Value {
	if !object.IsStr(v) {
		return object.Raise(t, object.TTypeError, "first argument must be a string, not %s", object.TypeName(t, v))
	}
	o := newOutput(t)
	if o == nil || !o.quote(t, v, ascii) {
		return null
	}
	return o.text(t)
}

// quoted writes a str by what the encoder was given for that.
func (e *encoder) quoted(t *Thread, o *output, v Value) bool {
	if e.Fast != ownEncoder {
		return o.quote(t, v, e.Fast == fastASCII)
	}
	r := object.Call1(t, e.Encoder, v)
	if r == null {
		return false
	}
	if !object.IsStr(r) {
		object.Raise(t, object.TTypeError, "encoder() must return a string, not %s", object.TypeName(t, r))
		return false
	}
	return o.putStr(t, r)
}

const whileEncoding = " while encoding a JSON object"

// value writes any object; level is how deep it is nested.
func (e *encoder) value(t *Thread, o *output, v Value, level int) bool {
	switch {
	case v == none:
		return o.put(t, "null")
	case v == object.True:
		return o.put(t, "true")
	case v == object.False:
		return o.put(t, "false")
	case v.IsInt():
		return o.putInt(t, v.Int())
	case v.IsFloat():
		return e.float(t, o, v)
	case object.IsStr(v):
		return e.quoted(t, o, v)
	case object.IsIntLike(v):
		s := object.IntRepr(t, v)
		return s != null && o.putStr(t, s)
	case object.IsFloatLike(v):
		return e.float(t, o, v)
	}
	list := object.IsList(v) || object.IsTuple(v)
	if !list && !object.IsDict(v) {
		return e.other(t, o, v, level)
	}
	if !t.Enter(whileEncoding) {
		return false
	}
	var ok bool
	if list {
		ok = e.list(t, o, v, level)
	} else {
		ok = e.dict(t, o, v, level)
	}
	t.Leave()
	return ok
}

func (o *output) putInt(t *Thread, n int64) bool {
	b := o.room(t, 24)
	if b == nil {
		return false
	}
	o.Len += int64(len(strconv.AppendInt(b[:0], n, 10)))
	return true
}

func (e *encoder) float(t *Thread, o *output, v Value) bool {
	f, _ := object.AsFloat64(t, v)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		if !e.AllowNaN {
			text, ok := object.ReprString(t, v)
			if ok {
				object.Raise(t, object.TValueError, "Out of range float values are not JSON compliant: %s", text)
			}
			return false
		}
		switch {
		case f > 0:
			return o.put(t, "Infinity")
		case f < 0:
			return o.put(t, "-Infinity")
		}
		return o.put(t, "NaN")
	}
	b := o.room(t, 32)
	if b == nil {
		return false
	}
	o.Len += int64(len(numfmt.AppendFloatRepr(b[:0], f)))
	return true
}

// mark notes that an object is being written; null: an exception is set. It returns None where that is not noted.
func (e *encoder) mark(t *Thread, v Value) Value {
	if e.Markers == none {
		return none
	}
	d := object.As[object.Dict](e.Markers)
	id := object.NewUint(t, t.RT.ID(v))
	if id == null {
		return null
	}
	h := object.HashInt(id)
	if d.GetHash(t, id, h) != null {
		return object.Raise(t, object.TValueError, "Circular reference detected")
	}
	if t.Exc != null || !d.SetHash(t, id, v, h) {
		return null
	}
	return id
}

// unmark ends what mark began.
func (e *encoder) unmark(t *Thread, id Value) bool {
	if id == none {
		return true
	}
	switch object.As[object.Dict](e.Markers).Delete(t, id) {
	case 1:
		return true
	case 0:
		object.RaiseKeyError(t, id)
	}
	return false
}

// other writes what the program's function gives for an object of no known type.
func (e *encoder) other(t *Thread, o *output, v Value, level int) bool {
	id := e.mark(t, v)
	if id == null {
		return false
	}
	r := object.Call1(t, e.Default, v)
	if r == null || !t.Enter(whileEncoding) {
		return false
	}
	ok := e.value(t, o, r, level)
	t.Leave()
	return ok && e.unmark(t, id)
}

// newline begins a line at a level, if lines are wanted.
func (e *encoder) newline(t *Thread, o *output, level int) bool {
	if e.Indent == none {
		return true
	}
	if !object.IsStr(e.Indent) {
		object.Raise(t, object.TTypeError, "can only concatenate str (not \"%s\") to str", object.TypeName(t, e.Indent))
		return false
	}
	if !o.putByte(t, '\n') {
		return false
	}
	for range level {
		if !o.putStr(t, e.Indent) {
			return false
		}
	}
	return true
}

func (e *encoder) list(t *Thread, o *output, v Value, level int) bool {
	given := v
	if !v.IsExact(object.TList) && !v.IsExact(object.TTuple) {
		if v = object.SequenceFast(t, v, "_iterencode_list needs a sequence", null); v == null {
			return false
		}
	}
	if len(object.FastItems(v)) == 0 {
		return o.put(t, "[]")
	}
	id := e.mark(t, given)
	if id == null || !o.putByte(t, '[') {
		return false
	}
	for i := 0; i < len(object.FastItems(v)); i++ {
		if i > 0 && !o.putStr(t, e.ItemSep) || !e.newline(t, o, level+1) || !t.Poll() {
			return false
		}
		items := object.FastItems(v) // a signal's handler may have changed them
		if i < len(items) && !e.value(t, o, items[i], level+1) {
			return false
		}
	}
	return e.unmark(t, id) && e.newline(t, o, level) && o.putByte(t, ']')
}

func (e *encoder) dict(t *Thread, o *output, v Value, level int) bool {
	d := object.As[object.Dict](v)
	if d.Used == 0 {
		return o.put(t, "{}")
	}
	id := e.mark(t, v)
	if id == null || !o.putByte(t, '{') || !e.newline(t, o, level+1) {
		return false
	}
	first := true
	if e.SortKeys || !v.IsExact(object.TDict) {
		if !e.items(t, o, v, level, &first) {
			return false
		}
	} else {
		for x, i := d.Next(0); x != nil; x, i = d.Next(i) {
			if !e.item(t, o, x.Key, x.Val, level, &first) || !t.Poll() {
				return false
			}
		}
	}
	return e.unmark(t, id) && e.newline(t, o, level) && o.putByte(t, '}')
}

// items writes what a mapping's method items gives, in the order of the keys if that is asked for.
func (e *encoder) items(t *Thread, o *output, v Value, level int, first *bool) bool {
	var list *object.List
	if v.IsExact(object.TDict) {
		if list = object.NewList(t, 0); list == nil {
			return false
		}
		d := object.As[object.Dict](v)
		for x, i := d.Next(0); x != nil; x, i = d.Next(i) {
			if p := object.Pair(t, x.Key, x.Val); p == null || !list.Append(t, p) || t.Halted() {
				return false
			}
		}
	} else {
		r := object.CallMethod0(t, v, object.Intern(t, "items"))
		if r == null {
			return false
		}
		if list = object.ListFromIterable(t, r); list == nil {
			return false
		}
	}
	if e.SortKeys && !object.SortList(t, list, none, false) {
		return false
	}
	for i := 0; i < list.Len(); i++ {
		p := *list.At(i)
		if !object.IsTuple(p) || object.As[object.Tuple](p).Len() != 2 {
			object.Raise(t, object.TValueError, "items must return 2-tuples")
			return false
		}
		x := object.As[object.Tuple](p)
		if !e.item(t, o, *x.At(0), *x.At(1), level, first) || !t.Poll() {
			return false
		}
	}
	return true
}

// item writes one key and its value.
func (e *encoder) item(t *Thread, o *output, k, v Value, level int, first *bool) bool {
	text := ""
	switch {
	case object.IsStr(k):
	case object.IsFloatLike(k):
	case k == object.True:
		text = "true"
	case k == object.False:
		text = "false"
	case k == none:
		text = "null"
	case object.IsIntLike(k):
	case e.SkipKeys:
		return true
	default:
		object.Raise(t, object.TTypeError, "keys must be str, int, float, bool or None, not %s", object.TypeName(t, k))
		return false
	}
	if object.IsFloatLike(k) {
		key := newOutput(t)
		if key == nil || !e.float(t, key, k) {
			return false
		}
		k = key.text(t)
	} else if text != "" {
		k = object.NewStr(t, text)
	} else if !object.IsStr(k) {
		k = object.IntRepr(t, k)
	}
	if k == null {
		return false
	}
	if !*first && (!o.putStr(t, e.ItemSep) || !e.newline(t, o, level+1)) {
		return false
	}
	*first = false
	return e.quoted(t, o, k) && o.putStr(t, e.KeySep) && e.value(t, o, v, level+1)
}
