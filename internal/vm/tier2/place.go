// Placement: a superblock becomes an executor. Stack items that are variables or constants are not copied to the stack but taken from where they
// are, results that are stored at once go to the variable, ops that often follow each other become one.

package tier2

import (
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
)

// entry is a stack item: in memory, where it belongs, or not yet there.
type entry struct {
	kind where
	n    int          // the local variable
	v    object.Value //psy:root a constant of the superblock's code
}

type where uint8

const (
	inMemory where = iota
	isLocal
	isConst
)

// frame is what is known of a frame that the trace goes through.
type frame struct {
	code  *object.Code //psy:root the superblock has it
	stack []entry
}

// local and slot are the places of variables and stack items, in bytes from the frame's header.
func local(n int) uint16 { return uint16(object.FrameHeader) + 8*uint16(n) }

func (f *frame) slot(n int) uint16 { return local(int(f.code.NLocalsPlus) + n) }

// placer makes an executor.
type placer struct {
	block  *superblock
	frames []frame
	insts  []interp.Inst
	sites  []interp.Site
	exits  []interp.Exit
	of     *bytecode // that is being placed,
	depth  int       // and how deep the stack was before it
	closed int       // the instructions that nothing may be moved into: control comes in behind them
}

// place makes an executor of a superblock.
func place(b *superblock, places *interp.Places) *interp.Executor {
	p := &placer{block: b, frames: []frame{{code: b.code, stack: make([]entry, b.depth)}}}
	top := 0
	for i := 0; i < len(b.uops); {
		if b.loops && i == b.top && i > 0 {
			p.all()
			top = len(p.insts)
			p.closed = top
		}
		i += p.op(i)
	}
	if b.loops {
		p.all()
		p.depth = len(p.frame().stack)
		p.emit(interp.Inst{Op: interp.JumpToTop, Arg: uint32(b.turn), X: interp.TopOf(top)}, b.end)
		p.deopt(b.end)
	}
	ex := interp.NewExecutor(len(p.insts), places)
	for i := range p.insts {
		in, site := ex.At(i)
		*in, *site = p.insts[i], p.sites[i]
	}
	ex.Exits = p.exits
	for i := range ex.Exits {
		ex.Exits[i].Of = ex
	}
	return ex
}

func (p *placer) frame() *frame { return &p.frames[len(p.frames)-1] }

// emit adds an instruction of a bytecode.
func (p *placer) emit(in interp.Inst, b *bytecode) *interp.Inst {
	p.insts = append(p.insts, in)
	site := interp.Site{PC: b.pc(), Size: uint16(b.next - b.last), Deopt: -1, Side: -1, Begun: uint32(b.seq), Done: uint32(b.seq) + 1}
	p.sites = append(p.sites, site)
	return &p.insts[len(p.insts)-1]
}

func (p *placer) site() *interp.Site { return &p.sites[len(p.sites)-1] }

// exit is a way out to a unit of the innermost frame's code, with the stack as it is.
func (p *placer) exit(unit int) int16 {
	f := p.frame()
	x := interp.Exit{PC: pcOf(f.code, unit), SP: f.slot(len(f.stack))}
	for n, e := range f.stack {
		switch e.kind {
		case isLocal:
			x.Moves = append(x.Moves, interp.Move{From: local(e.n), To: f.slot(n)})
		case isConst:
			x.Moves = append(x.Moves, interp.Move{To: f.slot(n), Const: e.v})
		}
	}
	p.exits = append(p.exits, x)
	return int16(len(p.exits) - 1)
}

func (p *placer) deopt(b *bytecode) {
	f := p.frame()
	now := f.stack
	if len(now) < p.depth {
		panic("BUG: tier2: " + b.String() + " leaves in its midst")
	}
	f.stack = now[:p.depth] // what it has pushed itself is not there yet
	n := p.exit(b.at)
	f.stack = now
	switch x := &p.exits[n]; p.insts[len(p.insts)-1].Op {
	case interp.T_POLL, interp.T_CHECK_VALIDITY, interp.T_RETURN, interp.JumpToTop:
		x.Poll = true
	default:
		x.Deopt, x.First = true, b.seq == 0
	}
	p.site().Deopt = n
}

// settle puts stack item n into memory.
func (p *placer) settle(n int, b *bytecode) {
	f := p.frame()
	e := &f.stack[n]
	switch e.kind {
	case isLocal:
		p.emit(interp.Inst{Op: interp.T_MOVE, A: local(e.n), B: f.slot(n)}, b)
	case isConst:
		p.emit(interp.Inst{Op: interp.T_LOAD_CONST_INLINE, A: f.slot(n), X: uint64(e.v)}, b)
	}
	e.kind = inMemory
}

func (p *placer) settleAll(from, to int, b *bytecode) {
	for n := from; n < to; n++ {
		p.settle(n, b)
	}
}

// all puts everything into memory.
func (p *placer) all() { p.settleAll(0, len(p.frame().stack), p.block.end) }

