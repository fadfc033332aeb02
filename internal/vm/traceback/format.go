// The text of an uncaught exception: traceback, chained exceptions, groups, notes, as CPython 3.13's traceback module gives it.

package traceback

import (
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/object"
)

// FormatOptions says how an exception is shown.
type FormatOptions struct {
	Colour bool // with ANSI colours
}

// ANSI colours.
const (
	ansiBoldMagenta = "\x1b[1;35m"
	ansiBoldRed     = "\x1b[1;31m"
	ansiMagenta     = "\x1b[35m"
	ansiRed         = "\x1b[31m"
	ansiReset       = "\x1b[0m"
)

const (
	causeMessage   = "\nThe above exception was the direct cause of the following exception:\n\n"
	contextMessage = "\nDuring handling of the above exception, another exception occurred:\n\n"

	recursiveCutoff = 3
	maxGroupWidth   = 15
	maxGroupDepth   = 10
)

// shownException is an exception ready to be shown; it holds no values.
type shownException struct {
	frames         []shownFrame
	typ, text      string
	notes          []string // lines
	syntax         *shownSyntax
	cause, context *shownException
	suppress       bool
	group          bool
	members        []*shownException
}

// FormatException returns the text that is printed for an uncaught exception.
func FormatException(t *Thread, exc Value, opts FormatOptions) string {
	saved := t.Exc
	t.Exc = object.Null
	b := exceptionBuilder{t: t, seen: object.NewList(t, 0), queue: object.NewList(t, 0), source: newSourceReader(t), shownRoom: newShownRoom(t)}
	defer b.meter.End()
	if b.seen == nil || b.queue == nil {
		t.Exc = saved
		return object.TypeName(t, exc) + "\n"
	}
	root := b.build(exc)
	p := printer{source: b.source, shownRoom: b.shownRoom}
	p.format(root, opts.Colour)
	t.Exc = saved
	return p.out.String()
}

// PrintException writes FormatException's text to sys.stderr, or to the process's when there is none.
func PrintException(t *Thread, exc Value) {
	PrintError(t, FormatException(t, exc, FormatOptions{Colour: t.RT.System.Colour()}))
}

// PrintError writes a text where PrintException does.
func PrintError(t *Thread, text string) {
	t.ClearExc()
	stderr := object.Null
	if t.RT.SysDict != nil {
		stderr = t.RT.SysDict.GetStr(t.N(object.N_stderr))
	}
	if stderr == object.None {
		return
	}
	if stderr != object.Null {
		s := object.NewStr(t, text)
		if s != object.Null && object.CallMethod1(t, stderr, t.N(object.N_write), s) != object.Null {
			object.CallMethod0(t, stderr, t.N(object.N_flush))
			t.ClearExc()
			return
		}
		t.ClearExc()
	}
	t.RT.System.Complain(text)
}

// exceptionBuilder reads exceptions and what they are chained to.
type exceptionBuilder struct {
	t      *Thread
	seen   *object.List // exceptions met
	queue  *object.List // exceptions whose chains are still to be read; nodes has their shown forms
	nodes  []*shownException
	source *sourceReader
	*shownRoom
}

// shownRoom is the memory for what is shown.
type shownRoom struct {
	t     *Thread
	meter *object.Meter
	full  bool // there is no memory for more
}

func newShownRoom(t *Thread) *shownRoom { return &shownRoom{t: t, meter: object.NewMeter(t)} }

// room reports whether there is memory for n bytes more; if not, what there is has to do.
func (r *shownRoom) room(n int) bool {
	if !r.full && !r.meter.Add(n) {
		r.full = true
		r.t.ClearExc()
	}
	return !r.full
}

func (b *exceptionBuilder) build(exc Value) *shownException {
	root := b.one(exc)
	b.push(root, exc)
	for len(b.nodes) > 0 {
		last := len(b.nodes) - 1
		node, e := b.nodes[last], *b.queue.At(last)
		b.nodes = b.nodes[:last]
		b.queue.Size--
		b.chain(node, e)
	}
	return root
}

func (b *exceptionBuilder) push(node *shownException, exc Value) {
	if b.queue.Append(b.t, exc) {
		b.nodes = append(b.nodes, node)
	}
}

