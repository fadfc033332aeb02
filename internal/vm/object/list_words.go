// Sorting by words. Where the order of keys is that of unsigned words, the bytes of the words sort them, the last byte first. Keys with the same word are
// compared then. No program sees how numbers and exact strs are compared, and both ways are stable.

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

// leastFew is how many keys there must be, so that to compare their words is faster than to compare them; leastWords, so that to distribute the words by
// their bytes is.
const (
	leastFew   = 6
	leastWords = 100
)

// sortByWords sorts keys, and what belongs to them; of floats, areWords must hold. done is false if they are to be merged; ok is false on error, too.
func sortByWords(t *Thread, keys, vals []Value, kind sortKind) (done, ok bool) {
	n := len(keys)
	if n < leastFew || n > math.MaxUint32 {
		return false, true
	}
	if kind == sortStrs && !fallsSoon(keys) {
		return n <= longStretch, true
	}
	common := 0
	if kind == sortStrs {
		if common, ok = commonPrefix(keys); !ok {
			return false, true
		}
	}
	if n < leastWords {
		return sortFew(t, keys, vals, kind, common)
	}
	const size = unsafe.Sizeof(sortWord{})
	p := t.AllocRaw(TRaw.Shape(), RawData+2*size*uintptr(n), 0)
	if p == nil { // merging needs less
		return false, true
	}
	both := unsafe.Slice((*sortWord)((*Raw)(p).Data()), 2*n)
	src, dst := both[:n], both[n:]
	differ, falls := wordsOf(t, src, keys, kind, common)
	if falls < 0 {
		return true, false
	}
	if falls*longStretch <= n {
		return false, true
	}
	for shift := 0; shift < 64; shift += 8 {
		if differ>>shift&0xFF != 0 {
			if !distribute(t, dst, src, shift) {
				return true, false
			}
			src, dst = dst, src
		}
	}
	room := unsafe.Slice((*Value)(unsafe.Pointer(unsafe.SliceData(dst))), n)
	if vals != nil {
		arrange(vals, room, src)
	}
	if kind != sortStrs {
		return true, true
	}
	arrange(keys, room, src)
	return true, sortAlike(t, keys, vals, src)
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

// sortFew is sortByWords for less than leastWords keys, whose words are inserted one by one.
func sortFew(t *Thread, keys, vals []Value, kind sortKind, common int) (done, ok bool) {
	var few [leastWords]sortWord
	words := few[:len(keys)]
	if _, falls := wordsOf(t, words, keys, kind, common); falls == 0 {
		return false, true
	}
	for i := 1; i < len(words); i++ {
		w := words[i]
		lo := 0
		for n := i; n > 0; { // halves without branches, which nobody could predict
			half := (n + 1) >> 1
			next := lo + half
			if words[next-1].word > w.word {
				next = lo
			}
			lo, n = next, n>>1
		}
		if lo < i {
			copy(words[lo+1:i+1], words[lo:i])
			words[lo] = w
		}
	}
	var room [leastWords]Value
	if vals != nil {
		arrange(vals, room[:len(vals)], words)
	}
	if kind != sortStrs {
		return true, true
	}
	arrange(keys, room[:len(keys)], words)
	return true, sortAlike(t, keys, vals, words)
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

// sortAlike sorts strs that are in the order of their words already.
func sortAlike(t *Thread, keys, vals []Value, words []sortWord) bool {
	for lo, hi := 0, 0; lo < len(keys); lo = hi {
		for hi = lo + 1; hi < len(keys) && words[hi].word == words[lo].word; hi++ {
		}
		if hi-lo > 1 {
			s := sorter{t: t, kind: sortStrs, keys: keys[lo:hi], gallop: minGallop}
			if vals != nil {
				s.vals = vals[lo:hi]
			}
			if !s.sort() {
				return false
			}
		}
		if t.haltedAt(lo) {
			return false
		}
	}
	return true
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
