// Sums, products, quotients and remainders.

package decnum

import "math/bits"

// Plus is x, rounded.
func (c *Context) Plus(z, x *Num) {
	defer c.catch(z)
	if c.nans(z, x) {
		return
	}
	c.setRounded(z, x)
	if x.IsZero() && c.Round != RoundFloor {
		z.Neg = false
	}
}

// Minus is -x, rounded.
func (c *Context) Minus(z, x *Num) {
	defer c.catch(z)
	if c.nans(z, x) {
		return
	}
	y := *x
	y.Neg = !x.Neg
	if y.IsZero() && c.Round != RoundFloor {
		y.Neg = false
	}
	c.setRounded(z, &y)
}

// Abs is |x|, rounded.
func (c *Context) Abs(z, x *Num) {
	if x.Neg {
		c.Minus(z, x)
	} else {
		c.Plus(z, x)
	}
}

// Finalize is x, rounded to the context.
func (c *Context) Finalize(z, x *Num) {
	defer c.catch(z)
	c.setRounded(z, x)
}

func (c *Context) setRounded(z, x *Num) {
	z.Set(x)
	if z.n > inline && z.Kind == Finite && (z.Digits() > c.Prec || z.Adjusted() < c.Emin) {
		z.own()
	}
	c.finalize(z)
}

// Add is x + y.
func (c *Context) Add(z, x, y *Num) {
	if x.n <= 1 && y.n <= 1 && x.Kind|y.Kind == 0 && c.addSmall(z, x, y, y.Neg) {
		return
	}
	c.addSigned(z, x, y, y.Neg)
}

// Sub is x - y.
func (c *Context) Sub(z, x, y *Num) {
	if x.n <= 1 && y.n <= 1 && x.Kind|y.Kind == 0 && c.addSmall(z, x, y, !y.Neg) {
		return
	}
	c.addSigned(z, x, y, !y.Neg)
}

// addSmall adds numbers of one word whose sum has two at most.
func (c *Context) addSmall(z, x, y *Num, neg bool) bool {
	var a, b uint64
	if x.n > 0 {
		a = x.small[0]
	}
	if y.n > 0 {
		b = y.small[0]
	}
	an, bn := x.Neg, neg
	exp := x.Exp
	var ah, bh uint64
	if d := x.Exp - y.Exp; d > 0 {
		if d > wordDigits || a == 0 {
			return false
		}
		ah, a = bits.Mul64(a, pow10[d])
		exp = y.Exp
	} else if d < 0 {
		if d < -wordDigits || b == 0 {
			return false
		}
		bh, b = bits.Mul64(b, pow10[-d])
	}
	z.Kind, z.Exp = Finite, exp
	if an == bn {
		lo, k := bits.Add64(a, b, 0)
		hi, _ := bits.Add64(ah, bh, k)
		z.Neg = an
		z.setWide(hi, lo)
	} else {
		lo, k := bits.Sub64(a, b, 0)
		hi, k := bits.Sub64(ah, bh, k)
		z.Neg = an
		if k != 0 {
			lo, k = bits.Sub64(0, lo, 0)
			hi, _ = bits.Sub64(0, hi, k)
			z.Neg = bn
		}
		z.setWide(hi, lo)
		if z.n == 0 {
			z.Neg = c.Round == RoundFloor
		}
	}
	c.finalize(z)
	return true
}

func (c *Context) addSigned(z, x, y *Num, neg bool) {
	defer c.catch(z)
	if x.Kind|y.Kind != 0 {
		c.addSpecial(z, x, y, neg)
		return
	}
	c.addExact(z, x, y, neg)
	c.finalize(z)
}

func (c *Context) addSpecial(z, x, y *Num, neg bool) {
	switch {
	case c.nans(z, x, y):
	case x.Kind != Infinite:
		z.SetInf(neg)
	case y.Kind != Infinite || x.Neg == neg:
		z.SetInf(x.Neg)
	default:
		c.invalid(z, InvalidOperation)
	}
}

