// The depth of the stack, at the beginning of each block and at most.

package codegen

import (
	"fmt"

	"github.com/psyco-go/psy/internal/vm/opcode"
)

// effect is what an instruction does to the depth of the stack.
func effect(n *node, jumps bool) int {
	switch n.op {
	case opcode.SETUP_FINALLY, opcode.SETUP_WITH:
		if jumps {
			return 1
		}
		return 0
	case opcode.SETUP_CLEANUP:
		if jumps {
			return 2
		}
		return 0
	case opcode.JUMP, opcode.JUMP_NO_INTERRUPT, opcode.POP_BLOCK:
		return 0
	case opcode.LOAD_CLOSURE:
		return 1
	case opcode.STORE_FAST_MAYBE_NULL:
		return -1
	}
	op := uint8(n.op)
	return opcode.Pushed(op, uint32(n.arg)) - opcode.Popped(op, uint32(n.arg))
}

func (g *graph) stackDepth() int {
	for b := range g.blocks {
		b.startDepth = -1
	}
	deepest := 0
	var work worklist
	push := func(b *block, depth int) {
		if b.startDepth < depth {
			if b.startDepth >= 0 {
				panic(fmt.Sprintf("BUG: depths %d and %d of the stack", b.startDepth, depth))
			}
			b.startDepth = depth
			work = append(work, b)
		}
	}
	push(g.entry, 0)
	for b := range work.take {
		depth := b.startDepth
		for i := range b.code {
			n := &b.code[i]
			if n.target != nil {
				to := depth + effect(n, true)
				deepest = max(deepest, to)
				push(n.target, to)
			}
			depth += effect(n, false)
			deepest = max(deepest, depth)
		}
		if b.next != nil && b.fallsThrough() {
			push(b.next, depth)
		}
	}
	return deepest
}
