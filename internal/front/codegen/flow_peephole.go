// Within a block: constants, conditions that are known, jumps to jumps, swaps.

package codegen

import (
	. "github.com/psyco-go/psy/internal/vm/opcode"

	"github.com/psyco-go/psy/internal/front/pyc"
)

func (g *graph) peephole(b *block) {
	op, arg := 0, 0
	for i := 0; i < len(b.code); i++ {
		n := &b.code[i]
		if copied := op == int(LOAD_CONST) && n.op == int(COPY) && n.arg == 1; !copied {
			op, arg = n.op, n.arg
		}
		nextOp := 0
		if i+1 < len(b.code) {
			nextOp = b.code[i+1].op
		}
		switch op {
		case int(LOAD_CONST):
			g.foldConst(b, i, arg, nextOp)
		case int(BUILD_TUPLE):
			if nextOp == int(UNPACK_SEQUENCE) && arg == b.code[i+1].arg {
				switch arg {
				case 1:
					n.nop()
					b.code[i+1].nop()
					continue
				case 2, 3:
					n.nop()
					b.code[i+1].set(SWAP, arg)
					continue
				}
			}
			if i >= arg {
				g.foldTuple(b.code[i-arg : i+1])
			}
		case int(POP_JUMP_IF_FALSE), int(POP_JUMP_IF_TRUE), int(POP_JUMP_IF_NONE), int(POP_JUMP_IF_NOT_NONE):
			if t := &n.target.code[0]; t.op == JUMP && thread(b, n, t, op) {
				i--
			}
		case JUMP, JUMP_NO_INTERRUPT:
			switch t := &n.target.code[0]; t.op {
			case JUMP:
				if thread(b, n, t, JUMP) {
					i--
				}
			case JUMP_NO_INTERRUPT:
				if thread(b, n, t, op) {
					i--
				}
			}
		case int(STORE_FAST):
			if nextOp == op && arg == b.code[i+1].arg && n.loc.Line == b.code[i+1].loc.Line {
				n.set(POP_TOP, 0)
			}
		case int(SWAP):
			if arg == 1 {
				n.nop()
			}
		case int(LOAD_GLOBAL):
			if nextOp == int(PUSH_NULL) && arg&1 == 0 {
				n.arg |= 1
				b.code[i+1].nop()
			}
		case int(COMPARE_OP):
			if nextOp == int(TO_BOOL) {
				n.nop()
				b.code[i+1].set(COMPARE_OP, arg|CompareToBool)
			}
		case int(CONTAINS_OP), int(IS_OP), int(UNARY_NOT):
			if nextOp == int(TO_BOOL) {
				n.nop()
				b.code[i+1].set(uint8(op), arg)
			} else if op == int(UNARY_NOT) && nextOp == op {
				n.nop()
				b.code[i+1].nop()
			}
		}
	}
	for i := 0; i < len(b.code); i++ {
		if b.code[i].op == int(SWAP) {
			i = b.sortSwaps(i)
			b.applySwaps(i)
		}
	}
}

// foldConst uses that a constant is on the stack.
func (g *graph) foldConst(b *block, i, arg, nextOp int) {
	n := &b.code[i]
	value := g.consts.list[arg]
	switch nextOp {
	case int(POP_JUMP_IF_FALSE), int(POP_JUMP_IF_TRUE):
		n.nop()
		if truth(value) == (nextOp == int(POP_JUMP_IF_TRUE)) {
			b.code[i+1].op = JUMP
		} else {
			b.code[i+1].nop()
		}
	case int(IS_OP):
		if _, ok := value.(pyc.None); !ok || len(b.code) <= i+2 {
			return
		}
		is, jump := &b.code[i+1], &b.code[i+2]
		if jump.op == int(TO_BOOL) {
			jump.nop()
			if len(b.code) <= i+3 {
				return
			}
			jump = &b.code[i+3]
		}
		not := is.arg != 0
		switch jump.op {
		case int(POP_JUMP_IF_FALSE):
			not = !not
		case int(POP_JUMP_IF_TRUE):
		default:
			return
		}
		n.nop()
		is.nop()
		if jump.op = int(POP_JUMP_IF_NONE); not {
			jump.op = int(POP_JUMP_IF_NOT_NONE)
		}
	case int(RETURN_VALUE):
		n.nop()
		b.code[i+1].set(RETURN_CONST, arg)
	case int(TO_BOOL):
		n.nop()
		b.code[i+1].set(LOAD_CONST, g.consts.add(pyc.Bool(truth(value))))
	}
}

