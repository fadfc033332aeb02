// The encodings with more than two bytes for some characters: GB 18030, and EUC for Japanese and Korean; and HZ, which has a state.

package cjk

import (
	"sort"
	"unicode/utf8"
)

// gb18030 has four bytes for what the table lacks.
type gb18030 struct{ plain }

const (
	fourBytes = 39420  // how many sequences of four bytes the first planes have
	above     = 189000 // the number of the sequence for the first character above the first plane
)

func (gb18030) decode(ts []*table, _ *State, dst, src []byte) ([]byte, int, int) {
	t := ts[0]
	room, n, i := dst[:cap(dst)], len(dst), 0
	for i < len(src) {
		c := src[i]
		if c < 0x80 {
			k := asciiRun(src[i:])
			n += copy(room[n:], src[i:i+k])
			i += k
			continue
		}
		if i+1 == len(src) {
			return room[:n], i, TooFew
		}
		if d := src[i+1]; d < '0' || d > '9' {
			r := t.at(c, d)
			if r < 0 {
				return room[:n], i, 1
			}
			i += 2
			if isThree(r) {
				putThree(room[n:], r)
				n += 3
			} else {
				n = len(t.putOther(room[:n], r))
			}
			continue
		}
		if i+3 >= len(src) {
			return room[:n], i, TooFew
		}
		r := rune(noChar)
		if x, y := src[i+2], src[i+3]; c >= 0x81 && x >= 0x81 && x != 0xff && y >= '0' && y <= '9' {
			r = fourByteChar((int(c-0x81)*10+int(src[i+1]-'0'))*1260 + int(x-0x81)*10 + int(y-'0'))
		}
		if r < 0 {
			return room[:n], i, 1
		}
		n = len(utf8.AppendRune(room[:n], r))
		i += 4
	}
	return room[:n], i, Done
}

// fourByteChar is the character of the n-th sequence of four bytes.
func fourByteChar(n int) rune {
	if n >= above && n < above+0x100000 {
		return rune(n - above + 0x10000)
	}
	spans := library.spans
	i := sort.Search(len(spans), func(i int) bool { return spans[i].number+spans[i].length > n })
	if i < len(spans) && spans[i].number <= n {
		return rune(spans[i].first + n - spans[i].number)
	}
	return noChar
}

func fourByteNumber(r rune) int {
	if r >= 0x10000 {
		return int(r) - 0x10000 + above
	}
	for _, s := range library.spans {
		if c := int(r); s.first <= c && c < s.first+s.length {
			return s.number + c - s.first
		}
	}
	return -1
}

func (gb18030) encode(ts []*table, _ *State, dst []byte, src []rune, _ bool) ([]byte, int, int) {
	t := ts[0]
	room, n := dst[:cap(dst)], len(dst)
	for i, r := range src {
		if r < 0x80 {
			room[n] = byte(r)
			n++
			continue
		}
		if code := t.code(r); code != 0 {
			room[n], room[n+1] = byte(code>>8), byte(code)
			n += 2
			continue
		}
		k := fourByteNumber(r)
		if k < 0 {
			return room[:n], i, 1
		}
		room[n], room[n+1], room[n+2], room[n+3] = byte(k/12600+0x81), byte(k/1260%10+'0'), byte(k/10%126+0x81), byte(k%10+'0')
		n += 4
	}
	return room[:n], len(src), Done
}

// eucJP has half-width katakana behind 0x8E, and a second plane behind 0x8F: the second table, or where that lacks a code, the third.
type eucJP struct{ plain }

const (
	singleShift2  = 0x8E
	singleShift3  = 0x8F
	firstKatakana = 0xFF61 // half-width, for the bytes from 0xA1 to 0xDF
	lastKatakana  = 0xFF9F
)

