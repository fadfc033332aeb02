// The parser around its generated rules: passes, memory, positions.

package syntax

import (
	"strings"
	"sync"
)

// maxDepth is how deep rules may nest before the source is refused as too complex.
const maxDepth = 6000

// Mode is what a source is parsed as: the modes of compile().
type Mode uint8

// The modes.
const (
	Exec Mode = iota
	Eval
	Single
	FuncType
)

// Options tell how to parse.
type Options struct {
	Mode Mode
	// Barry makes "<>" the only sign for inequality (from __future__ import barry_as_FLUFL).
	Barry bool
	// MaxDigits is the limit of sys.set_int_max_str_digits; 0 means none.
	MaxDigits int
	// AllowIncomplete: a source that is wrong at its end is IncompleteInput, as more of it may come.
	AllowIncomplete bool
	// OpenEnd: in Single mode blocks do not end where the source does, unless behind a newline.
	OpenEnd bool
	// TypeComments: comments that say the types of things are part of the tree, and wrong where they say them of nothing.
	TypeComments bool
	// Feature, if not 0, is the minor version of Python 3 whose syntax is meant. As in CPython, only some of what is newer is refused.
	Feature int
	// Room, if there is one, is asked whether there is memory for so many tokens more and what is made of them; if not, the error is NoMemory.
	Room func(tokens int) bool
}

// NoMemory is the error of a source for which Options.Room has said no.
var NoMemory = &Error{Class: MemoryError, Line: NoLine}

// roomStep is how many tokens are asked for at a time. Nobody is asked for the first ones.
const roomStep = 4096

// parser holds everything of one Parse. It takes up to three passes:
//
//	fast      what the shapes of statements and brackets exclude is not tried. Nearly all sources end here.
//	careful   everything is tried, and results are remembered, as in CPython. It finds how far a wrong source makes sense.
//	invalid   the same with the rules that explain mistakes.
//
// An error leaves the rules by a panic that run catches.
type parser struct {
	tokenizer
	slabs
	seqs
	pos     int
	limit   int // more() is to be called when pos comes here
	fast    bool
	careful bool
	invalid bool
	depth   int
	steps   int // to notice a fast pass that is none
	memos   []*memo
	opt     Options
}

// bailout is the panic that ends a pass: with an error, or none in the fast pass.
type bailout struct{ err *Error }

// parsers keeps the memory of parsers and their tokens for the next source.
var parsers = sync.Pool{New: func() any { return &parser{} }}

// Parse parses a source, which must be valid UTF-8 without null bytes and with "\n" between lines: see Decode.
func Parse(src string, opt Options) (Root, []Warning, *Error) {
	if strings.IndexByte(src, 0) >= 0 {
		return nil, nil, &Error{Class: SyntaxError, Msg: "source code string cannot contain null bytes", Line: NoLine}
	}
	p := parsers.Get().(*parser)
	defer func() { // nothing in a tree points to the parser and its tokens
		toks := p.toks[:0]
		*p = parser{}
		p.toks = toks
		parsers.Put(p)
	}()
	p.opt, p.mode, p.openEnd = opt, opt.Mode, opt.OpenEnd
	if cap(p.toks) < len(src)/6 {
		p.toks = make([]Token, 0, len(src)/6)
	}
	p.tokenizer.init(src)
	p.counted, p.room = roomStep, opt.Room
	p.typeComments = opt.TypeComments
	var root Root
	var err *Error
	if p.fast = !p.typeComments; p.fast {
		root, err = p.run()
	}
	if root == nil && err != NoMemory {
		p.fast, p.careful = false, true
		p.limit = 0
		if n := len(p.toks); n > roomStep && p.room != nil && !p.room(n) { // what is remembered takes as much again
			return nil, nil, NoMemory
		}
		root, err = p.run()
	}
	if err == NoMemory {
		return nil, nil, err
	}
	if root == nil && opt.AllowIncomplete && p.sawEnd() {
		return nil, p.allWarnings(), p.atToken(IncompleteInput, p.looked, "incomplete input")
	}
	if root == nil {
		return nil, p.allWarnings(), p.explain(err)
	}
	if opt.Mode == Single && p.moreStatements() {
		return nil, p.allWarnings(), p.atToken(SyntaxError, p.pos-1, "multiple statements found while compiling a single statement")
	}
	if opt.Feature != 0 {
		if err := p.newer(root); err != nil {
			return nil, p.allWarnings(), err
		}
	}
	return root, p.allWarnings(), nil
}

