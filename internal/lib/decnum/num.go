// Numbers: their parts, and how results are rounded.

package decnum

import "math/bits"

// Kind says what a number is.
type Kind uint8

const (
	Finite Kind = iota
	Infinite
	QuietNaN
	SignalingNaN
)

const inline = 4

// Num is a decimal number: a coefficient times a power of ten, or an infinity, or a NaN, whose coefficient is its payload. The zero
// value is 0. Operations set their first argument, which must be no other of their arguments.
type Num struct {
	Exp   int64
	Kind  Kind
	Neg   bool
	n     int      // words
	big   []uint64 // where there are more than inline
	small [inline]uint64
}

// Words is the coefficient; it must not be changed.
func (x *Num) Words() []uint64 {
	if x.n <= inline {
		return x.small[:x.n]
	}
	return x.big[:x.n]
}

// SetWords makes w, which has no leading zeros, the coefficient. A long one is not copied.
func (x *Num) SetWords(w []uint64) {
	if x.n = len(w); x.n <= inline {
		copy(x.small[:], w)
	} else {
		x.big = w
	}
}

// SetUint sets the coefficient.
func (x *Num) SetUint(u uint64) {
	x.n = 0
	if u >= radix {
		x.small[0], x.small[1], x.n = u-radix, 1, 2
	} else if u != 0 {
		x.small[0], x.n = u, 1
	}
}

// FromInt is a small integer.
func FromInt(i int64) (x Num) {
	u := uint64(i)
	if i < 0 {
		x.Neg, u = true, -u
	}
	x.SetUint(u)
	return x
}

// setParts makes x a finite number of at most one word.
func (x *Num) setParts(neg bool, u uint64, exp int64) {
	x.Kind, x.Neg, x.Exp = Finite, neg, exp
	x.SetUint(u)
}

// space makes x's coefficient n words long; what they are is open.
func (c *Context) space(x *Num, n int) []uint64 {
	if x.n = n; n <= inline {
		return x.small[:n]
	}
	x.big = c.words(n)
	return x.big
}

// trim drops leading zeros.
func (x *Num) trim() {
	w := trim(x.Words())
	if x.n > inline && len(w) <= inline {
		copy(x.small[:], w)
	}
	x.n = len(w)
}

// Set makes x a copy of y, whose long coefficient it shares.
func (x *Num) Set(y *Num) {
	x.Exp, x.Kind, x.Neg, x.n = y.Exp, y.Kind, y.Neg, y.n
	if y.n <= inline {
		x.small = y.small
	} else {
		x.big = y.big
	}
}

// own makes x's coefficient one that may be changed.
func (x *Num) own() {
	if x.n > inline {
		x.big = append(make([]uint64, 0, x.n+1), x.big[:x.n]...)
	}
}

func (x *Num) SetNaN() { x.Kind, x.Neg, x.Exp, x.n = QuietNaN, false, 0, 0 }

func (x *Num) SetInf(neg bool) { x.Kind, x.Neg, x.Exp, x.n = Infinite, neg, 0, 0 }

func (x *Num) IsSpecial() bool { return x.Kind != Finite }
func (x *Num) IsNaN() bool     { return x.Kind >= QuietNaN }

// IsZero reports whether a number is finite and 0.
func (x *Num) IsZero() bool { return x.Kind == Finite && x.n == 0 }

// Digits is how many digits a finite number's coefficient has, at least 1; of a NaN's payload, at least 0.
func (x *Num) Digits() int64 {
	d := digitsOf(x.Words())
	if d == 0 && x.Kind == Finite {
		return 1
	}
	return d
}

// Adjusted is the exponent of the highest digit.
func (x *Num) Adjusted() int64 { return x.Exp + x.Digits() - 1 }

func (x *Num) isOdd() bool { return x.n > 0 && x.Words()[0]&1 != 0 }

// IsInteger reports whether a finite number is one.
func (x *Num) IsInteger() bool {
	return x.Exp >= 0 || x.n == 0 || trailingZeros(x.Words()) >= -x.Exp
}

// isOne reports whether |x| is 1.
func (x *Num) isOne() bool {
	if x.Kind != Finite || x.n == 0 || x.Adjusted() != 0 {
		return false
	}
	return trailingZeros(x.Words()) == x.Digits()-1 && digitAt(x.Words(), x.Digits()-1) == 1
}

// invalid makes the result of a failed operation.
func (c *Context) invalid(z *Num, why Status) {
	c.Status |= why
	z.SetNaN()
}

