// Damaged sources: neither crash nor hang, and the same verdict as CPython's.
package syntax

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// scraps are inserted into sources.
var scraps = strings.Fields(`( ) [ ] { } : , ; + - * / | & < > = . % ~ ^ @ ! == != <= >= << >> ** // += := -> ... x y1 _ match case type print
	0 1_0 0x 0777 1.5e3 2j 'a' "b" b'c' f'{x}' f'{x!r:>{y}}' f"{ f' ''' """ rb'\d' u'' '\N{DIGIT ONE}' '\x' é £ $ ? \ #
	False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda
	nonlocal not or pass raise return try while with yield`)

var whites = []string{" ", "\n", "\t", "    ", "\n    ", "\n\t", "\f", "\\\n", "\r\n", ""}

// damage makes a few random edits.
func damage(r *rand.Rand, src string) string {
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

// chunk takes a few lines that begin at the left margin.
func chunk(r *rand.Rand, src string) string {
	lines := strings.SplitAfter(src, "\n")
	from := r.IntN(len(lines))
	for from > 0 && (strings.TrimSpace(lines[from]) == "" || strings.HasPrefix(lines[from], " ") || strings.HasPrefix(lines[from], "\t")) {
		from--
	}
	return strings.Join(lines[from:min(len(lines), from+1+r.IntN(25))], "")
}

// TestDamaged compares verdicts, trees and errors for randomly damaged pieces of CPython's library. PSY_TEST_FUZZ=N makes N of them,
// PSY_TEST_SEED chooses others.
func TestDamaged(t *testing.T) {
	c := startCPython(t)
	n := 1500
	if v, err := strconv.Atoi(os.Getenv("PSY_TEST_FUZZ")); err == nil {
		n = v
	}
	seed, _ := strconv.ParseUint(os.Getenv("PSY_TEST_SEED"), 10, 64)
	r := rand.New(rand.NewPCG(seed, 1))
	var sources []string
	for _, file := range libraryFiles(t) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text, e := Decode(b); e == nil && text != "" {
			sources = append(sources, text)
		}
	}
	verdicts, texts, refusedOnes := 0, 0, 0
	for range n {
		src := damage(r, chunk(r, sources[r.IntN(len(sources))]))
		if strings.IndexByte(src, 0) >= 0 {
			continue
		}
		want := c.ask(t, "exec", src)
		root, _, e := Parse(Newlines(src), Options{MaxDigits: maxDigits})
		switch {
		case (e == nil) != (want.Error == nil):
			verdicts++
			t.Errorf("%q: %v, want %v", src, e, want.Error)
		case e == nil:
			if got := Dump(root); got != want.Dump {
				t.Errorf("%q: %s", src, firstDifference(got, want.Dump))
			}
		default:
			refusedOnes++
			if got := errorText(e); got != jsonText(want.Error) {
				texts++
				t.Logf("%q:\n got %s\nwant %s", src, got, jsonText(want.Error))
			}
		}
		if verdicts > 20 {
			t.Fatal("and so on")
		}
	}
	t.Logf("%d sources: %d wrong verdicts; %d refused, %d of them with other errors", n, verdicts, refusedOnes, texts)
	if texts*20 > refusedOnes {
		t.Error("too many other errors")
	}
}
