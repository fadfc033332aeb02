//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// json_extract, -> and ->> with one path. SQLite's own function makes a tree of the text, in memory that is taken and freed for each row, and copies what it
// finds there once more. Where a text is strict JSON, the value is found in the text itself. All else is left to SQLite: what JSON5 allows, errors, rare paths.

package sqlite

import (
	"bytes"
	"math"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

const (
	jsonLongest = 4 << 10 // SQLite remembers its trees of the last texts, which pays for long ones
	jsonDeepest = 100
	jsonSteps   = 8
)

// onExtract is the function json_extract(text, path), and the operators.
func onExtract(tls *libc.TLS, x uintptr, argc int32, argv uintptr) {
	if argc != 2 || !extractJSON(tls, x, (*[2]*lib.TMem)(at(argv))) {
		usualExtract(tls, x, argc, argv)
	}
}

// extractJSON reports whether the result, which is NULL before, has been set.
func extractJSON(tls *libc.TLS, x uintptr, values *[2]*lib.TMem) bool {
	b, ok := wholeText(values[0])
	if !ok || len(b) > jsonLongest {
		return false
	}
	flags := (*lib.TFuncDef)(at((*lib.Tsqlite3_context)(at(x)).FpFunc)).FpUserData
	var room [jsonSteps]jsonStep
	path, ok := jsonPath(values[1], flags&lib.JSON_ABPATH != 0, room[:0])
	if !ok {
		return false
	}
	r := jsonReader{b: b}
	r.space()
	found := r.value(path, true)
	if r.space(); r.bad || r.i < len(b) {
		return false
	}
	if len(found) == 0 {
		return true
	}
	isList := found[0] == '{' || found[0] == '['
	if flags&lib.JSON_JSON == 0 && !isList {
		return resultJSON(tls, x, found)
	}
	p := lib.Xsqlite3_malloc64(tls, uint64(len(found)))
	if p == 0 {
		lib.Xsqlite3_result_error_nomem(tls, x)
		return true
	}
	n := compactJSON(unsafe.Slice((*byte)(at(p)), len(found)), found)
	lib.Xsqlite3_result_text(tls, x, p, int32(n), pointer(lib.Xsqlite3_free))
	if flags&lib.JSON_SQL == 0 {
		lib.Xsqlite3_result_subtype(tls, x, lib.JSON_SUBTYPE)
	}
	return true
}

// resultJSON makes a value of SQL of one that is neither an object nor an array.
func resultJSON(tls *libc.TLS, x uintptr, b []byte) bool {
	switch b[0] {
	case 'n':
	case 't':
		lib.Xsqlite3_result_int(tls, x, 1)
	case 'f':
		lib.Xsqlite3_result_int(tls, x, 0)
	case '"':
		b = b[1 : len(b)-1]
		if bytes.IndexByte(b, '\\') >= 0 {
			return false
		}
		lib.Xsqlite3_result_text(tls, x, data(b), int32(len(b)), transient)
	default:
		n, f, isInt, ok := jsonNumber(b)
		switch {
		case !ok:
			return false
		case isInt:
			lib.Xsqlite3_result_int64(tls, x, n)
		default:
			lib.Xsqlite3_result_double(tls, x, f)
		}
	}
	return true
}

// jsonNumber is a number's value, where that takes no rounding but of the quotient or product of two floats that are exact.
func jsonNumber(b []byte) (n int64, f float64, isInt, ok bool) {
	negative := b[0] == '-'
	if negative {
		b = b[1:]
	}
	digits, i := 0, 0
	for ; i < len(b) && isDigit(b[i]); i++ {
		n = n*10 + int64(b[i]-'0')
		digits++
	}
	if digits > 18 {
		return
	}
	if i == len(b) {
		if negative {
			n = -n
		}
		return n, 0, true, true
	}
	exponent := 0
	if n == 0 {
		digits = 0
	}
	if b[i] == '.' {
		for i++; i < len(b) && isDigit(b[i]); i++ {
			if n > 0 || b[i] != '0' {
				digits++
			}
			if digits > 15 {
				return
			}
			n = n*10 + int64(b[i]-'0')
			exponent--
		}
	}
	if i < len(b) { // e
		sign, e := 1, 0
		if i++; b[i] == '-' || b[i] == '+' {
			if b[i] == '-' {
				sign = -1
			}
			i++
		}
		if len(b)-i > 3 {
			return
		}
		for ; i < len(b); i++ {
			e = e*10 + int(b[i]-'0')
		}
		exponent += sign * e
	}
	if digits > 15 || exponent < -22 || exponent > 22 {
		return
	}
	f = float64(n)
	if exponent < 0 {
		f /= exactPowers[-exponent]
	} else {
		f *= exactPowers[exponent]
	}
	if negative {
		f = math.Copysign(f, -1)
	}
	return 0, f, false, true
}

// exactPowers are the powers of ten that a float has exactly.
var exactPowers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

func isDigit(c byte) bool { return c-'0' < 10 }

func isJSONSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// compactJSON copies a value without the space between its parts, and gives its length.
func compactJSON(into, b []byte) int {
	n := 0
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '"':
			end := i + 1 + stringEnd(b[i+1:]) + 1
			n += copy(into[n:], b[i:end])
			i = end
		case isJSONSpace(c):
			i++
		default:
			into[n] = c
			n++
			i++
		}
	}
	return n
}

