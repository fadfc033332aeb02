// Encodings: which there are, their names, and what to do about errors. The codecs themselves are in codecs_utf.go.

package object

import (
	"fmt"
	"strconv"
	"strings"
)

// codecKind numbers the encodings.
type codecKind uint8

const (
	codecNone codecKind = iota
	codecUTF8
	codecUTF8Sig
	codecASCII
	codecLatin1
	codecUTF16
	codecUTF16LE
	codecUTF16BE
	codecUTF32
	codecUTF32LE
	codecUTF32BE
)

// codecNames are the names in error messages.
var codecNames = [...]string{codecUTF8: "utf-8", codecUTF8Sig: "utf-8", codecASCII: "ascii", codecLatin1: "latin-1", codecUTF16: "utf-16",
	codecUTF16LE: "utf-16-le", codecUTF16BE: "utf-16-be", codecUTF32: "utf-32", codecUTF32LE: "utf-32-le", codecUTF32BE: "utf-32-be"}

// codecAliases knows the normalized names.
var codecAliases = map[string]codecKind{
	"utf_8": codecUTF8, "utf8": codecUTF8, "u8": codecUTF8, "utf": codecUTF8, "utf8_ucs2": codecUTF8, "utf8_ucs4": codecUTF8, "cp65001": codecUTF8,
	"utf_8_sig": codecUTF8Sig,
	"ascii":     codecASCII, "646": codecASCII, "ansi_x3.4_1968": codecASCII, "ansi_x3_4_1968": codecASCII, "ansi_x3.4_1986": codecASCII,
	"cp367": codecASCII, "csascii": codecASCII, "ibm367": codecASCII, "iso646_us": codecASCII, "iso_646.irv_1991": codecASCII,
	"iso_ir_6": codecASCII, "us": codecASCII, "us_ascii": codecASCII,
	"latin_1": codecLatin1, "latin1": codecLatin1, "8859": codecLatin1, "cp819": codecLatin1, "csisolatin1": codecLatin1, "ibm819": codecLatin1,
	"iso8859": codecLatin1, "iso8859_1": codecLatin1, "iso_8859_1": codecLatin1, "iso_8859_1_1987": codecLatin1, "iso_ir_100": codecLatin1,
	"l1": codecLatin1, "latin": codecLatin1,
	"utf_16": codecUTF16, "utf16": codecUTF16, "u16": codecUTF16,
	"utf_16_le": codecUTF16LE, "utf_16le": codecUTF16LE, "unicodelittleunmarked": codecUTF16LE,
	"utf_16_be": codecUTF16BE, "utf_16be": codecUTF16BE, "unicodebigunmarked": codecUTF16BE,
	"utf_32": codecUTF32, "utf32": codecUTF32, "u32": codecUTF32,
	"utf_32_le": codecUTF32LE, "utf_32le": codecUTF32LE,
	"utf_32_be": codecUTF32BE, "utf_32be": codecUTF32BE,
}

// findCodec resolves an encoding's name: letters in any case, all else but dots separating words.
func findCodec(name string) codecKind {
	switch name {
	case "utf-8":
		return codecUTF8
	case "ascii":
		return codecASCII
	case "latin-1":
		return codecLatin1
	}
	b := make([]byte, 0, len(name))
	gap := false
	for i := 0; i < len(name); i++ {
		c := name[i]
		if asciiIsUpper(c) {
			c += 32
		}
		switch {
		case asciiIsLower(c), c-'0' < 10, c == '.':
			if gap && len(b) > 0 {
				b = append(b, '_')
			}
			gap = false
			b = append(b, c)
		case c < 0x80:
			gap = true
		}
	}
	return codecAliases[string(b)]
}

// NormalEncoding returns the name that error messages give an encoding; "" when there is no such encoding.
func NormalEncoding(name string) string {
	if k := findCodec(name); k != codecNone {
		return codecNames[k]
	}
	return ""
}

