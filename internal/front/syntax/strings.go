// String literals, f-strings and numbers: what their tokens mean.

package syntax

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/psyco-go/psy/internal/lib/numfmt"
	"github.com/psyco-go/psy/internal/lib/unidata"
)

// normalize gives an identifier that is not ASCII its canonical form.
func normalize(s string) string { return norm.NFKC.String(s) }

// stringLiteral is the constant of one string token.
func (p *parser) stringLiteral(t *Token) Expr {
	s := p.text(t)
	raw, isBytes, kind := false, false, ""
	for ; s[0] != '\'' && s[0] != '"'; s = s[1:] {
		switch s[0] | 0x20 {
		case 'r':
			raw = true
		case 'b':
			isBytes = true
		}
		if s[0] == 'u' { // "U" is not remembered
			kind = "u"
		}
	}
	quotes := 1
	if len(s) >= 6 && s[1] == s[0] && s[2] == s[0] {
		quotes = 3
	}
	s = s[quotes : len(s)-quotes]
	if isBytes {
		for i := range len(s) {
			if s[i] >= utf8.RuneSelf {
				p.failAt(t, "bytes can only contain ASCII literal characters")
			}
		}
		if !raw {
			s = p.unescape(s, t, true)
		}
		return p.newConstant(t.Range(), Bytes(s), "")
	}
	if !raw {
		s = p.unescape(s, t, false)
	}
	return p.newConstant(t.Range(), Str(s), kind)
}

// concatenate puts adjacent literals together; f-strings among them make it an f-string.
func (p *parser) concatenate(at Pos, parts []Expr) Expr {
	var joined, text, isBytes bool
	for _, e := range parts {
		if c, ok := e.(*Constant); !ok {
			joined = true
		} else if _, ok := c.Value.(Bytes); ok {
			isBytes = true
		} else {
			text = true
		}
	}
	if isBytes && (text || joined) {
		if p.fast {
			p.raise(nil)
		}
		p.failLast("cannot mix bytes and nonbytes literals")
	}
	if len(parts) == 1 && !joined {
		return parts[0]
	}
	if isBytes {
		var b strings.Builder
		for _, e := range parts {
			b.WriteString(string(e.(*Constant).Value.(Bytes)))
		}
		return p.newConstant(at, Bytes(b.String()), "")
	}
	values := p.foldText(parts)
	if !joined {
		return values[0]
	}
	return p.newJoinedStr(at, values)
}

// foldText replaces f-strings by their parts, joins neighbouring texts, and drops empty ones if others stand beside them.
func (p *parser) foldText(parts []Expr) []Expr {
	base := len(p.seqExpr.stack)
	joined := false
	for _, e := range parts {
		if j, ok := e.(*JoinedStr); ok {
			joined = true
			p.seqExpr.stack = append(p.seqExpr.stack, j.Values...)
		} else {
			p.seqExpr.stack = append(p.seqExpr.stack, e)
		}
	}
	flat := p.seqExpr.stack[base:]
	n := 0
	for i := 0; i < len(flat); {
		first, ok := flat[i].(*Constant)
		if !ok {
			flat[n] = flat[i]
			n++
			i++
			continue
		}
		j := i + 1
		if j < len(flat) {
			if _, more := flat[j].(*Constant); more {
				var text strings.Builder
				last := first
				for j = i; j < len(flat); j++ {
					c, ok := flat[j].(*Constant)
					if !ok {
						break
					}
					text.WriteString(string(c.Value.(Str)))
					last = c
				}
				first = p.newConstant(Pos{first.Line, first.Col, last.EndLine, last.EndCol}, Str(text.String()), first.Kind)
			}
		}
		if first.Value != Str("") || !joined {
			flat[n] = first
			n++
		}
		i = j
	}
	clear(flat[n:])
	p.seqExpr.stack = p.seqExpr.stack[:base+n]
	return p.seqExpr.take(base)
}

// f-strings

// middleText is the constant of text in an f-string; what its backslashes mean is seen when the whole is known.
func (p *parser) middleText(t *Token) Expr { return p.newConstant(t.Range(), Str(p.text(t)), "") }

// specText is the constant of text in a format specification.
func (p *parser) specText(t *Token) Expr {
	return p.newConstant(t.Range(), Str(p.unescape(p.text(t), t, false)), "")
}

// joinedString is an f-string without its neighbours.
func (p *parser) joinedString(at Pos, start *Token, parts []Expr, end *Token) Expr {
	raw := strings.ContainsAny(p.text(start), "rR")
	base := len(p.seqExpr.stack)
	for _, e := range parts {
		switch e := e.(type) {
		case *Constant:
			if !raw {
				e.Value = Str(p.unescape(string(e.Value.(Str)), end, false))
			}
			if e.Value == Str("") {
				continue
			}
		case *JoinedStr: // a field with "=" is a text and a field
			p.seqExpr.stack = append(p.seqExpr.stack, e.Values...)
			continue
		}
		p.seqExpr.stack = append(p.seqExpr.stack, e)
	}
	return p.newJoinedStr(at, p.seqExpr.take(base))
}

