// Frame blocks: what a statement that leaves others (return, break, continue) has to undo on its way.

package codegen

import (
	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/syntax"
)

type frameKind uint8

const (
	frameWhile frameKind = iota
	frameFor
	frameTry
	frameFinallyTry
	frameFinallyEnd
	frameWith
	frameAsyncWith
	frameHandlerCleanup
	framePopValue
	frameHandler
	frameGroupHandler
	frameAsyncComprehension
	frameStopIteration
)

type frameBlock struct {
	kind  frameKind
	begin label
	exit  label
	loc   loc
	final []syntax.Stmt // of frameFinallyTry
	name  string        // of frameHandlerCleanup
}

// maxFrames is how deep blocks may nest.
const maxFrames = 21

func (c *compiler) push(b frameBlock) {
	if len(c.u.frames) >= maxFrames {
		fail(b.loc, "too many statically nested blocks")
	}
	c.u.frames = append(c.u.frames, b)
}

func (c *compiler) pop() { c.u.frames = c.u.frames[:len(c.u.frames)-1] }

// unwindAll undoes all blocks, or with loop those up to the innermost loop, which it returns. keep says that the value on the stack stays.
func (c *compiler) unwindAll(at *loc, keep, loop bool) *frameBlock {
	u := c.u
	if len(u.frames) == 0 {
		return nil
	}
	top := u.frames[len(u.frames)-1]
	if top.kind == frameGroupHandler {
		fail(*at, "'break', 'continue' and 'return' cannot appear in an except* block")
	}
	if loop && (top.kind == frameWhile || top.kind == frameFor) {
		return &top
	}
	u.frames = u.frames[:len(u.frames)-1]
	c.unwind(at, &top, keep)
	found := c.unwindAll(at, keep, loop)
	u.frames = append(u.frames, top)
	return found
}

// unwind undoes one block.
func (c *compiler) unwind(at *loc, b *frameBlock, keep bool) {
	swap := func() {
		if keep {
			c.opArg(*at, SWAP, 2)
		}
	}
	switch b.kind {
	case frameFor, framePopValue:
		swap()
		c.op(*at, POP_TOP)
	case frameTry:
		c.popBlock(*at)
	case frameFinallyTry:
		c.popBlock(*at)
		if keep {
			c.push(frameBlock{kind: framePopValue, loc: *at})
		}
		c.stmts(b.final)
		if keep {
			c.pop()
		}
		*at = noLoc
	case frameFinallyEnd:
		swap()
		c.op(*at, POP_TOP)
		swap()
		c.popBlock(*at)
		c.op(*at, POP_EXCEPT)
	case frameWith, frameAsyncWith:
		*at = b.loc
		c.popBlock(*at)
		swap()
		c.exitWithNones(*at)
		if b.kind == frameAsyncWith {
			c.await(*at, 2)
		}
		c.op(*at, POP_TOP)
		*at = noLoc
	case frameHandlerCleanup:
		if b.name != "" {
			c.popBlock(*at)
		}
		swap()
		c.popBlock(*at)
		c.op(*at, POP_EXCEPT)
		if b.name != "" {
			c.forget(*at, b.name)
		}
	}
}

// forget unbinds the name of a caught exception.
func (c *compiler) forget(at loc, name string) {
	c.loadNone(at)
	c.name(at, name, syntax.Store)
	c.name(at, name, syntax.Del)
}
