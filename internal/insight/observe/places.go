// Lines of functions by number: what machine code says where it is, for profilers.

package observe

import (
	"github.com/psyco-go/psy/internal/insight/profile"
	"github.com/psyco-go/psy/internal/vm/object"
)

// A place is a line of a function, for one that was inlined also where it was called. Units may die, their names stay.
type place struct {
	inner, outer profile.Frame
	inlined      bool
}

// places numbers them, from 1.
type places struct {
	numbers map[place]uint32
	list    []place
}

// Places gives the frames of a place, the innermost first.
func (o *Observer) Places(n uint32) []profile.Frame {
	p := o.places.list[n-1]
	if p.inlined {
		return []profile.Frame{p.inner, p.outer}
	}
	return []profile.Frame{p.outer}
}

// PlaceOf is the number of the line that an instruction of a unit is on.
func (o *Observer) PlaceOf(u Unit, index int) uint32 {
	p := place{outer: frameAt(u, index)}
	if u.Outer() != nil {
		p = place{inner: p.outer, outer: frameAt(u.Outer(), u.At()), inlined: true}
	}
	return o.places.number(p)
}

func (s *places) number(p place) uint32 {
	n := s.numbers[p]
	if n == 0 {
		if s.numbers == nil {
			s.numbers = map[place]uint32{}
		}
		s.list = append(s.list, p)
		n = uint32(len(s.list))
		s.numbers[p] = n
	}
	return n
}

// frameAt is the function at the line of an instruction.
func frameAt(u Unit, index int) profile.Frame {
	co := u.Code()
	return profile.Frame{Func: u.String(), File: object.GoString(co.Filename), FirstLine: int(co.FirstLine), Line: u.Line(index)}
}
