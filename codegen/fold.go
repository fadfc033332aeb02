// Constants in the tree: what is known before running is computed.

package codegen

import (
	"strings"

	"github.com/psyco-go/psy/syntax"
)

// folder rewrites a tree in place.
type folder struct {
	optimize    int
	annotations bool // they are evaluated
	depth       int
}

// maxDepth is how deep expressions and statements may nest; package symtable has the same limit.
const maxDepth = 9000

func (f *folder) nest() {
	if f.depth++; f.depth > maxDepth {
		panic(&syntax.Error{Class: "RecursionError", Msg: "maximum recursion depth exceeded during compilation", Line: syntax.NoLine})
	}
}

func (f *folder) root(root syntax.Root) {
	switch root := root.(type) {
	case *syntax.Module:
		f.body(&root.Body)
	case *syntax.Interactive:
		f.stmts(root.Body)
	case *syntax.Expression:
		f.expr(&root.Body)
	}
}

// body folds what may begin with a docstring. An expression that only becomes a string here is none.
func (f *folder) body(list *[]syntax.Stmt) {
	_, doc := docString(*list)
	if doc && f.optimize >= 2 {
		*list, doc = (*list)[1:], false
	}
	f.stmts(*list)
	if _, now := docString(*list); now && !doc {
		e := (*list)[0].(*syntax.ExprStmt)
		e.Value = &syntax.JoinedStr{Pos: e.Value.Range(), Values: []syntax.Expr{e.Value}}
	}
}

func (f *folder) stmts(list []syntax.Stmt) {
	for _, s := range list {
		f.stmt(s)
	}
}

func (f *folder) exprs(list []syntax.Expr) {
	for i := range list {
		f.expr(&list[i])
	}
}

func (f *folder) stmt(s syntax.Stmt) {
	f.nest()
	defer func() { f.depth-- }()
	switch s := s.(type) {
	case *syntax.FunctionDef:
		f.function(s.TypeParams, s.Args, &s.Body, s.DecoratorList, &s.Returns)
	case *syntax.AsyncFunctionDef:
		f.function(s.TypeParams, s.Args, &s.Body, s.DecoratorList, &s.Returns)
	case *syntax.ClassDef:
		f.typeParams(s.TypeParams)
		f.exprs(s.Bases)
		f.keywords(s.Keywords)
		f.body(&s.Body)
		f.exprs(s.DecoratorList)
	case *syntax.Return:
		f.expr(&s.Value)
	case *syntax.Delete:
		f.exprs(s.Targets)
	case *syntax.Assign:
		f.exprs(s.Targets)
		f.expr(&s.Value)
	case *syntax.AugAssign:
		f.expr(&s.Target)
		f.expr(&s.Value)
	case *syntax.AnnAssign:
		f.expr(&s.Target)
		if f.annotations {
			f.expr(&s.Annotation)
		}
		f.expr(&s.Value)
	case *syntax.TypeAlias:
		f.expr(&s.Name)
		f.typeParams(s.TypeParams)
		f.expr(&s.Value)
	case *syntax.For:
		f.expr(&s.Target)
		f.expr(&s.Iter)
		f.stmts(s.Body)
		f.stmts(s.Orelse)
		f.display(&s.Iter)
	case *syntax.AsyncFor:
		f.expr(&s.Target)
		f.expr(&s.Iter)
		f.stmts(s.Body)
		f.stmts(s.Orelse)
	case *syntax.While:
		f.expr(&s.Test)
		f.stmts(s.Body)
		f.stmts(s.Orelse)
	case *syntax.If:
		f.expr(&s.Test)
		f.stmts(s.Body)
		f.stmts(s.Orelse)
	case *syntax.With:
		f.withItems(s.Items)
		f.stmts(s.Body)
	case *syntax.AsyncWith:
		f.withItems(s.Items)
		f.stmts(s.Body)
	case *syntax.Raise:
		f.expr(&s.Exc)
		f.expr(&s.Cause)
	case *syntax.Try:
		f.try(s.Body, s.Handlers, s.Orelse, s.Finalbody)
	case *syntax.TryStar:
		f.try(s.Body, s.Handlers, s.Orelse, s.Finalbody)
	case *syntax.Assert:
		f.expr(&s.Test)
		f.expr(&s.Msg)
	case *syntax.ExprStmt:
		f.expr(&s.Value)
	case *syntax.Match:
		f.expr(&s.Subject)
		for _, k := range s.Cases {
			f.pattern(k.Pattern)
			f.expr(&k.Guard)
			f.stmts(k.Body)
		}
	}
}

func (f *folder) function(params []syntax.TypeParam, a *syntax.Arguments, body *[]syntax.Stmt, decorators []syntax.Expr, returns *syntax.Expr) {
	f.typeParams(params)
	f.arguments(a)
	f.body(body)
	f.exprs(decorators)
	if f.annotations {
		f.expr(returns)
	}
}

func (f *folder) arguments(a *syntax.Arguments) {
	each := func(list ...*syntax.Arg) {
		for _, x := range list {
			if x != nil && f.annotations {
				f.expr(&x.Annotation)
			}
		}
	}
	each(a.Posonlyargs...)
	each(a.Args...)
	each(a.Vararg, a.Kwarg)
	each(a.Kwonlyargs...)
	f.exprs(a.KwDefaults)
	f.exprs(a.Defaults)
}

