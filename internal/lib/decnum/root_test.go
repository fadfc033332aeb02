package decnum

import (
	"math/big"
	"math/rand"
	"testing"
)

// TestRoots compares roots of random numbers, of squares and of their neighbours with math/big's.
func TestRoots(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	bound := new(big.Int).Exp(new(big.Int).SetUint64(radix), big.NewInt(rootable), nil)
	check := func(n *big.Int) {
		if n.Sign() <= 0 || n.Cmp(bound) >= 0 {
			return
		}
		var w []uint64
		for m, base, digit := new(big.Int).Set(n), new(big.Int).SetUint64(radix), new(big.Int); m.Sign() > 0; {
			m.DivMod(m, base, digit)
			w = append(w, digit.Uint64())
		}
		hi, lo, exact := rootOf(quadOf(w))
		want := new(big.Int).Sqrt(n)
		var x Num
		x.setPair(hi, lo)
		got := new(big.Int)
		for i := x.n - 1; i >= 0; i-- {
			got.Mul(got, new(big.Int).SetUint64(radix)).Add(got, new(big.Int).SetUint64(x.small[i]))
		}
		if got.Cmp(want) != 0 || exact != (want.Mul(want, want).Cmp(n) == 0) {
			t.Fatalf("the root of %v is %v, exactly: %v", n, got, exact)
		}
	}
	one := big.NewInt(1)
	for range 4000 {
		n := new(big.Int).Rand(r, new(big.Int).Lsh(one, uint(1+r.Intn(127))))
		if r.Intn(4) == 0 { // many ones
			n.Sub(new(big.Int).Lsh(one, uint(1+r.Intn(126))), n.Rsh(n, uint(n.BitLen()/2)))
		}
		square := new(big.Int).Mul(n, n)
		check(square)
		check(new(big.Int).Add(square, one))
		check(new(big.Int).Sub(square, one))
		check(new(big.Int).Add(square, n))
		check(new(big.Int).Lsh(n, uint(r.Intn(130))))
	}
	for k := range uint(253) {
		check(new(big.Int).Lsh(one, k))
		check(new(big.Int).Sub(new(big.Int).Lsh(one, k), one))
	}
}
