// Names of characters, as \N{...} knows them: the names of Unicode and their aliases.

package unidata

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"hash/maphash"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:generate go run ../../../tests/withpython gen/names.py names.bin gen/aliases.txt

//go:embed names.bin
var namesBin []byte

//go:generate go run ../../../tests/withpython gen/sequences.py sequences.bin gen/sequences.txt

//go:embed sequences.bin
var sequencesBin []byte

// sequences are the characters of the named sequences.
var sequences = sync.OnceValue(func() map[string]string {
	var text strings.Builder
	io.Copy(&text, flate.NewReader(bytes.NewReader(sequencesBin)))
	m := map[string]string{}
	for line := range strings.SplitSeq(text.String(), "\n") {
		name, characters, _ := strings.Cut(line, ";")
		m[name] = characters
	}
	return m
})

// LookupSequence finds the characters of a named sequence, in capitals or not.
func LookupSequence(name string) (string, bool) {
	s, ok := sequences()[strings.ToUpper(name)]
	return s, ok
}

// nameTable finds names. They lie in one text and are found by numbers, so that the table takes half the memory of a map of strings.
type nameTable struct {
	text   string
	begins []uint32        // where each name begins in text; it ends with its line
	runes  []rune          // the characters of the names, in order
	slots  [1 << 16]uint16 // by a hash of the name: its number plus 1; if another name is there, the next slot. 0: none
}

// namesText is a little more than the size of the text.
const namesText = 1 << 20

var nameSeed = maphash.MakeSeed()

// names is made when the first name is looked up. There are 35,000. A line of the text is the distance from the last character, and a name.
var names = sync.OnceValue(func() *nameTable {
	var text strings.Builder
	text.Grow(namesText)
	io.Copy(&text, flate.NewReader(bytes.NewReader(namesBin)))
	t := &nameTable{text: text.String()}
	lines := strings.Count(t.text, "\n")
	t.begins, t.runes = make([]uint32, 0, lines), make([]rune, 0, lines)
	r := rune(0)
	for at := 0; at < len(t.text); {
		distance, _, _ := strings.Cut(t.text[at:], " ")
		d, _ := strconv.Atoi(distance)
		r += rune(d)
		t.begins, t.runes = append(t.begins, uint32(at+len(distance)+1)), append(t.runes, r)
		name := t.name(len(t.runes) - 1)
		_, slot := t.find(name)
		t.slots[slot] = uint16(len(t.runes))
		at += len(distance) + 1 + len(name) + 1
	}
	return t
})

// name is the name of a number.
func (t *nameTable) name(n int) string {
	name, _, _ := strings.Cut(t.text[t.begins[n]:], "\n")
	return name
}

// find gives the number of a name, or -1 and the slot that it would have.
func (t *nameTable) find(name string) (n int, slot uint16) {
	for slot = uint16(maphash.String(nameSeed, name)); t.slots[slot] != 0; slot++ {
		if n := int(t.slots[slot]) - 1; t.name(n) == name {
			return n, slot
		}
	}
	return -1, slot
}

// ideographs are the ranges of characters that are named by their number.
var ideographs = [...][2]rune{{0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0x20000, 0x2a6df}, {0x2a700, 0x2b739}, {0x2b740, 0x2b81d},
	{0x2b820, 0x2cea1}, {0x2ceb0, 0x2ebe0}, {0x2ebf0, 0x2ee5d}, {0x30000, 0x3134a}, {0x31350, 0x323af}}

// The sounds that a Hangul syllable is named by: initial, vowel, final.
var (
	hangulL = strings.Split("G GG N D DD R M B BB S SS  J JJ C K T P H", " ")
	hangulV = strings.Split("A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I", " ")
	hangulT = strings.Split(" G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H", " ")
)

// LookupName finds the character of a name, in capitals or not.
func LookupName(name string) (rune, bool) {
	name = strings.ToUpper(name)
	if hex, ok := strings.CutPrefix(name, "CJK UNIFIED IDEOGRAPH-"); ok {
		v, err := strconv.ParseUint(hex, 16, 32)
		for _, r := range ideographs {
			if err == nil && len(hex) >= 4 && hex[0] != '0' && rune(v) >= r[0] && rune(v) <= r[1] {
				return rune(v), true
			}
		}
		return 0, false
	}
	if s, ok := strings.CutPrefix(name, "HANGUL SYLLABLE "); ok {
		return hangul(s)
	}
	t := names()
	if n, _ := t.find(name); n >= 0 {
		return t.runes[n], true
	}
	return 0, false
}

// hangul finds a syllable: the longest initial and vowel that fit.
func hangul(s string) (rune, bool) {
	longest := func(parts []string, s string) int {
		best := -1
		for i, p := range parts {
			if strings.HasPrefix(s, p) && (best < 0 || len(p) > len(parts[best])) {
				best = i
			}
		}
		return best
	}
	l := longest(hangulL, s)
	s = s[len(hangulL[l]):]
	v := longest(hangulV, s)
	if v < 0 {
		return 0, false
	}
	s = s[len(hangulV[v]):]
	for t, p := range hangulT {
		if s == p {
			return 0xac00 + rune((l*len(hangulV)+v)*len(hangulT)+t), true
		}
	}
	return 0, false
}

//go:embed gen/aliases.txt
var aliasesText string

var aliases = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, a := range strings.Split(aliasesText, "\n") {
		m[strings.TrimSpace(a)] = true
	}
	return m
})

// IsAlias reports whether a name is another one than the character's own.
func IsAlias(name string) bool { return aliases()[strings.ToUpper(name)] }

// NameMost is how long a name is at most.
const NameMost = 88

// Name is the name of a character, "" if it has none.
func Name(r rune) string {
	for _, x := range ideographs {
		if r >= x[0] && r <= x[1] {
			return "CJK UNIFIED IDEOGRAPH-" + strings.ToUpper(strconv.FormatInt(int64(r), 16))
		}
	}
	if i := int(r - 0xac00); i >= 0 && i < len(hangulL)*len(hangulV)*len(hangulT) {
		t := len(hangulT)
		return "HANGUL SYLLABLE " + hangulL[i/t/len(hangulV)] + hangulV[i/t%len(hangulV)] + hangulT[i%t]
	}
	t := names()
	for n, _ := slices.BinarySearch(t.runes, r); n < len(t.runes) && t.runes[n] == r; n++ {
		if name := t.name(n); !aliases()[name] {
			return name
		}
	}
	return ""
}
