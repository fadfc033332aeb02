// Searching strings: find, count, in, startswith, replace, partition.

package object

import (
	"bytes"
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/units"
)

var strFindMethods = []FuncDef{
	{Name: "find", Sig: "(sub[, start[, end]], /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, v Value, args []Value) Value {
		return strFind(t, v, args, "find", (*Str).index, false)
	}},
	{Name: "rfind", Sig: "(sub[, start[, end]], /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, v Value, args []Value) Value {
		return strFind(t, v, args, "rfind", (*Str).lastIndex, false)
	}},
	{Name: "index", Sig: "(sub[, start[, end]], /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, v Value, args []Value) Value {
		return strFind(t, v, args, "index", (*Str).index, true)
	}},
	{Name: "rindex", Sig: "(sub[, start[, end]], /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, v Value, args []Value) Value {
		return strFind(t, v, args, "rindex", (*Str).lastIndex, true)
	}},
	{Name: "count", Sig: "(sub[, start[, end]], /)", MinArgs: 1, MaxArgs: 3, FN: strCount},
	{Name: "startswith", Sig: "(prefix[, start[, end]], /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, v Value, args []Value) Value {
		return strTail(t, v, args, "startswith", (*Str).hasPrefix)
	}},
	{Name: "endswith", Sig: "(suffix[, start[, end]], /)", MinArgs: 1, MaxArgs: 3, FN: func(t *Thread, v Value, args []Value) Value {
		return strTail(t, v, args, "endswith", (*Str).hasSuffix)
	}},
	{Name: "removeprefix", Sig: "(prefix, /)", F1: func(t *Thread, v, x Value) Value {
		s, p := As[Str](v), strArg(t, "removeprefix", "argument", x)
		if p == nil {
			return Null
		}
		if s.hasPrefix(p, 0, int(s.Len)) {
			return s.part(t, v, int(p.Len), int(s.Len))
		}
		return exactStr(t, v)
	}},
	{Name: "removesuffix", Sig: "(suffix, /)", F1: func(t *Thread, v, x Value) Value {
		s, p := As[Str](v), strArg(t, "removesuffix", "argument", x)
		if p == nil {
			return Null
		}
		if s.hasSuffix(p, 0, int(s.Len)) {
			return s.part(t, v, 0, int(s.Len-p.Len))
		}
		return exactStr(t, v)
	}},
	{Name: "replace", Sig: "(old, new, /, count=-1)", FK: strReplace},
	{Name: "partition", Sig: "(sep, /)", F1: func(t *Thread, v, sep Value) Value {
		return strPartition(t, v, sep, (*Str).index, false)
	}},
	{Name: "rpartition", Sig: "(sep, /)", F1: func(t *Thread, v, sep Value) Value {
		return strPartition(t, v, sep, (*Str).lastIndex, true)
	}},
}

// needle returns the raw bytes of sub in the width of s; false when sub cannot occur in it.
func (s *Str) needle(sub *Str) ([]byte, bool) {
	switch {
	case sub.Len > s.Len:
		return nil, false
	case sub.Kind() == s.Kind():
		return sub.Bytes(), !s.IsASCII() || sub.IsASCII()
	case sub.Kind() > s.Kind():
		return nil, false
	}
	out := make([]byte, int(sub.Len)<<s.Kind())
	step := 1 << s.Kind()
	for i := 0; i < int(sub.Len); i++ {
		c := sub.At(i)
		out[i*step], out[i*step+1] = byte(c), byte(c>>8)
	}
	return out, true
}

// unitsOf are the units of which b, a needle, consists.
func unitsOf[U unit](b []byte) []U {
	return unsafe.Slice((*U)(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b))/unitSize[U]())
}

