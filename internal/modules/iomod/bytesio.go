// BytesIO.

package iomod

import (
	"bytes"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

type bytesFile struct {
	data   []byte
	pos    int64
	closed bool
	viewed bool // there may be views by getbuffer
}

var tBytesIOBuffer = object.AllocTypeID()

// bytesIOBuffer is what a view by getbuffer shows.
type bytesIOBuffer struct {
	header
	File Value
}

var _ = object.DefineType(tBytesIOBuffer, object.TypeDef{
	Name: "_io._BytesIOBuffer", Size: unsafe.Sizeof(bytesIOBuffer{}), Refs: 1 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{
		Buffer: func(t *Thread, v Value) ([]byte, bool) {
			b := stateOf[bytesFile](t, object.As[bytesIOBuffer](v).File)
			if b == nil {
				return nil, false
			}
			return b.data, true
		},
		BufferItems: func(v Value) object.BufferItems { return object.BufferItems{Format: 'B', Size: 1, Writable: true} },
	},
	Methods: object.BufferMethods[:],
})

// openToChange is openBytes, if no view forbids that the bytes change their number.
func openToChange(t *Thread, v Value) *bytesFile {
	b := openBytes(t, v)
	if b == nil || b.mayChange(t, v) {
		return b
	}
	return nil
}

func (b *bytesFile) mayChange(t *Thread, v Value) bool {
	if !b.viewed {
		return true
	}
	if object.Viewed(t, func(obj Value) bool { return obj.IsExact(tBytesIOBuffer) && object.As[bytesIOBuffer](obj).File == v }) {
		object.Raise(t, object.TBufferError, "Existing exports of data: object cannot be re-sized")
		return false
	}
	b.viewed = false
	return true
}

var _ = object.DefineType(tBytesIO, ioDef("BytesIO", tBufferedBase, object.TypeDef{
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			v := object.AllocInstance(t, typ)
			if v != null {
				setState(t, v, &bytesFile{})
			}
			return v
		},
		Init: native.BindInit("BytesIO", "(initial_bytes=b'')", func(t *Thread, self Value, a []Value) bool {
			b := stateOf[bytesFile](t, self)
			if b == nil || !b.mayChange(t, self) {
				return false
			}
			*b = bytesFile{}
			if a[0] == null || a[0] == none {
				return true
			}
			data, ok := native.BufferOf(t, a[0])
			if !ok {
				return false
			}
			b.data, ok = object.Held(t, object.As[ioObject](self).Handle, 0, b.data, len(data))
			b.data = append(b.data, data[:min(len(data), cap(b.data))]...)
			return ok
		}),
		Iter: func(t *Thread, v Value) Value {
			if openBytes(t, v) == nil {
				return null
			}
			return v
		},
		Next: func(t *Thread, v Value) Value { return nextLine(t, v, stepBytes, bytesReadline) },
		Step: stepBytes,
	},
	Methods: []FuncDef{
		{Name: "readable", Sig: "()", F0: bytesYes},
		{Name: "writable", Sig: "()", F0: bytesYes},
		{Name: "seekable", Sig: "()", F0: bytesYes},
		{Name: "isatty", Sig: "()", F0: func(t *Thread, v Value) Value {
			if openBytes(t, v) == nil {
				return null
			}
			return object.False
		}},
		{Name: "flush", Sig: "()", F0: func(t *Thread, v Value) Value {
			if openBytes(t, v) == nil {
				return null
			}
			return none
		}},
		{Name: "close", Sig: "()", F0: func(t *Thread, v Value) Value {
			if b := stateOf[bytesFile](t, v); b != nil && b.mayChange(t, v) {
				*b = bytesFile{closed: true}
				t.RT.Heap.Handles().Unkeep(uint32(object.As[ioObject](v).Handle))
				return none
			}
			return null
		}},
		{Name: "tell", Sig: "()", F0: func(t *Thread, v Value) Value {
			b := openBytes(t, v)
			if b == nil {
				return null
			}
			return object.NewInt(t, b.pos)
		}},
		{Name: "getvalue", Sig: "()", F0: func(t *Thread, v Value) Value {
			b := openBytes(t, v)
			if b == nil {
				return null
			}
			return object.NewBytes(t, b.data)
		}},
		{Name: "getbuffer", Sig: "()", F0: func(t *Thread, v Value) Value {
			b := openBytes(t, v)
			if b == nil {
				return null
			}
			x := object.New[bytesIOBuffer](t, tBytesIOBuffer)
			if x == nil {
				return null
			}
			x.File = v
			b.viewed = true
			return object.NewMemoryView(t, object.Of(x))
		}},
		{Name: "read", Sig: "(size=-1, /)", FN: bytesRead, MaxArgs: 1},
		{Name: "read1", Sig: "(size=-1, /)", FN: bytesRead, MaxArgs: 1},
		{Name: "readline", Sig: "(size=-1, /)", FN: bytesReadline, MaxArgs: 1},
		{Name: "readlines", Sig: "(size=None, /)", FN: baseReadlines, MaxArgs: 1},
		{Name: "readinto", Sig: "(buffer, /)", F1: func(t *Thread, v, buf Value) Value {
			b := openBytes(t, v)
			if b == nil {
				return null
			}
			dst, ok := native.WritableBuffer(t, buf, "readinto() argument")
			if !ok {
				return null
			}
			return object.SmallInt(int64(copy(dst, b.take(int64(len(dst))))))
		}},
		{Name: "write", Sig: "(b, /)", F1: bytesWrite},
		{Name: "writelines", Sig: "(lines, /)", F1: baseWritelines},
		{Name: "seek", Sig: "(pos, whence=0, /)", FN: bytesSeek, MinArgs: 1, MaxArgs: 2},
		{Name: "truncate", Sig: "(size=None, /)", FN: bytesTruncate, MaxArgs: 1},
		{Name: "__getstate__", Sig: "()", F0: bytesGetState},
		{Name: "__setstate__", Sig: "(state, /)", F1: bytesSetState},
	},
	GetSets: []object.GetSetDef{{Name: "closed", Get: func(t *Thread, v Value) Value {
		b := stateOf[bytesFile](t, v)
		if b == nil {
			return null
		}
		return object.Bool(b.closed)
	}}},
}))

