// Reading the tree: which names each block mentions, and how.

package symtable

import (
	"fmt"
	"strings"

	"github.com/psyco-go/psy/internal/front/syntax"
)

// maxDepth is how deep expressions and statements may nest.
const maxDepth = 9000

type builder struct {
	nodes   func(syntax.Node) // node as a value, made once
	table   *Table
	opt     Options
	cur     *Block
	stack   []*Block
	private string // the class whose private names are mangled
	depth   int
}

// fail raises a SyntaxError; its columns count bytes, as CPython's do here.
func fail(at syntax.Pos, format string, args ...any) {
	panic(&syntax.Error{Class: syntax.SyntaxError, Msg: fmt.Sprintf(format, args...), Line: int(at.Line), Offset: int(at.Col) + 1,
		EndLine: int(at.EndLine), EndOffset: int(at.EndCol) + 1, Stage: syntax.Resolving})
}

//psy:counts depth up to maxDepth
func (b *builder) nest() {
	if b.depth++; b.depth > maxDepth {
		panic(&syntax.Error{Class: syntax.RecursionError, Msg: "maximum recursion depth exceeded during compilation", Line: syntax.NoLine})
	}
}

func (b *builder) enter(name string, typ BlockType, key any, at syntax.Pos) {
	blk := &Block{Type: typ, Name: name, Key: key, Line: int(at.Line), Symbols: map[string]Flags{}}
	if prev := b.cur; prev != nil {
		blk.Nested = prev.Nested || prev.functionLike()
		blk.iterDepth = prev.iterDepth
		if typ != ClassBlock {
			blk.mangled = prev.mangled
		}
		if typ != AnnotationBlock { // names in them count for nothing
			prev.Children = append(prev.Children, blk)
		}
	}
	b.table.Blocks[key] = blk
	b.stack = append(b.stack, blk)
	b.cur = blk
}

func (b *builder) exit() {
	b.stack = b.stack[:len(b.stack)-1]
	b.cur = b.stack[len(b.stack)-1]
}

func (b *builder) mangle(name string) string {
	return b.cur.Mangle(b.private, name)
}

func (b *builder) lookup(blk *Block, name string) Flags { return blk.Symbols[b.mangle(name)] }

func (b *builder) def(name string, f Flags, at syntax.Pos) {
	if f&DefTypeParam != 0 && b.cur.mangled != nil {
		b.cur.mangled[name] = true
	}
	b.defIn(b.cur, name, f, at)
}

func (b *builder) defIn(blk *Block, name string, f Flags, at syntax.Pos) {
	mangled := b.mangle(name)
	old := blk.Symbols[mangled]
	if f&old&DefParam != 0 {
		fail(at, "duplicate argument '%s' in function definition", name)
	}
	if f&old&DefTypeParam != 0 {
		fail(at, "duplicate type parameter '%s'", name)
	}
	now := old | f
	if blk.inIterTarget {
		if now&(DefGlobal|DefNonlocal) != 0 {
			fail(at, "comprehension inner loop cannot rebind assignment expression target '%s'", name)
		}
		now |= DefCompIter
	}
	blk.set(mangled, now)
	if f&DefParam != 0 {
		blk.Varnames = append(blk.Varnames, mangled)
	} else if f&DefGlobal != 0 {
		top := b.stack[0]
		top.set(mangled, top.Symbols[mangled]|f)
	}
}

func (b *builder) direct(name string, at syntax.Pos) {
	b.cur.directives = append(b.cur.directives, directive{b.mangle(name), at})
}

func (b *builder) stmts(list []syntax.Stmt) {
	for _, s := range list {
		b.stmt(s)
	}
}

func (b *builder) exprs(list []syntax.Expr) {
	for _, e := range list {
		if e != nil {
			b.expr(e)
		}
	}
}

func (b *builder) opt1(e syntax.Expr) {
	if e != nil {
		b.expr(e)
	}
}

