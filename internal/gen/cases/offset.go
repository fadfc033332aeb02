package cases

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"sort"
	"strings"
)

// offset is a distance on the stack in slots: a number and terms such as oparg*2, each with a factor.
type offset struct {
	n     int
	terms map[string]int
}

func (o offset) clone() offset {
	c := offset{n: o.n}
	for k, v := range o.terms {
		c.addTerm(k, v)
	}
	return c
}

func (o *offset) addTerm(t string, k int) {
	if o.terms == nil {
		o.terms = map[string]int{}
	}
	o.terms[t] += k
	if o.terms[t] == 0 {
		delete(o.terms, t)
	}
}

// plus returns o + k times the size of an item.
func (o offset) plus(it StackItem, k int) offset {
	c := o.clone()
	switch {
	case it.Size != "":
		c.addTerm(it.Size, k)
	case it.Cond != "":
		c.addTerm(condSize(it.Cond), k)
	default:
		c.n += k
	}
	return c
}

func (o offset) sub(p offset) offset {
	c := o.clone()
	c.n -= p.n
	for k, v := range p.terms {
		c.addTerm(k, -v)
	}
	return c
}

func (o offset) neg() offset { return offset{}.sub(o) }

func (o offset) zero() bool { return o.n == 0 && len(o.terms) == 0 }

// equal compares after normalization: terms are compared as text.
func (o offset) equal(p offset) bool { return o.sub(p).zero() }

// isBool reports whether a condition is a Go boolean rather than a number.
func isBool(cond string) bool {
	x, err := parser.ParseExpr(cond)
	for err == nil {
		switch y := x.(type) {
		case *ast.ParenExpr:
			x = y.X
			continue
		case *ast.UnaryExpr:
			return y.Op == token.NOT
		case *ast.BinaryExpr:
			switch y.Op {
			case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ, token.LAND, token.LOR:
				return true
			}
		}
		break
	}
	return false
}

// condSize is the number of slots that a conditional item takes, as an expression.
func condSize(cond string) string {
	switch {
	case isBool(cond):
		return "b2i(" + cond + ")"
	case strings.HasSuffix(strings.ReplaceAll(cond, " ", ""), "&1"):
		return "(" + cond + ")"
	}
	return "b2i((" + cond + ") != 0)"
}

// condTest is a conditional item's condition as a Go boolean.
func condTest(cond string) string {
	if isBool(cond) {
		return cond
	}
	return "(" + cond + ") != 0"
}

var opargWord = regexp.MustCompile(`\boparg\b`)

// withArg puts an expression in oparg's place.
func withArg(expr, oparg string) string {
	if oparg == "" || oparg == "oparg" {
		return expr
	}
	return opargWord.ReplaceAllString(expr, oparg)
}

// expr writes the distance in units of scale as a Go expression.
func (o offset) expr(scale int, oparg string) string {
	var keys []string
	for k := range o.terms {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var b strings.Builder
	if o.n != 0 || len(keys) == 0 {
		fmt.Fprintf(&b, "%d", o.n*scale)
	}
	for _, k := range keys {
		v := o.terms[k] * scale
		t := withArg(k, oparg)
		if strings.ContainsAny(t, " +-*&|<>") && !(strings.HasPrefix(t, "(") && strings.HasSuffix(t, ")")) && !strings.HasPrefix(t, "b2i(") {
			t = "(" + t + ")"
		}
		switch {
		case v > 0 && b.Len() > 0:
			b.WriteString(" + ")
		case v < 0 && b.Len() > 0:
			b.WriteString(" - ")
			v = -v
		case v < 0:
			b.WriteString("-")
			v = -v
		}
		if v != 1 {
			fmt.Fprintf(&b, "%d*", v)
		}
		b.WriteString(t)
	}
	return b.String()
}

// String is the distance in slots in oparg's own name, for tables and documents.
func (o offset) String() string { return o.expr(1, "") }

// evalExpr computes an expression in oparg; it is for the family rule and the marks.
func evalExpr(e string, oparg int) (int, error) {
	x, err := parser.ParseExpr(e)
	if err != nil {
		return 0, err
	}
	return evalNode(x, oparg)
}

func evalNode(x ast.Expr, oparg int) (int, error) {
	b := func(v bool) int {
		if v {
			return 1
		}
		return 0
	}
	switch x := x.(type) {
	case *ast.ParenExpr:
		return evalNode(x.X, oparg)
	case *ast.BasicLit:
		var n int
		_, err := fmt.Sscan(x.Value, &n)
		return n, err
	case *ast.Ident:
		if x.Name == "oparg" {
			return oparg, nil
		}
	case *ast.CallExpr:
		if id, ok := x.Fun.(*ast.Ident); ok && len(x.Args) == 1 && (id.Name == "b2i" || id.Name == "int") {
			return evalNode(x.Args[0], oparg)
		}
	case *ast.UnaryExpr:
		v, err := evalNode(x.X, oparg)
		if x.Op == token.SUB {
			return -v, err
		}
		return b(v == 0), err
	case *ast.BinaryExpr:
		l, err := evalNode(x.X, oparg)
		if err != nil {
			return 0, err
		}
		r, err := evalNode(x.Y, oparg)
		if err != nil {
			return 0, err
		}
		switch x.Op {
		case token.ADD:
			return l + r, nil
		case token.SUB:
			return l - r, nil
		case token.MUL:
			return l * r, nil
		case token.AND:
			return l & r, nil
		case token.SHR:
			return l >> uint(r&31), nil
		case token.EQL:
			return b(l == r), nil
		case token.NEQ:
			return b(l != r), nil
		case token.LSS:
			return b(l < r), nil
		case token.GTR:
			return b(l > r), nil
		}
	}
	return 0, fmt.Errorf("expression of unknown form")
}
