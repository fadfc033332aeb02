// Package cjk has the encodings of Chinese, Japanese and Korean that Python's library has, as CPython 3.13 has them.
//
// A codec decodes and encodes pieces of any length: what is incomplete at the end of a piece is told, and the state of encodings that
// have one (shifts, designated sets of characters) is the caller's.
package cjk

import (
	"encoding/binary"
	"slices"
	"sync"
	"unicode/utf8"
)

// State is the state of an encoder or a decoder. Programs see its bytes.
type State [8]byte

// What a codec says of what it stopped at, beside the length of an illegal sequence.
const (
	Done     = 0
	TooFew   = -1 // it is incomplete
	Internal = -2 // it needs a set of characters that was never designated
)

// Most is how many bytes at most a codec makes of one character, and MostDecoded how many bytes of UTF-8 of one byte.
const (
	Most        = 16
	MostDecoded = 4
)

// Codec is an encoding.
type Codec struct {
	Name   string
	Module string // the native module that has it

	tables func() []*table
	scheme scheme
}

// scheme is a kind of encodings. Tables come in the order that the codec names them in.
type scheme interface {
	// decode decodes as much as is well-formed: it appends UTF-8 to dst, which has room for MostDecoded bytes for each of src, and gives
	// the number of bytes used, and what it stopped at.
	decode(t []*table, st *State, dst, src []byte) ([]byte, int, int)
	// encode encodes as many characters as it can; dst has room for Most bytes for each; flush: nothing follows, so a character that could be part of a pair is none.
	encode(t []*table, st *State, dst []byte, src []rune, flush bool) ([]byte, int, int)
	// begin sets the state that an encoder or decoder begins with.
	begin(st *State, decoding bool)
	// finish writes what brings the decoder of the text to its first state.
	finish(st *State, dst []byte) []byte
}

// uses makes the tables when they are asked for.
func uses(names ...string) func() []*table {
	return sync.OnceValue(func() []*table { return load(names) })
}

// Decode appends the text of src to dst. It returns how many bytes it used, and what it stopped at: the length of an illegal sequence,
// or one of the constants.
func (c *Codec) Decode(st *State, dst, src []byte) (out []byte, used, stop int) {
	return c.scheme.decode(c.tables(), st, slices.Grow(dst, MostDecoded*len(src)), src)
}

// Encode appends the encoding of src to dst.
func (c *Codec) Encode(st *State, dst []byte, src []rune, flush bool) (out []byte, used, stop int) {
	return c.scheme.encode(c.tables(), st, slices.Grow(dst, Most*len(src)), src, flush)
}

// Begin sets the state that encoding or decoding begins with.
func (c *Codec) Begin(st *State, decoding bool) { c.scheme.begin(st, decoding) }

// Finish writes what belongs at the end of the encoded text.
func (c *Codec) Finish(st *State, dst []byte) []byte { return c.scheme.finish(st, dst) }

// Reset sets a decoder's state back.
func (c *Codec) Reset(st *State) {
	if s, ok := c.scheme.(interface{ reset(st *State) }); ok {
		s.reset(st)
		return
	}
	c.Begin(st, true)
}

// plain is for schemes without a state.
type plain struct{}

func (plain) begin(*State, bool)                 {}
func (plain) finish(_ *State, dst []byte) []byte { return dst }

