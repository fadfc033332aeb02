// What hashes with blocks of 64 bytes have in common.

package digest

import "encoding/binary"

const block64 = 64

// pending64 is the part of a block that waits for the rest.
type pending64 struct {
	block [block64]byte // its first size % block64 bytes wait
	size  uint64        // of all that was written
}

func (x *pending64) BlockSize() int { return block64 }

// write gives whole blocks to a function.
func (x *pending64) write(p []byte, blocks func(p []byte)) (int, error) {
	n := len(p)
	if begun := int(x.size % block64); begun > 0 {
		k := copy(x.block[begun:], p)
		p = p[k:]
		if begun+k == block64 {
			blocks(x.block[:])
		}
	}
	x.size += uint64(n)
	if len(p) >= block64 {
		blocks(p)
		p = p[len(p)&^(block64-1):]
	}
	if x.size%block64 == uint64(len(p)) {
		copy(x.block[:], p)
	}
	return n, nil
}

// padding is what a message ends with: a bit, zeros and the number of bits.
func (x *pending64) padding(order binary.ByteOrder) []byte {
	n := block64 - int(x.size%block64)
	if n < 9 {
		n += block64
	}
	pad := make([]byte, n)
	pad[0] = 0x80
	order.PutUint64(pad[n-8:], 8*x.size)
	return pad
}
