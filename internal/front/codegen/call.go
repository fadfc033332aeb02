// Attributes and calls.

package codegen

import (
	"unicode/utf8"

	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/symtable"
	"github.com/psyco-go/psy/internal/front/syntax"
)

// atAttr moves a location that begins on another line to the name of the attribute, so that tracebacks point at it.
func atAttr(at loc, e *syntax.Attribute) loc {
	if at.Line != e.EndLine {
		at.Line = e.EndLine
		if n := int32(utf8.RuneCountInString(e.Attr)); n <= e.EndCol {
			at.Col = e.EndCol - n
		} else {
			at.Col, at.EndCol = -1, -1
		}
		at.EndLine = max(at.Line, at.EndLine)
	}
	return at
}

func (c *compiler) attribute(e *syntax.Attribute) {
	if c.isSuper(e) {
		args := c.superArgs(e.Value.(*syntax.Call))
		arg := c.u.names.add(c.mangle(e.Attr)) << 2
		if args > 0 {
			arg |= 2
		}
		c.opArg(e.Pos, LOAD_SUPER_ATTR, arg)
		c.op(atAttr(e.Pos, e), NOP)
		return
	}
	if e.Ctx == syntax.Store {
		c.noteStatic(e)
		checkName(e.Pos, e.Attr, e.Ctx)
	}
	c.expr(e.Value)
	c.opName(atAttr(e.Pos, e), [...]uint8{syntax.Load: LOAD_ATTR, syntax.Store: STORE_ATTR, syntax.Del: DELETE_ATTR}[e.Ctx], e.Attr)
}

// noteStatic notes an assignment to an attribute of self for __static_attributes__.
func (c *compiler) noteStatic(e *syntax.Attribute) {
	if n, ok := e.Value.(*syntax.Name); !ok || n.Id != "self" {
		return
	}
	for u := c.u.outer; u != nil; u = u.outer {
		if u.kind == scopeClass {
			if u.static == nil {
				u.static = map[string]bool{}
			}
			u.static[e.Attr] = true
			return
		}
	}
}

// isSuper reports super().attr and super(a, b).attr where super can only be the built-in one.
func (c *compiler) isSuper(e *syntax.Attribute) bool {
	call, ok := e.Value.(*syntax.Call)
	if !ok || e.Ctx != syntax.Load || len(call.Keywords) > 0 || e.Attr == "__class__" { // the super object's own class
		return false
	}
	if f, ok := call.Func.(*syntax.Name); !ok || f.Id != "super" {
		return false
	}
	if c.u.block.Symbols["super"].Scope() != symtable.GlobalImplicit || c.table.Top.Symbols["super"].Scope() != symtable.Unknown {
		return false
	}
	for _, a := range call.Args {
		if isStarred(a) {
			return false
		}
	}
	switch len(call.Args) {
	case 2:
		return true
	case 0:
		return c.u.argCount+c.u.posOnlyArgCount > 0 && c.refScope("__class__") == symtable.Free
	}
	return false
}

// superArgs pushes super and its arguments, and gives the number of those written.
func (c *compiler) superArgs(call *syntax.Call) int {
	c.name(call.Func.Range(), "super", syntax.Load)
	if len(call.Args) == 0 {
		c.name(call.Pos, "__class__", syntax.Load)
		c.name(call.Pos, c.u.varnames.list[0], syntax.Load)
	}
	c.exprs(call.Args)
	return len(call.Args)
}

// checkKeywords refuses keyword arguments that are given twice.
func checkKeywords(list []*syntax.Keyword) {
	for i, k := range list {
		if k.Arg == "" {
			continue
		}
		checkName(k.Pos, k.Arg, syntax.Store)
		for _, other := range list[i+1:] {
			if other.Arg == k.Arg {
				fail(other.Pos, "keyword argument repeated: "+k.Arg)
			}
		}
	}
}

func (c *compiler) call(e *syntax.Call) {
	checkKeywords(e.Keywords)
	if c.methodCall(e) {
		return
	}
	c.checkCallee(e.Func)
	c.expr(e.Func)
	c.op(e.Func.Range(), PUSH_NULL)
	c.callWith(e.Pos, 0, e.Args, e.Keywords)
}

// imported reports a name that the module imports; what is called in a module is no method.
func (c *compiler) imported(e syntax.Expr) bool {
	n, ok := e.(*syntax.Name)
	return ok && c.table.Top.Symbols[n.Id]&symtable.DefImport != 0
}

