//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// json_extract, -> and ->> with one path. SQLite's own function makes a tree of the text, in memory that is taken and freed for each row, and copies what it
// finds there once more. Where a text is strict JSON, the value is found in the text itself. All else is left to SQLite: what JSON5 allows, errors, rare paths.

package sqlite

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/numfmt"
	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

const (
	jsonLongest = 4 << 10 // SQLite remembers its trees of the last texts, which pays for long ones
	jsonDeepest = 100
	jsonSteps   = 8
)

// onExtract is the function json_extract(text, path), and the operators.
//
//psy:bounded what it calls is SQLite's own function
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
	end, found := findJSON(b, skipSpace(b, 0), 0, path)
	if end < 0 || skipSpace(b, end) < len(b) {
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
	digits := bytes.TrimPrefix(b, []byte{'-'})
	for _, c := range digits {
		if !isDigit(c) {
			f, ok = numfmt.ShortFloat(unsafe.String(&b[0], len(b)))
			return 0, f, false, ok
		}
		n = n*10 + int64(c-'0')
	}
	if len(digits) < len(b) {
		n = -n
	}
	return n, 0, true, len(digits) <= 18
}

func isDigit(c byte) bool { return c-'0' < 10 }

func isJSONSpace(c byte) bool { return c <= ' ' && (c == ' ' || c == '\n' || c == '\t' || c == '\r') }

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

// findJSON finds the value at the end of a path from the value at i. It gives the place behind the latter, -1 if SQLite is to read the text: it is not strict
// JSON, or too deep. The first of several values of a key counts.
//
//psy:bounded by jsonDeepest
func findJSON(b []byte, i, depth int, path []jsonStep) (end int, found []byte) {
	if len(path) == 0 {
		if end = skipJSON(b, i, depth); end >= 0 {
			found = b[i:end]
		}
		return end, found
	}
	key, last := path[0].key, byte(']')
	if key != nil {
		last = '}'
	}
	if i >= len(b) || b[i] != last-2 || depth == jsonDeepest {
		return skipJSON(b, i, depth), nil
	}
	if i = skipSpace(b, i+1); i < len(b) && b[i] == last {
		return i + 1, nil
	}
	for n, wanted := 0, true; ; n++ {
		here := n == path[0].index
		if key != nil {
			from, plain := i+1, false
			if i, plain = skipKey(b, i); i < 0 || !plain && wanted {
				return -1, nil
			}
			here = len(b)-from > len(key) && b[from+len(key)] == '"' && string(b[from:from+len(key)]) == string(key)
		}
		if here && wanted {
			i, found = findJSON(b, i, depth+1, path[1:])
			wanted = false
		} else {
			i = skipJSON(b, i, depth+1)
		}
		more := false
		if i, more = skipComma(b, i, last); !more {
			return i, found
		}
	}
}

// skipJSON gives the place behind a value, -1 if findJSON would.
//
//psy:bounded by jsonDeepest
func skipJSON(b []byte, i, depth int) int {
	if i >= len(b) {
		return -1
	}
	switch c := b[i]; {
	case c == '"':
		i, _ = skipText(b, i+1)
		return i
	case c == '-' || isDigit(c):
		return skipNumber(b, i)
	case c == '{' || c == '[':
		if depth == jsonDeepest {
			return -1
		}
		if i = skipSpace(b, i+1); i < len(b) && b[i] == c+2 {
			return i + 1
		}
		for more := true; more; {
			if c == '{' {
				i, _ = skipKey(b, i)
			}
			if i < 0 {
				return -1
			}
			i = skipJSON(b, i, depth+1)
			i, more = skipComma(b, i, c+2)
		}
		return i
	case c == 't':
		return skipWord(b, i, "true")
	case c == 'f':
		return skipWord(b, i, "false")
	}
	return skipWord(b, i, "null")
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && isJSONSpace(b[i]) {
		i++
	}
	return i
}

// skipComma goes from behind a value to the next one; more: there is one. last ends the object or array.
func skipComma(b []byte, i int, last byte) (next int, more bool) {
	if i < 0 {
		return -1, false
	}
	if i = skipSpace(b, i); i < len(b) && b[i] == ',' {
		return skipSpace(b, i+1), true
	}
	if i < len(b) && b[i] == last {
		return i + 1, false
	}
	return -1, false
}

// skipKey goes from a key to its value.
func skipKey(b []byte, i int) (value int, plain bool) {
	if i >= len(b) || b[i] != '"' {
		return -1, false
	}
	if i, plain = skipText(b, i+1); i < 0 {
		return -1, false
	}
	if i = skipSpace(b, i); i >= len(b) || b[i] != ':' {
		return -1, false
	}
	return skipSpace(b, i+1), plain
}

func skipWord(b []byte, i int, s string) int {
	if len(b)-i < len(s) || string(b[i:i+len(s)]) != s {
		return -1
	}
	return i + len(s)
}

func skipDigits(b []byte, i int) int {
	if i >= len(b) || !isDigit(b[i]) {
		return -1
	}
	for i < len(b) && isDigit(b[i]) {
		i++
	}
	return i
}

func skipNumber(b []byte, i int) int {
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if i = skipDigits(b, i); i < 0 {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i = skipDigits(b, i+1); i < 0 {
			return -1
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		if i++; i < len(b) && (b[i] == '-' || b[i] == '+') {
			i++
		}
		return skipDigits(b, i)
	}
	return i
}

// skipText goes from behind a quote to behind the next one; plain: no escapes are between them.
func skipText(b []byte, i int) (end int, plain bool) {
	plain = true
	for {
		for ; i+8 <= len(b); i += 8 { // a quote, a backslash or a control character among eight
			const ones, tops = 0x0101010101010101, 0x8080808080808080
			x := binary.LittleEndian.Uint64(b[i:])
			quote, slash := x^'"'*ones, x^'\\'*ones
			if special := ((quote-ones)&^quote | (slash-ones)&^slash | (x-' '*ones)&^x) & tops; special != 0 {
				i += bits.TrailingZeros64(special) >> 3
				break
			}
		}
		for i < len(b) && b[i] != '"' && b[i] != '\\' && b[i] >= ' ' {
			i++
		}
		switch {
		case i < len(b) && b[i] == '"':
			return i + 1, plain
		case i+1 >= len(b) || b[i] != '\\':
			return -1, false
		}
		plain = false
		switch b[i+1] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		case 'u':
			if len(b)-i < 6 || !isHex(b[i+2]) || !isHex(b[i+3]) || !isHex(b[i+4]) || !isHex(b[i+5]) {
				return -1, false
			}
		default:
			return -1, false
		}
		i += 2
	}
}

func isHex(c byte) bool { return isDigit(c) || (c|0x20)-'a' < 6 }
