// Choosing well: the cheapest way through the next bytes, by what symbols cost now.

package lzma

import "encoding/binary"

// optimal is how many bytes are looked ahead at most.
const optimal = 4096

// optimum holds the cheapest way that is known to each place ahead. It ends with a step; extras tells what comes before that as part of the same move: 1: a
// literal, more: a step of so many bytes and one, and a literal. Then the last step repeats the last distance. What is offered to many places at once lies in
// arrays of its own, which have room for lanes places more.
type optimum struct {
	prices [places + lanes]uint32
	lens   [places + lanes]uint32
	dists  [places + lanes]uint32
	extras [places + lanes]uint32
	ends   [places]ending
	end    int // places up to here have a price
}

// ending is the state in which a way ends.
type ending struct {
	state uint32
	reps  [4]uint32
}

const (
	places = optimal + maxMatch + 2
	lanes  = 8
)

// reach gives places up to one a price.
func (o *optimum) reach(at int) {
	for o.end < at {
		o.end++
		o.prices[o.end] = dear
	}
}

// to offers a way to a place.
func (o *optimum) to(at int, price uint32, s step, extra uint32) bool {
	o.reach(at)
	if price >= o.prices[at] {
		return false
	}
	o.prices[at], o.lens[at], o.dists[at], o.extras[at] = price, s.len, s.dist, extra
	return true
}

// spread offers steps of n bytes, from lo to hi, each to the place so far from cur. A step costs sum and costs[n].
func (o *optimum) spread(cur int, lo, hi uint32, sum uint32, costs *[maxMatch + 1 + lanes]uint32, dist uint32) {
	if lo > hi {
		return
	}
	at := cur + int(lo)
	n := int(hi - lo + 1)
	if quickSpread && at+n <= places && hi <= maxMatch {
		spreadSteps(&o.prices[at], &costs[lo], n, sum, dist, lo)
		return
	}
	prices, offered := o.prices[at:at+n], costs[lo:hi+1]
	for i, c := range offered {
		if x := sum + c; x < prices[i] {
			prices[i], o.lens[at+i], o.dists[at+i], o.extras[at+i] = x, lo+uint32(i), dist, 0
		}
	}
}

// arrive finds the state in which the way to a place ends.
func (o *optimum) arrive(cur int) {
	s, extra := step{o.lens[cur], o.dists[cur]}, o.extras[cur]
	n := &o.ends[cur]
	*n = o.ends[cur-int(s.len)-int(extra)]
	if extra == 1 {
		n.state = after(8, afterLiteral(n.state))
		return
	}
	if extra > 1 {
		s.len = extra - 1
	}
	switch {
	case s.dist == literalStep:
		n.state = afterLiteral(n.state)
	case s.dist < 4:
		d := n.reps[s.dist]
		copy(n.reps[1:s.dist+1], n.reps[:s.dist])
		n.reps[0] = d
		if s.len == 1 {
			n.state = after(9, n.state)
		} else {
			n.state = after(8, n.state)
		}
	default:
		n.reps = [4]uint32{s.dist - 4, n.reps[0], n.reps[1], n.reps[2]}
		n.state = after(7, n.state)
	}
	if extra > 1 {
		n.state = after(8, afterLiteral(n.state))
	}
}

// finish plans the way to a place.
func (c *coder) finish(cur int) {
	o := c.optimum
	c.plan = c.plan[:0]
	for cur > 0 {
		s, extra := step{o.lens[cur], o.dists[cur]}, o.extras[cur]
		cur -= int(s.len) + int(extra)
		if extra == 0 {
			c.plan = append(c.plan, s)
			continue
		}
		c.plan = append(c.plan, step{s.len, 0}, step{1, literalStep})
		if extra > 1 {
			c.plan = append(c.plan, step{extra - 1, s.dist})
		}
	}
	for i, j := 0, len(c.plan)-1; i < j; i, j = i+1, j-1 {
		c.plan[i], c.plan[j] = c.plan[j], c.plan[i]
	}
}

// distPrices are what a distance costs, for the kinds of lengths that matter for that.
func (c *coder) distPrices(dist uint32) (prices *[4]uint32, more uint32) {
	if dist < 128 {
		return &c.distPrice[dist], 0
	}
	return &c.slotPrice[slotOf(dist)&(slots-1)], c.alignment[dist&15]
}

