// Package decimalmod is the module _decimal: decimal numbers and contexts, over package decnum.
package decimalmod

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
