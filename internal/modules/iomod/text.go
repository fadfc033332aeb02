// TextIOWrapper: text over a buffered file.

package iomod

import (
	"bytes"
	"strings"

	"github.com/psyco-go/psy/internal/modules/codecs"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

const textChunk = 8192 // which programs may change

// textFile is the state of a TextIOWrapper.
type textFile struct {
	buf      *bufFile // nil: the buffer is a foreign object
	codec    codecs.Codec
	encoding string // as it was given
	errors   string
	newlines newlineMode

	lineBuffering, writeThrough, closed bool
	seekable, telling                   bool
	reads, writes                       bool // a foreign buffer said so when the text file was made
	hasRead1                            bool
	chunkSize                           int

	pending []byte // encoded, not yet in the buffer
	began   bool   // the byte order mark is written
	dirty   bool   // among the files of the host that hold data back

	text     []byte // decoded, in UTF-8 with surrogates
	pos      int    // what of it was read
	chunk    []byte // the bytes that text was made of
	left     []byte // bytes that are no whole character yet
	readMark bool   // the place of a byte order mark has passed
	markLen  int    // how much of chunk is the mark
	host     *OpenFiles
	foreignText
}

// newlineMode says how line ends are read and written.
type newlineMode struct {
	universal bool   // \r and \r\n end lines too
	translate bool   // ... and are read as \n
	write     string // what \n is written as; "": itself
	end       string // the line end of readline, when not universal
	heldCR    bool   // a \r at the end of a chunk waits for what follows
	seen      uint8  // 1 \r, 2 \n, 4 \r\n
}

// set applies the argument newline; given false stands for None.
func (m *newlineMode) set(newline string, given bool) bool {
	*m = newlineMode{}
	switch {
	case !given:
		m.universal, m.translate = true, true
		m.write = osLineEnd
	case newline == "":
		m.universal = true
	case newline == "\n" || newline == "\r" || newline == "\r\n":
		m.end = newline
		m.write = newline
	default:
		return false
	}
	if m.write == "\n" {
		m.write = ""
	}
	return true
}

// translated converts the line ends of b in place; final: nothing follows.
func (m *newlineMode) translated(b []byte, final bool) []byte {
	if !m.universal {
		return b
	}
	if m.heldCR {
		b = append([]byte{'\r'}, b...)
		m.heldCR = false
	}
	if n := len(b); n > 0 && b[n-1] == '\r' && !final {
		b = b[:n-1]
		m.heldCR = true
	}
	i := bytes.IndexByte(b, '\r')
	if i < 0 {
		if m.seen&2 == 0 && bytes.IndexByte(b, '\n') >= 0 {
			m.seen |= 2
		}
		return b
	}
	out := b[:0]
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case c == '\n':
			m.seen |= 2
		case c == '\r' && i+1 < len(b) && b[i+1] == '\n':
			m.seen |= 4
			if !m.translate {
				out = append(out, c)
			}
			i++
			c = '\n'
		case c == '\r':
			m.seen |= 1
			if m.translate {
				c = '\n'
			}
		}
		out = append(out, c)
	}
	return out
}

// note takes notice of the line ends in text that stays as it is.
func (m *newlineMode) note(b []byte) {
	for m.universal && m.seen != 7 {
		line, rest, found := bytes.Cut(b, []byte{'\n'})
		end := uint8(2)
		if found && bytes.HasSuffix(line, []byte{'\r'}) {
			line, end = line[:len(line)-1], 4
		}
		if bytes.IndexByte(line, '\r') >= 0 {
			m.seen |= 1
		}
		if !found {
			return
		}
		m.seen |= end
		b = rest
	}
}

// noteRunes is note of code points.
func (m *newlineMode) noteRunes(b []rune) {
	if !m.universal {
		return
	}
	for i, c := range b {
		switch {
		case c == '\r' && (i+1 == len(b) || b[i+1] != '\n'):
			m.seen |= 1
		case c == '\n' && i > 0 && b[i-1] == '\r':
			m.seen |= 4
		case c == '\n':
			m.seen |= 2
		}
	}
}

// newlinesSeen is the attribute newlines: None, a str or a tuple.
func newlinesSeen(t *Thread, seen uint8) Value {
	var l []string
	for i, s := range [...]string{"\r", "\n", "\r\n"} {
		if seen&(1<<i) != 0 {
			l = append(l, s)
		}
	}
	switch len(l) {
	case 0:
		return none
	case 1:
		return object.NewStr(t, l[0])
	}
	return native.StrTuple(t, l)
}

