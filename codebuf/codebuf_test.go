// Tests of buffers, patches and freeing; listings are compared as text.

package codebuf

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/psyco-go/psy/x86"
)

func newMemory(t testing.TB, size int) *Memory {
	t.Helper()
	if err := Supported(); err != nil {
		t.Skip(err)
	}
	m, err := New(size)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// runner holds a context for running code.
type runner struct {
	x86.Context
	Count  [4]uint64
	m      *Memory
	target *Buffer
}

func newRunner(t testing.TB, m *Memory) *runner {
	t.Helper()
	s, err := NewStack(64 << 10)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	r := new(runner)
	m.InitContext(&r.Context, s)
	return r
}

func place(t testing.TB, m *Memory, kind Kind, emit func(a *x86.Asm)) *Buffer {
	t.Helper()
	var a x86.Asm
	emit(&a)
	b, err := m.Place(kind, &a)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// addJump gives b its only jump.
func addJump(b *Buffer, off, fallback uint32) Jump {
	b.AddJumps(1, func(int) (uint32, uint32) { return off, fallback })
	return Jump{b, 0}
}

// constant is a buffer that returns v.
func constant(t testing.TB, m *Memory, kind Kind, v uint64) *Buffer {
	return place(t, m, kind, func(a *x86.Asm) {
		a.MovRI(x86.RAX, v)
		a.Ret()
	})
}

// branch is a buffer that counts down from 3 in rcx and then follows its jump, at first to a stub that returns 100.
func branch(t testing.TB, m *Memory) (*Buffer, Jump) {
	var field, stub uint32
	b := place(t, m, Normal, func(a *x86.Asm) {
		a.MovRI(x86.RCX, 3)
		top, cold := a.Here(), a.NewLabel()
		a.SubI(x86.RCX, 1)
		s := a.JccSite(x86.E, cold)
		a.Jmp(top)
		a.Bind(cold)
		a.MovRI(x86.RAX, 100)
		a.Ret()
		field, stub = s.Off, uint32(a.Offset(cold))
	})
	return b, addJump(b, field, stub)
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got\n%s\nwant\n%s", what, got, want)
	}
}

func TestLinkAndFree(t *testing.T) {
	m := newMemory(t, 64<<10)
	r := newRunner(t, m)
	b, j := branch(t, m)
	const text = `normal1: 24 bytes
     0  mov ecx, 0x3
     5  sub rcx, 0x1
     a  jz %s
    10  jmp normal1+0x5
    12  mov eax, 0x64
    17  ret
`
	dump := func(target string) string {
		return fmt.Sprintf(text, target)
	}
	run := func() uint64 { return x86.Enter(&r.Context, b.Addr()) }
	expect(t, "fresh", b.Dump(), dump("normal1+0x12"))
	if got := run(); got != 100 {
		t.Errorf("fallback: %d", got)
	}
	pause := constant(t, m, Pause, 1)
	j.Link(pause, 0)
	expect(t, "paused", b.Dump(), dump("pause2"))
	if got := run(); got != 1 {
		t.Errorf("pause: %d", got)
	}
	// The pause is resumed: its buffer is replaced by the real code.
	target := constant(t, m, Normal, 2)
	j.Link(target, 0)
	pause.Free()
	expect(t, "resumed", b.Dump(), dump("normal3"))
	if got := run(); got != 2 {
		t.Errorf("resumed: %d", got)
	}
	// The memory of the pause is reused.
	if again := constant(t, m, Respawned, 3); again.Addr() != pause.m.rx+uintptr(pause.off) {
		t.Error("freed memory is not reused")
	}
	target.Free()
	expect(t, "evicted", b.Dump(), dump("normal1+0x12"))
	if got := run(); got != 100 || j.To() != nil {
		t.Errorf("evicted: %d", got)
	}
	s := m.Stats()
	if s.Linked != 2 || s.Unlinked != 1 || s.Live(Pause) != 0 || s.Live(Normal) != 1 || s.Live(Respawned) != 1 || s.Reused == 0 {
		t.Errorf("%+v", s)
	}
	b.Free()
	defer func() {
		if recover() == nil {
			t.Error("freed twice")
		}
	}()
	b.Free()
}

// Several jumps of several buffers lead to one buffer; each leaves its list from any place in it.
func TestJumpsToOne(t *testing.T) {
	m := newMemory(t, 64<<10)
	base := m.Used()
	target := constant(t, m, Normal, 7)
	const each = 3
	var from []*Buffer
	for range 4 {
		var fields, stubs [each]uint32
		b := place(t, m, Normal, func(a *x86.Asm) {
			for k := range each {
				l := a.NewLabel()
				s := a.JccSite(x86.E, l)
				a.Bind(l)
				fields[k], stubs[k] = s.Off, uint32(a.Offset(l))
			}
			a.Ret()
		})
		b.AddJumps(each, func(k int) (uint32, uint32) { return fields[k], stubs[k] })
		for n := range each {
			Jump{b, n}.Link(target, 0)
		}
		from = append(from, b)
	}
	linked := map[Jump]bool{}
	for _, b := range from {
		b.Outgoing(func(j Jump) { linked[j] = true })
	}
	check := func() {
		t.Helper()
		seen := map[Jump]bool{}
		target.Incoming(func(j Jump) { seen[j] = true })
		if !maps.Equal(seen, linked) {
			t.Fatalf("%d jumps lead here, want %d", len(seen), len(linked))
		}
		for _, b := range from {
			b.Outgoing(func(j Jump) {
				if to := j.To(); (to == target) != linked[j] || to == nil && int(j.Target()-b.Addr()) != j.Fallback() {
					t.Fatalf("jump %d of %s leads to %#x", j.N, b, j.Target())
				}
			})
		}
	}
	check()
	for _, j := range []Jump{{from[0], 0}, {from[3], 2}, {from[1], 1}, {from[0], 2}} {
		j.Unlink()
		delete(linked, j)
		check()
	}
	for n := range each { // a buffer that goes takes its jumps along
		delete(linked, Jump{from[1], n})
	}
	from[1].Free()
	from = slices.Delete(from, 1, 2)
	check()
	target.Free()
	for _, b := range from {
		b.Outgoing(func(j Jump) {
			if j.To() != nil || int(j.Target()-b.Addr()) != j.Fallback() {
				t.Errorf("jump %d of %s leads to a freed buffer", j.N, b)
			}
		})
		b.Free()
	}
	if m.Used() != base {
		t.Errorf("%d bytes used, %d before", m.Used(), base)
	}
}

func TestFreeInEitherOrder(t *testing.T) {
	// A buffer freed before the target of its jump leaves no trace in the target.
	m := newMemory(t, 64<<10)
	base := m.Used()
	b, j := branch(t, m)
	target := constant(t, m, Normal, 2)
	j.Link(target, 0)
	b.Free()
	n := 0
	target.Incoming(func(Jump) { n++ })
	if n != 0 {
		t.Error("a freed buffer's jump is still on record")
	}
	target.Free()
	if m.Used() != base || len(m.holes) != 1 {
		t.Errorf("%d bytes used, %d before; holes %v", m.Used(), base, m.holes)
	}
	// A buffer that jumps to itself.
	b, j = branch(t, m)
	j.Link(b, 0)
	b.Free()
	if m.Used() != base {
		t.Errorf("%d bytes used, %d before", m.Used(), base)
	}
}

func TestAppend(t *testing.T) {
	m := newMemory(t, 64<<10)
	r := newRunner(t, m)
	b, err := m.New(Normal, 32)
	if err != nil {
		t.Fatal(err)
	}
	var a x86.Asm
	a.MovRI(x86.RAX, 5)
	if start, err := b.Append(&a); start != 0 || err != nil {
		t.Fatal(start, err)
	}
	a.Reset()
	a.AddI(x86.RAX, 1) // the earlier code falls through to this
	a.Ret()
	if start, err := b.Append(&a); start != 16 || err != nil {
		t.Fatal(start, err)
	}
	if b.Room() != 32 || b.Size() != 21 {
		t.Errorf("room %d, size %d, %+v", b.Room(), b.Size(), m.Stats())
	}
	if got := x86.Enter(&r.Context, b.Addr()); got != 6 {
		t.Errorf("got %d", got)
	}
	a.Reset()
	a.Nop(20)
	if _, err := b.Append(&a); !errors.Is(err, ErrRoom) {
		t.Error(err)
	}
}

func TestPatchConstants(t *testing.T) {
	m := newMemory(t, 64<<10)
	r := newRunner(t, m)
	var long, short x86.Site
	b := place(t, m, Respawned, func(a *x86.Asm) {
		long = a.MovabsSite(x86.RAX, 1<<40)
		short = a.CmpRISite(x86.W64, x86.RAX, 7)
		out := a.NewLabel()
		a.JccShort(x86.NE, out)
		a.AddI(x86.RAX, 1)
		a.Bind(out)
		a.Ret()
	})
	for _, step := range []struct {
		patch func()
		want  uint64
	}{
		{func() {}, 1 << 40},
		{func() { b.Patch(long.Off, long.Kind, 9) }, 9},
		{func() { b.Patch(short.Off, short.Kind, 9) }, 10},
	} {
		step.patch()
		if got := x86.Enter(&r.Context, b.Addr()); got != step.want {
			t.Errorf("got %d, want %d", got, step.want)
		}
	}
}

func TestCap(t *testing.T) {
	m := newMemory(t, 16<<10)
	var all []*Buffer
	for {
		b, err := m.New(Normal, 100)
		if errors.Is(err, ErrFull) {
			break
		}
		all = append(all, b)
	}
	if m.Used() > m.Cap() || m.Used() < m.Cap()-1000 {
		t.Errorf("%d of %d bytes used", m.Used(), m.Cap())
	}
	if s := m.Stats(); s.Full != 1 || s.Meta == 0 || s.Code < 112*len(all) {
		t.Errorf("%+v", s)
	}
	// Metadata charged by other packages counts too.
	all[0].Free()
	m.Charge(1000)
	if _, err := m.New(Normal, 100); err == nil {
		t.Error("beyond the cap")
	}
	m.Charge(-1000)
	if _, err := m.New(Normal, 100); err != nil {
		t.Error(err)
	}
	if _, err := New(0); err == nil {
		t.Error("a cap of 0")
	}
	if _, err := New(MaxCap + 1); err == nil {
		t.Error("a cap beyond the reach of jumps")
	}
}

// retireHelper retires the buffer that called it and that buffer's target, as a broken assumption would, and reclaims memory.
func retireHelper(r *runner) uint64 {
	r.m.Find(uintptr(r.Count[0])).Retire()
	r.target.Retire()
	return uint64(r.m.Reclaim(Words(r.Live())))
}

func TestRetire(t *testing.T) {
	m := newMemory(t, 64<<10)
	r := newRunner(t, m)
	r.m, r.target = m, constant(t, m, Normal, 7)
	var field, stub uint32
	b := place(t, m, Normal, func(a *x86.Asm) {
		self, cold := a.Here(), a.NewLabel()
		a.MovRLabel(x86.RAX, self)
		a.Store(x86.Ptr(x86.CtxReg, x86.CtxSize), x86.RAX)
		a.Mov(x86.RAX, x86.CtxReg)
		a.Call(cold)
		a.Push(x86.RAX)
		s := a.JmpSite(cold)
		a.Bind(cold)
		// The stub is called first, with the return address on the stack, and then jumped to, because the target is gone.
		again := a.NewLabel()
		a.AluMI(x86.CMP, x86.W64, x86.Ptr(x86.CtxReg, x86.CtxSize+8), 0)
		a.Jcc(x86.NE, again)
		a.MovMI(x86.W64, x86.Ptr(x86.CtxReg, x86.CtxSize+8), 1)
		a.CallHelper(x86.FuncPC(retireHelper))
		a.Ret()
		a.Bind(again)
		a.Pop(x86.RAX)
		a.AddI(x86.RAX, 1000)
		a.Ret()
		field, stub = s.Off, uint32(a.Offset(cold))
	})
	j := addJump(b, field, stub)
	j.Link(r.target, 0)
	if got := x86.Enter(&r.Context, b.Addr()); got != 1001 {
		t.Errorf("got %d", got)
	}
	if m.Stats().Retired != 1 || m.Find(b.Addr()) != b {
		t.Errorf("code that ran was freed: %+v", m.Stats())
	}
	if m.Reclaim(Words(r.Live())) != 0 || m.Find(b.Addr()) != nil {
		t.Error("code that nobody runs was not freed")
	}
}

// Code may be patched while other threads run it.
func TestPatchWhileRunning(t *testing.T) {
	m := newMemory(t, 64<<10)
	b, j := branch(t, m)
	one, two := constant(t, m, Normal, 1), constant(t, m, Normal, 2)
	var stop atomic.Bool
	var wg sync.WaitGroup
	for range 2 {
		r := newRunner(t, m)
		wg.Go(func() {
			seen := map[uint64]int{}
			for again := true; again; again = !stop.Load() {
				for range 1000 {
					seen[x86.Enter(&r.Context, b.Addr())]++
				}
			}
			if n := seen[1] + seen[2] + seen[100]; n%1000 != 0 || n == 0 {
				t.Errorf("%v", seen)
			}
		})
	}
	for start := time.Now(); time.Since(start) < 30*time.Millisecond; {
		j.Link(one, 0)
		j.Link(two, 0)
		j.Unlink()
		runtime.Gosched()
	}
	stop.Store(true)
	wg.Wait()
}

// Random creation, linking and freeing: no jump ever leads to a freed buffer, and no memory is lost.
func TestRandom(t *testing.T) {
	m := newMemory(t, 64<<10)
	r := newRunner(t, m)
	base := m.Used()
	rnd := rand.New(rand.NewPCG(5, 6))
	type entry struct {
		b *Buffer
		j Jump
	}
	var all []*entry
	value := map[*Buffer]uint64{}
	for i := range 4000 {
		switch k := rnd.IntN(10); {
		case k < 4:
			if !m.Fits(400) {
				continue
			}
			b, j := branch(t, m)
			all = append(all, &entry{b: b, j: j})
		case k < 6:
			if !m.Fits(400) {
				continue
			}
			b := constant(t, m, Kind(rnd.IntN(int(Fixed))), uint64(i))
			value[b] = uint64(i)
			all = append(all, &entry{b: b})
		case k < 8 && len(all) > 1:
			from, to := all[rnd.IntN(len(all))], all[rnd.IntN(len(all))]
			if from.j.From != nil && to.j.From == nil {
				from.j.Link(to.b, 0)
			}
		case len(all) > 0:
			n := rnd.IntN(len(all))
			e := all[n]
			all = append(all[:n], all[n+1:]...)
			if rnd.IntN(2) == 0 {
				e.b.Free()
			} else {
				e.b.Retire()
				m.Reclaim()
			}
			delete(value, e.b)
		}
		if i%50 != 0 {
			continue
		}
		for _, e := range all {
			want := value[e.b]
			if e.j.From != nil {
				want = 100
				if to := e.j.To(); to != nil {
					want = value[to]
				}
			}
			if got := x86.Enter(&r.Context, e.b.Addr()); got != want {
				t.Fatalf("%s: got %d, want %d", e.b, got, want)
			}
			if m.Find(e.b.Addr()+3) != e.b {
				t.Fatalf("%s is not found", e.b)
			}
		}
	}
	n := 0
	m.Buffers(func(*Buffer) { n++ })
	if n != len(all) {
		t.Errorf("%d buffers, want %d", n, len(all))
	}
	for _, e := range all {
		e.b.Free()
	}
	if m.Used() != base || len(m.holes) != 1 {
		t.Errorf("%d bytes used, %d before; holes %v", m.Used(), base, m.holes)
	}
}

func BenchmarkPlaceFree(b *testing.B) {
	m := newMemory(b, 1<<20)
	var a x86.Asm
	for b.Loop() {
		a.Reset()
		a.MovRI(x86.RAX, 1)
		a.Ret()
		buf, err := m.Place(Normal, &a)
		if err != nil {
			b.Fatal(err)
		}
		buf.Free()
	}
}
