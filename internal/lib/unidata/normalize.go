// The normalization forms of Unicode (UAX #15).

package unidata

import (
	"slices"
	"sync"
	"unsafe"
)

// Form is a normalization form.
type Form struct {
	Compatible bool // the K in NFKC and NFKD
	Composed   bool // the C
}

// Hangul syllables are put together by arithmetic.
const (
	hangulBase  = 0xac00
	hangulLBase = 0x1100
	hangulVBase = 0x1161
	hangulTBase = 0x11a7
	hangulLs    = 19
	hangulVs    = 21
	hangulTs    = 28
)

// decomposedMost is more characters than the decomposition of any has.
const decomposedMost = 32

// What is to be known of a character for normalizing lies in a word: its combining class, and these bits. The highest 16 bits number its decomposition.
const (
	classMask       = 0xFF
	changesNFD      = 1 << 8 // it is something else in that form
	changesNFKD     = 1 << 9
	changesNFC      = 1 << 10
	changesNFKC     = 1 << 11
	composes        = 1 << 12 // it may be put together with one before it
	decompositionAt = 16
)

// mask are the bits of characters that may not stay as they are in a form.
func (f Form) mask() uint32 {
	switch {
	case f.Composed && f.Compatible:
		return changesNFKC | composes
	case f.Composed:
		return changesNFC | composes
	case f.Compatible:
		return changesNFKD
	}
	return changesNFD
}

// normalBlock is how many characters a block of the table has, as a power of two.
const normalBlock = 8

// normals is the table for normalizing. Most blocks are the first one, in which nothing changes.
type normals struct {
	index  [(MaxRune + 1) >> normalBlock]uint8
	blocks [][1 << normalBlock]uint32
	full   [][2][]rune // full decompositions, canonical and compatible
}

func (n *normals) of(r rune) uint32 {
	if uint32(r) > MaxRune {
		return 0
	}
	return n.blocks[n.index[r>>normalBlock]][r&(1<<normalBlock-1)]
}

// at is where the word of a character stands, in a block of its own.
func (n *normals) at(r rune) *uint32 {
	i := &n.index[r>>normalBlock]
	if *i == 0 {
		n.blocks = append(n.blocks, [1 << normalBlock]uint32{})
		*i = uint8(len(n.blocks) - 1)
	}
	return &n.blocks[*i][r&(1<<normalBlock-1)]
}

// normalTable is made when it is first asked.
var normalTable = sync.OnceValue(buildNormals)

func buildNormals() *normals {
	d, n := ucd(), &normals{blocks: make([][1 << normalBlock]uint32, 1)}
	for i, start := range d.starts {
		end := rune(MaxRune + 1)
		if i+1 < len(d.starts) {
			end = d.starts[i+1]
		}
		for class := d.records[d.runs[i][Current]].Combining; class != 0 && start < end; start++ {
			*n.at(start) |= uint32(class)
		}
	}
	for pair := range d.pairs {
		*n.at(pair[1]) |= composes
	}
	for r := rune(hangulVBase); r < hangulVBase+hangulVs; r++ {
		*n.at(r) |= composes
	}
	for r := rune(hangulTBase + 1); r < hangulTBase+hangulTs; r++ {
		*n.at(r) |= composes
	}
	for r := rune(hangulBase); r < hangulBase+hangulLs*hangulVs*hangulTs; r++ {
		*n.at(r) |= changesNFD | changesNFKD
	}
	n.full = make([][2][]rune, 1, len(d.mappings)+1)
	for r, mapping := range d.mappings {
		bits := uint32(changesNFKD | changesNFKC)
		if mapping[0] != '<' {
			bits |= changesNFD | changesNFC
		}
		n.full = append(n.full, [2][]rune{Current.expand(nil, Form{}, r), Current.expand(nil, Form{Compatible: true}, r)})
		*n.at(r) |= bits | uint32(len(n.full)-1)<<decompositionAt
	}
	for r := range d.mappings { // what is put together to itself again stays
		w := n.at(r)
		for i, bit := range [...]uint32{changesNFC, changesNFKC} {
			parts := slices.Clone(n.full[*w>>decompositionAt][i])
			n.order(parts)
			if whole := n.compose(d, parts); len(whole) == 1 && whole[0] == r {
				*w &^= bit
			}
		}
	}
	return n
}

// Normalize gives a text in a form; it is the text itself where nothing changes. By Unicode 3.2 what was not assigned then stays as it is; combining and
// composing are today's. grow makes room in the result for so many characters more; false ends the work.
func (e Edition) Normalize(form Form, text []rune, grow func(out []rune, n int) ([]rune, bool)) ([]rune, bool) {
	n, mask := normalTable(), form.mask()
	at := Unchanged(form, text)
	if at == len(text) {
		return text, true
	}
	d := ucd()
	out, ok := grow(nil, len(text)+decomposedMost)
	for ok {
		// What changes lies between two characters that neither change nor combine with what is before them.
		lo, hi := at, at+1
		for lo > 0 && n.of(text[lo])&(mask|classMask) != 0 {
			lo--
		}
		for hi < len(text) && n.of(text[hi])&(mask|classMask) != 0 {
			hi++
		}
		if out, ok = room(out, lo, grow); !ok {
			break
		}
		out = append(out, text[:lo]...)
		start := len(out)
		for _, r := range text[lo:hi] {
			if out, ok = room(out, decomposedMost, grow); !ok {
				return nil, false
			}
			out = e.decompose(n, out, form, r)
		}
		n.order(out[start:])
		if form.Composed {
			out = out[:start+len(n.compose(d, out[start:]))]
		}
		text = text[hi:]
		if at = Unchanged(form, text); at == len(text) {
			if out, ok = room(out, len(text), grow); ok {
				return append(out, text...), true
			}
		}
	}
	return nil, false
}

