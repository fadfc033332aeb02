// All tokens of a source, as module tokenize shows them: with comments and the newlines that end no statement.

package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Kinds that the grammar does not know.
const (
	comment     Kind = 254
	newlineOnly Kind = 255
)

// TokenType is CPython's number of a kind of token.
type TokenType uint8

// The types that tokens have if operators are not told apart.
const (
	TypeEndMarker     TokenType = 0
	TypeName          TokenType = 1
	TypeNumber        TokenType = 2
	TypeString        TokenType = 3
	TypeNewline       TokenType = 4
	TypeIndent        TokenType = 5
	TypeDedent        TokenType = 6
	TypeOp            TokenType = 55
	TypeFStringStart  TokenType = 59
	TypeFStringMiddle TokenType = 60
	TypeFStringEnd    TokenType = 61
	TypeRemark        TokenType = 62
	TypeNL            TokenType = 63
)

// FullToken is a token with its text and the lines that it stands on. Columns count characters.
type FullToken struct {
	Type            TokenType
	Text            string
	Line, Col       int
	EndLine, EndCol int
	Lines           string
}

// Lexer cuts a source into all its tokens, and asks for no line before it needs that line. Its text is that of the lines which may still be needed.
type Lexer struct {
	t       tokenizer
	text    []byte   // t.src lies here
	lines   []string // those of text, as they were fed
	next    int      // the token that is next, of t.toks
	last    place    // of the token before
	counted counted
}

// place is where a token ended, with its lines.
type place struct {
	line  int
	lines string
}

// counted is a place up to which the characters of a line were counted.
type counted struct{ line, bytes, chars int }

// pause is how far the text of a string has been read.
type pause struct {
	pos, line, lineStart int
	flag                 bool
}

// pauseAt ends a step within a string whose next line is not there yet. The step is made again, from there on, when it is.
func (t *tokenizer) pauseAt(pos int, flag bool) Kind {
	t.more, t.paused = true, true
	t.rest = pause{pos, int(t.line), t.lineStart, flag}
	return ErrorToken
}

func (t *tokenizer) resume() (int, bool) {
	r := &t.rest
	t.line, t.lineStart, t.resumed = int32(r.line), r.lineStart, false
	return r.pos, r.flag
}

// NewLexer returns a Lexer that waits for the first line. Without extra, comments and newlines that end no statement are left out, and places are those
// that the parser has.
func NewLexer(extra bool) *Lexer {
	x := &Lexer{}
	x.t.extra = extra
	x.t.init("")
	x.t.partial = true
	return x
}

// Next returns a token: nil if a line is to be fed first, or if there are no tokens any more (Ended).
func (x *Lexer) Next() *FullToken {
	t := &x.t
	for x.next >= len(t.toks) {
		if t.done || !x.step() {
			return nil
		}
	}
	tok := &t.toks[x.next]
	if tok.Kind == ErrorToken {
		return nil
	}
	x.next++
	f := x.full(tok)
	if !t.extra {
		x.plain(&f, tok)
	}
	x.last = place{f.EndLine, f.Lines}
	return &f
}

// Ended reports whether all tokens were returned. With an error come the tokens before it; an error without message is the end of the source within a statement.
func (x *Lexer) Ended() (*Error, bool) {
	t := &x.t
	switch {
	case !t.done || x.next < len(t.toks) && t.toks[x.next].Kind != ErrorToken:
		return nil, false
	case t.failure == nil && t.eof:
		e := &Error{Class: SyntaxError, Line: int(t.line)}
		if len(t.fstrings) > 0 {
			e.Offset = t.end
		}
		return e, true
	case t.failure != nil && t.mild: // CPython has another function for these here than for the parser
		line := t.fedLine(t.failure.Line - 1 - t.before)
		t.failure.Text = strings.TrimSuffix(line, "\n")
		t.failure.Offset, t.failure.EndOffset = chars(line), NoLine
		t.mild = false
	}
	return t.failure, true
}

// Size is about how many bytes the Lexer keeps once another line of so many bytes is fed.
func (x *Lexer) Size(more int) int {
	if x.canDrop() {
		return 4 * more
	}
	return 4*(len(x.text)+more) + len(x.t.toks)*int(unsafe.Sizeof(Token{}))
}

