// list.sort and sorted: a stable merge sort of natural runs (Tim Peters' timsort with Munro and Wild's powersort merge order).
// It asks the same comparisons in the same order as CPython's, which programs with their own __lt__ can observe.

package object

import (
	"encoding/binary"
	"math"
	"unsafe"
)

// sortKind says how keys compare when all are of one built-in type.
type sortKind uint8

const (
	sortAny sortKind = iota
	sortInts
	sortFloats
	sortStrs
	sortTuples
	sortSame // objects of one built-in type
)

const (
	minGallop  = 7
	maxMinRun  = 64
	maxPending = 85 // enough for any array in a 64-bit address space
)

type sortRun struct{ base, n, power int }

// sorter holds the state of one sort. Its slices view psy arrays; it must stay on the goroutine's stack.
type sorter struct {
	t                *Thread
	keys, vals       []Value // vals is nil when the items are their own keys
	tmpKeys, tmpVals []Value
	kind             sortKind
	gallop           int
	nPending         int
	pending          [maxPending]sortRun
}

func listSort(t *Thread, self Value, bound []Value) Value {
	key, reverse := bound[0], false
	if key == Null {
		key = None
	}
	if bound[1] != Null {
		r := Truth(t, bound[1])
		if r < 0 {
			return Null
		}
		reverse = r > 0
	}
	if !SortList(t, As[List](self), key, reverse) {
		return Null
	}
	return None
}

// Sorted is sorted(iterable, key=key, reverse=reverse): a new list, or nil.
func Sorted(t *Thread, iterable, key Value, reverse bool) *List {
	l := ListFromIterable(t, iterable)
	if l == nil || !SortList(t, l, key, reverse) {
		return nil
	}
	return l
}

// SortList sorts in place; key None: the items themselves. The list is empty while keys and items are asked.
func SortList(t *Thread, l *List, key Value, reverse bool) bool {
	size, items, room := l.Size, l.Items, l.Cap
	l.Size, l.Items, l.Cap = 0, nil, -1
	ok := sortItems(t, items, int(size), key, reverse)
	modified := l.Cap >= 0 // also a list that has grown and is empty again
	l.Size, l.Items, l.Cap = size, items, room
	if ok && modified {
		Raise(t, TValueError, "list modified during sort")
		return false
	}
	return ok
}

func sortItems(t *Thread, items *Values, n int, key Value, reverse bool) bool {
	if n == 0 {
		return true
	}
	data := unsafe.Slice(items.At(0), n)
	keys, vals := data, []Value(nil)
	if key != None {
		ks := NewValues(t, n)
		if ks == nil {
			return false
		}
		if !keysOf(t, key, data, ks) {
			return false
		}
		keys, vals = unsafe.Slice(ks.At(0), n), data
	}
	if n < 2 {
		return true
	}
	kind := kindOfKeys(keys)
	words := kind == sortStrs || kind == sortTuples
	if kind == sortInts || kind == sortFloats {
		falls := fallsIn(keys, kind)
		if falls == 0 && !reverse {
			return true
		}
		if falls == n-1 {
			if !reverse {
				reverseValues(data)
			}
			return true
		}
		words = falls*longStretch > n && (kind == sortInts || areWords(keys))
	}
	if words && vals == nil && (kind == sortInts || kind == sortFloats) {
		ok := true
		if kind == sortInts {
			ok = sortSmallInts(t, keys)
		} else {
			ok = sortPlainFloats(t, keys)
		}
		if reverse {
			reverseValues(keys)
		}
		return ok
	}
	if reverse { // stable in reverse: reverse, sort, reverse
		reverseValues(keys)
		reverseValues(vals)
	}
	done, ok := false, true
	if words {
		done, ok = sortByWords(t, keys, vals, kind)
	}
	if !done {
		s := sorter{t: t, keys: keys, vals: vals, kind: kind, gallop: minGallop}
		ok = s.sort()
	}
	if reverse {
		reverseValues(data)
	}
	return ok
}

