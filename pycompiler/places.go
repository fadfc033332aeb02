// What profilers are told: machine code's names for perf, and the line that it is at.
//
// With Config.Profile machine code stores the number of its place in Thread.Place wherever an instruction begins on another line than the one before, or
// something was called: the sampler reads it from another goroutine. Zero is no place: the interpreter runs, or did a moment ago.

package pycompiler

import (
	"github.com/psyco-go/psy/internal/insight/profile"
	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/x86"
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

// Places gives the frames of a place, the innermost first: what a Profiler asks.
func (e *Engine) Places(n uint32) []profile.Frame {
	p := e.places.list[n-1]
	if p.inlined {
		return []profile.Frame{p.inner, p.outer}
	}
	return []profile.Frame{p.outer}
}

// markPlace has machine code say where it is.
func (c *compiler) markPlace(index int) {
	if !c.e.cfg.Profile || c.in.op == bc.RESUME { // which is on a line of its own
		return
	}
	u := c.u
	p := place{outer: u.frameAt(index)}
	if u.outer != nil {
		p = place{inner: p.outer, outer: u.outer.frameAt(u.at), inlined: true}
	}
	n := c.e.places.number(p)
	if n == c.place {
		return
	}
	c.place = n
	c.extra -= c.a.Size()
	c.a.MovMI(x86.W32, threadMem(object.OffPlace), int32(n))
	c.extra += c.a.Size()
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
func (u *Unit) frameAt(index int) profile.Frame {
	if u.lines == nil {
		u.lines = u.code.Lines()
	}
	return profile.Frame{Func: u.String(), File: object.GoString(u.code.Filename), FirstLine: int(u.code.FirstLine), Line: u.lines[index]}
}

// named tells perf what a buffer is of.
func (e *Engine) named(addr uintptr, size int, u *Unit) {
	if e.perf != nil {
		e.perf.Add(addr, size, "py::"+u.String()+":"+object.GoString(u.code.Filename))
	}
}

// openPerf opens the map, if it is asked for.
func (e *Engine) openPerf() (err error) {
	if e.cfg.PerfMap {
		e.perf, err = stats.OpenPerfMap()
	}
	return err
}
