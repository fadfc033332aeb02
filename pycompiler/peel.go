// Peeling: of a function that calls itself, perhaps by way of another one, the part before its first call is compiled as part of the call. Half of
// the calls of such a function, or more, are those that end the recursion: they return from that part, so they need no frame.
//
//	def fib(n):
//	    if n < 2:        peeled: no frame
//	        return n     peeled
//	    return fib(n - 1) + ...
//	                  ^ here the frame is made, and code that begins with this instruction is called. Variables are passed as arguments are
//
// A call is peeled as it is inlined, see inline.go; the code that goes on with a frame does not know where it was called from.

package pycompiler

import (
	"slices"

	"github.com/psyco-go/psy/internal/vm/object"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// Limits of a function that is peeled: its variables with its stack, its instructions, and those that may be part of the call. The rest of the
// function is compiled once more for such calls, which large functions do not repay.
const (
	peeledFrame = 20
	peeledWhole = 100
	peeledCode  = 40
)

// opens reports whether calls of u may be peeled: some way leads from its beginning to a return by instructions that need no frame, and none to a
// loop.
func (u *Unit) opens() bool {
	if u.cannot || u.code.Flags&object.CoGenerators != 0 || u.nslots() > peeledFrame || u.count > peeledWhole || len(u.code.Handlers()) > 0 {
		return false
	}
	returns, seen := false, map[int]bool{}
	next := []int{0}
	for len(next) > 0 {
		i := next[len(next)-1]
		next = next[:len(next)-1]
		if seen[i] {
			continue
		}
		seen[i] = true
		in := u.in(i)
		switch {
		case u.is(heads, i) || len(seen) > peeledCode:
			return false
		case in.op == bc.RETURN_VALUE || in.op == bc.RETURN_CONST:
			returns = true
		case inlinable[in.op]:
			if bc.HasJump(in.op) {
				next = append(next, in.target())
			}
			if in.op != bc.JUMP_FORWARD {
				next = append(next, int(in.next))
			}
		}
	}
	return returns
}

// peels reports whether calls of u in the function being compiled are peeled.
func (c *compiler) peels(u *Unit) bool {
	return c.u.outer == nil && (c.in.op == bc.CALL || c.in.op == bc.CALL_KW) && c.u.recurses(u) && u.opens()
}

// recurses reports whether u calls itself by calling v: v is u, or has calls of u.
func (u *Unit) recurses(v *Unit) bool { return u == v || slices.Contains(v.callees, u.key()) }

// manyCallees is the number of functions that are remembered as called by another.
const manyCallees = 8

// noteCall remembers that u has a call of v.
func (u *Unit) noteCall(v *Unit) {
	if u != v && len(u.callees) < manyCallees && !slices.Contains(u.callees, v.key()) {
		u.callees = append(u.callees, v.key())
	}
}

// needsFrame reports whether the current instruction, in a peeled call, cannot be compiled without a frame.
func (c *compiler) needsFrame() bool {
	return c.u.peeled && (c.u.is(heads, c.start) || !inlinable[c.in.op] && !inRaise[c.in.op])
}

// pushPeeled makes the frame of a peeled call, and calls code that goes on at the index pc with what is known of the variables. Afterwards the state
// is the caller's, and the result is in RAX; raw: unboxed.
func (c *compiler) pushPeeled(pc int) (raw bool) {
	e, s, a, u := c.e, c.s, c.a, c.u
	nlocals, live := int(u.outer.code.NLocalsPlus), u.base-1
	s.Drop()
	slow, back := a.NewLabel(), a.NewLabel()
	a.Poll(x86.NoBreaker, slow)
	a.Bind(back)
	s.Cold(func() {
		a.Bind(slow)
		a.CallTo(e.thunks.poll)
		a.Jmp(back)
	})
	c.settleFirst(nlocals)
	for _, v := range s.Vars[u.base:s.Live()] {
		c.settleWith(v, s.Vars[nlocals:live])
		if v.Time == vinfo.Virtual && v.Rule >= staging.FirstRule {
			s.Force(v)
		}
	}
	s.SyncFirst(nlocals, live)
	fn, value := s.Vars[live], x86.NoReg
	if !fn.IsKnown() {
		value = s.InReg(fn)
		s.Pin(value)
	}
	frame := s.Temp()
	s.Pin(frame)
	a.Load(frame, threadMem(object.OffStackTop))
	to := staging.NewState(&e.shared, u.callee, int(u.code.NLocalsPlus), u.nslots())
	own := to.Asm
	to.Asm = a
	to.PC, to.Depth = pc, s.Depth
	p := passing{c: c, frame: frame, to: to, done: map[*Info]*Info{}, unbound: true}
	for k, v := range s.Vars[u.base:s.Live()] {
		to.Vars[k] = p.pass(v, k)
	}
	c.outside()
	c.savePC()
	s.Drop()
	s.ForgetFields()
	c.forgetDead(int(c.in.next))
	s.SaveRegs()
	a.UnaryM(x86.DEC, x86.W32, threadMem(object.OffDepth))
	c.enterFrame(frame, callee{u.code, u.globals, u.builtins, fn}, value, p.moves)
	to.Leave(p.moves)
	to.RawInts = true
	c.callCode(to)
	guess := c.guessRaw(u.callee, to)
	to.Asm = own
	to.Release()
	return c.isRaw(guess)
}
