// Functions and classes.

package codegen

import (
	"maps"
	"slices"

	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/front/symtable"
	"github.com/psyco-go/psy/internal/front/syntax"
)

// refScope is the scope of a name that a function within takes from here.
func (c *compiler) refScope(name string) symtable.Scope {
	if c.u.kind == scopeClass && (name == "__class__" || name == "__classdict__") {
		return symtable.Cell
	}
	return c.u.block.Symbols[name].Scope()
}

// closure makes a function of code, with what flags say on the stack.
func (c *compiler) closure(at loc, code *pyc.Code, flags int) {
	if free := code.FreeVars(); len(free) > 0 {
		for _, n := range free {
			c.pseudo(at, LOAD_CLOSURE, c.deref(n.S, c.refScope(n.S)))
		}
		c.opArg(at, BUILD_TUPLE, len(free))
		flags |= FunctionClosure
	}
	c.loadConst(at, code)
	c.op(at, MAKE_FUNCTION)
	for _, f := range []int{FunctionClosure, FunctionAnnotations, FunctionKwDefaults, FunctionDefaults} {
		if flags&f != 0 {
			c.opArg(at, SET_FUNCTION_ATTRIBUTE, f)
		}
	}
}

func (c *compiler) defaults(at loc, a *syntax.Arguments) (flags int) {
	if len(a.Defaults) > 0 {
		flags |= FunctionDefaults
		c.exprs(a.Defaults)
		c.opArg(at, BUILD_TUPLE, len(a.Defaults))
	}
	var keys []string
	for i, e := range a.KwDefaults {
		if e != nil {
			keys = append(keys, c.mangle(a.Kwonlyargs[i].Arg))
			c.expr(e)
		}
	}
	if keys != nil {
		flags |= FunctionKwDefaults
		c.loadConst(at, c.tupleOfNames(keys))
		c.opArg(at, BUILD_CONST_KEY_MAP, len(keys))
	}
	return flags
}

// annotation pushes an annotation, or its text.
func (c *compiler) annotation(e syntax.Expr) {
	if c.opt.Annotations {
		c.loadConst(e.Range(), c.str(unparse(e)))
		return
	}
	c.expr(e)
}

func (c *compiler) annotations(at loc, a *syntax.Arguments, returns syntax.Expr) (flags int) {
	n := 0
	add := func(name string, e syntax.Expr) {
		if e == nil {
			return
		}
		c.loadConst(at, c.constName(c.mangle(name)))
		if s, ok := e.(*syntax.Starred); ok && !c.opt.Annotations { // *args: *Ts
			c.expr(s.Value)
			c.opArg(at, UNPACK_SEQUENCE, 1)
		} else {
			c.annotation(e)
		}
		n += 2
	}
	each := func(list ...*syntax.Arg) {
		for _, a := range list {
			if a != nil {
				add(a.Arg, a.Annotation)
			}
		}
	}
	each(a.Args...)
	each(a.Posonlyargs...)
	each(a.Vararg)
	each(a.Kwonlyargs...)
	each(a.Kwarg)
	add("return", returns)
	if n == 0 {
		return 0
	}
	c.opArg(at, BUILD_TUPLE, n)
	return FunctionAnnotations
}

func (c *compiler) setArgCounts(a *syntax.Arguments) {
	c.u.argCount, c.u.posOnlyArgCount, c.u.kwOnlyArgCount = len(a.Args), len(a.Posonlyargs), len(a.Kwonlyargs)
}

// checkParams refuses parameters named __debug__.
func checkParams(a *syntax.Arguments) {
	for _, x := range slices.Concat(a.Posonlyargs, a.Args, a.Kwonlyargs, []*syntax.Arg{a.Vararg, a.Kwarg}) {
		if x != nil {
			checkName(x.Pos, x.Arg, syntax.Store)
		}
	}
}

func (c *compiler) decorate(list []syntax.Expr) {
	for _, d := range slices.Backward(list) {
		c.opArg(d.Range(), CALL, 0)
	}
}

func firstLine(at loc, decorators []syntax.Expr) int {
	if len(decorators) > 0 {
		at = decorators[0].Range()
	}
	return int(at.Line)
}

func (c *compiler) function(s syntax.Stmt, at loc, name string, args *syntax.Arguments, body []syntax.Stmt, decorators []syntax.Expr,
	returns syntax.Expr, params []syntax.TypeParam) {
	line := firstLine(at, decorators)
	checkParams(args)
	c.exprs(decorators)
	flags := c.defaults(at, args)
	passed := 0
	if len(params) > 0 {
		if flags&FunctionDefaults != 0 {
			passed++
		}
		if flags&FunctionKwDefaults != 0 {
			passed++
		}
		if passed == 2 {
			c.opArg(at, SWAP, 2)
		}
		c.enter("<generic parameters of "+name+">", scopeTypeParams, &params[0], line)
		c.typeParams(params)
		for i := range passed {
			c.opArg(at, LOAD_FAST, i)
		}
	}
	flags |= c.annotations(at, args, returns)
	c.closure(at, c.functionBody(s, name, args, body, line), flags)
	if len(params) > 0 {
		c.opArg(at, SWAP, 2)
		c.opArg(at, CALL_INTRINSIC_2, INTRINSIC_SET_FUNCTION_TYPE_PARAMS)
		c.u.argCount = passed
		c.closure(at, c.leave(false), 0)
		if passed > 0 {
			c.opArg(at, SWAP, passed+1)
			c.opArg(at, CALL, passed-1)
		} else {
			c.op(at, PUSH_NULL)
			c.opArg(at, CALL, 0)
		}
	}
	c.decorate(decorators)
	c.name(at, name, syntax.Store)
}

