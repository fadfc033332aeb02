// Encoding LZMA: what is chosen for each position is in fast.go and optimum.go.

package lzma

// step is what is encoded at once: a literal, a repeated match (dist below 4, one byte of the last is a short one), or a match from dist-4+1 bytes before.
type step struct{ len, dist uint32 }

const literalStep = ^uint32(0)

// coder encodes LZMA symbols.
type coder struct {
	finder
	rangeEncoder
	p         probs
	o         Options
	lpMask    uint32
	pbMask    uint32
	state     uint32
	reps      [4]uint32
	pos       int    // in finder.buf: what is before is encoded
	done      uint32 // bytes that were encoded, for positions
	have      bool   // the matches at pos were looked for already
	matches   []match
	plan      []step
	next      int // of the plan
	optimum   *optimum
	fast      bool
	slotPrice [slots][4]uint32 // by the kind of the length
	distPrice [128][4]uint32
	alignment [alignTop]uint32
	lenPrice  [2][16][maxMatch + 1 + lanes]uint32 // of a match's length, and of a repeated one's
	lenUses   [2][16]int                          // until these prices are stale
	distUses  int
	alignUses int
}

func (c *coder) init(o *Options) {
	c.o = *o
	c.finder.init(o)
	c.lpMask, c.pbMask = 1<<o.LP-1, 1<<o.PB-1
	c.fast = o.Mode == ModeFast
	if !c.fast && c.optimum == nil {
		c.optimum = new(optimum)
	}
	c.reset()
}

// reset makes what follows independent of the symbols before.
func (c *coder) reset() {
	c.p.reset(1 << (c.o.LC + c.o.LP))
	c.state, c.reps = 0, [4]uint32{}
	if !c.fast {
		c.priceDistances()
		c.priceAlignment()
		for kind := range c.lenPrice {
			for s := range c.pbMask + 1 {
				c.priceLengths(kind, s)
			}
		}
	}
}

// literalProbs are those of the literal at a place of the buffer.
func (c *coder) literalProbs(at int, done uint32) *[0x300]uint16 {
	before := uint32(0)
	if at > 0 {
		before = uint32(c.buf[at-1])
	}
	i := 0x300 * ((done&c.lpMask)<<c.o.LC | before>>(8-c.o.LC))
	return (*[0x300]uint16)(c.p.literal[i:])
}

// encode writes symbols until about n bytes are encoded, the range coder has written so much, or there is too little to choose by; last: until the
// end. It returns how many bytes it has encoded, and whether it wants more input.
func (c *coder) encode(n, packed int, last bool) (got int, more bool) {
	begun := c.pos
	for c.pos-begun+maxMatch <= n && c.written() < packed {
		if c.next == len(c.plan) {
			if c.next = 0; !c.choose(last) {
				c.plan = c.plan[:0]
				return c.pos - begun, true
			}
		}
		c.write(c.plan[c.next])
		c.next++
	}
	return c.pos - begun, false
}

// choose plans what comes next; false: there is too little input to do that.
func (c *coder) choose(last bool) bool {
	switch {
	case c.pos == len(c.buf) || !last && len(c.buf)-c.pos < lookahead:
		return false
	case c.done == 0: // nothing can repeat
		c.plan = append(c.plan[:0], step{1, literalStep})
		c.finder.skip(1, nil)
	case c.fast:
		c.hurry()
	default:
		c.optimize()
	}
	return true
}

// drop gives up what is planned, and returns how many bytes the finder has gone ahead.
func (c *coder) drop() int {
	ahead := c.at - c.pos
	c.plan, c.next, c.have = c.plan[:0], 0, false
	c.pos += ahead
	c.done += uint32(ahead)
	return ahead
}

