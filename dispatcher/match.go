// Comparison of states with snapshots.

package dispatcher

import (
	"slices"

	"github.com/psyco-go/psy/staging"
	"github.com/psyco-go/psy/vinfo"
)

type (
	State    = staging.State
	Snapshot = staging.Snapshot
	Info     = vinfo.Info
)

// How tells how well a snapshot fits a state.
type How uint8

const (
	None    How = iota
	Partial     // the code may fit if some compile-time values are un-promoted
	Lossy       // the code may be used, but knows less, or needs values boxed that could stay unboxed
	Exact       // the code may be used without loss
)

func (h How) String() string { return [...]string{"none", "partial", "lossy", "exact"}[h] }

// Compatible compares s with a snapshot (paper: psyco_compatible). For a Partial match, loosen are the compile-time vinfos of s to
// un-promote before the next try.
//
//	snapshot        state           fits if
//	nothing         anything        always: what is known is lost; a variable must be undefined in both
//	compile-time    compile-time    the values are equal; partial if not and neither is fixed
//	run-time        run-time        the kinds are equal and the snapshot's flags hold
//	run-time        compile-time    partial if not fixed and the kinds are equal
//	virtual         virtual         the rules are equal, and virtual objects have as many items
//	virtual number  compile-time    partial if not fixed and the classes are equal
//
// and if the items fit. If the snapshot has one vinfo in two places, the state must have one vinfo in both. The converse need not hold, except for
// virtual objects, which must not be built twice.
//
// Where some variables do not fit, others may still be partial: their values change often, so the new version should not depend on them either.
// Otherwise a loop whose turns differ in several ways would get a version for each combination of values.
func Compatible(sn *Snapshot, s *State) (how How, loosen []*Info) {
	var m matcher
	if how = m.match(sn, s); how == Partial {
		loosen = m.loosen
	}
	return how, loosen
}

// matcher walks a snapshot and a state in parallel.
type matcher struct {
	s       *State
	r       staging.Reader
	mark    uint32 // marks the virtual vinfos met so far
	seen    []pair // the state's vinfos, by the snapshot's numbers
	loosen  []*Info
	unfit   int // the number of variables that do not fit, whatever is un-promoted
	lost    int // the number of compile-time items and fields that the snapshot lacks
	cost    int // the approximate number of stores and moves to emit
	collect bool
	moves   []staging.Move
	boxes   []int // variables to box and store
}

type pair struct {
	x     *Info // the state's vinfo; nil: compared with nothing
	known bool  // the snapshot's vinfo is compile-time, with these:
	kind  vinfo.Kind
	fixed bool
	value uint64
}

func (m *matcher) saw(f *staging.Frozen, x *Info) {
	m.seen = append(m.seen, pair{x, f.Time == vinfo.CompileTime, f.Kind, f.Fixed, f.Value})
}

const boxCost = 4

func (m *matcher) match(sn *Snapshot, s *State) How {
	if int(sn.NLocals) != s.NLocals || int(sn.Depth) != s.Depth {
		return None
	}
	m.s, m.r, m.mark = s, sn.Read(), s.NewMark()
	m.seen, m.loosen, m.unfit, m.lost, m.cost = m.seen[:0], m.loosen[:0], 0, 0, 0
	var f staging.Frozen
	for n, x := range s.Vars[:s.Live()] {
		inSync := m.r.Var(&f)
		if f.N < 0 && x == nil {
			continue
		}
		if f.N < 0 || x == nil {
			return None
		}
		r, seen, loosen := m.r, len(m.seen), len(m.loosen)
		if m.info(&f, x) && (!inSync || m.home(n, x)) {
			continue
		}
		m.unfit++
		m.r, m.seen, m.loosen = r, m.seen[:seen], m.loosen[:loosen]
		if !f.Seen {
			m.saw(&f, nil)
		}
		m.skip(f.NItems)
	}
	switch {
	case len(m.loosen) > 0:
		return Partial
	case m.unfit > 0:
		return None
	case m.lost > 0:
		return Lossy
	}
	return Exact
}

