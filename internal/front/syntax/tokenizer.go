// The tokenizer: source to tokens, a logical line at a time.

package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/unidata"
)

const (
	maxIndents  = 100
	maxBrackets = 200
	maxFStrings = 150
	tabSize     = 8
	padding     = "\x00\x00\x00\x00" // so that a few bytes beyond the end can be looked at
)

// indent is a level of indentation: with tabs to every eighth column, and with tabs that count as one.
type indent struct{ col, alt int }

type bracket struct {
	char      byte
	line, col int32
}

// tokenizer appends tokens to toks. It stops at the first error, with an ErrorToken.
type tokenizer struct {
	counted      int // how many tokens were asked for: see Options.Room
	room         func(tokens int) bool
	src          string // ends in a newline and padding
	end          int    // without padding
	pos          int
	line         int32
	before       int   // how many lines of the source were before those of src, see extra.go
	feeds        []int // where in src the lines begin that were fed; nil: wherever a newline was
	lineStart    int
	from         int // where the line begins to which lines were joined by backslashes
	toks         []Token
	looked       int // the last token that a careful pass has looked at
	indents      []indent
	brackets     []bracket
	fstrings     []fstring
	shaper       shaper
	fresh        bool // at the beginning of a line
	mode         Mode
	typeComments bool // see Options.TypeComments
	ignores      []*TypeIgnore
	openEnd      bool // see Options.OpenEnd
	extra        bool // comments and blank lines are tokens too, see extra.go
	added        bool // the source did not end in a newline
	done         bool // the last token was made
	partial      bool // more lines of the source may come, see extra.go
	more         bool // the last step came to the end of what is there of the source
	paused       bool // the last step ended within a string
	resumed      bool // the text of which the rest is there now is to be read from rest on
	rest         pause
	warnings     []Warning

	// The error of the ErrorToken. A mild one does not matter in the rest of a source that has another error.
	failure *Error
	mild    bool
	// The end of the source came within brackets or after a backslash.
	eof bool
	// The end of the source came within a string.
	cut bool
}

func (t *tokenizer) init(src string) {
	t.added = src != "" && !strings.HasSuffix(src, "\n")
	if t.added {
		t.src = src + "\n" + padding
	} else {
		t.src = src + padding
	}
	t.end = len(t.src) - len(padding)
	t.line, t.fresh = 1, true
	t.indents = append(t.indents, indent{})
	t.shaper.begin(0)
}

// Classes of characters: how a token that begins with them is read.
const (
	charOther = iota
	charSpace
	charName
	charDigit
	charQuote
	charOp
	charNewline
)

var charClass = func() (c [256]uint8) {
	for i := range c {
		switch ch := byte(i); {
		case ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch == '_' || ch >= 0x80:
			c[i] = charName
		case isDigit(ch):
			c[i] = charDigit
		case ch == ' ' || ch == '\t' || ch == '\f':
			c[i] = charSpace
		case ch == '"' || ch == '\'':
			c[i] = charQuote
		case ch == '\n':
			c[i] = charNewline
		case strings.IndexByte("()[]{}:,;+-*/|&<>=.%~^@!", ch) >= 0:
			c[i] = charOp
		}
	}
	return
}()

func isDigit(c byte) bool { return c-'0' < 10 }

// nameChar has the bytes that can go on in an identifier.
var nameChar = func() (c [256]bool) {
	for i := range c {
		c[i] = charClass[i] == charName || charClass[i] == charDigit
	}
	return
}()

// fill reads tokens up to the end of the logical line.
func (t *tokenizer) fill() {
	for !t.done {
		if n := len(t.fstrings); n > 0 && t.fstrings[n-1].literal {
			t.fstringText()
			continue
		}
		if t.fresh && !t.indentation() {
			continue
		}
		if t.token() == Newline {
			return
		}
	}
}

// emit appends a token that ends where the tokenizer is and began on the same line.
func (t *tokenizer) emit(kind Kind, start int) {
	if len(t.toks) == t.counted {
		t.count()
	}
	t.toks = append(t.toks, Token{Kind: kind, Level: uint8(len(t.brackets)), ahead: anyShape, Start: int32(start), End: int32(t.pos),
		Line: t.line, Col: int32(start - t.lineStart), EndLine: t.line, EndCol: int32(t.pos - t.lineStart)})
}

