// Finding matches: chains or binary trees of positions that begin with the same bytes.

package lzma

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unsafe"
)

// match is a repetition of what stood dist+1 bytes before.
type match struct{ len, dist uint32 }

// finder holds what was before and what is to be encoded. Tables hold positions: index in buf plus base.
type finder struct {
	buf    []byte
	at     int // the next position to be looked at
	base   uint32
	size   int // of the dictionary
	hash2  [1 << 10]uint32
	hash3  [1 << 16]uint32
	heads  []uint32
	links  []uint32 // a ring: the position before with the same hash, or the two below in its tree
	trees  bool
	bytes  int // that are hashed
	nice   int
	depth  int
	drop   uint8 // bits of four bytes that are not hashed
	shift  uint8 // bits of a hash that are not used
	expect int   // bytes that will come soon
	cyclic int   // place of the position in the ring
	first  uint32

	touched uint32 // keeps reads that are made for memory's sake
	ahead   [2]ahead
}

// ahead is the beginning of a position's chain: n positions, and the one after them.
type ahead struct {
	pos   uint32 // whose chain it is
	n     int
	after uint32
	list  [48]uint32
}

const (
	firstHeads = 1 << 14
	// lookahead is how many bytes must be there while more may come.
	lookahead = optimal + maxMatch + 8
	addMost   = 1 << 15
	kept      = 1 << 17 // bytes before the position that are kept beside the dictionary: a part of LZMA2 may be stored as it is
)

func (f *finder) init(o *Options) {
	*f = finder{size: int(o.DictSize), trees: o.Finder&0x10 != 0, bytes: o.Finder & 15, nice: o.Nice, depth: o.Depth}
	if f.depth == 0 {
		if f.depth = 4 + f.nice/4; f.trees {
			f.depth = 16 + f.nice/2
		}
	}
	f.drop = uint8(32 - 8*f.bytes)
	f.base = uint32(f.size) + 1
	f.first = f.base
}

// grown are the sizes that tables need for n bytes more, or for those that are expected: of the buffer, the heads, and the ring. What is expected at the
// beginning is likely all there is; otherwise sizes double.
func (f *finder) grown(n int) (buf, heads, ring int) {
	need := len(f.buf) + max(n, f.expect)
	more := 2 * need
	if buf = cap(f.buf); buf == 0 && f.expect > 0 {
		more = need + 1<<10
	}
	if most := f.size + max(f.size/2, 1<<16) + kept + lookahead + 2*addMost; need > buf {
		buf = min(most, more)
	}
	ring, heads = len(f.links), max(len(f.heads), firstHeads)
	if f.trees {
		ring /= 2
	}
	if need > ring {
		ring = min(f.size+1, max(more, 1<<12))
	}
	for most := 1 << bits.Len(uint(max(min(f.size, 1<<25)-1, 1<<16)>>1)); 2*heads < ring && heads < most; {
		heads *= 2
	}
	return
}

// memory is how many bytes the tables take once n bytes more are there.
func (f *finder) memory(n int) int {
	buf, heads, ring := f.grown(n)
	if f.trees {
		ring *= 2
	}
	return buf + 4*heads + 4*ring
}

// add takes up to addMost bytes. It returns by how much everything in the buffer has moved.
func (f *finder) add(in []byte) (drop int) {
	buf, heads, ring := f.grown(len(in))
	f.expect = max(0, f.expect-len(in))
	if buf > cap(f.buf) {
		f.buf = append(make([]byte, 0, buf), f.buf...)
	}
	if heads > len(f.heads) {
		f.heads = make([]uint32, heads)
		f.shift = uint8(33 - bits.Len(uint(heads)))
		for i := range max(0, f.at-max(0, f.at-f.size)) { // what was seen is entered again: trees lose a little
			if at := max(0, f.at-f.size) + i; at+4 <= len(f.buf) {
				f.heads[f.hash(binary.LittleEndian.Uint32(f.buf[at:]))] = f.base + uint32(at)
			}
		}
	}
	if f.trees {
		ring *= 2
	}
	if ring > len(f.links) {
		f.links = append(make([]uint32, 0, ring), f.links...)[:ring]
	}
	if len(f.buf)+len(in) > cap(f.buf) {
		drop = f.at - f.size - 1 - kept
		f.buf = f.buf[:copy(f.buf, f.buf[drop:])]
		f.at -= drop
		f.base += uint32(drop)
		if f.base > 1<<31 {
			f.rebase()
		}
	}
	f.buf = append(f.buf, in...)
	return drop
}

