// Tests that what was appended is read.

package varint

import (
	"encoding/binary"
	"math"
	"testing"
)

func TestRead(t *testing.T) {
	numbers := []uint64{0, 1, 127, 128, 300, math.MaxInt64, math.MaxUint64}
	var all []byte
	for _, n := range numbers {
		all = binary.AppendVarint(binary.AppendUvarint(append(all, byte(n)), n), int64(n))
	}
	b := Of(string(append(all, "rest"...)))
	for _, n := range numbers {
		if got := b.Byte(); got != byte(n) {
			t.Errorf("byte %d of %d", got, n)
		}
		if got := b.Uint(); got != n {
			t.Errorf("got %d, want %d", got, n)
		}
		if got := b.Int(); got != int64(n) {
			t.Errorf("got %d, want %d", got, int64(n))
		}
	}
	if next := b.Take(2); string(next) != "re" || string(b) != "st" {
		t.Errorf("%q, and %q is left", next, b)
	}
	if b.Take(2); len(b) != 0 || len(Of("")) != 0 {
		t.Errorf("%q is left", b)
	}
}
