// Package timemod is the module time.
package timemod

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