// rebase makes positions small again.
func (f *finder) rebase() {
	by := f.base - f.first
	for _, table := range [][]uint32{f.hash2[:], f.hash3[:], f.heads, f.links} {
		for i, p := range table {
			table[i] = p - min(p, by)
		}
	}
	f.base = f.first
	f.ahead = [2]ahead{}
}

func (f *finder) hash(x uint32) uint32 {
	return x << (f.drop & 31) * 0x9e3779b1 >> (f.shift & 31)
}

// left is how many bytes there are from the position on.
func (f *finder) left() int { return len(f.buf) - f.at }

// same is how many bytes from i on are those from j on, at most n. i is before j.
func same(buf []byte, i, j, n int) int {
	a, b := buf[i:], buf[j:j+n]
	k := 0
	for ; k+8 <= len(b); k += 8 {
		if x := binary.LittleEndian.Uint64(a[k:]) ^ binary.LittleEndian.Uint64(b[k:]); x != 0 {
			return k + bits.TrailingZeros64(x)>>3
		}
	}
	for k < len(b) && a[k] == b[k] {
		k++
	}
	return k
}

// next appends the matches at the position, the shortest and nearest first, and goes on by one. Add more of the same length are not listed.
func (f *finder) next(found []match) []match {
	limit := min(f.left(), f.nice)
	if limit < 4 {
		f.move()
		return found
	}
	buf, at := f.buf, f.at
	x := binary.LittleEndian.Uint32(buf[at:])
	pos := f.base + uint32(at)
	h := f.hash(x)
	p := f.heads[h] // first of all, since it may take long
	f.heads[h] = pos
	longest := 1
	if f.bytes >= 3 {
		h2, h3 := x<<16*0x9e3779b1>>22, x<<8*0x9e3779b1>>16
		p2, p3 := f.hash2[h2], f.hash3[h3]
		f.hash2[h2] = pos
		if d := int(pos - p2); d <= f.size && buf[at-d] == buf[at] && buf[at-d+1] == buf[at+1] {
			longest = same(buf, at-d, at, limit)
			found = append(found, match{uint32(longest), uint32(d - 1)})
		}
		if f.bytes == 4 {
			f.hash3[h3] = pos
			if d := int(pos - p3); d <= f.size && p3 != p2 && longest < limit {
				if n := same(buf, at-d, at, limit); n > longest {
					longest = n
					found = append(found, match{uint32(n), uint32(d - 1)})
				}
			}
		}
	}
	if f.trees {
		if quickWalk {
			found = f.quickly(found, p, limit, longest)
		} else {
			f.touch(at)
			found = f.walk(found, p, limit, longest)
		}
	} else if quickWalk {
		found = f.chase(found, p, limit, longest)
	} else {
		found = f.follow(found, p, limit, longest)
	}
	f.move()
	return found
}

// touch reads what the next positions will need, so that memory brings it while the tree is walked.
func (f *finder) touch(at int) {
	if at+8 > len(f.buf) {
		return
	}
	x := binary.LittleEndian.Uint64(f.buf[at:])
	sum := f.heads[f.hash(uint32(x>>24))]
	d := f.base + uint32(at) + 1 - f.heads[f.hash(uint32(x>>8))]
	if d <= uint32(f.size) {
		ring := f.cyclic + 1 - int(d)
		if ring < 0 {
			ring += f.size + 1
		}
		sum += f.links[2*ring] + uint32(f.buf[at+1-int(d)])
	}
	f.touched = sum
}

