// Parallel moves: many values move to many places at once.

package staging

import (
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// Move copies a run-time or compile-time word to a place. Only boxed values may go to frame slots.
type Move struct {
	From *Info
	To   Place
}

// Move emits moves that happen all at once, so that each target gets what its source held before. A source may have several targets; a target has
// one source. Other values that live in a target are moved elsewhere. Afterwards a run-time source lies in one of its targets. A compile-time
// source does not change, and its target belongs to no value. The processor's flags are preserved.
func (s *State) Move(moves []Move) {
	s.Reclaim()
	t := s.newTransfer(moves, true)
	for _, m := range moves {
		if i := t.occupant(m.To); i != nil && t.live(i) && !moving(moves, i) {
			moves = append(moves[:len(moves):len(moves)], Move{i, t.refuge(i)})
			t.add(moves[len(moves)-1])
		}
	}
	t.run()
}

// Leave is Move at the end of a buffer, where s ends. A value in a register is lost unless it is moved. In memory, only the targets are written: a
// call's arguments are passed this way while the caller's values stay in the native frame.
func (s *State) Leave(moves []Move) { s.newTransfer(moves, false).run() }

func moving(moves []Move, i *Info) bool {
	for _, m := range moves {
		if m.From == i {
			return true
		}
	}
	return false
}

// transfer is a parallel move in progress. Its tables are indexed by Place.
//
// A pending target that no pending move reads is written at once. Then its source has one reader less; if that was the last reader and the source
// is itself a target, it is written next. Only cycles without branches remain.
type transfer struct {
	s       *State
	moves   []Move
	consts  []Move
	source  []Place // of pending targets, else NoPlace
	readers []int16 // the number of pending moves that read the place
	taken   []bool  // sources and targets, which may not serve as scratch
	keep    bool    // registers that s owns may not serve as scratch either
}

func (s *State) newTransfer(moves []Move, keep bool) *transfer {
	max := vinfo.Spill(NSpills - 1)
	for _, m := range moves {
		if m.From.Time == vinfo.RunTime && m.From.Place > max {
			max = m.From.Place
		}
		if m.To > max {
			max = m.To
		}
	}
	t := &s.transfer
	n := int(max) + 1
	*t = transfer{s: s, keep: keep, moves: t.moves[:0], consts: t.consts[:0], source: cleared(t.source, n), readers: cleared(t.readers, n), taken: cleared(t.taken, n)}
	for p := range t.source {
		t.source[p] = vinfo.NoPlace
	}
	for _, m := range moves {
		t.add(m)
	}
	return t
}

func (t *transfer) add(m Move) {
	from := m.From.Place
	switch {
	case m.From.Time == vinfo.Virtual:
		panic("BUG: staging: move of a virtual value")
	case m.To.IsSlot() && m.From.Kind != vinfo.Boxed:
		panic("BUG: staging: move of an unboxed value to a frame slot")
	}
	t.moves = append(t.moves, m)
	t.taken[m.To] = true
	if m.From.Time == vinfo.RunTime {
		t.taken[from] = true
	}
	switch {
	case m.To.IsSlot() && t.s.Home[m.To.N()] == m.From:
	case m.From.Time == vinfo.CompileTime:
		t.consts = append(t.consts, m)
	case from == m.To, t.source[m.To] == from:
	case t.source[m.To] != vinfo.NoPlace:
		panic("BUG: staging: two values move to " + m.To.String())
	default:
		t.source[m.To] = from
		t.readers[from]++
	}
}

// occupant is the value that lies in p.
func (t *transfer) occupant(p Place) *Info {
	i := (*Info)(nil)
	switch {
	case p.IsSlot():
		i = t.s.Home[p.N()]
	case p.IsSpill():
		i = t.s.spills[p.N()]
	default:
		i = t.s.regs[p]
	}
	if i != nil && i.Time == vinfo.RunTime && i.Place == p {
		return i
	}
	return nil
}

// live reports whether the last walk reached i.
func (t *transfer) live(i *Info) bool { return i.Mark == t.s.mark }

// refuge is the place to which i is moved to make room.
func (t *transfer) refuge(i *Info) Place {
	candidates := generalRegs
	if i.Kind == vinfo.Float {
		candidates = xRegs
	}
	if p := t.free(candidates); p != vinfo.NoPlace {
		return p
	}
	return t.freeSpill()
}

func (t *transfer) free(candidates func(func(Place) bool)) Place {
	found := vinfo.NoPlace
	candidates(func(p Place) bool {
		if !t.taken[p] && t.s.pinned[p] == 0 && (!t.keep || t.s.regs[p] == nil) {
			found = p
			return false
		}
		return true
	})
	return found
}

func (t *transfer) freeSpill() Place {
	for n := range NSpills {
		if p := vinfo.Spill(n); !t.taken[p] && t.s.spills[n] == nil {
			return p
		}
	}
	panic(TooComplex{})
}

func (t *transfer) run() {
	for _, m := range t.moves {
		if t.source[m.To] != vinfo.NoPlace && t.readers[m.To] == 0 {
			t.chain(m.To)
		}
	}
	for _, m := range t.moves {
		if t.source[m.To] != vinfo.NoPlace {
			t.cycle(m.To)
		}
	}
	t.settle()
	t.constants()
}

func (t *transfer) chain(to Place) {
	for {
		from := t.source[to]
		t.copy(to, from)
		t.source[to] = vinfo.NoPlace
		t.readers[from]--
		if t.readers[from] != 0 || t.source[from] == vinfo.NoPlace {
			return
		}
		to = from
	}
}

// cycle saves the content of start in Scratch, and rotates the rest of the cycle.
func (t *transfer) cycle(start Place) {
	saved := vinfo.Reg(int(Scratch))
	t.copy(saved, start)
	for to := start; ; {
		from := t.source[to]
		t.source[to] = vinfo.NoPlace
		t.readers[from]--
		if from == start {
			t.copy(to, saved)
			break
		}
		t.copy(to, from)
		to = from
	}
}

// copy copies one word. A copy from memory to memory goes through ZeroX if no register is free.
func (t *transfer) copy(to, from Place) {
	a := t.s.Asm
	switch {
	case to.IsReg() && from.IsReg():
		a.Mov(x86.Reg(to.N()), x86.Reg(from.N()))
	case to.IsReg() && from.IsXReg():
		a.MovqRX(x86.Reg(to.N()), x86.XReg(from.N()))
	case to.IsReg():
		a.Load(x86.Reg(to.N()), Mem(from))
	case to.IsXReg() && from.IsReg():
		a.MovqXR(x86.XReg(to.N()), x86.Reg(from.N()))
	case to.IsXReg() && from.IsXReg():
		a.MovXX(x86.XReg(to.N()), x86.XReg(from.N()))
	case to.IsXReg():
		a.MovsdRM(x86.XReg(to.N()), Mem(from))
	case from.IsReg():
		a.Store(Mem(to), x86.Reg(from.N()))
	case from.IsXReg():
		a.MovsdMR(Mem(to), x86.XReg(from.N()))
	default:
		by := t.free(generalRegs)
		if by == vinfo.NoPlace {
			by = vinfo.XReg(int(ZeroX))
			defer a.ZeroX(ZeroX)
		}
		t.copy(by, from)
		t.copy(to, by)
	}
}

// settle records the new places of the values.
func (t *transfer) settle() {
	s := t.s
	clear(t.taken)
	for _, m := range t.moves {
		t.taken[m.To] = m.From.Time == vinfo.RunTime
		if m.To.IsSlot() {
			s.Home[m.To.N()] = m.From
		} else {
			s.release(m.To)
		}
	}
	for _, m := range t.moves {
		i := m.From
		if i.Time == vinfo.RunTime && (i.Mark != settled || better(i, m.To)) {
			i.Mark = settled
			if t.occupant(i.Place) == i {
				s.release(i.Place)
			}
			i.Place = m.To
			s.own(m.To, i)
		}
	}
	for _, m := range t.moves {
		m.From.Mark = 0
	}
}

// settled marks the vinfos that were given one of their targets as their place.
const settled = ^uint32(0)

// better reports whether p suits i better than its current target.
func better(i *Info, p Place) bool {
	suits := func(p Place) bool { return p.IsXReg() && i.Kind == vinfo.Float || p.IsReg() && i.Kind != vinfo.Float }
	return suits(p) && !suits(i.Place)
}

// constants loads the compile-time sources; those that may need the scratch register go first.
func (t *transfer) constants() {
	a := t.s.Asm
	for _, m := range t.consts {
		v := m.From.Known.Value
		switch {
		case m.To.IsReg():
		case m.To.IsXReg() && v == 0:
			a.ZeroX(x86.XReg(m.To.N()))
		case m.To.IsXReg():
			a.MovRI(Scratch, v)
			a.MovqXR(x86.XReg(m.To.N()), Scratch)
		case int64(v) == int64(int32(v)):
			a.MovMI(x86.W64, Mem(m.To), int32(v))
		default:
			a.MovRI(Scratch, v)
			a.Store(Mem(m.To), Scratch)
		}
	}
	for _, m := range t.consts {
		if m.To.IsReg() {
			a.MovRI(x86.Reg(m.To.N()), m.From.Known.Value)
		}
	}
}