func (f *folder) typeParams(list []syntax.TypeParam) {
	for _, p := range list {
		switch p := p.(type) {
		case *syntax.TypeVar:
			f.expr(&p.Bound)
			f.expr(&p.DefaultValue)
		case *syntax.ParamSpec:
			f.expr(&p.DefaultValue)
		case *syntax.TypeVarTuple:
			f.expr(&p.DefaultValue)
		}
	}
}

func (f *folder) keywords(list []*syntax.Keyword) {
	for _, k := range list {
		f.expr(&k.Value)
	}
}

func (f *folder) withItems(list []*syntax.WithItem) {
	for _, w := range list {
		f.expr(&w.ContextExpr)
		f.expr(&w.OptionalVars)
	}
}

func (f *folder) try(body []syntax.Stmt, handlers []*syntax.ExceptHandler, orelse, final []syntax.Stmt) {
	f.stmts(body)
	for _, h := range handlers {
		f.expr(&h.Type)
		f.stmts(h.Body)
	}
	f.stmts(orelse)
	f.stmts(final)
}

func (f *folder) pattern(p syntax.Pattern) {
	switch p := p.(type) {
	case *syntax.MatchValue:
		f.expr(&p.Value)
	case *syntax.MatchSequence:
		f.patterns(p.Patterns)
	case *syntax.MatchMapping:
		f.exprs(p.Keys)
		f.patterns(p.Patterns)
	case *syntax.MatchClass:
		f.expr(&p.Cls)
		f.patterns(p.Patterns)
		f.patterns(p.KwdPatterns)
	case *syntax.MatchAs:
		if p.Pattern != nil {
			f.pattern(p.Pattern)
		}
	case *syntax.MatchOr:
		f.patterns(p.Patterns)
	}
}

func (f *folder) patterns(list []syntax.Pattern) {
	for _, p := range list {
		f.pattern(p)
	}
}

func (f *folder) clauses(list []*syntax.Comprehension) {
	for _, g := range list {
		f.expr(&g.Target)
		f.expr(&g.Iter)
		f.exprs(g.Ifs)
		f.display(&g.Iter)
	}
}

// constant makes a constant in the place of an expression.
func constant(e *syntax.Expr, v syntax.Value) { *e = &syntax.Constant{Pos: (*e).Range(), Value: v} }

func (f *folder) expr(p *syntax.Expr) {
	f.nest()
	defer func() { f.depth-- }()
	switch e := (*p).(type) {
	case *syntax.Constant, nil:
	case *syntax.Name:
		if e.Id == "__debug__" && e.Ctx == syntax.Load {
			constant(p, f.optimize == 0)
		}
	case *syntax.BoolOp:
		f.exprs(e.Values)
	case *syntax.NamedExpr:
		f.expr(&e.Target)
		f.expr(&e.Value)
	case *syntax.BinOp:
		f.expr(&e.Left)
		f.expr(&e.Right)
		f.binary(p, e)
	case *syntax.UnaryOp:
		f.expr(&e.Operand)
		f.unary(p, e)
	case *syntax.Lambda:
		f.arguments(e.Args)
		f.expr(&e.Body)
	case *syntax.IfExp:
		f.expr(&e.Test)
		f.expr(&e.Body)
		f.expr(&e.Orelse)
	case *syntax.Dict:
		f.exprs(e.Keys)
		f.exprs(e.Values)
	case *syntax.Set:
		f.exprs(e.Elts)
	case *syntax.ListComp:
		f.expr(&e.Elt)
		f.clauses(e.Generators)
	case *syntax.SetComp:
		f.expr(&e.Elt)
		f.clauses(e.Generators)
	case *syntax.GeneratorExp:
		f.expr(&e.Elt)
		f.clauses(e.Generators)
	case *syntax.DictComp:
		f.expr(&e.Key)
		f.expr(&e.Value)
		f.clauses(e.Generators)
	case *syntax.Await:
		f.expr(&e.Value)
	case *syntax.Yield:
		f.expr(&e.Value)
	case *syntax.YieldFrom:
		f.expr(&e.Value)
	case *syntax.Compare:
		f.expr(&e.Left)
		f.exprs(e.Comparators)
		if last := len(e.Ops) - 1; e.Ops[last] == syntax.In || e.Ops[last] == syntax.NotIn {
			f.display(&e.Comparators[last])
		}
	case *syntax.Call:
		f.expr(&e.Func)
		f.exprs(e.Args)
		f.keywords(e.Keywords)
	case *syntax.FormattedValue:
		f.expr(&e.Value)
		f.expr(&e.FormatSpec)
	case *syntax.JoinedStr:
		f.exprs(e.Values)
	case *syntax.Attribute:
		f.expr(&e.Value)
	case *syntax.Subscript:
		f.expr(&e.Value)
		f.expr(&e.Slice)
		f.subscript(p, e)
	case *syntax.Starred:
		f.expr(&e.Value)
	case *syntax.Slice:
		f.expr(&e.Lower)
		f.expr(&e.Upper)
		f.expr(&e.Step)
	case *syntax.List:
		f.exprs(e.Elts)
	case *syntax.Tuple:
		f.exprs(e.Elts)
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
