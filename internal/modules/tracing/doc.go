// Package tracing has modules that watch a program run: sys.monitoring and _tracemalloc. It must not know what uses what they tell.
package tracing

import (
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	FuncDef = object.FuncDef
	Thread  = object.Thread
	Value   = object.Value
)

const (
	null = object.Null
	none = object.None
)
