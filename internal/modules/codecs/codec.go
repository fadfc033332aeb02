// Text encodings of files: incremental decoding to UTF-8 (surrogates allowed), encoding, and the error handlers.

package codecs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/cjk"
	"github.com/psyco-go/psy/internal/vm/object"
)

// Codec is an encoding that text files know.
type Codec struct {
	name string // as error messages show it
	Kind uint8
	Big  bool // byte order, where there is one
	Bom  bool // the text begins with a byte order mark

	table *byteTable // of codecTable

	multi            *cjk.Codec // of codecMulti
	reading, writing cjk.State
}

const (
	KindUTF8 uint8 = iota
	codecLatin1
	codecASCII
	codecUTF16
	codecUTF32
	codecTable // one byte a character, by a table
	codecMulti // of package cjk

	KindForeign // known to the program only
)

// UTF8 is the encoding that files have by default.
var UTF8 = Codec{name: "utf-8"}

var dashes = strings.NewReplacer("_", "-", " ", "-")

// Find looks an encoding up by any of its names.
func Find(name string) (Codec, bool) {
	n := dashes.Replace(strings.ToLower(name))
	switch n {
	case "utf-8", "utf8", "u8", "utf", "utf8-ucs2", "utf8-ucs4", "cp65001", "locale":
		return UTF8, true
	case "utf-8-sig", "utf8-sig":
		return Codec{name: "utf-8", Bom: true}, true
	case "latin-1", "latin1", "latin", "l1", "iso-8859-1", "iso8859-1", "iso-8859-1-1987", "8859", "cp819", "ibm819":
		return Codec{name: "latin-1", Kind: codecLatin1}, true
	case "ascii", "us-ascii", "646", "ansi-x3.4-1968", "iso646-us", "us", "cp367", "ibm367":
		return Codec{name: "ascii", Kind: codecASCII}, true
	case "utf-16", "utf16", "u16":
		return Codec{name: "utf-16", Kind: codecUTF16, Bom: true}, true
	case "utf-16-le", "utf-16le", "unicodelittleunmarked":
		return Codec{name: "utf-16-le", Kind: codecUTF16}, true
	case "utf-16-be", "utf-16be", "unicodebigunmarked":
		return Codec{name: "utf-16-be", Kind: codecUTF16, Big: true}, true
	case "utf-32", "utf32", "u32":
		return Codec{name: "utf-32", Kind: codecUTF32, Bom: true}, true
	case "utf-32-le", "utf-32le":
		return Codec{name: "utf-32-le", Kind: codecUTF32}, true
	case "utf-32-be", "utf-32be":
		return Codec{name: "utf-32-be", Kind: codecUTF32, Big: true}, true
	}
	return Codec{}, false
}

// Unit is the number of bytes of one code unit.
func (c *Codec) Unit() int {
	switch c.Kind {
	case codecUTF16:
		return 2
	case codecUTF32:
		return 4
	}
	return 1
}

// utf is Unit for the UTFs, 0 for other encodings.
func (c *Codec) utf() int {
	switch c.Kind {
	case KindUTF8, codecUTF16, codecUTF32:
		return c.Unit()
	}
	return 0
}

// Mark returns the byte order mark that a file of this encoding begins with.
func (c *Codec) Mark() []byte {
	switch {
	case !c.Bom:
		return nil
	case c.Kind == codecUTF16:
		return []byte{0xFF, 0xFE}
	case c.Kind == codecUTF32:
		return []byte{0xFF, 0xFE, 0, 0}
	}
	return []byte{0xEF, 0xBB, 0xBF}
}

// TakeMark looks for a byte order mark at the start of data: its length and the byte order it says; -1: too few bytes to tell.
func (c *Codec) TakeMark(data []byte, final bool) (int, bool) {
	m := c.Mark()
	if len(data) < len(m) {
		if final || !strings.HasPrefix(string(m), string(data)) && c.Kind == KindUTF8 {
			return 0, c.Big
		}
		return -1, false
	}
	if string(data[:len(m)]) == string(m) {
		return len(m), false
	}
	switch {
	case c.Kind == codecUTF16 && data[0] == 0xFE && data[1] == 0xFF:
		return 2, true
	case c.Kind == codecUTF32 && data[0] == 0 && data[1] == 0 && data[2] == 0xFE && data[3] == 0xFF:
		return 4, true
	}
	return 0, c.Big
}

