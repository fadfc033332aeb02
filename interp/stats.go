// Counting what the loop does.
package interp

import (
	"github.com/psyco-go/psy/object"
	"github.com/psyco-go/psy/opcode"
)

// CountStats makes a runtime keep statistics from now on.
func CountStats(rt *object.Runtime) { rt.Host["interp.stats"] = new(loopStats) }

// Retired is the number of instructions executed, where they are counted.
func Retired(rt *object.Runtime) uint64 { return 0 }

// Specializations gives hits, misses, deferred attempts and returns to the generic form by family.
func Specializations(rt *object.Runtime) map[string]map[string]uint64 {
	out := map[string]map[string]uint64{}
	s := statsOf(rt.Main)
	if s == nil {
		return out
	}
	for head := 0; head < 256; head++ {
		members := opcode.Family(uint8(head))
		if len(members) == 0 {
			continue
		}
		f := map[string]uint64{"hit": 0, "miss": 0, "deferred": s[head].Deferred, "deopt": s[head].Deopt}
		for _, m := range members {
			f["hit"] += s[m].Hit
			f["miss"] += s[m].Miss
		}
		out[opcode.Name(uint8(head))] = f
	}
	return out
}
