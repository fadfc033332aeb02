// Package deflate compresses to DEFLATE streams (RFC 1951), bare or as zlib and gzip have them, piece by piece. What it makes is what zlib 1.2.13 makes,
// byte for byte: for every level, strategy, size of the window and of memory, dictionary and flush. So what zlib does when its output buffer is full is
// done here too: stored blocks depend on that.
package deflate

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/psyco-go/psy/internal/lib/inflate"
)

// Format says what stands around the data.
type Format uint8

// The formats.
const (
	Raw Format = iota
	Zlib
	Gzip
)

// Flush says what is to be done with data that wait for more.
type Flush int

// The flushes: nothing, end the block and align, the same and forget what was before, end the stream, end the block.
const (
	NoFlush Flush = iota
	PartialFlush
	SyncFlush
	FullFlush
	Finish
	Block
)

// Strategies.
const (
	Default = iota
	Filtered
	HuffmanOnly
	RLE
	Fixed
)

const (
	minMatch     = 3
	maxMatch     = 258
	minLookahead = maxMatch + minMatch + 1
	tooFar       = 4096 // matches of three bytes are not worth it from there on
	maxStored    = 65535
	stride       = 1 << 18 // bytes that are compressed before Run returns, about
)

// effort is how long a level looks for matches.
type effort struct{ good, lazy, nice, chain int }

var efforts = [10]effort{{}, {4, 4, 8, 4}, {4, 5, 16, 8}, {4, 6, 32, 32}, {4, 4, 16, 16}, {8, 16, 32, 32}, {8, 16, 128, 128}, {8, 32, 128, 256},
	{32, 128, 258, 1024}, {32, 258, 258, 4096}}

// Writer is a stream that is being compressed.
type Writer struct {
	format   Format
	level    int
	strategy int
	effort
	status    status
	lastFlush Flush
	in        []byte // of Run
	room      int    // for output
	work      int    // bytes until Run returns
	out       []byte

	window     []byte // two windows, and some bytes behind them
	size, mask int
	touched    int // what is behind it in the window was always zero, unless the level is 0
	heads      []uint16
	links      []uint16
	hash       uint32
	hashMask   uint32
	hashShift  uint
	start      int // of what is to be compressed
	ahead      int // bytes of it
	block      int // where the block begins; it may have left the window
	insert     int // strings before start that are not hashed yet
	matchLen   int
	matchAt    int
	prevLen    int
	waiting    bool // for whether the match at the next byte is better

	pending    []byte
	pendingCap int
	bits       uint64
	n          uint // bits of them
	*trees
	sum    uint32
	total  uint32
	dictID uint32
}

type status uint8

const (
	begins status = iota
	busy
	finishing
)

// done says how far the work on a block has come.
type done uint8

const (
	needMore done = iota
	blockDone
	finishStarted
	finishDone
)

// New makes a stream. The window has 2^windowBits bytes, from 8 to 15; memory is from 1 to 9.
func New(f Format, level, windowBits, memory, strategy int) *Writer {
	size := 1 << max(windowBits, 9)
	d := &Writer{size: size, mask: size - 1, window: make([]byte, 2*size+8), links: make([]uint16, size), heads: make([]uint16, 1<<(memory+7)),
		hashShift: uint(memory+7+minMatch-1) / minMatch, pendingCap: 4 << (memory + 6), trees: new(trees)}
	d.hashMask = uint32(len(d.heads) - 1)
	d.symbols = make([]uint32, 1<<(memory+6)-1)
	d.begin(f, level, strategy)
	return d
}

// Reset makes another stream of d, with as much memory.
func (d *Writer) Reset(f Format, level, strategy int) {
	old := *d
	*d = Writer{size: old.size, mask: old.mask, window: old.window, links: old.links, heads: old.heads, hashMask: old.hashMask, hashShift: old.hashShift,
		pending: old.pending[:0], pendingCap: old.pendingCap, trees: old.trees}
	clear(d.heads) // so links are not followed before they are set
	if old.level == 0 {
		old.touched = len(d.window)
	}
	clear(d.window[:old.touched]) // a match is looked for beyond the data, and cut
	d.begin(f, level, strategy)
}

func (d *Writer) begin(f Format, level, strategy int) {
	if level < 0 {
		level = 6
	}
	d.format, d.level, d.strategy, d.effort = f, level, strategy, efforts[level]
	d.lastFlush, d.matchLen, d.prevLen = -2, minMatch-1, minMatch-1
	switch f {
	case Raw:
		d.status, d.sum = busy, 1
	case Zlib:
		d.sum = 1
	}
	d.trees.begin()
}