// formatSpec is a format specification and its colon.
type formatSpec struct {
	colon *Token
	e     Expr
}

func (p *parser) specification(at Pos, colon *Token, parts []Expr) *formatSpec {
	base := len(p.seqExpr.stack)
	for _, e := range parts {
		if c, ok := e.(*Constant); !ok || c.Value != Str("") {
			p.seqExpr.stack = append(p.seqExpr.stack, e)
		}
	}
	parts = p.seqExpr.take(base)
	if len(parts) == 1 {
		if _, ok := parts[0].(*Constant); ok {
			return &formatSpec{colon, p.newJoinedStr(at, parts)}
		}
	}
	if len(parts) == 0 {
		return &formatSpec{colon, p.newJoinedStr(at, nil)}
	}
	values := p.foldText(parts)
	return &formatSpec{colon, p.newJoinedStr(at, values)}
}

func (p *parser) conversionOf(mark, name *Token) *Token {
	if mark.EndLine != name.Line || mark.EndCol != name.Col {
		p.failRange(mark, name, "f-string: conversion type must come right after the exclamanation mark") // as CPython spells it
	}
	return name
}

// field is "{e=!c:spec}"; with "=" it gives the text of the expression and the field.
func (p *parser) field(at Pos, open *Token, e Expr, debug, conv *Token, spec *formatSpec, end *Token) Expr {
	code := -1
	var format Expr
	if spec != nil {
		format = spec.e
	}
	if conv != nil {
		c := p.text(conv)
		if c != "s" && c != "r" && c != "a" {
			p.failAt(conv, "f-string: invalid conversion character %s: expected 's', 'r', or 'a'", reprStr(c))
		}
		code = int(c[0])
	} else if debug != nil && spec == nil {
		code = 'r'
	}
	field := p.newFormattedValue(at, e, code, format)
	if debug == nil {
		return field
	}
	stop, textEnd := Pos{EndLine: at.EndLine, EndCol: at.EndCol}, end.Start
	switch {
	case conv != nil:
		stop.EndLine, stop.EndCol = conv.Line, conv.Col
		textEnd = conv.Start - 1
	case spec != nil:
		r := spec.e.Range()
		stop.EndLine, stop.EndCol = r.Line, r.Col+1
		textEnd = spec.colon.Start
	}
	text := p.newConstant(Pos{at.Line, at.Col + 1, stop.EndLine, stop.EndCol - 1}, Str(withoutComments(p.src[open.End:textEnd])), "")
	return p.newJoinedStr(Pos{at.Line, at.Col, stop.EndLine, stop.EndCol}, []Expr{text, field})
}