// Codecs are all of them.
var Codecs = []*Codec{
	{"gb2312", "_codecs_cn", uses("gb2312"), euc{}},
	{"gbk", "_codecs_cn", uses("gbk"), double{}},
	{"gb18030", "_codecs_cn", uses("gb18030"), gb18030{}},
	{"hz", "_codecs_cn", uses("gb2312"), hz{}},
	{"big5hkscs", "_codecs_hk", uses("big5hkscs"), double{}},
	{"iso2022_kr", "_codecs_iso2022", uses("ksx1001"), iso2022{sets: []set{{mark: setKSX1001, table: 0, g: 1}}, shifts: true}},
	{"iso2022_jp", "_codecs_iso2022", uses("jisx0208"), iso2022{sets: []set{
		{mark: setJISX0208}, {mark: setJISRoman, table: noTable}, {mark: setJISX0208Old},
	}}},
	{"iso2022_jp_1", "_codecs_iso2022", uses("jisx0208", "jisx0212"), iso2022{sets: []set{
		{mark: setJISX0208}, {mark: setJISX0212, table: 1}, {mark: setJISRoman, table: noTable}, {mark: setJISX0208Old},
	}}},
	{"iso2022_jp_2", "_codecs_iso2022", uses("jisx0208", "jisx0212", "ksx1001", "gb2312"), iso2022{sets: []set{
		{mark: setJISX0208}, {mark: setJISX0212, table: 1}, {mark: setKSX1001, table: 2}, {mark: setGB2312, table: 3},
		{mark: setJISRoman, table: noTable}, {mark: setJISX0208Old}, {mark: setLatin1, table: noTable, g: 2}, {mark: setGreek, table: noTable, g: 2},
	}, g2: true}},
	{"iso2022_jp_2004", "_codecs_iso2022", uses("jisx0208", "jisx0213a", "jisx0213b"), iso2022{sets: []set{
		{mark: setJISX0213a2004, table: 1, pairsOnly: true}, {mark: setJISX0208}, {mark: setJISX0213a2004, table: 1}, {mark: setJISX0213b, table: 2},
	}}},
	{"iso2022_jp_3", "_codecs_iso2022", uses("jisx0208", "jisx0213a2000", "jisx0213b2000", "jisx0213b"), iso2022{sets: []set{
		{mark: setJISX0213a2000, table: 1, pairsOnly: true}, {mark: setJISX0208}, {mark: setJISX0213a2000, table: 1}, {mark: setJISX0213b, table: 2, decodes: 3},
	}}},
	{"iso2022_jp_ext", "_codecs_iso2022", uses("jisx0208", "jisx0212"), iso2022{sets: []set{
		{mark: setJISX0208}, {mark: setJISX0212, table: 1}, {mark: setJISRoman, table: noTable}, {mark: setJISKatakana, table: noTable}, {mark: setJISX0208Old},
	}}},
	{"shift_jis", "_codecs_jp", uses("shift_jis"), double{}},
	{"cp932", "_codecs_jp", uses("cp932"), double{}},
	{"euc_jp", "_codecs_jp", uses("jisx0208", "jisx0212"), eucJP{}},
	{"shift_jis_2004", "_codecs_jp", uses("shift_jis_2004"), double{}},
	{"euc_jis_2004", "_codecs_jp", uses("jisx0213a", "jisx0213b", "jisx0212"), eucJP{}},
	{"euc_jisx0213", "_codecs_jp", uses("jisx0213a2000", "jisx0213b2000", "jisx0212"), eucJP{}},
	{"shift_jisx0213", "_codecs_jp", uses("shift_jisx0213"), double{}},
	{"euc_kr", "_codecs_kr", uses("ksx1001"), eucKR{}},
	{"cp949", "_codecs_kr", uses("cp949"), double{}},
	{"johab", "_codecs_kr", uses("johab"), double{}},
	{"big5", "_codecs_tw", uses("big5"), double{}},
	{"cp950", "_codecs_tw", uses("cp950"), double{}},
}

// badPair is how long the illegal sequence is that a table has this for.
func badPair(r rune) int {
	if r == lostChar {
		return 2
	}
	return 1
}

// putChar appends what a table has at a place: a character or a pair.
func (t *table) putChar(dst []byte, r rune) []byte {
	if isThree(r) {
		return append(dst, byte(r>>12)|0xE0, byte(r>>6)&0x3F|0x80, byte(r)&0x3F|0x80)
	}
	return t.putOther(dst, r)
}

// isThree reports whether a character, which is no surrogate, is of three bytes in UTF-8: most are.
// The decoders' loops have this branch written out: as a call it is a tenth to a third of their time.
func isThree(r rune) bool { return uint32(r)-0x800 < 0x10000-0x800 }

// putThree writes such a character.
func putThree(b []byte, r rune) {
	_ = b[2]
	b[0], b[1], b[2] = byte(r>>12)|0xE0, byte(r>>6)&0x3F|0x80, byte(r)&0x3F|0x80
}