// addExact adds finite numbers. Where the smaller one is far below the last digit of the precision, a tiny number stands for it.
func (c *Context) addExact(z, x, y *Num, neg bool) {
	big, small, bigNeg, smallNeg := x, y, x.Neg, neg
	if x.Exp < y.Exp {
		big, small, bigNeg, smallNeg = y, x, neg, x.Neg
	}
	var tiny, aligned Num
	if big.Exp != small.Exp && big.n != 0 {
		exp := big.Exp - 1
		if d := big.Digits(); d <= c.Prec {
			exp += d - c.Prec - 1
		}
		if small.Adjusted() < exp {
			tiny.Exp = exp
			if small.n != 0 {
				tiny.SetUint(1)
			}
			small = &tiny
		}
		aligned.Set(big)
		c.shiftL(&aligned, big.Exp-small.Exp)
		big = &aligned
	}
	a, b := big.Words(), small.Words()
	z.Kind, z.Exp = Finite, small.Exp
	if bigNeg == smallNeg {
		if len(a) < len(b) {
			a, b = b, a
		}
		c.room(len(a) + 1)
		w := c.space(z, len(a)+1)
		w[len(a)] = 0
		if len(a) > 0 {
			w[len(a)] = addWords(w[:len(a)], a, b)
		}
		z.Neg = bigNeg
	} else {
		cmp := compareWords(a, b)
		if cmp == 0 {
			z.n, z.Neg = 0, c.Round == RoundFloor
			return
		}
		z.Neg = bigNeg
		if cmp < 0 {
			a, b = b, a
			z.Neg = smallNeg
		}
		c.room(len(a))
		subWords(c.space(z, len(a)), a, b)
	}
	z.trim()
}

// Mul is x * y.
func (c *Context) Mul(z, x, y *Num) {
	if x.n <= 1 && y.n <= 1 && x.Kind|y.Kind == 0 {
		var a, b uint64
		if x.n > 0 {
			a = x.small[0]
		}
		if y.n > 0 {
			b = y.small[0]
		}
		z.Kind, z.Neg, z.Exp = Finite, x.Neg != y.Neg, x.Exp+y.Exp
		z.setWide(bits.Mul64(a, b))
		c.finalize(z)
		return
	}
	if x.n <= 2 && y.n <= 2 && x.Kind|y.Kind == 0 {
		z.Kind, z.Neg, z.Exp, z.n = Finite, x.Neg != y.Neg, x.Exp+y.Exp, 0
		if x.n > 0 && y.n > 0 {
			z.n = x.n + y.n
			mulColumns(z.small[:z.n], x.small[:x.n], y.small[:y.n])
			z.trim()
		}
		c.finalize(z)
		return
	}
	defer c.catch(z)
	if x.Kind|y.Kind != 0 {
		c.mulSpecial(z, x, y)
		return
	}
	c.mulExact(z, x, y)
	c.finalize(z)
}

func (c *Context) mulSpecial(z, x, y *Num) {
	switch {
	case c.nans(z, x, y):
	case x.IsZero() || y.IsZero():
		c.invalid(z, InvalidOperation)
	default:
		z.SetInf(x.Neg != y.Neg)
	}
}

// mulExact multiplies finite numbers.
func (c *Context) mulExact(z, x, y *Num) {
	z.Kind, z.Neg, z.Exp = Finite, x.Neg != y.Neg, x.Exp+y.Exp
	a, b := x.Words(), y.Words()
	if len(a) == 0 || len(b) == 0 {
		z.n = 0
		return
	}
	c.room(len(a) + len(b))
	c.mulWords(c.space(z, len(a)+len(b)), a, b)
	z.trim()
}

// FMA is x * y + w, rounded once.
func (c *Context) FMA(z, x, y, w *Num) {
	defer c.catch(z)
	var p Num
	if x.Kind|y.Kind != 0 {
		signaling := x.Kind == SignalingNaN || y.Kind == SignalingNaN
		switch {
		case c.nans(&p, x, y):
			if signaling {
				z.Set(&p)
				return
			}
		default:
			if c.mulSpecial(&p, x, y); p.IsNaN() {
				z.SetNaN()
				return
			}
		}
	} else {
		c.mulExact(&p, x, y)
	}
	if p.Kind|w.Kind != 0 {
		c.addSpecial(z, &p, w, w.Neg)
		return
	}
	c.addExact(z, &p, w, w.Neg)
	c.finalize(z)
}

