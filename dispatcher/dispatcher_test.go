// Tests of matching, un-promotion and unification on states made by hand.

package dispatcher

import (
	"fmt"
	"slices"
	"testing"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

const unit = "f"

// state is a state with these variables, all of them locals.
func state(vars ...*Info) *State {
	s := staging.NewState(new(staging.Shared), unit, len(vars), len(vars)+4)
	copy(s.Vars, vars)
	s.Walk(func(i *Info) {
		if i.Time == vinfo.RunTime && i.Place.IsSlot() {
			s.Home[i.Place.N()] = i
		}
	})
	s.Adopt()
	return s
}

func constant(n int64) *Info { return staging.NewConst(object.SmallInt(n)) }

func reg(kind vinfo.Kind, r int) *Info { return vinfo.NewRun(kind, vinfo.Reg(r)) }

func classed(i *Info, class uint64) *Info {
	i.SetItem(staging.ItemClass, staging.NewClass(class))
	return i
}

// unpromote changes i as the compiler does: a small int becomes a virtual int around a run-time int64 in rbx.
func unpromote(s *State, i *Info) {
	if i.Kind != vinfo.Boxed {
		i.Becomes(vinfo.NewRun(i.Kind, vinfo.Reg(3)))
	} else {
		i.Becomes(staging.NewInt(reg(vinfo.Int, 3)))
	}
	s.Adopt()
}

func expectMatch(t *testing.T, m Match, how How, v *Version, loosen ...*Info) {
	t.Helper()
	if m.How != how || m.Version != v || !slices.Equal(m.Loosen, loosen) {
		t.Errorf("got %v %p %v, want %v %p %v", m.How, m.Version, m.Loosen, how, v, loosen)
	}
}

// The paper's example: for i in range(n).
func TestLoop(t *testing.T) {
	st := stats.New()
	d := New(8, st)
	iteration := func(i *Info) *State {
		return state(classed(vinfo.NewRun(vinfo.Boxed, vinfo.Slot(0)), staging.ClassInt), i)
	}
	s := iteration(constant(0))
	key := KeyOf(s)
	expectMatch(t, d.Find(key, s, anyNumber), None, nil)
	v0 := d.Add(s.Freeze(), false, nil)
	expectMatch(t, d.Find(key, iteration(constant(0)), anyNumber), Exact, v0)

	s = iteration(constant(1))
	m := d.Find(key, s, anyNumber)
	expectMatch(t, m, Partial, v0, s.Vars[1])
	unpromote(s, m.Loosen[0])
	expectMatch(t, d.Find(key, s, anyNumber), None, nil)
	v1 := d.Add(s.Freeze(), false, nil)

	s = iteration(staging.NewInt(reg(vinfo.Int, 6)))
	expectMatch(t, d.Find(key, s, anyNumber), Exact, v1)
	d.Unify(s, v1)
	if code, _ := s.Asm.Link(0); len(code) != 3 {
		t.Errorf("unify emitted % x", code)
	}
	s = iteration(constant(5))
	m = d.Find(key, s, anyNumber)
	expectMatch(t, m, Partial, v0, s.Vars[1])
	unpromote(s, s.Vars[1])
	expectMatch(t, d.Find(key, s, anyNumber), Exact, v1)
	d.Unify(s, v1)
	if s.Asm.Len() != 0 {
		t.Errorf("unify of equal states emitted %d bytes", s.Asm.Len())
	}
	if d.Versions(key) != 2 || st.Dispatcher != [stats.NumDispatch]uint64{stats.Exact: 3, stats.Partial: 2, stats.Miss: 2} {
		t.Errorf("%d versions, %v", d.Versions(key), st.Dispatcher)
	}
}

func TestEvict(t *testing.T) {
	st := stats.New()
	d := New(2, st)
	find := func(pc int) Match {
		s := state(reg(vinfo.Boxed, 1))
		s.PC = pc
		return d.Find(KeyOf(s), s, anyNumber)
	}
	for pc := range 4 {
		s := state(reg(vinfo.Boxed, 0))
		s.PC = pc
		d.Add(s.Freeze(), false, pc)
	}
	expectMatch(t, find(0), Exact, d.points[Key{Unit: unit, PC: 0}].versions[0])
	var seen []any
	d.Evict(func(v *Version) bool {
		if len(seen) == 3 {
			return false
		}
		seen = append(seen, v.Data)
		if v.Data != 2 { // version 2 is in use
			d.Remove(v)
		}
		return true
	})
	if fmt.Sprint(seen) != "[1 2 3]" || d.Len() != 2 || st.Dispatcher[stats.Evicted] != 2 {
		t.Errorf("%v seen, %d left, %d evictions counted", seen, d.Len(), st.Dispatcher[stats.Evicted])
	}
	expectMatch(t, find(1), None, nil)
	expectMatch(t, find(2), Exact, d.points[Key{Unit: unit, PC: 2}].versions[0])
	d.Evict(func(v *Version) bool { d.Remove(v); return true })
	if d.Len() != 0 || len(d.points) != 0 {
		t.Errorf("%d versions left", d.Len())
	}
}

func TestPreferences(t *testing.T) {
	d := New(3, stats.New())
	key := Key{Unit: unit, PC: 0}
	add := func(general bool, vars ...*Info) *Version { return d.Add(state(vars...).Freeze(), general, nil) }
	known := func() *State { return state(classed(reg(vinfo.Boxed, 1), 7), reg(vinfo.Boxed, 2)) }

	lossy := add(false, reg(vinfo.Boxed, 1), reg(vinfo.Boxed, 2))
	if m := d.Find(key, known(), anyNumber); m.How != None || m.Full {
		t.Errorf("with room for more, a lossy match is %v", m)
	}
	add(false, constant(1), reg(vinfo.Boxed, 2))
	partial := add(false, constant(1), constant(2))
	if m := d.Find(key, known(), anyNumber); m.How != Lossy || m.Version != lossy || !m.Full {
		t.Errorf("without room, a lossy match is %v", m)
	}
	s := state(constant(3), constant(2))
	expectMatch(t, d.Find(key, s, anyNumber), Partial, partial, s.Vars[0]) // the fewest values to un-promote

	far := add(true, classed(reg(vinfo.Boxed, 5), 7), reg(vinfo.Boxed, 6))
	expectMatch(t, d.Find(key, known(), anyNumber), Exact, far)
	near := add(true, classed(reg(vinfo.Boxed, 5), 7), reg(vinfo.Boxed, 2))
	expectMatch(t, d.Find(key, known(), anyNumber), Exact, near)
	if d.Versions(key) != 3 || d.Len() != 5 {
		t.Errorf("%d versions of %d", d.Versions(key), d.Len())
	}
	d.Remove(near)
	d.Remove(near)
	expectMatch(t, d.Find(key, known(), anyNumber), Exact, far)

	if m := New(0, stats.New()).Find(key, known(), anyNumber); m.How != None || !m.Full {
		t.Errorf("where only general versions may be: %v", m)
	}
}

// benchState is the state of a loop in a typical function: ten locals, three numbers among them, and an iterator on the stack.
func benchState(first uint64) *State {
	s := staging.NewState(new(staging.Shared), unit, 10, 14)
	for n := range 6 {
		s.Vars[n] = classed(slot(n), first+uint64(n))
		s.Home[n] = s.Vars[n]
	}
	s.Vars[6] = virtual(1)
	s.Vars[7] = staging.NewFloat(float(1))
	s.Vars[8] = staging.NewFloat(float(2))
	s.Push(classed(vinfo.NewRun(vinfo.Boxed, vinfo.Slot(10)), 9))
	s.Adopt()
	return s
}

// Of 8 versions, only the last one fits: the others differ in the class of the sixth local.
func BenchmarkFind(b *testing.B) {
	d := New(8, stats.New())
	for n := range uint64(8) {
		s := benchState(100)
		s.Vars[5].Items[0].Known.Value = n
		d.Add(s.Freeze(), false, nil)
	}
	s := benchState(100)
	s.Vars[5].Items[0].Known.Value = 7
	key := KeyOf(s)
	b.ReportAllocs()
	for b.Loop() {
		if m := d.Find(key, s, anyNumber); m.How != Exact {
			b.Fatal(m)
		}
	}
}

func BenchmarkFreeze(b *testing.B) {
	s := benchState(100)
	b.ReportAllocs()
	b.ReportMetric(float64(s.Freeze().Bytes()), "bytes/snapshot")
	for b.Loop() {
		s.Freeze()
	}
}

func BenchmarkThaw(b *testing.B) {
	s := benchState(100)
	sn := s.Freeze()
	b.ReportAllocs()
	for b.Loop() {
		sn.Thaw(s.Shared)
	}
}

func BenchmarkUnify(b *testing.B) {
	s := benchState(100)
	d := New(8, stats.New())
	v := d.Add(s.Freeze(), false, nil)
	b.ReportAllocs()
	for b.Loop() {
		s.Vars[6].Items[1].Place = vinfo.Reg(2)
		s.Asm.Reset()
		d.Unify(s, v)
	}
}

// anyNumber is a limit for Find that only the one given to New restricts.
const anyNumber = 1000
