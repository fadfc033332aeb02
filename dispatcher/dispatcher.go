// Package dispatcher keeps which code was made for which state of the compiler, and finds it again (paper, "Dispatching").
// It must not know the bytecode, nor what Python values look like.
//
// At a merge point there may be several versions of code, each with the snapshot of the state that it starts from:
//
//	state --Find--> exact:   Unify moves the values to where the version has them, then a jump
//	                partial: the compiler un-promotes Loosen and tries again
//	                none:    Add a new version; if there are too many, a general one
package dispatcher

import (
	"math"
	"slices"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/psyco-go/psy/internal/insight/stats"
)

// Key names a merge point.
type Key struct {
	Unit any // comparable
	PC   int
}

// KeyOf is where s stands.
func KeyOf(s *State) Key { return Key{s.Unit, s.PC} }

// Version is code for a state.
type Version struct {
	*Snapshot
	Key     Key
	General bool // made when there were enough others; not counted among them
	Data    any  // the owner's
}

// Dispatcher holds the versions of one runtime, and is used under its lock.
type Dispatcher struct {
	max    int
	stats  *stats.Stats
	points map[Key]*point
	lru    *simplelru.LRU[*Version, struct{}]
	m      matcher
}

type point struct {
	versions []*Version
	general  int // how many of them are
}

// New makes a dispatcher that wants at most max versions at a merge point.
func New(max int, st *stats.Stats) *Dispatcher {
	lru, _ := simplelru.NewLRU[*Version, struct{}](math.MaxInt, nil) // fails for no room only
	return &Dispatcher{max: max, stats: st, points: map[Key]*point{}, lru: lru}
}

// Match is what Find found.
type Match struct {
	How
	Version *Version // nil for None
	Loosen  []*Info  // Partial: un-promote these, then Find again
	Crowd   bool     // there are so many versions that a new one should be for a widened state
	Full    bool     // there are as many as there may be: a new one should be general
}

// Find looks for code that s may go on with at a merge point. The best is an exact match with the fewest moves. A lossy one will do
// only when there may be no more versions, the one that loses least; else a partial one is next, with the fewest variables that do not
// fit and the fewest values to un-promote.
func (d *Dispatcher) Find(key Key, s *State) Match {
	var best Match
	var p point
	if at := d.points[key]; at != nil {
		p = *at
	}
	n := len(p.versions) - p.general
	best.Crowd, best.Full = n >= d.max-d.max/3, n >= d.max
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
			best.Loosen = append(best.Loosen[:0], d.m.loosen...) // none if v matches
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

// Add makes a version; it counts as used now.
func (d *Dispatcher) Add(key Key, sn *Snapshot, general bool, data any) *Version {
	v := &Version{Snapshot: sn, Key: key, General: general, Data: data}
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

// Remove forgets v, if it is here.
func (d *Dispatcher) Remove(v *Version) {
	if !d.lru.Remove(v) {
		return
	}
	p := d.points[v.Key]
	n := slices.Index(p.versions, v)
	p.versions = slices.Delete(p.versions, n, n+1)
	if v.General {
		p.general--
	}
	if len(p.versions) == 0 {
		delete(d.points, v.Key)
	}
}

// Touch counts v as used now; false: it is not here.
func (d *Dispatcher) Touch(v *Version) bool {
	_, ok := d.lru.Get(v)
	return ok
}

// Versions is the number of versions at a merge point, general ones not counted.
func (d *Dispatcher) Versions(key Key) int {
	if p := d.points[key]; p != nil {
		return len(p.versions) - p.general
	}
	return 0
}

// Len is the number of all versions.
func (d *Dispatcher) Len() int { return d.lru.Len() }

// Evict offers the versions to drop, the one used longest ago first, until that is false; drop removes those that it does away with.
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

// Unify emits what takes s to the state that v starts from, which Find matched exactly or with losses (paper: psyco_unify). A jump
// to v's code follows; s is of no more use.
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
