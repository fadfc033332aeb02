package lzma

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/rand"
	"os"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/packing"
)

// decode runs a decoder over in, in pieces if r is there.
func decode(d *Decoder, in []byte, r *rand.Rand) (out []byte, used int, err error) {
	for !d.Ended() {
		piece, limit := in[used:], len(out)+1<<16
		if r != nil {
			piece, limit = piece[:min(len(piece), r.Intn(1<<uint(r.Intn(17))))], len(out)+r.Intn(1<<uint(r.Intn(17)))
		}
		before := len(out)
		var n int
		out, n, err = d.Run(out, piece, limit)
		if used += n; n == 0 && len(out) == before && err == nil && used < len(in) && limit > before && len(piece) > 0 {
			panic("no progress")
		}
		if err == ErrRoom {
			d.Allow()
			err = nil
			continue
		}
		if err != nil || n == 0 && used == len(in) && len(out) == before && limit > before || len(out) > 1<<22 {
			break
		}
	}
	return
}

func encode(e *Encoder, in []byte, r *rand.Rand) (out []byte) {
	if r == nil {
		e.Expect(len(in))
	}
	for done := false; len(in) > 0 || !done; {
		n := min(len(in), AddMost)
		if r != nil {
			n = r.Intn(n + 1)
		}
		e.Add(in[:n])
		in = in[n:]
		for done = false; !done; {
			out, done = e.Encode(out, len(in) == 0)
		}
	}
	return
}

// streams were made by CPython 3.13's module lzma with liblzma 5.4.1, of data that have these sums. Presets say how, or where there is none, filters do.
var streams = []struct {
	name, sum string
	preset    int
}{
	{"00.xz", "73a014bb4c89dbbd", 6}, {"01.xz", "00fd9e1f5894c1cd", 0}, {"02.xz", "73a014bb4c89dbbd", -1}, {"03.xz", "00fd9e1f5894c1cd", -1},
	{"04.lzma", "73a014bb4c89dbbd", 6}, {"05.lzma", "00fd9e1f5894c1cd", 0}, {"06.xz", "69c767f74362b26b", -1}, {"07.xz", "69c767f74362b26b", -1},
	{"08.xz", "69c767f74362b26b", -1}, {"09.xz", "69c767f74362b26b", -1}, {"10.xz", "69c767f74362b26b", -1}, {"11.xz", "69c767f74362b26b", -1},
}

func TestStreams(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, s := range streams {
		packed, err := os.ReadFile("testdata/" + s.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []*rand.Rand{nil, r, r} {
			d, _ := NewDecoder(Auto, 1<<60, nil)
			out, used, err := decode(d, append(bytes.Clone(packed), "after"...), r)
			sum := sha256.Sum256(out)
			if err != nil || used != len(packed) || hex.EncodeToString(sum[:8]) != s.sum {
				t.Fatal(s.name, err, used, len(packed), len(out))
			}
			if s.preset < 0 || r != nil {
				continue
			}
			o, _ := Preset(uint32(s.preset))
			f, id := XZ, uint64(LZMA2)
			if s.name[3:] == "lzma" {
				f, id = Alone, LZMA1
			}
			e, err := NewEncoder(f, CheckCRC64, []Filter{{ID: id, Options: o}})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(encode(e, out, nil)); n > len(packed)+len(packed)/50 {
				t.Errorf("%s: %d bytes, liblzma needs %d", s.name, n, len(packed))
			}
		}
	}
}

func TestRound(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for round := range 96 {
		in := packing.Sample(r, r.Intn(1<<uint(r.Intn(19))), round%32)
		o, _ := Preset(uint32(round % 10))
		if round%3 == 0 {
			o.DictSize = 1<<12 + uint32(r.Intn(100000))
		}
		if round%5 == 0 {
			o.LC, o.LP, o.PB = round%3, round%2, round/5%5
		}
		o.Finder = []int{HC3, HC4, BT2, BT3, BT4, o.Finder}[round%6]
		f := []Filter{{ID: LZMA2, Options: o}}
		format, raw := XZ, []Filter(nil)
		switch round % 4 {
		case 1:
			format = Alone
			f[0].ID = LZMA1
		case 2:
			f = []Filter{{ID: Delta, Dist: round + 1}, {ID: []uint64{X86, PowerPC, IA64, ARM, ARMThumb, SPARC}[round/4%6]}, f[0]}
			if round%8 == 2 {
				format, raw = Raw, f
			}
		}
		e, err := NewEncoder(format, CheckSHA256, f)
		if err != nil {
			t.Fatal(err)
		}
		packed := encode(e, in, r)
		for _, r := range []*rand.Rand{nil, r} {
			d, err := NewDecoder(Auto, 1<<60, nil)
			if raw != nil {
				d, err = NewDecoder(Raw, 1<<60, raw)
			}
			if err != nil {
				t.Fatal(err)
			}
			out, used, err := decode(d, append(bytes.Clone(packed), "after"...), r)
			if err != nil || !d.Ended() || used != len(packed) || !bytes.Equal(out, in) {
				t.Fatal(round, err, d.Ended(), used, len(packed), len(out), len(in))
			}
		}
	}
}

// TestLong slides windows: more input than a dictionary and its buffer have.
func TestLong(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	in := packing.Sample(r, 1<<20, 10)
	for _, preset := range []uint32{1, 5} {
		o, _ := Preset(preset)
		o.DictSize = 1 << 16
		e, _ := NewEncoder(XZ, CheckCRC32, []Filter{{ID: LZMA2, Options: o}})
		packed := encode(e, in, nil)
		d, _ := NewDecoder(XZ, 1<<60, nil)
		if out, _, err := decode(d, packed, nil); err != nil || !bytes.Equal(out, in) {
			t.Fatal(preset, err, len(out))
		}
	}
}

// TestDamaged reads damaged streams: nothing but errors may come of them.
func TestDamaged(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	chain := []Filter{{ID: X86}, {ID: IA64}, {ID: Delta, Dist: 3}, {ID: LZMA2, Options: Options{LC: 3, PB: 2, DictSize: 1 << 13}}}
	raw := []Filter{{ID: LZMA1, Options: Options{LC: 1, LP: 3, PB: 4, DictSize: 1 << 12}}}
	for _, s := range streams {
		packed, err := os.ReadFile("testdata/" + s.name)
		if err != nil {
			t.Fatal(err)
		}
		for round := range 60 {
			in := bytes.Clone(packed)
			at := 0
			d, _ := NewDecoder(Auto, 1<<60, nil)
			switch round % 3 {
			case 1:
				d, _ = NewDecoder(Raw, 1<<60, chain)
				at = 12 + 12 // parts of LZMA2 begin there
			case 2:
				d, _ = NewDecoder(Raw, 1<<60, raw)
				at = 13
			}
			in = in[at:]
			for range r.Intn(4) {
				in[r.Intn(len(in))] ^= 1 << r.Intn(8)
			}
			var pieces *rand.Rand
			if round%2 == 0 {
				pieces = r
			}
			decode(d, in[:r.Intn(len(in)+1)], pieces)
		}
	}
}
