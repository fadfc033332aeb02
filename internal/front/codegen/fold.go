// Constants in the tree: what is known before running is computed.

package codegen

import (
	"strings"

	"github.com/psyco-go/psy/internal/front/syntax"
)

// folder rewrites a tree in place.
type folder struct {
	optimize    int
	annotations bool // they are evaluated
	invertBool  func() bool
	depth       int

	exprs func(*syntax.Expr) // expr and node as values, made once
	nodes func(syntax.Node)
}

// maxDepth is how deep expressions and statements may nest; package symtable has the same limit.
const maxDepth = 9000

func (f *folder) nest() {
	if f.depth++; f.depth > maxDepth {
		panic(&syntax.Error{Class: syntax.RecursionError, Msg: "maximum recursion depth exceeded during compilation", Line: syntax.NoLine})
	}
}

// node folds all below a node that is no expression.
func (f *folder) node(n syntax.Node) {
	f.nest()
	defer func() { f.depth-- }()
	var body []syntax.Stmt
	var annotation *syntax.Expr
	switch n := n.(type) {
	case *syntax.Module:
		body = n.Body
	case *syntax.ClassDef:
		body = n.Body
	case *syntax.FunctionDef:
		body, annotation = n.Body, &n.Returns
	case *syntax.AsyncFunctionDef:
		body, annotation = n.Body, &n.Returns
	case *syntax.Arg:
		annotation = &n.Annotation
	case *syntax.AnnAssign:
		annotation = &n.Annotation
	}
	_, doc := docString(body)
	n.Rewrite(func(e *syntax.Expr) {
		if e != annotation || f.annotations {
			f.expr(e)
		}
	}, f.nodes)
	if !doc {
		noDocString(body)
	}
	switch n := n.(type) {
	case *syntax.For:
		f.display(&n.Iter)
	case *syntax.Comprehension:
		f.display(&n.Iter)
	}
}

// noDocString makes what has only become a string by folding no docstring.
func noDocString(body []syntax.Stmt) {
	if _, doc := docString(body); doc {
		e := body[0].(*syntax.ExprStmt)
		e.Value = &syntax.JoinedStr{Pos: e.Value.Range(), Values: []syntax.Expr{e.Value}}
	}
}

// constant makes a constant in the place of an expression.
func constant(e *syntax.Expr, v syntax.Value) { *e = &syntax.Constant{Pos: (*e).Range(), Value: v} }

func (f *folder) expr(p *syntax.Expr) {
	f.nest()
	defer func() { f.depth-- }()
	(*p).Rewrite(f.exprs, f.nodes)
	switch e := (*p).(type) {
	case *syntax.Name:
		if e.Id == "__debug__" && e.Ctx == syntax.Load {
			constant(p, f.optimize == 0)
		}
	case *syntax.BinOp:
		f.binary(p, e)
	case *syntax.UnaryOp:
		f.unary(p, e)
	case *syntax.Compare:
		if last := len(e.Ops) - 1; e.Ops[last] == syntax.In || e.Ops[last] == syntax.NotIn {
			f.display(&e.Comparators[last])
		}
	case *syntax.Subscript:
		f.subscript(p, e)
	case *syntax.Tuple:
		if e.Ctx == syntax.Load {
			if values, ok := constants(e.Elts); ok {
				constant(p, tuple(values))
			}
		}
	}
}

// display makes a tuple or constant of a list or set that is only gone through or searched.
func (f *folder) display(p *syntax.Expr) {
	switch e := (*p).(type) {
	case *syntax.List:
		for _, x := range e.Elts {
			if isStarred(x) {
				return
			}
		}
		if values, ok := constants(e.Elts); ok {
			constant(p, tuple(values))
		} else {
			*p = &syntax.Tuple{Pos: e.Pos, Elts: e.Elts, Ctx: e.Ctx}
		}
	case *syntax.Set:
		if values, ok := constants(e.Elts); ok {
			constant(p, frozenSet(values))
		}
	}
}

var negated = map[syntax.CmpOperator]syntax.CmpOperator{syntax.Is: syntax.IsNot, syntax.IsNot: syntax.Is, syntax.In: syntax.NotIn,
	syntax.NotIn: syntax.In}