// count asks whether there is memory for more tokens.
func (t *tokenizer) count() {
	t.counted += roomStep
	if t.room != nil && !t.room(roomStep) {
		panic(bailout{NoMemory})
	}
}

// emitFrom appends a token that began on an earlier line.
func (t *tokenizer) emitFrom(kind Kind, start int, line int32, lineStart int) {
	t.emit(kind, start)
	tok := &t.toks[len(t.toks)-1]
	tok.Line, tok.Col = line, int32(start-lineStart)
}

// newline goes to the next line, if there is one; pos is behind the newline. nextLine does so within a token.
func (t *tokenizer) newline() {
	if t.pos < t.end {
		t.nextLine()
		t.from = t.pos
	}
}

func (t *tokenizer) nextLine() {
	if t.feeds != nil && t.withinFed() {
		return
	}
	t.line++
	t.lineStart = t.pos
}

// indentation reads what a line begins with and makes INDENT and DEDENT tokens. It returns false when the line was blank or is wrong.
func (t *tokenizer) indentation() bool {
	col, alt, joined := 0, 0, 0
	i := t.pos
loop:
	for ; ; i++ {
		switch t.src[i] {
		case ' ':
			col++
			alt++
		case '\t':
			col = (col/tabSize + 1) * tabSize
			alt++
		case '\f':
			col, alt = 0, 0
		case '\\':
			if joined == 0 {
				joined = col
			}
			t.pos = i + 1
			if !t.joinLine() {
				return false
			}
			t.from = t.pos
			i = t.pos - 1
		default:
			break loop
		}
	}
	t.pos = i
	blank := t.src[i] == '\n' || t.crlf(i)
	if t.src[i] == '#' {
		if t.comment() {
			t.fresh = false
			return true
		}
		blank = true
	}
	if blank {
		if start := t.pos; start < t.end {
			if t.pos++; t.crlf(start) {
				t.pos++
			}
			if t.extra {
				t.emit(newlineOnly, start)
			}
			t.newline()
			return false
		}
	}
	t.fresh = false
	if t.pos >= t.end {
		return true
	}
	if len(t.brackets) > 0 {
		return true
	}
	if joined > 0 {
		col, alt = joined, joined
	}
	top := t.indents[len(t.indents)-1]
	switch {
	case col == top.col:
		if alt != top.alt {
			t.tabError()
			return false
		}
	case col > top.col:
		if len(t.indents) >= maxIndents {
			t.pos = t.lineEnd()
			t.fail(t.here(IndentationError, 0, -1, "too many levels of indentation"), true)
			return false
		}
		if alt <= top.alt {
			t.tabError()
			return false
		}
		t.indents = append(t.indents, indent{col, alt})
		t.emit(Indent, t.pos)
		t.shaper.n = 0
		t.shaper.begin(len(t.toks))
	default:
		n := len(t.indents)
		for t.indents[n-1].col > col {
			n--
		}
		if top = t.indents[n-1]; top.col != col {
			end := t.lineEnd() + 1
			e := t.here(IndentationError, 0, -2, "unindent does not match any outer indentation level")
			e.Offset = chars(t.src[t.lineStart:end])
			t.fail(e, true)
			return false
		}
		if alt != top.alt {
			t.tabError()
			return false
		}
		for ; len(t.indents) > n; t.indents = t.indents[:len(t.indents)-1] {
			t.emit(Dedent, t.pos)
		}
		t.shaper.n = 0
		t.shaper.begin(len(t.toks))
	}
	return true
}

func (t *tokenizer) lineEnd() int { return t.pos + strings.IndexByte(t.src[t.pos:], '\n') }

func (t *tokenizer) tabError() {
	t.fail(t.here(TabError, 0, -1, "inconsistent use of tabs and spaces in indentation"), true)
}

// fail makes the ErrorToken.
func (t *tokenizer) fail(e *Error, mild bool) Kind {
	t.failure, t.mild, t.done = e, mild, true
	t.emit(ErrorToken, min(t.pos, len(t.src)))
	return ErrorToken
}

