// What is done with many characters at once.

package sre

import (
	"bytes"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/units"
)

// asBytes is a text of one byte a character.
func asBytes[T unit](text []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(text))), len(text))
}

// index is the first place of c in the text, or -1.
func index[T unit](text []T, c uint32) int {
	if unsafe.Sizeof(T(0)) == 1 {
		if c > 255 {
			return -1
		}
		return bytes.IndexByte(asBytes(text), byte(c))
	}
	if uint32(T(c)) != c {
		return -1
	}
	for i := units.Index(text, T(c)); i < len(text); i++ {
		if uint32(text[i]) == c {
			return i
		}
	}
	return -1
}

// span is how many characters at the beginning of the text are in the set.
func span[T unit](text []T, s *class) int {
	switch s.kind {
	case kAnyAll:
		return len(text)
	case kAny:
		if i := index(text, '\n'); i >= 0 {
			return i
		}
		return len(text)
	case kNotLiteral:
		if i := index(text, s.c); i >= 0 {
			return i
		}
		return len(text)
	case kLiteral:
		for i, ch := range text {
			if uint32(ch) != s.c {
				return i
			}
		}
		return len(text)
	}
	if unsafe.Sizeof(T(0)) == 1 {
		tab := &s.tab
		for i, ch := range asBytes(text) {
			if !tab[ch] {
				return i
			}
		}
		return len(text)
	}
	for i, ch := range text {
		if !s.has(uint32(ch)) {
			return i
		}
	}
	return len(text)
}

// same reports whether the text begins with s; fold may make characters alike.
func same[T unit](s, text []T, fold func(uint32) uint32) bool {
	for i, ch := range s {
		if a, b := uint32(ch), uint32(text[i]); a != b && (fold == nil || fold(a) != fold(b)) {
			return false
		}
	}
	return true
}

// at reports whether ptr is at such a position.
func at[T unit](pos uint32, text []T, ptr int) bool {
	word := isWordASCII
	switch pos {
	case atBeginning, atBeginningString:
		return ptr == 0
	case atBeginningLine:
		return ptr == 0 || text[ptr-1] == '\n'
	case atEnd:
		return ptr == len(text) || ptr == len(text)-1 && text[ptr] == '\n'
	case atEndLine:
		return ptr == len(text) || text[ptr] == '\n'
	case atEndString:
		return ptr == len(text)
	case atUniBoundary, atUniNonBoundary:
		word = isWord
	}
	if len(text) == 0 { // an empty text has no boundary, nor the opposite of one
		return false
	}
	before := ptr > 0 && word(uint32(text[ptr-1]))
	after := ptr < len(text) && word(uint32(text[ptr]))
	return (before != after) == (pos == atBoundary || pos == atLocBoundary || pos == atUniBoundary)
}

// find is the first place of what p.need says, or -1.
func find[T unit](p *Program, text []T) int {
	if unsafe.Sizeof(T(0)) == 1 {
		if p.bytes == nil {
			return -1
		}
		return bytes.Index(asBytes(text), p.bytes)
	}
	for at := 0; ; at++ {
		i := index(text[at:], p.need[0])
		if at += i; i < 0 || len(text)-at < len(p.need) {
			return -1
		}
		if begins(text[at:], p.need) {
			return at
		}
	}
}

// begins reports whether the text, which is long enough, begins with str.
func begins[T unit](text []T, str []uint32) bool {
	for i, c := range str {
		if uint32(text[i]) != c {
			return false
		}
	}
	return true
}

// search tries match at each place where the program can begin.
func search[T unit](m *Machine, p *Program, text []T, ptr int) Status {
	last := len(text) - p.width // the last place where there is room for a match
	need := -1                  // where the text has p.need
	for ; ptr <= last; ptr++ {
		if p.need != nil {
			if need < ptr+p.least {
				from := min(ptr+p.least, len(text))
				i := find(p, text[from:])
				if i < 0 {
					return No
				}
				m.fuel -= i >> 8
				need = from + i
			}
			if p.most >= 0 {
				ptr = max(ptr, need-p.most)
			}
		}
		switch {
		case p.first != nil:
			from := ptr
			for ptr < len(text) && !p.first.has(uint32(text[ptr])) {
				ptr++
			}
			m.fuel -= (ptr - from) >> 4
			if p.need != nil && need < ptr+p.least {
				ptr--
				continue
			}
		case p.anchor == lineStart && ptr > 0 && text[ptr-1] != '\n':
			i := index(text[ptr:], '\n')
			if i < 0 {
				return No
			}
			ptr += i + 1
		}
		if ptr > last {
			return No
		}
		m.Start = ptr
		if s := match(m, p, text, ptr); s != No {
			return s
		}
		m.must = -1
		if p.anchor == textStart {
			return No
		}
	}
	return No
}
