// Random sequences of the operations that the compiler performs on a state, executed and compared with a model.

//go:build linux && amd64

package staging_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	. "github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/staging/stagingtest"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// model knows the value of every vinfo of a state.
type model struct {
	*State
	r     *rand.Rand
	words map[*Info]uint64 // of run-time vinfos
}

// boxed is the Python value of i.
func (m *model) boxed(i *Info) uint64 {
	switch {
	case i.Time == vinfo.CompileTime:
		return i.Known.Value
	case i.Time == vinfo.RunTime:
		return m.words[i]
	}
	x := i.Items[ItemValue]
	w := m.words[x]
	if x.IsKnown() {
		w = x.Known.Value
	}
	switch i.Rule {
	case RuleInt, RuleWord:
		return uint64(object.SmallInt(int64(w)))
	case RuleFloat:
		return w + 1<<49
	}
	return uint64(object.False) + w
}

// number is a small int, or a float's bits.
func (m *model) number(float bool) uint64 {
	if float {
		return m.r.Uint64() &^ (1 << 62) // no NaN
	}
	return uint64(int64(m.r.Uint64()) >> (15 + m.r.IntN(49)))
}

// fresh makes a value: unboxed, boxed, known, or known and unboxed.
func (m *model) fresh() *Info {
	kind := m.r.IntN(3) // int, float, bool
	w := m.number(kind == 1)
	if kind == 2 {
		w &= 1
	}
	wrap := []func(*Info) *Info{NewInt, NewFloat, NewBool}[kind]
	if kind == 0 && int64(w) >= 0 && m.r.IntN(2) == 0 {
		wrap = NewWord
	}
	words := []vinfo.Kind{vinfo.Int, vinfo.Float, vinfo.Raw}[kind]
	boxed := m.boxed(wrap(vinfo.NewKnown(words, w)))
	switch m.r.IntN(8) {
	case 0:
		return NewConst(object.Value(boxed))
	case 1:
		return wrap(vinfo.NewKnown(words, w))
	case 2, 3:
		i := m.NewReg(vinfo.Boxed)
		m.Asm.MovRI(x86.Reg(i.Place.N()), boxed)
		m.words[i] = boxed
		i.SetItem(ItemClass, NewClass(ClassInt+uint64(kind)))
		return i
	}
	if kind == 1 {
		m.Asm.MovRI(Scratch, w)
		x := m.NewX()
		m.Asm.MovqXR(x86.XReg(x.Place.N()), Scratch)
		m.words[x] = w
		return NewFloat(x)
	}
	x := m.NewReg(words)
	m.Asm.MovRI(x86.Reg(x.Place.N()), w)
	if kind == 0 {
		x.Flags |= vinfo.Small
	}
	m.words[x] = w
	return wrap(x)
}

// force forces the vinfo, and updates the model.
func (m *model) force(i *Info) {
	v := m.boxed(i)
	if m.Force(i); i.Time == vinfo.RunTime {
		m.words[i] = v
	}
}

// rehouse calls f, which moves variables to their homes.
func (m *model) rehouse(f func()) {
	var values []uint64
	for _, i := range m.Vars[:m.Live()] {
		values = append(values, m.boxed(i))
	}
	f()
	for k, i := range m.Vars[:m.Live()] {
		if i.Time == vinfo.RunTime {
			m.words[i] = values[k]
		}
	}
}

