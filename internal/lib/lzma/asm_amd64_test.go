// The assembly against plain Go, on random input, probabilities and states, and on damaged streams.

package lzma

import (
	"bytes"
	"math/rand"
	"os"
	"reflect"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/packing"
)

// plainly runs f without assembly.
func plainly(f func()) {
	defer func(burst, walk, spread bool) { quickBurst, quickWalk, quickSpread = burst, walk, spread }(quickBurst, quickWalk, quickSpread)
	quickBurst, quickWalk, quickSpread = false, false, false
	f()
}

// TestBursts decodes random bytes, which are symbols of every kind. Whatever probabilities are between 31 and 2017, as they always are, no symbol is
// longer than what is promised to be there. Buffers are cut from the middle of larger ones, which must stay as they are.
func TestBursts(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	results := map[string]int{}
	for round := range 1500 {
		size := 64 + r.Intn(1<<uint(6+r.Intn(9)))
		wide := make([]byte, size+512)
		r.Read(wide)
		in := make([]byte, longest+r.Intn(1<<uint(r.Intn(12))))
		r.Read(in)
		o := Options{LC: r.Intn(5), PB: r.Intn(5)}
		o.LP = r.Intn(5 - o.LC)
		d := new(symbols)
		d.setSizes(&o)
		d.resetState()
		if bias := uint16(31 + r.Intn(1987)); round%2 == 0 { // else all bits are about as likely
			for _, a := range [][]uint16{d.p.match[:], d.p.rep[:], d.p.rep0[:], d.p.rep1[:], d.p.rep0Long[:], d.p.slot[0][:], d.p.slot[3][:], d.p.length.high[:],
				d.p.length.choice[:], d.p.align[:], d.p.literal[:]} {
				if r.Intn(3) == 0 {
					for i := range a {
						a[i] = []uint16{bias, 31, 2017, uint16(31 + r.Intn(1987))}[round/2%4]
					}
				}
			}
		}
		d.buf, d.size = wide[256:256+size:256+size], size
		if r.Intn(4) == 0 { // it is to grow
			d.size *= 2
		}
		d.at = 1 + r.Intn(size-1)
		if d.full = d.at; d.size == size && r.Intn(2) == 0 {
			d.full = size
		}
		d.mayEnd = r.Intn(2) == 0
		d.state, d.produced, d.rng, d.code = uint32(r.Intn(12)), r.Uint32(), ^uint32(0)>>r.Intn(8), r.Uint32()>>r.Intn(20)
		for i := range d.reps {
			d.reps[i] = uint32(r.Intn(d.full))
			if r.Intn(4) == 0 {
				d.reps[i] = uint32(r.Intn(min(d.full, 16)))
			}
		}
		limit := d.at + r.Intn(size-d.at+1)
		other := new(symbols)
		*other = *d
		plain := bytes.Clone(wide)
		other.buf = plain[256 : 256+size : 256+size]
		a, b := rangeDecoder{d.rng, d.code, in, 0}, rangeDecoder{d.rng, d.code, in, 0}
		ok, err := d.burst(&a, limit, len(in)-longest)
		want := other.run(&b, limit, len(in)-longest, false)
		d.settle(limit)
		for d.left == 0 && err == nil && !d.ended && d.at < limit && a.at <= len(in)-longest { // it was left to us to copy
			_, err = d.burst(&a, limit, len(in)-longest)
			d.settle(limit)
		}
		if !ok || err != want {
			t.Fatal(round, ok, err, want)
		}
		switch {
		case err != nil:
			results["wrong"]++
			continue // then nothing goes on
		case d.left > 0:
			results["cut"]++
		default:
			results["done"]++
		}
		if a.rng != b.rng || a.code != b.code || a.at != b.at || !bytes.Equal(wide, plain) {
			t.Fatal(round, a.at, b.at, d.at, other.at)
		}
		d.buf, other.buf = nil, nil
		if !reflect.DeepEqual(d, other) {
			t.Fatal(round, d.progress, other.progress)
		}
	}
	for _, s := range []string{"wrong", "cut", "done"} {
		if results[s] < 20 {
			t.Error("few are", s, results)
		}
	}
}