// canDrop reports whether nothing of the text is needed any more.
func (x *Lexer) canDrop() bool {
	return x.t.pos >= x.t.end && len(x.t.fstrings) == 0 && x.next >= len(x.t.toks)
}

// Feed appends a line; "" is the end of the source.
func (x *Lexer) Feed(line string) {
	t := &x.t
	if !t.partial {
		return
	}
	if line == "" {
		t.partial = false
		return
	}
	began := t.before+len(x.lines) > 0
	if x.canDrop() {
		t.before += len(x.lines)
		if cap(x.text) > 1<<16 {
			x.text = nil // what is there may be far more than is needed
		}
		x.text, x.lines, t.toks, x.next, x.counted, t.feeds = x.text[:0], nil, t.toks[:0], 0, counted{}, t.feeds[:0]
		t.pos, t.end, t.from, t.lineStart = 0, 0, 0, 0
	}
	if t.feeds = append(t.feeds, t.end); t.pos >= t.end {
		if began {
			t.nextLine()
		}
		t.from = t.pos
	}
	if n := len(x.lines); n > 0 && t.added {
		x.lines[n-1] += "\n"
	}
	x.lines = append(x.lines, line)
	x.text = append(append(x.text[:t.end:cap(x.text)], line...), '\n')
	if t.added = !strings.HasSuffix(line, "\n"); !t.added {
		x.text = x.text[:len(x.text)-1]
	}
	t.end = len(x.text)
	x.text = append(x.text, padding...)
	t.src = unsafe.String(unsafe.SliceData(x.text), len(x.text))
	if strings.IndexByte(line, 0) >= 0 {
		t.fail(&Error{Class: SyntaxError, Msg: "source code cannot contain null bytes", Line: t.before + len(x.lines), EndLine: t.before + len(x.lines),
			Text: strings.TrimRight(line[:strings.IndexByte(line, 0)], "\n")}, false)
	}
}

// crlf reports whether a newline of two characters begins at i: the lines that are fed are as they are.
func (t *tokenizer) crlf(i int) bool {
	return t.feeds != nil && i >= 0 && t.src[i] == '\r' && t.src[i+1] == '\n'
}

// joinsLast reports whether the backslash at i stands before the last newline.
func (t *tokenizer) joinsLast(i int) bool {
	if i++; t.crlf(i) {
		i++
	}
	return t.src[i] == '\n' && i+1 >= t.end
}

// withinFed reports whether pos is not where a line begins that was fed: a newline within such a line begins none.
func (t *tokenizer) withinFed() bool {
	_, ok := slices.BinarySearch(t.feeds, t.pos)
	return !ok
}

// fedLine is the text of a line that is still there.
func (t *tokenizer) fedLine(i int) string {
	switch {
	case i < 0 || i >= len(t.feeds):
		return ""
	case i+1 < len(t.feeds):
		return t.src[t.feeds[i]:t.feeds[i+1]]
	}
	return t.src[t.feeds[i]:t.end]
}

// step makes tokens, mostly one; false: a line is needed for the next one.
func (x *Lexer) step() bool {
	t := &x.t
	if t.partial && t.pos >= t.end {
		return false
	}
	pos, line, lineStart, from, fresh, n := t.pos, t.line, t.lineStart, t.from, t.fresh, len(t.toks)
	var field fstring
	if f := len(t.fstrings); f > 0 {
		field = t.fstrings[f-1]
	}
	t.paused = false
	x.cut()
	t.shaper.frames, t.shaper.n = t.shaper.frames[:0], 0
	if !t.more {
		return true
	}
	t.more = false
	t.resumed = t.paused
	t.pos, t.line, t.lineStart, t.from, t.fresh, t.toks = pos, line, lineStart, from, fresh, t.toks[:n]
	if f := len(t.fstrings); f > 0 {
		t.fstrings[f-1] = field
	}
	return false
}