// Memory is how many bytes a stream takes.
func Memory(windowBits, memory int) int {
	const fixed = 16 << 10
	return fixed + 4<<max(windowBits, 9) + 2<<(memory+7) + (4+4+4)<<(memory+6)
}

// Clone is a copy of the stream in its state.
func (d *Writer) Clone() *Writer {
	c, trees := *d, *d.trees
	c.trees = &trees
	c.window, c.links, c.heads = slices.Clone(d.window), slices.Clone(d.links), slices.Clone(d.heads)
	c.symbols, c.pending, c.out = slices.Clone(d.symbols), slices.Clone(d.pending), nil
	return &c
}

// SetDictionary gives what is taken to stand before the data; to be called first, not for gzip.
func (d *Writer) SetDictionary(dict []byte) {
	if d.format == Zlib {
		d.dictID = inflate.Adler32(1, dict)
	}
	dict = dict[max(0, len(dict)-d.size):]
	format, sum := d.format, d.sum
	d.format, d.in = Raw, dict
	d.fill()
	for d.ahead >= minMatch {
		at := d.start
		for range d.ahead - (minMatch - 1) {
			d.enter(at)
			at++
		}
		d.start, d.ahead = at, minMatch-1
		d.fill()
	}
	d.start += d.ahead
	d.block, d.insert, d.ahead = d.start, d.ahead, 0
	d.matchLen, d.prevLen, d.waiting = minMatch-1, minMatch-1, false
	d.format, d.sum, d.total = format, sum, 0
}

// Result says how a Run has ended.
type Result uint8

const (
	Went    Result = iota // all input is taken
	Paused                // it is to be called again with the rest of the input, and room for output
	Ended                 // so has the stream
	Nothing               // there was nothing to do
)

// Run appends what is compressed of in to out, at most room bytes, and returns how much input was used.
func (d *Writer) Run(out, in []byte, flush Flush, room int) (_ []byte, used int, r Result) {
	before := len(out)
	if d.in, d.out, d.room, d.work = in, out, room, stride; d.level == 0 {
		d.work = math.MaxInt // nothing takes long, and where blocks end depends on the calls
	}
	r = d.run(flush)
	out, used = d.out, len(in)-len(d.in)
	if r != Ended && r != Nothing && (len(out)-before == room || d.work <= 0) {
		r = Paused
	}
	d.in, d.out = nil, nil
	return out, used, r
}

func (d *Writer) full() bool { return d.room == 0 || d.work <= 0 }

// rank orders flushes: Block is less than PartialFlush.
func rank(f Flush) Flush {
	if f > 4 {
		return f*2 - 9
	}
	return f * 2
}

func (d *Writer) run(flush Flush) Result {
	old := d.lastFlush
	d.lastFlush = flush
	halt := func() Result {
		d.lastFlush = -1
		return Paused
	}
	if len(d.pending) > 0 {
		if d.flushPending(); d.full() {
			return halt()
		}
	} else if len(d.in) == 0 && rank(flush) <= rank(old) && flush != Finish {
		return Nothing
	}
	if d.status == begins {
		d.head()
		if d.flushPending(); len(d.pending) > 0 {
			return halt()
		}
	}
	if len(d.in) > 0 || d.ahead > 0 || flush != NoFlush && d.status != finishing {
		var r done
		switch {
		case d.level == 0:
			r = d.store(flush)
		case d.strategy == HuffmanOnly:
			r = d.huffmanOnly(flush)
		case d.strategy == RLE:
			r = d.runs(flush)
		case d.level < 4:
			r = d.fast(flush)
		default:
			r = d.slow(flush)
		}
		if r == finishStarted || r == finishDone {
			d.status = finishing
		}
		if r == needMore || r == finishStarted {
			if d.full() {
				return halt()
			}
			return Went
		}
		if r == blockDone {
			if flush == PartialFlush {
				d.put(2, 3)
				d.put(0, 7)
			} else if flush != Block {
				d.stored(nil, false)
				if flush == FullFlush {
					clear(d.heads)
					if d.ahead == 0 {
						d.start, d.block, d.insert = 0, 0, 0
					}
				}
			}
			if d.flushPending(); d.full() {
				return halt()
			}
		}
	}
	if flush != Finish {
		return Went
	}
	switch d.format {
	case Zlib:
		d.pending = binary.BigEndian.AppendUint32(d.pending, d.sum)
	case Gzip:
		d.pending = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(d.pending, d.sum), d.total)
	}
	d.format = Raw // the tail is written once
	d.flushPending()
	if len(d.pending) > 0 {
		return Paused
	}
	return Ended
}