// Div is x / y.
func (c *Context) Div(z, x, y *Num) {
	defer c.catch(z)
	c.div(z, x, y, true)
	c.finalize(z)
}

// div is the quotient with a digit or more beyond the precision, the last of which tells that it is not exact.
func (c *Context) div(z, x, y *Num, ideal bool) {
	neg := x.Neg != y.Neg
	if x.Kind|y.Kind != 0 {
		switch {
		case c.nans(z, x, y):
		case x.Kind == Infinite && y.Kind == Infinite:
			c.invalid(z, InvalidOperation)
		case x.Kind == Infinite:
			z.SetInf(neg)
		default:
			z.setParts(neg, 0, c.etiny())
			c.Status |= Clamped
		}
		return
	}
	if y.n == 0 {
		if x.n == 0 {
			c.invalid(z, DivisionUndefined)
		} else {
			z.SetInf(neg)
			c.Status |= DivisionByZero
		}
		return
	}
	best := x.Exp - y.Exp
	if x.n == 0 {
		z.setParts(neg, 0, best)
		return
	}
	digits := x.Digits()
	shift := y.Digits() - digits + c.Prec + 1
	exp := best - shift
	if shift <= 0 {
		exp = best
		shift = 0
	}
	z.Kind, z.Neg, z.Exp = Finite, neg, exp
	inexact := false
	if y.n == 1 && x.n == 1 && shift <= wordDigits {
		hi, lo := bits.Mul64(x.small[0], pow10[shift])
		d := y.small[0]
		q1, r := hi/d, hi%d
		q0, r := bits.Div64(r, lo, d)
		z.setWide(q1, q0)
		inexact = r != 0
	} else {
		var a Num
		c.shiftInto(&a, x, digits+shift, shift)
		if a.n <= shortWords {
			inexact = c.quotientShort(z, &a, y)
		} else {
			q, r := c.divWords(a.Words(), y.Words())
			z.SetWords(q)
			inexact = len(r) != 0
		}
	}
	if inexact {
		if z.n == 0 {
			z.small[0], z.n = 1, 1
		} else if w := z.Words(); w[0]%10 == 0 || w[0]%10 == 5 {
			w[0]++
		}
	} else if ideal && shift > 0 {
		c.strip(z, best)
	}
}

// shortWords is how long dividends are at most whose quotients take no memory but their own.
const shortWords = 14

// quotientShort is x / y for such an x, without taking memory for what is in between; true: there is a remainder.
func (c *Context) quotientShort(z, x, y *Num) bool {
	a, b := x.Words(), y.Words()
	if compareWords(a, b) < 0 {
		z.n = 0
		return len(a) > 0
	}
	n := len(b)
	if n == 1 {
		rem := divWord(c.space(z, len(a)), a, b[0])
		z.trim()
		return rem != 0
	}
	var ubuf [shortWords + 1]uint64
	var vbuf [shortWords]uint64
	u, v := ubuf[:len(a)+1], vbuf[:n]
	f := radix / (b[n-1] + 1)
	u[len(a)] = mulWord(u[:len(a)], a, f, 0)
	mulWord(v, b, f, 0)
	c.divKnuth(c.space(z, len(u)-n), u, v)
	z.trim()
	return !isZero(u[:n])
}

// strip drops zeros at the end of a coefficient that may be changed, as long as the exponent is below that limit.
func (c *Context) strip(z *Num, limit int64) {
	if z.n == 0 || z.Exp >= limit || z.Words()[0]%10 != 0 {
		return
	}
	k := min(trailingZeros(z.Words()), limit-z.Exp)
	z.shiftOwn(k)
	z.Exp += k
}

// divmod is the integer quotient and the remainder; false: DivisionImpossible, or no memory.
func (c *Context) divmod(q, r, x, y *Num) bool {
	best := min(x.Exp, y.Exp)
	r.Set(x)
	q.setParts(x.Neg != y.Neg, 0, 0)
	if x.n == 0 {
		r.Exp = best
		return true
	}
	if x.Adjusted() < y.Adjusted() {
		if x.Exp > y.Exp {
			c.shiftL(r, x.Exp-y.Exp)
		}
		r.Exp = best
		return true
	}
	if x.Adjusted()-y.Adjusted() > c.Prec {
		return false
	}
	var a, b Num
	a.Set(x)
	b.Set(y)
	if d := x.Exp - y.Exp; d > 0 {
		c.shiftL(&a, d)
	} else {
		c.shiftL(&b, -d)
	}
	if a.n == 1 && b.n == 1 {
		q.SetUint(a.small[0] / b.small[0])
		r.SetUint(a.small[0] % b.small[0])
	} else {
		qw, rw := c.divWords(a.Words(), b.Words())
		q.SetWords(qw)
		r.SetWords(rw)
	}
	r.Exp = best
	return q.Digits() <= c.Prec
}

