package cjk

import (
	"compress/gzip"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/testkit/oracle"
)

//go:generate go run ../../../tests/withpython -out testdata/facts.txt.gz gen/facts.py

// The bytes that stand before what is decoded, in hexadecimal: as in gen/facts.py.
var isoPrefixes = []string{
	"", "1b2442", "1b2440", "1b242844", "1b24284f", "1b242851", "1b242850", "1b2441", "1b242843", "1b2429430e", "1b284a", "1b2849",
	"1b2e411b4e", "1b2e461b4e", "1b4e", "1b", "1b2428", "1b26401b2442", "0e", "1b284a0e",
}

func prefixes(name string) []string {
	switch {
	case strings.HasPrefix(name, "iso"):
		return isoPrefixes
	case strings.HasPrefix(name, "euc_j"):
		return []string{"", "8f"}
	}
	if p, ok := map[string][]string{
		"hz": {"", "7e7b", "7e", "7e7b7e"}, "gb18030": {"", "8130", "8239", "843331", "9030", "e331", "e332"},
		"euc_kr": {"", "a4d4a4", "a4d4a4a1a4bfa4"}, "big5hkscs": {"", "88"},
	}[name]; ok {
		return p
	}
	return []string{""}
}

func problem(start, stop, n int) string {
	switch {
	case stop > 0:
		return fmt.Sprintf("!%d-%d illegal multibyte sequence", start, start+stop)
	case stop == TooFew:
		return fmt.Sprintf("!%d-%d incomplete multibyte sequence", start, n)
	}
	return "!internal"
}

func decodeWhole(c *Codec, b []byte) string {
	var st State
	c.Begin(&st, true)
	out, used, stop := c.Decode(&st, nil, b)
	if stop != Done {
		return problem(used, stop, len(b))
	}
	return string(out)
}

func encodeWhole(c *Codec, text ...rune) string {
	var st State
	c.Begin(&st, false)
	out, used, stop := c.Encode(&st, nil, text, true)
	if stop != Done {
		return problem(used, stop, len(text))
	}
	return fmt.Sprintf("%x", c.Finish(&st, out))
}

// facts calls line for each line of gen/facts.py, with the text that its checksum is of.
func facts(c *Codec, line func(what, text string)) {
	for _, p := range prefixes(c.Name) {
		var prefix []byte
		fmt.Sscanf(p, "%x", &prefix)
		var items []string
		for a := range 256 {
			items = append(items, decodeWhole(c, append(prefix[:len(prefix):len(prefix)], byte(a))))
		}
		line(p+"=", strings.Join(items, "\n"))
		for a := range 256 {
			items = items[:0]
			for b := range 256 {
				items = append(items, decodeWhole(c, append(prefix[:len(prefix):len(prefix)], byte(a), byte(b))))
			}
			line(fmt.Sprintf("%s%02x*", p, a), strings.Join(items, "\n"))
		}
	}
	block := func(first rune) {
		var items []string
		for r := first; r < first+4096; r++ {
			items = append(items, encodeWhole(c, r))
		}
		line(fmt.Sprintf("%06x", first), strings.Join(items, "\n"))
	}
	for first := rune(0); first < 0x30000; first += 4096 {
		block(first)
	}
	block(0xe0000)
	block(0x10f000)
	var items []string
	for _, r := range "\u00ca\u00ea\u304b\u304d\u304f\u3051\u3053\u30ab\u30ad\u30af\u30b1\u30b3\u30bb\u30c4\u30c8\u31f7\u00e6\u0254\u028c\u0259\u025a\u02e9\u02e5\u3042a" {
		for _, d := range []string{"", "\u309a", "\u0304", "\u030c", "\u0300", "\u0301", "\u02e5", "\u02e9", "\u4e00", "\U00020000", "a"} {
			text := append([]rune{0x3042, r}, []rune(d)...)
			items = append(items, encodeWhole(c, text...)+" "+encodeWhole(c, append(text[1:], r)...))
		}
	}
	line("pairs", strings.Join(items, "\n"))
}

