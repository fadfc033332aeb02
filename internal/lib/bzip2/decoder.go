// Decoders.

package bzip2

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"
	"unsafe"
)

// ErrRoom is the error of a stream that begins: it needs memory, Decoder.Memory bytes of it. Decoder.Allow says that they may be used.
const ErrRoom = Error("memory is needed")

type phase uint8

const (
	magic phase = iota
	room
	blockHead
	blockSum
	origin
	usedRows
	usedBytes
	tables
	selectors
	firstLength
	lengths
	text
	output
	streamSum
	ended
)

// Decoder is the state of a stream. Its zero value is one that begins.
type Decoder struct {
	phase     phase
	level     int
	bits      uint64
	n         uint // bits of them
	at        int  // progress within a phase
	stored    uint32
	total     uint32
	sum       uint32
	first     uint32 // where the text begins among the sorted rotations
	rows      uint64
	front     [256]uint8
	inUse     int
	codes     int
	selectors int // that the stream has, which may be more than are kept
	order     [maxTables]uint8
	table     int
	length    int
	group     int // symbols that the current selector still stands for
	zeros     int // a run that is being read
	weight    int // of its next digit
	counts    [256]uint32
	left      int // bytes of the block that are to come
	last      byte
	run       int // how often it came, 4 at most
	repeat    int // how often it is to be repeated
	*decoding
}

// decoding is the memory of a Decoder, from when it may have it until the stream ends.
type decoding struct {
	selector [18002]uint8
	size     [maxTables][maxAlpha]uint8
	code     [maxTables]code
	block    []uint32 // bytes, and in the upper bits the place of the next one
	unsorted
}

// decodings are those of streams that have ended, to be used again.
var decodings = sync.Pool{New: func() any { return new(decoding) }}

// code is a canonical prefix code.
type code struct {
	fast    [1 << fastBits]uint16 // by the next bits: symbol<<5 | length; 0: see the limits
	limit   [maxLength + 2]uint32 // codes of a length and shorter ones are below, in maxLength bits
	base    [maxLength + 1]int32
	symbols [maxAlpha]uint16
}

const (
	fastBits  = 10
	maxLength = 20
)

// Ended reports the end of the stream.
func (d *Decoder) Ended() bool { return d.phase == ended }

// Memory is how many bytes the stream needs.
func (d *Decoder) Memory() int {
	return int(unsafe.Sizeof(decoding{})) + d.level*unit*4 + piecesOf(d.level*unit)*(pieceSize+2)
}

// Allow lets the stream take its memory.
func (d *Decoder) Allow() { d.phase, d.decoding = blockHead, decodings.Get().(*decoding) }

// reader takes bits of the input.
type reader struct {
	in   []byte
	used int
	bits uint64
	n    uint
}

func (r *reader) need(n uint) bool {
	for r.n < n {
		if r.used == len(r.in) {
			return false
		}
		r.bits = r.bits<<8 | uint64(r.in[r.used])
		r.used++
		r.n += 8
	}
	return true
}

func (r *reader) take(n uint) uint64 {
	r.n -= n
	return r.bits >> r.n & (1<<n - 1)
}

// Run appends output to out until that is limit bytes long, the stream or the input ends. It returns how much of the input was used: all of it,
// if neither the stream nor the limit ended it.
func (d *Decoder) Run(out, in []byte, limit int) ([]byte, int, error) {
	r := reader{in: in, bits: d.bits, n: d.n}
	var more bool
	var err error
	for err == nil && !more && d.phase != ended {
		if d.phase == output {
			if out, err = d.write(out, limit); d.phase == output {
				break
			}
			continue
		}
		if d.phase == text {
			more, err = d.text(&r)
		} else {
			more, err = d.head(&r)
		}
	}
	if !more {
		back := min(int(r.n/8), r.used)
		r.used -= back
		r.n -= uint(8 * back)
		r.bits >>= 8 * back
	}
	d.bits, d.n = r.bits, r.n
	return out, r.used, err
}

