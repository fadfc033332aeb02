package pyc

// Random damage to real files: loading must never panic or hang, and what is accepted must survive all readers.

import (
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// corpus reads the files compiled for these tests and the programs of the whole project.
func corpus(t testing.TB) [][]byte {
	var files [][]byte
	for _, pattern := range []string{"testdata/corpus/*.pyc", "../../../tests/programs/*.pyc"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, data)
		}
	}
	if len(files) < 5 {
		t.Fatal("no corpus")
	}
	return files
}

// use loads a file and, if it is accepted, reads all that it holds.
func use(t testing.TB, data []byte) bool {
	p, err := Load(data)
	if err != nil {
		if err.Error() == "" {
			t.Fatal("an error without text")
		}
		return false
	}
	if err := Disassemble(io.Discard, p.Code, DisOptions{Offsets: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := Dump(p); err != nil {
		t.Fatal(err)
	}
	p.Code.Locations()
	p.Code.Positions(len(p.Code.Bytecode))
	return true
}

func TestCorpus(t *testing.T) {
	for _, data := range corpus(t) {
		p, err := Load(data)
		if err != nil {
			t.Fatal(err)
		}
		roundTrip(t, p.Code.Filename.S, p)
	}
}

// TestTruncated cuts files off at every length.
func TestTruncated(t *testing.T) {
	for _, data := range corpus(t)[:5] {
		for n := range data {
			if _, err := Load(data[:n]); err == nil {
				t.Fatalf("cut off at %d of %d bytes, and accepted", n, len(data))
			}
		}
	}
}

func TestRandomEdits(t *testing.T) {
	count := 20000
	if testing.Short() {
		count = 2000
	}
	const seed = 20240607
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	files := corpus(t)
	accepted := 0
	slowest := time.Duration(0)
	for range count {
		data := append([]byte(nil), files[rnd.IntN(len(files))]...)
		for range 1 + rnd.IntN(3) {
			at := headerSize + rnd.IntN(len(data)-headerSize)
			switch rnd.IntN(4) {
			case 0:
				data[at] ^= 1 << rnd.IntN(8)
			case 1:
				data[at] = data[headerSize+rnd.IntN(len(data)-headerSize)]
			default:
				data[at] = byte(rnd.IntN(256))
			}
		}
		begin := time.Now()
		if use(t, data) {
			accepted++
		}
		slowest = max(slowest, time.Since(begin))
	}
	t.Logf("%d edits, %d accepted, the slowest took %v", count, accepted, slowest)
}

func FuzzLoad(f *testing.F) {
	for _, data := range corpus(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { use(t, data) })
}

func FuzzUnmarshal(f *testing.F) {
	for _, data := range corpus(f) {
		f.Add(data[headerSize:])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Unmarshal(data)
		if err != nil {
			return
		}
		for version := range marshalVersion + 1 {
			if out, err := MarshalVersion(c, version, nil); err == nil {
				if _, err := Unmarshal(out); err != nil {
					t.Fatalf("version %d: %v", version, err)
				}
			}
		}
	})
}
