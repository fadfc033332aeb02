// Local variables: which may be unbound, and pairs of loads and stores in one instruction.

package codegen

import . "github.com/psyco-go/psy/internal/vm/opcode"

// tracked is how many locals are followed from block to block; the others within each block only.
const tracked = 64

// checkLocals makes loads of locals that may be unbound check.
func (g *graph) checkLocals(locals, params int) {
	if locals == 0 {
		return
	}
	if locals > tracked {
		g.checkManyLocals(locals)
		locals = tracked
	}
	var work worklist
	for b := range g.blocks {
		b.visited = true
		work = append(work, b)
	}
	for i := params; i < locals; i++ {
		g.entry.unsafe |= 1 << i
	}
	push := func(b *block, unsafe uint64) {
		if b == nil || b.unsafe|unsafe == b.unsafe {
			return
		}
		b.unsafe |= unsafe
		if !b.visited {
			b.visited = true
			work = append(work, b)
		}
	}
	for b := range work.take {
		b.visited = false
		unsafe := b.unsafe
		for i := range b.code {
			n := &b.code[i]
			if n.except != nil {
				push(n.except, unsafe)
			}
			if n.arg >= tracked {
				continue
			}
			bit := uint64(1) << n.arg
			switch n.op {
			case int(DELETE_FAST), int(LOAD_FAST_AND_CLEAR), STORE_FAST_MAYBE_NULL:
				unsafe |= bit
			case int(STORE_FAST), int(LOAD_FAST_CHECK):
				unsafe &^= bit
			case int(LOAD_FAST):
				if unsafe&bit != 0 {
					n.op = int(LOAD_FAST_CHECK)
				}
				unsafe &^= bit
			}
		}
		if b.fallsThrough() {
			push(b.next, unsafe)
		}
		if last := b.last(); last != nil && isJump(last.op) {
			push(last.target, unsafe)
		}
	}
}

func (g *graph) checkManyLocals(locals int) {
	bound := make([]*block, locals) // the block in which the local was last known to be bound
	for b := range g.blocks {
		for i := range b.code {
			n := &b.code[i]
			if n.arg < tracked {
				continue
			}
			switch n.op {
			case int(DELETE_FAST), int(LOAD_FAST_AND_CLEAR), STORE_FAST_MAYBE_NULL:
				bound[n.arg] = nil
			case int(STORE_FAST):
				bound[n.arg] = b
			case int(LOAD_FAST):
				if bound[n.arg] != b {
					n.op = int(LOAD_FAST_CHECK)
				}
				bound[n.arg] = b
			}
		}
	}
}

// fuse joins neighbouring loads and stores of one line.
func (g *graph) fuse() {
	for b := range g.blocks {
		for i := 0; i+1 < len(b.code); i++ {
			n, next := &b.code[i], &b.code[i+1]
			op := uint8(NOP)
			switch {
			case n.op == int(LOAD_FAST) && next.op == int(LOAD_FAST):
				op = LOAD_FAST_LOAD_FAST
			case n.op == int(STORE_FAST) && next.op == int(LOAD_FAST):
				op = STORE_FAST_LOAD_FAST
			case n.op == int(STORE_FAST) && next.op == int(STORE_FAST):
				op = STORE_FAST_STORE_FAST
			default:
				continue
			}
			l1, l2 := n.loc.Line, next.loc.Line
			if l1 >= 0 && l2 >= 0 && l1 != l2 || n.arg >= 16 || next.arg >= 16 {
				continue
			}
			n.set(op, n.arg<<4|next.arg)
			next.nop()
		}
	}
	for b := range g.blocks {
		b.dropNops()
	}
}
