// Package processes is the modules _multiprocessing and _posixshmem: what programs of several processes share. Both are Linux's, and there only in worlds whose
// System lends its calls.
package processes

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