// head reads on in what stands before a block's text. more: the input does not have all of it.
func (d *Decoder) head(r *reader) (more bool, err error) {
	switch d.phase {
	case magic:
		if !r.need(8) {
			return true, nil
		}
		c := r.take(8)
		if d.at < 3 && c != uint64("BZh"[d.at]) || d.at == 3 && (c < '1' || c > '9') {
			return false, ErrData
		}
		if d.at++; d.at == 4 {
			d.level, d.phase, d.at = int(c-'0'), room, 0
		}
	case room:
		return false, ErrRoom
	case blockHead:
		if !r.need(8) {
			return true, nil
		}
		if d.at == 0 {
			d.stored = 0
		}
		const both = 6
		c := r.take(8)
		isEnd := d.at > 0 && d.stored == 1
		if d.at == 0 && c == endMagic>>40 {
			isEnd, d.stored = true, 1
		}
		want := uint64(blockMagic)
		if isEnd {
			want = endMagic
		}
		if c != want>>(40-8*d.at)&255 {
			return false, ErrData
		}
		if d.at++; d.at == both {
			d.at = 0
			if d.phase = blockSum; isEnd {
				d.phase = streamSum
			}
		}
	case blockSum:
		if !r.need(32) {
			return true, nil
		}
		d.stored, d.phase = uint32(r.take(32)), origin
	case origin:
		if !r.need(25) {
			return true, nil
		}
		if r.take(1) == 1 {
			return false, ErrData // randomised: no program since 1998 writes such blocks
		}
		d.first, d.phase = uint32(r.take(24)), usedRows
		if int(d.first) > d.level*unit+10 {
			return false, ErrData
		}
	case usedRows:
		if !r.need(16) {
			return true, nil
		}
		d.rows, d.at, d.inUse, d.phase = r.take(16), 0, 0, usedBytes
	case usedBytes:
		for ; d.at < 16; d.at++ {
			if d.rows>>(15-d.at)&1 == 0 {
				continue
			}
			if !r.need(16) {
				return true, nil
			}
			for row, b := r.take(16), 0; b < 16; b++ {
				if row>>(15-b)&1 != 0 {
					d.front[d.inUse] = uint8(16*d.at + b)
					d.inUse++
				}
			}
		}
		if d.inUse == 0 {
			return false, ErrData
		}
		d.phase = tables
	case tables:
		if !r.need(18) {
			return true, nil
		}
		d.codes, d.selectors, d.at, d.length, d.phase = int(r.take(3)), int(r.take(15)), 0, 0, selectors
		if d.codes < 2 || d.codes > maxTables || d.selectors < 1 {
			return false, ErrData
		}
		d.order = [maxTables]uint8{0, 1, 2, 3, 4, 5}
	case selectors:
		for d.at < d.selectors {
			if !r.need(1) {
				return true, nil
			}
			if r.take(1) == 1 {
				if d.length++; d.length >= d.codes {
					return false, ErrData
				}
				continue
			}
			s := d.order[d.length]
			copy(d.order[1:d.length+1], d.order[:d.length])
			d.order[0] = s
			if d.at < len(d.selector) {
				d.selector[d.at] = s
			}
			d.at++
			d.length = 0
		}
		d.selectors = min(d.selectors, len(d.selector))
		d.table, d.at, d.phase = 0, 0, firstLength
	case firstLength:
		if d.table == d.codes {
			d.begin()
			break
		}
		if !r.need(5) {
			return true, nil
		}
		d.length, d.at, d.phase = int(r.take(5)), 0, lengths
	case lengths:
		for d.at < d.inUse+2 {
			if d.length < 1 || d.length > maxLength {
				return false, ErrData
			}
			if !r.need(1) {
				return true, nil
			}
			if r.take(1) == 0 {
				d.size[d.table][d.at] = uint8(d.length)
				d.at++
				continue
			}
			if !r.need(1) {
				r.n++ // the first bit is to be read again
				return true, nil
			}
			d.length += 1 - 2*int(r.take(1))
		}
		d.code[d.table].build(d.size[d.table][:d.inUse+2])
		d.table++
		d.phase = firstLength
	case streamSum:
		if !r.need(32) {
			return true, nil
		}
		if uint32(r.take(32)) != d.total {
			return false, ErrData
		}
		if cap(d.block) > mostKept {
			d.block = nil
		}
		if cap(d.pieces) > 2*mostKept {
			d.unsorted = unsorted{}
		}
		decodings.Put(d.decoding)
		d.phase, d.decoding = ended, nil
	}
	return false, nil
}

