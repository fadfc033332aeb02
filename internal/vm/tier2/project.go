// Projection: the likely path from a hot place, as tier 1's inline caches and branch histories tell it.

package tier2

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

const (
	maxUops  = 600 // of a superblock
	maxLevel = 4   // of inlined calls
)

// projector walks the bytecode.
type projector struct {
	block   superblock
	at      int // unit index in the innermost frame's code
	frames  []virtual
	e       *Engine
	calls   callee // of the call that is being added
	seq     int
	general bool
	unsure  bool                   // an op that may run any code has been added since the last check
	lines   map[*object.Code][]int //psy:root the block keeps them: the line of each unit
}

// callee is whose frame a call pushes; the zero callee: not known, or not to be inlined.
type callee struct {
	code              *object.Code //psy:root the engine keeps the functions of late, a class or global what is known
	globals, builtins *object.Dict //psy:root as the code
}

// virtual is a frame on the way: the one that the trace begins in, or a call that it goes through.
type virtual struct {
	code              *object.Code   //psy:root the block keeps it
	globals, builtins *object.Dict   //psy:root those of a frame or function that is alive
	known             []object.Value //psy:root alive: nothing else runs meanwhile. What is known of the stack's items, Null: nothing
	call              *bytecode      // that is being waited for
	init              bool           // it is of an __init__
	turned            bool           // it is a generator's, and has jumped back
}

// project gives the superblock that begins in fr at unit at with depth items on the stack; nil: not even the first instruction can be part of one.
// general: nothing is expected of the first instruction.
func (e *Engine) project(fr *object.Frame, at, depth int, general bool) *superblock {
	code := fr.Code
	p := &projector{at: at, general: general, e: e, frames: []virtual{{code: code, globals: fr.Globals, builtins: fr.Builtins, known: make([]object.Value, depth)}}}
	copy(p.frame().known, unsafe.Slice((*object.Value)(fr.Stack()), depth)) // for what it is worth: nothing says that it stays so
	p.block = superblock{code: code, start: at, depth: depth, codes: []*object.Code{code}}
	for n := 0; p.at >= 0; n++ {
		if len(p.block.uops) < maxUops && p.step() {
			continue
		}
		if n == 0 {
			return nil
		}
		p.seq--
		b := p.fetch()
		p.exits(bc.U_EXIT_TRACE, b, b.at)
		break
	}
	return &p.block
}

func (p *projector) last() *uop { return &p.block.uops[len(p.block.uops)-1] }

func (p *projector) frame() *virtual { return &p.frames[len(p.frames)-1] }

// fetch decodes the next instruction.
func (p *projector) fetch() *bytecode {
	b := decode(p.frame().code, p.at)
	if bc.Deopt[b.op] == bc.LOAD_ATTR {
		interp.RefreshAttr(p.e.rt.Main, b.code, b.last, b.arg)
		b.op, _ = interp.UnitAt(b.code, b.last)
	}
	b.level, b.seq, b.wide = len(p.frames)-1, p.seq, p.e.state(b.code).wide[b.at]
	b.globals, b.builtins = p.frame().globals, p.frame().builtins
	p.seq++
	if p.general && b.seq == 0 {
		b.op = bc.Deopt[b.op]
	}
	return b
}

func decode(code *object.Code, at int) *bytecode {
	b := &bytecode{code: code, at: at}
	op, arg := interp.UnitAt(code, at)
	for op == bc.EXTENDED_ARG {
		at++
		b.arg = (b.arg | arg) << 8
		op, arg = interp.UnitAt(code, at)
	}
	b.op, b.arg, b.last = op, b.arg|arg, at
	b.next = at + 1 + int(bc.Caches[bc.Deopt[op]])
	return b
}

// exits adds an op with a side exit.
func (p *projector) exits(op bc.Uop, of *bytecode, to int) {
	p.add(op, 0, 0, of)
	u := p.last()
	u.to, u.side = to, true
}

