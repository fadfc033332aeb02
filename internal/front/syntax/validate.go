// What is wrong with a tree that does not come from the parser.

package syntax

import (
	"fmt"
	"math/big"
)

// Validate checks that a tree is one that a source could have, as far as CPython checks it; codegen relies on that.
func Validate(root Root) (err *Error) {
	defer func() {
		if e := recover(); e != nil {
			b, ok := e.(bailout)
			if !ok {
				panic(e)
			}
			err = b.err
		}
	}()
	v := validator{}
	switch root := root.(type) {
	case *Module:
		v.stmts(root.Body)
	case *Interactive:
		v.stmts(root.Body)
	case *Expression:
		v.expr(root.Body, Load)
	case *FunctionType:
		v.exprs(root.Argtypes, Load, false)
		v.expr(root.Returns, Load)
	}
	return nil
}

// maxTreeDepth is how deep the nodes of a tree may nest.
const maxTreeDepth = 9000

// validator leaves the tree by a panic at the first thing that is wrong.
type validator struct{ depth int }

func (v *validator) fail(class ErrorClass, format string, args ...any) {
	panic(bailout{&Error{Class: class, Msg: fmt.Sprintf(format, args...), Line: NoLine}})
}

func (v *validator) wrong(format string, args ...any) { v.fail(ValueError, format, args...) }

func (v *validator) nest() {
	if v.depth++; v.depth > maxTreeDepth {
		v.fail(RecursionError, "maximum recursion depth exceeded during compilation")
	}
}

func (v *validator) position(p Pos) {
	switch {
	case p.Line > p.EndLine:
		v.wrong("AST node line range (%d, %d) is not valid", p.Line, p.EndLine)
	case p.Line < 0 && p.EndLine != p.Line || p.Col < 0 && p.Col != p.EndCol:
		v.wrong("AST node column range (%d, %d) for line range (%d, %d) is not valid", p.Col, p.EndCol, p.Line, p.EndLine)
	case p.Line == p.EndLine && p.Col > p.EndCol:
		v.wrong("line %d, column %d-%d is not a valid range", p.Line, p.Col, p.EndCol)
	}
}

func (v *validator) name(name string) {
	if name == "None" || name == "True" || name == "False" {
		v.wrong("identifier field can't represent '%s' constant", name)
	}
}

// capture checks a name that a pattern binds.
func (v *validator) capture(name string) {
	if name == "_" {
		v.wrong("can't capture name '_' in patterns")
	}
	v.name(name)
}

func (v *validator) nonempty(n int, what, owner string) {
	if n == 0 {
		v.wrong("empty %s on %s", what, owner)
	}
}

func (v *validator) body(list []Stmt, owner string) {
	v.nonempty(len(list), "body", owner)
	v.stmts(list)
}

func (v *validator) stmts(list []Stmt) {
	for _, s := range list {
		if s == nil {
			v.wrong("None disallowed in statement list")
		}
		v.stmt(s)
	}
}

func (v *validator) exprs(list []Expr, ctx ExprContext, mayLack bool) {
	for _, e := range list {
		if e != nil {
			v.expr(e, ctx)
		} else if !mayLack {
			v.wrong("None disallowed in expression list")
		}
	}
}

func (v *validator) optional(e Expr, ctx ExprContext) {
	if e != nil {
		v.expr(e, ctx)
	}
}

func (v *validator) keywords(list []*Keyword) {
	for _, k := range list {
		v.expr(k.Value, Load)
	}
}

func (v *validator) args(list []*Arg) {
	for _, a := range list {
		v.position(a.Pos)
		v.optional(a.Annotation, Load)
	}
}

func (v *validator) arguments(a *Arguments) {
	v.args(a.Posonlyargs)
	v.args(a.Args)
	if a.Vararg != nil {
		v.optional(a.Vararg.Annotation, Load)
	}
	v.args(a.Kwonlyargs)
	if a.Kwarg != nil {
		v.optional(a.Kwarg.Annotation, Load)
	}
	if len(a.Defaults) > len(a.Posonlyargs)+len(a.Args) {
		v.wrong("more positional defaults than args on arguments")
	}
	if len(a.KwDefaults) != len(a.Kwonlyargs) {
		v.wrong("length of kwonlyargs is not the same as kw_defaults on arguments")
	}
	v.exprs(a.Defaults, Load, false)
	v.exprs(a.KwDefaults, Load, true)
}

