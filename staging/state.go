// Package staging holds the state of the compiler: what is known of each variable, and which register or memory has it
// (paper: the PsycoObject). It must not know the bytecode, nor how Python values other than small ints and floats are made: the
// compiler gives it a Builder.
package staging

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

type (
	Info  = vinfo.Info
	Place = vinfo.Place
)

// Registers with a role while Python's code runs; see x86 for R14, R15, RBP and RSP.
//
//	R15  &Thread.Native; the thread's other fields lie at fixed distances (object.Off...)
//	R13  the running frame
//	R12  free for a few instructions, never across an allocation
//	X15  zero, as in Go
const (
	FrameReg = x86.R13
	Scratch  = x86.R12
	ZeroX    = x86.X15
)

// NSpills is how many words of its native frame an activation may use for values.
//
//	| return address |
//	| spill 31       |
//	| ...            |
//	| spill 0        | <- RSP
const NSpills = 32

// FrameBytes is what the entry of a function subtracts from RSP. With the return address it keeps 16-byte alignment.
const FrameBytes = NSpills*8 + 8

// allocatable are the registers given out, in the order of preference.
var allocatable = [...]x86.Reg{x86.RAX, x86.RCX, x86.RDX, x86.RBX, x86.RSI, x86.RDI, x86.R8, x86.R9, x86.R10, x86.R11}

const nXRegs = 15 // all but ZeroX

