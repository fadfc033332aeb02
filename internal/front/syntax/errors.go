// What can be wrong with a source, as SyntaxError and its subclasses tell it.

package syntax

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// ErrorClass is the class of exception that an error is.
type ErrorClass string

// The classes of errors.
const (
	SyntaxError      ErrorClass = "SyntaxError"
	IndentationError ErrorClass = "IndentationError"
	TabError         ErrorClass = "TabError"
	MemoryError      ErrorClass = "MemoryError"
	RecursionError   ErrorClass = "RecursionError"
	IncompleteInput  ErrorClass = "_IncompleteInputError"
	ValueError       ErrorClass = "ValueError" // of Validate
	TypeError        ErrorClass = "TypeError"
	// UnicodeDecodeError is about the bytes in Text, which are not UTF-8.
	UnicodeDecodeError ErrorClass = "UnicodeDecodeError"
)

// Stage is what found an error. CPython's stages differ in how they tell where it is.
type Stage uint8

// The stages.
const (
	Parsing Stage = iota
	Tokenizing
	Resolving // of names: package symtable
	Compiling
)

// NoLine stands where CPython says None.
const NoLine = -1

// Error says what is wrong, and where: lines from 1, offsets in characters from 1, as in the attributes of SyntaxError.
type Error struct {
	Class              ErrorClass
	Msg                string
	Line, Offset       int
	EndLine, EndOffset int
	Text               string // the source line
	Stage              Stage
	Encoding           string // that Decode does not know, or that the source is not in
}

func (e *Error) Error() string {
	if e.Line <= 0 {
		return fmt.Sprintf("%s: %s", e.Class, e.Msg)
	}
	return fmt.Sprintf("%s: %s (line %d, offset %d)", e.Class, e.Msg, e.Line, e.Offset)
}

// Warning is a SyntaxWarning.
type Warning struct {
	Msg  string
	Line int
	Err  *Error // what it is when warnings are errors
	at   int    // offset in the source, to tell warnings from repetitions
}

// warn notes a warning about what stands at an offset in the source; err is the same as an error.
func (t *tokenizer) warn(at int, err *Error) {
	t.warnings = append(t.warnings, Warning{err.Msg, err.Line, err, at})
}

// allWarnings lists the warnings in the order of the source, each once: what is parsed again warns again.
func (t *tokenizer) allWarnings() []Warning {
	slices.SortStableFunc(t.warnings, func(a, b Warning) int { return a.at - b.at })
	return slices.CompactFunc(t.warnings, func(a, b Warning) bool { return a.at == b.at && a.Msg == b.Msg })
}

// chars counts the characters of s, of which a cut off one counts too.
func chars(s string) int { return utf8.RuneCountInString(s) }

// lineText returns the line of the source with that number, with its newline.
func (t *tokenizer) lineText(line int) string {
	src := t.src[:t.end]
	if t.added && t.mode != Exec { // CPython adds a newline in this mode only
		src = src[:len(src)-1]
	}
	if t.feeds != nil {
		return t.fedLine(line - 1 - t.before)
	}
	for ; line > 1; line-- {
		i := strings.IndexByte(src, '\n')
		if i < 0 {
			return ""
		}
		src = src[i+1:]
	}
	if i := strings.IndexByte(src, '\n'); i >= 0 {
		src = src[:i+1]
	}
	return src
}

// charOffset turns a column in bytes, from 0, into one in characters, from 1; what lies beyond the line counts as its end.
func charOffset(line string, col int32) int {
	switch {
	case col < 0:
		return int(col) + 1
	case int(col) >= len(line):
		return chars(line) + 1
	}
	return chars(line[:col+1])
}

// located makes an error at a place given in bytes. An end column below 0 is not known. If the tokens end on the line, it is shown
// with its newline, and with the lines before it that belong to it: that is what CPython has in its buffer then.
func (t *tokenizer) located(class ErrorClass, at Pos, msg string) *Error {
	text := t.lineText(int(at.Line))
	switch seen := t.seen(); {
	case seen > at.Line:
		text = strings.TrimSuffix(text, "\n")
	case seen == at.Line:
		first := at.Line
		for first > 1 && t.joined(first) {
			first--
		}
		var lines strings.Builder
		for l := first; l < at.Line; l++ {
			lines.WriteString(t.lineText(int(l)))
		}
		text = lines.String() + text
	}
	e := &Error{Class: class, Msg: msg, Line: int(at.Line), Offset: charOffset(text, at.Col), EndLine: int(at.EndLine)}
	e.EndOffset = charOffset(text, at.EndCol) // CPython, too, looks at the first line even if the end is on another
	e.Text = text
	return e
}

// here makes an error at a place on the line that the tokenizer is on.
func (t *tokenizer) here(class ErrorClass, col, endCol int, msg string) *Error {
	looked := t.looked
	t.looked = len(t.toks)
	e := t.located(class, Pos{t.line, int32(col), t.line, int32(endCol)}, msg)
	e.Stage = Tokenizing
	t.looked = looked
	return e
}

// seen is the line that the tokens which were looked at end on.
func (t *tokenizer) seen() int32 {
	if t.looked < len(t.toks) {
		return t.toks[t.looked].EndLine
	}
	return t.line
}

// joined reports whether a line belongs to the line before: because it is within a token, or by a backslash behind a token.
func (t *tokenizer) joined(line int32) bool {
	i := min(t.looked, len(t.toks)-1)
	for ; i >= 0 && t.toks[i].EndLine >= line; i-- {
		if t.toks[i].Line < line {
			return true
		}
	}
	return i >= 0 && t.toks[i].Kind != Newline && t.toks[i].EndLine == line-1 && strings.HasSuffix(t.lineText(int(line-1)), "\\\n")
}