func (b *builder) stmt(s syntax.Stmt) {
	b.nest()
	defer func() { b.depth-- }()
	switch s := s.(type) {
	case *syntax.FunctionDef:
		b.function(s, s.Pos, s.Name, s.Args, s.Body, s.DecoratorList, s.Returns, s.TypeParams, false)
	case *syntax.AsyncFunctionDef:
		b.function(s, s.Pos, s.Name, s.Args, s.Body, s.DecoratorList, s.Returns, s.TypeParams, true)
	case *syntax.ClassDef:
		b.class(s)
	case *syntax.TypeAlias:
		b.typeAlias(s)
	case *syntax.Return:
		if s.Value != nil {
			b.expr(s.Value)
			b.cur.ReturnsValue = true
		}
	case *syntax.AnnAssign:
		b.annAssign(s)
	case *syntax.Import:
		b.aliases(s.Names)
	case *syntax.ImportFrom:
		b.aliases(s.Names)
	case *syntax.Global:
		b.declare(s.Names, DefGlobal, "global", s.Pos)
	case *syntax.Nonlocal:
		b.declare(s.Names, DefNonlocal, "nonlocal", s.Pos)
	case *syntax.AsyncFor:
		b.awaits()
		b.expr(s.Target)
		b.expr(s.Iter)
		b.stmts(s.Body)
		b.stmts(s.Orelse)
	case *syntax.AsyncWith:
		b.awaits()
		b.children(s)
	default:
		b.children(s)
	}
}

// children visits the parts of a node in the order of its fields.
func (b *builder) children(n syntax.Node) { n.Children(b.nodes) }

// node visits a part of another node.
func (b *builder) node(n syntax.Node) {
	switch n := n.(type) {
	case syntax.Expr:
		b.expr(n)
	case syntax.Stmt:
		b.stmt(n)
	case *syntax.ExceptHandler:
		b.opt1(n.Type)
		b.capture(n.Name, n.Pos)
		b.stmts(n.Body)
	case *syntax.MatchStar:
		b.capture(n.Name, n.Pos)
	case *syntax.MatchMapping:
		b.children(n)
		b.capture(n.Rest, n.Pos)
	case *syntax.MatchAs:
		b.children(n)
		b.capture(n.Name, n.Pos)
	default:
		b.children(n)
	}
}

func (b *builder) capture(name string, at syntax.Pos) {
	if name != "" {
		b.def(name, DefLocal, at)
	}
}

// awaits makes a module that may await at its top level a coroutine.
func (b *builder) awaits() {
	if b.opt.TopLevelAwait && b.cur.Type == ModuleBlock {
		b.cur.Coroutine = true
	}
}

func (b *builder) function(s syntax.Stmt, at syntax.Pos, name string, args *syntax.Arguments, body []syntax.Stmt, decorators []syntax.Expr,
	returns syntax.Expr, params []syntax.TypeParam, async bool) {
	b.def(name, DefLocal, at)
	b.exprs(args.Defaults)
	b.exprs(args.KwDefaults)
	b.exprs(decorators)
	if len(params) > 0 {
		kw := false
		for _, d := range args.KwDefaults {
			kw = kw || d != nil
		}
		b.enterTypeParams(name, &params[0], s, kw, at)
		b.typeParams(params)
	}
	b.annotations(s, at, args, returns)
	b.enter(name, FunctionBlock, s, at)
	b.cur.Coroutine = async
	b.parameters(args)
	b.stmts(body)
	b.exit()
	if len(params) > 0 {
		b.exit()
	}
}

func (b *builder) class(s *syntax.ClassDef) {
	b.def(s.Name, DefLocal, s.Pos)
	b.exprs(s.DecoratorList)
	outer := b.private
	if len(s.TypeParams) > 0 {
		b.enterTypeParams(s.Name, &s.TypeParams[0], s, false, s.Pos)
		b.private = s.Name
		b.cur.mangled = map[string]bool{}
		b.typeParams(s.TypeParams)
	}
	b.exprs(s.Bases)
	for _, k := range s.Keywords {
		b.expr(k.Value)
	}
	b.enter(s.Name, ClassBlock, s, s.Pos)
	b.private = s.Name
	if len(s.TypeParams) > 0 {
		b.def("__type_params__", DefLocal, s.Pos)
		b.def(".type_params", Use, s.Pos)
	}
	b.stmts(s.Body)
	b.exit()
	b.private = outer
	if len(s.TypeParams) > 0 {
		b.exit()
	}
}