// lineEnd finds the end of the first line of b, behind its line end; -1: it is not there. more: b may go on.
func (m *newlineMode) lineEnd(b []byte, more bool) int {
	if m.universal && !m.translate {
		i := bytes.IndexAny(b, "\r\n")
		if i < 0 {
			return -1
		}
		if b[i] == '\r' && i+1 < len(b) && b[i+1] == '\n' {
			return i + 2
		}
		return i + 1
	}
	if !m.universal && m.end != "\n" {
		i := bytes.Index(b, []byte(m.end))
		if i < 0 {
			return -1
		}
		return i + len(m.end)
	}
	i := bytes.IndexByte(b, '\n')
	if i < 0 {
		return -1
	}
	return i + 1
}

// flush passes what is held back down to the raw file, on the Go side.
func (x *textFile) flush() error {
	if x.buf == nil {
		return nil
	}
	if len(x.pending) > 0 {
		p := x.pending
		x.pending = x.pending[:0]
		if err := x.buf.write(p); err != nil {
			return err
		}
	}
	return x.buf.flush()
}

// Close is called when no object stands for the file any more.
func (x *textFile) Close() error {
	if x.closed {
		return nil
	}
	x.closed = true
	delete(x.host.files, x)
	if x.buf == nil || x.buf.raw == nil || x.buf.raw.Closed {
		return nil
	}
	return x.flush()
}

var _ = object.DefineType(tText, ioDef("TextIOWrapper", tTextBase, object.TypeDef{
	Slots: object.Slots{
		Init: native.BindInit("TextIOWrapper", "(buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False)", textInit),
		Repr: textRepr,
		Step: stepText,
		Next: func(t *Thread, v Value) Value {
			x := openText(t, v)
			if x == nil {
				return null
			}
			x.telling = false
			line := nextLine(t, v, stepText, textReadline)
			if line == null && t.Exc == null {
				if x := stateOf[textFile](t, v); x != nil {
					x.telling = x.seekable
				}
			}
			return line
		},
	},
	Methods: []FuncDef{
		{Name: "write", Sig: "(text, /)", F1: textWrite},
		{Name: "read", Sig: "(size=-1, /)", FN: textRead, MaxArgs: 1},
		{Name: "readline", Sig: "(size=-1, /)", FN: textReadline, MaxArgs: 1},
		{Name: "flush", Sig: "()", F0: textFlush},
		{Name: "close", Sig: "()", F0: textClose},
		{Name: "detach", Sig: "()", F0: textDetach},
		{Name: "reconfigure", Sig: "(*, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None)", Fn: textReconfigure},
		{Name: "seek", Sig: "(cookie, whence=0, /)", FN: textSeek, MinArgs: 1, MaxArgs: 2},
		{Name: "tell", Sig: "()", F0: textTell},
		{Name: "truncate", Sig: "(pos=None, /)", FN: textTruncate, MaxArgs: 1},
		{Name: "fileno", Sig: "()", F0: forward("fileno")},
		{Name: "isatty", Sig: "()", F0: forward("isatty")},
		cannotPickle("__reduce__"), cannotPickle("__reduce_ex__"),
		{Name: "seekable", Sig: "()", F0: forward("seekable")},
		{Name: "readable", Sig: "()", F0: forward("readable")},
		{Name: "writable", Sig: "()", F0: forward("writable")},
	},
	GetSets: []object.GetSetDef{
		finalizingMember,
		{Name: "buffer", Member: true, Get: func(t *Thread, v Value) Value { return native.OrNone(object.As[ioObject](v).Ref) }},
		{Name: "encoding", Member: true, Get: textMember(func(t *Thread, x *textFile) Value {
			if x.encoding == "" {
				return none
			}
			return object.NewStr(t, x.encoding)
		})},
		{Name: "errors", Get: func(t *Thread, v Value) Value {
			x := stateOf[textFile](t, v)
			if x == nil {
				return null
			}
			return object.NewStr(t, x.errors)
		}},
		{Name: "newlines", Get: textField(func(t *Thread, x *textFile) Value { return newlinesSeen(t, x.newlines.seen) })},
		{Name: "line_buffering", Member: true, Get: textMember(func(t *Thread, x *textFile) Value { return object.Bool(x.lineBuffering) })},
		{Name: "write_through", Member: true, Get: textMember(func(t *Thread, x *textFile) Value { return object.Bool(x.writeThrough) })},
		{Name: "closed", Get: textClosed},
		{Name: "name", Get: forwardAttr(object.N_name)},
		{Name: "_CHUNK_SIZE", Get: textField(func(t *Thread, x *textFile) Value { return object.SmallInt(int64(x.chunkSize)) }), Set: setChunkSize},
	},
}))

// textMember makes an attribute that is there whatever state the file is in.
func textMember(f func(t *Thread, x *textFile) Value) object.UnaryFunc {
	return func(t *Thread, v Value) Value {
		if object.As[ioObject](v).Handle == 0 {
			return f(t, &textFile{})
		}
		x := stateOf[textFile](t, v)
		if x == nil {
			return null
		}
		return f(t, x)
	}
}