// home checks a variable that the snapshot has in sync.
func (m *matcher) home(n int, x *Info) bool {
	switch {
	case m.s.InSync(n):
	case x.Time != vinfo.Virtual:
		m.move(x, vinfo.Slot(n))
	case x.Rule >= staging.FirstRule: // storing it would build it
		return false
	default:
		m.lost++
		m.cost += boxCost
		if m.collect {
			m.boxes = append(m.boxes, n)
		}
	}
	return true
}

func (m *matcher) move(x *Info, to vinfo.Place) {
	if m.collect {
		m.moves = append(m.moves, staging.Move{From: x, To: to})
	}
	if x.Place != to {
		m.cost++
	}
}

func (m *matcher) info(f *staging.Frozen, x *Info) bool {
	if f.Seen {
		was := m.seen[f.N]
		return was.x == x || was.known && x.Time == vinfo.CompileTime && x.Kind == was.kind && m.known(was.value, was.fixed, x)
	}
	m.saw(f, x)
	switch {
	case f.Time == vinfo.CompileTime && x.Time == vinfo.CompileTime:
		if f.Kind != x.Kind || !m.known(f.Value, f.Fixed, x) {
			return false
		}
		if f.Value != x.Known.Value {
			m.skip(f.NItems)
			return true
		}
	case f.Time == vinfo.RunTime && x.Time == vinfo.RunTime:
		if f.Kind != x.Kind || f.Flags&^x.Flags != 0 || f.Not&^x.Not != 0 {
			return false
		}
		m.move(x, f.Place)
	case f.Time == vinfo.Virtual && x.Time == vinfo.Virtual:
		if f.Rule != x.Rule || x.Mark == m.mark {
			return false
		}
		x.Mark = m.mark
	case x.Time == vinfo.CompileTime:
		return f.Kind == x.Kind && (f.Time == vinfo.RunTime || f.Rule < staging.FirstRule) && m.unpromoted(f.NItems, x)
	default:
		return false
	}
	return m.items(f.NItems, x)
}

// known compares a compile-time value of the snapshot with one of the state.
func (m *matcher) known(value uint64, fixed bool, x *Info) bool {
	return value == x.Known.Value || !fixed && m.loose(x)
}

func (m *matcher) loose(x *Info) bool {
	if x.Known.Fixed {
		return false
	}
	if !slices.Contains(m.loosen, x) {
		m.loosen = append(m.loosen, x)
	}
	return true
}

// unpromoted compares the n items of a run-time or virtual vinfo in the snapshot with a compile-time value of the state.
func (m *matcher) unpromoted(n int, x *Info) bool {
	if n == 0 {
		return m.loose(x)
	}
	var f staging.Frozen
	m.item(&f)
	if class, ok := staging.Class(x); ok && f.N >= 0 && m.seen[f.N].known && m.seen[f.N].value != class {
		return false
	}
	m.skip(f.NItems)
	m.skip(n - 1)
	return m.loose(x)
}

// items compares n items of the snapshot with those of x. What the snapshot lacks is lost, unless x is a virtual object: that is built from its
// items, so a tuple of two is no tuple of one of which more is known.
func (m *matcher) items(n int, x *Info) bool {
	var f staging.Frozen
	for k := range max(n, len(x.Items)) {
		y := x.Item(k)
		f.N = -1
		if k < n {
			m.r.Item(&f)
		}
		switch {
		case f.N < 0:
			if y != nil && k > staging.ItemClass && x.Time == vinfo.Virtual && x.Rule >= staging.FirstRule {
				return false
			}
			field := k >= staging.ItemField && y != nil && x.Time == vinfo.RunTime
			if y.IsKnown() && x.Time != vinfo.CompileTime || field {
				m.lost++
			}
		case y == nil || !m.info(&f, y):
			return false
		}
	}
	return true
}

// item reads an item that is compared with nothing; skip reads n items and everything in them.
func (m *matcher) item(f *staging.Frozen) {
	m.r.Item(f)
	if f.N >= 0 && !f.Seen {
		m.saw(f, nil)
	}
}

func (m *matcher) skip(n int) {
	var f staging.Frozen
	for ; n > 0; n-- {
		m.item(&f)
		m.skip(f.NItems)
	}
}
