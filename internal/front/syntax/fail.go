// Errors that the rules of the grammar raise.

package syntax

import "fmt"

// ranged is a node or a token.
type ranged interface{ Range() Pos }

// raise ends the pass. The fast pass only learns that something is wrong.
func (p *parser) raise(err *Error) {
	if p.fast {
		err = nil
	}
	panic(bailout{err})
}

// syntaxError makes an error from one place to the end of another.
func (p *parser) syntaxError(from, to Pos, format string, args ...any) *Error {
	return p.located(SyntaxError, Pos{from.Line, from.Col, to.EndLine, to.EndCol}, fmt.Sprintf(format, args...))
}

// failAt raises an error that a node or token is wrong; failRange, that all from one to another is.
func (p *parser) failAt(a ranged, format string, args ...any) { p.failRange(a, a, format, args...) }

func (p *parser) failRange(a, b ranged, format string, args ...any) {
	p.raise(p.syntaxError(a.Range(), b.Range(), format, args...))
}

// failFrom raises an error from a node or token to as far as the parser has looked.
func (p *parser) failFrom(a ranged, format string, args ...any) {
	err := p.syntaxError(a.Range(), p.toks[p.looked].Range(), format, args...)
	err.EndOffset--
	p.raise(err)
}

// failLast raises an error at the last token that the parser has looked at, failNext at the next one.
func (p *parser) failLast(msg string) { p.raise(p.atToken(SyntaxError, p.looked, msg)) }

func (p *parser) failNext(msg string) {
	p.token()
	p.raise(p.atToken(SyntaxError, p.pos, msg))
}

// failIndent raises an IndentationError, failBlock that of a missing block.
func (p *parser) failIndent(msg string) { p.raise(p.atToken(IndentationError, p.looked, msg)) }
func (p *parser) failBlock(what string, of *Token) {
	p.failIndent(fmt.Sprintf("expected an indented block after %s on line %d", what, of.Line))
}

// atToken makes an error at a token; what has no extent is placed at its end.
func (p *parser) atToken(class ErrorClass, i int, msg string) *Error {
	t := &p.toks[i]
	err := p.located(class, t.Range(), msg)
	switch t.Kind {
	case Indent, Dedent, EndMarker:
		err.Offset, err.EndOffset = err.Offset-1, -1
	}
	return err
}

// exprName is what errors call an expression.
func exprName(e Expr) string {
	switch e := e.(type) {
	case *Attribute:
		return "attribute"
	case *Subscript:
		return "subscript"
	case *Starred:
		return "starred"
	case *Name:
		return "name"
	case *List:
		return "list"
	case *Tuple:
		return "tuple"
	case *Lambda:
		return "lambda"
	case *Call:
		return "function call"
	case *BoolOp, *BinOp, *UnaryOp:
		return "expression"
	case *GeneratorExp:
		return "generator expression"
	case *Yield, *YieldFrom:
		return "yield expression"
	case *Await:
		return "await expression"
	case *ListComp:
		return "list comprehension"
	case *SetComp:
		return "set comprehension"
	case *DictComp:
		return "dict comprehension"
	case *Dict:
		return "dict literal"
	case *Set:
		return "set display"
	case *JoinedStr, *FormattedValue:
		return "f-string expression"
	case *Compare:
		return "comparison"
	case *IfExp:
		return "conditional expression"
	case *NamedExpr:
		return "named expression"
	case *Constant:
		switch v := e.Value.(type) {
		case nil:
			return "None"
		case bool:
			if v {
				return "True"
			}
			return "False"
		case Ellipsis:
			return "ellipsis"
		}
	}
	return "literal"
}

func (p *parser) exprName(e Expr) string { return exprName(e) }

// The statements that targets belong to.
type targetUse uint8

const (
	forAssignment targetUse = iota
	forDel
	forLoop
)

