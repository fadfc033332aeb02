// Ints: powers, also modular ones.

package object

import (
	"math/big"
	"math/bits"
	"runtime"

	"github.com/psyco-go/psy/internal/lib/bignum"
)

// IntPow is a ** b of ints of any kind; a float when b is negative.
func IntPow(t *Thread, a, b Value) Value {
	if IntSign(b) < 0 {
		x, ok := intToFloat(t, a)
		if !ok {
			return Null
		}
		y, ok := intToFloat(t, b)
		if !ok {
			return Null
		}
		return FloatPow(t, x, y)
	}
	e, ok := Int64(b)
	if i, small := Short(a); small {
		switch i {
		case 0, 1:
			if ok && e == 0 {
				return SmallInt(1)
			}
			return SmallInt(i)
		case -1:
			if IntAnd(t, b, SmallInt(1)) == SmallInt(0) {
				return SmallInt(1)
			}
			return SmallInt(-1)
		case 2:
			return IntLshift(t, SmallInt(1), b)
		}
		if ok {
			if r, fits := powSmall(i, e); fits {
				return NewInt(t, r)
			}
			if hi, lo, fits := powWide(i, e); fits {
				return newInt128(t, hi, lo)
			}
		}
	}
	n := IntBitLen(a)
	if !ok || n == 0 && e > 0 {
		if n == 0 {
			return SmallInt(0)
		}
		return t.NoMemory()
	}
	if hi, lo := bits.Mul64(uint64(n), uint64(e)); hi != 0 || lo > maxIntWords*64 {
		return t.NoMemory()
	}
	base := new(big.Int).Set(BigOf(a))
	runtime.KeepAlive(a)
	z := big.NewInt(1)
	for i := bits.Len64(uint64(e)) - 1; i >= 0; i-- {
		if z = bignum.Mul(z, z, t.Halted); z != nil && e>>i&1 != 0 {
			z = bignum.Mul(z, base, t.Halted)
		}
		if z == nil {
			return Null
		}
		if z.BitLen() > 1<<14 && !t.Poll() {
			return Null
		}
	}
	return NewBigInt(t, z)
}

// powSmall is x ** e, if it fits an int64.
func powSmall(x, e int64) (int64, bool) {
	r := int64(1)
	for {
		if e&1 != 0 {
			hi, lo := mulSmall(r, x)
			if hi != uint64(int64(lo)>>63) {
				return 0, false
			}
			r = int64(lo)
		}
		if e >>= 1; e == 0 {
			return r, true
		}
		hi, lo := mulSmall(x, x)
		if hi != 0 || int64(lo) < 0 {
			return 0, false
		}
		x = int64(lo)
	}
}

// powWide is powSmall as a 128-bit number.
func powWide(x, e int64) (hi, lo uint64, fits bool) {
	lo, negative := 1, x < 0 && e&1 != 0
	baseHi, base := uint64(0), uint64(max(x, -x))
	for {
		if e&1 != 0 {
			if hi, lo, fits = mulWide(hi, lo, baseHi, base); !fits {
				return 0, 0, false
			}
		}
		if e >>= 1; e == 0 {
			break
		}
		if baseHi, base, fits = mulWide(baseHi, base, baseHi, base); !fits {
			return 0, 0, false
		}
	}
	if negative {
		var borrow uint64
		lo, borrow = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, borrow)
	}
	return hi, lo, true
}

// mulWide is the product of two numbers of 127 bits, if that has no more.
func mulWide(xHi, x, yHi, y uint64) (hi, lo uint64, fits bool) {
	if xHi != 0 {
		if yHi != 0 {
			return 0, 0, false
		}
		xHi, x, yHi, y = yHi, y, xHi, x
	}
	over, cross := bits.Mul64(x, yHi)
	hi, lo = bits.Mul64(x, y)
	hi, carry := bits.Add64(hi, cross, 0)
	return hi, lo, over == 0 && carry == 0 && int64(hi) >= 0
}

// IntPowMod is pow(a, b, c) of ints of any kind.
func IntPowMod(t *Thread, a, b, c Value) Value {
	switch IntSign(c) {
	case 0:
		return Raise(t, TValueError, "pow() 3rd argument cannot be 0")
	case 1:
		if i, ok := Int64(a); ok {
			if e, ok := Int64(b); ok && e >= 0 {
				if m, ok := Int64(c); ok {
					return NewInt(t, powModSmall(i, e, m))
				}
			}
		}
	}
	m := new(big.Int).Abs(BigOf(c))
	x, e := new(big.Int).Set(BigOf(a)), new(big.Int).Set(BigOf(b))
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	runtime.KeepAlive(c)
	if e.Sign() < 0 {
		x.Mod(x, m)
		if x.ModInverse(x, m) == nil && m.Cmp(bigOne) != 0 {
			return Raise(t, TValueError, "base is not invertible for the given modulus")
		}
		e.Neg(e)
	}
	z := new(big.Int)
	if m.Cmp(bigOne) != 0 {
		x.Mod(x, m)
		if int64(m.BitLen())*int64(e.BitLen()) < 1<<26 {
			z.Exp(x, e, m)
		} else if !powModLong(t, z, x, e, m) {
			return Null
		}
	}
	if IntSign(c) < 0 && z.Sign() != 0 {
		z.Sub(z, m)
	}
	return NewBigInt(t, z)
}

// powModLong sets z to x**e % m by steps between which it can be interrupted; e > 0.
func powModLong(t *Thread, z, x, e, m *big.Int) bool {
	z.Set(x)
	short, quo := len(m.Bits()) <= 512, new(big.Int)
	times := func(y *big.Int) bool {
		if short { // in place
			quo.QuoRem(z.Mul(z, y), m, z)
			return true
		}
		p := bignum.Mul(z, y, t.Halted)
		if p == nil {
			return false
		}
		q, r := bignum.QuoRem(p, m, t.Halted)
		if q != nil {
			z.Set(r)
		}
		return q != nil
	}
	for i := e.BitLen() - 2; i >= 0; i-- {
		if !times(z) || e.Bit(i) != 0 && !times(x) || !t.Poll() {
			return false
		}
	}
	return true
}

// powModSmall is x**e % m; e >= 0, m > 0.
func powModSmall(x, e, m int64) int64 {
	_, x = floorDivSmall(x, m)
	base, mod, r := uint64(x), uint64(m), uint64(1)%uint64(m)
	if mod < 1<<32 {
		for ; e > 0; e >>= 1 {
			if e&1 != 0 {
				r = r * base % mod
			}
			base = base * base % mod
		}
		return int64(r)
	}
	for ; e > 0; e >>= 1 {
		if e&1 != 0 {
			hi, lo := bits.Mul64(r, base)
			r = bits.Rem64(hi, lo, mod)
		}
		hi, lo := bits.Mul64(base, base)
		base = bits.Rem64(hi, lo, mod)
	}
	return int64(r)
}
