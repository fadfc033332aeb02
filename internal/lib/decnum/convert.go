// Coefficients as binary numbers, and back.

package decnum

import (
	"math/big"
	"math/bits"

	"github.com/psyco-go/psy/internal/lib/bignum"
)

const convertPieces = 40 // words of radix 10**19 that are converted one by one

func (c *Context) stop() bignum.Stop {
	if c.Host == nil {
		return func() bool { return false }
	}
	return c.Host.Halted
}

// powerOfRadix is 10**(19*n).
func (c *Context) powerOfTen(n int64) *big.Int {
	c.roomFor(n)
	z := big.NewInt(1)
	base := new(big.Int)
	for i := bits.Len64(uint64(n)) - 1; i >= 0; i-- {
		z = c.product(z, z)
		if n>>i&1 != 0 {
			z.Mul(z, base.SetUint64(10))
		}
	}
	return z
}

// product is x * y.
func (c *Context) product(x, y *big.Int) *big.Int {
	z := bignum.Mul(x, y, c.stop())
	if z == nil {
		panic(gaveUp{})
	}
	return z
}

// toBig is a coefficient as a binary number.
//
//psy:bounded the length is halved
func (c *Context) toBig(w []uint64) *big.Int {
	if len(w) > convertPieces {
		c.check()
		h := len(w) / 2
		z := c.product(c.toBig(w[h:]), c.powerOfTen(int64(h)*wordDigits))
		return z.Add(z, c.toBig(w[:h]))
	}
	out := make([]big.Word, 0, len(w)+1)
	for i := len(w) - 1; i >= 0; i-- {
		carry := w[i]
		for k, d := range out {
			hi, lo := bits.Mul64(uint64(d), radix)
			lo, over := bits.Add64(lo, carry, 0)
			out[k], carry = big.Word(lo), hi+over
		}
		if carry != 0 {
			out = append(out, big.Word(carry))
		}
	}
	return new(big.Int).SetBits(out)
}

// fromBig is a binary number >= 0 as a trimmed coefficient.
func (c *Context) fromBig(x *big.Int) []uint64 {
	n := int(float64(x.BitLen())/63.1) + 2
	c.room(2 * n)
	w := make([]uint64, n)
	c.fillBig(w, x)
	return trim(w)
}

// fillBig writes x to w, whose other words it leaves 0.
//
//psy:bounded the length is halved
func (c *Context) fillBig(w []uint64, x *big.Int) {
	if x.BitLen() > convertPieces*64 {
		h := int(float64(x.BitLen())/63.1165) / 2
		q, r := bignum.QuoRem(x, c.powerOfTen(int64(h)*wordDigits), c.stop())
		if q == nil {
			panic(gaveUp{})
		}
		c.fillBig(w[:h], r)
		c.fillBig(w[h:], q)
		return
	}
	var buf [convertPieces + 2]uint64
	u := buf[:0]
	for _, d := range x.Bits() {
		u = append(u, uint64(d))
	}
	for i := 0; len(u) > 0; i++ {
		rem := uint64(0)
		for k := len(u) - 1; k >= 0; k-- {
			u[k], rem = bits.Div64(rem, u[k], radix)
		}
		w[i] = rem
		u = trim(u)
	}
}

// Big is the coefficient of a finite number as a binary one; nil: the host has refused.
func (c *Context) Big(x *Num) (z *big.Int) {
	var lost Num
	defer c.catch(&lost)
	return c.toBig(x.Words())
}

// BigPower is 10**n, or nil.
func (c *Context) BigPower(n int64) (z *big.Int) {
	var lost Num
	defer c.catch(&lost)
	return c.powerOfTen(n)
}

// BigInteger is a finite number, which is an integer or is cut off, as a binary number; nil: the host has refused.
func (c *Context) BigInteger(x *Num) (z *big.Int) {
	var lost Num
	defer c.catch(&lost)
	var y Num
	y.Set(x)
	if x.Exp >= 0 {
		c.shiftL(&y, x.Exp)
	} else {
		y.shiftR(-x.Exp)
	}
	z = c.toBig(y.Words())
	if x.Neg {
		z.Neg(z)
	}
	return z
}

// SetBig makes z an integer.
func (c *Context) SetBig(z *Num, x *big.Int) {
	defer c.catch(z)
	z.Kind, z.Neg, z.Exp = Finite, x.Sign() < 0, 0
	z.SetWords(c.fromBig(new(big.Int).Abs(x)))
}

const modulus61 = 1<<61 - 1

func mul61(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	r := lo&modulus61 + (hi<<3 | lo>>61)
	r = r&modulus61 + r>>61
	if r >= modulus61 {
		r -= modulus61
	}
	return r
}

// Mod61 is the magnitude of a finite number modulo 2**61 - 1, where powers of ten below 1 are inverses.
func (x *Num) Mod61() uint64 {
	h := uint64(0)
	for w, i := x.Words(), x.n-1; i >= 0; i-- {
		h = mul61(h, radix%modulus61) + w[i]%modulus61
		if h >= modulus61 {
			h -= modulus61
		}
	}
	return scale61(h, x.Exp)
}

// WordMod61 is Mod61 of a number whose coefficient has one word.
func WordMod61(w uint64, exp int64) uint64 { return scale61(w%modulus61, exp) }

// scale61 multiplies h by a power of ten.
func scale61(h uint64, exp int64) uint64 {
	base, e := uint64(10), uint64(exp)
	if exp < 0 {
		if e = uint64(-exp); e < uint64(len(inverses61)) {
			return mul61(h, inverses61[e])
		}
		base = inverses61[1]
	}
	for e %= modulus61 - 1; e > 0; e >>= 1 {
		if e&1 != 0 {
			h = mul61(h, base)
		}
		base = mul61(base, base)
	}
	return h
}

// inverses61 are the inverses of the powers of ten, up to more places behind the point than most numbers have.
var inverses61 = func() (table [32]uint64) {
	table[0] = 1
	for i := range len(table) - 1 {
		table[i+1] = mul61(table[i], 2075258708292324556)
	}
	return
}()
