// Tracebacks as data, for hosts.

package object

// Place is one entry of a traceback: a file, the qualified name of a function and a line, -1 if unknown.
type Place struct {
	File, Func string
	Line       int
}

// Places lists an exception's traceback, the outermost call first.
func Places(exc Value) []Place {
	var list []Place
	for v := As[Exception](exc).Traceback; v != Null && v != None; v = As[Traceback](v).Next {
		e := As[Traceback](v)
		if co := As[FrameObject](e.Frame).code(); co != nil {
			list = append(list, Place{GoString(co.Filename), GoString(co.QualName), e.line()})
		}
	}
	return list
}

// ExceptionTypeName is the name of an exception's class as tracebacks show it.
func ExceptionTypeName(t *Thread, exc Value) string { return typeDisplayName(t, TypeOf(t, exc)) }

// ExceptionText is str(exc), as tracebacks show it.
func ExceptionText(t *Thread, exc Value) string {
	return safeString(t, exc, ToStr, "<exception str() failed>")
}
