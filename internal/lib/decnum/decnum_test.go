// Properties of the operations, by math/big and by each other.

package decnum

import (
	"math/big"
	"math/rand"
	"strings"
	"testing"
)

func number(t testing.TB, s string) (x Num) {
	c := Max(nil)
	if !c.Parse(&x, s) {
		t.Fatalf("no number: %.50s", s)
	}
	return x
}

func text(x *Num) string { return string(x.Append(nil, false, 'E')) }

// digits are n random ones, sometimes with long runs of 0 or 9.
func digits(r *rand.Rand, n int) string {
	b := make([]byte, n)
	run := r.Intn(4)
	for i := range b {
		switch d := byte('0' + r.Intn(10)); {
		case run == 0 && i > 0:
			b[i] = '0'
		case run == 1:
			b[i] = '9'
		default:
			b[i] = d
		}
	}
	if b[0] == '0' {
		b[0] = '1'
	}
	if n > 3 && r.Intn(3) == 0 {
		b[r.Intn(n-1)+1] = byte('0' + r.Intn(10))
	}
	return string(b)
}

// sizes are lengths at which the algorithms change.
var sizes = []int{1, 5, 18, 19, 20, 37, 38, 39, 57, 76, 77, 95, 133, 134, 500, 740, 780, 1200, 2400, 5000, 20_000, 60_000}

func size(r *rand.Rand, i int) int {
	most := len(sizes)
	if i%16 != 0 {
		most -= 4
	}
	return sizes[r.Intn(most)]
}

// TestIntegers compares sums, differences, products, quotients, remainders and roots of integers with math/big.
func TestIntegers(t *testing.T) {
	const seed = 3
	r := rand.New(rand.NewSource(seed))
	c := Max(nil)
	integer := func(s string) *big.Int {
		z, ok := new(big.Int).SetString(s, 10)
		if !ok {
			t.Fatalf("no integer: %.60s", s)
		}
		return z
	}
	for i := range 1000 {
		a, b := digits(r, size(r, i)), digits(r, size(r, i))
		if r.Intn(2) == 0 {
			a = "-" + a
		}
		if r.Intn(2) == 0 {
			b = "-" + b
		}
		x, y, m, n := number(t, a), number(t, b), integer(a), integer(b)
		c.Prec = int64(len(a) + len(b) + 1)
		want, rem := new(big.Int), new(big.Int)
		want.QuoRem(m, n, rem)
		root := new(big.Int).Sqrt(new(big.Int).Abs(m))
		for _, test := range []struct {
			name string
			f    func(c *Context, z, x, y *Num)
			want *big.Int
		}{
			{"sum", (*Context).Add, new(big.Int).Add(m, n)},
			{"difference", (*Context).Sub, new(big.Int).Sub(m, n)},
			{"product", (*Context).Mul, new(big.Int).Mul(m, n)},
			{"quotient", (*Context).DivInt, want},
			{"remainder", (*Context).Rem, rem},
			{"root", func(c *Context, z, x, _ *Num) { // of a square: exact
				var whole, square Num
				c.SetBig(&whole, root)
				c.Mul(&square, &whole, &whole)
				c.Sqrt(z, &square)
			}, root},
		} {
			var z Num
			test.f(&c, &z, &x, &y)
			got := c.BigInteger(&z)
			if z.Exp < 0 || got.Cmp(test.want) != 0 {
				t.Fatalf("seed %d, %d: %s of %d and %d digits", seed, i, test.name, len(a), len(b))
			}
			if k := z.n; k > 0 && z.Words()[k-1] == 0 {
				t.Fatalf("seed %d, %d: %s has leading zeros", seed, i, test.name)
			}
		}
		if got := text(&x); got != a {
			t.Fatalf("seed %d, %d: text of %d digits", seed, i, len(a))
		}
	}
}

// TestRounding rounds all numbers of three digits to one, by every mode, and compares with the modes' definitions.
func TestRounding(t *testing.T) {
	for mode := RoundUp; mode <= Round05Up; mode++ {
		for n := -999; n <= 999; n++ {
			c := Context{Prec: 1, Emax: 99, Emin: -99, Round: mode}
			if n > -100 && n < 100 { // the others keep one digit of three
				continue
			}
			x := FromInt(int64(n))
			var z Num
			c.Finalize(&z, &x)
			m := n
			if m < 0 {
				m = -m
			}
			q, rem := m/100, m%100
			up := false
			switch mode {
			case RoundUp:
				up = rem > 0
			case RoundCeiling:
				up = rem > 0 && n > 0
			case RoundFloor:
				up = rem > 0 && n < 0
			case RoundHalfUp:
				up = rem >= 50
			case RoundHalfDown:
				up = rem > 50
			case RoundHalfEven:
				up = rem > 50 || rem == 50 && q%2 == 1
			case Round05Up:
				up = rem > 0 && q%5 == 0
			}
			if up {
				q++
			}
			want := FromInt(int64(q) * 100)
			want.Neg = n < 0
			flags := Rounded
			if rem != 0 {
				flags |= Inexact
			}
			if c.compare(&z, &want) != 0 || c.Status != flags {
				t.Fatalf("%d by mode %d is %s, conditions %b", n, mode, text(&z), c.Status)
			}
		}
	}
}

