// Code points in UTF-8 that may hold lone surrogates.

package numfmt

import (
	"slices"
	"unicode/utf8"

	"github.com/psyco-go/psy/internal/lib/bignum"
)

// decodeRune is utf8.DecodeRuneInString that also accepts a surrogate's three bytes. n is 0 at the end.
func decodeRune(s string) (r rune, n int) {
	r, n = utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, n
}

// appendRune is utf8.AppendRune that also writes surrogates.
func appendRune(dst []byte, r rune) []byte {
	if r >= 0xD800 && r < 0xE000 {
		return append(dst, 0xED, 0x80|byte(r>>6&0x3F), 0x80|byte(r&0x3F))
	}
	return utf8.AppendRune(dst, r)
}

// filler fills up, however much, in pieces.
type filler struct {
	Stop    bignum.Stop // asked between pieces; true ends the formatting with ErrStopped. nil: never
	stopped bool
}

const fillPiece = 1 << 16 // characters

func (f *filler) ended() bool {
	f.stopped = f.stopped || f.Stop != nil && f.Stop()
	return f.stopped
}

// fill appends n characters, fewer once it is stopped.
func (f *filler) fill(dst []byte, c rune, n int) []byte {
	if n <= fillPiece {
		return appendFill(dst, c, n)
	}
	from := len(dst)
	dst = slices.Grow(dst, n*len(appendRune(nil, c)))
	dst = appendFill(dst, c, fillPiece)
	piece := dst[from:]
	for n -= fillPiece; n > 0 && !f.ended(); n -= fillPiece {
		dst = append(dst, piece[:len(piece)/fillPiece*min(n, fillPiece)]...)
	}
	return dst
}

// Fill appends n characters.
func (f *filler) Fill(dst []byte, c rune, n int) ([]byte, error) { return f.done(f.fill(dst, c, n)) }

// done is what an appending function returns.
func (f *filler) done(dst []byte) ([]byte, error) {
	if f.stopped {
		return nil, ErrStopped
	}
	return dst, nil
}

func appendFill(dst []byte, fill rune, n int) []byte {
	if fill < 0x80 {
		for ; n > 0; n-- {
			dst = append(dst, byte(fill))
		}
		return dst
	}
	for ; n > 0; n-- {
		dst = appendRune(dst, fill)
	}
	return dst
}

// cut returns the first n code points of s and how many there are, at most n; n < 0 takes all.
func cut(s string, n int) (string, int) {
	count := 0
	for i := 0; i < len(s); {
		if count == n {
			return s[:i], count
		}
		_, size := decodeRune(s[i:])
		i += size
		count++
	}
	return s, count
}
