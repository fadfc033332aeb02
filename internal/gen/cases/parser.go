package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// StackItem is one item of a stack effect: a value, an optional value, or an array of values.
type StackItem struct {
	Name string
	Type string // "": a value
	Cond string // Go expression in oparg: the item is there only if it is true (or not zero)
	Size string // Go expression in oparg: an array
	Pos  Pos
}

func (s StackItem) String() string {
	out := s.Name
	if s.Type != "" {
		out += ": " + s.Type
	}
	if s.Size != "" {
		out += "[" + s.Size + "]"
	}
	if s.Cond != "" {
		out += " if (" + s.Cond + ")"
	}
	return out
}

// CacheEffect is a piece of the instruction stream that an op consumes, in code units.
type CacheEffect struct {
	Name string
	Size int
	Pos  Pos
}

// Inst is the definition of an instruction or an op with a body.
type Inst struct {
	Kind        string // "inst" or "op"
	Name        string
	Pos         Pos
	Doc         string
	Annotations []string
	Replicate   int
	HasEffect   bool
	Caches      []CacheEffect
	Inputs      []StackItem
	Outputs     []StackItem
	Body        string
	BodyLine    int
}

// Has reports whether the definition carries an annotation.
func (i *Inst) Has(annotation string) bool { return slices.Contains(i.Annotations, annotation) }

// Part is one piece of a macro: an op, perhaps with an argument of its own, or a cache entry to skip.
type Part struct {
	Name  string
	Arg   string // Go expression in oparg that the op sees as its oparg
	Cache int    // > 0: a cache entry of that size
	Pos   Pos
}

// Macro is an instruction made of ops.
type Macro struct {
	Name        string
	Pos         Pos
	Doc         string
	Annotations []string
	Parts       []Part
}

// Family maps an instruction to its specialized forms.
type Family struct {
	Name        string
	Size        string
	Members     []string
	Annotations []string
	Pos         Pos
}

// Pseudo is an instruction that only a compiler knows; it becomes one of its targets.
type Pseudo struct {
	Name    string
	Flags   []string
	Targets []string
	Pos     Pos
	Doc     string
}

// Helpers names Go functions of a kind: "pure" ones have no effect; "leaf" ones can neither raise nor run Python code; "builtin" ones run none.
// A name with a leading dot is a method's.
type Helpers struct {
	Kind  string
	Names []string
	Pos   Pos
}

// Inline is an expression that is written in place of a call, where Go's compiler would not inline it: it inlines next to
// nothing into functions as large as the interpreter's loop.
type Inline struct {
	Name   string
	Params []string
	Expr   string
	Pos    Pos
}

// Immediate asks for a second form of an op of tier 2, one of whose inputs is a constant in the trace itself.
type Immediate struct {
	Op, Input string
	Pos       Pos
}

// Result says for ops of the optimizer's file what their results are.
type Result struct {
	Kind string
	Ops  []string
	Pos  Pos
}

// File is a parsed definition file.
type File struct {
	Name       string
	Insts      []*Inst
	Macros     []*Macro
	Families   []*Family
	Pseudos    []*Pseudo
	Helpers    []*Helpers
	Inlines    []*Inline
	Immediates []*Immediate
	Results    []*Result
}

var annotations = map[string]bool{"override": true, "pure": true, "tier1": true, "tier2": true,
	"specializing": true, "split": true, "replicate": true, "replaced": true, own: true}

type defParser struct {
	lexer
	tok lexeme
}

// Parse reads a definition file.
func Parse(name, src string) (file *File, err error) {
	p := &defParser{lexer: lexer{file: name, src: src, line: 1}}
	file = &File{Name: name}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			file, err = nil, e
		default:
			panic(e)
		}
	}()
	p.next()
	for p.tok.kind != tokEOF {
		p.definition(file)
	}
	return file, nil
}

func (p *defParser) fail(line int, format string, args ...any) {
	panic(&Error{Pos{p.file, line}, fmt.Sprintf(format, args...)})
}

func (p *defParser) next() {
	t, err := p.lexer.next()
	if err != nil {
		panic(err)
	}
	p.tok = t
}

func (p *defParser) pos() Pos { return Pos{p.file, p.tok.line} }

func (p *defParser) at(punct string) bool { return p.tok.kind == tokPunct && p.tok.text == punct }

func (p *defParser) accept(punct string) bool {
	if p.at(punct) {
		p.next()
		return true
	}
	return false
}

func (p *defParser) describe() string {
	if p.tok.kind == tokEOF {
		return "end of file"
	}
	return strconv.Quote(p.tok.text)
}