// follow looks for matches in a chain. It makes the steps of the next position's chain beside its own: a step waits for memory, and two wait no longer than
// one. Checks of bounds are its own: a distance reaches into the buffer and the ring, and there are limit bytes from the position on.
func (f *finder) follow(found []match, p uint32, limit, longest int) []match {
	at, cyclic := f.at, f.cyclic
	pos, size := f.base+uint32(at), f.size
	reach := min(size, at)
	f.links[cyclic] = p
	mine, next := &f.ahead[at&1], &f.ahead[at&1^1]
	if mine.pos != pos {
		mine.n, mine.after = 0, p
	}
	q := uint32(0) // no position: too far away
	if mine.n == 0 && len(f.buf)-at > 4 {
		q = f.heads[f.hash(binary.LittleEndian.Uint32(f.buf[at+1:]))]
	}
	if next.n = 0; mine.n == 0 { // else there is nothing to wait for
		next.pos = pos + 1
	}
	if longest == limit {
		next.after = q
		return found
	}
	if limit > len(f.buf)-at || limit < 4 {
		panic("lzma: beyond the buffer")
	}
	here := unsafe.Pointer(&f.buf[at])
	// What is longer has the same four bytes where the longest ends, or three at its beginning.
	end, mask := max(longest-3, 0), ^uint32(0)
	if end == 0 && f.bytes < 4 {
		mask = 1<<(8*f.bytes) - 1
	}
	want := four(unsafe.Add(here, end)) & mask
	touched := byte(0)
	for i := range f.depth {
		if d := int(pos + 1 - q); d <= reach && i < len(next.list) {
			next.list[i] = q
			next.n = i + 1
			touched += *(*byte)(unsafe.Add(here, 1-d))
			q = f.link(cyclic+1, d)
		}
		if i < mine.n {
			p = mine.list[i]
		} else if i == mine.n {
			p = mine.after
		}
		d := int(pos - p)
		if d > reach {
			break
		}
		there := unsafe.Add(here, -d)
		if four(unsafe.Add(there, end))&mask == want {
			if n := common(there, here, limit); n > longest {
				longest = n
				found = append(found, match{uint32(n), uint32(d - 1)})
				if longest == limit {
					break
				}
				end, mask = max(longest-3, 0), ^uint32(0)
				want = four(unsafe.Add(here, end))
			}
		}
		if i >= mine.n {
			p = f.link(cyclic, d)
		}
	}
	next.after = q
	f.touched = uint32(touched)
	return found
}

// link is the position before another in its chain, which is d before the one at a place of the ring.
func (f *finder) link(cyclic, d int) uint32 {
	ring := cyclic - d
	if ring < 0 {
		ring += f.size + 1
	}
	return f.links[ring]
}

// common is how many of the first n bytes are the same.
func common(there, here unsafe.Pointer, n int) int {
	k := 0
	for ; k+8 <= n; k += 8 {
		if x := word(unsafe.Add(there, k)) ^ word(unsafe.Add(here, k)); x != 0 {
			return k + bits.TrailingZeros64(x)>>3
		}
	}
	for k < n && *(*byte)(unsafe.Add(there, k)) == *(*byte)(unsafe.Add(here, k)) {
		k++
	}
	return k
}

func four(p unsafe.Pointer) uint32 { return binary.LittleEndian.Uint32((*[4]byte)(p)[:]) }