// DecodedRoom is how many bytes decode appends at most.
func (c *Codec) DecodedRoom(data []byte, errors string) int {
	n, bad := len(data), 0
	switch errors { // what becomes of a byte that is wrong
	case "replace", "surrogateescape":
		bad = 3
	case "backslashreplace":
		bad = 4
	}
	each := 1
	switch c.Kind {
	case KindUTF8:
		if bad > 1 && object.ValidUTF8(data) {
			bad = 1
		}
	case codecLatin1:
		each, bad = 2, 0
	case codecUTF16:
		n = n*3/2 + 1 // units of two bytes become three
	case codecTable:
		each = utf8.UTFMax
	case codecMulti:
		each = 3
	}
	return max(n*each, len(data)*bad) + 8
}

// Decode appends the text of data to dst and returns how many bytes it used; an incomplete end stays unless final is set.
func (c *Codec) Decode(t *Thread, dst, data []byte, errors string, final bool) ([]byte, int, bool) {
	switch c.Kind {
	case KindUTF8:
		return c.decodeUTF8(t, dst, data, errors, final)
	case codecLatin1:
		return object.Latin1AsUTF8(dst, data), len(data), true
	case codecASCII:
		for i, b := range data {
			if b < 0x80 {
				dst = append(dst, b)
				continue
			}
			var ok bool
			if dst, ok = c.badBytes(t, dst, data, i, i+1, "ordinal not in range(128)", errors); !ok {
				return dst, i, false
			}
		}
		return dst, len(data), true
	case codecTable:
		for i := 0; i < len(data); i++ {
			if dst, i = c.table.decode(dst, data, i); i == len(data) {
				break
			}
			var ok bool
			if dst, ok = c.badBytes(t, dst, data, i, i+1, undefinedChar, errors); !ok {
				return dst, i, false
			}
		}
		return dst, len(data), true
	}
	if c.Kind == codecMulti {
		return c.decodeMulti(t, dst, data, errors, final)
	}
	return c.decodeWide(t, dst, data, errors, final)
}

// Whole makes a str of data, where there is a way without UTF-8 between and nothing is wrong. Done without a str: an exception is set.
func (c *Codec) Whole(t *Thread, data []byte) (v Value, done bool) {
	switch c.Kind {
	case KindUTF8:
		return object.StrIfUTF8(t, data, false)
	case codecTable:
		return object.BytesMapped(t, data, &c.table.units)
	case codecMulti, KindForeign:
		return null, false
	}
	v = object.DecodeBytes(t, data, c.orderedName(), "strict")
	return v, v != null || !t.ClearIf(object.TUnicodeError)
}

// wholeUTF8 is the length of data without a character at its end of which bytes are missing.
func wholeUTF8(data []byte) int {
	for n := len(data) - 1; n >= 0 && n >= len(data)-(utf8.UTFMax-1); n-- {
		if utf8.RuneStart(data[n]) {
			if utf8.FullRune(data[n:]) {
				break
			}
			return n
		}
	}
	return len(data)
}

func (c *Codec) decodeUTF8(t *Thread, dst, data []byte, errors string, final bool) ([]byte, int, bool) {
	start := wholeUTF8(data)
	if !object.ValidUTF8(data[:start]) {
		start = 0
	}
	dst = append(dst, data[:start]...)
	for i := start; i < len(data); {
		if data[i] < 0x80 {
			dst = append(dst, data[i])
			i++
			continue
		}
		if _, n := utf8.DecodeRune(data[i:]); n > 1 {
			dst = append(dst, data[i:i+n]...)
			i += n
			continue
		}
		if rest := data[i:]; !final && len(rest) == 2 && rest[0] == 0xED && rest[1] >= 0xA0 && rest[1] <= 0xBF {
			return dst, i, true // a surrogate that is cut, for surrogatepass
		}
		n, reason := badUTF8(data[i:])
		if reason == "unexpected end of data" && !final {
			return dst, i, true
		}
		if errors == "surrogatepass" && len(data)-i >= 3 && data[i] == 0xED && data[i+1]&0xE0 == 0xA0 && data[i+2]&0xC0 == 0x80 {
			dst = append(dst, data[i:i+3]...)
			i += 3
			continue
		}
		var ok bool
		if dst, ok = c.badBytes(t, dst, data, i, i+n, reason, errors); !ok {
			return dst, i, false
		}
		i += n
	}
	return dst, len(data), true
}

