// Package staging holds the state of the compiler: what is known of each variable, and which register or memory holds its value (paper: the
// PsycoObject). It must not know the bytecode, nor how Python values other than small ints and floats are made: the compiler gives it a Builder.
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

// Registers with a fixed role while compiled Python code runs; see x86 for R14, R15, RBP and RSP.
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

// NSpills is the number of words in an activation's native frame that may hold values.
//
//	| return address |
//	| spill 31       |
//	| ...            |
//	| spill 0        | <- RSP
const NSpills = 32

// FrameBytes is what a function's prologue subtracts from RSP. Together with the return address it keeps RSP aligned to 16 bytes.
const FrameBytes = NSpills*8 + 8

// allocatable are the registers for values, in the order of preference.
var allocatable = [...]x86.Reg{x86.RAX, x86.RCX, x86.RDX, x86.RBX, x86.RSI, x86.RDI, x86.R8, x86.R9, x86.R10, x86.R11}

const nXRegs = 15 // all but ZeroX

// ShuffledRegs is an order of the general registers for Shared.Regs.
func ShuffledRegs(seed int64) []x86.Reg {
	order := slices.Clone(allocatable[:])
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// Builder forces a virtual object: it emits the code that builds the object, and changes i to a boxed run-time or compile-time value.
type Builder func(s *State, i *Info)

// Shared is the part that all states of one compiler share.
type Shared struct {
	Build Builder
	Stats *stats.Stats
	Regs  []x86.Reg // the general registers in the order of allocation; nil: as in allocatable
	Tells bool      // snapshots record Info.By

	// Addresses of thunks that replace the topmost pushed word by a boxed value and preserve all registers:
	BoxBig  uintptr // for an int64 that is not a small int
	BoxWord uintptr // for a uint64 that is not a small int
	BoxNaN  uintptr // for the bits of a NaN

	spare []*State // released states, for reuse
}

// State is the state of the compiler between two instructions, or inside one.
//
// Vars are the variables of the running frame: localsplus, then the value stack. Home[n] is the vinfo whose boxed value memory slot n is known to
// hold. A variable is in sync if its Home is the variable's own vinfo.
type State struct {
	*Shared
	Asm *x86.Asm

	Unit    any // the compiler's unit of compilation
	PC      int // index of the next instruction's code unit
	NLocals int // the number of Vars that are localsplus
	Depth   int // the number of Vars that are the value stack
	Vars    []*Info
	Home    []*Info
	NHomes  int  // the number of Vars that have homes
	RawInts bool // the caller takes ints unboxed
	Begun   bool // the instruction at PC has begun: what is known may be what its first part has promoted

	regs     [32]*Info // the owner of each register
	spills   [NSpills]*Info
	colds    []func()
	literals []literal
	temps    []*Info // made in this instruction: live although no variable reaches them
	pinned   [32]uint8
	clock    uint32
	mark     uint32

	infos    []Info        // memory for the vinfos that Thaw makes
	items    []*Info       // and for their items
	knowns   []vinfo.Known // and for what is known of them
	packer   packer        // used by Freeze
	transfer transfer      // used by Move and Leave
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
		temps: s.temps[:0], infos: s.infos, items: s.items, knowns: s.knowns, packer: s.packer, transfer: s.transfer}
	return s
}

// cleared gives n zero elements, in list's memory if that is large enough.
func cleared[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// Release returns s to the pool. Its vinfos and emitter must not be used afterwards. A compilation makes many states, and allocating them each time
// would cost more time than the compilation itself.
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

// Begin is called at the start of each instruction: it forgets what only the last instruction needed.
func (s *State) Begin() {
	s.Drop()
	s.clock++
}

// Drop forgets temporaries and pins, which only the current instruction needs.
func (s *State) Drop() {
	clear(s.temps)
	s.temps = s.temps[:0]
	s.pinned = [32]uint8{}
}

// Keep keeps i alive until the end of the instruction.
func (s *State) Keep(i *Info) *Info {
	s.temps = append(s.temps, i)
	i.Used = s.clock
	return i
}

// walk calls f once for every vinfo that variables (but not homes) and temporaries reach.
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

// Walk calls f once for every vinfo that the state reaches.
func (s *State) Walk(f func(*Info)) { s.walk(f) }

// CountReferences sets Refs of all vinfos that the state reaches: how many variables, and items of vinfos, each of them is.
func (s *State) CountReferences() {
	s.mark++
	for _, v := range s.Vars[:s.Live()] {
		s.count(v)
	}
	for _, v := range s.temps {
		if v != nil && v.Mark != s.mark {
			s.count(v)
			v.Refs--
		}
	}
}

func (s *State) count(i *Info) {
	if i == nil {
		return
	}
	if i.Mark == s.mark {
		i.Refs++
		return
	}
	i.Mark, i.Refs = s.mark, 1
	for _, x := range i.Items {
		s.count(x)
	}
}

// Reclaim frees the registers and spill words of vinfos that nothing reaches.
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

// Lost gives a vinfo that a variable reaches and whose register or spill word belongs to another one, or to none: what lies there is not its value.
func (s *State) Lost() (lost *Info) {
	s.walk(func(i *Info) {
		switch p := i.Place; {
		case i.Time != vinfo.RunTime:
		case p.IsSpill() && s.spills[p.N()] != i, (p.IsReg() || p.IsXReg()) && s.regs[p] != i:
			lost = i
		}
	})
	return lost
}

// own records that i is in place p, a register or a spill word.
func (s *State) own(p Place, i *Info) {
	switch {
	case p.IsSpill():
		s.spills[p.N()] = i
	case p.IsReg(), p.IsXReg():
		s.regs[p] = i
	}
}

// Adopt rebuilds the tables of owners from the graph of vinfos, after the graph was built by hand.
func (s *State) Adopt() {
	s.regs = [32]*Info{}
	s.spills = [NSpills]*Info{}
	s.walk(func(i *Info) {
		if i.Time == vinfo.RunTime {
			s.own(i.Place, i)
		}
	})
}

// arrows are the counters of stage changes.
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

// DropCode discards the code emitted so far; the places of values do not change.
func (s *State) DropCode() {
	s.Asm.Reset()
	s.colds, s.literals = nil, nil
}

// ForgetFields forgets the known contents of words in memory, and reports whether there were any.
func (s *State) ForgetFields() (any bool) {
	s.walk(func(i *Info) {
		if HasFields(i) {
			i.Items, any = i.Items[:ItemField], true
		}
	})
	return any
}

// forgetField forgets the least recently used field; false: there is none.
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

// HasFields reports whether the content of any word of i in memory is known.
func HasFields(i *Info) bool {
	return i.Time == vinfo.RunTime && i.Kind == vinfo.Boxed && len(i.Items) > ItemField
}

// Become turns i into what x is, and gives x's place to i. Nothing else may refer to x.
func (s *State) Become(i, x *Info) {
	s.Count(i.Becomes(x))
	i.Used = s.clock
	if i.Time == vinfo.RunTime {
		s.own(i.Place, i)
	}
}
