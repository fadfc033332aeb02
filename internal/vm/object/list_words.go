// Sorting by words. Where the order of keys is that of unsigned words, the bytes of the words sort them, the last byte first. Keys with the same word are
// compared then. Tuples have the words of their first items, and those with the same word are sorted by the next ones. No program sees how numbers and
// exact strs are compared, and both ways are stable.

package object

import (
	"encoding/binary"
	"math"
	"slices"
	"unsafe"
)

// sortWord is the word of a key, and the place where the key was.
type sortWord struct {
	word uint64
	at   uint64
}

// leastFew is how many keys there must be, so that to compare their words is faster than to compare them, and leastTuples, how many tuples; leastWords, so
// that to distribute the words by their bytes is. Tuples that differ only behind mostColumns are compared.
const (
	leastFew    = 6
	leastTuples = 20
	leastWords  = 100
	mostColumns = 8
)

// sortByWords sorts keys, and what belongs to them; of floats, areWords must hold. done is false if they are to be merged; ok is false on error, too.
func sortByWords(t *Thread, keys, vals []Value, kind sortKind) (done, ok bool) {
	w := wordSorter{t: t, keys: keys, vals: vals, by: keys, kind: kind, tuples: kind == sortTuples}
	return w.sort()
}

// sort is sortByWords.
//
//psy:bounded each part is sorted by a later column, up to mostColumns
func (w *wordSorter) sort() (done, ok bool) {
	n, least := len(w.keys), leastFew
	if w.tuples && !w.plain {
		least = leastTuples
	}
	if n < least || n > math.MaxUint32 || w.tuples && !w.byColumn() {
		return false, !w.t.Halted()
	}
	if w.kind == sortStrs {
		if !fallsSoon(w.by) {
			return n <= longStretch && !w.tuples, true
		}
		if w.common, ok = commonPrefix(w.by); !ok {
			return false, true
		}
	}
	if n < leastWords {
		return w.few()
	}
	return w.many()
}

// A wordSorter sorts keys, and what belongs to them, by words: those of the keys, or of their items in a column.
type wordSorter struct {
	t              *Thread
	keys, vals, by []Value
	kind           sortKind // of what is in by
	common         int      // so many bytes have the strs in common
	tuples         bool     // by has their items
	column         int      // in those before they have the same
	plain          bool     // nobody can tell how they are compared
}

// byColumn has tuples sorted by their items in the next column in which these differ; false if these have no words.
func (w *wordSorter) byColumn() bool {
	n := len(w.keys)
	p := w.t.Alloc(TValues.Shape(), ValuesItems+uintptr(n)*8, 0)
	if p == nil { // merging needs less
		return false
	}
	w.by = unsafe.Slice((*Values)(p).At(0), n)
	seen := 0
	for same := true; same; w.column++ {
		for i, k := range w.keys {
			x := As[Tuple](k)
			if seen++; x.Len() <= w.column || w.t.haltedAt(seen) {
				return false
			}
			w.by[i] = *x.At(w.column)
			same = same && w.by[i] == w.by[0]
		}
	}
	w.kind = kindOfKeys(w.by)
	return w.kind == sortInts || w.kind == sortStrs || w.kind == sortFloats && areWords(w.by)
}

// many distributes words by their bytes.
func (w *wordSorter) many() (done, ok bool) {
	n := len(w.keys)
	const size = unsafe.Sizeof(sortWord{})
	p := w.t.AllocRaw(TRaw.Shape(), RawData+2*size*uintptr(n), 0)
	if p == nil { // merging needs less
		return false, true
	}
	both := unsafe.Slice((*sortWord)((*Raw)(p).Data()), 2*n)
	src, dst := both[:n], both[n:]
	differ, falls := wordsOf(w.t, src, w.by, w.kind, w.common)
	if falls < 0 {
		return true, false
	}
	if falls*longStretch <= n {
		return false, true
	}
	for shift := 0; shift < 64; shift += 8 {
		if differ>>shift&0xFF != 0 {
			if !distribute(w.t, dst, src, shift) {
				return true, false
			}
			src, dst = dst, src
		}
	}
	return w.settle(src, unsafe.Slice((*Value)(unsafe.Pointer(unsafe.SliceData(dst))), n))
}

// few inserts words one by one.
func (w *wordSorter) few() (done, ok bool) {
	var all [leastWords]sortWord
	words := all[:len(w.keys)]
	if _, falls := wordsOf(w.t, words, w.by, w.kind, w.common); falls == 0 {
		return false, true
	}
	for i := 1; i < len(words); i++ {
		x := words[i]
		lo := 0
		for n := i; n > 0; { // halves without branches, which nobody could predict
			half := (n + 1) >> 1
			next := lo + half
			if words[next-1].word > x.word {
				next = lo
			}
			lo, n = next, n>>1
		}
		if lo < i {
			copy(words[lo+1:i+1], words[lo:i])
			words[lo] = x
		}
	}
	var room [leastWords]Value
	return w.settle(words, room[:len(words)])
}

