// Package engine gives a runtime what runs its code: the choice between tier 1, tier 2 and the compiler, for all who make worlds. It must not know
// the command line.
package engine

import (
	"github.com/psyco-go/psy/internal/config"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/tier2"
	"github.com/psyco-go/psy/pycompiler"
)

// Kind is an engine.
type Kind uint8

const (
	Tier1    Kind = iota // the interpreter alone
	Tier2                // with superblocks
	Compiler             // with machine code
)

// Start gives the runtime an engine, which logs to log; nil: nowhere. Where there can be no machine code, tier 2 does all, and the error says why.
// st is what the compiler counts in. The compiler is nil where there is none.
func Start(rt *object.Runtime, k Kind, c config.Config, st *stats.Stats, log *stats.Log) (*pycompiler.Engine, error) {
	var err error
	switch k {
	case Tier1:
		return nil, nil
	case Compiler:
		var e *pycompiler.Engine
		if e, err = pycompiler.New(rt, c, st); err == nil {
			modules.CompilerKey.Set(rt, e)
			if log != nil {
				e.SetLog(log)
			}
			return e, nil
		}
	}
	tier2.New(rt, c).SetLog(log)
	return nil, err
}