// indexUnits finds needle in b, both of units of 1<<kind bytes; the result is in units, or -1.
func indexUnits(b, needle []byte, kind uint8) int {
	if kind == 0 {
		return bytes.Index(b, needle)
	}
	if len(needle) == 1<<kind {
		if kind == 1 {
			return indexUnit(unitsOf[uint16](b), unitsOf[uint16](needle)[0])
		}
		return indexUnit(unitsOf[rune](b), unitsOf[rune](needle)[0])
	}
	at := 0
	for {
		i := bytes.Index(b[at:], needle)
		if i < 0 {
			return -1
		}
		if i += at; i&(1<<kind-1) == 0 {
			return i >> kind
		}
		at = i&^(1<<kind-1) + 1<<kind
		if at > len(b) {
			return -1
		}
	}
}

// indexUnit is where c stands first among units, or -1.
func indexUnit[U unit](text []U, c U) int {
	if unitSize[U]() == 1 {
		return bytes.IndexByte(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(text))), len(text)), byte(c))
	}
	i := units.Index(text, c)
	if unitSize[U]() == 2 {
		all := uint64(c) * eachLane
		for ; i+4 <= len(text); i += 4 {
			w := *(*uint64)(unsafe.Pointer(&text[i])) ^ all
			if first := (w - eachLane) &^ w & laneTops; first != 0 { // the lowest bit is right
				return i + bits.TrailingZeros64(first)>>4
			}
		}
	}
	for ; i < len(text); i++ {
		if text[i] == c {
			return i
		}
	}
	return -1
}

// eachLane has a 1 in each two bytes.
const eachLane = 0x0001000100010001

// lastUnit is where c stands last among units, or -1.
func lastUnit[U unit](units []U, c U) int {
	i := len(units)
	switch unitSize[U]() {
	case 1:
		for all := uint64(c) * 0x0101010101010101; i >= 8; i -= 8 {
			w := *(*uint64)(unsafe.Pointer(&units[i-8])) ^ all
			const most = 0x7F7F7F7F7F7F7F7F
			if zero := ^((w&most + most) | w | most); zero != 0 {
				return i - 1 - bits.LeadingZeros64(zero)>>3
			}
		}
	case 2:
		for all := uint64(c) * eachLane; i >= 4; i -= 4 {
			w := *(*uint64)(unsafe.Pointer(&units[i-4])) ^ all
			if zero := ^filledLanes(w) & laneTops; zero != 0 {
				return i - 1 - bits.LeadingZeros64(zero)>>4
			}
		}
	default:
		for ; i >= 4; i -= 4 {
			if w := units[i-4 : i : i]; w[0] == c || w[1] == c || w[2] == c || w[3] == c {
				break
			}
		}
	}
	for i--; i >= 0 && units[i] != c; i-- {
	}
	return i
}

func lastIndexUnits(b, needle []byte, kind uint8) int {
	switch kind {
	case 0:
		return lastIndexIn(b, needle)
	case 1:
		return lastIndexIn(unitsOf[uint16](b), unitsOf[uint16](needle))
	}
	return lastIndexIn(unitsOf[rune](b), unitsOf[rune](needle))
}

// lastIndexIn is where needle, which is not empty, lies last among units, or -1.
func lastIndexIn[U unit](units, needle []U) int {
	first := needle[0]
	for end, wrong := len(units)-len(needle)+1, 0; end > 0; {
		if wrong++; wrong > 16+len(needle) { // the beginning is found too often
			return lastIndexHashed(units[:end+len(needle)-1], needle)
		}
		i := lastUnit(units[:end], first)
		if i < 0 {
			return -1
		}
		if len(needle) == 1 || slices.Equal(units[i+1:i+len(needle)], needle[1:]) {
			return i
		}
		end = i
	}
	return -1
}

// lastIndexHashed is lastIndexIn in time that grows with the length only (Karp and Rabin 1987).
func lastIndexHashed[U unit](units, needle []U) int {
	const prime = 16777619
	n := len(needle)
	want, have, top := uint32(0), uint32(0), uint32(1)
	for i := n - 1; i >= 0; i-- {
		want = want*prime + uint32(needle[i])
		have = have*prime + uint32(units[len(units)-n+i])
		if i > 0 {
			top *= prime
		}
	}
	for i := len(units) - n; ; i-- {
		if have == want && slices.Equal(units[i:i+n], needle) {
			return i
		}
		if i == 0 {
			return -1
		}
		have = (have-uint32(units[i+n-1])*top)*prime + uint32(units[i-1])
	}
}