// wrong fails with an error that ends at pos.
func (t *tokenizer) wrong(format string, args ...any) Kind {
	return t.fail(t.complaint(format, args...), false)
}

// complaint is an error at the place where the tokenizer is.
func (t *tokenizer) complaint(format string, args ...any) *Error {
	col := chars(t.src[t.lineStart:t.pos])
	return t.complaintAt(col, col, format, args...)
}

// wrongAt fails with an error from one offset to another, in characters.
func (t *tokenizer) wrongAt(from, to int, format string, args ...any) Kind {
	return t.fail(t.complaintAt(from, to, format, args...), false)
}

func (t *tokenizer) complaintAt(from, to int, format string, args ...any) *Error {
	text := t.src[t.lineStart:t.end]
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	return &Error{Class: SyntaxError, Msg: fmt.Sprintf(format, args...), Line: int(t.line), Offset: from, EndLine: int(t.line),
		EndOffset: to, Text: text, Stage: Tokenizing}
}

// joinLine is called behind a backslash and goes to the next line.
func (t *tokenizer) joinLine() bool {
	if t.crlf(t.pos) {
		t.pos++
	}
	if t.src[t.pos] != '\n' || t.added && t.mode != Exec && t.pos == t.end-1 {
		t.pos = min(t.pos+1, t.end-1)
		t.fail(t.here(SyntaxError, t.pos-1-t.from, -1, "unexpected character after line continuation character"), true)
		return false
	}
	t.pos++
	if t.pos >= t.end {
		if t.partial {
			t.more = true
			return false
		}
		t.eof = true
		t.fail(nil, true)
		return false
	}
	t.nextLine()
	return true
}

// comment skips a comment; it tells whether that is a token.
func (t *tokenizer) comment() bool {
	start := t.pos
	if t.pos = t.lineEnd(); t.extra {
		if t.crlf(t.pos - 1) {
			t.pos--
		}
		t.emit(comment, start)
	}
	return t.typeComments && t.saysType(start)
}

// token reads one token that is no indentation.
func (t *tokenizer) token() Kind {
	remark := -1 // where a comment begins, which belongs to the newline behind it
	for {
		src := t.src
		start := t.pos
		c := src[start]
		switch charClass[c] {
		case charSpace:
			t.pos++
			continue
		case charName:
			return t.name()
		case charDigit:
			return t.number()
		case charQuote:
			return t.text(start)
		case charOp:
			if c == '.' && isDigit(src[start+1]) {
				return t.number()
			}
			return t.operator()
		case charNewline:
			if start >= t.end {
				return t.finish()
			}
			t.pos++
			if t.crlf(start - 1) {
				start--
			}
			if len(t.brackets) > 0 {
				if t.extra {
					t.emit(newlineOnly, start)
				}
				t.newline()
				if t.partial && t.pos >= t.end {
					return newlineOnly
				}
				continue
			}
			if remark >= 0 && !t.extra {
				start = remark
			}
			t.emit(Newline, start)
			t.note(len(t.toks)-1, Newline)
			t.newline()
			t.fresh = true
			return Newline
		}
		switch {
		case start >= t.end:
			return t.finish()
		case c == '#':
			if !t.comment() {
				remark = start
			}
		case c == '\\':
			t.pos++
			if !t.joinLine() {
				return ErrorToken
			}
		case t.crlf(start):
			t.pos++
		case c == '\r' && t.feeds != nil:
			_, size := utf8.DecodeRuneInString(src[start+1:])
			t.pos += 1 + size
			t.emit(UnknownOp, start)
			return UnknownOp
		case c < ' ' || c == 0x7f:
			t.pos++
			return t.wrong("invalid non-printable character U+%04X", c)
		default:
			t.pos++
			t.emit(UnknownOp, start)
			return UnknownOp
		}
	}
}