func (b *builder) typeAlias(s *syntax.TypeAlias) {
	b.expr(s.Name)
	name := s.Name.(*syntax.Name).Id
	inClass := b.cur.Type == ClassBlock
	if len(s.TypeParams) > 0 {
		b.enterTypeParams(name, &s.TypeParams[0], s, false, s.Pos)
		b.typeParams(s.TypeParams)
	}
	b.enter(name, TypeAliasBlock, s, s.Pos)
	if b.cur.CanSeeClassScope = inClass; inClass {
		b.def("__classdict__", Use, s.Value.Range())
	}
	b.expr(s.Value)
	b.exit()
	if len(s.TypeParams) > 0 {
		b.exit()
	}
}

// enterTypeParams begins the block around something generic, with the implicit names that it needs. CPython reserves a place for the
// defaults of every generic function, even without any.
func (b *builder) enterTypeParams(name string, key any, of syntax.Stmt, kwDefaults bool, at syntax.Pos) {
	inClass := b.cur.Type == ClassBlock
	b.enter(name, TypeParametersBlock, key, at)
	if inClass {
		b.cur.CanSeeClassScope = true
		b.def("__classdict__", Use, at)
	}
	switch of.(type) {
	case *syntax.ClassDef:
		b.def(".type_params", DefLocal, at)
		b.def(".type_params", Use, at)
		b.def(".generic_base", DefLocal, at)
		b.def(".generic_base", Use, at)
	case *syntax.FunctionDef, *syntax.AsyncFunctionDef:
		b.def(".defaults", DefParam, at)
		if kwDefaults {
			b.def(".kwdefaults", DefParam, at)
		}
	}
}

func (b *builder) typeParams(params []syntax.TypeParam) {
	for _, p := range params {
		switch p := p.(type) {
		case *syntax.TypeVar:
			b.def(p.Name, DefTypeParam|DefLocal, p.Pos)
			info := "a TypeVar bound"
			if _, ok := p.Bound.(*syntax.Tuple); ok {
				info = "a TypeVar constraint"
			}
			b.typeVariable(p.Bound, p.Name, p, info)
			b.typeVariable(p.DefaultValue, p.Name, Default{p}, "a TypeVar default")
		case *syntax.TypeVarTuple:
			b.def(p.Name, DefTypeParam|DefLocal, p.Pos)
			b.typeVariable(p.DefaultValue, p.Name, Default{p}, "a TypeVarTuple default")
		case *syntax.ParamSpec:
			b.def(p.Name, DefTypeParam|DefLocal, p.Pos)
			b.typeVariable(p.DefaultValue, p.Name, Default{p}, "a ParamSpec default")
		}
	}
}

// typeVariable visits a bound or default, which is evaluated when asked for.
func (b *builder) typeVariable(e syntax.Expr, name string, key any, info string) {
	if e == nil {
		return
	}
	inClass := b.cur.CanSeeClassScope
	b.enter(name, TypeVariableBlock, key, e.Range())
	if b.cur.CanSeeClassScope = inClass; inClass {
		b.def("__classdict__", Use, e.Range())
	}
	b.cur.scopeInfo = info
	b.expr(e)
	b.exit()
}

func (b *builder) annotation(e syntax.Expr) {
	if b.opt.FutureAnnotations {
		b.enter("_annotation", AnnotationBlock, e, e.Range())
		defer b.exit()
	}
	b.expr(e)
}

// annotations visits those of a function.
func (b *builder) annotations(s syntax.Stmt, at syntax.Pos, args *syntax.Arguments, returns syntax.Expr) {
	if b.opt.FutureAnnotations {
		b.enter("_annotation", AnnotationBlock, args, at)
	}
	visit := func(list ...*syntax.Arg) {
		for _, a := range list {
			if a != nil {
				b.opt1(a.Annotation)
			}
		}
	}
	visit(args.Posonlyargs...)
	visit(args.Args...)
	visit(args.Vararg, args.Kwarg)
	visit(args.Kwonlyargs...)
	if b.opt.FutureAnnotations {
		b.exit()
	}
	if returns != nil {
		b.annotation(returns)
	}
}

