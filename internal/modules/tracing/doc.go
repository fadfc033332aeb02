// Package tracing is the modules that watch a program run: sys.monitoring, _lsprof and _tracemalloc. It must not know who uses what they report.
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
