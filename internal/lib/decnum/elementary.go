// Square roots, exponentials, logarithms, powers.

package decnum

import (
	"math"
	"math/big"
	"math/bits"
	"sync"

	"github.com/psyco-go/psy/internal/lib/bignum"
)

// Sqrt is the square root, rounded half to even.
func (c *Context) Sqrt(z, x *Num) {
	defer c.catch(z)
	switch {
	case c.nans(z, x):
		return
	case x.Neg && !x.IsZero():
		c.invalid(z, InvalidOperation)
		return
	case x.Kind == Infinite:
		z.Set(x)
		return
	}
	exp := x.Exp >> 1
	if x.n == 0 {
		z.setParts(x.Neg, 0, exp)
		c.finalize(z)
		return
	}
	var v Num
	v.Set(x)
	l := (v.Digits() + 1) >> 1
	if x.Exp&1 != 0 {
		l = v.Digits()>>1 + 1
		c.shiftL(&v, 1)
	}
	shift, exact := c.Prec+1-l, true
	if shift >= 0 {
		c.shiftL(&v, 2*shift)
	} else {
		exact = v.shiftR(-2*shift) == 0
	}
	z.Kind, z.Neg, z.Exp = Finite, false, exp-shift
	if w := v.Words(); len(w) <= rootable {
		hi, lo, square := rootOf(quadOf(w))
		exact = exact && square
		z.setPair(hi, lo)
	} else {
		n := c.toBig(w)
		root := bignum.Sqrt(n, c.stop())
		if root == nil {
			panic(gaveUp{})
		}
		exact = exact && c.product(root, root).Cmp(n) == 0
		z.SetWords(c.fromBig(root))
	}
	if exact {
		if shift >= 0 {
			z.shiftR(shift)
		} else {
			c.shiftL(z, -shift)
		}
		z.Exp += shift
	} else if w := z.Words(); w[0]%5 == 0 {
		w[0]++
	}
	c.halfEven(z)
}

// halfEven rounds z half to even.
func (c *Context) halfEven(z *Num) {
	mode := c.Round
	c.Round = RoundHalfEven
	c.finalize(z)
	c.Round = mode
}

// one makes z 1 with as many digits as the precision has.
func (c *Context) one(z *Num, neg bool) {
	z.setParts(neg, 1, 0)
	c.shiftL(z, c.Prec-1)
	z.Exp = -(c.Prec - 1)
}

// bitsFor is how many bits hold so many digits.
func bitsFor(digits int64) uint { return uint(float64(digits)*math.Log2(10)) + 8 }

// scaled is |x| * 2**n, cut off, for an x that is not long behind the point.
func (c *Context) scaled(x *Num, n uint) *big.Int {
	v := c.toBig(x.Words())
	if x.Exp >= 0 {
		if x.Exp > 0 {
			v = c.product(v, c.powerOfTen(x.Exp))
		}
		return v.Lsh(v, n)
	}
	v.Lsh(v, n)
	return c.quotient(v, c.powerOfTen(-x.Exp))
}

func (c *Context) quotient(x, y *big.Int) *big.Int {
	q, _ := bignum.QuoRem(x, y, c.stop())
	if q == nil {
		panic(gaveUp{})
	}
	return q
}

// cut is x without digits that are more than n below the first one.
func (x *Num) cut(n int64) *Num {
	y := new(Num)
	y.Set(x)
	if d := y.Digits(); d > n {
		y.own()
		y.shiftR(d - n)
		y.Exp += d - n
	}
	return y
}

// Exp is e**x, rounded half to even.
func (c *Context) Exp(z, x *Num) {
	defer c.catch(z)
	switch {
	case c.nans(z, x):
		return
	case x.Kind == Infinite:
		if x.Neg {
			z.setParts(false, 0, 0)
		} else {
			z.SetInf(false)
		}
		return
	case x.n == 0:
		z.setParts(false, 1, 0)
		return
	}
	c.expOf(z, x)
	c.Status |= Inexact | Rounded
	c.halfEven(z)
}

