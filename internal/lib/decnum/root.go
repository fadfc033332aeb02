// Square roots of integers below 2^256, without memory.

package decnum

import (
	"math"
	"math/bits"
)

// rootable is how many words of base radix are below 2^256 whatever they are.
const rootable = 4

// quad is an integer of four words of 64 bits, the lowest first.
type quad [4]uint64

// quadOf is the integer of at most rootable words of base radix.
func quadOf(w []uint64) (n quad) {
	for i := len(w) - 1; i >= 0; i-- {
		carry := w[i]
		for j := range n {
			hi, lo := bits.Mul64(n[j], radix)
			var c uint64
			n[j], c = bits.Add64(lo, carry, 0)
			carry = hi + c
		}
	}
	return n
}

// shiftLeft is n times 2^k, for k below 64.
func (n *quad) shiftLeft(k uint) {
	for i := 3; i > 0; i-- {
		n[i] = n[i]<<k | n[i-1]>>(64-k)
	}
	n[0] <<= k
}

// rootOf is the square root of n, which is not 0, rounded down, and whether it is exact.
func rootOf(n quad) (hi, lo uint64, exact bool) {
	words, k := uint(0), uint(0)
	for n[3] == 0 && n[2] == 0 {
		n = quad{0, 0, n[0], n[1]}
		words += 64
	}
	if n[3] == 0 {
		n = quad{0, n[0], n[1], n[2]}
		words += 32
	}
	k = uint(bits.LeadingZeros64(n[3])) &^ 1
	n.shiftLeft(k)
	// The root of the upper half, then a digit more: what is left and the next word, by twice the root (Zimmermann, "Karatsuba Square Root").
	hi, rest, top := root128(n[3], n[2])
	half, low := rest>>1|top<<63, rest<<63|n[1]>>1
	if lo = math.MaxUint64; half < hi {
		lo, _ = bits.Div64(half, low, hi)
	}
	for {
		c := square(hi, lo).compare(n)
		if c <= 0 {
			exact = c == 0
			break
		}
		if lo--; lo == math.MaxUint64 {
			hi--
		}
	}
	// The root of n before it was shifted: bits that are dropped are 0 if the root was exact.
	k = k/2 + words
	if k >= 64 {
		return 0, hi >> (k - 64), exact
	}
	return hi >> k, hi<<(64-k) | lo>>k, exact
}

// root128 is the root of a number from 2^126 on, rounded down, and the number less the root's square, of 65 bits.
func root128(hi, lo uint64) (root, rest, top uint64) {
	root = math.MaxUint64
	if f := math.Sqrt(float64(hi)) * (1 << 32); f < 1<<64 {
		root = uint64(f)
	}
	q := uint64(math.MaxUint64)
	if hi < root {
		q, _ = bits.Div64(hi, lo, root)
	}
	root = root/2 + q/2 + root&q&1 // Newton's step
	for {
		h, l := bits.Mul64(root, root)
		if h > hi || h == hi && l > lo {
			root--
			continue
		}
		rest, b := bits.Sub64(lo, l, 0)
		top, _ := bits.Sub64(hi, h, b)
		if top == 0 && (rest <= root || rest-root <= root) || top == 1 && rest <= root<<1 { // at most twice the root, which is from 2^63 on
			return root, rest, top
		}
		root++
	}
}

// square is the square of a number of two words.
func square(hi, lo uint64) (n quad) {
	n[1], n[0] = bits.Mul64(lo, lo)
	n[3], n[2] = bits.Mul64(hi, hi)
	h, l := bits.Mul64(hi, lo)
	for range 2 {
		var c uint64
		n[1], c = bits.Add64(n[1], l, 0)
		n[2], c = bits.Add64(n[2], h, c)
		n[3] += c
	}
	return n
}

func (n quad) compare(m quad) int {
	for i := 3; i >= 0; i-- {
		if n[i] != m[i] {
			if n[i] < m[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// setPair makes a number of two words of 64 bits the coefficient; it is below radix^3.
func (x *Num) setPair(hi, lo uint64) {
	var w [3]uint64
	q := hi / radix
	lo, w[0] = bits.Div64(hi%radix, lo, radix)
	w[2], w[1] = bits.Div64(q, lo, radix)
	x.SetWords(trim(w[:]))
}