func (f *folder) unary(p *syntax.Expr, e *syntax.UnaryOp) {
	switch x := e.Operand.(type) {
	case *syntax.Constant:
		if _, isBool := x.Value.(bool); isBool && e.Op == syntax.Invert && f.invertBool != nil && !f.invertBool() {
			return
		}
		if v, ok := unaryValue(e.Op, x.Value); ok {
			constant(p, v)
		}
	case *syntax.Compare:
		if e.Op == syntax.Not && len(x.Ops) == 1 {
			if op, ok := negated[x.Ops[0]]; ok {
				x.Ops[0] = op
				*p = x
			}
		}
	}
}

func (f *folder) binary(p *syntax.Expr, e *syntax.BinOp) {
	l, ok := e.Left.(*syntax.Constant)
	if !ok {
		return
	}
	if s, ok := l.Value.(syntax.Str); ok && e.Op == syntax.Mod {
		if t, ok := e.Right.(*syntax.Tuple); ok {
			f.format(p, e, string(s), t.Elts)
			return
		}
	}
	if r, ok := e.Right.(*syntax.Constant); ok {
		if v, ok := binaryValue(e.Op, l.Value, r.Value); ok {
			constant(p, v)
		}
	}
}

func (f *folder) subscript(p *syntax.Expr, e *syntax.Subscript) {
	v, ok := e.Value.(*syntax.Constant)
	i, ok2 := e.Slice.(*syntax.Constant)
	if ok && ok2 && e.Ctx == syntax.Load {
		if x, ok := item(v.Value, i.Value); ok {
			constant(p, x)
		}
	}
}

// format makes an f-string of "%s" % (x,) where it means the same.
func (f *folder) format(p *syntax.Expr, e *syntax.BinOp, format string, elts []syntax.Expr) {
	var values []syntax.Expr
	for _, x := range elts {
		if isStarred(x) {
			return
		}
	}
	for {
		var text strings.Builder
		for format != "" && (format[0] != '%' || strings.HasPrefix(format, "%%")) {
			text.WriteByte(format[0])
			if format[0] == '%' {
				format = format[1:]
			}
			format = format[1:]
		}
		if text.Len() > 0 {
			values = append(values, &syntax.Constant{Pos: noLoc, Value: syntax.Str(text.String())})
		}
		if format == "" {
			break
		}
		if len(elts) == 0 {
			return
		}
		spec, conversion, rest, ok := parseFormat(format[1:])
		if !ok {
			return
		}
		at := elts[0].Range()
		v := &syntax.FormattedValue{Pos: at, Value: elts[0], Conversion: conversion}
		if spec != "" {
			v.FormatSpec = &syntax.Constant{Pos: noLoc, Value: syntax.Str(spec)}
		}
		values, elts, format = append(values, v), elts[1:], rest
	}
	if len(elts) > 0 {
		return
	}
	*p = &syntax.JoinedStr{Pos: e.Pos, Values: values}
}

// parseFormat reads what stands behind a %: flags, width and precision, and one of s, r and a.
func parseFormat(s string) (spec string, conversion int, rest string, ok bool) {
	left := false
	for s != "" && s[0] == '-' {
		left, s = true, s[1:]
	}
	if s != "" && strings.IndexByte("+ #0", s[0]) >= 0 {
		return "", 0, "", false
	}
	digits := func() (string, bool) {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		d := strings.TrimLeft(s[:n], "0")
		if n > 0 && d == "" {
			d = "0"
		}
		s = s[n:]
		return d, n < 3
	}
	width, fine := digits()
	if !fine {
		return "", 0, "", false
	}
	if width != "" && !left {
		spec = ">"
	}
	spec += width
	if s != "" && s[0] == '.' {
		s = s[1:]
		d, fine := digits()
		if !fine {
			return "", 0, "", false
		}
		if d == "" {
			d = "0"
		}
		spec += "." + d
	}
	if s == "" || strings.IndexByte("sra", s[0]) < 0 {
		return "", 0, "", false
	}
	return spec, int(s[0]), s[1:], true
}