// expOf is e**x for an x that is not 0, with more digits than the precision, so that rounding half to even is right.
func (c *Context) expOf(z, x *Num) {
	adjusted := x.Adjusted()
	if adjusted > 19 { // too large or too small for any context
		z.setParts(false, 1, 3*MaxEmax)
		if x.Neg {
			z.Exp = -z.Exp
		}
		return
	}
	if adjusted < -(c.Prec + 5) { // nearly 1
		c.one(z, false)
		return
	}
	c.roomFor(8 * c.Prec)
	for digits := c.Prec + 4; ; digits += 12 + c.Prec/8 {
		// e**x = e**r * 10**k with 0 <= r < ln 10
		w := bitsFor(digits) + 24
		more := uint(max(adjusted, 0)*4 + 8)
		v := c.scaled(x.cut(digits+max(adjusted, 0)+8), w+more)
		if x.Neg {
			v.Neg(v)
		}
		ln10 := c.ln10(w + more)
		k, r := new(big.Int).DivMod(v, ln10, new(big.Int))
		e := c.expBits(r.Rsh(r, more), w)
		if !k.IsInt64() || k.Int64() > 3*MaxEmax || k.Int64() < -3*MaxEmax {
			z.setParts(false, 1, 3*MaxEmax)
			if x.Neg {
				z.Exp = -z.Exp
			}
			return
		}
		if c.fromFixed(z, e, w, digits-1) {
			z.Exp += k.Int64()
			return
		}
	}
}

// fromFixed makes z the number v / 2**w, which has an error of less than 2**(8-w) or so of itself, with digits behind the point. False: it cannot be
// told how it is rounded half to even.
func (c *Context) fromFixed(z *Num, v *big.Int, w uint, digits int64) bool {
	z.Kind, z.Neg, z.Exp = Finite, v.Sign() < 0, -digits
	t := c.product(new(big.Int).Abs(v), c.powerOfTen(digits))
	z.SetWords(c.fromBig(t.Rsh(t, w)))
	// The digits beyond the precision must not be near a half.
	cut := z.Digits() - c.Prec
	if cut < 2 {
		return false
	}
	if c.nearHalf(z, cut) {
		return false
	}
	if w := z.Words(); w[0]%5 == 0 { // something is left below
		w[0]++
	}
	return true
}

// nearHalf reports whether the lowest n digits of z differ from a half of what they count by at most 3.
func (c *Context) nearHalf(z *Num, n int64) bool {
	var part, half, rest Num
	part.Set(z)
	part.keepLow(n)
	half.SetUint(5)
	c.shiftL(&half, n-1)
	x, y := part.Words(), half.Words()
	if compareWords(x, y) < 0 {
		x, y = y, x
	}
	subWords(c.space(&rest, len(x)), x, y)
	rest.trim()
	return rest.n == 0 || rest.n == 1 && rest.small[0] <= 3
}

// expBits is e**(r / 2**w) * 2**w for 0 <= r < 3 * 2**w.
func (c *Context) expBits(r *big.Int, w uint) *big.Int {
	halvings := uint(math.Sqrt(float64(w))/1.5) + 2
	g := w + 2*halvings + 16
	x := new(big.Int).Lsh(r, g-w)
	x.Rsh(x, halvings)
	// The series of e**x - 1, by pairs of terms.
	sum, term := new(big.Int).Set(x), new(big.Int).Set(x)
	d := new(big.Int)
	for i := uint64(2); term.Sign() != 0; i++ {
		term = c.product(term, x)
		term.Rsh(term, g)
		term.Quo(term, d.SetUint64(i))
		sum.Add(sum, term)
	}
	// (1 + s)**2 - 1 = 2*s + s*s: small numbers keep their digits
	for ; halvings > 0; halvings-- {
		sq := c.product(sum, sum)
		sum.Lsh(sum, 1)
		sum.Add(sum, sq.Rsh(sq, g))
	}
	sum.Add(sum, d.Lsh(big.NewInt(1), g))
	return sum.Rsh(sum, g-w)
}

// lnBits is ln(m / 2**w) * 2**w for an m between 0.2 and 5 times 2**w.
//
//psy:bounded w is divided by three
func (c *Context) lnBits(m *big.Int, w uint) *big.Int {
	if w <= 60 {
		f, _ := new(big.Float).SetInt(m).Float64()
		y, _ := big.NewFloat(math.Log(math.Ldexp(f, -int(w)))).SetMantExp(big.NewFloat(math.Log(math.Ldexp(f, -int(w)))), int(w)).Int(nil)
		return y
	}
	// Halley's step gives three times as many bits: y + 2 * (m - e**y) / (m + e**y)
	less := w/3 + 12
	if w <= 140 {
		less = 50
	}
	if less >= w {
		less = 50
	}
	y := c.lnBits(new(big.Int).Rsh(m, w-less), less)
	y.Lsh(y, w-less)
	neg := y.Sign() < 0
	e := c.expBits(new(big.Int).Abs(y), w)
	// With e**-y: (m*e' - 1) / (m*e' + 1)
	num, den := m, e
	if neg {
		num, den = c.product(m, e), new(big.Int).Lsh(big.NewInt(1), w)
		num.Rsh(num, w)
	}
	top, sum := new(big.Int).Sub(num, den), new(big.Int).Add(num, den)
	top.Lsh(top, w+1)
	step := c.quotient(top, sum)
	return y.Add(y, step)
}

