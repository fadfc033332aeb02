// What the rules of the grammar do beyond making nodes. Nothing here reads tokens.

package syntax

import "strings"

func (p *parser) one(s Stmt) []Stmt {
	base := len(p.seqStmt.stack)
	p.seqStmt.stack = append(p.seqStmt.stack, s)
	return p.seqStmt.take(base)
}

// flatten puts the statements of lines together.
func (p *parser) flatten(lines [][]Stmt) []Stmt {
	if len(lines) == 1 {
		return lines[0]
	}
	base := len(p.seqStmt.stack)
	for _, l := range lines {
		p.seqStmt.stack = append(p.seqStmt.stack, l...)
	}
	return p.seqStmt.take(base)
}

func (p *parser) oneExpr(e Expr) []Expr      { return []Expr{e} }
func (p *parser) twoExprs(a, b Expr) []Expr  { return []Expr{a, b} }
func (p *parser) oneAlias(a *Alias) []*Alias { return []*Alias{a} }
func (p *parser) nothing() Expr              { return nil }

// join puts an expression in front of others.
func (p *parser) join(a Expr, b []Expr) []Expr {
	base := len(p.seqExpr.stack)
	p.seqExpr.stack = append(append(p.seqExpr.stack, a), b...)
	return p.seqExpr.take(base)
}

// tupleOf is a single expression, or a tuple if there are more or a comma follows.
func (p *parser) tupleOf(at Pos, a Expr, b []Expr, comma *Token) Expr {
	if b == nil && comma == nil {
		return a
	}
	return p.newTuple(at, p.join(a, b), Load)
}

func (p *parser) targets(at Pos, a Expr, b []Expr, comma *Token) Expr {
	if b == nil && comma == nil {
		return a
	}
	return p.newTuple(at, p.join(a, b), Store)
}

// subscriptOf is what stands in the brackets of a subscript.
func (p *parser) subscriptOf(at Pos, a []Expr, comma *Token) Expr {
	if _, starred := a[0].(*Starred); len(a) == 1 && comma == nil && !starred {
		return a[0]
	}
	return p.newTuple(at, a, Load)
}

func (p *parser) boolOp(at Pos, op BoolOperator, a Expr, b []Expr) Expr {
	if b == nil {
		return a
	}
	return p.newBoolOp(at, op, p.join(a, b))
}

// compared is an operator with what stands on its right.
type compared struct {
	op CmpOperator
	e  Expr
}

func (p *parser) comparedTo(op CmpOperator, e Expr) compared { return compared{op, e} }

func (p *parser) compare(at Pos, a Expr, b []compared) Expr {
	if b == nil {
		return a
	}
	ops, operands := make([]CmpOperator, len(b)), make([]Expr, len(b))
	for i, c := range b {
		ops[i], operands[i] = c.op, c.e
	}
	return p.newCompare(at, a, ops, operands)
}

// inequality checks which sign for inequality is allowed.
func (p *parser) inequality(t *Token) *Token {
	if (p.text(t) == "<>") == p.opt.Barry {
		return t
	}
	if p.opt.Barry {
		p.failLast("with Barry as BDFL, use '<>' instead of '!='")
	}
	return nil
}

// identifiers

func (p *parser) ident(t *Token) string {
	s := p.text(t)
	for i := range len(s) {
		if s[i] >= 0x80 {
			return normalize(s)
		}
	}
	return s
}

func (p *parser) identOr(t *Token) string {
	if t == nil {
		return ""
	}
	return p.ident(t)
}

func (p *parser) idents(ts []*Token) []string {
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = p.ident(t)
	}
	return names
}

func (p *parser) dotted(ts []*Token) string {
	if len(ts) == 1 {
		return p.ident(ts[0])
	}
	return strings.Join(p.idents(ts), ".")
}

func (p *parser) nameOf(t *Token, ctx ExprContext) Expr { return p.newName(t.Range(), p.ident(t), ctx) }

// target makes a target of an attribute or subscript; other expressions are none.
func (p *parser) target(e Expr, ctx ExprContext) Expr {
	switch e := e.(type) {
	case *Attribute:
		return p.newAttribute(e.Pos, e.Value, e.Attr, ctx)
	case *Subscript:
		return p.newSubscript(e.Pos, e.Value, e.Slice, ctx)
	}
	return nil
}

// statements

func (p *parser) importFrom(at Pos, dots []*Token, module string, names []*Alias) Stmt {
	level := 0
	for _, d := range dots {
		level += int(d.End - d.Start)
	}
	return p.newImportFrom(at, module, names, level)
}

func (p *parser) decorateClass(d []Expr, c *ClassDef) Stmt {
	c.DecoratorList = d
	return c
}

func (p *parser) decorateFunction(d []Expr, f Stmt) Stmt {
	switch f := f.(type) {
	case *FunctionDef:
		f.DecoratorList = d
	case *AsyncFunctionDef:
		f.DecoratorList = d
	}
	return f
}