func (c *code) build(lengths []uint8) {
	var count [maxLength + 2]int32
	for _, l := range lengths {
		count[l]++
	}
	clear(c.fast[:])
	var next, at [maxLength + 2]int32 // the first code of a length, and its place among the symbols
	for l := 1; l <= maxLength; l++ {
		c.base[l] = at[l] - next[l]
		c.limit[l] = uint32(next[l]+count[l]) << (maxLength - l)
		next[l+1] = (next[l] + count[l]) << 1
		at[l+1] = at[l] + count[l]
	}
	for s, l := range lengths {
		c.symbols[at[l]] = uint16(s)
		at[l]++
		if word := next[l]; l <= fastBits && word < 1<<l {
			from := int(word) << (fastBits - l)
			for i := range 1 << (fastBits - l) {
				c.fast[from+i] = uint16(s)<<5 | uint16(l)
			}
		}
		next[l]++
	}
}

// begin is called when all of a block's codes are there.
func (d *Decoder) begin() {
	d.phase, d.at, d.group, d.zeros, d.weight = text, 0, 0, 0, 1
	d.block = d.block[:0]
	clear(d.counts[:])
}

// text reads the symbols of a block. more: the input does not have all of them.
func (d *Decoder) text(r *reader) (more bool, err error) {
	limit, end := d.level*unit, uint16(d.inUse+1)
	in, used, n := r.in, r.used, r.n
	bits := r.bits << (64 - n)                      // the next one first
	front := binary.LittleEndian.Uint64(d.front[:]) // the first eight of them
	zeros, weight := d.zeros, d.weight
	block := d.block[:cap(d.block)]
	size := len(d.block)
loop:
	for {
		if d.group == 0 {
			if d.at >= d.selectors {
				err = ErrData
				break loop
			}
			d.table = int(d.selector[d.at])
			d.at++
			d.group = groupSize
		}
		c := &d.code[d.table]
		for group := d.group; group > 0; {
			if len(in)-used >= 8 {
				bits |= binary.BigEndian.Uint64(in[used:]) >> n
				used += int(63-n) >> 3
				n |= 56
			} else {
				for n <= 56 && used < len(in) {
					bits |= uint64(in[used]) << (56 - n)
					used++
					n += 8
				}
			}
			e := c.fast[bits>>(64-fastBits)]
			if e == 0 {
				word := uint32(bits >> (64 - maxLength))
				l := 1
				for l <= maxLength && word >= c.limit[l] {
					l++
				}
				if l > maxLength {
					d.group = group
					if n < maxLength {
						more = true
						break loop
					}
					err = ErrData
					break loop
				}
				at := int32(word>>(maxLength-l)) + c.base[l]
				if at < 0 || at >= maxAlpha {
					err = ErrData
					break loop
				}
				e = c.symbols[at]<<5 | uint16(l)
			}
			l := uint(e & 31)
			if l > n {
				d.group = group
				more = true
				break loop
			}
			n -= l
			bits <<= l
			group--
			s := e >> 5
			if s <= runB {
				if weight >= 2<<20 {
					err = ErrData
					break loop
				}
				zeros += weight << s
				weight <<= 1
				continue
			}
			if zeros > 0 {
				if size+zeros > limit {
					err = ErrData
					break loop
				}
				if size+zeros > len(block) {
					block = d.wider(block, size+zeros)
				}
				c := uint32(byte(front))
				d.counts[c] += uint32(zeros)
				run := block[size : size+zeros]
				if len(block)-size >= 4 { // most runs are short
					b := block[size : size+4]
					b[0], b[1], b[2], b[3] = c, c, c, c
					run = run[min(4, zeros):]
				}
				for i := range run {
					run[i] = c
				}
				size += zeros
				zeros, weight = 0, 1
			}
			if s == end {
				block = block[:size]
				err = d.link(block)
				break loop
			}
			if size >= limit || s > end {
				err = ErrData
				break loop
			}
			if size == len(block) {
				block = d.wider(block, size+1)
			}
			if s <= 8 {
				at := 8 * (s - 1) & 63
				b := front >> at & 255
				moved := uint64(1)<<at<<8 - 1
				front = front&^moved | front<<8&moved | b
			} else {
				at := int(s-1) & 255
				b := d.front[at]
				copy(d.front[9:at+1], d.front[8:at])
				d.front[8] = byte(front >> 56)
				front = front<<8 | uint64(b)
			}
			b := byte(front)
			d.counts[b]++
			block[size] = uint32(b)
			size++
		}
		d.group = 0
	}
	binary.LittleEndian.PutUint64(d.front[:], front)
	d.zeros, d.weight = zeros, weight
	r.used, r.bits, r.n = used, bits>>(64-n), n
	d.block = block[:size]
	return more, err
}

