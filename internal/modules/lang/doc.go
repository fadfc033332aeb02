// Package lang is the modules _ast and _opcode.
package lang

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
