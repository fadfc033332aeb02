// Classes of characters: everything that matches one character.

package sre

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/unidata"
)

type classKind uint8

const (
	kTable      classKind = iota // by table and rule
	kAnyAll                      // every character
	kAny                         // all but the newline
	kLiteral                     // c
	kNotLiteral                  // all but c
)

// class is a set of characters. Those below 256 are looked up in a table, the others by the rule.
type class struct {
	kind classKind
	c    uint32
	tab  [256]bool
	rule func(ch uint32) bool
}

func (s *class) has(ch uint32) bool {
	if ch < 256 {
		return s.tab[ch]
	}
	return s.rule(ch)
}

func newClass(kind classKind, c uint32, rule func(ch uint32) bool) *class {
	s := &class{kind: kind, c: c, rule: rule}
	for i := range s.tab {
		s.tab[i] = rule(uint32(i))
	}
	return s
}

var (
	anyAll    = newClass(kAnyAll, 0, func(uint32) bool { return true })
	anyButEOL = newClass(kAny, 0, func(ch uint32) bool { return ch != '\n' })
	nothing   = newClass(kTable, 0, func(uint32) bool { return false })
)

// literals are the classes of single characters that a pattern had so far. Classes do not change.
var literals [256]atomic.Pointer[class]

func literal(c uint32) *class {
	if c >= uint32(len(literals)) {
		return newClass(kLiteral, c, func(ch uint32) bool { return ch == c })
	}
	s := literals[c].Load()
	if s == nil {
		s = newClass(kLiteral, c, func(ch uint32) bool { return ch == c })
		literals[c].Store(s)
	}
	return s
}

//psy:bounded sets in patterns have no sets in them
func not(s *class, kind classKind) *class {
	return newClass(kind, s.c, func(ch uint32) bool { return !s.rule(ch) })
}

// union is the class of what is in any of them.
//
//psy:bounded sets in patterns have no sets in them
func union(list []*class) *class {
	if len(list) == 1 {
		return list[0]
	}
	return newClass(kTable, 0, func(ch uint32) bool {
		for _, s := range list {
			if s.rule(ch) {
				return true
			}
		}
		return false
	})
}

func lowerASCII(ch uint32) uint32 {
	if ch-'A' < 26 {
		return ch + 'a' - 'A'
	}
	return ch
}

func upperASCII(ch uint32) uint32 {
	if ch-'a' < 26 {
		return ch - ('a' - 'A')
	}
	return ch
}

// Lower is the lowercase form that comparisons without regard to case use, Upper its opposite: the first character of the full mapping.
func Lower(ch uint32) uint32 {
	if ch < 128 {
		return lowerASCII(ch)
	}
	return uint32(unidata.LowerFull(rune(ch)).Runes[0])
}

func Upper(ch uint32) uint32 {
	if ch < 128 {
		return upperASCII(ch)
	}
	return uint32(unidata.UpperFull(rune(ch)).Runes[0])
}

// fold maps each character that is compared by a function of it.
//
//psy:bounded sets in patterns have no sets in them
func fold(s *class, f func(uint32) uint32) *class {
	return newClass(kTable, 0, func(ch uint32) bool { return s.rule(f(ch)) })
}

// foldLocale is fold in the C locale, where a character of either case will do.
//
//psy:bounded sets in patterns have no sets in them
func foldLocale(s *class) *class {
	return newClass(kTable, 0, func(ch uint32) bool {
		lo := lowerASCII(ch)
		return s.rule(lo) || s.rule(upperASCII(ch)) && upperASCII(ch) != lo
	})
}

func isWordASCII(ch uint32) bool {
	return ch == '_' || ch-'0' < 10 || (ch|0x20)-'a' < 26 && ch < 128
}

func isSpaceASCII(ch uint32) bool { return ch == ' ' || ch-'\t' < 5 }

func isWord(ch uint32) bool {
	if ch < 128 {
		return isWordASCII(ch)
	}
	return unidata.IsAlnum(rune(ch))
}