// room sees to it that n characters more fit in.
func room(out []rune, n int, grow func(out []rune, n int) ([]rune, bool)) ([]rune, bool) {
	if cap(out)-len(out) >= n {
		return out, true
	}
	return grow(out, n)
}

// suspects has a bit for each character that may not stay as it is in a form, or combines. As in the table that it is made of, most blocks are the first one.
type suspects struct {
	index  [1 << (21 - normalBlock)]uint8
	blocks [1 << 8][1 << normalBlock / 64]uint64
}

// has is 1 for characters that are suspect.
func (s *suspects) has(r uint32) uint64 {
	return s.blocks[s.index[r>>normalBlock&(1<<(21-normalBlock)-1)]][r>>6&(1<<normalBlock/64-1)] >> (r & 63) & 1
}

// suspectsOf are made when they are first asked.
var suspectsOf = func() (all [4]func() *suspects) {
	for i := range all {
		all[i] = sync.OnceValue(func() *suspects {
			n, s := normalTable(), new(suspects)
			mask := Form{Composed: i&1 != 0, Compatible: i&2 != 0}.mask() | classMask
			copy(s.index[:], n.index[:])
			for i, block := range n.blocks {
				for j, w := range block {
					if w&mask != 0 {
						s.blocks[i][j/64] |= 1 << (j % 64)
					}
				}
			}
			return s
		})
	}
	return all
}()

// Unchanged is where the first character of a text stands that may not stay as it is in a form, or the length.
func Unchanged[U uint8 | uint16 | rune](form Form, text []U) int {
	i := 0
	if form.Composed {
		i = 1
		if unsafe.Sizeof(text[0]) == 1 && !form.Compatible { // below U+0300 nothing changes
			return len(text)
		}
	}
	if form.Compatible {
		i |= 2
	}
	s, n, mask := suspectsOf[i](), normalTable(), form.mask()
	last := uint32(0)
	for i := 0; i < len(text); {
		if len(text)-i >= 4 {
			p := (*[4]U)(text[i:])
			if s.has(uint32(p[0]))|s.has(uint32(p[1]))|s.has(uint32(p[2]))|s.has(uint32(p[3])) == 0 {
				i += 4
				last = 0
				continue
			}
		}
		w := n.of(rune(text[i]))
		class := w & classMask
		if w&mask != 0 || class != 0 && class < last {
			return i
		}
		i++
		last = class
	}
	return len(text)
}

// decompose appends a character's full decomposition.
func (e Edition) decompose(n *normals, out []rune, form Form, r rune) []rune {
	w := n.of(r)
	switch {
	case w&(changesNFD|changesNFKD) == 0:
		return append(out, r)
	case e != Current || w>>decompositionAt == 0:
		return e.expand(out, form, r)
	case form.Compatible:
		return append(out, n.full[w>>decompositionAt][1]...)
	}
	return append(out, n.full[w>>decompositionAt][0]...)
}

// expand is decompose by the database.
//
//psy:bounded by the tables
func (e Edition) expand(out []rune, form Form, r rune) []rune {
	if r < 0x80 {
		return append(out, r)
	}
	if i := r - hangulBase; i >= 0 && i < hangulLs*hangulVs*hangulTs {
		out = append(out, hangulLBase+i/(hangulVs*hangulTs), hangulVBase+i%(hangulVs*hangulTs)/hangulTs)
		if t := i % hangulTs; t > 0 {
			out = append(out, hangulTBase+t)
		}
		return out
	}
	if e == V3_2 {
		if to, ok := ucd().replaced[r]; ok {
			return append(out, to)
		}
	}
	mapping := e.Decomposition(r)
	if mapping == "" || mapping[0] == '<' && !form.Compatible {
		return append(out, r)
	}
	_, to := parseMapping(mapping)
	for _, c := range to {
		out = e.expand(out, form, c)
	}
	return out
}

// order sorts each run of combining characters by their classes.
func (n *normals) order(text []rune) {
	for i := 0; i < len(text); {
		j, sorted, last := i, true, uint32(0)
		for ; j < len(text); j++ {
			class := n.of(text[j]) & classMask
			if class == 0 {
				break
			}
			sorted, last = sorted && class >= last, class
		}
		if !sorted {
			slices.SortStableFunc(text[i:j], func(a, b rune) int { return int(n.of(a)&classMask) - int(n.of(b)&classMask) })
		}
		i = j + 1
	}
}

// compose puts characters together, in place: each with the last one of class 0 before it, unless one that is as strong stands between them.
func (n *normals) compose(d *database, text []rune) []rune {
	out := text[:0]
	starter, last := -1, uint32(0) // where the last character of class 0 stands, and the class of what was written last
	for _, r := range text {
		w := n.of(r)
		class := w & classMask
		if w&composes != 0 && starter >= 0 && (last < class || last == 0) {
			if c, ok := d.pair(out[starter], r); ok {
				out[starter] = c
				continue
			}
		}
		if class == 0 {
			starter = len(out)
		}
		last = class
		out = append(out, r)
	}
	return out
}

func (d *database) pair(a, b rune) (rune, bool) {
	if l, v := a-hangulLBase, b-hangulVBase; l >= 0 && l < hangulLs && v >= 0 && v < hangulVs {
		return hangulBase + (l*hangulVs+v)*hangulTs, true
	}
	if s, t := a-hangulBase, b-hangulTBase; s >= 0 && s < hangulLs*hangulVs*hangulTs && s%hangulTs == 0 && t > 0 && t < hangulTs {
		return a + t, true
	}
	c, ok := d.pairs[[2]rune{a, b}]
	return c, ok
}
