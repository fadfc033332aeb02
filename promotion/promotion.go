// Package promotion turns run-time values into compile-time ones (paper, "Promotion"). It must not know the bytecode.
//
//	promotion.go   sites: which of the values that come are worth knowing
//	switch.go      fixed switches: the values worth knowing in advance, the search for them in code, and what they have told
//	stop.go        where code stops until a value comes, and what is asked when one has come
package promotion

// Megamorphic is after how many values a site stops promoting.
const Megamorphic = 5

// Hot is how often a value must come before the site compiles for it, unless the site promotes at first sight.
const Hot = 2

// bound is how many values a site remembers, and how often it compiles, whatever is thrown away.
const bound = 8 * Megamorphic

// Site is a place where any value is promoted: the dictionary of what came.
type Site struct {
	Cold  bool // promotes what is hot only
	Class bool // what is promoted is the value's class
	Any   any  // the compiler's: the code for all that come, once there is some

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
