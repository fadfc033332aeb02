// Statements.

package codegen

import (
	"fmt"
	"strings"

	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/syntax"
)

func (c *compiler) stmts(list []syntax.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

// body compiles a module or class.
func (c *compiler) body(list []syntax.Stmt, at loc) {
	if c.u.kind == scopeModule && len(list) > 0 {
		at = list[0].Range()
	}
	if hasAnnotations(list) {
		c.op(at, SETUP_ANNOTATIONS)
	}
	if doc, ok := docString(list); ok {
		if c.opt.Optimize < 2 {
			c.loadConst(list[0].(*syntax.ExprStmt).Value.Range(), c.str(cleanDoc(doc)))
			c.name(noLoc, "__doc__", syntax.Store)
		}
		list = list[1:]
	}
	c.stmts(list)
}

// hasAnnotations looks for annotated names in a block, but not in blocks of their own within.
func hasAnnotations(list []syntax.Stmt) bool {
	found := false
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n.(type) {
			case *syntax.AnnAssign:
				found = true
			case syntax.Expr, *syntax.FunctionDef, *syntax.AsyncFunctionDef, *syntax.ClassDef:
				return false
			}
			return !found
		})
	}
	return found
}

func docString(list []syntax.Stmt) (string, bool) {
	if len(list) == 0 {
		return "", false
	}
	if e, ok := list[0].(*syntax.ExprStmt); ok {
		if k, ok := e.Value.(*syntax.Constant); ok {
			s, ok := k.Value.(syntax.Str)
			return string(s), ok
		}
	}
	return "", false
}

// cleanDoc takes the indentation off a docstring: that of the line indented least, the first not counted.
func cleanDoc(doc string) string {
	doc = expandTabs(doc)
	lines := strings.Split(doc, "\n")
	margin := -1
	for _, l := range lines[1:] {
		if n := len(l) - len(strings.TrimLeft(l, " ")); n < len(l) && (margin < 0 || n < margin) {
			margin = n
		}
	}
	lines[0] = strings.TrimLeft(lines[0], " ")
	for i := 1; i < len(lines); i++ {
		n := min(max(margin, 0), len(lines[i])-len(strings.TrimLeft(lines[i], " ")))
		lines[i] = lines[i][n:]
	}
	return strings.Join(lines, "\n")
}

// expandTabs is str.expandtabs().
func expandTabs(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	col := 0
	for _, part := range strings.SplitAfter(s, "") {
		switch part {
		case "\t":
			n := 8 - col%8
			b.WriteString("        "[:n])
			col += n
			continue
		case "\n", "\r":
			col = -1
		}
		b.WriteString(part)
		col++
	}
	return b.String()
}

