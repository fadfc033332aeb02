// Names of characters, as \N{...} knows them: the names of Unicode and their aliases.

package unidata

import (
	"bufio"
	"bytes"
	"compress/flate"
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:generate go run ../../../tests/withpython gen/names.py names.bin gen/aliases.txt

//go:embed names.bin
var namesBin []byte

// names maps names to characters. It is made when the first name is looked up.
var names = sync.OnceValue(func() map[string]rune {
	m := make(map[string]rune, 40000)
	lines := bufio.NewScanner(flate.NewReader(bytes.NewReader(namesBin)))
	r := 0
	for lines.Scan() {
		distance, name, _ := strings.Cut(lines.Text(), " ")
		d, _ := strconv.Atoi(distance)
		r += d
		m[name] = rune(r)
	}
	return m
})

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
	r, ok := names()[name]
	return r, ok
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

// namesOf maps characters to their names, aliases left out. It is made when it is first asked.
var namesOf = sync.OnceValue(func() map[rune]string {
	m := make(map[rune]string, 40000)
	for name, r := range names() {
		if !aliases()[name] {
			m[r] = name
		}
	}
	return m
})

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
	return namesOf()[r]
}
