// Package sockets is the modules _socket and select.
//
// On Linux, a world whose System has the network has sockets of the system: descriptors, on which psy makes only calls that do not wait. Where a
// program has to wait, wait_linux.go does, without the runtime's lock. Other worlds have pairs of sockets within the program (end.go).
package sockets

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
