// Which handler the exceptions of each instruction go to.

package codegen

import (
	"slices"

	"github.com/psyco-go/psy/internal/vm/opcode"
)

// markHandlers follows the flow with a stack of handlers.
func (g *graph) markHandlers() {
	for b := range g.blocks {
		for i := range b.code {
			if isSetup(b.code[i].op) {
				b.code[i].target.handler = true
			}
		}
	}
	work := worklist{g.entry}
	g.entry.visited = true
	visit := func(b *block, stack []*block) {
		if !b.visited {
			b.visited = true
			b.handlers = slices.Clone(stack)
			work = append(work, b)
		}
	}
	for b := range work.take {
		stack := b.handlers
		b.handlers = nil
		yieldDepth := 0
		for i := range b.code {
			n := &b.code[i]
			var top *block
			if len(stack) > 0 {
				top = stack[len(stack)-1]
			}
			switch {
			case isSetup(n.op):
				visit(n.target, stack)
				if n.op != opcode.SETUP_FINALLY {
					n.target.keepLasti = true
				}
				stack = append(stack, n.target)
				continue
			case n.op == opcode.POP_BLOCK:
				stack = stack[:len(stack)-1]
				n.nop()
				continue
			case isJump(n.op):
				visit(n.target, stack)
			case n.op == int(opcode.YIELD_VALUE):
				yieldDepth = len(stack)
			case n.op == int(opcode.RESUME) && n.arg != opcode.ResumeAtFuncStart && yieldDepth == 1:
				n.arg |= opcode.ResumeDepth1
			}
			n.except = top
		}
		if b.next != nil && b.fallsThrough() {
			visit(b.next, stack)
		}
	}
}