func textField(f func(t *Thread, x *textFile) Value) object.UnaryFunc {
	return func(t *Thread, v Value) Value {
		x := stateOf[textFile](t, v)
		if x == nil || refOf(t, v) == null {
			return null
		}
		return f(t, x)
	}
}

func setChunkSize(t *Thread, v, n Value) bool {
	x := stateOf[textFile](t, v)
	if x == nil || refOf(t, v) == null {
		return false
	}
	if n == null {
		object.Raise(t, object.TAttributeError, "cannot delete attribute")
		return false
	}
	size, ok := object.AsSize(t, n, object.TValueError)
	if ok && size <= 0 {
		object.Raise(t, object.TValueError, "a strictly positive integer is required")
		ok = false
	}
	if ok {
		x.chunkSize = int(min(size, 1<<30))
	}
	return ok
}

func textInit(t *Thread, self Value, a []Value) bool {
	const fname = "TextIOWrapper"
	unset(t, self)
	encoding, given, ok := native.OptString(t, a[1], fname, "encoding")
	if !ok {
		return false
	}
	if !given && native.WorldIn(t.RT).WarnDefaultEncoding && !object.Warn(t, object.TEncodingWarning, noEncoding) {
		return false
	}
	if !given || encoding == "locale" {
		encoding = native.LocaleEncoding(t.RT)
	}
	errs, given, ok := native.OptString(t, a[2], fname, "errors")
	if !ok {
		return false
	}
	if !given {
		errs = "strict"
	}
	if strings.Contains(errs, "\x00") {
		object.Raise(t, object.TValueError, "embedded null character")
		return false
	}
	newline, givenNL, ok := native.OptString(t, a[3], fname, "newline")
	if !ok {
		return false
	}
	x := &textFile{encoding: encoding, errors: errs, host: FilesOf(t.RT), chunkSize: textChunk}
	if !x.newlines.set(newline, givenNL) {
		raiseNewline(t, a[3])
		return false
	}
	if x.codec, ok = codecs.TextCodec(t, encoding, errs); !ok || t.RT.DevMode && !codecs.HasHandler(t, errs) {
		return false
	}
	if x.lineBuffering, ok = native.OptBool(t, a[4], false); !ok {
		return false
	}
	if x.writeThrough, ok = native.OptBool(t, a[5], false); !ok {
		return false
	}
	return x.attach(t, self, a[0])
}

func raiseNewline(t *Thread, v Value) {
	object.Raise(t, object.TValueError, "illegal newline value: %s", object.GoString(v))
}

// attach puts the text file above its buffer.
func (x *textFile) attach(t *Thread, self, buffer Value) bool {
	var b *bufFile // the buffer, if psy knows it and its raw file
	if buffer.IsExact(tBufReader) || buffer.IsExact(tBufWriter) || buffer.IsExact(tBufRandom) {
		if b = stateOf[bufFile](t, buffer); b == nil {
			return false
		}
		if b.raw == nil {
			b = nil
		}
	}
	if b == nil {
		reads := truthOf(t, buffer, "readable")
		if reads < 0 {
			return false
		}
		writes := truthOf(t, buffer, "writable")
		if writes < 0 {
			return false
		}
		x.reads, x.writes = reads == 1, writes == 1
	}
	s := truthOf(t, buffer, "seekable")
	if s < 0 {
		return false
	}
	x.seekable = s == 1
	x.telling = x.seekable
	if b != nil {
		x.buf = b
		b.above, b.asked = x, false
		x.host.files[x] = true
		if x.seekable && b.writable && x.codec.Bom {
			if n, err := b.raw.Seek(0, 1); err == nil && n+int64(len(b.wbuf)) > 0 {
				x.began = true
			}
		}
	} else {
		r := object.LookupAttr(t, buffer, object.Intern(t, "read1"))
		if r == null && t.Exc != null {
			return false
		}
		x.hasRead1 = r != null
	}
	object.As[ioObject](self).Ref = buffer
	setState(t, self, x)
	trackFile(t, self)
	return true
}

func textRepr(t *Thread, v Value) Value {
	x := stateOf[textFile](t, v)
	if x == nil {
		return null
	}
	more := ""
	mode := object.LookupAttr(t, v, t.N(object.N_mode))
	if mode == null && t.Exc != null {
		return null
	}
	if mode != null {
		s, ok := object.ReprString(t, mode)
		if !ok {
			return null
		}
		more = " mode=" + s
	}
	return ioRepr(t, v, object.TypeName(t, v), more+" encoding='"+x.encoding+"'")
}

// openText returns the state of a text file that is open.
func openText(t *Thread, v Value) *textFile {
	x := stateOf[textFile](t, v)
	if x == nil {
		return nil
	}
	if x.isOpen(v) {
		return x
	}
	if refOf(t, v) == null {
		return nil
	}
	switch IsClosed(t, v) {
	case 0:
		return x
	case 1:
		raiseClosed(t)
	}
	return nil
}