// step performs a random operation, and returns its name.
func (m *model) step() string {
	s, r := m.State, m.r
	s.Begin()
	n := r.IntN(s.Live())
	v := s.Vars[n]
	switch r.IntN(16) {
	default:
		if s.Live() == len(s.Vars) {
			return "nothing"
		}
		i := m.fresh()
		s.Push(i)
		return "push " + i.String()
	case 4:
		if s.Live() < len(s.Vars) {
			s.Push(v)
		}
		return fmt.Sprintf("push variable %d", n)
	case 5:
		if s.Depth > 0 {
			v = s.Top(0)
			s.Pop(1)
			s.Vars[n%s.NLocals] = v
		}
		return fmt.Sprintf("store local %d", n%s.NLocals)
	case 6:
		k := r.IntN(s.Depth + 1)
		s.Pop(k)
		return fmt.Sprintf("pop %d", k)
	case 7:
		m.force(v)
		return fmt.Sprintf("force variable %d", n)
	case 8:
		s.Sync(n)
		return fmt.Sprintf("sync variable %d", n)
	case 9:
		m.rehouse(s.SyncLocals)
		return "sync locals"
	case 10:
		s.SaveRegs()
		return "save registers"
	case 11:
		places := placesOf(r)
		for !places[0].IsReg() && !places[0].IsXReg() {
			places = places[1:]
		}
		s.Claim(places[0])
		s.Asm.MovRI(Scratch, r.Uint64())
		if p := places[0]; p.IsReg() {
			s.Asm.Mov(x86.Reg(p.N()), Scratch)
		} else {
			s.Asm.MovqXR(x86.XReg(p.N()), Scratch)
		}
		return "claim " + places[0].String()
	case 12:
		word := m.boxed(v)
		switch class, _ := Class(v); class {
		case ClassInt, ClassBool:
			if x := s.Int(v); !x.IsKnown() {
				if m.words[x] = word - uint64(object.False); class == ClassInt {
					m.words[x] = uint64(object.Value(word).Int())
				}
				s.InReg(x)
			}
		case ClassFloat:
			if x := s.Float(v); !x.IsKnown() {
				m.words[x] = word - 1<<49
				s.InX(x)
			}
		}
		return fmt.Sprintf("unbox variable %d", n)
	case 13:
		if s.Live() < len(s.Vars) {
			at := s.Live() + r.IntN(len(s.Vars)-s.Live())
			s.KeepOff(at)
			s.Asm.MovMI(x86.W64, SlotMem(at), 12345)
		}
		return "write above the stack"
	case 14:
		m.rehouse(s.Relax)
		return "relax"
	case 15:
		if r.IntN(4) == 0 {
			m.rehouse(s.Flush)
			return "flush"
		}
		r1, r2 := s.Temp(), s.TempX()
		s.Asm.MovRI(r1, 54321)
		s.Asm.MovqXR(r2, r1)
		return "temporaries"
	}
}

// check compares everything that the state claims with the words of the machine.
func (m *model) check(t *testing.T, w *stagingtest.Words) {
	m.Walk(func(i *Info) {
		if i.Time != vinfo.RunTime {
			return
		}
		want, ok := m.words[i]
		if !ok {
			t.Errorf("%v was never made", i)
		}
		if got := *w.At(i.Place); got != want {
			t.Errorf("%v is %#x, want %#x", i, got, want)
		}
		if o := m.Owner(i.Place); o != i && !i.Place.IsSlot() {
			t.Errorf("%v: its place belongs to %v", i, o)
		}
	})
	for n, i := range m.Vars[:m.Live()] {
		if got := w.Slots[n]; m.InSync(n) && got != m.boxed(i) {
			t.Errorf("variable %d, %v, is in sync, but its home has %#x, want %#x", n, i, got, m.boxed(i))
		}
	}
}

func TestRandomUse(t *testing.T) {
	machine := stagingtest.New(t)
	shared := machine.Shared(t)
	shared.Stats = stats.New()
	seeds := 10000
	if testing.Short() {
		seeds = 1000
	}
	crowded := 0
	for seed := range seeds {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		machine.W.Randomize(r)
		m := model{State: NewState(shared, nil, 8, min(stagingtest.Slots, 10+r.IntN(40))), r: r, words: map[*Info]uint64{}}
		var log []string
		full := false
		machine.Run(t, m.State, func() {
			defer func() {
				if e := recover(); e != nil {
					if e != any(TooComplex{}) {
						t.Fatalf("seed %d: %v\n%v", seed, e, log)
					}
					full = true
				}
			}()
			for k := range m.NLocals {
				m.Vars[k] = m.fresh()
			}
			for range 5 + r.IntN(60) {
				log = append(log, m.step())
			}
			m.Begin()
		})
		if full {
			crowded++
			continue
		}
		if m.check(t, &machine.W); t.Failed() {
			for _, line := range log {
				t.Log(line)
			}
			t.Fatalf("seed %d:\n%s", seed, m.State)
		}
	}
	if crowded > seeds/10 {
		t.Errorf("%d of %d cases found no room", crowded, seeds)
	}
}

// A value that is used again after registers were saved without it is lost, and one that was kept is not.
func TestLost(t *testing.T) {
	machine := stagingtest.New(t)
	for _, keep := range []bool{false, true} {
		s := NewState(machine.Shared(t), nil, 0, 8)
		machine.Run(t, s, func() {
			s.Begin()
			v := s.NewReg(vinfo.Boxed)
			s.Asm.MovRI(x86.Reg(v.Place.N()), 1)
			s.Push(v)
			s.Pop(1)
			s.Drop()
			if keep {
				s.Keep(v)
			}
			s.SaveRegs()
			s.Push(v)
			if got := s.Lost(); (got == nil) != keep || got != nil && got != v {
				t.Errorf("kept: %v: lost: %v", keep, got)
			}
			s.Pop(1)
		})
	}
}
