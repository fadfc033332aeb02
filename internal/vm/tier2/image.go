// How superblocks take part in images of runtimes: they do not. What was made before or since is dropped, and made again where it is hot.

package tier2

import (
	"errors"

	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

var _ = object.Keeps(func(_ *object.Runtime, e *Engine) (object.Back, error) {
	if e.cfg.Listing {
		return object.Back{}, errors.New("what happens is recorded for a dump")
	}
	e.Forget()
	for _, s := range e.codes {
		if s != nil {
			s.code.Executors = 0
		}
	}
	e.empty()
	return object.Back{Before: e.Forget, After: e.empty}, nil
})

// empty forgets all code; it has no executors.
func (e *Engine) empty() {
	e.codes, e.free, e.rt.Entries, e.dropped = nil, nil, nil, nil
	clear(e.made)
	clear(e.late[:])
	e.places = interp.Places{}
}
