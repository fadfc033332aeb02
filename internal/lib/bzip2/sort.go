// Sorting the rotations of a block. Blocks that repeat themselves are sorted as libbzip2 sorts them: equal rotations have no order of their own,
// but the place of the first one is part of the stream.

package bzip2

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// work is memory for sorting a block.
type work struct {
	order  []uint32 // where rotations begin, sorted
	keys   []uint64 // of the rotations in order; while fallback runs, their classes; after that, symbols
	pairs  []uint32 // where the rotations that begin with two bytes begin
	budget int
}

const (
	workBytes = 4 + 8
	sortBytes = 4 * (1<<16 + 1)
	smallest  = 10_000 // shorter blocks are sorted by fallback
)

func (w *work) size(n int) {
	if cap(w.order) < n {
		w.order, w.keys = make([]uint32, n), make([]uint64, n+1)
	}
	w.order = w.order[:n]
}

// symbols is room for n of them, in place of the keys.
func (w *work) symbols(n int) []uint16 { return unsafe.Slice((*uint16)(unsafe.Pointer(&w.keys[0])), n) }

// sort puts the rotations in order; origin is the place of the block itself. Behind the block there is room for some bytes.
func (w *work) sort(block []byte, poll func() bool) (origin int, ok bool) {
	n := len(block)
	ok = n >= smallest
	if ok {
		wide := block[:n+8]
		copy(wide[n:], block)
		w.budget = 20 * n
		var halted bool
		if ok, halted = w.byPairs(wide, poll); halted {
			return 0, false
		}
	}
	if !ok && !w.fallback(block, poll) {
		return 0, false
	}
	for i, p := range w.order {
		if p == 0 {
			origin = i
		}
	}
	return origin, true
}

// byPairs sorts by the first two bytes, then the rotations that begin alike. Of those that begin with a frequent byte only a part is sorted: the
// order of the others follows. It gives up (false) when the rotations are too much alike. Eight bytes of the block stand behind it again.
func (w *work) byPairs(block []byte, poll func() bool) (ok, halted bool) {
	if w.pairs == nil {
		w.pairs = make([]uint32, 1<<16+1)
	}
	n, pairs, order := len(block)-8, w.pairs, w.order
	clear(pairs)
	pair := uint32(block[0]) << 8
	for i := n - 1; i >= 0; i-- {
		pair = pair>>8 | uint32(block[i])<<8
		pairs[pair]++
	}
	sum := uint32(0)
	for i := range pairs {
		sum += pairs[i]
		pairs[i] = sum
	}
	pair = uint32(block[0]) << 8
	for i := n - 1; i >= 0; i-- {
		pair = pair>>8 | uint32(block[i])<<8
		pairs[pair]--
		order[pairs[pair]] = uint32(i)
	}
	var first [256]int // bytes, the rarest first
	size := func(c int) uint32 { return pairs[(c+1)<<8] - pairs[c<<8] }
	for c := range first {
		at := c
		for ; at > 0 && size(first[at-1]) > size(c); at-- {
			first[at] = first[at-1]
		}
		first[at] = c
	}
	var done [1 << 16]bool
	var through [256]bool
	for _, c := range first {
		for next := range 256 {
			p := c<<8 | next
			if lo, hi := int(pairs[p]), int(pairs[p+1]); next != c && !done[p] && hi > lo+1 {
				if poll != nil && poll() {
					return false, true
				}
				if !w.refine(block, lo, hi, 2, poll) {
					return false, false
				}
			}
		}
		var from, to [256]uint32
		for b := range 256 {
			from[b], to[b] = pairs[b<<8|c], pairs[b<<8|c+1]
			done[b<<8|c] = true
		}
		for i := pairs[c<<8]; i < from[c]; i++ {
			k := order[i]
			if k == 0 {
				k = uint32(n)
			}
			if b := block[k-1]; !through[b] {
				order[from[b]] = k - 1
				from[b]++
			}
		}
		for i := pairs[(c+1)<<8]; i > to[c]; i-- {
			k := order[i-1]
			if k == 0 {
				k = uint32(n)
			}
			if b := block[k-1]; !through[b] {
				to[b]--
				order[to[b]] = k - 1
			}
		}
		through[c] = true
	}
	return true, false
}