// IndexASCII is where an ASCII character stands in s, from lo on; -1: nowhere.
func (s *Str) IndexASCII(c byte, lo int) int {
	k := s.Kind()
	needle := [4]byte{c}
	i := indexUnits(s.raw(lo, int(s.Len)), needle[:1<<k], k)
	if i < 0 {
		return -1
	}
	return lo + i
}

// IndexQuoted is where the first code point stands from lo to hi that is below 0x20, a quotation mark or a backslash; hi: there is none.
func (s *Str) IndexQuoted(lo, hi int) int {
	switch s.Kind() {
	case 0:
		return lo + quotedIn(s.units1()[lo:hi])
	case 1:
		return lo + quotedIn(s.units2()[lo:hi])
	}
	return lo + quotedIn(s.units4()[lo:hi])
}

// manyUnits is from how many units on vectors pay.
const manyUnits = 32

func quotedIn[U unit](text []U) int {
	const none = 1 // which is below 0x20
	for i := 0; i < len(text); i++ {
		if len(text)-i >= manyUnits {
			if i += units.Special(text[i:], '"', '\\', none); i == len(text) {
				break
			}
		}
		if c := text[i]; c < 0x20 || c == '"' || c == '\\' {
			return i
		}
	}
	return len(text)
}

// index returns where sub first lies in s[lo:hi], or -1.
func (s *Str) index(sub *Str, lo, hi int) int {
	if hi-lo < int(sub.Len) {
		return -1
	}
	if sub.Len == 0 {
		return lo
	}
	n, ok := s.needle(sub)
	if !ok {
		return -1
	}
	if i := indexUnits(s.raw(lo, hi), n, s.Kind()); i >= 0 {
		return lo + i
	}
	return -1
}

// lastIndex returns where sub last lies in s[lo:hi], or -1.
func (s *Str) lastIndex(sub *Str, lo, hi int) int {
	if hi-lo < int(sub.Len) {
		return -1
	}
	if sub.Len == 0 {
		return hi
	}
	n, ok := s.needle(sub)
	if !ok {
		return -1
	}
	if i := lastIndexUnits(s.raw(lo, hi), n, s.Kind()); i >= 0 {
		return lo + i
	}
	return -1
}

// count returns how often sub lies in s[lo:hi], at most most times.
func (s *Str) count(t *Thread, sub *Str, lo, hi, most int) int {
	if hi-lo < int(sub.Len) {
		return 0
	}
	if sub.Len == 0 {
		return min(hi-lo+1, most)
	}
	needle, ok := s.needle(sub)
	if !ok {
		return 0
	}
	b := s.raw(lo, hi)
	if s.Kind() == 0 && most == math.MaxInt {
		return countBytes(t, b, needle)
	}
	if sub.Len == 1 && most == math.MaxInt {
		first := indexUnits(b, needle, s.Kind())
		switch {
		case first < 0:
			return 0
		case s.Kind() == 1:
			return countUnit(t, s.units2()[lo+first:hi], uint16(sub.At(0)))
		}
		return countUnit(t, s.units4()[lo+first:hi], sub.At(0))
	}
	n := 0
	for ; n < most; n++ {
		i := indexUnits(b, needle, s.Kind())
		if i < 0 {
			break
		}
		b = b[i<<s.Kind()+len(needle):]
		if t.haltedAt(n) {
			return -1
		}
	}
	return n
}

// countUnit is how often c stands among units; -1: the thread is halted.
func countUnit[U unit](t *Thread, text []U, c U) int {
	n := 0
	for len(text) > 0 {
		piece := text[:min(len(text), blitPiece)]
		k, done := units.Count(piece, c)
		for _, u := range piece[done:] {
			if u == c {
				k++
			}
		}
		n += k
		if text = text[len(piece):]; len(text) > 0 && t.Halted() {
			return -1
		}
	}
	return n
}