var constants struct {
	sync.Mutex
	ln10 *big.Int
	bits uint
}

// keepBits is how large the constant is at most that is kept.
const keepBits = 1 << 18

// ln10 is the natural logarithm of ten times 2**w.
func (c *Context) ln10(w uint) *big.Int {
	constants.Lock()
	v, have := constants.ln10, constants.bits
	constants.Unlock()
	if v == nil || have < w {
		have = w + w/8 + 64
		g := have + 32
		v = new(big.Int)
		for _, t := range []struct{ factor, q int64 }{{46, 31}, {34, 49}, {20, 161}} {
			s := c.atanhInverse(t.q, g)
			v.Add(v, s.Mul(s, big.NewInt(t.factor)))
		}
		v.Rsh(v, 32)
		if have <= keepBits {
			constants.Lock()
			if constants.bits < have {
				constants.ln10, constants.bits = v, have
			}
			constants.Unlock()
		}
	}
	return new(big.Int).Rsh(v, have-w)
}

// atanhInverse is the inverse hyperbolic tangent of 1/q times 2**w.
func (c *Context) atanhInverse(q int64, w uint) *big.Int {
	n := int64(float64(w)/(2*math.Log2(float64(q)))) + 2
	p, b, t := c.atanhSplit(q, 0, n)
	// sum = t / (b * p) / q
	t.Lsh(t, w)
	b = c.product(b, p)
	return c.quotient(t, b.Mul(b, big.NewInt(q)))
}

// atanhSplit sums the terms lo to hi of 1 / ((2k+1) q**2k), relative to the first one: t / (b * p) with p = q**(2(hi-lo)) and b the product of the 2k+1.
//
//psy:bounded the length is halved
func (c *Context) atanhSplit(q, lo, hi int64) (p, b, t *big.Int) {
	if hi-lo == 1 {
		p = big.NewInt(q * q)
		return p, big.NewInt(2*lo + 1), new(big.Int).Set(p)
	}
	mid := (lo + hi) / 2
	p1, b1, t1 := c.atanhSplit(q, lo, mid)
	p2, b2, t2 := c.atanhSplit(q, mid, hi)
	// t1/(b1 p1) + t2/(b2 p2)/p1 = (t1 b2 p2 + t2 b1) / (b1 b2 p1 p2)
	t = c.product(c.product(t1, b2), p2)
	return c.product(p1, p2), c.product(b1, b2), t.Add(t, c.product(t2, b1))
}

// Ln is the natural logarithm, Log10 the decimal one, both rounded half to even.
func (c *Context) Ln(z, x *Num)    { c.log(z, x, false) }
func (c *Context) Log10(z, x *Num) { c.log(z, x, true) }

func (c *Context) log(z, x *Num, ten bool) {
	defer c.catch(z)
	switch {
	case c.nans(z, x):
		return
	case x.IsZero():
		z.SetInf(true)
		return
	case x.Neg:
		c.invalid(z, InvalidOperation)
		return
	case x.Kind == Infinite:
		z.SetInf(false)
		return
	case x.isOne() && !ten:
		z.setParts(false, 0, 0)
		return
	}
	if ten && trailingZeros(x.Words()) == x.Digits()-1 && digitAt(x.Words(), x.Digits()-1) == 1 {
		*z = FromInt(x.Adjusted())
		c.halfEven(z)
		return
	}
	c.logOf(z, x, ten)
	c.Status |= Inexact | Rounded
	c.halfEven(z)
}

