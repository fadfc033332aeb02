// How long it takes to parse CPython's library.

package syntax

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func librarySources(b *testing.B) (sources []string, size int64) {
	for _, file := range libraryFiles(b) {
		src, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		if text, e := Decode(src); e == nil {
			sources = append(sources, text)
			size += int64(len(text))
		}
	}
	return sources, size
}

func BenchmarkParse(b *testing.B) {
	sources, size := librarySources(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range sources {
			Parse(src, Options{MaxDigits: maxDigits})
		}
	}
}

func BenchmarkTokens(b *testing.B) {
	sources, size := librarySources(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range sources {
			var t tokenizer
			t.toks = make([]Token, 0, len(src)/4+16)
			t.init(src)
			for !t.done {
				t.fill()
			}
		}
	}
}

// TestSpeed reports how long it takes to parse the library, files read and decoded included, beside CPython's times for parsing (with
// making ast's objects) and for compiling, in interleaved rounds. It runs if PSY_TEST_SPEED is set.
func TestSpeed(t *testing.T) {
	if os.Getenv("PSY_TEST_SPEED") == "" {
		t.Skip("PSY_TEST_SPEED is not set")
	}
	c := startCPython(t)
	files := libraryFiles(t)
	list := filepath.Join(t.TempDir(), "files")
	if err := os.WriteFile(list, []byte(strings.Join(files, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	const rounds = 5
	var times [3][]float64
	for range rounds {
		begin := time.Now()
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if text, e := Decode(src); e == nil {
				Parse(text, Options{MaxDigits: maxDigits})
			}
		}
		times[0] = append(times[0], time.Since(begin).Seconds())
		s := c.ask(t, "time", list).Seconds
		times[1], times[2] = append(times[1], s[0]), append(times[2], s[1])
	}
	for i := range times {
		slices.Sort(times[i])
	}
	t.Logf("%d files, medians of %d rounds: psy parses in %.2f s; CPython in %.2f s, compiles in %.2f s", len(files), rounds,
		times[0][rounds/2], times[1][rounds/2], times[2][rounds/2])
}
