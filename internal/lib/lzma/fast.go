// Choosing quickly: the longest match, unless the next position has a better one.

package lzma

// far reports whether a distance is so much larger than another that a byte less is worth it.
func far(near, dist uint32) bool { return near < dist>>7 }

// hurry plans the next step.
func (c *coder) hurry() {
	nice := uint32(c.nice)
	var longest uint32
	if c.have {
		longest = c.lastLongest()
	} else {
		longest = c.found()
	}
	c.have = false
	one := func(s step) {
		c.plan = append(c.plan[:0], s)
	}
	left := min(len(c.buf)-c.pos, maxMatch)
	if left < minMatch {
		one(step{1, literalStep})
		return
	}
	var repLen, rep uint32
	pair := two(c.buf, c.pos)
	for i, d := range c.reps {
		if from := c.pos - int(d) - 1; from >= 0 && two(c.buf, from) == pair {
			if n := uint32(same(c.buf, from, c.pos, left)); n > repLen {
				if repLen, rep = n, uint32(i); n >= nice {
					break
				}
			}
		}
	}
	take := func(s step) {
		c.finder.skip(int(s.len)-1-(c.at-1-c.pos), c.matches)
		one(s)
	}
	if repLen >= nice {
		take(step{repLen, rep})
		return
	}
	var dist uint32
	if longest >= minMatch {
		k := len(c.matches) - 1
		if dist = c.matches[k].dist; longest >= nice {
			take(step{longest, dist + 4})
			return
		}
		for ; k > 0 && longest == c.matches[k-1].len+1 && far(c.matches[k-1].dist, dist); k-- {
			longest, dist = c.matches[k-1].len, c.matches[k-1].dist
		}
		if longest == 2 && dist >= 0x80 {
			longest = 1
		}
	}
	if repLen >= minMatch && (repLen+1 >= longest || repLen+2 >= longest && dist > 1<<9 || repLen+3 >= longest && dist > 1<<15) {
		take(step{repLen, rep})
		return
	}
	if longest < minMatch || left <= minMatch {
		one(step{1, literalStep})
		return
	}
	next := c.found()
	c.have = true
	if next >= minMatch {
		d := c.matches[len(c.matches)-1].dist
		if next >= longest && d < dist || next == longest+1 && !far(dist, d) || next > longest+1 || next+1 >= longest && longest >= 3 && far(d, dist) {
			one(step{1, literalStep})
			return
		}
	}
	most := int(max(2, longest-1))
	pair = two(c.buf, c.pos+1)
	for _, d := range c.reps {
		if from := c.pos - int(d); from > 0 && two(c.buf, from) == pair && same(c.buf, from, c.pos+1, min(most, len(c.buf)-c.pos-1)) == most {
			one(step{1, literalStep})
			return
		}
	}
	c.have = false
	take(step{longest, dist + 4})
}

// lastLongest is what found returned last.
func (c *coder) lastLongest() uint32 {
	n := len(c.matches)
	if n == 0 {
		return 0
	}
	m, at := c.matches[n-1], c.at-1
	if int(m.len) < c.nice {
		return m.len
	}
	most := min(len(c.buf)-at, maxMatch)
	return m.len + uint32(same(c.buf, at-int(m.dist)-1+int(m.len), at+int(m.len), most-int(m.len)))
}
