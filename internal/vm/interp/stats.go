// Counting what the loop does.

package interp

import (
	"strings"

	"github.com/psyco-go/psy/internal/vm/object"
	"github.com/psyco-go/psy/internal/vm/opcode"
)

// CountStats makes a runtime keep statistics from now on: its code runs in the loop that counts.
func CountStats(rt *object.Runtime) {
	rt.Counts = &object.ExecCounts{Failed: map[object.Unfit]uint64{}}
}

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

// Attempts counts the attempts to specialize an instruction of a family.
type Attempts struct {
	Succeeded uint64
	Failed    map[string]uint64 // by what the operands were: "str % tuple", "list, float", "method"
}

// SpecializationAttempts gives the attempts by family, of those for which there were any.
func SpecializationAttempts(rt *object.Runtime) map[string]*Attempts {
	out := map[string]*Attempts{}
	if rt.Counts == nil {
		return out
	}
	family := func(head uint8) *Attempts {
		name := opcode.Name(head)
		if out[name] == nil {
			out[name] = &Attempts{Failed: map[string]uint64{}}
		}
		return out[name]
	}
	for head, n := range rt.Counts.Special {
		if n > 0 {
			family(uint8(head)).Succeeded = n
		}
	}
	for u, n := range rt.Counts.Failed {
		family(u.Op).Failed[unfitText(rt.Main, u)] += n
	}
	return out
}

func unfitText(t *Thread, u object.Unfit) string {
	between := ", "
	switch u.Op {
	case opcode.BINARY_OP:
		between = " " + opcode.BinaryOps[u.Arg].Sign + " "
	case opcode.COMPARE_OP:
		between = " " + opcode.CompareOps[u.Arg>>5] + " "
	}
	var names []string
	for _, id := range u.Types[:u.Count] {
		if id == 0 {
			names = append(names, "an instance of a class")
		} else {
			names = append(names, t.Type(id).NameString())
		}
	}
	if names == nil {
		return "the name, or where it is looked up"
	}
	return strings.Join(names, between)
}