// replaceUnit writes in to out, with repl for each c but for no more than most. False: the thread is halted.
func replaceUnit[U unit](t *Thread, out, in []U, c U, repl []U, most int) bool {
	for turn := 0; len(in) > 0; turn++ {
		if most == 0 {
			return blitNew(t, out, in)
		}
		piece := in[:min(len(in), blitPiece)]
		i := indexUnit(piece, c)
		if i < 0 {
			copy(out, piece)
			out, in = out[len(piece):], in[len(piece):]
			if len(in) > 0 && t.Halted() {
				return false
			}
			continue
		}
		if i < 16 {
			for j, u := range in[:i] {
				out[j] = u
			}
		} else {
			copy(out, in[:i])
		}
		if out, in = out[i:], in[i+1:]; len(repl) == 1 {
			out[0], out = repl[0], out[1:]
		} else {
			out = out[copy(out, repl):]
		}
		if most--; t.haltedAt(turn) {
			return false
		}
	}
	return true
}

// countPiece is how many bytes are searched between two looks whether the thread is halted.
const countPiece = 1 << 20

// countBytes is bytes.Count for a needle that is not empty; -1: the thread is halted.
func countBytes(t *Thread, b, needle []byte) int {
	n := 0
	for len(b) > countPiece {
		if len(needle) == 1 {
			n += bytes.Count(b[:countPiece], needle)
			b = b[countPiece:]
		} else if i := bytes.Index(b[:min(countPiece+len(needle)-1, len(b))], needle); i >= 0 {
			n++
			if b = b[i+len(needle):]; n&(pollEach-1) != 0 {
				continue
			}
		} else {
			b = b[countPiece:]
		}
		if t.Halted() {
			return -1
		}
	}
	return n + bytes.Count(b, needle)
}

func strFind(t *Thread, v Value, args []Value, name string, f func(s, sub *Str, lo, hi int) int, must bool) Value {
	sub := strArg(t, name, "argument 1", args[0])
	if sub == nil {
		return Null
	}
	s := As[Str](v)
	lo, hi, ok := searchRange(t, args, 1, s.Len)
	if !ok {
		return Null
	}
	i := f(s, sub, int(lo), int(hi))
	if i < 0 && must {
		return Raise(t, TValueError, "substring not found")
	}
	return SmallInt(int64(i))
}

func strCount(t *Thread, v Value, args []Value) Value {
	sub := strArg(t, "count", "argument 1", args[0])
	if sub == nil {
		return Null
	}
	s := As[Str](v)
	lo, hi, ok := searchRange(t, args, 1, s.Len)
	if !ok {
		return Null
	}
	n := s.count(t, sub, int(lo), int(hi), math.MaxInt)
	if n < 0 {
		return Null
	}
	return SmallInt(int64(n))
}

func strContains(t *Thread, v, x Value) int {
	if !IsStr(x) {
		Raise(t, TTypeError, "'in <string>' requires string as left operand, not %s", TypeName(t, x))
		return -1
	}
	if StrContains(As[Str](v), As[Str](x)) {
		return 1
	}
	return 0
}

// StrContains reports whether sub is a part of s.
func StrContains(s, sub *Str) bool {
	if sub.Len == 1 && s.Kind() == 0 {
		return sub.Kind() == 0 && bytes.IndexByte(s.Bytes(), *(*byte)(sub.Data())) >= 0
	}
	return s.index(sub, 0, int(s.Len)) >= 0
}

// same reports whether sub lies in s at code point i, where it has room.
func (s *Str) same(i int, sub *Str) bool {
	n := int(sub.Len)
	if s.Kind() == sub.Kind() {
		return bytes.Equal(s.raw(i, i+n), sub.Bytes())
	}
	for j := 0; j < n; j++ {
		if s.At(i+j) != sub.At(j) {
			return false
		}
	}
	return true
}

func (s *Str) hasPrefix(p *Str, lo, hi int) bool { return hi-lo >= int(p.Len) && s.same(lo, p) }

func (s *Str) hasSuffix(p *Str, lo, hi int) bool {
	return hi-lo >= int(p.Len) && s.same(hi-int(p.Len), p)
}