// ShuffledRegs is an order of the general registers for Shared.Regs.
func ShuffledRegs(seed int64) []x86.Reg {
	order := slices.Clone(allocatable[:])
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// Builder makes a virtual value real: it emits the code and changes i to a boxed run-time or compile-time value.
type Builder func(s *State, i *Info)

// Shared is what all states of one compiler share.
type Shared struct {
	Build Builder
	Stats *stats.Stats
	Regs  []x86.Reg // the general registers in the order in which they are given out; nil: as in allocatable
	Tells bool      // snapshots have Info.By

	// Addresses of thunks that replace the word pushed last by a boxed value and leave all registers as they are:
	BoxBig  uintptr // an int64 that is no small int
	BoxWord uintptr // a uint64 that is none
	BoxNaN  uintptr // the bits of a NaN

	spare []*State // released
}

// State is the state of the compiler between two instructions, or inside one.
//
// Vars are the variables of the running frame: localsplus, then the value stack; Home[n] is the vinfo whose boxed value memory slot
// n is known to hold. A variable whose Home is itself is in sync.
type State struct {
	*Shared
	Asm *x86.Asm

	Unit    any // what is compiled, for the compiler
	PC      int // index of the next instruction's code unit
	NLocals int // how many of Vars are localsplus
	Depth   int // how many follow on the stack
	Vars    []*Info
	Home    []*Info
	NHomes  int // how many of Vars have homes

	regs     [32]*Info // the owner of each register
	spills   [NSpills]*Info
	colds    []func()
	literals []literal
	temps    []*Info // made in this instruction: alive although no variable reaches them
	pinned   [32]uint8
	clock    uint32
	mark     uint32

	infos  []Info  // those that Thaw made
	items  []*Info // and what they have
	packer packer  // of Freeze
}

// NewState makes a state with room for n variables.
func NewState(sh *Shared, unit any, nlocals, n int) *State {
	var s *State
	if sh != nil && len(sh.spare) > 0 {
		s = sh.spare[len(sh.spare)-1]
		sh.spare = sh.spare[:len(sh.spare)-1]
		s.Asm.Reset()
	} else {
		s = &State{Asm: new(x86.Asm)}
	}
	*s = State{Shared: sh, Asm: s.Asm, Unit: unit, NLocals: nlocals, NHomes: n, Vars: cleared(s.Vars, n), Home: cleared(s.Home, n),
		temps: s.temps[:0], infos: s.infos, items: s.items, packer: s.packer}
	return s
}

// cleared gives list's memory, or new, with n zero elements.
func cleared[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// Release lets another state have the memory of s, to whose vinfos and emitter nothing may refer any more. A compilation makes many
// states, and Go's memory costs it more than its work.
func (s *State) Release() { s.spare = append(s.spare, s) }

// Top is the stack item n below the top (0: the top itself).
func (s *State) Top(n int) *Info { return s.Vars[s.NLocals+s.Depth-1-n] }

// Push and Pop change the stack. Pop frees no register: other variables may hold the same item.
func (s *State) Push(i *Info) {
	s.Vars[s.NLocals+s.Depth] = i
	s.Depth++
}

func (s *State) Pop(n int) {
	for ; n > 0; n-- {
		s.Depth--
		s.Vars[s.NLocals+s.Depth] = nil
	}
}

// Live is the number of Vars in use.
func (s *State) Live() int { return s.NLocals + s.Depth }

// Begin is called at the start of each instruction: what only the last one needed is forgotten.
func (s *State) Begin() {
	s.Drop()
	s.clock++
}

// Drop forgets what the instruction alone needs, pins included.
func (s *State) Drop() {
	clear(s.temps)
	s.temps = s.temps[:0]
	s.pinned = [32]uint8{}
}

// Keep makes i survive until the end of the instruction.
func (s *State) Keep(i *Info) *Info {
	s.temps = append(s.temps, i)
	i.Used = s.clock
	return i
}

// walk calls f for every vinfo that the variables, homes not included, and temporaries reach, once.
func (s *State) walk(f func(*Info)) {
	s.mark++
	for _, v := range s.Vars[:s.Live()] {
		s.visit(v, f)
	}
	for _, v := range s.temps {
		s.visit(v, f)
	}
}

func (s *State) visit(i *Info, f func(*Info)) {
	if i == nil || i.Mark == s.mark {
		return
	}
	i.Mark = s.mark
	f(i)
	for _, x := range i.Items {
		s.visit(x, f)
	}
}

// Walk calls f for every vinfo that the state reaches, once.
func (s *State) Walk(f func(*Info)) { s.walk(f) }

// Reclaim takes the registers and spill slots back from vinfos that nothing reaches.
func (s *State) Reclaim() {
	s.walk(func(*Info) {})
	for r, i := range s.regs {
		if i != nil && (i.Mark != s.mark || i.Place != Place(r)) {
			s.regs[r] = nil
		}
	}
	for n, i := range s.spills {
		if i != nil && (i.Mark != s.mark || i.Place != vinfo.Spill(n)) {
			s.spills[n] = nil
		}
	}
}

// own records that i is in place p, a register or a spill slot.
func (s *State) own(p Place, i *Info) {
	switch {
	case p.IsSpill():
		s.spills[p.N()] = i
	case p.IsReg(), p.IsXReg():
		s.regs[p] = i
	}
}

// Adopt rebuilds the tables of owners from the graph, after it was built by hand.
func (s *State) Adopt() {
	s.regs = [32]*Info{}
	s.spills = [NSpills]*Info{}
	s.walk(func(i *Info) {
		if i.Time == vinfo.RunTime {
			s.own(i.Place, i)
		}
	})
}

// arrows are the counters of changes.
var arrows = [vinfo.NumChanges]stats.Arrow{
	vinfo.VirtualToCompileTime: stats.VirtualToCompileTime, vinfo.VirtualToRunTime: stats.VirtualToRunTime, vinfo.VirtualToFixed: stats.VirtualToFixed,
	vinfo.CompileTimeToRunTime: stats.CompileTimeToRunTime, vinfo.RunTimeToFixed: stats.RunTimeToFixed,
}

// Count counts a change of a value's stage.
func (sh *Shared) Count(c vinfo.Change) {
	if c != vinfo.SameStage {
		sh.Stats.Stages[arrows[c]]++
	}
}

// String shows the variables.
func (s *State) String() string {
	out := fmt.Sprintf("pc %d", s.PC)
	for n, v := range s.Vars[:s.Live()] {
		if v == nil {
			continue
		}
		home := ""
		if s.Home[n] == v {
			home = " in sync"
		}
		if n < s.NLocals {
			out += fmt.Sprintf("\n  local %d: %s%s", n, v, home)
		} else {
			out += fmt.Sprintf("\n  stack %d: %s%s", n-s.NLocals, v, home)
		}
	}
	return out
}

// DropCode throws away what was emitted so far; places of values stay what they are.
func (s *State) DropCode() {
	s.Asm.Reset()
	s.colds, s.literals = nil, nil
}

// ForgetFields forgets what is known of words in memory, and reports whether anything was.
func (s *State) ForgetFields() (any bool) {
	s.walk(func(i *Info) {
		if HasFields(i) {
			i.Items, any = i.Items[:ItemField], true
		}
	})
	return any
}

// forgetField forgets the field that was used longest ago; false: there is none.
func (s *State) forgetField() bool {
	var of *Info
	at, age := 0, ^uint32(0)
	s.walk(func(i *Info) {
		for k := ItemField; HasFields(i) && k < len(i.Items); k++ {
			if x := i.Items[k]; x != nil && x.Used < age {
				of, at, age = i, k, x.Used
			}
		}
	})
	if of == nil {
		return false
	}
	of.Items[at] = nil
	for n := len(of.Items); n > ItemField && of.Items[n-1] == nil; n-- {
		of.Items = of.Items[:n-1]
	}
	return true
}

// HasFields reports whether words of i in memory are known.
func HasFields(i *Info) bool {
	return i.Time == vinfo.RunTime && i.Kind == vinfo.Boxed && len(i.Items) > ItemField
}

// Become turns i into what x, which nothing else refers to, is: its place is i's now.
func (s *State) Become(i, x *Info) {
	s.Count(i.Becomes(x))
	i.Used = s.clock
	if i.Time == vinfo.RunTime {
		s.own(i.Place, i)
	}
}
