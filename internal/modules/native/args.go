// Reading arguments.

package native

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/vm/object"
)

// BytesArg is the content of a bytes-like argument.
func BytesArg(t *Thread, v Value) ([]byte, bool) {
	b, ok := object.BufferOf(t, v)
	if !ok && t.Exc == null {
		object.Raise(t, object.TTypeError, "a bytes-like object is required, not '%s'", object.TypeName(t, v))
	}
	if ok && !object.Contiguous(v) {
		object.Raise(t, object.TBufferError, "memoryview: underlying buffer is not C-contiguous")
		return nil, false
	}
	return b, ok
}

// Checksum is a function crc(data, start): a is what it was called with, f what it computes.
func Checksum(t *Thread, a []Value, f func(start uint32, b []byte) uint32, start uint32) Value {
	b, ok := BytesArg(t, a[0])
	if !ok {
		return null
	}
	if len(a) > 1 {
		n := object.Index(t, a[1])
		if n == null {
			return null
		}
		if n = object.BinaryOp(t, object.NbAnd, n, object.NewInt(t, 1<<32-1)); n == null {
			return null
		}
		i, _ := object.Int64(n)
		start = uint32(i)
	}
	return object.NewInt(t, int64(f(start, b)))
}

// BoolAt reads the optional argument i.
func BoolAt(t *Thread, a []Value, i int, def bool) (bool, bool) {
	if i >= len(a) {
		return def, true
	}
	return OptBool(t, a[i], def)
}

// WritableBuffer views the bytes of an object that may be written to; what names the argument in the error text.
func WritableBuffer(t *Thread, v Value, what string) ([]byte, bool) {
	b, ok := object.WritableBufferOf(t, v)
	if !ok && (t.Exc == null || t.ClearIf(object.TValueError)) {
		name := "None"
		if v != none {
			name = object.TypeName(t, v)
		}
		object.Raise(t, object.TTypeError, "%s must be read-write bytes-like object, not %s", what, name)
	}
	return b, ok
}

// PathName is os.fspath: the str or bytes of a path; Null: an exception is set.
func PathName(t *Thread, v Value) Value {
	if object.IsStr(v) || object.IsBytes(v) {
		return v
	}
	f := object.LookupSpecial(t, v, t.N(object.N_fspath_))
	if f == null || f == none { // None says that there is none, and so does a method that cannot be bound
		t.ClearExc()
		return object.Raise(t, object.TTypeError, "expected str, bytes or os.PathLike object, not %s", object.TypeName(t, v))
	}
	r := object.Call0(t, f)
	if r != null && !object.IsStr(r) && !object.IsBytes(r) {
		return object.Raise(t, object.TTypeError, "expected %s.__fspath__() to return str or bytes, not %s", object.TypeName(t, v), object.TypeName(t, r))
	}
	return r
}

// FSPath takes a path argument as the system's string: str, bytes, or what __fspath__ returns. *name is what the file is called.
func FSPath(t *Thread, v Value) (path string, name Value, ok bool) {
	if v = PathName(t, v); v == null {
		return "", null, false
	}
	b := v
	if !object.IsBytes(v) {
		if path = object.GoString(v); !utf8.ValidString(path) {
			if b = object.EncodeStr(t, v, "utf-8", "surrogateescape"); b == null {
				return "", null, false
			}
		}
	}
	if object.IsBytes(b) {
		path = string(object.BytesOf(b))
	}
	if strings.IndexByte(path, 0) >= 0 {
		object.Raise(t, object.TValueError, "embedded null byte")
		return "", null, false
	}
	return path, v, true
}

// BufferOf views the bytes of a bytes-like object; the slice is valid while the object is in a local and does not change.
func BufferOf(t *Thread, v Value) ([]byte, bool) {
	if object.IsBytes(v) {
		return object.BytesOf(v), true
	}
	if f := object.TypeOf(t, v).Slots.Buffer; f != nil {
		if b, ok := f(t, v); ok {
			return b, true
		}
		if t.Exc != null {
			return nil, false
		}
	}
	object.Raise(t, object.TTypeError, "a bytes-like object is required, not '%s'", object.TypeName(t, v))
	return nil, false
}

// OptString reads an argument that is a str or None (or absent).
func OptString(t *Thread, v Value, fname, arg string) (s string, given, ok bool) {
	if v == null || v == none {
		return "", false, true
	}
	if !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "%s() argument '%s' must be str or None, not %s", fname, arg, object.TypeName(t, v))
		return "", false, false
	}
	if !object.As[object.Str](v).IsASCII() && object.EncodeStr(t, v, "utf-8", "strict") == null {
		return "", false, false // lone surrogates
	}
	return object.GoString(v), true, true
}

// OptBool reads an argument that is a truth value, or absent.
func OptBool(t *Thread, v Value, def bool) (bool, bool) {
	if v == null {
		return def, true
	}
	r := object.Truth(t, v)
	return r == 1, r >= 0
}

// IsInt reports whether v is an int or a bool, or of a subclass.
func IsInt(v Value) bool {
	return v.IsInt() || v.IsBool() || v.IsPtr() && object.ShapeOf(v).Type.Flags&object.TypeIntSub != 0
}

// FSText is a name of the file system as the text of a str: bytes that are not UTF-8 become lone surrogates.
func FSText(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b []byte
	for len(name) > 0 {
		r, n := utf8.DecodeRuneInString(name)
		if r == utf8.RuneError && n == 1 {
			r = 0xdc00 + rune(name[0])
		}
		b, name = object.AppendWTF8(b, r), name[n:]
	}
	return string(b)
}

// FSStr makes a str of a name of the file system.
func FSStr(t *Thread, name string) Value {
	return object.StrOfBytes(t, []byte(FSText(name)))
}

// TypeOrNone is what errors about arguments call the type of v: None is called by its own name.
func TypeOrNone(t *Thread, v Value) string {
	if v == none {
		return "None"
	}
	return object.TypeName(t, v)
}

// CText is a str argument as C gets it: in UTF-8, without NUL bytes. what begins the text of the error about another type.
func CText(t *Thread, what string, v Value) (string, bool) {
	if !object.IsStr(v) {
		object.Raise(t, object.TTypeError, "%s, not %s", what, TypeOrNone(t, v))
		return "", false
	}
	e := object.EncodeStr(t, v, "utf-8", "strict")
	if e == null {
		return "", false
	}
	s := string(object.BytesOf(e))
	if strings.IndexByte(s, 0) >= 0 {
		object.Raise(t, object.TValueError, "embedded null character")
		return "", false
	}
	return s, true
}

// CInt reads an argument that C takes as an int (format i).
func CInt(t *Thread, v Value) (int, bool) {
	if !v.IsInt() {
		if v = object.Index(t, v); v == null {
			return 0, false
		}
	}
	n, ok := object.Int64(v)
	switch {
	case !ok:
		object.Raise(t, object.TOverflowError, "Python int too large to convert to C long")
	case n > math.MaxInt32:
		object.Raise(t, object.TOverflowError, "signed integer is greater than maximum")
	case n < math.MinInt32:
		object.Raise(t, object.TOverflowError, "signed integer is less than minimum")
	default:
		return int(n), true
	}
	return 0, false
}