// refine sorts rotations lo to hi, which begin with the same depth bytes.
//
//psy:bounded a part is smaller than the whole, and the budget is less by each: the square root of twice the budget, some 6,000
func (w *work) refine(block []byte, lo, hi, depth int, poll func() bool) bool {
	n := len(block) - 8
	for {
		if w.budget -= hi - lo; w.budget < 0 || depth >= n {
			return false
		}
		order, keys := w.order[lo:hi], w.keys[lo:hi]
		same := true
		for i, p := range order {
			at := int(p) + depth
			if at >= n {
				at -= n
			}
			keys[i] = binary.BigEndian.Uint64(block[at : at+8])
			same = same && keys[i] == keys[0]
		}
		depth += 8
		if same {
			continue
		}
		byKeys(keys, order)
		for i := 0; i < len(keys); {
			j := i + 1
			for j < len(keys) && keys[j] == keys[i] {
				j++
			}
			if j-i > 1 && !w.refine(block, lo+i, lo+j, depth, poll) {
				return false
			}
			i = j
		}
		return true
	}
}

// byKeys sorts both slices by the keys.
//
//psy:bounded the part that is sorted by a call is at most half of the whole
func byKeys(keys []uint64, order []uint32) {
	for limit := 2 * bits.Len(uint(len(keys))); len(keys) > 12; limit-- {
		order = order[:len(keys)]
		if limit == 0 {
			heapSort(keys, order)
			return
		}
		a, b, c := keys[0], keys[len(keys)/2], keys[len(keys)-1]
		pivot := max(min(a, b), min(max(a, b), c))
		lt, i, gt := 0, 0, len(keys)
		for i < gt {
			switch k := keys[i]; {
			case k < pivot:
				keys[i], keys[lt] = keys[lt], k
				order[i], order[lt] = order[lt], order[i]
				lt++
				i++
			case k > pivot:
				gt--
				keys[i], keys[gt] = keys[gt], k
				order[i], order[gt] = order[gt], order[i]
			default:
				i++
			}
		}
		if lt < len(keys)-gt {
			byKeys(keys[:lt], order[:lt])
			keys, order = keys[gt:], order[gt:]
		} else {
			byKeys(keys[gt:], order[gt:])
			keys, order = keys[:lt], order[:lt]
		}
	}
	order = order[:len(keys)]
	for i := 1; i < len(keys); i++ {
		k, o, j := keys[i], order[i], i
		for ; j > 0 && keys[j-1] > k; j-- {
			keys[j], order[j] = keys[j-1], order[j-1]
		}
		keys[j], order[j] = k, o
	}
}

func heapSort(keys []uint64, order []uint32) {
	down := func(at, n int) {
		for {
			next := 2*at + 1
			if next >= n {
				return
			}
			if next+1 < n && keys[next+1] > keys[next] {
				next++
			}
			if keys[at] >= keys[next] {
				return
			}
			keys[at], keys[next] = keys[next], keys[at]
			order[at], order[next] = order[next], order[at]
			at = next
		}
	}
	for i := len(keys)/2 - 1; i >= 0; i-- {
		down(i, len(keys))
	}
	for n := len(keys) - 1; n > 0; n-- {
		keys[0], keys[n] = keys[n], keys[0]
		order[0], order[n] = order[n], order[0]
		down(0, n)
	}
}

