// Memory that the verifier uses for one code object after the other.

package pyc

import "sync"

// scratch is what checking a code object takes, apart from what is found out.
type scratch struct {
	units   []instr
	starts  arena[int32]
	entries arena[*state]
	states  arena[state]
	slots   arena[slot]
	words   arena[uint64]
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// reset makes all of it free.
func (s *scratch) reset() {
	s.starts.used, s.entries.used, s.states.used, s.slots.used, s.words.used = 0, 0, 0, 0, 0
}

// bitmap gives an empty set of numbers below n.
func (s *scratch) bitmap(n int) Bitmap { return s.words.take((n + 63) / 64) }

// arena gives pieces of memory.
type arena[T any] struct {
	chunk []T
	used  int
}

// take gives n zeros.
func (a *arena[T]) take(n int) []T {
	if n > len(a.chunk)-a.used {
		a.chunk, a.used = make([]T, max(n, 256, min(2*len(a.chunk), 1<<14))), 0
	}
	piece := a.chunk[a.used : a.used+n : a.used+n]
	a.used += n
	clear(piece)
	return piece
}

// copied gives a copy.
func (a *arena[T]) copied(from []T) []T {
	piece := a.take(len(from))
	copy(piece, from)
	return piece
}
