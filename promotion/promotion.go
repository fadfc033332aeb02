// Package promotion turns run-time values into compile-time ones (paper, "Promotion"). It must not know the bytecode.
//
//	promotion.go   sites: which of the values seen are worth promoting
//	switch.go      fixed switches: values known in advance to be worth promoting, the code that searches for them, and what they found
//	stop.go        the end of a buffer at a promotion, and the guards on a promoted value
package promotion

import "slices"

// Megamorphic is the number of values after which a site becomes megamorphic and stops promoting.
const Megamorphic = 5

// Hot is how often a value must be seen before the site compiles code for it, unless the site promotes at first sight.
const Hot = 2

// bound is the number of values that a site remembers, and the number of times that it compiles, even if its code is evicted.
const bound = 8 * Megamorphic

// Site is a promotion of any value: a polymorphic inline cache, with its counts of the values seen.
type Site struct {
	Cold  bool // promotes hot values only
	Class bool // promotes the value's class
	Any   any  // for the compiler: the general code, once it exists

	seen []sight // few, mostly one, so it is no map
	done int32   // the number of values that code was made for
	made int32   // how often code was made
}

// sight is a value and how often it was seen; promoted: code was made for it.
type sight struct {
	value uint64
	times int32
}

const promoted = -1

// Verdict is a site's decision about a value.
type Verdict uint8

const (
	Wait    Verdict = iota // not hot yet: run the general code this time
	Promote                // compile code for the value
	Give                   // megamorphic: link the general code for good
)

// Judge counts v. A value whose code was evicted is compiled again; it does not count as a new value.
func (s *Site) Judge(v uint64) Verdict {
	at := slices.IndexFunc(s.seen, func(x sight) bool { return x.value == v })
	again := at >= 0 && s.seen[at].times == promoted
	if s.made >= bound || !again && (s.done >= Megamorphic || len(s.seen) > bound) {
		return Give
	}
	if !again {
		if at < 0 {
			at = len(s.seen)
			s.seen = append(s.seen, sight{value: v})
		}
		x := &s.seen[at]
		if x.times++; s.Cold && x.times < Hot {
			return Wait
		}
		x.times = promoted
		s.done++
	}
	s.made++
	return Promote
}
