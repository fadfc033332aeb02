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
		back := func(m *monitor) { m.events, m.restart = events, restart }
		return object.Back{After: func() { back(m) }, Copy: func(c *object.Copy, into any) (any, error) {
			x := object.Fill(c, m, into)
			back(x)
			return x, nil
		}}, nil
	})

	_ = object.Keeps(func(_ *object.Runtime, c *cachers) (object.Back, error) {
		was := c.made().clone()
		c.changed = false
		return object.Back{After: func() {
			if c.changed {
				*c = was.clone()
			}
		}, Copy: func(to *object.Copy, into any) (any, error) {
			x := object.Fill(to, c, into)
			x.wanted, x.move = was.wanted, func() cachers { return was.moved(to) }
			return x, nil
		}}, nil
	})
)

// moved is what c is in a copy of the image.
func (c *cachers) moved(to *object.Copy) cachers {
	list := func(of []listed) []listed {
		of = slices.Clone(of)
		for i := range of {
			of[i].code = object.Moved(to, of[i].code)
		}
		return of
	}
	x := cachers{checked: list(c.checked), local: list(c.local), wanted: c.wanted, values: map[listed]struct{}{}, shapes: make(map[listedType]map[listed]bool, len(c.shapes))}
	for of := range c.values {
		x.values[listed{object.Moved(to, of.code)}] = struct{}{}
	}
	for of, codes := range c.shapes {
		m := make(map[listed]bool, len(codes))
		for code, alone := range codes {
			m[listed{object.Moved(to, code.code)}] = alone
		}
		x.shapes[listedType{object.Moved(to, of.typ)}] = m
	}
	return x
}

func (c *cachers) clone() cachers {
	x := cachers{checked: slices.Clone(c.checked), local: slices.Clone(c.local), wanted: c.wanted, values: maps.Clone(c.values), shapes: maps.Clone(c.shapes)}
	for of, codes := range x.shapes {
		x.shapes[of] = maps.Clone(codes)
	}
	return x
}