// keysOf calls key with all items.
func keysOf(t *Thread, key Value, items []Value, keys *Values) bool {
	done := 0
	if len(items) >= callsFew {
		if done = keysAhead(t, key, items, keys); done < 0 {
			return false
		}
	}
	for i := done; i < len(items); i++ {
		k := Call1(t, key, items[i])
		if k == Null || !t.Poll() {
			return false
		}
		*keys.At(i) = k
	}
	return true
}

// keysAhead is keysOf by Calls: it returns how many keys there are; -1: t.Exc is set.
func keysAhead(t *Thread, key Value, items []Value, keys *Values) (n int) {
	var calls Calls
	if !calls.Begin(t, key, 1) {
		return 0
	}
	defer calls.End(t)
	for n < len(items) {
		if calls.With(t, items[n:]) {
			n += copy(unsafe.Slice(keys.At(n), len(items)-n), calls.Results())
		} else if k := Call1(t, key, items[n]); k != Null {
			*keys.At(n) = k
			n++
		}
		if t.Exc != Null || !t.Poll() {
			return -1
		}
	}
	return n
}

func kindOfKeys(keys []Value) sortKind {
	kind := sortAny
	switch k := keys[0]; {
	case k.IsInt():
		for _, k := range keys {
			if !k.IsInt() {
				return sortAny
			}
		}
		return sortInts
	case k.IsBool(): // their words have the order of small ints
		for _, k := range keys {
			if !k.IsBool() {
				return sortAny
			}
		}
		return sortInts
	case k.IsFloat():
		for _, k := range keys {
			if !k.IsFloat() {
				return sortAny
			}
		}
		return sortFloats
	case k.IsExact(TStr):
		kind = sortStrs
	case k.IsExact(TTuple):
		kind = sortTuples
	case k.IsPtr() && ShapeOf(k).Type.Flags&TypeHeap == 0 && ShapeOf(k).Type.Slots.Compare != nil:
		kind = sortSame
	default:
		return sortAny
	}
	shape := keys[0].ShapeID()
	for _, k := range keys {
		if !k.IsPtr() || k.ShapeID() != shape {
			return sortAny
		}
	}
	return kind
}

// sortSmallInts sorts words that are all small ints. With bit 48 (the sign) flipped their order is that of unsigned numbers, and
// no intermediate state looks like a reference. False: the thread is halted.
func sortSmallInts(t *Thread, keys []Value) bool {
	const sign = 1 << 48
	for i := range keys {
		keys[i] ^= sign
	}
	ok := sortWords(t, unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(keys))), len(keys)))
	for i := range keys {
		keys[i] ^= sign
	}
	return ok
}

// longStretch is how many items the stretches that are in order must have, on the average, for merging them to be faster than sorting all.
const longStretch = 64

// fallsIn counts the keys, small ints or floats, that are less than the ones before them.
func fallsIn(keys []Value, kind sortKind) int {
	falls, last := 0, keys[0]
	for _, v := range keys {
		if kind == sortInts {
			falls += b2i(v.Int() < last.Int())
		} else {
			falls += b2i(v.Float() < last.Float())
		}
		last = v
	}
	return falls
}

// areWords reports whether the order of floats is that of their bits, read in some way: there is no NaN, and no -0.0, which is equal to 0.0.
func areWords(floats []Value) bool {
	negativeZero := Float(math.Copysign(0, -1))
	for _, v := range floats {
		if x := v.Float(); x != x || v == negativeZero {
			return false
		}
	}
	return true
}

// sortPlainFloats is sortSmallInts for floats of which areWords holds. Their words have the order of the floats, but for the negative ones: those have
// the opposite order, and come last. So their order is mirrored, within the words of negative floats, and when all are sorted, they go to the front.
func sortPlainFloats(t *Thread, keys []Value) bool {
	first, last := Float(math.Copysign(0, -1)), Float(math.Inf(-1)) // of the negative ones, by their words
	for i, v := range keys {
		if v >= first {
			keys[i] = first + (last - v)
		}
	}
	ok := sortWords(t, unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(keys))), len(keys)))
	if ok {
		n := len(keys)
		for n > 0 && keys[n-1] >= first {
			n--
		}
		if n > 0 && n < len(keys) {
			reverseValues(keys[:n])
			reverseValues(keys[n:])
			reverseValues(keys)
		}
	}
	for i, v := range keys {
		if v >= first {
			keys[i] = first + (last - v)
		}
	}
	return ok
}

