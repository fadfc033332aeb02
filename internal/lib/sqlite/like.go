//go:build (linux && (amd64 || arm64)) || (darwin && (amd64 || arm64)) || (windows && amd64)

// LIKE. SQLite's own function copies each text to put a zero behind it, and takes it apart character by character.

package sqlite

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// onLike is the function like(pattern, text).
//
//psy:bounded what it calls is SQLite's own function
func onLike(tls *libc.TLS, x uintptr, argc int32, argv uintptr) {
	values := (*[2]*lib.TMem)(at(argv))
	p, ok := plainText(values[0])
	s, ok2 := plainText(values[1])
	if !ok || !ok2 || values[0].Fn > (*lib.Tsqlite3)(at(values[0].Fdb)).FaLimit[lib.SQLITE_LIMIT_LIKE_PATTERN_LENGTH] || !byBytes(p, s) {
		usualLike(tls, x, argc, argv)
		return
	}
	found := int32(0)
	if like(p, s) {
		found = 1
	}
	lib.Xsqlite3_result_int(tls, x, found)
}

// plainText is a value's text up to its first zero, where it is a text in UTF-8.
func plainText(v *lib.TMem) ([]byte, bool) {
	b, ok := wholeText(v)
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return b, ok
}

// wholeText is a value's text with its zeros.
func wholeText(v *lib.TMem) ([]byte, bool) {
	if v.Fflags&lib.MEM_AffMask != lib.MEM_Str || v.Fflags&lib.MEM_Zero != 0 || v.Fenc != lib.SQLITE_UTF8 || v.Fdb == 0 {
		return nil, false
	}
	return view(v.Fz, int(v.Fn)), true
}

// byBytes reports whether like compares as SQLite does, which compares characters: the same ones may be different bytes in what is no UTF-8, and U+FFFE
// counts as U+FFFD.
func byBytes(p, s []byte) bool {
	for _, c := range p {
		if c >= utf8.RuneSelf {
			return utf8.Valid(p) && bytes.IndexByte(p, 0xef) < 0 && utf8.Valid(s)
		}
	}
	return true
}

// like reports whether a text matches a pattern: % stands for any characters, _ for one, and ASCII letters for both cases.
func like(p, s []byte) bool {
	i, j := 0, 0        // in s, in p
	from, star := 0, -1 // where the last % ends to take characters; what follows that %
	for {
		if j < len(p) {
			switch c := p[j]; {
			case c == '%':
				j++
				from, star = i, j
				if j == len(p) {
					return true
				}
				if i = candidate(s, i, p[j:]); i < 0 {
					return false
				}
				from = i
				continue
			case i == len(s): // and the pattern wants more
				return false
			case c == '_':
				i += charLen(s[i:])
				j++
				continue
			case folded[c] == folded[s[i]]:
				i++
				j++
				continue
			}
		} else if i == len(s) {
			return true
		}
		if star < 0 || from == len(s) {
			return false
		}
		from += charLen(s[from:])
		if from = candidate(s, from, p[star:]); from < 0 {
			return false
		}
		i, j = from, star
	}
}

// candidate is the first place from i on where a pattern, which is not empty, may match, -1 for none.
func candidate(s []byte, i int, p []byte) int {
	c := p[0]
	if c == '_' || c == '%' {
		return i
	}
	if len(p) > 1 && p[1] != '_' && p[1] != '%' { // the first two characters, at eight places at once
		const ones, tops = 0x0101010101010101, 0x8080808080808080
		first, fold := eightOf(c)
		second, fold2 := eightOf(p[1])
		for ; i+9 <= len(s); i += 8 {
			x := (binary.LittleEndian.Uint64(s[i:]) | fold) ^ first | (binary.LittleEndian.Uint64(s[i+1:]) | fold2) ^ second
			if zeros := (x - ones) &^ x & tops; zeros != 0 {
				return i + bits.TrailingZeros64(zeros)>>3
			}
		}
	}
	c = folded[c]
	for ; i < len(s); i++ {
		if folded[s[i]] == c {
			return i
		}
	}
	return -1
}

// eightOf is a character eight times, and the bits that make capital letters small, if it is a letter.
func eightOf(c byte) (eight, fold uint64) {
	c = folded[c]
	if 'a' <= c && c <= 'z' {
		fold = 0x2020202020202020
	}
	return uint64(c) * 0x0101010101010101, fold
}

// charLen is how many bytes SQLite takes for a character, at the beginning of b, which is not empty.
func charLen(b []byte) int {
	n := 1
	if b[0] >= 0xc0 {
		for n < len(b) && b[n]&0xc0 == 0x80 {
			n++
		}
	}
	return n
}

// folded are bytes, but for letters of ASCII, which are the small ones.
var folded = func() (table [256]byte) {
	for c := range table {
		table[c] = byte(c)
		if 'A' <= c && c <= 'Z' {
			table[c] += 'a' - 'A'
		}
	}
	return
}()
