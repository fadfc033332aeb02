// Package inflate decompresses DEFLATE streams (RFC 1951) piece by piece: input may end anywhere, output may be limited. A Decoder holds no
// pointers, so it can be copied, and live in memory that is not Go's.
package inflate

import (
	"math/bits"
	"sync"
)

// Error is what is wrong with a stream, in zlib's words.
type Error string

func (e Error) Error() string { return string(e) }

const (
	windowSize = 1 << 15
	maxBits    = 15
	fastBits   = 10
)

// code is a canonical Huffman code.
type code struct {
	fast    [1 << fastBits]uint16 // by the next bits: symbol<<4 | length; 0: see the lengths
	count   [maxBits + 1]uint16   // codes of each length
	symbols [288]uint16           // in the order of their codes
	first   int                   // the first code of more than fastBits bits, as one of fastBits+1 bits
	index   int                   // its symbol's index
}

type state uint8

const (
	blockHead state = iota
	storedHead
	stored
	codeLengths
	symbols
	done
)

// Decoder is the state of a stream.
type Decoder struct {
	progress
	lengths [19 + 320]uint8 // those of the code of lengths, then those of the two codes
	literal code
	dist    code
	window  [windowSize]byte // the last output, a ring
}

// progress is what a new stream begins with zeros in; what else a Decoder has is written before it is read.
type progress struct {
	bits    uint64
	n       uint // bits of them
	state   state
	final   bool
	left    int // of a stored block, or of a copy that the limit cut
	from    int // distance of that copy; 0: it is the byte waiting
	waiting byte
	have    int    // code lengths read
	counts  [3]int // of literals and lengths, distances, code lengths
	at      int    // where the window goes on
	filled  int    // bytes in it
}

// Done reports the end of the stream.
func (d *Decoder) Done() bool { return d.state == done }

// SetDictionary gives what stands before the output.
func (d *Decoder) SetDictionary(dict []byte) {
	d.putAll(dict)
}

// putAll is put for several bytes.
func (d *Decoder) putAll(b []byte) {
	d.filled = min(d.filled+len(b), windowSize)
	b = b[max(0, len(b)-windowSize):]
	n := copy(d.window[d.at:], b)
	copy(d.window[:], b[n:])
	d.at = (d.at + len(b)) & (windowSize - 1)
}

func (d *Decoder) put(c byte) {
	d.window[d.at] = c
	d.at = (d.at + 1) & (windowSize - 1)
	d.filled = min(d.filled+1, windowSize)
}

// Run appends output to out until that is limit bytes long, the stream or the input ends. It returns how much of the input was used: all of
// it, if neither the stream nor the limit ended it.
func (d *Decoder) Run(out, in []byte, limit int) ([]byte, int, error) {
	used := 0
	need := func(n uint) bool {
		for d.n < n && used < len(in) {
			d.bits |= uint64(in[used]) << d.n
			d.n += 8
			used++
		}
		return d.n >= n
	}
	take := func(n uint) int {
		v := d.bits & (1<<n - 1)
		d.bits >>= n
		d.n -= n
		return int(v)
	}
	var err error
loop:
	for err == nil {
		switch d.state {
		case blockHead:
			if d.final {
				d.state = done
				continue
			}
			if !need(3) {
				break loop
			}
			d.final = take(1) == 1
			switch take(2) {
			case 0:
				take(d.n & 7)
				d.state = storedHead
			case 1:
				d.fixed()
				d.state = symbols
			case 2:
				d.state, d.have, d.counts[2] = codeLengths, 0, 0
			default:
				err = Error("invalid block type")
			}
		case storedHead:
			if !need(32) {
				break loop
			}
			length, complement := take(16), take(16)
			if length != complement^0xffff {
				err = Error("invalid stored block lengths")
			}
			d.left, d.state = length, stored
		case stored:
			for d.left > 0 && len(out) < limit && d.n >= 8 {
				c := byte(take(8))
				out = append(out, c)
				d.put(c)
				d.left--
			}
			n := min(d.left, limit-len(out), len(in)-used)
			out = append(out, in[used:used+n]...)
			d.putAll(in[used : used+n])
			d.left -= n
			used += n
			if d.left > 0 {
				break loop
			}
			d.state = blockHead
		case codeLengths:
			var more bool
			if more, err = d.readLengths(need, take); more {
				break loop
			}
		case symbols:
			out = d.goOn(out, limit)
			if len(out) >= limit && d.left > 0 {
				break loop
			}
			if n := 0; len(in)-used >= fastIn && min(limit, cap(out))-len(out) >= fastOut {
				if out, n, err = d.quick(out, in[used:], limit); err != nil || d.state != symbols {
					used += n
					continue
				}
				used += n
			}
			if n := 0; used < len(in) {
				out, n = d.few(out, in[used:], limit)
				used += n
			}
			var more bool
			if out, more, err = d.symbol(out, limit, need, take); more {
				break loop
			}
		case done:
			break loop
		}
	}
	if back := min(int(d.n/8), used); d.state == done || len(out) >= limit {
		used -= back
		d.n -= uint(8 * back)
		d.bits &= 1<<d.n - 1
	}
	return out, used, err
}