// nans deals with operands that are NaNs: true, z is the result.
func (c *Context) nans(z *Num, operands ...*Num) bool {
	var found *Num
	for _, x := range operands {
		if x.Kind == SignalingNaN {
			found = x
			c.Status |= InvalidOperation
			break
		}
		if x.Kind == QuietNaN && found == nil {
			found = x
		}
	}
	if found == nil {
		return false
	}
	z.Set(found)
	z.Kind, z.Exp = QuietNaN, 0
	c.fixNaN(z)
	return true
}

// fixNaN drops digits of a payload that do not fit.
func (c *Context) fixNaN(z *Num) {
	room := c.Prec
	if c.Clamp {
		room--
	}
	if z.Digits() > room {
		z.keepLow(room)
	}
}

// keepLow keeps the n lowest digits.
func (x *Num) keepLow(n int64) {
	if digitsOf(x.Words()) <= n {
		return
	}
	x.own()
	w := x.Words()[:(n+wordDigits-1)/wordDigits]
	if r := n % wordDigits; r != 0 {
		w[len(w)-1] %= pow10[r]
	}
	w = trim(w)
	if x.n > inline && len(w) <= inline {
		copy(x.small[:], w)
	}
	x.n = len(w)
}

// shiftL multiplies the coefficient by 10**n.
func (c *Context) shiftL(z *Num, n int64) {
	if z.n == 0 || n == 0 {
		return
	}
	d := digitsOf(z.Words()) + n
	if d <= wordDigits {
		z.small[0] *= pow10[n]
		return
	}
	var old Num
	old.Set(z)
	c.shiftInto(z, &old, d, n)
}

// shiftInto makes z's coefficient that of another number times 10**n, which has d digits.
func (c *Context) shiftInto(z, x *Num, d, n int64) {
	c.roomFor(d)
	shiftLeft(c.space(z, int((d+wordDigits-1)/wordDigits)), x.Words(), n)
}

// shiftR divides the coefficient by 10**n, and returns the rounding digit of shiftRight.
func (z *Num) shiftR(n int64) int { return z.shiftDown(n, false) }

// shiftOwn is shiftR for a coefficient that may be changed.
func (z *Num) shiftOwn(n int64) int { return z.shiftDown(n, true) }

func (z *Num) shiftDown(n int64, own bool) int {
	if n == 0 || z.n == 0 {
		return 0
	}
	if z.n == 1 {
		if n > wordDigits {
			z.n = 0
			return 1
		}
		d, p := z.small[0], pow10[n]
		q := dividePow10(d, n)
		rem, half := d-q*p, p/2
		z.small[0] = q
		if q == 0 {
			z.n = 0
		}
		switch {
		case rem == 0:
			return 0
		case rem < half:
			return 1
		case rem == half:
			return 5
		}
		return 6
	}
	d := digitsOf(z.Words()) - n
	if d < 0 {
		z.n = 0
		return 1
	}
	if z.n <= inline {
		w := z.small[:z.n]
		rest := shiftRight(w, w, n)
		z.trim()
		return rest
	}
	w := z.big[:z.n]
	if !own {
		z.big = make([]uint64, (d+wordDigits-1)/wordDigits)
	} else {
		z.big = w
	}
	rest := shiftRight(z.big, w, n)
	if w = trim(z.big); len(w) <= inline {
		copy(z.small[:], w)
	}
	z.n = len(w)
	return rest
}

// roundsAway tells whether a coefficient whose lowest digits were cut off, rest of shiftRight, is to be increased.
func (c *Context) roundsAway(z *Num, rest int) bool {
	if rest == 0 {
		return false
	}
	switch c.Round {
	case RoundUp:
		return true
	case RoundCeiling:
		return !z.Neg
	case RoundFloor:
		return z.Neg
	case RoundHalfUp:
		return rest >= 5
	case RoundHalfDown:
		return rest > 5
	case RoundHalfEven:
		return rest > 5 || rest == 5 && z.isOdd()
	case Round05Up:
		if z.n == 0 {
			return true
		}
		d := z.Words()[0] % 10
		return d == 0 || d == 5
	}
	return false
}

// bump adds 1 to the coefficient, which may be changed.
func (z *Num) bump() {
	if z.n <= inline {
		if increment(z.small[:z.n]) {
			if z.n < inline {
				z.small[z.n] = 1
				z.n++
				return
			}
			z.big = append(append(make([]uint64, 0, inline+1), z.small[:]...), 1)
			z.n++
		}
		return
	}
	if increment(z.big[:z.n]) {
		z.big = append(z.big[:z.n], 1)
		z.n++
	}
}