func (v *validator) typeParams(list []TypeParam) {
	for _, p := range list {
		if p == nil {
			v.wrong("None disallowed in type parameter list")
		}
		v.position(p.Range())
		switch p := p.(type) {
		case *TypeVar:
			v.name(p.Name)
			v.optional(p.Bound, Load)
			v.optional(p.DefaultValue, Load)
		case *ParamSpec:
			v.name(p.Name)
			v.optional(p.DefaultValue, Load)
		case *TypeVarTuple:
			v.name(p.Name)
			v.optional(p.DefaultValue, Load)
		}
	}
}

func (v *validator) comprehension(list []*Comprehension) {
	if len(list) == 0 {
		v.wrong("comprehension with no generators")
	}
	for _, c := range list {
		v.expr(c.Target, Store)
		v.expr(c.Iter, Load)
		v.exprs(c.Ifs, Load, false)
	}
}

func (v *validator) constant(x Value) {
	switch x := x.(type) {
	case TupleValue:
		v.constants(x)
	case FrozenSetValue:
		v.constants(x)
	case Foreign:
		v.fail(TypeError, "got an invalid type in Constant: %s", string(x))
	}
}

func (v *validator) constants(list []Value) {
	for _, x := range list {
		v.constant(x)
	}
}

// context is that of an expression which has one.
func (v *validator) context(e Expr) (ctx ExprContext, ok bool) {
	switch e := e.(type) {
	case *Attribute:
		return e.Ctx, true
	case *Subscript:
		return e.Ctx, true
	case *Starred:
		return e.Ctx, true
	case *Name:
		v.name(e.Id)
		return e.Ctx, true
	case *List:
		return e.Ctx, true
	case *Tuple:
		return e.Ctx, true
	}
	return Load, false
}

func (v *validator) expr(e Expr, ctx ExprContext) {
	v.position(e.Range())
	v.nest()
	defer func() { v.depth-- }()
	switch actual, ok := v.context(e); {
	case !ok && ctx != Load:
		v.wrong("expression which can't be assigned to in %s context", ctx)
	case actual != ctx:
		v.wrong("expression must have %s context but has %s instead", ctx, actual)
	}
	switch e := e.(type) {
	case *BoolOp:
		if len(e.Values) < 2 {
			v.wrong("BoolOp with less than 2 values")
		}
		v.exprs(e.Values, Load, false)
	case *BinOp:
		v.expr(e.Left, Load)
		v.expr(e.Right, Load)
	case *UnaryOp:
		v.expr(e.Operand, Load)
	case *Lambda:
		v.arguments(e.Args)
		v.expr(e.Body, Load)
	case *IfExp:
		v.expr(e.Test, Load)
		v.expr(e.Body, Load)
		v.expr(e.Orelse, Load)
	case *Dict:
		if len(e.Keys) != len(e.Values) {
			v.wrong("Dict doesn't have the same number of keys as values")
		}
		v.exprs(e.Keys, Load, true)
		v.exprs(e.Values, Load, false)
	case *Set:
		v.exprs(e.Elts, Load, false)
	case *ListComp:
		v.comprehension(e.Generators)
		v.expr(e.Elt, Load)
	case *SetComp:
		v.comprehension(e.Generators)
		v.expr(e.Elt, Load)
	case *GeneratorExp:
		v.comprehension(e.Generators)
		v.expr(e.Elt, Load)
	case *DictComp:
		v.comprehension(e.Generators)
		v.expr(e.Key, Load)
		v.expr(e.Value, Load)
	case *Yield:
		v.optional(e.Value, Load)
	case *YieldFrom:
		v.expr(e.Value, Load)
	case *Await:
		v.expr(e.Value, Load)
	case *Compare:
		if len(e.Comparators) == 0 {
			v.wrong("Compare with no comparators")
		}
		if len(e.Comparators) != len(e.Ops) {
			v.wrong("Compare has a different number of comparators and operands")
		}
		v.exprs(e.Comparators, Load, false)
		v.expr(e.Left, Load)
	case *Call:
		v.expr(e.Func, Load)
		v.exprs(e.Args, Load, false)
		v.keywords(e.Keywords)
	case *Constant:
		v.constant(e.Value)
	case *JoinedStr:
		v.exprs(e.Values, Load, false)
	case *FormattedValue:
		v.expr(e.Value, Load)
		v.optional(e.FormatSpec, Load)
	case *Attribute:
		v.expr(e.Value, Load)
	case *Subscript:
		v.expr(e.Slice, Load)
		v.expr(e.Value, Load)
	case *Starred:
		v.expr(e.Value, ctx)
	case *Slice:
		v.optional(e.Lower, Load)
		v.optional(e.Upper, Load)
		v.optional(e.Step, Load)
	case *List:
		v.exprs(e.Elts, ctx, false)
	case *Tuple:
		v.exprs(e.Elts, ctx, false)
	case *NamedExpr:
		if _, ok := e.Target.(*Name); !ok {
			v.fail(TypeError, "NamedExpr target must be a Name")
		}
		v.expr(e.Value, Load)
	}
}