// finish makes the tokens at the end of the source.
func (t *tokenizer) finish() Kind {
	if t.partial {
		t.more = true
		return EndMarker
	}
	if len(t.brackets) > 0 {
		t.eof = true
		return t.fail(nil, true)
	}
	if t.openEnd && t.added && len(t.indents) > 1 {
		t.emit(EndMarker, t.pos)
		t.done = true
		return EndMarker
	}
	// In Single mode the end of the source ends a statement, again if blocks have ended since.
	again := t.mode == Single && len(t.toks) > 0 && (!t.added || len(t.indents) > 1)
	for len(t.indents) > 1 {
		t.indents = t.indents[:len(t.indents)-1]
		t.emit(Dedent, t.pos)
	}
	if again {
		t.emit(Newline, t.pos)
	}
	t.emit(EndMarker, t.pos)
	t.done = true
	return EndMarker
}

// name reads an identifier, a keyword, or the prefix of a string.
func (t *tokenizer) name() Kind {
	src, start := t.src, t.pos
	i := start
	for nameChar[src[i]] {
		i++
	}
	if c := src[i]; (c == '"' || c == '\'') && i-start <= 2 && stringPrefix(src[start:i]) {
		t.pos = i
		return t.text(start)
	}
	t.pos = i
	word := src[start:i]
	if c := word[0]; c >= 'a' || c <= 'Z' { // most keywords are short words of small letters
		if kind := keyword(word); kind != Ident {
			t.emit(kind, start)
			if kind == KwLambda || shapeOf[kind] != 0 {
				t.note(len(t.toks)-1, kind)
			}
			return kind
		}
	}
	for j := range len(word) {
		if word[j] >= utf8.RuneSelf {
			if !t.checkName(word) {
				return ErrorToken
			}
			break
		}
	}
	t.emit(Ident, start)
	return Ident
}

// checkName looks at the characters of an identifier that is not ASCII.
func (t *tokenizer) checkName(word string) bool {
	for i, r := range word {
		if i == 0 && unidata.IsIdentifierStart(r) || i > 0 && unidata.IsIdentifierContinue(r) {
			continue
		}
		t.pos += i + utf8.RuneLen(r) - len(word)
		if unidata.IsPrintable(r) {
			t.wrong("invalid character '%c' (U+%04X)", r, r)
		} else {
			t.wrong("invalid non-printable character U+%04X", r)
		}
		return false
	}
	return true
}

// stringPrefix reports whether a word before a quote belongs to the string.
func stringPrefix(s string) bool {
	var b, u, r, f bool
	for i := range len(s) {
		switch s[i] | 0x20 {
		case 'b':
			if b || u || f {
				return false
			}
			b = true
		case 'u':
			if b || u || r || f {
				return false
			}
			u = true
		case 'r':
			if r || u {
				return false
			}
			r = true
		case 'f':
			if f || b || u {
				return false
			}
			f = true
		default:
			return false
		}
	}
	return true
}

// text reads a string, of which the prefix begins at start and the quote is next, or the beginning of an f-string.
func (t *tokenizer) text(start int) Kind {
	src := t.src
	quote := src[t.pos]
	size := 1
	if src[t.pos+1] == quote && src[t.pos+2] == quote {
		size = 3
	}
	for i := start; i < t.pos; i++ {
		if src[i]|0x20 == 'f' {
			return t.beginFString(start, quote, size)
		}
	}
	line, lineStart := t.line, t.lineStart
	i := t.pos + size
	if size == 1 && src[i] == quote {
		t.pos = i + 1
		t.emit(String, start)
		return String
	}
	run := 0         // of quotes
	escaped := false // a quote was
	if t.resumed {
		i, escaped = t.resume()
	}
	for {
		switch c := src[i]; {
		case t.partial && (c == '\n' && size == 3 && i+1 >= t.end || c == '\\' && t.joinsLast(i)):
			return t.pauseAt(i, escaped)
		case c == quote:
			i++
			if run++; run == size {
				t.pos = i
				t.emitFrom(String, start, line, lineStart)
				return String
			}
			continue
		case c == '\\':
			i++
			escaped = escaped || src[i] == quote
			if t.crlf(i) {
				i++
			}
			if src[i] == '\n' && i+1 < t.end {
				t.pos = i + 1
				t.nextLine()
			}
		case c == '\n' && size == 3 && i+1 < t.end:
			t.pos = i + 1
			t.nextLine()
		case c == '\n' || i >= t.end:
			what := "string literal (detected at line %d)"
			if escaped && size == 1 {
				what += "; perhaps you escaped the end quote?"
			}
			kind := t.unterminated(start, line, lineStart, quote, size, what)
			t.cut = t.cut || i >= t.end // behind a backslash
			return kind
		}
		run = 0
		i++
	}
}

