package object

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// randomUnits are code points of one width, with runs of ASCII among them.
func randomUnits[U unit](r *rand.Rand, top int) []U {
	units := make([]U, r.IntN(40))
	for i := range units {
		if units[i] = U(r.IntN(0x80)); r.IntN(1+i%9) > 3 {
			units[i] = U(r.IntN(min(1<<(1+r.IntN(21)), top+1)))
		}
	}
	return units
}

func checkUnits[U unit](t *testing.T, r *rand.Rand, top int) {
	units := randomUnits[U](r, top)
	var want []byte
	surrogate := len(units)
	extra := 0
	for i, u := range units {
		if u := rune(u); u>>11 == 0xD800>>11 && surrogate == len(units) {
			surrogate = i
		}
		n := len(want)
		want = AppendWTF8(want, rune(u))
		extra += len(want) - n - 1
	}
	if got := beyondUTF8(units); got != extra {
		t.Fatalf("%x take %d bytes more, not %d", units, extra, got)
	}
	var before []byte
	for _, u := range units[:surrogate] {
		before = AppendWTF8(before, rune(u))
	}
	const head = "head"
	got, n := appendUnits(append(make([]byte, 0, len(head)+r.IntN(60)), head...), units)
	if n != surrogate || string(got) != head+string(before) {
		t.Fatalf("%x become %x up to %d, not %x up to %d", units, got, n, before, surrogate)
	}
	// The count of code points, and the kind of string that they need.
	n, first := countUTF8(want)
	kinds := []byte{0x80, 0xC4, 0xF0}
	for i, most := range []int{0x7F, 0xFF, 0xFFFF} {
		beyond := false
		for _, u := range units {
			beyond = beyond || int(u) > most
		}
		if n != len(units) || beyond != (first >= kinds[i]) {
			t.Fatalf("%x: %d code points, the highest byte is %x", units, n, first)
		}
	}
	back := make([]U, n)
	if n, rest, ok := decodePiece(back, want, true); !ok || n != len(back) || len(rest) != 0 || !bytes.Equal(encodedUnits(back), encodedUnits(units)) {
		t.Fatalf("%x become %x again", units, back)
	}
}

// encodedUnits is the UTF-8 of units, one by one.
func encodedUnits[U unit](units []U) (b []byte) {
	for _, u := range units {
		b = AppendWTF8(b, rune(u))
	}
	return b
}

// TestUnitsUTF8 takes random units to UTF-8 and back.
func TestUnitsUTF8(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		checkUnits[uint8](t, r, 0xFF)
		checkUnits[uint16](t, r, 0xFFFF)
		checkUnits[rune](t, r, 0x10FFFF)
	}
}
