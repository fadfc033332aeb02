// RIPEMD-160 by the examples of its authors, and against another implementation, in pieces.

package digest

import (
	"bytes"
	"encoding/hex"
	"hash"
	"math/rand/v2"
	"strings"
	"testing"

	other "golang.org/x/crypto/ripemd160"
)

func TestRIPEMD160(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "9c1185a5c5e9fc54612808977ee8f548b2258d31",
		"a":                          "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe",
		"abc":                        "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc",
		"message digest":             "5d0689ef49d2fae572b881b123a85ffa21595f36",
		"abcdefghijklmnopqrstuvwxyz": "f71c27109c692c1b56bbdceb5b9d2865b3708dbc",
		"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":       "12a053384a9c0c88e405a06c27dcf49ada62eb2b",
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789": "b0e20b6e3116640286ed3a87a5713079b21f5189",
		strings.Repeat("1234567890", 8):                                  "9b752e45573d4b39f4dbd3323cab82bf63326bfb",
		strings.Repeat("a", 1_000_000):                                   "52783243c1697bdbe16d37f97f68f08325dc1528",
	} {
		h := NewRIPEMD160()
		h.Write([]byte(text))
		if got := hex.EncodeToString(h.Sum(nil)); got != want {
			t.Errorf("%.20s: %s, want %s", text, got, want)
		}
	}
	r := rand.New(rand.NewPCG(9, 10))
	for range 500 {
		got, want := NewRIPEMD160(), other.New()
		for range r.IntN(6) {
			b := randomBytes(r, r.IntN(300))
			got.Write(b)
			want.Write(b)
			copied, _ := got.(hash.Cloner).Clone()
			got.Write(b)
			got.Sum(nil)
			got = copied
		}
		if a, b := got.Sum(nil), want.Sum(nil); !bytes.Equal(a, b) {
			t.Fatalf("%x, not %x", a, b)
		}
	}
}

func TestRIPEMDBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for n := 1; n < 20; n++ {
		p := randomBytes(r, block64*n)
		got := [5]uint32{r.Uint32(), r.Uint32(), r.Uint32(), r.Uint32(), r.Uint32()}
		want := got
		blocksRIPEMD(&got, &p[0], n)
		blocksRIPEMDPlain(&want, p)
		if got != want {
			t.Fatalf("%d blocks: %x, not %x", n, got, want)
		}
	}
}

func BenchmarkRIPEMD160(b *testing.B) {
	data, h := make([]byte, 1<<16), NewRIPEMD160()
	b.SetBytes(1 << 16)
	for range b.N {
		h.Write(data)
	}
}

func BenchmarkRIPEMD160Usual(b *testing.B) {
	data, h := make([]byte, 1<<16), other.New()
	b.SetBytes(1 << 16)
	for range b.N {
		h.Write(data)
	}
}