// EncodeStr is v.encode(encoding, errors): bytes.
func EncodeStr(t *Thread, v Value, encoding, errors string) Value {
	k := findCodec(encoding)
	if k == codecNone || !KnownHandler(errors) && t.RT.Host != nil {
		if t.RT.Host == nil {
			return unknownEncoding(t, encoding)
		}
		return t.RT.Host.Encode(t, v, encoding, errors)
	}
	s := As[Str](v)
	if s.IsASCII() && (k == codecUTF8 || k == codecASCII || k == codecLatin1) || s.Kind() == 0 && k == codecLatin1 {
		return NewBytes(t, s.units1())
	}
	if r, done := s.encodeWhole(t, k); done {
		return r
	}
	out, ok := encodeText(t, nil, s, v, k, errors)
	if !ok {
		return Null
	}
	return NewBytes(t, out)
}

// DecodeBytes is data.decode(encoding, errors).
func DecodeBytes(t *Thread, data []byte, encoding, errors string) Value {
	k := findCodec(encoding)
	if k == codecNone || !KnownHandler(errors) && t.RT.Host != nil {
		if t.RT.Host == nil {
			return unknownEncoding(t, encoding)
		}
		v := NewBytes(t, data)
		if v == Null {
			return Null
		}
		return t.RT.Host.Decode(t, v, encoding, errors)
	}
	switch k {
	case codecLatin1:
		return newStrBytes(t, data)
	case codecUTF8, codecASCII:
		if asciiBytes(data) {
			return newStrASCII(t, data)
		}
	}
	return decodeText(t, data, k, errors)
}

// newStrASCII makes a str of ASCII bytes.
func newStrASCII(t *Thread, b []byte) Value {
	if len(b) < 2 {
		return newStrUnits(t, b)
	}
	s := allocStrKind(t, len(b), StrASCII)
	if s == nil {
		return Null
	}
	if !blitNew(t, s.units1(), b) {
		return Null
	}
	return Of(s)
}

// unknownEncoding leaves an encoding, or an error handler, that this package does not know to those who know more.
func unknownEncoding(t *Thread, encoding string) Value {
	return Raise(t, TLookupError, "unknown encoding: %s", encoding)
}

// KnownHandler reports whether this package knows an error handler.
func KnownHandler(errors string) bool {
	switch errors {
	case "strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "surrogateescape", "surrogatepass":
		return true
	}
	return false
}

// codecNameOr is the text of an optional argument.
func codecNameOr(v Value, def string) string {
	if v == Null {
		return def
	}
	if s := usualName(As[Str](v)); s != "" {
		return s
	}
	return GoString(v)
}

// usualName is the text of an encoding or error handler that programs name often, so that no string is made for it; "": it is another one.
func usualName(s *Str) string {
	if s.Kind() != 0 {
		return ""
	}
	switch string(s.units1()) {
	case "utf-8":
		return "utf-8"
	case "utf8":
		return "utf-8"
	case "ascii":
		return "ascii"
	case "latin-1":
		return "latin-1"
	case "latin1":
		return "latin-1"
	case "strict":
		return "strict"
	case "ignore":
		return "ignore"
	case "replace":
		return "replace"
	case "surrogateescape":
		return "surrogateescape"
	case "surrogatepass":
		return "surrogatepass"
	}
	return ""
}

func decodeNamed(t *Thread, data []byte, owner, encoding, errors Value) Value {
	r := DecodeBytes(t, data, codecNameOr(encoding, "utf-8"), codecNameOr(errors, "strict"))
	keepAlive(owner)
	return r
}

