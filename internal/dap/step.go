// Stepping: over lines, into calls, out of calls.

package dap

import (
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/modules"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

type stepKind int

const (
	stepNext stepKind = iota // to the next line of the frame, or the caller's
	stepIn                   // to the next line of any frame
	stepOut                  // to the caller
)

// step is a step under way. Frames and code are known by their addresses; what is stepped through is on the stack.
type step struct {
	kind   stepKind
	strand *object.Strand
	frame  uintptr // whose lines count
	code   uintptr // that frame's
	called uintptr // code that stepIn has entered; 0: none yet
	back   bool    // the frame was returned to: its next instruction counts
	mine   bool    // code of the library is not stepped into
}

// begin begins a step from the frame where the program is stopped.
func (d *Debugger) begin(t *thread, kind stepKind, mine bool) {
	if len(d.frames) == 0 || !d.alive(t, d.frames[0].fr) {
		return
	}
	fr := d.frames[0].fr
	d.step = &step{kind: kind, strand: t.Strand, frame: addressOf(fr), code: codeAddress(fr), mine: mine}
	d.listen(t)
}

// alive reports whether a frame is one that runs: those of tracebacks may be gone.
func (d *Debugger) alive(t *thread, fr *object.Frame) bool {
	for f := t.Frame; f != nil; f = f.Prev {
		if f == fr {
			return true
		}
	}
	return false
}

func codeAddress(fr *object.Frame) uintptr { return uintptr(unsafe.Pointer(fr.Code)) }

// events are those that the step wants from all code.
func (s *step) events() uint32 {
	events := uint32(1 << interp.EventPyUnwind)
	if s.kind == stepIn && !s.back {
		events |= 1<<interp.EventPyStart | 1<<interp.EventPyResume
	}
	return events
}

// wants are those that it wants from one code object.
func (s *step) wants(code *object.Code) uint32 {
	at := uintptr(unsafe.Pointer(code))
	if at != s.code && at != s.called {
		return 0
	}
	events := uint32(1<<interp.EventLine | 1<<interp.EventPyReturn | 1<<interp.EventPyYield)
	if s.back {
		events |= 1 << interp.EventInstruction
	}
	return events
}

// isLibrary reports whether a file is not the user's own.
func isLibrary(file string) bool {
	return strings.HasPrefix(file, modules.LibraryFolder) || strings.HasPrefix(file, "<frozen") || strings.Contains(file, "/site-packages/") ||
		strings.Contains(file, "/lib/python3.13/")
}

// start is told that a function begins, or a generator goes on.
func (s *step) start(d *Debugger, t *thread, fr *object.Frame) {
	if s.kind != stepIn || s.back || t.Strand != s.strand || s.mine && others(fr.Code) {
		return
	}
	s.called = codeAddress(fr)
	d.listen(t)
}

// arrives reports whether a line that begins is where the step leads to.
func (s *step) arrives(t *thread, fr *object.Frame) bool {
	if t.Strand != s.strand {
		return false
	}
	switch {
	case addressOf(fr) == s.frame && codeAddress(fr) == s.code:
		return s.kind != stepOut || s.back
	case s.kind == stepIn:
		return codeAddress(fr) == s.called
	}
	return false
}

// other is told of instructions, and of frames that are left.
func (s *step) other(d *Debugger, t *thread, fr *object.Frame, event int) {
	if t.Strand != s.strand || addressOf(fr) != s.frame {
		return
	}
	switch event {
	case interp.EventInstruction:
		if s.back && interp.LineAt(fr) > 0 { // the first instruction of a handler has none
			d.stop(t, "step", d.live(fr), null)
		}
	case interp.EventPyReturn, interp.EventPyYield, interp.EventPyUnwind:
		s.leave(d, t, fr)
	}
}

// leave goes on in the caller of a frame that is left: where it goes on, or handles an exception.
func (s *step) leave(d *Debugger, t *thread, fr *object.Frame) {
	to := fr.Prev
	for to != nil && s.mine && others(to.Code) {
		to = to.Prev
	}
	if to == nil {
		d.step = nil
		d.listen(t)
		return
	}
	s.frame, s.code, s.called, s.back = addressOf(to), codeAddress(to), 0, true
	d.listen(t)
}
