package inflate

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand"
	"testing"
)

// TestRandom inflates what compress/flate made, in pieces of all sizes.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for round := range 60 {
		text := make([]byte, r.Intn(1<<uint(r.Intn(19))))
		for i := range text {
			if text[i] = byte(r.Intn(1 << uint(1+round%8))); i > 100 && r.Intn(3) == 0 {
				text[i] = text[i-1-r.Intn(min(i, 40000))]
			}
		}
		var packed bytes.Buffer
		w, _ := flate.NewWriter(&packed, round%12-2)
		for at := 0; at < len(text); {
			n := min(len(text)-at, 1+r.Intn(100000))
			w.Write(text[at : at+n])
			if at += n; r.Intn(2) == 0 {
				w.Flush()
			}
		}
		w.Close()
		const tail = "after"
		in := append(packed.Bytes(), tail...)
		var d Decoder
		var out []byte
		for n := 0; !d.Done(); {
			before := len(out)
			piece := in[n:min(len(in), n+1+r.Intn(1<<uint(r.Intn(16))))]
			var used int
			var err error
			if out, used, err = d.Run(out, piece, before+r.Intn(1<<uint(r.Intn(18)))); err != nil {
				t.Fatal(round, err)
			}
			n += used
			if d.Done() && string(in[n:]) != tail {
				t.Fatalf("round %d: %q is left", round, in[n:])
			}
		}
		if !bytes.Equal(out, text) {
			t.Fatalf("round %d: other text", round)
		}
	}
}

// TestDamaged inflates damaged streams: as far as compress/flate does, and without a crash.
func TestDamaged(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, 9)
	for range 300 {
		w.Write([]byte("some text, and some more of it"[r.Intn(15):]))
	}
	w.Close()
	for range 5000 {
		in := bytes.Clone(packed.Bytes())
		in[r.Intn(len(in))] ^= 1 << r.Intn(8)
		want, wantErr := io.ReadAll(flate.NewReader(bytes.NewReader(in)))
		var d Decoder
		got, _, err := d.Run(nil, in, 1<<20)
		if (wantErr == nil) != (err == nil && d.Done()) || wantErr == nil && !bytes.Equal(got, want) {
			t.Fatalf("%x: %v, want %v", in, err, wantErr)
		}
	}
}
