// Package native declares native modules, tells them about their world, and holds code that they share. It must not
// know any module.
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