// goOn makes what is left of a copy, up to the limit.
func (d *Decoder) goOn(out []byte, limit int) []byte {
	for d.left > 0 && len(out) < limit {
		start := (d.at - d.from) & (windowSize - 1)
		if n := min(d.left, limit-len(out), d.from, windowSize-start); n >= 8 {
			out = append(out, d.window[start:start+n]...)
			d.putAll(out[len(out)-n:])
			d.left -= n
			continue
		}
		c := d.waiting
		if d.from > 0 {
			c = d.window[start]
		}
		out = append(out, c)
		d.put(c)
		d.left--
	}
	return out
}

// few decodes literals with short codes while there is input for them, where there is too little of it for quick. It returns how much was used.
func (d *Decoder) few(out, in []byte, limit int) (_ []byte, used int) {
	begun, bits, n := len(out), d.bits, d.n
	for len(out) < limit {
		for n < 56 && used < len(in) {
			bits |= uint64(in[used]) << n
			n += 8
			used++
		}
		e := d.literal.fast[bits&(1<<fastBits-1)]
		if e == 0 || e >= 256<<4 || uint(e&15) > n {
			break
		}
		bits >>= e & 15
		n -= uint(e & 15)
		out = append(out, byte(e>>4))
	}
	d.bits, d.n = bits, n
	d.putAll(out[begun:])
	return out, used
}

// symbol decodes one literal, or the length and distance of a copy. more: the input does not have all of it.
func (d *Decoder) symbol(out []byte, limit int, need func(uint) bool, take func(uint) int) (_ []byte, more bool, err error) {
	const most = maxBits + 5 + maxBits + 13
	enough := need(most)
	s, n, ok := d.literal.decode(d.bits, d.n)
	switch {
	case !ok && enough:
		return out, false, Error("invalid literal/length code")
	case !ok:
		return out, true, nil
	case s == 256:
		take(n)
		d.state = blockHead
		return out, false, nil
	case s < 256 && len(out) >= limit: // zlib, too, is one symbol ahead then
		take(n)
		d.left, d.from, d.waiting = 1, 0, byte(s)
		return out, false, nil
	case s < 256:
		take(n)
		d.put(byte(s))
		return append(out, byte(s)), false, nil
	case s > 285:
		return out, false, Error("invalid literal/length code")
	}
	bits, length := n, 0
	base, extra := lengthOf(s - 257)
	if bits+extra > d.n {
		return out, true, nil
	}
	length = base + int(d.bits>>bits&(1<<extra-1))
	bits += extra
	s, n, ok = d.dist.decode(d.bits>>bits, d.n-bits)
	switch {
	case !ok && (enough || d.n-bits >= maxBits):
		return out, false, Error("invalid distance code")
	case !ok:
		return out, true, nil
	case s > 29:
		return out, false, Error("invalid distance code")
	}
	bits += n
	base, extra = distanceOf(s)
	if bits+extra > d.n {
		return out, true, nil
	}
	distance := base + int(d.bits>>bits&(1<<extra-1))
	if distance > d.filled {
		return out, false, Error("invalid distance too far back")
	}
	take(bits + extra)
	d.left, d.from = length, distance
	return out, false, nil
}

// lengthOf and distanceOf give the least value of a symbol, and the bits to be added.
func lengthOf(s int) (base int, extra uint) {
	switch {
	case s < 8:
		return 3 + s, 0
	case s == 28:
		return 258, 0
	}
	extra = uint(s/4 - 1)
	return 3 + (4+s%4)<<extra, extra
}

func distanceOf(s int) (base int, extra uint) {
	if s < 4 {
		return 1 + s, 0
	}
	extra = uint(s/2 - 1)
	return 1 + (2+s%2)<<extra, extra
}

