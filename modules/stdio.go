// The standard streams, as text files.
package modules

import (
	"io"
	"unsafe"

	"github.com/psyco-go/psy/heap"
	"github.com/psyco-go/psy/object"
)

// stream is a text stream over a Go reader or writer, found through the handle table.
type stream struct {
	heap.Header
	Handle uint64
	Name   Value
	Mode   Value
}

type streamHost struct {
	w    io.Writer
	r    io.Reader
	buf  []byte
	line bool
}

var tStream = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "_io.TextIOWrapper", Size: unsafe.Sizeof(stream{}), Refs: 1<<2 | 1<<3, LayoutFlags: heap.HasHandle,
	Methods: []FuncDef{
		{Name: "write", F1: streamWrite},
		{Name: "flush", F0: streamFlush},
	},
})

func initStreams(t *Thread, d *object.Dict, o *Options) bool {
	for _, s := range [...]struct {
		name string
		w    io.Writer
		line bool
	}{{"stdout", o.Stdout, false}, {"stderr", o.Stderr, true}} {
		v := object.AllocInstance(t, t.Type(tStream))
		if v == null {
			return false
		}
		object.As[stream](v).Handle = uint64(t.RT.Heap.Handles().Put(&streamHost{w: s.w, line: s.line}))
		if !d.SetStr(t, s.name, v) || !d.SetStr(t, "__"+s.name+"__", v) {
			return false
		}
	}
	return d.SetStr(t, "stdin", none) && d.SetStr(t, "__stdin__", none)
}

func hostOfStream(t *Thread, v Value) *streamHost {
	return t.RT.Heap.Handles().Get(uint32(object.As[stream](v).Handle)).(*streamHost)
}

func streamWrite(t *Thread, v, s Value) Value {
	if !object.IsStr(s) {
		return object.Raise(t, object.TTypeError, "write() argument must be str, not %s", object.TypeName(t, s))
	}
	h := hostOfStream(t, v)
	h.buf = append(h.buf, object.GoString(s)...)
	if h.line || len(h.buf) > 8192 {
		if streamFlush(t, v) == null {
			return null
		}
	}
	return object.SmallInt(object.As[object.Str](s).Len)
}

func streamFlush(t *Thread, v Value) Value {
	h := hostOfStream(t, v)
	_, err := h.w.Write(h.buf)
	h.buf = h.buf[:0]
	if err != nil {
		return object.Raise(t, object.TOSError, "%s", err.Error())
	}
	return none
}

// Flush flushes sys.stdout and sys.stderr.
func Flush(t *Thread) {
	for _, n := range [...]object.Name{object.N_stdout, object.N_stderr} {
		if s := t.RT.SysDict.GetStr(t.N(n)); s != null && s != none {
			object.CallMethod0(t, s, t.N(object.N_flush))
		}
	}
}
