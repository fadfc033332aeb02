package bignum

import (
	"math/big"
	"math/rand"
	"testing"
	"time"
)

func number(r *rand.Rand, bits int) *big.Int {
	z := new(big.Int)
	if bits > 0 {
		z.Rand(r, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
	}
	switch r.Intn(4) {
	case 0: // many ones
		z.Sub(new(big.Int).Lsh(big.NewInt(1), uint(bits)), big.NewInt(1))
	case 1: // many zeros
		z.Lsh(big.NewInt(1), uint(bits))
	}
	if r.Intn(3) == 0 {
		z.Neg(z)
	}
	return z
}

// TestAgainstBig compares with math/big.
func TestAgainstBig(t *testing.T) {
	const seed = 1
	r := rand.New(rand.NewSource(seed))
	never := func() bool { return false }
	for i := range 150 {
		most := 1000
		if i%3 == 0 {
			most = 400_000
		}
		x, y := number(r, r.Intn(most)), number(r, r.Intn(most)+1)
		if z := Mul(x, y, never); z.Cmp(new(big.Int).Mul(x, y)) != 0 {
			t.Fatalf("seed %d, %d: product of %d and %d bits", seed, i, x.BitLen(), y.BitLen())
		}
		if most == 1000 || i%30 == 0 {
			want := new(big.Int).GCD(nil, nil, new(big.Int).Abs(x), new(big.Int).Abs(y))
			if got := GCD(x, y, never); got.Cmp(want) != 0 {
				t.Fatalf("seed %d, %d: greatest common divisor of %d and %d bits", seed, i, x.BitLen(), y.BitLen())
			}
			if got := GCD(new(big.Int).Mul(x, y), new(big.Int).Mul(y, y), never); y.Sign() != 0 && got.CmpAbs(want.Mul(want, y)) != 0 {
				t.Fatalf("seed %d, %d: greatest common divisor of multiples", seed, i)
			}
		}
		if y.Sign() != 0 {
			q, m := QuoRem(x, y, never)
			wq, wm := new(big.Int).QuoRem(x, y, new(big.Int))
			if q.Cmp(wq) != 0 || m.Cmp(wm) != 0 {
				t.Fatalf("seed %d, %d: quotient of %d and %d bits", seed, i, x.BitLen(), y.BitLen())
			}
		}
		base := []int{10, 3, 16, 36, 2, 8, 32}[i%7]
		want := x.Text(base)
		if got := Text(x, base, never); got != want {
			t.Fatalf("seed %d, %d: text of %d bits in base %d", seed, i, x.BitLen(), base)
		}
		x.Abs(x)
		if got := FromText(x.Text(base), base, never); got.Cmp(x) != 0 {
			t.Fatalf("seed %d, %d: number of %d bits in base %d", seed, i, x.BitLen(), base)
		}
		if got := Sqrt(x, never); got.Cmp(new(big.Int).Sqrt(x)) != 0 {
			t.Fatalf("seed %d, %d: root of %d bits", seed, i, x.BitLen())
		}
	}
}

// TestPieces: between two questions there is little work.
func TestPieces(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	random := func(bits uint) *big.Int { return new(big.Int).Rand(r, new(big.Int).Lsh(big.NewInt(1), bits)) }
	x, y := random(8_000_000), random(3_000_000)
	var last time.Time
	var longest time.Duration
	asked := 0
	ask := func() bool {
		now := time.Now()
		if asked++; asked > 1 {
			longest = max(longest, now.Sub(last))
		}
		last = now
		return asked > 20000
	}
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"Mul", func() { Mul(x, y, ask) }}, {"QuoRem", func() { QuoRem(x, y, ask) }}, {"Text", func() { Text(y, 10, ask) }},
		{"GCD", func() { GCD(x, y, ask) }}, {"Sqrt", func() { Sqrt(x, ask) }}, {"small divisor", func() { QuoRem(x, big.NewInt(1e9+7), ask) }}, {"small factor", func() { Mul(x, big.NewInt(1e9+7), ask) }},
	} {
		asked, longest = 0, 0
		start := time.Now()
		c.f()
		t.Logf("%s: %v, asked %d times, longest piece %v", c.name, time.Since(start), asked, longest)
		if longest > 500*time.Millisecond {
			t.Errorf("%s: a piece took %v", c.name, longest)
		}
	}
	start := time.Now()
	new(big.Int).Mul(x, y)
	t.Logf("math/big's Mul: %v", time.Since(start))
	start = time.Now()
	new(big.Int).QuoRem(x, y, new(big.Int))
	t.Logf("math/big's QuoRem: %v", time.Since(start))
	for at := 1; ; at += 7 {
		asked := 0
		text := AppendText([]byte("0x"), x, 16, func() bool { asked++; return asked == at })
		if asked < at {
			if want := "0x" + x.Text(16); string(text) != want || asked < 100 {
				t.Errorf("hexadecimal text of %d bits: asked %d times", x.BitLen(), asked)
			}
			break
		}
		if text != nil || asked != at {
			t.Fatalf("hexadecimal text: not stopped at question %d", at)
		}
	}
	if Mul(x, y, func() bool { return true }) != nil {
		t.Error("not stopped")
	}
}
