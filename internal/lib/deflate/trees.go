// Blocks: prefix codes of their symbols, made as zlib makes them.

package deflate

import "math/bits"

const (
	literals   = 256
	endOfBlock = 256
	lengths    = 29
	symbols    = literals + 1 + lengths
	distances  = 30
	lengthsOf  = 19 // symbols by which lengths of codes are written
	nodes      = 2*symbols + 1
	maxBits    = 15
)

var (
	lengthExtra   = [lengths]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	distanceExtra = [distances]uint8{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
	repeatExtra   = [lengthsOf]uint8{16: 2, 17: 3, 18: 7}
	repeatOrder   = [lengthsOf]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	lengthCode    [maxMatch - minMatch + 1]uint8
	lengthBase    [lengths]uint16
	distanceCode  [512]uint8 // of distances less one below 256, and of others by their upper bits
	distanceBase  [distances]uint16
	fixedSymbols  [symbols + 2]leaf
	fixedDistance [distances]leaf
)

// leaf is a symbol of a tree.
type leaf struct{ code, len uint16 }

func init() {
	n := 0
	for c := range lengths - 1 {
		lengthBase[c] = uint16(n)
		for range 1 << lengthExtra[c] {
			lengthCode[n] = uint8(c)
			n++
		}
	}
	lengthCode[len(lengthCode)-1], lengthBase[lengths-1] = lengths-1, uint16(len(lengthCode)-1)
	n = 0
	for c := range distances {
		distanceBase[c] = uint16(n)
		for range 1 << distanceExtra[c] {
			if n < 256 {
				distanceCode[n] = uint8(c)
			} else {
				distanceCode[256+n>>7] = uint8(c)
			}
			n++
		}
	}
	var count [maxBits + 1]uint16
	for s := range fixedSymbols {
		l := uint16(8)
		if s >= 144 && s < 256 {
			l = 9
		} else if s >= 256 && s < 280 {
			l = 7
		}
		fixedSymbols[s].len = l
		count[l]++
	}
	assign(fixedSymbols[:], &count)
	for s := range fixedDistance {
		fixedDistance[s] = leaf{bits.Reverse16(uint16(s)) >> 11, 5}
	}
}

// assign makes codes of their lengths.
func assign(tree []leaf, count *[maxBits + 1]uint16) {
	var next [maxBits + 1]uint16
	code := uint16(0)
	for l := 1; l <= maxBits; l++ {
		code = (code + count[l-1]) << 1
		next[l] = code
	}
	for s := range tree {
		if l := tree[s].len; l > 0 {
			tree[s].code = bits.Reverse16(next[l]) >> (16 - l)
			next[l]++
		}
	}
}

// tree is a code that is being made.
type tree struct {
	freq   [nodes]uint16
	leaf   [symbols + 1]leaf
	extra  []uint8
	base   int    // of extra
	fixed  []leaf // nil: there is none
	size   int    // symbols that there may be
	most   uint16 // bits of a code
	last   int    // symbol that is used
	length [nodes]uint16
}

// trees are the symbols of a block, and their codes.
type trees struct {
	symbols   []uint32 // a literal, or a distance in the upper half, and a length less minMatch
	count     int
	literals  tree
	distances tree
	repeats   tree
	own       int // bits of the block by codes of its own
	fixed     int // and by the fixed ones
	heap      heap
	parent    [nodes]uint16
}

// heap has nodes of a tree that is being built, of which each comes before its two children.
type heap struct {
	nodes [nodes + 1]uint16
	n     int
	rank  [nodes]uint32 // by which they are ordered: how frequent a node is, then its depth
}

// restore puts the node at a place where it belongs, if all below are in order.
func (h *heap) restore(at int) {
	v := h.nodes[at]
	rank := h.rank[v]
	for next := 2 * at; next <= h.n; next *= 2 {
		least := h.rank[h.nodes[next]]
		if next < h.n {
			if r := h.rank[h.nodes[next+1]]; r <= least {
				next++
				least = r
			}
		}
		if rank <= least {
			break
		}
		h.nodes[at] = h.nodes[next]
		at = next
	}
	h.nodes[at] = v
}

func (x *trees) begin() {
	x.literals.begin(lengthExtra[:], literals+1, fixedSymbols[:], symbols, maxBits)
	x.distances.begin(distanceExtra[:], 0, fixedDistance[:], distances, maxBits)
	x.repeats.begin(repeatExtra[:], 0, nil, lengthsOf, 7)
	x.newBlock()
}

func (t *tree) begin(extra []uint8, base int, fixed []leaf, size int, most uint16) {
	t.extra, t.base, t.fixed, t.size, t.most = extra, base, fixed, size, most
}

func (x *trees) newBlock() {
	clear(x.literals.freq[:symbols])
	clear(x.distances.freq[:distances])
	clear(x.repeats.freq[:lengthsOf])
	x.literals.freq[endOfBlock] = 1
	x.count, x.own, x.fixed = 0, 0, 0
}

// literal adds one, and reports whether the block is full.
func (x *trees) literal(c byte) bool {
	x.symbols[x.count] = uint32(c)
	x.count++
	x.literals.freq[c]++
	return x.count == len(x.symbols)
}

// codeOf is the code of a distance less one.
func codeOf(dist uint32) uint8 {
	if dist < 256 {
		return distanceCode[dist]
	}
	return distanceCode[(256+dist>>7)&511]
}

// match adds one, and reports whether the block is full.
func (x *trees) match(dist, n int) bool {
	x.symbols[x.count] = uint32(dist)<<16 | uint32(n-minMatch)
	x.count++
	x.literals.freq[literals+1+int(lengthCode[(n-minMatch)&255])]++
	x.distances.freq[codeOf(uint32(dist-1))]++
	return x.count == len(x.symbols)
}

// build makes the best code for the frequencies.
func (x *trees) build(t *tree) {
	h, parent := &x.heap, &x.parent
	sorted := nodes // from here on the heap's array holds nodes by falling frequency
	add := func(s int) {
		h.n++
		h.nodes[h.n], h.rank[s] = uint16(s), uint32(t.freq[s])<<8
	}
	h.n = 0
	t.last = -1
	for s := range t.size {
		if t.freq[s] != 0 {
			add(s)
			t.last = s
		} else {
			t.leaf[s].len = 0
		}
	}
	for h.n < 2 { // there are to be two codes at least
		s := 0
		if t.last < 2 {
			t.last++
			s = t.last
		}
		t.freq[s] = 1
		add(s)
		x.own--
		if t.fixed != nil {
			x.fixed -= int(t.fixed[s].len)
		}
	}
	for i := h.n / 2; i >= 1; i-- {
		h.restore(i)
	}
	node := t.size
	for {
		a := h.nodes[1]
		h.nodes[1] = h.nodes[h.n]
		h.n--
		h.restore(1)
		b := h.nodes[1]
		sorted -= 2
		h.nodes[sorted+1], h.nodes[sorted] = a, b
		t.freq[node] = t.freq[a] + t.freq[b]
		h.rank[node] = uint32(t.freq[node])<<8 | uint32(uint8(max(h.rank[a]&255, h.rank[b]&255)+1))
		parent[a], parent[b] = uint16(node), uint16(node)
		h.nodes[1] = uint16(node)
		node++
		if h.restore(1); h.n < 2 {
			break
		}
	}
	sorted--
	h.nodes[sorted] = h.nodes[1]

	var count [maxBits + 1]uint16
	over := 0
	t.length[h.nodes[sorted]] = 0
	for _, s := range h.nodes[sorted+1 : nodes] {
		l := t.length[parent[s]] + 1
		if l > t.most {
			l = t.most
			over++
		}
		t.length[s] = l
		if int(s) > t.last {
			continue
		}
		count[l]++
		extra := 0
		if int(s) >= t.base {
			extra = int(t.extra[int(s)-t.base])
		}
		x.own += int(t.freq[s]) * (int(l) + extra)
		if t.fixed != nil {
			x.fixed += int(t.freq[s]) * (int(t.fixed[s].len) + extra)
		}
	}
	if over > 0 {
		for ; over > 0; over -= 2 {
			l := t.most - 1
			for count[l] == 0 {
				l--
			}
			count[l]--
			count[l+1] += 2
			count[t.most]--
		}
		at := nodes
		for l := t.most; l > 0; l-- {
			for k := count[l]; k > 0; {
				at--
				s := h.nodes[at]
				if int(s) > t.last {
					continue
				}
				x.own += (int(l) - int(t.length[s])) * int(t.freq[s])
				t.length[s] = l
				k--
			}
		}
	}
	for s := range t.last + 1 {
		if t.freq[s] != 0 {
			t.leaf[s].len = t.length[s]
		}
	}
	assign(t.leaf[:t.last+1], &count)
}

// walk gives the lengths of a code as symbols of their own, with how often the last or none is repeated.
func (t *tree) walk(f func(symbol, repeat int)) {
	before, count := -1, 0
	next := int(t.leaf[0].len)
	most, least := 7, 4
	if next == 0 {
		most, least = 138, 3
	}
	for s := range t.last + 1 {
		now := next
		if next = -1; s < t.last {
			next = int(t.leaf[s+1].len)
		}
		if count++; count < most && now == next {
			continue
		}
		switch {
		case count < least:
			for range count {
				f(now, 0)
			}
		case now != 0:
			if now != before {
				f(now, 0)
				count--
			}
			f(16, count-3)
		case count <= 10:
			f(17, count-3)
		default:
			f(18, count-11)
		}
		count, before = 0, now
		switch {
		case next == 0:
			most, least = 138, 3
		case now == next:
			most, least = 6, 3
		default:
			most, least = 7, 4
		}
	}
}

// put writes n bits, 16 at most.
func (d *Writer) put(x uint64, n uint) {
	d.bits |= x << d.n
	if d.n += n; d.n >= 48 {
		d.pending = append(d.pending, byte(d.bits), byte(d.bits>>8), byte(d.bits>>16), byte(d.bits>>24), byte(d.bits>>32), byte(d.bits>>40))
		d.bits >>= 48
		d.n -= 48
	}
}

// storedHead begins a stored block of n bytes.
func (d *Writer) storedHead(n int, last bool) {
	d.put(uint64(b2i(last)), 3)
	for d.n += -d.n & 7; d.n > 0; d.n -= 8 {
		d.pending = append(d.pending, byte(d.bits))
		d.bits >>= 8
	}
	d.pending = append(d.pending, byte(n), byte(n>>8), byte(^n), byte(^n>>8))
}

func (d *Writer) stored(b []byte, last bool) {
	d.storedHead(len(b), last)
	d.pending = append(d.pending, b...)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// writeBlock writes a block in the shortest way: its text, if that is there (it has n bytes), or its symbols.
func (d *Writer) writeBlock(text []byte, there bool, n int, last bool) {
	d.build(&d.literals)
	d.build(&d.distances)
	count := func(s, _ int) { d.repeats.freq[s]++ }
	d.literals.walk(count)
	d.distances.walk(count)
	d.build(&d.repeats)
	lengths := lengthsOf - 1
	for lengths > 3 && d.repeats.leaf[repeatOrder[lengths]].len == 0 {
		lengths--
	}
	if lengths++; lengths < 4 {
		lengths = 4
	}
	d.own += 3*lengths + 5 + 5 + 4
	own, fixed := (d.own+3+7)>>3, (d.fixed+3+7)>>3
	useFixed := fixed <= own || d.strategy == Fixed
	if useFixed {
		own = fixed
	}
	switch {
	case n+4 <= own && there:
		d.stored(text, last)
	case useFixed:
		d.put(uint64(2|b2i(last)), 3)
		d.writeSymbols(fixedSymbols[:], fixedDistance[:])
	default:
		d.put(uint64(4|b2i(last)), 3)
		d.put(uint64(d.literals.last-256), 5)
		d.put(uint64(d.distances.last), 5)
		d.put(uint64(lengths-4), 4)
		for _, s := range repeatOrder[:lengths] {
			d.put(uint64(d.repeats.leaf[s].len), 3)
		}
		write := func(s, repeat int) {
			l := d.repeats.leaf[s]
			d.put(uint64(l.code)|uint64(repeat)<<l.len, uint(l.len)+uint(repeatExtra[s]))
		}
		d.literals.walk(write)
		d.distances.walk(write)
		d.writeSymbols(d.literals.leaf[:], d.distances.leaf[:])
	}
	d.newBlock()
	if last {
		for d.n += -d.n & 7; d.n > 0; d.n -= 8 {
			d.pending = append(d.pending, byte(d.bits))
			d.bits >>= 8
		}
	}
}

func (d *Writer) writeSymbols(literal, distance []leaf) {
	b, n, pending := d.bits, d.n, d.pending
	for _, s := range d.symbols[:d.count] {
		if n >= 16 {
			k := n &^ 7
			pending = append(pending, byte(b), byte(b>>8), byte(b>>16), byte(b>>24), byte(b>>32), byte(b>>40), byte(b>>48), byte(b>>56))[:len(pending)+int(k>>3)]
			b >>= k
			n -= k
		}
		dist := s >> 16
		if dist == 0 {
			l := literal[s]
			b |= uint64(l.code) << n
			n += uint(l.len)
			continue
		}
		s &= 0xff
		c := lengthCode[s]
		l := literal[literals+1+int(c)]
		b |= uint64(l.code) << n
		n += uint(l.len)
		b |= uint64(uint16(s)-lengthBase[c]) << n
		n += uint(lengthExtra[c])
		dist--
		c = codeOf(dist)
		l = distance[c]
		b |= uint64(l.code) << n
		n += uint(l.len)
		b |= uint64(uint16(dist)-distanceBase[c]) << n
		n += uint(distanceExtra[c])
	}
	for ; n >= 8; n -= 8 {
		pending = append(pending, byte(b))
		b >>= 8
	}
	d.bits, d.n, d.pending = b, n, pending
	d.put(uint64(literal[endOfBlock].code), uint(literal[endOfBlock].len))
}
