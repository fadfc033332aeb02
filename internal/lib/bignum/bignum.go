// Package bignum computes with ints of any size, as math/big does, but can be stopped: work is done in pieces of less than a millisecond or so, and
// between pieces a function of the caller says whether to go on. It must not know Python.
package bignum

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// Stop is asked between pieces of work; true ends it, and the result is nil.
type Stop func() bool

// leaf is the size, in words, of a product or quotient that math/big computes in one piece.
const leaf = 1024

const wordBits = bits.UintSize

func words(x *big.Int) int { return len(x.Bits()) }

// part is words lo to hi of |x|, sharing its memory.
func part(x *big.Int, lo, hi int) *big.Int {
	w := x.Bits()
	lo, hi = min(lo, len(w)), min(hi, len(w))
	return new(big.Int).SetBits(w[lo:hi:hi])
}

// addAt adds x, shifted by n words, to z, which has room for the sum.
func addAt(z []big.Word, x *big.Int, n int) {
	carry := uint(0)
	w := x.Bits()
	for i := 0; i < len(w) || carry != 0; i++ {
		d := uint(0)
		if i < len(w) {
			d = uint(w[i])
		}
		s, c := bits.Add(uint(z[n+i]), d, carry)
		z[n+i], carry = big.Word(s), c
	}
}

// Mul is x * y.
func Mul(x, y *big.Int, stop Stop) *big.Int {
	if max(words(x), words(y)) <= leaf {
		return new(big.Int).Mul(x, y)
	}
	if min(words(x), words(y)) == 0 {
		return new(big.Int)
	}
	z := mul(new(big.Int).Abs(x), new(big.Int).Abs(y), stop)
	if z != nil && x.Sign() != y.Sign() {
		z.Neg(z)
	}
	return z
}

// mul is Mul of numbers that are not negative. Long ones are multiplied by Karatsuba's rule, those of very different lengths in pieces.
//
//psy:bounded each call halves the numbers
func mul(x, y *big.Int, stop Stop) *big.Int {
	n, m := words(x), words(y)
	if n < m {
		x, y, n, m = y, x, m, n
	}
	switch {
	case n <= leaf || m <= 8 && n <= leaf*leaf/8:
		if stop() {
			return nil
		}
		return new(big.Int).Mul(x, y)
	case n > 2*m || m <= leaf/2:
		piece := max(m, leaf)
		z := make([]big.Word, n+m+1)
		for i := 0; i < n; i += piece {
			p := mul(part(x, i, i+piece), y, stop)
			if p == nil {
				return nil
			}
			addAt(z, p, i)
		}
		return new(big.Int).SetBits(z)
	}
	h := (n + 1) / 2
	x0, x1, y0, y1 := part(x, 0, h), part(x, h, n), part(y, 0, h), part(y, h, m)
	low, high := mul(x0, y0, stop), (*big.Int)(nil)
	if low != nil {
		high = mul(x1, y1, stop)
	}
	if high == nil {
		return nil
	}
	mid := mul(new(big.Int).Add(x0, x1), new(big.Int).Add(y0, y1), stop)
	if mid == nil {
		return nil
	}
	mid.Sub(mid, low)
	mid.Sub(mid, high)
	z := make([]big.Word, n+m+1)
	copy(z, low.Bits())
	addAt(z, high, 2*h)
	addAt(z, mid, h)
	return new(big.Int).SetBits(z)
}

// QuoRem is the quotient, truncated, and the remainder of x and y, which is not 0.
func QuoRem(x, y *big.Int, stop Stop) (q, r *big.Int) {
	if words(y) <= leaf/4 && words(x) <= 4*leaf {
		if stop() {
			return nil, nil
		}
		return new(big.Int).QuoRem(x, y, new(big.Int))
	}
	q, r = quoRem(new(big.Int).Abs(x), new(big.Int).Abs(y), stop)
	if q == nil {
		return nil, nil
	}
	if x.Sign() < 0 {
		r.Neg(r)
	}
	if x.Sign() != y.Sign() {
		q.Neg(q)
	}
	return q, r
}