// literalPrice is what the literal at a place costs.
func (c *coder) literalPrice(at int, done, state, rep uint32) (sum uint32) {
	p := c.literalProbs(at, done)
	x := uint32(c.buf[at])
	if state < 7 {
		return price(p[1], x>>7) + price(p[2|x>>7], x>>6&1) + price(p[4|x>>6], x>>5&1) + price(p[8|x>>5], x>>4&1) +
			price(p[16|x>>4], x>>3&1) + price(p[32|x>>3], x>>2&1) + price(p[64|x>>2], x>>1&1) + price(p[128|x>>1], x&1)
	}
	x |= 0x100
	other, offset := uint32(c.buf[at-int(rep)-1]), uint32(0x100)
	for n := 7; n >= 0; n-- {
		other <<= 1
		b := x >> n & 1
		sum += price(p[offset+other&offset+x>>(n+1)], b)
		offset &= other ^ (b - 1)
	}
	return
}

// repPrice is what it costs to repeat a distance, without the length.
func (c *coder) repPrice(rep, state, posState uint32) uint32 {
	if rep == 0 {
		return price0(c.p.rep0[state]) + price1(c.p.rep0Long[state<<4|posState])
	}
	x := price1(c.p.rep0[state])
	if rep == 1 {
		return x + price0(c.p.rep1[state])
	}
	return x + price1(c.p.rep1[state]) + price(c.p.rep2[state], rep-2)
}

// rep0Price is what a match costs that repeats the last distance, with the bits that say so.
func (c *coder) rep0Price(n, state, posState uint32) uint32 {
	at := state<<4 | posState
	return price1(c.p.match[at]) + price1(c.p.rep[state]) + c.repPrice(0, state, posState) + c.lenPrice[1][posState][n]
}

// optimize plans some steps.
func (c *coder) optimize() {
	if c.distUses >= 128 {
		c.priceDistances()
	}
	if c.alignUses >= alignTop {
		c.priceAlignment()
	}
	o, nice := c.optimum, uint32(c.nice)
	var longest uint32
	if c.have {
		longest = c.lastLongest()
	} else {
		longest = c.found()
	}
	c.have = false
	left := min(len(c.buf)-c.pos, maxMatch)
	var repLens [4]uint32
	best := 0
	if left >= minMatch {
		for i, d := range c.reps {
			if from := c.pos - int(d) - 1; from >= 0 && two(c.buf, from) == two(c.buf, c.pos) {
				repLens[i] = uint32(same(c.buf, from, c.pos, left))
				if repLens[i] > repLens[best] {
					best = i
				}
			}
		}
	}
	take := func(s step) {
		c.finder.skip(int(s.len)-1, c.matches)
		c.plan = append(c.plan[:0], s)
	}
	switch {
	case left < minMatch || longest < minMatch && repLens[best] < minMatch && c.buf[c.pos] != c.buf[c.pos-int(c.reps[0])-1]:
		take(step{1, literalStep})
		return
	case repLens[best] >= nice:
		take(step{repLens[best], uint32(best)})
		return
	case longest >= nice:
		take(step{longest, c.matches[len(c.matches)-1].dist + 4})
		return
	}
	o.end = 0
	o.prices[0], o.ends[0] = 0, ending{c.state, c.reps}
	for cur := 0; ; cur++ {
		if cur > 0 {
			if cur == o.end || cur >= optimal {
				c.finish(cur)
				return
			}
			longest = c.found()
			if longest >= nice {
				c.have = true
				c.finish(cur)
				return
			}
			o.arrive(cur)
		}
		c.expand(cur)
	}
}