func (c *compiler) functionBody(s syntax.Stmt, name string, args *syntax.Arguments, body []syntax.Stmt, line int) *pyc.Code {
	kind := scopeFunction
	if _, ok := s.(*syntax.AsyncFunctionDef); ok {
		kind = scopeAsyncFunction
	}
	c.enter(name, kind, s, line)
	var first pyc.Const = pyc.None{}
	if doc, ok := docString(body); ok {
		if c.opt.Optimize < 2 {
			first = c.str(cleanDoc(doc))
		}
		body = body[1:]
	}
	c.u.consts.add(first)
	c.setArgCounts(args)
	resumable := c.u.block.Generator || c.u.block.Coroutine
	if resumable {
		c.push(frameBlock{kind: frameStopIteration})
	}
	c.stmts(body)
	if resumable {
		c.guardStopIteration()
		c.pop()
	}
	return c.leave(true)
}

// guardStopIteration puts a handler around a generator's code: StopIteration out of it becomes RuntimeError.
func (c *compiler) guardStopIteration() {
	handler := c.newLabel()
	u := c.u
	u.seq = slices.Insert(u.seq, 0, instr{SETUP_CLEANUP, int(handler), noLoc})
	for i := range u.targets {
		if u.targets[i] >= 0 {
			u.targets[i]++
		}
	}
	c.loadNone(noLoc)
	c.op(noLoc, RETURN_VALUE)
	c.use(handler)
	c.opArg(noLoc, CALL_INTRINSIC_1, INTRINSIC_STOPITERATION_ERROR)
	c.opArg(noLoc, RERAISE, 1)
}

func (c *compiler) lambda(e *syntax.Lambda) {
	checkParams(e.Args)
	flags := c.defaults(e.Pos, e.Args)
	c.enter("<lambda>", scopeLambda, e, int(e.Line))
	c.u.consts.add(pyc.None{}) // no docstring
	c.setArgCounts(e.Args)
	c.expr(e.Body)
	none := !c.u.block.Generator
	if none {
		c.op(e.Body.Range(), RETURN_VALUE)
	}
	c.closure(e.Pos, c.leave(none), flags)
}

func (c *compiler) class(s *syntax.ClassDef) {
	checkKeywords(s.Keywords)
	c.exprs(s.DecoratorList)
	line := firstLine(s.Pos, s.DecoratorList)
	at := s.Pos
	if len(s.TypeParams) == 0 {
		c.classBody(s, line)
		c.callWith(at, 2, s.Bases, s.Keywords)
	} else {
		c.enter("<generic parameters of "+s.Name+">", scopeTypeParams, &s.TypeParams[0], line)
		c.u.private = s.Name
		c.typeParams(s.TypeParams)
		c.name(at, ".type_params", syntax.Store)
		c.classBody(s, line)
		c.name(at, ".type_params", syntax.Load)
		c.opArg(at, CALL_INTRINSIC_1, INTRINSIC_SUBSCRIPT_GENERIC)
		c.name(at, ".generic_base", syntax.Store)
		base := &syntax.Name{Pos: at, Id: ".generic_base"}
		c.callWith(at, 2, append(slices.Clone(s.Bases), base), s.Keywords)
		c.closure(at, c.leave(false), 0)
		c.op(at, PUSH_NULL)
		c.opArg(at, CALL, 0)
	}
	c.decorate(s.DecoratorList)
	c.name(at, s.Name, syntax.Store)
}

// classBody pushes what builds the class: the builder, the body's function, the name.
func (c *compiler) classBody(s *syntax.ClassDef, line int) {
	c.enter(s.Name, scopeClass, s, line)
	u := c.u
	u.private = s.Name
	at := loc{Line: int32(line), EndLine: int32(line)}
	c.name(at, "__name__", syntax.Load)
	c.name(at, "__module__", syntax.Store)
	c.loadConst(at, c.constName(u.qualName))
	c.name(at, "__qualname__", syntax.Store)
	c.loadConst(at, pyc.Int(line))
	c.name(at, "__firstlineno__", syntax.Store)
	if len(s.TypeParams) > 0 {
		c.name(at, ".type_params", syntax.Load)
		c.name(at, "__type_params__", syntax.Store)
	}
	if u.block.NeedsClassDict {
		c.op(at, LOAD_LOCALS)
		c.opArg(at, STORE_DEREF, c.deref("__classdict__", symtable.Cell))
	}
	c.body(s.Body, at)
	c.loadConst(noLoc, c.tupleOfNames(slices.Sorted(maps.Keys(u.static))))
	c.name(noLoc, "__static_attributes__", syntax.Store)
	if u.block.NeedsClassDict {
		c.pseudo(noLoc, LOAD_CLOSURE, c.deref("__classdict__", symtable.Cell))
		c.name(noLoc, "__classdictcell__", syntax.Store)
	}
	if u.block.NeedsClassClosure {
		c.pseudo(noLoc, LOAD_CLOSURE, c.deref("__class__", symtable.Cell))
		c.opArg(noLoc, COPY, 1)
		c.name(noLoc, "__classcell__", syntax.Store)
	} else {
		c.loadNone(noLoc)
	}
	c.op(noLoc, RETURN_VALUE)
	code := c.leave(true)
	c.op(s.Pos, LOAD_BUILD_CLASS)
	c.op(s.Pos, PUSH_NULL)
	c.closure(s.Pos, code, 0)
	c.loadConst(s.Pos, c.constName(s.Name))
}
