// From source text to a code object: all steps.

package codegen

import (
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
)

// Source parses a text, which must be as syntax.Decode leaves it, and compiles it. The error is a *syntax.Error, or what opt.Warn returned.
func Source(text string, parse syntax.Options, opt Options) (*pyc.Code, error) {
	root, warnings, serr := syntax.Parse(text, parse)
	for _, w := range warnings {
		if err := opt.warn(w); err != nil {
			return nil, err
		}
	}
	if serr != nil {
		return nil, serr
	}
	return Compile(root, opt)
}

func (opt *Options) warn(w syntax.Warning) error {
	if opt.Warn == nil {
		return nil
	}
	return opt.Warn(w)
}
