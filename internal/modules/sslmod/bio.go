// The type MemoryBIO: bytes on their way to a connection, or from it.

package sslmod

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tBIO = object.AllocTypeID()

type bioObject struct {
	header
	Handle uint64 // of a *bio
}

// bio is the Go side. Its buffer is memory of the heap's.
type bio struct {
	buf   []byte
	start int // where the bytes begin that were not read
	eof   bool
}

func (b *bio) pending() int { return len(b.buf) - b.start }

// take forgets n bytes that were read.
func (b *bio) take(n int) {
	if b.start += n; b.start == len(b.buf) {
		b.buf, b.start = b.buf[:0], 0
	}
}

func bioOf(t *Thread, v Value) *bio {
	b, _ := t.RT.Heap.Handles().Get(uint32(object.As[bioObject](v).Handle)).(*bio)
	return b
}

// bioWrite appends bytes to a MemoryBIO. False: an exception is set.
func bioWrite(t *Thread, v Value, data []byte) bool {
	b := bioOf(t, v)
	if b.start > 0 && cap(b.buf)-len(b.buf) < len(data) {
		b.buf, b.start = b.buf[:copy(b.buf, b.buf[b.start:])], 0
	}
	buf, ok := object.Held(t, object.As[bioObject](v).Handle, 0, b.buf, len(data))
	if ok {
		b.buf = append(buf, data...)
	}
	return ok
}

func bioRead(t *Thread, v Value, a []Value) Value {
	n := int64(-1)
	if len(a) > 0 {
		var ok bool
		if n, ok = object.AsSize(t, a[0], object.TOverflowError); !ok {
			return null
		}
	}
	b := bioOf(t, v)
	k := b.pending()
	if n >= 0 {
		k = int(min(n, int64(k)))
	}
	r := object.NewBytes(t, b.buf[b.start:b.start+k])
	if r != null {
		b.take(k)
	}
	return r
}

var _ = object.DefineType(tBIO, object.TypeDef{
	Name: "_ssl.MemoryBIO", Size: unsafe.Sizeof(bioObject{}), LayoutFlags: heap.HasHandle, NoWeak: true, Flags: object.TypeBase,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, args []Value, kw Value) Value {
			if typ.Is(tBIO) && !object.NoKeywords(t, "MemoryBIO", kw) {
				return null
			}
			if typ.Is(tBIO) && len(args) > 0 {
				return object.Raise(t, object.TTypeError, "MemoryBIO() takes no positional arguments")
			}
			v := object.AllocInstance(t, typ)
			if v != null {
				object.As[bioObject](v).Handle = uint64(t.RT.Heap.Handles().Put(&bio{}))
			}
			return v
		},
	},
	Methods: []FuncDef{
		{Name: "read", Sig: "(size=-1, /)", MaxArgs: 1, FN: bioRead},
		{Name: "write", Sig: "(b, /)", F1: func(t *Thread, v, data Value) Value {
			b, ok := native.BytesArg(t, data)
			if !ok {
				return null
			}
			if bioOf(t, v).eof {
				return raiseText(t, "cannot write() after write_eof()")
			}
			if !bioWrite(t, v, b) {
				return null
			}
			return object.SmallInt(int64(len(b)))
		}},
		{Name: "write_eof", Sig: "()", F0: func(t *Thread, v Value) Value {
			bioOf(t, v).eof = true
			return none
		}},
	},
	GetSets: []object.GetSetDef{
		{Name: "pending", Get: func(t *Thread, v Value) Value { return object.SmallInt(int64(bioOf(t, v).pending())) }},
		{Name: "eof", Get: func(t *Thread, v Value) Value { b := bioOf(t, v); return object.Bool(b.eof && b.pending() == 0) }},
	},
})
