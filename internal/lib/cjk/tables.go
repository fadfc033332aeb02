// The tables: what pairs of bytes stand for, and the way back.

package cjk

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:generate go run ../../../tests/withpython gen/tables.py tables.bin

//go:embed tables.bin
var tablesBin []byte

// What a table says of a byte or of a pair of bytes that is no character.
const (
	noChar   = -1
	leadByte = -2
	lostChar = -3 // a character of a later edition of JIS X 0213
)

// pairBit marks an index in pairs, in place of a character.
const pairBit = 1 << 24

type (
	decodeRow [256]rune
	encodeRow [256]uint16
)

// table is an encoding of one or two bytes a character, or one plane of 94 by 94 characters, with seven bits a byte.
type table struct {
	singles  [256]rune       // of single bytes
	rows     [256]*decodeRow // by the first byte
	pairs    [][2]rune       // what codes stand for that stand for two characters
	pages    [0x300]*encodeRow
	pairCode map[[2]rune]int   // the way back for pairs
	begins   map[rune]struct{} // the characters that pairs begin with
	lost     map[rune]bool     // characters of a later edition, which no other set may stand in for
	ascii    bool              // single bytes below 0x80 are ASCII
	alone    bool              // a second character of which CPython sees nothing, since it looks at 16 bits, is swallowed
}

// at is the character of a pair of bytes, noChar, or an index in pairs with pairBit.
func (t *table) at(a, b byte) rune {
	if r := t.rows[a]; r != nil {
		return r[b]
	}
	return noChar
}

// code is the code of a character: one byte or two, 0 for none.
func (t *table) code(r rune) int {
	if uint32(r) < uint32(len(t.pages))<<8 {
		if p := t.pages[r>>8]; p != nil {
			return int(p[r&0xff])
		}
	}
	return 0
}

// pair is the code of two characters that are one, 0 for none.
func (t *table) pair(a, b rune) int { return t.pairCode[[2]rune{a, b}] }

func (t *table) startsPair(r rune) bool {
	_, ok := t.begins[r]
	return ok
}

// source is a table as it stands in the file, parents applied: a code has one character or two.
type source struct {
	singles map[byte]rune
	bad     []byte
	codes   map[int][2]rune // 0 for no second character
	oneWay  map[rune]int
}

// span is a run of characters whose codes of four bytes in GB 18030 follow each other.
type span struct{ number, first, length int }

// reader reads tables.bin.
type reader struct{ b []byte }

func (r *reader) byte() byte {
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *reader) num() int {
	n := 0
	for shift := 0; ; shift += 7 {
		c := r.byte()
		n |= int(c&0x7f) << shift
		if c < 0x80 {
			return n
		}
	}
}

func (r *reader) signed() int { return unzigzag(r.num()) }

func unzigzag(n int) int {
	if n&1 != 0 {
		return -(n >> 1) - 1
	}
	return n >> 1
}

func (r *reader) bytes() []byte {
	n := r.num()
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// sources reads the file. It is not kept: a table that is made of it is.
func sources() (map[string]*source, []span) {
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(tablesBin)))
	if err != nil {
		panic("BUG: tables.bin: " + err.Error())
	}
	r := &reader{data}
	all := map[string]*source{}
	for {
		name := string(r.bytes())
		if name == "" {
			break
		}
		s := &source{singles: map[byte]rune{}, codes: map[int][2]rune{}, oneWay: map[rune]int{}}
		inherit(s.codes, all, string(r.bytes()), string(r.bytes()))
		for range r.num() {
			b := byte(r.num())
			s.singles[b] = rune(r.num())
		}
		s.bad = r.bytes()
		last := 0
		for range r.num() {
			last += r.num()
			delete(s.codes, last)
			if strings.HasSuffix(name, "2000") {
				s.codes[last] = [2]rune{lostChar}
			}
		}
		s.add(r)
		cp := rune(0)
		for range r.num() {
			cp += rune(r.num())
			s.oneWay[cp] = r.num()
		}
		all[name] = s
	}
	spans := make([]span, r.num())
	number, first := 0, 0
	for i := range spans {
		number += r.signed()
		first += r.signed()
		n := r.num()
		spans[i] = span{number, first, n}
		number, first = number+n, first+n
	}
	return all, spans
}

// add reads the codes that the table's parent lacks, or has otherwise.
func (s *source) add(r *reader) {
	codes := make([]int, r.num())
	last := 0
	for i := range codes {
		last += r.num() + 1
		codes[i] = last
	}
	low := r.bytes()
	next := func() int {
		n := int(low[0]) | r.num()<<8
		low = low[1:]
		return n
	}
	char := 0
	for _, code := range codes {
		if n := next(); n != 0 {
			char += unzigzag(n)
			s.codes[code] = [2]rune{rune(char)}
			continue
		}
		a := rune(next())
		s.codes[code] = [2]rune{a, rune(next())}
	}
}

