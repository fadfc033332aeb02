// What became of specialization from one dump to another.

package inspect

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/psyco-go/psy/dump"
)

// Change is a difference between two dumps that matters.
type Change struct {
	Lost     bool   `json:"lost"` // code is less specialized than it was
	Function string `json:"function"`
	What     string `json:"what"`
}

// measure is what is compared of a function.
type measure struct {
	status string
	sums   [measures]uint64
}

const (
	megamorphic = iota
	exits
	helpers
	invalidated
	evicted
	refused
	lateCalls
	inlinedCalls
	measures
)

// measureTexts say what more of each is: less is said of inlined calls only.
var measureTexts = [measures]string{
	megamorphic:  "places where too many values came, and nothing is promoted",
	exits:        "instructions where machine code is left",
	helpers:      "instructions for which machine code calls the interpreter's",
	invalidated:  "times that code was thrown away because an assumption broke",
	evicted:      "times that code was thrown away to make room",
	refused:      "times that compiling was given up",
	lateCalls:    "inlined calls that had to be made after all",
	inlinedCalls: "inlined calls",
}

type functionName struct {
	file, name string
	nth        int // among those of the name
}

// measured are the functions of a dump by name.
func measured(d *dump.Dump) map[functionName]measure {
	out := map[functionName]measure{}
	for _, f := range d.Functions {
		m := measure{status: f.Status}
		for _, s := range f.Sites {
			switch s.What {
			case dump.Megamorphic:
				m.sums[megamorphic]++
			case dump.Exits:
				m.sums[exits]++
			case dump.Helper:
				m.sums[helpers]++
			case dump.Invalidated:
				m.sums[invalidated] += s.Count
			case dump.Evicted:
				m.sums[evicted] += s.Count
			case dump.Refused:
				m.sums[refused] += s.Count
			case dump.Late:
				m.sums[lateCalls]++
			case dump.Inlined:
				m.sums[inlinedCalls]++
			}
		}
		key := functionName{f.File, f.Name, 0}
		if f.File == d.Program {
			key.file = "" // it may have another name now
		}
		for _, there := out[key]; there; _, there = out[key] {
			key.nth++
		}
		out[key] = m
	}
	return out
}

// fast are the states of functions that have code.
var fast = map[string]bool{"compiled": true, "inlined": true, "traced": true}

// Diff is what changed from a to b. Functions that only one of them has are left out.
func Diff(a, b *dump.Dump) (out []Change) {
	was := measured(a)
	for key, now := range measured(b) {
		before, there := was[key]
		if !there {
			continue
		}
		change := func(lost bool, format string, args ...any) {
			out = append(out, Change{lost, key.name, fmt.Sprintf(format, args...)})
		}
		if fast[before.status] != fast[now.status] {
			change(fast[before.status], "was %s, is %s", before.status, now.status)
		}
		if !fast[now.status] || !fast[before.status] {
			continue
		}
		for k := range measures {
			x, y := before.sums[k], now.sums[k]
			if x == y {
				continue
			}
			more := y > x
			if k == inlinedCalls {
				more = y < x
			}
			change(more, "%s: %d, were %d", measureTexts[k], y, x)
		}
	}
	slices.SortFunc(out, func(a, b Change) int {
		if a.Lost != b.Lost {
			if a.Lost {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Function, b.Function), cmp.Compare(a.What, b.What))
	})
	return out
}