// badUTF8 tells how many bytes at the start of b belong to one error, and which.
func badUTF8(b []byte) (int, string) {
	c := b[0]
	need, lo, hi := 2, byte(0x80), byte(0xBF)
	switch {
	case c < 0xC2 || c > 0xF4:
		return 1, "invalid start byte"
	case c >= 0xF0:
		need = 4
		if c == 0xF0 {
			lo = 0x90
		} else if c == 0xF4 {
			hi = 0x8F
		}
	case c >= 0xE0:
		need = 3
		if c == 0xE0 {
			lo = 0xA0
		} else if c == 0xED {
			hi = 0x9F
		}
	}
	for i := 1; i < need; i++ {
		if i == len(b) {
			return i, "unexpected end of data"
		}
		if b[i] < lo || b[i] > hi {
			return i, "invalid continuation byte"
		}
		lo, hi = 0x80, 0xBF
	}
	return 1, "invalid start byte"
}

func (c *Codec) decodeWide(t *Thread, dst, data []byte, errors string, final bool) ([]byte, int, bool) {
	u := c.Unit()
	at := func(i int) rune {
		if u == 2 {
			if c.Big {
				return rune(data[i])<<8 | rune(data[i+1])
			}
			return rune(data[i+1])<<8 | rune(data[i])
		}
		if c.Big {
			return rune(uint32(data[i])<<24 | uint32(data[i+1])<<16 | uint32(data[i+2])<<8 | uint32(data[i+3]))
		}
		return rune(uint32(data[i+3])<<24 | uint32(data[i+2])<<16 | uint32(data[i+1])<<8 | uint32(data[i]))
	}
	for i := 0; i < len(data); {
		plain := 0
		if u == 2 {
			dst, plain = object.UTF16AsUTF8(dst, data[i:], c.Big)
		} else {
			dst, plain = object.UTF32AsUTF8(dst, data[i:], c.Big)
		}
		if i += plain; i == len(data) {
			break
		}
		end, reason := i+u, ""
		switch {
		case i+u > len(data):
			end, reason = len(data), "truncated data"
		case u == 4:
			if r := at(i); r < 0 || r > 0x10FFFF {
				reason = "code point not in range(0x110000)"
			} else if r >= 0xD800 && r < 0xE000 {
				reason = "code point in surrogate code point range(0xd800, 0xe000)"
			} else {
				dst = utf8.AppendRune(dst, r)
			}
		default:
			r := at(i)
			switch {
			case r < 0xD800 || r >= 0xE000:
				dst = utf8.AppendRune(dst, r)
			case r >= 0xDC00:
				reason = "illegal encoding"
			case i+4 > len(data):
				end, reason = len(data), "unexpected end of data"
			default:
				if lo := at(i + 2); lo >= 0xDC00 && lo < 0xE000 {
					dst = utf8.AppendRune(dst, 0x10000+(r-0xD800)<<10+lo-0xDC00)
					end = i + 4
				} else {
					reason = "illegal UTF-16 surrogate"
				}
			}
		}
		if reason != "" {
			if end == len(data) && !final && (reason == "truncated data" || reason == "unexpected end of data") {
				return dst, i, true
			}
			var ok bool
			if dst, ok = c.badBytes(t, dst, data, i, end, reason, errors); !ok {
				return dst, i, false
			}
		}
		i = end
	}
	return dst, len(data), true
}

// badBytes applies the error handler to undecodable bytes.
func (c *Codec) badBytes(t *Thread, dst, data []byte, start, end int, reason, errors string) ([]byte, bool) {
	bad := data[start:end]
	switch errors {
	case "ignore":
		return dst, true
	case "replace":
		return utf8.AppendRune(dst, utf8.RuneError), true
	case "backslashreplace":
		for _, b := range bad {
			dst = fmt.Appendf(dst, `\x%02x`, b)
		}
		return dst, true
	case "surrogateescape":
		all := true
		for _, b := range bad {
			all = all && b >= 0x80
		}
		if all {
			for _, b := range bad {
				dst = object.AppendWTF8(dst, 0xDC00+rune(b))
			}
			return dst, true
		}
	case "strict", "surrogatepass":
	default:
		object.Raise(t, object.TLookupError, "unknown error handler name '%s'", errors)
		return dst, false
	}
	if b := object.NewBytes(t, data); b != null {
		object.RaiseUnicodeError(t, object.TUnicodeDecodeError, c.orderedName(), b, start, end, reason)
	}
	return dst, false
}

// Name is the name that errors tell.
func (c *Codec) Name() string { return c.name }

