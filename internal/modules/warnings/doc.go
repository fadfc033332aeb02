// Package warnings is the module _warnings, and the warnings that the runtime issues itself (PEP 230).
package warnings

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
