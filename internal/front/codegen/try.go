// try and with.

package codegen

import (
	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/syntax"
)

// reraise puts the exception handled before back in its place and raises the one on the stack again.
func (c *compiler) reraise() {
	c.opArg(noLoc, COPY, 3)
	c.op(noLoc, POP_EXCEPT)
	c.opArg(noLoc, RERAISE, 1)
}

func (c *compiler) tryFinally(at loc, final []syntax.Stmt, body func()) {
	begin, end, exit, cleanup := c.newLabel(), c.newLabel(), c.newLabel(), c.newLabel()
	c.setup(at, SETUP_FINALLY, end)
	c.use(begin)
	c.push(frameBlock{kind: frameFinallyTry, begin: begin, exit: end, loc: at, final: final})
	body()
	c.popBlock(noLoc)
	c.pop()
	c.stmts(final)
	c.skip(exit)
	c.use(end)
	c.push(frameBlock{kind: frameFinallyEnd, begin: end, loc: at})
	c.setup(noLoc, SETUP_CLEANUP, cleanup)
	c.op(noLoc, PUSH_EXC_INFO)
	c.stmts(final)
	c.pop()
	c.opArg(noLoc, RERAISE, 0)
	c.use(cleanup)
	c.reraise()
	c.use(exit)
}

func (c *compiler) tryExcept(s *syntax.Try) {
	body, except, end, cleanup := c.newLabel(), c.newLabel(), c.newLabel(), c.newLabel()
	c.setup(s.Pos, SETUP_FINALLY, except)
	c.use(body)
	c.push(frameBlock{kind: frameTry, begin: body, loc: s.Pos})
	c.stmts(s.Body)
	c.pop()
	c.popBlock(noLoc)
	c.stmts(s.Orelse)
	c.skip(end)
	c.use(except)
	c.setup(noLoc, SETUP_CLEANUP, cleanup)
	c.op(noLoc, PUSH_EXC_INFO)
	c.push(frameBlock{kind: frameHandler, loc: s.Pos})
	for i, h := range s.Handlers {
		if h.Type == nil && i < len(s.Handlers)-1 {
			fail(h.Pos, "default 'except:' must be last")
		}
		next := c.newLabel()
		if h.Type != nil {
			c.expr(h.Type)
			c.op(h.Pos, CHECK_EXC_MATCH)
			c.jumpIf(h.Pos, POP_JUMP_IF_FALSE, next)
		}
		c.handler(h, end)
		c.use(next)
	}
	c.pop()
	c.opArg(noLoc, RERAISE, 0)
	c.use(cleanup)
	c.reraise()
	c.use(end)
}

// handler compiles the body of an except clause that has matched.
func (c *compiler) handler(h *syntax.ExceptHandler, end label) {
	cleanup, body := c.newLabel(), c.newLabel()
	if h.Name == "" {
		c.op(h.Pos, POP_TOP)
	} else {
		c.name(h.Pos, h.Name, syntax.Store)
		c.setup(h.Pos, SETUP_CLEANUP, cleanup)
	}
	c.use(body)
	c.push(frameBlock{kind: frameHandlerCleanup, begin: body, loc: h.Pos, name: h.Name})
	c.stmts(h.Body)
	c.pop()
	c.popBlock(noLoc)
	if h.Name == "" {
		c.op(noLoc, POP_EXCEPT)
		c.skip(end)
		return
	}
	c.popBlock(noLoc)
	c.op(noLoc, POP_EXCEPT)
	c.forget(noLoc, h.Name)
	c.skip(end)
	c.use(cleanup)
	c.forget(noLoc, h.Name)
	c.opArg(noLoc, RERAISE, 1)
}

