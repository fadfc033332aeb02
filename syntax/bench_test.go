// How long it takes to parse CPython's library.
package syntax

import (
	"os"
	"testing"
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