// isOpen reports whether the text file of v is known to be open.
func (x *textFile) isOpen(v Value) bool {
	return x.buf != nil && x.buf.isOpen() && object.As[ioObject](v).Ref != null
}

// What of a textFile lies in the heap, for Held; above bufferKept bytes it is given back when it is empty.
const (
	heldPending = iota
	heldText
	heldChunk
	bufferKept = 64 << 10
)

// encodedSize is how many bytes a text has at most.
func encodedSize(c *codecs.Codec, s *object.Str, errors string) int {
	width := 1
	if !s.IsASCII() {
		width = int(s.Kind()) + 2
	}
	n := int(s.Len)*max(width, c.Widest()) + 8
	if !s.IsASCII() && (errors == "backslashreplace" || errors == "xmlcharrefreplace") {
		for i := range int(s.Len) {
			if !c.Fits(s.At(i)) {
				n += c.Unit() * len(`\U0010FFFF`)
			}
		}
	}
	return n
}

// empty gives up what was written of the pending bytes.
func (x *textFile) empty(t *Thread, v Value) {
	if x.pending = x.pending[:0]; cap(x.pending) > bufferKept {
		x.pending = nil
		t.RT.Heap.Handles().Keep(uint32(object.As[ioObject](v).Handle), heldPending, 0)
	}
}

// encodeLine appends a str to what is pending, with line ends as the file writes them.
func (x *textFile) encode(t *Thread, v, s Value) bool {
	if x.codec.Bom && !x.began && (x.seekable || x.codec.Unit() == 1) { // as in CPython, UTF-16 has none where the place is not known
		x.pending = append(x.pending, x.codec.Mark()...)
	}
	x.began = true
	if x.newlines.write != "" {
		if !t.Room(2 * uint64(object.As[object.Str](s).Len) << object.As[object.Str](s).Kind()) {
			return false
		}
	}
	if x.newlines.write != "" && strings.Contains(object.GoString(s), "\n") {
		if s = object.NewStr(t, strings.ReplaceAll(object.GoString(s), "\n", x.newlines.write)); s == null {
			return false
		}
	}
	if x.foreign() {
		return x.encodeForeign(t, v, s)
	}
	n, handle := len(x.pending), object.As[ioObject](v).Handle
	pending, ok := object.Held(t, handle, heldPending, x.pending, encodedSize(&x.codec, object.As[object.Str](s), x.errors))
	if !ok {
		return false
	}
	x.pending = pending
	p, ok := x.codec.Encode(t, x.pending, s, x.errors)
	if !ok {
		x.pending = p[:n]
		return false
	}
	x.pending = p
	return true
}

// putText appends a str and passes it on when it must not be held back.
func (x *textFile) putText(t *Thread, v, s Value) bool {
	x.beginWrite()
	n := len(x.pending)
	if !x.encode(t, v, s) || x.buf == nil && n > 0 && len(x.pending)-n >= x.chunkSize && !x.drainBefore(t, v, n) {
		return false
	}
	return x.settle(t, v, n)
}

// drainBefore passes what was pending to a buffer of the program's before the text pending from n on, which is enough for a piece of its own. While the
// buffer takes it, more may be written.
func (x *textFile) drainBefore(t *Thread, v Value, n int) bool {
	last, ok := object.Grow(t, []byte(nil), len(x.pending)-n)
	if !ok {
		return false
	}
	last = append(last, x.pending[n:]...)
	for x.pending = x.pending[:n]; len(x.pending) > 0; {
		if !x.drain(t, v) {
			return false
		}
	}
	if x.pending, ok = object.Held(t, object.As[ioObject](v).Handle, heldPending, x.pending, len(last)); ok {
		x.pending = append(x.pending, last...)
	}
	return ok
}

// settle decides what happens with the text pending from n on.
func (x *textFile) settle(t *Thread, v Value, n int) bool {
	if x.lineBuffering && bytes.ContainsAny(x.pending[min(n, len(x.pending)):], "\n\r") {
		return x.flushAny(t, v)
	}
	x.hold()
	if len(x.pending) >= x.chunkSize || x.writeThrough {
		if !x.drain(t, v) {
			return false
		}
		if x.writeThrough && x.buf != nil {
			return x.buf.flushAny(t, object.As[ioObject](v).Ref)
		}
	}
	return true
}

// drain passes what is pending to the buffer.
func (x *textFile) drain(t *Thread, v Value) bool {
	if len(x.pending) == 0 {
		return true
	}
	p := x.pending
	if x.buf != nil {
		if x.pending = x.pending[:0]; !x.buf.quick() {
			x.pending = nil // other threads may write meanwhile
		}
		if !x.buf.writeAny(t, object.As[ioObject](v).Ref, p) {
			return false
		}
		x.empty(t, v)
		return true
	}
	b := object.NewBytes(t, p)
	x.empty(t, v)
	return b != null && object.CallMethod1(t, object.As[ioObject](v).Ref, t.N(object.N_write), b) != null
}

