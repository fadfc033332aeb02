// The statistics of a run: the compiler's, the interpreter's, the collector's.

package modules

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"

	"github.com/psyco-go/psy/internal/insight/stats"
	"github.com/psyco-go/psy/internal/vm/interp"
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// engineOf is the name of the engine that runs the code, and its counters; without a compiler they are all zero.
func engineOf(rt *object.Runtime) (name string, s *stats.Stats) {
	if c := compilerOf(rt); c != nil {
		return "psyco", c.Stats()
	}
	if rt.Tier2 != nil {
		return "tier2", stats.New()
	}
	return "tier1", stats.New()
}

// Stats are the statistics under their names, for package encoding/json.
func Stats(rt *object.Runtime) map[string]any {
	g := rt.Heap.Stats()
	name, s := engineOf(rt)
	tier2, _ := interp.Tier2Stats(rt)
	out := s.JSON(opcode.Name)
	out["engine"] = name
	out["bytecodes"] = map[string]uint64{"tier1": interp.Retired(rt), "tier2": tier2.Retired, "native": s.Totals[stats.NativeBytecodes]}
	out["bytecodes_native_by"] = "counters" // in machine code made for statistics
	if tier2.Invalidations > 0 {
		out["invalidations"] = tier2.Invalidations
	}
	out["opcodes"] = interp.Executed(rt)
	out["missed"] = interp.Missed(rt)
	out["specializations"] = interp.Specializations(rt)
	attempts := map[string]any{}
	for family, a := range interp.SpecializationAttempts(rt) {
		attempts[family] = map[string]any{"success": a.Succeeded, "failure": a.Failed}
	}
	out["specialization_attempts"] = attempts
	out["executors"] = map[string]uint64{"made": tier2.Made, "entered": tier2.Entered, "hot_exits": tier2.HotExits, "cold_exits": rt.ColdExits}
	out["gc"] = map[string]any{"collections": uint64(g.Collections), "pause_max_ms": float64(g.PauseMax.Microseconds()) / 1000,
		"live_bytes": uint64(g.LiveBytes)}
	return out
}

// WriteStatsJSON writes the statistics as one JSON object on a line.
func WriteStatsJSON(w io.Writer, rt *object.Runtime) {
	json.NewEncoder(w).Encode(Stats(rt))
}

// WriteStatsText writes the statistics for people, the costliest first.
func WriteStatsText(w io.Writer, rt *object.Runtime) {
	name, s := engineOf(rt)
	fmt.Fprintf(w, "engine %s, %d bytecodes in tier 1, %d in machine code\n", name, interp.Retired(rt), s.Totals[stats.NativeBytecodes])
	if c, ok := interp.Tier2Stats(rt); ok {
		fmt.Fprintf(w, "tier 2: %d bytecodes, %d executors made, entered %d times; %d exits became hot, others were taken %d times\n", c.Retired, c.Made, c.Entered, c.HotExits, rt.ColdExits)
	}
	if compilerOf(rt) != nil {
		s.WriteText(w, opcode.Name)
	}
	families, attempts := interp.Specializations(rt), interp.SpecializationAttempts(rt)
	names := make([]string, 0, len(families))
	for n := range families {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := families[names[i]]["deferred"], families[names[j]]["deferred"]
		return a > b || a == b && names[i] < names[j]
	})
	for _, n := range names {
		f := families[n]
		if f["hit"]+f["miss"]+f["deferred"]+f["deopt"] == 0 {
			continue
		}
		fmt.Fprintf(w, "%-18s hit %12d  miss %10d  deferred %10d  deopt %8d\n", n, f["hit"], f["miss"], f["deferred"], f["deopt"])
		if a := attempts[n]; a != nil {
			unfit := slices.SortedFunc(maps.Keys(a.Failed), func(x, y string) int {
				return cmp.Or(cmp.Compare(a.Failed[y], a.Failed[x]), cmp.Compare(x, y))
			})
			for _, what := range unfit[:min(len(unfit), 3)] {
				fmt.Fprintf(w, "%18s no form %8d times for %s\n", "", a.Failed[what], what)
			}
		}
	}
	g := rt.Heap.Stats()
	fmt.Fprintf(w, "gc: %d collections, longest pause %v ms, %d bytes live\n", g.Collections, float64(g.PauseMax.Microseconds())/1000, g.LiveBytes)
}
