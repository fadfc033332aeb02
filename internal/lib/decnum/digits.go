// Operations on digits and exponents: quantize, normalize, rounding to integers, neighbours, shifts, logical operations.

package decnum

// Quantize is x with the exponent of y.
func (c *Context) Quantize(z, x, y *Num) {
	if x.Kind|y.Kind != 0 {
		switch {
		case c.nans(z, x, y):
		case x.Kind == Infinite && y.Kind == Infinite:
			z.Set(x)
		default:
			c.invalid(z, InvalidOperation)
		}
		return
	}
	c.Rescale(z, x, y.Exp)
}

// Rescale is a finite x with that exponent.
func (c *Context) Rescale(z, x *Num, exp int64) {
	if exp > c.Emax || exp < c.etiny() {
		c.invalid(z, InvalidOperation)
		return
	}
	if x.n == 0 {
		z.setParts(x.Neg, 0, exp)
		c.finalize(z)
		return
	}
	shift := x.Exp - exp
	if x.Digits()+shift > c.Prec {
		c.invalid(z, InvalidOperation)
		return
	}
	if shift > 0 {
		defer c.catch(z)
	}
	z.Set(x)
	var status Status
	if shift >= 0 {
		c.shiftL(z, shift)
	} else {
		rest := z.shiftR(-shift)
		if c.roundsAway(z, rest) {
			z.bump()
		}
		status = Rounded
		if rest != 0 {
			status |= Inexact
		}
	}
	z.Exp = exp
	if z.Digits() > c.Prec || z.Adjusted() > c.Emax {
		c.invalid(z, InvalidOperation)
		return
	}
	c.Status |= status
	c.finalize(z)
}

// Normalize drops zeros at the end.
func (c *Context) Normalize(z, x *Num) {
	defer c.catch(z)
	if c.nans(z, x) {
		return
	}
	c.setRounded(z, x)
	if z.Kind != Finite {
		return
	}
	if z.n == 0 {
		z.Exp = 0
		return
	}
	z.own()
	limit := c.Emax
	if c.Clamp {
		limit = c.etop()
	}
	c.strip(z, limit)
}

// ToIntegral is x rounded to an integer, where x has digits behind the point. With exact, Rounded and Inexact are reported.
func (c *Context) ToIntegral(z, x *Num, exact bool) {
	if x.Kind != Finite {
		if !c.nans(z, x) {
			z.Set(x)
		}
		return
	}
	if x.Exp >= 0 {
		z.Set(x)
		return
	}
	if x.n == 0 {
		z.setParts(x.Neg, 0, 0)
		return
	}
	z.Set(x)
	rest := z.shiftR(-x.Exp)
	z.Exp = 0
	if c.roundsAway(z, rest) {
		z.bump()
	}
	if exact {
		c.Status |= Rounded
		if rest != 0 {
			c.Status |= Inexact
		}
	}
}

// NextPlus is the next larger number, NextMinus the next smaller one.
func (c *Context) NextPlus(z, x *Num)  { c.next(z, x, false) }
func (c *Context) NextMinus(z, x *Num) { c.next(z, x, true) }

func (c *Context) next(z, x *Num, down bool) {
	defer c.catch(z)
	if c.nans(z, x) {
		return
	}
	if x.Kind == Infinite {
		if x.Neg == down {
			z.Set(x)
			return
		}
		z.Kind, z.Neg, z.Exp = Finite, !down, c.etop()
		c.maxCoefficient(z)
		return
	}
	w := *c
	w.Status, w.Round = 0, RoundCeiling
	if down {
		w.Round = RoundFloor
	}
	w.setRounded(z, x)
	if w.Status&(Inexact|Failed) != 0 {
		c.Status |= w.Status & Failed
		return
	}
	w.Status = 0
	var tiny Num
	tiny.setParts(down, 1, c.etiny()-1)
	var sum Num
	w.addExact(&sum, x, &tiny, tiny.Neg)
	w.finalize(&sum)
	z.Set(&sum)
	c.Status |= w.Status & Failed
}

// NextToward is the neighbour of x on the side of y.
func (c *Context) NextToward(z, x, y *Num) {
	defer c.catch(z)
	if c.nans(z, x, y) {
		return
	}
	switch r := c.compare(x, y); {
	case r == 0:
		z.Set(x)
		z.Neg = y.Neg
		return
	case r < 0:
		c.NextPlus(z, x)
	default:
		c.NextMinus(z, x)
	}
	if z.Kind == Infinite {
		c.Status |= Overflow | Rounded | Inexact
	} else if z.Adjusted() < c.Emin {
		c.Status |= Underflow | Subnormal | Rounded | Inexact
		if z.n == 0 {
			c.Status |= Clamped
		}
	}
}

