// BLAKE2b (RFC 7693): the compression of a block. All rounds are written out, since which word of the block is used where must be known to the compiler.

package digest

import (
	"encoding/binary"
	"math/bits"
)

var iv64 = [8]uint64{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}

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

// compressB mixes a block into h; count is how many bytes there are up to its end, last and lastNode are all ones in the last block, and of the last node.
func compressB(h *[8]uint64, block *[128]byte, count uint64, last, lastNode uint64) {
	m0 := binary.LittleEndian.Uint64(block[0:])
	m1 := binary.LittleEndian.Uint64(block[8:])
	m2 := binary.LittleEndian.Uint64(block[16:])
	m3 := binary.LittleEndian.Uint64(block[24:])
	m4 := binary.LittleEndian.Uint64(block[32:])
	m5 := binary.LittleEndian.Uint64(block[40:])
	m6 := binary.LittleEndian.Uint64(block[48:])
	m7 := binary.LittleEndian.Uint64(block[56:])
	m8 := binary.LittleEndian.Uint64(block[64:])
	m9 := binary.LittleEndian.Uint64(block[72:])
	m10 := binary.LittleEndian.Uint64(block[80:])
	m11 := binary.LittleEndian.Uint64(block[88:])
	m12 := binary.LittleEndian.Uint64(block[96:])
	m13 := binary.LittleEndian.Uint64(block[104:])
	m14 := binary.LittleEndian.Uint64(block[112:])
	m15 := binary.LittleEndian.Uint64(block[120:])
	v0, v1, v2, v3, v4, v5, v6, v7 := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
	v8, v9, v10, v11, v12, v13, v14, v15 := iv64[0], iv64[1], iv64[2], iv64[3], iv64[4]^count, iv64[5], iv64[6]^last, iv64[7]^lastNode

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m0, m1)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m2, m3)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m4, m5)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m6, m7)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m8, m9)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m10, m11)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m12, m13)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m14, m15)

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m14, m10)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m4, m8)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m9, m15)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m13, m6)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m1, m12)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m0, m2)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m11, m7)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m5, m3)

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m11, m8)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m12, m0)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m5, m2)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m15, m13)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m10, m14)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m3, m6)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m7, m1)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m9, m4)

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m7, m9)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m3, m1)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m13, m12)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m11, m14)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m2, m6)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m5, m10)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m4, m0)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m15, m8)

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m9, m0)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m5, m7)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m2, m4)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m10, m15)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m14, m1)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m11, m12)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m6, m8)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m3, m13)

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m2, m12)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m6, m10)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m0, m11)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m8, m3)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m4, m13)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m7, m5)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m15, m14)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m1, m9)

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m12, m5)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m1, m15)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m14, m13)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m4, m10)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m0, m7)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m6, m3)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m9, m2)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m8, m11)

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m13, m11)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m7, m14)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m12, m1)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m3, m9)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m5, m0)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m15, m4)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m8, m6)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m2, m10)

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m6, m15)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m14, m9)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m11, m3)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m0, m8)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m12, m2)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m13, m7)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m1, m4)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m10, m5)

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m10, m2)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m8, m4)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m7, m6)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m1, m5)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m15, m11)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m9, m14)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m3, m12)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m13, m0)

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m0, m1)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m2, m3)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m4, m5)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m6, m7)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m8, m9)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m10, m11)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m12, m13)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m14, m15)

	v0, v4, v8, v12 = mix64(v0, v4, v8, v12, m14, m10)
	v1, v5, v9, v13 = mix64(v1, v5, v9, v13, m4, m8)
	v2, v6, v10, v14 = mix64(v2, v6, v10, v14, m9, m15)
	v3, v7, v11, v15 = mix64(v3, v7, v11, v15, m13, m6)
	v0, v5, v10, v15 = mix64(v0, v5, v10, v15, m1, m12)
	v1, v6, v11, v12 = mix64(v1, v6, v11, v12, m0, m2)
	v2, v7, v8, v13 = mix64(v2, v7, v8, v13, m11, m7)
	v3, v4, v9, v14 = mix64(v3, v4, v9, v14, m5, m3)

	h[0] ^= v0 ^ v8
	h[1] ^= v1 ^ v9
	h[2] ^= v2 ^ v10
	h[3] ^= v3 ^ v11
	h[4] ^= v4 ^ v12
	h[5] ^= v5 ^ v13
	h[6] ^= v6 ^ v14
	h[7] ^= v7 ^ v15
}