// head writes what stands before the data.
func (d *Writer) head() {
	d.status = busy
	switch d.format {
	case Zlib:
		level := 3
		switch {
		case d.strategy >= HuffmanOnly || d.level < 2:
			level = 0
		case d.level < 6:
			level = 1
		case d.level == 6:
			level = 2
		}
		h := uint16(8|(bits.Len(uint(d.size))-1-8)<<4)<<8 | uint16(level)<<6
		if d.start != 0 {
			h |= 0x20
		}
		d.pending = binary.BigEndian.AppendUint16(d.pending, h+31-h%31)
		if d.start != 0 {
			d.pending = binary.BigEndian.AppendUint32(d.pending, d.dictID)
		}
	case Gzip:
		extra := byte(0)
		switch {
		case d.level == 9:
			extra = 2
		case d.strategy >= HuffmanOnly || d.level < 2:
			extra = 4
		}
		const unix = 3
		d.pending = append(d.pending, 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, extra, unix)
	}
}

// read takes input.
func (d *Writer) read(to []byte) int {
	n := copy(to, d.in)
	switch d.format {
	case Zlib:
		d.sum = inflate.Adler32(d.sum, d.in[:n])
	case Gzip:
		d.sum = crc32.Update(d.sum, crc32.IEEETable, d.in[:n])
	}
	d.in = d.in[n:]
	d.total += uint32(n)
	d.work -= n
	return n
}

// flushPending gives output as far as there is room.
func (d *Writer) flushPending() {
	for ; d.n >= 8; d.n -= 8 {
		d.pending = append(d.pending, byte(d.bits))
		d.bits >>= 8
	}
	n := min(len(d.pending), d.room)
	d.out = append(d.out, d.pending[:n]...)
	d.room -= n
	d.pending = d.pending[:copy(d.pending, d.pending[n:])]
}

// fill takes input into the window.
func (d *Writer) fill() {
	for {
		more := 2*d.size - d.ahead - d.start
		if d.start >= d.size+d.size-minLookahead {
			copy(d.window, d.window[d.size:2*d.size])
			d.matchAt -= d.size
			d.start -= d.size
			d.block -= d.size
			d.insert = min(d.insert, d.start)
			slide(d.heads, d.size)
			slide(d.links, d.size)
			more += d.size
		}
		if len(d.in) == 0 {
			return
		}
		at := d.start + d.ahead
		d.ahead += d.read(d.window[at : at+more])
		d.touched = max(d.touched, d.start+d.ahead)
		if d.ahead+d.insert >= minMatch {
			at := d.start - d.insert
			d.hash = uint32(d.window[at])
			d.hash = (d.hash<<d.hashShift ^ uint32(d.window[at+1])) & d.hashMask
			for d.insert > 0 {
				d.enter(at)
				at++
				if d.insert--; d.ahead+d.insert < minMatch {
					break
				}
			}
		}
		if d.ahead >= minLookahead || len(d.in) == 0 {
			return
		}
	}
}

// slide takes size, a power of two, from all places in a table; what is less becomes 0. Places are less than twice the size, and four of them are a word.
func slide(table []uint16, size int) {
	const each = 1<<48 | 1<<32 | 1<<16 | 1
	words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(table))), len(table)/4)
	shift := uint(bits.TrailingZeros(uint(size))) & 15
	for i, w := range words {
		stay := w >> shift & each // those that are size at least
		words[i] = w & (stay<<shift - stay)
	}
}

// enter puts the string at a place into the table, and returns where the last one with its hash stands, 0: nowhere.
func (d *Writer) enter(at int) int {
	d.hash = (d.hash<<d.hashShift ^ uint32(d.window[at+minMatch-1])) & d.hashMask
	head := &d.heads[d.hash]
	was := *head
	d.links[at&d.mask] = was
	*head = uint16(at)
	return int(was)
}

