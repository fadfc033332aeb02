// Tests of freezing and thawing random states.

package staging

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/psyco-go/psy/internal/lib/varint"
	"github.com/psyco-go/psy/vinfo"
)

// randomState has a graph of vinfos with shared ones and cycles, each run-time value in a place of its own.
func randomState(r *rand.Rand) *State {
	live := r.IntN(40)
	nlocals := 0
	if live > 0 {
		nlocals = r.IntN(live)
	}
	s := NewState(new(Shared), "unit", nlocals, live+r.IntN(5))
	s.PC, s.Depth = r.IntN(1000), live-nlocals
	var all []*Info
	reg, spill, slots := 0, 0, r.Perm(len(s.Vars))
	for range r.IntN(60) {
		i := new(Info)
		switch r.IntN(4) {
		case 0:
			i = vinfo.NewKnown(vinfo.Kind(r.IntN(4)), r.Uint64())
			i.Known.Fixed = r.IntN(2) == 0
		case 1:
			i = vinfo.NewVirtual(vinfo.Rule(r.IntN(256)))
		default:
			i = vinfo.NewRun(vinfo.Kind(r.IntN(4)), vinfo.NoPlace)
			switch k := r.IntN(3); {
			case k == 0 && len(slots) > 0:
				i.Kind, i.Place = vinfo.Boxed, vinfo.Slot(slots[0])
				s.Home[slots[0]] = i
				slots = slots[1:]
			case k == 1 && reg < 31:
				i.Place = Place(reg)
				reg++
			case spill < NSpills:
				i.Place = vinfo.Spill(spill)
				spill++
			default:
				continue
			}
			i.Flags = vinfo.Flags(r.IntN(4))
			if r.IntN(3) == 0 {
				i.Not = uint16(r.Uint32())
			}
		}
		all = append(all, i)
	}
	pick := func() *Info {
		if len(all) == 0 || r.IntN(3) == 0 {
			return nil
		}
		return all[r.IntN(len(all))]
	}
	for _, i := range all {
		for range r.IntN(4) {
			i.Items = append(i.Items, pick())
		}
	}
	for n := range live {
		s.Vars[n] = pick()
		if s.Home[n] == nil && r.IntN(2) == 0 {
			s.Home[n] = s.Vars[n]
		}
	}
	s.Adopt()
	return s
}

// same compares two graphs; to maps the vinfos of the first to those of the second.
func same(a, b *Info, to map[*Info]*Info) bool {
	if a == nil || b == nil {
		return a == b
	}
	if x, ok := to[a]; ok {
		return x == b
	}
	to[a] = b
	if a.Time != b.Time || a.Kind != b.Kind || a.Flags != b.Flags || a.Rule != b.Rule || a.Place != b.Place || a.Not != b.Not ||
		a.IsKnown() && *a.Known != *b.Known {
		return false
	}
	for n := range max(len(a.Items), len(b.Items)) {
		x := a.Item(n)
		if a.IsKnown() && x.IsKnown() {
			x = nil
		}
		if !same(x, b.Item(n), to) {
			return false
		}
	}
	return true
}

func TestFreezeThaw(t *testing.T) {
	for seed := range 5000 {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		s := randomState(r)
		text := s.String()
		sn := s.Freeze()
		if s.String() != text {
			t.Fatalf("seed %d: freezing changed\n%s\nto\n%s", seed, text, s)
		}
		u := sn.Thaw(s.Shared)
		if u.Unit != s.Unit || u.PC != s.PC || u.NLocals != s.NLocals || u.Depth != s.Depth || len(u.Vars) != len(s.Vars) || len(u.Home) != len(s.Home) {
			t.Fatalf("seed %d: got\n%s\nwant\n%s", seed, u, s)
		}
		to := map[*Info]*Info{}
		for n, v := range s.Vars[:s.Live()] {
			if !same(v, u.Vars[n], to) || v != nil && u.InSync(n) != s.InSync(n) {
				t.Fatalf("seed %d: variable %d: got\n%s\nwant\n%s", seed, n, u, s)
			}
		}
		back := map[*Info]bool{}
		for _, x := range to {
			if back[x] {
				t.Fatalf("seed %d: two vinfos became one:\n%s", seed, u)
			}
			back[x] = true
		}
		for a, b := range to {
			if a.Time == vinfo.RunTime && u.Owner(b.Place) != b {
				t.Fatalf("seed %d: %v has no owner", seed, b)
			}
		}
		for n, h := range u.Home {
			if h != nil && !back[h] {
				t.Fatalf("seed %d: home %d has %v from nowhere", seed, n, h)
			}
		}
		again := u.Freeze()
		if again.packed != sn.packed || again.Hash() != sn.Hash() {
			t.Fatalf("seed %d: frozen again:\n%s\n%s", seed, sn.Text(nil), again.Text(nil))
		}
	}
}

// Snapshots told by their difference from another are what they were; that of a state that is nearly the same is short.
func TestDifference(t *testing.T) {
	for seed := range 5000 {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		s := randomState(r)
		base, other := s.Freeze(), randomState(r).Freeze()
		near := s
		if near.PC++; near.Depth > 0 {
			near.Depth--
		}
		near.RawInts, near.Begun = r.IntN(2) == 0, r.IntN(2) == 0
		out := []byte("before")
		for _, sn := range []*Snapshot{other, near.Freeze(), base} {
			start := len(out)
			out = sn.AppendTo(out, base)
			if got := len(out) - start; sn != other && got > 24+sn.Live()/8 {
				t.Errorf("seed %d: a difference of %d bytes where the snapshot has %d", seed, got, len(sn.packed))
			}
			in := varint.Bytes(append(slices.Clip(out[start:]), "rest"...))
			if back := base.Unpack(&in, sn.Unit); *back != *sn || string(in) != "rest" {
				t.Fatalf("seed %d: got\n%s\nwant\n%s\nrest %q", seed, back.Text(nil), sn.Text(nil), in)
			}
		}
	}
}

func TestSnapshotText(t *testing.T) {
	s := NewState(new(Shared), nil, 2, 4)
	x := vinfo.NewRun(vinfo.Int, vinfo.Reg(1))
	s.Vars[0] = NewInt(x)
	s.Vars[1] = vinfo.NewRun(vinfo.Boxed, vinfo.Slot(1))
	s.Home[1] = s.Vars[1]
	s.Push(s.Vars[0])
	s.PC = 12
	s.Adopt()
	sn := s.Freeze()
	const want = "pc 12; local 0: virtual rule 1[raw 0x100000000!, int in rcx]; local 1: value in slot1 in sync; stack 0: virtual rule 1[raw 0x100000000!, int in rcx]"
	if got := sn.Text(nil); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(sn.packed) != 21 {
		t.Errorf("% x", sn.packed)
	}
}

// Code whose caller takes ints unboxed is not code for other callers.
func TestSnapshotRawInts(t *testing.T) {
	s := NewState(nil, nil, 0, 0)
	boxed := s.Freeze()
	s.RawInts = true
	raw := s.Freeze()
	if Equal(boxed, raw) || !raw.Thaw(nil).RawInts || boxed.Thaw(nil).RawInts {
		t.Error("a snapshot does not tell how ints are returned")
	}
}
