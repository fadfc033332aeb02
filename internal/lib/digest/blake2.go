// BLAKE2 (RFC 7693), with any parameter block. What mixes blocks into the state is generated.

package digest

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

//go:generate go run ./gen

var (
	iv64 = [8]uint64{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
		0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}
	iv32 = [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
)

// stretch is how many bytes are mixed in at once: meanwhile Go's collector cannot stop the goroutine.
const stretch = 1 << 16

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
	for len(p) > block { // the last block waits
		n := min((len(p)-1)/block, stretch/block)
		b.mix(p, n, b.count+uint64(block), 0, 0)
		b.count += uint64(n * block)
		p = p[n*block:]
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
	b.mix(p, 1, b.count, ones, node)
}

// mix mixes blocks at the beginning of p into the state; count is how many bytes there are up to the end of the first one, last and node are all ones in the
// last block, and of the last node.
func (b *Blake2) mix(p []byte, blocks int, count, last, node uint64) {
	_ = p[blocks*b.BlockSize()-1]
	if b.wide {
		compressB(&b.h64, &p[0], blocks, count, last, node)
	} else {
		compressS(&b.h32, &p[0], blocks, count, uint32(last), uint32(node))
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

func mix64(a, b, c, d, x, y uint64) (uint64, uint64, uint64, uint64) {
	a += b + x
	d = bits.RotateLeft64(d^a, -32)
	c += d
	b = bits.RotateLeft64(b^c, -24)
	a += b + y
	d = bits.RotateLeft64(d^a, -16)
	c += d
	b = bits.RotateLeft64(b^c, -63)
	return a, b, c, d
}

func mix32(a, b, c, d, x, y uint32) (uint32, uint32, uint32, uint32) {
	a += b + x
	d = bits.RotateLeft32(d^a, -16)
	c += d
	b = bits.RotateLeft32(b^c, -12)
	a += b + y
	d = bits.RotateLeft32(d^a, -8)
	c += d
	b = bits.RotateLeft32(b^c, -7)
	return a, b, c, d
}
