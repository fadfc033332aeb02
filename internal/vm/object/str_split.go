// Cutting strings: split, rsplit, splitlines, strip; and join.

package object

import (
	"bytes"
	"math"

	"github.com/psyco-go/psy/internal/lib/unidata"
	"github.com/psyco-go/psy/internal/lib/units"
)

var strSplitMethods = []FuncDef{
	{Name: "join", Sig: "(iterable, /)", F1: strJoin},
	{Name: "split", Sig: "(sep=None, maxsplit=-1)", FK: func(t *Thread, v Value, args []Value, kw Value) Value {
		return strSplitCall(t, v, args, kw, splitSignature, strSplit)
	}},
	{Name: "rsplit", Sig: "(sep=None, maxsplit=-1)", FK: func(t *Thread, v Value, args []Value, kw Value) Value {
		return strSplitCall(t, v, args, kw, rsplitSignature, strRSplit)
	}},
	{Name: "splitlines", Sig: "(keepends=False)", Fn: strSplitLines},
	{Name: "strip", Sig: "(chars=None, /)", MaxArgs: 1, FN: func(t *Thread, v Value, args []Value) Value {
		return strStrip(t, v, args, "strip", true, true)
	}},
	{Name: "lstrip", Sig: "(chars=None, /)", MaxArgs: 1, FN: func(t *Thread, v Value, args []Value) Value {
		return strStrip(t, v, args, "lstrip", true, false)
	}},
	{Name: "rstrip", Sig: "(chars=None, /)", MaxArgs: 1, FN: func(t *Thread, v Value, args []Value) Value {
		return strStrip(t, v, args, "rstrip", false, true)
	}},
}

// asciiSpace marks what str methods take for white space in ASCII; bytes know fewer.
var asciiSpace = [128]bool{'\t': true, '\n': true, '\v': true, '\f': true, '\r': true, ' ': true, 0x1C: true, 0x1D: true, 0x1E: true, 0x1F: true}

func isSpaceRune(c rune) bool {
	if c < 128 {
		return asciiSpace[c]
	}
	return unidata.IsSpace(c)
}

var (
	splitSignature  = ParseSignature("split", "(sep=None, maxsplit=-1)")
	rsplitSignature = ParseSignature("rsplit", "(sep=None, maxsplit=-1)")
)

func strSplitCall(t *Thread, v Value, args []Value, kw Value, sig *Signature, f func(t *Thread, s, sep *Str, most int) Value) Value {
	sep, limit := Null, Null
	if kw == Null && len(args) <= 2 {
		if len(args) > 0 {
			sep = args[0]
		}
		if len(args) > 1 {
			limit = args[1]
		}
	} else {
		bound := t.PushArgs(2)
		if bound == nil {
			return Null
		}
		ok := sig.Bind(t, args, kw, bound)
		sep, limit = bound[0], bound[1]
		t.PopArgs(2)
		if !ok {
			return Null
		}
	}
	most := int64(-1)
	if limit != Null {
		var ok bool
		if most, ok = ArgSize(t, limit); !ok {
			return Null
		}
	}
	if most < 0 {
		most = math.MaxInt
	}
	var p *Str
	if sep != Null && sep != None {
		if !IsStr(sep) {
			return Raise(t, TTypeError, "must be str or None, not %s", TypeName(t, sep))
		}
		if p = As[Str](sep); p.Len == 0 {
			return Raise(t, TValueError, "empty separator")
		}
	}
	return f(t, As[Str](v), p, int(most))
}

// cut appends s[lo:hi] to a list; false without memory.
func (s *Str) cut(t *Thread, l *List, lo, hi int) bool {
	x := Null
	if lo == 0 && hi == int(s.Len) {
		x = s.part(t, Of(s), lo, hi)
	} else {
		x = s.sub(t, lo, hi)
	}
	return x != Null && !t.Halted() && l.Append(t, x)
}

func strSplit(t *Thread, s, sep *Str, most int) Value {
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	n := int(s.Len)
	if sep == nil {
		return s.splitSpace(t, l, most)
	}
	at := 0
	if s.Len >= sep.Len {
		if needle, ok := s.needle(sep); ok {
			if s.Kind() == 0 {
				if want := min(bytes.Count(s.units1(), needle), most) + 1; want > 3 && want < 1<<30 && !l.Grow(t, want) {
					return Null
				}
			}
			for ; most > 0; most-- {
				i := indexUnits(s.raw(at, n), needle, s.Kind())
				if i < 0 {
					break
				}
				if !s.cut(t, l, at, at+i) {
					return Null
				}
				at += i + int(sep.Len)
			}
		}
	}
	if !s.cut(t, l, at, n) {
		return Null
	}
	return Of(l)
}

func (s *Str) splitSpace(t *Thread, l *List, most int) Value {
	n := int(s.Len)
	i := 0
	for {
		i = s.skipSpace(i)
		if i == n {
			return Of(l)
		}
		if most--; most < 0 {
			break
		}
		j := s.skipWord(i)
		if !s.cut(t, l, i, j) {
			return Null
		}
		i = j
	}
	if !s.cut(t, l, i, n) {
		return Null
	}
	return Of(l)
}

