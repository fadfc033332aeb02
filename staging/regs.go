// Allocation of registers, and moves between registers and memory.

package staging

import (
	"encoding/binary"
	"slices"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// SlotMem is the memory of slot n of the running frame; SpillMem is that of word n of the native frame.
func SlotMem(n int) x86.Mem  { return x86.Ptr(FrameReg, int32(object.FrameHeader)+int32(n)*8) }
func SpillMem(n int) x86.Mem { return x86.Ptr(x86.RSP, int32(n)*8) }

// Mem is the memory of a place that is not a register.
func Mem(p Place) x86.Mem {
	if p.IsSlot() {
		return SlotMem(p.N())
	}
	return SpillMem(p.N())
}

// Pin keeps a register from being allocated until Unpin.
func (s *State) Pin(r x86.Reg)   { s.pinned[r]++ }
func (s *State) Unpin(r x86.Reg) { s.pinned[r]-- }

// PinX is Pin for SSE registers.
func (s *State) PinX(x x86.XReg) { s.pinned[vinfo.XReg(int(x))]++ }

// free finds a free register among candidates. If there is none, it forgets fields, and then spills the least recently used value.
func (s *State) free(candidates func(yield func(p Place) bool)) Place {
	found := vinfo.NoPlace
	find := func() bool {
		candidates(func(p Place) bool {
			if s.regs[p] == nil && s.pinned[p] == 0 {
				found = p
			}
			return found == vinfo.NoPlace
		})
		return found != vinfo.NoPlace
	}
	if find() {
		return found
	}
	for more := true; more; more = s.forgetField() {
		s.Reclaim()
		if find() {
			return found
		}
	}
	victim, age := vinfo.NoPlace, ^uint32(0)
	candidates(func(p Place) bool {
		if s.pinned[p] == 0 && s.regs[p].Used < age {
			victim, age = p, s.regs[p].Used
		}
		return true
	})
	if victim == vinfo.NoPlace {
		panic("BUG: staging: all registers are pinned")
	}
	s.Spill(s.regs[victim])
	return victim
}

func generalRegs(yield func(Place) bool) {
	for _, r := range allocatable {
		if !yield(vinfo.Reg(int(r))) {
			return
		}
	}
}

// regOrder is generalRegs in the order of Shared.Regs.
func (s *State) regOrder(yield func(Place) bool) {
	if s.Regs == nil {
		generalRegs(yield)
		return
	}
	for _, r := range s.Regs {
		if !yield(vinfo.Reg(int(r))) {
			return
		}
	}
}

func xRegs(yield func(Place) bool) {
	for x := 0; x < nXRegs; x++ {
		if !yield(vinfo.XReg(x)) {
			return
		}
	}
}

// NewReg makes a run-time value in a free general register, which the caller must write.
func (s *State) NewReg(kind vinfo.Kind) *Info {
	i := vinfo.NewRun(kind, s.free(s.regOrder))
	s.own(i.Place, i)
	return s.Keep(i)
}

// NewX makes a run-time float in a free SSE register, which the caller must write.
func (s *State) NewX() *Info {
	i := vinfo.NewRun(vinfo.Float, s.free(xRegs))
	s.own(i.Place, i)
	return s.Keep(i)
}

// NewIn makes a run-time value in register p, which Claim has freed or a call has just set.
func (s *State) NewIn(kind vinfo.Kind, p Place) *Info {
	i := vinfo.NewRun(kind, p)
	s.own(p, i)
	return s.Keep(i)
}

// Claim frees the register p: its value moves elsewhere.
func (s *State) Claim(p Place) {
	i := s.regs[p]
	if i == nil {
		return
	}
	s.Reclaim()
	if i = s.regs[p]; i == nil {
		return
	}
	if s.pinned[p] != 0 {
		panic("BUG: staging: claim of a pinned register")
	}
	s.pinned[p]++
	from := p
	candidates := generalRegs
	if p.IsXReg() {
		candidates = xRegs
	}
	to := vinfo.NoPlace
	candidates(func(q Place) bool {
		if s.regs[q] == nil && s.pinned[q] == 0 {
			to = q
			return false
		}
		return true
	})
	s.pinned[p]--
	if to == vinfo.NoPlace {
		s.Spill(i)
		return
	}
	if p.IsXReg() {
		s.Asm.MovXX(x86.XReg(to.N()), x86.XReg(from.N()))
	} else {
		s.Asm.Mov(x86.Reg(to.N()), x86.Reg(from.N()))
	}
	s.regs[from], s.regs[to], i.Place = nil, i, to
}

// Temp gives a general register that belongs to no value, TempX an SSE register. The register becomes free at the next Begin or the next
// allocation, so use it at once, or Pin it.
func (s *State) Temp() x86.Reg   { return x86.Reg(s.free(s.regOrder).N()) }
func (s *State) TempX() x86.XReg { return x86.XReg(s.free(xRegs).N()) }

// Spill moves a value from its register to memory: to its home if that is in sync, else to the native frame. If the native frame is full, Spill
// panics with TooComplex.
func (s *State) Spill(i *Info) {
	from := i.Place
	if i.Kind == vinfo.Boxed {
		for n, h := range s.Home {
			if h == i {
				s.release(from)
				i.Place = vinfo.Slot(n)
				return
			}
		}
	}
	n := s.freeSpill()
	if from.IsXReg() {
		s.Asm.MovsdMR(SpillMem(n), x86.XReg(from.N()))
	} else {
		s.Asm.Store(SpillMem(n), x86.Reg(from.N()))
	}
	s.release(from)
	s.spills[n], i.Place = i, vinfo.Spill(n)
}

// TooComplex is Spill's panic value. It ends the current compilation.
type TooComplex struct{}

// crowd is the greatest number of values that may need a word of the native frame, for a call, when an instruction begins. The remaining words are
// for values that the instruction makes.
const crowd = NSpills - 12

// Relax moves variables to their homes, boxed, until few enough values may need a word of the native frame.
func (s *State) Relax() {
	if s.owned(false) <= crowd {
		return
	}
	s.Reclaim()
	for n := 0; n < min(s.Live(), s.NHomes) && s.owned(true) > crowd; n++ {
		i := s.Vars[n]
		if i == nil || i.Time == vinfo.CompileTime {
			continue
		}
		s.Sync(n)
		class, known := Class(i)
		if MayBeObject(i) {
			known = false
		}
		if i.Time == vinfo.Virtual {
			s.Become(i, &Info{Time: vinfo.RunTime, Place: vinfo.Slot(n), Flags: vinfo.NotNull})
		}
		i.Items = nil
		if known {
			i.Items = []*Info{NewClass(class)}
		}
		s.Reclaim()
	}
}

// owned is the number of values in registers and in words of the native frame. With spill, it counts only those that would lie in the native frame
// during a call.
func (s *State) owned(spill bool) (n int) {
	for _, i := range s.regs {
		if i != nil && !(spill && i.Kind == vinfo.Boxed && slices.Contains(s.Home, i)) {
			n++
		}
	}
	for _, i := range s.spills {
		if i != nil {
			n++
		}
	}
	return n
}

func (s *State) freeSpill() int {
	for try := 0; try < 2; try++ {
		for n, i := range s.spills {
			if i == nil {
				return n
			}
		}
		s.Reclaim()
	}
	panic(TooComplex{})
}

// InUse gives a bit for each word of the native frame that holds a value, and a bit for each slot of the value stack in use; the last bit stands
// for all further slots. The given number of operands above the stack are in use too. Call InUse after SaveRegs: it ignores values in registers.
func (s *State) InUse(operands int) (words, slots uint32) {
	slot := func(n int) {
		if n >= s.NLocals {
			slots |= 1 << min(n-s.NLocals, 31)
		}
	}
	s.walk(func(i *Info) {
		switch {
		case i.Time != vinfo.RunTime:
		case i.Place.IsSpill():
			words |= 1 << i.Place.N()
		case i.Place.IsSlot():
			slot(i.Place.N())
		}
	})
	for n := s.NLocals; n < s.Live()+operands; n++ {
		if n >= s.Live() || s.Home[n] != nil && s.Home[n] == s.Vars[n] {
			slot(n)
		}
	}
	return words, slots
}

// WipeSpills clears the free words of the native frame: the collector would take what earlier calls and values left there for references.
func (s *State) WipeSpills() {
	s.Reclaim()
	for n := range s.spills {
		if s.spills[n] != nil {
			continue
		}
		if n&1 == 0 && s.spills[n+1] == nil {
			s.Asm.MovupsMR(SpillMem(n), ZeroX)
		} else if n&1 == 0 || s.spills[n-1] != nil {
			s.Asm.MovsdMR(SpillMem(n), ZeroX)
		}
	}
}

func (s *State) release(p Place) {
	switch {
	case p.IsSpill():
		s.spills[p.N()] = nil
	case p.IsReg(), p.IsXReg():
		s.regs[p] = nil
	}
}

// InReg loads i, a run-time or compile-time word other than a float, into a general register. A compile-time value is loaded into a temporary
// register, and its vinfo does not change.
func (s *State) InReg(i *Info) x86.Reg {
	i.Used = s.clock
	switch {
	case i.Time == vinfo.CompileTime:
		r := s.NewReg(i.Kind) // kept until the instruction's end
		s.Asm.MovRI(x86.Reg(r.Place.N()), i.Known.Value)
		return x86.Reg(r.Place.N())
	case i.Time == vinfo.Virtual:
		s.Build(s, i)
		return s.InReg(i)
	case i.Place.IsReg():
		return x86.Reg(i.Place.N())
	}
	p := s.free(s.regOrder)
	s.Asm.Load(x86.Reg(p.N()), Mem(i.Place))
	s.release(i.Place)
	s.own(p, i)
	i.Place = p
	return x86.Reg(p.N())
}

// InX loads i, a float, into an SSE register.
func (s *State) InX(i *Info) x86.XReg {
	i.Used = s.clock
	if i.Time == vinfo.RunTime && i.Place.IsXReg() {
		return x86.XReg(i.Place.N())
	}
	if i.Time == vinfo.CompileTime {
		x := s.NewX()
		s.loadFloat(x86.XReg(x.Place.N()), i.Known.Value)
		return x86.XReg(x.Place.N())
	}
	p := s.free(xRegs)
	s.Asm.MovsdRM(x86.XReg(p.N()), Mem(i.Place))
	s.release(i.Place)
	s.own(p, i)
	i.Place = p
	return x86.XReg(p.N())
}

// loadFloat loads the float with the given bits.
func (s *State) loadFloat(x x86.XReg, bits uint64) {
	if bits == 0 {
		s.Asm.ZeroX(x)
		return
	}
	s.Asm.MovsdRM(x, s.Literal(bits))
}

// literal is constant data after the code.
type literal struct {
	words []uint64
	label x86.Label
}

// Literal is the memory of words known while compiling, for example of a float. It is aligned to its size.
func (s *State) Literal(words ...uint64) x86.Mem {
	for _, l := range s.literals {
		if slices.Equal(l.words, words) {
			return x86.At(l.label)
		}
	}
	l := literal{words, s.Asm.NewLabel()}
	s.literals = append(s.literals, l)
	return x86.At(l.label)
}

// EmitLiterals emits the literals, after all other code of the buffer.
func (s *State) EmitLiterals() {
	for _, l := range s.literals {
		s.Asm.AlignTo(8 * len(l.words))
		s.Asm.Bind(l.label)
		for _, w := range l.words {
			s.Asm.Bytes(binary.LittleEndian.AppendUint64(nil, w)...)
		}
	}
	s.literals = nil
}

// KeepOff moves any other value that lies in memory slot n to a register, since the slot is about to be written.
func (s *State) KeepOff(n int) {
	h := s.Home[n]
	if h == nil || h.Time != vinfo.RunTime || h.Place != vinfo.Slot(n) {
		s.Home[n] = nil
		return
	}
	s.Home[n] = nil
	if s.reaches(h) {
		s.InReg(h)
	}
}

// reaches reports whether a variable or temporary reaches i.
func (s *State) reaches(i *Info) bool {
	s.walk(func(*Info) {})
	return i.Mark == s.mark
}
