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

func (r *rangeEncoder) bit(p *uint16, bit uint32) {
	x := uint32(*p)
	if bound := r.rng >> 11 * x; bit == 0 {
		r.rng = bound
		*p = uint16(x + (2048-x)>>5)
	} else {
		r.low += uint64(bound)
		r.rng -= bound
		*p = uint16(x - x>>5)
	}
	if r.rng < 1<<24 {
		r.rng <<= 8
		r.shift()
	}
}

func (r *rangeEncoder) tree(p []uint16, n int, x uint32) {
	m := uint32(1)
	for n--; n >= 0; n-- {
		b := x >> n & 1
		r.bit(&p[m], b)
		m = m<<1 | b
	}
}

// reverse writes n bits, the lowest first.
func (r *rangeEncoder) reverse(p []uint16, base, n, x uint32) {
	m := uint32(1)
	for ; n > 0; n-- {
		r.bit(&p[base+m], x&1)
		m = m<<1 | x&1
		x >>= 1
	}
}

func (r *rangeEncoder) direct(n int, x uint32) {
	for n--; n >= 0; n-- {
		r.rng >>= 1
		r.low += uint64(r.rng & -(x >> n & 1))
		if r.rng < 1<<24 {
			r.rng <<= 8
			r.shift()
		}
	}
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

func price(p uint16, bit uint32) uint32 { return uint32(prices[(uint32(p)^-bit&2047)>>4]) }
func price0(p uint16) uint32            { return uint32(prices[p>>4]) }
func price1(p uint16) uint32            { return uint32(prices[(p^2047)>>4]) }

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
