// Coding symbols, and what they cost.

package lzma

import "math/bits"

// rangeEncoder writes bits by their probabilities.
type rangeEncoder struct {
	low   uint64
	rng   uint32
	cache byte
	waits int // bytes that a carry may still change
	out   []byte
}

func (r *rangeEncoder) begin() {
	r.low, r.rng, r.cache, r.waits, r.out = 0, ^uint32(0), 0, 1, r.out[:0]
}

// written is how long the output becomes when it is finished now.
func (r *rangeEncoder) written() int { return len(r.out) + r.waits + 4 }

func (r *rangeEncoder) shift() {
	if uint32(r.low) < 0xff000000 || r.low>>32 != 0 {
		carry := byte(r.low >> 32)
		r.out = append(r.out, r.cache+carry)
		for r.waits--; r.waits > 0; r.waits-- {
			r.out = append(r.out, 0xff+carry)
		}
		r.cache = byte(r.low >> 24)
	}
	r.waits++
	r.low = r.low & 0xffffff << 8
}

// coding is a rangeEncoder's state while it lies in registers. Nobody can predict most bits, so there are no branches by them.
type coding struct {
	low uint64
	rng uint32
}

// bit codes a bit; small: the range has become so.
func (c *coding) bit(p *uint16, bit uint32) (small bool) {
	x, one := uint32(*p), -bit
	bound := c.rng >> 11 * x
	*p = uint16(x - uint32(int32(x-2017&^one)>>5))
	c.low += uint64(bound & one)
	c.rng = bound + (c.rng-2*bound)&one
	return c.rng < 1<<24
}

// give writes a byte.
func (r *rangeEncoder) give(c coding) coding {
	r.low = c.low
	r.shift()
	return coding{r.low, c.rng << 8}
}

func (r *rangeEncoder) bit(p *uint16, bit uint32) {
	c := coding{r.low, r.rng}
	if c.bit(p, bit) {
		c = r.give(c)
	}
	r.low, r.rng = c.low, c.rng
}

// tree writes n bits, the highest first.
func (r *rangeEncoder) tree(p []uint16, n int, x uint32) {
	c := coding{r.low, r.rng}
	p = p[:1<<n]
	x |= 1 << n
	for n--; n >= 0; n-- {
		if c.bit(&p[x>>(n+1)], x>>n&1) {
			c = r.give(c)
		}
	}
	r.low, r.rng = c.low, c.rng
}

// matched writes a literal where another byte might be expected: as long as their bits are the same, probabilities are those for that.
func (r *rangeEncoder) matched(p *[0x300]uint16, x, other uint32) {
	c := coding{r.low, r.rng}
	x |= 0x100
	offset := uint32(0x100)
	for n := 7; n >= 0; n-- {
		other <<= 1
		b := x >> n & 1
		if c.bit(&p[offset+other&offset+x>>(n+1)], b) {
			c = r.give(c)
		}
		offset &= other ^ (b - 1)
	}
	r.low, r.rng = c.low, c.rng
}

// reverse writes n bits, the lowest first.
func (r *rangeEncoder) reverse(p []uint16, base, n, x uint32) {
	c := coding{r.low, r.rng}
	m := uint32(1)
	for ; n > 0; n-- {
		if c.bit(&p[base+m], x&1) {
			c = r.give(c)
		}
		m = m<<1 | x&1
		x >>= 1
	}
	r.low, r.rng = c.low, c.rng
}

// direct writes n bits that are as often 0 as 1.
func (r *rangeEncoder) direct(n int, x uint32) {
	c := coding{r.low, r.rng}
	for n--; n >= 0; n-- {
		c.rng >>= 1
		c.low += uint64(c.rng & -(x >> n & 1))
		if c.rng < 1<<24 {
			c = r.give(c)
		}
	}
	r.low, r.rng = c.low, c.rng
}

func (r *rangeEncoder) length(l *lengthProbs, posState, n uint32) {
	switch n -= minMatch; {
	case n < lenLow:
		r.bit(&l.choice[0], 0)
		r.tree(l.low[posState][:], 3, n)
	case n < 2*lenLow:
		r.bit(&l.choice[0], 1)
		r.bit(&l.choice[1], 0)
		r.tree(l.mid[posState][:], 3, n-lenLow)
	default:
		r.bit(&l.choice[0], 1)
		r.bit(&l.choice[1], 1)
		r.tree(l.high[:], 8, n-2*lenLow)
	}
}

func (r *rangeEncoder) finish() {
	for range 5 {
		r.shift()
	}
}

// Prices are in sixteenths of a bit.
const dear = 1 << 30

// prices of a bit that is 0, by its probability's upper bits.
var prices = func() (t [128]uint8) {
	for i := range t {
		w, n := uint32(16*i+8), uint32(0)
		for range 4 { // the logarithm, a bit each time
			w *= w
			for n <<= 1; w >= 1<<16; n++ {
				w >>= 1
			}
		}
		t[i] = uint8(11<<4 - 15 - n)
	}
	return
}()

func price(p uint16, bit uint32) uint32 { return uint32(prices[(uint32(p)^-bit)>>4&127]) }
func price0(p uint16) uint32            { return uint32(prices[p>>4&127]) }
func price1(p uint16) uint32            { return uint32(prices[^p>>4&127]) }

func treePrice(p []uint16, n int, x uint32) (sum uint32) {
	x |= 1 << n
	for ; x != 1; x >>= 1 {
		sum += price(p[x>>1], x&1)
	}
	return
}

func reversePrice(p []uint16, base, n, x uint32) (sum uint32) {
	m := uint32(1)
	for ; n > 0; n-- {
		sum += price(p[base+m], x&1)
		m = m<<1 | x&1
		x >>= 1
	}
	return
}

// slotOf is the slot of a distance.
func slotOf(dist uint32) uint32 {
	if dist < 4 {
		return dist
	}
	n := uint32(bits.Len32(dist)) - 1
	return 2*n + dist>>(n-1)&1
}