// stringEnd is the place of the quote that ends a string.
func stringEnd(b []byte) int {
	i := 0
	for b[i] != '"' {
		if b[i] == '\\' {
			i++
		}
		i++
	}
	return i
}

// A jsonStep of a path is a key of an object or, if that is nil, an index of an array.
type jsonStep struct {
	key   []byte
	index int
}

// jsonPath appends the steps of a path, unless SQLite is to read it; short says that it may be a key or an index alone.
func jsonPath(v *lib.TMem, short bool, steps []jsonStep) (_ []jsonStep, ok bool) {
	if short && v.Fflags&lib.MEM_AffMask == lib.MEM_Int {
		n := *(*int64)(unsafe.Pointer(&v.Fu))
		return append(steps, jsonStep{index: int(n)}), 0 <= n && n <= math.MaxInt32
	}
	b, ok := plainText(v)
	if !ok || len(b) == 0 {
		return nil, false
	}
	if b[0] != '$' {
		return append(steps, jsonStep{key: b}), short && b[0] != '[' && bytes.IndexByte(b, '"') < 0 && bytes.IndexByte(b, '\\') < 0
	}
	for b = b[1:]; len(b) > 0; {
		if len(steps) == cap(steps) {
			return nil, false
		}
		i := 1
		switch b[0] {
		case '.':
			for i < len(b) && b[i] != '.' && b[i] != '[' {
				i++
			}
			if i == 1 || b[1] == '"' {
				return nil, false
			}
			steps = append(steps, jsonStep{key: b[1:i]})
		case '[':
			n := 0
			for ; i < len(b) && isDigit(b[i]); i++ {
				n = n*10 + int(b[i]-'0')
			}
			if i == 1 || i > 9 || i == len(b) || b[i] != ']' {
				return nil, false
			}
			i++
			steps = append(steps, jsonStep{index: n})
		default:
			return nil, false
		}
		b = b[i:]
	}
	return steps, true
}

// A jsonReader goes through a text.
type jsonReader struct {
	b     []byte
	i     int
	depth int
	bad   bool // SQLite is to read the text: it is not strict JSON, or too deep
}

// fail ends the reading: from here on the text has ended.
func (r *jsonReader) fail() {
	r.bad, r.i = true, len(r.b)
}

// peek is the next byte, 0 at the end.
func (r *jsonReader) peek() byte {
	if r.i < len(r.b) {
		return r.b[r.i]
	}
	return 0
}

func (r *jsonReader) space() {
	for r.i < len(r.b) && isJSONSpace(r.b[r.i]) {
		r.i++
	}
}

// separator takes a byte between spaces, and more of them behind it.
func (r *jsonReader) separator() byte {
	r.space()
	c := r.peek()
	r.i++
	r.space()
	return c
}