// strLess compares by code points.
func strLess(a, b *Str) bool {
	if a.Kind() == 0 && b.Kind() == 0 {
		x, y := a.Data(), b.Data()
		if a.Len >= 8 && b.Len >= 8 { // most strs differ there, and a call takes longer
			u, v := binary.BigEndian.Uint64((*[8]byte)(x)[:]), binary.BigEndian.Uint64((*[8]byte)(y)[:])
			if u != v {
				return u < v
			}
		}
		return unsafe.String((*byte)(x), int(a.Len)) < unsafe.String((*byte)(y), int(b.Len))
	}
	for i, n := 0, int(min(a.Len, b.Len)); i < n; i++ {
		if x, y := a.At(i), b.At(i); x != y {
			return x < y
		}
	}
	return a.Len < b.Len
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// lt is a < b: 1, 0, or -1 on error.
func (s *sorter) lt(a, b Value) int {
	switch s.kind {
	case sortInts:
		return b2i(int64(a<<15) < int64(b<<15))
	case sortFloats:
		return b2i(a.Float() < b.Float())
	case sortStrs:
		return b2i(strLess(As[Str](a), As[Str](b)))
	case sortTuples:
		return truthOf(s.t, tupleCompare(s.t, a, b, LT))
	case sortSame:
		if s.t.Halted() || !s.t.Enter(" in comparison") {
			return -1
		}
		r := ShapeOf(a).Type.Slots.Compare(s.t, a, b, LT)
		s.t.Leave()
		switch r {
		case True:
			return 1
		case False:
			return 0
		case NotImplemented:
		default:
			return truthOf(s.t, r)
		}
	}
	return CompareBool(s.t, a, b, LT)
}

// truthOf is Truth of a result that may be Null.
func truthOf(t *Thread, r Value) int {
	if r == Null {
		return -1
	}
	return Truth(t, r)
}

func (s *sorter) reverse(lo, hi int) {
	reverseValues(s.keys[lo:hi])
	if s.vals != nil {
		reverseValues(s.vals[lo:hi])
	}
}

func (s *sorter) sort() bool {
	n := len(s.keys)
	minRun, rest := n, 0
	for minRun >= maxMinRun {
		rest |= minRun & 1
		minRun >>= 1
	}
	minRun += rest
	for lo := 0; lo < n; {
		run := s.countRun(lo, n)
		if run < 0 {
			return false
		}
		if run < minRun {
			force := min(n-lo, minRun)
			if !s.binaryInsertion(lo, lo+force, lo+run) {
				return false
			}
			run = force
		}
		if !s.foundRun(run) {
			return false
		}
		s.pending[s.nPending] = sortRun{base: lo, n: run}
		s.nPending++
		lo += run
	}
	for s.nPending > 1 {
		i := s.nPending - 2
		if i > 0 && s.pending[i-1].n < s.pending[i+1].n {
			i--
		}
		if !s.mergeAt(i) {
			return false
		}
	}
	return true
}

// countRun returns the length of the run that begins at lo, made ascending if it was descending; -1 on error.
func (s *sorter) countRun(lo, end int) int {
	a := s.keys[lo:end]
	n := 1
	switch s.kind { // comparing these takes less than asking how
	case sortInts:
		for n < len(a) && a[n].Int() >= a[n-1].Int() {
			n++
		}
	case sortFloats:
		for n < len(a) && !(a[n].Float() < a[n-1].Float()) {
			n++
		}
	case sortStrs:
		for n < len(a) && !strLess(As[Str](a[n]), As[Str](a[n-1])) {
			n++
		}
	}
	for ; n < len(a); n++ {
		c := s.lt(a[n], a[n-1])
		if c < 0 {
			return -1
		}
		if c > 0 {
			break
		}
	}
	if n == len(a) {
		return n
	}
	if n > 1 {
		// Not descending, unless all before are equal.
		c := s.lt(a[0], a[n-1])
		if c != 0 {
			if c < 0 {
				return -1
			}
			return n
		}
		s.reverse(lo, lo+n)
	}
	n++
	// A descending run: stretches of equal items inside are reversed, so that the final reversal restores their order.
	equal := 0
	for ; n < len(a); n++ {
		c := s.lt(a[n], a[n-1])
		if c < 0 {
			return -1
		}
		if c > 0 {
			if equal > 0 {
				s.reverse(lo+n-equal-1, lo+n)
				equal = 0
			}
			continue
		}
		if c = s.lt(a[n-1], a[n]); c < 0 {
			return -1
		}
		if c > 0 {
			break
		}
		equal++
	}
	if equal > 0 {
		s.reverse(lo+n-equal-1, lo+n)
	}
	s.reverse(lo, lo+n)
	for ; n < len(a); n++ {
		c := s.lt(a[n], a[n-1])
		if c < 0 {
			return -1
		}
		if c > 0 {
			break
		}
	}
	return n
}

// binaryInsertion sorts lo to hi, of which lo to start is sorted.
func (s *sorter) binaryInsertion(lo, hi, start int) bool {
	for ; start < hi; start++ {
		l, r := lo, start
		pivot := s.keys[start]
		for l < r {
			m := lo + (l-lo+r-lo)>>1
			c := s.lt(pivot, s.keys[m])
			if c < 0 {
				return false
			}
			if c > 0 {
				r = m
			} else {
				l = m + 1
			}
		}
		copy(s.keys[l+1:start+1], s.keys[l:start])
		s.keys[l] = pivot
		if s.vals != nil {
			v := s.vals[start]
			copy(s.vals[l+1:start+1], s.vals[l:start])
			s.vals[l] = v
		}
	}
	return true
}

// foundRun merges pending runs as the powersort rule says before a run of n items is pushed.
func (s *sorter) foundRun(n int) bool {
	if s.nPending == 0 {
		return true
	}
	last := &s.pending[s.nPending-1]
	power := runPower(last.base, last.n, n, len(s.keys))
	for s.nPending > 1 && s.pending[s.nPending-2].power > power {
		if !s.mergeAt(s.nPending - 2) {
			return false
		}
	}
	s.pending[s.nPending-1].power = power
	return true
}

// runPower is the depth of the merge of two adjacent runs in a nearly optimal tree over n items.
func runPower(base, n1, n2, n int) int {
	a := 2*base + n1
	b := a + n1 + n2
	for power := 1; ; power++ {
		if a >= n {
			a -= n
			b -= n
		} else if b >= n {
			return power
		}
		a <<= 1
		b <<= 1
	}
}

func (s *sorter) mergeAt(i int) bool {
	if s.t.Breaker.Load()&BreakAll != 0 && !s.t.Poll() {
		return false
	}
	a, na := s.pending[i].base, s.pending[i].n
	b, nb := s.pending[i+1].base, s.pending[i+1].n
	s.pending[i].n = na + nb
	if i == s.nPending-3 {
		s.pending[i+1] = s.pending[i+2]
	}
	s.nPending--
	k := s.gallopRight(s.keys[b], s.keys[a:a+na], 0)
	if k < 0 {
		return false
	}
	a, na = a+k, na-k
	if na == 0 {
		return true
	}
	if nb = s.gallopLeft(s.keys[a+na-1], s.keys[b:b+nb], nb-1); nb <= 0 {
		return nb == 0
	}
	if na <= nb {
		return s.mergeLo(a, na, b, nb)
	}
	return s.mergeHi(a, na, b, nb)
}

// gallopLeft finds the leftmost place for key in sorted a, starting near hint; -1 on error.
func (s *sorter) gallopLeft(key Value, a []Value, hint int) int {
	last, ofs := 0, 1
	c := s.lt(a[hint], key)
	if c < 0 {
		return -1
	}
	if c > 0 {
		limit := len(a) - hint
		for ofs < limit {
			if c = s.lt(a[hint+ofs], key); c < 0 {
				return -1
			}
			if c == 0 {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		last, ofs = last+hint, min(ofs, limit)+hint
	} else {
		limit := hint + 1
		for ofs < limit {
			if c = s.lt(a[hint-ofs], key); c < 0 {
				return -1
			}
			if c > 0 {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		last, ofs = hint-min(ofs, limit), hint-last
	}
	for last++; last < ofs; {
		m := last + (ofs-last)>>1
		if c = s.lt(a[m], key); c < 0 {
			return -1
		}
		if c > 0 {
			last = m + 1
		} else {
			ofs = m
		}
	}
	return ofs
}

// gallopRight finds the rightmost place for key in sorted a, starting near hint; -1 on error.
func (s *sorter) gallopRight(key Value, a []Value, hint int) int {
	last, ofs := 0, 1
	c := s.lt(key, a[hint])
	if c < 0 {
		return -1
	}
	if c > 0 {
		limit := hint + 1
		for ofs < limit {
			if c = s.lt(key, a[hint-ofs]); c < 0 {
				return -1
			}
			if c == 0 {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		last, ofs = hint-min(ofs, limit), hint-last
	} else {
		limit := len(a) - hint
		for ofs < limit {
			if c = s.lt(key, a[hint+ofs]); c < 0 {
				return -1
			}
			if c > 0 {
				break
			}
			last, ofs = ofs, ofs<<1+1
		}
		last, ofs = last+hint, min(ofs, limit)+hint
	}
	for last++; last < ofs; {
		m := last + (ofs-last)>>1
		if c = s.lt(key, a[m]); c < 0 {
			return -1
		}
		if c > 0 {
			ofs = m
		} else {
			last = m + 1
		}
	}
	return ofs
}

// saveTemp copies n items from lo to the temporary arrays.
func (s *sorter) saveTemp(lo, n int) bool {
	if len(s.tmpKeys) < n {
		v := NewValues(s.t, n)
		if v == nil {
			return false
		}
		s.tmpKeys = unsafe.Slice(v.At(0), n)
		if s.vals != nil {
			if v = NewValues(s.t, n); v == nil {
				return false
			}
			s.tmpVals = unsafe.Slice(v.At(0), n)
		}
	}
	copy(s.tmpKeys, s.keys[lo:lo+n])
	if s.vals != nil {
		copy(s.tmpVals, s.vals[lo:lo+n])
	}
	return true
}

// move copies n items within the array, restore n items from the temporary array.
func (s *sorter) move(dst, src, n int) {
	copy(s.keys[dst:dst+n], s.keys[src:src+n])
	if s.vals != nil {
		copy(s.vals[dst:dst+n], s.vals[src:src+n])
	}
}

func (s *sorter) restore(dst, src, n int) {
	copy(s.keys[dst:dst+n], s.tmpKeys[src:src+n])
	if s.vals != nil {
		copy(s.vals[dst:dst+n], s.tmpVals[src:src+n])
	}
}

func (s *sorter) move1(dst, src int) {
	s.keys[dst] = s.keys[src]
	if s.vals != nil {
		s.vals[dst] = s.vals[src]
	}
}

func (s *sorter) restore1(dst, src int) {
	s.keys[dst] = s.tmpKeys[src]
	if s.vals != nil {
		s.vals[dst] = s.tmpVals[src]
	}
}

// mergeLo merges adjacent runs a and b where a is the shorter, from the left. a lies in the temporary array while this goes on.
func (s *sorter) mergeLo(a, na, b, nb int) bool {
	if !s.saveTemp(a, na) {
		return false
	}
	dst, x := a, 0 // x: position in the temporary array
	s.move1(dst, b)
	dst, b, nb = dst+1, b+1, nb-1
	if nb == 0 {
		s.restore(dst, x, na)
		return true
	}
	if na > 1 {
		gallop := s.gallop
		for {
			countA, countB := 0, 0
			for {
				c := s.lt(s.keys[b], s.tmpKeys[x])
				if c < 0 {
					goto fail
				}
				if c > 0 {
					s.move1(dst, b)
					dst, b, nb = dst+1, b+1, nb-1
					countB, countA = countB+1, 0
					if nb == 0 {
						goto done
					}
					if countB >= gallop {
						break
					}
				} else {
					s.restore1(dst, x)
					dst, x, na = dst+1, x+1, na-1
					countA, countB = countA+1, 0
					if na == 1 {
						goto copyB
					}
					if countA >= gallop {
						break
					}
				}
			}
			gallop++
			for {
				if gallop > 1 {
					gallop--
				}
				s.gallop = gallop
				k := s.gallopRight(s.keys[b], s.tmpKeys[x:x+na], 0)
				if k < 0 {
					goto fail
				}
				countA = k
				if k > 0 {
					s.restore(dst, x, k)
					dst, x, na = dst+k, x+k, na-k
					if na == 1 {
						goto copyB
					}
					if na == 0 { // an inconsistent comparison function
						goto done
					}
				}
				s.move1(dst, b)
				dst, b, nb = dst+1, b+1, nb-1
				if nb == 0 {
					goto done
				}
				k = s.gallopLeft(s.tmpKeys[x], s.keys[b:b+nb], 0)
				if k < 0 {
					goto fail
				}
				countB = k
				if k > 0 {
					s.move(dst, b, k)
					dst, b, nb = dst+k, b+k, nb-k
					if nb == 0 {
						goto done
					}
				}
				s.restore1(dst, x)
				dst, x, na = dst+1, x+1, na-1
				if na == 1 {
					goto copyB
				}
				if countA < minGallop && countB < minGallop {
					break
				}
			}
			gallop++
			s.gallop = gallop
		}
	}
copyB:
	s.move(dst, b, nb)
	s.restore1(dst+nb, x)
	return true
done:
	s.restore(dst, x, na)
	return true
fail:
	s.restore(dst, x, na)
	return false
}

// mergeHi merges adjacent runs a and b where b is the shorter, from the right. b lies in the temporary array while this goes on.
func (s *sorter) mergeHi(a, na, b, nb int) bool {
	if !s.saveTemp(b, nb) {
		return false
	}
	base := a
	dst, x := b+nb-1, nb-1
	a += na - 1
	s.move1(dst, a)
	dst, a, na = dst-1, a-1, na-1
	if na == 0 {
		s.restore(dst-(nb-1), 0, nb)
		return true
	}
	if nb > 1 {
		gallop := s.gallop
		for {
			countA, countB := 0, 0
			for {
				c := s.lt(s.tmpKeys[x], s.keys[a])
				if c < 0 {
					goto fail
				}
				if c > 0 {
					s.move1(dst, a)
					dst, a, na = dst-1, a-1, na-1
					countA, countB = countA+1, 0
					if na == 0 {
						goto done
					}
					if countA >= gallop {
						break
					}
				} else {
					s.restore1(dst, x)
					dst, x, nb = dst-1, x-1, nb-1
					countB, countA = countB+1, 0
					if nb == 1 {
						goto copyA
					}
					if countB >= gallop {
						break
					}
				}
			}
			gallop++
			for {
				if gallop > 1 {
					gallop--
				}
				s.gallop = gallop
				k := s.gallopRight(s.tmpKeys[x], s.keys[base:base+na], na-1)
				if k < 0 {
					goto fail
				}
				k = na - k
				countA = k
				if k > 0 {
					dst, a = dst-k, a-k
					s.move(dst+1, a+1, k)
					if na -= k; na == 0 {
						goto done
					}
				}
				s.restore1(dst, x)
				dst, x, nb = dst-1, x-1, nb-1
				if nb == 1 {
					goto copyA
				}
				k = s.gallopLeft(s.keys[a], s.tmpKeys[:nb], nb-1)
				if k < 0 {
					goto fail
				}
				k = nb - k
				countB = k
				if k > 0 {
					dst, x = dst-k, x-k
					s.restore(dst+1, x+1, k)
					if nb -= k; nb == 1 {
						goto copyA
					}
					if nb == 0 { // an inconsistent comparison function
						goto done
					}
				}
				s.move1(dst, a)
				dst, a, na = dst-1, a-1, na-1
				if na == 0 {
					goto done
				}
				if countA < minGallop && countB < minGallop {
					break
				}
			}
			gallop++
			s.gallop = gallop
		}
	}
copyA:
	s.move(dst+1-na, a+1-na, na)
	s.restore1(dst-na, x)
	return true
done:
	s.restore(dst-(nb-1), 0, nb)
	return true
fail:
	s.restore(dst-(nb-1), 0, nb)
	return false
}