// inherit takes what a table has of its parents; how says how their codes become the table's.
func inherit(codes map[int][2]rune, all map[string]*source, parents, how string) {
	convert := map[string]func(int) int{"same": func(c int) int { return c }, "high": func(c int) int { return c | 0x8080 }, "sjis": sjis, "johab": johab}[how]
	plane := 0
	for parents != "" {
		name := parents
		if i := bytes.IndexByte([]byte(parents), '+'); i >= 0 {
			name, parents = parents[:i], parents[i+1:]
		} else {
			parents = ""
		}
		for code, c := range all[name].codes {
			if code = convert(code | plane); code != 0 {
				codes[code] = c
			}
		}
		plane = 0x80
	}
}

// sjis is the code in Shift JIS of a code of a plane; bit 7 of those of the second plane is set.
func sjis(code int) int {
	row, cell := code>>8-0x21, code&0x7f-0x21
	if code&0x80 != 0 { // its rows, by two and two for a lead byte
		if row < 15 {
			row = 94 + slices.Index([]int{0, 7, 2, 3, 4, 11, 12, 13, 14}, row)
		} else {
			row += 94 - 77 + 9
		}
	}
	lead := row/2 + 0x81
	if row >= 62 {
		lead += 0x40
	}
	if cell += 94 * (row % 2); cell >= 63 {
		cell++
	}
	return lead<<8 | cell + 0x40
}

// johab is the code in Johab of a code of KS X 1001; 0 for one that is not in the same order there.
func johab(code int) int {
	row, cell, lead := code>>8-0x21, code&0x7f-0x21, 0xd9
	if row >= 12 && row < 41 {
		return 0
	}
	if row >= 41 {
		row, lead = row-41, 0xe0
	}
	if cell += 94 * (row & 1); cell >= 78 {
		cell += 0x43 - 0x31
	}
	return (lead+row>>1)<<8 | cell + 0x31
}

// build makes the table.
func (s *source) build() *table {
	t := &table{pairCode: map[[2]rune]int{}, begins: map[rune]struct{}{}}
	for b := range t.singles {
		if t.singles[b] = rune(b); b >= 0x80 {
			t.singles[b] = leadByte
		}
	}
	for b, r := range s.singles {
		t.singles[b] = r
	}
	for _, b := range s.bad {
		t.singles[b] = noChar
	}
	t.ascii = true
	for b, r := range t.singles {
		t.ascii = t.ascii && (b >= 0x80 || r == rune(b))
		if r >= 0 {
			t.encodes(r, b)
		}
	}
	for _, code := range slices.Sorted(maps.Keys(s.codes)) {
		c := s.codes[code]
		row := t.rows[code>>8]
		if row == nil {
			row = &decodeRow{}
			for i := range row {
				row[i] = noChar
			}
			t.rows[code>>8] = row
		}
		if c[1] == 0 {
			row[code&0xff] = c[0]
			if c[0] >= 0 && t.code(c[0]) == 0 {
				t.encodes(c[0], code)
			}
			continue
		}
		row[code&0xff] = rune(pairBit | len(t.pairs))
		t.pairs = append(t.pairs, c)
		t.pairCode[c] = code
		t.begins[c[0]] = struct{}{}
	}
	for r, code := range s.oneWay {
		t.encodes(r, code)
	}
	return t
}

func (t *table) encodes(r rune, code int) {
	p := t.pages[r>>8]
	if p == nil {
		p = &encodeRow{}
		t.pages[r>>8] = p
	}
	p[r&0xff] = uint16(code)
}

// library has the tables that were asked for.
var library struct {
	sync.Mutex
	tables map[string]*table
	spans  []span
}

// load gives tables by name, and makes them if need be.
func load(names ...string) []*table {
	library.Lock()
	defer library.Unlock()
	var all map[string]*source
	out := make([]*table, len(names))
	for i, name := range names {
		if library.tables[name] == nil {
			if all == nil {
				spans := library.spans
				if all, spans = sources(); library.spans == nil {
					library.spans = spans
				}
			}
			if library.tables == nil {
				library.tables = map[string]*table{}
			}
			t := all[name].build()
			if name == "jisx0213a2000" {
				t.lost = map[rune]bool{0x7626: true, 0x7E6B: true, 0x9B1C: true}
			}
			t.alone = strings.Contains(name, "jis")
			library.tables[name] = t
		}
		out[i] = library.tables[name]
	}
	return out
}
