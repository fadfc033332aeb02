package editor

import (
	"io"
	"slices"
	"strings"
)

// Line is a text that somebody else reads the keys of. Each key does what its binding says, or if it has none, what it does in a text.
type Line struct {
	r    *reading
	keys map[string]string // what stands for a key, or for several
	held string            // the first of several
}

// lineTerminal is where a Line is drawn.
type lineTerminal struct {
	io.Writer
	columns, lines int
}

func (*lineTerminal) Read([]byte) (int, error)     { return 0, io.EOF }
func (l *lineTerminal) Size() (columns, lines int) { return l.columns, l.lines }
func (*lineTerminal) Resized() <-chan struct{}     { return nil }
func (*lineTerminal) Interrupted() <-chan struct{} { return nil }
func (*lineTerminal) Suspend()                     {}

// NewLine begins a line on an empty row of a terminal, behind a prompt. bindings has what stands for a key: other keys, or nothing.
func NewLine(out io.Writer, columns, lines int, prompt string, history []string, bindings map[string]string) *Line {
	term := &lineTerminal{out, columns, lines}
	e := &Editor{term: term, keys: &keys{}, screen: screen{out: term}, history: &History{}}
	text := Text{
		First: prompt, Whole: func(string) bool { return true }, Indent: func(string) string { return "" },
		Complete: func(string) (string, []string) { return "", nil },
	}
	l := &Line{r: &reading{Editor: e, Text: text, entries: append(slices.Clone(history), ""), entry: len(history)}, keys: bindings}
	e.screen.begin(e.size())
	return l
}

// Feed takes bytes that were typed, and does what they ask for up to the first key that named lists, which it returns. err is what ended
// the line with done.
func (l *Line) Feed(b []byte, named func(key string) bool) (asked string, done bool, err error) {
	r := l.r
	r.keys.buf = append(r.keys.buf, b...)
	for k, ok := r.keys.next(); ok && !r.done; k, ok = r.keys.next() {
		name := l.held + k.name
		if l.held = ""; r.search == nil && named(name) {
			r.last, r.this, r.below = r.this, other, nil
			return name, false, nil
		}
		meaning, bound := l.keys[name]
		if !bound && l.begins(name) {
			l.held = name
			continue
		}
		if !bound || r.search != nil {
			r.key(k)
			continue
		}
		part := keys{buf: []byte(meaning)}
		for k, ok := part.next(); ok && !r.done; k, ok = part.next() {
			if commands()[k.name] == nil && k.name == "\t" {
				r.insert(k.name)
			}
			r.key(k)
		}
	}
	return "", r.done, r.err
}

// begins reports whether a binding of several keys begins so.
func (l *Line) begins(name string) bool {
	for keys := range l.keys {
		if strings.HasPrefix(keys, name) {
			return true
		}
	}
	return false
}

// Insert puts text at the cursor, as if it was typed.
func (l *Line) Insert(text string) { l.r.insert(text) }

// Text is what stands in the line, and where in it, in bytes, the cursor is.
func (l *Line) Text() (text string, at int) { return l.r.s, l.r.at }

// Complete puts in what the words that can take the place of the one before the cursor have in common. If that is nothing, and they are to
// be listed, it reports so: twice in a row they are.
func (l *Line) Complete(word string, words []string) (list bool) {
	r := l.r
	r.Text.Complete = func(string) (string, []string) { return word, words }
	r.complete()
	list, r.below = r.below != nil, nil
	return list
}

// List shows words below the line until the next key.
func (l *Line) List(words []string) {
	l.r.below = columns(words, l.r.screen.columns-1, max(1, l.r.screen.lines/2))
}

// Resize says how large the terminal is now.
func (l *Line) Resize(columns, lines int) {
	t := l.r.term.(*lineTerminal)
	t.columns, t.lines = columns, lines
}

// Draw shows the line. Anew: something else was written there, so it begins on a new row.
func (l *Line) Draw(anew bool) {
	if anew {
		l.r.screen.begin(l.r.size())
	}
	l.r.draw()
}

// Finish draws the line for the last time, and goes to the row below it.
func (l *Line) Finish() { l.r.finish() }