func (v *validator) targets(list []Expr, ctx ExprContext, owner string) {
	v.nonempty(len(list), "targets", owner)
	v.exprs(list, ctx, false)
}

func (v *validator) function(body []Stmt, params []TypeParam, args *Arguments, decorators []Expr, returns Expr, owner string) {
	v.body(body, owner)
	v.typeParams(params)
	v.arguments(args)
	v.exprs(decorators, Load, false)
	v.optional(returns, Load)
}

func (v *validator) loop(target, iter Expr, body, orelse []Stmt, owner string) {
	v.expr(target, Store)
	v.expr(iter, Load)
	v.body(body, owner)
	v.stmts(orelse)
}

func (v *validator) with(items []*WithItem, body []Stmt, owner string) {
	v.nonempty(len(items), "items", owner)
	for _, i := range items {
		v.expr(i.ContextExpr, Load)
		v.optional(i.OptionalVars, Store)
	}
	v.body(body, owner)
}

func (v *validator) try(body []Stmt, handlers []*ExceptHandler, orelse, final []Stmt, owner string) {
	v.body(body, owner)
	if len(handlers) == 0 && len(final) == 0 {
		v.wrong("%s has neither except handlers nor finalbody", owner)
	}
	if len(handlers) == 0 && len(orelse) > 0 {
		v.wrong("%s has orelse but no except handlers", owner)
	}
	for _, h := range handlers {
		if h == nil {
			v.wrong("None disallowed in handler list")
		}
		v.position(h.Pos)
		v.optional(h.Type, Load)
		v.body(h.Body, "ExceptHandler")
	}
	v.stmts(final)
	v.stmts(orelse)
}

func (v *validator) stmt(s Stmt) {
	v.position(s.Range())
	v.nest()
	defer func() { v.depth-- }()
	switch s := s.(type) {
	case *FunctionDef:
		v.function(s.Body, s.TypeParams, s.Args, s.DecoratorList, s.Returns, "FunctionDef")
	case *AsyncFunctionDef:
		v.function(s.Body, s.TypeParams, s.Args, s.DecoratorList, s.Returns, "AsyncFunctionDef")
	case *ClassDef:
		v.body(s.Body, "ClassDef")
		v.typeParams(s.TypeParams)
		v.exprs(s.Bases, Load, false)
		v.keywords(s.Keywords)
		v.exprs(s.DecoratorList, Load, false)
	case *Return:
		v.optional(s.Value, Load)
	case *Delete:
		v.targets(s.Targets, Del, "Delete")
	case *Assign:
		v.targets(s.Targets, Store, "Assign")
		v.expr(s.Value, Load)
	case *AugAssign:
		v.expr(s.Target, Store)
		v.expr(s.Value, Load)
	case *AnnAssign:
		if _, ok := s.Target.(*Name); !ok && s.Simple != 0 {
			v.fail(TypeError, "AnnAssign with simple non-Name target")
		}
		v.expr(s.Target, Store)
		v.optional(s.Value, Load)
		v.expr(s.Annotation, Load)
	case *TypeAlias:
		if _, ok := s.Name.(*Name); !ok {
			v.fail(TypeError, "TypeAlias with non-Name name")
		}
		v.expr(s.Name, Store)
		v.typeParams(s.TypeParams)
		v.expr(s.Value, Load)
	case *For:
		v.loop(s.Target, s.Iter, s.Body, s.Orelse, "For")
	case *AsyncFor:
		v.loop(s.Target, s.Iter, s.Body, s.Orelse, "AsyncFor")
	case *While:
		v.expr(s.Test, Load)
		v.body(s.Body, "While")
		v.stmts(s.Orelse)
	case *If:
		v.expr(s.Test, Load)
		v.body(s.Body, "If")
		v.stmts(s.Orelse)
	case *With:
		v.with(s.Items, s.Body, "With")
	case *AsyncWith:
		v.with(s.Items, s.Body, "AsyncWith")
	case *Match:
		v.expr(s.Subject, Load)
		v.nonempty(len(s.Cases), "cases", "Match")
		for _, c := range s.Cases {
			v.pattern(c.Pattern, false)
			v.optional(c.Guard, Load)
			v.body(c.Body, "match_case")
		}
	case *Raise:
		if s.Exc == nil && s.Cause != nil {
			v.wrong("Raise with cause but no exception")
		}
		v.optional(s.Exc, Load)
		v.optional(s.Cause, Load)
	case *Try:
		v.try(s.Body, s.Handlers, s.Orelse, s.Finalbody, "Try")
	case *TryStar:
		v.try(s.Body, s.Handlers, s.Orelse, s.Finalbody, "TryStar")
	case *Assert:
		v.expr(s.Test, Load)
		v.optional(s.Msg, Load)
	case *Import:
		v.nonempty(len(s.Names), "names", "Import")
	case *ImportFrom:
		if s.Level < 0 {
			v.wrong("Negative ImportFrom level")
		}
		v.nonempty(len(s.Names), "names", "ImportFrom")
	case *Global:
		v.nonempty(len(s.Names), "names", "Global")
	case *Nonlocal:
		v.nonempty(len(s.Names), "names", "Nonlocal")
	case *ExprStmt:
		v.expr(s.Value, Load)
	}
}

