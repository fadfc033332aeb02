// How the interpreter takes part in images of runtimes.

package interp

import (
	"maps"
	"slices"

	"github.com/psyco-go/psy/internal/vm/object"
)

var (
	_ = object.Keeps(func(_ *object.Runtime, m *monitor) (object.Back, error) {
		events, restart := m.events, m.restart
		return object.Back{After: func() { m.events, m.restart = events, restart }}, nil
	})

	_ = object.Keeps(func(_ *object.Runtime, c *cachers) (object.Back, error) {
		was := c.clone()
		c.changed = false
		return object.Back{After: func() {
			if c.changed {
				*c = was.clone()
			}
		}}, nil
	})
)

func (c *cachers) clone() cachers {
	x := cachers{checked: slices.Clone(c.checked), local: slices.Clone(c.local), wanted: c.wanted, values: maps.Clone(c.values), shapes: maps.Clone(c.shapes)}
	for of, codes := range x.shapes {
		x.shapes[of] = maps.Clone(codes)
	}
	return x
}
