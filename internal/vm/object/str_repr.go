// repr of strings.

package object

import (
	"bytes"

	"github.com/psyco-go/psy/internal/lib/unidata"
)

const hexDigits = "0123456789abcdef"

// appendEscape appends the escape of a code point that repr does not show as it is.
func appendEscape(b []byte, c rune) []byte {
	switch c {
	case '\t':
		return append(b, `\t`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	}
	return appendHexEscape(b, c)
}

// appendHexEscape appends \x.., \u.... or \U.........
func appendHexEscape(b []byte, c rune) []byte {
	switch {
	case c < 0x100:
		return append(b, '\\', 'x', hexDigits[c>>4], hexDigits[c&15])
	case c < 0x10000:
		return append(b, '\\', 'u', hexDigits[c>>12], hexDigits[c>>8&15], hexDigits[c>>4&15], hexDigits[c&15])
	}
	b = append(b, '\\', 'U', '0', '0', hexDigits[c>>20&15], hexDigits[c>>16&15])
	return append(b, hexDigits[c>>12&15], hexDigits[c>>8&15], hexDigits[c>>4&15], hexDigits[c&15])
}

// plainASCII reports whether repr shows an ASCII text as it is, in single quotes.
func plainASCII(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c >= 0x7F || c == '\'' || c == '\\' {
			return false
		}
	}
	return true
}

// isPlainRune reports whether a code point stands for itself in what repr gives, between single quotes.
func isPlainRune(c rune) bool {
	if c < 0x7F {
		return c >= ' ' && c != '\'' && c != '\\'
	}
	return unidata.IsPrintable(c)
}

func strRepr(t *Thread, v Value) Value {
	s := As[Str](v)
	if s.IsASCII() && plainASCII(s.units1()) {
		r := allocStrKind(t, int(s.Len)+2, StrASCII)
		if r == nil {
			return Null
		}
		u := r.units1()
		u[0], u[len(u)-1] = '\'', '\''
		copy(u[1:], s.units1())
		return Of(r)
	}
	if !s.IsASCII() && s.all(isPlainRune) {
		r := allocStrKind(t, int(s.Len)+2, s.Kind())
		if r == nil {
			return Null
		}
		r.put(0, '\'')
		copy(r.raw(1, int(s.Len)+1), s.Bytes())
		r.put(int(s.Len)+1, '\'')
		return Of(r)
	}
	out := Scratch[byte](t, s.reprRoom())
	if out == nil {
		return Null
	}
	return StrOfBytes(t, appendStrRepr(out, s))
}

// reprRoom is how many bytes repr(s) has at most.
func (s *Str) reprRoom() int {
	room := 2
	for i := range int(s.Len) {
		switch c := s.At(i); {
		case c >= ' ' && c < 0x7F:
			if room++; c == '\'' || c == '"' || c == '\\' {
				room++
			}
		case c < 0x100:
			room += 4
		case c < 0x10000:
			room += 6
		default:
			room += 10
		}
	}
	return room
}

// appendStrRepr appends repr(s) in WTF-8.
func appendStrRepr(b []byte, s *Str) []byte {
	quote := byte('\'')
	if s.hasRune('\'') && !s.hasRune('"') {
		quote = '"'
	}
	b = append(b, quote)
	for i, n := 0, int(s.Len); i < n; i++ {
		switch c := s.At(i); {
		case c == rune(quote) || c == '\\':
			b = append(b, '\\', byte(c))
		case c < 0x7F && c >= ' ':
			b = append(b, byte(c))
		case c < 0x80 || !unidata.IsPrintable(c):
			b = appendEscape(b, c)
		default:
			b = AppendWTF8(b, c)
		}
	}
	return append(b, quote)
}

// hasRune reports whether c occurs in s.
func (s *Str) hasRune(c rune) bool {
	switch s.Kind() {
	case 0:
		return c < 0x100 && bytes.IndexByte(s.units1(), byte(c)) >= 0
	case 1:
		return c < 0x10000 && indexUnit(s.units2(), uint16(c)) >= 0
	}
	return indexUnit(s.units4(), c) >= 0
}
