// Natural numbers as words in base 10**19, least significant first: sums, shifts by digits, comparisons.

package decnum

import (
	"math"
	"math/bits"
	"slices"
)

const (
	radix      = 10_000_000_000_000_000_000
	wordDigits = 19
	radixInv   = 0xd83c94fb6d2ac34a // (2**128 - 1) / radix - 2**64
)

var pow10 = [20]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// inverse10 are factors and shifts: d / 5**n is d * factor >> (64 + shift) for a d of 64 - n bits.
var inverse10 = func() (inv [20]struct{ factor, shift uint64 }) {
	for n, five := 1, uint64(5); n < len(inv); n, five = n+1, five*5 {
		shift := bits.Len64(five) - 1
		q, _ := bits.Div64(1<<shift, 0, five)
		inv[n].factor, inv[n].shift = q+1, uint64(shift)
	}
	return inv
}()

// dividePow10 is d / 10**n for an n from 1 to 19.
func dividePow10(d uint64, n int64) uint64 {
	inv := &inverse10[n]
	hi, _ := bits.Mul64(d>>n, inv.factor)
	return hi >> (inv.shift & 63)
}

// carryDown divides the words of x by 10**n, n being from 1 to 19. It writes to z each remainder, times 10**(19-n), plus the quotient of the word
// before, which is low for the first, and returns the quotient of the last. z may begin where x does, or before.
func carryDown(z, x []uint64, n int64, low uint64) uint64 {
	z = z[:len(x)]
	up, factor, down, shift := pow10[wordDigits-n], inverse10[n].factor, uint64(n)&63, inverse10[n].shift&63
	for i, d := range x {
		q, _ := bits.Mul64(d>>down, factor)
		q >>= shift
		z[i] = d*up - q*radix + low
		low = q
	}
	return low
}

// divRadix divides u1*2**64 + u0 by the radix, u1 being less than it: a division by an invariant (Moeller and Granlund 2011).
func divRadix(u1, u0 uint64) (q, r uint64) {
	q, q0 := bits.Mul64(radixInv, u1)
	q0, c := bits.Add64(q0, u0, 0)
	q, _ = bits.Add64(q, u1, c)
	q++
	r = u0 - q*radix
	_, high := bits.Sub64(q0, r, 0) // half of the time, without a pattern
	q -= high
	r += radix & -high
	if r >= radix {
		q++
		r -= radix
	}
	return q, r
}

// digits64 is how many digits w has; those of 0 are none.
func digits64(w uint64) int {
	n := bits.Len64(w) * 1233 >> 12
	if n < 20 && w >= pow10[n] {
		n++
	}
	return n
}

// trim drops leading zero words.
func trim(w []uint64) []uint64 {
	n := len(w)
	for n > 0 && w[n-1] == 0 {
		n--
	}
	return w[:n]
}

// digitsOf is how many digits a trimmed number has; those of 0 are none.
func digitsOf(w []uint64) int64 {
	if len(w) == 0 {
		return 0
	}
	return int64(len(w)-1)*wordDigits + int64(digits64(w[len(w)-1]))
}

