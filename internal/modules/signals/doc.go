// Package signals is the module _signal.
package signals

import "github.com/psyco-go/psy/internal/vm/object"

type (
	FuncDef = object.FuncDef
	Thread  = object.Thread
	Value   = object.Value
)

const (
	null = object.Null
	none = object.None
)