func (p *defParser) expect(punct string) {
	if !p.accept(punct) {
		p.fail(p.tok.line, "expected %q, found %s", punct, p.describe())
	}
}

func (p *defParser) name() string {
	if p.tok.kind != tokName {
		p.fail(p.tok.line, "expected a name, found %s", p.describe())
	}
	n := p.tok.text
	switch {
	case goKeywords[n]:
		p.fail(p.tok.line, "%s is a keyword of Go", n)
	case pythonKeywords[n]:
		p.fail(p.tok.line, "%s is a keyword of Python", n)
	}
	p.next()
	return n
}

var goKeywords = map[string]bool{"break": true, "case": true, "chan": true, "const": true, "continue": true, "default": true,
	"defer": true, "else": true, "fallthrough": true, "for": true, "func": true, "go": true, "goto": true, "if": true, "import": true,
	"interface": true, "map": true, "package": true, "range": true, "return": true, "select": true, "struct": true, "switch": true,
	"type": true, "var": true}

var pythonKeywords = map[string]bool{"False": true, "None": true, "True": true, "and": true, "as": true, "assert": true, "async": true,
	"await": true, "class": true, "def": true, "del": true, "elif": true, "except": true, "finally": true, "from": true, "global": true,
	"in": true, "is": true, "lambda": true, "nonlocal": true, "not": true, "or": true, "pass": true, "raise": true, "try": true,
	"while": true, "with": true, "yield": true}

func (p *defParser) integer() int {
	n, err := strconv.Atoi(p.tok.text)
	if p.tok.kind != tokInt || err != nil {
		p.fail(p.tok.line, "expected a number, found %s", p.describe())
	}
	p.next()
	return n
}

func (p *defParser) definition(f *File) {
	doc := p.tok.doc
	var notes []string
	replicate := 0
	for p.tok.kind == tokName && annotations[p.tok.text] {
		notes = append(notes, p.tok.text)
		p.next()
		if notes[len(notes)-1] == "replicate" {
			p.expect("(")
			replicate = p.integer()
			p.expect(")")
		}
	}
	pos := p.pos()
	if p.tok.kind != tokName {
		p.fail(p.tok.line, "expected a definition, found %s", p.describe())
	}
	kind := p.tok.text
	p.next()
	switch kind {
	case "inst", "op":
		f.Insts = append(f.Insts, p.inst(&Inst{Kind: kind, Pos: pos, Doc: doc, Annotations: notes, Replicate: replicate}))
	case "macro":
		f.Macros = append(f.Macros, p.macro(&Macro{Pos: pos, Doc: doc, Annotations: notes}))
	case "family":
		p.expect("(")
		fam := &Family{Name: p.name(), Pos: pos, Annotations: notes}
		if p.accept(",") {
			fam.Size = p.tok.text
			p.next()
		}
		p.expect(")")
		fam.Members = p.members()
		f.Families = append(f.Families, fam)
	case "pseudo":
		p.expect("(")
		ps := &Pseudo{Name: p.name(), Pos: pos, Doc: doc}
		if p.accept(",") {
			p.expect("(")
			for !p.accept(")") {
				ps.Flags = append(ps.Flags, p.name())
				p.accept(",")
			}
		}
		p.expect(")")
		ps.Targets = p.members()
		f.Pseudos = append(f.Pseudos, ps)
	case "result":
		p.expect("(")
		r := &Result{Kind: p.name(), Pos: pos}
		p.expect(")")
		r.Ops = p.members()
		f.Results = append(f.Results, r)
	case "immediate":
		p.expect("(")
		im := &Immediate{Op: p.name(), Pos: pos}
		p.expect(",")
		im.Input = p.name()
		p.expect(")")
		p.expect(";")
		f.Immediates = append(f.Immediates, im)
	case "helpers":
		p.expect("(")
		h := &Helpers{Kind: p.name(), Pos: pos}
		if h.Kind != "pure" && h.Kind != "leaf" && h.Kind != "builtin" {
			p.fail(pos.Line, "helpers are pure, leaf or builtin, not %s", h.Kind)
		}
		p.expect(")")
		p.expect("=")
		p.expect("{")
		for !p.accept("}") {
			h.Names = append(h.Names, p.dotted())
			p.accept(",")
		}
		p.expect(";")
		f.Helpers = append(f.Helpers, h)
	case "inline":
		p.expect("(")
		in := &Inline{Name: p.dotted(), Pos: pos}
		for p.accept(",") {
			in.Params = append(in.Params, p.name())
		}
		p.expect(")")
		p.expect("=")
		if !p.at("{") {
			p.fail(p.tok.line, "expected %q, found %s", "{", p.describe())
		}
		b, err := p.body()
		if err != nil {
			panic(err)
		}
		in.Expr = strings.TrimSpace(b.text)
		p.next()
		p.expect(";")
		f.Inlines = append(f.Inlines, in)
	default:
		p.fail(pos.Line, "expected inst, op, macro, family, pseudo, helpers, inline, immediate or result, found %q", kind)
	}
}

