// Counting what the loop does.

package interp

import (
	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// CountStats makes a runtime keep statistics from now on: its code runs in the loop that counts.
func CountStats(rt *object.Runtime) { rt.Counts = new(object.ExecCounts) }

// Retired is the number of instructions executed, where they are counted.
func Retired(rt *object.Runtime) uint64 {
	if rt.Counts == nil {
		return 0
	}
	return rt.Counts.Retired
}

// Executed gives the number of executions of each instruction that was executed, by name.
func Executed(rt *object.Runtime) map[string]uint64 {
	out := map[string]uint64{}
	if rt.Counts == nil {
		return out
	}
	for op, n := range rt.Counts.Ops {
		if n > 0 {
			out[opcode.Name(uint8(op))] = n
		}
	}
	return out
}

// Missed gives the number of failed guards of each specialized instruction, by name.
func Missed(rt *object.Runtime) map[string]uint64 {
	out := map[string]uint64{}
	if rt.Counts == nil {
		return out
	}
	for op, n := range rt.Counts.Miss {
		if n > 0 {
			out[opcode.Name(uint8(op))] = n
		}
	}
	return out
}

// Specializations gives hits, misses, deferred attempts and returns to the generic form by family.
func Specializations(rt *object.Runtime) map[string]map[string]uint64 {
	out := map[string]map[string]uint64{}
	c := rt.Counts
	if c == nil {
		return out
	}
	for head := 0; head < 256; head++ {
		members := opcode.Family(uint8(head))
		if len(members) == 0 {
			continue
		}
		f := map[string]uint64{"hit": 0, "miss": 0, "deferred": 0, "deopt": c.Deopt[head]}
		if opcode.Caches[head] > 0 { // it has a counter
			f["deferred"] = c.Ops[head] - c.Tried[head]
		}
		for _, m := range members {
			f["hit"] += c.Ops[m] - c.Miss[m]
			f["miss"] += c.Miss[m]
		}
		out[opcode.Name(uint8(head))] = f
	}
	return out
}