// TestFacts compares all codecs with what CPython does: every byte, every pair of bytes, behind the prefixes that matter, every character.
func TestFacts(t *testing.T) {
	f, err := os.Open("testdata/facts.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	want, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	compareFacts(t, string(want), "")
}

// TestFactsLive holds that the facts kept are those of the CPython that is installed; of two codecs, or with PSY_TEST_CODECS=1 of all.
func TestFactsLive(t *testing.T) {
	python := oracle.Find()
	if python == "" {
		t.Skip("no CPython 3.13 found (PSY_CPYTHON, python3.13 on PATH, pyenv)")
	}
	codecs := []string{"cp932", "euc_kr"}
	if os.Getenv("PSY_TEST_CODECS") != "" {
		codecs = []string{""}
	}
	for _, name := range codecs {
		out, err := exec.Command(python, "gen/facts.py", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		compareFacts(t, string(out), name)
	}
}

// compareFacts compares with what gen/facts.py has printed of a codec, or of all.
func compareFacts(t *testing.T, lines, codec string) {
	want := map[string]string{}
	for l := range strings.Lines(lines) {
		f := strings.Fields(l)
		want[f[0]+" "+f[1]] = f[2]
	}
	bad := map[string]int{}
	for _, c := range Codecs {
		if codec != "" && codec != c.Name {
			continue
		}
		facts(c, func(what, text string) {
			key := c.Name + " " + what
			if got := fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(text))); got != want[key] {
				if bad[c.Name]++; bad[c.Name] < 4 {
					t.Errorf("%s: differs%s", key, difference(key, text))
				}
			}
			delete(want, key)
		})
	}
	if len(want) > 0 {
		t.Errorf("%d facts were not looked at", len(want))
	}
	if len(bad) > 0 {
		t.Error(bad)
	}
}

// difference shows the first line that differs from CPython's, where CPython is found.
func difference(key, text string) string {
	python := oracle.Find()
	if python == "" {
		return ""
	}
	out, err := exec.Command(python, append([]string{"gen/facts.py"}, strings.Fields(key)...)...).Output()
	if err != nil {
		return ": " + err.Error()
	}
	got, want := strings.Split(text, "\n"), strings.Split(string(out), "\n")
	for i, w := range want {
		if i >= len(got) || got[i] != w {
			return fmt.Sprintf(": item %#x: %q, CPython %q", i, got[min(i, len(got)-1)], w)
		}
	}
	return ""
}

// TestPieces decodes and encodes texts cut into pieces: the result is that of the whole.
func TestPieces(t *testing.T) {
	text := []rune("aä~\n愛かき\u309aÊ\u0304ê한글똠힣がカ゚ｱ中文鎮\U0002000b€㐀z\n")
	for _, c := range Codecs {
		var st State
		c.Begin(&st, false)
		var data []byte
		var good []rune
		for i := 0; i < len(text); {
			out, used, stop := c.Encode(&st, data, text[i:], true)
			data = out
			good = append(good, text[i:i+used]...)
			i += used + max(stop, 0)
		}
		data = c.Finish(&st, data)
		c.Begin(&st, false)
		var pieces []byte
		for i, n := 0, 0; i < len(good); {
			n = min(n+1, len(good)-i)
			out, used, stop := c.Encode(&st, pieces, good[i:i+n], i+n == len(good))
			if stop > 0 || stop == TooFew && i+n == len(good) {
				t.Fatalf("%s: %q: %d", c.Name, good[i:i+n], stop)
			}
			pieces = out
			i, n = i+used, n-used
		}
		if pieces = c.Finish(&st, pieces); string(pieces) != string(data) {
			t.Errorf("%s: %x in pieces, %x as a whole", c.Name, pieces, data)
		}
		whole := decodeWhole(c, data)
		c.Begin(&st, true)
		var got, rest []byte
		for _, b := range data {
			rest = append(rest, b)
			out, used, stop := c.Decode(&st, got, rest)
			if stop > 0 || stop == Internal {
				t.Fatalf("%s: %x: %d", c.Name, rest, stop)
			}
			got, rest = out, rest[used:]
		}
		if string(got) != whole || len(rest) > 0 || !utf8.Valid(got) {
			t.Errorf("%s: %q in pieces, %q as a whole", c.Name, got, whole)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(byte(3), []byte("~{VPND~}"))
	f.Add(byte(6), []byte("\x1b$B\x24\x22\x1b(B"))
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		c := Codecs[int(which)%len(Codecs)]
		var st State
		c.Begin(&st, true)
		for i := 0; i < len(data); {
			out, used, stop := c.Decode(&st, nil, data[i:])
			if !utf8.Valid(out) || used > len(data)-i || len(out) > Most*(used+1) || stop > len(data)-i-used {
				t.Fatalf("%s: %x: %d bytes used, stopped by %d", c.Name, data[i:], used, stop)
			}
			i += used + max(stop, 1)
		}
	})
}
