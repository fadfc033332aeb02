package unidata

import (
	"bufio"
	"bytes"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// TestNames looks up every name that CPython gives, in small letters too, and some that are none.
func TestNames(t *testing.T) {
	for name, want := range map[string]rune{"SNOWMAN": 0x2603, "latin small letter a": 'a', "LF": '\n', "HANGUL SYLLABLE GAGG": 0xac02,
		"CJK UNIFIED IDEOGRAPH-4E00": 0x4e00} {
		if got, ok := LookupName(name); !ok || got != want {
			t.Errorf("%s: %U, %v, want %U", name, got, ok, want)
		}
	}
	for _, name := range []string{"", "NO SUCH NAME", "HANGUL SYLLABLE ", "HANGUL SYLLABLE GX", "CJK UNIFIED IDEOGRAPH-", "CJK UNIFIED IDEOGRAPH-0041",
		"CJK UNIFIED IDEOGRAPH-04E00", "SNOWMAN "} {
		if got, ok := LookupName(name); ok {
			t.Errorf("%q: %U, want nothing", name, got)
		}
	}
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13")
	}
	out, err := exec.Command(python, "-I", "-c", `
import unicodedata
for c in range(0x110000):
    name = unicodedata.name(chr(c), "")
    if name:
        print(c, name)
`).Output()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); n++ {
		number, name, _ := strings.Cut(lines.Text(), " ")
		want, _ := strconv.Atoi(number)
		if got, ok := LookupName(strings.ToLower(name)); !ok || got != rune(want) {
			t.Fatalf("%s: %U, %v, want %U", name, got, ok, want)
		}
	}
	if n < 100_000 {
		t.Errorf("only %d names", n)
	}
}