// flushAny passes everything down and flushes the buffer.
func (x *textFile) flushAny(t *Thread, v Value) bool {
	if !x.drain(t, v) {
		return false
	}
	if x.buf != nil {
		return x.buf.flushAny(t, object.As[ioObject](v).Ref)
	}
	return object.CallMethod0(t, object.As[ioObject](v).Ref, t.N(object.N_flush)) != null
}

func (x *textFile) canWrite(t *Thread) bool {
	can := x.writes
	if x.buf != nil {
		can = x.buf.writable
	}
	if !can {
		unsupported(t, "not writable")
	}
	return can
}

func textWrite(t *Thread, v, s Value) Value {
	if !object.IsStr(s) {
		return object.Raise(t, object.TTypeError, "write() argument must be str, not %s", object.TypeName(t, s))
	}
	x := openText(t, v)
	if x == nil || !x.canWrite(t) || !x.putText(t, v, s) {
		return null
	}
	return object.SmallInt(object.As[object.Str](s).Len)
}

// forget drops what was read ahead.
func (x *textFile) forget() {
	x.text, x.pos, x.chunk, x.left, x.markLen, x.before = x.text[:0], 0, x.chunk[:0], nil, 0, 0
	x.newlines.heldCR = false
}

// beginWrite drops what was read ahead: what is written is to stand behind what the program has read. Where there are no places in a file, in a socket, what
// was read stays.
func (x *textFile) beginWrite() {
	if len(x.text) == 0 && len(x.chunk) == 0 {
		return
	}
	if x.telling {
		x.forget()
	}
	x.left, x.newlines.heldCR = nil, false
}

// readBytes reads some bytes from the buffer; none at the end.
func (x *textFile) readBytes(t *Thread, v Value, all bool) ([]byte, bool) {
	buffer := object.As[ioObject](v).Ref
	if x.buf != nil {
		if all {
			return x.buf.readBytes(t, buffer, -1)
		}
		n, ok := x.buf.fillAny(t, buffer)
		if !ok {
			return nil, false
		}
		return x.buf.take(min(n, x.chunkSize)), true
	}
	name, n := "read", int64(x.chunkSize)
	if all {
		n = -1
	} else if x.hasRead1 {
		name = "read1"
	}
	r := native.Call1(t, buffer, name, object.SmallInt(n))
	if r == null {
		return nil, false
	}
	if !object.IsBytes(r) && object.TypeOf(t, r).Slots.Buffer == nil {
		object.Raise(t, object.TTypeError, "underlying %s() should have returned a bytes-like object, not '%s'", name, object.TypeName(t, r))
		return nil, false
	}
	b, ok := native.BufferOf(t, r)
	if !ok {
		return nil, false
	}
	out, ok := object.Grow(t, []byte(nil), len(b))
	return append(out, b[:min(len(b), cap(out))]...), ok
}

// canRead reports whether the buffer can be read from, raising UnsupportedOperation if not.
func (x *textFile) canRead(t *Thread) bool {
	can := x.reads
	if x.buf != nil {
		can = x.buf.readable
	}
	if !can {
		unsupported(t, "not readable")
	}
	return can
}

// fill reads and decodes one chunk, or all that is left; more is false at the end.
func (x *textFile) fill(t *Thread, v Value, all bool) (more, ok bool) {
	if len(x.pending) > 0 && !x.flushAny(t, v) {
		return false, false
	}
	raw, ok := x.readBytes(t, v, all)
	if !ok {
		return false, false
	}
	return x.decode(t, v, raw, all)
}

