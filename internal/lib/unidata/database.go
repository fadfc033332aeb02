// What the Unicode Character Database says of characters: by Unicode 15.1, and by 3.2, which internationalized domain names are made with.

package unidata

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"io"
	"strconv"
	"strings"
	"sync"
)

//go:generate go run ../../../tests/withpython gen/database.py database.bin

//go:embed database.bin
var databaseBin []byte

// Edition is a version of the database.
type Edition int

// The editions.
const (
	Current Edition = iota
	V3_2
)

// Character is what the database says of a character. Digits are -1 where there are none.
type Character struct {
	Category, Bidirectional, Width string
	Combining                      int
	Mirrored                       bool
	Decimal, Digit                 int
	Numeric                        float64
	HasNumeric                     bool
}

// Assigned reports whether the character is one.
func (c *Character) Assigned() bool { return c.Category != "Cn" }

// pageShift is how many characters share a place in database.pages, as a power of two.
const pageShift = 8

// database is the content of databaseBin, which gen/database.py explains.
type database struct {
	records  []Character
	starts   []rune      // of runs of characters
	pages    []uint16    // the run that each 256 characters begin in, and the last run
	runs     [][2]uint16 // their records, by edition
	mappings map[rune]string
	pairs    map[[2]rune]rune // what canonical decompositions into two are put together to
	replaced map[rune]rune    // what Unicode 3.2 makes of ideographs whose decomposition was wrong then
}

// ucd is made when it is first asked.
var ucd = sync.OnceValue(func() *database {
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(databaseBin)))
	if err != nil {
		panic("BUG: database.bin: " + err.Error())
	}
	sections := strings.Split(string(text), "\n\n")
	lines := func(i int) []string { return strings.Split(strings.TrimSuffix(sections[i], "\n"), "\n") }
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			return -1
		}
		return n
	}
	d := &database{mappings: map[rune]string{}, pairs: map[[2]rune]rune{}, replaced: map[rune]rune{}}
	for _, line := range lines(0) {
		f := strings.Fields(line)
		c := Character{Category: f[0], Bidirectional: strings.Trim(f[1], "-"), Combining: number(f[2]), Mirrored: f[3] == "1",
			Width: strings.Trim(f[4], "-"), Decimal: number(f[5]), Digit: number(f[6]), HasNumeric: f[7] != "-"}
		if c.HasNumeric {
			c.Numeric, _ = strconv.ParseFloat(f[7], 64)
		}
		d.records = append(d.records, c)
	}
	r := rune(0)
	for _, line := range lines(1) {
		f := strings.Fields(line)
		d.starts = append(d.starts, r)
		d.runs = append(d.runs, [2]uint16{uint16(number(f[1])), uint16(number(f[2]))})
		r += rune(number(f[0]))
	}
	i := 0
	for r := rune(0); r <= MaxRune; r += 1 << pageShift {
		for i+1 < len(d.starts) && d.starts[i+1] <= r {
			i++
		}
		d.pages = append(d.pages, uint16(i))
	}
	d.pages = append(d.pages, uint16(len(d.starts)-1))
	r = 0
	for _, line := range lines(2) {
		distance, mapping, _ := strings.Cut(line, " ")
		r += rune(number(distance))
		mapping, apart := strings.CutPrefix(mapping, "=")
		d.mappings[r] = mapping
		if _, m := parseMapping(mapping); mapping[0] != '<' && len(m) == 2 && !apart {
			d.pairs[[2]rune{m[0], m[1]}] = r
		}
	}
	for _, line := range lines(3) {
		from, to, _ := strings.Cut(line, " ")
		d.replaced[rune(number(from))] = rune(number(to))
	}
	return d
})

// parseMapping reads a decomposition: its tag, such as "<compat>", if it has one, and the characters.
func parseMapping(mapping string) (tag string, to []rune) {
	for _, f := range strings.Fields(mapping) {
		if f[0] == '<' {
			tag = f
			continue
		}
		r, _ := strconv.ParseUint(f, 16, 32)
		to = append(to, rune(r))
	}
	return tag, to
}

// Of is what the edition says of a character.
func (e Edition) Of(r rune) *Character {
	d := ucd()
	lo, hi := int(d.pages[r>>pageShift]), int(d.pages[r>>pageShift+1])
	for lo < hi {
		if m := (lo + hi + 1) / 2; d.starts[m] <= r {
			lo = m
		} else {
			hi = m - 1
		}
	}
	return &d.records[d.runs[lo][e]]
}

// Decomposition is a character's mapping as the database spells it, "<compat> 0020 0308"; "" without one.
func (e Edition) Decomposition(r rune) string {
	if e != Current && !e.Of(r).Assigned() {
		return ""
	}
	return ucd().mappings[r]
}