// skipSpace returns the first code point from i on that is no white space; skipWord the first that is.
func (s *Str) skipSpace(i int) int {
	if s.IsASCII() {
		u := s.units1()
		for i < len(u) && asciiSpace[u[i]&127] {
			i++
		}
		return i
	}
	for i < int(s.Len) && isSpaceRune(s.At(i)) {
		i++
	}
	return i
}

func (s *Str) skipWord(i int) int {
	if s.IsASCII() {
		u := s.units1()
		for i < len(u) && !asciiSpace[u[i]&127] {
			i++
		}
		return i
	}
	switch s.Kind() {
	case 0:
		return i + wordIn(s.units1()[i:])
	case 1:
		return i + wordIn(s.units2()[i:])
	}
	return i + wordIn(s.units4()[i:])
}

// wordIn is where white space stands first among units, or their number.
func wordIn[U unit](units []U) int {
	for i, c := range units {
		switch c := uint32(c); {
		case c < 0x80:
			if asciiSpace[c] {
				return i
			}
		case c-0x100 >= 0x1600-0x100 && (c < 0x100 || c <= 0x3000) && unidata.IsSpace(rune(c)): // beyond U+3000 there is none
			return i
		}
	}
	return len(units)
}

func strRSplit(t *Thread, s, sep *Str, most int) Value {
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	end := int(s.Len)
	if sep == nil {
		for {
			for end > 0 && isSpaceRune(s.At(end-1)) {
				end--
			}
			if end == 0 {
				break
			}
			i := 0
			if most--; most >= 0 {
				for i = end; i > 0 && !isSpaceRune(s.At(i-1)); i-- {
				}
			}
			if !s.cut(t, l, i, end) {
				return Null
			}
			if most < 0 {
				break
			}
			end = i
		}
	} else {
		for ; most > 0; most-- {
			i := s.lastIndex(sep, 0, end)
			if i < 0 {
				break
			}
			if !s.cut(t, l, i+int(sep.Len), end) {
				return Null
			}
			end = i
		}
		if !s.cut(t, l, 0, end) {
			return Null
		}
	}
	reverseValues(l.Slice())
	return Of(l)
}

func strSplitLines(t *Thread, v Value, bound []Value) Value {
	keep := false
	if bound[0] != Null {
		n := Truth(t, bound[0])
		if n < 0 {
			return Null
		}
		keep = n > 0
	}
	l := NewList(t, 0)
	if l == nil {
		return Null
	}
	s := As[Str](v)
	n := int(s.Len)
	for i := 0; i < n; {
		j := s.lineBreak(i)
		end := j
		if j < n {
			if s.At(j) == '\r' && j+1 < n && s.At(j+1) == '\n' {
				j++
			}
			j++
			if keep {
				end = j
			}
		}
		if !s.cut(t, l, i, end) {
			return Null
		}
		i = j
	}
	return Of(l)
}

// lineBreak is where the first line break from a place on stands, or the length.
func (s *Str) lineBreak(from int) int {
	switch s.Kind() {
	case 0:
		return from + lineBreakIn(s.units1()[from:])
	case 1:
		return from + lineBreakIn(s.units2()[from:])
	}
	return from + lineBreakIn(s.units4()[from:])
}

func lineBreakIn[U unit](text []U) int {
	const controls = 1<<'\n' | 1<<'\v' | 1<<'\f' | 1<<'\r' | 1<<0x1C | 1<<0x1D | 1<<0x1E
	const nextLine = 0x85
	paragraph := rune(0x2029) // and U+2028
	if unitSize[U]() == 1 {
		paragraph = nextLine
	}
	for i := 0; i < len(text); i++ {
		if len(text)-i >= manyUnits {
			if i += units.Special(text[i:], nextLine, nextLine, U(paragraph)); i == len(text) {
				break
			}
		}
		switch c := uint32(text[i]); {
		case c < 0x20:
			if controls>>c&1 != 0 {
				return i
			}
		case c == nextLine, c|1 == 0x2029:
			return i
		}
	}
	return len(text)
}

func strStrip(t *Thread, v Value, args []Value, name string, left, right bool) Value {
	s := As[Str](v)
	lo, hi := 0, int(s.Len)
	if len(args) == 0 || args[0] == None {
		if left {
			lo = s.skipSpace(0)
		}
		if right {
			for hi > lo && isSpaceRune(s.At(hi-1)) {
				hi--
			}
		}
		return s.part(t, v, lo, hi)
	}
	if !IsStr(args[0]) {
		return Raise(t, TTypeError, "%s arg must be None or str", name)
	}
	set := As[Str](args[0])
	if left {
		for lo < hi && set.hasRune(s.At(lo)) {
			lo++
		}
	}
	if right {
		for hi > lo && set.hasRune(s.At(hi-1)) {
			hi--
		}
	}
	return s.part(t, v, lo, hi)
}