// decode is fill with the bytes that were read.
func (x *textFile) decode(t *Thread, v Value, raw []byte, all bool) (more, ok bool) {
	if x.foreign() {
		return len(raw) > 0 && !all, x.fillForeign(t, v, raw, all || len(raw) == 0)
	}
	if x.pos == len(x.text) && cap(x.text) > bufferKept {
		x.text, x.pos, x.chunk = nil, 0, nil
		t.RT.Heap.Handles().Keep(uint32(object.As[ioObject](v).Handle), heldText, 0)
		t.RT.Heap.Handles().Keep(uint32(object.As[ioObject](v).Handle), heldChunk, 0)
	}
	// What is left of the text before stays in front of the new text: readers that ask for more take it all.
	if x.pos > 0 {
		x.text, x.pos = append(x.text[:0], x.text[x.pos:]...), 0
	}
	x.before, x.chunk, x.markLen = len(x.text), x.chunk[:0], 0
	if x.newlines.heldCR {
		x.chunk = append(x.chunk, x.codec.Put(nil, '\r')...)
	}
	x.chunk = append(x.chunk, x.left...)
	final := all || len(raw) == 0
	handle := object.As[ioObject](v).Handle
	if !all { // else the text is read at once, and nobody asks for its bytes
		if x.chunk, ok = object.Held(t, handle, heldChunk, x.chunk, len(raw)); !ok {
			return false, false
		}
		x.chunk = append(x.chunk, raw...)
	}
	data, unmarked := raw, false
	if len(x.left) > 0 {
		if data, ok = object.Grow(t, x.left, len(raw)); !ok {
			return false, false
		}
		data = append(data, raw...)
	}
	x.left = nil
	if x.codec.Bom && !x.readMark {
		n, big := x.codec.TakeMark(data, final)
		if n < 0 {
			x.left = bytes.Clone(data)
			return true, true
		}
		x.markLen, x.codec.Big, x.readMark = n, big, true
		data, unmarked = data[n:], n == 0 && x.codec.Unit() > 1
	}
	start, room := len(x.text), x.codec.DecodedRoom(data, x.errors)
	if x.text, ok = object.Held(t, handle, heldText, x.text, room); !ok {
		return false, false
	}
	out, used, ok := x.codec.Decode(t, x.text, data, x.errors, final)
	if ok && unmarked && used >= x.codec.Unit() { // only a file may lack it of which nothing is read
		if b := object.NewBytes(t, data); b != null {
			object.RaiseUnicodeError(t, object.TUnicodeDecodeError, x.codec.Name(), b, 0, x.codec.Unit(), "Stream does not start with BOM")
		}
		x.readMark, ok = false, false
	}
	if !ok {
		return false, false
	}
	if used < len(data) {
		x.left = bytes.Clone(data[used:])
	}
	x.text = append(out[:start], x.newlines.translated(out[start:], final)...)
	return len(raw) > 0 && !all, true
}

func textRead(t *Thread, v Value, args []Value) Value {
	n, ok := optSize(t, args, 0)
	if !ok {
		return null
	}
	x := openText(t, v)
	if x == nil || !x.canRead(t) {
		return null
	}
	if n < 0 {
		if s, done := x.readPlain(t, v); done {
			return s
		}
		s := object.StrOfUTF8(t, x.text[x.pos:])
		x.forget()
		return s
	}
	for more := true; ; {
		end, count := object.SkipUTF8(x.text[x.pos:], int(n))
		if end += x.pos; count == int(n) || !more {
			s := object.StrOfUTF8(t, x.text[x.pos:end])
			x.pos = end
			return s
		}
		if more, ok = x.fill(t, v, false); !ok {
			x.lose()
			return null
		}
	}
}

// lose drops the text that is there, where bytes behind it cannot be decoded.
func (x *textFile) lose() {
	x.text, x.pos, x.chunk, x.markLen, x.before = x.text[:0], 0, x.chunk[:0], 0, 0
}

// readPlain reads all that is left. It is done, if nothing is wrong with that, no line ends are to be translated, and nothing was read ahead; or else the
// text is there. Done without a str: an exception is set.
func (x *textFile) readPlain(t *Thread, v Value) (s Value, done bool) {
	if len(x.text) > x.pos || len(x.left) > 0 || x.newlines.heldCR || len(x.pending) > 0 {
		_, ok := x.fill(t, v, true)
		return null, !ok
	}
	raw, ok := x.readBytes(t, v, true)
	if !ok {
		return null, true
	}
	data, n := raw, 0
	if x.codec.Bom && !x.readMark {
		n, x.codec.Big = x.codec.TakeMark(raw, true)
		data = raw[n:]
	}
	if x.codec.Unit() == 1 || n > 0 || x.readMark || !x.codec.Bom {
		if s, done = x.codec.Whole(t, data); done && s != null && x.newlines.noteWhole(object.As[object.Str](s)) {
			x.forget()
			x.readMark = true
			return s, true
		} else if done && s == null {
			return null, true
		}
	}
	_, ok = x.decode(t, v, raw, true)
	return null, !ok
}

// noteWhole takes notice of the line ends in all that is read of a file; false: there are some to be translated.
func (m *newlineMode) noteWhole(s *object.Str) bool {
	if m.universal {
		if s.IndexASCII('\r', 0) >= 0 {
			return false
		}
		if m.seen&2 == 0 && s.IndexASCII('\n', 0) >= 0 {
			m.seen |= 2
		}
	}
	return true
}

// runeLen is the length of the first code point, surrogates included.
func runeLen(b []byte) int {
	switch {
	case b[0] < 0x80:
		return 1
	case b[0] < 0xE0:
		return 2
	case b[0] < 0xF0:
		return 3
	}
	return 4
}