// fallback sorts by doubling: rotations whose first h bytes are ordered are ordered by 2h bytes, by the classes that those have which begin
// h bytes later. Equal rotations come out in the order that libbzip2 gives them, which its way of sorting makes.
func (w *work) fallback(block []byte, poll func() bool) bool {
	n, order := len(block), w.order
	class := unsafe.Slice((*uint32)(unsafe.Pointer(&w.keys[0])), n)
	heads := make([]uint64, n/64+2) // bit i: a class begins at i
	set := func(i int) { heads[i>>6] |= 1 << (i & 63) }
	isSet := func(i int) bool { return heads[i>>6]>>(i&63)&1 != 0 }

	var starts [257]int
	for _, c := range block {
		starts[c]++
	}
	sum := 0
	for c := range starts {
		sum += starts[c]
		starts[c] = sum
	}
	for i, c := range block {
		starts[c]--
		order[starts[c]] = uint32(i)
	}
	for _, at := range starts {
		if at < n {
			set(at)
		}
	}
	set(n)
	for h := 1; h <= n; h *= 2 {
		now := 0
		for i, p := range order {
			if isSet(i) {
				now = i
			}
			k := int(p) - h
			if k < 0 {
				k += n
			}
			class[k] = uint32(now)
		}
		open := false
		for lo := 0; lo < n; {
			hi := lo + 1
			for !isSet(hi) {
				if hi&63 == 0 && heads[hi>>6] == 0 {
					hi += 64
				} else {
					hi++
				}
			}
			if hi-lo > 1 {
				if poll != nil && poll() {
					return false
				}
				open = true
				byClass(order, class, lo, hi-1)
				before := ^uint32(0)
				for i := lo; i < hi; i++ {
					if c := class[order[i]]; c != before {
						set(i)
						before = c
					}
				}
			}
			lo = hi
		}
		if !open {
			break
		}
	}
	return true
}

// byClass sorts order[lo:hi+1] by class: quicksort with pivots chosen as by libbzip2.
func byClass(order, class []uint32, lo, hi int) {
	var stack [100][2]int
	stack[0] = [2]int{lo, hi}
	random := 0
	for depth := 1; depth > 0; {
		depth--
		lo, hi := stack[depth][0], stack[depth][1]
		if hi-lo < 10 {
			shell(order, class, lo, hi)
			continue
		}
		random = (random*7621 + 1) % 32768
		pivot := class[order[[3]int{lo, (lo + hi) / 2, hi}[random%3]]]
		// What equals the pivot is gathered at both ends.
		left, i, j, right := lo, lo, hi, hi
		for {
			for ; i <= j; i++ {
				c := class[order[i]]
				if c > pivot {
					break
				}
				if c == pivot {
					order[i], order[left] = order[left], order[i]
					left++
				}
			}
			for ; i <= j; j-- {
				c := class[order[j]]
				if c < pivot {
					break
				}
				if c == pivot {
					order[j], order[right] = order[right], order[j]
					right--
				}
			}
			if i > j {
				break
			}
			order[i], order[j] = order[j], order[i]
			i++
			j--
		}
		if right < left {
			continue
		}
		exchange(order, lo, i, min(left-lo, i-left))
		exchange(order, i, hi+1, min(hi-right, right-j))
		a, b := [2]int{lo, lo + i - left - 1}, [2]int{hi - (right - j) + 1, hi}
		if a[1]-a[0] <= b[1]-b[0] {
			a, b = b, a
		}
		stack[depth], stack[depth+1] = a, b
		depth += 2
	}
}

// exchange swaps the n items from lo on with the n before end.
func exchange(order []uint32, lo, end, n int) {
	for k := range n {
		order[lo+k], order[end-n+k] = order[end-n+k], order[lo+k]
	}
}

// shell sorts a few items, first those that stand four apart.
func shell(order, class []uint32, lo, hi int) {
	for _, step := range [2]int{4, 1} {
		if step == 4 && hi-lo < 4 {
			continue
		}
		for i := hi - step; i >= lo; i-- {
			p := order[i]
			c, j := class[p], i+step
			for ; j <= hi && c > class[order[j]]; j += step {
				order[j-step] = order[j]
			}
			order[j-step] = p
		}
	}
}