// orderedName is the name that errors while decoding tell: it says in which order bytes were taken.
func (c *Codec) orderedName() string {
	switch {
	case c.Unit() == 1 || strings.HasSuffix(c.name, "e"):
		return c.name
	case c.Big:
		return c.name + "-be"
	}
	return c.name + "-le"
}

// Encode appends a str in this encoding to dst.
func (c *Codec) Encode(t *Thread, dst []byte, v Value, errors string) ([]byte, bool) {
	if c.Kind == codecMulti {
		return c.encodeMulti(t, dst, v, errors)
	}
	s := object.As[object.Str](v)
	if c.Unit() == 1 && c.Kind != codecTable && (s.IsASCII() || c.Kind == codecLatin1 && s.Kind() == 0) {
		return append(dst, s.Bytes()...), true
	}
	n := int(s.Len)
	if c.Kind == KindUTF8 && cap(dst)-len(dst) < n*(int(s.Kind())+2) { // there may be too little room
		dst = slices.Grow(dst, s.SizeUTF8())
	}
	if c.Unit() > 1 {
		switch b, done := object.EncodeWide(t, v, c.Unit(), c.Big); {
		case b != null:
			return append(dst, object.BytesOf(b)...), true
		case done:
			return dst, false
		}
	}
	for i := 0; i < n; {
		switch c.Kind {
		case KindUTF8:
			if dst, i = s.AppendValid(dst, i, n); i == n {
				return dst, true
			}
		case codecTable:
			dst = slices.Grow(dst, n-i)
			for i < n {
				if dst, i = s.AppendMapped(dst, i, c.table.quick[:]); i == n {
					return dst, true
				}
				b, ok := c.table.byteOf(s.At(i))
				if !ok {
					break
				}
				dst = append(dst, b)
				i++
			}
			if i == n {
				return dst, true
			}
		}
		r := s.At(i)
		if c.Fits(r) {
			dst = c.Put(dst, r)
			i++
			continue
		}
		end := i + 1
		for end < n && !c.Fits(s.At(end)) {
			end++
		}
		var ok bool
		if dst, ok = c.badText(t, dst, v, i, end, errors); !ok {
			return dst, false
		}
		i = end
	}
	return dst, true
}

// Fits reports whether the encoding has the character.
func (c *Codec) Fits(r rune) bool {
	switch c.Kind {
	case codecLatin1:
		return r < 0x100
	case codecASCII:
		return r < 0x80
	case codecTable:
		_, ok := c.table.byteOf(r)
		return ok
	case codecMulti:
		return c.fitsMulti(r)
	}
	return r < 0xD800 || r >= 0xE000
}

// Put appends one code point that fits.
func (c *Codec) Put(dst []byte, r rune) []byte {
	two := func(x rune) {
		if c.Big {
			dst = append(dst, byte(x>>8), byte(x))
		} else {
			dst = append(dst, byte(x), byte(x>>8))
		}
	}
	switch c.Kind {
	case codecTable:
		b, _ := c.table.byteOf(r)
		return append(dst, b)
	case KindUTF8:
		return utf8.AppendRune(dst, r)
	case codecUTF16:
		if r >= 0x10000 {
			two(0xD800 + (r-0x10000)>>10)
			two(0xDC00 + (r-0x10000)&0x3FF)
		} else {
			two(r)
		}
		return dst
	case codecUTF32:
		if c.Big {
			return append(dst, byte(r>>24), byte(r>>16), byte(r>>8), byte(r))
		}
		return append(dst, byte(r), byte(r>>8), byte(r>>16), byte(r>>24))
	}
	return append(dst, byte(r))
}

func (c *Codec) puts(dst []byte, text string) []byte {
	for _, r := range text {
		dst = c.Put(dst, r)
	}
	return dst
}

// badText applies the error handler to code points start to end of a str, which the encoding lacks.
func (c *Codec) badText(t *Thread, dst []byte, v Value, start, end int, errors string) ([]byte, bool) {
	s := object.As[object.Str](v)
	switch errors {
	case "ignore", "replace", "backslashreplace", "xmlcharrefreplace":
		for i := start; i < end; i++ {
			dst = c.puts(dst, replacement(errors, s.At(i)))
		}
		return dst, true
	case "surrogateescape", "surrogatepass":
		for i := start; i < end; i++ {
			r := s.At(i)
			switch {
			case errors == "surrogateescape" && r >= 0xDC80 && r < 0xDD00 && c.Unit() == 1:
				dst = append(dst, byte(r))
			case errors == "surrogatepass" && r >= 0xD800 && r < 0xE000 && c.Kind == KindUTF8:
				dst = object.AppendWTF8(dst, r)
			case errors == "surrogatepass" && r >= 0xD800 && r < 0xE000 && c.Unit() > 1:
				dst = c.Put(dst, r)
			default:
				return dst, c.encodeError(t, v, i, end)
			}
		}
		return dst, true
	case "strict":
		return dst, c.encodeError(t, v, start, end)
	}
	object.Raise(t, object.TLookupError, "unknown error handler name '%s'", errors)
	return dst, false
}