// run makes one pass.
func (p *parser) run() (root Root, err *Error) {
	defer func() {
		if e := recover(); e != nil {
			b, ok := e.(bailout)
			if !ok {
				panic(e)
			}
			root, err = nil, b.err
		}
	}()
	p.pos, p.depth, p.steps = 0, 0, 0
	p.seqs.reset()
	p.memos = p.memos[:0]
	ok := false
	switch p.opt.Mode {
	case Exec:
		root, ok = p.file()
	case Eval:
		root, ok = p.eval()
	case Single:
		root, ok = p.interactive()
	case FuncType:
		root, ok = p.funcType()
	}
	if !ok {
		return nil, nil
	}
	return root, nil
}

// explain finds the error of a source that the careful pass has refused, with that error if there was one.
func (p *parser) explain(err *Error) *Error {
	if err == nil {
		last := p.looked
		p.invalid = true
		if _, err = p.run(); err == nil {
			switch p.toks[last].Kind {
			case Indent:
				return p.atToken(IndentationError, last, "unexpected indent")
			case Dedent:
				return p.atToken(IndentationError, last, "unexpected unindent")
			}
			err = p.syntaxError(p.toks[last].Range(), p.toks[last].Range(), "invalid syntax")
			if p.toks[last].Kind == EndMarker || p.opt.Mode != Exec && p.isAdded(last) {
				err.Offset, err.EndOffset = 0, 0
				if p.end == 0 { // not even a line was read
					err.Line, err.EndLine = 0, 0
				}
			}
		}
	}
	if p.toks[p.looked].Kind == ErrorToken || err.Class == MemoryError {
		return err
	}
	return p.checkRest(err)
}

// isAdded reports whether a token is the end of a last line that has none. CPython adds one to modules only.
func (p *parser) isAdded(token int) bool {
	t := p.toks[token]
	return t.Kind == Newline && p.added && int(t.End) >= p.end-1
}

// checkRest reads the rest of the tokens: what is wrong with them is more important.
func (p *parser) checkRest(err *Error) *Error {
	for !p.done {
		p.fill()
	}
	if p.toks[len(p.toks)-1].Kind != ErrorToken || len(p.fstrings) > 0 {
		return err
	}
	if p.failure != nil && !p.mild {
		return p.failure
	}
	if n := len(p.brackets); n > 0 && p.toks[p.looked].Line > p.brackets[n-1].line {
		return p.unclosed()
	}
	return err
}

func (p *parser) unclosed() *Error {
	b := p.brackets[len(p.brackets)-1]
	return p.located(SyntaxError, Pos{b.line, b.col, b.line, -1}, "'"+string(b.char)+"' was never closed")
}

// tokenError is the error of the ErrorToken.
func (p *parser) tokenError() *Error {
	switch {
	case p.failure != nil:
		return p.failure
	case len(p.brackets) > 0:
		return p.unclosed()
	}
	e := p.here(SyntaxError, 0, -2, "unexpected EOF while parsing")
	e.Offset = chars(p.src[p.lineStart:p.end])
	return e
}

// more is called when the parser looks at a token that it has not seen in this pass.
func (p *parser) more() {
	for p.pos >= len(p.toks) {
		if p.done { // behind the end there is nothing but the end
			p.toks = append(p.toks, p.toks[len(p.toks)-1])
		} else {
			p.fill()
		}
	}
	p.limit = len(p.toks)
	if p.fast && p.toks[p.limit-1].Kind == ErrorToken {
		if p.pos == p.limit-1 {
			panic(bailout{})
		}
		p.limit--
	}
	if p.careful {
		p.looked = max(p.looked, p.pos)
		p.limit = p.pos + 1
		if p.toks[p.pos].Kind == ErrorToken {
			panic(bailout{p.tokenError()})
		}
	}
}

