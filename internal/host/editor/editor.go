// Package editor edits texts of several lines on a terminal. It must not know what the texts mean.
//
// A terminal is a stream of keys (keys.go) and a place to draw rows (screen.go). The editor sends it no queries, so the terminal need not answer any.
package editor

import (
	"errors"
	"io"
	"slices"
	"strings"
	"time"
)

// Terminal is what texts are edited on, in raw mode.
type Terminal interface {
	io.Reader
	io.Writer
	Size() (columns, lines int)
	// Resized receives when the size may have changed.
	Resized() <-chan struct{}
	// Interrupted receives when somebody else than the terminal interrupts the process; it is as Ctrl-C.
	Interrupted() <-chan struct{}
	// Suspend stops the process until it is continued, as Ctrl-Z does.
	Suspend()
}

// Text says how a text is to be read.
type Text struct {
	First, More string // the prompts before the first line and the others
	// Whole tells whether Enter behind a text ends it.
	Whole func(text string) bool
	// Indent is what a line begins with that follows a text. Lines that come faster than a hand types, as from a terminal that does not mark
	// what is pasted, bring their own.
	Indent func(before string) string
	// Complete lists the words that can take the place of the one that a text ends in.
	Complete func(before string) (word string, words []string)
}

// ErrInterrupt is the error for Ctrl-C. Ctrl-D in an empty text gives io.EOF.
var ErrInterrupt = errors.New("interrupted")

// Editor reads texts from a terminal.
type Editor struct {
	term    Terminal
	keys    *keys
	screen  screen
	history *History
	killed  string // what Ctrl-Y inserts
}

// New makes an editor. It reads from the terminal only while it reads a text.
func New(t Terminal, h *History) *Editor {
	return &Editor{term: t, keys: newKeys(t), screen: screen{out: t}, history: h}
}

// drawAfter is how long no key must come before the screen is drawn.
const drawAfter = time.Millisecond

// Read reads a text. The terminal must be in raw mode.
func (e *Editor) Read(t Text) (string, error) {
	if i := strings.LastIndexByte(t.First, '\n'); i >= 0 {
		io.WriteString(e.term, strings.ReplaceAll(t.First[:i+1], "\n", "\r\n"))
		t.First = t.First[i+1:]
	}
	r := &reading{Editor: e, Text: t, entries: append(slices.Clone(e.history.texts), ""), entry: len(e.history.texts)}
	io.WriteString(e.term, "\x1b[?2004h")
	defer io.WriteString(e.term, "\x1b[?2004l")
	e.screen.begin(e.size())
	r.draw()
	if err := r.loop(); err != nil {
		return "", err
	}
	return r.s, nil
}

func (e *Editor) size() (columns, lines int) {
	columns, lines = e.term.Size()
	if columns <= 0 || lines <= 0 {
		return 80, 24
	}
	return columns, lines
}

// state is what undoing brings back.
type state struct {
	s  string
	at int // the cursor, in bytes
}

// kind is what a key did, as far as the next key wants to know.
type kind int

const (
	other kind = iota
	typing
	killing
	completing
	climbing // up and down
	leaping  // to another text, or back
)

// reading is a text while it is read.
type reading struct {
	*Editor
	Text
	state
	this, last kind
	undo       []state
	goal       int      // the column that up and down aim at
	entries    []string // the history as it was changed, and at last the new text
	entry      int
	search     *search
	indent     string   // what the line begins with, unless more is typed at once
	below      []string // what is listed below the text
	done       bool
	err        error
}

func (r *reading) loop() error {
	dirty := false
	r.keys.want()
	for {
		var late <-chan time.Time
		if dirty {
			late = time.After(drawAfter)
		}
		select {
		case b := <-r.keys.got:
			r.keys.asked = false
			r.keys.buf = append(r.keys.buf, b)
			for k, ok := r.keys.next(); ok && !r.done; k, ok = r.keys.next() {
				r.key(k)
				dirty = true
			}
			if r.done {
				return r.finish()
			}
			r.keys.want()
		case err := <-r.keys.fail:
			return err
		case <-r.term.Resized():
			dirty = true
		case <-r.term.Interrupted():
			r.err, r.keys.buf = ErrInterrupt, nil
			return r.finish()
		case <-late:
			r.insert(r.indent)
			r.indent = ""
			r.draw()
			dirty = false
		}
	}
}

// finish draws the text for the last time.
func (r *reading) finish() error {
	r.at, r.search, r.below = len(r.s), nil, nil
	r.screen.resize(r.size())
	r.screen.finish(r.layout())
	return r.err
}

func (r *reading) layout() *layout {
	first := r.First
	if r.search != nil {
		first = r.search.prompt()
	}
	return lay(first, r.More, r.s, r.screen.columns)
}

func (r *reading) draw() {
	r.screen.resize(r.size())
	l := r.layout()
	r.screen.show(l, l.spotOf(r.at), r.below)
}

// key does what a key asks for.
func (r *reading) key(k key) {
	before := r.state
	r.last, r.this, r.below, r.indent = r.this, other, nil, ""
	if r.search != nil && r.searchKey(k) {
		return
	}
	switch command := commands()[k.name]; {
	case k.name == pasteBegins:
		r.insert(k.paste)
	case command != nil:
		command(r)
	case plain(k.name) == k.name:
		r.insert(k.name)
		r.this = typing
	}
	if r.s != before.s && r.this != leaping && (r.this != typing || r.last != typing) {
		r.undo = append(r.undo, before)
	}
}