func openBytes(t *Thread, v Value) *bytesFile {
	b := stateOf[bytesFile](t, v)
	if b != nil && b.closed {
		raiseClosed(t)
		return nil
	}
	return b
}

func bytesYes(t *Thread, v Value) Value {
	if openBytes(t, v) == nil {
		return null
	}
	return object.True
}

// take reads n bytes, or all (-1).
func (b *bytesFile) take(n int64) []byte {
	if b.pos >= int64(len(b.data)) {
		return nil
	}
	p := b.data[b.pos:]
	if n >= 0 && n < int64(len(p)) {
		p = p[:n]
	}
	b.pos += int64(len(p))
	return p
}

func bytesRead(t *Thread, v Value, args []Value) Value {
	b := openBytes(t, v)
	if b == nil {
		return null
	}
	n, ok := optSize(t, args, 0)
	if !ok {
		return null
	}
	return object.NewBytes(t, b.take(n))
}

func bytesReadline(t *Thread, v Value, args []Value) Value {
	b := openBytes(t, v)
	if b == nil {
		return null
	}
	n, ok := optSize(t, args, 0)
	if !ok {
		return null
	}
	if b.pos < int64(len(b.data)) {
		if i := int64(bytes.IndexByte(b.data[b.pos:], '\n') + 1); i > 0 && (n < 0 || i < n) {
			n = i
		}
	}
	return object.NewBytes(t, b.take(n))
}

func bytesWrite(t *Thread, v, data Value) Value {
	b := openToChange(t, v)
	if b == nil {
		return null
	}
	p, ok := native.BufferOf(t, data)
	if !ok {
		return null
	}
	if len(p) == 0 {
		return object.SmallInt(0)
	}
	if !b.pad(t, v, len(p)) {
		return null
	}
	n := copy(b.data[b.pos:], p)
	b.data = append(b.data, p[n:]...)
	b.pos += int64(len(p))
	return object.SmallInt(int64(len(p)))
}

// pad fills the gap between the end and a position behind it with zeros, and makes room for n bytes from the position on.
func (b *bytesFile) pad(t *Thread, v Value, n int) (ok bool) {
	gap := b.pos - int64(len(b.data))
	if gap > 1<<40 {
		t.NoMemory()
		return false
	}
	if b.data, ok = object.Held(t, object.As[ioObject](v).Handle, 0, b.data, max(int(gap)+n, 0)); !ok {
		return false
	}
	if gap > 0 {
		clear(b.data[len(b.data):b.pos])
		b.data = b.data[:b.pos]
	}
	return true
}

func bytesSeek(t *Thread, v Value, args []Value) Value {
	pos, whence, ok := SeekArgs(t, args)
	if !ok {
		return null
	}
	b := openBytes(t, v)
	if b == nil {
		return null
	}
	switch whence {
	case 0:
		if pos < 0 {
			return object.Raise(t, object.TValueError, "negative seek value %d", pos)
		}
	case 1:
		pos += b.pos
	case 2:
		pos += int64(len(b.data))
	default:
		return object.Raise(t, object.TValueError, "invalid whence (%d, should be 0, 1 or 2)", whence)
	}
	b.pos = max(pos, 0)
	return object.NewInt(t, b.pos)
}

func bytesTruncate(t *Thread, v Value, args []Value) Value {
	b := openToChange(t, v)
	if b == nil {
		return null
	}
	size := b.pos
	if len(args) > 0 && args[0] != none {
		n, ok := object.AsSize(t, args[0], object.TOverflowError)
		if !ok {
			return null
		}
		if size = n; size < 0 {
			return object.Raise(t, object.TValueError, "negative size value %d", size)
		}
	}
	if size < int64(len(b.data)) {
		b.data = b.data[:size]
	}
	return object.NewInt(t, size)
}
