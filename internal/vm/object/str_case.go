// Letters: changing their case, and the questions isalpha, isupper and the like.

package object

import (
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/unidata"
)

var strCaseMethods = []FuncDef{
	strChangesCase("upper", changeUpper),
	strChangesCase("lower", changeLower),
	strChangesCase("casefold", changeFold),
	strChangesCase("swapcase", changeSwap),
	strChangesCase("title", changeTitle),
	strChangesCase("capitalize", changeCapital),
	strIs("isalpha", unidata.IsAlpha),
	strIs("isalnum", unidata.IsAlnum),
	strIs("isdecimal", unidata.IsDecimal),
	strIs("isdigit", unidata.IsDigit),
	strIs("isnumeric", unidata.IsNumeric),
	strIs("isspace", isSpaceRune),
	{Name: "isprintable", Sig: "()", F0: func(t *Thread, v Value) Value {
		s := As[Str](v)
		if s.IsASCII() {
			ok := true
			for _, c := range s.units1() {
				ok = ok && c-' ' < 0x7F-' '
			}
			return Bool(ok)
		}
		return Bool(s.all(unidata.IsPrintable))
	}},
	{Name: "isascii", Sig: "()", F0: func(t *Thread, v Value) Value { return Bool(As[Str](v).IsASCII()) }},
	{Name: "islower", Sig: "()", F0: func(t *Thread, v Value) Value { return Bool(strIsLower(As[Str](v))) }},
	{Name: "isupper", Sig: "()", F0: func(t *Thread, v Value) Value { return Bool(strIsUpper(As[Str](v))) }},
	{Name: "istitle", Sig: "()", F0: func(t *Thread, v Value) Value { return Bool(strIsTitle(As[Str](v))) }},
	{Name: "isidentifier", Sig: "()", F0: func(t *Thread, v Value) Value { return Bool(StrIsIdentifier(As[Str](v))) }},
}

func strChangesCase(name string, c *caseChange) FuncDef {
	return FuncDef{Name: name, Sig: "()", F0: func(t *Thread, v Value) Value {
		s := As[Str](v)
		if s.Len == 0 {
			return t.RT.EmptyStr
		}
		return c.apply(t, s)
	}}
}

func asciiIsUpper(c byte) bool { return c-'A' < 26 }
func asciiIsLower(c byte) bool { return c-'a' < 26 }

// caseBits returns 0x20 in each byte of w that is an ASCII letter from first on.
func caseBits(w uint64, first byte) uint64 {
	const ones = 0x0101010101010101
	low := w &^ (ones * 0x80)
	from := low + ones*uint64(0x80-first)
	past := low + ones*uint64(0x80-first-26)
	return (from &^ past &^ w & (ones * 0x80)) >> 2
}

// flipCase changes the case of the ASCII letters that are among the 26 from first on.
func flipCase(dst, src []byte, first byte) {
	n := len(src) &^ 7
	for i := 0; i < n; i += 8 {
		w := *(*uint64)(unsafe.Pointer(&src[i]))
		*(*uint64)(unsafe.Pointer(&dst[i])) = w ^ caseBits(w, first)
	}
	for i := n; i < len(src); i++ {
		c := src[i]
		if c-first < 26 {
			c ^= 0x20
		}
		dst[i] = c
	}
}

func toUpperASCII(dst, src []byte) { flipCase(dst, src, 'a') }

func toLowerASCII(dst, src []byte) { flipCase(dst, src, 'A') }

func swapASCII(dst, src []byte) {
	n := len(src) &^ 7
	for i := 0; i < n; i += 8 {
		w := *(*uint64)(unsafe.Pointer(&src[i]))
		*(*uint64)(unsafe.Pointer(&dst[i])) = w ^ caseBits(w, 'a') ^ caseBits(w, 'A')
	}
	for i := n; i < len(src); i++ {
		c := src[i]
		if asciiIsUpper(c) || asciiIsLower(c) {
			c ^= 32
		}
		dst[i] = c
	}
}

// titled has the bytes that letters become in a title, first those at the begin of a word, then those within one. withinWord says after which bytes a word
// goes on.
var titled, withinWord = func() (to [2][256]byte, within [256]uint8) {
	for i := range 256 {
		c := byte(i)
		to[0][i], to[1][i] = c, c
		if asciiIsUpper(c) {
			to[1][i], within[i] = c+32, 1
		} else if asciiIsLower(c) {
			to[0][i], within[i] = c-32, 1
		}
	}
	return
}()

func titleASCII(dst, src []byte) {
	dst = dst[:len(src)]
	within := uint8(0)
	for i, c := range src {
		dst[i] = titled[within&1][c]
		within = withinWord[c]
	}
}

func capitalizeASCII(dst, src []byte) {
	toLowerASCII(dst, src)
	if len(dst) > 0 && asciiIsLower(dst[0]) {
		dst[0] -= 32
	}
}

func (s *Str) all(f func(rune) bool) bool {
	for i, n := 0, int(s.Len); i < n; i++ {
		if !f(s.At(i)) {
			return false
		}
	}
	return true
}

func strIs(name string, f func(rune) bool) FuncDef {
	return FuncDef{Name: name, Sig: "()", F0: func(t *Thread, v Value) Value {
		s := As[Str](v)
		return Bool(s.Len > 0 && s.all(f))
	}}
}

func strIsLower(s *Str) bool {
	cased := false
	for i, n := 0, int(s.Len); i < n; i++ {
		c := s.At(i)
		if unidata.IsUpper(c) || unidata.IsTitle(c) {
			return false
		}
		cased = cased || unidata.IsLower(c)
	}
	return cased
}

func strIsUpper(s *Str) bool {
	cased := false
	for i, n := 0, int(s.Len); i < n; i++ {
		c := s.At(i)
		if unidata.IsLower(c) || unidata.IsTitle(c) {
			return false
		}
		cased = cased || unidata.IsUpper(c)
	}
	return cased
}

func strIsTitle(s *Str) bool {
	cased, prev := false, false
	for i, n := 0, int(s.Len); i < n; i++ {
		c := s.At(i)
		switch {
		case unidata.IsUpper(c) || unidata.IsTitle(c):
			if prev {
				return false
			}
			prev, cased = true, true
		case unidata.IsLower(c):
			if !prev {
				return false
			}
			prev, cased = true, true
		default:
			prev = false
		}
	}
	return cased
}

// StrIsIdentifier is s.isidentifier().
func StrIsIdentifier(s *Str) bool {
	if s.Len == 0 || !unidata.IsIdentifierStart(s.At(0)) {
		return false
	}
	for i, n := 1, int(s.Len); i < n; i++ {
		if !unidata.IsIdentifierContinue(s.At(i)) {
			return false
		}
	}
	return true
}
