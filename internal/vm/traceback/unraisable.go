// The text of exceptions that nobody can catch: shorter than that of uncaught ones.

package traceback

import "github.com/psyco-go/psy/internal/vm/object"

// FormatUnraisable returns traceback and message without marks under the source lines, chained exceptions, notes and suggestions.
func FormatUnraisable(t *Thread, exc Value) string {
	saved := t.Exc
	t.Exc = object.Null
	b := exceptionBuilder{t: t, source: newSourceReader(t), shownRoom: newShownRoom(t)}
	defer b.meter.End()
	e := object.As[object.Exception](exc)
	frames := b.frames(e.Traceback)
	for i := range frames {
		frames[i].pos.EndLine = frames[i].line
		frames[i].pos.Col, frames[i].pos.EndCol = -1, -1
	}
	p := printer{source: b.source, shownRoom: b.shownRoom}
	if e.Traceback != object.Null {
		p.emit("Traceback (most recent call last):\n", "|")
		p.stack(frames, false)
	}
	p.emit(finalLine(typeDisplayName(t, object.TypeOf(t, exc)), safeString(t, exc, object.ToStr, "<exception str() failed>"), false), "|")
	t.Exc = saved
	return p.out.String()
}
