// Package unixmod is the modules about Unix systems: users and groups, limits, control of descriptors and terminals, what modes of files mean.
// It must not know the start of programs.
package unixmod

import (
	"github.com/psyco-go/psy/internal/modules/native"
	"github.com/psyco-go/psy/internal/vm/object"
)

type (
	Value   = object.Value
	Thread  = object.Thread
	FuncDef = object.FuncDef
)

const (
	null = object.Null
	none = object.None
)

// outcome is None, or an OSError.
func outcome(t *Thread, err error) Value {
	if err != nil {
		return native.RaiseIO(t, err, null)
	}
	return none
}

// constants puts numbers into a module.
func constants(t *Thread, d *object.Dict, numbers map[string]int64) bool {
	for name, n := range numbers {
		if !d.SetStr(t, name, object.NewInt(t, n)) {
			return false
		}
	}
	return true
}