func (c *compiler) stmt(s syntax.Stmt) {
	at := s.Range()
	switch s := s.(type) {
	case *syntax.ExprStmt:
		c.exprStmt(s)
	case *syntax.Assign:
		c.expr(s.Value)
		for i, t := range s.Targets {
			if i+1 < len(s.Targets) {
				c.opArg(at, COPY, 1)
			}
			c.expr(t)
		}
	case *syntax.AugAssign:
		c.augAssign(s)
	case *syntax.AnnAssign:
		c.annAssign(s)
	case *syntax.Return:
		c.returns(s)
	case *syntax.If:
		end := c.newLabel()
		next := end
		if len(s.Orelse) > 0 {
			next = c.newLabel()
		}
		c.jumpOn(at, s.Test, next, false)
		c.stmts(s.Body)
		if len(s.Orelse) > 0 {
			c.skip(end)
			c.use(next)
			c.stmts(s.Orelse)
		}
		c.use(end)
	case *syntax.For:
		c.forLoop(s)
	case *syntax.AsyncFor:
		c.asyncFor(s)
	case *syntax.While:
		c.whileLoop(s)
	case *syntax.Break:
		c.op(at, NOP)
		loop := c.unwindAll(&at, false, true)
		if loop == nil {
			fail(s.Pos, "'break' outside loop")
		}
		c.unwind(&at, loop, false)
		c.jump(at, loop.exit)
	case *syntax.Continue:
		c.op(at, NOP)
		loop := c.unwindAll(&at, false, true)
		if loop == nil {
			fail(s.Pos, "'continue' not properly in loop")
		}
		c.jump(at, loop.begin)
	case *syntax.Pass:
		c.op(at, NOP)
	case *syntax.Global, *syntax.Nonlocal:
	case *syntax.Delete:
		c.exprs(s.Targets)
	case *syntax.Raise:
		n := 0
		for _, e := range []syntax.Expr{s.Exc, s.Cause} {
			if e != nil {
				c.expr(e)
				n++
			}
		}
		c.opArg(at, RAISE_VARARGS, n)
	case *syntax.Assert:
		c.checkAssert(s)
		if c.opt.Optimize > 0 {
			break
		}
		end := c.newLabel()
		c.jumpOn(at, s.Test, end, true)
		c.op(at, LOAD_ASSERTION_ERROR)
		if s.Msg != nil {
			c.expr(s.Msg)
			c.opArg(at, CALL, 0)
		}
		c.opArg(s.Test.Range(), RAISE_VARARGS, 1)
		c.use(end)
	case *syntax.Import:
		c.imports(s)
	case *syntax.ImportFrom:
		c.importFrom(s)
	case *syntax.FunctionDef:
		c.function(s, s.Pos, s.Name, s.Args, s.Body, s.DecoratorList, s.Returns, s.TypeParams)
	case *syntax.AsyncFunctionDef:
		c.function(s, s.Pos, s.Name, s.Args, s.Body, s.DecoratorList, s.Returns, s.TypeParams)
	case *syntax.ClassDef:
		c.class(s)
	case *syntax.Try:
		if len(s.Finalbody) > 0 {
			c.tryFinally(at, s.Finalbody, func() {
				if len(s.Handlers) > 0 {
					c.tryExcept(s)
				} else {
					c.stmts(s.Body)
				}
			})
		} else {
			c.tryExcept(s)
		}
	case *syntax.TryStar:
		if len(s.Finalbody) > 0 {
			c.tryFinally(at, s.Finalbody, func() { c.tryStar(s) })
		} else {
			c.tryStar(s)
		}
	case *syntax.With:
		c.with(s, at, s.Items, s.Body, false)
	case *syntax.AsyncWith:
		c.needAsync(at, "async with")
		c.with(s, at, s.Items, s.Body, true)
	case *syntax.Match:
		c.match(s)
	case *syntax.TypeAlias:
		c.typeAlias(s)
	default:
		panic(fmt.Sprintf("BUG: statement %T", s))
	}
}

func (c *compiler) exprStmt(s *syntax.ExprStmt) {
	if c.interactive && c.u.kind == scopeModule {
		c.expr(s.Value)
		c.opArg(s.Pos, CALL_INTRINSIC_1, INTRINSIC_PRINT)
		c.op(noLoc, POP_TOP)
		return
	}
	if _, ok := s.Value.(*syntax.Constant); ok {
		c.op(s.Pos, NOP)
		return
	}
	c.expr(s.Value)
	c.op(noLoc, POP_TOP)
}

