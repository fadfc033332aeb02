// The end of a buffer at a promotion: the code that follows is compiled when a value has been seen.

package promotion

import (
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// Compiler is what package promotion needs of the current run of the compiler.
type Compiler interface {
	State() *staging.State
	Read(f func() uint64) uint64 // f reads something that changes while the program runs; a replay gets the first run's answer
	When(cond x86.Cond) bool     // a run-time condition on the flags; true: the code being compiled is its rare side, where it holds
	Known(i *staging.Info, class uint64)
	Stub(sn *staging.Snapshot, w Awaited, jump func(l x86.Label) x86.Site) // adds a stub that awaits a value, and the jump to it
}

// Awaited describes what a stub waits for: a value of a state, for a switch or for a site.
type Awaited struct {
	Switch *Switch // nil: Site
	Site   *Site
	Info   int32 // the number of the value in the state: see Nth
	Case   int16 // the case of the switch; -1: the default
	Item   int16 // the operand that the value is: see Operand
}

// ClassIn gives the class of i if it is known. If it is not, and i may be of one of w's classes, stop is true: the caller must call Finish.
func (w *Switch) ClassIn(i *staging.Info) (class uint64, stop bool) {
	if class, ok := staging.Class(i); ok {
		return class, false
	}
	return 0, i.Time == vinfo.RunTime && !w.Refused(i.Not)
}

// Restart says that the current instruction must be compiled again, because more is known of one of its operands now.
type Restart bool

// Taken reports whether a restart is due, and clears it.
func (r *Restart) Taken() bool {
	was := *r
	*r = false
	return bool(was)
}

// Finish ends the code with a switch over the class of i (paper: psyco_finish_fixed_switch). Each case is compiled when it is first reached. If
// told has a class that was found here before, that class is expected again: a guard tests for it, and restart says that the code has not ended.
func (w *Switch) Finish(c Compiler, i *staging.Info, told *Told, at Operand, restart *Restart) {
	s := c.State()
	a := s.Asm
	if word := c.Read(func() uint64 { return told.At(at) }); word != 0 {
		class, hints := Class(word)
		if x, other := isOther(c, s.InReg(i), class); !other {
			c.Known(i, class)
			i.Not |= hints
			if x != nil {
				i.SetItem(staging.ItemValue, x)
			}
			*restart = true
			return
		}
	}
	v := s.InReg(i)
	sn := stop(s, i)
	n := NumberOf(s, i)
	stub := func(which int, jump func(l x86.Label) x86.Site) {
		c.Stub(sn, Awaited{Switch: w, Info: int32(n), Case: int16(which), Item: int16(at.Item)}, jump)
	}
	always := func(l x86.Label) x86.Site { return a.JmpSite(l) }
	var shapes []uint64
	t := staging.Scratch
	a.Mov(t, v)
	a.ShrI(t, intTag)
	for k, class := range w.Values {
		switch class {
		case staging.ClassInt:
			a.CmpI(t, ints)
			stub(k, jcc(a, x86.E))
		case staging.ClassFloat: // ints have been handled already
			a.Test(t, t)
			stub(k, jcc(a, x86.NE))
		default:
			shapes = append(shapes, class)
		}
	}
	def := a.NewLabel()
	if len(shapes) > 0 {
		a.Test(t, t)
		a.Jcc(x86.NE, def)
		a.CmpI(v, lastConstant)
		a.Jcc(x86.BE, def)
		a.MovRM(x86.W32, t, x86.Ptr(v, shapeAt))
		Emit(a, t, shapes, def, func(class uint64) { stub(w.Case(class), always) })
	}
	a.Bind(def)
	stub(-1, always)
}

// Finish ends the code at a promotion of i, or of its class (paper: psyco_finish_promotion).
func (st *Site) Finish(c Compiler, i *staging.Info) {
	s := c.State()
	s.InReg(i)
	sn := stop(s, i)
	c.Stub(sn, Awaited{Site: st, Info: int32(NumberOf(s, i))}, func(l x86.Label) x86.Site { return s.Asm.JmpSite(l) })
}

// stop is the state in which the code stops: of the instruction's own values it keeps only i, in a register.
func stop(s *staging.State, i *staging.Info) *staging.Snapshot {
	s.Begin()
	s.Keep(i)
	s.Reclaim()
	return s.Freeze()
}

// jcc gives the function that emits a conditional jump.
func jcc(a *x86.Asm, cond x86.Cond) func(l x86.Label) x86.Site {
	return func(l x86.Label) x86.Site { return a.JccSite(cond, l) }
}

// How code distinguishes values: see object.Value.
const (
	intTag       = 49
	ints         = 0x7FFF // above the tag: an int; 1 to ints-1: a float; 0: a constant or an object
	lastConstant = 4095
	shapeAt      = 0 // in an object
)

// isOther tests whether the value in r is of a class other than the given one of a fixed switch. If it is not, x is its unboxed number, or nil.
//
//	int:    value + 1<<49 carries, and has the int's 49 bits
//	float:  value - 1<<49 is the float, and less than 0x7FFE<<49
func isOther(c Compiler, r x86.Reg, class uint64) (x *staging.Info, other bool) {
	s := c.State()
	a := s.Asm
	offset := x86.Ptr(x86.CtxReg, staging.CtxFloatOffset)
	s.Pin(r)
	switch class {
	case staging.ClassInt:
		x = s.NewReg(vinfo.Int)
		xr := x86.Reg(x.Place.N())
		a.Mov(xr, r)
		a.AluRM(x86.ADD, x86.W64, xr, offset)
		if c.When(x86.AE) {
			return nil, true
		}
		a.ShlI(xr, 64-intTag)
		a.SarI(xr, 64-intTag)
		x.Flags |= vinfo.Small
		return x, false
	case staging.ClassFloat:
		t := s.Temp()
		x = s.NewX()
		a.Mov(t, r)
		a.AluRM(x86.SUB, x86.W64, t, offset)
		a.MovqXR(x86.XReg(x.Place.N()), t)
		a.ShrI(t, intTag)
		a.CmpI(t, ints-1)
		return x, c.When(x86.AE)
	}
	a.Lea(x86.W64, staging.Scratch, x86.Ptr(r, -lastConstant-1))
	a.ShrI(staging.Scratch, 48)
	if c.When(x86.NE) { // not an object
		return nil, true
	}
	a.AluMI(x86.CMP, x86.W32, x86.Ptr(r, shapeAt), int32(class))
	return nil, c.When(x86.NE)
}

// Guard emits a guard for code at the site: the word of i, in a register, must have the class or value key. miss gets the function that emits the
// jump for other values.
//
//	buffer: ... jmp -----> guard 1: not this? ---> guard 2: not this? ---> stub
//	                       code for 1              code for 2
func (st *Site) Guard(a *x86.Asm, i *staging.Info, key uint64, miss func(jump func(l x86.Label) x86.Site)) {
	v := x86.Reg(i.Place.N())
	t := staging.Scratch // the state must not change, since replays do not emit guards
	if !st.Class {
		a.MovRI(t, key)
		a.Cmp(v, t)
		miss(jcc(a, x86.NE))
		return
	}
	switch key {
	case staging.ClassInt:
		a.Mov(t, v)
		a.ShrI(t, intTag)
		a.CmpI(t, ints)
	case staging.ClassFloat:
		a.Mov(t, v)
		a.ShrI(t, intTag)
		a.SubI(t, 1)
		a.CmpI(t, ints-1)
		miss(jcc(a, x86.AE))
		return
	case staging.ClassBool:
		a.Mov(t, v)
		a.AluRI(x86.OR, x86.W64, t, 1)
		a.CmpI(t, int32(object.True))
	case staging.ClassNone:
		a.CmpI(v, int32(object.None))
	case staging.ClassOther: // neither an object nor one of the constants above
		a.CmpI(v, lastConstant)
		miss(jcc(a, x86.A))
		a.CmpI(v, int32(object.None))
		miss(jcc(a, x86.E))
		a.Mov(t, v)
		a.AluRI(x86.OR, x86.W64, t, 1)
		a.CmpI(t, int32(object.True))
		miss(jcc(a, x86.E))
		return
	default:
		a.Lea(x86.W64, t, x86.Ptr(v, -lastConstant-1))
		a.ShrI(t, 48)
		miss(jcc(a, x86.NE))
		a.AluMI(x86.CMP, x86.W32, x86.Ptr(v, shapeAt), int32(key))
	}
	miss(jcc(a, x86.NE))
}

// Nth finds the run-time value with the given number in the order of State.Walk; NumberOf is the inverse.
func Nth(s *staging.State, n int) (found *staging.Info) {
	s.Walk(func(i *staging.Info) {
		if i.Time == vinfo.RunTime {
			if n == 0 {
				found = i
			}
			n--
		}
	})
	return found
}

func NumberOf(s *staging.State, i *staging.Info) int {
	n, k := -1, 0
	s.Walk(func(x *staging.Info) {
		if x == i {
			n = k
		}
		if x.Time == vinfo.RunTime {
			k++
		}
	})
	return n
}