// value goes behind a value. It gives what is found there at the end of a path, nil for nothing, if that is wanted.
func (r *jsonReader) value(path []jsonStep, wanted bool) (found []byte) {
	from := r.i
	switch c := r.peek(); {
	case c == '"':
		r.text()
	case c == '{':
		found = r.object(path, wanted)
	case c == '[':
		found = r.array(path, wanted)
	case c == '-' || isDigit(c):
		r.number()
	case c == 't':
		r.word("true")
	case c == 'f':
		r.word("false")
	case c == 'n':
		r.word("null")
	default:
		r.fail()
	}
	if wanted && len(path) == 0 && !r.bad {
		found = r.b[from:r.i]
	}
	return found
}

func (r *jsonReader) word(s string) {
	if len(r.b)-r.i < len(s) || string(r.b[r.i:r.i+len(s)]) != s {
		r.fail()
		return
	}
	r.i += len(s)
}

func (r *jsonReader) digits() {
	if !isDigit(r.peek()) {
		r.fail()
	}
	for r.i < len(r.b) && isDigit(r.b[r.i]) {
		r.i++
	}
}

func (r *jsonReader) number() {
	if r.peek() == '-' {
		r.i++
	}
	if r.peek() == '0' {
		r.i++
	} else {
		r.digits()
	}
	if r.peek() == '.' {
		r.i++
		r.digits()
	}
	if c := r.peek(); c == 'e' || c == 'E' {
		if r.i++; r.peek() == '-' || r.peek() == '+' {
			r.i++
		}
		r.digits()
	}
}

// text goes behind a string; plain: there are no escapes in its content.
func (r *jsonReader) text() (content []byte, plain bool) {
	from := r.i + 1
	plain = true
	for i := from; i < len(r.b); i++ {
		switch c := r.b[i]; {
		case c == '"':
			r.i = i + 1
			return r.b[from:i], plain
		case c < ' ':
			r.fail()
			return nil, false
		case c == '\\':
			plain = false
			if i++; i == len(r.b) {
				break
			}
			if r.b[i] == 'u' {
				if len(r.b)-i < 5 || !isHex(r.b[i+1]) || !isHex(r.b[i+2]) || !isHex(r.b[i+3]) || !isHex(r.b[i+4]) {
					r.fail()
					return nil, false
				}
				i += 4
			} else if bytes.IndexByte([]byte(`"\/bfnrt`), r.b[i]) < 0 {
				r.fail()
				return nil, false
			}
		}
	}
	r.fail()
	return nil, false
}

func isHex(c byte) bool { return isDigit(c) || (c|0x20)-'a' < 6 }

// enter goes into an object or array; empty: it has nothing in it.
func (r *jsonReader) enter(end byte) (empty bool) {
	r.i++
	r.space()
	if r.depth++; r.depth > jsonDeepest {
		r.fail()
	}
	if r.peek() == end {
		r.i++
		r.depth--
		return true
	}
	return false
}

// goesOn reports whether there is more in an object or array.
func (r *jsonReader) goesOn(end byte) bool {
	r.space()
	c := r.peek()
	r.i++
	if c == ',' {
		r.space()
		return true
	}
	if r.depth--; c != end {
		r.fail()
	}
	return false
}

// object goes behind an object. The first of several values of a key counts.
func (r *jsonReader) object(path []jsonStep, wanted bool) (found []byte) {
	if r.enter('}') {
		return nil
	}
	wanted = wanted && len(path) > 0 && path[0].key != nil
	for {
		if r.peek() != '"' {
			r.fail()
			return nil
		}
		key, plain := r.text()
		if r.separator() != ':' {
			r.fail()
			return nil
		}
		switch {
		case !wanted:
			r.value(nil, false)
		case !plain:
			r.fail()
			return nil
		case bytes.Equal(key, path[0].key):
			found, wanted = r.value(path[1:], true), false
		default:
			r.value(nil, false)
		}
		if !r.goesOn('}') {
			return found
		}
	}
}

func (r *jsonReader) array(path []jsonStep, wanted bool) (found []byte) {
	if r.enter(']') {
		return nil
	}
	wanted = wanted && len(path) > 0 && path[0].key == nil
	for i := 0; ; i++ {
		if wanted && i == path[0].index {
			found = r.value(path[1:], true)
		} else {
			r.value(nil, false)
		}
		if !r.goesOn(']') {
			return found
		}
	}
}
