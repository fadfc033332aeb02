// Sorting by words. Where the order of keys is that of unsigned words, the bytes of the words sort them, the last byte first. Keys with the same word are
// compared then. No program sees how numbers and exact strs are compared, and both ways are stable.

package object

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// sortWord is the word of a key, and the place where the key was.
type sortWord struct {
	word uint64
	at   uint64
}

// leastWords is how many keys there must be, so that their bytes sort them faster than comparisons.
const leastWords = 100

// sortByWords sorts keys, and what belongs to them; of floats, areWords must hold. done is false if that is not the way to sort them; ok is false on error, too.
func sortByWords(t *Thread, keys, vals []Value, kind sortKind) (done, ok bool) {
	n := len(keys)
	if n < leastWords || n > math.MaxUint32 {
		return false, true
	}
	common := 0
	if kind == sortStrs {
		if !fallsSoon(keys) {
			return false, true
		}
		if common, ok = commonPrefix(keys); !ok {
			return false, true
		}
	}
	const size = unsafe.Sizeof(sortWord{})
	p := t.AllocRaw(TRaw.Shape(), RawData+2*size*uintptr(n), 0)
	if p == nil { // merging needs less
		return false, true
	}
	both := unsafe.Slice((*sortWord)((*Raw)(p).Data()), 2*n)
	src, dst := both[:n], both[n:]
	differ, falls, last := uint64(0), 0, uint64(0)
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
		src[i] = sortWord{w, uint64(i)}
		differ |= w ^ src[0].word
		falls += b2i(w < last)
		last = w
		if t.haltedAt(i) {
			return true, false
		}
	}
	if falls*longStretch <= n {
		return false, true
	}
	for shift := 0; shift < 64; shift += 8 {
		if differ>>shift&0xFF != 0 {
			distribute(dst, src, shift)
			src, dst = dst, src
		}
		if t.Halted() {
			return true, false
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

// fallsSoon reports whether the first strs, as many as a long stretch has, are out of order.
func fallsSoon(strs []Value) bool {
	for i := 1; i < min(len(strs), longStretch); i++ {
		if strLess(As[Str](strs[i]), As[Str](strs[i-1])) {
			return true
		}
	}
	return false
}

// distribute copies src to dst, in the order of the byte at shift.
func distribute(dst, src []sortWord, shift int) {
	var at [256]uint32
	for i := range src {
		at[uint8(src[i].word>>shift)]++
	}
	sum := uint32(0)
	for i, n := range at {
		at[i] = sum
		sum += n
	}
	for _, w := range src {
		p := &at[uint8(w.word>>shift)]
		dst[*p] = w
		*p++
	}
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
	s := sorter{t: t, kind: sortStrs}
	for lo, hi := 0, 0; lo < len(keys); lo = hi {
		for hi = lo + 1; hi < len(keys) && words[hi].word == words[lo].word; hi++ {
		}
		if hi-lo > 1 {
			s.keys, s.gallop, s.nPending = keys[lo:hi], minGallop, 0
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
	for _, v := range strs {
		s := As[Str](v)
		if s.Kind() != 0 {
			return 0, false
		}
		b := s.units1()
		n = min(n, len(b))
		for i := range n {
			if b[i] != first.units1()[i] {
				n = i
				break
			}
		}
	}
	return n, true
}