var lengthOrder = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// readLengths reads the codes of a block. more: the input does not have all of them.
func (d *Decoder) readLengths(need func(uint) bool, take func(uint) int) (more bool, err error) {
	if d.counts[2] == 0 {
		if !need(14) {
			return true, nil
		}
		d.counts = [3]int{take(5) + 257, take(5) + 1, take(4) + 4}
		if d.counts[0] > 286 || d.counts[1] > 30 {
			return false, Error("too many length or distance symbols")
		}
		clear(d.lengths[:])
	}
	for d.have < d.counts[2] {
		if !need(3) {
			return true, nil
		}
		d.lengths[lengthOrder[d.have]] = uint8(take(3))
		if d.have++; d.have == d.counts[2] {
			if !d.dist.build(d.lengths[:19], false) { // the code of lengths has the place of the distances' meanwhile
				return false, Error("invalid code lengths set")
			}
		}
	}
	for total := d.counts[0] + d.counts[1]; d.have-d.counts[2] < total; {
		at := 19 + d.have - d.counts[2]
		enough := need(7 + 7)
		s, n, ok := d.dist.decode(d.bits, d.n)
		if !ok {
			if enough {
				return false, Error("invalid code lengths set")
			}
			return true, nil
		}
		if s < 16 {
			take(n)
			d.lengths[at] = uint8(s)
			d.have++
			continue
		}
		extra, base, value := uint(2), 3, uint8(0)
		switch s {
		case 16:
			if at == 19 {
				return false, Error("invalid bit length repeat")
			}
			value = d.lengths[at-1]
		case 17:
			extra = 3
		case 18:
			extra, base = 7, 11
		}
		if n+extra > d.n {
			return true, nil
		}
		take(n)
		repeat := base + take(extra)
		if at-19+repeat > total {
			return false, Error("invalid bit length repeat")
		}
		for i := range repeat {
			d.lengths[at+i] = value
		}
		d.have += repeat
	}
	lengths := d.lengths[19:]
	switch {
	case lengths[256] == 0:
		return false, Error("invalid code -- missing end-of-block")
	case !d.literal.build(lengths[:d.counts[0]], true):
		return false, Error("invalid literal/lengths set")
	case !d.dist.build(lengths[d.counts[0]:d.counts[0]+d.counts[1]], true):
		return false, Error("invalid distances set")
	}
	d.state = symbols
	return false, nil
}

// fixedCodes are the codes of blocks that bring none of their own.
var fixedCodes = sync.OnceValue(func() *[2]code {
	var lengths [288]uint8
	for i := range lengths {
		switch {
		case i < 144:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		case i < 280:
			lengths[i] = 7
		default:
			lengths[i] = 8
		}
	}
	var codes [2]code
	codes[0].build(lengths[:], false)
	var distances [32]uint8
	for i := range distances {
		distances[i] = 5
	}
	codes[1].build(distances[:], false)
	return &codes
})

func (d *Decoder) fixed() {
	codes := fixedCodes()
	d.literal, d.dist = codes[0], codes[1]
}

// build makes a code of its symbols' lengths; false if these are none. single: one code of one bit, or none at all, will do.
func (c *code) build(lengths []uint8, single bool) bool {
	c.count = [maxBits + 1]uint16{}
	for _, l := range lengths {
		c.count[l&maxBits]++
	}
	used := len(lengths) - int(c.count[0])
	c.count[0] = 0
	left := 1
	var first, offset [maxBits + 2]int
	for l := 1; l <= maxBits; l++ {
		if left = left<<1 - int(c.count[l]); left < 0 {
			return false
		}
		first[l+1] = (first[l] + int(c.count[l])) << 1
		offset[l+1] = offset[l] + int(c.count[l])
	}
	if left > 0 && !(single && (used == 0 || used == 1 && c.count[1] == 1)) {
		return false
	}
	next := offset
	for s, l := range lengths {
		if l &= maxBits; l > 0 {
			c.symbols[next[l]] = uint16(s)
			next[l]++
		}
	}
	// The table of l bits is that of l-1 bits, twice, and the codes of l bits.
	c.fast[0] = 0
	for l := 1; l <= fastBits; l++ {
		half := 1 << (l - 1)
		copy(c.fast[half:2*half], c.fast[:half])
		for i, s := range c.symbols[offset[l]:next[l]] {
			c.fast[bits.Reverse16(uint16(first[l]+i))>>(16-l)&(1<<fastBits-1)] = s<<4 | uint16(l)
		}
	}
	c.first, c.index = first[fastBits+1], offset[fastBits+1]
	return true
}

// long reads a symbol whose code is not in the table off bits, of which there are maxBits. Its form is that of the table's entries; 0: there is no such code.
func (c *code) long(b uint64) uint16 {
	word, first, index := int(bits.Reverse16(uint16(b))>>(16-fastBits)), c.first, c.index
	for l := fastBits + 1; l <= maxBits; l++ {
		word = word<<1 | int(b>>(l-1)&1)
		count := int(c.count[l])
		if uint(word-first) < uint(count) {
			return c.symbols[index+word-first]<<4 | uint16(l)
		}
		index += count
		first = (first + count) << 1
	}
	return 0
}

// decode reads a symbol off the low n bits; false if they begin no code, or only a longer one.
func (c *code) decode(bits uint64, n uint) (symbol int, length uint, ok bool) {
	if e := c.fast[bits&(1<<fastBits-1)]; e != 0 {
		length = uint(e & 15)
		return int(e >> 4), length, length <= n
	}
	word, first, index := 0, 0, 0
	for l := uint(1); l <= maxBits && l <= n; l++ {
		word |= int(bits >> (l - 1) & 1)
		count := int(c.count[l])
		if word-first < count {
			return int(c.symbols[index+word-first]), l, true
		}
		index += count
		first = (first + count) << 1
		word <<= 1
	}
	return 0, 0, false
}