// add adds an op and follows what it does to the stack.
func (p *projector) add(op bc.Uop, arg uint32, x uint64, of *bytecode) {
	p.block.uops = append(p.block.uops, uop{op: op, arg: arg, x: x, of: of})
	f := p.frame()
	popped := op.Popped(arg)
	if len(f.known) < popped {
		panic("BUG: tier2: the stack is not as deep as " + of.String() + " wants it")
	}
	in := f.known[len(f.known)-popped:]
	out := make([]object.Value, op.Pushed(arg))
	switch op {
	case bc.U_LOAD_CONST:
		out[0] = *of.code.Consts.At(int(arg))
	case bc.U_LOAD_GLOBAL_MODULE, bc.U_LOAD_GLOBAL_BUILTINS:
		d := f.globals
		if op == bc.U_LOAD_GLOBAL_BUILTINS {
			d = f.builtins
		}
		if x < uint64(d.N) { // it may have changed since: only a guard can tell
			out[0] = d.Entries.At(int(x)).Val
		}
	case bc.U_LOAD_ATTR_METHOD_WITH_VALUES, bc.U_LOAD_ATTR_METHOD_NO_DICT, bc.U_LOAD_ATTR_METHOD_LAZY_DICT, bc.U_LOAD_ATTR_CLASS,
		bc.U_LOAD_ATTR_NONDESCRIPTOR_LAZY_DICT:
		out[0] = object.Value(x)
	case bc.U_COPY:
		copy(out, in)
		out[len(out)-1] = in[0]
	case bc.U_SWAP:
		copy(out, in)
		out[0], out[len(out)-1] = in[len(in)-1], in[0]
	case bc.U_CHECK_FUNCTION_EXACT_ARGS, bc.U_CHECK_FUNCTION_VERSION, bc.U_CHECK_METHOD_VERSION:
		p.calls = p.e.called(uint32(x))
		copy(out, in)
	case bc.U_LOAD_ATTR_PROPERTY_FRAME:
		p.calls = calleeOf(object.As[object.Function](object.Value(x)))
	case bc.U_CHECK_INIT:
		p.calls = callee{}
		if v := in[0]; v != object.Null && object.IsType(v) && object.As[object.Type](v).Version == uint32(x) {
			p.calls = calleeOf(object.As[object.Function](object.As[object.Type](v).InitCache))
		}
		copy(out, in)
	case bc.U_LOAD_ATTR_GETATTRIBUTE_FRAME:
		p.calls = callee{}
	default:
		if len(in) == len(out) && carries(op) {
			copy(out, in)
		}
	}
	if form := alone(op); form != nil && form.skips { // it drops its result too
		out = nil
	}
	f.known = append(f.known[:len(f.known)-popped], out...)
}

// carries reports whether an op leaves its inputs as they are.
func carries(op bc.Uop) bool {
	form := alone(op)
	if form == nil {
		return false
	}
	for i, it := range form.out {
		if it.from != i+1 {
			return false
		}
	}
	return true
}

// small is an op that leaves ints that are not small to tier 1, in place of one that makes any.
func small(op bc.Uop) bc.Uop {
	switch op {
	case bc.U_BINARY_OP_ADD_INT:
		return bc.U_ADD_INT
	case bc.U_BINARY_OP_SUBTRACT_INT:
		return bc.U_SUBTRACT_INT
	case bc.U_BINARY_OP_MULTIPLY_INT:
		return bc.U_MULTIPLY_INT
	}
	return op
}

// expand adds the ops of an instruction.
func (p *projector) expand(b *bytecode, uses []bc.UopUse) {
	for _, use := range uses {
		arg, x := b.arg, uint64(0)
		cache := unsafe.Add(b.code.First, 2*(b.last+int(use.Offset)))
		switch use.Size {
		case 1:
			x = uint64(*(*uint16)(cache))
		case 2:
			x = uint64(*(*uint32)(cache))
		case 4:
			x = *(*uint64)(cache)
		case 5:
			arg >>= 4
		case 6:
			arg &= 15
		}
		op := use.Uop
		if op == bc.U_CHECK_PERIODIC { // whatever ends a trace or closes its loop asks
			p.unsure = true
			continue
		}
		if !b.wide {
			op = small(op)
		}
		if (op == bc.U_PUSH_FRAME || op == bc.U_PUSH_FRAME_PENDING) && p.calls.code != nil && len(p.frames) <= maxLevel {
			op = bc.U_ENTER_INLINED
		}
		p.add(op, arg, x, b)
		u := p.last()
		u.cached, u.callee = use.Size == 1 || use.Size == 2 || use.Size == 4, p.calls.code
	}
}

// passive instructions only move values, or check by themselves: what has been run before them matters to those behind them.
var passive = [256]bool{bc.NOP: true, bc.LOAD_FAST: true, bc.LOAD_FAST_LOAD_FAST: true, bc.LOAD_CONST: true, bc.STORE_FAST: true,
	bc.STORE_FAST_LOAD_FAST: true, bc.STORE_FAST_STORE_FAST: true, bc.POP_TOP: true, bc.PUSH_NULL: true, bc.COPY: true, bc.SWAP: true,
	bc.JUMP_FORWARD: true, bc.RESUME_CHECK: true, bc.JUMP_BACKWARD: true, bc.JUMP_BACKWARD_NO_INTERRUPT: true}