func (t *table) putOther(dst []byte, r rune) []byte {
	if r&pairBit != 0 {
		p := t.pairs[r&^pairBit]
		return utf8.AppendRune(utf8.AppendRune(dst, p[0]), p[1])
	}
	return utf8.AppendRune(dst, r)
}

// asciiRun is how many bytes of ASCII come first.
func asciiRun(b []byte) int {
	i := 0
	for i+8 <= len(b) && binary.LittleEndian.Uint64(b[i:])&0x8080808080808080 == 0 {
		i += 8
	}
	for i < len(b) && b[i] < 0x80 {
		i++
	}
	return i
}

// find is the code of the character that src begins with, or of the pair; n is how many characters it stands for, 0 if that is to be seen
// by what follows.
func (t *table) find(src []rune, flush bool) (code, n int) {
	if code = t.code(src[0]); code == pairMark {
		return t.findPair(src, flush)
	}
	return code, 1
}

// findPair is find where pairs begin with the first character.
func (t *table) findPair(src []rune, flush bool) (code, n int) {
	alone := int(t.begins[src[0]])
	if len(src) == 1 {
		if flush {
			return alone, 1
		}
		return 0, 0
	}
	second := src[1] & 0xFFFF // as CPython does
	if second == 0 && t.alone {
		return alone, 2
	}
	if code := t.pairCode[[2]rune{src[0], second}]; code != 0 {
		return code, 2
	}
	return alone, 1
}

// double is one byte or two for each character, by one table.
type double struct{ plain }

func (double) decode(ts []*table, _ *State, dst, src []byte) ([]byte, int, int) {
	t := ts[0]
	room, n, i := dst[:cap(dst)], len(dst), 0
	for i < len(src) {
		c := src[i]
		if c < 0x80 && t.ascii {
			k := asciiRun(src[i:])
			n += copy(room[n:], src[i:i+k])
			i += k
			continue
		}
		r := t.singles[c]
		size := 1
		if r < 0 {
			if r == noChar {
				return room[:n], i, 1
			}
			if i+1 == len(src) {
				return room[:n], i, TooFew
			}
			if r = t.at(c, src[i+1]); r < 0 {
				return room[:n], i, badPair(r)
			}
			size = 2
		}
		i += size
		if isThree(r) {
			putThree(room[n:], r)
			n += 3
		} else {
			n = len(t.putOther(room[:n], r))
		}
	}
	return room[:n], i, Done
}

func (double) encode(ts []*table, _ *State, dst []byte, src []rune, flush bool) ([]byte, int, int) {
	t := ts[0]
	room, n := dst[:cap(dst)], len(dst)
	for i := 0; i < len(src); {
		r := src[i]
		if uint32(r) < 0x80 && t.singles[r] == r {
			room[n] = byte(r)
			n++
			i++
			continue
		}
		code, chars := t.code(r), 1
		if code == pairMark {
			code, chars = t.findPair(src[i:], flush)
		}
		switch {
		case code > 0xff:
			room[n], room[n+1] = byte(code>>8), byte(code)
			n += 2
		case chars == 0:
			return room[:n], i, TooFew
		case code == 0:
			return room[:n], i, 1
		default:
			room[n] = byte(code)
			n++
		}
		i += chars
	}
	return room[:n], len(src), Done
}

// euc is ASCII, and one plane whose bytes have the upper bit set.
type euc struct {
	plain
	letters bool // a syllable may be put together of letters, behind a filler
}

func (e euc) decode(ts []*table, _ *State, dst, src []byte) ([]byte, int, int) {
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
		r := rune(noChar)
		if d := src[i+1]; d >= 0x80 && !(e.letters && c == 0xA4 && d == filler) {
			r = t.at(c&0x7f, d&0x7f)
		}
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
	}
	return room[:n], i, Done
}

func (euc) encode(ts []*table, _ *State, dst []byte, src []rune, _ bool) ([]byte, int, int) {
	t := ts[0]
	room, n := dst[:cap(dst)], len(dst)
	for i, r := range src {
		if r < 0x80 {
			room[n] = byte(r)
			n++
			continue
		}
		code := t.code(r)
		if code < 0x100 {
			return room[:n], i, 1
		}
		room[n], room[n+1] = byte(code>>8)|0x80, byte(code)|0x80
		n += 2
	}
	return room[:n], len(src), Done
}
