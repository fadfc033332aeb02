// What the bytes of a text are for the scanner.

package expat

import (
	"sync"
	"unicode/utf8"
)

// class is what a byte is for the scanner. Those that a name may have stand together.
type class = uint8

const (
	kBad   class = iota // no character, or a byte that begins none
	kLead2              // the first byte of a character of 2, 3 or 4
	kLead3
	kLead4
	kOther
	kSpace
	kCR
	kLF
	kLess
	kAmp
	kBracketEnd
	kQuote
	kApostrophe
	kEquals
	kQuestion
	kExclamation
	kSlash
	kSemicolon
	kNumber
	kBracket
	kStart // letters but those of hexadecimal digits
	kHex
	kDigit
	kDot
	kMinus
	kColon
	kPercent
	kParen
	kParenEnd
	kStar
	kPlus
	kComma
	kBar
	kGreater
)

// classes are those of all bytes, where a colon parts names; plainClasses are those where it is a letter.
var classes, plainClasses = func() (with, without [256]class) {
	for i := range with {
		switch c := byte(i); {
		case c == '\t' || c == ' ':
			with[i] = kSpace
		case c >= 0xC0 && c < 0xE0:
			with[i] = kLead2
		case c >= 0xE0 && c < 0xF0:
			with[i] = kLead3
		case c >= 0xF0 && c < 0xF5:
			with[i] = kLead4
		case c < ' ' || c >= 0x80:
			with[i] = kBad
		case c >= '0' && c <= '9':
			with[i] = kDigit
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			with[i] = kHex
		case c|0x20 >= 'g' && c|0x20 <= 'z', c == '_':
			with[i] = kStart
		default:
			with[i] = kOther
		}
	}
	for c, k := range map[byte]class{'\r': kCR, '\n': kLF, '<': kLess, '&': kAmp, ']': kBracketEnd, '"': kQuote, '\'': kApostrophe, '=': kEquals, '?': kQuestion,
		'!': kExclamation, '/': kSlash, ';': kSemicolon, '#': kNumber, '[': kBracket, '.': kDot, '-': kMinus, ':': kColon, '%': kPercent, '(': kParen,
		')': kParenEnd, '*': kStar, '+': kPlus, ',': kComma, '|': kBar, '>': kGreater} {
		with[c] = k
	}
	without = with
	without[':'] = kStart
	return
}()

// The bytes that need no look inside of character data, attributes' values, comments and the like.
var plainData, plainValue, plainMarkup = func() (data, value, markup [256]bool) {
	for i := range data {
		k := classes[i]
		data[i] = k >= kOther && k != kCR && k != kLF && k != kLess && k != kAmp && k != kBracketEnd
		value[i] = k >= kOther && k != kCR && k != kLF && i != '\t' && i != ' ' && k != kLess && k != kAmp && k != kQuote && k != kApostrophe
		markup[i] = k >= kOther && k != kMinus && k != kQuestion && k != kQuote && k != kApostrophe && k != kBracketEnd && k != kLess
	}
	return
}()

func isNameClass(k class) bool { return k-kStart <= kMinus-kStart }

func isSpaceClass(k class) bool { return k-kSpace <= kLF-kSpace }

// nameTable has the characters of the basic plane that a name may have: bit 0 at its start, bit 1 later.
var nameTable = sync.OnceValue(func() *[1 << 16]uint8 {
	t := new([1 << 16]uint8)
	for _, r := range nameStart {
		for c := int(r[0]); c <= int(r[1]); c++ {
			t[c] = 3
		}
	}
	for _, r := range nameMore {
		for c := int(r[0]); c <= int(r[1]); c++ {
			t[c] = 2
		}
	}
	return t
})

// What characters of several bytes are.
const (
	badChar  = 0
	cutChar  = -1 // there is not all of it
	atStart  = 1
	anywhere = 2
)

// charAt is the length of the character of several bytes at i, badChar or cutChar.
func charAt(b []byte, i int) int {
	n := int(classes[b[i]]-kLead2) + 2
	if len(b)-i < n {
		return cutChar
	}
	r, size := utf8.DecodeRune(b[i:])
	if size != n || r == 0xFFFE || r == 0xFFFF {
		return badChar
	}
	return n
}

// nameCharAt is the same for a character that is to be in a name; badChar if it must not. where is atStart or anywhere.
func nameCharAt(b []byte, i int, where uint8) int {
	n := charAt(b, i)
	if n > 0 {
		if r, _ := utf8.DecodeRune(b[i:]); r > 0xFFFF || nameTable()[r]&where == 0 {
			return badChar
		}
	}
	return n
}

// position is a line and a column, counted from 0.
type position struct{ line, column int }

// advance counts the characters of a text.
func (p *position) advance(b []byte) {
	for i := 0; i < len(b); {
		c := b[i]
		i++
		switch {
		case c == '\n':
			p.line, p.column = p.line+1, 0
		case c == '\r':
			if i < len(b) && b[i] == '\n' {
				i++
			}
			p.line, p.column = p.line+1, 0
		case c < 0x80 || c >= 0xC0:
			p.column++
		}
	}
}
