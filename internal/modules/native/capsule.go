// Capsules: what stands in a module for the addresses that extensions written in C ask for. They have nothing in them.

package native

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

type capsule struct {
	heap.Header
	Name Value
}

var tCapsule = object.DefineType(object.AllocTypeID(), object.TypeDef{
	Name: "PyCapsule", Size: unsafe.Sizeof(capsule{}), Refs: 1 << 1, NoWeak: true, Flags: object.TypeNoInstances,
	Slots: object.Slots{Repr: func(t *Thread, v Value) Value {
		return object.NewStr(t, `<capsule object "`+object.GoString(object.As[capsule](v).Name)+`" at `+object.AddressText(v)+">")
	}},
})

// SetCapsule gives module, whose namespace is d, the capsule name. False: an exception is set.
func SetCapsule(t *Thread, d *object.Dict, module, name string) bool {
	text := object.NewStr(t, module+"."+name)
	c := object.New[capsule](t, tCapsule)
	if text == null || c == nil {
		return false
	}
	c.Name = text
	return d.SetStr(t, name, object.Of(c))
}