// quoRem divides numbers that are not negative, block by block of x, each as long as y (Burnikel and Ziegler).
func quoRem(x, y *big.Int, stop Stop) (q, r *big.Int) {
	n := words(y)
	size := n
	if n > leaf { // a multiple of a power of two, down to pieces that math/big divides
		k := 1
		for n > k*leaf {
			k *= 2
		}
		size = (n + k - 1) / k * k
	} else {
		size = max(n, leaf/4)
	}
	shift := uint((size-n)*wordBits + bits.LeadingZeros(uint(y.Bits()[n-1])))
	if n <= leaf {
		shift = 0
	}
	x, y = new(big.Int).Lsh(x, shift), new(big.Int).Lsh(y, shift)
	blocks := (words(x) + size - 1) / size
	quotient := make([]big.Word, blocks*size+1)
	r = new(big.Int)
	for i := blocks - 1; i >= 0; i-- {
		num := join(r, part(x, i*size, (i+1)*size), size)
		var d *big.Int
		if d, r = divide(num, y, size, stop); d == nil {
			return nil, nil
		}
		addAt(quotient, d, i*size)
	}
	return new(big.Int).SetBits(quotient), r.Rsh(r, shift)
}

// join is high * B**n + low.
func join(high, low *big.Int, n int) *big.Int {
	if words(high) == 0 {
		return new(big.Int).Set(low)
	}
	z := make([]big.Word, n+words(high))
	copy(z, low.Bits())
	copy(z[n:], high.Bits())
	return new(big.Int).SetBits(z)
}

// divide divides x < y * B**n by y, which has n words; where it is cut, the highest bit of y is set.
//
//psy:bounded each call halves the numbers
func divide(x, y *big.Int, n int, stop Stop) (q, r *big.Int) {
	if n <= leaf || n%2 != 0 {
		if stop() {
			return nil, nil
		}
		return new(big.Int).QuoRem(x, y, new(big.Int))
	}
	h := n / 2
	high, r := divide32(part(x, h, n+n), y, h, stop)
	if high == nil {
		return nil, nil
	}
	low, r := divide32(join(r, part(x, 0, h), h), y, h, stop)
	if low == nil {
		return nil, nil
	}
	return join(high, low, h), r
}

// divide32 divides x < y * B**h, of 3h words, by y of 2h.
func divide32(x, y *big.Int, h int, stop Stop) (q, r *big.Int) {
	y1, y0 := part(y, h, 2*h), part(y, 0, h)
	if part(x, 2*h, 3*h).Cmp(y1) < 0 {
		if q, r = divide(part(x, h, 3*h), y1, h, stop); q == nil {
			return nil, nil
		}
	} else {
		q = new(big.Int).Lsh(big.NewInt(1), uint(h*wordBits))
		q.Sub(q, big.NewInt(1))
		r = new(big.Int).Sub(part(x, h, 3*h), new(big.Int).Lsh(y1, uint(h*wordBits)))
		r.Add(r, y1)
	}
	d := mul(q, y0, stop)
	if d == nil {
		return nil, nil
	}
	r = join(r, part(x, 0, h), h)
	for r.Sub(r, d); r.Sign() < 0; r.Add(r, y) {
		q.Sub(q, big.NewInt(1))
	}
	return q, r
}

// powers are base**(digits << i).
type powers struct {
	base, digits int
	list         []*big.Int
	stop         Stop
}

func (p *powers) at(i int) *big.Int {
	for len(p.list) <= i {
		var next *big.Int
		if n := len(p.list); n == 0 {
			next = new(big.Int).Exp(big.NewInt(int64(p.base)), big.NewInt(int64(p.digits)), nil)
		} else if next = Mul(p.list[n-1], p.list[n-1], p.stop); next == nil {
			return nil
		}
		p.list = append(p.list, next)
	}
	return p.list[i]
}

// leafDigits is how many digits are converted in one piece.
const leafDigits = 4000

