// What cannot be reached, what is not needed, and what is copied to where it is jumped from.

package codegen

import "github.com/psyco-go/psy/internal/vm/opcode"

// dropUnreachable empties blocks that nothing leads to, and counts the predecessors of the others.
func (g *graph) dropUnreachable() {
	for b := range g.blocks {
		b.visited, b.preds = false, 0
	}
	g.entry.preds, g.entry.visited = 1, true
	work := worklist{g.entry}
	reach := func(b *block) {
		b.preds++
		if !b.visited {
			b.visited = true
			work = append(work, b)
		}
	}
	for b := range work.take {
		if b.next != nil && b.fallsThrough() {
			reach(b.next)
		}
		for i := range b.code {
			if t := b.code[i].target; t != nil {
				reach(t)
			}
		}
	}
	for b := range g.blocks {
		if b.preds == 0 {
			b.code = nil
			b.handler = false
		}
	}
}

// maxCopy is how many instructions of an exit are copied.
const maxCopy = 4

// inlineSmall replaces jumps by copies of short exits, and of blocks without lines.
func (g *graph) inlineSmall() {
	for changed := true; changed; {
		changed = false
		for b := range g.blocks {
			last := b.last()
			if last == nil || !isGoto(last.op) {
				continue
			}
			t := last.target
			if !(t.leaves() && len(t.code) <= maxCopy) && !(t.hasNoLine() && !t.fallsThrough()) {
				continue
			}
			polls := last.op == opcode.JUMP
			last.nop()
			b.code = append(b.code, t.code...)
			if end := b.last(); polls && isGoto(end.op) {
				end.op = opcode.JUMP
			}
			changed = true
		}
	}
}

// dropNops removes NOPs that no line depends on.
func (b *block) dropNops() {
	to, prev := 0, noLoc.Line
	for i := range b.code {
		n := b.code[i]
		if n.op == int(opcode.NOP) && b.isRedundant(i, prev) {
			continue
		}
		b.code[to] = b.code[i]
		to++
		prev = n.loc.Line
	}
	b.code = b.code[:to]
}

func (b *block) isRedundant(i int, prev int32) bool {
	n := &b.code[i]
	line := n.loc.Line
	if line == noLoc.Line || line == prev {
		return true
	}
	if i+1 < len(b.code) {
		next := &b.code[i+1]
		if next.loc.Line == noLoc.Line {
			next.loc = n.loc
			return true
		}
		return next.loc.Line == line
	}
	if t := nextNonempty(b.next); t != nil {
		for j := range t.code {
			if m := &t.code[j]; m.op != int(opcode.NOP) || m.loc.Line != noLoc.Line {
				return m.loc.Line == line
			}
		}
	}
	return false
}

// dropNopsAndJumps removes NOPs, and jumps to what comes next anyway.
func (g *graph) dropNopsAndJumps() {
	for changed := true; changed; {
		changed = false
		for b := range g.blocks {
			b.dropNops()
		}
		for b := range g.blocks {
			last := b.last()
			if last != nil && isGoto(last.op) && nextNonempty(last.target) == nextNonempty(b.next) {
				last.nop()
				changed = true
			}
		}
	}
}

// dropNopsAndPairs removes NOPs, and values that are pushed and popped at once.
func (g *graph) dropNopsAndPairs() {
	for changed := true; changed; {
		changed = false
		var prev *node
		for b := range g.blocks {
			b.dropNops()
			if b.labeled {
				prev = nil
			}
			for i := range b.code {
				n := &b.code[i]
				if n.op == int(opcode.POP_TOP) && prev != nil &&
					(prev.op == int(opcode.LOAD_CONST) || prev.op == int(opcode.COPY) && prev.arg == 1) {
					prev.nop()
					n.nop()
					changed = true
				}
				prev = n
			}
			if prev != nil && isJump(prev.op) || !b.fallsThrough() {
				prev = nil
			}
		}
	}
}

// dropUnusedConsts leaves out constants that nothing loads, but the first, which may be a docstring.
func (g *graph) dropUnusedConsts() {
	k := g.consts
	if len(k.list) == 0 {
		return
	}
	used := make([]bool, len(k.list))
	used[0] = true
	loads := func(visit func(*node)) {
		for b := range g.blocks {
			for i := range b.code {
				if n := &b.code[i]; n.op == int(opcode.LOAD_CONST) || n.op == int(opcode.RETURN_CONST) {
					visit(n)
				}
			}
		}
	}
	loads(func(n *node) { used[n.arg] = true })
	number, list := make([]int, len(k.list)), k.list[:0]
	for i, v := range k.list {
		if used[i] {
			number[i] = len(list)
			list = append(list, v)
		}
	}
	k.list = list
	loads(func(n *node) { n.arg = number[n.arg] })
}

// coldLast moves blocks that only handlers lead to behind the others.
func (g *graph) coldLast() {
	if g.entry.next == nil {
		return
	}
	g.mark([]*block{g.entry}, func(b *block) { b.warm = true })
	var handlers []*block
	for b := range g.blocks {
		if b.handler {
			handlers = append(handlers, b)
		}
	}
	g.mark(handlers, func(b *block) { b.cold = true })
	for b := range g.blocks {
		if b.cold && b.fallsThrough() && b.next != nil && b.next.warm {
			b.next.labeled = true
			b.next = &block{code: []node{{op: opcode.JUMP_NO_INTERRUPT, loc: noLoc, target: b.next}}, next: b.next, cold: true, preds: 1}
		}
	}
	var cold *block
	end := &cold
	prev := &g.entry
	for *prev != nil {
		b := *prev
		if b.cold {
			*prev = b.next
			*end, b.next = b, nil
			end = &b.next
		} else {
			prev = &b.next
		}
	}
	*prev = cold
	if cold != nil {
		g.dropNopsAndJumps()
	}
}

// mark visits what normal flow from some blocks reaches, but for what is warm already.
func (g *graph) mark(work worklist, visit func(*block)) {
	for b := range g.blocks {
		b.visited = false
	}
	for _, b := range work {
		b.visited = true
	}
	push := func(b *block) {
		if b != nil && !b.visited && !b.warm {
			b.visited = true
			work = append(work, b)
		}
	}
	for b := range work.take {
		visit(b)
		if b.fallsThrough() {
			push(b.next)
		}
		if last := b.last(); last != nil && isJump(last.op) {
			push(last.target)
		}
	}
}