func (c *compiler) augAssign(s *syntax.AugAssign) {
	inPlace := func() {
		c.expr(s.Value)
		c.opArg(s.Pos, BINARY_OP, binaryOps[s.Op]+NB_INPLACE_ADD)
	}
	repeat := func(at loc, op uint8, args ...int) {
		for _, a := range args {
			c.opArg(at, op, a)
		}
	}
	switch t := s.Target.(type) {
	case *syntax.Attribute:
		c.expr(t.Value)
		c.opArg(t.Pos, COPY, 1)
		at := atAttr(t.Pos, t)
		c.opName(at, LOAD_ATTR, t.Attr)
		inPlace()
		c.opArg(at, SWAP, 2)
		c.opName(at, STORE_ATTR, t.Attr)
	case *syntax.Subscript:
		c.expr(t.Value)
		if isSimpleSlice(t.Slice) {
			c.slice(t.Slice.(*syntax.Slice))
			repeat(t.Pos, COPY, 3, 3, 3)
			c.op(t.Pos, BINARY_SLICE)
			inPlace()
			repeat(t.Pos, SWAP, 4, 3, 2)
			c.op(t.Pos, STORE_SLICE)
			return
		}
		c.expr(t.Slice)
		repeat(t.Pos, COPY, 2, 2)
		c.op(t.Pos, BINARY_SUBSCR)
		inPlace()
		repeat(t.Pos, SWAP, 3, 2)
		c.op(t.Pos, STORE_SUBSCR)
	case *syntax.Name:
		c.name(t.Pos, t.Id, syntax.Load)
		inPlace()
		c.name(t.Pos, t.Id, syntax.Store)
	}
}

// discard evaluates an expression for its effects.
func (c *compiler) discard(e syntax.Expr) {
	if e == nil {
		return
	}
	c.expr(e)
	c.op(e.Range(), POP_TOP)
}

func (c *compiler) annAssign(s *syntax.AnnAssign) {
	if s.Value != nil {
		c.expr(s.Value)
		c.expr(s.Target)
	}
	top := c.u.kind == scopeModule || c.u.kind == scopeClass
	switch t := s.Target.(type) {
	case *syntax.Name:
		checkName(s.Pos, t.Id, syntax.Store)
		if s.Simple != 0 && top {
			c.annotation(s.Annotation)
			c.opName(s.Pos, LOAD_NAME, "__annotations__")
			c.loadConst(s.Pos, c.constName(c.mangle(t.Id)))
			c.op(s.Pos, STORE_SUBSCR)
		}
	case *syntax.Attribute:
		checkName(s.Pos, t.Attr, syntax.Store)
		if s.Value == nil {
			c.discard(t.Value)
		}
	case *syntax.Subscript:
		if s.Value == nil {
			c.discard(t.Value)
			c.discardIndex(t.Slice)
		}
	}
	if s.Simple == 0 && top && !c.opt.Annotations {
		c.discard(s.Annotation)
	}
}

// discardIndex evaluates an index for its effects.
func (c *compiler) discardIndex(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Slice:
		c.discard(e.Lower)
		c.discard(e.Upper)
		c.discard(e.Step)
	case *syntax.Tuple:
		for _, x := range e.Elts {
			c.discardIndex(x)
		}
	default:
		c.discard(e)
	}
}

func (c *compiler) returns(s *syntax.Return) {
	at := s.Pos
	if !functionLike(c.u.block) {
		fail(at, "'return' outside function")
	}
	if s.Value != nil && c.u.block.Coroutine && c.u.block.Generator {
		fail(at, "'return' with value in async generator")
	}
	constant, isConst := s.Value.(*syntax.Constant)
	keep := s.Value != nil && !isConst
	if keep {
		c.expr(s.Value)
	} else if s.Value != nil {
		at = s.Value.Range()
		c.op(at, NOP)
	}
	if s.Value == nil || s.Value.Range().Line != s.Line {
		at = s.Pos
		c.op(at, NOP)
	}
	c.unwindAll(&at, keep, false)
	if s.Value == nil {
		c.loadNone(at)
	} else if isConst {
		c.loadConst(at, c.value(constant.Value))
	}
	c.op(at, RETURN_VALUE)
}

func (c *compiler) forLoop(s *syntax.For) {
	start, cleanup, end := c.newLabel(), c.newLabel(), c.newLabel()
	c.push(frameBlock{kind: frameFor, begin: start, exit: end, loc: s.Pos})
	c.expr(s.Iter)
	at := s.Iter.Range()
	c.op(at, GET_ITER)
	c.use(start)
	c.jumpIf(at, FOR_ITER, cleanup)
	c.op(s.Target.Range(), NOP) // for tracing; mostly removed later
	c.expr(s.Target)
	c.stmts(s.Body)
	c.jump(noLoc, start)
	c.use(cleanup)
	c.op(noLoc, END_FOR)
	c.op(noLoc, POP_TOP)
	c.pop()
	c.stmts(s.Orelse)
	c.use(end)
}

