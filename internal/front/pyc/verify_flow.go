package pyc

// The verifier's abstract interpretation: states at the heads of blocks, joined until nothing changes.

import (
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// state is what is known before an instruction.
type state struct {
	stack []slot
	bound Bitmap // locals that are surely bound
	cell  Bitmap // locals that surely hold a cell
}

// What the interpretation of one function may cost. In CPython's library no function takes more than 8 steps
// and 1 word of saved states an instruction.
const (
	baseWork     = 1 << 22
	workPerInstr = 512
	baseRoom     = 1 << 20
	roomPerInstr = 64
)

// machine is the state of the abstract interpretation.
type machine struct {
	heads   []*state // for each instruction at a block's head, once it is reached
	dirty   Bitmap   // heads whose state changed
	reached Bitmap   // instructions that can run
	cur     state
	entry   []slot // a handler's stack
	in      *instr
	prev    *instr        // the instruction before, if only it leads to in
	jumps   map[int][]int // from each instruction, what a frame may be moved to from there
	depthAt map[int]int   // how deep the stack is where jumps start
	jumping bool          // jumps are being followed
	widened bool          // a jump has changed a state
	work    int           // steps that may still be made
	room    int           // how large the saved states may still become

	// what changed since the state was last joined to the handler's
	handler int32 // entry that it was joined to, or -1
	low     int   // lowest stack index written
	lost    bool  // a local may have become unbound, or be no cell any more
}

// never is the set of instructions that cannot raise.
var never = [256]bool{
	opcode.NOP: true, opcode.POP_TOP: true, opcode.END_FOR: true, opcode.END_SEND: true, opcode.PUSH_NULL: true, opcode.COPY: true, opcode.SWAP: true,
	opcode.LOAD_CONST: true, opcode.RETURN_VALUE: true, opcode.RETURN_CONST: true, opcode.LOAD_FAST: true, opcode.LOAD_FAST_AND_CLEAR: true,
	opcode.LOAD_FAST_LOAD_FAST: true, opcode.STORE_FAST: true, opcode.STORE_FAST_LOAD_FAST: true, opcode.STORE_FAST_STORE_FAST: true,
	opcode.JUMP_FORWARD: true, opcode.POP_JUMP_IF_TRUE: true, opcode.POP_JUMP_IF_FALSE: true,
	opcode.POP_JUMP_IF_NONE: true, opcode.POP_JUMP_IF_NOT_NONE: true, opcode.IS_OP: true, opcode.POP_EXCEPT: true, opcode.PUSH_EXC_INFO: true,
	opcode.UNARY_NOT: true, opcode.MATCH_MAPPING: true, opcode.MATCH_SEQUENCE: true, opcode.LOAD_ASSERTION_ERROR: true,
	opcode.MAKE_CELL: true, // lacking memory for the cell, the interpreter leaves the frame
}

// terminal reports whether control never goes on behind an instruction.
func terminal(op uint8) bool {
	switch op {
	case opcode.RETURN_VALUE, opcode.RETURN_CONST, opcode.RAISE_VARARGS, opcode.RERAISE,
		opcode.JUMP_FORWARD, opcode.JUMP_BACKWARD, opcode.JUMP_BACKWARD_NO_INTERRUPT:
		return true
	}
	return false
}

// run interprets the code until all states are stable.
func (f *flow) run() {
	n := len(f.instrs)
	f.heads = f.entries.take(n)
	f.dirty = f.bitmap(n)
	f.reached = f.bitmap(n)
	locals := len(f.c.LocalsPlusNames)
	f.cur = state{stack: f.slots.take(min(f.c.StackSize, 1024))[:0], bound: f.bitmap(locals), cell: f.bitmap(locals)}
	f.work, f.room = baseWork+workPerInstr*n, baseRoom+roomPerInstr*n
	for i := range f.c.TotalArgs() {
		f.cur.bound.add(i)
	}
	f.walk(0)
	f.settle()
}

// settle interprets from heads whose state has changed until none does.
func (f *flow) settle() {
	for again := true; again && f.err == nil; {
		again = false
		for w := range f.dirty {
			for f.dirty[w] != 0 && f.err == nil {
				again = true
				i := w<<6 + trailing(f.dirty[w])
				f.dirty.remove(i)
				f.spend(f.load(f.heads[i]))
				f.walk(i)
			}
		}
	}
}

func trailing(w uint64) int {
	n := 0
	for w&1 == 0 {
		w >>= 1
		n++
	}
	return n
}

// spend counts work.
func (f *flow) spend(n int) {
	if f.work -= n; f.work < 0 || f.room < 0 {
		f.fail("quota", 0, "the control flow is too complex")
	}
}

// load makes a head's state the current one.
func (f *flow) load(s *state) (cost int) {
	f.cur.stack = append(f.cur.stack[:0], s.stack...)
	copy(f.cur.bound, s.bound)
	copy(f.cur.cell, s.cell)
	return len(s.stack) + len(s.bound)
}

// walk interprets from one instruction to the end of its run, the state at its start being the current one.
func (f *flow) walk(i int) {
	f.handler = -1
	f.prev = nil
	for first := true; ; first = false {
		if i == len(f.instrs) {
			f.fail("fall-off", len(f.c.Bytecode), "control runs off the end of the code")
			return
		}
		in := &f.instrs[i]
		if f.facts.Heads.Has(int(in.off / 2)) {
			f.prev = nil
			if !first {
				f.joinTo(i, in, len(f.cur.stack))
				return
			}
			if f.heads[i] == nil {
				f.heads[i] = f.save(len(f.cur.stack))
			}
		}
		f.in = in
		f.reached.add(i)
		f.spend(1)
		if f.jumping {
			if f.joinJumps(i); f.err != nil {
				return
			}
		}
		f.joinHandler(in)
		f.step(in)
		if f.err != nil {
			return
		}
		if in.op == opcode.YIELD_VALUE {
			f.joinHandler(in)
		}
		f.facts.MaxStack = max(f.facts.MaxStack, len(f.cur.stack))
		if in.target >= 0 {
			f.jump(in)
		}
		if terminal(in.op) || f.err != nil {
			return
		}
		if in.op == opcode.POP_JUMP_IF_NONE {
			f.refine(&f.cur, in)
		}
		f.prev = in
		i++
	}
}

// jump joins the current state to that at an instruction's target.
func (f *flow) jump(in *instr) {
	depth := len(f.cur.stack)
	if in.op == opcode.POP_JUMP_IF_NOT_NONE && f.copied(in) {
		// Behind COPY 1 the value below was tested.
		was := f.cur.stack[depth-1]
		f.refine(&f.cur, in)
		f.joinTo(f.start(int(in.target)), in, depth)
		f.cur.stack[depth-1] = was
		return
	}
	f.joinTo(f.start(int(in.target)), in, depth)
}

// copied reports whether a test is of a copy of what is now the top of the stack.
func (f *flow) copied(in *instr) bool {
	return f.prev != nil && f.prev.op == opcode.COPY && f.prev.arg == 1
}

// refine notes that the top of the stack, of which in tested a copy, is not None.
func (f *flow) refine(s *state, in *instr) {
	if top := len(s.stack) - 1; f.copied(in) && s.stack[top].kind() == kindExcInfo {
		s.stack[top] = kindExc
		f.low = min(f.low, top)
	}
}

// joinHandler joins the state before in to that of the handler of its exceptions.
func (f *flow) joinHandler(in *instr) {
	if in.handler < 0 || never[in.op] {
		return
	}
	e := &f.facts.Handlers[in.handler]
	kept := len(f.cur.stack) - consumed(in)
	if kept < e.Depth {
		f.fail("handler-depth", int(in.off), "%s leaves %d values, its handler keeps %d", opcode.Name(in.op), max(kept, 0), e.Depth)
		return
	}
	if f.handler == in.handler && f.low >= e.Depth && !f.lost {
		return
	}
	f.handler, f.low, f.lost = in.handler, len(f.cur.stack), false
	work := append(f.entry[:0], f.cur.stack[:e.Depth]...)
	if e.LastI {
		work = append(work, kindLastI)
	}
	work = append(work, kindExc)
	full := f.cur.stack
	f.cur.stack, f.entry = work, work
	f.joinTo(f.start(e.Target), in, len(work))
	f.cur.stack = full
	f.facts.MaxStack = max(f.facts.MaxStack, len(work))
	if len(work) > f.c.StackSize {
		f.fail("stack-overflow", e.Target, "the handler's entry makes the stack %d deep, the limit is %d", len(work), f.c.StackSize)
	}
}

// consumed gives the number of values on top of the stack that may be gone when an instruction raises.
func consumed(in *instr) int {
	switch in.op {
	case opcode.LIST_APPEND, opcode.LIST_EXTEND, opcode.SET_ADD, opcode.SET_UPDATE, opcode.DICT_UPDATE, opcode.DICT_MERGE,
		opcode.SEND, opcode.CHECK_EXC_MATCH, opcode.RERAISE:
		return 1
	case opcode.MAP_ADD:
		return 2
	case opcode.FOR_ITER, opcode.GET_LEN, opcode.IMPORT_FROM, opcode.GET_ANEXT, opcode.MATCH_KEYS, opcode.WITH_EXCEPT_START, opcode.YIELD_VALUE:
		return 0
	}
	return opcode.Popped(in.op, uint32(in.arg))
}

// save copies the current state.
func (f *flow) save(depth int) *state {
	f.room -= depth + len(f.cur.bound)
	f.spend(depth + len(f.cur.bound))
	s := &f.states.take(1)[0]
	s.stack, s.bound, s.cell = f.slots.copied(f.cur.stack[:depth]), f.words.copied(f.cur.bound), f.words.copied(f.cur.cell)
	return s
}

// joinTo joins the current state to the one known at the head of a block. It reports whether that changed.
func (f *flow) joinTo(i int, from *instr, depth int) (changed bool) {
	s := f.heads[i]
	if s == nil {
		f.heads[i] = f.save(depth)
		f.dirty.add(i)
		return true
	}
	if len(s.stack) != depth {
		f.fail("stack-depth", int(f.instrs[i].off), "the stack is %d deep coming from offset %d, and %d deep otherwise", depth, from.off, len(s.stack))
		return false
	}
	f.spend(depth + len(s.bound))
	for j, a := range s.stack {
		if b := f.cur.stack[j]; a != b {
			if c := join(a, b); c != a {
				s.stack[j], changed = c, true
			}
		}
	}
	for j := range s.bound {
		b, c := s.bound[j]&f.cur.bound[j], s.cell[j]&f.cur.cell[j]
		if b != s.bound[j] || c != s.cell[j] {
			s.bound[j], s.cell[j], changed = b, c, true
		}
	}
	if changed {
		f.dirty.add(i)
	}
	return changed
}
