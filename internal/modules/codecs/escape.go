// The codecs that write characters as escapes: of bytes, of str literals, of raw ones.

package codecs

import (
	"strconv"

	"github.com/psyco-go/psy/internal/lib/unidata"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var escapeCodecs = []FuncDef{
	{Name: "escape_decode", Sig: "(data, errors=None, /)", MinArgs: 1, MaxArgs: 2, FN: escapeDecode},
	{Name: "escape_encode", Sig: "(data, errors=None, /)", MinArgs: 1, MaxArgs: 2, FN: func(t *Thread, _ Value, a []Value) Value {
		if !object.IsBytes(a[0]) {
			return object.BadArgument(t, "escape_encode", "argument 1", "bytes", a[0])
		}
		var out []byte
		for _, c := range object.BytesOf(a[0]) {
			var ok bool
			if out, ok = object.Grow(t, out, escapeMost); !ok {
				return null
			}
			switch {
			case c == '\\' || c == '\'':
				out = append(out, '\\', c)
			case c == '\t':
				out = append(out, `\t`...)
			case c == '\n':
				out = append(out, `\n`...)
			case c == '\r':
				out = append(out, `\r`...)
			case c < ' ' || c >= 0x7F:
				out = appendEscape(out, rune(c))
			default:
				out = append(out, c)
			}
		}
		return withLength(t, object.NewBytes(t, out), len(object.BytesOf(a[0])))
	}},
	{Name: "unicode_escape_encode", Sig: "(str, errors=None, /)", MinArgs: 1, MaxArgs: 2, FN: escapeEncoder(func(out []byte, r rune) []byte {
		switch {
		case r == '\\':
			return append(out, `\\`...)
		case r == '\t':
			return append(out, `\t`...)
		case r == '\n':
			return append(out, `\n`...)
		case r == '\r':
			return append(out, `\r`...)
		case r >= ' ' && r < 0x7F:
			return append(out, byte(r))
		}
		return appendEscape(out, r)
	})},
	{Name: "raw_unicode_escape_encode", Sig: "(str, errors=None, /)", MinArgs: 1, MaxArgs: 2, FN: escapeEncoder(func(out []byte, r rune) []byte {
		if r < 256 {
			return append(out, byte(r))
		}
		return appendEscape(out, r)
	})},
	{Name: "unicode_escape_decode", Sig: "(data, errors=None, final=True, /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, _ Value, a []Value) Value {
		return escapesDecode(t, a, "unicodeescape", unescape)
	}},
	{Name: "raw_unicode_escape_decode", Sig: "(data, errors=None, final=True, /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, _ Value, a []Value) Value {
		return escapesDecode(t, a, "rawunicodeescape", rawUnescape)
	}},
}

// escapeMost is how many bytes an escape has at most.
const escapeMost = len(`\U0010FFFF`)

func escapeEncoder(f func(out []byte, r rune) []byte) func(t *Thread, _ Value, a []Value) Value {
	return func(t *Thread, _ Value, a []Value) Value {
		if !strArg(t, "encode", a[0]) {
			return null
		}
		s := object.As[object.Str](a[0])
		var out []byte
		for i := range int(s.Len) {
			var ok bool
			if out, ok = object.Grow(t, out, escapeMost); !ok {
				return null
			}
			out = f(out, s.At(i))
		}
		return withLength(t, object.NewBytes(t, out), int(s.Len))
	}
}

var simpleEscapes = map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', 'b': '\b', 'f': '\f', 't': '\t', 'n': '\n', 'r': '\r', 'v': '\v', 'a': '\a'}

func isOctal(c byte) bool { return c-'0' < 8 }

func octal(b []byte) (value rune, n int) {
	for n < len(b) && n < 3 && isOctal(b[n]) {
		value = value<<3 | rune(b[n]-'0')
		n++
	}
	return
}

// warnEscape warns of an escape that is none, or of an octal one that is too large; b is what follows the backslash.
func warnEscape(t *Thread, b []byte) bool {
	text := "invalid escape sequence '\\" + string(rune(b[0])) + "'"
	if isOctal(b[0]) {
		text = "invalid octal escape sequence '\\" + string(b[:min(len(b), 3)]) + "'"
	}
	return object.Warn(t, object.TDeprecationWarning, text)
}

func escapeDecode(t *Thread, _ Value, a []Value) Value {
	data, ok := dataArg(t, a[0])
	errors, ok2 := errorsAt(t, a, 1)
	if !ok || !ok2 {
		return null
	}
	out := object.Scratch[byte](t, len(data))
	if out == nil {
		return null
	}
	invalid := -1 // where the first escape begins that is none
	for i := 0; i < len(data); {
		if data[i] != '\\' {
			out = append(out, data[i])
			i++
			continue
		}
		if i++; i == len(data) {
			return object.Raise(t, object.TValueError, "Trailing \\ in string")
		}
		c := data[i]
		switch r, n := octal(data[i:]); {
		case c == '\n':
			i++
		case simpleEscapes[c] != 0:
			out = append(out, simpleEscapes[c])
			i++
		case n > 0:
			if r > 0xFF && invalid < 0 {
				invalid = i
			}
			out = append(out, byte(r))
			i += n
		case c == 'x':
			if x, ok := hexDigits(data[i+1:], 2); ok {
				out = append(out, byte(x))
				i += 3
				break
			}
			switch errors {
			case "strict":
				return object.Raise(t, object.TValueError, "invalid \\x escape at position %d", i-1)
			case "replace":
				out = append(out, '?')
			case "ignore":
			default:
				return object.Raise(t, object.TValueError, "decoding error; unknown error handling code: %s", errors)
			}
			if i++; i < len(data) && isHex(data[i]) {
				i++
			}
		default:
			if invalid < 0 {
				invalid = i
			}
			out = append(out, '\\', c)
			i++
		}
	}
	if invalid >= 0 && !warnEscape(t, data[invalid:]) {
		return null
	}
	return withLength(t, object.NewBytes(t, out), len(data))
}

