// Package packing makes data that compressors are tested with.
package packing

import "math/rand"

// Sample is text of a kind: random, repeating itself from near or far, of few bytes, or in runs.
func Sample(r *rand.Rand, n, kind int) []byte {
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

// Plain is n bytes by a generator that is easily written in other languages.
func Plain(kind, n int) []byte {
	b, x := make([]byte, n), uint32(kind)
	for i := range b {
		x = x*1664525 + 1013904223
		switch kind {
		case 0: // one byte
			b[i] = 'a'
		case 1: // repeats itself
			b[i] = byte(i % 7)
		case 2: // of 16 bytes
			b[i] = byte(x >> 28)
		case 3: // any
			b[i] = byte(x >> 24)
		case 4: // words that come again
			if b[i] = byte(x>>29) + 'a'; i > 1000 && x>>20&15 > 0 {
				b[i] = b[i-int(x>>8&511)-1]
			}
		default: // runs
			if b[i] = byte(x >> 26); i > 0 && x>>16&63 > 0 {
				b[i] = b[i-1]
			}
		}
	}
	return b
}
