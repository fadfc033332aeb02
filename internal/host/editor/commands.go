package editor

import (
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// commands are what keys are bound to: those of Emacs, as in readline. Terminals send cursor keys in several ways.
var commands = sync.OnceValue(func() map[string]func(*reading) {
	return bind(map[string]func(*reading){
		"\x01 \x1b[H \x1bOH \x1b[1~ \x1b[7~": func(r *reading) { r.at = r.lineStart(r.at) },
		"\x05 \x1b[F \x1bOF \x1b[4~ \x1b[8~": func(r *reading) { r.at = r.lineEnd(r.at) },
		"\x02 \x1b[D \x1bOD":                 func(r *reading) { r.at = r.before() },
		"\x06 \x1b[C \x1bOC":                 func(r *reading) { r.at = r.after() },
		"\x1bb \x1b[1;5D \x1b[1;3D \x1bOd":   func(r *reading) { r.at = r.wordBefore() },
		"\x1bf \x1b[1;5C \x1b[1;3C \x1bOc":   func(r *reading) { r.at = r.wordAfter() },
		"\x1b< \x1b[1;5H":                    func(r *reading) { r.at = 0 },
		"\x1b> \x1b[1;5F":                    func(r *reading) { r.at = len(r.s) },
		"\x1b[A \x1bOA":                      func(r *reading) { r.climb(-1) },
		"\x1b[B \x1bOB":                      func(r *reading) { r.climb(1) },
		"\x10 \x1bp":                         func(r *reading) { r.recall(r.entry-1, -1) },
		"\x0e \x1bn":                         func(r *reading) { r.recall(r.entry+1, -1) },
		"\x1b[5~":                            func(r *reading) { r.recallAlike(-1) },
		"\x1b[6~":                            func(r *reading) { r.recallAlike(1) },
		"\x12":                               func(r *reading) { r.beginSearch(-1) },
		"\x13":                               func(r *reading) { r.beginSearch(1) },

		"\x08 \x7f":         (*reading).backspace,
		"\x1b[3~":           func(r *reading) { r.cut(r.at, r.after()) },
		"\x0b":              func(r *reading) { r.kill(r.at, max(r.lineEnd(r.at), min(r.at+1, r.after()))) },
		"\x15":              func(r *reading) { r.kill(r.lineStart(r.at), r.at) },
		"\x17":              func(r *reading) { r.kill(r.blankBefore(), r.at) },
		"\x1b\x7f \x1b\x08": func(r *reading) { r.kill(r.wordBefore(), r.at) },
		"\x1bd \x1b[3;5~":   func(r *reading) { r.kill(r.at, r.wordAfter()) },
		"\x19":              func(r *reading) { r.insert(r.killed) },
		"\x14":              (*reading).transpose,
		"\x1f":              (*reading).undoOne,
		"\t":                (*reading).complete,
		"\r \n":             (*reading).enter, // a newline was typed before the terminal was in raw mode
		"\x1b\r \x1b\n":     (*reading).newline,
		"\x0c":              func(r *reading) { io.WriteString(r.term, "\x1b[H\x1b[2J"); r.screen.row = 0; r.screen.clear() },
		"\x04":              (*reading).deleteOrEnd,
		"\x03":              func(r *reading) { r.done, r.err = true, ErrInterrupt },
		"\x1a":              (*reading).suspend,
	})
})

// bind gives each of the names in a key its command.
func bind(table map[string]func(*reading)) map[string]func(*reading) {
	all := map[string]func(*reading){}
	for names, command := range table {
		for _, name := range strings.Split(names, " ") {
			all[name] = command
		}
	}
	return all
}

// insert puts text at the cursor.
func (r *reading) insert(text string) {
	r.s = r.s[:r.at] + text + r.s[r.at:]
	r.at += len(text)
}

// cut takes text away.
func (r *reading) cut(from, to int) string {
	text := r.s[from:to]
	r.s, r.at = r.s[:from]+r.s[to:], from
	return text
}

// kill takes text away for Ctrl-Y; what is killed in a row is one text.
func (r *reading) kill(from, to int) {
	r.this = killing
	back := to == r.at
	text := r.cut(from, to)
	switch {
	case r.last != killing:
		r.killed = text
	case back:
		r.killed = text + r.killed
	default:
		r.killed += text
	}
}

func (r *reading) lineStart(at int) int { return strings.LastIndexByte(r.s[:at], '\n') + 1 }

func (r *reading) lineEnd(at int) int {
	if n := strings.IndexByte(r.s[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(r.s)
}

// after is where the character at the cursor ends.
func (r *reading) after() int {
	g := displaywidth.StringGraphemes(r.s[r.at:])
	g.Next()
	return r.at + len(g.Value())
}

// before is where the character before the cursor begins.
func (r *reading) before() int {
	at := r.lineStart(r.at)
	if at == r.at {
		return max(0, at-1)
	}
	for g := displaywidth.StringGraphemes(r.s[at:r.at]); g.Next(); {
		if n := len(g.Value()); at+n < r.at {
			at += n
		}
	}
	return at
}

func inWord(c rune) bool {
	return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c)
}
func notInWord(c rune) bool { return !inWord(c) }

// wordBefore is where the word that ends at or before the cursor begins.
func (r *reading) wordBefore() int {
	head := strings.TrimRightFunc(r.s[:r.at], notInWord)
	return len(strings.TrimRightFunc(head, inWord))
}

// wordAfter is where the word that ends behind the cursor ends.
func (r *reading) wordAfter() int {
	tail := strings.TrimLeftFunc(r.s[r.at:], notInWord)
	return len(r.s) - len(strings.TrimLeftFunc(tail, inWord))
}

// blankBefore is wordBefore for words between blanks.
func (r *reading) blankBefore() int {
	notSpace := func(c rune) bool { return !unicode.IsSpace(c) }
	return len(strings.TrimRightFunc(strings.TrimRightFunc(r.s[:r.at], unicode.IsSpace), notSpace))
}

// indentWidth is how many blanks at the beginning of a line Backspace takes for one.
const indentWidth = 4

func (r *reading) backspace() {
	from := r.before()
	if head := r.s[r.lineStart(r.at):r.at]; head != "" && strings.Trim(head, " ") == "" {
		from = r.at - 1 - (len(head)-1)%indentWidth
	}
	r.cut(from, r.at)
}

// transpose swaps the characters before and at the cursor, or the last two of a line.
func (r *reading) transpose() {
	if r.at == r.lineEnd(r.at) {
		r.at = r.before()
	}
	if r.at == r.lineStart(r.at) || r.at == r.lineEnd(r.at) {
		return
	}
	to := r.after()
	second := r.s[r.at:to]
	r.at = r.before()
	first := r.cut(r.at, to-len(second))
	r.at += len(second)
	r.insert(first)
}

func (r *reading) undoOne() {
	r.this = leaping
	if n := len(r.undo) - 1; n >= 0 {
		r.state, r.undo = r.undo[n], r.undo[:n]
	}
}

// enter ends a text that is whole, when nothing but blanks follows the cursor's line.
func (r *reading) enter() {
	if strings.TrimSpace(r.s[r.lineEnd(r.at):]) == "" {
		if text := withoutIndent(r.s[:r.lineEnd(r.at)]); r.Whole(text) {
			r.s, r.done = text, true
			return
		}
	}
	r.newline()
}

func (r *reading) newline() {
	r.indent = r.Indent(r.s[:r.at])
	r.insert("\n")
}

// withoutIndent is a text whose last line has no indentation, if it has nothing else.
func withoutIndent(s string) string {
	if t := strings.TrimRight(s, " \t"); strings.HasSuffix(t, "\n") {
		return t
	}
	return s
}

func (r *reading) deleteOrEnd() {
	if r.s == "" {
		r.done, r.err = true, io.EOF
		return
	}
	r.cut(r.at, r.after())
}

func (r *reading) suspend() {
	r.term.Suspend()
	r.screen.begin(r.size())
}

// climb moves the cursor to the row above or below; at the first and the last one, to another text of the history.
func (r *reading) climb(by int) {
	r.this = climbing
	l := r.layout()
	s := l.spotOf(r.at)
	if r.last != climbing {
		r.goal = s.col
	}
	if at := l.nearest(s.row+by, r.goal); at >= 0 {
		r.at = at
		return
	}
	r.recall(r.entry+by, -1)
}

// recall changes to another text of the history; the cursor stands at its end, or at a given place.
func (r *reading) recall(entry, at int) {
	if entry < 0 || entry >= len(r.entries) {
		return
	}
	r.this = leaping
	r.entries[r.entry] = r.s
	r.entry, r.s, r.undo = entry, r.entries[entry], nil
	if r.at = at; at < 0 {
		r.at = len(r.s)
	}
}

// recallAlike changes to the next text in the history, in a direction, that begins with what stands before the cursor.
func (r *reading) recallAlike(by int) {
	head, at := r.s[:r.at], r.at
	for i := r.entry + by; i >= 0 && i < len(r.entries); i += by {
		if text := r.entries[i]; strings.HasPrefix(text, head) && text != r.s {
			r.recall(i, at)
			return
		}
	}
}

// complete inserts what the words that can stand at the cursor have in common; if that is nothing, the next time it lists them.
func (r *reading) complete() {
	word, words := r.Complete(r.s[:r.at])
	words = slices.DeleteFunc(words, func(w string) bool { return plain(w) != w })
	if len(words) == 0 {
		return
	}
	common := words[0]
	for _, w := range words {
		for !strings.HasPrefix(w, common) {
			_, n := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-n]
		}
	}
	switch {
	case len(common) > len(word):
		r.cut(r.at-len(word), r.at)
		r.insert(common)
	case len(words) > 1 && r.last == completing:
		r.below = columns(words, r.screen.columns-1, max(1, r.screen.lines/2))
	}
	r.this = completing
}

// columns arranges words in rows.
func columns(words []string, width, most int) []string {
	widest := 0
	for _, w := range words {
		widest = max(widest, displaywidth.String(w))
	}
	widest = max(1, min(widest+2, width))
	per := max(1, width/widest)
	var rows []string
	for line := range slices.Chunk(words, per) {
		var b strings.Builder
		for _, w := range line {
			w = displaywidth.TruncateString(w, widest, "")
			b.WriteString(w + strings.Repeat(" ", widest-displaywidth.String(w)))
		}
		if rows = append(rows, strings.TrimRight(b.String(), " ")); len(rows) == most && len(words) > most*per {
			rows[most-1] = "..."
			break
		}
	}
	return rows
}