// parameters

// defaulted is a parameter with its default, if it has one.
type defaulted struct {
	arg *Arg
	def Expr
}

// slashed are the parameters before "/".
type slashed struct {
	plain    []*Arg
	defaults []*defaulted
}

// starred are the parameters from "*" on.
type starred struct {
	vararg *Arg
	only   []*defaulted
	kwarg  *Arg
}

func (p *parser) parameter(a *Arg, def Expr) *defaulted { return &defaulted{a, def} }
func (p *parser) slashedParameters(plain []*Arg, defs []*defaulted) *slashed {
	return &slashed{plain, defs}
}
func (p *parser) starredParameters(a *Arg, only []*defaulted, kw *Arg) *starred {
	return &starred{a, only, kw}
}

func (p *parser) orEmpty(a *Arguments) *Arguments {
	if a == nil {
		return p.newArguments(nil, nil, nil, nil, nil, nil, nil)
	}
	return a
}

func (p *parser) parameterList(a *slashed, plain []*Arg, defs []*defaulted, s *starred) *Arguments {
	n := p.orEmpty(nil)
	if a != nil {
		n.Posonlyargs = a.plain
		for _, d := range a.defaults {
			n.Posonlyargs = append(n.Posonlyargs, d.arg)
			n.Defaults = append(n.Defaults, d.def)
		}
	}
	n.Args = plain
	for _, d := range defs {
		n.Args = append(n.Args, d.arg)
		n.Defaults = append(n.Defaults, d.def)
	}
	if s != nil {
		n.Vararg, n.Kwarg = s.vararg, s.kwarg
		for _, d := range s.only {
			n.Kwonlyargs = append(n.Kwonlyargs, d.arg)
			n.KwDefaults = append(n.KwDefaults, d.def)
		}
	}
	return n
}

// arguments of calls

// callArgs are the arguments of a call.
type callArgs struct {
	args     []Expr
	keywords []*Keyword
}

// positional and named are the parts of arguments, which may be missing.
func (a *callArgs) positional() []Expr {
	if a == nil {
		return nil
	}
	return a.args
}

func (a *callArgs) named() []*Keyword {
	if a == nil {
		return nil
	}
	return a.keywords
}

// argument is one behind the first keyword: a keyword or a starred expression.
type argument struct {
	keyword *Keyword
	starred Expr
}

func (p *parser) keywordArgument(k *Keyword) *argument { return &argument{keyword: k} }
func (p *parser) starredArgument(e Expr) *argument     { return &argument{starred: e} }

func (p *parser) joinArguments(a, b []*argument) []*argument { return append(a[:len(a):len(a)], b...) }

func (p *parser) argumentsOf(args []Expr, rest []*argument) *callArgs {
	c := &callArgs{args: args}
	for _, a := range rest {
		if a.keyword != nil {
			c.keywords = append(c.keywords, a.keyword)
		} else {
			c.args = append(c.args, a.starred)
		}
	}
	return c
}

// dicts

// pair is an entry of a dict; without a key, the value is unpacked.
type pair struct{ key, value Expr }

func (p *parser) entry(k, v Expr) *pair { return &pair{k, v} }

func (p *parser) keys(a []*pair) []Expr {
	list := make([]Expr, len(a))
	for i, x := range a {
		list[i] = x.key
	}
	return list
}

func (p *parser) values(a []*pair) []Expr {
	list := make([]Expr, len(a))
	for i, x := range a {
		list[i] = x.value
	}
	return list
}

// patterns

func (p *parser) alternativesOf(at Pos, a []Pattern) Pattern {
	if len(a) == 1 {
		return a[0]
	}
	return p.newMatchOr(at, a)
}

func (p *parser) joinPatterns(a Pattern, b []Pattern) []Pattern { return append([]Pattern{a}, b...) }

func (p *parser) attributeOnly(e Expr) Expr {
	if _, ok := e.(*Attribute); ok {
		return e
	}
	return nil
}

// keyPattern is an entry of a mapping pattern, or a keyword of a class pattern.
type keyPattern struct {
	key     Expr
	name    string
	pattern Pattern
}

func (p *parser) patternEntry(k Expr, v Pattern) *keyPattern { return &keyPattern{key: k, pattern: v} }
func (p *parser) namedPattern(n *Token, v Pattern) *keyPattern {
	return &keyPattern{name: p.ident(n), pattern: v}
}

func (p *parser) patternKeys(a []*keyPattern) (list []Expr) {
	for _, k := range a {
		list = append(list, k.key)
	}
	return list
}

func (p *parser) patternNames(a []*keyPattern) (list []string) {
	for _, k := range a {
		list = append(list, k.name)
	}
	return list
}

func (p *parser) patternValues(a []*keyPattern) (list []Pattern) {
	for _, k := range a {
		list = append(list, k.pattern)
	}
	return list
}
