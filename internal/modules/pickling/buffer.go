// PickleBuffer: an object's buffer that may be kept out of a pickle.

package pickling

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

var tPickleBuffer = object.AllocTypeID()

// pickleBuffer is a PickleBuffer; View is Null when it was released.
type pickleBuffer struct {
	header
	View Value
}

var _ = object.DefineType(tPickleBuffer, object.TypeDef{
	Name: "pickle.PickleBuffer", Size: unsafe.Sizeof(pickleBuffer{}), Refs: 1 << 1,
	Slots: object.Slots{
		New: func(t *Thread, typ *object.Type, a []Value, kw Value) Value {
			if n := len(a) - object.KwLen(kw); n != 1 {
				return object.Raise(t, object.TTypeError, "PickleBuffer() takes exactly 1 positional argument (%d given)", n)
			}
			if !object.NoKeywords(t, "PickleBuffer", kw) {
				return null
			}
			view := object.NewMemoryView(t, a[0])
			if view == null {
				if t.ClearIf(object.TTypeError) {
					return object.Raise(t, object.TTypeError, "a bytes-like object is required, not '%s'", object.TypeName(t, a[0]))
				}
				return null
			}
			b := native.Alloc[pickleBuffer](t, typ)
			if b != nil {
				b.View = view
			}
			return object.Of(b)
		},
		Buffer: object.GivenBuffer,
	},
	Methods: []object.FuncDef{
		{Name: "__buffer__", Sig: "(flags, /)", F1: func(t *Thread, v, flags Value) Value {
			view := object.As[pickleBuffer](v).view(t)
			if view == null {
				return null
			}
			return object.CallMethod1(t, view, object.Intern(t, "__buffer__"), flags)
		}},
		{Name: "__release_buffer__", Sig: "(buffer, /)", F1: func(t *Thread, v, buffer Value) Value { return none }},
		{Name: "raw", Sig: "()", F0: func(t *Thread, v Value) Value {
			view := object.As[pickleBuffer](v).view(t)
			if view == null {
				return null
			}
			if !contiguous(t, view) {
				if t.Exc == null {
					object.Raise(t, object.TBufferError, "cannot extract raw buffer from non-contiguous buffer")
				}
				return null
			}
			return flat(t, view)
		}},
		{Name: "release", Sig: "()", F0: func(t *Thread, v Value) Value {
			object.As[pickleBuffer](v).View = null
			return none
		}},
	},
})

// view is the memoryview of a buffer that is not released.
func (b *pickleBuffer) view(t *Thread) Value {
	if b.View == null {
		return object.Raise(t, object.TValueError, "operation forbidden on released PickleBuffer object")
	}
	return b.View
}

// flag asks a memoryview for an attribute that is a bool; -1: an exception is set.
func flag(t *Thread, view Value, name string) int {
	v := object.GetAttr(t, view, object.Intern(t, name))
	if v == null {
		return -1
	}
	return object.Truth(t, v)
}

func contiguous(t *Thread, view Value) bool { return flag(t, view, "contiguous") > 0 }

// flat is a contiguous memoryview as one of bytes, in the order in which they lie in memory.
func flat(t *Thread, view Value) Value {
	m := object.As[object.MemoryView](view)
	if m.NDim == 1 && m.Format == 'B' {
		return object.NewMemoryView(t, view)
	}
	b := object.NewStr(t, "B")
	if b == null {
		return null
	}
	if flag(t, view, "c_contiguous") > 0 {
		return object.CallMethod1(t, view, object.Intern(t, "cast"), b)
	}
	if t.Exc != null {
		return null
	}
	whole := object.NewMemoryView(t, m.Obj) // in Fortran's order: all bytes of what is viewed
	if whole == null {
		return null
	}
	return object.CallMethod1(t, whole, object.Intern(t, "cast"), b)
}
