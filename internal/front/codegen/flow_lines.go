// Lines for instructions that have none of their own.

package codegen

import (
	"slices"

	"github.com/psyco-go/psy/internal/vm/opcode"
)

func (b *block) hasNoLine() bool {
	for i := range b.code {
		if b.code[i].loc.Line >= 0 {
			return false
		}
	}
	return true
}

// polls reports a block that looks at the breaker word.
func (b *block) polls() bool {
	for i := range b.code {
		op := b.code[i].op
		if isGoto(op) && op != opcode.JUMP_NO_INTERRUPT || op < 256 && opcode.Flags(uint8(op))&opcode.FlagEvalBreak != 0 {
			return true
		}
	}
	return false
}

func (b *block) isExitWithoutLine() bool { return (b.leaves() || b.polls()) && b.hasNoLine() }

func (b *block) copyCode() []node { return slices.Clone(b.code) }

// resolveLines copies exits without lines for everything that jumps there, and hands lines on.
func (g *graph) resolveLines() {
	for b := range g.blocks {
		last := b.last()
		if last == nil || !isJump(last.op) {
			continue
		}
		t := nextNonempty(last.target)
		if t.isExitWithoutLine() && t.preds > 1 {
			n := &block{code: t.copyCode(), next: t.next, labeled: true, preds: 1, handler: t.handler, keepLasti: t.keepLasti}
			n.code[0].loc = last.loc
			t.next = n
			t.preds--
			last.target = n
		}
	}
	for b := range g.blocks {
		if b.next != nil && len(b.code) > 0 && b.fallsThrough() && b.next.isExitWithoutLine() {
			b.next.code[0].loc = b.last().loc
		}
	}
	for b := range g.blocks {
		last := b.last()
		if last == nil {
			continue
		}
		at := noLoc
		for i := range b.code {
			if n := &b.code[i]; n.loc.Line == noLoc.Line {
				n.loc = at
			} else {
				at = n.loc
			}
		}
		give := func(to *block) {
			if to != nil && to.preds == 1 && len(to.code) > 0 && to.code[0].loc.Line == noLoc.Line {
				to.code[0].loc = at
			}
		}
		if b.fallsThrough() {
			give(b.next)
		}
		if isJump(last.op) {
			give(last.target)
		}
	}
}
