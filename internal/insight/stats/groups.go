// The counters as named groups: what JSON, the text report and the documentation are made of.

package stats

import (
	"fmt"
	"strings"
)

// An entry is the name and the meaning of a counter.
type entry struct{ name, doc string }

// Counter is a counter with its name.
type Counter struct {
	Name, Doc string
	N         uint64
}

// Group is a table of counters.
type Group struct {
	Name, Doc string
	Counters  []Counter
}

func group(name, doc string, entries []entry, counts []uint64) Group {
	g := Group{name, doc, make([]Counter, len(entries))}
	for i, e := range entries {
		g.Counters[i] = Counter{e.name, e.doc, counts[i]}
	}
	return g
}

// Sum is the sum of a group's counters.
func Sum(counts []uint64) (n uint64) {
	for _, c := range counts {
		n += c
	}
	return n
}

// promotions by kind and by reason.
func (s *Stats) promotionSums() (kinds [NumPromotions]uint64, why [NumReasons]uint64) {
	for k := range s.Promotions {
		kinds[k] = Sum(s.Promotions[k][:])
		for r, n := range s.Promotions[k] {
			why[r] += n
		}
	}
	return kinds, why
}

// Groups are all counters but the totals and the helpers, in their fixed order.
func (s *Stats) Groups() []Group {
	kinds, whys := s.promotionSums()
	why := reasonEntries()
	return []Group{
		group("buffers", "buffers of machine code and stubs made, by kind", bufferKinds[:], s.Buffers[:]),
		group("promotions", "promotions, by kind", promotions[:], kinds[:]),
		group("promotion_reasons", "promotions, by what they are for", why, whys[:]),
		group("respawn_reasons", "conditions whose other side was reached, by reason", why, s.Respawns[:]),
		group("pauses", "coding pauses", pauses[:], s.Pauses[:]),
		group("dispatcher", "searches for a version at merge points", dispatches[:], s.Dispatcher[:]),
		group("stages", "changes of values' stages while compiling", arrows[:], s.Stages[:]),
		group("guards", "guards compiled, by reason", why, s.Guards[:]),
		group("exits", "times that machine code was left, by reason", why, s.Exits[:]),
	}
}

// HelperCounts are the calls of helpers by instruction, those that happened; name gives the names.
func (s *Stats) HelperCounts(name func(op uint8) string) Group {
	g := Group{Name: "helpers", Doc: "calls of helpers from machine code, by instruction"}
	for op, n := range s.Helpers {
		if n > 0 {
			g.Counters = append(g.Counters, Counter{Name: name(uint8(op)), N: n})
		}
	}
	return g
}

// JSON gives the counters under their names for package encoding/json. In the tables by reason or instruction, zeros are left out.
func (s *Stats) JSON(opName func(op uint8) string) map[string]any {
	out := map[string]any{
		"native_share": s.Share.Of(s.Share.Native),
		"samples":      map[string]uint64{"native": s.Share.Native, "helper": s.Share.Helper, "other": s.Share.Other},
		"respawns":     Sum(s.Respawns[:]),
		"compile_ms":   float64(s.Totals[CompileNs]) / 1e6,
	}
	for i, e := range totals {
		if Total(i) != CompileNs && Total(i) != NativeBytecodes {
			out[e.name] = s.Totals[i]
		}
	}
	for _, g := range append(s.Groups(), s.HelperCounts(opName)) {
		m := map[string]uint64{}
		sparse := len(g.Counters) == int(NumReasons)
		for _, c := range g.Counters {
			if c.N > 0 || !sparse {
				m[c.Name] = c.N
			}
		}
		out[g.Name] = m
	}
	return out
}

// Doc is the documentation of every counter, in Markdown.
func Doc() string {
	var b strings.Builder
	table := func(name, doc string, entries []entry) {
		fmt.Fprintf(&b, "\n`%s`: %s\n\n| counter | counts |\n|---|---|\n", name, doc)
		for _, e := range entries {
			fmt.Fprintf(&b, "| `%s` | %s |\n", e.name, e.doc)
		}
	}
	for _, g := range new(Stats).Groups() {
		if len(g.Counters) == int(NumReasons) {
			fmt.Fprintf(&b, "\n`%s`: %s; see the reasons below.\n", g.Name, g.Doc)
			continue
		}
		entries := make([]entry, len(g.Counters))
		for i, c := range g.Counters {
			entries[i] = entry{c.Name, c.Doc}
		}
		table(g.Name, g.Doc, entries)
	}
	table("totals", "counters that stand alone", totals[:])
	table("reasons", "why code checks, leaves, promotes or respawns", reasonEntries())
	return strings.TrimPrefix(b.String(), "\n")
}