func (eucJP) decode(ts []*table, _ *State, dst, src []byte) ([]byte, int, int) {
	i := 0
	for i < len(src) {
		c := src[i]
		if c < 0x80 {
			n := asciiRun(src[i:])
			dst = append(dst, src[i:i+n]...)
			i += n
			continue
		}
		if c > singleShift3 && i+1 < len(src) && src[i+1] >= 0x80 { // as most
			if r := ts[0].at(c&0x7f, src[i+1]&0x7f); r >= 0 {
				dst = ts[0].putChar(dst, r)
				i += 2
				continue
			}
		}
		if i+1 == len(src) || c == singleShift3 && i+2 == len(src) {
			return dst, i, TooFew
		}
		n, t, r := 2, ts[0], rune(noChar)
		switch d := src[i+1]; {
		case d < 0x80:
		case c == singleShift2:
			if d >= 0xA1 && d <= 0xDF {
				r = firstKatakana + rune(d) - 0xA1
			}
		case c == singleShift3:
			n = 3
			if e := src[i+2]; e >= 0x80 {
				for _, t = range ts[1:] {
					if r = t.at(d&0x7f, e&0x7f); r >= 0 {
						break
					}
				}
			}
		default:
			r = t.at(c&0x7f, d&0x7f)
		}
		if r < 0 {
			return dst, i, badPair(r)
		}
		dst = t.putChar(dst, r)
		i += n
	}
	return dst, i, Done
}

func (eucJP) encode(ts []*table, _ *State, dst []byte, src []rune, flush bool) ([]byte, int, int) {
	room, n := dst[:cap(dst)], len(dst)
	for i := 0; i < len(src); {
		r := src[i]
		switch {
		case r < 0x80:
			room[n] = byte(r)
			n++
			i++
			continue
		case r >= firstKatakana && r <= lastKatakana:
			room[n], room[n+1] = singleShift2, byte(r-firstKatakana+0xA1)
			n += 2
			i++
			continue
		}
		code, chars := ts[0].code(r), 1
		if code == pairMark {
			code, chars = ts[0].findPair(src[i:], flush)
		}
		if chars == 0 {
			return room[:n], i, TooFew
		}
		if code == 0 {
			for _, t := range ts[1:] {
				if code = t.code(r); code != 0 {
					break
				}
			}
			if ts[0].lost[r] {
				code = 0
			}
			if code == 0 {
				code = singleCode(setJISRoman, r)
				if code == 0 || len(ts) > 2 {
					return room[:n], i, 1
				}
				room[n] = byte(code)
				n++
				i++
				continue
			}
			room[n] = singleShift3
			n++
		}
		room[n], room[n+1] = byte(code>>8)|0x80, byte(code)|0x80
		n += 2
		i += chars
	}
	return room[:n], len(src), Done
}

// eucKR writes a syllable that KS X 1001 lacks as four letters: the filler, the consonant, the vowel, the final consonant.
type eucKR struct{ plain }

const (
	filler      = 0xD4 // behind 0xA4
	firstJamo   = 0xA1 // in row 0xA4: letters in the order of the block of compatibility jamo
	firstHangul = 0xAC00
	hangul      = 19 * 21 * 28
	finals      = 28
)

// The places, from ㄱ on, of the letters that can be first and last in a syllable; the last ones begin with none.
var (
	initialJamo = [...]byte{0, 1, 3, 6, 7, 8, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29}
	finalJamo   = [finals]byte{filler - firstJamo, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29}
)

const vowelJamo, vowels = 30, 21

func (eucKR) decode(ts []*table, st *State, dst, src []byte) ([]byte, int, int) {
	for i := 0; ; {
		var n, stop int
		dst, n, stop = euc{letters: true}.decode(ts, st, dst, src[i:])
		i += n
		if stop != 1 || src[i] != 0xA4 || src[i+1] != filler {
			return dst, i, stop
		}
		if i+8 > len(src) {
			return dst, i, TooFew
		}
		r := composed(src[i : i+8])
		if r < 0 {
			return dst, i, 1
		}
		dst = utf8.AppendRune(dst, r)
		i += 8
	}
}

