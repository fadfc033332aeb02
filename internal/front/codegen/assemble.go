// From the flow graph to the code object.

package codegen

import (
	"slices"

	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/pyc"
)

// slots are the unit's variables in their final order.
type slots struct {
	names []string
	kinds []byte
}

// localsPlus numbers locals, cells and free variables together, and puts in front of the code what makes a generator and its cells.
func (c *compiler) localsPlus(u *unit, g *graph, flags int) slots {
	var s slots
	for _, n := range u.varnames.list {
		kind := byte(pyc.KindLocal)
		if _, ok := u.hidden[n]; ok {
			kind |= pyc.KindHidden
		}
		if u.cells.has(n) {
			kind |= pyc.KindCell
		}
		s.names, s.kinds = append(s.names, n), append(s.kinds, kind)
	}
	fixed := make([]int, 0, len(u.cells.list)+len(u.frees.list))
	for _, n := range u.cells.list {
		if i, ok := u.varnames.find(n); ok {
			fixed = append(fixed, i)
			continue
		}
		fixed = append(fixed, len(s.names))
		s.names, s.kinds = append(s.names, n), append(s.kinds, pyc.KindCell)
	}
	for _, n := range u.frees.list {
		fixed = append(fixed, len(s.names))
		s.names, s.kinds = append(s.names, n), append(s.kinds, pyc.KindFree)
	}
	for b := range g.blocks {
		for i := range b.code {
			switch n := &b.code[i]; n.op {
			case int(MAKE_CELL), LOAD_CLOSURE, int(LOAD_DEREF), int(STORE_DEREF), int(DELETE_DEREF), int(LOAD_FROM_DICT_OR_DEREF):
				n.arg = fixed[n.arg]
			}
		}
	}
	var prefix []node
	if len(u.frees.list) > 0 {
		prefix = append(prefix, node{op: int(COPY_FREE_VARS), arg: len(u.frees.list), loc: noLoc})
	}
	for _, i := range slices.Sorted(slices.Values(fixed[:len(u.cells.list)])) {
		prefix = append(prefix, node{op: int(MAKE_CELL), arg: i, loc: noLoc})
	}
	if flags&(pyc.FlagGenerator|pyc.FlagCoroutine|pyc.FlagAsyncGenerator) != 0 {
		at := loc{Line: int32(u.firstLine), EndLine: int32(u.firstLine), Col: -1, EndCol: -1}
		prefix = append(prefix, node{op: int(RETURN_GENERATOR), loc: at}, node{op: int(POP_TOP), loc: at})
	}
	if prefix != nil {
		g.entry.code = append(prefix, g.entry.code...)
	}
	return s
}

// settlePseudo turns pseudo instructions other than jumps into what runs.
func (g *graph) settlePseudo() {
	for b := range g.blocks {
		for i := range b.code {
			switch n := &b.code[i]; {
			case isSetup(n.op):
				n.nop()
			case n.op == LOAD_CLOSURE:
				n.op = int(LOAD_FAST)
			case n.op == STORE_FAST_MAYBE_NULL:
				n.op = int(STORE_FAST)
			}
		}
		b.dropNops()
	}
}

var opposite = map[int]uint8{int(POP_JUMP_IF_FALSE): POP_JUMP_IF_TRUE, int(POP_JUMP_IF_TRUE): POP_JUMP_IF_FALSE,
	int(POP_JUMP_IF_NONE): POP_JUMP_IF_NOT_NONE, int(POP_JUMP_IF_NOT_NONE): POP_JUMP_IF_NONE}

// settleJumps gives jumps a direction. Only plain ones can go back: conditional ones skip such a one.
func (g *graph) settleJumps() {
	for b := range g.blocks {
		b.visited = false
	}
	for b := range g.blocks {
		b.visited = true
		last := b.last()
		if last == nil || !isJump(last.op) {
			continue
		}
		back := last.target.visited
		switch {
		case last.op == JUMP && back:
			last.op = int(JUMP_BACKWARD)
		case last.op == JUMP_NO_INTERRUPT && back:
			last.op = int(JUMP_BACKWARD_NO_INTERRUPT)
		case last.op == JUMP, last.op == JUMP_NO_INTERRUPT:
			last.op = int(JUMP_FORWARD)
		case back:
			if rev, ok := opposite[last.op]; ok {
				jump := &block{code: []node{{op: JUMP, loc: last.loc, target: last.target}}, next: b.next, cold: b.cold}
				last.op, last.target = int(rev), b.next
				b.next = jump
			}
		}
	}
}

// size is the length of an instruction in code units, EXTENDED_ARGs and caches included.
func size(op uint8, arg int) int {
	n := 1 + int(Caches[op])
	for a := arg >> 8; a > 0; a >>= 8 {
		n++
	}
	return n
}

func (c *compiler) emit(u *unit, g *graph, depth int, s slots) *pyc.Code {
	n := 0
	for b := range g.blocks {
		n += len(b.code)
	}
	code := sized(&c.room.code, n)[:0]
	for b := range g.blocks {
		b.offset = len(code)
		for i := range b.code {
			code = append(code, &b.code[i])
		}
	}
	offsets := sized(&c.room.offsets, n+1)
	layOut(code, offsets)
	bytes := sized(&c.room.bytes, 2*offsets[n])[:0]
	for _, n := range code {
		for shift := 24; shift > 0; shift -= 8 {
			if n.arg>>shift > 0 {
				bytes = append(bytes, EXTENDED_ARG, byte(n.arg>>shift))
			}
		}
		bytes = append(bytes, byte(n.op), byte(n.arg))
		for range Caches[n.op] {
			bytes = append(bytes, CACHE, 0)
		}
	}
	return &pyc.Code{
		ArgCount: u.posOnlyArgCount + u.argCount, PosOnlyArgCount: u.posOnlyArgCount, KwOnlyArgCount: u.kwOnlyArgCount,
		StackSize: max(depth, 1), Flags: c.codeFlags(u), Bytecode: string(bytes), Consts: u.consts.list, Names: c.names(u.names.list),
		LocalsPlusNames: c.names(s.names), LocalsPlusKinds: string(s.kinds), Filename: c.filename, Name: c.interned(u.name), QualName: c.interned(u.qualName),
		FirstLine: u.firstLine, LineTable: lineTable(code, u.firstLine), ExceptionTable: exceptionTable(code, offsets),
	}
}

// layOut gives instructions their offsets and jumps their arguments, until no size changes.
func layOut(code []*node, offsets []int) {
	for _, n := range code {
		if n.target != nil {
			n.arg = n.target.offset
		}
	}
	for again := true; again; {
		again = false
		at := 0
		for i, n := range code {
			offsets[i] = at
			at += size(uint8(n.op), n.arg)
		}
		offsets[len(code)] = at
		at = 0
		for _, n := range code {
			was := size(uint8(n.op), n.arg)
			at += was
			if n.target == nil {
				continue
			}
			if n.arg = offsets[n.target.offset] - at; n.arg < 0 {
				n.arg = -n.arg
			}
			again = again || size(uint8(n.op), n.arg) != was
		}
	}
}
