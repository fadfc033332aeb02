package decnum

import (
	"math/big"
	"math/rand"
	"slices"
	"testing"
)

// TestDivWord divides by words of all lengths, with the largest digits and quotients.
func TestDivWord(t *testing.T) {
	value := func(x []uint64) *big.Int {
		v := new(big.Int)
		for _, d := range slices.Backward(x) {
			v.Mul(v, new(big.Int).SetUint64(radix)).Add(v, new(big.Int).SetUint64(d))
		}
		return v
	}
	random := rand.New(rand.NewSource(1))
	divisors := []uint64{1, 2, 3, 10, 1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 1, 1 << 63, radix - 1}
	for n := range 64 {
		divisors = append(divisors, max(1, random.Uint64()>>n%radix))
	}
	for _, y := range divisors {
		for range 50 {
			x := make([]uint64, 1+random.Intn(12))
			for i := range x {
				switch random.Intn(4) {
				case 0:
					x[i] = radix - 1
				case 1:
					x[i] = min(random.Uint64()%4*y, radix-1)
				case 2:
					x[i] = random.Uint64() % radix
				}
			}
			q, r := new(big.Int).QuoRem(value(x), new(big.Int).SetUint64(y), new(big.Int))
			z := make([]uint64, len(x))
			if rem := divWord(z, x, y); value(z).Cmp(q) != 0 || rem != r.Uint64() || slices.Max(z) >= radix {
				t.Fatalf("%v / %d = %v, %d", x, y, z, rem)
			}
		}
	}
}
