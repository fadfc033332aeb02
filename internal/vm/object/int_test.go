package object

import (
	"math/big"
	"math/rand"
	"testing"
)

func randomBig(r *rand.Rand) *big.Int {
	n := []uint{3, 30, 48, 49, 50, 63, 64, 65, 100, 128, 200, 1000, 2500}[r.Intn(13)]
	z := new(big.Int).Rand(r, new(big.Int).Lsh(big.NewInt(1), n))
	switch r.Intn(6) {
	case 0:
		z.Lsh(big.NewInt(1), n)
	case 1:
		z.Sub(new(big.Int).Lsh(big.NewInt(1), n), big.NewInt(1))
	}
	if r.Intn(2) == 0 {
		z.Neg(z)
	}
	return z
}

// floorDiv is Python's divmod.
func floorDiv(x, y *big.Int) (*big.Int, *big.Int) {
	q, m := new(big.Int).QuoRem(x, y, new(big.Int))
	if m.Sign() != 0 && m.Sign() != y.Sign() {
		q.Sub(q, big.NewInt(1))
		m.Add(m, y)
	}
	return q, m
}

func TestIntOperatorsAgainstBig(t *testing.T) {
	th := newPlainThread(t)
	r := rand.New(rand.NewSource(1))
	ops := []struct {
		name string
		got  BinaryFunc
		want func(x, y *big.Int) *big.Int
	}{
		{"+", IntAdd, func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }},
		{"-", IntSub, func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }},
		{"*", IntMul, func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }},
		{"//", IntFloorDiv, func(x, y *big.Int) *big.Int { q, _ := floorDiv(x, y); return q }},
		{"%", IntMod, func(x, y *big.Int) *big.Int { _, m := floorDiv(x, y); return m }},
		{"&", IntAnd, func(x, y *big.Int) *big.Int { return new(big.Int).And(x, y) }},
		{"|", IntOr, func(x, y *big.Int) *big.Int { return new(big.Int).Or(x, y) }},
		{"^", IntXor, func(x, y *big.Int) *big.Int { return new(big.Int).Xor(x, y) }},
		{"<<", IntLshift, func(x, y *big.Int) *big.Int { return new(big.Int).Lsh(x, uint(y.Int64())) }},
		{">>", IntRshift, func(x, y *big.Int) *big.Int { return new(big.Int).Rsh(x, uint(y.Int64())) }},
	}
	for i := 0; i < 20000; i++ {
		x, y := randomBig(r), randomBig(r)
		op := ops[r.Intn(len(ops))]
		if op.name == "<<" || op.name == ">>" {
			y = big.NewInt(int64(r.Intn(300)))
		}
		if y.Sign() == 0 {
			continue
		}
		a, b := NewBigInt(th, x), NewBigInt(th, y)
		v := op.got(th, a, b)
		want := op.want(x, y)
		if v == Null || BigOf(v).Cmp(want) != 0 {
			t.Fatalf("%v %s %v = %v, want %v", x, op.name, y, v, want)
		}
		if w := NewBigInt(th, want); w.IsInt() != v.IsInt() || CompareIntValues(v, w) != 0 || HashInt(v) != HashInt(w) {
			t.Fatalf("%v %s %v: not normal", x, op.name, y)
		}
		if x.Cmp(y) != CompareIntValues(a, b) && (x.Cmp(y) < 0) != (CompareIntValues(a, b) < 0) {
			t.Fatalf("compare %v %v", x, y)
		}
	}
}