// token is the next token.
func (p *parser) token() *Token {
	if p.pos >= p.limit {
		p.more()
	}
	return &p.toks[p.pos]
}

func (p *parser) kind() Kind {
	if p.pos >= p.limit {
		p.more()
	}
	return p.toks[p.pos].Kind
}

func (p *parser) advance() { p.pos++ }

// in reports whether the next token's kind is in a set of two words.
func (p *parser) in(lo, hi uint64) bool {
	k := p.kind()
	if k < 64 {
		return lo>>k&1 != 0
	}
	return hi>>(k&63)&1 != 0
}

// ahead reports whether all of these shape bits stand ahead.
func (p *parser) ahead(must uint8) bool {
	return !p.fast || p.toks[p.pos].ahead&must == must
}

// inside reports whether the bracket here encloses all of one and nothing but the other shape bits.
func (p *parser) inside(must, may uint8) bool {
	in := p.toks[p.pos].inside
	return !p.fast || in&must == must && in&^may == 0
}

func (p *parser) text(t *Token) string { return p.src[t.Start:t.End] }

// soft reports whether a soft keyword is next.
func (p *parser) soft(word string) bool {
	t := p.token()
	return t.Kind == Ident && p.text(t) == word
}

// anySoft reports whether a soft keyword is next, or, as in CPython, what one begins with.
func (p *parser) anySoft() bool {
	t := p.token()
	if t.Kind != Ident {
		return false
	}
	for _, word := range softKeywords {
		if strings.HasPrefix(word, p.text(t)) {
			return true
		}
	}
	return false
}

// force demands a token.
func (p *parser) force(k Kind) {
	if p.kind() != k {
		p.failAt(p.token(), "expected '%s'", k)
	}
	p.advance()
}

// since is the position from token start to the last one read that is no newline or indentation.
func (p *parser) since(start int) Pos {
	first := &p.toks[start]
	last := p.pos - 1
	for p.toks[last].Kind <= Dedent && last > 0 {
		last--
	}
	end := &p.toks[last]
	return Pos{first.Line, first.Col, end.EndLine, end.EndCol}
}

// enter counts a level of nesting, and the work of a fast pass: one that does far more than there is source goes over to the careful one,
// which remembers results.
//
//psy:counts depth up to maxDepth
func (p *parser) enter() {
	p.depth++
	if p.depth > maxDepth {
		panic(bailout{&Error{Class: MemoryError, Msg: "Parser stack overflowed - Python source too complex to parse", Line: NoLine}})
	}
	p.steps++
	if p.fast && p.steps > 1000+64*len(p.toks) {
		panic(bailout{})
	}
}

// memo is a result of a rule at a token; an end below 0 says that the rule does not match.
type memo struct {
	rule  int
	end   int
	value any
	next  *memo
}

func (p *parser) recall(rule int) *memo {
	if p.pos >= len(p.memos) {
		return nil
	}
	m := p.memos[p.pos]
	for m != nil && m.rule != rule {
		m = m.next
	}
	return m
}

func (p *parser) remember(rule, start int, value any, ok bool) {
	for start >= len(p.memos) {
		p.memos = append(p.memos, nil)
	}
	m := &memo{rule: rule, end: -1, next: p.memos[start]}
	if ok {
		m.end, m.value = p.pos, value
	}
	p.memos[start] = m
}

// sawEnd tells whether the end of the source had been read when the careful pass failed. CPython reads one character behind most tokens.
func (p *parser) sawEnd() bool {
	last := &p.toks[p.looked]
	if int(last.Start) >= p.end {
		return true
	}
	switch last.Kind {
	case ErrorToken:
		return p.eof || p.cut
	case String, FStringEnd, Indent, Dedent:
		return false
	}
	return p.added && int(last.End) >= p.end-1
}

// moreStatements reports whether anything follows the statement of a source in Single mode.
func (p *parser) moreStatements() bool {
	rest := p.src[p.toks[p.pos-1].End:p.end]
	for {
		rest = strings.TrimLeft(rest, " \t\n\f")
		if !strings.HasPrefix(rest, "#") {
			return rest != ""
		}
		_, rest, _ = strings.Cut(rest, "\n")
	}
}
