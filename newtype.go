// Types made from Go: classes whose instances are Go values, with methods, properties and operators that are Go functions.

package psy

import (
	"github.com/psyco-go/psy/internal/vm/object"
)

// newInstance is __new__ of the classes of Go types: an object without a Go value, which __init__ makes.
func newInstance(t *object.Thread, typ *object.Type, args []object.Value, kw object.Value) object.Value {
	return object.Raise(t, object.TTypeError, "cannot create '%s' instances", typ.NameString())
}

func initInstance(t *object.Thread, self object.Value, args []object.Value, kw object.Value) bool {
	return true
}
