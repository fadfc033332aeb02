// A scanner of Python expressions that finds which part of one an instruction is about: the operator of a binary operation, the
// brackets of a subscript or call. Tracebacks point at those.

package traceback

import (
	"strings"
	"unicode"
)

// srcPos is a place in source text: line and character, both from 0.
type srcPos struct{ line, col int }

func (p srcPos) before(q srcPos) bool { return p.line < q.line || p.line == q.line && p.col < q.col }

// anchors says which characters of a range stand out.
type anchors struct{ left, right srcPos }

// Kinds of tokens.
const (
	tokName = iota
	tokNumber
	tokString
	tokOp
	tokEnd // end of a line outside brackets
)

type token struct {
	kind       int
	text       string
	start, end srcPos
	match      int // index of the matching bracket
}

var statementWords = map[string]bool{
	"and": true, "as": true, "assert": true, "async": true, "break": true, "class": true, "continue": true, "def": true, "del": true,
	"elif": true, "else": true, "except": true, "finally": true, "for": true, "from": true, "global": true, "if": true, "import": true,
	"in": true, "is": true, "lambda": true, "nonlocal": true, "not": true, "or": true, "pass": true, "raise": true, "return": true,
	"try": true, "while": true, "with": true, "yield": true,
}

var longOps = []string{"**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "!=", "==", "<=", ">=", "->", ":=",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@="}

// exprScanner cuts source lines into tokens.
type exprScanner struct {
	lines  [][]rune
	at     srcPos
	tokens []token
	open   []int
	depth  int // of strings in fields of strings
}

// maxStrings is how deep strings may stand in fields of strings; the line may be of a file that was never compiled.
const maxStrings = 200

// scanTokens returns the tokens of some lines; ok is false when they are not well-formed. In parens, line ends do not count.
func scanTokens(lines [][]rune, parens bool) (tokens []token, ok bool) {
	s := &exprScanner{lines: lines}
	for s.at.line < len(lines) {
		line := lines[s.at.line]
		if s.at.col >= len(line) {
			if len(s.open) == 0 && !parens {
				s.tokens = append(s.tokens, token{kind: tokEnd, start: s.at, end: s.at})
			}
			s.at = srcPos{s.at.line + 1, 0}
			continue
		}
		c := line[s.at.col]
		switch {
		case c == '\\' && s.at.col == len(line)-1:
			s.at = srcPos{s.at.line + 1, 0}
		case c == '#':
			s.at.col = len(line)
		case unicode.IsSpace(c):
			s.at.col++
		default:
			if !s.token() {
				return nil, false
			}
		}
	}
	return s.tokens, len(s.open) == 0
}

func (s *exprScanner) peek(n int) rune {
	if line := s.lines[s.at.line]; s.at.col+n < len(line) {
		return line[s.at.col+n]
	}
	return 0
}

