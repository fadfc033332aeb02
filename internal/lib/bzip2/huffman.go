// Prefix codes of encoders. Which codes are made, and which of them a group of symbols gets, is what libbzip2 chooses.

package bzip2

import "slices"

// huffman is what is known of the symbols of a block.
type huffman struct {
	freq      [maxAlpha]int32
	lengths   [maxTables][maxAlpha]uint8
	counts    [maxTables][maxAlpha]int32
	codes     [maxTables][maxAlpha]uint32
	selectors []uint8
}

// symbols appends what a sorted block becomes: moved to the front, and coded.
func (e *Encoder) symbols(out []byte) []byte {
	h := &e.huffman
	var used [256]bool
	for _, c := range e.block {
		used[c] = true
	}
	text, alpha := e.moveToFront(&used)
	groups := e.groupCodes(text, alpha)

	var rows uint64
	for i := range 16 {
		rows <<= 1
		if slices.Contains(used[16*i:16*i+16], true) {
			rows |= 1
		}
	}
	out = e.put(out, rows, 16)
	for i := range 16 {
		if rows>>(15-i)&1 == 0 {
			continue
		}
		for _, u := range used[16*i : 16*i+16] {
			out = e.put(out, uint64(b2i(u)), 1)
		}
	}
	out = e.put(out, uint64(groups), 3)
	out = e.put(out, uint64(len(h.selectors)), 15)
	order := [maxTables]uint8{0, 1, 2, 3, 4, 5}
	for _, s := range h.selectors {
		at := slices.Index(order[:], s)
		copy(order[1:at+1], order[:at])
		order[0] = s
		out = e.put(out, 1<<(at+1)-2, uint(at+1))
	}
	for t := range groups {
		now := h.lengths[t][0]
		out = e.put(out, uint64(now), 5)
		for _, l := range h.lengths[t][:alpha] {
			for ; now < l; now++ {
				out = e.put(out, 2, 2)
			}
			for ; now > l; now-- {
				out = e.put(out, 3, 2)
			}
			out = e.put(out, 0, 1)
		}
		assign(&h.codes[t], h.lengths[t][:alpha])
	}
	out = slices.Grow(out, len(text))
	bits, n := e.bits, e.n
	for i, s := range h.selectors {
		codes, lengths := &h.codes[s], &h.lengths[s]
		for _, x := range text[i*groupSize : min(len(text), (i+1)*groupSize)] {
			l := uint(lengths[x])
			bits = bits<<l | uint64(codes[x])
			if n += l; n >= 32 {
				n -= 32
				w := uint32(bits >> n)
				out = append(out, byte(w>>24), byte(w>>16), byte(w>>8), byte(w))
			}
		}
	}
	e.bits, e.n = bits, n
	return e.put(out, 0, 0)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// moveToFront makes symbols of the sorted block, and counts them.
func (e *Encoder) moveToFront(used *[256]bool) (text []uint16, alpha int) {
	h := &e.huffman
	h.freq = [maxAlpha]int32{}
	var front [256]byte
	inUse := 0
	for c, u := range used {
		if u {
			front[inUse] = byte(c)
			inUse++
		}
	}
	end := uint16(inUse + 1)
	text = e.work.symbols(len(e.block) + 1)
	n, zeros := 0, 0
	flush := func() {
		for zeros--; ; zeros = (zeros - 2) / 2 {
			s := uint16(zeros & 1)
			text[n] = s
			h.freq[s]++
			if n++; zeros < 2 {
				break
			}
		}
		zeros = 0
	}
	for _, p := range e.work.order {
		if p == 0 {
			p = uint32(len(e.block))
		}
		c := e.block[p-1]
		if front[0] == c {
			zeros++
			continue
		}
		if zeros > 0 {
			flush()
		}
		before, at := front[0], 1
		for front[at&255] != c {
			front[at&255], before = before, front[at&255]
			at++
		}
		front[at&255], front[0] = before, c
		text[n] = uint16(at + 1)
		h.freq[at+1]++
		n++
	}
	if zeros > 0 {
		flush()
	}
	text[n] = end
	h.freq[end]++
	return text[:n+1], inUse + 2
}

// groupCodes chooses the codes and their selectors.
func (e *Encoder) groupCodes(text []uint16, alpha int) (groups int) {
	h := &e.huffman
	switch n := len(text); {
	case n < 200:
		groups = 2
	case n < 600:
		groups = 3
	case n < 1200:
		groups = 4
	case n < 2400:
		groups = 5
	default:
		groups = 6
	}
	// The first codes favour symbols that are as frequent together in each.
	left, from := int32(len(text)), 0
	for part := groups; part > 0; part-- {
		want, got, to := left/int32(part), int32(0), from-1
		for got < want && to < alpha-1 {
			to++
			got += h.freq[to]
		}
		if to > from && part != groups && part != 1 && (groups-part)%2 == 1 {
			got -= h.freq[to]
			to--
		}
		for s := range alpha {
			if l := &h.lengths[part-1][s]; s >= from && s <= to {
				*l = 0
			} else {
				*l = 15
			}
		}
		from = to + 1
		left -= got
	}
	// costs holds the lengths of a symbol in the codes, 10 bits each.
	var costs [maxAlpha]uint64
	for range 4 {
		for s := range alpha {
			costs[s] = 0
			for t := range groups {
				costs[s] |= uint64(h.lengths[t][s]) << (10 * t)
			}
		}
		h.counts = [maxTables][maxAlpha]int32{}
		h.selectors = h.selectors[:0]
		for rest := text; len(rest) > 0; {
			group := rest[:min(len(rest), groupSize)]
			rest = rest[len(group):]
			var cost uint64
			for _, s := range group {
				cost += costs[s]
			}
			best, least := 0, cost&1023
			for t := 1; t < groups; t++ {
				if c := cost >> (10 * t) & 1023; c < least {
					best, least = t, c
				}
			}
			h.selectors = append(h.selectors, uint8(best))
			counts := &h.counts[best]
			for _, s := range group {
				counts[s]++
			}
		}
		for t := range groups {
			codeLengths(h.lengths[t][:alpha], h.counts[t][:alpha])
		}
	}
	return groups
}

// codeLengths makes a code of 17 bits at most. Nodes of equal weight are joined in the order of a heap.
func codeLengths(lengths []uint8, counts []int32) {
	const longest = 17
	var (
		weight [2 * maxAlpha]int32 // of a node, and in the low byte its height
		parent [2 * maxAlpha]int32
		heap   [maxAlpha + 2]int32
	)
	for i, n := range counts {
		weight[i+1] = max(n, 1) << 8
	}
	for {
		size, nodes := 0, len(counts)
		add := func(node int) {
			size++
			at := size
			for w := weight[node]; w < weight[heap[at>>1]]; at >>= 1 {
				heap[at] = heap[at>>1]
			}
			heap[at] = int32(node)
			parent[node] = -1
		}
		least := func() int32 {
			top, last := heap[1], heap[size]
			size--
			at := 1
			for {
				next := 2 * at
				if next > size {
					break
				}
				if next < size && weight[heap[next+1]] < weight[heap[next]] {
					next++
				}
				if weight[last] < weight[heap[next]] {
					break
				}
				heap[at] = heap[next]
				at = next
			}
			heap[at] = last
			return top
		}
		weight[0], heap[0] = 0, 0
		for i := range counts {
			add(i + 1)
		}
		for size > 1 {
			a, b := least(), least()
			nodes++
			parent[a], parent[b] = int32(nodes), int32(nodes)
			weight[nodes] = weight[a]&^255 + weight[b]&^255 | 1 + max(weight[a]&255, weight[b]&255)
			add(nodes)
		}
		tooLong := false
		for i := range counts {
			depth := 0
			for k := int32(i + 1); parent[k] >= 0; k = parent[k] {
				depth++
			}
			lengths[i] = uint8(depth)
			tooLong = tooLong || depth > longest
		}
		if !tooLong {
			return
		}
		for i := range counts {
			weight[i+1] = (1 + weight[i+1]>>8/2) << 8
		}
	}
}

// assign makes the codes of their lengths.
func assign(codes *[maxAlpha]uint32, lengths []uint8) {
	code := uint32(0)
	for n := slices.Min(lengths); n <= slices.Max(lengths); n++ {
		for s, l := range lengths {
			if l == n {
				codes[s] = code
				code++
			}
		}
		code <<= 1
	}
}