// walk looks for matches in a tree, from its root on, and makes the position its root. Checks of bounds would take a tenth of its time, so the few that are
// needed are its own: a distance reaches into the buffer, there are limit bytes from the position on, and n is below limit.
func (f *finder) walk(found []match, p uint32, limit, longest int) []match {
	pos, size, rings := f.base+uint32(f.at), f.size, len(f.links)/2
	reach, cyclic := min(size, f.at), f.cyclic
	if cyclic >= rings || limit > len(f.buf)-f.at {
		panic("lzma: beyond the tables")
	}
	here := unsafe.Pointer(&f.buf[f.at])
	links := unsafe.Pointer(unsafe.SliceData(f.links))
	less, more := (*uint32)(unsafe.Add(links, 8*cyclic)), (*uint32)(unsafe.Add(links, 8*cyclic+4))
	lessLen, moreLen := 0, 0
	for depth := f.depth; depth > 0; depth-- {
		d := int(pos - p)
		if d > reach {
			break
		}
		ring := cyclic - d
		if ring < 0 {
			ring += size + 1
		}
		if ring >= rings {
			break
		}
		pair := (*[2]uint32)(unsafe.Add(links, 8*ring))
		there := unsafe.Add(here, -d)
		n := min(lessLen, moreLen)
		x, y := *(*byte)(unsafe.Add(there, n)), *(*byte)(unsafe.Add(here, n))
		if x == y {
			for n++; ; n += 8 {
				if n+8 > limit {
					for n < limit && *(*byte)(unsafe.Add(there, n)) == *(*byte)(unsafe.Add(here, n)) {
						n++
					}
					break
				}
				if x := word(unsafe.Add(there, n)) ^ word(unsafe.Add(here, n)); x != 0 {
					n += bits.TrailingZeros64(x) >> 3
					break
				}
			}
			if n > longest {
				longest = n
				found = append(found, match{uint32(n), uint32(d - 1)})
			}
			if n == limit {
				*less, *more = pair[0], pair[1]
				return found
			}
			x, y = *(*byte)(unsafe.Add(there, n)), *(*byte)(unsafe.Add(here, n))
		}
		if x < y {
			*less = p
			less = &pair[1]
			p = pair[1]
			lessLen = n
		} else {
			*more = p
			more = &pair[0]
			p = pair[0]
			moreLen = n
		}
	}
	*less, *more = 0, 0
	return found
}

// quickly does what walk does, by assembly. It stays in the tables: a node is one of reach positions before this one; where the ring was full once, it is whole.
func (f *finder) quickly(found []match, p uint32, limit, longest int) []match {
	at, pos, cyclic := f.at, f.base+uint32(f.at), f.cyclic
	if cyclic >= len(f.links)/2 || cyclic < at && len(f.links)/2 <= f.size || cyclic > at || limit > len(f.buf)-at {
		panic("lzma: beyond the tables")
	}
	head, head3, soon := &f.heads[0], &f.hash3[0], p
	if at+headsAhead+4 <= len(f.buf) { // what the next positions will need
		x := binary.LittleEndian.Uint64(f.buf[at:])
		y := binary.LittleEndian.Uint32(f.buf[at+headsAhead:])
		head, head3 = &f.heads[f.hash(y)], &f.hash3[y<<8*0x9e3779b1>>16]
		soon = f.heads[f.hash(uint32(x>>16))]
	}
	reach := uint32(min(f.size, at))
	found = slices.Grow(found, limit) // each is longer than the one before
	n := len(found)
	n += walkTree(unsafe.Pointer(&f.buf[at]), unsafe.Pointer(unsafe.SliceData(f.links)), unsafe.SliceData(found[n:n+1]), head, pos, p, soon, pos-reach,
		pos-uint32(cyclic), reach, cyclic, 8*(f.size+1), limit, longest, f.depth, head3)
	return found[:n]
}