// write encodes a step.
func (c *coder) write(s step) {
	posState := c.done & c.pbMask
	at := c.state<<4 | posState
	r := &c.rangeEncoder
	if s.dist == literalStep {
		r.bit(&c.p.match[at], 0)
		p := c.literalProbs(c.pos, c.done)
		x := uint32(c.buf[c.pos])
		if c.state < 7 {
			r.tree(p[:], 8, x)
		} else {
			r.matched(p, x, uint32(c.buf[c.pos-int(c.reps[0])-1]))
		}
		c.state = afterLiteral(c.state)
	} else {
		r.bit(&c.p.match[at], 1)
		if s.dist < 4 {
			r.bit(&c.p.rep[c.state], 1)
			if s.dist == 0 {
				r.bit(&c.p.rep0[c.state], 0)
				r.bit(&c.p.rep0Long[at], min(s.len-1, 1))
			} else {
				r.bit(&c.p.rep0[c.state], 1)
				if s.dist == 1 {
					r.bit(&c.p.rep1[c.state], 0)
				} else {
					r.bit(&c.p.rep1[c.state], 1)
					r.bit(&c.p.rep2[c.state], s.dist-2)
				}
				dist := c.reps[s.dist]
				copy(c.reps[1:s.dist+1], c.reps[:s.dist])
				c.reps[0] = dist
			}
			if s.len == 1 {
				c.state = after(9, c.state)
			} else {
				r.length(&c.p.repeated, posState, s.len)
				c.used(1, posState)
				c.state = after(8, c.state)
			}
		} else {
			r.bit(&c.p.rep[c.state], 0)
			r.length(&c.p.length, posState, s.len)
			c.used(0, posState)
			c.distance(s.dist-4, s.len)
			c.state = after(7, c.state)
		}
	}
	c.pos += int(s.len)
	c.done += s.len
}

func (c *coder) distance(dist, n uint32) {
	slot := slotOf(dist)
	c.tree(c.p.slot[min(n-minMatch, 3)][:], 6, slot)
	if slot >= 4 {
		bits := slot>>1 - 1
		base := (2 | slot&1) << bits
		if slot < 14 {
			c.reverse(c.p.special[:], base-slot, bits, dist-base)
		} else {
			c.direct(int(bits)-4, (dist-base)>>4)
			c.reverse(c.p.align[:], 0, 4, dist&15)
			c.alignUses++
		}
	}
	c.reps[3], c.reps[2], c.reps[1], c.reps[0] = c.reps[2], c.reps[1], c.reps[0], dist
	c.distUses++
}

// mark writes the mark that ends a stream.
func (c *coder) mark() {
	posState := c.done & c.pbMask
	c.bit(&c.p.match[c.state<<4|posState], 1)
	c.bit(&c.p.rep[c.state], 0)
	c.length(&c.p.length, posState, minMatch)
	c.distance(^uint32(0), minMatch)
}

// used counts down until the prices of lengths are stale.
func (c *coder) used(kind int, posState uint32) {
	if c.fast {
		return
	}
	if c.lenUses[kind][posState]--; c.lenUses[kind][posState] <= 0 {
		c.priceLengths(kind, posState)
	}
}

func (c *coder) priceLengths(kind int, posState uint32) {
	l := &c.p.length
	if kind == 1 {
		l = &c.p.repeated
	}
	to := &c.lenPrice[kind][posState]
	low, not := price0(l.choice[0]), price1(l.choice[0])
	mid, high := not+price0(l.choice[1]), not+price1(l.choice[1])
	for i := range uint32(c.nice - minMatch + 1) {
		switch {
		case i < lenLow:
			to[i+minMatch] = low + treePrice(l.low[posState][:], 3, i)
		case i < 2*lenLow:
			to[i+minMatch] = mid + treePrice(l.mid[posState][:], 3, i-lenLow)
		default:
			to[i+minMatch] = high + treePrice(l.high[:], 8, i-2*lenLow)
		}
	}
	c.lenUses[kind][posState] = c.nice - minMatch + 1
}

func (c *coder) priceDistances() {
	c.distUses = 0
	slots := slotOf(uint32(c.finder.size)) + 1
	for s := range slots {
		for k := range c.p.slot {
			x := treePrice(c.p.slot[k][:], 6, s)
			if s >= 14 {
				x += (s>>1 - 1 - 4) << 4
			}
			c.slotPrice[s][k] = x
		}
	}
	copy(c.distPrice[:4], c.slotPrice[:4])
	for d := uint32(4); d < 128; d++ {
		slot := slotOf(d)
		bits := slot>>1 - 1
		base := (2 | slot&1) << bits
		x := reversePrice(c.p.special[:], base-slot, bits, d-base)
		for k := range c.distPrice[d] {
			c.distPrice[d][k] = x + c.slotPrice[slot][k]
		}
	}
}

func (c *coder) priceAlignment() {
	c.alignUses = 0
	for i := range c.alignment {
		c.alignment[i] = reversePrice(c.p.align[:], 0, 4, uint32(i))
	}
}

// found are the matches at the position that the finder comes to; the longest is as long as it can be.
func (c *coder) found() (longest uint32) {
	c.matches = c.finder.next(c.matches[:0])
	return c.lastLongest()
}
