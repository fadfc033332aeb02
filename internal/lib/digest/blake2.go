// BLAKE2 (RFC 7693), with any parameter block.

package digest

import (
	"encoding/binary"
	"hash"
)

// Blake2 is a BLAKE2b or a BLAKE2s.
type Blake2 struct {
	wide     bool // BLAKE2b
	lastNode bool
	h64      [8]uint64
	h32      [8]uint32
	count    uint64 // bytes before buf
	buf      [128]byte
	n        int // bytes in buf; a whole block waits there until more comes
	size     int
	begin    [64]byte // the parameter block
	key      []byte
}

// NewBlake2 begins a BLAKE2b (wide) or a BLAKE2s of size bytes with a parameter block of 64 or 32 bytes, which tells the length of the key, too.
func NewBlake2(wide bool, size int, parameters, key []byte, lastNode bool) *Blake2 {
	b := &Blake2{wide: wide, size: size, lastNode: lastNode, key: key}
	copy(b.begin[:], parameters)
	b.Reset()
	return b
}

func (b *Blake2) Reset() {
	for i := range 8 {
		b.h64[i] = iv64[i] ^ binary.LittleEndian.Uint64(b.begin[8*i:])
		b.h32[i] = iv32[i] ^ binary.LittleEndian.Uint32(b.begin[4*i:])
	}
	b.count, b.n = 0, 0
	if len(b.key) > 0 { // a block of its own
		clear(b.buf[copy(b.buf[:], b.key):])
		b.n = b.BlockSize()
	}
}

func (b *Blake2) BlockSize() int {
	if b.wide {
		return 128
	}
	return 64
}

func (b *Blake2) Size() int                   { return b.size }
func (b *Blake2) Clone() (hash.Cloner, error) { c := *b; return &c, nil }

func (b *Blake2) Write(p []byte) (int, error) {
	total, block := len(p), b.BlockSize()
	if b.n > 0 {
		k := copy(b.buf[b.n:block], p)
		b.n += k
		if p = p[k:]; len(p) == 0 {
			return total, nil
		}
		b.compress(b.buf[:], block, false)
		b.n = 0
	}
	if b.wide {
		for ; len(p) > 128; p = p[128:] {
			b.count += 128
			compressB(&b.h64, (*[128]byte)(p), b.count, 0, 0)
		}
	}
	for ; len(p) > block; p = p[block:] {
		b.count += 64
		compressS(&b.h32, (*[64]byte)(p), b.count, 0, 0)
	}
	b.n = copy(b.buf[:], p)
	return total, nil
}

// compress takes the block at the beginning of p, of which n bytes count.
func (b *Blake2) compress(p []byte, n int, last bool) {
	b.count += uint64(n)
	ones, node := uint64(0), uint64(0)
	if last {
		if ones = ^ones; b.lastNode {
			node = ones
		}
	}
	if b.wide {
		compressB(&b.h64, (*[128]byte)(p), b.count, ones, node)
	} else {
		compressS(&b.h32, (*[64]byte)(p), b.count, uint32(ones), uint32(node))
	}
}

func (b *Blake2) Sum(out []byte) []byte {
	c := *b
	clear(c.buf[c.n:])
	c.compress(c.buf[:], c.n, true)
	var full [64]byte
	for i := range 8 {
		if c.wide {
			binary.LittleEndian.PutUint64(full[8*i:], c.h64[i])
		} else {
			binary.LittleEndian.PutUint32(full[4*i:], c.h32[i])
		}
	}
	return append(out, full[:c.size]...)
}