// settle puts everything in the order of its words, and what has the same word in its own. There is room for as many values.
func (w *wordSorter) settle(words []sortWord, room []Value) (done, ok bool) {
	again := (w.tuples || w.kind == sortStrs) && anyAlike(words)
	if again && w.tuples && !w.plain {
		if w.plain = plainColumns(w.t, w.keys, w.column); !w.plain {
			return false, !w.t.Halted()
		}
	}
	if w.vals != nil {
		arrange(w.vals, room, words)
	}
	if w.tuples || w.kind == sortStrs { // else the keys are numbers, which nobody looks at again
		arrange(w.keys, room, words)
	}
	return true, !again || w.sortAlike(words)
}

// sortAlike sorts what has the same word.
func (w *wordSorter) sortAlike(words []sortWord) bool {
	for lo, hi := 0, 0; lo < len(words); lo = hi {
		for hi = lo + 1; hi < len(words) && words[hi].word == words[lo].word; hi++ {
		}
		if hi-lo > 1 && !w.sortPart(lo, hi) || w.t.haltedAt(lo) {
			return false
		}
	}
	return true
}

// sortPart sorts the keys from lo to hi, which have the same word.
func (w *wordSorter) sortPart(lo, hi int) bool {
	p := wordSorter{t: w.t, keys: w.keys[lo:hi], tuples: w.tuples, kind: w.kind, column: w.column, plain: w.plain}
	if w.vals != nil {
		p.vals = w.vals[lo:hi]
	}
	return p.sortRest()
}

// sortRest sorts a part: by the next column, if the items in this one are the same, which strs with the same word may not be.
func (w *wordSorter) sortRest() bool {
	s := sorter{t: w.t, kind: sortStrs, keys: w.keys, vals: w.vals, gallop: minGallop}
	if w.tuples {
		s.kind = sortTuples
		if w.kind != sortStrs && w.column < mostColumns {
			if done, ok := w.sort(); done || !ok {
				return ok
			}
		}
	}
	return s.sort()
}

// wordsOf makes the words of keys, without the bytes that strs have in common. It returns the bits that differ, and how many words are less than the
// ones before them; less than 0: the thread is halted.
func wordsOf(t *Thread, words []sortWord, keys []Value, kind sortKind, common int) (differ uint64, falls int) {
	last := uint64(0)
	for i, k := range keys {
		w := uint64(0)
		switch kind {
		case sortInts:
			w = uint64(k.Int()) ^ 1<<63
		case sortFloats:
			if w = math.Float64bits(k.Float()); w>>63 != 0 {
				w = ^w
			} else {
				w |= 1 << 63
			}
		default:
			w = wordOfText(As[Str](k).units1()[common:])
		}
		words[i] = sortWord{w, uint64(i)}
		differ |= w ^ words[0].word
		falls += b2i(w < last)
		last = w
		if t.haltedAt(i) {
			return 0, -1
		}
	}
	return differ, falls
}

// fallsSoon reports whether the first strs, as many as a long stretch has, are out of order.
func fallsSoon(strs []Value) bool {
	for i := 1; i < min(len(strs), longStretch); i++ {
		if strLess(As[Str](strs[i]), As[Str](strs[i-1])) {
			return true
		}
	}
	return false
}

// sortWords sorts words alone; false: the thread is halted.
func sortWords(t *Thread, words []uint64) bool {
	n, differ := len(words), uint64(0)
	if n >= leastAlone {
		for _, w := range words {
			differ |= w ^ words[0]
		}
	}
	if n < leastAlone || n < leastAlone*bytesIn(differ) || n > math.MaxUint32 {
		slices.Sort(words)
		return true
	}
	p := t.AllocRaw(TRaw.Shape(), RawData+8*uintptr(n), 0)
	if p == nil {
		return sortInPlace(t, words, 63)
	}
	src, dst, ok := words, unsafe.Slice((*uint64)((*Raw)(p).Data()), n), true
	for shift := 0; shift < 64 && ok; shift += 8 {
		if differ>>shift&0xFF != 0 {
			if ok = distribute(t, dst, src, shift); ok {
				src, dst = dst, src
			}
		}
	}
	if &src[0] != &words[0] {
		copy(words, src)
	}
	return ok
}

