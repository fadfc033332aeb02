// The assembly of BLAKE2 and Salsa20/8 against plain Go, on random states.

package digest

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
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

// TestLong compares with Go's library, on data that comes in pieces.
func TestLong(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, f := range []func() hash.Hash{sha512.New, sha512.New384, sha512.New512_224, sha512.New512_256, sha256.New, sha1.New, md5.New, NewRIPEMD160} {
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

// TestSHA1Blocks compares both forms of the assembly with Go's library.
func TestSHA1Blocks(t *testing.T) {
	if !quickSHA1 {
		t.Skip("no instructions for SHA-1")
	}
	forms := []func(*[5]uint32, *byte, int){blocksSHA1}
	if rotatesSHA1 {
		forms = append(forms, blocksSHA1Rotations)
	}
	r := rand.New(rand.NewPCG(15, 16))
	for n := range 20 {
		data := randomBytes(r, 64*n+55) // the last block holds the rest, a bit and the length
		want := sha1.Sum(data)
		p := binary.BigEndian.AppendUint64(append(data, 0x80), uint64(8*len(data)))
		for i, f := range forms {
			h := [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}
			f(&h, &p[0], n+1)
			var got [20]byte
			for i, w := range h {
				binary.BigEndian.PutUint32(got[4*i:], w)
			}
			if got != want {
				t.Fatalf("form %d, %d blocks: %x, not %x", i, n+1, got, want)
			}
		}
	}
}

func BenchmarkSHA1(b *testing.B)        { benchmarkLong(b, sha1.New(), Write) }
func BenchmarkSHA1Usual(b *testing.B)   { benchmarkLong(b, sha1.New(), usual) }
func BenchmarkSHA512(b *testing.B)      { benchmarkLong(b, sha512.New(), Write) }
func BenchmarkSHA512Usual(b *testing.B) { benchmarkLong(b, sha512.New(), usual) }

func usual(h hash.Hash, data []byte) { h.Write(data) }

func benchmarkLong(b *testing.B, h hash.Hash, write func(hash.Hash, []byte)) {
	data := make([]byte, 1<<16)
	b.SetBytes(1 << 16)
	for range b.N {
		write(h, data)
	}
}