// settleLocals puts copies of variable n among the first stack items into memory; n < 0: of all variables.
func (p *placer) settleLocals(n, below int, b *bytecode) {
	f := p.frame()
	for k := range f.stack[:below] {
		if e := f.stack[k]; e.kind == isLocal && (n < 0 || e.n == n) {
			p.settle(k, b)
		}
	}
}

func (p *placer) push(e entry) {
	f := p.frame()
	f.stack = append(f.stack, e)
}

func (p *placer) pop() (e entry, n int) {
	f := p.frame()
	n = len(f.stack) - 1
	e, f.stack = f.stack[n], f.stack[:n]
	return e, n
}

// op places uop i, with what follows if they are executed as one, and returns how many.
func (p *placer) op(i int) int {
	u := &p.block.uops[i]
	f := p.frame()
	if u.of != p.of {
		p.of, p.depth = u.of, len(f.stack)
	}
	switch u.op {
	case bc.U_NOP:
		return 1
	case bc.U_LOAD_FAST:
		p.push(entry{kind: isLocal, n: int(u.arg)})
		return 1
	case bc.U_LOAD_CONST:
		p.push(entry{kind: isConst, v: *f.code.Consts.At(int(u.arg))})
		return 1
	case bc.U_LOAD_CONST_INLINE:
		p.push(entry{kind: isConst, v: object.Value(u.x)})
		return 1
	case bc.U_PUSH_NULL:
		p.push(entry{kind: isConst, v: object.Null})
		return 1
	case bc.U_POP_TOP, bc.U_END_FOR:
		p.pop()
		return 1
	case bc.U_STORE_FAST:
		p.store(int(u.arg), u.of)
		return 1
	case bc.U_COPY:
		n := len(f.stack) - int(u.arg)
		e := f.stack[n]
		if e.kind == inMemory {
			p.emit(interp.Inst{Op: interp.T_MOVE, A: f.slot(n), B: f.slot(len(f.stack))}, u.of)
		}
		p.push(e)
		return 1
	case bc.U_SWAP:
		p.swap(len(f.stack)-int(u.arg), len(f.stack)-1, u.of)
		return 1
	}
	for _, k := range table().byFirst[u.op] {
		if n := len(ops[k].ops); p.matches(k, i) {
			p.form(k, p.block.uops[i:i+n])
			return n
		}
	}
	panic("BUG: tier2: no form of " + u.op.String())
}

// store takes the top of the stack into variable n.
func (p *placer) store(n int, b *bytecode) {
	f := p.frame()
	copies := false
	for _, e := range f.stack[:len(f.stack)-1] {
		copies = copies || e.kind == isLocal && e.n == n
	}
	if copies {
		p.settleLocals(n, len(f.stack)-1, b)
	}
	e, at := p.pop()
	switch e.kind {
	case isLocal:
		if e.n != n {
			p.emit(interp.Inst{Op: interp.T_MOVE, A: local(e.n), B: local(n)}, b)
		}
	case isConst:
		p.emit(interp.Inst{Op: interp.T_LOAD_CONST_INLINE, A: local(n), X: uint64(e.v)}, b)
	default:
		if copies || !p.redirect(f.slot(at), local(n)) {
			p.emit(interp.Inst{Op: interp.T_MOVE, A: f.slot(at), B: local(n)}, b)
		}
	}
}

// redirect makes the last instruction, if it writes a word to from, write it to another place: nothing has happened since.
func (p *placer) redirect(from, to uint16) bool {
	if len(p.insts) == p.closed {
		return false
	}
	in := &p.insts[len(p.insts)-1]
	if in.Op == interp.JumpToTop {
		return false
	}
	out := ops[in.Op].out
	for _, it := range out { // a second output in the same place: the order matters
		if it.operand > 0 && *operand(in, it.operand) == to {
			return false
		}
	}
	for _, it := range out {
		if it.operand > 0 && !it.array && *operand(in, it.operand) == from {
			*operand(in, it.operand) = to
			return true
		}
	}
	return false
}

// swap exchanges stack items.
func (p *placer) swap(a, b int, of *bytecode) {
	f := p.frame()
	x, y := &f.stack[a], &f.stack[b]
	switch {
	case x.kind == inMemory && y.kind == inMemory:
		p.emit(interp.Inst{Op: interp.T_EXCHANGE, A: f.slot(a), B: f.slot(b), C: f.slot(a), D: f.slot(b)}, of)
	case x.kind == inMemory:
		p.emit(interp.Inst{Op: interp.T_MOVE, A: f.slot(a), B: f.slot(b)}, of)
	case y.kind == inMemory:
		p.emit(interp.Inst{Op: interp.T_MOVE, A: f.slot(b), B: f.slot(a)}, of)
	}
	*x, *y = *y, *x
}

