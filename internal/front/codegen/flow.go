// The flow graph: blocks of instructions, made of a sequence.

package codegen

import (
	"sync"

	"github.com/psyco-go/psy/internal/front/pyc"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// node is an instruction in a block.
type node struct {
	op     int
	arg    int
	loc    loc
	target *block
	except *block // the handler of its exceptions
}

// set makes another instruction of it, without a target.
func (n *node) set(op uint8, arg int) { n.op, n.arg, n.target = int(op), arg, nil }

func (n *node) nop() { n.set(opcode.NOP, 0) }

type block struct {
	code    []node
	next    *block
	labeled bool // something jumps here

	preds      int
	startDepth int
	handler    bool // begins with an exception on the stack
	keepLasti  bool // below it lies the offset of what raised
	visited    bool
	warm, cold bool
	unsafe     uint64 // the locals that may be unbound at the beginning
	handlers   []*block
	offset     int // of its first instruction in the final sequence
}

// worklist is the blocks that are still to be looked at.
type worklist []*block

// take gives them one by one, those too that are added meanwhile, the newest first.
func (w *worklist) take(yield func(*block) bool) {
	for len(*w) > 0 {
		b := (*w)[len(*w)-1]
		*w = (*w)[:len(*w)-1]
		if !yield(b) {
			return
		}
	}
}

func (b *block) last() *node {
	if len(b.code) == 0 {
		return nil
	}
	return &b.code[len(b.code)-1]
}

func hasTarget(op int) bool { return isJump(op) || isSetup(op) }

func isSetup(op int) bool {
	return op == opcode.SETUP_FINALLY || op == opcode.SETUP_CLEANUP || op == opcode.SETUP_WITH
}

func isJump(op int) bool {
	if op > 255 {
		return op == opcode.JUMP || op == opcode.JUMP_NO_INTERRUPT
	}
	return opcode.HasJump(uint8(op))
}

func isGoto(op int) bool {
	switch op {
	case opcode.JUMP, opcode.JUMP_NO_INTERRUPT, int(opcode.JUMP_FORWARD), int(opcode.JUMP_BACKWARD), int(opcode.JUMP_BACKWARD_NO_INTERRUPT):
		return true
	}
	return false
}

func leavesScope(op int) bool {
	switch op {
	case int(opcode.RETURN_VALUE), int(opcode.RETURN_CONST), int(opcode.RAISE_VARARGS), int(opcode.RERAISE):
		return true
	}
	return false
}

// fallsThrough reports that the end of b leads to the next block.
func (b *block) fallsThrough() bool {
	last := b.last()
	return last == nil || !leavesScope(last.op) && !isGoto(last.op)
}

func (b *block) leaves() bool {
	last := b.last()
	return last != nil && leavesScope(last.op)
}

// nextNonempty skips empty blocks.
func nextNonempty(b *block) *block {
	for b != nil && len(b.code) == 0 {
		b = b.next
	}
	return b
}

// graph is the flow graph of a unit.
type graph struct {
	entry     *block
	consts    *constTable
	firstLine int
}

// blocks goes through the blocks, also through those that are put in on the way.
func (g *graph) blocks(yield func(*block) bool) {
	for b := g.entry; b != nil; b = b.next {
		if !yield(b) {
			return
		}
	}
}

// room is memory that one unit after the other is compiled and assembled in.
type room struct {
	spare   [][]instr // for sequences, of units that are done
	begins  []*block
	nodes   []node
	code    []*node
	offsets []int
	bytes   []byte
}

// rooms keeps the memory for the next compilation.
var rooms = sync.Pool{New: func() any { return &room{} }}

// largest is how many instructions of a unit rooms keeps memory for.
const largest = 4096

// leave ends the use of a room.
func (r *room) leave() {
	if cap(r.nodes) <= largest {
		rooms.Put(r)
	}
}

// sized makes a buffer n long; it holds what it held.
func sized[T any](buf *[]T, n int) []T {
	if cap(*buf) < n {
		*buf = make([]T, n+n/2)
	}
	return (*buf)[:n]
}

// newGraph cuts a sequence into blocks: at what is jumped to, and behind jumps.
func (r *room) newGraph(u *unit) *graph {
	begins := sized(&r.begins, len(u.seq)+1)
	clear(begins)
	for _, in := range u.seq {
		if hasTarget(in.op) {
			at := u.targets[in.arg]
			if begins[at] == nil {
				begins[at] = &block{labeled: true}
			}
		}
	}
	g := &graph{entry: &block{}, consts: &u.consts, firstLine: u.firstLine}
	cur := g.entry
	nodes := sized(&r.nodes, len(u.seq))
	for i, in := range u.seq {
		if b := begins[i]; b != nil {
			if len(cur.code) == 0 && !cur.labeled && cur == g.entry {
				g.entry = b
			} else {
				cur.next = b
			}
			cur = b
		} else if last := cur.last(); last != nil && (isJump(last.op) || leavesScope(last.op)) {
			cur.next = &block{}
			cur = cur.next
		}
		nodes[i] = node{op: in.op, arg: in.arg, loc: in.loc}
		if hasTarget(in.op) {
			nodes[i].target = begins[u.targets[in.arg]]
		}
		n := len(cur.code)
		cur.code = nodes[i-n : i+1 : i+1] // what is added to it later goes elsewhere
	}
	return g
}

// assemble makes the code object of a unit.
func (c *compiler) assemble(u *unit) *pyc.Code {
	g := c.room.newGraph(u)
	g.markHandlers()
	g.optimize()
	g.dropUnusedConsts()
	g.checkLocals(len(u.varnames.list), len(u.block.Varnames))
	g.fuse()
	g.coldLast()
	g.resolveLines()
	depth := g.stackDepth()
	plus := c.localsPlus(u, g, c.codeFlags(u))
	g.settlePseudo()
	g.settleJumps()
	return c.emit(u, g, depth, plus)
}

func (g *graph) optimize() {
	g.inlineSmall()
	g.dropUnreachable()
	g.resolveLines()
	for b := range g.blocks {
		g.peephole(b)
	}
	g.dropNopsAndPairs()
	g.dropUnreachable()
	g.dropNopsAndJumps()
}
