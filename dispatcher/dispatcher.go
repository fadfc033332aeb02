// Package dispatcher records which code was made for which state of the compiler, and finds that code again (paper, "Dispatching"). It must not
// know the bytecode, nor what Python values look like.
//
// At a merge point there may be several versions of code, each with the snapshot of the state that it starts from:
//
//	state --Find--> exact:   Unify moves the values to the version's places, then a jump
//	                partial: the compiler un-promotes Loosen and tries again
//	                none:    Add a new version; a general one if there are too many
package dispatcher

import (
	"math"
	"slices"
	"unsafe"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/psyco-go/psy/internal/insight/stats"
)

// Key identifies a merge point.
type Key struct {
	Unit any // comparable
	PC   int
	Raw  bool // State.RawInts
}

// KeyOf is the merge point at which s stands.
func KeyOf(s *State) Key { return Key{s.Unit, s.PC, s.RawInts} }

// Version is the code for a state.
type Version struct {
	*Snapshot
	General bool // made when the merge point had its maximum of versions; not counted as one of them
	Data    any  // for the owner of the dispatcher
}

// VersionBytes is the memory of a version without its snapshot and its data: the structure, its entries in the LRU's list and map, and in its merge point.
const VersionBytes = int(unsafe.Sizeof(Version{})) + 104 + 24 + 16

// Key is the merge point of v.
func (v *Version) Key() Key { return Key{v.Unit, v.PC, v.RawInts} }

// Dispatcher holds the versions of one runtime, under whose lock it is used.
type Dispatcher struct {
	max    int
	stats  *stats.Stats
	points map[Key]*point
	lru    *simplelru.LRU[*Version, struct{}]
	m      matcher
}

type point struct {
	versions []*Version
	general  int // the number of general versions
}

// Count says where is counted, if New was not told.
func (d *Dispatcher) Count(st *stats.Stats) { d.stats = st }

// New makes a dispatcher that allows max versions at a merge point, besides general ones.
func New(max int, st *stats.Stats) *Dispatcher {
	lru, _ := simplelru.NewLRU[*Version, struct{}](math.MaxInt, nil) // fails only for a size of 0 or less
	return &Dispatcher{max: max, stats: st, points: map[Key]*point{}, lru: lru}
}

// Match is the result of Find.
type Match struct {
	How
	Version *Version // nil for None
	Loosen  []*Info  // Partial: un-promote these, then Find again
	Crowd   bool     // so many versions exist that a new one should be for a widened state
	Full    bool     // the maximum of versions exists: a new one should be general
}

// Find looks for code that fits s at a merge point that may have so many versions as most says, if that is less than New allowed. The best result is an exact match with the fewest moves. A lossy match counts only if no more
// versions are allowed; the one that loses least is taken. Otherwise a partial match is next, the one with the fewest variables that do not fit and
// the fewest values to un-promote.
func (d *Dispatcher) Find(key Key, s *State, most int) Match {
	var best Match
	var p point
	if at := d.points[key]; at != nil {
		p = *at
	}
	n := len(p.versions) - p.general
	most = min(most, d.max)
	best.Crowd, best.Full = n >= most-most/3, n >= most
	hash, bestCost := s.Hash(), 0
	for _, v := range p.versions {
		if v.Hash() != hash {
			continue
		}
		how, cost := d.m.match(v.Snapshot, s), 0
		switch how {
		case Exact:
			cost = d.m.cost
		case Lossy:
			if !best.Full {
				continue
			}
			cost = d.m.lost<<16 + d.m.cost
		case Partial:
			cost = d.m.unfit<<16 + len(d.m.loosen)
		}
		if how > best.How || how == best.How && cost < bestCost {
			best.How, best.Version, bestCost = how, v, cost
			best.Loosen = append(best.Loosen[:0], d.m.loosen...) // empty if v matches
		}
	}
	switch best.How {
	case None:
		d.stats.Dispatcher[stats.Miss]++
	case Partial:
		d.stats.Dispatcher[stats.Partial]++
	default:
		d.stats.Dispatcher[stats.Exact]++
		d.lru.Get(best.Version)
	}
	return best
}

// Add adds a version, which counts as just used.
func (d *Dispatcher) Add(sn *Snapshot, general bool, data any) *Version {
	v := &Version{Snapshot: sn, General: general, Data: data}
	key := v.Key()
	p := d.points[key]
	if p == nil {
		p = new(point)
		d.points[key] = p
	}
	p.versions = append(p.versions, v)
	if general {
		p.general++
	}
	d.lru.Add(v, struct{}{})
	return v
}

// Remove removes v, if it is present.
func (d *Dispatcher) Remove(v *Version) {
	if !d.lru.Remove(v) {
		return
	}
	p := d.points[v.Key()]
	n := slices.Index(p.versions, v)
	p.versions = slices.Delete(p.versions, n, n+1)
	if v.General {
		p.general--
	}
	if len(p.versions) == 0 {
		delete(d.points, v.Key())
	}
}

// Touch marks v as just used; false: v is not present.
func (d *Dispatcher) Touch(v *Version) bool {
	_, ok := d.lru.Get(v)
	return ok
}

// Versions is the number of versions at a merge point, without general ones.
func (d *Dispatcher) Versions(key Key) int {
	if p := d.points[key]; p != nil {
		return len(p.versions) - p.general
	}
	return 0
}

// Len is the number of all versions.
func (d *Dispatcher) Len() int { return d.lru.Len() }

// Evict calls drop for each version, the least recently used first, until drop returns false. drop itself removes the versions that it evicts.
func (d *Dispatcher) Evict(drop func(v *Version) bool) {
	for _, v := range d.lru.Keys() {
		if !drop(v) {
			return
		}
		if !d.lru.Contains(v) {
			d.stats.Dispatcher[stats.Evicted]++
		}
	}
}

// Unify emits the code that takes s to the state that v starts from, which Find matched exactly or with losses (paper: psyco_unify). A jump to v's
// code must follow; s is of no use afterwards.
func (d *Dispatcher) Unify(s *State, v *Version) {
	m := &d.m
	m.moves, m.boxes = m.moves[:0], m.boxes[:0]
	m.collect = true
	how := m.match(v.Snapshot, s)
	m.collect = false
	if how < Lossy {
		panic("BUG: dispatcher: unify of states that do not match")
	}
	for _, n := range m.boxes {
		s.Sync(n)
	}
	s.Leave(m.moves)
}