func (b *builder) parameters(args *syntax.Arguments) {
	define := func(list []*syntax.Arg) {
		for _, a := range list {
			b.def(a.Arg, DefParam, a.Pos)
		}
	}
	define(args.Posonlyargs)
	define(args.Args)
	define(args.Kwonlyargs)
	if a := args.Vararg; a != nil {
		b.def(a.Arg, DefParam, a.Pos)
		b.cur.Varargs = true
	}
	if a := args.Kwarg; a != nil {
		b.def(a.Arg, DefParam, a.Pos)
		b.cur.Varkeywords = true
	}
}

func (b *builder) annAssign(s *syntax.AnnAssign) {
	if name, ok := s.Target.(*syntax.Name); ok {
		old := b.lookup(b.cur, name.Id)
		if old&(DefGlobal|DefNonlocal) != 0 && b.cur != b.stack[0] && s.Simple != 0 {
			what := "nonlocal"
			if old&DefGlobal != 0 {
				what = "global"
			}
			fail(s.Pos, "annotated name '%s' can't be %s", name.Id, what)
		}
		if s.Simple != 0 {
			b.def(name.Id, DefAnnot|DefLocal, name.Pos)
		} else if s.Value != nil {
			b.def(name.Id, DefLocal, name.Pos)
		}
	} else {
		b.expr(s.Target)
	}
	b.annotation(s.Annotation)
	b.opt1(s.Value)
}

func (b *builder) aliases(list []*syntax.Alias) {
	for _, a := range list {
		name := a.Asname
		if name == "" {
			name, _, _ = strings.Cut(a.Name, ".")
		}
		switch {
		case name != "*":
			b.def(name, DefImport, a.Pos)
		case b.cur.Type != ModuleBlock:
			fail(a.Pos, "import * only allowed at module level")
		}
	}
}

// declare takes a global or nonlocal statement.
func (b *builder) declare(names []string, f Flags, what string, at syntax.Pos) {
	for _, name := range names {
		switch old := b.lookup(b.cur, name); {
		case old&DefParam != 0:
			fail(at, "name '%s' is parameter and %s", name, what)
		case old&Use != 0:
			fail(at, "name '%s' is used prior to %s declaration", name, what)
		case old&DefAnnot != 0:
			fail(at, "annotated name '%s' can't be %s", name, what)
		case old&DefLocal != 0:
			fail(at, "name '%s' is assigned to before %s declaration", name, what)
		}
		b.def(name, f, at)
		b.direct(name, at)
	}
}

func (b *builder) expr(e syntax.Expr) {
	b.nest()
	defer func() { b.depth-- }()
	switch e := e.(type) {
	case *syntax.Name:
		f := DefLocal
		if e.Ctx == syntax.Load {
			f = Use
		}
		b.def(e.Id, f, e.Pos)
		// super() without arguments needs the class.
		if e.Ctx == syntax.Load && e.Id == "super" && b.cur.functionLike() {
			b.def("__class__", Use, e.Pos)
		}
	case *syntax.NamedExpr:
		b.notInType("named expression", e.Pos)
		b.namedExpr(e)
	case *syntax.Lambda:
		b.exprs(e.Args.Defaults)
		b.exprs(e.Args.KwDefaults)
		b.enter("lambda", FunctionBlock, e, e.Pos)
		b.parameters(e.Args)
		b.expr(e.Body)
		b.exit()
	case *syntax.ListComp:
		b.comprehension(e, "listcomp", ListComprehension, e.Generators, e.Elt, nil)
	case *syntax.SetComp:
		b.comprehension(e, "setcomp", SetComprehension, e.Generators, e.Elt, nil)
	case *syntax.GeneratorExp:
		b.comprehension(e, "genexpr", GeneratorExpression, e.Generators, e.Elt, nil)
	case *syntax.DictComp:
		b.comprehension(e, "dictcomp", DictComprehension, e.Generators, e.Key, e.Value)
	case *syntax.Yield:
		b.notInType("yield expression", e.Pos)
		b.opt1(e.Value)
		b.yields(e.Pos)
	case *syntax.YieldFrom:
		b.notInType("yield expression", e.Pos)
		b.expr(e.Value)
		b.yields(e.Pos)
	case *syntax.Await:
		b.notInType("await expression", e.Pos)
		b.expr(e.Value)
		b.cur.Coroutine = true
	default:
		b.children(e)
	}
}

