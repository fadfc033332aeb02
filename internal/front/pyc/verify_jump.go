// What the verifier says of frames that a debugger moves: a jump from one instruction to another that the code itself does not make.

package pyc

import "github.com/psyco-go/psy/internal/vm/opcode"

// Jump is a move of a frame between two instructions, by the offsets of their first units.
type Jump struct{ From, To int }

// CanJump reports whether code stays sound when frames may also make the jumps, the last of them being new. A jump cuts the
// stack to the depth at its target, and gives locals that are unbound the value None. The jumps made before have to be told,
// since a frame that made one may hold other kinds of values than the code alone could leave. There is news if the jumps let
// the code meet other kinds of values than it meets without them. The stack is have values deep where the last jump starts, and
// keep where it ends.
func (c *Code) CanJump(jumps []Jump) (have, keep int, ok, news bool) {
	f := flow{c: c, facts: new(Facts), scratch: new(scratch)}
	for _, check := range []func(*flow){(*flow).checkCounts, (*flow).decode, (*flow).checkOperands, (*flow).checkTables, (*flow).checkStart} {
		if check(&f); f.err != nil {
			return 0, 0, false, false
		}
	}
	start := 0 // where RESUME is: what stands before must run once
	for f.instrs[start].op != opcode.RESUME {
		start++
	}
	f.jumps, f.depthAt = make(map[int][]int), make(map[int]int)
	f.facts.Heads.add(0) // all that can run is interpreted again from the heads
	for _, j := range jumps {
		from, to := f.start(j.From), f.start(j.To)
		if from < start || to < start {
			return 0, 0, false, false
		}
		f.jumps[from] = append(f.jumps[from], to)
		f.facts.Heads.add(j.To / 2)
	}
	if f.run(); f.err != nil {
		return 0, 0, false, false
	}
	for from, tos := range f.jumps {
		if !f.reached.Has(from) {
			return 0, 0, false, false
		}
		for _, to := range tos {
			if f.heads[to] == nil {
				return 0, 0, false, false
			}
		}
	}
	// The states without jumps are known: now the jumps are made from them.
	f.jumping = true
	for i, s := range f.heads {
		if s != nil {
			f.dirty.add(i)
		}
	}
	f.work += baseWork + len(jumps)*workPerInstr*len(f.instrs)
	f.settle()
	last := jumps[len(jumps)-1]
	return f.depthAt[f.start(last.From)], len(f.heads[f.start(last.To)].stack), f.err == nil, f.widened
}

// joinJumps joins the state before instruction i to those that frames may be moved to from there.
func (f *flow) joinJumps(i int) {
	for _, to := range f.jumps[i] {
		f.depthAt[i] = len(f.cur.stack)
		depth := len(f.heads[to].stack)
		if depth > len(f.cur.stack) {
			f.fail("jump", int(f.instrs[i].off), "the stack is too small for a jump to %d", f.instrs[to].off)
			return
		}
		full, bound := f.cur.stack, append(Bitmap(nil), f.cur.bound...)
		f.cur.stack = full[:depth]
		for k := range len(f.c.LocalsPlusKinds) {
			if f.c.LocalsPlusKinds[k]&KindLocal != 0 {
				f.cur.bound.add(k)
			}
		}
		if f.joinTo(to, &f.instrs[i], depth) {
			f.widened = true
		}
		f.cur.stack = full
		copy(f.cur.bound, bound)
	}
}