func textReadline(t *Thread, v Value, args []Value) Value {
	limit, ok := optSize(t, args, 0)
	if !ok {
		return null
	}
	x := openText(t, v)
	if x == nil || !x.canRead(t) {
		return null
	}
	scanned := 0
	for more := true; ; {
		rest := x.text[x.pos:]
		if scanned > len(rest) { // another thread has read meanwhile
			scanned = 0
		}
		end := -1
		if x.newlines.translate || x.newlines.end == "\n" {
			if i := bytes.IndexByte(rest[scanned:], '\n'); i >= 0 {
				end = scanned + i + 1
			}
			scanned = len(rest)
		} else {
			end = x.newlines.lineEnd(rest, more)
		}
		if end < 0 && !more {
			end = len(rest)
		}
		if limit >= 0 {
			i, n := 0, int64(0)
			for i < len(rest) && n < limit {
				i += runeLen(rest[i:])
				n++
			}
			if n == limit && (end < 0 || i < end) {
				end = i
			}
		}
		if end >= 0 {
			s := object.StrOfUTF8(t, rest[:end])
			x.pos += end
			return s
		}
		if more, ok = x.fill(t, v, false); !ok {
			x.lose()
			return null
		}
	}
}

// rawLen is how many bytes of chunk the text read so far came from.
func (x *textFile) rawLen(t *Thread) int {
	read, pos := x.text[x.before:], x.pos-x.before // of this chunk
	if pos <= 0 {
		return 0
	}
	if x.codec.Kind == codecs.KindUTF8 && x.markLen == 0 && bytes.HasPrefix(x.chunk, read[:pos]) {
		return pos // nothing was wrong, and no line ends were translated
	}
	n := x.markLen
	var text []byte
	for i := 0; i < pos && n < len(x.chunk); {
		w := 0
		if text, w = x.codec.Block(t, text[:0], x.chunk[n:], x.errors); w > 0 && !bytes.HasSuffix(text, []byte("\r")) {
			all := len(text)
			if x.newlines.translate {
				all -= bytes.Count(text, []byte("\r\n"))
			}
			if i+all <= pos {
				i, n = i+all, n+w
				continue
			}
		}
		if text, w = x.codec.Piece(t, text[:0], x.chunk[n:], x.errors); w == 0 {
			break
		}
		if x.newlines.translate && read[i] == '\n' && string(text) == "\r" {
			if text, lf := x.codec.Piece(t, text[:0], x.chunk[n+w:], x.errors); string(text) == "\n" {
				w += lf
			}
		}
		n += w
		if x.codec.OneByOne() {
			i += len(text)
		} else {
			i += runeLen(read[i:])
		}
	}
	return n
}

func textFlush(t *Thread, v Value) Value {
	x := openText(t, v)
	if x == nil {
		return null
	}
	x.telling = x.seekable
	if !x.flushAny(t, v) {
		return null
	}
	return none
}

// textClosed is the attribute closed. If another text file was put over the buffer since, and nobody has that one any more, its finalizer has closed
// the buffer, as soon as a collection finds it. Programs wait for that: yapf wraps sys.stdin.buffer in a loop until sys.stdin is closed.
func textClosed(t *Thread, v Value) Value {
	if x, ok := t.RT.Heap.Handles().Get(uint32(object.As[ioObject](v).Handle)).(*textFile); ok {
		if b := x.buf; b != nil && b.above != nil && b.above != x && !b.asked {
			b.asked = true
			if _, ok := object.Collect(t); !ok {
				return null
			}
		}
	}
	return forwardAttr(object.N_closed)(t, v)
}

func textClose(t *Thread, v Value) Value {
	x := stateOf[textFile](t, v)
	if x == nil {
		return null
	}
	buffer := refOf(t, v)
	if buffer == null {
		return null
	}
	return flushAndClose(t, v, buffer, func() {
		x.pending = nil
		x.forget()
		delete(x.host.files, x)
	})
}

func textDetach(t *Thread, v Value) Value {
	buffer := refOf(t, v)
	if buffer == null || object.CallMethod0(t, v, t.N(object.N_flush)) == null {
		return null
	}
	x := stateOf[textFile](t, v)
	if x == nil {
		return null
	}
	delete(x.host.files, x)
	if x.buf != nil {
		x.buf.above = nil
		x.buf = nil
	}
	object.As[ioObject](v).Ref = null
	return buffer
}