// dotted reads f, pkg.F or .Method.
func (p *defParser) dotted() string {
	n := ""
	for p.tok.kind == tokName || p.at(".") {
		n += p.tok.text
		p.next()
	}
	if n == "" {
		p.fail(p.tok.line, "expected a name, found %s", p.describe())
	}
	return n
}

func (p *defParser) members() []string {
	p.expect("=")
	p.expect("{")
	var out []string
	for !p.accept("}") {
		out = append(out, p.name())
		if !p.at("}") {
			p.expect(",")
		}
	}
	p.expect(";")
	return out
}

func (p *defParser) inst(d *Inst) *Inst {
	p.expect("(")
	d.Name = p.name()
	if p.accept(",") {
		d.HasEffect = true
		p.expect("(")
		for !p.at("--") {
			p.input(d)
			if !p.at("--") {
				p.expect(",")
			}
		}
		p.expect("--")
		for !p.at(")") {
			d.Outputs = append(d.Outputs, p.item())
			if !p.at(")") {
				p.expect(",")
			}
		}
		p.expect(")")
	} else if d.Kind == "op" {
		p.fail(p.tok.line, "op %s needs a stack effect", d.Name)
	}
	p.expect(")")
	if !p.at("{") {
		p.fail(p.tok.line, "expected %q, found %s", "{", p.describe())
	}
	b, err := p.body()
	if err != nil {
		panic(err)
	}
	d.Body, d.BodyLine = b.text, b.line
	p.next()
	return d
}

// input reads a stream effect or a stack item. By convention stream effects stand first; what counts is their order among themselves.
func (p *defParser) input(d *Inst) {
	save, tok := p.lexer, p.tok
	pos := p.pos()
	n := p.name()
	if p.accept("/") {
		size := p.integer()
		if n != "unused" && size != 1 && size != 2 && size != 4 {
			p.fail(pos.Line, "stream effect %s has size %d, not 1, 2 or 4", n, size)
		}
		d.Caches = append(d.Caches, CacheEffect{n, size, pos})
		return
	}
	p.lexer, p.tok = save, tok
	d.Inputs = append(d.Inputs, p.item())
}

func (p *defParser) item() StackItem {
	it := StackItem{Pos: p.pos()}
	it.Name = p.name()
	if p.accept(":") {
		if p.accept("*") {
			it.Type = "*"
		}
		it.Type += p.name()
		for p.accept(".") {
			it.Type += "." + p.name()
		}
		if p.accept("*") {
			it.Type = "*" + it.Type
		}
	}
	for {
		switch {
		case it.Cond == "" && p.tok.kind == tokName && p.tok.text == "if":
			p.next()
			if !p.at("(") {
				p.fail(p.tok.line, "expected %q, found %s", "(", p.describe())
			}
			it.Cond = p.until("(", ")")
		case it.Size == "" && p.at("["):
			it.Size = p.until("[", "]")
		default:
			return it
		}
	}
}

// until takes the text of an expression up to the closing bracket.
func (p *defParser) until(open, close string) string {
	line, depth := p.tok.line, 1
	start := p.off
	for {
		end := p.off
		p.next()
		switch {
		case p.tok.kind == tokEOF:
			p.fail(line, "%q is not closed", open)
		case p.at(open):
			depth++
		case p.at(close):
			depth--
		}
		if depth == 0 {
			text := strings.TrimSpace(p.src[start:end])
			p.next()
			return text
		}
	}
}

func (p *defParser) macro(m *Macro) *Macro {
	p.expect("(")
	m.Name = p.name()
	p.expect(")")
	p.expect("=")
	for {
		part := Part{Pos: p.pos()}
		part.Name = p.name()
		switch {
		case p.accept("/"):
			part.Cache = p.integer()
		case p.at("("):
			part.Arg = p.until("(", ")")
		}
		m.Parts = append(m.Parts, part)
		if !p.accept("+") {
			break
		}
	}
	p.expect(";")
	return m
}