// finalize rounds a result whose coefficient may be changed to the context: libmpdec's order of conditions.
func (c *Context) finalize(z *Num) {
	if z.Kind != Finite {
		if z.IsNaN() {
			c.fixNaN(z)
		}
		return
	}
	digits := z.Digits()
	adjusted := z.Exp + digits - 1
	if adjusted <= c.Emax && adjusted >= c.Emin && digits <= c.Prec && !(c.Clamp && z.Exp > c.etop()) {
		return // as it is, nearly always
	}
	if adjusted <= c.Emax && adjusted >= c.Emin && !c.Clamp {
		c.roundTo(z, digits)
		return
	}
	c.fit(z)
}

func (c *Context) fit(z *Num) {
	defer c.catch(z)
	c.checkExp(z)
	c.checkRound(z)
}

func (c *Context) checkRound(z *Num) {
	if z.Kind != Finite {
		return
	}
	c.roundTo(z, z.Digits())
}

// roundTo is checkRound for a finite number of d digits.
func (c *Context) roundTo(z *Num, d int64) {
	if d > c.Prec {
		cut := d - c.Prec
		rest := z.shiftOwn(cut)
		z.Exp += cut
		c.applyRound(z, rest)
		c.Status |= Rounded
		if rest != 0 {
			c.Status |= Inexact
		}
	}
}

// applyRound increases a coefficient if the mode says so. If that gives a digit too many, the last one, a zero, goes.
func (c *Context) applyRound(z *Num, rest int) {
	if !c.roundsAway(z, rest) {
		return
	}
	z.bump()
	if z.Digits() > c.Prec {
		z.shiftOwn(1)
		z.Exp++
		c.checkExp(z)
	}
}

// checkExp brings the exponent into the context's range.
func (c *Context) checkExp(z *Num) {
	adjusted := z.Adjusted()
	switch {
	case adjusted > c.Emax:
		if z.n == 0 {
			if z.Exp = c.Emax; c.Clamp {
				z.Exp -= c.Prec - 1
			}
			c.Status |= Clamped
			return
		}
		c.Status |= Overflow | Inexact | Rounded
		switch r := c.Round; {
		case r == RoundDown, r == Round05Up, r == RoundCeiling && z.Neg, r == RoundFloor && !z.Neg:
			c.maxCoefficient(z)
			z.Exp = c.etop()
		default:
			z.SetInf(z.Neg)
		}
	case c.Clamp && z.Exp > c.etop():
		shift := z.Exp - c.etop()
		c.shiftL(z, shift)
		z.Exp -= shift
		c.Status |= Clamped
		if z.n != 0 && adjusted < c.Emin {
			c.Status |= Subnormal
		}
	case adjusted < c.Emin:
		etiny := c.etiny()
		if z.n == 0 {
			if z.Exp < etiny {
				z.Exp = etiny
				c.Status |= Clamped
			}
			return
		}
		c.Status |= Subnormal
		if z.Exp < etiny {
			rest := z.shiftOwn(etiny - z.Exp)
			z.Exp = etiny
			if c.roundsAway(z, rest) {
				z.bump()
				if z.Digits() > c.Prec {
					z.shiftOwn(1)
					z.Exp++
				}
			}
			c.Status |= Rounded
			if rest != 0 {
				c.Status |= Inexact | Underflow
				if z.n == 0 {
					c.Status |= Clamped
				}
			}
		}
	}
}

// maxCoefficient sets all digits of the precision to 9.
func (c *Context) maxCoefficient(z *Num) {
	c.roomFor(c.Prec)
	w := c.space(z, int((c.Prec+wordDigits-1)/wordDigits))
	for i := range w {
		w[i] = radix - 1
	}
	if r := c.Prec % wordDigits; r != 0 {
		w[len(w)-1] = pow10[r] - 1
	}
}

// setWide makes the coefficient hi*2**64 + lo.
func (z *Num) setWide(hi, lo uint64) {
	if hi == 0 && lo < radix {
		z.small[0], z.n = lo, 1
		if lo == 0 {
			z.n = 0
		}
		return
	}
	q, hi2 := uint64(0), hi
	if hi >= radix {
		q, hi2 = 1, hi-radix
	}
	m, r := divRadix(hi2, lo)
	z.small[0] = r
	// the quotient is q*2**64 + m
	q1, q0 := bits.Div64(q, m, radix)
	z.small[1], z.small[2], z.n = q0, q1, 3
	for z.n > 0 && z.small[z.n-1] == 0 {
		z.n--
	}
}

// SetPair makes n words of lo and hi, at most two, the coefficient.
func (x *Num) SetPair(n int, lo, hi uint64) {
	x.n, x.small[0], x.small[1] = n, lo, hi
}