// inCategory looks at one of the categories; each odd one is the opposite of the one before.
func inCategory(cat, ch uint32) bool {
	r, in := rune(ch), false
	switch cat &^ 1 {
	case catDigit:
		in = ch-'0' < 10
	case catSpace:
		in = isSpaceASCII(ch)
	case catWord, catLocWord:
		in = isWordASCII(ch)
	case catLinebreak:
		in = ch == '\n'
	case catUniDigit:
		in = unidata.IsDecimal(r)
	case catUniSpace:
		in = unidata.IsSpace(r)
	case catUniWord:
		in = isWord(ch)
	case catUniLinebreak:
		in = unidata.IsLineBreak(r)
	}
	return in != (cat&1 != 0)
}

var categories = sync.OnceValue(func() *[catCount]*class {
	t := new([catCount]*class)
	for cat := range t {
		t[cat] = newClass(kTable, 0, func(ch uint32) bool { return inCategory(uint32(cat), ch) })
	}
	return t
})

// checkSet reports whether the words are a set, without the FAILURE at its end.
func checkSet(w []uint32) bool {
	for len(w) > 0 {
		n := 1
		switch w[0] {
		case sNegate:
		case sLiteral:
			n = 2
		case sRange, sRangeUniIgnore:
			n = 3
		case sCharset:
			n = 1 + 8
		case sBigCharset:
			if len(w) < 2+64 {
				return false
			}
			for _, b := range blockIndex(w[2:]) {
				if uint32(b) >= w[1] {
					return false
				}
			}
			if uint64(w[1])*8 > uint64(len(w)) {
				return false
			}
			n = 2 + 64 + 8*int(w[1])
		case sCategory:
			if n = 2; len(w) > 1 && w[1] >= catCount {
				return false
			}
		default:
			return false
		}
		if n > len(w) {
			return false
		}
		w = w[n:]
	}
	return true
}

// blockIndex has for each 256 characters the number of their bitmap.
func blockIndex(w []uint32) *[256]uint8 { return (*[256]uint8)(unsafe.Pointer(&w[0])) }

func bit(bitmap []uint32, ch uint32) bool { return bitmap[ch>>5]>>(ch&31)&1 != 0 }

// inSet runs the words of a set. What they say first counts; NEGATE turns all that follows around.
func inSet(w []uint32, ch uint32) bool {
	ok := true
	for len(w) > 0 {
		switch w[0] {
		case sNegate:
			ok = !ok
			w = w[1:]
		case sLiteral:
			if ch == w[1] {
				return ok
			}
			w = w[2:]
		case sRange:
			if w[1] <= ch && ch <= w[2] {
				return ok
			}
			w = w[3:]
		case sRangeUniIgnore:
			if w[1] <= ch && ch <= w[2] {
				return ok
			}
			if up := Upper(ch); w[1] <= up && up <= w[2] {
				return ok
			}
			w = w[3:]
		case sCharset:
			if ch < 256 && bit(w[1:], ch) {
				return ok
			}
			w = w[9:]
		case sBigCharset:
			n := w[1]
			if ch < 65536 {
				block := uint32(blockIndex(w[2:])[ch>>8])
				if bit(w[66+block*8:], ch&255) {
					return ok
				}
			}
			w = w[66+n*8:]
		case sCategory:
			if inCategory(w[1], ch) {
				return ok
			}
			w = w[2:]
		}
	}
	return !ok
}

// newSet makes the class of a checked set. One that has a single part, as \d has, is the class of that part.
func newSet(w []uint32) *class {
	switch {
	case len(w) == 2 && w[0] == sCategory:
		return categories()[w[1]]
	case len(w) == 2 && w[0] == sLiteral:
		return literal(w[1])
	case len(w) == 3 && w[0] == sNegate && w[1] == sLiteral:
		return not(literal(w[2]), kNotLiteral)
	}
	return newClass(kTable, 0, func(ch uint32) bool { return inSet(w, ch) })
}
