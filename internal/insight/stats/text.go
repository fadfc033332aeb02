// The report for people: the costliest first.

package stats

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteText writes what was counted: the totals, then each group, the one with the largest counts first, and its counters likewise.
func (s *Stats) WriteText(w io.Writer, opName func(op uint8) string) {
	t, h := &s.Totals, &s.Share
	fmt.Fprintf(w, "%d samples: %.1f%% in machine code, %.1f%% in helpers it called; compiled in %.3f ms, %d bytes of code, %d of metadata, %d respawns, %d invalidations\n",
		h.Samples(), 100*h.Of(h.Native), 100*h.Of(h.Helper), float64(t[CompileNs])/1e6, t[CodeBytes], t[MetadataBytes], Sum(s.Respawns[:]), t[Invalidations])
	groups := append(s.Groups(), s.HelperCounts(opName))
	for i := range groups {
		c := groups[i].Counters
		c = slices.DeleteFunc(c, func(c Counter) bool { return c.N == 0 })
		slices.SortStableFunc(c, byCost)
		groups[i].Counters = c
	}
	groups = slices.DeleteFunc(groups, func(g Group) bool { return len(g.Counters) == 0 })
	slices.SortStableFunc(groups, func(a, b Group) int { return byCost(a.Counters[0], b.Counters[0]) })
	for _, g := range groups {
		fmt.Fprintf(w, "%s: %s\n", g.Name, g.Doc)
		for _, c := range g.Counters {
			fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %14d  %-26s %s", c.N, c.Name, c.Doc), " "))
		}
	}
}

func byCost(a, b Counter) int { return cmp.Compare(b.N, a.N) }
