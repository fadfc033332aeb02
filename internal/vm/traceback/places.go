// Tracebacks as data, for hosts.

package traceback

import "github.com/psyco-go/psy/internal/vm/object"

// Place is one entry of a traceback: a file, the qualified name of a function and a line, -1 if unknown.
type Place struct {
	File, Func string
	Line       int
}

// Places lists an exception's traceback, the outermost call first.
func Places(exc Value) []Place {
	var list []Place
	for v := object.As[object.Exception](exc).Traceback; v != object.Null && v != object.None; v = object.As[object.Traceback](v).Next {
		e := object.As[object.Traceback](v)
		if co := object.As[object.FrameObject](e.Frame).Code(); co != nil {
			list = append(list, Place{object.GoString(co.Filename), object.GoString(co.QualName), e.LineNumber()})
		}
	}
	return list
}

// ExceptionTypeName is the name of an exception's class as tracebacks show it.
func ExceptionTypeName(t *Thread, exc Value) string { return typeDisplayName(t, object.TypeOf(t, exc)) }

// ClassName is the name of a class as tracebacks show it.
func ClassName(t *Thread, typ *object.Type) string { return typeDisplayName(t, typ) }

// ExceptionText is str(exc), as tracebacks show it.
func ExceptionText(t *Thread, exc Value) string {
	return safeString(t, exc, object.ToStr, "<exception str() failed>")
}
