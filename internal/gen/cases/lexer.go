package cases

import (
	"fmt"
	"sort"
	"strings"
)

// Pos is a place in a definition file.
type Pos struct {
	File string
	Line int
}

func (p Pos) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Error is one finding in a definition file.
type Error struct {
	Pos Pos
	Msg string
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

// Errors are all findings, in the order of the file.
type Errors []*Error

func (es Errors) Error() string {
	var b []string
	for _, e := range es {
		b = append(b, e.Error())
	}
	return strings.Join(b, "\n")
}

func (es *Errors) add(p Pos, format string, args ...any) {
	*es = append(*es, &Error{p, fmt.Sprintf(format, args...)})
}

// err returns nil or the sorted findings.
func (es Errors) err() error {
	if len(es) == 0 {
		return nil
	}
	sort.SliceStable(es, func(i, j int) bool { return es[i].Pos.Line < es[j].Pos.Line })
	return es
}

type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokName
	tokInt
	tokPunct // one character, or "--"
	tokBody  // the text between the braces of an instruction
)

type lexeme struct {
	kind tokenKind
	text string
	line int
	doc  string // the // comment that ends on the line before
}

// lexer splits a definition file into tokens. Bodies are Go; they are taken whole by body.
type lexer struct {
	file string
	src  string
	off  int
	line int
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// space skips blanks and comments; it returns the // comment lines directly before the next token.
func (l *lexer) space() string {
	var doc []string
	last := -1
	for l.off < len(l.src) {
		switch rest := l.src[l.off:]; {
		case rest[0] == '\n':
			l.line++
			l.off++
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			l.off++
		case strings.HasPrefix(rest, "//"):
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			if last != l.line-1 {
				doc = nil
			}
			doc = append(doc, strings.TrimSpace(strings.TrimPrefix(rest[:n], "//")))
			last = l.line
			l.off += n
		case strings.HasPrefix(rest, "/*"):
			n := strings.Index(rest, "*/")
			if n < 0 {
				n = len(rest) - 2
			}
			l.line += strings.Count(rest[:n+2], "\n")
			l.off += n + 2
		default:
			if last == l.line-1 {
				return strings.Join(doc, "\n")
			}
			return ""
		}
	}
	return ""
}

func (l *lexer) next() (lexeme, *Error) {
	doc := l.space()
	t := lexeme{line: l.line, doc: doc}
	if l.off >= len(l.src) {
		return t, nil
	}
	start := l.off
	c := l.src[l.off]
	switch {
	case isLetter(c):
		for l.off < len(l.src) && (isLetter(l.src[l.off]) || isDigit(l.src[l.off])) {
			l.off++
		}
		t.kind = tokName
	case isDigit(c):
		for l.off < len(l.src) && (isDigit(l.src[l.off]) || isLetter(l.src[l.off])) {
			l.off++
		}
		t.kind = tokInt
	case strings.HasPrefix(l.src[l.off:], "--"):
		l.off += 2
		t.kind = tokPunct
	case strings.IndexByte("(){}[],:;=+-*/&|<>!?.%^~", c) >= 0:
		l.off++
		t.kind = tokPunct
	default:
		return t, &Error{Pos{l.file, l.line}, fmt.Sprintf("unexpected character %q", c)}
	}
	t.text = l.src[start:l.off]
	return t, nil
}

// body takes the text up to the brace that closes the one just read, minding strings, runes and comments.
func (l *lexer) body() (lexeme, *Error) {
	t := lexeme{kind: tokBody, line: l.line}
	start, depth := l.off, 1
	for l.off < len(l.src) {
		c := l.src[l.off]
		l.off++
		switch c {
		case '\n':
			l.line++
		case '{':
			depth++
		case '}':
			depth--
			if depth == 0 {
				t.text = l.src[start : l.off-1]
				return t, nil
			}
		case '/':
			if strings.HasPrefix(l.src[l.off:], "/") {
				for l.off < len(l.src) && l.src[l.off] != '\n' {
					l.off++
				}
			}
		case '"', '\'', '`':
			for l.off < len(l.src) && l.src[l.off] != c {
				if l.src[l.off] == '\\' && c != '`' {
					l.off++
				}
				if l.off < len(l.src) && l.src[l.off] == '\n' {
					l.line++
				}
				l.off++
			}
			l.off++
		}
	}
	return t, &Error{Pos{l.file, t.line}, "body is not closed"}
}