// Text is x in a base from 2 to 36; "" if it was stopped.
func Text(x *big.Int, base int, stop Stop) string {
	text := AppendText(nil, x, base, stop)
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// AppendText appends x in a base from 2 to 36; nil if it was stopped.
func AppendText(dst []byte, x *big.Int, base int, stop Stop) []byte {
	if x.BitLen() <= 4*leafDigits {
		return x.Append(dst, base)
	}
	if x.Sign() < 0 {
		dst = append(dst, '-')
	}
	x = part(x, 0, words(x)) // without the sign
	if base&(base-1) == 0 {
		return appendWords(dst, x, base, stop)
	}
	p := &powers{base: base, digits: leafDigits, stop: stop}
	level := 0
	for {
		v := p.at(level)
		if v == nil {
			return nil
		}
		if 2*v.BitLen() > x.BitLen()+1 {
			break
		}
		level++
	}
	dst = slices.Grow(dst, int(float64(x.BitLen())/math.Log2(float64(base)))+2)
	return p.text(dst, x, level, false)
}

const pieceWords = 15 * 64 // 15 words hold a whole number of digits of each base that is a power of two

var zeros = sync.OnceValue(func() string { return strings.Repeat("0", pieceWords*wordBits) })

// appendWords appends x in a base that is a power of two, pieceWords words at a time.
func appendWords(dst []byte, x *big.Int, base int, stop Stop) []byte {
	digits := pieceWords * wordBits / bits.TrailingZeros(uint(base))
	dst = slices.Grow(dst, (words(x)/pieceWords+1)*digits)
	for hi := words(x); hi > 0; {
		if stop() {
			return nil
		}
		lo := (hi - 1) / pieceWords * pieceWords
		s := part(x, lo, hi).Text(base)
		if hi < words(x) {
			dst = append(dst, zeros()[:digits-len(s)]...)
		}
		dst = append(dst, s...)
		hi = lo
	}
	return dst
}

// text appends x, which is less than at(level)**2; padded: with leading zeros, twice the digits of at(level).
//
//psy:bounded each call halves the numbers
func (p *powers) text(dst []byte, x *big.Int, level int, padded bool) []byte {
	if level < 0 {
		if p.stop() {
			return nil
		}
		s := x.Text(p.base)
		if padded {
			dst = append(dst, zeros()[:p.digits-len(s)]...)
		}
		return append(dst, s...)
	}
	v := p.at(level)
	if v == nil {
		return nil
	}
	q, r := QuoRem(x, v, p.stop)
	if q == nil {
		return nil
	}
	if q.Sign() != 0 || padded {
		if dst = p.text(dst, q, level-1, padded); dst == nil {
			return nil
		}
		padded = true
	}
	return p.text(dst, r, level-1, padded)
}

// FromText is the number of valid digits of a base from 2 to 36; nil if it was stopped.
func FromText(digits string, base int, stop Stop) *big.Int {
	p := &powers{base: base, digits: leafDigits, stop: stop}
	return p.number(digits)
}

//psy:bounded each call halves the numbers
func (p *powers) number(text string) *big.Int {
	if len(text) <= p.digits {
		if p.stop() {
			return nil
		}
		v, _ := new(big.Int).SetString(text, p.base)
		return v
	}
	low, level := p.digits, 0
	for low*2 < len(text) {
		low *= 2
		level++
	}
	v := p.at(level)
	if v == nil {
		return nil
	}
	cut := len(text) - low
	high := p.number(text[:cut])
	if high == nil {
		return nil
	}
	if high = Mul(high, v, p.stop); high == nil {
		return nil
	}
	rest := p.number(text[cut:])
	if rest == nil {
		return nil
	}
	return high.Add(high, rest)
}

// Sqrt is the integer square root of n >= 0, by the rule of CPython's math.isqrt: with each division the precision doubles.
func Sqrt(n *big.Int, stop Stop) *big.Int {
	if n.BitLen() <= 64*leaf {
		if stop() {
			return nil
		}
		return new(big.Int).Sqrt(n)
	}
	c := (n.BitLen() - 1) / 2
	a, d := big.NewInt(1), 0
	for s := bits.Len(uint(c)) - 1; s >= 0; s-- {
		e := d
		d = c >> s
		q, _ := QuoRem(new(big.Int).Rsh(n, uint(2*c-e-d+1)), a, stop)
		if q == nil {
			return nil
		}
		a.Lsh(a, uint(d-e-1))
		a.Add(a, q)
	}
	square := Mul(a, a, stop)
	if square == nil {
		return nil
	}
	if square.Cmp(n) > 0 {
		a.Sub(a, big.NewInt(1))
	}
	return a
}
