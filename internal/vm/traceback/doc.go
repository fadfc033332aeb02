// Package traceback writes exceptions as text: tracebacks, and the source lines with marks at the place of the error. It
// must not know what runs code.
package traceback

import "github.com/psyco-go/psy/internal/vm/object"

type (
	Thread = object.Thread
	Value  = object.Value
)
