// Package damage damages correct sources at random, so that most become wrong, for the tests of the front end.
package damage

import (
	"math/rand/v2"
	"strings"
)

// scraps are inserted into sources.
var scraps = strings.Fields(`( ) [ ] { } : , ; + - * / | & < > = . % ~ ^ @ ! == != <= >= << >> ** // += := -> ... x y1 _ match case type print
	0 1_0 0x 0777 1.5e3 2j 'a' "b" b'c' f'{x}' f'{x!r:>{y}}' f"{ f' ''' """ rb'\d' u'' '\N{DIGIT ONE}' '\x' é £ $ ? \ #
	False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda
	nonlocal not or pass raise return try while with yield`)

var whites = []string{" ", "\n", "\t", "    ", "\n    ", "\n\t", "\f", "\\\n", "\r\n", ""}

// Edit makes a few random edits.
func Edit(r *rand.Rand, src string) string {
	for range 1 + r.IntN(3) {
		at := r.IntN(len(src) + 1)
		switch r.IntN(6) {
		case 0:
			src = src[:at] + scraps[r.IntN(len(scraps))] + src[at:]
		case 1:
			src = src[:at] + " " + scraps[r.IntN(len(scraps))] + " " + src[at:]
		case 2:
			src = src[:at] + whites[r.IntN(len(whites))] + src[at:]
		case 3:
			end := min(len(src), at+1+r.IntN(8))
			src = src[:at] + src[end:]
		case 4:
			end := min(len(src), at+1+r.IntN(20))
			src = src[:end] + src[at:end] + src[end:]
		case 5:
			src = src[:at]
		}
		if src == "" {
			return "x"
		}
	}
	return strings.ToValidUTF8(src, "?")
}

// Chunk takes a few lines that begin at the left margin.
func Chunk(r *rand.Rand, src string) string {
	lines := strings.SplitAfter(src, "\n")
	from := r.IntN(len(lines))
	for from > 0 && (strings.TrimSpace(lines[from]) == "" || strings.HasPrefix(lines[from], " ") || strings.HasPrefix(lines[from], "\t")) {
		from--
	}
	return strings.Join(lines[from:min(len(lines), from+1+r.IntN(25))], "")
}
