// Memory for the words of results and of what is in between.

package decnum

import "sync"

// scratch is memory that an operation takes from its beginning to its end.
type scratch struct {
	used  int
	words [1 << 13]uint64
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// words are n words of any value. They last until Release if they are few.
func (c *Context) words(n int) []uint64 {
	if n > freeWords {
		return make([]uint64, n)
	}
	s := c.scratch
	if s == nil {
		s = scratches.Get().(*scratch)
		s.used, c.scratch = 0, s
	}
	if n > len(s.words)-s.used {
		return make([]uint64, n)
	}
	w := s.words[s.used : s.used+n : s.used+n]
	s.used += n
	return w
}

// Release lets other contexts have the memory in which results lie: they may not be used any more.
func (c *Context) Release() {
	if c.scratch != nil {
		scratches.Put(c.scratch)
		c.scratch = nil
	}
}