// longest looks for the longest match, from a place backwards, that is longer than prevLen.
func (d *Writer) longest(at int) int {
	chain, best, nice := d.chain, d.prevLen, min(d.nice, d.ahead)
	if best >= d.good {
		chain >>= 2
	}
	limit := max(0, d.start-(d.size-minLookahead))
	window, links := d.window, d.links
	scan := (*[maxMatch + 8]byte)(window[d.start:])
	// A longer match has the last four bytes of one that is longer by one, which most places do not have; three bytes if it has no more.
	from, mask := max(0, best-3), uint32(math.MaxUint32)
	if best < 3 {
		mask >>= 8
	}
	want := binary.LittleEndian.Uint32(scan[from:]) & mask
	for {
		next := int(links[at&d.mask])
		m := (*[maxMatch + 8]byte)(window[at:])
		if binary.LittleEndian.Uint32(m[from:])&mask == want {
			n := 0
			for n < maxMatch {
				if x := binary.LittleEndian.Uint64(scan[n:]) ^ binary.LittleEndian.Uint64(m[n:]); x != 0 {
					n += bits.TrailingZeros64(x) >> 3
					break
				}
				n += 8
			}
			if n = min(n, maxMatch); n > best {
				d.matchAt = at
				if best = n; n >= nice {
					break
				}
				from, mask = best-3, math.MaxUint32
				want = binary.LittleEndian.Uint32(scan[from:])
			}
		}
		if at = next; at <= limit {
			break
		}
		if chain--; chain == 0 {
			break
		}
	}
	return min(best, d.ahead)
}

// flushBlock ends a block; it reports whether there is room for more output.
func (d *Writer) flushBlock(last bool) bool {
	var text []byte
	if d.block >= 0 {
		text = d.window[d.block:d.start]
	}
	d.writeBlock(text, d.block >= 0, d.start-d.block, last)
	d.block = d.start
	d.flushPending()
	return !d.full()
}

// end is called when the input is used up, or enough of it.
func (d *Writer) end(flush Flush) done {
	if flush == Finish {
		if !d.flushBlock(true) {
			return finishStarted
		}
		return finishDone
	}
	if d.count > 0 && !d.flushBlock(false) {
		return needMore
	}
	return blockDone
}

// fast takes matches as they are found.
func (d *Writer) fast(flush Flush) done {
	for {
		if d.ahead < minLookahead {
			d.fill()
			if d.ahead < minLookahead && flush == NoFlush {
				return needMore
			}
			if d.ahead == 0 {
				break
			}
		}
		head := 0
		if d.ahead >= minMatch {
			head = d.enter(d.start)
		}
		if head != 0 && d.start-head <= d.size-minLookahead {
			d.matchLen = d.longest(head)
		}
		var full bool
		if d.matchLen >= minMatch {
			full = d.match(d.start-d.matchAt, d.matchLen)
			d.ahead -= d.matchLen
			if d.matchLen <= d.lazy && d.ahead >= minMatch {
				for d.matchLen--; d.matchLen > 0; d.matchLen-- {
					d.start++
					d.enter(d.start)
				}
				d.start++
			} else {
				d.start += d.matchLen
				d.matchLen = 0
				d.hash = uint32(d.window[d.start])
				d.hash = (d.hash<<d.hashShift ^ uint32(d.window[d.start+1])) & d.hashMask
			}
		} else {
			full = d.literal(d.window[d.start])
			d.ahead--
			d.start++
		}
		if full && !d.flushBlock(false) {
			return needMore
		}
	}
	d.insert = min(d.start, minMatch-1)
	return d.end(flush)
}

// slow looks whether the next byte has a longer match before it takes one.
func (d *Writer) slow(flush Flush) done {
	for {
		if d.ahead < minLookahead {
			d.fill()
			if d.ahead < minLookahead && flush == NoFlush {
				return needMore
			}
			if d.ahead == 0 {
				break
			}
		}
		head := 0
		if d.ahead >= minMatch {
			head = d.enter(d.start)
		}
		before := d.matchAt
		d.prevLen, d.matchLen = d.matchLen, minMatch-1
		if head != 0 && d.prevLen < d.lazy && d.start-head <= d.size-minLookahead {
			d.matchLen = d.longest(head)
			if d.matchLen <= 5 && (d.strategy == Filtered || d.matchLen == minMatch && d.start-d.matchAt > tooFar) {
				d.matchLen = minMatch - 1
			}
		}
		switch {
		case d.prevLen >= minMatch && d.matchLen <= d.prevLen:
			last := d.start + d.ahead - minMatch
			full := d.match(d.start-1-before, d.prevLen)
			d.ahead -= d.prevLen - 1
			for d.prevLen -= 2; d.prevLen > 0; d.prevLen-- {
				if d.start++; d.start <= last {
					d.enter(d.start)
				}
			}
			d.waiting, d.matchLen = false, minMatch-1
			d.start++
			if full && !d.flushBlock(false) {
				return needMore
			}
		case d.waiting:
			full := d.literal(d.window[d.start-1])
			if full {
				d.flushBlock(false)
			}
			d.start++
			d.ahead--
			if full && d.full() {
				return needMore
			}
		default:
			d.waiting = true
			d.start++
			d.ahead--
		}
	}
	if d.waiting {
		d.literal(d.window[d.start-1])
		d.waiting = false
	}
	d.insert = min(d.start, minMatch-1)
	return d.end(flush)
}

