// Unboxed results. A function that calls itself gets ints from itself as int64s: the carry flag tells them from objects, and from Null. Code for such
// a call has a state of its own (State.RawInts), so that whoever else calls the function gets an object.
//
//	mov rax, number            call code
//	add rsp, frame             jnc object     (or: jc int)
//	stc                        ...
//	ret
//
// Whatever else returns to machine code ends with an addition to RSP, which clears the flag.

package pycompiler

import (
	"slices"

	"github.com/psyco-go/psy/internal/insight/stats"
	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// results says what a function was seen to return when its code was compiled.
type results uint8

const (
	returnsInts results = 1 << iota
	returnsOthers
)

// takesRaw reports whether the call being compiled, of a function with the unit u, takes ints unboxed.
func (c *compiler) takesRaw(u *Unit) bool {
	return c.raw && u.count <= peeledWhole && (c.in.op == bc.CALL || c.in.op == bc.CALL_KW) && c.run.Read(func() uint64 { return b2u(c.u.recurses(u)) }) != 0
}

// rawInt puts the number of v into RAX, if v is an int that is no object yet.
func (c *compiler) rawInt(v *Info) bool {
	s, a := c.s, c.a
	ok := false
	switch {
	case v.Time == vinfo.CompileTime:
		if ok = Value(v.Known.Value).IsInt(); ok {
			a.MovRI(x86.RAX, uint64(Value(v.Known.Value).Int()))
		}
	case v.Time == vinfo.Virtual && v.Rule == staging.RuleInt:
		x := v.Items[staging.ItemValue]
		switch {
		case x.Flags&vinfo.Small == 0 && slices.Contains(s.Home, v): // a big int must stay the same object
		case x.IsKnown():
			a.MovRI(x86.RAX, x.Known.Value)
			ok = true
		default:
			if r := s.InReg(x); r != x86.RAX {
				a.Mov(x86.RAX, r)
			}
			ok = true
		}
	}
	if !c.run.Replaying() {
		if ok {
			c.u.ints |= returnsInts
		} else {
			c.u.ints |= returnsOthers
		}
	}
	return ok
}

// guessRaw guesses whether the result of a call of u's function, with the arguments in to, is an unboxed int.
func (c *compiler) guessRaw(u *Unit, to *State) bool {
	return c.run.Read(func() uint64 {
		switch u.ints {
		case returnsInts:
			return 1
		case 0: // not known yet: ints are often made from ints
			return b2u(slices.ContainsFunc(to.Vars[:to.NLocals], func(i *Info) bool { return hasClass(i, staging.ClassInt) }))
		}
		return 0
	}) != 0
}

// isRaw tests, after a call, whether its result is an unboxed int.
func (c *compiler) isRaw(guess bool) bool {
	if guess {
		return !c.when(stats.TypeMiss, c.onlyIf(x86.AE))
	}
	return c.when(stats.TypeMiss, c.onlyIf(x86.B))
}

// ranRaw is ranFor for an unboxed int.
func (c *compiler) ranRaw() outcome {
	c.s.Push(staging.NewInt(c.s.NewIn(vinfo.Int, vinfo.Reg(int(x86.RAX)))))
	return c.ranPython()
}