func isHex(c byte) bool { return c-'0' < 10 || (c|0x20)-'a' < 6 }

func hexDigits(b []byte, n int) (rune, bool) {
	if len(b) < n {
		return 0, false
	}
	x, err := strconv.ParseUint(string(b[:n]), 16, 32)
	return rune(x), err == nil && b[0] != '+' && x <= 0x7FFFFFFF
}

// hexRun is how many hexadecimal digits there are, at most n.
func hexRun(b []byte, n int) int {
	i := 0
	for i < len(b) && i < n && isHex(b[i]) {
		i++
	}
	return i
}

// escapesDecode decodes with a function that reads one escape at the beginning of data: problem is the reason why it cannot be decoded, n what it takes.
func escapesDecode(t *Thread, a []Value, name string, escape func(data []byte) (r rune, n int, problem string)) Value {
	data, ok := dataArg(t, a[0])
	errors, ok2 := errorsAt(t, a, 1)
	final, ok3 := native.BoolAt(t, a, 2, true)
	if !ok || !ok2 || !ok3 {
		return null
	}
	warned := false
	warn := func(data []byte) bool {
		done := name != "unicodeescape" || warned
		warned = true
		return done || warnEscape(t, data)
	}
	out, used, ok := decodeBits(t, data, 0, errors, decodesWhole, func(dst, data []byte) ([]byte, int, bool) {
		for i := 0; i < len(data); {
			if data[i] != '\\' {
				dst = object.AppendWTF8(dst, rune(data[i]))
				i++
				continue
			}
			r, n, problem := escape(data[i:])
			switch {
			case problem != "":
				if !final && i+n == len(data) {
					return dst, i, true
				}
				if v := object.NewBytes(t, data); v != null {
					object.RaiseUnicodeError(t, object.TUnicodeDecodeError, name, v, i, i+n, problem)
				}
				return nil, 0, false
			case r == lineContinues:
			case r == noEscape:
				if !warn(data[i+1:]) {
					return nil, 0, false
				}
				dst = append(dst, '\\')
				dst = object.AppendWTF8(dst, rune(data[i+1]))
			case n == 1 && i+1 == len(data) && !final:
				return dst, i, true
			case n == 4 && r > 0xFF && isOctal(data[i+1]) && !warn(data[i+1:]):
				return nil, 0, false
			default:
				dst = object.AppendWTF8(dst, r)
			}
			i += n
		}
		return dst, len(data), true
	})
	if !ok {
		return null
	}
	if final {
		used = len(data)
	}
	return withLength(t, object.StrOfBytes(t, out), used)
}

const (
	noEscape      = -1 // a backslash and what follows stay
	lineContinues = -2
)

func unescape(b []byte) (r rune, n int, problem string) {
	if len(b) < 2 {
		return 0, 1, "\\ at end of string"
	}
	c := b[1]
	if r, n := octal(b[1:]); n > 0 {
		return r, n + 1, ""
	}
	digits := 0
	switch c {
	case '\n':
		return lineContinues, 2, ""
	case 'x':
		digits, problem = 2, "truncated \\xXX escape"
	case 'u':
		digits, problem = 4, "truncated \\uXXXX escape"
	case 'U':
		digits, problem = 8, "truncated \\UXXXXXXXX escape"
	case 'N':
		if len(b) < 3 || b[2] != '{' {
			return 0, min(len(b), 2), "malformed \\N character escape"
		}
		end := 3
		for end < len(b) && b[end] != '}' {
			end++
		}
		if end == len(b) || end == 3 {
			return 0, end, "malformed \\N character escape"
		}
		if r, ok := unidata.LookupName(string(b[3:end])); ok {
			return r, end + 1, ""
		}
		return 0, end + 1, "unknown Unicode character name"
	default:
		if e := simpleEscapes[c]; e != 0 {
			return rune(e), 2, ""
		}
		return noEscape, 2, ""
	}
	if k := hexRun(b[2:], digits); k < digits {
		return 0, 2 + k, problem
	}
	x, ok := hexDigits(b[2:], digits)
	if !ok || x > 0x10FFFF {
		return 0, 2 + digits, "illegal Unicode character"
	}
	return x, 2 + digits, ""
}

func rawUnescape(b []byte) (r rune, n int, problem string) {
	if len(b) < 2 {
		return '\\', 1, ""
	}
	digits := 0
	switch b[1] {
	case 'u':
		digits, problem = 4, "truncated \\uXXXX escape"
	case 'U':
		digits, problem = 8, "truncated \\UXXXXXXXX escape"
	case '\\':
		return noEscape, 2, ""
	default:
		return '\\', 1, ""
	}
	if k := hexRun(b[2:], digits); k < digits {
		return 0, 2 + k, problem
	}
	x, ok := hexDigits(b[2:], digits)
	if !ok || x > 0x10FFFF {
		return 0, 2 + digits, "\\Uxxxxxxxx out of range"
	}
	return x, 2 + digits, ""
}
