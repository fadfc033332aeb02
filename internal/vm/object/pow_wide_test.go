package object

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestPowWide compares powers of up to 127 bits with math/big's.
func TestPowWide(t *testing.T) {
	for seed := range uint64(20000) {
		r := rand.New(rand.NewPCG(seed, 0))
		x, e := int64(r.Uint64()>>(17+r.IntN(47))), int64(r.IntN(130))
		if seed&1 != 0 {
			x = -x
		}
		want := new(big.Int).Exp(big.NewInt(x), big.NewInt(e), nil)
		hi, lo, fits := powWide(x, e)
		got := new(big.Int).Lsh(big.NewInt(int64(hi)), 64)
		if got.Or(got, new(big.Int).SetUint64(lo)); fits && got.Cmp(want) != 0 || fits != (want.BitLen() <= 127) {
			t.Fatalf("seed %d: %d**%d is %v, %t; want %v", seed, x, e, got, fits, want)
		}
	}
}