// methodCall compiles a call of an attribute such that no bound method is made.
func (c *compiler) methodCall(e *syntax.Call) bool {
	f, ok := e.Func.(*syntax.Attribute)
	if !ok || f.Ctx != syntax.Load || c.imported(f.Value) {
		return false
	}
	n, kw := len(e.Args), len(e.Keywords)
	if kw > 0 {
		kw++
	}
	if n+kw >= stackGuide {
		return false
	}
	for _, a := range e.Args {
		if isStarred(a) {
			return false
		}
	}
	for _, k := range e.Keywords {
		if k.Arg == "" {
			return false
		}
	}
	at := atAttr(f.Pos, f)
	if c.isSuper(f) {
		args := c.superArgs(f.Value.(*syntax.Call))
		arg := c.u.names.add(c.mangle(f.Attr))<<2 | 1
		if args > 0 {
			arg |= 2
		}
		c.opArg(f.Pos, LOAD_SUPER_ATTR, arg)
		c.op(at, NOP)
	} else {
		c.expr(f.Value)
		c.loadMethod(at, f.Attr)
	}
	c.exprs(e.Args)
	if kw > 0 {
		c.keywords(at, e.Keywords)
		c.opArg(atAttr(e.Pos, f), CALL_KW, n+len(e.Keywords))
	} else {
		c.opArg(atAttr(e.Pos, f), CALL, n)
	}
	return true
}

// keywords pushes values and the tuple of their names.
func (c *compiler) keywords(at loc, list []*syntax.Keyword) {
	names := make([]string, len(list))
	for i, k := range list {
		names[i] = k.Arg
		c.expr(k.Value)
	}
	c.loadConst(at, c.tupleOfNames(names))
}

// callWith pushes arguments, behind those pushed already, and calls.
func (c *compiler) callWith(at loc, pushed int, args []syntax.Expr, keywords []*syntax.Keyword) {
	simple := len(args)+2*len(keywords) <= stackGuide
	for _, a := range args {
		simple = simple && !isStarred(a)
	}
	for _, k := range keywords {
		simple = simple && k.Arg != ""
	}
	if simple {
		c.exprs(args)
		if len(keywords) > 0 {
			c.keywords(at, keywords)
			c.opArg(at, CALL_KW, pushed+len(args)+len(keywords))
		} else {
			c.opArg(at, CALL, pushed+len(args))
		}
		return
	}
	if pushed == 0 && len(args) == 1 && isStarred(args[0]) {
		c.expr(args[0].(*syntax.Starred).Value)
	} else {
		c.display(at, args, pushed, displayList, true)
	}
	have, seen := false, 0
	flush := func(end int) {
		c.someKeywords(at, keywords[end-seen:end])
		if have {
			c.opArg(at, DICT_MERGE, 1)
		}
		have, seen = true, 0
	}
	for i, k := range keywords {
		if k.Arg != "" {
			seen++
			continue
		}
		if seen > 0 {
			flush(i)
		}
		if !have {
			c.opArg(at, BUILD_MAP, 0)
			have = true
		}
		c.expr(k.Value)
		c.opArg(at, DICT_MERGE, 1)
	}
	if seen > 0 {
		flush(len(keywords))
	}
	flag := 0
	if len(keywords) > 0 {
		flag = 1
	}
	c.opArg(at, CALL_FUNCTION_EX, flag)
}

// someKeywords builds a dict of keyword arguments.
func (c *compiler) someKeywords(at loc, list []*syntax.Keyword) {
	n := len(list)
	big := n*2 > stackGuide
	if n > 1 && !big {
		c.keywords(at, list)
		c.opArg(at, BUILD_CONST_KEY_MAP, n)
		return
	}
	if big {
		c.opArg(noLoc, BUILD_MAP, 0)
	}
	for _, k := range list {
		c.loadConst(at, c.constName(k.Arg))
		c.expr(k.Value)
		if big {
			c.opArg(noLoc, MAP_ADD, 1)
		}
	}
	if !big {
		c.opArg(at, BUILD_MAP, n)
	}
}

// exitWithNones calls the __exit__ on the stack.
func (c *compiler) exitWithNones(at loc) {
	for range 3 {
		c.loadNone(at)
	}
	c.opArg(at, CALL, 2)
}
