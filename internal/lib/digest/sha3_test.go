// SHA-3: known digests, Go's library as the reference, random pieces.

package digest

import (
	"bytes"
	"crypto/sha3"
	"encoding/hex"
	"hash"
	"math/rand/v2"
	"testing"
)

func TestSHA3Known(t *testing.T) {
	for _, x := range []struct {
		f    func() hash.Hash
		data string
		want string
	}{
		{New224, "", "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7"},
		{New256, "", "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"},
		{New256, "abc", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
		{New384, "abc", "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25"},
		{New512, "abc", "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0"},
	} {
		h := x.f()
		h.Write([]byte(x.data))
		if got := hex.EncodeToString(h.Sum(nil)); got != x.want {
			t.Errorf("%q: %s", x.data, got)
		}
	}
}

// TestSHA3Reference compares with Go's library, on data that comes in pieces.
func TestSHA3Reference(t *testing.T) {
	if !quickPermutation {
		t.Skip("Go's library is what is used")
	}
	r := rand.New(rand.NewPCG(1, 2))
	hashes := []struct{ mine, usual func() hash.Hash }{
		{New224, func() hash.Hash { return sha3.New224() }}, {New256, func() hash.Hash { return sha3.New256() }},
		{New384, func() hash.Hash { return sha3.New384() }}, {New512, func() hash.Hash { return sha3.New512() }},
	}
	for n := range 600 {
		data := make([]byte, n+r.IntN(2)*r.IntN(3000))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		for _, x := range hashes {
			a, b := x.mine(), x.usual()
			b.Write(data)
			for rest := data; len(rest) > 0; {
				k := 1 + r.IntN(len(rest))
				a.Write(rest[:k])
				rest = rest[k:]
			}
			if a.Size() != b.Size() || a.BlockSize() != b.BlockSize() || !bytes.Equal(a.Sum(nil), b.Sum(nil)) {
				t.Fatalf("%d bytes, digest of %d", len(data), a.Size())
			}
		}
		for _, x := range []struct {
			mine  XOF
			usual *sha3.SHAKE
		}{{Shake128(), sha3.NewSHAKE128()}, {Shake256(), sha3.NewSHAKE256()}} {
			half := len(data) / 2
			x.mine.Write(data[:half])
			c, err := x.mine.Clone()
			if err != nil {
				t.Fatal(err)
			}
			c.Write(data[half:])
			x.usual.Write(data)
			got, want := make([]byte, n), make([]byte, n)
			c.Read(got[:n/3])
			c.Read(got[n/3:])
			x.usual.Read(want)
			if !bytes.Equal(got, want) {
				t.Fatalf("SHAKE of %d bytes", len(data))
			}
		}
	}
}
