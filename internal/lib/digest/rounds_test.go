// The assembly of BLAKE2 and Salsa20/8 against plain Go, on random states.

package digest

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"math/rand/v2"
	"testing"
)

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func TestRounds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		var wide [8]uint64
		var narrow [8]uint32
		for i := range wide {
			wide[i], narrow[i] = r.Uint64(), r.Uint32()
		}
		blocks, from := 1+r.IntN(5), r.IntN(16)
		p := randomBytes(r, from+128*blocks)[from:] // anywhere in memory
		count, last, node := r.Uint64(), r.Uint64(), r.Uint64()
		got, want := wide, wide
		compressB(&got, &p[0], blocks, count, last, node)
		compressBPlain(&want, p, blocks, count, last, node)
		if got != want {
			t.Fatalf("BLAKE2b of %d blocks: %x, not %x", blocks, got, want)
		}
		gotS, wantS := narrow, narrow
		compressS(&gotS, &p[0], blocks, count, uint32(last), uint32(node))
		compressSPlain(&wantS, p, blocks, count, uint32(last), uint32(node))
		if gotS != wantS {
			t.Fatalf("BLAKE2s of %d blocks: %x, not %x", blocks, gotS, wantS)
		}
	}
}

func TestSalsa(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for pairs := range 20 {
		n := 32 * (pairs + 1)
		x, y, want := make([]uint32, n), make([]uint32, n+1), make([]uint32, n)
		for i := range x {
			x[i] = r.Uint32()
		}
		MixSalsa(y[:n], x)
		mixSalsaPlain(want, x)
		for i := range want {
			if y[i] != want[i] || y[n] != 0 {
				t.Fatalf("%d pairs: word %d is %x, not %x", pairs+1, i, y[i], want[i])
			}
		}
	}
}

func BenchmarkBlake2b(b *testing.B) { benchmark(b, true) }
func BenchmarkBlake2s(b *testing.B) { benchmark(b, false) }

func benchmark(b *testing.B, wide bool) {
	data, h := make([]byte, 1<<16), plain(wide, 32, nil)
	b.SetBytes(1 << 16)
	for range b.N {
		h.Write(data)
	}
}

func BenchmarkSalsa(b *testing.B) {
	x, y := make([]uint32, 256), make([]uint32, 256)
	b.SetBytes(1024)
	for range b.N {
		MixSalsa(y, x)
	}
}

// TestSHA512 compares with Go's library, on data that comes in pieces.
func TestSHA512(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, f := range []func() hash.Hash{sha512.New, sha512.New384, sha512.New512_224, sha512.New512_256, sha256.New} {
		for range 50 {
			got, want := f(), f()
			for range 4 {
				b := randomBytes(r, r.IntN(3)*r.IntN(5000)+r.IntN(300))
				Write(got, b)
				want.Write(b)
			}
			b := randomBytes(r, 200_000)
			Write(got, b)
			want.Write(b)
			if a, b := got.Sum(nil), want.Sum(nil); !bytes.Equal(a, b) {
				t.Fatalf("%x, not %x", a, b)
			}
		}
	}
}

// TestSHA512Rotations compares the two forms of the assembly.
func TestSHA512Rotations(t *testing.T) {
	if !quickSHA512 || !rotatesSHA512 {
		t.Skip("no AVX-512")
	}
	r := rand.New(rand.NewPCG(13, 14))
	for n := 1; n < 20; n++ {
		var got [8]uint64
		for i := range got {
			got[i] = r.Uint64()
		}
		want, p := got, randomBytes(r, 128*n)
		blocksSHA512Rotations(&got, &p[0], n, &constantsSHA512)
		blocksSHA512(&want, &p[0], n, &constantsSHA512)
		if got != want {
			t.Fatalf("%d blocks: %x, not %x", n, got, want)
		}
	}
}

func BenchmarkSHA512(b *testing.B) {
	data, h := make([]byte, 1<<16), sha512.New()
	b.SetBytes(1 << 16)
	for range b.N {
		Write(h, data)
	}
}

func BenchmarkSHA512Usual(b *testing.B) {
	data, h := make([]byte, 1<<16), sha512.New()
	b.SetBytes(1 << 16)
	for range b.N {
		h.Write(data)
	}
}