// matches reports whether the ops from i on are those of a form, and its constant input, if it has one, is constant.
func (p *placer) matches(k interp.TraceOp, i int) bool {
	form := &ops[k]
	if end := i + len(form.ops); end > len(p.block.uops) || i < p.block.top && end > p.block.top {
		return false
	}
	list := p.block.uops[i : i+len(form.ops)]
	for n, op := range form.ops {
		if list[n].op != op {
			return false
		}
	}
	if form.immediate == 0 {
		return true
	}
	f := p.frame()
	at := len(f.stack)
	for n := len(form.in) - 1; n >= form.immediate-1; n-- {
		at -= form.in[n].size(list[0].arg)
	}
	return f.stack[at].kind == isConst
}

// form places a form.
func (p *placer) form(k interp.TraceOp, list []uop) {
	form, f, b := &ops[k], p.frame(), list[0].of
	in := interp.Inst{Op: k}
	caches := []*uint64{&in.X, &in.Y}
	if form.immediate > 0 {
		caches = caches[1:]
	}
	for _, u := range list {
		if u.op.Flags()&bc.FlagArg != 0 {
			in.Arg = u.arg
		}
		if u.cached {
			*caches[0] = u.x
			caches = caches[1:]
		}
	}
	sizes := make([]int, len(form.in))
	base, arrays := len(f.stack), false
	for n := range form.in {
		sizes[n] = form.in[n].size(in.Arg)
		base -= sizes[n]
		arrays = arrays || form.in[n].array && form.in[n].operand > 0
	}
	if form.raises || form.escapes {
		if _, depth, _, ok := interp.Handler(f.code, b.last); ok {
			p.settleAll(0, min(depth, base), b)
		}
	}
	switch {
	case form.frame:
		kept := base // what stays below the frame that is entered
		for _, it := range form.out {
			if it.from > 0 {
				kept += it.size(in.Arg)
			}
		}
		p.settleAll(0, kept, b)
	case form.locals:
		p.settleLocals(-1, len(f.stack), b)
	case form.runs:
		p.settleLocals(-1, base, b)
	}
	at := base
	for n := range form.in {
		it := &form.in[n]
		switch {
		case form.immediate == n+1:
			in.X = uint64(f.stack[at].v)
		case it.operand == 0, sizes[n] == 0 && !it.array:
		case arrays:
			p.settleAll(at, at+sizes[n], b)
			*operand(&in, it.operand) = f.slot(at)
		default:
			if f.stack[at].kind == isConst {
				p.settle(at, b)
			}
			if e := f.stack[at]; e.kind == isLocal {
				*operand(&in, it.operand) = local(e.n)
			} else {
				*operand(&in, it.operand) = f.slot(at)
			}
		}
		at += sizes[n]
	}
	p.emit(in, b)
	if form.deopts {
		p.deopt(b)
	}
	p.outputs(form, list, base, sizes)
}

// outputs makes the stack what it is after a form, whose instruction is the last one.
func (p *placer) outputs(form *op, list []uop, base int, sizes []int) {
	f := p.frame()
	inputs := append([]entry(nil), f.stack[base:]...)
	f.stack = f.stack[:base]
	last := &list[len(list)-1]
	p.site().Done = uint32(last.of.seq) + 1
	for _, u := range list {
		if u.side {
			n := p.exit(u.to)
			p.site().Side = n
			if u.to == u.of.at { // nothing of it has been done
				p.site().Done--
			}
		}
	}
	kept := base // what stays below a frame that is pushed
	for _, it := range form.out {
		if it.from == 0 {
			break
		}
		kept += it.size(list[0].arg)
	}
	p.site().SP = f.slot(kept)
	in := &p.insts[len(p.insts)-1]
	if last.op == bc.U_LEAVE_INLINED || last.op == bc.U_YIELD_INLINED {
		p.frames = p.frames[:len(p.frames)-1]
		f = p.frame()
		in.B = f.slot(len(f.stack))
		p.push(entry{})
		return
	}
	if form.skips { // it has done what the next bytecode does, which drops its result
		return
	}
	type move struct{ from, to int }
	var moves []move
	for _, it := range form.out {
		size := it.size(in.Arg)
		if it.from > 0 {
			from := 0
			for _, n := range sizes[:it.from-1] {
				from += n
			}
			for k := range size {
				if e := inputs[from+k]; e.kind == inMemory && base+from+k != len(f.stack) {
					moves = append(moves, move{base + from + k, len(f.stack)})
				}
				p.push(inputs[from+k])
			}
			continue
		}
		if it.operand > 0 {
			*operand(in, it.operand) = f.slot(len(f.stack))
		}
		for range size {
			p.push(entry{})
		}
	}
	for _, m := range moves {
		p.emit(interp.Inst{Op: interp.T_MOVE, A: f.slot(m.from), B: f.slot(m.to)}, last.of)
	}
	if last.op == bc.U_ENTER_INLINED {
		p.frames = append(p.frames, frame{code: last.callee, stack: make([]entry, last.depth)})
	}
}

// operand is a field of an instruction by its number from 1.
func operand(in *interp.Inst, n int) *uint16 {
	return [...]*uint16{&in.A, &in.B, &in.C, &in.D, &in.E}[n-1]
}
