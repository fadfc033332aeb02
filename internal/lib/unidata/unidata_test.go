package unidata

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os/exec"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// sampled is where the comparison with a live CPython begins to take every seventh code point only: beyond it are
// ideographs, private use and tags. The checksum covers them all.
const sampled = 0x20000

// facts prints a line for every code point, in the large planes for every step-th; factsPython is the same program.
func facts(step rune) []byte {
	var b bytes.Buffer
	bit := func(f bool) byte {
		if f {
			return '1'
		}
		return '0'
	}
	hex := func(f Full) {
		for _, r := range f.Runes[:f.N] {
			fmt.Fprintf(&b, " %x", r)
		}
		b.WriteByte(';')
	}
	for r := rune(0); r <= MaxRune; r++ {
		if r >= sampled && r%step != 0 {
			continue
		}
		for _, f := range []bool{IsAlpha(r), IsDecimal(r), IsDigit(r), IsNumeric(r), IsAlnum(r), IsLower(r), IsUpper(r),
			IsTitle(r) || IsUpper(r), IsSpace(r), IsLineBreak(r), IsPrintable(r), IsIdentifierStart(r), IsIdentifierContinue(r)} {
			b.WriteByte(bit(f))
		}
		hex(LowerAt([]rune{r}, 0))
		hex(UpperFull(r))
		hex(TitleFull(r))
		hex(FoldFull(r))
		fmt.Fprintf(&b, "%d %d %x", Decimal(r), Digit(r), ToLower(r))
		for _, word := range [][]rune{{'A', r, 'Σ'}, {'A', 'Σ', r}, {r, 'Σ'}} {
			at := strings.IndexRune(string(word), 'Σ')
			b.WriteByte(bit(FinalSigma(word, len([]rune(string(word)[:at])))))
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

const factsPython = `
import sys, unicodedata, _sre
bit = lambda f: "01"[bool(f)]
hexes = lambda s: "".join(" %x" % ord(c) for c in s) + ";"
out = []
for cp in range(0x110000):
    if cp >= 0x20000 and cp % 7: continue
    c = chr(cp)
    fs = (c.isalpha(), c.isdecimal(), c.isdigit(), c.isnumeric(), c.isalnum(), c.islower(), c.isupper(), c.istitle(), c.isspace(),
          len(("a" + c + "b").splitlines()) == 2, c.isprintable(), c.isidentifier(), ("a" + c).isidentifier())
    sigma = "".join(bit(w.lower()[len(w[:w.index("\u03a3")].lower())] == "\u03c2") for w in ("A" + c + "\u03a3", "A\u03a3" + c, c + "\u03a3"))
    out.append("".join(map(bit, fs)) + hexes(c.lower()) + hexes(c.upper()) + hexes(c.title()) + hexes(c.casefold())
        + "%d %d %x" % (unicodedata.decimal(c, -1), unicodedata.digit(c, -1), _sre.unicode_tolower(cp)) + sigma + "\n")
sys.stdout.write("".join(out))
`

func TestAgainstCPython(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 to compare with")
	}
	want, err := exec.Command(python, "-I", "-c", factsPython).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := facts(7)
	if bytes.Equal(got, want) {
		return
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	bad := 0
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			t.Errorf("line %d:\n got  %q\n want %q", i, g[i], w[i])
			if bad++; bad == 10 {
				return
			}
		}
	}
}

// TestChecksum holds the tables to the answers of CPython 3.13.0 where no CPython is at hand.
func TestChecksum(t *testing.T) {
	const want = 0xdf83478d
	if got := crc32.ChecksumIEEE(facts(1)); got != want {
		t.Errorf("checksum of all facts is %#x, want %#x", got, uint32(want))
	}
}

func TestSpots(t *testing.T) {
	text := func(f Full) string { return string(f.Runes[:f.N]) }
	for _, c := range []struct{ got, want string }{
		{text(UpperFull('ß')), "SS"}, {text(TitleFull('ß')), "Ss"}, {text(FoldFull('ß')), "ss"},
		{text(UpperFull('ΐ')), "\u0399\u0308\u0301"}, {text(LowerFull('İ')), "i̇"}, {text(TitleFull('ǆ')), "ǅ"},
		{string(AppendUpper(AppendLower(nil, 'A'), 'ﬃ')), "aFFI"},
		{string(AppendTitle(AppendFold(nil, 'ẞ'), 'é')), "ssÉ"},
		{string([]rune{ToUpper('ÿ'), ToLower('Ÿ'), ToTitle('ǉ'), ToFold('ς'), ToUpper('z'), ToLower('Z'), ToFold('Q'), ToTitle('q')}), "ŸÿǈσZzqQ"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	for _, r := range []rune{-1, MaxRune + 1, 1 << 30} {
		if IsAlnum(r) || IsPrintable(r) || Decimal(r) != -1 || ToLower(r) != r || LowerFull(r).Runes[0] != r {
			t.Errorf("%#x has properties", r)
		}
	}
	if !FinalSigma([]uint16{'O', 'Δ', 'O', 'Σ', '.'}, 3) || FinalSigma([]rune("ΣA"), 0) {
		t.Error("final sigma rule")
	}
}
