// BLAKE2: known digests, the library of the Go project as the reference, random pieces.

package digest

import (
	"bytes"
	"encoding/hex"
	"hash"
	"math/rand/v2"
	"testing"

	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"
)

func plain(wide bool, size int, key []byte) *Blake2 {
	return NewBlake2(wide, size, []byte{byte(size), byte(len(key)), 1, 1}, key, false)
}

func TestBlake2Known(t *testing.T) {
	for _, x := range []struct {
		h    hash.Hash
		want string
	}{
		{plain(true, 64, nil), "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"},
		{plain(false, 32, nil), "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"},
	} {
		x.h.Write([]byte("abc"))
		if got := hex.EncodeToString(x.h.Sum(nil)); got != x.want {
			t.Errorf("%s, should be %s", got, x.want)
		}
	}
}

func TestBlake2Reference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 700 {
		data, key := make([]byte, n+r.IntN(2)*r.IntN(2000)), make([]byte, r.IntN(2)*r.IntN(65))
		for _, b := range [][]byte{data, key} {
			for i := range b {
				b[i] = byte(r.Uint32())
			}
		}
		for _, wide := range []bool{true, false} {
			size, k := 1+r.IntN(64), key
			var want hash.Hash
			var err error
			if wide {
				want, err = blake2b.New(size, k)
			} else {
				size, k = 32, k[:min(len(k), 32)]
				want, err = blake2s.New256(k)
			}
			if err != nil {
				t.Fatal(err)
			}
			want.Write(data)
			b := plain(wide, size, k)
			for range 2 {
				for rest := data; len(rest) > 0; {
					k := 1 + r.IntN(len(rest))
					b.Write(rest[:k])
					rest = rest[k:]
				}
				if !bytes.Equal(b.Sum(nil), want.Sum(nil)) {
					t.Fatalf("%d bytes, key of %d, digest of %d: %x", len(data), len(k), size, b.Sum(nil))
				}
				b.Reset()
			}
		}
	}
}
