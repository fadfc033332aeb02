// Package promotion decides which run-time values become compile-time ones (paper, "Promotion").
// It must not know what the values mean.
package promotion

import (
	"slices"

	"github.com/psyco-go/psy/x86"
)

// Switch is a fixed switch: the values worth promoting, known in advance. ID is its bit in vinfo.Info.Not.
type Switch struct {
	ID     uint8
	Values []uint64
}

// Case is the number of the case of v, or -1: the default.
func (w *Switch) Case(v uint64) int { return slices.Index(w.Values, v) }

// Megamorphic is after how many values a site stops promoting.
const Megamorphic = 5

// Hot is how often a value must come before the site compiles for it, unless the site promotes at first sight.
const Hot = 2

// bound is how many values a site remembers, and how often it compiles, whatever is thrown away.
const bound = 8 * Megamorphic

// Site is a place where any value is promoted: the dictionary of what came.
type Site struct {
	Cold bool // promotes what is hot only

	seen map[uint64]int // how often; promoted: there was code for it
	done int            // values compiled for
	made int            // how often it was compiled
}

const promoted = -1

// Verdict is what a site says about a value that has come.
type Verdict uint8

const (
	Wait    Verdict = iota // not hot yet: run the general version, this time
	Promote                // compile for it
	Give                   // too many: compile the general version once and for all
)

// Judge counts v. A value for which code was made comes again when that is gone: it gets new code, and is no further value.
func (s *Site) Judge(v uint64) Verdict {
	again := s.seen[v] == promoted
	if s.made >= bound || !again && (s.done >= Megamorphic || len(s.seen) > bound) {
		return Give
	}
	if !again {
		if s.seen == nil {
			s.seen = map[uint64]int{}
		}
		if s.seen[v]++; s.Cold && s.seen[v] < Hot {
			return Wait
		}
		s.seen[v] = promoted
		s.done++
	}
	s.made++
	return Promote
}

// Search emits a binary search for the value in r (of 32 bits) among ascending values, and jumps to the labels; it falls through to nothing:
// other values go to def.
func Search(a *x86.Asm, r x86.Reg, values []uint64, labels []x86.Label, def x86.Label) {
	switch n := len(values); {
	case n == 0:
		a.Jmp(def)
	case n <= 2:
		for i, v := range values {
			a.AluRI(x86.CMP, x86.W32, r, int32(v))
			a.Jcc(x86.E, labels[i])
		}
		a.Jmp(def)
	default:
		m := n / 2
		upper := a.NewLabel()
		a.AluRI(x86.CMP, x86.W32, r, int32(values[m]))
		a.Jcc(x86.E, labels[m])
		a.Jcc(x86.A, upper)
		Search(a, r, values[:m], labels[:m], def)
		a.Bind(upper)
		Search(a, r, values[m+1:], labels[m+1:], def)
	}
}
