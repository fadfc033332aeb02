// Test of unification, with execution of the emitted code.

//go:build linux && amd64

package dispatcher

import (
	"math/rand/v2"
	"testing"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/staging/stagingtest"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// places hands out places at random, each once.
type places struct {
	r                          *rand.Rand
	regs, xregs, spills, slots []int
}

var allocatable = []int{0, 1, 2, 3, 6, 7, 8, 9, 10, 11}

func newPlaces(r *rand.Rand, nslots int) *places {
	regs := make([]int, len(allocatable))
	for k, n := range r.Perm(len(regs)) {
		regs[k] = allocatable[n]
	}
	return &places{r: r, regs: regs, xregs: r.Perm(15), spills: r.Perm(staging.NSpills - 8), slots: r.Perm(nslots)}
}

func take(list *[]int) int {
	n := (*list)[0]
	*list = (*list)[1:]
	return n
}

func (p *places) next(kind vinfo.Kind) vinfo.Place {
	for {
		switch p.r.IntN(4) {
		case 0:
			if len(p.slots) > 0 && kind == vinfo.Boxed {
				return vinfo.Slot(take(&p.slots))
			}
		case 1:
			if len(p.spills) > 0 {
				return vinfo.Spill(take(&p.spills))
			}
		default:
			if kind == vinfo.Float && len(p.xregs) > 0 {
				return vinfo.XReg(take(&p.xregs))
			}
			if kind != vinfo.Float && len(p.regs) > 4 { // some registers are left for boxing
				return vinfo.Reg(take(&p.regs))
			}
		}
	}
}

// leaf is a run-time word with its place in the snapshot and its place in the state.
type leaf struct {
	frozen, now *Info
	value       uint64
}

func TestUnify(t *testing.T) {
	machine := stagingtest.New(t)
	shared := machine.Shared(t)
	seeds := 10000
	if testing.Short() {
		seeds = 1000
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		n := 1 + r.IntN(14)
		slots := n + r.IntN(4)
		fp, np := newPlaces(r, slots), newPlaces(r, slots)
		machine.W.Randomize(r)
		var leaves []leaf
		add := func(kind vinfo.Kind, flags vinfo.Flags, value uint64) (f, x *Info) {
			f = vinfo.NewRun(kind, fp.next(kind))
			for _, l := range leaves { // one value of the state may match two of the snapshot
				if l.now.Kind == kind && kind == vinfo.Boxed && r.IntN(6) == 0 {
					leaves = append(leaves, leaf{f, l.now, l.value})
					return f, l.now
				}
			}
			x = vinfo.NewRun(kind, np.next(kind))
			if r.IntN(5) == 0 {
				x.Flags |= vinfo.NotNull // more is known
			}
			f.Flags, x.Flags = f.Flags|flags, x.Flags|flags
			leaves = append(leaves, leaf{f, x, value})
			return f, x
		}
		fs := staging.NewState(shared, unit, n, slots)
		s := staging.NewState(shared, unit, n, slots)
		boxed := make([]uint64, n) // the variables' values
		for k := range n {
			f, x := &fs.Vars[k], &s.Vars[k]
			switch r.IntN(6) {
			case 0:
				v := r.Int64N(1 << 40)
				*f, *x = constant(v), constant(v)
				boxed[k] = (*x).Known.Value
			case 1:
				v := r.Int64N(1<<48) - 1<<47
				a, b := add(vinfo.Int, vinfo.Small, uint64(v))
				*f, *x = staging.NewInt(a), staging.NewInt(b)
				boxed[k] = uint64(object.SmallInt(v))
			case 2:
				v := object.Float(r.NormFloat64())
				a, b := add(vinfo.Float, 0, uint64(v)-1<<49)
				*f, *x = staging.NewFloat(a), staging.NewFloat(b)
				boxed[k] = uint64(v)
			default:
				*f, *x = add(vinfo.Boxed, 0, r.Uint64())
				for _, l := range leaves {
					if l.now == *x {
						boxed[k] = l.value
					}
				}
			}
		}
		for _, l := range leaves {
			*machine.W.At(l.now.Place) = l.value
			if l.frozen.Place.IsSlot() {
				fs.Home[l.frozen.Place.N()] = l.frozen
			}
			if l.now.Place.IsSlot() {
				s.Home[l.now.Place.N()] = l.now
			}
		}
		var inSync []int
		for k := range n {
			if s.Home[k] == nil && r.IntN(3) == 0 {
				s.Home[k] = s.Vars[k]
				*machine.W.At(vinfo.Slot(k)) = boxed[k]
			}
			if fs.Home[k] == nil && r.IntN(3) == 0 {
				fs.Home[k] = fs.Vars[k]
				inSync = append(inSync, k)
			}
		}
		fs.Adopt()
		s.Adopt()

		d := New(0, stats.New())
		v := d.Add(fs.Freeze(), true, nil)
		m := d.Find(KeyOf(s), s, anyNumber)
		if m.How < Lossy || m.Version != v {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, m.How, v.Text(nil), s)
		}
		text := s.String()
		machine.Run(t, s, func() { d.Unify(s, v) })
		check := func(p vinfo.Place, want uint64) {
			if got := *machine.W.At(p); got != want {
				code, _ := s.Asm.Link(0)
				t.Fatalf("seed %d: %v: got %#x, want %#x\nsnapshot %s\nstate %s\n%s", seed, p, got, want, v.Text(nil), text, x86.Text(code, 0))
			}
		}
		for _, l := range leaves {
			check(l.frozen.Place, l.value)
		}
		for _, k := range inSync {
			check(vinfo.Slot(k), boxed[k])
		}

		again := v.Thaw(shared)
		d.Unify(again, v)
		if again.Asm.Len() != 0 {
			t.Fatalf("seed %d: unify emitted code for the snapshot's own state", seed)
		}
	}
}