// encodeError deals with code points lo to hi of v, which cannot be encoded: it returns a text to be encoded instead, or bytes.
func encodeError(t *Thread, k codecKind, v Value, lo, hi int, reason, errors string) (repl string, raw []byte, ok bool) {
	s := As[Str](v)
	switch errors {
	case "strict":
	case "ignore":
		return "", nil, true
	case "replace":
		return strings.Repeat("?", hi-lo), nil, true
	case "backslashreplace":
		var b []byte
		for i := lo; i < hi; i++ {
			b = appendHexEscape(b, s.At(i))
		}
		return string(b), nil, true
	case "xmlcharrefreplace":
		var b []byte
		for i := lo; i < hi; i++ {
			b = append(strconv.AppendInt(append(b, "&#"...), int64(s.At(i)), 10), ';')
		}
		return string(b), nil, true
	case "surrogateescape":
		for i := lo; i < hi; i++ {
			c := s.At(i)
			if c < 0xDC80 || c > 0xDCFF {
				lo, raw = i, nil
				break
			}
			raw = append(raw, byte(c))
		}
		unit := 1
		switch k {
		case codecUTF16, codecUTF16LE, codecUTF16BE:
			unit = 2
		case codecUTF32, codecUTF32LE, codecUTF32BE:
			unit = 4
		}
		if raw != nil && len(raw)%unit == 0 {
			return "", raw, true
		}
	case "surrogatepass":
		if k == codecASCII || k == codecLatin1 {
			break
		}
		for i := lo; i < hi; i++ {
			c := s.At(i)
			if c < 0xD800 || c > 0xDFFF {
				raw = nil
				break
			}
			raw = appendEncoded(raw, c, k)
		}
		if raw != nil {
			return "", raw, true
		}
	default:
		Raise(t, TLookupError, "unknown error handler name '%s'", errors)
		return "", nil, false
	}
	RaiseUnicodeError(t, TUnicodeEncodeError, codecNames[k], v, lo, hi, reason)
	return "", nil, false
}

// decodeError deals with bytes lo to hi, which cannot be decoded: it appends what stands for them and returns where to go on, or -1.
func decodeError(t *Thread, out []rune, k codecKind, data []byte, lo, hi int, reason, errors string) ([]rune, int) {
	switch errors {
	case "strict":
	case "ignore":
		return out, hi
	case "replace":
		return append(out, 0xFFFD), hi
	case "backslashreplace":
		for _, c := range data[lo:hi] {
			for _, r := range fmt.Sprintf(`\x%02x`, c) {
				out = append(out, r)
			}
		}
		return out, hi
	case "surrogateescape":
		i := lo
		for i < hi && data[i] >= 0x80 {
			out = append(out, 0xDC00+rune(data[i]))
			i++
		}
		if i > lo {
			return out, i
		}
	case "surrogatepass":
		if c, n := surrogateAt(data[lo:], k); n > 0 {
			return append(out, c), lo + n
		}
	case "xmlcharrefreplace":
		Raise(t, TTypeError, "don't know how to handle UnicodeDecodeError in error callback")
		return nil, -1
	default:
		Raise(t, TLookupError, "unknown error handler name '%s'", errors)
		return nil, -1
	}
	if obj := bytesFrom(t, string(data)); obj != Null {
		RaiseUnicodeError(t, TUnicodeDecodeError, codecNames[k], obj, lo, hi, reason)
	}
	return nil, -1
}

// surrogateAt decodes a surrogate that lies in its plain form at the start of data; n is its length, 0 if there is none.
func surrogateAt(data []byte, k codecKind) (c rune, n int) {
	switch k {
	case codecUTF8, codecUTF8Sig:
		if len(data) >= 3 && data[0]&0xF0 == 0xE0 && data[1]&0xC0 == 0x80 && data[2]&0xC0 == 0x80 {
			c, n = rune(data[0]&0x0F)<<12|rune(data[1]&0x3F)<<6|rune(data[2]&0x3F), 3
		}
	case codecUTF16LE, codecUTF16BE:
		if len(data) >= 2 {
			c, n = rune(unit16(data, k == codecUTF16BE)), 2
		}
	case codecUTF32LE, codecUTF32BE:
		if len(data) >= 4 {
			if u := unit32(data, k == codecUTF32BE); u < 0x110000 {
				c, n = rune(u), 4
			}
		}
	}
	if c < 0xD800 || c > 0xDFFF {
		return 0, 0
	}
	return c, n
}
