package bzip2

import (
	"bytes"
	"math/rand"
	"testing"
)

// TestUnsort follows the bytes of a block one by one, for blocks that no encoder makes, too: those have several cycles, of which the text may be one that
// is gone through more than once.
func TestUnsort(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	var d Decoder
	d.decoding = new(decoding)
	for range 300 {
		n := 1 + r.Intn(1<<uint(r.Intn(17)))
		d.block, d.counts = make([]uint32, n), [256]uint32{}
		alphabet := 1 + r.Intn(1<<uint(r.Intn(9)))
		for i := range d.block {
			c := uint32(r.Intn(alphabet))
			d.block[i] = c
			d.counts[c]++
		}
		var places [256][]int // the bytes of the block in order are their places
		for i, c := range d.block {
			places[c] = append(places[c], i)
		}
		var next []int
		for _, p := range places {
			next = append(next, p...)
		}
		d.first = uint32(r.Intn(n))
		var want, got []byte
		for i, pos := 0, next[d.first]; i < n; i, pos = i+1, next[pos] {
			want = append(want, byte(d.block[pos]))
		}
		if err := d.link(d.block); err != nil {
			t.Fatal(err)
		}
		for len(got) < n {
			b := d.ahead(n - len(got))
			b = b[:1+r.Intn(len(b))]
			got = append(got, b...)
			d.skip(len(b))
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%d bytes, %d of them different, from %d on: other text", n, alphabet, d.first)
		}
	}
}

func TestLiteral(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for range 20000 {
		b := make([]byte, r.Intn(40))
		for i := range b {
			b[i] = byte(r.Intn(2 + r.Intn(3)))
		}
		last, run := byte(r.Intn(3)), r.Intn(4)
		i, c, now := 0, last, run
		for i < len(b) && now < 4 {
			if b[i] != c {
				c, now = b[i], 0
			}
			now++
			i++
		}
		if n, x, k := literal(b, last, run); n != i || x != c || k != now {
			t.Fatalf("%v after %d of %d: %d, %d, %d, want %d, %d, %d", b, run, last, n, x, k, i, c, now)
		}
	}
}
