// Package threads is the modules _thread and _contextvars.
package threads

import (
	"github.com/psyco-go/psy/internal/vm/heap"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	FuncDef = object.FuncDef
	Thread  = object.Thread
	Value   = object.Value
	header  = heap.Header
)

const (
	null = object.Null
	none = object.None
)