// logOf is a logarithm with more digits than the precision.
func (c *Context) logOf(z, x *Num, ten bool) {
	c.roomFor(8 * c.Prec)
	// x = m * 10**k with m between 0.3 and 3.
	k := x.Adjusted()
	if top := digitAt(x.Words(), x.Digits()-1); top >= 3 {
		k++
	}
	near := int64(0) // zeros before the first digit of the result
	if k == 0 {
		var rest, unit Num
		unit.setParts(false, 1, 0)
		w := c.work(MaxPrec)
		w.addExact(&rest, x, &unit, true)
		near = max(0, -rest.Adjusted())
	}
	for digits := c.Prec + 4; ; digits += 12 + c.Prec/8 {
		w := bitsFor(digits+near) + 32 + 64
		m := x.cut(digits + near + 8)
		m.Exp -= k
		v := c.lnBits(c.scaled(m, w), w)
		if k != 0 {
			v.Add(v, new(big.Int).Mul(c.ln10(w), big.NewInt(k)))
		}
		if ten {
			v.Lsh(v, w)
			v = c.quotient(v, c.ln10(w))
		}
		// As many digits behind the point as make digits altogether.
		whole := int64(float64(v.BitLen()-int(w)) * math.Log10(2))
		if c.fromFixed(z, v, w, max(digits-whole, 0)) {
			return
		}
	}
}

// Power is x**y.
func (c *Context) Power(z, x, y *Num) {
	defer c.catch(z)
	if c.nans(z, x, y) {
		return
	}
	integer := y.Kind == Finite && y.IsInteger()
	odd := integer && y.Exp <= 0 && y.n != 0 && digitAt(y.Words(), -y.Exp)&1 != 0
	neg := x.Neg && odd
	switch {
	case y.IsZero():
		if x.IsZero() {
			c.invalid(z, InvalidOperation)
		} else {
			z.setParts(false, 1, 0)
		}
		return
	case x.IsZero():
		if y.Neg {
			z.SetInf(neg)
		} else {
			z.setParts(neg, 0, 0)
		}
		return
	case x.Neg && !integer:
		c.invalid(z, InvalidOperation)
		return
	case y.Kind == Infinite:
		one := FromInt(1)
		switch r := c.compareMagnitude(x, &one); {
		case r == 0:
			c.one(z, false)
			c.Status |= Inexact | Rounded
		case (r > 0) != y.Neg:
			z.SetInf(false)
		default:
			z.setParts(false, 0, 0)
		}
		return
	case x.Kind == Infinite:
		if y.Neg {
			z.setParts(neg, 0, 0)
		} else {
			z.SetInf(neg)
		}
		return
	case x.isOne():
		c.powerOfOne(z, x, y, neg, integer)
		c.finalize(z)
		return
	}
	if !c.powerBeyond(z, x, y, neg) {
		if integer {
			c.powerInt(z, x, y, neg)
		} else {
			c.powerReal(z, x, y)
		}
	}
	c.finalize(z)
}

// powerOfOne is 1**y, with as many zeros as the digits of x ask for.
func (c *Context) powerOfOne(z, x, y *Num, neg, integer bool) {
	shift := c.Prec - 1
	if integer {
		if y.Neg {
			z.setParts(neg, 1, 0)
			return
		}
		zeros, n := -x.Exp, int64(math.MaxInt64)
		if y.Exp >= 0 && y.Digits()+y.Exp <= 18 {
			n = int64(y.Words()[0] * pow10[y.Exp])
		} else if y.Exp < 0 && y.Digits()+y.Exp <= 18 {
			var t Num
			t.Set(y)
			t.shiftR(-y.Exp)
			n = int64(t.small[0])
		}
		if hi, lo := bits.Mul64(uint64(max(zeros, 0)), uint64(n)); hi == 0 && lo <= uint64(shift) {
			shift = int64(lo)
		} else {
			c.Status |= Rounded
		}
	} else {
		c.Status |= Inexact | Rounded
	}
	z.setParts(neg, 1, 0)
	c.shiftL(z, shift)
	z.Exp = -shift
}

// powerBeyond finds powers that are certainly too large or too small for the context.
func (c *Context) powerBeyond(z, x, y *Num, neg bool) bool {
	// |log10 x| is at least ...
	var least int64 // its adjusted exponent, at least
	if a := x.Adjusted(); a > 0 {
		least = int64(digits64(uint64(a))) - 1
	} else if a < -1 {
		least = int64(digits64(uint64(-a-1))) - 1
	} else {
		var rest, unit Num
		unit.setParts(false, 1, 0)
		w := c.work(MaxPrec)
		m := *x
		m.Neg = false
		w.addExact(&rest, &m, &unit, true)
		least = rest.Adjusted() - 1
	}
	least += y.Adjusted()
	one := FromInt(1)
	if (c.compareMagnitude(x, &one) > 0) != y.Neg {
		if least <= max(int64(digits64(uint64(c.Emax))), 1) {
			return false
		}
		z.setParts(neg, 1, 3*MaxEmax)
		return true
	}
	etiny := c.etiny()
	if least <= max(int64(digits64(uint64(-etiny))), 1) {
		return false
	}
	z.setParts(neg, 1, etiny-1)
	return true
}

