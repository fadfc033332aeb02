// Package classes is the modules _abc, _typing, _weakref and gc.
package classes

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
