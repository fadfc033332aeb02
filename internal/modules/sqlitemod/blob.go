//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// The type Blob: a value of a column, read and written in place.

package sqlitemod

import (
	"math"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/sqlite"
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tBlob = object.AllocTypeID()

// blob is a sqlite3.Blob.
type blob struct {
	header
	Handle uint64 // of a *blobState
	Conn   Value
	Offset int64
}

// blobState is the Go side of a blob.
type blobState struct {
	c *conn
	h sqlite.BlobHandle // 0: closed
}

// Close is called by the collector.
func (b *blobState) Close() error {
	if b.h != 0 {
		b.c.lost = append(b.c.lost, b)
	}
	return nil
}

func (b *blobState) close() {
	if b.h != 0 {
		b.c.CloseBlob(b.h)
		b.h = 0
		delete(b.c.blobs, b)
	}
}

var _ = object.DefineType(tBlob, object.TypeDef{
	Name: "sqlite3.Blob", Size: unsafe.Sizeof(blob{}), Refs: 1 << 2, LayoutFlags: heap.HasHandle, Flags: object.TypeNoInstances,
	Slots: object.Slots{
		Len: func(t *Thread, v Value) int64 {
			b := usableBlob(t, v)
			if b == nil {
				return -1
			}
			return int64(b.c.BlobSize(b.h))
		},
		Subscript: blobItem, SetSubscript: setBlobItem,
	},
	Methods: []FuncDef{
		{Name: "close", Sig: "()", F0: func(t *Thread, v Value) Value {
			o := object.As[blob](v)
			if usable(t, o.Conn) == nil {
				return null
			}
			stateOfBlob(t, o).close()
			return none
		}},
		{Name: "read", Sig: "(length=-1, /)", MaxArgs: 1, FN: blobRead},
		{Name: "write", Sig: "(data, /)", F1: blobWrite},
		{Name: "seek", Sig: "(offset, origin=0, /)", MinArgs: 1, MaxArgs: 2, FN: blobSeek},
		{Name: "tell", Sig: "()", F0: func(t *Thread, v Value) Value {
			if usableBlob(t, v) == nil {
				return null
			}
			return object.NewInt(t, object.As[blob](v).Offset)
		}},
		{Name: "__enter__", Sig: "()", F0: func(t *Thread, v Value) Value {
			if usableBlob(t, v) == nil {
				return null
			}
			return v
		}},
		{Name: "__exit__", Sig: "(type, val, tb, /)", MinArgs: 3, MaxArgs: 3, FN: func(t *Thread, v Value, _ []Value) Value {
			b := usableBlob(t, v)
			if b == nil {
				return null
			}
			b.close()
			return object.False
		}},
	},
})

func stateOfBlob(t *Thread, o *blob) *blobState {
	return t.RT.Heap.Handles().Get(uint32(o.Handle)).(*blobState)
}

// usableBlob is the Go side of a blob that is open; nil: an exception is set.
func usableBlob(t *Thread, v Value) *blobState {
	o := object.As[blob](v)
	if usable(t, o.Conn) == nil {
		return nil
	}
	b := stateOfBlob(t, o)
	if b.h == 0 {
		raise(t, eProgrammingError, "Cannot operate on a closed blob.")
		return nil
	}
	return b
}

// openBlob is Connection.blobopen.
func openBlob(t *Thread, v Value, a []Value) Value {
	table, ok := textArg(t, a[0], "blobopen() argument 1")
	if !ok {
		return null
	}
	column, ok := textArg(t, a[1], "blobopen() argument 2")
	if !ok {
		return null
	}
	n, ok := int64Of(t, a[2])
	if !ok {
		return null
	}
	readonly, ok := native.OptBool(t, a[3], false)
	if !ok {
		return null
	}
	name, ok := nameArg(t, a[4], "blobopen")
	if !ok {
		return null
	}
	c, self := usable(t, v), connectionOf(v)
	if c == nil || !c.enter(t, self) {
		return null
	}
	defer c.leave(t)
	h, rc := c.OpenBlob(name, table, column, n, !readonly)
	if rc != sqlite.OK {
		return c.fail(t)
	}
	b := &blobState{c, h}
	o := object.New[blob](t, tBlob)
	if o == nil {
		c.CloseBlob(h)
		return null
	}
	c.blobs[b] = true
	o.Conn, o.Handle = v, uint64(t.RT.Heap.Handles().Put(b))
	t.RT.Heap.Handles().Own(uint32(o.Handle))
	return object.Of(o)
}

// readAt gives n bytes from an offset.
func (b *blobState) readAt(t *Thread, self *connection, offset, n int) Value {
	v, buf := object.MakeBytes(t, n)
	if v == null || !b.c.enter(t, self) {
		return null
	}
	defer b.c.leave(t)
	if n > 0 && b.c.ReadBlob(b.h, buf, offset) != sqlite.OK {
		return b.c.fail(t)
	}
	return v
}

func (b *blobState) writeAt(t *Thread, self *connection, offset int, data []byte) bool {
	if !b.c.enter(t, self) {
		return false
	}
	defer b.c.leave(t)
	if b.c.WriteBlob(b.h, data, offset) != sqlite.OK {
		b.c.fail(t)
		return false
	}
	return true
}

func blobRead(t *Thread, v Value, a []Value) Value {
	n := -1
	if len(a) > 0 {
		var ok bool
		if n, ok = object.AsInt(t, a[0]); !ok {
			return null
		}
	}
	b, o := usableBlob(t, v), object.As[blob](v)
	if b == nil {
		return null
	}
	left := b.c.BlobSize(b.h) - int(o.Offset)
	if n < 0 || n > left {
		n = left
	}
	if n == 0 {
		return object.NewBytes(t, nil)
	}
	r := b.readAt(t, connectionOf(o.Conn), int(o.Offset), n)
	if r != null {
		o.Offset += int64(n)
	}
	return r
}

func blobWrite(t *Thread, v, data Value) Value {
	x, ok := bytesArg(t, data)
	if !ok {
		return null
	}
	b, o := usableBlob(t, v), object.As[blob](v)
	if b == nil {
		return null
	}
	if left := b.c.BlobSize(b.h) - int(o.Offset); len(x) > left {
		return object.Raise(t, object.TValueError, "data longer than blob length")
	}
	if !b.writeAt(t, connectionOf(o.Conn), int(o.Offset), x) {
		return null
	}
	o.Offset += int64(len(x))
	return none
}

func blobSeek(t *Thread, v Value, a []Value) Value {
	offset, ok := object.AsInt(t, a[0])
	if !ok {
		return null
	}
	origin := 0
	if len(a) > 1 {
		if origin, ok = object.AsInt(t, a[1]); !ok {
			return null
		}
	}
	b, o := usableBlob(t, v), object.As[blob](v)
	if b == nil {
		return null
	}
	size, base := b.c.BlobSize(b.h), 0
	switch origin {
	case 0:
	case 1:
		base = int(o.Offset)
	case 2:
		base = size
	default:
		return object.Raise(t, object.TValueError, "'origin' should be os.SEEK_SET, os.SEEK_CUR, or os.SEEK_END")
	}
	if base+offset > math.MaxInt32 {
		return object.Raise(t, object.TOverflowError, "seek offset results in offset out of range")
	}
	if offset += base; offset < 0 || offset > size {
		return object.Raise(t, object.TValueError, "offset out of blob range")
	}
	o.Offset = int64(offset)
	return none
}

// index is a subscript as an offset; -1: an exception is set.
func (b *blobState) index(t *Thread, k Value) int {
	n, ok := object.AsSize(t, k, object.TIndexError)
	if !ok {
		return -1
	}
	size := int64(b.c.BlobSize(b.h))
	if n < 0 {
		n += size
	}
	if n < 0 || n >= size {
		object.Raise(t, object.TIndexError, "Blob index out of range")
		return -1
	}
	return int(n)
}

func blobItem(t *Thread, v, k Value) Value {
	b := usableBlob(t, v)
	if b == nil {
		return null
	}
	self := connectionOf(object.As[blob](v).Conn)
	switch {
	case object.IsIndex(t, k):
		i := b.index(t, k)
		if i < 0 {
			return null
		}
		r := b.readAt(t, self, i, 1)
		if r == null {
			return null
		}
		return object.SmallInt(int64(object.BytesOf(r)[0]))
	case k.IsExact(object.TSlice):
		start, _, step, n, ok := object.SliceIndices(t, k, int64(b.c.BlobSize(b.h)))
		if !ok {
			return null
		}
		switch {
		case n == 0:
			return object.NewBytes(t, nil)
		case step == 1:
			return b.readAt(t, self, int(start), int(n))
		}
		lo, hi := start, start+(n-1)*step
		if step < 0 {
			lo, hi = hi, lo
		}
		all := b.readAt(t, self, int(lo), int(hi-lo+1))
		if all == null {
			return null
		}
		r, out := object.MakeBytes(t, int(n))
		if r == null {
			return null
		}
		for i := range out {
			out[i] = object.BytesOf(all)[start-lo+int64(i)*step]
		}
		return r
	}
	return object.Raise(t, object.TTypeError, "Blob indices must be integers")
}

func setBlobItem(t *Thread, v, k, x Value) bool {
	b := usableBlob(t, v)
	if b == nil {
		return false
	}
	self := connectionOf(object.As[blob](v).Conn)
	switch {
	case object.IsIndex(t, k):
		if x == null {
			object.Raise(t, object.TTypeError, "Blob doesn't support item deletion")
			return false
		}
		i := b.index(t, k)
		if i < 0 {
			return false
		}
		if !object.IsIntLike(x) {
			object.Raise(t, object.TTypeError, "'%s' object cannot be interpreted as an integer", object.TypeName(t, x))
			return false
		}
		n, ok := object.Int64(object.Index(t, x))
		if !ok || n < 0 || n > 255 {
			object.Raise(t, object.TValueError, "byte must be in range(0, 256)")
			return false
		}
		one, buf := object.MakeBytes(t, 1)
		if one == null {
			return false
		}
		buf[0] = byte(n)
		return b.writeAt(t, self, i, object.BytesOf(one))
	case k.IsExact(object.TSlice):
		return b.setSlice(t, self, k, x)
	}
	object.Raise(t, object.TTypeError, "Blob indices must be integers")
	return false
}

func (b *blobState) setSlice(t *Thread, self *connection, k, x Value) bool {
	if x == null {
		object.Raise(t, object.TTypeError, "Blob doesn't support slice deletion")
		return false
	}
	start, _, step, n, ok := object.SliceIndices(t, k, int64(b.c.BlobSize(b.h)))
	if !ok {
		return false
	}
	if n == 0 {
		return true
	}
	data, ok := bytesArg(t, x)
	if !ok {
		return false
	}
	if int64(len(data)) != n {
		object.Raise(t, object.TIndexError, "Blob slice assignment is wrong size")
		return false
	}
	if step == 1 {
		return b.writeAt(t, self, int(start), data)
	}
	lo, hi := start, start+(n-1)*step
	if step < 0 {
		lo, hi = hi, lo
	}
	all := b.readAt(t, self, int(lo), int(hi-lo+1))
	if all == null {
		return false
	}
	for i := range data {
		object.BytesOf(all)[start-lo+int64(i)*step] = data[i]
	}
	return b.writeAt(t, self, int(lo), object.BytesOf(all))
}
