// BLAKE2s (RFC 7693): the compression of a block, written out like that of BLAKE2b.

package digest

import (
	"encoding/binary"
	"math/bits"
)

var iv32 = [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}

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

// compressS mixes a block into h; count is how many bytes there are up to its end, last and lastNode are all ones in the last block, and of the last node.
func compressS(h *[8]uint32, block *[64]byte, count uint64, last, lastNode uint32) {
	m0 := binary.LittleEndian.Uint32(block[0:])
	m1 := binary.LittleEndian.Uint32(block[4:])
	m2 := binary.LittleEndian.Uint32(block[8:])
	m3 := binary.LittleEndian.Uint32(block[12:])
	m4 := binary.LittleEndian.Uint32(block[16:])
	m5 := binary.LittleEndian.Uint32(block[20:])
	m6 := binary.LittleEndian.Uint32(block[24:])
	m7 := binary.LittleEndian.Uint32(block[28:])
	m8 := binary.LittleEndian.Uint32(block[32:])
	m9 := binary.LittleEndian.Uint32(block[36:])
	m10 := binary.LittleEndian.Uint32(block[40:])
	m11 := binary.LittleEndian.Uint32(block[44:])
	m12 := binary.LittleEndian.Uint32(block[48:])
	m13 := binary.LittleEndian.Uint32(block[52:])
	m14 := binary.LittleEndian.Uint32(block[56:])
	m15 := binary.LittleEndian.Uint32(block[60:])
	v0, v1, v2, v3, v4, v5, v6, v7 := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
	v8, v9, v10, v11, v12, v13, v14, v15 := iv32[0], iv32[1], iv32[2], iv32[3], iv32[4]^uint32(count), iv32[5]^uint32(count>>32), iv32[6]^last, iv32[7]^lastNode

	v0, v4, v8, v12 = mix32(v0, v4, v8, v12, m0, m1)
	v1, v5, v9, v13 = mix32(v1, v5, v9, v13, m2, m3)
	v2, v6, v10, v14 = mix32(v2, v6, v10, v14, m4, m5)
	v3, v7, v11, v15 = mix32(v3, v7, v11, v15, m6, m7)
	v0, v5, v10, v15 = mix32(v0, v5, v10, v15, m8, m9)
	v1, v6, v11, v12 = mix32(v1, v6, v11, v12, m10, m11)
	v2, v7, v8, v13 = mix32(v2, v7, v8, v13, m12, m13)
	v3, v4, v9, v14 = mix32(v3, v4, v9, v14, m14, m15)

	v0, v4, v8, v12 = mix32(v0, v4, v8, v12, m14, m10)
	v1, v5, v9, v13 = mix32(v1, v5, v9, v13, m4, m8)
	v2, v6, v10, v14 = mix32(v2, v6, v10, v14, m9, m15)
	v3, v7, v11, v15 = mix32(v3, v7, v11, v15, m13, m6)
	v0, v5, v10, v15 = mix32(v0, v5, v10, v15, m1, m12)
	v1, v6, v11, v12 = mix32(v1, v6, v11, v12, m0, m2)
	v2, v7, v8, v13 = mix32(v2, v7, v8, v13, m11, m7)
	v3, v4, v9, v14 = mix32(v3, v4, v9, v14, m5, m3)

	v0, v4, v8, v12 = mix32(v0, v4, v8, v12, m11, m8)
	v1, v5, v9, v13 = mix32(v1, v5, v9, v13, m12, m0)
	v2, v6, v10, v14 = mix32(v2, v6, v10, v14, m5, m2)
	v3, v7, v11, v15 = mix32(v3, v7, v11, v15, m15, m13)
	v0, v5, v10, v15 = mix32(v0, v5, v10, v15, m10, m14)
	v1, v6, v11, v12 = mix32(v1, v6, v11, v12, m3, m6)
	v2, v7, v8, v13 = mix32(v2, v7, v8, v13, m7, m1)
	v3, v4, v9, v14 = mix32(v3, v4, v9, v14, m9, m4)

	v0, v4, v8, v12 = mix32(v0, v4, v8, v12, m7, m9)
	v1, v5, v9, v13 = mix32(v1, v5, v9, v13, m3, m1)
	v2, v6, v10, v14 = mix32(v2, v6, v10, v14, m13, m12)
	v3, v7, v11, v15 = mix32(v3, v7, v11, v15, m11, m14)
	v0, v5, v10, v15 = mix32(v0, v5, v10, v15, m2, m6)
	v1, v6, v11, v12 = mix32(v1, v6, v11, v12, m5, m10)
	v2, v7, v8, v13 = mix32(v2, v7, v8, v13, m4, m0)
	v3, v4, v9, v14 = mix32(v3, v4, v9, v14, m15, m8)

	v0, v4, v8, v12 = mix32(v0, v4, v8, v12, m9, m0)
	v1, v5, v9, v13 = mix32(v1, v5, v9, v13, m5, m7)
	v2, v6, v10, v14 = mix32(v2, v6, v10, v14, m2, m4)
	v3, v7, v11, v15 = mix32(v3, v7, v11, v15, m10, m15)
	v0, v5, v10, v15 = mix32(v0, v5, v10, v15, m14, m1)
	v1, v6, v11, v12 = mix32(v1, v6, v11, v12, m11, m12)
	v2, v7, v8, v13 = mix32(v2, v7, v8, v13, m6, m8)
	v3, v4, v9, v14 = mix32(v3, v4, v9, v14, m3, m13)

	v0, v4, v8, v12 = mix32(v0, v4, v8, v12, m2, m12)
	v1, v5, v9, v13 = mix32(v1, v5, v9, v13, m6, m10)
	v2, v6, v10, v14 = mix32(v2, v6, v10, v14, m0, m11)
	v3, v7, v11, v15 = mix32(v3, v7, v11, v15, m8, m3)
	v0, v5, v10, v15 = mix32(v0, v5, v10, v15, m4, m13)
	v1, v6, v11, v12 = mix32(v1, v6, v11, v12, m7, m5)
	v2, v7, v8, v13 = mix32(v2, v7, v8, v13, m15, m14)
	v3, v4, v9, v14 = mix32(v3, v4, v9, v14, m1, m9)

	v0, v4, v8, v12 = mix32(v0, v4, v8, v12, m12, m5)
	v1, v5, v9, v13 = mix32(v1, v5, v9, v13, m1, m15)
	v2, v6, v10, v14 = mix32(v2, v6, v10, v14, m14, m13)
	v3, v7, v11, v15 = mix32(v3, v7, v11, v15, m4, m10)
	v0, v5, v10, v15 = mix32(v0, v5, v10, v15, m0, m7)
	v1, v6, v11, v12 = mix32(v1, v6, v11, v12, m6, m3)
	v2, v7, v8, v13 = mix32(v2, v7, v8, v13, m9, m2)
	v3, v4, v9, v14 = mix32(v3, v4, v9, v14, m8, m11)

	v0, v4, v8, v12 = mix32(v0, v4, v8, v12, m13, m11)
	v1, v5, v9, v13 = mix32(v1, v5, v9, v13, m7, m14)
	v2, v6, v10, v14 = mix32(v2, v6, v10, v14, m12, m1)
	v3, v7, v11, v15 = mix32(v3, v7, v11, v15, m3, m9)
	v0, v5, v10, v15 = mix32(v0, v5, v10, v15, m5, m0)
	v1, v6, v11, v12 = mix32(v1, v6, v11, v12, m15, m4)
	v2, v7, v8, v13 = mix32(v2, v7, v8, v13, m8, m6)
	v3, v4, v9, v14 = mix32(v3, v4, v9, v14, m2, m10)

	v0, v4, v8, v12 = mix32(v0, v4, v8, v12, m6, m15)
	v1, v5, v9, v13 = mix32(v1, v5, v9, v13, m14, m9)
	v2, v6, v10, v14 = mix32(v2, v6, v10, v14, m11, m3)
	v3, v7, v11, v15 = mix32(v3, v7, v11, v15, m0, m8)
	v0, v5, v10, v15 = mix32(v0, v5, v10, v15, m12, m2)
	v1, v6, v11, v12 = mix32(v1, v6, v11, v12, m13, m7)
	v2, v7, v8, v13 = mix32(v2, v7, v8, v13, m1, m4)
	v3, v4, v9, v14 = mix32(v3, v4, v9, v14, m10, m5)

	v0, v4, v8, v12 = mix32(v0, v4, v8, v12, m10, m2)
	v1, v5, v9, v13 = mix32(v1, v5, v9, v13, m8, m4)
	v2, v6, v10, v14 = mix32(v2, v6, v10, v14, m7, m6)
	v3, v7, v11, v15 = mix32(v3, v7, v11, v15, m1, m5)
	v0, v5, v10, v15 = mix32(v0, v5, v10, v15, m15, m11)
	v1, v6, v11, v12 = mix32(v1, v6, v11, v12, m9, m14)
	v2, v7, v8, v13 = mix32(v2, v7, v8, v13, m3, m12)
	v3, v4, v9, v14 = mix32(v3, v4, v9, v14, m13, m0)

	h[0] ^= v0 ^ v8
	h[1] ^= v1 ^ v9
	h[2] ^= v2 ^ v10
	h[3] ^= v3 ^ v11
	h[4] ^= v4 ^ v12
	h[5] ^= v5 ^ v13
	h[6] ^= v6 ^ v14
	h[7] ^= v7 ^ v15
}
