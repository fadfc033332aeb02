// Quotients: by Knuth's algorithm D, and recursively (Burnikel and Ziegler) by products.

package decnum

import "math/bits"

const recursiveFrom = 12

// divWords is the quotient and the remainder of trimmed numbers; y is not 0. The results are new and trimmed.
func (c *Context) divWords(x, y []uint64) (q, r []uint64) {
	if compareWords(x, y) < 0 {
		return nil, append([]uint64(nil), x...)
	}
	n := len(y)
	if n == 1 {
		c.room(len(x))
		q = c.words(len(x))
		rem := divWord(q, x, y[0])
		return trim(q), trim([]uint64{rem})
	}
	c.room(4 * (len(x) + 1))
	// The highest word of the divisor becomes at least half the radix.
	f := radix / (y[n-1] + 1)
	u, v := c.words(len(x)+1), c.words(n)
	u[len(x)] = mulWord(u[:len(x)], x, f, 0)
	mulWord(v, y, f, 0)
	if n < recursiveFrom || len(u)-n < recursiveFrom {
		q = c.words(len(u) - n)
		c.divKnuth(q, u, v)
	} else {
		q = c.divBlocks(u, v)
	}
	r = u[:n]
	divWord(r, r, f)
	return trim(q), trim(r)
}

// divKnuth divides u by v, which is normalized; u becomes the remainder; its highest words are less than v.
// q has len(u) - len(v) words.
func (c *Context) divKnuth(q, u, v []uint64) {
	n := len(v)
	v1, v2 := v[n-1], v[n-2]
	for j := len(u) - n - 1; j >= 0; j-- {
		if n > 200 {
			c.check()
		}
		u0, u1, u2 := u[j+n], u[j+n-1], u[j+n-2]
		var qh, rh uint64
		if u0 >= v1 {
			qh = radix - 1
			var over uint64
			if rh, over = bits.Add64(v1, u1, 0); over != 0 { // u0 is v1
				rh = radix
			}
		} else {
			hi, lo := bits.Mul64(u0, radix)
			lo, cc := bits.Add64(lo, u1, 0)
			qh, rh = bits.Div64(hi+cc, lo, v1)
		}
		for rh < radix {
			ph, pl := bits.Mul64(qh, v2)
			th, tl := bits.Mul64(rh, radix)
			tl, cc := bits.Add64(tl, u2, 0)
			th += cc
			if ph < th || ph == th && pl <= tl {
				break
			}
			qh--
			var over uint64
			if rh, over = bits.Add64(rh, v1, 0); over != 0 {
				break
			}
		}
		if qh != 0 && subMul(u[j:j+n+1], v, qh) {
			qh--
			addWords(u[j:j+n+1], u[j:j+n+1], v)
		}
		q[j] = qh
	}
}

// subMul is u -= v * q, where u is a word longer; true: the result is negative, by less than v, and the radix' complement.
func subMul(u, v []uint64, q uint64) bool {
	var high, carry, borrow uint64
	for i, d := range v { // the division does not wait for the one before
		h, p := divRadix(bits.Mul64(d, q))
		p, carry = addRadix(p, high, carry)
		high = h
		s, b := bits.Sub64(u[i], p, borrow)
		if b != 0 {
			s += radix
		}
		u[i], borrow = s, b
	}
	n := len(v)
	s, b := bits.Sub64(u[n], high+carry, borrow)
	if b != 0 {
		s += radix
	}
	u[n] = s
	return b != 0
}

// divBlocks divides u by the normalized v, piece by piece of v's length; the lowest words of u become the remainder.
func (c *Context) divBlocks(u, v []uint64) []uint64 {
	n := len(v)
	q := c.words(len(u) - n)
	for at := len(q); at > 0; {
		m := at % n
		if m == 0 {
			m = n
		}
		at -= m
		c.divRecursive(q[at:at+m], u[at:at+m+n], v)
	}
	return q
}

// divRecursive divides u by the normalized v; the quotient has m = len(u) - len(v) <= len(v) words. u becomes the remainder. The highest words of u are
// less than v.
//
//psy:bounded the length is halved
func (c *Context) divRecursive(q, u, v []uint64) {
	n, m := len(v), len(u)-len(v)
	if m < recursiveFrom || n < 2*2 {
		c.divKnuth(q, u, v)
		return
	}
	// The higher half of the quotient first, then the lower one.
	l := m / 2
	c.divStep(q[l:], u[l:], v)
	c.divStep(q[:l], u[:l+n], v)
}

// divStep is divRecursive by the highest words of v, with a correction for the others.
//
//psy:bounded the length is halved
func (c *Context) divStep(q, u, v []uint64) {
	n, m := len(v), len(q)
	if m < recursiveFrom || n-m < 1 {
		if n == m {
			c.divRecursive(q, u, v)
			return
		}
		c.divKnuth(q, u, v)
		return
	}
	k := n - m // words of v that wait
	// u / v[k:], unless that overflows
	if compareWords(trim(u[k+m:]), trim(v[k:])) >= 0 {
		for i := range q { // the quotient is at most radix**m - 1
			q[i] = radix - 1
		}
		// u[k:] -= v[k:] * (radix**m - 1)
		subWords(u[k+m:], u[k+m:], v[k:])
		if addWords(u[k:], u[k:], v[k:]) != 0 {
			panic("BUG: a quotient of too many digits")
		}
	} else {
		c.divRecursive(q, u[k:], v[k:])
	}
	p := c.words(m + k)
	c.mulWords(p, q, v[:k])
	if subWords(u, u, p) == 0 {
		return
	}
	for {
		decrement(q)
		if addWords(u, u, v) != 0 {
			return
		}
	}
}
