// Tests of which snapshots fit which states.

package dispatcher

import (
	"slices"
	"testing"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

func slot(n int) *Info          { return vinfo.NewRun(vinfo.Boxed, vinfo.Slot(n)) }
func fixed(n int64) *Info       { return vinfo.NewFixed(vinfo.Boxed, uint64(object.SmallInt(n))) }
func float(x int) *Info         { return vinfo.NewRun(vinfo.Float, vinfo.XReg(x)) }
func virtual(r int) *Info       { return staging.NewInt(reg(vinfo.Int, r)) }
func vars(v ...*Info) variables { return v }

type variables []*Info

// twice makes the same vinfo two variables.
func twice(i *Info) variables { return vars(i, i) }

func sharedClass(a, b *Info) variables {
	b.SetItem(0, classed(a, staging.ClassInt).Items[0])
	return vars(a, b)
}

func TestCompatible(t *testing.T) {
	flagged := func(i *Info, f vinfo.Flags, not uint16) *Info {
		i.Flags, i.Not = f, not
		return i
	}
	valued := func(i *Info, n int, x *Info) *Info {
		i.SetItem(n, x)
		return i
	}
	const otherRule = staging.FirstRule + 3
	tuple := func(items ...*Info) *Info {
		return vinfo.NewVirtual(otherRule, append([]*Info{staging.NewClass(77)}, items...)...)
	}
	for _, c := range []struct {
		name        string
		frozen, now variables
		how         How
		loosen      []int // the variables whose vinfos must be un-promoted
	}{
		{"nothing", vars(), vars(), Exact, nil},
		{"undefined", vars(nil, slot(1)), vars(nil, slot(1)), Exact, nil},
		{"undefined before", vars(nil), vars(slot(0)), None, nil},
		{"undefined now", vars(slot(0)), vars(nil), None, nil},

		{"equal constants", vars(constant(1)), vars(constant(1)), Exact, nil},
		{"other constant", vars(constant(1)), vars(constant(2)), Partial, []int{0}},
		{"two others", vars(constant(1), constant(2), slot(2)), vars(constant(2), constant(1), slot(2)), Partial, []int{0, 1}},
		{"other constant of another kind", vars(constant(1)), vars(vinfo.NewKnown(vinfo.Raw, 2)), None, nil},
		{"fixed before, equal", vars(fixed(1)), vars(constant(1)), Exact, nil},
		{"fixed now, equal", vars(constant(1)), vars(fixed(1)), Exact, nil},
		{"fixed before", vars(fixed(1)), vars(constant(2)), None, nil},
		{"fixed now", vars(constant(1)), vars(fixed(2)), None, nil},
		{"partial and not at all", vars(constant(1), nil), vars(constant(2), slot(1)), None, nil},

		{"partly unfit", vars(slot(0), constant(1)), vars(virtual(0), constant(2)), Partial, []int{1}},
		{"partly unfit before what differs", vars(constant(1), slot(1)), vars(constant(2), virtual(0)), Partial, []int{0}},
		{"partly unfit, one equal", vars(slot(0), constant(1), constant(3)), vars(virtual(0), constant(1), constant(4)), Partial, []int{2}},
		{"partly unfit, fixed", vars(slot(0), fixed(1)), vars(virtual(0), constant(2)), None, nil},
		{"partly unfit, behind items", vars(valued(slot(0), 2, reg(vinfo.Raw, 2)), constant(1)), vars(virtual(0), constant(2)), Partial, []int{1}},
		{"partly unfit, behind items that differ in part", vars(tuple(slot(0), constant(1), slot(2)), constant(1)),
			vars(tuple(slot(0), constant(2), virtual(3)), constant(2)), Partial, []int{1}},
		{"partly unfit, sharing behind what differs", vars(valued(slot(0), 2, reg(vinfo.Raw, 2)), virtual(3), constant(1), slot(3)),
			vars(virtual(4), virtual(3), constant(2), slot(3)), Partial, []int{2}},

		{"other places", vars(slot(0), reg(vinfo.Boxed, 1)), vars(reg(vinfo.Boxed, 3), slot(1)), Exact, nil},
		{"kinds", vars(reg(vinfo.Boxed, 1)), vars(reg(vinfo.Int, 1)), None, nil},
		{"flags needed", vars(flagged(slot(0), vinfo.NotNull, 0)), vars(slot(0)), None, nil},
		{"flags unused", vars(slot(0)), vars(flagged(slot(0), vinfo.NotNull, 0)), Exact, nil},
		{"default case needed", vars(flagged(slot(0), 0, 6)), vars(flagged(slot(0), 0, 5)), None, nil},
		{"default case unused", vars(flagged(slot(0), 0, 4)), vars(flagged(slot(0), 0, 5)), Exact, nil},
		{"run-time before, constant now", vars(slot(0)), vars(constant(1)), Partial, []int{0}},
		{"run-time before, fixed now", vars(slot(0)), vars(fixed(1)), None, nil},
		{"constant before, run-time now", vars(constant(1)), vars(slot(0)), None, nil},
		{"run-time before, virtual now", vars(slot(0)), vars(virtual(0)), None, nil},
		{"virtual before, run-time now", vars(virtual(0)), vars(slot(0)), None, nil},
		{"constant before, virtual now", vars(constant(1)), vars(virtual(0)), None, nil},
		{"run-time of the class", vars(classed(slot(0), staging.ClassInt)), vars(constant(1)), Partial, []int{0}},
		{"run-time of another class", vars(classed(slot(0), staging.ClassFloat)), vars(constant(1)), None, nil},

		{"class lost", vars(slot(0)), vars(classed(slot(0), staging.ClassInt)), Lossy, nil},
		{"class needed", vars(classed(slot(0), staging.ClassInt)), vars(slot(0)), None, nil},
		{"other class", vars(classed(slot(0), staging.ClassInt)), vars(classed(slot(0), staging.ClassFloat)), None, nil},
		{"class of a constant needed", vars(classed(constant(1), staging.ClassInt)), vars(constant(1)), Exact, nil},
		{"class of a constant lost", vars(constant(1)), vars(classed(constant(1), staging.ClassInt)), Exact, nil},
		{"run-time item lost", vars(slot(0)), vars(valued(slot(0), 1, reg(vinfo.Int, 2))), Exact, nil},
		{"run-time item needed", vars(valued(slot(0), 1, reg(vinfo.Int, 2))), vars(slot(0)), None, nil},
		{"known item lost", vars(valued(slot(0), 1, reg(vinfo.Int, 2))), vars(valued(slot(0), 1, vinfo.NewKnown(vinfo.Int, 3))), Partial, nil},

		{"virtual", vars(virtual(1)), vars(virtual(2)), Exact, nil},
		{"virtual of another rule", vars(virtual(1)), vars(staging.NewFloat(float(1))), None, nil},
		{"word", vars(staging.NewWord(reg(vinfo.Int, 1))), vars(staging.NewWord(reg(vinfo.Int, 2))), Exact, nil},
		{"word, int now", vars(staging.NewWord(reg(vinfo.Int, 1))), vars(virtual(1)), None, nil},
		{"word, constant now", vars(staging.NewWord(reg(vinfo.Int, 1))), vars(constant(1)), None, nil},
		{"virtual int, constant now", vars(virtual(1)), vars(constant(1)), Partial, []int{0}},
		{"virtual int, fixed now", vars(virtual(1)), vars(fixed(1)), None, nil},
		{"virtual float, int now", vars(staging.NewFloat(float(1))), vars(constant(1)), None, nil},
		{"virtual object, constant now", vars(tuple(slot(1))), vars(constant(1)), None, nil},
		{"virtual object", vars(tuple(slot(1), constant(1))), vars(tuple(slot(1), constant(1))), Exact, nil},
		{"virtual object of fewer items", vars(tuple(slot(1))), vars(tuple(slot(1), constant(1))), None, nil},
		{"virtual object of more items", vars(tuple(slot(1), constant(1))), vars(tuple(slot(1))), None, nil},

		{"shared by both", twice(slot(0)), twice(slot(1)), Exact, nil},
		{"shared before", twice(reg(vinfo.Boxed, 0)), vars(reg(vinfo.Boxed, 0), reg(vinfo.Boxed, 1)), None, nil},
		{"shared now", vars(slot(0), slot(1)), twice(slot(0)), Exact, nil},
		{"virtual shared by both", twice(virtual(0)), twice(virtual(1)), Exact, nil},
		{"virtual shared before", twice(virtual(0)), vars(virtual(0), virtual(1)), None, nil},
		{"virtual shared now", vars(virtual(0), virtual(1)), twice(virtual(0)), None, nil},
		{"constant shared before", twice(constant(1)), vars(constant(1), constant(1)), Exact, nil},
		{"constant shared before, one other now", twice(constant(1)), vars(constant(1), constant(2)), Partial, []int{1}},
		{"constant shared before, both other now", twice(constant(1)), vars(constant(3), constant(2)), Partial, []int{0, 1}},
		{"constant shared by both, other", twice(constant(1)), twice(constant(2)), Partial, []int{0}},
		{"constant shared now", vars(constant(1), constant(1)), twice(constant(1)), Exact, nil},
		{"fixed shared before, one other now", twice(fixed(1)), vars(constant(1), constant(2)), None, nil},
		{"class shared before, another now", sharedClass(slot(0), slot(1)), vars(constant(2), staging.NewConst(object.None)), Partial, []int{0}},
		{"class shared before, the same now", sharedClass(slot(0), slot(1)), vars(constant(2), constant(3)), Partial, []int{0, 1}},
		{"class shared with what is skipped", sharedClass(slot(0), slot(1)), vars(constant(2), classed(slot(1), staging.ClassInt)), Partial, []int{0}},
		{"sharing behind what differs",
			vars(valued(slot(0), 2, reg(vinfo.Raw, 2)), virtual(3), slot(2)),
			vars(valued(slot(0), 2, reg(vinfo.Raw, 2)), constant(1), slot(2)), Partial, []int{1}},
	} {
		sn, s := state(c.frozen...).Freeze(), state(c.now...)
		how, loosen := Compatible(sn, s)
		var want []*Info
		for _, n := range c.loosen {
			want = append(want, c.now[n])
		}
		if c.name == "known item lost" {
			want = []*Info{c.now[0].Items[1]}
		}
		if how != c.how || !slices.Equal(loosen, want) {
			t.Errorf("%s: %v %v, want %v %v", c.name, how, loosen, c.how, want)
		}
		if how >= Partial && sn.Hash() != s.Hash() {
			t.Errorf("%s: hashes differ", c.name)
		}
	}
}

func TestItself(t *testing.T) {
	for _, s := range []*State{
		state(virtual(1), slot(1), constant(5), nil, classed(reg(vinfo.Boxed, 2), 9)),
		state(twice(virtual(1))...),
	} {
		sn := s.Freeze()
		if how, _ := Compatible(sn, s); how != Exact {
			t.Errorf("%v with itself", how)
		}
		if how, _ := Compatible(sn, sn.Thaw(s.Shared)); how != Exact {
			t.Errorf("%v with what was thawed", how)
		}
	}
}

// If a snapshot has a virtual int in sync, the int must be boxed to match. A version of its own would not need that.
func TestInSync(t *testing.T) {
	frozen, now := state(virtual(1), slot(1)), state(virtual(1), reg(vinfo.Boxed, 2))
	frozen.Home[0] = frozen.Vars[0]
	sn := frozen.Freeze()
	if how, _ := Compatible(sn, now); how != Lossy {
		t.Error(how)
	}
	now.Home[0] = now.Vars[0]
	if how, _ := Compatible(sn, now); how != Exact {
		t.Error(how)
	}
	object := func() *State { return state(vinfo.NewVirtual(staging.FirstRule, staging.NewClass(7))) }
	frozen = object()
	frozen.Home[0] = frozen.Vars[0]
	if how, _ := Compatible(frozen.Freeze(), object()); how != None {
		t.Error(how)
	}
}
