// Lines by the two ways through the location table.

package pyc

import (
	"math/rand/v2"
	"testing"
)

// TestLineIsThatOfPositions compares the two for tables of random entries, some of them unsound.
func TestLineIsThatOfPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 3000 {
		var table []byte
		for range r.IntN(12) {
			form := byte(r.IntN(16))
			table = append(table, 0x80|form<<3|byte(r.IntN(8)))
			extra := [16]int{10: 2, 11: 2, 12: 2, 13: 1, 14: 4}[form]
			if form < 10 {
				extra = 1
			}
			for range extra {
				table = append(table, byte(r.IntN(63)))
			}
		}
		if n%3 == 0 && len(table) > 0 {
			table[r.IntN(len(table))] = byte(r.IntN(256))
			table = table[:r.IntN(len(table)+1)]
		}
		c := &Code{LineTable: string(table), FirstLine: r.IntN(20) - 3}
		for off := -2; off < 220; off++ {
			if got, want := c.Line(off), c.Positions(off).Line; got != want {
				t.Fatalf("table %x, first line %d: the line at %d is %d, want %d", table, c.FirstLine, off, got, want)
			}
		}
	}
}