// invalidTarget finds the part of an expression that cannot be a target, or nil.
func (p *parser) invalidTarget(e Expr, use targetUse) Expr {
	parts := func(elts []Expr) Expr {
		for _, x := range elts {
			if bad := p.invalidTarget(x, use); bad != nil {
				return bad
			}
		}
		return nil
	}
	switch e := e.(type) {
	case *List:
		return parts(e.Elts)
	case *Tuple:
		return parts(e.Elts)
	case *Starred:
		if use == forDel {
			return e
		}
		return p.invalidTarget(e.Value, use)
	case *Compare:
		// "for x in y" was read as a comparison.
		if use == forLoop {
			if e.Ops[0] == In {
				return p.invalidTarget(e.Left, use)
			}
			return nil
		}
	case *Name, *Subscript, *Attribute:
		return nil
	}
	return e
}

func (p *parser) failTarget(format string, bad Expr) {
	if bad != nil {
		p.failAt(bad, format, exprName(bad))
	}
}

// failMissingComma suspects a comma missing between two expressions in brackets.
func (p *parser) failMissingComma(a, b Expr) {
	if p.isLegacy(a) || p.toks[p.pos-1].Level == 0 {
		return
	}
	p.failRange(a, b, "invalid syntax. Perhaps you forgot a comma?")
}

// isLegacy reports a name that was a statement in Python 2.
func (p *parser) isLegacy(e Expr) bool {
	n, ok := e.(*Name)
	return ok && (n.Id == "print" || n.Id == "exec")
}

func (p *parser) failLegacy(a *Token, b Expr) {
	if name := p.text(a); name == "print" || name == "exec" {
		p.failRange(a, b, "Missing parentheses in call to '%s'. Did you mean %s(...)?", name, name)
	}
}

// failArguments explains positional arguments that follow others.
func (p *parser) failArguments(a *callArgs) {
	msg := "positional argument follows keyword argument"
	for _, k := range a.keywords {
		if k.Arg == "" {
			msg = "positional argument follows keyword argument unpacking"
			break
		}
	}
	p.failLast(msg)
}

// failNakedGenerator explains a generator expression that is not the only argument.
func (p *parser) failNakedGenerator(a *callArgs, b []*Comprehension) {
	if n := len(a.args) + len(a.keywords); len(a.args) == 0 || n <= 1 {
		return
	}
	p.failRange(a.args[len(a.args)-1], p.lastOf(b), "Generator expression must be parenthesized")
}

// lastOf is the last expression of comprehension clauses.
func (p *parser) lastOf(b []*Comprehension) Expr {
	c := b[len(b)-1]
	if n := len(c.Ifs); n > 0 {
		return c.Ifs[n-1]
	}
	return c.Iter
}

func (p *parser) lastExpr(a []Expr) Expr           { return a[len(a)-1] }
func (p *parser) firstPattern(a []Pattern) Pattern { return a[0] }
func (p *parser) lastPattern(a []Pattern) Pattern  { return a[len(a)-1] }

// failAfterKey explains a key of a dict without a value.
func (p *parser) failAfterKey(a Expr) {
	at := a.Range()
	p.raise(p.syntaxError(Pos{Line: at.Line, Col: at.EndCol - 1}, Pos{EndLine: at.EndLine, EndCol: -1}, "':' expected after dictionary key"))
}

// failBareStar explains a star without parameters; in a lambda the error stands where the parser looks.
func (p *parser) failBareStar(a *Token, end rune) {
	const msg = "named arguments must follow bare *"
	if end == ')' {
		p.failAt(a, msg)
	}
	p.failLast(msg)
}

// failStar and failMissingIn are raised in every pass.
func (p *parser) failStar() Expr {
	p.failLast("Invalid star expression")
	return nil
}

func (p *parser) failMissingIn() *Comprehension {
	p.failLast("'in' expected after for-loop variables")
	return nil
}

func (p *parser) boundName(e Expr) string {
	if _, ok := e.(*Tuple); ok {
		return "constraints"
	}
	return "bound"
}