// tryStar compiles except*. Below the handlers lie the original exception, a list of what they raised, and what is left to be handled.
func (c *compiler) tryStar(s *syntax.TryStar) {
	body, except, orelse, end, cleanup, star := c.newLabel(), c.newLabel(), c.newLabel(), c.newLabel(), c.newLabel(), c.newLabel()
	c.setup(s.Pos, SETUP_FINALLY, except)
	c.use(body)
	c.push(frameBlock{kind: frameTry, begin: body, loc: s.Pos})
	c.stmts(s.Body)
	c.pop()
	c.popBlock(noLoc)
	c.skip(orelse)
	c.use(except)
	c.setup(noLoc, SETUP_CLEANUP, cleanup)
	c.op(noLoc, PUSH_EXC_INFO)
	c.push(frameBlock{kind: frameGroupHandler, loc: s.Pos})
	for i, h := range s.Handlers {
		next, failed, noMatch := c.newLabel(), c.newLabel(), c.newLabel()
		if i == 0 {
			c.opArg(h.Pos, BUILD_LIST, 0)
			c.opArg(h.Pos, COPY, 2)
		}
		if h.Type != nil {
			c.expr(h.Type)
			c.op(h.Pos, CHECK_EG_MATCH)
			c.opArg(h.Pos, COPY, 1)
			c.jumpIf(h.Pos, POP_JUMP_IF_NONE, noMatch)
		}
		caught, inner := c.newLabel(), c.newLabel()
		if h.Name != "" {
			c.name(h.Pos, h.Name, syntax.Store)
		} else {
			c.op(h.Pos, POP_TOP)
		}
		c.setup(h.Pos, SETUP_CLEANUP, caught)
		c.use(inner)
		c.push(frameBlock{kind: frameHandlerCleanup, begin: inner, loc: h.Pos, name: h.Name})
		c.stmts(h.Body)
		c.pop()
		c.popBlock(noLoc)
		if h.Name != "" {
			c.forget(noLoc, h.Name)
		}
		c.skip(next)
		c.use(caught)
		if h.Name != "" {
			c.forget(noLoc, h.Name)
		}
		c.opArg(noLoc, LIST_APPEND, 3)
		c.op(noLoc, POP_TOP)
		c.skip(failed)
		c.use(next)
		c.op(noLoc, NOP)
		c.skip(failed)
		c.use(noMatch)
		c.op(h.Pos, POP_TOP)
		c.use(failed)
		if i == len(s.Handlers)-1 {
			c.opArg(noLoc, LIST_APPEND, 1)
			c.skip(star)
		}
	}
	c.pop()
	again := c.newLabel()
	c.use(star)
	c.opArg(noLoc, CALL_INTRINSIC_2, INTRINSIC_PREP_RERAISE_STAR)
	c.opArg(noLoc, COPY, 1)
	c.jumpIf(noLoc, POP_JUMP_IF_NOT_NONE, again)
	c.op(noLoc, POP_TOP)
	c.popBlock(noLoc)
	c.op(noLoc, POP_EXCEPT)
	c.skip(end)
	c.use(again)
	c.popBlock(noLoc)
	c.opArg(noLoc, SWAP, 2)
	c.op(noLoc, POP_EXCEPT)
	c.opArg(noLoc, RERAISE, 0)
	c.use(cleanup)
	c.reraise()
	c.use(orelse)
	c.stmts(s.Orelse)
	c.use(end)
}

func (c *compiler) with(s syntax.Stmt, pos loc, items []*syntax.WithItem, stmts []syntax.Stmt, async bool) {
	block, final, exit, cleanup := c.newLabel(), c.newLabel(), c.newLabel(), c.newLabel()
	item := items[0]
	c.expr(item.ContextExpr)
	at := item.ContextExpr.Range()
	kind := frameWith
	if async {
		kind = frameAsyncWith
		c.op(at, BEFORE_ASYNC_WITH)
		c.await(at, 1)
	} else {
		c.op(at, BEFORE_WITH)
	}
	c.setup(at, SETUP_WITH, final)
	c.use(block)
	c.push(frameBlock{kind: kind, begin: block, exit: final, loc: at})
	if item.OptionalVars != nil {
		c.expr(item.OptionalVars)
	} else {
		c.op(at, POP_TOP)
	}
	if len(items) > 1 {
		c.with(s, pos, items[1:], stmts, async)
	} else {
		c.stmts(stmts)
	}
	c.pop()
	if async {
		c.popBlock(at)
	} else {
		c.popBlock(noLoc)
	}
	c.exitWithNones(at)
	if async {
		c.await(at, 2)
	}
	c.op(at, POP_TOP)
	c.jump(at, exit)
	c.use(final)
	c.setup(at, SETUP_CLEANUP, cleanup)
	c.op(at, PUSH_EXC_INFO)
	c.op(at, WITH_EXCEPT_START)
	if async {
		c.await(at, 2)
	}
	suppress, after := c.newLabel(), c.newLabel()
	c.op(noLoc, TO_BOOL)
	c.jumpIf(noLoc, POP_JUMP_IF_TRUE, suppress)
	c.opArg(noLoc, RERAISE, 2)
	c.use(suppress)
	c.op(noLoc, POP_TOP)
	c.popBlock(noLoc)
	c.op(noLoc, POP_EXCEPT)
	c.op(noLoc, POP_TOP)
	c.op(noLoc, POP_TOP)
	c.skip(after)
	c.use(cleanup)
	c.reraise()
	c.use(after)
	c.use(exit)
}
