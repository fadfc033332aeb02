// What an unpickler reads: bytes of an object, or of a file, by pieces.

package pickling

import (
	"bytes"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

const prefetch = 128 << 10 // how much is asked of a file's peek

// input is what has been read of the file, or all there is.
func (u *unpickler) input() []byte { return unsafe.Slice((*byte)(u.At), u.End) }

// setInput takes the bytes of an object as what has been read.
func (u *unpickler) setInput(t *Thread, v Value) bool {
	b, ok := object.BufferOf(t, v)
	if !ok {
		if t.Exc == null {
			object.Raise(t, object.TTypeError, "a bytes-like object is required, not '%s'", object.TypeName(t, v))
		}
		return false
	}
	if !v.IsExact(object.TBytes) { // the bytes of others may move while this is read
		if v = object.NewBytes(t, b); v == null {
			return false
		}
		b = object.BytesOf(v)
	}
	u.Data, u.At, u.End, u.Next, u.Fetched = v, unsafe.Pointer(unsafe.SliceData(b)), int64(len(b)), 0, int64(len(b))
	return true
}

// skip reads from the file what was looked at ahead and has been used.
func (u *unpickler) skip(t *Thread) bool {
	n := u.Next - u.Fetched
	if n <= 0 {
		return true
	}
	if object.Call1(t, u.Read, object.NewInt(t, n)) == null {
		return false
	}
	u.Fetched = u.Next
	return true
}

// fromFile reads n bytes of the file, or less if there are not so many; n < 0: a line.
func (u *unpickler) fromFile(t *Thread, n int64) bool {
	if !u.skip(t) {
		return false
	}
	data := null
	if n < 0 {
		data = object.Call0(t, u.ReadLine)
	} else {
		if u.Peek != null && n < prefetch {
			data = object.Call1(t, u.Peek, object.SmallInt(prefetch))
			if data == null {
				if !t.ClearIf(object.TNotImplementedError) {
					return false
				}
				u.Peek = null
			} else {
				if !u.setInput(t, data) {
					return false
				}
				u.Fetched = 0
				if n <= u.End {
					return true
				}
			}
		}
		size := object.NewInt(t, n)
		if size == null {
			return false
		}
		data = object.Call1(t, u.Read, size)
	}
	return data != null && u.setInput(t, data)
}

func truncated(t *Thread) []byte {
	raiseUnpickling(t, "pickle data was truncated")
	return nil
}

// take reads n bytes; nil: an exception is set. They are valid until the next call.
func (u *unpickler) take(t *Thread, n int64) []byte {
	if n <= u.End-u.Next {
		b := unsafe.Slice((*byte)(unsafe.Add(u.At, u.Next)), n)
		u.Next += n
		return b
	}
	if u.Next > 1<<63-1-n {
		raiseUnpickling(t, "read would overflow (invalid bytecode)")
		return nil
	}
	if u.Read == null {
		return truncated(t)
	}
	if !u.fromFile(t, n) {
		return nil
	}
	if u.End < n {
		return truncated(t)
	}
	u.Next = n
	return u.input()[:n]
}

// line reads a line with its end; nil: an exception is set. Lines of fewer bytes than least are refused.
func (u *unpickler) line(t *Thread, least int) []byte {
	rest := u.input()[u.Next:]
	i := bytes.IndexByte(rest, '\n')
	if i >= 0 {
		u.Next += int64(i) + 1
		rest = rest[:i+1]
	} else {
		if u.Read == null {
			return truncated(t)
		}
		if !u.fromFile(t, -1) {
			return nil
		}
		rest = u.input()
		if len(rest) == 0 || rest[len(rest)-1] != '\n' {
			return truncated(t)
		}
		u.Next = u.End
	}
	if len(rest) < least {
		return truncated(t)
	}
	return rest
}

// takeInto fills b; v is the object, a bytearray, that b is the memory of.
func (u *unpickler) takeInto(t *Thread, b []byte, v Value) bool {
	n := min(u.End-u.Next, int64(len(b)))
	copy(b, u.input()[u.Next:u.Next+n])
	u.Next += n
	if b = b[n:]; len(b) == 0 {
		return true
	}
	if u.Read == null {
		truncated(t)
		return false
	}
	if !u.skip(t) {
		return false
	}
	if u.ReadInto == null {
		data := object.Call1(t, u.Read, object.NewInt(t, int64(len(b))))
		if data == null {
			return false
		}
		if !object.IsBytes(data) {
			object.Raise(t, object.TValueError, "read() returned non-bytes object (%s)", reprOf(t, object.TypeOf(t, data).Value()))
			return false
		}
		if copy(b, object.BytesOf(data)) < len(b) {
			truncated(t)
			return false
		}
		return true
	}
	view := object.NewMemoryView(t, v)
	if view == null {
		return false
	}
	if n > 0 {
		if view = object.GetSlice(t, view, object.NewInt(t, n), none, none); view == null {
			return false
		}
	}
	r := object.Call1(t, u.ReadInto, view)
	if r == null {
		return false
	}
	got, ok := object.ArgSize(t, r)
	if ok && got < int64(len(b)) {
		truncated(t)
		return false
	}
	return ok
}