// apart is by how many last digits of the precision x and y differ at most.
func apart(c *Context, x, y *Num) int64 {
	w := Max(nil)
	var d Num
	w.Sub(&d, x, y)
	if d.IsZero() {
		return 0
	}
	d.Exp -= x.Adjusted() - (c.Prec - 1)
	d.Neg = false
	w.Round = RoundUp
	var n Num
	w.ToIntegral(&n, &d, false)
	if v, ok := n.small64(1000); ok && n.Exp == 0 {
		return v
	}
	return 1000
}

// TestInverses does what should give back a number, nearly.
func TestInverses(t *testing.T) {
	const seed = 5
	r := rand.New(rand.NewSource(seed))
	for i := range 400 {
		c := Max(nil)
		c.Prec = int64([]int{1, 2, 9, 16, 19, 28, 38, 57, 100, 400}[r.Intn(10)])
		x, y := number(t, digits(r, 1+r.Intn(int(c.Prec)))), number(t, digits(r, 1+r.Intn(int(c.Prec))))
		x.Exp, y.Exp = -int64(r.Intn(40)), -int64(r.Intn(40))
		var a, b Num
		check := func(name string, ulps int64) {
			if d := apart(&c, &x, &b); d > ulps {
				t.Errorf("seed %d, %d: %s of %s at %d digits is %s, %d units away", seed, i, name, text(&x), c.Prec, text(&b), d)
			}
		}
		c.Div(&a, &x, &y)
		c.Mul(&b, &a, &y)
		check("(x/y)*y", 6)
		c.Sqrt(&a, &x)
		c.Mul(&b, &a, &a)
		check("sqrt(x)**2", 12)

		w := c
		w.Prec += 45 // the logarithm's digits before the point, and its nearness to 0, cost digits
		w.Ln(&a, &x)
		w.Exp(&b, &a)
		check("exp(ln x)", 1)
		w.Log10(&a, &x)
		ten := FromInt(10)
		w.Power(&b, &ten, &a)
		check("10**log10(x)", 1)
		three := FromInt(3)
		w.Power(&a, &x, &three)
		third := Num{}
		one := FromInt(1)
		w.Div(&third, &one, &three)
		w.Power(&b, &a, &third)
		check("(x**3)**(1/3)", 1)
	}
}

// TestKnown compares with digits that stand in books, and with cases that are hard to round.
func TestKnown(t *testing.T) {
	for _, test := range []struct {
		name, x string
		prec    int64
		want    string
	}{
		{"exp", "1", 60, "2.71828182845904523536028747135266249775724709369995957496697"},
		{"ln", "10", 60, "2.30258509299404568401799145468436420760110148862877297603333"},
		{"ln", "2", 60, "0.693147180559945309417232121458176568075500134360255254120680"},
		{"log10", "2", 60, "0.301029995663981195213738894724493026768189881462108541310427"},
		{"squareroot", "2", 60, "1.41421356237309504880168872420969807856967187537694807317668"},
		{"log10", "1000", 5, "3"},
		{"ln", "1", 5, "0"},
		{"exp", "-0", 5, "1"},
		{"ln", "1.0000000000000000003", 20, "2.9999999999999999996E-19"}, // a half and 9E-57
		{"exp", "1E-30", 10, "1.000000000"},
		{"exp", "-1E-30", 10, "1.000000000"},
		{"exp", "1E+30", 10, "Infinity"},
		{"exp", "-1E+30", 10, "0E-1000000000000000008"},
		{"squareroot", "1E-1000000000000000000", 5, "1E-500000000000000000"},
	} {
		c := Max(nil)
		c.Prec = test.prec
		if got := c.evaluate(test.name, []string{test.x}); got != test.want {
			t.Errorf("%s of %s at %d digits: %s, want %s", test.name, test.x, test.prec, got, test.want)
		}
	}
}

// TestTexts reads texts, and writes them.
func TestTexts(t *testing.T) {
	long := strings.Repeat("1234567890", 30)
	for text, want := range map[string]string{
		"0": "0", "-0": "-0", "+1": "1", ".5": "0.5", "5.": "5", "1e5": "1E+5", "1E-7": "1E-7", "0.000001": "0.000001", "0.0000001": "1E-7",
		"000": "0", "00012": "12", "1.50": "1.50", "inf": "Infinity", "-INFINITY": "-Infinity", "nan": "NaN", "sNaN007": "sNaN7", "-nan12": "-NaN12",
		long: long, "0." + long: "0." + long, "1e999999999999999999": "1E+999999999999999999",
		"1e99999999999999999999": "1E+4000000000000000000", "": "", "-": "", ".": "", "1e": "", "1e+": "", "1e5x": "", "1..2": "", "in": "", "nano": "",
		"0x1": "", "1 ": "", "e5": "", "nan-1": "", "--1": "", "infinit": "", "1e5.": "", "٣": "",
	} {
		var x Num
		c := Max(nil)
		got := ""
		if c.Parse(&x, text) {
			got = string(x.Append(nil, false, 'E'))
		}
		if got != want && !(strings.HasPrefix(want, "1E+4") && strings.HasPrefix(got, "1E+3999")) {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"123E+4": "1.23E+6", "1E-7": "100E-9", "0E+1": "0.00E+3", "12E+5": "1.2E+6", "1.5": "1.5"} {
		x := number(t, text)
		if got := string(x.Append(nil, true, 'E')); got != want {
			t.Errorf("%s as engineers write it: %s, want %s", text, got, want)
		}
	}
}