// composed is the syllable of four letters, noChar for none.
func composed(b []byte) rune {
	if b[2] != 0xA4 || b[4] != 0xA4 || b[6] != 0xA4 {
		return noChar
	}
	place := func(list []byte, c byte) int {
		for i, x := range list {
			if x == c-firstJamo {
				return i
			}
		}
		return -1
	}
	first, last := place(initialJamo[:], b[3]), place(finalJamo[:], b[7])
	vowel := int(b[5]) - firstJamo - vowelJamo
	if first < 0 || last < 0 || vowel < 0 || vowel >= vowels {
		return noChar
	}
	return rune(firstHangul + (first*vowels+vowel)*finals + last)
}

func (eucKR) encode(ts []*table, st *State, dst []byte, src []rune, flush bool) ([]byte, int, int) {
	for i := 0; ; {
		var n, stop int
		dst, n, stop = euc{}.encode(ts, st, dst, src[i:], flush)
		i += n
		if stop != 1 || src[i] < firstHangul || src[i] >= firstHangul+hangul {
			return dst, i, stop
		}
		s := src[i] - firstHangul
		dst = append(dst, 0xA4, filler, 0xA4, firstJamo+initialJamo[s/(vowels*finals)],
			0xA4, firstJamo+vowelJamo+byte(s/finals%vowels), 0xA4, firstJamo+finalJamo[s%finals])
		i++
	}
}

// hz is ASCII with GB 2312 between ~{ and ~}. The state's first byte says whether it is within.
type hz struct{}

func (hz) begin(st *State, _ bool) { st[0] = 0 }

func (hz) finish(st *State, dst []byte) []byte {
	if st[0] != 0 {
		st[0] = 0
		dst = append(dst, "~}"...)
	}
	return dst
}

func (hz) decode(ts []*table, st *State, dst, src []byte) ([]byte, int, int) {
	t := ts[0]
	i := 0
	for i < len(src) {
		c := src[i]
		switch {
		case c == '~':
			if i+1 == len(src) {
				return dst, i, TooFew
			}
			switch d := src[i+1]; {
			case d == '~' && st[0] == 0:
				dst = append(dst, '~')
			case d == '{' && st[0] == 0:
				st[0] = 1
			case d == '\n' && st[0] == 0: // the line goes on
			case d == '}' && st[0] == 1:
				st[0] = 0
			default:
				return dst, i, 1
			}
			i += 2
		case c >= 0x80:
			return dst, i, 1
		case st[0] == 0:
			n := 1
			for i+n < len(src) && src[i+n] < 0x80 && src[i+n] != '~' {
				n++
			}
			dst = append(dst, src[i:i+n]...)
			i += n
		default:
			if i+1 == len(src) {
				return dst, i, TooFew
			}
			r := t.at(c, src[i+1])
			if r < 0 {
				return dst, i, 1
			}
			dst = t.putChar(dst, r)
			i += 2
		}
	}
	return dst, i, Done
}

func (hz) encode(ts []*table, st *State, dst []byte, src []rune, _ bool) ([]byte, int, int) {
	t := ts[0]
	room, n := dst[:cap(dst)], len(dst)
	for i, r := range src {
		if r < 0x80 {
			if st[0] != 0 {
				room[n], room[n+1] = '~', '}'
				n += 2
				st[0] = 0
			}
			room[n] = byte(r)
			if n++; r == '~' {
				room[n] = '~'
				n++
			}
			continue
		}
		code := t.code(r)
		if code == 0 {
			return room[:n], i, 1
		}
		if st[0] == 0 {
			room[n], room[n+1] = '~', '{'
			n += 2
			st[0] = 1
		}
		room[n], room[n+1] = byte(code>>8), byte(code)
		n += 2
	}
	return room[:n], len(src), Done
}