// sameLine reports whether an instruction is of the line of the one before it: tracing begins with the next.
func (p *projector) sameLine(b *bytecode) bool {
	last := p.last().of
	if last.code != b.code {
		return false
	}
	lines := p.lines[b.code]
	if lines == nil {
		lines = b.code.Lines()
		if p.lines == nil {
			p.lines = map[*object.Code][]int{}
		}
		p.lines[b.code] = lines
	}
	return lines[last.last] == lines[b.last]
}

// step adds an instruction; false: it cannot be part of a superblock. p.at < 0: the superblock has ended.
func (p *projector) step() bool {
	b := p.fetch()
	if p.unsure && !(passive[b.op] && p.sameLine(b)) {
		p.add(bc.U_CHECK_VALIDITY, 0, 0, b)
		p.unsure = false
	}
	switch b.op {
	case bc.RESUME_CHECK:
		if len(p.frames) == 1 {
			p.add(bc.U_POLL, 0, 0, b)
			p.unsure = false
		}
		p.at = b.next
		return true
	case bc.JUMP_FORWARD:
		p.at = b.target()
		return true
	case bc.JUMP_BACKWARD, bc.JUMP_BACKWARD_NO_INTERRUPT:
		p.back(b)
		return true
	case bc.FOR_ITER_GEN:
		if g := p.generator(); g != nil {
			p.resume(b, g)
			return true
		}
	case bc.YIELD_VALUE:
		p.yields(b)
		return true
	case bc.POP_JUMP_IF_FALSE, bc.POP_JUMP_IF_TRUE, bc.POP_JUMP_IF_NONE, bc.POP_JUMP_IF_NOT_NONE:
		p.branch(b)
		return true
	case bc.RETURN_VALUE, bc.RETURN_CONST:
		if len(p.frames) > 1 && p.frame().code.Flags&object.CoGenerator != 0 {
			return false
		}
		p.returns(b)
		return true
	case bc.FOR_ITER:
		p.exits(bc.U_FOR_ITER_TIER_TWO, b, b.target())
		p.at, p.unsure = b.next, true
		return true
	case bc.FOR_ITER_LIST:
		p.loop(b, bc.U_ITER_CHECK_LIST, bc.U_GUARD_NOT_EXHAUSTED_LIST, bc.U_ITER_NEXT_LIST)
		return true
	case bc.FOR_ITER_TUPLE:
		p.loop(b, bc.U_ITER_CHECK_TUPLE, bc.U_GUARD_NOT_EXHAUSTED_TUPLE, bc.U_ITER_NEXT_TUPLE)
		return true
	case bc.FOR_ITER_RANGE:
		p.loop(b, bc.U_ITER_CHECK_RANGE, bc.U_GUARD_NOT_EXHAUSTED_RANGE, bc.U_ITER_NEXT_RANGE)
		return true
	}
	uses := bc.Expansion(b.op)
	for _, use := range uses {
		if !table().within[use.Uop] || use.Size == 3 {
			return false
		}
	}
	if uses == nil {
		return false
	}
	begun := len(p.block.uops)
	p.expand(b, uses)
	p.at = b.next
	for _, u := range p.block.uops[begun:] {
		form := alone(u.op)
		if form != nil && form.skips {
			p.at++ // it does what the next instruction, which has no cache, would do
		}
		p.unsure = p.unsure || form != nil && form.runs
		switch {
		case u.op == bc.U_PUSH_FRAME, u.op == bc.U_PUSH_FRAME_PENDING, u.op == bc.U_WAKE_FRAME, form != nil && form.ends && form.frame:
			p.at = -1
		case u.op == bc.U_ENTER_INLINED:
			p.enter(b)
		}
	}
	return true
}

// loop adds an iteration. The loop's end is a side exit.
func (p *projector) loop(b *bytecode, check, guard, next bc.Uop) {
	p.add(check, 0, 0, b)
	p.exits(guard, b, b.target())
	p.add(next, 0, 0, b)
	p.at = b.next
}

// back ends the superblock with a jump back: into a loop if it is to where the superblock began.
func (p *projector) back(b *bytecode) {
	p.at = -1
	if len(p.frames) == 1 && b.target() == p.block.start && len(p.frame().known) == p.block.depth {
		p.block.loops, p.block.end, p.block.turn = true, b, p.seq
		return
	}
	if f := p.frame(); f.code.Flags&object.CoGenerator != 0 && !f.turned { // what a generator does between two values is part of the loop over it
		f.turned = true
		p.at = b.target()
		return
	}
	p.add(bc.U_POLL, 0, 0, b)
	p.exits(bc.U_EXIT_TRACE, b, b.target())
}