// DivInt is the integer part of x / y.
func (c *Context) DivInt(z, x, y *Num) {
	var r Num
	c.divide(z, &r, x, y, true, false)
	if y.Kind != Infinite { // its 0 stays as it is, as libmpdec has it
		c.finalize(z)
	}
}

// Rem is the remainder of x / y; it has the sign of x.
func (c *Context) Rem(z, x, y *Num) {
	var q Num
	c.divide(&q, z, x, y, false, true)
	c.finalize(z)
}

// DivMod is both.
func (c *Context) DivMod(q, r, x, y *Num) {
	c.divide(q, r, x, y, true, true)
	if y.Kind != Infinite {
		c.finalize(q)
	}
	c.finalize(r)
}

// divide is the integer quotient and the remainder of any numbers. Conditions are those of the result that is wanted.
func (c *Context) divide(q, r, x, y *Num, wantQ, wantR bool) {
	defer c.catch(r)
	defer c.catch(q)
	neg := x.Neg != y.Neg
	if x.Kind|y.Kind != 0 {
		switch {
		case c.nans(q, x, y):
			r.Set(q)
		case x.Kind == Infinite && (y.Kind == Infinite || wantR):
			if wantQ && y.Kind != Infinite {
				q.SetInf(neg)
			} else {
				q.SetNaN()
			}
			c.invalid(r, InvalidOperation)
		case x.Kind == Infinite:
			q.SetInf(neg)
		default:
			q.setParts(neg, 0, 0)
			r.Set(x)
			r.own()
		}
		return
	}
	if y.n == 0 {
		switch {
		case x.n == 0:
			q.SetNaN()
			c.invalid(r, DivisionUndefined)
		default:
			q.SetInf(neg)
			r.SetNaN()
			if wantQ {
				c.Status |= DivisionByZero
			}
			if wantR {
				c.Status |= InvalidOperation
			}
		}
		return
	}
	if !c.divmod(q, r, x, y) {
		q.SetNaN()
		c.invalid(r, DivisionImpossible)
		return
	}
	if r.n > inline {
		r.own()
	}
}

// RemNear is the remainder of x / y, with the quotient rounded to the nearest integer.
func (c *Context) RemNear(z, x, y *Num) {
	defer c.catch(z)
	if x.Kind|y.Kind != 0 {
		switch {
		case c.nans(z, x, y):
		case x.Kind == Infinite:
			c.invalid(z, InvalidOperation)
		default:
			c.setRounded(z, x)
		}
		return
	}
	if y.n == 0 {
		if x.n == 0 {
			c.invalid(z, DivisionUndefined)
		} else {
			c.invalid(z, InvalidOperation)
		}
		return
	}
	var q, r Num
	if !c.divmod(&q, &r, x, y) {
		c.invalid(z, DivisionImpossible)
		return
	}
	// r, or r less y with its exponent: compare twice the remainder with y
	if r.n != 0 {
		w := c.work(MaxPrec)
		w.Emin, w.Emax = 4*MinEmin, 4*MaxEmax
		var twice, rest Num
		w.addExact(&twice, &r, &r, r.Neg)
		if cmp := c.compareMagnitude(&twice, y); cmp > 0 || cmp == 0 && q.isOdd() {
			w.addExact(&rest, &r, y, !r.Neg)
			exp := r.Exp
			r.Set(&rest)
			if r.Exp > exp {
				c.shiftL(&r, r.Exp-exp)
				r.Exp = exp
			}
			q.bump()
			if q.Digits() > c.Prec {
				c.invalid(z, DivisionImpossible)
				return
			}
		}
	}
	c.setRounded(z, &r)
}
