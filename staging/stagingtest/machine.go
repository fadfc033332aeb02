// Package stagingtest runs code that was emitted for a staging.State, for tests.
package stagingtest

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/psyco-go/psy/codebuf"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
	"github.com/psyco-go/psy/x86"
)

// Slots is the number of slots in the frame: more than there are spill words.
const Slots = staging.NSpills + 8

// Words are the contents of all places.
type Words struct {
	Regs   [16]uint64
	X      [16]uint64
	Spills [staging.NSpills]uint64
	Slots  [Slots]uint64
}

// At is the word in place p.
func (w *Words) At(p vinfo.Place) *uint64 {
	switch {
	case p.IsReg():
		return &w.Regs[p.N()]
	case p.IsXReg():
		return &w.X[p.N()]
	case p.IsSpill():
		return &w.Spills[p.N()]
	}
	return &w.Slots[p.N()]
}

// Randomize sets all of w.
func (w *Words) Randomize(r *rand.Rand) {
	for n := range len(w.Regs) {
		w.Regs[n], w.X[n] = r.Uint64(), r.Uint64()
	}
	for n := range w.Spills {
		w.Spills[n] = r.Uint64()
	}
	for n := range w.Slots {
		w.Slots[n] = r.Uint64()
	}
}

// Machine is a thread's context with words for all places.
type Machine struct {
	staging.Native
	W     Words
	flags uint64
	mem   *codebuf.Memory
}

// New makes a machine, or skips the test.
func New(t testing.TB) *Machine {
	t.Helper()
	mem, err := codebuf.New(1 << 20)
	if err != nil {
		t.Skip(err)
	}
	stack, err := codebuf.NewStack(64 << 10)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		mem.Close()
		stack.Close()
	})
	m := &Machine{mem: mem}
	mem.InitContext(&m.Context, stack)
	m.FloatOffset = 1 << 49
	return m
}

// Shared makes the part that states share. Its thunks must not be called.
func (m *Machine) Shared(t testing.TB) *staging.Shared {
	var a x86.Asm
	a.Ud2()
	b, err := m.mem.Place(codebuf.Fixed, &a)
	if err != nil {
		t.Fatal(err)
	}
	return &staging.Shared{BoxBig: b.Addr(), BoxNaN: b.Addr()}
}

// word is the place of word n of W.
func word(n int) x86.Mem {
	return x86.Ptr(x86.CtxReg, int32(unsafe.Offsetof(Machine{}.W))+int32(8*n))
}

const (
	spills = 32
	slots  = spills + staging.NSpills
	flags  = slots + Slots
)

// Run executes the code that emit adds to s. All places are set from W before that code, and stored to W after it.
func (m *Machine) Run(t testing.TB, s *staging.State, emit func()) {
	t.Helper()
	a := s.Asm
	each := func(reg func(r x86.Reg, m x86.Mem), x func(x x86.XReg, m x86.Mem)) {
		for r := x86.RAX; r <= x86.R12; r++ {
			if r != x86.RSP && r != x86.RBP {
				reg(r, word(int(r)))
			}
		}
		for n := range 15 {
			x(x86.XReg(n), word(16+n))
		}
	}
	a.SubI(x86.RSP, staging.FrameBytes)
	for n := range staging.NSpills {
		a.Load(x86.RAX, word(spills+n))
		a.Store(staging.SpillMem(n), x86.RAX)
	}
	a.Lea(x86.W64, staging.FrameReg, word(slots-int(object.FrameHeader/8)))
	each(a.Load, a.MovsdRM)
	a.CmpI(x86.RSP, -1) // sets carry
	emit()
	each(func(r x86.Reg, m x86.Mem) { a.Store(m, r) }, func(x x86.XReg, m x86.Mem) { a.MovsdMR(m, x) })
	a.Setcc(x86.B, x86.RAX)
	a.Store(word(flags), x86.RAX)
	for n := range staging.NSpills {
		a.Load(x86.RAX, staging.SpillMem(n))
		a.Store(word(spills+n), x86.RAX)
	}
	a.AddI(x86.RSP, staging.FrameBytes)
	a.Ret()
	s.EmitCold()
	b, err := m.mem.Place(codebuf.Normal, a)
	if err != nil {
		t.Fatal(err)
	}
	x86.Enter(&m.Context, b.Addr())
	b.Free()
}

// FlagsKept reports whether the code of the last Run preserved the processor's flags.
func (m *Machine) FlagsKept() bool { return m.flags&1 != 0 }
