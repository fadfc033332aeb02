package object

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBlit(t *testing.T) {
	a := make([]byte, 5*blitPiece+77)
	for i := range a {
		a[i] = byte(rand.Uint32())
	}
	for _, c := range [][3]int{{0, 1, len(a) - 1}, {1, 0, len(a) - 1}, {0, blitPiece, 3 * blitPiece}, {blitPiece + 3, 0, 4 * blitPiece}, {5, 5, 2*blitPiece + 1},
		{0, 3 * blitPiece, 2*blitPiece + 7}, {3 * blitPiece, 0, 2*blitPiece + 7}, {9, 3, 100}} {
		got, want := slices.Clone(a), slices.Clone(a)
		to, from, n := c[0], c[1], c[2]
		if m := blit(got[to:], got[from:from+n]); m != copy(want[to:], want[from:from+n]) || !slices.Equal(got, want) {
			t.Errorf("blit from %d to %d, %d bytes: %d", from, to, n, m)
		}
	}
	if n := blit(make([]byte, 3), a); n != 3 {
		t.Errorf("a short destination: %d", n)
	}
	for _, n := range []int{1, 3, 1000, blitPiece + 1, 2*blitPiece + 5} {
		b := slices.Clone(a)
		blitAgain(&Thread{}, b, n)
		for i := range b {
			if b[i] != a[i%n] {
				t.Fatalf("period %d: differs at %d", n, i)
			}
		}
	}
}