func (b *exceptionBuilder) isSeen(exc Value) bool { return slices.Contains(b.seen.Slice(), exc) }

func (b *exceptionBuilder) chain(node *shownException, exc Value) {
	e := object.As[object.Exception](exc)
	if b.full {
		return
	}
	if e.Cause != object.Null && !b.isSeen(e.Cause) {
		node.cause = b.one(e.Cause)
	}
	if node.cause == nil && !e.Suppress && e.Context != object.Null && !b.isSeen(e.Context) {
		node.context = b.one(e.Context)
	}
	if object.IsInstance(b.t, exc, object.TBaseExceptionGroup) {
		node.group = true
		excs := object.As[object.Tuple](object.As[object.GroupObject](exc).Excs)
		for i := 0; i < excs.Len() && !b.full; i++ {
			node.members = append(node.members, b.one(*excs.At(i)))
		}
	}
	if node.cause != nil {
		b.push(node.cause, e.Cause)
	}
	if node.context != nil {
		b.push(node.context, e.Context)
	}
	for i, m := range node.members {
		b.push(m, *object.As[object.Tuple](object.As[object.GroupObject](exc).Excs).At(i))
	}
}

// one reads a single exception.
func (b *exceptionBuilder) one(exc Value) *shownException {
	t := b.t
	b.seen.Append(t, exc)
	e := object.As[object.Exception](exc)
	s := &shownException{frames: b.frames(e.Traceback), suppress: e.Suppress}
	s.text = safeString(t, exc, object.ToStr, "<exception str() failed>")
	s.notes = b.notes(exc)
	typ := object.TypeOf(t, exc)
	s.typ = typeDisplayName(t, typ)
	switch {
	case typ.IsSubtype(t.Type(object.TSyntaxError)):
		s.syntax = readSyntaxError(t, exc)
	default:
		s.text += suggestionFor(t, exc, e.Traceback)
	}
	t.ClearExc()
	b.room(int(unsafe.Sizeof(*s)) + len(s.text))
	return s
}

func safeString(t *Thread, v Value, f object.UnaryFunc, failed string) string {
	s := f(t, v)
	t.ClearExc()
	if s == object.Null {
		return failed
	}
	return object.GoString(s)
}

func typeDisplayName(t *Thread, typ *object.Type) string {
	name := typ.NameString()
	if q := object.LookupAttr(t, object.Of(typ), t.N(object.N_qualname_)); q != object.Null && object.IsStr(q) {
		name = object.GoString(q)
	}
	t.ClearExc()
	mod := object.LookupAttr(t, object.Of(typ), t.N(object.N_module_))
	t.ClearExc()
	if mod == object.Null || !object.IsStr(mod) {
		return "<unknown>." + name
	}
	if m := object.GoString(mod); m != "__main__" && m != "builtins" {
		return m + "." + name
	}
	return name
}

func (b *exceptionBuilder) notes(exc Value) []string {
	t := b.t
	notes := object.LookupAttr(t, exc, t.N(object.N_notes_))
	if t.Exc != object.Null {
		err := t.Exc
		t.ClearExc()
		return []string{"Ignored error getting __notes__: " + safeString(t, err, object.Repr, "<__notes__ repr() failed>")}
	}
	if notes == object.Null || notes == object.None {
		return nil
	}
	if !object.IsList(notes) && !object.IsTuple(notes) {
		return []string{safeString(t, notes, object.Repr, "<__notes__ repr() failed>")}
	}
	seq := object.SequenceTuple(t, notes)
	if seq == object.Null {
		t.ClearExc()
		return nil
	}
	var lines []string
	for _, n := range object.As[object.Tuple](seq).Items() {
		lines = append(lines, strings.Split(safeString(t, n, object.ToStr, "<note str() failed>"), "\n")...)
	}
	return lines
}

// printer writes shown exceptions; depth counts the groups around.
type printer struct {
	out    strings.Builder
	source *sourceReader
	*shownRoom
	depth     int
	needClose bool
}

func (p *printer) indent() string { return strings.Repeat(" ", 2*p.depth) }

