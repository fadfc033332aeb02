// Capsules: what stands in a module for the addresses that extensions written in C ask for, and has nothing in it; and those that a program
// makes by ctypes.

package native

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

type capsule struct {
	heap.Header
	Name  Value // a str, or Null
	State Value // what ctypes keeps in it, or Null: a module's own has nothing
}

var tCapsule = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "PyCapsule", Size: unsafe.Sizeof(capsule{}), Refs: 1<<1 | 1<<2, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{Repr: func(t *Thread, v Value) Value {
		name := "NULL"
		if n := object.As[capsule](v).Name; n != null {
			name = `"` + object.GoString(n) + `"`
		}
		return object.NewStr(t, "<capsule object "+name+" at "+object.AddressText(v)+">")
	}},
})

// SetCapsule gives module, whose namespace is d, the capsule name. False: an exception is set.
func SetCapsule(t *Thread, d *object.Dict, module, name string) bool {
	text := object.NewStr(t, module+"."+name)
	if text == null {
		return false
	}
	c := NewCapsule(t, text, null)
	return c != null && d.SetStr(t, name, c)
}

// NewCapsule makes a capsule; name is a str or Null. Null: an exception is set.
func NewCapsule(t *Thread, name, state Value) Value {
	c := object.New[capsule](t, tCapsule)
	if c == nil {
		return null
	}
	c.Name, c.State = name, state
	return object.Of(c)
}

// Capsule gives what the capsule v holds; ok false: v is no capsule.
func Capsule(v Value) (name, state *Value, ok bool) {
	if !v.IsExact(tCapsule) {
		return nil, nil, false
	}
	c := object.As[capsule](v)
	return &c.Name, &c.State, true
}