// replacement is the text that stands for a character which an encoding lacks, by those handlers that have one.
func replacement(errors string, r rune) string {
	switch {
	case errors == "ignore":
		return ""
	case errors == "replace":
		return "?"
	case errors == "xmlcharrefreplace":
		return "&#" + strconv.Itoa(int(r)) + ";"
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

func (c *Codec) encodeError(t *Thread, v Value, start, end int) bool {
	reason := "surrogates not allowed"
	switch c.Kind {
	case codecLatin1:
		reason = "ordinal not in range(256)"
	case codecASCII:
		reason = "ordinal not in range(128)"
	case codecTable:
		reason = undefinedChar
	}
	object.RaiseUnicodeError(t, object.TUnicodeEncodeError, c.name, v, start, end, reason)
	return false
}

// Piece appends the text of what stands at the start of data, a character or what an error is about, to dst, and returns how many bytes that is; 0: it
// is cut, or cannot be decoded. It is for data that was decoded before; OneByOne tells whether the text is right, or just stands for some character.
func (c *Codec) Piece(t *Thread, dst, data []byte, errors string) ([]byte, int) {
	w := min(c.Width(data), len(data))
	switch c.Kind {
	case KindUTF8:
		if r, n := utf8.DecodeRune(data); r == utf8.RuneError && n == 1 {
			if w, _ = badUTF8(data); errors == "surrogatepass" {
				w = min(3, len(data))
			}
		}
	case codecUTF16:
		switch {
		case w == 4 && !lowSurrogate(data[2:], c.Big):
			w = 2
		case w == 2 && len(data) < 4 && highSurrogate(data, c.Big): // the rest is cut
			w = len(data)
		}
	}
	if c.Kind == codecMulti { // whose state there is not known: the bytes of one character
		if w == 1 && (data[0] == '\r' || data[0] == '\n') {
			return append(dst, data[0]), w
		}
		return append(dst, '?'), w
	}
	dst, n, ok := c.Decode(t, dst, data[:w], errors, true)
	if !ok {
		t.ClearExc()
		return dst, 0
	}
	return dst, n
}

// blockSize is how many bytes are decoded at once where many are.
const blockSize = 256

// Block is Piece of many characters; 0: there are not so many.
func (c *Codec) Block(t *Thread, dst, data []byte, errors string) ([]byte, int) {
	w := blockSize
	if len(data) <= w+1 || c.Kind == codecMulti {
		return dst, 0
	}
	switch c.Kind {
	case KindUTF8:
		for !utf8.RuneStart(data[w]) {
			if w--; w == blockSize-utf8.UTFMax {
				return dst, 0
			}
		}
	case codecUTF16:
		if lowSurrogate(data[w:], c.Big) {
			w -= 2
		}
	}
	dst, n, ok := c.Decode(t, dst, data[:w], errors, true)
	if !ok {
		t.ClearExc()
		return dst, 0
	}
	return dst, n
}

// OneByOne reports whether characters are decoded without a state.
func (c *Codec) OneByOne() bool { return c.Kind != codecMulti }

func lowSurrogate(data []byte, big bool) bool { return surrogate(data, big, 0xDC) }

func highSurrogate(data []byte, big bool) bool { return surrogate(data, big, 0xD8) }

func surrogate(data []byte, big bool, kind byte) bool {
	hi := 1
	if big {
		hi = 0
	}
	return len(data) > hi && data[hi]&0xFC == kind
}

// Width is the number of bytes that the code point at the start of data takes.
func (c *Codec) Width(data []byte) int {
	if len(data) == 0 {
		return 0
	}
	switch c.Kind {
	case KindUTF8:
		_, n := utf8.DecodeRune(data)
		return n
	case codecUTF16:
		hi := 1
		if c.Big {
			hi = 0
		}
		if len(data) >= 4 && data[hi]&0xFC == 0xD8 {
			return 4
		}
	case codecMulti:
		return c.widthMulti(data)
	}
	return min(c.Unit(), len(data))
}