// branch adds the guard that the likely way is taken.
func (p *projector) branch(b *bytecode) {
	history := *(*uint16)(unsafe.Add(b.code.First, 2*(b.last+1)))
	likely := bits.OnesCount16(history) >= 8 // the condition's truth, or that a value is None
	guards := [2]bc.Uop{bc.U_GUARD_IS_FALSE_POP, bc.U_GUARD_IS_TRUE_POP}
	jumps := b.op == bc.POP_JUMP_IF_TRUE || b.op == bc.POP_JUMP_IF_NONE // if so
	if b.op == bc.POP_JUMP_IF_NONE || b.op == bc.POP_JUMP_IF_NOT_NONE {
		guards = [2]bc.Uop{bc.U_GUARD_IS_NOT_NONE_POP, bc.U_GUARD_IS_NONE_POP}
	}
	guard, on, off := guards[0], b.next, b.target()
	if likely {
		guard = guards[1]
	}
	if likely == jumps {
		on, off = off, on
	}
	p.exits(guard, b, off)
	p.at = on
}

// calleeOf is a function that can be part of a superblock.
func calleeOf(fn *object.Function) callee {
	code := fn.Code
	if code.Flags&object.CoGenerators != 0 || !fits(code) || code.FirstTraceable >= code.NUnits {
		return callee{}
	}
	if op, _ := interp.UnitAt(code, int(code.FirstTraceable)); op != bc.RESUME_CHECK && op != bc.ENTER_EXECUTOR {
		return callee{} // it has not run yet, or is watched
	}
	return callee{code, fn.Globals, fn.Builtins}
}

// fits reports whether all of a frame can be reached by the operands of an instruction.
func fits(code *object.Code) bool { return code.FrameSize < 1<<15 }

// enter goes on in the function that has been called.
func (p *projector) enter(b *bytecode) {
	code := p.calls.code
	p.frame().call = b
	p.frames = append(p.frames, virtual{code: code, globals: p.calls.globals, builtins: p.calls.builtins, init: b.op == bc.CALL_ALLOC_AND_ENTER_INIT})
	p.calls = callee{}
	if !slices.Contains(p.block.codes, code) {
		p.block.codes = append(p.block.codes, code)
	}
	p.at = 0
	p.last().callee = code
}

// generator is the one on top of the stack, if it can be part of the superblock.
func (p *projector) generator() *object.Generator {
	f := p.frame()
	v := f.known[len(f.known)-1]
	if v == object.Null || !v.IsExact(object.TGenerator) || len(p.frames) > maxLevel {
		return nil
	}
	g := object.As[object.Generator](v)
	if g.State != object.GenSuspended || !fits(g.Code) {
		return nil
	}
	return g
}

// resume goes on where the generator waits.
func (p *projector) resume(b *bytecode, g *object.Generator) {
	fr := g.Frame()
	p.add(bc.U_CHECK_GENERATOR, 0, uint64(uintptr(fr.PC)), b)
	p.last().cached = true
	p.add(bc.U_FOR_ITER_GEN_FRAME, b.arg, 0, b)
	p.add(bc.U_ENTER_INLINED, 0, 0, b)
	depth := int(uintptr(fr.SP)-uintptr(fr.Stack()))/8 + 1 // and what is sent
	known := make([]object.Value, depth)
	copy(known, unsafe.Slice((*object.Value)(fr.Stack()), depth-1))
	p.calls = callee{g.Code, fr.Globals, fr.Builtins}
	p.enter(b)
	p.last().depth = depth
	p.frame().known = known
	p.at = int(uintptr(fr.PC)-uintptr(g.Code.First)) / 2
}

// yields goes on in the loop over the generator; the frame that the superblock began in may have been resumed by anybody.
func (p *projector) yields(b *bytecode) {
	if len(p.frames) == 1 {
		p.add(bc.U_YIELD_DYNAMIC, b.arg, 0, b)
		p.at = -1
		return
	}
	p.add(bc.U_YIELD_INLINED, b.arg, 0, b)
	p.leave()
}

// leave goes on in the caller, which gets a value.
func (p *projector) leave() {
	p.frames = p.frames[:len(p.frames)-1]
	f := p.frame()
	f.known = append(f.known, object.Null)
	p.at = f.call.next
}

// returns goes on in the caller. It is not known where the frame that the superblock began in returns to.
func (p *projector) returns(b *bytecode) {
	if b.op == bc.RETURN_CONST {
		p.add(bc.U_LOAD_CONST, b.arg, 0, b)
	}
	if len(p.frames) == 1 {
		p.add(bc.U_RETURN, 0, 0, b)
		p.at = -1
		return
	}
	if p.frame().init {
		p.add(bc.U_INIT_RESULT, 0, 0, b)
	}
	p.add(bc.U_LEAVE_INLINED, 0, 0, b)
	p.leave()
}