// truth is bool(v).
func truth(v pyc.Const) bool {
	switch v := v.(type) {
	case pyc.None:
		return false
	case pyc.Bool:
		return bool(v)
	case pyc.Int:
		return v != 0
	case pyc.Float:
		return v != 0
	case *pyc.Complex:
		return v.Real != 0 || v.Imag != 0
	case *pyc.Str:
		return v.Len > 0
	case *pyc.Bytes:
		return len(v.S) > 0
	case *pyc.Tuple:
		return len(v.Items) > 0
	case *pyc.FrozenSet:
		return len(v.Items) > 0
	}
	return true
}

// foldTuple makes a constant of a tuple of constants; the last instruction builds it.
func (g *graph) foldTuple(code []node) {
	last := len(code) - 1
	t := &pyc.Tuple{Items: make([]pyc.Const, last)}
	for i := range last {
		if code[i].op != int(LOAD_CONST) {
			return
		}
		t.Items[i] = g.consts.list[code[i].arg]
	}
	for i := range last {
		code[i].nop()
	}
	code[last].set(LOAD_CONST, g.consts.add(t))
}

// thread replaces a jump to a jump by one to the end of both.
func thread(b *block, n, t *node, op int) bool {
	if n.target == t.target {
		return false
	}
	to, at := t.target, t.loc
	n.nop()
	b.code = append(b.code, node{op: op, loc: at, target: to})
	return true
}

// sortSwaps makes a run of SWAPs as short as can be, and gives the index of its end.
func (b *block) sortSwaps(at int) int {
	code := b.code[at:]
	n, depth, more := 1, code[0].arg, false
	for ; n < len(code); n++ {
		if code[n].op == int(SWAP) {
			depth, more = max(depth, code[n].arg), true
		} else if code[n].op != int(NOP) {
			break
		}
	}
	if !more {
		return at
	}
	const visited = -1
	stack := make([]int, depth)
	for i := range stack {
		stack[i] = i
	}
	for i := range n {
		if code[i].op == int(SWAP) {
			o := code[i].arg - 1
			stack[0], stack[o] = stack[o], stack[0]
		}
	}
	// Each cycle of the permutation becomes a run of swaps with the top, written from the end backwards.
	cur := n - 1
	for i := range stack {
		if stack[i] == visited || stack[i] == i {
			continue
		}
		for j := i; ; {
			if j != 0 {
				code[cur].set(SWAP, j+1)
				cur--
			}
			if stack[j] == visited {
				break
			}
			j, stack[j] = stack[j], visited
		}
	}
	for ; cur >= 0; cur-- {
		code[cur].nop()
	}
	return at + n - 1
}

func swappable(op int) bool {
	return op == int(STORE_FAST) || op == STORE_FAST_MAYBE_NULL || op == int(POP_TOP)
}

func storesTo(n *node) int {
	if n.op == int(STORE_FAST) || n.op == STORE_FAST_MAYBE_NULL {
		return n.arg
	}
	return -1
}

func (b *block) nextSwappable(i int, line int32) int {
	for i++; i < len(b.code); i++ {
		n := &b.code[i]
		if line >= 0 && n.loc.Line != line {
			return -1
		}
		if n.op == int(NOP) {
			continue
		}
		if swappable(n.op) {
			return i
		}
		return -1
	}
	return -1
}

// applySwaps exchanges the stores behind SWAPs instead of the values.
func (b *block) applySwaps(i int) {
	for ; i >= 0; i-- {
		swap := &b.code[i]
		if swap.op != int(SWAP) {
			if swap.op == int(NOP) || swappable(swap.op) {
				continue
			}
			return
		}
		j := b.nextSwappable(i, -1)
		if j < 0 {
			return
		}
		k := j
		for range swap.arg - 1 {
			if k = b.nextSwappable(k, b.code[j].loc.Line); k < 0 {
				return
			}
		}
		sj, sk := storesTo(&b.code[j]), storesTo(&b.code[k])
		if sj >= 0 || sk >= 0 {
			if sj == sk {
				return
			}
			for m := j + 1; m < k; m++ {
				if s := storesTo(&b.code[m]); s >= 0 && (s == sj || s == sk) {
					return
				}
			}
		}
		swap.nop()
		b.code[j], b.code[k] = b.code[k], b.code[j]
	}
}
