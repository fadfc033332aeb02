package lzma

import (
	"bytes"
	"math/rand"
	"os/exec"
	"testing"
)

func decode(t *testing.T, d *Decoder, in []byte, r *rand.Rand) (out []byte, used int, err error) {
	for !d.Ended() {
		piece, limit := in[used:], len(out)+1<<20
		if r != nil {
			piece, limit = piece[:min(len(piece), r.Intn(1<<uint(r.Intn(17))))], len(out)+r.Intn(1<<uint(r.Intn(17)))
		}
		before := len(out)
		var n int
		out, n, err = d.Run(out, piece, limit)
		if used += n; err == ErrRoom {
			d.Allow()
			err = nil
			continue
		}
		if err != nil || n == 0 && used == len(in) && len(out) == before && limit > before {
			break
		}
	}
	return
}

func sample(r *rand.Rand, n, kind int) []byte {
	b := make([]byte, n)
	for i := range b {
		switch b[i] = byte(r.Intn(1 << uint(1+kind%8))); {
		case kind >= 24 && i > 0 && r.Intn(200) > 0:
			b[i] = b[i-1]
		case kind >= 16 && i > 100:
			b[i] = b[i-100+kind]
		case kind >= 8 && i > 100 && r.Intn(3) > 0:
			b[i] = b[i-1-r.Intn(100)]
		}
	}
	return b
}

func TestXZ(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for round := range 64 {
		in := sample(r, r.Intn(1<<uint(r.Intn(21))), round%32)
		args := [][]string{{"-6"}, {"-0", "--check=crc32"}, {"--delta=dist=4", "--lzma2=preset=1,lc=1,lp=2,pb=0", "--check=sha256"}, {"--x86", "--lzma2=dict=4KiB"},
			{"--arm", "--lzma2"}, {"--armthumb", "--lzma2"}, {"--powerpc", "--lzma2"}, {"--ia64", "--lzma2"}, {"--sparc", "--x86", "--lzma2=dict=70000"}, {"--format=lzma"}, {"--block-size=3000"}}[round%11]
		cmd := exec.Command("xz", append([]string{"-c"}, args...)...)
		cmd.Stdin = bytes.NewReader(in)
		packed, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		d, _ := NewDecoder(Auto, 1<<60, nil)
		for _, r := range []*rand.Rand{nil, r} {
			d, _ = NewDecoder(Auto, 1<<60, nil)
			out, used, err := decode(t, d, append(packed, "after"...), r)
			if err != nil || !d.Ended() || used != len(packed) || !bytes.Equal(out, in) {
				n := 0
				for n < len(out) && n < len(in) && in[n] == out[n] {
					n++
				}
				t.Fatal(round, args, err, d.Ended(), used, len(packed), len(out), len(in), n)
			}
		}
	}
}

func encode(t *testing.T, e *Encoder, in []byte, r *rand.Rand) (out []byte) {
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

func TestRound(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for round := range 96 {
		in := sample(r, r.Intn(1<<uint(r.Intn(21))), round%32)
		o, _ := Preset(uint32(round % 10))
		if round%3 == 0 {
			o.DictSize = 1<<12 + uint32(r.Intn(100000))
		}
		if round%5 == 0 {
			o.LC, o.LP, o.PB = round%3, round%2, round/5%5
		}
		o.Finder = []int{HC3, HC4, BT2, BT3, BT4, o.Finder}[round%6]
		f := []Filter{{ID: LZMA2, Options: o}}
		format := XZ
		switch round % 4 {
		case 1:
			format = Alone
			f[0].ID = LZMA1
		case 2:
			f = []Filter{{ID: Delta, Dist: round + 1}, {ID: []uint64{X86, PowerPC, IA64, ARM, ARMThumb, SPARC}[round/4%6]}, f[0]}
		}
		e, err := NewEncoder(format, CheckSHA256, f)
		if err != nil {
			t.Fatal(err)
		}
		packed := encode(t, e, in, r)
		d, _ := NewDecoder(Auto, 1<<60, nil)
		out, used, err := decode(t, d, packed, nil)
		if err != nil || !d.Ended() || used != len(packed) || !bytes.Equal(out, in) {
			n := 0
			for n < len(out) && n < len(in) && in[n] == out[n] {
				n++
			}
			t.Fatal(round, err, d.Ended(), used, len(packed), len(out), len(in), n)
		}
		cmd := exec.Command("xz", "-dc")
		cmd.Stdin = bytes.NewReader(packed)
		if theirs, err := cmd.Output(); err != nil || !bytes.Equal(theirs, in) {
			t.Fatal(round, "xz", err)
		}
		t.Log(round, len(in), len(packed))
	}
}