func (v *validator) patterns(list []Pattern, starOK bool) {
	for _, p := range list {
		if p == nil {
			v.wrong("None disallowed in pattern list")
		}
		v.pattern(p, starOK)
	}
}

func (v *validator) pattern(p Pattern, starOK bool) {
	v.position(p.Range())
	v.nest()
	defer func() { v.depth-- }()
	switch p := p.(type) {
	case *MatchValue:
		v.matched(p.Value)
	case *MatchSingleton:
		v.constant(p.Value)
		if _, ok := p.Value.(bool); !ok && p.Value != nil {
			v.wrong("MatchSingleton can only contain True, False and None")
		}
	case *MatchSequence:
		v.patterns(p.Patterns, true)
	case *MatchMapping:
		if len(p.Keys) != len(p.Patterns) {
			v.wrong("MatchMapping doesn't have the same number of keys as patterns")
		}
		if p.Rest != "" {
			v.capture(p.Rest)
		}
		for _, k := range p.Keys {
			if k == nil {
				v.wrong("None disallowed in expression list")
			}
			if c, ok := k.(*Constant); ok {
				if _, ok := c.Value.(bool); ok || c.Value == nil {
					continue
				}
			}
			v.matched(k)
		}
		v.patterns(p.Patterns, false)
	case *MatchClass:
		if len(p.KwdAttrs) != len(p.KwdPatterns) {
			v.wrong("MatchClass doesn't have the same number of keyword attributes as patterns")
		}
		v.expr(p.Cls, Load)
		for cls := p.Cls; ; {
			if _, ok := cls.(*Name); ok {
				break
			}
			a, ok := cls.(*Attribute)
			if !ok {
				v.wrong("MatchClass cls field can only contain Name or Attribute nodes.")
			}
			cls = a.Value
		}
		for _, n := range p.KwdAttrs {
			v.name(n)
		}
		v.patterns(p.Patterns, false)
		v.patterns(p.KwdPatterns, false)
	case *MatchStar:
		if !starOK {
			v.wrong("can't use MatchStar here")
		}
		if p.Name != "" {
			v.capture(p.Name)
		}
	case *MatchAs:
		if p.Name != "" {
			v.capture(p.Name)
		}
		if p.Pattern != nil {
			if p.Name == "" {
				v.wrong("MatchAs must specify a target name if a pattern is given")
			}
			v.pattern(p.Pattern, false)
		}
	case *MatchOr:
		if len(p.Patterns) < 2 {
			v.wrong("MatchOr requires at least 2 patterns")
		}
		v.patterns(p.Patterns, false)
	}
}

// matched checks the value that a pattern compares with.
func (v *validator) matched(e Expr) {
	v.expr(e, Load)
	switch e := e.(type) {
	case *Constant:
		switch e.Value.(type) {
		case int64, *big.Int, float64, complex128, Str, Bytes:
			return
		}
		v.wrong("unexpected constant inside of a literal pattern")
	case *Attribute, *JoinedStr:
		return
	case *UnaryOp:
		if isNegative(e, true, true) {
			return
		}
	case *BinOp:
		if isComplex(e) {
			return
		}
	}
	v.wrong("patterns may only match literals and attribute lookups")
}

// isNumber reports a literal that is a real or imaginary number, as far as these are wanted.
func isNumber(e Expr, real, imaginary bool) bool {
	c, ok := e.(*Constant)
	if !ok {
		return false
	}
	switch c.Value.(type) {
	case int64, *big.Int, float64:
		return real
	case complex128:
		return imaginary
	}
	return false
}

func isNegative(e Expr, real, imaginary bool) bool {
	u, ok := e.(*UnaryOp)
	return ok && u.Op == USub && isNumber(u.Operand, real, imaginary)
}

// isComplex reports the sum or difference of a real and an imaginary literal.
func isComplex(e *BinOp) bool {
	return (e.Op == Add || e.Op == Sub) && (isNumber(e.Left, true, false) || isNegative(e.Left, true, false)) && isNumber(e.Right, false, true)
}
