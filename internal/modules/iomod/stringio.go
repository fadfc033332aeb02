// StringIO.

package iomod

import (
	"bytes"
	"strings"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

// stringFile is text in memory. While it is only written at the end, and read from the beginning on, the text is kept in UTF-8 (surrogates allowed) in
// out; otherwise as code points in runes. As long as an initial value is only read, the file has nothing but that: the Ref of its object.
type stringFile struct {
	out      []byte
	runes    []rune
	random   bool
	given    bool // it still has its initial value
	count    int  // code points of out, or of the initial value
	pos      int
	off      int // where pos is in out
	closed   bool
	newlines newlineMode
	convert  string // what \n is written as; "": itself
	newline  string // the argument, for __getstate__; None unless named
	named    bool
}

var _ = object.DefineType(tStringIO, ioDef("StringIO", tTextBase, object.TypeDef{
	Slots: object.Slots{
		New:  newIO,
		Init: native.BindInit("StringIO", "(initial_value='', newline='\\n')", stringInit),
		Iter: func(t *Thread, v Value) Value {
			if openGiven(t, v) == nil {
				return null
			}
			return v
		},
		Next: func(t *Thread, v Value) Value { return nextLine(t, v, stepString, stringReadline) },
		Step: stepString,
	},
	Methods: []FuncDef{
		{Name: "readable", Sig: "()", F0: stringYes},
		{Name: "writable", Sig: "()", F0: stringYes},
		{Name: "seekable", Sig: "()", F0: stringYes},
		{Name: "close", Sig: "()", F0: func(t *Thread, v Value) Value {
			if object.As[ioObject](v).Handle == 0 {
				return none
			}
			if s := stateOf[stringFile](t, v); s != nil {
				*s = stringFile{closed: true}
				object.As[ioObject](v).Ref = null
				t.RT.Heap.Handles().Unkeep(uint32(object.As[ioObject](v).Handle))
				return none
			}
			return null
		}},
		{Name: "getvalue", Sig: "()", F0: func(t *Thread, v Value) Value {
			s := openGiven(t, v)
			switch {
			case s == nil:
				return null
			case s.given:
				return object.As[ioObject](v).Ref
			case !s.random:
				return object.StrOfBytes(t, s.out)
			}
			return strOfRunes(t, s.runes)
		}},
		{Name: "read", Sig: "(size=-1, /)", FN: func(t *Thread, v Value, args []Value) Value {
			n, ok := optSize(t, args, 0)
			s := openGiven(t, v)
			if !ok || s == nil {
				return null
			}
			if s.given {
				end := s.count
				if n >= 0 && n < int64(end-s.pos) {
					end = s.pos + int(n)
				}
				return s.takeGiven(t, v, end)
			}
			if !s.random && (n < 0 || n >= int64(s.count-s.pos)) {
				return s.takeBytes(t, len(s.out))
			}
			if !s.spread(t, v) {
				return null
			}
			return strOfRunes(t, s.take(n))
		}, MaxArgs: 1},
		{Name: "readline", Sig: "(size=-1, /)", FN: stringReadline, MaxArgs: 1},
		{Name: "write", Sig: "(s, /)", F1: stringWrite},
		{Name: "tell", Sig: "()", F0: func(t *Thread, v Value) Value {
			s := openGiven(t, v)
			if s == nil {
				return null
			}
			return object.SmallInt(int64(s.pos))
		}},
		{Name: "seek", Sig: "(pos, whence=0, /)", FN: stringSeek, MinArgs: 1, MaxArgs: 2},
		{Name: "truncate", Sig: "(pos=None, /)", FN: stringTruncate, MaxArgs: 1},
		{Name: "__getstate__", Sig: "()", F0: stringGetState},
		{Name: "__setstate__", Sig: "(state, /)", F1: stringSetState},
	},
	GetSets: []object.GetSetDef{
		{Name: "closed", Get: func(t *Thread, v Value) Value {
			s := stateOf[stringFile](t, v)
			if s == nil {
				return null
			}
			return object.Bool(s.closed)
		}},
		{Name: "newlines", Get: func(t *Thread, v Value) Value {
			s := openString(t, v)
			if s == nil {
				return null
			}
			if !s.newlines.universal {
				return none
			}
			return newlinesSeen(t, s.newlines.seen)
		}},
		{Name: "line_buffering", Get: func(t *Thread, v Value) Value {
			if openGiven(t, v) == nil {
				return null
			}
			return object.False
		}},
	},
}))

// openString is the state of a file that is open, with its text in out or runes.
func openString(t *Thread, v Value) *stringFile {
	s := openGiven(t, v)
	if s == nil || s.given && !s.copyGiven(t, v) {
		return nil
	}
	return s
}

// openGiven is openString of a file that may still have its initial value.
func openGiven(t *Thread, v Value) *stringFile {
	s := stateOf[stringFile](t, v)
	if s != nil && s.closed {
		object.Raise(t, object.TValueError, "I/O operation on closed file")
		return nil
	}
	return s
}

func stringYes(t *Thread, v Value) Value {
	if openGiven(t, v) == nil {
		return null
	}
	return object.True
}

func stringInit(t *Thread, self Value, a []Value) bool {
	newline, given := "\n", true
	if a[1] != null {
		if a[1] == none {
			newline, given = "", false
		} else if !object.IsStr(a[1]) {
			object.Raise(t, object.TTypeError, "newline must be str or None, not %s", object.TypeName(t, a[1]))
			return false
		} else {
			newline = object.GoString(a[1])
		}
	}
	n := &stringFile{newline: newline, named: given}
	if !n.newlines.set(newline, given) {
		if s, ok := object.ReprString(t, a[1]); ok {
			object.Raise(t, object.TValueError, "illegal newline value: %s", s)
		}
		return false
	}
	if given {
		n.convert = n.newlines.write
	}
	if a[0] != null && a[0] != none {
		if !object.IsStr(a[0]) {
			object.Raise(t, object.TTypeError, "initial_value must be str or None, not %s", object.TypeName(t, a[0]))
			return false
		}
	}
	unset(t, self)
	setState(t, self, n)
	if a[0] == null || a[0] == none {
		return true
	}
	if n.newlines.end == "\n" && a[0].IsExact(object.TStr) {
		object.As[ioObject](self).Ref = a[0]
		n.given, n.count = true, int(object.As[object.Str](a[0]).Len)
		return true
	}
	return n.put(t, self, a[0]) && n.seek(t, self, 0)
}

// copyGiven puts the initial value into out.
func (s *stringFile) copyGiven(t *Thread, v Value) bool {
	o := object.As[ioObject](v)
	text, pos := o.Ref, s.pos
	o.Ref, s.given, s.count, s.pos = null, false, 0, 0
	if s.put(t, v, text) && s.seekCopy(t, v, pos) {
		return true
	}
	if !s.random { // as it was
		o.Ref, s.given, s.count, s.pos, s.out, s.off = text, true, int(object.As[object.Str](text).Len), pos, nil, 0
	}
	return false
}

// takeGiven reads up to a place in the initial value.
func (s *stringFile) takeGiven(t *Thread, v Value, end int) Value {
	r := object.StrPart(t, object.As[ioObject](v).Ref, s.pos, end)
	if r != null {
		s.pos = end
	}
	return r
}

// spread changes to the random form.
func (s *stringFile) spread(t *Thread, v Value) (ok bool) {
	if s.random {
		return true
	}
	if s.runes, ok = object.Held(t, object.As[ioObject](v).Handle, 1, s.runes[:0], s.count); !ok {
		return false
	}
	if s.runes = s.runes[:s.count]; !object.RunesOfUTF8(t, s.runes, s.out) {
		return false
	}
	s.random, s.off, s.out = true, 0, nil
	t.RT.Heap.Handles().Keep(uint32(object.As[ioObject](v).Handle), 0, 0)
	return true
}

// wtf8Rune decodes one code point, surrogates included.
func wtf8Rune(b []byte) rune {
	switch len(b) {
	case 1:
		return rune(b[0])
	case 2:
		return rune(b[0]&0x1F)<<6 | rune(b[1]&0x3F)
	case 3:
		return rune(b[0]&0x0F)<<12 | rune(b[1]&0x3F)<<6 | rune(b[2]&0x3F)
	}
	return rune(b[0]&7)<<18 | rune(b[1]&0x3F)<<12 | rune(b[2]&0x3F)<<6 | rune(b[3]&0x3F)
}

func (s *stringFile) seek(t *Thread, v Value, pos int) bool {
	if s.given && pos <= s.count {
		s.pos = pos
		return true
	}
	return (!s.given || s.copyGiven(t, v)) && s.seekCopy(t, v, pos)
}

// seekCopy is seek in out or runes.
func (s *stringFile) seekCopy(t *Thread, v Value, pos int) bool {
	if !s.random && pos <= s.count {
		switch {
		case pos == 0 || len(s.out) == s.count:
			s.pos, s.off = pos, pos
			return true
		case pos == s.count:
			s.pos, s.off = pos, len(s.out)
			return true
		}
	}
	if !s.spread(t, v) {
		return false
	}
	s.pos = pos
	return true
}

// room makes room for n code points, the widest of which takes width bytes.
func (s *stringFile) room(t *Thread, v Value, n, width int) (ok bool) {
	if s.random {
		s.runes, ok = object.Held(t, object.As[ioObject](v).Handle, 1, s.runes, max(s.pos+n-len(s.runes), 0))
	} else {
		s.out, ok = object.Held(t, object.As[ioObject](v).Handle, 0, s.out, n*width)
	}
	return ok
}

// put writes a str.
func (s *stringFile) put(t *Thread, self, v Value) bool {
	x := object.As[object.Str](v)
	if !s.random && s.pos != s.count && !s.spread(t, self) {
		return false
	}
	if s.newlines.translate || s.convert != "" {
		if !t.Room(4 * uint64(x.Len) << x.Kind()) {
			return false
		}
		text := []byte(object.GoString(v))
		if s.newlines.translate {
			text = s.newlines.translated(text, true)
		}
		if s.convert != "" {
			text = []byte(strings.ReplaceAll(string(text), "\n", s.convert))
		}
		if !s.room(t, self, len(text), 1) {
			return false
		}
		for i := 0; i < len(text); {
			n := runeLen(text[i:])
			s.putRune(wtf8Rune(text[i : i+n]))
			i += n
		}
		return true
	}
	width := 1
	if !x.IsASCII() {
		width = 2 + int(x.Kind())
	}
	if !s.room(t, self, int(x.Len), width) {
		return false
	}
	if !s.random {
		s.out = object.AppendStr(s.out, v)
		s.count += int(x.Len)
		s.newlines.note(s.out[s.off:])
		s.pos, s.off = s.count, len(s.out)
		return true
	}
	for i := 0; i < int(x.Len); i++ {
		s.putRune(x.At(i))
	}
	s.newlines.noteRunes(s.runes[s.pos-int(x.Len) : s.pos])
	return true
}

func (s *stringFile) putRune(r rune) {
	if !s.random {
		s.out = object.AppendWTF8(s.out, r)
		s.count++
		s.pos, s.off = s.count, len(s.out)
		return
	}
	for s.pos > len(s.runes) {
		s.runes = append(s.runes, 0)
	}
	if s.pos < len(s.runes) {
		s.runes[s.pos] = r
	} else {
		s.runes = append(s.runes, r)
	}
	s.pos++
}

// take reads n code points, or all (-1).
func (s *stringFile) take(n int64) []rune {
	if s.pos >= len(s.runes) {
		return nil
	}
	p := s.runes[s.pos:]
	if n >= 0 && n < int64(len(p)) {
		p = p[:n]
	}
	s.pos += len(p)
	return p
}

func strOfRunes(t *Thread, p []rune) Value { return object.NewStrRunes(t, p) }

// lineGiven is readline of a file that has a str and was not written to.
func (s *stringFile) lineGiven(t *Thread, v Value, limit int64) Value {
	end := s.count
	if i := object.As[object.Str](object.As[ioObject](v).Ref).IndexASCII('\n', s.pos); i >= 0 {
		end = i + 1
	}
	if limit >= 0 && limit < int64(end-s.pos) {
		end = s.pos + int(limit)
	}
	return s.takeGiven(t, v, end)
}

func stringReadline(t *Thread, v Value, args []Value) Value {
	limit, ok := optSize(t, args, 0)
	s := openGiven(t, v)
	if !ok || s == nil {
		return null
	}
	if s.given {
		return s.lineGiven(t, v, limit)
	}
	if !s.random && limit < 0 {
		return s.takeBytes(t, s.off+s.lineLen(s.out[s.off:]))
	}
	if !s.spread(t, v) {
		return null
	}
	if s.pos >= len(s.runes) {
		return t.RT.EmptyStr
	}
	rest := s.runes[s.pos:]
	n := len(rest)
	if limit >= 0 {
		n = min(n, int(min(limit, 1<<40)))
	}
	for i := 0; i < n; i++ {
		if rest[i] != '\n' && rest[i] != '\r' {
			continue
		}
		switch {
		case s.newlines.universal && !s.newlines.translate:
			if rest[i] == '\r' && i+1 < n && rest[i+1] == '\n' {
				continue
			}
			n = i + 1
		case s.newlines.translate || s.newlines.end == "\n":
			if rest[i] == '\n' {
				n = i + 1
			}
		case endsLine(rest[:i+1], s.newlines.end):
			n = i + 1
		}
	}
	s.pos += n
	return strOfRunes(t, rest[:n])
}

// takeBytes reads up to a place in out.
func (s *stringFile) takeBytes(t *Thread, end int) Value {
	v := object.StrOfBytes(t, s.out[s.off:end])
	if v != null {
		s.pos += int(object.As[object.Str](v).Len)
		s.off = end
	}
	return v
}

// lineLen is how many bytes the first line of b has, with its end.
func (s *stringFile) lineLen(b []byte) int {
	end := s.newlines.end
	switch {
	case s.newlines.translate:
		end = "\n"
	case s.newlines.universal:
		for n := 128; ; n *= 2 {
			part := b[:min(n, len(b))]
			i := bytes.IndexByte(part, '\n')
			if i >= 0 {
				part = part[:i]
			}
			if k := bytes.IndexByte(part, '\r'); k >= 0 && (k+1 == len(b) || b[k+1] != '\n') {
				i = k
			}
			if i >= 0 {
				return i + 1
			}
			if n >= len(b) {
				return len(b)
			}
		}
	}
	if i := bytes.Index(b, []byte(end)); i >= 0 {
		return i + len(end)
	}
	return len(b)
}

// endsLine reports whether text ends with a line end of ASCII characters.
func endsLine(text []rune, end string) bool {
	if len(text) < len(end) {
		return false
	}
	for i, c := range text[len(text)-len(end):] {
		if c != rune(end[i]) {
			return false
		}
	}
	return true
}

func stringWrite(t *Thread, v, text Value) Value {
	if !object.IsStr(text) {
		return object.Raise(t, object.TTypeError, "string argument expected, got '%s'", object.TypeName(t, text))
	}
	s := openString(t, v)
	if s == nil {
		return null
	}
	if s.random && s.pos > 1<<40 {
		return t.NoMemory()
	}
	if !s.put(t, v, text) {
		return null
	}
	return object.SmallInt(object.As[object.Str](text).Len)
}

func stringSeek(t *Thread, v Value, args []Value) Value {
	pos, whence, ok := SeekArgs(t, args)
	s := openGiven(t, v)
	if !ok || s == nil {
		return null
	}
	switch {
	case whence < 0 || whence > 2:
		return object.Raise(t, object.TValueError, "Invalid whence (%d, should be 0, 1 or 2)", whence)
	case whence == 0 && pos < 0:
		return object.Raise(t, object.TValueError, "Negative seek position %d", pos)
	case whence != 0 && pos != 0:
		return object.Raise(t, object.TOSError, "Can't do nonzero cur-relative seeks")
	case whence == 1:
		pos = int64(s.pos)
	case whence == 2:
		pos = int64(s.count)
		if s.random {
			pos = int64(len(s.runes))
		}
	}
	if !s.seek(t, v, int(pos)) {
		return null
	}
	return object.NewInt(t, pos)
}

func stringTruncate(t *Thread, v Value, args []Value) Value {
	s := openString(t, v)
	if s == nil {
		return null
	}
	size := int64(s.pos)
	if len(args) > 0 && args[0] != none {
		n, ok := object.AsSize(t, args[0], object.TOverflowError)
		if !ok {
			return null
		}
		if size = n; size < 0 {
			return object.Raise(t, object.TValueError, "Negative size value %d", size)
		}
	}
	if !s.spread(t, v) {
		return null
	}
	if size < int64(len(s.runes)) {
		s.runes = s.runes[:size]
	}
	return object.NewInt(t, size)
}