func strTail(t *Thread, v Value, args []Value, name string, f func(s, p *Str, lo, hi int) bool) Value {
	s := As[Str](v)
	lo, hi, ok := searchRange(t, args, 1, s.Len)
	if !ok {
		return Null
	}
	p := args[0]
	if IsStr(p) {
		return Bool(f(s, As[Str](p), int(lo), int(hi)))
	}
	if !IsTuple(p) {
		return Raise(t, TTypeError, "%s first arg must be str or a tuple of str, not %s", name, TypeName(t, p))
	}
	for _, x := range As[Tuple](p).Items() {
		if !IsStr(x) {
			return Raise(t, TTypeError, "tuple for %s must only contain str, not %s", name, TypeName(t, x))
		}
		if f(s, As[Str](x), int(lo), int(hi)) {
			return True
		}
	}
	return False
}

var replaceSignature = ParseSignature("replace", "(old, new, /, count=-1)")

func strReplace(t *Thread, v Value, args []Value, kw Value) Value {
	bound := t.PushArgs(3)
	if bound == nil {
		return Null
	}
	r := Null
	if replaceSignature.Bind(t, args, kw, bound) {
		r = strReplaceBound(t, v, bound[0], bound[1], bound[2])
	}
	t.PopArgs(3)
	return r
}

func strReplaceBound(t *Thread, v, old, repl, count Value) Value {
	from := strArg(t, "replace", "argument 1", old)
	if from == nil {
		return Null
	}
	to := strArg(t, "replace", "argument 2", repl)
	if to == nil {
		return Null
	}
	most := int64(-1)
	if count != Null {
		var ok bool
		if most, ok = ArgSize(t, count); !ok {
			return Null
		}
	}
	if most < 0 {
		most = math.MaxInt
	}
	return strReplaceAll(t, v, from, to, int(most))
}

func strReplaceAll(t *Thread, v Value, from, to *Str, most int) Value {
	s := As[Str](v)
	if most == 0 || from == to || from.Len == 0 && to.Len == 0 {
		return exactStr(t, v)
	}
	if from.Len == 1 && to.Len == 1 && most == math.MaxInt && to.Kind() <= s.Kind() && (to.IsASCII() || !s.IsASCII()) {
		return s.replaceEach(t, v, from, to)
	}
	if from.Len == to.Len && s.flags() == StrASCII && to.IsASCII() {
		return s.replaceSame(t, v, from, to, most)
	}
	n := s.count(t, from, 0, int(s.Len), most)
	if n < 0 {
		return Null
	}
	if n == 0 {
		return exactStr(t, v)
	}
	grow := to.Len - from.Len
	if grow > 0 && grow > (math.MaxInt64-s.Len)/int64(n) {
		return Raise(t, TOverflowError, "replace string is too long")
	}
	size := s.Len + grow*int64(n)
	if size == 0 {
		return t.RT.EmptyStr
	}
	flags := s.flags()
	if to.Len > 0 {
		flags = widerFlags(flags, to.flags())
	}
	r := allocStrRaw(t, int(size), flags)
	if r == nil {
		return Null
	}
	at, last := 0, 0
	put := func(x *Str, lo, hi int) {
		copyStr(r, at, x, lo, hi-lo)
		at += hi - lo
	}
	if from.Len == 0 {
		for i := 0; i < n; i++ {
			put(to, 0, int(to.Len))
			if i < int(s.Len) {
				put(s, i, i+1)
				last = i + 1
			}
			if t.haltedAt(i) {
				return Null
			}
		}
	} else {
		needle, _ := s.needle(from)
		if same, ok := r.needle(to); ok && from.Len == 1 && r.Kind() == s.Kind() && r.Kind() > 0 {
			if r.Kind() == 1 {
				ok = replaceUnit(t, r.units2(), s.units2(), uint16(from.At(0)), unitsOf[uint16](same), n)
			} else {
				ok = replaceUnit(t, r.units4(), s.units4(), from.At(0), unitsOf[rune](same), n)
			}
			if !ok {
				return Null
			}
			return narrowed(t, r)
		}
		if r.Kind() == 0 {
			out, in, repl := r.units1(), s.units1(), to.units1()
			for ; n > 0; n-- {
				if t.haltedAt(n) {
					return Null
				}
				i := bytes.Index(in[last:], needle)
				at += copy(out[at:], in[last:last+i])
				at += copy(out[at:], repl)
				last += i + len(needle)
			}
		}
		for ; n > 0; n-- {
			if t.haltedAt(n) {
				return Null
			}
			i := last + indexUnits(s.raw(last, int(s.Len)), needle, s.Kind())
			put(s, last, i)
			put(to, 0, int(to.Len))
			last = i + int(from.Len)
		}
	}
	put(s, last, int(s.Len))
	return narrowed(t, r)
}