// runs finds only repetitions of the byte before.
func (d *Writer) runs(flush Flush) done {
	for {
		if d.ahead <= maxMatch {
			d.fill()
			if d.ahead <= maxMatch && flush == NoFlush {
				return needMore
			}
			if d.ahead == 0 {
				break
			}
		}
		n := 0
		if d.ahead >= minMatch && d.start > 0 {
			c := d.window[d.start-1]
			for most := min(maxMatch, d.ahead); n < most && d.window[d.start+n] == c; n++ {
			}
		}
		var full bool
		if n >= minMatch {
			full = d.match(1, n)
		} else {
			full = d.literal(d.window[d.start])
			n = 1
		}
		d.ahead -= n
		d.start += n
		if full && !d.flushBlock(false) {
			return needMore
		}
	}
	d.insert = 0
	return d.end(flush)
}

// huffmanOnly finds no repetitions.
func (d *Writer) huffmanOnly(flush Flush) done {
	for {
		if d.ahead == 0 {
			d.fill()
			if d.ahead == 0 {
				if flush == NoFlush {
					return needMore
				}
				break
			}
		}
		full := d.literal(d.window[d.start])
		d.ahead--
		d.start++
		if full && !d.flushBlock(false) {
			return needMore
		}
	}
	d.insert = 0
	return d.end(flush)
}

// store copies the input, past the window if there is enough of it and enough room.
func (d *Writer) store(flush Flush) done {
	const headMost = 42 // bits of a block's head, and some to round up
	least := min(d.pendingCap-5, d.size)
	all := d.in
	last := false
	for !last {
		have := int(d.n+headMost) >> 3
		if d.room < have {
			break
		}
		left := d.start - d.block
		n := min(maxStored, left+len(d.in), d.room-have)
		if n < least && (n == 0 && flush != Finish || flush == NoFlush || n != left+len(d.in)) {
			break
		}
		last = flush == Finish && n == left+len(d.in)
		d.storedHead(n, last)
		d.flushPending()
		if left = min(left, n); left > 0 {
			d.out = append(d.out, d.window[d.block:d.block+left]...)
			d.room -= left
			d.block += left
			n -= left
		}
		if n > 0 {
			d.out = append(d.out, d.in[:n]...)
			d.read(d.out[len(d.out)-n:])
			d.room -= n
		}
	}
	if used := len(all) - len(d.in); used > 0 {
		if used >= d.size {
			copy(d.window[:d.size], all[used-d.size:])
			d.start, d.insert = d.size, d.size
		} else {
			if 2*d.size-d.start <= used {
				d.start -= d.size
				copy(d.window[:d.start], d.window[d.size:])
				d.insert = min(d.insert, d.start)
			}
			copy(d.window[d.start:], all[:used])
			d.start += used
			d.insert += min(used, d.size-d.insert)
		}
		d.block = d.start
	}
	if last {
		return finishDone
	}
	if flush != NoFlush && flush != Finish && len(d.in) == 0 && d.start == d.block {
		return blockDone
	}
	have := 2*d.size - d.start
	if len(d.in) > have && d.block >= d.size {
		d.block -= d.size
		d.start -= d.size
		copy(d.window[:d.start], d.window[d.size:])
		have += d.size
		d.insert = min(d.insert, d.start)
	}
	if have = min(have, len(d.in)); have > 0 {
		d.read(d.window[d.start : d.start+have])
		d.start += have
		d.insert += min(have, d.size-d.insert)
	}
	have = min(d.pendingCap-int(d.n+headMost)>>3, maxStored)
	least = min(have, d.size)
	left := d.start - d.block
	if left >= least || (left > 0 || flush == Finish) && flush != NoFlush && len(d.in) == 0 && left <= have {
		n := min(left, have)
		last = flush == Finish && len(d.in) == 0 && n == left
		d.stored(d.window[d.block:d.block+n], last)
		d.block += n
		d.flushPending()
	}
	if last {
		return finishStarted
	}
	return needMore
}