func (b *builder) yields(at syntax.Pos) {
	b.cur.Generator = true
	if c := b.cur.Comprehension; c != NoComprehension {
		fail(at, "'yield' inside %s", [...]string{ListComprehension: "list comprehension", DictComprehension: "dict comprehension",
			SetComprehension: "set comprehension", GeneratorExpression: "generator expression"}[c])
	}
}

// notInType refuses what would run code of its own in a lazily evaluated type.
func (b *builder) notInType(what string, at syntax.Pos) {
	switch b.cur.Type {
	case AnnotationBlock:
		fail(at, "%s cannot be used within an annotation", what)
	case TypeVariableBlock:
		fail(at, "%s cannot be used within %s", what, b.cur.scopeInfo)
	case TypeAliasBlock:
		fail(at, "%s cannot be used within a type alias", what)
	case TypeParametersBlock:
		fail(at, "%s cannot be used within the definition of a generic", what)
	}
}

func (b *builder) namedExpr(e *syntax.NamedExpr) {
	if b.cur.iterDepth > 0 {
		fail(e.Pos, "assignment expression cannot be used in a comprehension iterable expression")
	}
	if b.cur.Comprehension != NoComprehension {
		b.extendScope(e.Target.(*syntax.Name))
	}
	b.expr(e.Value)
	b.expr(e.Target)
}

// extendScope binds the target of ":=" within comprehensions in the function or module around them.
func (b *builder) extendScope(target *syntax.Name) {
	name := target.Id
	for i := len(b.stack) - 1; i >= 0; i-- {
		blk := b.stack[i]
		if blk.Comprehension != NoComprehension {
			if f := b.lookup(blk, name); f&DefCompIter != 0 && f&(DefLocal|DefGlobal) != 0 {
				fail(target.Pos, "assignment expression cannot rebind comprehension iteration variable '%s'", name)
			}
			continue
		}
		switch blk.Type {
		case FunctionBlock:
			if b.lookup(blk, name)&DefGlobal != 0 {
				b.def(name, DefGlobal, target.Pos)
			} else {
				b.def(name, DefNonlocal, target.Pos)
			}
			b.direct(name, target.Pos)
			b.defIn(blk, name, DefLocal, target.Pos)
			return
		case ModuleBlock:
			b.def(name, DefGlobal, target.Pos)
			b.direct(name, target.Pos)
			b.defIn(blk, name, DefGlobal, target.Pos)
			return
		case ClassBlock:
			fail(target.Pos, "assignment expression within a comprehension cannot be used in a class body")
		case TypeParametersBlock:
			fail(target.Pos, "assignment expression within a comprehension cannot be used within the definition of a generic")
		case TypeAliasBlock:
			fail(target.Pos, "assignment expression within a comprehension cannot be used in a type alias")
		case TypeVariableBlock:
			fail(target.Pos, "assignment expression within a comprehension cannot be used in a TypeVar bound")
		}
	}
}

// comprehension visits one; its first iterable belongs to the block around it.
func (b *builder) comprehension(e syntax.Expr, name string, kind Comprehension, clauses []*syntax.Comprehension, elt, value syntax.Expr) {
	first := clauses[0]
	b.cur.iterDepth++
	b.expr(first.Iter)
	b.cur.iterDepth--
	b.enter(name, FunctionBlock, e, e.Range())
	b.cur.Comprehension = kind
	b.cur.Coroutine = first.IsAsync != 0
	b.def(".0", DefParam, e.Range())
	b.target(first.Target)
	b.exprs(first.Ifs)
	for _, c := range clauses[1:] {
		b.target(c.Target)
		b.cur.iterDepth++
		b.expr(c.Iter)
		b.cur.iterDepth--
		b.exprs(c.Ifs)
		if c.IsAsync != 0 {
			b.cur.Coroutine = true
		}
	}
	b.opt1(value)
	b.expr(elt)
	b.cur.Generator = kind == GeneratorExpression
	async := b.cur.Coroutine && !b.cur.Generator
	b.exit()
	if async {
		b.cur.Coroutine = true
	}
}

func (b *builder) target(e syntax.Expr) {
	b.cur.inIterTarget = true
	b.expr(e)
	b.cur.inIterTarget = false
}