// needAsync refuses statements that only a coroutine may have.
func (c *compiler) needAsync(at loc, what string) {
	if c.u.kind != scopeAsyncFunction && !c.topLevelAwait() {
		fail(at, "'"+what+"' outside async function")
	}
}

func (c *compiler) asyncFor(s *syntax.AsyncFor) {
	c.needAsync(s.Pos, "async for")
	start, except, end := c.newLabel(), c.newLabel(), c.newLabel()
	c.expr(s.Iter)
	c.op(s.Iter.Range(), GET_AITER)
	c.use(start)
	c.push(frameBlock{kind: frameFor, begin: start, exit: end, loc: s.Pos})
	c.setup(s.Pos, SETUP_FINALLY, except)
	c.op(s.Pos, GET_ANEXT)
	c.loadNone(s.Pos)
	c.yieldFrom(s.Pos, ResumeAfterAwait)
	c.popBlock(s.Pos)
	c.expr(s.Target)
	c.stmts(s.Body)
	c.jump(noLoc, start)
	c.pop()
	c.use(except)
	c.op(s.Iter.Range(), END_ASYNC_FOR)
	c.stmts(s.Orelse)
	c.use(end)
}

// whileLoop puts the condition in front of the loop and at its end.
func (c *compiler) whileLoop(s *syntax.While) {
	loop, body, end, anchor := c.newLabel(), c.newLabel(), c.newLabel(), c.newLabel()
	c.use(loop)
	c.push(frameBlock{kind: frameWhile, begin: loop, exit: end, loc: s.Pos})
	c.jumpOn(s.Pos, s.Test, anchor, false)
	c.use(body)
	c.stmts(s.Body)
	c.jumpOn(s.Pos, s.Test, body, true)
	c.pop()
	c.use(anchor)
	c.stmts(s.Orelse)
	c.use(end)
}

func (c *compiler) imports(s *syntax.Import) {
	at := s.Pos
	for _, a := range s.Names {
		c.loadConst(at, pyc.Int(0))
		c.loadNone(at)
		c.opName(at, IMPORT_NAME, a.Name)
		first, rest, dotted := strings.Cut(a.Name, ".")
		if a.Asname == "" {
			c.name(at, first, syntax.Store)
			continue
		}
		for dotted {
			var attr string
			attr, rest, dotted = strings.Cut(rest, ".")
			c.opArg(at, IMPORT_FROM, c.u.names.add(attr))
			if dotted {
				c.opArg(at, SWAP, 2)
				c.op(at, POP_TOP)
			}
		}
		c.name(at, a.Asname, syntax.Store)
		if strings.Contains(a.Name, ".") {
			c.op(at, POP_TOP)
		}
	}
}

func (c *compiler) importFrom(s *syntax.ImportFrom) {
	at := s.Pos
	if last := c.futures; s.Module == "__future__" && s.Level == 0 && (at.Line > last.Line || at.Line == last.Line && at.Col > last.EndCol) {
		fail(at, "from __future__ imports must occur at the beginning of the file")
	}
	c.loadConst(at, pyc.Int(s.Level))
	names := make([]string, len(s.Names))
	for i, a := range s.Names {
		names[i] = a.Name
	}
	c.loadConst(at, c.tupleOfNames(names))
	c.opName(at, IMPORT_NAME, s.Module)
	for i, a := range s.Names {
		if i == 0 && a.Name == "*" {
			c.opArg(at, CALL_INTRINSIC_1, INTRINSIC_IMPORT_STAR)
			c.op(noLoc, POP_TOP)
			return
		}
		c.opName(at, IMPORT_FROM, a.Name)
		as := a.Asname
		if as == "" {
			as = a.Name
		}
		c.name(at, as, syntax.Store)
	}
	c.op(at, POP_TOP)
}