// cut is a turn of fill, or half of one: what was made of the indentation is not made again.
func (x *Lexer) cut() {
	t := &x.t
	if n := len(t.fstrings); n > 0 && t.fstrings[n-1].literal {
		t.fstringText()
		return
	}
	if t.fresh {
		if n := len(t.toks); !t.indentation() || len(t.toks) > n {
			return
		}
	}
	t.token()
}

func (x *Lexer) full(tok *Token) FullToken {
	t := &x.t
	f := FullToken{Text: t.src[tok.Start:min(int(tok.End), t.end)], Line: int(tok.Line), EndLine: int(tok.EndLine)}
	atEnd := int(tok.Start) >= t.end
	switch tok.Kind {
	case EndMarker:
		f.Type = TypeEndMarker
	case Newline:
		f.Type = TypeNewline
	case newlineOnly:
		f.Type = TypeNL
	case comment:
		f.Type = TypeRemark
	case Indent:
		f.Type = TypeIndent
		f.Text = t.src[int(tok.Start)-int(tok.Col) : tok.Start]
		tok.Col = 0
	case Dedent:
		f.Type = TypeDedent
	case Number:
		f.Type = TypeNumber
	case String:
		f.Type = TypeString
	case FStringStart:
		f.Type = TypeFStringStart
	case FStringMiddle:
		f.Type = TypeFStringMiddle
		tok.EndCol = tok.End - int32(t.feeds[int(tok.EndLine)-1-t.before]) // the second brace of a pair does not count here
	case FStringEnd:
		f.Type = TypeFStringEnd
	default:
		f.Type = TypeOp
		if c := f.Text[0]; charClass[c] == charName {
			f.Type = TypeName
		}
	}
	if atEnd && (f.Type == TypeEndMarker || f.Type == TypeDedent) {
		f.Line = int(t.line) + 1
		if t.before+len(x.lines) == 0 {
			f.Line = 1
		}
		f.EndLine, f.Text = f.Line, ""
		return f
	}
	first := f.EndLine
	if f.Type == TypeString || f.Type >= TypeFStringStart && f.Type <= TypeFStringEnd {
		first = f.Line
	}
	f.Lines = x.linesOf(first, f.EndLine)
	f.Col = x.column(f.Line, int(tok.Col))
	f.EndCol = x.column(f.EndLine, int(tok.EndCol))
	if f.Type == TypeNewline || f.Type == TypeNL {
		f.EndCol = f.Col + 1
		switch {
		case t.added:
			f.Text = ""
		case t.src[tok.Start] == '\r':
			f.Text = "\r\n"
			f.EndCol++
		}
	}
	return f
}

// linesOf is the text of some lines.
func (x *Lexer) linesOf(first, last int) string {
	first, last = max(first-1-x.t.before, 0), min(last-x.t.before, len(x.lines))
	if first+1 == last {
		return x.lines[first]
	}
	return strings.Join(x.lines[min(first, last):last], "")
}

// column counts the characters before a byte of a line. It goes on from where it has counted last.
func (x *Lexer) column(line, col int) int {
	i := line - 1 - x.t.before
	if i < 0 || i >= len(x.lines) {
		return col
	}
	s := x.lines[i]
	if x.counted.line != line || x.counted.bytes > col {
		x.counted = counted{line: line}
	}
	c := &x.counted
	if end := min(col, len(s)); end > c.bytes {
		c.chars += utf8.RuneCountInString(s[c.bytes:end])
		c.bytes = end
	}
	return c.chars + max(col-len(s), 0)
}

// plain changes what is different without the extra tokens: newlines and indentation have no text.
func (x *Lexer) plain(f *FullToken, tok *Token) {
	t := &x.t
	switch f.Type {
	case TypeNewline:
		f.Text = strings.TrimSuffix(t.src[tok.Start:tok.End], "\n")
		f.EndCol = f.Col + utf8.RuneCountInString(f.Text)
	case TypeIndent, TypeDedent, TypeEndMarker:
		f.Text, f.Col, f.EndCol = "", -1, -1
		if int(tok.Start) >= t.end {
			f.Line, f.EndLine = int(t.line), int(t.line)
			if x.last.line == f.Line {
				f.Lines = x.last.lines
			}
		}
	}
}
