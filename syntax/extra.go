// All tokens of a source, as module tokenize shows them: with comments and the newlines that end no statement.

package syntax

import (
	"strings"
	"unicode/utf8"
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

// FullTokens cuts a source into all its tokens. With an error come the tokens before it; an error without message is the end of the source
// within a statement. Without extra, comments and newlines that end no statement are left out, and places are those that the parser has.
func FullTokens(src string, extra bool) ([]FullToken, *Error) {
	lines := strings.SplitAfter(src, "\n")
	t := &tokenizer{extra: extra}
	t.init(Newlines(src))
	for !t.done {
		t.fill()
	}
	list := make([]FullToken, 0, len(t.toks))
	for i := range t.toks {
		tok := &t.toks[i]
		if tok.Kind == ErrorToken {
			break
		}
		f := t.full(tok, lines)
		if !extra {
			t.plain(&f, tok, list)
		}
		list = append(list, f)
	}
	if t.failure != nil || !t.eof {
		return list, t.failure
	}
	return list, &Error{Class: SyntaxError}
}

func (t *tokenizer) full(tok *Token, lines []string) FullToken {
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
		tok.EndCol = tok.End - int32(strings.LastIndexByte(t.src[:tok.End], '\n')+1) // the second brace of a pair does not count here
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
		if t.end == 0 {
			f.Line = 1
		}
		f.EndLine, f.Text = f.Line, ""
		return f
	}
	first := f.EndLine
	if f.Type == TypeString || f.Type >= TypeFStringStart && f.Type <= TypeFStringEnd {
		first = f.Line
	}
	f.Lines = strings.Join(lines[first-1:min(f.EndLine, len(lines))], "")
	f.Col = column(lines, f.Line, int(tok.Col))
	f.EndCol = column(lines, f.EndLine, int(tok.EndCol))
	if f.Type == TypeNewline || f.Type == TypeNL {
		f.EndCol = f.Col + 1
		switch {
		case t.added && int(tok.End) == t.end:
			f.Text = ""
		case f.Type == TypeNewline && strings.HasSuffix(f.Lines, "\r\n"):
			f.Text = "\r\n"
			f.EndCol++
		}
	}
	return f
}

// column counts the characters before a byte of a line.
func column(lines []string, line, col int) int {
	if line > len(lines) {
		return col
	}
	s := lines[line-1]
	if col <= len(s) {
		return utf8.RuneCountInString(s[:col])
	}
	return utf8.RuneCountInString(s) + col - len(s)
}

// plain changes what is different without the extra tokens: newlines and indentation have no text.
func (t *tokenizer) plain(f *FullToken, tok *Token, before []FullToken) {
	switch f.Type {
	case TypeNewline:
		f.Text = strings.TrimSuffix(t.src[tok.Start:tok.End], "\n")
		f.EndCol = f.Col + utf8.RuneCountInString(f.Text)
	case TypeIndent, TypeDedent, TypeEndMarker:
		f.Text, f.Col, f.EndCol = "", -1, -1
		if int(tok.Start) >= t.end {
			f.Line, f.EndLine = int(t.line), int(t.line)
			if n := len(before); n > 0 && before[n-1].EndLine == f.Line {
				f.Lines = before[n-1].Lines
			}
		}
	}
}
