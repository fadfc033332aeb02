// The tables: what pairs of bytes stand for, and the way back.

package cjk

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"io"
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
	singles  [256]rune         // of single bytes
	rows     [256]*decodeRow   // by the first byte; none is nil
	pairs    [][2]rune         // what codes stand for that stand for two characters
	pages    [0x300]*encodeRow // none is nil
	pairCode map[[2]rune]int   // the way back for pairs
	begins   map[rune]uint16   // the characters that pairs begin with, and their codes alone; the pages have pairMark
	lost     map[rune]bool     // characters of a later edition, which no other set may stand in for
	ascii    bool              // single bytes below 0x80 are ASCII
	alone    bool              // a second character of which CPython sees nothing, since it looks at 16 bits, is swallowed
}

// The rows and pages of what a table lacks.
var (
	noRow  = newRow()
	noPage encodeRow
)

func newRow() *decodeRow {
	row := &decodeRow{}
	for i := range row {
		row[i] = noChar
	}
	return row
}

// pairMark is what the pages have for a character that pairs begin with. It is the code of nothing.
const pairMark = 0xFFFF

// at is the character of a pair of bytes, noChar, or an index in pairs with pairBit.
func (t *table) at(a, b byte) rune { return t.rows[a][b] }

// code is the code of a character: one byte or two, 0 for none, pairMark where pairs begin with it.
func (t *table) code(r rune) int {
	if uint32(r) < uint32(len(t.pages))<<8 {
		return int(t.pages[uint32(r)>>8][r&0xff])
	}
	return 0
}

// source is a table as it stands in the file, and what it has of its parents.
type source struct {
	parents, how string
	singles      [][2]int // bytes, and their characters
	bad          []byte
	codes        []rune // by code: 0 for none, or an index in pairs with pairBit
	pairs        [][2]rune
	oneWay       [][2]int // characters, and their codes
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

// contents is the file, not compressed.
func contents() *reader {
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(tablesBin)))
	if err != nil {
		panic("BUG: tables.bin: " + err.Error())
	}
	return &reader{data}
}

// sources reads those tables that are wanted, and their parents. They are not kept: the tables that are made of them are.
func sources(wanted []string) (map[string]*source, []span) {
	r := contents()
	all := map[string]*source{}
	family := map[string][]string{} // with the parents before it
	for n := *r; ; {
		name := string(n.bytes())
		if name == "" {
			break
		}
		s := n.source(nil, name)
		for _, p := range s.ancestors() {
			family[name] = append(family[name], family[p]...)
		}
		family[name] = append(family[name], name)
	}
	for _, name := range wanted {
		for _, f := range family[name] {
			all[f] = &source{}
		}
	}
	for {
		name := string(r.bytes())
		if name == "" {
			break
		}
		if all[name] == nil {
			r.source(nil, name)
		} else {
			all[name] = r.source(all, name)
		}
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

func (s *source) ancestors() []string {
	if s.parents == "" {
		return nil
	}
	return strings.Split(s.parents, "+")
}

// source reads a table. Without all, which has its parents, only they are told.
func (r *reader) source(all map[string]*source, name string) *source {
	s := &source{parents: string(r.bytes()), how: string(r.bytes())}
	if all != nil {
		s.inherit(all)
	}
	for range r.num() {
		s.singles = append(s.singles, [2]int{r.num(), r.num()})
	}
	s.bad = r.bytes()
	last := 0
	for range r.num() {
		if last += r.num(); all == nil {
			continue
		}
		if s.codes[last] = 0; strings.HasSuffix(name, "2000") {
			s.codes[last] = lostChar
		}
	}
	s.add(r, all != nil)
	cp := 0
	for range r.num() {
		cp += r.num()
		if code := r.num(); all != nil {
			s.oneWay = append(s.oneWay, [2]int{cp, code})
		}
	}
	return s
}

// add reads the codes that the table's parents lack, or have otherwise.
func (s *source) add(r *reader, keep bool) {
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
			if char += unzigzag(n); keep {
				s.codes[code] = rune(char)
			}
			continue
		}
		a := rune(next())
		if b := rune(next()); keep {
			s.codes[code] = rune(pairBit | len(s.pairs))
			s.pairs = append(s.pairs, [2]rune{a, b})
		}
	}
}

// inherit takes what the table has of its parents: how says how their codes become the table's.
func (s *source) inherit(all map[string]*source) {
	convert := map[string]func(int) int{"same": func(c int) int { return c }, "high": func(c int) int { return c | 0x8080 }, "sjis": sjis, "johab": johab}[s.how]
	s.codes = make([]rune, 1<<16)
	for plane, name := range s.ancestors() {
		p := all[name]
		for code, c := range p.codes {
			if c == 0 {
				continue
			}
			if c > 0 && c&pairBit != 0 {
				s.pairs = append(s.pairs, p.pairs[c&^pairBit])
				c = rune(pairBit | len(s.pairs) - 1)
			}
			if code = convert(code | plane<<7); code != 0 {
				s.codes[code] = c
			}
		}
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
	t := &table{pairCode: map[[2]rune]int{}, begins: map[rune]uint16{}}
	for i := range t.rows {
		t.rows[i] = noRow
	}
	for i := range t.pages {
		t.pages[i] = &noPage
	}
	for b := range t.singles {
		if t.singles[b] = rune(b); b >= 0x80 {
			t.singles[b] = leadByte
		}
	}
	for _, x := range s.singles {
		t.singles[x[0]] = rune(x[1])
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
	for code, c := range s.codes {
		if c == 0 {
			continue
		}
		row := t.rows[code>>8]
		if row == noRow {
			row = newRow()
			t.rows[code>>8] = row
		}
		row[code&0xff] = c
		switch {
		case c < 0:
		case c&pairBit != 0:
			p := s.pairs[c&^pairBit]
			t.pairCode[p] = code
			t.begins[p[0]] = 0
		case t.code(c) == 0:
			t.encodes(c, code)
		}
	}
	t.pairs = s.pairs
	for _, x := range s.oneWay {
		t.encodes(rune(x[0]), x[1])
	}
	for r := range t.begins {
		t.begins[r] = uint16(t.code(r))
		t.encodes(r, pairMark)
	}
	return t
}

func (t *table) encodes(r rune, code int) {
	p := t.pages[r>>8]
	if p == &noPage {
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
func load(names []string) []*table {
	library.Lock()
	defer library.Unlock()
	var all map[string]*source
	out := make([]*table, len(names))
	for i, name := range names {
		if library.tables[name] == nil {
			if all == nil {
				spans := library.spans
				if all, spans = sources(names); library.spans == nil {
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