// powerInt multiplies, with as many digits more as the exponent has.
func (c *Context) powerInt(z, x, y *Num, neg bool) {
	w := *c
	w.Status, w.Round, w.Clamp = 0, RoundHalfEven, false
	w.Prec += y.Digits() + y.Exp + 2
	var base, t Num
	if y.Neg {
		w.Prec++
		one := FromInt(1)
		w.Div(&base, &one, x)
	} else {
		base.Set(x)
	}
	t.Set(y)
	if y.Exp >= 0 {
		w.shiftL(&t, y.Exp)
	} else {
		t.own()
		t.shiftR(-y.Exp)
	}
	n := w.toBig(t.Words())
	var p Num
	z.Set(&base)
	for i := n.BitLen() - 2; i >= 0; i-- {
		w.Mul(&p, z, z)
		*z = p
		if n.Bit(i) != 0 {
			w.Mul(&p, z, &base)
			*z = p
		}
		if z.Kind != Finite || z.n == 0 && w.Status&Clamped != 0 {
			break
		}
	}
	z.Neg = neg
	c.Status |= w.Status
	if w.Status&OutOfMemory != 0 {
		panic(gaveUp{})
	}
	if z.Kind == Infinite { // for modes that round to the largest number
		z.setParts(neg, 1, 3*MaxEmax)
	}
	if z.n > inline {
		z.own()
	}
}

// powerReal is e**(y * ln x), as libmpdec computes it: nearly always rounded correctly.
func (c *Context) powerReal(z, x, y *Num) {
	w := c.work(max(c.Prec, x.Digits()) + 4 + 19)
	var l, p Num
	w.Ln(&l, x)
	w.Mul(&p, &l, y)
	w.Exp(z, &p)
	if w.Status&OutOfMemory != 0 {
		panic(gaveUp{})
	}
	c.Status |= w.Status&Failed | Inexact | Rounded
	one := FromInt(1)
	if z.Kind == Finite && c.compare(z, &one) == 0 {
		c.one(z, false)
	}
	if z.Kind == Infinite {
		z.setParts(false, 1, 3*MaxEmax)
	}
	if z.n > inline {
		z.own()
	}
}

// PowerMod is x**y modulo m, for integers.
func (c *Context) PowerMod(z, x, y, m *Num) {
	defer c.catch(z)
	if c.nans(z, x, y, m) {
		return
	}
	if x.Kind|y.Kind|m.Kind != 0 || !x.IsInteger() || !y.IsInteger() || !m.IsInteger() || m.IsZero() || m.Adjusted() >= c.Prec ||
		y.Neg && !y.IsZero() || x.IsZero() && y.IsZero() {
		c.invalid(z, InvalidOperation)
		return
	}
	mod, exp := c.integer(m), c.integer(y)
	base := c.residue(x, mod)
	neg := x.Neg && exp.Bit(0) != 0
	r := big.NewInt(1)
	r.Mod(r, mod)
	for i := exp.BitLen() - 1; i >= 0; i-- {
		r = c.product(r, r)
		if _, r = bignum.QuoRem(r, mod, c.stop()); r == nil {
			panic(gaveUp{})
		}
		if exp.Bit(i) != 0 {
			r = c.product(r, base)
			if _, r = bignum.QuoRem(r, mod, c.stop()); r == nil {
				panic(gaveUp{})
			}
		}
	}
	z.Kind, z.Neg, z.Exp = Finite, neg, 0
	z.SetWords(c.fromBig(r))
}

// integer is the magnitude of an integer.
func (c *Context) integer(x *Num) *big.Int {
	var y Num
	y.Set(x)
	if x.Exp >= 0 {
		c.shiftL(&y, x.Exp)
	} else {
		y.shiftR(-x.Exp)
	}
	return c.toBig(y.Words())
}

// residue is |x| modulo m, without making x's zeros.
func (c *Context) residue(x *Num, m *big.Int) *big.Int {
	if x.Exp <= 0 {
		_, r := bignum.QuoRem(c.integer(x), m, c.stop())
		if r == nil {
			panic(gaveUp{})
		}
		return r
	}
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(x.Exp), m)
	p = c.product(p, c.toBig(x.Words()))
	_, r := bignum.QuoRem(p, m, c.stop())
	if r == nil {
		panic(gaveUp{})
	}
	return r
}