// wider is block with room for n bytes at least.
func (d *Decoder) wider(block []uint32, n int) []uint32 {
	all := make([]uint32, min(d.level*unit, max(2*n, 4096)))
	copy(all, block)
	return all
}

// link leads from each byte of the block to the one that follows in the text.
func (d *Decoder) link(block []uint32) error {
	if int(d.first) >= len(block) {
		return ErrData
	}
	var at [256]uint32
	sum := uint32(0)
	for c, n := range d.counts {
		at[c] = sum
		sum += n
	}
	for i := range block {
		c := byte(block[i])
		block[at[c]] |= uint32(i) << 8
		at[c]++
	}
	d.unsort(block, block[d.first]>>8)
	d.left, d.run, d.repeat, d.sum = len(block), 0, 0, ^uint32(0)
	d.phase = output
	return nil
}

// write appends the text of a block to out.
func (d *Decoder) write(out []byte, limit int) ([]byte, error) {
	before := len(out)
	left, last, run, repeat := d.left, d.last, d.run, d.repeat
	for {
		if repeat > 0 {
			n := min(repeat, limit-len(out))
			for range n {
				out = append(out, last)
			}
			if repeat -= n; repeat > 0 {
				break
			}
		}
		if left == 0 {
			break
		}
		from := d.ahead(left)
		if run == 4 {
			d.skip(1)
			left--
			repeat, run = int(from[0]), 0
			continue
		}
		if len(out) >= limit {
			break
		}
		if len(out) == cap(out) {
			out = slices.Grow(out, min(left, limit-len(out), 1<<16))
		}
		from = from[:min(len(from), limit-len(out), cap(out)-len(out))]
		n := 0
		n, last, run = literal(from, last, run)
		out = append(out, from[:n]...)
		d.skip(n)
		left -= n
	}
	d.left, d.last, d.run, d.repeat = left, last, run, repeat
	d.sum = checksum(d.sum, out[before:])
	if left > 0 || repeat > 0 {
		return out, nil
	}
	if run == 4 || ^d.sum != d.stored {
		return out, ErrData
	}
	d.total = bits.RotateLeft32(d.total, 1) ^ d.stored
	d.phase, d.at = blockHead, 0
	return out, nil
}

// literal is how many bytes stand up to the end of the first four that are equal, where the byte before them came run times.
func literal(b []byte, last byte, run int) (n int, c byte, now int) {
	i := 0
	for i < len(b) && b[i] == last {
		i++
		if run++; run == 4 {
			return i, last, run
		}
	}
	if i == len(b) {
		return i, last, run
	}
	// Eight pairs of neighbours at once: three pairs of equal ones, one after the other, are four equal bytes. Six of them are seen to their end.
	begin := i
	for ; len(b)-i >= 9; i += 6 {
		x := binary.LittleEndian.Uint64(b[i:]) ^ binary.LittleEndian.Uint64(b[i+1:])
		const low = 0x7f7f7f7f7f7f7f7f
		equal := ^((x&low + low) | x | low)
		if four := equal & (equal >> 8) & (equal >> 16); four != 0 {
			i += bits.TrailingZeros64(four) >> 3
			return i + 4, b[i], 4
		}
	}
	last, run = b[i], 1
	for j := i; j > begin && b[j-1] == last; j-- {
		run++
	}
	for i++; i < len(b) && run < 4; i++ {
		if b[i] == last {
			run++
		} else {
			last, run = b[i], 1
		}
	}
	return i, last, run
}