// expand offers ways on from a place; the matches there are known.
func (c *coder) expand(cur int) {
	o, nice := c.optimum, c.nice
	n, spent := &o.ends[cur], o.prices[cur]
	at, done := c.pos+cur, c.done+uint32(cur)
	posState, state := done&c.pbMask, n.state
	buf, here := c.buf, c.buf[at]
	back := at - int(n.reps[0]) - 1
	isMatch, isRep := c.p.match[state<<4|posState], c.p.rep[state]
	matchPrice := spent + price1(isMatch)
	repPrice := matchPrice + price1(isRep)

	literal := spent + price0(isMatch) + c.literalPrice(at, done, state, n.reps[0])
	nextIsLiteral := o.to(cur+1, literal, step{1, literalStep}, 0)
	if here == buf[back] {
		if next := cur + 1; !(o.extras[next] == 0 && o.dists[next] == 0 && o.lens[next] == 1 && o.prices[next] <= literal) {
			if o.to(cur+1, repPrice+price0(c.p.rep0[state])+price0(c.p.rep0Long[state<<4|posState]), step{1, 0}, 0) {
				nextIsLiteral = true
			}
		}
	}
	all := min(len(buf)-at, places-1-cur)
	if all < minMatch {
		return
	}
	some := min(all, nice)
	if !nextIsLiteral && here != buf[back] { // a literal, and the last distance again
		if k := same(buf, back+1, at+1, min(all-1, nice)); k >= minMatch {
			s := afterLiteral(state)
			o.to(cur+1+k, literal+c.rep0Price(uint32(k), s, (done+1)&c.pbMask), step{uint32(k), 0}, 1)
		}
	}
	start, pair := uint32(minMatch), two(buf, at)
	for i, d := range n.reps {
		from := at - int(d) - 1
		if from < 0 || two(buf, from) != pair {
			continue
		}
		k := same(buf, from, at, some)
		base := repPrice + c.repPrice(uint32(i), state, posState)
		prices := &c.lenPrice[1][posState]
		o.reach(cur + k)
		o.spread(cur, minMatch, uint32(k), base, prices, uint32(i))
		if i == 0 {
			start = uint32(k) + 1
		}
		if c.goesOn(k, all, from, at) {
			c.again(cur, k, all, from, base+prices[k], after(8, state), uint32(i))
		}
	}
	if len(c.matches) > 0 && c.matches[len(c.matches)-1].len >= start {
		c.offer(cur, all, start, matchPrice+price0(isRep), state)
	}
}

// offer offers the matches at a place, from a length on.
func (c *coder) offer(cur, all int, start, base, state uint32) {
	o, matches := c.optimum, c.matches
	at := c.pos + cur
	o.reach(cur + min(all, int(matches[len(matches)-1].len)))
	prices := &c.lenPrice[0][(c.done+uint32(cur))&c.pbMask&15]
	l := start
	for _, m := range matches {
		if m.len < start {
			continue
		}
		distPrices, more := c.distPrices(m.dist)
		more += base
		last := min(m.len, uint32(all))
		for ; l < minMatch+3 && l <= last; l++ {
			o.to(cur+int(l), more+distPrices[(l-minMatch)&3]+prices[l], step{l, m.dist + 4}, 0)
		}
		more += distPrices[3] // from here on the distance costs the same
		if l <= last {
			o.spread(cur, l, last, more, prices, m.dist+4)
			l = last + 1
		}
		if int(m.len) > all {
			return
		}
		if n := int(m.len); c.goesOn(n, all, at-int(m.dist)-1, at) {
			x := more + prices[n]
			if n < minMatch+3 {
				x += distPrices[n-minMatch] - distPrices[3]
			}
			c.again(cur, n, all, at-int(m.dist)-1, x, after(7, state), m.dist+4)
		}
	}
}

func two(b []byte, i int) uint16 { return binary.LittleEndian.Uint16(b[i:]) }

// goesOn reports whether a match of n bytes goes on behind the byte that ends it.
func (c *coder) goesOn(n, all, from, at int) bool {
	return n+1+minMatch <= all && two(c.buf, from+n+1) == two(c.buf, at+n+1)
}

// again offers a match of n bytes that is known already, a literal, and the same distance again.
func (c *coder) again(cur, n, all, from int, sum, state, dist uint32) {
	at := c.pos + cur
	k := same(c.buf, from+n+1, at+n+1, min(all-n-1, c.nice))
	if k < minMatch {
		return
	}
	done := c.done + uint32(cur+n)
	rep := uint32(at - from - 1)
	sum += price0(c.p.match[state<<4|done&c.pbMask]) + c.literalPrice(at+n, done, state, rep)
	sum += c.rep0Price(uint32(k), afterLiteral(state), (done+1)&c.pbMask)
	c.optimum.to(cur+n+1+k, sum, step{uint32(k), dist}, uint32(n)+1)
}