func isIdent(c rune) bool {
	return c == '_' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

func (s *exprScanner) add(kind int, start srcPos) {
	text := ""
	if start.line == s.at.line {
		text = string(s.lines[start.line][start.col:s.at.col])
	}
	s.tokens = append(s.tokens, token{kind: kind, text: text, start: start, end: s.at})
}

func (s *exprScanner) token() bool {
	start := s.at
	c := s.peek(0)
	switch {
	case isDigit(c) || c == '.' && isDigit(s.peek(1)):
		for {
			c := s.peek(0)
			if (c == '+' || c == '-') && (s.lines[s.at.line][s.at.col-1]|0x20) == 'e' &&
				!strings.HasPrefix(strings.ToLower(string(s.lines[s.at.line][start.col:s.at.col])), "0x") {
				s.at.col++
				continue
			}
			if c != '.' && !isIdent(c) {
				break
			}
			s.at.col++
		}
		s.add(tokNumber, start)
		return true
	case isIdent(c):
		for isIdent(s.peek(0)) {
			s.at.col++
		}
		if q := s.peek(0); q == '\'' || q == '"' {
			prefix := strings.ToLower(string(s.lines[start.line][start.col:s.at.col]))
			if strings.Trim(prefix, "rbuf") == "" {
				return s.str(start, strings.Contains(prefix, "f"))
			}
		}
		s.add(tokName, start)
		return true
	case c == '\'' || c == '"':
		return s.str(start, false)
	}
	n := 1
	rest := string(s.lines[s.at.line][s.at.col:min(len(s.lines[s.at.line]), s.at.col+3)])
	for _, op := range longOps {
		if strings.HasPrefix(rest, op) {
			n = len(op)
			break
		}
	}
	s.at.col += n
	s.add(tokOp, start)
	tok := &s.tokens[len(s.tokens)-1]
	switch tok.text {
	case "(", "[", "{":
		s.open = append(s.open, len(s.tokens)-1)
	case ")", "]", "}":
		if len(s.open) == 0 {
			return false
		}
		o := s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		if strings.IndexByte("([{", s.tokens[o].text[0]) != strings.IndexByte(")]}", tok.text[0]) {
			return false
		}
		tok.match, s.tokens[o].match = o, len(s.tokens)-1
	}
	return true
}

// str scans a string whose prefix has been read.
func (s *exprScanner) str(start srcPos, formatted bool) bool {
	q := s.peek(0)
	triple := s.peek(1) == q && s.peek(2) == q
	s.at.col++
	if triple {
		s.at.col += 2
	}
	if !s.strRest(q, triple, formatted) {
		return false
	}
	s.add(tokString, start)
	return true
}

// strRest scans to behind the closing quote.
func (s *exprScanner) strRest(q rune, triple, formatted bool) bool {
	for s.at.line < len(s.lines) {
		if s.at.col >= len(s.lines[s.at.line]) {
			if !triple {
				return false
			}
			s.at = srcPos{s.at.line + 1, 0}
			continue
		}
		switch c := s.peek(0); {
		case c == '\\':
			if s.at.col+1 >= len(s.lines[s.at.line]) {
				s.at = srcPos{s.at.line + 1, 0}
			} else {
				s.at.col += 2
			}
		case c == q && !triple:
			s.at.col++
			return true
		case c == q && s.peek(1) == q && s.peek(2) == q:
			s.at.col += 3
			return true
		case formatted && c == '{' && s.peek(1) == '{':
			s.at.col += 2
		case formatted && c == '{':
			s.at.col++
			if !s.field(q, triple) {
				return false
			}
		default:
			s.at.col++
		}
	}
	return false
}

// field scans a replacement field of an f-string to behind its closing brace.
//
//psy:bounded by maxStrings
func (s *exprScanner) field(q rune, triple bool) bool {
	if s.depth++; s.depth > maxStrings {
		return false
	}
	defer func() { s.depth-- }()
	depth := 0
	spec := false
	for s.at.line < len(s.lines) {
		if s.at.col >= len(s.lines[s.at.line]) {
			s.at = srcPos{s.at.line + 1, 0}
			continue
		}
		switch c := s.peek(0); {
		case c == '}' && depth == 0:
			s.at.col++
			return true
		case spec && c == '{':
			s.at.col++
			if !s.field(q, triple) {
				return false
			}
		case spec && c == q && (!triple || s.peek(1) == q && s.peek(2) == q):
			return false
		case spec:
			s.at.col++
		case c == '(' || c == '[' || c == '{':
			depth++
			s.at.col++
		case c == ')' || c == ']' || c == '}':
			depth--
			s.at.col++
		case c == ':' && depth == 0:
			spec = true
			s.at.col++
		case c == '\'' || c == '"':
			formatted := s.at.col > 0 && s.lines[s.at.line][s.at.col-1]|0x20 == 'f'
			inner := s.peek(1) == c && s.peek(2) == c
			s.at.col++
			if inner {
				s.at.col += 2
			}
			if !s.strRest(c, inner, formatted) {
				return false
			}
		default:
			s.at.col++
		}
	}
	return false
}

// Precedences of binary operators; unary operators stand between products and powers.
var precedence = map[string]int{
	"|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6, "/": 6, "//": 6, "%": 6, "@": 6, "**": 8,
}

// Kinds of expressions that matter here.
const (
	exprOther = iota
	exprBinary
	exprSubscript
	exprCall
)

// expression is the top of an expression's tree.
type expression struct {
	kind       int
	start, end srcPos
	op         int  // index of the operator or opening bracket
	simple     bool // a call of a plain name
}

// classify finds the top of the expression made of tokens[lo:hi]; ok is false when they are no expression, or one that cannot
// stand alone in parentheses.
func classify(tokens []token, lo, hi int) (e expression, ok bool) {
	for hi-lo >= 2 && tokens[lo].text == "(" && tokens[lo].match == hi-1 && isGroup(tokens, lo) {
		lo, hi = lo+1, hi-1
	}
	if lo >= hi {
		return e, false
	}
	e.start, e.end = tokens[lo].start, tokens[hi-1].end
	operand := false // the token before ends an operand
	prefix := false  // the expression begins with a unary operator or await
	best, bestPrec := -1, 100
	trailer := -1 // the last bracket or dot that follows an operand
	for i := lo; i < hi; i++ {
		tok := &tokens[i]
		switch {
		case tok.kind == tokEnd:
			return e, false
		case tok.kind == tokName && tok.text == "await":
			if operand {
				return e, false
			}
			prefix = prefix || i == lo
		case tok.kind == tokName && statementWords[tok.text]:
			return e, i > lo || tok.text == "not" || tok.text == "lambda" || tok.text == "yield"
		case tok.kind == tokName || tok.kind == tokNumber:
			if operand {
				return e, false
			}
			operand = true
		case tok.kind == tokString:
			if operand && tokens[i-1].kind != tokString {
				return e, false
			}
			operand = true
		case tok.text == "(" || tok.text == "[":
			if operand {
				trailer = i
			}
			operand = true
			i = tok.match
		case tok.text == "{":
			if operand {
				return e, false
			}
			operand = true
			i = tok.match
		case tok.text == ".":
			if !operand || i+1 >= hi || tokens[i+1].kind != tokName {
				return e, false
			}
			trailer = i
			i++
		case tok.text == "...":
			operand = true
		case precedence[tok.text] != 0 && operand:
			p := precedence[tok.text]
			if p < bestPrec || p == bestPrec && p != 8 {
				best, bestPrec = i, p
			}
			operand = false
		case tok.text == "+" || tok.text == "-" || tok.text == "~":
			prefix = prefix || i == lo
		case tok.text == "<" || tok.text == ">" || tok.text == "<=" || tok.text == ">=" || tok.text == "==" || tok.text == "!=" ||
			tok.text == "," || tok.text == ":=":
			return e, true
		default:
			return e, false
		}
	}
	if !operand {
		return e, false
	}
	switch {
	case best >= 0:
		if bestPrec == 8 && prefix && tokens[lo].text != "await" {
			return e, true // -a ** b is a negation
		}
		e.kind, e.op = exprBinary, best
	case prefix || trailer < 0:
	case tokens[trailer].text == "[" && tokens[trailer].match == hi-1:
		e.kind, e.op = exprSubscript, trailer
	case tokens[trailer].text == "(" && tokens[trailer].match == hi-1:
		e.kind, e.op = exprCall, trailer
		e.simple = trailer == lo+1 && tokens[lo].kind == tokName
	}
	return e, true
}

// isGroup reports whether the parenthesis at index i only groups: it makes no tuple and no generator.
func isGroup(tokens []token, i int) bool {
	end := tokens[i].match
	if end == i+1 {
		return false
	}
	for j := i + 1; j < end; j++ {
		switch tok := &tokens[j]; {
		case tok.text == "(" || tok.text == "[" || tok.text == "{":
			j = tok.match
		case tok.kind == tokOp && tok.text == ",", tok.kind == tokName && (tok.text == "for" || tok.text == "async"):
			return false
		case tok.kind == tokName && tok.text == "lambda":
			return true
		}
	}
	return true
}

// findAnchors finds what stands out in a segment of source; ok is false when nothing does.
func findAnchors(segment [][]rune) (a anchors, ok bool) {
	tokens, ok := scanTokens(segment, true)
	if !ok {
		return a, false
	}
	e, ok := classify(tokens, 0, len(tokens))
	if !ok {
		return a, false
	}
	switch e.kind {
	case exprBinary:
		op := tokens[e.op].start
		right := op.col + 1
		line := segment[op.line]
		if right < len(line) && (srcPos{op.line, right}).before(operandStart(tokens, e.op+1, e.end)) &&
			!unicode.IsSpace(line[right]) && line[right] != '\\' && line[right] != '#' {
			right++
		}
		return anchors{op, srcPos{op.line, right}}, true
	case exprSubscript, exprCall:
		return anchors{tokens[e.op].start, e.end}, true
	}
	return a, false
}

// operandStart is where the operand beginning at token i starts, parentheses around all of it not counted.
func operandStart(tokens []token, i int, end srcPos) srcPos {
	for tokens[i].text == "(" && tokens[tokens[i].match].end == end && isGroup(tokens, i) {
		end = tokens[tokens[i].match-1].end
		i++
	}
	return tokens[i].start
}

// saysNothing reports whether marks under the lines would say nothing: there is no code, or they are "return name(...)" or
// "name = call(...)" and the call covers exactly the given range of columns.
func saysNothing(lines [][]rune, start, end int) bool {
	tokens, ok := scanTokens(lines, false)
	if !ok {
		return false
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].kind == tokEnd {
		tokens = tokens[:len(tokens)-1]
	}
	if len(tokens) == 0 {
		return true
	}
	for i, depth := 0, 0; i < len(tokens); i++ { // only the first statement counts
		switch tok := &tokens[i]; {
		case tok.kind == tokOp && strings.Contains("([{", tok.text):
			depth++
		case tok.kind == tokOp && strings.Contains(")]}", tok.text):
			depth--
		case depth == 0 && (tok.kind == tokEnd || tok.text == ";"):
			tokens = tokens[:i]
		}
	}
	if len(tokens) < 3 || tokens[0].kind != tokName {
		return false
	}
	lo := 1
	returns := tokens[0].text == "return"
	if !returns {
		if tokens[1].text != "=" || statementWords[tokens[0].text] {
			return false
		}
		lo = 2
	}
	e, ok := classify(tokens, lo, len(tokens))
	if !ok || e.kind != exprCall || returns && !e.simple {
		return false
	}
	return e.start.line == 0 && e.end.line == len(lines)-1 &&
		len(string(lines[0][:e.start.col])) == start && len(string(lines[e.end.line][:e.end.col])) == end
}
