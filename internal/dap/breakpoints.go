// Breakpoints: which code has them, and whether one that was reached stops the program.

package dap

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/front/codegen"
	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
)

// breakpoint is a place at which to stop.
type breakpoint struct {
	id, line       int
	condition, hit string
	log            string // what to write instead of stopping; "": it stops
	hits           int
}

// breaks are all that a client has set.
type breaks struct {
	files            map[string]map[int]*breakpoint // by the client's path, and line
	functions        map[string]*breakpoint         // by name, or qualified name
	raised, uncaught bool
	last             int // id
}

// sameFile reports whether a client's path means a code object's file. A relative name, as a host may give to what it compiles, is the end of the path.
func sameFile(client, file string) bool {
	client = strings.ReplaceAll(client, `\`, "/")
	file = strings.ReplaceAll(file, `\`, "/")
	return client == file || path.Clean(client) == path.Clean(file) || !path.IsAbs(file) && strings.HasSuffix(client, "/"+strings.TrimPrefix(file, "./"))
}

// linesOf are the breakpoints in a file.
func (b *breaks) linesOf(file string) map[int]*breakpoint {
	for client, lines := range b.files {
		if len(lines) > 0 && sameFile(client, file) {
			return lines
		}
	}
	return nil
}

// function is the breakpoint of a function's code.
func (b *breaks) function(code *object.Code) *breakpoint {
	if len(b.functions) == 0 {
		return nil
	}
	if bp := b.functions[object.GoString(code.QualName)]; bp != nil {
		return bp
	}
	return b.functions[object.GoString(code.Name)]
}

// concerns reports whether a code object may have a place where to stop.
func (d *Debugger) concerns(code *object.Code) bool {
	if d.breaks.function(code) != nil {
		return true
	}
	file := object.GoString(code.Filename)
	return d.program != "" && sameFile(d.program, file) || d.breaks.linesOf(file) != nil
}

// made is Runtime.OnCode.
func (d *Debugger) made(code *object.Code) {
	if !d.keen && d.concerns(code) {
		d.keen = true
		d.rt.Main.Breaker.Or(object.BreakNative)
	}
}

// changed is to be called when breakpoints are others.
func (d *Debugger) changed(t *thread) {
	d.keen = false
	if len(d.breaks.files) > 0 || len(d.breaks.functions) > 0 || d.program != "" {
		d.rt.Heap.Each(object.TCode.Shape(), func(p unsafe.Pointer) {
			d.keen = d.keen || d.concerns((*object.Code)(p))
		})
	}
	d.listen(t)
}

// listen has all code look again at what is wanted of it.
func (d *Debugger) listen(t *thread) {
	var events uint32
	if d.breaks.raised {
		events |= 1 << interp.EventRaise
	}
	if d.step != nil {
		events |= d.step.events()
	}
	if !interp.SetEvents(t, interp.DebugTool, events) || !interp.Reconsider(t) {
		t.ClearExc()
	}
}

// Keen is part of interp.Debugger.
func (d *Debugger) Keen() bool { return d.keen || d.step != nil }

// Wants is part of interp.Debugger.
func (d *Debugger) Wants(code *object.Code) (events uint32, lines func(line int) bool) {
	if d.step != nil {
		if events = d.step.wants(code); events != 0 {
			return events, nil
		}
	}
	if !d.keen {
		return 0, nil
	}
	if d.breaks.function(code) != nil {
		events |= 1 << interp.EventPyStart
	}
	file := object.GoString(code.Filename)
	if d.entry(code, file) {
		return events | 1<<interp.EventLine, nil
	}
	if set := d.breaks.linesOf(file); set != nil && slices.ContainsFunc(code.LineStarts(), func(line int) bool { return set[line] != nil }) {
		return events | 1<<interp.EventLine, func(line int) bool { return set[line] != nil }
	}
	return events, nil
}

// entry reports whether code is the program at whose first line is to be stopped.
func (d *Debugger) entry(code *object.Code, file string) bool {
	return d.program != "" && object.GoString(code.Name) == "<module>" && sameFile(d.program, file)
}

// Event is part of interp.Debugger.
func (d *Debugger) Event(t *thread, fr *object.Frame, event, i int, v value) bool {
	if d.client.Load() == nil || d.stopped {
		return true
	}
	switch event {
	case interp.EventLine:
		d.line(t, fr, int(v.Int()))
	case interp.EventPyStart, interp.EventPyResume:
		if bp := d.breaks.function(fr.Code); event == interp.EventPyStart && bp != nil && d.hits(t, fr, bp) {
			d.stop(t, "function breakpoint", d.live(fr), null)
		} else if d.step != nil {
			d.step.start(d, t, fr)
		}
	case interp.EventRaise:
		d.raised(t, fr, v)
	default:
		if d.step != nil {
			d.step.other(d, t, fr, event)
		}
	}
	return !d.quit(t) && (t.Breaker.Load()&object.BreakCancel == 0 || t.Poll())
}

// quit ends the program if the client has asked for that while it was stopped.
func (d *Debugger) quit(t *thread) bool {
	if !d.quitting.Swap(false) {
		return false
	}
	object.RaiseType(t, object.TSystemExit)
	return true
}

func (d *Debugger) line(t *thread, fr *object.Frame, line int) {
	file := object.GoString(fr.Code.Filename)
	if d.entry(fr.Code, file) {
		d.program = ""
		d.listen(t)
		d.stop(t, "entry", d.live(fr), null)
		return
	}
	if bp := d.breaks.linesOf(file)[line]; bp != nil && d.hits(t, fr, bp) {
		d.stop(t, "breakpoint", d.live(fr), null)
		return
	}
	if d.step != nil && d.step.arrives(t, fr) {
		d.stop(t, "step", d.live(fr), null)
	}
}

// raised is told of an exception where it passes a frame; the program stops where it was raised.
func (d *Debugger) raised(t *thread, fr *object.Frame, exc value) {
	if !d.breaks.raised || !object.IsExceptionInstance(exc) {
		return
	}
	tb := object.As[object.Exception](exc).Traceback
	if tb == null || tb == none || d.mine && others(fr.Code) {
		return
	}
	for tb = object.As[object.Traceback](tb).Next; tb != null && tb != none; tb = object.As[object.Traceback](tb).Next {
		// It comes from a callee, or was caught before.
		if code := object.As[object.FrameObject](object.As[object.Traceback](tb).Frame).Code(); !d.mine || code == nil || !others(code) {
			return
		}
	}
	d.caught = true
	d.stop(t, "exception", append(ofTraceback(exc), d.live(fr.Prev)...), exc)
}

// others reports whether code is not the user's own: of the library, or made by exec.
func others(code *object.Code) bool {
	file := object.GoString(code.Filename)
	return isLibrary(file) || strings.HasPrefix(file, "<")
}

// hits reports whether to stop at a breakpoint that was reached.
func (d *Debugger) hits(t *thread, fr *object.Frame, bp *breakpoint) bool {
	if bp.condition != "" {
		v := d.compute(t, fr, bp.condition)
		if v == null {
			d.Output("console", "breakpoint at line "+strconv.Itoa(bp.line)+": "+d.failure(t)+"\n")
			return true
		}
		if truth := object.Truth(t, v); truth <= 0 {
			t.ClearExc()
			return false
		}
	}
	bp.hits++
	if bp.hit != "" && !enough(bp.hits, bp.hit) {
		return false
	}
	if bp.log != "" {
		d.Output("console", d.logged(t, fr, bp.log)+"\n")
		return false
	}
	return true
}

// enough compares a count with a condition: "5", ">= 5", "% 5" and the like.
func enough(n int, condition string) bool {
	condition = strings.TrimSpace(condition)
	rest := strings.TrimLeft(condition, "<>=%")
	op := condition[:len(condition)-len(rest)]
	want, err := strconv.Atoi(strings.TrimSpace(rest))
	if err != nil {
		return true
	}
	switch op {
	case ">":
		return n > want
	case ">=":
		return n >= want
	case "<":
		return n < want
	case "<=":
		return n <= want
	case "%":
		return want != 0 && n%want == 0
	}
	return n == want
}

// logged is a log point's text, with what stands in braces computed.
func (d *Debugger) logged(t *thread, fr *object.Frame, text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		expr, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			if found {
				b.WriteString("{" + rest)
			}
			return b.String()
		}
		s := null
		if v := d.compute(t, fr, expr); v != null {
			s = object.ToStr(t, v)
		}
		if s != null {
			b.WriteString(object.GoString(s))
		} else {
			b.WriteString("{" + d.failure(t) + "}")
		}
		text = after
	}
}

// codeLines are the lines of a source at which code can be stopped, in order; nil: it cannot be compiled.
func codeLines(text []byte) []int {
	source, serr := syntax.Decode(text)
	if serr != nil {
		return nil
	}
	code, err := codegen.Source(source, syntax.Options{}, codegen.Options{Filename: "<debug>"})
	if err != nil {
		return nil
	}
	set := map[int]bool{}
	collect(code, set)
	lines := make([]int, 0, len(set))
	for line := range set {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// collect adds the lines of code, and of all code in it.
//
//psy:bounded functions nest as deep as the parser lets them
func collect(code *pyc.Code, set map[int]bool) {
	for n, loc := range code.Locations() {
		if loc.Pos.Line > 0 && (n > 0 || loc.Pos.Line != code.FirstLine) {
			set[loc.Pos.Line] = true
		}
	}
	for _, c := range code.Nested() {
		collect(c, set)
	}
}
