// Package traceback is what programs are shown of exceptions: tracebacks, and the source lines in which they mark the
// place. It must not know what runs code.
package traceback

import "github.com/psyco-go/psy/internal/vm/object"

type (
	Thread = object.Thread
	Value  = object.Value
)