// emit writes text with the margin of the groups around.
func (p *printer) emit(text, margin string) {
	prefix := p.indent()
	if p.depth > 0 {
		prefix += margin + " "
	}
	for len(text) > 0 {
		line, rest, found := strings.Cut(text, "\n")
		if !p.room(2 * (len(prefix) + len(line))) {
			return
		}
		p.out.WriteString(prefix)
		p.out.WriteString(line)
		if found {
			p.out.WriteByte('\n')
		}
		text = rest
	}
}

//psy:bounded depth is compared with maxGroupDepth
func (p *printer) format(e *shownException, colour bool) {
	type link struct {
		message string
		exc     *shownException
	}
	var chain []link
	for e != nil {
		l := link{exc: e}
		next := e.cause
		switch {
		case e.cause != nil:
			l.message = causeMessage
		case e.context != nil && !e.suppress:
			l.message = contextMessage
			next = e.context
		}
		chain = append(chain, l)
		e = next
	}
	for i := len(chain) - 1; i >= 0; i-- {
		if chain[i].message != "" {
			p.emit(chain[i].message, "|")
		}
		p.single(chain[i].exc, colour)
	}
}

func (p *printer) single(e *shownException, colour bool) {
	if !e.group {
		if len(e.frames) > 0 {
			p.emit("Traceback (most recent call last):\n", "|")
			p.stack(e.frames, colour)
		}
		p.final(e, colour)
		return
	}
	if p.depth > maxGroupDepth {
		p.emit("... (max_group_depth is 10)\n", "|")
		return
	}
	top := p.depth == 0
	if top {
		p.depth++
	}
	if len(e.frames) > 0 {
		margin := "|"
		if top {
			margin = "+"
		}
		p.emit("Exception Group Traceback (most recent call last):\n", margin)
		p.stack(e.frames, colour)
	}
	p.final(e, colour)
	n := len(e.members)
	if n > maxGroupWidth {
		n = maxGroupWidth + 1
	}
	p.needClose = false
	for i := range n {
		last := i == n-1
		if last {
			p.needClose = true
		}
		truncated := i >= maxGroupWidth
		title := strconv.Itoa(i + 1)
		if truncated {
			title = "..."
		}
		lead := "  "
		if i == 0 {
			lead = "+-"
		}
		p.out.WriteString(p.indent() + lead + "+---------------- " + title + " ----------------\n")
		p.depth++
		if truncated {
			rest := len(e.members) - maxGroupWidth
			p.emit("and "+strconv.Itoa(rest)+" more exception"+object.Plural(rest)+"\n", "|")
		} else {
			p.format(e.members[i], false)
		}
		if last && p.needClose {
			p.out.WriteString(p.indent() + "+------------------------------------\n")
			p.needClose = false
		}
		p.depth--
	}
	if top {
		p.depth = 0
	}
}

// final writes the exception's own lines: type and text, notes.
func (p *printer) final(e *shownException, colour bool) {
	if e.syntax != nil {
		p.emit(e.syntax.format(e.typ, colour), "|")
	} else {
		p.emit(finalLine(e.typ, e.text, colour), "|")
	}
	for _, n := range e.notes {
		p.emit(n+"\n", "|")
	}
}

func finalLine(typ, text string, colour bool) string {
	if colour {
		typ = ansiBoldMagenta + typ + ansiReset
		if text != "" {
			text = ansiMagenta + text + ansiReset
		}
	}
	if text == "" {
		return typ + "\n"
	}
	return typ + ": " + text + "\n"
}

// stack writes the entries of a traceback; repetitions are counted instead.
func (p *printer) stack(frames []shownFrame, colour bool) {
	repeated := func(n int) {
		if n -= recursiveCutoff; n > 0 {
			p.emit("  [Previous line repeated "+strconv.Itoa(n)+" more time"+object.Plural(n)+"]\n", "|")
		}
	}
	count := 0
	for i := range frames {
		f := &frames[i]
		if i == 0 || !f.same(&frames[i-1]) {
			repeated(count)
			count = 0
		}
		if count++; count <= recursiveCutoff {
			p.emit(f.format(p.source, colour), "|")
		}
		count += f.again
	}
	repeated(count)
}
