// Products: by columns, and by Karatsuba's method.

package decnum

import "math/bits"

const (
	karatsubaFrom = 40
	askFrom       = 1000 // words: products of that length ask the host whether to go on
)

// mulWords is z = x * y; z has as many words as both together and overlaps none of them.
//
//psy:bounded the last piece is shorter than both
func (c *Context) mulWords(z, x, y []uint64) {
	if len(x) < len(y) {
		x, y = y, x
	}
	n := len(y)
	switch {
	case n == 0:
		clear(z)
	case n == 1:
		z[len(x)] = mulWord(z[:len(x)], x, y[0], 0)
	case n < karatsubaFrom:
		mulColumns(z, x, y)
	case len(x) == n:
		c.room(6 * n)
		c.karatsuba(z, x, y, c.words(6*n+128))
	default: // pieces of x as long as y
		c.room(8 * n)
		clear(z)
		part, scratch := c.words(2*n), c.words(6*n+128)
		for i := 0; i < len(x); i += n {
			piece := x[i:min(i+n, len(x))]
			p := part[:len(piece)+n]
			if len(piece) == n {
				c.karatsuba(p, piece, y, scratch)
			} else {
				c.mulWords(p, piece, y)
			}
			addWords(z[i:], z[i:], p)
		}
	}
}

// mulColumns sums up the products that make each word, and divides once a word.
func mulColumns(z, x, y []uint64) {
	var q1, q0 uint64
	for k := 0; k < len(x)+len(y)-1; k++ {
		lo := max(0, k-len(x)+1)
		hi := min(k, len(y)-1)
		c0, c1, c2 := column(y[lo:hi+1], x[k-hi:k-lo+1])
		var c uint64
		c0, c = bits.Add64(c0, q0, 0)
		c1, c = bits.Add64(c1, q1, c)
		c2 += c
		q1, c1 = divRadix(c2, c1)
		q0, z[k] = divRadix(c1, c0)
	}
	z[len(x)+len(y)-1] = q0
}

// column is the sum of the products of x and y, as long as x, one of them from its end: 192 bits, the lowest first.
func column(x, y []uint64) (c0, c1, c2 uint64) {
	var c uint64
	for len(x) >= 2 && len(y) >= 2 {
		p1, p0 := bits.Mul64(x[0], y[len(y)-1])
		q1, q0 := bits.Mul64(x[1], y[len(y)-2])
		p0, c = bits.Add64(p0, q0, 0)
		p1, _ = bits.Add64(p1, q1, c) // two products have less than 128 bits
		c0, c = bits.Add64(c0, p0, 0)
		c1, c = bits.Add64(c1, p1, c)
		c2, _ = bits.Add64(c2, 0, c)
		x, y = x[2:], y[:len(y)-2]
	}
	if len(x) != 0 && len(y) != 0 {
		p1, p0 := bits.Mul64(x[0], y[0])
		c0, c = bits.Add64(c0, p0, 0)
		c1, c = bits.Add64(c1, p1, c)
		c2 += c
	}
	return c0, c1, c2
}

// karatsuba is z = x * y for factors of the same length, with 6 of their length and 128 words of scratch.
//
//psy:bounded the length is halved
func (c *Context) karatsuba(z, x, y, scratch []uint64) {
	n := len(x)
	if n < karatsubaFrom {
		mulColumns(z, x, y)
		return
	}
	if n >= askFrom {
		c.check()
	}
	h := (n + 1) / 2
	x0, x1, y0, y1 := x[:h], x[h:], y[:h], y[h:]
	sx, sy, mid, rest := scratch[:h+1], scratch[h+1:2*h+2], scratch[2*h+2:4*h+4], scratch[4*h+4:]
	sx[h] = addWords(sx[:h], x0, x1)
	sy[h] = addWords(sy[:h], y0, y1)
	c.karatsuba(mid, sx, sy, rest)
	c.karatsuba(z[:2*h], x0, y0, rest)
	c.karatsuba(z[2*h:], x1, y1, rest)
	subWords(mid, mid, z[:2*h])
	subWords(mid, mid, z[2*h:])
	addWords(z[h:], z[h:], trim(mid))
}
