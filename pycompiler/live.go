// Liveness of locals: what is known of a local that will be overwritten must not make further versions.

package pycompiler

import (
	"math"
	"slices"

	bc "github.com/psyco-go/psy/internal/vm/opcode"
	"github.com/psyco-go/psy/vinfo"
)

// liveness tells, for each instruction, which of the first 64 locals may be read before they are written. Few sets of locals are different.
type liveness struct {
	at   []uint16 // the index of the set, by the index of the code unit
	sets []uint64 // the first one is of all locals, for code with too many sets
}

// of is the set of the locals that are live at pc.
func (l *liveness) of(pc int) uint64 { return l.sets[l.at[pc]] }

func newLiveness(live []uint64) liveness {
	l := liveness{at: make([]uint16, len(live)), sets: []uint64{math.MaxUint64}}
	index := map[uint64]uint16{}
	for pc, set := range live {
		n, ok := index[set]
		if !ok && len(l.sets) <= math.MaxUint16 {
			n = uint16(len(l.sets))
			index[set] = n
			l.sets = append(l.sets, set)
		}
		l.at[pc] = n
	}
	l.sets = slices.Clip(l.sets)
	return l
}

func (u *Unit) liveLocals() liveness {
	live := make([]uint64, u.units()+1)
	handlers := u.code.Handlers()
	for changed := true; changed; {
		changed = false
		for i := u.units() - 1; i >= 0; i-- {
			if !u.is(starts, i) {
				continue
			}
			in := u.in(i)
			now := uint64(0)
			switch in.op {
			case bc.RETURN_VALUE, bc.RETURN_CONST, bc.RAISE_VARARGS, bc.RERAISE:
			case bc.JUMP_FORWARD, bc.JUMP_BACKWARD, bc.JUMP_BACKWARD_NO_INTERRUPT:
				now = live[in.target()]
			default:
				now = live[in.next]
				if bc.HasJump(in.op) {
					now |= live[in.target()]
				}
			}
			bit := func(n uint32) uint64 { return 1 << n } // 0 for locals beyond the first 64
			switch in.op {
			case bc.STORE_FAST:
				now &^= bit(in.arg)
			case bc.STORE_FAST_STORE_FAST:
				now &^= bit(in.arg>>4) | bit(in.arg&15)
			case bc.STORE_FAST_LOAD_FAST:
				now = (now | bit(in.arg&15)) &^ bit(in.arg>>4)
			case bc.LOAD_FAST_LOAD_FAST:
				now |= bit(in.arg>>4) | bit(in.arg&15)
			default:
				if bc.HasLocal(in.op) || bc.HasFree(in.op) {
					now |= bit(in.arg)
				}
			}
			for _, h := range handlers {
				if int(in.at)*2 >= h.Start && int(in.at)*2 < h.End {
					now |= live[h.Target/2]
				}
			}
			if now|live[i] != live[i] {
				live[i] |= now
				changed = true
			}
		}
	}
	return newLiveness(live)
}

// forgetDead forgets what is known of locals that are not live at pc. The locals keep their values, which are visible in the frame.
func (c *compiler) forgetDead(pc int) {
	s := c.s
	counted := false
	for n, i := range s.Vars[:s.NLocals] {
		if i == nil || i.Time == vinfo.CompileTime || !c.isDead(n, pc) {
			continue
		}
		if i.Time == vinfo.RunTime && isInSlot(i, n) {
			continue
		}
		if !counted && i.Time == vinfo.RunTime && i.Kind == vinfo.Boxed {
			s.CountReferences()
			counted = true
		}
		switch {
		case i.Time == vinfo.RunTime && i.Kind == vinfo.Boxed && i.Refs == 1:
			counted = counted && len(i.Items) == 0 // its items have a reference less
			i.Items, i.Flags, i.Not = nil, 0, 0
		case s.InSync(n) && i.Place != vinfo.Slot(n):
			s.Vars[n] = inSlot(n)
			s.Home[n] = s.Vars[n]
			i.Refs--
			counted = counted && i.Refs > 0
		}
	}
}

// isDead reports whether variable n is a local that, as far as is known, is written before it is read from pc on.
func (c *compiler) isDead(n, pc int) bool {
	s, u := c.s, c.u
	if u.live.at == nil {
		u.live = u.liveLocals()
	}
	k := n - u.base
	return n < s.NLocals && k >= 0 && k < 64 && u.live.of(pc)>>k&1 == 0
}

// references counts the variables and the items of vinfos that are i.
func (c *compiler) references(i *Info) int {
	i.Refs = 0 // nothing may reach it
	c.s.CountReferences()
	return int(i.Refs)
}