func textReconfigure(t *Thread, v Value, a []Value) Value {
	x := openText(t, v)
	if x == nil {
		return null
	}
	encoding, givenEnc, ok := native.OptString(t, a[0], "reconfigure", "encoding")
	if !ok {
		return null
	}
	errs, givenErr, ok := native.OptString(t, a[1], "reconfigure", "errors")
	if !ok {
		return null
	}
	if len(x.text) > 0 && (givenEnc || givenErr || a[2] != null) {
		return unsupported(t, "It is not possible to set the encoding or newline of stream after the first read")
	}
	c := x.codec
	if givenEnc || givenErr {
		switch {
		case !givenEnc:
			encoding = x.encoding
		case encoding == "locale":
			encoding = native.LocaleEncoding(t.RT)
		}
		if !givenErr {
			errs = "strict"
		}
		if before, _, cut := strings.Cut(encoding, "\x00"); cut && before == "locale" {
			return object.Raise(t, object.TLookupError, "unknown encoding: %s", before)
		}
		if c, ok = codecs.TextCodec(t, encoding, errs); !ok {
			return null
		}
	}
	modes := [...]bool{x.lineBuffering, x.writeThrough}
	for i, w := range a[3:5] {
		if w != null && w != none {
			n, ok := object.AsInt64(t, w)
			if !ok {
				return null
			}
			modes[i] = n != 0
		}
	}
	if !x.flushAny(t, v) {
		return null
	}
	began := false // the new encoding's mark is not for the midst of a file
	if (givenEnc || givenErr) && x.writes && x.seekable {
		at := native.Call0(t, object.As[ioObject](v).Ref, "tell")
		if at == null {
			return null
		}
		began = at != object.SmallInt(0)
	}
	if a[2] != null {
		newline, given, ok := native.OptString(t, a[2], "reconfigure", "newline")
		if !ok {
			return null
		}
		m := x.newlines
		if !m.set(newline, given) {
			raiseNewline(t, a[2])
			return null
		}
		x.newlines = m
	}
	x.codec = c
	if givenEnc || givenErr {
		x.encoding, x.errors, x.began = encoding, errs, began
		o := object.As[ioObject](v)
		o.Decoder, o.Encoder = null, null
	}
	x.lineBuffering, x.writeThrough = modes[0], modes[1]
	return none
}

func textTell(t *Thread, v Value) Value {
	x := openText(t, v)
	if x == nil {
		return null
	}
	if !x.seekable {
		return unsupported(t, "underlying stream is not seekable")
	}
	if !x.telling {
		return object.Raise(t, object.TOSError, "telling position disabled by next() call")
	}
	if !x.flushAny(t, v) {
		return null
	}
	r := native.Call0(t, object.As[ioObject](v).Ref, "tell")
	if r == null || len(x.chunk) == 0 {
		return r
	}
	n, ok := object.AsSize(t, r, object.TOverflowError)
	if !ok {
		return null
	}
	k := 0
	if !x.foreign() {
		k = x.rawLen(t)
	} else if k, ok = x.rawForeign(t, v); !ok {
		return null
	}
	return object.NewInt(t, n-int64(len(x.chunk)-k))
}

func textSeek(t *Thread, v Value, args []Value) Value {
	cookie, whence, ok := SeekArgs(t, args)
	if !ok {
		return null
	}
	x := openText(t, v)
	if x == nil {
		return null
	}
	if !x.seekable {
		return unsupported(t, "underlying stream is not seekable")
	}
	buffer := object.As[ioObject](v).Ref
	switch whence {
	case 0:
		if cookie < 0 {
			return object.Raise(t, object.TValueError, "negative seek position %d", cookie)
		}
	case 1:
		if cookie != 0 {
			return unsupported(t, "can't do nonzero cur-relative seeks")
		}
		r := native.Call0(t, v, "tell")
		if r == null {
			return null
		}
		if cookie, ok = object.AsSize(t, r, object.TOverflowError); !ok {
			return null
		}
		whence = 0
	case 2:
		if cookie != 0 {
			return unsupported(t, "can't do nonzero end-relative seeks")
		}
	default:
		return object.Raise(t, object.TValueError, "invalid whence (%d, should be 0, 1 or 2)", whence)
	}
	if !x.flushAny(t, v) {
		return null
	}
	x.forget()
	x.telling = x.seekable
	pos := object.NewInt(t, cookie)
	if pos == null {
		return null
	}
	r := native.Call2(t, buffer, "seek", pos, object.SmallInt(int64(whence)))
	if r == null {
		return null
	}
	start := r == object.SmallInt(0)
	if start {
		x.newlines.seen = 0
	}
	x.readMark = !start
	x.began = !start
	if x.foreign() && !restartForeign(t, v, start) {
		return null
	}
	return r
}

func textTruncate(t *Thread, v Value, args []Value) Value {
	x := openText(t, v)
	if x == nil || !x.flushAny(t, v) {
		return null
	}
	pos := none
	if len(args) > 0 {
		pos = args[0]
	}
	if pos == none && len(x.chunk) > 0 {
		if pos = native.Call0(t, v, "tell"); pos == null {
			return null
		}
	}
	return native.Call1(t, object.As[ioObject](v).Ref, "truncate", pos)
}
