// How long it takes.

package lzma

import (
	"fmt"
	"strings"
	"testing"
)

// prose is text of n bytes or a little more: a log with lines that have much in common.
func prose(n int) []byte {
	words := strings.Fields("the quick order of lines status response customer value total items shipped page from to error index München café naïve " +
		"Straße façade 東京 данные запрос price amount account transfer invoice note delivery comment street number city 🙂 user")
	state := 12345
	pick := func(n int) int {
		state = (state*1103515245 + 12345) & 0x7fffffff
		return (state >> 8) % n
	}
	var b strings.Builder
	for b.Len() < n {
		fmt.Fprintf(&b, "2024-05-%02d 12:%02d:%02d,%03d %s app.module%d [req-%06x]", pick(28)+1, pick(60), pick(60), pick(1000),
			[]string{"INFO", "WARNING", "ERROR"}[pick(3)], pick(40), pick(1<<24))
		for range 3 + pick(12) {
			b.WriteString(" " + words[pick(len(words))])
		}
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

func benchmarkEncode(b *testing.B, preset uint32, n int) {
	in := prose(n)
	o, _ := Preset(preset)
	b.SetBytes(int64(len(in)))
	size := 0
	for range b.N {
		e, err := NewEncoder(XZ, CheckCRC64, []Filter{{ID: LZMA2, Options: o}})
		if err != nil {
			b.Fatal(err)
		}
		size = len(encode(e, in, nil))
	}
	b.ReportMetric(float64(size), "packed")
}

func BenchmarkFast(b *testing.B)   { benchmarkEncode(b, 1, 1<<21) }
func BenchmarkNormal(b *testing.B) { benchmarkEncode(b, 6, 1<<18) }

func BenchmarkDecode(b *testing.B) {
	in := prose(1 << 22)
	o, _ := Preset(1)
	e, _ := NewEncoder(XZ, CheckCRC64, []Filter{{ID: LZMA2, Options: o}})
	packed := encode(e, in, nil)
	b.SetBytes(int64(len(in)))
	b.ResetTimer()
	for range b.N {
		d, _ := NewDecoder(Auto, 1<<60, nil)
		for out, used := []byte(nil), 0; !d.Ended(); {
			var n int
			var err error
			out, n, err = d.Run(out[:0], packed[used:], 1<<18)
			if used += n; err == ErrRoom {
				d.Allow()
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}
