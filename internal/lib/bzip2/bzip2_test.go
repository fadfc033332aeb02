package bzip2

import (
	"bytes"
	"compress/bzip2"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math/rand"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/packing"
)

func compress(level int, in []byte, r *rand.Rand) (out []byte) {
	var e Encoder
	e.Init(level)
	for len(in) > 0 {
		n := len(in)
		if r != nil {
			n = r.Intn(n + 1)
		}
		used := e.Add(in[:n])
		if in = in[used:]; e.Full() {
			out, _ = e.Compress(out, false, nil)
		}
	}
	out, _ = e.Compress(out, true, nil)
	return out
}

// expand decompresses in pieces.
func expand(in []byte, r *rand.Rand) (out []byte, used int, ended bool, err error) {
	var d Decoder
	for !d.Ended() {
		piece, limit := in[used:], len(out)+1<<20
		if r != nil {
			piece, limit = piece[:min(len(piece), r.Intn(1<<uint(r.Intn(20))))], len(out)+r.Intn(1<<uint(r.Intn(20)))
		}
		before := len(out)
		var n int
		out, n, err = d.Run(out, piece, limit)
		if used += n; n == 0 && len(out) == before && err == nil && len(piece) > 0 && limit > before {
			panic("no progress")
		}
		if err == ErrRoom {
			d.Allow()
			continue
		}
		if err != nil || n == 0 && used == len(in) && len(out) == before && limit > before {
			break
		}
	}
	return out, used, d.Ended(), err
}

func TestRound(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for round := range 60 {
		in := packing.Sample(r, r.Intn(1<<uint(r.Intn(19))), round%32)
		packed := compress(1+round%9, in, r)
		if whole := compress(1+round%9, in, nil); !bytes.Equal(whole, packed) {
			t.Fatal(round, "other bytes in pieces")
		}
		if out, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(packed))); err != nil || !bytes.Equal(out, in) {
			t.Fatal(round, err, len(in), len(out))
		}
		out, used, ended, err := expand(append(bytes.Clone(packed), "after"...), r)
		if err != nil || !ended || !bytes.Equal(out, in) || used != len(packed) {
			t.Fatal(round, err, ended, len(in), len(out), used, len(packed))
		}
	}
}

func TestDamaged(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	packed := compress(1, packing.Sample(r, 3000, 10), nil)
	for range 3000 {
		in := bytes.Clone(packed)
		for range 1 + r.Intn(3) {
			in[r.Intn(len(in))] ^= 1 << r.Intn(8)
		}
		expand(in[:r.Intn(len(in)+1)], nil)
	}
}

// TestBytes holds that streams are libbzip2's: the sums were made by CPython 3.13's module bz2 of what plain makes.
func TestBytes(t *testing.T) {
	for _, c := range []struct {
		kind, n, level int
		sum            string
	}{
		{0, 0, 1, "c82685296a2d914c"},
		{0, 1, 1, "8fe0e8985113923f"},
		{0, 5, 2, "c09950e10c34256d"},
		{0, 50, 3, "3697ec10e27a2856"},
		{0, 1999, 4, "8d87ae5fa27bfe92"},
		{0, 9999, 5, "98a9b226c9a92377"},
		{0, 250000, 1, "fb5fa242435827e0"},
		{0, 250001, 2, "6bd9d896f4da8962"},
		{0, 1000000, 9, "288ece524a220a38"},
		{1, 0, 1, "c82685296a2d914c"},
		{1, 1, 1, "54d9326a03b0a863"},
		{1, 5, 2, "c4448362467d3adc"},
		{1, 50, 3, "c24c769a235e9565"},
		{1, 1999, 4, "695175ebe54bc330"},
		{1, 9999, 5, "8f7bb30a45ec8e55"},
		{1, 250000, 1, "731cfa58ecb1845c"},
		{1, 250001, 2, "0846c656f8b67c31"},
		{1, 1000000, 9, "268001864f403ae4"},
		{2, 50, 3, "b94bf02e5b4c8ef3"},
		{2, 1999, 4, "9abfb8929743bfa7"},
		{2, 9999, 5, "5900c8d596f97d38"},
		{2, 250000, 1, "1f7dae6a6b0d0796"},
		{2, 250001, 2, "fbc0492aec88e036"},
		{2, 1000000, 9, "3ed4df7f8ddcaf1a"},
		{3, 50, 3, "1bcfb3c393ae7295"},
		{3, 1999, 4, "99faeeccf069cad8"},
		{3, 9999, 5, "0f19ffed71f458bd"},
		{3, 250000, 1, "06f557e6cfc24c82"},
		{3, 250001, 2, "84efac00cc5f88fd"},
		{3, 1000000, 9, "b97f54b1c161fc18"},
		{4, 50, 3, "115fb33b330332f7"},
		{4, 1999, 4, "093778b4ea4cf80a"},
		{4, 9999, 5, "b268099cb9ef900e"},
		{4, 250000, 1, "85540203c4696105"},
		{4, 250001, 2, "f3be9c207bf46dbd"},
		{4, 1000000, 9, "24845f929c4fe01f"},
		{5, 50, 3, "d88aca45f8d110a2"},
		{5, 1999, 4, "081f13e616d9d6d3"},
		{5, 9999, 5, "cbe9319bbb0866db"},
		{5, 250000, 1, "5091dd6ddb9ac47d"},
		{5, 250001, 2, "de4c455953f316d9"},
		{5, 1000000, 9, "52e02df12369f786"},
	} {
		sum := sha256.Sum256(compress(c.level, packing.Plain(c.kind, c.n), nil))
		if got := hex.EncodeToString(sum[:8]); got != c.sum {
			t.Errorf("kind %d, %d bytes, level %d: %s, want %s", c.kind, c.n, c.level, got, c.sum)
		}
	}
}