// sortInPlace is sortWords without room: words in which the bits above the given one are the same.
//
//psy:bounded bit counts down
func sortInPlace(t *Thread, words []uint64, bit int) bool {
	for ; bit >= 0 && len(words) > pollEach; bit-- {
		lo, hi := 0, len(words)
		for lo < hi {
			if words[lo]>>bit&1 == 0 {
				lo++
			} else {
				hi--
				words[lo], words[hi] = words[hi], words[lo]
			}
			if t.haltedAt(lo + len(words) - hi) {
				return false
			}
		}
		if !sortInPlace(t, words[:lo], bit-1) {
			return false
		}
		words = words[lo:]
	}
	if bit >= 0 { // else they are all the same
		slices.Sort(words)
	}
	return true
}

// leastAlone is how many words there must be for each byte in which they differ, so that their bytes sort them faster than comparisons.
const leastAlone = 150

// bytesIn is how many bytes of a word are not zero.
func bytesIn(w uint64) (n int) {
	for ; w != 0; w >>= 8 {
		n += b2i(w&0xFF != 0)
	}
	return n
}

// distribute copies src to dst, in the order of the byte at shift of their words. False: the thread is halted.
func distribute[W sortWord | uint64](t *Thread, dst, src []W, shift int) bool {
	const piece = 1 << 16 // between polls
	var at [256]uint32
	for part := range slices.Chunk(src, piece) {
		for i := range part {
			at[wordByte(&part[i], shift)]++
		}
		if t.Halted() {
			return false
		}
	}
	sum := uint32(0)
	for i, n := range at {
		at[i] = sum
		sum += n
	}
	for part := range slices.Chunk(src, piece) {
		for i := range part {
			p := &at[wordByte(&part[i], shift)]
			dst[*p] = part[i]
			*p++
		}
		if t.Halted() {
			return false
		}
	}
	return true
}

// wordByte is the byte at shift of a word, or of the word that is first in a sortWord.
func wordByte[W sortWord | uint64](w *W, shift int) uint8 {
	return uint8(*(*uint64)(unsafe.Pointer(w)) >> (shift & 63))
}

// arrange puts items where the words are now that stood where they stand. Room is for as many items.
func arrange(items, room []Value, words []sortWord) {
	copy(room, items)
	for i := range words {
		items[i] = room[words[i].at]
	}
}

// anyAlike reports whether two words are the same. They are in order.
func anyAlike(words []sortWord) bool {
	for i := 1; i < len(words); i++ {
		if words[i].word == words[i-1].word {
			return true
		}
	}
	return false
}

// plainColumns reports whether nobody can tell in which order tuples are compared: in the columns from the given one on all are numbers, or all strs, or the
// same. It is false, too, when the thread is halted.
func plainColumns(t *Thread, tuples []Value, column int) bool {
	seen := 0
	for more := true; more; column++ {
		more = false
		first, kind := Null, sortAny
		for _, v := range tuples {
			x := As[Tuple](v)
			if seen++; t.haltedAt(seen) {
				return false
			}
			if x.Len() <= column {
				continue
			}
			k := *x.At(column)
			if !more {
				first, kind, more = k, kindOfItem(k), true
			}
			if k != first && (kind == sortAny || kindOfItem(k) != kind) {
				return false
			}
		}
	}
	return true
}

// kindOfItem tells strs and numbers; a NaN is none.
func kindOfItem(v Value) sortKind {
	switch {
	case v.IsInt() || v.IsBool() || v.IsExact(TInt):
		return sortInts
	case v.IsFloat() && v.Float() == v.Float():
		return sortInts
	case v.IsExact(TStr):
		return sortStrs
	}
	return sortAny
}

// wordOfText is the first eight bytes of a text.
func wordOfText(b []byte) (w uint64) {
	if len(b) >= 8 {
		return binary.BigEndian.Uint64(b)
	}
	for i, c := range b {
		w |= uint64(c) << (56 - 8*i)
	}
	return w
}

// commonPrefix is how many bytes strs have in common; false if their code points are no bytes.
func commonPrefix(strs []Value) (n int, ok bool) {
	first := As[Str](strs[0])
	if n = int(first.Len); first.Kind() != 0 {
		return 0, false
	}
	f := first.units1()
	for _, v := range strs[1:] {
		s := As[Str](v)
		if s.Kind() != 0 {
			return 0, false
		}
		b := s.units1()
		n = min(n, len(b))
		i := 0
		for i+8 <= n && binary.NativeEndian.Uint64(b[i:]) == binary.NativeEndian.Uint64(f[i:]) {
			i += 8
		}
		for i < n && b[i] == f[i] {
			i++
		}
		n = i
	}
	return n, true
}
