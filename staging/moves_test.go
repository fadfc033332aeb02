// Random parallel moves, executed and compared with a model.

//go:build linux && amd64

package staging_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	. "github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/staging/stagingtest"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// placesOf gives all places in random order.
func placesOf(r *rand.Rand) []Place {
	var all []Place
	for p := range GeneralRegs {
		all = append(all, p)
	}
	for p := range XRegs {
		all = append(all, p)
	}
	for n := range NSpills {
		all = append(all, vinfo.Spill(n))
	}
	for n := range stagingtest.Slots {
		all = append(all, vinfo.Slot(n))
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// moveCase is a random state with random moves. Values that may move to slots are boxed.
func moveCase(r *rand.Rand, w *stagingtest.Words) (s *State, moves []Move) {
	sources := placesOf(r)
	n := 1 + r.IntN(8)
	switch r.IntN(4) {
	case 0:
		n = 1 + r.IntN(60)
	case 1: // all registers in use
		n = 0
		for k, p := range sources {
			if p.IsReg() || p.IsXReg() {
				sources[n], sources[k] = sources[k], sources[n]
				n++
			}
		}
		n += r.IntN(30)
	}
	s = NewState(new(Shared), nil, n, max(n, stagingtest.Slots))
	for k := range n {
		i := vinfo.NewRun(vinfo.Boxed, sources[k])
		switch {
		case r.IntN(8) == 0:
			v := r.Uint64() >> r.IntN(64)
			i = vinfo.NewKnown(vinfo.Boxed, v*uint64(r.IntN(4)))
		case sources[k].IsSlot():
			s.Home[sources[k].N()] = i
		case sources[k].IsXReg():
			i.Kind = vinfo.Float
		}
		s.Vars[k] = i
	}
	s.Adopt()
	for k, i := range s.Vars[:n] { // homes that also hold a value that lies elsewhere
		if i.Kind == vinfo.Boxed && i.Time == vinfo.RunTime && k < stagingtest.Slots && s.Home[k] == nil && r.IntN(3) == 0 {
			s.Home[k] = i
			*w.At(vinfo.Slot(k)) = *w.At(i.Place)
		}
	}
	targets := placesOf(r)
	if r.IntN(2) == 0 { // the sources' own places, so that there are cycles
		targets = slicesOf(sources[:n], r)
	}
	for _, to := range targets[:min(len(targets), 1+r.IntN(n+2))] {
		from := s.Vars[r.IntN(n)]
		if to.IsSlot() && from.Kind != vinfo.Boxed {
			continue
		}
		moves = append(moves, Move{from, to})
	}
	return s, moves
}

func slicesOf(p []Place, r *rand.Rand) []Place {
	p = append([]Place(nil), p...)
	r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

func describe(s *State, moves []Move) string {
	var b strings.Builder
	for _, m := range moves {
		fmt.Fprintf(&b, "%v -> %v; ", m.From, m.To)
	}
	code, _ := s.Asm.Link(0)
	return b.String() + "\n" + x86.Text(code, 0)
}

func value(w *stagingtest.Words, i *vinfo.Info) uint64 {
	if i.Time == vinfo.CompileTime {
		return i.Known.Value
	}
	return *w.At(i.Place)
}

func TestMoves(t *testing.T) {
	m := stagingtest.New(t)
	seeds := 20000
	if testing.Short() {
		seeds = 2000
	}
	full := 0
	for seed := range seeds {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		m.W.Randomize(r)
		s, moves := moveCase(r, &m.W)
		before := m.W
		want := map[Place]uint64{}
		for _, mv := range moves {
			want[mv.To] = value(&before, mv.From)
		}
		values := map[*Info]uint64{}
		s.Walk(func(i *Info) { values[i] = value(&before, i) })
		keep := seed%2 == 0
		text := describe(s, moves)
		tooComplex := false
		m.Run(t, s, func() {
			defer func() {
				if e := recover(); e != nil {
					if tooComplex = e == any(TooComplex{}); !tooComplex {
						t.Fatalf("seed %d: %v\n%s", seed, e, text)
					}
				}
			}()
			start := s.Asm.Len()
			if keep {
				s.Move(moves)
			} else {
				s.Leave(moves)
			}
			code, _ := s.Asm.Link(0)
			text += x86.Text(code[start:], 0)
		})
		if tooComplex {
			full++
			continue
		}
		if !m.FlagsKept() {
			t.Errorf("seed %d: the flags changed", seed)
		}
		for p, v := range want {
			if got := *m.W.At(p); got != v {
				t.Errorf("seed %d: %v: got %#x, want %#x", seed, p, got, v)
			}
		}
		for p := range want {
			*before.At(p) = *m.W.At(p)
		}
		if !keep { // the native frame and the slots may hold values of another state: the caller's
			for _, p := range placesOf(r) {
				if got, was := *m.W.At(p), *before.At(p); (p.IsSpill() || p.IsSlot()) && got != was {
					t.Errorf("seed %d: %v, which is no target: got %#x, want %#x", seed, p, got, was)
				}
			}
		}
		if keep {
			moved := map[*Info]bool{}
			for _, mv := range moves {
				moved[mv.From] = true
			}
			s.Walk(func(i *Info) {
				if got := value(&m.W, i); got != values[i] {
					t.Errorf("seed %d: value at %v: got %#x, want %#x", seed, i, got, values[i])
				}
				if i.Time == vinfo.RunTime {
					if o := s.Owner(i.Place); o != i {
						t.Errorf("seed %d: %v is owned by %v", seed, i, o)
					}
					if _, ok := want[i.Place]; moved[i] && !ok {
						t.Errorf("seed %d: %v is in none of its targets", seed, i)
					}
				}
			})
			for n, h := range s.Home[:stagingtest.Slots] {
				if h != nil && value(&m.W, vinfo.NewRun(vinfo.Boxed, vinfo.Slot(n))) != values[h] {
					t.Errorf("seed %d: slot %d is not %v", seed, n, h)
				}
			}
		}
		if t.Failed() {
			t.Fatalf("%s", text)
		}
	}
	if full > seeds/20 {
		t.Errorf("%d of %d cases found no room", full, seeds)
	}
}

func TestMovesEmitLittle(t *testing.T) {
	a, b, c := vinfo.NewRun(vinfo.Boxed, vinfo.Reg(0)), vinfo.NewRun(vinfo.Boxed, vinfo.Slot(1)), vinfo.NewRun(vinfo.Float, vinfo.XReg(2))
	s := NewState(new(Shared), nil, 3, 3)
	copy(s.Vars, []*Info{a, b, c})
	s.Home[0], s.Home[1] = a, b
	s.Adopt()
	s.Move([]Move{{a, vinfo.Reg(0)}, {a, vinfo.Slot(0)}, {b, vinfo.Slot(1)}, {c, vinfo.XReg(2)}})
	if s.Asm.Len() != 0 {
		t.Errorf("moves to where the values are emit code:\n%s", describe(s, nil))
	}
	s.Move([]Move{{a, vinfo.Reg(1)}, {a, vinfo.Reg(2)}, {b, vinfo.Reg(0)}, {vinfo.NewKnown(vinfo.Boxed, 7), vinfo.Reg(3)}})
	if got := describe(s, nil); got != "\nmov rcx, rax\nmov rdx, rax\nmov rax, qword ptr [r13+0x60]\nmov ebx, $+0x7\n" {
		t.Error(got)
	}
}
