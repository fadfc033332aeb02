// The statistics of a run.
package modules

import (
	"encoding/json"
	"fmt"
	"io"
	"sort"

	"github.com/psyco-go/psy/interp"
	"github.com/psyco-go/psy/object"
)

// stats is the JSON object of psy.stats=json. The engines that are not part of this version have counted nothing.
type stats struct {
	Engine          string                       `json:"engine"`
	Bytecodes       map[string]uint64            `json:"bytecodes"`
	NativeShare     float64                      `json:"native_share"`
	Opcodes         map[string]uint64            `json:"opcodes"`
	Missed          map[string]uint64            `json:"missed"`
	Specializations map[string]map[string]uint64 `json:"specializations"`
	Executors       map[string]uint64            `json:"executors"`
	GC              map[string]any               `json:"gc"`
}

func gather(rt *object.Runtime) stats {
	g := rt.Heap.Stats()
	return stats{
		Engine:          "tier1",
		Bytecodes:       map[string]uint64{"tier1": interp.Retired(rt), "tier2": 0, "native": 0},
		Opcodes:         interp.Executed(rt),
		Missed:          interp.Missed(rt),
		Specializations: interp.Specializations(rt),
		Executors:       map[string]uint64{"made": 0, "entered": 0, "hot_exits": 0, "cold_exits": 0},
		GC: map[string]any{"collections": g.Collections, "pause_max_ms": float64(g.PauseMax.Microseconds()) / 1000,
			"live_bytes": g.LiveBytes},
	}
}

// WriteStatsJSON writes the statistics as one JSON object on a line.
func WriteStatsJSON(w io.Writer, rt *object.Runtime) {
	json.NewEncoder(w).Encode(gather(rt))
}

// WriteStatsText writes the statistics for people, the costliest first.
func WriteStatsText(w io.Writer, rt *object.Runtime) {
	s := gather(rt)
	fmt.Fprintf(w, "engine %s, %d bytecodes\n", s.Engine, s.Bytecodes["tier1"])
	names := make([]string, 0, len(s.Specializations))
	for n := range s.Specializations {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := s.Specializations[names[i]]["deferred"], s.Specializations[names[j]]["deferred"]
		return a > b || a == b && names[i] < names[j]
	})
	for _, n := range names {
		f := s.Specializations[n]
		fmt.Fprintf(w, "%-18s hit %12d  miss %10d  deferred %10d  deopt %8d\n", n, f["hit"], f["miss"], f["deferred"], f["deopt"])
	}
	fmt.Fprintf(w, "gc: %d collections, longest pause %v ms, %d bytes live\n", s.GC["collections"], s.GC["pause_max_ms"], s.GC["live_bytes"])
}