// withoutComments removes comments from the text of an expression.
func withoutComments(s string) string {
	if strings.IndexByte(s, '#') < 0 {
		return s
	}
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote == 0 && c == '#':
			for i < len(s) && s[i] != '\n' {
				i++
			}
			if i < len(s) {
				b.WriteByte('\n')
			}
			continue
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// escapes

// simpleEscapes are those of one character.
var simpleEscapes = map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', 'a': 7, 'b': 8, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11}

// unescape replaces the escape sequences of a string or bytes literal.
func (p *parser) unescape(s string, t *Token, isBytes bool) string {
	next := strings.IndexByte(s, '\\')
	if next < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	warned := false
	rest := s
	for ; next >= 0; next = strings.IndexByte(rest, '\\') {
		b.WriteString(rest[:next])
		rest = rest[next+1:]
		if rest == "" {
			b.WriteByte('\\')
			break
		}
		c := rest[0]
		if r, ok := simpleEscapes[c]; ok {
			b.WriteByte(r)
			rest = rest[1:]
			continue
		}
		switch {
		case c == '\n':
			rest = rest[1:]
		case c >= '0' && c <= '7':
			n, v := 0, 0
			for n < 3 && n < len(rest) && isOctal(rest[n]) {
				v = v*8 + int(rest[n]-'0')
				n++
			}
			if v > 0o377 && !warned {
				p.warn(int(t.Start), p.syntaxError(t.Range(), t.Range(), "invalid octal escape sequence '\\%s'", rest[:n]))
				warned = true
			}
			if isBytes {
				b.WriteByte(byte(v))
			} else {
				b.WriteString(encode(rune(v)))
			}
			rest = rest[n:]
		case c == 'x' || !isBytes && (c == 'u' || c == 'U'):
			size := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			n := 0
			for n < size && 1+n < len(rest) && isHex(rest[1+n]) {
				n++
			}
			at := len(s) - len(rest) - 1
			if n < size {
				if isBytes {
					p.failAt(t, "(value error) invalid \\x escape at position %d", at)
				}
				what := map[byte]string{'x': "\\xXX", 'u': "\\uXXXX", 'U': "\\UXXXXXXXX"}[c]
				p.badEscape(s, t, at, 1+n, "truncated "+what+" escape")
			}
			v, _ := strconv.ParseUint(rest[1:1+n], 16, 32)
			switch {
			case isBytes:
				b.WriteByte(byte(v))
			case v > unidata.MaxRune:
				p.badEscape(s, t, at, 1+n, "illegal Unicode character")
			default:
				b.WriteString(encode(rune(v)))
			}
			rest = rest[1+n:]
		case c == 'N' && !isBytes:
			at := len(s) - len(rest) - 1
			end := strings.IndexByte(rest, '}')
			if !strings.HasPrefix(rest, "N{") || end <= 2 {
				n := 1
				if strings.HasPrefix(rest, "N{") {
					n = end // 2: the closing brace does not belong to it
					if end < 0 {
						n = len(rest)
					}
				}
				p.badEscape(s, t, at, n, "malformed \\N character escape")
			}
			r, ok := unidata.LookupName(rest[2:end])
			if !ok {
				p.badEscape(s, t, at, end+1, "unknown Unicode character name")
			}
			b.WriteString(encode(r))
			rest = rest[end+1:]
		default:
			if !warned {
				r, _ := utf8.DecodeRuneInString(rest)
				if r < utf8.RuneSelf && ((r != '{' && r != '}') || t.Kind == String) { // of those in an f-string the tokenizer has warned
					p.warn(int(t.Start), p.syntaxError(t.Range(), t.Range(), "invalid escape sequence '\\%c'", r))
					warned = true
				}
			}
			b.WriteByte('\\')
			b.WriteByte(c)
			rest = rest[1:]
		}
	}
	b.WriteString(rest)
	return b.String()
}

// badEscape raises the error of CPython's decoder, which counts characters beyond ASCII as the ten of an escape sequence.
func (p *parser) badEscape(s string, t *Token, at, length int, msg string) {
	width := func(s string) (n int) {
		for i, r := range s {
			switch {
			case r < utf8.RuneSelf:
				n++
			case i > 0 && s[i-1] == '\\':
				n += 15
			default:
				n += 10
			}
		}
		return n
	}
	p.failAt(t, "(unicode error) 'unicodeescape' codec can't decode bytes in position %d-%d: %s", width(s[:at]), width(s[:at+1+length])-1, msg)
}

// encode is the WTF-8 of a character, which may be a surrogate.
func encode(r rune) string {
	if r >= 0xd800 && r <= 0xdfff {
		return string([]byte{0xe0 | byte(r>>12), 0x80 | byte(r>>6&0x3f), 0x80 | byte(r&0x3f)})
	}
	return string(r)
}

// numbers

// number is the constant of a number token.
func (p *parser) numberOf(t *Token) Expr { return p.newConstant(t.Range(), p.numberValue(t), "") }

func (p *parser) numberValue(t *Token) Value {
	s := p.text(t)
	if len(s) == 1 {
		return int64(s[0] - '0')
	}
	if strings.IndexByte(s, '_') >= 0 {
		s = strings.ReplaceAll(s, "_", "")
	}
	if last := s[len(s)-1]; last|0x20 == 'j' {
		f, _ := numfmt.ParseFloat(s[:len(s)-1])
		return complex(0, f)
	}
	base, digits := 10, s
	if s[0] == '0' {
		switch s[1] | 0x20 {
		case 'x':
			base, digits = 16, s[2:]
		case 'o':
			base, digits = 8, s[2:]
		case 'b':
			base, digits = 2, s[2:]
		}
	}
	if base == 10 && strings.ContainsAny(s, ".eE") {
		f, _ := numfmt.ParseFloat(s)
		return f
	}
	if v, err := strconv.ParseInt(digits, base, 64); err == nil {
		return v
	}
	if base == 10 && p.opt.MaxDigits > 0 && len(digits) > p.opt.MaxDigits {
		p.raise(p.syntaxError(Pos{Line: t.Line, Col: -1}, Pos{EndLine: t.EndLine, EndCol: -1}, "%v - Consider hexadecimal for huge "+
			"integer literals to avoid decimal conversion limits.", numfmt.TooManyDigitsIn(p.opt.MaxDigits, len(digits))))
	}
	v, _ := new(big.Int).SetString(digits, base)
	return v
}

func (p *parser) realOf(t *Token) Expr {
	n := p.numberOf(t)
	if _, ok := n.(*Constant).Value.(complex128); ok {
		p.failAt(n, "real number required in complex literal")
	}
	return n
}

func (p *parser) imaginaryOf(t *Token) Expr {
	n := p.numberOf(t)
	if _, ok := n.(*Constant).Value.(complex128); !ok {
		p.failAt(n, "imaginary number required in complex literal")
	}
	return n
}