// replaceEach replaces a character by another one that fits.
func (s *Str) replaceEach(t *Thread, v Value, from, to *Str) Value {
	at := s.index(from, 0, int(s.Len))
	if at < 0 {
		return exactStr(t, v)
	}
	r := allocStrRaw(t, int(s.Len), s.flags())
	if r == nil || !copyStrNew(t, r, 0, s, 0, at) {
		return Null
	}
	ok := false
	switch c, by := from.At(0), to.At(0); s.Kind() {
	case 0:
		ok = replaceUnits(t, r.units1()[at:], s.units1()[at:], uint8(c), uint8(by))
	case 1:
		ok = replaceUnits(t, r.units2()[at:], s.units2()[at:], uint16(c), uint16(by))
	default:
		ok = replaceUnits(t, r.units4()[at:], s.units4()[at:], c, by)
	}
	if !ok {
		return Null
	}
	return narrowed(t, r)
}

// replaceUnits writes in to out, with by for each c. False: the thread is halted.
func replaceUnits[U unit](t *Thread, out, in []U, c, by U) bool {
	for len(in) > 0 {
		piece := in[:min(len(in), blitPiece)]
		for i := units.Replace(out, piece, c, by); i < len(piece); i++ {
			if out[i] = piece[i]; piece[i] == c {
				out[i] = by
			}
		}
		if out, in = out[len(piece):], in[len(piece):]; len(in) > 0 && t.Halted() {
			return false
		}
	}
	return true
}

// replaceSame replaces in an ASCII string by a text of the same length, which is not empty.
func (s *Str) replaceSame(t *Thread, v Value, from, to *Str, most int) Value {
	needle, ok := s.needle(from)
	if !ok {
		return exactStr(t, v)
	}
	in, repl := s.units1(), to.units1()
	at := bytes.Index(in, needle)
	if at < 0 {
		return exactStr(t, v)
	}
	r := allocStrKind(t, len(in), StrASCII)
	if r == nil {
		return Null
	}
	out := r.units1()
	copy(out, in)
	for i := at; i >= 0 && most > 0; most-- {
		if t.haltedAt(most) {
			return Null
		}
		copy(out[at:], repl)
		at += len(repl)
		i = bytes.Index(in[at:], needle)
		at += i
	}
	return narrowed(t, r)
}

func strPartition(t *Thread, v, sep Value, f func(s, sub *Str, lo, hi int) int, right bool) Value {
	if !IsStr(sep) {
		return Raise(t, TTypeError, "must be str, not %s", TypeName(t, sep))
	}
	s, p := As[Str](v), As[Str](sep)
	if p.Len == 0 {
		return Raise(t, TValueError, "empty separator")
	}
	r := NewTuple(t, 3)
	if r == nil {
		return Null
	}
	empty := t.RT.EmptyStr
	i := f(s, p, 0, int(s.Len))
	switch {
	case i >= 0:
		*r.At(0) = s.sub(t, 0, i)
		*r.At(1) = exactStr(t, sep)
		*r.At(2) = s.sub(t, i+int(p.Len), int(s.Len))
	case right:
		*r.At(0), *r.At(1), *r.At(2) = empty, empty, exactStr(t, v)
	default:
		*r.At(0), *r.At(1), *r.At(2) = exactStr(t, v), empty, empty
	}
	if t.Exc != Null {
		return Null
	}
	return Of(r)
}