// compareWords compares trimmed numbers.
func compareWords(x, y []uint64) int {
	if len(x) != len(y) {
		if len(x) < len(y) {
			return -1
		}
		return 1
	}
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] != y[i] {
			if x[i] < y[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// addWords is z = x + y, where x is not shorter than y and z as long as x; it returns the carry. z may be x or y.
func addWords(z, x, y []uint64) (carry uint64) {
	z = z[:len(x)]
	for i, b := range y {
		z[i], carry = addRadix(x[i], b, carry)
	}
	i := len(y)
	for ; carry != 0 && i < len(x); i++ {
		if z[i] = x[i] + 1; z[i] == radix {
			z[i] = 0
		} else {
			carry = 0
		}
	}
	if i < len(x) && &z[0] != &x[0] {
		copy(z[i:], x[i:])
	}
	return carry
}

func addRadix(x, y, carry uint64) (sum, out uint64) {
	s, out := bits.Add64(x-radix, y, carry) // carries where the sum is not below the radix
	return s + radix&(out-1), out
}

// subWords is z = x - y, where x is not shorter than y and z as long as x; it returns the borrow. z may be x or y.
func subWords(z, x, y []uint64) (borrow uint64) {
	z = z[:len(x)]
	for i, b := range y {
		d, under := bits.Sub64(x[i], b, borrow)
		z[i], borrow = d+radix&-under, under
	}
	i := len(y)
	for ; borrow != 0 && i < len(x); i++ {
		if x[i] == 0 {
			z[i] = radix - 1
		} else {
			z[i], borrow = x[i]-1, 0
		}
	}
	if i < len(x) && &z[0] != &x[0] {
		copy(z[i:], x[i:])
	}
	return borrow
}

// shiftLeft is z = x * 10**n; z has room for it, and may not overlap x. What z has more than needed becomes 0.
func shiftLeft(z, x []uint64, n int64) {
	w, r := int(n/wordDigits), n%wordDigits
	clear(z[:w])
	if r == 0 {
		copy(z[w:], x)
		clear(z[w+len(x):])
		return
	}
	high := carryDown(z[w:], x, wordDigits-r, 0)
	w += len(x)
	if w < len(z) {
		z[w] = high
		clear(z[w+1:])
	}
}

// shiftRight is z = x / 10**n, truncated; z may be x, or have the length that is left. It returns the part that is cut off as a rounding digit:
// 0 nothing, 5 half, 1 less, 6 more.
func shiftRight(z, x []uint64, n int64) (rest int) {
	if n >= int64(len(x)+1)*wordDigits {
		clear(z)
		if len(x) > 0 {
			return 1
		}
		return 0
	}
	w, r := int(n/wordDigits), n%wordDigits
	rest = restOf(x, w, r)
	if w >= len(x) {
		clear(z)
		return rest
	}
	keep := len(x) - w
	if r == 0 {
		copy(z, x[w:])
	} else {
		low := carryDown(z, x[w+1:], r, dividePow10(x[w], r))
		if keep-1 < len(z) {
			z[keep-1] = low
		}
	}
	if keep < len(z) {
		clear(z[keep:])
	}
	return rest
}

// restOf tells how the lowest w*19 + r digits of x compare with half a unit of the digit above them, as shiftRight does.
func restOf(x []uint64, w int, r int64) int {
	if r == 0 {
		if w == 0 {
			return 0
		}
		w, r = w-1, wordDigits
	}
	d, half := uint64(0), pow10[r]/2
	if w < len(x) {
		d = x[w]
		if r < wordDigits {
			d -= dividePow10(d, r) * pow10[r]
		}
	}
	below := false
	if d == 0 || d == half {
		below = !isZero(x[:min(w, len(x))])
	}
	switch {
	case d > half || d == half && below:
		return 6
	case d == half:
		return 5
	case d != 0 || below:
		return 1
	}
	return 0
}

// increment adds 1; true: a word is needed for the carry, and all others are 0.
func increment(x []uint64) bool {
	for i := range x {
		if x[i]++; x[i] < radix {
			return false
		}
		x[i] = 0
	}
	return true
}

// decrement subtracts 1 from what is not 0.
func decrement(x []uint64) {
	for i := range x {
		if x[i] > 0 {
			x[i]--
			return
		}
		x[i] = radix - 1
	}
}

// trailingZeros is how many zeros the digits of a number end with that is not 0.
func trailingZeros(x []uint64) int64 {
	n := int64(0)
	for _, d := range x {
		if d != 0 {
			for d%10 == 0 {
				d /= 10
				n++
			}
			return n
		}
		n += wordDigits
	}
	return n
}

// mulWord is z = x * y + add, where z has the length of x; it returns the word above. z may be x.
func mulWord(z, x []uint64, y, add uint64) uint64 {
	z = z[:len(x)]
	carry := uint64(0)
	for i, d := range x { // the division does not wait for the one before
		q, r := divRadix(bits.Mul64(d, y))
		z[i], carry = addRadix(r, add, carry)
		add = q
	}
	return add + carry
}

// divWord is z = x / y; it returns the remainder. z may be x.
func divWord(z, x []uint64, y uint64) (rem uint64) {
	z = z[:len(x)]
	if len(x) < 4 {
		for i := len(x) - 1; i >= 0; i-- {
			hi, lo := bits.Mul64(rem, radix)
			lo, c := bits.Add64(lo, x[i], 0)
			z[i], rem = bits.Div64(hi+c, lo, y)
		}
		return rem
	}
	if y < 1<<31 {
		// The radix is many times y, and the rest of it times the remainder leaves room for a word: fewer steps wait for the remainder.
		many, rest := radix/y, radix%y
		inv := math.MaxUint64 / y
		for i := len(x) - 1; i >= 0; i-- {
			u := rem*rest + x[i]
			q, _ := bits.Mul64(u, inv) // or one less than the quotient
			r := u - q*y
			q += rem * many
			if rem = r; r >= y {
				q++
				rem -= y
			}
			z[i] = q
		}
		return rem
	}
	// As divRadix, by the inverse of y with its highest bit set.
	up := uint(bits.LeadingZeros64(y))
	d := y << up
	inv, _ := bits.Div64(^d, ^uint64(0), d)
	for i := len(x) - 1; i >= 0; i-- {
		u1, u0 := bits.Mul64(rem, radix)
		u0, c := bits.Add64(u0, x[i], 0)
		u1 = (u1+c)<<up | u0>>(64-up)
		u0 <<= up
		q, q0 := bits.Mul64(inv, u1)
		q0, c = bits.Add64(q0, u0, 0)
		q, _ = bits.Add64(q, u1, c)
		q++
		r := u0 - q*d
		if r > q0 {
			q--
			r += d
		}
		if r >= d {
			q++
			r -= d
		}
		z[i], rem = q, r>>up
	}
	return rem
}

// digitAt is digit i of x, counted from the lowest.
func digitAt(x []uint64, i int64) int {
	w := i / wordDigits
	if w >= int64(len(x)) {
		return 0
	}
	return int(x[w] / pow10[i%wordDigits] % 10)
}

func isZero(x []uint64) bool { return !slices.ContainsFunc(x, func(d uint64) bool { return d != 0 }) }