// TestDecoders reads streams, whole and damaged, in pieces and with small dictionaries, with the assembly and without.
func TestDecoders(t *testing.T) {
	r := rand.New(rand.NewSource(6))
	for round := range 80 {
		var packed []byte
		if round%4 == 0 {
			s := streams[round/4%len(streams)]
			var err error
			if packed, err = os.ReadFile("testdata/" + s.name); err != nil {
				t.Fatal(err)
			}
		} else {
			o, _ := Preset(uint32(round % 3))
			o.DictSize = 1<<12 + uint32(r.Intn(30000))
			if o.LC, o.PB = r.Intn(4), r.Intn(5); o.LC < 3 {
				o.LP = r.Intn(2)
			}
			e, err := NewEncoder(Alone, CheckNone, []Filter{{ID: LZMA1, Options: o}})
			if err != nil {
				t.Fatal(err)
			}
			in := packing.Sample(r, r.Intn(1<<17), round%32)
			if round%3 == 0 {
				in = prose(1 << 16)
			}
			packed = encode(e, in, r)
		}
		if round%2 == 1 {
			for range r.Intn(6) {
				packed[r.Intn(len(packed))] ^= 1 << r.Intn(8)
			}
		}
		if packed = bytes.Clone(packed); round%8 < 4 { // else marks are not decoded by bursts
			packed = append(packed, make([]byte, 2*longest)...)
		}
		seed := r.Int63()
		run := func() (out []byte, used int, err error) {
			d, _ := NewDecoder(Auto, 1<<30, nil)
			var pieces *rand.Rand
			if round%5 < 3 {
				pieces = rand.New(rand.NewSource(seed))
			}
			return decode(d, packed, pieces)
		}
		out, used, err := run()
		plainly(func() {
			want, n, wrong := run()
			if err != wrong || err == nil && used != n || !bytes.Equal(out, want) {
				t.Fatal(round, err, wrong, used, n, len(out), len(want))
			}
		})
	}
}

// TestWalks compares what is made with trees and chains that are walked by assembly and without: rings become full and grow, depths and lengths differ.
func TestWalks(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for round := range 80 {
		in := packing.Sample(r, r.Intn(1<<16), round%32)
		if round%3 == 0 {
			in = prose(1 << 16)
		}
		o, _ := Preset(uint32(4 + round%3))
		o.DictSize = 1<<12 + uint32(r.Intn(1<<uint(10+r.Intn(8))))
		o.Finder = []int{BT4, HC4, BT2, HC3, BT3}[round%5]
		o.Mode = ModeFast + round/5%2
		o.Nice, o.Depth = []int{64, 5, 273, 4 + r.Intn(100)}[round%4], r.Intn(3)*r.Intn(60)
		seed := r.Int63()
		run := func() []byte {
			e, err := NewEncoder(XZ, CheckNone, []Filter{{ID: LZMA2, Options: o}})
			if err != nil {
				t.Fatal(err)
			}
			return encode(e, in, rand.New(rand.NewSource(seed)))
		}
		packed := run()
		plainly(func() {
			if want := run(); !bytes.Equal(packed, want) {
				t.Fatal(round, len(packed), len(want), o)
			}
		})
		d, _ := NewDecoder(XZ, 1<<60, nil)
		if out, _, err := decode(d, packed, nil); err != nil || !bytes.Equal(out, in) {
			t.Fatal(round, err, len(out), len(in))
		}
	}
}

// TestPlain runs the tests of streams without assembly.
func TestPlain(t *testing.T) {
	plainly(func() {
		t.Run("Streams", TestStreams)
		t.Run("Round", TestRound)
		t.Run("Damaged", TestDamaged)
	})
}
