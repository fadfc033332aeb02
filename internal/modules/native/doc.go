// Package native is what native modules are declared with, what they know of their world, and what they share. It
// must not know any module.
package native

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