// unterminated fails at the beginning of a string.
func (t *tokenizer) unterminated(start int, line int32, lineStart int, quote byte, size int, what string) Kind {
	detected := t.line
	t.cut = size == 3 || t.added && t.lineStart+strings.IndexByte(t.src[t.lineStart:], '\n') == t.end-1
	t.pos, t.line, t.lineStart = start+1, line, lineStart
	if n := len(t.fstrings); n > 0 && t.fstrings[n-1].quote == quote && t.fstrings[n-1].size == size {
		return t.wrong("f-string: expecting '}'")
	}
	if size == 3 {
		what = "triple-quoted " + what
	}
	return t.wrong("unterminated "+what, detected)
}

// operator reads an operator or bracket.
func (t *tokenizer) operator() Kind {
	start := t.pos
	c := t.src[start]
	if len(t.fstrings) > 0 && (c == ':' || c == '}') {
		if kind, ok := t.fieldEnd(c); ok {
			return kind
		}
	}
	kind, size := operator(t.src[start:])
	if size == 1 {
		switch kind {
		case LPar, LSqb, LBrace:
			if len(t.brackets) >= maxBrackets {
				t.pos++
				return t.wrong("too many nested parentheses")
			}
			t.brackets = append(t.brackets, bracket{c, t.line, int32(start - t.lineStart)})
			if n := len(t.fstrings); n > 0 {
				t.fstrings[n-1].depth++
			}
			t.pos++
			t.emit(kind, start)
			t.note(len(t.toks)-1, kind)
			return kind
		case RPar, RSqb, RBrace:
			t.pos++
			if !t.closeBracket(c) {
				return ErrorToken
			}
			t.emit(kind, start)
			t.note(len(t.toks)-1, kind)
			return kind
		}
	}
	t.pos += size
	if size == 1 && kind == Less && t.src[t.pos] == '>' {
		t.pos++
		kind = NotEqual
	}
	t.emit(kind, start)
	if shapeOf[kind] != 0 || kind == Semi {
		t.note(len(t.toks)-1, kind)
	}
	return kind
}

// closeBracket checks a closing bracket against the one that is open; pos is behind it.
func (t *tokenizer) closeBracket(c byte) bool {
	n := len(t.fstrings)
	if n > 0 && t.fstrings[n-1].depth == 0 && c == '}' {
		t.wrong("f-string: single '}' is not allowed")
		return false
	}
	if len(t.brackets) == 0 {
		if t.extra {
			return true
		}
		t.wrong("unmatched '%c'", c)
		return false
	}
	open := t.brackets[len(t.brackets)-1]
	t.brackets = t.brackets[:len(t.brackets)-1]
	if c != open.char+1 && c != open.char+2 && !t.extra { // ")" follows "(" in ASCII, the others come two later
		switch {
		case n > 0 && open.char == '{' && t.fstrings[n-1].depth-1 == t.fstrings[n-1].fieldDepth:
			t.wrong("f-string: unmatched '%c'", c)
		case open.line != t.line:
			t.wrong("closing parenthesis '%c' does not match opening parenthesis '%c' on line %d", c, open.char, open.line)
		default:
			t.wrong("closing parenthesis '%c' does not match opening parenthesis '%c'", c, open.char)
		}
		return false
	}
	if n > 0 {
		f := &t.fstrings[n-1]
		if f.depth--; f.depth < 0 {
			t.wrong("f-string: unmatched '%c'", c)
			return false
		}
		if c == '}' && f.depth == f.fieldDepth {
			f.fieldDepth--
			f.literal = true
		}
	}
	return true
}

// IsKeyword reports whether a name is a keyword, and so no identifier.
func IsKeyword(name string) bool { return keyword(name) != Ident }