// LogB is the exponent of the highest digit.
func (c *Context) LogB(z, x *Num) {
	switch {
	case c.nans(z, x):
	case x.Kind == Infinite:
		z.SetInf(false)
	case x.n == 0:
		z.SetInf(true)
		c.Status |= DivisionByZero
	default:
		*z = FromInt(x.Adjusted())
		c.finalize(z)
	}
}

// small is the value of an integer whose exponent is 0, if it is at most limit in magnitude.
func (x *Num) small64(limit int64) (int64, bool) {
	if x.Kind != Finite || x.Exp != 0 || x.n > 1 {
		return 0, false
	}
	if x.n == 0 {
		return 0, true
	}
	u := x.small[0]
	if u > uint64(limit) {
		return 0, false
	}
	if x.Neg {
		return -int64(u), true
	}
	return int64(u), true
}

// ScaleB is x * 10**y.
func (c *Context) ScaleB(z, x, y *Num) {
	defer c.catch(z)
	if c.nans(z, x, y) {
		return
	}
	n, ok := y.small64(2 * (c.Emax + c.Prec))
	if !ok {
		c.invalid(z, InvalidOperation)
		return
	}
	if x.Kind == Infinite {
		z.Set(x)
		return
	}
	y1 := *x
	y1.Exp += n
	c.setRounded(z, &y1)
}

// Shift moves the digits by y places to the left, with zeros coming in; Rotate has the digits that fall out come in again.
func (c *Context) Shift(z, x, y *Num) {
	defer c.catch(z)
	if c.nans(z, x, y) {
		return
	}
	n, ok := y.small64(c.Prec)
	if !ok {
		c.invalid(z, InvalidOperation)
		return
	}
	z.Set(x)
	if x.Kind == Infinite {
		return
	}
	if n >= 0 {
		if d := c.Prec - n; z.Digits() > d {
			z.keepLow(d)
		}
		c.shiftL(z, n)
	} else {
		z.keepLow(c.Prec)
		z.own()
		z.shiftR(-n)
	}
}

func (c *Context) Rotate(z, x, y *Num) {
	defer c.catch(z)
	if c.nans(z, x, y) {
		return
	}
	n, ok := y.small64(c.Prec)
	if !ok {
		c.invalid(z, InvalidOperation)
		return
	}
	if x.Kind == Infinite {
		z.Set(x)
		return
	}
	if n < 0 {
		n += c.Prec
	}
	var high, low Num
	high.Set(x)
	high.keepLow(c.Prec)
	high.own()
	low.Set(&high)
	low.own()
	high.shiftR(c.Prec - n)
	low.keepLow(c.Prec - n)
	c.shiftL(&low, n)
	low.Exp, high.Exp = 0, 0
	low.Neg, high.Neg = false, false
	c.addExact(z, &low, &high, false)
	z.Exp, z.Neg = x.Exp, x.Neg
}

// logical reports whether all digits of x are 0 or 1.
func (x *Num) logical() bool {
	if x.Kind != Finite || x.Neg || x.Exp != 0 {
		return false
	}
	for _, w := range x.Words() {
		for ; w != 0; w /= 10 {
			if w%10 > 1 {
				return false
			}
		}
	}
	return true
}

// logicalOp combines digits, which are 0 or 1.
func (c *Context) logicalOp(z, x, y *Num, f func(a, b uint64) uint64) {
	defer c.catch(z)
	if !x.logical() || !y.logical() {
		c.invalid(z, InvalidOperation)
		return
	}
	a, b := x.Words(), y.Words()
	if len(a) < len(b) {
		a, b = b, a
	}
	c.room(len(a))
	w := c.space(z, len(a))
	for i, d := range a {
		e := uint64(0)
		if i < len(b) {
			e = b[i]
		}
		r := uint64(0)
		for p, k := uint64(1), 0; k < wordDigits; k++ {
			r += f(d%10, e%10) * p
			d, e, p = d/10, e/10, p*10
		}
		w[i] = r
	}
	z.Kind, z.Neg, z.Exp = Finite, false, 0
	z.trim()
	z.keepLow(c.Prec)
}

func (c *Context) And(z, x, y *Num) {
	c.logicalOp(z, x, y, func(a, b uint64) uint64 { return a & b })
}
func (c *Context) Or(z, x, y *Num) { c.logicalOp(z, x, y, func(a, b uint64) uint64 { return a | b }) }
func (c *Context) Xor(z, x, y *Num) {
	c.logicalOp(z, x, y, func(a, b uint64) uint64 { return a ^ b })
}

// Invert exchanges 0 and 1 in all digits of the precision.
func (c *Context) Invert(z, x *Num) {
	defer c.catch(z)
	if !x.logical() {
		c.invalid(z, InvalidOperation)
		return
	}
	var ones Num
	c.maxCoefficient(&ones)
	w := ones.Words()
	for i := range w {
		w[i] /= 9
	}
	c.Xor(z, x, &ones)
}