// chase does what follow does, by assembly. It stays in the tables as quickly does. The next position's chain is read beside its own.
func (f *finder) chase(found []match, p uint32, limit, longest int) []match {
	at, pos, cyclic := f.at, f.base+uint32(f.at), f.cyclic
	if cyclic >= len(f.links) || cyclic < at && len(f.links) <= f.size || cyclic > at || limit > len(f.buf)-at || limit < 4 {
		panic("lzma: beyond the tables")
	}
	f.links[cyclic] = p
	if longest == limit {
		return found
	}
	mask := ^uint32(0)
	if longest < 4 && f.bytes < 4 {
		mask = 1<<(8*f.bytes) - 1
	}
	soon, head, head3 := uint32(0), &f.heads[0], &f.hash3[0] // no position
	if len(f.buf)-at > headsAhead+4 {
		y := binary.LittleEndian.Uint32(f.buf[at+headsAhead:])
		head, head3 = &f.heads[f.hash(y)], &f.hash3[y<<8*0x9e3779b1>>16]
		soon = f.heads[f.hash(binary.LittleEndian.Uint32(f.buf[at+1:]))]
	}
	reach := uint32(min(f.size, at))
	found = slices.Grow(found, limit) // each is longer than the one before
	n := len(found)
	n += followChain(unsafe.Pointer(&f.buf[at]), unsafe.Pointer(unsafe.SliceData(f.links)), unsafe.SliceData(found[n:n+1]), pos, p, mask, pos-reach,
		pos-uint32(cyclic), reach, soon, cyclic, 4*(f.size+1), limit, longest, f.depth, head, head3)
	return found[:n]
}

func word(p unsafe.Pointer) uint64 { return binary.LittleEndian.Uint64((*[8]byte)(p)[:]) }

// move goes on by one.
func (f *finder) move() {
	f.at++
	if f.cyclic++; f.cyclic == f.size+1 {
		f.cyclic = 0
	}
}

// skip goes on by n, without asking for the matches.
func (f *finder) skip(n int, scratch []match) {
	if f.trees {
		for range n {
			f.next(scratch[:0])
		}
		return
	}
	if k := min(n, f.left()-3); f.bytes == 4 && k > 0 {
		f.enter(k)
		n -= k
	}
	for range n {
		if f.left() >= 4 {
			x := binary.LittleEndian.Uint32(f.buf[f.at:])
			pos := f.base + uint32(f.at)
			if f.bytes >= 3 {
				f.hash2[x<<16*0x9e3779b1>>22] = pos
			}
			h := f.hash(x)
			f.links[f.cyclic] = f.heads[h]
			f.heads[h] = pos
		}
		f.move()
	}
}

// headsAhead is how far ahead of a position heads are brought from memory.
const headsAhead = 12

// enter goes on by n positions, each of which has four bytes. It has little to do for one, so many may wait for memory at the same time.
func (f *finder) enter(n int) {
	if quickWalk {
		if cyclic := f.cyclic; cyclic > f.size || len(f.links) <= min(f.size, cyclic+n-1) || len(f.heads) != 1<<(32-f.shift) || n+3 > len(f.buf)-f.at {
			panic("lzma: beyond the tables")
		}
		ahead := headsAhead
		if n+3+ahead > len(f.buf)-f.at {
			ahead = 0
		}
		f.cyclic = enterAll(&f.buf[f.at], &f.heads[0], &f.links[0], &f.hash2[0], &f.hash3[0], n, f.base+uint32(f.at), uint32(f.shift), f.cyclic, f.size, ahead)
		f.at += n
		return
	}
	heads, links := f.heads, f.links
	pos, cyclic := f.base+uint32(f.at), f.cyclic
	buf := f.buf[f.at : f.at+n+3]
	for i := range n {
		x := binary.LittleEndian.Uint32(buf[i : i+4])
		h := x * 0x9e3779b1 >> (f.shift & 31)
		links[cyclic] = heads[h]
		heads[h] = pos
		f.hash2[x<<16*0x9e3779b1>>22] = pos
		f.hash3[x<<8*0x9e3779b1>>16] = pos
		pos++
		if cyclic++; cyclic > f.size {
			cyclic = 0
		}
	}
	f.at += n
	f.cyclic = cyclic
}
