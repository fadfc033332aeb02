// Encoders: runs of bytes become short, blocks are cut, and what is left is in sort.go and huffman.go.

package bzip2

import (
	"sync"
	"unsafe"
)

// Encoder is a stream that is being compressed.
type Encoder struct {
	level int
	limit int    // no byte is added to a block of this size
	sum   uint32 // of the block
	total uint32 // of all blocks before
	begun bool
	ended bool
	last  int // the byte that the input ended with, 256: none
	run   int // how often it stood there, not in the block yet
	bits  uint64
	n     uint // bits of them, not in the output yet
	*encoding
}

// encoding is the memory of an Encoder until the stream ends.
type encoding struct {
	block   []byte // the block that is being filled
	work    work
	huffman huffman
}

// encodings are those of streams that have ended, to be used again.
var encodings = sync.Pool{New: func() any { return new(encoding) }}

// slack is how much longer a block may get than its limit.
const slack = 16

// Init makes e a new stream; level is from 1 to 9.
func (e *Encoder) Init(level int) {
	*e = Encoder{level: level, limit: level*unit - 19, sum: ^uint32(0), last: 256, encoding: encodings.Get().(*encoding)}
	e.block = e.block[:0]
}

// Memory is how many bytes e may come to hold while it takes up to n bytes more.
func (e *Encoder) Memory(n int) int {
	size := min(e.limit+slack, max(cap(e.block), 2*(len(e.block)+n+n/4+slack)))
	return int(unsafe.Sizeof(encoding{})) + size + workBytes*(size+1) + sortBytes + size // and what Compress returns
}

// Add takes input until the block is full, and returns how much it took.
func (e *Encoder) Add(in []byte) int {
	used := 0
	for used < len(in) && !e.Full() {
		part := in[used:min(len(in), used+1<<16)]
		e.room(len(part) + len(part)/4 + slack)
		block, n, k := e.block[:cap(e.block)], len(e.block), 0
		last, run, flushed := e.last, e.run, false
		for ; k < len(part) && n < e.limit; k++ {
			c := int(part[k])
			if c == last && run < 255 {
				run++
				continue
			}
			if last < 256 {
				flushed = true
				for i := range min(run, 4) {
					block[n+i] = byte(last)
				}
				if n += min(run, 4); run >= 4 {
					block[n] = byte(run - 4)
					n++
				}
			}
			last, run = c, 1
		}
		if flushed { // the sum is of what stands in the block; the last run does not
			e.sum = checksum(repeated(e.sum, byte(e.last), e.run), part[:k-run])
		}
		e.block, e.last, e.run = block[:n], last, run
		used += k
	}
	return used
}

// room makes place for n bytes more, as far as the block may grow.
func (e *Encoder) room(n int) {
	n += len(e.block)
	if most := e.limit + slack; n > most {
		n = most
	}
	if n > cap(e.block) {
		block := make([]byte, len(e.block), min(2*n, e.limit+slack))
		copy(block, e.block)
		e.block = block
	}
}

func repeated(sum uint32, c byte, n int) uint32 {
	for range n {
		sum = sum<<8 ^ crcTable[0][byte(sum>>24)^c]
	}
	return sum
}

// Full reports whether the block is full, so that Compress is to be called.
func (e *Encoder) Full() bool { return len(e.block) >= e.limit }

// Ended reports whether the stream was ended.
func (e *Encoder) Ended() bool { return e.ended }

// Compress appends the block to out; last: what waits becomes part of the block, and the stream ends. Poll is called now and then; once it
// returns true, Compress gives up and returns false: it can be called again.
func (e *Encoder) Compress(out []byte, last bool, poll func() bool) ([]byte, bool) {
	if last && e.last < 256 {
		e.room(slack)
		for range min(e.run, 4) {
			e.block = append(e.block, byte(e.last))
		}
		if e.run >= 4 {
			e.block = append(e.block, byte(e.run-4))
		}
		e.sum = repeated(e.sum, byte(e.last), e.run)
		e.last, e.run = 256, 0
	}
	var origin int
	if n := len(e.block); n > 0 {
		e.room(slack)
		e.work.size(n)
		var ok bool
		if origin, ok = e.work.sort(e.block[:n:cap(e.block)], poll); !ok {
			return out, false
		}
	}
	if !e.begun {
		e.begun = true
		out = append(out, 'B', 'Z', 'h', '0'+byte(e.level))
	}
	if len(e.block) > 0 {
		sum := ^e.sum
		e.total = e.total<<1 | e.total>>31
		e.total ^= sum
		out = e.put(out, blockMagic>>24, 24)
		out = e.put(out, blockMagic&0xffffff, 24)
		out = e.put(out, uint64(sum), 32)
		out = e.put(out, 0, 1) // not randomised
		out = e.put(out, uint64(origin), 24)
		out = e.symbols(out)
		e.block, e.sum = e.block[:0], ^uint32(0)
	}
	if last {
		out = e.put(out, endMagic>>24, 24)
		out = e.put(out, endMagic&0xffffff, 24)
		out = e.put(out, uint64(e.total), 32)
		if e.n > 0 {
			out = append(out, byte(e.bits<<(8-e.n)))
		}
		e.n, e.ended = 0, true
		if cap(e.block) > mostKept {
			e.block, e.work = nil, work{}
		}
		encodings.Put(e.encoding)
		e.encoding = nil
	}
	return out, true
}

// put appends n bits, 32 at most.
func (e *Encoder) put(out []byte, x uint64, n uint) []byte {
	e.bits = e.bits<<n | x
	for e.n += n; e.n >= 8; {
		e.n -= 8
		out = append(out, byte(e.bits>>e.n))
	}
	return out
}
