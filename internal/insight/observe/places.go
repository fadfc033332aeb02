// Lines of functions by number: what machine code says where it is, for profilers.

package observe

import (
	"github.com/psyco-go/psy/internal/insight/profile"
	"github.com/psyco-go/psy/internal/vm/object"
)

// A place is a line of a function, for one that was inlined also the number of the place where it was called, else 0. Units may die, their names
// stay.
type place struct {
	frame profile.Frame
	outer uint32
}

// places numbers them, from 1.
type places struct {
	numbers map[place]uint32
	list    []place
}

// Places gives the frames of a place, the innermost first.
func (o *Observer) Places(n uint32) (frames []profile.Frame) {
	for n != 0 {
		p := o.places.list[n-1]
		frames = append(frames, p.frame)
		n = p.outer
	}
	return frames
}

// PlaceOf is the number of the line that an instruction of a unit is on.
func (o *Observer) PlaceOf(u Unit, index int) uint32 {
	p := place{frame: frameAt(u, index)}
	if u.Outer() != nil {
		p.outer = o.PlaceOf(u.Outer(), u.At())
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
